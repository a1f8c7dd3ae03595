/* unit/ir/told.h - what bl_verify() told about a test stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_UNIT_IR_TOLD_H
#define BL_UNIT_IR_TOLD_H

#include "support/build.h"
#include "support/guard.h"

#include <criterion/criterion.h>

#define MAX_TOLD 16

struct told {
    struct bl_error problems[MAX_TOLD];
    uint64_t n; /* may be more than there is room for */
    struct bl_verify_summary summary;
    int rc;
};

static inline void note(void *context, const struct bl_error *problem)
{
    struct told *told = context;
    if (told->n < MAX_TOLD)
        told->problems[told->n] = *problem;
    told->n++;
}

static inline struct told verify(struct bl_view bytes)
{
    struct told told = {0};
    struct guard g = guard_copy(bytes);
    struct bl_stream stream = build_locate(g.bytes);
    told.rc = bl_verify(&stream, note, &told, &told.summary, NULL);
    guard_release(&g);
    cr_assert_eq(told.summary.n_problems, told.n);
    cr_assert_eq(told.rc, told.n > 0);
    return told;
}

static inline void expect_good(struct bl_view bytes, const char *name)
{
    struct told told = verify(bytes);
    cr_expect_eq(told.n, 0, "%s: %d problems, first: %s at bit %d", name, (int)told.n,
                 told.problems[0].what, (int)told.problems[0].bit_pos);
}

static inline void expect_told(const struct told *told, uint64_t i, const char *name, int status,
                               const char *what, uint64_t bit_pos)
{
    cr_assert_lt(i, told->n, "%s: only %d problems", name, (int)told->n);
    const struct bl_error *p = &told->problems[i];
    cr_expect_eq(p->status, status, "%s: status %d", name, p->status);
    cr_expect_str_eq(p->what, what, "%s", name);
    cr_expect_eq(p->bit_pos, bit_pos, "%s: at bit %d, not %d", name, (int)p->bit_pos, (int)bit_pos);
}

static inline struct told expect_one(struct bl_view bytes, const char *name, int status,
                                     const char *what, uint64_t bit_pos)
{
    struct told told = verify(bytes);
    expect_told(&told, 0, name, status, what, bit_pos);
    cr_expect_eq(told.n, 1, "%s: then %s", name, told.problems[1].what);
    return told;
}

#endif
