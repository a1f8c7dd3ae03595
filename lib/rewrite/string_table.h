/* rewrite/string_table.h - a STRTAB in the making, each string once
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As llvm::StringTableBuilder makes one (RAW, finalizeInOrder): a string begins where the table
 * ended when it was first added, nothing is between them, and no string shares another's end. So a
 * table that gets the strings of a module in LLVM's order is LLVM's, byte by byte.
 */
#ifndef BL_REWRITE_STRING_TABLE_H
#define BL_REWRITE_STRING_TABLE_H

#include "base/map.h"

struct bl_string_entry {
    uint32_t offset, size;
    uint32_t same_hash; /* number of the one before it with that hash, or BL_MAP_NONE */
};

/* Zero-initialise to make an empty one. */
struct bl_string_table {
    uint8_t *bytes;
    uint32_t n_bytes, cap_bytes;
    struct bl_string_entry *entries; /* in the order in which they came */
    uint32_t n, cap;
    struct bl_map by_hash; /* to the last one with that hash */
};

void bl_string_table_release(struct bl_string_table *table);

/* The number of TEXT among the entries; BL_MAP_NONE: it is not there. */
uint32_t bl_string_table_find(struct bl_string_table *table, struct bl_view text);

/* *OFFSET is where TEXT is, at the table's end if it was not there before. BL_E_NOMEM; BL_E_LIMIT:
 * the table would have more bytes than offsets can say. */
int bl_string_table_add(struct bl_string_table *table, struct bl_view text, uint32_t *offset);

/* Begin an empty table with BYTES, which have no entries yet. Errors as above. */
int bl_string_table_begin(struct bl_string_table *table, struct bl_view bytes);

/* The SIZE bytes at OFFSET are a string, unless it is there already. BL_E_NOMEM; BL_E_ARGUMENT:
 * they are not inside. */
int bl_string_table_note(struct bl_string_table *table, uint32_t offset, uint32_t size);

#endif
