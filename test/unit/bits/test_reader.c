/* test_reader.c - single integers: fixed, VBR, align32, char6
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bits/reader.h"
#include "support/build.h"
#include "support/guard.h"

#include <criterion/criterion.h>
#include <string.h>

/* The words of W before a page that cannot be touched. */
static struct guard guarded(struct bl_writer *w)
{
    return guard_copy(build_bytes(w));
}

static struct bl_writer *open_writer(void)
{
    struct bl_writer *w;
    cr_assert_eq(bl_writer_open(&w, NULL), BL_OK);
    return w;
}

/* Document, "Variable Width Integers": 27 is 1011 0011 as a vbr4, the lowest chunk written last. 30
 * is 6 with more to come, then 3 << 3. */
Test(bits, vbr4_of_the_documents)
{
    static const struct {
        uint64_t value;
        uint8_t bits;
    } rows[] = {{27, 0x3B}, {30, 0x3E}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = open_writer();
        bl_writer_vbr(w, rows[i].value, 4);
        cr_expect_eq(bl_writer_pos(w), 8);
        struct guard g = guarded(w);
        cr_expect_eq(g.bytes.data[0], rows[i].bits, "%d", (int)rows[i].value);
        struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
        cr_expect_eq(bl_bits_fixed(&b, 4), 8 | (rows[i].value & 7));
        cr_expect_eq(bl_bits_fixed(&b, 4), rows[i].value >> 3);
        b.pos = 0;
        cr_expect_eq(bl_bits_vbr(&b, 4), rows[i].value);
        cr_expect(b.pos == 8 && bl_bits_ok(&b));
        guard_release(&g);
        bl_writer_close(w);
    }
}

/* Every width at every offset from a byte, with the values at the ends of the range. */
Test(bits, fixed_of_every_width)
{
    for (unsigned width = 1; width <= 32; width++) {
        uint64_t top = bl_low_bits(width);
        uint64_t values[] = {0, 1, top >> 1, (top >> 1) + 1, top - 1, top};
        size_t n = sizeof values / sizeof *values;
        struct bl_writer *w = open_writer();
        for (unsigned before = 0; before < 40; before++) {
            bl_writer_fixed(w, bl_low_bits(before), before);
            for (size_t i = 0; i < n; i++)
                bl_writer_fixed(w, values[i] & top, width);
        }
        uint64_t end = bl_writer_pos(w);
        struct guard g = guarded(w);
        struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
        for (unsigned before = 0; before < 40; before++) {
            b.pos += before;
            for (size_t i = 0; i < n; i++)
                cr_assert_eq(bl_bits_fixed(&b, width), values[i] & top, "width %u", width);
        }
        cr_expect(b.pos == end && bl_bits_ok(&b));
        guard_release(&g);
        bl_writer_close(w);
    }
    struct bl_bits b =
        bl_bits_over((struct bl_view){.data = (const uint8_t *)"\xFF", .size = 1}, BL_CPU_GENERIC);
    cr_expect_eq(bl_bits_fixed(&b, 0), 0);
    cr_expect_eq(b.pos, 0);
}

/* 2^k - 1, 2^k and 2^k + 1 for each k up to 64, in chunks of each width. */
Test(bits, vbr_of_every_width)
{
    for (unsigned width = 2; width <= 32; width++) {
        struct bl_writer *w = open_writer();
        uint64_t values[3 * 65];
        size_t n = 0;
        for (unsigned k = 0; k <= 64; k++) {
            uint64_t power = k < 64 ? (uint64_t)1 << k : 0;
            values[n++] = power - 1;
            values[n++] = power;
            values[n++] = power + 1;
        }
        for (size_t i = 0; i < n; i++)
            bl_writer_vbr(w, values[i], width);
        uint64_t end = bl_writer_pos(w);
        struct guard g = guarded(w);
        struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
        for (size_t i = 0; i < n; i++) {
            uint64_t at = b.pos;
            cr_assert_eq(bl_bits_vbr(&b, width), values[i], "width %u, row %zu", width, i);
            struct bl_bits b32 = b;
            b32.pos = at;
            if (values[i] <= UINT32_MAX)
                cr_assert_eq(bl_bits_vbr32(&b32, width), values[i], "width %u", width);
        }
        cr_expect(b.pos == end && bl_bits_ok(&b));
        guard_release(&g);
        bl_writer_close(w);
    }
}

Test(bits, ends_of_chunks_of_every_width)
{
    for (unsigned width = 1; width <= BL_MAX_WIDTH; width++) {
        uint64_t ends = 0;
        for (unsigned at = width; at <= BL_PEEK_BITS; at += width)
            ends |= UINT64_C(1) << (at - 1);
        cr_expect_eq(bl_vbr_ends[width], ends, "width %u", width);
    }
    cr_expect_eq(bl_vbr_ends[6], BL_VBR6_ENDS);
    cr_expect_eq(BL_VBR6_PAYLOADS, bl_low_bits(9 * 6) & ~BL_VBR6_ENDS);
}

/* BitstreamReader.h, ReadVBR and ReadVBR64: an error is a chunk that begins at bit 32 or 64 of the
 * value or after it; superfluous chunks before are none, and bits above the type are dropped. */
Test(bits, vbr_overlong)
{
    static const struct {
        const char *name;
        unsigned width, n_chunks;
        bool ok32, ok64;
    } rows[] = {
        {"zero in two chunks", 6, 2, true, true},
        {"vbr6, 7 chunks: the last begins at 30", 6, 7, true, true},
        {"vbr6, 8 chunks: the last begins at 35", 6, 8, false, true},
        {"vbr6, 13 chunks: 60", 6, 13, false, true},
        {"vbr6, 14 chunks: 65", 6, 14, false, false},
        {"vbr5, 8 chunks: 28", 5, 8, true, true},
        {"vbr5, 9 chunks: 32", 5, 9, false, true},
        {"vbr5, 16 chunks: 60", 5, 16, false, true},
        {"vbr5, 17 chunks: 64", 5, 17, false, false},
        {"vbr2, 32 chunks: 31", 2, 32, true, true},
        {"vbr2, 33 chunks: 32", 2, 33, false, true},
        {"vbr2, 64 chunks: 63", 2, 64, false, true},
        {"vbr2, 65 chunks: 64", 2, 65, false, false},
        {"vbr32, 2 chunks: 31", 32, 2, true, true},
        {"vbr32, 3 chunks: 62", 32, 3, false, true},
        {"vbr32, 4 chunks: 93", 32, 4, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = open_writer();
        build_long_vbr(w, 0, rows[i].width, rows[i].n_chunks);
        uint64_t end = bl_writer_pos(w);
        bl_writer_align32(w);
        struct guard g = guarded(w);
        struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
        cr_expect_eq(bl_bits_vbr32(&b, rows[i].width), 0);
        cr_expect_eq(bl_bits_ok(&b), rows[i].ok32, "32 bits: %s", rows[i].name);
        cr_expect(!rows[i].ok32 || b.pos == end, "%s", rows[i].name);
        b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
        cr_expect_eq(bl_bits_vbr(&b, rows[i].width), 0);
        cr_expect_eq(bl_bits_ok(&b), rows[i].ok64, "64 bits: %s", rows[i].name);
        cr_expect(!rows[i].ok64 || b.pos == end, "%s", rows[i].name);
        guard_release(&g);
        bl_writer_close(w);
    }
}

Test(bits, vbr_drops_bits_above_its_type)
{
    struct bl_writer *w = open_writer();
    for (int i = 0; i < 12; i++)
        bl_writer_fixed(w, 0x3F, 6); /* 60 bits, all set, more to come */
    bl_writer_fixed(w, 0x1F, 6);     /* bits 60 to 64; the last one is above the type */
    struct guard g = guarded(w);
    struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
    cr_expect_eq(bl_bits_vbr(&b, 6), UINT64_MAX);
    cr_expect(bl_bits_ok(&b));
    guard_release(&g);
    bl_writer_close(w);
}

Test(bits, vbr_of_width_one)
{
    /* A chunk of one bit holds nothing but the promise of another. */
    static const uint8_t ones_then_zero[] = {0xFF, 0xFF, 0x01};
    struct guard g = guard_copy((struct bl_view){.data = ones_then_zero, .size = 3});
    struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
    cr_expect_eq(bl_bits_vbr(&b, 1), 0);
    cr_expect(b.pos == 18 && bl_bits_ok(&b));
    g.data[2] = 0xFF;
    b.pos = 0;
    (void)bl_bits_vbr(&b, 1);
    cr_expect(!bl_bits_ok(&b));
    guard_release(&g);
}

Test(bits, zeros_behind_the_end_may_be_seen_but_not_consumed)
{
    for (size_t size = 0; size <= 17; size++) {
        uint8_t ones[17];
        memset(ones, 0xFF, sizeof ones);
        struct guard g = guard_copy((struct bl_view){.data = ones, .size = size});
        for (uint64_t pos = 0; pos <= size * 8 + 70; pos++) {
            struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
            b.pos = pos;
            uint64_t left = bl_bits_left(&b);
            unsigned seen = left < 32 ? (unsigned)left : 32;
            cr_assert_eq(bl_bits_fixed(&b, 32), bl_low_bits(seen), "%zu, %d", size, (int)pos);
            cr_assert_eq(bl_bits_ok(&b), left >= 32);
        }
        guard_release(&g);
    }
}

Test(bits, char6)
{
    static const char table[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    cr_expect_eq(sizeof table - 1, 64);
    struct bl_writer *w = open_writer();
    for (int i = 0; i < 64; i++)
        bl_writer_char6(w, table[i]);
    struct guard g = guarded(w);
    struct bl_bits b = bl_bits_over(g.bytes, BL_CPU_GENERIC);
    for (unsigned i = 0; i < 64; i++) {
        cr_expect_eq(bl_char6[i], table[i]);
        cr_expect_eq(bl_bits_fixed(&b, 6), i, "%c", table[i]);
    }
    uint64_t out[64];
    b.pos = 0;
    b.pos = bl_bits_read_char6_run(&b, b.pos, out, 64);
    for (int i = 0; i < 64; i++)
        cr_expect_eq(out[i], (uint64_t)table[i]);
    cr_expect(bl_bits_ok(&b) && b.pos == 64 * 6);
    guard_release(&g);
    bl_writer_close(w);
}

Test(bits, align32)
{
    struct bl_bits b = {.end = 1 << 20};
    for (uint64_t pos = 0; pos <= 130; pos++) {
        b.pos = pos;
        bl_bits_align32(&b);
        cr_expect(b.pos % 32 == 0 && b.pos >= pos && b.pos < pos + 32, "%d", (int)pos);
    }
    b.pos = (UINT64_C(1) << 40) + 1; /* positions are 64 bits wide */
    bl_bits_align32(&b);
    cr_expect_eq(b.pos, (UINT64_C(1) << 40) + 32);
}
