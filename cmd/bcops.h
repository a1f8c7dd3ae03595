/* cmd/bcops.h - an operand as llvm-bcanalyzer prints it: " op0=V", signed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BCOPS_H
#define CMD_BCOPS_H

#include "operands.h"

enum {
    BCOP_HEADS = 100
};

/* " op0=" to " op99=", in one store of eight bytes. */
extern const char bcop_heads[BCOP_HEADS][9];

/* What is not in the tables. */
char *put_long_bcop(char *p, uint32_t number, uint64_t value);

/* A put_operand_fn. */
static inline char *put_bcop(char *p, uint32_t number, uint64_t value)
{
    if (__builtin_expect(number >= BCOP_HEADS || value >= DECIMAL_SHORT_END, 0))
        return put_long_bcop(p, number, value);
    __builtin_memcpy(p, bcop_heads[number], 8);
    return put_decimal(p + 5 + (number >= 10), value);
}

#endif
