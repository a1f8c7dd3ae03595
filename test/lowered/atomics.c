/* lowered/atomics.c - atomic operations of one thread
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdatomic.h>
#include <stdio.h>

static atomic_int count;
static _Atomic unsigned long long large = 5;

int main(void)
{
    int expected = 3;
    for (int i = 0; i < 3; i++)
        atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    _Bool swapped = atomic_compare_exchange_strong(&count, &expected, 10);
    unsigned long long old = atomic_fetch_or(&large, 64);
    atomic_thread_fence(memory_order_seq_cst);
    old += atomic_exchange(&large, 9) + atomic_fetch_sub(&large, 2) + atomic_fetch_and(&large, 6);
    printf("%d %d %llu %llu\n", swapped, atomic_load(&count), old, atomic_load(&large));
    return 0;
}
