/* catalog/hash_avx2.c - XXH3-128 with AVX2, twice as fast as with the vectors that any x86-64 has
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The library's own build for it is not in every package of xxHash; its header can be built for it,
 * too. Registers' upper halves are cleared by hand: gcc 12 leaves it out after a call of a
 * function whose use of registers it knows, and each change between SSE and AVX then costs as much
 * as hashing a small body.
 */
#include "catalog/hash.h"

#if defined(__x86_64__)
#include "base/compiler.h"

#include <immintrin.h>

BL_TARGET_BEGIN("avx2")
#define XXH_INLINE_ALL
#define XXH_PREFETCH_DIST 4096 /* machines look ahead by themselves, but not beyond a page */
#define XXH_VECTOR 2           /* XXH_AVX2 */
#include <xxhash.h>

static struct bl_hash hash_bytes(struct bl_view bytes)
{
    XXH128_hash_t hash = XXH3_128bits(bytes.data, bytes.size);
    _mm256_zeroupper();
    return (struct bl_hash){.low = hash.low64, .high = hash.high64};
}

static void add(struct bl_hasher *hasher, struct bl_view bytes)
{
    XXH3_128bits_update(bl_hasher_state(hasher), bytes.data, bytes.size);
    _mm256_zeroupper();
}

static uint64_t sum(struct bl_view bytes)
{
    uint64_t hash = XXH3_64bits(bytes.data, bytes.size);
    _mm256_zeroupper();
    return hash;
}
BL_TARGET_END

const struct bl_hash_variant bl_hash_avx2 = {.bytes = hash_bytes, .add = add, .sum = sum};
#endif
