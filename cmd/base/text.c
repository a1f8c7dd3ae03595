/* cmd/text.c - text that the library puts together, kept
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_put(void *context, const char *data, size_t size)
{
    struct text *text = context;
    if (text->cap - text->n < size) {
        size_t cap;
        if (__builtin_add_overflow(text->n, size, &cap) || __builtin_mul_overflow(cap, 2, &cap))
            out_no_memory();
        char *grown = realloc(text->data, cap);
        if (!grown)
            out_no_memory();
        text->data = grown;
        text->cap = cap;
    }
    if (size)
        memcpy(text->data + text->n, data, size);
    text->n += size;
}

void out_put(void *out, const char *data, size_t size)
{
    out_bytes(out, data, size);
}

/* Whether C, a UTF-8 sequence or a byte of none, may mean something to a terminal: C0, DEL, C1. */
static bool is_control(struct bl_view c)
{
    if (c.size == 1)
        return c.data[0] < ' ' || (c.data[0] >= 0x7F && c.data[0] < 0xA0);
    return c.data[0] == 0xC2 && c.data[1] < 0xA0;
}

static void put_escaped(bl_put_fn *put, void *context, uint8_t byte)
{
    static const char hex[] = "0123456789ABCDEF";
    put(context, (const char[]){'\\', 'x', hex[byte >> 4], hex[byte & 15]}, 4);
}

void put_visible(bl_put_fn *put, void *context, struct bl_view text)
{
    const char *data = (const char *)text.data;
    size_t begin = 0; /* of what is put as it is */
    size_t n;
    for (size_t i = 0; i < text.size; i += n) {
        const uint8_t *p = &text.data[i];
        size_t length = utf8_length(p, text.size - i);
        n = length ? length : 1;
        if (!is_control((struct bl_view){p, n}))
            continue;
        put(context, data + begin, i - begin);
        for (begin = i; begin < i + n; begin++)
            put_escaped(put, context, text.data[begin]);
    }
    if (begin < text.size)
        put(context, data + begin, text.size - begin);
}

void out_path(struct out *o, const char *path)
{
    put_visible(out_put, o, view_of(path));
}

static void write_line(struct text *line)
{
    text_put(line, "\n", 1);
    fwrite(line->data, 1, line->n, stderr);
    free(line->data);
}

void say(const char *format, ...)
{
    struct text line = {0};
    va_list args;
    va_start(args, format);
    char *text = text_formatted(format, args);
    va_end(args);
    put_visible(text_put, &line, view_of(text));
    free(text);
    write_line(&line);
}

void say_line(struct bl_view text)
{
    struct text line = {0};
    text_put(&line, "bitleap: ", strlen("bitleap: "));
    put_visible(text_put, &line, text);
    write_line(&line);
}

void out_name(struct out *o, struct bl_view name)
{
    if (out_is_to_terminal())
        put_visible(out_put, o, name);
    else
        out_view(o, name);
}

char *string_of(struct bl_view view)
{
    char *text = malloc(view.size + 1);
    if (!text)
        out_no_memory();
    if (view.size > 0)
        memcpy(text, view.data, view.size);
    text[view.size] = '\0';
    return text;
}

char *text_formatted(const char *format, va_list args)
{
    char *text;
    if (vasprintf(&text, format, args) < 0)
        out_no_memory();
    return text;
}

void json_take_text(struct out *o, const char *key, struct text *text)
{
    json_view(o, key, text_view(text));
    text->n = 0;
}
