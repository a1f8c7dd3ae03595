/* ir/instruction.c - records of instructions by their codes, and those that calculate
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Codes and layouts: LLVMBitCodes.h, FunctionCodes, and what LLVM 3.0 to 22 write for them.
 */
#include "ir/instruction.h"

static uint32_t type_i1(struct bl_taker *t)
{
    return bl_derive_integer(&t->f->types, 1);
}

/* ---- Flags ---- */

/* Bits of a record's flags, in order from the lowest, as bl_instruction_flag. */
static unsigned flags_of(uint64_t bits, const unsigned *flags, unsigned n)
{
    unsigned result = 0;
    for (unsigned i = 0; i < n; i++)
        if (bits >> i & 1)
            result |= flags[i];
    return result;
}

#define FLAGS_OF(bits, flags) flags_of(bits, flags, sizeof(flags) / sizeof *(flags))

unsigned bl_fast_math_flags(uint64_t bits)
{
    /* The lowest bit was "fast" as one flag, up to LLVM 5. */
    static const unsigned flags[] = {BL_INST_FAST, BL_INST_NNAN,     BL_INST_NINF, BL_INST_NSZ,
                                     BL_INST_ARCP, BL_INST_CONTRACT, BL_INST_AFN,  BL_INST_REASSOC};
    return FLAGS_OF(bits, flags);
}

static const unsigned wrap_flags[] = {BL_INST_NUW, BL_INST_NSW};
static const unsigned exact_flags[] = {BL_INST_EXACT};
static const unsigned disjoint_flags[] = {BL_INST_DISJOINT};
static const unsigned nneg_flags[] = {BL_INST_NNEG};
static const unsigned samesign_flags[] = {BL_INST_SAMESIGN};

/* ---- Arithmetic ---- */

/* By code of the operation, as the record has it. */
struct operation {
    uint8_t on_integers, on_floats; /* bl_opcode; 0: there is none */
    uint8_t n_flags;
    const unsigned *flags; /* on integers */
};

static const struct operation operations[] = {
    {BL_OP_ADD, BL_OP_FADD, 2, wrap_flags},
    {BL_OP_SUB, BL_OP_FSUB, 2, wrap_flags},
    {BL_OP_MUL, BL_OP_FMUL, 2, wrap_flags},
    {BL_OP_UDIV, 0, 1, exact_flags},
    {BL_OP_SDIV, BL_OP_FDIV, 1, exact_flags},
    {BL_OP_UREM, 0, 0, wrap_flags},
    {BL_OP_SREM, BL_OP_FREM, 0, wrap_flags},
    {BL_OP_SHL, 0, 2, wrap_flags},
    {BL_OP_LSHR, 0, 1, exact_flags},
    {BL_OP_ASHR, 0, 1, exact_flags},
    {BL_OP_AND, 0, 0, wrap_flags},
    {BL_OP_OR, 0, 1, disjoint_flags},
    {BL_OP_XOR, 0, 0, wrap_flags},
};

enum bl_opcode bl_binary_opcode(uint64_t code, bool on_floats)
{
    if (code >= sizeof operations / sizeof *operations)
        return BL_OP_UNKNOWN;
    return on_floats ? operations[code].on_floats : operations[code].on_integers;
}

/* [value, value, operation, flags] */
static void take_binary(struct bl_taker *t)
{
    struct bl_operand left = bl_take_pair(t);
    struct bl_operand right = bl_take_value(t, left.type);
    uint64_t code = bl_take_op(t);
    uint64_t flags = bl_take_left(t) > 0 ? bl_take_op(t) : 0;
    bl_take_add(t, left);
    bl_take_add(t, right);
    bl_take_result(t, left.type);
    if (code >= sizeof operations / sizeof *operations || t->status < 0)
        return;
    const struct operation *operation = &operations[code];
    bool is_known = bl_type_kind_of(&t->f->types, left.type) != BL_TYPE_UNKNOWN;
    /* Without a type, add and fadd cannot be told apart. */
    if (!is_known && operation->on_floats)
        return;
    if (is_known && bl_take_is_of(t, left.type, BL_FLOATS)) {
        t->inst->opcode = operation->on_floats;
        t->inst->flags = bl_fast_math_flags(flags);
    } else {
        bl_take_need(t, bl_take_is_of(t, left.type, BL_INTEGERS | BL_MMX),
                     "arithmetic on what is no number");
        t->inst->opcode = operation->on_integers;
        t->inst->flags = flags_of(flags, operation->flags, operation->n_flags);
    }
    bl_take_need(t, t->inst->opcode != BL_OP_UNKNOWN, "arithmetic of integers on floats");
}

/* [value, operation, flags] */
static void take_unary(struct bl_taker *t)
{
    struct bl_operand value = bl_take_pair(t);
    uint64_t code = bl_take_op(t);
    bl_take_add(t, value);
    bl_take_result(t, value.type);
    if (code == 0)
        t->inst->opcode = BL_OP_FNEG;
    bl_take_need(t, bl_take_is_of(t, value.type, BL_FLOATS), "fneg of what is no float");
    if (bl_take_left(t) > 0)
        t->inst->flags = bl_fast_math_flags(bl_take_op(t));
}

/* ---- Casts ---- */

struct cast {
    uint8_t opcode;
    uint8_t n_flags;
    const unsigned *flags; /* NULL: fast-math flags */
    unsigned from, to;     /* kinds of types, or of their elements; 0: any */
};

static const struct cast casts[] = {
    {BL_OP_TRUNC, 2, wrap_flags, BL_INTEGERS, BL_INTEGERS},
    {BL_OP_ZEXT, 1, nneg_flags, BL_INTEGERS, BL_INTEGERS},
    {BL_OP_SEXT, 0, wrap_flags, BL_INTEGERS, BL_INTEGERS},
    {BL_OP_FPTOUI, 0, NULL, BL_FLOATS, BL_INTEGERS},
    {BL_OP_FPTOSI, 0, NULL, BL_FLOATS, BL_INTEGERS},
    {BL_OP_UITOFP, 1, nneg_flags, BL_INTEGERS, BL_FLOATS},
    {BL_OP_SITOFP, 0, NULL, BL_INTEGERS, BL_FLOATS},
    {BL_OP_FPTRUNC, 0, NULL, BL_FLOATS, BL_FLOATS},
    {BL_OP_FPEXT, 0, NULL, BL_FLOATS, BL_FLOATS},
    {BL_OP_PTRTOINT, 0, wrap_flags, BL_POINTERS, BL_INTEGERS},
    {BL_OP_INTTOPTR, 0, wrap_flags, BL_INTEGERS, BL_POINTERS},
    {BL_OP_BITCAST, 0, wrap_flags, 0, 0},
    {BL_OP_ADDRSPACECAST, 0, wrap_flags, BL_POINTERS, BL_POINTERS},
    {BL_OP_PTRTOADDR, 0, wrap_flags, BL_POINTERS, BL_INTEGERS},
};

enum bl_opcode bl_cast_opcode(uint64_t code)
{
    return code < sizeof casts / sizeof *casts ? casts[code].opcode : BL_OP_UNKNOWN;
}

/* [value, type, operation, flags] */
static void take_cast(struct bl_taker *t)
{
    struct bl_operand value = bl_take_pair(t);
    uint32_t type = bl_take_type(t);
    uint64_t code = bl_take_op(t);
    uint64_t flags = bl_take_left(t) > 0 ? bl_take_op(t) : 0;
    bl_take_add(t, value);
    bl_take_result(t, type);
    if (code >= sizeof casts / sizeof *casts || t->status < 0)
        return;
    const struct cast *cast = &casts[code];
    t->inst->opcode = cast->opcode;
    t->inst->flags =
        cast->flags ? flags_of(flags, cast->flags, cast->n_flags) : bl_fast_math_flags(flags);
    bl_take_need(t, !cast->from || bl_take_is_of(t, value.type, cast->from),
                 "cast from a type that it is not for");
    bl_take_need(t, !cast->to || bl_take_is_of(t, type, cast->to),
                 "cast to a type that it is not for");
}

/* ---- Comparing and choosing ---- */

enum {
    FIRST_INTEGER_PREDICATE = 32
};

/* [value, value, predicate, flags]; CMP is the same for a single value. */
static void take_compare(struct bl_taker *t)
{
    struct bl_operand left = bl_take_pair(t);
    struct bl_operand right = bl_take_value(t, left.type);
    uint64_t predicate = bl_take_op(t);
    uint64_t flags = bl_take_left(t) > 0 ? bl_take_op(t) : 0;
    bl_take_add(t, left);
    bl_take_add(t, right);
    bl_take_result(t, bl_derive_like(&t->f->types, type_i1(t), left.type));
    bool is_integer = predicate >= FIRST_INTEGER_PREDICATE;
    t->inst->opcode = is_integer ? BL_OP_ICMP : BL_OP_FCMP;
    t->inst->predicate = (uint8_t)predicate;
    t->inst->flags = is_integer ? FLAGS_OF(flags, samesign_flags) : bl_fast_math_flags(flags);
    if (!bl_predicate_name((unsigned)predicate) || predicate > UINT8_MAX)
        bl_take_fail(t, BL_E_MALFORMED, "comparison with a predicate that there is not");
    bl_take_need(t, bl_take_is_of(t, left.type, is_integer ? BL_INTEGERS | BL_POINTERS : BL_FLOATS),
                 "comparison of a type that it is not for");
}

static void need_condition(struct bl_taker *t, uint32_t type)
{
    const struct bl_type *scalar = bl_type_of(&t->f->types, bl_type_scalar(&t->f->types, type));
    bl_take_need(
        t, !scalar || !scalar->kind || (scalar->kind == BL_TYPE_INTEGER && scalar->count == 1),
        "condition that is no i1");
}

/* [value, value, condition, flags]; SELECT's condition is an i1 without a type of its own. */
static void take_select(struct bl_taker *t)
{
    bool is_old = t->rec->code == BL_INST_CODE_SELECT;
    struct bl_operand when_true = bl_take_pair(t);
    struct bl_operand when_false = bl_take_value(t, when_true.type);
    struct bl_operand condition = is_old ? bl_take_value(t, type_i1(t)) : bl_take_pair(t);
    bl_take_add(t, condition);
    bl_take_add(t, when_true);
    bl_take_add(t, when_false);
    bl_take_result(t, when_true.type);
    need_condition(t, condition.type);
    if (bl_take_left(t) > 0)
        t->inst->flags = bl_fast_math_flags(bl_take_op(t));
}

/* [value] */
static void take_freeze(struct bl_taker *t)
{
    struct bl_operand value = bl_take_pair(t);
    bl_take_add(t, value);
    bl_take_result(t, value.type);
}

/* ---- Vectors ---- */

static void need_vector(struct bl_taker *t, uint32_t type)
{
    bl_take_need(t, bl_take_is(t, type, BL_VECTORS), "vector operation on what is no vector");
}

static struct bl_operand take_index(struct bl_taker *t)
{
    /* Up to LLVM 3.3 an i32, which has no type of its own when it leads ahead. */
    bool is_last = bl_take_left(t) == 1;
    struct bl_operand index = is_last && bl_take_leads_ahead(t)
                                  ? bl_take_value(t, bl_derive_integer(&t->f->types, 32))
                                  : bl_take_pair(t);
    bl_take_need(t, bl_take_is(t, index.type, BL_INTEGERS), "index that is no integer");
    return index;
}

/* [vector, index] */
static void take_extractelement(struct bl_taker *t)
{
    struct bl_operand vector = bl_take_pair(t);
    need_vector(t, vector.type);
    bl_take_add(t, vector);
    bl_take_add(t, take_index(t));
    bl_take_result(t, bl_type_part(&t->f->types, vector.type, 0));
}

/* [vector, element, index] */
static void take_insertelement(struct bl_taker *t)
{
    struct bl_operand vector = bl_take_pair(t);
    need_vector(t, vector.type);
    bl_take_add(t, vector);
    bl_take_add(t, bl_take_value(t, bl_type_part(&t->f->types, vector.type, 0)));
    bl_take_add(t, take_index(t));
    bl_take_result(t, vector.type);
}

/* [vector, vector, mask], the mask a constant vector */
static void take_shufflevector(struct bl_taker *t)
{
    struct bl_operand left = bl_take_pair(t);
    struct bl_operand right = bl_take_value(t, left.type);
    struct bl_operand mask = bl_take_pair(t);
    need_vector(t, left.type);
    need_vector(t, mask.type);
    bl_take_add(t, left);
    bl_take_add(t, right);
    bl_take_add(t, mask);
    uint32_t element = bl_type_part(&t->f->types, left.type, 0);
    bl_take_result(t, bl_derive_like(&t->f->types, element, mask.type));
}

/* ---- All of them ---- */

typedef void take_fn(struct bl_taker *t);

struct form {
    take_fn *take;
    uint8_t opcode; /* unless the record's operands say which one */
};

static const struct form forms[BL_IR_CODE_END] = {
    [BL_INST_CODE_BINOP] = {take_binary, 0},
    [BL_INST_CODE_CAST] = {take_cast, 0},
    [BL_INST_CODE_GEP_OLD] = {bl_take_gep, BL_OP_GETELEMENTPTR},
    [BL_INST_CODE_SELECT] = {take_select, BL_OP_SELECT},
    [BL_INST_CODE_EXTRACTELT] = {take_extractelement, BL_OP_EXTRACTELEMENT},
    [BL_INST_CODE_INSERTELT] = {take_insertelement, BL_OP_INSERTELEMENT},
    [BL_INST_CODE_SHUFFLEVEC] = {take_shufflevector, BL_OP_SHUFFLEVECTOR},
    [BL_INST_CODE_CMP] = {take_compare, 0},
    [BL_INST_CODE_RET] = {bl_take_ret, BL_OP_RET},
    [BL_INST_CODE_BR] = {bl_take_br, BL_OP_BR},
    [BL_INST_CODE_SWITCH] = {bl_take_switch, BL_OP_SWITCH},
    [BL_INST_CODE_INVOKE] = {bl_take_invoke, BL_OP_INVOKE},
    [BL_INST_CODE_UNWIND] = {bl_take_nothing, BL_OP_UNWIND},
    [BL_INST_CODE_UNREACHABLE] = {bl_take_nothing, BL_OP_UNREACHABLE},
    [BL_INST_CODE_PHI] = {bl_take_phi, BL_OP_PHI},
    [BL_INST_CODE_ALLOCA] = {bl_take_alloca, BL_OP_ALLOCA},
    [BL_INST_CODE_LOAD] = {bl_take_load, BL_OP_LOAD},
    [BL_INST_CODE_VAARG] = {bl_take_va_arg, BL_OP_VA_ARG},
    [BL_INST_CODE_STORE_OLD] = {bl_take_store, BL_OP_STORE},
    [BL_INST_CODE_EXTRACTVAL] = {bl_take_extractvalue, BL_OP_EXTRACTVALUE},
    [BL_INST_CODE_INSERTVAL] = {bl_take_insertvalue, BL_OP_INSERTVALUE},
    [BL_INST_CODE_CMP2] = {take_compare, 0},
    [BL_INST_CODE_VSELECT] = {take_select, BL_OP_SELECT},
    [BL_INST_CODE_INBOUNDS_GEP_OLD] = {bl_take_gep, BL_OP_GETELEMENTPTR},
    [BL_INST_CODE_INDIRECTBR] = {bl_take_indirectbr, BL_OP_INDIRECTBR},
    [BL_INST_CODE_CALL] = {bl_take_call, BL_OP_CALL},
    [BL_INST_CODE_FENCE] = {bl_take_fence, BL_OP_FENCE},
    [BL_INST_CODE_CMPXCHG_OLD] = {bl_take_cmpxchg, BL_OP_CMPXCHG},
    [BL_INST_CODE_ATOMICRMW_OLD] = {bl_take_atomicrmw, BL_OP_ATOMICRMW},
    [BL_INST_CODE_RESUME] = {bl_take_resume, BL_OP_RESUME},
    [BL_INST_CODE_LANDINGPAD_OLD] = {bl_take_landingpad, BL_OP_LANDINGPAD},
    [BL_INST_CODE_LOADATOMIC] = {bl_take_load, BL_OP_LOAD},
    [BL_INST_CODE_STOREATOMIC_OLD] = {bl_take_store, BL_OP_STORE},
    [BL_INST_CODE_GEP] = {bl_take_gep, BL_OP_GETELEMENTPTR},
    [BL_INST_CODE_STORE] = {bl_take_store, BL_OP_STORE},
    [BL_INST_CODE_STOREATOMIC] = {bl_take_store, BL_OP_STORE},
    [BL_INST_CODE_CMPXCHG] = {bl_take_cmpxchg, BL_OP_CMPXCHG},
    [BL_INST_CODE_LANDINGPAD] = {bl_take_landingpad, BL_OP_LANDINGPAD},
    [BL_INST_CODE_CLEANUPRET] = {bl_take_cleanupret, BL_OP_CLEANUPRET},
    [BL_INST_CODE_CATCHRET] = {bl_take_catchret, BL_OP_CATCHRET},
    [BL_INST_CODE_CATCHPAD] = {bl_take_pad, BL_OP_CATCHPAD},
    [BL_INST_CODE_CLEANUPPAD] = {bl_take_pad, BL_OP_CLEANUPPAD},
    [BL_INST_CODE_CATCHSWITCH] = {bl_take_catchswitch, BL_OP_CATCHSWITCH},
    [BL_INST_CODE_UNOP] = {take_unary, 0},
    [BL_INST_CODE_CALLBR] = {bl_take_callbr, BL_OP_CALLBR},
    [BL_INST_CODE_FREEZE] = {take_freeze, BL_OP_FREEZE},
    [BL_INST_CODE_ATOMICRMW] = {bl_take_atomicrmw, BL_OP_ATOMICRMW},
};

bool bl_instruction_is_known(uint32_t code)
{
    return code < BL_IR_CODE_END && forms[code].take;
}

/* What there is, as numbers. */
static void take_raw(struct bl_taker *t)
{
    t->f->n_operands = 0;
    for (uint32_t i = 0; i < t->rec->n_ops; i++)
        bl_take_add_integer(t, BL_OPERAND_RAW, t->rec->ops[i]);
}

int bl_instruction_take(struct bl_function *f, struct bl_instruction *inst)
{
    const struct bl_record *rec = &f->rec;
    struct bl_taker t = {.f = f, .rec = rec, .inst = inst};
    *inst = (struct bl_instruction){
        .bit_pos = rec->bit_pos,
        .code = rec->code,
        .type = BL_NONE,
        .value = BL_NONE,
        .source_type = BL_NONE,
        .attributes = BL_NONE,
    };
    if (bl_instruction_is_known(rec->code)) {
        inst->opcode = forms[rec->code].opcode;
        forms[rec->code].take(&t);
    }
    if (inst->opcode == BL_OP_UNKNOWN && t.status == BL_OK)
        take_raw(&t);
    return t.status < 0 ? bl_function_fail(f, t.status, t.what, rec->bit_pos) : BL_OK;
}
