/* rewrite/abbrev_chooser.h - the abbreviations that make records smallest
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What every LLVM since 3.0 reads alike: a literal code; then literals, Fixed of 1 to 32 bits and
 * VBR of 2 to 32; at the end perhaps an array, of Fixed, VBR or Char6. Ids have at most six bits.
 */
#ifndef BL_REWRITE_ABBREV_CHOOSER_H
#define BL_REWRITE_ABBREV_CHOOSER_H

#include "rewrite/record_samples.h"

/* Bits of VALUE as a VBR in chunks of CHUNK bits. Most have one chunk, or two. */
static inline unsigned bl_vbr_bits(uint64_t value, unsigned chunk)
{
    unsigned bits = chunk;
    while (value >>= chunk - 1)
        bits += chunk;
    return bits;
}

/* Bits of a definition after its id. */
uint64_t bl_definition_bits(const struct bl_abbrev_op *ops, uint32_t n_ops);

enum {
    BL_INFO_ID_WIDTH = 2 /* of ids in BLOCKINFO, as LLVM writes it */,
    BL_MAX_CHOSEN_WIDTH = 6, /* of ids; seven bits cost as much as more abbreviations save */
    BL_MAX_CHOSEN = (1 << BL_MAX_CHOSEN_WIDTH) - 4,
};

/* The definitions for blocks of one kind, by code. */
struct bl_chosen {
    unsigned id_width;
    uint32_t n;
    struct bl_new_abbrev items[BL_MAX_CHOSEN];
};

/* Choose for BLOCK; CHOSEN has what is needed in any case. Operands are in ARENA. BL_E_NOMEM. */
int bl_choose_abbrevs(const struct bl_block_samples *block, struct bl_arena *arena,
                      struct bl_chosen *chosen);

#endif
