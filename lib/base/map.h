/* base/map.h - from 64-bit keys to 32-bit values
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Open addressing with linear probing; keys are never removed. Zero-initialise to
 * make an empty one.
 *
 * Keys come from files. Which of them share places differs from process to process, so that no file
 * can be made for which a map takes quadratic time; nothing that is answered may depend on it.
 */
#ifndef BL_BASE_MAP_H
#define BL_BASE_MAP_H

#include "bitleap_base.h"

struct bl_map_entry {
    uint32_t key[2]; /* the lower half first: 64 bits would be aligned, which needs more memory */
    uint32_t value;  /* plus 1; 0 marks a free place */
};

struct bl_map {
    struct bl_map_entry *entries;
    uint64_t factor; /* odd, and a secret; 0: not chosen yet */
    uint32_t n;
    uint32_t cap; /* a power of two, or 0 */
};

/* Values are below UINT32_MAX. */
#define BL_MAP_NONE UINT32_MAX

void bl_map_release(struct bl_map *map);
/* Empty again, to be filled by about as many as before. */
void bl_map_clear(struct bl_map *map);

/* The key in MAP for BYTES: a hash, which others may have, too. */
uint64_t bl_map_key(struct bl_map *map, struct bl_view bytes);

/* For tables of other kinds: a number that stays as it is while the process lives, and that no file
 * can have been made for. */
uint64_t bl_map_seed(void);

/* KEY by a secret FACTOR, which is odd, all of it in the upper half. Multiplication spreads keys
 * over the high bits, any two of them as if at random to anyone who does not know the factor. What
 * many keys have in common, such as equal distances, would show in their places. After a second one
 * it still does for distances of high bits alone, by one factor in a few thousand; after a third it
 * is gone. */
static inline uint64_t bl_map_spread(uint64_t key, uint64_t factor)
{
    uint64_t h = key * factor;
    h = (h ^ h >> 32) * factor;
    return (h ^ h >> 32) * factor;
}

/* HASH of some numbers, with VALUE as the next one. Not 0. */
static inline uint64_t bl_map_mix(uint64_t hash, uint64_t value)
{
    return bl_map_spread(hash ^ value, UINT64_C(0x9E3779B97F4A7C15)) + 1;
}

/* The value of KEY, or BL_MAP_NONE. */
uint32_t bl_map_find(const struct bl_map *map, uint64_t key);

/* Give KEY a value, whether it is there or not. BL_E_NOMEM leaves the map as it was. */
int bl_map_set(struct bl_map *map, uint64_t key, uint32_t value);

/* Add KEY, which is not there yet. BL_E_NOMEM leaves the map as it was. */
int bl_map_add(struct bl_map *map, uint64_t key, uint32_t value);

#endif
