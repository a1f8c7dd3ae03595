/* base/utf8.h - characters of UTF-8
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_UTF8_H
#define BL_BASE_UTF8_H

#include "bitleap_base.h"

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
static inline bool bl_utf8_goes_on(struct bl_view text)
{
    for (size_t i = 1; i < text.size; i++)
        if ((text.data[i] & 0xC0) != 0x80)
            return false;
    return true;
}

/* Bytes of the character at the start of TEXT, which is not empty; 0: it is none that may be. */
static inline size_t bl_utf8_length(struct bl_view text)
{
    const uint8_t *p = text.data;
    size_t size = bl_utf8_size(p[0]);
    if (size > text.size || !bl_utf8_goes_on((struct bl_view){.data = p, .size = size}))
        return 0;
    /* Overlong forms, surrogates, and what lies behind U+10FFFF. */
    bool is_none = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] >= 0xA0) ||
                   (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] >= 0x90);
    return is_none ? 0 : size;
}

#endif
