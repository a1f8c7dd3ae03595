/* print/constant_nesting.h - which constants lead back to themselves
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Only damaged files have such. They are looked for only where printing has come deep; from then on
 * it depends on the constant alone what it is printed as, not on where that began.
 */
#ifndef BL_PRINT_CONSTANT_NESTING_H
#define BL_PRINT_CONSTANT_NESTING_H

#include "print/printer.h"

/* Zeroes, until they are found. */
struct bl_nesting {
    uint8_t *states;
    uint32_t n;
};

/* Those of the module and, inside of one, of the body, unless they have been found. False: there is
 * no memory. */
bool bl_nesting_find(struct bl_printer *p, struct bl_nesting *of_module,
                     struct bl_nesting *of_body);
/* Constant NUMBER contains itself, or one that does. */
bool bl_nesting_is_endless(const struct bl_nesting *nesting, uint64_t number);
void bl_nesting_release(struct bl_nesting *nesting);

#endif
