/* test_run.c - runs of values against the same values read one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bits/reader.h"
#include "support/build.h"
#include "support/guard.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
    MAX_VALUES = 150
};

static uint64_t random_state = 0x9E3779B97F4A7C15;

static uint64_t random64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* Small values mostly, as in real files, and now and then any. */
static uint64_t random_value(unsigned width)
{
    unsigned bits = (unsigned)(random64() % 8 ? random64() % width : random64() % 65);
    return bits == 64 ? random64() : random64() & bl_low_bits(bits);
}

/* What N values read one by one are, and where they end. */
static struct bl_bits read_singly(struct bl_bits b, unsigned width, uint64_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = bl_bits_vbr(&b, width);
    return b;
}

/* B holds N values, or fewer where it is damaged: read and skip must do what single reads do. */
static void compare_vbr(struct bl_bits b, unsigned width, size_t n)
{
    uint64_t expected[MAX_VALUES];
    uint64_t got[MAX_VALUES];
    struct bl_bits singly = read_singly(b, width, expected, n);
    struct bl_bits run = b;
    run.pos = bl_bits_read_vbr_run(&run, run.pos, width, got, n);
    struct bl_bits skip = b;
    skip.pos = bl_bits_skip_vbr_run(&skip, skip.pos, width, n);
    cr_assert_eq(bl_bits_ok(&run), bl_bits_ok(&singly), "width %u", width);
    cr_assert_eq(bl_bits_ok(&skip), bl_bits_ok(&singly), "width %u", width);
    cr_assert_eq(bl_bits_overlong(&run), bl_bits_overlong(&singly));
    cr_assert_eq(bl_bits_overlong(&skip), bl_bits_overlong(&singly));
    if (!bl_bits_ok(&singly))
        return;
    cr_assert_eq(run.pos, singly.pos, "width %u", width);
    cr_assert_eq(skip.pos, singly.pos, "width %u", width);
    cr_assert(memcmp(expected, got, n * sizeof *got) == 0, "width %u", width);
}

Test(runs, vbr_random)
{
    for (unsigned width = 2; width <= 32; width++)
        for (int round = 0; round < 60; round++) {
            struct bl_writer *w;
            cr_assert_eq(bl_writer_open(&w, NULL), BL_OK);
            unsigned before = (unsigned)(random64() % 40);
            size_t n = random64() % MAX_VALUES;
            bl_writer_fixed(w, 0, before);
            for (size_t i = 0; i < n; i++)
                bl_writer_vbr(w, random_value(width), width);
            struct bl_view all = build_bytes(w);
            /* From all of it to cut off in the middle of a value. */
            for (size_t cut = 0; cut < 12 && cut <= all.size; cut++) {
                struct bl_view bytes = {.data = all.data, .size = all.size - cut};
                struct guard g = guard_copy(bytes);
                struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
                b.pos = before;
                compare_vbr(b, width, n);
                guard_release(&g);
            }
            bl_writer_close(w);
        }
}

/* Any bits at all: overlong values among them. */
Test(runs, vbr_of_noise)
{
    uint8_t noise[96];
    for (int round = 0; round < 3000; round++) {
        for (size_t i = 0; i < sizeof noise; i++)
            noise[i] = (uint8_t)(random64() | (round % 3 ? random64() : 0));
        size_t size = random64() % (sizeof noise + 1);
        struct guard g = guard_copy((struct bl_view){.data = noise, .size = size});
        unsigned width = 1 + (unsigned)(random64() % 32);
        struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
        b.pos = random64() % 20;
        size_t room = bl_bits_left(&b) / width;
        compare_vbr(b, width, room < MAX_VALUES ? room : MAX_VALUES);
        guard_release(&g);
    }
}

/* The last value ends at each distance from the end of the buffer, with nothing after it. */
Test(runs, ending_at_every_distance_from_the_end)
{
    uint8_t bytes[40];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)random64();
    struct guard g = guard_copy((struct bl_view){.data = bytes, .size = sizeof bytes});
    for (unsigned width = 1; width <= 32; width++)
        for (unsigned distance = 0; distance <= 100; distance++)
            for (size_t n = 0; n <= 6; n++) {
                uint64_t end = sizeof bytes * 8 - distance;
                if (n * width > end)
                    continue;
                struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
                b.pos = end - n * width;
                uint64_t got[6];
                struct bl_bits run = b;
                run.pos = bl_bits_read_fixed_run(&run, run.pos, width, got, n);
                cr_assert_eq(run.pos, end);
                for (size_t i = 0; i < n; i++)
                    cr_assert_eq(got[i], bl_bits_fixed(&b, width), "width %u", width);
                cr_assert_eq(b.pos, end);
                b.pos = end - n * width;
                compare_vbr(b, width, n);
                if (width != 6)
                    continue;
                b.pos = bl_bits_read_char6_run(&b, b.pos, got, n);
                cr_assert_eq(b.pos, end);
            }
    guard_release(&g);
}
