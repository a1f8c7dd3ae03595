/* threads.c - jobs on several threads: order, window, errors
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: threads. Not a Criterion test, so that ThreadSanitizer can watch: each job writes plain
 * memory that taking it reads.
 */
#include "bitleap.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_JOBS = 1000,
    NO_JOB = MAX_JOBS /* of those that fail */
};

struct plan {
    unsigned n_threads;
    uint64_t n_jobs, window;
    uint64_t failing_job, failing_take;
};

struct state {
    struct plan plan;
    uint64_t results[MAX_JOBS];
    atomic_uint_fast64_t n_begun, n_taken;
    uint64_t n_taken_in_order;
    atomic_bool is_bad_thread, is_over_window;
};

static void expect(bool holds, const char *what, const struct plan *p)
{
    if (holds)
        return;
    fprintf(stderr,
            "threads: %s (threads %u, jobs %d, window %d, failing job %d, failing take %d)\n", what,
            p->n_threads, (int)p->n_jobs, (int)p->window, (int)p->failing_job,
            (int)p->failing_take);
    exit(1);
}

/* Some take longer than others, so that they end in another order than they begin. */
static uint64_t result_of(uint64_t job)
{
    uint64_t x = job + 1;
    for (uint64_t i = 0; i < (job * 7919) % 13 * 200; i++)
        x = x * UINT64_C(6364136223846793005) + 1;
    if (job % 5 == 0)
        sched_yield();
    return x;
}

static int job(void *context, unsigned thread, uint64_t number)
{
    struct state *s = context;
    unsigned n_threads = s->plan.n_threads ? s->plan.n_threads : bl_cores();
    uint64_t window = s->plan.window ? s->plan.window : (uint64_t)n_threads * 4;
    if (thread >= n_threads)
        s->is_bad_thread = true;
    if (number >= s->n_taken + window)
        s->is_over_window = true;
    s->n_begun++;
    s->results[number] = result_of(number);
    return number == s->plan.failing_job ? BL_E_MALFORMED : (int)(number % 3);
}

static int take(void *context, uint64_t number)
{
    struct state *s = context;
    if (number == s->plan.failing_take)
        return BL_E_LIMIT;
    if (number == s->n_taken_in_order && s->results[number] == result_of(number))
        s->n_taken_in_order++;
    s->n_taken++;
    return 0;
}

static void check(struct plan p)
{
    static struct state s;
    memset(&s, 0, sizeof s);
    s.plan = p;
    int status = bl_parallel(p.n_threads, p.n_jobs, p.window, job, take, &s);
    uint64_t first = p.failing_job < p.failing_take ? p.failing_job : p.failing_take;
    bool fails = first < p.n_jobs;
    int wanted = !fails                   ? 0
                 : first == p.failing_job ? BL_E_MALFORMED /* it is not taken */
                                          : BL_E_LIMIT;
    expect(status == wanted, "another status", &p);
    expect(s.n_taken_in_order == (fails ? first : p.n_jobs), "not taken in order", &p);
    expect(s.n_begun >= s.n_taken, "taken before it was begun", &p);
    expect(fails || s.n_begun == p.n_jobs, "not every job was done once", &p);
    expect(!s.is_bad_thread, "a thread with too high a number", &p);
    expect(!s.is_over_window, "a job was begun too early", &p);
}

/* Without TAKE: all that is done is seen by the caller after it. */
static void check_without_take(unsigned n_threads, uint64_t n_jobs, uint64_t failing_job)
{
    static struct state s;
    memset(&s, 0, sizeof s);
    s.plan = (struct plan){n_threads, n_jobs, n_jobs, failing_job, NO_JOB};
    int status = bl_parallel(n_threads, n_jobs, n_jobs, job, NULL, &s);
    expect(status == (failing_job < n_jobs ? BL_E_MALFORMED : 0), "another status", &s.plan);
    uint64_t n_good = failing_job < n_jobs ? failing_job : n_jobs;
    for (uint64_t i = 0; i < n_good; i++)
        expect(s.results[i] == result_of(i), "a job before the failure was not done", &s.plan);
}

int main(void)
{
    static const unsigned threads[] = {0, 1, 2, 3, 8};
    static const uint64_t jobs[] = {0, 1, 2, 7, 200, MAX_JOBS};
    static const uint64_t windows[] = {0, 1, 2, 5, 5000};
    static const uint64_t failing[] = {NO_JOB, 0, 6, 150};
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++)
        for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++)
            for (size_t f = 0; f < sizeof failing / sizeof failing[0]; f++) {
                for (size_t w = 0; w < sizeof windows / sizeof windows[0]; w++) {
                    check((struct plan){threads[t], jobs[j], windows[w], failing[f], NO_JOB});
                    check((struct plan){threads[t], jobs[j], windows[w], NO_JOB, failing[f]});
                    check((struct plan){threads[t], jobs[j], windows[w], failing[f], 7});
                }
                check_without_take(threads[t], jobs[j], failing[f]);
            }
    printf("%u cores\n", bl_cores());
    return 0;
}
