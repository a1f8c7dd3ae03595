/* index/skimmer.h - what one thread that skims a stream has, and what its threads share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A task is what is left of a block. A lane that meets a sub-block goes into it, and leaves a task
 * behind for the first lane that comes to the end of its own block: the last one is taken first, so
 * that there are few. Nobody waits for the bytes behind a sub-block, which are mostly not in a
 * cache: they have time to come.
 *
 * With several threads, sub-blocks of top-level blocks become jobs for all, as many at a time as
 * are worth one, as long as there are not enough jobs. Nothing else is shared by threads but what
 * does not change; each counts on its own.
 */
#ifndef BL_INDEX_SKIMMER_H
#define BL_INDEX_SKIMMER_H

#include "base/grow.h"
#include "index/skim_kinds.h"
#include "index/skim_lanes.h"
#include "stream/cursor.h"

#include <pthread.h>
#include <stdatomic.h>

struct bl_skim_task {
    uint64_t pos, end; /* the next entry, before the block's end */
    struct bl_skim_kind *kind;
    struct bl_skim_own *own; /* as a lane has it */
    uint32_t depth;
    bool is_part; /* sub-blocks side by side: no end of a block is at the end */
};

enum {
    BL_SKIM_JOB_BITS = 1 << 17 /* are worth a job */
};

/* A block, or some sub-blocks of one, not begun, for whoever is free. */
struct bl_skim_job {
    struct bl_skim_task task;
    const struct bl_skimmer *finder; /* whose kind it is */
};

struct bl_skim_jobs {
    pthread_mutex_t lock; /* guards all but is_wanted */
    pthread_cond_t changed;
    struct bl_skim_job *v;
    uint32_t n, cap, n_taken;
    uint64_t n_bits; /* in those that have not been taken */
    uint64_t enough_bits;
    unsigned n_working;     /* threads that may find more */
    bool is_complete;       /* there will be no more, or a thread has failed */
    _Atomic bool is_wanted; /* there should be more */
};

/* What one thread has. */
struct bl_skimmer {
    const struct bl_skim *skim;
    struct bl_bits bits;
    uint64_t safe_pos; /* before it the loop may load */
    struct bl_skim_lane lanes[BL_SKIM_LANES];
    struct bl_skim_task *tasks;
    uint32_t n_tasks, cap_tasks;
    struct bl_skim_kinds kinds;
    struct bl_tally_rows rows; /* what has no place in a kind */
    struct bl_cursor cursor;   /* for single records of the lanes; it has nothing of its own */
    struct bl_cursor look;     /* for a look into a block */
    struct bl_skim_jobs *jobs; /* of all threads; NULL: there is one thread */
    bool stop_at_block;
    bool failed;
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
    struct bl_skim_jobs jobs;
};

static inline bool bl_skim_give_up(struct bl_skimmer *s)
{
    s->failed = true;
    return false;
}

/* ---- skim_entry.c. False: it is given up, but where something else is told ---- */

/* A top-level block of KIND, whose header is behind us, comes to be read. */
bool bl_skim_add_top_block(struct bl_skimmer *s, struct bl_skim_kind *kind,
                           const struct bl_block *block, uint64_t header_pos);

static inline bool bl_skim_push_task(struct bl_skimmer *s, const struct bl_skim_task *task)
{
    if (s->n_tasks == s->cap_tasks && bl_grow(&s->tasks, &s->cap_tasks, (size_t)s->n_tasks + 1) < 0)
        return bl_skim_give_up(s);
    s->tasks[s->n_tasks++] = *task;
    return true;
}

/* LANE goes on with a task. False: there is none. */
bool bl_skim_next_task(struct bl_skimmer *s, struct bl_skim_lane *lane);

/* ---- skim_jobs.c ---- */

void bl_skim_jobs_init(struct bl_skim_jobs *jobs);
void bl_skim_jobs_release(struct bl_skim_jobs *jobs);

/* There are none yet, and will be N_THREADS that take them. */
void bl_skim_jobs_begin(struct bl_skim_jobs *jobs, unsigned n_threads);

/* A thread begins to take them; and it does not go on, because it FAILED or because there are none
 * any more. */
void bl_skim_jobs_join(struct bl_skim_jobs *jobs);
void bl_skim_jobs_leave(struct bl_skim_jobs *jobs, bool failed);

/* TASK, found by S, is for all. */
bool bl_skim_give_job(struct bl_skimmer *s, struct bl_skim_jobs *jobs,
                      const struct bl_skim_task *task);

/* Tasks from s->jobs. Who has nothing else to do waits for them. False: there are
 * none, or a failure. */
bool bl_skim_take_jobs(struct bl_skimmer *s);

#endif
