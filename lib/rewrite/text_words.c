/* rewrite/text_words.c - words of lines of assembly, and lines without some of them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/text_words.h"

#include "base/status.h"

static bool is_bare(uint8_t c)
{
    bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    return is_letter || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$' || c == '-';
}

static unsigned hex_digit(uint8_t c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c | 0x20) - 'a' + 10;
}

int bl_words_quoted(struct bl_arena *arena, struct bl_view line, size_t *at, struct bl_view *out)
{
    uint8_t *bytes = bl_arena_room(arena, line.size - *at);
    size_t n = 0;
    size_t i = *at + 1;
    if (!bytes)
        return BL_E_NOMEM;
    for (; i < line.size && line.data[i] != '"'; i++) {
        uint8_t c = line.data[i];
        if (c == '\\' && i + 1 < line.size && line.data[i + 1] == '\\') {
            i++;
        } else if (c == '\\' && i + 2 < line.size) {
            c = (uint8_t)(hex_digit(line.data[i + 1]) << 4 | hex_digit(line.data[i + 2]));
            i += 2;
        }
        bytes[n++] = c;
    }
    *at = i < line.size ? i + 1 : i;
    *out = (struct bl_view){bytes, n};
    return BL_OK;
}

int bl_words_name(struct bl_arena *arena, struct bl_view line, size_t *at, struct bl_view *out)
{
    if (*at < line.size && line.data[*at] == '"')
        return bl_words_quoted(arena, line, at, out);
    size_t begin = *at;
    while (*at < line.size && is_bare(line.data[*at]))
        ++*at;
    *out = (struct bl_view){line.data + begin, *at - begin};
    return BL_OK;
}

bool bl_words_number(struct bl_view line, size_t *at, uint32_t *number)
{
    size_t i = *at;
    uint64_t value = 0;
    for (; i < line.size && line.data[i] >= '0' && line.data[i] <= '9'; i++) {
        value = 10 * value + line.data[i] - '0';
        if (value >= BL_NONE)
            return false;
    }
    bool is_one = i > *at;
    *at = i;
    *number = (uint32_t)value;
    return is_one;
}

/* ---- Linkage ---- */

/* Words that say how a global value is linked. */
static bool is_linkage_word(struct bl_view word)
{
    static const char *const words[] = {
        "internal",  "private",   "weak",     "weak_odr",  "extern_weak",
        "external",  "common",    "linkonce", "hidden",    "protected",
        "dso_local", "dllexport", "comdat",   "dllimport", "linkonce_odr",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (bl_view_is(word, words[i]))
            return true;
    return false;
}

int bl_words_unlinked(struct bl_arena *arena, struct bl_view line, struct bl_view *out)
{
    uint8_t *bytes = bl_arena_room(arena, line.size + 1);
    size_t n = 0;
    if (!bytes)
        return BL_E_NOMEM;
    for (size_t at = 0; at < line.size;) {
        size_t end = at;
        while (end < line.size && (is_bare(line.data[end])))
            end++;
        struct bl_view word = {line.data + at, end - at};
        if (word.size && is_linkage_word(word) && (at == 0 || line.data[at - 1] == ' ')) {
            at = end;
            if (bl_view_begins(bl_view_from(line, at), "($"))
                while (at < line.size && line.data[at++] != ')')
                    ;
            while (n && bytes[n - 1] == ' ')
                n--;
            if (n && bytes[n - 1] == ',')
                n--;
            continue;
        }
        size_t size = word.size ? word.size : 1;
        memcpy(bytes + n, line.data + at, size);
        n += size;
        at += size;
    }
    *out = (struct bl_view){bytes, n};
    return BL_OK;
}

/* ---- Attachments ---- */

/* The end of the string that begins at AT. */
static size_t end_of_string(struct bl_view line, size_t at)
{
    for (at++; at < line.size && line.data[at] != '"';)
        at++; /* a quote inside is \22 */
    return at + 1;
}

/* Whether an attachment begins at AT, " !dbg !7". */
static bool is_attachment(struct bl_view line, size_t at, struct bl_words_attachment *a)
{
    static const char before_node[] = " !";
    size_t i = at + 2;
    if (!bl_view_begins(bl_view_from(line, at), before_node))
        return false;
    size_t kind = i;
    while (i < line.size && (is_bare(line.data[i]) || line.data[i] == '\\'))
        i++;
    a->kind = (struct bl_view){line.data + kind, i - kind};
    if (i == kind || (line.data[kind] >= '0' && line.data[kind] <= '9') ||
        !bl_view_begins(bl_view_from(line, i), before_node))
        return false;
    i += 2;
    a->from = at > 0 && line.data[at - 1] == ',' ? at - 1 : at;
    bool has_node = bl_words_number(line, &i, &a->node);
    a->end = i;
    return has_node;
}

bool bl_words_attached(struct bl_view line, size_t *at, struct bl_words_attachment *a)
{
    size_t i = *at;
    while (i < line.size) {
        if (line.data[i] == '"') {
            i = end_of_string(line, i);
        } else if (line.data[i] == ' ' && is_attachment(line, i, a)) {
            *at = a->end;
            return true;
        } else {
            i++;
        }
    }
    *at = line.size;
    return false;
}
