/* test_value_users.c - which values are a global value, or are made of it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_analysis.h"
#include "unit/ir/bodies.h"

enum {
    STORE = 44,
    RET = 10,
    SETTYPE = 1,
    AGGREGATE = 7,
    CAST = 11,
    BITCAST = 11,
};

/* A body with constants 16 to 19, of which 16 and 17 are casts of @g, 18 has one of them, and 19
 * has 18; it stores @v if STORES, and returns. */
static struct opened make_module(bool stores)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(T_PTR));
    bl_writer_record(w, CAST, BUILD_OPS(BITCAST, T_PTR, V_G));
    bl_writer_record(w, CAST, BUILD_OPS(BITCAST, T_PTR, FIRST));
    bl_writer_record(w, SETTYPE, BUILD_OPS(T_ARRAY));
    bl_writer_record(w, AGGREGATE, BUILD_OPS(FIRST + 1, V_ONE));
    bl_writer_record(w, AGGREGATE, BUILD_OPS(FIRST + 2, V_ONE));
    bl_writer_exit(w);
    if (stores)
        bl_writer_record(w, STORE, BUILD_OPS(20 - V_PTR, 20 - V_V, 0, 0));
    bl_writer_record(w, RET, NULL, 0);
    return end_body(w);
}

static int may_be_in_body(struct opened *o, struct bl_value_users *users)
{
    struct bl_function *function;
    struct bl_error err = {0};
    cr_assert_eq(bl_function_open(&function, o->module, BL_NONE, &err), BL_OK, "%s", err.what);
    cr_assert_eq(bl_function_load(function, V_F, &err), BL_OK, "%s", err.what);
    int may = bl_value_users_may_be_in(users, function, &err);
    bl_function_close(function);
    return may;
}

Test(value_users, constants_of_a_body)
{
    static const unsigned expected[] = {BL_USER_IS, BL_USER_IS, BL_USER_HOLDS, BL_USER_HOLDS};
    struct opened o = make_module(false);
    struct bl_value_users *users;
    struct bl_error err = {0};
    cr_assert_eq(bl_value_users_open(&users, o.module, V_G, &err), BL_OK, "%s", err.what);
    cr_expect_eq(bl_value_users_kind(users, V_G), BL_USER_IS);
    cr_expect_eq(bl_value_users_kind(users, V_F), BL_USER_NONE);
    cr_expect_eq(bl_value_users_kind(users, FIRST), BL_USER_NONE, "no body has been added");
    cr_expect_eq(may_be_in_body(&o, users), 1);
    for (uint32_t i = 0; i < 4; i++)
        cr_expect_eq(bl_value_users_kind(users, FIRST + i), expected[i], "constant %u", i);
    cr_expect_eq(bl_value_users_kind(users, FIRST + 4), BL_USER_NONE);
    cr_expect_eq(bl_value_users_kind(users, UINT64_MAX), BL_USER_NONE);
    bl_value_users_close(users);
    close_module(&o);
}

Test(value_users, operands_of_records)
{
    for (int stores = 0; stores < 2; stores++) {
        struct opened o = make_module(stores);
        struct bl_value_users *users;
        cr_assert_eq(bl_value_users_open(&users, o.module, V_V, NULL), BL_OK);
        cr_expect_eq(may_be_in_body(&o, users), stores);
        bl_value_users_close(users);
        close_module(&o);
    }
}

Test(value_users, no_such_value)
{
    struct opened o = make_module(false);
    struct bl_value_users *users = (void *)&o;
    struct bl_error err = {0};
    cr_expect_eq(bl_value_users_open(&users, o.module, V_V + 1, &err), BL_E_ARGUMENT);
    cr_expect_null(users);
    cr_expect_str_eq(err.what, "no such global value");
    bl_value_users_close(users);
    close_module(&o);
}
