/* test_wrapper.c - the stream in a file: wrapper header, magic
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/store.h"
#include "unit/expect.h"

/* The first five lines of hw.bc in document 003, written by clang 11. */
static const uint8_t hello[] = {
    0xDE, 0xC0, 0x17, 0x0B, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x88, 0x0B, 0x00, 0x00,
    0x07, 0x00, 0x00, 0x01, 0x42, 0x43, 0xC0, 0xDE, 0x35, 0x14, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00,
    0x62, 0x0C, 0x30, 0x24, 0x4A, 0x59, 0xBE, 0x66, 0x5D, 0xFB, 0xB4, 0x4F, 0x0B, 0x51, 0x80, 0x4C,
    0x01, 0x00, 0x00, 0x00, 0x21, 0x0C, 0x00, 0x00, 0x95, 0x02, 0x00, 0x00, 0x0B, 0x02, 0x21, 0x00,
    0x02, 0x00, 0x00, 0x00, 0x16, 0x00, 0x00, 0x00, 0x07, 0x81, 0x23, 0x91, 0x41, 0xC8, 0x04, 0x49,
};

enum {
    HELLO_STREAM_SIZE = 0xB88,
    HELLO_FILE_SIZE = 20 + HELLO_STREAM_SIZE
};

/* The document leaves the rest out: zeros stand for it. */
static struct guard hello_file(void)
{
    static uint8_t bytes[HELLO_FILE_SIZE];
    memcpy(bytes, hello, sizeof hello);
    return guard_copy((struct bl_view){.data = bytes, .size = sizeof bytes});
}

Test(wrapper, header_of_document_003)
{
    struct guard g = hello_file();
    struct bl_stream stream;
    struct bl_error err;
    cr_assert_eq(bl_stream_locate(g.bytes, &stream, &err), BL_OK);
    cr_expect_eq(stream.wrapper.magic, 0x0B17C0DE);
    cr_expect_eq(stream.wrapper.version, 0);
    cr_expect_eq(stream.wrapper.offset, 20);
    cr_expect_eq(stream.wrapper.size, 2952);
    cr_expect_eq(stream.wrapper.cpu_type, 0x01000007);
    cr_expect_eq(stream.file_offset, 20);
    cr_expect_eq(stream.bytes.data, g.bytes.data + 20);
    cr_expect_eq(stream.bytes.size, 2952);
    cr_expect_eq(stream.kind, BL_STREAM_LLVM_IR);
    guard_release(&g);
}

/* IDENTIFICATION, its abbreviation, its record; MODULE and VERSION, as the document takes them
 * apart. */
Test(wrapper, blocks_of_document_003)
{
    struct guard g = hello_file();
    struct bl_stream stream = build_locate(g.bytes);
    struct bl_walk *walk;
    struct bl_event event;
    cr_assert_eq(bl_walk_open(&walk, &stream, 0, NULL, NULL), BL_OK);

    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect(event.kind == BL_EVENT_BLOCK && event.bit_pos == 32 && event.end_pos == 96);
    cr_expect_eq(event.header_pos, 32 + 2 + 8);
    cr_expect_eq(event.block->block_id, 13);
    cr_expect_eq(event.block->id_width, 5);
    cr_expect_eq(event.block->n_words, 5);

    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect(event.kind == BL_EVENT_ABBREV && event.abbrev_id == 4 && event.bit_pos == 96);
    cr_assert_eq(event.n_abbrev_ops, 3);
    cr_expect(event.abbrev_ops[0].encoding == BL_ENC_LITERAL && event.abbrev_ops[0].literal == 1);
    cr_expect_eq(event.abbrev_ops[1].encoding, BL_ENC_ARRAY);
    cr_expect_eq(event.abbrev_ops[2].encoding, BL_ENC_CHAR6);
    /* 5 + 5, 1 + 8, 1 + 3, 1 + 3 bits: the first 27 of a word */
    cr_expect_eq(event.end_pos, 96 + 27);

    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect(event.kind == BL_EVENT_RECORD && event.abbrev_id == 4 && event.code == 1);
    cr_expect_eq(event.bit_pos, 96 + 27);
    cr_expect_eq(event.end_pos, 128 + 6 + 60);
    cr_assert_eq(event.record->n_ops, 10);
    for (unsigned i = 0; i < 10; i++)
        cr_expect_eq(event.record->ops[i], (uint64_t) "LLVM11.0.0"[i]);

    /* Not taken apart in the document: [2, vbr6], and epoch 0 */
    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect(event.kind == BL_EVENT_ABBREV && event.abbrev_id == 5 && event.n_abbrev_ops == 2);
    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect(event.kind == BL_EVENT_RECORD && event.abbrev_id == 5);
    cr_assert(event.kind == BL_EVENT_RECORD && event.code == 2 && event.record->n_ops == 1 &&
              event.record->ops[0] == 0);
    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect(event.kind == BL_EVENT_BLOCK_END && event.end_pos == 96 + 5 * 32);

    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect(event.kind == BL_EVENT_BLOCK && event.bit_pos == 256 && event.end_pos == 320);
    cr_expect(event.block->block_id == 8 && event.block->id_width == 3 &&
              event.block->n_words == 661);

    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect(event.kind == BL_EVENT_RECORD && event.abbrev_id == BL_ABBREV_UNABBREV);
    cr_expect(event.bit_pos == 320 && event.end_pos == 320 + 3 + 6 + 6 + 6);
    cr_expect_eq(event.code, 1); /* VERSION */
    cr_expect(event.record->n_ops == 1 && event.record->ops[0] == 2);
    bl_walk_close(walk);
    guard_release(&g);
}

/* The wrapper of the document with words 2 and 3 as in the row. */
Test(wrapper, corrupt_offset_and_size)
{
    static const struct {
        const char *name;
        uint32_t offset, size;
        int status;
        uint64_t bit_pos; /* in the file */
    } rows[] = {
        {"good", 20, HELLO_STREAM_SIZE, BL_OK, 0},
        {"smaller", 20, 4, BL_OK, 0},
        {"further in", 24, HELLO_STREAM_SIZE - 4, BL_OK, 0},
        {"over the header itself", 0, HELLO_FILE_SIZE, BL_OK, 0},
        {"one byte too long", 20, HELLO_STREAM_SIZE + 1, BL_E_CONTAINER, 96},
        {"one byte too far", 21, HELLO_STREAM_SIZE, BL_E_CONTAINER, 96},
        {"offset at the end", HELLO_FILE_SIZE, 0, BL_E_TRUNCATED, 0},
        {"offset behind the end", HELLO_FILE_SIZE + 1, 0, BL_E_CONTAINER, 64},
        {"offset of 2^32 - 1", UINT32_MAX, 4, BL_E_CONTAINER, 64},
        {"size of 2^32 - 1", 20, UINT32_MAX, BL_E_CONTAINER, 96},
        {"sum overflows", UINT32_MAX, UINT32_MAX, BL_E_CONTAINER, 64},
        {"no room for a magic", 20, 3, BL_E_TRUNCATED, 0},
        {"nothing", 20, 0, BL_E_TRUNCATED, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct guard g = hello_file();
        bl_store_le32(g.data + 8, rows[i].offset);
        bl_store_le32(g.data + 12, rows[i].size);
        struct bl_stream stream;
        struct bl_error err = {0};
        cr_expect_eq(bl_stream_locate(g.bytes, &stream, &err), rows[i].status, "%s", rows[i].name);
        cr_expect_eq(stream.wrapper.offset, rows[i].offset, "%s", rows[i].name);
        cr_expect_eq(stream.wrapper.size, rows[i].size, "%s", rows[i].name);
        cr_expect_eq(err.status, rows[i].status, "%s", rows[i].name);
        cr_expect(rows[i].status == BL_OK || err.bit_pos == rows[i].bit_pos, "%s", rows[i].name);
        guard_release(&g);
    }
}

Test(wrapper, cut_off_header)
{
    for (size_t size = 0; size < 24; size++) {
        struct guard g = guard_copy((struct bl_view){.data = hello, .size = size});
        struct bl_stream stream;
        struct bl_error err;
        int status = bl_stream_locate(g.bytes, &stream, &err);
        cr_expect_eq(status, size < 4 ? BL_E_TRUNCATED : BL_E_CONTAINER, "%zu bytes", size);
        cr_expect(err.what && err.what[0], "%zu bytes", size);
        guard_release(&g);
    }
}

Test(wrapper, magics)
{
    static const struct {
        const char *magic;
        enum bl_stream_kind kind;
        const char *name;
        int status;
    } rows[] = {
        {"BC\xC0\xDE", BL_STREAM_LLVM_IR, "LLVM IR", BL_OK},
        {"CPCH", BL_STREAM_CLANG_AST, "Clang serialized AST", BL_OK},
        {"DIAG", BL_STREAM_DIAGNOSTICS, "Clang serialized diagnostics", BL_OK},
        {"RMRK", BL_STREAM_REMARKS, "LLVM remarks", BL_OK},
        {"\xE2\x9C\xA8\x0E", BL_STREAM_SWIFT, "Swift module", BL_OK},
        {"\xE2\x9C\xA8\x07", BL_STREAM_SWIFT_DOC, "Swift documentation", BL_OK},
        {"\xF0\x9F\x8F\x8E", BL_STREAM_SWIFT_SOURCE_INFO, "Swift source information", BL_OK},
        {"\x7F"
         "ELF",
         BL_STREAM_UNKNOWN, "unknown", BL_E_CONTAINER},
        {"BC\xC0\xDF", BL_STREAM_UNKNOWN, "unknown", BL_OK},
        {"BITS", BL_STREAM_UNKNOWN, "unknown", BL_E_CONTAINER} /* a text */,
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct guard g =
            guard_copy((struct bl_view){.data = (const uint8_t *)rows[i].magic, .size = 4});
        struct bl_stream stream;
        cr_assert_eq(bl_stream_locate(g.bytes, &stream, NULL), rows[i].status, "%s", rows[i].magic);
        cr_expect_eq(stream.kind, rows[i].kind, "%s", rows[i].magic);
        cr_expect_str_eq(bl_stream_kind_name(stream.kind), rows[i].name);
        cr_expect_eq(stream.wrapper.magic, 0);
        cr_expect_eq(stream.file_offset, 0);
        guard_release(&g);
    }
}
