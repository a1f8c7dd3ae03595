/* cmd/base/decimal.c - integers as decimal text
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/decimal.h"

/* M for each number that begins with the digits N and has one, two, three more. */
#define ONE_MORE(M, n) \
    M(n##0), M(n##1), M(n##2), M(n##3), M(n##4), M(n##5), M(n##6), M(n##7), M(n##8), M(n##9)
#define TWO_MORE(M, n)                                                                             \
    ONE_MORE(M, n##0), ONE_MORE(M, n##1), ONE_MORE(M, n##2), ONE_MORE(M, n##3), ONE_MORE(M, n##4), \
        ONE_MORE(M, n##5), ONE_MORE(M, n##6), ONE_MORE(M, n##7), ONE_MORE(M, n##8),                \
        ONE_MORE(M, n##9)
#define THREE_MORE(M, n)                                                                           \
    TWO_MORE(M, n##0), TWO_MORE(M, n##1), TWO_MORE(M, n##2), TWO_MORE(M, n##3), TWO_MORE(M, n##4), \
        TWO_MORE(M, n##5), TWO_MORE(M, n##6), TWO_MORE(M, n##7), TWO_MORE(M, n##8),                \
        TWO_MORE(M, n##9)
/* Numbers do not begin with zero. */
#define ALL(MORE, M)                                                                    \
    MORE(M, 1), MORE(M, 2), MORE(M, 3), MORE(M, 4), MORE(M, 5), MORE(M, 6), MORE(M, 7), \
        MORE(M, 8), MORE(M, 9)

#define DIGIT(n) ('0' + (n) % 10)
#define ONE(n)                 \
    {                          \
        DIGIT(n), 0, 0, 3 << 6 \
    }
#define TWO(n)                               \
    {                                        \
        DIGIT((n) / 10), DIGIT(n), 0, 2 << 6 \
    }
#define THREE(n)                                            \
    {                                                       \
        DIGIT((n) / 100), DIGIT((n) / 10), DIGIT(n), 1 << 6 \
    }
#define FOUR(n)                                                        \
    {                                                                  \
        DIGIT((n) / 1000), DIGIT((n) / 100), DIGIT((n) / 10), DIGIT(n) \
    }

const uint8_t decimal_short[DECIMAL_SHORT_END][4] = {ONE_MORE(ONE, ), ALL(ONE_MORE, TWO),
                                                     ALL(TWO_MORE, THREE), ALL(THREE_MORE, FOUR)};

/* Zeros before them as well. */
static const uint8_t four_digits[DECIMAL_SHORT_END][4] = {
    THREE_MORE(FOUR, 10), THREE_MORE(FOUR, 11), THREE_MORE(FOUR, 12), THREE_MORE(FOUR, 13),
    THREE_MORE(FOUR, 14), THREE_MORE(FOUR, 15), THREE_MORE(FOUR, 16), THREE_MORE(FOUR, 17),
    THREE_MORE(FOUR, 18), THREE_MORE(FOUR, 19)};

/* The last four digits of V < 10^4, or eight of V < 10^8. */
static inline char *put_four(char *p, uint32_t v)
{
    __builtin_memcpy(p, four_digits[v], 4);
    return p + 4;
}

static inline char *put_eight(char *p, uint32_t v)
{
    return put_four(put_four(p, v / DECIMAL_SHORT_END), v % DECIMAL_SHORT_END);
}

static inline char *put_long(char *p, uint64_t v)
{
    enum {
        EIGHT_DIGITS = 100000000
    };
    if (v < EIGHT_DIGITS)
        return put_four(put_short_decimal(p, v / DECIMAL_SHORT_END), v % DECIMAL_SHORT_END);
    uint64_t head = v / EIGHT_DIGITS;
    uint32_t tail = (uint32_t)(v % EIGHT_DIGITS);
    if (head >= EIGHT_DIGITS) {
        p = put_short_decimal(p, head / EIGHT_DIGITS);
        return put_eight(put_eight(p, (uint32_t)(head % EIGHT_DIGITS)), tail);
    }
    if (head < DECIMAL_SHORT_END)
        return put_eight(put_short_decimal(p, head), tail);
    p = put_short_decimal(p, head / DECIMAL_SHORT_END);
    return put_eight(put_four(p, head % DECIMAL_SHORT_END), tail);
}

char *put_long_decimal(char *p, uint64_t v)
{
    return put_long(p, v);
}

/* Signs are hard to predict: all numbers get one, and most of them write over it. */
char *put_long_signed(char *p, uint64_t v)
{
    uint64_t is_negative = v >> 63;
    *p = '-';
    p += is_negative;
    v = (v ^ (0 - is_negative)) + is_negative;
    return __builtin_expect(v < DECIMAL_SHORT_END, 0) ? put_short_decimal(p, v) : put_long(p, v);
}
