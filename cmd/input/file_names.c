/* cmd/input/file_names.c - names for files that are made from nested paths, in one folder
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/file_names.h"

#include "base/text.h"

#include <limits.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_EQUAL = 100000, /* paths that want one name */
    NUMBER_BYTES = 8    /* of ".100000" and to spare */
};

/* A name that has been given, or wanted. */
struct taken {
    unsigned n; /* so many wanted it */
    char name[];
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct taken *)a)->name, ((const struct taken *)b)->name);
}

/* The entry for NAME, which is made if there is none. */
static struct taken *find_taken(struct file_names *names, const char *name)
{
    size_t n = strlen(name) + 1;
    struct taken *made = calloc(1, sizeof *made + n);
    if (made)
        memcpy(made->name, name, n);
    struct taken *const *found = made ? tsearch(made, &names->taken, by_name) : NULL;
    struct taken *taken = found ? *found : NULL;
    if (!taken)
        out_no_memory();
    if (taken != made)
        free(made);
    return taken;
}

/* How many of the N bytes of BASE a file's name has room for before a number and SUFFIX; no
 * character of UTF-8 is cut. */
static int fit(const char *base, int n, const char *suffix)
{
    int most = NAME_MAX - NUMBER_BYTES - (int)strlen(suffix);
    if (n <= most)
        return n;
    for (n = most; n > 0 && (base[n] & 0xC0) == 0x80; n--)
        ;
    return n;
}

static char *name_of(const char *path, unsigned number, const char *suffix)
{
    const char *end = path + strcspn(path, BL_PATH_PARTS);
    const char *base = end;
    while (base > path && base[-1] != '/')
        base--;
    int n = (int)strlen(base);
    if (*suffix && n > 3 && strcmp(base + n - 3, ".bc") == 0)
        n -= 3;
    n = fit(base, n, suffix);
    char *name = number > 1 ? string_printf("%.*s.%u%s", n, base, number, suffix)
                            : string_printf("%.*s%s", n, base, suffix);
    for (char *c = name; *c; c++)
        if (*c == '/')
            *c = '_';
    if (name[0] == '.' || name[0] == '\0')
        name[0] = '_';
    return name;
}

char *file_names_next(struct file_names *names, const char *path, const char *suffix)
{
    char *name = name_of(path, 1, suffix);
    struct taken *wanted = find_taken(names, name);
    while (wanted->n < MAX_EQUAL) {
        free(name);
        name = name_of(path, ++wanted->n, suffix);
        struct taken *taken = find_taken(names, name);
        if (taken == wanted || taken->n == 0) {
            taken->n += taken != wanted;
            return name;
        }
    }
    free(name);
    return NULL;
}

void file_names_release(struct file_names *names)
{
    tdestroy(names->taken, free);
    names->taken = NULL;
}
