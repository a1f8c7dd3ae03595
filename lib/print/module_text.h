/* print/module_text.h - the top level of a module as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_MODULE_TEXT_H
#define BL_PRINT_MODULE_TEXT_H

#include "print/printer.h"

/* All in front of the functions, and all after them. MODULE_ID is what "; ModuleID = " names. */
void bl_put_module_head(struct bl_printer *p, struct bl_view module_id);
void bl_put_module_tail(struct bl_printer *p);
/* "target datalayout = …" and "target triple = …", lines. */
void bl_put_target(struct bl_printer *p);
/* "$name = comdat any", a line. */
void bl_put_comdat_definition(struct bl_printer *p, uint32_t number);
/* Variable and function VALUE as G says: its own record, or how it is declared elsewhere. */
void bl_put_variable(struct bl_printer *p, uint32_t value, const struct bl_global *g);
/* "%struct.a = type { i32 }", a line. */
void bl_put_struct(struct bl_printer *p, uint32_t type);
/* A variable, an alias or an ifunc, a line. */
void bl_put_global_line(struct bl_printer *p, uint32_t value);
/* Words that globals and functions share: "private ", "dso_local ", "hidden ", … each followed by
 * a space. */
void bl_put_linkage(struct bl_printer *p, const struct bl_global *g);
/* ", section \"x\"", ", partition \"x\"", ", comdat($x)" with COMMA ","; functions have "". */
void bl_put_section(struct bl_printer *p, const struct bl_global *g, const char *comma);
void bl_put_comdat(struct bl_printer *p, const struct bl_global *g, const char *comma);

#endif
