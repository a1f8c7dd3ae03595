/* support/trace.c - everything a walk told, to be compared
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/trace.h"

#include <stdlib.h>
#include <string.h>

static void add(struct trace *trace, const struct trace_item *item)
{
    if (trace->n == trace->cap) {
        trace->cap = trace->cap ? trace->cap * 2 : 64;
        trace->items = realloc(trace->items, trace->cap * sizeof *trace->items);
        if (!trace->items)
            abort();
    }
    trace->items[trace->n++] = *item;
}

void trace_release(struct trace *trace)
{
    free(trace->items);
    *trace = (struct trace){0};
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29);
}

uint64_t trace_contents(const struct bl_record *rec)
{
    uint64_t hash = mix(rec->code, rec->n_ops);
    for (uint32_t i = 0; i < rec->n_ops; i++)
        hash = mix(hash, rec->ops[i]);
    hash = mix(hash, rec->has_array ? rec->array_at : UINT32_MAX);
    hash = mix(hash, rec->has_blob ? rec->blob.size : UINT64_MAX);
    for (size_t i = 0; i < rec->blob.size; i++)
        hash = mix(hash, rec->blob.data[i]);
    return hash;
}

static void add_event(struct trace *trace, const struct bl_event *event)
{
    struct trace_item item = {
        .kind = (int)event->kind,
        .depth = event->depth,
        .bit_pos = event->bit_pos,
        .end_pos = event->end_pos,
        .block = *event->block,
        .parent_id = event->parent_id,
        .abbrev_id = event->abbrev_id,
        .code = event->code,
        .damaged = event->damaged,
    };
    if (event->record)
        item.contents = trace_contents(event->record);
    add(trace, &item);
}

static void add_failure(struct trace *trace, const struct bl_error *err)
{
    struct trace_item item = {
        .kind = TRACE_FAILURE,
        .depth = err->depth,
        .bit_pos = err->bit_pos,
        .status = err->status,
        .what = err->what,
    };
    if (trace->status == BL_OK) {
        trace->status = err->status;
        trace->err = *err;
    }
    add(trace, &item);
}

/* What WALK tells, up to its end or, unless it recovers, a failure. Returns what it ended with. */
static int add_walk(struct trace *trace, const struct bl_stream *stream, struct bl_walk *walk,
                    unsigned flags)
{
    struct bl_error err;
    /* An entry takes a bit at least, and may fail once and end one block. */
    size_t limit = stream->bytes.size * 8 * 3 + 16;
    struct bl_event event;
    int rc;
    while ((rc = bl_walk_next(walk, &event, &err)) != 0) {
        if (rc > 0)
            add_event(trace, &event);
        else
            add_failure(trace, &err);
        if (rc < 0 && !(flags & BL_WALK_RECOVER))
            break;
        if (trace->n > limit) {
            trace->is_unbounded = true;
            break;
        }
    }
    return rc;
}

static void restart(struct trace *trace)
{
    trace->n = 0;
    trace->status = BL_OK;
    trace->is_unbounded = false;
}

void trace_walk(struct trace *trace, const struct bl_stream *stream, unsigned flags,
                const struct bl_stream *blockinfo_of)
{
    struct bl_walk *walk;
    struct bl_error err;
    restart(trace);
    if (bl_walk_open(&walk, stream, flags, blockinfo_of, &err) < 0) {
        add_failure(trace, &err);
        return;
    }
    (void)add_walk(trace, stream, walk, flags);
    bl_walk_close(walk);
}

uint32_t trace_split(struct trace *trace, const struct bl_stream *stream, unsigned flags,
                     size_t piece_bytes)
{
    struct bl_split *split;
    struct bl_walk *walk = NULL;
    struct bl_error err;
    int rc = 0;
    restart(trace);
    if (bl_split_open(&split, stream, piece_bytes, &err) < 0) {
        add_failure(trace, &err);
        return 0;
    }
    uint32_t n = bl_split_count(split);
    for (uint32_t i = 0; i < n && rc == 0 && !trace->is_unbounded; i++) {
        rc = bl_split_walk(split, i, flags, &walk, &err);
        if (rc < 0)
            add_failure(trace, &err);
        else
            rc = add_walk(trace, stream, walk, flags);
    }
    bl_walk_close(walk);
    bl_split_close(split);
    return n;
}

static bool same_block(const struct bl_block *a, const struct bl_block *b)
{
    return a->bit_pos == b->bit_pos && a->body_pos == b->body_pos && a->block_id == b->block_id &&
           a->id_width == b->id_width && a->n_words == b->n_words;
}

static bool same_item(const struct trace_item *a, const struct trace_item *b, bool with_contents)
{
    return a->kind == b->kind && a->depth == b->depth && a->bit_pos == b->bit_pos &&
           a->end_pos == b->end_pos && same_block(&a->block, &b->block) &&
           a->parent_id == b->parent_id && a->abbrev_id == b->abbrev_id && a->code == b->code &&
           a->damaged == b->damaged && a->status == b->status &&
           (!a->what || strcmp(a->what, b->what) == 0) &&
           (!with_contents || a->contents == b->contents);
}

bool trace_same(const struct trace *a, const struct trace *b, bool with_contents)
{
    if (a->n != b->n || a->status != b->status)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (!same_item(&a->items[i], &b->items[i], with_contents))
            return false;
    return true;
}
