/* sql/sqlite_regexp.c - name REGEXP 'pattern': extended regular expressions in SQLite
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * TRE does it, as in the command, where its time grows with the length of a text. It is loaded only
 * when a statement asks for it; its functions and types are declared here as it promises them.
 */
#include "base/library.h"
#include "base/regex.h"
#include "sql/sqlite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef TRE_LIBRARY
#define TRE_LIBRARY "libtre.so.5"
#endif

enum {
    EXTENDED = 1, /* REG_EXTENDED */
    IS_FOUND = 0, /* REG_OK, */
    NOT_FOUND = 1 /* and REG_NOMATCH */
};

/* A regex_t. */
struct regex {
    size_t n_groups;
    void *value;
};

static struct {
    int (*compile)(struct regex *regex, const char *text, int flags);
    int (*match)(const struct regex *regex, const char *text, size_t size, size_t n, void *matches,
                 int flags);
    size_t (*explain)(int status, const struct regex *regex, char *text, size_t size);
    void (*release)(struct regex *regex);
    int (*refers_back)(const struct regex *regex);
    int (*is_approximate)(const struct regex *regex);
    bool is_there;
} tre;

static void load(void)
{
    static const struct {
        const char *name;
        void *to;
    } functions[] = {
        {"tre_regcomp", &tre.compile},           {"tre_regnexec", &tre.match},
        {"tre_regerror", &tre.explain},          {"tre_regfree", &tre.release},
        {"tre_have_backrefs", &tre.refers_back}, {"tre_have_approx", &tre.is_approximate},
    };
    tre.is_there = true;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = bl_library_symbol(TRE_LIBRARY, functions[i].name);
        memcpy(functions[i].to, &symbol, sizeof symbol);
        tre.is_there &= symbol != NULL;
    }
}

static void release(void *regex)
{
    tre.release(regex);
    free(regex);
}

/* NULL: it is none, and the error is the result. */
static struct regex *compile(sqlite3_context *context, const char *text)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char message[128] = "what \\1 and {~1} stand for cannot be found in linear time";
    (void)pthread_once(&once, load);
    if (!tre.is_there) {
        sqlite3_result_error(context, "regexp() needs the library " TRE_LIBRARY, -1);
        return NULL;
    }
    if (bl_regex_is_large(text)) {
        sqlite3_result_error(
            context, "a regular expression of too many characters, repetitions written out", -1);
        return NULL;
    }
    struct regex *regex = malloc(sizeof *regex);
    int status = regex ? tre.compile(regex, text, EXTENDED) : 0;
    if (!regex) {
        sqlite3_result_error_nomem(context);
        return NULL;
    }
    if (status == 0 && !tre.refers_back(regex) && !tre.is_approximate(regex))
        return regex;
    if (status != 0)
        (void)tre.explain(status, regex, message, sizeof message);
    else
        tre.release(regex);
    free(regex);
    sqlite3_result_error(context, message, -1);
    return NULL;
}

/* regexp(PATTERN, TEXT), which TEXT REGEXP PATTERN means. */
void bl_sql_regexp(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const char *pattern = (const char *)sqlite3_value_text(argv[0]);
    const char *text = (const char *)sqlite3_value_text(argv[1]);
    struct regex *kept = sqlite3_get_auxdata(context, 0); /* of a row before */
    (void)argc;
    if (!pattern || !text)
        return;
    struct regex *regex = kept ? kept : compile(context, pattern);
    if (!regex)
        return;
    int status = tre.match(regex, text, (size_t)sqlite3_value_bytes(argv[1]), 0, NULL, 0);
    if (status == IS_FOUND || status == NOT_FOUND)
        sqlite3_result_int(context, status == IS_FOUND);
    else
        sqlite3_result_error_nomem(context);
    if (!kept)
        sqlite3_set_auxdata(context, 0, regex, release);
}
