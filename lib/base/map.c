/* base/map.c - from 64-bit keys to 32-bit values
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/map.h"

#include <stdlib.h>
#include <sys/auxv.h>
#include <xxhash.h>

enum {
    RANDOM_BYTES = 16 /* that the kernel gives each process */
};

uint64_t bl_map_seed(void)
{
    static const char any_place;
    const void *random = (const void *)getauxval(AT_RANDOM);
    /* Hashed, because they guard the stack, too. Without them, where we were loaded to must do. */
    return random ? XXH3_64bits(random, RANDOM_BYTES) : (uintptr_t)&any_place;
}

static uint64_t factor_of(const struct bl_map *map)
{
    return map->factor ? map->factor : bl_map_seed() | 1;
}

uint64_t bl_map_key(struct bl_map *map, struct bl_view bytes)
{
    map->factor = factor_of(map);
    return XXH3_64bits_withSeed(bytes.data, bytes.size, map->factor);
}

static uint32_t place_of(const struct bl_map *map, uint64_t key)
{
    return (uint32_t)((bl_map_spread(key, map->factor) >> 32) * map->cap >> 32);
}

void bl_map_release(struct bl_map *map)
{
    free(map->keys);
    free(map->values);
    *map = (struct bl_map){0};
}

/* Where KEY is, or NULL. */
static uint32_t *find_place(const struct bl_map *map, uint64_t key)
{
    if (!map->cap)
        return NULL;
    for (uint32_t i = place_of(map, key); map->values[i]; i = (i + 1) & (map->cap - 1))
        if (map->keys[i] == key)
            return &map->values[i];
    return NULL;
}

uint32_t bl_map_find(const struct bl_map *map, uint64_t key)
{
    const uint32_t *place = find_place(map, key);
    return place ? *place - 1 : BL_MAP_NONE;
}

int bl_map_set(struct bl_map *map, uint64_t key, uint32_t value)
{
    uint32_t *place = find_place(map, key);
    if (!place)
        return bl_map_add(map, key, value);
    *place = value + 1;
    return BL_OK;
}

static void put(struct bl_map *map, uint64_t key, uint32_t value)
{
    uint32_t i = place_of(map, key);
    while (map->values[i])
        i = (i + 1) & (map->cap - 1);
    map->keys[i] = key;
    map->values[i] = value + 1;
    map->n++;
}

static int grow(struct bl_map *map)
{
    if (map->cap > UINT32_MAX / 4)
        return BL_E_NOMEM;
    struct bl_map bigger = {
        .cap = map->cap ? map->cap * 2 : 16,
        .factor = factor_of(map),
    };
    bigger.keys = calloc(bigger.cap, sizeof *bigger.keys);
    bigger.values = calloc(bigger.cap, sizeof *bigger.values);
    if (!bigger.keys || !bigger.values) {
        bl_map_release(&bigger);
        return BL_E_NOMEM;
    }
    for (uint32_t i = 0; i < map->cap; i++)
        if (map->values[i])
            put(&bigger, map->keys[i], map->values[i] - 1);
    struct bl_map old = *map;
    *map = bigger;
    bl_map_release(&old);
    return BL_OK;
}

int bl_map_add(struct bl_map *map, uint64_t key, uint32_t value)
{
    if (map->n >= map->cap / 2 && grow(map) < 0)
        return BL_E_NOMEM;
    put(map, key, value);
    return BL_OK;
}
