/* ir/seek.h - single records of a block, by their positions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A record can be decoded when the abbreviations defined before it are known. So a block is walked
 * once, or its beginning where no abbreviations are defined after; then any record is one jump
 * away. Knowing definitions that come after a record does not harm: they have higher ids.
 */
#ifndef BL_IR_SEEK_H
#define BL_IR_SEEK_H

#include "bitleap_function.h"

/* Go past the next record of CURSOR's block, leaping over sub-blocks; *CODE is its code, *BIT_POS
 * its place. 1 item, 0 end, negative failure. */
int bl_seek_skip(struct bl_cursor *cursor, uint32_t *code, uint64_t *bit_pos);

/* What comes next in CURSOR's block; of a record, *CODE is its code, and CURSOR is after it. As
 * bl_seek_skip(). */
int bl_seek_entry(struct bl_cursor *cursor, struct bl_entry *entry, uint32_t *code);

/* Decode the record at BIT_POS, of which CURSOR knows the abbreviation. 1, or a failure, which does
 * not stick. BL_E_ARGUMENT: there is no record. On success CURSOR is after it. */
int bl_seek_read(struct bl_cursor *cursor, uint64_t bit_pos, struct bl_record *rec,
                 struct bl_error *err);

#endif
