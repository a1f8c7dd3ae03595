/* cmd/scopes.c - what of a catalog was asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/scopes.h"

#include "base/array.h"
#include "base/text.h"
#include "input/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void scopes_open(struct scopes *scopes)
{
    *scopes = (struct scopes){.directory = getcwd(NULL, 0)};
    scopes->sys_errno = scopes->directory ? 0 : errno;
    if (scopes->sys_errno == ENOMEM)
        out_no_memory();
}

void scopes_drop(struct scopes *scopes)
{
    for (uint32_t i = 0; i < scopes->n; i++) {
        free(scopes->items[i].path);
        free(scopes->items[i].absolute);
    }
    scopes->n = 0;
}

void scopes_close(struct scopes *scopes)
{
    scopes_drop(scopes);
    free(scopes->items);
    free(scopes->directory);
    *scopes = (struct scopes){.items = NULL};
}

/* ---- Paths ---- */

/* Go out of the last component of the path of N bytes at TO. False: ".." leads elsewhere, as that
 * is a link, or nobody knows where to. */
static bool leave(char *to, size_t *n)
{
    struct stat st;
    to[*n] = '\0';
    const char *last = strrchr(to, '/');
    if (!last) /* the root is above itself */
        return true;
    if (strcmp(last, "/..") == 0 || lstat(to, &st) < 0 || !S_ISDIR(st.st_mode))
        return false;
    *n = (size_t)(last - to);
    return true;
}

/* Append to TO, which is N bytes long, the components of PATH but for "." and empty ones, and leave
 * with ".." what it leads out of. Returns how long it is then. */
static size_t put_components(char *to, size_t n, struct bl_view path)
{
    const char *text = (const char *)path.data;
    size_t end;
    for (size_t at = 0; at < path.size; at = end + 1) {
        for (end = at; end < path.size && text[end] != '/'; end++)
            ;
        bool is_up = end - at == 2 && memcmp(text + at, "..", 2) == 0;
        if (end == at || (end - at == 1 && text[at] == '.') || (is_up && leave(to, &n)))
            continue;
        to[n++] = '/';
        memcpy(to + n, text + at, end - at);
        n += end - at;
    }
    return n;
}

char *scopes_absolute(const struct scopes *scopes, const char *base, struct bl_view path)
{
    bool is_stdin = path.size == 1 && path.data[0] == '-';
    bool is_absolute = path.size > 0 && path.data[0] == '/';
    const char *before = is_absolute || is_stdin ? "" : base ? base : scopes->directory;
    if (!before)
        return NULL;
    char *absolute = malloc(strlen(before) + path.size + 3);
    if (!absolute)
        out_no_memory();
    if (is_stdin) {
        memcpy(absolute, "-", 2);
        return absolute;
    }
    size_t n = put_components(absolute, 0, view_of(before));
    n = put_components(absolute, n, path);
    if (n == 0)
        absolute[n++] = '/';
    absolute[n] = '\0';
    return absolute;
}

bool is_below(const char *path, const char *around)
{
    size_t n = strlen(around);
    return strncmp(path, around, n) == 0 && (!path[n] || path[n] == '/' || n == 1);
}

/* ---- Scopes ---- */

bool scopes_add(struct scopes *scopes, const char *operand, struct bl_error *err)
{
    struct scope scope = {.operand = operand};
    scope.path = split_operand(operand, &scope.nested);
    if (!scope.path || !array_room(&scopes->items, &scopes->cap, scopes->n))
        out_no_memory();
    scope.absolute = scopes_absolute(scopes, NULL, view_of(scope.path));
    if (!scope.absolute) {
        *err = (struct bl_error){.status = BL_E_SYSTEM,
                                 .sys_errno = scopes->sys_errno,
                                 .what = "cannot tell the current directory"};
        free(scope.path);
        return false;
    }
    scopes->items[scopes->n++] = scope;
    return true;
}

/* By the file, so that those of one file follow each other. */
static int by_file(const void *a, const void *b)
{
    const struct scope *s = a;
    const struct scope *t = b;
    int order = strcmp(s->absolute, t->absolute);
    return order ? order : strcmp(s->path, t->path);
}

uint32_t scopes_find(const struct scopes *scopes, const char *path, size_t n, uint32_t *first)
{
    uint32_t low = 0;
    uint32_t high = scopes->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strncmp(scopes->items[middle].absolute, path, n) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    while (low < scopes->n && strncmp(scopes->items[low].absolute, path, n) == 0 &&
           !scopes->items[low].absolute[n])
        low++;
    return low;
}

/* The way to PATH that is longer by a component than that of N bytes, from "/" for 0 on; 0: there
 * is none. */
static size_t next_way(const char *path, size_t n)
{
    if (!path[n])
        return 0;
    if (n == 0)
        return 1;
    size_t end = n == 1 ? n : n + 1;
    return end + strcspn(path + end, "/");
}

/* The scopes that a path is in, from the outermost on. Zeroes are in front of the first. */
struct around {
    size_t n; /* bytes of the path that lead to those from NEXT to END - 1 */
    uint32_t next, end;
};

/* The next one that PATH is in, or NULL. */
static struct scope *next_around(const struct scopes *scopes, const char *path, struct around *at)
{
    while (at->next == at->end) {
        at->n = next_way(path, at->n);
        if (at->n == 0)
            return NULL;
        at->end = scopes_find(scopes, path, at->n, &at->next);
    }
    return &scopes->items[at->next++];
}

bool scopes_have(const struct scopes *scopes, const char *path, const char *nested)
{
    struct around at = {0};
    const struct scope *scope;
    while ((scope = next_around(scopes, path, &at)))
        if (!nested || is_inside(nested, scope->nested))
            return true;
    return false;
}

void scopes_meet(struct scopes *scopes, const char *path, struct bl_view nested)
{
    struct around at = {0};
    struct scope *scope;
    char *text = text_of(nested);
    while ((scope = next_around(scopes, path, &at)))
        if (!scope->is_met && is_inside(text, scope->nested)) {
            scope->is_met = true;
            scopes->n_met++;
        }
    free(text);
}

/* Spell the path of SCOPE as that of the outermost one around it, or of the first that is the
 * same. */
static void spell_alike(const struct scopes *scopes, struct scope *scope)
{
    const struct scope *around = next_around(scopes, scope->absolute, &(struct around){0});
    if (!around || around == scope)
        return;
    const char *rest = scope->absolute + strlen(around->absolute);
    struct text path = {0};
    rest += *rest == '/';
    text_put(&path, around->path, strlen(around->path));
    if (*rest && path.n > 0 && path.data[path.n - 1] != '/')
        text_put(&path, "/", 1);
    text_put(&path, rest, strlen(rest) + 1);
    free(scope->path);
    scope->path = path.data;
}

void scopes_settle(struct scopes *scopes)
{
    if (scopes->n > 1)
        qsort(scopes->items, scopes->n, sizeof *scopes->items, by_file);
    for (uint32_t i = 0; i < scopes->n; i++)
        spell_alike(scopes, &scopes->items[i]);
}
