/* index/skim_bmi2.c - the loop over four lanes with pext, pdep and tzcnt
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#if defined(__x86_64__)
#include "base/compiler.h"

BL_TARGET_BEGIN("bmi,bmi2,popcnt,lzcnt")

#define SKIM_BMI2
#include "index/skim_body.h"

bl_skim_run_fn *const bl_skim_loops_bmi2[BL_SKIM_LANES] = SKIM_LOOPS;

BL_TARGET_END
#else
typedef int bl_skim_bmi2_is_not_for_this_machine;
#endif
