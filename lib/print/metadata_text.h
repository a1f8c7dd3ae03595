/* print/metadata_text.h - what numbering and printing metadata share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_METADATA_TEXT_H
#define BL_PRINT_METADATA_TEXT_H

#include "print/line.h"
#include "print/printer.h"

/* As a slot: a node that is printed where something refers to it. */
#define BL_NODE_INLINE (BL_NONE - 1)

/* Whether nodes with records of CODE have no numbers. */
static inline bool bl_node_is_inline(uint32_t code)
{
    return code == BL_CODE_METADATA_VALUE || code == BL_CODE_METADATA_EXPRESSION ||
           code == BL_CODE_METADATA_ARG_LIST;
}

/* The slot of metadata NUMBER as the body that is loaded counts, or the module; BL_NODE_INLINE;
 * BL_NONE: it has none. */
uint32_t bl_node_slot(const struct bl_printer *p, uint64_t number);
/* That of the next location of the body's instructions. */
uint32_t bl_location_slot(struct bl_printer *p);
/* Of those without a record of their own. */
struct bl_debug_location bl_location_at(const struct bl_slots *slots, uint32_t number);

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
    if (p->body) {
        const struct bl_function_slots *of_body = &p->slots->functions[p->body->function];
        known.local = of_body->local;
        known.n_local = of_body->n_local;
        if (p->is_in_code)
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
    uint32_t function = number < p->n_module_metadata ? BL_NONE : p->body ? p->body->function : 0;
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

enum {
    BL_MAX_NODE_OPERANDS = 16
};

/* The operands of a record that refer to other nodes, in the order in which LLVM keeps them; then
 * all from FIRST_OF_REST on. Each is a number plus 1, 0 for none, unless IS_PLAIN. */
struct bl_node_operands {
    uint8_t operands[BL_MAX_NODE_OPERANDS];
    bool is_plain[BL_MAX_NODE_OPERANDS];
    uint32_t n;
    uint32_t first_of_rest; /* UINT32_MAX: none */
};

/* (node_operands.c) */
struct bl_node_operands bl_node_operands(const struct bl_record *rec);

/* The N operations of an expression of this VERSION, with their arguments (expression_text.c). */
void bl_put_operations(struct bl_printer *p, const uint64_t *ops, uint32_t n, uint64_t version);

/* Attached to global VALUE, by kind. */
const struct bl_metadata_attachment *bl_global_attachments(struct bl_slots *slots, uint32_t value,
                                                           uint32_t *n);

#endif
