/* test_thrift.c - structs of Thrift's compact protocol
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/thrift.h"
#include "support/guard.h"

#include <criterion/criterion.h>
#include <string.h>

#define BYTES(text) ((struct bl_view){.data = (const uint8_t *)(text), .size = sizeof(text) - 1})

Test(thrift, fields)
{
    /* 1: i32 -2; 3: binary "ab"; 200: bool true; 201: byte -1; 1: i64, by its number */
    struct guard g = guard_copy(BYTES("\x15\x03\x28\x02"
                                      "ab\x01\x90\x03\x13\xFF\x06\x02\x7F\0"));
    struct bl_thrift t = bl_thrift_over(g.bytes);
    struct bl_thrift_field f = {0};
    cr_assert(bl_thrift_next(&t, &f));
    cr_expect_eq(f.id, 1);
    cr_expect_eq(bl_thrift_integer(&t, &f), -2);
    cr_assert(bl_thrift_next(&t, &f));
    cr_expect_eq(f.id, 3);
    struct bl_view text = bl_thrift_binary(&t, &f);
    cr_expect(text.size == 2 && memcmp(text.data, "ab", 2) == 0);
    cr_assert(bl_thrift_next(&t, &f));
    cr_expect_eq(f.id, 200);
    cr_expect_eq(bl_thrift_integer(&t, &f), 1);
    cr_assert(bl_thrift_next(&t, &f));
    cr_expect_eq(f.id, 201);
    cr_expect_eq(bl_thrift_integer(&t, &f), -1);
    cr_assert(bl_thrift_next(&t, &f));
    cr_expect_eq(f.id, 1);
    cr_expect_eq(bl_thrift_integer(&t, &f), -64);
    cr_expect_not(bl_thrift_next(&t, &f));
    cr_expect_not(t.failed);
    cr_expect_eq(t.at, g.bytes.data + g.bytes.size);
    guard_release(&g);
}

/* One field of each type, which is skipped; then comes field 2. */
Test(thrift, skipped)
{
    const struct {
        const char *name;
        struct bl_view bytes;
    } rows[] = {
        {"true", BYTES("\x11\x15\x02\0")},
        {"byte", BYTES("\x13\x7F\x15\x02\0")},
        {"integer", BYTES("\x16\xFF\xFF\x7F\x15\x02\0")},
        {"double", BYTES("\x17"
                         "12345678\x15\x02\0")},
        {"binary", BYTES("\x18\x03xyz\x15\x02\0")},
        {"list of bools", BYTES("\x19\x31\1\2\1\x15\x02\0")},
        {"list of integers", BYTES("\x19\xF5\x0F\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\x15\x02\0")},
        {"list of lists", BYTES("\x19\x29\x15\1\x15\1\x15\x02\0")},
        {"set", BYTES("\x1A\x13\1\x15\x02\0")},
        {"map", BYTES("\x1B\x02\x85\x01x\2\x01y\2\x15\x02\0")},
        {"empty map", BYTES("\x1B\0\x15\x02\0")},
        {"struct", BYTES("\x1C\x15\1\x1C\0\0\x15\x02\0")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct guard g = guard_copy(rows[i].bytes);
        struct bl_thrift t = bl_thrift_over(g.bytes);
        struct bl_thrift_field f = {0};
        cr_assert(bl_thrift_next(&t, &f), "%s", rows[i].name);
        bl_thrift_skip(&t, f.type);
        cr_assert(bl_thrift_next(&t, &f), "%s", rows[i].name);
        cr_expect_eq(f.id, 2, "%s", rows[i].name);
        cr_expect_eq(bl_thrift_integer(&t, &f), 1, "%s", rows[i].name);
        cr_expect_not(bl_thrift_next(&t, &f), "%s", rows[i].name);
        cr_expect_not(t.failed, "%s", rows[i].name);
        guard_release(&g);
    }
}

/* What cannot be skipped ends everything. */
Test(thrift, bad)
{
    const struct bl_view rows[] = {
        BYTES("\x15"),                                         /* no value */
        BYTES("\x15\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), /* no end */
        BYTES("\x18\x04xyz"),                                  /* longer than there is */
        BYTES("\x18\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"),
        BYTES("\x19\xF5\xFF\xFF\xFF\xFF\x0F"),
        BYTES("\x1D\0"), /* no such type */
        BYTES("\x19\x1D\0"),
        BYTES("\x1B\x01\xDD\0\0"),
        BYTES("\x1C\x15\x02"), /* no stop */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct guard g = guard_copy(rows[i]);
        struct bl_thrift t = bl_thrift_over(g.bytes);
        struct bl_thrift_field f = {0};
        if (bl_thrift_next(&t, &f))
            bl_thrift_skip(&t, f.type);
        cr_expect(t.failed, "row %zu", i);
        cr_expect_not(bl_thrift_next(&t, &f), "row %zu", i);
        cr_expect(t.at <= g.bytes.data + g.bytes.size);
        guard_release(&g);
    }
}

Test(thrift, depth)
{
    for (unsigned depth = BL_THRIFT_MAX_DEPTH - 1; depth < BL_THRIFT_MAX_DEPTH + 1; depth++) {
        uint8_t bytes[2 * BL_THRIFT_MAX_DEPTH + 2] = {0};
        memset(bytes, 0x1C, depth + 1);
        struct bl_thrift t =
            bl_thrift_over((struct bl_view){.data = bytes, .size = 2 * (size_t)depth + 2});
        struct bl_thrift_field f = {0};
        cr_assert(bl_thrift_next(&t, &f));
        bl_thrift_skip(&t, f.type);
        cr_expect_eq(t.failed, depth >= BL_THRIFT_MAX_DEPTH, "depth %u", depth);
    }
}
