/* index/index.h - what the layer above needs of an index, beside the public functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_INDEX_INDEX_H
#define BL_INDEX_INDEX_H

#include "base/bound.h"
#include "bitleap_index.h"

/* The stream it was opened on. */
const struct bl_stream *bl_index_stream(const struct bl_index *ix);

/* The numbers of the top-level blocks of one id, in order. */
struct bl_top_blocks {
    const uint32_t *blocks;
    uint32_t n;
};

/* Those of ID: MODULE, SYMTAB or STRTAB, of which a stream may have many, and each looks for those
 * around it. Borrowed. */
struct bl_top_blocks bl_index_top_blocks(const struct bl_index *ix, uint32_t id);

/* How many of TOPS are before BLOCK; BL_NO_BLOCK: all. */
static inline uint32_t bl_top_blocks_before(const struct bl_top_blocks *tops, uint32_t block)
{
    uint32_t lo = 0;
    uint32_t hi = tops->n;
    BL_LOWER_BOUND(lo, hi, mid, tops->blocks[mid] < block);
    return lo;
}

/* The first of TOPS after BLOCK, or BL_NO_BLOCK. */
static inline uint32_t bl_top_blocks_after(const struct bl_top_blocks *tops, uint32_t block)
{
    uint32_t i = bl_top_blocks_before(tops, block + 1);
    return i < tops->n ? tops->blocks[i] : BL_NO_BLOCK;
}

/* The first BLOB of BLOCK, a SYMTAB or STRTAB of the top level. It is looked for once, as many
 * modules may share it. 1 found, 0 none, negative on failure. Borrowed from the stream. */
int bl_index_blob(struct bl_index *ix, uint32_t block, struct bl_view *blob);

/* What BLOCKINFO blocks before BLOCK have put in force for it; NULL: nothing.
 * Borrowed. BL_E_NOMEM. */
int bl_index_read_blockinfo(struct bl_index *ix, uint32_t block, const struct bl_blockinfo **info);

#endif
