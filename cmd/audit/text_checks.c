/* audit/text_checks.c - absolute paths and secrets in the texts of streams
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "audit/checks.h"

#include "analysis/string_finder.h"
#include "base/text.h"

#include <string.h>

enum {
    MOST_PATH = 4096,
    SHOWN_OF_SECRET = 4 /* bytes: output is kept, too */
};

struct texts {
    struct findings *findings;
    const struct input *input;
};

/* ---- Paths ---- */

static bool is_word(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           strchr("._-+~@%", c ? c : ' ') || c >= 0x80;
}

/* Whether a path may begin after C, or in a compiler's option such as -I. */
static bool may_precede(struct bl_view text, size_t at)
{
    if (at == 0 || (text.data[at - 1] && strchr(" \t\n\"'=:,;(<[", text.data[at - 1])))
        return true;
    return at >= 2 && text.data[at - 2] == '-' && strchr("IL", text.data[at - 1]) &&
           (at == 2 || text.data[at - 3] == ' ');
}

/* How long the beginning of a path at AT is: "/a/b" or "C:\a". 0: there is none. */
static size_t root_at(struct bl_view text, size_t at)
{
    const uint8_t *d = text.data + at;
    size_t n = text.size - at, k = 1;
    if (n > 3 && ((d[0] | 0x20) >= 'a' && (d[0] | 0x20) <= 'z') && d[1] == ':' &&
        (d[2] == '\\' || d[2] == '/') && is_word(d[3]))
        return 3;
    if (n < 4 || d[0] != '/')
        return 0;
    while (k < n && is_word(d[k]))
        k++;
    return k > 1 && k + 1 < n && d[k] == '/' && is_word(d[k + 1]) ? k + 1 : 0;
}

/* The next path in TEXT from *AT on, which goes on after it. A text that is a path may have spaces
 * in it. False: there is none. */
static bool next_path(struct bl_view text, size_t *at, struct bl_view *path)
{
    for (; *at < text.size; ++*at) {
        size_t n = may_precede(text, *at) ? root_at(text, *at) : 0;
        size_t first = *at;
        if (n == 0)
            continue;
        while (first + n < text.size && n < MOST_PATH && text.data[first + n] >= 0x20 &&
               !strchr("\"'<>|;,:", text.data[first + n]) &&
               (first == 0 || text.data[first + n] != ' '))
            n++;
        *path = (struct bl_view){text.data + first, n};
        *at = first + n;
        return true;
    }
    return false;
}

static void find_paths(struct texts *t, struct bl_view text, const uint64_t *bit_pos)
{
    struct bl_view path;
    size_t at = 0;
    if (text.size == 0 || !t->findings->policy->forbids[FINDING_PATH])
        return;
    while (next_path(text, &at, &path))
        findings_add(t->findings,
                     &(struct finding){.kind = FINDING_PATH,
                                       .text = path,
                                       .input = t->input,
                                       .function = BL_NONE,
                                       .bit_pos = bit_pos ? *bit_pos : 0,
                                       .has_pos = bit_pos},
                     true);
}

/* ---- Secrets ---- */

/* Every pattern is tried; what is said is which, and how the text begins. */
static void find_secrets(struct texts *t, struct bl_view text, const uint64_t *bit_pos)
{
    struct policy_patterns *secrets = &t->findings->policy->secrets;
    for (uint32_t i = 0; i < secrets->n; i++) {
        struct bl_view span;
        if (pattern_matches(&secrets->items[i].pattern, text, &span) <= 0 || span.size == 0)
            continue;
        size_t shown = span.size / 2 < SHOWN_OF_SECRET ? span.size / 2 : SHOWN_OF_SECRET;
        char *said = string_printf("%.*s... (%zu bytes, as %s)", (int)shown,
                                   (const char *)span.data, span.size, secrets->items[i].text);
        findings_add(t->findings,
                     &(struct finding){.kind = FINDING_SECRET,
                                       .text = span,
                                       .said = view_of(said),
                                       .input = t->input,
                                       .function = BL_NONE,
                                       .bit_pos = bit_pos ? *bit_pos : 0,
                                       .has_pos = bit_pos},
                     true);
        free(said);
    }
}

/* ---- Streams ---- */

static void add_text(void *context, const struct found_string *found)
{
    struct texts *t = context;
    find_secrets(t, found->text, &found->bit_pos);
    if (found->kind == STRING_METADATA || found->kind == STRING_CONSTANT ||
        found->kind == STRING_STATED || found->kind == STRING_ATTRIBUTE ||
        found->kind == STRING_BLOB || found->kind == STRING_ASSEMBLY)
        find_paths(t, found->text, &found->bit_pos);
}

static void fail_text(void *context, const struct bl_error *err)
{
    const struct texts *t = context;
    report_error(t->findings->context, t->input->path, &t->input->stream, err);
}

static void check_command_line(struct texts *t)
{
    struct bl_view line = t->input->found.command_line;
    for (size_t at = 0; at < line.size;) {
        size_t n = strnlen((const char *)line.data + at, line.size - at);
        struct bl_view argument = {line.data + at, n};
        find_secrets(t, argument, NULL);
        find_paths(t, argument, NULL);
        at += n + 1;
    }
}

void check_texts(struct findings *f, const struct input *input)
{
    struct texts t = {f, input};
    struct string_finder finder = {.found = add_text, .fail = fail_text, .context = &t};
    struct pattern any;
    struct bl_walk *walk;
    struct bl_error err;
    char message[64];
    check_command_line(&t);
    (void)pattern_open(&any, "", PATTERN_SUBSTRING, false, message, sizeof message);
    finder.pattern = &any;
    string_finder_begin(&finder, &input->stream);
    if (out_need(bl_walk_open(&walk, &input->stream, string_finder_walk_flags(&input->stream), NULL,
                              &err)) < 0) {
        fail_text(&t, &err);
    } else {
        string_finder_walk(&finder, walk);
        bl_walk_close(walk);
    }
    string_finder_begin(&finder, NULL);
    string_finder_release(&finder);
    pattern_close(&any);
}
