/* test_wasm.c - sections of WebAssembly modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/wasm.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(wasm, (void))

static const struct build_section sections[] = {
    {.name = ".debug_info", .text = "no"},
    {.name = ".llvmbc", .text = "BC\xC0\xDE of the object"},
    {.name = ".llvmcmd", .text = "-cc1"},
    {.name = ".llvmbc2", .text = "no"},
    {.name = "", .text = "no"},
    {.name = "__clangast", .text = "CPCH"},
};
#define N_SECTIONS (sizeof sections / sizeof *sections)

enum {
    LLVMBC = 1,
    /* Fields of section LLVMBC, counted back from its contents. */
    ID = 14,
    SIZE = 13,
    NAME_LENGTH = 8,
};

static struct image built(void)
{
    struct image image;
    build_wasm(&image, sections, N_SECTIONS);
    return image;
}

static struct image_field byte_at(uint64_t place)
{
    return (struct image_field){.at = place, .n_bytes = 1};
}

Test(wasm, parts_in_order)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    READ_GUARDED(wasm, &g, &image, &parts);
    cr_expect(parts.probe);
    cr_assert_eq(parts.open, BL_OK);
    cr_assert_eq(parts.n, 3);
    expect_part(&parts, 0, BL_PART_BITCODE, ".llvmbc", sections[1].text, "bitcode");
    expect_part(&parts, 1, BL_PART_COMMANDS, ".llvmcmd", sections[2].text, "commands");
    expect_part(&parts, 2, BL_PART_AST, "__clangast", sections[5].text, "AST");
    cr_expect_eq(parts.items[0].part.offset, image.contents[LLVMBC]);
    guard_release(&g);
}

/* Of a linked module, or one of wat2wasm, sizes have as few bytes as can be. */
Test(wasm, short_sizes)
{
    static const uint8_t bytes[] = "\0asm\1\0\0\0\0\x0D\7.llvmbcBC\xC0\xDE!";
    struct parts parts;
    parts_of_wasm((struct bl_view){.data = bytes, .size = sizeof bytes - 1}, &parts);
    cr_assert_eq(parts.n, 1);
    expect_part(&parts, 0, BL_PART_BITCODE, ".llvmbc", "BC\xC0\xDE!", "short");
}

Test(wasm, no_sections)
{
    static const uint8_t bytes[] = "\0asm\1\0\0\0";
    struct parts parts;
    parts_of_wasm((struct bl_view){.data = bytes, .size = sizeof bytes - 1}, &parts);
    cr_expect(parts.probe);
    cr_expect_eq(parts.open, BL_OK);
    cr_expect_eq(parts.n, 0);
}

/* Magic, version, and the two bytes that mark a component. */
Test(wasm, corrupt_header)
{
    for (uint64_t place = 0; place < 8; place++) {
        struct image image = built();
        struct guard g;
        struct parts parts;
        image_patch(&image, byte_at(place), 13);
        READ_GUARDED(wasm, &g, &image, &parts);
        cr_expect_not(parts.probe);
        expect_unopened(&parts, "no header", 0, "header");
        guard_release(&g);
    }
}

static void corrupt(struct image *image, const char *what, uint64_t where, unsigned n_items)
{
    struct guard g;
    struct parts parts;
    READ_GUARDED(wasm, &g, image, &parts);
    cr_assert_eq(parts.n, n_items, "%s: %u items", what, parts.n);
    expect_bad(&parts, 0, what, where, what);
    guard_release(&g);
}

/* Nothing leads after a section whose size is wrong. */
Test(wasm, corrupt_section_size)
{
    struct image image = built();
    uint64_t place = image.contents[LLVMBC] - SIZE;
    image_patch(&image, (struct image_field){.at = place, .n_bytes = 4}, 0xFFFFFFFF);
    corrupt(&image, "reaches beyond the file", place, 1);
    image_patch(&image, byte_at(place + 4), 0x0F);
    corrupt(&image, "reaches beyond the file", place, 1); /* 2^32 - 1 */
    image_patch(&image, byte_at(place + 4), 0x10);
    corrupt(&image, "size is no number", place, 1); /* 2^32 */
    image_patch(&image, byte_at(place + 4), 0x80);
    corrupt(&image, "size is no number", place, 1); /* six bytes */
}

Test(wasm, section_cut_off_in_its_size)
{
    struct image image = built();
    uint64_t place = image.contents[LLVMBC] - SIZE;
    for (unsigned n = 0; n < 5; n++) {
        image.size = place + n;
        corrupt(&image, "size is no number", place, 1);
    }
}

Test(wasm, corrupt_name_length)
{
    struct image image = built();
    uint64_t place = image.contents[LLVMBC] - NAME_LENGTH;
    image_patch(&image, byte_at(place), 0x7F);
    corrupt(&image, "name reaches beyond the section", place, 3);
    image_patch(&image, (struct image_field){.at = place, .n_bytes = 4}, 0xFFFFFFFF);
    image_patch(&image, byte_at(place + 4), 0xFF);
    corrupt(&image, "name is no number", place, 3);
}

/* A section in which not even the length of a name has room. */
Test(wasm, empty_custom_section)
{
    static const uint8_t bytes[] = "\0asm\1\0\0\0\0\0\0\x0C\7.llvmbcBC\xC0\xDE";
    struct parts parts;
    parts_of_wasm((struct bl_view){.data = bytes, .size = sizeof bytes - 1}, &parts);
    cr_assert_eq(parts.n, 2);
    expect_bad(&parts, 0, "name is no number", 10, "empty");
    expect_part(&parts, 1, BL_PART_BITCODE, ".llvmbc", "BC\xC0\xDE", "behind");
}

/* Only custom sections have names. */
Test(wasm, other_kind_of_section)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, byte_at(image.contents[LLVMBC] - ID), 11);
    READ_GUARDED(wasm, &g, &image, &parts);
    cr_assert_eq(parts.n, 2);
    expect_part(&parts, 0, BL_PART_COMMANDS, ".llvmcmd", sections[2].text, "commands");
    guard_release(&g);
}

Test(wasm, damaged)
{
    struct image image = built();
    READ_DAMAGED(wasm, &image);
}
