/* cmd/base/out.c - buffered output: text, integers, JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/out.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BUFFER_BYTES = 1 << 18,
    DIRECT_BYTES = BUFFER_BYTES / 4, /* so many at once are not copied */
    MOST_PER_BYTE = 1000,            /* of input */
    MOST_FLOOR = 1000000,
};

static struct out *standard; /* output; NULL: none */
static pthread_t writer;     /* the thread that writes to it */
static bool to_terminal;

void out_no_memory(void)
{
    if (standard && pthread_equal(pthread_self(), writer))
        out_flush(standard);
    fputs("bitleap: no memory\n", stderr);
    _exit(EXIT_USAGE); /* whatever is open, and whichever threads work */
}

bool is_able_terminal(int descriptor)
{
    const char *term = getenv("TERM");
    return isatty(descriptor) && term && *term && strcmp(term, "dumb") != 0;
}

bool out_is_to_terminal(void)
{
    return to_terminal;
}

void out_init(struct out *o, const char *colour)
{
    const char *no_color = getenv("NO_COLOR");
    *o = (struct out){.data = malloc(BUFFER_BYTES), .cap = BUFFER_BYTES, .kind = OUT_STDOUT};
    if (!o->data)
        out_no_memory();
    standard = o;
    writer = pthread_self();
    to_terminal = isatty(STDOUT_FILENO);
    if (strcmp(colour, "auto") == 0)
        o->colour = is_able_terminal(STDOUT_FILENO) && !(no_color && *no_color);
    else
        o->colour = strcmp(colour, "always") == 0;
}

bool out_init_memory(struct out *o, size_t size, size_t limit, bool colour)
{
    *o = (struct out){
        .data = malloc(size), .cap = size, .kind = OUT_MEMORY, .limit = limit, .colour = colour};
    return o->data != NULL;
}

void out_reset(struct out *o)
{
    o->n = 0;
    o->failed = false;
}

static void cannot_write(void)
{
    /* A reader that has gone knows. Mostly SIGPIPE has ended us by now. */
    if (errno != EPIPE)
        fprintf(stderr, "bitleap: cannot write: %s\n", strerror(errno));
}

int out_stdio_status(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    cannot_write();
    return EXIT_USAGE;
}

static void write_all(struct out *o, const char *data, size_t n)
{
    while (n > 0 && !o->failed) {
        ssize_t done = write(STDOUT_FILENO, data, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0) {
            cannot_write();
            o->failed = true;
            return;
        }
        data += done;
        n -= (size_t)done;
    }
}

/* How many bytes of DATA are the type of its first object, after which the number of the schema has
 * been written. */
static size_t write_schema(struct out *o, const char *data, size_t n)
{
    char number[sizeof ",\"schema\":" + DECIMAL_BYTES];
    const char *comma = memchr(data, ',', n);
    size_t n_type = comma ? (size_t)(comma - data) : n;
    int size = snprintf(number, sizeof number, ",\"schema\":%u", o->schema);
    o->schema = 0;
    write_all(o, data, n_type);
    write_all(o, number, (size_t)size);
    return n_type;
}

void out_allow(struct out *o, uint64_t n)
{
    uint64_t most = o->n_allowed ? o->n_allowed : MOST_FLOOR;
    bool is_any = n > (UINT64_MAX - most) / MOST_PER_BYTE;
    o->n_allowed = is_any ? UINT64_MAX : most + n * MOST_PER_BYTE;
}

/* Of DATA only the lines that may still be written are. */
_Noreturn static void end_at_limit(struct out *o, const char *data)
{
    size_t n = (size_t)(o->n_allowed - o->n_written);
    while (n > 0 && data[n - 1] != '\n')
        n--;
    if (!o->is_silent)
        write_all(o, data, n);
    fprintf(stderr,
            "bitleap: more output than %d bytes for each byte of input: --unlimited prints all\n",
            MOST_PER_BYTE);
    _exit(o->failed ? EXIT_USAGE : EXIT_DAMAGED);
}

/* N bytes leave O, except those that have done so before. */
static void give_out(struct out *o, const char *data, size_t n)
{
    if (o->n_allowed && o->n_repeated == 0 && n > o->n_allowed - o->n_written)
        end_at_limit(o, data);
    size_t n_old = n < o->n_repeated ? n : (size_t)o->n_repeated;
    o->n_written += n;
    o->n_repeated -= n_old;
    if (o->schema && n > n_old && !o->is_silent)
        n_old += write_schema(o, data + n_old, n - n_old);
    if (!o->is_silent)
        write_all(o, data + n_old, n - n_old);
}

void out_flush(struct out *o)
{
    if (o->kind != OUT_STDOUT)
        return;
    give_out(o, o->data, o->n);
    o->n = 0;
}

void out_append(struct out *o, const struct out *text)
{
    out_flush(o);
    give_out(o, text->data, text->n);
}

uint64_t out_total(const struct out *o)
{
    return o->n_written + o->n;
}

void out_repeat(struct out *o, uint64_t n)
{
    out_flush(o);
    o->n_written -= n;
    o->n_repeated += n;
}

bool out_close(struct out *o)
{
    out_flush(o);
    if (o->kind != OUT_FIXED)
        free(o->data);
    o->data = NULL;
    if (standard == o)
        standard = NULL;
    return !o->failed;
}

static bool grow(struct out *o, size_t n)
{
    size_t cap = o->cap * 2 < o->limit ? o->cap * 2 : o->limit;
    char *data = cap - o->n < n ? NULL : realloc(o->data, cap);
    if (!data)
        return false;
    o->data = data;
    o->cap = cap;
    return true;
}

void out_drop(struct out *o)
{
    if (o->kind == OUT_STDOUT)
        return;
    o->failed = true;
    o->n = 0;
}

void out_make_room(struct out *o, size_t n)
{
    if (o->kind == OUT_STDOUT)
        out_flush(o);
    else if (o->kind == OUT_FIXED || !grow(o, n))
        out_drop(o);
}

/* What can be asked for at once of N bytes. */
static size_t part_of_row(const struct out *o, size_t n)
{
    size_t most = o->cap < OUT_LEAST_BYTES ? o->cap : OUT_LEAST_BYTES;
    return n < most ? n : most;
}

void out_fill(struct out *o, char c, size_t n)
{
    while (n > 0) {
        size_t part = part_of_row(o, n);
        memset(out_room(o, part), c, part);
        o->n += part;
        n -= part;
    }
}

void out_many_bytes(struct out *o, const void *data, size_t n)
{
    const char *bytes = data;
    if (o->kind == OUT_STDOUT && n >= DIRECT_BYTES) {
        out_flush(o);
        give_out(o, data, n);
        return;
    }
    while (n > 0) {
        size_t part = part_of_row(o, n);
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

void out_u64_wide(struct out *o, uint64_t v, unsigned width)
{
    char digits[DECIMAL_BYTES];
    size_t n = (size_t)(put_decimal(digits, v) - digits);
    if (n < width)
        out_spaces(o, width - n);
    out_bytes(o, digits, n);
}

void out_bits_wide(struct out *o, uint64_t bits, unsigned width)
{
    if (bits % 8)
        out_printf(o, "%*.1f", (int)width, (double)bits / 8);
    else
        out_printf(o, "%*" PRIu64 "  ", (int)width - 2, bits / 8);
}

void out_count(struct out *o, uint64_t n, const char *one, const char *many)
{
    out_u64(o, n);
    out_char(o, ' ');
    out_text(o, n == 1 ? one : many);
}

/* Usual lines need no memory of their own; a path may be of any length. */
void out_printf(struct out *o, const char *format, ...)
{
    char line[512];
    char *longer = NULL;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n >= (int)sizeof line) {
        va_start(args, format);
        n = vasprintf(&longer, format, args);
        va_end(args);
        if (n < 0)
            out_no_memory();
    }
    if (n > 0)
        out_bytes(o, longer ? longer : line, (size_t)n);
    free(longer);
}

static bool is_print(uint8_t c)
{
    return c >= 0x20 && c <= 0x7E;
}

bool is_printable(struct bl_view view)
{
    enum {
        STEP = 64 /* without a way out, so that they can be looked at together */
    };
    size_t i = 0;
    for (; i + STEP <= view.size; i += STEP) {
        uint8_t bad = 0;
        for (size_t k = 0; k < STEP; k++)
            bad |= (uint8_t)(view.data[i + k] - 0x20) > 0x7E - 0x20;
        if (bad)
            return false;
    }
    for (; i < view.size; i++)
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
    json_view(o, key, view_of(text));
}

void json_u64_or_null(struct out *o, const char *key, uint64_t v, bool has)
{
    if (has)
        json_u64(o, key, v);
    else
        json_null(o, key);
}

void json_text_or_null(struct out *o, const char *key, const char *text)
{
    if (text)
        json_text(o, key, text);
    else
        json_null(o, key);
}

void json_array(struct out *o, const char *key)
{
    json_key(o, key);
    out_char(o, '[');
}

/* How many characters from FIRST on are written as they are. */
static size_t plain_length(struct bl_view bytes, size_t first)
{
    size_t i = first;
    while (i < bytes.size && bytes.data[i] >= 0x20 && bytes.data[i] < 0x7F &&
           bytes.data[i] != '"' && bytes.data[i] != '\\')
        i++;
    return i - first;
}

void json_string(struct out *o, struct bl_view bytes)
{
    out_char(o, '"');
    for (size_t i = 0; i < bytes.size;) {
        size_t plain = plain_length(bytes, i);
        out_bytes(o, bytes.data + i, plain);
        i += plain;
        if (i == bytes.size)
            break;
        const uint8_t *p = bytes.data + i;
        size_t length = bl_utf8_length((struct bl_view){.data = p, .size = bytes.size - i});
        if (*p == '"' || *p == '\\') {
            out_char(o, '\\');
            out_char(o, (char)*p);
        } else if (*p < 0x20 || *p == 0x7F || length == 0) {
            out_printf(o, "\\u%04x", *p);
            length = 1;
        } else if (*p == 0xC2 && p[1] < 0xA0) { /* C1, which a terminal may obey */
            out_printf(o, "\\u%04x", p[1]);
        } else {
            out_bytes(o, p, length);
        }
        i += length;
    }
    out_char(o, '"');
}

void json_view(struct out *o, const char *key, struct bl_view bytes)
{
    json_key(o, key);
    json_string(o, bytes);
}

void json_name(struct out *o, const char *key, struct bl_view name)
{
    if (name.data)
        json_view(o, key, name);
    else
        json_null(o, key);
}

void json_base64(struct out *o, const char *key, struct bl_view bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    json_key(o, key);
    out_char(o, '"');
    for (size_t i = 0; i < bytes.size; i += 3) {
        size_t n = bytes.size - i < 3 ? bytes.size - i : 3;
        uint32_t bits = 0;
        char text[4] = "====";
        for (size_t k = 0; k < n; k++)
            bits |= (uint32_t)bytes.data[i + k] << (16 - 8 * k);
        for (size_t k = 0; k <= n; k++)
            text[k] = digits[bits >> (18 - 6 * k) & 63];
        out_bytes(o, text, sizeof text);
    }
    out_char(o, '"');
}
