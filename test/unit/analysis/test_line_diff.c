/* test_line_diff.c - which lines of two texts of LLVM assembly differ
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_analysis.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct bl_lines split(const char *text)
{
    struct bl_lines lines = {0};
    struct bl_view view = {.data = (const uint8_t *)text, .size = strlen(text)};
    cr_assert_eq(bl_lines_split(&lines, view), BL_OK);
    return lines;
}

/* The lines of BEFORE, each as the number of the line of AFTER that is the same, or a minus. */
static void expect_matched(const char *before, const char *after, const char *expected)
{
    char text[64];
    size_t n = 0;
    uint64_t n_compared = 0;
    struct bl_lines a = split(before), b = split(after);
    cr_assert_eq(bl_lines_match(&a, &b, &n_compared), 1);
    for (uint32_t i = 0; i < a.n; i++) {
        if (a.lines[i].other == BL_NONE)
            n += (size_t)snprintf(text + n, sizeof text - n, "-");
        else
            n += (size_t)snprintf(text + n, sizeof text - n, "%u", a.lines[i].other);
    }
    text[n] = '\0';
    cr_expect_str_eq(text, expected, "%s and %s", before, after);
    bl_lines_release(&a);
    bl_lines_release(&b);
}

Test(line_diff, matched)
{
    expect_matched("", "", "");
    expect_matched("a\nb\nc\n", "a\nb\nc", "012");
    expect_matched("a\nb\nc\n", "a\nc\n", "0-1");
    expect_matched("a\nc\n", "a\nb\nc\n", "02");
    expect_matched("a\nb\n", "x\ny\n", "--");
}

/* An instruction more changes the numbers of all that come after it, and nothing else. */
Test(line_diff, numbers)
{
    expect_matched("  %1 = load\n  ret %1\n", "  %1 = add\n  %2 = load\n  ret %2\n", "12");
    expect_matched("  %1 = load\n  %2 = load\n  ret %1\n", "  %1 = load\n  %2 = load\n  ret %2\n",
                   "01-");
    expect_matched("1:                ; preds = %0\n", "2:                ; preds = %1, %0\n", "0");
    expect_matched("  call \"%1\"\n", "  call \"%1\"\n", "0");
}

Test(line_diff, appended)
{
    struct bl_lines lines = split("a\n");
    struct bl_view more = {.data = (const uint8_t *)"b\n\nc", .size = 4};
    cr_assert_eq(bl_lines_split(&lines, more), BL_OK);
    cr_assert_eq(lines.n, 4);
    cr_expect_eq(lines.lines[2].text.size, 0);
    cr_expect_eq(lines.lines[3].text.data[0], 'c');
    bl_lines_release(&lines);
    cr_expect_null(lines.lines);
}
