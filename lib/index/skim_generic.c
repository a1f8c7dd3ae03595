/* index/skim_generic.c - the loop over four lanes in plain C
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "index/skim_body.h"

static void four(struct bl_skimmer *s, const struct bl_bits *bits, struct bl_skim_lane *lanes)
{
    run_four(s, bits, lanes);
}

static void one(struct bl_skimmer *s, const struct bl_bits *bits, struct bl_skim_lane *lane)
{
    run_one(s, bits, lane);
}

const struct bl_skim_loops bl_skim_loops_generic = {.four = four, .one = one};
