/* analysis/virtual_calls.c - the functions that calls through vtables find
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/virtual_calls.h"

#include "base/grow.h"
#include "base/growing_text.h"
#include "base/name_sort.h"

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
    struct bl_virtual_calls *calls;
    const struct bl_call_graph *graph;
    struct bl_query_module open;
    struct bl_sql_text names;
    struct variable *variables;
    struct slot *slots;
    struct typed *typed;
    uint32_t n_variables, cap_variables, n_slots, cap_slots, n_typed, cap_typed;
    bool is_set, is_unset; /* the flag, in some module */
};

/* Whether VALUE of MODULE is what its name means in the program. */
static bool is_definition(const struct search *s, struct bl_module_value value, uint32_t *node)
{
    *node = bl_call_graph_node(s->graph, value);
    if (*node == BL_NONE)
        return false;
    const struct bl_graph_node *n = &s->graph->nodes[*node];
    return n->at.module == value.module && n->at.value == value.value;
}

/* The name of TYPE, or one that no type has and that differs from that of any other. */
static int add_typed(struct search *s, uint32_t module, const struct bl_type_id *type,
                     struct typed typed)
{
    const uint32_t own[] = {0, module, type->node};
    typed.name_at = s->names.size;
    if (type->name.data)
        bl_sql_text_view(&s->names, type->name);
    else
        bl_sql_text_put(&s->names, (const char *)own, sizeof own);
    typed.name_size = s->names.size - typed.name_at;
    return s->names.has_lacked ? BL_E_NOMEM
                               : bl_append(&s->typed, &s->n_typed, &s->cap_typed, typed);
}

/* ---- Vtables ---- */

static int add_variable(struct search *s, struct bl_vtables *vtables, struct bl_module_value value,
                        uint32_t node, struct bl_error *err)
{
    const struct bl_vtable_slot *slots;
    uint32_t n;
    int rc = bl_vtables_slots(vtables, value.value, &slots, &n, err);
    if (rc == BL_OK)
        rc = bl_append(&s->variables, &s->n_variables, &s->cap_variables,
                       (struct variable){.node = node, .first_slot = s->n_slots, .n_slots = n});
    for (uint32_t i = 0; i < n && rc == BL_OK; i++) {
        struct bl_module_value function = {value.module, slots[i].function};
        rc = bl_append(&s->slots, &s->n_slots, &s->cap_slots,
                       (struct slot){slots[i].offset, bl_call_graph_node(s->graph, function)});
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
        struct bl_module_value value = {module, list[i].value};
        uint32_t node;
        if (!is_definition(s, value, &node))
            continue;
        if (i == 0 || list[i - 1].value != list[i].value)
            rc = add_variable(s, vtables, value, node, err);
        s->calls->is_known[node] = list[i].visibility != BL_VCALL_PUBLIC;
        if (rc == BL_OK)
            rc = add_typed(s, module, &list[i].type,
                           (struct typed){.owner = s->n_variables - 1, .offset = list[i].offset});
    }
    return rc;
}

static int read_vtables(struct search *s, uint32_t module, struct bl_error *err)
{
    struct bl_vtables *vtables = NULL;
    uint64_t flag;
    int rc = bl_query_module_open(&s->open, s->graph->catalog, module, err);
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
    if (!is_definition(s, (struct bl_module_value){module, function}, &node))
        return BL_OK;
    int rc = bl_function_load(s->open.function, function, err);
    if (rc == BL_OK)
        rc = bl_vtables_loads(vtables, s->open.function, &loads, &n, err);
    for (uint32_t i = 0; i < n && rc == BL_OK; i++)
        rc = add_typed(s, module, &loads[i].type,
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
    int rc = bl_module_find(s->open.module, bl_sql_view(loader), &value, err);
    if (rc <= 0) /* a name that cannot be read has been reported */
        return rc == BL_E_NOMEM ? rc : BL_OK;
    rc = bl_catalog_references_init(&references, s->graph->catalog, module, value, err);
    while (rc >= 0 && (rc = bl_catalog_references_next(&references, &use, err)) > 0)
        rc = add_loads(s, vtables, module, use.from, err);
    return rc;
}

static int read_loads(struct search *s, uint32_t module, struct bl_error *err)
{
    struct bl_vtables *vtables = NULL;
    int rc = bl_query_module_open(&s->open, s->graph->catalog, module, err);
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
    return bl_order(*(const uint64_t *)key, ((const struct slot *)slot)->offset);
}

/* LOAD through a vtable of its type. */
static int find_function(struct search *s, const struct typed *load, const struct typed *vtable)
{
    const struct variable *variable = &s->variables[vtable->owner];
    uint64_t offset = vtable->offset + load->offset;
    const struct slot *slot = NULL;
    if (load->is_known && variable->n_slots > 0)
        slot = bsearch(&offset, &s->slots[variable->first_slot], variable->n_slots, sizeof *slot,
                       compare_offset);
    if (!slot)
        s->calls->is_known[variable->node] = false;
    else if (slot->node != BL_NONE)
        return bl_append(&s->calls->items, &s->calls->n, &s->calls->cap,
                         (struct bl_virtual_call){load->owner, slot->node});
    return BL_OK;
}

/* Those from FIRST to END have one type. */
static int find_of_type(struct search *s, const struct bl_name_item *first,
                        const struct bl_name_item *end)
{
    int rc = BL_OK;
    for (const struct bl_name_item *l = first; l < end && rc == BL_OK; l++)
        for (const struct bl_name_item *v = first;
             v < end && s->typed[l->number].is_load && rc == BL_OK; v++)
            if (!s->typed[v->number].is_load)
                rc = find_function(s, &s->typed[l->number], &s->typed[v->number]);
    return rc;
}

static int find_functions(struct search *s)
{
    struct bl_name_item *items = calloc((size_t)s->n_typed + 1, sizeof *items);
    int rc = BL_OK;
    if (!items)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < s->n_typed; i++)
        items[i] = (struct bl_name_item){
            .name = {.data = (const uint8_t *)s->names.data + s->typed[i].name_at,
                     .size = s->typed[i].name_size},
            .number = i,
        };
    bl_sort_names(items, s->n_typed);
    for (uint32_t first = 0, end; first < s->n_typed && rc == BL_OK; first = end) {
        for (end = first + 1;
             end < s->n_typed && bl_view_equal(items[first].name, items[end].name);)
            end++;
        rc = find_of_type(s, &items[first], &items[end]);
    }
    free(items);
    return rc;
}

int bl_virtual_calls_find(struct bl_virtual_calls *calls, const struct bl_call_graph *graph,
                          const bool *has_slots)
{
    struct search s = {.calls = calls, .graph = graph};
    struct bl_error err;
    int rc = BL_OK;
    *calls =
        (struct bl_virtual_calls){.is_known = calloc((size_t)graph->n_nodes + 1, sizeof(bool))};
    if (!calls->is_known)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < graph->n_modules && rc >= 0; i++)
        if (has_slots[i])
            rc = read_vtables(&s, i, &err);
    bool is_wanted = s.is_set && !s.is_unset;
    for (uint32_t i = 0; i < graph->n_modules && rc >= 0 && is_wanted; i++)
        if (bl_graph_has(graph, i))
            rc = read_loads(&s, i, &err);
    if (rc >= 0 && is_wanted)
        rc = find_functions(&s);
    if (rc < 0 || !is_wanted)
        bl_virtual_calls_drop(calls);
    bl_query_module_close(&s.open);
    bl_sql_text_release(&s.names);
    bl_drop(s.variables);
    bl_drop(s.slots);
    bl_drop(s.typed);
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

void bl_virtual_calls_drop(struct bl_virtual_calls *calls)
{
    free(calls->is_known);
    bl_drop(calls->items);
    *calls = (struct bl_virtual_calls){.items = NULL};
}
