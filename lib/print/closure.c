/* print/closure.c - what a text refers to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/closure.h"

#include "base/grow.h"

#include <string.h>

void bl_closure_note(struct bl_closure *closure, enum bl_closure_kind kind, uint32_t number)
{
    struct bl_closure_list *list = &closure->lists[kind];
    if (number >= list->n_numbers || bl_closure_has(list, number))
        return;
    uint32_t n_noted = list->n_noted;
    if (bl_grow(&list->items, &list->cap, list->n + 1U) < 0 ||
        bl_grow(&list->is_noted, &list->n_noted, number + 1ULL) < 0) {
        closure->has_lacked = true;
        return;
    }
    if (list->n_noted > n_noted)
        memset(list->is_noted + n_noted, 0, list->n_noted - n_noted);
    list->is_noted[number] = true;
    list->items[list->n++] = number;
}

void bl_closure_note_global(struct bl_closure *closure, uint32_t value)
{
    bl_closure_note(
        closure, closure->takes_definitions ? BL_CLOSURE_DEFINITIONS : BL_CLOSURE_GLOBALS, value);
}

void bl_closure_note_type(struct bl_printer *p, uint32_t type)
{
    struct bl_closure_list *list = &p->closure->lists[BL_CLOSURE_TYPES];
    /* Types that a body implies are not listed, and are made of few others. */
    if (type >= list->n_numbers && type < p->loaded.types->n) {
        const struct bl_type *t = &p->loaded.types->types[type];
        for (uint32_t i = 0; i < t->n_parts; i++)
            if (p->loaded.types->parts[t->first_part + i] < list->n_numbers)
                bl_closure_note_type(p, p->loaded.types->parts[t->first_part + i]);
        return;
    }
    uint32_t at = list->n;
    bl_closure_note(p->closure, BL_CLOSURE_TYPES, type);
    for (; at < list->n; at++) {
        const struct bl_type *t = &p->loaded.types->types[list->items[at]];
        for (uint32_t i = 0; i < t->n_parts; i++)
            bl_closure_note(p->closure, BL_CLOSURE_TYPES,
                            p->loaded.types->parts[t->first_part + i]);
    }
}

void bl_closure_note_group(struct bl_printer *p, const struct bl_attribute_group *group)
{
    for (uint32_t i = 0; i < group->n; i++) {
        const struct bl_attribute *a = &p->tables.attributes->attributes[group->first + i];
        if (a->form == BL_ATTRIBUTE_TYPED)
            bl_closure_note_type(p, a->type);
    }
}
