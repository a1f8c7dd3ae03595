/* bits/lanes.h - what the kernels with wide registers share on x86-64
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * VBR6 and char6: four chunks of six bits are three bytes, so that any number of fours keeps the
 * phase, the position in a byte. Bytes are moved such that each 32-bit lane has four chunks, all
 * lanes are shifted by the phase, and two shifts spread the chunks to a byte each.
 *
 * VBRs of 4, 5, 7 and 8 bits likewise, except that the way of chunks to bytes is another.
 *
 * VBRs: `more` is a mask with a bit for each chunk, its continuation bit. The chunks where values
 * begin follow from it by a shift, and so does which values have two, three or more chunks. Chunks
 * become 16-bit lanes with the value that would begin there, if it has two or three chunks at
 * most, and those where one does begin are moved together. Longer values are put right one by one.
 */
#ifndef BL_BITS_LANES_H
#define BL_BITS_LANES_H

#include "bits/reader.h"

enum {
    /* A block with more values of four chunks and more than this is read by windows instead, and
     * with it as many values as this: reading them one by one would take longer. */
    VBR_MAX_LONG = 6,
    VBR_BURST = 256,
};

/* For each set of eight 16-bit lanes the shuffle of bytes that moves them together. */
extern BL_HIDDEN const uint64_t bl_compress16[256][2];

/* Constants of the kernels: in memory, because compilers make known ones anew for each block, in
 * the units that are busiest. 64 bytes each, except the last two. */
struct bl_lane_constants {
    /* Chunks to bytes: for 16 bytes from every twelve on, words 0 to 3, 3 to 6, …; in each 16,
     * for four chunks and the phase, bytes 0 to 3, 3 to 6, …; what stays where it is in the
     * two steps after. */
    _Alignas(64) uint32_t words[16];
    uint8_t fours[64];
    uint32_t low_half[16], low_byte[16];
    uint16_t even_six[32], odd_six[32];
    /* Where bytes can be moved across 64: 0 to each eight, and what leads to the next eight; the
     * next byte, and the one after that. */
    uint8_t first_eight[64], eight[64], from_next[64], from_second[64];
    uint8_t nibble[64], ones_in_nibble[64];
    /* Char6 in bytes: what is added to each kind of characters. Kind 0 are the letters, 1 to 10 the
     * digits, then '.' and '_', of which the last letter's number, 51, has been taken; 13 are lower
     * case letters instead of 0. */
    uint8_t six[64], n_letters[64], last_letter[64], lower_case[64], to_character[64];
    uint32_t phase[8]; /* itself */
};

extern BL_HIDDEN const struct bl_lane_constants bl_lanes;

enum {
    BL_MIN_LANE_WIDTH = 4,
    BL_MAX_LANE_WIDTH = 8
};

/* The same for VBRs of each width. */
struct bl_vbr_lanes {
    /* The continuation bit and the others; what of the second chunk goes to the low byte, and how
     * much of it to the high one. */
    _Alignas(64) uint8_t more[64];
    uint8_t payload[64], second_low[64], second_high[64];
    uint8_t eights[64]; /* eight bytes from every eighth chunk on */
};

extern BL_HIDDEN const struct bl_vbr_lanes bl_vbr_lanes[BL_MAX_LANE_WIDTH - BL_MIN_LANE_WIDTH + 1];

/* Of WANTED blocks of N_BYTES from POS on, STRIDE bytes apart, those that can be loaded. */
static BL_ALWAYS_INLINE size_t bl_n_blocks(const struct bl_bits *b, uint64_t pos, size_t n_bytes,
                                           size_t wanted, size_t stride)
{
    if (!bl_has_bytes(b, pos, n_bytes))
        return 0;
    size_t room = (b->size - n_bytes - (size_t)(pos >> 3)) / stride + 1;
    return wanted < room ? wanted : room;
}

/* ---- Skipping VBR6 ----
 *
 * The ends of chunks are at every sixth bit. A word of 64 bits on, they are two places higher,
 * modulo 6, so that three words in a row have none in common and can be counted in one. Twelve
 * words, or any multiple of three, bring the same places again.
 */

/* Row R: the bits 6 K + R of as many words. */
extern BL_HIDDEN const uint64_t bl_every_sixth[6][12];

/* A walk over words, from a value on. */
struct bl_sixths {
    const uint8_t *at;    /* next word */
    const uint64_t *ends; /* where chunks end in it and those after it */
    unsigned first_end;   /* the first of these bits */
    unsigned before;      /* ones for those chunks of the first word that end before the value */
    size_t n_ends; /* ends of values until the last one that is to be skipped, these included */
};

static BL_ALWAYS_INLINE struct bl_sixths bl_sixths_begin(const struct bl_bits *b, uint64_t pos,
                                                         size_t n)
{
    unsigned phase = (unsigned)(pos & 7);
    unsigned first_end = (phase + 5) % 6;
    unsigned n_before = (phase + 5) / 6;
    return (struct bl_sixths){
        .at = b->data + (pos >> 3),
        .ends = bl_every_sixth[first_end],
        .first_end = first_end,
        .before = (1u << n_before) - 1,
        .n_ends = n + n_before,
    };
}

/* For callers that count what is in the words: of the chunks before POS only those that look like
 * ends. */
static BL_ALWAYS_INLINE void bl_sixths_count_before(struct bl_sixths *s, uint64_t pos)
{
    uint64_t more = *s->at & s->ends[0] & bl_low_bits((unsigned)(pos & 7));
    s->n_ends -= (size_t)__builtin_popcountll(more);
}

enum {
    BL_MAX_STEPS = 64 /* of wide kernels between two looks at what was found */
};

/* After the last value that ends before the next word. There is one: twelve words or more
 * were passed, and no value in them is overlong. */
static BL_ALWAYS_INLINE uint64_t bl_sixths_pos(const struct bl_bits *b, const struct bl_sixths *s)
{
    uint64_t chunk = (uint64_t)(s->at - b->data) * 8 + s->first_end - 5;
    for (;;) {
        chunk -= 54;
        uint64_t ends = ~bl_bits_peek_at(b, chunk) & BL_VBR6_ENDS;
        if (BL_LIKELY(ends))
            return chunk + 64 - (unsigned)__builtin_clzll(ends);
    }
}

#endif
