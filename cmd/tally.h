/* cmd/tally.h - counting where the bits of streams go
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Bits are attributed as llvm-bcanalyzer does it: a block's total begins behind its block id and
 * leaves out its sub-blocks, whose abbreviation id and block id stay with the parent. What belongs
 * to no block (magic, ids of top-level blocks, what follows the last one) is the rest.
 */
#ifndef CMD_TALLY_H
#define CMD_TALLY_H

#include "bitleap.h"

/* Records of one code, or of one code and abbreviation. */
struct tally_count {
    uint32_t code;
    uint32_t abbrev_id; /* in `by_abbrev` */
    uint64_t n, n_abbreviated, bits;
};

enum {
    TALLY_SMALL = 64
};

struct tally_counts {
    struct tally_count *v;
    uint32_t n, cap;
    uint32_t small[TALLY_SMALL]; /* code below that, abbreviation 0: number + 1 */
    uint32_t *buckets;           /* hash of code and abbreviation: number + 1 */
    uint32_t n_buckets;
};

struct tally_block {
    enum bl_stream_kind kind; /* ids mean different things in different kinds */
    uint32_t block_id;
    uint32_t parent_id; /* of the first one seen: for the name */
    uint64_t n, bits, n_sub_blocks, n_abbrevs, abbrev_bits;
    struct tally_counts by_code;
    struct tally_counts by_abbrev; /* only if asked for */
    char *name;                    /* from BLOCKINFO; malloc'ed, or NULL */
};

struct tally_level {
    uint32_t block;    /* number in tally.blocks */
    uint64_t bits_out; /* bits of sub-blocks */
    uint64_t begin;
};

struct tally {
    struct tally_block *blocks;
    uint32_t n_blocks, cap_blocks;
    struct tally_level *levels;
    uint32_t n_levels, cap_levels;
    uint64_t n_top_blocks;
    bool want_abbrevs; /* fill by_abbrev */
    bool roles;        /* tell blocks by their role (bl_ir_block_role) instead of their id */
    bool no_memory;
};

/* A stream has failed: END_POS is the last bit that was read. Blocks still open end there. */
void tally_break(struct tally *t, uint64_t end_pos);
/* Take the next event of WALK. */
void tally_event(struct tally *t, enum bl_stream_kind kind, const struct bl_walk *walk,
                 const struct bl_event *event);
/* The innermost open block, or NULL. */
struct tally_block *tally_current(struct tally *t);
void tally_release(struct tally *t);

/* All records of BLOCK. */
struct tally_count tally_records(const struct tally_block *block);

/* Blocks ascending by kind and id, as pointers into T; malloc'ed, n_blocks of them. */
struct tally_block **tally_sorted(const struct tally *t);
/* Counts descending by number of records, then by code; likewise. */
struct tally_count **tally_counts_sorted(const struct tally_counts *counts);

#endif
