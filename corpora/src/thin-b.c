/*
 * thin-b.c - second of two modules that call each other, for LTO summaries and indexes
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

extern int from_a(int);
extern const int read_only_a;
int shared_state = 1;
static long history[32];

static __attribute__((noinline)) void remember(int x)
{
    history[(unsigned)x % 32] += x;
}

int from_b(int x)
{
    remember(x);
    shared_state ^= x;
    return x & 1 ? from_a(x - 1) : read_only_a;
}

__attribute__((cold, noinline)) int overridable(int x)
{
    return x + (int)history[0];
}
