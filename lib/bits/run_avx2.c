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

BL_TARGET_BEGIN("avx2,bmi,bmi2,popcnt,lzcnt")

enum {
    BLOCK_BYTES = 32, /* loaded, or fewer, of chunks of six bits */
    BLOCK = 32,       /* chunks */
    /* Shorter runs are left to the kernels of run_bmi2.c and run.c, which take less time. */
    VBR_MIN = 16,
    CHAR6_MIN = 32,
    FIXED_MIN = 16,
    CHAR6_STRIDE = BLOCK * 6 / 8,
};

static BL_ALWAYS_INLINE __m128i load_16(const uint8_t *p)
{
    return _mm_loadu_si128((const void *)p);
}

#define CONSTANT(name) _mm256_load_si256((const void *)bl_lanes.name)
#define VBR_CONSTANT(width, name) \
    _mm256_load_si256((const void *)bl_vbr_lanes[(width)-BL_MIN_LANE_WIDTH].name)

/* 32 chunks of six bits, from bit PHASE_BITS on, to a byte each. */
static BL_ALWAYS_INLINE __m256i spread_chunks(const uint8_t *p, unsigned phase_bits)
{
    __m256i phase = _mm256_set1_epi32((int)bl_lanes.phase[phase_bits]);
    __m256i x = _mm256_inserti128_si256(_mm256_castsi128_si256(load_16(p)), load_16(p + 12), 1);
    x = _mm256_srlv_epi32(_mm256_shuffle_epi8(x, CONSTANT(fours)), phase);
    x = _mm256_blend_epi16(x, _mm256_slli_epi32(x, 4), 0xAA);
    __m256i even = _mm256_and_si256(x, CONSTANT(even_six));
    return _mm256_or_si256(even, _mm256_and_si256(_mm256_slli_epi16(x, 2), CONSTANT(odd_six)));
}

/* ---- VBRs ---- */

/* A last value of the block that is read once more is a load from byte 31 on at most. */
static BL_ALWAYS_INLINE size_t block_bytes(unsigned width)
{
    return width == 6 ? BLOCK_BYTES : BLOCK_BYTES + 8;
}

/* 32 chunks of WIDTH bits, from PHASE on, to a byte each. */
static BL_ALWAYS_INLINE __m256i spread(const uint8_t *p, unsigned phase, unsigned width)
{
    if (width == 6)
        return spread_chunks(p, phase);
    if (width == 8) {
        __m256i low = _mm256_loadu_si256((const void *)p);
        __m256i high = _mm256_loadu_si256((const void *)(p + 1));
        __m256i from_low = _mm256_set1_epi8((char)(0xFF >> phase));
        low = _mm256_srl_epi16(low, _mm_cvtsi32_si128((int)phase));
        high = _mm256_sll_epi16(high, _mm_cvtsi32_si128((int)(8 - phase)));
        return _mm256_or_si256(_mm256_and_si256(low, from_low),
                               _mm256_andnot_si256(from_low, high));
    }
    const uint64_t places = UINT64_C(0x0101010101010101) * ((1u << width) - 1);
    uint64_t eights[4];
    BL_UNROLL
    for (size_t i = 0; i < 4; i++)
        eights[i] = _pdep_u64(bl_load_le64(p + i * width) >> phase, places);
    return _mm256_setr_epi64x((long long)eights[0], (long long)eights[1], (long long)eights[2],
                              (long long)eights[3]);
}

/* Ones in each byte with a chunk that is continued. */
static BL_ALWAYS_INLINE __m256i find_more(__m256i chunks, __m256i payload, unsigned width)
{
    return width == 8 ? _mm256_cmpgt_epi8(_mm256_setzero_si256(), chunks)
                      : _mm256_cmpgt_epi8(chunks, payload);
}

/* CHUNKS, each of which is a value. */
static BL_ALWAYS_INLINE void put_single(__m256i chunks, uint64_t *out)
{
    _Alignas(32) uint8_t values[BLOCK];
    _mm256_store_si256((void *)values, chunks);
    BL_RELOAD(values);
    BL_UNROLL
    for (size_t i = 0; i < BLOCK; i += 4)
        _mm256_storeu_si256((void *)(out + i), _mm256_cvtepu8_epi64(_mm_loadu_si32(values + i)));
}

/* The values of up to three chunks that begin in CHUNKS, by STARTS, to OUT, which has room for 32.
 * IS_MORE has bytes with ones for chunks that are not the last of their value. */
static BL_ALWAYS_INLINE void put_values(__m256i chunks, __m256i is_more, __m256i payload,
                                        unsigned width, uint32_t starts, uint64_t *out)
{
    const __m256i zero = _mm256_setzero_si256();
    const unsigned n_bits = width - 1;
    const bool is_wide = 3 * n_bits > 16;
    __m256i following = _mm256_permute2x128_si256(chunks, chunks, 0x81);
    __m256i second = _mm256_and_si256(_mm256_alignr_epi8(following, chunks, 1), is_more);
    is_more = find_more(second, payload, width);
    __m256i third = _mm256_and_si256(_mm256_alignr_epi8(following, chunks, 2), is_more);
    third = _mm256_and_si256(third, payload);
    __m256i first = _mm256_and_si256(chunks, payload);
    second = _mm256_and_si256(second, payload);
    /* Of each pair of bytes, the first chunk and what the second one is worth. */
    const __m256i weights = _mm256_set1_epi16((short)(1 | 1 << (n_bits + 8)));
    __m256i low = _mm256_maddubs_epi16(weights, _mm256_unpacklo_epi8(first, second));
    __m256i high = _mm256_maddubs_epi16(weights, _mm256_unpackhi_epi8(first, second));
    __m256i third_low = _mm256_unpacklo_epi8(third, zero);
    __m256i third_high = _mm256_unpackhi_epi8(third, zero);
    if (!is_wide) {
        low = _mm256_or_si256(low, _mm256_slli_epi16(third_low, 2 * (int)n_bits));
        high = _mm256_or_si256(high, _mm256_slli_epi16(third_high, 2 * (int)n_bits));
    }
    _Alignas(32) uint16_t lanes[4][BLOCK / 2];
    _mm256_store_si256((void *)lanes[0], low);
    _mm256_store_si256((void *)lanes[1], high);
    if (is_wide) {
        _mm256_store_si256((void *)lanes[2], third_low);
        _mm256_store_si256((void *)lanes[3], third_high);
    }
    BL_RELOAD(lanes);
    BL_UNROLL
    for (size_t i = 0; i < 4; i++) {
        /* A set of eight, times the size of a row. */
        uint32_t row = (i ? starts >> (8 * i - 4) : starts << 4) & 0xFF0;
        __m128i order = _mm_load_si128((const void *)((const uint8_t *)bl_compress16 + row));
        __m128i eight = _mm_load_si128((const void *)&lanes[i & 1][i / 2 * 8]);
        eight = _mm_shuffle_epi8(eight, order);
        if (is_wide) {
            __m128i thirds = _mm_load_si128((const void *)&lanes[2 + (i & 1)][i / 2 * 8]);
            thirds = _mm_shuffle_epi8(thirds, order);
            const __m128i pair_weights = _mm_set1_epi32(1 | 1 << (2 * n_bits + 16));
            __m128i four = _mm_madd_epi16(pair_weights, _mm_unpacklo_epi16(eight, thirds));
            _mm256_storeu_si256((void *)out, _mm256_cvtepu32_epi64(four));
            four = _mm_madd_epi16(pair_weights, _mm_unpackhi_epi16(eight, thirds));
            _mm256_storeu_si256((void *)(out + 4), _mm256_cvtepu32_epi64(four));
        } else {
            _mm256_storeu_si256((void *)out, _mm256_cvtepu16_epi64(eight));
            _mm256_storeu_si256((void *)(out + 4),
                                _mm256_cvtepu16_epi64(_mm_unpackhi_epi64(eight, eight)));
        }
        out += _mm_popcnt_u32(row);
    }
}

/* The values that begin at LONGS, some chunks of the block at POS, once more, to their places.
 * STARTS are all that begin in the block. False where one does not end within a load. */
static BL_ALWAYS_INLINE bool put_longs(const uint8_t *data, uint64_t pos, unsigned width,
                                       uint32_t starts, uint32_t longs, uint64_t *out)
{
    const uint64_t payloads = ~BL_VBR_ENDS(width) & bl_low_bits(BL_VBR_BITS(width));
    do {
        uint32_t chunk = _tzcnt_u32(longs) % BLOCK;
        uint64_t at = pos + (uint64_t)width * chunk;
        uint64_t w = bl_load_le64(data + (at >> 3)) >> (at & 7);
        uint64_t ends = ~w & BL_VBR_ENDS(width);
        if (BL_UNLIKELY(!ends))
            return false;
        out[_mm_popcnt_u32(_bzhi_u32(starts, chunk))] = _pext_u64(w, _blsmsk_u64(ends) & payloads);
        longs = _blsr_u32(longs);
    } while (BL_UNLIKELY(longs));
    return true;
}

/* The values of the block at POS to OUT, which has room for 32; those that begin and do not end in
 * it mean nothing. Returns the ends of values, a bit for each chunk, or 0 where reading them by
 * windows is better. */
static BL_ALWAYS_INLINE uint64_t put_block(const uint8_t *data, uint64_t pos, unsigned width,
                                           uint64_t *out)
{
    const __m256i payload = VBR_CONSTANT(width, payload);
    __m256i chunks = spread(data + (pos >> 3), (unsigned)(pos & 7), width);
    __m256i is_more = find_more(chunks, payload, width);
    uint32_t more = (uint32_t)_mm256_movemask_epi8(is_more);
    if (!more) {
        put_single(chunks, out);
        return UINT32_MAX;
    }
    uint32_t ends = ~more;
    uint32_t starts = ~(more << 1);
    put_values(chunks, is_more, payload, width, starts, out);
    /* Of four chunks and more, all of which are here. */
    uint32_t longs = more & more >> 1 & more >> 2 & starts & UINT32_MAX >> (_lzcnt_u32(ends) & 31);
    if (BL_UNLIKELY(_mm_popcnt_u32(longs) > VBR_MAX_LONG / 2) ||
        (longs && BL_UNLIKELY(!put_longs(data, pos, width, starts, longs, out))))
        return 0;
    return ends;
}

/* ---- Skipping VBR6 ---- */

enum {
    STEP_BYTES = 96, /* twelve words */
    STEP_LOADED = STEP_BYTES + 4,
    STEP_CHUNKS = 128, /* the ends of chunks in them */
};

/* What a step knows: where chunks end, in three vectors; and in the first 51 bits of each word, and
 * of each word from four bytes on. */
struct step_masks {
    __m256i ends[3], whole[3], half[3];
};

static BL_ALWAYS_INLINE struct step_masks step_masks(unsigned first_end)
{
    const uint64_t *ends = bl_every_sixth[first_end];
    const uint64_t *half = bl_every_sixth[(first_end + 4) % 6]; /* 32 bits on */
    __m256i first_51 = _mm256_set1_epi64x((1LL << 51) - 1);
    struct step_masks masks;
    BL_UNROLL
    for (size_t i = 0; i < 3; i++) {
        masks.ends[i] = _mm256_loadu_si256((const void *)(ends + 4 * i));
        masks.whole[i] = _mm256_and_si256(masks.ends[i], first_51);
        masks.half[i] =
            _mm256_and_si256(_mm256_loadu_si256((const void *)(half + 4 * i)), first_51);
    }
    return masks;
}

/* Ones in each byte. */
static BL_ALWAYS_INLINE __m256i count_ones(__m256i x)
{
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), CONSTANT(nibble));
    x = _mm256_and_si256(x, CONSTANT(nibble));
    return _mm256_add_epi8(_mm256_shuffle_epi8(CONSTANT(ones_in_nibble), x),
                           _mm256_shuffle_epi8(CONSTANT(ones_in_nibble), high));
}

/* N_STEPS steps. False, and S as it was, where a value may be overlong. For that 13 chunks in a
 * row are continued. Before the first and after the last there may be 5 bits more without an end:
 * 83 bits, in which there are 51 from one of the multiples of 32 bits on. Values of up to 8
 * chunks have no such. */
static BL_ALWAYS_INLINE bool skip_steps(struct bl_sixths *s, const struct step_masks *masks,
                                        size_t n_steps)
{
    const __m256i zero = _mm256_setzero_si256();
    const uint8_t *at = s->at;
    __m256i is_long = zero;
    __m256i sum = zero;
    for (size_t step = 0; step < n_steps; step++, at += STEP_BYTES) {
        __m256i ends = zero;
        BL_UNROLL
        for (size_t i = 0; i < 3; i++) {
            __m256i more = _mm256_loadu_si256((const void *)(at + 32 * i));
            __m256i more_half = _mm256_loadu_si256((const void *)(at + 32 * i + 4));
            __m256i whole = _mm256_andnot_si256(more, masks->whole[i]);
            __m256i half = _mm256_andnot_si256(more_half, masks->half[i]);
            ends = _mm256_or_si256(ends, _mm256_andnot_si256(more, masks->ends[i]));
            is_long = _mm256_or_si256(is_long, _mm256_or_si256(_mm256_cmpeq_epi64(whole, zero),
                                                               _mm256_cmpeq_epi64(half, zero)));
        }
        sum = _mm256_add_epi64(sum, _mm256_sad_epu8(count_ones(ends), zero));
    }
    if (_mm256_movemask_epi8(is_long))
        return false;
    __m128i pair = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    s->n_ends -= (size_t)(_mm_cvtsi128_si64(pair) + _mm_extract_epi64(pair, 1));
    s->at = at;
    return true;
}

#define BL_VBR_BODY
#include "bits/vbr_body.h"

/* ---- Char6 ---- */

static BL_ALWAYS_INLINE __m256i to_characters(__m256i chunks)
{
    __m256i is_lower_case = _mm256_cmpgt_epi8(CONSTANT(n_letters), chunks);
    __m256i kind = _mm256_subs_epu8(chunks, CONSTANT(last_letter));
    kind = _mm256_or_si256(kind, _mm256_and_si256(is_lower_case, CONSTANT(lower_case)));
    return _mm256_add_epi8(chunks, _mm256_shuffle_epi8(CONSTANT(to_character), kind));
}

static uint64_t read_text(const struct bl_bits *b, uint64_t pos, char *out, size_t n)
{
    if (n < CHAR6_MIN)
        return bl_read_text_generic(b, pos, out, n);
    const uint8_t *p = b->data + (pos >> 3);
    unsigned phase = (unsigned)(pos & 7);
    size_t n_whole = bl_n_blocks(b, pos, BLOCK_BYTES, n / BLOCK, CHAR6_STRIDE);
    BL_UNROLL_4
    for (size_t i = 0; i < n_whole; i++, p += CHAR6_STRIDE, out += BLOCK)
        _mm256_storeu_si256((void *)out, to_characters(spread_chunks(p, phase)));
    return bl_read_text_generic(b, pos + n_whole * BLOCK * 6, out, n - n_whole * BLOCK);
}

/* Values before the next half of a cache line: stores that stay within one are three times as
 * fast. None where there are few values. */
static BL_ALWAYS_INLINE size_t to_whole_lines(const uint64_t *out, size_t n)
{
    return n < (size_t)4 * BLOCK ? 0 : -(uintptr_t)out / sizeof *out % 4;
}

static uint64_t read_char6(const struct bl_bits *b, uint64_t pos, uint64_t *out, size_t n)
{
    if (n < CHAR6_MIN)
        return bl_read_char6_generic(b, pos, out, n);
    size_t head = to_whole_lines(out, n);
    pos = bl_read_char6_generic(b, pos, out, head);
    out += head;
    n -= head;
    const uint8_t *p = b->data + (pos >> 3);
    unsigned phase = (unsigned)(pos & 7);
    size_t n_whole = bl_n_blocks(b, pos, BLOCK_BYTES, n / BLOCK, CHAR6_STRIDE);
    for (size_t i = 0; i < n_whole; i++, p += CHAR6_STRIDE, out += BLOCK)
        put_single(to_characters(spread_chunks(p, phase)), out);
    return bl_read_char6_generic(b, pos + n_whole * BLOCK * 6, out, n - n_whole * BLOCK);
}

/* ---- Fixed ---- */

enum {
    FIXED_BYTES = 48 /* up to 31 before the last pair of eight values, and 16 for that */
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
    if (n < FIXED_MIN || width == 0)
        return bl_read_fixed_generic(b, pos, width, out, n);
    size_t head = to_whole_lines(out, n);
    pos = bl_read_fixed_generic(b, pos, width, out, head);
    out += head;
    n -= head;
    /* Eight values are as many bytes as one has bits: the phase stays. */
    const uint8_t *p = b->data + (pos >> 3);
    unsigned phase = (unsigned)(pos & 7);
    struct fixed_lanes first = fixed_lanes(width, phase);
    struct fixed_lanes second = fixed_lanes(width, phase + 4 * width);
    __m256i mask = _mm256_set1_epi64x((long long)bl_low_bits(width));
    size_t n_eights = bl_n_blocks(b, pos, FIXED_BYTES, n / 8, width);
    BL_UNROLL_4
    for (size_t i = 0; i < n_eights; i++, p += width, out += 8) {
        _mm256_storeu_si256((void *)out, _mm256_and_si256(read_four(p, &first), mask));
        _mm256_storeu_si256((void *)(out + 4), _mm256_and_si256(read_four(p, &second), mask));
    }
    return bl_read_fixed_generic(b, pos + n_eights * 8 * width, width, out, n - n_eights * 8);
}

uint64_t bl_read_vbr_avx2(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                          size_t n)
{
    return read_vbr(b, pos, width, out, n);
}

const struct bl_kernels bl_kernels_avx2 = {
    .cpu = BL_CPU_AVX2,
    .read_vbr = read_vbr,
    .skip_vbr = skip_vbr,
    .read_fixed = read_fixed,
    .read_char6 = read_char6,
    .read_char6_text = read_text,
};

BL_TARGET_END
#endif
