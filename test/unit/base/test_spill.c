/* test_spill.c - bytes that are put aside on disk
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/spill.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PIECE = 10000,
    N_PIECES = 5,
};

static void fill(uint8_t *bytes, unsigned piece)
{
    for (size_t i = 0; i < PIECE; i++)
        bytes[i] = (uint8_t)(i * 7 + piece * 31 + i / 256);
}

Test(spill, added_mapped_and_read)
{
    struct bl_spill spill = {0};
    static uint8_t all[PIECE * N_PIECES], copy[PIECE * N_PIECES];
    for (unsigned i = 0; i < N_PIECES; i++) {
        fill(all + (size_t)i * PIECE, i);
        cr_assert(bl_spill_add(&spill, all + (size_t)i * PIECE, PIECE));
    }
    cr_assert(bl_spill_add(&spill, NULL, 0));
    cr_assert_eq(spill.size, sizeof all);
    uint8_t *mapped = bl_spill_map(&spill);
    cr_assert(mapped);
    cr_assert(bl_spill_read(&spill, copy));
    bl_spill_release(&spill);
    cr_expect_eq(spill.size, 0);
    cr_expect_eq(memcmp(copy, all, sizeof all), 0);
    cr_expect_eq(memcmp(mapped, all, sizeof all), 0);
    bl_spill_rest(mapped + PIECE, PIECE);
    bl_spill_rest(mapped, sizeof all);
    cr_expect_eq(memcmp(mapped, all, sizeof all), 0, "after a rest");
    bl_spill_unmap(mapped, sizeof all);
}

/* Another process has a copy of the spill that has been opened for it. */
Test(spill, added_by_another)
{
    struct bl_spill spill = {0};
    char text[9] = "";
    cr_assert(bl_spill_open(&spill));
    cr_expect_eq(spill.size, 0);
    struct bl_spill copy = spill;
    cr_assert(bl_spill_add(&copy, "text", 4));
    cr_assert(bl_spill_add(&copy, "more", 4));
    cr_assert(bl_spill_added(&spill));
    cr_expect_eq(spill.size, 8);
    cr_expect(bl_spill_read(&spill, (uint8_t *)text));
    cr_expect_str_eq(text, "textmore");
    bl_spill_release(&spill);
    cr_expect_not(spill.is_open);
}

/* No folder to write to: nothing is there, and nothing is lost. */
Test(spill, no_folder)
{
    struct bl_spill spill = {0};
    setenv("TMPDIR", "/nonexistent", 1);
    cr_expect_not(bl_spill_add(&spill, "text", 4));
    cr_expect_not(bl_spill_open(&spill));
    cr_expect_eq(spill.size, 0);
    bl_spill_release(&spill);
}

/* What was written stays readable when no more can be written. */
Test(spill, write_fails)
{
    struct bl_spill spill = {0};
    char text[5] = "";
    cr_assert(bl_spill_add(&spill, "text", 4));
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", spill.fd);
    int read_only = open(path, O_RDONLY);
    if (read_only >= 0) {
        dup2(read_only, spill.fd);
        cr_expect_not(bl_spill_add(&spill, "more", 4));
        cr_expect_eq(spill.size, 4);
        cr_expect(bl_spill_read(&spill, (uint8_t *)text));
        cr_expect_str_eq(text, "text");
        close(read_only);
    }
    bl_spill_release(&spill);
}
