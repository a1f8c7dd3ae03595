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
    if (bl_grow(&array->chunks, &array->cap, array->n + UINT64_C(1)) < 0)
        return BL_E_NOMEM;
    array->chunks[array->n] = malloc(BL_CHUNK_ITEMS * item_size);
    if (!array->chunks[array->n])
        return BL_E_NOMEM;
    array->n++;
    return BL_OK;
}

void bl_chunks_release(struct bl_chunks *array)
{
    for (uint32_t i = 0; i < array->n; i++)
        free(array->chunks[i]);
    bl_drop(array->chunks);
    *array = (struct bl_chunks){0};
}
