/* test_call_graph.c - who reaches whom, across modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_analysis.h"
#include "unit/catalog/folder.h"

enum {
    PARTS = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS | BL_CATALOG_BODIES
};

/* Two modules that call each other's functions, and the graph of both. */
struct program {
    char a[4096], b[4096];
    struct bl_query *query;
    struct bl_call_graph *graph;
    const struct bl_graph_node *nodes;
    uint32_t n_nodes;
};

static void open_program(struct program *p)
{
    const struct bl_query_options options = {.parts = PARTS};
    const char *paths[] = {p->a, p->b};
    struct bl_error err;
    snprintf(p->a, sizeof p->a, "%s", folder_corpus("thin-a.clang22.bc"));
    snprintf(p->b, sizeof p->b, "%s", folder_corpus("thin-b.clang22.bc"));
    cr_assert_eq(bl_query_open(&p->query, paths, 2, &options, &err), BL_OK, "%s", err.what);
    cr_assert_eq(bl_call_graph_open(&p->graph, p->query, &err), BL_OK, "%s", err.what);
    p->nodes = bl_call_graph_nodes(p->graph, &p->n_nodes);
}

static void close_program(struct program *p)
{
    bl_call_graph_close(p->graph);
    bl_query_close(p->query);
}

/* The node of the symbol NAME in the module number MODULE; BL_NONE: that has none. */
static uint32_t node_of(const struct program *p, uint32_t module, const char *name)
{
    const struct bl_catalog *catalog = bl_query_catalog(p->query);
    struct bl_catalog_hits hits;
    uint32_t number;
    uint32_t node = BL_NONE;
    cr_assert_eq(bl_catalog_find(catalog, text_view(name), &hits, NULL), BL_OK);
    while (bl_catalog_next(&hits, &number, NULL) > 0) {
        struct bl_catalog_symbol symbol;
        cr_assert_eq(bl_catalog_get_symbol(catalog, number, &symbol, NULL), BL_OK);
        if (symbol.module == module)
            node = bl_call_graph_node(p->graph, (struct bl_module_value){module, symbol.value});
    }
    return node;
}

/* How far TO is from FROM; BL_NONE: it is not reached. */
static uint32_t distance(struct program *p, uint32_t from, uint32_t to, bool calls_only)
{
    const struct bl_graph_step *steps;
    uint32_t n;
    cr_assert_eq(bl_call_graph_reach(p->graph, &from, 1, BL_NONE, calls_only, &steps, &n, NULL),
                 BL_OK);
    for (uint32_t i = 0; i < n; i++)
        if (steps[i].node == to)
            return steps[i].depth;
    return BL_NONE;
}

Test(call_graph, names_are_joined_as_linkers_do)
{
    struct program p;
    open_program(&p);
    cr_expect_eq(node_of(&p, 0, "from_b"), node_of(&p, 1, "from_b"));
    cr_expect_eq(node_of(&p, 0, "overridable"), node_of(&p, 1, "overridable"));
    /* weak in one module, and so the other one's */
    cr_expect_eq(p.nodes[node_of(&p, 0, "overridable")].at.module, 1);
    cr_expect_eq(p.nodes[node_of(&p, 0, "from_b")].at.module, 1);
    cr_expect_eq(p.nodes[node_of(&p, 1, "from_a")].at.module, 0);
    cr_expect(p.nodes[node_of(&p, 0, "main")].is_defined);
    cr_expect(p.nodes[node_of(&p, 0, "main")].is_function);
    cr_expect_not(p.nodes[node_of(&p, 1, "shared_state")].is_function);
    cr_expect_eq(bl_call_graph_node(p.graph, (struct bl_module_value){2, 0}), BL_NONE);
    cr_expect_eq(bl_call_graph_node(p.graph, (struct bl_module_value){0, 1 << 20}), BL_NONE);
    close_program(&p);
}

Test(call_graph, reaches_across_modules)
{
    struct program p;
    open_program(&p);
    uint32_t start = node_of(&p, 0, "main");
    uint32_t remember = node_of(&p, 1, "remember");
    uint32_t twice = node_of(&p, 0, "twice");
    cr_expect_eq(distance(&p, start, node_of(&p, 0, "from_a"), true), 1);
    cr_expect_eq(distance(&p, start, node_of(&p, 1, "from_b"), true), 2);
    cr_expect_eq(distance(&p, start, remember, true), 3);
    cr_expect_eq(distance(&p, start, twice, true), BL_NONE, "by its address alone");
    cr_expect_eq(distance(&p, start, twice, false), 3);
    cr_expect_eq(distance(&p, remember, start, false), BL_NONE);
    cr_assert_eq(bl_call_graph_reverse(p.graph, NULL), BL_OK);
    cr_expect_eq(distance(&p, remember, start, true), 3);
    cr_expect_eq(distance(&p, start, remember, true), BL_NONE);
    close_program(&p);
}

Test(call_graph, groups_call_each_other)
{
    struct program p;
    const uint32_t *groups;
    open_program(&p);
    cr_assert_eq(bl_call_graph_groups(p.graph, &groups, NULL), BL_OK);
    for (uint32_t i = 0; i < p.n_nodes; i++)
        for (uint32_t k = 0; k < p.n_nodes; k++) {
            bool both = i != k && distance(&p, i, k, true) != BL_NONE &&
                        distance(&p, k, i, true) != BL_NONE;
            bool are_one = i != k && groups[i] != BL_NONE && groups[i] == groups[k];
            cr_expect_eq(both, are_one, "nodes %u and %u", i, k);
        }
    close_program(&p);
}

Test(call_graph, needs_bodies)
{
    struct folder folder = folder_enter();
    struct bl_query *query;
    struct bl_call_graph *graph;
    struct bl_error err;
    const char *paths[] = {"a.bc"};
    folder_stream("a.bc");
    cr_assert_eq(bl_query_open(&query, paths, 1, NULL, &err), BL_OK);
    cr_expect_eq(bl_call_graph_open(&graph, query, &err), BL_E_ARGUMENT);
    cr_expect_null(graph);
    bl_query_close(query);
    folder_leave(&folder);
}
