/* print/operand_text.h - operands of instructions as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_OPERAND_TEXT_H
#define BL_PRINT_OPERAND_TEXT_H

#include "print/constant_text.h"
#include "print/local_names.h"
#include "print/metadata_text.h"
#include "print/predecessors.h"
#include "print/type_text.h"

/* A body, and what all of its instructions ask for. */
struct bl_body_text {
    struct bl_printer *p;
    struct bl_text *t; /* of P */
    uint32_t first_local;
    /* Of P, or none of them where each use has to be noted (closure.h). */
    const struct bl_kept_text *locals, *types;
    uint32_t n_locals, n_types;
    struct bl_known_slots known;
    struct bl_predecessors preds;
    uint32_t *makers;       /* instruction by local value; NULL until it is asked for */
    uint32_t next_attached; /* in p->loaded.code.attached: of this instruction, or later ones */
    uint32_t count_of_one;  /* a value that is known to be 1: what most allocas are for */
    bool is_vararg;         /* the function takes more arguments than it names */
};

static inline void bl_put_operand_value(struct bl_body_text *b, uint64_t value)
{
    if (b->p->closure || !bl_text_kept(b->t, &b->p->locals, value - b->first_local))
        bl_put_value(b->p, value);
}

/* An operand without its type: a value, a block, metadata. */
void bl_put_bare_operand(struct bl_body_text *b, const struct bl_operand *operand);
/* "i32 %7", "label %3", "metadata !7" */
void bl_put_operand(struct bl_body_text *b, const struct bl_operand *operand);

/* ---- On a line that is being written ---- */

static BL_ALWAYS_INLINE void bl_line_type(struct bl_body_text *b, struct bl_line *line,
                                          uint32_t type)
{
    if (BL_LIKELY(type < b->n_types && bl_is_short(&b->types[type]))) {
        bl_line_short(line, &b->types[type]);
        return;
    }
    bl_line_end(line);
    bl_put_type(b->p, type);
    *line = bl_line_begin(b->t);
}

/* The same as bl_put_bare_operand(). */
static BL_ALWAYS_INLINE void bl_line_bare(struct bl_body_text *b, struct bl_line *line,
                                          const struct bl_operand *operand)
{
    uint64_t i = operand->number - b->first_local;
    if (BL_LIKELY(operand->kind == BL_OPERAND_VALUE && i < b->n_locals &&
                  bl_is_short(&b->locals[i]))) {
        bl_line_short(line, &b->locals[i]);
        return;
    }
    bl_line_end(line);
    bl_put_bare_operand(b, operand);
    *line = bl_line_begin(b->t);
}

/* The same as bl_put_metadata(). */
static BL_ALWAYS_INLINE void bl_line_metadata(struct bl_body_text *b, struct bl_line *line,
                                              uint32_t number)
{
    if (bl_line_slot(line, &b->known, number) || bl_line_expression(line, b->p, number))
        return;
    bl_line_end(line);
    bl_put_metadata(b->p, number);
    *line = bl_line_begin(b->t);
}

/* The same as bl_put_operand(). */
static BL_ALWAYS_INLINE void bl_line_operand(struct bl_body_text *b, struct bl_line *line,
                                             const struct bl_operand *operand)
{
    if (BL_LIKELY(operand->kind == BL_OPERAND_VALUE && operand->type != BL_NONE)) {
        bl_line_type(b, line, operand->type);
        bl_line_put(line, " ");
        bl_line_bare(b, line, operand);
    } else if (operand->kind == BL_OPERAND_BLOCK) {
        bl_line_put(line, "label ");
        bl_line_bare(b, line, operand);
    } else {
        bl_line_end(line);
        bl_put_operand(b, operand);
        *line = bl_line_begin(b->t);
    }
}

#endif
