/* print/summary_text.h - summaries of ThinLTO as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_SUMMARY_TEXT_H
#define BL_PRINT_SUMMARY_TEXT_H

#include "print/printer.h"

/* ThinLTO's, "^0 = module: …"; PATH is what the module is called. */
void bl_put_summary(struct bl_printer *p, struct bl_view path);
/* Whether the module has one. */
bool bl_has_summary(struct bl_printer *p);

#endif
