/* unit/verify/reported.h - what bl_verify() reported about a test stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_UNIT_VERIFY_REPORTED_H
#define BL_UNIT_VERIFY_REPORTED_H

#include "support/build.h"
#include "support/guard.h"

#include <criterion/criterion.h>

#define MAX_REPORTED 16

struct reported {
    struct bl_error problems[MAX_REPORTED];
    uint64_t n; /* may be more than there is room for */
    struct bl_verify_summary summary;
    int rc;
};

static inline void note(void *context, const struct bl_error *problem)
{
    struct reported *reported = context;
    if (reported->n < MAX_REPORTED)
        reported->problems[reported->n] = *problem;
    reported->n++;
}

static inline struct reported verify(struct bl_view bytes)
{
    struct reported reported = {0};
    struct guard g = guard_copy(bytes);
    struct bl_stream stream = build_locate(g.bytes);
    reported.rc = bl_verify(&stream, note, &reported, &reported.summary, NULL);
    guard_release(&g);
    cr_assert_eq(reported.summary.n_problems, reported.n);
    cr_assert_eq(reported.rc, reported.n > 0);
    return reported;
}

static inline void expect_good(struct bl_view bytes, const char *name)
{
    struct reported reported = verify(bytes);
    cr_expect_eq(reported.n, 0, "%s: %d problems, first: %s at bit %d", name, (int)reported.n,
                 reported.problems[0].what, (int)reported.problems[0].bit_pos);
}

static inline void expect_reported(const struct reported *reported, uint64_t i, const char *name,
                                   int status, const char *what, uint64_t bit_pos)
{
    cr_assert_lt(i, reported->n, "%s: only %d problems", name, (int)reported->n);
    const struct bl_error *p = &reported->problems[i];
    cr_expect_eq(p->status, status, "%s: status %d", name, p->status);
    cr_expect_str_eq(p->what, what, "%s", name);
    cr_expect_eq(p->bit_pos, bit_pos, "%s: at bit %d, not %d", name, (int)p->bit_pos, (int)bit_pos);
}

static inline struct reported expect_one(struct bl_view bytes, const char *name, int status,
                                         const char *what, uint64_t bit_pos)
{
    struct reported reported = verify(bytes);
    expect_reported(&reported, 0, name, status, what, bit_pos);
    cr_expect_eq(reported.n, 1, "%s: then %s", name, reported.problems[1].what);
    return reported;
}

#endif
