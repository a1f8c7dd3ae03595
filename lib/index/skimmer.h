/* index/skimmer.h - what one thread that skims a stream has, and what its threads share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A task is a block that is still to be read. Whoever meets a sub-block makes a task of it and
 * leaps on; a lane that has come to the end of its block takes the task that was made last. With
 * several threads, tasks of the first skimmer become jobs for all. Nothing is shared by threads but
 * jobs, and what does not change; each counts on its own.
 */
#ifndef BL_INDEX_SKIMMER_H
#define BL_INDEX_SKIMMER_H

#include "index/skim_kinds.h"
#include "index/skim_lanes.h"
#include "stream/cursor.h"

#include <pthread.h>

struct bl_skim_task {
    uint32_t body_word, n_words;
    uint32_t kind;
    uint8_t depth;
};

/* A task of the first skimmer for whoever is free. */
struct bl_skim_job {
    struct bl_skim_task task;
    const struct bl_skim_kind
        *kind; /* of the first skimmer: what tells it from other kinds does not change */
};

/* The first skimmer adds to it while others take. */
struct bl_skim_jobs {
    pthread_mutex_t lock; /* guards all of it */
    pthread_cond_t changed;
    struct bl_skim_job *v;
    uint32_t n, cap, n_taken;
    bool is_complete;
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
    struct bl_tally_rows rows;      /* what has no place in a kind */
    struct bl_cursor cursor;        /* for single records of the lanes; it has nothing of its own */
    struct bl_cursor look;          /* for a look into a block */
    struct bl_skim_jobs *jobs;      /* where there are more tasks; or NULL */
    struct bl_skim_jobs *publishes; /* where those go that it finds; or NULL */
    bool only_outline;              /* sub-blocks are not read */
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

bool bl_skim_push_task(struct bl_skimmer *s, const struct bl_skim_task *task);

/* A block of KIND, whose header is behind us, comes to be read. */
bool bl_skim_add_task(struct bl_skimmer *s, struct bl_skim_kind *kind, const struct bl_block *block,
                      uint64_t header_pos, uint32_t parent_id, uint32_t depth);

void bl_skim_begin_task(struct bl_skimmer *s, struct bl_skim_lane *lane,
                        const struct bl_skim_task *task);

/* LANE goes on with a task. False: there is none. */
bool bl_skim_next_task(struct bl_skimmer *s, struct bl_skim_lane *lane);

/* The block of LANE is left. */
static inline void bl_skim_leave_block(struct bl_skim_lane *lane)
{
    if (lane->own)
        bl_skim_end_own(lane->kind, lane->own);
    lane->own = NULL;
}

/* ---- skim_jobs.c ---- */

void bl_skim_jobs_init(struct bl_skim_jobs *jobs);
void bl_skim_jobs_release(struct bl_skim_jobs *jobs);

/* None are there, and more may come; or they are all that there will be. */
void bl_skim_jobs_begin(struct bl_skim_jobs *jobs);
void bl_skim_jobs_end(struct bl_skim_jobs *jobs);

/* Give the first skimmer's tasks to all. False: it is given up. */
bool bl_skim_publish(struct bl_skimmer *s);

/* Tasks from s->jobs. Who has nothing else to do waits for them. False: there are
 * none, or a failure. */
bool bl_skim_take_jobs(struct bl_skimmer *s);

#endif
