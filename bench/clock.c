/* clock.c - time in ticks of the processor's counter, the core we run on, and how quiet it is there
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "clock.h"

#include <sched.h>

enum {
    SPINS = 20000
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
    volatile uint64_t result;
    uint64_t x = 1;
    uint64_t begin = clock_ticks();
    for (int i = 0; i < SPINS; i++)
        x = x * UINT64_C(6364136223846793005) + 1;
    result = x;
    (void)result;
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

void clock_pin(void)
{
    cpu_set_t one;
    if (!state.is_ready)
        choose_core();
    CPU_ZERO(&one);
    if (state.core >= 0)
        CPU_SET(state.core, &one);
    if (state.core >= 0 && sched_setaffinity(0, sizeof one, &one) < 0)
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
