/* lowered/vectors.c - vectors, shuffles, loops that are made of them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdint.h>
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));

static v4 turn(v4 a, v4 b)
{
    return __builtin_shufflevector(a, b, 1, 4, 7, 2) * (v4){2, 3, 5, 7} + (a > b);
}

static uint64_t dot(const uint16_t *a, const uint16_t *b, int n)
{
    uint64_t s = 0;
    for (int i = 0; i < n; i++)
        s += (uint64_t)a[i] * b[n - 1 - i];
    return s;
}

int main(void)
{
    uint16_t a[100], b[100];
    v4 v = {1, -2, 3, -4}, w = {9, 8, 7, 6};
    for (int i = 0; i < 100; i++) {
        a[i] = (uint16_t)(i * 37);
        b[i] = (uint16_t)(i ^ 85);
        v = turn(v, w);
        w[i & 3] += v[1] & 1023;
        v &= (v4){65535, 65535, 65535, 65535};
    }
    printf("%d %d %d %d %llu\n", v[0], v[1], v[2], w[3], (unsigned long long)dot(a, b, 100));
    return 0;
}
