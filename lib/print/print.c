/* print/print.c - text in LLVM's syntax, piece by piece
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/print.h"
#include "base/utf8.h"

#include "bits/reader.h"
#include "ir/vbr.h"

#include <string.h>

enum {
    DECIMAL_DIGITS = 20, /* of 64 bits */
    /* Integers of more words are printed in hexadecimal: the time for decimal grows with the
     * square. */
    MAX_DECIMAL_WORDS = 256,
    DIGITS_AT_ONCE = 19, /* of a number that a word holds */
    /* 64 bits are less than 20 digits; what is left over of the last chunk. */
    MAX_DECIMAL_DIGITS = MAX_DECIMAL_WORDS * DECIMAL_DIGITS + DIGITS_AT_ONCE,
};

#define CHUNK UINT64_C(10000000000000000000) /* 10 to the power of DIGITS_AT_ONCE */

void bl_print_text(const struct bl_print *p, const char *text)
{
    if (*text)
        p->put(p->context, text, strlen(text));
}

void bl_print_u64(const struct bl_print *p, uint64_t v)
{
    char digits[DECIMAL_DIGITS];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + v % 10);
    while ((v /= 10) != 0);
    p->put(p->context, digits + at, sizeof digits - at);
}

void bl_print_i64(const struct bl_print *p, int64_t v)
{
    if (v < 0)
        bl_print_text(p, "-");
    bl_print_u64(p, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

void bl_print_numbered(const struct bl_print *p, const char *prefix, uint64_t n)
{
    bl_print_text(p, prefix);
    bl_print_u64(p, n);
}

/* ---- Names and strings ---- */

static bool is_plain(uint8_t c)
{
    return c >= ' ' && c < 0x7F && c != '\\' && c != '"';
}

enum {
    MOST_ESCAPED = 3 /* characters for one */
};

/* Write C as it is between quotes to AT; how many characters that is. */
static size_t put_escaped(char *at, uint8_t c)
{
    static const char hex[] = "0123456789ABCDEF";
    at[0] = (char)c;
    if (is_plain(c))
        return 1;
    at[0] = '\\';
    at[1] = '\\';
    if (c == '\\')
        return 2;
    at[1] = hex[c >> 4];
    at[2] = hex[c & 15];
    return 3;
}

bool bl_print_is_plain(struct bl_view view)
{
    for (size_t i = 0; i < view.size; i++)
        if (!is_plain(view.data[i]))
            return false;
    return true;
}

void bl_print_escaped(const struct bl_print *p, struct bl_view view)
{
    for (size_t i = 0; i < view.size;) {
        size_t start = i;
        while (i < view.size && is_plain(view.data[i]))
            i++;
        if (i > start)
            p->put(p->context, (const char *)view.data + start, i - start);
        char escape[MOST_ESCAPED];
        if (i < view.size)
            p->put(p->context, escape, put_escaped(escape, view.data[i++]));
    }
}

static bool needs_quotes(uint8_t c)
{
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return !is_letter && !bl_is_digit(c) && c != '-' && c != '.' && c != '_';
}

bool bl_print_needs_quotes(struct bl_view name)
{
    bool quoted = name.size == 0 || bl_is_digit(name.data[0]);
    for (size_t i = 0; i < name.size && !quoted; i++)
        quoted = needs_quotes(name.data[i]);
    return quoted;
}

void bl_name_print(struct bl_view name, bl_put_fn *put, void *context)
{
    if (bl_print_needs_quotes(name))
        bl_string_print(name, put, context);
    else
        put(context, (const char *)name.data, name.size);
}

void bl_string_print(struct bl_view text, bl_put_fn *put, void *context)
{
    struct bl_print p = {put, context};
    bl_print_text(&p, "\"");
    bl_print_escaped(&p, text);
    bl_print_text(&p, "\"");
}

/* ---- Wide integers ---- */

/* The upper half of A * B. */
static uint64_t multiply_high(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 product;
    return (uint64_t)((product)a * b >> 64);
#else
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    uint64_t middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    uint64_t other = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
#endif
}

/* Divide by CHUNK, and return the remainder. Each word's quotient is the upper half of a product
 * with the reciprocal, which is at most one off on either side (Möller and Granlund, "Improved
 * division by invariant integers", algorithm 4). */
static uint64_t divide_by_chunk(uint64_t *words, uint32_t n)
{
    const uint64_t reciprocal = UINT64_C(0xD83C94FB6D2AC34A); /* (2^128 - 1) / CHUNK - 2^64 */
    uint64_t rest = 0;
    for (uint32_t i = n; i-- > 0;) {
        uint64_t low = reciprocal * rest + words[i];
        uint64_t quotient = multiply_high(reciprocal, rest) + rest + (low < words[i]) + 1;
        rest = words[i] - quotient * CHUNK;
        if (rest > low) {
            quotient--;
            rest += CHUNK;
        }
        if (rest >= CHUNK) {
            quotient++;
            rest -= CHUNK;
        }
        words[i] = quotient;
    }
    return rest;
}

/* In hexadecimal, all digits. */
static void print_word(const struct bl_print *p, uint64_t word)
{
    static const char hex[] = "0123456789ABCDEF";
    char digits[16];
    for (unsigned i = 0; i < sizeof digits; i++)
        digits[i] = hex[word >> 4 * (sizeof digits - 1 - i) & 15];
    p->put(p->context, digits, sizeof digits);
}

static void print_decimal(const struct bl_print *p, uint64_t *words, uint32_t n)
{
    char digits[MAX_DECIMAL_DIGITS];
    size_t at = sizeof digits;
    while (n > 0) {
        uint64_t chunk = divide_by_chunk(words, n);
        for (int i = 0; i < DIGITS_AT_ONCE; i++, chunk /= 10)
            digits[--at] = (char)('0' + chunk % 10);
        while (n > 0 && words[n - 1] == 0)
            n--;
    }
    while (at < sizeof digits && digits[at] == '0')
        at++;
    p->put(p->context, digits + at, sizeof digits - at);
}

/* Words, or operands that are words as signed VBRs. */
struct wide {
    const uint64_t *items;
    uint32_t n;
    uint32_t bits;
    bool is_vbr;
};

/* Without what is above the bits. */
static uint64_t cut(const struct wide *w, uint32_t i, uint64_t word)
{
    bool is_last = w->bits / 64 == i && w->bits % 64;
    return is_last ? word & bl_low_bits(w->bits % 64) : word;
}

static uint64_t word_at(const struct wide *w, uint32_t i)
{
    return cut(w, i, w->is_vbr ? (uint64_t)bl_signed_vbr(w->items[i]) : w->items[i]);
}

/* W, or minus W, to WORDS; how many there are without zeros at the top, or UINT32_MAX: more than
 * MAX_DECIMAL_WORDS. */
static uint32_t magnitude_of(const struct wide *w, bool is_negated, uint64_t *words)
{
    bool carry = is_negated;
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->n; i++) {
        uint64_t word = word_at(w, i);
        if (is_negated) {
            word = cut(w, i, ~word + carry);
            carry = carry && word == 0;
        }
        if (word && i >= MAX_DECIMAL_WORDS)
            return UINT32_MAX;
        if (word)
            n = i + 1;
        if (i < MAX_DECIMAL_WORDS)
            words[i] = word;
    }
    return n;
}

static void print_wide(const struct bl_print *p, struct wide w, bool is_signed)
{
    uint64_t words[MAX_DECIMAL_WORDS];
    uint32_t n_most = w.bits / 64 + (w.bits % 64 != 0);
    if (w.bits > 0 && w.n > n_most)
        w.n = n_most;
    uint32_t top = w.bits - 1;
    bool is_negated =
        is_signed && w.bits > 0 && top / 64 < w.n && (word_at(&w, top / 64) >> top % 64 & 1);
    uint32_t n = magnitude_of(&w, is_negated, words);
    if (n == UINT32_MAX) {
        bl_print_text(p, "u0x");
        for (uint32_t i = w.n; i-- > 0;)
            print_word(p, word_at(&w, i));
        return;
    }
    bl_print_text(p, is_negated ? "-" : n ? "" : "0");
    print_decimal(p, words, n);
}

void bl_wide_print(const uint64_t *words, uint32_t n_words, uint32_t bits, bool is_signed,
                   bl_put_fn *put, void *context)
{
    struct bl_print p = {put, context};
    print_wide(&p, (struct wide){.items = words, .n = n_words, .bits = bits}, is_signed);
}

void bl_print_wide_ops(const struct bl_print *p, const uint64_t *ops, uint32_t n_ops, uint32_t bits,
                       bool is_signed)
{
    print_wide(p, (struct wide){.items = ops, .n = n_ops, .bits = bits, .is_vbr = true}, is_signed);
}
