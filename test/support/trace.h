/* support/trace.h - everything a walk reported, to be compared
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_TRACE_H
#define BL_SUPPORT_TRACE_H

#include "bitleap.h"

enum {
    TRACE_FAILURE = 0
}; /* trace_item.kind of a failure that was reported */

struct trace_item {
    int kind; /* bl_event_kind, or TRACE_FAILURE */
    uint32_t depth;
    uint64_t bit_pos;
    uint64_t end_pos;
    struct bl_block block;
    uint32_t parent_id;
    uint32_t abbrev_id;
    uint32_t code;
    uint64_t header_pos; /* BLOCK */
    bool damaged;
    int status;        /* TRACE_FAILURE */
    const char *what;  /* TRACE_FAILURE */
    uint64_t contents; /* RECORD, unless skipping: a hash of operands and blob */
};

/* Zero-initialise; used again and again. */
struct trace {
    struct trace_item *items;
    size_t n, cap;
    int status;          /* of the first failure, or BL_OK */
    bool is_unbounded;   /* more events than the stream has room for; tracing was given up */
    struct bl_error err; /* of the first failure */
};

/* Walk all of STREAM. With BL_WALK_RECOVER failures become items and the walk goes on; without, the
 * first one is the last item. */
void trace_walk(struct trace *trace, const struct bl_stream *stream, unsigned flags,
                const struct bl_stream *blockinfo_of);
/* Walk all pieces of STREAM, one after the other, up to the first failure; how many pieces. */
uint32_t trace_split(struct trace *trace, const struct bl_stream *stream, unsigned flags,
                     size_t piece_bytes);
/* Walk BLOCK of INDEX, which is of STREAM, alone. */
void trace_block(struct trace *trace, const struct bl_stream *stream, struct bl_index *index,
                 uint32_t block, unsigned flags);
void trace_release(struct trace *trace);

/* Whether batches that go across blocks (BL_WALK_ACROSS), and events where these end, report what
 * TRACE does, which is a full walk of STREAM under FLAGS; with BL_WALK_SKIP all but operands. */
bool trace_batches_same(const struct trace *trace, const struct bl_stream *stream, unsigned flags);
/* The same of the pieces of STREAM; TRACE is a strict walk. */
bool trace_split_batches_same(const struct trace *trace, const struct bl_stream *stream,
                              size_t piece_bytes);

/* A hash of what REC says, but not of where. */
uint64_t trace_contents(const struct bl_record *rec);

/* Whether A and B are the same except operands, which one of them has not read, or also in these.
 * Of a failure its status, place and text count. */
bool trace_same(const struct trace *a, const struct trace *b, bool with_contents);

#endif
