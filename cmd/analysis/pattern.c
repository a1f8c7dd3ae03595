/* analysis/pattern.c - patterns to search for: a name, a glob or a regular expression
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Texts are borrowed bytes that may have NULs in them and none at the end, so fnmatch() cannot
 * match them. Regular expressions are TRE's: its time grows with the length of a text, where that
 * of the C library's regexec() grows with the square.
 */
#include "analysis/pattern.h"

#include "base/array.h"
#include "base/regex.h"
#include "base/text.h"
#include "input/modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t fold(uint8_t c, bool ignore_case)
{
    return ignore_case && c >= 'A' && c <= 'Z' ? (uint8_t)(c | 0x20) : c;
}

/* ---- Making one ---- */

/* Without a backslash before it. */
static bool has_one_of(const char *text, const char *wanted)
{
    for (; *text; text++)
        if (*text == '\\' && text[1])
            text++;
        else if (strchr(wanted, *text))
            return true;
    return false;
}

static bool compile(struct pattern *p, const char *text, char *message, size_t message_size)
{
    if (bl_regex_is_large(text)) {
        (void)snprintf(message, message_size, "more than %d characters, repetitions written out",
                       BL_MOST_REGEX_PLACES);
        return false;
    }
    int rc = tre_regcomp(&p->regex, text, REG_EXTENDED | (p->ignore_case ? REG_ICASE : 0));
    if (rc == REG_ESPACE)
        out_no_memory();
    if (rc != 0) {
        tre_regerror(rc, &p->regex, message, message_size);
        return false;
    }
    if (!tre_have_backrefs(&p->regex) && !tre_have_approx(&p->regex))
        return true;
    (void)snprintf(message, message_size,
                   "what \\1 and {~1} stand for cannot be found in linear time");
    tre_regfree(&p->regex);
    return false;
}

static bool open_regex(struct pattern *p, size_t n, char *message, size_t message_size)
{
    p->storage[n - 1] = '\0';
    p->kind = PATTERN_REGEX;
    if (compile(p, p->storage + 1, message, message_size))
        return true;
    free(p->storage);
    *p = (struct pattern){0};
    return false;
}

static size_t remove_backslashes(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from == '\\' && from[1])
            from++;
        *to++ = *from;
    }
    return (size_t)(to - text);
}

bool pattern_open(struct pattern *p, const char *text, enum pattern_kind plain, bool ignore_case,
                  char *message, size_t message_size)
{
    size_t n = strlen(text);
    *p = (struct pattern){.ignore_case = ignore_case, .storage = strdup(text)};
    if (!p->storage)
        out_no_memory();
    if (n >= 2 && text[0] == '/' && text[n - 1] == '/')
        return open_regex(p, n, message, message_size);
    p->kind = has_one_of(text, "*?[") ? PATTERN_GLOB : plain;
    if (p->kind != PATTERN_GLOB)
        n = remove_backslashes(p->storage);
    p->text = (struct bl_view){.data = (const uint8_t *)p->storage, .size = n};
    return true;
}

void pattern_close(struct pattern *p)
{
    if (p->kind == PATTERN_REGEX)
        tre_regfree(&p->regex);
    free(p->storage);
    *p = (struct pattern){0};
}

/* ---- Text ---- */

static bool is_equal(const uint8_t *a, const uint8_t *b, size_t n, bool ignore_case)
{
    if (!ignore_case)
        return n == 0 || memcmp(a, b, n) == 0;
    for (size_t i = 0; i < n; i++)
        if (fold(a[i], true) != fold(b[i], true))
            return false;
    return true;
}

static bool is_all_of(const struct pattern *p, struct bl_view text)
{
    return text.size == p->text.size &&
           is_equal(text.data, p->text.data, text.size, p->ignore_case);
}

/* The first C, or END. */
static const uint8_t *find_byte(const uint8_t *at, const uint8_t *end, uint8_t c)
{
    const uint8_t *found = memchr(at, c, (size_t)(end - at));
    return found ? found : end;
}

/* Where each case of the first letter is next is kept, so that none is looked for twice. */
static const uint8_t *find_folded(struct bl_view text, struct bl_view wanted)
{
    const uint8_t *end = text.data + text.size - wanted.size + 1;
    uint8_t lower = fold(wanted.data[0], true);
    uint8_t upper = lower & (uint8_t)~0x20;
    bool is_letter = lower >= 'a' && lower <= 'z';
    const uint8_t *at_lower = find_byte(text.data, end, lower);
    const uint8_t *at_upper = is_letter ? find_byte(text.data, end, upper) : end;
    for (;;) {
        const uint8_t *at = at_lower < at_upper ? at_lower : at_upper;
        if (at == end)
            return NULL;
        if (is_equal(at, wanted.data, wanted.size, true))
            return at;
        if (at == at_lower)
            at_lower = find_byte(at + 1, end, lower);
        else
            at_upper = find_byte(at + 1, end, upper);
    }
}

static bool find_substring(const struct pattern *p, struct bl_view text, struct bl_view *span)
{
    if (p->text.size > text.size)
        return false;
    const uint8_t *found = text.data;
    if (p->text.size && !p->ignore_case)
        found = memmem(text.data, text.size, p->text.data, p->text.size);
    else if (p->text.size)
        found = find_folded(text, p->text);
    *span = (struct bl_view){.data = found, .size = p->text.size};
    return p->text.size == 0 || found;
}

/* ---- Globs ---- */

/* The end of the set at AT, whose opening bracket is before AT; *HIT: C is in it. NULL: no bracket
 * closes it. */
static const uint8_t *match_set(const struct pattern *p, const uint8_t *at, const uint8_t *end,
                                uint8_t c, bool *hit)
{
    bool is_negated = at < end && (*at == '!' || *at == '^');
    bool found = false;
    at += is_negated;
    for (const uint8_t *first = at; at < end && (*at != ']' || at == first); at++) {
        if (*at == '\\' && at + 1 < end)
            at++;
        uint8_t low = fold(*at, p->ignore_case);
        uint8_t high = low;
        if (end - at > 2 && at[1] == '-' && at[2] != ']') {
            at += 2;
            high = fold(*at, p->ignore_case);
        }
        found |= low <= c && c <= high;
    }
    *hit = found != is_negated;
    return at < end ? at + 1 : NULL;
}

/* The end of the one place of a glob at AT, which is no star; *HIT: byte C fits it. */
static const uint8_t *match_place(const struct pattern *p, const uint8_t *at, const uint8_t *end,
                                  uint8_t c, bool *hit)
{
    c = fold(c, p->ignore_case);
    *hit = true;
    if (*at == '?')
        return at + 1;
    if (*at == '[') {
        const uint8_t *next = match_set(p, at + 1, end, c, hit);
        if (next)
            return next;
    } else if (*at == '\\' && at + 1 < end) {
        at++;
    }
    *hit = fold(*at, p->ignore_case) == c;
    return at + 1;
}

/* A star matches as little as it can; when the rest does not match, the last star gets a byte
 * more. */
static bool match_glob(const struct pattern *p, struct bl_view text)
{
    const uint8_t *at = p->text.data;
    const uint8_t *end = at + p->text.size;
    const uint8_t *after_star = NULL;
    size_t i = 0;
    size_t star_i = 0;
    while (i < text.size) {
        bool hit = false;
        if (at < end && *at == '*') {
            after_star = ++at;
            star_i = i;
            continue;
        }
        const uint8_t *next = at < end ? match_place(p, at, end, text.data[i], &hit) : NULL;
        if (hit) {
            at = next;
            i++;
        } else if (after_star) {
            at = after_star;
            i = ++star_i;
        } else {
            return false;
        }
    }
    while (at < end && *at == '*')
        at++;
    return at == end;
}

/* ---- Regular expressions ---- */

static bool match_regex(struct pattern *p, struct bl_view text, struct bl_view *span)
{
    regmatch_t match;
    const char *data = text.size ? (const char *)text.data : "";
    int rc = tre_regnexec(&p->regex, data, text.size, 1, &match, 0);
    if (rc == REG_ESPACE)
        out_no_memory();
    if (rc != 0)
        return false;
    *span = (struct bl_view){.data = text.data ? text.data + match.rm_so : NULL,
                             .size = (size_t)(match.rm_eo - match.rm_so)};
    return true;
}

int pattern_matches(struct pattern *p, struct bl_view text, struct bl_view *span)
{
    struct bl_view found = text;
    bool matches = false;
    if (p->kind == PATTERN_REGEX && text.size > INT32_MAX) /* regoff_t */
        return BL_E_LIMIT;
    switch (p->kind) {
    case PATTERN_EXACT: matches = is_all_of(p, text); break;
    case PATTERN_SUBSTRING: matches = find_substring(p, text, &found); break;
    case PATTERN_GLOB: matches = is_all_of(p, text) || match_glob(p, text); break;
    case PATTERN_REGEX: matches = match_regex(p, text, &found); break;
    }
    if (matches && span)
        *span = found;
    return matches;
}

/* ---- Names ---- */

int pattern_matches_name(struct pattern *pattern, struct bl_view name, bool demangled)
{
    struct text text = {0};
    int match = pattern_matches(pattern, name, NULL);
    if (match == 0 && demangled && bl_demangle(name, text_put, &text)) {
        struct bl_view whole = text_view(&text);
        match = pattern_matches(pattern, whole, NULL);
        whole.size = parameters_at(whole);
        if (match == 0)
            match = pattern_matches(pattern, whole, NULL);
    }
    free(text.data);
    return match;
}

void name_patterns_add(struct name_patterns *patterns, const struct context *c, const char *wanted)
{
    char message[256];
    array_add(&patterns->items, &patterns->n, &patterns->cap,
              (struct name_pattern){.wanted = wanted});
    struct pattern *pattern = &patterns->items[patterns->n - 1].pattern;
    if (!pattern_open(pattern, wanted, PATTERN_EXACT, false, message, sizeof message))
        usage_error(c->command, "'%s': %s", wanted, message);
}

void name_patterns_release(struct name_patterns *patterns)
{
    for (uint32_t i = 0; i < patterns->n; i++)
        pattern_close(&patterns->items[i].pattern);
    free(patterns->items);
}

static bool matches_item(struct name_pattern *item, const struct context *c, struct bl_view name)
{
    struct bl_view text = item->pattern.text;
    bool demangled = c->demangles || is_demangled(view_of(item->wanted));
    if (pattern_matches_name(&item->pattern, name, demangled) > 0)
        return true;
    return item->pattern.kind == PATTERN_EXACT && text.size == name.size + 1 &&
           text.data[0] == '@' && memcmp(text.data + 1, name.data, name.size) == 0;
}

bool name_patterns_match(struct name_patterns *patterns, const struct context *c,
                         struct bl_view name)
{
    bool matches = patterns->n == 0;
    for (uint32_t i = 0; i < patterns->n; i++)
        if (matches_item(&patterns->items[i], c, name))
            matches = patterns->items[i].has_matched = true;
    return matches;
}

int name_pattern_values(struct name_pattern *item, const struct context *c,
                        struct bl_module *module, struct value_list *values, struct bl_error *err)
{
    enum pattern_kind kind = item->pattern.kind;
    uint32_t value, n = 0, n_before = values->n;
    int rc = kind == PATTERN_EXACT ? BL_OK : out_need(bl_module_count(module, &n, err));
    for (value = 0; value < n; value++) {
        struct bl_view name;
        int status = out_need(bl_module_name(module, value, &name, rc < 0 ? NULL : err));
        rc = status < 0 ? status : rc;
        if (status == BL_OK && name.size > 0 && matches_item(item, c, name))
            array_add(&values->items, &values->n, &values->cap, value);
    }
    if (kind == PATTERN_REGEX || values->n > n_before)
        return rc;
    rc = out_need(find_global(module, view_of(item->wanted), &value, err));
    if (rc > 0)
        array_add(&values->items, &values->n, &values->cap, value);
    return rc < 0 ? rc : BL_OK;
}

void name_patterns_report(const struct name_patterns *patterns, struct context *c, const char *what)
{
    for (uint32_t i = 0; i < patterns->n; i++)
        if (!patterns->items[i].has_matched)
            put_note(c, "%s '%s'", what, patterns->items[i].wanted);
}

void name_patterns_require(const struct name_patterns *patterns, struct context *c,
                           const char *what)
{
    for (uint32_t i = 0; i < patterns->n && c->n_errors == 0; i++) {
        const struct name_pattern *item = &patterns->items[i];
        if (item->has_matched)
            continue;
        report_wanted(c, c->operands[0], item->wanted, what);
        if (item->pattern.kind == PATTERN_EXACT)
            suggest_name(c, item->wanted);
    }
}
