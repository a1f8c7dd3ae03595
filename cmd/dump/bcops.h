/* cmd/bcops.h - an operand as llvm-bcanalyzer prints it: " op0=V", signed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BCOPS_H
#define CMD_BCOPS_H

#include "dump/operands.h"

enum {
    BCOP_HEADS = 1000
};

/* " op0=" to " op999=", each in one store. */
extern const char bcop_heads[BCOP_HEADS][8];

/* A put_operand_fn. */
static inline char *put_bcop(char *p, uint32_t number, uint64_t value)
{
    if (__builtin_expect(number < BCOP_HEADS, 1)) {
        __builtin_memcpy(p, bcop_heads[number], 8);
        p += 5 + (number >= 10) + (number >= 100);
    } else {
        __builtin_memcpy(p, " op", 4);
        p = put_decimal(p + 3, number);
        *p++ = '=';
    }
    return put_signed(p, value);
}

#endif
