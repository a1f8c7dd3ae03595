/* lowered/lists.c - a linked list, memory of the heap, function pointers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int (*apply)(int);
    int value;
};

static int square(int x)
{
    return x * x;
}
static int half(int x)
{
    return x / 2;
}
static int (*const functions[])(int) = {square, half, abs};

static struct node *push(struct node *list, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    *n = (struct node){list, functions[value % 3], value};
    return n;
}

int main(void)
{
    struct node *list = NULL;
    int total = 0;
    for (int i = 0; i < 30; i++)
        list = push(list, i);
    while (list) {
        struct node *next = list->next;
        total = total * 3 % 10007 + list->apply(list->value);
        free(list);
        list = next;
    }
    printf("%d\n", total);
    return 0;
}
