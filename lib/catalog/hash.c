/* catalog/hash.c - XXH3-128 of bytes, and of a file by the streams in it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/hash.h"

#include "base/bound.h"
#include "base/store.h"
#include "bits/kernels.h"
#include "format/container.h"
#include "format/hint.h"

#define XXH_STATIC_LINKING_ONLY /* the state's size */
#include <xxhash.h>

static struct bl_hash hash_of(XXH128_hash_t hash)
{
    return (struct bl_hash){.low = hash.low64, .high = hash.high64};
}

/* ---- Variants ---- */

_Static_assert(sizeof(XXH3_state_t) <= BL_HASHER_BYTES, "the state of xxHash has room");

static struct bl_hash hash_bytes(struct bl_view bytes)
{
    return hash_of(XXH3_128bits(bytes.data, bytes.size));
}

static void add(struct bl_hasher *hasher, struct bl_view bytes)
{
    XXH3_128bits_update(bl_hasher_state(hasher), bytes.data, bytes.size);
}

static uint64_t sum(struct bl_view bytes)
{
    return XXH3_64bits(bytes.data, bytes.size);
}

const struct bl_hash_variant bl_hash_generic = {.bytes = hash_bytes, .add = add, .sum = sum};

const struct bl_hash_variant *bl_hash_best(void)
{
#if defined(__x86_64__)
    if (bl_kernels_for(BL_CPU_BEST)->cpu >= BL_CPU_AVX2)
        return &bl_hash_avx2;
#endif
    return &bl_hash_generic;
}

struct bl_hash bl_hash_bytes(struct bl_view bytes)
{
    return bl_hash_best()->bytes(bytes);
}

void bl_hasher_begin(struct bl_hasher *hasher)
{
    XXH3_128bits_reset(bl_hasher_state(hasher));
}

struct bl_hash bl_hasher_end(struct bl_hasher *hasher)
{
    return hash_of(XXH3_128bits_digest(bl_hasher_state(hasher)));
}

bool bl_hash_equal(struct bl_hash a, struct bl_hash b)
{
    return a.low == b.low && a.high == b.high;
}

uint32_t bl_catalog_name_hash(struct bl_view name)
{
    return (uint32_t)(XXH3_64bits(name.data, name.size) >> 32);
}

/* By offset; the rest decides only that the answer does not depend on the order they come in. */
static int compare_parts(const void *one, const void *other)
{
    const struct bl_hash_part *a = one;
    const struct bl_hash_part *b = other;
    int order = bl_order(a->offset, b->offset);
    if (!order)
        order = bl_order(a->size, b->size);
    if (!order)
        order = bl_order(a->hash.low, b->hash.low);
    return order ? order : bl_order(a->hash.high, b->hash.high);
}

static void add_hash(XXH3_state_t *state, struct bl_hash hash)
{
    uint8_t bytes[16];
    bl_store_le64(bytes, hash.low);
    bl_store_le64(bytes + 8, hash.high);
    XXH3_128bits_update(state, bytes, sizeof bytes);
}

/* The bytes from AT to END, as far as there are any. */
static void add_between(XXH3_state_t *state, struct bl_view bytes, uint64_t at, uint64_t end)
{
    if (end > bytes.size)
        end = bytes.size;
    if (at < end)
        XXH3_128bits_update(state, bytes.data + at, (size_t)(end - at));
}

static uint64_t end_of(const struct bl_hash_part *part)
{
    uint64_t end;
    return __builtin_add_overflow(part->offset, part->size, &end) ? UINT64_MAX : end;
}

/* Of BYTES without a stream, those that decide that there is none. */
static struct bl_view deciding(struct bl_view bytes)
{
    enum {
        DECIDING_BYTES = BL_MOST_ZEROS + (1 << 16)
    };
    if (bytes.size > DECIDING_BYTES && bl_container_probe(bytes) == BL_CONTAINER_NONE &&
        !bl_format_packed(bytes))
        bytes.size = DECIDING_BYTES;
    return bytes;
}

int bl_catalog_hash_source(struct bl_hash *hash, struct bl_view bytes, struct bl_hash_part *parts,
                           size_t n)
{
    if (n == 0)
        bytes = deciding(bytes);
    if (n == 1 && parts[0].offset == 0 && parts[0].size == bytes.size) {
        *hash = parts[0].hash;
        return BL_OK;
    }
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return BL_E_NOMEM;
    XXH3_128bits_reset(state);
    bl_sort(parts, n, sizeof *parts, compare_parts);
    uint64_t at = 0;
    for (size_t i = 0; i < n; i++) {
        add_between(state, bytes, at, parts[i].offset);
        add_hash(state, parts[i].hash);
        if (end_of(&parts[i]) > at)
            at = end_of(&parts[i]);
    }
    add_between(state, bytes, at, bytes.size);
    *hash = hash_of(XXH3_128bits_digest(state));
    XXH3_freeState(state);
    return BL_OK;
}
