/* base/chunks.c - large arrays that grow without being copied
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/chunks.h"

#include "bitleap_base.h"

#include <stdlib.h>

int bl_chunks_grow(struct bl_chunks *array, size_t item_size, uint32_t i)
{
    if (i / BL_CHUNK_ITEMS < array->n)
        return BL_OK;
    char *chunk = malloc(BL_CHUNK_ITEMS * item_size);
    if (chunk && bl_append(&array->chunks, &array->n, &array->cap, chunk) == BL_OK)
        return BL_OK;
    free(chunk);
    return BL_E_NOMEM;
}

void bl_chunks_release(struct bl_chunks *array)
{
    for (uint32_t i = 0; i < array->n; i++)
        free(array->chunks[i]);
    bl_drop(array->chunks);
    *array = (struct bl_chunks){0};
}
