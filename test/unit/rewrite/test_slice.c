/* test_slice.c - definitions as modules of their own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"

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
        if (!(flags & BL_SLICE_NO_DEBUG)) {
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
    const char *root = getenv("BITLEAP_SRC");
    char pattern[4096];
    glob_t found;
    if (!root)
        return;
    snprintf(pattern, sizeof pattern, "%s/corpora/small/%s", root, names);
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        slice_each(found.gl_pathv[i], flags);
    globfree(&found);
}

/* Of each version of LLVM, if the tests run where they are. */
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

/* ---- What is not needed ---- */

/* Definitions and declarations of FLAGS in the file, without what can be discarded. */
Test(slice, without_what_is_not_needed)
{
    const char *root = getenv("BITLEAP_SRC");
    char path[4096];
    struct bl_module *module;
    struct bl_slice *slice;
    struct bl_error err = {0};
    const struct bl_global *globals;
    struct bl_slice_report report;
    struct result r = {0};
    uint32_t n;
    if (!root)
        return;
    snprintf(path, sizeof path, "%s/corpora/small/c-g-O0.clang13.bc", root);
    cr_expect_eq(bl_slice_open(&slice, NULL, BL_SLICE_UNNEEDED | BL_SLICE_DELETE, &err),
                 BL_E_ARGUMENT);
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, &err), BL_OK);
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
