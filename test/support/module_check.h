/* support/module_check.h - what must hold for the modules in any bytes whatever
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_MODULE_CHECK_H
#define BL_SUPPORT_MODULE_CHECK_H

#include "bitleap.h"

/* Open each module of the stream in BYTES, ask for everything that modules say, and hold the
 * answers against each other:
 *
 *  - one value, decoded alone, is as in the table of all, and has the name that it is asked for by;
 *  - a name that some value has is found;
 *  - a body is a FUNCTION block inside the module, and only a function with a body has one;
 *  - names and texts lie within their size, and the producer's name in the room for it;
 *  - there are as many symbols from records as global values, before those of assembly.
 *
 * NULL: all hold. Otherwise the one that does not. Static. */
const char *module_check(struct bl_view bytes);

#endif
