/* base/leb128.h - numbers in LEB128: seven bits a byte, the lowest first
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_LEB128_H
#define BL_BASE_LEB128_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BL_MAX_LEB_BYTES = 10
};

/* The end of what is put. */
static inline uint8_t *bl_leb_put(uint8_t *at, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        *at++ = (uint8_t)(n | 0x80);
    *at++ = (uint8_t)n;
    return at;
}

/* A number before END; false: it is cut off, or has more than 64 bits. */
static inline bool bl_leb_get(const uint8_t **at, const uint8_t *end, uint64_t *n)
{
    *n = 0;
    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        uint8_t byte = *(*at)++;
        *n |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80))
            return shift < 63 || byte <= 1;
    }
    return false;
}

#endif
