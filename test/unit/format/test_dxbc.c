/* test_dxbc.c - chunks of DirectX shader containers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/dxbc.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(dxbc, (void))

static const struct build_section chunks[] = {
    {.name = "SFI0", .text = "features"},
    {.name = "ILDB", .text = "BC\xC0\xDE with debug information"},
    {.name = "HASH", .text = "0123456789"},
    {.name = "DXIL", .text = "BC\xC0\xDE without"},
    {.name = "DXI2", .text = "no"},
};
#define N_CHUNKS (sizeof chunks / sizeof *chunks)

enum {
    ILDB = 1,
    /* The program header of a chunk, counted back from its bitcode. */
    CHUNK_SIZE = 28,
    N_WORDS = 20,
    MAGIC = 16,
    BITCODE_OFFSET = 8,
    BITCODE_SIZE = 4,
};

static struct image_field at(uint64_t place)
{
    return (struct image_field){.at = place, .n_bytes = 4};
}

Test(dxbc, parts_in_order)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build_dxbc(&image, chunks, N_CHUNKS);
    READ_GUARDED(dxbc, &g, &image, &parts);
    cr_expect(parts.probe);
    cr_assert_eq(parts.open, BL_OK);
    cr_assert_eq(parts.n, 2);
    expect_part(&parts, 0, BL_PART_BITCODE, "ILDB", chunks[1].text, "first");
    expect_part(&parts, 1, BL_PART_BITCODE, "DXIL", chunks[3].text, "second");
    cr_expect_eq(parts.items[0].part.offset, image.contents[1]);
    guard_release(&g);
}

/* The second of two containers: as many bytes as the first, after N_BLANK zeros. */
static void build_two(struct image *image, unsigned n_blank)
{
    struct image first;
    build_dxbc(&first, chunks, N_CHUNKS);
    *image = first;
    cr_assert_lt(first.size * 2 + n_blank, sizeof image->data);
    memset(image->data + first.size, 0, n_blank);
    memcpy(image->data + first.size + n_blank, first.data, first.size);
    image->size = first.size * 2 + n_blank;
}

Test(dxbc, one_after_the_other)
{
    for (unsigned n_blank = 0; n_blank < 20; n_blank += 4) {
        struct image image;
        struct guard g;
        struct parts parts;
        build_two(&image, n_blank);
        size_t second = (image.size + n_blank) / 2;
        READ_GUARDED(dxbc, &g, &image, &parts);
        cr_assert_eq(parts.n, 4);
        expect_part(&parts, 2, BL_PART_BITCODE, "ILDB", chunks[1].text, "after");
        expect_part(&parts, 3, BL_PART_BITCODE, "DXIL", chunks[3].text, "after");
        cr_expect_eq(parts.items[3].part.offset, second + image.contents[3]);
        guard_release(&g);
        image_patch(&image, at(second + 24), 3); /* its size */
        READ_GUARDED(dxbc, &g, &image, &parts);
        cr_assert_eq(parts.n, 3);
        expect_bad(&parts, 2, "size is not the file's", second + 24, "second");
        guard_release(&g);
    }
}

/* What else is after the container is not looked at. */
Test(dxbc, bytes_behind)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build_dxbc(&image, chunks, N_CHUNKS);
    image.size += 100;
    READ_GUARDED(dxbc, &g, &image, &parts);
    cr_expect_eq(parts.n, 2);
    guard_release(&g);
    image_patch(&image, at(image.table), (uint32_t)image.size - 8);
    READ_GUARDED(dxbc, &g, &image, &parts);
    cr_expect_eq(parts.n, 3);
    expect_bad(&parts, 0, "chunk's offset", image.table, "chunk behind the container");
    guard_release(&g);
}

static void corrupt_header(uint64_t place, uint64_t value, const char *what)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build_dxbc(&image, chunks, N_CHUNKS);
    image_patch(&image, at(place), value);
    READ_GUARDED(dxbc, &g, &image, &parts);
    expect_unopened(&parts, what, place, what);
    guard_release(&g);
}

Test(dxbc, corrupt_magic)
{
    corrupt_header(0, 0, "DXBC magic");
}

Test(dxbc, cut_off_header)
{
    for (size_t size = 4; size < 32; size++) {
        struct image image;
        struct guard g;
        struct parts parts;
        build_dxbc(&image, chunks, N_CHUNKS);
        image.size = size;
        READ_GUARDED(dxbc, &g, &image, &parts);
        cr_expect(parts.probe);
        expect_unopened(&parts, "inside the DXBC header", size, "cut off");
        guard_release(&g);
    }
}

Test(dxbc, corrupt_file_size)
{
    struct image image;
    build_dxbc(&image, chunks, N_CHUNKS);
    corrupt_header(24, 0, "container's size");
    corrupt_header(24, 31, "container's size");
    corrupt_header(24, image.size + 1, "container's size");
    corrupt_header(24, UINT32_MAX, "container's size");
}

Test(dxbc, corrupt_number_of_chunks)
{
    struct image image;
    build_dxbc(&image, chunks, N_CHUNKS);
    corrupt_header(28, (image.size - 32) / 4 + 1, "table of chunks");
    corrupt_header(28, UINT32_MAX, "table of chunks");
    corrupt_header(28, 0x40000000, "table of chunks");
}

/* Without chunks there is nothing to find. */
Test(dxbc, no_chunks)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build_dxbc(&image, chunks, 0);
    READ_GUARDED(dxbc, &g, &image, &parts);
    cr_expect_eq(parts.open, BL_OK);
    cr_expect_eq(parts.n, 0);
    guard_release(&g);
}

/* The number at PLACE, which concerns the first program; the second one is read all the same. */
static void corrupt_chunk(uint64_t place, uint64_t value, const char *what, uint64_t where)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build_dxbc(&image, chunks, N_CHUNKS);
    image_patch(&image, at(place), value);
    READ_GUARDED(dxbc, &g, &image, &parts);
    cr_assert_eq(parts.n, 2, "%s", what);
    expect_bad(&parts, 0, what, where, what);
    expect_part(&parts, 1, BL_PART_BITCODE, "DXIL", chunks[3].text, what);
    guard_release(&g);
}

static struct image built(void)
{
    struct image image;
    build_dxbc(&image, chunks, N_CHUNKS);
    return image;
}

Test(dxbc, corrupt_chunk_offset)
{
    struct image image = built();
    uint64_t entry = image.table + ILDB * 4;
    corrupt_chunk(entry, image.size - 7, "chunk's offset", entry);
    corrupt_chunk(entry, UINT32_MAX, "chunk's offset", entry);
}

Test(dxbc, corrupt_chunk_size)
{
    struct image image = built();
    uint64_t program = image.contents[ILDB];
    corrupt_chunk(program - CHUNK_SIZE, image.size - program + 24 + 1, "chunk's size",
                  program - CHUNK_SIZE);
    corrupt_chunk(program - CHUNK_SIZE, UINT32_MAX, "chunk's size", program - CHUNK_SIZE);
    corrupt_chunk(program - CHUNK_SIZE, 23, "inside its program header", program - 1);
    corrupt_chunk(program - CHUNK_SIZE, 0, "inside its program header", program - 24);
}

Test(dxbc, corrupt_program_size)
{
    uint64_t place = built().contents[ILDB] - N_WORDS;
    corrupt_chunk(place, 0, "program's size", place);
    corrupt_chunk(place, 5, "program's size", place);
    corrupt_chunk(place, 15, "program's size", place); /* the chunk has 14 words */
    corrupt_chunk(place, 0x40000000, "program's size", place);
    corrupt_chunk(place, UINT32_MAX, "program's size", place);
    corrupt_chunk(place, 12, "bitcode's size", place + N_WORDS - BITCODE_SIZE);
}

Test(dxbc, corrupt_program_magic)
{
    uint64_t place = built().contents[ILDB] - MAGIC;
    corrupt_chunk(place, 0x43425844, "DXIL magic", place);
}

Test(dxbc, corrupt_bitcode_offset)
{
    uint64_t place = built().contents[ILDB] - BITCODE_OFFSET;
    corrupt_chunk(place, 14 * 4 - 8 + 1, "bitcode's offset", place);
    corrupt_chunk(place, UINT32_MAX, "bitcode's offset", place);
    corrupt_chunk(place, 20, "bitcode's size", place + 4); /* moved, and too long now */
}

Test(dxbc, corrupt_bitcode_size)
{
    uint64_t place = built().contents[ILDB] - BITCODE_SIZE;
    corrupt_chunk(place, 33, "bitcode's size", place);
    corrupt_chunk(place, UINT32_MAX, "bitcode's size", place);
}

Test(dxbc, damaged)
{
    struct image image;
    build_dxbc(&image, chunks, N_CHUNKS);
    READ_DAMAGED(dxbc, &image);
}
