/* index/skim_bmi2.c - the loop over four lanes with pext, pdep and tzcnt
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("bmi,bmi2,popcnt,lzcnt"))), apply_to = function)
#else
#pragma GCC target("bmi,bmi2,popcnt,lzcnt")
#endif

#define SKIM_BMI2
#include "index/skim_body.h"

static void four(struct bl_skimmer *s, const struct bl_bits *bits, struct bl_skim_lane *lanes)
{
    run_four(s, bits, lanes);
}

static void one(struct bl_skimmer *s, const struct bl_bits *bits, struct bl_skim_lane *lane)
{
    run_one(s, bits, lane);
}

const struct bl_skim_loops bl_skim_loops_bmi2 = {.four = four, .one = one};

#if defined(__clang__)
#pragma clang attribute pop
#endif
#else
typedef int bl_skim_bmi2_is_not_for_this_machine;
#endif
