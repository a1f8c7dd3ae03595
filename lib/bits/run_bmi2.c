/* bits/run_bmi2.c - runs of VBRs by windows of chunks
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One load gives a window of chunks that begins with a value. `ends` has the continuation bit's
 * place of each chunk that ends a value: the lowest is the end of the first value, the number of
 * them is that of the values, the highest leads to the next window. pext takes the payloads of one
 * value out of the window, pdep finds the end of the n-th.
 */
#include "bits/kernels.h"
#include "bits/lanes.h"
#include "bits/reader.h"

#if defined(__x86_64__)
#include <immintrin.h>

BL_TARGET_BEGIN("bmi,bmi2,popcnt,lzcnt")

enum {
    /* With fewer than three chunks to a load, or two, windows lose to the generic kernels. */
    MAX_READ_WIDTH = BL_PEEK_BITS / 3,
    MAX_SKIPPED_WIDTH = BL_PEEK_BITS / 2,
};

/* The values before ENDS, bits in window W, to OUT. */
static BL_ALWAYS_INLINE void put_values(uint64_t w, uint64_t ends, uint64_t payloads, uint64_t *out)
{
    do {
        uint64_t upto = _blsmsk_u64(ends);
        *out++ = _pext_u64(w, upto & payloads);
        payloads &= ~upto;
        ends = _blsr_u64(ends);
    } while (ends);
}

/* As many values as there can be, without a branch: those after the last end are not values. */
static BL_ALWAYS_INLINE void put_window(uint64_t w, uint64_t ends, uint64_t payloads, uint64_t *out,
                                        unsigned n_chunks)
{
    BL_UNROLL
    for (unsigned i = 0; i < n_chunks; i++) {
        uint64_t upto = _blsmsk_u64(ends);
        out[i] = _pext_u64(w, upto & payloads);
        payloads &= ~upto;
        ends = _blsr_u64(ends);
    }
}

/* The VBR at POS, which does not end within a load. */
static BL_ALWAYS_INLINE struct bl_value_pos read_long(const struct bl_bits *b, uint64_t pos,
                                                      unsigned width, uint64_t window_ends)
{
    unsigned n_chunks = BL_PEEK_BITS / width;
    uint64_t payloads = ~window_ends & bl_low_bits(n_chunks * width);
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += n_chunks * (width - 1)) {
        uint64_t w = bl_bits_peek_at(b, pos);
        uint64_t ends = ~w & window_ends;
        uint64_t upto = _blsmsk_u64(ends); /* all where there is no end */
        value |= _pext_u64(w, upto & payloads) << shift;
        if (ends) {
            unsigned n_more = (unsigned)_mm_popcnt_u64(window_ends & upto) - 1;
            if (shift + n_more * (width - 1) >= 64)
                break;
            return (struct bl_value_pos){.value = value, .pos = pos + _tzcnt_u64(ends) + 1};
        }
        pos += (uint64_t)n_chunks * width;
    }
    return (struct bl_value_pos){.value = value, .pos = BL_POS_OVERLONG};
}

static BL_ALWAYS_INLINE uint64_t read_vbr_run(const struct bl_bits *b, uint64_t pos, unsigned width,
                                              uint64_t window_ends, uint64_t *out, size_t n)
{
    unsigned n_chunks = BL_PEEK_BITS / width;
    uint64_t payloads = ~window_ends & bl_low_bits(n_chunks * width);
    while (n) {
        uint64_t w = bl_bits_peek_at(b, pos);
        uint64_t ends = ~w & window_ends;
        if (BL_UNLIKELY(!ends)) {
            struct bl_value_pos v = read_long(b, pos, width, window_ends);
            *out++ = v.value;
            pos = v.pos;
            n--;
            if (BL_UNLIKELY(pos > b->end))
                return pos;
            continue;
        }
        if (n < n_chunks) {
            /* Not more values than are wanted. */
            uint64_t last = _pdep_u64(UINT64_C(1) << (n - 1), ends);
            ends &= last ? _blsmsk_u64(last) : ends;
            put_values(w, ends, payloads, out);
        } else {
            put_window(w, ends, payloads, out, n_chunks);
        }
        size_t n_values = (size_t)_mm_popcnt_u64(ends);
        out += n_values;
        n -= n_values;
        pos += 64 - _lzcnt_u64(ends);
    }
    return pos;
}

uint64_t bl_read_vbr_bmi2(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                          size_t n)
{
    if (BL_LIKELY(width == 6))
        return read_vbr_run(b, pos, 6, BL_VBR6_ENDS, out, n);
    if (width > MAX_READ_WIDTH)
        return bl_read_vbr_generic(b, pos, width, out, n);
    return read_vbr_run(b, pos, width, bl_vbr_ends[width], out, n);
}

static BL_ALWAYS_INLINE uint64_t skip_vbr_run(const struct bl_bits *b, uint64_t pos, unsigned width,
                                              uint64_t window_ends, size_t n)
{
    while (n) {
        uint64_t ends = ~bl_bits_peek_at(b, pos) & window_ends;
        size_t n_values = (size_t)_mm_popcnt_u64(ends);
        if (n <= n_values)
            return pos + _tzcnt_u64(_pdep_u64(UINT64_C(1) << (n - 1), ends)) + 1;
        if (BL_LIKELY(ends)) {
            pos += 64 - _lzcnt_u64(ends);
            n -= n_values;
        } else {
            pos = read_long(b, pos, width, window_ends).pos;
            n--;
        }
        if (BL_UNLIKELY(pos > b->end))
            return pos;
    }
    return pos;
}

enum {
    STEP_BYTES = 24,  /* three words */
    STEP_CHUNKS = 32, /* the ends of chunks in them */
    /* A run of fewer values is not worth the preparations. */
    MIN_STEPPED = 64,
    /* So many chunks that are not the last of their value are 65 bits, and the
     * value is overlong. */
    OVERLONG_CHUNKS = 13,
};

/* The continuation bits of the 32 chunks that end in three words. */
static BL_ALWAYS_INLINE uint64_t find_more(const struct bl_bits *b, const struct bl_sixths *s)
{
    uint64_t byte = (uint64_t)(s->at - b->data);
    uint64_t words[3];
    if (BL_LIKELY(byte + STEP_BYTES <= b->size)) {
        memcpy(words, s->at, sizeof words);
    } else {
        for (size_t i = 0; i < 3; i++)
            words[i] = bl_bits_peek_at(b, (byte + 8 * i) * 8);
    }
    unsigned n_first = (unsigned)_mm_popcnt_u64(s->ends[0]);
    unsigned n_second = (unsigned)_mm_popcnt_u64(s->ends[1]);
    return _pext_u64(words[0], s->ends[0]) | _pext_u64(words[1], s->ends[1]) << n_first |
           _pext_u64(words[2], s->ends[2]) << (n_first + n_second);
}

/* The first chunk in HISTORY that is the last of OVERLONG_CHUNKS ones; 64 where there is none. */
static BL_ALWAYS_INLINE unsigned find_overlong(uint64_t history)
{
    uint64_t runs = history & history << 1;
    runs &= runs << 2;
    runs &= runs << 4; /* eight ones */
    runs &= runs << (OVERLONG_CHUNKS - 8);
    return (unsigned)_tzcnt_u64(runs);
}

static uint64_t skip_vbr6(const struct bl_bits *b, uint64_t pos, size_t n)
{
    struct bl_sixths s = bl_sixths_begin(b, pos, n);
    uint64_t history = 0; /* the last step's chunks, then this one's */
    for (;; s.at += STEP_BYTES) {
        history = history >> STEP_CHUNKS | (find_more(b, &s) & ~s.before) << STEP_CHUNKS;
        s.before = 0;
        uint64_t ends = ~history >> STEP_CHUNKS;
        size_t n_ends = (size_t)_mm_popcnt_u64(ends);
        unsigned overlong = find_overlong(history);
        if (BL_UNLIKELY(overlong < 64)) {
            uint64_t ends_before = _bzhi_u64(ends, overlong - STEP_CHUNKS);
            if ((size_t)_mm_popcnt_u64(ends_before) < s.n_ends)
                return BL_POS_OVERLONG;
        }
        uint64_t at = (uint64_t)(s.at - b->data) * 8;
        if (s.n_ends <= n_ends) {
            uint64_t last = _tzcnt_u64(_pdep_u64(UINT64_C(1) << (s.n_ends - 1), ends));
            return at + s.first_end + 6 * last + 1;
        }
        if (BL_UNLIKELY(at > b->end))
            return at;
        s.n_ends -= n_ends;
    }
}

uint64_t bl_skip_vbr_bmi2(const struct bl_bits *b, uint64_t pos, unsigned width, size_t n)
{
    if (width == 6 && n >= MIN_STEPPED && pos < b->end)
        return skip_vbr6(b, pos, n);
    if (width > MAX_SKIPPED_WIDTH)
        return bl_skip_vbr_generic(b, pos, width, n);
    return skip_vbr_run(b, pos, width, bl_vbr_ends[width], n);
}

const struct bl_kernels bl_kernels_bmi2 = {
    .cpu = BL_CPU_BMI2,
    .read_vbr = bl_read_vbr_bmi2,
    .skip_vbr = bl_skip_vbr_bmi2,
    .read_fixed = bl_read_fixed_generic,
    .read_char6 = bl_read_char6_generic,
    .read_char6_text = bl_read_text_generic,
};

BL_TARGET_END
#endif
