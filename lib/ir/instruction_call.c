/* ir/instruction_call.c - records of calls
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The function's type is in the record since LLVM 3.7; before, what the callee points to says
 * it. Arguments that it names have its types; those after, of a variable number, bring their own.
 */
#include "base/grow.h"
#include "ir/instruction.h"
#include "ir/operand.h"
#include "stream/limit.h"

/* Bits of call's and callbr's second operand. */
enum {
    CALL_TAIL = 1 << 0,
    CALL_CONVENTION_SHIFT = 1,
    CALL_CONVENTION_MASK = 0x3FF,
    CALL_MUSTTAIL = 1 << 14,
    CALL_EXPLICIT_TYPE = 1 << 15,
    CALL_NOTAIL = 1 << 16,
    CALL_FAST_MATH = 1 << 17,
    INVOKE_EXPLICIT_TYPE = 1 << 13, /* invoke: the rest is the convention */
};

/* Attribute lists are counted from 1; 0: none. */
static BL_ALWAYS_INLINE void read_attributes(struct bl_operand_reader *t)
{
    t->inst->attributes = bl_read_number(t) - 1U;
}

static BL_ALWAYS_INLINE void read_argument(struct bl_operand_reader *t, uint32_t type)
{
    if (bl_type_kind_of(&t->f->types, type) == BL_TYPE_LABEL)
        bl_add_operand(t, bl_read_block(t));
    else
        bl_add_operand(t, bl_read_value(t, type));
}

/* [type,] callee, argument… */
static BL_ALWAYS_INLINE void read_callee(struct bl_operand_reader *t, bool has_type)
{
    const struct bl_implied_types *types = &t->f->types;
    uint32_t type = has_type ? bl_read_type(t) : BL_NONE;
    struct bl_operand callee = bl_read_pair(t);
    bl_reader_need(t, bl_type_is(t, callee.type, BL_POINTERS), "call of what is no pointer");
    uint32_t pointee = bl_pointee_of(t, callee.type);
    bl_reader_need(t, bl_types_agree(types, type, pointee),
                   "call of another type than the callee's");
    if (!has_type)
        type = pointee;
    if (bl_type_kind_of(types, type) != BL_TYPE_FUNCTION) {
        /* What is called comes from an instruction that is not known: nobody knows the result. */
        if (callee.type == BL_NONE && t->f->unknowns)
            t->inst->opcode = BL_OP_UNKNOWN;
        else
            bl_reader_fail(t, BL_E_MISMATCH, "call whose type is none of a function");
        t->op = t->end;
        return;
    }
    t->inst->source_type = type;
    bl_add_operand(t, callee);
    const struct bl_type *function = bl_type_of(types, type);
    for (uint32_t i = 0; i + 1 < function->n_parts && bl_reader_ok(t); i++)
        read_argument(t, bl_type_part(types, type, i + 1));
    while (function->is_vararg && bl_operands_left(t) > 0)
        bl_add_operand(t, bl_read_pair(t));
    bl_reader_need(t, bl_operands_left(t) == 0, "call with more arguments than the function takes");
    t->inst->n_arguments = (uint32_t)(t->out - t->f->operands) - 1;
    bl_set_result(t, bl_type_part(types, type, 0));
}

/* [attributes, flags, fast-math flags, type, callee, argument…]; up to LLVM 2.9 under another code,
 * without fast-math flags and type */
struct bl_operand *bl_decode_call(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    read_attributes(&t);
    uint64_t flags = bl_read_op(&t);
    inst->calling_convention = flags >> CALL_CONVENTION_SHIFT & CALL_CONVENTION_MASK;
    if (flags & CALL_FAST_MATH)
        inst->flags |= bl_fast_math_flags(bl_read_op(&t));
    inst->flags |= (flags & CALL_NOTAIL     ? BL_INST_NOTAIL
                    : flags & CALL_MUSTTAIL ? BL_INST_MUSTTAIL
                    : flags & CALL_TAIL     ? BL_INST_TAIL
                                            : 0);
    read_callee(&t, flags & CALL_EXPLICIT_TYPE);
    return t.out;
}

/* [attributes, flags, normal block, unwind block, type, callee, argument…] */
struct bl_operand *bl_decode_invoke(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    read_attributes(&t);
    uint32_t flags = bl_read_number(&t);
    inst->calling_convention = flags & ~(uint32_t)INVOKE_EXPLICIT_TYPE;
    struct bl_operand normal = bl_read_block(&t);
    struct bl_operand unwind = bl_read_block(&t);
    read_callee(&t, flags & INVOKE_EXPLICIT_TYPE);
    bl_add_operand(&t, normal);
    bl_add_operand(&t, unwind);
    return t.out;
}

/* [attributes, flags, fallthrough block, number of others, block…, type, callee, argument…] */
struct bl_operand *bl_decode_callbr(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    read_attributes(&t);
    uint64_t flags = bl_read_op(&t);
    inst->calling_convention = flags >> CALL_CONVENTION_SHIFT & CALL_CONVENTION_MASK;
    struct bl_operand_reader blocks = t; /* they go after the arguments */
    (void)bl_read_op(&t);
    uint32_t n_others = bl_read_number(&t);
    if (n_others > bl_operands_left(&t))
        bl_reader_fail(&t, BL_E_MALFORMED, "instruction with too few operands");
    else
        t.op += n_others;
    read_callee(&t, flags & CALL_EXPLICIT_TYPE);
    blocks.out = t.out;
    bl_add_operand(&blocks, bl_read_block(&blocks));
    (void)bl_read_op(&blocks);
    for (uint32_t i = 0; i < n_others && bl_reader_ok(&blocks); i++)
        bl_add_operand(&blocks, bl_read_block(&blocks));
    return blocks.out;
}

/* The same records, and of call's the type. */
void bl_call_skim(struct bl_function *f, struct bl_instruction *inst)
{
    const uint64_t *ops = f->ops + f->rec->first_op;
    uint32_t n = f->rec[1].first_op - f->rec->first_op;
    uint64_t flags = n > 1 ? ops[1] : 0;
    uint32_t type_at = flags & CALL_FAST_MATH ? 3 : 2;
    inst->attributes = n > 0 ? (uint32_t)ops[0] - 1U : BL_NONE;
    if (f->rec->code == BL_CODE_FUNCTION_INST_CALL && flags & CALL_EXPLICIT_TYPE && type_at < n &&
        ops[type_at] < BL_NONE)
        inst->source_type = (uint32_t)ops[type_at];
}

/* ---- Operand bundles ---- */

/* Comes before metadata, which has no type of its own (LLVMBitCodes.h, OB_METADATA). */
static const uint64_t metadata_mark = 0x80000000;

/* A value, or [mark, metadata]. */
static struct bl_operand read_bundled(struct bl_operand_reader *t)
{
    if (*t->op != metadata_mark)
        return bl_read_pair(t);
    t->op++;
    return bl_read_metadata(t, BL_NONE);
}

/* [tag, value…] */
int bl_bundle_decode(struct bl_function *f)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, NULL);
    struct bl_bundle bundle = {.tag = bl_read_number(&t), .first = f->n_bundle_operands};
    uint64_t n_operands = (uint64_t)bundle.first + bl_operands_left(&t);
    if (bl_limit_operands(&f->cursor, n_operands, "more operands of bundles than the limit") < 0 ||
        bl_limit_records(&f->cursor, f->n_bundles, BL_MIN_GLOBAL_BYTES,
                         "more bundles than the limit") < 0)
        bl_reader_fail(&t, BL_E_LIMIT, f->cursor.what);
    /* Operands are somewhere also where bundles have none: callers add to where that is. */
    else if (bl_grow(&f->bundles, &f->cap_bundles, (size_t)f->n_bundles + 1) < 0 ||
             bl_grow(&f->bundle_operands, &f->cap_bundle_operands, n_operands + 1) < 0)
        bl_reader_fail(&t, BL_E_NOMEM, "no memory for a function");
    while (bl_operands_left(&t) > 0)
        f->bundle_operands[f->n_bundle_operands++] = read_bundled(&t);
    bundle.n = f->n_bundle_operands - bundle.first;
    if (bl_reader_ok(&t))
        f->bundles[f->n_bundles++] = bundle;
    return f->failure.status;
}
