/* test_references.c - which global values use which: calls, addresses, constants made of them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/bodies.h"

enum {
    STORE = 44,
    CALL = 34,
    RET = 10,
    SETTYPE = 1,
    AGGREGATE = 7,
    CAST = 11,
    BITCAST = 11,
    EXPLICIT = 1 << 15,
    TAIL = 1,
};

static void expect_uses(struct opened *o, const struct bl_reference *expected, uint32_t n_expected)
{
    struct bl_references *references;
    const struct bl_reference *list;
    uint32_t n;
    struct bl_error err = {0};
    cr_assert_eq(bl_references_open(&references, o->module, &err), BL_OK, "%s", err.what);
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(bl_references_of(references, V_F, &list, &n, &err), BL_OK, "%s", err.what);
        cr_assert_eq(n, n_expected);
        for (uint32_t k = 0; k < n; k++)
            cr_expect(list[k].from == V_F && list[k].to == expected[k].to &&
                          list[k].kind == expected[k].kind &&
                          list[k].is_within == expected[k].is_within && list[k].n == expected[k].n,
                      "use %u: %u as %u, %llu", k, list[k].to, list[k].kind,
                      (unsigned long long)list[k].n);
        cr_expect_eq(bl_references_of(references, V_G, &list, &n, &err), BL_OK);
        cr_expect_eq(n, 0);
    }
    cr_expect_eq(bl_references_of(references, 3, &list, &n, &err), BL_E_ARGUMENT);
    bl_references_close(references);
}

Test(references, of_calls_and_constants)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(T_PTR));
    bl_writer_record(w, CAST, BUILD_OPS(BITCAST, T_PTR, V_G));   /* 16 */
    bl_writer_record(w, CAST, BUILD_OPS(BITCAST, T_PTR, FIRST)); /* 17: a cast of a cast */
    bl_writer_record(w, SETTYPE, BUILD_OPS(T_ARRAY));
    bl_writer_record(w, AGGREGATE, BUILD_OPS(FIRST, V_V, V_ONE)); /* 18 */
    bl_writer_record(w, AGGREGATE, BUILD_OPS(FIRST + 2, V_V));    /* 19: with one of it */
    bl_writer_exit(w);
    bl_writer_record(w, CALL, BUILD_OPS(0, EXPLICIT, T_CALLEE, 20 - 17, 20 - V_ONE));
    bl_writer_record(w, CALL, BUILD_OPS(0, EXPLICIT | TAIL, T_CALLEE, 21 - V_G, 21 - V_ONE));
    bl_writer_record(w, CALL, BUILD_OPS(0, EXPLICIT, T_CALLEE, 22 - 16, 22 - V_ONE));
    bl_writer_record(w, CALL, BUILD_OPS(0, EXPLICIT, T_CALLEE, 23 - V_PTR, 23 - V_ONE));
    bl_writer_record(w, STORE, BUILD_OPS(24 - V_V, 24 - 19, 0, 0));
    bl_writer_record(w, RET, BUILD_OPS(1));
    struct opened o = end_body(w);
    static const struct bl_reference expected[] = {
        {.to = V_G, .kind = BL_REFERENCE_CALL, .n = 2},
        {.to = V_G, .kind = BL_REFERENCE_TAIL_CALL, .n = 1},
        {.to = V_G, .kind = BL_REFERENCE_STORED, .is_within = true, .n = 1},
        {.to = V_V, .kind = BL_REFERENCE_STORED, .is_within = true, .n = 1},
        {.to = V_V, .kind = BL_REFERENCE_OPERAND, .n = 1},
        {.to = BL_CALLED_POINTER, .kind = BL_REFERENCE_CALL, .n = 1},
    };
    expect_uses(&o, expected, sizeof expected / sizeof *expected);
    close_module(&o);
}

/* Each of many constants has the one large constant in it: to go through it each time would take
 * the square of the module's size. */
Test(references, hostile_constants)
{
    enum {
        PARTS = 3000,
        MANY = 400
    };
    uint64_t ops[PARTS];
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(T_ARRAY));
    for (int i = 0; i < PARTS; i++)
        ops[i] = V_G;
    bl_writer_record(w, AGGREGATE, ops, PARTS);
    for (int i = 0; i < MANY; i++)
        bl_writer_record(w, AGGREGATE, BUILD_OPS(FIRST));
    bl_writer_exit(w);
    for (int i = 0; i < MANY; i++)
        bl_writer_record(w, STORE, BUILD_OPS(FIRST + MANY + 1 - V_PTR, MANY - (uint64_t)i, 0, 0));
    bl_writer_record(w, RET, NULL, 0);
    struct opened o = end_body(w);
    struct bl_references *references;
    const struct bl_reference *list;
    uint32_t n;
    struct bl_error err = {0};
    cr_assert_eq(bl_references_open(&references, o.module, &err), BL_OK);
    cr_expect_eq(bl_references_of(references, V_F, &list, &n, &err), BL_E_LIMIT);
    cr_expect(strstr(err.what, "constants"), "%s", err.what);
    cr_assert_eq(n, 1);
    cr_expect(list[0].to == V_G && list[0].n > 1 && list[0].n < MANY);
    bl_references_close(references);
    close_module(&o);
}

Test(references, names_of_kinds)
{
    for (unsigned i = 0; i < BL_REFERENCE_END; i++)
        cr_expect_not_null(bl_reference_kind_name(i));
    cr_expect_null(bl_reference_kind_name(BL_REFERENCE_END));
}
