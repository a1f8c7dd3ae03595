/* ir/function_properties.c - numbers about a body, as LLVM's FunctionPropertiesInfo has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM counts only basic blocks that can be reached from the first one, in their order. Which these
 * are is known at the end, so each block is counted by itself in one pass, and those that count are
 * added up then.
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

/* A basic block. Its numbers are those that add up. */
struct block {
    uint32_t n[BL_PROPERTY_END];
    uint32_t first_edge, n_edges; /* to its successors */
    uint32_t n_predecessors;
    bool is_reached;
};

struct counter {
    const struct bl_body *body;
    const struct bl_types *types;
    const struct bl_global *globals;
    const struct bl_constant *constants;
    uint32_t n_globals, n_constants;
    bool cases_are_apart; /* from the operands of a switch */
    struct block *blocks;
    uint32_t n_blocks, cap_blocks;
    uint32_t *edges; /* successors, block by block */
    uint32_t n_edges, cap_edges;
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

static void count_operand(const struct counter *c, struct block *b, const struct bl_operand *op)
{
    if (op->kind == BL_OPERAND_VALUE)
        b->n[value_property(c, op->number)]++;
    else if (op->kind == BL_OPERAND_BLOCK)
        b->n[BL_PROPERTY_BLOCK_OPERANDS]++;
    else if (op->kind == BL_OPERAND_METADATA)
        b->n[BL_PROPERTY_UNKNOWN_OPERANDS]++;
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

static void count_operands(const struct counter *c, struct block *b,
                           const struct bl_instruction *inst)
{
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        if (!is_listed(c, inst, i))
            continue;
        if (inst->opcode == BL_OP_SWITCH && inst->operands[i].kind == BL_OPERAND_INTEGER)
            b->n[BL_PROPERTY_INTEGER_OPERANDS]++;
        else
            count_operand(c, b, &inst->operands[i]);
    }
    for (uint32_t i = 0; i < inst->n_bundles; i++)
        for (uint32_t k = 0; k < inst->bundles[i].n; k++)
            count_operand(c, b, &inst->bundle_operands[inst->bundles[i].first + k]);
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

static void count_result(const struct counter *c, struct block *b, uint32_t type)
{
    unsigned kind = kind_of_type(c, type);
    if (kind == BL_TYPE_VECTOR) {
        unsigned scalar = c->types->types[type].scalar_kind;
        b->n[BL_PROPERTY_INTEGER_VECTOR_CALLS] += scalar == BL_TYPE_INTEGER;
        b->n[BL_PROPERTY_FLOAT_VECTOR_CALLS] += is_float_kind(scalar);
        b->n[BL_PROPERTY_POINTER_VECTOR_CALLS] += scalar == BL_TYPE_POINTER;
        return;
    }
    b->n[BL_PROPERTY_INTEGER_CALLS] += kind == BL_TYPE_INTEGER;
    b->n[BL_PROPERTY_FLOAT_CALLS] += is_float_kind(kind);
    b->n[BL_PROPERTY_POINTER_CALLS] += kind == BL_TYPE_POINTER;
}

static void count_call(const struct counter *c, struct block *b, const struct bl_instruction *inst,
                       const struct bl_global *callee)
{
    bool is_indirect_call = is_indirect(c, inst);
    b->n[BL_PROPERTY_INTRINSICS] += callee && begins_with(callee->name, "llvm.");
    b->n[BL_PROPERTY_INDIRECT_CALLS] += is_indirect_call;
    b->n[BL_PROPERTY_DIRECT_CALLS] += !is_indirect_call;
    if (inst->value != BL_NONE)
        count_result(c, b, inst->type);
    b->n[BL_PROPERTY_CALLS_WITH_MANY_ARGUMENTS] += inst->n_arguments > MANY_ARGUMENTS;
    for (uint32_t i = 1; i <= inst->n_arguments && i < inst->n_operands; i++)
        if (inst->operands[i].kind == BL_OPERAND_VALUE &&
            kind_of_type(c, inst->operands[i].type) == BL_TYPE_POINTER) {
            b->n[BL_PROPERTY_CALLS_WITH_POINTERS]++;
            break;
        }
}

/* ---- Instructions ---- */

static int add_edges(struct counter *c, struct block *b, const struct bl_instruction *inst,
                     struct bl_error *err)
{
    b->first_edge = c->n_edges;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        if (inst->operands[i].kind != BL_OPERAND_BLOCK)
            continue;
        if (bl_grow(&c->edges, &c->cap_edges, c->n_edges + UINT64_C(1)) < 0)
            return bl_fail(err, BL_E_NOMEM, "no memory for edges");
        c->edges[c->n_edges++] = (uint32_t)inst->operands[i].number;
    }
    b->n_edges = c->n_edges - b->first_edge;
    return BL_OK;
}

static int count_terminator(struct counter *c, struct block *b, const struct bl_instruction *inst,
                            struct bl_error *err)
{
    int rc = add_edges(c, b, inst, err);
    bool is_conditional = inst->opcode == BL_OP_BR && b->n_edges > 1;
    if (inst->opcode == BL_OP_BR) {
        b->n[BL_PROPERTY_BRANCHES]++;
        b->n[BL_PROPERTY_BRANCH_SUCCESSORS] += b->n_edges;
        b->n[BL_PROPERTY_CONDITIONAL_BRANCHES] += is_conditional;
        b->n[BL_PROPERTY_UNCONDITIONAL_BRANCHES] += !is_conditional;
    } else if (inst->opcode == BL_OP_SWITCH) {
        b->n[BL_PROPERTY_SWITCHES]++;
        b->n[BL_PROPERTY_SWITCH_SUCCESSORS] += b->n_edges;
    }
    if (is_conditional || inst->opcode == BL_OP_SWITCH)
        b->n[BL_PROPERTY_CONDITIONAL_BLOCKS] += b->n_edges;
    return rc;
}

static int count_instruction(struct counter *c, const struct bl_instruction *inst,
                             struct bl_error *err)
{
    if (inst->basic_block >= c->n_blocks) {
        if (bl_grow(&c->blocks, &c->cap_blocks, inst->basic_block + UINT64_C(1)) < 0)
            return bl_fail(err, BL_E_NOMEM, "no memory for basic blocks");
        memset(&c->blocks[c->n_blocks], 0,
               (inst->basic_block + 1 - c->n_blocks) * sizeof *c->blocks);
        c->n_blocks = inst->basic_block + 1;
    }
    struct block *b = &c->blocks[inst->basic_block];
    bool is_call = bl_opcode_is(inst->opcode, BL_IS_CALL);
    const struct bl_global *callee = is_call ? callee_of(c, inst) : NULL;
    b->n[BL_PROPERTY_DEFINED_CALLS] +=
        callee && !callee->is_declaration && !begins_with(callee->name, "llvm.");
    b->n[BL_PROPERTY_LOADS] += inst->opcode == BL_OP_LOAD;
    b->n[BL_PROPERTY_STORES] += inst->opcode == BL_OP_STORE;
    if (inst->opcode == BL_OP_CALL && is_debug(callee))
        return BL_OK;
    b->n[BL_PROPERTY_INSTRUCTIONS]++;
    b->n[BL_PROPERTY_CASTS] += bl_opcode_is(inst->opcode, BL_IS_CAST);
    if (inst->value != BL_NONE) {
        unsigned kind = kind_of_type(c, inst->type);
        b->n[BL_PROPERTY_FLOATS] += kind == BL_TYPE_FLOAT;
        b->n[BL_PROPERTY_INTEGERS] += kind == BL_TYPE_INTEGER;
    }
    if (inst->opcode == BL_OP_CALL)
        count_call(c, b, inst, callee);
    count_operands(c, b, inst);
    return bl_opcode_is(inst->opcode, BL_IS_TERMINATOR) ? count_terminator(c, b, inst, err) : BL_OK;
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
        for (uint32_t i = 0; i < b->n_edges; i++) {
            uint32_t to = c->edges[b->first_edge + i];
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
    uint32_t n_from = b->n_predecessors;
    for (unsigned i = 0; i < BL_PROPERTY_END; i++)
        n[i] += b->n[i];
    n[BL_PROPERTY_BLOCKS]++;
    n[BL_PROPERTY_ONE_SUCCESSOR] += b->n_edges == 1;
    n[BL_PROPERTY_TWO_SUCCESSORS] += b->n_edges == 2;
    n[BL_PROPERTY_MORE_SUCCESSORS] += b->n_edges > 2;
    n[BL_PROPERTY_ONE_PREDECESSOR] += n_from == 1;
    n[BL_PROPERTY_TWO_PREDECESSORS] += n_from == 2;
    n[BL_PROPERTY_MORE_PREDECESSORS] += n_from > 2;
    uint64_t so_far = n[BL_PROPERTY_INSTRUCTIONS];
    n[BL_PROPERTY_BIG_BLOCKS] += so_far > BIG_BLOCK;
    n[BL_PROPERTY_MEDIUM_BLOCKS] += so_far > MEDIUM_BLOCK && so_far <= BIG_BLOCK;
    n[BL_PROPERTY_SMALL_BLOCKS] += so_far <= MEDIUM_BLOCK;
    n[BL_PROPERTY_EDGES] += b->n_edges;
    for (uint32_t i = 0; b->n_edges > 1 && i < b->n_edges; i++) {
        uint32_t to = c->edges[b->first_edge + i];
        n[BL_PROPERTY_CRITICAL_EDGES] += to < c->n_blocks && c->blocks[to].n_predecessors > 1;
    }
}

int bl_function_get_properties(struct bl_function *function, struct bl_function_properties *sums,
                               struct bl_error *err)
{
    struct counter c = {.body = bl_function_body(function)};
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
        rc = mark_reached(&c, err);
    for (uint32_t i = 0; i < c.n_blocks && rc == BL_OK; i++)
        if (c.blocks[i].is_reached)
            add_block(&c, &c.blocks[i], sums);
    bl_drop(c.blocks);
    bl_drop(c.edges);
    return rc;
}
