/* stream/decoder.h - the record loop, built for each CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All variants give the same records, and the same failures, for every input. They are made of one
 * body, stream/record_body.h. What is not simple they leave to the slow functions here, which
 * are the reference: they read operand by operand, wherever the bits end, and note what is wrong.
 */
#ifndef BL_STREAM_DECODER_H
#define BL_STREAM_DECODER_H

#include "base/compiler.h"
#include "bitleap_stream.h"
#include "bitleap_walk.h"

/* How many records, and their bits. */
struct bl_record_count {
    uint64_t n, bits;
};

enum {
    BL_COUNT_CODES = 128, /* twice as many as LLVM has in any block */
    BL_COUNT_IDS = 64     /* ids of six bits */
};

/* Records of blocks of one id, as the record loop counts them. */
struct bl_record_counts {
    struct bl_record_count unabbreviated[BL_COUNT_CODES]; /* by code */
    struct bl_record_count abbreviated[BL_COUNT_IDS];     /* by abbreviation id */
    uint64_t code_of[BL_COUNT_IDS]; /* the code of those, and one; 0: there are none */
    /* The last record that has no place above. */
    uint32_t code, abbrev_id;
    uint64_t bits;
};

struct bl_decoder {
    /* The record that comes next, its abbreviation id included. 1, or a failure; 0: what
     * follows is no record (the cursor has not moved), ask bl_cursor_next(). Skipping checks
     * all that reading does. */
    int (*next)(struct bl_cursor *cursor, struct bl_record *rec);
    /* For callers that look at the first BL_FIRST_OPS operands alone: what is after them in REC
     * may be undefined. */
    int (*next_first)(struct bl_cursor *cursor, struct bl_record *rec);
    int (*skip_next)(struct bl_cursor *cursor, uint32_t *code);

    /* All records up to what is none. 0, or a failure; *N_RECORDS grows by their number, with
     * one that failed. */
    int (*skip_all)(struct bl_cursor *cursor, uint64_t *n_records);

    /* Count records up to what is none, or to STOP_POS, where an entry begins. 1: up to one that
     * has no place in COUNTS, which describes it; 0, or a failure. */
    int (*count_all)(struct bl_cursor *cursor, uint64_t stop_pos, struct bl_record_counts *counts);

    /* Append usual records to BATCH, which is not full, up to STOP_POS, where an entry begins.
     * False: what follows is no record. The second one leaves out the operands. */
    bool (*append)(struct bl_cursor *cursor, uint64_t stop_pos, struct bl_batch *batch);
    bool (*append_skipped)(struct bl_cursor *cursor, uint64_t stop_pos, struct bl_batch *batch);
};

enum {
    BL_FIRST_OPS = 7
};

extern const struct bl_decoder bl_decoder_generic, bl_decoder_bmi2;

/* The variant for the CPU of BITS. */
const struct bl_decoder *bl_decoder_for(const struct bl_bits *bits);

/* Operands that the record loop may write without asking for more room: BL_MAX_FIELDS and as many
 * as one chunk can count, and a group of values after the last one. */
enum {
    BL_FAST_OPS = 64
};

/* Fields, abbreviation id, code and count of a record, and what one load looks at, take less. */
#define BL_FAST_BITS 1024

static inline uint64_t bl_decoder_fast_end(const struct bl_bits *bits)
{
    uint64_t wide = (uint64_t)bits->n_wide * 8;
    uint64_t fast_end = wide > BL_FAST_BITS ? wide - BL_FAST_BITS : 0;
    return fast_end < bits->end ? fast_end : bits->end;
}

/* The slow forms of next and skip_next. Reading appends to the operands that REC has: n_ops and
 * array_at count from its first one. */
int bl_record_next_slow(struct bl_cursor *cursor, struct bl_record *rec);
int bl_record_skip_next_slow(struct bl_cursor *cursor, uint32_t *code);

/* ---- Batches ---- */

enum {
    BL_BATCH_RECORDS = 256,
    BL_BATCH_OPS = 4096, /* after as many, which are long records, no more are begun */
    BL_BATCH_ROOM = BL_BATCH_OPS + BL_BATCH_RECORDS * BL_FAST_OPS,
    BL_BATCH_SKIP_ROOM = BL_BATCH_RECORDS * BL_ENTER_OPS /* only blocks have operands */
};

/* Storage for BL_BATCH_RECORDS, and for ROOM operands. BL_E_NOMEM is noted in CURSOR. */
int bl_batch_reserve(struct bl_batch *batch, struct bl_cursor *cursor, size_t room);

/* An empty BATCH for records from CURSOR on; READ: with their operands. As bl_batch_reserve(). */
static BL_ALWAYS_INLINE int bl_batch_begin(struct bl_batch *batch, struct bl_cursor *cursor,
                                           bool read)
{
    size_t room = read ? BL_BATCH_ROOM : BL_BATCH_SKIP_ROOM;
    batch->n_records = 0;
    int status =
        BL_UNLIKELY(batch->op_capacity < room) ? bl_batch_reserve(batch, cursor, room) : BL_OK;
    if (status == BL_OK)
        batch->record_storage[0].first_op = 0;
    return status;
}

/* Append one record by the slow path; that of number n_records has first_op. 1; 0: BATCH ends
 * before it; or a failure. */
int bl_batch_append_slow(struct bl_batch *batch, struct bl_cursor *cursor, bool read);

/* Append records up to what is none, to STOP_POS, or until BATCH is full. 1: what follows is no
 * record, and there is room for it; 0; or a failure. */
static BL_ALWAYS_INLINE int bl_batch_append(struct bl_batch *batch, struct bl_cursor *cursor,
                                            const struct bl_decoder *decoder, uint64_t stop_pos,
                                            bool read)
{
    int rc = 1;
    while (rc > 0 && batch->n_records < BL_BATCH_RECORDS &&
           batch->record_storage[batch->n_records].first_op < BL_BATCH_OPS) {
        if (!(read ? decoder->append : decoder->append_skipped)(cursor, stop_pos, batch))
            return 1;
        if (batch->n_records == BL_BATCH_RECORDS || cursor->bits.pos >= stop_pos)
            return 0;
        rc = bl_batch_append_slow(batch, cursor, read);
    }
    return rc < 0 ? rc : 0;
}

/* BATCH, which CURSOR has filled up to here, can be looked at. Returns whether there is anything in
 * it, or RC if that is a failure. */
static BL_ALWAYS_INLINE int bl_batch_end(struct bl_batch *batch, const struct bl_cursor *cursor,
                                         int rc)
{
    batch->record_storage[batch->n_records].bit_pos = cursor->bits.pos;
    batch->records = batch->record_storage;
    batch->ops = batch->op_storage;
    return rc < 0 ? rc : batch->n_records > 0;
}

#endif
