/* support/properties.h - what must hold for any bytes whatever
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_PROPERTIES_H
#define BL_SUPPORT_PROPERTIES_H

#include "support/choice.h"

/* Locate, walk in every mode, index, split, find and read with cursors; hold the answers
 * against each other:
 *
 *  - skipping reports what reading reports, events and failures, in every mode, and so do batches
 *    across blocks;
 *  - the work is bounded by the number of bits, and positions never go back;
 *  - where a strict walk does not fail, the index has the same blocks, lengths and numbers of
 *    records, finds each block by its position, and cursors read the same records;
 *  - there, walks of a block alone report what the whole one reports, and leaping over its
 *    sub-blocks all but these; elsewhere they end;
 *  - with a BLOCKINFO of elsewhere, skipping reports what reading reports;
 *  - where neither fails and no BLOCKINFO is nested, LLVM's rules report what strict ones do;
 *  - the pieces of a split, of any size, cover the stream and report what a strict walk does;
 *  - a bl_stats counts what a walk reports (support/stats_check.h);
 *  - where a strict walk does not fail, what the writer makes of its report is reported again;
 *  - the primitives of each entry are one after the other from its first bit to its last one, and
 *    have the record's values;
 *  - records are the same one by one, skipped and in batches, for every CPU variant;
 *  - until its first failure, recovering reports what not recovering does.
 *
 * With a CHOICE, one of these besides the first two. NULL: all hold. Otherwise the one that does
 * not. Static. */
const char *properties_check(struct bl_view bytes, struct choice *choice);

#endif
