/* bitleap_index.h - where every block of a stream is, found by block lengths
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_INDEX_H
#define BITLEAP_INDEX_H

#include "bitleap_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Index ---- */

/* Where the blocks of a stream stand. Opaque; 32 bytes a block, four more for a module, SYMTAB or
 * STRTAB at the top level, and some more in blocks nested sixteen deep. */
struct bl_index;

/* Open an index of STREAM. Walks the top level only, leaping from block to block. A top level that
 * is damaged or followed by something else does not fail: see bl_index_end(). The stream's bytes
 * must stay until bl_index_close(). Errors: BL_E_NOMEM, BL_E_LIMIT. */
BL_API int bl_index_open(struct bl_index **index, const struct bl_stream *stream,
                         struct bl_error *err);
/* NULL is ignored. */
BL_API void bl_index_close(struct bl_index *index);

/* Blocks known so far. They are numbered from 0 in the order in which they were found; the number
 * of a block never changes. Below, BLOCK is such a number, or BL_NO_BLOCK where that is said: for
 * any other, what can fail answers BL_E_ARGUMENT, and what cannot must not be called. */
BL_API uint32_t bl_index_count(const struct bl_index *index);

/* The children of BLOCK (BL_NO_BLOCK: the top level), in stream order. The first call walks BLOCK's
 * own records and leaps over each sub-block; later calls answer from memory. They are numbered
 * *first to *first + *count - 1. On failure (damage in BLOCK) the children found before it are
 * answered all the same and the status is negative, now and on every later call. BL_E_NOMEM: none
 * are answered, and BLOCK can be asked again. */
BL_API int bl_index_children(struct bl_index *index, uint32_t block, uint32_t *first,
                             uint32_t *count, struct bl_error *err);

/* Find the children of all blocks below BLOCK, to DEPTH levels (0: none, UINT32_MAX: all). Goes on
 * behind damage and returns the first failure. When all levels below BL_NO_BLOCK have been found,
 * and nothing failed with BL_E_NOMEM, the index does not change any more until it is closed, and
 * may be shared by threads. */
BL_API int bl_index_expand(struct bl_index *index, uint32_t block, uint32_t depth,
                           struct bl_error *err);

/* What is known of a block. */
struct bl_index_entry {
    struct bl_block block;
    uint32_t parent; /* block number, or BL_NO_BLOCK */
    bool expanded;   /* children and records have been looked for; otherwise both counts are 0 */
    /* They could not all be read. Of BLOCKINFO, which is read when it or a block behind it is asked
     * for its name or entries, what it says could not. */
    bool damaged;
    uint32_t n_children;  /* sub-blocks */
    uint32_t first_child; /* block number of the first one */
    uint32_t n_records;   /* own records, without those of sub-blocks */
};

/* Cannot fail for BLOCK < bl_index_count(). */
BL_API struct bl_index_entry bl_index_get(const struct bl_index *index, uint32_t block);

/* The known block behind AT in stream order (preorder), at most DEPTH levels below where the round
 * began: start with *level = 0 and AT the root (BL_NO_BLOCK: the top level), then pass what was
 * returned. BL_NO_BLOCK: the round is over. */
BL_API uint32_t bl_index_next(const struct bl_index *index, uint32_t at, uint32_t depth,
                              uint32_t *level);

/* *BLOCK is the innermost block around bit BIT_POS, or BL_NO_BLOCK. Expands what is needed; where
 * that fails, the status is negative, and *BLOCK the innermost one that is known. */
BL_API int bl_index_find(struct bl_index *index, uint64_t bit_pos, uint32_t *block);

/* Why and where the top level ended: BL_OK at the end of the stream, or with only zero bytes
 * behind; otherwise the status, with ERR told more. *bit_pos is the first bit that was not taken
 * as a block. */
BL_API int bl_index_end(const struct bl_index *index, uint64_t *bit_pos, struct bl_error *err);

/* A cursor at the first entry of BLOCK, or of the top level (BL_NO_BLOCK). Release it with
 * bl_cursor_release(). Where there is no memory for the BLOCKINFO in force, the first entry fails.
 * Errors: BL_E_ARGUMENT (no such block); then every entry fails, with nothing to release. */
BL_API int bl_index_cursor(struct bl_index *index, uint32_t block, struct bl_cursor *cursor);

/* Fill ERR's path with the blocks around BLOCK and BLOCK itself. */
BL_API void bl_index_path(const struct bl_index *index, uint32_t block, struct bl_error *err);

/* BLOCKNAME and SETRECORDNAME as BLOCKINFO gives them where BLOCK stands. data is NULL where there
 * is none. Borrowed from the index. */
BL_API struct bl_view bl_index_block_name(struct bl_index *index, uint32_t block);
BL_API struct bl_view bl_index_record_name(struct bl_index *index, uint32_t block, uint32_t code);

#ifdef __cplusplus
}
#endif

#endif /* BITLEAP_INDEX_H */
