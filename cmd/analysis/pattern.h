/* analysis/pattern.h - patterns to search for: a name, a glob or a regular expression
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As a user writes it: TEXT itself; a GLOB if it has one of * ? [ without a backslash before it;
 * /REGEX/ between slashes, a POSIX extended regular expression. A glob also matches the same text
 * byte for byte: names of Objective-C have brackets.
 */
#ifndef CMD_PATTERN_H
#define CMD_PATTERN_H

#include "base/context.h"

#include <tre/tre.h>

enum pattern_kind {
    PATTERN_EXACT,     /* all of a text; so has a glob to match */
    PATTERN_SUBSTRING, /* anywhere in it; so does a regular expression */
    PATTERN_GLOB,
    PATTERN_REGEX
};

/* One thread at a time: others open it again from the same text. */
struct pattern {
    enum pattern_kind kind;
    struct bl_view text; /* of the first two, without backslashes, and of a glob; borrowed */
    bool ignore_case;    /* of letters of ASCII */
    char *storage;
    regex_t regex;
};

/* PLAIN is what a text is that is neither a glob nor a regular expression: PATTERN_EXACT or
 * PATTERN_SUBSTRING. False: it cannot be one; what is wrong is in MESSAGE. */
bool pattern_open(struct pattern *pattern, const char *text, enum pattern_kind plain,
                  bool ignore_case, char *message, size_t message_size);
/* Zeroes are ignored. */
void pattern_close(struct pattern *pattern);

/* 1: TEXT matches; then SPAN, if not NULL, is the first part of it that does. 0: it does not.
 * BL_E_LIMIT: it is too long for a regular expression, which is reported as PATTERN_TOO_LONG. */
int pattern_matches(struct pattern *pattern, struct bl_view text, struct bl_view *span);
#define PATTERN_TOO_LONG "a text of more than 2 GB, where no regular expression is tried"

/* The same for the name of a symbol. DEMANGLED: or else for what people write for it, with the
 * types of parameters or without. */
int pattern_matches_name(struct pattern *pattern, struct bl_view name, bool demangled);

/* Names that were asked for, as patterns; zeroes: all names. */
struct name_patterns {
    struct name_pattern {
        const char *wanted;
        struct pattern pattern;
        bool has_matched;
    } * items;
    uint32_t n, cap;
};

/* Add WANTED, which is borrowed; what cannot be one is wrong usage of C's command. */
void name_patterns_add(struct name_patterns *patterns, const struct context *c, const char *wanted);
void name_patterns_release(struct name_patterns *patterns);

/* Whether one of them matches NAME or, with C's --demangle or a pattern that is written so, what
 * people write for it; one that is a name may have LLVM's @ before it. */
bool name_patterns_match(struct name_patterns *patterns, const struct context *c,
                         struct bl_view name);

/* Report each that has matched nothing, as WHAT: "no definition of this name". */
void name_patterns_report(const struct name_patterns *patterns, struct context *c,
                          const char *what);

/* Unless there were errors, each that has matched nothing is one, as WHAT; a name that is near it
 * is noted. */
void name_patterns_require(const struct name_patterns *patterns, struct context *c,
                           const char *what);

/* Global values of a module; zeroes: none. */
struct value_list {
    uint32_t *items; /* malloc'ed */
    uint32_t n, cap;
};

/* Append those of MODULE that ITEM names to VALUES: if it is a name, or one that no other is like,
 * as find_global() knows it; else all whose names match, in their order. BL_OK; negative: some
 * names could not be read, and those that could be were tried. */
int name_pattern_values(struct name_pattern *item, const struct context *c,
                        struct bl_module *module, struct value_list *values, struct bl_error *err);

#endif
