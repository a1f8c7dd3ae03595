/* ir/instruction.h - decoding the records of a body
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_INSTRUCTION_H
#define BL_IR_INSTRUCTION_H

#include "ir/function_values.h"

/* The records of instructions; code is below BL_IR_CODE_END. */
bool bl_instruction_is_known(uint32_t code);

/* Decode FUNCTION's record into INST, all except its value, what comes after it and pointers. */
int bl_instruction_decode(struct bl_function *f, struct bl_instruction *inst);

/* What the code of a binary operation or of a cast means, also in constants; BL_OP_UNKNOWN. */
enum bl_opcode bl_binary_opcode(uint64_t code, bool on_floats);
enum bl_opcode bl_cast_opcode(uint64_t code);

#endif
