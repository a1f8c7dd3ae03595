/* lowered/switches.c - switches, jumps through tables of labels, goto
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>

static long run(const unsigned char *code, long x)
{
    static void *const labels[] = {&&stop, &&add, &&multiply, &&negate};
    goto *labels[*code];
add:
    x += *++code;
    goto *labels[*++code];
multiply:
    x *= *++code;
    goto *labels[*++code];
negate:
    x = -x;
    goto *labels[*++code];
stop:
    return x;
}

static int name(int c)
{
    switch (c) {
    case 1: return 'a';
    case 5:
    case 6:
    case 7: return 'm';
    case 1000000: return 'z';
    case -3: return 'n';
    default: return c > 100 ? 'l' : 's';
    }
}

int main(void)
{
    static const unsigned char code[] = {1, 7, 2, 3, 3, 1, 200, 2, 2, 0};
    for (int i = -4; i < 9; i++)
        putchar(name(i));
    printf("%c%c\n%ld %ld\n", name(1000000), name(500), run(code, 1), run(code + 2, 40));
    return 0;
}
