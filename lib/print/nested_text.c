/* print/nested_text.c - what is nested deep, printed without a deep stack
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/nested_text.h"

#include "base/grow.h"

/* A hole, and the text from there to the next one. */
struct bl_unfilled {
    struct bl_hole hole;
    size_t size; /* of the text, which is the last in bl_nested_text.rest */
    bool is_filled;
};

static void lack(struct bl_text *t)
{
    t->has_lacked = true;
    bl_text_cut(t);
}

void bl_nested_leave(struct bl_nested_text *nested, struct bl_text *t, struct bl_hole hole)
{
    hole.at = t->size;
    if (bl_append(&nested->holes, &nested->n_holes, &nested->cap_holes, hole) < 0)
        lack(t);
}

/* Put what follows the first hole aside. */
static void put_aside(struct bl_nested_text *nested, struct bl_text *t)
{
    size_t end = t->size;
    for (uint32_t i = nested->n_holes; i-- > 0;) {
        struct bl_unfilled unfilled = {.hole = nested->holes[i]};
        unfilled.size = end - unfilled.hole.at;
        end = unfilled.hole.at;
        bl_text_bytes(&nested->rest, t->data + end, unfilled.size);
        if (nested->rest.has_lacked ||
            bl_append(&nested->unfilled, &nested->n_unfilled, &nested->cap_unfilled, unfilled) < 0)
            lack(t);
    }
    t->size = end;
    nested->n_holes = 0;
}

void bl_nested_fill(struct bl_nested_text *nested, struct bl_text *t, bl_fill_fn *fill,
                    void *context)
{
    if (nested->n_holes == 0)
        return;
    put_aside(nested, t);
    while (nested->n_unfilled > 0 && !t->is_cut) {
        struct bl_unfilled *next = &nested->unfilled[nested->n_unfilled - 1];
        if (next->is_filled) {
            nested->rest.size -= next->size;
            bl_text_bytes(t, nested->rest.data + nested->rest.size, next->size);
            nested->n_unfilled--;
        } else {
            struct bl_hole hole = next->hole;
            next->is_filled = true;
            fill(context, &hole);
            put_aside(nested, t);
        }
    }
    bl_drop(nested->holes);
    bl_drop(nested->unfilled);
    bl_text_release(&nested->rest);
    *nested = (struct bl_nested_text){0};
}
