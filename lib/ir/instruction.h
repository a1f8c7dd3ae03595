/* ir/instruction.h - the records of instructions by their codes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_INSTRUCTION_H
#define BL_IR_INSTRUCTION_H

#include "ir/function_values.h"

/* Decode FUNCTION's record into INST: the fields that are of this kind of instruction alone, and
 * its type, with value 0 if it may make one. Others are empty or BL_NONE. Returns the end of the
 * operands. A failure is kept in FUNCTION. */
typedef struct bl_operand *bl_decode_fn(struct bl_function *f, struct bl_instruction *inst);
/* Instructions that do not calculate (instruction_*.c). */
bl_decode_fn bl_decode_alloca, bl_decode_load, bl_decode_store, bl_decode_gep, bl_decode_fence,
    bl_decode_cmpxchg, bl_decode_atomicrmw, bl_decode_va_arg, bl_decode_extractvalue,
    bl_decode_insertvalue, bl_decode_ret, bl_decode_br, bl_decode_switch, bl_decode_indirectbr,
    bl_decode_nothing, bl_decode_phi, bl_decode_resume, bl_decode_landingpad, bl_decode_cleanupret,
    bl_decode_catchret, bl_decode_catchswitch, bl_decode_pad, bl_decode_call, bl_decode_invoke,
    bl_decode_callbr;

/* By code of the record. */
struct bl_form {
    bl_decode_fn *decode; /* NULL: no instruction that is known */
    uint8_t opcode;       /* unless the record's operands say which one */
};
extern const struct bl_form bl_forms[BL_IR_CODE_END] BL_HIDDEN;

static inline bool bl_instruction_is_known(uint32_t code)
{
    return code < BL_IR_CODE_END && bl_forms[code].decode;
}

/* What the code of a binary operation or of a cast means, also in constants; BL_OP_UNKNOWN. */
enum bl_opcode bl_binary_opcode(uint64_t code, bool on_floats);
enum bl_opcode bl_cast_opcode(uint64_t code);

#endif
