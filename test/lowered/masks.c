/* masks.c - loops that AVX2 runs by masked loads and stores
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>

enum {
    N = 103
};

#ifdef __x86_64__
#define HAS_MASKS __builtin_cpu_supports("avx2")
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#define HAS_MASKS 1
#endif

__attribute__((noinline)) static void scale(int *restrict out, const int *restrict in,
                                            const int *restrict by, int n)
{
    for (int i = 0; i < n; i++)
        if (by[i] > 0)
            out[i] = in[i] * 2 + by[i];
}

__attribute__((noinline)) static double sum(const double *restrict in, const int *restrict places,
                                            const int *restrict which, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        if (which[i] & 1)
            s += in[places[i]];
    return s;
}

#ifdef __x86_64__
#pragma clang attribute pop
#endif

int main(void)
{
    int out[N];
    int in[N];
    int by[N];
    int places[N];
    double values[N];
    for (int i = 0; i < N; i++) {
        out[i] = -1;
        in[i] = i * 7 % 31;
        by[i] = i * 13 % 17 - 8;
        places[i] = i * 37 % N;
        values[i] = i / 4.0;
    }
    if (!HAS_MASKS)
        return 0;
    for (int n = N - 9; n <= N; n++) {
        scale(out, in, by, n);
        printf("%g\n", sum(values, places, by, n));
    }
    for (int i = 0; i < N; i++)
        printf("%d\n", out[i]);
    return 0;
}
