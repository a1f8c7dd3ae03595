/* analysis/virtual_calls.h - the functions that calls through vtables find
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As LLVM's GlobalDCE has it after linking: where the module flag "Virtual Function Elim" is set,
 * vtables whose visibility is not public are called by loads of a type and an offset alone. A
 * function in such a vtable is reached by the loads that find it, not by the vtable. A load that
 * finds no function in a vtable, or has no constant offset, makes the vtable one that reaches all
 * that is in it, as any other does.
 */
#ifndef BL_ANALYSIS_VIRTUAL_CALLS_H
#define BL_ANALYSIS_VIRTUAL_CALLS_H

#include "analysis/call_graph.h"

/* A load in the body of node FROM finds the function TO. */
struct bl_virtual_call {
    uint32_t from, to;
};

struct bl_virtual_calls {
    bool *is_known; /* by node: all calls through its vtables are below; NULL: of none */
    struct bl_virtual_call *items;
    uint32_t n, cap;
};

/* Those of the modules of GRAPH, which has its nodes. HAS_SLOTS, by module: there are functions in
 * vtables. Where something cannot be read nothing is known. Error: BL_E_NOMEM. */
int bl_virtual_calls_find(struct bl_virtual_calls *calls, const struct bl_call_graph *graph,
                          const bool *has_slots);
void bl_virtual_calls_drop(struct bl_virtual_calls *calls);

#endif
