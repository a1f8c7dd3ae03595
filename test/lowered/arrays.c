/* lowered/arrays.c - objects that live in blocks, loops over them, memory that is cleared
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>
#include <string.h>

static int fill(int *a, int n, int by)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] = i * by;
    return s;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int round = 0; round < 4; round++) {
        int small[7];
        total += fill(small, 7, round + argc);
        if (round % 2) {
            char text[64];
            memset(text, 'a' + round, sizeof text - 1);
            text[63] = 0;
            total += (int)strlen(text) + text[5];
        } else {
            int large[200] = {0};
            total ^= fill(large, 200, round);
            total += large[199];
        }
    }
    printf("%d %s\n", total, argc > 9 ? argv[1] : "-");
    return total & 7;
}
