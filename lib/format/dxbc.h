/* format/dxbc.h - bitcode in DirectX shader containers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Parts are the chunks named DXIL and ILDB (the same with debug information), without their program
 * headers, in the order of the table. Names are static. The functions are those of format/part.h.
 * Containers that follow one another, with up to 4 KiB of zeros between them, are read as one.
 */
#ifndef BL_FORMAT_DXBC_H
#define BL_FORMAT_DXBC_H

#include "format/part.h"

struct bl_dxbc {
    struct bl_view bytes; /* borrowed; as many as the header says, */
    struct bl_view whole; /* of these, */
    uint64_t base;        /* from this byte on */
    uint32_t n_chunks;    /* their offsets are all inside BYTES */
    uint32_t at;          /* next chunk */
};

bool bl_dxbc_probe(struct bl_view bytes);

/* Errors: BL_E_CONTAINER. */
int bl_dxbc_open(struct bl_dxbc *it, struct bl_view bytes, struct bl_error *err);

/* Errors, for one chunk: BL_E_CONTAINER. */
int bl_dxbc_next(struct bl_dxbc *it, struct bl_part *part, struct bl_error *err);

#endif
