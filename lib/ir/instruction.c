/* ir/instruction.c - records of instructions by their codes, and those that calculate
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Codes and layouts: LLVMBitCodes.h, FunctionCodes, and what LLVM 3.0 to 22 write for them.
 */
#include "ir/instruction.h"

#include "ir/operand.h"

static uint32_t type_i1(struct bl_operand_reader *t)
{
    return bl_derive_integer(&t->f->types, 1);
}

/* ---- Flags ---- */

#define FLAGS_OF(bits, flags) bl_flags_of(bits, flags, sizeof(flags) / sizeof *(flags))

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
static void read_binary(struct bl_operand_reader *t)
{
    struct bl_operand left = bl_read_pair(t);
    struct bl_operand right = bl_read_value(t, left.type);
    uint64_t code = bl_read_op(t);
    uint64_t flags = bl_read_optional(t);
    bl_add_operand(t, left);
    bl_add_operand(t, right);
    bl_set_result(t, left.type);
    if (code >= sizeof operations / sizeof *operations || t->status < 0)
        return;
    const struct operation *operation = &operations[code];
    bool is_known = bl_type_kind_of(&t->f->types, left.type) != BL_TYPE_UNKNOWN;
    /* Without a type, add and fadd cannot be told apart. */
    if (!is_known && operation->on_floats)
        return;
    if (is_known && bl_scalar_is(t, left.type, BL_FLOATS)) {
        t->inst->opcode = operation->on_floats;
        t->inst->flags = bl_fast_math_flags(flags);
    } else {
        bl_reader_need(t, bl_scalar_is(t, left.type, BL_INTEGERS | BL_MMX),
                       "arithmetic on what is no number");
        t->inst->opcode = operation->on_integers;
        t->inst->flags = bl_flags_of(flags, operation->flags, operation->n_flags);
    }
    bl_reader_need(t, t->inst->opcode != BL_OP_UNKNOWN, "arithmetic of integers on floats");
}

/* [value, operation, flags] */
static void read_unary(struct bl_operand_reader *t)
{
    struct bl_operand value = bl_read_pair(t);
    uint64_t code = bl_read_op(t);
    bl_add_operand(t, value);
    bl_set_result(t, value.type);
    if (code == 0)
        t->inst->opcode = BL_OP_FNEG;
    bl_reader_need(t, bl_scalar_is(t, value.type, BL_FLOATS), "fneg of what is no float");
    t->inst->flags = bl_fast_math_flags(bl_read_optional(t));
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
static void read_cast(struct bl_operand_reader *t)
{
    struct bl_operand value = bl_read_pair(t);
    uint32_t type = bl_read_type(t);
    uint64_t code = bl_read_op(t);
    uint64_t flags = bl_read_optional(t);
    bl_add_operand(t, value);
    bl_set_result(t, type);
    if (code >= sizeof casts / sizeof *casts || t->status < 0)
        return;
    const struct cast *cast = &casts[code];
    t->inst->opcode = cast->opcode;
    t->inst->flags =
        cast->flags ? bl_flags_of(flags, cast->flags, cast->n_flags) : bl_fast_math_flags(flags);
    bl_reader_need(t, !cast->from || bl_scalar_is(t, value.type, cast->from),
                   "cast from a type that it is not for");
    bl_reader_need(t, !cast->to || bl_scalar_is(t, type, cast->to),
                   "cast to a type that it is not for");
}

/* ---- Comparing and choosing ---- */

enum {
    FIRST_INTEGER_PREDICATE = 32
};

/* [value, value, predicate, flags]; CMP is the same for a single value. */
static void read_compare(struct bl_operand_reader *t)
{
    struct bl_operand left = bl_read_pair(t);
    struct bl_operand right = bl_read_value(t, left.type);
    uint64_t predicate = bl_read_op(t);
    uint64_t flags = bl_read_optional(t);
    bl_add_operand(t, left);
    bl_add_operand(t, right);
    bl_set_result(t, bl_derive_like(&t->f->types, type_i1(t), left.type));
    bool is_integer = predicate >= FIRST_INTEGER_PREDICATE;
    t->inst->opcode = is_integer ? BL_OP_ICMP : BL_OP_FCMP;
    t->inst->predicate = (uint8_t)predicate;
    t->inst->flags = is_integer ? FLAGS_OF(flags, samesign_flags) : bl_fast_math_flags(flags);
    if (!bl_predicate_name((unsigned)predicate) || predicate > UINT8_MAX)
        bl_reader_fail(t, BL_E_MALFORMED, "comparison with a predicate that there is not");
    bl_reader_need(t,
                   bl_scalar_is(t, left.type, is_integer ? BL_INTEGERS | BL_POINTERS : BL_FLOATS),
                   "comparison of a type that it is not for");
}

static void need_condition(struct bl_operand_reader *t, uint32_t type)
{
    const struct bl_type *scalar = bl_type_of(&t->f->types, bl_type_scalar(&t->f->types, type));
    bl_reader_need(
        t, !scalar || !scalar->kind || (scalar->kind == BL_TYPE_INTEGER && scalar->count == 1),
        "condition that is no i1");
}

/* [value, value, condition, flags]; SELECT's condition is an i1 without a type of its own. */
static void read_select(struct bl_operand_reader *t)
{
    bool is_old = t->rec->code == BL_CODE_FUNCTION_INST_SELECT;
    struct bl_operand when_true = bl_read_pair(t);
    struct bl_operand when_false = bl_read_value(t, when_true.type);
    struct bl_operand condition = is_old ? bl_read_value(t, type_i1(t)) : bl_read_pair(t);
    bl_add_operand(t, condition);
    bl_add_operand(t, when_true);
    bl_add_operand(t, when_false);
    bl_set_result(t, when_true.type);
    need_condition(t, condition.type);
    t->inst->flags = bl_fast_math_flags(bl_read_optional(t));
}

/* [value] */
static void read_freeze(struct bl_operand_reader *t)
{
    struct bl_operand value = bl_add_pair(t);
    bl_set_result(t, value.type);
}

/* ---- Vectors ---- */

static void need_vector(struct bl_operand_reader *t, uint32_t type)
{
    bl_reader_need(t, bl_type_is(t, type, BL_VECTORS), "vector operation on what is no vector");
}

static struct bl_operand read_index(struct bl_operand_reader *t)
{
    /* Up to LLVM 3.3 an i32, which has no type of its own when it leads ahead. */
    bool is_last = bl_operands_left(t) == 1;
    struct bl_operand index = is_last && bl_next_leads_ahead(t)
                                  ? bl_read_value(t, bl_derive_integer(&t->f->types, 32))
                                  : bl_read_pair(t);
    bl_reader_need(t, bl_type_is(t, index.type, BL_INTEGERS), "index that is no integer");
    return index;
}

/* [vector, index] */
static void read_extractelement(struct bl_operand_reader *t)
{
    struct bl_operand vector = bl_read_pair(t);
    need_vector(t, vector.type);
    bl_add_operand(t, vector);
    bl_add_operand(t, read_index(t));
    bl_set_result(t, bl_type_part(&t->f->types, vector.type, 0));
}

/* [vector, element, index] */
static void read_insertelement(struct bl_operand_reader *t)
{
    struct bl_operand vector = bl_read_pair(t);
    need_vector(t, vector.type);
    bl_add_operand(t, vector);
    bl_add_operand(t, bl_read_value(t, bl_type_part(&t->f->types, vector.type, 0)));
    bl_add_operand(t, read_index(t));
    bl_set_result(t, vector.type);
}

/* [vector, vector, mask], the mask a constant vector */
static void read_shufflevector(struct bl_operand_reader *t)
{
    struct bl_operand left = bl_read_pair(t);
    struct bl_operand right = bl_read_value(t, left.type);
    struct bl_operand mask = bl_read_pair(t);
    need_vector(t, left.type);
    need_vector(t, mask.type);
    bl_add_operand(t, left);
    bl_add_operand(t, right);
    bl_add_operand(t, mask);
    uint32_t element = bl_type_part(&t->f->types, left.type, 0);
    bl_set_result(t, bl_derive_like(&t->f->types, element, mask.type));
}

/* ---- All of them ---- */

struct form {
    bl_decode_fn *decode;
    uint8_t opcode; /* unless the record's operands say which one */
};

static const struct form forms[BL_IR_CODE_END] = {
    [BL_CODE_FUNCTION_INST_BINOP] = {read_binary, 0},
    [BL_CODE_FUNCTION_INST_CAST] = {read_cast, 0},
    [BL_CODE_FUNCTION_INST_GEP_OLD] = {bl_decode_gep, BL_OP_GETELEMENTPTR},
    [BL_CODE_FUNCTION_INST_SELECT] = {read_select, BL_OP_SELECT},
    [BL_CODE_FUNCTION_INST_EXTRACTELT] = {read_extractelement, BL_OP_EXTRACTELEMENT},
    [BL_CODE_FUNCTION_INST_INSERTELT] = {read_insertelement, BL_OP_INSERTELEMENT},
    [BL_CODE_FUNCTION_INST_SHUFFLEVEC] = {read_shufflevector, BL_OP_SHUFFLEVECTOR},
    [BL_CODE_FUNCTION_INST_CMP] = {read_compare, 0},
    [BL_CODE_FUNCTION_INST_RET] = {bl_decode_ret, BL_OP_RET},
    [BL_CODE_FUNCTION_INST_BR] = {bl_decode_br, BL_OP_BR},
    [BL_CODE_FUNCTION_INST_SWITCH] = {bl_decode_switch, BL_OP_SWITCH},
    [BL_CODE_FUNCTION_INST_INVOKE] = {bl_decode_invoke, BL_OP_INVOKE},
    [BL_CODE_FUNCTION_INST_UNWIND] = {bl_decode_nothing, BL_OP_UNWIND},
    [BL_CODE_FUNCTION_INST_UNREACHABLE] = {bl_decode_nothing, BL_OP_UNREACHABLE},
    [BL_CODE_FUNCTION_INST_PHI] = {bl_decode_phi, BL_OP_PHI},
    [BL_CODE_FUNCTION_INST_ALLOCA] = {bl_decode_alloca, BL_OP_ALLOCA},
    [BL_CODE_FUNCTION_INST_LOAD] = {bl_decode_load, BL_OP_LOAD},
    [BL_CODE_FUNCTION_INST_VAARG] = {bl_decode_va_arg, BL_OP_VA_ARG},
    [BL_CODE_FUNCTION_INST_STORE_OLD] = {bl_decode_store, BL_OP_STORE},
    [BL_CODE_FUNCTION_INST_EXTRACTVAL] = {bl_decode_extractvalue, BL_OP_EXTRACTVALUE},
    [BL_CODE_FUNCTION_INST_INSERTVAL] = {bl_decode_insertvalue, BL_OP_INSERTVALUE},
    [BL_CODE_FUNCTION_INST_CMP2] = {read_compare, 0},
    [BL_CODE_FUNCTION_INST_VSELECT] = {read_select, BL_OP_SELECT},
    [BL_CODE_FUNCTION_INST_INBOUNDS_GEP_OLD] = {bl_decode_gep, BL_OP_GETELEMENTPTR},
    [BL_CODE_FUNCTION_INST_INDIRECTBR] = {bl_decode_indirectbr, BL_OP_INDIRECTBR},
    [BL_CODE_FUNCTION_INST_CALL] = {bl_decode_call, BL_OP_CALL},
    [BL_CODE_FUNCTION_INST_FENCE] = {bl_decode_fence, BL_OP_FENCE},
    [BL_CODE_FUNCTION_INST_CMPXCHG_OLD] = {bl_decode_cmpxchg, BL_OP_CMPXCHG},
    [BL_CODE_FUNCTION_INST_ATOMICRMW_OLD] = {bl_decode_atomicrmw, BL_OP_ATOMICRMW},
    [BL_CODE_FUNCTION_INST_RESUME] = {bl_decode_resume, BL_OP_RESUME},
    [BL_CODE_FUNCTION_INST_LANDINGPAD_OLD] = {bl_decode_landingpad, BL_OP_LANDINGPAD},
    [BL_CODE_FUNCTION_INST_LOADATOMIC] = {bl_decode_load, BL_OP_LOAD},
    [BL_CODE_FUNCTION_INST_STOREATOMIC_OLD] = {bl_decode_store, BL_OP_STORE},
    [BL_CODE_FUNCTION_INST_GEP] = {bl_decode_gep, BL_OP_GETELEMENTPTR},
    [BL_CODE_FUNCTION_INST_STORE] = {bl_decode_store, BL_OP_STORE},
    [BL_CODE_FUNCTION_INST_STOREATOMIC] = {bl_decode_store, BL_OP_STORE},
    [BL_CODE_FUNCTION_INST_CMPXCHG] = {bl_decode_cmpxchg, BL_OP_CMPXCHG},
    [BL_CODE_FUNCTION_INST_LANDINGPAD] = {bl_decode_landingpad, BL_OP_LANDINGPAD},
    [BL_CODE_FUNCTION_INST_CLEANUPRET] = {bl_decode_cleanupret, BL_OP_CLEANUPRET},
    [BL_CODE_FUNCTION_INST_CATCHRET] = {bl_decode_catchret, BL_OP_CATCHRET},
    [BL_CODE_FUNCTION_INST_CATCHPAD] = {bl_decode_pad, BL_OP_CATCHPAD},
    [BL_CODE_FUNCTION_INST_CLEANUPPAD] = {bl_decode_pad, BL_OP_CLEANUPPAD},
    [BL_CODE_FUNCTION_INST_CATCHSWITCH] = {bl_decode_catchswitch, BL_OP_CATCHSWITCH},
    [BL_CODE_FUNCTION_INST_UNOP] = {read_unary, 0},
    [BL_CODE_FUNCTION_INST_CALLBR] = {bl_decode_callbr, BL_OP_CALLBR},
    [BL_CODE_FUNCTION_INST_FREEZE] = {read_freeze, BL_OP_FREEZE},
    [BL_CODE_FUNCTION_INST_ATOMICRMW] = {bl_decode_atomicrmw, BL_OP_ATOMICRMW},
};

bool bl_instruction_is_known(uint32_t code)
{
    return code < BL_IR_CODE_END && forms[code].decode;
}

int bl_instruction_decode(struct bl_function *f, struct bl_instruction *inst)
{
    const struct bl_record *rec = &f->rec;
    struct bl_operand_reader t = {.f = f, .rec = rec, .inst = inst};
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
        forms[rec->code].decode(&t);
    }
    if (inst->opcode == BL_OP_UNKNOWN && t.status == BL_OK) {
        f->n_operands = 0;
        for (uint32_t i = 0; i < rec->n_ops; i++)
            bl_add_integer(&t, BL_OPERAND_RAW, rec->ops[i]);
    }
    return t.status < 0 ? bl_function_fail(f, t.status, t.what, rec->bit_pos) : BL_OK;
}
