/* base/array.h - arrays that grow by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_ARRAY_H
#define CMD_ARRAY_H

#include "base/out.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Make room for an item after the first N of the malloc'ed *ARRAY with room for *CAP. False: no
 * memory, and all is as it was. */
#define array_room(array, cap, n)                                       \
    __extension__({                                                     \
        void *mem_ = *(array);                                          \
        bool has_room_ = array_room_(&mem_, cap, n, sizeof(**(array))); \
        *(array) = mem_;                                                \
        has_room_;                                                      \
    })

static inline bool array_room_(void **array, uint32_t *cap, uint32_t n, size_t item_size)
{
    if (n < *cap)
        return true;
    size_t bytes;
    if (*cap > UINT32_MAX / 2)
        return false;
    uint32_t bigger = *cap ? *cap * 2 : 16;
    if (__builtin_mul_overflow(bigger, item_size, &bytes))
        return false;
    void *grown = realloc(*array, bytes);
    if (!grown)
        return false;
    *array = grown;
    *cap = bigger;
    return true;
}

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
        qsort(items, n, size, compare);
}

/* Make LOW, an unsigned variable, the first of the numbers from it to END for which IS_BEFORE, an
 * expression of AT, is false; it is true for none after that. END: for all it is true. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a declaration has none. */
#define array_find(low, end, at, is_before)                   \
    do {                                                      \
        __typeof__(low) high_ = (end);                        \
        while ((low) < high_) {                               \
            __typeof__(low) at = (low) + (high_ - (low)) / 2; \
            if (is_before)                                    \
                (low) = at + 1;                               \
            else                                              \
                high_ = at;                                   \
        }                                                     \
    } while (0)
/* NOLINTEND(bugprone-macro-parentheses) */

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
