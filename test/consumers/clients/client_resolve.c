/* client_resolve.c - how a linker would resolve the symbols of files, archives and objects
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The first definition that is not weak counts, otherwise the first one; all members of archives
 * are taken.
 *
 * Usage: client_resolve PATH...
 */
#include <bitleap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(void *file, const char *text, size_t size)
{
    fwrite(text, 1, size, file);
}

struct entry {
    char *name;
    uint32_t stream, number;
    unsigned flags; /* bl_symbol_flag */
};

/* By name; definitions first, of these the strong ones, then as they came. */
static int compare(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    unsigned mask = BL_SYMBOL_UNDEFINED | BL_SYMBOL_WEAK;
    unsigned rank_x = x->flags & mask, rank_y = y->flags & mask;
    int order = strcmp(x->name, y->name);
    if (rank_x & BL_SYMBOL_UNDEFINED || rank_y & BL_SYMBOL_UNDEFINED)
        rank_x &= BL_SYMBOL_UNDEFINED, rank_y &= BL_SYMBOL_UNDEFINED;
    if (order == 0 && rank_x != rank_y)
        order = rank_x < rank_y ? -1 : 1;
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static int collect(const struct bl_query_module *m, struct entry **entries, uint32_t *n,
                   struct bl_error *err)
{
    struct bl_symbols *symbols;
    struct bl_symbol symbol;
    int rc = bl_symbols_open(&symbols, m->module, 0, err);
    while (rc >= 0 && (rc = bl_symbols_next(symbols, &symbol, err)) > 0) {
        if (!(symbol.flags & BL_SYMBOL_GLOBAL) || symbol.flags & BL_SYMBOL_FORMAT_SPECIFIC)
            continue;
        struct entry *grown = realloc(*entries, (*n + (size_t)1) * sizeof **entries);
        *entries = grown ? grown : *entries;
        char *name = strndup((const char *)symbol.name.data, symbol.name.size);
        if (!grown || !name)
            return BL_E_NOMEM;
        grown[*n] = (struct entry){name, m->stream, *n, symbol.flags};
        ++*n;
    }
    bl_symbols_close(symbols);
    return rc;
}

int main(int argc, char **argv)
{
    const struct bl_query_options options = {.parts = BL_CATALOG_MODULES};
    struct bl_query *query;
    struct bl_query_module m = {0};
    struct bl_error err;
    struct entry *entries = NULL;
    uint32_t n = 0, first = 0;
    int rc = bl_query_open(&query, (const char *const *)argv + 1, (size_t)argc - 1, &options, &err);
    while (rc >= 0 && (rc = bl_query_next_module(query, &m, &err)) > 0)
        rc = collect(&m, &entries, &n, &err);
    if (rc < 0)
        fprintf(stderr, "%s\n", err.what);
    if (n > 0)
        qsort(entries, n, sizeof *entries, compare);
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(entries[i].name, entries[first].name) != 0)
            first = i;
        if (i != first)
            continue;
        printf("%s\t", entries[i].name);
        if (entries[i].flags & BL_SYMBOL_UNDEFINED)
            printf("nowhere");
        else
            bl_query_put_path(query, entries[i].stream, put, stdout);
        printf("\n");
    }
    for (uint32_t i = 0; i < n; i++)
        free(entries[i].name);
    free(entries);
    bl_query_close(query);
    return rc < 0;
}
