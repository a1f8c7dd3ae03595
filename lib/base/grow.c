/* base/grow.c - growable arrays with checked sizes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"

#include "bitleap_base.h"

#include <stdlib.h>

int bl_grow_(void **array, size_t *cap, uint64_t needed, size_t item_size)
{
    if (needed <= *cap)
        return BL_OK;
    if (needed > SIZE_MAX / 2)
        return BL_E_NOMEM;
    size_t want = *cap < 8 ? 8 : *cap;
    while (want < needed)
        want *= 2;
    size_t bytes;
    if (__builtin_mul_overflow(want, item_size, &bytes))
        return BL_E_NOMEM;
    void *grown = realloc(*array, bytes);
    if (!grown)
        return BL_E_NOMEM;
    *array = grown;
    *cap = want;
    return BL_OK;
}

void *bl_new(size_t size)
{
    return calloc(1, size);
}

void bl_drop(void *array)
{
    free(array);
}
