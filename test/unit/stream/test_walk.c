/* test_walk.c - every entry of a stream in order, under each set of rules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/expect.h"

#include <stdio.h>

/* The events of TRACE as text: "[8" a block, "]" its end ("!]" given up), "a4" a definition, "r1" a
 * record by its code, "x" a failure. */
static const char *text_of(const struct trace *trace)
{
    static char text[512];
    size_t n = 0;
    for (size_t i = 0; i < trace->n && n < sizeof text - 32; i++) {
        const struct trace_item *item = &trace->items[i];
        char *at = text + n;
        size_t room = sizeof text - n;
        switch (item->kind) {
        case BL_EVENT_BLOCK: n += (size_t)snprintf(at, room, "[%u ", item->block.block_id); break;
        case BL_EVENT_BLOCK_END:
            n += (size_t)snprintf(at, room, item->damaged ? "!] " : "] ");
            break;
        case BL_EVENT_ABBREV: n += (size_t)snprintf(at, room, "a%u ", item->abbrev_id); break;
        case BL_EVENT_RECORD: n += (size_t)snprintf(at, room, "r%u ", item->code); break;
        default: n += (size_t)snprintf(at, room, "x "); break;
        }
    }
    text[n ? n - 1 : 0] = '\0';
    return text;
}

static const char *walk_text(const struct bl_stream *stream, unsigned flags)
{
    struct trace trace = {0};
    trace_walk(&trace, stream, flags, NULL);
    const char *text = text_of(&trace);
    trace_release(&trace);
    return text;
}

Test(walk, events_in_order)
{
    struct bl_writer *w = build_begin();
    uint64_t outer = bl_writer_pos(w);
    bl_writer_enter(w, 8, 3);
    uint64_t first = bl_writer_pos(w);
    bl_writer_record(w, 1, BUILD_OPS(11));
    uint64_t inner = bl_writer_pos(w);
    bl_writer_enter(w, 9, 4);
    uint64_t definition = bl_writer_pos(w);
    BUILD_DEFINE(w, LIT(2), VBR(6));
    uint64_t second = bl_writer_pos(w);
    bl_writer_abbreviated(w, 4, 2, BUILD_OPS(22), NULL);
    uint64_t inner_end_id = bl_writer_pos(w);
    bl_writer_exit(w);
    uint64_t outer_end_id = bl_writer_pos(w);
    bl_writer_exit(w);
    uint64_t end = bl_writer_pos(w);
    struct bl_stream stream = build_stream(w);

    const struct {
        enum bl_event_kind kind;
        uint32_t depth;
        uint64_t bit_pos, end_pos;
        uint32_t block_id, parent_id;
    } rows[] = {
        {BL_EVENT_BLOCK, 0, outer, outer + 64, 8, BL_NONE},
        {BL_EVENT_RECORD, 1, first, inner, 8, BL_NONE},
        {BL_EVENT_BLOCK, 1, inner, definition, 9, 8},
        {BL_EVENT_ABBREV, 2, definition, second, 9, 8},
        {BL_EVENT_RECORD, 2, second, inner_end_id, 9, 8},
        {BL_EVENT_BLOCK_END, 1, inner_end_id, outer_end_id, 9, 8},
        {BL_EVENT_BLOCK_END, 0, outer_end_id, end, 8, BL_NONE},
    };
    for (unsigned flags = 0; flags < 8; flags++) {
        struct bl_walk *walk;
        struct bl_event event;
        cr_assert_eq(bl_walk_open(&walk, &stream, flags, NULL, NULL), BL_OK);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
            cr_expect_eq(event.kind, rows[i].kind, "row %zu", i);
            cr_expect_eq(event.depth, rows[i].depth, "row %zu", i);
            cr_expect_eq(event.bit_pos, rows[i].bit_pos, "row %zu", i);
            cr_expect_eq(event.end_pos, rows[i].end_pos, "row %zu", i);
            cr_expect_eq(event.block->block_id, rows[i].block_id, "row %zu", i);
            cr_expect_eq(event.parent_id, rows[i].parent_id, "row %zu", i);
            bool reads = event.kind == BL_EVENT_RECORD && !(flags & BL_WALK_SKIP);
            cr_expect_eq(event.record != NULL, reads, "row %zu", i);
            if (event.kind == BL_EVENT_BLOCK) /* abbreviation id, then eight bits of block id */
                cr_expect_eq(event.header_pos, event.bit_pos + (event.depth ? 3 : 2) + 8);
            if (event.kind == BL_EVENT_ABBREV)
                cr_expect(event.n_abbrev_ops == 2 && event.abbrev_ops[0].literal == 2 &&
                          event.abbrev_ops[1].width == 6 && event.abbrev_id == 4);
        }
        cr_expect_eq(bl_walk_next(walk, &event, NULL), 0);
        cr_expect_eq(bl_walk_next(walk, &event, NULL), 0);
        bl_walk_close(walk);
    }
    bl_writer_close(w);
}

/* Before every entry, as well where the block has defined abbreviations. */
Test(walk, peeks_at_codes)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 4);
    bl_writer_record(w, 1, BUILD_OPS(11));
    BUILD_DEFINE(w, LIT(2), VBR(6));
    bl_writer_abbreviated(w, 4, 2, BUILD_OPS(22), NULL);
    bl_writer_record(w, 3, BUILD_OPS(33));
    bl_writer_enter(w, 9, 3);
    bl_writer_exit(w);
    bl_writer_abbreviated(w, 4, 2, BUILD_OPS(44), NULL);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    for (unsigned flags = 0; flags < 4; flags++) {
        struct bl_walk *walk;
        struct bl_event event;
        uint32_t code = 0;
        bool peeked = false;
        cr_assert_eq(bl_walk_open(&walk, &stream, flags, NULL, NULL), BL_OK);
        while (bl_walk_next(walk, &event, NULL) > 0) {
            cr_expect_eq(peeked, event.kind == BL_EVENT_RECORD, "bit %d", (int)event.bit_pos);
            cr_expect(!peeked || code == event.code, "bit %d", (int)event.bit_pos);
            peeked = bl_walk_peek_code(walk, &code);
        }
        bl_walk_close(walk);
    }
    bl_writer_close(w);
}

/* In BLOCKINFO each described block counts its own, of which a walk knows nothing. */
Test(walk, ids_of_definitions)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, 8);
    BUILD_DEFINE(w, LIT(1));
    BUILD_DEFINE(w, LIT(2));
    bl_writer_set_block(w, 9);
    BUILD_DEFINE(w, LIT(3));
    bl_writer_set_block(w, 8);
    BUILD_DEFINE(w, LIT(4));
    bl_writer_exit(w);
    bl_writer_enter(w, 8, 4);
    BUILD_DEFINE(w, LIT(5));
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    for (unsigned flags = 0; flags < 4; flags++)
        cr_expect_str_eq(walk_text(&stream, flags), "[0 r1 a0 a0 r1 a0 r1 a0 ] [8 a7 ]");
    bl_writer_close(w);
}

/* Goes on after the innermost block whose length leads to a usable place. */
Test(walk, recovery)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    bl_writer_record(w, 1, NULL, 0);
    bl_writer_enter(w, 9, 3);
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_fixed(w, 7, 3); /* not defined */
    bl_writer_align32(w);
    bl_writer_exit(w);
    bl_writer_record(w, 3, NULL, 0);
    bl_writer_exit(w);
    bl_writer_enter(w, 10, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    for (unsigned skip = 0; skip < 2; skip++) {
        cr_expect_str_eq(walk_text(&stream, skip), "[8 r1 [9 r2 x");
        cr_expect_str_eq(walk_text(&stream, skip | BL_WALK_RECOVER), "[8 r1 [9 r2 x !] r3 ] [10 ]");
        cr_expect_str_eq(walk_text(&stream, skip | BL_WALK_RECOVER | BL_WALK_LLVM),
                         "[8 r1 [9 r2 x !] r3 ] [10 ]");
    }
    bl_writer_close(w);
}

/* Damage in a header: its block is not entered, but its length leads on. */
Test(walk, recovery_from_a_header)
{
    struct bl_writer *w = build_begin();
    build_header(w, BUILD_TOP_WIDTH, 8, 0, 2); /* ids of no bits */
    bl_writer_fixed(w, UINT64_MAX, 64);
    bl_writer_enter(w, 9, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    cr_expect_str_eq(walk_text(&stream, BL_WALK_RECOVER), "x [9 ]");
    bl_writer_close(w);
}

/* The inner length leads out of the outer block: the outer one is given up with it. */
Test(walk, recovery_by_the_outer_length)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    bl_writer_enter(w, 9, 3);
    uint64_t length_pos = bl_writer_pos(w) - 32;
    bl_writer_fixed(w, 7, 3); /* not defined */
    bl_writer_align32(w);
    bl_writer_exit(w);
    bl_writer_exit(w);
    bl_writer_patch32(w, length_pos, 1000);
    bl_writer_enter(w, 10, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    cr_expect_str_eq(walk_text(&stream, BL_WALK_RECOVER), "[8 [9 x !] !] [10 ]");
    bl_writer_close(w);
}

/* A BLOCKINFO that cannot be read leaves nothing in force. */
Test(walk, recovery_from_blockinfo)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 3);
    bl_writer_set_block(w, 9);
    BUILD_DEFINE(w, LIT(1));
    bl_writer_record(w, BUILD_SETBID, NULL, 0);
    bl_writer_exit(w);
    bl_writer_enter(w, 9, 3);
    bl_writer_abbreviated(w, 4, 1, NULL, 0, NULL);
    bl_writer_exit(w);
    bl_writer_enter(w, 10, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    cr_expect_str_eq(walk_text(&stream, BL_WALK_RECOVER), "x [9 x !] [10 ]");
    bl_writer_close(w);
}

/* N blocks in each other. */
static struct bl_writer *nested(uint32_t n)
{
    struct bl_writer *w = build_begin();
    for (uint32_t i = 0; i < n; i++)
        bl_writer_enter(w, 8, 2);
    for (uint32_t i = 0; i < n; i++)
        bl_writer_exit(w);
    return w;
}

Test(walk, depth_limit)
{
    struct bl_writer *w = nested(BL_MAX_DEPTH);
    struct bl_stream stream = build_stream(w);
    struct trace trace = {0};
    trace_walk(&trace, &stream, 0, NULL);
    cr_expect_eq(trace.status, BL_OK);
    cr_expect_eq(trace.n, 2 * BL_MAX_DEPTH);
    bl_writer_close(w);

    w = nested(BL_MAX_DEPTH + 1);
    stream = build_stream(w);
    for (unsigned flags = 0; flags < 4; flags++) {
        trace_walk(&trace, &stream, flags, NULL);
        cr_expect_eq(trace.status, BL_E_LIMIT);
        cr_expect(strstr(trace.err.what, "deeper than the limit"), "%s", trace.err.what);
        cr_expect_eq(trace.err.depth, BL_MAX_DEPTH + 1);
        cr_expect_eq(trace.err.bit_pos, 32 + BL_MAX_DEPTH * UINT64_C(64));
        cr_expect_eq(trace.err.path[1].bit_pos, 96);
    }
    trace_walk(&trace, &stream, BL_WALK_RECOVER, NULL);
    /* Only the innermost block is lost. */
    cr_expect_eq(trace.n, 2 * BL_MAX_DEPTH + 1);
    trace_release(&trace);

    struct bl_index *index;
    struct bl_error err;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_expect_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, &err), BL_E_LIMIT);
    cr_expect_leq(bl_index_count(index), BL_MAX_DEPTH + 1);
    bl_index_close(index);
    bl_writer_close(w);
}

/* A stream without anything in it, and one without even that. */
Test(walk, empty_streams)
{
    struct bl_writer *w = build_begin();
    expect_both(w, "magic only", (struct expected){.status = BL_OK});
    struct bl_stream stream;
    struct bl_error err;
    cr_expect_eq(
        bl_stream_locate((struct bl_view){.data = (const uint8_t *)"BC", .size = 2}, &stream, &err),
        BL_E_TRUNCATED);
}

Test(walk, failure_is_sticky)
{
    struct bl_writer *w = build_begin();
    bl_writer_fixed(w, BUILD_UNABBREV, BUILD_TOP_WIDTH);
    struct bl_stream stream = build_stream(w);
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_error err;
    cr_assert_eq(bl_walk_open(&walk, &stream, 0, NULL, NULL), BL_OK);
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(bl_walk_next(walk, &event, &err), BL_E_MALFORMED);
        cr_expect(err.status == BL_E_MALFORMED && err.bit_pos == 32 && err.depth == 0);
    }
    cr_expect_eq(bl_walk_next(walk, &event, NULL), BL_E_MALFORMED);
    bl_walk_close(walk);
    bl_walk_close(NULL);
    bl_writer_close(w);
}

/* A walk of one block alone begins with all that an event says. */
Test(walk, first_event_of_a_block)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    bl_writer_enter(w, 9, 3);
    bl_writer_exit(w);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    for (uint32_t block = 0; block < 2; block++) {
        struct bl_walk *walk;
        struct bl_record record;
        struct bl_event event = {.abbrev_id = 7, .code = 7, .record = &record, .damaged = true};
        cr_assert_eq(bl_index_walk(index, block, 0, &walk, NULL), BL_OK);
        cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
        struct bl_block there = bl_index_get(index, block).block;
        cr_expect(event.kind == BL_EVENT_BLOCK && event.depth == block);
        cr_expect_eq(event.bit_pos, there.bit_pos);
        cr_expect_eq(event.end_pos, there.body_pos);
        cr_expect_eq(event.block->block_id, 8 + block);
        cr_expect(event.abbrev_id == 0 && event.code == 0 && !event.record && !event.damaged);
        bl_walk_close(walk);
    }
    bl_index_close(index);
    bl_writer_close(w);
}

/* Of one block alone, too, which cannot even be entered. */
Test(walk, failure_at_its_block_is_sticky)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 3);
    uint64_t bit_pos = bl_writer_pos(w);
    bl_writer_record(w, BUILD_SETBID, NULL, 0);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_error err;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_walk(index, 0, 0, &walk, NULL), BL_OK);
    for (int i = 0; i < 3; i++) {
        err = (struct bl_error){0};
        cr_expect_eq(bl_walk_next(walk, &event, &err), BL_E_MALFORMED);
        cr_expect(err.status == BL_E_MALFORMED && err.bit_pos == bit_pos && err.depth == 1);
    }
    bl_walk_close(walk);
    cr_assert_eq(bl_index_walk(index, 0, BL_WALK_RECOVER, &walk, NULL), BL_OK);
    cr_expect_eq(bl_walk_next(walk, &event, &err), BL_E_MALFORMED);
    cr_expect_eq(bl_walk_next(walk, &event, &err), 0, "nothing is left");
    bl_walk_close(walk);
    bl_index_close(index);
    bl_writer_close(w);
}

/* Under LLVM's rules a block may be read beyond its length. Recovery must not go back there: each
 * block on the way would be read twice, and so would what is in it, 2^N times in all. */
Test(walk, recovery_never_goes_back)
{
    struct bl_writer *w = build_begin();
    enum {
        N = 60
    };
    for (int i = 0; i < N; i++) /* in each other, but all of one word by their lengths */
        build_header(w, i ? 3 : BUILD_TOP_WIDTH, 9, 3, 1);
    bl_writer_fixed(w, 7, 3); /* not defined */
    bl_writer_align32(w);
    struct bl_stream stream = build_stream(w);
    struct trace trace = {0};
    trace_walk(&trace, &stream, BL_WALK_LLVM | BL_WALK_RECOVER, NULL);
    cr_expect_leq(trace.n, 3 * N);
    trace_release(&trace);
    cr_expect_null(properties_check(stream.bytes, NULL));
    bl_writer_close(w);
}
