/* analysis/call_graph.c - who reaches whom, across the modules of many files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/call_graph.h"

#include "analysis/virtual_calls.h"
#include "base/grow.h"
#include "base/name_sort.h"
#include "base/status.h"
#include "bitleap_symbols.h"
#include "inputs/query_catalog.h"

#include <stdlib.h>

/* ---- Nodes ---- */

/* A value that may be the definition of its name. */
struct candidate {
    struct bl_module_value at;
    bool is_defined, is_weak, is_function, is_root;
};

/* A symbol that linkers bring together with others of its name. */
struct shared_names {
    struct bl_name_item *items; /* numbered as VALUES are */
    struct candidate *values;
    uint32_t n, cap_items, cap_values;
};

static bool names_kept(struct bl_view name)
{
    static const char *const kept[] = {"llvm.used", "llvm.compiler.used", "llvm.global_ctors",
                                       "llvm.global_dtors"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (bl_view_is(name, kept[i]))
            return true;
    return false;
}

/* Its number, or BL_NONE: no memory. */
static uint32_t add_node(struct bl_call_graph *g, const struct candidate *c)
{
    int rc = bl_append(&g->nodes, &g->n_nodes, &g->cap_nodes,
                       (struct bl_graph_node){.at = c->at,
                                              .is_defined = c->is_defined,
                                              .is_function = c->is_function,
                                              .is_root = c->is_root});
    return rc < 0 ? BL_NONE : g->n_nodes - 1;
}

static uint32_t *node_at(const struct bl_call_graph *g, struct bl_module_value value)
{
    return &g->node_of[g->first_values[value.module] + value.value];
}

uint32_t bl_call_graph_node(const struct bl_call_graph *graph, struct bl_module_value value)
{
    bool is_there =
        value.module < graph->n_modules &&
        value.value < graph->first_values[value.module + 1] - graph->first_values[value.module];
    return is_there ? *node_at(graph, value) : BL_NONE;
}

static int add_shared(struct shared_names *shared, struct bl_view name, const struct candidate *c)
{
    uint32_t n = shared->n;
    int rc = bl_append(&shared->items, &n, &shared->cap_items,
                       (struct bl_name_item){.name = name, .number = shared->n});
    return rc < 0 ? rc : bl_append(&shared->values, &shared->n, &shared->cap_values, *c);
}

static int add_symbols(struct bl_call_graph *g, struct shared_names *shared, uint32_t module,
                       struct bl_error *err)
{
    struct bl_catalog_symbols symbols;
    struct bl_catalog_symbol symbol;
    struct bl_view name = {0};
    int rc = bl_catalog_symbols_init(&symbols, g->catalog, module, err);
    uint64_t n_values = g->first_values[module + 1] - g->first_values[module];
    for (uint32_t i = 0; rc == BL_OK && i < symbols.module.n_symbols; i++) {
        uint32_t number = symbols.module.first_symbol + i;
        rc = bl_catalog_symbols_get(&symbols, number, &symbol, err);
        if (rc == BL_OK)
            rc = bl_catalog_symbols_name(&symbols, number, &name, err);
        if (rc < 0 || symbol.value >= n_values)
            continue;
        bool is_alias = symbol.kind == BL_GLOBAL_ALIAS || symbol.kind == BL_GLOBAL_IFUNC;
        struct candidate c = {
            .at = {module, symbol.value},
            .is_defined = !(symbol.flags & BL_SYMBOL_UNDEFINED),
            .is_weak = symbol.flags & (BL_SYMBOL_WEAK | BL_SYMBOL_COMMON),
            .is_function = is_alias || symbol.kind == BL_GLOBAL_FUNCTION,
            .is_root = symbol.flags & BL_SYMBOL_USED || names_kept(name),
        };
        bool is_own =
            !(symbol.flags & (BL_SYMBOL_GLOBAL | BL_SYMBOL_UNDEFINED)) || names_kept(name);
        if (!is_own || symbol.flags & BL_SYMBOL_UNDEFINED)
            rc = add_shared(shared, name, &c);
        else if ((*node_at(g, c.at) = add_node(g, &c)) == BL_NONE)
            rc = BL_E_NOMEM;
    }
    return rc;
}

/* Values FIRST to END of the sorted ones have the same name. */
static int join(struct bl_call_graph *g, const struct shared_names *shared, uint32_t first,
                uint32_t end)
{
    const struct candidate *best = &shared->values[shared->items[first].number];
    bool is_root = false;
    for (uint32_t i = first; i < end; i++) {
        const struct candidate *c = &shared->values[shared->items[i].number];
        is_root |= c->is_root;
        bool is_better = c->is_defined && (!best->is_defined || (best->is_weak && !c->is_weak));
        if (is_better)
            best = c;
    }
    uint32_t node = add_node(g, best);
    if (node == BL_NONE)
        return BL_E_NOMEM;
    g->nodes[node].is_root = is_root;
    for (uint32_t i = first; i < end; i++)
        *node_at(g, shared->values[shared->items[i].number].at) = node;
    return BL_OK;
}

/* How many values each module has, of those in streams that were asked for. */
static int count_values(struct bl_call_graph *g, struct bl_query *in)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < g->n_modules; i++) {
        struct bl_catalog_module m;
        struct bl_error err;
        g->first_values[i] = n;
        int rc = bl_catalog_get_module(g->catalog, i, &m, &err);
        if (rc < 0)
            bl_query_note(in, BL_NONE, &err);
        else if (bl_query_has_stream(in, m.stream))
            n += (uint64_t)m.n_variables + m.n_functions + m.n_aliases + m.n_ifuncs;
    }
    g->first_values[g->n_modules] = n;
    g->node_of = n < SIZE_MAX / sizeof *g->node_of ? malloc((n + 1) * sizeof *g->node_of) : NULL;
    for (uint64_t i = 0; i < n && g->node_of; i++)
        g->node_of[i] = BL_NONE;
    return g->node_of ? BL_OK : BL_E_NOMEM;
}

/* Nodes of names that linkers see. */
static int join_names(struct bl_call_graph *g, struct shared_names *shared)
{
    int rc = BL_OK;
    bl_sort_names(shared->items, shared->n);
    for (uint32_t first = 0, end; first < shared->n && rc == BL_OK; first = end) {
        for (end = first + 1;
             end < shared->n && bl_view_equal(shared->items[first].name, shared->items[end].name);)
            end++;
        rc = join(g, shared, first, end);
    }
    return rc;
}

/* Nodes of values that are no symbols. */
static int add_others(struct bl_call_graph *g, uint32_t module)
{
    uint64_t first = g->first_values[module];
    for (uint64_t k = first; k < g->first_values[module + 1]; k++) {
        struct candidate c = {.at = {module, (uint32_t)(k - first)}};
        if (g->node_of[k] == BL_NONE && (g->node_of[k] = add_node(g, &c)) == BL_NONE)
            return BL_E_NOMEM;
    }
    return BL_OK;
}

/* Damage in MODULE is a problem, and what there is of it is kept. */
static int note_problem(struct bl_query *in, uint32_t module, int status,
                        const struct bl_error *err)
{
    if (status < 0 && status != BL_E_NOMEM)
        bl_query_note_module(in, module, err);
    return status == BL_E_NOMEM ? status : BL_OK;
}

static int make_nodes(struct bl_call_graph *g, struct bl_query *in)
{
    struct shared_names shared = {.items = NULL};
    int rc = count_values(g, in);
    for (uint32_t i = 0; i < g->n_modules && rc == BL_OK; i++) {
        struct bl_error err;
        if (bl_graph_has(g, i))
            rc = note_problem(in, i, add_symbols(g, &shared, i, &err), &err);
    }
    if (rc == BL_OK)
        rc = join_names(g, &shared);
    for (uint32_t i = 0; i < g->n_modules && rc == BL_OK; i++)
        rc = add_others(g, i);
    bl_drop(shared.items);
    bl_drop(shared.values);
    return rc;
}

/* ---- Edges ---- */

/* An edge that is not yet in its place. */
struct loose_edge {
    uint32_t from;
    struct bl_graph_edge edge;
};

struct loose_edges {
    struct loose_edge *items;
    uint32_t n, cap;
};

static bool is_call_kind(const struct bl_reference *use)
{
    return (use->kind <= BL_REFERENCE_CALLBR || use->kind == BL_REFERENCE_ALIASEE ||
            use->kind == BL_REFERENCE_RESOLVER) &&
           !use->is_within;
}

static int add_edges(struct bl_call_graph *g, uint32_t module, struct loose_edges *edges,
                     bool *has_slots, struct bl_error *err)
{
    struct bl_catalog_references references = {.catalog = NULL};
    struct bl_reference use;
    int rc = bl_catalog_references_init(&references, g->catalog, module, BL_NONE, err);
    while (rc >= 0 && (rc = bl_catalog_references_next(&references, &use, err)) > 0) {
        struct bl_module_value user = {module, use.from};
        uint32_t from = bl_call_graph_node(g, user);
        bool is_pointer = use.to == BL_CALLED_POINTER || use.to == BL_CALLED_ASSEMBLY;
        if (from == BL_NONE || is_pointer || g->nodes[from].at.module != module ||
            g->nodes[from].at.value != use.from)
            continue;
        *has_slots |= use.kind == BL_REFERENCE_VTABLE_SLOT;
        uint32_t to = bl_call_graph_node(g, (struct bl_module_value){module, use.to});
        if (to != BL_NONE)
            rc = bl_append(&edges->items, &edges->n, &edges->cap,
                           (struct loose_edge){from, {to, is_call_kind(&use), use.kind}});
    }
    return rc;
}

/* A vtable through which all calls are known uses none of its functions: the calls do. */
static int replace_slots(struct loose_edges *edges, const struct bl_virtual_calls *calls)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < edges->n && calls->is_known; i++) {
        const struct loose_edge *e = &edges->items[i];
        if (e->edge.kind != BL_REFERENCE_VTABLE_SLOT || !calls->is_known[e->from])
            edges->items[n++] = *e;
    }
    if (calls->is_known)
        edges->n = n;
    int rc = BL_OK;
    for (uint32_t i = 0; i < calls->n && rc == BL_OK; i++)
        rc = bl_append(&edges->items, &edges->n, &edges->cap,
                       (struct loose_edge){
                           calls->items[i].from,
                           {.to = calls->items[i].to, .kind = BL_REFERENCE_VTABLE_SLOT},
                       });
    return rc;
}

static int by_ends(const void *a, const void *b)
{
    const struct loose_edge *x = a;
    const struct loose_edge *y = b;
    int order = bl_order(x->from, y->from);
    if (!order)
        order = bl_order(x->edge.to, y->edge.to);
    if (!order)
        order = y->edge.is_call - x->edge.is_call;
    return order ? order : bl_order(x->edge.kind, y->edge.kind);
}

/* Put EDGES in their places, with one edge from each node to each other, and drop them. */
static int place_edges(struct bl_call_graph *g, struct loose_edges *edges)
{
    int rc = bl_grow(&g->edges, &g->cap_edges, edges->n);
    bl_sort(edges->items, edges->n, sizeof *edges->items, by_ends);
    uint32_t from = BL_NONE;
    for (uint32_t i = 0; i < edges->n && rc == BL_OK; i++) {
        const struct loose_edge *e = &edges->items[i];
        if (e->from == from && g->edges[g->n_edges - 1].to == e->edge.to)
            continue;
        if (e->from != from)
            g->nodes[e->from].first_edge = g->n_edges;
        from = e->from;
        g->nodes[from].n_edges++;
        g->edges[g->n_edges++] = e->edge;
    }
    bl_drop(edges->items);
    return rc;
}

static int make_edges(struct bl_call_graph *g, struct bl_query *in)
{
    struct loose_edges edges = {.items = NULL};
    struct bl_virtual_calls calls = {.items = NULL};
    bool *has_slots = calloc((size_t)g->n_modules + 1, sizeof *has_slots);
    int rc = has_slots ? BL_OK : BL_E_NOMEM;
    for (uint32_t i = 0; i < g->n_modules && rc == BL_OK; i++) {
        struct bl_error err;
        if (bl_graph_has(g, i))
            rc = note_problem(in, i, add_edges(g, i, &edges, &has_slots[i], &err), &err);
    }
    if (rc == BL_OK)
        rc = bl_virtual_calls_find(&calls, g, has_slots);
    if (rc == BL_OK)
        rc = replace_slots(&edges, &calls);
    bl_virtual_calls_drop(&calls);
    free(has_slots);
    if (rc == BL_OK)
        return place_edges(g, &edges);
    bl_drop(edges.items);
    return rc;
}

int bl_call_graph_open(struct bl_call_graph **graph, struct bl_query *query, struct bl_error *err)
{
    struct bl_call_graph *g = NULL;
    const struct bl_catalog *catalog = query->catalog;
    unsigned parts = catalog ? bl_catalog_get_counts(catalog).parts : 0;
    *graph = NULL;
    if (!(parts & BL_CATALOG_BODIES) || !(parts & (BL_CATALOG_SYMBOLS | BL_CATALOG_PLACES)))
        return bl_fail(err, BL_E_ARGUMENT, "the catalog has no bodies, or no symbols");
    if (!(g = bl_new(sizeof *g)))
        return bl_fail(err, BL_E_NOMEM, "no memory");
    g->catalog = catalog;
    g->n_modules = bl_catalog_get_counts(catalog).n_modules;
    g->first_values = calloc((size_t)g->n_modules + 1, sizeof *g->first_values);
    int rc = g->first_values ? make_nodes(g, query) : BL_E_NOMEM;
    if (rc == BL_OK)
        rc = make_edges(g, query);
    if (rc < 0) {
        bl_call_graph_close(g);
        return bl_fail(err, rc, "no memory");
    }
    *graph = g;
    return BL_OK;
}

void bl_call_graph_close(struct bl_call_graph *graph)
{
    if (!graph)
        return;
    bl_drop(graph->nodes);
    bl_drop(graph->edges);
    free(graph->node_of);
    free(graph->first_values);
    free(graph->steps);
    free(graph->groups);
    bl_drop(graph);
}

const struct bl_graph_node *bl_call_graph_nodes(const struct bl_call_graph *graph, uint32_t *n)
{
    *n = graph->n_nodes;
    return graph->nodes;
}

const struct bl_graph_edge *bl_call_graph_edges(const struct bl_call_graph *graph)
{
    return graph->edges;
}

int bl_call_graph_reverse(struct bl_call_graph *graph, struct bl_error *err)
{
    struct loose_edges edges = {.items = NULL};
    int rc = bl_grow(&edges.items, &edges.cap, graph->n_edges);
    for (uint32_t i = 0; i < graph->n_nodes; i++) {
        struct bl_graph_node *node = &graph->nodes[i];
        for (uint32_t k = 0; k < node->n_edges && rc == BL_OK; k++) {
            struct bl_graph_edge edge = graph->edges[node->first_edge + k];
            uint32_t from = edge.to;
            edge.to = i;
            edges.items[edges.n++] = (struct loose_edge){from, edge};
        }
        node->n_edges = 0;
    }
    graph->n_edges = 0;
    if (rc == BL_OK)
        rc = place_edges(graph, &edges);
    return rc < 0 ? bl_fail(err, rc, "no memory") : rc;
}

/* ---- What is reached ---- */

int bl_call_graph_reach(struct bl_call_graph *graph, const uint32_t *from, uint32_t n,
                        uint32_t depth, bool calls_only, const struct bl_graph_step **steps,
                        uint32_t *n_steps, struct bl_error *err)
{
    struct bl_graph_step *list = calloc((size_t)graph->n_nodes + 1, sizeof *list);
    bool *seen = calloc((size_t)graph->n_nodes + 1, sizeof *seen);
    free(graph->steps);
    graph->steps = list;
    *steps = list;
    *n_steps = 0;
    if (!list || !seen) {
        free(seen);
        return bl_fail(err, BL_E_NOMEM, "no memory");
    }
    uint32_t end = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!seen[from[i]]) {
            seen[from[i]] = true;
            list[end++] =
                (struct bl_graph_step){.node = from[i], .before = BL_NONE, .by_calls = true};
        }
    for (uint32_t at = 0; at < end; at++) {
        const struct bl_graph_node *node = &graph->nodes[list[at].node];
        for (uint32_t i = 0; i < node->n_edges && list[at].depth < depth; i++) {
            const struct bl_graph_edge *edge = &graph->edges[node->first_edge + i];
            if (seen[edge->to] || (calls_only && !edge->is_call))
                continue;
            seen[edge->to] = true;
            list[end++] = (struct bl_graph_step){.node = edge->to,
                                                 .before = at,
                                                 .depth = list[at].depth + 1,
                                                 .by_calls = list[at].by_calls && edge->is_call,
                                                 .edge = edge};
        }
    }
    free(seen);
    *n_steps = end;
    return BL_OK;
}

/* ---- Groups ---- */

/* Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), with a stack of its
 * own instead of recursion. */
struct group_search {
    const struct bl_call_graph *graph;
    uint32_t *order, *lowest; /* by node; 0: not yet seen */
    uint32_t *next_edge;      /* by node: to be followed */
    uint32_t *path, *open;    /* nodes on the way here; nodes whose group is not known */
    uint32_t n_path, n_open, n_seen;
    bool *is_open;
    uint32_t *groups, n_groups;
};

static void enter_node(struct group_search *s, uint32_t node)
{
    s->order[node] = s->lowest[node] = ++s->n_seen;
    s->path[s->n_path++] = node;
    s->open[s->n_open++] = node;
    s->is_open[node] = true;
}

/* NODE is the first of its group that was come by. */
static void close_group(struct group_search *s, uint32_t node, bool calls_itself)
{
    bool is_group = calls_itself || s->open[s->n_open - 1] != node;
    uint32_t member;
    do {
        member = s->open[--s->n_open];
        s->is_open[member] = false;
        s->groups[member] = is_group ? s->n_groups : BL_NONE;
    } while (member != node);
    s->n_groups += is_group;
}

static bool calls_itself(const struct bl_call_graph *graph, uint32_t node)
{
    const struct bl_graph_node *n = &graph->nodes[node];
    for (uint32_t i = 0; i < n->n_edges; i++) {
        const struct bl_graph_edge *edge = &graph->edges[n->first_edge + i];
        if (edge->to == node && edge->is_call)
            return true;
    }
    return false;
}

static void search_from(struct group_search *s, uint32_t first)
{
    enter_node(s, first);
    while (s->n_path > 0) {
        uint32_t at = s->path[s->n_path - 1];
        const struct bl_graph_node *node = &s->graph->nodes[at];
        if (s->next_edge[at] < node->n_edges) {
            const struct bl_graph_edge *edge =
                &s->graph->edges[node->first_edge + s->next_edge[at]++];
            if (!edge->is_call)
                continue;
            if (s->order[edge->to] == 0)
                enter_node(s, edge->to);
            else if (s->is_open[edge->to] && s->order[edge->to] < s->lowest[at])
                s->lowest[at] = s->order[edge->to];
            continue;
        }
        s->n_path--;
        if (s->n_path > 0) {
            uint32_t before = s->path[s->n_path - 1];
            if (s->lowest[at] < s->lowest[before])
                s->lowest[before] = s->lowest[at];
        }
        if (s->lowest[at] == s->order[at])
            close_group(s, at, calls_itself(s->graph, at));
    }
}

int bl_call_graph_groups(struct bl_call_graph *graph, const uint32_t **groups, struct bl_error *err)
{
    size_t n = (size_t)graph->n_nodes + 1;
    struct group_search s = {
        .graph = graph,
        .order = calloc(n, sizeof *s.order),
        .lowest = calloc(n, sizeof *s.lowest),
        .next_edge = calloc(n, sizeof *s.next_edge),
        .path = calloc(n, sizeof *s.path),
        .open = calloc(n, sizeof *s.open),
        .is_open = calloc(n, sizeof *s.is_open),
        .groups = calloc(n, sizeof *s.groups),
    };
    bool has_all = s.order && s.lowest && s.next_edge && s.path && s.open && s.is_open && s.groups;
    for (uint32_t i = 0; i < graph->n_nodes && has_all; i++)
        if (s.order[i] == 0)
            search_from(&s, i);
    free(s.order);
    free(s.lowest);
    free(s.next_edge);
    free(s.path);
    free(s.open);
    free(s.is_open);
    free(graph->groups);
    graph->groups = s.groups;
    *groups = s.groups;
    return has_all ? BL_OK : bl_fail(err, BL_E_NOMEM, "no memory");
}
