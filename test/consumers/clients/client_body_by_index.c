/* client_body_by_index.c - instructions of the functions of a name, found through an index file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Only the pages of the index and of those bodies are read.
 *
 * Usage: client_body_by_index INDEX NAME
 */
#include <bitleap.h>
#include <stdio.h>

static int count(const struct bl_query_module *m, struct bl_error *err)
{
    struct bl_instruction inst;
    unsigned long n = 0, n_loads = 0;
    int rc;
    for (; (rc = bl_function_next(m->function, &inst, err)) > 0; n++)
        n_loads += inst.opcode == BL_OP_LOAD;
    printf("%lu instructions, %lu loads\n", n, n_loads);
    return rc;
}

int main(int argc, char **argv)
{
    struct bl_catalog *catalog;
    struct bl_catalog_hits hits;
    struct bl_query_module m = {0};
    struct bl_error err;
    uint32_t symbol;
    if (argc != 3)
        return 2;
    int rc = bl_catalog_open(&catalog, argv[1], 0, &err);
    if (rc >= 0)
        rc = bl_catalog_find(catalog, bl_view_of(argv[2]), &hits, &err);
    while (rc >= 0 && (rc = bl_catalog_next(&hits, &symbol, &err)) > 0) {
        rc = bl_query_module_load(&m, catalog, symbol, &err);
        if (rc > 0)
            rc = count(&m, &err);
    }
    if (rc < 0)
        fprintf(stderr, "%s\n", err.what);
    bl_query_module_close(&m);
    bl_catalog_close(catalog);
    return rc < 0;
}
