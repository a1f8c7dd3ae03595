/* test_reuse.c - catalogs that take over what has not changed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/archive.h"
#include "unit/catalog/folder.h"

/* Building with the old catalog gives what building without it does. */
static struct bl_catalog *expect_update(const char *row, struct bl_catalog *old, bool by_content)
{
    struct bl_catalog *fresh = BUILD("d");
    struct bl_catalog *updated = build_with(
        &(struct bl_catalog_options){.parts = ALL_PARTS, .reuse = old, .by_content = by_content},
        PATHS("d"));
    expect_same(row, fresh, updated);
    bl_catalog_close(fresh);
    bl_catalog_close(old);
    return updated;
}

Test(catalog_reuse, any_change)
{
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("d", 0700), 0);
    folder_copy("ar-gnu.llvm22.a", "d/b.a");
    folder_copy("c-O0.clang22.bc", "d/c.bc");
    folder_copy("c-O2.clang13.bc", "d/e.bc");
    folder_write("d/text", text_view("no bitcode at all"));
    folder_set_time("d/c.bc", 1000);
    struct bl_catalog *c = BUILD("d");
    c = expect_update("nothing changed", c, false);
    folder_stream("d/a.bc");
    c = expect_update("a new file", c, false);
    folder_copy("c-O2.clang22.bc", "d/c.bc");
    folder_set_time("d/c.bc", 2000);
    c = expect_update("a changed file", c, false);
    cr_assert_eq(remove("d/b.a"), 0);
    c = expect_update("a file has gone", c, false);
    folder_stream("d/text");
    c = expect_update("a file that has bitcode now", c, false);
    folder_set_time("d/e.bc", 3000);
    c = expect_update("the same contents at another time", c, true);
    folder_copy("c-O0.clang14.bc", "d/e.bc");
    c = expect_update("other contents", c, true);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* A member of a thin archive that was touched gets its new time. */
Test(catalog_reuse, touched_member)
{
    static struct archive ar;
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("d", 0700), 0);
    folder_stream("m.bc");
    archive_begin(&ar, "!<thin>\n");
    archive_member(&ar, "//", "../m.bc/\n", 9);
    archive_header(&ar, "/0", "16");
    folder_write("d/t.a", archive_view(&ar));
    struct bl_catalog *c = BUILD("d");
    cr_expect_eq(bl_catalog_get_counts(c).n_streams, 1);
    folder_set_time("m.bc", 1000);
    c = expect_update("a touched member", c, true);
    for (uint32_t i = 0; i < bl_catalog_get_counts(c).n_sources; i++)
        cr_expect_eq(bl_catalog_state(c, i, false, NULL), BL_STATE_SAME, "source %u", i);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* The first time that it is called. */
static bool replace_member(void *context, const struct bl_catalog_progress *progress)
{
    bool *is_done = context;
    (void)progress;
    if (!*is_done)
        folder_write("m.bc", text_view("next"));
    *is_done = true;
    return true;
}

/* Written after it was found to be the same, a member has the time at which it was. */
Test(catalog_reuse, member_that_changes)
{
    static struct archive ar;
    struct folder folder = folder_enter();
    folder_stream("a.bc");
    folder_write("m.bc", text_view("BC\xC0\xDE"));
    archive_begin(&ar, "!<thin>\n");
    archive_header(&ar, "m.bc/", "4");
    folder_write("z.a", archive_view(&ar));
    folder_set_time("m.bc", 1000);
    struct bl_catalog *old = BUILD("a.bc", "z.a");
    bool is_done = false;
    struct bl_catalog_options options = {.parts = ALL_PARTS,
                                         .n_threads = 1,
                                         .by_content = true,
                                         .progress = replace_member,
                                         .context = &is_done};
    struct bl_catalog *c;
    cr_assert_eq(bl_catalog_update(&c, old, &options, NULL), BL_OK);
    uint32_t member = find_source(c, "./m.bc");
    cr_assert(is_done && member != BL_NONE && source_of(c, member).n_streams == 1);
    cr_expect_eq(bl_catalog_state(c, member, false, NULL), BL_STATE_CHANGED);
    cr_expect_eq(bl_catalog_state(c, member, true, NULL), BL_STATE_CHANGED);
    bl_catalog_close(c);
    bl_catalog_close(old);
    folder_leave(&folder);
}

/* What has not changed is taken over, not read again: it says what it did not before. */
Test(catalog_reuse, does_not_read)
{
    struct folder folder = folder_enter();
    folder_copy("c-O0.clang13.bc", "a.bc");
    folder_set_time("a.bc", 1000);
    struct bl_catalog *old = BUILD("a.bc");
    struct stat st;
    cr_assert_eq(stat("a.bc", &st), 0);
    uint8_t *zeros = calloc(1, (size_t)st.st_size);
    folder_write("a.bc", (struct bl_view){.data = zeros, .size = (size_t)st.st_size});
    free(zeros);
    folder_set_time("a.bc", 1000);
    struct bl_catalog_options options = {.parts = ALL_PARTS, .reuse = old};
    struct bl_catalog *c = build_with(&options, PATHS("a.bc"));
    expect_same("by time", old, c);
    bl_catalog_close(c);
    options.by_content = true;
    c = build_with(&options, PATHS("a.bc"));
    cr_expect_eq(bl_catalog_get_counts(c).n_modules, 0);
    bl_catalog_close(c);
    options = (struct bl_catalog_options){.parts = BL_CATALOG_MODULES, .reuse = old};
    c = build_with(&options, PATHS("a.bc"));
    cr_expect_eq(bl_catalog_get_counts(c).n_modules, 0);
    bl_catalog_close(c);
    bl_catalog_close(old);
    folder_leave(&folder);
}

static struct bl_catalog *update_one(const struct bl_catalog *old, uint32_t source)
{
    const struct bl_catalog_options options = {.parts = ALL_PARTS};
    struct bl_catalog *c;
    struct bl_error err;
    cr_assert_eq(bl_catalog_update_sources(&c, old, &source, 1, &options, &err), BL_OK, "%s",
                 err.what);
    return c;
}

/* Of some sources: as if they had been built alone, with what else has changed left aside. */
Test(catalog_reuse, some_sources)
{
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("d", 0700), 0);
    cr_assert_eq(mkdir("d/e", 0700), 0);
    folder_stream("d/a.bc");
    folder_stream("d/b.bc");
    folder_stream("d/e/c.bc");
    struct bl_catalog *old = BUILD("d");
    folder_write("d/a.bc", text_view("BC\xC0\xDE"));
    folder_write("d/b.bc", text_view("BC\xC0\xDE"));
    folder_stream("d/e/new.bc");
    for (uint32_t i = 0; i < bl_catalog_get_counts(old).n_sources; i++) {
        char path[32];
        struct bl_view known = source_of(old, i).path;
        snprintf(path, sizeof path, "%.*s", (int)known.size, (const char *)known.data);
        struct bl_catalog *alone = BUILD(path);
        struct bl_catalog *updated = update_one(old, i);
        expect_same(path, alone, updated);
        bl_catalog_close(alone);
        bl_catalog_close(updated);
    }
    bl_catalog_close(old);
    folder_leave(&folder);
}

/* Of no parts those of before: an update never takes all away. */
Test(catalog_reuse, parts_by_default)
{
    struct folder folder = folder_enter();
    folder_stream("a.bc");
    struct bl_catalog *old = BUILD("a.bc");
    const struct bl_catalog_options options = {.n_threads = 1};
    const uint32_t source = 0;
    struct bl_catalog *updated;
    cr_assert_eq(bl_catalog_update(&updated, old, &options, NULL), BL_OK);
    expect_same("all", old, updated);
    bl_catalog_close(updated);
    cr_assert_eq(bl_catalog_update_sources(&updated, old, &source, 1, &options, NULL), BL_OK);
    expect_same("sources", old, updated);
    bl_catalog_close(updated);
    bl_catalog_close(old);
    folder_leave(&folder);
}

/* Nobody names them now: of a pipe nobody may write, and a device may have no end. */
Test(catalog_reuse, inputs_that_are_no_files_any_more, .timeout = 20)
{
    const struct bl_catalog_options options = {.n_threads = 1};
    const uint32_t source = 0;
    struct folder folder = folder_enter();
    for (int is_pipe = 0; is_pipe < 2; is_pipe++) {
        struct bl_catalog *updated;
        folder_stream("a.bc");
        struct bl_catalog *old = BUILD("a.bc");
        cr_assert_eq(remove("a.bc"), 0);
        cr_assert_eq(is_pipe ? mkfifo("a.bc", 0600) : symlink("/dev/zero", "a.bc"), 0);
        cr_assert_eq(bl_catalog_update(&updated, old, &options, NULL), BL_OK);
        expect_problem(updated, "a.bc", BL_E_CONTAINER, "no regular file", "");
        bl_catalog_close(updated);
        cr_assert_eq(bl_catalog_update_sources(&updated, old, &source, 1, &options, NULL), BL_OK);
        expect_problem(updated, "a.bc", BL_E_CONTAINER, "no regular file", "");
        bl_catalog_close(updated);
        bl_catalog_close(old);
        cr_assert_eq(remove("a.bc"), 0);
    }
    folder_leave(&folder);
}

/* Members beside the archive, one of which is called as standard input is. */
Test(catalog_reuse, thin_archive_from_elsewhere)
{
    static struct archive ar;
    const struct bl_catalog_options options = {.n_threads = 1};
    struct folder folder = folder_enter();
    struct bl_catalog *updated;
    folder_stream("-");
    folder_stream("one.bc");
    cr_assert_eq(mkdir("sub", 0700), 0);
    archive_begin(&ar, "!<thin>\n");
    archive_member(&ar, "//", "../-/\n", strlen("../-/\n"));
    archive_header(&ar, "-/", "16");
    archive_header(&ar, "one.bc/", "16");
    archive_header(&ar, "/0", "16");
    folder_write("x.a", archive_view(&ar));
    folder_write("sub/x.a", archive_view(&ar));
    struct bl_catalog *old = BUILD("x.a", "sub");
    folder_set_time("x.a", 1000);
    folder_set_time("sub/x.a", 1000);
    struct bl_catalog *anew = BUILD("x.a", "sub");
    cr_assert_eq(chdir("/"), 0);
    cr_assert_eq(bl_catalog_update(&updated, old, &options, NULL), BL_OK);
    expect_same("from elsewhere", anew, updated);
    bl_catalog_close(updated);
    bl_catalog_close(anew);
    bl_catalog_close(old);
    folder_leave(&folder);
}

/* Sources of several directories are found from where they once were; others are none. */
Test(catalog_reuse, some_sources_of_several_directories)
{
    const struct bl_catalog_options options = {.parts = ALL_PARTS};
    struct folder folder = folder_enter();
    struct bl_catalog *parts[2];
    struct bl_catalog *old;
    struct bl_catalog *updated;
    struct bl_error err;
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "e" : "d";
        cr_assert(mkdir(name, 0700) == 0 && chdir(name) == 0);
        folder_stream(i ? "b.bc" : "a.bc");
        parts[i] = BUILD(i ? "b.bc" : "a.bc");
        cr_assert_eq(chdir(".."), 0);
    }
    cr_assert_eq(bl_catalog_merge(&old, parts, 2, NULL), BL_OK);
    const uint32_t both[] = {0, 1};
    cr_assert_eq(bl_catalog_update_sources(&updated, old, both, 2, &options, NULL), BL_OK);
    cr_expect_eq(bl_catalog_get_counts(updated).n_streams, 2);
    bl_catalog_close(updated);
    const uint32_t none[] = {0, 2};
    cr_expect_eq(bl_catalog_update_sources(&updated, old, none, 2, &options, &err), BL_E_ARGUMENT);
    cr_expect_null(updated);
    for (int i = 0; i < 2; i++)
        bl_catalog_close(parts[i]);
    bl_catalog_close(old);
    folder_leave(&folder);
}
