/* cmd/base/out.h - buffered output: text, integers, JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A dump is mostly short names and integers, millions of them: they go into one large buffer
 * without stdio in between. The buffer is written to standard output whenever it is full, or it
 * collects all of a text: a part of the output that is made by another thread, or a name in memory
 * of the caller's.
 */
#ifndef CMD_OUT_H
#define CMD_OUT_H

#include "base/decimal.h"
#include "base/options.h"
#include "bitleap.h"

enum out_kind {
    OUT_FIXED,  /* memory of the caller's, large enough: {.data = text, .cap = sizeof text} */
    OUT_MEMORY, /* memory that grows, up to a limit */
    OUT_STDOUT
};

struct out {
    char *data;
    size_t n, cap;
    enum out_kind kind;
    size_t limit;        /* OUT_MEMORY: the most that cap becomes */
    uint64_t n_written;  /* OUT_STDOUT: bytes that have left the buffer, */
    uint64_t n_repeated; /* and how many of those to come have done so before, and are dropped */
    uint64_t n_allowed;  /* the most that n_written becomes; 0: any number */
    unsigned schema;     /* of JSON: the number that the first object has yet to state; 0: none */
    bool colour;
    bool is_silent; /* what is flushed goes nowhere */
    bool failed;    /* a write failed, reported once, or the limit was met: text has been dropped */
};

/* What must be free in every buffer that collects, whatever is asked for at once. */
enum {
    OUT_LEAST_BYTES = 1 << 16
};

/* Standard output. COLOUR is "auto" (on a terminal, unless NO_COLOR is set),
 * "always" or "never". */
void out_init(struct out *o, const char *colour);

/* Whether standard output was a terminal, of any kind, when it was begun. */
bool out_is_to_terminal(void);

/* Whether DESCRIPTOR is a terminal that does more than type: TERM says what it is, and not dumb. */
bool is_able_terminal(int descriptor);
/* Memory that grows from SIZE, at least OUT_LEAST_BYTES, to LIMIT bytes; beyond, text is dropped
 * and O has failed. False: no memory. */
bool out_init_memory(struct out *o, size_t size, size_t limit, bool colour);
/* Empty again. */
void out_reset(struct out *o);
/* Exit for lack of memory: flush what is correct so far and report it. On a thread that does not
 * write, what the one that does has collected is lost. */
_Noreturn void out_no_memory(void);
/* STATUS, if it is not BL_E_NOMEM. */
static inline int out_need(int status)
{
    if (status == BL_E_NOMEM)
        out_no_memory();
    return status;
}
/* STATUS, or EXIT_USAGE if not all that went through stdio could be written, which is reported.
 */
int out_stdio_status(int status);
/* If O only collects: it has failed, as where the limit was met. */
void out_drop(struct out *o);
/* Allow as much output as N more bytes of input may give, whichever command reads them: without a
 * bound, small files that were made for it would fill a disk. Beyond it the lines that fit are
 * written, and the process ends with EXIT_DAMAGED and a message. UINT64_MAX: any amount from now
 * on. */
void out_allow(struct out *o, uint64_t n);
/* Write out what is buffered. */
void out_flush(struct out *o);
/* Write out what TEXT has collected, without a copy. */
void out_append(struct out *o, const struct out *text);
/* Bytes that O was given so far. */
uint64_t out_total(const struct out *o);
/* The next N bytes are the same that O was given last: drop them. */
void out_repeat(struct out *o, uint64_t n);
/* Flush and free. False when not everything could be written, which has then been reported. */
bool out_close(struct out *o);

/* Whether text has been dropped because O only collects. */
static inline bool out_is_full(const struct out *o)
{
    return o->failed && o->kind == OUT_MEMORY;
}

/* For writing in place: room for N more bytes, at most OUT_LEAST_BYTES; then where it ended. */
void out_make_room(struct out *o, size_t n);
static inline char *out_room(struct out *o, size_t n)
{
    if (__builtin_expect(o->cap - o->n < n, 0))
        out_make_room(o, n);
    return o->data + o->n;
}

static inline void out_until(struct out *o, const char *end)
{
    o->n = (size_t)(end - o->data);
}

/* Both in one, for callers that keep the end in a variable. */
static inline char *out_room_at(struct out *o, char *end, size_t n)
{
    if (__builtin_expect((size_t)(o->data + o->cap - end) >= n, 1))
        return end;
    out_until(o, end);
    return out_room(o, n);
}

static inline void out_char(struct out *o, char c)
{
    *out_room(o, 1) = c;
    o->n++;
}

void out_fill(struct out *o, char c, size_t n);
/* N spaces, few as a rule. */
static inline void out_spaces(struct out *o, size_t n)
{
    enum {
        FEW = 16
    };
    if (__builtin_expect(n > FEW, 0)) {
        out_fill(o, ' ', n);
        return;
    }
    __builtin_memset(out_room(o, FEW), ' ', FEW); /* a constant size, one store */
    o->n += n;
}
/* The same as out_bytes(), but much at once is not copied. */
void out_many_bytes(struct out *o, const void *data, size_t n);
static inline void out_bytes(struct out *o, const void *data, size_t n)
{
    if (o->cap - o->n < n) {
        out_many_bytes(o, data, n);
        return;
    }
    if (n > 0) /* an empty text may be nowhere */
        __builtin_memcpy(o->data + o->n, data, n);
    o->n += n;
}
static inline void out_text(struct out *o, const char *text)
{
    out_bytes(o, text, __builtin_strlen(text));
}
void out_view(struct out *o, struct bl_view view);
static inline void out_u64(struct out *o, uint64_t v)
{
    out_until(o, put_decimal(out_room(o, DECIMAL_BYTES), v));
}
/* Right-aligned in WIDTH columns. */
void out_u64_wide(struct out *o, uint64_t v, unsigned width);
/* Bits as bytes, likewise, with room for one decimal, which is there where they are not whole. */
void out_bits_wide(struct out *o, uint64_t bits, unsigned width);
/* "1 stream", "2 streams". */
void out_count(struct out *o, uint64_t n, const char *one, const char *many);
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
/* V where HAS is true. */
void json_u64_or_null(struct out *o, const char *key, uint64_t v, bool has);
/* TEXT, which may be NULL. */
void json_text_or_null(struct out *o, const char *key, const char *text);
/* ,"KEY":[ */
void json_array(struct out *o, const char *key);
/* Bytes that are not valid UTF-8 become \u0080 … \u00ff, one by one; control characters are
 * escaped, those beyond ASCII too. */
void json_string(struct out *o, struct bl_view bytes);
/* ,"KEY":"…" of such bytes. */
void json_view(struct out *o, const char *key, struct bl_view bytes);
/* A name or text of a module; null: it has no bytes, as it cannot be read. */
void json_name(struct out *o, const char *key, struct bl_view name);
/* ,"KEY":"…", the bytes in base64. */
void json_base64(struct out *o, const char *key, struct bl_view bytes);

static inline struct bl_view view_of(const char *text)
{
    return (struct bl_view){.data = (const uint8_t *)text,
                            .size = text ? __builtin_strlen(text) : 0};
}

#endif
