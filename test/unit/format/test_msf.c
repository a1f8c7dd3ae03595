/* test_msf.c - streams of PDB files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/msf.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(msf, (void))

enum {
    BLOCK = 512,
    HEADER_AT = 32,
    N_BLOCKS = 10,
    MAP = 3,
    DIRECTORY = 4,
    N_STREAMS = 4,
    SIZES = DIRECTORY * BLOCK + 4, /* then block numbers: 1 of stream 1, 2 of stream 3 */
    BLOCKS = SIZES + 4 * N_STREAMS,
    OLD = 5, /* blocks of streams */
    SHADER = 6,
    SHADER_BYTES = BLOCK + 100,
};

static struct image_field at(uint64_t place)
{
    return (struct image_field){.at = place, .n_bytes = 4};
}

/* Streams: an empty one, one of which nothing is known, a deleted one, and a DXBC container. */
static void build(struct image *image)
{
    static const char magic[] = "Microsoft C/C++ MSF 7.00\r\n\x1A"
                                "DS\0\0";
    *image = (struct image){.size = (size_t)N_BLOCKS * BLOCK};
    memcpy(image->data, magic, sizeof magic);
    const uint32_t header[] = {BLOCK, 1, N_BLOCKS, 4 * (1 + N_STREAMS + 3), 0, MAP};
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        image_patch(image, at(HEADER_AT + 4 * i), header[i]);
    image_patch(image, at(MAP * BLOCK), DIRECTORY);
    const uint32_t directory[] = {N_STREAMS,    0,   300,    UINT32_MAX,
                                  SHADER_BYTES, OLD, SHADER, SHADER + 1};
    for (size_t i = 0; i < sizeof directory / sizeof *directory; i++)
        image_patch(image, at(DIRECTORY * BLOCK + 4 * i), directory[i]);
    memcpy(image->data + OLD * BLOCK, "old", 3);
    memcpy(image->data + SHADER * BLOCK, "DXBC", 4);
}

Test(msf, streams)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build(&image);
    READ_GUARDED(msf, &g, &image, &parts);
    cr_assert_eq(parts.n, 1);
    const struct bl_part *part = &parts.items[0].part;
    cr_expect_eq(parts.items[0].status, 1);
    cr_expect_eq(part->kind, BL_PART_OFFLOAD);
    cr_expect(part->offset == SHADER * BLOCK && part->size == SHADER_BYTES);
    cr_expect(part->bytes.data == g.bytes.data + part->offset && part->bytes.size == part->size);
    guard_release(&g);
}

/* What is in pieces is not handed out, and what is cut off neither. */
Test(msf, streams_in_pieces)
{
    static const struct {
        uint64_t place;
        uint32_t value;
    } rows[] = {{BLOCKS + 8, SHADER + 2}, {BLOCKS + 4, SHADER + 1}, {SIZES + 12, 5 * BLOCK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct image image;
        struct guard g;
        struct parts parts;
        build(&image);
        memcpy(image.data + (SHADER + 1) * BLOCK, "DXBC", 4);
        image_patch(&image, at(rows[i].place), rows[i].value);
        READ_GUARDED(msf, &g, &image, &parts);
        cr_assert_eq(parts.n, 1, "row %zu", i);
        cr_expect_eq(parts.items[0].status, i < 2 ? BL_E_UNSUPPORTED : BL_E_CONTAINER, "row %zu",
                     i);
        guard_release(&g);
    }
}

Test(msf, corrupt_header)
{
    static const struct {
        uint64_t place;
        uint32_t value;
        const char *what;
        uint64_t at;
    } rows[] = {
        {HEADER_AT, 256, "the size of the PDB file's blocks", HEADER_AT},
        {HEADER_AT, 513, "the size of the PDB file's blocks", HEADER_AT},
        {HEADER_AT + 12, 3, "the size of the PDB file's directory", HEADER_AT + 12},
        {HEADER_AT + 12, N_BLOCKS * BLOCK + 1, "the size of the PDB file's directory",
         HEADER_AT + 12},
        {HEADER_AT + 20, N_BLOCKS, "directory lies outside", HEADER_AT + 20},
        {MAP * BLOCK, N_BLOCKS, "directory lies outside", MAP * BLOCK},
        {DIRECTORY * BLOCK, 8, "no room for its streams", DIRECTORY * BLOCK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct image image;
        struct guard g;
        struct parts parts;
        build(&image);
        image_patch(&image, at(rows[i].place), rows[i].value);
        READ_GUARDED(msf, &g, &image, &parts);
        cr_expect_eq(parts.open, BL_E_CONTAINER, "%s", rows[i].what);
        cr_expect(strstr(parts.open_err.what, rows[i].what), "%s", parts.open_err.what);
        cr_expect_eq(parts.open_err.bit_pos, rows[i].at * 8, "%s", rows[i].what);
        guard_release(&g);
    }
}

/* Wherever it is cut off, whatever bit of its tables is another; and another magic number. */
Test(msf, cut_off_and_flipped)
{
    struct image image;
    build(&image);
    for (size_t size = image.size; size-- > 0;) {
        image.size = size;
        struct guard g = guard_copy(image_bytes(&image));
        guard_freeze(&g);
        require_parts_of_msf(g.bytes);
        guard_release(&g);
    }
    build(&image);
    for (size_t bit = 0; bit < (size_t)SHADER * BLOCK * 8; bit++) {
        image.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        require_parts_of_msf(image_bytes(&image));
        image.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    image.data[0] = 'm';
    cr_expect(!bl_msf_probe(image_bytes(&image)));
}
