/* ir/instruction_control.c - records of instructions that choose where to go on
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "ir/instruction.h"
#include "ir/operand.h"

static BL_ALWAYS_INLINE void add_block(struct bl_operand_reader *t)
{
    bl_add_operand(t, bl_read_block(t));
}

/* The last block of the record, where it has one. */
static void add_unwind(struct bl_operand_reader *t)
{
    if (bl_operands_left(t) == 0)
        return;
    t->inst->flags |= BL_INST_UNWINDS;
    add_block(t);
}

/* ---- Ends of blocks ---- */

/* [] or [value] */
struct bl_operand *bl_decode_ret(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    uint32_t type = bl_type_part(&f->types, f->body.type, 0);
    if (bl_operands_left(&t) == 0) {
        bl_reader_need(&t, bl_type_is(&t, type, 1 << BL_TYPE_VOID),
                       "return without a value from a function that has one");
        return t.out;
    }
    struct bl_operand value = bl_read_pair(&t);
    bl_give_type(&t, &value, type);
    bl_reader_need(&t, bl_types_agree(&f->types, value.type, type),
                   "return of another type than the function's");
    bl_add_operand(&t, value);
    return t.out;
}

/* [block] or [block if true, block if false, condition] */
struct bl_operand *bl_decode_br(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    struct bl_operand when_true = bl_read_block(&t);
    if (bl_operands_left(&t) == 0) {
        bl_add_operand(&t, when_true);
        return t.out;
    }
    struct bl_operand when_false = bl_read_block(&t);
    bl_add_operand(&t, bl_read_value(&t, bl_derive_i1(&f->types)));
    bl_add_operand(&t, when_true);
    bl_add_operand(&t, when_false);
    return t.out;
}

/* [type, address, block…] */
struct bl_operand *bl_decode_indirectbr(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    uint32_t type = bl_read_type(&t);
    bl_reader_need(&t, bl_type_is(&t, type, BL_POINTERS), "indirectbr without a pointer");
    bl_add_operand(&t, bl_read_value(&t, type));
    while (bl_operands_left(&t) > 0)
        add_block(&t);
    return t.out;
}

/* unreachable, unwind: [] */
struct bl_operand *bl_decode_nothing(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    (void)t;
    return t.out;
}

/* [value] */
struct bl_operand *bl_decode_resume(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    (void)bl_add_pair(&t);
    return t.out;
}

/* ---- switch ---- */

enum {
    SWITCH_MAGIC = 0x4B5, /* in the upper half of the first operand: LLVM 3.2's form */
    SWITCH_MAGIC_SHIFT = 16,
    WORD_BITS = 64,
};

/* [number of words, word…]; returns where they are kept */
static uint64_t read_words(struct bl_operand_reader *t)
{
    struct bl_function *f = t->f;
    uint32_t place = f->n_words;
    uint64_t n = bl_read_op(t);
    if (n > bl_operands_left(t))
        bl_reader_fail(t, BL_E_MALFORMED, "instruction with too few operands");
    else if (bl_grow(&f->words, &f->cap_words, (size_t)place + 1 + n) < 0)
        bl_reader_fail(t, BL_E_NOMEM, "no memory for a function");
    if (!bl_reader_ok(t))
        return 0;
    f->words[f->n_words++] = n;
    for (uint64_t i = 0; i < n; i++)
        f->words[f->n_words++] = (uint64_t)bl_signed_vbr(bl_read_op(t));
    return place;
}

/* An integer of BITS as LLVM 3.2 writes those of a case: one word, or as many as it says. */
static void add_case(struct bl_operand_reader *t, enum bl_operand_kind kind, uint64_t bits)
{
    uint64_t integer = bits > WORD_BITS ? read_words(t) : (uint64_t)bl_signed_vbr(bl_read_op(t));
    bl_add_integer(t, kind, integer);
}

/* [number of items, (is single, low, [high])…, block] */
static void read_ranges(struct bl_operand_reader *t, uint64_t bits)
{
    for (uint64_t n = bl_read_op(t); n > 0 && bl_reader_ok(t); n--) {
        bool is_single = bl_read_op(t) != 0;
        add_case(t, BL_OPERAND_INTEGER, bits);
        if (!is_single)
            add_case(t, BL_OPERAND_RANGE, bits);
    }
    add_block(t);
}

/* [magic, type, value, default, number of cases, case…] */
static void read_switch_of_ranges(struct bl_operand_reader *t)
{
    (void)bl_read_op(t);
    uint32_t type = bl_read_type(t);
    bl_reader_need(t, bl_type_is(t, type, BL_INTEGERS), "switch over what is no integer");
    const struct bl_type *integer = bl_type_of(&t->f->types, type);
    uint64_t bits = integer ? integer->count : 0;
    t->f->n_words = 0;
    bl_add_operand(t, bl_read_value(t, type));
    add_block(t);
    for (uint64_t n = bl_read_op(t); n > 0 && bl_reader_ok(t); n--)
        read_ranges(t, bits);
    if (bits > WORD_BITS) {
        t->inst->flags |= BL_INST_WIDE;
        t->inst->words = t->f->words;
    }
}

/* [type, value, default, (case, block)…]; cases are constants, by number in every module version */
struct bl_operand *bl_decode_switch(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    if (bl_operands_left(&t) > 0 && *t.op >> SWITCH_MAGIC_SHIFT == SWITCH_MAGIC) {
        read_switch_of_ranges(&t);
        return t.out;
    }
    uint32_t type = bl_read_type(&t);
    bl_reader_need(&t, bl_type_is(&t, type, BL_INTEGERS), "switch over what is no integer");
    bl_add_operand(&t, bl_read_value(&t, type));
    add_block(&t);
    while (bl_operands_left(&t) > 0) {
        bl_add_operand(&t, bl_read_absolute(&t, type));
        add_block(&t);
    }
    return t.out;
}

/* ---- phi ---- */

/* [type, (value, block)…, flags] */
struct bl_operand *bl_decode_phi(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    uint32_t type = bl_read_type(&t);
    while (bl_operands_left(&t) > 1) {
        bl_add_operand(&t, bl_read_signed(&t, type));
        add_block(&t);
    }
    inst->flags = bl_fast_math_flags(bl_read_optional(&t));
    bl_set_result(&t, type);
    return t.out;
}

/* ---- Exceptions ---- */

enum {
    LAST_CLAUSE = 1 /* 0 catch, 1 filter */
};

/* [type, is cleanup, number of clauses, (kind, value)…]; up to LLVM 3.6 the personality function is
 * between the first two */
struct bl_operand *bl_decode_landingpad(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    uint32_t type = bl_read_type(&t);
    if (inst->code == BL_CODE_FUNCTION_INST_LANDINGPAD_OLD) {
        inst->flags |= BL_INST_PERSONALITY;
        (void)bl_add_pair(&t);
    }
    if (bl_read_op(&t) != 0)
        inst->flags |= BL_INST_CLEANUP;
    inst->n_arguments = bl_read_number(&t);
    for (uint32_t n = inst->n_arguments; n > 0 && bl_reader_ok(&t); n--) {
        uint64_t kind = bl_read_op(&t);
        if (kind > LAST_CLAUSE)
            bl_reader_fail(&t, BL_E_MALFORMED, "clause that there is not");
        bl_add_integer(&t, BL_OPERAND_INTEGER, kind);
        (void)bl_add_pair(&t);
    }
    bl_set_result(&t, type);
    return t.out;
}

static void add_token(struct bl_operand_reader *t)
{
    bl_add_operand(t, bl_read_value(t, bl_derive_plain(&t->f->types, BL_TYPE_TOKEN)));
}

/* [pad, unwind block] */
struct bl_operand *bl_decode_cleanupret(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    add_token(&t);
    add_unwind(&t);
    return t.out;
}

/* [pad, block] */
struct bl_operand *bl_decode_catchret(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    add_token(&t);
    add_block(&t);
    return t.out;
}

/* [pad around, number of handlers, handler…, unwind block] */
struct bl_operand *bl_decode_catchswitch(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    add_token(&t);
    inst->n_arguments = bl_read_number(&t);
    for (uint32_t n = inst->n_arguments; n > 0 && bl_reader_ok(&t); n--)
        add_block(&t);
    add_unwind(&t);
    bl_set_result(&t, bl_derive_plain(&f->types, BL_TYPE_TOKEN));
    return t.out;
}

/* catchpad, cleanuppad: [pad around, number of arguments, argument…] */
struct bl_operand *bl_decode_pad(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    add_token(&t);
    inst->n_arguments = bl_read_number(&t);
    for (uint32_t n = inst->n_arguments; n > 0 && bl_reader_ok(&t); n--)
        (void)bl_add_pair(&t);
    bl_set_result(&t, bl_derive_plain(&f->types, BL_TYPE_TOKEN));
    return t.out;
}
