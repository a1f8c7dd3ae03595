/* rewrite/rewriter.h - what a rewrite consists of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_REWRITER_H
#define BL_REWRITE_REWRITER_H

#include "rewrite/entry_changes.h"
#include "rewrite/hashes.h"
#include "rewrite/pieces.h"
#include "rewrite/recoding.h"

struct bl_rewrite {
    struct bl_stream stream;
    unsigned flags;
    struct bl_changes changes;
    struct bl_recodings recodings;
    struct bl_hashes hashes;
    struct bl_pieces out;         /* of the stream */
    uint64_t most_bits;           /* that it may have; 0: any number */
    struct bl_view before, after; /* of the file around it */
    uint8_t header[20];           /* of a wrapper */
    struct bl_view *views;        /* all of it */
    size_t n_views, cap_views;
    bool is_written, is_joined; /* since the last change */
    uint8_t *joined;
    size_t n_joined, cap_joined;
};

/* Leave out all entries of a block from BIT_POS up to that at END_POS, or to the end of the block,
 * where END_POS is that. None of them holds positions, or is a hash, or a BLOCKINFO block. */
int bl_rewrite_drop_all(struct bl_rewrite *r, uint64_t bit_pos, uint64_t end_pos,
                        struct bl_error *err);

/* What was written is not what is to be written any more. */
void bl_rewrite_changed(struct bl_rewrite *r);

/* bl_verify() of what R has WRITTEN, with the first problem as the failure. MODULE may be NULL; or
 * the first module is opened there, as bl_verify_open() does, also after a failure. */
int bl_rewrite_verify(const struct bl_rewrite *r, const struct bl_stream *written,
                      struct bl_module **module, struct bl_error *err);

/* Verify what R writes, and see that its text is that of the stream, which no option changes.
 * Neither text is kept. Errors: as of bl_edit_check(). */
int bl_check_same_text(struct bl_rewrite *r, struct bl_error *err);

/* Whether anything but the bytes of the stream is written. */
static inline bool bl_rewrite_changes(const struct bl_rewrite *r)
{
    return r->changes.n > 0 || r->recodings.n > 0;
}

/* bl_repack(), whether what is written is smaller or not. */
struct bl_repack_report;
int bl_repack_choose(struct bl_rewrite *rewrite, unsigned n_threads,
                     struct bl_repack_report *report, struct bl_error *err);

/* Write the stream with its changes, which are sorted, to r->out. */
int bl_rewrite_stream(struct bl_rewrite *r, struct bl_error *err);

#endif
