/*
 * remarks.c - loops and calls that the optimizer has something to say about
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

extern void unknown(int);
extern int later(int);

static int small(int x)
{
    return x * 3 + 1;
}

static __attribute__((noinline)) int refused(int x)
{
    return small(x) - 1;
}

void add(float *restrict a, const float *restrict b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] += b[i];
}

int dependent(int *a, int n)
{
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] * 3 + a[i];
    return a[n - 1];
}

double reduce(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}

int with_calls(int *a, int n, const int *limit)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        unknown(a[i]);
        total += small(a[i]) + *limit;
        if (a[i] == *limit)
            break;
    }
    return total + refused(total);
}

int tail(int n)
{
    return n ? tail(n - 1) + later(n) : later(0);
}

void unrolled(int *p)
{
    for (int i = 0; i < 6; i++)
        p[i] = small(p[i]);
}
