/* index/skim_program.h - abbreviations as the loop over four lanes skips them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_INDEX_SKIM_PROGRAM_H
#define BL_INDEX_SKIM_PROGRAM_H

#include "index/skim_lanes.h"
#include "stream/abbrev.h"

/* The program for records of ABBREV, whose operands are OPS. */
struct bl_skim_program bl_skim_compile(const struct bl_abbrev *abbrev,
                                       const struct bl_abbrev_op *ops);

#endif
