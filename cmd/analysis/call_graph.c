/* analysis/call_graph.c - who reaches whom, across the modules of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/call_graph.h"

#include "analysis/body_reader.h"
#include "analysis/virtual_calls.h"
#include "base/array.h"
#include "base/name_sort.h"

#include <stdlib.h>

/* ---- Nodes ---- */

/* A value that may be the definition of its name. */
struct candidate {
    struct catalog_value at;
    bool is_defined, is_weak, is_function, is_root;
};

/* A symbol that linkers bring together with others of its name. */
struct shared_names {
    struct name_item *items; /* numbered as VALUES are */
    struct candidate *values;
    uint32_t n, cap_items, cap_values;
};

static bool names_kept(struct bl_view name)
{
    static const char *const kept[] = {"llvm.used", "llvm.compiler.used", "llvm.global_ctors",
                                       "llvm.global_dtors"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (compare_names(name, view_of(kept[i])) == 0)
            return true;
    return false;
}

static uint32_t add_node(struct call_graph *g, const struct candidate *c)
{
    array_add(&g->nodes, &g->n_nodes, &g->cap_nodes,
              (struct graph_node){.at = c->at,
                                  .is_defined = c->is_defined,
                                  .is_function = c->is_function,
                                  .is_root = c->is_root});
    return g->n_nodes - 1;
}

static uint32_t *node_at(const struct call_graph *g, struct catalog_value value)
{
    return &g->node_of[g->first_values[value.module] + value.value];
}

uint32_t call_graph_node(const struct call_graph *graph, struct catalog_value value)
{
    return *node_at(graph, value);
}

static int add_symbols(struct call_graph *g, struct shared_names *shared, uint32_t module,
                       struct bl_error *err)
{
    struct bl_catalog_symbols symbols;
    struct bl_catalog_symbol symbol;
    struct bl_view name = {0};
    int rc = bl_catalog_symbols_init(&symbols, g->query->catalog, module, err);
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
        if (is_own && !(symbol.flags & BL_SYMBOL_UNDEFINED)) {
            *node_at(g, c.at) = add_node(g, &c);
            continue;
        }
        uint32_t n = shared->n;
        array_add(&shared->items, &n, &shared->cap_items,
                  (struct name_item){.name = name, .number = shared->n});
        array_add(&shared->values, &shared->n, &shared->cap_values, c);
    }
    return rc;
}

/* Values FIRST to END of the sorted ones have the same name. */
static void join(struct call_graph *g, const struct shared_names *shared, uint32_t first,
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
    g->nodes[node].is_root = is_root;
    for (uint32_t i = first; i < end; i++)
        *node_at(g, shared->values[shared->items[i].number].at) = node;
}

/* How many values each module has, of those in streams that were asked for. */
static void count_values(struct call_graph *g, uint32_t n_modules)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < n_modules; i++) {
        struct bl_catalog_module m;
        struct bl_error err;
        g->first_values[i] = n;
        int rc = bl_catalog_get_module(g->query->catalog, i, &m, &err);
        if (rc < 0)
            query_report(g->query, BL_NONE, &err);
        else if (query_has_stream(g->query, m.stream))
            n += (uint64_t)m.n_variables + m.n_functions + m.n_aliases + m.n_ifuncs;
    }
    g->first_values[n_modules] = n;
    g->node_of = array_new(n, sizeof *g->node_of);
    for (uint64_t i = 0; i < n; i++)
        g->node_of[i] = BL_NONE;
}

static void make_nodes(struct call_graph *g, uint32_t n_modules)
{
    struct shared_names shared = {.items = NULL};
    count_values(g, n_modules);
    for (uint32_t i = 0; i < n_modules; i++) {
        struct bl_error err;
        if (g->first_values[i] < g->first_values[i + 1] && add_symbols(g, &shared, i, &err) < 0)
            fail_in_module(g->query, i, &err);
    }
    sort_names(shared.items, shared.n);
    for (uint32_t first = 0, end; first < shared.n; first = end) {
        for (end = first + 1; end < shared.n &&
                              compare_names(shared.items[first].name, shared.items[end].name) == 0;)
            end++;
        join(g, &shared, first, end);
    }
    free(shared.items);
    free(shared.values);
    for (uint32_t i = 0; i < n_modules; i++)
        for (uint64_t k = g->first_values[i]; k < g->first_values[i + 1]; k++)
            if (g->node_of[k] == BL_NONE) { /* a value that is no symbol */
                struct candidate c = {.at = {i, (uint32_t)(k - g->first_values[i])}};
                g->node_of[k] = add_node(g, &c);
            }
}

/* ---- Edges ---- */

/* An edge that is not yet in its place. */
struct loose_edge {
    uint32_t from;
    struct graph_edge edge;
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

static int add_edges(struct call_graph *g, uint32_t module, struct loose_edges *edges,
                     bool *has_slots, struct bl_error *err)
{
    struct bl_catalog_references references = {.catalog = NULL};
    struct bl_reference use;
    int rc = bl_catalog_references_init(&references, g->query->catalog, module, BL_NONE, err);
    while (rc >= 0 && (rc = bl_catalog_references_next(&references, &use, err)) > 0) {
        struct catalog_value user = {module, use.from};
        uint32_t from = call_graph_node(g, user);
        const struct graph_node *node = &g->nodes[from];
        if (node->at.module != module || node->at.value != use.from)
            continue;
        if (use.to == BL_CALLED_POINTER || use.to == BL_CALLED_ASSEMBLY)
            continue;
        *has_slots |= use.kind == BL_REFERENCE_VTABLE_SLOT;
        uint32_t to = call_graph_node(g, (struct catalog_value){module, use.to});
        array_add(&edges->items, &edges->n, &edges->cap,
                  (struct loose_edge){from, {to, is_call_kind(&use), use.kind}});
    }
    return rc;
}

/* A vtable through which all calls are known uses none of its functions: the calls do. */
static void replace_slots(struct loose_edges *edges, const struct virtual_calls *calls)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < edges->n && calls->is_known; i++) {
        const struct loose_edge *e = &edges->items[i];
        if (e->edge.kind != BL_REFERENCE_VTABLE_SLOT || !calls->is_known[e->from])
            edges->items[n++] = *e;
    }
    if (calls->is_known)
        edges->n = n;
    for (uint32_t i = 0; i < calls->n; i++)
        array_add(&edges->items, &edges->n, &edges->cap,
                  (struct loose_edge){
                      calls->items[i].from,
                      {.to = calls->items[i].to, .kind = BL_REFERENCE_VTABLE_SLOT},
                  });
}

static int by_ends(const void *a, const void *b)
{
    const struct loose_edge *x = a;
    const struct loose_edge *y = b;
    int order = in_order(x->from, y->from);
    if (!order)
        order = in_order(x->edge.to, y->edge.to);
    if (!order)
        order = y->edge.is_call - x->edge.is_call;
    return order ? order : in_order(x->edge.kind, y->edge.kind);
}

/* Put EDGES in their places, with one edge from each node to each other. */
static void place_edges(struct call_graph *g, struct loose_edges *edges)
{
    array_sort(edges->items, edges->n, sizeof *edges->items, by_ends);
    uint32_t from = BL_NONE;
    for (uint32_t i = 0; i < edges->n && g->nodes; i++) {
        const struct loose_edge *e = &edges->items[i];
        if (e->from == from && g->edges[g->n_edges - 1].to == e->edge.to)
            continue;
        if (e->from != from)
            g->nodes[e->from].first_edge = g->n_edges;
        from = e->from;
        g->nodes[from].n_edges++;
        /* With room for any, there is an array. */
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
        array_add(&g->edges, &g->n_edges, &g->cap_edges, e->edge);
    }
    free(edges->items);
}

void call_graph_make(struct call_graph *graph, struct query *q)
{
    uint32_t n_modules = bl_catalog_get_counts(q->catalog).n_modules;
    struct loose_edges edges = {.items = NULL};
    struct virtual_calls calls;
    bool *has_slots = array_new(n_modules, sizeof *has_slots);
    *graph = (struct call_graph){.query = q};
    graph->first_values = array_new(n_modules, sizeof *graph->first_values);
    make_nodes(graph, n_modules);
    for (uint32_t i = 0; i < n_modules; i++) {
        struct bl_error err;
        if (graph->first_values[i] < graph->first_values[i + 1] &&
            add_edges(graph, i, &edges, &has_slots[i], &err) < 0)
            fail_in_module(q, i, &err);
    }
    virtual_calls_find(&calls, graph, has_slots, n_modules);
    replace_slots(&edges, &calls);
    virtual_calls_drop(&calls);
    free(has_slots);
    place_edges(graph, &edges);
}

void call_graph_drop(struct call_graph *graph)
{
    free(graph->nodes);
    free(graph->edges);
    free(graph->node_of);
    free(graph->first_values);
    *graph = (struct call_graph){.query = NULL};
}

void call_graph_reverse(struct call_graph *graph)
{
    struct loose_edges edges = {.items = NULL};
    for (uint32_t i = 0; i < graph->n_nodes; i++) {
        struct graph_node *node = &graph->nodes[i];
        for (uint32_t k = 0; k < node->n_edges; k++) {
            struct graph_edge edge = graph->edges[node->first_edge + k];
            uint32_t from = edge.to;
            edge.to = i;
            array_add(&edges.items, &edges.n, &edges.cap, (struct loose_edge){from, edge});
        }
        node->n_edges = 0;
    }
    graph->n_edges = 0;
    place_edges(graph, &edges);
}

/* ---- What is reached ---- */

void call_graph_reach(const struct call_graph *graph, const uint32_t *from, uint32_t n,
                      uint32_t depth, bool calls_only, struct graph_step **steps, uint32_t *n_steps)
{
    struct graph_step *list = array_new(graph->n_nodes, sizeof *list);
    bool *seen = array_new(graph->n_nodes, sizeof *seen);
    uint32_t end = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!seen[from[i]]) {
            seen[from[i]] = true;
            list[end++] = (struct graph_step){.node = from[i], .before = BL_NONE, .by_calls = true};
        }
    for (uint32_t at = 0; at < end; at++) {
        const struct graph_node *node = &graph->nodes[list[at].node];
        for (uint32_t i = 0; i < node->n_edges && list[at].depth < depth; i++) {
            const struct graph_edge *edge = &graph->edges[node->first_edge + i];
            if (seen[edge->to] || (calls_only && !edge->is_call))
                continue;
            seen[edge->to] = true;
            list[end++] = (struct graph_step){.node = edge->to,
                                              .before = at,
                                              .depth = list[at].depth + 1,
                                              .by_calls = list[at].by_calls && edge->is_call,
                                              .edge = edge};
        }
    }
    free(seen);
    *steps = list;
    *n_steps = end;
}

/* ---- Groups ---- */

/* Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), with a stack of its
 * own instead of recursion. */
struct group_search {
    const struct call_graph *graph;
    uint32_t *order, *lowest; /* by node; 0: not yet seen */
    uint32_t *next_edge;      /* by node: to be followed */
    uint32_t *path, *open;    /* nodes on the way here; nodes whose group is not known */
    uint32_t n_path, n_open, n_seen;
    bool *is_open;
    uint32_t *groups, n_groups;
};

static void enter(struct group_search *s, uint32_t node)
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

static bool calls_itself(const struct call_graph *graph, uint32_t node)
{
    const struct graph_node *n = &graph->nodes[node];
    for (uint32_t i = 0; i < n->n_edges; i++) {
        const struct graph_edge *edge = &graph->edges[n->first_edge + i];
        if (edge->to == node && edge->is_call)
            return true;
    }
    return false;
}

static void search_from(struct group_search *s, uint32_t first)
{
    enter(s, first);
    while (s->n_path > 0) {
        uint32_t at = s->path[s->n_path - 1];
        const struct graph_node *node = &s->graph->nodes[at];
        if (s->next_edge[at] < node->n_edges) {
            const struct graph_edge *edge = &s->graph->edges[node->first_edge + s->next_edge[at]++];
            if (!edge->is_call)
                continue;
            if (s->order[edge->to] == 0)
                enter(s, edge->to);
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

void call_graph_groups(const struct call_graph *graph, uint32_t **groups)
{
    uint32_t n = graph->n_nodes;
    struct group_search s = {
        .graph = graph,
        .order = array_new(n, sizeof *s.order),
        .lowest = array_new(n, sizeof *s.lowest),
        .next_edge = array_new(n, sizeof *s.next_edge),
        .path = array_new(n, sizeof *s.path),
        .open = array_new(n, sizeof *s.open),
        .is_open = array_new(n, sizeof *s.is_open),
        .groups = array_new(n, sizeof *s.groups),
    };
    for (uint32_t i = 0; i < n; i++)
        if (s.order[i] == 0)
            search_from(&s, i);
    free(s.order);
    free(s.lowest);
    free(s.next_edge);
    free(s.path);
    free(s.open);
    free(s.is_open);
    *groups = s.groups;
}
