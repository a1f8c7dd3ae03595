/* support/guard.h - bytes whose end is followed by a page that cannot be touched
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Reading one byte after the end kills the process, with or without a sanitizer.
 */
#ifndef BL_SUPPORT_GUARD_H
#define BL_SUPPORT_GUARD_H

#include "bitleap.h"

struct guard {
    struct bl_view bytes; /* borrowed from the guard */
    uint8_t *data;        /* the same bytes, to be changed */
    void *map;
    size_t map_size;
};

/* A copy of BYTES; ends the process where there is no memory. */
struct guard guard_copy(struct bl_view bytes);

/* From now on writing to the bytes kills too, as with a file that is mapped. */
void guard_freeze(struct guard *guard);
void guard_release(struct guard *guard);

/* Flip a bit, counted as positions in streams are. */
void guard_flip(struct guard *guard, uint64_t bit);

/* Call TRY with every truncation of BYTES, and with every single bit of them flipped. */
void guard_try_damaged(struct bl_view bytes, void (*try)(struct bl_view damaged));

#endif
