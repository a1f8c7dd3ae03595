/* index/skim.c - counting the entries of a good stream as fast as it goes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A task is a block that is still to be read. Whoever meets a sub-block makes a task of it and leaps on;
 * a lane that has come to the end of its block takes the task that was made last. Large blocks are
 * looked through first where there are several threads: their sub-blocks are the threads' jobs. Nothing is
 * shared by threads but what does not change; each counts on its own.
 *
 * Strict and LLVM's rules tell the same of a good stream, but for one thing: the BLOCKINFO in force. Both
 * are kept, and where they would give a block different abbreviations, the stream is not for us. A
 * BLOCKINFO is looked for only where compilers put it, at the top level and among the first entries of
 * a top-level block.
 */
#include "index/skim.h"

#include "base/grow.h"
#include "bits/kernels.h"
#include "bits/reader.h"
#include "index/skim_kinds.h"
#include "index/skim_lanes.h"
#include "stream/cursor.h"

#include <pthread.h>
#include <string.h>

enum {
    END_BLOCK = 0,
    ENTER_SUBBLOCK = BL_ENTER_SUBBLOCK,
    DEFINE_ABBREV = 2,
    BLOCKINFO_BLOCK_ID = 0
};

/* What is beyond these is walked instead: they keep off the limits that are counted in a walk. */
enum {
    MAX_TASK_DEPTH = 16,
    MAX_OWN_BYTES = BL_MAX_ABBREV_BYTES_FLOOR / 2 / MAX_TASK_DEPTH,
    INFO_WITHIN = 8, /* entries of a top-level block */
};

enum {
    FEW_TASKS = 16,
    JOB_BYTES = 1 << 14, /* are taken at once */
    PUBLISHED_AT_ONCE = 128,
    LARGE_BLOCK_BYTES = 1 << 16,     /* is looked through for sub-blocks */
    PARALLEL_STREAM_BYTES = 1 << 20, /* from here on threads are worth while */
    /* With more than these from earlier streams, begin anew. */
    MANY_ENVS = 32,
    MANY_KINDS = 384,
};

struct task {
    uint32_t body_word, n_words;
    uint32_t kind;
    uint8_t depth;
};

/* What one thread has. */
struct bl_skimmer {
    const struct bl_skim *skim;
    struct bl_bits bits;
    uint64_t safe_pos; /* before it the loop may load, */
    uint64_t far_pos;  /* and far programs */
    struct bl_skim_lane lanes[BL_SKIM_LANES];
    struct task *tasks;
    uint32_t n_tasks, cap_tasks;
    struct bl_skim_kinds kinds;
    struct bl_tally_rows rows;  /* what has no place in a kind */
    struct bl_cursor cursor;    /* for single records of the lanes; it has nothing of its own */
    struct bl_cursor look;      /* for a look into a block */
    struct job_list *jobs;      /* where there are more tasks; or NULL */
    struct job_list *publishes; /* where those go that it finds; or NULL */
    bool only_outline;          /* sub-blocks are not read */
    bool stop_at_block;
    bool failed;
};

/* A task of the first skimmer for whoever is free. */
struct job {
    struct task task;
    const struct bl_skim_kind
        *kind; /* of the first skimmer: what tells it from other kinds does not change */
};

/* The first skimmer adds to it while others take. */
struct job_list {
    pthread_mutex_t lock; /* guards all of it */
    pthread_cond_t changed;
    struct job *v;
    uint32_t n, cap, n_taken;
    bool is_complete;
};

struct bl_skim {
    struct bl_stream stream;
    unsigned flags;
    bool failed; /* the last stream: what was counted in it is still in the kinds */
    uint64_t stream_number;
    struct bl_blockinfo_store store; /* of this stream and those before that were alike */
    const struct bl_blockinfo *last_info;
    uint64_t *info_at; /* bit positions of BLOCKINFO blocks inside others, ascending */
    uint32_t n_info_at, cap_info_at;
    bl_skim_run_fn *const *loops; /* by the number of lanes, less one */
    struct bl_skimmer **skimmers; /* by thread; the first one is the caller's */
    uint32_t n_skimmers, cap_skimmers;
    struct job_list jobs;
};

static bool give_up(struct bl_skimmer *s)
{
    s->failed = true;
    return false;
}

/* ---- Tasks and lanes ---- */

static bool push_task(struct bl_skimmer *s, const struct task *task)
{
    if (bl_grow(&s->tasks, &s->cap_tasks, (size_t)s->n_tasks + 1) < 0)
        return give_up(s);
    s->tasks[s->n_tasks++] = *task;
    return true;
}

/* A job, in terms of this skimmer. */
static bool adopt(struct bl_skimmer *s, const struct job *job)
{
    const struct bl_skimmer *first = s->skim->skimmers[0];
    const struct bl_skim_kind *from = job->kind;
    const struct bl_skim_env *env = &first->kinds.envs[from->env];
    const struct bl_skim_env *children = &first->kinds.envs[from->children];
    uint32_t own_env = bl_skim_find_env(&s->kinds, env->strict, env->llvm);
    uint32_t own_children = bl_skim_find_env(&s->kinds, children->strict, children->llvm);
    struct bl_skim_kind *kind = own_env == UINT32_MAX || own_children == UINT32_MAX
                                    ? NULL
                                    : bl_skim_find_kind(&s->kinds, from->block_id, from->role,
                                                        from->id_width, own_env, own_children);
    struct task task = job->task;
    task.kind = kind ? kind->number : 0;
    return kind ? push_task(s, &task) : give_up(s);
}

static bool has_active_lane(const struct bl_skimmer *s)
{
    bool has = false;
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        has |= s->lanes[i].is_active;
    return has;
}

/* Tasks from the list. Who has nothing else to do waits for them. False: there are none, or a failure. */
static bool take_jobs(struct bl_skimmer *s)
{
    struct job_list *list = s->jobs;
    uint64_t n_words = 0;
    if (!list)
        return false;
    pthread_mutex_lock(&list->lock);
    while (list->n_taken == list->n && !list->is_complete && !has_active_lane(s))
        pthread_cond_wait(&list->changed, &list->lock);
    while (list->n_taken < list->n && n_words < JOB_BYTES / 4 && !s->failed) {
        const struct job *job = &list->v[list->n_taken++];
        n_words += job->task.n_words;
        (void)adopt(s, job);
    }
    pthread_mutex_unlock(&list->lock);
    return s->n_tasks > 0 && !s->failed;
}

/* Give the first skimmer's tasks to all. */
static bool publish(struct bl_skimmer *s, struct job_list *list)
{
    pthread_mutex_lock(&list->lock);
    bool good = bl_grow(&list->v, &list->cap, (size_t)list->n + s->n_tasks) == BL_OK;
    for (uint32_t i = 0; good && i < s->n_tasks; i++)
        list->v[list->n++] =
            (struct job){.task = s->tasks[i], .kind = s->kinds.v[s->tasks[i].kind]};
    pthread_cond_broadcast(&list->changed);
    pthread_mutex_unlock(&list->lock);
    s->n_tasks = 0;
    return good || give_up(s);
}

/* A block of KIND, whose header is behind us, comes to be read. */
static bool add_task(struct bl_skimmer *s, struct bl_skim_kind *kind, const struct bl_block *block,
                     uint64_t header_pos, uint32_t parent_id, uint32_t depth)
{
    if (depth > MAX_TASK_DEPTH)
        return give_up(s);
    kind->n++;
    kind->bits += bl_block_end(block) - header_pos;
    if (block->bit_pos < kind->first_pos) {
        kind->first_pos = block->bit_pos;
        kind->parent_id = parent_id;
    }
    struct bl_view body = {.data = s->bits.data + block->body_pos / 8,
                           .size = (size_t)block->n_words * 4};
    if (bl_skim_meet(kind, body))
        return true;
    struct task task = {
        .body_word = (uint32_t)(block->body_pos / 32),
        .n_words = block->n_words,
        .kind = kind->number,
        .depth = (uint8_t)depth,
    };
    if (!push_task(s, &task))
        return false;
    return !s->publishes || s->n_tasks < PUBLISHED_AT_ONCE || publish(s, s->publishes);
}

static void begin_task(struct bl_skimmer *s, struct bl_skim_lane *lane, const struct task *task)
{
    struct bl_skim_kind *kind = s->kinds.v[task->kind];
    lane->pos = (uint64_t)task->body_word * 32;
    lane->end = lane->pos + (uint64_t)task->n_words * 32;
    lane->limit = lane->end < s->safe_pos ? lane->end : s->safe_pos;
    lane->far_limit = s->far_pos;
    lane->id_width = (uint8_t)kind->id_width;
    lane->id_mask = kind->id_width > BL_SKIM_MAX_ID_WIDTH ? 0 : bl_low_bits(kind->id_width);
    lane->choice = lane->id_mask ? lane->id_mask | UINT64_C(32) << kind->id_width : 0;
    lane->programs = kind->programs;
    lane->far = kind->far;
    lane->kind = kind;
    lane->depth = task->depth;
    lane->own = NULL;
    lane->is_active = true;
}

/* ---- Entries that the loop leaves to us ---- */

/* The skimmer's cursor at the entry of LANE. */
static struct bl_cursor *cursor_at(struct bl_skimmer *s, const struct bl_skim_lane *lane)
{
    struct bl_cursor *c = &s->cursor;
    c->bits.pos = lane->pos;
    c->bits.end = lane->end;
    c->fast_end = bl_decoder_fast_end(&c->bits);
    c->block.block_id = lane->kind->block_id;
    c->block.id_width = lane->id_width;
    c->block.body_pos = lane->end; /* any place that is not the top level's */
    c->inherited = lane->kind->inherited;
    /* Borrowed: neither changed nor released. */
    c->own = lane->own ? lane->own->set : (struct bl_abbrev_set){0};
    return c;
}

/* Places for the counts of CODE, too. */
static bool add_codes(struct bl_skimmer *s, struct bl_skim_kind *kind, uint32_t code)
{
    if (!bl_skim_add_codes(&s->kinds, kind, code))
        return give_up(s);
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        if (s->lanes[i].is_active && s->lanes[i].own && s->lanes[i].kind == kind)
            bl_skim_copy_unabbrev(s->lanes[i].own, kind);
    return true;
}

static bool count_rare(struct bl_skimmer *s, struct bl_skim_kind *kind, uint32_t code,
                       uint32_t abbrev_id, const struct bl_skim_count *count)
{
    kind->is_partial = true;
    uint32_t row = bl_tally_row(&s->rows, s->skim->stream.kind, kind->role);
    if (row == UINT32_MAX ||
        bl_tally_count_in(&s->rows.v[row], code, abbrev_id, count->n, count->bits) < 0)
        return give_up(s);
    return true;
}

static bool count_record(struct bl_skimmer *s, const struct bl_skim_lane *lane, uint32_t code,
                         uint32_t abbrev_id, uint64_t bits)
{
    struct bl_skim_kind *kind = lane->kind;
    struct bl_skim_count *count = NULL;
    if (abbrev_id != BL_ABBREV_UNABBREV)
        count = bl_skim_count_of(kind, lane->own, abbrev_id);
    else if (code < BL_SKIM_MAX_CODES) {
        if (code >= kind->n_codes && !add_codes(s, kind, code))
            return false;
        count = &kind->codes[code];
    }
    if (!count)
        return count_rare(s, kind, code, abbrev_id, &(struct bl_skim_count){1, bits});
    count->n++;
    count->bits += bits;
    return true;
}

static bool take_record(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    struct bl_cursor *c = cursor_at(s, lane);
    uint32_t code;
    if (bl_record_skip_next(c, &code) <= 0)
        return give_up(s);
    uint64_t bits = c->bits.pos - lane->pos;
    lane->pos = c->bits.pos;
    return count_record(s, lane, code, c->entry_id, bits);
}

/* A definition takes the place of what was known: count apart what these others have counted. */
static bool count_replaced(struct bl_skimmer *s, const struct bl_skim_lane *lane)
{
    const struct bl_skim_own *own = lane->own;
    bool good = true;
    for (uint32_t i = own->set.n_abbrevs; i < own->n_known && good; i++)
        if (own->known[i].count.n)
            good = count_rare(s, lane->kind, own->known[i].far.code, lane->kind->n_programs + i,
                              &own->known[i].count);
    return good;
}

static bool take_definition(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    struct bl_skim_kind *kind = lane->kind;
    struct bl_bits bits = s->bits;
    if (!lane->own) {
        lane->own = bl_skim_begin_own(&s->kinds, kind, MAX_OWN_BYTES);
        if (!lane->own)
            return give_up(s);
        lane->programs = lane->own->programs;
        lane->far = lane->own->far;
    }
    bits.pos = lane->pos + lane->id_width;
    bits.end = lane->end;
    if (!bl_skim_define_again(lane->own, kind, &bits) &&
        (!count_replaced(s, lane) || !bl_skim_define(lane->own, kind, &bits)))
        return give_up(s);
    kind->n_abbrevs++;
    kind->abbrev_bits += bits.pos - lane->pos;
    lane->pos = bits.pos;
    return true;
}

/* The block of LANE is left. */
static void give_back_own(struct bl_skim_lane *lane)
{
    if (lane->own)
        bl_skim_end_own(lane->kind, lane->own);
    lane->own = NULL;
}

/* What the stream says of the blocks of ID inside a block of KIND: the role takes a look at the first record. */
static uint32_t role_of(struct bl_skimmer *s, const struct bl_skim_kind *kind,
                        const struct bl_block *block, uint64_t end)
{
    uint32_t id = block->block_id;
    uint32_t code = UINT32_MAX;
    if (!(s->skim->flags & BL_TALLY_ROLES) || s->skim->stream.kind != BL_STREAM_LLVM_IR)
        return id;
    if (id == (BL_BLOCK_TYPE_OLD & 0xFF)) {
        const struct bl_blockinfo *info = s->kinds.envs[kind->children].strict;
        struct bl_entry entry;
        s->cursor.bits.end = end;
        bl_cursor_enter(&s->look, &s->cursor, block, info);
        if (bl_cursor_next(&s->look, &entry) <= 0 || entry.kind != BL_ENTRY_RECORD ||
            bl_record_skip(&s->look, &code) < 0)
            code = UINT32_MAX;
    }
    return bl_ir_block_role(kind->block_id, id, code);
}

/* Whether the BLOCKINFO at BIT_POS, inside another block, is one that was looked for. */
static bool is_known_info(const struct bl_skim *skim, uint64_t bit_pos)
{
    uint32_t lo = 0;
    for (uint32_t hi = skim->n_info_at; lo < hi;) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (skim->info_at[mid] < bit_pos)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < skim->n_info_at && skim->info_at[lo] == bit_pos;
}

static bool take_block(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    struct bl_skim_kind *parent = lane->kind;
    struct bl_bits bits = s->bits;
    struct bl_block block = {.bit_pos = lane->pos};
    bits.pos = lane->pos + lane->id_width;
    block.block_id = bl_bits_vbr32(&bits, 8);
    uint64_t header_pos = bits.pos;
    block.id_width = bl_bits_vbr32(&bits, 4);
    bl_bits_align32(&bits);
    block.n_words = (uint32_t)bl_bits_fixed(&bits, 32);
    block.body_pos = bits.pos;
    uint64_t end = bl_block_end(&block);
    if (bits.pos > lane->end || end > lane->end || block.n_words == 0 || block.id_width == 0 ||
        block.id_width > BL_MAX_WIDTH)
        return give_up(s);
    lane->pos = end;
    parent->n_sub_blocks++;
    parent->bits -= end - header_pos;
    if (block.block_id == BLOCKINFO_BLOCK_ID && !is_known_info(s->skim, block.bit_pos))
        return give_up(s);
    uint32_t id = block.block_id;
    uint32_t role = id == (BL_BLOCK_TYPE_OLD & 0xFF) || id == (BL_BLOCK_TYPE_SYMTAB_OLD & 0xFF)
                        ? role_of(s, parent, &block, lane->end)
                        : id;
    struct bl_skim_kind *kind =
        bl_skim_find_kind(&s->kinds, id, role, block.id_width, parent->children, parent->children);
    if (!kind)
        return give_up(s);
    return add_task(s, kind, &block, header_pos, parent->block_id, lane->depth + 1u) &&
           !s->stop_at_block;
}

/* Where there are few tasks left, the largest of them becomes the last one: begun late, it would be read
 * alone. Of many, the last one stands next to the block before, and is the best. */
static void choose_task(struct bl_skimmer *s)
{
    struct task *last = &s->tasks[s->n_tasks - 1];
    struct task *largest = last;
    if (s->n_tasks > FEW_TASKS)
        return;
    for (uint32_t i = 0; i < s->n_tasks; i++)
        if (s->tasks[i].n_words > largest->n_words)
            largest = &s->tasks[i];
    struct task chosen = *largest;
    *largest = *last;
    *last = chosen;
}

static bool next_task(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    lane->is_active = false;
    lane->is_active = !s->only_outline && (s->n_tasks > 0 || take_jobs(s));
    if (!lane->is_active)
        return false;
    choose_task(s);
    begin_task(s, lane, &s->tasks[--s->n_tasks]);
    return true;
}

static bool end_block(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    if (bl_align32(lane->pos + lane->id_width) != lane->end)
        return give_up(s);
    give_back_own(lane);
    return next_task(s, lane);
}

static uint64_t window_at(const struct bl_skimmer *s, uint64_t pos)
{
    return bl_load_le64(s->bits.data + (pos >> 3)) >> (pos & 7);
}

bool bl_skim_slow(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    bool go_on = true;
    do {
        if (lane->pos >= lane->end)
            return give_up(s);
        uint64_t pos = lane->pos;
        switch (bl_bits_fixed_at(&s->bits, &pos, lane->id_width)) {
        case END_BLOCK: go_on = end_block(s, lane); break;
        case ENTER_SUBBLOCK: go_on = take_block(s, lane); break;
        case DEFINE_ABBREV: go_on = take_definition(s, lane); break;
        default: go_on = take_record(s, lane);
        }
    } while (go_on && (lane->pos >= lane->limit || (window_at(s, lane->pos) & lane->id_mask) <= DEFINE_ABBREV));
    return go_on;
}

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
        if (!s->lanes[i].is_active && !next_task(s, &s->lanes[i]))
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

/* A large block's own entries; its sub-blocks become tasks. */
static void run_outline(struct bl_skimmer *s, const struct task *task)
{
    s->only_outline = true;
    s->stop_at_block = false;
    begin_task(s, &s->lanes[0], task);
    while (!s->failed && s->lanes[0].is_active)
        if (come_before_limits(s))
            s->skim->loops[0](s, &s->bits, s->lanes);
    s->only_outline = false;
}

/* ---- The top level ---- */

/* The BLOCKINFO among the first entries of the block that TOP has announced; NULL: there is none. */
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
        if (entry.block.block_id == BLOCKINFO_BLOCK_ID &&
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
    if (block->block_id != BLOCKINFO_BLOCK_ID)
        info = look_for_info(skim, top, infos->strict);
    else if (bl_blockinfo_read(&skim->store, top, infos->strict, &infos->strict) < 0)
        return false;
    else
        infos->llvm = infos->strict;
    uint32_t env = bl_skim_find_env(&s->kinds, infos->strict, infos->llvm);
    uint32_t children = info ? bl_skim_find_env(&s->kinds, info, info) : env;
    if (env == UINT32_MAX || children == UINT32_MAX)
        return false;
    if (info)
        infos->llvm = info;
    struct bl_skim_kind *kind = bl_skim_find_kind(&s->kinds, block->block_id, block->block_id,
                                                  block->id_width, env, children);
    return kind && add_task(s, kind, block, top->child_header_pos, BL_NO_BLOCK, 0);
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

/* Large top-level blocks give way to their sub-blocks. */
static bool outline(struct bl_skimmer *s)
{
    uint32_t n_top = s->n_tasks;
    struct task *top = NULL;
    uint32_t cap = 0;
    if (bl_grow(&top, &cap, n_top) < 0)
        return false;
    if (n_top)
        memcpy(top, s->tasks, n_top * sizeof *top);
    s->n_tasks = 0;
    for (uint32_t i = 0; i < n_top && !s->failed; i++)
        if (top[i].n_words > LARGE_BLOCK_BYTES / 4)
            run_outline(s, &top[i]);
        else
            (void)push_task(s, &top[i]);
    bl_drop(top);
    return !s->failed;
}

static bool make_jobs(struct bl_skim *skim)
{
    struct bl_skimmer *first = skim->skimmers[0];
    first->publishes = &skim->jobs;
    bool good = outline(first) && publish(first, &skim->jobs);
    first->publishes = NULL;
    pthread_mutex_lock(&skim->jobs.lock);
    skim->jobs.is_complete = true;
    pthread_cond_broadcast(&skim->jobs.changed);
    pthread_mutex_unlock(&skim->jobs.lock);
    return good;
}

/* All that a thread does. It takes tasks as long as there are any, so that its lanes do not run dry in between;
 * one of the threads makes the tasks before. */
static int run_thread(void *context, unsigned thread, uint64_t number)
{
    struct bl_skim *skim = context;
    struct bl_skimmer *s = skim->skimmers[thread + 1];
    if (number == 0 && !make_jobs(skim))
        return BL_E_MALFORMED;
    s->jobs = &skim->jobs;
    run_tasks(s);
    s->jobs = NULL;
    return s->failed ? BL_E_MALFORMED : BL_OK;
}

static bool run_threads(struct bl_skim *skim, unsigned n_threads)
{
    skim->jobs.n = skim->jobs.n_taken = 0;
    skim->jobs.is_complete = false;
    return bl_parallel(n_threads, n_threads, n_threads, run_thread, NULL, skim) == BL_OK;
}

/* ---- Skimmers ---- */

static void reset(struct bl_skimmer *s, const struct bl_skim *skim)
{
    s->skim = skim;
    s->bits = bl_bits_over(skim->stream.bytes, skim->stream.cpu);
    uint64_t size = skim->stream.bytes.size;
    s->safe_pos = size > BL_SKIM_READ_AHEAD ? (size - BL_SKIM_READ_AHEAD) * 8 : 0;
    s->far_pos = size > BL_SKIM_FAR_AHEAD ? (size - BL_SKIM_FAR_AHEAD) * 8 : 0;
    bl_cursor_at_top(&s->cursor, &skim->stream, true);
    s->n_tasks = 0;
    s->failed = false;
    s->kinds.is_llvm = skim->flags & BL_TALLY_LLVM;
    s->jobs = NULL;
    s->publishes = NULL;
    for (unsigned i = 0; i < BL_SKIM_LANES; i++) {
        s->lanes[i].is_active = false;
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
static void end_lanes(struct bl_skimmer *s)
{
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        give_back_own(&s->lanes[i]);
}

static void release(struct bl_skimmer *s)
{
    bl_skim_kinds_forget(&s->kinds);
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
            status = bl_tally_merge(rows, &s->rows);
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
        pthread_mutex_init(&(*skim)->jobs.lock, NULL); /* neither can fail without attributes */
        pthread_cond_init(&(*skim)->jobs.changed, NULL);
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
    if (n_threads == 0)
        n_threads = stream->bytes.size < PARALLEL_STREAM_BYTES ? 1 : bl_cores();
    uint32_t n_skimmers = n_threads > 1 ? n_threads + 1 : 1;
    uint64_t n_top_blocks = 0;
    if (!have_skimmers(skim, n_skimmers))
        return BL_E_NOMEM;
    bool good = find_top_blocks(skim, &n_top_blocks);
    struct bl_skimmer *first = skim->skimmers[0];
    if (good && n_threads > 1) {
        good = run_threads(skim, n_threads);
    } else if (good) {
        run_tasks(first);
        good = !first->failed;
    }
    for (uint32_t i = 0; i < n_skimmers; i++)
        end_lanes(skim->skimmers[i]);
    int status = good ? add_up(rows, skim, n_skimmers) : BL_OK;
    for (uint32_t i = 0; i < n_skimmers; i++)
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
    bl_drop(skim->jobs.v);
    pthread_cond_destroy(&skim->jobs.changed);
    pthread_mutex_destroy(&skim->jobs.lock);
    bl_blockinfo_store_release(&skim->store);
    bl_drop(skim);
}
