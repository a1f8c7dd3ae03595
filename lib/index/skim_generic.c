/* index/skim_generic.c - the loop over four lanes in plain C
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "index/skim_body.h"

bl_skim_run_fn *const bl_skim_loops_generic[BL_SKIM_LANES] = SKIM_LOOPS;
