/* analysis/call_graph.h - who reaches whom: the graph
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_ANALYSIS_CALL_GRAPH_H
#define BL_ANALYSIS_CALL_GRAPH_H

#include "bitleap_analysis.h"

struct bl_call_graph {
    const struct bl_catalog *catalog; /* while the graph is made */
    uint32_t n_modules;
    struct bl_graph_node *nodes;
    struct bl_graph_edge *edges;
    uint32_t n_nodes, cap_nodes, n_edges, cap_edges;
    /* From values to nodes: those of module M begin at first_values[M]. */
    uint32_t *node_of;
    uint64_t *first_values;
    struct bl_graph_step *steps; /* what was reached last */
    uint32_t *groups;
};

/* Whether any value of MODULE was asked for. */
static inline bool bl_graph_has(const struct bl_call_graph *graph, uint32_t module)
{
    return graph->first_values[module] < graph->first_values[module + 1];
}

#endif
