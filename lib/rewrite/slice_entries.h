/* rewrite/slice_entries.h - where the entries of a module are, and what each is the record of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Read once for all slices of a module: so each of them goes through a list of numbers, and reads
 * those records alone that it keeps.
 */
#ifndef BL_REWRITE_SLICE_ENTRIES_H
#define BL_REWRITE_SLICE_ENTRIES_H

#include "bitleap_stream.h"

enum bl_slice_entry_kind {
    BL_SLICED_STAYS,  /* as it is: an abbreviation, a record or block that all slices have */
    BL_SLICED_OPENED, /* a block, whose entries follow, up to BL_SLICED_ENDED; number: a cursor */
    BL_SLICED_ENDED,  /* its END_BLOCK, or that of the module */
    BL_SLICED_BODY,   /* a FUNCTION block; number: of its function, or BL_NONE */
    BL_SLICED_BLOCK_OF_SUMMARY,
    BL_SLICED_BLOCK_OF_USES,
    BL_SLICED_NUMBERED,  /* a record that stays, with its new numbers, where number, of set, does */
    BL_SLICED_UNCHANGED, /* likewise, but it has no numbers */
    BL_SLICED_GROUP,     /* number: of a group of attributes */
    BL_SLICED_SET_TYPE,  /* of the constants up to the next one */
    BL_SLICED_READ,      /* a record that is read to find out; set: of what block */
};

/* Where it is said at which bits entries are. */
enum bl_slice_places {
    BL_PLACES_LISTED,  /* bl_slice_entries.positions, from `first` on */
    BL_PLACES_GLOBALS, /* by value: records of global values, which the module knows */
    BL_PLACES_BODIES,  /* likewise; those that have no body are none */
    BL_PLACES_FNENTRIES,
};

/* One, or several in a row that are alike, with numbers that follow each other. */
struct bl_slice_entry {
    uint32_t n, first;
    uint32_t number;           /* of the first one */
    uint8_t kind, set, places; /* set: bl_numbered; places: bl_slice_places */
};

/* Whether numbers of KIND, a bl_slice_entry_kind, follow each other. */
static inline bool bl_slice_is_counted(unsigned kind)
{
    return kind == BL_SLICED_NUMBERED || kind == BL_SLICED_UNCHANGED || kind == BL_SLICED_BODY;
}

/* Zero-initialise. */
struct bl_slice_entries {
    struct bl_slice_entry *items; /* in the order of the module; the last one is its end */
    uint32_t n, cap;
    uint64_t *positions; /* of bits */
    uint32_t n_positions, cap_positions;
    const uint64_t *bodies, *fnentries; /* likewise, by value; 0: there is none */
    struct bl_cursor **cursors; /* that know the abbreviations of a block; the first: the module */
    uint32_t *blocks;           /* ids of these */
    uint32_t n_cursors, cap_cursors, cap_blocks;
    bool is_complete;
};

struct bl_slice;

/* Where number I of ENTRY is; 0: there is none. */
uint64_t bl_slice_entry_pos(const struct bl_slice *s, const struct bl_slice_entry *entry,
                            uint32_t i);

/* Read them if they have not been read. Errors: BL_E_MISMATCH (a block or record is not known),
 * those of reading. */
int bl_slice_entries_read(struct bl_slice *s, struct bl_error *err);
void bl_slice_entries_release(struct bl_slice_entries *e);

#endif
