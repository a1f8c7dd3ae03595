/* ir/opcodes.h - what of an instruction follows from its opcode alone
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Enumerators are appended, so that what is alike does not stay together: a range of them says
 * nothing.
 */
#ifndef BL_IR_OPCODES_H
#define BL_IR_OPCODES_H

#include "base/compiler.h"
#include "bitleap_function.h"

enum bl_opcode_trait {
    BL_IS_TERMINATOR = 1, /* of a basic block */
    BL_IS_CALL = 2,       /* the first operand is the callee */
    BL_IS_CAST = 4
};

struct bl_opcode_row {
    const char *name;
    uint8_t traits;
};
/* By opcode; BL_OP_UNKNOWN has neither. */
extern const struct bl_opcode_row bl_opcodes[BL_OP_END] BL_HIDDEN;

static inline bool bl_opcode_is(unsigned opcode, enum bl_opcode_trait trait)
{
    return opcode < BL_OP_END && (bl_opcodes[opcode].traits & trait) != 0;
}

#endif
