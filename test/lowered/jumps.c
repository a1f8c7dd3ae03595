/* lowered/jumps.c - setjmp, volatile variables, arrays of a length that is not known
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static int sum(int n)
{
    int a[n];
    int s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i * n;
    for (int i = n - 1; i >= 0; i -= 2)
        s += a[i];
    if (s > 500)
        longjmp(place, n);
    return s;
}

int main(void)
{
    volatile int last = 0;
    int n = setjmp(place);
    if (n == 0)
        for (int i = 1; i < 100; i++)
            last = sum(i);
    printf("%d %d\n", n, last);
    return 0;
}
