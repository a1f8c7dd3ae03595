/* index/skim.h - counting the entries of a good stream as fast as it goes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * No block needs another one for its entries to be counted, once the BLOCKINFO in force is
 * known: what is left of a block can wait while a sub-block is read. So four blocks are read in
 * turns, in four lanes, and many on several threads; each lane's chain of dependent loads is
 * hidden behind the others'.
 */
#ifndef BL_INDEX_SKIM_H
#define BL_INDEX_SKIM_H

#include "index/tally_rows.h"

enum {
    BL_SKIM_LARGE = 1 << 20 /* bytes of a stream; from here on threads are worth while */
};

struct bl_skim;

/* Add the counts of STREAM, number STREAM_NUMBER, to ROWS, under bl_tally_flags FLAGS. 1: done. 0,
 * and ROWS as before: it is damaged or unusual, and must be walked. BL_E_NOMEM. *SKIM is NULL, or
 * what an earlier call left. */
int bl_skim_stream(struct bl_skim **skim, const struct bl_stream *stream, unsigned flags,
                   unsigned n_threads, uint64_t stream_number, struct bl_tally_rows *rows);

/* The BLOCKINFO in force at the end of the stream, or NULL. Borrowed until the next stream.
 * SKIM may be NULL. */
const struct bl_blockinfo *bl_skim_last_info(const struct bl_skim *skim);

/* NULL is ignored. */
void bl_skim_close(struct bl_skim *skim);

#endif
