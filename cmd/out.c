/* cmd/out.c - buffered standard output: text, integers, JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BUFFER_BYTES = 1 << 16
};

void out_init(struct out *o, const char *colour)
{
    const char *no_color = getenv("NO_COLOR");
    *o = (struct out){.data = malloc(BUFFER_BYTES), .cap = BUFFER_BYTES};
    if (!o->data) {
        fputs("bitleap: no memory\n", stderr);
        exit(1);
    }
    if (strcmp(colour, "auto") == 0)
        o->colour = isatty(STDOUT_FILENO) && !(no_color && *no_color);
    else
        o->colour = strcmp(colour, "always") == 0;
}

static void write_all(struct out *o, const char *data, size_t n)
{
    while (n > 0 && !o->failed) {
        ssize_t done = write(STDOUT_FILENO, data, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0) {
            fprintf(stderr, "bitleap: cannot write: %s\n", strerror(errno));
            o->failed = true;
            return;
        }
        data += done;
        n -= (size_t)done;
    }
}

void out_flush(struct out *o)
{
    size_t n = o->n;
    o->n = 0;
    write_all(o, o->data, n);
}

bool out_close(struct out *o)
{
    out_flush(o);
    free(o->data);
    o->data = NULL;
    return !o->failed;
}

void out_fill(struct out *o, char c, size_t n)
{
    while (n > 0) {
        size_t part = n < o->cap ? n : o->cap;
        memset(out_room(o, part), c, part);
        o->n += part;
        n -= part;
    }
}

void out_many_bytes(struct out *o, const void *data, size_t n)
{
    const char *bytes = data;
    while (n > 0) {
        size_t part = n < o->cap ? n : o->cap;
        memcpy(out_room(o, part), bytes, part);
        o->n += part;
        bytes += part;
        n -= part;
    }
}

void out_view(struct out *o, struct bl_view view)
{
    out_bytes(o, view.data, view.size);
}

static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

/* V < 10000, without leading zeros. */
static inline char *put_short(char *p, uint32_t v)
{
    if (v < 10) {
        *p = (char)('0' + v);
        return p + 1;
    }
    if (v < 100) {
        memcpy(p, pairs + (size_t)2 * v, 2);
        return p + 2;
    }
    size_t three = v < 1000; /* the first pair begins with a zero that is left out */
    memcpy(p, pairs + (size_t)2 * (v / 100) + three, 2);
    memcpy(p + 2 - three, pairs + (size_t)2 * (v % 100), 2);
    return p + 4 - three;
}

/* V < 10000, all four digits. */
static inline char *put_four(char *p, uint32_t v)
{
    memcpy(p, pairs + (size_t)2 * (v / 100), 2);
    memcpy(p + 2, pairs + (size_t)2 * (v % 100), 2);
    return p + 4;
}

static char *put_long(char *p, uint64_t v)
{
    enum {
        FOUR = 10000,
        EIGHT = 100000000
    };
    if (v < EIGHT)
        return put_four(put_short(p, (uint32_t)(v / FOUR)), (uint32_t)(v % FOUR));
    uint64_t head = v / EIGHT;
    uint32_t tail = (uint32_t)(v % EIGHT);
    p = head < FOUR ? put_short(p, (uint32_t)head) : put_long(p, head);
    return put_four(put_four(p, tail / FOUR), tail % FOUR);
}

/* The digits of V from P on; returns what is behind them. */
static inline char *put_digits(char *p, uint64_t v)
{
    return v < 10000 ? put_short(p, (uint32_t)v) : put_long(p, v);
}

static inline char *put_signed(char *p, uint64_t v)
{
    if (v >> 63) {
        *p++ = '-';
        v = 0 - v;
    }
    return put_digits(p, v);
}

/* " op0=" to " op99=" in one store of eight bytes. */
#define HEAD(i) " op" #i "=\0\0"
#define HEADS(tens)                                                                           \
    HEAD(tens##0), HEAD(tens##1), HEAD(tens##2), HEAD(tens##3), HEAD(tens##4), HEAD(tens##5), \
        HEAD(tens##6), HEAD(tens##7), HEAD(tens##8), HEAD(tens##9)
static const char op_heads[][9] = {HEADS(),  HEADS(1), HEADS(2), HEADS(3), HEADS(4),
                                   HEADS(5), HEADS(6), HEADS(7), HEADS(8), HEADS(9)};
#undef HEADS
#undef HEAD

static inline char *put_op_head(char *p, size_t i)
{
    enum {
        N_HEADS = sizeof op_heads / sizeof op_heads[0]
    };
    if (i < N_HEADS) {
        memcpy(p, op_heads[i], 8);
        return p + (i < 10 ? 5 : 6);
    }
    memcpy(p, op_heads[0], 3);
    p = put_digits(p + 3, i);
    *p = '=';
    return p + 1;
}

void out_u64(struct out *o, uint64_t v)
{
    char *p = out_room(o, NUMBER_BYTES);
    out_until(o, put_digits(p, v));
}

void out_ops(struct out *o, const uint64_t *ops, size_t n)
{
    enum {
        MOST = 8 + NUMBER_BYTES + 1 + NUMBER_BYTES
    }; /* " op", number, "=", sign, value */
    enum {
        PART = BUFFER_BYTES / MOST
    };
    for (size_t i = 0; i < n;) {
        size_t end = n - i < PART ? n : i + PART;
        char *p = out_room(o, (end - i) * MOST);
        for (; i < end; i++)
            p = put_signed(put_op_head(p, i), ops[i]);
        out_until(o, p);
    }
}

void out_u64_wide(struct out *o, uint64_t v, unsigned width)
{
    char digits[NUMBER_BYTES];
    size_t n = (size_t)(put_digits(digits, v) - digits);
    if (n < width)
        out_fill(o, ' ', width - n);
    out_bytes(o, digits, n);
}

void out_hex8(struct out *o, uint32_t v)
{
    out_printf(o, "0x%08x", v);
}

void out_printf(struct out *o, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0)
        out_bytes(o, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

static bool is_print(uint8_t c)
{
    return c >= 0x20 && c <= 0x7E;
}

bool is_printable(struct bl_view view)
{
    for (size_t i = 0; i < view.size; i++)
        if (!is_print(view.data[i]))
            return false;
    return true;
}

void out_escaped(struct out *o, struct bl_view view)
{
    static const char hex[] = "0123456789ABCDEF";
    for (size_t i = 0; i < view.size; i++) {
        uint8_t c = view.data[i];
        switch (c) {
        case '\\': out_text(o, "\\\\"); break;
        case '\t': out_text(o, "\\t"); break;
        case '\n': out_text(o, "\\n"); break;
        case '"': out_text(o, "\\\""); break;
        default:
            if (is_print(c)) {
                out_char(o, (char)c);
            } else {
                char escape[4] = {'\\', 'x', hex[c >> 4], hex[c & 15]};
                out_bytes(o, escape, sizeof escape);
            }
        }
    }
}

void out_colour(struct out *o, enum colour c)
{
    static const char *const codes[] = {
        [COLOUR_NAME] = "\033[1;34m", [COLOUR_POSITION] = "\033[36m", [COLOUR_STRING] = "\033[32m",
        [COLOUR_BAD] = "\033[1;31m",  [COLOUR_DIM] = "\033[2m",
    };
    if (o->colour)
        out_text(o, codes[c]);
}

void out_plain(struct out *o)
{
    if (o->colour)
        out_text(o, "\033[0m");
}

/* ---- JSON ---- */

void json_begin(struct out *o, const char *type)
{
    out_text(o, "{\"type\":\"");
    out_text(o, type);
    out_char(o, '"');
}

void json_end(struct out *o)
{
    out_text(o, "}\n");
}

void json_key(struct out *o, const char *key)
{
    out_text(o, ",\"");
    out_text(o, key);
    out_text(o, "\":");
}

void json_u64(struct out *o, const char *key, uint64_t v)
{
    json_key(o, key);
    out_u64(o, v);
}

void json_bool(struct out *o, const char *key, bool v)
{
    json_key(o, key);
    out_text(o, v ? "true" : "false");
}

void json_null(struct out *o, const char *key)
{
    json_key(o, key);
    out_text(o, "null");
}

void json_text(struct out *o, const char *key, const char *text)
{
    json_key(o, key);
    json_string(o, view_of(text));
}

/* Bytes of the valid UTF-8 sequence at P, or 0. */
static size_t utf8_length(const uint8_t *p, size_t n)
{
    if (p[0] < 0x80)
        return 1;
    size_t length = p[0] >= 0xF0 && p[0] <= 0xF4 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0xC2 || p[0] > 0xF4 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    /* Overlong forms, surrogates, and what lies behind U+10FFFF. */
    if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] >= 0xA0) ||
        (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] >= 0x90))
        return 0;
    return length;
}

void json_string(struct out *o, struct bl_view bytes)
{
    out_char(o, '"');
    for (size_t i = 0; i < bytes.size;) {
        const uint8_t *p = bytes.data + i;
        size_t length = utf8_length(p, bytes.size - i);
        if (*p == '"' || *p == '\\') {
            out_char(o, '\\');
            out_char(o, (char)*p);
        } else if (*p < 0x20 || *p == 0x7F || length == 0) {
            out_printf(o, "\\u%04x", *p);
            length = 1;
        } else {
            out_bytes(o, p, length);
        }
        i += length;
    }
    out_char(o, '"');
}
