/* print/data_layout.h - data layouts, with what LLVM adds to them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_DATA_LAYOUT_H
#define BL_PRINT_DATA_LAYOUT_H

#include "print/printer.h"

/* The first of them (data_layout.c), if there is one, with what LLVM adds to it. */
void bl_put_data_layout(struct bl_printer *p);
/* The address space that the data layout gives to functions. */
uint64_t bl_code_space(const struct bl_printer *p);

#endif
