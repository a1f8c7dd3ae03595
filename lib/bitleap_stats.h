/* bitleap_stats.h - where the bits of streams go
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_STATS_H
#define BITLEAP_STATS_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* ---- Stats ----
 *
 * Where the bits of streams go: how many blocks of each id there are, how many records of each code
 * in them, and how many bits they take. Bits are attributed as in llvm-bcanalyzer: those of a block
 * begin after its block id and do not include its sub-blocks, whose abbreviation id and block id
 * count for the outer block. Bits outside of all blocks (magic, ids of top-level blocks, whatever
 * follows the last one) do not count.
 */
struct bl_stats;

/* For bl_stats_open(). */
enum bl_stats_flags {
    /* Read as with BL_WALK_LLVM. */
    BL_STATS_LLVM = 1,
    /* In LLVM IR count blocks by bl_ir_block_role() instead of by their id. */
    BL_STATS_ROLES = 2,
};

/* All blocks of one id. */
struct bl_stats_block {
    uint8_t kind;        /* bl_stream_kind: ids mean different things in different ones */
    uint32_t block_id;   /* or role */
    uint32_t parent_id;  /* of the block around the first one, or BL_NONE */
    struct bl_view name; /* from BLOCKINFO, the first one stated; borrowed; data may be NULL */
    uint64_t n, bits;
    uint64_t n_sub_blocks;           /* directly in them */
    uint64_t n_abbrevs, abbrev_bits; /* definitions */
    uint64_t n_records, n_abbreviated, record_bits;
    uint64_t unread_bits; /* left out because of damage */
    BL_SLACK(4)
};

/* All records of one code in them, or of one code and abbreviation. */
struct bl_stats_count {
    uint32_t code;
    /* BL_ABBREV_UNABBREV, or the abbreviation's; 0 where all are counted together */
    uint32_t abbrev_id;
    uint64_t n, n_abbreviated, bits;
    BL_SLACK(2)
};

/* Empty statistics. FLAGS: bl_stats_flags. Errors: BL_E_NOMEM. */
BL_API int bl_stats_open(struct bl_stats **stats, unsigned flags, struct bl_error *err);
/* Close STATS. NULL is ignored. */
BL_API void bl_stats_close(struct bl_stats *stats);

/* Count STREAM, on N_THREADS threads (0: bl_cores(); small streams use one). BLOCKINFO_OF is as for
 * bl_walk_open(), or NULL. Negative if a walk fails, with ERR set to the first failure; everything
 * that BL_WALK_RECOVER reaches has been counted. With BL_STATS_LLVM that is everything before the
 * failure, and open blocks end there. */
BL_API int bl_stats_add(struct bl_stats *stats, const struct bl_stream *stream,
                        const struct bl_stream *blockinfo_of, unsigned n_threads,
                        struct bl_error *err);

/* Called for stream STREAM of many, which failed; ERR is valid during the call. */
typedef void bl_stats_fail_fn(void *context, uint64_t stream, const struct bl_error *err);

/* Count all N STREAMS, as if by bl_stats_add() one after the other, on N_THREADS threads (0:
 * bl_cores()): a large stream on all of them, a small one on one. FAIL, if not NULL, is called at
 * the end for each stream that failed, in order, on the caller's thread. Names at the end of a
 * stream are unknown afterwards. Errors: BL_E_NOMEM, and not everything is counted. */
BL_API int bl_stats_add_all(struct bl_stats *stats, const struct bl_stream *const *streams,
                            uint64_t n, unsigned n_threads, bl_stats_fail_fn *fail, void *context,
                            struct bl_error *err);

/* Add what the caller has counted, in any order and in any parts. BLOCK adds its kind, block_id and
 * all sums except those over records, modulo 2^64, so that a block's bits may come as minus its
 * beginning and plus its end. With parent_id BL_NONE its n are top-level blocks, but the parent
 * stays unknown. COUNT adds code, abbrev_id, n and bits. Errors: BL_E_NOMEM. */
BL_API int bl_stats_add_blocks(struct bl_stats *stats, const struct bl_stats_block *block,
                               struct bl_error *err);
BL_API int bl_stats_add_records(struct bl_stats *stats, unsigned kind, uint32_t block_id,
                                const struct bl_stats_count *count, struct bl_error *err);
/* Add everything in FROM, as if its streams were added after those of STATS. Errors: BL_E_NOMEM. */
BL_API int bl_stats_join(struct bl_stats *stats, const struct bl_stats *from, struct bl_error *err);

/* Number of different blocks. They are numbered from 0, ascending by kind and id, until the next
 * stream is added. */
BL_API uint32_t bl_stats_n_blocks(struct bl_stats *stats);

/* All blocks of one id, for BLOCK below bl_stats_n_blocks(), which must have been called since the
 * last stream. The name is borrowed until the next stream is added. */
BL_API struct bl_stats_block bl_stats_get_block(const struct bl_stats *stats, uint32_t block);

/* The records in them, descending by number, then by code and abbreviation. Returns how many
 * different ones there are. *COUNTS is borrowed until the next call. */
BL_API uint32_t bl_stats_counts(struct bl_stats *stats, uint32_t block, bool by_abbrev,
                                const struct bl_stats_count **counts);

/* Number of top-level blocks. */
BL_API uint64_t bl_stats_n_top_blocks(const struct bl_stats *stats);

/* Names from the BLOCKINFO in force at the end of the last stream, which must still exist; with
 * BL_STATS_LLVM from its last BLOCKINFO. data is NULL if there is none. */
BL_API struct bl_view bl_stats_block_name(const struct bl_stats *stats, uint32_t block_id);
BL_API struct bl_view bl_stats_record_name(const struct bl_stats *stats, uint32_t block_id,
                                           uint32_t code);

BL_END_DECLS

#endif /* BITLEAP_STATS_H */
