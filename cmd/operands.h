/* cmd/operands.h - the operands of a record, one behind the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_OPERANDS_H
#define CMD_OPERANDS_H

#include "out.h"

enum {
    OPERAND_BYTES = 8 + DECIMAL_BYTES + 1 + DECIMAL_BYTES, /* what must be free for one */
    OPERANDS_BEYOND = 4 /* and what for, beyond those that are there */
};

/* Print operand NUMBER to P; returns what is behind it. */
typedef char *put_operand_fn(char *p, uint32_t number, uint64_t value);

enum {
    SHORT_VALUE_BITS = 13
};
_Static_assert(1 << SHORT_VALUE_BITS <= DECIMAL_SHORT_END, "a table has them");

/* All bits or none. */
static inline uint64_t mask_if(bool yes)
{
    return 0 - (uint64_t)yes;
}

/* Operand NUMBER as PUT does, for nothing where MASK is none; SHORT: it is known to have no more
 * than SHORT_VALUE_BITS. */
static inline __attribute__((always_inline)) char *put_masked(char *p, uint32_t number,
                                                              uint64_t value, uint64_t mask,
                                                              put_operand_fn *put)
{
    if (value >> SHORT_VALUE_BITS)
        __builtin_unreachable();
    return p + ((uint64_t)(put(p, number, value) - p) & mask);
}

/* Four, of which N, or all if there are more, count. Whether one is long is asked once. */
static inline __attribute__((always_inline)) char *put_four_operands(char *p, const uint64_t *ops,
                                                                     uint32_t first, uint32_t n,
                                                                     put_operand_fn *put)
{
    uint64_t mask1 = mask_if(n > 1);
    uint64_t mask2 = mask_if(n > 2);
    uint64_t mask3 = mask_if(n > 3);
    uint64_t any = ops[0] | (ops[1] & mask1) | (ops[2] & mask2) | (ops[3] & mask3);
    if (__builtin_expect(any >> SHORT_VALUE_BITS != 0, 0)) {
        for (uint32_t i = 0; i < 4 && i < n; i++)
            p = put(p, first + i, ops[i]);
        return p;
    }
    p = put_masked(p, first, ops[0], mask_if(true), put);
    p = put_masked(p, first + 1, ops[1] & mask1, mask1, put);
    p = put_masked(p, first + 2, ops[2] & mask2, mask2, put);
    return put_masked(p, first + 3, ops[3] & mask3, mask3, put);
}

/* N operands from P on. N_READABLE of OPS, at least N, can be read: how many there are is hard to
 * predict, and to print some for nothing costs less than a wrong guess. */
static inline __attribute__((always_inline)) char *put_operands(char *p, const uint64_t *ops,
                                                                uint32_t n, uint32_t n_readable,
                                                                put_operand_fn *put)
{
    uint32_t i = 0;
    if (n == 0)
        return p;
    if (n_readable >= 8) {
        p = put_four_operands(p, ops, 0, n, put);
        if (n <= 4)
            return p;
        p = put_four_operands(p, ops + 4, 4, n - 4, put);
        i = 8;
    }
    for (; i < n; i++)
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
