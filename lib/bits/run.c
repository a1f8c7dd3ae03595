/* bits/run.c - long VBRs, and runs of values of one encoding
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * These are the generic kernels: plain C, the reference for any other.
 */
#include "bits/reader.h"

const char bl_char6[64] = {
    'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p',
    'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', 'A', 'B', 'C', 'D', 'E', 'F',
    'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V',
    'W', 'X', 'Y', 'Z', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '_',
};

BL_NOINLINE uint64_t bl_bits_vbr_long(struct bl_bits *b, unsigned width, unsigned type_bits)
{
    uint64_t more = (uint64_t)1 << (width - 1);
    uint64_t value = 0;
    unsigned shift = 0;
    for (;;) {
        uint64_t w = bl_bits_peek(b);
        b->pos += width;
        value |= (w & (more - 1)) << shift;
        if (!(w & more))
            return value;
        shift += width - 1;
        if (shift >= type_bits) {
            b->overlong = true;
            return value;
        }
    }
}

/* Within one load: values are taken while the whole of the next one is certain to be in it. */
void bl_bits_read_vbr_run(struct bl_bits *b, unsigned width, uint64_t *out, size_t n)
{
    uint64_t more = (uint64_t)1 << (width - 1);
    uint64_t mask = more - 1;
    unsigned per_load = BL_PEEK_BITS / width;
    uint64_t *end = out + n;
    while (out < end) {
        uint64_t w = bl_bits_peek(b);
        unsigned taken = 0;
        while (taken < per_load && out < end && !(w & more)) {
            *out++ = w & mask;
            w >>= width;
            taken++;
        }
        b->pos += (uint64_t)taken * width;
        if (out == end || taken == per_load)
            continue;
        /* Two chunks are common enough for a path of their own. */
        if (taken + 2 <= per_load && !(w >> width & more)) {
            *out++ = (w & mask) | (w >> width & mask) << (width - 1);
            b->pos += 2 * (uint64_t)width;
        } else {
            *out++ = bl_bits_vbr_long(b, width, 64);
            if (BL_UNLIKELY(!bl_bits_ok(b)))
                return;
        }
    }
}

/* Counts ends of values, chunks whose continuation bit is clear, load by load. A load starts at the
 * first chunk of a value, so that one without any end in it holds a long value, which is then read
 * for the test of its length. */
void bl_bits_skip_vbr_run(struct bl_bits *b, unsigned width, size_t n)
{
    unsigned per_load = BL_PEEK_BITS / width;
    uint64_t ends_mask = 0;
    for (unsigned i = 0; i < per_load; i++)
        ends_mask |= (uint64_t)1 << (i * width + width - 1);
    while (n) {
        uint64_t ends = ~bl_bits_peek(b) & ends_mask;
        if (BL_UNLIKELY(!ends)) {
            bl_bits_vbr_long(b, width, 64);
            if (!bl_bits_ok(b))
                return;
            n--;
            continue;
        }
        unsigned last = 0;
        do {
            last = (unsigned)__builtin_ctzll(ends) + 1;
            ends &= ends - 1;
            n--;
        } while (n && ends);
        b->pos += last;
        if (BL_UNLIKELY(b->pos > b->end))
            return;
    }
}

void bl_bits_read_fixed_run(struct bl_bits *b, unsigned width, uint64_t *out, size_t n)
{
    uint64_t mask = bl_low_bits(width);
    uint64_t pos = b->pos;
    for (size_t i = 0; i < n; i++, pos += width)
        out[i] = bl_bits_peek_at(b, pos) & mask;
    b->pos = pos;
}

void bl_bits_read_char6_run(struct bl_bits *b, uint64_t *out, size_t n)
{
    uint64_t pos = b->pos;
    for (size_t i = 0; i < n; i++, pos += 6)
        out[i] = (uint8_t)bl_char6[bl_bits_peek_at(b, pos) & 63];
    b->pos = pos;
}
