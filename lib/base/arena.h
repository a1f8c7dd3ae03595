/* base/arena.h - memory for many small things that end together
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_ARENA_H
#define BL_BASE_ARENA_H

#include <stddef.h>

/* Zero-initialise to make an empty one. Allocations never move. */
struct bl_arena {
    struct bl_arena_chunk *newest;
    size_t used, size; /* of the newest chunk's bytes */
};

/* SIZE bytes, aligned for any type; NULL: no memory. */
void *bl_arena_room(struct bl_arena *arena, size_t size);
/* The same, zeroed. */
void *bl_arena_take(struct bl_arena *arena, size_t size);

/* What was taken is not needed any more: memory of the usual size is used again. */
void bl_arena_reset(struct bl_arena *arena);
void bl_arena_release(struct bl_arena *arena);

#endif
