/* search/unpack.h - bytes that are made of what is packed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SEARCH_UNPACK_H
#define BL_SEARCH_UNPACK_H

#include "base/spill.h"
#include "bitleap_base.h"

/* Zero-initialise to make it empty. */
struct bl_unpacked {
    uint8_t *data; /* while they are few */
    size_t size, cap;
    struct bl_spill spill; /* all of them, when they are many */
    void *mapped;          /* by bl_unpacked_view() */
};

/* All that is unpacked of one file. */
struct bl_unpacking {
    uint64_t bytes_left;
    uint32_t members_left;
    unsigned depth;
    struct bl_error *err;
};

/* Append SIZE bytes to IMAGE. BL_E_NOMEM. */
int bl_unpacked_put(const struct bl_unpacking *u, struct bl_unpacked *image, const void *data,
                    size_t size);

/* All bytes of IMAGE, until it is released. BL_E_NOMEM. */
int bl_unpacked_view(const struct bl_unpacking *u, struct bl_unpacked *image, struct bl_view *view);

void bl_unpacked_release(struct bl_unpacked *image);

/* BL_E_NOMEM, and what for. */
int bl_unpack_no_memory(const struct bl_unpacking *u);

/* Whether BYTES are packed as a whole, by what can be unpacked here. */
bool bl_unpack_finds(struct bl_view bytes);

/* Append what BYTES are when all of it is unpacked to IMAGE. Errors: BL_E_CONTAINER,
 * BL_E_UNSUPPORTED, BL_E_LIMIT, BL_E_NOMEM. */
int bl_unpack_whole(struct bl_unpacking *u, struct bl_view bytes, struct bl_unpacked *image);

/* ---- Parts that are compressed by themselves (inflate.c) ----
 *
 * Offload bundles, sections of objects, slices with such sections. What is around them stays. */

/* The library for parts that are compressed WITH ("zstd section") that is not there; NULL: it is
 * there, or WITH is of something else. */
const char *bl_inflate_library(const char *with);

/* Whether there is any in BYTES that can be decompressed here: 1, 0, or BL_E_NOMEM. */
int bl_inflate_finds(struct bl_view bytes);

/* Append BYTES without compression to IMAGE. An object has its sections at its end then, so that
 * all else stays where it was. Errors: BL_E_CONTAINER, BL_E_LIMIT, BL_E_NOMEM. */
int bl_inflate(struct bl_unpacking *u, struct bl_view bytes, struct bl_unpacked *image);

#endif
