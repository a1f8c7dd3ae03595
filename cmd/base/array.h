/* base/array.h - arrays of the library's base, where the process ends without memory
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_ARRAY_H
#define CMD_ARRAY_H

#include "base/bound.h"
#include "base/grow.h"
#include "base/out.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Make room for an item after the first N of the malloc'ed *ARRAY with room for *CAP. False: no
 * memory, and all is as it was. */
#define array_room(array, cap, n) (bl_grow(array, cap, (uint64_t)(n) + 1) >= 0)

/* Append an item to the *N of the malloc'ed *ARRAY with room for *CAP. Without memory the process
 * ends. */
#define array_add(array, n, cap, ...)         \
    __extension__({                           \
        if (!array_room(array, cap, *(n)))    \
            out_no_memory();                  \
        (*(array))[(*(n))++] = (__VA_ARGS__); \
    })

/* As qsort(), which takes no NULL where there are none. */
static inline void array_sort(void *items, size_t n, size_t size,
                              int (*compare)(const void *, const void *))
{
    size_t first = 1; /* that is out of order: what is read in order often is */
    while (first < n && compare((const char *)items + (first - 1) * size,
                                (const char *)items + first * size) <= 0)
        first++;
    if (first < n)
        bl_sort(items, n, size, compare);
}

/* Turn round the order of N items. */
#define array_reverse(items, n)                                            \
    __extension__({                                                        \
        __typeof__(items) items_ = (items);                                \
        for (size_t first_ = 0, end_ = (n); first_ + 1 < end_; first_++) { \
            __typeof__(*items_) item_ = items_[first_];                    \
            items_[first_] = items_[--end_];                               \
            items_[end_] = item_;                                          \
        }                                                                  \
    })

/* Room for N items of SIZE bytes, zeroes, and for one more; malloc'ed. Without memory the process
 * ends. */
static inline void *array_new(size_t n, size_t size)
{
    void *items = n < SIZE_MAX ? calloc(n + 1, size) : NULL;
    if (!items)
        out_no_memory();
    return items;
}

#endif
