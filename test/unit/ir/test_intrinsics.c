/* test_intrinsics.c - which names are intrinsics, and what they get
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/view.h"
#include "ir/intrinsics.h"

#include <criterion/criterion.h>

Test(intrinsics, are_found_by_the_longest_part_of_a_name)
{
    static const struct {
        unsigned llvm;
        const char *name;
        bool is_known;
    } rows[] = {
        {19, "llvm.trap", true},
        {19, "llvm.trap.i32", false}, /* no type follows */
        {19, "llvm.ctpop.i32", true},
        {19, "llvm.ctpop.v4i32", true},
        {19, "llvm.memcpy.p0.p0.i64", true},
        {19, "llvm.memcpy.inline.p0.p0.i64", true},
        {19, "llvm.nothing.here", false},
        {19, "llvm.", false},
        {19, "llvm", false},
        {19, "", false},
        {19, "memcpy", false},
        {19, "llvm.ctpopx", false},
        {13, "llvm.threadlocal.address.p0", false}, /* came with LLVM 16 */
        {16, "llvm.threadlocal.address.p0", true},
        {22, "llvm.threadlocal.address.p0", true},
        {13, "llvm.coro.resume", true}, /* these have no attributes */
        {15, "llvm.experimental.deoptimize.i32", true},
        {16, "llvm.coro.await.suspend.void", false},
        {19, "llvm.coro.await.suspend.void", true},
        {15, "llvm.global_ctors", false},
        {16, "llvm.acos.f32", false},
        {15, "llvm.x86.avx512.broadcastmb.128", true}, /* and these would be upgraded */
        {19, "llvm.nvvm.fma.rn.bf16x2", true},
        {19, "llvm.dbg.value", true},
        {12, "llvm.trap", false}, /* versions without a table */
        {17, "llvm.trap", false},
        {99, "llvm.trap", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t shape = 0;
        int n = bl_intrinsic_find(rows[i].llvm, bl_view_of(rows[i].name), &shape);
        cr_expect_eq(n >= 0, rows[i].is_known, "%u %s", rows[i].llvm, rows[i].name);
        for (int k = 0; k < n; k++)
            cr_expect(bl_intrinsic_place(shape, (uint32_t)k).n_ops >= 2);
    }
}

Test(intrinsics, have_attributes_by_place)
{
    uint32_t shape = 0;
    cr_assert_eq(bl_intrinsic_find(22, bl_view_of("llvm.assume"), &shape), 2);
    struct bl_intrinsic_place first = bl_intrinsic_place(shape, 0);
    cr_expect_eq(first.place, 1);
    cr_assert_eq(first.n_ops, 2);
    cr_expect_eq(first.ops[1], 68); /* noundef */
    cr_expect_eq(bl_intrinsic_place(shape, 1).place, BL_FUNCTION_INDEX);
}
