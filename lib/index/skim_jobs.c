/* index/skim_jobs.c - blocks of a stream for whichever thread is free
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Who finds jobs also reads: so that it need not leap over all of its blocks for others, it gives
 * only so many that nobody has to wait.
 */
#include "base/grow.h"
#include "index/skimmer.h"

#include <string.h>

enum {
    ENOUGH_BITS = 1 << 20 /* for each thread */
};

void bl_skim_jobs_init(struct bl_skim_jobs *jobs)
{
    pthread_mutex_init(&jobs->lock, NULL); /* neither can fail without attributes */
    pthread_cond_init(&jobs->changed, NULL);
}

void bl_skim_jobs_release(struct bl_skim_jobs *jobs)
{
    bl_drop(jobs->v);
    pthread_cond_destroy(&jobs->changed);
    pthread_mutex_destroy(&jobs->lock);
}

void bl_skim_jobs_begin(struct bl_skim_jobs *jobs, unsigned n_threads)
{
    jobs->n = jobs->n_taken = 0;
    jobs->n_bits = 0;
    jobs->enough_bits = (uint64_t)n_threads * ENOUGH_BITS;
    jobs->n_working = 0;
    jobs->is_complete = false;
    atomic_store_explicit(&jobs->is_wanted, true, memory_order_relaxed);
}

void bl_skim_jobs_join(struct bl_skim_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->n_working++;
    pthread_mutex_unlock(&jobs->lock);
}

void bl_skim_jobs_leave(struct bl_skim_jobs *jobs, bool failed)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->n_working--;
    jobs->is_complete |= failed || jobs->n_working == 0;
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
}

static uint64_t bits_of(const struct bl_skim_job *job)
{
    return job->task.end - job->task.pos;
}

/* Room for one more. */
static bool make_room(struct bl_skim_jobs *jobs)
{
    if (jobs->n_taken > 0 && jobs->n == jobs->cap) {
        jobs->n -= jobs->n_taken;
        memmove(jobs->v, jobs->v + jobs->n_taken, jobs->n * sizeof *jobs->v);
        jobs->n_taken = 0;
    }
    return bl_grow(&jobs->v, &jobs->cap, (size_t)jobs->n + 1) == BL_OK;
}

bool bl_skim_give_job(struct bl_skimmer *s, struct bl_skim_jobs *jobs,
                      const struct bl_skim_task *task)
{
    pthread_mutex_lock(&jobs->lock);
    bool good = make_room(jobs);
    if (good) {
        jobs->v[jobs->n] = (struct bl_skim_job){.task = *task, .finder = s};
        jobs->n_bits += bits_of(&jobs->v[jobs->n++]);
        if (jobs->n_bits > jobs->enough_bits)
            atomic_store_explicit(&jobs->is_wanted, false, memory_order_relaxed);
        pthread_cond_signal(&jobs->changed);
    }
    pthread_mutex_unlock(&jobs->lock);
    return good || bl_skim_give_up(s);
}

/* The kind of JOB among those of S. */
static struct bl_skim_kind *adopt(struct bl_skimmer *s, const struct bl_skim_job *job)
{
    const struct bl_skim_kind *from = job->task.kind;
    if (job->finder == s)
        return job->task.kind;
    struct bl_skim_env *env = bl_skim_find_env(&s->kinds, from->env->strict, from->env->llvm);
    struct bl_skim_env *children =
        bl_skim_find_env(&s->kinds, from->children->strict, from->children->llvm);
    return env && children ? bl_skim_find_kind(&s->kinds, from->block_id, from->role,
                                               from->id_width, env, children)
                           : NULL;
}

static bool has_active_lane(const struct bl_skimmer *s)
{
    bool has = false;
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        has |= s->lanes[i].is_active;
    return has;
}

/* Until there are jobs. False: there will be none. */
static bool wait_for_jobs(struct bl_skim_jobs *jobs)
{
    jobs->n_working--;
    while (jobs->n_taken == jobs->n && !jobs->is_complete && jobs->n_working > 0)
        pthread_cond_wait(&jobs->changed, &jobs->lock);
    jobs->n_working++;
    return jobs->n_taken < jobs->n && !jobs->is_complete;
}

static bool take_job(struct bl_skimmer *s, const struct bl_skim_job *job)
{
    struct bl_skim_task task = job->task;
    task.kind = adopt(s, job);
    return task.kind ? bl_skim_push_task(s, &task) : bl_skim_give_up(s);
}

bool bl_skim_take_jobs(struct bl_skimmer *s)
{
    struct bl_skim_jobs *jobs = s->jobs;
    pthread_mutex_lock(&jobs->lock);
    bool good = has_active_lane(s) || wait_for_jobs(jobs);
    uint64_t n_bits = 0;
    while (good && jobs->n_taken < jobs->n && n_bits < BL_SKIM_JOB_BITS) {
        const struct bl_skim_job *job = &jobs->v[jobs->n_taken++];
        n_bits += bits_of(job);
        good = take_job(s, job);
    }
    jobs->n_bits -= n_bits;
    if (jobs->n_bits < jobs->enough_bits / 2)
        atomic_store_explicit(&jobs->is_wanted, true, memory_order_relaxed);
    pthread_mutex_unlock(&jobs->lock);
    return good && s->n_tasks > 0;
}
