/* base/map.c - from 64-bit keys to 32-bit values
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/map.h"

#include <stdlib.h>
#include <string.h>
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

static uint32_t place_of_key(const struct bl_map *map, uint64_t key)
{
    return (uint32_t)((bl_map_spread(key, map->factor) >> 32) * map->cap >> 32);
}

void bl_map_release(struct bl_map *map)
{
    free(map->entries);
    *map = (struct bl_map){0};
}

void bl_map_clear(struct bl_map *map)
{
    if (map->n < map->cap / 8) {
        bl_map_release(map);
        return;
    }
    if (map->cap)
        memset(map->entries, 0, map->cap * sizeof *map->entries);
    map->n = 0;
}

static bool has_key(const struct bl_map_entry *entry, uint64_t key)
{
    return entry->key[0] == (uint32_t)key && entry->key[1] == (uint32_t)(key >> 32);
}

/* Where KEY is, or NULL. */
static struct bl_map_entry *find_entry(const struct bl_map *map, uint64_t key)
{
    if (!map->cap)
        return NULL;
    for (uint32_t i = place_of_key(map, key); map->entries[i].value; i = (i + 1) & (map->cap - 1))
        if (has_key(&map->entries[i], key))
            return &map->entries[i];
    return NULL;
}

uint32_t bl_map_find(const struct bl_map *map, uint64_t key)
{
    const struct bl_map_entry *entry = find_entry(map, key);
    return entry ? entry->value - 1 : BL_MAP_NONE;
}

int bl_map_set(struct bl_map *map, uint64_t key, uint32_t value)
{
    struct bl_map_entry *entry = find_entry(map, key);
    if (!entry)
        return bl_map_add(map, key, value);
    entry->value = value + 1;
    return BL_OK;
}

static void put_entry(struct bl_map *map, uint64_t key, uint32_t value)
{
    uint32_t i = place_of_key(map, key);
    while (map->entries[i].value)
        i = (i + 1) & (map->cap - 1);
    map->entries[i] = (struct bl_map_entry){{(uint32_t)key, (uint32_t)(key >> 32)}, value + 1};
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
    bigger.entries = calloc(bigger.cap, sizeof *bigger.entries);
    if (!bigger.entries)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < map->cap; i++) {
        const struct bl_map_entry *entry = &map->entries[i];
        if (entry->value)
            put_entry(&bigger, (uint64_t)entry->key[1] << 32 | entry->key[0], entry->value - 1);
    }
    struct bl_map old = *map;
    *map = bigger;
    bl_map_release(&old);
    return BL_OK;
}

int bl_map_add(struct bl_map *map, uint64_t key, uint32_t value)
{
    if (map->n >= map->cap / 2 && grow(map) < 0)
        return BL_E_NOMEM;
    put_entry(map, key, value);
    return BL_OK;
}
