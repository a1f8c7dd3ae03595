/* support/stats_check.c - whether a bl_stats counts what a walk reports
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/stats_check.h"

#include <stdlib.h>
#include <string.h>

/* ---- The naive count: a list of everything, searched from the front ---- */

struct naive_count {
    uint32_t block, code, abbrev_id;
    uint64_t n, bits;
};

struct naive_level {
    uint32_t block;
    uint64_t begin;
};

struct naive {
    struct bl_stats_block *blocks; /* names are allocated */
    struct naive_count *counts;
    struct naive_level *levels;
    size_t n_blocks, n_counts, n_levels;
    uint64_t n_top_blocks;
    int status;
    struct bl_error err;
};

static void *append(void *array, size_t *n, size_t item_size)
{
    /* To powers of two. */
    if ((*n & (*n - 1)) == 0)
        array = realloc(array, (*n ? *n * 2 : 1) * item_size);
    if (!array)
        abort();
    memset((char *)array + *n * item_size, 0, item_size);
    ++*n;
    return array;
}

static uint32_t naive_block(struct naive *t, uint32_t id, uint32_t parent_id)
{
    for (uint32_t i = 0; i < t->n_blocks; i++)
        if (t->blocks[i].block_id == id)
            return i;
    t->blocks = append(t->blocks, &t->n_blocks, sizeof *t->blocks);
    t->blocks[t->n_blocks - 1].block_id = id;
    t->blocks[t->n_blocks - 1].parent_id = parent_id;
    return (uint32_t)t->n_blocks - 1;
}

/* The first name counts. */
static void naive_name(struct bl_stats_block *block, struct bl_view name)
{
    if (block->name.size || !name.size)
        return;
    uint8_t *copy = malloc(name.size);
    if (!copy)
        abort();
    memcpy(copy, name.data, name.size);
    block->name = (struct bl_view){copy, name.size};
}

static void naive_record(struct naive *t, uint32_t block, const struct bl_event *event)
{
    size_t i = 0;
    while (i < t->n_counts && (t->counts[i].block != block || t->counts[i].code != event->code ||
                               t->counts[i].abbrev_id != event->abbrev_id))
        i++;
    if (i == t->n_counts) {
        t->counts = append(t->counts, &t->n_counts, sizeof *t->counts);
        t->counts[i].block = block;
        t->counts[i].code = event->code;
        t->counts[i].abbrev_id = event->abbrev_id;
    }
    uint64_t bits = event->end_pos - event->bit_pos;
    t->counts[i].n++;
    t->counts[i].bits += bits;
    t->blocks[block].n_records++;
    t->blocks[block].n_abbreviated += event->abbrev_id != BL_ABBREV_UNABBREV;
    t->blocks[block].record_bits += bits;
}

static void naive_begin(struct naive *t, unsigned flags, const struct bl_stream *stream,
                        const struct bl_walk *walk, const struct bl_event *event)
{
    uint32_t id = event->block->block_id;
    uint32_t code = UINT32_MAX;
    if (flags & BL_STATS_ROLES && stream->kind == BL_STREAM_LLVM_IR) {
        (void)bl_walk_peek_code(walk, &code);
        id = bl_ir_block_role(event->parent_id, id, code);
    }
    uint32_t block = naive_block(t, id, event->parent_id);
    t->blocks[block].n++;
    naive_name(&t->blocks[block], bl_walk_block_name(walk, event->block->block_id));
    if (t->n_levels)
        t->blocks[t->levels[t->n_levels - 1].block].n_sub_blocks++;
    t->levels = append(t->levels, &t->n_levels, sizeof *t->levels);
    t->levels[t->n_levels - 1] = (struct naive_level){block, event->header_pos};
}

static void naive_end(struct naive *t, uint64_t end_pos)
{
    const struct naive_level *level = &t->levels[--t->n_levels];
    t->blocks[level->block].bits += end_pos - level->begin;
    if (t->n_levels)
        t->blocks[t->levels[t->n_levels - 1].block].bits -= end_pos - level->begin;
    else
        t->n_top_blocks++;
}

static void naive_event(struct naive *t, unsigned flags, const struct bl_stream *stream,
                        const struct bl_walk *walk, const struct bl_event *event)
{
    uint32_t block = t->n_levels ? t->levels[t->n_levels - 1].block : 0;
    switch (event->kind) {
    case BL_EVENT_BLOCK: naive_begin(t, flags, stream, walk, event); break;
    case BL_EVENT_BLOCK_END: naive_end(t, event->end_pos); break;
    case BL_EVENT_RECORD: naive_record(t, block, event); break;
    case BL_EVENT_ABBREV:
        t->blocks[block].n_abbrevs++;
        t->blocks[block].abbrev_bits += event->end_pos - event->bit_pos;
        break;
    }
}

/* Entries follow each other without a gap, except what damage hides. */
static void naive_gap(struct naive *t, const struct bl_event *event, uint64_t read_to)
{
    uint64_t to = event->damaged ? event->end_pos : event->bit_pos;
    if (t->n_levels && to > read_to)
        t->blocks[t->levels[t->n_levels - 1].block].unread_bits += to - read_to;
}

/* As bl_walk_next(); the first failure is kept, and the walk goes on after each if it can. */
static int naive_next(struct naive *t, struct bl_walk *walk, unsigned rules, struct bl_event *event)
{
    struct bl_error err;
    int rc;
    while ((rc = bl_walk_next(walk, event, &err)) < 0) {
        if (t->status == BL_OK) {
            t->status = rc;
            t->err = err;
        }
        if (!(rules & BL_WALK_RECOVER))
            break;
    }
    return rc;
}

static void naive_stats(struct naive *t, unsigned flags, const struct bl_stream *stream)
{
    struct bl_walk *walk;
    struct bl_event event;
    unsigned rules = flags & BL_STATS_LLVM ? BL_WALK_LLVM : BL_WALK_RECOVER;
    uint64_t read_to = 0;
    t->status = bl_walk_open(&walk, stream, rules | BL_WALK_SKIP, NULL, &t->err);
    while (walk && naive_next(t, walk, rules, &event) > 0) {
        naive_gap(t, &event, read_to);
        naive_event(t, flags, stream, walk, &event);
        read_to = event.end_pos;
    }
    while (t->n_levels)
        naive_end(t, read_to);
    bl_walk_close(walk);
}

static void naive_forget_name(struct bl_stats_block *block)
{
    free((void *)(uintptr_t)block->name.data);
    block->name = (struct bl_view){NULL, 0};
}

static void naive_release(struct naive *t)
{
    for (size_t i = 0; i < t->n_blocks; i++)
        naive_forget_name(&t->blocks[i]);
    free(t->blocks);
    free(t->counts);
    free(t->levels);
}

/* ---- Comparing ---- */

static const char *compare_counts(struct bl_stats *stats, uint32_t number,
                                  const struct naive *naive, uint32_t block)
{
    const struct bl_stats_count *counts;
    uint32_t n = bl_stats_counts(stats, number, true, &counts);
    uint32_t n_naive = 0;
    for (size_t i = 0; i < naive->n_counts; i++)
        n_naive += naive->counts[i].block == block;
    if (n != n_naive)
        return "another number of codes";
    for (uint32_t i = 0; i < n; i++) {
        const struct naive_count *count = naive->counts;
        while (count < naive->counts + naive->n_counts &&
               (count->block != block || count->code != counts[i].code ||
                count->abbrev_id != counts[i].abbrev_id))
            count++;
        if (count == naive->counts + naive->n_counts || count->n != counts[i].n ||
            count->bits != counts[i].bits)
            return "another count of a code";
    }
    uint64_t n_records = 0;
    n = bl_stats_counts(stats, number, false, &counts);
    for (uint32_t i = 0; i < n; i++)
        n_records += counts[i].n;
    return n_records == naive->blocks[block].n_records ? NULL : "the codes do not sum up";
}

static const char *compare_block(struct bl_stats *stats, uint32_t number, const struct naive *naive)
{
    struct bl_stats_block counted = bl_stats_get_block(stats, number);
    for (uint32_t i = 0; i < naive->n_blocks; i++) {
        struct bl_stats_block expected = naive->blocks[i];
        if (expected.block_id != counted.block_id)
            continue;
        expected.kind = counted.kind;
        if (expected.parent_id != counted.parent_id)
            return "another first parent";
        if (expected.name.size != counted.name.size ||
            (counted.name.size &&
             memcmp(expected.name.data, counted.name.data, counted.name.size) != 0))
            return "another name";
        if (expected.n != counted.n || expected.bits != counted.bits ||
            expected.n_sub_blocks != counted.n_sub_blocks)
            return "another count of blocks";
        if (expected.n_abbrevs != counted.n_abbrevs || expected.abbrev_bits != counted.abbrev_bits)
            return "another count of definitions";
        if (expected.unread_bits != counted.unread_bits)
            return "another count of what was left out";
        if (counted.record_bits + counted.abbrev_bits + counted.unread_bits > counted.bits)
            return "a block that is smaller than what is in it";
        if (expected.n_records != counted.n_records ||
            expected.n_abbreviated != counted.n_abbreviated ||
            expected.record_bits != counted.record_bits)
            return "another count of records";
        return compare_counts(stats, number, naive, i);
    }
    return "a block that is not there";
}

static const char *compare(struct bl_stats *stats, const struct naive *naive)
{
    uint32_t n = bl_stats_n_blocks(stats);
    if (n != naive->n_blocks)
        return "another number of blocks";
    if (bl_stats_n_top_blocks(stats) != naive->n_top_blocks)
        return "another number of top-level blocks";
    const char *problem = NULL;
    for (uint32_t i = 0; i < n && !problem; i++)
        problem = compare_block(stats, i, naive);
    return problem;
}

static const char *check_variant(const struct bl_stream *stream, unsigned flags, unsigned n_threads,
                                 const struct naive *naive)
{
    struct bl_stats *stats;
    struct bl_error err;
    if (bl_stats_open(&stats, flags, &err) < 0)
        return "no memory";
    int status = bl_stats_add(stats, stream, NULL, n_threads, &err);
    const char *problem = compare(stats, naive);
    if (status != naive->status)
        problem = "another status";
    else if (status < 0 && (err.bit_pos != naive->err.bit_pos || err.depth != naive->err.depth ||
                            strcmp(err.what, naive->err.what) != 0))
        problem = "another failure";
    bl_stats_close(stats);
    return problem;
}

/* What NAIVE has, added in parts that only together make sense: to STATS in turns. */
static int add_naive(struct bl_stats *stats[2], const struct naive *naive)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < naive->n_blocks && status == BL_OK; i++) {
        struct bl_stats_block block = naive->blocks[i];
        block.parent_id = 0; /* any that is not BL_NONE */
        /* The first block is at the top level. */
        block.n -= i == 0 ? naive->n_top_blocks : 0;
        block.bits -= 1000;
        struct bl_stats_block rest = {.block_id = block.block_id, .bits = 1000};
        status = bl_stats_add_blocks(stats[i % 2], &block, NULL);
        if (status == BL_OK)
            status = bl_stats_add_blocks(stats[(i + 1) % 2], &rest, NULL);
        if (status == BL_OK && i == 0) {
            struct bl_stats_block top = {
                .block_id = block.block_id, .parent_id = BL_NONE, .n = naive->n_top_blocks};
            status = bl_stats_add_blocks(stats[1], &top, NULL);
        }
    }
    for (size_t i = 0; i < naive->n_counts && status == BL_OK; i++) {
        const struct naive_count *from = &naive->counts[i];
        struct bl_stats_count count = {
            .code = from->code, .abbrev_id = from->abbrev_id, .n = from->n, .bits = from->bits};
        status = bl_stats_add_records(stats[i % 2], 0, naive->blocks[from->block].block_id, &count,
                                      NULL);
    }
    return status == BL_OK ? bl_stats_join(stats[0], stats[1], NULL) : status;
}

/* Whether NAIVE's counts, added to stats one by one, are reported again. Takes its
 * blocks' parents and names away. */
static const char *check_added(struct naive *naive)
{
    struct bl_stats *stats[2] = {NULL, NULL};
    const char *problem = "no memory";
    for (uint32_t i = 0; i < naive->n_blocks; i++) { /* those are not added */
        naive->blocks[i].parent_id = BL_NONE;
        naive_forget_name(&naive->blocks[i]);
    }
    if (bl_stats_open(&stats[0], 0, NULL) == BL_OK && bl_stats_open(&stats[1], 0, NULL) == BL_OK &&
        add_naive(stats, naive) == BL_OK)
        problem = compare(stats[0], naive);
    bl_stats_close(stats[0]);
    bl_stats_close(stats[1]);
    return problem;
}

/* One after the other in one stats: what it keeps of a stream must do for the next one, whose bytes
 * are elsewhere, and which may be cut off. */
static const size_t series[] = {1, 1, 2, 1, 1};
#define N_SERIES (sizeof series / sizeof series[0])

/* The first part in N of STREAM's bytes, whole words, in memory of its own. */
static struct bl_stream part_of(const struct bl_stream *stream, size_t n)
{
    struct bl_stream part = *stream;
    part.bytes.size = n == 1 ? stream->bytes.size : stream->bytes.size / n / 4 * 4;
    uint8_t *bytes = malloc(part.bytes.size + 1);
    if (!bytes)
        abort();
    memcpy(bytes, stream->bytes.data, part.bytes.size);
    part.bytes.data = bytes;
    return part;
}

static const char *check_series(const struct bl_stream *stream, unsigned flags, unsigned n_threads)
{
    struct naive naive = {0};
    struct bl_stats *stats;
    struct bl_error err;
    const char *problem = NULL;
    if (stream->bytes.size < 8)
        return NULL;
    if (bl_stats_open(&stats, flags, &err) < 0)
        return "no memory";
    for (size_t i = 0; i < N_SERIES && !problem; i++) {
        struct bl_stream part = part_of(stream, series[i]);
        naive_stats(&naive, flags, &part);
        if (bl_stats_add(stats, &part, NULL, n_threads, &err) != naive.status)
            problem = "another status in a series";
        free((void *)(uintptr_t)part.bytes.data);
        if (!problem)
            problem = compare(stats, &naive);
    }
    bl_stats_close(stats);
    naive_release(&naive);
    return problem;
}

static void keep_status(void *context, uint64_t stream, const struct bl_error *err)
{
    int *statuses = context;
    statuses[stream] = err->status;
}

/* Count N_SERIES PARTS in at once; which of them fail, and how. */
static int add_all(struct bl_stats *stats, const struct bl_stream *parts, unsigned n_threads,
                   int statuses[N_SERIES])
{
    const struct bl_stream *all[N_SERIES];
    for (size_t i = 0; i < N_SERIES; i++)
        all[i] = &parts[i];
    return bl_stats_add_all(stats, all, N_SERIES, n_threads, keep_status, statuses, NULL);
}

/* The series again, all of it at once. */
static const char *check_at_once(const struct bl_stream *stream, unsigned flags, unsigned n_threads)
{
    struct naive naive = {0};
    struct bl_stats *stats;
    struct bl_stream parts[N_SERIES];
    int expected[N_SERIES];
    int statuses[N_SERIES] = {0};
    const char *problem = "no memory";
    if (stream->bytes.size < 8)
        return NULL;
    for (size_t i = 0; i < N_SERIES; i++) {
        parts[i] = part_of(stream, series[i]);
        naive_stats(&naive, flags, &parts[i]);
        expected[i] = naive.status;
    }
    if (bl_stats_open(&stats, flags, NULL) == BL_OK &&
        add_all(stats, parts, n_threads, statuses) == BL_OK)
        problem = memcmp(statuses, expected, sizeof statuses) == 0 ? compare(stats, &naive)
                                                                   : "another status at once";
    for (size_t i = 0; i < N_SERIES; i++)
        free((void *)(uintptr_t)parts[i].bytes.data);
    bl_stats_close(stats);
    naive_release(&naive);
    return problem;
}

/* Each CPU variant with each number of threads; series with each, in turn and at once; what was
 * counted, added. */
static const char *check_ways(const struct bl_stream *stream, unsigned flags, struct choice *choice)
{
    static const unsigned n_threads[] = {1, 3};
    enum {
        N = sizeof n_threads / sizeof n_threads[0]
    };
    enum bl_cpu cpus[BL_CPU_END];
    uint32_t n_variants = choice_cpus(cpus) * N;
    struct naive naive = {0};
    const char *problem = NULL;
    naive_stats(&naive, flags, stream);
    struct chosen c = choice_of(choice, n_variants + 2 * N + 1, 1);
    for (; c.i < c.end && !problem; c.i++) {
        if (c.i < n_variants) {
            struct bl_stream variant = *stream;
            variant.cpu = cpus[c.i / N];
            problem = check_variant(&variant, flags, n_threads[c.i % N], &naive);
        } else if (c.i < n_variants + N) {
            problem = check_series(stream, flags, n_threads[c.i % N]);
        } else if (c.i < n_variants + 2 * N) {
            problem = check_at_once(stream, flags, n_threads[c.i % N]);
        } else {
            problem = check_added(&naive);
        }
    }
    naive_release(&naive);
    return problem;
}

const char *stats_check(const struct bl_stream *stream, struct choice *choice)
{
    static const unsigned flags[] = {0, BL_STATS_LLVM, BL_STATS_ROLES};
    const char *problem = NULL;
    struct chosen c = choice_of(choice, sizeof flags / sizeof flags[0], 1);
    for (; c.i < c.end && !problem; c.i++)
        problem = check_ways(stream, flags[c.i], choice);
    return problem;
}
