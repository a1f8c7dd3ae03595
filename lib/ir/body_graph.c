/* ir/body_graph.c - a body as a graph: edges between its blocks, uses of values
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Instructions are read once, into arrays that grow. Then lists are made by counting: of edges by
 * the block that they lead to, of uses by value. Numbers of the body's own values are dense; the
 * few uses of values of the module, of which there may be any number, are sorted.
 */
#include "bitleap_graph.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "ir/function_values.h"
#include "ir/opcodes.h"

#include <stdlib.h>
#include <string.h>

struct bl_body_graph {
    struct bl_graph_body body;
    struct bl_graph_instruction *instructions;
    struct bl_graph_block *blocks;
    struct bl_debug_location *locations;
    struct bl_operand *operands;
    uint64_t *words;
    uint32_t cap_instructions, cap_blocks, cap_locations, n_operands, cap_operands, n_words,
        cap_words;
    uint32_t *edges; /* successors of all blocks, then predecessors */
    /* Uses of values of the module by number, then those of the body's own values: those of own
     * value I end at ends[I + 1]. */
    struct bl_graph_use *uses;
    uint32_t *ends;
    uint32_t *makers; /* by value, from the first instruction's on */
    uint64_t n_kept, most_kept;
};

/* ---- Reading ---- */

static int fail_operands(struct bl_error *err)
{
    return bl_fail(err, BL_E_LIMIT, "more operands in a body than the limit");
}

static int fail_memory(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for the graph of a body");
}

static bool is_number_of_words(const struct bl_operand *op)
{
    return op->kind == BL_OPERAND_INTEGER || op->kind == BL_OPERAND_RANGE;
}

/* Wide integers of INST; their numbers, in OPERANDS, become those of all words. */
static int add_words(struct bl_body_graph *g, const struct bl_instruction *inst,
                     struct bl_operand *operands, struct bl_error *err)
{
    uint64_t n = 0, base = g->n_words;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        if (!is_number_of_words(&operands[i]))
            continue;
        uint64_t end = operands[i].number + 1 + inst->words[operands[i].number];
        n = end > n ? end : n;
        operands[i].number += base;
    }
    g->n_kept += n;
    if (g->n_kept > g->most_kept || base + n > UINT32_MAX)
        return fail_operands(err);
    if (bl_grow(&g->words, &g->cap_words, base + n) < 0)
        return fail_memory(err);
    if (n > 0)
        memcpy(g->words + base, inst->words, n * sizeof *g->words);
    g->n_words += (uint32_t)n;
    return BL_OK;
}

static int add_operands(struct bl_body_graph *g, const struct bl_instruction *inst,
                        uint32_t n_of_bundles, struct bl_error *err)
{
    uint64_t n = (uint64_t)inst->n_operands + n_of_bundles;
    if (n == 0) /* there may be no array yet */
        return BL_OK;
    g->n_kept += n;
    if (g->n_kept > g->most_kept || g->n_operands + n > UINT32_MAX)
        return fail_operands(err);
    if (bl_grow(&g->operands, &g->cap_operands, g->n_operands + n) < 0)
        return fail_memory(err);
    struct bl_operand *to = g->operands + g->n_operands;
    if (inst->n_operands > 0)
        memcpy(to, inst->operands, inst->n_operands * sizeof *to);
    if (n_of_bundles > 0)
        memcpy(to + inst->n_operands, inst->bundle_operands, n_of_bundles * sizeof *to);
    g->n_operands += (uint32_t)n;
    return inst->flags & BL_INST_WIDE ? add_words(g, inst, to, err) : BL_OK;
}

/* The number of the location of INST, mostly that of the instruction before it. */
static int add_location(struct bl_body_graph *g, const struct bl_instruction *inst,
                        uint32_t *location)
{
    const struct bl_debug_location *l = &inst->location;
    const struct bl_debug_location *last =
        g->body.n_locations > 0 ? &g->locations[g->body.n_locations - 1] : NULL;
    *location = BL_NONE;
    if (!inst->has_location)
        return BL_OK;
    bool is_last = last && last->line == l->line && last->column == l->column &&
                   last->scope == l->scope && last->inlined_at == l->inlined_at &&
                   last->atom_group == l->atom_group && last->atom_rank == l->atom_rank &&
                   last->is_implicit == l->is_implicit;
    int status =
        is_last ? BL_OK : bl_append(&g->locations, &g->body.n_locations, &g->cap_locations, *l);
    *location = g->body.n_locations - 1;
    return status;
}

static int add_instruction(struct bl_body_graph *g, const struct bl_instruction *inst,
                           struct bl_error *err)
{
    uint32_t n = g->body.n_instructions, location, n_of_bundles = 0;
    if (inst->n_bundles > 0)
        n_of_bundles =
            inst->bundles[inst->n_bundles - 1].first + inst->bundles[inst->n_bundles - 1].n;
    while (g->body.n_blocks <= inst->basic_block)
        if (bl_append(&g->blocks, &g->body.n_blocks, &g->cap_blocks,
                      (struct bl_graph_block){.first = n}) < 0)
            return fail_memory(err);
    int status = add_operands(g, inst, n_of_bundles, err);
    if (status < 0)
        return status;
    if (add_location(g, inst, &location) < 0 ||
        bl_grow(&g->instructions, &g->cap_instructions, n + UINT64_C(1)) < 0)
        return fail_memory(err);
    g->instructions[n] = (struct bl_graph_instruction){
        .bit_pos = inst->bit_pos,
        .n_operands = inst->n_operands,
        .n_bundle_operands = n_of_bundles,
        .n_arguments = inst->n_arguments,
        .type = inst->type,
        .value = inst->value,
        .basic_block = inst->basic_block,
        .source_type = inst->source_type,
        .attributes = inst->attributes,
        .location = location,
        .flags = (uint32_t)inst->flags,
        .calling_convention = (uint16_t)inst->calling_convention,
        .alignment = inst->alignment ? (uint8_t)(64 - __builtin_clzll(inst->alignment)) : 0,
        .opcode = inst->opcode,
        .predicate = inst->predicate,
        .operation = inst->operation,
        .ordering = inst->ordering,
        .numbers_uncertain = inst->numbers_uncertain,
    };
    g->body.n_instructions++;
    g->blocks[g->body.n_blocks - 1].n++;
    return BL_OK;
}

static int read_instructions(struct bl_body_graph *g, struct bl_function *f, struct bl_error *err)
{
    uint64_t most = bl_most_instructions(&f->body);
    struct bl_instruction inst;
    int rc;
    while ((rc = bl_function_next(f, &inst, err)) > 0) {
        if (g->body.n_instructions >= most)
            return bl_fail(err, BL_E_LIMIT, "more instructions in a body than its size allows");
        rc = add_instruction(g, &inst, err);
        if (rc < 0)
            return rc;
        g->body.lacks_edges |=
            inst.numbers_uncertain || (inst.opcode == BL_OP_UNKNOWN && f->ends_block);
    }
    return rc;
}

/* ---- Edges ---- */

/* Where BLOCK leads to, one after the other: *AT is 0 at first. */
static bool next_successor(const struct bl_body_graph *g, const struct bl_graph_block *block,
                           uint32_t *at, uint32_t *to)
{
    const struct bl_graph_instruction *end =
        block->n > 0 ? &g->instructions[block->first + block->n - 1] : NULL;
    if (!end || !bl_opcode_is(end->opcode, BL_IS_TERMINATOR))
        return false;
    while (*at < end->n_operands) {
        const struct bl_operand *op = &end->operands[(*at)++];
        if (op->kind != BL_OPERAND_BLOCK || op->number >= g->body.n_blocks)
            continue;
        *to = (uint32_t)op->number;
        return true;
    }
    return false;
}

static bool link_blocks(struct bl_body_graph *g)
{
    uint32_t at, to, n_blocks = g->body.n_blocks;
    uint64_t n = 0;
    for (uint32_t i = 0; i < n_blocks; i++)
        for (at = 0; next_successor(g, &g->blocks[i], &at, &to); n++) {
            g->blocks[i].n_successors++;
            g->blocks[to].n_predecessors++;
        }
    g->edges = malloc((2 * n + 1) * sizeof *g->edges);
    if (!g->edges)
        return false;
    uint32_t *successor = g->edges, *predecessor = g->edges + n;
    for (uint32_t i = 0; i < n_blocks; i++) {
        g->blocks[i].predecessors = predecessor;
        predecessor += g->blocks[i].n_predecessors;
        g->blocks[i].n_predecessors = 0;
    }
    for (uint32_t i = 0; i < n_blocks; i++) {
        g->blocks[i].successors = successor;
        for (at = 0; next_successor(g, &g->blocks[i], &at, &to); *successor++ = to) {
            struct bl_graph_block *b = &g->blocks[to];
            g->edges[(size_t)(b->predecessors - g->edges) + b->n_predecessors++] = i;
        }
    }
    return true;
}

/* ---- Uses ---- */

/* Number of the list that has uses of VALUE: 0 of all that are not the body's own. */
static uint32_t list_of(const struct bl_graph_body *body, uint64_t value)
{
    return value >= body->first_argument && value < body->n_values
               ? (uint32_t)(value - body->first_argument) + 1
               : 0;
}

struct module_use {
    uint64_t value;
    struct bl_graph_use use;
};

static int by_value(const void *a, const void *b)
{
    const struct module_use *x = a, *y = b;
    if (x->value != y->value)
        return bl_order(x->value, y->value);
    if (x->use.instruction != y->use.instruction)
        return bl_order(x->use.instruction, y->use.instruction);
    return bl_order(x->use.operand, y->use.operand);
}

static uint64_t value_of(const struct bl_body_graph *g, const struct bl_graph_use *use)
{
    return g->instructions[use->instruction].operands[use->operand].number;
}

static bool sort_module_uses(struct bl_body_graph *g, uint32_t n)
{
    struct module_use *sorted = malloc((n + (size_t)1) * sizeof *sorted);
    if (!sorted)
        return false;
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = (struct module_use){value_of(g, &g->uses[i]), g->uses[i]};
    bl_sort(sorted, n, sizeof *sorted, by_value);
    for (uint32_t i = 0; i < n; i++)
        g->uses[i] = sorted[i].use;
    free(sorted);
    return true;
}

static bool find_uses(struct bl_body_graph *g)
{
    const struct bl_graph_body *body = &g->body;
    uint32_t n_lists = body->n_values - body->first_argument + 1, n = 0;
    g->ends = calloc(n_lists + (size_t)1, sizeof *g->ends);
    if (!g->ends)
        return false;
    for (uint32_t i = 0; i < g->n_operands; i++)
        if (g->operands[i].kind == BL_OPERAND_VALUE) {
            g->ends[list_of(body, g->operands[i].number) + 1]++;
            n++;
        }
    for (uint32_t i = 0; i < n_lists; i++)
        g->ends[i + 1] += g->ends[i];
    g->uses = malloc((n + (size_t)1) * sizeof *g->uses);
    if (!g->uses)
        return false;
    /* Each list begins at its end so far; then it is what the one after it begins at. */
    for (uint32_t i = 0; i < body->n_instructions; i++) {
        const struct bl_graph_instruction *inst = &g->instructions[i];
        for (uint32_t k = 0; k < inst->n_operands + inst->n_bundle_operands; k++)
            if (inst->operands[k].kind == BL_OPERAND_VALUE)
                g->uses[g->ends[list_of(body, inst->operands[k].number)]++] =
                    (struct bl_graph_use){.instruction = i, .operand = k};
    }
    return sort_module_uses(g, g->ends[0]);
}

static bool find_makers(struct bl_body_graph *g)
{
    const struct bl_graph_body *body = &g->body;
    uint32_t n = body->n_values - body->first_instruction;
    g->makers = malloc((n + (size_t)1) * sizeof *g->makers);
    if (!g->makers)
        return false;
    memset(g->makers, 0xFF, n * sizeof *g->makers);
    for (uint32_t i = 0; i < body->n_instructions; i++)
        if (g->instructions[i].value - body->first_instruction < n)
            g->makers[g->instructions[i].value - body->first_instruction] = i;
    return true;
}

/* ---- The whole graph ---- */

static bool finish(struct bl_body_graph *g)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < g->body.n_instructions; i++) {
        struct bl_graph_instruction *inst = &g->instructions[i];
        uint32_t n = inst->n_operands + inst->n_bundle_operands;
        inst->operands = n > 0 ? g->operands + at : NULL;
        at += n;
        if (inst->value != BL_NONE)
            g->body.n_values = inst->value + 1;
    }
    g->n_operands = at; /* without those of an instruction that met a limit */
    g->body.instructions = g->instructions;
    g->body.blocks = g->blocks;
    g->body.locations = g->locations;
    g->body.words = g->words;
    return link_blocks(g) && find_uses(g) && find_makers(g);
}

int bl_body_graph_open(struct bl_body_graph **graph, struct bl_function *f, struct bl_error *err)
{
    struct bl_body_graph *g = *graph = NULL;
    const struct bl_body *body = bl_function_body(f);
    if (!f->is_loaded)
        return bl_fail(err, BL_E_ARGUMENT, "no function has been loaded");
    g = bl_new(sizeof *g);
    if (!g)
        return fail_memory(err);
    g->most_kept = f->cursor.max_operands;
    g->body = (struct bl_graph_body){
        .function = body->function,
        .first_argument = body->first_argument,
        .n_arguments = body->n_arguments,
        .first_constant = body->first_constant,
        .n_constants = body->n_constants,
        .first_instruction = body->first_instruction,
        .n_values = body->first_instruction,
    };
    int status = read_instructions(g, f, err);
    if (status != BL_E_NOMEM && !finish(g))
        status = fail_memory(err);
    if (status == BL_E_NOMEM)
        bl_body_graph_close(g);
    else
        *graph = g;
    return status;
}

void bl_body_graph_close(struct bl_body_graph *g)
{
    if (!g)
        return;
    bl_drop(g->instructions);
    bl_drop(g->blocks);
    bl_drop(g->locations);
    bl_drop(g->operands);
    bl_drop(g->words);
    free(g->edges);
    free(g->uses);
    free(g->ends);
    free(g->makers);
    bl_drop(g);
}

const struct bl_graph_body *bl_body_graph_get(const struct bl_body_graph *graph)
{
    return &graph->body;
}

uint32_t bl_body_graph_uses(const struct bl_body_graph *g, uint32_t value,
                            const struct bl_graph_use **uses)
{
    uint32_t list = list_of(&g->body, value);
    uint32_t low = list ? g->ends[list - 1] : 0, end = g->ends[list];
    if (list == 0) {
        uint32_t first = 0, past = end;
        BL_LOWER_BOUND(first, past, mid, value_of(g, &g->uses[mid]) < value);
        low = first;
        past = end;
        BL_LOWER_BOUND(first, past, mid, value_of(g, &g->uses[mid]) <= value);
        end = first;
    }
    *uses = g->uses + low;
    return end - low;
}

const struct bl_graph_instruction *bl_body_graph_definition(const struct bl_body_graph *g,
                                                            uint64_t value)
{
    uint64_t i = value - g->body.first_instruction;
    if (value < g->body.first_instruction || value >= g->body.n_values || g->makers[i] == BL_NONE)
        return NULL;
    return &g->instructions[g->makers[i]];
}
