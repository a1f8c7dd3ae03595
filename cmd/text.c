/* cmd/text.c - text that the library puts together, kept
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "text.h"

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

char *text_of(struct bl_view view)
{
    char *text = malloc(view.size + 1);
    if (!text)
        out_no_memory();
    if (view.size > 0)
        memcpy(text, view.data, view.size);
    text[view.size] = '\0';
    return text;
}

void json_take_text(struct out *o, const char *key, struct text *text)
{
    json_key(o, key);
    json_string(o, text_view(text));
    text->n = 0;
}
