/* test_search_filled.c - streams in members of archives that are filled up after them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/archive.h"
#include "support/least_stream.h"

#include <criterion/criterion.h>

/* The only stream in BYTES. */
static struct bl_found find_stream(struct bl_view bytes)
{
    struct bl_search *search;
    struct bl_found found;
    cr_assert_eq(bl_search_open(&search, bytes, "x.a", NULL), BL_OK);
    cr_assert_eq(bl_search_next(search, &found, NULL), 1);
    cr_expect_eq(bl_search_next(search, &(struct bl_found){0}, NULL), 0);
    bl_search_close(search);
    return found;
}

/* llvm-ar makes the sizes of members in Darwin's archives multiples of eight. The member, or the
 * file that it was extracted to, keeps all of its bytes, the stream what is its own. */
Test(search_filled, line_feeds)
{
    static const struct {
        struct bl_view contents;
        bool is_filled;
    } rows[] = {
        {TEXT(STREAM BLOCK "\n\n\n\n"), true},
        {TEXT(STREAM BLOCK "\n\n\n\0"), false},
        {TEXT(STREAM BLOCK "\0\0\0\0"), false},
        {TEXT(STREAM BLOCK "    "), false},
        {TEXT(STREAM BLOCK "\n"), false},
        {TEXT(STREAM BLOCK "\n\n\n\n\n\n\n\n\n\n\n\n"), false},
        {TEXT(STREAM "\n\n\n\n"), false},
        {TEXT(STREAM "\n\n\n\n\n\n\n\n"), false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct archive ar;
        struct bl_view contents = rows[i].contents;
        archive_begin(&ar, "!<arch>\n");
        archive_member(&ar, "a.o", contents.data, contents.size);
        struct bl_found found = find_stream(archive_view(&ar));
        size_t size = rows[i].is_filled ? sizeof(STREAM BLOCK) - 1 : contents.size;
        cr_expect_eq(found.stream.bytes.size, size, "row %zu: %zu", i, found.stream.bytes.size);
        cr_expect_eq(found.whole.size, contents.size, "row %zu: %zu", i, found.whole.size);
        found = find_stream(contents);
        cr_expect_eq(found.stream.bytes.size, size, "row %zu: %zu", i, found.stream.bytes.size);
        cr_expect_eq(found.whole.size, contents.size, "row %zu: %zu", i, found.whole.size);
    }
}
