/* lowered/sorts.c - quicksort with a callback, recursion, structs by value
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>
#include <stdlib.h>

struct pair {
    unsigned key;
    short value[3];
};

static int compare(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

static struct pair twice(struct pair p)
{
    p.key *= 2;
    p.value[1] = (short)(p.value[0] - p.value[2]);
    return p;
}

int main(void)
{
    struct pair items[50];
    unsigned seed = 12345;
    for (int i = 0; i < 50; i++) {
        seed = seed * 1103515245u + 12345;
        struct pair p = {seed >> 16, {(short)i, 0, (short)(seed >> 3)}};
        items[i] = twice(p);
    }
    qsort(items, 50, sizeof *items, compare);
    for (int i = 0; i < 50; i += 7)
        printf("%u %d\n", items[i].key, items[i].value[1]);
    return 0;
}
