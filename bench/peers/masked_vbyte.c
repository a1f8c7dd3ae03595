/* peers/masked_vbyte.c - twelve continuation bits choose a shuffle
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * After Jeff Plaisance, Nathan Kurz and Daniel Lemire, "Vectorized VByte Decoding", iSWAG 2015:
 * sixteen values of one byte where no byte is continued; else, by a table, six values of one and
 * two bytes each, four of up to three, or two of up to five.
 */
#include "peers/peers.h"

#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

enum {
    MASK_BITS = 12,
    OF_TWO = 64,                /* shuffles for six values */
    OF_THREE = OF_TWO + 81,     /* … and four */
    N_SHUFFLES = OF_THREE + 25, /* … and two */
};

static struct {
    uint8_t n_bytes, shuffle;
} patterns[1 << MASK_BITS];
static uint8_t shuffles[N_SHUFFLES][16];

/* N values of at most MOST bytes, in lanes of LANE bytes, whose shuffles are those from FIRST on.
 * False: MASK is of no such values. */
static bool add_pattern(unsigned mask, unsigned n, unsigned most, unsigned lane, unsigned first)
{
    unsigned at = 0, number = 0;
    uint8_t shuffle[16];
    memset(shuffle, 128, sizeof shuffle);
    for (unsigned i = 0; i < n; i++) {
        unsigned size = 1;
        while (mask >> (at + size - 1) & 1)
            size++;
        if (size > most || at + size > MASK_BITS)
            return false;
        for (unsigned k = 0; k < size; k++)
            shuffle[i * lane + k] = (uint8_t)(at + k);
        number = number * most + size - 1;
        at += size;
    }
    patterns[mask].n_bytes = (uint8_t)at;
    patterns[mask].shuffle = (uint8_t)(first + number);
    memcpy(shuffles[first + number], shuffle, sizeof shuffle);
    return true;
}

__attribute__((constructor)) static void add_patterns(void)
{
    for (unsigned mask = 0; mask < 1 << MASK_BITS; mask++)
        (void)(add_pattern(mask, 6, 2, 2, 0) || add_pattern(mask, 4, 3, 4, OF_TWO) ||
               add_pattern(mask, 2, 5, 8, OF_THREE));
}

static __m128i payload(__m128i x, long long mask, int shift)
{
    return _mm_srli_epi64(_mm_and_si128(x, _mm_set1_epi64x(mask)), shift);
}

/* The values of one pattern; returns how many. */
static unsigned put_pattern(__m128i bytes, unsigned shuffle, uint32_t *out)
{
    __m128i x = _mm_shuffle_epi8(bytes, _mm_loadu_si128((const void *)shuffles[shuffle]));
    if (shuffle < OF_TWO) {
        x = _mm_or_si128(_mm_and_si128(x, _mm_set1_epi16(0x7F)),
                         _mm_srli_epi16(_mm_and_si128(x, _mm_set1_epi16(0x7F00)), 1));
        _mm_storeu_si128((void *)out, _mm_cvtepu16_epi32(x));
        _mm_storeu_si128((void *)(out + 4), _mm_cvtepu16_epi32(_mm_unpackhi_epi64(x, x)));
        return 6;
    }
    if (shuffle < OF_THREE) {
        __m128i low = _mm_and_si128(x, _mm_set1_epi32(0x7F));
        __m128i middle = _mm_srli_epi32(_mm_and_si128(x, _mm_set1_epi32(0x7F00)), 1);
        __m128i high = _mm_srli_epi32(_mm_and_si128(x, _mm_set1_epi32(0x7F0000)), 2);
        _mm_storeu_si128((void *)out, _mm_or_si128(low, _mm_or_si128(middle, high)));
        return 4;
    }
    __m128i low = _mm_or_si128(payload(x, 0x7F, 0), payload(x, 0x7F00, 1));
    __m128i high = _mm_or_si128(payload(x, 0x7F0000, 2), payload(x, 0x7F000000, 3));
    x = _mm_or_si128(_mm_or_si128(low, high), payload(x, 0x7F00000000, 4));
    _mm_storel_epi64((void *)out, _mm_shuffle_epi32(x, 0x08));
    return 2;
}

void decode_masked_vbyte(const uint8_t *in, size_t size, uint32_t *out, size_t n)
{
    const uint8_t *end = in + size;
    const uint32_t *out_end = out + n;
    while (end - in >= 16 && out_end - out >= 16) {
        __m128i bytes = _mm_loadu_si128((const void *)in);
        unsigned mask = (unsigned)_mm_movemask_epi8(bytes);
        if (mask == 0) {
            for (unsigned i = 0; i < 4; i++, bytes = _mm_srli_si128(bytes, 4))
                _mm_storeu_si128((void *)(out + 4 * i), _mm_cvtepu8_epi32(bytes));
            in += 16;
            out += 16;
        } else {
            mask &= (1 << MASK_BITS) - 1;
            out += put_pattern(bytes, patterns[mask].shuffle, out);
            in += patterns[mask].n_bytes;
        }
    }
    while (out < out_end) {
        uint32_t value = *in & 127;
        for (unsigned shift = 7; *in++ & 128 && shift < 32; shift += 7)
            value |= (uint32_t)(*in & 127) << shift;
        *out++ = value;
    }
}
