/* rewrite/abbrev_table.h - abbreviations that were learnt once, of modules of many kinds
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_ABBREV_TABLE_H
#define BL_REWRITE_ABBREV_TABLE_H

#include "rewrite/abbrev_chooser.h"

/* Those of the table that are worth their definitions for BLOCK, by the numbers of its records;
 * CHOSEN has what is needed in any case. */
void bl_choose_from_table(const struct bl_block_samples *block, struct bl_chosen *chosen);

#endif
