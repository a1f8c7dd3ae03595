/* demangle/demangle_rust.c - names of Rust, of the scheme v0, as people write them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The grammar is that of Rust's RFC 2603, and the text that of llvm-cxxfilt. A name is read twice:
 * first to see whether it is one, and how long its text is. So nothing is kept, and nothing is put
 * of what fails. References back repeat what they refer to: they can make endless texts of few
 * bytes, so text, steps and depth have limits. Where nothing is printed they are not followed.
 */
#include "demangle/demangle_rust.h"

#include "base/utf8.h"

#include <string.h>

enum {
    MOST_DEPTH = 500,      /* as LLVM has */
    MOST_STEPS = 1 << 20,  /* paths, types and constants */
    MOST_POINTS = 1 << 10, /* of an identifier in Punycode */
    MOST_DIGITS = 16,      /* of hexadecimal numbers that are printed as decimal ones */
};

struct demangler {
    const char *name; /* after _R, before a dot */
    size_t size, at;
    uint64_t n_lifetimes; /* bound here */
    unsigned depth, n_steps;
    bool has_failed, is_silent;
    bool wants_crate; /* that alone is put, the first one outside of types */
    bool is_in_crate;
    size_t n_put, most; /* bytes of text */
    bl_put_fn *put;     /* NULL: they are only counted */
    void *context;
};

struct identifier {
    struct bl_view text;
    bool is_punycode;
};

static void demangle_type(struct demangler *d);
static void demangle_const(struct demangler *d);
static bool demangle_path(struct demangler *d, bool in_type, bool leaves_open);

/* ---- Text ---- */

static void put_rust_bytes(struct demangler *d, const void *bytes, size_t size)
{
    if (d->has_failed || d->is_silent || (d->wants_crate && !d->is_in_crate))
        return;
    if (size > d->most - d->n_put) {
        d->has_failed = true;
        return;
    }
    d->n_put += size;
    if (d->put && size > 0)
        d->put(d->context, bytes, size);
}

static void put_rust_text(struct demangler *d, const char *text)
{
    put_rust_bytes(d, text, strlen(text));
}

static void put_rust_number(struct demangler *d, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    put_rust_bytes(d, digits + at, sizeof digits - at);
}

/* ---- Bytes and numbers of the name ---- */

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* '\0': there is none. */
static char next_byte(const struct demangler *d)
{
    return d->has_failed || d->at >= d->size ? '\0' : d->name[d->at];
}

static char read_byte(struct demangler *d)
{
    char c = next_byte(d);
    if (c == '\0')
        d->has_failed = true;
    else
        d->at++;
    return c;
}

static bool read_if(struct demangler *d, char c)
{
    bool is_next = next_byte(d) == c;
    d->at += is_next;
    return is_next;
}

/* NUMBER * BASE + DIGIT; what is too large fails. */
static uint64_t append_digit(struct demangler *d, uint64_t number, unsigned base, unsigned digit)
{
    d->has_failed |= __builtin_mul_overflow(number, base, &number) ||
                     __builtin_add_overflow(number, digit, &number);
    return number;
}

static uint64_t read_decimal(struct demangler *d)
{
    uint64_t number = 0;
    if (!bl_is_digit(next_byte(d)))
        d->has_failed = true;
    if (read_if(d, '0'))
        return 0;
    while (bl_is_digit(next_byte(d)))
        number = append_digit(d, number, 10, (unsigned)(read_byte(d) - '0'));
    return number;
}

/* "_" is 0, "0_" is 1. */
static uint64_t read_base62(struct demangler *d)
{
    uint64_t number = 0;
    if (read_if(d, '_'))
        return 0;
    while (!d->has_failed && !read_if(d, '_')) {
        char c = read_byte(d);
        if (bl_is_digit(c))
            number = append_digit(d, number, 62, (unsigned)(c - '0'));
        else if (is_lower(c))
            number = append_digit(d, number, 62, (unsigned)(c - 'a') + 10);
        else if (is_upper(c))
            number = append_digit(d, number, 62, (unsigned)(c - 'A') + 36);
        else
            d->has_failed = true;
    }
    return append_digit(d, number, 1, 1);
}

/* One more than what follows TAG, or 0 without it. */
static uint64_t read_optional_base62(struct demangler *d, char tag)
{
    return read_if(d, tag) ? append_digit(d, read_base62(d), 1, 1) : 0;
}

/* The digits without leading zeros, up to "_"; NUMBER has the last 64 bits. */
static struct bl_view read_hex(struct demangler *d, uint64_t *number)
{
    size_t start = d->at;
    *number = 0;
    if (read_if(d, '0')) {
        d->has_failed |= !read_if(d, '_');
    } else {
        d->has_failed |= next_byte(d) == '_'; /* no digit */
        while (!d->has_failed && !read_if(d, '_')) {
            char c = read_byte(d);
            d->has_failed |= !bl_is_digit(c) && !(c >= 'a' && c <= 'f');
            *number = *number << 4 | (unsigned)(bl_is_digit(c) ? c - '0' : c - 'a' + 10);
        }
    }
    if (d->has_failed)
        return (struct bl_view){0};
    return (struct bl_view){(const uint8_t *)d->name + start, d->at - 1 - start};
}

/* ---- Identifiers ---- */

static struct identifier read_identifier(struct demangler *d)
{
    struct identifier id = {.is_punycode = read_if(d, 'u')};
    uint64_t size = read_decimal(d);
    read_if(d, '_'); /* before a digit or another one */
    if (d->has_failed || size > d->size - d->at) {
        d->has_failed = true;
        return id;
    }
    for (size_t i = 0; i < size; i++) {
        char c = d->name[d->at + i];
        d->has_failed |= !bl_is_digit(c) && !is_lower(c) && !is_upper(c) && c != '_';
    }
    id.text = (struct bl_view){(const uint8_t *)d->name + d->at, (size_t)size};
    d->at += (size_t)size;
    return id;
}

/* Punycode's (RFC 3492) parameters; the delimiter is '_', as names have no '-'. */
enum {
    BASE = 36,
    T_MIN = 1,
    T_MAX = 26,
    SKEW = 38,
    DAMP = 700,
    FIRST_BIAS = 72,
    FIRST_POINT = 0x80,
};

struct punycode {
    uint32_t points[MOST_POINTS];
    size_t n;
    uint64_t point, i; /* what is inserted next, and before which */
    unsigned bias;
};

static unsigned adapted_bias(uint64_t delta, size_t n_points, bool is_first)
{
    unsigned k = 0;
    delta /= is_first ? DAMP : 2;
    delta += delta / n_points;
    for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
        delta /= BASE - T_MIN;
    return k + (unsigned)((BASE - T_MIN + 1) * delta / (delta + SKEW));
}

/* Adds a number of variable length to I. */
static bool read_delta(struct punycode *p, const uint8_t **at, const uint8_t *end)
{
    uint64_t weight = 1;
    for (unsigned k = BASE;; k += BASE) {
        if (*at == end)
            return false;
        char c = (char)*(*at)++;
        uint64_t digit = is_lower(c) ? (uint64_t)(c - 'a') : (uint64_t)(c - '0') + 26;
        uint64_t step;
        if ((!is_lower(c) && !bl_is_digit(c)) || __builtin_mul_overflow(digit, weight, &step) ||
            __builtin_add_overflow(p->i, step, &p->i))
            return false;
        unsigned t = k <= p->bias ? T_MIN : k >= p->bias + T_MAX ? T_MAX : k - p->bias;
        if (digit < t)
            return true;
        if (__builtin_mul_overflow(weight, BASE - t, &weight))
            return false;
    }
}

/* Inserts the next code point. */
static bool insert_point(struct punycode *p, const uint8_t **at, const uint8_t *end, bool is_first)
{
    uint64_t before = p->i;
    if (!read_delta(p, at, end) || p->n == MOST_POINTS)
        return false;
    p->bias = adapted_bias(p->i - before, p->n + 1, is_first);
    if (__builtin_add_overflow(p->point, p->i / (p->n + 1), &p->point) || p->point > 0x10FFFF ||
        (p->point >= 0xD800 && p->point <= 0xDFFF))
        return false;
    p->i %= p->n + 1;
    memmove(p->points + p->i + 1, p->points + p->i, (p->n - p->i) * sizeof *p->points);
    p->points[p->i++] = (uint32_t)p->point;
    p->n++;
    return true;
}

static void put_punycode(struct demangler *d, struct bl_view text)
{
    struct punycode p = {.point = FIRST_POINT, .bias = FIRST_BIAS};
    const uint8_t *at = text.data;
    const uint8_t *end = text.data + text.size;
    size_t n_ascii = text.size;
    while (n_ascii > 0 && text.data[n_ascii - 1] != '_')
        n_ascii--;
    d->has_failed |= n_ascii > MOST_POINTS + 1;
    while (!d->has_failed && p.n + 1 < n_ascii)
        p.points[p.n++] = *at++;
    at += n_ascii > 0; /* after the last delimiter */
    for (bool is_first = true; at < end && !d->has_failed; is_first = false)
        d->has_failed = !insert_point(&p, &at, end, is_first);
    for (size_t i = 0; i < p.n; i++) {
        uint8_t bytes[4];
        put_rust_bytes(d, bytes, bl_utf8_encode(p.points[i], bytes));
    }
}

static void put_identifier(struct demangler *d, struct identifier id)
{
    if (d->has_failed || d->is_silent)
        return;
    if (id.is_punycode)
        put_punycode(d, id.text);
    else
        put_rust_bytes(d, id.text.data, id.text.size);
}

/* ---- Lifetimes, depth, references back ---- */

/* The INDEX-th from within; 0: one without name. */
static void put_lifetime(struct demangler *d, uint64_t index)
{
    if (index == 0) {
        put_rust_text(d, "'_");
        return;
    }
    if (index > d->n_lifetimes) {
        d->has_failed = true;
        return;
    }
    uint64_t number = d->n_lifetimes - index;
    char letter = (char)('a' + (number < 26 ? number : 25));
    put_rust_text(d, "'");
    put_rust_bytes(d, &letter, 1);
    if (number >= 26)
        put_rust_number(d, number - 25);
}

static void demangle_optional_binder(struct demangler *d)
{
    uint64_t n = read_optional_base62(d, 'G');
    if (d->has_failed || n == 0)
        return;
    /* A name has a byte at least for each lifetime that it binds, as it refers to it. */
    if (d->n_lifetimes >= d->size || n >= d->size - d->n_lifetimes) {
        d->has_failed = true;
        return;
    }
    put_rust_text(d, "for<");
    for (uint64_t i = 0; i < n; i++) {
        d->n_lifetimes++;
        put_rust_text(d, i > 0 ? ", " : "");
        put_lifetime(d, 1);
    }
    put_rust_text(d, "> ");
}

/* Whether one more level is allowed; then leave_level() ends it. */
static bool enter_level(struct demangler *d)
{
    if (d->has_failed || d->depth >= MOST_DEPTH || d->n_steps >= MOST_STEPS) {
        d->has_failed = true;
        return false;
    }
    d->depth++;
    d->n_steps++;
    return true;
}

static void leave_level(struct demangler *d)
{
    d->depth--;
}

/* Goes back to what is referred to; *BEFORE is where it goes on after that. False: it does not. */
static bool follow(struct demangler *d, size_t *before)
{
    uint64_t target = read_base62(d);
    if (d->has_failed || target >= d->at) {
        d->has_failed = true;
        return false;
    }
    *before = d->at;
    if (!d->is_silent)
        d->at = (size_t)target;
    return !d->is_silent;
}

/* ---- Paths ---- */

static bool has_crate(const struct demangler *d)
{
    return d->wants_crate && d->n_put > 0;
}

static void demangle_crate(struct demangler *d)
{
    read_optional_base62(d, 's');
    d->is_in_crate = true;
    put_identifier(d, read_identifier(d));
    d->is_in_crate = false;
    d->is_silent |= has_crate(d);
}

/* Where an impl block is has no text, but it says whose crate it is. */
static void skip_impl_path(struct demangler *d, bool in_type)
{
    bool was_silent = d->is_silent;
    d->is_silent |= !d->wants_crate;
    read_optional_base62(d, 's');
    demangle_path(d, in_type, false);
    d->is_silent = was_silent || has_crate(d);
}

/* "<type>", or "<type as trait>", whose crate is the trait's. */
static void demangle_self(struct demangler *d, bool has_trait)
{
    bool was_silent = d->is_silent;
    put_rust_text(d, "<");
    d->is_silent |= d->wants_crate;
    demangle_type(d);
    d->is_silent = was_silent;
    if (has_trait) {
        put_rust_text(d, " as ");
        demangle_path(d, true, false);
    }
    put_rust_text(d, ">");
}

static void demangle_nested(struct demangler *d, bool in_type)
{
    char space = read_byte(d);
    if (!is_lower(space) && !is_upper(space)) {
        d->has_failed = true;
        return;
    }
    demangle_path(d, in_type, false);
    uint64_t disambiguator = read_optional_base62(d, 's');
    struct identifier id = read_identifier(d);
    if (is_lower(space)) {
        put_rust_text(d, id.text.size ? "::" : "");
        put_identifier(d, id);
        return;
    }
    put_rust_text(d, "::{");
    if (space == 'C' || space == 'S')
        put_rust_text(d, space == 'C' ? "closure" : "shim");
    else
        put_rust_bytes(d, &space, 1);
    put_rust_text(d, id.text.size ? ":" : "");
    put_identifier(d, id);
    put_rust_text(d, "#");
    put_rust_number(d, disambiguator);
    put_rust_text(d, "}");
}

static void demangle_generics(struct demangler *d, bool in_type)
{
    demangle_path(d, in_type, false);
    put_rust_text(d, in_type ? "<" : "::<");
    for (size_t i = 0; !d->has_failed && !read_if(d, 'E'); i++) {
        put_rust_text(d, i > 0 ? ", " : "");
        if (read_if(d, 'L'))
            put_lifetime(d, read_base62(d));
        else if (read_if(d, 'K'))
            demangle_const(d);
        else
            demangle_type(d);
    }
}

static bool demangle_path_again(struct demangler *d, bool in_type, bool leaves_open)
{
    size_t before;
    if (!follow(d, &before))
        return false;
    bool is_open = demangle_path(d, in_type, leaves_open);
    d->at = before;
    return is_open;
}

/* Whether its "<" was left open. */
static bool demangle_path(struct demangler *d, bool in_type, bool leaves_open)
{
    bool is_open = false;
    if (!enter_level(d))
        return false;
    char tag = read_byte(d);
    switch (tag) {
    case 'C': demangle_crate(d); break;
    case 'M':
    case 'X':
        skip_impl_path(d, in_type);
        demangle_self(d, tag == 'X');
        break;
    case 'Y': demangle_self(d, true); break;
    case 'N': demangle_nested(d, in_type); break;
    case 'I':
        demangle_generics(d, in_type);
        is_open = leaves_open;
        put_rust_text(d, is_open ? "" : ">");
        break;
    case 'B': is_open = demangle_path_again(d, in_type, leaves_open); break;
    default: d->has_failed = true; break;
    }
    leave_level(d);
    return is_open;
}

/* ---- Types ---- */

/* NULL: none is called so. */
static const char *basic_type(char tag)
{
    static const struct {
        char tag;
        const char *name;
    } types[] = {{'a', "i8"},  {'b', "bool"}, {'c', "char"},  {'d', "f64"},   {'e', "str"},
                 {'f', "f32"}, {'h', "u8"},   {'i', "isize"}, {'j', "usize"}, {'l', "i32"},
                 {'m', "u32"}, {'n', "i128"}, {'o', "u128"},  {'p', "_"},     {'s', "i16"},
                 {'t', "u16"}, {'u', "()"},   {'v', "..."},   {'x', "i64"},   {'y', "u64"},
                 {'z', "!"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].tag == tag)
            return types[i].name;
    return NULL;
}

/* Types up to 'E', with commas; their number. */
static size_t demangle_types(struct demangler *d)
{
    size_t n = 0;
    for (; !d->has_failed && !read_if(d, 'E'); n++) {
        put_rust_text(d, n > 0 ? ", " : "");
        demangle_type(d);
    }
    return n;
}

static void demangle_abi(struct demangler *d)
{
    put_rust_text(d, "extern \"");
    if (read_if(d, 'C')) {
        put_rust_text(d, "C");
    } else {
        struct identifier id = read_identifier(d);
        d->has_failed |= id.is_punycode;
        for (size_t i = 0; i < id.text.size; i++)
            put_rust_bytes(d, id.text.data[i] == '_' ? (const uint8_t *)"-" : id.text.data + i, 1);
    }
    put_rust_text(d, "\" ");
}

static void demangle_function(struct demangler *d)
{
    uint64_t outside = d->n_lifetimes;
    demangle_optional_binder(d);
    put_rust_text(d, read_if(d, 'U') ? "unsafe " : "");
    if (read_if(d, 'K'))
        demangle_abi(d);
    put_rust_text(d, "fn(");
    demangle_types(d);
    put_rust_text(d, ")");
    if (!read_if(d, 'u')) {
        put_rust_text(d, " -> ");
        demangle_type(d);
    }
    d->n_lifetimes = outside;
}

/* A trait, and types that it is bound to: "Iterator<Item = u8>". */
static void demangle_dyn_trait(struct demangler *d)
{
    bool is_open = demangle_path(d, true, true);
    while (!d->has_failed && read_if(d, 'p')) {
        struct bl_view name = read_identifier(d).text;
        put_rust_text(d, is_open ? ", " : "<");
        put_rust_bytes(d, name.data, name.size);
        put_rust_text(d, " = ");
        demangle_type(d);
        is_open = true;
    }
    put_rust_text(d, is_open ? ">" : "");
}

static void demangle_dyn(struct demangler *d)
{
    uint64_t outside = d->n_lifetimes;
    put_rust_text(d, "dyn ");
    demangle_optional_binder(d);
    for (size_t i = 0; !d->has_failed && !read_if(d, 'E'); i++) {
        put_rust_text(d, i > 0 ? " + " : "");
        demangle_dyn_trait(d);
    }
    d->n_lifetimes = outside;
    d->has_failed |= !read_if(d, 'L');
    uint64_t lifetime = read_base62(d);
    if (lifetime > 0) {
        put_rust_text(d, " + ");
        put_lifetime(d, lifetime);
    }
}

static void demangle_reference(struct demangler *d, bool is_mutable)
{
    put_rust_text(d, "&");
    uint64_t lifetime = read_if(d, 'L') ? read_base62(d) : 0;
    if (lifetime > 0) {
        put_lifetime(d, lifetime);
        put_rust_text(d, " ");
    }
    put_rust_text(d, is_mutable ? "mut " : "");
    demangle_type(d);
}

static void demangle_type_again(struct demangler *d)
{
    size_t before;
    if (follow(d, &before)) {
        demangle_type(d);
        d->at = before;
    }
}

/* What is no basic type, and begins with TAG. */
static void demangle_other_type(struct demangler *d, char tag)
{
    switch (tag) {
    case 'A':
    case 'S':
        put_rust_text(d, "[");
        demangle_type(d);
        if (tag == 'A') {
            put_rust_text(d, "; ");
            demangle_const(d);
        }
        put_rust_text(d, "]");
        break;
    case 'T':
        put_rust_text(d, "(");
        put_rust_text(d, demangle_types(d) == 1 ? ",)" : ")");
        break;
    case 'R':
    case 'Q': demangle_reference(d, tag == 'Q'); break;
    case 'P':
    case 'O':
        put_rust_text(d, tag == 'P' ? "*const " : "*mut ");
        demangle_type(d);
        break;
    case 'F': demangle_function(d); break;
    case 'D': demangle_dyn(d); break;
    case 'B': demangle_type_again(d); break;
    default:
        d->at--;
        demangle_path(d, true, false);
        break;
    }
}

static void demangle_type(struct demangler *d)
{
    if (!enter_level(d))
        return;
    char tag = read_byte(d);
    const char *basic = basic_type(tag);
    if (basic)
        put_rust_text(d, basic);
    else if (!d->has_failed)
        demangle_other_type(d, tag);
    leave_level(d);
}

/* ---- Constants ---- */

static void demangle_integer(struct demangler *d)
{
    uint64_t number;
    put_rust_text(d, read_if(d, 'n') ? "-" : "");
    struct bl_view digits = read_hex(d, &number);
    if (digits.size <= MOST_DIGITS) {
        put_rust_number(d, number);
    } else {
        put_rust_text(d, "0x");
        put_rust_bytes(d, digits.data, digits.size);
    }
}

static void demangle_bool(struct demangler *d)
{
    uint64_t number;
    struct bl_view digits = read_hex(d, &number);
    d->has_failed |= digits.size > 1 || number > 1;
    put_rust_text(d, number ? "true" : "false");
}

static void demangle_char(struct demangler *d)
{
    static const char escaped[] = "\tt\rr\nn\\\\''";
    uint64_t point;
    struct bl_view digits = read_hex(d, &point);
    d->has_failed |= digits.size > 6;
    put_rust_text(d, "'");
    const char *pair = escaped;
    while (*pair && (uint64_t)*pair != point)
        pair += 2;
    if (*pair) {
        put_rust_text(d, "\\");
        put_rust_bytes(d, pair + 1, 1);
    } else if (point >= 0x20 && point < 0x7F) {
        char c = (char)point;
        put_rust_bytes(d, &c, 1);
    } else {
        put_rust_text(d, "\\u{");
        put_rust_bytes(d, digits.data, digits.size);
        put_rust_text(d, "}");
    }
    put_rust_text(d, "'");
}

static void demangle_const_again(struct demangler *d)
{
    size_t before;
    if (follow(d, &before)) {
        demangle_const(d);
        d->at = before;
    }
}

/* Its type comes first, which has no text. */
static void demangle_const(struct demangler *d)
{
    if (!enter_level(d))
        return;
    char tag = read_byte(d);
    if (tag && strchr("ahsltmxynoij", tag))
        demangle_integer(d);
    else if (tag == 'b')
        demangle_bool(d);
    else if (tag == 'c')
        demangle_char(d);
    else if (tag == 'p')
        put_rust_text(d, "_");
    else if (tag == 'B')
        demangle_const_again(d);
    else
        d->has_failed = true;
    leave_level(d);
}

/* ---- All ---- */

/* Whether NAME is one. A second path, of the crate that made this copy of the function, and what
 * follows a dot, which compilers append, are no parts of it. */
static bool demangle_name(struct demangler *d, struct bl_view name)
{
    const uint8_t *dot = memchr(name.data, '.', name.size);
    d->name = (const char *)name.data + 2;
    d->size = (dot ? (size_t)(dot - name.data) : name.size) - 2;
    demangle_path(d, false, false);
    if (d->at < d->size) {
        d->is_silent = true;
        demangle_path(d, false, false);
        d->is_silent = false;
    }
    d->has_failed |= d->at != d->size;
    if (dot) {
        put_rust_text(d, " (");
        put_rust_bytes(d, dot, name.size - (size_t)(dot - name.data));
        put_rust_text(d, ")");
    }
    return !d->has_failed;
}

bool bl_demangle_rust(struct bl_view name, bool wants_crate, size_t most, bl_put_fn *put,
                      void *context)
{
    struct demangler counted = {.wants_crate = wants_crate, .most = most};
    struct demangler printed = {
        .wants_crate = wants_crate, .most = most, .put = put, .context = context};
    return name.size > 2 && memcmp(name.data, "_R", 2) == 0 && demangle_name(&counted, name) &&
           counted.n_put > 0 && demangle_name(&printed, name);
}
