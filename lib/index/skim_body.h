/* index/skim_body.h - the loop over four lanes, built once for each CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whoever defines SKIM_BMI2 before this is included has told the compiler that it may use BMI2.
 */
#ifndef BL_INDEX_SKIM_BODY_H
#define BL_INDEX_SKIM_BODY_H

#include "bits/reader.h"
#include "index/skim_lanes.h"

#ifdef SKIM_BMI2
#include <immintrin.h>
#endif

/* ---- Five primitives ----
 *
 *   skim_first_zero(v, mask)  the number of the lowest bit of MASK that V does not have; 64: none
 *   skim_low(v, n)            the lowest N bits of V; all if N is 64
 *   skim_two_chunks(v, mask)  the payload of V, under BL_SKIM_TWO_CHUNKS; 0 under 0
 *   skim_tops(v, mask)        the top bits of chunks of six bits, under BL_SKIM_TOPS_…, side by side
 *   skim_nth_bit(v, n)        the number of bit N of those set in V, from 0; 64: there are fewer; only
 *                             the lowest six bits of N count
 */

#ifdef SKIM_BMI2

static BL_ALWAYS_INLINE uint64_t skim_first_zero(uint64_t v, uint64_t mask)
{
    return _tzcnt_u64(~v & mask);
}

static BL_ALWAYS_INLINE uint64_t skim_low(uint64_t v, uint64_t n)
{
    return _bzhi_u64(v, (unsigned)n);
}

static BL_ALWAYS_INLINE uint64_t skim_two_chunks(uint64_t v, uint64_t mask)
{
    return _pext_u64(v, mask);
}

static BL_ALWAYS_INLINE uint64_t skim_nth_bit(uint64_t v, uint64_t n)
{
    return _tzcnt_u64(_pdep_u64((uint64_t)1 << ((unsigned)n & 63), v));
}

static BL_ALWAYS_INLINE uint64_t skim_tops(uint64_t v, uint64_t mask)
{
    return _pext_u64(v, mask);
}

#else

static BL_ALWAYS_INLINE uint64_t skim_first_zero(uint64_t v, uint64_t mask)
{
    uint64_t zeros = ~v & mask;
    return zeros ? (uint64_t)__builtin_ctzll(zeros) : 64;
}

static BL_ALWAYS_INLINE uint64_t skim_low(uint64_t v, uint64_t n)
{
    return n < 64 ? v & (((uint64_t)1 << n) - 1) : v;
}

static BL_ALWAYS_INLINE uint64_t skim_two_chunks(uint64_t v, uint64_t mask)
{
    v &= mask;
    return (v & 0x1F) | (v >> 1 & 0x3E0);
}

static BL_ALWAYS_INLINE uint64_t skim_nth_bit(uint64_t v, uint64_t n)
{
    while (n-- > 0 && v)
        v &= v - 1;
    return v ? (uint64_t)__builtin_ctzll(v) : 64;
}

static BL_ALWAYS_INLINE uint64_t skim_tops(uint64_t v, uint64_t mask)
{
    uint64_t tops = 0;
    for (unsigned i = 0; i < 9; i++)
        tops |= ((v & mask) >> (6 * i + 5) & 1) << i;
    return tops;
}

#endif

/* ---- The loop ---- */

#define LEAVE 0 /* in place of a position: bl_skim_slow() must look */

/* 57 bits from POS on. */
static BL_ALWAYS_INLINE uint64_t window(const uint8_t *data, uint64_t pos)
{
    return bl_load_le64(data + (pos >> 3)) >> (pos & 7);
}

/* The position behind N VBRs of six bits, N at most 31. Up to 17 chunks are looked at here. Among as many,
 * a value has more than 13, which is too long, only if there are 13 or more that do not end one. */
static BL_ALWAYS_INLINE uint64_t skip_vbr6(const struct bl_bits *bits, const uint64_t top_bits[2],
                                           uint64_t pos, uint64_t n)
{
    const uint8_t *data = bits->data + (pos >> 3);
    unsigned shift = pos & 7;
    uint64_t w = bl_load_le64(data) >> shift;
    uint64_t w_2 = bl_load_le64(data + 6) >> shift;
    uint64_t more = skim_tops(w, top_bits[0]) | skim_tops(w_2, top_bits[1]) << 8;
    /* Behind no values is where a chunk before the first one would end. */
    uint64_t ends = (more ^ 0x1FFFF) << 1 | 1;
    uint64_t n_chunks = skim_nth_bit(ends, n);
    if (BL_UNLIKELY(n_chunks - n >= 13)) /* or there are fewer ends: 64 */
        return bl_bits_skip_vbr_run(bits, pos, 6, (size_t)n);
    return pos + n_chunks * 6;
}

/* Behind a record that hop() leaves because it has more than 31 elements, or some of a fixed width. */
static BL_NOINLINE uint64_t hop_far(const struct bl_bits *bits, const struct bl_skim_lane *lane,
                                    uint64_t pos)
{
    uint64_t w = window(bits->data, pos);
    const struct bl_skim_program *p = &lane->programs[w & lane->id_mask];
    if (!p->counts || !p->number_mask)
        return LEAVE;
    uint64_t v = w >> p->pre;
    uint64_t first = skim_first_zero(v, p->first_mask);
    uint64_t code = skim_two_chunks(skim_low(v, first), p->code_mask);
    uint64_t at_second = first + (uint64_t)p->n_bits;
    v = w >> (at_second & 63);
    uint64_t second = skim_first_zero(v, BL_SKIM_TWO_TOPS);
    uint64_t n = skim_two_chunks(skim_low(v, second), BL_SKIM_TWO_CHUNKS);
    if (at_second + second >= BL_PEEK_BITS || (code >= p->n_codes && !p->element_width))
        return LEAVE;
    uint64_t behind = pos + p->post + at_second + second;
    behind = p->element_width ? behind + n * p->element_width
                              : bl_bits_skip_vbr_run(bits, behind, 6, (size_t)n);
    if (behind >= lane->limit)
        return LEAVE;
    p->counts[code]++;
    p->counts[code + BL_SKIM_PLACES] += behind - pos;
    return behind;
}

/* Behind the entry at POS, which is counted, if it is a record that we take. */
static BL_ALWAYS_INLINE uint64_t hop(const struct bl_bits *bits, const struct bl_skim_lane *lane,
                                     uint64_t pos)
{
    uint64_t w = window(bits->data, pos);
    const struct bl_skim_program *p = &lane->programs[w & lane->id_mask];
    uint64_t v = w >> p->pre;
    uint64_t first = skim_first_zero(v, p->first_mask);
    uint64_t code = skim_two_chunks(skim_low(v, first), p->code_mask);
    uint64_t at_second = first + (uint64_t)p->n_bits;
    v = w >> (at_second & 63);
    uint64_t second = skim_first_zero(v, p->second_mask);
    uint64_t n = v & p->number_mask;
    uint64_t looked_at = at_second + second;
    if (BL_UNLIKELY(looked_at >= BL_PEEK_BITS || code >= p->n_codes))
        return hop_far(bits, lane, pos);
    uint64_t behind = skip_vbr6(bits, lane->top_bits, pos + p->post + looked_at, n);
    if (BL_UNLIKELY(behind >= lane->limit))
        return LEAVE;
    p->counts[code]++;
    p->counts[code + BL_SKIM_PLACES] += behind - pos;
    if (behind == LEAVE)
        __builtin_unreachable();
    return behind;
}

/* One turn of lane I, whose position is AT. */
#define TURN(i, at)                               \
    {                                             \
        uint64_t behind = hop(&b, &lanes[i], at); \
        if (BL_LIKELY(behind != LEAVE)) {         \
            (at) = behind;                        \
        } else {                                  \
            lanes[i].pos = at;                    \
            if (!bl_skim_slow(s, &lanes[i]))      \
                break;                            \
            (at) = lanes[i].pos;                  \
        }                                         \
    }

static BL_ALWAYS_INLINE void run_four(struct bl_skimmer *s, const struct bl_bits *bits,
                                      struct bl_skim_lane *lanes)
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

static BL_ALWAYS_INLINE void run_one(struct bl_skimmer *s, const struct bl_bits *bits,
                                     struct bl_skim_lane *lanes)
{
    struct bl_bits b = *bits;
    uint64_t pos_0 = lanes[0].pos;
    for (;;)
        TURN(0, pos_0)
}

#endif
