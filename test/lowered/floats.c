/* lowered/floats.c - conversions among floats and integers, mathematical functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <math.h>
#include <stdio.h>

static float polynomial(const float *c, int n, float x)
{
    float y = 0;
    while (n-- > 0)
        y = y * x + c[n];
    return y;
}

int main(int argc, char **argv)
{
    static const float c[] = {1.5f, -2.25f, 0.125f, 3};
    double s = 0;
    for (unsigned i = 0; i < 40; i++) {
        double x = (double)i / 7 - argc;
        s += fabs(x) + floor(x) * 0.5 + (double)polynomial(c, 4, (float)x) +
             (double)(unsigned char)i;
        s = fmax(s, -1e6) + copysign(0.25, x) + (double)(long)(x * 100) / 3;
    }
    (void)argv;
    printf("%.6f %d %lld %u\n", s, (int)s, (long long)(s * 1e5), (unsigned)fabs(s));
    return 0;
}
