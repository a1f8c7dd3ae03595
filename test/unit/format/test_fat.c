/* test_fat.c - slices of universal files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/fat.h"
#include "support/apple.h"
#include "support/guard.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct apple_slice slices[] = {
    {7 | 1 << 24, 3, APPLE_TEXT("\xCF\xFA\xED\xFE x86_64")},
    {12 | 1 << 24, 2 | 0x80000000, APPLE_TEXT("!<arch>\n")}, /* arm64e, version 0 of its ABI */
    {12, 9, APPLE_TEXT("BC\xC0\xDE bitcode")},
};
static const char *const slice_names[] = {"x86_64", "arm64e", "armv7"};
#define N_SLICES (sizeof slices / sizeof slices[0])

/* 32 and 64 bits in both byte orders. */
#define N_VARIANTS 4
static struct apple_file variant_of(unsigned number)
{
    return (struct apple_file){.is_64 = number & 1, .is_big_endian = !(number & 2)};
}

/* Where fields of slice NUMBER stand. */
static size_t offset_at(const struct apple_file *f, size_t number)
{
    return 8 + number * (f->is_64 ? 32 : 20) + 8;
}

static size_t size_at(const struct apple_file *f, size_t number)
{
    return offset_at(f, number) + (f->is_64 ? 8 : 4);
}

static struct guard guard_of(const struct apple_file *f)
{
    return guard_copy(apple_view(f));
}

static void expect_name(const struct bl_part *part, const char *name)
{
    cr_expect(part->name.size == strlen(name) &&
                  memcmp(part->name.data, name, part->name.size) == 0,
              "%.*s, not %s", (int)part->name.size, (const char *)part->name.data, name);
}

/* The magic number of Metal, whatever the table is. */
static void make_metal(struct apple_file *f)
{
    static const uint8_t magic[] = {0xCB, 0xFE, 0xBA, 0xBE};
    for (size_t i = 0; i < sizeof magic; i++)
        f->data[i] = magic[f->is_big_endian ? i : sizeof magic - 1 - i];
}

/* Each variant as it is, and as Metal has it. */
Test(fat, slices)
{
    for (unsigned variant = 0; variant < 2 * N_VARIANTS; variant++) {
        struct apple_file f = variant_of(variant % N_VARIANTS);
        apple_fat(&f, slices, N_SLICES);
        if (variant >= N_VARIANTS)
            make_metal(&f);
        struct guard g = guard_of(&f);
        struct bl_fat it;
        struct bl_part part;
        cr_assert(bl_fat_probe(g.bytes));
        cr_assert_eq(bl_fat_open(&it, g.bytes, NULL), BL_OK);
        for (size_t i = 0; i < N_SLICES; i++) {
            cr_assert_eq(bl_fat_next(&it, &part, NULL), 1);
            expect_name(&part, slice_names[i]);
            cr_expect_eq(part.kind, BL_PART_SLICE);
            cr_expect_eq(part.size, slices[i].bytes.size);
            cr_assert_eq(part.bytes.size, slices[i].bytes.size);
            cr_expect_eq(part.bytes.data, g.bytes.data + part.offset);
            cr_expect_arr_eq(part.bytes.data, slices[i].bytes.data, part.bytes.size);
        }
        cr_expect_eq(bl_fat_next(&it, &part, NULL), 0);
        cr_expect_eq(bl_fat_next(&it, &part, NULL), 0);
        guard_release(&g);
    }
}

Test(fat, names_of_architectures)
{
    static const struct {
        uint32_t type, subtype;
        const char *name;
    } rows[] = {
        {0x01000007, 3, "x86_64"},
        {0x01000007, 0x80000003, "x86_64"}, /* CPU_SUBTYPE_LIB64 */
        {0x01000007, 8, "x86_64h"},
        {7, 3, "i386"},
        {0x0100000C, 0, "arm64"},
        {0x0100000C, 2, "arm64e"},
        {0x0100000C, 0x81000002, "arm64e"}, /* version 1 of its ABI */
        {0x0200000C, 1, "arm64_32"},
        {12, 9, "armv7"},
        {12, 11, "armv7s"},
        {12, 12, "armv7k"},
        {18, 0, "ppc"},
        {0x01000012, 0, "ppc64"},
        {0x01000017, 2, "air64.2"},
        {0x01000013, 0x80000182, "applegpu.386"},
        {0x01000014, 1, "amdgpu.1"},
        {0x01000016, 0, "nvidiagpu.0"},
        {23, 0, "cpu-23.0"},
        {0x01000018, 0, "cpu-16777240.0"},
        {0, 0, "cpu-0.0"},
        {0x0100000C, 3, "cpu-16777228.3"},
        {UINT32_MAX, UINT32_MAX, "cpu-4294967295.16777215"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct apple_file f = {.is_big_endian = true};
        struct apple_slice slice = {rows[i].type, rows[i].subtype, APPLE_TEXT("x")};
        struct bl_fat it;
        struct bl_part part;
        apple_fat(&f, &slice, 1);
        cr_assert_eq(bl_fat_open(&it, apple_view(&f), NULL), BL_OK);
        cr_assert_eq(bl_fat_next(&it, &part, NULL), 1);
        expect_name(&part, rows[i].name);
    }
}

/* The first eight bytes decide. */
Test(fat, universal_file_or_java_class)
{
    static const struct {
        const char *name;
        const char *bytes;
        size_t size;
        bool is_fat;
    } rows[] = {
        {"two slices", "\xCA\xFE\xBA\xBE\0\0\0\2", 8, true},
        {"42 slices", "\xCA\xFE\xBA\xBE\0\0\0\x2A", 8, true},
        {"no slices", "\xCA\xFE\xBA\xBE\0\0\0\0", 8, true},
        {"other byte order", "\xBE\xBA\xFE\xCA\2\0\0\0", 8, true},
        {"64-bit offsets", "\xCA\xFE\xBA\xBF\0\0\0\2", 8, true},
        {"64-bit offsets, many slices", "\xCA\xFE\xBA\xBF\0\1\0\0", 8, true},
        {"64-bit offsets, other byte order", "\xBF\xBA\xFE\xCA\2\0\0\0", 8, true},
        {"of Metal", "\xCB\xFE\xBA\xBE\0\0\0\2", 8, true},
        {"of Metal, other byte order", "\xBE\xBA\xFE\xCB\2\0\0\0", 8, true},
        {"of Metal, cut off", "\xCB\xFE\xBA\xBE\0\0\0", 7, false},
        {"Java 1.1: 45.3", "\xCA\xFE\xBA\xBE\0\3\0\x2D", 8, false},
        {"Java 8: 52.0", "\xCA\xFE\xBA\xBE\0\0\0\x34", 8, false},
        {"Java 21 preview: 65.65535", "\xCA\xFE\xBA\xBE\xFF\xFF\0\x41", 8, false},
        {"43", "\xCA\xFE\xBA\xBE\0\0\0\x2B", 8, false},
        {"cut off", "\xCA\xFE\xBA\xBE\0\0\0", 7, false},
        {"only the magic", "\xCA\xFE\xBA\xBF", 4, false},
        {"nothing", "", 0, false},
        {"Mach-O", "\xCF\xFA\xED\xFE\0\0\0\2", 8, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct guard g = guard_copy(
            (struct bl_view){.data = (const uint8_t *)rows[i].bytes, .size = rows[i].size});
        struct bl_fat it;
        struct bl_error err = {0};
        cr_expect_eq(bl_fat_probe(g.bytes), rows[i].is_fat, "%s", rows[i].name);
        cr_expect_eq(bl_fat_open(&it, g.bytes, &err), BL_E_CONTAINER, "%s", rows[i].name);
        cr_expect_eq(err.bit_pos, rows[i].is_fat ? 32 : 0, "%s", rows[i].name);
        guard_release(&g);
    }
}

Test(fat, corrupt_nfat_arch)
{
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        struct apple_file f = variant_of(variant);
        apple_fat(&f, slices, N_SLICES);
        uint32_t room = (uint32_t)(f.size - 8) / (f.is_64 ? 32 : 20);
        struct bl_fat it;
        struct bl_error err = {0};
        apple_poke32(&f, 4, room);
        cr_expect_eq(bl_fat_open(&it, apple_view(&f), NULL), BL_OK);
        apple_poke32(&f, 4, room + 1);
        cr_expect_eq(bl_fat_open(&it, apple_view(&f), &err), BL_E_CONTAINER);
        cr_expect(strstr(err.what, "header reaches beyond") && err.bit_pos == 32, "%s", err.what);
        apple_poke32(&f, 4, 0);
        cr_expect_eq(bl_fat_open(&it, apple_view(&f), &err), BL_E_CONTAINER);
        cr_expect(strstr(err.what, "no slices") && err.bit_pos == 32, "%s", err.what);
        apple_poke32(&f, 4, UINT32_MAX);
        cr_expect_eq(bl_fat_open(&it, apple_view(&f), &err), BL_E_CONTAINER);
    }
}

/* The second of three slices with offset and size as in the row; NULL: it is handed out. */
static void expect_slice(struct apple_file *f, const char *name, uint64_t offset, uint64_t size,
                         size_t at, const char *what)
{
    apple_fat(f, slices, N_SLICES);
    apple_poke_word(f, offset_at(f, 1), offset);
    apple_poke_word(f, size_at(f, 1), size);
    struct guard g = guard_of(f);
    struct bl_fat it;
    struct bl_part part;
    struct bl_error err = {0};
    cr_assert_eq(bl_fat_open(&it, g.bytes, NULL), BL_OK, "%s", name);
    cr_expect_eq(bl_fat_next(&it, &part, NULL), 1, "%s", name);
    int status = bl_fat_next(&it, &part, &err);
    expect_name(&part, "arm64e");
    cr_expect_eq(status, what ? BL_E_CONTAINER : 1, "%s", name);
    cr_expect_eq(part.offset, offset, "%s", name);
    cr_expect_eq(part.size, size, "%s", name);
    cr_expect_eq(part.bytes.size, what ? 0 : size, "%s", name);
    if (what) {
        cr_expect(err.what && strstr(err.what, what), "%s: %s", name, err.what);
        cr_expect_eq(err.bit_pos, (uint64_t)at * 8, "%s", name);
    }
    cr_expect_eq(bl_fat_next(&it, &part, NULL), 1, "%s", name);
    cr_expect_eq(bl_fat_next(&it, &part, NULL), 0, "%s", name);
    guard_release(&g);
}

Test(fat, corrupt_offset_and_size)
{
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        struct apple_file f = variant_of(variant);
        apple_fat(&f, slices, N_SLICES);
        uint64_t header = 8 + N_SLICES * (f.is_64 ? 32 : 20);
        uint64_t all = f.size;
        uint64_t most = f.is_64 ? UINT64_MAX : UINT32_MAX;
        size_t offset = offset_at(&f, 1);
        size_t size = size_at(&f, 1);
        expect_slice(&f, "overlaps the others", header, all - header, 0, NULL);
        expect_slice(&f, "empty at the end", all, 0, 0, NULL);
        expect_slice(&f, "a byte too long", header, all - header + 1, size, "size reaches beyond");
        expect_slice(&f, "much too long", header, most, size, "size reaches beyond");
        expect_slice(&f, "a byte at the end", all, 1, size, "size reaches beyond");
        expect_slice(&f, "behind the end", all + 1, 0, offset, "offset lies outside");
        expect_slice(&f, "sum overflows", most, most, offset, "offset lies outside");
        expect_slice(&f, "the file itself", 0, all, offset, "inside the universal header");
        expect_slice(&f, "in the header", header - 1, 4, offset, "inside the universal header");
    }
}

/* What is handed out lies in the bytes. */
static void expect_sane(struct bl_view bytes)
{
    struct bl_fat it;
    struct bl_part part;
    int status;
    if (bl_fat_open(&it, bytes, NULL) < 0)
        return;
    for (size_t n = 0; (status = bl_fat_next(&it, &part, NULL)) != 0; n++) {
        cr_assert_lt(n, bytes.size / 20);
        if (status > 0)
            cr_assert(part.offset <= bytes.size && part.size <= bytes.size - part.offset &&
                      part.bytes.data == bytes.data + part.offset && part.bytes.size == part.size &&
                      part.size < bytes.size);
    }
}

Test(fat, every_truncation_and_bit_flip)
{
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        struct apple_file f = variant_of(variant);
        apple_fat(&f, slices, N_SLICES);
        guard_try_damaged(apple_view(&f), expect_sane);
    }
}
