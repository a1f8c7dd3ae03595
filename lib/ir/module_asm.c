/* ir/module_asm.c - symbols in the assembly text of a module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * GNU as manual: "Syntax", "Symbols", "Assembler Directives".
 */
#include "ir/module_asm.h"

#include "base/grow.h"
#include "base/view.h"

#include <string.h>

/* In what assemblers of targets differ. */
struct syntax {
    const char *comment;   /* beside "//", and "#" before all else of a line */
    const char *separator; /* of statements, beside the end of the line */
    bool at_is_in_names;   /* in expressions, too: "f@4" is no f with a specifier */
};

/* The statement that is being read, and what is left of the text. */
struct scan {
    const uint8_t *begin, *at, *end;
    struct syntax syntax;
    struct bl_asm_symbols *out;
    bool failed; /* no memory */
};

/* ---- Targets ---- */

static struct syntax syntax_of(struct bl_view triple)
{
    bool is_arm64 = bl_view_begins(triple, "aarch64") || bl_view_begins(triple, "arm64");
    struct syntax syntax = {.comment = "#", .separator = ";"};
    syntax.at_is_in_names = bl_view_has(triple, "-windows-") || bl_view_has(triple, "-win32");
    if (is_arm64 && bl_view_has(triple, "-apple-")) {
        syntax.comment = ";";
        syntax.separator = "%%";
    } else if (is_arm64) {
        syntax.comment = "//";
    } else if (bl_view_begins(triple, "arm") || bl_view_begins(triple, "thumb")) {
        syntax.comment = "@";
    }
    return syntax;
}

/* ---- Text ---- */

static bool is_name_byte(const struct scan *s, uint8_t c)
{
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (c == '@')
        return s->syntax.comment[0] != '@';
    return is_letter || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$' || c >= 0x80;
}

static bool begins_with(const struct scan *s, const char *with)
{
    struct bl_view left = {.data = s->at, .size = (size_t)(s->end - s->at)};
    return bl_view_begins(left, with);
}

static bool is_at_line(const struct scan *s)
{
    const uint8_t *at = s->at;
    while (at > s->begin && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return at == s->begin || at[-1] == '\n';
}

static bool is_line_comment(const struct scan *s)
{
    return begins_with(s, s->syntax.comment) || begins_with(s, "//") ||
           (begins_with(s, "#") && is_at_line(s));
}

static bool is_end(const struct scan *s)
{
    return s->at == s->end || *s->at == '\n' || begins_with(s, s->syntax.separator) ||
           is_line_comment(s);
}

/* One that may go over several lines of a statement. */
static void skip_comment(struct scan *s)
{
    const uint8_t *text = s->at + 2;
    const uint8_t *end = memmem(text, (size_t)(s->end - text), "*/", 2);
    s->at = end ? end + 2 : s->end;
}

static void skip_blanks(struct scan *s)
{
    for (;;) {
        if (begins_with(s, " ") || begins_with(s, "\t") || begins_with(s, "\r"))
            s->at++;
        else if (begins_with(s, "/*"))
            skip_comment(s);
        else
            return;
    }
}

/* Over lines, if need be. */
static void skip_quoted(struct scan *s)
{
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        if (*s->at == '\\' && s->end - s->at > 1)
            s->at++;
    if (s->at < s->end && *s->at == '"')
        s->at++;
}

/* One character: 'a', which need not be closed. */
static void skip_character(struct scan *s)
{
    s->at++;
    if (begins_with(s, "\\"))
        s->at++;
    if (s->at < s->end && *s->at != '\n')
        s->at++;
    if (begins_with(s, "'"))
        s->at++;
}

/* What stands where no name does. */
static void skip_other(struct scan *s)
{
    if (*s->at == '"')
        skip_quoted(s);
    else if (*s->at == '\'')
        skip_character(s);
    else
        s->at++;
}

/* After the statement, and its comment. */
static void skip_statement(struct scan *s)
{
    for (skip_blanks(s); !is_end(s); skip_blanks(s))
        skip_other(s);
    if (is_line_comment(s))
        while (s->at < s->end && *s->at != '\n')
            s->at++;
    if (s->at < s->end)
        s->at += *s->at == '\n' ? 1 : strlen(s->syntax.separator);
}

/* A name, quoted or not; empty: there is none. */
static struct bl_view read_symbol_name(struct scan *s)
{
    skip_blanks(s);
    const uint8_t *begin = s->at;
    if (s->at < s->end && *s->at == '"') {
        skip_quoted(s);
        if (s->at - begin < 2 || s->at[-1] != '"')
            return (struct bl_view){0};
        return (struct bl_view){.data = begin + 1, .size = (size_t)(s->at - begin) - 2};
    }
    /* Not in front, where "?" chooses. */
    if (s->at < s->end && is_name_byte(s, *s->at))
        while (s->at < s->end && (is_name_byte(s, *s->at) || *s->at == '?'))
            s->at++;
    return (struct bl_view){.data = begin, .size = (size_t)(s->at - begin)};
}

static bool read_byte(struct scan *s, uint8_t c)
{
    skip_blanks(s);
    if (s->at == s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

static uint32_t find_asm_symbol(const struct bl_asm_symbols *out, uint64_t hash,
                                struct bl_view name)
{
    uint32_t i = bl_map_find(&out->by_hash, hash);
    while (i != BL_MAP_NONE && !bl_view_equal(out->symbols[i].name, name))
        i = out->same_hash[i];
    return i;
}

/* The number of the symbol, or BL_MAP_NONE where NAME is none, or there is no memory. */
static uint32_t note_symbol(struct scan *s, struct bl_view name, unsigned state)
{
    struct bl_asm_symbols *out = s->out;
    /* "." is the address of the statement. */
    if (name.size == 0 || (name.data[0] >= '0' && name.data[0] <= '9') || bl_view_is(name, ".") ||
        s->failed)
        return BL_MAP_NONE;
    uint64_t hash = bl_map_key(&out->by_hash, name);
    uint32_t i = find_asm_symbol(out, hash, name);
    if (i == BL_MAP_NONE) {
        i = out->n;
        uint32_t before = bl_map_find(&out->by_hash, hash);
        if (bl_grow(&out->symbols, &out->cap, (size_t)i + 1) < 0 ||
            bl_grow(&out->same_hash, &out->cap_same_hash, (size_t)i + 1) < 0 ||
            bl_map_set(&out->by_hash, hash, i) < 0) {
            s->failed = true;
            return BL_MAP_NONE;
        }
        out->same_hash[i] = before;
        out->symbols[i] = (struct bl_asm_symbol){.name = name};
        out->n++;
    }
    out->symbols[i].state |= state;
    return i;
}

/* Names separated by commas; all of them, or the first only. */
static void read_list(struct scan *s, unsigned state, bool only_first)
{
    do
        (void)note_symbol(s, read_symbol_name(s), state);
    while (!only_first && read_byte(s, ','));
}

/* A name in an expression: of "f@PLT" f. Empty: a specifier that stands alone. */
static struct bl_view read_reference(struct scan *s)
{
    bool is_quoted = *s->at == '"';
    struct bl_view name = read_symbol_name(s);
    const uint8_t *at = is_quoted || s->syntax.at_is_in_names || name.size == 0
                            ? NULL
                            : memchr(name.data, '@', name.size);
    if (at)
        name.size = (size_t)(at - name.data);
    return name;
}

/* Every name in an expression. */
static void read_expression(struct scan *s)
{
    for (skip_blanks(s); !is_end(s); skip_blanks(s)) {
        if (is_name_byte(s, *s->at) || *s->at == '"')
            (void)note_symbol(s, read_reference(s), BL_ASM_USED);
        else if (*s->at == '%') { /* "%lo(f)" is f; "a % b" is both */
            const uint8_t *after = ++s->at;
            (void)read_symbol_name(s);
            if (!begins_with(s, "("))
                s->at = after;
        } else
            skip_other(s);
    }
}

/* ".symver f, f@V1": another name of f, bound as that is. */
static void read_version(struct scan *s)
{
    struct bl_asm_symbols *out = s->out;
    uint32_t of = note_symbol(s, read_symbol_name(s), BL_ASM_USED);
    if (of == BL_MAP_NONE || !read_byte(s, ','))
        return;
    if (bl_append(&out->versions, &out->n_versions, &out->cap_versions,
                  (struct bl_asm_version){.name = read_symbol_name(s), .of = of}) < 0) {
        s->failed = true;
        return;
    }
}

/* ".zerofill segment, section, symbol, size": the symbol may be missing. */
static void read_zerofill(struct scan *s)
{
    (void)read_symbol_name(s);
    if (read_byte(s, ',') && read_symbol_name(s).size > 0 && read_byte(s, ','))
        (void)note_symbol(s, read_symbol_name(s), BL_ASM_DEFINED);
}

/* What a macro would say is not known before it is used. Up to its end, and of those in it. */
static void skip_macro(struct scan *s)
{
    uint32_t depth = 1;
    while (s->at < s->end && depth > 0) {
        skip_statement(s);
        struct bl_view name = read_symbol_name(s);
        if (bl_view_is(name, ".macro"))
            depth++;
        else if (bl_view_is(name, ".endm") || bl_view_is(name, ".endmacro"))
            depth--;
    }
}

enum what {
    LIST,
    FIRST,
    ASSIGNMENT,
    VERSION,
    DATA,
    ZEROFILL,
    MACRO,
    END
};

static const struct directive {
    const char *name;
    enum what what;
    unsigned state;
} directives[] = {
    {".globl", LIST, BL_ASM_GLOBAL},
    {".global", LIST, BL_ASM_GLOBAL},
    {".weak", LIST, BL_ASM_WEAK},
    {".lazy_reference", LIST, BL_ASM_USED},
    {".comm", FIRST, BL_ASM_DEFINED},
    {".common", FIRST, BL_ASM_DEFINED},
    {".zerofill", ZEROFILL, 0},
    {".set", ASSIGNMENT, BL_ASM_DEFINED},
    {".equ", ASSIGNMENT, BL_ASM_DEFINED},
    {".equiv", ASSIGNMENT, BL_ASM_DEFINED},
    {".symver", VERSION, 0},
    {".byte", DATA, 0},
    {".short", DATA, 0},
    {".hword", DATA, 0},
    {".2byte", DATA, 0},
    {".word", DATA, 0},
    {".long", DATA, 0},
    {".int", DATA, 0},
    {".4byte", DATA, 0},
    {".quad", DATA, 0},
    {".xword", DATA, 0},
    {".8byte", DATA, 0},
    {".value", DATA, 0},
    {".dword", DATA, 0},
    {".dc", DATA, 0},
    {".dc.a", DATA, 0},
    {".dc.b", DATA, 0},
    {".dc.l", DATA, 0},
    {".dc.w", DATA, 0},
    {".macro", MACRO, 0},
    {".end", END, 0},
};

static void read_directive(struct scan *s, struct bl_view name)
{
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
        const struct directive *d = &directives[i];
        if (!bl_view_is(name, d->name))
            continue;
        switch (d->what) {
        case LIST: read_list(s, d->state, false); break;
        case FIRST: read_list(s, d->state, true); break;
        case ASSIGNMENT:
            read_list(s, d->state, true);
            if (read_byte(s, ','))
                read_expression(s);
            break;
        case VERSION: read_version(s); break;
        case DATA: read_expression(s); break;
        case ZEROFILL: read_zerofill(s); break;
        case MACRO: skip_macro(s); break;
        case END: s->at = s->end; break;
        }
        return;
    }
}

/* Any number of labels, then a directive, an assignment or an instruction. */
static void read_statement(struct scan *s)
{
    for (;;) {
        struct bl_view name = read_symbol_name(s);
        if (read_byte(s, ':')) {
            (void)note_symbol(s, name, BL_ASM_DEFINED);
            continue;
        }
        if (read_byte(s, '=')) {
            (void)note_symbol(s, name, BL_ASM_DEFINED);
            read_expression(s);
        } else if (name.size > 0 && name.data[0] == '.') {
            read_directive(s, name);
        }
        return;
    }
}

int bl_asm_symbols_read(struct bl_asm_symbols *symbols, struct bl_view text, struct bl_view triple)
{
    if (text.size == 0)
        return BL_OK;
    struct scan s = {.begin = text.data,
                     .at = text.data,
                     .end = text.data + text.size,
                     .syntax = syntax_of(triple),
                     .out = symbols};
    while (s.at < s.end && !s.failed) {
        read_statement(&s);
        skip_statement(&s);
    }
    return s.failed ? BL_E_NOMEM : BL_OK;
}

void bl_asm_symbols_note_ir(struct bl_asm_symbols *symbols, struct bl_view name, unsigned state)
{
    uint32_t i = name.size > 0 ? find_asm_symbol(symbols, bl_map_key(&symbols->by_hash, name), name)
                               : BL_MAP_NONE;
    if (i != BL_MAP_NONE)
        symbols->symbols[i].ir_state |= state;
}

/* "f@@@V1" is "f@@V1" where f is defined, otherwise "f@V1". Empty: no memory. */
static struct bl_view version_name(struct bl_arena *arena, struct bl_view name, bool is_defined)
{
    static const uint8_t undecided[] = "@@@";
    size_t n = sizeof undecided - 1;
    const uint8_t *at = memmem(name.data, name.size, undecided, n);
    if (!at)
        return name;
    size_t n_head = (size_t)(at - name.data);
    size_t n_tail = name.size - n_head - n;
    if (n_tail == 0 || at[n] == '@')
        return name;
    size_t n_kept = is_defined ? 2 : 1;
    uint8_t *bytes = bl_arena_take(arena, n_head + n_kept + n_tail);
    if (!bytes)
        return (struct bl_view){0};
    memcpy(bytes, name.data, n_head + n_kept);
    memcpy(bytes + n_head + n_kept, at + n, n_tail);
    return (struct bl_view){.data = bytes, .size = n_head + n_kept + n_tail};
}

int bl_asm_symbols_add_versions(struct bl_asm_symbols *symbols, struct bl_arena *arena)
{
    const unsigned binding = BL_ASM_GLOBAL | BL_ASM_WEAK;
    const unsigned all = binding | BL_ASM_DEFINED;
    struct scan s = {.out = symbols};
    for (uint32_t i = 0; i < symbols->n_versions && !s.failed; i++) {
        const struct bl_asm_version *version = &symbols->versions[i];
        const struct bl_asm_symbol *of = &symbols->symbols[version->of];
        unsigned state = of->state & all;
        state |= of->ir_state & ((state & binding) ? BL_ASM_DEFINED : all);
        if (state == 0 || version->name.size == 0)
            continue;
        struct bl_view name = version_name(arena, version->name, state & BL_ASM_DEFINED);
        s.failed = name.size == 0;
        (void)note_symbol(&s, name, state);
    }
    return s.failed ? BL_E_NOMEM : BL_OK;
}

void bl_asm_symbols_release(struct bl_asm_symbols *symbols)
{
    bl_drop(symbols->symbols);
    bl_drop(symbols->same_hash);
    bl_drop(symbols->versions);
    bl_map_release(&symbols->by_hash);
    *symbols = (struct bl_asm_symbols){0};
}

unsigned bl_asm_symbol_flags(const struct bl_asm_symbol *symbol)
{
    unsigned flags = BL_SYMBOL_EXECUTABLE;
    bool is_defined = symbol->state & BL_ASM_DEFINED;
    if (symbol->state & BL_ASM_WEAK)
        return flags | BL_SYMBOL_WEAK | (is_defined ? BL_SYMBOL_GLOBAL : BL_SYMBOL_UNDEFINED);
    if (!is_defined)
        return flags | BL_SYMBOL_UNDEFINED | BL_SYMBOL_GLOBAL;
    return flags | (symbol->state & BL_ASM_GLOBAL ? BL_SYMBOL_GLOBAL : 0);
}
