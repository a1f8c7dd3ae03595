/* print/text_buffer.c - text that grows
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/text_buffer.h"

#include "base/grow.h"
#include "print/line.h"
#include "print/print.h"

enum {
    LEAST = 4096 /* bytes at first */
};

void bl_text_cut(struct bl_text *t)
{
    t->is_cut = true;
    t->cap = t->size;
}

bool bl_text_grow(struct bl_text *t, size_t n)
{
    uint64_t needed = (uint64_t)t->size + n + 1;
    size_t there = t->data ? t->cap + BL_TEXT_RESERVE : 0;
    if (t->is_cut)
        return false;
    if (t->limit && needed > t->limit) {
        bl_text_cut(t);
        return false;
    }
    if (bl_grow(&t->data, &there, (needed < LEAST ? LEAST : needed) + BL_TEXT_RESERVE) < 0) {
        t->has_lacked = true;
        bl_text_cut(t);
        return false;
    }
    t->cap = there - BL_TEXT_RESERVE;
    return true;
}

void bl_text_release(struct bl_text *t)
{
    bl_drop(t->data);
    *t = (struct bl_text){0};
}

struct bl_line bl_line_cut(struct bl_text *t)
{
    if (!t->data)
        __builtin_unreachable(); /* there was room before */
    char *at = t->data + t->size;
    return (struct bl_line){.t = t, .at = at, .last = at + BL_LINE_ROOM - BL_LINE_SPARE};
}

static void put_below(struct bl_text *t, uint32_t v, unsigned n_least)
{
    char *at = bl_text_room(t, sizeof(uint64_t));
    if (at)
        t->size = (size_t)(bl_put_digits(at, v, n_least) - t->data);
}

void bl_text_u64(struct bl_text *t, uint64_t v)
{
    if (v < BL_EIGHT_DIGITS) {
        put_below(t, (uint32_t)v, 1);
        return;
    }
    bl_text_u64(t, v / BL_EIGHT_DIGITS);
    put_below(t, (uint32_t)(v % BL_EIGHT_DIGITS), 8);
}

void bl_text_i64(struct bl_text *t, int64_t v)
{
    if (v < 0)
        bl_text_char(t, '-');
    bl_text_u64(t, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

void bl_text_hex(struct bl_text *t, uint64_t v, unsigned n_digits)
{
    static const char hex[] = "0123456789ABCDEF";
    for (unsigned i = n_digits; i-- > 0;)
        bl_text_char(t, hex[v >> 4 * i & 15]);
}

void bl_text_escaped(struct bl_text *t, struct bl_view view)
{
    struct bl_print out = {bl_text_append, t};
    if (bl_text_room(t, view.size)) /* or there is no work for what would be cut */
        bl_print_escaped(&out, view);
}

void bl_text_quoted(struct bl_text *t, struct bl_view view)
{
    bl_text_char(t, '"');
    bl_text_escaped(t, view);
    bl_text_char(t, '"');
}

void bl_text_name(struct bl_text *t, struct bl_view name)
{
    if (!bl_text_room(t, name.size))
        return;
    if (bl_print_needs_quotes(name))
        bl_text_quoted(t, name);
    else
        bl_text_view(t, name);
}

void bl_text_append(void *text, const char *data, size_t size)
{
    bl_text_bytes(text, data, size);
}
