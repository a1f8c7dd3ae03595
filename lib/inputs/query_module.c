/* inputs/query_module.c - modules of a catalog, one after another
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "inputs/query_catalog.h"

void bl_query_module_close(struct bl_query_module *m)
{
    bl_function_close(m->function);
    bl_module_close(m->module);
    bl_index_close(m->index);
    if (m->index)
        bl_catalog_unload(m->catalog, m->stream);
    *m = (struct bl_query_module){.module = NULL};
}

static int open_stream(struct bl_query_module *m, const struct bl_catalog *catalog, uint32_t number,
                       struct bl_error *err)
{
    struct bl_stream stream;
    bl_query_module_close(m);
    int rc = bl_catalog_load(catalog, number, &stream, err);
    if (rc == BL_OK && (rc = bl_index_open(&m->index, &stream, err)) < 0)
        bl_catalog_unload(catalog, number);
    m->catalog = catalog;
    m->stream = number;
    return rc;
}

int bl_query_module_open_block(struct bl_query_module *m, const struct bl_catalog *catalog,
                               uint32_t stream, uint32_t block, struct bl_error *err)
{
    bool is_same_stream = m->index && m->catalog == catalog && m->stream == stream;
    if (is_same_stream && m->module && m->block == block)
        return BL_OK;
    int rc = is_same_stream ? BL_OK : open_stream(m, catalog, stream, err);
    bl_function_close(m->function);
    bl_module_close(m->module);
    m->function = NULL;
    m->module = NULL;
    m->block = block;
    m->number = BL_NONE;
    if (rc == BL_OK)
        rc = bl_module_open(&m->module, m->index, block, err);
    if (rc == BL_OK)
        rc = bl_function_open(&m->function, m->module, BL_NONE, err);
    if (rc < 0)
        bl_query_module_close(m);
    return rc;
}

int bl_query_module_open(struct bl_query_module *m, const struct bl_catalog *catalog,
                         uint32_t number, struct bl_error *err)
{
    struct bl_catalog_module found;
    if (m->module && m->catalog == catalog && m->number == number)
        return BL_OK;
    int rc = bl_catalog_get_module(catalog, number, &found, err);
    if (rc == BL_OK)
        rc = bl_query_module_open_block(m, catalog, found.stream, found.block, err);
    else
        bl_query_module_close(m);
    m->number = number;
    return rc;
}

int bl_query_module_load(struct bl_query_module *m, const struct bl_catalog *catalog,
                         uint32_t number, struct bl_error *err)
{
    struct bl_catalog_symbol symbol;
    struct bl_block body;
    int rc = bl_catalog_get_symbol(catalog, number, &symbol, err);
    if (rc == BL_OK)
        rc = bl_query_module_open(m, catalog, symbol.module, err);
    if (rc < 0 || symbol.kind != BL_GLOBAL_FUNCTION)
        return rc;
    rc = bl_module_body(m->module, symbol.value, &body, err);
    int status = rc > 0 ? bl_function_load(m->function, symbol.value, err) : rc;
    return status < 0 ? status : rc;
}

int bl_query_next_module(struct bl_query *query, struct bl_query_module *m, struct bl_error *err)
{
    const struct bl_catalog *catalog = query->catalog;
    struct bl_catalog_module found;
    const unsigned parts = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS | BL_CATALOG_PLACES;
    if (!catalog || !(bl_catalog_get_counts(catalog).parts & parts))
        return bl_fail(err, BL_E_ARGUMENT, "the catalog has no modules");
    uint32_t n = bl_catalog_get_counts(catalog).n_modules;
    for (uint32_t i = m->catalog ? m->number + 1 : 0; i < n; i++) {
        int rc = bl_catalog_get_module(catalog, i, &found, NULL);
        if (rc == BL_OK && !bl_query_has_stream(query, found.stream))
            continue;
        uint32_t stream = rc == BL_OK ? found.stream : BL_NONE;
        rc = bl_query_module_open(m, catalog, i, err);
        m->catalog = catalog;
        m->stream = stream;
        return rc < 0 ? rc : 1;
    }
    bl_query_module_close(m);
    return 0;
}
