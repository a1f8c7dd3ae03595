/* base/arena.c - memory for many small things that end together
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/arena.h"

#include "base/grow.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

enum {
    SMALLEST_CHUNK = 256,
    LARGEST_KEPT = 1 << 20,
};

struct bl_arena_chunk {
    struct bl_arena_chunk *older;
    max_align_t bytes[];
};

static size_t rounded_up(size_t size)
{
    return (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
}

/* Chunks double in size, so that there are few of them. What is never used is not cleared. */
static int add_chunk(struct bl_arena *arena, size_t needed)
{
    size_t size = arena->size < SMALLEST_CHUNK / 2 ? SMALLEST_CHUNK : arena->size * 2;
    if (size < needed)
        size = needed;
    uint8_t *bytes = NULL;
    size_t cap = 0;
    if (bl_grow(&bytes, &cap, sizeof(struct bl_arena_chunk) + size) < 0)
        return -1;
    struct bl_arena_chunk *chunk = (void *)bytes;
    size = cap - sizeof *chunk;
    chunk->older = arena->newest;
    *arena = (struct bl_arena){.newest = chunk, .size = size};
    return 0;
}

void *bl_arena_room(struct bl_arena *arena, size_t size)
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

void *bl_arena_take(struct bl_arena *arena, size_t size)
{
    void *at = bl_arena_room(arena, size);
    return at ? memset(at, 0, rounded_up(size)) : NULL;
}

static void release_chunks(struct bl_arena_chunk *chunk)
{
    while (chunk) {
        struct bl_arena_chunk *older = chunk->older;
        bl_drop(chunk);
        chunk = older;
    }
}

void bl_arena_reset(struct bl_arena *arena)
{
    if (arena->size > LARGEST_KEPT) {
        bl_arena_release(arena);
    } else if (arena->newest) {
        release_chunks(arena->newest->older);
        arena->newest->older = NULL;
        arena->used = 0;
    }
}

void bl_arena_release(struct bl_arena *arena)
{
    release_chunks(arena->newest);
    *arena = (struct bl_arena){0};
}
