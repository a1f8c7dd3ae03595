/* clock.c - time in ticks of the processor's counter, the core we run on, and how quiet it is there
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "clock.h"

#include <pthread.h>
#include <sched.h>

enum {
    SPINS = 20000,
    N_CHAINS = 8,
    SPINS_A_TURN = 1000,
    MOST_THREADS = 64,
};

/* Set once, while there is only one thread. */
static struct {
    double ticks_per_second;
    cpu_set_t all;
    int core;
    bool is_ready;
} state;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* N turns of chains that do not wait for each other: they fill the core's units, so that they are
 * slower where another hardware thread has a part of these. */
static void spin(int n)
{
    uint64_t chains[N_CHAINS] = {0};
    for (int i = 0; i < n; i++) {
#pragma GCC unroll 8
        for (int k = 0; k < N_CHAINS; k++) {
            chains[k] += (uint64_t)i;
            __asm__ volatile("" : "+r"(chains[k])); /* one addition, not all at once */
        }
    }
}

bool clock_counts_cycles(void)
{
#if defined(__x86_64__) || defined(__i386__)
    return true;
#else
    return false;
#endif
}

double clock_ticks_per_second(void)
{
    if (state.ticks_per_second > 0)
        return state.ticks_per_second;
    double begin = seconds();
    double end = begin;
    uint64_t first = clock_ticks();
    while (end - begin < 0.05)
        end = seconds();
    state.ticks_per_second = (double)(clock_ticks() - first) / (end - begin);
    return state.ticks_per_second;
}

double clock_spin(void)
{
    uint64_t begin = clock_ticks();
    spin(SPINS);
    return (double)(clock_ticks() - begin) / clock_ticks_per_second();
}

double clock_cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void choose_core(void)
{
    state.is_ready = true;
    state.core = -1;
    if (sched_getaffinity(0, sizeof state.all, &state.all) < 0)
        return;
    /* The last one: the first has most of the interrupts. */
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &state.all))
            state.core = i;
}

/* The thread that calls this. */
static bool stay_on(int core)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

void clock_pin(void)
{
    if (!state.is_ready)
        choose_core();
    if (state.core >= 0 && !stay_on(state.core))
        state.core = -1;
}

void clock_unpin(void)
{
    if (state.core >= 0)
        sched_setaffinity(0, sizeof state.all, &state.all);
}

int clock_core(void)
{
    return state.core;
}

/* ---- Several cores ---- */

/* How many turns one thread does between two points of time, on a core of its own. */
struct spinner {
    pthread_t thread;
    int core;
    double begin, end;
    uint64_t turns;
    bool is_running;
};

static void *take_turns(void *context)
{
    struct spinner *s = context;
    (void)stay_on(s->core); /* else the scheduler chooses */
    while (seconds() < s->begin)
        ;
    for (; seconds() < s->end; s->turns++)
        spin(SPINS_A_TURN);
    return NULL;
}

/* On the first N of the cores that we may use. */
static uint64_t turns_at_once(unsigned n)
{
    static const double start = 0.3e-3; /* until all threads are there */
    static const double length = 2e-3;
    struct spinner spinners[MOST_THREADS];
    double begin = seconds() + start;
    uint64_t turns = 0;
    int core = -1;
    for (unsigned i = 0; i < n; i++) {
        do
            core = (core + 1) % CPU_SETSIZE;
        while (!CPU_ISSET(core, &state.all));
        spinners[i] = (struct spinner){.core = core, .begin = begin, .end = begin + length};
        spinners[i].is_running =
            pthread_create(&spinners[i].thread, NULL, take_turns, &spinners[i]) == 0;
    }
    for (unsigned i = 0; i < n; i++) {
        if (spinners[i].is_running)
            pthread_join(spinners[i].thread, NULL);
        turns += spinners[i].turns;
    }
    return turns;
}

double clock_cores_worth(unsigned n_threads)
{
    if (state.core < 0 || n_threads > MOST_THREADS)
        return 0;
    uint64_t alone = turns_at_once(1);
    return alone > 0 ? (double)turns_at_once(n_threads) / (double)alone : 0;
}
