/* sql/sql_text.c - text that grows
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "sql/sql_text.h"

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

void bl_sql_text_release(struct bl_sql_text *text)
{
    bl_drop(text->data);
    *text = (struct bl_sql_text){.data = NULL};
}
