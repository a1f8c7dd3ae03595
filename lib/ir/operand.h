/* ir/operand.h - the operands of an instruction's record, read one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A failure is kept in the function, and all that is read after it is 0 or BL_NONE, so that a
 * caller looks at it once, at the end.
 *
 * Some twenty operands of ten instructions are read in the time of one cache miss, so that readers
 * are inline, and each decoder has its own copy of the reader, which the compiler keeps in
 * registers: never hand its address to a function that is not inline.
 */
#ifndef BL_IR_OPERAND_H
#define BL_IR_OPERAND_H

#include "base/compiler.h"
#include "ir/function_values.h"
#include "ir/vbr.h"

struct bl_operand_reader {
    struct bl_function *f;
    struct bl_instruction *inst;
    const uint64_t *op, *end; /* of the record: the next one, and after the last one */
    struct bl_operand *out;   /* of the instruction: where the next one goes */
};

/* What decoders may add to the operands after a failure, when they use up none of the record's. */
enum {
    BL_SPARE_OPERANDS = 8
};

static inline struct bl_operand_reader bl_operand_reader_of(struct bl_function *f,
                                                            struct bl_instruction *inst)
{
    return (struct bl_operand_reader){
        .f = f,
        .inst = inst,
        .op = f->ops + f->rec[0].first_op,
        .end = f->ops + f->rec[1].first_op,
        .out = f->operands,
    };
}

/* Keep the first failure, and stop. */
BL_COLD void bl_operand_fail(struct bl_function *f, int status, const char *what);

static BL_ALWAYS_INLINE void bl_reader_fail(struct bl_operand_reader *t, int status,
                                            const char *what)
{
    bl_operand_fail(t->f, status, what);
    t->op = t->end;
    t->out = t->f->operands;
}

static BL_ALWAYS_INLINE bool bl_reader_ok(const struct bl_operand_reader *t)
{
    return BL_LIKELY(t->f->failure.status == BL_OK);
}

/* Failure unless GOOD. */
static BL_ALWAYS_INLINE void bl_reader_need(struct bl_operand_reader *t, bool good,
                                            const char *what)
{
    if (BL_UNLIKELY(!good))
        bl_reader_fail(t, BL_E_MISMATCH, what);
}

/* ---- Numbers ---- */

/* How many operands of the record are left. */
static BL_ALWAYS_INLINE uint32_t bl_operands_left(const struct bl_operand_reader *t)
{
    return (uint32_t)(t->end - t->op);
}

static BL_ALWAYS_INLINE uint64_t bl_read_op(struct bl_operand_reader *t)
{
    if (BL_LIKELY(t->op < t->end))
        return *t->op++;
    bl_reader_fail(t, BL_E_MALFORMED, "instruction with too few operands");
    return 0;
}

/* 0: there is none. */
static BL_ALWAYS_INLINE uint64_t bl_read_optional(struct bl_operand_reader *t)
{
    /* Instructions with flags and without come in any order: better no branch to guess. */
    static const uint64_t none;
    bool is_there = t->op < t->end;
    const uint64_t *op = is_there ? t->op : &none;
    t->op += is_there;
    return *op;
}

/* A number of at most 32 bits. */
static BL_ALWAYS_INLINE uint32_t bl_read_number(struct bl_operand_reader *t)
{
    uint64_t op = bl_read_op(t);
    if (BL_UNLIKELY(op > UINT32_MAX))
        bl_reader_fail(t, BL_E_MALFORMED, "instruction's operand is over 32 bits");
    return (uint32_t)op;
}

static BL_ALWAYS_INLINE uint32_t bl_read_type(struct bl_operand_reader *t)
{
    if (BL_LIKELY(t->op < t->end && *t->op < t->f->types.n_listed))
        return (uint32_t)*t->op++;
    bl_reader_fail(t, BL_E_MALFORMED,
                   t->op < t->end ? "no type of this number" : "instruction with too few operands");
    return BL_NONE;
}

static BL_ALWAYS_INLINE struct bl_operand bl_read_block(struct bl_operand_reader *t)
{
    struct bl_operand operand = {
        .kind = BL_OPERAND_BLOCK, .type = BL_NONE, .number = bl_read_op(t)};
    if (BL_UNLIKELY(operand.number >= t->f->body.n_basic_blocks))
        bl_reader_fail(t, BL_E_MALFORMED, "no basic block of this number");
    return operand;
}

/* ---- Values ---- */

/* The value that OP stands for, where it does not plainly count back. What is over 32 bits, or
 * leads before value 0, is none. */
uint32_t bl_unusual_number(struct bl_function *f, uint64_t op);

static BL_ALWAYS_INLINE uint32_t bl_operand_number(struct bl_operand_reader *t, uint64_t op)
{
    uint32_t next = t->f->next_value;
    return BL_LIKELY(op - 1 < next && t->f->is_relative) ? next - (uint32_t)op
                                                         : bl_unusual_number(t->f, op);
}

static BL_ALWAYS_INLINE struct bl_operand bl_value_operand(uint32_t number, uint32_t type)
{
    return (struct bl_operand){.kind = BL_OPERAND_VALUE, .type = type, .number = number};
}

/* In place of an operand after a failure. */
static BL_ALWAYS_INLINE struct bl_operand bl_no_operand(struct bl_operand_reader *t)
{
    t->op = t->end;
    t->out = t->f->operands;
    return bl_value_operand(0, BL_NONE);
}

/* Value NUMBER, of which TYPE is needed. */
static BL_ALWAYS_INLINE struct bl_operand bl_typed_operand(struct bl_operand_reader *t,
                                                           uint32_t number, uint32_t type)
{
    if (BL_UNLIKELY(number >= t->f->next_value)) {
        if (bl_function_note_forward(t->f, number, type) < 0)
            return bl_no_operand(t);
        return bl_value_operand(number, type);
    }
    uint32_t own = bl_function_own_type(t->f, number);
    if (BL_UNLIKELY(!bl_types_agree(&t->f->types, own, type)))
        bl_reader_fail(t, BL_E_MISMATCH, "operand of another type than the instruction needs");
    if (BL_UNLIKELY(own == BL_NONE))
        bl_function_infer(t->f, number, type);
    return bl_value_operand(number, own == BL_NONE ? type : own);
}

/* Whether the next operand, if it is a value, is one that comes later. */
static BL_ALWAYS_INLINE bool bl_next_leads_ahead(const struct bl_operand_reader *t)
{
    if (t->op == t->end)
        return false;
    uint32_t op = (uint32_t)*t->op;
    uint32_t next = t->f->next_value;
    return (t->f->is_relative ? next - op : op) >= next;
}

/* A value; when it leads ahead its type follows. */
static BL_ALWAYS_INLINE struct bl_operand bl_read_pair(struct bl_operand_reader *t)
{
    uint32_t number = bl_operand_number(t, bl_read_op(t));
    if (BL_LIKELY(number < t->f->next_value))
        return bl_value_operand(number, bl_function_own_type(t->f, number));
    return bl_reader_ok(t) ? bl_typed_operand(t, number, bl_read_type(t)) : bl_no_operand(t);
}

/* Any piece of metadata; TYPE is that of metadata, or BL_NONE where no type is given. */
static BL_ALWAYS_INLINE struct bl_operand bl_read_metadata(struct bl_operand_reader *t,
                                                           uint32_t type)
{
    uint64_t op = bl_read_op(t);
    if (op > UINT32_MAX)
        bl_reader_fail(t, BL_E_MALFORMED, "metadata's number is over 32 bits");
    return (struct bl_operand){
        .kind = BL_OPERAND_METADATA,
        .type = type,
        .number = t->f->is_relative ? t->f->next_value - (uint32_t)op : op,
    };
}

/* A value of TYPE, or any piece of metadata where TYPE is that. */
static BL_ALWAYS_INLINE struct bl_operand bl_read_value(struct bl_operand_reader *t, uint32_t type)
{
    if (BL_UNLIKELY(bl_type_kind_of(&t->f->types, type) == BL_TYPE_METADATA))
        return bl_read_metadata(t, type);
    uint32_t number = bl_operand_number(t, bl_read_op(t));
    return bl_reader_ok(t) ? bl_typed_operand(t, number, type) : bl_no_operand(t);
}

/* A value of TYPE by its number, in every module version. */
static BL_ALWAYS_INLINE struct bl_operand bl_read_absolute(struct bl_operand_reader *t,
                                                           uint32_t type)
{
    uint32_t number = bl_read_number(t);
    return bl_reader_ok(t) ? bl_typed_operand(t, number, type) : bl_no_operand(t);
}

/* The same, with a signed distance where operands count back. */
static BL_ALWAYS_INLINE struct bl_operand bl_read_signed(struct bl_operand_reader *t, uint32_t type)
{
    if (!t->f->is_relative)
        return bl_read_absolute(t, type);
    int64_t distance = bl_signed_vbr(bl_read_op(t));
    int64_t next = t->f->next_value;
    if (BL_UNLIKELY(distance > next || distance < next - UINT32_MAX) && !t->f->uncertain)
        bl_reader_fail(t, BL_E_MALFORMED, "value that leads in front of the first one");
    if (!bl_reader_ok(t))
        return bl_no_operand(t);
    return bl_typed_operand(t, (uint32_t)((uint64_t)next - (uint64_t)distance), type);
}

/* OPERAND is of TYPE, too, if its own is not known. */
static BL_ALWAYS_INLINE void bl_give_type(struct bl_operand_reader *t, struct bl_operand *operand,
                                          uint32_t type)
{
    if (BL_LIKELY(operand->type != BL_NONE))
        return;
    operand->type = type;
    bl_function_infer(t->f, (uint32_t)operand->number, type);
}

/* ---- The instruction's ---- */

/* The instruction makes a value of TYPE, or none where that is void. */
static BL_ALWAYS_INLINE void bl_set_result(struct bl_operand_reader *t, uint32_t type)
{
    t->inst->type = type;
    t->inst->value = 0;
}

/* Put an operand, one or more of the record's, to the instruction's: there is room. */
static BL_ALWAYS_INLINE void bl_add_operand(struct bl_operand_reader *t, struct bl_operand operand)
{
    *t->out++ = operand;
}

/* bl_read_pair(), added. */
static BL_ALWAYS_INLINE struct bl_operand bl_add_pair(struct bl_operand_reader *t)
{
    struct bl_operand operand = bl_read_pair(t);
    bl_add_operand(t, operand);
    return operand;
}

static BL_ALWAYS_INLINE void bl_add_integer(struct bl_operand_reader *t, enum bl_operand_kind kind,
                                            uint64_t integer)
{
    bl_add_operand(t,
                   (struct bl_operand){.kind = (uint8_t)kind, .type = BL_NONE, .number = integer});
}

/* Fast-math flags of a record, as bl_instruction_flag. The lowest bit was "fast" as one flag, up to
 * LLVM 5; "reassoc" came last. */
static inline unsigned bl_fast_math_flags(uint64_t bits)
{
    unsigned others = (unsigned)(bits >> 1 & 0x3F) * BL_INST_NNAN;
    return others | (bits & 0x80 ? BL_INST_REASSOC : 0) | (bits & 1 ? BL_INST_FAST : 0);
}
_Static_assert(BL_INST_AFN == 0x20 * BL_INST_NNAN, "in the order of the record's bits");

/* ---- Types ---- */

enum {
    BL_INTEGERS = 1 << BL_TYPE_INTEGER,
    BL_POINTERS = 1 << BL_TYPE_POINTER,
    BL_FLOATS = 1 << BL_TYPE_HALF | 1 << BL_TYPE_BFLOAT | 1 << BL_TYPE_FLOAT | 1 << BL_TYPE_DOUBLE |
                1 << BL_TYPE_X86_FP80 | 1 << BL_TYPE_FP128 | 1 << BL_TYPE_PPC_FP128,
    BL_VECTORS = 1 << BL_TYPE_VECTOR,
    BL_MMX = 1 << BL_TYPE_X86_MMX,
};

/* Whether TYPE is of one of KINDS, bits as above; true where it is not known. */
static BL_ALWAYS_INLINE bool bl_type_is(const struct bl_operand_reader *t, uint32_t type,
                                        unsigned kinds)
{
    return ((kinds | 1 << BL_TYPE_UNKNOWN) >> bl_type_kind_of(&t->f->types, type) & 1) != 0;
}

/* The same for TYPE or, of a vector, for its element. */
static BL_ALWAYS_INLINE bool bl_scalar_is(const struct bl_operand_reader *t, uint32_t type,
                                          unsigned kinds)
{
    return ((kinds | 1 << BL_TYPE_UNKNOWN) >> bl_type_scalar_kind(&t->f->types, type) & 1) != 0;
}

/* What a pointer of TYPE points to; BL_NONE: it does not say. */
static BL_ALWAYS_INLINE uint32_t bl_pointee_of(struct bl_operand_reader *t, uint32_t type)
{
    const struct bl_type *pointer = bl_type_of(&t->f->types, type);
    bool is_pointer = pointer && pointer->kind == BL_TYPE_POINTER;
    return is_pointer ? bl_type_part(&t->f->types, type, 0) : BL_NONE;
}

#endif
