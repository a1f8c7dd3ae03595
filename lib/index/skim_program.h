/* index/skim_program.h - abbreviations as the loop over four lanes skips them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_INDEX_SKIM_PROGRAM_H
#define BL_INDEX_SKIM_PROGRAM_H

#include "index/skim_lanes.h"
#include "stream/abbrev.h"

/* Programs for ids of ID_WIDTH bits: of records of
 * ABBREV, whose operands are OPS, counted at COUNT; what does not fit is left to
 * bl_skim_slow(), by zeros; */
void bl_skim_compile(struct bl_skim_program *program, struct bl_skim_far *far, unsigned id_width,
                     const struct bl_abbrev *abbrev, const struct bl_abbrev_op *ops,
                     struct bl_skim_count *count);

/* of unabbreviated records, counted by code, which has one chunk or two. */
void bl_skim_unabbrev(struct bl_skim_program program[2], struct bl_skim_far *far, unsigned id_width,
                      struct bl_skim_count *counts, uint32_t n_codes);

#endif
