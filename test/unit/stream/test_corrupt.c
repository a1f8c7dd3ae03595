/* test_corrupt.c - one field wrong at a time: what is reported, and where
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What is an error and in which order fields are checked follows BitstreamReader.h. Each stream is
 * walked under strict and LLVM's rules, reading and skipping.
 */
#include "unit/expect.h"

enum {
    WIDTH = 3
}; /* bits of an abbreviation id in the blocks written here */

/* A writer in a block of id 8, and the position of its ENTER_SUBBLOCK in front: bit 32. */
static struct bl_writer *in_block(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, WIDTH);
    return w;
}

/* Something to read, so that the end of the stream is not what stops a reader. */
static void fill(struct bl_writer *w)
{
    bl_writer_align32(w);
    for (int i = 0; i < 8; i++)
        bl_writer_fixed(w, 0, 32);
}

/* ---- Block header ---- */

Test(corrupt, block_id)
{
    struct bl_writer *w = in_block();
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, BUILD_ENTER_SUBBLOCK, WIDTH);
    build_long_vbr(w, 8, 8, 6); /* blockid: six chunks, the last begins at bit 35 */
    bl_writer_vbr(w, 3, 4);
    fill(w);
    bl_writer_exit(w);
    expect_both(w, "overlong", (struct expected){BL_E_MALFORMED, "id does not end", at, 1});
}

Test(corrupt, id_width)
{
    static const struct {
        const char *name;
        uint64_t width;
        const char *what;
    } rows[] = {
        {"no bits", 0, "ids of no bits"},
        {"33 bits", 33, "wider than 32 bits"},
        {"2^31 bits", UINT64_C(1) << 31, "wider than 32 bits"},
        {"35 bits of width", UINT64_C(1) << 34, "width does not end"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        /* id 8, newabbrevlen of the row, blocklen 8 */
        build_header(w, BUILD_TOP_WIDTH, 8, rows[i].width, 8);
        fill(w);
        expect_both(w, rows[i].name, (struct expected){BL_E_MALFORMED, rows[i].what, 32, 1});
    }
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 32);
    bl_writer_record(w, 1, BUILD_OPS(5));
    bl_writer_exit(w);
    expect_both(w, "32 bits", (struct expected){.status = BL_OK});
}

Test(corrupt, header_cut_off)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 500, WIDTH);
    bl_writer_exit(w);
    struct bl_view all = build_bytes(w);
    static const struct {
        size_t size;
        const char *what;
        uint32_t depth;
    } rows[] = {
        {5, "id does not end", 0},    /* after the first chunk of blockid */
        {6, "id does not end", 0},    /* inside the second one */
        {7, "inside the header", 1},  /* inside the padding */
        {8, "inside the header", 1},  /* after it */
        {11, "inside the header", 1}, /* inside blocklen */
        {12, "without a body", 1},    /* after blocklen */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_view cut = {.data = all.data, .size = rows[i].size};
        struct expected expected = {BL_E_TRUNCATED, rows[i].what, 32, rows[i].depth};
        expect_walk_of(cut, rows[i].what, 0, expected);
        expect_walk_of(cut, rows[i].what, BL_WALK_LLVM, expected);
    }
    bl_writer_close(w);
}

/* A block with one record, then another block; the first one's blocklen off by DELTA words. */
static struct bl_writer *with_length_off_by(int delta, uint64_t *end_pos)
{
    struct bl_writer *w = in_block();
    uint64_t length_pos = bl_writer_pos(w) - 32;
    for (int i = 0; i < 8; i++)
        bl_writer_record(w, 1, BUILD_OPS(0x12345678));
    bl_writer_exit(w);
    uint64_t end = bl_writer_pos(w);
    bl_writer_patch32(w, length_pos, (uint32_t)((end - length_pos) / 32 - 1 + (uint64_t)delta));
    /* END_BLOCK's id is in the last word, after eight records of 3 + 6 + 6 + 36 bits */
    *end_pos = length_pos + 32 + 8 * (3 + 6 + 6 + 36);
    bl_writer_enter(w, 9, WIDTH);
    bl_writer_record(w, 2, BUILD_OPS(3));
    bl_writer_exit(w);
    return w;
}

Test(corrupt, blocklen)
{
    uint64_t end_pos;
    struct bl_writer *w = with_length_off_by(1, &end_pos);
    expect_walk_of(build_bytes(w), "LLVM does not look", BL_WALK_LLVM,
                   (struct expected){.status = BL_OK});
    expect_walk(w, "one too long", 0,
                (struct expected){BL_E_MALFORMED, "END_BLOCK before the end", end_pos, 1});

    w = with_length_off_by(100, &end_pos);
    expect_walk(w, "beyond the stream", 0,
                (struct expected){BL_E_MALFORMED, "END_BLOCK before the end", end_pos, 1});

    w = with_length_off_by(-1, &end_pos);
    expect_walk_of(build_bytes(w), "LLVM does not look", BL_WALK_LLVM,
                   (struct expected){.status = BL_OK});
    /* The last word holds END_BLOCK and the end of the record before it. */
    expect_walk(w, "one too short", 0,
                (struct expected){BL_E_TRUNCATED, "inside a record", end_pos - 51, 1});

    w = with_length_off_by(-13, &end_pos);
    expect_walk(w, "zero", 0, (struct expected){BL_E_TRUNCATED, "before END_BLOCK", 32 + 64, 1});
}

Test(corrupt, blocklen_of_a_nested_block)
{
    struct bl_writer *w = in_block();
    uint64_t inner_pos = bl_writer_pos(w);
    bl_writer_enter(w, 9, WIDTH);
    uint64_t length_pos = bl_writer_pos(w) - 32;
    bl_writer_exit(w);
    bl_writer_exit(w);
    bl_writer_patch32(w, length_pos, 3); /* 1, and 1 to the end of the block around */
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_error err;
    uint32_t first, count;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    /* Walking leaps over it: blamed is the length. */
    cr_expect_eq(bl_index_children(index, 0, &first, &count, &err), BL_E_TRUNCATED);
    cr_expect(strstr(err.what, "blocklen reaches beyond"), "%s", err.what);
    cr_expect_eq(err.bit_pos, inner_pos);
    cr_expect_eq(count, 1);
    bl_index_close(index);
    expect_walk(w, "entering", 0,
                (struct expected){BL_E_MALFORMED, "END_BLOCK before the end", length_pos + 32, 2});
}

Test(corrupt, end_block)
{
    struct bl_writer *w = in_block();
    bl_writer_exit(w);
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, BUILD_END_BLOCK, BUILD_TOP_WIDTH); /* ends nothing */
    bl_writer_align32(w);
    bl_writer_enter(w, 9, WIDTH); /* so that it is no padding */
    bl_writer_exit(w);
    expect_both(w, "at the top level",
                (struct expected){BL_E_MALFORMED, "not a block at the top level", at, 0});

    w = in_block();
    bl_writer_record(w, 1, BUILD_OPS(1, 2, 3, 4, 5, 6));
    bl_writer_exit(w);
    struct bl_view cut = build_bytes(w);
    cut.size -= 4;
    expect_walk_of(cut, "missing", 0, (struct expected){BL_E_TRUNCATED, NULL, 96, 1});
    bl_writer_close(w);
}

/* The length says that the padding is there. LLVM does not look at it. */
Test(corrupt, end_block_padding)
{
    struct bl_writer *w = in_block();
    bl_writer_enter(w, 9, WIDTH);
    bl_writer_exit(w);
    uint64_t at = bl_writer_pos(w);
    bl_writer_exit(w);
    for (size_t cut = 1; cut < 4; cut++) {
        struct bl_view bytes = build_bytes(w);
        bytes.size -= cut;
        expect_walk_of(bytes, "cut off", BL_WALK_LLVM, (struct expected){.status = BL_OK});
        expect_walk_of(bytes, "cut off", 0,
                       (struct expected){BL_E_TRUNCATED, "in the padding", at, 1});
    }
    bl_writer_close(w);
}

Test(corrupt, top_level)
{
    static const struct {
        const char *name;
        unsigned id;
        int strict, llvm;
    } rows[] = {
        {"DEFINE_ABBREV", BUILD_DEFINE_ABBREV, BL_E_MALFORMED, BL_E_MALFORMED},
        {"record", BUILD_UNABBREV, BL_E_MALFORMED, BL_E_MALFORMED},
        {"zero padding", BUILD_END_BLOCK, BL_OK, BL_E_MALFORMED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = in_block();
        bl_writer_exit(w);
        uint64_t at = bl_writer_pos(w);
        bl_writer_fixed(w, rows[i].id, BUILD_TOP_WIDTH);
        fill(w);
        const char *what = "not a block at the top level";
        expect_walk_of(build_bytes(w), rows[i].name, BL_WALK_LLVM,
                       (struct expected){rows[i].llvm, what, at, 0});
        expect_walk(w, rows[i].name, 0, (struct expected){rows[i].strict, what, at, 0});
    }
}

/* ---- Abbreviation ids and definitions ---- */

Test(corrupt, abbreviation_id)
{
    struct bl_writer *w = in_block();
    BUILD_DEFINE(w, LIT(1), VBR(6));
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 5, WIDTH); /* 4 is the only one defined */
    fill(w);
    bl_writer_exit(w);
    expect_both(w, "not defined",
                (struct expected){BL_E_MALFORMED, "id that is not defined", at, 1});

    w = build_begin();
    uint64_t length_pos = build_header(w, BUILD_TOP_WIDTH, 8, 32, 1);
    bl_writer_fixed(w, 0, 8); /* eight of 32 bits; the words end after three bytes more */
    bl_writer_align32(w);
    struct bl_view cut = build_bytes(w);
    cut.size -= 3;
    struct expected expected = {BL_E_TRUNCATED, "inside an abbreviation id", length_pos + 32, 1};
    expect_walk_of(cut, "cut off", 0, expected);
    expect_walk_of(cut, "cut off", BL_WALK_LLVM, expected);
    bl_writer_close(w);
}

/* A definition up to its operands' number. */
static struct bl_writer *in_definition(uint64_t n_ops, uint64_t *at)
{
    struct bl_writer *w = in_block();
    *at = bl_writer_pos(w);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    bl_writer_vbr(w, n_ops, 5);
    return w;
}

Test(corrupt, definition_numops)
{
    uint64_t at;
    struct bl_writer *w = in_definition(0, &at);
    fill(w);
    bl_writer_exit(w);
    expect_both(w, "none", (struct expected){BL_E_MALFORMED, "without operands", at, 1});

    w = in_definition(100000, &at);
    fill(w);
    bl_writer_exit(w);
    expect_both(w, "more than bits",
                (struct expected){BL_E_TRUNCATED, "more operands than bits", at, 1});

    w = in_block();
    at = bl_writer_pos(w);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    build_long_vbr(w, 1, 5, 9); /* numabbrevops: the ninth chunk begins at bit 32 */
    fill(w);
    bl_writer_exit(w);
    expect_both(w, "overlong", (struct expected){BL_E_MALFORMED, NULL, at, 1});
}

Test(corrupt, definition_literal)
{
    uint64_t at;
    struct bl_writer *w = in_definition(1, &at);
    bl_writer_fixed(w, 1, 1);    /* literal */
    build_long_vbr(w, 1, 8, 11); /* litvalue: the eleventh chunk begins at bit 70 */
    fill(w);
    bl_writer_exit(w);
    expect_both(w, "overlong", (struct expected){BL_E_MALFORMED, "does not end", at, 1});
}

Test(corrupt, definition_encoding)
{
    static const unsigned unknown[] = {0, 6, 7};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        uint64_t at;
        struct bl_writer *w = in_definition(1, &at);
        bl_writer_fixed(w, 0, 1); /* no literal */
        bl_writer_fixed(w, unknown[i], 3);
        fill(w);
        bl_writer_exit(w);
        expect_both(w, "unknown", (struct expected){BL_E_MALFORMED, "unknown encoding", at, 1});
    }
}

Test(corrupt, definition_width)
{
    for (unsigned encoding = BL_ENC_FIXED; encoding <= BL_ENC_VBR; encoding++) {
        static const uint64_t widths[] = {33, 64, UINT64_C(1) << 32, UINT64_C(1) << 63};
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
            uint64_t at;
            struct bl_writer *w = in_definition(1, &at);
            bl_writer_fixed(w, 0, 1);
            bl_writer_fixed(w, encoding, 3);
            bl_writer_vbr(w, widths[i], 5);
            fill(w);
            bl_writer_exit(w);
            expect_both(w, "too wide", (struct expected){BL_E_MALFORMED, "wider than 32", at, 1});
        }
    }
}

Test(corrupt, definition_cut_off)
{
    struct bl_writer *w = in_block();
    uint64_t at = bl_writer_pos(w);
    BUILD_DEFINE(w, LIT(1), LIT(UINT64_MAX), VBR(6), ARRAY, CHAR6);
    uint64_t end = bl_writer_pos(w);
    bl_writer_exit(w);
    struct bl_view all = build_bytes(w);
    for (uint64_t size = at / 8 + 1; size < end / 8; size++) {
        struct bl_view cut = {.data = all.data, .size = (size_t)size};
        struct expected expected = {BL_E_TRUNCATED, NULL, at, 1};
        expect_walk_of(cut, "cut off", 0, expected);
        expect_walk_of(cut, "cut off", BL_WALK_LLVM, expected);
    }
    bl_writer_close(w);
}

/* LLVM refuses these only when a record uses them, and so do we. */
Test(corrupt, definition_that_cannot_be_used)
{
    static const struct {
        const char *what;
        struct bl_abbrev_op ops[4];
        size_t n;
    } rows[] = {
        {"array is not second to last", {LIT(1), ARRAY}, 2},
        {"array is not second to last", {LIT(1), ARRAY, FIXED(1), FIXED(1)}, 4},
        {"array of literals", {LIT(1), ARRAY, LIT(1)}, 3},
        {"array of literals", {LIT(1), ARRAY, FIXED(0)}, 3},
        {"array of arrays or blobs", {LIT(1), ARRAY, BLOB}, 3},
        {"array of arrays or blobs", {LIT(1), ARRAY, ARRAY}, 3},
        {"array is not second to last", {LIT(1), ARRAY, ARRAY, FIXED(1)}, 4},
        {"code is an array or a blob", {ARRAY, CHAR6}, 2},
        {"code is an array or a blob", {BLOB}, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = in_block();
        bl_writer_define(w, rows[i].ops, rows[i].n);
        bl_writer_exit(w);
        expect_both(w, "unused", (struct expected){.status = BL_OK});

        w = in_block();
        uint32_t id = bl_writer_define(w, rows[i].ops, rows[i].n);
        uint64_t at = bl_writer_pos(w);
        bl_writer_fixed(w, id, WIDTH);
        fill(w);
        bl_writer_exit(w);
        expect_both(w, rows[i].what, (struct expected){BL_E_MALFORMED, rows[i].what, at, 1});
    }
}

/* ---- Records ---- */

/* Code, number and operands are VBRs of six bits; one row makes one of them wrong. */
Test(corrupt, unabbreviated_record)
{
    static const struct {
        const char *name;
        uint64_t code;
        unsigned code_chunks;
        uint64_t n_ops;
        unsigned n_ops_chunks, op_chunks;
        int status;
        const char *what;
    } rows[] = {
        {"good", 1, 1, 1, 1, 1, BL_OK, NULL},
        {"code of 7 chunks", 1, 7, 1, 1, 1, BL_OK, NULL},
        {"code of 8 chunks", 1, 8, 1, 1, 1, BL_E_MALFORMED, "does not end"},
        {"numops of 7 chunks", 1, 1, 1, 7, 1, BL_OK, NULL},
        {"numops of 8 chunks", 1, 1, 1, 8, 1, BL_E_MALFORMED, "does not end"},
        {"numops beyond the bits", 1, 1, 1000, 2, 1, BL_E_TRUNCATED, "more operands than bits"},
        {"numops of 2^32 - 1", 1, 1, UINT32_MAX, 7, 1, BL_E_TRUNCATED, "more operands than bits"},
        {"operand of 13 chunks", 1, 1, 1, 1, 13, BL_OK, NULL},
        {"operand of 14 chunks", 1, 1, 1, 1, 14, BL_E_MALFORMED, "does not end"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = in_block();
        uint64_t at = bl_writer_pos(w);
        bl_writer_fixed(w, BUILD_UNABBREV, WIDTH);
        build_long_vbr(w, rows[i].code, 6, rows[i].code_chunks);
        build_long_vbr(w, rows[i].n_ops, 6, rows[i].n_ops_chunks);
        build_long_vbr(w, 1, 6, rows[i].op_chunks);
        if (rows[i].status < 0)
            fill(w);
        bl_writer_exit(w);
        expect_both(w, rows[i].name, (struct expected){rows[i].status, rows[i].what, at, 1});
    }
}

/* What follows the id of a record whose abbreviation is the row's. */
Test(corrupt, abbreviated_record)
{
    static const struct {
        const char *name;
        struct bl_abbrev_op ops[4];
        size_t n;
        uint64_t value;
        unsigned width, n_chunks;
        int status;
        const char *what;
    } rows[] = {
        {"code overlong", {VBR(4)}, 1, 1, 4, 23, BL_E_MALFORMED, "does not end"},
        {"field overlong", {LIT(1), VBR(4)}, 2, 1, 4, 23, BL_E_MALFORMED, "does not end"},
        {"array length overlong", {LIT(1), ARRAY, CHAR6}, 3, 1, 6, 8, BL_E_MALFORMED, "not end"},
        {"array too long", {LIT(1), ARRAY, CHAR6}, 3, 60, 6, 2, BL_E_TRUNCATED, "more operands"},
        {"array of 2^32 - 1",
         {LIT(1), ARRAY, FIXED(1)},
         3,
         UINT32_MAX,
         6,
         7,
         BL_E_TRUNCATED,
         "more operands"},
        {"blob length overlong", {LIT(1), BLOB}, 2, 1, 6, 8, BL_E_MALFORMED, "does not end"},
        {"blob too long", {LIT(1), BLOB}, 2, 41, 6, 2, BL_E_TRUNCATED, "a blob longer"},
        {"blob of 2^32 - 1", {LIT(1), BLOB}, 2, UINT32_MAX, 6, 7, BL_E_TRUNCATED, "a blob longer"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = in_block();
        uint32_t id = bl_writer_define(w, rows[i].ops, rows[i].n);
        uint64_t at = bl_writer_pos(w);
        bl_writer_fixed(w, id, WIDTH);
        build_long_vbr(w, rows[i].value, rows[i].width, rows[i].n_chunks);
        fill(w);
        bl_writer_exit(w);
        expect_both(w, rows[i].name, (struct expected){rows[i].status, rows[i].what, at, 1});
    }
}

Test(corrupt, array_element)
{
    struct bl_writer *w = in_block();
    uint32_t id = BUILD_DEFINE(w, LIT(1), ARRAY, VBR(5));
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, id, WIDTH);
    bl_writer_vbr(w, 3, 6);      /* three elements */
    bl_writer_vbr(w, 7, 5);      /* a good one */
    build_long_vbr(w, 7, 5, 17); /* the 17th chunk begins at bit 64 */
    bl_writer_vbr(w, 7, 5);
    fill(w);
    bl_writer_exit(w);
    expect_both(w, "overlong", (struct expected){BL_E_MALFORMED, "does not end", at, 1});
}

/* Every cut inside a record with each kind of field. */
Test(corrupt, record_cut_off)
{
    struct bl_writer *w = in_block();
    uint32_t id = BUILD_DEFINE(w, FIXED(5), VBR(6), CHAR6, BLOB);
    uint32_t id2 = BUILD_DEFINE(w, VBR(4), ARRAY, VBR(7));
    uint64_t first = bl_writer_pos(w);
    struct bl_view blob = {.data = (const uint8_t *)"0123456789", .size = 10};
    bl_writer_abbreviated(w, id, 9, BUILD_OPS(UINT64_MAX, 'a'), &blob);
    uint64_t second = bl_writer_pos(w);
    bl_writer_abbreviated(w, id2, 99, BUILD_OPS(1, UINT64_MAX, 3), NULL);
    uint64_t end = bl_writer_pos(w);
    bl_writer_exit(w);
    struct bl_view all = build_bytes(w);
    for (size_t size = first / 8 + 1; size * 8 < end; size++) {
        struct bl_view cut = {.data = all.data, .size = size};
        /* The cut may fall into the abbreviation id of the second one, or before it. */
        uint64_t at = size * 8 < second ? first : second;
        struct expected expected = {BL_E_TRUNCATED, NULL, at, 1};
        expect_walk_of(cut, "cut off", 0, expected);
        expect_walk_of(cut, "cut off", BL_WALK_LLVM, expected);
    }
    bl_writer_close(w);
}

/* ---- BLOCKINFO ---- */

static struct bl_writer *in_blockinfo(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, WIDTH);
    return w;
}

Test(corrupt, blockinfo_setbid)
{
    struct bl_writer *w = in_blockinfo();
    uint64_t at = bl_writer_pos(w);
    bl_writer_record(w, BUILD_SETBID, NULL, 0); /* block id missing */
    bl_writer_exit(w);
    expect_both(w, "no operand", (struct expected){BL_E_MALFORMED, "without a block id", at, 1});
}

Test(corrupt, blockinfo_names)
{
    for (unsigned code = BUILD_BLOCKNAME; code <= BUILD_SETRECORDNAME; code++) {
        struct bl_writer *w = in_blockinfo();
        uint64_t at = bl_writer_pos(w);
        bl_writer_record(w, code, BUILD_OPS('a', 'b'));
        bl_writer_exit(w);
        expect_both(w, "before SETBID",
                    (struct expected){BL_E_MALFORMED, "before any SETBID", at, 1});
    }
    struct bl_writer *w = in_blockinfo();
    bl_writer_set_block(w, 8);
    uint64_t at = bl_writer_pos(w);
    bl_writer_record(w, BUILD_SETRECORDNAME, NULL, 0);
    bl_writer_exit(w);
    expect_both(w, "no code", (struct expected){BL_E_MALFORMED, "without a record code", at, 1});
}

Test(corrupt, blockinfo_definition)
{
    struct bl_writer *w = in_blockinfo();
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH); /* of no block */
    bl_writer_vbr(w, 1, 5);
    bl_writer_fixed(w, 1, 1);
    bl_writer_vbr(w, 7, 8);
    bl_writer_exit(w);
    expect_both(w, "before SETBID", (struct expected){BL_E_MALFORMED, "before any SETBID", at, 1});

    w = in_blockinfo();
    bl_writer_set_block(w, 8);
    at = bl_writer_pos(w);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    bl_writer_vbr(w, 0, 5);
    bl_writer_exit(w);
    expect_both(w, "no operands", (struct expected){BL_E_MALFORMED, "without operands", at, 1});
}

Test(corrupt, blockinfo_record)
{
    struct bl_writer *w = in_blockinfo();
    bl_writer_set_block(w, 0);
    BUILD_DEFINE(w, LIT(1), FIXED(4));
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 4, WIDTH); /* defined for the next BLOCKINFO, not for this one */
    fill(w);
    bl_writer_exit(w);
    expect_both(w, "undefined id", (struct expected){BL_E_MALFORMED, "not defined", at, 1});
}
