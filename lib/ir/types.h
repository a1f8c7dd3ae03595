/* ir/types.h - reading type tables
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_TYPES_H
#define BL_IR_TYPES_H

#include "base/arena.h"
#include "bitleap.h"

/* A type table and its storage; zeroes are an empty one. */
struct bl_type_table {
    struct bl_types pub;
    struct bl_type *types;
    uint32_t *parts;
    uint32_t *ints;
    struct bl_arena text; /* names */
    uint32_t n_parts, n_ints;
    uint32_t cap_types, cap_parts, cap_ints;
};

/* Read the TYPE block number BLOCK of INDEX, in its old form if IS_OLD, and the names of types in the
 * TYPE_SYMTAB_OLD block NAMES (BL_NO_BLOCK: none). On failure TABLE has the types before the damage.
 * TABLE is empty before. */
int bl_type_table_read(struct bl_type_table *table, struct bl_index *index, uint32_t block,
                       bool is_old, uint32_t names, struct bl_error *err);

void bl_type_table_release(struct bl_type_table *table);

#endif
