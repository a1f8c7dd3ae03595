/* cmd/base/text.c - text that the library puts together, kept
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/text.h"

#include "base/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_put(void *context, const char *data, size_t size)
{
    struct text *text = context;
    uint64_t end;
    if (__builtin_add_overflow(text->n, size, &end) || bl_grow(&text->data, &text->cap, end) < 0)
        out_no_memory();
    if (size)
        memcpy(text->data + text->n, data, size);
    text->n += size;
}

void out_put(void *out, const char *data, size_t size)
{
    out_bytes(out, data, size);
}

void out_dot_put(void *out, const char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '"' || data[i] == '\\')
            out_char(out, '\\');
        out_char(out, data[i]);
    }
}

void out_path(struct out *o, const char *path)
{
    bl_visible_print(view_of(path), out_put, o);
}

void say(const char *format, ...)
{
    struct text line = {0};
    va_list args;
    va_start(args, format);
    char *text = text_formatted(format, args);
    va_end(args);
    bl_visible_print(view_of(text), text_put, &line);
    free(text);
    text_put(&line, "\n", 1);
    fwrite(line.data, 1, line.n, stderr);
    free(line.data);
}

void out_name(struct out *o, struct bl_view name)
{
    if (out_is_to_terminal())
        bl_visible_print(name, out_put, o);
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

char *string_printf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_formatted(format, args);
    va_end(args);
    return text;
}

void json_take_text(struct out *o, const char *key, struct text *text)
{
    json_view(o, key, text_view(text));
    text->n = 0;
}
