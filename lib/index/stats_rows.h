/* index/stats_rows.h - counts of blocks and records, to be added up
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All sums are independent of the order in which they were made. What depends on order, where a
 * block was seen first and what it was called there, is decided by the place that goes with it.
 */
#ifndef BL_INDEX_STATS_ROWS_H
#define BL_INDEX_STATS_ROWS_H

#include "base/map.h"
#include "bitleap_index.h"
#include "bitleap_stats.h"
#include "stream/blockinfo.h"
#include "stream/decoder.h"

/* Places are in order of streams, then of bits. */
struct bl_stats_place {
    uint64_t stream, bit_pos;
};

struct bl_stats_row {
    struct bl_stats_block block; /* except the name and the sums over records */
    struct bl_stats_place first, named;
    const void *names; /* bl_walk_names() where such a block was seen last, if */
    bool is_seen;      /* one was in this walk */
    char *name;        /* NULL: none */
    size_t name_cap;
    struct bl_stats_count *counts; /* by code and abbreviation; n_abbreviated is not kept */
    uint32_t n_counts, cap_counts;
    struct bl_record_counts *recent; /* not yet in counts; or NULL */
    struct bl_map by_code;           /* and abbreviation id; to counts; empty where they are few */
};

enum {
    BL_STATS_LAST = 32,   /* ids of LLVM's blocks are below */
    BL_STATS_RECENT = 64, /* rows that have recent counts at once: they are large */
};

struct bl_stats_rows {
    struct bl_stats_row *v;
    uint32_t n, cap;
    struct bl_map by_id;          /* and kind; to v */
    uint32_t last[BL_STATS_LAST]; /* a row that was found for such an id, modulo their number */
    uint64_t n_top_blocks;
    uint32_t max_counts;  /* that a row has */
    uint32_t n_recent;    /* rows that have recent counts */
    uint32_t last_recent; /* the last one that came to have them */
};

/* The row of the blocks of ID (or role) in streams of KIND, made if there is none;
 * UINT32_MAX: no memory. */
uint32_t bl_stats_make_row(struct bl_stats_rows *rows, enum bl_stream_kind kind, uint32_t id);
static inline uint32_t bl_stats_row(struct bl_stats_rows *rows, enum bl_stream_kind kind,
                                    uint32_t id)
{
    uint32_t last = rows->last[id % BL_STATS_LAST];
    if (last < rows->n && rows->v[last].block.block_id == id && rows->v[last].block.kind == kind)
        return last;
    return bl_stats_make_row(rows, kind, id);
}

/* A block of ROW at PLACE, inside one of PARENT_ID; NAME may be empty. */
int bl_stats_see(struct bl_stats_row *row, struct bl_stats_place place, uint32_t parent_id,
                 struct bl_view name);

/* N records more. */
int bl_stats_count_in(struct bl_stats_rows *rows, struct bl_stats_row *row, uint32_t code,
                      uint32_t abbrev_id, uint64_t n, uint64_t bits);

/* Give ROW recent counts, if need be those of the row that came to have them last. */
int bl_stats_need_recent(struct bl_stats_rows *rows, uint32_t row);

/* The last record that row->recent has no place for is counted, and others like it have one. */
int bl_stats_count_other(struct bl_stats_rows *rows, struct bl_stats_row *row);

/* What is recent goes to the counts. */
int bl_stats_settle(struct bl_stats_rows *rows);

/* Add what FROM has, where streams are numbered after N_BEFORE of them (0: as in ROWS). */
int bl_stats_merge(struct bl_stats_rows *rows, const struct bl_stats_rows *from, uint64_t n_before);

void bl_stats_rows_release(struct bl_stats_rows *rows);

#endif
