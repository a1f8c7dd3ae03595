/* cmd/base/text.h - text that the library puts together, kept
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_TEXT_H
#define CMD_TEXT_H

#include "base/out.h"

#include <stdarg.h>

/* Zeroes are an empty one; free DATA at the end. */
struct text {
    char *data;
    size_t n, cap;
};

/* A bl_put_fn that appends to a struct text. */
void text_put(void *text, const char *data, size_t size);

/* A bl_put_fn that writes to a struct out. */
void out_put(void *out, const char *data, size_t size);

/* The same of what is between the quotes of a text in Graphviz's language. */
void out_dot_put(void *out, const char *data, size_t size);

/* PATH with control characters escaped, as everywhere in text output: file names come from
 * strangers. */
void out_path(struct out *o, const char *path);

/* A line on stderr: what is visible of it. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

/* A name byte for byte, as LLVM's tools print it; on a terminal, which may obey it, what is visible
 * of it. */
void out_name(struct out *o, struct bl_view name);

/* VIEW with a NUL after it; malloc'ed. */
char *string_of(struct bl_view view);

/* As vasprintf() and asprintf() make it; malloc'ed. */
__attribute__((format(printf, 1, 0))) char *text_formatted(const char *format, va_list args);
__attribute__((format(printf, 1, 2))) char *string_printf(const char *format, ...);

static inline struct bl_view text_view(const struct text *text)
{
    return (struct bl_view){.data = (const uint8_t *)text->data, .size = text->n};
}

/* ,"KEY":"…" of TEXT, which is emptied. */
void json_take_text(struct out *o, const char *key, struct text *text);

#endif
