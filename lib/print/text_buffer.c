/* print/text_buffer.c - text that grows
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/text_buffer.h"

#include "base/grow.h"
#include "print/print.h"

void bl_text_cut(struct bl_text *t)
{
    t->is_cut = true;
    t->cap = t->size;
}

bool bl_text_grow(struct bl_text *t, size_t n)
{
    uint64_t needed = (uint64_t)t->size + n;
    if (t->is_cut)
        return false;
    if (t->limit && needed > t->limit) {
        bl_text_cut(t);
    } else if (bl_grow(&t->data, &t->cap, needed < 4096 ? 4096 : needed) < 0) {
        t->is_cut = t->has_lacked = true;
    } else {
        return true;
    }
    return false;
}

void bl_text_release(struct bl_text *t)
{
    bl_drop(t->data);
    *t = (struct bl_text){0};
}

static unsigned digits_of(uint64_t v)
{
    unsigned n = 1;
    for (uint64_t power = 10; n < BL_TEXT_DECIMAL && v >= power; power *= 10)
        n++;
    return n;
}

void bl_text_u64(struct bl_text *t, uint64_t v)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    unsigned n = digits_of(v);
    char *at = bl_text_room(t, n);
    if (!at)
        return;
    t->size += n;
    for (; v >= 10; v /= 100)
        memcpy(at + (n -= 2), pairs + 2 * (v % 100), 2);
    if (n > 0)
        *at = (char)('0' + v);
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
