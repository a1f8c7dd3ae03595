/* format/offload_bundle.h - code for devices in clang's offload bundles
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What clang-offload-bundler writes, and what HIP puts into the section .hip_fatbin: one bundle, or
 * several in a row (ClangOffloadBundler.html, "Bundled Code Object Layout"). Parts are
 * BL_PART_SLICE, under the entry's ID, "hipv4-amdgcn-amd-amdhsa--gfx906"; what is in the ID, kind
 * of offloading and target, are facts. A compressed bundle is one part, whose facts are the method
 * and the size without it. Bundles of text are not read. The functions are those of format/part.h.
 */
#ifndef BL_FORMAT_OFFLOAD_BUNDLE_H
#define BL_FORMAT_OFFLOAD_BUNDLE_H

#include "format/part.h"

struct bl_offload_bundle {
    struct bl_view bytes;    /* borrowed */
    uint64_t start;          /* of the bundle that is read */
    uint64_t at;             /* byte offset of its next entry */
    uint64_t n_left;         /* its entries that have not been read */
    uint64_t end;            /* of what the others hold; the next bundle is there, or after zeros */
    struct bl_view id;       /* of the last part */
    const char *compression; /* of the last part; NULL: none */
    uint64_t raw_size;       /* of it without compression */
};

bool bl_offload_bundle_probe(struct bl_view bytes);

/* Errors: BL_E_CONTAINER. */
int bl_offload_bundle_open(struct bl_offload_bundle *it, struct bl_view bytes,
                           struct bl_error *err);

/* Errors: BL_E_CONTAINER. Continues after an entry whose contents are not there, and ends
 * otherwise. */
int bl_offload_bundle_next(struct bl_offload_bundle *it, struct bl_part *part,
                           struct bl_error *err);

int bl_offload_bundle_fact(struct bl_offload_bundle *it, uint32_t number, struct bl_fact *fact);

#endif
