/* rewrite/entry_changes.c - what is to be changed in a stream, by position
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/entry_changes.h"

#include "base/bound.h"
#include "base/grow.h"

#include <string.h>

static const void *keep(struct bl_changes *changes, const void *bytes, size_t size)
{
    void *copy = bl_arena_room(&changes->arena, size ? size : 1);
    if (copy && size)
        memcpy(copy, bytes, size);
    return copy;
}

static const struct bl_change_text *keep_text(struct bl_changes *changes,
                                              const struct bl_change_text *text)
{
    struct bl_change_text copy = *text;
    struct bl_new_record *record = &copy.record;
    if (record->n_ops > SIZE_MAX / sizeof *record->ops)
        return NULL;
    record->ops = keep(changes, record->ops, record->n_ops * sizeof *record->ops);
    record->blob.data = keep(changes, record->blob.data, record->blob.size);
    return record->ops && record->blob.data ? keep(changes, &copy, sizeof copy) : NULL;
}

int bl_changes_add(struct bl_changes *changes, const struct bl_change *change)
{
    struct bl_change copy = *change;
    copy.text = change->text ? keep_text(changes, change->text) : NULL;
    if (changes->n == UINT32_MAX || (change->text && !copy.text))
        return BL_E_NOMEM;
    copy.number = changes->n;
    if (changes->n > 0 && changes->items[changes->n - 1].bit_pos >= copy.bit_pos)
        changes->is_unsorted = true;
    return bl_append(&changes->items, &changes->n, &changes->cap, copy);
}

static int compare(const void *a, const void *b)
{
    const struct bl_change *x = a;
    const struct bl_change *y = b;
    if (x->bit_pos != y->bit_pos)
        return bl_order(x->bit_pos, y->bit_pos);
    int by_kind = bl_order(x->kind >= BL_CHANGE_REPLACE, y->kind >= BL_CHANGE_REPLACE);
    return by_kind ? by_kind : bl_order(x->number, y->number);
}

void bl_changes_sort(struct bl_changes *changes)
{
    if (changes->is_unsorted)
        bl_sort(changes->items, changes->n, sizeof *changes->items, compare);
    changes->is_unsorted = false;
}

uint32_t bl_changes_count(struct bl_changes *changes)
{
    bl_changes_sort(changes);
    uint32_t n = 0;
    for (uint32_t i = 0; i < changes->n; i++)
        n += i == 0 || changes->items[i].bit_pos != changes->items[i - 1].bit_pos;
    return n;
}

void bl_changes_release(struct bl_changes *changes)
{
    bl_drop(changes->items);
    bl_arena_release(&changes->arena);
    *changes = (struct bl_changes){0};
}
