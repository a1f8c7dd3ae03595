/* index/skim_generic.c - the loop over four lanes in plain C
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/compiler.h"

#include <stdint.h>

static BL_ALWAYS_INLINE uint64_t skim_first_zero(uint64_t v, uint64_t mask)
{
    uint64_t zeros = ~v & mask;
    return zeros ? (uint64_t)__builtin_ctzll(zeros) : 64;
}

static BL_ALWAYS_INLINE uint64_t skim_low(uint64_t v, uint64_t n)
{
    return n < 64 ? v & (((uint64_t)1 << n) - 1) : v;
}

static BL_ALWAYS_INLINE uint64_t skim_two_chunks(uint64_t v, uint64_t mask)
{
    v &= mask;
    return (v & 0x1F) | (v >> 1 & 0x3E0);
}

static BL_ALWAYS_INLINE uint64_t skim_nth_bit(uint64_t v, uint64_t n)
{
    while (n-- > 0 && v)
        v &= v - 1;
    return v ? (uint64_t)__builtin_ctzll(v) : 64;
}

static BL_ALWAYS_INLINE uint64_t skim_tops(uint64_t v, uint64_t mask)
{
    uint64_t tops = 0;
    for (unsigned i = 0; i < 9; i++)
        tops |= ((v & mask) >> (6 * i + 5) & 1) << i;
    return tops;
}

#define SKIM_LOOPS bl_skim_loops_generic
#include "index/skim_body.h"
