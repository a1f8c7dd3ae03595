/* print/kept_texts.c - texts by number that are made once and copied from then on
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/kept_texts.h"

#include "base/grow.h"

bool bl_kept_begin(struct bl_kept_texts *kept, uint32_t n)
{
    kept->n = 0;
    kept->longer.size = 0;
    if (n == 0)
        return true;
    if (!kept->items) {
        /* Pages that nobody keeps anything in stay untouched. */
        kept->items = bl_new((size_t)n * sizeof *kept->items);
        kept->cap = kept->items ? n : 0;
    } else if (bl_grow(&kept->items, &kept->cap, n) == BL_OK) {
        memset(kept->items, 0, (size_t)n * sizeof *kept->items);
    }
    kept->n = kept->cap >= n ? n : 0;
    return kept->n == n;
}

void bl_kept_set(struct bl_kept_texts *kept, uint64_t i, const char *data, size_t size)
{
    struct bl_kept_text *item = &kept->items[i];
    struct bl_text *longer = &kept->longer;
    if (size == 0)
        return;
    if (size <= BL_SHORT_TEXT) {
        memcpy(item->text, data, size);
        item->size = (uint8_t)size;
        return;
    }
    struct bl_long_text place = {.at = (uint32_t)longer->size, .size = (uint32_t)size};
    if (longer->size > UINT32_MAX - size || !bl_text_room(longer, size + BL_TEXT_STRIDE))
        return;
    bl_text_bytes(longer, data, size);
    memcpy(item->text, &place, sizeof place);
    item->size = BL_LONG_TEXT;
}

void bl_kept_release(struct bl_kept_texts *kept)
{
    bl_drop(kept->items);
    bl_text_release(&kept->longer);
    *kept = (struct bl_kept_texts){0};
}
