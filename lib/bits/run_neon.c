/* bits/run_neon.c - runs of values with NEON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Blocks of 16 chunks of six bits, or of eight fixed values. Four chunks are three bytes, so that
 * any number of fours keeps the phase, the position in a byte; so do eight fixed values. Whatever a
 * block loads exists; what is too close to the end of the bytes is left to the generic kernels.
 */
#include "bits/kernels.h"
#include "bits/reader.h"

#if defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <arm_neon.h>

enum {
    BLOCK_BYTES = 16, /* loaded */
    BLOCK = 16,       /* chunks */
    STRIDE = BLOCK * 6 / 8,
    FIXED_BYTES = 48, /* up to 24 before the last pair of eight values, and 16 for that */
    /* Read by the generic kernel where a block is not of single chunks: most likely, neither are
     * the blocks after it. */
    VBR6_BURST = 64,
};

/* 16 chunks of six bits from POS on, to a byte each. */
static BL_ALWAYS_INLINE uint8x16_t spread_chunks(const uint8_t *data, uint64_t pos)
{
    static const uint8_t fours[16] = {0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12};
    uint8x16_t bytes = vqtbl1q_u8(vld1q_u8(data + (pos >> 3)), vld1q_u8(fours));
    uint32x4_t x = vshlq_u32(vreinterpretq_u32_u8(bytes), vdupq_n_s32(-(int)(pos & 7)));
    /* Twice: where the mask has ones, what is there; elsewhere what is shifted. */
    x = vbslq_u32(vdupq_n_u32(0xFFFF), x, vshlq_n_u32(x, 4));
    uint16x8_t y = vreinterpretq_u16_u32(x);
    y = vbslq_u16(vdupq_n_u16(0xFF), y, vshlq_n_u16(y, 2));
    return vandq_u8(vreinterpretq_u8_u16(y), vdupq_n_u8(63));
}

static BL_ALWAYS_INLINE void put_words(uint32x4_t x, uint64_t *out)
{
    vst1q_u64(out, vmovl_u32(vget_low_u32(x)));
    vst1q_u64(out + 2, vmovl_high_u32(x));
}

/* The bytes of X to OUT, as 64 bits each. */
static BL_ALWAYS_INLINE void put_bytes(uint8x16_t x, uint64_t *out)
{
    uint16x8_t low = vmovl_u8(vget_low_u8(x));
    uint16x8_t high = vmovl_high_u8(x);
    put_words(vmovl_u16(vget_low_u16(low)), out);
    put_words(vmovl_high_u16(low), out + 4);
    put_words(vmovl_u16(vget_low_u16(high)), out + 8);
    put_words(vmovl_high_u16(high), out + 12);
}

/* ---- VBR6: blocks of single chunks ---- */

static uint64_t read_vbr(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                         size_t n)
{
    while (width == 6 && n >= VBR6_BURST && bl_has_bytes(b, pos, BLOCK_BYTES)) {
        uint8x16_t chunks = spread_chunks(b->data, pos);
        size_t n_read = BLOCK;
        if (vmaxvq_u8(chunks) < 32) {
            put_bytes(chunks, out);
            pos += BLOCK * 6;
        } else {
            n_read = VBR6_BURST;
            pos = bl_read_vbr_generic(b, pos, 6, out, VBR6_BURST);
            if (BL_UNLIKELY(pos > b->end))
                return pos;
        }
        out += n_read;
        n -= n_read;
    }
    return bl_read_vbr_generic(b, pos, width, out, n);
}

/* ---- Char6 ---- */

static BL_ALWAYS_INLINE uint8x16_t to_characters(uint8x16_t chunks)
{
    return vqtbl4q_u8(vld1q_u8_x4((const uint8_t *)bl_char6), chunks);
}

static uint64_t read_text(const struct bl_bits *b, uint64_t pos, char *out, size_t n)
{
    for (; n >= BLOCK && bl_has_bytes(b, pos, BLOCK_BYTES);
         n -= BLOCK, out += BLOCK, pos += BLOCK * 6)
        vst1q_u8((uint8_t *)out, to_characters(spread_chunks(b->data, pos)));
    return bl_read_text_generic(b, pos, out, n);
}

static uint64_t read_char6(const struct bl_bits *b, uint64_t pos, uint64_t *out, size_t n)
{
    for (; n >= BLOCK && bl_has_bytes(b, pos, BLOCK_BYTES);
         n -= BLOCK, out += BLOCK, pos += BLOCK * 6)
        put_bytes(to_characters(spread_chunks(b->data, pos)), out);
    return bl_read_char6_generic(b, pos, out, n);
}

/* ---- Fixed ---- */

/* How a pair of values comes out of 16 bytes. */
struct fixed_pair {
    size_t first;     /* byte that is loaded first */
    uint8x16_t bytes; /* eight to each value */
    int64x2_t shifts;
};

/* Values of WIDTH from BIT on. */
static BL_ALWAYS_INLINE struct fixed_pair fixed_pair(unsigned width, unsigned bit)
{
    uint64_t second = ((bit + width) >> 3) - (bit >> 3);
    const uint64_t eight = UINT64_C(0x0706050403020100);
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64x2_t bytes = vcombine_u64(vcreate_u64(eight), vcreate_u64(eight + each * second));
    int64x2_t shifts = vdupq_n_s64(-(int64_t)(bit & 7));
    return (struct fixed_pair){
        .first = bit >> 3,
        .bytes = vreinterpretq_u8_u64(bytes),
        .shifts = vsetq_lane_s64(-(int64_t)((bit + width) & 7), shifts, 1),
    };
}

static uint64_t read_fixed(const struct bl_bits *b, uint64_t pos, unsigned width, uint64_t *out,
                           size_t n)
{
    struct fixed_pair pairs[4];
    for (unsigned i = 0; i < 4; i++)
        pairs[i] = fixed_pair(width, (unsigned)(pos & 7) + 2 * i * width);
    uint64x2_t mask = vdupq_n_u64(bl_low_bits(width));
    for (; n >= 8 && bl_has_bytes(b, pos, FIXED_BYTES);
         n -= 8, out += 8, pos += UINT64_C(8) * width) {
        const uint8_t *p = b->data + (pos >> 3);
        for (unsigned i = 0; i < 4; i++) {
            uint8x16_t x = vqtbl1q_u8(vld1q_u8(p + pairs[i].first), pairs[i].bytes);
            uint64x2_t values = vshlq_u64(vreinterpretq_u64_u8(x), pairs[i].shifts);
            vst1q_u64(out + 2 * (size_t)i, vandq_u64(values, mask));
        }
    }
    return bl_read_fixed_generic(b, pos, width, out, n);
}

const struct bl_kernels bl_kernels_neon = {
    .cpu = BL_CPU_NEON,
    .read_vbr = read_vbr,
    .skip_vbr = bl_skip_vbr_generic,
    .read_fixed = read_fixed,
    .read_char6 = read_char6,
    .read_char6_text = read_text,
};
#endif
