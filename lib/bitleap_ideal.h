/* bitleap_ideal.h - how few bits the records of modules could have
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_IDEAL_H
#define BITLEAP_IDEAL_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* ---- Ideal ----
 *
 * For the records of each kind in streams of LLVM IR: what they cost, what they would cost by the
 * abbreviations that bl_repack() chooses for each module, and a bound: what they would cost if each
 * operand were coded by what came before.
 *
 * The bound is that of adaptive coding of order 0. A record is its code, among those of its kind of
 * block; the number of its operands, and each operand, among those in the same place of records
 * with that code; from BL_IDEAL_PLACES on they share one place. A value that was there c times
 * among n, of which d were different, costs log2((n + d) / c) bits; a new one log2((n + d) / d),
 * then its length, coded in the same way among the 65 that there are, each of which counts as seen
 * half a time, and its bits below the highest one. A place knows its first BL_IDEAL_VALUES values.
 * Everything begins anew with each stream. Bytes of blobs count as they are. No reader of LLVM
 * understands such a coding; small streams, for which learning is dear, can beat it.
 */
struct bl_ideal;

#define BL_IDEAL_PLACES 32
#define BL_IDEAL_VALUES 4096

/* All records of one kind, with their abbreviation ids. */
struct bl_ideal_row {
    uint32_t block_id;
    uint32_t code; /* BL_NONE: what is in BLOCKINFO, and definitions of abbreviations elsewhere */
    uint64_t n;
    uint64_t bits, best_bits, bound_bits;
    BL_SLACK(2)
};

/* Errors: BL_E_NOMEM. */
BL_API int bl_ideal_open(struct bl_ideal **ideal, struct bl_error *err);
/* Close IDEAL. NULL is ignored. */
BL_API void bl_ideal_close(struct bl_ideal *ideal);

/* Add the records of STREAM; abbreviations are chosen on N_THREADS threads (0: bl_cores()). Errors:
 * as bl_repack(), and BL_E_LIMIT for more kinds of records, or more operands
 * (BL_MAX_RECODED_OPERANDS_PER_BYTE), than are measured. */
BL_API int bl_ideal_add(struct bl_ideal *ideal, const struct bl_stream *stream, unsigned n_threads,
                        struct bl_error *err);

/* The number of rows, which are in *ROWS by block id and code: borrowed until a stream is added. */
BL_API uint32_t bl_ideal_rows(struct bl_ideal *ideal, const struct bl_ideal_row **rows);

BL_END_DECLS

#endif
