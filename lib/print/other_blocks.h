/* print/other_blocks.h - basic blocks of functions other than the one at hand
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_OTHER_BLOCKS_H
#define BL_PRINT_OTHER_BLOCKS_H

#include "print/printer.h"

/* "%name" or "%7" of BLOCK of any function (other_blocks.c). */
void bl_put_block_of(struct bl_printer *p, uint32_t function, uint32_t block);
void bl_other_blocks_release(struct bl_printer *p);

#endif
