/* base/arena.h - memory that stays where it is until all of it is given back
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_ARENA_H
#define BL_BASE_ARENA_H

#include <stddef.h>

struct bl_arena_chunk;

/* Zeroes are an empty one. */
struct bl_arena {
    struct bl_arena_chunk *newest;
    size_t n_used, n_bytes; /* of the newest chunk */
};

/* SIZE bytes, aligned for any type, with nothing in them in particular; NULL: no memory. */
void *bl_arena_take(struct bl_arena *arena, size_t size);

/* Give all of it back; ARENA is empty then. */
void bl_arena_release(struct bl_arena *arena);

#endif
