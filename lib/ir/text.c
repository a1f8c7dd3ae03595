/* ir/text.c - operands that are characters
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/text.h"

int bl_ir_text(struct bl_arena *arena, const struct bl_record *rec, uint32_t first,
               struct bl_view *text)
{
    *text = (struct bl_view){0};
    if (rec->n_ops <= first)
        return BL_OK;
    uint32_t size = rec->n_ops - first;
    uint8_t *bytes = bl_arena_take(arena, size);
    if (!bytes)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)rec->ops[first + i];
    *text = (struct bl_view){.data = bytes, .size = size};
    return BL_OK;
}
