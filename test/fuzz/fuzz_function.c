/* fuzz_function.c - the bodies of any module's functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what an instruction says lies in its lists; types are in the table; operands lead
 * to values before it or, with types of their own, ahead; values are numbered one after the
 * other; constants of a body stay what they were when it was loaded; a body read again is the same;
 * failures report a cause; counting finds as many instructions as reading; sub-blocks lie in the
 * body, and their metadata and attachments can be read; names do not change; metadata that the body
 * can name goes on after the module's; its graph has the same, with each edge and use once.
 */
#include "bitleap_graph.h"
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"

struct totals {
    uint64_t n_instructions, n_operands;
    uint64_t sum;
    int status;
};

static void check_operand(struct bl_function *f, const struct bl_operand *operand)
{
    REQUIRE(operand->kind <= BL_OPERAND_RAW);
    REQUIRE(operand->type == BL_NONE || operand->type < bl_function_types(f)->n);
    REQUIRE(operand->kind != BL_OPERAND_VALUE || operand->number <= UINT32_MAX);
    if (operand->kind == BL_OPERAND_BLOCK)
        REQUIRE(operand->number < bl_function_body(f)->n_basic_blocks);
}

/* Integers of more than 64 bits are within the words. */
static void check_words(struct bl_function *f, const struct bl_instruction *inst)
{
    struct fuzz_text text = {0};
    for (uint32_t i = 1; inst->words && i < inst->n_operands; i++) {
        const struct bl_operand *operand = &inst->operands[i];
        if (operand->kind != BL_OPERAND_INTEGER && operand->kind != BL_OPERAND_RANGE)
            continue;
        const uint64_t *words = inst->words + operand->number;
        const struct bl_type *type = &bl_function_types(f)->types[inst->operands[0].type];
        bl_wide_print(words + 1, (uint32_t)words[0], (uint32_t)type->count, true, fuzz_put, &text);
    }
}

static void check_instruction(struct bl_function *f, const struct bl_instruction *inst,
                              uint32_t *next_value)
{
    REQUIRE(inst->opcode < BL_OP_END);
    REQUIRE(inst->type == BL_NONE || inst->type < bl_function_types(f)->n);
    for (uint32_t i = 0; i < inst->n_operands; i++)
        check_operand(f, &inst->operands[i]);
    for (uint32_t i = 0; i < inst->n_bundles; i++)
        for (uint32_t k = 0; k < inst->bundles[i].n; k++)
            check_operand(f, &inst->bundle_operands[inst->bundles[i].first + k]);
    REQUIRE(inst->n_arguments <= inst->n_operands);
    REQUIRE(inst->basic_block < bl_function_body(f)->n_basic_blocks || inst->numbers_uncertain);
    if (inst->value == BL_NONE)
        return;
    REQUIRE(inst->value >= *next_value);
    *next_value = inst->value + 1;
    if (!inst->numbers_uncertain)
        REQUIRE(bl_function_type_of(f, inst->value) == inst->type);
}

static void check_names(struct bl_function *f)
{
    const struct bl_body *body = bl_function_body(f);
    struct bl_view once, twice;
    for (uint32_t i = 0; i < body->n_arguments && i < FUZZ_MANY; i++) {
        int rc = bl_function_value_name(f, body->first_argument + i, &once, NULL);
        REQUIRE(bl_function_value_name(f, body->first_argument + i, &twice, NULL) == rc);
        REQUIRE(rc < 0 || (once.data == twice.data && once.size == twice.size));
    }
    for (uint32_t i = 0; i < body->n_basic_blocks && i < FUZZ_MANY; i++)
        (void)bl_function_basic_block_name(f, i, &once, NULL);
}

static void check_attached(void *context, const struct bl_attached *attached)
{
    const struct bl_block **block = context;
    REQUIRE(attached->bit_pos >= (*block)->body_pos);
}

/* Nodes of a function's own go on after the module's. */
static void check_own_metadata(struct bl_module *module, const struct bl_block *block)
{
    struct bl_metadata *md;
    struct bl_error err;
    fuzz_require_cause(bl_metadata_open(&md, module, block, &err), &err);
    if (!md)
        return;
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    REQUIRE(counts.first <= counts.end);
    bl_metadata_close(md);
}

static void check_blocks(struct bl_module *module, struct bl_function *f)
{
    enum {
        METADATA_BLOCK = 15,
        METADATA_ATTACHMENT_BLOCK = 16
    };
    const struct bl_block *blocks;
    const struct bl_block *body = &bl_function_body(f)->block;
    struct bl_error err;
    uint32_t n = bl_function_blocks(f, &blocks);
    for (uint32_t i = 0; i < n && i < FUZZ_MANY; i++) {
        const struct bl_block *block = &blocks[i];
        REQUIRE(block->bit_pos >= body->body_pos);
        REQUIRE(block->body_pos + (uint64_t)block->n_words * 32 <=
                body->body_pos + (uint64_t)body->n_words * 32);
        if (block->block_id == METADATA_BLOCK)
            check_own_metadata(module, block);
        if (block->block_id == METADATA_ATTACHMENT_BLOCK)
            fuzz_require_cause(bl_metadata_attached(module, block, check_attached, &block, &err),
                               &err);
    }
}

static uint64_t sum_constants(const struct bl_body *body)
{
    uint64_t sum = body->n_constants;
    for (uint32_t i = 0; i < body->n_constants; i++)
        sum += body->constants[i].bit_pos ^ (uint64_t)body->constants[i].type << 32;
    return sum;
}

static void check_metadata(struct bl_function *f, uint32_t value)
{
    struct bl_metadata *md;
    struct bl_error err;
    struct bl_record rec = {0};
    int status = bl_function_metadata(f, &md, &err);
    fuzz_require_cause(status, &err);
    if (md) {
        struct bl_metadata_counts counts = bl_metadata_get_counts(md);
        REQUIRE(counts.first <= counts.end);
        status = bl_metadata_read(md, counts.end ? value % counts.end : 0, &rec, &err);
        fuzz_require_cause(status, &err);
        bl_record_release(&rec);
    }
}

static void check_place(struct bl_function *f, const struct bl_instruction *inst)
{
    enum {
        MOST_PLACES = 4096
    };
    struct bl_metadata *md;
    struct bl_source_place place;
    uint32_t n = 0;
    (void)bl_function_metadata(f, &md, NULL);
    int rc = bl_source_place_find(md, &inst->location, &place, NULL);
    REQUIRE(rc == (place.file.size > 0));
    REQUIRE(place.line == inst->location.line && place.column == inst->location.column);
    while ((rc = bl_source_place_outer(md, &place, NULL)) > 0)
        REQUIRE(++n < MOST_PLACES);
    REQUIRE(rc == 0);
}

static struct totals read_body(struct bl_function *f, uint32_t value)
{
    struct totals totals = {0};
    struct bl_instruction inst;
    struct bl_error err;
    totals.status = bl_function_load(f, value, &err);
    if (totals.status < 0)
        return totals;
    uint32_t next_value = bl_function_body(f)->first_instruction;
    uint64_t constants = sum_constants(bl_function_body(f));
    check_metadata(f, value);
    while ((totals.status = bl_function_next(f, &inst, &err)) > 0) {
        check_instruction(f, &inst, &next_value);
        if (totals.n_instructions < FUZZ_MANY)
            check_place(f, &inst);
        totals.n_instructions++;
        totals.n_operands += inst.n_operands;
        totals.sum += inst.bit_pos ^ inst.type ^ (uint64_t)inst.flags << 32;
        check_words(f, &inst);
    }
    REQUIRE(sum_constants(bl_function_body(f)) == constants);
    fuzz_require_cause(totals.status, &err);
    return totals;
}

/* The graph of a body has what was read one by one, in lists that are whole. */
static void check_graph(struct bl_function *f, uint32_t value, const struct totals *totals)
{
    struct bl_body_graph *g;
    struct bl_error err;
    const struct bl_graph_use *uses;
    uint64_t n_edges = 0, n_back = 0, n_values = 0, n_uses = 0;
    if (bl_function_load(f, value, NULL) < 0)
        return;
    int status = bl_body_graph_open(&g, f, &err);
    fuzz_require_cause(status, &err);
    REQUIRE(status == totals->status || status == BL_E_LIMIT || status == BL_E_NOMEM);
    if (!g)
        return;
    const struct bl_graph_body *b = bl_body_graph_get(g);
    REQUIRE(status < 0 || b->n_instructions == totals->n_instructions);
    REQUIRE(b->n_instructions <= totals->n_instructions);
    for (uint32_t i = 0; i < b->n_blocks; i++) {
        n_edges += b->blocks[i].n_successors;
        n_back += b->blocks[i].n_predecessors;
        for (uint32_t k = 0; k < b->blocks[i].n_successors; k++)
            REQUIRE(b->blocks[i].successors[k] < b->n_blocks);
        REQUIRE(b->blocks[i].first + b->blocks[i].n <= b->n_instructions);
    }
    REQUIRE(n_edges == n_back);
    for (uint32_t i = 0; i < b->n_instructions; i++) {
        const struct bl_graph_instruction *inst = &b->instructions[i];
        REQUIRE(inst->location == BL_NONE || inst->location < b->n_locations);
        for (uint32_t k = 0; k < inst->n_operands + inst->n_bundle_operands; k++)
            n_values += inst->operands[k].kind == BL_OPERAND_VALUE &&
                        inst->operands[k].number >= b->first_argument &&
                        inst->operands[k].number < b->n_values;
    }
    for (uint32_t v = b->first_argument; v < b->n_values; v++) {
        uint32_t n = bl_body_graph_uses(g, v, &uses);
        n_uses += n;
        for (uint32_t i = 0; i < n; i++)
            REQUIRE(b->instructions[uses[i].instruction].operands[uses[i].operand].number == v);
        const struct bl_graph_instruction *made = bl_body_graph_definition(g, v);
        REQUIRE(!made || made->value == v);
    }
    REQUIRE(n_uses == n_values);
    bl_body_graph_close(g);
}

/* The lines of a body, and pieces of them. */
static void print_body(struct bl_printer *printer, uint32_t value)
{
    const struct bl_instruction *inst;
    struct fuzz_text text = {0};
    uint32_t n = 0;
    if (bl_printer_load(printer, value, NULL) < 0)
        return;
    while (n < FUZZ_MANY && bl_printer_next(printer, &inst, fuzz_put, &text, NULL) > 0)
        for (uint32_t i = 0; i < inst->n_operands && n < FUZZ_MANY; i++, n++) {
            uint32_t number = (uint32_t)inst->operands[i].number;
            if (inst->operands[i].kind == BL_OPERAND_VALUE)
                REQUIRE(bl_printer_put_value(printer, number, fuzz_put, &text) >= 0);
            else if (inst->operands[i].kind == BL_OPERAND_METADATA)
                REQUIRE(bl_printer_put_metadata(printer, number, fuzz_put, &text) >= 0);
        }
}

static void check_body(struct bl_module *module, struct bl_function *f, uint32_t value)
{
    struct bl_body_counts counts;
    struct totals first = read_body(f, value);
    if (first.status == 0) {
        check_names(f);
        check_blocks(module, f);
    }
    struct totals second = read_body(f, value);
    REQUIRE(first.status == second.status && first.sum == second.sum);
    REQUIRE(first.n_instructions == second.n_instructions);
    check_graph(f, value, &second);
    int rc = bl_function_count(module, value, &counts, NULL);
    if (first.status == 0)
        REQUIRE(rc == 1 && counts.n_instructions == first.n_instructions);
}

static void check_module(struct bl_module *module)
{
    struct bl_function *f;
    uint32_t n;
    (void)bl_module_count(module, &n, NULL);
    if (bl_function_open(&f, module, BL_NONE, NULL) < 0)
        return;
    struct fuzz_printer p;
    fuzz_open_printer(&p, module);
    for (uint32_t value = 0; value < n && value < FUZZ_MANY; value++) {
        check_body(module, f, value);
        print_body(p.printer, value);
    }
    fuzz_close_printer(&p);
    bl_function_close(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
