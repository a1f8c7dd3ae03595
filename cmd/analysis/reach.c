/* analysis/reach.c - what a function reaches, or what reaches it: callees and callers over depths
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Who takes the address of a function may have it called by whoever gets hold of the address. So a
 * use of any kind reaches what is used, as for LLVM's GlobalDCE, and calls by pointers lead nowhere
 * else, except through vtables; "by" says what kind of use it was.
 */
#include "analysis/reach.h"

#include "analysis/catalog_values.h"
#include "analysis/source_json.h"
#include "base/array.h"
#include "base/context.h"
#include "base/name_sort.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void reach_set_option(struct reach_options *options, const struct command *command, int option,
                      const char *argument)
{
    uint64_t depth;
    switch (option) {
    case REACH_DEPTH:
        if (!parse_number(argument, UINT32_MAX - 1, &depth) || depth == 0)
            usage_error(command, "--depth takes a number of steps, 1 or more, not '%s'", argument);
        options->depth = (uint32_t)depth;
        break;
    case REACH_TRANSITIVE: options->transitive = true; break;
    case REACH_DOT: options->dot = true; break;
    case REACH_TO: options->to = argument; break;
    case REACH_UNREACHED: options->unreached = true; break;
    default: break;
    }
}

bool reach_is_wanted(const struct reach_options *options)
{
    return options->depth || options->transitive || options->dot || options->unreached ||
           options->to;
}

struct work {
    struct context *context;
    const struct reach_options *options;
    struct query query;
    struct value_names names;
    struct bl_query_module calls; /* the module in which a call is looked for */
    struct bl_call_graph *graph;
    const struct bl_graph_node *nodes;
    const struct bl_graph_edge *edges;
    uint32_t n_nodes;
    const struct bl_graph_step *steps; /* how what is reached was reached, nearest first */
    uint32_t n_steps;
};

/* ---- Names and places ---- */

/* Its module's number in the stream; BL_NONE: it cannot be read. */
static uint32_t stream_of(struct work *w, uint32_t node, uint32_t *number)
{
    struct bl_catalog_module module;
    struct bl_catalog_stream stream;
    uint32_t in = w->nodes[node].at.module;
    if (bl_catalog_get_module(w->query.catalog, in, &module, NULL) < 0 ||
        bl_catalog_get_stream(w->query.catalog, module.stream, &stream, NULL) < 0)
        return BL_NONE;
    *number = in - stream.first_module;
    return module.stream;
}

/* Its name, and where it is. */
static void put_node(struct work *w, uint32_t node)
{
    struct out *o = &w->context->out;
    out_colour(o, COLOUR_NAME);
    put_value_name(&w->names, w->nodes[node].at, out_put, o);
    out_plain(o);
    out_text(o, "  ");
    uint32_t number = 0;
    uint32_t stream = stream_of(w, node, &number);
    if (!w->nodes[node].is_defined)
        out_text(o, "not defined here");
    else if (stream != BL_NONE)
        query_put_stream(&w->query, o, stream);
    if (w->nodes[node].is_defined && number > 0)
        out_printf(o, "[module %" PRIu32 "]", number);
}

static void json_node(struct work *w, uint32_t node)
{
    struct out *o = &w->context->out;
    const struct bl_graph_node *n = &w->nodes[node];
    uint32_t number = 0;
    uint32_t stream = stream_of(w, node, &number);
    if (stream != BL_NONE)
        query_json_stream(&w->query, o, stream);
    json_u64(o, "module", number);
    json_view(o, "name", value_name(&w->names, n->at));
    json_u64(o, "value", n->at.value);
    json_bool(o, "defined", n->is_defined);
}

/* "tail call", "vtable slot", "address": how EDGE uses what it leads to. */
static const char *word_of(const struct bl_graph_edge *edge)
{
    bool is_address = !edge->is_call && edge->kind != BL_REFERENCE_VTABLE_SLOT;
    return is_address ? "address" : bl_reference_kind_name(edge->kind);
}

/* ---- What is reached ---- */

static void json_begin_step(struct work *w, const char *type, const struct bl_graph_step *step)
{
    struct out *o = &w->context->out;
    json_begin(o, type);
    json_node(w, step->node);
    json_u64(o, "depth", step->depth);
    if (step->edge)
        json_text(o, "by", word_of(step->edge));
}

static void put_step(struct work *w, const struct bl_graph_step *step)
{
    struct out *o = &w->context->out;
    if (w->context->json) {
        json_begin_step(w, "reached", step);
        json_bool(o, "by_calls", step->by_calls);
        json_end(o);
        return;
    }
    out_u64_wide(o, step->depth, 6);
    out_printf(o, "  %-14s  ", step->edge ? word_of(step->edge) : "-");
    put_node(w, step->node);
    out_char(o, '\n');
}

static bool put_reached(struct work *w)
{
    struct out *o = &w->context->out;
    uint64_t n = 0;
    uint64_t n_outside = 0;
    uint64_t n_by_address = 0;
    if (!w->context->json)
        out_printf(o, "%6s  %-14s  %s\n", "steps", "by", "function");
    for (uint32_t i = 0; i < w->n_steps; i++) {
        const struct bl_graph_node *node = &w->nodes[w->steps[i].node];
        if (!node->is_function && w->steps[i].depth > 0)
            continue;
        put_step(w, &w->steps[i]);
        n += w->steps[i].depth > 0;
        n_outside += w->steps[i].depth > 0 && !node->is_defined;
        n_by_address += !w->steps[i].by_calls;
    }
    if (w->context->json)
        return n > 0;
    out_count(o, n, "function ", "functions ");
    out_text(o, w->options->is_backward ? "that lead here: " : "reached: ");
    out_printf(o, "%" PRIu64 " not defined here, %" PRIu64 " by addresses, not by calls alone\n",
               n_outside, n_by_address);
    return n > 0;
}

/* ---- As a graph ---- */

static void put_dot(struct work *w)
{
    struct out *o = &w->context->out;
    bool *is_in = array_new(w->n_nodes, sizeof *is_in);
    for (uint32_t i = 0; i < w->n_steps; i++)
        is_in[w->steps[i].node] = true;
    out_text(o, "digraph calls {\n    node [shape=box];\n");
    for (uint32_t i = 0; i < w->n_steps; i++) {
        const struct bl_graph_node *node = &w->nodes[w->steps[i].node];
        out_printf(o, "    n%" PRIu32 " [label=\"", w->steps[i].node);
        put_value_name(&w->names, node->at, out_dot_put, o);
        out_printf(o, "\"%s%s];\n", node->is_function ? "" : ", shape=ellipse",
                   node->is_defined ? "" : ", style=dashed");
    }
    for (uint32_t i = 0; i < w->n_steps; i++) {
        const struct bl_graph_node *node = &w->nodes[w->steps[i].node];
        for (uint32_t k = 0; k < node->n_edges; k++) {
            const struct bl_graph_edge *edge = &w->edges[node->first_edge + k];
            bool is_shown = is_in[edge->to] && (edge->is_call || !w->options->calls_only);
            uint32_t from = w->options->is_backward ? edge->to : w->steps[i].node;
            uint32_t to = w->options->is_backward ? w->steps[i].node : edge->to;
            if (is_shown)
                out_printf(o, "    n%" PRIu32 " -> n%" PRIu32 "%s;\n", from, to,
                           edge->is_call ? "" : " [style=dotted]");
        }
    }
    out_text(o, "}\n");
    free(is_in);
}

/* ---- The graph ---- */

static void make_graph(struct work *w)
{
    out_need(bl_call_graph_open(&w->graph, w->query.inputs, NULL));
    report_inputs(w->context, w->query.inputs);
    w->nodes = bl_call_graph_nodes(w->graph, &w->n_nodes);
    w->edges = bl_call_graph_edges(w->graph);
}

/* Fill in the steps from the N nodes of FROM. */
static void follow(struct work *w, const uint32_t *from, uint32_t n, uint32_t depth,
                   bool calls_only)
{
    out_need(
        bl_call_graph_reach(w->graph, from, n, depth, calls_only, &w->steps, &w->n_steps, NULL));
}

/* ---- A chain ---- */

/* The first call of node TO in the body of FROM, which stays loaded: where its source is. False:
 * none is known. */
static bool find_call(struct work *w, uint32_t from, uint32_t to, struct bl_debug_location *found)
{
    struct bl_module_value at = w->nodes[from].at;
    struct bl_instruction inst;
    struct bl_query_module *open = &w->calls;
    if (bl_query_module_open(open, w->query.catalog, at.module, NULL) < 0 ||
        bl_function_load(open->function, at.value, NULL) < 0)
        return false;
    while (bl_function_next(open->function, &inst, NULL) > 0) {
        if (!bl_opcode_calls(inst.opcode) || inst.n_operands == 0 ||
            inst.operands[0].number >= BL_NONE)
            continue;
        struct bl_module_value callee = {at.module, (uint32_t)inst.operands[0].number};
        if (bl_call_graph_node(w->graph, callee) == to) {
            *found = inst.location;
            return inst.has_location;
        }
    }
    return false;
}

static void put_link(struct work *w, const struct bl_graph_step *step)
{
    struct out *o = &w->context->out;
    struct bl_debug_location location = {.line = 0};
    struct bl_metadata *metadata = NULL;
    bool has_line = step->edge && step->edge->is_call &&
                    find_call(w, w->steps[step->before].node, step->node, &location);
    if (has_line)
        (void)out_need(bl_function_metadata(w->calls.function, &metadata, NULL));
    if (w->context->json) {
        json_begin_step(w, "link", step);
        if (has_line)
            json_source(o, metadata, &location);
        json_end(o);
        return;
    }
    out_printf(o, "  %-14s  ", step->edge ? word_of(step->edge) : "-");
    put_node(w, step->node);
    if (has_line) {
        out_text(o, ", called at ");
        (void)out_need(bl_source_print(metadata, &location, out_put, o, NULL));
    }
    out_char(o, '\n');
}

/* The links that lead to step LAST. */
static void put_chain(struct work *w, uint32_t last)
{
    uint32_t n = w->steps[last].depth + 1;
    uint32_t *chain = array_new(n, sizeof *chain);
    for (uint32_t at = last, i = n; i > 0; at = w->steps[at].before)
        chain[--i] = at;
    for (uint32_t i = 0; i < n; i++)
        put_link(w, &w->steps[chain[i]]);
    free(chain);
}

/* ---- The call ---- */

/* The nodes of NAME, each once. */
static uint32_t find_nodes(struct work *w, const char *name, uint32_t **nodes)
{
    struct bl_module_value *values;
    uint32_t n;
    uint32_t n_nodes = 0;
    find_values(&w->query, name, &values, &n);
    *nodes = array_new(n, sizeof **nodes);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = bl_call_graph_node(w->graph, values[i]);
        bool is_new = node != BL_NONE;
        for (uint32_t k = 0; k < n_nodes && is_new; k++)
            is_new = (*nodes)[k] != node;
        if (is_new)
            (*nodes)[n_nodes++] = node;
    }
    free(values);
    if (n_nodes == 0)
        report_wanted(w->context, w->context->command->name, name,
                      "no function or other global value of this name");
    return n_nodes;
}

static bool put_way_to(struct work *w, const uint32_t *from, uint32_t n)
{
    uint32_t *to;
    uint32_t n_to = find_nodes(w, w->options->to, &to);
    uint32_t found = BL_NONE;
    for (int calls_only = 1; calls_only >= 0 && found == BL_NONE && n_to > 0; calls_only--) {
        follow(w, from, n, BL_NONE, calls_only);
        for (uint32_t i = 0; i < w->n_steps && found == BL_NONE; i++)
            for (uint32_t k = 0; k < n_to; k++)
                found = w->steps[i].node == to[k] ? i : found;
    }
    free(to);
    if (found != BL_NONE)
        put_chain(w, found);
    else if (n_to > 0 && !w->context->json)
        put_note(w->context, "no chain of calls or addresses leads to '%s'", w->options->to);
    return found != BL_NONE;
}

static uint64_t body_bytes(struct work *w, uint32_t node)
{
    struct bl_catalog_symbols *symbols = &w->names.symbols;
    struct bl_module_value at = w->nodes[node].at;
    struct bl_catalog_symbol symbol;
    struct bl_catalog_function function;
    uint32_t number;
    (void)value_name(&w->names, at); /* which goes to the module */
    if (!symbols->catalog || symbols->number != at.module ||
        bl_catalog_symbols_find(symbols, at.value, &number, NULL) <= 0 ||
        bl_catalog_symbols_get(symbols, number, &symbol, NULL) < 0 || symbol.function == BL_NONE ||
        bl_catalog_get_function(w->query.catalog, symbol.function, &function, NULL) < 0)
        return 0;
    return bl_block_bytes(function.n_words);
}

/* Functions that neither FROM nor what is always kept reaches. */
static bool put_unreached(struct work *w, const uint32_t *from, uint32_t n)
{
    struct out *o = &w->context->out;
    uint32_t *roots = array_new((size_t)n + w->n_nodes, sizeof *roots);
    bool *is_reached = array_new(w->n_nodes, sizeof *is_reached);
    uint32_t n_roots = 0;
    uint64_t n_found = 0;
    uint64_t n_bytes = 0;
    for (uint32_t i = 0; i < n; i++)
        roots[n_roots++] = from[i];
    for (uint32_t i = 0; i < w->n_nodes; i++)
        if (w->nodes[i].is_root)
            roots[n_roots++] = i;
    follow(w, roots, n_roots, BL_NONE, false);
    for (uint32_t i = 0; i < w->n_steps; i++)
        is_reached[w->steps[i].node] = true;
    if (!w->context->json)
        out_printf(o, "%10s  %s\n", "bytes", "function");
    for (uint32_t i = 0; i < w->n_nodes; i++) {
        const struct bl_graph_node *node = &w->nodes[i];
        if (is_reached[i] || !node->is_defined || !node->is_function)
            continue;
        uint64_t bytes = body_bytes(w, i);
        n_found++;
        n_bytes += bytes;
        if (w->context->json) {
            json_begin(o, "unreached");
            json_node(w, i);
            json_u64(o, "bytes", bytes);
            json_end(o);
            continue;
        }
        out_u64_wide(o, bytes, 10);
        out_text(o, "  ");
        put_node(w, i);
        out_char(o, '\n');
    }
    if (!w->context->json) {
        out_count(o, n_found, "function", "functions");
        out_text(o, " not reached, ");
        out_count(o, n_bytes, "byte", "bytes");
        out_text(o, "; an address that is taken counts as a call\n");
    }
    free(roots);
    free(is_reached);
    return n_found > 0;
}

static bool answer(struct work *w, const char *name)
{
    const struct reach_options *options = w->options;
    uint32_t *from;
    bool found = false;
    make_graph(w);
    uint32_t n = find_nodes(w, name, &from);
    if (options->is_backward)
        out_need(bl_call_graph_reverse(w->graph, NULL));
    w->edges = bl_call_graph_edges(w->graph);
    if (n > 0 && options->to) {
        found = put_way_to(w, from, n);
    } else if (n > 0 && options->unreached) {
        found = put_unreached(w, from, n);
    } else if (n > 0) {
        follow(w, from, n, options->depth ? options->depth : BL_NONE, options->calls_only);
        if (options->dot)
            put_dot(w);
        else
            found = put_reached(w);
        found |= options->dot;
    }
    free(from);
    return found;
}

/* Begin: the catalog, with bodies. False: there is none. */
static bool open_catalog(struct work *w)
{
    const struct query_needs needs = {.parts = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS |
                                               BL_CATALOG_BODIES};
    struct context *c = w->context;
    unsigned parts = index_parts(c);
    if (parts && !(parts & BL_CATALOG_BODIES) && isatty(STDERR_FILENO))
        put_note(c, "the index has no bodies: with 'index --bodies' this is answered at once");
    w->names.query = &w->query;
    return query_open(&w->query, c, needs, c->n_operands, c->operands);
}

static void close_catalog(struct work *w)
{
    bl_query_module_close(&w->calls);
    value_names_close(&w->names);
    bl_call_graph_close(w->graph);
    query_close(&w->query);
}

bool reach(struct context *c, const char *name, const struct reach_options *options)
{
    struct work w = {.context = c, .options = options};
    if ((options->to != NULL) + options->unreached + options->dot > 1)
        usage_error(c->command, "--to, --unreached and --dot exclude each other");
    if (options->dot && c->json)
        usage_error(c->command, "--dot has a form of its own: no --json");
    bool found = open_catalog(&w) && answer(&w, name);
    close_catalog(&w);
    return found;
}

/* ---- Recursion ---- */

/* A node of a group. */
struct member {
    uint32_t group, node;
};

static int by_group(const void *a, const void *b)
{
    const struct member *x = a;
    const struct member *y = b;
    int order = bl_order(x->group, y->group);
    return order ? order : bl_order(x->node, y->node);
}

static void put_member(struct work *w, uint32_t group, uint32_t node)
{
    struct out *o = &w->context->out;
    if (w->context->json) {
        json_begin(o, "recursive");
        json_u64(o, "group", group);
        json_node(w, node);
        json_end(o);
        return;
    }
    out_text(o, "  ");
    put_node(w, node);
    out_char(o, '\n');
}

/* The N MEMBERS, whose groups are numbered anew in the order of their first nodes. */
static void put_groups(struct work *w, const struct member *members, uint32_t n)
{
    uint32_t number = 0;
    for (uint32_t first = 0, end; first < n; first = end) {
        for (end = first; end < n && members[end].group == members[first].group;)
            end++;
        number++;
        if (!w->context->json) {
            out_printf(&w->context->out, "group %" PRIu32 ": ", number);
            out_count(&w->context->out, end - first, "function\n",
                      "functions that call each other\n");
        }
        for (uint32_t i = first; i < end; i++)
            put_member(w, number, members[i].node);
    }
}

bool reach_recursive(struct context *c)
{
    const struct reach_options options = {.calls_only = true};
    struct work w = {.context = c, .options = &options};
    struct member *members = NULL;
    uint32_t n = 0;
    uint32_t cap = 0;
    if (open_catalog(&w)) {
        const uint32_t *groups;
        make_graph(&w);
        out_need(bl_call_graph_groups(w.graph, &groups, NULL));
        for (uint32_t i = 0; i < w.n_nodes; i++)
            if (groups[i] != BL_NONE)
                array_add(&members, &n, &cap, (struct member){groups[i], i});
        array_sort(members, n, sizeof *members, by_group);
        put_groups(&w, members, n);
    }
    free(members);
    close_catalog(&w);
    return n > 0;
}
