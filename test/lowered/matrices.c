/* lowered/matrices.c - arrays of arrays, restrict, loops that are worth unrolling
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>

enum {
    N = 12
};

static void multiply(const double (*restrict a)[N], const double (*restrict b)[N],
                     double (*restrict c)[N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

int main(void)
{
    double a[N][N], b[N][N], c[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i - j * 0.5;
            b[i][j] = (i * j) % 5;
        }
    multiply(a, b, c);
    multiply(c, a, b);
    printf("%.2f %.2f %.2f\n", b[0][0], b[3][7], b[11][11]);
    return 0;
}
