/* test_query.c - what operands name, with an index and without one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_query.h"
#include "support/corpus.h"
#include "unit/catalog/folder.h"

/* What is known of query, a line each: paths of streams, then problems. */
struct listing {
    char text[2048];
    size_t n;
};

static void put(void *context, const char *text, size_t size)
{
    struct listing *l = context;
    cr_assert(l->n + size < sizeof l->text);
    memcpy(l->text + l->n, text, size);
    l->n += size;
    l->text[l->n] = '\0';
}

static void put_string(struct listing *l, const char *text)
{
    put(l, text, strlen(text));
}

static void put_streams(struct listing *l, struct bl_query *query)
{
    uint32_t n = bl_catalog_get_counts(bl_query_catalog(query)).n_streams;
    for (uint32_t i = 0; i < n; i++)
        if (bl_query_has_stream(query, i)) {
            bl_query_put_path(query, i, put, l);
            put_string(l, "\n");
        }
}

static void put_problems(struct listing *l, struct bl_query *query)
{
    struct bl_query_problem problem;
    int rc;
    while ((rc = bl_query_next_problem(query, &problem)) > 0) {
        put_string(l, problem.kind == BL_PROBLEM_NOTE ? "note " : "! ");
        put_string(l, problem.path);
        put_string(l, ": ");
        put_string(l, problem.error.what);
        put_string(l, "\n");
    }
    cr_expect_eq(rc, 0);
}

/* All that there is at PATHS. */
static struct listing list(const struct bl_query_options *options, const char *const *paths,
                           size_t n)
{
    struct listing l = {.n = 0};
    struct bl_query *query;
    struct bl_error err;
    int rc = bl_query_open(&query, paths, n, options, &err);
    cr_assert(query);
    if (rc == BL_OK)
        put_streams(&l, query);
    put_problems(&l, query);
    bl_query_close(query);
    return l;
}

static void write_index(const char *path, const char *const *paths, size_t n)
{
    struct bl_catalog_options options = {.parts = BL_CATALOG_MODULES};
    struct bl_catalog *catalog = build_with(&options, paths, n);
    cr_assert_eq(bl_catalog_write(catalog, path, NULL), BL_OK);
    bl_catalog_close(catalog);
}

/* Two files, and a folder with two. */
static struct folder make_files(void)
{
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("in", 0777), 0);
    cr_assert_eq(mkdir("in/deep", 0777), 0);
    folder_stream("a.bc");
    folder_stream("b(1).bc");
    folder_stream("in/c.bc");
    folder_stream("in/deep/d.bc");
    folder_write("in/text", text_view("no bitcode"));
    return folder;
}

#define MOST 3

static const struct row {
    const char *what;
    const char *paths[MOST];
    const char *wanted;
} rows[] = {
    {"a file", {"a.bc"}, "a.bc\n"},
    {"a file with a parenthesis", {"b(1).bc"}, "b(1).bc\n"},
    {"a directory", {"in"}, "in/c.bc\nin/deep/d.bc\n"},
    {"a directory, spelled twice", {"./in", "in/deep/../"}, "./in/c.bc\n./in/deep/d.bc\n"},
    {"a directory in one", {"in/deep", "in"}, "in/c.bc\nin/deep/d.bc\n"},
    {"a file twice", {"a.bc", "./a.bc"}, "./a.bc\n"},
    {"a path that leads nowhere", {"a.bc", "a.bc(x)"}, "a.bc\n! a.bc(x): "},
    {"a file without bitcode", {"in/text"}, "! in/text: "},
    {"no file", {"nowhere", "a.bc"}, "a.bc\n! nowhere: "},
};

static size_t count_paths(const struct row *row)
{
    size_t n = 0;
    while (n < MOST && row->paths[n])
        n++;
    return n;
}

Test(query, operands_name_streams)
{
    struct folder folder = make_files();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        struct listing l = list(NULL, row->paths, count_paths(row));
        cr_expect(strncmp(l.text, row->wanted, strlen(row->wanted)) == 0, "%s: %s", row->what,
                  l.text);
    }
    folder_leave(&folder);
}

Test(query, an_index_answers_the_same)
{
    struct folder folder = make_files();
    const char *all[] = {"."};
    write_index("all.blx", all, 1);
    const struct bl_query_options options = {.parts = BL_CATALOG_MODULES, .index = "all.blx"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        struct listing without = list(NULL, row->paths, count_paths(row));
        struct listing with = list(&options, row->paths, count_paths(row));
        /* Paths are spelled as the one or the other was asked: only how many lines there are. */
        size_t n[2] = {0};
        for (const char *c = without.text; *c; c++)
            n[0] += *c == '\n';
        for (const char *c = with.text; *c; c++)
            n[1] += *c == '\n';
        cr_expect_eq(n[0], n[1], "%s: %s, with an index %s", row->what, without.text, with.text);
    }
    folder_leave(&folder);
}

Test(query, what_has_changed_is_read_again)
{
    struct folder folder = make_files();
    const char *named[] = {"a.bc", "in"};
    const char *index[] = {"all.blx"};
    write_index("all.blx", named, 2);
    cr_expect_str_eq(list(NULL, index, 1).text, "a.bc\nin/c.bc\nin/deep/d.bc\n");
    folder_set_time("a.bc", 1000);
    cr_assert_eq(remove("in/c.bc"), 0);
    struct listing l = list(NULL, index, 1);
    cr_expect(strstr(l.text, "a.bc\nin/deep/d.bc\n") == l.text, "%s", l.text);
    cr_expect(strstr(l.text, "note a.bc: changed since it was indexed\n"), "%s", l.text);
    cr_expect(strstr(l.text, "note in/c.bc: gone since it was indexed\n"), "%s", l.text);
    folder_leave(&folder);
}

Test(query, nothing_to_ask_is_a_failure)
{
    struct folder folder = folder_enter();
    struct bl_query *query;
    struct bl_error err;
    const char *damaged[] = {"x.blx"};
    cr_expect_eq(bl_query_open(&query, NULL, 0, NULL, &err), BL_E_ARGUMENT);
    cr_expect_null(bl_query_catalog(query));
    bl_query_close(query);
    folder_stream("a.bc");
    const char *paths[] = {"a.bc"};
    write_index("x.blx", paths, 1);
    cr_assert_eq(truncate("x.blx", 100), 0);
    cr_expect_eq(bl_query_open(&query, damaged, 1, NULL, &err), BL_E_CONTAINER);
    struct listing l = {.n = 0};
    put_problems(&l, query);
    cr_expect(strncmp(l.text, "! x.blx: ", 9) == 0, "%s", l.text);
    bl_query_close(query);
    folder_leave(&folder);
}

Test(query, modules_are_opened_one_after_another)
{
    struct folder folder = make_files();
    const char *paths[] = {"in", "a.bc"};
    const struct bl_query_options options = {.parts = BL_CATALOG_MODULES};
    struct bl_query_module module = {.module = NULL};
    struct bl_query *query;
    struct bl_error err;
    cr_assert_eq(bl_query_open(&query, paths, 2, &options, &err), BL_OK);
    const struct bl_catalog *catalog = bl_query_catalog(query);
    for (uint32_t i = 0; i < 3; i++) {
        cr_expect_eq(bl_query_module_open(&module, catalog, i, &err), BL_OK, "%s", err.what);
        cr_expect_eq(module.number, i);
        const struct bl_module *same = module.module;
        cr_expect_eq(
            bl_query_module_open_block(&module, catalog, module.stream, module.block, &err), BL_OK);
        cr_expect_eq(module.module, same);
    }
    cr_expect_eq(bl_query_module_open(&module, catalog, 3, &err), BL_E_ARGUMENT);
    cr_expect_null(module.module);
    bl_query_module_close(&module);
    bl_query_close(query);
    folder_leave(&folder);
}

/* Those that were asked for, and again from the first one; where one cannot be opened, the next. */
Test(query, next_module)
{
    struct folder folder = make_files();
    const char *all[] = {"."};
    const char *some[] = {"x.blx", "in"};
    struct bl_query_options options = {.parts = BL_CATALOG_MODULES};
    struct bl_query_module module = {.module = NULL};
    struct bl_catalog *catalog;
    struct bl_query *query;
    struct bl_error err;
    write_index("x.blx", all, 1);
    cr_assert_eq(bl_query_open(&query, some, 2, &options, &err), BL_OK);
    for (int again = 0; again < 2; again++) {
        for (uint32_t i = 2; i < 4; i++) {
            cr_assert_eq(bl_query_next_module(query, &module, &err), 1, "%s", err.what);
            cr_expect(module.module && module.number == i, "%u", module.number);
        }
        cr_expect_eq(bl_query_next_module(query, &module, &err), 0);
        cr_expect(!module.module && !module.catalog);
    }
    bl_query_close(query);
    cr_assert_eq(bl_catalog_open(&catalog, "x.blx", 0, &err), BL_OK);
    cr_assert_eq(bl_query_of_catalog(&query, catalog, &err), BL_OK);
    cr_assert_eq(remove("b(1).bc"), 0);
    for (uint32_t i = 0; i < 4; i++) {
        int rc = bl_query_next_module(query, &module, &err);
        cr_expect_eq(rc, i == 1 ? BL_E_SYSTEM : 1, "%u: %d", i, rc);
        cr_expect(module.number == i && module.stream == i);
    }
    cr_expect_eq(bl_query_next_module(query, &module, &err), 0);
    bl_query_close(query);
    bl_catalog_close(catalog);
    options.parts = 0;
    cr_assert_eq(bl_query_open(&query, all, 1, &options, &err), BL_OK);
    cr_expect_eq(bl_query_next_module(query, &module, &err), BL_E_ARGUMENT);
    bl_query_close(query);
    folder_leave(&folder);
}

Test(query, from_a_symbol_to_its_body)
{
    char *path = corpus_path("thin-a.clang22.bc");
    const char *paths[] = {path};
    const struct bl_query_options options = {.parts = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS};
    static const struct {
        const char *name;
        int has_body;
    } symbols[] = {{"from_a", 1}, {"from_b", 0}};
    struct bl_query_module module = {.module = NULL};
    struct bl_query *query;
    struct bl_error err;
    uint32_t symbol;
    cr_assert_eq(bl_query_open(&query, paths, 1, &options, &err), BL_OK);
    const struct bl_catalog *catalog = bl_query_catalog(query);
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        struct bl_catalog_hits hits;
        struct bl_instruction inst;
        cr_assert_eq(bl_catalog_find(catalog, bl_view_of(symbols[i].name), &hits, &err), BL_OK);
        cr_assert_eq(bl_catalog_next(&hits, &symbol, &err), 1, "%s", symbols[i].name);
        cr_expect_eq(bl_query_module_load(&module, catalog, symbol, &err), symbols[i].has_body);
        for (int n = 0; n < symbols[i].has_body; n++)
            cr_expect_eq(bl_function_next(module.function, &inst, &err), 1, "%s", symbols[i].name);
    }
    cr_expect_eq(bl_query_module_load(&module, catalog, UINT32_MAX, &err), BL_E_ARGUMENT);
    bl_query_module_close(&module);
    bl_query_close(query);
    free(path);
}

Test(query, nested_paths_are_inside)
{
    static const struct {
        const char *path, *wanted;
        bool is;
    } pairs[] = {
        {"(a)", "", true},       {"(a)", "(a)", true},     {"(a)(b)", "(a)", true},
        {"(a)!.x", "(a)", true}, {"(a)[2]", "(a)", true},  {"(a):x", "(a)", true},
        {"(ab)", "(a", false},   {"(a)", "(a)(b)", false}, {"", "(a)", false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        cr_expect_eq(bl_path_is_inside(text_view(pairs[i].path), pairs[i].wanted), pairs[i].is,
                     "%s in %s", pairs[i].path, pairs[i].wanted);
}
