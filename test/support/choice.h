/* support/choice.h - which of many checks are made on one input
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A test makes all of them. A fuzzer gets further with many inputs than with many checks of each:
 * there, the bytes of an input decide which few of a set are made, the same ones each time.
 *
 *   for (struct chosen c = choice_of(choice, n, 1); c.i < c.end && !problem; c.i++)
 *       problem = check(c.i);
 */
#ifndef BL_SUPPORT_CHOICE_H
#define BL_SUPPORT_CHOICE_H

#include "bitleap.h"

struct choice {
    uint64_t state; /* changes with each set that is chosen from */
};

/* What BYTES decide. */
struct choice choice_by(struct bl_view bytes);

/* For tests of so many inputs that ThreadSanitizer would take minutes: with it what BYTES decide,
 * put into *CHOICE, otherwise NULL. */
struct choice *choice_if_slow(struct choice *choice, struct bl_view bytes);

/* Numbers from i on, up to END. */
struct chosen {
    uint32_t i, end;
};

/* Of the numbers below N: all where CHOICE is NULL, otherwise MOST of them, 1 at
 * least, in a row. */
struct chosen choice_of(struct choice *choice, uint32_t n, uint32_t most);

/* The CPU variants that this machine runs; how many. */
uint32_t choice_cpus(enum bl_cpu cpus[BL_CPU_END]);

#endif
