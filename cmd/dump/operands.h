/* dump/operands.h - the operands of a record, one after the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_OPERANDS_H
#define CMD_OPERANDS_H

#include "base/out.h"

enum {
    OPERAND_BYTES = 8 + DECIMAL_BYTES + 1 + DECIMAL_BYTES, /* what must be free for one */
    FEW_OPERANDS = 64
};

/* Print operand NUMBER to P; returns the end. */
typedef char *put_operand_fn(char *p, uint32_t number, uint64_t value);

/* N operands, FEW_OPERANDS at most, from P on. */
static inline __attribute__((always_inline)) char *put_operands(char *p, const uint64_t *ops,
                                                                uint32_t n, put_operand_fn *put)
{
    if (n > FEW_OPERANDS)
        __builtin_unreachable(); /* so that PUT need not think of large numbers */
    for (uint32_t i = 0; i < n; i++)
        p = put(p, i, ops[i]);
    return p;
}

/* Any number of them, with room made for. */
static inline void out_operands(struct out *o, const uint64_t *ops, uint32_t n, put_operand_fn *put)
{
    enum {
        PART = OUT_LEAST_BYTES / OPERAND_BYTES
    };
    for (uint32_t i = 0; i < n;) {
        uint32_t end = n - i < PART ? n : i + PART;
        char *p = out_room(o, (size_t)(end - i) * OPERAND_BYTES);
        for (; i < end; i++)
            p = put(p, i, ops[i]);
        out_until(o, p);
    }
}

#endif
