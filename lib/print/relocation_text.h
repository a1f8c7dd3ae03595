/* print/relocation_text.h - the comments after calls of a garbage collector's intrinsic
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_RELOCATION_TEXT_H
#define BL_PRINT_RELOCATION_TEXT_H

#include "print/operand_text.h"

/* " ; (%base, %derived)" after a call of llvm.experimental.gc.relocate; nothing after others. */
void bl_put_relocation(struct bl_body_text *b, const struct bl_instruction *inst);

#endif
