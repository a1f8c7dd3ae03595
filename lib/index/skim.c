/* index/skim.c - counting the entries of a good stream as fast as it goes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Top-level blocks are the first tasks, or jobs where there are several threads.
 *
 * Strict and LLVM's rules tell the same of a good stream, but for one thing: the BLOCKINFO in
 * force. Both are kept, and where they would give a block different abbreviations, the stream is
 * not for us. A BLOCKINFO is looked for only where compilers put it, at the top level and among the
 * first entries of a top-level block.
 */
#include "index/skim.h"

#include "base/grow.h"
#include "base/parallel.h"
#include "bits/kernels.h"
#include "bits/reader.h"
#include "index/skimmer.h"

#include <string.h>

enum {
    INFO_WITHIN = 8, /* entries of a top-level block */
    LEAST_BLOCK = 8  /* bytes; no more threads than blocks have something to do */
};

enum {
    /* With more than these from earlier streams, begin anew. */
    MANY_ENVS = 32,
    MANY_KINDS = 384,
};

/* ---- One thread's work ---- */

/* The loops begin where they may load. False: look at the lanes again. */
static bool come_before_limits(struct bl_skimmer *s)
{
    for (unsigned i = 0; i < BL_SKIM_LANES; i++) {
        struct bl_skim_lane *lane = &s->lanes[i];
        if (lane->is_active && lane->pos >= lane->limit && !bl_skim_slow(s, lane))
            return false;
    }
    return true;
}

/* Tasks for lanes that have none; those that are active come first. How many are. */
static unsigned fill_lanes(struct bl_skimmer *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < BL_SKIM_LANES; i++) {
        if (!s->lanes[i].is_active && !bl_skim_next_task(s, &s->lanes[i]))
            continue;
        if (n < i) {
            s->lanes[n] = s->lanes[i];
            s->lanes[i].is_active = false;
            s->lanes[i].own = NULL;
        }
        n++;
    }
    return n;
}

/* All tasks, and what they lead to. */
static void run_tasks(struct bl_skimmer *s)
{
    while (!s->failed) {
        unsigned n_active = fill_lanes(s);
        s->stop_at_block = n_active < BL_SKIM_LANES;
        if (n_active == 0)
            return;
        if (come_before_limits(s))
            s->skim->loops[n_active - 1](s, &s->bits, s->lanes);
    }
}

/* ---- The top level ---- */

/* The BLOCKINFO among the first entries of the block that TOP has announced;
 * NULL: there is none. */
static const struct bl_blockinfo *look_for_info(struct bl_skim *skim, const struct bl_cursor *top,
                                                const struct bl_blockinfo *outer)
{
    const struct bl_blockinfo *info = NULL;
    struct bl_cursor *c = &skim->skimmers[0]->look;
    struct bl_entry entry;
    bl_cursor_enter(c, top, &top->child, outer);
    int rc = 1;
    for (unsigned i = 0; i < INFO_WITHIN && rc > 0; i++) {
        rc = bl_cursor_next(c, &entry);
        if (rc <= 0 || entry.kind != BL_ENTRY_BLOCK)
            continue;
        if (entry.block.block_id == BL_BLOCKINFO_BLOCK &&
            bl_grow(&skim->info_at, &skim->cap_info_at, (size_t)skim->n_info_at + 1) == BL_OK &&
            bl_blockinfo_read(&skim->store, c, outer, &info) == BL_OK)
            skim->info_at[skim->n_info_at++] = c->entry_pos;
        break;
    }
    return info;
}

struct infos {
    const struct bl_blockinfo *strict, *llvm; /* in force */
};

/* The block that TOP has announced becomes a task. */
static bool add_top_block(struct bl_skim *skim, struct bl_cursor *top, struct infos *infos)
{
    struct bl_skimmer *s = skim->skimmers[0];
    const struct bl_block *block = &top->child;
    const struct bl_blockinfo *info = NULL;
    if (bl_block_end(block) > top->bits.end)
        return false;
    if (block->block_id != BL_BLOCKINFO_BLOCK)
        info = look_for_info(skim, top, infos->strict);
    else if (bl_blockinfo_read(&skim->store, top, infos->strict, &infos->strict) < 0)
        return false;
    else
        infos->llvm = infos->strict;
    struct bl_skim_env *env = bl_skim_find_env(&s->kinds, infos->strict, infos->llvm);
    struct bl_skim_env *children = info ? bl_skim_find_env(&s->kinds, info, info) : env;
    if (!env || !children)
        return false;
    if (info)
        infos->llvm = info;
    struct bl_skim_kind *kind = bl_skim_find_kind(&s->kinds, block->block_id, block->block_id,
                                                  block->id_width, env, children);
    return kind && bl_skim_add_top_block(s, kind, block, top->child_header_pos);
}

static bool find_top_blocks(struct bl_skim *skim, uint64_t *n)
{
    bool is_llvm = skim->flags & BL_TALLY_LLVM;
    struct infos infos = {NULL, NULL};
    struct bl_cursor top;
    struct bl_entry entry;
    int rc;
    bl_cursor_at_top(&top, &skim->stream, true);
    while ((rc = bl_cursor_next(&top, &entry)) > 0) {
        if (!add_top_block(skim, &top, &infos))
            return false;
        ++*n;
    }
    skim->last_info = is_llvm ? infos.llvm : infos.strict;
    /* Zeros behind the last block are fine for strict rules only. */
    return rc == 0 && (!is_llvm || top.bits.pos == top.bits.end);
}

/* ---- Several threads ---- */

/* What the first skimmer has found is for all. */
static bool give_top_blocks(struct bl_skim *skim)
{
    struct bl_skimmer *first = skim->skimmers[0];
    bool good = true;
    for (uint32_t i = 0; i < first->n_tasks && good; i++)
        good = bl_skim_give_job(first, &skim->jobs, &first->tasks[i]);
    first->n_tasks = 0;
    return good;
}

/* All that a thread does. It takes jobs as long as there are any, so that its lanes do not run dry
 * in between. */
static int run_thread(void *context, unsigned thread, uint64_t number)
{
    struct bl_skim *skim = context;
    struct bl_skimmer *s = skim->skimmers[thread];
    (void)number;
    s->jobs = &skim->jobs;
    bl_skim_jobs_join(s->jobs);
    run_tasks(s);
    bl_skim_jobs_leave(s->jobs, s->failed);
    s->jobs = NULL;
    return s->failed ? BL_E_MALFORMED : BL_OK;
}

static bool run_threads(struct bl_skim *skim, unsigned n_threads)
{
    bl_skim_jobs_begin(&skim->jobs, n_threads);
    return give_top_blocks(skim) &&
           bl_parallel(n_threads, n_threads, n_threads, run_thread, NULL, skim) == BL_OK;
}

/* ---- Skimmers ---- */

static void reset(struct bl_skimmer *s, const struct bl_skim *skim)
{
    s->skim = skim;
    s->bits = bl_bits_over(skim->stream.bytes, skim->stream.cpu);
    uint64_t size = skim->stream.bytes.size;
    s->safe_pos = size > BL_SKIM_READ_AHEAD ? (size - BL_SKIM_READ_AHEAD) * 8 : 0;
    uint64_t far_limit = size > BL_SKIM_FAR_AHEAD ? (size - BL_SKIM_FAR_AHEAD) * 8 : 0;
    bl_cursor_at_top(&s->cursor, &skim->stream, true);
    s->n_tasks = 0;
    s->failed = false;
    s->kinds.is_llvm = skim->flags & BL_TALLY_LLVM;
    s->jobs = NULL;
    for (unsigned i = 0; i < BL_SKIM_LANES; i++) {
        s->lanes[i].is_active = false;
        s->lanes[i].far_limit = far_limit;
    }
}

/* Skimmers 0 to N - 1. */
static bool have_skimmers(struct bl_skim *skim, uint32_t n)
{
    if (bl_grow(&skim->skimmers, &skim->cap_skimmers, n) < 0)
        return false;
    while (skim->n_skimmers < n) {
        struct bl_skimmer *s = bl_new(sizeof *s);
        if (!s)
            return false;
        skim->skimmers[skim->n_skimmers++] = s;
    }
    for (uint32_t i = 0; i < n; i++)
        reset(skim->skimmers[i], skim);
    return true;
}

/* Blocks that were being read when the stream was given up are left, too. */
static void leave_blocks(struct bl_skimmer *s)
{
    for (unsigned i = 0; i < BL_SKIM_LANES; i++) {
        bl_skim_end_own(s->lanes[i].kind, s->lanes[i].own);
        s->lanes[i].own = NULL;
    }
    for (uint32_t i = 0; i < s->n_tasks; i++)
        bl_skim_end_own(s->tasks[i].kind, s->tasks[i].own);
    s->n_tasks = 0;
}

static void release(struct bl_skimmer *s)
{
    bl_skim_kinds_forget(&s->kinds);
    bl_drop(s->kinds.v);
    bl_cursor_release(&s->look);
    bl_drop(s->tasks);
}

/* ---- The sum ---- */

static int add_up(struct bl_tally_rows *rows, struct bl_skim *skim, uint32_t n_skimmers)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < n_skimmers && status == BL_OK; i++) {
        struct bl_skimmer *s = skim->skimmers[i];
        status = bl_skim_kinds_commit(&s->kinds, rows, skim->stream.kind, skim->stream_number,
                                      n_skimmers == 1 && skim->stream_number > 1);
        if (status == BL_OK)
            status = bl_tally_merge(rows, &s->rows, 0);
    }
    return status;
}

/* ---- Public ---- */

/* Whether STREAM can make use of what is known of earlier ones. */
static bool is_like_before(const struct bl_skim *skim, const struct bl_stream *stream)
{
    bool is_like = stream->kind == skim->stream.kind && !skim->failed &&
                   bl_blockinfo_store_can_stay(&skim->store);
    for (uint32_t i = 0; i < skim->n_skimmers && is_like; i++)
        is_like =
            skim->skimmers[i]->kinds.n_envs < MANY_ENVS && skim->skimmers[i]->kinds.n < MANY_KINDS;
    return is_like;
}

static void forget(struct bl_skim *skim)
{
    for (uint32_t i = 0; i < skim->n_skimmers; i++)
        bl_skim_kinds_forget(&skim->skimmers[i]->kinds);
    bl_blockinfo_store_release(&skim->store);
}

static struct bl_skim *prepare(struct bl_skim **skim, const struct bl_stream *stream,
                               unsigned flags, uint64_t stream_number)
{
    if (!*skim) {
        if (!(*skim = bl_new(sizeof **skim)))
            return NULL;
        bl_skim_jobs_init(&(*skim)->jobs);
    }
    struct bl_skim *s = *skim;
    if (!is_like_before(s, stream))
        forget(s);
    bl_blockinfo_store_next(&s->store, stream);
    s->stream = *stream;
    s->flags = flags;
    s->stream_number = stream_number;
    s->last_info = NULL;
    s->n_info_at = 0;
    enum bl_cpu cpu = bl_kernels_for(stream->cpu)->cpu;
#if defined(__x86_64__)
    s->loops = cpu == BL_CPU_GENERIC ? bl_skim_loops_generic : bl_skim_loops_bmi2;
#else
    (void)cpu;
    s->loops = bl_skim_loops_generic;
#endif
    return s;
}

int bl_skim_stream(struct bl_skim **skim_place, const struct bl_stream *stream, unsigned flags,
                   unsigned n_threads, uint64_t stream_number, struct bl_tally_rows *rows)
{
    struct bl_skim *skim = prepare(skim_place, stream, flags, stream_number);
    if (!skim || stream->bytes.size / 4 > UINT32_MAX)
        return skim ? 0 : BL_E_NOMEM;
    if (n_threads == 0 && stream->bytes.size < BL_SKIM_LARGE)
        n_threads = 1;
    n_threads = bl_threads_for(n_threads, stream->bytes.size / LEAST_BLOCK);
    uint64_t n_top_blocks = 0;
    if (!have_skimmers(skim, n_threads))
        return BL_E_NOMEM;
    bool good = find_top_blocks(skim, &n_top_blocks);
    struct bl_skimmer *first = skim->skimmers[0];
    if (good && n_threads > 1) {
        good = run_threads(skim, n_threads);
    } else if (good) {
        run_tasks(first);
        good = !first->failed;
    }
    for (uint32_t i = 0; i < n_threads; i++)
        leave_blocks(skim->skimmers[i]);
    int status = good ? add_up(rows, skim, n_threads) : BL_OK;
    for (uint32_t i = 0; i < n_threads; i++)
        bl_tally_rows_release(&skim->skimmers[i]->rows);
    skim->failed = !good || status < 0;
    if (status < 0)
        return status;
    rows->n_top_blocks += good ? n_top_blocks : 0;
    return good;
}

const struct bl_blockinfo *bl_skim_last_info(const struct bl_skim *skim)
{
    return skim ? skim->last_info : NULL;
}

void bl_skim_close(struct bl_skim *skim)
{
    if (!skim)
        return;
    for (uint32_t i = 0; i < skim->n_skimmers; i++) {
        release(skim->skimmers[i]);
        bl_drop(skim->skimmers[i]);
    }
    bl_drop(skim->skimmers);
    bl_drop(skim->info_at);
    bl_skim_jobs_release(&skim->jobs);
    bl_blockinfo_store_release(&skim->store);
    bl_drop(skim);
}
