/* lowered/varargs.c - functions with a variable number of arguments
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdarg.h>
#include <stdio.h>

static double sum(const char *kinds, ...)
{
    va_list list, again;
    double s = 0;
    va_start(list, kinds);
    va_copy(again, list);
    for (const char *k = kinds; *k; k++)
        s += *k == 'd'   ? va_arg(list, double)
             : *k == 'l' ? (double)va_arg(list, long)
                         : va_arg(list, int);
    if (*kinds == 'i')
        s += 1000 * va_arg(again, int);
    va_end(again);
    va_end(list);
    return s;
}

int main(void)
{
    printf("%g %g %g\n", sum("iid", 1, 2, 3.5), sum("lld", 1L, -5L, 0.25), sum(""));
    return 0;
}
