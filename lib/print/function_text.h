/* print/function_text.h - functions as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_FUNCTION_TEXT_H
#define BL_PRINT_FUNCTION_TEXT_H

#include "print/printer.h"

/* Function VALUE, with the empty line before it: "declare …", or "define … { … }", in two steps:
 * between them it can be numbered. */
void bl_begin_function(struct bl_printer *p, uint32_t value);
void bl_end_function(struct bl_printer *p, uint32_t value);
void bl_put_declaration(struct bl_printer *p, uint32_t value, const struct bl_global *g);
/* The lines of global value VALUE alone, without the body of a function. Errors: as
 * bl_printer_print_global(). */
int bl_printer_print_stated(struct bl_printer *p, uint32_t value, bl_put_fn *put, void *context,
                            struct bl_error *err);
/* A global value of any kind, a line or, with the empty line before it, a function. */
void bl_put_global(struct bl_printer *p, uint32_t value);

#endif
