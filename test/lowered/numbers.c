/* numbers.c - the least and the greatest of numbers that may be none, by intrinsics of LLVM 20
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef float floats __attribute__((vector_size(16)));
typedef double doubles __attribute__((vector_size(32)));

#if __has_builtin(__builtin_elementwise_minimumnum)
#define LEAST(a, b) __builtin_elementwise_minimumnum(a, b)
#define GREATEST(a, b) __builtin_elementwise_maximumnum(a, b)
#else
#define LEAST(a, b) (a)
#define GREATEST(a, b) (b)
#endif

static const uint32_t bits[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
    0x3f800000, 0xbf800000, 0x3f800001, 0x7f7fffff, 0xff7fffff, 0x7f800000,
    0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0xff812345, 0x40490fdb,
};
enum {
    N = sizeof bits / sizeof *bits
};

/* A quiet one is as good as another. */
static unsigned seen(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return (u & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 | (u & 0x400000) : u;
}

static float number(unsigned i)
{
    volatile uint32_t u = bits[i % N];
    uint32_t copy = u;
    float f;
    memcpy(&f, &copy, sizeof f);
    return f;
}

int main(void)
{
    for (unsigned i = 0; i < N; i++)
        for (unsigned k = 0; k < N; k++) {
            float a = number(i);
            float b = number(k);
            printf("%u %u: %08x %08x\n", i, k, seen(LEAST(a, b)), seen(GREATEST(a, b)));
            double x = a;
            double y = b;
            printf("%08x %08x\n", seen((float)LEAST(x, y)), seen((float)GREATEST(x, y)));
        }
    for (unsigned i = 0; i < N; i++) {
        floats a = {number(i), number(i + 1), number(i + 2), number(i + 3)};
        floats b = {number(i + 5), number(i + 7), number(i + 1), number(i + 4)};
        floats c = LEAST(a, b);
        floats d = GREATEST(a, b);
        doubles e = LEAST(__builtin_convertvector(a, doubles), __builtin_convertvector(b, doubles));
        for (int k = 0; k < 4; k++)
            printf("%08x %08x %08x\n", seen(c[k]), seen(d[k]), seen((float)e[k]));
    }
    return 0;
}
