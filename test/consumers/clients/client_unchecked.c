/* client_unchecked.c - calls of malloc and fopen whose results are never compared
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A result is followed through phis, selects, casts, and variables on the stack.
 *
 * Usage: client_unchecked FILE
 */
#include <bitleap.h>
#include <stdio.h>
#include <stdlib.h>

/* Values that may be the result: each is in LIST once. */
struct flow {
    const struct bl_body_graph *graph;
    bool *is_in;
    uint32_t *list, n;
};

static void add(struct flow *f, uint64_t value)
{
    if (value < bl_body_graph_get(f->graph)->n_values && !f->is_in[value]) {
        f->is_in[value] = true;
        f->list[f->n++] = (uint32_t)value;
    }
}

/* Where USE takes the result. True: it is compared. */
static bool follow(struct flow *f, const struct bl_graph_use *use)
{
    const struct bl_graph_instruction *inst =
        &bl_body_graph_get(f->graph)->instructions[use->instruction];
    switch (inst->opcode) {
    case BL_OP_ICMP: return true;
    case BL_OP_PHI:
    case BL_OP_SELECT:
    case BL_OP_BITCAST:
    case BL_OP_ADDRSPACECAST:
    case BL_OP_FREEZE: add(f, inst->value); return false;
    case BL_OP_STORE: break;
    default: return false;
    }
    const struct bl_graph_instruction *variable =
        bl_body_graph_definition(f->graph, inst->operands[1].number);
    if (use->operand != 0 || !variable || variable->opcode != BL_OP_ALLOCA)
        return false;
    const struct bl_graph_use *uses;
    uint32_t n = bl_body_graph_uses(f->graph, variable->value, &uses);
    for (uint32_t i = 0; i < n; i++) {
        inst = &bl_body_graph_get(f->graph)->instructions[uses[i].instruction];
        if (inst->opcode == BL_OP_LOAD)
            add(f, inst->value);
    }
    return false;
}

/* Whether VALUE is compared; 1, 0, or BL_E_NOMEM. */
static int is_compared(const struct bl_body_graph *graph, uint32_t value)
{
    uint32_t n_values = bl_body_graph_get(graph)->n_values;
    struct flow f = {graph, calloc(n_values, sizeof(bool)), calloc(n_values, sizeof(uint32_t)), 0};
    bool found = false;
    int rc = f.is_in && f.list ? 0 : BL_E_NOMEM;
    if (rc == 0)
        add(&f, value);
    for (uint32_t i = 0; rc == 0 && !found && i < f.n; i++) {
        const struct bl_graph_use *uses;
        uint32_t n = bl_body_graph_uses(graph, f.list[i], &uses);
        for (uint32_t k = 0; k < n && !found; k++)
            found = follow(&f, &uses[k]);
    }
    free(f.is_in);
    free(f.list);
    return rc < 0 ? rc : found;
}

/* Calls of CALLEE in the body that FUNCTION has loaded. */
static int check(struct bl_module *module, const struct bl_body_graph *graph, const char *callee,
                 struct bl_view name)
{
    const struct bl_graph_body *body = bl_body_graph_get(graph);
    const struct bl_graph_use *uses;
    uint32_t value;
    if (bl_module_find(module, bl_view_of(callee), &value, NULL) <= 0)
        return 0;
    uint32_t n = bl_body_graph_uses(graph, value, &uses);
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_graph_instruction *call = &body->instructions[uses[i].instruction];
        if (!bl_opcode_calls(call->opcode) || uses[i].operand != 0)
            continue;
        int rc = is_compared(graph, call->value);
        if (rc < 0)
            return rc;
        if (rc == 0)
            printf("%.*s: %s\n", (int)name.size, (const char *)name.data, callee);
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct bl_module *module;
    struct bl_function *function = NULL;
    const struct bl_global *globals;
    struct bl_error err = {0};
    uint32_t n = 0;
    int rc = bl_module_open_file(&module, argc > 1 ? argv[1] : "-", NULL, 0, &err);
    if (rc >= 0 && (rc = bl_module_globals(module, &globals, &n, &err)) >= 0)
        rc = bl_function_open(&function, module, BL_NONE, &err);
    for (uint32_t i = 0; rc >= 0 && i < n; i++) {
        struct bl_body_graph *graph = NULL;
        if (globals[i].kind != BL_GLOBAL_FUNCTION || globals[i].is_declaration)
            continue;
        if ((rc = bl_function_load(function, i, &err)) >= 0 &&
            (rc = bl_body_graph_open(&graph, function, &err)) >= 0 &&
            (rc = check(module, graph, "malloc", globals[i].name)) >= 0)
            rc = check(module, graph, "fopen", globals[i].name);
        bl_body_graph_close(graph);
    }
    if (rc < 0)
        fprintf(stderr, "%s\n", err.what ? err.what : bl_status_text(rc));
    bl_function_close(function);
    bl_module_close(module);
    return rc < 0;
}
