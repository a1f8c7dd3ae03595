/* test_blockinfo.c - what BLOCKINFO says, for whom, and how long
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/trace.h"
#include "unit/expect.h"

/* The name that WALK has for a block as text; "-" where there is none. */
static const char *text_of(struct bl_view name)
{
    static char text[64];
    if (!name.data)
        return "-";
    size_t n = name.size < sizeof text - 1 ? name.size : sizeof text - 1;
    memcpy(text, name.data, n);
    text[n] = '\0';
    return text;
}

static void name_record(struct bl_writer *w, uint32_t code, const char *name)
{
    uint64_t ops[32] = {code};
    size_t n = 1;
    for (; *name; name++)
        ops[n++] = (uint8_t)*name;
    bl_writer_record(w, BUILD_SETRECORDNAME, ops, n);
}

/* Walks to the N-th event of kind BLOCK, counted from 0. */
static struct bl_walk *walk_to_block(const struct bl_stream *stream, unsigned flags, int n)
{
    struct bl_walk *walk;
    struct bl_event event;
    cr_assert_eq(bl_walk_open(&walk, stream, flags, NULL, NULL), BL_OK);
    while (bl_walk_next(walk, &event, NULL) > 0)
        if (event.kind == BL_EVENT_BLOCK && n-- == 0)
            return walk;
    cr_assert_fail("no such block");
    return walk;
}

Test(blockinfo, names)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, 8);
    build_text_record(w, BUILD_BLOCKNAME, "first try");
    build_text_record(w, BUILD_BLOCKNAME, "MODULE"); /* the last one counts */
    name_record(w, 1, "VERSION");
    name_record(w, 1, "ANOTHER"); /* the first one counts */
    bl_writer_set_block(w, 9);
    name_record(w, 1, "NINE");
    bl_writer_set_block(w, 8); /* back again */
    name_record(w, UINT32_MAX, "LAST");
    bl_writer_exit(w);
    bl_writer_enter(w, 8, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);

    static const struct {
        uint32_t block, code;
        const char *name;
    } rows[] = {
        {8, 1, "VERSION"}, {8, 2, "-"}, {8, UINT32_MAX, "LAST"}, {9, 1, "NINE"}, {10, 1, "-"}};
    struct bl_walk *walk = walk_to_block(&stream, 0, 1);
    cr_expect_str_eq(text_of(bl_walk_block_name(walk, 8)), "MODULE");
    cr_expect_str_eq(text_of(bl_walk_block_name(walk, 9)), "-");
    cr_expect_str_eq(text_of(bl_walk_block_name(walk, 10)), "-");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(text_of(bl_walk_record_name(walk, rows[i].block, rows[i].code)),
                         rows[i].name, "row %zu", i);
    bl_walk_close(walk);

    struct bl_index *index;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_expect_str_eq(text_of(bl_index_block_name(index, 1)), "MODULE");
    cr_expect_str_eq(text_of(bl_index_record_name(index, 1, 1)), "VERSION");
    cr_expect_str_eq(text_of(bl_index_record_name(index, 1, 3)), "-");
    cr_expect_str_eq(text_of(bl_index_block_name(index, 0)), "-");
    bl_index_close(index);
    bl_writer_close(w);
}

/* What stands for names changes with each BLOCKINFO, except one that says the
 * same, and comes back. */
Test(blockinfo, what_stands_for_names)
{
    struct bl_writer *w = build_begin();
    for (int i = 0; i < 3; i++) {
        bl_writer_enter(w, 8, 3);
        bl_writer_enter(w, BUILD_BLOCKINFO, 2);
        bl_writer_set_block(w, 9);
        name_record(w, 1, i < 2 ? "SAME" : "OTHER");
        bl_writer_exit(w);
        bl_writer_enter(w, 9, 3);
        bl_writer_exit(w);
        bl_writer_exit(w);
    }
    struct bl_stream stream = build_stream(w);
    struct bl_walk *walk;
    cr_assert_eq(bl_walk_open(&walk, &stream, 0, NULL, NULL), BL_OK);
    struct bl_event event;
    const void *inside[3];
    int n = 0;
    while (bl_walk_next(walk, &event, NULL) > 0)
        if (event.kind == BL_EVENT_BLOCK && event.block->block_id == 9)
            inside[n++] = bl_walk_names(walk);
        else if (event.depth == 0)
            cr_expect_null(bl_walk_names(walk), "outside of the module");
    cr_assert_eq(n, 3);
    cr_expect_not_null(inside[0]);
    cr_expect_eq(inside[0], inside[1]);
    cr_expect_neq(inside[0], inside[2]);
    bl_walk_close(walk);
    bl_writer_close(w);
}

/* The abbreviations of a block: those that BLOCKINFO has for it, then its own. */
Test(blockinfo, abbreviations_in_force)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, 8);
    BUILD_DEFINE(w, LIT(1), FIXED(3));
    bl_writer_exit(w);
    bl_writer_enter(w, 8, 3);
    BUILD_DEFINE(w, LIT(2), ARRAY, CHAR6);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_walk *walk = walk_to_block(&stream, 0, 1);
    uint32_t n;
    const struct bl_abbrev_op *ops = bl_walk_abbrev(walk, 4, &n);
    cr_assert_not_null(ops);
    cr_assert_eq(n, 2);
    cr_expect_eq(ops[0].literal, 1);
    cr_expect_eq(ops[1].encoding, BL_ENC_FIXED);
    cr_expect_null(bl_walk_abbrev(walk, 5, &n), "not yet defined");
    cr_expect_eq(n, 0);
    struct bl_event event;
    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    ops = bl_walk_abbrev(walk, 5, &n);
    cr_assert_not_null(ops);
    cr_assert_eq(n, 3);
    cr_expect_eq(ops[1].encoding, BL_ENC_ARRAY);
    cr_expect_null(bl_walk_abbrev(walk, BL_ABBREV_UNABBREV, &n));
    bl_walk_close(walk);
    bl_writer_close(w);
}

Test(blockinfo, empty_names)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, 8);
    build_text_record(w, BUILD_BLOCKNAME, "");
    name_record(w, 1, "");
    bl_writer_exit(w);
    bl_writer_enter(w, 8, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_walk *walk = walk_to_block(&stream, 0, 1);
    cr_expect_str_eq(text_of(bl_walk_block_name(walk, 8)), "-");
    cr_expect_str_eq(text_of(bl_walk_record_name(walk, 8, 1)), "");
    bl_walk_close(walk);
    bl_writer_close(w);
}

/* LLVM reads a blob's bytes as operands here. */
Test(blockinfo, name_in_a_blob)
{
    struct bl_view name = {.data = (const uint8_t *)"BLOBBED", .size = 7};
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 3);
    bl_writer_set_block(w, 0); /* for the BLOCKINFO after this one */
    BUILD_DEFINE(w, LIT(BUILD_BLOCKNAME), BLOB);
    bl_writer_exit(w);
    bl_writer_enter(w, BUILD_BLOCKINFO, 3);
    bl_writer_set_block(w, 8);
    bl_writer_abbreviated(w, 4, BUILD_BLOCKNAME, NULL, 0, &name);
    bl_writer_exit(w);
    bl_writer_enter(w, 8, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_walk *walk = walk_to_block(&stream, 0, 2);
    cr_expect_str_eq(text_of(bl_walk_block_name(walk, 8)), "BLOBBED");
    bl_walk_close(walk);
    bl_writer_close(w);
}

/* Describes block 9 by an abbreviation with literal operand MARK, ids of WIDTH bits. */
static void describe_nine(struct bl_writer *w, unsigned width, uint64_t mark)
{
    bl_writer_enter(w, BUILD_BLOCKINFO, width);
    bl_writer_set_block(w, 9);
    BUILD_DEFINE(w, LIT(1), LIT(mark));
    build_text_record(w, BUILD_BLOCKNAME, mark == 1 ? "ONE" : mark == 2 ? "TWO" : "MORE");
    bl_writer_exit(w);
}

/* A block 9 that uses what was described with MARK. */
static void use_nine(struct bl_writer *w, uint64_t mark)
{
    bl_writer_enter(w, 9, 3);
    bl_writer_abbreviated(w, 4, 1, BUILD_OPS(mark), NULL);
    bl_writer_exit(w);
}

/* Operand 0 of every record in blocks of id 9, in order, as digits. */
static const char *marks(const struct bl_stream *stream, unsigned flags)
{
    static char text[64];
    size_t n = 0;
    struct bl_walk *walk;
    struct bl_event event;
    cr_assert_eq(bl_walk_open(&walk, stream, flags, NULL, NULL), BL_OK);
    int rc;
    while ((rc = bl_walk_next(walk, &event, NULL)) > 0)
        if (event.kind == BL_EVENT_RECORD && event.block->block_id == 9)
            text[n++] = (char)('0' + event.record->ops[0]);
    text[n++] = rc < 0 ? '!' : '.';
    text[n] = '\0';
    bl_walk_close(walk);
    return text;
}

Test(blockinfo, a_later_one_replaces_an_earlier_one)
{
    struct bl_writer *w = build_begin();
    describe_nine(w, 2, 1);
    use_nine(w, 1);
    describe_nine(w, 2, 2);
    use_nine(w, 2);
    bl_writer_enter(w, BUILD_BLOCKINFO, 2); /* altogether: nothing is left of it */
    bl_writer_set_block(w, 10);
    bl_writer_exit(w);
    bl_writer_enter(w, 9, 3);
    bl_writer_fixed(w, 4, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    cr_expect_str_eq(marks(&stream, 0), "12!");
    cr_expect_str_eq(marks(&stream, BL_WALK_LLVM), "12!");
    bl_writer_close(w);
}

/* Strict rules: one in a block holds to the end of that block. LLVM's: until the next. */
Test(blockinfo, nested_in_a_module)
{
    struct bl_writer *w = build_begin();
    describe_nine(w, 2, 1);
    bl_writer_enter(w, 8, 3);
    use_nine(w, 1);
    describe_nine(w, 2, 2);
    use_nine(w, 2);
    bl_writer_enter(w, 10, 3); /* deeper as well */
    use_nine(w, 2);
    bl_writer_exit(w);
    bl_writer_exit(w);
    use_nine(w, 1); /* the same bits under either meaning */
    struct bl_stream stream = build_stream(w);
    cr_expect_str_eq(marks(&stream, 0), "1221.");
    cr_expect_str_eq(marks(&stream, BL_WALK_LLVM), "1222.");
    cr_expect_null(properties_check(stream.bytes, NULL));

    struct bl_index *index;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    uint32_t level = 0;
    char names[64] = "";
    for (uint32_t at = BL_NONE; (at = bl_index_next(index, at, UINT32_MAX, &level)) != BL_NONE;)
        if (bl_index_get(index, at).block.block_id == 9)
            strcat(strcat(names, text_of(bl_index_block_name(index, at))), " ");
    cr_expect_str_eq(names, "ONE TWO TWO ONE ");
    bl_index_close(index);
    bl_writer_close(w);
}

/* Modules of one file repeat their BLOCKINFO bit by bit: they must not cost again what the first
 * one cost, or a file of many would run into the limit. */
Test(blockinfo, equal_ones_are_shared)
{
    struct bl_writer *w = build_begin();
    enum {
        MODULES = 400,
        OPS = 2500
    };
    struct bl_abbrev_op ops[OPS] = {LIT(1)};
    for (int i = 1; i < OPS; i++)
        ops[i] = (struct bl_abbrev_op)CHAR6; /* 4 bits here, 16 bytes in memory */
    for (int i = 0; i < MODULES; i++) {
        bl_writer_enter(w, 8, 3);
        bl_writer_enter(w, BUILD_BLOCKINFO, 2);
        bl_writer_set_block(w, 9);
        bl_writer_define(w, ops, OPS);
        bl_writer_exit(w);
        bl_writer_exit(w);
    }
    struct bl_stream stream = build_stream(w);
    cr_assert_lt(stream.bytes.size * BL_MAX_ABBREV_BYTES_PER_BYTE + BL_MAX_ABBREV_BYTES_FLOOR,
                 (size_t)MODULES * OPS * sizeof(struct bl_abbrev_op));
    expect_walk(w, "shared", 0, (struct expected){.status = BL_OK});
}

/* The same body means something else where abbreviation ids are wider: no sharing. */
Test(blockinfo, equal_bodies_of_other_width_are_not_shared)
{
    struct bl_writer *w = build_begin();
    uint64_t first = bl_writer_pos(w);
    describe_nine(w, 2, 1);
    use_nine(w, 1);
    uint64_t second = bl_writer_pos(w);
    describe_nine(w, 2, 1);
    bl_writer_enter(w, 9, 3);
    bl_writer_record(w, 1, BUILD_OPS(7));
    bl_writer_exit(w);
    struct bl_view bytes = build_bytes(w);
    struct guard g = guard_copy(bytes);
    /* newabbrevlen of the second: bits 10 to 13 of its header, 2 becomes 3 */
    cr_assert_eq(g.data[second / 8 + 1] >> 2 & 15, 2);
    g.data[second / 8 + 1] |= 1 << 2;
    struct bl_stream stream = build_locate(g.bytes);
    /* Read with three bits the body is not what it was; what matters is that it is read at all. */
    struct trace trace = {0};
    trace_walk(&trace, &stream, 0, NULL);
    cr_expect_lt(trace.status, 0);
    cr_expect_geq(trace.err.bit_pos, second);
    trace_release(&trace);
    (void)first;
    guard_release(&g);
    bl_writer_close(w);
}

/* The limit is on memory, not on the stream: BLOCKINFO blocks that all differ may fill it. */
Test(blockinfo, limit)
{
    struct bl_writer *w = build_begin();
    enum {
        OPS = 8000
    };
    static struct bl_abbrev_op ops[OPS] = {LIT(1)};
    for (int i = 1; i < OPS; i++)
        ops[i] = (struct bl_abbrev_op)CHAR6;
    uint64_t at = 0;
    for (int i = 0; i < 40; i++) {
        bl_writer_enter(w, BUILD_BLOCKINFO, 2);
        bl_writer_set_block(w, (uint32_t)i);
        uint64_t before = bl_writer_pos(w);
        bl_writer_define(w, ops, OPS);
        bl_writer_exit(w);
        /* 16 bytes an operand and some more for each block */
        if (!at && (uint64_t)(i + 1) * OPS * sizeof ops[0] >
                       BL_MAX_ABBREV_BYTES_FLOOR + UINT64_C(4) * 40 * OPS / 2)
            at = before;
    }
    cr_assert_neq(at, 0);
    struct bl_stream stream = build_stream(w);
    struct trace trace = {0};
    trace_walk(&trace, &stream, 0, NULL);
    cr_expect_eq(trace.status, BL_E_LIMIT);
    trace_release(&trace);
    struct choice choice;
    const char *problem = properties_check(stream.bytes, choice_if_slow(&choice, stream.bytes));
    cr_expect_null(problem, "%s", problem);
    bl_writer_close(w);
}

/* llvm-bcanalyzer --block-info: the first top-level BLOCKINFO of another stream. */
Test(blockinfo, of_another_stream)
{
    struct bl_writer *other = build_begin();
    bl_writer_enter(other, 7, 3);
    describe_nine(other, 2, 2); /* nested: not looked at */
    bl_writer_exit(other);
    describe_nine(other, 2, 1);
    describe_nine(other, 2, 2);
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 9, 3);
    bl_writer_fixed(w, 4, 3); /* the writer does not know of the other stream */
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_stream info = build_stream(other);
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_error err;
    cr_assert_eq(bl_walk_open(&walk, &stream, 0, &info, &err), BL_OK);
    cr_assert_eq(bl_walk_next(walk, &event, &err), 1);
    cr_expect_str_eq(text_of(bl_walk_block_name(walk, 9)), "ONE");
    cr_assert_eq(bl_walk_next(walk, &event, &err), 1, "%s", err.what);
    cr_assert_eq(event.kind, BL_EVENT_RECORD);
    cr_expect_eq(event.record->ops[0], 1);
    bl_walk_close(walk);
    bl_writer_close(other);

    other = build_begin();
    uint64_t at = bl_writer_pos(other);
    bl_writer_enter(other, BUILD_BLOCKINFO, 2);
    bl_writer_record(other, BUILD_SETBID, NULL, 0);
    bl_writer_exit(other);
    info = build_stream(other);
    cr_expect_eq(bl_walk_open(&walk, &stream, 0, &info, &err), BL_E_MALFORMED);
    cr_expect_null(walk);
    cr_expect_eq(err.bit_pos, at + 64);
    bl_writer_close(other);
    bl_writer_close(w);
}

/* A sub-block in BLOCKINFO is no part of what it says. */
Test(blockinfo, with_a_block_inside)
{
    struct bl_writer *w = build_begin();
    uint64_t length_pos = build_header(w, BUILD_TOP_WIDTH, BUILD_BLOCKINFO, 2, 0);
    build_header(w, 2, 0, 2, 1); /* a BLOCKINFO of no contents */
    bl_writer_fixed(w, BUILD_END_BLOCK, 2);
    bl_writer_align32(w);
    bl_writer_fixed(w, BUILD_END_BLOCK, 2);
    bl_writer_align32(w);
    bl_writer_patch32(w, length_pos, (uint32_t)((bl_writer_pos(w) - length_pos) / 32 - 1));
    bl_writer_enter(w, 9, 3);
    bl_writer_exit(w);
    expect_both(w, "nested", (struct expected){.status = BL_OK});
}

/* The names of record 1 of block 9 where records stand, in a flat walk, one by one or in batches;
 * "!" a failure. */
static const char *flat_names(const struct bl_stream *stream, unsigned flags, bool in_batches)
{
    static char text[64];
    text[0] = '\0';
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_batch batch = {0};
    int rc;
    cr_assert_eq(bl_walk_open(&walk, stream, flags | BL_WALK_FLAT, NULL, NULL), BL_OK);
    do {
        while (in_batches && bl_walk_read_batch(walk, &batch, NULL) > 0)
            for (uint32_t i = 0; i < batch.n_records; i++)
                strcat(strcat(text, text_of(bl_walk_record_name(walk, 9, 1))), " ");
        rc = bl_walk_next(walk, &event, NULL);
        if (rc > 0 && event.kind == BL_EVENT_RECORD)
            strcat(strcat(text, text_of(bl_walk_record_name(walk, 9, 1))), " ");
    } while (rc > 0);
    bl_batch_release(&batch);
    bl_walk_close(walk);
    return rc < 0 ? "!" : text;
}

static void describe_record(struct bl_writer *w, const char *name)
{
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, 9);
    name_record(w, 1, name);
    bl_writer_exit(w);
}

/* A walk that leaps over sub-blocks does not lose what a BLOCKINFO among them says. */
Test(blockinfo, in_a_flat_walk)
{
    struct bl_writer *w = build_begin();
    for (int i = 0; i < 2; i++) {
        bl_writer_enter(w, 9, 3);
        bl_writer_record(w, 1, BUILD_OPS(7));
        describe_record(w, "ONE");
        bl_writer_record(w, 1, BUILD_OPS(7));
        bl_writer_enter(w, 9, 3);
        bl_writer_record(w, 1, BUILD_OPS(7));
        describe_record(w, "INSIDE");
        bl_writer_exit(w);
        describe_record(w, "TWO");
        bl_writer_record(w, 1, BUILD_OPS(7));
        bl_writer_enter(w, BUILD_BLOCKINFO, 2); /* damage of its own */
        bl_writer_record(w, BUILD_SETBID, NULL, 0);
        bl_writer_exit(w);
        bl_writer_record(w, 1, BUILD_OPS(7));
        bl_writer_exit(w);
    }
    struct bl_stream stream = build_stream(w);
    for (int in_batches = 0; in_batches < 2; in_batches++) {
        cr_expect_str_eq(flat_names(&stream, 0, in_batches), "- ONE TWO - - ONE TWO - ");
        cr_expect_str_eq(flat_names(&stream, BL_WALK_LLVM, in_batches), "- ONE TWO - - ONE TWO - ");
    }
    bl_writer_close(w);
}

/* One that reaches beyond its parent is damaged there, even if its bytes are those of one that was
 * fine: pieces of a stream do not know of that one. */
Test(blockinfo, beyond_its_parent_is_not_what_was_met_before)
{
    static const size_t piece_bytes[] = {0, 64, 4096};
    uint64_t module_pos = 0;
    struct bl_writer *w = build_begin();
    for (int i = 0; i < 2; i++) {
        module_pos = bl_writer_pos(w);
        bl_writer_enter(w, 8, 3);
        bl_writer_enter(w, BUILD_BLOCKINFO, 2);
        bl_writer_set_block(w, 9);
        BUILD_DEFINE(w, LIT(1), VBR(6));
        bl_writer_exit(w);
        bl_writer_exit(w);
    }
    uint64_t length_pos = module_pos + 32; /* after ids and widths */
    uint64_t n_words = (bl_writer_pos(w) - length_pos) / 32 - 1;
    bl_writer_patch32(w, length_pos, (uint32_t)n_words - 2); /* without the end of BLOCKINFO */
    struct bl_stream stream = build_stream(w);
    struct trace whole = {0};
    struct trace pieces = {0};
    trace_walk(&whole, &stream, 0, NULL);
    cr_expect_eq(whole.status, BL_E_TRUNCATED);
    cr_expect_eq(whole.err.depth, 2);
    int n_infos = 0;
    for (size_t i = 0; i < whole.n; i++)
        n_infos += whole.items[i].kind == BL_EVENT_BLOCK && whole.items[i].block.block_id == 0;
    cr_expect_eq(n_infos, 1);
    for (size_t i = 0; i < sizeof piece_bytes / sizeof *piece_bytes; i++) {
        (void)trace_split(&pieces, &stream, 0, piece_bytes[i]);
        cr_expect(trace_same(&whole, &pieces, true), "pieces of %zu bytes", piece_bytes[i]);
    }
    trace_release(&whole);
    trace_release(&pieces);
    bl_writer_close(w);
}
