/* lowered/wide.c - integers of 128 bits, overflow that is checked, saturation
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <limits.h>
#include <stdio.h>

static int clamp_add(int a, int b)
{
    int s;
    return __builtin_add_overflow(a, b, &s) ? (a < 0 ? INT_MIN : INT_MAX) : s;
}

int main(void)
{
    unsigned __int128 f = 1;
    long s = 0, product = 1;
    for (unsigned i = 1; i < 30; i++)
        f *= i;
    for (int i = 0; i < 6; i++)
        s += clamp_add(INT_MAX - 3, i) % 1000 - clamp_add(INT_MIN + 2, -i) % 1000;
    int overflowed = 0;
    for (long i = 3; i < 60; i += 2)
        overflowed += __builtin_mul_overflow(product, i, &product);
    printf("%llu %llu %ld %d\n", (unsigned long long)(f >> 64), (unsigned long long)f, s,
           overflowed);
    return 0;
}
