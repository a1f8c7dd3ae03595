/* index/skim_program.h - abbreviations as the loop over four lanes skips them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_INDEX_SKIM_PROGRAM_H
#define BL_INDEX_SKIM_PROGRAM_H

#include "index/skim_lanes.h"
#include "stream/abbrev.h"

/* The program for records of ABBREV, whose operands are OPS. */
void bl_skim_compile(struct bl_skim_program *program, const struct bl_abbrev *abbrev,
                     const struct bl_abbrev_op *ops);

/* The program for unabbreviated records. */
void bl_skim_unabbrev(struct bl_skim_program *program, struct bl_skim_count *counts,
                      uint32_t n_codes);

/* The program for what is left to bl_skim_slow(). */
void bl_skim_leave(struct bl_skim_program *program);

#endif
