/* print/line.h - the end of a line that is being written, in registers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Bytes that are stored may be any object's as far as the compiler knows, so that the size of a
 * bl_text is loaded and stored for each piece. A bl_line is a local variable of the function that
 * writes some pieces: it is begun, the pieces are put, and it is ended. What is not short is put
 * by the usual functions in between: bl_line_end(), bl_line_begin().
 */
#ifndef BL_PRINT_LINE_H
#define BL_PRINT_LINE_H

#include "base/compiler.h"
#include "print/digits.h"
#include "print/kept_texts.h"

enum {
    BL_LINE_ROOM = BL_TEXT_RESERVE, /* so many bytes may be written after bl_line_begin(), */
    BL_LINE_SPARE = 256             /* and so many after bl_line_more() */
};

struct bl_line {
    struct bl_text *t;
    char *at, *last; /* beyond LAST there are BL_LINE_SPARE bytes */
};

/* Without memory, or beyond the limit, what follows is written after the text, and dropped. */
BL_COLD struct bl_line bl_line_cut(struct bl_text *t);

/* T has had room for BL_LINE_ROOM bytes before. */
static BL_ALWAYS_INLINE struct bl_line bl_line_begin(struct bl_text *t)
{
    char *at = bl_text_room(t, BL_LINE_ROOM);
    if (BL_UNLIKELY(!at))
        return bl_line_cut(t);
    return (struct bl_line){.t = t, .at = at, .last = t->data + t->cap - BL_LINE_SPARE};
}

static BL_ALWAYS_INLINE void bl_line_end(const struct bl_line *line)
{
    size_t size = (size_t)(line->at - line->t->data);
    line->t->size = size < line->t->cap ? size : line->t->cap; /* beyond, where it is cut */
}

/* For lists of any length, before each item. */
static BL_ALWAYS_INLINE void bl_line_more(struct bl_line *line)
{
    if (BL_LIKELY(line->at < line->last))
        return;
    bl_line_end(line);
    *line = bl_line_begin(line->t);
}

/* A constant text. */
static BL_ALWAYS_INLINE void bl_line_put(struct bl_line *line, const char *text)
{
    memcpy(line->at, text, __builtin_strlen(text));
    line->at += __builtin_strlen(text);
}

static BL_ALWAYS_INLINE void bl_line_short(struct bl_line *line, const struct bl_kept_text *text)
{
    memcpy(line->at, text, sizeof *text); /* more than there is: a constant number of bytes */
    line->at += text->size;
}

static BL_ALWAYS_INLINE bool bl_is_short(const struct bl_kept_text *text)
{
    return (uint8_t)(text->size - 1) < BL_SHORT_TEXT;
}

static BL_ALWAYS_INLINE void bl_line_u64(struct bl_line *line, uint64_t v)
{
    if (BL_LIKELY(v < BL_EIGHT_DIGITS)) {
        line->at = bl_put_digits(line->at, (uint32_t)v, 1);
        return;
    }
    bl_line_end(line);
    bl_text_u64(line->t, v);
    *line = bl_line_begin(line->t);
}

#endif
