/* lowered/orders.c - numbers compared with three results
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>
#include <stdlib.h>

enum {
    N_NUMBERS = 500,
    FACTOR = 1103515245,
    SUMMAND = 12345,
};

static int order_ints(const void *a, const void *b)
{
    int x = *(const int *)a;
    int y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static int order_words(const void *a, const void *b)
{
    unsigned long x = *(const unsigned long *)a;
    unsigned long y = *(const unsigned long *)b;
    return x < y ? -1 : x > y;
}

static signed char order_bytes(unsigned char x, unsigned char y)
{
    return x == y ? 0 : x < y ? -1 : 1;
}

int main(void)
{
    static int ints[N_NUMBERS];
    static unsigned long words[N_NUMBERS];
    unsigned seed = 1;
    int sum = 0;
    for (int i = 0; i < N_NUMBERS; i++) {
        seed = seed * FACTOR + SUMMAND;
        ints[i] = (int)seed;
        words[i] = (unsigned long)seed << (seed % 32);
        sum += i * order_bytes((unsigned char)(seed >> 8), (unsigned char)(seed >> 16));
    }
    qsort(ints, N_NUMBERS, sizeof *ints, order_ints);
    qsort(words, N_NUMBERS, sizeof *words, order_words);
    printf("%d %d %d %lu %lu %d\n", ints[0], ints[N_NUMBERS / 2], ints[N_NUMBERS - 1], words[0],
           words[N_NUMBERS / 2], sum);
    return sum & 1;
}
