/* print/instruction_text.h - instructions as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_INSTRUCTION_TEXT_H
#define BL_PRINT_INSTRUCTION_TEXT_H

#include "print/operand_text.h"

/* INST, without what is attached to it. */
void bl_put_instruction(struct bl_body_text *b, const struct bl_instruction *inst);

#endif
