/* test_layout.c - bytes that values of a type take, by data layouts, as LLVM's DataLayout has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/opened.h"

enum {
    DATALAYOUT = 3,
    N_TYPES = 22,
    NO_SIZE = 9999 /* in the tables below */
};

/* Types by number:  0 i1      1 i8     2 i24      3 i64    4 i128   5 float  6 x86_fp80
 *  7 pointer        8 pointer of address space 3   9 { i8, i64 }  10 <{ i8, i64 }>
 * 11 [3 x { i8, i64 }]   12 <4 x float>   13 <3 x i1>   14 { i8, fp80 }   15 opaque   16 void
 * 17 [2 x opaque]   18 {}   19 itself: { i8, type 19 }   20 [2^62 x i64]   21 half */
static void write_types(struct bl_writer *w)
{
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(N_TYPES));
    bl_writer_record(w, 7, BUILD_OPS(1));
    bl_writer_record(w, 7, BUILD_OPS(8));
    bl_writer_record(w, 7, BUILD_OPS(24));
    bl_writer_record(w, 7, BUILD_OPS(64));
    bl_writer_record(w, 7, BUILD_OPS(128));
    bl_writer_record(w, 3, NULL, 0);
    bl_writer_record(w, 13, NULL, 0);
    bl_writer_record(w, 25, BUILD_OPS(0));
    bl_writer_record(w, 25, BUILD_OPS(3));
    bl_writer_record(w, 18, BUILD_OPS(0, 1, 3));
    bl_writer_record(w, 18, BUILD_OPS(1, 1, 3));
    bl_writer_record(w, 11, BUILD_OPS(3, 9));
    bl_writer_record(w, 12, BUILD_OPS(4, 5));
    bl_writer_record(w, 12, BUILD_OPS(3, 0));
    bl_writer_record(w, 18, BUILD_OPS(0, 1, 6));
    build_text_record(w, 19, "o");
    bl_writer_record(w, 6, BUILD_OPS(0));
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_record(w, 11, BUILD_OPS(2, 15));
    bl_writer_record(w, 18, BUILD_OPS(0));
    bl_writer_record(w, 18, BUILD_OPS(0, 1, 19));
    bl_writer_record(w, 11, BUILD_OPS((uint64_t)1 << 62, 3));
    bl_writer_record(w, 10, NULL, 0);
    bl_writer_exit(w);
}

static void expect_sizes(const char *data_layout, const uint64_t sizes[N_TYPES],
                         const uint64_t alignments[N_TYPES])
{
    struct bl_writer *w = begin_module();
    build_text_record(w, DATALAYOUT, data_layout);
    write_types(w);
    struct opened o = end_module(w);
    struct bl_layout *layout;
    struct bl_error err = {0};
    cr_assert_eq(bl_layout_open(&layout, o.module, &err), BL_OK, "%s", err.what);
    for (int back = 0; back < 2; back++) /* in whatever order they are asked for */
        for (uint32_t i = 0; i < N_TYPES; i++) {
            uint32_t type = back ? N_TYPES - 1 - i : i;
            uint64_t size;
            uint64_t alignment;
            bool has_size = bl_layout_size(layout, type, &size);
            cr_expect_eq(has_size ? size : NO_SIZE, sizes[type], "%s: type %u", data_layout, type);
            cr_expect_eq(bl_layout_alignment(layout, type, &alignment), has_size);
            if (has_size)
                cr_expect_eq(alignment, alignments[type], "%s: alignment of type %u", data_layout,
                             type);
        }
    uint64_t unused;
    cr_expect(!bl_layout_size(layout, N_TYPES, &unused) &&
              !bl_layout_size(layout, BL_NONE, &unused));
    cr_expect_eq(bl_layout_pointer_bytes(layout, 0), sizes[7], "%s", data_layout);
    cr_expect_eq(bl_layout_pointer_bytes(layout, 3), sizes[8], "%s", data_layout);
    bl_layout_close(layout);
    close_module(&o);
}

Test(layout, of_x86_64)
{
    expect_sizes("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
                 (const uint64_t[N_TYPES]){1,       1,       4, 8,       16,      4, 16, 8,
                                           8,       16,      9, 48,      16,      1, 32, NO_SIZE,
                                           NO_SIZE, NO_SIZE, 0, NO_SIZE, NO_SIZE, 2},
                 (const uint64_t[N_TYPES]){1, 1,  4, 8,  16, 4, 16, 8, 8, 8, 1,
                                           8, 16, 1, 16, 0,  0, 0,  1, 0, 0, 2});
}

Test(layout, of_32_bits_with_spaces)
{
    expect_sizes("E-p:32:32-p3:16:16-i64:32-f64:32-v128:64-a:0:32",
                 (const uint64_t[N_TYPES]){1,       1,       4, 8,       16,      4, 16, 4,
                                           2,       12,      9, 36,      16,      1, 32, NO_SIZE,
                                           NO_SIZE, NO_SIZE, 0, NO_SIZE, NO_SIZE, 2},
                 (const uint64_t[N_TYPES]){1, 1, 4, 4,  4, 4, 16, 4, 2, 4, 1,
                                           4, 8, 1, 16, 0, 0, 0,  1, 0, 0, 2});
}

/* Without one, and with one that cannot be, LLVM's defaults count. */
Test(layout, of_none)
{
    static const char *const layouts[] = {"", "e-i64", "p:x:64", "i99999999999:8"};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        expect_sizes(layouts[i],
                     (const uint64_t[N_TYPES]){
                         1,  1,  4, 8,  16,      4,       16,      8, 8,       12,      9,
                         36, 16, 1, 32, NO_SIZE, NO_SIZE, NO_SIZE, 0, NO_SIZE, NO_SIZE, 2},
                     (const uint64_t[N_TYPES]){1, 1,  4, 4,  4, 4, 16, 8, 8, 4, 1,
                                               4, 16, 1, 16, 0, 0, 0,  1, 0, 0, 2});
}
