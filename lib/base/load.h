/* base/load.h - loads from unaligned bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The only way in which mapped bytes become integers. Compilers turn each into one instruction, or
 * a load and a byte swap. Bitstreams and most containers are little-endian; Mach-O is what it says.
 */
#ifndef BL_BASE_LOAD_H
#define BL_BASE_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t bl_load_le16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t bl_load_le32(const uint8_t *p)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
#else
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
#endif
}

static inline uint64_t bl_load_le64(const uint8_t *p)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
#else
    return (uint64_t)bl_load_le32(p) | (uint64_t)bl_load_le32(p + 4) << 32;
#endif
}

/* The first N < 8 bytes; what is missing is zero. */
static inline uint64_t bl_load_le_partial(const uint8_t *p, size_t n)
{
    uint64_t v = 0;
    for (size_t i = 0; i < n; i++)
        v |= (uint64_t)p[i] << (8 * i);
    return v;
}

static inline uint32_t bl_load_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline uint64_t bl_load_be64(const uint8_t *p)
{
    return (uint64_t)bl_load_be32(p) << 32 | bl_load_be32(p + 4);
}

/* For formats that exist in both byte orders. */
static inline uint32_t bl_load_32(const uint8_t *p, bool is_big_endian)
{
    return is_big_endian ? bl_load_be32(p) : bl_load_le32(p);
}

static inline uint64_t bl_load_64(const uint8_t *p, bool is_big_endian)
{
    return is_big_endian ? bl_load_be64(p) : bl_load_le64(p);
}

/* A number of N bytes, 8 at most. */
static inline uint64_t bl_load_number(const uint8_t *p, size_t n, bool is_big_endian)
{
    uint64_t number = 0;
    for (size_t i = 0; i < n; i++)
        number |= (uint64_t)p[is_big_endian ? n - 1 - i : i] << 8 * i;
    return number;
}

#endif
