/* analysis/call_graph.h - who reaches whom, across the modules of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Nodes are global values as a linker would have them: values of one name that linkers see are one
 * node, whose definition is the first strong one or else the first weak one; a local value is a
 * node of its own. Edges are the references of that definition; those of others are dropped, as
 * their bodies are. Functions in vtables are used by these, or by the calls that find them there
 * (analysis/virtual_calls.h).
 */
#ifndef CMD_CALL_GRAPH_H
#define CMD_CALL_GRAPH_H

#include "analysis/catalog_values.h"

struct graph_node {
    struct catalog_value at; /* the definition or, if there is none, the first that refers to it */
    uint32_t first_edge, n_edges;
    bool is_defined;
    bool is_function; /* or an alias or ifunc, which leads to one */
    bool is_root; /* kept whatever uses it: llvm.used and its like, and symbols marked as used */
};

struct graph_edge {
    uint32_t to;  /* node */
    bool is_call; /* direct; or what an alias stands for */
    uint8_t kind; /* bl_reference_kind: the first of those that there are */
};

struct call_graph {
    struct query *query;
    struct graph_node *nodes;
    struct graph_edge *edges;
    uint32_t n_nodes, cap_nodes, n_edges, cap_edges;
    /* From values to nodes: those of module M begin at first_values[M]. */
    uint32_t *node_of;
    uint64_t *first_values;
};

/* The graph of Q's catalog, which has bodies: of the streams that were asked for. What is damaged
 * is reported, and left out. */
void call_graph_make(struct call_graph *graph, struct query *q);
void call_graph_drop(struct call_graph *graph);

/* The node of VALUE. */
uint32_t call_graph_node(const struct call_graph *graph, struct catalog_value value);

/* Turn all edges round. */
void call_graph_reverse(struct call_graph *graph);

/* How a node is reached. */
struct graph_step {
    uint32_t node;
    uint32_t before; /* in the list: the step that led here; BL_NONE: it was begun with */
    uint32_t depth;
    bool by_calls;                 /* alone */
    const struct graph_edge *edge; /* that led here; NULL */
};

/* Nodes reached from the N nodes of FROM, nearest first, to DEPTH edges away: *STEPS is malloc'ed.
 * With CALLS_ONLY by calls alone. */
void call_graph_reach(const struct call_graph *graph, const uint32_t *from, uint32_t n,
                      uint32_t depth, bool calls_only, struct graph_step **steps,
                      uint32_t *n_steps);

/* Number the groups of nodes that reach each other by calls: *GROUPS, malloc'ed, has that of each
 * node, or BL_NONE: it does not reach itself. */
void call_graph_groups(const struct call_graph *graph, uint32_t **groups);

#endif
