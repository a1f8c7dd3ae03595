/* ir/instruction.h - taking the record of an instruction apart
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Operands of the record are taken one by one. A failure is kept, and all that is taken behind it
 * is 0 or BL_NONE, so that who takes looks at it once, at the end.
 */
#ifndef BL_IR_INSTRUCTION_H
#define BL_IR_INSTRUCTION_H

#include "ir/function.h"

/* Codes of the records of instructions (LLVMBitCodes.h, FunctionCodes). */
enum bl_instruction_code {
    BL_INST_CODE_BINOP = 2,
    BL_INST_CODE_CAST = 3,
    BL_INST_CODE_GEP_OLD = 4,
    BL_INST_CODE_SELECT = 5,
    BL_INST_CODE_EXTRACTELT = 6,
    BL_INST_CODE_INSERTELT = 7,
    BL_INST_CODE_SHUFFLEVEC = 8,
    BL_INST_CODE_CMP = 9,
    BL_INST_CODE_RET = 10,
    BL_INST_CODE_BR = 11,
    BL_INST_CODE_SWITCH = 12,
    BL_INST_CODE_INVOKE = 13,
    BL_INST_CODE_UNWIND = 14,
    BL_INST_CODE_UNREACHABLE = 15,
    BL_INST_CODE_PHI = 16,
    BL_INST_CODE_ALLOCA = 19,
    BL_INST_CODE_LOAD = 20,
    BL_INST_CODE_VAARG = 23,
    BL_INST_CODE_STORE_OLD = 24,
    BL_INST_CODE_EXTRACTVAL = 26,
    BL_INST_CODE_INSERTVAL = 27,
    BL_INST_CODE_CMP2 = 28,
    BL_INST_CODE_VSELECT = 29,
    BL_INST_CODE_INBOUNDS_GEP_OLD = 30,
    BL_INST_CODE_INDIRECTBR = 31,
    BL_INST_CODE_CALL = 34,
    BL_INST_CODE_FENCE = 36,
    BL_INST_CODE_CMPXCHG_OLD = 37,
    BL_INST_CODE_ATOMICRMW_OLD = 38,
    BL_INST_CODE_RESUME = 39,
    BL_INST_CODE_LANDINGPAD_OLD = 40,
    BL_INST_CODE_LOADATOMIC = 41,
    BL_INST_CODE_STOREATOMIC_OLD = 42,
    BL_INST_CODE_GEP = 43,
    BL_INST_CODE_STORE = 44,
    BL_INST_CODE_STOREATOMIC = 45,
    BL_INST_CODE_CMPXCHG = 46,
    BL_INST_CODE_LANDINGPAD = 47,
    BL_INST_CODE_CLEANUPRET = 48,
    BL_INST_CODE_CATCHRET = 49,
    BL_INST_CODE_CATCHPAD = 50,
    BL_INST_CODE_CLEANUPPAD = 51,
    BL_INST_CODE_CATCHSWITCH = 52,
    BL_INST_CODE_UNOP = 56,
    BL_INST_CODE_CALLBR = 57,
    BL_INST_CODE_FREEZE = 58,
    BL_INST_CODE_ATOMICRMW = 59,
};

struct bl_taker {
    struct bl_function *f;
    const struct bl_record *rec;
    uint32_t at; /* operand of the record that is next */
    int status;
    const char *what;
    struct bl_instruction *inst;
};

/* ---- What a record is taken to (instruction.c) ---- */

/* The records of instructions; code is below BL_IR_CODE_END. */
bool bl_instruction_is_known(uint32_t code);

/* Take FUNCTION's record to INST, all but its value, what stands behind it and pointers. */
int bl_instruction_take(struct bl_function *f, struct bl_instruction *inst);

/* Fast-math flags of a record, as bl_instruction_flag. */
unsigned bl_fast_math_flags(uint64_t bits);

/* Those that do not calculate. */
void bl_take_alloca(struct bl_taker *t);
void bl_take_load(struct bl_taker *t);
void bl_take_store(struct bl_taker *t);
void bl_take_gep(struct bl_taker *t);
void bl_take_fence(struct bl_taker *t);
void bl_take_cmpxchg(struct bl_taker *t);
void bl_take_atomicrmw(struct bl_taker *t);
void bl_take_va_arg(struct bl_taker *t);
void bl_take_extractvalue(struct bl_taker *t);
void bl_take_insertvalue(struct bl_taker *t);
void bl_take_ret(struct bl_taker *t);
void bl_take_br(struct bl_taker *t);
void bl_take_switch(struct bl_taker *t);
void bl_take_indirectbr(struct bl_taker *t);
void bl_take_nothing(struct bl_taker *t);
void bl_take_phi(struct bl_taker *t);
void bl_take_resume(struct bl_taker *t);
void bl_take_landingpad(struct bl_taker *t);
void bl_take_cleanupret(struct bl_taker *t);
void bl_take_catchret(struct bl_taker *t);
void bl_take_catchswitch(struct bl_taker *t);
void bl_take_pad(struct bl_taker *t);
void bl_take_call(struct bl_taker *t);
void bl_take_invoke(struct bl_taker *t);
void bl_take_callbr(struct bl_taker *t);

/* ---- What stands around instructions (instruction_debug.c) ---- */

/* FUNCTION's record, an operand bundle of the next call. */
int bl_bundle_take(struct bl_function *f);

/* Whether records of CODE say something about the instruction before them. */
bool bl_is_about_instruction(uint32_t code);
/* FUNCTION's record, which is such. */
int bl_about_take(struct bl_function *f, struct bl_instruction *inst);

/* ---- Operands (operand.c) ---- */

/* Keep the first failure. */
void bl_take_fail(struct bl_taker *t, int status, const char *what);

/* Failure unless GOOD. */
static inline void bl_take_need(struct bl_taker *t, bool good, const char *what)
{
    if (!good)
        bl_take_fail(t, BL_E_MISMATCH, what);
}

/* How many operands of the record are left. */
static inline uint32_t bl_take_left(const struct bl_taker *t)
{
    return t->status < 0 ? 0 : t->rec->n_ops - t->at;
}

uint64_t bl_take_op(struct bl_taker *t);
/* A number of at most 32 bits. */
uint32_t bl_take_number(struct bl_taker *t);
uint32_t bl_take_type(struct bl_taker *t);
struct bl_operand bl_take_block(struct bl_taker *t);
/* Whether the next operand, if it is a value, is one that comes later. */
bool bl_take_leads_ahead(const struct bl_taker *t);
/* A value; when it leads ahead its type follows. */
struct bl_operand bl_take_pair(struct bl_taker *t);
/* A value of TYPE, or any piece of metadata where TYPE is that. */
struct bl_operand bl_take_value(struct bl_taker *t, uint32_t type);
/* Any piece of metadata; TYPE is that of metadata, or BL_NONE where no type is told. */
struct bl_operand bl_take_metadata(struct bl_taker *t, uint32_t type);
/* A value of TYPE by its number, in every module version. */
struct bl_operand bl_take_absolute(struct bl_taker *t, uint32_t type);
/* The same, with a signed distance where operands count back. */
struct bl_operand bl_take_signed(struct bl_taker *t, uint32_t type);

/* The instruction makes a value of TYPE, or none where that is void. */
static inline void bl_take_result(struct bl_taker *t, uint32_t type)
{
    t->inst->type = type;
    t->inst->value = 0;
}

/* Put an operand to the instruction's. */
void bl_take_add(struct bl_taker *t, struct bl_operand operand);
void bl_take_add_integer(struct bl_taker *t, enum bl_operand_kind kind, uint64_t integer);

/* ---- Types ---- */

static inline const struct bl_derived *bl_take_types(const struct bl_taker *t)
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
static inline bool bl_take_is(const struct bl_taker *t, uint32_t type, unsigned kinds)
{
    enum bl_type_kind kind = bl_type_kind_of(bl_take_types(t), type);
    return kind == BL_TYPE_UNKNOWN || (kinds >> kind & 1);
}

/* The same for TYPE or, of a vector, for its element. */
static inline bool bl_take_is_of(const struct bl_taker *t, uint32_t type, unsigned kinds)
{
    return bl_take_is(t, bl_type_scalar(bl_take_types(t), type), kinds);
}

/* What a pointer of TYPE points to; BL_NONE: it does not say. */
uint32_t bl_take_pointee(struct bl_taker *t, uint32_t type);

/* What the code of a binary operation or of a cast means, also in constants; BL_OP_UNKNOWN. */
enum bl_opcode bl_binary_opcode(uint64_t code, bool on_floats);
enum bl_opcode bl_cast_opcode(uint64_t code);

#endif
