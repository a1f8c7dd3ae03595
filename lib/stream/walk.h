/* stream/walk.h - what the index needs of a walk
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_STREAM_WALK_H
#define BL_STREAM_WALK_H

#include "bitleap_stream.h"
#include "bitleap_walk.h"
#include "stream/blockinfo.h"
#include "stream/decoder.h"

enum {
    BL_ALL_WALK_FLAGS =
        BL_WALK_SKIP | BL_WALK_LLVM | BL_WALK_RECOVER | BL_WALK_FLAT | BL_WALK_ACROSS
};

/* A walk of one block: PATH is the blocks around it, outermost first, and itself, N_PATH of them
 * (at least 1). INFO is the BLOCKINFO in force for it, or NULL; it must stay until
 * bl_walk_close(). */
int bl_walk_open_inside(struct bl_walk **walk, const struct bl_stream *stream, unsigned flags,
                        const struct bl_block *path, uint32_t n_path,
                        const struct bl_blockinfo *info, struct bl_error *err);

/* Count the records that come next in the innermost block, as count_all of struct bl_decoder.
 * *END_POS is where they end, even on failure; where there are none, it stays. */
int bl_walk_count_records(struct bl_walk *walk, struct bl_record_counts *counts, uint64_t *end_pos,
                          struct bl_error *err);

/* Records between two entries of a block that are none, which have been read without a failure. */
struct bl_read_span {
    uint64_t from, to;
};

/* Such spans, in ascending order; those that are not are of no use. Zero-initialise, bl_drop() the
 * items. */
struct bl_read_spans {
    struct bl_read_span *items;
    uint32_t n, cap;
    uint32_t next; /* for bl_walk_pass() */
};

/* Where a span of SPANS begins here, in the innermost block, go to its end, which is *END_POS
 * then. */
void bl_walk_pass(struct bl_walk *walk, struct bl_read_spans *spans, uint64_t *end_pos);

/* The block at LEVEL, 0 for a top-level one, and the id of the one around it; NULL: no block is
 * open there. */
const struct bl_block *bl_walk_open_block(const struct bl_walk *walk, uint32_t level,
                                          uint32_t *parent_id);

/* The code of the first entry of that block, if that is a record and can be read. */
bool bl_walk_first_code(const struct bl_walk *walk, uint32_t level, uint32_t *code);

/* The bits of EVENT, which WALK has returned last, and how many its abbreviation id has. */
struct bl_bits bl_walk_bits(const struct bl_walk *walk, const struct bl_event *event,
                            uint32_t *id_width);

/* The record of EVENT, which WALK has returned last, under BL_WALK_SKIP; borrowed until the next
 * call. Errors: as bl_walk_next(). */
int bl_walk_record(struct bl_walk *walk, const struct bl_event *event,
                   const struct bl_record **record, struct bl_error *err);

/* What is open around a place between two entries: blocks, outermost first. */
struct bl_walk_frame {
    struct bl_block block;
    const struct bl_blockinfo *info; /* in force where the block begins, or NULL */
    /* The block's own abbreviations, so far; borrowed, and of its arrays only these
     * many are looked at. */
    struct bl_abbrev_set own;
    uint64_t abbrev_bytes_left;
};

/* A walk from BIT_POS, where an entry begins in the last of N FRAMES (none: the top level) and INFO
 * (or NULL) is in force, to STOP_POS, where an entry begins that is no record. BLOCKINFOs in KNOWN
 * are not read again, others may take BYTES_LEFT; both KNOWN and INFO must stay until
 * bl_walk_close(). *WALK is NULL, or a walk that was opened so before. Then all that it had
 * returned is void, and it is closed on failure. */
int bl_walk_open_between(struct bl_walk **walk, const struct bl_stream *stream, unsigned flags,
                         const struct bl_walk_frame *frames, uint32_t n,
                         struct bl_blockinfo_places *known, uint64_t bytes_left,
                         const struct bl_blockinfo *info, uint64_t bit_pos, uint64_t stop_pos,
                         struct bl_error *err);

#endif
