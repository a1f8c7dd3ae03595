/* base/regex.c - how large an extended regular expression becomes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/regex.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The bracket that closes the set at AT, or the last character. */
static const char *skip_set(const char *at)
{
    at += at[1] == '^';
    at += at[1] == ']';
    while (at[1] && *++at != ']')
        if (*at == '[' && at[1] && strchr(".:=", at[1])) { /* [:alpha:] */
            const char *end = strchr(at + 1, ']');
            at = end ? end : at;
        }
    return at;
}

/* The brace that closes the bounds at AT, or the last character; *MOST is the greatest number. */
static const char *read_bounds(const char *at, size_t *most)
{
    *most = 1;
    for (size_t n = 0; at[1] && *++at != '}';) {
        n = *at < '0' || *at > '9'     ? 0
            : n < BL_MOST_REGEX_PLACES ? n * 10 + (size_t)(*at - '0')
                                       : n;
        *most = n > *most ? n : *most;
    }
    return at;
}

/* How many places a regular expression has, or more than BL_MOST_REGEX_PLACES; so are groups that
 * are that deep. */
static size_t count_places(const char *text)
{
    size_t outer[BL_MOST_REGEX_PLACES]; /* in groups around the one at AT */
    size_t depth = 0;
    size_t n = 0;    /* in this group */
    size_t last = 0; /* what a repetition repeats */
    for (const char *at = text; *at && n <= BL_MOST_REGEX_PLACES; at++) {
        size_t times;
        if (*at == '(' && depth == BL_MOST_REGEX_PLACES) {
            n = SIZE_MAX;
        } else if (*at == '(') {
            outer[depth++] = n;
            n = last = 0;
        } else if (*at == ')' && depth > 0) {
            last = n;
            n += outer[--depth];
        } else if (*at == '{') {
            at = read_bounds(at, &times);
            n += last * (times - 1);
            last *= times;
        } else {
            at = *at == '[' ? skip_set(at) : *at == '\\' && at[1] ? at + 1 : at;
            last = 1;
            n++;
        }
    }
    return n;
}

bool bl_regex_is_large(const char *text)
{
    return count_places(text) > BL_MOST_REGEX_PLACES;
}
