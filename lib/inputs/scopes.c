/* inputs/scopes.c - what of a catalog was asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "inputs/scopes.h"

#include "base/bound.h"
#include "base/grow.h"
#include "inputs/operand_paths.h"

#include <stdlib.h>
#include <string.h>

static void release_scope(struct bl_scope *scope)
{
    free(scope->operand);
    free(scope->path);
    free(scope->absolute);
}

void bl_scopes_clear(struct bl_scopes *scopes)
{
    for (uint32_t i = 0; i < scopes->n; i++)
        release_scope(&scopes->items[i]);
    bl_drop(scopes->items);
    *scopes = (struct bl_scopes){.items = NULL};
}

int bl_scopes_add(struct bl_scopes *scopes, const char *directory, const char *operand)
{
    size_t n = bl_path_split(operand);
    struct bl_view file = {.data = (const uint8_t *)operand, .size = n};
    if (!directory && operand[0] != '/' && !(n == 1 && operand[0] == '-'))
        return BL_E_SYSTEM;
    struct bl_scope scope = {
        .operand = bl_copy_text(bl_view_of(operand)),
        .path = bl_copy_text(file),
        .absolute = bl_absolute_path(bl_view_of(directory ? directory : ""), file),
    };
    if (scope.operand)
        scope.nested = scope.operand + n;
    if (!scope.operand || !scope.path || !scope.absolute ||
        bl_append(&scopes->items, &scopes->n, &scopes->cap, scope) < 0) {
        release_scope(&scope);
        return BL_E_NOMEM;
    }
    return BL_OK;
}

/* By the file, so that those of one file follow each other. */
static int by_file(const void *a, const void *b)
{
    const struct bl_scope *s = a;
    const struct bl_scope *t = b;
    int order = strcmp(s->absolute, t->absolute);
    return order ? order : strcmp(s->path, t->path);
}

uint32_t bl_scopes_find(const struct bl_scopes *scopes, const char *path, size_t n, uint32_t *first)
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
static struct bl_scope *next_around(const struct bl_scopes *scopes, const char *path,
                                    struct around *at)
{
    while (at->next == at->end) {
        at->n = next_way(path, at->n);
        if (at->n == 0)
            return NULL;
        at->end = bl_scopes_find(scopes, path, at->n, &at->next);
    }
    return &scopes->items[at->next++];
}

bool bl_scopes_have(const struct bl_scopes *scopes, const char *path, const struct bl_view *nested)
{
    struct around at = {0};
    const struct bl_scope *scope;
    while ((scope = next_around(scopes, path, &at)))
        if (!nested || bl_path_is_inside(*nested, scope->nested))
            return true;
    return false;
}

void bl_scopes_meet(struct bl_scopes *scopes, const char *path, struct bl_view nested)
{
    struct around at = {0};
    struct bl_scope *scope;
    while ((scope = next_around(scopes, path, &at)))
        if (!scope->is_met && bl_path_is_inside(nested, scope->nested)) {
            scope->is_met = true;
            scopes->n_met++;
        }
}

/* Spell the path of SCOPE as that of the outermost one around it, or of the first that is the
 * same. */
static int spell_alike(const struct bl_scopes *scopes, struct bl_scope *scope)
{
    const struct bl_scope *around = next_around(scopes, scope->absolute, &(struct around){0});
    if (!around || around == scope)
        return BL_OK;
    const char *rest = scope->absolute + strlen(around->absolute);
    size_t n = strlen(around->path);
    rest += *rest == '/';
    char *path = malloc(n + strlen(rest) + 2);
    if (!path)
        return BL_E_NOMEM;
    memcpy(path, around->path, n);
    if (*rest && n > 0 && path[n - 1] != '/')
        path[n++] = '/';
    memcpy(path + n, rest, strlen(rest) + 1);
    free(scope->path);
    scope->path = path;
    return BL_OK;
}

int bl_scopes_settle(struct bl_scopes *scopes)
{
    int rc = BL_OK;
    bl_sort(scopes->items, scopes->n, sizeof *scopes->items, by_file);
    for (uint32_t i = 0; i < scopes->n && rc == BL_OK; i++)
        rc = spell_alike(scopes, &scopes->items[i]);
    return rc;
}
