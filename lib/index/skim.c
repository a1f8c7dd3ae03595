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
#include "index/skim_lanes.h"
#include "index/skim_program.h"
#include "stream/cursor.h"

#include <pthread.h>
#include <string.h>

enum {
    END_BLOCK = 0,
    ENTER_SUBBLOCK = 1,
    DEFINE_ABBREV = 2,
    BLOCKINFO_BLOCK_ID = 0
};

/* What is beyond these is walked instead. They bound the work of linear searches, and keep off the limits
 * that are counted in a walk. */
enum {
    MAX_ENVS = 64,
    MAX_KINDS = 512,
    MAX_TASK_DEPTH = 16,
    MAX_OWN_BYTES = BL_MAX_ABBREV_BYTES_FLOOR / 2 / MAX_TASK_DEPTH,
    INFO_WITHIN = 8, /* entries of a top-level block */
};

enum {
    N_SMALL_IDS = 32,
    N_FIRST_CODES = 64,
    JOB_BYTES = 1 << 14, /* are taken at once */
    PUBLISHED_AT_ONCE = 128,
    LARGE_BLOCK_BYTES = 1 << 16,     /* is looked through for sub-blocks */
    PARALLEL_STREAM_BYTES = 1 << 20, /* from here on threads are worth while */
};

/* The BLOCKINFO in force under either rules. */
struct skim_env {
    const struct bl_blockinfo *strict, *llvm;
    uint32_t kind_of_id[N_SMALL_IDS]; /* number + 1 */
};

/* By abbreviation id; for ids of one width. Those that are not defined are left to bl_skim_slow(). */
struct programs {
    struct bl_skim_program v[2 * BL_SKIM_MAX_PROGRAMS]; /* by a bit more, as the lane chooses */
    struct bl_skim_far far[BL_SKIM_MAX_PROGRAMS];
    uint32_t n, n_ids;
    unsigned id_width;
    struct bl_skim_counts counts;
};

/* Blocks of one id (and role) in one environment. */
struct bl_skim_kind {
    uint32_t number, block_id, role, id_width;
    uint32_t env, children; /* for itself, for blocks in it */
    const struct bl_abbrev_set *inherited;
    uint32_t n_codes;    /* that have a place for unabbreviated records */
    struct bl_view name; /* as stated */
    uint64_t n, bits, n_sub_blocks, n_abbrevs, abbrev_bits;
    uint64_t first_pos;
    uint32_t parent_id; /* of the first one */
    struct programs programs;
};

/* The abbreviations of a block with definitions of its own. */
struct bl_skim_own {
    struct bl_abbrev_set set;
    struct programs programs; /* those of the kind, and these */
    uint64_t bytes_left;
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
    uint64_t safe_pos; /* before it the loop may load */
    struct bl_skim_lane lanes[BL_SKIM_LANES];
    struct bl_skim_own owns[BL_SKIM_LANES];
    struct task *tasks;
    uint32_t n_tasks, cap_tasks;
    struct skim_env envs[MAX_ENVS];
    uint32_t n_envs;
    struct bl_skim_kind **kinds;
    uint32_t n_kinds, cap_kinds;
    struct bl_tally_rows rows;  /* what has no place in a kind */
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
    uint64_t stream_number;
    struct bl_blockinfo_store store;
    const struct bl_blockinfo *last_info;
    uint64_t *info_at; /* bit positions of BLOCKINFO blocks inside others, ascending */
    uint32_t n_info_at, cap_info_at;
    const struct bl_skim_loops *loops;
    struct bl_skimmer **skimmers; /* by thread; the first one is the caller's */
    uint32_t n_skimmers, cap_skimmers;
    struct job_list jobs;
};

static bool give_up(struct bl_skimmer *s)
{
    s->failed = true;
    return false;
}

/* ---- Environments and kinds ---- */

/* The number of an environment; UINT32_MAX: too many. */
static uint32_t find_env(struct bl_skimmer *s, const struct bl_blockinfo *strict,
                         const struct bl_blockinfo *llvm)
{
    for (uint32_t i = s->n_envs; i-- > 0;)
        if (s->envs[i].strict == strict && s->envs[i].llvm == llvm)
            return i;
    if (s->n_envs == MAX_ENVS)
        return UINT32_MAX;
    s->envs[s->n_envs] = (struct skim_env){.strict = strict, .llvm = llvm};
    return s->n_envs++;
}

static void add_program(struct programs *programs, const struct bl_abbrev_set *set, uint32_t number)
{
    const struct bl_abbrev *abbrev = &set->abbrevs[number];
    uint32_t id = programs->n;
    if (id == BL_SKIM_MAX_PROGRAMS)
        return; /* no id that the loop takes leads here */
    uint32_t place = BL_SKIM_MAX_CODES + id;
    programs->counts.n[place] = 0;
    programs->counts.bits[place] = 0;
    bl_skim_compile(&programs->v[id], &programs->far[id], programs->id_width, abbrev,
                    set->ops + abbrev->first_op, &programs->counts.n[place]);
    if (id < programs->n_ids)
        programs->v[programs->n_ids + id] = programs->v[id];
    programs->n++;
}

static void set_unabbrev(struct programs *programs, struct bl_skim_kind *kind)
{
    struct bl_skim_program both[2];
    if (programs->n_ids <= BL_ABBREV_UNABBREV)
        return; /* ids are too wide or too narrow for it */
    bl_skim_unabbrev(both, &programs->far[BL_ABBREV_UNABBREV], kind->id_width,
                     kind->programs.counts.n, kind->n_codes);
    programs->v[BL_ABBREV_UNABBREV] = both[0];
    programs->v[programs->n_ids + BL_ABBREV_UNABBREV] = both[1];
}

/* What KIND inherits. */
static void begin_programs(struct programs *programs, struct bl_skim_kind *kind)
{
    /* Wider ids than the loop takes are all the one that it leaves to us. */
    uint32_t n_ids = kind->id_width > BL_SKIM_MAX_ID_WIDTH ? 1 : 1u << kind->id_width;
    programs->id_width = kind->id_width;
    programs->n_ids = n_ids;
    memset(programs->v, 0, (size_t)2 * n_ids * sizeof programs->v[0]);
    memset(programs->far, 0, n_ids * sizeof programs->far[0]);
    set_unabbrev(programs, kind);
    programs->n = BL_ABBREV_FIRST;
    for (uint32_t i = 0; kind->inherited && i < kind->inherited->n_abbrevs; i++)
        add_program(programs, kind->inherited, i);
}

/* Places for the counts of codes below N. */
static void begin_codes(struct bl_skim_kind *kind, uint32_t n)
{
    struct bl_skim_counts *counts = &kind->programs.counts;
    size_t size = (n - kind->n_codes) * sizeof(uint64_t);
    memset(counts->n + kind->n_codes, 0, size);
    memset(counts->bits + kind->n_codes, 0, size);
    kind->n_codes = n;
}

static struct bl_skim_kind *add_kind(struct bl_skimmer *s, uint32_t block_id, uint32_t role,
                                     uint32_t id_width, uint32_t env, uint32_t children)
{
    const struct skim_env *e = &s->envs[env];
    const struct bl_abbrev_set *inherited = bl_blockinfo_abbrevs(e->strict, block_id);
    bool is_llvm = s->skim->flags & BL_TALLY_LLVM;
    if (s->n_kinds == MAX_KINDS || (inherited && block_id == BLOCKINFO_BLOCK_ID) ||
        (is_llvm && bl_blockinfo_abbrevs(e->llvm, block_id) != inherited))
        return NULL;
    if (s->n_kinds == s->cap_kinds || !s->kinds[s->n_kinds]) {
        uint32_t cap = s->cap_kinds;
        if (bl_grow(&s->kinds, &s->cap_kinds, (size_t)s->n_kinds + 1) < 0)
            return NULL;
        memset(s->kinds + cap, 0, (s->cap_kinds - cap) * sizeof(struct bl_skim_kind *));
        if (!(s->kinds[s->n_kinds] = bl_new(sizeof(struct bl_skim_kind))))
            return NULL;
    }
    struct bl_skim_kind *kind = s->kinds[s->n_kinds];
    kind->number = s->n_kinds;
    kind->block_id = block_id;
    kind->role = role;
    kind->id_width = id_width;
    kind->env = env;
    kind->children = children;
    kind->inherited = inherited;
    kind->name = bl_blockinfo_block_name(e->strict, block_id);
    kind->n = kind->bits = kind->n_sub_blocks = kind->n_abbrevs = kind->abbrev_bits = 0;
    kind->first_pos = UINT64_MAX;
    kind->n_codes = 0;
    begin_codes(kind, N_FIRST_CODES);
    begin_programs(&kind->programs, kind);
    s->n_kinds++;
    return kind;
}

/* NULL: too many, or the rules differ. */
static struct bl_skim_kind *find_kind(struct bl_skimmer *s, uint32_t block_id, uint32_t role,
                                      uint32_t id_width, uint32_t env, uint32_t children)
{
    bool is_small = block_id == role && block_id < N_SMALL_IDS && env == children;
    uint32_t *place = is_small ? &s->envs[env].kind_of_id[block_id] : NULL;
    if (place && *place && s->kinds[*place - 1]->id_width == id_width)
        return s->kinds[*place - 1];
    for (uint32_t i = 0; i < s->n_kinds; i++) {
        struct bl_skim_kind *kind = s->kinds[i];
        if (kind->block_id == block_id && kind->role == role && kind->id_width == id_width &&
            kind->env == env && kind->children == children)
            return kind;
    }
    struct bl_skim_kind *kind = add_kind(s, block_id, role, id_width, env, children);
    if (place && kind)
        *place = kind->number + 1;
    return kind;
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
    const struct skim_env *env = &first->envs[from->env];
    const struct skim_env *children = &first->envs[from->children];
    uint32_t own_env = find_env(s, env->strict, env->llvm);
    uint32_t own_children = find_env(s, children->strict, children->llvm);
    struct bl_skim_kind *kind =
        own_env == UINT32_MAX || own_children == UINT32_MAX
            ? NULL
            : find_kind(s, from->block_id, from->role, from->id_width, own_env, own_children);
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
        list->v[list->n++] = (struct job){.task = s->tasks[i], .kind = s->kinds[s->tasks[i].kind]};
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
    struct bl_skim_kind *kind = s->kinds[task->kind];
    lane->pos = (uint64_t)task->body_word * 32;
    lane->end = lane->pos + (uint64_t)task->n_words * 32;
    lane->limit = lane->end < s->safe_pos ? lane->end : s->safe_pos;
    lane->id_width = (uint8_t)kind->id_width;
    lane->id_mask = kind->id_width > BL_SKIM_MAX_ID_WIDTH ? 0 : bl_low_bits(kind->id_width);
    lane->choice = lane->id_mask ? lane->id_mask | UINT64_C(32) << kind->id_width : 0;
    lane->programs = kind->programs.v;
    lane->far = kind->programs.far;
    lane->kind = kind;
    lane->depth = task->depth;
    lane->has_own = false;
    lane->is_active = true;
}

/* ---- Entries that the loop leaves to us ---- */

static void set_cursor(const struct bl_skimmer *s, const struct bl_skim_lane *lane,
                       struct bl_cursor *c)
{
    bl_cursor_at_top(c, &s->skim->stream, true);
    c->bits.pos = lane->pos;
    c->bits.end = lane->end;
    c->block = (struct bl_block){
        .block_id = lane->kind->block_id,
        .id_width = lane->id_width,
        .body_pos = lane->end, /* any place that is not the top level's */
    };
    c->inherited = lane->kind->inherited;
    if (lane->has_own)
        c->own = lane->own->set; /* borrowed: neither changed nor released */
}

/* Places for all codes that the loop takes. */
static void add_codes(struct bl_skimmer *s, struct bl_skim_kind *kind)
{
    begin_codes(kind, BL_SKIM_MAX_CODES);
    set_unabbrev(&kind->programs, kind);
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        if (s->lanes[i].is_active && s->lanes[i].has_own && s->lanes[i].kind == kind)
            set_unabbrev(&s->owns[i].programs, kind);
}

static bool count_rare(struct bl_skimmer *s, const struct bl_skim_kind *kind, uint32_t code,
                       uint32_t abbrev_id, uint64_t n, uint64_t bits)
{
    uint32_t row = bl_tally_row(&s->rows, s->skim->stream.kind, kind->role);
    if (row == UINT32_MAX || bl_tally_count_in(&s->rows.v[row], code, abbrev_id, n, bits) < 0)
        return give_up(s);
    return true;
}

static bool take_record(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    struct bl_cursor c;
    uint32_t code;
    set_cursor(s, lane, &c);
    if (bl_record_skip_next(&c, &code) <= 0)
        return give_up(s);
    uint64_t bits = c.bits.pos - lane->pos;
    lane->pos = c.bits.pos;
    if (c.entry_id == BL_ABBREV_UNABBREV && code < BL_SKIM_MAX_CODES && code >= lane->kind->n_codes)
        add_codes(s, lane->kind);
    struct programs *programs = lane->has_own ? &lane->own->programs : &lane->kind->programs;
    if (c.entry_id == BL_ABBREV_UNABBREV || c.entry_id >= programs->n ||
        !programs->far[c.entry_id].has_code)
        return count_rare(s, lane->kind, code, c.entry_id, 1, bits);
    programs->counts.n[BL_SKIM_MAX_CODES + c.entry_id]++;
    programs->counts.bits[BL_SKIM_MAX_CODES + c.entry_id] += bits;
    return true;
}

/* The first definition of a block: what it has inherited comes first. */
static void begin_own(struct bl_skim_lane *lane)
{
    struct bl_skim_own *own = lane->own;
    struct bl_skim_kind *kind = lane->kind;
    own->set.n_abbrevs = 0;
    own->set.n_ops = 0;
    own->bytes_left = MAX_OWN_BYTES;
    begin_programs(&own->programs, kind);
    lane->programs = own->programs.v;
    lane->far = own->programs.far;
    lane->has_own = true;
}

static bool take_definition(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    struct bl_skim_own *own = lane->own;
    struct bl_bits bits = s->bits;
    const char *what;
    if (!lane->has_own)
        begin_own(lane);
    bits.pos = lane->pos + lane->id_width;
    bits.end = lane->end;
    if (bl_abbrev_set_define(&own->set, &bits, &own->bytes_left, &what) < 0)
        return give_up(s);
    /* Those of BLOCKINFO are for others; a record that uses one all the same is left to take_record(). */
    if (lane->kind->block_id != BLOCKINFO_BLOCK_ID)
        add_program(&own->programs, &own->set, own->set.n_abbrevs - 1);
    lane->kind->n_abbrevs++;
    lane->kind->abbrev_bits += bits.pos - lane->pos;
    lane->pos = bits.pos;
    return true;
}

/* The block of LANE has ended: its abbreviations mean something else in the next one. */
static bool count_own(struct bl_skimmer *s, const struct bl_skim_lane *lane)
{
    const struct programs *programs = &lane->own->programs;
    const struct bl_skim_counts *counts = &programs->counts;
    for (uint32_t id = BL_ABBREV_FIRST; id < programs->n; id++) {
        uint32_t place = BL_SKIM_MAX_CODES + id;
        if (counts->n[place] && !count_rare(s, lane->kind, programs->far[id].code, id,
                                            counts->n[place], counts->bits[place]))
            return false;
    }
    return true;
}

/* What the stream says of the blocks of ID inside a block of KIND: the role takes a look at the first record. */
static uint32_t role_of(const struct bl_skimmer *s, const struct bl_skim_kind *kind,
                        const struct bl_block *block, uint64_t end)
{
    uint32_t id = block->block_id;
    uint32_t code = UINT32_MAX;
    if (!(s->skim->flags & BL_TALLY_ROLES) || s->skim->stream.kind != BL_STREAM_LLVM_IR)
        return id;
    if (id == (BL_BLOCK_TYPE_OLD & 0xFF)) {
        const struct bl_blockinfo *info = s->envs[kind->children].strict;
        struct bl_cursor parent, c = {0};
        struct bl_entry entry;
        bl_cursor_at_top(&parent, &s->skim->stream, true);
        parent.bits.end = end;
        bl_cursor_enter(&c, &parent, block, info);
        if (bl_cursor_next(&c, &entry) <= 0 || entry.kind != BL_ENTRY_RECORD ||
            bl_record_skip(&c, &code) < 0)
            code = UINT32_MAX;
        bl_cursor_release(&c);
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
        find_kind(s, id, role, block.id_width, parent->children, parent->children);
    if (!kind)
        return give_up(s);
    return add_task(s, kind, &block, header_pos, parent->block_id, lane->depth + 1u) &&
           !s->stop_at_block;
}

static bool next_task(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    lane->is_active = false;
    lane->is_active = !s->only_outline && (s->n_tasks > 0 || take_jobs(s));
    if (lane->is_active)
        begin_task(s, lane, &s->tasks[--s->n_tasks]);
    return lane->is_active;
}

static bool end_block(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    if (bl_align32(lane->pos + lane->id_width) != lane->end)
        return give_up(s);
    if (lane->has_own && !count_own(s, lane))
        return false;
    return next_task(s, lane);
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
    } while (go_on && lane->pos >= lane->limit);
    return go_on;
}

/* ---- One thread's work ---- */

/* The active lane of the least depth brings the most blocks for the others. */
static struct bl_skim_lane *outermost_lane(struct bl_skimmer *s)
{
    struct bl_skim_lane *found = NULL;
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        if (s->lanes[i].is_active && (!found || s->lanes[i].depth < found->depth))
            found = &s->lanes[i];
    return found;
}

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

/* All tasks, and what they lead to. */
static void run_tasks(struct bl_skimmer *s)
{
    const struct bl_skim_loops *loops = s->skim->loops;
    while (!s->failed) {
        unsigned n_active = 0;
        for (unsigned i = 0; i < BL_SKIM_LANES; i++)
            n_active += s->lanes[i].is_active || next_task(s, &s->lanes[i]);
        s->stop_at_block = n_active < BL_SKIM_LANES;
        if (n_active == 0)
            return;
        if (!come_before_limits(s))
            continue;
        if (n_active == BL_SKIM_LANES)
            loops->four(s, &s->bits, s->lanes);
        else
            loops->one(s, &s->bits, outermost_lane(s));
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
            s->skim->loops->one(s, &s->bits, &s->lanes[0]);
    s->only_outline = false;
}

/* ---- The top level ---- */

/* The BLOCKINFO among the first entries of the block that TOP has announced; NULL: there is none. */
static const struct bl_blockinfo *look_for_info(struct bl_skim *skim, const struct bl_cursor *top,
                                                const struct bl_blockinfo *outer)
{
    const struct bl_blockinfo *info = NULL;
    struct bl_cursor c = {0};
    struct bl_entry entry;
    bl_cursor_enter(&c, top, &top->child, outer);
    int rc = 1;
    for (unsigned i = 0; i < INFO_WITHIN && rc > 0; i++) {
        rc = bl_cursor_next(&c, &entry);
        if (rc <= 0 || entry.kind != BL_ENTRY_BLOCK)
            continue;
        if (entry.block.block_id == BLOCKINFO_BLOCK_ID &&
            bl_grow(&skim->info_at, &skim->cap_info_at, (size_t)skim->n_info_at + 1) == BL_OK &&
            bl_blockinfo_read(&skim->store, &c, outer, &info) == BL_OK)
            skim->info_at[skim->n_info_at++] = c.entry_pos;
        break;
    }
    bl_cursor_release(&c);
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
    uint32_t env = find_env(s, infos->strict, infos->llvm);
    uint32_t children = info ? find_env(s, info, info) : env;
    if (env == UINT32_MAX || children == UINT32_MAX)
        return false;
    if (info)
        infos->llvm = info;
    struct bl_skim_kind *kind =
        find_kind(s, block->block_id, block->block_id, block->id_width, env, children);
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
    s->n_tasks = 0;
    s->n_envs = 0;
    s->n_kinds = 0;
    s->failed = false;
    s->jobs = NULL;
    s->publishes = NULL;
    for (unsigned i = 0; i < BL_SKIM_LANES; i++) {
        s->lanes[i].own = &s->owns[i];
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

static void release(struct bl_skimmer *s)
{
    for (uint32_t i = 0; i < s->cap_kinds && s->kinds[i]; i++)
        bl_drop(s->kinds[i]);
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        bl_abbrev_set_release(&s->owns[i].set);
    bl_drop(s->kinds);
    bl_drop(s->tasks);
    bl_tally_rows_release(&s->rows);
}

/* ---- The sum ---- */

static int add_kind_up(struct bl_tally_rows *rows, const struct bl_skim *skim,
                       const struct bl_skim_kind *kind)
{
    uint32_t number = bl_tally_row(rows, skim->stream.kind, kind->role);
    if (number == UINT32_MAX)
        return BL_E_NOMEM;
    struct bl_tally_row *row = &rows->v[number];
    row->told.n += kind->n;
    row->told.bits += kind->bits;
    row->told.n_sub_blocks += kind->n_sub_blocks;
    row->told.n_abbrevs += kind->n_abbrevs;
    row->told.abbrev_bits += kind->abbrev_bits;
    int status = BL_OK;
    if (kind->n)
        status = bl_tally_see(row, (struct bl_tally_place){skim->stream_number, kind->first_pos},
                              kind->parent_id, kind->name);
    const struct bl_skim_counts *counts = &kind->programs.counts;
    for (uint32_t code = 0; code < kind->n_codes && status == BL_OK; code++)
        if (counts->n[code])
            status = bl_tally_count_in(row, code, BL_ABBREV_UNABBREV, counts->n[code],
                                       counts->bits[code]);
    for (uint32_t id = BL_ABBREV_FIRST; id < kind->programs.n && status == BL_OK; id++) {
        uint32_t place = BL_SKIM_MAX_CODES + id;
        if (counts->n[place])
            status = bl_tally_count_in(row, kind->programs.far[id].code, id, counts->n[place],
                                       counts->bits[place]);
    }
    return status;
}

static int add_up(struct bl_tally_rows *rows, struct bl_skim *skim, uint32_t n_skimmers)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < n_skimmers && status == BL_OK; i++) {
        const struct bl_skimmer *s = skim->skimmers[i];
        for (uint32_t k = 0; k < s->n_kinds && status == BL_OK; k++)
            status = add_kind_up(rows, skim, s->kinds[k]);
        if (status == BL_OK)
            status = bl_tally_merge(rows, &s->rows);
    }
    return status;
}

/* ---- Public ---- */

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
    bl_blockinfo_store_release(&s->store);
    bl_blockinfo_store_init(&s->store, stream);
    s->stream = *stream;
    s->flags = flags;
    s->stream_number = stream_number;
    s->last_info = NULL;
    s->n_info_at = 0;
    enum bl_cpu cpu = bl_kernels_for(stream->cpu)->cpu;
#if defined(__x86_64__)
    s->loops = cpu == BL_CPU_GENERIC ? &bl_skim_loops_generic : &bl_skim_loops_bmi2;
#else
    (void)cpu;
    s->loops = &bl_skim_loops_generic;
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
    int status = good ? add_up(rows, skim, n_skimmers) : BL_OK;
    for (uint32_t i = 0; i < n_skimmers; i++)
        bl_tally_rows_release(&skim->skimmers[i]->rows);
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
