/* rewrite/slice_parts.c - the definitions of a module in parts, by what they refer to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What has to be together is one group: members of a COMDAT, aliases with what they lead to, and
 * whatever may have addresses of basic blocks with their function. Groups are put in the order in
 * which a walk along references meets them, and that is cut into parts of about the same size.
 */
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "bitleap_constants.h"
#include "bitleap_references.h"
#include "bitleap_slice.h"
#include "ir/module.h"

struct edge {
    uint32_t from, to;
};

struct parting {
    const struct bl_global *globals;
    uint32_t n;
    bool has_addresses;    /* of basic blocks */
    uint32_t *leaders;     /* of groups, by global value */
    uint64_t *sizes;       /* by global value */
    uint32_t *first_edges; /* by global value, one more than there are */
    bool *was_met;
    struct edge *edges; /* in the order of FROM */
    uint32_t n_edges, cap_edges;
    uint32_t *stack;
    uint32_t n_stack, cap_stack;
    uint32_t *order; /* of definitions */
    uint32_t n_order, cap_order;
    struct bl_error *err;
};

static int no_memory(struct parting *p)
{
    return bl_fail(p->err, BL_E_NOMEM, "no memory for parts");
}

static uint32_t leader_of(struct parting *p, uint32_t value)
{
    while (p->leaders[value] != value)
        value = p->leaders[value] = p->leaders[p->leaders[value]];
    return value;
}

/* Of two leaders the first one leads. */
static void join(struct parting *p, uint32_t a, uint32_t b)
{
    a = leader_of(p, a);
    b = leader_of(p, b);
    p->leaders[a > b ? a : b] = a > b ? b : a;
}

static bool is_tied(const struct parting *p, const struct bl_reference *r)
{
    if (r->kind == BL_REFERENCE_ALIASEE || r->kind == BL_REFERENCE_RESOLVER)
        return true;
    return p->has_addresses && r->is_within && p->globals[r->to].kind == BL_GLOBAL_FUNCTION;
}

static int read_edges(struct parting *p, struct bl_references *references)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < p->n && status == BL_OK; i++) {
        const struct bl_reference *list = NULL;
        uint32_t n = 0;
        p->first_edges[i] = p->n_edges;
        if (!p->globals[i].is_declaration)
            status = bl_references_of(references, i, &list, &n, p->err);
        for (uint32_t k = 0; k < n && status == BL_OK; k++) {
            struct edge edge = {i, list[k].to};
            if (edge.to >= p->n || p->globals[edge.to].is_declaration)
                continue;
            if (is_tied(p, &list[k]))
                join(p, edge.from, edge.to);
            if (bl_append(&p->edges, &p->n_edges, &p->cap_edges, edge) < 0)
                status = no_memory(p);
        }
    }
    p->first_edges[p->n] = p->n_edges;
    return status;
}

/* Members of a COMDAT are together, and so are their sizes: that of the body, and something for the
 * rest. */
static int read_groups(struct parting *p, struct bl_module *module)
{
    enum {
        LEAST_SIZE = 64
    };
    const struct bl_comdat *comdats;
    uint32_t n_comdats;
    uint32_t *members;
    int status = bl_module_comdats(module, &comdats, &n_comdats, p->err);
    if (status < 0)
        return status;
    members = bl_new(((size_t)n_comdats + 1) * sizeof *members);
    if (!members)
        return no_memory(p);
    for (uint32_t i = 0; i < n_comdats; i++)
        members[i] = BL_NONE;
    for (uint32_t i = 0; i < p->n && status == BL_OK; i++) {
        struct bl_block body;
        uint32_t comdat = p->globals[i].comdat;
        int rc = bl_module_body(module, i, &body, p->err);
        status = rc < 0 ? rc : BL_OK;
        p->sizes[i] = LEAST_SIZE + (rc > 0 ? (uint64_t)body.n_words * 4 : 0);
        if (comdat >= n_comdats || p->globals[i].is_declaration)
            continue;
        if (members[comdat] == BL_NONE)
            members[comdat] = i;
        else
            join(p, members[comdat], i);
    }
    bl_drop(members);
    return status;
}

/* All that VALUE leads to and that was not met, in the order of a walk that goes deep first. */
static int walk(struct parting *p, uint32_t value)
{
    if (bl_append(&p->stack, &p->n_stack, &p->cap_stack, value) < 0)
        return no_memory(p);
    while (p->n_stack > 0) {
        uint32_t at = p->stack[--p->n_stack];
        if (p->was_met[at])
            continue;
        p->was_met[at] = true;
        if (bl_append(&p->order, &p->n_order, &p->cap_order, at) < 0)
            return no_memory(p);
        for (uint32_t e = p->first_edges[at + 1]; e > p->first_edges[at]; e--)
            if (!p->was_met[p->edges[e - 1].to] &&
                bl_append(&p->stack, &p->n_stack, &p->cap_stack, p->edges[e - 1].to) < 0)
                return no_memory(p);
    }
    return BL_OK;
}

/* The order, cut. Groups go where their first member is. */
static void cut(struct parting *p, uint32_t n_parts, uint32_t *parts)
{
    uint64_t total = 0;
    uint64_t done = 0;
    for (uint32_t i = 0; i < p->n_order; i++) {
        uint32_t leader = leader_of(p, p->order[i]);
        total += p->sizes[p->order[i]];
        if (leader != p->order[i])
            p->sizes[leader] += p->sizes[p->order[i]];
    }
    for (uint32_t i = 0; i < p->n_order; i++) {
        uint32_t leader = leader_of(p, p->order[i]);
        if (parts[leader] == BL_NONE) {
            uint64_t middle = done + p->sizes[leader] / 2;
            uint64_t part = total ? middle / (total / n_parts + 1) : 0;
            parts[leader] = part < n_parts ? (uint32_t)part : n_parts - 1;
            done += p->sizes[leader];
        }
        parts[p->order[i]] = parts[leader];
    }
}

static int find_parts(struct parting *p, struct bl_module *module, uint32_t n_parts,
                      uint32_t *parts)
{
    const struct bl_constant *constants = NULL;
    struct bl_references *references = NULL;
    uint32_t n_constants = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        p->leaders[i] = i;
        parts[i] = BL_NONE;
    }
    int status = bl_module_constants(module, &constants, &n_constants, p->err);
    for (uint32_t i = 0; i < n_constants && status == BL_OK; i++)
        p->has_addresses |= constants[i].code == BL_CODE_CONSTANTS_BLOCKADDRESS;
    if (status == BL_OK)
        status = read_groups(p, module);
    if (status == BL_OK)
        status = bl_references_open(&references, module, p->err);
    if (status == BL_OK)
        status = read_edges(p, references);
    bl_references_close(references);
    for (uint32_t i = 0; i < p->n && status == BL_OK; i++)
        if (!p->globals[i].is_declaration)
            status = walk(p, i);
    if (status == BL_OK)
        cut(p, n_parts, parts);
    return status;
}

int bl_slice_parts(struct bl_module *module, uint32_t n_parts, uint32_t *parts,
                   struct bl_error *err)
{
    struct parting p = {.err = err};
    if (n_parts == 0)
        return bl_fail(err, BL_E_ARGUMENT, "no parts");
    int status = bl_module_globals(module, &p.globals, &p.n, err);
    if (status < 0)
        return status;
    p.leaders = bl_new(((size_t)p.n + 1) * sizeof *p.leaders);
    p.sizes = bl_new(((size_t)p.n + 1) * sizeof *p.sizes);
    p.first_edges = bl_new(((size_t)p.n + 1) * sizeof *p.first_edges);
    p.was_met = bl_new((size_t)p.n + 1);
    bool has_all = p.leaders && p.sizes && p.first_edges && p.was_met;
    status = has_all ? find_parts(&p, module, n_parts, parts) : no_memory(&p);
    if (status == BL_OK && bl_module_lacked(module))
        status = no_memory(&p);
    bl_drop(p.leaders);
    bl_drop(p.sizes);
    bl_drop(p.first_edges);
    bl_drop(p.was_met);
    bl_drop(p.edges);
    bl_drop(p.stack);
    bl_drop(p.order);
    return status;
}
