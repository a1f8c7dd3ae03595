/* rewrite/adaptive_cost.c - what values cost when they are coded by those before them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/adaptive_cost.h"

#include "base/grow.h"
#include "bitleap_ideal.h"

/* Bit by bit: the square of a number has twice its logarithm. */
void bl_logs_init(struct bl_logs *logs)
{
    for (uint64_t i = 0; i < BL_LOG_STEPS; i++) {
        uint64_t x = (2 * i + 1 + UINT64_C(2) * BL_LOG_STEPS)
                     << 20; /* from 1 to 2, with 31 bits after it */
        uint32_t log = 0;
        for (unsigned bit = 0; bit < 16; bit++) {
            x = x * x >> 31;
            log = log << 1 | (uint32_t)(x >> 32 & 1);
            x >>= x >> 32 & 1;
        }
        logs->of[i] = log;
    }
}

/* log2 of VALUE, which is not 0. */
static uint64_t log_of(const struct bl_logs *logs, uint64_t value)
{
    unsigned zeros = (unsigned)__builtin_clzll(value);
    uint64_t rest = value << zeros << 1; /* below the highest bit */
    bool is_power = rest == 0;
    return (uint64_t)(63 - zeros) * BL_COST_BIT + (is_power ? 0 : logs->of[rest >> (64 - 10)]);
}
_Static_assert(BL_LOG_STEPS == 1 << 10, "ten bits");

/* The length of a new VALUE, each as if seen half a time; and its bits. */
static uint64_t cost_of_new(struct bl_adaptive *a, const struct bl_logs *logs, uint64_t value)
{
    unsigned width = value ? 64 - (unsigned)__builtin_clzll(value) : 0;
    uint64_t all = (uint64_t)a->n_new++ * 2 + 65;
    uint64_t same = (uint64_t)a->n_of_width[width]++ * 2 + 1;
    return log_of(logs, all) - log_of(logs, same) + (uint64_t)(width ? width - 1 : 0) * BL_COST_BIT;
}

int bl_adaptive_add(struct bl_adaptive *a, const struct bl_logs *logs, uint64_t value,
                    uint64_t *cost)
{
    uint32_t number = bl_map_find(&a->numbers, value);
    uint64_t n = a->n++;
    uint64_t d = a->n_known;
    if (number != BL_MAP_NONE) {
        *cost += log_of(logs, n + d) - log_of(logs, a->counts[number]++);
        return BL_OK;
    }
    if (n > 0)
        *cost += log_of(logs, n + d) - log_of(logs, d);
    *cost += cost_of_new(a, logs, value);
    if (a->n_known == BL_IDEAL_VALUES)
        return BL_OK;
    if (bl_map_add(&a->numbers, value, a->n_known) < 0)
        return BL_E_NOMEM;
    return bl_append(&a->counts, &a->n_known, &a->cap, 1);
}

void bl_adaptive_release(struct bl_adaptive *a)
{
    bl_map_release(&a->numbers);
    bl_drop(a->counts);
    *a = (struct bl_adaptive){0};
}
