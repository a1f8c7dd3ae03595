/* test_metallib.c - modules in Metal libraries
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/metallib.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(metallib, (void))

static const struct build_section functions[] = {
    {.name = "foo", .text = "BC\xC0\xDE of foo"},
    {.name = "air.bar(int)", .text = "BC\xC0\xDE"},
    {.name = "baz", .text = ""},
};
#define N_FUNCTIONS (sizeof functions / sizeof *functions)

/* Fields of the first group, whose name is "foo". */
enum {
    GROUP = 88 + 4,
    NAME = GROUP + 4,
    TYPE = NAME + 10,
    HASH = TYPE + 7,
    OFFSETS = HASH + 38,
    VERSIONS = OFFSETS + 30,
    SIZE = VERSIONS + 14,
};

static struct image built(void)
{
    struct image image;
    build_metallib(&image, functions, N_FUNCTIONS);
    return image;
}

static struct image_field u64_at(uint64_t place)
{
    return (struct image_field){.at = place, .n_bytes = 8};
}

static struct image_field u32_at(uint64_t place)
{
    return (struct image_field){.at = place, .n_bytes = 4};
}

Test(metallib, parts_in_order)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    READ_GUARDED(metallib, &g, &image, &parts);
    cr_expect(parts.probe);
    cr_assert_eq(parts.open, BL_OK);
    cr_assert_eq(parts.n, 3);
    for (unsigned i = 0; i < N_FUNCTIONS; i++) {
        expect_part(&parts, i, BL_PART_BITCODE, functions[i].name, functions[i].text, "part");
        cr_expect_eq(parts.items[i].part.offset, image.contents[i]);
        cr_expect_eq(parts.items[i].part.sha256.size, 32);
    }
    guard_release(&g);
}

static void expect_fact(struct bl_metallib *it, uint32_t number, const char *name,
                        const char *value)
{
    struct bl_fact fact;
    cr_assert_eq(bl_metallib_fact(it, number, &fact), 1);
    cr_expect(view_is(fact.name, name));
    cr_expect_eq(fact.kind, value ? BL_FACT_TEXT : BL_FACT_NULL, "%s", name);
    cr_expect(!value || view_is(fact.text, value), "%s: %.*s", name, (int)fact.text.size,
              (const char *)fact.text.data);
}

/* Of the first function in IMAGE. */
static void expect_facts(struct image *image, const char *type, const char *air, const char *metal)
{
    struct bl_metallib it;
    struct bl_part part;
    struct bl_fact fact;
    cr_assert_eq(bl_metallib_open(&it, image_bytes(image), NULL), BL_OK);
    cr_assert_eq(bl_metallib_next(&it, &part, NULL), 1);
    expect_fact(&it, 0, "function_type", type);
    expect_fact(&it, 1, "air_version", air);
    expect_fact(&it, 2, "metal_version", metal);
    cr_assert_eq(bl_metallib_fact(&it, 3, &fact), 1);
    cr_expect_eq(fact.kind, BL_FACT_BYTES);
    cr_expect_eq(fact.text.size, 32);
    cr_expect_eq(bl_metallib_fact(&it, 4, &fact), 0);
}

Test(metallib, facts)
{
    struct image image = built();
    expect_facts(&image, "kernel", "2.7", "3.1");
    image_patch(&image, (struct image_field){TYPE + 6, 1}, 0);
    image_patch(&image, u64_at(VERSIONS + 6), UINT64_MAX);
    expect_facts(&image, "vertex", "65535.65535", "65535.65535");
    image_patch(&image, (struct image_field){TYPE + 6, 1}, 7);
    image_patch(&image, u32_at(VERSIONS), 0);
    expect_facts(&image, "unknown", NULL, NULL);
}

static void corrupt_header(struct image_field field, uint64_t value, const char *what, uint64_t at)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, field, value);
    READ_GUARDED(metallib, &g, &image, &parts);
    expect_unopened(&parts, what, at, what);
    guard_release(&g);
}

Test(metallib, corrupt_header)
{
    struct image image = built();
    corrupt_header(u32_at(0), 0, "no magic", 0);
    corrupt_header(u64_at(24), image.size - 3, "function list", 24);
    corrupt_header(u64_at(24), UINT64_MAX, "function list", 24);
    corrupt_header(u64_at(32), UINT64_MAX, "function list", 24);
    corrupt_header(u64_at(32), UINT64_MAX - 3, "function list", 24);
    corrupt_header(u64_at(72), image.size, "modules", 72);
    corrupt_header(u64_at(80), image.size, "modules", 72);
    corrupt_header(u64_at(80), UINT64_MAX, "modules", 72);
}

Test(metallib, cut_off_header)
{
    for (size_t size = 4; size < 88; size++) {
        struct image image = built();
        struct guard g;
        struct parts parts;
        image.size = size;
        READ_GUARDED(metallib, &g, &image, &parts);
        cr_expect(parts.probe);
        expect_unopened(&parts, "inside the header", size, "cut off");
        guard_release(&g);
    }
}

/* The first of N items is bad; what follows it is as it was. */
static void corrupt(struct image_field field, uint64_t value, const char *what, uint64_t at,
                    unsigned n)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, field, value);
    READ_GUARDED(metallib, &g, &image, &parts);
    cr_assert_eq(parts.n, n, "%s: %u items", what, parts.n);
    expect_bad(&parts, 0, what, at, what);
    if (n > 1)
        expect_part(&parts, 1, BL_PART_BITCODE, functions[1].name, functions[1].text, what);
    guard_release(&g);
}

Test(metallib, corrupt_group)
{
    corrupt(u32_at(GROUP), 3, "ends inside a function", GROUP, 1);
    corrupt(u32_at(GROUP), UINT32_MAX, "ends inside a function", GROUP, 1);
    corrupt(u32_at(32), 100, "ends inside a function", GROUP, 1);
}

Test(metallib, more_functions_than_groups)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, u32_at(88), UINT32_MAX);
    READ_GUARDED(metallib, &g, &image, &parts);
    cr_assert_eq(parts.n, 4);
    cr_expect_eq(parts.items[3].status, BL_E_CONTAINER);
    guard_release(&g);
}

Test(metallib, cut_off_after_the_modules)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, u64_at(16), image.size + 1);
    READ_GUARDED(metallib, &g, &image, &parts);
    cr_assert_eq(parts.n, N_FUNCTIONS + 1);
    expect_part(&parts, 0, BL_PART_BITCODE, functions[0].name, functions[0].text, "first");
    expect_bad(&parts, N_FUNCTIONS, "the Metal library reaches beyond the file", 16, "cut off");
    guard_release(&g);
}

Test(metallib, corrupt_tags)
{
    corrupt(u32_at(NAME), 0, "no name", GROUP, 3);
    corrupt((struct image_field){NAME + 6, 1}, 0, "no name", GROUP, 3);
    corrupt((struct image_field){NAME + 4, 2}, 0xFFFF, "no name", GROUP, 3);
    corrupt(u32_at(OFFSETS), 0, "place of the function's module", GROUP, 3);
    corrupt(u32_at(SIZE), 0, "place of the function's module", GROUP, 3);
    corrupt((struct image_field){SIZE + 4, 2}, 7, "place of the function's module", GROUP, 3);
    corrupt(u64_at(OFFSETS + 22), UINT64_MAX, "offset lies outside", OFFSETS + 22, 3);
    corrupt(u64_at(OFFSETS + 22), 16, "offset lies outside", OFFSETS + 22, 3);
    corrupt(u64_at(SIZE + 6), 16, "size reaches beyond", SIZE + 6, 3);
    corrupt(u64_at(SIZE + 6), UINT64_MAX, "size reaches beyond", SIZE + 6, 3);
}

Test(metallib, damaged)
{
    struct image image = built();
    READ_DAMAGED(metallib, &image);
}
