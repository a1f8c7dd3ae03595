/* index/tally.c - where the bits of streams go
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A stream is skimmed (index/skim.h); where that is not possible, because of damage or of anything
 * else that is unusual, it is walked.
 *
 * Of many, large streams come first, one by one on all threads, so that none of them is left for a
 * single thread in the end; small ones go to threads whole. Each thread takes them in order, so
 * that its tally knows what it saw first; where tallies are joined places decide.
 */
#include "base/grow.h"
#include "base/parallel.h"
#include "base/status.h"
#include "index/skim.h"
#include "index/tally_rows.h"

#include <stdlib.h>

enum {
    WINDOW = 4 /* streams a thread that are begun and not taken in */
};

/* ---- Walking ---- */

/* An open block. */
struct level {
    uint32_t row;
    uint64_t begin;
    uint64_t bits_inside; /* of sub-blocks */
};

struct bl_tally {
    unsigned flags;
    struct bl_tally_rows rows;
    struct bl_skim *skim; /* kept from stream to stream; NULL: not made yet */
    struct level *levels;
    uint32_t n_levels, cap_levels;
    uint64_t n_streams;
    const struct bl_tally_row **sorted; /* n_sorted of them are; 0: it is not up to date */
    uint32_t n_sorted, cap_sorted;
    struct bl_walk *walk;        /* of the last stream, for its names; or NULL: it was skimmed */
    struct bl_tally_count *told; /* by bl_tally_counts() */
    uint32_t cap_told;
};

static uint32_t role_of(const struct bl_tally *t, const struct bl_stream *stream,
                        const struct bl_walk *walk, const struct bl_event *event)
{
    uint32_t id = event->block->block_id;
    uint32_t code = UINT32_MAX;
    if (!(t->flags & BL_TALLY_ROLES) || stream->kind != BL_STREAM_LLVM_IR)
        return id;
    if (id == (BL_TYPE_BLOCK_OLD & 0xFF))
        (void)bl_walk_peek_code(walk, &code);
    return bl_ir_block_role(event->parent_id, id, code);
}

static int begin_block(struct bl_tally *t, const struct bl_stream *stream,
                       const struct bl_walk *walk, const struct bl_event *event)
{
    uint32_t row = bl_tally_row(&t->rows, stream->kind, role_of(t, stream, walk, event));
    if (row == UINT32_MAX || bl_grow(&t->levels, &t->cap_levels, (size_t)t->n_levels + 1) < 0)
        return BL_E_NOMEM;
    t->levels[t->n_levels++] = (struct level){.row = row, .begin = event->header_pos};
    t->rows.v[row].told.n++;
    return bl_tally_see(&t->rows.v[row], (struct bl_tally_place){t->n_streams, event->bit_pos},
                        event->parent_id, bl_walk_block_name(walk, event->block->block_id));
}

static void end_block(struct bl_tally *t, uint64_t end_pos)
{
    const struct level *level = &t->levels[--t->n_levels];
    uint64_t bits = end_pos - level->begin;
    t->rows.v[level->row].told.bits += bits - level->bits_inside;
    if (t->n_levels == 0) {
        t->rows.n_top_blocks++;
        return;
    }
    struct level *around = &t->levels[t->n_levels - 1];
    around->bits_inside += bits;
    t->rows.v[around->row].told.n_sub_blocks++;
}

static int take_event(struct bl_tally *t, const struct bl_stream *stream,
                      const struct bl_walk *walk, const struct bl_event *event)
{
    if (event->kind == BL_EVENT_BLOCK)
        return begin_block(t, stream, walk, event);
    if (event->kind == BL_EVENT_BLOCK_END) {
        end_block(t, event->end_pos);
        return BL_OK;
    }
    struct bl_tally_row *row = &t->rows.v[t->levels[t->n_levels - 1].row];
    uint64_t bits = event->end_pos - event->bit_pos;
    if (event->kind == BL_EVENT_RECORD)
        return bl_tally_count_in(&t->rows, row, event->code, event->abbrev_id, 1, bits);
    row->told.n_abbrevs++;
    row->told.abbrev_bits += bits;
    return BL_OK;
}

/* What was left out before EVENT, or by it, is the innermost block's. */
static void count_unread(struct bl_tally *t, const struct bl_event *event, uint64_t read_to)
{
    uint64_t unread_to = event->damaged ? event->end_pos : event->bit_pos;
    if (t->n_levels > 0 && unread_to > read_to)
        t->rows.v[t->levels[t->n_levels - 1].row].told.unread_bits += unread_to - read_to;
}

/* One event. As bl_walk_next(); *READ_TO is where the last one ended. */
static int step(struct bl_tally *t, const struct bl_stream *stream, uint64_t *read_to,
                struct bl_error *err)
{
    struct bl_event event;
    int rc = bl_walk_next(t->walk, &event, err);
    if (rc <= 0)
        return rc;
    count_unread(t, &event, *read_to);
    if (take_event(t, stream, t->walk, &event) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for counts");
    *read_to = event.end_pos;
    return 1;
}

/* The first failure, or the one that ends it. LLVM's rules know of nothing behind damage. */
static int walk_stream(struct bl_tally *t, const struct bl_stream *stream,
                       const struct bl_stream *blockinfo_of, struct bl_error *err)
{
    bool recovers = !(t->flags & BL_TALLY_LLVM);
    unsigned rules = recovers ? BL_WALK_RECOVER : BL_WALK_LLVM;
    int status = bl_walk_open(&t->walk, stream, rules | BL_WALK_SKIP, blockinfo_of, err);
    if (status < 0)
        return status;
    uint64_t read_to = 0;
    int rc;
    do {
        struct bl_error failure;
        rc = step(t, stream, &read_to, &failure);
        if (rc == BL_E_NOMEM || (rc < 0 && status == BL_OK)) {
            status = rc;
            if (err)
                *err = failure;
        }
    } while (rc > 0 || (rc < 0 && recovers && rc != BL_E_NOMEM));
    while (t->n_levels > 0)
        end_block(t, read_to);
    return status;
}

/* ---- Public: counting ---- */

int bl_tally_open(struct bl_tally **tally, unsigned flags, struct bl_error *err)
{
    *tally = NULL;
    int status = bl_check_flags(flags, BL_TALLY_LLVM | BL_TALLY_ROLES, err);
    if (status < 0)
        return status;
    *tally = bl_new(sizeof **tally);
    if (!*tally)
        return bl_fail(err, BL_E_NOMEM, "no memory for counts");
    (*tally)->flags = flags;
    return BL_OK;
}

void bl_tally_close(struct bl_tally *t)
{
    if (!t)
        return;
    bl_tally_rows_release(&t->rows);
    bl_skim_close(t->skim);
    bl_walk_close(t->walk);
    bl_drop(t->levels);
    bl_drop(t->sorted);
    bl_drop(t->told);
    bl_drop(t);
}

/* Room for all answers, so that none of them can fail. */
static int reserve(struct bl_tally *t)
{
    return bl_grow(&t->told, &t->cap_told, t->rows.max_counts) < 0
               ? BL_E_NOMEM
               : bl_grow(&t->sorted, &t->cap_sorted, t->rows.n);
}

int bl_tally_add(struct bl_tally *t, const struct bl_stream *stream,
                 const struct bl_stream *blockinfo_of, unsigned n_threads, struct bl_error *err)
{
    bl_walk_close(t->walk);
    t->walk = NULL;
    t->n_sorted = 0;
    t->n_streams++;
    int rc = blockinfo_of
                 ? 0
                 : bl_skim_stream(&t->skim, stream, t->flags, n_threads, t->n_streams, &t->rows);
    if (rc == 0)
        rc = walk_stream(t, stream, blockinfo_of, err);
    else if (rc < 0)
        rc = bl_fail(err, rc, "no memory for counts");
    if (reserve(t) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for counts");
    return rc < 0 ? rc : BL_OK;
}

/* After a change: with STATUS, or the failure to keep room for the answers. */
static int changed(struct bl_tally *t, int status)
{
    t->n_sorted = 0;
    return reserve(t) < 0 ? BL_E_NOMEM : status;
}

int bl_tally_add_blocks(struct bl_tally *t, const struct bl_tally_block *block)
{
    uint32_t number = bl_tally_row(&t->rows, block->kind, block->block_id);
    if (number == UINT32_MAX)
        return BL_E_NOMEM;
    struct bl_tally_block *told = &t->rows.v[number].told;
    told->n += block->n;
    told->bits += block->bits;
    told->n_sub_blocks += block->n_sub_blocks;
    told->n_abbrevs += block->n_abbrevs;
    told->abbrev_bits += block->abbrev_bits;
    told->unread_bits += block->unread_bits;
    if (block->parent_id == BL_NO_BLOCK)
        t->rows.n_top_blocks += block->n;
    return changed(t, BL_OK);
}

int bl_tally_add_records(struct bl_tally *t, enum bl_stream_kind kind, uint32_t block_id,
                         const struct bl_tally_count *count)
{
    uint32_t number = bl_tally_row(&t->rows, kind, block_id);
    if (number == UINT32_MAX)
        return BL_E_NOMEM;
    struct bl_tally_row *row = &t->rows.v[number];
    int status =
        bl_tally_count_in(&t->rows, row, count->code, count->abbrev_id, count->n, count->bits);
    return changed(t, status);
}

/* As bl_tally_merge(). */
static int join(struct bl_tally *t, const struct bl_tally *from, uint64_t n_before)
{
    return changed(t, bl_tally_merge(&t->rows, &from->rows, n_before));
}

int bl_tally_join(struct bl_tally *t, const struct bl_tally *from)
{
    int status = join(t, from, t->n_streams);
    t->n_streams += from->n_streams;
    return status;
}

/* ---- Public: counting many ---- */

struct failure {
    uint64_t stream;
    struct bl_error err;
};

struct many {
    struct bl_tally *sum; /* of the large ones, then of all */
    const struct bl_stream *const *streams;
    uint64_t n, n_before;
    unsigned n_threads;        /* for a large one */
    struct bl_tally **tallies; /* of small ones, by thread */
    unsigned n_tallies;
    struct bl_error *errors; /* of streams whose turn has not come, by number modulo n_errors */
    unsigned n_errors;
    struct failure *failures;
    uint64_t n_failures, cap_failures;
};

static bool is_large(const struct many *m, uint64_t stream)
{
    return m->n_threads > 1 && m->streams[stream]->bytes.size >= BL_SKIM_LARGE;
}

/* With *ERR told; only a lack of memory ends all. */
static int add_one(const struct many *m, struct bl_tally *tally, uint64_t stream,
                   unsigned n_threads, struct bl_error *err)
{
    err->status = BL_OK;
    tally->n_streams = m->n_before + stream;
    return bl_tally_add(tally, m->streams[stream], NULL, n_threads, err) == BL_E_NOMEM ? BL_E_NOMEM
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
    return is_large(m, stream) ? BL_OK : add_one(m, m->tallies[thread], stream, 1, err);
}

static int take_small(void *context, uint64_t stream)
{
    struct many *m = context;
    return keep_failure(m, stream, &m->errors[stream % m->n_errors]);
}

static int open_tallies(struct many *m)
{
    m->tallies = bl_new(m->n_tallies * sizeof(struct bl_tally *));
    m->errors = bl_new(m->n_errors * sizeof *m->errors);
    if (!m->tallies || !m->errors)
        return BL_E_NOMEM;
    int status = BL_OK;
    for (unsigned i = 0; i < m->n_tallies && status == BL_OK; i++)
        status = bl_tally_open(&m->tallies[i], m->sum->flags, NULL);
    return status;
}

/* Their streams have the numbers that they have among all. */
static int join_tallies(struct many *m)
{
    int status = BL_OK;
    for (unsigned i = 0; i < m->n_tallies && status == BL_OK; i++)
        status = join(m->sum, m->tallies[i], 0);
    return status;
}

static int by_stream(const void *a, const void *b)
{
    const struct failure *x = a;
    const struct failure *y = b;
    return (x->stream > y->stream) - (x->stream < y->stream);
}

static void tell_failures(const struct many *m, bl_tally_fail_fn *fail, void *context)
{
    if (m->n_failures > 1)
        qsort(m->failures, m->n_failures, sizeof *m->failures, by_stream);
    for (uint64_t i = 0; i < m->n_failures; i++)
        fail(context, m->failures[i].stream, &m->failures[i].err);
}

static void release_many(struct many *m)
{
    for (unsigned i = 0; i < m->n_tallies && m->tallies; i++)
        bl_tally_close(m->tallies[i]);
    bl_drop(m->tallies);
    bl_drop(m->errors);
    bl_drop(m->failures);
}

/* What streams are called at their ends is the last one's, which there is not. */
static void forget_names(struct bl_tally *t)
{
    bl_walk_close(t->walk);
    bl_skim_close(t->skim);
    t->walk = NULL;
    t->skim = NULL;
}

int bl_tally_add_all(struct bl_tally *t, const struct bl_stream *const *streams, uint64_t n,
                     unsigned n_threads, bl_tally_fail_fn *fail, void *context,
                     struct bl_error *err)
{
    struct many m = {.sum = t, .streams = streams, .n = n, .n_before = t->n_streams};
    m.n_threads = bl_threads_for(n_threads, UINT64_MAX);
    m.n_tallies = bl_threads_for(n_threads, n);
    m.n_errors = WINDOW * m.n_tallies;
    int status = open_tallies(&m);
    if (status == BL_OK)
        status = add_large(&m);
    if (status == BL_OK)
        status = bl_parallel(m.n_tallies, n, m.n_errors, add_small, take_small, &m);
    if (status == BL_OK)
        status = join_tallies(&m);
    if (status == BL_OK && fail)
        tell_failures(&m, fail, context);
    release_many(&m);
    forget_names(t);
    t->n_streams = m.n_before + n;
    return status == BL_OK ? BL_OK : bl_fail(err, status, "no memory for counts");
}

/* ---- Public: what was counted ---- */

static int compare_rows(const void *a, const void *b)
{
    const struct bl_tally_block *x = &(*(const struct bl_tally_row *const *)a)->told;
    const struct bl_tally_block *y = &(*(const struct bl_tally_row *const *)b)->told;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->block_id > y->block_id) - (x->block_id < y->block_id);
}

uint32_t bl_tally_n_blocks(struct bl_tally *t)
{
    if (t->n_sorted < t->rows.n && t->rows.n <= t->cap_sorted) {
        for (uint32_t i = 0; i < t->rows.n; i++)
            t->sorted[i] = &t->rows.v[i];
        qsort(t->sorted, t->rows.n, sizeof(struct bl_tally_row *), compare_rows);
        t->n_sorted = t->rows.n;
    }
    return t->n_sorted;
}

uint64_t bl_tally_n_top_blocks(const struct bl_tally *t)
{
    return t->rows.n_top_blocks;
}

struct bl_tally_block bl_tally_block(const struct bl_tally *t, uint32_t block)
{
    const struct bl_tally_row *row = t->sorted[block];
    struct bl_tally_block told = row->told;
    for (uint32_t i = 0; i < row->n_counts; i++) {
        const struct bl_tally_count *count = &row->counts[i];
        told.n_records += count->n;
        told.n_abbreviated += count->abbrev_id == BL_ABBREV_UNABBREV ? 0 : count->n;
        told.record_bits += count->bits;
    }
    return told;
}

static int compare_codes(const void *a, const void *b)
{
    const struct bl_tally_count *x = a;
    const struct bl_tally_count *y = b;
    if (x->code != y->code)
        return x->code > y->code ? -1 : 1;
    return (x->abbrev_id > y->abbrev_id) - (x->abbrev_id < y->abbrev_id);
}

static int compare_counts(const void *a, const void *b)
{
    const struct bl_tally_count *x = a;
    const struct bl_tally_count *y = b;
    return x->n != y->n ? (x->n > y->n ? -1 : 1) : compare_codes(a, b);
}

/* Join the counts of each code into one. */
static uint32_t join_codes(struct bl_tally_count *counts, uint32_t n)
{
    uint32_t n_joined = 0;
    qsort(counts, n, sizeof *counts, compare_codes);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_tally_count *last = n_joined ? &counts[n_joined - 1] : NULL;
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

uint32_t bl_tally_counts(struct bl_tally *t, uint32_t block, bool by_abbrev,
                         const struct bl_tally_count **counts)
{
    const struct bl_tally_row *row = t->sorted[block];
    uint32_t n = row->n_counts;
    *counts = t->told;
    if (n == 0)
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        t->told[i] = row->counts[i];
        t->told[i].n_abbreviated = t->told[i].abbrev_id == BL_ABBREV_UNABBREV ? 0 : t->told[i].n;
    }
    if (!by_abbrev)
        n = join_codes(t->told, n);
    qsort(t->told, n, sizeof *t->told, compare_counts);
    return n;
}

struct bl_view bl_tally_block_name(const struct bl_tally *t, uint32_t block_id)
{
    return t->walk ? bl_walk_block_name(t->walk, block_id)
                   : bl_blockinfo_block_name(bl_skim_last_info(t->skim), block_id);
}

struct bl_view bl_tally_record_name(const struct bl_tally *t, uint32_t block_id, uint32_t code)
{
    return t->walk ? bl_walk_record_name(t->walk, block_id, code)
                   : bl_blockinfo_record_name(bl_skim_last_info(t->skim), block_id, code);
}
