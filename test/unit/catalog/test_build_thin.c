/* test_build_thin.c - catalogs of thin archives
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/catalog.h"
#include "support/archive.h"
#include "support/catalog_contents.h"
#include "unit/catalog/folder.h"

Test(catalog_build_thin, members_of_thin_archives)
{
    static struct archive ar;
    struct folder folder = folder_enter();
    folder_stream("one.bc");
    folder_stream("two.bc");
    folder_write("text", text_view("no bitcode at all"));
    archive_begin(&ar, "!<thin>\n");
    static const char *const members[] = {"two.bc/", "gone.bc/", "text/", "one.bc/"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        archive_header(&ar, members[i], "16");
    folder_write("x.a", archive_view(&ar));
    struct bl_catalog *c = BUILD("x.a", "one.bc");
    /* In the archive's order, after it; what has no bitcode yet may come to have some. That the
     * archive names an input makes no other file of it. */
    static const char *const paths[] = {"one.bc", "x.a", "./two.bc", "./gone.bc", "./text"};
    enum {
        N = sizeof paths / sizeof *paths
    };
    cr_assert_eq(bl_catalog_get_counts(c).n_sources, N);
    for (uint32_t i = 0; i < N; i++) {
        struct bl_source source = source_of(c, i);
        cr_expect_eq(find_source(c, paths[i]), i, "%s", paths[i]);
        cr_expect_eq(source.kind, i < 2 ? BL_SOURCE_FILE : BL_SOURCE_MEMBER);
        cr_expect_eq(source.parent, i < 2 ? BL_NONE : 1);
        cr_expect_eq(source.n_streams, i == 0 || i == 2);
    }
    expect_problem(c, "./gone.bc", BL_E_SYSTEM, "cannot open", "(gone.bc)");
    expect_whole(c);
    const char *fault = catalog_contents_check(c, 0, "one.bc");
    cr_expect_null(fault, "%s", fault);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* A thin archive NAME of N members. */
static void write_thin(const char *name, const char *const *members, size_t n)
{
    static struct archive ar;
    char names[256], number[16];
    size_t ends[8], size = 0;
    for (size_t i = 0; i < n; i++) {
        size += (size_t)snprintf(names + size, sizeof names - size, "%s/\n", members[i]);
        ends[i] = size;
    }
    archive_begin(&ar, "!<thin>\n");
    archive_member(&ar, "//", names, size);
    for (size_t i = 0; i < n; i++) {
        snprintf(number, sizeof number, "/%zu", i ? ends[i - 1] : 0);
        archive_header(&ar, number, "16");
    }
    folder_write(name, archive_view(&ar));
}

/* Three levels of archives that name the same files, as those of Linux do: each is read once, as
 * itself, or in the first archive that names it. */
Test(catalog_build_thin, names_of_files)
{
    static const char *const below[] = {"a.bc", "b.bc"}, *const above[] = {"e/a.bc", "e/b.bc"};
    static const char *const outside[] = {"../x.bc", "e/a.bc", "../y.bc"};
    static const char *const again[] = {"../../y.bc", "../../z.bc", "../../z.bc"};
    struct folder folder = folder_enter();
    cr_assert(mkdir("d", 0700) == 0 && mkdir("d/e", 0700) == 0);
    static const char *const streams[] = {"d/e/a.bc", "d/e/b.bc", "x.bc", "y.bc", "z.bc"};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
        folder_stream(streams[i]);
    write_thin("d/e/built-in.a", below, 2);
    write_thin("d/built-in.a", above, 2);
    struct bl_catalog *c = BUILD("d");
    cr_expect_eq(bl_catalog_get_counts(c).n_streams, 2);
    cr_expect(bl_catalog_names_others(c, find_source(c, "d/built-in.a")));
    bl_catalog_close(c);
    write_thin("d/out.a", outside, 3);
    write_thin("d/e/z.a", again, 3);
    c = BUILD("d");
    /* y.bc is of d/e/z.a, which is before d/out.a, and z.bc is named twice there. */
    cr_expect_eq(bl_catalog_get_counts(c).n_streams, 2 + 3 + 1);
    cr_expect_eq(source_of(c, find_source(c, "d/e/z.a") + 1).n_streams, 1);
    cr_expect_eq(source_of(c, find_source(c, "d/out.a") + 1).n_streams, 1);
    cr_expect(!bl_catalog_names_others(c, find_source(c, "d/e/z.a")));
    expect_whole(c);
    /* One that no longer names what another one has is read again, though it is as before. */
    cr_assert_eq(remove("d/e/a.bc"), 0);
    folder_stream("a.bc");
    struct bl_catalog_options options = {.parts = ALL_PARTS, .n_threads = 1};
    struct bl_catalog *now, *anew = build_with(&options, PATHS("d"));
    cr_assert_eq(bl_catalog_update(&now, c, &options, NULL), BL_OK);
    expect_same("updated", anew, now);
    bl_catalog_close(now);
    bl_catalog_close(anew);
    bl_catalog_close(c);
    /* Alone, an archive has all that it names. */
    c = BUILD("d/e/built-in.a");
    cr_expect_eq(bl_catalog_get_counts(c).n_streams, 1);
    bl_catalog_close(c);
    folder_leave(&folder);
}

enum {
    MANY = 3000, /* members */
};

static void put_header(FILE *out, const char *name, size_t size)
{
    fprintf(out, "%-16s%-12d%-6d%-6d%-8o%-10zu`\n", name, 0, 0, 0, 0644, size);
}

/* N members, "0.o" and so on, with CONTENTS of an even number of bytes. */
static void put_members(FILE *out, int n, const char *contents)
{
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d.o/", i);
        put_header(out, name, strlen(contents));
        fputs(contents, out);
    }
}

/* A thin archive of N files that are not there. */
static void put_gone(FILE *out, int n)
{
    fputs("!<thin>\n", out);
    put_members(out, n, "");
}

/* A thin archive that names a file N times, and as many members after it. */
static void put_mixed(FILE *out, int n)
{
    fputs("!<arch>\n", out);
    put_header(out, "t.a/", 8 + (size_t)n * ARCHIVE_HEADER);
    fputs("!<thin>\n", out);
    for (int i = 0; i < n; i++)
        put_header(out, "m.bc/", 4);
    put_members(out, n, "BC\xC0\xDE");
}

/* The catalog of x.a, written by PUT with many members. */
static struct bl_catalog *build_many(void (*put)(FILE *, int))
{
    FILE *out = fopen("x.a", "wb");
    cr_assert(out);
    put(out, MANY);
    fclose(out);
    struct bl_catalog *c = build_with(&(struct bl_catalog_options){.n_threads = 1}, PATHS("x.a"));
    expect_whole(c);
    return c;
}

Test(catalog_build_thin, many_members_that_have_gone)
{
    struct folder folder = folder_enter();
    struct bl_catalog *c = build_many(put_gone);
    cr_assert_eq(bl_catalog_get_counts(c).n_problems, MANY);
    for (uint32_t i = 1; i <= MANY; i++) {
        struct bl_source source = source_of(c, i);
        cr_assert(source.n_problems == 1 && source.first_problem == i - 1, "source %u", i);
    }
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* What is in the archive itself comes before what is in files that an archive in it names. */
Test(catalog_build_thin, many_members_behind_a_thin_archive)
{
    struct folder folder = folder_enter();
    folder_write("m.bc", text_view("BC\xC0\xDE"));
    struct bl_catalog *c = build_many(put_mixed);
    cr_assert_eq(bl_catalog_get_counts(c).n_streams, 2 * MANY);
    for (uint32_t i = 0; i < 2 * MANY; i++) {
        struct bl_catalog_stream stream;
        cr_assert_eq(bl_catalog_get_stream(c, i, &stream, NULL), BL_OK);
        cr_assert_eq(stream.source, i < MANY ? 0 : i - MANY + 1, "stream %u", i);
    }
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* Small archives are read as a whole, of large ones the streams are found first. */
Test(catalog_build_thin, members_without_bitcode_by_content)
{
    static const int ns[] = {1, 400};
    struct folder folder = folder_enter();
    for (size_t i = 0; i < sizeof ns / sizeof *ns; i++) {
        FILE *out = fopen("x.a", "wb");
        cr_assert(out);
        fputs("!<thin>\n", out);
        for (int k = 0; k < ns[i]; k++)
            put_header(out, "text/", 4);
        fclose(out);
        folder_write("text", text_view("text"));
        struct bl_catalog *c = BUILD("x.a");
        cr_assert_eq(bl_catalog_get_counts(c).n_sources, (uint32_t)ns[i] + 1);
        for (uint32_t k = 0; k < bl_catalog_get_counts(c).n_sources; k++)
            cr_expect_eq(bl_catalog_state(c, k, true, NULL), BL_STATE_SAME, "source %u", k);
        folder_write("text", text_view("next"));
        cr_expect_eq(bl_catalog_state(c, 1, true, NULL), BL_STATE_CHANGED);
        bl_catalog_close(c);
    }
    folder_leave(&folder);
}

/* What is to be hashed is shared out to threads as streams are. */
Test(catalog_build_thin, many_large_members_without_bitcode)
{
    enum {
        MEMBERS = 400,
        BYTES = 8 << 10
    };
    static char text[BYTES + 1];
    struct folder folder = folder_enter();
    memset(text, 'x', BYTES);
    folder_write("text", text_view(text));
    folder_stream("m.bc");
    FILE *out = fopen("x.a", "wb");
    cr_assert(out);
    fputs("!<thin>\n", out);
    for (int i = 0; i < MEMBERS; i++)
        put_header(out, i % 8 ? "text/" : "m.bc/", i % 8 ? BYTES : 16);
    fclose(out);
    struct bl_catalog_options options = {.parts = ALL_PARTS, .n_threads = 1};
    struct bl_catalog *alone = build_with(&options, PATHS("x.a"));
    options.n_threads = 4;
    struct bl_catalog *c = build_with(&options, PATHS("x.a"));
    expect_same("threads", alone, c);
    cr_assert_eq(bl_catalog_get_counts(c).n_sources, MEMBERS + 1);
    for (uint32_t i = 0; i <= MEMBERS; i++)
        cr_expect_eq(bl_catalog_state(c, i, true, NULL), BL_STATE_SAME, "source %u", i);
    bl_catalog_close(alone);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* They have not changed until they are files, or have another time. */
Test(catalog_build_thin, members_that_are_no_files, .timeout = 20)
{
    static struct archive ar;
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("directory", 0700), 0);
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    folder_set_time("pipe", 1000);
    archive_begin(&ar, "!<thin>\n");
    archive_header(&ar, "directory/", "4");
    archive_header(&ar, "pipe/", "4");
    folder_write("x.a", archive_view(&ar));
    struct bl_catalog *c = BUILD("x.a");
    cr_assert_eq(bl_catalog_get_counts(c).n_sources, 3);
    for (uint32_t i = 0; i < 3; i++)
        for (int by_content = 0; by_content < 2; by_content++)
            cr_expect_eq(bl_catalog_state(c, i, by_content, NULL), BL_STATE_SAME, "source %u", i);
    folder_set_time("pipe", 2000);
    cr_expect_eq(bl_catalog_state(c, 2, true, NULL), BL_STATE_CHANGED);
    cr_assert(remove("pipe") == 0 && remove("directory") == 0);
    folder_stream("pipe");
    cr_expect_eq(bl_catalog_state(c, 1, false, NULL), BL_STATE_GONE);
    cr_expect_eq(bl_catalog_state(c, 2, false, NULL), BL_STATE_CHANGED);
    bl_catalog_close(c);
    folder_leave(&folder);
}
