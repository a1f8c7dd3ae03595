/* test_stats_series.c - many streams in one stats
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * That a stream is counted as a walk reports it, is checked for every input there is by
 * support/stats_check.c; here are streams that have a part in common with those before: what a
 * stats keeps from one to the next must neither be lost nor be taken for what is only similar.
 */
#include "support/stats_check.h"
#include "unit/expect.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MODULE = 8,
    FUNCTION = 12,
    NAMES = 22,
    N_SERIES = 60
};

/* What is different from one stream to another, each as a number. */
struct recipe {
    unsigned info;       /* BLOCKINFO */
    unsigned names;      /* a block of which there is one */
    unsigned definition; /* of functions themselves; its code, too */
    unsigned functions;
    unsigned called; /* how BLOCKINFO calls functions; 0: not at all */
    bool two_names;
    bool damaged;
};

static void write_info(struct bl_writer *w, unsigned info, unsigned called)
{
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, FUNCTION);
    BUILD_DEFINE(w, LIT(20), VBR(6), FIXED(1 + info % 30));
    BUILD_DEFINE(w, LIT(43), FIXED(1 + info / 30), ARRAY, VBR(6));
    if (called)
        bl_writer_record(w, BUILD_BLOCKNAME, BUILD_OPS('f', 'a' + called));
    bl_writer_exit(w);
}

static void write_names(struct bl_writer *w, unsigned names)
{
    bl_writer_enter(w, NAMES, 3);
    uint32_t id = BUILD_DEFINE(w, LIT(6), ARRAY, CHAR6);
    bl_writer_record(w, 6, BUILD_OPS(0, 'd', 'b', 'g'));
    bl_writer_abbreviated(w, id, 6, BUILD_OPS('a', 'a' + names), NULL);
    if (names % 5 == 4) /* a code without a place of its own */
        bl_writer_record(w, 2000 + names, BUILD_OPS(1));
    bl_writer_exit(w);
}

/* Records of the second definition, which has an operand more in some: those after
 * it stay, or move. */
static void write_second(struct bl_writer *w, unsigned definition, uint32_t id, unsigned n)
{
    uint32_t code = 51 + definition;
    for (unsigned i = 0; i < n; i++)
        if (definition % 4 == 3)
            bl_writer_abbreviated(w, id, code, BUILD_OPS(i, 1), NULL);
        else
            bl_writer_abbreviated(w, id, code, BUILD_OPS(i), NULL);
}

/* Definitions in the same place differ in code or width, and are used. */
static void write_function(struct bl_writer *w, unsigned definition, unsigned n)
{
    bl_writer_enter(w, FUNCTION, 4);
    bl_writer_abbreviated(w, 4, 20, BUILD_OPS(n, 1), NULL);
    uint32_t first = BUILD_DEFINE(w, LIT(50), VBR(6));
    bl_writer_abbreviated(w, first, 50, BUILD_OPS(100), NULL);
    unsigned width = 4 + definition / 2;
    uint32_t second = definition % 4 == 3
                          ? BUILD_DEFINE(w, LIT(51 + definition), FIXED(width), FIXED(1))
                          : BUILD_DEFINE(w, LIT(51 + definition), FIXED(width));
    uint32_t third = BUILD_DEFINE(w, LIT(60), FIXED(7), ARRAY, FIXED(8));
    write_second(w, definition, second, 3 + n);
    bl_writer_abbreviated(w, third, 60, BUILD_OPS(1, 2, 3, 4), NULL);
    bl_writer_abbreviated(w, 5, 43, BUILD_OPS(1, 7, 8, 9), NULL);
    bl_writer_record(w, 34 + definition, BUILD_OPS(1, 2, 3, 4));
    bl_writer_exit(w);
}

static struct bl_writer *write_stream(const struct recipe *recipe)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, 3);
    write_info(w, recipe->info, recipe->called);
    for (unsigned i = 0; i < (recipe->two_names ? 2 : 1); i++)
        write_names(w, recipe->names + i);
    for (unsigned i = 0; i < recipe->functions; i++)
        write_function(w, recipe->definition + i % 2, i % 12);
    if (recipe->damaged) /* an abbreviation that is not defined */
        bl_writer_fixed(w, 6, 3);
    bl_writer_exit(w);
    return w;
}

/* All counts as text, in order. */
static void print_stats(struct bl_stats *stats, FILE *out)
{
    uint32_t n = bl_stats_n_blocks(stats);
    fprintf(out, "%u at the top\n", (unsigned)bl_stats_n_top_blocks(stats));
    for (uint32_t i = 0; i < n; i++) {
        struct bl_stats_block b = bl_stats_get_block(stats, i);
        fprintf(out,
                "%.*s %u in %u: %u of %u bits, %u inside, %u definitions of %u, %u records of %u, "
                "%u unread\n",
                (int)b.name.size, (const char *)b.name.data, b.block_id, b.parent_id, (unsigned)b.n,
                (unsigned)b.bits, (unsigned)b.n_sub_blocks, (unsigned)b.n_abbrevs,
                (unsigned)b.abbrev_bits, (unsigned)b.n_records, (unsigned)b.record_bits,
                (unsigned)b.unread_bits);
        const struct bl_stats_count *counts;
        uint32_t n_counts = bl_stats_counts(stats, i, true, &counts);
        for (uint32_t k = 0; k < n_counts; k++)
            fprintf(out, "    %u by %u: %u of %u bits\n", counts[k].code, counts[k].abbrev_id,
                    (unsigned)counts[k].n, (unsigned)counts[k].bits);
    }
}

static char *text_of(struct bl_stats *stats)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    cr_assert_not_null(out);
    print_stats(stats, out);
    fclose(out);
    return text;
}

static struct bl_stats *open_stats(unsigned flags)
{
    struct bl_stats *stats;
    cr_assert_eq(bl_stats_open(&stats, flags, NULL), BL_OK);
    return stats;
}

/* The streams of RECIPES, one after the other in one stats, and each in one of its own. Their bytes
 * are gone when they have been counted. */
static void expect_same(const char *name, unsigned flags, const struct recipe *recipes, size_t n)
{
    struct bl_stats *all = open_stats(flags);
    struct bl_stats *sum = open_stats(flags);
    for (size_t i = 0; i < n; i++) {
        struct bl_writer *w = write_stream(&recipes[i]);
        struct guard g = guard_copy(build_bytes(w));
        struct bl_stream stream = build_locate(g.bytes);
        struct bl_stats *one = open_stats(flags);
        int status = bl_stats_add(one, &stream, NULL, 1, NULL);
        cr_expect_eq(status < 0, recipes[i].damaged, "%s: stream %zu", name, i);
        cr_expect_eq(bl_stats_add(all, &stream, NULL, 1, NULL), status, "%s: stream %zu", name, i);
        cr_assert_eq(bl_stats_join(sum, one, NULL), BL_OK);
        bl_stats_close(one);
        guard_release(&g);
        bl_writer_close(w);
        char *found = text_of(all);
        char *expected = text_of(sum);
        cr_assert_str_eq(found, expected, "%s: stream %zu", name, i);
        free(found);
        free(expected);
    }
    bl_stats_close(all);
    bl_stats_close(sum);
}

Test(stats_series, keeps_what_streams_have_in_common)
{
    struct recipe same[N_SERIES], names[N_SERIES], definitions[N_SERIES], infos[N_SERIES];
    struct recipe damaged[N_SERIES], mixed[N_SERIES];
    for (unsigned i = 0; i < N_SERIES; i++) {
        same[i] = names[i] = definitions[i] = infos[i] = damaged[i] =
            (struct recipe){.functions = 5};
        names[i].names = i < 3 ? i : i / 3 % 5;
        names[i].two_names = i % 7 == 3;
        definitions[i].definition = i % 4;
        definitions[i].functions = i % 6;
        definitions[i].names = i % 20; /* no two in a row are the same */
        infos[i].info = i;             /* more than are kept */
        damaged[i].damaged = i % 4 == 2;
        damaged[i].names = i % 8 == 5;
        mixed[i] = (struct recipe){.info = i * i % 5 % 3,
                                   .names = i / 4 % 3,
                                   .definition = i % 3,
                                   .functions = i * 7 % 11,
                                   .two_names = i % 13 == 5,
                                   .damaged = i % 17 == 9};
        if (i > 40)
            infos[i].info = 20;
    }
    for (unsigned flags = 0; flags <= BL_STATS_LLVM; flags++) {
        expect_same("same", flags, same, N_SERIES);
        expect_same("names", flags, names, N_SERIES);
        expect_same("definitions", flags, definitions, N_SERIES);
        expect_same("infos", flags, infos, N_SERIES);
        expect_same("damaged", flags, damaged, N_SERIES);
        expect_same("mixed", flags, mixed, N_SERIES);
    }
}

/* Wherever a series is cut in two, so that what is called something first is in either part. */
Test(stats_series, joins_in_order)
{
    enum {
        N = 6
    };
    struct bl_writer *writers[N];
    struct bl_stream streams[N];
    struct bl_stats *all = open_stats(0);
    for (unsigned i = 0; i < N; i++) {
        writers[i] = write_stream(&(struct recipe){.functions = 1, .called = i < 3 ? 0 : i});
        streams[i] = build_stream(writers[i]);
        cr_assert_eq(bl_stats_add(all, &streams[i], NULL, 1, NULL), BL_OK);
    }
    char *expected = text_of(all);
    for (unsigned cut = 0; cut <= N; cut++) {
        struct bl_stats *parts[] = {open_stats(0), open_stats(0)};
        for (unsigned i = 0; i < N; i++)
            cr_assert_eq(bl_stats_add(parts[i >= cut], &streams[i], NULL, 1, NULL), BL_OK);
        cr_assert_eq(bl_stats_join(parts[0], parts[1], NULL), BL_OK);
        char *found = text_of(parts[0]);
        cr_expect_str_eq(found, expected, "cut at %u", cut);
        free(found);
        bl_stats_close(parts[0]);
        bl_stats_close(parts[1]);
    }
    free(expected);
    bl_stats_close(all);
    for (unsigned i = 0; i < N; i++)
        bl_writer_close(writers[i]);
}

/* Their parent is not remembered, alone and joined, until a stream names it. */
Test(stats_series, knows_no_parent_of_blocks_that_were_counted_elsewhere)
{
    struct bl_stats_block block = {
        .kind = BL_STREAM_LLVM_IR, .block_id = FUNCTION, .parent_id = NAMES, .n = 1, .bits = 32};
    struct bl_stats_count record = {.code = 1, .abbrev_id = BL_ABBREV_UNABBREV, .n = 1};
    struct bl_stats *stats = open_stats(0);
    struct bl_stats *sum = open_stats(0);
    cr_assert_eq(bl_stats_add_blocks(stats, &block, NULL), BL_OK);
    cr_assert_eq(bl_stats_add_records(stats, BL_STREAM_LLVM_IR, MODULE, &record, NULL), BL_OK);
    cr_assert_eq(bl_stats_join(sum, stats, NULL), BL_OK);
    cr_assert_eq(bl_stats_n_blocks(stats), 2);
    cr_assert_eq(bl_stats_n_blocks(sum), 2);
    for (uint32_t i = 0; i < 2; i++) {
        cr_expect_eq(bl_stats_get_block(stats, i).parent_id, BL_NONE);
        cr_expect_eq(bl_stats_get_block(sum, i).parent_id, BL_NONE);
    }
    struct bl_writer *w = write_stream(&(struct recipe){.functions = 1});
    struct bl_stream stream = build_stream(w);
    cr_assert_eq(bl_stats_add(sum, &stream, NULL, 1, NULL), BL_OK);
    cr_assert_gt(bl_stats_n_blocks(sum), 2);
    cr_expect_eq(bl_stats_get_block(sum, 0).block_id, BUILD_BLOCKINFO);
    cr_expect_eq(bl_stats_get_block(sum, 2).block_id, FUNCTION);
    cr_expect_eq(bl_stats_get_block(sum, 2).parent_id, MODULE);
    bl_writer_close(w);
    bl_stats_close(stats);
    bl_stats_close(sum);
}

/* ---- All at once ---- */

enum {
    N_ALL = 40,
    LARGE_FUNCTIONS = 30000 /* in a stream of more than a megabyte */
};

struct failures {
    uint64_t streams[N_ALL];
    size_t n;
};

static void take_failure(void *context, uint64_t stream, const struct bl_error *err)
{
    struct failures *f = context;
    cr_assert_lt(f->n, N_ALL);
    cr_expect_lt(err->status, 0);
    f->streams[f->n++] = stream;
}

/* STREAMS one by one, and those that fail. */
static char *count_in_turn(unsigned flags, const struct bl_stream *const *streams,
                           struct failures *failures)
{
    struct bl_stats *stats = open_stats(flags);
    struct bl_error err;
    for (uint64_t i = 0; i < N_ALL; i++)
        if (bl_stats_add(stats, streams[i], NULL, 1, &err) < 0)
            take_failure(failures, i, &err);
    char *text = text_of(stats);
    bl_stats_close(stats);
    return text;
}

static void expect_all_at_once(unsigned flags, unsigned n_threads,
                               const struct bl_stream *const *streams)
{
    struct failures in_turn = {.n = 0};
    struct failures failures = {.n = 0};
    struct bl_stats *stats = open_stats(flags);
    char *expected = count_in_turn(flags, streams, &in_turn);
    /* The first ones may be there before. */
    for (uint64_t i = 0; i < 2; i++)
        cr_assert_eq(bl_stats_add(stats, streams[i], NULL, 1, NULL), BL_OK);
    cr_expect_eq(
        bl_stats_add_all(stats, streams + 2, N_ALL - 2, n_threads, take_failure, &failures, NULL),
        BL_OK);
    char *found = text_of(stats);
    cr_expect_str_eq(found, expected, "%u threads", n_threads);
    cr_assert_eq(failures.n, in_turn.n, "%u threads", n_threads);
    for (size_t i = 0; i < failures.n; i++)
        cr_expect_eq(failures.streams[i] + 2, in_turn.streams[i], "%u threads", n_threads);
    cr_expect_null(bl_stats_block_name(stats, FUNCTION).data, "of which stream?");
    free(found);
    free(expected);
    bl_stats_close(stats);
}

/* Small streams and large ones in turn, damaged and good; functions are called something else in
 * each, and not at all in the first ones. */
Test(stats_series, counts_all_at_once_as_one_by_one)
{
    static const unsigned threads[] = {1, 2, 3, 8, 100};
    struct bl_writer *writers[N_ALL];
    struct bl_stream streams[N_ALL];
    const struct bl_stream *all[N_ALL];
    for (unsigned i = 0; i < N_ALL; i++) {
        bool is_large = i % 13 == 8;
        struct recipe recipe = {.info = i % 3,
                                .names = i / 4 % 3,
                                .definition = i % 3,
                                .functions = is_large ? LARGE_FUNCTIONS : i % 5,
                                .called = i < 6 ? 0 : i % 4 + 1,
                                .damaged = i % 17 == 4};
        writers[i] = write_stream(&recipe);
        streams[i] = build_stream(writers[i]);
        all[i] = &streams[i];
        cr_assert_eq(streams[i].bytes.size >= 1 << 20, is_large, "stream %u", i);
    }
    for (unsigned flags = 0; flags <= BL_STATS_LLVM; flags++)
        for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
            expect_all_at_once(flags, threads[i], all);
    for (unsigned i = 0; i < N_ALL; i++)
        bl_writer_close(writers[i]);
}

Test(stats_series, flags_that_are_none)
{
    for (unsigned flags = BL_STATS_ROLES * 2; flags; flags <<= 1) {
        struct bl_stats *stats;
        struct bl_error err;
        cr_expect_eq(bl_stats_open(&stats, BL_STATS_LLVM | flags, &err), BL_E_ARGUMENT);
        cr_expect_str_eq(err.what, "flags that are not possible here");
        cr_expect_null(stats);
    }
}

Test(stats_series, counts_none_at_once)
{
    struct bl_stats *stats = open_stats(0);
    cr_expect_eq(bl_stats_add_all(stats, NULL, 0, 0, NULL, NULL, NULL), BL_OK);
    cr_expect_eq(bl_stats_n_blocks(stats), 0);
    bl_stats_close(stats);
}

/* A number of threads is a wish: nothing is kept for those that have nothing to do. */
Test(stats_series, any_number_of_threads)
{
    struct bl_writer *w = write_stream(&(struct recipe){.functions = 1});
    struct bl_stream stream = build_stream(w);
    const struct bl_stream *all[] = {&stream};
    struct bl_stats *stats = open_stats(0);
    cr_expect_eq(bl_stats_add(stats, &stream, NULL, UINT_MAX, NULL), BL_OK);
    cr_expect_eq(bl_stats_add_all(stats, all, 1, UINT_MAX, NULL, NULL, NULL), BL_OK);
    cr_expect_eq(bl_stats_n_top_blocks(stats) % 2, 0);
    cr_expect_gt(bl_stats_n_top_blocks(stats), 0);
    bl_stats_close(stats);
    bl_writer_close(w);
}

/* Under LLVM's rules what a BLOCKINFO says holds on after the module that it is in. */
Test(stats_series, names_under_each_rules)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, 3);
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, FUNCTION);
    build_text_record(w, BUILD_BLOCKNAME, "NAME"); /* no abbreviation: nothing else differs */
    bl_writer_exit(w);
    bl_writer_exit(w);
    bl_writer_enter(w, FUNCTION, 4);
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    cr_expect_null(stats_check(&stream, NULL));
    for (unsigned flags = 0; flags <= BL_STATS_LLVM; flags++) {
        struct bl_stats *stats = open_stats(flags);
        cr_assert_eq(bl_stats_add(stats, &stream, NULL, 1, NULL), BL_OK);
        cr_assert_eq(bl_stats_n_blocks(stats), 3);
        struct bl_stats_block function = bl_stats_get_block(stats, 2);
        cr_expect_eq(function.block_id, FUNCTION);
        cr_expect_eq(function.name.size, flags & BL_STATS_LLVM ? 4 : 0, "flags %u", flags);
        bl_stats_close(stats);
    }
    bl_writer_close(w);
}

Test(stats_series, counts_small_ones_behind_many_kinds)
{
    enum {
        KINDS = 20000,
        SMALL = 3000
    };
    struct bl_stats *stats = open_stats(0);
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, 3);
    for (uint32_t i = 0; i < KINDS; i++) {
        bl_writer_enter(w, 100 + i, 3);
        bl_writer_exit(w);
    }
    bl_writer_exit(w);
    struct bl_writer *small = build_begin();
    bl_writer_enter(small, MODULE, 3);
    bl_writer_record(small, 1, BUILD_OPS(1));
    bl_writer_exit(small);
    struct bl_stream stream = build_stream(w);
    cr_assert_eq(bl_stats_add(stats, &stream, NULL, 1, NULL), BL_OK);
    stream = build_stream(small);
    for (int i = 0; i < SMALL; i++)
        cr_assert_eq(bl_stats_add(stats, &stream, NULL, 1, NULL), BL_OK);
    cr_expect_eq(bl_stats_n_blocks(stats), KINDS + 1);
    cr_expect_eq(bl_stats_get_block(stats, 0).n, SMALL + 1);
    cr_expect_eq(bl_stats_get_block(stats, 0).n_records, SMALL);
    bl_stats_close(stats);
    bl_writer_close(w);
    bl_writer_close(small);
}

/* Codes up to those that have no place of their own, in an order that lets places grow. */
Test(stats_series, counts_every_code)
{
    struct bl_stats *all = open_stats(0);
    for (unsigned turn = 0; turn < 3; turn++) {
        struct bl_writer *w = build_begin();
        bl_writer_enter(w, FUNCTION, 4);
        uint32_t id = BUILD_DEFINE(w, LIT(7), VBR(6));
        for (uint32_t code = turn; code < 1100; code += 3) {
            bl_writer_record(w, code, BUILD_OPS(1));
            bl_writer_abbreviated(w, id, 7, BUILD_OPS(code), NULL);
        }
        bl_writer_exit(w);
        struct bl_stream stream = build_stream(w);
        cr_expect_null(stats_check(&stream, NULL));
        cr_expect_eq(bl_stats_add(all, &stream, NULL, 1, NULL), BL_OK);
        bl_writer_close(w);
    }
    const struct bl_stats_count *counts;
    cr_assert_eq(bl_stats_n_blocks(all), 1);
    cr_assert_eq(bl_stats_counts(all, 0, true, &counts), 1101);
    cr_expect_eq(counts[0].code, 7);
    cr_expect_eq(counts[0].n, 1100);
    for (uint32_t i = 1; i < 1101; i++)
        cr_expect_eq(counts[i].n, 1, "code %u", counts[i].code);
    bl_stats_close(all);
}
