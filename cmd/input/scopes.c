/* cmd/input/scopes.c - what of a catalog was asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/scopes.h"

#include "base/array.h"
#include "base/text.h"
#include "input/paths.h"

#include <stdlib.h>
#include <string.h>

void scopes_clear(struct scopes *scopes)
{
    for (uint32_t i = 0; i < scopes->n; i++) {
        free(scopes->items[i].path);
        free(scopes->items[i].absolute);
    }
    free(scopes->items);
    *scopes = (struct scopes){.items = NULL};
}

bool scopes_add(struct scopes *scopes, struct context *c, const char *operand)
{
    struct scope scope = {.operand = operand};
    scope.path = split_operand(operand, &scope.nested);
    scope.absolute = absolute_path(c->directory, view_of(scope.path));
    if (!scope.absolute) {
        report_error(c, operand, NULL,
                     &(struct bl_error){.status = BL_E_SYSTEM,
                                        .sys_errno = c->directory_errno,
                                        .what = "cannot find the current directory"});
        free(scope.path);
        return false;
    }
    array_add(&scopes->items, &scopes->n, &scopes->cap, scope);
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
    BL_LOWER_BOUND(low, high, at, strncmp(scopes->items[at].absolute, path, n) < 0);
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

/* The scopes that a path is in, from the outermost on. Zeroes: before the first. */
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
        if (!nested || is_path_inside(nested, scope->nested))
            return true;
    return false;
}

void scopes_meet(struct scopes *scopes, const char *path, struct bl_view nested)
{
    struct around at = {0};
    struct scope *scope;
    char *text = string_of(nested);
    while ((scope = next_around(scopes, path, &at)))
        if (!scope->is_met && is_path_inside(text, scope->nested)) {
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
    array_sort(scopes->items, scopes->n, sizeof *scopes->items, by_file);
    for (uint32_t i = 0; i < scopes->n; i++)
        spell_alike(scopes, &scopes->items[i]);
}
