/* demangle/demangle.c - names of C++ and Rust as people write them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The C++ library does it, which is loaded the first time. A short name may mean an endless text,
 * as it refers back to its own parts, so a bound of that is computed before. Rust's legacy names
 * are names of C++, but what these cannot have in them is spelled $LT$, and a hash is at their end;
 * those of today's scheme have a grammar of their own.
 */
#include "bitleap_demangle.h"

#include "base/library.h"
#include "demangle/demangle_rust.h"
#include "demangle/mangled.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_NAME = 1 << 14, /* bytes */
    MOST_TEXT = 1 << 16,
    MOST_BOUND = 1 << 24,
    MOST_STEPS = 1 << 22,
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

static bool begins_number(char c)
{
    return c == '_' || (c >= '0' && c <= '9');
}

/* Whether the text of NAME is no longer than MOST_BOUND. With K references back it is at most
 * 3^(K/3) times as long, as three references to what is three times as long each make the most of
 * them; a pack that is expanded repeats its pattern at most once for each byte. */
static bool is_short(const char *name, size_t size)
{
    double bound = (double)size;
    for (size_t i = 0; i + 1 < size && bound <= MOST_BOUND; i++) {
        char next = name[i + 1];
        if ((name[i] == 'S' && (begins_number(next) || (next >= 'A' && next <= 'Z'))) ||
            (name[i] == 'T' && begins_number(next)))
            bound *= 1.4423;
        else if (name[i] == 'D' && next == 'p')
            bound *= (double)size;
    }
    return bound <= MOST_BOUND;
}

/* Whether it is read in MOST_STEPS. In a conversion, cv, the arguments of a template parameter,
 * T_I…E, may be those of the operator: they are read for both, and so is what is inside them. */
static bool is_fast(const char *name, size_t size)
{
    double steps = (double)size;
    const char *c = strstr(name, "cv");
    c = c ? strchr(c, 'T') : NULL;
    while (c && steps <= MOST_STEPS) {
        const char *end = c + 1 + strspn(c + 1, "0123456789");
        if (end[0] == '_' && end[1] == 'I')
            steps *= 2;
        c = strchr(end, 'T');
    }
    return steps <= MOST_STEPS;
}

/* The bytes of TEXT without the "::h0123456789abcdef" that Rust's legacy names end in; 0: it has
 * none. */
static size_t size_before_hash(const char *text, size_t size)
{
    enum {
        HASH_SIZE = 3 + 16
    };
    if (size <= HASH_SIZE || strncmp(text + size - HASH_SIZE, "::h", 3) != 0)
        return 0;
    for (const char *c = text + size - HASH_SIZE + 3; *c; c++)
        if (!strchr("0123456789abcdef", *c))
            return 0;
    return size - HASH_SIZE;
}

/* What a name of Rust's spells $…$, as LT for '<'; '\0': nothing. */
static char unescape(const char *word, size_t size)
{
    static const struct {
        const char *word;
        char c;
    } words[] = {{"SP", '@'}, {"BP", '*'}, {"RF", '&'}, {"LT", '<'},
                 {"GT", '>'}, {"LP", '('}, {"RP", ')'}, {"C", ','}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].word) == size && memcmp(words[i].word, word, size) == 0)
            return words[i].c;
    unsigned long code = size > 1 && size < 4 && word[0] == 'u' ? strtoul(word + 1, NULL, 16) : 0;
    return code >= 0x20 && code < 0x7F ? (char)code : '\0';
}

/* The SIZE bytes of TEXT, a legacy name of Rust's without its hash. */
static void put_rust(const char *text, size_t size, bl_put_fn *put, void *context)
{
    const char *end = text + size;
    for (const char *c = text; c < end;) {
        const char *close = *c == '$' ? memchr(c + 1, '$', (size_t)(end - c - 1)) : NULL;
        char meant = close ? unescape(c + 1, (size_t)(close - c - 1)) : '\0';
        bool begins_part = c == text || c[-1] == ':';
        if (meant) {
            put(context, &meant, 1);
            c = close + 1;
        } else if (end - c > 1 && c[0] == '.' && c[1] == '.') {
            put(context, "::", 2);
            c += 2;
        } else if (begins_part && end - c > 1 && c[0] == '_' && c[1] == '$') {
            c++; /* before what cannot begin a name */
        } else {
            put(context, c++, 1);
        }
    }
}

/* The bytes of NAME before ".llvm.123", with which ThinLTO ends names of what was local. */
static size_t size_before_suffix(struct bl_view name)
{
    static const char suffix[] = ".llvm.";
    size_t n = name.size, n_suffix = sizeof suffix - 1;
    while (n > 0 && name.data[n - 1] >= '0' && name.data[n - 1] <= '9')
        n--;
    bool has_suffix =
        n < name.size && n > n_suffix && memcmp(name.data + n - n_suffix, suffix, n_suffix) == 0;
    return has_suffix ? n - n_suffix : name.size;
}

bool bl_demangle(struct bl_view name, bl_put_fn *put, void *context)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char mangled[MOST_NAME];
    name = bl_mangled(name);
    if (name.size > 2 && name.size < MOST_NAME && memcmp(name.data, "_R", 2) == 0)
        return bl_demangle_rust(name, false, MOST_TEXT, put, context);
    if (name.size < 3 || name.size >= sizeof mangled || memcmp(name.data, "_Z", 2) != 0 ||
        memchr(name.data, 0, name.size))
        return false;
    size_t n = size_before_suffix(name);
    memcpy(mangled, name.data, n);
    mangled[n] = '\0';
    pthread_once(&once, load);
    char *answer = NULL;
    int status = -1;
    if (demangle && is_short(mangled, n) && is_fast(mangled, n))
        answer = demangle(mangled, NULL, NULL, &status);
    size_t size = answer && status == 0 ? strlen(answer) : 0;
    bool is_good = size > 0 && size <= MOST_TEXT;
    size_t n_rust = is_good ? size_before_hash(answer, size) : 0;
    if (n_rust > 0)
        put_rust(answer, n_rust, put, context);
    else if (is_good)
        put(context, answer, size);
    if (is_good && n < name.size) { /* as LLVM does */
        put(context, " (", 2);
        put(context, (const char *)name.data + n, name.size - n);
        put(context, ")", 1);
    }
    free(answer);
    return is_good;
}
