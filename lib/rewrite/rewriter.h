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
    struct bl_view before, after; /* of the file around it */
    uint8_t header[20];           /* of a wrapper */
    struct bl_view *views;        /* all of it */
    size_t n_views, cap_views;
    bool is_written, is_joined; /* since the last change */
    uint8_t *joined;
    size_t n_joined, cap_joined;
};

/* What was written is not what is to be written any more. */
void bl_rewrite_changed(struct bl_rewrite *r);

/* bl_verify() of what R has WRITTEN, with the first problem as the failure. */
int bl_rewrite_verify(const struct bl_rewrite *r, const struct bl_stream *written,
                      struct bl_error *err);

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
