/* ir/vbr.h - signed VBRs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_VBR_H
#define BL_IR_VBR_H

#include <stdint.h>

/* The number that OPERAND stands for (document, "Signed VBRs"): magnitude above a sign bit; minus
 * zero is the least number. */
static inline int64_t bl_signed_vbr(uint64_t operand)
{
    if (!(operand & 1))
        return (int64_t)(operand >> 1);
    return operand == 1 ? INT64_MIN : -(int64_t)(operand >> 1);
}

#endif
