/* ir/operand.h - the operands of an instruction's record, read one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A failure is kept, and all that is read after it is 0 or BL_NONE, so that a caller looks at it
 * once, at the end.
 */
#ifndef BL_IR_OPERAND_H
#define BL_IR_OPERAND_H

#include "ir/function_values.h"

struct bl_operand_reader {
    struct bl_function *f;
    const struct bl_record *rec;
    uint32_t at; /* operand of the record that is next */
    int status;
    const char *what;
    struct bl_instruction *inst;
};

/* Keep the first failure. */
void bl_reader_fail(struct bl_operand_reader *t, int status, const char *what);

/* Failure unless GOOD. */
static inline void bl_reader_need(struct bl_operand_reader *t, bool good, const char *what)
{
    if (!good)
        bl_reader_fail(t, BL_E_MISMATCH, what);
}

/* How many operands of the record are left. */
static inline uint32_t bl_operands_left(const struct bl_operand_reader *t)
{
    return t->status < 0 ? 0 : t->rec->n_ops - t->at;
}

uint64_t bl_read_op(struct bl_operand_reader *t);
/* 0: there is none. */
static inline uint64_t bl_read_optional(struct bl_operand_reader *t)
{
    return bl_operands_left(t) > 0 ? bl_read_op(t) : 0;
}
/* A number of at most 32 bits. */
uint32_t bl_read_number(struct bl_operand_reader *t);
uint32_t bl_read_type(struct bl_operand_reader *t);
struct bl_operand bl_read_block(struct bl_operand_reader *t);
/* Whether the next operand, if it is a value, is one that comes later. */
bool bl_next_leads_ahead(const struct bl_operand_reader *t);
/* A value; when it leads ahead its type follows. */
struct bl_operand bl_read_pair(struct bl_operand_reader *t);
/* A value of TYPE, or any piece of metadata where TYPE is that. */
struct bl_operand bl_read_value(struct bl_operand_reader *t, uint32_t type);
/* Any piece of metadata; TYPE is that of metadata, or BL_NONE where no type is given. */
struct bl_operand bl_read_metadata(struct bl_operand_reader *t, uint32_t type);
/* A value of TYPE by its number, in every module version. */
struct bl_operand bl_read_absolute(struct bl_operand_reader *t, uint32_t type);
/* The same, with a signed distance where operands count back. */
struct bl_operand bl_read_signed(struct bl_operand_reader *t, uint32_t type);

/* The instruction makes a value of TYPE, or none where that is void. */
static inline void bl_set_result(struct bl_operand_reader *t, uint32_t type)
{
    t->inst->type = type;
    t->inst->value = 0;
}

/* Put an operand to the instruction's. */
void bl_add_operand(struct bl_operand_reader *t, struct bl_operand operand);
/* bl_read_pair(), added. */
struct bl_operand bl_add_pair(struct bl_operand_reader *t);
void bl_add_integer(struct bl_operand_reader *t, enum bl_operand_kind kind, uint64_t integer);

/* ---- Flags ---- */

/* The N FLAGS whose bits are set in BITS, the lowest first. */
unsigned bl_flags_of(uint64_t bits, const unsigned *flags, unsigned n);

/* Fast-math flags of a record, as bl_instruction_flag. */
unsigned bl_fast_math_flags(uint64_t bits);

/* ---- Types ---- */

static inline const struct bl_implied_types *bl_take_types(const struct bl_operand_reader *t)
{
    return &t->f->types;
}

enum {
    BL_INTEGERS = 1 << BL_TYPE_INTEGER,
    BL_POINTERS = 1 << BL_TYPE_POINTER,
    BL_FLOATS = 1 << BL_TYPE_HALF | 1 << BL_TYPE_BFLOAT | 1 << BL_TYPE_FLOAT | 1 << BL_TYPE_DOUBLE |
                1 << BL_TYPE_X86_FP80 | 1 << BL_TYPE_FP128 | 1 << BL_TYPE_PPC_FP128,
    BL_VECTORS = 1 << BL_TYPE_VECTOR,
    BL_MMX = 1 << BL_TYPE_X86_MMX,
};

/* Whether TYPE is of one of KINDS, bits as above; true where it is not known. */
static inline bool bl_type_is(const struct bl_operand_reader *t, uint32_t type, unsigned kinds)
{
    enum bl_type_kind kind = bl_type_kind_of(bl_take_types(t), type);
    return kind == BL_TYPE_UNKNOWN || (kinds >> kind & 1);
}

/* The same for TYPE or, of a vector, for its element. */
static inline bool bl_scalar_is(const struct bl_operand_reader *t, uint32_t type, unsigned kinds)
{
    return bl_type_is(t, bl_type_scalar(bl_take_types(t), type), kinds);
}

/* What a pointer of TYPE points to; BL_NONE: it does not say. */
uint32_t bl_pointee_of(struct bl_operand_reader *t, uint32_t type);

/* ---- Instructions that do not calculate (instruction_*.c) ---- */

typedef void bl_decode_fn(struct bl_operand_reader *t);
bl_decode_fn bl_decode_alloca, bl_decode_load, bl_decode_store, bl_decode_gep, bl_decode_fence,
    bl_decode_cmpxchg, bl_decode_atomicrmw, bl_decode_va_arg, bl_decode_extractvalue,
    bl_decode_insertvalue, bl_decode_ret, bl_decode_br, bl_decode_switch, bl_decode_indirectbr,
    bl_decode_nothing, bl_decode_phi, bl_decode_resume, bl_decode_landingpad, bl_decode_cleanupret,
    bl_decode_catchret, bl_decode_catchswitch, bl_decode_pad, bl_decode_call, bl_decode_invoke,
    bl_decode_callbr;

#endif
