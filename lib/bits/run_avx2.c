/* bits/run_avx2.c - runs of values with AVX2
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Blocks of 32 chunks of six bits (see lanes.h), or of eight fixed values. Whatever a block loads
 * exists; what is too close to the end of the bytes is left to other kernels.
 */
#include "bits/kernels.h"
#include "bits/lanes.h"

#if defined(__x86_64__)
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt"))), \
                             apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
#endif

enum {
    BLOCK_BYTES = 32, /* loaded, or fewer */
    BLOCK = 32,       /* chunks */
    /* Shorter runs are left to the kernels of run_bmi2.c and run.c, which take less time. */
    VBR6_MIN = 32,
    FIXED_MIN = 16,
};

/* Whether N_BYTES can be loaded at POS. */
static BL_ALWAYS_INLINE bool has_bytes(const struct bl_bits *b, uint64_t pos, size_t n_bytes)
{
    return b->size >= n_bytes && pos >> 3 <= b->size - n_bytes;
}

static BL_ALWAYS_INLINE __m128i load_16(const uint8_t *p)
{
    return _mm_loadu_si128((const void *)p);
}

#define CONSTANT(name) _mm256_load_si256((const void *)bl_lanes.name)

/* 32 chunks of six bits from POS on, to a byte each. */
static BL_ALWAYS_INLINE __m256i spread_chunks(const uint8_t *data, uint64_t pos)
{
    const uint8_t *p = data + (pos >> 3);
    __m256i phase = _mm256_set1_epi32((int)bl_lanes.phase[pos & 7]);
    __m256i x = _mm256_inserti128_si256(_mm256_castsi128_si256(load_16(p)), load_16(p + 12), 1);
    x = _mm256_srlv_epi32(_mm256_shuffle_epi8(x, CONSTANT(fours)), phase);
    x = _mm256_blend_epi16(x, _mm256_slli_epi32(x, 4), 0xAA);
    __m256i even = _mm256_and_si256(x, CONSTANT(even_six));
    return _mm256_or_si256(even, _mm256_and_si256(_mm256_slli_epi16(x, 2), CONSTANT(odd_six)));
}

/* ---- VBR6 ---- */

/* CHUNKS, each of which is a value. */
static BL_ALWAYS_INLINE void put_single(__m256i chunks, uint64_t *out)
{
    _Alignas(32) uint8_t values[BLOCK];
    _mm256_store_si256((void *)values, chunks);
    BL_RELOAD(values);
    BL_UNROLL
    for (unsigned i = 0; i < BLOCK; i += 4)
        _mm256_storeu_si256((void *)(out + i), _mm256_cvtepu8_epi64(_mm_loadu_si32(values + i)));
}

/* The values of up to three chunks that begin in CHUNKS, where STARTS tells, to OUT, which has room for
 * 32. IS_MORE has bytes with ones for chunks that are not the last of their value. */
static BL_ALWAYS_INLINE void put_values(__m256i chunks, __m256i is_more, uint32_t starts,
                                        uint64_t *out)
{
    __m256i behind = _mm256_permute2x128_si256(chunks, chunks, 0x81);
    __m256i second = _mm256_and_si256(_mm256_alignr_epi8(behind, chunks, 1), is_more);
    is_more = _mm256_cmpgt_epi8(second, CONSTANT(payload));
    __m256i third = _mm256_and_si256(_mm256_alignr_epi8(behind, chunks, 2), is_more);
    /* Five bits of each, in the low and the high byte of 16 bits. */
    __m256i low = _mm256_and_si256(_mm256_slli_epi16(second, 5), CONSTANT(second_low));
    low = _mm256_or_si256(low, _mm256_and_si256(chunks, CONSTANT(payload)));
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(second, 3), CONSTANT(second_high));
    third = _mm256_and_si256(third, CONSTANT(payload));
    high = _mm256_or_si256(high, _mm256_slli_epi16(third, 2));
    _Alignas(32) uint16_t lanes[2][BLOCK / 2];
    _mm256_store_si256((void *)lanes[0], _mm256_unpacklo_epi8(low, high));
    _mm256_store_si256((void *)lanes[1], _mm256_unpackhi_epi8(low, high));
    BL_RELOAD(lanes);
    BL_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        /* A set of eight, times the size of a row. */
        uint32_t row = (i ? starts >> (8 * i - 4) : starts << 4) & 0xFF0;
        const void *order = (const uint8_t *)bl_compress16 + row;
        __m128i eight = _mm_load_si128((const void *)&lanes[i & 1][i / 2 * 8]);
        eight = _mm_shuffle_epi8(eight, _mm_load_si128(order));
        _mm256_storeu_si256((void *)out, _mm256_cvtepu16_epi64(eight));
        _mm256_storeu_si256((void *)(out + 4),
                            _mm256_cvtepu16_epi64(_mm_unpackhi_epi64(eight, eight)));
        out += _mm_popcnt_u32(row);
    }
}

/* The values that begin at LONGS, chunks of the block at POS, once more, to their places. STARTS are all
 * that begin in the block. Without any LONGS the first value is read again, which costs less than a
 * branch. False where one does not end within a load. */
static BL_ALWAYS_INLINE bool put_longs(const uint8_t *data, uint64_t pos, uint32_t starts,
                                       uint32_t longs, uint64_t *out)
{
    do {
        uint32_t chunk = _tzcnt_u32(longs) % BLOCK;
        uint64_t at = pos + UINT64_C(6) * chunk;
        uint64_t w = bl_load_le64(data + (at >> 3)) >> (at & 7);
        uint64_t ends = ~w & VBR6_ENDS;
        if (BL_UNLIKELY(!ends))
            return false;
        out[_mm_popcnt_u32(_bzhi_u32(starts, chunk))] =
            _pext_u64(w, _blsmsk_u64(ends) & VBR6_PAYLOADS);
        longs = _blsr_u32(longs);
    } while (BL_UNLIKELY(longs));
    return true;
}

/* The values of the block at POS to OUT, which has room for 32; those that begin and do not end in it
 * mean nothing. Returns the ends of values, a bit for each chunk, or 0 where reading them by windows is
 * better. */
static BL_ALWAYS_INLINE uint32_t put_block(const uint8_t *data, uint64_t pos, uint64_t *out)
{
    __m256i chunks = spread_chunks(data, pos);
    __m256i is_more = _mm256_cmpgt_epi8(chunks, CONSTANT(payload));
    uint32_t more = (uint32_t)_mm256_movemask_epi8(is_more);
    if (!more) {
        put_single(chunks, out);
        return UINT32_MAX;
    }
    uint32_t ends = ~more;
    uint32_t starts = ~(more << 1);
    put_values(chunks, is_more, starts, out);
    /* Of four chunks and more, all of which are here. */
    uint32_t longs = more & more >> 1 & more >> 2 & starts & UINT32_MAX >> (_lzcnt_u32(ends) & 31);
    if (BL_UNLIKELY(_mm_popcnt_u32(longs) > VBR6_MAX_LONG / 2) ||
        BL_UNLIKELY(!put_longs(data, pos, starts, longs, out)))
        return 0;
    return ends;
}

/* Blocks from *POS on, as long as all goes well. Returns the number of values; *POS is behind them. */
static size_t read_blocks(const struct bl_bits *b, uint64_t *pos, uint64_t *out, size_t n)
{
    uint64_t at = *pos;
    size_t n_left = n;
    while (n_left >= BLOCK && has_bytes(b, at, BLOCK_BYTES)) {
        /* The next block begins behind the last end in this one. It is looked for in the last nine
         * chunks alone, so that the next block need not wait for this one. */
        uint64_t nine_at = at + 6 * (BLOCK - 9);
        uint64_t nine_ends = ~(bl_load_le64(b->data + (nine_at >> 3)) >> (nine_at & 7)) & VBR6_ENDS;
        if (BL_UNLIKELY(!nine_ends))
            break;
        uint32_t ends = put_block(b->data, at, out);
        if (BL_UNLIKELY(!ends))
            break;
        size_t n_values = (size_t)_mm_popcnt_u32(ends);
        out += n_values;
        n_left -= n_values;
        at = nine_at + 64 - _lzcnt_u64(nine_ends);
    }
    *pos = at;
    return n - n_left;
}

/* Less than a block of values, where a block can be loaded. */
static uint64_t read_last_block(const struct bl_bits *b, uint64_t pos, uint64_t *out, size_t n)
{
    uint64_t values[BLOCK];
    uint32_t last = _pdep_u32(UINT32_C(1) << (n - 1), put_block(b->data, pos, values));
    if (!last)
        return bl_read_vbr_bmi2(b, pos, 6, out, n);
    memcpy(out, values, n * sizeof *out);
    return pos + UINT64_C(6) * (_tzcnt_u32(last) + 1);
}

static uint64_t read_vbr6(const struct bl_bits *b, uint64_t pos, uint64_t *out, size_t n)
{
    for (;;) {
        size_t n_read = read_blocks(b, &pos, out, n);
        out += n_read;
        n -= n_read;
        if (n < VBR6_BURST || !has_bytes(b, pos, BLOCK_BYTES))
            break;
        pos = bl_read_vbr_bmi2(b, pos, 6, out, VBR6_BURST);
        if (BL_UNLIKELY(pos > b->end))
            return pos;
        out += VBR6_BURST;
        n -= VBR6_BURST;
    }
    if (n >= VBR6_MIN / 2 && n < BLOCK && has_bytes(b, pos, BLOCK_BYTES))
        return read_last_block(b, pos, out, n);
    return bl_read_vbr_bmi2(b, pos, 6, out, n);
}

static uint64_t read_vbr(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                         size_t n)
{
    if (width == 6 && n >= VBR6_MIN)
        return read_vbr6(b, pos, out, n);
    return bl_read_vbr_bmi2(b, pos, width, out, n);
}

/* ---- Skipping VBR6 ---- */

enum {
    STEP_BYTES = 96,   /* twelve words */
    STEP_CHUNKS = 128, /* the ends of chunks in them */
    MIN_STEPPED = 2 * STEP_CHUNKS,
    MAX_STEPS = 16, /* between two looks at what was found */
    SKIP_BURST = 512,
};

static BL_ALWAYS_INLINE __m256i find_ends(const struct bl_sixths *s, unsigned vector)
{
    __m256i words = _mm256_loadu_si256((const void *)(s->at + vector * 32));
    return _mm256_andnot_si256(words, _mm256_loadu_si256((const void *)(s->ends + vector * 4)));
}

/* Ones in each byte. */
static BL_ALWAYS_INLINE __m256i count_ones(__m256i x)
{
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), CONSTANT(nibble));
    x = _mm256_and_si256(x, CONSTANT(nibble));
    return _mm256_add_epi8(_mm256_shuffle_epi8(CONSTANT(ones_in_nibble), x),
                           _mm256_shuffle_epi8(CONSTANT(ones_in_nibble), high));
}

/* N_STEPS steps. False, and S as it was, where a value may be overlong: a 32-bit word then has no end
 * (see has_zero_half() in run_bmi2.c). */
static BL_ALWAYS_INLINE bool skip_steps(struct bl_sixths *s, size_t n_steps)
{
    struct bl_sixths next = *s;
    __m256i least = _mm256_set1_epi8((char)0xFF);
    __m256i sum = _mm256_setzero_si256();
    for (size_t i = 0; i < n_steps; i++, next.at += STEP_BYTES) {
        __m256i ends0 = find_ends(&next, 0);
        __m256i ends1 = find_ends(&next, 1);
        __m256i ends2 = find_ends(&next, 2);
        least = _mm256_min_epu32(least, _mm256_min_epu32(ends0, _mm256_min_epu32(ends1, ends2)));
        __m256i ends = _mm256_or_si256(ends0, _mm256_or_si256(ends1, ends2));
        sum = _mm256_add_epi64(sum, _mm256_sad_epu8(count_ones(ends), _mm256_setzero_si256()));
    }
    if (_mm256_movemask_epi8(_mm256_cmpeq_epi32(least, _mm256_setzero_si256())))
        return false;
    __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    next.n_ends -= (size_t)(_mm_cvtsi128_si64(half) + _mm_extract_epi64(half, 1));
    *s = next;
    return true;
}

/* Steps while they cannot have the last end. False where a value may be overlong. */
static BL_ALWAYS_INLINE bool skip_all_steps(const struct bl_bits *b, struct bl_sixths *s)
{
    for (;;) {
        size_t n_left = (size_t)(b->data + b->size - s->at) / STEP_BYTES;
        size_t n_steps = (s->n_ends - 1) / STEP_CHUNKS;
        n_steps = n_steps < n_left ? n_steps : n_left;
        n_steps = n_steps < MAX_STEPS ? n_steps : MAX_STEPS;
        if (n_steps == 0)
            return true;
        if (!skip_steps(s, n_steps))
            return false;
    }
}

uint64_t bl_skip_vbr_avx2(const struct bl_bits *b, uint64_t pos, unsigned width, size_t n)
{
    while (width == 6 && n >= MIN_STEPPED && pos < b->end) {
        struct bl_sixths s = bl_sixths_begin(b, pos, n);
        const uint8_t *begin = s.at;
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
    return bl_skip_vbr_bmi2(b, pos, width, n);
}

/* ---- Char6 ---- */

static BL_ALWAYS_INLINE __m256i read_characters(const struct bl_bits *b, uint64_t pos)
{
    __m256i chunks = spread_chunks(b->data, pos);
    __m256i is_lower_case = _mm256_cmpgt_epi8(CONSTANT(n_letters), chunks);
    __m256i kind = _mm256_subs_epu8(chunks, CONSTANT(last_letter));
    kind = _mm256_or_si256(kind, _mm256_and_si256(is_lower_case, CONSTANT(lower_case)));
    return _mm256_add_epi8(chunks, _mm256_shuffle_epi8(CONSTANT(to_character), kind));
}

static uint64_t read_text(const struct bl_bits *b, uint64_t pos, char *out, size_t n)
{
    for (; n >= BLOCK && has_bytes(b, pos, BLOCK_BYTES); n -= BLOCK, out += BLOCK, pos += 6 * BLOCK)
        _mm256_storeu_si256((void *)out, read_characters(b, pos));
    return bl_read_text_generic(b, pos, out, n);
}

static uint64_t read_char6(const struct bl_bits *b, uint64_t pos, uint64_t *out, size_t n)
{
    for (; n >= BLOCK && has_bytes(b, pos, BLOCK_BYTES); n -= BLOCK, out += BLOCK, pos += 6 * BLOCK)
        put_single(read_characters(b, pos), out);
    return bl_read_char6_generic(b, pos, out, n);
}

/* ---- Fixed ---- */

enum {
    FIXED_BYTES = 48 /* up to 31 in front of the last pair of eight values, and 16 for that */
};

/* How four values come out of 32 bytes, the second pair in the upper half. */
struct fixed_lanes {
    size_t pairs[2]; /* first byte of each pair */
    __m256i bytes;   /* to each value, counted from its pair's first one */
    __m256i shifts;
};

/* Values of WIDTH from BIT on. */
static BL_ALWAYS_INLINE struct fixed_lanes fixed_lanes(unsigned width, unsigned bit)
{
    const __m256i numbers = _mm256_setr_epi64x(0, 1, 2, 3);
    const __m256i first_byte =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8));
    __m256i bits = _mm256_add_epi64(_mm256_mul_epu32(numbers, _mm256_set1_epi64x(width)),
                                    _mm256_set1_epi64x(bit));
    __m256i bytes = _mm256_srli_epi64(bits, 3);
    bytes = _mm256_sub_epi64(bytes, _mm256_unpacklo_epi64(bytes, bytes));
    return (struct fixed_lanes){
        .pairs = {bit >> 3, (bit + 2 * width) >> 3},
        .bytes = _mm256_add_epi8(_mm256_shuffle_epi8(bytes, first_byte),
                                 _mm256_set1_epi64x(0x0706050403020100)),
        .shifts = _mm256_and_si256(bits, _mm256_set1_epi64x(7)),
    };
}

static BL_ALWAYS_INLINE __m256i read_four(const uint8_t *p, const struct fixed_lanes *lanes)
{
    __m256i x = _mm256_castsi128_si256(load_16(p + lanes->pairs[0]));
    x = _mm256_inserti128_si256(x, load_16(p + lanes->pairs[1]), 1);
    return _mm256_srlv_epi64(_mm256_shuffle_epi8(x, lanes->bytes), lanes->shifts);
}

static uint64_t read_fixed(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                           size_t n)
{
    if (n < FIXED_MIN)
        return bl_read_fixed_generic(b, pos, width, out, n);
    /* Eight values are as many bytes as one has bits: the phase stays. */
    unsigned phase = (unsigned)(pos & 7);
    struct fixed_lanes first = fixed_lanes(width, phase);
    struct fixed_lanes second = fixed_lanes(width, phase + 4 * width);
    __m256i mask = _mm256_set1_epi64x((long long)bl_low_bits(width));
    for (; n >= 8 && has_bytes(b, pos, FIXED_BYTES); n -= 8, out += 8, pos += 8 * width) {
        const uint8_t *p = b->data + (pos >> 3);
        _mm256_storeu_si256((void *)out, _mm256_and_si256(read_four(p, &first), mask));
        _mm256_storeu_si256((void *)(out + 4), _mm256_and_si256(read_four(p, &second), mask));
    }
    return bl_read_fixed_generic(b, pos, width, out, n);
}

const struct bl_kernels bl_kernels_avx2 = {
    .cpu = BL_CPU_AVX2,
    .read_vbr = read_vbr,
    .skip_vbr = bl_skip_vbr_avx2,
    .read_fixed = read_fixed,
    .read_char6 = read_char6,
    .read_char6_text = read_text,
};

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
