/* peers/sfvint.c - one way through the code for each pattern of six continuation bits
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * After Gang Liao, Ye Liu, Yonghua Ding, Le Cai and Jianjun Chen, "SFVInt: Simple, Fast and Generic
 * Variable-Length Integer Decoding using Bit Manipulation Instructions", DaMoN 2024: pext gives the
 * pattern, a switch leads to code that takes each value out of the word by one pext, and what of a
 * value is in the word before is kept with its length.
 */
#include "peers/peers.h"

#include <immintrin.h>
#include <string.h>

enum {
    BYTES = 6
};

struct partial {
    uint64_t value;
    unsigned shift;
};

/* Payloads of the bytes FIRST to LAST of WORD. */
static inline __attribute__((always_inline)) uint64_t payloads(uint64_t word, unsigned first,
                                                               unsigned last)
{
    uint64_t mask = UINT64_C(0x7F7F7F7F7F7F7F7F) >> (56 - 8 * (last - first));
    return _pext_u64(word, mask << 8 * first);
}

/* The values that end in WORD, by MORE, its continuation bits, which the compiler knows. */
static inline __attribute__((always_inline)) uint64_t *decode_pattern(uint64_t word, unsigned more,
                                                                      struct partial *partial,
                                                                      uint64_t *out)
{
    unsigned first = 0;
#define END_AT(i)                                                                        \
    if (!(more >> (i)&1)) {                                                              \
        *out++ = first ? payloads(word, first, i)                                        \
                       : partial->value | payloads(word, 0, i) << (partial->shift & 63); \
        first = (i) + 1;                                                                 \
    }
    END_AT(0)
    END_AT(1)
    END_AT(2)
    END_AT(3)
    END_AT(4)
    END_AT(5)
    if (first == 0) {
        partial->value |= payloads(word, 0, BYTES - 1) << (partial->shift & 63);
        partial->shift += 7 * BYTES;
    } else {
        partial->value = first < BYTES ? payloads(word, first, BYTES - 1) : 0;
        partial->shift = 7 * (BYTES - first);
    }
    return out;
}

#define CASE(more)                                       \
    case more:                                           \
        out = decode_pattern(word, more, &partial, out); \
        break;
#define FOUR(more) CASE(more) CASE((more) + 1) CASE((more) + 2) CASE((more) + 3)
#define SIXTEEN(more) FOUR(more) FOUR((more) + 4) FOUR((more) + 8) FOUR((more) + 12)

void decode_sfvint(const uint8_t *in, size_t size, uint64_t *out, size_t n)
{
    const uint8_t *end = in + size;
    const uint64_t *out_end = out + n;
    struct partial partial = {0, 0};
    while (end - in >= 8 && out_end - out >= BYTES) {
        uint64_t word;
        memcpy(&word, in, sizeof word);
        switch (_pext_u64(word, UINT64_C(0x808080808080))) {
            SIXTEEN(0) SIXTEEN(16) SIXTEEN(32) SIXTEEN(48)
        }
        in += BYTES;
    }
    while (out < out_end) {
        partial.value |= (uint64_t)(*in & 127) << (partial.shift & 63);
        partial.shift += 7;
        if (!(*in++ & 128)) {
            *out++ = partial.value;
            partial = (struct partial){0, 0};
        }
    }
}
