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

/* ---- Primitives ----
 *
 *   skim_first_zero(v, mask)  the number of the lowest bit of MASK that V does not have; 64: none
 *   skim_low(v, n)            the lowest N bits of V; all if N is 64
 *   skim_tops(v, mask)        the top bits of chunks, side by side
 *   skim_code(v, mask)        what V has of a code under its mask in a program, and
 *   skim_number(v, mask)      of a number, whose bits are side by side
 *   skim_choice(v, lane)      the number of a program
 *   skim_nth_bit(v, first, n) the number of a bit of those set in V: of number N, below 64, if
 *                             FIRST is 1; one further on for each time that FIRST is doubled; 64:
 *                             there are fewer
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

static BL_ALWAYS_INLINE uint64_t skim_nth_bit(uint64_t v, uint64_t first, uint64_t n)
{
    return _tzcnt_u64(_pdep_u64(first << ((unsigned)n & 63), v));
}

static BL_ALWAYS_INLINE uint64_t skim_tops(uint64_t v, uint64_t mask)
{
    return _pext_u64(v, mask);
}

static BL_ALWAYS_INLINE uint64_t skim_code(uint64_t v, uint64_t mask)
{
    return _pext_u64(v, mask);
}

static BL_ALWAYS_INLINE uint64_t skim_number(uint64_t v, uint64_t mask)
{
    return _pext_u64(v, mask);
}

static BL_ALWAYS_INLINE uint64_t skim_choice(uint64_t v, const struct bl_skim_lane *lane)
{
    return _pext_u64(v, lane->choice);
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

static BL_ALWAYS_INLINE uint64_t skim_nth_bit(uint64_t v, uint64_t first, uint64_t n)
{
    if (!first)
        return 64; /* there is no program */
    for (n += (unsigned)__builtin_ctzll(first); n > 0 && v; n--)
        v &= v - 1;
    return v ? (uint64_t)__builtin_ctzll(v) : 64;
}

/* Five bits of which each is six above the one before it: times 2^(20 - 5 i), bit i comes
 * to be bit 20 + i. */
static BL_ALWAYS_INLINE uint64_t five_tops(uint64_t v)
{
    return (v & 0x1041041) * 0x108421 >> 20 & 0x1F;
}

static BL_ALWAYS_INLINE uint64_t skim_tops(uint64_t v, uint64_t mask)
{
    if (!mask)
        return 0;
    unsigned first = (unsigned)__builtin_ctzll(mask);
    v = (v & mask) >> first;
    if (BL_LIKELY((mask >> first & 0x7F) == 0x41))
        return five_tops(v) | five_tops(v >> 30) << 5;
    uint64_t tops = 0;
    mask >>= first;
    for (unsigned i = 0; mask; i++, mask &= mask - 1)
        tops |= (v >> __builtin_ctzll(mask) & 1) << i;
    return tops;
}

static BL_ALWAYS_INLINE uint64_t skim_number(uint64_t v, uint64_t mask)
{
    return mask ? (v & mask) >> __builtin_ctzll(mask) : 0;
}

/* Without the top bit of the first chunk. */
static BL_ALWAYS_INLINE uint64_t skim_code(uint64_t v, uint64_t mask)
{
    v = skim_number(v, mask);
    return (v & 0x1F) | (v >> 6) << 5;
}

static BL_ALWAYS_INLINE uint64_t skim_choice(uint64_t v, const struct bl_skim_lane *lane)
{
    return (v & lane->id_mask) | (v & lane->choice & ~lane->id_mask) >> 5;
}

#endif

/* ---- The loop ---- */

#define LEAVE 0                  /* in place of a position: bl_skim_slow() must look */
#define NOWHERE (UINT64_MAX / 2) /* behind any limit, whatever is added */

/* 57 bits from POS on. */
static BL_ALWAYS_INLINE uint64_t window(const uint8_t *data, uint64_t pos)
{
    return bl_load_le64(data + (pos >> 3)) >> (pos & 7);
}

/* Of the first 63 chunks of six bits those that are not the last of their VBR, and bit 63: from
 * windows of eight chunks, which are six bytes. */
static BL_ALWAYS_INLINE uint64_t chunks_going_on(const uint8_t *data, uint64_t pos)
{
    const uint64_t tops = bl_vbr_ends[6] & 0xFFFFFFFFFFFF;
    uint64_t more = UINT64_C(1) << 63;
    data += pos >> 3;
#pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++)
        more |= skim_tops(bl_load_le64(data + (size_t)6 * i) >> (pos & 7), tops) << 8 * i;
    return more;
}

_Static_assert(7 * 6 + 9 <= BL_SKIM_READ_AHEAD, "what skip_vbr6() looks at");
_Static_assert(2 * BL_SKIM_WINDOW_BYTES + 9 <= BL_SKIM_READ_AHEAD, "what hop() looks at");

/* Whether 13 ones are side by side. */
_Static_assert(BL_SKIM_MAX_GOES_ON == 12, "has_long_run()");
static BL_ALWAYS_INLINE bool has_long_run(uint64_t v)
{
    v &= v >> 1;
    v &= v >> 2;
    v &= v >> 4;
    return v & v >> 5;
}

/* Behind N VBRs of six bits. A value that is too long, and what ends far behind
 * LIMIT, end nowhere. */
static BL_ALWAYS_INLINE uint64_t skip_vbr6(const struct bl_bits *bits, uint64_t pos, uint64_t n,
                                           uint64_t limit)
{
    while (pos < limit) {
        uint64_t more = chunks_going_on(bits->data, pos);
        uint64_t n_chunks = n < 64 ? skim_nth_bit(~more << 1 | 1, 1, n) : 64;
        bool is_found = n_chunks < 64;
        if (!is_found)
            n_chunks = more != UINT64_MAX ? 64 - (uint64_t)__builtin_clzll(~more) : 0;
        if (BL_UNLIKELY(n_chunks == 0 && n > 0) || has_long_run(skim_low(more, n_chunks)))
            return NOWHERE;
        pos += 6 * n_chunks;
        if (is_found)
            return pos;
        n -= (uint64_t)__builtin_popcountll(~more);
    }
    return NOWHERE;
}

/* The same of WIDTH bits, two at least. A value that does not end in the window in which it
 * begins ends nowhere. */
static BL_ALWAYS_INLINE uint64_t skip_vbr(const struct bl_bits *bits, uint64_t pos, uint64_t n,
                                          unsigned width, uint64_t limit)
{
    while (n > 0 && pos < limit) {
        uint64_t ends = ~window(bits->data, pos) & bl_vbr_ends[width];
        uint64_t n_here = (uint64_t)__builtin_popcountll(ends);
        if (n_here == 0)
            return NOWHERE;
        uint64_t last =
            n_here < n ? 63 - (uint64_t)__builtin_clzll(ends) : skim_nth_bit(ends, 1, n - 1);
        pos += last + 1;
        n -= n_here < n ? n_here : n;
    }
    return n == 0 ? pos : NOWHERE;
}

/* Behind a record that is out of hop()'s reach. */
static BL_NOINLINE uint64_t hop_far(const struct bl_bits *bits, const struct bl_skim_lane *lane,
                                    uint64_t pos)
{
    const struct bl_skim_far *far = &lane->far[window(bits->data, pos) & lane->id_mask];
    uint64_t behind = pos;
    uint64_t first = 0;
    uint64_t number = 0;
    if (!far->counts || pos >= lane->far_limit)
        return LEAVE;
    for (unsigned i = 0; i < far->n_steps; i++) {
        behind += far->steps[i].pre;
        uint64_t w = window(bits->data, behind);
        uint64_t last = skim_first_zero(w, bl_vbr_ends[far->steps[i].width]);
        if (last >= BL_PEEK_BITS)
            return LEAVE;
        number = skim_low(w, last);
        first = i == 0 ? number : first;
        behind += last + 1;
    }
    behind += far->post;
    uint64_t code = far->tells_code ? (first & 0x1F) | (first >> 6) << 5 : 0;
    if (code >= far->n_codes || (far->has_array && number >> 11))
        return LEAVE;
    if (far->has_array) {
        number = (number & 0x1F) | (number >> 6) << 5;
        behind = !far->elements_are_vbr ? behind + number * far->element_width
                 : far->element_width == 6
                     ? skip_vbr6(bits, behind, number, lane->limit)
                     : skip_vbr(bits, behind, number, far->element_width, lane->limit);
    }
    if (behind >= lane->limit)
        return LEAVE;
    far->counts[code].n++;
    far->counts[code].bits += behind - pos;
    return behind;
}

/* Behind a record of program P that may be out of hop()'s reach only because its run is long: P's
 * own VBRs, and NUMBER more. */
static BL_NOINLINE uint64_t hop_long(const struct bl_bits *bits, const struct bl_skim_lane *lane,
                                     uint64_t pos, const struct bl_skim_program *p, uint64_t code,
                                     uint64_t number)
{
    if (code >= p->n_codes || p->width != 6 || p->rest)
        return hop_far(bits, lane, pos);
    uint64_t behind = skip_vbr6(bits, pos + p->pre, p->n + number, lane->limit) + p->post;
    if (behind >= lane->limit)
        return LEAVE;
    p->counts[code].n++;
    p->counts[code].bits += behind - pos;
    return behind;
}

/* Behind the entry at POS, which is counted, if it is a record that we take. */
static BL_ALWAYS_INLINE uint64_t hop(const struct bl_bits *bits, const struct bl_skim_lane *lane,
                                     uint64_t pos)
{
    const uint8_t *data = bits->data + (pos >> 3);
    unsigned shift = pos & 7;
    uint64_t w = bl_load_le64(data) >> shift;
    if (BL_UNLIKELY((w & lane->id_mask) <= 2))
        return LEAVE;
    uint64_t w_2 = bl_load_le64(data + BL_SKIM_WINDOW_BYTES) >> shift;
    uint64_t w_3 = bl_load_le64(data + (size_t)2 * BL_SKIM_WINDOW_BYTES) >> shift;
    const struct bl_skim_program *p = &lane->programs[skim_choice(w, lane)];
    uint64_t more = skim_tops(w, p->tops[0]) << 1 |
                    skim_tops(w_2, p->tops[1]) << (p->before[0] & 63) |
                    skim_tops(w_3, p->tops[2]) << (p->before[1] & 63);
    uint64_t code = skim_code(w, p->code);
    uint64_t number = skim_number(w, p->number);
    uint64_t n_chunks = skim_nth_bit(~more & p->ends, p->first, number);
    uint64_t run_end = n_chunks * p->width + p->pre;
    uint64_t rest = w >> (run_end & 63);
    if (BL_UNLIKELY(n_chunks - number > p->most_chunks || code >= p->n_codes || rest & p->rest))
        return hop_long(bits, lane, pos, p, code, number);
    uint64_t size = run_end + p->post;
    /* Rare enough to be foreseen; all others would wait for the product. */
    if (BL_UNLIKELY(p->element_width))
        size += skim_number(rest, p->n_elements) * p->element_width;
    uint64_t behind = pos + size;
    if (BL_UNLIKELY(behind >= lane->limit))
        return LEAVE;
    p->counts[code].n++;
    p->counts[code].bits += size;
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

/* The first N lanes in turns. */
static BL_ALWAYS_INLINE void run_lanes(struct bl_skimmer *s, const struct bl_bits *bits,
                                       struct bl_skim_lane *lanes, unsigned n)
{
    struct bl_bits b = *bits;
    uint64_t pos_0 = lanes[0].pos;
    uint64_t pos_1 = n > 1 ? lanes[1].pos : 0;
    uint64_t pos_2 = n > 2 ? lanes[2].pos : 0;
    uint64_t pos_3 = n > 3 ? lanes[3].pos : 0;
    /* When lane I breaks the loop, its own position has been given back, and has changed. */
    unsigned broke = 0;
    for (;;) {
        broke = 0;
        TURN(0, pos_0)
        broke = 1;
        if (n > 1)
            TURN(1, pos_1)
        broke = 2;
        if (n > 2)
            TURN(2, pos_2)
        broke = 3;
        if (n > 3)
            TURN(3, pos_3)
    }
    const uint64_t pos[BL_SKIM_LANES] = {pos_0, pos_1, pos_2, pos_3};
    for (unsigned i = 0; i < n; i++)
        if (i != broke)
            lanes[i].pos = pos[i];
}

/* A bl_skim_run_fn. */
#define SKIM_LOOP(name, n)                                                                         \
    static void name(struct bl_skimmer *s, const struct bl_bits *bits, struct bl_skim_lane *lanes) \
    {                                                                                              \
        run_lanes(s, bits, lanes, n);                                                              \
    }

SKIM_LOOP(one, 1)
SKIM_LOOP(two, 2)
SKIM_LOOP(three, 3)
SKIM_LOOP(four, 4)
#undef SKIM_LOOP

#define SKIM_LOOPS             \
    {                          \
        one, two, three, four, \
    }

#endif
