/* rewrite/adaptive_cost.h - what values cost when they are coded by those before them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What exactly is counted: bitleap_ideal.h.
 */
#ifndef BL_REWRITE_ADAPTIVE_COST_H
#define BL_REWRITE_ADAPTIVE_COST_H

#include "base/map.h"

/* Costs are in parts of a bit. */
#define BL_COST_BIT 65536

enum {
    BL_LOG_STEPS = 1024
};

/* log2 of 1 and what is between it and 2. */
struct bl_logs {
    uint32_t of[BL_LOG_STEPS];
};

void bl_logs_init(struct bl_logs *logs);

/* Values of one sort. Zero-initialise to make one that has seen none. */
struct bl_adaptive {
    struct bl_map numbers; /* of the values that are known */
    uint32_t *counts;      /* of these */
    uint32_t n_known, cap;
    uint64_t n;
    uint32_t n_new, n_of_width[65]; /* of values when they were new */
};

/* VALUE comes: *COST grows. BL_E_NOMEM. */
int bl_adaptive_add(struct bl_adaptive *a, const struct bl_logs *logs, uint64_t value,
                    uint64_t *cost);
void bl_adaptive_release(struct bl_adaptive *a);

#endif
