/* test_definitions.c - what definitions of a catalog say: stored, or read on all threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_analysis.h"
#include "unit/catalog/folder.h"

#include <stdlib.h>

enum {
    PARTS = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS,
    MOST = 128
};

/* All definitions of two modules; without PARTS beyond these the catalog has no contents. */
struct asked {
    struct bl_query *query;
    struct bl_definition definitions[MOST];
    uint32_t n;
};

static void ask(struct asked *a, unsigned parts, unsigned n_threads, uint8_t wanted)
{
    char first[4096], second[4096];
    const struct bl_query_options options = {.parts = parts, .n_threads = n_threads};
    const char *paths[] = {first, second};
    struct bl_error err;
    snprintf(first, sizeof first, "%s", folder_corpus("thin-a.clang22.bc"));
    snprintf(second, sizeof second, "%s", folder_corpus("thin-b.clang22.bc"));
    cr_assert_eq(bl_query_open(&a->query, paths, 2, &options, &err), BL_OK, "%s", err.what);
    const struct bl_catalog *catalog = bl_query_catalog(a->query);
    a->n = 0;
    /* in no order */
    for (uint32_t i = bl_catalog_get_counts(catalog).n_symbols; i-- > 0 && a->n < MOST;) {
        struct bl_catalog_symbol symbol;
        cr_assert_eq(bl_catalog_get_symbol(catalog, i, &symbol, NULL), BL_OK);
        if (symbol.function != BL_NONE)
            a->definitions[a->n++] =
                (struct bl_definition){.symbol = i, .module = symbol.module, .wanted = wanted};
    }
    cr_assert_gt(a->n, 4);
}

/* The same of D, by a module of its own. */
static void expect_read(const struct asked *a, const struct bl_definition *d)
{
    struct bl_query_module open = {.number = BL_NONE};
    struct bl_contents *contents;
    struct bl_catalog_symbol symbol;
    struct bl_content content = {.has_body = false};
    const struct bl_catalog *catalog = bl_query_catalog(a->query);
    cr_assert_eq(bl_catalog_get_symbol(catalog, d->symbol, &symbol, NULL), BL_OK);
    cr_assert_eq(bl_query_module_open(&open, catalog, d->module, NULL), BL_OK);
    cr_assert_eq(bl_contents_open(&contents, open.module, NULL), BL_OK);
    cr_expect_eq(bl_contents_stated(contents, symbol.value, 0, &content, NULL), BL_OK);
    bool is_odr = content.is_odr;
    cr_expect_eq(bl_contents_body(contents, symbol.value, 0, &content, NULL), BL_OK);
    cr_expect(d->is_read);
    for (unsigned part = 0; part < BL_CONTENT_PARTS; part++)
        if (part == BL_CONTENT_BODY || part == BL_CONTENT_CALLS || d->wanted & BL_DEFINITION_STATED)
            cr_expect_eq(d->content.parts[part], content.parts[part], "symbol %u, part %u",
                         d->symbol, part);
    if (d->wanted & (BL_DEFINITION_STATED | BL_DEFINITION_IF_ODR))
        cr_expect_eq(d->content.is_odr, is_odr);
    bl_contents_close(contents);
    bl_query_module_close(&open);
}

Test(definitions, say_what_their_modules_say)
{
    static const unsigned parts[] = {PARTS, PARTS | BL_CATALOG_BODIES};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned n_threads = 1; n_threads < 4; n_threads++) {
            struct asked a;
            ask(&a, parts[i], n_threads, BL_DEFINITION_STATED | BL_DEFINITION_BODY);
            cr_assert_eq(bl_definitions_read(a.query, a.definitions, a.n), BL_OK);
            for (uint32_t k = 0; k < a.n; k++) {
                expect_read(&a, &a.definitions[k]);
                cr_expect(k == 0 || a.definitions[k - 1].module < a.definitions[k].module ||
                          a.definitions[k - 1].symbol < a.definitions[k].symbol);
            }
            bl_query_close(a.query);
        }
}

Test(definitions, that_may_differ_are_not_read)
{
    struct asked a;
    uint32_t n_odr = 0;
    ask(&a, PARTS, 1, BL_DEFINITION_BODY | BL_DEFINITION_IF_ODR);
    cr_assert_eq(bl_definitions_read(a.query, a.definitions, a.n), BL_OK);
    for (uint32_t i = 0; i < a.n; i++) {
        const struct bl_definition *d = &a.definitions[i];
        n_odr += d->content.is_odr;
        cr_expect(d->is_read);
        cr_expect_eq(d->content.has_body, d->content.is_odr);
    }
    cr_expect_lt(n_odr, a.n);
    bl_query_close(a.query);
}

Test(definitions, that_are_not_there_are_problems)
{
    struct asked a;
    struct bl_query_problem problem;
    ask(&a, PARTS, 2, BL_DEFINITION_BODY);
    a.definitions[0].symbol = bl_catalog_get_counts(bl_query_catalog(a.query)).n_symbols;
    uint32_t wrong = a.definitions[0].symbol;
    cr_assert_eq(bl_definitions_read(a.query, a.definitions, a.n), BL_OK);
    for (uint32_t i = 0; i < a.n; i++)
        cr_expect_eq(a.definitions[i].is_read, a.definitions[i].symbol != wrong);
    cr_assert_eq(bl_query_next_problem(a.query, &problem), 1);
    cr_expect_eq(problem.error.status, BL_E_ARGUMENT, "%s", problem.error.what);
    cr_expect_eq(bl_query_next_problem(a.query, &problem), 0);
    cr_expect_eq(bl_definitions_read(a.query, NULL, 0), BL_OK);
    bl_query_close(a.query);
}
