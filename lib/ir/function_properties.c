/* ir/function_properties.c - numbers about a body, as LLVM's FunctionPropertiesInfo has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM counts only basic blocks that can be reached from the first one, in their order. Which these
 * are is known at the end, so each block is counted by itself in one pass, and those that count are
 * added up then. Until then a block keeps the few numbers that are not zero: one that is a single
 * instruction of a few bits shall not take hundreds of bytes.
 */
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "ir/function_values.h"
#include "ir/opcodes.h"

#include <string.h>

enum {
    /* FunctionPropertiesAnalysis.cpp, the options' defaults */
    BIG_BLOCK = 500,
    MEDIUM_BLOCK = 15,
    MANY_ARGUMENTS = 4,
};

static const struct {
    const char *name;
    bool is_detail;
} properties[] = {
#define BASIC(id, name) [BL_PROPERTY_##id] = {name, false}
#define DETAIL(id, name) [BL_PROPERTY_##id] = {name, true}
    BASIC(BLOCKS, "BasicBlockCount"),
    BASIC(CONDITIONAL_BLOCKS, "BlocksReachedFromConditionalInstruction"),
    BASIC(DEFINED_CALLS, "DirectCallsToDefinedFunctions"),
    BASIC(LOADS, "LoadInstCount"),
    BASIC(STORES, "StoreInstCount"),
    BASIC(INSTRUCTIONS, "TotalInstructionCount"),
    DETAIL(ONE_SUCCESSOR, "BasicBlocksWithSingleSuccessor"),
    DETAIL(TWO_SUCCESSORS, "BasicBlocksWithTwoSuccessors"),
    DETAIL(MORE_SUCCESSORS, "BasicBlocksWithMoreThanTwoSuccessors"),
    DETAIL(ONE_PREDECESSOR, "BasicBlocksWithSinglePredecessor"),
    DETAIL(TWO_PREDECESSORS, "BasicBlocksWithTwoPredecessors"),
    DETAIL(MORE_PREDECESSORS, "BasicBlocksWithMoreThanTwoPredecessors"),
    DETAIL(BIG_BLOCKS, "BigBasicBlocks"),
    DETAIL(MEDIUM_BLOCKS, "MediumBasicBlocks"),
    DETAIL(SMALL_BLOCKS, "SmallBasicBlocks"),
    DETAIL(CASTS, "CastInstructionCount"),
    DETAIL(FLOATS, "FloatingPointInstructionCount"),
    DETAIL(INTEGERS, "IntegerInstructionCount"),
    DETAIL(INTEGER_OPERANDS, "ConstantIntOperandCount"),
    DETAIL(FLOAT_OPERANDS, "ConstantFPOperandCount"),
    DETAIL(CONSTANT_OPERANDS, "ConstantOperandCount"),
    DETAIL(INSTRUCTION_OPERANDS, "InstructionOperandCount"),
    DETAIL(BLOCK_OPERANDS, "BasicBlockOperandCount"),
    DETAIL(GLOBAL_OPERANDS, "GlobalValueOperandCount"),
    DETAIL(ASSEMBLY_OPERANDS, "InlineAsmOperandCount"),
    DETAIL(ARGUMENT_OPERANDS, "ArgumentOperandCount"),
    DETAIL(UNKNOWN_OPERANDS, "UnknownOperandCount"),
    DETAIL(CRITICAL_EDGES, "CriticalEdgeCount"),
    DETAIL(EDGES, "ControlFlowEdgeCount"),
    DETAIL(UNCONDITIONAL_BRANCHES, "UnconditionalBranchCount"),
    DETAIL(CONDITIONAL_BRANCHES, "ConditionalBranchCount"),
    DETAIL(BRANCHES, "BranchInstructionCount"),
    DETAIL(BRANCH_SUCCESSORS, "BranchSuccessorCount"),
    DETAIL(SWITCHES, "SwitchInstructionCount"),
    DETAIL(SWITCH_SUCCESSORS, "SwitchSuccessorCount"),
    DETAIL(INTRINSICS, "IntrinsicCount"),
    DETAIL(DIRECT_CALLS, "DirectCallCount"),
    DETAIL(INDIRECT_CALLS, "IndirectCallCount"),
    DETAIL(INTEGER_CALLS, "CallReturnsIntegerCount"),
    DETAIL(FLOAT_CALLS, "CallReturnsFloatCount"),
    DETAIL(POINTER_CALLS, "CallReturnsPointerCount"),
    DETAIL(INTEGER_VECTOR_CALLS, "CallReturnsVectorIntCount"),
    DETAIL(FLOAT_VECTOR_CALLS, "CallReturnsVectorFloatCount"),
    DETAIL(POINTER_VECTOR_CALLS, "CallReturnsVectorPointerCount"),
    DETAIL(CALLS_WITH_MANY_ARGUMENTS, "CallWithManyArgumentsCount"),
    DETAIL(CALLS_WITH_POINTERS, "CallWithPointerArgumentCount"),
#undef BASIC
#undef DETAIL
};

const char *bl_property_name(unsigned property)
{
    return property < BL_PROPERTY_END ? properties[property].name : NULL;
}

bool bl_property_is_detail(unsigned property)
{
    return property < BL_PROPERTY_END && properties[property].is_detail;
}

/* ---- What is counted ---- */

/* A number of a basic block that is not zero. */
struct tally {
    uint32_t property, n;
};

/* A basic block. Its edges to successors and its tallies end where the next block's begin. */
struct block {
    uint32_t first_edge, first_tally;
    uint32_t n_predecessors;
    bool is_reached;
};

struct counter {
    const struct bl_body *body;
    const struct bl_types *types;
    const struct bl_global *globals;
    const struct bl_constant *constants;
    uint32_t n_globals, n_constants;
    bool cases_are_apart;        /* from the operands of a switch */
    uint32_t n[BL_PROPERTY_END]; /* of the block at hand, those that add up */
    struct block *blocks;
    uint32_t n_blocks, cap_blocks; /* without the end, once it is noted */
    struct tally *tallies;
    uint32_t n_tallies, cap_tallies;
    uint32_t *edges; /* successors, block by block */
    uint32_t n_edges, cap_edges;
    uint64_t most_edges; /* as operands of a record: some take no bits of their own */
};

static unsigned kind_of_type(const struct counter *c, uint32_t type)
{
    return type < c->types->n ? c->types->types[type].kind : BL_TYPE_UNKNOWN;
}

static bool is_float_kind(unsigned kind)
{
    return kind >= BL_TYPE_HALF && kind <= BL_TYPE_PPC_FP128;
}

/* What constant of a scalar or aggregate type counts as. */
static enum bl_property constant_property(const struct counter *c,
                                          const struct bl_constant *constant)
{
    unsigned kind = kind_of_type(c, constant->type);
    if (bl_constant_is_assembly(constant->code))
        return BL_PROPERTY_ASSEMBLY_OPERANDS;
    switch (constant->code) {
    case BL_CODE_CONSTANTS_INTEGER:
    case BL_CODE_CONSTANTS_WIDE_INTEGER: return BL_PROPERTY_INTEGER_OPERANDS;
    case BL_CODE_CONSTANTS_FLOAT: return BL_PROPERTY_FLOAT_OPERANDS;
    case BL_CODE_CONSTANTS_NULL:
        return kind == BL_TYPE_INTEGER ? BL_PROPERTY_INTEGER_OPERANDS
               : is_float_kind(kind)   ? BL_PROPERTY_FLOAT_OPERANDS
                                       : BL_PROPERTY_CONSTANT_OPERANDS;
    default: return BL_PROPERTY_CONSTANT_OPERANDS;
    }
}

static enum bl_property value_property(const struct counter *c, uint64_t value)
{
    const struct bl_body *body = c->body;
    if (value < c->n_globals)
        return BL_PROPERTY_GLOBAL_OPERANDS;
    if (value - c->n_globals < c->n_constants)
        return constant_property(c, &c->constants[value - c->n_globals]);
    if (value - body->first_argument < body->n_arguments)
        return BL_PROPERTY_ARGUMENT_OPERANDS;
    if (value - body->first_constant < body->n_constants)
        return constant_property(c, &body->constants[value - body->first_constant]);
    return BL_PROPERTY_INSTRUCTION_OPERANDS;
}

static void count_operand(struct counter *c, const struct bl_operand *op)
{
    if (op->kind == BL_OPERAND_VALUE)
        c->n[value_property(c, op->number)]++;
    else if (op->kind == BL_OPERAND_BLOCK)
        c->n[BL_PROPERTY_BLOCK_OPERANDS]++;
    else if (op->kind == BL_OPERAND_METADATA)
        c->n[BL_PROPERTY_UNKNOWN_OPERANDS]++;
}

/* Whether operand I is in LLVM's list: no blocks of a phi, no mask of a shufflevector, no index of
 * an aggregate, and no case of a switch since LLVM 22. Before, cases are constants, also where an
 * old form of the record has them as integers. */
static bool is_listed(const struct counter *c, const struct bl_instruction *inst, uint32_t i)
{
    unsigned kind = inst->operands[i].kind;
    if (inst->opcode == BL_OP_PHI)
        return kind == BL_OPERAND_VALUE;
    if (inst->opcode == BL_OP_SHUFFLEVECTOR)
        return i < 2;
    return inst->opcode != BL_OP_SWITCH || i == 0 || kind == BL_OPERAND_BLOCK ||
           !c->cases_are_apart;
}

static void count_operands(struct counter *c, const struct bl_instruction *inst)
{
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        if (!is_listed(c, inst, i))
            continue;
        if (inst->opcode == BL_OP_SWITCH && inst->operands[i].kind == BL_OPERAND_INTEGER)
            c->n[BL_PROPERTY_INTEGER_OPERANDS]++;
        else
            count_operand(c, &inst->operands[i]);
    }
    for (uint32_t i = 0; i < inst->n_bundles; i++)
        for (uint32_t k = 0; k < inst->bundles[i].n; k++)
            count_operand(c, &inst->bundle_operands[inst->bundles[i].first + k]);
}

/* ---- Calls ---- */

static bool begins_with(struct bl_view name, const char *with)
{
    size_t n = strlen(with);
    return name.size >= n && memcmp(name.data, with, n) == 0;
}

/* The function that is called by its own type; NULL: none is. */
static const struct bl_global *callee_of(const struct counter *c, const struct bl_instruction *inst)
{
    if (inst->n_operands == 0 || inst->operands[0].kind != BL_OPERAND_VALUE ||
        inst->operands[0].number >= c->n_globals)
        return NULL;
    const struct bl_global *global = &c->globals[inst->operands[0].number];
    return global->kind == BL_GLOBAL_FUNCTION && global->value_type == inst->source_type ? global
                                                                                         : NULL;
}

/* Debug intrinsics and pseudo probes do not count as instructions. */
static bool is_debug(const struct bl_global *callee)
{
    static const char *const names[] = {"llvm.dbg.declare", "llvm.dbg.value", "llvm.dbg.assign",
                                        "llvm.dbg.label",   "llvm.dbg.addr",  "llvm.pseudoprobe"};
    if (!callee || !begins_with(callee->name, "llvm."))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (callee->name.size == strlen(names[i]) && begins_with(callee->name, names[i]))
            return true;
    return false;
}

/* Of a value that is called: not a constant, and no assembly. */
static bool is_indirect(const struct counter *c, const struct bl_instruction *inst)
{
    if (inst->n_operands == 0 || inst->operands[0].kind != BL_OPERAND_VALUE)
        return true;
    enum bl_property property = value_property(c, inst->operands[0].number);
    return property == BL_PROPERTY_ARGUMENT_OPERANDS ||
           property == BL_PROPERTY_INSTRUCTION_OPERANDS;
}

static void count_result(struct counter *c, uint32_t type)
{
    unsigned kind = kind_of_type(c, type);
    if (kind == BL_TYPE_VECTOR) {
        unsigned scalar = c->types->types[type].scalar_kind;
        c->n[BL_PROPERTY_INTEGER_VECTOR_CALLS] += scalar == BL_TYPE_INTEGER;
        c->n[BL_PROPERTY_FLOAT_VECTOR_CALLS] += is_float_kind(scalar);
        c->n[BL_PROPERTY_POINTER_VECTOR_CALLS] += scalar == BL_TYPE_POINTER;
        return;
    }
    c->n[BL_PROPERTY_INTEGER_CALLS] += kind == BL_TYPE_INTEGER;
    c->n[BL_PROPERTY_FLOAT_CALLS] += is_float_kind(kind);
    c->n[BL_PROPERTY_POINTER_CALLS] += kind == BL_TYPE_POINTER;
}

static void count_call(struct counter *c, const struct bl_instruction *inst,
                       const struct bl_global *callee)
{
    bool is_indirect_call = is_indirect(c, inst);
    c->n[BL_PROPERTY_INTRINSICS] += callee && begins_with(callee->name, "llvm.");
    c->n[BL_PROPERTY_INDIRECT_CALLS] += is_indirect_call;
    c->n[BL_PROPERTY_DIRECT_CALLS] += !is_indirect_call;
    if (inst->value != BL_NONE)
        count_result(c, inst->type);
    c->n[BL_PROPERTY_CALLS_WITH_MANY_ARGUMENTS] += inst->n_arguments > MANY_ARGUMENTS;
    for (uint32_t i = 1; i <= inst->n_arguments && i < inst->n_operands; i++)
        if (inst->operands[i].kind == BL_OPERAND_VALUE &&
            kind_of_type(c, inst->operands[i].type) == BL_TYPE_POINTER) {
            c->n[BL_PROPERTY_CALLS_WITH_POINTERS]++;
            break;
        }
}

/* ---- Instructions ---- */

/* Keep what was counted of the block at hand, and begin another one. */
static int begin_block(struct counter *c, struct bl_error *err)
{
    for (uint32_t i = 0; i < BL_PROPERTY_END; i++) {
        if (c->n[i] == 0)
            continue;
        if (bl_grow(&c->tallies, &c->cap_tallies, c->n_tallies + UINT64_C(1)) < 0)
            return bl_fail(err, BL_E_NOMEM, "no memory for basic blocks");
        c->tallies[c->n_tallies++] = (struct tally){.property = i, .n = c->n[i]};
        c->n[i] = 0;
    }
    if (bl_grow(&c->blocks, &c->cap_blocks, c->n_blocks + UINT64_C(1)) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for basic blocks");
    c->blocks[c->n_blocks++] =
        (struct block){.first_edge = c->n_edges, .first_tally = c->n_tallies};
    return BL_OK;
}

static int count_terminator(struct counter *c, const struct bl_instruction *inst,
                            struct bl_error *err)
{
    uint32_t n_edges = 0;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        if (inst->operands[i].kind != BL_OPERAND_BLOCK)
            continue;
        if (c->n_edges >= c->most_edges)
            return bl_fail(err, BL_E_LIMIT, "more edges between basic blocks than the limit");
        if (bl_append(&c->edges, &c->n_edges, &c->cap_edges, (uint32_t)inst->operands[i].number) <
            0)
            return bl_fail(err, BL_E_NOMEM, "no memory for edges");
        n_edges++;
    }
    bool is_conditional = inst->opcode == BL_OP_BR && n_edges > 1;
    if (inst->opcode == BL_OP_BR) {
        c->n[BL_PROPERTY_BRANCHES]++;
        c->n[BL_PROPERTY_BRANCH_SUCCESSORS] += n_edges;
        c->n[BL_PROPERTY_CONDITIONAL_BRANCHES] += is_conditional;
        c->n[BL_PROPERTY_UNCONDITIONAL_BRANCHES] += !is_conditional;
    } else if (inst->opcode == BL_OP_SWITCH) {
        c->n[BL_PROPERTY_SWITCHES]++;
        c->n[BL_PROPERTY_SWITCH_SUCCESSORS] += n_edges;
    }
    if (is_conditional || inst->opcode == BL_OP_SWITCH)
        c->n[BL_PROPERTY_CONDITIONAL_BLOCKS] += n_edges;
    return BL_OK;
}

static int count_instruction(struct counter *c, const struct bl_instruction *inst,
                             struct bl_error *err)
{
    while (inst->basic_block >= c->n_blocks) {
        int rc = begin_block(c, err);
        if (rc < 0)
            return rc;
    }
    bool is_call = bl_opcode_is(inst->opcode, BL_IS_CALL);
    const struct bl_global *callee = is_call ? callee_of(c, inst) : NULL;
    c->n[BL_PROPERTY_DEFINED_CALLS] +=
        callee && !callee->is_declaration && !begins_with(callee->name, "llvm.");
    c->n[BL_PROPERTY_LOADS] += inst->opcode == BL_OP_LOAD;
    c->n[BL_PROPERTY_STORES] += inst->opcode == BL_OP_STORE;
    if (inst->opcode == BL_OP_CALL && is_debug(callee))
        return BL_OK;
    c->n[BL_PROPERTY_INSTRUCTIONS]++;
    c->n[BL_PROPERTY_CASTS] += bl_opcode_is(inst->opcode, BL_IS_CAST);
    if (inst->value != BL_NONE) {
        unsigned kind = kind_of_type(c, inst->type);
        c->n[BL_PROPERTY_FLOATS] += kind == BL_TYPE_FLOAT;
        c->n[BL_PROPERTY_INTEGERS] += kind == BL_TYPE_INTEGER;
    }
    if (inst->opcode == BL_OP_CALL)
        count_call(c, inst, callee);
    count_operands(c, inst);
    return bl_opcode_is(inst->opcode, BL_IS_TERMINATOR) ? count_terminator(c, inst, err) : BL_OK;
}

/* ---- Sums ---- */

/* Mark what can be reached, with the blocks to look at at the end of edges. */
static int mark_reached(struct counter *c, struct bl_error *err)
{
    uint32_t first = c->n_edges, n = c->n_edges;
    if (c->n_blocks == 0)
        return BL_OK;
    if (bl_grow(&c->edges, &c->cap_edges, (uint64_t)c->n_edges + c->n_blocks) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for basic blocks");
    for (uint32_t i = 0; i < first; i++)
        if (c->edges[i] < c->n_blocks)
            c->blocks[c->edges[i]].n_predecessors++;
    c->blocks[0].is_reached = true;
    c->edges[n++] = 0;
    while (n > first) {
        const struct block *b = &c->blocks[c->edges[--n]];
        for (uint32_t i = b->first_edge; i < b[1].first_edge; i++) {
            uint32_t to = c->edges[i];
            if (to >= c->n_blocks || c->blocks[to].is_reached)
                continue;
            c->blocks[to].is_reached = true;
            c->edges[n++] = to;
        }
    }
    return BL_OK;
}

/* Sizes of blocks are judged by the sum of instructions so far, as LLVM does. */
static void add_block(const struct counter *c, const struct block *b,
                      struct bl_function_properties *p)
{
    uint64_t *n = p->n;
    uint32_t n_from = b->n_predecessors, n_edges = b[1].first_edge - b->first_edge;
    for (uint32_t i = b->first_tally; i < b[1].first_tally; i++)
        n[c->tallies[i].property] += c->tallies[i].n;
    n[BL_PROPERTY_BLOCKS]++;
    n[BL_PROPERTY_ONE_SUCCESSOR] += n_edges == 1;
    n[BL_PROPERTY_TWO_SUCCESSORS] += n_edges == 2;
    n[BL_PROPERTY_MORE_SUCCESSORS] += n_edges > 2;
    n[BL_PROPERTY_ONE_PREDECESSOR] += n_from == 1;
    n[BL_PROPERTY_TWO_PREDECESSORS] += n_from == 2;
    n[BL_PROPERTY_MORE_PREDECESSORS] += n_from > 2;
    uint64_t so_far = n[BL_PROPERTY_INSTRUCTIONS];
    n[BL_PROPERTY_BIG_BLOCKS] += so_far > BIG_BLOCK;
    n[BL_PROPERTY_MEDIUM_BLOCKS] += so_far > MEDIUM_BLOCK && so_far <= BIG_BLOCK;
    n[BL_PROPERTY_SMALL_BLOCKS] += so_far <= MEDIUM_BLOCK;
    n[BL_PROPERTY_EDGES] += n_edges;
    for (uint32_t i = b->first_edge; n_edges > 1 && i < b[1].first_edge; i++) {
        uint32_t to = c->edges[i];
        n[BL_PROPERTY_CRITICAL_EDGES] += to < c->n_blocks && c->blocks[to].n_predecessors > 1;
    }
}

int bl_function_get_properties(struct bl_function *function, struct bl_function_properties *sums,
                               struct bl_error *err)
{
    struct counter c = {.body = bl_function_body(function),
                        .most_edges = function->cursor.max_operands};
    struct bl_instruction inst;
    unsigned llvm = bl_module_llvm(function->module);
    c.cases_are_apart = llvm == 0 || llvm >= 22;
    *sums = (struct bl_function_properties){.n = {0}};
    int rc = bl_module_globals(function->module, &c.globals, &c.n_globals, err);
    if (rc == BL_OK)
        rc = bl_module_constants(function->module, &c.constants, &c.n_constants, err);
    while (rc >= 0 && (rc = bl_function_next(function, &inst, err)) > 0) {
        sums->opcodes[inst.opcode]++;
        c.types = bl_function_types(function);
        rc = count_instruction(&c, &inst, err);
    }
    if (rc == BL_OK)
        rc = begin_block(&c, err);
    if (rc == BL_OK) {
        c.n_blocks--; /* what has begun is the end */
        rc = mark_reached(&c, err);
    }
    for (uint32_t i = 0; i < c.n_blocks && rc == BL_OK; i++)
        if (c.blocks[i].is_reached)
            add_block(&c, &c.blocks[i], sums);
    bl_drop(c.blocks);
    bl_drop(c.tallies);
    bl_drop(c.edges);
    return rc;
}
