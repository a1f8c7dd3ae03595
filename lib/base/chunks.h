/* base/chunks.h - large arrays that grow without being copied
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_CHUNKS_H
#define BL_BASE_CHUNKS_H

#include "base/grow.h"

enum {
    BL_CHUNK_ITEMS = 4096
};

/* Items of one size. Zero-initialise to make an empty one. What is in it never moves, and pages
 * beyond it are not touched. */
struct bl_chunks {
    char **chunks;
    uint32_t n, cap;
};

/* Room for item I, after all before it. 0, or BL_E_NOMEM. */
int bl_chunks_grow(struct bl_chunks *array, size_t item_size, uint32_t i);
void bl_chunks_release(struct bl_chunks *array);

/* Item I, which there is room for. */
static inline void *bl_chunks_at(const struct bl_chunks *array, size_t item_size, uint32_t i)
{
    return array->chunks[i / BL_CHUNK_ITEMS] + i % BL_CHUNK_ITEMS * item_size;
}

#endif
