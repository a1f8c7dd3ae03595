/* test_editor.c - edits of the files of the corpus, their check, and what is refused
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "support/build_module.h"
#include "support/corpus.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* A file that is being rewritten. */
struct edited {
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_rewrite *rewrite;
    struct bl_edit_report report;
    struct bl_error err;
};

static void open_path(struct edited *e, const char *path)
{
    *e = (struct edited){0};
    cr_assert_eq(bl_file_open(&e->file, path, 0, &e->err), BL_OK);
    cr_assert_eq(bl_stream_locate(bl_file_view(e->file), &e->stream, &e->err), BL_OK, "%s", path);
    cr_assert_eq(bl_rewrite_open(&e->rewrite, &e->stream, 0, &e->err), BL_OK);
    bl_rewrite_wrap(e->rewrite, bl_file_view(e->file));
}

static void open_name(struct edited *e, const char *name)
{
    char *path = corpus_path(name);
    open_path(e, path);
    free(path);
}

static void close_edited(struct edited *e)
{
    bl_rewrite_close(e->rewrite);
    bl_file_close(e->file);
}

/* What becomes of symbols. */
struct plan {
    const char *prefix; /* of all names, */
    const char *all;    /* or what they all become */
    unsigned linkage;
    char name[8192];
};

static int apply(void *context, const struct bl_global *global, struct bl_symbol_edit *edit)
{
    struct plan *plan = context;
    const char *prefix = plan->prefix ? plan->prefix : "";
    size_t n = strlen(prefix);
    cr_assert_lt(n + global->name.size, sizeof plan->name);
    memcpy(plan->name, prefix, n);
    memcpy(plan->name + n, global->name.data, global->name.size);
    edit->name = (struct bl_view){(const uint8_t *)plan->name, n + global->name.size};
    if (plan->all)
        edit->name = bl_view_of(plan->all);
    edit->linkage = (uint8_t)plan->linkage;
    return 0;
}

static bool is_older(const struct bl_stream *stream)
{
    struct bl_index *index;
    struct bl_module *module;
    struct bl_module_info info;
    bool older = true;
    cr_assert_eq(bl_index_open(&index, stream, NULL), BL_OK);
    if (bl_module_first(&module, index, NULL) == BL_OK) {
        older = bl_module_get_info(module, 0, &info, NULL) < 0 || info.version < 2;
        bl_module_close(module);
    }
    bl_index_close(index);
    return older;
}

/* Every module that can be read is edited so, and the check agrees. */
static void edit_all(struct plan *plan)
{
    glob_t files;
    unsigned n = 0;
    char *pattern = corpus_path("*.bc");
    cr_assert_eq(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct edited e;
        struct bl_edits edits = {.symbol = apply, .context = plan};
        open_path(&e, files.gl_pathv[i]);
        int status = is_older(&e.stream) ? 1 : bl_edit(e.rewrite, &edits, &e.report, &e.err);
        if (status <= 0) {
            cr_expect_eq(status, BL_OK, "%s: %s", files.gl_pathv[i], e.err.what);
            status = bl_edit_check(e.rewrite, &edits, &e.err);
            cr_expect_eq(status, BL_OK, "%s: %s", files.gl_pathv[i], e.err.what);
            n += e.report.n_renamed > 0 || e.report.n_linkages > 0;
        }
        close_edited(&e);
    }
    cr_expect_gt(n, 50);
    globfree(&files);
    free(pattern);
}

Test(editor, all_symbols_of_the_corpus_get_a_prefix)
{
    edit_all(&(struct plan){.prefix = "pre \"fix"});
}

Test(editor, all_symbols_of_the_corpus_become_local)
{
    edit_all(&(struct plan){.linkage = BL_RELINK_LOCALIZE});
}

Test(editor, all_symbols_of_the_corpus_become_weak)
{
    edit_all(&(struct plan){.linkage = BL_RELINK_WEAKEN, .prefix = "w_"});
}

Test(editor, check_finds_what_was_not_asked_for)
{
    struct edited e;
    struct plan plan = {.prefix = "a_"};
    struct bl_edits asked = {.symbol = apply, .context = &plan};
    struct bl_edits done = {.triple = bl_view_of("x86_64-unknown-freebsd")};
    open_name(&e, "c-O2.clang22.bc");
    cr_assert_eq(bl_edit(e.rewrite, &done, &e.report, &e.err), BL_OK);
    cr_expect_eq(e.report.n_texts, 1);
    cr_expect_eq(bl_edit_check(e.rewrite, &done, &e.err), BL_OK, "%s", e.err.what);
    cr_expect_eq(bl_edit_check(e.rewrite, &(struct bl_edits){0}, &e.err), BL_E_MISMATCH);
    cr_expect_eq(bl_edit_check(e.rewrite, &asked, &e.err), BL_E_MISMATCH);
    close_edited(&e);

    open_name(&e, "c-O2.clang22.bc");
    cr_assert_eq(bl_edit(e.rewrite, &asked, &e.report, &e.err), BL_OK);
    plan.prefix = "b_";
    cr_expect_eq(bl_edit_check(e.rewrite, &asked, &e.err), BL_E_MISMATCH);
    plan.linkage = BL_RELINK_LOCALIZE;
    plan.prefix = "a_";
    cr_expect_eq(bl_edit_check(e.rewrite, &(struct bl_edits){0}, &e.err), BL_E_MISMATCH);
    close_edited(&e);
}

Test(editor, nothing_to_change)
{
    struct edited e;
    struct plan plan = {0};
    struct bl_edits edits = {.symbol = apply, .context = &plan};
    open_name(&e, "thin-a.clang22.bc");
    cr_assert_eq(bl_edit(e.rewrite, &edits, &e.report, &e.err), BL_OK);
    cr_expect_eq(bl_rewrite_count(e.rewrite), 0);
    close_edited(&e);
}

Test(editor, one_name_for_all_is_refused)
{
    struct edited e;
    struct plan plan = {.all = "same"};
    struct bl_edits edits = {.symbol = apply, .context = &plan};
    open_name(&e, "c-O2.clang22.bc");
    cr_expect_eq(bl_edit(e.rewrite, &edits, &e.report, &e.err), BL_E_ARGUMENT);
    cr_expect(e.err.has_pos);
    close_edited(&e);
}

Test(editor, layouts_that_do_not_fit_are_refused)
{
    static const struct {
        const char *layout;
        int status;
    } rows[] = {
        {"e-m:e-i64:64-f80:128-n8:16:32:64-S128", BL_OK},
        {"e-A5", BL_E_ARGUMENT},
        {"e-P1", BL_E_ARGUMENT},
        {"e--m:e", BL_E_ARGUMENT},
        {"e-", BL_E_ARGUMENT},
        {"what", BL_E_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct edited e;
        struct bl_edits edits = {.data_layout = bl_view_of(rows[i].layout)};
        open_name(&e, "c-O0.clang22.bc");
        cr_expect_eq(bl_edit(e.rewrite, &edits, &e.report, &e.err), rows[i].status, "%s",
                     rows[i].layout);
        close_edited(&e);
    }
}

/* ---- Modules from before LLVM 5.0 ---- */

/* Names in the VALUE_SYMTAB, with offsets of bodies, and in a COMDAT. */
static uint32_t write_old(struct bl_writer *w, uint32_t words)
{
    enum {
        TYPE_BLOCK = 17,
        KINDS = 22,
        WIDTH = 4,
        NUMENTRY = 1,
        VOID = 2,
        INTEGER = 7,
        FUNCTION_TYPE = 21,
        GLOBALVAR = 7,
        FUNCTION = 8,
        COMDAT = 12,
        BODY = 12,
        DECLAREBLOCKS = 1,
        RET = 10,
    };
    struct module_build b;
    module_begin(&b, w, 1);
    bl_writer_enter(w, TYPE_BLOCK, WIDTH);
    bl_writer_record(w, NUMENTRY, BUILD_OPS(3));
    bl_writer_record(w, VOID, NULL, 0);
    bl_writer_record(w, INTEGER, BUILD_OPS(32));
    bl_writer_record(w, FUNCTION_TYPE, BUILD_OPS(0, 0));
    bl_writer_exit(w);
    bl_writer_record(w, COMDAT, BUILD_OPS(1, 2, 'c', 'd'));
    module_value(&b, NULL, GLOBALVAR, BUILD_OPS(1, 2, 0, 0, 0, 0));
    module_value(&b, NULL, FUNCTION, BUILD_OPS(2, 0, 0, 0, 0, 0, 0, 0));
    module_value(&b, NULL, FUNCTION, BUILD_OPS(2, 0, 1, 0, 0, 0, 0, 0));
    module_value(&b, NULL, FUNCTION, BUILD_OPS(2, 0, 0, 0, 0, 0, 0, 0));
    module_offset(&b, words);
    bl_writer_enter(w, KINDS, WIDTH); /* bodies are aligned */
    bl_writer_exit(w);
    for (int i = 0; i < 2; i++) {
        b.bodies[b.n_bodies++] = bl_writer_pos(w);
        bl_writer_enter(w, BODY, WIDTH);
        bl_writer_record(w, DECLAREBLOCKS, BUILD_OPS(1));
        bl_writer_record(w, RET, NULL, 0);
        bl_writer_exit(w);
    }
    module_symtab_begin(&b);
    module_entry(&b, 0, "v", 8);
    module_entry(&b, 2, "d-l", 7);
    module_fnentry(&b, 3, 1, "second");
    module_fnentry(&b, 1, 0, "cd");
    module_symtab_end(&b);
    module_end(&b);
    return b.symtab_words;
}

/* The names of all global values of what is written, and where bodies are. */
static void expect_old_names(struct bl_rewrite *rewrite, const char *const *names, uint32_t n)
{
    struct bl_view bytes;
    struct bl_stream stream;
    struct bl_index *index;
    struct bl_module *module;
    struct bl_block block;
    const struct bl_comdat *comdats;
    uint32_t n_comdats;
    cr_assert_eq(bl_rewrite_join(rewrite, &bytes, NULL), BL_OK);
    cr_assert_eq(bl_stream_locate(bytes, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_module_first(&module, index, NULL), BL_OK);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_view name;
        cr_assert_eq(bl_module_name(module, i, &name, NULL), BL_OK);
        cr_expect(name.size == strlen(names[i]) && memcmp(name.data, names[i], name.size) == 0,
                  "value %u: %.*s", i, (int)name.size, (const char *)name.data);
    }
    cr_assert_eq(bl_module_comdats(module, &comdats, &n_comdats, NULL), BL_OK);
    cr_expect(n_comdats == 1 && comdats[0].name.size == strlen(names[1]));
    cr_expect_eq(bl_module_body(module, 1, &block, NULL), 1);
    cr_expect_eq(bl_module_body(module, 3, &block, NULL), 1);
    bl_module_close(module);
    bl_index_close(index);
}

Test(editor, names_in_the_symtab)
{
    static const char *const names[] = {"longer_v", "longer_cd", "longer_d-l", "longer_second"};
    struct plan plan = {.prefix = "longer_"};
    struct bl_edits edits = {.symbol = apply, .context = &plan};
    struct edited e = {0};
    struct bl_writer *w = build_begin();
    uint32_t words = write_old(w, 0);
    bl_writer_close(w);
    w = build_begin();
    write_old(w, words);
    e.stream = build_stream(w);
    cr_assert_eq(bl_rewrite_open(&e.rewrite, &e.stream, 0, &e.err), BL_OK);
    cr_assert_eq(bl_edit(e.rewrite, &edits, &e.report, &e.err), BL_OK, "%s", e.err.what);
    cr_expect_eq(e.report.n_renamed, 5);
    cr_expect_eq(bl_edit_check(e.rewrite, &edits, &e.err), BL_OK, "%s", e.err.what);
    expect_old_names(e.rewrite, names, 4);
    bl_rewrite_close(e.rewrite);

    plan = (struct plan){.linkage = BL_RELINK_WEAKEN};
    cr_assert_eq(bl_rewrite_open(&e.rewrite, &e.stream, 0, &e.err), BL_OK);
    cr_expect_eq(bl_edit(e.rewrite, &edits, &e.report, &e.err), BL_E_ARGUMENT);
    bl_rewrite_close(e.rewrite);
    plan.linkage = BL_RELINK_LOCALIZE;
    cr_assert_eq(bl_rewrite_open(&e.rewrite, &e.stream, 0, &e.err), BL_OK);
    cr_assert_eq(bl_edit(e.rewrite, &edits, &e.report, &e.err), BL_OK, "%s", e.err.what);
    cr_expect_eq(e.report.n_linkages, 2); /* both definitions */
    cr_expect_eq(bl_edit_check(e.rewrite, &edits, &e.err), BL_OK, "%s", e.err.what);
    bl_rewrite_close(e.rewrite);
    bl_writer_close(w);
}
