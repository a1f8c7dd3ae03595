/* test_offload.c - images in offload binaries
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/offload.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(offload, (void))

static const struct build_section images[] = {
    {.name = "gfx90a:xnack+", .text = "BC\xC0\xDE for a device"},
    {.name = "sm_70", .text = "PTX"},
    {.name = NULL, .text = "BC\xC0\xDE"},
};
#define N_IMAGES (sizeof images / sizeof *images)

/* Fields of a binary, from its magic. */
enum {
    VERSION = 4,
    SIZE = 8,
    ENTRY = 16,
    STRINGS = 40,
    N_STRINGS = 48,
    IMAGE = 56,
    IMAGE_SIZE = 64,
};

static struct image built(void)
{
    struct image image;
    build_offload(&image, images, N_IMAGES);
    return image;
}

static struct image_field u64_at(uint64_t place)
{
    return (struct image_field){.at = place, .n_bytes = 8};
}

Test(offload, parts_in_order)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    READ_GUARDED(offload, &g, &image, &parts);
    cr_expect(parts.probe);
    cr_assert_eq(parts.open, BL_OK);
    cr_assert_eq(parts.n, 3);
    expect_part(&parts, 0, BL_PART_SLICE, "gfx90a:xnack+", images[0].text, "first");
    expect_part(&parts, 1, BL_PART_SLICE, "sm_70", images[1].text, "second");
    expect_part(&parts, 2, BL_PART_SLICE, "nvptx64", images[2].text, "without an architecture");
    cr_expect_eq(parts.items[1].part.offset, image.contents[1]);
    guard_release(&g);
}

/* A linker may align more than LLVM asks for. */
Test(offload, zeros_between)
{
    struct image image;
    struct image other;
    struct guard g;
    struct parts parts;
    build_offload(&image, images, 1);
    build_offload(&other, images + 1, 1);
    image.size += 24;
    memcpy(image.data + image.size, other.data, other.size);
    image.size += other.size + 5;
    READ_GUARDED(offload, &g, &image, &parts);
    cr_assert_eq(parts.n, 2);
    expect_part(&parts, 0, BL_PART_SLICE, "gfx90a:xnack+", images[0].text, "first");
    expect_part(&parts, 1, BL_PART_SLICE, "sm_70", images[1].text, "second");
    guard_release(&g);
}

/* Names that cannot be used: none, one without an end in the binary, one that is too long. */
Test(offload, unnamed)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, u64_at(N_STRINGS), 0);
    READ_GUARDED(offload, &g, &image, &parts);
    expect_part(&parts, 0, BL_PART_SLICE, "image", images[0].text, "no strings");
    guard_release(&g);

    image = built();
    image_patch(&image, u64_at(96), UINT64_MAX); /* the architecture's offset */
    READ_GUARDED(offload, &g, &image, &parts);
    expect_part(&parts, 0, BL_PART_SLICE, "nvptx64", images[0].text, "outside");
    guard_release(&g);
}

static void expect_cut(struct image *image, const char *what, uint64_t where, unsigned n)
{
    struct guard g;
    struct parts parts;
    READ_GUARDED(offload, &g, image, &parts);
    cr_assert_eq(parts.n, n, "%s: %u items", what, parts.n);
    expect_bad(&parts, 0, what, where, what);
    guard_release(&g);
}

/* The number at PLACE concerns the first binary; the others are read all the same. */
static void corrupt(uint64_t place, uint64_t value, const char *what, uint64_t where)
{
    struct image image = built();
    image_patch(&image, u64_at(place), value);
    expect_cut(&image, what, where, 3);
}

Test(offload, corrupt_magic)
{
    struct image image = built();
    struct guard g;
    struct parts parts;
    image_patch(&image, (struct image_field){.at = 3, .n_bytes = 1}, 0);
    READ_GUARDED(offload, &g, &image, &parts);
    cr_expect_not(parts.probe);
    expect_unopened(&parts, "no magic", 0, "magic");
    guard_release(&g);
}

/* Nothing leads on after a binary whose size is wrong. */
Test(offload, corrupt_size)
{
    static const uint64_t sizes[] = {0, 31, 8192, UINT64_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct image image = built();
        image_patch(&image, u64_at(SIZE), sizes[i]);
        expect_cut(&image, "reaches beyond the bytes", SIZE, 1);
    }
    struct image image = built();
    image.size = 31;
    expect_cut(&image, "inside its header", 31, 1);
}

Test(offload, no_magic_behind)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build_offload(&image, images, 1);
    uint64_t end = image.size++;
    image.data[end] = 1;
    READ_GUARDED(offload, &g, &image, &parts);
    cr_assert_eq(parts.n, 2);
    expect_bad(&parts, 1, "no magic", end, "behind");
    guard_release(&g);
}

Test(offload, corrupt_version)
{
    struct image image = built();
    image_patch(&image, (struct image_field){.at = VERSION, .n_bytes = 4}, 4);
    expect_cut(&image, "unknown version", VERSION, 3);
    image_patch(&image, (struct image_field){.at = VERSION, .n_bytes = 4}, 0);
    expect_cut(&image, "unknown version", VERSION, 3);
    image_patch(&image, (struct image_field){.at = VERSION, .n_bytes = 4}, 0x01000000);
    expect_cut(&image, "unknown version", VERSION, 3); /* of a big-endian host */
}

Test(offload, corrupt_entry)
{
    corrupt(ENTRY, UINT64_MAX, "entry lies outside", ENTRY);
    corrupt(ENTRY, UINT64_MAX - 39, "entry lies outside", ENTRY);
    corrupt(ENTRY, 184 - 39, "entry lies outside", ENTRY);
}

Test(offload, corrupt_strings)
{
    corrupt(N_STRINGS, UINT64_MAX, "strings reach beyond", STRINGS);
    corrupt(N_STRINGS, UINT64_C(1) << 60, "strings reach beyond", STRINGS);
    corrupt(N_STRINGS, 8, "strings reach beyond", STRINGS);
    corrupt(STRINGS, UINT64_MAX, "strings reach beyond", STRINGS);
}

Test(offload, corrupt_image)
{
    corrupt(IMAGE, UINT64_MAX, "image reaches beyond", IMAGE);
    corrupt(IMAGE, 180, "image reaches beyond", IMAGE);
    corrupt(IMAGE_SIZE, UINT64_MAX, "image reaches beyond", IMAGE);
    corrupt(IMAGE_SIZE, 25, "image reaches beyond", IMAGE);
}

Test(offload, damaged)
{
    struct image image = built();
    READ_DAMAGED(offload, &image);
}
