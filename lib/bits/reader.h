/* bits/reader.h - integers out of a stream's bits: fixed, VBR, align
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The state is a bit position; each read loads eight bytes at it, unaligned, without a refill
 * buffer. Bits after the last byte of the stream read as zero, so that a read needs no test of its
 * own: a caller that reads an item tests bl_bits_ok() once after it. Looking at the zeros is no
 * error, consuming them is. A VBR cannot run away in them, because a zero chunk ends it.
 *
 * Each read has a form that takes and returns the position, for loops that keep it in a register,
 * and a form that moves it in the struct.
 *
 * Document: "Primitives". What is malformed, and when a VBR is overlong: BitstreamReader.h.
 */
#ifndef BL_BITS_READER_H
#define BL_BITS_READER_H

#include "base/compiler.h"
#include "base/load.h"
#include "bitleap_bits.h"
#include "bitleap_limits.h"

/* A load gives 64 bits from a byte boundary; up to 7 of them lie before the position. */
enum {
    BL_PEEK_BITS = 64 - 7
};
_Static_assert(BL_MAX_WIDTH <= BL_PEEK_BITS, "a chunk or fixed field fits in one load");

/* At least BL_PEEK_BITS bits from POS on, the first one lowest. */
static BL_ALWAYS_INLINE uint64_t bl_bits_peek_at(const struct bl_bits *b, uint64_t pos)
{
    uint64_t byte = pos >> 3;
    if (BL_LIKELY(byte < b->n_wide))
        return bl_load_le64(b->data + byte) >> (pos & 7);
    if (byte >= b->size)
        return 0;
    /* The last seven bytes at most: there is no load after the end. */
    return bl_load_le_partial(b->data + byte, (size_t)(b->size - byte)) >> (pos & 7);
}

/* Whether all bits consumed so far exist, and no VBR was overlong. */
static inline bool bl_bits_ok(const struct bl_bits *b)
{
    return b->pos <= b->end;
}

static inline bool bl_bits_overlong(const struct bl_bits *b)
{
    return b->pos >= BL_POS_OVERLONG;
}

static inline uint64_t bl_bits_left(const struct bl_bits *b)
{
    return b->pos < b->end ? b->end - b->pos : 0;
}

/* Whether N_BYTES can be loaded at POS. */
static BL_ALWAYS_INLINE bool bl_has_bytes(const struct bl_bits *b, uint64_t pos, size_t n_bytes)
{
    return b->size >= n_bytes && pos >> 3 <= b->size - n_bytes;
}

static inline uint64_t bl_low_bits(unsigned n)
{
    return ((uint64_t)1 << n) - 1;
}

/* WIDTH 0 to BL_MAX_WIDTH. */
static BL_ALWAYS_INLINE uint64_t bl_bits_fixed_at(const struct bl_bits *b, uint64_t *pos,
                                                  unsigned width)
{
    uint64_t v = bl_bits_peek_at(b, *pos) & bl_low_bits(width);
    *pos += width;
    return v;
}

/* The continuation bits of the chunks of a width that BL_PEEK_BITS hold: a one every WIDTH bits,
 * the sum of a geometric series, moved to the ends of chunks. Where the compiler knows the width
 * they are a constant, elsewhere they are looked up. */
#define BL_VBR_BITS(width) (BL_PEEK_BITS / (width) * (width))
#define BL_VBR_ENDS(width) \
    (((UINT64_C(1) << BL_VBR_BITS(width)) - 1) / ((UINT64_C(1) << (width)) - 1) << ((width)-1))
extern BL_HIDDEN const uint64_t bl_vbr_ends[BL_MAX_WIDTH + 1];

/* Bits 5, 11, … 53: the continuation bits of nine chunks of six bits; and their payloads. */
#define BL_VBR6_ENDS UINT64_C(0x20820820820820)
#define BL_VBR6_PAYLOADS UINT64_C(0x1F7DF7DF7DF7DF)

/* The payloads of nine chunks of six bits, moved together: 5 bits of each 6, then 10 of each 12, 20
 * of each 24, 40 of each 48. */
static inline uint64_t bl_squeeze_vbr6(uint64_t w)
{
    w = (w & UINT64_C(0x1F01F01F01F01F)) | (w & UINT64_C(0x07C07C07C07C0)) >> 1;
    w = (w & UINT64_C(0x3FF0003FF0003FF)) | (w & UINT64_C(0x3FF0003FF000)) >> 2;
    w = (w & UINT64_C(0x1F0000000FFFFF)) | (w & UINT64_C(0xFFFFF000000)) >> 4;
    return (w & UINT64_C(0xFFFFFFFFFF)) | (w >> 48) << 40;
}

/* A value and the position after it. */
struct bl_value_pos {
    uint64_t value, pos;
};

/* A VBR of any length at POS. TYPE_BITS is 64, or 32 where LLVM reads into 32 bits. */
struct bl_value_pos bl_bits_vbr_long(const struct bl_bits *b, uint64_t pos, unsigned width,
                                     unsigned type_bits);

/* WIDTH 1 to BL_MAX_WIDTH. Bits above 64 in a last chunk are dropped, as LLVM does; a chunk more
 * leads to BL_POS_OVERLONG. One and two chunks, nearly all there is, are read in place. */
static BL_ALWAYS_INLINE uint64_t bl_bits_vbr_at(const struct bl_bits *b, uint64_t *pos,
                                                unsigned width)
{
    uint64_t w = bl_bits_peek_at(b, *pos);
    uint64_t more = (uint64_t)1 << (width - 1);
    if (BL_LIKELY(!(w & more))) {
        *pos += width;
        return w & (more - 1);
    }
    uint64_t second = w >> width;
    if (2 * width <= BL_PEEK_BITS && !(second & more)) {
        *pos += UINT64_C(2) * width;
        return (w & (more - 1)) | (second & (more - 1)) << (width - 1);
    }
    struct bl_value_pos v = bl_bits_vbr_long(b, *pos, width, 64);
    *pos = v.pos;
    return v.value;
}

/* The same into 32 bits: block ids, record codes, counts. */
static BL_ALWAYS_INLINE uint32_t bl_bits_vbr32_at(const struct bl_bits *b, uint64_t *pos,
                                                  unsigned width)
{
    uint64_t w = bl_bits_peek_at(b, *pos);
    uint64_t more = (uint64_t)1 << (width - 1);
    if (BL_LIKELY(!(w & more))) {
        *pos += width;
        return (uint32_t)(w & (more - 1));
    }
    struct bl_value_pos v = bl_bits_vbr_long(b, *pos, width, 32);
    *pos = v.pos;
    return (uint32_t)v.value;
}

static inline uint64_t bl_bits_fixed(struct bl_bits *b, unsigned width)
{
    return bl_bits_fixed_at(b, &b->pos, width);
}

static inline uint64_t bl_bits_vbr(struct bl_bits *b, unsigned width)
{
    return bl_bits_vbr_at(b, &b->pos, width);
}

static inline uint32_t bl_bits_vbr32(struct bl_bits *b, unsigned width)
{
    return bl_bits_vbr32_at(b, &b->pos, width);
}

static inline uint64_t bl_align32(uint64_t pos)
{
    return (pos + 31) & ~(uint64_t)31;
}

/* On to the next multiple of 32 bits from the stream's start. */
static inline void bl_bits_align32(struct bl_bits *b)
{
    b->pos = bl_align32(b->pos);
}

/* 'a'…'z' 'A'…'Z' '0'…'9' '.' '_' (document, "6-bit characters"). */
extern const char bl_char6[64];

static inline bool bl_is_char6(uint64_t value)
{
    const uint64_t below_64 = UINT64_C(0x03FF400000000000);
    const uint64_t above_63 = UINT64_C(0x07FFFFFE87FFFFFE);
    return value < 128 && ((value < 64 ? below_64 : above_63) >> (value & 63) & 1);
}

#endif
