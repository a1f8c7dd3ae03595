/* test_lower.c - what the check of a lowering does not pass over, and which features have names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "rewrite/lower_words.h"
#include "support/corpus.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LLVM = 19
};

struct bytes {
    uint8_t *data;
    size_t size;
};

static int append(void *context, struct bl_view piece)
{
    struct bytes *b = context;
    b->data = realloc(b->data, b->size + piece.size + 1);
    memcpy(b->data + b->size, piece.data, piece.size);
    b->size += piece.size;
    return 0;
}

/* Whether REC, of BLOCK_ID, is what a fault is to change; its operands then become those of the
 * fault. Each leaves out what LLVM 19 reads. */
typedef bool fault_fn(uint32_t block_id, struct bl_new_record *rec, uint64_t *ops);

/* An attribute with a range. */
static bool lose_range(uint32_t block_id, struct bl_new_record *rec, uint64_t *ops)
{
    enum {
        SIZE = 5 /* form, kind, width, and two ends */
    };
    if (block_id != BL_BLOCK_PARAMATTR_GROUP)
        return false;
    for (size_t i = 2; i + SIZE <= rec->n_ops; i++)
        if (ops[i] == BL_ATTRIBUTE_RANGE && ops[i + 1] == BL_ATTR_KIND_RANGE) {
            memmove(ops + i, ops + i + SIZE, (rec->n_ops - i - SIZE) * sizeof *ops);
            rec->n_ops -= SIZE;
            return true;
        }
    return false;
}

static bool lose_cast_flags(uint32_t block_id, struct bl_new_record *rec, uint64_t *ops)
{
    (void)ops;
    bool has_flags =
        block_id == BL_BLOCK_FUNCTION && rec->code == BL_CODE_FUNCTION_INST_CAST && rec->n_ops == 4;
    rec->n_ops -= has_flags;
    return has_flags;
}

static bool lose_gep_flags(uint32_t block_id, struct bl_new_record *rec, uint64_t *ops)
{
    enum {
        NUW = 4
    };
    if (block_id != BL_BLOCK_FUNCTION || rec->code != BL_CODE_FUNCTION_INST_GEP || !(ops[0] & NUW))
        return false;
    ops[0] &= ~(uint64_t)NUW;
    return true;
}

static bool lose_nocapture(uint32_t block_id, struct bl_new_record *rec, uint64_t *ops)
{
    if (block_id != BL_BLOCK_PARAMATTR_GROUP)
        return false;
    for (size_t i = 2; i + 2 <= rec->n_ops; i++)
        if (ops[i] == BL_ATTRIBUTE_ENUM && ops[i + 1] == BL_ATTR_KIND_NO_CAPTURE) {
            memmove(ops + i, ops + i + 2, (rec->n_ops - i - 2) * sizeof *ops);
            rec->n_ops -= 2;
            return true;
        }
    return false;
}

/* Change the first record of STREAM that FAULT finds. */
static bool make_fault(struct bl_rewrite *rewrite, const struct bl_stream *stream, fault_fn *fault)
{
    struct bl_walk *walk;
    struct bl_event event;
    bool is_made = false;
    cr_assert_eq(bl_walk_open(&walk, stream, BL_WALK_LLVM, NULL, NULL), BL_OK);
    while (!is_made && bl_walk_next(walk, &event, NULL) > 0) {
        if (event.kind != BL_EVENT_RECORD || event.record->has_blob || event.record->n_ops == 0)
            continue;
        const struct bl_record *rec = event.record;
        uint64_t *ops = malloc(rec->n_ops * sizeof *ops);
        memcpy(ops, rec->ops, rec->n_ops * sizeof *ops);
        struct bl_new_record changed = {.code = rec->code, .ops = ops, .n_ops = rec->n_ops};
        is_made = fault(event.block->block_id, &changed, ops);
        if (is_made)
            cr_assert_eq(bl_rewrite_replace(rewrite, rec->bit_pos, &changed, NULL), BL_OK);
        free(ops);
    }
    bl_walk_close(walk);
    return is_made;
}

/* What the check says of a lowering of STREAM to which FAULT, or nothing, is done. */
static int check_with(const struct bl_stream *stream, fault_fn *fault, struct bytes *written)
{
    struct bl_rewrite *rewrite;
    struct bl_lower_options options = {.llvm = LLVM};
    cr_assert_eq(bl_rewrite_open(&rewrite, stream, 0, NULL), BL_OK);
    cr_assert_eq(bl_lower(rewrite, stream, &options, NULL, NULL), BL_OK);
    cr_assert(!fault || make_fault(rewrite, stream, fault), "there is nothing to leave out");
    int status = bl_lower_check(rewrite, &options, NULL, NULL);
    if (written)
        cr_assert_eq(bl_rewrite_write(rewrite, append, written, NULL), BL_OK);
    bl_rewrite_close(rewrite);
    return status;
}

Test(lower, what_goes_without_a_finding_is_seen)
{
    static const struct {
        const char *name;
        fault_fn *fault;
    } faults[] = {
        {"range", lose_range},
        {"flags of a cast", lose_cast_flags},
        {"flags of getelementptr", lose_gep_flags},
        {"nocapture", lose_nocapture},
    };
    struct bl_file *file;
    struct bl_stream before;
    struct bl_stream lowered;
    struct bytes written = {0};
    char *path = corpus_path("cxx-g-O2.clang22.bc");
    cr_assert_eq(bl_file_open(&file, path, 0, NULL), BL_OK);
    free(path);
    cr_assert_eq(bl_stream_locate(bl_file_view(file), &before, NULL), BL_OK);
    cr_assert_eq(check_with(&before, NULL, &written), BL_OK);
    struct bl_view bytes = {written.data, written.size};
    cr_assert_eq(bl_stream_locate(bytes, &lowered, NULL), BL_OK);
    cr_expect_eq(check_with(&lowered, NULL, NULL), BL_OK);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        cr_expect_eq(check_with(&lowered, faults[i].fault, NULL), BL_E_MISMATCH, "%s",
                     faults[i].name);
    free(written.data);
    bl_file_close(file);
}

/* That BODY of the function LINE is passed over, and no other: WHAT of it is changed. */
static void look_at_body(const char *line, const char *body, const char *const (*what)[2], size_t n)
{
    struct bl_lowered_words words = {.has_definitions = true};
    struct bl_view rest = bl_view_of(body);
    bl_words_pass_body(&words, bl_view_of(line), &rest);
    cr_expect_eq(rest.size, 0, "%s", line);
    for (size_t i = 0; i < n; i++) {
        char text[1024];
        const char *at = strstr(body, what[i][0]);
        cr_assert(at, "%s", what[i][0]);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - body), body, what[i][1],
                 at + strlen(what[i][0]));
        rest = bl_view_of(text);
        bl_words_pass_body(&words, bl_view_of(line), &rest);
        cr_expect_eq(rest.size, strlen(text), "%s", what[i][1]);
    }
    rest = bl_view_of(body);
    bl_words_pass_body(&words, bl_view_of("define internal i8 @other(i32 %0, i32 %1) {"), &rest);
    cr_expect_eq(rest.size, strlen(body));
}

Test(lower, bodies_of_comparisons_are_looked_at)
{
    static const char *const others[][2] = {
        {"icmp ugt", "icmp uge"}, {"icmp ult", "icmp ugt"}, {"icmp ult", "icmp slt"},
        {"%4, %6", "%6, %4"},     {"%5 to i8", "%3 to i8"}, {"ret i8 %7", "ret i8 %6"},
        {"%0, %1", "%1, %0"},     {"}\n", "  unreachable"},
    };
    look_at_body("define internal i8 @bitleap.ucmp.i8.i32(i32 %0, i32 %1) {",
                 "  %3 = icmp ugt i32 %0, %1\n"
                 "  %4 = zext i1 %3 to i8\n"
                 "  %5 = icmp ult i32 %0, %1\n"
                 "  %6 = zext i1 %5 to i8\n"
                 "  %7 = sub i8 %4, %6\n"
                 "  ret i8 %7\n"
                 "}\n",
                 others, sizeof others / sizeof *others);
}

Test(lower, bodies_of_minimum_numbers_are_looked_at)
{
    static const char *const others[][2] = {
        {"icmp ugt", "icmp ult"},
        {"fcmp olt", "fcmp ogt"},
        {"fcmp olt", "fcmp ult"},
        {"%6, <2 x i1> %5, <2 x i1> %9", "%6, <2 x i1> %9, <2 x i1> %5"},
        {"%10, <2 x float> %0, <2 x float> %1", "%10, <2 x float> %1, <2 x float> %0"},
        {"fadd <2 x float> %11, %11", "fsub <2 x float> %11, %11"},
        {"ret <2 x float> %14", "ret <2 x float> %11"},
        {"uno <2 x float> %1, %1", "uno <2 x float> %0, %1"},
    };
    look_at_body(
        "define internal <2 x float> @bitleap.minimumnum.v2f32(<2 x float> %0, <2 x float> "
        "%1) #1 {",
        "  %3 = bitcast <2 x float> %0 to <2 x i32>\n"
        "  %4 = bitcast <2 x float> %1 to <2 x i32>\n"
        "  %5 = icmp ugt <2 x i32> %3, %4\n"
        "  %6 = fcmp oeq <2 x float> %0, %1\n"
        "  %7 = fcmp olt <2 x float> %0, %1\n"
        "  %8 = fcmp uno <2 x float> %1, %1\n"
        "  %9 = or <2 x i1> %7, %8\n"
        "  %10 = select <2 x i1> %6, <2 x i1> %5, <2 x i1> %9\n"
        "  %11 = select <2 x i1> %10, <2 x float> %0, <2 x float> %1\n"
        "  %12 = fcmp uno <2 x float> %11, %11\n"
        "  %13 = fadd <2 x float> %11, %11\n"
        "  %14 = select <2 x i1> %12, <2 x float> %13, <2 x float> %11\n"
        "  ret <2 x float> %14\n"
        "}\n",
        others, sizeof others / sizeof *others);
}

/* That a line from before and one from after are compared by what they mean. */
Test(lower, alignments_of_masked_accesses_are_compared)
{
    static const struct {
        const char *before, *after;
        bool is_same;
    } lines[] = {
        {"  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr noundef align 8 %p, <4 x i1> %m, "
         "<4 x i32> %v) #3, !tbaa !5",
         "  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 8, <4 x i1> %m, <4 x i32> "
         "%v), !tbaa !5",
         true},
        {"  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 8 %p, <4 x i1> %m, <4 x i32> "
         "%v)",
         "  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> "
         "%v)",
         false},
        {"  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, <4 x i1> %m, <4 x i32> %v)",
         "  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 1, <4 x i1> %m, <4 x i32> "
         "%v)",
         true},
        {"  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, <4 x i1> %m, <4 x i32> %v)",
         "  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %q, i32 1, <4 x i1> %m, <4 x i32> "
         "%v)",
         false},
        {"  call void @llvm.masked.store.v4i32.p3(<4 x i32> align 2 %v, ptr addrspace(3) align 4 "
         "%p, "
         "<4 x i1> %m)",
         "  call void @llvm.masked.store.v4i32.p3(<4 x i32> %v, ptr addrspace(3) %p, i32 4, <4 x "
         "i1> "
         "%m)",
         true},
        {"  call void @llvm.masked.store.v4i32.p3(<4 x i32> %v, ptr addrspace(3) align 4 %p, <4 x "
         "i1> "
         "%m)",
         "  call void @llvm.masked.store.v4i32.p1(<4 x i32> %v, ptr addrspace(1) %p, i32 4, <4 x "
         "i1> "
         "%m)",
         false},
        {"  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 4 %p, <4 x i1> "
         "%m)",
         "  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %p, i32 4, <4 x i1> "
         "%m)",
         true},
        {"  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 4 %p, <4 x i1> "
         "%m)",
         "  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %p, i32 4, <4 x i1> "
         "%n)",
         false},
        {"  %1 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %p, <4 x i1> %m, "
         "<4 x i32> poison), !dbg !7",
         "  %1 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %m, "
         "<4 "
         "x i32> poison), !dbg !7",
         true},
        {"  %1 = call i32 @f(i32 align 8 %p)", "  %1 = call i32 @f(i32 %p)", false},
    };
    struct bl_lowered_words words = {.has_masked = true};
    struct bl_arena arena = {0};
    struct bl_view sides[2];
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *texts[] = {lines[i].before, lines[i].after};
        for (int side = 0; side < 2; side++)
            cr_assert_eq(bl_words_lowered(&arena, &words, (struct bl_vacant_groups){0},
                                          bl_view_of(texts[side]), &sides[side]),
                         BL_OK);
        cr_expect_eq(bl_view_equal(sides[0], sides[1]), lines[i].is_same, "%s: %.*s", texts[0],
                     (int)sides[1].size, (const char *)sides[1].data);
    }
    bl_arena_release(&arena);
}

Test(lower, features_have_names)
{
    cr_expect(bl_lower_has_feature("captures"));
    cr_expect(bl_lower_has_feature("debug-records"));
    cr_expect(!bl_lower_has_feature("capture"));
    cr_expect(!bl_lower_has_feature(""));
}
