/* base/store.h - stores to unaligned bytes, in the byte order that is wanted
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_STORE_H
#define BL_BASE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void bl_store_le16(uint8_t *p, uint16_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}

static inline void bl_store_le32(uint8_t *p, uint32_t value)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(p, &value, sizeof value);
#else
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
    p[2] = (uint8_t)(value >> 16);
    p[3] = (uint8_t)(value >> 24);
#endif
}

static inline void bl_store_le64(uint8_t *p, uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(p, &value, sizeof value);
#else
    bl_store_le32(p, (uint32_t)value);
    bl_store_le32(p + 4, (uint32_t)(value >> 32));
#endif
}

/* The lowest N bytes of VALUE, which may be 8 at most. */
static inline void bl_store_number(uint8_t *p, size_t n, uint64_t value, bool is_big_endian)
{
    for (size_t i = 0; i < n; i++)
        p[is_big_endian ? n - 1 - i : i] = (uint8_t)(value >> (8 * i));
}

#endif
