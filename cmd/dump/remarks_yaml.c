/* cmd/dump/remarks_yaml.c - optimization remarks as LLVM writes them in YAML
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Which scalars are quoted, and how, and where lines are broken, is as in LLVM's YAMLTraits and
 * yaml::escape(). Two things are not: code points that Unicode has not assigned are printed as they
 * are, instead of as \u; and texts of several lines are printed as by LLVM 22, with what follows
 * them in its column, where older ones write no YAML.
 */
#include "dump/remarks_yaml.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

enum {
    KEY_COLUMNS = 17,  /* of a key with its colon and spaces */
    WRAP_COLUMN = 70,  /* after which the next key is on a new line */
    ITEM_COLUMNS = 4,  /* before a key of an argument */
    BLOCK_COLUMNS = 6, /* before a line of a text of several lines */
};

/* ---- Scalars ---- */

static bool is_one_of(struct bl_view text, const char *const *words)
{
    for (; *words; words++)
        if (text.size == strlen(*words) && memcmp(text.data, *words, text.size) == 0)
            return true;
    return false;
}

static size_t skip_digits(struct bl_view text, size_t at)
{
    while (at < text.size && bl_is_digit(text.data[at]))
        at++;
    return at;
}

/* [-+]? (\. [0-9]+ | [0-9]+ (\. [0-9]*)?) ([eE] [-+]? [0-9]+)? */
static bool is_decimal(struct bl_view text)
{
    size_t at = text.data[0] == '-' || text.data[0] == '+';
    size_t after = skip_digits(text, at);
    bool has_digits = after > at;
    at = after;
    if (at < text.size && text.data[at] == '.') {
        after = skip_digits(text, at + 1);
        has_digits |= after > at + 1;
        at = after;
    }
    if (!has_digits)
        return false;
    if (at == text.size)
        return true;
    if ((text.data[at] | 0x20) != 'e')
        return false;
    at++;
    at += at < text.size && (text.data[at] == '-' || text.data[at] == '+');
    return at < text.size && skip_digits(text, at) == text.size;
}

/* Octal and hexadecimal: 0o17, 0xFF. */
static bool is_prefixed(struct bl_view text)
{
    if (text.size < 3 || text.data[0] != '0' || (text.data[1] != 'o' && text.data[1] != 'x'))
        return false;
    const char *digits = text.data[1] == 'o' ? "01234567" : "0123456789abcdefABCDEF";
    for (size_t i = 2; i < text.size; i++)
        if (text.data[i] == 0 || !strchr(digits, text.data[i]))
            return false;
    return true;
}

/* Whether it would be no text without quotes. */
static bool is_other_than_text(struct bl_view text)
{
    static const char *const words[] = {
        "null",  "Null",  "NULL",  "~",     "true",  "True",  "TRUE", "false",
        "False", "FALSE", ".nan",  ".NaN",  ".NAN",  ".inf",  ".Inf", ".INF",
        "-.inf", "-.Inf", "-.INF", "+.inf", "+.Inf", "+.INF", NULL,
    };
    return is_one_of(text, words) || is_decimal(text) || is_prefixed(text);
}

static bool is_space(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The quotes around TEXT: '\'', '"', or 0. */
static char quotes_of(struct bl_view text)
{
    if (text.size == 0)
        return '\'';
    bool is_quoted = is_space(text.data[0]) || is_space(text.data[text.size - 1]) ||
                     is_other_than_text(text) || strchr("-?:\\,[]{}#&*!|>'\"%@`", text.data[0]);
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        uint8_t letter = c | 0x20;
        if ((c < ' ' && c != '\t') || c >= 0x7f)
            return '"';
        if (!bl_is_digit(c) && !(letter >= 'a' && letter <= 'z') && !strchr("_-^., \t", c))
            is_quoted = true;
    }
    return is_quoted ? '\'' : 0;
}

struct range {
    uint32_t first, last;
};

/* What Unicode has for other things than to be seen, beyond ASCII: control, format, line and
 * paragraph separators, surrogates, private use. */
static bool is_visible(uint32_t c)
{
    static const struct range unseen[] = {
        {0x80, 0x9f},       {0x600, 0x605},     {0x61c, 0x61c},      {0x6dd, 0x6dd},
        {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},      {0x180e, 0x180e},
        {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},    {0xd800, 0xf8ff},
        {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},   {0xfff0, 0xfffb},    {0xfffe, 0xffff},
        {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f},  {0x1bca0, 0x1bca3},
        {0x1d173, 0x1d17a}, {0xe0000, 0xe00ff}, {0xe01f0, 0x10ffff},
    };
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (c >= unseen[i].first && c <= unseen[i].last)
            return false;
    return true;
}

/* The character at the start of TEXT, whose sequence has SIZE bytes. */
static uint32_t decode_utf8(const uint8_t *text, size_t size)
{
    uint32_t c = text[0] & (0xffU >> (size + 1));
    for (size_t i = 1; i < size; i++)
        c = c << 6 | (text[i] & 0x3f);
    return c;
}

static void put_wide(struct out *o, struct bl_view sequence)
{
    uint32_t c = decode_utf8(sequence.data, sequence.size);
    if (c == 0x85)
        out_text(o, "\\N");
    else if (c == 0xa0)
        out_text(o, "\\_");
    else if (c == 0x2028)
        out_text(o, "\\L");
    else if (c == 0x2029)
        out_text(o, "\\P");
    else if (is_visible(c))
        out_view(o, sequence);
    else if (c <= 0xff)
        out_printf(o, "\\x%02" PRIX32, c);
    else if (c <= 0xffff)
        out_printf(o, "\\u%04" PRIX32, c);
    else
        out_printf(o, "\\U%08" PRIX32, c);
}

static void put_ascii(struct out *o, char c)
{
    static const char letters[] = "0------abtnvfr-------------e----";
    if (c == '"' || c == '\\')
        out_printf(o, "\\%c", c);
    else if (c >= ' ')
        out_char(o, c);
    else if (letters[(unsigned char)c] != '-')
        out_printf(o, "\\%c", letters[(unsigned char)c]);
    else
        out_printf(o, "\\x%02X", (unsigned)c);
}

/* As LLVM, up to the first byte that is no UTF-8, for which there is U+FFFD. */
static void put_escaped(struct out *o, struct bl_view text)
{
    size_t length;
    for (size_t i = 0; i < text.size; i += length) {
        struct bl_view rest = {.data = text.data + i, .size = text.size - i};
        length = bl_utf8_length(rest);
        if (length == 0) {
            out_text(o, "\xef\xbf\xbd");
            return;
        }
        rest.size = length;
        if (length == 1)
            put_ascii(o, (char)rest.data[0]);
        else
            put_wide(o, rest);
    }
}

static void put_scalar(struct out *o, struct bl_view text)
{
    char quotes = quotes_of(text);
    if (quotes == 0) {
        out_view(o, text);
        return;
    }
    out_char(o, quotes);
    for (size_t i = 0; i < text.size && quotes == '\''; i++) {
        if (text.data[i] == '\'')
            out_char(o, '\'');
        out_char(o, (char)text.data[i]);
    }
    if (quotes == '"')
        put_escaped(o, text);
    out_char(o, quotes);
}

/* ---- Remarks ---- */

static void put_key(struct out *o, struct bl_view key)
{
    out_view(o, key);
    out_char(o, ':');
    out_fill(o, ' ', key.size + 1 < KEY_COLUMNS ? KEY_COLUMNS - 1 - key.size : 1);
}

static void put_yaml_text(struct out *o, const char *key, struct bl_view text)
{
    put_key(o, view_of(key));
    put_scalar(o, text);
    out_char(o, '\n');
}

/* After INDENT columns. */
static void put_location(struct out *o, unsigned indent, const struct bl_remark_location *location)
{
    unsigned start = indent + KEY_COLUMNS;
    put_key(o, view_of("DebugLoc"));
    uint64_t before = out_total(o) - start;
    out_text(o, "{ File: ");
    put_scalar(o, location->file);
    const struct {
        const char *key;
        uint32_t value;
    } numbers[] = {{"Line: ", location->line}, {"Column: ", location->column}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        out_text(o, ", ");
        if (out_total(o) - before > WRAP_COLUMN) {
            out_char(o, '\n');
            before = out_total(o);
            out_fill(o, ' ', start + 2);
        }
        out_text(o, numbers[i].key);
        out_u64(o, numbers[i].value);
    }
    out_text(o, " }\n");
}

/* A value with more than one line break: line by line, as it is. */
static void put_lines(struct out *o, struct bl_view text)
{
    out_text(o, " |\n");
    while (text.size > 0) {
        const uint8_t *end = memchr(text.data, '\n', text.size);
        size_t n = end ? (size_t)(end - text.data) : text.size;
        out_fill(o, ' ', BLOCK_COLUMNS);
        out_bytes(o, text.data, n);
        out_char(o, '\n');
        n += end != NULL;
        text = (struct bl_view){.data = text.data + n, .size = text.size - n};
    }
}

static bool has_lines(struct bl_view text)
{
    const uint8_t *first = text.size ? memchr(text.data, '\n', text.size) : NULL;
    size_t after = first ? (size_t)(first + 1 - text.data) : 0;
    return first && after < text.size && memchr(text.data + after, '\n', text.size - after);
}

static void put_remark_argument(struct out *o, const struct bl_remark_argument *argument)
{
    out_text(o, "  - ");
    put_key(o, argument->key);
    if (has_lines(argument->value)) {
        put_lines(o, argument->value);
    } else {
        put_scalar(o, argument->value);
        out_char(o, '\n');
    }
    if (!argument->has_location)
        return;
    out_fill(o, ' ', ITEM_COLUMNS);
    put_location(o, ITEM_COLUMNS, &argument->location);
}

void put_remark_yaml(struct out *o, const struct bl_remark *remark)
{
    out_printf(o, "--- !%s\n", bl_remark_kind_name(remark->kind));
    put_yaml_text(o, "Pass", remark->pass);
    put_yaml_text(o, "Name", remark->name);
    if (remark->has_location)
        put_location(o, 0, &remark->location);
    put_yaml_text(o, "Function", remark->function);
    if (remark->has_hotness) {
        put_key(o, view_of("Hotness"));
        out_u64(o, remark->hotness);
        out_char(o, '\n');
    }
    if (remark->n_arguments > 0)
        out_text(o, "Args:\n");
    for (uint32_t i = 0; i < remark->n_arguments; i++)
        put_remark_argument(o, &remark->arguments[i]);
    out_text(o, "...\n");
}
