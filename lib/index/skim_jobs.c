/* index/skim_jobs.c - blocks of a stream for whichever thread is free
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "index/skimmer.h"

enum {
    JOB_BYTES = 1 << 14 /* are taken at once */
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

void bl_skim_jobs_begin(struct bl_skim_jobs *jobs)
{
    jobs->n = jobs->n_taken = 0;
    jobs->is_complete = false;
}

void bl_skim_jobs_end(struct bl_skim_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->is_complete = true;
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
}

/* A job, in terms of this skimmer. */
static bool adopt(struct bl_skimmer *s, const struct bl_skim_job *job)
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
    struct bl_skim_task task = job->task;
    task.kind = kind ? kind->number : 0;
    return kind ? bl_skim_push_task(s, &task) : bl_skim_give_up(s);
}

static bool has_active_lane(const struct bl_skimmer *s)
{
    bool has = false;
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        has |= s->lanes[i].is_active;
    return has;
}

bool bl_skim_take_jobs(struct bl_skimmer *s)
{
    struct bl_skim_jobs *list = s->jobs;
    uint64_t n_words = 0;
    pthread_mutex_lock(&list->lock);
    while (list->n_taken == list->n && !list->is_complete && !has_active_lane(s))
        pthread_cond_wait(&list->changed, &list->lock);
    while (list->n_taken < list->n && n_words < JOB_BYTES / 4 && !s->failed) {
        const struct bl_skim_job *job = &list->v[list->n_taken++];
        n_words += job->task.n_words;
        (void)adopt(s, job);
    }
    pthread_mutex_unlock(&list->lock);
    return s->n_tasks > 0 && !s->failed;
}

bool bl_skim_publish(struct bl_skimmer *s)
{
    struct bl_skim_jobs *list = s->publishes;
    pthread_mutex_lock(&list->lock);
    bool good = bl_grow(&list->v, &list->cap, (size_t)list->n + s->n_tasks) == BL_OK;
    for (uint32_t i = 0; good && i < s->n_tasks; i++)
        list->v[list->n++] =
            (struct bl_skim_job){.task = s->tasks[i], .kind = s->kinds.v[s->tasks[i].kind]};
    pthread_cond_broadcast(&list->changed);
    pthread_mutex_unlock(&list->lock);
    s->n_tasks = 0;
    return good || bl_skim_give_up(s);
}
