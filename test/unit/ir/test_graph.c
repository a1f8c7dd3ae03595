/* test_graph.c - bodies as graphs: edges between blocks, uses of values, what makes them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_graph.h"
#include "bitleap_index.h"
#include "bitleap_search.h"
#include "support/corpus.h"
#include "unit/ir/bodies.h"

#include <stdlib.h>

#define N(array) (sizeof(array) / sizeof((array)[0]))

static const struct body_record records[] = {
    {2, 3, {REL(V_I32), REL(V_I32), 0}},                /* b0: v16 = add v9, v9 */
    {11, 3, {1, 2, 17 - V_TRUE}},                       /* br true, b1, b2 */
    {44, 4, {17 - V_PTR, 17 - 16, 0, 0}},               /* b1: store v16, v12 */
    {11, 1, {2}},                                       /* br b2 */
    {16, 5, {T_I32, 1 << 1, 0, (17 - V_ZERO) << 1, 1}}, /* b2: v17 = phi v16 b0, 0 b1 */
    {12, 7, {T_I32, 18 - 17, 1, V_ZERO, 1, V_ONE, 3}},  /* switch v17, b1, 0 b1, 1 b3 */
    {10, 1, {18 - 17}},                                 /* b3: ret v17 */
};

static struct opened open_records(size_t n, uint64_t n_blocks)
{
    struct bl_writer *w = begin_body(1, false, n_blocks);
    for (size_t i = 0; i < n; i++)
        write_body_record(w, &records[i]);
    return end_body(w);
}

static void expect_uses(const struct bl_body_graph *g, uint32_t value,
                        const struct bl_graph_use *expected, uint32_t n)
{
    const struct bl_graph_use *uses;
    cr_assert_eq(bl_body_graph_uses(g, value, &uses), n, "v%u", value);
    for (uint32_t i = 0; i < n; i++)
        cr_expect(uses[i].instruction == expected[i].instruction &&
                      uses[i].operand == expected[i].operand,
                  "v%u: use %u", value, i);
}

static void expect_list(const uint32_t *list, uint32_t n, const char *expected)
{
    char text[64] = "";
    for (uint32_t i = 0; i < n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%u ", list[i]);
    cr_expect_str_eq(text, expected);
}

Test(graph, edges_and_uses)
{
    static const struct {
        uint32_t first, n;
        const char *successors, *predecessors;
    } blocks[] = {
        {0, 2, "1 2 ", ""}, {2, 2, "2 ", "0 2 2 "}, {4, 2, "1 1 3 ", "0 1 "}, {6, 1, "", "2 "}};
    struct opened o = open_records(N(records), 4);
    struct bl_function *f;
    struct bl_body_graph *g;
    cr_assert_eq(bl_function_open(&f, o.module, V_F, NULL), BL_OK);
    cr_assert_eq(bl_body_graph_open(&g, f, NULL), BL_OK);
    bl_function_close(f);
    close_module(&o); /* the graph needs nothing of it */
    const struct bl_graph_body *b = bl_body_graph_get(g);
    cr_expect(b->n_instructions == 7 && b->n_blocks == 4 && b->n_values == 18);
    cr_expect(b->function == V_F && b->first_argument == V_I32 && b->first_instruction == 16);
    cr_expect(!b->lacks_edges && b->n_locations == 0);
    for (size_t i = 0; i < N(blocks); i++) {
        cr_expect(b->blocks[i].first == blocks[i].first && b->blocks[i].n == blocks[i].n);
        expect_list(b->blocks[i].successors, b->blocks[i].n_successors, blocks[i].successors);
        expect_list(b->blocks[i].predecessors, b->blocks[i].n_predecessors, blocks[i].predecessors);
    }
    expect_uses(g, V_I32, (struct bl_graph_use[]){{0, 0}, {0, 1}}, 2);
    expect_uses(g, V_TRUE, (struct bl_graph_use[]){{1, 0}}, 1);
    expect_uses(g, V_PTR, (struct bl_graph_use[]){{2, 1}}, 1);
    expect_uses(g, V_ZERO, (struct bl_graph_use[]){{4, 2}, {5, 2}}, 2);
    expect_uses(g, V_ONE, (struct bl_graph_use[]){{5, 4}}, 1);
    expect_uses(g, 16, (struct bl_graph_use[]){{2, 0}, {4, 0}}, 2);
    expect_uses(g, 17, (struct bl_graph_use[]){{5, 0}, {6, 0}}, 2);
    expect_uses(g, V_F, NULL, 0);
    expect_uses(g, V_DOUBLE, NULL, 0);
    expect_uses(g, 18, NULL, 0);
    expect_uses(g, BL_NONE, NULL, 0);
    cr_expect_eq(bl_body_graph_definition(g, 16), &b->instructions[0]);
    cr_expect_eq(bl_body_graph_definition(g, 17), &b->instructions[4]);
    cr_expect_null(bl_body_graph_definition(g, 15));
    cr_expect_null(bl_body_graph_definition(g, 18));
    cr_expect_null(bl_body_graph_definition(g, UINT64_MAX));
    bl_body_graph_close(g);
}

/* What is before the end of a body that is cut off, without edges to what is not there. */
Test(graph, damage_leaves_what_precedes_it)
{
    struct opened o = open_records(5, 4);
    struct bl_function *f;
    struct bl_body_graph *g;
    struct bl_error err;
    cr_assert_eq(bl_function_open(&f, o.module, V_F, NULL), BL_OK);
    cr_expect_eq(bl_body_graph_open(&g, f, &err), BL_E_MISMATCH);
    cr_expect_str_eq(err.what, "fewer basic blocks than DECLAREBLOCKS says");
    cr_assert_not_null(g);
    const struct bl_graph_body *b = bl_body_graph_get(g);
    cr_expect(b->n_instructions == 5 && b->n_blocks == 3);
    expect_list(b->blocks[0].successors, b->blocks[0].n_successors, "1 2 ");
    expect_list(b->blocks[2].successors, b->blocks[2].n_successors, "");
    expect_uses(g, 16, (struct bl_graph_use[]){{2, 0}, {4, 0}}, 2);
    bl_body_graph_close(g);
    cr_assert_eq(bl_function_load(f, V_G, NULL), BL_E_ARGUMENT);
    cr_expect_eq(bl_body_graph_open(&g, f, NULL), BL_E_ARGUMENT);
    cr_expect_null(g);
    bl_body_graph_close(NULL);
    bl_function_close(f);
    close_module(&o);
}

/* ---- Of whole files ---- */

static void check_instruction(const struct bl_graph_body *b, uint32_t i,
                              const struct bl_instruction *inst)
{
    const struct bl_graph_instruction *g = &b->instructions[i];
    cr_assert(g->bit_pos == inst->bit_pos && g->opcode == inst->opcode && g->type == inst->type &&
              g->value == inst->value && g->basic_block == inst->basic_block &&
              g->flags == inst->flags && g->attributes == inst->attributes &&
              g->n_operands == inst->n_operands && g->n_arguments == inst->n_arguments &&
              g->calling_convention == inst->calling_convention);
    cr_assert_eq(g->alignment ? UINT64_C(1) << (g->alignment - 1) : 0, inst->alignment);
    cr_assert_eq(g->location == BL_NONE, !inst->has_location);
    if (inst->has_location) {
        const struct bl_debug_location *l = &b->locations[g->location];
        cr_assert(l->line == inst->location.line && l->scope == inst->location.scope);
    }
    for (uint32_t k = 0; k < inst->n_operands; k++) {
        const struct bl_operand *x = &inst->operands[k], *y = &g->operands[k];
        cr_assert(x->kind == y->kind && x->type == y->type);
        if (!(inst->flags & BL_INST_WIDE) ||
            (x->kind != BL_OPERAND_INTEGER && x->kind != BL_OPERAND_RANGE)) {
            cr_assert_eq(x->number, y->number);
            continue;
        }
        cr_assert_eq(inst->words[x->number], b->words[y->number]);
        cr_assert_arr_eq(inst->words + x->number + 1, b->words + y->number + 1,
                         inst->words[x->number] * sizeof *b->words);
    }
}

/* Each operand is one use, each edge is at both of its ends. */
static void check_graph(const struct bl_body_graph *g, uint32_t *n_uses)
{
    const struct bl_graph_body *b = bl_body_graph_get(g);
    const struct bl_graph_use *uses;
    uint32_t n_edges = 0, n_back = 0, n_values = 0, n_listed = 0;
    for (uint32_t i = 0; i < b->n_blocks; i++) {
        n_edges += b->blocks[i].n_successors;
        n_back += b->blocks[i].n_predecessors;
        cr_assert_eq(b->blocks[i].first, i ? b->blocks[i - 1].first + b->blocks[i - 1].n : 0);
        for (uint32_t k = 0; k < b->blocks[i].n_predecessors; k++) {
            const struct bl_graph_block *from = &b->blocks[b->blocks[i].predecessors[k]];
            bool leads_here = false;
            for (uint32_t m = 0; m < from->n_successors; m++)
                leads_here |= from->successors[m] == i;
            cr_assert(leads_here);
        }
    }
    cr_assert_eq(n_edges, n_back);
    for (uint32_t i = 0; i < b->n_instructions; i++)
        for (uint32_t k = 0;
             k < b->instructions[i].n_operands + b->instructions[i].n_bundle_operands; k++)
            n_values += b->instructions[i].operands[k].kind == BL_OPERAND_VALUE;
    for (uint32_t value = 0; value < b->n_values; value++) {
        uint32_t n = bl_body_graph_uses(g, value, &uses);
        n_listed += n;
        for (uint32_t i = 0; i < n; i++)
            cr_assert(b->instructions[uses[i].instruction].operands[uses[i].operand].number ==
                          value &&
                      (i == 0 || uses[i].instruction > uses[i - 1].instruction ||
                       (uses[i].instruction == uses[i - 1].instruction &&
                        uses[i].operand > uses[i - 1].operand)));
        const struct bl_graph_instruction *made = bl_body_graph_definition(g, value);
        cr_assert(!made == (value < b->first_instruction) && (!made || made->value == value));
    }
    cr_assert_eq(n_values, n_listed);
    *n_uses += n_values;
}

Test(graph, all_bodies_of_files)
{
    static const char *const names[] = {"cxx-g-O2.clang22.bc", "bundles.llvm22.bc",
                                        "wide.clang16.bc", "modern.llvm22.bc", "c-O0.clang13.bc"};
    for (size_t k = 0; k < N(names); k++) {
        char *path = corpus_path(names[k]);
        struct bl_module *module;
        struct bl_function *f;
        struct bl_body_graph *g;
        const struct bl_global *globals;
        struct bl_instruction inst;
        uint32_t n, n_uses = 0;
        cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, NULL), BL_OK);
        cr_assert_eq(bl_module_globals(module, &globals, &n, NULL), BL_OK);
        cr_assert_eq(bl_function_open(&f, module, BL_NONE, NULL), BL_OK);
        for (uint32_t value = 0; value < n; value++) {
            if (globals[value].kind != BL_GLOBAL_FUNCTION || globals[value].is_declaration)
                continue;
            cr_assert_eq(bl_function_load(f, value, NULL), BL_OK);
            cr_assert_eq(bl_body_graph_open(&g, f, NULL), BL_OK);
            const struct bl_graph_body *b = bl_body_graph_get(g);
            cr_assert_eq(bl_function_load(f, value, NULL), BL_OK);
            for (uint32_t i = 0; i < b->n_instructions; i++) {
                cr_assert_eq(bl_function_next(f, &inst, NULL), 1);
                check_instruction(b, i, &inst);
            }
            cr_assert_eq(bl_function_next(f, &inst, NULL), 0);
            cr_assert_eq(b->n_blocks, bl_function_body(f)->n_basic_blocks);
            check_graph(g, &n_uses);
            bl_body_graph_close(g);
        }
        cr_expect_gt(n_uses, 5, "%s", names[k]);
        bl_function_close(f);
        bl_module_close(module);
        free(path);
    }
}
