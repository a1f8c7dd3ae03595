/* support/trace.c - everything a walk reported, to be compared
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

static struct trace_item item_of_event(const struct bl_event *event)
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
        .header_pos = event->kind == BL_EVENT_BLOCK ? event->header_pos : 0,
        .damaged = event->damaged,
    };
    if (event->record)
        item.contents = trace_contents(event->record);
    return item;
}

static struct trace_item item_of_failure(const struct bl_error *err)
{
    return (struct trace_item){
        .kind = TRACE_FAILURE,
        .depth = err->depth,
        .bit_pos = err->bit_pos,
        .status = err->status,
        .what = err->what,
    };
}

static void add_failure(struct trace *trace, const struct bl_error *err)
{
    struct trace_item item = item_of_failure(err);
    if (trace->status == BL_OK) {
        trace->status = err->status;
        trace->err = *err;
    }
    add(trace, &item);
}

/* What WALK reports, up to its end or, unless it recovers, a failure. Returns what it ended
 * with. */
static int add_walk(struct trace *trace, const struct bl_stream *stream, struct bl_walk *walk,
                    unsigned flags)
{
    struct bl_error err;
    /* An entry takes a bit at least, and may fail once and end one block. */
    size_t limit = stream->bytes.size * 8 * 3 + 16;
    struct bl_event event;
    int rc;
    while ((rc = bl_walk_next(walk, &event, &err)) != 0) {
        if (rc > 0) {
            struct trace_item item = item_of_event(&event);
            add(trace, &item);
        } else {
            add_failure(trace, &err);
        }
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

void trace_block(struct trace *trace, const struct bl_stream *stream, struct bl_index *index,
                 uint32_t block, unsigned flags)
{
    struct bl_walk *walk;
    struct bl_error err;
    restart(trace);
    if (bl_index_walk(index, block, flags, &walk, &err) < 0) {
        add_failure(trace, &err);
        return;
    }
    (void)add_walk(trace, stream, walk, flags);
    bl_walk_close(walk);
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
           a->header_pos == b->header_pos && a->damaged == b->damaged && a->status == b->status &&
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

/* ---- Batches across blocks ---- */

/* Items of a trace that have been reported once more. */
struct follower {
    const struct trace *trace;
    size_t n;
    bool skips; /* without operands */
};

static bool is_same_entry(const struct follower *f, const struct trace_item *item,
                          const struct bl_batch *batch, const struct bl_batch_record *entry)
{
    const uint64_t *ops = batch->ops + entry->first_op;
    uint32_t n_ops = entry[1].first_op - entry->first_op;
    if (item->bit_pos != entry->bit_pos || item->end_pos != entry[1].bit_pos)
        return false;
    if (entry->abbrev_id == BL_ABBREV_END_BLOCK)
        return item->kind == BL_EVENT_BLOCK_END && item->block.block_id == entry->code &&
               !item->damaged && n_ops == BL_END_OPS && ops[0] == item->parent_id;
    if (entry->abbrev_id == BL_ABBREV_ENTER_SUBBLOCK)
        return item->kind == BL_EVENT_BLOCK && item->block.block_id == entry->code &&
               n_ops == BL_ENTER_OPS && ops[0] == item->block.id_width &&
               ops[1] == item->block.n_words && ops[2] == item->header_pos;
    if (item->kind != BL_EVENT_RECORD || item->abbrev_id != entry->abbrev_id ||
        item->code != entry->code)
        return false;
    if (f->skips)
        return n_ops == 0 && entry->array_at == BL_NONE;
    struct bl_record rec = {.code = entry->code,
                            .ops = ops,
                            .n_ops = n_ops,
                            .array_at = entry->array_at,
                            .has_array = entry->array_at != BL_NONE};
    return item->contents == trace_contents(&rec);
}

static bool follow_batch(struct follower *f, const struct bl_batch *batch)
{
    for (uint32_t i = 0; i < batch->n_records; i++)
        if (f->n >= f->trace->n ||
            !is_same_entry(f, &f->trace->items[f->n++], batch, &batch->records[i]))
            return false;
    return true;
}

/* One step of WALK: a batch or an event. *RC is what it returned. */
static bool follow_step(struct follower *f, struct bl_walk *walk, struct bl_batch *batch, int *rc)
{
    struct bl_error err;
    struct bl_event event;
    *rc = bl_walk_read_batch(walk, batch, &err);
    if (*rc > 0)
        return follow_batch(f, batch);
    if (*rc == 0)
        *rc = bl_walk_next(walk, &event, &err);
    if (*rc == 0)
        return true;
    struct trace_item item = *rc > 0 ? item_of_event(&event) : item_of_failure(&err);
    return f->n < f->trace->n && same_item(&item, &f->trace->items[f->n++], !f->skips);
}

/* All of WALK, as add_walk(). */
static bool follow_walk(struct follower *f, struct bl_walk *walk, unsigned flags, int *rc)
{
    struct bl_batch batch = {0};
    bool same = true;
    do
        same = follow_step(f, walk, &batch, rc);
    while (same && (*rc > 0 || (*rc < 0 && flags & BL_WALK_RECOVER)));
    bl_batch_release(&batch);
    return same;
}

bool trace_batches_same(const struct trace *trace, const struct bl_stream *stream, unsigned flags)
{
    struct follower f = {.trace = trace, .skips = flags & BL_WALK_SKIP};
    struct bl_walk *walk;
    int rc;
    if (trace->is_unbounded || bl_walk_open(&walk, stream, flags | BL_WALK_ACROSS, NULL, NULL) < 0)
        return true;
    bool same = follow_walk(&f, walk, flags, &rc);
    bl_walk_close(walk);
    return same && f.n == trace->n;
}

bool trace_split_batches_same(const struct trace *trace, const struct bl_stream *stream,
                              size_t piece_bytes)
{
    struct follower f = {.trace = trace};
    struct bl_split *split;
    struct bl_walk *walk = NULL;
    bool same = true;
    int rc = 0;
    if (bl_split_open(&split, stream, piece_bytes, NULL) < 0)
        return true;
    uint32_t n = bl_split_count(split);
    for (uint32_t i = 0; i < n && rc == 0 && same; i++) {
        rc = bl_split_walk(split, i, BL_WALK_ACROSS, &walk, NULL);
        if (rc == BL_OK)
            same = follow_walk(&f, walk, 0, &rc);
    }
    bl_walk_close(walk);
    bl_split_close(split);
    return same && f.n == trace->n;
}
