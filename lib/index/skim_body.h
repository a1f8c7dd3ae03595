/* index/skim_body.h - the loop over four lanes, built once for each CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whoever includes this has defined SKIM_LOOPS, the name of the table, and
 *   skim_first_zero(v, mask)  the number of the lowest bit of MASK that V does not have; 64: none
 *   skim_two_chunks(v)        the value of the VBR of one or two six-bit chunks that V is
 *   skim_nth_bit(v, n)        the number of bit n of those set in V, from 0; 64: there are fewer
 *   skim_n_bits(v)            how many are set
 *
 * Nothing is tested that a test of the position finds out later: a record that reaches beyond its block
 * leads behind lane->limit, and whoever is there is looked at by bl_skim_slow(). A VBR that is too long is
 * left to it before that.
 */
#include "bits/reader.h"
#include "index/skim_lanes.h"

#define TOP_BITS_8 UINT64_C(0x820820820820)   /* of eight chunks of six bits */
#define TOP_BITS_9 UINT64_C(0x20820820820820) /* of nine */
#define LEAVE 0                               /* in place of a position: bl_skim_slow() must look */

/* 57 bits from POS on. */
static BL_ALWAYS_INLINE uint64_t window(const uint8_t *data, uint64_t pos)
{
    return bl_load_le64(data + (pos >> 3)) >> (pos & 7);
}

/* The position behind N VBRs of six bits, behind a chunk that ends one. Up to 18 chunks are looked at
 * here. Among as many, one value has more than 13, which is too long, only if there are 13 or more that
 * do not end one. */
static BL_ALWAYS_INLINE uint64_t skip_vbr6(const struct bl_bits *bits, uint64_t pos, uint64_t n)
{
    uint64_t tops = ~window(bits->data, pos - 6) & TOP_BITS_9;
    uint64_t tops_2 = ~window(bits->data, pos + 48) & TOP_BITS_9;
    uint64_t n_first = skim_n_bits(tops);
    uint64_t at = skim_nth_bit(tops, n & 63);
    uint64_t at_2 = skim_nth_bit(tops_2, (n - n_first) & 63);
    uint64_t end = n < n_first ? at : at_2 + 54;
    if (BL_UNLIKELY(n >= 18 || end > 108 || end - 5 - 6 * n >= UINT64_C(13) * 6))
        return bl_bits_skip_vbr_run(bits, pos, 6, n);
    return pos + end - 5;
}

/* The count behind the chunks in V, which begin with the first one: *N, and how many bits it takes. False: it has more
 * than two. */
static BL_ALWAYS_INLINE bool take_count(uint64_t v, uint64_t *n, uint64_t *width)
{
    uint64_t top = skim_first_zero(v, TOP_BITS_8);
    *n = skim_two_chunks(v & (((uint64_t)2 << (top & 63)) - 1));
    *width = top + 1;
    return BL_LIKELY(top <= 11);
}

/* Code and number of operands take four chunks at most, and id and these fit a window. */
_Static_assert(BL_SKIM_MAX_ID_WIDTH + 8 * 6 <= BL_PEEK_BITS, "eight chunks in a window");

static BL_ALWAYS_INLINE uint64_t hop_unabbrev(const struct bl_bits *bits,
                                              const struct bl_skim_lane *lane, uint64_t pos,
                                              uint64_t v, struct bl_skim_count **count)
{
    uint64_t code, code_width, n, n_width;
    if (!take_count(v, &code, &code_width) || !take_count(v >> code_width, &n, &n_width) ||
        BL_UNLIKELY(code >= lane->n_codes))
        return LEAVE;
    *count = &lane->codes[code];
    return skip_vbr6(bits, pos + lane->id_width + code_width + n_width, n);
}

static BL_ALWAYS_INLINE uint64_t hop_program(const struct bl_bits *bits,
                                             const struct bl_skim_lane *lane, uint64_t pos,
                                             uint64_t v, const struct bl_skim_program *p)
{
    pos += lane->id_width + p->pre;
    if (p->scheme == BL_SKIM_FIXED)
        return pos;
    if (BL_UNLIKELY(p->scheme == BL_SKIM_SLOW))
        return LEAVE;
    v >>= p->pre;
    uint64_t first = skim_first_zero(v, p->first_mask);
    first = p->no_first ? 0 : first;
    v = v >> (first & 63) >> p->mid;
    pos += first + p->mid;
    uint64_t used = lane->id_width + p->pre + first + p->mid;
    if (p->scheme == BL_SKIM_SCALARS) {
        uint64_t second = skim_first_zero(v, p->second_mask);
        second = p->no_second ? 0 : second;
        return BL_LIKELY(used + second < BL_PEEK_BITS) ? pos + second + p->post : LEAVE;
    }
    uint64_t n, width;
    if (!take_count(v, &n, &width) || BL_UNLIKELY(used + width > BL_PEEK_BITS))
        return LEAVE;
    pos += width;
    return p->scheme == BL_SKIM_ARRAY ? pos + n * p->element_width : skip_vbr6(bits, pos, n);
}

/* Behind the entry at POS, which is counted if it is a record. */
static BL_ALWAYS_INLINE uint64_t hop(const struct bl_bits *bits, const struct bl_skim_lane *lane,
                                     uint64_t pos)
{
    if (BL_UNLIKELY(pos >= lane->limit))
        return LEAVE;
    uint64_t w = window(bits->data, pos);
    uint64_t id = w & lane->id_mask;
    struct bl_skim_program *p = &lane->programs[id < lane->n_programs ? id : 0];
    struct bl_skim_count *count = &p->count;
    uint64_t v = w >> lane->id_width;
    uint64_t behind = p->scheme == BL_SKIM_UNABBREV ? hop_unabbrev(bits, lane, pos, v, &count)
                                                    : hop_program(bits, lane, pos, v, p);
    if (BL_UNLIKELY(behind == LEAVE || behind > lane->end))
        return LEAVE;
    count->n++;
    count->bits += behind - pos;
    return behind;
}

/* One turn of lane I, whose position is AT. */
#define TURN(i, at)                               \
    {                                             \
        uint64_t behind = hop(&b, &lanes[i], at); \
        if (BL_LIKELY(behind != LEAVE)) {         \
            at = behind;                          \
        } else {                                  \
            lanes[i].pos = at;                    \
            if (!bl_skim_slow(s, &lanes[i]))      \
                break;                            \
            at = lanes[i].pos;                    \
        }                                         \
    }

static void run_four(struct bl_skimmer *s, const struct bl_bits *bits, struct bl_skim_lane *lanes)
{
    struct bl_bits b = *bits;
    uint64_t pos_0 = lanes[0].pos;
    uint64_t pos_1 = lanes[1].pos;
    uint64_t pos_2 = lanes[2].pos;
    uint64_t pos_3 = lanes[3].pos;
    /* When lane I breaks the loop, its own position has been given back, and has changed. */
    unsigned broke = 0;
    for (;;) {
        broke = 0;
        TURN(0, pos_0)
        broke = 1;
        TURN(1, pos_1)
        broke = 2;
        TURN(2, pos_2)
        broke = 3;
        TURN(3, pos_3)
    }
    const uint64_t pos[BL_SKIM_LANES] = {pos_0, pos_1, pos_2, pos_3};
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        if (i != broke)
            lanes[i].pos = pos[i];
}

static void run_one(struct bl_skimmer *s, const struct bl_bits *bits, struct bl_skim_lane *lanes)
{
    struct bl_bits b = *bits;
    uint64_t pos_0 = lanes[0].pos;
    for (;;)
        TURN(0, pos_0)
}

const struct bl_skim_loops SKIM_LOOPS = {.four = run_four, .one = run_one};
