/* bits/vbr_body.h - runs of VBRs in blocks: what does not depend on how wide the registers are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * To be included once, between BL_TARGET_BEGIN and BL_TARGET_END, by a file that has defined
 * BL_VBR_BODY and
 *
 *   BLOCK               chunks of a block
 *   block_bytes()       bytes that are loaded for one, or fewer
 *   VBR_MIN             values from which on a run is worth it
 *   STEP_…              a step of skipping: its bytes, those loaded for it, ends of chunks in it
 *   put_block()         the values of a block; BL_VBR6_ONLY where it knows only chunks of six bits
 *   step_masks(), skip_steps()
 *
 * It gives read_vbr() and skip_vbr(). WIDTH, of chunks, is known to the compiler everywhere.
 */
#ifndef BL_BITS_VBR_BODY_H
#define BL_BITS_VBR_BODY_H

#include "bits/kernels.h"
#include "bits/lanes.h"

#ifdef BL_VBR_BODY

/* ---- Reading ---- */

/* Blocks from *POS on, as long as all goes well. Returns the number of values;
 * *POS is after them. */
static BL_ALWAYS_INLINE size_t read_blocks(const struct bl_bits *b, uint64_t *pos, unsigned width,
                                           uint64_t *out, size_t n)
{
    const unsigned window = BL_PEEK_BITS / width;
    uint64_t at = *pos;
    size_t n_left = n;
    while (n_left >= BLOCK && bl_has_bytes(b, at, block_bytes(width))) {
        /* The next block begins after the last end in this one. It is looked for in the last
         * window of chunks alone, so that the next block need not wait for this one. */
        uint64_t last_at = at + (uint64_t)width * (BLOCK - window);
        uint64_t last_ends =
            ~(bl_load_le64(b->data + (last_at >> 3)) >> (last_at & 7)) & BL_VBR_ENDS(width);
        if (BL_UNLIKELY(!last_ends))
            break;
        uint64_t ends = put_block(b->data, at, width, out);
        if (BL_UNLIKELY(!ends))
            break;
        size_t n_values = (size_t)_mm_popcnt_u64(ends);
        out += n_values;
        n_left -= n_values;
        at = last_at + 64 - _lzcnt_u64(last_ends);
    }
    *pos = at;
    return n - n_left;
}

/* Less than a block of values; by windows those that are not in the block, or all of them. */
static BL_ALWAYS_INLINE uint64_t read_last_block(const struct bl_bits *b, uint64_t pos,
                                                 unsigned width, uint64_t *out, size_t n)
{
    if (n < VBR_MIN / 2 || BL_UNLIKELY(!bl_has_bytes(b, pos, block_bytes(width))))
        return bl_read_vbr_bmi2(b, pos, width, out, n);
    uint64_t values[BLOCK];
    uint64_t ends = put_block(b->data, pos, width, values);
    uint64_t last = _pdep_u64(UINT64_C(1) << (n - 1), ends);
    if (BL_LIKELY(last)) {
        memcpy(out, values, n * sizeof *out);
        return pos + (uint64_t)width * (_tzcnt_u64(last) + 1);
    }
    size_t n_values = (size_t)_mm_popcnt_u64(ends);
    memcpy(out, values, n_values * sizeof *out);
    pos += (uint64_t)width * (64 - _lzcnt_u64(ends));
    return bl_read_vbr_bmi2(b, pos, width, out + n_values, n - n_values);
}

static BL_ALWAYS_INLINE uint64_t read_run(const struct bl_bits *b, uint64_t pos, unsigned width,
                                          bl_read_char6_fn *read_last, uint64_t *out, size_t n)
{
    for (;;) {
        size_t n_read = read_blocks(b, &pos, width, out, n);
        out += n_read;
        n -= n_read;
        if (n < BLOCK || !bl_has_bytes(b, pos, block_bytes(width)))
            break;
        size_t burst = n < VBR_BURST ? n : VBR_BURST;
        pos = bl_read_vbr_bmi2(b, pos, width, out, burst);
        if (BL_UNLIKELY(pos > b->end))
            return pos;
        out += burst;
        n -= burst;
    }
    return n < BLOCK ? read_last(b, pos, out, n) : bl_read_vbr_bmi2(b, pos, width, out, n);
}

/* Two functions for each width: in one, short runs would take a fifth more. */
#define BL_READ_WIDTH(width)                                                            \
    static BL_NOINLINE uint64_t read_last##width(const struct bl_bits *b, uint64_t pos, \
                                                 uint64_t *out, size_t n)               \
    {                                                                                   \
        return read_last_block(b, pos, width, out, n);                                  \
    }                                                                                   \
    static BL_NOINLINE uint64_t read_vbr##width(const struct bl_bits *b, uint64_t pos,  \
                                                uint64_t *out, size_t n)                \
    {                                                                                   \
        if (n < BLOCK)                                                                  \
            return read_last##width(b, pos, out, n);                                    \
        return read_run(b, pos, width, read_last##width, out, n);                       \
    }
BL_READ_WIDTH(6)
#ifndef BL_VBR6_ONLY
BL_READ_WIDTH(4)
BL_READ_WIDTH(5)
BL_READ_WIDTH(7)
BL_READ_WIDTH(8)
#endif

static uint64_t read_vbr(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                         size_t n)
{
    if (n < VBR_MIN)
        return bl_read_vbr_bmi2(b, pos, width, out, n);
    if (BL_LIKELY(width == 6))
        return read_vbr6(b, pos, out, n);
#ifdef BL_VBR6_ONLY
    return bl_read_vbr_avx2(b, pos, width, out, n);
#else
    switch (width) {
    case 4: return read_vbr4(b, pos, out, n);
    case 5: return read_vbr5(b, pos, out, n);
    case 7: return read_vbr7(b, pos, out, n);
    case 8: return read_vbr8(b, pos, out, n);
    default: return bl_read_vbr_bmi2(b, pos, width, out, n);
    }
#endif
}

/* ---- Skipping ---- */

enum {
    MIN_STEPPED = 2 * STEP_CHUNKS,
    SKIP_BURST = 512, /* values that are skipped otherwise, where one may be overlong */
};

/* Steps while they cannot have the last end. False where a value may be overlong. */
static BL_ALWAYS_INLINE bool skip_all_steps(const struct bl_bits *b, struct bl_sixths *s)
{
    struct step_masks masks = step_masks(s->first_end);
    for (;;) {
        uint64_t pos = (uint64_t)(s->at - b->data) * 8;
        size_t n_wanted = (s->n_ends - 1) / STEP_CHUNKS;
        size_t n_steps = bl_n_blocks(b, pos, STEP_LOADED, n_wanted, STEP_BYTES);
        if (n_steps == 0)
            return true;
        if (!skip_steps(s, &masks, n_steps < BL_MAX_STEPS ? n_steps : BL_MAX_STEPS))
            return false;
    }
}

static uint64_t skip_vbr(const struct bl_bits *b, uint64_t pos, unsigned width, size_t n)
{
    if (width != 6 || n < MIN_STEPPED)
        return bl_skip_vbr_bmi2(b, pos, width, n);
    while (n >= MIN_STEPPED && pos < b->end) {
        struct bl_sixths s = bl_sixths_begin(b, pos, n);
        const uint8_t *begin = s.at;
        bl_sixths_count_before(&s, pos);
        bool is_done = skip_all_steps(b, &s);
        if (s.at != begin) {
            pos = bl_sixths_pos(b, &s);
            n = s.n_ends;
        }
        if (is_done)
            break;
        size_t burst = n < SKIP_BURST ? n : SKIP_BURST;
        pos = bl_skip_vbr_bmi2(b, pos, 6, burst);
        if (pos > b->end)
            return pos;
        n -= burst;
    }
    return bl_skip_vbr_bmi2(b, pos, 6, n);
}

#endif
#endif
