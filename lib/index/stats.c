/* index/stats.c - where the bits of streams go
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A walk gives blocks and definitions; the record loop counts what is between them, by code or
 * abbreviation, in a table for each block id. A block's bits are added where it ends and taken
 * away where it begins, modulo 2^64, so that one thread may see its beginning and another its end:
 * large streams are counted in pieces.
 *
 * Of many, large streams come first, one by one on all threads, so that none of them is left for a
 * single thread in the end; small ones go to threads whole. Each thread takes them in order, so
 * that it knows what it saw first; where counts are joined, positions decide.
 */
#include "index/stats.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "base/status.h"
#include "index/stats_rows.h"
#include "stream/walk.h"

#include <stdlib.h>

enum {
    WINDOW = 4,            /* streams a thread that are begun and not taken in */
    LARGE_BYTES = 1 << 20, /* of a stream for which threads are worth while */
    PIECES_PER_THREAD = 8, /* at least, so that all threads end at about the same time */
    LEAST_PIECE_BYTES = 64,
    MOST_PIECE_BYTES = 1 << 18,
};

static const char no_memory[] = "no memory for counts";

struct bl_stats {
    unsigned flags;
    bl_role_fn *role; /* or NULL */
    enum bl_stream_kind kind;
    struct bl_stats_rows rows;
    uint32_t *open; /* rows of the open blocks */
    uint32_t n_open, cap_open;
    uint64_t n_streams;
    const struct bl_stats_row **sorted; /* n_sorted of them are; 0: it is not up to date */
    uint32_t n_sorted, cap_sorted;
    struct bl_split *split;        /* of the last stream; or NULL: it was not cut */
    struct bl_walk *walk;          /* of the last stream or its last piece, for names; or NULL */
    struct bl_read_spans *spans;   /* of the next stream, or NULL */
    struct bl_stats_count *answer; /* of bl_stats_counts() */
    uint32_t cap_answer;
};

/* ---- One walk ---- */

/* The innermost block but BLOCKS, or NULL. */
static struct bl_stats_block *open_block(struct bl_stats *t, uint32_t blocks)
{
    return t->n_open > blocks ? &t->rows.v[t->open[t->n_open - 1 - blocks]].block : NULL;
}

/* The next block that is open in WALK, of BLOCK_ID. */
static int push_block(struct bl_stats *t, const struct bl_walk *walk, uint32_t block_id)
{
    bool has_role = t->role && t->kind == BL_STREAM_LLVM_IR;
    uint32_t row = bl_stats_row(&t->rows, t->kind, has_role ? t->role(walk, t->n_open) : block_id);
    if (row == UINT32_MAX)
        return BL_E_NOMEM;
    if (t->n_open == t->cap_open && bl_grow(&t->open, &t->cap_open, (size_t)t->n_open + 1) < 0)
        return BL_E_NOMEM;
    t->open[t->n_open++] = row;
    return BL_OK;
}

static int begin_block(struct bl_stats *t, const struct bl_walk *walk, const struct bl_event *event)
{
    if (push_block(t, walk, event->block->block_id) < 0)
        return BL_E_NOMEM;
    struct bl_stats_row *row = &t->rows.v[t->open[t->n_open - 1]];
    struct bl_stats_block *around = open_block(t, 1);
    row->block.n++;
    row->block.bits -= event->header_pos;
    if (around) {
        around->n_sub_blocks++;
        around->bits += event->header_pos;
    }
    /* By the same names, a walk comes to nothing that is not known. */
    const void *names = bl_walk_names(walk);
    if (row->is_seen && row->names == names)
        return BL_OK;
    row->is_seen = true;
    row->names = names;
    return bl_stats_see(row, (struct bl_stats_place){t->n_streams, event->bit_pos},
                        event->parent_id, bl_walk_block_name(walk, event->block->block_id));
}

static void end_counted_block(struct bl_stats *t, uint64_t end_pos)
{
    struct bl_stats_block *around = open_block(t, 1);
    open_block(t, 0)->bits += end_pos;
    if (around)
        around->bits -= end_pos;
    else
        t->rows.n_top_blocks++;
    t->n_open--;
}

static int count_event(struct bl_stats *t, const struct bl_walk *walk, const struct bl_event *event)
{
    struct bl_stats_block *block = open_block(t, 0);
    uint64_t bits = event->end_pos - event->bit_pos;
    switch (event->kind) {
    case BL_EVENT_BLOCK: return begin_block(t, walk, event);
    case BL_EVENT_BLOCK_END: end_counted_block(t, event->end_pos); break;
    case BL_EVENT_RECORD:
        return bl_stats_count_in(&t->rows, &t->rows.v[t->open[t->n_open - 1]], event->code,
                                 event->abbrev_id, 1, bits);
    case BL_EVENT_ABBREV:
        block->n_abbrevs++;
        block->abbrev_bits += bits;
        break;
    }
    return BL_OK;
}

/* The records that come next, up to *READ_TO. */
static int count_records(struct bl_stats *t, struct bl_walk *walk, uint64_t *read_to,
                         struct bl_error *err)
{
    uint32_t number = t->open[t->n_open - 1];
    struct bl_stats_row *row = &t->rows.v[number];
    int rc;
    if (t->spans)
        bl_walk_pass(walk, t->spans, read_to);
    if (bl_stats_need_recent(&t->rows, number) < 0)
        return bl_fail(err, BL_E_NOMEM, no_memory);
    while ((rc = bl_walk_count_records(walk, row->recent, read_to, err)) > 0)
        if (bl_stats_count_other(&t->rows, row) < 0)
            return bl_fail(err, BL_E_NOMEM, no_memory);
    return rc;
}

/* Records, and one event. As bl_walk_next(); *READ_TO is where the last one ended. */
static int step_and_count(struct bl_stats *t, struct bl_walk *walk, uint64_t *read_to,
                          struct bl_error *err)
{
    struct bl_event event;
    int rc = t->n_open ? count_records(t, walk, read_to, err) : BL_OK;
    if (rc < 0)
        return rc;
    rc = bl_walk_next(walk, &event, err);
    if (rc <= 0)
        return rc;
    /* What was left out before the event, or by it, is the innermost block's. */
    uint64_t unread_to = event.damaged ? event.end_pos : event.bit_pos;
    if (t->n_open > 0 && unread_to > *read_to)
        open_block(t, 0)->unread_bits += unread_to - *read_to;
    if (count_event(t, walk, &event) < 0)
        return bl_fail(err, BL_E_NOMEM, no_memory);
    *read_to = event.end_pos;
    return 1;
}

/* All of WALK, which begins at READ_TO. The first failure, or the one that ends it. LLVM's rules
 * know of nothing after damage. */
static int count_walk(struct bl_stats *t, struct bl_walk *walk, uint64_t *read_to,
                      struct bl_error *err)
{
    bool recovers = !(t->flags & BL_STATS_LLVM);
    int status = BL_OK;
    int rc;
    const struct bl_block *block;
    uint32_t parent_id;
    t->n_open = 0;
    for (uint32_t i = 0; i < t->rows.n; i++)
        t->rows.v[i].is_seen = false;
    while ((block = bl_walk_open_block(walk, t->n_open, &parent_id)) != NULL)
        if (push_block(t, walk, block->block_id) < 0)
            return bl_fail(err, BL_E_NOMEM, no_memory);
    do {
        struct bl_error failure;
        rc = step_and_count(t, walk, read_to, &failure);
        if (rc == BL_E_NOMEM || (rc < 0 && status == BL_OK)) {
            status = rc;
            if (err)
                *err = failure;
        }
    } while (rc > 0 || (rc < 0 && recovers && rc != BL_E_NOMEM));
    return bl_stats_settle(&t->rows) < 0 ? bl_fail(err, BL_E_NOMEM, no_memory) : status;
}

static int count_whole(struct bl_stats *t, const struct bl_stream *stream,
                       const struct bl_stream *blockinfo_of, struct bl_error *err)
{
    unsigned rules = t->flags & BL_STATS_LLVM ? BL_WALK_LLVM : BL_WALK_RECOVER;
    uint64_t read_to = 0;
    int status = bl_walk_open(&t->walk, stream, rules | BL_WALK_SKIP, blockinfo_of, err);
    if (status == BL_OK)
        status = count_walk(t, t->walk, &read_to, err);
    while (t->n_open > 0)
        end_counted_block(t, read_to);
    return status;
}

/* ---- Pieces ---- */

/* What one thread has. */
struct counter {
    struct bl_stats *stats;
    struct bl_walk *walk; /* used again */
    uint64_t failed;      /* the first piece that did */
    int status;
    struct bl_error err;
};

struct pieces {
    struct bl_split *split;
    struct counter *counters; /* by thread */
    struct bl_walk *last;     /* of the last piece */
};

static int count_piece(void *context, unsigned thread, uint64_t piece)
{
    struct pieces *p = context;
    struct counter *c = &p->counters[thread];
    struct bl_error err;
    uint64_t begin;
    uint64_t end;
    if (!bl_split_has(p->split, (uint32_t)piece))
        return BL_OK;
    int status =
        bl_split_walk(p->split, (uint32_t)piece, BL_WALK_SKIP | BL_WALK_RECOVER, &c->walk, &err);
    if (status < 0)
        return status;
    bl_split_range(p->split, (uint32_t)piece, &begin, &end);
    status = count_walk(c->stats, c->walk, &begin, &err);
    if (status < 0 && (c->status == BL_OK || status == BL_E_NOMEM)) {
        c->failed = piece;
        c->status = status;
        c->err = err;
    }
    if (!bl_split_has(p->split, (uint32_t)piece + 1)) {
        p->last = c->walk;
        c->walk = NULL;
    }
    return status == BL_E_NOMEM ? BL_E_NOMEM : BL_OK;
}

static int open_counters(struct bl_stats *t, struct pieces *p, unsigned n_threads)
{
    p->counters = bl_new(n_threads * sizeof *p->counters);
    int status = p->counters ? BL_OK : BL_E_NOMEM;
    for (unsigned i = 0; i < n_threads && status == BL_OK; i++) {
        struct counter *c = &p->counters[i];
        status = bl_stats_open_by(&c->stats, t->flags, t->role, NULL);
        if (status == BL_OK) {
            c->stats->kind = t->kind;
            c->stats->n_streams = t->n_streams;
        }
    }
    return status;
}

/* Add up what all have counted. The first failure. */
static int join_counters(struct bl_stats *t, const struct pieces *p, unsigned n_threads,
                         struct bl_error *err)
{
    const struct counter *first = NULL;
    int status = BL_OK;
    for (unsigned i = 0; i < n_threads && status == BL_OK; i++) {
        const struct counter *c = &p->counters[i];
        status = bl_stats_merge(&t->rows, &c->stats->rows, 0);
        if (c->status < 0 && (!first || c->failed < first->failed))
            first = c;
    }
    if (status < 0)
        return bl_fail(err, status, no_memory);
    if (!first)
        return BL_OK;
    if (err)
        *err = first->err;
    return first->status;
}

static int count_pieces(struct bl_stats *t, const struct bl_stream *stream, unsigned n_threads,
                        struct bl_error *err)
{
    struct pieces p = {.split = NULL};
    size_t bytes = stream->bytes.size / ((size_t)n_threads * PIECES_PER_THREAD);
    bytes = bytes < LEAST_PIECE_BYTES ? LEAST_PIECE_BYTES : bytes;
    bytes = bytes < MOST_PIECE_BYTES ? bytes : MOST_PIECE_BYTES;
    uint64_t most_pieces = stream->bytes.size / (bytes / 2) + 1;
    int status = bl_split_open(&t->split, stream, bytes, NULL);
    p.split = t->split;
    if (status == BL_OK)
        status = open_counters(t, &p, n_threads);
    if (status == BL_OK)
        status = bl_parallel(n_threads, most_pieces, 0, count_piece, NULL, &p);
    if (status == BL_OK)
        status = join_counters(t, &p, n_threads, err);
    else
        bl_fail(err, status, no_memory);
    for (unsigned i = 0; i < n_threads && p.counters; i++) {
        bl_walk_close(p.counters[i].walk);
        bl_stats_close(p.counters[i].stats);
    }
    bl_drop(p.counters);
    t->walk = p.last;
    return status;
}

/* ---- Public: counting ---- */

int bl_stats_open_by(struct bl_stats **stats, unsigned flags, bl_role_fn *role,
                     struct bl_error *err)
{
    *stats = NULL;
    int status = bl_check_flags(flags, BL_STATS_LLVM | BL_STATS_ROLES, err);
    if (status < 0)
        return status;
    *stats = bl_new(sizeof **stats);
    if (!*stats)
        return bl_fail(err, BL_E_NOMEM, no_memory);
    (*stats)->flags = flags;
    (*stats)->role = flags & BL_STATS_ROLES ? role : NULL;
    return BL_OK;
}

/* The names of the last stream. */
static void forget_names(struct bl_stats *t)
{
    bl_walk_close(t->walk);
    bl_split_close(t->split);
    t->walk = NULL;
    t->split = NULL;
}

void bl_stats_close(struct bl_stats *t)
{
    if (!t)
        return;
    bl_stats_rows_release(&t->rows);
    forget_names(t);
    bl_drop(t->open);
    bl_drop(t->sorted);
    bl_drop(t->answer);
    bl_drop(t);
}

/* Room for all answers, so that none of them can fail. */
static int reserve(struct bl_stats *t)
{
    return bl_grow(&t->answer, &t->cap_answer, t->rows.max_counts) < 0
               ? BL_E_NOMEM
               : bl_grow(&t->sorted, &t->cap_sorted, t->rows.n);
}

int bl_stats_add(struct bl_stats *t, const struct bl_stream *stream,
                 const struct bl_stream *blockinfo_of, unsigned n_threads, struct bl_error *err)
{
    forget_names(t);
    t->kind = stream->kind;
    t->n_sorted = 0;
    t->n_streams++;
    if (n_threads == 0 && stream->bytes.size < LARGE_BYTES)
        n_threads = 1;
    n_threads = bl_threads_for(n_threads, stream->bytes.size / LEAST_PIECE_BYTES);
    bool is_cut = n_threads > 1 && !blockinfo_of && !(t->flags & BL_STATS_LLVM);
    int status = is_cut ? count_pieces(t, stream, n_threads, err)
                        : count_whole(t, stream, blockinfo_of, err);
    t->spans = NULL;
    return reserve(t) < 0 ? bl_fail(err, BL_E_NOMEM, no_memory) : status;
}

/* After a change: with STATUS, which is BL_OK or BL_E_NOMEM, or the failure to keep room for the
 * answers. */
static int changed(struct bl_stats *t, int status, struct bl_error *err)
{
    t->n_sorted = 0;
    return status < 0 || reserve(t) < 0 ? bl_fail(err, BL_E_NOMEM, no_memory) : BL_OK;
}

int bl_stats_add_blocks(struct bl_stats *t, const struct bl_stats_block *block,
                        struct bl_error *err)
{
    uint32_t number = bl_stats_row(&t->rows, block->kind, block->block_id);
    if (number == UINT32_MAX)
        return bl_fail(err, BL_E_NOMEM, no_memory);
    struct bl_stats_block *sum = &t->rows.v[number].block;
    sum->n += block->n;
    sum->bits += block->bits;
    sum->n_sub_blocks += block->n_sub_blocks;
    sum->n_abbrevs += block->n_abbrevs;
    sum->abbrev_bits += block->abbrev_bits;
    sum->unread_bits += block->unread_bits;
    if (block->parent_id == BL_NONE)
        t->rows.n_top_blocks += block->n;
    return changed(t, BL_OK, err);
}

void bl_stats_pass(struct bl_stats *stats, struct bl_read_spans *spans)
{
    stats->spans = spans;
}

int bl_stats_add_later(struct bl_stats *stats, const struct bl_stats_block *block)
{
    const struct bl_stats_place place = {.stream = stats->n_streams};
    uint32_t number = bl_stats_row(&stats->rows, block->kind, block->block_id);
    if (number == UINT32_MAX)
        return BL_E_NOMEM;
    (void)bl_stats_see(&stats->rows.v[number], place, block->parent_id, (struct bl_view){0});
    stats->n_streams++;
    return bl_stats_add_blocks(stats, block, NULL);
}

int bl_stats_add_records(struct bl_stats *t, unsigned kind, uint32_t block_id,
                         const struct bl_stats_count *count, struct bl_error *err)
{
    uint32_t number = bl_stats_row(&t->rows, kind, block_id);
    if (number == UINT32_MAX)
        return bl_fail(err, BL_E_NOMEM, no_memory);
    struct bl_stats_row *row = &t->rows.v[number];
    int status =
        bl_stats_count_in(&t->rows, row, count->code, count->abbrev_id, count->n, count->bits);
    return changed(t, status, err);
}

/* As bl_stats_merge(). */
static int join(struct bl_stats *t, const struct bl_stats *from, uint64_t n_before,
                struct bl_error *err)
{
    return changed(t, bl_stats_merge(&t->rows, &from->rows, n_before), err);
}

int bl_stats_join(struct bl_stats *t, const struct bl_stats *from, struct bl_error *err)
{
    int status = join(t, from, t->n_streams, err);
    t->n_streams += from->n_streams;
    return status;
}

/* ---- Public: counting many ---- */

struct failure {
    uint64_t stream;
    struct bl_error err;
};

struct many {
    struct bl_stats *sum; /* of the large ones, then of all */
    const struct bl_stream *const *streams;
    uint64_t n, n_before;
    unsigned n_threads;      /* for a large one */
    struct bl_stats **stats; /* of small ones, by thread */
    unsigned n_stats;
    struct bl_error *errors; /* of streams whose turn has not come, by number modulo n_errors */
    unsigned n_errors;
    struct failure *failures;
    uint64_t n_failures, cap_failures;
};

static bool is_large(const struct many *m, uint64_t stream)
{
    return m->n_threads > 1 && m->streams[stream]->bytes.size >= LARGE_BYTES;
}

/* With *ERR block; only a lack of memory ends all. */
static int add_one(const struct many *m, struct bl_stats *stats, uint64_t stream,
                   unsigned n_threads, struct bl_error *err)
{
    err->status = BL_OK;
    stats->n_streams = m->n_before + stream;
    return bl_stats_add(stats, m->streams[stream], NULL, n_threads, err) == BL_E_NOMEM ? BL_E_NOMEM
                                                                                       : BL_OK;
}

static int keep_failure(struct many *m, uint64_t stream, const struct bl_error *err)
{
    if (err->status == BL_OK)
        return BL_OK;
    if (bl_grow(&m->failures, &m->cap_failures, m->n_failures + 1) < 0)
        return BL_E_NOMEM;
    m->failures[m->n_failures++] = (struct failure){stream, *err};
    return BL_OK;
}

static int add_large(struct many *m)
{
    struct bl_error err;
    int status = BL_OK;
    for (uint64_t i = 0; i < m->n && status == BL_OK; i++) {
        if (!is_large(m, i))
            continue;
        status = add_one(m, m->sum, i, m->n_threads, &err);
        if (status == BL_OK)
            status = keep_failure(m, i, &err);
    }
    return status;
}

/* A job of a thread. */
static int add_small(void *context, unsigned thread, uint64_t stream)
{
    struct many *m = context;
    struct bl_error *err = &m->errors[stream % m->n_errors];
    err->status = BL_OK;
    return is_large(m, stream) ? BL_OK : add_one(m, m->stats[thread], stream, 1, err);
}

static int keep_small(void *context, uint64_t stream)
{
    struct many *m = context;
    return keep_failure(m, stream, &m->errors[stream % m->n_errors]);
}

static int open_stats(struct many *m)
{
    m->stats = bl_new(m->n_stats * sizeof(struct bl_stats *));
    m->errors = bl_new(m->n_errors * sizeof *m->errors);
    if (!m->stats || !m->errors)
        return BL_E_NOMEM;
    int status = BL_OK;
    for (unsigned i = 0; i < m->n_stats && status == BL_OK; i++)
        status = bl_stats_open_by(&m->stats[i], m->sum->flags, m->sum->role, NULL);
    return status;
}

/* Their streams have the numbers that they have among all. */
static int join_stats(struct many *m)
{
    int status = BL_OK;
    for (unsigned i = 0; i < m->n_stats && status == BL_OK; i++)
        status = join(m->sum, m->stats[i], 0, NULL);
    return status;
}

static int by_stream(const void *a, const void *b)
{
    const struct failure *x = a;
    const struct failure *y = b;
    return bl_order(x->stream, y->stream);
}

static void report_failures(const struct many *m, bl_stats_fail_fn *fail, void *context)
{
    bl_sort(m->failures, m->n_failures, sizeof *m->failures, by_stream);
    for (uint64_t i = 0; i < m->n_failures; i++)
        fail(context, m->failures[i].stream, &m->failures[i].err);
}

static void release_many(struct many *m)
{
    for (unsigned i = 0; i < m->n_stats && m->stats; i++)
        bl_stats_close(m->stats[i]);
    bl_drop(m->stats);
    bl_drop(m->errors);
    bl_drop(m->failures);
}

int bl_stats_add_all(struct bl_stats *t, const struct bl_stream *const *streams, uint64_t n,
                     unsigned n_threads, bl_stats_fail_fn *fail, void *context,
                     struct bl_error *err)
{
    struct many m = {.sum = t, .streams = streams, .n = n, .n_before = t->n_streams};
    m.n_threads = bl_threads_for(n_threads, UINT64_MAX);
    m.n_stats = bl_threads_for(n_threads, n);
    m.n_errors = WINDOW * m.n_stats;
    int status = open_stats(&m);
    if (status == BL_OK)
        status = add_large(&m);
    if (status == BL_OK)
        status = bl_parallel(m.n_stats, n, m.n_errors, add_small, keep_small, &m);
    if (status == BL_OK)
        status = join_stats(&m);
    if (status == BL_OK && fail)
        report_failures(&m, fail, context);
    release_many(&m);
    forget_names(t); /* those of the last one, which there is not */
    t->n_streams = m.n_before + n;
    return status == BL_OK ? BL_OK : bl_fail(err, status, no_memory);
}

/* ---- Public: what was counted ---- */

static int compare_rows(const void *a, const void *b)
{
    const struct bl_stats_block *x = &(*(const struct bl_stats_row *const *)a)->block;
    const struct bl_stats_block *y = &(*(const struct bl_stats_row *const *)b)->block;
    int order = bl_order(x->kind, y->kind);
    return order ? order : bl_order(x->block_id, y->block_id);
}

uint32_t bl_stats_n_blocks(struct bl_stats *t)
{
    if (t->n_sorted < t->rows.n && t->rows.n <= t->cap_sorted) {
        for (uint32_t i = 0; i < t->rows.n; i++)
            t->sorted[i] = &t->rows.v[i];
        qsort(t->sorted, t->rows.n, sizeof(struct bl_stats_row *), compare_rows);
        t->n_sorted = t->rows.n;
    }
    return t->n_sorted;
}

uint64_t bl_stats_n_top_blocks(const struct bl_stats *t)
{
    return t->rows.n_top_blocks;
}

struct bl_stats_block bl_stats_get_block(const struct bl_stats *t, uint32_t block)
{
    const struct bl_stats_row *row = t->sorted[block];
    struct bl_stats_block sum = row->block;
    for (uint32_t i = 0; i < row->n_counts; i++) {
        const struct bl_stats_count *count = &row->counts[i];
        sum.n_records += count->n;
        sum.n_abbreviated += count->abbrev_id == BL_ABBREV_UNABBREV ? 0 : count->n;
        sum.record_bits += count->bits;
    }
    return sum;
}

static int compare_codes(const void *a, const void *b)
{
    const struct bl_stats_count *x = a;
    const struct bl_stats_count *y = b;
    int order = bl_order(y->code, x->code);
    return order ? order : bl_order(x->abbrev_id, y->abbrev_id);
}

static int compare_counts(const void *a, const void *b)
{
    const struct bl_stats_count *x = a;
    const struct bl_stats_count *y = b;
    return x->n != y->n ? (x->n > y->n ? -1 : 1) : compare_codes(a, b);
}

/* Join the counts of each code into one. */
static uint32_t join_codes(struct bl_stats_count *counts, uint32_t n)
{
    uint32_t n_joined = 0;
    qsort(counts, n, sizeof *counts, compare_codes);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_stats_count *last = n_joined ? &counts[n_joined - 1] : NULL;
        if (last && last->code == counts[i].code) {
            last->n += counts[i].n;
            last->n_abbreviated += counts[i].n_abbreviated;
            last->bits += counts[i].bits;
        } else {
            counts[n_joined] = counts[i];
            counts[n_joined++].abbrev_id = 0;
        }
    }
    return n_joined;
}

uint32_t bl_stats_counts(struct bl_stats *t, uint32_t block, bool by_abbrev,
                         const struct bl_stats_count **counts)
{
    const struct bl_stats_row *row = t->sorted[block];
    /* Where there was no memory, there is no room for all. */
    uint32_t n = row->n_counts < t->cap_answer ? row->n_counts : t->cap_answer;
    *counts = t->answer;
    if (n == 0)
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        t->answer[i] = row->counts[i];
        t->answer[i].n_abbreviated =
            t->answer[i].abbrev_id == BL_ABBREV_UNABBREV ? 0 : t->answer[i].n;
    }
    if (!by_abbrev)
        n = join_codes(t->answer, n);
    qsort(t->answer, n, sizeof *t->answer, compare_counts);
    return n;
}

struct bl_view bl_stats_block_name(const struct bl_stats *t, uint32_t block_id)
{
    return t->walk ? bl_walk_block_name(t->walk, block_id) : (struct bl_view){0};
}

struct bl_view bl_stats_record_name(const struct bl_stats *t, uint32_t block_id, uint32_t code)
{
    return t->walk ? bl_walk_record_name(t->walk, block_id, code) : (struct bl_view){0};
}
