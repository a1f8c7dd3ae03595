/* test_writer.c - what the writer writes, and what it refuses
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/build.h"
#include "support/properties.h"
#include "support/trace.h"

#include <criterion/criterion.h>
#include <string.h>

/* Bits POS to POS + N of BYTES as text, lowest first. */
static const char *bits_text(struct bl_view bytes, uint64_t pos, unsigned n)
{
    static char text[129];
    for (unsigned i = 0; i < n; i++, pos++)
        text[i] = (char)('0' + (bytes.data[pos / 8] >> pos % 8 & 1));
    text[n] = '\0';
    return text;
}

/* Document, "DEFINE_ABBREV Encoding": ["abcd"] as [Fixed(4), Array, Char6] takes 37 bits where
 * abbreviation ids are 3 bits wide. */
Test(writer, triple_of_the_document_takes_37_bits)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    uint32_t id = BUILD_DEFINE(w, FIXED(4), ARRAY, CHAR6);
    cr_expect_eq(id, BL_ABBREV_FIRST);
    uint64_t at = bl_writer_pos(w);
    bl_writer_abbreviated(w, id, 2, BUILD_OPS('a', 'b', 'c', 'd'), NULL);
    cr_expect_eq(bl_writer_pos(w) - at, 37);
    bl_writer_exit(w);
    /* id 4, code 2, length 4, then 0 1 2 3; each lowest bit first */
    cr_expect_str_eq(bits_text(build_bytes(w), at, 37), "001"
                                                        "0100"
                                                        "001000"
                                                        "000000"
                                                        "100000"
                                                        "010000"
                                                        "110000");
    bl_writer_close(w);
}

Test(writer, block_header_and_length)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 13, 5);
    bl_writer_record(w, 1, BUILD_OPS(2));
    bl_writer_exit(w);
    struct bl_view bytes = build_bytes(w);
    /* ENTER_SUBBLOCK 1 in 2 bits, 13 in 8, 5 in 4, zeros; one word; then 3 in 5 bits, code 1,
     * one operand, 2 in 6 bits each, END_BLOCK 0 in 5 */
    static const uint8_t expected[] = {'B', 'C', 0xC0, 0xDE, 0x35, 0x14, 0,    0,
                                       1,   0,   0,    0,    0x23, 0x08, 0x04, 0};
    cr_assert_eq(bytes.size, sizeof expected);
    cr_expect_arr_eq(bytes.data, expected, sizeof expected);
    bl_writer_close(w);
}

/* Reads the only record of the only block. */
static void expect_record(struct bl_writer *w, const char *name, uint32_t code, const uint64_t *ops,
                          size_t n_ops, const struct bl_view *blob)
{
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_cursor(index, 0, &cursor, NULL), BL_OK);
    cr_assert_eq(bl_cursor_read_next(&cursor, &rec), 1, "%s: %s", name, cursor.what);
    cr_expect_eq(rec.code, code, "%s", name);
    cr_assert_eq(rec.n_ops, n_ops, "%s", name);
    for (size_t i = 0; i < n_ops; i++)
        cr_expect_eq(rec.ops[i], ops[i], "%s: op%zu", name, i);
    cr_assert_eq(rec.has_blob, blob != NULL, "%s", name);
    if (blob) {
        cr_assert_eq(rec.blob.size, blob->size, "%s", name);
        cr_expect(memcmp(rec.blob.data, blob->data, blob->size) == 0, "%s", name);
        cr_expect_eq((size_t)(rec.blob.data - stream.bytes.data) % 4, 0, "%s", name);
    }
    cr_expect_eq(bl_cursor_read_next(&cursor, &rec), 0, "%s", name);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    bl_index_close(index);
}

Test(writer, every_encoding_is_read_back)
{
    static const struct bl_view blob = {.data = (const uint8_t *)"blobs", .size = 5};
    static const struct bl_view no_bytes = {.data = (const uint8_t *)"", .size = 0};
    static const struct {
        const char *name;
        struct bl_abbrev_op abbrev[5];
        uint32_t n_abbrev, code;
        uint64_t ops[5];
        uint32_t n_ops;
        const struct bl_view *blob;
    } rows[] = {
        {"literal code", {LIT(7)}, 1, 7, {0}, 0, NULL},
        {"literal code of 32 bits", {LIT(UINT32_MAX)}, 1, UINT32_MAX, {0}, 0, NULL},
        {"fixed code", {FIXED(5)}, 1, 31, {0}, 0, NULL},
        {"VBR code", {VBR(6)}, 1, 12345, {0}, 0, NULL},
        {"char6 code", {CHAR6}, 1, 'x', {0}, 0, NULL},
        {"code of no bits", {FIXED(0)}, 1, 0, {0}, 0, NULL},
        {"literal", {LIT(1), LIT(UINT64_MAX), LIT(0)}, 3, 1, {UINT64_MAX, 0}, 2, NULL},
        {"fixed", {LIT(1), FIXED(1), FIXED(32)}, 3, 1, {1, UINT32_MAX}, 2, NULL},
        {"fixed and VBR of no bits", {LIT(1), FIXED(0), VBR(0)}, 3, 1, {0, 0}, 2, NULL},
        {"VBR", {LIT(1), VBR(2), VBR(32)}, 3, 1, {UINT64_MAX, UINT64_MAX}, 2, NULL},
        {"VBR of one bit", {LIT(1), VBR(1), VBR(6)}, 3, 1, {0, 9}, 2, NULL},
        {"char6", {LIT(1), CHAR6, CHAR6}, 3, 1, {'_', 'a'}, 2, NULL},
        {"array of fixed", {LIT(1), ARRAY, FIXED(9)}, 3, 1, {511, 0, 256}, 3, NULL},
        {"array of VBR", {LIT(1), ARRAY, VBR(3)}, 3, 1, {UINT64_MAX, 3, 4}, 3, NULL},
        {"array of char6", {LIT(1), FIXED(3), ARRAY, CHAR6}, 4, 1, {6, 'Z', '.'}, 3, NULL},
        {"empty array", {LIT(1), FIXED(3), ARRAY, CHAR6}, 4, 1, {6}, 1, NULL},
        {"blob", {LIT(1), VBR(6), BLOB}, 3, 1, {77}, 1, &blob},
        {"empty blob", {LIT(1), BLOB}, 2, 1, {0}, 0, &no_bytes},
        {"fields behind a blob", {LIT(1), BLOB, VBR(6)}, 3, 1, {5}, 1, &blob},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        bl_writer_enter(w, 9, 4);
        uint32_t id = bl_writer_define(w, rows[i].abbrev, rows[i].n_abbrev);
        bl_writer_abbreviated(w, id, rows[i].code, rows[i].ops, rows[i].n_ops, rows[i].blob);
        bl_writer_exit(w);
        expect_record(w, rows[i].name, rows[i].code, rows[i].ops, rows[i].n_ops, rows[i].blob);
        bl_writer_close(w);
    }
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 9, 2);
    bl_writer_record(w, UINT32_MAX, BUILD_OPS(0, 31, 32, UINT64_MAX));
    bl_writer_exit(w);
    expect_record(w, "unabbreviated", UINT32_MAX, BUILD_OPS(0, 31, 32, UINT64_MAX), NULL);
    bl_writer_close(w);
}

/* Abbreviations from BLOCKINFO have the first ids; a later BLOCKINFO replaces an earlier one for
 * the blocks entered after it, to the end of the block around it. */
Test(writer, ids_of_inherited_abbreviations)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, 9);
    cr_expect_eq(BUILD_DEFINE(w, LIT(1), FIXED(3)), 4);
    cr_expect_eq(BUILD_DEFINE(w, LIT(2), FIXED(3)), 5);
    bl_writer_set_block(w, 10);
    cr_expect_eq(BUILD_DEFINE(w, LIT(3)), 4);
    bl_writer_set_block(w, 9);
    cr_expect_eq(BUILD_DEFINE(w, LIT(4)), 6);
    bl_writer_exit(w);

    bl_writer_enter(w, 9, 4);
    cr_expect_eq(BUILD_DEFINE(w, LIT(5)), 7);
    bl_writer_abbreviated(w, 5, 2, BUILD_OPS(6), NULL);
    bl_writer_abbreviated(w, 7, 5, NULL, 0, NULL);
    bl_writer_enter(w, BUILD_BLOCKINFO, 2); /* inside block 9: holds to its end */
    bl_writer_set_block(w, 10);
    bl_writer_exit(w);
    bl_writer_enter(w, 10, 4);
    cr_expect_eq(BUILD_DEFINE(w, LIT(6)), 4);
    bl_writer_exit(w);
    bl_writer_exit(w);

    bl_writer_enter(w, 10, 4);
    cr_expect_eq(BUILD_DEFINE(w, LIT(7)), 5);
    bl_writer_abbreviated(w, 4, 3, NULL, 0, NULL);
    bl_writer_exit(w);

    struct bl_stream stream = build_stream(w);
    struct trace trace = {0};
    trace_walk(&trace, &stream, 0, NULL);
    cr_expect_eq(trace.status, BL_OK, "%s", trace.err.what);
    trace_release(&trace);
    bl_writer_close(w);
}

/* ---- What it refuses ---- */

static void misuse_fixed_value(struct bl_writer *w)
{
    bl_writer_fixed(w, 8, 3);
}
static void misuse_fixed_width(struct bl_writer *w)
{
    bl_writer_fixed(w, 0, 65);
}
static void misuse_vbr_width(struct bl_writer *w)
{
    bl_writer_vbr(w, 0, 1);
}
static void misuse_vbr_wide(struct bl_writer *w)
{
    bl_writer_vbr(w, 0, 33);
}
static void misuse_char6(struct bl_writer *w)
{
    bl_writer_char6(w, '-');
}
static void misuse_patch_odd(struct bl_writer *w)
{
    bl_writer_patch32(w, 31, 0);
}
static void misuse_patch_ahead(struct bl_writer *w)
{
    bl_writer_patch32(w, 32, 0);
}
static void misuse_open_block(struct bl_writer *w)
{
    bl_writer_enter(w, 8, 3);
}
static void misuse_exit(struct bl_writer *w)
{
    bl_writer_exit(w);
}
static void misuse_id_width_0(struct bl_writer *w)
{
    bl_writer_enter(w, 8, 0);
}
static void misuse_id_width_33(struct bl_writer *w)
{
    bl_writer_enter(w, 8, 33);
}
static void misuse_top_record(struct bl_writer *w)
{
    bl_writer_record(w, 1, NULL, 0);
}
static void misuse_top_define(struct bl_writer *w)
{
    BUILD_DEFINE(w, LIT(1));
}

static void misuse_set_block(struct bl_writer *w)
{
    bl_writer_enter(w, 8, 3);
    bl_writer_set_block(w, 8);
    bl_writer_exit(w);
}

static void misuse_define_before_set_block(struct bl_writer *w)
{
    bl_writer_enter(w, BUILD_BLOCKINFO, 3);
    BUILD_DEFINE(w, LIT(1));
    bl_writer_exit(w);
}

static void misuse_block_in_blockinfo(struct bl_writer *w)
{
    bl_writer_enter(w, BUILD_BLOCKINFO, 3);
    bl_writer_enter(w, 8, 3);
    bl_writer_exit(w);
    bl_writer_exit(w);
}

static void misuse_narrow_ids(struct bl_writer *w)
{
    bl_writer_enter(w, 8, 1);
    bl_writer_record(w, 1, NULL, 0); /* 3 does not fit in one bit */
    bl_writer_exit(w);
}

/* Defines what rows below use: 4 to 10. */
static void define_all(struct bl_writer *w)
{
    bl_writer_enter(w, 8, 4);
    BUILD_DEFINE(w, LIT(1), LIT(9));
    BUILD_DEFINE(w, FIXED(3), FIXED(2), VBR(1));
    BUILD_DEFINE(w, LIT(1), ARRAY, CHAR6);
    BUILD_DEFINE(w, LIT(1), BLOB);
    BUILD_DEFINE(w, LIT(1), ARRAY, LIT(2));
    BUILD_DEFINE(w, LIT(1), ARRAY, FIXED(2), FIXED(2));
    BUILD_DEFINE(w, LIT(1), BLOB, BLOB);
}

Test(writer, goes_on_after_a_block_that_was_not_left)
{
    struct bl_writer *w = build_begin();
    struct bl_view bytes;
    bl_writer_enter(w, 8, 3);
    bl_writer_fixed(w, 5, 3);
    uint64_t pos = bl_writer_pos(w);
    cr_expect_eq(bl_writer_finish(w, &bytes, NULL), BL_E_ARGUMENT);
    cr_expect_eq(bl_writer_pos(w), pos);
    bl_writer_exit(w);
    cr_expect_eq(bl_writer_finish(w, &bytes, NULL), BL_OK);
    bl_writer_close(w);
}

Test(writer, refuses_what_cannot_be_written)
{
    static const struct {
        const char *what;
        void (*misuse)(struct bl_writer *w);
    } rows[] = {
        {"fixed integer that needs more bits", misuse_fixed_value},
        {"fixed integer of more than 64 bits", misuse_fixed_width},
        {"VBR that is not 2 to 32 bits wide", misuse_vbr_width},
        {"VBR that is not 2 to 32 bits wide", misuse_vbr_wide},
        {"character that is not in Char6", misuse_char6},
        {"patch of what is no word already written", misuse_patch_odd},
        {"patch of what is no word already written", misuse_patch_ahead},
        {"block that was not left", misuse_open_block},
        {"end of a block outside of any", misuse_exit},
        {"sub-block whose abbreviation ids are not 1 to 32 bits wide", misuse_id_width_0},
        {"sub-block whose abbreviation ids are not 1 to 32 bits wide", misuse_id_width_33},
        {"record outside of any block", misuse_top_record},
        {"abbreviation at the top level, or before any SETBID", misuse_top_define},
        {"SETBID outside of BLOCKINFO", misuse_set_block},
        {"abbreviation at the top level, or before any SETBID", misuse_define_before_set_block},
        {"block in BLOCKINFO", misuse_block_in_blockinfo},
        {"abbreviation id wider than the block's", misuse_narrow_ids},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        struct bl_view bytes;
        struct bl_error err;
        rows[i].misuse(w);
        cr_expect_eq(bl_writer_finish(w, &bytes, &err), BL_E_ARGUMENT, "%s", rows[i].what);
        cr_expect_str_eq(err.what, rows[i].what);
        cr_expect_eq(bytes.size, 0, "%s", rows[i].what);
        bl_writer_magic(w, "BC\xC0\xDE");
        cr_expect_eq(bl_writer_finish(w, &bytes, &err), BL_E_ARGUMENT, "sticky: %s", rows[i].what);
        cr_expect_str_eq(err.what, rows[i].what, "sticky");
        bl_writer_close(w);
    }
}

Test(writer, tells_where_it_failed_first)
{
    struct bl_writer *w = build_begin();
    struct bl_view bytes;
    struct bl_error err;
    bl_writer_enter(w, 8, 3);
    uint64_t inner_pos = bl_writer_pos(w);
    bl_writer_enter(w, 12, 4);
    uint64_t bit_pos = bl_writer_pos(w);
    bl_writer_char6(w, '-');
    bl_writer_exit(w);
    bl_writer_vbr(w, 0, 1);
    cr_expect_eq(bl_writer_finish(w, &bytes, &err), BL_E_ARGUMENT);
    cr_expect_str_eq(err.what, "character that is not in Char6");
    cr_expect(err.has_pos && err.bit_pos == bit_pos && err.depth == 2);
    cr_expect(err.path[0].block_id == 8 && err.path[0].bit_pos == 32);
    cr_expect(err.path[1].block_id == 12 && err.path[1].bit_pos == inner_pos);
    bl_writer_close(w);
}

Test(writer, names_of_blocks_and_records_are_read_back)
{
    struct bl_writer *w = build_begin();
    struct bl_index *index;
    bl_writer_enter(w, BL_BLOCK_BLOCKINFO, 2);
    bl_writer_set_block(w, 9);
    bl_writer_name_block(w, bl_view_of("TEXTS"));
    bl_writer_name_record(w, 3, bl_view_of("a longer name: \xC3\xA4"));
    bl_writer_set_block(w, 10);
    bl_writer_name_record(w, 3, bl_view_of(""));
    bl_writer_exit(w);
    bl_writer_enter(w, 9, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_locate(build_bytes(w));
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    struct bl_view block = bl_index_block_name(index, 1);
    struct bl_view record = bl_index_record_name(index, 1, 3);
    cr_expect(block.size == 5 && memcmp(block.data, "TEXTS", 5) == 0);
    cr_expect(record.size == 17 && memcmp(record.data, "a longer name: \xC3\xA4", 17) == 0);
    cr_expect_eq(bl_index_record_name(index, 1, 4).size, 0);
    bl_index_close(index);
    bl_writer_close(w);
}

Test(writer, refuses_names_outside_of_blockinfo)
{
    for (unsigned where = 0; where < 3; where++) {
        struct bl_writer *w = build_begin();
        struct bl_view bytes;
        struct bl_error err;
        if (where > 0)
            bl_writer_enter(w, where == 1 ? 9 : BL_BLOCK_BLOCKINFO, 3);
        uint64_t at = bl_writer_pos(w);
        bl_writer_name_block(w, bl_view_of("TEXTS"));
        cr_expect_eq(bl_writer_pos(w), at);
        cr_expect_eq(bl_writer_finish(w, &bytes, &err), BL_E_ARGUMENT);
        cr_expect_str_eq(err.what, "name outside of BLOCKINFO, or before any SETBID");
        bl_writer_close(w);
    }
}

Test(writer, refuses_definitions_that_readers_refuse)
{
    static const struct {
        const char *what;
        struct bl_abbrev_op ops[2];
        size_t n;
    } rows[] = {
        {"abbreviation without operands", {LIT(0)}, 0},
        {"abbreviation operand of an unknown encoding", {LIT(1), {.encoding = 6}}, 2},
        {"abbreviation operand wider than 32 bits", {LIT(1), FIXED(33)}, 2},
        {"abbreviation operand wider than 32 bits", {LIT(1), VBR(33)}, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        struct bl_view bytes;
        struct bl_error err;
        bl_writer_enter(w, 8, 3);
        cr_expect_eq(bl_writer_define(w, rows[i].ops, rows[i].n), 0, "%s", rows[i].what);
        bl_writer_exit(w);
        cr_expect_eq(bl_writer_finish(w, &bytes, &err), BL_E_ARGUMENT, "%s", rows[i].what);
        cr_expect_str_eq(err.what, rows[i].what);
        bl_writer_close(w);
    }
}

Test(writer, refuses_more_literals_than_readers_do)
{
    static struct bl_abbrev_op ops[BL_MAX_ABBREV_LITERALS + 2]; /* all of them are literals */
    ops[0].encoding = BL_ENC_CHAR6;
    for (size_t n = BL_MAX_ABBREV_LITERALS + 1; n <= BL_MAX_ABBREV_LITERALS + 2; n++) {
        struct bl_writer *w = build_begin();
        struct bl_view bytes;
        bool good = n <= BL_MAX_ABBREV_LITERALS + 1;
        bl_writer_enter(w, 8, 3);
        cr_expect_eq(bl_writer_define(w, ops, n), good ? BL_ABBREV_FIRST : 0);
        bl_writer_exit(w);
        cr_expect_eq(bl_writer_finish(w, &bytes, NULL), good ? BL_OK : BL_E_ARGUMENT);
        if (good)
            cr_expect_null(properties_check(bytes, NULL));
        bl_writer_close(w);
    }
}

Test(writer, refuses_records_that_do_not_fit_their_abbreviation)
{
    static const struct bl_view bytes = {.data = (const uint8_t *)"x", .size = 1};
    static const struct {
        const char *name;
        uint32_t id, code;
        uint64_t ops[3];
        size_t n_ops;
        const struct bl_view *blob;
        int status;
    } rows[] = {
        {"literal", 4, 1, {9}, 1, NULL, BL_OK},
        {"other literal", 4, 1, {8}, 1, NULL, BL_E_ARGUMENT},
        {"other literal code", 4, 2, {9}, 1, NULL, BL_E_ARGUMENT},
        {"too few operands", 4, 1, {0}, 0, NULL, BL_E_ARGUMENT},
        {"too many operands", 4, 1, {9, 9}, 2, NULL, BL_E_ARGUMENT},
        {"fixed", 5, 7, {3, 0}, 2, NULL, BL_OK},
        {"code does not fit", 5, 8, {3, 0}, 2, NULL, BL_E_ARGUMENT},
        {"operand does not fit", 5, 7, {4, 0}, 2, NULL, BL_E_ARGUMENT},
        {"one bit of VBR holds 0 only", 5, 7, {3, 1}, 2, NULL, BL_E_ARGUMENT},
        {"char6", 6, 1, {'a', '_'}, 2, NULL, BL_OK},
        {"not a char6", 6, 1, {'a', '-'}, 2, NULL, BL_E_ARGUMENT},
        {"beyond characters", 6, 1, {'a' + 256}, 1, NULL, BL_E_ARGUMENT},
        {"blob for an array", 6, 1, {'a'}, 1, &bytes, BL_E_ARGUMENT},
        {"blob", 7, 1, {0}, 0, &bytes, BL_OK},
        {"no blob", 7, 1, {0}, 0, NULL, BL_E_ARGUMENT},
        {"array of literals", 8, 1, {2}, 1, NULL, BL_E_ARGUMENT},
        {"array in the middle", 9, 1, {1, 1}, 2, NULL, BL_E_ARGUMENT},
        {"one blob for two", 10, 1, {0}, 0, &bytes, BL_E_ARGUMENT},
        {"not defined", 11, 1, {0}, 0, NULL, BL_E_ARGUMENT},
        {"built-in id", 3, 1, {0}, 0, NULL, BL_E_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        struct bl_view all;
        define_all(w);
        bl_writer_abbreviated(w, rows[i].id, rows[i].code, rows[i].ops, rows[i].n_ops,
                              rows[i].blob);
        bl_writer_exit(w);
        cr_expect_eq(bl_writer_finish(w, &all, NULL), rows[i].status, "%s", rows[i].name);
        bl_writer_close(w);
    }
}

Test(writer, pads_to_four_bytes_and_goes_on)
{
    struct bl_writer *w;
    struct bl_view bytes;
    cr_assert_eq(bl_writer_open(&w, NULL), BL_OK);
    cr_expect_eq(bl_writer_finish(w, &bytes, NULL), BL_OK);
    cr_expect(bytes.size == 0 && bytes.data != NULL);
    bl_writer_fixed(w, 1, 1);
    cr_expect_eq(bl_writer_finish(w, &bytes, NULL), BL_OK);
    cr_expect(bytes.size == 4 && bytes.data[0] == 1);
    bl_writer_fixed(w, UINT64_MAX, 64);
    cr_expect_eq(bl_writer_finish(w, &bytes, NULL), BL_OK);
    cr_expect(bytes.size == 12 && bytes.data[11] == 0xFF);
    bl_writer_patch32(w, 32, 0x01020304);
    cr_expect_eq(bl_writer_finish(w, &bytes, NULL), BL_OK);
    cr_expect_arr_eq(bytes.data + 4, "\x04\x03\x02\x01\xFF", 5);
    bl_writer_close(w);
    bl_writer_close(NULL);
}
