/* support/choice.c - which of many checks are made on one input
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/choice.h"

#include "support/sanitized.h"

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ value >> 27) * UINT64_C(0x94D049BB133111EB);
    return value ^ value >> 31;
}

struct choice choice_by(struct bl_view bytes)
{
    struct choice choice = {.state = bytes.size};
    for (size_t i = 0; i < bytes.size; i++)
        choice.state = (choice.state ^ bytes.data[i]) * UINT64_C(0x100000001B3);
    return choice;
}

struct choice *choice_if_slow(struct choice *choice, struct bl_view bytes)
{
    *choice = choice_by(bytes);
    return HAS_TSAN ? choice : NULL;
}

struct chosen choice_of(struct choice *choice, uint32_t n, uint32_t most)
{
    if (!choice || n <= most)
        return (struct chosen){.i = 0, .end = n};
    choice->state += UINT64_C(0x9E3779B97F4A7C15);
    uint32_t first = (uint32_t)(mix(choice->state) % (n - most + 1));
    return (struct chosen){.i = first, .end = first + most};
}

uint32_t choice_cpus(enum bl_cpu cpus[BL_CPU_END])
{
    uint32_t n = 0;
    for (int cpu = BL_CPU_GENERIC; cpu < BL_CPU_END; cpu++)
        if (bl_cpu_usable((enum bl_cpu)cpu))
            cpus[n++] = (enum bl_cpu)cpu;
    return n;
}
