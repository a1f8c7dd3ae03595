/* test_thin_link.c - what ThinLTO would import from one module into another
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * `make check-peers ONLY=imports` holds it against LLVM's own link.
 */
#include "base/view.h"
#include "bitleap_analysis.h"
#include "unit/catalog/folder.h"

/* Add the module of corpora/small/NAME; what bl_thin_link_add() returns. */
static int add(struct bl_thin_link *link, const char *name, uint32_t *number)
{
    const struct bl_query_options options = {.parts = BL_CATALOG_MODULES};
    const char *path = folder_corpus(name);
    struct bl_query_module module = {.number = 0};
    struct bl_query *query;
    struct bl_error err;
    cr_assert_eq(bl_query_open(&query, &path, 1, &options, &err), BL_OK, "%s", err.what);
    cr_assert_eq(bl_query_next_module(query, &module, &err), 1, "%s", err.what);
    int rc = bl_thin_link_add(link, module.module, number, &err);
    bl_query_module_close(&module);
    bl_query_close(query);
    return rc;
}

static bool imports(struct bl_thin_link *link, uint32_t to, uint32_t from, const char *name,
                    unsigned kind)
{
    const struct bl_import *list;
    uint32_t n;
    cr_assert_eq(bl_thin_link_imports(link, to, &list, &n, NULL), BL_OK);
    for (uint32_t i = 0; i < n; i++)
        if (bl_view_is(list[i].name, name))
            return list[i].module == from && list[i].kind == kind &&
                   list[i].guid == bl_guid(text_view(name));
    return false;
}

static uint32_t count(struct bl_thin_link *link, uint32_t to)
{
    const struct bl_import *list;
    uint32_t n;
    cr_assert_eq(bl_thin_link_imports(link, to, &list, &n, NULL), BL_OK);
    return n;
}

Test(thin_link, two_modules)
{
    struct bl_thin_link *link;
    uint32_t a, b;
    cr_assert_eq(bl_thin_link_open(&link, NULL), BL_OK);
    cr_assert_eq(add(link, "thin-a.clang22.bc", &a), 1);
    cr_assert_eq(add(link, "thin-b.clang22.bc", &b), 1);
    cr_expect(imports(link, a, b, "from_b", BL_SUMMARY_FUNCTION));
    cr_expect(imports(link, a, b, "shared_state", BL_SUMMARY_VARIABLE));
    cr_expect(imports(link, b, a, "read_only_a", BL_SUMMARY_VARIABLE));
    cr_expect_eq(count(link, a), 2);
    cr_expect_eq(count(link, b), 1);
    bl_thin_link_close(link);
}

/* A module without a summary imports nothing, and nothing is imported from it. */
Test(thin_link, whole_module)
{
    struct bl_thin_link *link;
    uint32_t a, other;
    cr_assert_eq(bl_thin_link_open(&link, NULL), BL_OK);
    cr_assert_eq(add(link, "c-O2.clang22.bc", &other), 0);
    cr_assert_eq(add(link, "thin-a.clang22.bc", &a), 1);
    cr_expect_eq(count(link, a), 0);
    cr_expect_eq(count(link, other), 0);
    bl_thin_link_close(link);
}

/* What nothing uses that is kept is not imported, nor what only that uses. */
Test(thin_link, kept_names)
{
    struct bl_thin_link *link;
    uint32_t a, b;
    cr_assert_eq(bl_thin_link_open(&link, NULL), BL_OK);
    cr_assert_eq(add(link, "thin-a.clang22.bc", &a), 1);
    cr_assert_eq(add(link, "thin-b.clang22.bc", &b), 1);
    cr_assert_eq(bl_thin_link_keep(link, text_view("shared_state"), NULL), BL_OK);
    cr_expect_eq(count(link, a), 0);
    cr_expect_eq(count(link, b), 0);
    bl_thin_link_close(link);
}

Test(thin_link, arguments)
{
    struct bl_thin_link *link;
    const struct bl_import *list;
    struct bl_error err;
    uint32_t a, n;
    cr_assert_eq(bl_thin_link_open(&link, NULL), BL_OK);
    cr_assert_eq(add(link, "thin-a.clang22.bc", &a), 1);
    cr_expect_eq(bl_thin_link_imports(link, 1, &list, &n, &err), BL_E_ARGUMENT);
    cr_expect_eq(n, 0);
    cr_expect_eq(count(link, a), 0);
    cr_expect_eq(add(link, "thin-b.clang22.bc", &a), BL_E_ARGUMENT);
    cr_expect_eq(bl_thin_link_keep(link, text_view("main"), &err), BL_E_ARGUMENT);
    bl_thin_link_close(link);
    bl_thin_link_close(NULL);
}
