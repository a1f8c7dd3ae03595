/* print/block_text.h - the basic blocks of a body as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_BLOCK_TEXT_H
#define BL_PRINT_BLOCK_TEXT_H

#include "print/operand_text.h"

/* What is common to all lines of the body that is loaded and named, without predecessors. */
struct bl_body_text bl_body_text(struct bl_printer *p);
/* "  %2 = add i32 %0, 1, !dbg !7": INST, number INDEX of the body, which is known, without its
 * debug records and the end of the line. The next one is printed next. As other instructions may be
 * looked at, INST, of bl_code_at(), is to be asked for again. */
void bl_put_instruction_line(struct bl_body_text *b, const struct bl_instruction *inst,
                             uint32_t index);
/* Everything of p->loaded.body after "{\n", without "}". */
void bl_put_body(struct bl_printer *p);

#endif
