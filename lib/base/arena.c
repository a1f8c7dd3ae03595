/* base/arena.c - memory that stays where it is until all of it is given back
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/arena.h"

#include "base/grow.h"

#include <stdalign.h>
#include <stdint.h>

enum {
    FIRST_BYTES = 1024,
    ALIGN = alignof(max_align_t)
};

struct bl_arena_chunk {
    struct bl_arena_chunk *older;
    alignas(max_align_t) unsigned char bytes[];
};

/* Each twice as large as the one before it. What is left in the newest is given up. */
static int add_chunk(struct bl_arena *arena, size_t size)
{
    size_t n_bytes = arena->newest ? arena->n_bytes : FIRST_BYTES / 2;
    if (size > SIZE_MAX / 4 || n_bytes > SIZE_MAX / 4)
        return -1;
    n_bytes *= 2;
    if (n_bytes < size)
        n_bytes = size;
    struct bl_arena_chunk *chunk = bl_new(sizeof *chunk + n_bytes);
    if (!chunk)
        return -1;
    chunk->older = arena->newest;
    *arena = (struct bl_arena){.newest = chunk, .n_bytes = n_bytes};
    return 0;
}

void *bl_arena_take(struct bl_arena *arena, size_t size)
{
    size_t left = arena->n_bytes - arena->n_used;
    if ((!arena->newest || size > left) && add_chunk(arena, size) < 0)
        return NULL;
    void *taken = arena->newest->bytes + arena->n_used;
    size_t rounded = size + (ALIGN - size % ALIGN) % ALIGN;
    left = arena->n_bytes - arena->n_used;
    arena->n_used += rounded < left ? rounded : left;
    return taken;
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
