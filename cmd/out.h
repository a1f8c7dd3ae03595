/* cmd/out.h - buffered standard output: text, integers, JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A dump is mostly short names and integers, millions of them: they go into one large buffer without
 * stdio in between.
 */
#ifndef CMD_OUT_H
#define CMD_OUT_H

#include "bitleap.h"

/* The most that a number takes, and what must be free for one. */
enum {
    NUMBER_BYTES = 24
};

struct out {
    char *data;
    size_t n, cap;
    bool colour;
    bool failed; /* a write failed; said once, the rest is dropped */
};

/* COLOUR is "auto" (on a terminal, unless NO_COLOR is set), "always" or "never". */
void out_init(struct out *o, const char *colour);
/* Write out what is buffered. */
void out_flush(struct out *o);
/* Flush and free. False when not everything could be written, which has then been said. */
bool out_close(struct out *o);

/* For writing in place: room for N more bytes, at most the buffer's size; then where it ended. */
static inline char *out_room(struct out *o, size_t n)
{
    if (o->cap - o->n < n)
        out_flush(o);
    return o->data + o->n;
}

static inline void out_until(struct out *o, const char *end)
{
    o->n = (size_t)(end - o->data);
}

static inline void out_char(struct out *o, char c)
{
    *out_room(o, 1) = c;
    o->n++;
}

void out_fill(struct out *o, char c, size_t n);
void out_many_bytes(struct out *o, const void *data, size_t n);
static inline void out_bytes(struct out *o, const void *data, size_t n)
{
    if (o->cap - o->n < n) {
        out_many_bytes(o, data, n);
        return;
    }
    __builtin_memcpy(o->data + o->n, data, n);
    o->n += n;
}
static inline void out_text(struct out *o, const char *text)
{
    out_bytes(o, text, __builtin_strlen(text));
}
void out_view(struct out *o, struct bl_view view);
void out_u64(struct out *o, uint64_t v);
/* " op0=V op1=V…", signed: the operands of a dumped record. */
void out_ops(struct out *o, const uint64_t *ops, size_t n);
/* Right-aligned in WIDTH columns. */
void out_u64_wide(struct out *o, uint64_t v, unsigned width);
void out_hex8(struct out *o, uint32_t v); /* 0x0b17c0de */
__attribute__((format(printf, 2, 3))) void out_printf(struct out *o, const char *format, ...);
/* As LLVM's raw_ostream::write_escaped(…, true): \\ \t \n \" and \xHH. */
void out_escaped(struct out *o, struct bl_view view);

/* Whether all bytes are printable ASCII. */
bool is_printable(struct bl_view view);

/* Begin and end colour, where colour is on. */
enum colour {
    COLOUR_NAME,
    COLOUR_POSITION,
    COLOUR_STRING,
    COLOUR_BAD,
    COLOUR_DIM
};
void out_colour(struct out *o, enum colour c);
void out_plain(struct out *o);

/* ---- JSON: one object a line ---- */

/* {"type":"TYPE" */
void json_begin(struct out *o, const char *type);
/* } and a new line */
void json_end(struct out *o);
void json_key(struct out *o, const char *key);
void json_u64(struct out *o, const char *key, uint64_t v);
void json_bool(struct out *o, const char *key, bool v);
void json_null(struct out *o, const char *key);
void json_text(struct out *o, const char *key, const char *text);
/* Bytes that are not valid UTF-8 become \u0080 … \u00ff, one by one. */
void json_string(struct out *o, struct bl_view bytes);

static inline struct bl_view view_of(const char *text)
{
    return (struct bl_view){.data = (const uint8_t *)text,
                            .size = text ? __builtin_strlen(text) : 0};
}

#endif
