/* format/offload.h - images for devices in offload binaries
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What clang puts into the section .llvm.offloading of objects for OpenMP, CUDA, HIP and SYCL, and
 * llvm-offload-binary into files: one offload binary, or several in a row, each with one image
 * (llvm/Object/OffloadBinary.h). Of version 1, and of hosts that are little-endian. Parts are
 * BL_PART_SLICE; an image is bitcode, an object or anything else. Its name is that of its
 * architecture, "gfx90a"; without one that of its target triple, or "image". Kinds of image and of
 * offloading, triple and architecture are facts. The functions are those of format/part.h.
 */
#ifndef BL_FORMAT_OFFLOAD_H
#define BL_FORMAT_OFFLOAD_H

#include "format/part.h"

struct bl_offload {
    struct bl_view bytes; /* borrowed */
    uint64_t at;          /* byte offset of the next binary, or of zeros before it */
    uint64_t pos;         /* of the binary */
    uint64_t entry_at;    /* byte offset in the binary of the next of its entries */
    uint64_t n_entries;   /* which are left of it */
    struct bl_view binary, entry, strings; /* of the last part; empty: they could not be read */
};

bool bl_offload_probe(struct bl_view bytes);

/* Errors: BL_E_CONTAINER. */
int bl_offload_open(struct bl_offload *it, struct bl_view bytes, struct bl_error *err);

/* Errors: BL_E_CONTAINER. Continues after a binary whose size is right, and ends otherwise. */
int bl_offload_next(struct bl_offload *it, struct bl_part *part, struct bl_error *err);

int bl_offload_fact(struct bl_offload *it, uint32_t number, struct bl_fact *fact);

#endif
