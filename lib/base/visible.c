/* base/visible.c - text as a terminal may show it, and as much as there is room for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/utf8.h"

size_t bl_utf8_length(struct bl_view text)
{
    const uint8_t *p = text.data;
    size_t size = bl_utf8_size(p[0]);
    if (size > text.size || !bl_utf8_continues((struct bl_view){.data = p, .size = size}))
        return 0;
    /* Overlong forms, surrogates, and what lies after U+10FFFF. */
    bool is_none = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] >= 0xA0) ||
                   (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] >= 0x90);
    return is_none ? 0 : size;
}

/* Whether C, a UTF-8 sequence, changes the direction of the text around it, so that it reads as
 * something else: the Bidi_Control of Unicode, U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to
 * U+2069. */
static bool changes_direction(struct bl_view c)
{
    if (c.size == 2)
        return c.data[0] == 0xD8 && c.data[1] == 0x9C;
    if (c.size != 3 || c.data[0] != 0xE2)
        return false;
    uint8_t last = c.data[2];
    return c.data[1] == 0x80 ? (last & ~1) == 0x8E || (last >= 0xAA && last <= 0xAE)
                             : c.data[1] == 0x81 && last >= 0xA6 && last <= 0xA9;
}

/* Whether C, a UTF-8 sequence or a byte of none, may mean something to a terminal: C0, DEL, C1. */
static bool is_control(struct bl_view c)
{
    if (c.size == 1)
        return c.data[0] < ' ' || (c.data[0] >= 0x7F && c.data[0] < 0xA0);
    return (c.data[0] == 0xC2 && c.data[1] < 0xA0) || changes_direction(c);
}

void bl_visible_print(struct bl_view text, bl_put_fn *put, void *context)
{
    static const char hex[] = "0123456789ABCDEF";
    const char *data = (const char *)text.data;
    size_t begin = 0; /* of what is put as it is */
    size_t n;
    for (size_t i = 0; i < text.size; i += n) {
        const uint8_t *p = &text.data[i];
        size_t length = bl_utf8_length((struct bl_view){.data = p, .size = text.size - i});
        n = length ? length : 1;
        if (!is_control((struct bl_view){p, n}))
            continue;
        put(context, data + begin, i - begin);
        for (begin = i; begin < i + n; begin++) {
            uint8_t byte = text.data[begin];
            put(context, (const char[]){'\\', 'x', hex[byte >> 4], hex[byte & 15]}, 4);
        }
    }
    if (begin < text.size)
        put(context, data + begin, text.size - begin);
}

void bl_room_put(void *context, const char *text, size_t size)
{
    struct bl_room *room = context;
    size_t end = room->n_text;
    for (size_t i = 0; i < size && end + 1 < room->size; i++)
        room->text[end++] = text[i];
    if (room->size > 0)
        room->text[end < room->size ? end : room->size - 1] = '\0';
    room->n_text += size;
}
