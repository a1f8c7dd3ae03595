/* test_tar.c - members of tar archives
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/tar.h"
#include "unit/format/expect_parts.h"

#include <stdio.h>

PARTS_TEST(tar, (void))

enum {
    BLOCK = 512,
    SIZE = 124,
    CHECKSUM = 148,
    PREFIX = 345,
};

static struct image built(void)
{
    struct image image = {.size = 0};
    build_tar_member(&image, '5', "folder/", "");
    build_tar_member(&image, '0', "folder/a.bc", "BC\xC0\xDE");
    build_tar_member(&image, '2', "link", "");
    build_tar_member(&image, '\0', "empty", "");
    build_tar_member(&image, '7', "b.bc", "BC\xC0\xDE and more");
    image.size += 2 * BLOCK;
    return image;
}

Test(tar, parts_in_order)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    READ_GUARDED(tar, &g, &image, &parts);
    cr_expect(parts.probe);
    cr_assert_eq(parts.open, BL_OK);
    cr_assert_eq(parts.n, 3);
    expect_part(&parts, 0, BL_PART_MEMBER, "folder/a.bc", "BC\xC0\xDE", "first");
    expect_part(&parts, 1, BL_PART_MEMBER, "empty", "", "second");
    expect_part(&parts, 2, BL_PART_MEMBER, "b.bc", "BC\xC0\xDE and more", "third");
    cr_expect_eq(parts.items[0].part.offset, image.contents[1]);
    guard_release(&g);
}

/* IMAGE has one part, or error: return it. */
static void expect_one(struct image *image, const char *name, const char *text, const char *row)
{
    struct guard g;
    struct parts parts;
    READ_GUARDED(tar, &g, image, &parts);
    cr_assert_eq(parts.n, 1, "%s: %u items", row, parts.n);
    expect_part(&parts, 0, BL_PART_MEMBER, name, text, row);
    guard_release(&g);
}

Test(tar, end)
{
    struct image image = {.size = 0};
    build_tar_member(&image, '0', "a", "text");
    expect_one(&image, "a", "text", "no zeros");
    image.size -= 100;
    expect_one(&image, "a", "text", "no padding");
    image.size += 100 + BLOCK;
    expect_one(&image, "a", "text", "one block of zeros");
    image.size += BLOCK;
    build_tar_member(&image, '0', "b", "text");
    expect_one(&image, "a", "text", "a member after the end");
}

Test(tar, names)
{
    static const char gnu[] = "a/long/name/from/gnu.bc";
    static const char pax[] = "29 path=a/long/name/from/pax\n30 mtime=1350244992.023960108\n";
    struct image image = {.size = 0};
    uint64_t at = build_tar_member(&image, '0', "name.bc", "1");
    memcpy(image.data + at + PREFIX, "prefix", 6);
    image_seal_tar(&image, at);
    expect_one(&image, "prefix/name.bc", "1", "prefix");
    memcpy(image.data + at + 257, "ustar  ", 8);
    image_seal_tar(&image, at);
    expect_one(&image, "name.bc", "1", "no prefix of GNU");

    image.size = 0;
    memset(image.data, 0, sizeof image.data);
    build_tar_member(&image, 'K', "././@LongLink", "a target");
    build_tar_member(&image, 'L', "././@LongLink", gnu);
    build_tar_member(&image, '0', "a/long", "2");
    expect_one(&image, gnu, "2", "GNU");

    image.size = 0;
    memset(image.data, 0, sizeof image.data);
    build_tar_member(&image, 'g', "global", "19 comment=nothing\n");
    build_tar_member(&image, 'x', "PaxHeaders/x", pax);
    build_tar_member(&image, '0', "x", "3");
    expect_one(&image, "a/long/name/from/pax", "3", "pax");
}

Test(tar, full_name_field)
{
    char name[101];
    memset(name, 'n', 100);
    name[100] = '\0';
    struct image image = {.size = 0};
    build_tar_member(&image, '0', name, "text");
    expect_one(&image, name, "text", "100 characters");
}

Test(tar, sizes)
{
    struct image image = {.size = 0};
    uint64_t at = build_tar_member(&image, '0', "a", "text");
    memset(image.data + at + SIZE, 0, 12);
    image.data[at + SIZE] = 0x80;
    image.data[at + SIZE + 11] = 3;
    image_seal_tar(&image, at);
    expect_one(&image, "a", "tex", "base 256");
    memcpy(image.data + at + SIZE, "          2 ", 12);
    image_seal_tar(&image, at);
    expect_one(&image, "a", "te", "spaces");

    image.size = 0;
    memset(image.data, 0, sizeof image.data);
    build_tar_member(&image, 'x', "PaxHeaders/a", "9 size=1\n");
    build_tar_member(&image, '0', "a", "text");
    expect_one(&image, "a", "t", "pax");
}

Test(tar, hard_links)
{
    struct image image = {.size = 0};
    uint64_t at = build_tar_member(&image, '1', "link", "");
    memcpy(image.data + at + SIZE, "00000000100 ", 12);
    image_seal_tar(&image, at);
    build_tar_member(&image, '0', "a", "text");
    expect_one(&image, "a", "text", "a size and no contents");

    image.size = 0;
    memset(image.data, 0, sizeof image.data);
    build_tar_member(&image, '1', "link", "contents");
    build_tar_member(&image, '0', "a", "text");
    expect_one(&image, "a", "text", "contents");
}

Test(tar, signed_checksum)
{
    struct image image = {.size = 0};
    uint64_t at = build_tar_member(&image, '0', "\xE4.bc", "text");
    unsigned sum = 0;
    memset(image.data + at + CHECKSUM, ' ', 8);
    for (size_t i = 0; i < BLOCK; i++)
        sum += (unsigned)(int8_t)image.data[at + i];
    snprintf((char *)image.data + at + CHECKSUM, 8, "%06o", sum);
    expect_one(&image, "\xE4.bc", "text", "signed");
}

/* The first of N items is bad; after it comes "z". */
static void expect_bad_first(struct image *image, const char *what, uint64_t at, unsigned n)
{
    struct guard g;
    struct parts parts;
    READ_GUARDED(tar, &g, image, &parts);
    cr_assert_eq(parts.n, n, "%s: %u items", what, parts.n);
    expect_bad(&parts, 0, what, at, what);
    if (n > 1)
        expect_part(&parts, 1, BL_PART_MEMBER, "z", "last", what);
    guard_release(&g);
}

Test(tar, not_opened)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image.data[0] ^= 1;
    READ_GUARDED(tar, &g, &image, &parts);
    cr_expect_not(parts.probe);
    expect_unopened(&parts, "no header", 0, "checksum");
    guard_release(&g);
    image.data[0] ^= 1;
    image.size = BLOCK - 1;
    READ_GUARDED(tar, &g, &image, &parts);
    cr_expect_not(parts.probe);
    guard_release(&g);
}

Test(tar, sparse)
{
    struct image image = {.size = 0};
    uint64_t at = build_tar_member(&image, 'S', "sparse", "");
    image.data[at + 482] = 1;
    image_seal_tar(&image, at);
    image.data[image.size + 504] = 1;
    image.size += 2 * BLOCK; /* of the map */
    build_tar_member(&image, '0', "z", "last");
    expect_bad_first(&image, "sparse files", at, 2);

    image = (struct image){.size = 0};
    build_tar_member(&image, 'x', "PaxHeaders/s", "22 GNU.sparse.major=1\n");
    at = build_tar_member(&image, '0', "s", "map and contents");
    build_tar_member(&image, '0', "z", "last");
    expect_bad_first(&image, "sparse files", at, 2);
}

Test(tar, volumes)
{
    struct image image = {.size = 0};
    build_tar_member(&image, 'V', "volume", "");
    uint64_t at = build_tar_member(&image, 'M', "part", "rest");
    build_tar_member(&image, '0', "z", "last");
    expect_bad_first(&image, "another volume", at, 2);
}

Test(tar, corrupt_checksum)
{
    struct image image = {.size = 0};
    build_tar_member(&image, '5', "folder", "");
    uint64_t at = build_tar_member(&image, '0', "a", "text");
    build_tar_member(&image, '0', "z", "last");
    image.data[at + CHECKSUM] ^= 1;
    expect_bad_first(&image, "checksum", at + CHECKSUM, 2);
}

Test(tar, corrupt_size)
{
    static const char *const sizes[] = {"0000000000x", "9", "-1"};
    struct image image = {.size = 0};
    uint64_t at = build_tar_member(&image, '0', "a", "");
    build_tar_member(&image, '0', "z", "last");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memset(image.data + at + SIZE, 0, 12);
        memcpy(image.data + at + SIZE, sizes[i], strlen(sizes[i]));
        image_seal_tar(&image, at);
        expect_bad_first(&image, "size of a member is not a number", at + SIZE, 2);
    }
    memset(image.data + at + SIZE, 0xFF, 12);
    image_seal_tar(&image, at);
    expect_bad_first(&image, "size of a member is not a number", at + SIZE, 2);
    memcpy(image.data + at + SIZE, "77777777777", 12);
    image_seal_tar(&image, at);
    expect_bad_first(&image, "beyond the archive", at + SIZE, 1);
    memset(image.data + at + SIZE, 0, 12);
    image.data[at + SIZE] = 0x80;
    memset(image.data + at + SIZE + 4, 0xFF, 8);
    image_seal_tar(&image, at);
    expect_bad_first(&image, "beyond the archive", at + SIZE, 1);
}

Test(tar, cut_off_header)
{
    struct image image = {.size = 0};
    build_tar_member(&image, '5', "folder", "");
    build_tar_member(&image, '0', "a", "text");
    for (size_t size = BLOCK + 1; size < 2 * BLOCK; size += 100) {
        image.size = size;
        expect_bad_first(&image, "inside a member header", size, 1);
    }
}

Test(tar, corrupt_pax)
{
    static const char *const rows[] = {
        "",           " path=x\n", "8path=x\n", "7 path=x\n", "99999999999999999999 path=x\n",
        "8 pathxx\n", "3 =\n"};
    for (size_t i = 1; i < sizeof rows / sizeof *rows; i++) {
        struct image image = {.size = 0};
        uint64_t at = build_tar_member(&image, 'x', "PaxHeaders/a", rows[i]);
        build_tar_member(&image, '0', "z", "last");
        expect_bad_first(&image, "record of a pax header", at + BLOCK, 2);
    }
    struct image image = {.size = 0};
    uint64_t at = build_tar_member(&image, 'x', "PaxHeaders/a", "9 size=x\n");
    build_tar_member(&image, '0', "z", "last");
    expect_bad_first(&image, "size in a pax header", at + BLOCK, 2);
}

Test(tar, long_names)
{
    static char name[BL_TAR_MAX_NAME + 2];
    memset(name, 'n', BL_TAR_MAX_NAME + 1);
    struct image image = {.size = 0};
    uint64_t at = build_tar_member(&image, 'L', "././@LongLink", name);
    at = build_tar_member(&image, '0', "n", "text");
    build_tar_member(&image, '0', "z", "last");
    expect_bad_first(&image, "longer than a path", at, 2);
}

Test(tar, no_name)
{
    struct image image = {.size = 0};
    build_tar_member(&image, '5', "folder", "");
    uint64_t at = build_tar_member(&image, '0', "", "text");
    build_tar_member(&image, '0', "z", "last");
    expect_bad_first(&image, "no name", at, 2);
}

Test(tar, damaged)
{
    struct image image = {.size = 0};
    build_tar_member(&image, 'x', "PaxHeaders/a", "29 path=a/long/name/from/pax\n");
    build_tar_member(&image, '0', "x", "text");
    READ_DAMAGED(tar, &image);
}
