/* unit/expect.h - what a walk over a test stream must report
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_UNIT_EXPECT_H
#define BL_UNIT_EXPECT_H

#include "support/build.h"
#include "support/guard.h"
#include "support/properties.h"
#include "support/trace.h"

#include <criterion/criterion.h>
#include <string.h>

/* The failure that is expected; BL_OK: none. WHAT is a part of the text, or NULL for any. */
struct expected {
    int status;
    const char *what;
    uint64_t bit_pos;
    uint32_t depth; /* blocks in the path */
};

/* Walk BYTES under FLAGS, reading and skipping, before a page that cannot be touched. */
static inline void expect_walk_of(struct bl_view bytes, const char *name, unsigned flags,
                                  struct expected expected)
{
    struct guard g = guard_copy(bytes);
    struct bl_stream stream = build_locate(g.bytes);
    struct trace trace = {0};
    for (int skip = 0; skip < 2; skip++) {
        trace_walk(&trace, &stream, flags | (skip ? BL_WALK_SKIP : 0), NULL);
        const char *what = trace.status < 0 ? trace.err.what : "";
        cr_assert_eq(trace.status, expected.status, "%s, flags %u: %d %s", name, flags,
                     trace.status, what);
        if (trace.status == BL_OK)
            continue;
        cr_expect(!expected.what || strstr(what, expected.what), "%s: %s", name, what);
        cr_expect_eq(trace.err.bit_pos, expected.bit_pos, "%s: at %d, not %d", name,
                     (int)trace.err.bit_pos, (int)expected.bit_pos);
        cr_expect_eq(trace.err.depth, expected.depth, "%s: depth %u", name, trace.err.depth);
    }
    struct choice choice;
    const char *problem = properties_check(g.bytes, choice_if_slow(&choice, g.bytes));
    cr_expect_null(problem, "%s: %s", name, problem);
    trace_release(&trace);
    guard_release(&g);
}

/* The same for what W has written; closes W. */
static inline void expect_walk(struct bl_writer *w, const char *name, unsigned flags,
                               struct expected expected)
{
    expect_walk_of(build_bytes(w), name, flags, expected);
    bl_writer_close(w);
}

/* Strict and LLVM's rules alike; closes W. */
static inline void expect_both(struct bl_writer *w, const char *name, struct expected expected)
{
    expect_walk_of(build_bytes(w), name, BL_WALK_LLVM, expected);
    expect_walk(w, name, 0, expected);
}

#endif
