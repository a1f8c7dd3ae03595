/* test_split.c - a stream in pieces
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * That pieces report what the whole does, is checked for every input there is by
 * support/properties.c; here are streams where beginning in the middle takes most knowledge.
 */
#include "support/trace.h"
#include "unit/expect.h"

enum {
    MODULE = 8,
    FUNCTION = 12,
    INNER = 13
};

/* A sub-block of 100 bytes or so, which uses abbreviation 4. */
static void write_inner(struct bl_writer *w, uint32_t block_id)
{
    bl_writer_enter(w, block_id, 4);
    for (uint64_t i = 0; i < 40; i++)
        bl_writer_abbreviated(w, 4, 7, BUILD_OPS(i), NULL);
    bl_writer_record(w, 1, BUILD_OPS(1, 2, 3));
    bl_writer_exit(w);
}

static void write_info(struct bl_writer *w, unsigned width)
{
    bl_writer_enter(w, BUILD_BLOCKINFO, 3);
    bl_writer_set_block(w, INNER);
    BUILD_DEFINE(w, LIT(7), FIXED(width));
    bl_writer_exit(w);
}

/* A block with its own definitions between sub-blocks, records that use them, and other BLOCKINFOs
 * half-way. */
static void write_outer(struct bl_writer *w, unsigned n)
{
    bl_writer_enter(w, FUNCTION, 5);
    for (unsigned i = 0; i < n; i++) {
        uint32_t id = BUILD_DEFINE(w, LIT(i), VBR(6 + i % 3));
        if (i % 5 == 2)
            write_info(w, 12 + i);
        write_inner(w, INNER);
        bl_writer_abbreviated(w, id, i, BUILD_OPS(i), NULL);
        bl_writer_abbreviated(w, 4, 0, BUILD_OPS(100 + i), NULL);
    }
    bl_writer_exit(w);
}

static struct bl_stream write_stream(struct bl_writer *w)
{
    write_info(w, 9);
    bl_writer_enter(w, MODULE, 3);
    BUILD_DEFINE(w, LIT(70), FIXED(3));
    write_outer(w, 20);
    write_inner(w, INNER);
    write_outer(w, 12);
    bl_writer_abbreviated(w, 4, 70, BUILD_OPS(5), NULL);
    bl_writer_exit(w);
    write_outer(w, 3);
    write_inner(w, INNER);
    return build_stream(w);
}

static void expect_pieces(const struct bl_stream *stream, size_t piece_bytes, uint32_t at_least)
{
    struct trace whole = {0};
    struct trace pieces = {0};
    trace_walk(&whole, stream, 0, NULL);
    cr_assert_eq(whole.status, BL_OK, "%s", whole.err.what);
    uint32_t n = trace_split(&pieces, stream, 0, piece_bytes);
    cr_expect_geq(n, at_least, "%u pieces", n);
    cr_expect(trace_same(&whole, &pieces, true), "pieces of %zu bytes", piece_bytes);
    trace_release(&whole);
    trace_release(&pieces);
}

Test(split, definitions_and_blockinfo)
{
    struct bl_writer *w = build_begin();
    struct bl_stream stream = write_stream(w);
    expect_pieces(&stream, 0, 30);
    expect_pieces(&stream, 300, 10);
    expect_pieces(&stream, 1000, 3);
    expect_pieces(&stream, 1000000, 1);
    bl_writer_close(w);
}

/* Pieces are about as large as was asked for, one after the other, and cover the stream. */
Test(split, ranges)
{
    struct bl_writer *w = build_begin();
    struct bl_stream stream = write_stream(w);
    struct bl_split *split;
    uint64_t at = 32;
    cr_assert_eq(bl_split_open(&split, &stream, 400, NULL), BL_OK);
    for (uint32_t i = 0; i < bl_split_count(split); i++) {
        uint64_t begin, end;
        bl_split_range(split, i, &begin, &end);
        cr_expect_eq(begin, at);
        cr_expect_gt(end, begin);
        cr_expect_leq(end - begin, 600 * 8, "piece %u has %d bits", i, (int)(end - begin));
        at = end;
    }
    cr_expect_eq(at, (uint64_t)stream.bytes.size * 8);
    bl_split_close(split);
    bl_writer_close(w);
}

Test(split, no_such_piece)
{
    struct bl_writer *w = build_begin();
    struct bl_stream stream = write_stream(w);
    struct bl_split *split;
    struct bl_walk *walk = NULL;
    struct bl_error err;
    for (uint32_t ahead = 0; ahead < 2; ahead++) { /* before all have been found, and after */
        cr_assert_eq(bl_split_open(&split, &stream, 400, NULL), BL_OK);
        uint32_t n = ahead ? bl_split_count(split) : UINT32_MAX / 2;
        const uint32_t pieces[] = {n, n + 1, UINT32_MAX - 1, UINT32_MAX};
        for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
            uint64_t begin, end;
            cr_expect_not(bl_split_has(split, pieces[i]));
            bl_split_range(split, pieces[i], &begin, &end);
            cr_expect(begin == stream.bytes.size * 8 && end == begin, "%u", pieces[i]);
            cr_assert_eq(bl_split_walk(split, 0, 0, &walk, &err), BL_OK);
            cr_expect_eq(bl_split_walk(split, pieces[i], 0, &walk, &err), BL_E_ARGUMENT);
            cr_expect_null(walk);
        }
        bl_split_close(split);
    }
    bl_writer_close(w);
}

/* A walk's storage is used again for pieces in any order, and after a failure. */
Test(split, any_order)
{
    struct bl_writer *w = build_begin();
    struct bl_stream stream = write_stream(w);
    struct bl_split *split;
    struct bl_walk *walk = NULL;
    struct bl_event event;
    struct bl_error err;
    cr_assert_eq(bl_split_open(&split, &stream, 200, NULL), BL_OK);
    uint64_t n_events[2] = {0};
    uint32_t n = bl_split_count(split);
    for (uint32_t i = 0; i < 2 * n; i++) {
        uint32_t piece = i < n ? i : 2 * n - 1 - i;
        cr_assert_eq(bl_split_walk(split, piece, BL_WALK_SKIP, &walk, &err), BL_OK);
        int rc;
        while ((rc = bl_walk_next(walk, &event, &err)) > 0)
            n_events[i >= n]++;
        cr_expect_eq(rc, 0);
        cr_expect_eq(bl_walk_next(walk, &event, &err), 0, "the end stays");
    }
    cr_expect_eq(n_events[0], n_events[1]);
    bl_walk_close(walk);
    bl_split_close(split);
    bl_writer_close(w);
}

/* Records of a piece, by batches as far as there are any. LAST is the position
 * of the one before. */
static uint32_t read_piece(struct bl_walk *walk, uint64_t *last)
{
    struct bl_batch batch = {0};
    struct bl_event event;
    uint32_t n = 0;
    int rc;
    do {
        while ((rc = bl_walk_read_batch(walk, &batch, NULL)) > 0)
            for (uint32_t i = 0; i < batch.n_records; i++, n++) {
                cr_expect_gt(batch.records[i].bit_pos, *last);
                *last = batch.records[i].bit_pos;
                cr_expect_eq(batch.records[i + 1].first_op - batch.records[i].first_op, 2);
            }
        cr_assert_eq(rc, 0);
        rc = bl_walk_next(walk, &event, NULL);
        if (rc > 0 && event.kind == BL_EVENT_RECORD) {
            cr_expect_gt(event.bit_pos, *last);
            *last = event.bit_pos;
            n++;
        }
    } while (rc > 0);
    cr_expect_eq(rc, 0);
    cr_expect_eq(bl_walk_read_batch(walk, &batch, NULL), 0, "the end stays");
    bl_batch_release(&batch);
    return n;
}

/* A block is cut between its records, in the middle of what a batch holds. */
Test(split, between_records)
{
    enum {
        N_RECORDS = 3000
    };
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, 3);
    bl_writer_enter(w, INNER, 4);
    bl_writer_exit(w);
    for (uint64_t i = 0; i < N_RECORDS; i++)
        bl_writer_record(w, 1, BUILD_OPS(i, i % 7));
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_split *split;
    struct bl_walk *walk = NULL;
    uint32_t n = 0;
    uint64_t last = 0;
    expect_pieces(&stream, 700, 15);
    cr_assert_eq(bl_split_open(&split, &stream, 700, NULL), BL_OK);
    for (uint32_t i = 0; i < bl_split_count(split); i++) {
        uint64_t begin, end;
        bl_split_range(split, i, &begin, &end);
        cr_assert_eq(bl_split_walk(split, i, 0, &walk, NULL), BL_OK);
        n += read_piece(walk, &last);
        cr_expect(begin <= last && last < end);
    }
    cr_expect_eq(n, N_RECORDS);
    bl_walk_close(walk);
    bl_split_close(split);
    bl_writer_close(w);
}

/* Batches of pieces go on into blocks and out of them: only those that pieces begin and end in are
 * reported by events. */
Test(split, batches_across_blocks)
{
    enum {
        N_BLOCKS = 500
    };
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, 3);
    for (uint64_t i = 0; i < N_BLOCKS; i++) {
        bl_writer_enter(w, INNER, 4);
        bl_writer_record(w, 1, BUILD_OPS(i, i % 7));
        bl_writer_exit(w);
    }
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_split *split;
    struct bl_walk *walk = NULL;
    struct bl_batch batch = {0};
    struct bl_event event;
    uint32_t n_entered = 0;
    cr_assert_eq(bl_split_open(&split, &stream, 1000, NULL), BL_OK);
    uint32_t n_pieces = bl_split_count(split);
    cr_expect_gt(n_pieces, 5);
    for (uint32_t piece = 0; piece < n_pieces; piece++) {
        int rc;
        cr_assert_eq(bl_split_walk(split, piece, BL_WALK_ACROSS, &walk, NULL), BL_OK);
        do {
            while ((rc = bl_walk_read_batch(walk, &batch, NULL)) > 0)
                for (uint32_t i = 0; i < batch.n_records; i++)
                    n_entered += batch.records[i].abbrev_id == BL_ABBREV_ENTER_SUBBLOCK;
        } while (rc == 0 && (rc = bl_walk_next(walk, &event, NULL)) > 0);
        cr_expect_eq(rc, 0);
    }
    cr_expect_geq(n_entered, N_BLOCKS - 2 * n_pieces);
    bl_batch_release(&batch);
    bl_walk_close(walk);
    bl_split_close(split);
    bl_writer_close(w);
}

/* A block of records alone is cut as any other. */
Test(split, blocks_without_sub_blocks)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, 3);
    for (unsigned block = 0; block < 3; block++) {
        bl_writer_enter(w, FUNCTION, 4);
        for (unsigned i = 0; i < 2000; i++)
            bl_writer_record(w, 1, BUILD_OPS(i, block));
        bl_writer_exit(w);
    }
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    expect_pieces(&stream, 1000, 20);
    bl_writer_close(w);
}

/* Damage at the level where cuts are looked for: the rest is one piece, which
 * fails as the whole. */
Test(split, damage)
{
    struct bl_writer *w = build_begin();
    write_info(w, 9);
    for (unsigned i = 0; i < 10; i++)
        write_inner(w, INNER);
    build_header(w, BUILD_TOP_WIDTH, MODULE, 3, 1000);
    struct bl_stream stream = {.bytes = build_bytes(w)};
    struct trace whole = {0};
    struct trace pieces = {0};
    trace_walk(&whole, &stream, 0, NULL);
    cr_expect_lt(whole.status, 0);
    cr_expect_geq(trace_split(&pieces, &stream, 0, 200), 5);
    cr_expect(trace_same(&whole, &pieces, true));
    trace_release(&whole);
    trace_release(&pieces);
    bl_writer_close(w);
}

/* A block's records go up to its end, where the next piece begins: END_BLOCK is missing all the
 * same. */
Test(split, block_without_an_end_before_a_piece)
{
    enum {
        N_WORDS = 30
    };
    struct bl_writer *w = build_begin();
    write_info(w, 9);
    bl_writer_enter(w, MODULE, 3);
    write_inner(w, INNER);
    build_header(w, 3, FUNCTION, 4, N_WORDS);
    for (int i = 0; i < 2 * N_WORDS; i++) {
        bl_writer_fixed(w, BUILD_UNABBREV, 4);
        bl_writer_vbr(w, 1, 6);
        bl_writer_vbr(w, 0, 6);
    }
    uint64_t end_pos = bl_writer_pos(w);
    for (int i = 0; i < 3; i++)
        write_inner(w, INNER);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct trace whole = {0};
    struct trace recovered = {0};
    struct trace pieces = {0};
    trace_walk(&whole, &stream, 0, NULL);
    trace_walk(&recovered, &stream, BL_WALK_RECOVER, NULL);
    cr_expect_eq(whole.status, BL_E_TRUNCATED);
    cr_expect_eq(whole.err.bit_pos, end_pos);
    bool begins_there = false;
    for (size_t piece_bytes = 16; piece_bytes < 400; piece_bytes += 16) {
        struct bl_split *split;
        cr_assert_eq(bl_split_open(&split, &stream, piece_bytes, NULL), BL_OK);
        for (uint32_t i = 0; i < bl_split_count(split); i++) {
            uint64_t begin, end;
            bl_split_range(split, i, &begin, &end);
            begins_there = begins_there || begin == end_pos;
        }
        bl_split_close(split);
        trace_split(&pieces, &stream, 0, piece_bytes);
        cr_expect(trace_same(&whole, &pieces, true), "pieces of %zu bytes", piece_bytes);
        trace_split(&pieces, &stream, BL_WALK_RECOVER, piece_bytes);
        cr_expect(trace_same(&recovered, &pieces, true), "pieces of %zu bytes that recover",
                  piece_bytes);
    }
    cr_expect(begins_there);
    trace_release(&whole);
    trace_release(&recovered);
    trace_release(&pieces);
    bl_writer_close(w);
}

/* Walks of a stream, of a block, and of a piece allow different ones. */
Test(split, flags_that_are_not_possible)
{
    struct bl_writer *w = build_begin();
    struct bl_stream stream = write_stream(w);
    struct bl_split *split;
    struct bl_index *index;
    cr_assert_eq(bl_split_open(&split, &stream, 400, NULL), BL_OK);
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_expand(index, 0, 0, NULL), BL_OK);
    for (unsigned flags = 1; flags; flags <<= 1) {
        struct bl_walk *walk[3] = {NULL};
        struct bl_error err;
        bool any = flags <= BL_WALK_ACROSS;
        bool block = any && flags != BL_WALK_LLVM;
        bool piece = any && flags != BL_WALK_LLVM && flags != BL_WALK_FLAT;
        cr_assert_eq(bl_split_walk(split, 0, 0, &walk[2], &err), BL_OK);
        cr_expect_eq(bl_walk_open(&walk[0], &stream, flags, NULL, &err), any ? 0 : BL_E_ARGUMENT);
        cr_expect_eq(bl_index_walk(index, 0, flags, &walk[1], &err), block ? 0 : BL_E_ARGUMENT);
        cr_expect_eq(bl_split_walk(split, 0, flags, &walk[2], &err), piece ? 0 : BL_E_ARGUMENT);
        cr_expect(any == (walk[0] != NULL) && block == (walk[1] != NULL), "%x", flags);
        cr_expect(piece == (walk[2] != NULL), "%x", flags);
        if (!piece)
            cr_expect_str_eq(err.what, "flags that are not possible here");
        for (unsigned i = 0; i < 3; i++)
            bl_walk_close(walk[i]);
    }
    bl_index_close(index);
    bl_split_close(split);
    bl_writer_close(w);
}
