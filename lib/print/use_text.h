/* print/use_text.h - how often values are used, in comments as llvm-dis --show-annotations has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Nothing is printed unless bl_printer_show_uses() was called.
 */
#ifndef BL_PRINT_USE_TEXT_H
#define BL_PRINT_USE_TEXT_H

#include "print/printer.h"

/* "; [#uses=2]", a line before function VALUE. */
void bl_put_uses_of_function(struct bl_printer *p, uint32_t value);
/* "; [#uses=1 type=ptr]" at the end of the line of global VALUE. */
void bl_put_uses_of_global(struct bl_printer *p, uint32_t value);
/* Count in the body that has been loaded. */
void bl_begin_uses_of_body(struct bl_printer *p);
/* "; [#uses=1 type=i32] [debug line = 3:7] [debug variable = x]" at the end of its line. */
void bl_put_uses_of_instruction(struct bl_printer *p, const struct bl_instruction *inst);

void bl_uses_release(struct bl_printer *p);

#endif
