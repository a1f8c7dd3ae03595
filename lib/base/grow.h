/* base/grow.h - growable arrays with checked sizes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_GROW_H
#define BL_BASE_GROW_H

#include <stddef.h>
#include <stdint.h>

/* Make room for NEEDED items of ITEM_SIZE bytes in the malloc'ed array at *ARRAY with room for
 * *CAP. Grows to at least double, so that appending one by one costs linear time. On success *ARRAY
 * and *CAP are updated. BL_E_NOMEM leaves both as they were. NEEDED has 64 bits whatever the
 * machine: more than it can hold is no memory, too. */
int bl_grow_(void **array, size_t *cap, uint64_t needed, size_t item_size);

/* The analyzer of clang does not see that an array with room for items is not NULL. */
#ifdef __clang_analyzer__
#define BL_GROW_ALWAYS 1
#else
#define BL_GROW_ALWAYS 0
#endif

/* The same for a typed pointer and any unsigned capacity variable, which holds at most what it can
 * hold. */
#define bl_grow(array, cap, needed)                                               \
    __extension__({                                                               \
        uint64_t needed_ = (needed);                                              \
        int rc_ = 0;                                                              \
        if (BL_GROW_ALWAYS || __builtin_expect(needed_ > *(cap), 0)) {            \
            void *mem_ = *(array);                                                \
            size_t cap_ = *(cap);                                                 \
            rc_ = bl_grow_(&mem_, &cap_, needed_, sizeof(__typeof__(**(array)))); \
            *(array) = mem_;                                                      \
            __typeof__(*(cap)) most_ = (__typeof__(*(cap)))-1;                    \
            *(cap) = cap_ > most_ ? most_ : (__typeof__(*(cap)))cap_;             \
        }                                                                         \
        rc_;                                                                      \
    })

/* Append an item to the *N of the array: 0, or BL_E_NOMEM. */
#define bl_append(array, n, cap, ...)                            \
    __extension__({                                              \
        int status_ = bl_grow(array, cap, (uint64_t)(*(n)) + 1); \
        if (status_ >= 0)                                        \
            (*(array))[(*(n))++] = (__VA_ARGS__);                \
        status_;                                                 \
    })

/* SIZE zero bytes for an object; NULL: no memory. */
void *bl_new(size_t size);

/* Free what bl_grow() or bl_new() made. NULL is ignored. */
void bl_drop(void *array);

#endif
