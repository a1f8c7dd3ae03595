/* base/bound.h - sorted sequences: order, sorting, the first place
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_BOUND_H
#define BL_BASE_BOUND_H

#include <stdint.h>
#include <stdlib.h>

/* Below, 0 or above 0, as A comes before B, is equal, or comes after. */
static inline int bl_order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* As qsort(), which takes no NULL where there are none. */
static inline void bl_sort(void *items, size_t n, size_t size,
                           int (*compare)(const void *, const void *))
{
    if (n > 1)
        qsort(items, n, size, compare);
}

/* Lower bound by bisection. LO and HI are unsigned variables of the caller; IS_BEFORE is an
 * expression of MID, which the macro declares, true for the first items from LO to HI - 1 and for
 * no others. Afterwards LO is the first item for which it is false, or HI's old value where there
 * is none. HI changes, too. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a declaration has none. */
#define BL_LOWER_BOUND(lo, hi, mid, is_before)             \
    do {                                                   \
        while ((lo) < (hi)) {                              \
            __typeof__(lo) mid = (lo) + ((hi) - (lo)) / 2; \
            if (is_before)                                 \
                (lo) = mid + 1;                            \
            else                                           \
                (hi) = mid;                                \
        }                                                  \
    } while (0)
/* NOLINTEND(bugprone-macro-parentheses) */

#endif
