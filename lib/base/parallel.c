/* base/parallel.c - jobs in order on several threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Jobs are begun in order, by any free thread, and taken in order, by the caller. One lock guards
 * all of it; jobs are large.
 *
 * Invariants: taken <= begun <= n_jobs; begun - taken <= window; answers[job % window] belongs to
 * the jobs from `taken` to begun - 1; once `stopped`, begun does not change any more.
 */
#include "base/parallel.h"

#include "base/grow.h"
#include "bitleap_parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

enum {
    UNDER_WAY = 1 /* in place of an answer */
};

struct crew {
    bl_job_fn *job;
    bl_take_fn *take;
    void *context;
    uint64_t n_jobs, window;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a job is done or taken, or stopped */
    uint64_t begun, taken;
    int *answers;
    int result; /* the first negative answer in order of jobs */
    bool stopped;
};

struct worker {
    pthread_t id;
    struct crew *crew;
    unsigned thread;
};

unsigned bl_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN); /* more cores than a set has room for */
    return n > 0 ? (unsigned)n : 1;
}

unsigned bl_threads_for(unsigned n_threads, uint64_t n_jobs)
{
    unsigned most = n_jobs < BL_MAX_THREADS ? (unsigned)n_jobs : BL_MAX_THREADS;
    if (n_threads == 0)
        n_threads = bl_cores();
    if (n_threads > most)
        n_threads = most;
    return n_threads > 0 ? n_threads : 1;
}

static int run_alone(struct crew *c)
{
    for (uint64_t job = 0; job < c->n_jobs; job++) {
        int status = c->job(c->context, 0, job);
        if (status >= 0 && c->take)
            status = c->take(c->context, job);
        if (status < 0)
            return status;
    }
    return BL_OK;
}

static void stop(struct crew *c, int result)
{
    if (c->result == BL_OK)
        c->result = result;
    c->stopped = true;
}

/* Take the next job in order if it is done. The lock is held, but not while TAKE works. */
static bool take_one(struct crew *c)
{
    if (c->taken == c->begun || c->result < 0)
        return false;
    int answer = c->answers[c->taken % c->window];
    if (answer == UNDER_WAY)
        return false;
    if (answer == BL_OK && c->take) {
        pthread_mutex_unlock(&c->lock);
        answer = c->take(c->context, c->taken);
        pthread_mutex_lock(&c->lock);
    }
    if (answer < 0)
        stop(c, answer);
    else
        c->taken++;
    pthread_cond_broadcast(&c->changed);
    return true;
}

/* Begin and do the next job if it may be begun. The lock is held, but not while it works. */
static bool do_one(struct crew *c, unsigned thread)
{
    if (c->stopped || c->begun == c->n_jobs || c->begun - c->taken == c->window)
        return false;
    uint64_t job = c->begun++;
    c->answers[job % c->window] = UNDER_WAY;
    pthread_mutex_unlock(&c->lock);
    int answer = c->job(c->context, thread, job);
    pthread_mutex_lock(&c->lock);
    c->answers[job % c->window] = answer < 0 ? answer : BL_OK;
    c->stopped |= answer < 0;
    pthread_cond_broadcast(&c->changed);
    while (!c->take && take_one(c)) /* nothing to wait for the caller with */
        continue;
    return true;
}

static void *work(void *context)
{
    struct worker *w = context;
    struct crew *c = w->crew;
    pthread_mutex_lock(&c->lock);
    while (!c->stopped && c->begun < c->n_jobs)
        if (!do_one(c, w->thread))
            pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void lead(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->result == BL_OK && c->taken < c->n_jobs)
        if (!take_one(c) && !do_one(c, 0))
            pthread_cond_wait(&c->changed, &c->lock);
    c->stopped = true;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

/* Threads 1 to N - 1, as far as they can be made; how many. Signals that are sent to the process
 * stay with the threads that the caller knows of; those that a thread raises itself are its own. */
static unsigned hire(struct crew *c, struct worker *workers, unsigned n)
{
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    unsigned made = 0;
    while (made + 1 < n) {
        workers[made] = (struct worker){.crew = c, .thread = made + 1};
        if (pthread_create(&workers[made].id, NULL, work, &workers[made]) != 0)
            break;
        made++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

static void run_together(struct crew *c, struct worker *workers, unsigned n_threads)
{
    pthread_mutex_init(&c->lock, NULL); /* neither can fail without attributes */
    pthread_cond_init(&c->changed, NULL);
    unsigned n = hire(c, workers, n_threads);
    lead(c);
    while (n-- > 0)
        pthread_join(workers[n].id, NULL);
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
}

int bl_parallel(unsigned n_threads, uint64_t n_jobs, uint64_t window, bl_job_fn *job,
                bl_take_fn *take, void *context)
{
    struct crew c = {.job = job, .take = take, .context = context, .n_jobs = n_jobs};
    n_threads = bl_threads_for(n_threads, n_jobs);
    c.window = window ? window : (uint64_t)n_threads * 4;
    if (c.window > n_jobs)
        c.window = n_jobs;
    struct worker *workers = NULL;
    size_t cap_workers = 0;
    size_t cap_answers = 0;
    /* Without memory for more, one thread needs none. */
    if (n_threads <= 1 || c.window <= 1 || bl_grow(&workers, &cap_workers, n_threads) < 0 ||
        bl_grow(&c.answers, &cap_answers, c.window) < 0)
        c.result = run_alone(&c);
    else
        run_together(&c, workers, n_threads);
    bl_drop(workers);
    bl_drop(c.answers);
    return c.result;
}
