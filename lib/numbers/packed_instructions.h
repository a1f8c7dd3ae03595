/* numbers/packed_instructions.h - instructions of a body of very many, in few bytes each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * They are packed in windows, each by what is different from the instruction before. One window at
 * a time is unpacked.
 */
#ifndef BL_NUMBERS_PACKED_INSTRUCTIONS_H
#define BL_NUMBERS_PACKED_INSTRUCTIONS_H

#include "bitleap_function.h"

enum {
    BL_WINDOW_INSTRUCTIONS = 64
};

struct bl_packed_instructions {
    struct bl_instruction window[BL_WINDOW_INSTRUCTIONS];
    uint32_t unpacked; /* number of the window that is in there */
    uint32_t n_windows, cap_windows;
    size_t *ends; /* of windows, in bytes */
    uint8_t *bytes;
    size_t n_bytes, cap_bytes;
};

/* None yet, where *P may be NULL. 0, or BL_E_NOMEM. */
int bl_packed_begin(struct bl_packed_instructions **p);
/* NULL is ignored. */
void bl_packed_close(struct bl_packed_instructions *p);
/* Append the first N instructions of the window at hand as the next one, the last if N is less than
 * a window has. 0, or BL_E_NOMEM. */
int bl_packed_append(struct bl_packed_instructions *p, uint32_t n);
/* Instruction I. Valid until one of another window is asked for. */
const struct bl_instruction *bl_packed_get(struct bl_packed_instructions *p, uint32_t i);

#endif
