/* support/kernels_agree.h - the same run of values read by every CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   struct kernels_room room = kernels_room(200);
 *   const char *culprit = kernels_agree_vbr(&room, bytes, pos, 6, 200);
 *   kernels_room_release(&room);
 *
 * Held against the generic variant: the position where the run lies within the bytes, and otherwise
 * whether it is overlong; the values where it does. Values are written before a page that
 * cannot be touched; for the same after BYTES the caller takes a guard.
 */
#ifndef BL_SUPPORT_KERNELS_AGREE_H
#define BL_SUPPORT_KERNELS_AGREE_H

#include "support/guard.h"

/* Where up to max_values are written to. */
struct kernels_room {
    size_t max_values;
    struct guard expected, got;
};

/* Ends the process where there is no memory. */
struct kernels_room kernels_room(size_t max_values);
void kernels_room_release(struct kernels_room *room);

/* N values from bit POS of BYTES on: read and skipped; read; read as 64-bit values and as text.
 * NULL: all agree. Otherwise the name of the first variant that does not. Static. */
const char *kernels_agree_vbr(const struct kernels_room *room, struct bl_view bytes, uint64_t pos,
                              unsigned width, size_t n);
const char *kernels_agree_fixed(const struct kernels_room *room, struct bl_view bytes, uint64_t pos,
                                unsigned width, size_t n);
const char *kernels_agree_char6(const struct kernels_room *room, struct bl_view bytes, uint64_t pos,
                                size_t n);

#endif
