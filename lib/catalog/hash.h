/* catalog/hash.h - XXH3-128 of bytes, and of a file by the streams in it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_HASH_H
#define BL_CATALOG_HASH_H

#include "bitleap_catalog.h"

/* By the best CPU variant. */
struct bl_hash bl_hash_bytes(struct bl_view bytes);

enum {
    BL_HASHER_BYTES = 576,
    BL_HASHER_ALIGN = 64 /* more than memory of the heap has */
};

/* The same, of bytes that come one after the other. Does not move between its
 * beginning and its end. */
struct bl_hasher {
    unsigned char room[BL_HASHER_BYTES + BL_HASHER_ALIGN - 1];
};

/* xxHash's state, in that room. */
static inline void *bl_hasher_state(struct bl_hasher *hasher)
{
    uintptr_t at = (uintptr_t)hasher->room;
    return hasher->room + (-at & (BL_HASHER_ALIGN - 1));
}
void bl_hasher_begin(struct bl_hasher *hasher);
struct bl_hash bl_hasher_end(struct bl_hasher *hasher);

/* Variants: the reference, and one for machines that run BL_CPU_AVX2. */
struct bl_hash_variant {
    struct bl_hash (*bytes)(struct bl_view bytes);
    void (*add)(struct bl_hasher *hasher, struct bl_view bytes);
    uint64_t (*sum)(struct bl_view bytes); /* XXH3-64 */
};
extern const struct bl_hash_variant bl_hash_generic, bl_hash_avx2;

/* The best variant. Callers that hash many short texts should keep the pointer. */
const struct bl_hash_variant *bl_hash_best(void);

/* The hash of a name in the chunk HASH: the upper half of XXH3-64. */
uint32_t bl_catalog_name_hash(struct bl_view name);

bool bl_hash_equal(struct bl_hash a, struct bl_hash b);

/* A stream of a source, and its hash. */
struct bl_hash_part {
    uint64_t offset, size; /* bytes in the source */
    struct bl_hash hash;
};

/* The hash of a source of these BYTES: in the place of each of its N streams is the stream's
 * hash, 16 bytes with the low half first, so that no byte is hashed twice. Of a source that is
 * one stream and nothing else it is that stream's. Of a long one without streams that is no
 * container, only those bytes count that say so: it may be a disk image of any size. PARTS are
 * in any order and will be in that of their offsets; what is in several of them, or after the
 * end, counts once or not at all. Errors: BL_E_NOMEM. */
int bl_catalog_hash_source(struct bl_hash *hash, struct bl_view bytes, struct bl_hash_part *parts,
                           size_t n);

#endif
