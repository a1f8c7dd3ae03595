/* support/synthetic_grammar.c - malformed and odd streams, field by field of the container
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each row of the table at the end writes one stream: a function that is given the writer after
 * the magic, and two numbers to distinguish the rows that share it.
 *
 * Left out, because llvm-bcanalyzer 22 runs into undefined behaviour on it: an empty array after a
 * blob. It counts the blob as an operand and reads on after the last one.
 */
#include "support/build.h"
#include "support/synthetic.h"

#include <stdio.h>
#include <string.h>

enum {
    MODULE = 8,
    UNKNOWN_BLOCK = 99,
    WIDTH = 3
};

static void open_module(struct bl_writer *w)
{
    bl_writer_enter(w, MODULE, WIDTH);
}

/* Words that read as anything. */
static void fill(struct bl_writer *w, int n_words)
{
    bl_writer_align32(w);
    for (int i = 0; i < n_words; i++)
        bl_writer_fixed(w, 0, 32);
}

/* A good block to come after what is wrong. */
static void tail(struct bl_writer *w)
{
    bl_writer_enter(w, UNKNOWN_BLOCK, WIDTH);
    bl_writer_record(w, 5, BUILD_OPS(1, 2, 3));
    bl_writer_exit(w);
}

/* ---- Block headers ---- */

/* A: chunks of blockid */
static void header_block_id(struct bl_writer *w, uint64_t chunks, uint64_t id)
{
    bl_writer_fixed(w, BUILD_ENTER_SUBBLOCK, BUILD_TOP_WIDTH);
    build_long_vbr(w, id, 8, (unsigned)chunks);
    bl_writer_vbr(w, WIDTH, 4);
    bl_writer_align32(w);
    bl_writer_fixed(w, 1, 32);
    fill(w, 1);
}

/* A: newabbrevlen, in B chunks */
static void header_id_width(struct bl_writer *w, uint64_t width, uint64_t chunks)
{
    bl_writer_fixed(w, BUILD_ENTER_SUBBLOCK, BUILD_TOP_WIDTH);
    bl_writer_vbr(w, MODULE, 8);
    build_long_vbr(w, width, 4, (unsigned)chunks);
    bl_writer_align32(w);
    bl_writer_fixed(w, 2, 32);
    fill(w, 2);
}

/* A good block with ids of A bits. */
static void good_id_width(struct bl_writer *w, uint64_t width, uint64_t unused)
{
    (void)unused;
    bl_writer_enter(w, MODULE, (unsigned)width);
    if (width >= 3) {
        uint32_t id = BUILD_DEFINE(w, LIT(2), ARRAY, CHAR6);
        bl_writer_abbreviated(w, id, 2, BUILD_OPS('x', '8', '6'), NULL);
    }
    bl_writer_enter(w, 17, 4);
    bl_writer_exit(w);
    bl_writer_exit(w);
}

/* blocklen off by A words, as an int. B: nested in another block. */
static void wrong_blocklen(struct bl_writer *w, uint64_t delta, uint64_t nested)
{
    if (nested)
        open_module(w);
    bl_writer_enter(w, 17, 4);
    uint64_t length_pos = bl_writer_pos(w) - 32;
    for (int i = 0; i < 6; i++)
        bl_writer_record(w, 7, BUILD_OPS(i * 1000));
    bl_writer_exit(w);
    uint64_t n_words = (bl_writer_pos(w) - length_pos) / 32 - 1;
    bl_writer_patch32(w, length_pos, (uint32_t)(n_words + delta));
    if (nested) {
        bl_writer_record(w, 1, BUILD_OPS(2));
        bl_writer_exit(w);
    }
    tail(w);
}

/* blocklen is A. */
static void set_blocklen(struct bl_writer *w, uint64_t n_words, uint64_t unused)
{
    (void)unused;
    open_module(w);
    uint64_t length_pos = bl_writer_pos(w) - 32;
    bl_writer_record(w, 1, BUILD_OPS(2));
    bl_writer_exit(w);
    bl_writer_patch32(w, length_pos, (uint32_t)n_words);
    tail(w);
}

/* One record, to be cut off by the row. */
static void to_be_cut(struct bl_writer *w, uint64_t unused, uint64_t unused2)
{
    (void)unused;
    (void)unused2;
    open_module(w);
    bl_writer_record(w, 1, BUILD_OPS(2, UINT64_MAX, 3, UINT64_MAX));
    bl_writer_exit(w);
}

/* The padding of a header and after END_BLOCK is not zero. */
static void nonzero_padding(struct bl_writer *w, uint64_t unused, uint64_t unused2)
{
    (void)unused;
    (void)unused2;
    bl_writer_fixed(w, BUILD_ENTER_SUBBLOCK, BUILD_TOP_WIDTH);
    bl_writer_vbr(w, MODULE, 8);
    bl_writer_vbr(w, WIDTH, 4);
    bl_writer_fixed(w, 0x3FFFF, 18);
    bl_writer_fixed(w, 1, 32);
    bl_writer_fixed(w, BUILD_END_BLOCK, WIDTH);
    bl_writer_fixed(w, 0x1FFFFFFF, 29);
    tail(w);
}

/* A blocks in each other, the last B of which do not end. */
static void nested(struct bl_writer *w, uint64_t n, uint64_t n_open)
{
    for (uint64_t i = 0; i < n; i++)
        build_header(w, i ? WIDTH : BUILD_TOP_WIDTH, 8 + i % 20, WIDTH,
                     (uint32_t)(3 * (n - 1 - i) + 1));
    for (uint64_t i = n_open; i < n; i++)
        fill(w, 1);
}

/* A blocks of different ids in a row. */
static void many_blocks(struct bl_writer *w, uint64_t n, uint64_t n_records)
{
    for (uint64_t i = 0; i < n; i++) {
        bl_writer_enter(w, (uint32_t)(8 + i), 4);
        for (uint64_t k = 0; k < n_records; k++)
            bl_writer_record(w, (uint32_t)(k % 40), BUILD_OPS(k, i));
        bl_writer_exit(w);
    }
}

/* ---- Entries ---- */

/* Abbreviation id A where B are defined. */
static void undefined_id(struct bl_writer *w, uint64_t id, uint64_t n_defined)
{
    bl_writer_enter(w, MODULE, 32);
    bl_writer_record(w, 1, BUILD_OPS(2));
    for (uint64_t i = 0; i < n_defined; i++)
        BUILD_DEFINE(w, LIT(7), FIXED(8));
    bl_writer_fixed(w, id, 32);
    fill(w, 4);
    bl_writer_exit(w);
}

/* Something with id A at the top level, after a good block, and B words more. */
static void at_top_level(struct bl_writer *w, uint64_t id, uint64_t n_words)
{
    tail(w);
    bl_writer_fixed(w, id, BUILD_TOP_WIDTH);
    if (id == BUILD_UNABBREV)
        bl_writer_fixed(w, 1, 18);
    fill(w, (int)n_words);
    tail(w);
}

/* Words of value A after the last block, B of them. */
static void words_behind(struct bl_writer *w, uint64_t value, uint64_t n_words)
{
    tail(w);
    for (uint64_t i = 0; i < n_words; i++)
        bl_writer_fixed(w, value, 32);
}

/* Code, numops and one operand in so many chunks: A is code * 100 + numops, B
 * those of the operand. */
static void long_vbrs(struct bl_writer *w, uint64_t chunks, uint64_t op_chunks)
{
    open_module(w);
    bl_writer_fixed(w, BUILD_UNABBREV, WIDTH);
    build_long_vbr(w, 1, 6, (unsigned)chunks / 100);
    build_long_vbr(w, 1, 6, (unsigned)chunks % 100);
    build_long_vbr(w, 2, 6, (unsigned)op_chunks);
    fill(w, 8);
    bl_writer_exit(w);
}

/* numops is A, and there are B operands. */
static void wrong_numops(struct bl_writer *w, uint64_t n_ops, uint64_t n_there)
{
    open_module(w);
    bl_writer_fixed(w, BUILD_UNABBREV, WIDTH);
    bl_writer_vbr(w, 1, 6);
    bl_writer_vbr(w, n_ops, 6);
    for (uint64_t i = 0; i < n_there; i++)
        bl_writer_vbr(w, 2, 6);
    bl_writer_exit(w);
}

/* A record of code A with operands of every size, in block B. */
static void good_record(struct bl_writer *w, uint64_t code, uint64_t block_id)
{
    bl_writer_enter(w, (uint32_t)block_id, WIDTH);
    bl_writer_record(w, (uint32_t)code, BUILD_OPS(0, 31, 32, UINT32_MAX, INT64_MAX, UINT64_MAX));
    bl_writer_record(w, (uint32_t)code, NULL, 0);
    bl_writer_exit(w);
}

/* ---- Abbreviation definitions ---- */

/* A definition of A operands in B chunks, of which none follow. */
static void define_numops(struct bl_writer *w, uint64_t n_ops, uint64_t chunks)
{
    open_module(w);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    build_long_vbr(w, n_ops, 5, (unsigned)chunks);
    fill(w, 4);
    bl_writer_exit(w);
}

/* A definition whose only operand is a literal of A in B chunks; used. */
static void define_literal(struct bl_writer *w, uint64_t value, uint64_t chunks)
{
    open_module(w);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    bl_writer_vbr(w, 1, 5);
    bl_writer_fixed(w, 1, 1);
    build_long_vbr(w, value, 8, (unsigned)chunks);
    bl_writer_fixed(w, 4, WIDTH);
    bl_writer_exit(w);
}

/* [literal 5, encoding A of width B] */
static void define_encoding(struct bl_writer *w, uint64_t encoding, uint64_t width)
{
    open_module(w);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    bl_writer_vbr(w, 2, 5);
    bl_writer_fixed(w, 1, 1);
    bl_writer_vbr(w, 5, 8);
    bl_writer_fixed(w, 0, 1);
    bl_writer_fixed(w, encoding, 3);
    if (encoding == BL_ENC_FIXED || encoding == BL_ENC_VBR)
        bl_writer_vbr(w, width, 5);
    bl_writer_fixed(w, 4, WIDTH); /* used */
    fill(w, 4);
    bl_writer_exit(w);
}

/* The width of [Fixed] in A chunks. */
static void define_long_width(struct bl_writer *w, uint64_t chunks, uint64_t unused)
{
    (void)unused;
    open_module(w);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    bl_writer_vbr(w, 1, 5);
    bl_writer_fixed(w, 0, 1);
    bl_writer_fixed(w, BL_ENC_FIXED, 3);
    build_long_vbr(w, 3, 5, (unsigned)chunks);
    bl_writer_fixed(w, 4, WIDTH);
    bl_writer_fixed(w, 5, 3);
    bl_writer_exit(w);
}

static const struct {
    struct bl_abbrev_op ops[4];
    size_t n;
} odd_definitions[] = {
    {{LIT(5), ARRAY}, 2},          {{LIT(5), ARRAY, FIXED(4), FIXED(4)}, 4},
    {{LIT(5), ARRAY, LIT(1)}, 3},  {{LIT(5), ARRAY, FIXED(0)}, 3},
    {{LIT(5), ARRAY, BLOB}, 3},    {{LIT(5), ARRAY, ARRAY}, 3},
    {{ARRAY, CHAR6}, 2},           {{BLOB}, 1},
    {{LIT(5), BLOB, FIXED(8)}, 3}, {{LIT(5), BLOB, BLOB}, 3},
    {{FIXED(0), FIXED(8)}, 2},     {{CHAR6, FIXED(8)}, 2},
    {{VBR(1), VBR(1)}, 2},
};

/* Number A of the table, with a record of it that is made of zeros, or B: of none. */
static void odd_definition(struct bl_writer *w, uint64_t number, uint64_t unused_definition)
{
    open_module(w);
    uint32_t id = bl_writer_define(w, odd_definitions[number].ops, odd_definitions[number].n);
    if (!unused_definition) {
        bl_writer_fixed(w, id, WIDTH);
        fill(w, 6);
    }
    bl_writer_exit(w);
}

/* VBR of one bit, of A ones and a zero. */
static void vbr_of_one_bit(struct bl_writer *w, uint64_t n_ones, uint64_t unused)
{
    (void)unused;
    open_module(w);
    BUILD_DEFINE(w, LIT(5), VBR(1), VBR(6));
    bl_writer_fixed(w, 4, WIDTH);
    for (uint64_t i = 0; i < n_ones; i++)
        bl_writer_fixed(w, 1, 1);
    bl_writer_fixed(w, 0, 1);
    bl_writer_vbr(w, 9, 6);
    bl_writer_exit(w);
}

/* ---- Arrays and blobs ---- */

/* [5, Array, Char6] of length A in B chunks; 20 elements follow. */
static void array_length(struct bl_writer *w, uint64_t length, uint64_t chunks)
{
    open_module(w);
    BUILD_DEFINE(w, LIT(5), ARRAY, CHAR6);
    bl_writer_fixed(w, 4, WIDTH);
    build_long_vbr(w, length, 6, (unsigned)chunks);
    for (int i = 0; i < 20; i++)
        bl_writer_char6(w, (char)('a' + i));
    bl_writer_exit(w);
}

/* [5, Array, VBR(5)] with an element of A chunks. */
static void array_element(struct bl_writer *w, uint64_t chunks, uint64_t unused)
{
    (void)unused;
    open_module(w);
    BUILD_DEFINE(w, LIT(5), ARRAY, VBR(5));
    bl_writer_fixed(w, 4, WIDTH);
    bl_writer_vbr(w, 3, 6);
    bl_writer_vbr(w, 100, 5);
    build_long_vbr(w, 7, 5, (unsigned)chunks);
    bl_writer_vbr(w, 200, 5);
    bl_writer_exit(w);
}

/* An array of A elements that count up from B. */
static void array_of_bytes(struct bl_writer *w, uint64_t n, uint64_t first)
{
    uint64_t ops[256];
    for (uint64_t i = 0; i < n; i++)
        ops[i] = (first + i) & 0xFF;
    open_module(w);
    uint32_t id = BUILD_DEFINE(w, LIT(16), ARRAY, FIXED(8));
    bl_writer_abbreviated(w, id, 16, ops, n, NULL);
    id = BUILD_DEFINE(w, LIT(99), VBR(6), ARRAY, VBR(6));
    bl_writer_abbreviated(w, id, 99, ops, n ? n : 1, NULL);
    bl_writer_exit(w);
}

/* [5, Blob] of length A in B chunks; 40 bytes follow. */
static void blob_length(struct bl_writer *w, uint64_t length, uint64_t chunks)
{
    open_module(w);
    BUILD_DEFINE(w, LIT(5), BLOB);
    bl_writer_fixed(w, 4, WIDTH);
    build_long_vbr(w, length, 6, (unsigned)chunks);
    bl_writer_align32(w);
    for (int i = 0; i < 40; i++)
        bl_writer_fixed(w, (unsigned)('0' + i), 8);
    bl_writer_exit(w);
}

/* A blob of A bytes that count up from B, and an operand. */
static void good_blob(struct bl_writer *w, uint64_t n, uint64_t first)
{
    uint8_t bytes[256];
    for (uint64_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(first + i);
    struct bl_view blob = {.data = bytes, .size = n};
    open_module(w);
    uint32_t id = BUILD_DEFINE(w, LIT(5), VBR(6), BLOB);
    bl_writer_abbreviated(w, id, 5, BUILD_OPS(77), &blob);
    bl_writer_exit(w);
}

/* A blob whose padding in front and after is not zero. */
static void blob_padding(struct bl_writer *w, uint64_t unused, uint64_t unused2)
{
    (void)unused;
    (void)unused2;
    open_module(w);
    BUILD_DEFINE(w, LIT(5), BLOB);
    bl_writer_fixed(w, 4, WIDTH);
    bl_writer_vbr(w, 5, 6);
    while (bl_writer_pos(w) % 32)
        bl_writer_fixed(w, 1, 1);
    bl_writer_fixed(w, 0x44434241, 32);
    bl_writer_fixed(w, 0xFFFFFF45, 32);
    bl_writer_record(w, 1, BUILD_OPS(2));
    bl_writer_exit(w);
}

/* ---- BLOCKINFO ---- */

static void open_info(struct bl_writer *w)
{
    bl_writer_enter(w, BUILD_BLOCKINFO, WIDTH);
}

/* A record of code A with B operands before any SETBID, and a block after. */
static void info_record_first(struct bl_writer *w, uint64_t code, uint64_t n_ops)
{
    open_info(w);
    bl_writer_record(w, (uint32_t)code, (const uint64_t[]){'a', 'b', 'c'}, n_ops);
    bl_writer_exit(w);
    tail(w);
}

static void info_define_first(struct bl_writer *w, uint64_t unused, uint64_t unused2)
{
    (void)unused;
    (void)unused2;
    open_info(w);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    bl_writer_vbr(w, 1, 5);
    bl_writer_fixed(w, 1, 1);
    bl_writer_vbr(w, 7, 8);
    bl_writer_exit(w);
    tail(w);
}

static void name_record(struct bl_writer *w, uint64_t code, const char *name)
{
    uint64_t ops[64] = {code};
    size_t n = 1;
    for (; *name; name++)
        ops[n++] = (uint8_t)*name;
    bl_writer_record(w, BUILD_SETRECORDNAME, ops, n);
}

static const char *const odd_names[][2] = {
    {"MY_MODULE", "MY_RECORD"}, {"", ""},          {"a b<c>&\"'", "x=\"1\"/>"},
    {"\x01\x02\xFF", "\n\t"},   {"BLOCK\\", "%s"},
};

/* Names number A for block B and its record 5. */
static void info_names(struct bl_writer *w, uint64_t number, uint64_t block_id)
{
    open_info(w);
    bl_writer_set_block(w, (uint32_t)block_id);
    build_text_record(w, BUILD_BLOCKNAME, odd_names[number][0]);
    name_record(w, 5, odd_names[number][1]);
    bl_writer_exit(w);
    open_module(w);
    bl_writer_record(w, 5, BUILD_OPS(1));
    bl_writer_exit(w);
    tail(w);
}

/* Two names for the same block and record. */
static void info_names_twice(struct bl_writer *w, uint64_t unused, uint64_t unused2)
{
    (void)unused;
    (void)unused2;
    open_info(w);
    bl_writer_set_block(w, UNKNOWN_BLOCK);
    build_text_record(w, BUILD_BLOCKNAME, "FIRST");
    name_record(w, 5, "ONE");
    bl_writer_set_block(w, MODULE);
    bl_writer_set_block(w, UNKNOWN_BLOCK);
    build_text_record(w, BUILD_BLOCKNAME, "SECOND");
    name_record(w, 5, "TWO");
    bl_writer_exit(w);
    tail(w);
}

/* SETBID of id A with B operands. */
static void info_setbid(struct bl_writer *w, uint64_t id, uint64_t n_ops)
{
    open_info(w);
    bl_writer_record(w, BUILD_SETBID, (const uint64_t[]){id, 7, 7}, n_ops);
    build_text_record(w, BUILD_BLOCKNAME, "NAMED");
    bl_writer_exit(w);
    tail(w);
}

static void describe(struct bl_writer *w, uint32_t block_id, uint64_t mark)
{
    open_info(w);
    bl_writer_set_block(w, block_id);
    BUILD_DEFINE(w, LIT(5), LIT(mark), VBR(6));
    bl_writer_exit(w);
}

static void use(struct bl_writer *w, uint32_t block_id, uint64_t mark)
{
    bl_writer_enter(w, block_id, WIDTH);
    bl_writer_abbreviated(w, 4, 5, BUILD_OPS(mark, 3), NULL);
    bl_writer_exit(w);
}

/* BLOCKINFO in a module, used in there. A: and after it, where LLVM's rules still hold it. */
static void info_nested(struct bl_writer *w, uint64_t behind, uint64_t unused)
{
    (void)unused;
    open_module(w);
    describe(w, 17, 1);
    use(w, 17, 1);
    bl_writer_exit(w);
    if (!behind)
        return;
    uint64_t length_pos = build_header(w, BUILD_TOP_WIDTH, 17, WIDTH, 0);
    bl_writer_fixed(w, 4, WIDTH);
    bl_writer_vbr(w, 3, 6);
    bl_writer_fixed(w, BUILD_END_BLOCK, WIDTH);
    bl_writer_align32(w);
    bl_writer_patch32(w, length_pos, (uint32_t)((bl_writer_pos(w) - length_pos) / 32 - 1));
}

/* A second BLOCKINFO. A: it describes something else, and the first one's abbreviation is used. */
static void info_replaced(struct bl_writer *w, uint64_t lost, uint64_t unused)
{
    (void)unused;
    describe(w, 17, 1);
    use(w, 17, 1);
    describe(w, lost ? 18 : 17, 2);
    if (!lost) {
        use(w, 17, 2);
        return;
    }
    bl_writer_enter(w, 17, WIDTH);
    bl_writer_fixed(w, 4, WIDTH);
    bl_writer_exit(w);
}

/* A block of id A inside BLOCKINFO, with something in it. */
static void info_with_block(struct bl_writer *w, uint64_t block_id, uint64_t unused)
{
    (void)unused;
    uint64_t length_pos = build_header(w, BUILD_TOP_WIDTH, BUILD_BLOCKINFO, WIDTH, 0);
    bl_writer_fixed(w, BUILD_UNABBREV, WIDTH); /* SETBID 17 */
    bl_writer_vbr(w, BUILD_SETBID, 6);
    bl_writer_vbr(w, 1, 6);
    bl_writer_vbr(w, 17, 6);
    build_header(w, WIDTH, block_id, WIDTH, 2);
    bl_writer_fixed(w, BUILD_UNABBREV, WIDTH); /* SETBID 18 */
    bl_writer_vbr(w, BUILD_SETBID, 6);
    bl_writer_vbr(w, 1, 6);
    bl_writer_vbr(w, 18, 6);
    fill(w, 1);                                     /* END_BLOCK */
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH); /* for 17 */
    bl_writer_vbr(w, 1, 5);
    bl_writer_fixed(w, 1, 1);
    bl_writer_vbr(w, 7, 8);
    bl_writer_fixed(w, BUILD_END_BLOCK, WIDTH);
    bl_writer_align32(w);
    bl_writer_patch32(w, length_pos, (uint32_t)((bl_writer_pos(w) - length_pos) / 32 - 1));
    tail(w);
}

/* BLOCKINFO describes BLOCKINFO; A: the next one uses that. */
static void info_of_itself(struct bl_writer *w, uint64_t used, uint64_t unused)
{
    (void)unused;
    open_info(w);
    bl_writer_set_block(w, BUILD_BLOCKINFO);
    BUILD_DEFINE(w, LIT(BUILD_SETBID), VBR(6));
    bl_writer_exit(w);
    open_info(w);
    if (used)
        bl_writer_abbreviated(w, 4, BUILD_SETBID, BUILD_OPS(17), NULL);
    bl_writer_exit(w);
    tail(w);
}

/* BLOCKINFO's blocklen off by A. */
static void info_blocklen(struct bl_writer *w, uint64_t delta, uint64_t unused)
{
    (void)unused;
    open_info(w);
    uint64_t length_pos = bl_writer_pos(w) - 32;
    bl_writer_set_block(w, 17);
    build_text_record(w, BUILD_BLOCKNAME, "SOME_NAME");
    bl_writer_exit(w);
    uint64_t n_words = (bl_writer_pos(w) - length_pos) / 32 - 1;
    bl_writer_patch32(w, length_pos, (uint32_t)(n_words + delta));
    tail(w);
}

/* Abbreviations from BLOCKINFO and of the block's own; A: the id used. */
static void info_ids(struct bl_writer *w, uint64_t id, uint64_t unused)
{
    (void)unused;
    open_info(w);
    bl_writer_set_block(w, MODULE);
    BUILD_DEFINE(w, LIT(1), VBR(6));
    BUILD_DEFINE(w, LIT(2), VBR(6));
    bl_writer_exit(w);
    open_module(w);
    BUILD_DEFINE(w, LIT(3), VBR(6));
    bl_writer_fixed(w, id, WIDTH);
    bl_writer_vbr(w, 9, 6);
    bl_writer_exit(w);
}

/* ---- The table ---- */

struct row {
    const char *name;
    void (*make)(struct bl_writer *w, uint64_t a, uint64_t b);
    uint64_t a, b;
    size_t cut; /* bytes taken off the end */
};

#define MINUS(n) (UINT64_MAX - (n) + 1)

static const struct row rows[] = {
    {"blockid-in-5-chunks", header_block_id, 5, MODULE, 0},
    {"blockid-overlong", header_block_id, 6, MODULE, 0},
    {"blockid-largest", header_block_id, 5, UINT32_MAX, 0},
    {"blockid-unknown", header_block_id, 1, 99, 0},
    {"blockid-reserved", header_block_id, 1, 7, 0},
    {"blockid-2-to-31", header_block_id, 5, UINT64_C(1) << 31, 0},
    {"id-width-0", header_id_width, 0, 1, 0},
    {"id-width-33", header_id_width, 33, 2, 0},
    {"id-width-64", header_id_width, 64, 3, 0},
    {"id-width-in-11-chunks", header_id_width, 3, 11, 0},
    {"id-width-overlong", header_id_width, 3, 12, 0},
    {"id-width-1", good_id_width, 1, 0, 0},
    {"id-width-2", good_id_width, 2, 0, 0},
    {"id-width-3", good_id_width, 3, 0, 0},
    {"id-width-16", good_id_width, 16, 0, 0},
    {"id-width-31", good_id_width, 31, 0, 0},
    {"id-width-32", good_id_width, 32, 0, 0},
    {"blocklen-one-too-long", wrong_blocklen, 1, 0, 0},
    {"blocklen-one-too-short", wrong_blocklen, MINUS(1), 0, 0},
    {"blocklen-beyond-the-file", wrong_blocklen, 1000, 0, 0},
    {"blocklen-of-a-nested-block-too-long", wrong_blocklen, 2, 1, 0},
    {"blocklen-of-a-nested-block-too-short", wrong_blocklen, MINUS(2), 1, 0},
    {"blocklen-of-a-nested-block-beyond-the-file", wrong_blocklen, 100000, 1, 0},
    {"blocklen-0", set_blocklen, 0, 0, 0},
    {"blocklen-largest", set_blocklen, UINT32_MAX, 0, 0},
    {"end-block-missing", to_be_cut, 0, 0, 4},
    {"cut-in-operand", to_be_cut, 0, 0, 12},
    {"cut-behind-blocklen", to_be_cut, 0, 0, 24},
    {"cut-in-header", to_be_cut, 0, 0, 28},
    {"cut-behind-magic", to_be_cut, 0, 0, 32},
    {"size-not-a-multiple-of-4-by-1", to_be_cut, 0, 0, 3},
    {"size-not-a-multiple-of-4-by-2", to_be_cut, 0, 0, 2},
    {"size-not-a-multiple-of-4-by-3", to_be_cut, 0, 0, 1},
    {"padding-not-zero", nonzero_padding, 0, 0, 0},
    {"nested-100-deep", nested, 100, 0, 0},
    {"nested-1000-deep", nested, 1000, 0, 0},
    {"nested-100-deep-without-an-end", nested, 100, 100, 0},
    {"nested-100-deep-one-end-missing", nested, 100, 1, 0},
    {"many-blocks", many_blocks, 40, 3, 0},
    {"many-records", many_blocks, 2, 300, 0},
    {"id-undefined", undefined_id, 4, 0, 0},
    {"id-undefined-behind-the-last", undefined_id, 5, 1, 0},
    {"id-undefined-largest", undefined_id, UINT32_MAX, 1, 0},
    {"top-level-end-block", at_top_level, BUILD_END_BLOCK, 0, 0},
    {"top-level-define-abbrev", at_top_level, BUILD_DEFINE_ABBREV, 2, 0},
    {"top-level-record", at_top_level, BUILD_UNABBREV, 2, 0},
    {"zero-word-behind", words_behind, 0, 1, 0},
    {"zero-words-behind", words_behind, 0, 64, 0},
    {"ones-behind", words_behind, UINT32_MAX, 4, 0},
    {"header-of-nothing-behind", words_behind, 0x0C21, 1, 0},
    {"a-second-magic-behind", words_behind, 0xDEC04342, 1, 0},
    {"code-in-7-chunks", long_vbrs, 701, 1, 0},
    {"code-overlong", long_vbrs, 801, 1, 0},
    {"numops-in-7-chunks", long_vbrs, 107, 1, 0},
    {"numops-overlong", long_vbrs, 108, 1, 0},
    {"operand-in-13-chunks", long_vbrs, 101, 13, 0},
    {"operand-overlong", long_vbrs, 101, 14, 0},
    {"operand-in-30-chunks", long_vbrs, 101, 30, 0},
    {"numops-too-many", wrong_numops, 20, 3, 0},
    {"numops-far-too-many", wrong_numops, 100000, 3, 0},
    {"numops-largest", wrong_numops, UINT32_MAX, 3, 0},
    {"numops-too-few", wrong_numops, 2, 3, 0},
    {"code-0", good_record, 0, MODULE, 0},
    {"code-unknown", good_record, 60, MODULE, 0},
    {"code-large", good_record, 500000, MODULE, 0},
    {"code-in-an-unknown-block", good_record, 1, UNKNOWN_BLOCK, 0},
    {"define-no-operands", define_numops, 0, 1, 0},
    {"define-too-many-operands", define_numops, 100000, 6, 0},
    {"define-numops-largest", define_numops, UINT32_MAX, 8, 0},
    {"define-numops-overlong", define_numops, 1, 9, 0},
    {"define-literal-in-10-chunks", define_literal, 5, 10, 0},
    {"define-literal-overlong", define_literal, 5, 11, 0},
    {"define-literal-code-of-33-bits", define_literal, (UINT64_C(1) << 32) + 9, 5, 0},
    {"define-encoding-0", define_encoding, 0, 0, 0},
    {"define-encoding-6", define_encoding, 6, 0, 0},
    {"define-encoding-7", define_encoding, 7, 0, 0},
    {"define-fixed-0", define_encoding, BL_ENC_FIXED, 0, 0},
    {"define-fixed-32", define_encoding, BL_ENC_FIXED, 32, 0},
    {"define-fixed-33", define_encoding, BL_ENC_FIXED, 33, 0},
    {"define-fixed-2-to-32", define_encoding, BL_ENC_FIXED, UINT64_C(1) << 32, 0},
    {"define-vbr-0", define_encoding, BL_ENC_VBR, 0, 0},
    {"define-vbr-1", define_encoding, BL_ENC_VBR, 1, 0},
    {"define-vbr-32", define_encoding, BL_ENC_VBR, 32, 0},
    {"define-vbr-33", define_encoding, BL_ENC_VBR, 33, 0},
    {"define-vbr-2-to-63", define_encoding, BL_ENC_VBR, UINT64_C(1) << 63, 0},
    {"define-width-in-16-chunks", define_long_width, 16, 0, 0},
    {"define-width-overlong", define_long_width, 17, 0, 0},
    {"abbreviation-ends-in-array", odd_definition, 0, 0, 0},
    {"abbreviation-ends-in-array-unused", odd_definition, 0, 1, 0},
    {"abbreviation-array-in-the-middle", odd_definition, 1, 0, 0},
    {"abbreviation-array-in-the-middle-unused", odd_definition, 1, 1, 0},
    {"abbreviation-array-of-literals", odd_definition, 2, 0, 0},
    {"abbreviation-array-of-literals-unused", odd_definition, 2, 1, 0},
    {"abbreviation-array-of-fixed-0", odd_definition, 3, 0, 0},
    {"abbreviation-array-of-blobs", odd_definition, 4, 0, 0},
    {"abbreviation-array-of-arrays", odd_definition, 5, 0, 0},
    {"abbreviation-code-is-an-array", odd_definition, 6, 0, 0},
    {"abbreviation-code-is-an-array-unused", odd_definition, 6, 1, 0},
    {"abbreviation-code-is-a-blob", odd_definition, 7, 0, 0},
    {"abbreviation-blob-not-last", odd_definition, 8, 0, 0},
    {"abbreviation-two-blobs", odd_definition, 9, 0, 0},
    {"abbreviation-code-of-no-bits", odd_definition, 10, 0, 0},
    {"abbreviation-code-is-char6", odd_definition, 11, 0, 0},
    {"abbreviation-code-is-vbr-1", odd_definition, 12, 0, 0},
    {"vbr-1-of-a-zero", vbr_of_one_bit, 0, 0, 0},
    {"vbr-1-of-100-ones", vbr_of_one_bit, 100, 0, 0},
    {"array-length-0", array_of_bytes, 0, 0, 0},
    {"array-printable", array_of_bytes, 60, ' ', 0},
    {"array-unprintable", array_of_bytes, 60, 0, 0},
    {"array-high-bytes", array_of_bytes, 60, 200, 0},
    {"array-length-in-7-chunks", array_length, 20, 7, 0},
    {"array-length-overlong", array_length, 20, 8, 0},
    {"array-too-long", array_length, 60, 2, 0},
    {"array-far-too-long", array_length, 1000000, 5, 0},
    {"array-length-largest", array_length, UINT32_MAX, 7, 0},
    {"array-element-in-16-chunks", array_element, 16, 0, 0},
    {"array-element-overlong", array_element, 17, 0, 0},
    {"blob-length-0", good_blob, 0, 0, 0},
    {"blob-printable", good_blob, 60, ' ', 0},
    {"blob-unprintable", good_blob, 60, 0, 0},
    {"blob-of-255", good_blob, 255, 1, 0},
    {"blob-quotes", good_blob, 8, '"', 0},
    {"blob-length-in-7-chunks", blob_length, 40, 7, 0},
    {"blob-length-overlong", blob_length, 40, 8, 0},
    {"blob-too-long", blob_length, 60, 2, 0},
    {"blob-over-end-block", blob_length, 44, 2, 0},
    {"blob-far-too-long", blob_length, 1000000, 5, 0},
    {"blob-length-largest", blob_length, UINT32_MAX, 7, 0},
    {"blob-padding-not-zero", blob_padding, 0, 0, 0},
    {"blockinfo-setbid-without-operand", info_setbid, 8, 0, 0},
    {"blockinfo-setbid-with-more-operands", info_setbid, 8, 3, 0},
    {"blockinfo-setbid-largest", info_setbid, UINT32_MAX, 1, 0},
    {"blockinfo-setbid-of-33-bits", info_setbid, (UINT64_C(1) << 32) + UNKNOWN_BLOCK, 1, 0},
    {"blockinfo-blockname-first", info_record_first, BUILD_BLOCKNAME, 3, 0},
    {"blockinfo-setrecordname-first", info_record_first, BUILD_SETRECORDNAME, 3, 0},
    {"blockinfo-unknown-code", info_record_first, 9, 3, 0},
    {"blockinfo-code-0", info_record_first, 0, 0, 0},
    {"blockinfo-define-first", info_define_first, 0, 0, 0},
    {"blockinfo-names", info_names, 0, UNKNOWN_BLOCK, 0},
    {"blockinfo-names-of-a-known-block", info_names, 0, MODULE, 0},
    {"blockinfo-names-empty", info_names, 1, UNKNOWN_BLOCK, 0},
    {"blockinfo-names-like-xml", info_names, 2, UNKNOWN_BLOCK, 0},
    {"blockinfo-names-unprintable", info_names, 3, UNKNOWN_BLOCK, 0},
    {"blockinfo-names-with-escapes", info_names, 4, UNKNOWN_BLOCK, 0},
    {"blockinfo-names-twice", info_names_twice, 0, 0, 0},
    {"blockinfo-in-a-module", info_nested, 0, 0, 0},
    {"blockinfo-in-a-module-used-behind", info_nested, 1, 0, 0},
    {"blockinfo-replaced", info_replaced, 0, 0, 0},
    {"blockinfo-replaced-id-lost", info_replaced, 1, 0, 0},
    {"blockinfo-in-blockinfo", info_with_block, BUILD_BLOCKINFO, 0, 0},
    {"blockinfo-with-a-block", info_with_block, 17, 0, 0},
    {"blockinfo-of-itself", info_of_itself, 0, 0, 0},
    {"blockinfo-of-itself-used", info_of_itself, 1, 0, 0},
    {"blockinfo-blocklen-too-long", info_blocklen, 1, 0, 0},
    {"blockinfo-blocklen-too-short", info_blocklen, MINUS(1), 0, 0},
    {"blockinfo-blocklen-beyond-the-file", info_blocklen, 1000, 0, 0},
    {"blockinfo-ids-inherited", info_ids, 5, 0, 0},
    {"blockinfo-ids-own", info_ids, 6, 0, 0},
    {"blockinfo-ids-undefined", info_ids, 7, 0, 0},
};

void synthetic_grammar(synthetic_fn *emit, void *context)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        rows[i].make(w, rows[i].a, rows[i].b);
        struct bl_view bytes = build_bytes(w);
        bytes.size -= rows[i].cut;
        emit(context, rows[i].name, bytes);
        bl_writer_close(w);
    }
}
