/* clock.h - time in ticks of the processor's counter, the core we run on, and how quiet it is there
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* x86: the time stamp counter, which runs at a fixed rate near the nominal clock;
 * elsewhere nanoseconds. */
static inline uint64_t clock_ticks(void)
{
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_ia32_rdtsc();
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
#endif
}

/* Measured once, which takes a moment. */
double clock_ticks_per_second(void);

/* Whether ticks are cycles of something, not nanoseconds. */
bool clock_counts_cycles(void);

/* Seconds that a fixed loop in registers takes, about 20 microseconds: what it takes more than
 * usual, others have taken away. It needs all that a core can do at once, and so feels others in
 * the second hardware thread of its core, too. */
double clock_spin(void);

/* How much of such a loop N_THREADS get done at once, each on a core of its own; what one of them
 * does alone is 1. Where two cores are threads of one, as in many a virtual machine, two get done
 * little more than one. It takes 5 milliseconds. 0: not known. */
double clock_cores_worth(unsigned n_threads);

/* Seconds of processor time that this process has had. */
double clock_cpu_seconds(void);

/* Stay on one core from now on, or, for work on several threads, be free. */
void clock_pin(void);
void clock_unpin(void);

/* The core that was chosen, or -1. */
int clock_core(void);

#endif
