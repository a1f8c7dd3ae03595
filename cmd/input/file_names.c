/* cmd/input/file_names.c - names for files that are made from nested paths, in one folder
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/file_names.h"

#include "base/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_EQUAL = 100000, /* paths that want one name */
    NUMBER_BYTES = 8    /* of ".100000" and to spare */
};

/* How many paths have wanted the name of KEY. */
static uint32_t count_wanted(const struct file_names *names, uint64_t key)
{
    uint32_t n = bl_map_find(&names->wanted, key);
    return n == BL_MAP_NONE ? 0 : n;
}

static void set_wanted(struct file_names *names, uint64_t key, uint32_t n)
{
    if (bl_map_set(&names->wanted, key, n) < 0)
        out_no_memory();
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

static char *name_for_path(const char *path, unsigned number, const char *suffix)
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
    char *name = name_for_path(path, 1, suffix);
    uint64_t wanted = bl_map_key(&names->wanted, view_of(name)), key;
    uint32_t n = count_wanted(names, wanted);
    bool is_free = false;
    while (n < MAX_EQUAL && !is_free) {
        free(name);
        name = name_for_path(path, ++n, suffix);
        key = bl_map_key(&names->wanted, view_of(name));
        is_free = key == wanted || count_wanted(names, key) == 0;
        if (is_free)
            set_wanted(names, key, 1);
    }
    set_wanted(names, wanted, n);
    if (is_free)
        return name;
    free(name);
    return NULL;
}

void file_names_release(struct file_names *names)
{
    bl_map_release(&names->wanted);
}
