/* print/body_line.h - what bodies put on a line that is being written
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_BODY_LINE_H
#define BL_PRINT_BODY_LINE_H

#include "print/instruction_text.h"
#include "print/metadata_text.h"
#include "print/type_text.h"

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
