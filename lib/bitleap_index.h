/* bitleap_index.h - where every block of a stream is, found by block lengths
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_INDEX_H
#define BITLEAP_INDEX_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* ---- Index ---- */

/* Where the blocks of a stream are. Opaque; 32 bytes a block, four more for a module, SYMTAB or
 * STRTAB at the top level, and a few more in blocks nested sixteen deep. */
struct bl_index;

/* Open an index of STREAM. Walks the top level only, jumping from block to block. A top level that
 * is damaged, or followed by other bytes, is not a failure: see bl_index_end(). The stream's bytes
 * must stay until bl_index_close(). Errors: BL_E_NOMEM, BL_E_LIMIT. */
BL_API int bl_index_open(struct bl_index **index, const struct bl_stream *stream,
                         struct bl_error *err);
/* Close INDEX. NULL is ignored. */
BL_API void bl_index_close(struct bl_index *index);

/* Number of blocks known so far. They are numbered from 0 in the order in which they were found;
 * the number of a block never changes. BLOCK below is such a number, or BL_NONE where the
 * comment allows it. For any other number functions that can fail return BL_E_ARGUMENT; do not call
 * the others. */
BL_API uint32_t bl_index_count(const struct bl_index *index);

/* The children of BLOCK (BL_NONE: the top level), in stream order, numbered *first to *first +
 * *count - 1. The first call walks BLOCK's own records and jumps over each sub-block; later calls
 * answer from memory. If BLOCK is damaged, the children before the damage are returned and the
 * status is negative, now and on every later call. With BL_E_NOMEM none are returned, and the
 * caller can try again. */
BL_API int bl_index_children(struct bl_index *index, uint32_t block, uint32_t *first,
                             uint32_t *count, struct bl_error *err);

/* Find the children of all blocks below BLOCK, to DEPTH levels (0: none, UINT32_MAX: all).
 * Continues after damage and returns the first failure. Once all levels below BL_NONE have been
 * expanded without BL_E_NOMEM, the index never changes again, and threads may share it. Walking all
 * blocks takes longer than what each of a few threads needs for an index of its own. */
BL_API int bl_index_expand(struct bl_index *index, uint32_t block, uint32_t depth,
                           struct bl_error *err);

/* What is known of a block. */
struct bl_index_entry {
    struct bl_block block;
    uint32_t parent; /* block number, or BL_NONE */
    bool expanded;   /* children and records have been looked for; otherwise both counts are 0 */
    /* Not all of them could be read. For BLOCKINFO, which is read when a caller asks for the names
     * or entries of it or of a later block: its contents could not be read. */
    bool damaged;
    uint32_t n_children;  /* sub-blocks */
    uint32_t first_child; /* block number of the first one */
    uint32_t n_records;   /* own records, without those of sub-blocks */
    BL_SLACK(2)
};

/* What is known of BLOCK. Cannot fail for BLOCK < bl_index_count(). */
BL_API struct bl_index_entry bl_index_get(const struct bl_index *index, uint32_t block);

/* The next known block after AT in stream order (preorder), at most DEPTH levels below the root of
 * the traversal: start with *level = 0 and AT the root (BL_NONE: the top level), then pass the
 * result. BL_NONE: the traversal is complete. */
BL_API uint32_t bl_index_next(const struct bl_index *index, uint32_t at, uint32_t depth,
                              uint32_t *level);

/* Set *BLOCK to the innermost block around bit BIT_POS, or to BL_NONE. Expands blocks as
 * needed; if that fails, the status is negative and *BLOCK the innermost known block. */
BL_API int bl_index_find(struct bl_index *index, uint64_t bit_pos, uint32_t *block,
                         struct bl_error *err);

/* Why and where the top level ended: BL_OK at the end of the stream, or if only zero bytes follow;
 * otherwise the failure, which ERR describes. *bit_pos is the first bit that is not part of a
 * block. */
BL_API int bl_index_end(const struct bl_index *index, uint64_t *bit_pos, struct bl_error *err);

/* A cursor at the first entry of BLOCK, or of the top level (BL_NONE). Release it with
 * bl_cursor_release(). Errors: BL_E_ARGUMENT (no such block), BL_E_NOMEM; then every entry of
 * CURSOR fails likewise, with nothing to release. */
BL_API int bl_index_cursor(struct bl_index *index, uint32_t block, struct bl_cursor *cursor,
                           struct bl_error *err);

/* A cursor at the first entry of the sub-block that PARENT, a cursor of INDEX, has announced last;
 * PARENT's next entry is the one after that block. Release it with bl_cursor_release(). Errors:
 * BL_E_ARGUMENT (no sub-block was announced, or it is none of INDEX), BL_E_NOMEM; then every entry
 * of CHILD fails likewise, with nothing to release. */
BL_API int bl_index_enter(struct bl_index *index, const struct bl_cursor *parent,
                          struct bl_cursor *child, struct bl_error *err);

/* Fill ERR's path with the blocks around BLOCK and BLOCK itself. */
BL_API void bl_index_path(const struct bl_index *index, uint32_t block, struct bl_error *err);

/* BLOCKNAME and SETRECORDNAME of the BLOCKINFO in force at BLOCK, the number of a block in INDEX,
 * not its id; data is NULL if there is none. Borrowed from the index. */
BL_API struct bl_view bl_index_block_name(struct bl_index *index, uint32_t block);
BL_API struct bl_view bl_index_record_name(struct bl_index *index, uint32_t block, uint32_t code);

BL_END_DECLS

#endif /* BITLEAP_INDEX_H */
