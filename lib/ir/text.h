/* ir/text.h - operands that are characters
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_TEXT_H
#define BL_IR_TEXT_H

#include "base/arena.h"
#include "bitleap.h"

/* REC's operands from FIRST on as bytes, kept in ARENA. BL_E_NOMEM leaves *TEXT empty. */
int bl_ir_text(struct bl_arena *arena, const struct bl_record *rec, uint32_t first,
               struct bl_view *text);

#endif
