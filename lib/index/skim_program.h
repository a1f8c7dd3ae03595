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

/* of unabbreviated records whose code has one chunk, or two, once it is told where they are counted
 * by it. */
void bl_skim_unabbrev(struct bl_skim_program *one, struct bl_skim_program *two,
                      struct bl_skim_far *far, unsigned id_width);
void bl_skim_count_codes(struct bl_skim_program *one, struct bl_skim_program *two,
                         struct bl_skim_far *far, struct bl_skim_count *counts, uint32_t n_codes);

#endif
