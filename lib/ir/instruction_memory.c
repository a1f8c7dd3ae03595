/* ir/instruction_memory.c - records of instructions on memory and on aggregates
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Records of the time of typed pointers leave out what the pointer says: the type of a load, of a
 * stored value that leads ahead, of what is indexed.
 */
#include "ir/instruction.h"
#include "ir/operand.h"

enum {
    MOST_ALIGNMENT = 32, /* as a power of two */
};

/* Alignments are written as the power of two plus one; 0: none. */
static BL_ALWAYS_INLINE void set_alignment(struct bl_operand_reader *t, uint64_t exponent)
{
    if (exponent > MOST_ALIGNMENT + 1)
        bl_reader_fail(t, BL_E_MALFORMED, "alignment over 2^32");
    else if (exponent > 0)
        t->inst->alignment = UINT64_C(1) << (exponent - 1);
}

static BL_ALWAYS_INLINE void read_volatile(struct bl_operand_reader *t)
{
    if (bl_read_op(t) & 1)
        t->inst->flags |= BL_INST_VOLATILE;
}

static BL_ALWAYS_INLINE uint8_t read_ordering(struct bl_operand_reader *t)
{
    uint64_t ordering = bl_read_op(t);
    if (ordering > UINT8_MAX || !bl_ordering_name((unsigned)ordering))
        bl_reader_fail(t, BL_E_MALFORMED, "memory ordering that there is not");
    return (uint8_t)ordering;
}

/* [ordering, sync scope] */
static BL_ALWAYS_INLINE void read_atomic(struct bl_operand_reader *t)
{
    t->inst->is_atomic = true;
    t->inst->ordering = read_ordering(t);
    t->inst->sync_scope = bl_read_number(t);
}

static BL_ALWAYS_INLINE struct bl_operand read_pointer(struct bl_operand_reader *t)
{
    struct bl_operand pointer = bl_read_pair(t);
    bl_reader_need(t, bl_type_is(t, pointer.type, BL_POINTERS), "memory access without a pointer");
    return pointer;
}

/* What a pointer says it points to must be of TYPE. */
static BL_ALWAYS_INLINE void need_pointee(struct bl_operand_reader *t, uint32_t pointer,
                                          uint32_t type)
{
    bl_reader_need(t, bl_types_agree(&t->f->types, bl_pointee_of(t, pointer), type),
                   "memory access of another type than the pointer points to");
}

/* A value to go to memory, with its type or, in the old form, of the pointer's. */
static BL_ALWAYS_INLINE struct bl_operand read_stored(struct bl_operand_reader *t, uint32_t pointer,
                                                      bool is_old)
{
    uint32_t pointee = bl_pointee_of(t, pointer);
    struct bl_operand value = is_old ? bl_read_value(t, pointee) : bl_read_pair(t);
    need_pointee(t, pointer, value.type);
    return value;
}

/* ---- alloca ---- */

/* Bits of the third operand: alignment 0 to 4, inalloca 5, explicit type 6, swifterror 7, and of
 * the alignment again 8 to 10. */
enum {
    ALLOCA_LOW_ALIGNMENT = 0x1F,
    ALLOCA_INALLOCA = 1 << 5,
    ALLOCA_EXPLICIT_TYPE = 1 << 6,
    ALLOCA_SWIFTERROR = 1 << 7,
    ALLOCA_HIGH_ALIGNMENT = 8,
    ALLOCA_HIGH_BITS = 7,
};

/* [type, type of the count, count, flags, address space] */
struct bl_operand *bl_decode_alloca(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    uint32_t type = bl_read_type(&t);
    uint32_t count_type = bl_read_type(&t);
    bl_reader_need(&t, bl_type_is(&t, count_type, BL_INTEGERS),
                   "alloca of a count that is no integer");
    bl_add_operand(&t, bl_read_absolute(&t, count_type));
    uint64_t flags = bl_read_op(&t);
    inst->flags = (flags & ALLOCA_INALLOCA ? BL_INST_INALLOCA : 0) |
                  (flags & ALLOCA_SWIFTERROR ? BL_INST_SWIFTERROR : 0);
    set_alignment(&t, (flags & ALLOCA_LOW_ALIGNMENT) |
                          (flags >> ALLOCA_HIGH_ALIGNMENT & ALLOCA_HIGH_BITS) << 5);
    if (flags & ALLOCA_EXPLICIT_TYPE) {
        uint64_t space =
            bl_operands_left(&t) > 0 ? bl_read_op(&t) : bl_function_allocation_space(f);
        inst->source_type = type;
        bl_set_result(&t, bl_derive_pointer(&f->types, type, space));
        return t.out;
    }
    bl_reader_need(&t, bl_type_is(&t, type, BL_POINTERS), "alloca whose type is no pointer");
    inst->source_type = bl_pointee_of(&t, type);
    bl_set_result(&t, type);
    return t.out;
}

/* ---- load, store ---- */

/* [pointer, type, alignment, volatile], atomic: [… ordering, sync scope]; the type is missing up to
 * LLVM 3.6 */
struct bl_operand *bl_decode_load(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    bool is_atomic = inst->code == BL_CODE_FUNCTION_INST_LOADATOMIC;
    struct bl_operand pointer = read_pointer(&t);
    bool has_type = bl_operands_left(&t) == (is_atomic ? 5 : 3);
    uint32_t type = has_type ? bl_read_type(&t) : bl_pointee_of(&t, pointer.type);
    bl_add_operand(&t, pointer);
    need_pointee(&t, pointer.type, type);
    set_alignment(&t, bl_read_op(&t));
    read_volatile(&t);
    if (is_atomic)
        read_atomic(&t);
    bl_set_result(&t, type);
    return t.out;
}

/* [pointer, value, alignment, volatile], atomic: [… ordering, sync scope] */
struct bl_operand *bl_decode_store(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    uint32_t code = inst->code;
    bool is_old =
        code == BL_CODE_FUNCTION_INST_STORE_OLD || code == BL_CODE_FUNCTION_INST_STOREATOMIC_OLD;
    struct bl_operand pointer = read_pointer(&t);
    bl_add_operand(&t, read_stored(&t, pointer.type, is_old));
    bl_add_operand(&t, pointer);
    set_alignment(&t, bl_read_op(&t));
    read_volatile(&t);
    if (code == BL_CODE_FUNCTION_INST_STOREATOMIC || code == BL_CODE_FUNCTION_INST_STOREATOMIC_OLD)
        read_atomic(&t);
    return t.out;
}

/* ---- getelementptr ---- */

/* By the three bits of GEP: up to LLVM 18 "inbounds" alone, then nusw and nuw. */
static const uint8_t gep_flags[] = {
    0,
    BL_INST_INBOUNDS | BL_INST_NUSW,
    BL_INST_NUSW,
    BL_INST_INBOUNDS | BL_INST_NUSW,
    BL_INST_NUW,
    BL_INST_INBOUNDS | BL_INST_NUSW | BL_INST_NUW,
    BL_INST_NUSW | BL_INST_NUW,
    BL_INST_INBOUNDS | BL_INST_NUSW | BL_INST_NUW,
};

/* What is at INDEX of AGGREGATE; BL_NONE: there is nothing, or that cannot be said. */
static BL_ALWAYS_INLINE uint32_t element_at(struct bl_operand_reader *t, uint32_t aggregate,
                                            struct bl_operand index)
{
    uint64_t field;
    if (bl_type_kind_of(&t->f->types, aggregate) != BL_TYPE_STRUCT)
        return bl_type_part(&t->f->types, aggregate, 0);
    if (!bl_function_constant_integer(t->f, (uint32_t)index.number, &field))
        return BL_NONE;
    return bl_type_part(&t->f->types, aggregate, field);
}

/* The type of a pointer like BASE to what is at the end of the indices. */
static BL_ALWAYS_INLINE uint32_t gep_result(struct bl_operand_reader *t, uint32_t base,
                                            uint32_t reached)
{
    const struct bl_type *pointer = bl_type_of(&t->f->types, base);
    if (!pointer || t->f->types.is_opaque)
        return base;
    return reached == BL_NONE ? BL_NONE : bl_derive_pointer(&t->f->types, reached, pointer->count);
}

/* [flags, type, pointer, index…]; the old forms have pointer and indices alone. */
struct bl_operand *bl_decode_gep(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    bool is_old = inst->code != BL_CODE_FUNCTION_INST_GEP;
    if (inst->code == BL_CODE_FUNCTION_INST_INBOUNDS_GEP_OLD)
        inst->flags = BL_INST_INBOUNDS | BL_INST_NUSW;
    if (!is_old)
        inst->flags = gep_flags[bl_read_op(&t) & 7];
    uint32_t reached = is_old ? BL_NONE : bl_read_type(&t);
    struct bl_operand base = bl_read_pair(&t);
    uint32_t like = base.type;
    uint32_t pointer = bl_type_scalar(&f->types, base.type);
    bl_reader_need(&t, bl_type_is(&t, pointer, BL_POINTERS), "getelementptr without a pointer");
    if (is_old)
        reached = bl_pointee_of(&t, pointer);
    need_pointee(&t, pointer, reached);
    inst->source_type = reached;
    bl_add_operand(&t, base);
    for (bool is_first = true; bl_operands_left(&t) > 0; is_first = false) {
        struct bl_operand index = bl_read_pair(&t);
        bl_reader_need(&t, bl_scalar_is(&t, index.type, BL_INTEGERS), "index that is no integer");
        bl_add_operand(&t, index);
        if (bl_type_kind_of(&f->types, index.type) == BL_TYPE_VECTOR)
            like = index.type;
        if (!is_first && !f->types.is_opaque)
            reached = element_at(&t, reached, index);
    }
    bl_set_result(&t, bl_derive_like(&f->types, gep_result(&t, pointer, reached), like));
    return t.out;
}

/* ---- Atomics ---- */

/* [ordering, sync scope] */
struct bl_operand *bl_decode_fence(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    read_atomic(&t);
    return t.out;
}

/* Up to LLVM 3.3 it was not written: the strongest that nothing is released by. */
static uint8_t ordering_on_failure(uint8_t ordering)
{
    return ordering == BL_ORDERING_RELEASE   ? BL_ORDERING_MONOTONIC
           : ordering == BL_ORDERING_ACQ_REL ? BL_ORDERING_ACQUIRE
                                             : ordering;
}

/* [pointer, expected, new, volatile, ordering, sync scope, failure ordering, weak, alignment]. The
 * old form knows the type of the expected value by the pointer and, up to LLVM 3.4, ends with the
 * sync scope: then what was loaded is all of the result. */
struct bl_operand *bl_decode_cmpxchg(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    bool is_old = inst->code == BL_CODE_FUNCTION_INST_CMPXCHG_OLD;
    struct bl_operand pointer = read_pointer(&t);
    struct bl_operand expected = read_stored(&t, pointer.type, is_old);
    bl_add_operand(&t, pointer);
    bl_add_operand(&t, expected);
    bl_add_operand(&t, bl_read_value(&t, expected.type));
    read_volatile(&t);
    read_atomic(&t);
    inst->failure_ordering =
        bl_operands_left(&t) > 0 ? read_ordering(&t) : ordering_on_failure(inst->ordering);
    bool has_success = bl_operands_left(&t) > 0;
    if (has_success && (bl_read_op(&t) & 1))
        inst->flags |= BL_INST_WEAK;
    if (bl_operands_left(&t) > 0)
        set_alignment(&t, bl_read_op(&t));
    uint32_t success = bl_derive_i1(&f->types);
    bl_set_result(&t,
                  has_success ? bl_derive_pair(&f->types, expected.type, success) : expected.type);
    return t.out;
}

/* [pointer, value, operation, volatile, ordering, sync scope, alignment] */
struct bl_operand *bl_decode_atomicrmw(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    bool is_old = inst->code == BL_CODE_FUNCTION_INST_ATOMICRMW_OLD;
    struct bl_operand pointer = read_pointer(&t);
    struct bl_operand value = read_stored(&t, pointer.type, is_old);
    bl_add_operand(&t, pointer);
    bl_add_operand(&t, value);
    uint64_t operation = bl_read_op(&t);
    if (operation > UINT8_MAX)
        bl_reader_fail(&t, BL_E_MALFORMED, "atomic operation over 8 bits");
    inst->operation = (uint8_t)operation;
    read_volatile(&t);
    read_atomic(&t);
    if (bl_operands_left(&t) > 0)
        set_alignment(&t, bl_read_op(&t));
    bl_set_result(&t, value.type);
    return t.out;
}

/* [type of the list, list, type] */
struct bl_operand *bl_decode_va_arg(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    uint32_t list = bl_read_type(&t);
    bl_add_operand(&t, bl_read_value(&t, list));
    bl_set_result(&t, bl_read_type(&t));
    return t.out;
}

/* ---- Aggregates ---- */

/* The indices, and the type of what they lead to. */
static BL_ALWAYS_INLINE uint32_t read_indices(struct bl_operand_reader *t, uint32_t type)
{
    if (bl_operands_left(t) == 0)
        bl_reader_fail(t, BL_E_MALFORMED, "instruction with too few operands");
    while (bl_operands_left(t) > 0) {
        uint64_t index = bl_read_op(t);
        const struct bl_type *aggregate = bl_type_of(&t->f->types, type);
        bl_add_integer(t, BL_OPERAND_INTEGER, index);
        if (!aggregate || !aggregate->kind) {
            type = BL_NONE;
            continue;
        }
        bool is_array = aggregate->kind == BL_TYPE_ARRAY;
        bl_reader_need(t,
                       is_array ? index < aggregate->count
                                : aggregate->kind == BL_TYPE_STRUCT && index < aggregate->n_parts,
                       "index that leads out of the aggregate");
        type = bl_type_part(&t->f->types, type, is_array ? 0 : index);
    }
    return type;
}

/* [aggregate, index…] */
struct bl_operand *bl_decode_extractvalue(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand aggregate = bl_add_pair(&t);
    bl_set_result(&t, read_indices(&t, aggregate.type));
    return t.out;
}

/* [aggregate, value, index…] */
struct bl_operand *bl_decode_insertvalue(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand aggregate = bl_read_pair(&t);
    struct bl_operand value = bl_read_pair(&t);
    bl_add_operand(&t, aggregate);
    bl_add_operand(&t, value);
    uint32_t type = read_indices(&t, aggregate.type);
    bl_reader_need(&t, bl_types_agree(&f->types, type, value.type),
                   "operand of another type than the instruction needs");
    bl_set_result(&t, aggregate.type);
    return t.out;
}
