/* bitleap_walk.h - all entries of a stream, in order; and in pieces, for threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_WALK_H
#define BITLEAP_WALK_H

#include "bitleap_index.h"

BL_BEGIN_DECLS

/* ---- Walk ---- */

/* All entries of a stream in order, including those of sub-blocks. Opaque. */
struct bl_walk;

/* How a walk reads. */
enum bl_walk_flags {
    /* Do not decode operands: bl_event.record is NULL for records, and a batch has only their codes
     * and positions. All checks are the same as with decoding. */
    BL_WALK_SKIP = 1,
    /* Read exactly as LLVM's BitstreamCursor: ignore block lengths, and let a BLOCKINFO block be in
     * force until the next one, wherever that is. Without this flag a block must end where its
     * length says, and BLOCKINFO is in force to the end of the block around it. */
    BL_WALK_LLVM = 2,
    /* After damage continue after the innermost block whose length gives a usable position: inside
     * the block around it and not before the damage. */
    BL_WALK_RECOVER = 4,
    /* Skip sub-blocks, without an event, to read one block's own entries. At the top level, which
     * has no other entries, blocks are entered. Damage inside of skipped blocks is not reported. A
     * BLOCKINFO among them is in force afterwards all the same, or none is if it is damaged. */
    BL_WALK_FLAT = 8,
    /* Batches continue into blocks and out of them: see bl_walk_read_batch(). */
    BL_WALK_ACROSS = 16,
};

/* What an event is. */
enum bl_event_kind {
    BL_EVENT_BLOCK = 1,     /* a block begins */
    BL_EVENT_BLOCK_END = 2, /* the innermost block has ended */
    BL_EVENT_ABBREV = 3,    /* an abbreviation was defined */
    BL_EVENT_RECORD = 4,
};

/* What bl_walk_next() found. */
struct bl_event {
    uint8_t kind;     /* bl_event_kind */
    uint32_t depth;   /* blocks around the entry: 0 for a top-level block */
    uint64_t bit_pos; /* first bit of the entry; for BLOCK_END of END_BLOCK's id */
    uint64_t end_pos; /* first bit after; for BLOCK the body's first bit */
    /* RECORD; ABBREV: the id the definition got, or 0 in BLOCKINFO, where each described
     * block counts its own. */
    uint32_t abbrev_id;
    uint32_t code; /* RECORD */
    /* RECORD, unless skipping. Borrowed until the next call, as all pointers here. */
    const struct bl_record *record;
    /* BLOCK, BLOCK_END: that block; else the block around the entry. */
    const struct bl_block *block;
    uint32_t parent_id;    /* of the block around `block`, or BL_NONE */
    bool damaged;          /* BLOCK_END under BL_WALK_RECOVER: left by its length after a failure */
    uint64_t header_pos;   /* BLOCK: after the block id; llvm-bcanalyzer counts sizes from here */
    uint32_t n_abbrev_ops; /* ABBREV */
    const struct bl_abbrev_op *abbrev_ops; /* ABBREV */
    BL_SLACK(4)
};

/* A walk of all of STREAM. BLOCKINFO_OF, if not NULL, is a stream whose first top-level BLOCKINFO
 * is in force from the start (llvm-bcanalyzer --block-info). The bytes of both streams must stay
 * until bl_walk_close(). */
BL_API int bl_walk_open(struct bl_walk **walk, const struct bl_stream *stream, unsigned flags,
                        const struct bl_stream *blockinfo_of, struct bl_error *err);

/* A walk of BLOCK of INDEX only: first its BLOCK event, last its BLOCK_END. BLOCK cannot be
 * BL_NONE, nor FLAGS include BL_WALK_LLVM. INDEX must stay until bl_walk_close(). */
BL_API int bl_index_walk(struct bl_index *index, uint32_t block, unsigned flags,
                         struct bl_walk **walk, struct bl_error *err);

/* Close WALK. NULL is ignored. */
BL_API void bl_walk_close(struct bl_walk *walk);

/* Next event. 1 item, 0 end of the stream, negative on failure (ERR has the details; its path
 * includes a block whose header is wrong). After a failure, with BL_WALK_RECOVER the next call
 * continues (and returns 0 when nothing is left); without it, every call fails again. */
BL_API int bl_walk_next(struct bl_walk *walk, struct bl_event *event, struct bl_error *err);

/* How many operands entries of a batch for blocks have. */
enum bl_entry_ops {
    BL_ENTER_OPS = 3,
    BL_END_OPS = 1
};

/* bl_cursor_read_batch() for the innermost block. 0: call bl_walk_next(), which does not return
 * these records again. With BL_WALK_SKIP all records, including those with blobs, have no operands.
 *
 * With BL_WALK_ACROSS a batch also has entries for blocks that begin and end, and continues with
 * the records that follow; the innermost block, in the functions below, is then that after the
 * batch. These entries have the abbrev_id BL_ABBREV_ENTER_SUBBLOCK or BL_ABBREV_END_BLOCK, and code
 * is the id of the block. An entry for a beginning has BL_ENTER_OPS operands: the width of the
 * block's abbreviation ids, its length in words, and bl_event.header_pos; its body begins at the
 * next entry's bit_pos. An entry for an end has BL_END_OPS: the id of the block around it. Some
 * blocks come as events instead: those at the top level, BLOCKINFO and unusual ones. */
BL_API int bl_walk_read_batch(struct bl_walk *walk, struct bl_batch *batch, struct bl_error *err);

/* The record code of the next entry of the innermost block, without consuming it; false if it is
 * not a record, or not readable. */
BL_API bool bl_walk_peek_code(const struct bl_walk *walk, uint32_t *code);

/* Names from the BLOCKINFO in force for the innermost block (after BLOCK: that block). data is NULL
 * if there is none. Borrowed from WALK. */
BL_API struct bl_view bl_walk_block_name(const struct bl_walk *walk, uint32_t block_id);
BL_API struct bl_view bl_walk_record_name(const struct bl_walk *walk, uint32_t block_id,
                                          uint32_t code);

/* An identity of the BLOCKINFO in force: as long as it is the same, so are names. */
BL_API const void *bl_walk_names(const struct bl_walk *walk);

/* The definition of ABBREV_ID in the innermost block: *N_OPS operands; NULL if there is none.
 * Borrowed until the next call. */
BL_API const struct bl_abbrev_op *bl_walk_abbrev(const struct bl_walk *walk, uint32_t abbrev_id,
                                                 uint32_t *n_ops);

/* ---- Split ----
 *
 * A stream cut into pieces of whole entries that share nothing, so that threads can read them at
 * the same time. The events of their walks, one piece after the other, are those of a walk of the
 * stream, and so are the failures; without BL_WALK_RECOVER pieces after the first failure mean
 * nothing. The only difference: BLOCKINFO blocks inside of skipped sub-blocks count against the
 * limit on memory for each piece separately. Cuts are found by block lengths, as far as a caller
 * has asked for pieces.
 */
struct bl_split;

/* Pieces of about PIECE_BYTES, cut between entries of blocks more than twice as large; a block
 * nested deeper than 16 is not cut. There is at least one piece, and each except the last has at
 * least half of PIECE_BYTES. The stream's bytes must stay until bl_split_close(). Errors:
 * BL_E_NOMEM. Damage makes the rest of the stream one piece. */
BL_API int bl_split_open(struct bl_split **split, const struct bl_stream *stream,
                         size_t piece_bytes, struct bl_error *err);
/* Close SPLIT. NULL is ignored. */
BL_API void bl_split_close(struct bl_split *split);

/* How many pieces there are. */
BL_API uint32_t bl_split_count(struct bl_split *split);
/* Whether PIECE < bl_split_count(), without looking for further pieces. So threads can start with
 * the first pieces before the last ones are known. */
BL_API bool bl_split_has(struct bl_split *split, uint32_t piece);

/* The bits from the beginning of PIECE to its end; if there is no such piece, an empty range at the
 * end of the stream. */
BL_API void bl_split_range(struct bl_split *split, uint32_t piece, uint64_t *bit_pos,
                           uint64_t *end_pos);

/* A walk of one piece. Blocks that began before it have no BLOCK event in it, and those that end
 * after it no BLOCK_END; bl_event.depth counts them all. FLAGS: BL_WALK_SKIP, BL_WALK_RECOVER,
 * BL_WALK_ACROSS. *WALK is NULL, or a walk of this split whose storage is reused. Threads may share
 * SPLIT; each needs walks of its own. Close them before SPLIT. Errors: BL_E_ARGUMENT (no such
 * piece), BL_E_NOMEM; then *WALK has been closed, and is NULL. */
BL_API int bl_split_walk(struct bl_split *split, uint32_t piece, unsigned flags,
                         struct bl_walk **walk, struct bl_error *err);

BL_END_DECLS

#endif
