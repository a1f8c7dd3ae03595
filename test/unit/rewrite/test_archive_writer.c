/* test_archive_writer.c - archives with other contents in some members
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char data[4096];
    size_t size;
};

static int append(void *context, struct bl_view bytes)
{
    struct text *text = context;
    cr_assert(text->size + bytes.size <= sizeof text->data);
    memcpy(text->data + text->size, bytes.data, bytes.size);
    text->size += bytes.size;
    return 0;
}

static struct bl_view view_of(const struct text *text)
{
    return (struct bl_view){.data = (const uint8_t *)text->data, .size = text->size};
}

/* A header, with SIZE. */
static void put_header(struct text *text, const char *name, size_t size)
{
    char header[80];
    int n = snprintf(header, sizeof header, "%-16s%-12s%-6s%-6s%-8s%-10zu`\n", name, "7", "1", "2",
                     "644", size);
    cr_assert_eq(n, 60);
    append(text, (struct bl_view){(const uint8_t *)header, 60});
}

static void put(struct text *text, const char *bytes, size_t n)
{
    append(text, (struct bl_view){(const uint8_t *)bytes, n});
}

/* GNU's: a table of two symbols, in the first and the second member. */
static struct text gnu(size_t first_size, const char *first, uint8_t second_at)
{
    struct text text = {.size = 0};
    const char table[] = {0, 0, 0, 2, 0, 0, 0, 84, 0, 0, 0, (char)second_at, 'a', 0, 'b', 0};
    put(&text, "!<arch>\n", 8);
    put_header(&text, "/", sizeof table);
    put(&text, table, sizeof table);
    put_header(&text, "a.o/", first_size);
    put(&text, first, first_size);
    put(&text, "\n", first_size % 2);
    put_header(&text, "b.o/", 3);
    put(&text, "odd\n", 4);
    return text;
}

static void expect_same(const struct text *a, const struct text *b)
{
    cr_expect_eq(a->size, b->size, "%zu and %zu bytes", a->size, b->size);
    cr_expect(a->size == b->size && memcmp(a->data, b->data, a->size) == 0, "%.*s", (int)a->size,
              a->data);
}

Test(archive_writer, sizes_and_offsets_follow)
{
    struct text before = gnu(10, "0123456789", 84 + 60 + 10);
    struct text want = gnu(3, "new", 84 + 60 + 4);
    struct text got = {.size = 0};
    struct bl_archive_change change = {84, {(const uint8_t *)"new", 3}};
    cr_assert_eq(bl_archive_write(view_of(&before), NULL, 0, append, &got, NULL), BL_OK);
    expect_same(&got, &before);
    got.size = 0;
    cr_assert_eq(bl_archive_write(view_of(&before), &change, 1, append, &got, NULL), BL_OK);
    expect_same(&got, &want);
}

Test(archive_writer, refused)
{
    static const struct {
        const char *what;
        uint8_t second_at;
        uint64_t change;
        int status;
    } rows[] = {
        {"symbol in no member", 85, 84, BL_E_CONTAINER},
        {"change of no member", 154, 85, BL_E_ARGUMENT},
        {"change of a table", 154, 8, BL_E_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text before = gnu(10, "0123456789", rows[i].second_at);
        struct text got = {.size = 0};
        struct bl_error err = {0};
        struct bl_archive_change change = {rows[i].change, {(const uint8_t *)"new", 3}};
        int status = bl_archive_write(view_of(&before), &change, 1, append, &got, &err);
        cr_expect_eq(status, rows[i].status, "%s: %d", rows[i].what, status);
        cr_expect_eq(got.size, 0, "%s", rows[i].what);
        cr_expect(err.what != NULL, "%s", rows[i].what);
    }
}

Test(archive_writer, thin_archives_have_no_members)
{
    struct text thin = {.size = 0};
    struct text got = {.size = 0};
    put(&thin, "!<thin>\n", 8);
    cr_expect_eq(bl_archive_write(view_of(&thin), NULL, 0, append, &got, NULL), BL_E_CONTAINER);
    cr_expect_eq(got.size, 0);
}

/* BSD: names before contents are filled up so that these begin at a multiple of eight. */
Test(archive_writer, names_of_bsd_stay_aligned)
{
    struct text before = {.size = 0};
    struct text got = {.size = 0};
    struct text want = {.size = 0};
    static const char first[] = {'a', '.', 'o', 0, '0', '1', '2', '3', '4', '5', '6', '7'};
    static const char second[14] = {'b', '.', 'o', [12] = 'x', 'y'};
    static const char moved[10] = {'b', '.', 'o', [8] = 'x', 'y'};
    struct bl_archive_change change = {8, {(const uint8_t *)"0123", 4}};
    put(&before, "!<arch>\n", 8);
    put_header(&before, "#1/4", 4 + 8);
    put(&before, first, 12);              /* contents at 72 */
    put_header(&before, "#1/12", 12 + 2); /* at 80, contents at 152 */
    put(&before, second, 14);
    put(&want, "!<arch>\n", 8);
    put_header(&want, "#1/4", 4 + 4);
    put(&want, first, 8);
    put_header(&want, "#1/8", 8 + 2); /* at 76, contents at 144 */
    put(&want, moved, 10);
    cr_assert_eq(bl_archive_write(view_of(&before), &change, 1, append, &got, NULL), BL_OK);
    expect_same(&got, &want);
}
