/* analysis/virtual_calls.c - the functions that calls through vtables find
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/virtual_calls.h"

#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"

#include <stdlib.h>

/* A variable with vtables. */
struct variable {
    uint32_t node;
    uint32_t first_slot, n_slots;
};

/* A function in one. */
struct slot {
    uint64_t offset; /* in the variable */
    uint32_t node;
};

/* Where a vtable of some type begins, or a load through one. */
struct typed {
    size_t name_at, name_size; /* of the type, in NAMES */
    uint64_t offset;           /* of the vtable in the variable, or of the slot in the vtable */
    uint32_t owner;            /* number of the variable, or node of the function that loads */
    bool is_load;
    bool is_known; /* a load's offset is */
};

struct search {
    struct virtual_calls *calls;
    const struct call_graph *graph;
    struct open_module open;
    struct text names;
    struct variable *variables;
    struct slot *slots;
    struct typed *typed;
    uint32_t n_variables, cap_variables, n_slots, cap_slots, n_typed, cap_typed;
    bool is_set, is_unset; /* the flag, in some module */
};

/* Whether VALUE of MODULE is what its name means in the program. */
static bool is_definition(const struct search *s, struct catalog_value value, uint32_t *node)
{
    *node = call_graph_node(s->graph, value);
    const struct graph_node *n = &s->graph->nodes[*node];
    return n->at.module == value.module && n->at.value == value.value;
}

/* The name of TYPE, or one that no type has and that differs from that of any other. */
static void add_typed(struct search *s, uint32_t module, const struct bl_type_id *type,
                      struct typed typed)
{
    typed.name_at = s->names.n;
    if (type->name.data) {
        text_put(&s->names, (const char *)type->name.data, type->name.size);
    } else {
        const uint32_t own[] = {0, module, type->node};
        text_put(&s->names, (const char *)own, sizeof own);
    }
    typed.name_size = s->names.n - typed.name_at;
    array_add(&s->typed, &s->n_typed, &s->cap_typed, typed);
}

/* ---- Vtables ---- */

static int add_variable(struct search *s, struct bl_vtables *vtables, struct catalog_value value,
                        uint32_t node, struct bl_error *err)
{
    const struct bl_vtable_slot *slots;
    uint32_t n;
    int rc = bl_vtables_slots(vtables, value.value, &slots, &n, err);
    array_add(&s->variables, &s->n_variables, &s->cap_variables,
              (struct variable){.node = node, .first_slot = s->n_slots, .n_slots = n});
    for (uint32_t i = 0; i < n; i++) {
        struct catalog_value function = {value.module, slots[i].function};
        array_add(&s->slots, &s->n_slots, &s->cap_slots,
                  (struct slot){slots[i].offset, call_graph_node(s->graph, function)});
    }
    return rc;
}

static int add_vtables(struct search *s, struct bl_vtables *vtables, uint32_t module,
                       struct bl_error *err)
{
    uint32_t n;
    const struct bl_vtable *list = bl_vtables_list(vtables, &n);
    int rc = BL_OK;
    for (uint32_t i = 0; i < n && rc == BL_OK; i++) {
        struct catalog_value value = {module, list[i].value};
        uint32_t node;
        if (!is_definition(s, value, &node))
            continue;
        if (i == 0 || list[i - 1].value != list[i].value)
            rc = add_variable(s, vtables, value, node, err);
        s->calls->is_known[node] = list[i].visibility != BL_VCALL_PUBLIC;
        add_typed(s, module, &list[i].type,
                  (struct typed){.owner = s->n_variables - 1, .offset = list[i].offset});
    }
    return rc;
}

static int read_vtables(struct search *s, uint32_t module, struct bl_error *err)
{
    struct bl_vtables *vtables = NULL;
    uint64_t flag;
    int rc = query_open_module(s->graph->query, &s->open, module, err);
    if (rc == BL_OK)
        rc = bl_vtables_open(&vtables, s->open.module, err);
    if (rc == BL_OK && (rc = bl_vtables_flag(vtables, &flag, err)) > 0)
        *(flag ? &s->is_set : &s->is_unset) = true;
    if (rc >= 0)
        rc = add_vtables(s, vtables, module, err);
    bl_vtables_close(vtables);
    return rc;
}

/* ---- Loads ---- */

static int add_loads(struct search *s, struct bl_vtables *vtables, uint32_t module,
                     uint32_t function, struct bl_error *err)
{
    const struct bl_checked_load *loads;
    uint32_t n = 0;
    uint32_t node;
    if (!is_definition(s, (struct catalog_value){module, function}, &node))
        return BL_OK;
    int rc = bl_function_load(s->open.function, function, err);
    if (rc == BL_OK)
        rc = bl_vtables_loads(vtables, s->open.function, &loads, &n, err);
    for (uint32_t i = 0; i < n; i++)
        add_typed(s, module, &loads[i].type,
                  (struct typed){.owner = node,
                                 .offset = loads[i].offset,
                                 .is_load = true,
                                 .is_known = loads[i].is_known});
    return rc;
}

/* In the functions that use LOADER, if the module has it. */
static int read_loads_by(struct search *s, struct bl_vtables *vtables, uint32_t module,
                         const char *loader, struct bl_error *err)
{
    struct bl_catalog_references references;
    struct bl_reference use;
    uint32_t value;
    int rc = bl_module_find(s->open.module, view_of(loader), &value, err);
    if (rc <= 0) /* a name that cannot be read has been reported */
        return rc == BL_E_NOMEM ? rc : BL_OK;
    rc = bl_catalog_references_init(&references, s->graph->query->catalog, module, value, err);
    while (rc >= 0 && (rc = bl_catalog_references_next(&references, &use, err)) > 0)
        rc = add_loads(s, vtables, module, use.from, err);
    return rc;
}

static int read_loads(struct search *s, uint32_t module, struct bl_error *err)
{
    struct bl_vtables *vtables = NULL;
    int rc = query_open_module(s->graph->query, &s->open, module, err);
    if (rc == BL_OK)
        rc = bl_vtables_open(&vtables, s->open.module, err);
    if (rc == BL_OK)
        rc = read_loads_by(s, vtables, module, "llvm.type.checked.load", err);
    if (rc == BL_OK)
        rc = read_loads_by(s, vtables, module, "llvm.type.checked.load.relative", err);
    bl_vtables_close(vtables);
    return rc;
}

/* ---- Both ---- */

static int compare_offset(const void *key, const void *slot)
{
    return in_order(*(const uint64_t *)key, ((const struct slot *)slot)->offset);
}

/* LOAD through a vtable of its type. */
static void find_function(struct search *s, const struct typed *load, const struct typed *vtable)
{
    const struct variable *variable = &s->variables[vtable->owner];
    uint64_t offset = vtable->offset + load->offset;
    const struct slot *slot = NULL;
    if (load->is_known && variable->n_slots > 0)
        slot = bsearch(&offset, &s->slots[variable->first_slot], variable->n_slots, sizeof *slot,
                       compare_offset);
    if (!slot)
        s->calls->is_known[variable->node] = false;
    else
        array_add(&s->calls->items, &s->calls->n, &s->calls->cap,
                  (struct virtual_call){load->owner, slot->node});
}

/* Those from FIRST to END have one type. */
static void find_of_type(struct search *s, const struct name_item *first,
                         const struct name_item *end)
{
    for (const struct name_item *l = first; l < end; l++)
        for (const struct name_item *v = first; v < end && s->typed[l->number].is_load; v++)
            if (!s->typed[v->number].is_load)
                find_function(s, &s->typed[l->number], &s->typed[v->number]);
}

static void find_functions(struct search *s)
{
    struct name_item *items = array_new(s->n_typed, sizeof *items);
    for (uint32_t i = 0; i < s->n_typed; i++)
        items[i] = (struct name_item){
            .name = {.data = (const uint8_t *)s->names.data + s->typed[i].name_at,
                     .size = s->typed[i].name_size},
            .number = i,
        };
    sort_names(items, s->n_typed);
    for (uint32_t first = 0, end; first < s->n_typed; first = end) {
        for (end = first + 1;
             end < s->n_typed && compare_names(items[first].name, items[end].name) == 0;)
            end++;
        find_of_type(s, &items[first], &items[end]);
    }
    free(items);
}

void virtual_calls_find(struct virtual_calls *calls, const struct call_graph *graph,
                        const bool *has_slots, uint32_t n_modules)
{
    struct search s = {.calls = calls, .graph = graph};
    struct bl_error err;
    int rc = BL_OK;
    *calls = (struct virtual_calls){.is_known = array_new(graph->n_nodes, sizeof(bool))};
    for (uint32_t i = 0; i < n_modules && rc >= 0; i++)
        if (has_slots[i])
            rc = read_vtables(&s, i, &err);
    bool is_wanted = s.is_set && !s.is_unset;
    for (uint32_t i = 0; i < n_modules && rc >= 0 && is_wanted; i++)
        if (graph->first_values[i] < graph->first_values[i + 1])
            rc = read_loads(&s, i, &err);
    if (rc >= 0 && is_wanted)
        find_functions(&s);
    else
        virtual_calls_drop(calls);
    query_close_module(&s.open);
    free(s.names.data);
    free(s.variables);
    free(s.slots);
    free(s.typed);
}

void virtual_calls_drop(struct virtual_calls *calls)
{
    free(calls->is_known);
    free(calls->items);
    *calls = (struct virtual_calls){.items = NULL};
}
