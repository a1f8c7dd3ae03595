/* test_verify.c - what any bitstream must keep, reported at its place
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/store.h"
#include "unit/verify/reported.h"

/* Bits of an abbreviation id in the blocks written here. */
enum {
    WIDTH = 4
};

/* A stream of a kind that need not have a module. */
static struct bl_writer *begin_without_module(void)
{
    struct bl_writer *w;
    cr_assert_eq(bl_writer_open(&w, NULL), BL_OK);
    bl_writer_magic(w, "CPCH");
    return w;
}

Test(verify, other_kinds_have_no_modules)
{
    struct bl_writer *w = begin_without_module();
    bl_writer_enter(w, 8, WIDTH);
    bl_writer_record(w, 17, BUILD_OPS(1)); /* would be a HASH that is too short */
    bl_writer_exit(w);
    struct reported reported = verify(build_bytes(w));
    cr_expect_eq(reported.n, 0);
    cr_expect_eq(reported.summary.n_modules, 0);
    cr_expect_eq(reported.summary.n_blocks, 1);
    bl_writer_close(w);
}

/* A block that is not at the top level is no module. */
Test(verify, corrupt_no_module)
{
    const char *what = "no module in a stream of LLVM IR";
    struct bl_writer *w = build_begin();
    expect_one(build_bytes(w), "nothing", BL_E_MISMATCH, what, bl_writer_pos(w));
    bl_writer_enter(w, 13, WIDTH);
    bl_writer_enter(w, 8, WIDTH);
    bl_writer_exit(w);
    bl_writer_exit(w);
    struct reported reported =
        expect_one(build_bytes(w), "IDENTIFICATION", BL_E_MISMATCH, what, bl_writer_pos(w));
    cr_expect_eq(reported.problems[0].depth, 0);
    bl_writer_enter(w, 8, WIDTH);
    bl_writer_exit(w);
    expect_good(build_bytes(w), "a module");
    bl_writer_close(w);
}

/* A block with a BLOB of whole words; returns where that begins. */
static uint64_t write_blob(struct bl_writer *w, uint32_t block_id, struct bl_view blob)
{
    bl_writer_enter(w, block_id, WIDTH);
    uint32_t abbrev = BUILD_DEFINE(w, LIT(1), BLOB);
    bl_writer_abbreviated(w, abbrev, 1, NULL, 0, &blob);
    uint64_t end = bl_writer_pos(w);
    bl_writer_exit(w);
    return end - (uint64_t)blob.size * 8;
}

/* The STRTAB after a symbol table is the one that counts, not the one before. */
Test(verify, corrupt_symtab)
{
    enum {
        PRODUCER_SIZE = 2,
        MODULES = 3,
        COMDATS = 5,
        SYMBOLS = 7,
        UNCOMMONS = 9,
        HEADER_WORDS = 17,
        HEADER_BYTES = HEADER_WORDS * 4
    };
    static const uint32_t words[HEADER_WORDS] = {
        [PRODUCER_SIZE] = 8,      [MODULES] = HEADER_BYTES,   [COMDATS] = HEADER_BYTES,
        [SYMBOLS] = HEADER_BYTES, [UNCOMMONS] = HEADER_BYTES,
    };
    static const struct {
        const char *name;
        size_t table_bytes, strtab_bytes; /* 0: there is none */
        const char *what;
    } rows[] = {
        {"good", HEADER_BYTES, 8, NULL},
        {"corrupt_producer", HEADER_BYTES, 4,
         "symbol table that reaches beyond the STRTAB or its own end"},
        {"corrupt_header", HEADER_BYTES - 4, 8, "symbol table whose header does not fit its size"},
        {"corrupt_no_strtab", HEADER_BYTES, 0, "symbol table, but no STRTAB can be read after it"},
    };
    uint8_t table[HEADER_BYTES];
    const uint8_t *strtab = (const uint8_t *)"LLVM22.1 and a longer one";
    for (size_t i = 0; i < HEADER_WORDS; i++)
        bl_store_le32(table + i * 4, words[i]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        bl_writer_enter(w, 8, WIDTH);
        bl_writer_exit(w);
        write_blob(w, 23, (struct bl_view){.data = strtab, .size = 24});
        uint64_t block = bl_writer_pos(w);
        uint64_t at =
            write_blob(w, 25, (struct bl_view){.data = table, .size = rows[i].table_bytes});
        if (rows[i].strtab_bytes)
            write_blob(w, 23, (struct bl_view){.data = strtab, .size = rows[i].strtab_bytes});
        if (rows[i].what) {
            struct reported reported =
                expect_one(build_bytes(w), rows[i].name, BL_E_MISMATCH, rows[i].what, at);
            cr_expect_eq(reported.problems[0].path[0].bit_pos, block, "%s", rows[i].name);
        } else {
            expect_good(build_bytes(w), rows[i].name);
        }
        bl_writer_close(w);
    }
}

Test(verify, corrupt_padding)
{
    struct bl_writer *w = begin_without_module();
    bl_writer_enter(w, 9, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    uint64_t record = bl_writer_pos(w);
    bl_writer_abbreviated(w, id, 1, NULL, 0,
                          &(struct bl_view){.data = (const uint8_t *)"blob.", .size = 5});
    uint64_t end = bl_writer_pos(w);
    bl_writer_exit(w);
    struct guard g = guard_copy(build_bytes(w));
    expect_good(g.bytes, "as written");
    /* ENTER_SUBBLOCK at bit 32: id of 2 bits, block id 8, width 4 */
    uint64_t blob = (record + WIDTH + 6 + 31) / 32 * 32;
    const struct {
        const char *name;
        uint64_t first, behind;
        uint32_t depth;
    } rows[] = {
        {"corrupt_header_padding", 32 + 14, 64, 1},
        {"corrupt_padding_before_blob", record + WIDTH + 6, blob, 1},
        {"corrupt_padding_behind_blob", blob + 5 * 8, end, 1},
        {"corrupt_end_block_padding", end + WIDTH, end + 32, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (uint64_t bit = rows[i].first; bit < rows[i].behind; bit++) {
            guard_flip(&g, bit);
            struct reported reported = expect_one(g.bytes, rows[i].name, BL_E_MALFORMED,
                                                  "padding bits that are not zero", bit);
            cr_expect_eq(reported.problems[0].depth, rows[i].depth);
            cr_expect_eq(reported.problems[0].path[0].block_id, 9);
            cr_expect_eq(reported.problems[0].path[0].bit_pos, 32);
            guard_flip(&g, bit);
        }
    guard_release(&g);
    bl_writer_close(w);
}

/* What would be a record of abbreviation ID if any could be, and where it begins. */
static uint64_t write_use(struct bl_writer *w, uint32_t id)
{
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, id, WIDTH);
    for (int i = 0; i < 4; i++)
        bl_writer_fixed(w, 0, 32);
    return at;
}

/* What cannot be used is reported where a record uses it, not before: clang defines such, too. */
Test(verify, corrupt_abbreviation)
{
    static const struct {
        const char *name;
        struct bl_abbrev_op ops[4];
        size_t n;
        const char *what;
    } rows[] = {
        {"corrupt_array_last",
         {LIT(1), ARRAY},
         2,
         "abbreviation whose array is not second to last"},
        {"corrupt_array_early",
         {LIT(1), ARRAY, VBR(6), VBR(6)},
         4,
         "abbreviation whose array is not second to last"},
        {"corrupt_array_of_literals",
         {LIT(1), ARRAY, LIT(7)},
         3,
         "abbreviation with an array of literals"},
        {"corrupt_array_of_arrays",
         {LIT(1), ARRAY, ARRAY},
         3,
         "abbreviation with an array of arrays or blobs"},
        {"corrupt_array_of_blobs",
         {LIT(1), ARRAY, BLOB},
         3,
         "abbreviation with an array of arrays or blobs"},
        {"corrupt_code_array",
         {ARRAY, CHAR6},
         2,
         "abbreviation whose record code is an array or a blob"},
        {"corrupt_code_blob", {BLOB}, 1, "abbreviation whose record code is an array or a blob"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int is_used = 0; is_used < 2; is_used++) {
            struct bl_writer *w = build_begin();
            bl_writer_enter(w, 0, WIDTH);
            bl_writer_set_block(w, 12);
            uint32_t inherited = bl_writer_define(w, rows[i].ops, rows[i].n);
            bl_writer_exit(w);
            bl_writer_enter(w, 8, WIDTH);
            bl_writer_enter(w, 10, WIDTH);
            BUILD_DEFINE(w, LIT(1), FIXED(3));
            uint32_t own = bl_writer_define(w, rows[i].ops, rows[i].n);
            uint64_t own_at = is_used ? write_use(w, own) : 0;
            bl_writer_exit(w);
            bl_writer_enter(w, 12, WIDTH);
            uint64_t inherited_at = is_used ? write_use(w, inherited) : 0;
            bl_writer_exit(w);
            bl_writer_exit(w);
            struct reported reported = verify(build_bytes(w));
            cr_assert_eq(reported.n, is_used ? 2 : 0, "%s: %d problems", rows[i].name,
                         (int)reported.n);
            for (uint32_t j = 0; j < reported.n; j++) {
                expect_reported(&reported, j, rows[i].name, BL_E_MALFORMED, rows[i].what,
                                j ? inherited_at : own_at);
                cr_expect_eq(reported.problems[j].depth, 2);
                cr_expect_eq(reported.problems[j].path[1].block_id, j ? 12 : 10);
            }
            bl_writer_close(w);
        }
}

/* Readers do not agree on what is in records that use these, or which ids they have. */
Test(verify, corrupt_definition)
{
    static const struct {
        const char *name;
        struct bl_abbrev_op ops[4];
        size_t n;
        uint32_t n_before;
        const char *what;
    } rows[] = {
        {"corrupt_code_width",
         {LIT(UINT64_C(1) << 32), VBR(6)},
         2,
         0,
         "abbreviation whose record code has more than 32 bits"},
        {"corrupt_vbr1",
         {LIT(1), FIXED(3), VBR(1)},
         3,
         0,
         "abbreviation with a VBR of one bit, which has no room for a value"},
        {"corrupt_element_vbr1",
         {LIT(1), ARRAY, VBR(1)},
         3,
         0,
         "abbreviation with a VBR of one bit, which has no room for a value"},
        {"corrupt_id",
         {LIT(1), VBR(2)},
         2,
         (1 << WIDTH) - 4,
         "more abbreviations than the block's ids have room for"},
        {"the last id", {LIT(UINT32_MAX), VBR(2), ARRAY, FIXED(1)}, 4, (1 << WIDTH) - 5, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        bl_writer_enter(w, 8, WIDTH);
        for (uint32_t k = 0; k < rows[i].n_before; k++)
            BUILD_DEFINE(w, LIT(k), FIXED(3));
        uint64_t at = bl_writer_pos(w);
        bl_writer_define(w, rows[i].ops, rows[i].n);
        bl_writer_exit(w);
        if (rows[i].what)
            expect_one(build_bytes(w), rows[i].name, BL_E_MALFORMED, rows[i].what, at);
        else
            expect_good(build_bytes(w), rows[i].name);
        bl_writer_close(w);
    }
}

Test(verify, corrupt_id_width)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, WIDTH);
    uint64_t at = bl_writer_pos(w);
    bl_writer_enter(w, 12, 1);
    bl_writer_exit(w);
    bl_writer_exit(w);
    struct reported reported = verify(build_bytes(w));
    cr_expect_eq(reported.n, 1);
    expect_reported(&reported, 0, "corrupt_id_width", BL_E_MALFORMED,
                    "block whose ids of one bit have room for no record", at);
    bl_writer_close(w);
}

/* That can be used, and LLVM reads it. */
Test(verify, corrupt_blob_early)
{
    static const struct bl_abbrev_op rows[][3] = {
        {LIT(1), BLOB, FIXED(32)},
        {LIT(1), BLOB, BLOB},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = begin_without_module();
        bl_writer_enter(w, 9, WIDTH);
        bl_writer_define(w, rows[i], 3);
        bl_writer_exit(w);
        expect_good(build_bytes(w), "unused");
        bl_writer_enter(w, 9, WIDTH);
        uint32_t id = bl_writer_define(w, rows[i], 3);
        uint64_t at = bl_writer_pos(w);
        bl_writer_fixed(w, id, WIDTH);
        bl_writer_vbr(w, 0, 6); /* bytes of the blob */
        bl_writer_align32(w);
        bl_writer_fixed(w, 0, 32); /* the operand; or the other blob's, and padding */
        bl_writer_exit(w);
        struct reported reported = expect_one(build_bytes(w), "used", BL_E_MALFORMED,
                                              "abbreviation whose blob is not last", at);
        cr_expect_eq(reported.problems[0].depth, 1);
        cr_expect_eq(reported.problems[0].path[0].block_id, 9);
        bl_writer_close(w);
    }
}

/* Grammar is the walk's: its failures come through, others do not hide after them. */
Test(verify, goes_on_behind_damage)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 9, WIDTH);
    bl_writer_enter(w, 10, WIDTH);
    uint64_t undefined = bl_writer_pos(w);
    bl_writer_fixed(w, 7, WIDTH); /* an abbreviation id that is not defined */
    bl_writer_exit(w);
    uint32_t early = BUILD_DEFINE(w, LIT(1), BLOB, VBR(6));
    uint64_t fault = bl_writer_pos(w);
    bl_writer_abbreviated(w, early, 1, BUILD_OPS(0),
                          &(struct bl_view){.data = (const uint8_t *)"blob", .size = 4});
    bl_writer_exit(w);
    uint64_t header = bl_writer_pos(w);
    bl_writer_enter(w, 11, WIDTH);
    bl_writer_exit(w);
    struct guard g = guard_copy(build_bytes(w));
    g.data[(header + 31) / 8] ^= 0x80;
    struct reported reported = verify(g.bytes);
    cr_assert_eq(reported.n, 3);
    expect_reported(&reported, 0, "grammar", BL_E_MALFORMED,
                    "record with an abbreviation id that is not defined", undefined);
    cr_expect_eq(reported.problems[0].depth, 2);
    expect_reported(&reported, 1, "abbreviation", BL_E_MALFORMED,
                    "abbreviation whose blob is not last", fault);
    expect_reported(&reported, 2, "padding", BL_E_MALFORMED, "padding bits that are not zero",
                    header + 31);
    cr_expect_eq(reported.summary.n_blocks, 3);
    guard_release(&g);
    bl_writer_close(w);
}
