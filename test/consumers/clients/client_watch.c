/* client_watch.c - a directory that changes, and look-ups in it: a build daemon
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A line of standard input is a name, whose definitions are printed; "!" and a path: the file has
 * changed, as a notification of the system says; "!" alone: look at all files.
 *
 * Usage: client_watch DIRECTORY
 */
#include <bitleap.h>
#include <stdio.h>
#include <string.h>

static int look_up(const struct bl_catalog *catalog, const char *name, struct bl_error *err)
{
    struct bl_catalog_hits hits;
    struct bl_catalog_symbol symbol;
    struct bl_catalog_module module;
    struct bl_catalog_stream stream;
    char path[4096];
    uint32_t number;
    int rc = bl_catalog_find(catalog, bl_view_of(name), &hits, err);
    printf("%s:", name);
    while (rc >= 0 && (rc = bl_catalog_next(&hits, &number, err)) > 0)
        if ((rc = bl_catalog_get_symbol(catalog, number, &symbol, err)) >= 0 &&
            !(symbol.flags & BL_SYMBOL_UNDEFINED) &&
            (rc = bl_catalog_get_module(catalog, symbol.module, &module, err)) >= 0 &&
            (rc = bl_catalog_get_stream(catalog, module.stream, &stream, err)) >= 0 &&
            (rc = bl_catalog_source_path(catalog, stream.source, path, sizeof path, err)) >= 0)
            printf(" %s", path);
    printf("\n");
    return rc;
}

/* The catalog as it is now that the file at PATH, or any, has changed: what is read anew of one
 * file is merged with the rest. */
static int update(struct bl_catalog **catalog, const char *path, struct bl_error *err)
{
    struct bl_catalog *parts[2] = {*catalog, NULL}, *new = NULL;
    uint32_t source;
    int rc = *path ? bl_catalog_find_source(parts[0], bl_view_of(path), &source, err) : 0;
    if (rc > 0)
        rc = bl_catalog_update_sources(&parts[1], parts[0], &source, 1, NULL, err);
    if (parts[1] && bl_catalog_get_counts(parts[1]).n_streams > 0)
        rc = bl_catalog_merge(&new, parts, 2, err);
    else if (rc >= 0) /* a file that was not there, or is not any more */
        rc = bl_catalog_update(&new, parts[0], NULL, err);
    bl_catalog_close(parts[1]);
    if (!new)
        return rc;
    bl_catalog_close(parts[0]);
    *catalog = new;
    return rc;
}

int main(int argc, char **argv)
{
    const struct bl_catalog_options options = {.parts = BL_CATALOG_SYMBOLS};
    const char *const paths[] = {argc > 1 ? argv[1] : "."};
    struct bl_catalog *catalog;
    struct bl_error err;
    char line[4096];
    int rc = bl_catalog_build(&catalog, paths, 1, &options, &err);
    while (rc >= 0 && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        rc = *line == '!' ? update(&catalog, line + 1, &err) : look_up(catalog, line, &err);
        fflush(stdout);
    }
    if (rc < 0)
        fprintf(stderr, "%s\n", err.what);
    bl_catalog_close(catalog);
    return rc < 0;
}
