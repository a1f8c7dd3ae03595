/* print/operand_text.c - operands of instructions as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/operand_text.h"

void bl_put_bare_operand(struct bl_body_text *b, const struct bl_operand *operand)
{
    switch (operand->kind) {
    case BL_OPERAND_VALUE: bl_put_operand_value(b, operand->number); break;
    case BL_OPERAND_BLOCK: bl_put_block_name(b->p, operand->number); break;
    case BL_OPERAND_METADATA: bl_put_metadata(b->p, (uint32_t)operand->number); break;
    default: bl_text_u64(b->t, operand->number); break;
    }
}

void bl_put_operand(struct bl_body_text *b, const struct bl_operand *operand)
{
    if (operand->kind == BL_OPERAND_BLOCK) {
        bl_text_put(b->t, "label ");
    } else if (operand->kind == BL_OPERAND_METADATA) {
        bl_text_put(b->t, "metadata ");
    } else if (operand->kind == BL_OPERAND_VALUE && operand->type == BL_NONE) {
        bl_put_typed_value(b->p, BL_NONE, operand->number);
        return;
    } else if (operand->kind == BL_OPERAND_VALUE) {
        bl_put_type(b->p, operand->type);
        bl_text_char(b->t, ' ');
    }
    bl_put_bare_operand(b, operand);
}
