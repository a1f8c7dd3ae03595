/* test_packed_instructions.c - instructions that are kept in few bytes each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/expect.h"

#include "numbers/packed_instructions.h"

#include <string.h>

enum {
    N = 5 * BL_WINDOW_INSTRUCTIONS + 7
};

/* All bytes of an instruction, padding, too; some are as in the one before. */
static void fill(struct bl_instruction *to, const struct bl_instruction *before, uint32_t i)
{
    uint64_t words[sizeof *to / sizeof(uint64_t)] = {0};
    uint64_t state = i + UINT64_C(0x9E3779B97F4A7C15);
    if (before)
        memcpy(words, before, sizeof words);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        if (state >> 62 == 0)
            words[k] = state << (state >> 58 & 31);
        else if (state >> 62 == 1)
            words[k] -= state >> 40 & 7;
    }
    words[0] = i == 0 ? UINT64_MAX : i == 1 ? 0 : words[0];
    memcpy(to, words, sizeof words);
}

static void pack(struct bl_packed_instructions **p, struct bl_instruction *all, uint32_t n)
{
    cr_assert_eq(bl_packed_begin(p), BL_OK);
    for (uint32_t i = 0; i < n; i++) {
        fill(&all[i], i > 0 ? &all[i - 1] : NULL, i);
        memcpy(&(*p)->window[i % BL_WINDOW_INSTRUCTIONS], &all[i], sizeof all[i]);
        if (i % BL_WINDOW_INSTRUCTIONS == BL_WINDOW_INSTRUCTIONS - 1 || i == n - 1)
            cr_assert_eq(bl_packed_append(*p, i % BL_WINDOW_INSTRUCTIONS + 1), BL_OK);
    }
}

Test(packed_instructions, any_order)
{
    static struct bl_instruction all[N];
    struct bl_packed_instructions *p = NULL;
    for (uint32_t n = N; n > N - 10; n--) { /* the second and later ones where one was before */
        pack(&p, all, n);
        for (uint32_t i = 0; i < 4 * n; i++) {
            uint32_t at = i < n ? i : i < 2 * n ? 2 * n - 1 - i : i * 61 % n;
            cr_assert_arr_eq(bl_packed_get(p, at), &all[at], sizeof *all, "%u of %u", at, n);
        }
    }
    bl_packed_close(p);
}

/* Of a row of instructions that differ in a position and a block there are few bytes. */
Test(packed_instructions, size)
{
    struct bl_packed_instructions *p = NULL;
    cr_assert_eq(bl_packed_begin(&p), BL_OK);
    for (uint32_t i = 0; i < BL_WINDOW_INSTRUCTIONS; i++) {
        memset(&p->window[i], 0, sizeof *p->window);
        p->window[i].bit_pos = 1000000 + 3 * (uint64_t)i;
        p->window[i].basic_block = i;
        p->window[i].type = BL_NONE;
    }
    cr_assert_eq(bl_packed_append(p, BL_WINDOW_INSTRUCTIONS), BL_OK);
    cr_expect_lt(p->n_bytes, 4 * BL_WINDOW_INSTRUCTIONS + 32, "%zu bytes", p->n_bytes);
    bl_packed_close(p);
}
