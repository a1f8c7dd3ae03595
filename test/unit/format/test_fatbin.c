/* test_fatbin.c - entries of CUDA fat binaries
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/fatbin.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(fatbin, (void))

static const struct build_section entries[] = {
    {.name = "1", .text = ".version 8.0    "},
    {.name = "2", .text = "\177ELF for it "},
    {.name = "8", .text = "BC\xC0\xDE for LTO."},
};
#define N_ENTRIES (sizeof entries / sizeof *entries)

/* Fields, from the magic. */
enum {
    VERSION = 4,
    HEADER_SIZE = 6,
    SIZE = 8,
    KIND = 16,
    ENTRY_HEADER_SIZE = 20,
    PAYLOAD = 24,
    COMPRESSED = 32,
    ARCH = 44,
    FLAGS = 56,
    RAW = 72,
    SECOND = 16 + 64 + 16,
};

static struct image built(void)
{
    struct image image;
    build_fatbin(&image, entries, N_ENTRIES);
    return image;
}

static struct image_field field(uint64_t place, unsigned n_bytes)
{
    return (struct image_field){.at = place, .n_bytes = n_bytes};
}

static void expect_parts(const struct parts *parts, unsigned first)
{
    static const char *const names[] = {"compute_80", "sm_81", "lto_82"};
    for (unsigned i = 0; i < N_ENTRIES; i++) {
        cr_assert_eq(parts->items[first + i].status, 1);
        cr_expect_eq(parts->items[first + i].part.kind, BL_PART_SLICE);
        cr_expect_str_eq((const char *)parts->items[first + i].name, names[i]);
        cr_expect(!parts->items[first + i].part.is_compressed);
    }
}

Test(fatbin, parts_in_order)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    READ_GUARDED(fatbin, &g, &image, &parts);
    cr_expect(parts.probe);
    cr_assert_eq(parts.open, BL_OK);
    cr_assert_eq(parts.n, 3);
    expect_parts(&parts, 0);
    cr_expect_eq(parts.items[2].part.offset, image.contents[2]);
    cr_expect_eq(parts.items[2].part.size, 16);
    guard_release(&g);
}

/* A linker puts them in a row, with zeros between. */
Test(fatbin, in_a_row)
{
    struct image image = built();
    struct image other = built();
    struct guard g;
    struct parts parts;
    image.size += 24;
    memcpy(image.data + image.size, other.data, other.size);
    image.size += other.size + 8;
    READ_GUARDED(fatbin, &g, &image, &parts);
    cr_assert_eq(parts.n, 6);
    expect_parts(&parts, 0);
    expect_parts(&parts, 3);
    guard_release(&g);
}

static void expect_fact(struct bl_fatbin *it, uint32_t number, const char *name, const char *text)
{
    struct bl_fact fact;
    cr_assert_eq(bl_fatbin_fact(it, number, &fact), 1);
    cr_expect(view_is(fact.name, name), "%s", name);
    cr_expect_eq(fact.kind, text ? BL_FACT_TEXT : BL_FACT_NULL, "%s", name);
    cr_expect(!text || view_is(fact.text, text), "%s: %.*s", name, (int)fact.text.size,
              (const char *)fact.text.data);
}

static void open_first(struct bl_fatbin *it, const struct image *image, struct bl_part *part)
{
    cr_assert_eq(bl_fatbin_open(it, image_bytes(image), NULL), BL_OK);
    cr_assert_eq(bl_fatbin_next(it, part, NULL), 1);
}

Test(fatbin, facts)
{
    struct image image = built();
    struct bl_fatbin it;
    struct bl_part part;
    struct bl_fact fact;
    open_first(&it, &image, &part);
    expect_fact(&it, 0, "image_kind", "PTX");
    expect_fact(&it, 1, "arch", "sm_80");
    expect_fact(&it, 2, "compression", NULL);
    expect_fact(&it, 3, "raw_bytes", NULL);
    cr_assert_eq(bl_fatbin_fact(&it, 4, &fact), 1);
    cr_expect_eq(fact.integer, 0);
    cr_expect_eq(bl_fatbin_fact(&it, 5, &fact), 0);
    cr_assert_eq(bl_fatbin_next(&it, &part, NULL), 1);
    expect_fact(&it, 0, "image_kind", "ELF");
    cr_assert_eq(bl_fatbin_next(&it, &part, NULL), 1);
    expect_fact(&it, 0, "image_kind", "LTO IR");
    cr_assert_eq(bl_fatbin_next(&it, &part, NULL), 0);
    cr_expect_eq(bl_fatbin_fact(&it, 0, &fact), 0);
    image_patch(&image, field(KIND, 2), 77);
    open_first(&it, &image, &part);
    expect_fact(&it, 0, "image_kind", "77");
}

Test(fatbin, compressed)
{
    static const struct {
        uint64_t flags;
        const char *name;
    } codecs[] = {{0x1011, "lz"}, {0x2013, "lz4"}, {0x8011, "zstd"}};
    for (size_t i = 0; i < sizeof codecs / sizeof *codecs; i++) {
        struct image image = built();
        struct bl_fatbin it;
        struct bl_part part;
        struct bl_fact fact;
        image_patch(&image, field(FLAGS, 8), codecs[i].flags);
        image_patch(&image, field(COMPRESSED, 4), 13);
        image_patch(&image, field(RAW, 8), 4096);
        open_first(&it, &image, &part);
        cr_expect(part.is_compressed);
        cr_expect_eq(part.bytes.size, 13);
        expect_fact(&it, 2, "compression", codecs[i].name);
        cr_assert_eq(bl_fatbin_fact(&it, 3, &fact), 1);
        cr_expect_eq(fact.integer, 4096);
        cr_assert_eq(bl_fatbin_fact(&it, 4, &fact), 1);
        cr_expect_eq(fact.integer, i == 1);
    }
}

static void corrupt(struct image_field place, uint64_t value, const char *what, uint64_t where,
                    unsigned n)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, place, value);
    READ_GUARDED(fatbin, &g, &image, &parts);
    cr_assert_eq(parts.n, n, "%s: %u items", what, parts.n);
    expect_bad(&parts, n - 1, what, where, what);
    guard_release(&g);
}

Test(fatbin, corrupt_header)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    corrupt(field(VERSION, 2), 2, "unknown version", VERSION, 1);
    corrupt(field(HEADER_SIZE, 2), 15, "impossible size", HEADER_SIZE, 1);
    corrupt(field(HEADER_SIZE, 2), 4096, "impossible size", HEADER_SIZE, 1);
    corrupt(field(SIZE, 8), UINT64_MAX, "reaches beyond the bytes", SIZE, 1);
    corrupt(field(SIZE, 8), image.size - 15, "reaches beyond the bytes", SIZE, 1);
    image.data[3] = 0;
    READ_GUARDED(fatbin, &g, &image, &parts);
    cr_expect_not(parts.probe);
    expect_unopened(&parts, "no magic", 0, "magic");
    guard_release(&g);
    image = built();
    image.size = 15;
    READ_GUARDED(fatbin, &g, &image, &parts);
    expect_bad(&parts, 0, "inside its header", 15, "cut off");
    guard_release(&g);
}

Test(fatbin, corrupt_entry)
{
    corrupt(field(ENTRY_HEADER_SIZE, 4), 63, "impossible size", ENTRY_HEADER_SIZE, 1);
    corrupt(field(ENTRY_HEADER_SIZE, 4), UINT32_MAX, "impossible size", ENTRY_HEADER_SIZE, 1);
    corrupt(field(PAYLOAD, 8), UINT64_MAX, "reaches beyond the CUDA", PAYLOAD, 1);
    corrupt(field(PAYLOAD, 8), 240 - 63, "reaches beyond the CUDA", PAYLOAD, 1);
    corrupt(field(SECOND + PAYLOAD - KIND, 8), 16 + 64 + 17, "reaches beyond the CUDA",
            SECOND + PAYLOAD - KIND, 2);
    corrupt(field(PAYLOAD, 8), 240 - 64 - 63, "ends inside an entry", 16 + 240 - 63, 2);
}

/* What follows the fat binary is read all the same. */
Test(fatbin, after_a_bad_entry)
{
    struct image image = built();
    struct image other = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, field(PAYLOAD, 8), UINT64_MAX);
    memcpy(image.data + image.size, other.data, other.size);
    image.size += other.size;
    READ_GUARDED(fatbin, &g, &image, &parts);
    cr_assert_eq(parts.n, 4);
    expect_parts(&parts, 1);
    guard_release(&g);
}

Test(fatbin, damaged)
{
    struct image image = built();
    READ_DAMAGED(fatbin, &image);
}
