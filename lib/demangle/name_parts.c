/* demangle/name_parts.c - where names of C++ and Rust belong: crate, scope, template
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The parts are found in the text that people read, where brackets are balanced: what of a name is
 * its own path, and what types of parameters, arguments of templates and what is returned. A text
 * is read from left to right, groups in brackets are leapt over, and nothing nests.
 */
#include "base/growing_text.h"
#include "base/utf8.h"
#include "demangle/demangle_rust.h"
#include "demangle/mangled.h"

#include <string.h>

enum {
    MOST_CRATE = 1 << 14,    /* bytes */
    LEGACY_END = 3 + 16 + 1, /* "17h0123456789abcdefE" */
    N_ANONYMOUS = 21,        /* "(anonymous namespace)" */
};

struct part {
    const char *at, *end; /* of the text of the name */
    struct bl_sql_text text;
    bool is_there;
};

/* ---- Text ---- */

static bool begins(const char *at, const char *end, const char *text)
{
    size_t size = strlen(text);
    return (size_t)(end - at) >= size && memcmp(at, text, size) == 0;
}

static bool in_identifier(char c)
{
    return bl_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '$' || c == '.' || (c & 0x80);
}

static void put_text(struct part *p, const char *text, size_t size)
{
    bl_sql_text_put(&p->text, text, size);
}

/* After the bracket that closes the one at AT, OPEN; END: none does. In <…> groups in (…) are leapt
 * over, as they may compare, and so are arrows. */
static const char *after_group(const char *at, const char *end, char open)
{
    char close = open == '(' ? ')' : open == '<' ? '>' : open == '[' ? ']' : '}';
    unsigned depth = 0;
    while (at < end) {
        if (open == '<' && *at == '(') {
            at = after_group(at, end, '(');
            continue;
        }
        if (*at == open)
            depth++;
        else if (*at == close && !(open == '<' && at[-1] == '-') && --depth == 0)
            return at + 1;
        at++;
    }
    return end;
}

static bool is_operator(const char *at, const char *end)
{
    return begins(at, end, "operator") && end - at > 8 && !in_identifier(at[8]);
}

/* After the operator at AT, as in operator<<, operator new[], or operator bool: then its parameters
 * or arguments follow. */
static const char *after_operator(const char *at, const char *end)
{
    static const char *const symbols[] = {
        "()", "[]", " new[]", " new", " delete[]", " delete", "<<=", ">>=", "->*", "<=>", "<<",
        ">>", "<=", ">=",     "==",   "!=",        "&&",      "||",  "++",  "--",  "->",  "+=",
        "-=", "*=", "/=",     "%=",   "&=",        "|=",      "^=",  "<",   ">",   "+",   "-",
        "*",  "/",  "%",      "^",    "&",         "|",       "~",   "!",   "=",   ",",
    };
    at += strlen("operator");
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (begins(at, end, symbols[i]))
            return at + strlen(symbols[i]);
    while (at < end && *at != '(') /* a type, or a suffix after "" */
        at = *at == '<' ? after_group(at, end, '<') : at + 1;
    return at;
}

/* ---- C++: where the name's own path begins ---- */

/* Whether the bracket at AT opens what a type says of itself. */
static bool follows_type_word(const char *begin, const char *at)
{
    static const char *const words[] = {"decltype ", "decltype", "__vector"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]);
        if ((size_t)(at - begin) >= size && memcmp(at - size, words[i], size) == 0)
            return true;
    }
    return false;
}

/* After the type that is returned, if it is there: after the last sign of a type before the
 * parameters. Where that is a pointer to functions, the name is in brackets of it. */
static const char *path_of(const char *begin, const char *end)
{
    const char *path = begin;
    bool begins_word = true;
    for (const char *at = begin; at < end;) {
        if ((begins_word && is_operator(at, end)) || *at == ')')
            break;
        begins_word = !in_identifier(*at);
        switch (*at) {
        case '<':
        case '[':
        case '{': at = after_group(at, end, *at); continue;
        case '(':
            if (begins(at, end, "(anonymous namespace)")) {
                at += N_ANONYMOUS;
                continue;
            }
            if (follows_type_word(begin, at)) {
                at = after_group(at, end, '(');
                continue;
            }
            if (at > begin && at[-1] != ' ')
                return path;
            path = at + 1;
            break;
        case ' ':
        case '*':
        case '&': path = at + 1; break;
        default: break;
        }
        at++;
    }
    return path;
}

/* ---- Scopes ---- */

/* Put the components at P->at that are namespaces and types, without arguments; the last one too,
 * if the path is that of a TYPE. Components of functions, operators and what has no name end it. */
static void put_scope(struct part *p, bool is_type)
{
    while (p->at < p->end && !is_operator(p->at, p->end)) {
        const char *first = p->at;
        if (begins(p->at, p->end, "(anonymous namespace)"))
            p->at += N_ANONYMOUS;
        while (p->at < p->end && (in_identifier(*p->at) || *p->at == '['))
            p->at = *p->at == '[' ? after_group(p->at, p->end, '[') : p->at + 1;
        size_t size = (size_t)(p->at - first);
        if (p->at < p->end && *p->at == '<')
            p->at = after_group(p->at, p->end, '<');
        else if (begins(p->at, p->end, "::<") && !begins(p->at, p->end, "::<impl "))
            p->at = after_group(p->at + 2, p->end, '<'); /* of Rust */
        bool has_next = begins(p->at, p->end, "::");
        bool is_scope = has_next || (is_type && !begins(p->at, p->end, "("));
        if (size == 0 || *first == '[' || !is_scope)
            return;
        put_text(p, "::", p->is_there ? 2 : 0);
        put_text(p, first, size);
        p->is_there = true;
        if (!has_next)
            return;
        p->at += 2;
    }
}

/* Whether a path of two components at least begins at AT. */
static bool is_path(const char *at, const char *end)
{
    while (at < end && in_identifier(*at))
        at++;
    return begins(at, end, "::");
}

/* At the path in a type of Rust, as in &mut [a::b]; a bracket at its begin is that of "<a::b as".
 */
static const char *path_in_type(const char *at, const char *end)
{
    static const char *const before[] = {"<", "&", "[", "(", "mut ", "dyn ", "*const ", "*mut "};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (begins(at, end, before[i])) {
            at += strlen(before[i]);
            i = (size_t)-1; /* again, from the first one */
        }
    return at;
}

/* Of "<type as trait>::f" that of the type, or of the trait where the type has none; of other names
 * their modules, where {closure} is one in a function. */
static void put_rust_scope(struct part *p)
{
    const char *first = path_in_type(p->at, p->end);
    const char *close = *p->at == '<' ? after_group(p->at, p->end, '<') - 1 : p->end;
    if (*p->at != '<') {
        const char *brace = memchr(p->at, '{', (size_t)(p->end - p->at));
        bool is_inside = brace && brace - p->at > 2 && brace[-1] == ':';
        p->end = is_inside ? brace - 2 : brace ? brace : p->end; /* without :: */
        put_scope(p, false);
        return;
    }
    for (const char *at = p->at; !is_path(first, close) && at + 4 < close; at++)
        if (begins(at, close, " as "))
            first = at + 4;
    if (!is_path(first, close))
        return;
    p->at = first;
    p->end = close;
    put_scope(p, true);
}

/* ---- Templates ---- */

static void put_arguments(struct part *p)
{
    static const char some[] = "<…>";
    put_text(p, some, sizeof some - 1);
    p->at = after_group(p->at, p->end, '<');
    p->is_there = true;
}

static void put_cxx_operator(struct part *p)
{
    const char *first = p->at;
    const char *after = after_operator(first, p->end);
    put_text(p, first, (size_t)(after - first));
    p->at = after;
    if (begins(p->at, p->end, " <"))
        put_text(p, p->at++, 1);
}

/* After parameters, and what is said of this, at what is local in the function, or at the end. */
static void leap_parameters(struct part *p)
{
    p->at = after_group(p->at, p->end, '(');
    while (p->at < p->end && !begins(p->at, p->end, "::") && *p->at != '[')
        p->at++;
    if (p->at < p->end && *p->at == '[') /* of a clone */
        p->at = p->end;
}

/* As {lambda#1}: without its parameters. */
static void put_braces(struct part *p)
{
    const char *after = after_group(p->at, p->end, '{');
    const char *open = memchr(p->at, '(', (size_t)(after - p->at));
    const char *close = open ? after_group(open, after, '(') : p->at;
    if (open)
        put_text(p, p->at, (size_t)(open - p->at));
    put_text(p, close, (size_t)(after - close));
    p->at = after;
}

static void put_cxx_template(struct part *p)
{
    for (bool begins_word = true; p->at < p->end && *p->at != ' ' && *p->at != ')';) {
        if (begins_word && is_operator(p->at, p->end)) {
            put_cxx_operator(p);
        } else if (*p->at == '<') {
            put_arguments(p);
        } else if (*p->at == '{') {
            put_braces(p);
        } else if (begins(p->at, p->end, "(anonymous namespace)")) {
            put_text(p, p->at, N_ANONYMOUS);
            p->at += N_ANONYMOUS;
        } else if (*p->at == '(') {
            leap_parameters(p);
        } else {
            begins_word = !in_identifier(*p->at);
            put_text(p, p->at++, 1);
            continue;
        }
        begins_word = false;
    }
}

static void put_rust_template(struct part *p)
{
    const char *first = p->at;
    for (unsigned depth = 0; p->at < p->end && (depth > 0 || *p->at != ' ');) {
        bool follows_name =
            p->at > first && (in_identifier(p->at[-1]) || p->at[-1] == ']' ||
                              (p->at[-1] == ':' && !begins(p->at, p->end, "<impl ")));
        if (*p->at == '<' && follows_name) {
            put_arguments(p);
            continue;
        }
        if (*p->at == '<')
            depth++;
        else if (*p->at == '>' && depth > 0 && p->at[-1] != '-')
            depth--;
        put_text(p, p->at++, 1);
    }
}

/* ---- All ---- */

/* Whether a hash of Rust's legacy names, "17h0123456789abcdefE", ends at END, which is after it. */
static bool ends_with_hash(const uint8_t *end)
{
    const uint8_t *at = end - LEGACY_END;
    if (memcmp(at, "17h", 3) != 0 || end[-1] != 'E')
        return false;
    for (at += 3; at < end - 1; at++)
        if (!bl_is_digit(*at) && !(*at >= 'a' && *at <= 'f'))
            return false;
    return true;
}

/* The bytes of a legacy name of Rust, which end after its hash; 0: NAME is none. */
static size_t size_of_legacy(struct bl_view name)
{
    if (name.size < 3 || memcmp(name.data, "_ZN", 3) != 0)
        return 0;
    for (size_t size = 3 + LEGACY_END; size <= name.size; size++)
        if ((size == name.size || name.data[size] == '.') && ends_with_hash(name.data + size))
            return size;
    return 0;
}

/* Of "vtable for a::b" and the like, at a::b. */
static const char *after_special(const char *text, const char *end)
{
    for (const char *at = text; at < end; at++)
        if (begins(at, end, " for ") || begins(at, end, " to "))
            return at + (at[1] == 'f' ? strlen(" for ") : strlen(" to "));
    return text;
}

static bool is_one_of(uint8_t c, const char *letters)
{
    return c && strchr(letters, c);
}

/* Whether NAME is a table or a type info, and so belongs to a type, which has a name. */
static bool is_of_type(struct bl_view name)
{
    size_t at = 4;
    if (name.size <= at || name.data[2] != 'T' || !is_one_of(name.data[3], "VTISC"))
        return false;
    while (at < name.size && is_one_of(name.data[at], "PKRO"))
        at++;
    return at < name.size && (bl_is_digit(name.data[at]) || is_one_of(name.data[at], "NSZ"));
}

static void put_cxx(struct part *p, struct bl_view name, enum bl_name_part part)
{
    bool is_special = name.data[2] == 'T' || name.data[2] == 'G';
    const char *first = p->at;
    const char *after = is_special ? after_special(first, p->end) : first;
    bool is_type = is_of_type(name);
    p->at = is_type ? after : path_of(after, p->end);
    if (part == BL_NAME_SCOPE) {
        put_scope(p, is_type);
    } else {
        put_text(p, first, (size_t)(after - first));
        put_cxx_template(p);
    }
}

static void put_part(struct part *p, struct bl_view name, enum bl_name_part part, bool is_rust)
{
    if (!is_rust)
        put_cxx(p, name, part);
    else if (part == BL_NAME_TEMPLATE)
        put_rust_template(p);
    else
        put_rust_scope(p);
    if (part == BL_NAME_CRATE && p->is_there) {
        const char *colon = memchr(p->text.data, ':', p->text.size);
        p->text.size = colon ? (size_t)(colon - p->text.data) : p->text.size;
    }
}

bool bl_demangle_part(struct bl_view name, enum bl_name_part part, bl_put_fn *put, void *context)
{
    struct bl_sql_text text = {0};
    struct part p = {.at = NULL};
    name = bl_mangled(name);
    bool is_v0 = name.size > 2 && memcmp(name.data, "_R", 2) == 0;
    size_t legacy_size = is_v0 ? 0 : size_of_legacy(name);
    bool is_rust = is_v0 || legacy_size > 0;
    name.size = legacy_size ? legacy_size : name.size;
    if (is_v0 && part == BL_NAME_CRATE)
        return bl_demangle_rust(name, true, MOST_CRATE, put, context);
    if ((is_rust || part != BL_NAME_CRATE) && bl_demangle(name, bl_sql_text_put, &text) &&
        text.size > 0) {
        p.at = text.data;
        p.end = text.data + text.size;
        put_part(&p, name, part, is_rust);
    }
    bool is_there = p.is_there && p.text.size > 0 && !p.text.has_lacked && !text.has_lacked;
    if (is_there)
        put(context, p.text.data, p.text.size);
    else if (is_v0 && part == BL_NAME_SCOPE) /* of types without a path */
        is_there = bl_demangle_rust(name, true, MOST_CRATE, put, context);
    bl_sql_text_release(&text);
    bl_sql_text_release(&p.text);
    return is_there;
}
