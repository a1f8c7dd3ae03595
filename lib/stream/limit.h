/* stream/limit.h - how much may be kept of a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An abbreviation makes records and operands of hardly any bits: what is kept of them must not
 * outgrow the stream.
 */
#ifndef BL_STREAM_LIMIT_H
#define BL_STREAM_LIMIT_H

#include "stream/cursor.h"

/* Whether what CURSOR has passed, before which N records of its kind are kept, may be kept,
 * too, where there may be one for each N_BYTES of the stream. BL_OK; BL_E_LIMIT, and CURSOR fails
 * with WHAT. */
static inline int bl_limit_records(struct bl_cursor *cursor, uint64_t n, uint32_t n_bytes,
                                   const char *what)
{
    if (BL_LIKELY(n < cursor->bits.size / n_bytes))
        return BL_OK;
    return bl_cursor_fail(cursor, BL_E_LIMIT, what, cursor->entry_pos);
}

/* The same for operands: N in all, of which one record could have as many. */
static inline int bl_limit_operands(struct bl_cursor *cursor, uint64_t n, const char *what)
{
    if (BL_LIKELY(n <= cursor->max_operands))
        return BL_OK;
    return bl_cursor_fail(cursor, BL_E_LIMIT, what, cursor->entry_pos);
}

#endif
