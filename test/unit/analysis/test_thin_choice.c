/* test_thin_choice.c - which of many copies ThinLTO would import, and how much is gone through
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Summaries that are made here, of values that have GUIDs alone: value N has GUID N.
 */
#include "bitleap_analysis.h"
#include "bitleap_limits.h"
#include "unit/ir/opened.h"

enum {
    SUMMARIES = 20,
    FUNCTION = 1,    /* codes of records: value, flags, instructions, flags, numbers of references,
                        read-only and write-only ones, references, calls */
    VARIABLE = 3,    /* value, flags, flags, references */
    VALUE_GUID = 16, /* value, GUID */
    LOCAL = 7,       /* flags: internal linkage */
    NOT_ELIGIBLE = 16,
    N_VALUES = 10
};

/* A module that gives N_VALUES values their GUIDs, in its summaries. */
static struct bl_writer *begin_summaries(void)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, SUMMARIES, WIDTH);
    bl_writer_record(w, 10, BUILD_OPS(9)); /* version */
    for (uint64_t i = 0; i < N_VALUES; i++)
        bl_writer_record(w, VALUE_GUID, BUILD_OPS(i, i));
    return w;
}

static int add_to(struct bl_thin_link *link, struct bl_writer *w, struct bl_error *err)
{
    uint32_t number;
    bl_writer_exit(w);
    struct opened o = end_module(w);
    int rc = bl_thin_link_add(link, o.module, &number, err);
    close_module(&o);
    return rc;
}

static void add_function(struct bl_thin_link *link, uint64_t value, uint64_t flags,
                         uint64_t n_instructions)
{
    struct bl_writer *w = begin_summaries();
    bl_writer_record(w, FUNCTION, BUILD_OPS(value, flags, n_instructions, 0, 0, 0, 0));
    cr_assert_eq(add_to(link, w, NULL), 1);
}

/* The module that NUMBER imports GUID from; BL_NONE: none. */
static uint32_t source_of(struct bl_thin_link *link, uint32_t number, uint64_t guid)
{
    const struct bl_import *list;
    uint32_t n;
    cr_assert_eq(bl_thin_link_imports(link, number, &list, &n, NULL), BL_OK);
    for (uint32_t i = 0; i < n; i++)
        if (list[i].guid == guid)
            return list[i].module;
    return BL_NONE;
}

/* By its own functions' calls a module imports functions of 100 instructions, by those of what it
 * imports such of 70: the first that is small enough. */
Test(thin_choice, first_that_fits)
{
    enum {
        BIG,
        MIDDLE,
        AS_BIG,
        LEAST,
        USER,
        FAR_USER
    };
    struct bl_thin_link *link;
    cr_assert_eq(bl_thin_link_open(&link, NULL), BL_OK);
    add_function(link, 1, 0, 101);
    add_function(link, 1, 0, 100);
    add_function(link, 1, 0, 99 + 1);
    add_function(link, 1, 0, 70);
    struct bl_writer *w = begin_summaries();
    bl_writer_record(w, FUNCTION, BUILD_OPS(2, 0, 10, 0, 0, 0, 0, 1));
    cr_assert_eq(add_to(link, w, NULL), 1);
    w = begin_summaries();
    bl_writer_record(w, FUNCTION, BUILD_OPS(3, 0, 10, 0, 0, 0, 0, 2));
    cr_assert_eq(add_to(link, w, NULL), 1);
    cr_expect_eq(source_of(link, USER, 1), MIDDLE);
    cr_expect_eq(source_of(link, FAR_USER, 2), USER);
    cr_expect_eq(source_of(link, FAR_USER, 1), LEAST);
    bl_thin_link_close(link);
}

/* What may not be copied, and what is local to another module, is passed over. */
Test(thin_choice, passed_over)
{
    enum {
        LOCAL_ONE,
        FIXED,
        OPEN,
        USER
    };
    struct bl_thin_link *link;
    cr_assert_eq(bl_thin_link_open(&link, NULL), BL_OK);
    for (uint32_t i = LOCAL_ONE; i <= OPEN; i++) {
        uint64_t flags = i == LOCAL_ONE ? LOCAL : i == FIXED ? NOT_ELIGIBLE : 0;
        struct bl_writer *w = begin_summaries();
        bl_writer_record(w, FUNCTION, BUILD_OPS(1, flags, 10, 0, 0, 0, 0));
        bl_writer_record(w, VARIABLE, BUILD_OPS(2, flags, 0));
        cr_assert_eq(add_to(link, w, NULL), 1);
    }
    struct bl_writer *w = begin_summaries();
    bl_writer_record(w, FUNCTION, BUILD_OPS(3, 0, 10, 0, 3, 0, 0, 2, 2, 4, 1));
    cr_assert_eq(add_to(link, w, NULL), 1);
    cr_expect_eq(source_of(link, USER, 1), OPEN);
    cr_expect_eq(source_of(link, USER, 2), OPEN);
    cr_expect_eq(source_of(link, USER, 4), BL_NONE);
    bl_thin_link_close(link);
}

/* A local function that an imported one calls is that of its own module. */
Test(thin_choice, local_to_the_caller)
{
    struct bl_thin_link *link;
    cr_assert_eq(bl_thin_link_open(&link, NULL), BL_OK);
    for (uint64_t i = 0; i < 2; i++) { /* function 4 + I calls function 1 and has variable 2 */
        struct bl_writer *w = begin_summaries();
        bl_writer_record(w, FUNCTION, BUILD_OPS(1, LOCAL, 10, 0, 0, 0, 0));
        bl_writer_record(w, VARIABLE, BUILD_OPS(2, LOCAL, 0));
        bl_writer_record(w, FUNCTION, BUILD_OPS(4 + i, 0, 10, 0, 1, 0, 0, 2, 1));
        cr_assert_eq(add_to(link, w, NULL), 1);
    }
    struct bl_writer *w = begin_summaries();
    bl_writer_record(w, FUNCTION, BUILD_OPS(3, 0, 10, 0, 0, 0, 0, 5));
    cr_assert_eq(add_to(link, w, NULL), 1);
    cr_expect_eq(source_of(link, 2, 5), 1);
    cr_expect_eq(source_of(link, 2, 1), 1);
    cr_expect_eq(source_of(link, 2, 2), 1);
    bl_thin_link_close(link);
}

/* Calls and references of a module are no more than its bytes can be expected to have. */
Test(thin_choice, too_many_operands)
{
    enum {
        N_REFS = 1000,
        N_RECORDS = 2 + BL_MAX_OPERANDS_FLOOR / N_REFS
    };
    struct bl_abbrev_op ops[8 + N_REFS] = {LIT(FUNCTION), LIT(1), LIT(0),
                                           LIT(10),       LIT(0), LIT(N_REFS)};
    struct bl_thin_link *link;
    struct bl_error err;
    for (size_t i = 6; i < 8 + N_REFS; i++)
        ops[i] = (struct bl_abbrev_op)LIT(i < 8 ? 0 : 2);
    cr_assert_eq(bl_thin_link_open(&link, NULL), BL_OK);
    struct bl_writer *w = begin_summaries();
    uint32_t id = bl_writer_define(w, ops, 8 + N_REFS);
    for (uint32_t i = 0; i < N_RECORDS; i++)
        bl_writer_fixed(w, id, WIDTH);
    cr_expect_eq(add_to(link, w, &err), BL_E_LIMIT);
    cr_expect_str_eq(err.what, "more operands of summaries than the limit");
    bl_thin_link_close(link);
}

/* Each of many modules imports one function, which calls many that are too large for that. */
Test(thin_choice, too_many_steps)
{
    enum {
        N = 8000,
        FIRST = 100
    };
    struct bl_thin_link *link;
    const struct bl_import *list;
    struct bl_error err;
    uint64_t ops[7 + N] = {1, 0, 10};
    uint32_t number, n, n_done = 0;
    int rc = BL_OK;
    cr_assert_eq(bl_thin_link_open(&link, NULL), BL_OK);
    struct bl_writer *w = begin_summaries();
    for (uint64_t i = 0; i < N; i++) {
        bl_writer_record(w, VALUE_GUID, BUILD_OPS(FIRST + i, FIRST + i));
        bl_writer_record(w, FUNCTION, BUILD_OPS(FIRST + i, 0, 80, 0, 0, 0, 0));
        ops[7 + i] = FIRST + i;
    }
    bl_writer_record(w, FUNCTION, ops, 7 + N);
    cr_assert_eq(add_to(link, w, NULL), 1);
    w = begin_summaries();
    bl_writer_record(w, FUNCTION, BUILD_OPS(2, 0, 10, 0, 0, 0, 0, 1));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    for (uint32_t i = 0; i < N; i++)
        cr_assert_eq(bl_thin_link_add(link, o.module, &number, NULL), 1);
    for (uint32_t i = 1; rc == BL_OK && i <= N; i++, n_done++)
        rc = bl_thin_link_imports(link, i, &list, &n, &err);
    cr_expect_eq(rc, BL_E_LIMIT);
    cr_expect_str_eq(err.what, "more calls and references between modules than the limit");
    cr_expect_geq((uint64_t)n_done * N,
                  (uint64_t)BL_MAX_IMPORT_STEPS_FLOOR + BL_MAX_IMPORT_STEPS_PER_ITEM * N);
    close_module(&o);
    bl_thin_link_close(link);
}
