/* base/arena.c - memory for many small things that end together
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/arena.h"

#include "base/grow.h"

#include <stdalign.h>
#include <stdint.h>

enum {
    SMALLEST_CHUNK = 4096
};

struct bl_arena_chunk {
    struct bl_arena_chunk *older;
    max_align_t bytes[];
};

static size_t rounded_up(size_t size)
{
    return (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
}

/* Chunks double in size, so that there are few of them. */
static int add_chunk(struct bl_arena *arena, size_t needed)
{
    size_t size = arena->size < SMALLEST_CHUNK / 2 ? SMALLEST_CHUNK : arena->size * 2;
    if (size < needed)
        size = needed;
    struct bl_arena_chunk *chunk = bl_new(sizeof *chunk + size);
    if (!chunk)
        return -1;
    chunk->older = arena->newest;
    *arena = (struct bl_arena){.newest = chunk, .size = size};
    return 0;
}

void *bl_arena_take(struct bl_arena *arena, size_t size)
{
    if (size > SIZE_MAX / 4)
        return NULL;
    size = rounded_up(size);
    if ((!arena->newest || size > arena->size - arena->used) && add_chunk(arena, size) < 0)
        return NULL;
    uint8_t *at = (uint8_t *)arena->newest->bytes + arena->used;
    arena->used += size;
    return at;
}

void bl_arena_release(struct bl_arena *arena)
{
    while (arena->newest) {
        struct bl_arena_chunk *older = arena->newest->older;
        bl_drop(arena->newest);
        arena->newest = older;
    }
    *arena = (struct bl_arena){0};
}
