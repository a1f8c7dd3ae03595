/* analysis/ideal_costs.h - what records cost, and what they need not
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_IDEAL_COSTS_H
#define CMD_IDEAL_COSTS_H

#include "input/streams.h"

/* Records of one kind in all streams. */
struct ideal_cost {
    struct bl_ideal_row row;
    uint64_t saved; /* bits, by the best abbreviations */
    uint32_t number;
};

struct ideal_costs {
    struct ideal_cost *items; /* by what is saved, most first */
    uint32_t n;
    struct ideal_cost sum;
    uint64_t n_streams, n_left_out;
};

/* Of the modules in STREAMS, except those after MOST bytes. What is wrong is reported. */
struct ideal_costs ideal_costs_of(const struct streams *streams, uint64_t most);
void ideal_costs_release(struct ideal_costs *costs);

/* "METADATA: LOCATION", or what definitions of abbreviations are called. */
void ideal_cost_label(const struct ideal_cost *cost, bl_put_fn *put, void *context);

#endif
