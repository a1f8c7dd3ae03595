/* print/expression_text.h - operations of DWARF expressions as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_EXPRESSION_TEXT_H
#define BL_PRINT_EXPRESSION_TEXT_H

#include "print/printer.h"

/* The N operations of an expression of this VERSION, with their arguments. */
void bl_put_operations(struct bl_printer *p, const uint64_t *ops, uint32_t n, uint64_t version);

#endif
