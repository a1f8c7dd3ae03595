/* base/utf8.h - characters of UTF-8
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_UTF8_H
#define BL_BASE_UTF8_H

#include "bitleap_base.h"

/* Whether C is a digit of a decimal number. */
static inline bool bl_is_digit(int c)
{
    return c >= '0' && c <= '9';
}

/* Bytes of a character that begins with FIRST; 0: none does. */
static inline size_t bl_utf8_size(uint8_t first)
{
    return first < 0x80   ? 1
           : first < 0xC2 ? 0
           : first < 0xE0 ? 2
           : first < 0xF0 ? 3
           : first < 0xF5 ? 4
                          : 0;
}

/* Whether all bytes of TEXT from the second on may follow a first one. */
static inline bool bl_utf8_continues(struct bl_view text)
{
    for (size_t i = 1; i < text.size; i++)
        if ((text.data[i] & 0xC0) != 0x80)
            return false;
    return true;
}

/* Writes the character of POINT, at most 0x10FFFF, to BYTES. Returns its bytes. */
static inline size_t bl_utf8_encode(uint32_t point, uint8_t bytes[4])
{
    static const uint8_t first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t n = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, point >>= 6)
        bytes[i] = (uint8_t)(0x80 | (point & 0x3F));
    bytes[0] = (uint8_t)(first[n] | point);
    return n;
}

#endif
