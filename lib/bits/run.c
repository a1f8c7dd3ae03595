/* bits/run.c - long VBRs, and runs of values of one encoding
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * These are the generic kernels: plain C, the reference for any other.
 */
#include "bits/kernels.h"
#include "bits/reader.h"

const char bl_char6[64] = {
    'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p',
    'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', 'A', 'B', 'C', 'D', 'E', 'F',
    'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V',
    'W', 'X', 'Y', 'Z', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '_',
};

const uint64_t bl_vbr_ends[BL_MAX_WIDTH + 1] = {
    0,
#define ENDS(n) BL_VBR_ENDS(n), BL_VBR_ENDS((n) + 1), BL_VBR_ENDS((n) + 2), BL_VBR_ENDS((n) + 3)
    ENDS(1), ENDS(5), ENDS(9), ENDS(13), ENDS(17), ENDS(21), ENDS(25), ENDS(29),
#undef ENDS
};

/* The body of bl_bits_vbr_long(), for a width the compiler knows or not. */
static BL_ALWAYS_INLINE struct bl_value_pos vbr_long(const struct bl_bits *b, uint64_t pos,
                                                     unsigned width, unsigned type_bits)
{
    uint64_t more = (uint64_t)1 << (width - 1);
    uint64_t value = 0;
    unsigned shift = 0;
    for (;;) {
        uint64_t w = bl_bits_peek_at(b, pos);
        /* All chunks of this load; a last one may reach into the next. */
        for (unsigned used = 0; used + width <= BL_PEEK_BITS; used += width, w >>= width) {
            pos += width;
            value |= (w & (more - 1)) << shift;
            if (!(w & more))
                return (struct bl_value_pos){.value = value, .pos = pos};
            shift += width - 1;
            if (BL_UNLIKELY(shift >= type_bits))
                return (struct bl_value_pos){.value = value, .pos = BL_POS_OVERLONG};
        }
    }
}

BL_NOINLINE struct bl_value_pos bl_bits_vbr_long(const struct bl_bits *b, uint64_t pos,
                                                 unsigned width, unsigned type_bits)
{
    if (width == 6)
        return vbr_long(b, pos, 6, type_bits);
    return vbr_long(b, pos, width, type_bits);
}

static BL_ALWAYS_INLINE uint64_t read_vbr_run(const struct bl_bits *b, uint64_t pos, unsigned width,
                                              uint64_t *out, size_t n)
{
    uint64_t more = (uint64_t)1 << (width - 1);
    uint64_t mask = more - 1;
    unsigned per_load = BL_PEEK_BITS / width;
    uint64_t *end = out + n;
    while (out < end) {
        uint64_t w = bl_bits_peek_at(b, pos);
        unsigned left = per_load;
        /* Values of one and two chunks, as long as the load certainly holds the next one. */
        for (;;) {
            if (!(w & more)) {
                *out++ = w & mask;
                w >>= width;
                pos += width;
                left--;
            } else if (left >= 2 && !(w >> width & more)) {
                *out++ = (w & mask) | (w >> width & mask) << (width - 1);
                w >>= 2 * width;
                pos += UINT64_C(2) * width;
                left -= 2;
            } else if (width == 6) {
                /* Three to nine chunks, if they end within this load. */
                uint64_t ends = ~w & BL_VBR6_ENDS & bl_low_bits(left * 6);
                if (!ends)
                    break;
                unsigned size = (unsigned)__builtin_ctzll(ends) + 1;
                *out++ = bl_squeeze_vbr6(w & bl_low_bits(size));
                w >>= size;
                pos += size;
                left -= size / 6;
            } else {
                break;
            }
            if (left == 0 || out == end)
                break;
        }
        if (left == per_load) {
            /* The first value has three chunks or more, or fills the load. */
            struct bl_value_pos v = bl_bits_vbr_long(b, pos, width, 64);
            *out++ = v.value;
            pos = v.pos;
            if (BL_UNLIKELY(pos > b->end))
                return pos;
        }
    }
    return pos;
}

uint64_t bl_read_vbr_generic(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                             size_t n)
{
    /* The width of all unabbreviated operands, and of most arrays. */
    if (BL_LIKELY(width == 6))
        return read_vbr_run(b, pos, 6, out, n);
    return read_vbr_run(b, pos, width, out, n);
}

/* Counts ends of values, chunks whose continuation bit is clear, load by load. A load starts at the
 * first chunk of a value, so that one without any end in it holds a long value, which is then read
 * for the test of its length. */
static BL_ALWAYS_INLINE uint64_t skip_vbr_run(const struct bl_bits *b, uint64_t pos, unsigned width,
                                              uint64_t ends_mask, size_t n)
{
    while (n) {
        uint64_t ends = ~bl_bits_peek_at(b, pos) & ends_mask;
        if (BL_UNLIKELY(!ends)) {
            pos = bl_bits_vbr_long(b, pos, width, 64).pos;
            if (pos > b->end)
                return pos;
            n--;
            continue;
        }
        while (--n && (ends & (ends - 1)))
            ends &= ends - 1;
        pos += (unsigned)__builtin_ctzll(ends) + 1;
        if (BL_UNLIKELY(pos > b->end))
            return pos;
    }
    return pos;
}

uint64_t bl_skip_vbr_generic(const struct bl_bits *b, uint64_t pos, unsigned width, size_t n)
{
    if (BL_LIKELY(width == 6))
        return skip_vbr_run(b, pos, 6, BL_VBR6_ENDS, n);
    return skip_vbr_run(b, pos, width, bl_vbr_ends[width], n);
}

uint64_t bl_read_fixed_generic(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                               size_t n)
{
    uint64_t mask = bl_low_bits(width);
    for (size_t i = 0; i < n; i++, pos += width)
        out[i] = bl_bits_peek_at(b, pos) & mask;
    return pos;
}

uint64_t bl_read_char6_generic(const struct bl_bits *b, uint64_t pos, uint64_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++, pos += 6)
        out[i] = (uint8_t)bl_char6[bl_bits_peek_at(b, pos) & 63];
    return pos;
}

uint64_t bl_read_text_generic(const struct bl_bits *b, uint64_t pos, char *out, size_t n)
{
    for (size_t i = 0; i < n; i++, pos += 6)
        out[i] = bl_char6[bl_bits_peek_at(b, pos) & 63];
    return pos;
}

const struct bl_kernels bl_kernels_generic = {
    .cpu = BL_CPU_GENERIC,
    .read_vbr = bl_read_vbr_generic,
    .skip_vbr = bl_skip_vbr_generic,
    .read_fixed = bl_read_fixed_generic,
    .read_char6 = bl_read_char6_generic,
    .read_char6_text = bl_read_text_generic,
};

/* ---- Public ---- */

struct bl_bits bl_bits_over(struct bl_view bytes, unsigned cpu)
{
    return (struct bl_bits){
        .data = bytes.data,
        .end = (uint64_t)bytes.size * 8,
        .n_wide = bytes.size < 8 ? 0 : bytes.size - 7,
        .size = bytes.size,
        .kernels = bl_kernels_for(cpu),
    };
}

uint64_t bl_bits_read_vbr_run(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                              size_t n)
{
    return b->kernels->read_vbr(b, pos, width, out, n);
}

uint64_t bl_bits_skip_vbr_run(const struct bl_bits *b, uint64_t pos, unsigned width, size_t n)
{
    return b->kernels->skip_vbr(b, pos, width, n);
}

uint64_t bl_bits_read_fixed_run(const struct bl_bits *b, uint64_t pos, unsigned width,
                                uint64_t *out, size_t n)
{
    return b->kernels->read_fixed(b, pos, width, out, n);
}

uint64_t bl_bits_read_char6_run(const struct bl_bits *b, uint64_t pos, uint64_t *out, size_t n)
{
    return b->kernels->read_char6(b, pos, out, n);
}

uint64_t bl_bits_read_char6_text(const struct bl_bits *b, uint64_t pos, char *out, size_t n)
{
    return b->kernels->read_char6_text(b, pos, out, n);
}
