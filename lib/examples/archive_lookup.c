/* archive_lookup.c - which members of an archive, or files of a directory, define a name
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The index file is built the first time, and mapped from then on.
 *
 * Usage: archive_lookup INDEX PATH NAME
 */
#include <bitleap.h>
#include <stdio.h>
#include <string.h>

static int print_definition(const struct bl_catalog *catalog, uint32_t number, struct bl_error *err)
{
    struct bl_catalog_symbol symbol;
    struct bl_catalog_module module;
    struct bl_catalog_stream stream;
    char path[4096];
    int rc = bl_catalog_get_symbol(catalog, number, &symbol, err);
    if (rc < 0 || symbol.flags & BL_SYMBOL_UNDEFINED)
        return rc;
    if ((rc = bl_catalog_get_module(catalog, symbol.module, &module, err)) < 0 ||
        (rc = bl_catalog_get_stream(catalog, module.stream, &stream, err)) < 0 ||
        (rc = bl_catalog_source_path(catalog, stream.source, path, sizeof path, err)) < 0)
        return rc;
    printf("%s%.*s\n", path, (int)stream.path.size, (const char *)stream.path.data);
    return 0;
}

int main(int argc, char **argv)
{
    struct bl_catalog *catalog = NULL;
    struct bl_catalog_options options;
    struct bl_catalog_hits hits;
    struct bl_error err;
    char text[512];
    uint32_t number;
    int rc;
    if (argc != 4)
        return 2;
    memset(&options, 0, sizeof options); /* zero means default */
    options.parts = BL_CATALOG_SYMBOLS;
    rc = bl_catalog_open(&catalog, argv[1], 0, &err);
    if (rc == BL_E_SYSTEM) { /* there is none yet */
        const char *const paths[] = {argv[2]};
        rc = bl_catalog_build(&catalog, paths, 1, &options, &err);
        if (rc == 0)
            rc = bl_catalog_write(catalog, argv[1], &err);
    }
    if (rc == 0)
        rc = bl_catalog_find(catalog, bl_view_of(argv[3]), &hits, &err);
    while (rc >= 0 && (rc = bl_catalog_next(&hits, &number, &err)) > 0)
        rc = print_definition(catalog, number, &err);
    if (rc < 0) {
        bl_error_format(&err, NULL, text, sizeof text);
        fprintf(stderr, "%s: %s\n", argv[2], text);
    }
    bl_catalog_close(catalog);
    return rc < 0;
}
