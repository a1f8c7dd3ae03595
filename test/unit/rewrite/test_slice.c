/* test_slice.c - definitions as modules of their own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "support/corpus.h"
#include "support/rewrite.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A slice, opened again. */
struct result {
    struct bl_view bytes;
    struct bl_slice_report report;
    struct bl_stream stream;
    struct bl_index *index;
    struct bl_module *module;
    uint32_t n_defined, n_declared;
};

static void open_result(struct result *r)
{
    const struct bl_global *globals;
    uint32_t n;
    cr_assert_eq(bl_stream_locate(r->bytes, &r->stream, NULL), BL_OK);
    cr_assert_eq(bl_index_open(&r->index, &r->stream, NULL), BL_OK);
    cr_assert_eq(bl_module_open(&r->module, r->index, bl_module_next(r->index, BL_NONE), NULL),
                 BL_OK);
    cr_assert_eq(bl_module_globals(r->module, &globals, &n, NULL), BL_OK);
    uint32_t first;
    uint32_t n_blocks;
    cr_assert_eq(bl_index_children(r->index, BL_NONE, &first, &n_blocks, NULL), BL_OK);
    struct bl_block last = bl_index_get(r->index, first + n_blocks - 1).block;
    cr_expect_eq(last.body_pos / 8 + (uint64_t)last.n_words * 4, r->bytes.size);
    for (uint32_t i = 0; i < n; i++) {
        r->n_defined += !globals[i].is_declaration;
        r->n_declared += globals[i].is_declaration;
    }
}

static void close_result(struct result *r)
{
    bl_module_close(r->module);
    bl_index_close(r->index);
}

static void slice_each(const char *path, unsigned flags)
{
    struct bl_module *module;
    struct bl_slice *slice;
    struct bl_error err = {0};
    const struct bl_global *globals;
    uint32_t n;
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, &err), BL_OK, "%s", path);
    cr_assert_eq(bl_slice_open(&slice, module, flags, &err), BL_OK);
    cr_assert_eq(bl_module_globals(module, &globals, &n, &err), BL_OK);
    for (uint32_t i = 0; i < n; i++) {
        struct result r = {0};
        bl_slice_clear(slice);
        int status = bl_slice_add(slice, i, &err);
        cr_expect_eq(status, globals[i].is_declaration ? BL_E_ARGUMENT : BL_OK);
        if (status < 0)
            continue;
        status = bl_slice_make(slice, &r.bytes, &r.report, &err);
        cr_assert_eq(status, BL_OK, "%s: %u: %s", path, i, status < 0 ? err.what : "");
        status = bl_slice_check(slice, &err);
        cr_expect_eq(status, BL_OK, "%s: %u: %s", path, i, status < 0 ? err.what : "");
        open_result(&r);
        if (!(flags & (BL_SLICE_NO_DEBUG | BL_SLICE_LINES))) {
            cr_expect_eq(r.report.n_definitions, r.n_defined, "%s: %u", path, i);
            cr_expect_eq(r.report.n_declarations, r.n_declared, "%s: %u", path, i);
        }
        close_result(&r);
    }
    bl_slice_close(slice);
    bl_module_close(module);
}

static void slice_all(const char *names, unsigned flags)
{
    glob_t found;
    char *pattern = corpus_path(names);
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0);
    free(pattern);
    for (size_t i = 0; i < found.gl_pathc; i++)
        slice_each(found.gl_pathv[i], flags);
    globfree(&found);
}

/* Of each version of LLVM. */
Test(slice, one_definition)
{
    slice_all("c*-O2.clang*.bc", 0);
}

Test(slice, with_what_it_needs)
{
    slice_all("cxx-g-O2.clang*.bc", BL_SLICE_RECURSIVE | BL_SLICE_WITH_GLOBALS);
}

Test(slice, without_debug_information)
{
    slice_all("c-g-O0.clang*.bc", BL_SLICE_NO_DEBUG);
    slice_all("cxx-g-O2.clang*.bc", BL_SLICE_LINES);
}

/* Without a wrapper there is no padding. */
Test(slice, of_wrapped_modules)
{
    slice_all("wrapper-*.bc", 0);
}

Test(slice, flags)
{
    struct bl_slice *slice;
    struct bl_error err;
    cr_expect_eq(bl_slice_open(&slice, NULL, 1 << 30, &err), BL_E_ARGUMENT);
    bl_slice_close(NULL);
}

/* ---- What its check sees ---- */

/* All definitions of MODULE, with DAMAGE if there is any: the status of the check. */
static int check_all(struct bl_module *module, const struct flipped_operand *damage)
{
    struct bl_slice *slice;
    struct bl_rewrite *rewrite;
    struct bl_error err = {0};
    const struct bl_global *globals;
    uint32_t n;
    cr_assert_eq(bl_module_globals(module, &globals, &n, &err), BL_OK);
    cr_assert_eq(bl_slice_open(&slice, module, BL_SLICE_KEEP_LINKAGE, &err), BL_OK);
    for (uint32_t i = 0; i < n; i++)
        if (!globals[i].is_declaration)
            cr_assert_eq(bl_slice_add(slice, i, &err), BL_OK);
    cr_assert_eq(bl_rewrite_open(&rewrite, bl_module_stream(module), 0, &err), BL_OK);
    cr_assert_eq(bl_slice_change(slice, rewrite, NULL, &err), BL_OK);
    if (damage)
        cr_assert(flip_operand(rewrite, bl_module_stream(module), damage));
    int status = bl_slice_check(slice, &err);
    bl_slice_close(slice);
    bl_rewrite_close(rewrite);
    return status;
}

Test(slice, check_sees_types_lists_and_attachments)
{
    static const struct flipped_operand damages[] = {
        {BL_BLOCK_TYPE, BL_CODE_TYPE_STRUCT_NAME, 0, 0},
        {BL_BLOCK_METADATA, BL_CODE_METADATA_NAMED_NODE, 0, 0},
        {BL_BLOCK_METADATA, BL_CODE_METADATA_NAME, 0, 0},
        {BL_BLOCK_METADATA, BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT, 0, 1}, /* kind */
        {BL_BLOCK_METADATA_ATTACHMENT, BL_CODE_METADATA_ATTACHMENT_ATTACHMENT, 0, 0},
    };
    struct bl_module *module;
    struct bl_error err = {0};
    char *path = corpus_path("cxx-g-O2.clang22.bc");
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, &err), BL_OK);
    free(path);
    cr_expect_eq(check_all(module, NULL), BL_OK);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
        cr_expect_lt(check_all(module, &damages[i]), 0, "code %u", damages[i].code);
    bl_module_close(module);
}

/* ---- What is not known ---- */

/* The file with an empty block that LLVM does not know before the body of VALUE. */
static struct bl_view with_block(struct bl_rewrite *rewrite, struct bl_module *module,
                                 uint32_t value)
{
    static const uint8_t end[4] = {0}; /* END_BLOCK */
    enum {
        UNKNOWN = 99,
        ID_WIDTH = 3
    };
    struct bl_view bytes;
    struct bl_block body;
    struct bl_error err = {0};
    cr_assert_eq(bl_module_body(module, value, &body, &err), 1);
    cr_assert_eq(bl_rewrite_insert_block(rewrite, body.bit_pos, UNKNOWN, ID_WIDTH,
                                         (struct bl_view){end, sizeof end}, &err),
                 BL_OK);
    cr_assert_eq(bl_rewrite_join(rewrite, &bytes, &err), BL_OK, "%s", err.what);
    return bytes;
}

static int make_of(struct bl_module *module, uint32_t value, unsigned flags)
{
    struct bl_slice *slice;
    struct bl_view bytes;
    struct bl_error err = {0};
    cr_assert_eq(bl_slice_open(&slice, module, flags, &err), BL_OK);
    cr_assert_eq(bl_slice_add(slice, value, &err), BL_OK);
    int status = bl_slice_make(slice, &bytes, NULL, &err);
    bl_slice_close(slice);
    return status;
}

/* A block between two bodies is not lost: the slice of the body before it is refused, and so is
 * all that looks at each. */
Test(slice, blocks_between_bodies)
{
    struct bl_module *module;
    struct bl_rewrite *rewrite;
    struct bl_error err = {0};
    const struct bl_global *globals;
    uint32_t n;
    uint32_t bodies[2] = {BL_NONE, BL_NONE}; /* the first two */
    char *path = corpus_path("cxx-g-O2.clang22.bc");
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, &err), BL_OK);
    free(path);
    cr_assert_eq(bl_module_globals(module, &globals, &n, &err), BL_OK);
    for (uint32_t i = n; i-- > 0;)
        if (globals[i].kind == BL_GLOBAL_FUNCTION && !globals[i].is_declaration) {
            bodies[1] = bodies[0];
            bodies[0] = i;
        }
    cr_assert_neq(bodies[1], BL_NONE);
    cr_expect_eq(make_of(module, bodies[0], 0), BL_OK);
    cr_assert_eq(bl_rewrite_open(&rewrite, bl_module_stream(module), 0, &err), BL_OK);
    struct result r = {.bytes = with_block(rewrite, module, bodies[1])};
    cr_assert_eq(bl_stream_locate(r.bytes, &r.stream, NULL), BL_OK);
    cr_assert_eq(bl_index_open(&r.index, &r.stream, NULL), BL_OK);
    cr_assert_eq(bl_module_open(&r.module, r.index, bl_module_next(r.index, BL_NONE), NULL), BL_OK);
    cr_expect_eq(make_of(r.module, bodies[0], 0), BL_E_MISMATCH);
    cr_expect_eq(make_of(r.module, bodies[1], 0), BL_OK); /* what is before it is not touched */
    cr_expect_eq(make_of(r.module, bodies[1], BL_SLICE_DELETE), BL_E_MISMATCH);
    close_result(&r);
    bl_rewrite_close(rewrite);
    bl_module_close(module);
}

/* ---- Orders of uses ---- */

/* The orders of a body, each of a value, in a block that is inserted before its last block. */
static struct bl_view with_orders(struct bl_rewrite *rewrite, uint64_t bit_pos,
                                  const uint32_t values[2])
{
    enum {
        HEADER_BYTES = 8, /* of a block at the top level */
        ID_WIDTH = 3
    };
    struct bl_writer *writer;
    struct bl_view block;
    struct bl_view bytes;
    struct bl_error err = {0};
    cr_assert_eq(bl_writer_open(&writer, &err), BL_OK);
    bl_writer_enter(writer, BL_BLOCK_USELIST, ID_WIDTH);
    for (int i = 0; i < 2; i++) {
        uint64_t ops[] = {1, 0, values[i]}; /* places of two uses */
        bl_writer_record(writer, BL_CODE_USELIST_DEFAULT, ops, 3);
    }
    bl_writer_exit(writer);
    cr_assert_eq(bl_writer_finish(writer, &block, &err), BL_OK);
    block.data += HEADER_BYTES;
    block.size -= HEADER_BYTES;
    int status = bl_rewrite_insert_block(rewrite, bit_pos, BL_BLOCK_USELIST, ID_WIDTH, block, &err);
    cr_assert_eq(status, BL_OK);
    bl_writer_close(writer);
    cr_assert_eq(bl_rewrite_join(rewrite, &bytes, &err), BL_OK, "%s", err.what);
    return bytes;
}

/* How many the body of VALUE has. */
static uint32_t count_orders(struct bl_module *module, uint32_t value)
{
    struct bl_function *function;
    const struct bl_block *blocks;
    struct bl_record rec = {0};
    struct bl_error err = {0};
    uint32_t n = 0;
    cr_assert_eq(bl_function_open(&function, module, value, &err), BL_OK);
    uint32_t n_blocks = bl_function_blocks(function, &blocks);
    for (uint32_t i = 0; i < n_blocks; i++) {
        struct bl_cursor cursor;
        if (blocks[i].block_id != BL_BLOCK_USELIST)
            continue;
        cr_assert_eq(bl_module_cursor(module, &blocks[i], &cursor, &err), BL_OK);
        while (bl_cursor_read_next(&cursor, &rec) > 0)
            n++;
        bl_cursor_release(&cursor);
    }
    bl_record_release(&rec);
    bl_function_close(function);
    return n;
}

/* The first body with a constant, after which it has a block. */
static uint64_t find_orderly(struct bl_module *module, uint32_t *value, uint32_t values[2])
{
    const struct bl_global *globals;
    const struct bl_block *blocks;
    struct bl_function *function;
    struct bl_error err = {0};
    uint64_t bit_pos = 0;
    uint32_t n;
    cr_assert_eq(bl_module_globals(module, &globals, &n, &err), BL_OK);
    for (*value = 0; *value < n && bit_pos == 0; ++*value) {
        if (globals[*value].kind != BL_GLOBAL_FUNCTION || globals[*value].is_declaration)
            continue;
        cr_assert_eq(bl_function_open(&function, module, *value, &err), BL_OK);
        const struct bl_body *body = bl_function_body(function);
        values[0] = body->first_constant;
        values[1] = body->first_instruction;
        uint32_t n_blocks = bl_function_blocks(function, &blocks);
        if (body->n_constants > 0 && n_blocks > 0 &&
            blocks[n_blocks - 1].block_id != BL_BLOCK_CONSTANTS)
            bit_pos = blocks[n_blocks - 1].bit_pos;
        bl_function_close(function);
    }
    --*value;
    return bit_pos;
}

static uint32_t defined_in(struct bl_module *module)
{
    const struct bl_global *globals;
    uint32_t n;
    uint32_t i = 0;
    cr_assert_eq(bl_module_globals(module, &globals, &n, NULL), BL_OK);
    while (i < n && (globals[i].kind != BL_GLOBAL_FUNCTION || globals[i].is_declaration))
        i++;
    return i;
}

/* Other bodies have uses in that of a constant: it goes, and that of an instruction stays. */
Test(slice, orders_of_uses)
{
    struct bl_module *module;
    struct bl_rewrite *rewrite;
    struct bl_slice *slice;
    struct result sliced = {0};
    struct result r = {0};
    struct bl_error err = {0};
    uint32_t value;
    uint32_t values[2];
    char *path = corpus_path("c-O2.clang14.bc");
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, &err), BL_OK);
    free(path);
    uint64_t bit_pos = find_orderly(module, &value, values);
    cr_assert_neq(bit_pos, 0);
    cr_assert_eq(bl_rewrite_open(&rewrite, bl_module_stream(module), 0, &err), BL_OK);
    r.bytes = with_orders(rewrite, bit_pos, values);
    open_result(&r);
    cr_expect_eq(count_orders(r.module, value), 2);
    cr_assert_eq(bl_slice_open(&slice, r.module, 0, &err), BL_OK);
    cr_assert_eq(bl_slice_add(slice, value, &err), BL_OK);
    cr_assert_eq(bl_slice_make(slice, &sliced.bytes, NULL, &err), BL_OK, "%s", err.what);
    open_result(&sliced);
    cr_expect_eq(count_orders(sliced.module, defined_in(sliced.module)), 1);
    close_result(&sliced);
    bl_slice_close(slice);
    close_result(&r);
    bl_rewrite_close(rewrite);
    bl_module_close(module);
}

/* ---- What is not needed ---- */

/* Definitions and declarations of FLAGS in the file, without what can be discarded. */
Test(slice, without_what_is_not_needed)
{
    struct bl_module *module;
    struct bl_slice *slice;
    struct bl_error err = {0};
    const struct bl_global *globals;
    struct bl_slice_report report;
    struct result r = {0};
    uint32_t n;
    char *path = corpus_path("c-g-O0.clang13.bc");
    cr_expect_eq(bl_slice_open(&slice, NULL, BL_SLICE_UNNEEDED | BL_SLICE_DELETE, &err),
                 BL_E_ARGUMENT);
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, &err), BL_OK);
    free(path);
    cr_assert_eq(bl_slice_open(&slice, module, BL_SLICE_UNNEEDED, &err), BL_OK);
    cr_assert_eq(bl_module_globals(module, &globals, &n, &err), BL_OK);
    /* All is needed: nothing changes. */
    struct bl_view before = bl_module_stream(module)->bytes;
    cr_assert_eq(bl_slice_add_discardable(slice, &err), BL_OK);
    cr_assert_eq(bl_slice_make(slice, &r.bytes, &report, &err), BL_OK);
    cr_expect_eq(report.n_left_out, 0);
    cr_expect(r.bytes.size == before.size && memcmp(r.bytes.data, before.data, before.size) == 0);
    cr_expect_eq(bl_slice_check(slice, &err), BL_OK);
    /* What is added, and is not a root then, goes with what only that needed. */
    uint32_t n_functions = 0;
    for (uint32_t i = 0; i < n; i++)
        if (globals[i].kind == BL_GLOBAL_FUNCTION && !globals[i].is_declaration) {
            n_functions++;
            cr_assert_eq(bl_slice_add(slice, i, &err), BL_OK);
        }
    cr_assert_eq(bl_slice_make(slice, &r.bytes, &report, &err), BL_OK);
    cr_expect_geq(report.n_left_out, n_functions);
    cr_expect_eq(bl_slice_check(slice, &err), BL_OK, "%s", err.what);
    open_result(&r);
    cr_expect_eq(r.n_defined + r.n_declared, n - report.n_left_out);
    for (uint32_t i = 0; i < n; i++)
        cr_expect(!bl_slice_has(slice, i) || globals[i].kind != BL_GLOBAL_FUNCTION);
    close_result(&r);
    bl_slice_close(slice);
    bl_module_close(module);
}
