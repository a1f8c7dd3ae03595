/* print/call_text.h - calls, and shuffles with their masks, as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_CALL_TEXT_H
#define BL_PRINT_CALL_TEXT_H

#include "print/operand_text.h"

/* A call, an invoke or a callbr after its opcode and flags. */
void bl_put_call(struct bl_body_text *b, const struct bl_instruction *inst);
/* A shufflevector after its opcode. */
void bl_put_shufflevector(struct bl_body_text *b, const struct bl_instruction *inst);

#endif
