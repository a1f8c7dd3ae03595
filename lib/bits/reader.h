/* bits/reader.h - integers out of a stream's bits: fixed, VBR, align
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The state is a bit position; each read loads eight bytes at it, unaligned, without a refill
 * buffer. Bits behind the last byte of the stream read as zero, so that a read needs no test of its
 * own: who reads an item tests bl_bits_ok() once behind it. Looking at the zeros is no error,
 * consuming them is. A VBR cannot run away in them, because a zero chunk ends it.
 *
 * Document: "Primitives". What is malformed, and when a VBR is overlong: BitstreamReader.h.
 */
#ifndef BL_BITS_READER_H
#define BL_BITS_READER_H

#include "base/compiler.h"
#include "base/load.h"
#include "bitleap.h"

/* A load gives 64 bits from a byte boundary; up to 7 of them lie before the position. */
enum { BL_PEEK_BITS = 64 - 7 };
_Static_assert(BL_MAX_WIDTH <= BL_PEEK_BITS, "a chunk or fixed field fits in one load");

static inline struct bl_bits bl_bits_over(struct bl_view bytes)
{
    return (struct bl_bits){
        .data = bytes.data,
        .end = (uint64_t)bytes.size * 8,
        .n_wide = bytes.size < 8 ? 0 : bytes.size - 7,
        .size = bytes.size,
    };
}

/* At least BL_PEEK_BITS bits from POS on, the first one lowest. */
static inline uint64_t bl_bits_peek_at(const struct bl_bits *b, uint64_t pos)
{
    uint64_t byte = pos >> 3;
    if (BL_LIKELY(byte < b->n_wide))
        return bl_load_le64(b->data + byte) >> (pos & 7);
    if (byte >= b->size)
        return 0;
    /* The last seven bytes at most: there is no load behind the end. */
    return bl_load_le_partial(b->data + byte, (size_t)(b->size - byte)) >> (pos & 7);
}

static inline uint64_t bl_bits_peek(const struct bl_bits *b)
{
    return bl_bits_peek_at(b, b->pos);
}

/* Whether all bits consumed so far exist, and no VBR was overlong. */
static inline bool bl_bits_ok(const struct bl_bits *b)
{
    return b->pos <= b->end && !b->overlong;
}

static inline uint64_t bl_bits_left(const struct bl_bits *b)
{
    return b->pos < b->end ? b->end - b->pos : 0;
}

static inline uint64_t bl_low_bits(unsigned n)
{
    return ((uint64_t)1 << n) - 1;
}

/* WIDTH 0 to BL_MAX_WIDTH. */
static inline uint64_t bl_bits_fixed(struct bl_bits *b, unsigned width)
{
    uint64_t v = bl_bits_peek(b) & bl_low_bits(width);
    b->pos += width;
    return v;
}

/* The rest of a VBR whose first chunk has its continuation bit set; reads that chunk again.
 * TYPE_BITS is 64, or 32 where LLVM reads into 32 bits. */
uint64_t bl_bits_vbr_long(struct bl_bits *b, unsigned width, unsigned type_bits);

/* WIDTH 1 to BL_MAX_WIDTH. Bits above 64 in a last chunk are dropped, as LLVM does; a chunk more
 * sets overlong. */
static inline uint64_t bl_bits_vbr(struct bl_bits *b, unsigned width)
{
    uint64_t w = bl_bits_peek(b);
    uint64_t more = (uint64_t)1 << (width - 1);
    if (BL_LIKELY(!(w & more))) {
        b->pos += width;
        return w & (more - 1);
    }
    return bl_bits_vbr_long(b, width, 64);
}

/* The same into 32 bits: block ids, record codes, counts. */
static inline uint32_t bl_bits_vbr32(struct bl_bits *b, unsigned width)
{
    uint64_t w = bl_bits_peek(b);
    uint64_t more = (uint64_t)1 << (width - 1);
    if (BL_LIKELY(!(w & more))) {
        b->pos += width;
        return (uint32_t)(w & (more - 1));
    }
    return (uint32_t)bl_bits_vbr_long(b, width, 32);
}

/* On to the next multiple of 32 bits from the stream's start. */
static inline void bl_bits_align32(struct bl_bits *b)
{
    b->pos = (b->pos + 31) & ~(uint64_t)31;
}

/* 'a'…'z' 'A'…'Z' '0'…'9' '.' '_' (document, "6-bit characters"). */
extern const char bl_char6[64];

/* Runs of N values, as arrays and unabbreviated operands have them. The caller has made sure that
 * N * WIDTH bits are left; a VBR run may still overrun, which bl_bits_ok() tells. */
void bl_bits_read_vbr_run(struct bl_bits *b, unsigned width, uint64_t *out, size_t n);
void bl_bits_skip_vbr_run(struct bl_bits *b, unsigned width, size_t n);
void bl_bits_read_fixed_run(struct bl_bits *b, unsigned width, uint64_t *out, size_t n);
void bl_bits_read_char6_run(struct bl_bits *b, uint64_t *out, size_t n);

#endif
