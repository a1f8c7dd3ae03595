/* print/predecessors.h - the blocks that lead to a block, in LLVM's order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_PREDECESSORS_H
#define BL_PRINT_PREDECESSORS_H

#include "print/printer.h"

/* The predecessors of block I are blocks[first[I]] to blocks[first[I + 1]], in order. */
struct bl_predecessors {
    uint32_t *first, *blocks;
};

/* Those of the body that is loaded, in its arena. False: there is no memory. */
bool bl_find_predecessors(struct bl_printer *p, struct bl_predecessors *preds);

#endif
