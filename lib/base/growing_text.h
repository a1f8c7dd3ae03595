/* base/growing_text.h - text that grows
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_GROWING_TEXT_H
#define BL_BASE_GROWING_TEXT_H

#include "bitleap_base.h"

/* Zeroes are an empty one. What does not fit into memory is dropped, and has_lacked says so. */
struct bl_sql_text {
    char *data;
    size_t size, cap;
    bool has_lacked;
};

/* Append; a bl_put_fn, whose context is the text. */
void bl_sql_text_put(void *text, const char *data, size_t size);
void bl_sql_text_string(struct bl_sql_text *text, const char *string);
void bl_sql_text_view(struct bl_sql_text *text, struct bl_view view);
/* V in decimal. */
void bl_sql_text_u64(struct bl_sql_text *text, uint64_t v);
__attribute__((format(printf, 2, 3))) void bl_sql_text_printf(struct bl_sql_text *text,
                                                              const char *format, ...);
/* VIEW as a string of JSON. Bytes that are no UTF-8 become characters of Latin-1. */
void bl_sql_text_json(struct bl_sql_text *text, struct bl_view view);
void bl_sql_text_release(struct bl_sql_text *text);

/* TEXT itself if it is UTF-8; otherwise what *REPAIRED then has: bytes that are none become U+0080
 * … U+00FF. */
struct bl_view bl_sql_repair(struct bl_view text, struct bl_sql_text *repaired);

static inline struct bl_view bl_sql_text_get(const struct bl_sql_text *text)
{
    return (struct bl_view){.data = (const uint8_t *)text->data, .size = text->size};
}

static inline struct bl_view bl_sql_view(const char *string)
{
    return (struct bl_view){.data = (const uint8_t *)string,
                            .size = string ? __builtin_strlen(string) : 0};
}

#endif
