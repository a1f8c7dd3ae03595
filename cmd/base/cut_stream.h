/* cmd/base/cut_stream.h - streams that end inside a block
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_CUT_STREAM_H
#define CMD_CUT_STREAM_H

#include "base/text.h"

/* Whether the last block at the top level of STREAM is longer than what is left of it, so that all
 * that is damaged there follows from this. CAUSE, which is empty, is what to say: that the file is
 * cut off or, where the block ends all the same, that its length is wrong. *BIT_POS is where the
 * block begins. */
bool is_stream_cut(const struct bl_stream *stream, uint64_t *bit_pos, struct text *cause);

/* Whether a problem of STATUS in a stream that is cut off follows from that: items that end too
 * soon, and what contradicts a part that may be missing. */
static inline bool follows_from_cut(int status)
{
    return status == BL_E_TRUNCATED || status == BL_E_MISMATCH;
}

#endif
