/* test_editor.c - edits of the files of the corpus, their check, and what is refused
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
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
