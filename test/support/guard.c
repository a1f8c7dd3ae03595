/* support/guard.c - bytes whose end is followed by a page that cannot be touched
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/guard.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct guard guard_copy(struct bl_view bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t usable = (bytes.size + page - 1) / page * page;
    struct guard guard = {.map_size = usable + page};
    guard.map =
        mmap(NULL, guard.map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (guard.map == MAP_FAILED || mprotect((uint8_t *)guard.map + usable, page, PROT_NONE) != 0)
        abort();
    guard.data = (uint8_t *)guard.map + usable - bytes.size;
    if (bytes.size)
        memcpy(guard.data, bytes.data, bytes.size);
    guard.bytes = (struct bl_view){.data = guard.data, .size = bytes.size};
    return guard;
}

void guard_freeze(struct guard *guard)
{
    size_t usable = guard->map_size - (size_t)sysconf(_SC_PAGESIZE);
    if (usable && mprotect(guard->map, usable, PROT_READ) != 0)
        abort();
}

void guard_release(struct guard *guard)
{
    munmap(guard->map, guard->map_size);
    *guard = (struct guard){0};
}

void guard_flip(struct guard *guard, uint64_t bit)
{
    guard->data[bit / 8] ^= (uint8_t)(1u << bit % 8);
}

void guard_try_damaged(struct bl_view bytes, void (*try)(struct bl_view damaged))
{
    for (size_t size = 0; size <= bytes.size; size++) {
        struct guard guard = guard_copy((struct bl_view){.data = bytes.data, .size = size});
        try(guard.bytes);
        guard_release(&guard);
    }
    struct guard guard = guard_copy(bytes);
    for (uint64_t bit = 0; bit < (uint64_t)bytes.size * 8; bit++) {
        guard_flip(&guard, bit);
        try(guard.bytes);
        guard_flip(&guard, bit);
    }
    guard_release(&guard);
}
