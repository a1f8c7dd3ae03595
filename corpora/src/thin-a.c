/*
 * thin-a.c - first of two modules that call each other, for LTO summaries and indexes
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

extern int from_b(int);
extern int shared_state;
static int private_state = 3;
const int read_only_a = 17;
typedef int operation(int);

static int twice(int x)
{
    return 2 * x + private_state;
}

static int thrice(int x)
{
    return 3 * x - private_state++;
}

operation *const operations[] = {twice, thrice, from_b};

__attribute__((noinline)) int from_a(int x)
{
    if (x <= 0)
        return shared_state;
    return operations[x % 3](x) + from_b(x - 1);
}

__attribute__((weak)) int overridable(int x)
{
    return x;
}

extern int aliased(int) __attribute__((alias("from_a")));

int main(int argc, char **argv)
{
    (void)argv;
    return from_a(argc) + overridable(argc) + aliased(1);
}
