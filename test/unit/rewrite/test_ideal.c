/* test_ideal.c - what records cost, by the best abbreviations and by what came before
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "rewrite/adaptive_cost.h"
#include "support/build.h"

#include <criterion/criterion.h>
#include <math.h>

enum {
    MODULE = 8,
    CONSTANTS = 11,
    INTEGER = 4,
};

Test(ideal, logarithms)
{
    struct bl_logs logs;
    bl_logs_init(&logs);
    for (unsigned i = 0; i < BL_LOG_STEPS; i++) {
        double exact = log2(1 + (i + 0.5) / BL_LOG_STEPS) * BL_COST_BIT;
        cr_assert(fabs(exact - logs.of[i]) < 2, "%u", i);
    }
}

/* As the header says, by another way. */
static double cost_of(const uint64_t *values, uint32_t n)
{
    double cost = 0;
    uint32_t n_of_width[65] = {0};
    uint32_t n_different = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < i; k++)
            same += values[k] == values[i];
        if (same) {
            cost += log2((double)(i + n_different) / same);
            continue;
        }
        unsigned width = 0;
        while (width < 64 && values[i] >> width)
            width++;
        cost += i ? log2((double)(i + n_different) / n_different) : 0;
        cost += log2((n_different + 32.5) / (n_of_width[width]++ + 0.5));
        cost += width ? width - 1 : 0;
        n_different++;
    }
    return cost;
}

Test(ideal, cost_of_values)
{
    static const uint64_t values[] = {0, 7, 7,       1,          UINT64_MAX, 7, 7,
                                      6, 0, 1 << 20, UINT64_MAX, 7,          1};
    struct bl_adaptive adaptive = {0};
    struct bl_logs logs;
    bl_logs_init(&logs);
    uint64_t cost = 0;
    for (uint32_t i = 0; i < sizeof values / sizeof *values; i++) {
        cr_assert_eq(bl_adaptive_add(&adaptive, &logs, values[i], &cost), BL_OK);
        double error = cost_of(values, i + 1) - (double)cost / BL_COST_BIT;
        cr_expect(fabs(error) < 0.01 * (i + 1), "%u values: %g", i + 1, error);
    }
    bl_adaptive_release(&adaptive);
}

static const struct bl_ideal_row *find(const struct bl_ideal_row *rows, uint32_t n,
                                       uint32_t block_id, uint32_t code)
{
    for (uint32_t i = 0; i < n; i++)
        if (rows[i].block_id == block_id && rows[i].code == code)
            return &rows[i];
    return NULL;
}

/* One value in a thousand records: 12 bits each as they are, as many as an id by the best
 * abbreviation, nearly none by a coder that learns. Twice is twice. */
Test(ideal, rows)
{
    struct bl_ideal *ideal;
    struct bl_error err;
    const struct bl_ideal_row *rows;
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, 3);
    bl_writer_enter(w, CONSTANTS, 4);
    for (int i = 0; i < 1000; i++)
        bl_writer_record(w, INTEGER, BUILD_OPS(1000));
    bl_writer_exit(w);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    cr_assert_eq(bl_ideal_open(&ideal, &err), BL_OK);
    for (unsigned times = 1; times <= 2; times++) {
        cr_assert_eq(bl_ideal_add(ideal, &stream, 1, &err), BL_OK, "%s", err.what);
        uint32_t n = bl_ideal_rows(ideal, &rows);
        const struct bl_ideal_row *row = find(rows, n, CONSTANTS, INTEGER);
        cr_assert(row);
        cr_expect_eq(row->n, times * 1000);
        cr_expect_eq(row->bits, times * 1000 * (4 + 6 + 6 + 12));
        cr_expect_eq(row->best_bits, times * 1000 * 3);
        cr_expect_lt(row->bound_bits, times * 60);
        cr_expect_null(find(rows, n, CONSTANTS, INTEGER + 1));
        row = find(rows, n, 0, BL_NONE); /* there is no BLOCKINFO, but there would be */
        cr_expect(!row || row->bits == 0);
    }
    bl_ideal_close(ideal);
    bl_ideal_close(NULL);
    bl_writer_close(w);
}

Test(ideal, other_streams)
{
    struct bl_ideal *ideal;
    struct bl_error err;
    struct bl_writer *w;
    cr_assert_eq(bl_writer_open(&w, NULL), BL_OK);
    bl_writer_magic(w, "CPCH");
    struct bl_stream stream = build_stream(w);
    cr_assert_eq(bl_ideal_open(&ideal, &err), BL_OK);
    cr_expect_eq(bl_ideal_add(ideal, &stream, 1, &err), BL_E_ARGUMENT);
    bl_ideal_close(ideal);
    bl_writer_close(w);
}
