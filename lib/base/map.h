/* base/map.h - from 64-bit keys to 32-bit values
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Open addressing with linear probing; keys are never removed. Zero-initialise to
 * make an empty one.
 */
#ifndef BL_BASE_MAP_H
#define BL_BASE_MAP_H

#include <stdint.h>

struct bl_map {
    uint64_t *keys;
    uint32_t *values; /* value + 1; 0 marks a free place */
    uint32_t n;
    uint32_t cap; /* a power of two, or 0 */
};

/* Values are below UINT32_MAX. */
#define BL_MAP_NONE UINT32_MAX

void bl_map_release(struct bl_map *map);

/* The value of KEY, or BL_MAP_NONE. */
uint32_t bl_map_find(const struct bl_map *map, uint64_t key);

/* Give KEY a value, whether it is there or not. BL_E_NOMEM leaves the map as it was. */
int bl_map_set(struct bl_map *map, uint64_t key, uint32_t value);

/* Add KEY, which is not there yet. BL_E_NOMEM leaves the map as it was. */
int bl_map_add(struct bl_map *map, uint64_t key, uint32_t value);

#endif
