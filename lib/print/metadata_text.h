/* print/metadata_text.h - references to metadata within lines
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_METADATA_TEXT_H
#define BL_PRINT_METADATA_TEXT_H

#include "numbers/metadata_slots.h"
#include "print/line.h"
#include "print/printer.h"

/* The slots of nodes as far as what is printed now needs nothing but them: those below END. */
struct bl_known_slots {
    const uint32_t *slots, *local; /* of the module's nodes, and of the body's own */
    uint32_t n, n_local, end;
};

static inline struct bl_known_slots bl_known_slots(const struct bl_printer *p)
{
    if (p->is_portable || p->closure)
        return (struct bl_known_slots){0};
    struct bl_known_slots known = {
        .slots = p->slots->node_slots, .n = p->slots->n_nodes, .end = BL_NODE_INLINE};
    if (p->loaded.body) {
        const struct bl_function_slots *of_body = &p->slots->functions[p->loaded.body->function];
        known.local = of_body->local;
        known.n_local = of_body->n_local;
        if (p->loaded.is_in_code)
            known.end = of_body->first_slot + of_body->n_slots;
    }
    return known;
}

/* "!7" for node NUMBER. False, and nothing is put: its slot is not known that easily. */
static BL_ALWAYS_INLINE bool bl_line_slot(struct bl_line *line, const struct bl_known_slots *known,
                                          uint64_t number)
{
    const uint32_t *slots = known->slots;
    if (number >= known->n) {
        number -= known->n;
        slots = known->local;
        if (BL_UNLIKELY(number >= known->n_local))
            return false;
    }
    /* While other threads number what comes later. */
    uint32_t n = __atomic_load_n(&slots[number], __ATOMIC_RELAXED);
    if (BL_UNLIKELY(n >= known->end))
        return false;
    bl_line_put(line, "!");
    bl_line_u64(line, n);
    return true;
}

/* Where expression NUMBER would be: those of a body are known until it is over. */
static inline struct bl_known_expression *bl_known_expression(struct bl_printer *p, uint32_t number)
{
    struct bl_known_expression *known = &p->expressions[number % BL_KNOWN_EXPRESSIONS];
    uint32_t function = number < p->tables.n_metadata ? BL_NONE
                        : p->loaded.body              ? p->loaded.body->function
                                                      : 0;
    if (known->function != function) {
        known->function = function;
        known->size = 0;
    }
    return known;
}

/* "!DIExpression()" for expression NUMBER. False: it has not been printed yet. */
static BL_ALWAYS_INLINE bool bl_line_expression(struct bl_line *line, struct bl_printer *p,
                                                uint32_t number)
{
    const struct bl_known_expression *known = bl_known_expression(p, number);
    if (known->size == 0 || known->number != number)
        return false;
    memcpy(line->at, known->text, sizeof known->text); /* a constant number of bytes */
    line->at += known->size;
    return true;
}

/* Metadata NUMBER as an operand: "!12", "!DIExpression()", "!\"text\"", "i32 %7",
 * "!DIArgList(i32 %7)". A call's operand of type metadata has "metadata " before it. */
void bl_put_metadata(struct bl_printer *p, uint32_t number);
/* What follows "!12 = ", or a string, value or expression. */
void bl_put_node(struct bl_printer *p, uint32_t number);
/* The same of !SLOT, which there is; the body that it is in is loaded. */
void bl_put_slot(struct bl_printer *p, uint32_t slot);
/* "!llvm.module.flags = !{!0, !1}" */
void bl_put_named_node(struct bl_printer *p, const struct bl_named_metadata *named);
/* " !dbg !7" */
void bl_put_attachment(struct bl_printer *p, uint32_t kind, uint32_t node);
/* In the place of what is attached where that cannot be read: ", !<badref>", or " !<badref>" with
 * SEPARATOR "". */
void bl_put_lost_attachments(struct bl_printer *p, const char *separator);
/* Those attached to a global or a declaration, by kind: ", !dbg !7" with SEPARATOR ",", or
 * " !dbg !7" with "". */
void bl_put_global_attachments(struct bl_printer *p, uint32_t value, const char *separator);
/* "!llvm.module.flags = !{!0, !1}" for all. */
void bl_put_named_metadata(struct bl_printer *p);
/* "!0 = !{…}" for !N from FIRST on, N of them. */
void bl_put_metadata_nodes_in(struct bl_printer *p, uint32_t first, uint32_t n);

#endif
