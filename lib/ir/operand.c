/* ir/operand.c - operands of records: what is unusual
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/operand.h"

void bl_operand_fail(struct bl_function *f, int status, const char *what)
{
    if (f->failure.status == BL_OK)
        bl_function_fail(f, status, what, f->rec->bit_pos);
}

uint32_t bl_unusual_number(struct bl_function *f, uint64_t op)
{
    uint32_t next = f->next_value;
    if (op > UINT32_MAX)
        bl_operand_fail(f, BL_E_MALFORMED, "value's number is over 32 bits");
    if (!f->is_relative)
        return (uint32_t)op;
    if (op > next && op <= INT32_MAX && !f->uncertain)
        bl_operand_fail(f, BL_E_MALFORMED, "value that leads in front of the first one");
    return next - (uint32_t)op;
}
