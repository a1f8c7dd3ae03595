/* bits/blocks512.h - the body of the two builds with AVX-512
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Blocks of 64 chunks (see lanes.h), or of eight fixed values. A block loads 64 bytes,
 * all of which exist; what is too close to the end of the bytes is left to other kernels.
 *
 * To be included once, with BL_VBMI 1 where bytes can be moved across a whole register and selected
 * ones together (VBMI and VBMI2): that is half the shuffles, and these are what the kernels wait
 * for. Machines that do this count the ones of a word, too (VPOPCNTDQ). BL_KERNELS is what the
 * table is called.
 */
#ifndef BL_BITS_BLOCKS512_H
#define BL_BITS_BLOCKS512_H

#include "bits/kernels.h"
#include "bits/lanes.h"

#if defined(BL_VBMI)
#include <immintrin.h>

#if BL_VBMI
BL_TARGET_BEGIN(
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx2,bmi,bmi2,"
    "popcnt,lzcnt")
#else
BL_TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,popcnt,lzcnt")
#endif

enum {
    BLOCK_BYTES = 64, /* loaded */
    BLOCK = 64,       /* chunks */
    /* Shorter runs are left to the kernels of run_bmi2.c and run.c, which take less time. */
    VBR_MIN = 16,
    CHAR6_MIN = 32,
    TEXT_MIN = 6,
    FIXED_MIN = 16,
    CHAR6_STRIDE = BLOCK * 6 / 8,
    NARROW = (128 - 7) / 8, /* widths of which eight values lie in 16 bytes at any phase */
};

#define CONSTANT(name) _mm512_load_si512(bl_lanes.name)
#define VBR_CONSTANT(width, name) _mm512_load_si512(bl_vbr_lanes[(width)-BL_MIN_LANE_WIDTH].name)

/* 64 chunks of WIDTH bits, from PHASE on, to a byte each; of narrower ones the upper bits of a byte
 * mean nothing. Without VBMI only of six bits. */
static BL_ALWAYS_INLINE __m512i spread(const uint8_t *p, unsigned phase, unsigned width)
{
#if BL_VBMI
    if (width == 8) {
        __m512i low = _mm512_srl_epi16(_mm512_loadu_si512(p), _mm_cvtsi32_si128((int)phase));
        __m512i high =
            _mm512_sll_epi16(_mm512_loadu_si512(p + 1), _mm_cvtsi32_si128((int)(8 - phase)));
        /* Where the mask has ones the first, elsewhere the second. */
        return _mm512_ternarylogic_epi32(_mm512_set1_epi8((char)(0xFF >> phase)), low, high, 0xCA);
    }
    /* The bytes of eight chunks to 64 bits each; then eight bits from where each chunk begins. */
    __m512i x = _mm512_permutexvar_epi8(VBR_CONSTANT(width, eights), _mm512_loadu_si512(p));
    uint64_t begins = UINT64_C(0x0706050403020100) * width + UINT64_C(0x0101010101010101) * phase;
    return _mm512_multishift_epi64_epi8(_mm512_set1_epi64((long long)begins), x);
#else
    (void)width;
    __m512i x = _mm512_permutexvar_epi32(CONSTANT(words), _mm512_loadu_si512(p));
    x = _mm512_shuffle_epi8(x, CONSTANT(fours));
    x = _mm512_srlv_epi32(x, _mm512_set1_epi32((int)bl_lanes.phase[phase]));
    /* Twice: where the mask has ones, what is there; elsewhere what is shifted. */
    x = _mm512_ternarylogic_epi32(x, CONSTANT(low_half), _mm512_slli_epi32(x, 4), 0xE2);
    return _mm512_ternarylogic_epi32(x, CONSTANT(low_byte), _mm512_slli_epi16(x, 2), 0xE2);
#endif
}

/* ---- VBRs ---- */

/* A last value of the block that is read once more is a load from byte 63 on at most. */
static BL_ALWAYS_INLINE size_t block_bytes(unsigned width)
{
    return width == 6 ? BLOCK_BYTES : BLOCK_BYTES + 8;
}

/* The bytes of X to OUT, as 64 bits each. */
static BL_ALWAYS_INLINE void put_bytes(__m512i x, uint64_t *out)
{
#if BL_VBMI
    __m512i bytes = CONSTANT(first_eight);
    BL_UNROLL
    for (size_t i = 0; i < 8; i++) {
        const __mmask64 lowest = UINT64_C(0x0101010101010101);
        _mm512_storeu_si512(out + 8 * i, _mm512_maskz_permutexvar_epi8(lowest, bytes, x));
        bytes = _mm512_add_epi8(bytes, CONSTANT(eight));
    }
#else
    _Alignas(64) uint8_t values[BLOCK];
    _mm512_store_si512(values, x);
    BL_RELOAD(values);
    BL_UNROLL
    for (size_t i = 0; i < BLOCK; i += 8)
        _mm512_storeu_si512(out + i,
                            _mm512_cvtepu8_epi64(_mm_loadl_epi64((const void *)(values + i))));
#endif
}

/* Sixteen bits, of LOW and of HIGH, for each chunk where STARTS has ones, to OUT, which has room
 * for 64; as 64 bits each. */
static BL_ALWAYS_INLINE void put_pairs(__m512i low, __m512i high, uint64_t starts, uint64_t *out)
{
    _Alignas(64) uint16_t lanes[2][BLOCK / 2];
#if BL_VBMI
    low = _mm512_maskz_compress_epi8(starts, low);
    high = _mm512_maskz_compress_epi8(starts, high);
#endif
    _mm512_store_si512(lanes[0], _mm512_unpacklo_epi8(low, high));
    _mm512_store_si512(lanes[1], _mm512_unpackhi_epi8(low, high));
    BL_RELOAD(lanes);
    BL_UNROLL
    for (size_t i = 0; i < 8; i++) {
        __m128i eight = _mm_load_si128((const void *)&lanes[i & 1][i / 2 * 8]);
#if BL_VBMI
        _mm512_storeu_si512(out, _mm512_cvtepu16_epi64(eight));
        out += 8;
#else
        /* A set of eight, times the size of a row. */
        uint64_t row = (i ? starts >> (8 * i - 4) : starts << 4) & 0xFF0;
        const void *order = (const uint8_t *)bl_compress16 + row;
        eight = _mm_shuffle_epi8(eight, _mm_load_si128(order));
        _mm512_storeu_si512(out, _mm512_cvtepu16_epi64(eight));
        out += _mm_popcnt_u64(row);
#endif
    }
}

/* How many chunks of a value of this width become 16 bits together with others. */
static BL_ALWAYS_INLINE unsigned short_chunks(unsigned width)
{
    return width > 6 ? 2 : 3;
}

/* The values of up to short_chunks() chunks that begin in CHUNKS, which are payloads, by STARTS,
 * to OUT, which has room for 64; MORE are the continuation bits. */
static BL_ALWAYS_INLINE void put_values(__m512i chunks, uint64_t more, unsigned width,
                                        uint64_t starts, uint64_t *out)
{
    const unsigned n_bits = width - 1;
#if BL_VBMI
    __m512i second = _mm512_maskz_permutexvar_epi8(more, CONSTANT(from_next), chunks);
    __m512i third = _mm512_maskz_permutexvar_epi8(more & more >> 1, CONSTANT(from_second), chunks);
#else
    __m512i following = _mm512_alignr_epi32(_mm512_setzero_si512(), chunks, 4);
    __m512i second = _mm512_maskz_alignr_epi8(more, following, chunks, 1);
    __m512i third = _mm512_maskz_alignr_epi8(more & more >> 1, following, chunks, 2);
#endif
    /* What there is of each, in the low and the high byte of 16 bits: a | (b & c). */
    __m512i low = _mm512_ternarylogic_epi32(chunks, _mm512_slli_epi16(second, n_bits),
                                            VBR_CONSTANT(width, second_low), 0xF8);
    __m512i high =
        _mm512_and_si512(_mm512_srli_epi16(second, 8 - n_bits), VBR_CONSTANT(width, second_high));
    if (width >= 5 && short_chunks(width) == 3) {
        high = _mm512_ternarylogic_epi32(_mm512_slli_epi16(third, 2 * n_bits - 8),
                                         _mm512_srli_epi16(second, 8 - n_bits),
                                         VBR_CONSTANT(width, second_high), 0xF8);
    } else if (width == 4) {
        /* Three bits, of which two go to the low byte. */
        low = _mm512_ternarylogic_epi32(low, _mm512_slli_epi16(third, 6),
                                        _mm512_set1_epi8((char)0xC0), 0xF8);
        high = _mm512_and_si512(_mm512_srli_epi16(third, 2), _mm512_set1_epi8(1));
    }
    put_pairs(low, high, starts, out);
}

/* The values that begin at LONGS, chunks of the block at POS, once more, to their places. STARTS
 * are all that begin in the block. Without any LONGS the first value is read again, which costs
 * less than a branch. False where one does not end within a load. */
static BL_ALWAYS_INLINE bool put_longs(const uint8_t *data, uint64_t pos, unsigned width,
                                       uint64_t starts, uint64_t longs, uint64_t *out)
{
    const uint64_t payloads = ~BL_VBR_ENDS(width) & bl_low_bits(BL_VBR_BITS(width));
    do {
        uint64_t chunk = _tzcnt_u64(longs) % BLOCK;
        uint64_t at = pos + width * chunk;
        uint64_t w = bl_load_le64(data + (at >> 3)) >> (at & 7);
        uint64_t ends = ~w & BL_VBR_ENDS(width);
        if (BL_UNLIKELY(!ends))
            return false;
        out[_mm_popcnt_u64(_bzhi_u64(starts, (unsigned)chunk))] =
            _pext_u64(w, _blsmsk_u64(ends) & payloads);
        longs = _blsr_u64(longs);
    } while (BL_UNLIKELY(longs));
    return true;
}

/* The values of the block at POS to OUT, which has room for 64; those that begin and do not end in
 * it mean nothing. Returns the ends of values, a bit for each chunk, or 0 where reading them by
 * windows is better. */
static BL_ALWAYS_INLINE uint64_t put_block(const uint8_t *data, uint64_t pos, unsigned width,
                                           uint64_t *out)
{
    __m512i chunks = spread(data + (pos >> 3), (unsigned)(pos & 7), width);
    uint64_t more = _cvtmask64_u64(_mm512_test_epi8_mask(chunks, VBR_CONSTANT(width, more)));
    chunks = _mm512_and_si512(chunks, VBR_CONSTANT(width, payload));
    if (!more) {
        put_bytes(chunks, out);
        return UINT64_MAX;
    }
    uint64_t ends = ~more;
    uint64_t starts = ~(more << 1);
    put_values(chunks, more, width, starts, out);
    /* Of more chunks, all of which are here. */
    uint64_t longs = more & more >> 1 & starts & UINT64_MAX >> (_lzcnt_u64(ends) & 63);
    if (short_chunks(width) == 3)
        longs &= more >> 2;
    if (BL_UNLIKELY(_mm_popcnt_u64(longs) > VBR_MAX_LONG) ||
        BL_UNLIKELY(!put_longs(data, pos, width, starts, longs, out)))
        return 0;
    return ends;
}

/* ---- Skipping VBR6 ---- */

enum {
    STEP_BYTES = 192, /* 24 words */
    STEP_LOADED = STEP_BYTES + 4,
    STEP_CHUNKS = 256, /* the ends of chunks in them */
};

/* As in run_avx2.c. */
struct step_masks {
    __m512i ends[3], whole[3], half[3];
};

static BL_ALWAYS_INLINE struct step_masks step_masks(unsigned first_end)
{
    const __m512i first_51 = _mm512_set1_epi64((1LL << 51) - 1);
    struct step_masks masks;
    BL_UNROLL
    for (size_t i = 0; i < 3; i++) {
        /* Eight words on, the bits are four places higher; 32 bits on, as well. */
        const uint64_t *ends = bl_every_sixth[(first_end + 4 * i) % 6];
        const uint64_t *half = bl_every_sixth[(first_end + 4 * i + 4) % 6];
        masks.ends[i] = _mm512_loadu_si512(ends);
        masks.whole[i] = _mm512_and_si512(masks.ends[i], first_51);
        masks.half[i] = _mm512_and_si512(_mm512_loadu_si512(half), first_51);
    }
    return masks;
}

/* Ones in each word. */
static BL_ALWAYS_INLINE __m512i count_ones(__m512i x)
{
#if BL_VBMI
    return _mm512_popcnt_epi64(x);
#else
    __m512i high = _mm512_and_si512(_mm512_srli_epi16(x, 4), CONSTANT(nibble));
    x = _mm512_and_si512(x, CONSTANT(nibble));
    __m512i in_bytes = _mm512_add_epi8(_mm512_shuffle_epi8(CONSTANT(ones_in_nibble), x),
                                       _mm512_shuffle_epi8(CONSTANT(ones_in_nibble), high));
    return _mm512_sad_epu8(in_bytes, _mm512_setzero_si512());
#endif
}

/* N_STEPS steps, as in run_avx2.c. */
static BL_ALWAYS_INLINE bool skip_steps(struct bl_sixths *s, const struct step_masks *masks,
                                        size_t n_steps)
{
    const uint8_t *at = s->at;
    const __m512i zero = _mm512_setzero_si512();
    __mmask8 is_long = 0;
    __m512i sum = zero;
    for (size_t step = 0; step < n_steps; step++, at += STEP_BYTES) {
        __m512i ends = zero;
        BL_UNROLL
        for (size_t i = 0; i < 3; i++) {
            __m512i more = _mm512_loadu_si512(at + 64 * i);
            __m512i more_half = _mm512_loadu_si512(at + 64 * i + 4);
            __m512i whole = _mm512_andnot_si512(more, masks->whole[i]);
            __m512i half = _mm512_andnot_si512(more_half, masks->half[i]);
            is_long |= _mm512_cmpeq_epi64_mask(whole, zero) | _mm512_cmpeq_epi64_mask(half, zero);
            ends = _mm512_ternarylogic_epi64(ends, more, masks->ends[i], 0xF2); /* a | (~b & c) */
        }
        sum = _mm512_add_epi64(sum, count_ones(ends));
    }
    if (is_long)
        return false;
    s->n_ends -= (size_t)_mm512_reduce_add_epi64(sum);
    s->at = at;
    return true;
}

#define BL_VBR_BODY
#if !BL_VBMI
#define BL_VBR6_ONLY
#endif
#include "bits/vbr_body.h"

/* ---- Char6 ---- */

static BL_ALWAYS_INLINE __m512i to_characters(__m512i chunks)
{
#if BL_VBMI
    return _mm512_permutexvar_epi8(chunks, _mm512_loadu_si512(bl_char6));
#else
    chunks = _mm512_and_si512(chunks, CONSTANT(six));
    __mmask64 lower_case = _mm512_cmplt_epu8_mask(chunks, CONSTANT(n_letters));
    __m512i kind = _mm512_subs_epu8(chunks, CONSTANT(last_letter));
    kind = _mm512_mask_mov_epi8(kind, lower_case, CONSTANT(lower_case));
    return _mm512_add_epi8(chunks, _mm512_shuffle_epi8(CONSTANT(to_character), kind));
#endif
}

static uint64_t read_text(const struct bl_bits *b, uint64_t pos, char *out, size_t n)
{
    if (n < TEXT_MIN)
        return bl_read_text_generic(b, pos, out, n);
    const uint8_t *p = b->data + (pos >> 3);
    unsigned phase = (unsigned)(pos & 7);
    size_t n_whole = bl_n_blocks(b, pos, BLOCK_BYTES, n / BLOCK, CHAR6_STRIDE);
    BL_UNROLL_4
    for (size_t i = 0; i < n_whole; i++, p += CHAR6_STRIDE, out += BLOCK)
        _mm512_storeu_si512(out, to_characters(spread(p, phase, 6)));
    pos += n_whole * BLOCK * 6;
    n -= n_whole * BLOCK;
    if (n >= BLOCK || !bl_has_bytes(b, pos, BLOCK_BYTES))
        return bl_read_text_generic(b, pos, out, n);
    _mm512_mask_storeu_epi8(out, bl_low_bits((unsigned)n), to_characters(spread(p, phase, 6)));
    return pos + 6 * n;
}

/* Values before the next whole cache line: stores that stay within one are twice as fast. None
 * where there are few values. */
static BL_ALWAYS_INLINE size_t to_whole_lines(const uint64_t *out, size_t n)
{
    return n < (size_t)2 * BLOCK ? 0 : -(uintptr_t)out / sizeof *out % 8;
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
        put_bytes(to_characters(spread(p, phase, 6)), out);
    pos += n_whole * BLOCK * 6;
    n -= n_whole * BLOCK;
    if (n < CHAR6_MIN / 2 || n >= BLOCK || !bl_has_bytes(b, pos, BLOCK_BYTES))
        return bl_read_char6_generic(b, pos, out, n);
    uint64_t values[BLOCK];
    put_bytes(to_characters(spread(p, phase, 6)), values);
    memcpy(out, values, n * sizeof *out);
    return pos + 6 * n;
}

/* ---- Fixed ---- */

/* How eight values of one width come out of a block: words of 32 bits to each pair of values, bytes
 * of them to each value, bits to its begin. */
struct fixed_lanes {
    __m512i words, bytes, shifts, mask;
};

static BL_ALWAYS_INLINE struct fixed_lanes fixed_lanes(unsigned width, unsigned phase,
                                                       bool is_narrow)
{
    const __m512i numbers = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    const __m512i words_of_pair = _mm512_broadcast_i32x4(_mm_setr_epi32(0, 1, 2, 3));
    const __m512i first_byte =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8));
    __m512i bits = _mm512_add_epi64(_mm512_mul_epu32(numbers, _mm512_set1_epi64(width)),
                                    _mm512_set1_epi64(phase));
    __m512i bytes = _mm512_srli_epi64(bits, 3);
    __m512i word_of_pair = _mm512_srli_epi64(_mm512_unpacklo_epi64(bytes, bytes), 2);
    __m512i byte_in_pair =
        is_narrow ? bytes : _mm512_sub_epi64(bytes, _mm512_slli_epi64(word_of_pair, 2));
    return (struct fixed_lanes){
        .words = _mm512_add_epi32(_mm512_shuffle_epi32(word_of_pair, _MM_PERM_CCAA), words_of_pair),
        .bytes = _mm512_add_epi8(_mm512_shuffle_epi8(byte_in_pair, first_byte),
                                 _mm512_set1_epi64(0x0706050403020100)),
        .shifts = _mm512_and_si512(bits, _mm512_set1_epi64(7)),
        .mask = _mm512_set1_epi64((long long)bl_low_bits(width)),
    };
}

static BL_ALWAYS_INLINE __m512i read_eight(const uint8_t *p, const struct fixed_lanes *lanes)
{
    __m512i x = _mm512_permutexvar_epi32(lanes->words, _mm512_loadu_si512(p));
    x = _mm512_srlv_epi64(_mm512_shuffle_epi8(x, lanes->bytes), lanes->shifts);
    return _mm512_and_si512(x, lanes->mask);
}

/* The same where all eight lie in 16 bytes, all of which each pair gets: half the shuffles. */
static BL_ALWAYS_INLINE __m512i read_narrow_eight(const uint8_t *p, const struct fixed_lanes *lanes)
{
    __m512i x = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)p));
    x = _mm512_srlv_epi64(_mm512_shuffle_epi8(x, lanes->bytes), lanes->shifts);
    return _mm512_and_si512(x, lanes->mask);
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
    size_t n_eights = bl_n_blocks(b, pos, BLOCK_BYTES, n / 8, width);
    struct fixed_lanes lanes = fixed_lanes(width, (unsigned)(pos & 7), width <= NARROW);
    if (width <= NARROW) {
        BL_UNROLL_4
        for (size_t i = 0; i < n_eights; i++, p += width, out += 8)
            _mm512_storeu_si512(out, read_narrow_eight(p, &lanes));
    } else {
        BL_UNROLL_4
        for (size_t i = 0; i < n_eights; i++, p += width, out += 8)
            _mm512_storeu_si512(out, read_eight(p, &lanes));
    }
    return bl_read_fixed_generic(b, pos + n_eights * 8 * width, width, out, n - n_eights * 8);
}

BL_TARGET_END

const struct bl_kernels BL_KERNELS = {
    .cpu = BL_CPU_AVX512,
    .read_vbr = read_vbr,
    .skip_vbr = skip_vbr,
    .read_fixed = read_fixed,
    .read_char6 = read_char6,
    .read_char6_text = read_text,
};
#endif

#endif
