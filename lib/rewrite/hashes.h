/* rewrite/hashes.h - what becomes of the HASH records of modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_HASHES_H
#define BL_REWRITE_HASHES_H

#include "bitleap_rewrite.h"
#include "ir/module.h"

/* A HASH of the stream that is read. */
struct bl_module_hash {
    uint64_t bit_pos;
    bool is_right;                 /* what LLVM's writer would have written */
    uint64_t words[BL_HASH_WORDS]; /* what it would write */
};

struct bl_hashes {
    unsigned policy;              /* bl_hash_policy */
    struct bl_module_hash *items; /* BL_HASH_RENEW: by position */
    uint32_t n, cap;
    struct bl_hash_counts counts;
};

/* Find the hashes of STREAM. Errors: those of reading modules, BL_E_NOMEM. */
int bl_hashes_read(struct bl_hashes *hashes, const struct bl_stream *stream, struct bl_error *err);

/* Set the words of those that are right to what they have to be in WRITTEN, which has them in the
 * same order, and no others. Errors: as above. */
int bl_hashes_renew(struct bl_hashes *hashes, const struct bl_stream *written,
                    struct bl_error *err);

/* The HASH at BIT_POS is about to be written: count it, and give it the OPS of a new one. False: it
 * goes. */
bool bl_hashes_meet(struct bl_hashes *hashes, uint64_t bit_pos, const uint64_t **ops);

void bl_hashes_release(struct bl_hashes *hashes);

#endif
