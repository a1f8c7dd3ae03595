/* test_record.c - records decoded: fields, arrays, blobs, limits
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/expect.h"

#include <stdlib.h>

/* The document's example, read back: operands, positions and the place of the array. */
Test(record, triple_of_the_document)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    uint32_t id = BUILD_DEFINE(w, FIXED(4), ARRAY, CHAR6);
    uint64_t at = bl_writer_pos(w);
    bl_writer_abbreviated(w, id, 2, BUILD_OPS('a', 'b', 'c', 'd'), NULL);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_cursor(index, 0, &cursor, NULL), BL_OK);
    cr_assert_eq(bl_cursor_read_next(&cursor, &rec), 1);
    cr_expect_eq(rec.bit_pos, at);
    cr_expect_eq(rec.end_pos, at + 37);
    cr_expect_eq(rec.code, 2);
    cr_expect_eq(rec.abbrev_id, id);
    cr_expect(rec.has_array && rec.array_at == 0 && !rec.has_blob);
    cr_assert_eq(rec.n_ops, 4);
    for (unsigned i = 0; i < 4; i++)
        cr_expect_eq(rec.ops[i], 'a' + i);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    bl_index_close(index);
    bl_writer_close(w);
}

/* A blob is a view into the stream's own bytes, whatever its size, wherever the stream begins in
 * memory; padding in front and after takes it to multiples of 32 bits of the stream. */
Test(record, blob_is_borrowed_from_the_stream)
{
    for (size_t size = 0; size <= 40; size++) {
        uint8_t contents[40];
        for (size_t i = 0; i < size; i++)
            contents[i] = (uint8_t)(0xA0 + i);
        struct bl_view blob = {.data = contents, .size = size};
        struct bl_writer *w = build_begin();
        bl_writer_enter(w, 8, 3);
        uint32_t id = BUILD_DEFINE(w, LIT(1), VBR(6), BLOB);
        uint64_t at = bl_writer_pos(w);
        bl_writer_abbreviated(w, id, 1, BUILD_OPS(size), &blob);
        uint64_t end = bl_writer_pos(w);
        bl_writer_record(w, 2, BUILD_OPS(3));
        bl_writer_exit(w);
        struct bl_view bytes = build_bytes(w);
        for (size_t shift = 0; shift < 8; shift++) {
            uint8_t *moved = malloc(bytes.size + shift);
            memcpy(moved + shift, bytes.data, bytes.size);
            struct bl_stream stream =
                build_locate((struct bl_view){.data = moved + shift, .size = bytes.size});
            struct bl_index *index;
            struct bl_cursor cursor;
            struct bl_record rec = {0};
            cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
            cr_assert_eq(bl_index_cursor(index, 0, &cursor, NULL), BL_OK);
            cr_assert_eq(bl_cursor_read_next(&cursor, &rec), 1);
            uint64_t pad = at + 3 + (size < 32 ? 6 : 12) + (size < 32 ? 6 : 12);
            uint64_t first = (pad + 31) / 32 * 32;
            cr_expect(rec.has_blob && !rec.has_array);
            cr_expect_eq(rec.blob_pad, pad);
            cr_expect(rec.blob.data == moved + shift + first / 8);
            cr_expect_eq(rec.blob.size, size);
            cr_expect(memcmp(rec.blob.data, contents, size) == 0);
            cr_expect_eq(rec.end_pos, end);
            cr_expect_eq(end, (first + size * 8 + 31) / 32 * 32);
            cr_expect_eq(rec.array_at, rec.n_ops);
            cr_assert_eq(bl_cursor_read_next(&cursor, &rec), 1);
            cr_expect(!rec.has_blob && rec.blob.size == 0 && rec.ops[0] == 3);
            bl_record_release(&rec);
            bl_cursor_release(&cursor);
            bl_index_close(index);
            free(moved);
        }
        bl_writer_close(w);
    }
}

/* The tail padding of a blob may be missing with the end of the stream, but not END_BLOCK. */
Test(record, blob_at_the_very_end)
{
    struct bl_view blob = {.data = (const uint8_t *)"12345", .size = 5};
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    uint64_t at = bl_writer_pos(w);
    bl_writer_abbreviated(w, id, 1, NULL, 0, &blob);
    struct bl_view cut;
    bl_writer_exit(w);
    cut = build_bytes(w);
    cut.size -= 4 + 3; /* END_BLOCK's word and the padding */
    expect_walk_of(cut, "padding is cut off", 0,
                   (struct expected){BL_E_TRUNCATED, "inside a record", at, 1});
    bl_writer_close(w);
}

/* A block with one array of N one-bit elements, in a stream padded to SIZE bytes. */
static struct bl_writer *with_array_of(uint32_t n, size_t size, uint64_t *at)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    uint32_t id = BUILD_DEFINE(w, LIT(1), VBR(6), ARRAY, FIXED(1));
    *at = bl_writer_pos(w);
    uint64_t *ops = calloc((size_t)n + 1, sizeof *ops);
    bl_writer_abbreviated(w, id, 1, ops, (size_t)n + 1, NULL);
    free(ops);
    bl_writer_exit(w);
    bl_writer_enter(w, 9, 3);
    while (bl_writer_pos(w) / 8 + 4 < size)
        bl_writer_record(w, 1, BUILD_OPS(0, 0, 0));
    bl_writer_exit(w);
    return w;
}

Test(record, operand_limit)
{
    uint64_t at;
    struct bl_writer *w = with_array_of(BL_MAX_OPERANDS_FLOOR - 1, 0, &at);
    expect_both(w, "as many as the floor", (struct expected){.status = BL_OK});
    w = with_array_of(BL_MAX_OPERANDS_FLOOR, 0, &at);
    expect_both(w, "one more", (struct expected){BL_E_LIMIT, "more operands", at, 1});

    /* In a larger stream four for each byte. */
    w = with_array_of(4 * 50000 - 1, 50000, &at);
    expect_both(w, "fewer than four for each byte", (struct expected){.status = BL_OK});
    w = with_array_of(240000, 50000, &at);
    expect_both(w, "more than four for each byte",
                (struct expected){BL_E_LIMIT, "more operands", at, 1});
}

/* What the limit says does not depend on how much storage a record has from before. */
Test(record, operand_limit_with_large_storage)
{
    uint64_t at;
    struct bl_writer *w = with_array_of(BL_MAX_OPERANDS_FLOOR, 0, &at);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_cursor cursor;
    struct bl_record rec = {.capacity = 4 * BL_MAX_OPERANDS_FLOOR};
    rec.storage = calloc(rec.capacity, sizeof *rec.storage);
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_cursor(index, 0, &cursor, NULL), BL_OK);
    cr_expect_eq(bl_cursor_read_next(&cursor, &rec), BL_E_LIMIT);
    bl_cursor_release(&cursor);
    bl_index_close(index);
    bl_record_release(&rec);
    bl_writer_close(w);
}

/* Fields of no bits: operands out of one id, up to the limit. */
static void expect_literals(uint32_t n, struct expected expected)
{
    struct bl_abbrev_op ops[BL_MAX_ABBREV_LITERALS + 1] = {LIT(1)};
    uint64_t values[BL_MAX_ABBREV_LITERALS];
    for (size_t i = 1; i < n; i++) {
        ops[i] = (struct bl_abbrev_op)LIT(i % 100);
        values[i - 1] = i % 100;
    }
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    expected.bit_pos = bl_writer_pos(w);
    uint32_t id = bl_writer_define(w, ops, n);
    uint64_t at = bl_writer_pos(w);
    for (int i = 0; i < 50; i++)
        bl_writer_abbreviated(w, id, 1, values, n - 1, NULL);
    cr_expect_eq(bl_writer_pos(w), at + UINT64_C(3) * 50);
    bl_writer_exit(w);
    expect_both(w, "literals", expected);
}

Test(record, literals_cost_no_bits)
{
    expect_literals(2, (struct expected){.status = BL_OK});
    expect_literals(BL_MAX_ABBREV_LITERALS, (struct expected){.status = BL_OK});
}

/* The writer refuses to define it. */
Test(record, more_literals_than_the_limit)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, BL_ABBREV_DEFINE, 3);
    bl_writer_vbr(w, BL_MAX_ABBREV_LITERALS + 1, 5);
    for (size_t i = 0; i <= BL_MAX_ABBREV_LITERALS; i++) {
        bl_writer_fixed(w, 1, 1);
        bl_writer_vbr(w, 1, 8);
    }
    bl_writer_exit(w);
    expect_both(w, "literals",
                (struct expected){.status = BL_E_LIMIT,
                                  .bit_pos = at,
                                  .depth = 1,
                                  .what = "abbreviation with more literals than the limit"});
}
