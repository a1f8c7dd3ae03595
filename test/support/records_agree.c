/* support/records_agree.c - the same records read in every way by every CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/records_agree.h"

#include "stream/cursor.h"
#include "support/guard.h"
#include "support/trace.h"

#include <stdlib.h>
#include <string.h>

/* A record, and what its operands come to. */
struct seen {
    uint64_t bit_pos, end_pos;
    uint64_t contents;
    uint64_t first_ops[BL_FIRST_OPS];
    uint32_t code, abbrev_id, n_ops, array_at;
    bool has_array, has_blob;
};

/* What the careful reader reports a block, and how it ends. */
struct expected {
    struct seen *records;
    size_t n, cap;
    int rc;
    struct bl_error err;
    uint64_t end_pos;
};

/* Except what its operands are. */
static struct seen seen_without_ops(const struct bl_record *rec)
{
    return (struct seen){
        .bit_pos = rec->bit_pos,
        .end_pos = rec->end_pos,
        .code = rec->code,
        .abbrev_id = rec->abbrev_id,
        .n_ops = rec->n_ops,
        .array_at = rec->array_at,
        .has_array = rec->has_array,
        .has_blob = rec->has_blob,
    };
}

static void keep_first_ops(struct seen *seen, const struct bl_record *rec)
{
    for (uint32_t i = 0; i < rec->n_ops && i < BL_FIRST_OPS; i++)
        seen->first_ops[i] = rec->ops[i];
}

static struct seen seen_of(const struct bl_record *rec)
{
    struct seen seen = seen_without_ops(rec);
    seen.contents = trace_contents(rec);
    keep_first_ops(&seen, rec);
    return seen;
}

static bool same_record(const struct seen *a, const struct seen *b)
{
    return a->bit_pos == b->bit_pos && a->end_pos == b->end_pos && a->contents == b->contents &&
           a->code == b->code && a->abbrev_id == b->abbrev_id && a->n_ops == b->n_ops &&
           a->array_at == b->array_at && a->has_array == b->has_array && a->has_blob == b->has_blob;
}

static bool same_first_ops(const struct seen *a, const struct seen *b)
{
    return memcmp(a->first_ops, b->first_ops, sizeof a->first_ops) == 0;
}

static void read_carefully(struct expected *e, struct bl_cursor *c)
{
    struct bl_record rec = {0};
    e->n = 0;
    c->fast_end = 0;
    while ((e->rc = bl_cursor_read_next(c, &rec)) > 0) {
        if (e->n == e->cap) {
            e->cap = e->cap ? e->cap * 2 : 64;
            e->records = realloc(e->records, e->cap * sizeof *e->records);
            if (!e->records)
                abort();
        }
        e->records[e->n++] = seen_of(&rec);
    }
    bl_cursor_error(c, &e->err);
    e->end_pos = c->bits.pos;
    bl_record_release(&rec);
}

/* Whether C, which has answered RC at last, ended after N records as expected. */
static bool ends_as(const struct expected *e, const struct bl_cursor *c, int rc, size_t n)
{
    struct bl_error err;
    bl_cursor_error(c, &err);
    return rc == e->rc && n == e->n && err.status == e->err.status &&
           err.bit_pos == e->err.bit_pos && strcmp(err.what, e->err.what) == 0 &&
           (rc < 0 || c->bits.pos == e->end_pos);
}

/* 1, a record; 0, the end; negative on failure. */
typedef int next_fn(struct bl_cursor *c, struct bl_record *rec);

/* Whether REC is as WANTED. */
typedef bool same_fn(const struct bl_record *rec, const struct seen *wanted);

static bool each_same(const struct expected *e, struct bl_cursor *c, next_fn *next,
                      same_fn *is_same)
{
    struct bl_record rec = {0};
    size_t n = 0;
    bool same = true;
    int rc;
    while ((rc = next(c, &rec)) > 0 && same) {
        same = n < e->n && is_same(&rec, &e->records[n]);
        n++;
    }
    bl_record_release(&rec);
    return same && ends_as(e, c, rc, n);
}

static bool is_same(const struct bl_record *rec, const struct seen *wanted)
{
    struct seen seen = seen_of(rec);
    return same_record(&seen, wanted);
}

static bool reads_same(const struct expected *e, struct bl_cursor *c)
{
    return each_same(e, c, bl_cursor_read_next, is_same);
}

/* As bl_cursor_read_next(), but of the operands the first ones alone. */
static int read_next_first(struct bl_cursor *c, struct bl_record *rec)
{
    struct bl_entry entry;
    int rc;
    while ((rc = bl_record_next_first(c, rec)) == 0 && (rc = bl_cursor_next(c, &entry)) > 0)
        if (entry.kind == BL_ENTRY_BLOCK && bl_cursor_leap(c) < 0)
            return c->status;
    return rc;
}

static bool is_first_same(const struct bl_record *rec, const struct seen *wanted)
{
    struct seen seen = seen_without_ops(rec);
    keep_first_ops(&seen, rec);
    seen.contents = wanted->contents; /* it is not read */
    return same_first_ops(&seen, wanted) && same_record(&seen, wanted);
}

static bool reads_first_same(const struct expected *e, struct bl_cursor *c)
{
    return each_same(e, c, read_next_first, is_first_same);
}

/* Entries between records: 1 one, 0 the end, negative on failure. A record among
 * them is skipped. */
static int next_other(const struct expected *e, struct bl_cursor *c, size_t *n, bool *same)
{
    struct bl_entry entry;
    int rc = bl_cursor_next(c, &entry);
    if (rc > 0 && entry.kind == BL_ENTRY_RECORD) {
        *same = *n < e->n && entry.bit_pos == e->records[*n].bit_pos;
        ++*n;
    }
    return rc > 0 && entry.kind == BL_ENTRY_BLOCK ? bl_cursor_leap(c) < 0 ? c->status : 1 : rc;
}

static bool skips_same(const struct expected *e, struct bl_cursor *c)
{
    size_t n = 0;
    bool same = true;
    uint32_t code;
    int rc = 1;
    while (rc > 0 && same) {
        while (same && (rc = bl_record_skip_next(c, &code)) > 0) {
            const struct seen *seen = &e->records[n];
            same = n < e->n && code == seen->code && c->entry_pos == seen->bit_pos &&
                   c->bits.pos == seen->end_pos;
            n++;
        }
        if (rc == 0 && same)
            rc = next_other(e, c, &n, &same);
    }
    return same && ends_as(e, c, rc, n);
}

/* Whether the abbreviation of TOLD is one that compilers write. */
static bool is_usual(const struct seen *seen, const struct bl_cursor *c)
{
    const struct bl_abbrev_op *ops;
    const struct bl_abbrev *abbrev = bl_cursor_abbrev(c, seen->abbrev_id, &ops);
    return !abbrev || abbrev->plan != BL_PLAN_SLOW;
}

/* Heads of records, which need not begin where they are looked for. */
static bool peeks_same(const struct expected *e, struct bl_cursor *c)
{
    struct bl_entry entry;
    struct bl_record_head head;
    bool same = true;
    while (bl_cursor_next(c, &entry) > 0 &&
           (entry.kind != BL_ENTRY_BLOCK || bl_cursor_leap(c) >= 0))
        continue;
    for (size_t i = 0; i < e->n && same; i++) {
        const struct seen *seen = &e->records[i];
        same = bl_record_peek(c, seen->bit_pos, &head)
                   ? head.code == seen->code && head.n_ops == seen->n_ops
                   : !is_usual(seen, c);
        for (unsigned bit = 1; bit < 8; bit++)
            (void)bl_record_peek(c, seen->end_pos - bit, &head);
    }
    return same;
}

static bool skips_all_same(const struct expected *e, struct bl_cursor *c)
{
    uint64_t n = 0;
    size_t n_others = 0;
    bool same = true;
    int rc;
    do
        rc = bl_record_skip_all(c, &n);
    while (rc == 0 && (rc = next_other(e, c, &n_others, &same)) > 0);
    /* One that fails is counted, too; whether what failed is one is seen from its text. */
    bool fails_in_record = rc < 0 && n == e->n + 1;
    return n_others == 0 && ends_as(e, c, rc, (size_t)n - fails_in_record);
}

static bool same_batch(const struct expected *e, size_t *n, const struct bl_batch *batch)
{
    for (uint32_t i = 0; i < batch->n_records; i++) {
        const struct bl_batch_record *at = &batch->records[i];
        if (*n >= e->n)
            return false;
        struct seen seen = e->records[(*n)++];
        struct bl_record rec = {
            .code = at->code,
            .abbrev_id = at->abbrev_id,
            .bit_pos = at->bit_pos,
            .end_pos = at[1].bit_pos,
            .ops = batch->ops + at->first_op,
            .n_ops = at[1].first_op - at->first_op,
            .array_at = at->array_at == BL_NONE ? at[1].first_op - at->first_op : at->array_at,
            .has_array = at->array_at != BL_NONE,
        };
        struct seen got = seen_of(&rec);
        /* Between records there may be other entries; they end a batch. */
        if (!same_record(&got, &seen))
            return false;
    }
    return true;
}

static bool batches_same(const struct expected *e, struct bl_cursor *c)
{
    struct bl_batch batch = {0};
    struct bl_record rec = {0};
    struct bl_entry entry;
    size_t n = 0;
    bool same = true;
    int rc = 1;
    while (rc > 0 && same) {
        while (same && (rc = bl_cursor_read_batch(c, &batch)) > 0)
            same = same_batch(e, &n, &batch);
        if (rc < 0 || !same || (rc = bl_cursor_next(c, &entry)) <= 0 ||
            entry.kind != BL_ENTRY_RECORD)
            continue;
        /* What is left to be read one by one has a blob. */
        if ((rc = bl_cursor_read(c, &rec)) < 0)
            break;
        struct seen seen = seen_of(&rec);
        same = n < e->n && seen.has_blob && same_record(&seen, &e->records[n]);
        n++;
        rc = 1;
    }
    bl_batch_release(&batch);
    bl_record_release(&rec);
    return same && ends_as(e, c, rc, n);
}

static const struct {
    const char *problem;
    bool (*same)(const struct expected *e, struct bl_cursor *c);
} ways[] = {
    {"records read one by one differ from those read carefully", reads_same},
    {"the first operands of records differ from those read carefully", reads_first_same},
    {"the heads of records differ from those read", peeks_same},
    {"records skipped differ from those read", skips_same},
    {"records skipped all at once differ from those read", skips_all_same},
    {"records in batches differ from those read one by one", batches_same},
};

static const char *check_block(struct bl_index *index, uint32_t block, struct expected *e)
{
    struct bl_cursor c;
    if (bl_index_cursor(index, block, &c, NULL) < 0)
        return NULL;
    read_carefully(e, &c);
    bl_cursor_release(&c);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (bl_index_cursor(index, block, &c, NULL) < 0)
            abort();
        bool same = ways[i].same(e, &c);
        bl_cursor_release(&c);
        if (!same)
            return ways[i].problem;
    }
    return NULL;
}

/* Walks of a stream, by its events. */
struct walks {
    struct trace strict, llvm;
};

static const char *check_walks(const struct bl_stream *stream, const struct walks *walks)
{
    if (trace_batches_same(&walks->strict, stream, 0) &&
        trace_batches_same(&walks->strict, stream, BL_WALK_SKIP) &&
        trace_batches_same(&walks->llvm, stream, BL_WALK_LLVM))
        return NULL;
    return "batches across blocks differ from events";
}

static const char *check_stream(const struct bl_stream *stream, struct expected *e)
{
    struct bl_index *index;
    const char *problem = NULL;
    if (bl_index_open(&index, stream, NULL) < 0)
        return NULL;
    (void)bl_index_expand(index, BL_NONE, UINT32_MAX, NULL);
    for (uint32_t i = 0; i < bl_index_count(index) && !problem; i++)
        problem = check_block(index, i, e);
    bl_index_close(index);
    return problem;
}

/* A copy of BYTES with N_ZEROS after it, before a page that cannot be touched. */
static struct guard padded(struct bl_view bytes, size_t n_zeros)
{
    uint8_t *copy = calloc(1, bytes.size + n_zeros + 1);
    if (!copy)
        abort();
    if (bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    struct guard g = guard_copy((struct bl_view){.data = copy, .size = bytes.size + n_zeros});
    free(copy);
    return g;
}

const char *records_agree(struct bl_view bytes, struct choice *choice)
{
    static const size_t zeros[] = {0, BL_FAST_BITS / 8 + 16};
    enum bl_cpu cpus[BL_CPU_END];
    uint32_t n_cpus = choice_cpus(cpus);
    struct expected e = {0};
    struct walks walks = {0};
    const char *problem = NULL;
    struct chosen z = choice_of(choice, sizeof zeros / sizeof zeros[0], 1);
    for (; z.i < z.end && !problem; z.i++) {
        struct guard g = padded(bytes, zeros[z.i]);
        struct bl_stream stream;
        bool located = bl_stream_locate(g.bytes, &stream, NULL) == BL_OK;
        if (located) {
            trace_walk(&walks.strict, &stream, 0, NULL);
            trace_walk(&walks.llvm, &stream, BL_WALK_LLVM, NULL);
        }
        struct chosen c = choice_of(choice, n_cpus, 1);
        for (; c.i < c.end && located && !problem; c.i++) {
            stream.cpu = cpus[c.i];
            problem = check_stream(&stream, &e);
            if (!problem)
                problem = check_walks(&stream, &walks);
        }
        guard_release(&g);
    }
    trace_release(&walks.strict);
    trace_release(&walks.llvm);
    free(e.records);
    return problem;
}
