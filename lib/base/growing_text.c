/* base/growing_text.c - text that grows
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/growing_text.h"

#include "base/grow.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void bl_sql_text_put(void *context, const char *data, size_t size)
{
    struct bl_sql_text *text = context;
    if (text->cap - text->size < size && bl_grow(&text->data, &text->cap, text->size + size) < 0) {
        text->has_lacked = true;
        return;
    }
    if (size > 0)
        memcpy(text->data + text->size, data, size);
    text->size += size;
}

void bl_sql_text_string(struct bl_sql_text *text, const char *string)
{
    bl_sql_text_put(text, string, strlen(string));
}

void bl_sql_text_view(struct bl_sql_text *text, struct bl_view view)
{
    bl_sql_text_put(text, (const char *)view.data, view.size);
}

void bl_sql_text_u64(struct bl_sql_text *text, uint64_t v)
{
    char digits[20]; /* of UINT64_MAX */
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + v % 10);
    while ((v /= 10) > 0);
    bl_sql_text_put(text, digits + at, sizeof digits - at);
}

void bl_sql_text_printf(struct bl_sql_text *text, const char *format, ...)
{
    char line[256]; /* of numbers and words, which are shorter */
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n > 0)
        bl_sql_text_put(text, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

void bl_sql_text_json(struct bl_sql_text *text, struct bl_view view)
{
    size_t length;
    bl_sql_text_string(text, "\"");
    for (size_t i = 0; i < view.size; i += length) {
        struct bl_view rest = {.data = view.data + i, .size = view.size - i};
        uint8_t byte = rest.data[0];
        length = bl_utf8_length(rest);
        rest.size = length;
        if (byte == '"' || byte == '\\')
            bl_sql_text_printf(text, "\\%c", byte);
        else if (byte < ' ' || length == 0)
            bl_sql_text_printf(text, "\\u%04x", byte);
        else
            bl_sql_text_view(text, rest);
        length += length == 0;
    }
    bl_sql_text_string(text, "\"");
}

void bl_sql_text_release(struct bl_sql_text *text)
{
    bl_drop(text->data);
    *text = (struct bl_sql_text){.data = NULL};
}

/* ---- UTF-8 ---- */

/* Whether TEXT is UTF-8. */
static bool is_utf8(struct bl_view text)
{
    size_t at = 0;
    uint64_t eight = 0;
    for (; text.size - at >= sizeof eight; at += sizeof eight) {
        memcpy(&eight, text.data + at, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    while (at < text.size) {
        if (text.data[at] < 0x80) {
            at++;
            continue;
        }
        size_t n = bl_utf8_length((struct bl_view){text.data + at, text.size - at});
        if (n == 0)
            return false;
        at += n;
    }
    return true;
}

static void put_repaired(struct bl_sql_text *to, struct bl_view text)
{
    for (size_t at = 0; at < text.size;) {
        size_t n = bl_utf8_length((struct bl_view){text.data + at, text.size - at});
        uint8_t byte = text.data[at];
        const char both[2] = {(char)(0xC0 | byte >> 6), (char)(0x80 | (byte & 0x3F))};
        bl_sql_text_put(to, n ? (const char *)text.data + at : both, n ? n : sizeof both);
        at += n ? n : 1;
    }
}

struct bl_view bl_sql_repair(struct bl_view text, struct bl_sql_text *repaired)
{
    if (is_utf8(text))
        return text;
    repaired->size = 0;
    put_repaired(repaired, text);
    return bl_sql_text_get(repaired);
}
