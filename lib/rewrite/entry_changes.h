/* rewrite/entry_changes.h - what is to be changed in a stream, by position
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_ENTRY_CHANGES_H
#define BL_REWRITE_ENTRY_CHANGES_H

#include "base/arena.h"
#include "bitleap_rewrite.h"

enum bl_change_kind {
    BL_CHANGE_INSERT, /* a record before the entry */
    BL_CHANGE_INSERT_BLOCK,
    BL_CHANGE_REPLACE,
    BL_CHANGE_DROP,     /* the entry */
    BL_CHANGE_DROP_ALL, /* entries in a row, no further than the end of the block */
};

/* What is written; its blob is the body of a block. */
struct bl_change_text {
    struct bl_new_record record;
    uint32_t id_width, block_id;
};

/* There may be one for each record. */
struct bl_change {
    uint64_t bit_pos;
    uint32_t number;                   /* in the order in which they were made */
    uint8_t kind;                      /* bl_change_kind */
    const struct bl_change_text *text; /* DROP, DROP_ALL: NULL */
    uint64_t end_pos;                  /* DROP_ALL: of the first entry that stays */
};

/* Zero-initialise to make an empty list. */
struct bl_changes {
    struct bl_change *items;
    uint32_t n, cap;
    bool is_unsorted;
    struct bl_arena arena;
};

/* Append CHANGE, and copy its text, with what the record borrows. BL_E_NOMEM leaves the list as it
 * was. */
int bl_changes_add(struct bl_changes *changes, const struct bl_change *change);
/* By position: what is inserted before an entry comes first, in the order in which it was added. */
void bl_changes_sort(struct bl_changes *changes);
/* Entries that have a change. Sorts. */
uint32_t bl_changes_count(struct bl_changes *changes);
void bl_changes_release(struct bl_changes *changes);

#endif
