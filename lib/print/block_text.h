/* print/block_text.h - the basic blocks of a body as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_BLOCK_TEXT_H
#define BL_PRINT_BLOCK_TEXT_H

#include "print/printer.h"

/* Everything of p->loaded.body after "{\n", without "}". */
void bl_put_body(struct bl_printer *p);

#endif
