/* ir/instruction.c - records of instructions by their codes, and those that calculate
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Codes and layouts: LLVMBitCodes.h, FunctionCodes, and what LLVM 3.0 to 22 write for them.
 */
#include "ir/instruction.h"

#include "ir/operand.h"

/* ---- Arithmetic ---- */

enum {
    WRAP_FLAGS = BL_INST_NUW | BL_INST_NSW
};

/* FLAGS as far as BITS, the lowest of which stands for the lowest flag, are set. */
static unsigned flags_of(uint64_t bits, unsigned flags)
{
    return (unsigned)bits * (flags & -flags) & flags;
}

/* By code of the operation, as the record has it. */
struct operation {
    uint8_t opcodes[2]; /* on integers, on floats; 0: there is none */
    uint8_t flags;      /* on integers: those that the lowest bits of the record stand for */
};

static const struct operation operations[] = {
    {{BL_OP_ADD, BL_OP_FADD}, WRAP_FLAGS},
    {{BL_OP_SUB, BL_OP_FSUB}, WRAP_FLAGS},
    {{BL_OP_MUL, BL_OP_FMUL}, WRAP_FLAGS},
    {{BL_OP_UDIV, 0}, BL_INST_EXACT},
    {{BL_OP_SDIV, BL_OP_FDIV}, BL_INST_EXACT},
    {{BL_OP_UREM, 0}, 0},
    {{BL_OP_SREM, BL_OP_FREM}, 0},
    {{BL_OP_SHL, 0}, WRAP_FLAGS},
    {{BL_OP_LSHR, 0}, BL_INST_EXACT},
    {{BL_OP_ASHR, 0}, BL_INST_EXACT},
    {{BL_OP_AND, 0}, 0},
    {{BL_OP_OR, 0}, BL_INST_DISJOINT},
    {{BL_OP_XOR, 0}, 0},
};

enum bl_opcode bl_binary_opcode(uint64_t code, bool on_floats)
{
    if (code >= sizeof operations / sizeof *operations)
        return BL_OP_UNKNOWN;
    return operations[code].opcodes[on_floats];
}

/* [value, value, operation, flags] */
static struct bl_operand *read_binary(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand left = bl_read_pair(&t);
    struct bl_operand right = bl_read_value(&t, left.type);
    bl_give_type(&t, &left, right.type);
    uint64_t code = bl_read_op(&t);
    uint64_t flags = bl_read_optional(&t);
    bl_add_operand(&t, left);
    bl_add_operand(&t, right);
    bl_set_result(&t, left.type);
    if (code >= sizeof operations / sizeof *operations || !bl_reader_ok(&t))
        return t.out;
    const struct operation *operation = &operations[code];
    bool is_known = bl_type_kind_of(&f->types, left.type) != BL_TYPE_UNKNOWN;
    /* Without a type, add and fadd cannot be told apart. */
    if (!is_known && operation->opcodes[true])
        return t.out;
    bool is_float = is_known && bl_scalar_is(&t, left.type, BL_FLOATS);
    bl_reader_need(&t, is_float || bl_scalar_is(&t, left.type, BL_INTEGERS | BL_MMX),
                   "arithmetic on what is no number");
    inst->opcode = operation->opcodes[is_float];
    inst->flags = is_float ? bl_fast_math_flags(flags) : flags_of(flags, operation->flags);
    bl_reader_need(&t, inst->opcode != BL_OP_UNKNOWN, "arithmetic of integers on floats");
    return t.out;
}

/* [value, operation, flags] */
static struct bl_operand *read_unary(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand value = bl_read_pair(&t);
    uint64_t code = bl_read_op(&t);
    bl_add_operand(&t, value);
    bl_set_result(&t, value.type);
    if (code == 0)
        inst->opcode = BL_OP_FNEG;
    bl_reader_need(&t, bl_scalar_is(&t, value.type, BL_FLOATS), "fneg of what is no float");
    inst->flags = bl_fast_math_flags(bl_read_optional(&t));
    return t.out;
}

/* ---- Casts ---- */

struct cast {
    uint8_t opcode;
    uint8_t flags;
    bool has_fast_math; /* in place of flags */
    unsigned from, to;  /* kinds of types, or of their elements; 0: any */
};

static const struct cast casts[] = {
    {BL_OP_TRUNC, WRAP_FLAGS, false, BL_INTEGERS, BL_INTEGERS},
    {BL_OP_ZEXT, BL_INST_NNEG, false, BL_INTEGERS, BL_INTEGERS},
    {BL_OP_SEXT, 0, false, BL_INTEGERS, BL_INTEGERS},
    {BL_OP_FPTOUI, 0, true, BL_FLOATS, BL_INTEGERS},
    {BL_OP_FPTOSI, 0, true, BL_FLOATS, BL_INTEGERS},
    {BL_OP_UITOFP, BL_INST_NNEG, false, BL_INTEGERS, BL_FLOATS},
    {BL_OP_SITOFP, 0, true, BL_INTEGERS, BL_FLOATS},
    {BL_OP_FPTRUNC, 0, true, BL_FLOATS, BL_FLOATS},
    {BL_OP_FPEXT, 0, true, BL_FLOATS, BL_FLOATS},
    {BL_OP_PTRTOINT, 0, false, BL_POINTERS, BL_INTEGERS},
    {BL_OP_INTTOPTR, 0, false, BL_INTEGERS, BL_POINTERS},
    {BL_OP_BITCAST, 0, false, 0, 0},
    {BL_OP_ADDRSPACECAST, 0, false, BL_POINTERS, BL_POINTERS},
    {BL_OP_PTRTOADDR, 0, false, BL_POINTERS, BL_INTEGERS},
};

enum bl_opcode bl_cast_opcode(uint64_t code)
{
    return code < sizeof casts / sizeof *casts ? casts[code].opcode : BL_OP_UNKNOWN;
}

/* [value, type, operation, flags] */
static struct bl_operand *read_cast(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand value = bl_read_pair(&t);
    uint32_t type = bl_read_type(&t);
    uint64_t code = bl_read_op(&t);
    uint64_t flags = bl_read_optional(&t);
    bl_add_operand(&t, value);
    bl_set_result(&t, type);
    if (code >= sizeof casts / sizeof *casts || !bl_reader_ok(&t))
        return t.out;
    const struct cast *cast = &casts[code];
    inst->opcode = cast->opcode;
    inst->flags = cast->has_fast_math ? bl_fast_math_flags(flags) : flags_of(flags, cast->flags);
    bl_reader_need(&t, !cast->from || bl_scalar_is(&t, value.type, cast->from),
                   "cast from a type that it is not for");
    bl_reader_need(&t, !cast->to || bl_scalar_is(&t, type, cast->to),
                   "cast to a type that it is not for");
    return t.out;
}

/* ---- Comparing and choosing ---- */

enum {
    FIRST_INTEGER_PREDICATE = 32
};

/* [value, value, predicate, flags]; CMP is the same for a single value. */
static struct bl_operand *read_compare(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand left = bl_read_pair(&t);
    struct bl_operand right = bl_read_value(&t, left.type);
    bl_give_type(&t, &left, right.type);
    uint64_t predicate = bl_read_op(&t);
    uint64_t flags = bl_read_optional(&t);
    bl_add_operand(&t, left);
    bl_add_operand(&t, right);
    bl_set_result(&t, bl_derive_like(&f->types, bl_derive_i1(&f->types), left.type));
    bool is_integer = predicate >= FIRST_INTEGER_PREDICATE;
    inst->opcode = is_integer ? BL_OP_ICMP : BL_OP_FCMP;
    inst->predicate = (uint8_t)predicate;
    inst->flags = is_integer ? flags_of(flags, BL_INST_SAMESIGN) : bl_fast_math_flags(flags);
    if (!bl_predicate_name((unsigned)predicate) || predicate > UINT8_MAX)
        bl_reader_fail(&t, BL_E_MALFORMED, "comparison with a predicate that there is not");
    bl_reader_need(&t,
                   bl_scalar_is(&t, left.type, is_integer ? BL_INTEGERS | BL_POINTERS : BL_FLOATS),
                   "comparison of a type that it is not for");
    return t.out;
}

static BL_ALWAYS_INLINE void need_condition(struct bl_operand_reader *t, uint32_t type)
{
    const struct bl_type *scalar = bl_type_of(&t->f->types, bl_type_scalar(&t->f->types, type));
    bl_reader_need(
        t, !scalar || !scalar->kind || (scalar->kind == BL_TYPE_INTEGER && scalar->count == 1),
        "condition that is no i1");
}

/* [value, value, condition, flags]; SELECT's condition is an i1 without a type of its own. */
static struct bl_operand *read_select(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    bool is_old = inst->code == BL_CODE_FUNCTION_INST_SELECT;
    struct bl_operand when_true = bl_read_pair(&t);
    struct bl_operand when_false = bl_read_value(&t, when_true.type);
    bl_give_type(&t, &when_true, when_false.type);
    struct bl_operand condition =
        is_old ? bl_read_value(&t, bl_derive_i1(&f->types)) : bl_read_pair(&t);
    bl_add_operand(&t, condition);
    bl_add_operand(&t, when_true);
    bl_add_operand(&t, when_false);
    bl_set_result(&t, when_true.type);
    need_condition(&t, condition.type);
    inst->flags = bl_fast_math_flags(bl_read_optional(&t));
    return t.out;
}

/* [value] */
static struct bl_operand *read_freeze(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand value = bl_add_pair(&t);
    bl_set_result(&t, value.type);
    return t.out;
}

/* ---- Vectors ---- */

static BL_ALWAYS_INLINE void need_vector(struct bl_operand_reader *t, uint32_t type)
{
    bl_reader_need(t, bl_type_is(t, type, BL_VECTORS), "vector operation on what is no vector");
}

static BL_ALWAYS_INLINE struct bl_operand read_index(struct bl_operand_reader *t)
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
static struct bl_operand *read_extractelement(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand vector = bl_read_pair(&t);
    need_vector(&t, vector.type);
    bl_add_operand(&t, vector);
    bl_add_operand(&t, read_index(&t));
    bl_set_result(&t, bl_type_part(&f->types, vector.type, 0));
    return t.out;
}

/* [vector, element, index] */
static struct bl_operand *read_insertelement(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand vector = bl_read_pair(&t);
    need_vector(&t, vector.type);
    bl_add_operand(&t, vector);
    bl_add_operand(&t, bl_read_value(&t, bl_type_part(&f->types, vector.type, 0)));
    bl_add_operand(&t, read_index(&t));
    bl_set_result(&t, vector.type);
    return t.out;
}

/* [vector, vector, mask], the mask a constant vector */
static struct bl_operand *read_shufflevector(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand left = bl_read_pair(&t);
    struct bl_operand right = bl_read_value(&t, left.type);
    bl_give_type(&t, &left, right.type);
    struct bl_operand mask = bl_read_pair(&t);
    need_vector(&t, left.type);
    need_vector(&t, mask.type);
    bl_add_operand(&t, left);
    bl_add_operand(&t, right);
    bl_add_operand(&t, mask);
    uint32_t element = bl_type_part(&f->types, left.type, 0);
    bl_set_result(&t, bl_derive_like(&f->types, element, mask.type));
    return t.out;
}

/* ---- All of them ---- */

const struct bl_form bl_forms[BL_IR_CODE_END] = {
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
    [BL_CODE_FUNCTION_INST_CALL_OLD] = {bl_decode_call, BL_OP_CALL},
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
