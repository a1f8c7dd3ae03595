/* dump/operands.h - the operands of a record, one after the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_OPERANDS_H
#define CMD_OPERANDS_H

#include "base/out.h"

enum {
    OPERAND_BYTES = 8 + DECIMAL_BYTES + 1 + DECIMAL_BYTES, /* what must be free for one */
    OPERANDS_BEYOND = 4 /* and what for, beyond those that are there */
};

/* Print operand NUMBER to P; returns the end. */
typedef char *put_operand_fn(char *p, uint32_t number, uint64_t value);

enum {
    SHORT_VALUE_BITS = 13
};
_Static_assert(1 << SHORT_VALUE_BITS <= DECIMAL_SHORT_END, "a table has them");

/* From operand_masks + FEW_OPERANDS - n on there are, for each operand of a record of n, all bits,
 * then none for OPERANDS_BEYOND. */
enum {
    FEW_OPERANDS = 64,
    OPERANDS_AT_ONCE = 8
};
extern const uint64_t operand_masks[FEW_OPERANDS + OPERANDS_AT_ONCE];

/* Operand NUMBER as PUT does, for nothing where MASK has no bit. */
static inline __attribute__((always_inline)) char *put_masked(char *p, uint32_t number,
                                                              uint64_t value, uint64_t mask,
                                                              put_operand_fn *put)
{
    return p + ((uint64_t)(put(p, number, value) - p) & mask);
}

/* The same where it is known to be short. */
static inline __attribute__((always_inline)) char *put_short_masked(char *p, uint32_t number,
                                                                    uint64_t value, uint64_t mask,
                                                                    put_operand_fn *put)
{
    if (value >> SHORT_VALUE_BITS)
        __builtin_unreachable();
    return put_masked(p, number, value, mask, put);
}

/* Four, of which the first one and those that have a mask count. Whether one is long is asked
 * once. */
static inline __attribute__((always_inline)) char *put_four_operands(char *p, const uint64_t *ops,
                                                                     const uint64_t *masks,
                                                                     uint32_t first,
                                                                     put_operand_fn *put)
{
    uint64_t v0 = ops[0];
    uint64_t v1 = ops[1] & masks[1];
    uint64_t v2 = ops[2] & masks[2];
    uint64_t v3 = ops[3] & masks[3];
    if (__builtin_expect((v0 | v1 | v2 | v3) >> SHORT_VALUE_BITS != 0, 0)) {
        p = put(p, first, v0);
        p = put_masked(p, first + 1, v1, masks[1], put);
        p = put_masked(p, first + 2, v2, masks[2], put);
        return put_masked(p, first + 3, v3, masks[3], put);
    }
    p = put_short_masked(p, first, v0, UINT64_MAX, put);
    p = put_short_masked(p, first + 1, v1, masks[1], put);
    p = put_short_masked(p, first + 2, v2, masks[2], put);
    return put_short_masked(p, first + 3, v3, masks[3], put);
}

/* What put_operands() wants to know of N operands of many records. */
static inline const uint64_t *wide_end_of(const uint64_t *ops, size_t n)
{
    return n < OPERANDS_AT_ONCE ? ops : ops + n - OPERANDS_AT_ONCE + 1;
}

/* N operands, FEW_OPERANDS at most, from P on. Before WIDE_END so many as are printed at once can
 * be read, whether they are the record's or not: how many there are is hard to predict, and to
 * print some for nothing costs less than a wrong guess. */
static inline __attribute__((always_inline)) char *put_operands(char *p, const uint64_t *ops,
                                                                uint32_t n,
                                                                const uint64_t *wide_end,
                                                                put_operand_fn *put)
{
    uint32_t i = 0;
    if (n == 0)
        return p;
    if (__builtin_expect(ops < wide_end, 1)) {
        const uint64_t *masks = operand_masks + FEW_OPERANDS - n;
        p = put_four_operands(p, ops, masks, 0, put);
        if (n <= 4)
            return p;
        p = put_four_operands(p, ops + 4, masks + 4, 4, put);
        i = OPERANDS_AT_ONCE;
    }
    if (n > FEW_OPERANDS)
        __builtin_unreachable(); /* so that PUT need not think of large numbers */
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
