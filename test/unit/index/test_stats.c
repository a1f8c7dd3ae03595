/* test_stats.c - counting values of all lengths, and what the record loop leaves to the slow path
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each stream is counted in every way and held against a walk (support/stats_check.h). After the
 * record in question there are so many others that the record loop may load.
 */
#include "support/build.h"
#include "support/stats_check.h"

#include <criterion/criterion.h>

enum {
    BLOCK = 12,
    ID_WIDTH = 4,
    N_BEHIND = 300
};

static void expect_counted_before(struct bl_writer *w, unsigned n_behind, const char *what,
                                  unsigned a, unsigned b)
{
    for (unsigned i = 0; i < n_behind; i++)
        bl_writer_record(w, 3, BUILD_OPS(1, 2, 3, 4, 5, 6, 7, 8));
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct choice choice;
    const char *problem = stats_check(&stream, choice_if_slow(&choice, stream.bytes));
    cr_expect_null(problem, "%s, %u, %u: %s", what, a, b, problem);
    bl_writer_close(w);
}

static void expect_counted(struct bl_writer *w, const char *what, unsigned a, unsigned b)
{
    expect_counted_before(w, N_BEHIND, what, a, b);
}

/* A VBR between fixed fields, of each width and of more chunks than it may have. */
Test(stats, vbr_lengths)
{
    for (unsigned width = 2; width <= BL_MAX_WIDTH; width++) {
        for (unsigned n_chunks = 1; (n_chunks - 1) * (width - 1) < 64 + width; n_chunks++) {
            struct bl_writer *w = build_begin();
            bl_writer_enter(w, BLOCK, ID_WIDTH);
            uint32_t id = BUILD_DEFINE(w, LIT(1), FIXED(3), VBR(width), FIXED(5));
            bl_writer_fixed(w, id, ID_WIDTH);
            bl_writer_fixed(w, 5, 3);
            build_long_vbr(w, 0, width, n_chunks);
            bl_writer_fixed(w, 21, 5);
            expect_counted(w, "VBR of a width, in chunks", width, n_chunks);
        }
    }
}

/* Runs of VBRs, of which one is long: unabbreviated, in an array, and in fields with
 * others after them. */
Test(stats, runs)
{
    for (unsigned n = 0; n < 70; n++) {
        for (unsigned n_chunks = 1; n_chunks < 15; n_chunks++) {
            struct bl_writer *w = build_begin();
            bl_writer_enter(w, BLOCK, ID_WIDTH);
            uint32_t id = BUILD_DEFINE(w, LIT(1), FIXED(1), FIXED(13), ARRAY, VBR(6));
            bl_writer_fixed(w, id, ID_WIDTH);
            bl_writer_fixed(w, 1, 14);
            bl_writer_vbr(w, n, 6);
            for (unsigned i = 0; i < n; i++)
                build_long_vbr(w, 0, 6, i == n / 2 ? n_chunks : 1);
            bl_writer_fixed(w, BUILD_UNABBREV, ID_WIDTH);
            bl_writer_vbr(w, n_chunks % 2 ? 5 : 50, 6);
            bl_writer_vbr(w, n, 6);
            for (unsigned i = 0; i < n; i++)
                build_long_vbr(w, 0, 6, i % 3 == 2 ? n_chunks : 2);
            expect_counted(w, "values of a run, chunks of some", n, n_chunks);
        }
    }
}

/* Codes and numbers of operands in more chunks than they need. */
Test(stats, codes_and_numbers)
{
    for (unsigned code_chunks = 1; code_chunks < 9; code_chunks++) {
        for (unsigned number_chunks = 1; number_chunks < 9; number_chunks++) {
            struct bl_writer *w = build_begin();
            bl_writer_enter(w, BLOCK, ID_WIDTH);
            bl_writer_fixed(w, BUILD_UNABBREV, ID_WIDTH);
            build_long_vbr(w, 7, 6, code_chunks);
            build_long_vbr(w, 2, 6, number_chunks);
            bl_writer_vbr(w, 100, 6);
            bl_writer_vbr(w, 1, 6);
            expect_counted(w, "chunks of the code, of the number", code_chunks, number_chunks);
        }
    }
}

/* Several VBRs of one and of different widths, each of them long in turn. */
Test(stats, several_vbrs)
{
    static const unsigned widths[][4] = {{6, 6, 6, 6}, {6, 8, 6, 6}, {6, 4, 4, 2}, {8, 6, 5, 32}};
    for (size_t row = 0; row < sizeof widths / sizeof widths[0]; row++) {
        const unsigned *v = widths[row];
        for (unsigned place = 0; place < 16; place++) {
            struct bl_writer *w = build_begin();
            bl_writer_enter(w, BLOCK, ID_WIDTH);
            uint32_t id = BUILD_DEFINE(w, LIT(1), VBR(v[0]), VBR(v[1]), FIXED(9), VBR(v[2]),
                                       VBR(v[3]), FIXED(1));
            bl_writer_fixed(w, id, ID_WIDTH);
            for (unsigned i = 0; i < 4; i++) {
                if (i == 2)
                    bl_writer_fixed(w, 300, 9);
                build_long_vbr(w, 1, v[i], i == place % 4 ? 1 + place / 4 : 1);
            }
            bl_writer_fixed(w, 0, 1);
            expect_counted(w, "row of widths, place of the long one", (unsigned)row, place);
        }
    }
}

/* Blocks of more ids than have recent counts at once, inside each other and again. */
Test(stats, blocks_of_many_ids)
{
    enum {
        N_IDS = 100
    };
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BLOCK, ID_WIDTH);
    for (unsigned i = 0; i < 3 * N_IDS; i++) {
        bl_writer_enter(w, 40 + i * 7 % N_IDS, ID_WIDTH);
        uint32_t id = BUILD_DEFINE(w, LIT(1 + i % 5), VBR(6));
        bl_writer_record(w, i % 3, BUILD_OPS(i, 2));
        bl_writer_enter(w, 40 + i * 3 % N_IDS, ID_WIDTH);
        bl_writer_record(w, 4 + i % 2, BUILD_OPS(1));
        bl_writer_exit(w);
        bl_writer_fixed(w, id, ID_WIDTH);
        bl_writer_vbr(w, i, 6);
        bl_writer_exit(w);
    }
    expect_counted(w, "blocks of many ids", N_IDS, 3);
}

/* Arrays of VBRs of each width, one of which is long, after another VBR. */
Test(stats, arrays_of_vbrs)
{
    for (unsigned width = 2; width <= BL_MAX_WIDTH; width++) {
        for (unsigned n = 0; n < 40; n++) {
            struct bl_writer *w = build_begin();
            bl_writer_enter(w, BLOCK, ID_WIDTH);
            uint32_t id = BUILD_DEFINE(w, LIT(1), VBR(8), ARRAY, VBR(width));
            bl_writer_fixed(w, id, ID_WIDTH);
            bl_writer_vbr(w, 200, 8);
            bl_writer_vbr(w, n, 6);
            for (unsigned i = 0; i < n; i++)
                build_long_vbr(w, 1, width, i == n / 2 ? 1 + n % 15 : 1);
            expect_counted(w, "width, elements", width, n);
        }
    }
}

/* N elements of WIDTH bits after a VBR and a number in so many chunks. */
static void write_elements(struct bl_writer *w, uint32_t id, unsigned width, unsigned n,
                           unsigned vbr_chunks, unsigned number_chunks)
{
    bl_writer_fixed(w, id, ID_WIDTH);
    build_long_vbr(w, 1, 8, vbr_chunks);
    bl_writer_fixed(w, 2, 3);
    build_long_vbr(w, n, 6, number_chunks);
    for (unsigned i = 0; i < n; i++)
        bl_writer_fixed(w, i & 1, width);
}

/* Arrays of fixed elements: numbers of one chunk and more, after VBRs of one chunk and
 * more, and alone. */
Test(stats, elements)
{
    static const unsigned widths[] = {1, 6, 7, 8, 31, 32};
    for (size_t row = 0; row < sizeof widths / sizeof widths[0]; row++) {
        for (unsigned n = 0; n < 70; n++) {
            unsigned width = widths[row];
            struct bl_writer *w = build_begin();
            bl_writer_enter(w, BLOCK, ID_WIDTH);
            uint32_t both = BUILD_DEFINE(w, LIT(1), VBR(8), FIXED(3), ARRAY, FIXED(widths[row]));
            uint32_t alone = BUILD_DEFINE(w, LIT(2), ARRAY, FIXED(widths[row]));
            uint32_t text = BUILD_DEFINE(w, LIT(3), VBR(6), VBR(6), ARRAY, CHAR6);
            for (unsigned i = 0; i < 12; i++)
                write_elements(w, both, width, n, 1 + i % 4, 1 + (n > 31) + i / 4);
            bl_writer_abbreviated(w, text, 3, BUILD_OPS(n, n, 'a', 'b', 'c'), NULL);
            bl_writer_fixed(w, alone, ID_WIDTH);
            bl_writer_vbr(w, n, 6);
            for (unsigned i = 0; i < n; i++)
                bl_writer_fixed(w, 1, width);
            expect_counted(w, "width, elements", width, n);
        }
    }
}

/* What is too close to the end of the stream for the record loop. */
Test(stats, near_the_end)
{
    for (unsigned n_behind = 0; n_behind < 60; n_behind++) {
        for (unsigned n = 0; n < 40; n += 13) {
            struct bl_writer *w = build_begin();
            bl_writer_enter(w, BLOCK, ID_WIDTH);
            uint32_t id = BUILD_DEFINE(w, LIT(1), VBR(8), FIXED(3), ARRAY, FIXED(7));
            uint32_t far = BUILD_DEFINE(w, LIT(2), VBR(6), FIXED(30), VBR(6), FIXED(30), VBR(7));
            write_elements(w, id, 7, n, 2, 1 + (n > 31));
            bl_writer_abbreviated(w, far, 2, BUILD_OPS(1000, 1, 1000, 1, 1000), NULL);
            expect_counted_before(w, n_behind, "records behind, elements", n_behind, n);
        }
    }
}

/* ---- Damage ---- */

/* Block ID of what was counted last. */
static struct bl_stats_block counted(struct bl_stats *stats, uint32_t id)
{
    uint32_t n = bl_stats_n_blocks(stats);
    for (uint32_t i = 0; i < n; i++)
        if (bl_stats_get_block(stats, i).block_id == id)
            return bl_stats_get_block(stats, i);
    return (struct bl_stats_block){.n = 0};
}

/* Count what W has written, which fails. */
static struct bl_stats *count_damaged(struct bl_writer *w, unsigned flags, uint64_t failure_pos)
{
    struct bl_stream stream = build_stream(w);
    struct bl_stats *stats;
    struct bl_error err;
    cr_assert_eq(bl_stats_open(&stats, flags, NULL), BL_OK);
    cr_expect_eq(bl_stats_add(stats, &stream, NULL, 1, &err), BL_E_MALFORMED);
    cr_expect_eq(err.bit_pos, failure_pos, "the first failure");
    return stats;
}

/* What is after a damaged block counts, and what is left of the block is known to be unread. */
Test(stats, goes_on_behind_damage)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    bl_writer_record(w, 1, NULL, 0);
    uint64_t damage[2];
    uint64_t end[2];
    for (int i = 0; i < 2; i++) {
        bl_writer_enter(w, 9, 3);
        bl_writer_record(w, 2, NULL, 0);
        damage[i] = bl_writer_pos(w);
        bl_writer_fixed(w, 7, 3); /* not defined */
        bl_writer_record(w, 2, NULL, 0);
        bl_writer_exit(w);
        end[i] = bl_writer_pos(w);
        bl_writer_record(w, 3, NULL, 0);
    }
    bl_writer_exit(w);
    struct bl_stats *stats = count_damaged(w, 0, damage[0]);
    cr_expect_eq(counted(stats, 8).n_records, 3);
    cr_expect_eq(counted(stats, 8).n_sub_blocks, 2);
    cr_expect_eq(counted(stats, 8).unread_bits, 0);
    cr_expect_eq(counted(stats, 9).n, 2);
    cr_expect_eq(counted(stats, 9).n_records, 2);
    cr_expect_eq(counted(stats, 9).unread_bits, end[0] - damage[0] + end[1] - damage[1]);
    bl_stats_close(stats);
    stats = count_damaged(w, BL_STATS_LLVM, damage[0]);
    cr_expect_eq(counted(stats, 8).n_records, 1, "LLVM's rules end there");
    cr_expect_eq(counted(stats, 9).n, 1);
    cr_expect_eq(counted(stats, 9).unread_bits, 0);
    bl_stats_close(stats);
    bl_writer_close(w);
}

/* A block that cannot be entered is unread in the block around it. */
Test(stats, leaves_out_a_blockinfo_that_cannot_be_read)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    uint64_t begin = bl_writer_pos(w);
    bl_writer_enter(w, BUILD_BLOCKINFO, 3);
    uint64_t damage = bl_writer_pos(w);
    bl_writer_record(w, BUILD_SETBID, NULL, 0);
    bl_writer_exit(w);
    uint64_t end = bl_writer_pos(w);
    bl_writer_record(w, 3, NULL, 0);
    bl_writer_exit(w);
    struct bl_stats *stats = count_damaged(w, 0, damage);
    cr_expect_eq(counted(stats, 8).n_records, 1);
    cr_expect_eq(counted(stats, 8).unread_bits, end - begin);
    cr_expect_eq(counted(stats, BUILD_BLOCKINFO).n, 0);
    bl_stats_close(stats);
    bl_writer_close(w);
}
