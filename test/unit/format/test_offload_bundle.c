/* test_offload_bundle.c - entries of clang's offload bundles
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/offload_bundle.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(offload_bundle, (void))

static const struct build_section entries[] = {
    {.name = "host-x86_64-unknown-linux-gnu", .text = ""},
    {.name = "hipv4-amdgcn-amd-amdhsa--gfx906", .text = "BC\xC0\xDE for a device"},
    {.name = "openmp-nvptx64", .text = "PTX"},
};
#define N_ENTRIES (sizeof entries / sizeof *entries)

/* Fields, from the magic. */
enum {
    COUNT = 24,
    FIRST = 32,
    ID_SIZE = 16, /* in an entry */
};

static struct image built(void)
{
    struct image image;
    build_offload_bundle(&image, entries, N_ENTRIES);
    return image;
}

static struct image_field u64_at(uint64_t place)
{
    return (struct image_field){.at = place, .n_bytes = 8};
}

static void expect_entries(const struct parts *parts, unsigned first)
{
    for (unsigned i = 0; i < N_ENTRIES; i++)
        expect_part(parts, first + i, BL_PART_SLICE, entries[i].name, entries[i].text,
                    entries[i].name);
}

Test(offload_bundle, parts_in_order)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    READ_GUARDED(offload_bundle, &g, &image, &parts);
    cr_expect(parts.probe);
    cr_assert_eq(parts.open, BL_OK);
    cr_assert_eq(parts.n, 3);
    expect_entries(&parts, 0);
    cr_expect_eq(parts.items[1].part.offset, image.contents[1]);
    guard_release(&g);
}

/* As in .hip_fatbin, where each begins at a page. Offsets count from the bundle. */
Test(offload_bundle, in_a_row)
{
    struct image image = built();
    struct image other = built();
    struct guard g;
    struct parts parts;
    image.size += 100;
    memcpy(image.data + image.size, other.data, other.size);
    image.size += other.size + 5;
    READ_GUARDED(offload_bundle, &g, &image, &parts);
    cr_assert_eq(parts.n, 6);
    expect_entries(&parts, 0);
    expect_entries(&parts, 3);
    guard_release(&g);
}

Test(offload_bundle, facts)
{
    struct image image = built();
    struct bl_offload_bundle it;
    struct bl_part part;
    struct bl_fact fact;
    cr_assert_eq(bl_offload_bundle_open(&it, image_bytes(&image), NULL), BL_OK);
    cr_expect_eq(bl_offload_bundle_fact(&it, 0, &fact), 0, "before the first");
    cr_assert_eq(bl_offload_bundle_next(&it, &part, NULL), 1);
    cr_assert_eq(bl_offload_bundle_next(&it, &part, NULL), 1);
    cr_assert_eq(bl_offload_bundle_fact(&it, 0, &fact), 1);
    cr_expect(view_is(fact.name, "offload_kind") && view_is(fact.text, "hipv4"));
    cr_assert_eq(bl_offload_bundle_fact(&it, 1, &fact), 1);
    cr_expect(view_is(fact.name, "target") && view_is(fact.text, "amdgcn-amd-amdhsa--gfx906"));
    cr_expect_eq(bl_offload_bundle_fact(&it, 2, &fact), 0);
}

static void corrupt(uint64_t place, uint64_t value, const char *what, uint64_t where, unsigned n)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, u64_at(place), value);
    READ_GUARDED(offload_bundle, &g, &image, &parts);
    cr_assert_eq(parts.n, n, "%s: %u items", what, parts.n);
    expect_bad(&parts, 0, what, where, what);
    guard_release(&g);
}

Test(offload_bundle, corrupt_header)
{
    struct guard g;
    struct parts parts;
    static const uint64_t counts[] = {100, UINT64_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct image image = built();
        image_patch(&image, u64_at(COUNT), counts[i]);
        READ_GUARDED(offload_bundle, &g, &image, &parts);
        expect_unopened(&parts, "more entries than", COUNT, "count");
        guard_release(&g);
    }
    struct image image = built();
    image.size = 31;
    READ_GUARDED(offload_bundle, &g, &image, &parts);
    expect_unopened(&parts, "inside its header", 31, "cut off");
    guard_release(&g);
    image.data[3] = 'x';
    READ_GUARDED(offload_bundle, &g, &image, &parts);
    cr_expect_not(parts.probe);
    expect_unopened(&parts, "no magic", 0, "magic");
    guard_release(&g);
}

Test(offload_bundle, corrupt_entry)
{
    corrupt(FIRST + ID_SIZE, UINT64_MAX, "ID is longer", FIRST + ID_SIZE, 1);
    corrupt(FIRST + ID_SIZE, 256, "ID is longer", FIRST + ID_SIZE, 1);
    corrupt(FIRST, UINT64_MAX, "reaches beyond the offload bundle", FIRST, 3);
    corrupt(FIRST + 8, UINT64_MAX, "reaches beyond the offload bundle", FIRST, 3);
}

Test(offload_bundle, without_an_id)
{
    static const struct build_section nameless[] = {{.name = "", .text = "BC\xC0\xDE"}};
    struct image image;
    struct guard g;
    struct parts parts;
    build_offload_bundle(&image, nameless, 1);
    READ_GUARDED(offload_bundle, &g, &image, &parts);
    cr_assert_eq(parts.n, 1);
    expect_part(&parts, 0, BL_PART_SLICE, "entry", nameless[0].text, "without an ID");
    guard_release(&g);
}

/* More entries than there are: what follows is read as one, and is none. */
Test(offload_bundle, one_entry_more)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, u64_at(COUNT), 4);
    READ_GUARDED(offload_bundle, &g, &image, &parts);
    cr_assert_eq(parts.n, 4);
    cr_expect_lt(parts.items[3].status, 0);
    guard_release(&g);
}

Test(offload_bundle, damaged)
{
    struct image image = built();
    READ_DAMAGED(offload_bundle, &image);
}

/* ---- Compressed ---- */

static const struct row {
    const char *bytes;
    size_t size;
    const char *compression, *contents; /* NULL: it fails */
    int64_t raw_size;
} compressed[] = {
#define HASH "HASHHASH"
#define BYTES(text) text, sizeof(text) - 1
    {BYTES("CCOB\1\0\0\0\x21\0\0\0" HASH "data"), "zlib", "data", 0x21},
    {BYTES("CCOB\2\0\1\0\x1C\0\0\0\x21\0\0\0" HASH "data"), "zstd", "data", 0x21},
    {BYTES("CCOB\3\0\1\0\x24\0\0\0\0\0\0\0\1\2\0\0\0\0\0\0" HASH "data"), "zstd", "data", 0x201},
    {BYTES("CCOB\2\0\1\0\x18\0\0\0\x21\0\0\0" HASH), "zstd", "", 0x21},
    {BYTES("CCOB\2\0\1\0\x1D\0\0\0\x21\0\0\0" HASH "data"), NULL, "impossible size", 0},
    {BYTES("CCOB\2\0\1\0\x17\0\0\0\x21\0\0\0" HASH "data"), NULL, "impossible size", 0},
    {BYTES("CCOB\2\0\2\0\x1C\0\0\0\x21\0\0\0" HASH "data"), NULL, "unknown method", 0},
    {BYTES("CCOB\4\0\1\0\x1C\0\0\0\x21\0\0\0" HASH "data"), NULL, "unknown version", 0},
    {BYTES("CCOB\0\0\1\0\x1C\0\0\0\x21\0\0\0" HASH "data"), NULL, "unknown version", 0},
    {BYTES("CCOB\3\0\1\0\x24\0\0\0\0\0\0\0\1\2\0\0\0\0\0\0"
           "HASH"),
     NULL, "inside its header", 0},
    {BYTES("CCOB\3\0\1"), NULL, "inside its header", 0},
};

Test(offload_bundle, compressed_by_version)
{
    for (size_t i = 0; i < sizeof compressed / sizeof *compressed; i++) {
        const struct row *row = &compressed[i];
        struct guard g =
            guard_copy((struct bl_view){.data = (const uint8_t *)row->bytes, .size = row->size});
        struct bl_view bytes = {.data = g.data, .size = row->size};
        struct bl_offload_bundle it;
        struct bl_part part;
        struct bl_fact fact;
        struct bl_error err = {.what = ""};
        cr_expect(bl_offload_bundle_probe(bytes));
        cr_assert_eq(bl_offload_bundle_open(&it, bytes, &err), BL_OK);
        int rc = bl_offload_bundle_next(&it, &part, &err);
        if (row->compression) {
            cr_expect_eq(rc, 1, "%zu: %s", i, err.what);
            cr_expect(part.is_compressed);
            cr_expect(strstr(part.hint, row->compression) != NULL);
            cr_expect_eq(part.size, strlen(row->contents));
            cr_expect_eq(memcmp(part.bytes.data, row->contents, part.size), 0);
            cr_expect_eq(bl_offload_bundle_fact(&it, 0, &fact), 1);
            cr_expect_eq(memcmp(fact.text.data, row->compression, fact.text.size), 0);
            cr_expect_eq(bl_offload_bundle_fact(&it, 1, &fact), 1);
            cr_expect_eq(fact.integer, row->raw_size);
            cr_expect_eq(bl_offload_bundle_fact(&it, 2, &fact), 0);
        } else {
            cr_expect_eq(rc, status_for(err.what), "%zu", i);
            cr_expect(strstr(err.what, row->contents) != NULL, "%zu: %s", i, err.what);
        }
        for (int n = 0; rc != 0 && n < 9; n++)
            rc = bl_offload_bundle_next(&it, &part, NULL);
        cr_expect_eq(rc, 0);
        guard_release(&g);
    }
}
