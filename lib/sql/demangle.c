/* sql/demangle.c - names of C++ as people write them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The C++ library does it, which is loaded the first time. A short name may mean an endless text,
 * as it refers back to its own parts, so a bound of that is computed before.
 */
#include "sql/demangle.h"

#include "base/library.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_NAME = 1 << 14, /* bytes */
    MOST_TEXT = 1 << 16,
    MOST_BOUND = 1 << 24,
};

#ifndef DEMANGLER_LIBRARY
#define DEMANGLER_LIBRARY "libstdc++.so.6"
#endif

typedef char *demangle_fn(const char *name, char *buffer, size_t *size, int *status);

static demangle_fn *demangle;

static void load(void)
{
    void *symbol = bl_library_symbol(DEMANGLER_LIBRARY, "__cxa_demangle");
    memcpy(&demangle, &symbol, sizeof demangle);
}

/* Whether the text of NAME is no longer than MOST_BOUND. With K references back it is at most
 * 3^(K/3) times as long, as three references to what is three times as long each make the most of
 * them; a pack that is expanded repeats its pattern at most once for each byte. */
static bool is_bounded(const char *name, size_t size)
{
    double bound = (double)size;
    for (size_t i = 0; i + 1 < size && bound <= MOST_BOUND; i++) {
        char next = name[i + 1];
        bool is_number = next == '_' || (next >= '0' && next <= '9');
        if ((name[i] == 'S' && (is_number || (next >= 'A' && next <= 'Z'))) ||
            (name[i] == 'T' && is_number))
            bound *= 1.4423;
        else if (name[i] == 'D' && next == 'p')
            bound *= (double)size;
    }
    return bound <= MOST_BOUND;
}

bool bl_sql_demangle(struct bl_view name, struct bl_sql_text *text)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char mangled[MOST_NAME];
    if (name.size < 3 || name.size >= sizeof mangled || memcmp(name.data, "_Z", 2) != 0 ||
        memchr(name.data, 0, name.size))
        return false;
    memcpy(mangled, name.data, name.size);
    mangled[name.size] = '\0';
    pthread_once(&once, load);
    char *answer = NULL;
    int status = -1;
    if (demangle && is_bounded(mangled, name.size))
        answer = demangle(mangled, NULL, NULL, &status);
    size_t size = answer && status == 0 ? strlen(answer) : 0;
    if (size > 0 && size <= MOST_TEXT)
        bl_sql_text_put(text, answer, size);
    free(answer);
    return size > 0 && size <= MOST_TEXT;
}
