/* cmd/reporter.c - failures in what a catalog tells of, told
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "reporter.h"

#include "input.h"

#include <stdlib.h>

void reporter_fail(struct reporter *r, const char *path, const struct bl_error *err)
{
    report_error(r->out, r->common, NULL, path, err);
    r->good = false;
}

void put_nested_path(struct text *path, const struct bl_source *named, struct bl_view nested)
{
    text_put(path, (const char *)named->path.data, named->path.size);
    text_put(path, (const char *)nested.data, nested.size);
}

void reporter_fail_in(struct reporter *r, const struct bl_source *named, struct bl_view nested,
                      const struct bl_error *err)
{
    struct text path = {0};
    put_nested_path(&path, named, nested);
    text_put(&path, "", 1);
    reporter_fail(r, path.data, err);
    free(path.data);
}

bool reporter_get_named(struct reporter *r, const struct bl_catalog *catalog, uint32_t number,
                        struct bl_source *named)
{
    struct bl_error err;
    int rc = bl_catalog_source(catalog, number, named, &err);
    if (rc == BL_OK && named->parent != BL_NONE)
        rc = bl_catalog_source(catalog, named->parent, named, &err);
    if (rc < 0)
        reporter_fail(r, "catalog", &err);
    return rc == BL_OK;
}

bool reporter_get_problem(struct reporter *r, const struct bl_catalog *catalog, uint32_t number,
                          struct bl_catalog_problem *problem, struct bl_source *named)
{
    struct bl_error err;
    if (bl_catalog_problem(catalog, number, problem, &err) == BL_OK)
        return reporter_get_named(r, catalog, problem->source, named);
    reporter_fail(r, "catalog", &err);
    return false;
}
