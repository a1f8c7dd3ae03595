/* support/spread.h - how well a hash table spreads what is in it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_SPREAD_H
#define BL_SUPPORT_SPREAD_H

#include <stddef.h>
#include <stdint.h>

/* The most of N places in a row that are taken, that is, are not 0; each is STRIDE numbers after
 * the one before it. */
static inline uint32_t longest_run(const uint32_t *places, uint32_t n, uint32_t stride)
{
    uint32_t longest = 0;
    uint32_t run = 0;
    for (uint32_t i = 0; i < n; i++) {
        run = places[(size_t)i * stride] ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

#endif
