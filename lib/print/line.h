/* print/line.h - the end of a line that is being written, in registers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Bytes that are stored may be any object's as far as the compiler knows, so that the size of a
 * bl_text is loaded and stored for each piece. A bl_line is a local variable of the function that
 * writes some pieces: it is begun, the pieces are put, and it is ended. What is not short, or not
 * kept, is put by the usual functions in between: bl_line_end(), bl_line_begin().
 */
#ifndef BL_PRINT_LINE_H
#define BL_PRINT_LINE_H

#include "base/compiler.h"
#include "print/instruction_text.h"

enum {
    BL_LINE_ROOM = 512, /* at least so many bytes may be written after bl_line_begin(), */
    BL_LINE_SPARE = 256 /* and so many after bl_line_more() */
};

struct bl_line {
    char *at, *last; /* beyond LAST there are BL_LINE_SPARE bytes */
};

/* Without memory, or beyond the limit, the last bytes are written over: the text is cut. */
BL_COLD struct bl_line bl_line_cut(struct bl_body_text *b);

static BL_ALWAYS_INLINE struct bl_line bl_line_begin(struct bl_body_text *b)
{
    char *at = bl_text_room(b->t, BL_LINE_ROOM);
    if (BL_UNLIKELY(!at))
        return bl_line_cut(b);
    return (struct bl_line){.at = at, .last = b->t->data + b->t->cap - BL_LINE_SPARE};
}

static BL_ALWAYS_INLINE void bl_line_end(struct bl_body_text *b, const struct bl_line *line)
{
    b->t->size = (size_t)(line->at - b->t->data);
}

/* For lists of any length, before each item. */
static BL_ALWAYS_INLINE void bl_line_more(struct bl_body_text *b, struct bl_line *line)
{
    if (BL_LIKELY(line->at < line->last))
        return;
    bl_line_end(b, line);
    *line = bl_line_begin(b);
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

/* What is not short, or not kept. */
struct bl_line bl_line_long_type(struct bl_body_text *b, struct bl_line line, uint32_t type);
struct bl_line bl_line_long_operand(struct bl_body_text *b, struct bl_line line,
                                    const struct bl_operand *operand);

static BL_ALWAYS_INLINE void bl_line_type(struct bl_body_text *b, struct bl_line *line,
                                          uint32_t type)
{
    if (BL_LIKELY(type < b->n_types && bl_is_short(&b->types[type])))
        bl_line_short(line, &b->types[type]);
    else
        *line = bl_line_long_type(b, *line, type);
}

/* The same as bl_put_bare_operand(). */
static BL_ALWAYS_INLINE void bl_line_bare(struct bl_body_text *b, struct bl_line *line,
                                          const struct bl_operand *operand)
{
    uint64_t i = operand->number - b->first_local;
    if (BL_LIKELY(operand->kind == BL_OPERAND_VALUE && i < b->n_locals &&
                  bl_is_short(&b->locals[i])))
        bl_line_short(line, &b->locals[i]);
    else
        *line = bl_line_long_operand(b, *line, operand);
}

/* The same as bl_put_operand(). */
static BL_ALWAYS_INLINE void bl_line_operand(struct bl_body_text *b, struct bl_line *line,
                                             const struct bl_operand *operand)
{
    if (BL_LIKELY(operand->kind == BL_OPERAND_VALUE && operand->type != BL_NONE)) {
        bl_line_type(b, line, operand->type);
        bl_line_put(line, " ");
        bl_line_bare(b, line, operand);
    } else if (operand->kind == BL_OPERAND_BLOCK) {
        bl_line_put(line, "label ");
        bl_line_bare(b, line, operand);
    } else {
        bl_line_end(b, line);
        bl_put_operand(b, operand);
        *line = bl_line_begin(b);
    }
}

#endif
