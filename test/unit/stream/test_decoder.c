/* test_decoder.c - the record loop: every CPU variant, one by one, skipped, in batches
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/expect.h"

#include "stream/abbrev.h"
#include "support/records_agree.h"

enum {
    ID_WIDTH = 5
};

static uint64_t random_bits(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(0x2545F4914F6CDD1D) >> 8;
}

/* Mostly short, as in real files, but any number of bits. */
static uint64_t random_value(uint64_t *state)
{
    static const unsigned bits[16] = {5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 15, 20, 30, 45, 46, 56};
    return random_bits(state) & ((UINT64_C(1) << bits[random_bits(state) % 16]) - 1);
}

/* Now and then in more chunks than it takes, or than 64 bits do. */
static void write_vbr(struct bl_writer *w, uint64_t *state, uint64_t value, unsigned width)
{
    uint64_t dice = random_bits(state) % 200;
    if (dice < 3)
        build_long_vbr(w, value & 31, width, 2 + (unsigned)(random_bits(state) % 14));
    else
        bl_writer_vbr(w, value, width);
}

static void write_unabbreviated(struct bl_writer *w, uint64_t *state)
{
    static const unsigned counts[16] = {0, 1, 2, 3, 3, 4, 4, 5, 6, 8, 9, 12, 17, 31, 32, 70};
    bl_writer_fixed(w, BL_ABBREV_UNABBREV, ID_WIDTH);
    write_vbr(w, state, random_bits(state) % 70, 6);
    unsigned n = counts[random_bits(state) % 16];
    write_vbr(w, state, n, 6);
    for (unsigned i = 0; i < n; i++)
        write_vbr(w, state, random_value(state), 6);
}

static void write_scalar(struct bl_writer *w, uint64_t *state, const struct bl_abbrev_op *op)
{
    if (op->encoding == BL_ENC_VBR && op->width > 1)
        write_vbr(w, state, random_value(state), op->width);
    else if (op->encoding != BL_ENC_LITERAL)
        bl_writer_fixed(w, random_bits(state) & ((UINT64_C(1) << op->width) - 1), op->width);
}

/* A definition; char6 has its width here, too. */
struct shape {
    struct bl_abbrev_op ops[40];
    uint32_t n_ops;
};

static struct shape random_shape(uint64_t *state)
{
    static const uint8_t widths[8] = {1, 2, 3, 4, 6, 8, 16, 32};
    struct shape s = {.ops = {LIT(random_bits(state) % 70)}, .n_ops = 1};
    if (random_bits(state) % 8 == 0)
        s.ops[0] = (struct bl_abbrev_op)FIXED(6);
    uint64_t n = random_bits(state) % (random_bits(state) % 4 ? 10 : 30);
    bool has_array = random_bits(state) % 3 == 0;
    for (uint64_t i = 0; i < n + has_array; i++) {
        struct bl_abbrev_op *op = &s.ops[s.n_ops++];
        if (has_array && i == n) {
            *op++ = (struct bl_abbrev_op)ARRAY;
            s.n_ops++;
        }
        uint64_t dice = random_bits(state) % 16;
        uint8_t width = widths[random_bits(state) % 8];
        if (dice == 0)
            *op = (struct bl_abbrev_op){.encoding = BL_ENC_CHAR6, .width = 6};
        else if (dice == 1 && !(has_array && i == n))
            *op = (struct bl_abbrev_op)LIT(random_bits(state) % 2 ? 7 : UINT64_MAX);
        else if (dice < 8)
            *op = (struct bl_abbrev_op)FIXED(width);
        else
            *op = (struct bl_abbrev_op)VBR(width == 1 && dice != 8 ? 6 : width);
    }
    return s;
}

static void write_abbreviated(struct bl_writer *w, uint64_t *state, const struct shape *s,
                              uint32_t id)
{
    bl_writer_fixed(w, id, ID_WIDTH);
    for (uint32_t i = 0; i < s->n_ops; i++) {
        if (s->ops[i].encoding != BL_ENC_ARRAY) {
            write_scalar(w, state, &s->ops[i]);
            continue;
        }
        uint64_t n = random_bits(state) % (random_bits(state) % 8 ? 10 : 60);
        bl_writer_vbr(w, n, 6);
        for (uint64_t k = 0; k < n; k++)
            write_scalar(w, state, &s->ops[i + 1]);
        return;
    }
}

/* Raw records of W, cut off to N_WORDS words, as the body of a block with the definitions SHAPES;
 * and a second block after it. */
static struct bl_writer *block_of(struct bl_writer *body, const struct shape *shapes, unsigned n,
                                  uint64_t n_bits)
{
    struct bl_view bytes = build_bytes(body);
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, 8);
    for (unsigned i = 0; i < n / 2; i++)
        bl_writer_define(w, shapes[i].ops, shapes[i].n_ops);
    bl_writer_exit(w);
    bl_writer_enter(w, 8, ID_WIDTH);
    for (unsigned i = n / 2; i < n; i++)
        bl_writer_define(w, shapes[i].ops, shapes[i].n_ops);
    /* Bits up to a word's end, so that the block ends where the records were cut off. */
    uint64_t left = n_bits;
    for (size_t i = 0; left > 0; i++) {
        unsigned width = left < 8 ? (unsigned)left : 8;
        bl_writer_fixed(w, bytes.data[i] & ((1u << width) - 1), width);
        left -= width;
    }
    bl_writer_exit(w);
    return w;
}

static const char *ways_agree(struct bl_writer *w)
{
    struct bl_view bytes = build_bytes(w);
    struct choice choice;
    return records_agree(bytes, choice_if_slow(&choice, bytes));
}

/* Definitions of one block take the places of another's. */
Test(decoder, nothing_of_an_earlier_abbreviation_stays)
{
    static const struct bl_abbrev_op usual[] = {LIT(1), VBR(6), FIXED(3)};
    static const struct bl_abbrev_op careful[] = {FIXED(6), VBR(6), FIXED(3)}; /* its code varies */
    struct bl_abbrev_set set = {0};
    cr_assert_eq(bl_abbrev_set_add(&set, usual, 3), BL_OK);
    cr_expect(set.abbrevs[0].plan != BL_PLAN_SLOW && set.abbrevs[0].short_bits == 9);
    set.n_abbrevs = 0;
    set.n_ops = 0;
    cr_assert_eq(bl_abbrev_set_add(&set, careful, 3), BL_OK);
    cr_expect_eq(set.abbrevs[0].plan, BL_PLAN_SLOW);
    cr_expect_eq(set.abbrevs[0].short_bits, 0);
    bl_abbrev_set_release(&set);
}

/* Random records of random shapes. Where they are cut off, what follows is END_BLOCK and zeros:
 * bits of a record that runs over the end of its block. */
Test(decoder, variants_agree_on_random_records)
{
    enum {
        N_SHAPES = 6,
        N_ROUNDS = 300
    };
    uint64_t state = 42;
    for (int round = 0; round < N_ROUNDS; round++) {
        struct shape shapes[N_SHAPES];
        for (unsigned i = 0; i < N_SHAPES; i++)
            shapes[i] = random_shape(&state);
        struct bl_writer *body;
        cr_assert_eq(bl_writer_open(&body, NULL), BL_OK);
        uint64_t n_records = random_bits(&state) % 400;
        for (uint64_t i = 0; i < n_records; i++) {
            uint64_t k = random_bits(&state) % (2 * N_SHAPES);
            if (k < N_SHAPES)
                write_abbreviated(body, &state, &shapes[k], BL_ABBREV_FIRST + (uint32_t)k);
            else
                write_unabbreviated(body, &state);
        }
        uint64_t n_bits = bl_writer_pos(body);
        uint64_t cut = n_bits ? random_bits(&state) % n_bits : 0;
        bl_writer_align32(body);
        struct bl_writer *w = block_of(body, shapes, N_SHAPES, round % 2 ? n_bits : cut);
        const char *problem = ways_agree(w);
        cr_expect_null(problem, "round %d: %s", round, problem);
        bl_writer_close(w);
        bl_writer_close(body);
    }
}

/* Every kind of record, with the end of the block after each of its bits. */
Test(decoder, variants_agree_where_a_block_ends_inside_a_record)
{
    static const struct shape shapes[] = {
        {{LIT(20), VBR(6), FIXED(7), VBR(4), FIXED(1)}, 5},
        {{LIT(35), VBR(8), VBR(8), VBR(6), VBR(6), FIXED(1), VBR(6), VBR(3)}, 8},
        {{LIT(43), FIXED(1), ARRAY, VBR(6)}, 4},
        {{LIT(1), ARRAY, FIXED(8)}, 3},
        {{LIT(1), VBR(6), ARRAY, {.encoding = BL_ENC_CHAR6, .width = 6}}, 4},
        {{LIT(9), FIXED(32), FIXED(32)}, 3},
    };
    enum {
        N_SHAPES = sizeof shapes / sizeof shapes[0]
    };
    uint64_t state = 7;
    for (uint32_t kind = 0; kind <= N_SHAPES; kind++) {
        struct bl_writer *body;
        cr_assert_eq(bl_writer_open(&body, NULL), BL_OK);
        write_unabbreviated(body, &state);
        uint64_t from = bl_writer_pos(body);
        if (kind == N_SHAPES)
            write_unabbreviated(body, &state);
        else
            write_abbreviated(body, &state, &shapes[kind], BL_ABBREV_FIRST + kind);
        uint64_t to = bl_writer_pos(body);
        bl_writer_align32(body);
        for (uint64_t end = from; end <= to; end++) {
            struct bl_writer *w = block_of(body, shapes, N_SHAPES, end);
            const char *problem = ways_agree(w);
            cr_expect_null(problem, "kind %u, cut at %u: %s", kind, (unsigned)end, problem);
            bl_writer_close(w);
        }
        bl_writer_close(body);
    }
}

/* One value of many chunks, up to too many, at every place among few and many. */
Test(decoder, variants_agree_on_long_values)
{
    static const unsigned counts[] = {1, 4, 8, 14, 25, 31};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
        for (unsigned chunks = 8; chunks <= 16; chunks++)
            for (unsigned place = 0; place < counts[k]; place++) {
                struct bl_writer *w = build_begin();
                bl_writer_enter(w, 8, ID_WIDTH);
                bl_writer_fixed(w, BL_ABBREV_UNABBREV, ID_WIDTH);
                bl_writer_vbr(w, 7, 6);
                bl_writer_vbr(w, counts[k], 6);
                for (unsigned i = 0; i < counts[k]; i++)
                    build_long_vbr(w, UINT64_MAX >> i, 6, i == place ? chunks : 1);
                bl_writer_record(w, 1, BUILD_OPS(2));
                bl_writer_exit(w);
                const char *problem = ways_agree(w);
                cr_expect_null(problem, "%u chunks at %u of %u: %s", chunks, place, counts[k],
                               problem);
                bl_writer_close(w);
            }
}

/* A block of N_WORDS whose record has N_SHORT operands, one of N_CHUNKS chunks, and some more;
 * after that one, in the block or not, is a value that does not end. */
static struct bl_writer *overrun_block(uint32_t n_words, unsigned n_short, unsigned n_chunks)
{
    enum {
        N_BEHIND = 20
    };
    struct bl_writer *w = build_begin();
    build_header(w, BUILD_TOP_WIDTH, 8, ID_WIDTH, n_words);
    bl_writer_fixed(w, BL_ABBREV_UNABBREV, ID_WIDTH);
    bl_writer_vbr(w, 7, 6);
    build_long_vbr(w, n_short + 4, 6, 2);
    for (unsigned i = 0; i < n_short; i++)
        bl_writer_vbr(w, 1, 6);
    build_long_vbr(w, 1, 6, n_chunks);
    while (bl_writer_pos(w) % 32 != 0)
        bl_writer_fixed(w, 1, 1);
    for (int i = 0; i < N_BEHIND; i++)
        bl_writer_fixed(w, UINT32_MAX, 32);
    return w;
}

/* A long operand runs over the end of the block. However far one reads on, that is reported. */
Test(decoder, bits_behind_a_block_are_none_of_a_record)
{
    static const uint32_t n_words[] = {8, 80, 150};
    for (size_t i = 0; i < sizeof n_words / sizeof n_words[0]; i++)
        for (unsigned n_chunks = 9; n_chunks <= 12; n_chunks++)
            for (unsigned n_left = 5; n_left <= 8; n_left++) {
                /* As many operands as there would be room for, if they were short. */
                unsigned n_short = (n_words[i] * 32 - ID_WIDTH - 6 - 12) / 6 - n_left;
                expect_walk(overrun_block(n_words[i], n_short, n_chunks), "operands", 0,
                            (struct expected){.status = BL_E_TRUNCATED,
                                              .what = "the bits end inside a record",
                                              .bit_pos = 96,
                                              .depth = 1});
            }
}

/* ---- Batches ---- */

static struct bl_index *open_first(struct bl_writer *w, struct bl_cursor *cursor)
{
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_cursor(index, 0, cursor, NULL), BL_OK);
    return index;
}

static void close_all(struct bl_writer *w, struct bl_index *index, struct bl_cursor *cursor,
                      struct bl_batch *batch)
{
    bl_batch_release(batch);
    bl_cursor_release(cursor);
    bl_index_close(index);
    bl_writer_close(w);
}

Test(decoder, batch_tells_records_and_where_they_end)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(7), VBR(6), ARRAY, FIXED(3));
    uint64_t at[4];
    at[0] = bl_writer_pos(w);
    bl_writer_record(w, 2, BUILD_OPS(1, 1000, 3));
    at[1] = bl_writer_pos(w);
    bl_writer_abbreviated(w, id, 7, BUILD_OPS(5, 1, 2), NULL);
    at[2] = bl_writer_pos(w);
    bl_writer_record(w, 40, NULL, 0);
    at[3] = bl_writer_pos(w);
    bl_writer_exit(w);
    struct bl_cursor c;
    struct bl_batch b = {0};
    struct bl_entry entry;
    struct bl_index *index = open_first(w, &c);
    cr_expect_eq(bl_cursor_read_batch(&c, &b), 0); /* a definition first */
    cr_expect_eq(bl_cursor_next(&c, &entry), 1);
    cr_assert_eq(bl_cursor_read_batch(&c, &b), 1);
    cr_assert_eq(b.n_records, 3);
    for (int i = 0; i < 4; i++)
        cr_expect_eq(b.records[i].bit_pos, at[i]);
    cr_expect(b.records[0].code == 2 && b.records[0].abbrev_id == BL_ABBREV_UNABBREV);
    cr_expect(b.records[0].first_op == 0 && b.records[0].array_at == BL_NONE);
    cr_expect(b.records[1].code == 7 && b.records[1].abbrev_id == id);
    cr_expect(b.records[1].first_op == 3 && b.records[1].array_at == 1);
    cr_expect(b.records[2].code == 40 && b.records[2].first_op == 6);
    cr_expect(b.records[2].array_at == BL_NONE && b.records[3].first_op == 6);
    static const uint64_t ops[] = {1, 1000, 3, 5, 1, 2};
    cr_expect(memcmp(b.ops, ops, sizeof ops) == 0);
    cr_expect_eq(bl_cursor_read_batch(&c, &b), 0);
    cr_expect_eq(b.n_records, 0);
    cr_expect_eq(bl_cursor_next(&c, &entry), 0);
    close_all(w, index, &c, &b);
}

/* Records with blobs are read one by one; what was announced is skipped. */
Test(decoder, batch_ends_before_blob_and_block)
{
    struct bl_writer *w = build_begin();
    struct bl_view blob = {.data = (const uint8_t *)"blob", .size = 4};
    bl_writer_enter(w, 8, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(3), BLOB);
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_record(w, 1, BUILD_OPS(2));
    bl_writer_abbreviated(w, id, 3, NULL, 0, &blob);
    bl_writer_record(w, 1, BUILD_OPS(3));
    bl_writer_enter(w, 9, 2);
    bl_writer_exit(w);
    bl_writer_record(w, 1, BUILD_OPS(4));
    bl_writer_exit(w);
    struct bl_cursor c;
    struct bl_batch b = {0};
    struct bl_record rec = {0};
    struct bl_entry entry;
    struct bl_index *index = open_first(w, &c);
    cr_expect_eq(bl_cursor_next(&c, &entry), 1);
    cr_expect_eq(bl_cursor_next(&c, &entry), 1);
    cr_expect_eq(entry.kind, BL_ENTRY_RECORD); /* announced, not read */
    cr_assert_eq(bl_cursor_read_batch(&c, &b), 1);
    cr_expect(b.n_records == 1 && b.ops[0] == 2);
    cr_expect_eq(bl_cursor_read_batch(&c, &b), 0);
    cr_expect_eq(bl_cursor_next(&c, &entry), 1);
    cr_expect_eq(bl_cursor_read(&c, &rec), BL_OK);
    cr_expect(rec.has_blob && rec.blob.size == 4);
    cr_assert_eq(bl_cursor_read_batch(&c, &b), 1);
    cr_expect(b.n_records == 1 && b.ops[0] == 3);
    cr_expect_eq(bl_cursor_next(&c, &entry), 1);
    cr_expect_eq(entry.kind, BL_ENTRY_BLOCK); /* leapt over */
    cr_assert_eq(bl_cursor_read_batch(&c, &b), 1);
    cr_expect(b.n_records == 1 && b.ops[0] == 4);
    bl_record_release(&rec);
    close_all(w, index, &c, &b);
}

/* Long records between short ones, so that storage grows and batches end early. */
Test(decoder, batch_of_long_records)
{
    enum {
        N = 600
    };
    static uint64_t ops[20000];
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 4);
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        ops[i] = i;
    for (uint32_t i = 0; i < N; i++)
        bl_writer_record(w, i, ops + i, i % 97 == 5 ? 19000 : i % 7 * 10);
    bl_writer_exit(w);
    struct bl_cursor c;
    struct bl_batch b = {0};
    struct bl_index *index = open_first(w, &c);
    uint32_t n = 0;
    while (bl_cursor_read_batch(&c, &b) > 0)
        for (uint32_t i = 0; i < b.n_records; i++, n++) {
            uint32_t n_ops = b.records[i + 1].first_op - b.records[i].first_op;
            cr_assert_eq(b.records[i].code, n);
            cr_assert_eq(n_ops, n % 97 == 5 ? 19000 : n % 7 * 10);
            for (uint32_t k = 0; k < n_ops; k++)
                cr_assert_eq(b.ops[b.records[i].first_op + k], n + k);
        }
    cr_expect_eq(n, N);
    close_all(w, index, &c, &b);
}

/* What is good comes first; then the failure, again and again. */
Test(decoder, batch_tells_a_failure_behind_the_records_before_it)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 4);
    bl_writer_record(w, 1, BUILD_OPS(1, 2));
    bl_writer_record(w, 2, BUILD_OPS(3));
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 9, 4); /* not defined */
    bl_writer_align32(w);
    bl_writer_exit(w);
    struct bl_cursor c;
    struct bl_batch b = {0};
    struct bl_error err;
    struct bl_index *index = open_first(w, &c);
    cr_assert_eq(bl_cursor_read_batch(&c, &b), 1);
    cr_expect_eq(b.n_records, 2);
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(bl_cursor_read_batch(&c, &b), BL_E_MALFORMED);
        cr_expect_eq(b.n_records, 0);
        bl_cursor_error(&c, &err);
        cr_expect_eq(err.bit_pos, at);
        cr_expect(strstr(err.what, "not defined") != NULL);
    }
    close_all(w, index, &c, &b);
}

Test(decoder, batches_of_a_walk)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 4);
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_enter(w, 9, 3);
    bl_writer_record(w, 2, BUILD_OPS(2));
    bl_writer_record(w, 2, BUILD_OPS(3));
    bl_writer_exit(w);
    bl_writer_record(w, 1, BUILD_OPS(4));
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_batch b = {0};
    cr_assert_eq(bl_walk_open(&walk, &stream, 0, NULL, NULL), BL_OK);
    cr_expect_eq(bl_walk_read_batch(walk, &b, NULL), 0); /* the top level has none */
    uint64_t sum = 0;
    unsigned n_events = 0;
    while (bl_walk_next(walk, &event, NULL) > 0) {
        n_events++;
        cr_expect(event.kind == BL_EVENT_BLOCK || event.kind == BL_EVENT_BLOCK_END);
        while (bl_walk_read_batch(walk, &b, NULL) > 0)
            for (uint32_t i = 0; i < b.n_records; i++)
                sum = sum * 10 + b.ops[b.records[i].first_op];
    }
    cr_expect_eq(sum, 1234);
    cr_expect_eq(n_events, 4);
    bl_walk_close(walk);
    cr_assert_eq(bl_walk_open(&walk, &stream, BL_WALK_SKIP, NULL, NULL), BL_OK);
    cr_expect_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect_eq(bl_walk_read_batch(walk, &b, NULL), 1);
    cr_expect(b.n_records == 1 && b.records[0].code == 1 && b.records[1].first_op == 0);
    bl_walk_close(walk);
    bl_batch_release(&b);
    bl_writer_close(w);
}

/* Blocks in a block, and after it enough that loads do not come close to the end. AT: where the
 * entries after the first sub-block's beginning stand. */
static struct bl_writer *build_nested(uint64_t at[7])
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 4);
    bl_writer_enter(w, 9, 3);
    at[0] = bl_writer_pos(w);
    bl_writer_exit(w);
    at[1] = bl_writer_pos(w);
    bl_writer_record(w, 1, BUILD_OPS(5, 6));
    at[2] = bl_writer_pos(w);
    bl_writer_enter(w, 10, 5);
    at[3] = bl_writer_pos(w);
    bl_writer_record(w, 2, BUILD_OPS(7));
    at[4] = bl_writer_pos(w);
    bl_writer_exit(w);
    at[5] = bl_writer_pos(w);
    bl_writer_record(w, 3, NULL, 0);
    at[6] = bl_writer_pos(w);
    bl_writer_exit(w);
    bl_writer_enter(w, 11, 4);
    for (int i = 0; i < 100; i++)
        bl_writer_record(w, 1, BUILD_OPS(1, 2, 3));
    bl_writer_exit(w);
    return w;
}

Test(decoder, batches_across_blocks)
{
    static const uint32_t codes[] = {9, 1, 10, 2, 10, 3};
    static const uint32_t ids[] = {BL_ABBREV_END_BLOCK,      BL_ABBREV_UNABBREV,
                                   BL_ABBREV_ENTER_SUBBLOCK, BL_ABBREV_UNABBREV,
                                   BL_ABBREV_END_BLOCK,      BL_ABBREV_UNABBREV};
    uint64_t at[7];
    struct bl_writer *w = build_nested(at);
    struct bl_stream stream = build_stream(w);
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_batch b = {0};
    cr_assert_eq(bl_walk_open(&walk, &stream, BL_WALK_ACROSS, NULL, NULL), BL_OK);
    /* The top level, and the first block at a depth. */
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(bl_walk_read_batch(walk, &b, NULL), 0);
        cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
        cr_expect_eq(event.kind, BL_EVENT_BLOCK);
    }
    cr_assert_eq(bl_walk_read_batch(walk, &b, NULL), 1);
    cr_assert_eq(b.n_records, 6);
    for (int i = 0; i < 7; i++)
        cr_expect_eq(b.records[i].bit_pos, at[i]);
    for (int i = 0; i < 6; i++)
        cr_expect(b.records[i].code == codes[i] && b.records[i].abbrev_id == ids[i]);
    const uint64_t ops[] = {8, 5, 6, 5, 1, at[2] + 4 + 8, 7, 8};
    cr_assert_eq(b.records[6].first_op, sizeof ops / sizeof ops[0]);
    cr_expect(memcmp(b.ops, ops, sizeof ops) == 0);
    cr_expect_eq(bl_walk_read_batch(walk, &b, NULL), 0);
    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_expect(event.kind == BL_EVENT_BLOCK_END && event.block->block_id == 8);
    bl_walk_close(walk);
    bl_batch_release(&b);
    bl_writer_close(w);
}
