/* index/index.h - what the layer above needs of an index, beside the public functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_INDEX_INDEX_H
#define BL_INDEX_INDEX_H

#include "base/bound.h"
#include "bitleap_index.h"

enum {
    BL_MAX_TOP_KINDS = 3
};

/* Blocks of the top level that the layer above looks for, by ids. Those of the first N_WITH_BLOB
 * ids hold a BLOB that many others use, in the first record of the code at the same place. */
struct bl_top_kinds {
    uint32_t n, n_with_blob;
    uint32_t ids[BL_MAX_TOP_KINDS];
    uint32_t blob_codes[BL_MAX_TOP_KINDS];
};

/* As bl_index_open(), which is that with the kinds of LLVM IR. */
int bl_index_open_by(struct bl_index **index, const struct bl_stream *stream,
                     const struct bl_top_kinds *kinds, struct bl_error *err);

/* The stream it was opened on. */
const struct bl_stream *bl_index_stream(const struct bl_index *ix);

/* The numbers of the top-level blocks of one id, in order. */
struct bl_top_blocks {
    const uint32_t *blocks;
    uint32_t n;
};

/* Those of ID, one of its kinds, of which a stream may have many. Borrowed. */
struct bl_top_blocks bl_index_top_blocks(const struct bl_index *ix, uint32_t id);

/* How many of TOPS are before BLOCK; BL_NONE: all. */
static inline uint32_t bl_top_blocks_before(const struct bl_top_blocks *tops, uint32_t block)
{
    uint32_t lo = 0;
    uint32_t hi = tops->n;
    BL_LOWER_BOUND(lo, hi, mid, tops->blocks[mid] < block);
    return lo;
}

/* The first of TOPS after BLOCK, or BL_NONE. */
static inline uint32_t bl_top_blocks_after(const struct bl_top_blocks *tops, uint32_t block)
{
    uint32_t i = bl_top_blocks_before(tops, block + 1);
    return i < tops->n ? tops->blocks[i] : BL_NONE;
}

/* The BLOB of BLOCK, of a kind that has one. It is looked for once, as many may share it. 1 found,
 * 0 none, negative on failure, where BLOB is what is there of one that is cut off. Borrowed from
 * the stream. */
int bl_index_blob(struct bl_index *ix, uint32_t block, struct bl_view *blob);

/* What BLOCKINFO blocks before BLOCK have put in force for it; NULL: nothing.
 * Borrowed. BL_E_NOMEM. */
int bl_index_read_blockinfo(struct bl_index *ix, uint32_t block, const struct bl_blockinfo **info);

#endif
