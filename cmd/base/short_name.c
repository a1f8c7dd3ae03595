/* cmd/base/short_name.c - demangled names that fit a line
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/short_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Of a name of an operator at TEXT, with its characters: their brackets are none. 0: it is none. */
static size_t operator_size(const char *text, size_t size)
{
    static const char word[] = "operator";
    size_t n = sizeof word - 1;
    if (size < n || memcmp(text, word, n) != 0)
        return 0;
    if (size >= n + 2 && memcmp(text + n, "()", 2) == 0)
        return n + 2;
    while (n < size && text[n] && strchr("<>=-*", text[n]))
        n++;
    return n;
}

/* Whether a bracket after C begins arguments, and not what is a name in brackets, as
 * (anonymous namespace), or Rust's <T as Trait>. */
static bool may_have_arguments(char c, char open)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == (open == '<' ? ':' : '>') ||
           c == (open == '<' ? ' ' : ')');
}

/* Append NAME to BRIEF without what is in OPEN and CLOSE from level DEPTH on. False: some have no
 * partner. */
static bool leave_out(const struct text *name, char open, char close, unsigned depth,
                      struct text *brief)
{
    static const char dots[] = "…";
    unsigned level = 0;
    unsigned left_out_from = 0; /* the level; 0: nothing is left out here */
    for (size_t i = 0, n; i < name->n; i += n) {
        char c = name->data[i];
        char before = '\0';
        if (i > 0)
            before = name->data[i - 1];
        n = isalnum((unsigned char)before) ? 0 : operator_size(name->data + i, name->n - i);
        bool is_bracket = n == 0 && !(c == '>' && before == '-');
        n = n > 0 ? n : 1;
        if (is_bracket && c == close) {
            if (level == 0)
                return false;
            if (left_out_from == level) {
                text_put(brief, dots, sizeof dots - 1);
                left_out_from = 0;
            }
            level--;
        }
        if (left_out_from == 0)
            text_put(brief, name->data + i, n);
        if (is_bracket && c == open) {
            bool has_any = i + 1 < name->n && name->data[i + 1] != close;
            level++;
            if (left_out_from == 0 && level >= depth && has_any && may_have_arguments(before, open))
                left_out_from = level;
        }
    }
    return level == 0;
}

/* Whether NAME has at most MOST bytes now. */
static bool fits_without(struct text *name, char open, char close, unsigned depth, size_t most)
{
    struct text brief = {0};
    if (leave_out(name, open, close, depth, &brief)) {
        free(name->data);
        *name = brief;
    } else {
        free(brief.data);
    }
    return name->n <= most;
}

void shorten_name(struct text *name, size_t most)
{
    enum {
        DEEPEST = 4
    };
    bool fits = name->n <= most;
    for (unsigned depth = DEEPEST; depth > 0 && !fits; depth--)
        fits = fits_without(name, '<', '>', depth, most);
    if (!fits)
        (void)fits_without(name, '(', ')', 1, most);
}
