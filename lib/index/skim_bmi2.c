/* index/skim_bmi2.c - the loop over four lanes with pext, pdep, tzcnt and popcnt
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("bmi,bmi2,popcnt,lzcnt"))), apply_to = function)
#else
#pragma GCC target("bmi,bmi2,popcnt,lzcnt")
#endif

#include "base/compiler.h"

#include <immintrin.h>
#include <stdint.h>

static BL_ALWAYS_INLINE uint64_t skim_first_zero(uint64_t v, uint64_t mask)
{
    return _tzcnt_u64(~v & mask);
}

static BL_ALWAYS_INLINE uint64_t skim_low(uint64_t v, uint64_t n)
{
    return _bzhi_u64(v, (unsigned)n);
}

static BL_ALWAYS_INLINE uint64_t skim_two_chunks(uint64_t v, uint64_t mask)
{
    return _pext_u64(v, mask);
}

static BL_ALWAYS_INLINE uint64_t skim_nth_bit(uint64_t v, uint64_t n)
{
    return _tzcnt_u64(_pdep_u64((uint64_t)1 << ((unsigned)n & 63), v));
}

static BL_ALWAYS_INLINE uint64_t skim_tops(uint64_t v, uint64_t mask)
{
    return _pext_u64(v, mask);
}

#define SKIM_LOOPS bl_skim_loops_bmi2
#include "index/skim_body.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif
#else
typedef int bl_skim_bmi2_is_not_for_this_machine;
#endif
