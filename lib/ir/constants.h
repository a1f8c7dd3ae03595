/* ir/constants.h - the values that a CONSTANTS block makes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_CONSTANTS_H
#define BL_IR_CONSTANTS_H

#include "bitleap_function.h"

/* Zeroes are an empty list. */
struct bl_constant_list {
    struct bl_constant *items;
    uint32_t n, cap;
};

/* Append the constants of a CONSTANTS block, of a module or of a function; CURSOR stands at its
 * first entry, N_TYPES is the size of the type table. Reads SETTYPE records, skips all others.
 * REC is for use within. Returns BL_OK, or a failure, which is noted in CURSOR; then LIST has
 * those before it. */
int bl_constants_append(struct bl_constant_list *list, struct bl_cursor *cursor, uint32_t n_types,
                        struct bl_record *rec);

/* The cursor that single constants of the body at hand are read by, with nothing in it: to be put
 * into a CONSTANTS block, and through it. It stays the module's. NULL: no memory. */
struct bl_cursor *bl_constants_cursor(struct bl_module *module);

void bl_constants_release(struct bl_constant_list *list);

#endif
