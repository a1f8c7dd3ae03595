/* test_cursor.c - entries of one block: reading, skipping, leaping, failing
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/expect.h"

#include <stdlib.h>
#include <string.h>

/* One block with three records, a sub-block between each two, and a definition. */
static struct bl_writer *sample(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    bl_writer_record(w, 1, BUILD_OPS(11));
    bl_writer_enter(w, 9, 4);
    bl_writer_record(w, 7, BUILD_OPS(1, 2, 3));
    bl_writer_exit(w);
    uint32_t id = BUILD_DEFINE(w, LIT(2), VBR(6));
    bl_writer_abbreviated(w, id, 2, BUILD_OPS(22), NULL);
    bl_writer_enter(w, 10, 2);
    bl_writer_exit(w);
    bl_writer_record(w, 3, BUILD_OPS(33));
    bl_writer_exit(w);
    return w;
}

static struct bl_index *open_index(const struct bl_stream *stream)
{
    struct bl_index *index;
    cr_assert_eq(bl_index_open(&index, stream, NULL), BL_OK);
    return index;
}

Test(cursor, entries_in_order)
{
    static const enum bl_entry_kind kinds[] = {
        BL_ENTRY_RECORD, BL_ENTRY_BLOCK, BL_ENTRY_ABBREV,
        BL_ENTRY_RECORD, BL_ENTRY_BLOCK, BL_ENTRY_RECORD,
    };
    struct bl_writer *w = sample();
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    /* Bit N of the mask: read record N, otherwise let the cursor skip it. */
    for (unsigned mask = 0; mask < 8; mask++) {
        struct bl_cursor cursor;
        struct bl_record rec = {0};
        struct bl_entry entry;
        unsigned n_records = 0;
        cr_assert_eq(bl_index_cursor(index, 0, &cursor, NULL), BL_OK);
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            cr_assert_eq(bl_cursor_next(&cursor, &entry), 1);
            cr_assert_eq(entry.kind, kinds[i], "entry %zu", i);
            if (entry.kind != BL_ENTRY_RECORD)
                continue;
            if (mask >> n_records & 1) {
                cr_assert_eq(bl_cursor_read(&cursor, &rec), BL_OK);
                cr_expect_eq(rec.ops[0], (n_records + 1) * 11);
                cr_expect_eq(rec.bit_pos, entry.bit_pos);
                cr_expect_eq(bl_cursor_read(&cursor, &rec), BL_E_ARGUMENT);
            }
            n_records++;
        }
        cr_expect_eq(bl_cursor_next(&cursor, &entry), 0);
        bl_record_release(&rec);
        bl_cursor_release(&cursor);
    }
    bl_index_close(index);
    bl_writer_close(w);
}

Test(cursor, read_next_leaps_over_blocks)
{
    struct bl_writer *w = sample();
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    cr_assert_eq(bl_index_cursor(index, 0, &cursor, NULL), BL_OK);
    cr_expect_eq(bl_cursor_read(&cursor, &rec), BL_E_ARGUMENT); /* nothing announced */
    struct bl_error err;
    bl_cursor_error(&cursor, &err);
    cr_expect_eq(err.status, BL_OK, "which does not stick");
    for (uint64_t i = 1; i <= 3; i++) {
        cr_assert_eq(bl_cursor_read_next(&cursor, &rec), 1);
        cr_expect(rec.code == i && rec.ops[0] == i * 11);
    }
    cr_expect_eq(bl_cursor_read_next(&cursor, &rec), 0);
    bl_cursor_error(&cursor, &err);
    cr_expect_eq(err.status, BL_OK);
    bl_cursor_release(&cursor);
    cr_expect_lt(bl_cursor_read_next(&cursor, &rec), 0, "released");
    bl_record_release(&rec);
    bl_index_close(index);
    bl_writer_close(w);
}

/* Leaping needs no look at the body: damage in there is not met. */
Test(cursor, leaps_over_damage)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    bl_writer_enter(w, 9, 3);
    for (int i = 0; i < 4; i++)
        bl_writer_fixed(w, UINT32_MAX, 32); /* id 7 is not defined */
    bl_writer_exit(w);
    bl_writer_record(w, 1, BUILD_OPS(5));
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    cr_assert_eq(bl_index_cursor(index, 0, &cursor, NULL), BL_OK);
    cr_expect_eq(bl_cursor_read_next(&cursor, &rec), 1);
    cr_expect_eq(rec.ops[0], 5);
    cr_expect_eq(bl_cursor_read_next(&cursor, &rec), 0);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    bl_index_close(index);
    bl_writer_close(w);
}

static void expect_end(struct bl_cursor *cursor, const char *how)
{
    struct bl_entry entry;
    struct bl_record rec = {0};
    struct bl_batch batch = {0};
    struct bl_error err;
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(bl_cursor_next(cursor, &entry), 0, "%s", how);
        cr_expect_eq(bl_cursor_read_next(cursor, &rec), 0, "%s", how);
        cr_expect(bl_cursor_read_batch(cursor, &batch) == 0 && batch.n_records == 0, "%s", how);
    }
    cr_expect_eq(bl_cursor_read(cursor, &rec), BL_E_ARGUMENT, "%s: nothing is announced", how);
    bl_cursor_error(cursor, &err);
    cr_expect_eq(err.status, BL_OK, "%s: %s", how, err.what);
    bl_batch_release(&batch);
    bl_record_release(&rec);
}

/* What is after a block is none of its entries, and its end is no failure. */
Test(cursor, end_is_told_again)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    for (uint64_t i = 0; i < 500; i++)
        bl_writer_record(w, 1, BUILD_OPS(i));
    bl_writer_exit(w);
    bl_writer_enter(w, 9, 3);
    bl_writer_record(w, 1, BUILD_OPS(5));
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    static const enum bl_cpu cpus[] = {BL_CPU_GENERIC, BL_CPU_BEST};
    static const uint32_t blocks[] = {0, 1, BL_NONE};
    for (unsigned i = 0; i < 2 * 3; i++) {
        stream.cpu = cpus[i / 3];
        struct bl_index *index = open_index(&stream);
        struct bl_cursor cursor;
        struct bl_entry entry;
        struct bl_record rec = {0};
        cr_assert_eq(bl_index_cursor(index, blocks[i % 3], &cursor, NULL), BL_OK);
        while (bl_cursor_next(&cursor, &entry) > 0)
            ;
        expect_end(&cursor, "by entries");
        bl_cursor_release(&cursor);
        cr_assert_eq(bl_index_cursor(index, blocks[i % 3], &cursor, NULL), BL_OK);
        while (bl_cursor_read_next(&cursor, &rec) > 0)
            ;
        expect_end(&cursor, "by records");
        bl_cursor_release(&cursor);
        bl_record_release(&rec);
        bl_index_close(index);
    }
    bl_writer_close(w);
}

Test(cursor, failure_is_sticky)
{
    struct bl_writer *w = build_begin();
    uint64_t block_pos = bl_writer_pos(w);
    bl_writer_enter(w, 8, 3);
    bl_writer_record(w, 1, BUILD_OPS(5));
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 6, 3); /* not defined */
    bl_writer_align32(w);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    struct bl_entry entry;
    struct bl_error err;
    cr_assert_eq(bl_index_cursor(index, 0, &cursor, NULL), BL_OK);
    cr_expect_eq(bl_cursor_read_next(&cursor, &rec), 1);
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(bl_cursor_read_next(&cursor, &rec), BL_E_MALFORMED);
        cr_expect_eq(bl_cursor_next(&cursor, &entry), BL_E_MALFORMED);
        cr_expect_eq(bl_cursor_read(&cursor, &rec), BL_E_MALFORMED);
        bl_cursor_error(&cursor, &err);
        cr_expect(err.status == BL_E_MALFORMED && err.has_pos && err.bit_pos == at);
        cr_expect(err.depth == 1 && err.path[0].block_id == 8);
        cr_expect_eq(err.path[0].bit_pos, block_pos);
    }
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    bl_index_close(index);
    bl_writer_close(w);
}

/* A file that is written by others while it is read. */
Test(cursor, record_that_changes_when_it_has_been_announced)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    uint64_t at = bl_writer_pos(w);
    bl_writer_record(w, 1, BUILD_OPS(5));
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    size_t size = stream.bytes.size;
    uint8_t *bytes = malloc(size);
    cr_assert(bytes);
    memcpy(bytes, stream.bytes.data, size);
    stream.bytes.data = bytes;
    struct bl_index *index = open_index(&stream);
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    struct bl_entry entry;
    struct bl_error err;
    cr_assert_eq(bl_index_cursor(index, 0, &cursor, NULL), BL_OK);
    cr_expect_eq(bl_cursor_next(&cursor, &entry), 1);
    cr_expect_eq(entry.kind, BL_ENTRY_RECORD);
    bytes[at / 8] = 0; /* END_BLOCK */
    cr_expect_eq(bl_cursor_read(&cursor, &rec), BL_E_STALE);
    cr_expect_eq(bl_cursor_next(&cursor, &entry), BL_E_STALE, "failures stick");
    bl_cursor_error(&cursor, &err);
    cr_expect(err.status == BL_E_STALE && err.bit_pos == at);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    bl_index_close(index);
    free(bytes);
    bl_writer_close(w);
}

/* No block id is special but 0: the largest one is a block like others, not the top level. */
Test(cursor, largest_block_id)
{
    struct bl_writer *w = build_begin();
    uint64_t length_pos = build_header(w, BUILD_TOP_WIDTH, UINT32_MAX, 3, 0);
    bl_writer_fixed(w, BUILD_UNABBREV, 3);
    bl_writer_vbr(w, 1, 6); /* code */
    bl_writer_vbr(w, 0, 6); /* numops */
    bl_writer_fixed(w, BUILD_END_BLOCK, 3);
    bl_writer_align32(w);
    bl_writer_patch32(w, length_pos, (uint32_t)((bl_writer_pos(w) - length_pos) / 32 - 1));
    bl_writer_enter(w, 9, 3);
    bl_writer_exit(w);
    expect_both(w, "2^32 - 1", (struct expected){.status = BL_OK});
}

/* Every width of abbreviation ids, with the largest id that it can have, or the tenth. */
Test(cursor, every_id_width)
{
    for (unsigned width = 3; width <= BL_MAX_WIDTH; width++) {
        struct bl_writer *w = build_begin();
        bl_writer_enter(w, 8, width);
        uint32_t n = width == 3 ? 4 : 10;
        for (uint32_t i = 0; i < n; i++)
            cr_expect_eq(BUILD_DEFINE(w, LIT(i), VBR(6)), BL_ABBREV_FIRST + i);
        for (uint32_t i = 0; i < n; i++)
            bl_writer_abbreviated(w, BL_ABBREV_FIRST + i, i, BUILD_OPS(100 + i), NULL);
        bl_writer_exit(w);
        expect_both(w, "width", (struct expected){.status = BL_OK});
    }
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 1); /* blocks only */
    bl_writer_enter(w, 9, 1);
    bl_writer_exit(w);
    bl_writer_exit(w);
    expect_both(w, "one bit", (struct expected){.status = BL_OK});
}

/* Many definitions: what they may take is a small multiple of the stream. */
Test(cursor, abbreviation_limit)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    enum {
        OPS = 8000
    };
    static struct bl_abbrev_op ops[OPS] = {LIT(1)};
    for (int i = 1; i < OPS; i++)
        ops[i] = (struct bl_abbrev_op)CHAR6;
    for (int i = 0; i < 40; i++)
        bl_writer_define(w, ops, OPS);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct trace trace = {0};
    trace_walk(&trace, &stream, 0, NULL);
    cr_expect_eq(trace.status, BL_E_LIMIT);
    uint64_t limit = BL_MAX_ABBREV_BYTES_FLOOR + BL_MAX_ABBREV_BYTES_PER_BYTE * stream.bytes.size;
    cr_expect_leq((trace.n - 2) * OPS * sizeof ops[0], limit);
    cr_expect_geq((trace.n - 1) * OPS * sizeof ops[0], limit - 64 * 40 - OPS * sizeof ops[0]);
    trace_release(&trace);
    cr_expect_null(properties_check(stream.bytes, NULL));
    bl_writer_close(w);
}
