/* test_stats_large.c - counting on several threads: blocks looked through for sub-blocks
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a bl_stats counts is held against a walk by support/stats_check.h, for all corpora and any
 * bytes (fuzz_stats.c), and in a large stream (programs/stats_threads.c).
 */
#include "support/build.h"
#include "support/stats_check.h"

#include <criterion/criterion.h>

enum {
    BLOCK = 20,
    N_OPS = 60000 /* of a record that alone makes a block large: 45 kB */
};

static void write_small(struct bl_writer *w)
{
    bl_writer_enter(w, BLOCK, 4);
    bl_writer_record(w, 1, BUILD_OPS(1, 2));
    bl_writer_exit(w);
}

static void write_large(struct bl_writer *w, int n_sub_blocks)
{
    static const uint64_t zeros[N_OPS];
    bl_writer_enter(w, BLOCK + 1, 4);
    for (int i = 0; i < 2; i++)
        bl_writer_record(w, 2, zeros, N_OPS);
    for (int i = 0; i < n_sub_blocks; i++)
        write_small(w);
    bl_writer_exit(w);
}

/* Its sub-blocks may fill what there is room for, to the last place. */
Test(stats, counts_small_blocks_behind_a_large_one_of_any_number_of_sub_blocks)
{
    for (int n = 0; n <= 34; n++) {
        struct bl_writer *w = build_begin();
        write_large(w, n);
        write_small(w);
        write_small(w);
        struct bl_stream stream = build_stream(w);
        struct choice choice;
        const char *problem = stats_check(&stream, choice_if_slow(&choice, stream.bytes));
        cr_expect_null(problem, "%d sub-blocks: %s", n, problem);
        bl_writer_close(w);
    }
}
