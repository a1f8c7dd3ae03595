/* ir/seek.h - single records of a block, by their positions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A record can be decoded when the abbreviations defined before it are known. Writers define them at the
 * beginning of a block, or before the part that is read by position; so what stands behind the last
 * definition is reached by one jump, and only what is before it is walked, once.
 */
#ifndef BL_IR_SEEK_H
#define BL_IR_SEEK_H

#include "bitleap.h"

/* Go behind the next record of CURSOR's block, leaping over sub-blocks; *CODE is its code, *BIT_POS its
 * place. 1 item, 0 end, negative failure. */
int bl_seek_skip(struct bl_cursor *cursor, uint32_t *code, uint64_t *bit_pos);

/* Decode the record at BIT_POS, which stands in CURSOR's block, and whose abbreviation is known to
 * CURSOR. 1, or a failure; 0: no record is there. */
int bl_seek_back(struct bl_cursor *cursor, uint64_t bit_pos, struct bl_record *rec);

/* Zeroes are one that is not open. */
struct bl_seek {
    struct bl_index *index;
    struct bl_cursor cursor;
    uint32_t block;
    bool is_open;
    uint64_t walked_to;  /* abbreviations defined before this bit are known to CURSOR */
    uint64_t defined_to; /* behind this bit there are none */
};

/* Open SEEK, or turn it, to BLOCK. DEFINED_TO: no abbreviations are defined behind that bit;
 * UINT64_MAX: not known, so the block is walked to its end, or to the damage in it. */
int bl_seek_open(struct bl_seek *seek, struct bl_index *index, uint32_t block, uint64_t defined_to,
                 struct bl_error *err);
void bl_seek_release(struct bl_seek *seek);

/* Decode the record at BIT_POS. Errors: BL_E_ARGUMENT (there is none), those of decoding. */
int bl_seek_read(struct bl_seek *seek, uint64_t bit_pos, struct bl_record *rec,
                 struct bl_error *err);

#endif
