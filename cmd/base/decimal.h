/* cmd/base/decimal.h - integers as decimal text
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A dump is mostly integers below 10,000, millions of them: those come out of a table, without a
 * branch on how many digits they have.
 */
#ifndef CMD_DECIMAL_H
#define CMD_DECIMAL_H

#include <stdint.h>

/* The most digits of a number, and what must be free for one: more is written than counts. */
enum {
    DECIMAL_BYTES = 24
};

enum {
    DECIMAL_SHORT_END = 10000
};

/* The digits of each number from the first byte on. The two highest bits of the last byte, which
 * are not set in a digit, say how many of the four bytes are not digits. */
extern const uint8_t decimal_short[DECIMAL_SHORT_END][4];

/* V >= DECIMAL_SHORT_END. Signed: in two's complement, so that numbers below 0 are long, too. */
char *put_long_decimal(char *p, uint64_t v);
char *put_long_signed(char *p, uint64_t v);

/* The digits of V < DECIMAL_SHORT_END from P on. Returns the end of them. */
static inline char *put_short_decimal(char *p, uint64_t v)
{
    uint32_t digits;
    __builtin_memcpy(&digits, decimal_short[v], sizeof digits);
    __builtin_memcpy(p, &digits, sizeof digits);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return p + 4 - (digits >> 6 & 3);
#else
    return p + 4 - (digits >> 30);
#endif
}

/* The same for any V. */
static inline char *put_decimal(char *p, uint64_t v)
{
    if (__builtin_expect(v >= DECIMAL_SHORT_END, 0))
        return put_long_decimal(p, v);
    return put_short_decimal(p, v);
}

static inline char *put_signed(char *p, uint64_t v)
{
    if (__builtin_expect(v >= DECIMAL_SHORT_END, 0))
        return put_long_signed(p, v);
    return put_short_decimal(p, v);
}

#endif
