/* fuzz_lines.c - which lines of any two texts differ
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The input is two texts, with a zero byte between them. Properties: lines are matched in pairs, in
 * order, and those of a pair are the same except for numbers; a text has no difference to itself;
 * work is bounded.
 */
#include "bitleap_analysis.h"
#include "fuzz/target.h"

#include <string.h>

static struct bl_lines split(struct bl_view text)
{
    struct bl_lines lines = {0};
    REQUIRE(bl_lines_split(&lines, text) == BL_OK);
    return lines;
}

/* Both ways, in order, and alike. */
static void check_pairs(const struct bl_lines *before, const struct bl_lines *after)
{
    uint32_t next = 0, n_after = 0;
    for (uint32_t i = 0; i < before->n; i++) {
        uint32_t other = before->lines[i].other;
        if (other == BL_NONE)
            continue;
        REQUIRE(other >= next && other < after->n);
        REQUIRE(after->lines[other].other == i);
        REQUIRE(before->lines[i].key == after->lines[other].key);
        next = other + 1;
        n_after++;
    }
    for (uint32_t i = 0; i < after->n; i++)
        n_after -= after->lines[i].other != BL_NONE;
    REQUIRE(n_after == 0);
}

static void count_bytes(void *context, const char *data, size_t size)
{
    (void)data;
    *(size_t *)context += size;
}

/* Each number becomes one of at most ten digits, or has a word of four letters before it. */
static void check_printed(const struct bl_lines *before)
{
    for (uint32_t i = 0; i < before->n; i++) {
        size_t n = 0;
        bl_line_print(before, before->lines[i].text, count_bytes, &n);
        REQUIRE(n <= 10 * before->lines[i].text.size);
    }
}

static void check(struct bl_view before, struct bl_view after)
{
    uint64_t n_compared = 0;
    struct bl_lines a = split(before), b = split(after);
    (void)bl_lines_match(&a, &b, &n_compared);
    check_pairs(&a, &b);
    check_printed(&a);
    bl_lines_release(&a);
    bl_lines_release(&b);
}

static void check_same(struct bl_view text)
{
    uint64_t n_compared = 0;
    struct bl_lines a = split(text), b = split(text);
    REQUIRE(bl_lines_match(&a, &b, &n_compared) == 1);
    for (uint32_t i = 0; i < a.n; i++)
        REQUIRE(a.lines[i].other == i && b.lines[i].other == i);
    bl_lines_release(&a);
    bl_lines_release(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, 0, size) : NULL;
    size_t n = end ? (size_t)(end - data) : size;
    struct bl_view before = {.data = data, .size = n};
    struct bl_view after = {.data = data + n + (n < size), .size = size - n - (n < size)};
    check(before, after);
    check(after, before);
    check_same(before);
    check_same(after);
    return 0;
}
