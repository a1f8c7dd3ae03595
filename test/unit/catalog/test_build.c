/* test_build.c - catalogs of files and directories
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/load.h"
#include "base/store.h"
#include "catalog/catalog.h"
#include "catalog/record_buffer.h"
#include "catalog/scan.h"
#include "support/archive.h"
#include "support/build_module.h"
#include "support/catalog_contents.h"
#include "support/sanitized.h"
#include "unit/catalog/folder.h"

#include <limits.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

/* ---- Contents ---- */

/* All of corpora/small, each by itself and all together. */
Test(catalog_build, tells_what_files_do)
{
    const char *root = folder_corpus("");
    cr_assert_eq(chdir(root), 0);
    struct bl_catalog *all = BUILD(".");
    expect_whole(all);
    uint32_t n = bl_catalog_get_counts(all).n_sources;
    cr_assert_gt(n, 100);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_source source = source_of(all, i);
        char path[256];
        snprintf(path, sizeof path, "%.*s", (int)source.path.size, (const char *)source.path.data);
        if (source.kind != BL_SOURCE_FILE)
            continue;
        const char *fault = catalog_contents_check(all, i, path);
        bool names_others = bl_catalog_names_others(all, i);
        cr_expect(!fault || names_others, "%s: %s", path, fault);
        struct bl_catalog *one = BUILD(path);
        expect_whole(one);
        fault = catalog_contents_check(one, 0, path);
        cr_expect(!fault || (source.n_streams == 0 && !names_others), "%s alone: %s", path, fault);
        bl_catalog_close(one);
    }
    bl_catalog_close(all);
}

/* What is gathered is what was asked for. */
Test(catalog_build, parts)
{
    const char *path = folder_corpus("ar-gnu.llvm22.a");
    for (unsigned parts = 1; parts < BL_CATALOG_PLACES * 2; parts++) {
        struct bl_catalog *c =
            build_with(&(struct bl_catalog_options){.parts = parts}, PATHS(path));
        struct bl_catalog_counts n = bl_catalog_get_counts(c);
        struct bl_catalog_stream stream;
        bool has_symbols = parts & (BL_CATALOG_SYMBOLS | BL_CATALOG_PLACES);
        bool has_modules = has_symbols || parts & BL_CATALOG_MODULES;
        cr_expect_eq(n.n_sources, 1);
        cr_expect_gt(n.n_streams, 1);
        cr_expect_eq(n.n_modules > 0, has_modules);
        cr_expect_eq(n.n_symbols > 0, has_symbols);
        cr_expect_eq(n.n_functions > 0, has_symbols);
        cr_expect_eq(n.n_blocks > 0, (parts & BL_CATALOG_BLOCKS) != 0);
        cr_assert_eq(bl_catalog_get_stream(c, 0, &stream, NULL), BL_OK);
        cr_expect_eq(stream.hash.low != 0, (parts & BL_CATALOG_HASHES) != 0);
        cr_expect_eq(source_of(c, 0).hash.low != 0, (parts & BL_CATALOG_HASHES) != 0);
        expect_whole(c);
        bl_catalog_close(c);
    }
}

/* A number of threads is a wish. */
Test(catalog_build, any_number_of_threads)
{
    const char *path = folder_corpus("ar-gnu.llvm22.a");
    struct bl_catalog_options options = {.parts = BL_CATALOG_SYMBOLS, .n_threads = UINT_MAX};
    struct bl_catalog *c = build_with(&options, PATHS(path));
    expect_whole(c);
    bl_catalog_close(c);
}

/* Of a table with one symbol less than there are, the last function is left without a name. */
Test(catalog_build, function_that_no_symbol_names)
{
    struct folder folder = folder_enter();
    folder_copy("c-O0.clang22.bc", "a.bc");
    struct bl_file *file;
    cr_assert_eq(bl_file_open(&file, "a.bc", BL_OPEN_COPY, NULL), BL_OK);
    struct bl_view view = bl_file_view(file);
    uint8_t *bytes = malloc(view.size);
    memcpy(bytes, view.data, view.size);
    struct bl_stream stream;
    struct bl_index *index;
    cr_assert_eq(
        bl_stream_locate((struct bl_view){.data = bytes, .size = view.size}, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    enum {
        SYMTAB = 25,
        MODULES = 3 * 4, /* where the header has them */
        END = 4,         /* after a module's first symbol */
    };
    for (uint32_t i = 0; i < bl_index_count(index); i++) {
        struct bl_cursor cursor;
        struct bl_record rec = {0};
        if (bl_index_get(index, i).block.block_id != SYMTAB)
            continue;
        cr_assert_eq(bl_index_cursor(index, i, &cursor, NULL), BL_OK);
        cr_assert_eq(bl_cursor_read_next(&cursor, &rec), 1);
        uint8_t *blob = bytes + (rec.blob.data - bytes);
        uint8_t *end = blob + blob[MODULES] + END;
        cr_assert_gt(end[0], 1);
        end[0] = 1; /* the first one alone */
        bl_record_release(&rec);
        bl_cursor_release(&cursor);
    }
    bl_index_close(index);
    folder_write("a.bc", (struct bl_view){.data = bytes, .size = view.size});
    struct bl_catalog *c = BUILD("a.bc");
    struct bl_catalog_module m;
    cr_assert_eq(bl_catalog_get_module(c, 0, &m, NULL), BL_OK);
    cr_expect_eq(m.n_symbols, m.n_defined, "%u symbols", m.n_symbols);
    cr_expect_gt(m.n_defined, 1);
    expect_whole(c);
    const char *fault = catalog_contents_check(c, 0, "a.bc");
    cr_expect_null(fault, "%s", fault);
    bl_catalog_close(c);
    bl_file_close(file);
    free(bytes);
    folder_leave(&folder);
}

/* ---- Threads and order ---- */

/* An archive of all of corpora/small, large enough to be shared out; thin where THIN. */
static void write_archive(const char *name, bool thin)
{
    static const char *const names[] = {
        "c-O0.clang22.bc", "c-O2.clang13.bc",    "cxx-g-O2.clang19.bc", "bundles.llvm16.bc",
        "ar-gnu.llvm22.a", "errors.clang19.dia", "index.llvm22.bc",     "c-O0.clang19.bc"};
    enum {
        TIMES = 40,
        N = sizeof names / sizeof *names
    };
    FILE *out = fopen(name, "wb");
    cr_assert(out);
    fputs(thin ? "!<thin>\n" : "!<arch>\n", out);
    if (thin) { /* names from 16 bytes on are in the table */
        char table[N * 32];
        int n = 0;
        for (int i = 0; i < N; i++)
            n += snprintf(table + n, sizeof table - (size_t)n, "m%d.bc/\n", i);
        fprintf(out, "%-48s%-10d`\n%.*s%s", "//", n, n, table, n % 2 ? "\n" : "");
    }
    for (int i = 0; i < N * TIMES; i++) {
        struct bl_file *file;
        cr_assert_eq(bl_file_open(&file, folder_corpus(names[i % N]), 0, NULL), BL_OK);
        struct bl_view bytes = bl_file_view(file);
        char field[32];
        snprintf(field, sizeof field, "m%d.bc/", i % N);
        fprintf(out, "%-16s%-12d%-6d%-6d%-8o%-10zu`\n", field, 0, 0, 0, 0644, bytes.size);
        if (thin)
            folder_copy(names[i % N], (snprintf(field, sizeof field, "m%d.bc", i % N), field));
        else
            fwrite(bytes.data, 1, bytes.size, out);
        if (!thin && bytes.size % 2)
            fputc('\n', out);
        bl_file_close(file);
    }
    fclose(out);
}

static void expect_any_threads(const char *const *paths, const char *const *reversed, size_t n)
{
    static const unsigned threads[] = {2, 3, 7};
    struct bl_catalog *one =
        build_with(&(struct bl_catalog_options){.parts = ALL_PARTS, .n_threads = 1}, paths, n);
    expect_whole(one);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        struct bl_catalog_options options = {.parts = ALL_PARTS, .n_threads = threads[i]};
        struct bl_catalog *more = build_with(&options, i % 2 ? paths : reversed, n);
        expect_same("threads", one, more);
        bl_catalog_close(more);
    }
    bl_catalog_close(one);
}

Test(catalog_build, any_threads_any_order)
{
    const char *root = folder_corpus("");
    struct folder folder = folder_enter();
    write_archive("all.a", false);
    write_archive("thin.a", true);
    cr_assert_eq(symlink(root, "small"), 0);
    const char *const paths[] = {"all.a", "thin.a", "small", "./all.a", "none"};
    const char *const reversed[] = {"none", "./all.a", "small", "thin.a", "all.a"};
    expect_any_threads(paths, reversed, sizeof paths / sizeof *paths);
    struct bl_catalog *c = BUILD("all.a", "thin.a");
    for (uint32_t i = 0; i < 2; i++) {
        const char *fault = catalog_contents_check(c, i, i ? "thin.a" : "all.a");
        cr_expect_null(fault, "%u: %s", i, fault);
    }
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* ---- Directories ---- */

Test(catalog_build, directories)
{
    static const struct {
        const char *path;
        enum bl_source_kind kind;
        uint32_t n_streams;
    } sources[] = {
        {"d", BL_SOURCE_DIRECTORY, 0},     {"d/a.bc", BL_SOURCE_FILE, 1},
        {"d/empty", BL_SOURCE_FILE, 0},    {"d/link.bc", BL_SOURCE_FILE, 1},
        {"d/sub", BL_SOURCE_DIRECTORY, 0}, {"d/sub/b.bc", BL_SOURCE_FILE, 1},
        {"d/text", BL_SOURCE_FILE, 0},
    };
    enum {
        N = sizeof sources / sizeof *sources
    };
    struct folder folder = folder_enter();
    cr_assert(mkdir("d", 0700) == 0 && mkdir("d/sub", 0700) == 0 && mkdir("other", 0700) == 0);
    folder_stream("d/a.bc");
    folder_stream("d/sub/b.bc");
    folder_stream("other/c.bc");
    folder_stream("d/old.blx");
    folder_write("d/text", text_view("no bitcode at all"));
    folder_write("d/empty", text_view(""));
    cr_assert_eq(symlink("../other/c.bc", "d/link.bc"), 0);
    cr_assert_eq(symlink("../other", "d/folder"), 0);
    cr_assert_eq(symlink("nowhere", "d/broken"), 0);
    cr_assert_eq(mkfifo("d/fifo", 0600), 0);
    struct bl_catalog *c = BUILD("d", "d/sub", "d/a.bc", "d");
    struct bl_catalog_counts counts = bl_catalog_get_counts(c);
    cr_assert_eq(counts.n_sources, N);
    cr_expect_eq(counts.n_inputs, 3);
    cr_expect_eq(counts.n_problems, 0);
    char cwd[256];
    cr_assert(getcwd(cwd, sizeof cwd));
    for (uint32_t i = 0; i < N; i++) {
        struct bl_source source = source_of(c, i);
        cr_expect_eq(find_source(c, sources[i].path), i, "%s", sources[i].path);
        cr_expect_eq(source.kind, sources[i].kind, "%s", sources[i].path);
        cr_expect_eq(source.n_streams, sources[i].n_streams, "%s", sources[i].path);
        cr_expect_eq(source.parent, BL_NONE);
        cr_expect(source.base.size == strlen(cwd) &&
                  memcmp(source.base.data, cwd, source.base.size) == 0);
        cr_expect_eq(bl_catalog_state(c, i, true, NULL), BL_STATE_SAME, "%s", sources[i].path);
    }
    expect_whole(c);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* The time of a directory does not show that a link has come to lead somewhere. */
Test(catalog_build, link_that_led_nowhere)
{
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("d", 0700), 0);
    cr_assert_eq(symlink("../late.bc", "d/link.bc"), 0);
    struct bl_catalog *c = BUILD("d");
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_SAME);
    cr_expect_eq(bl_catalog_state(c, 0, true, NULL), BL_STATE_SAME);
    folder_stream("late.bc");
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_CHANGED);
    cr_expect_eq(bl_catalog_state(c, 0, true, NULL), BL_STATE_CHANGED);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* By content a directory is compared by its names, whatever its time says. */
Test(catalog_build, new_file_in_a_directory_of_the_same_time)
{
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("d", 0700), 0);
    folder_set_time("d", 1000);
    struct bl_catalog *c = BUILD("d");
    folder_stream("d/new.bc");
    folder_set_time("d", 1000);
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_SAME);
    cr_expect_eq(bl_catalog_state(c, 0, true, NULL), BL_STATE_CHANGED);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* A file that was just written is read when the clock that gave it its time has moved on. */
Test(catalog_build, waits_for_the_clock_of_files)
{
    struct folder folder = folder_enter();
    for (int i = 0; i < 20; i++) {
        struct bl_input_file file;
        struct timespec now;
        folder_write("a.bc", text_view("text"));
        cr_assert(bl_input_examine("a.bc", "a.bc", &file));
        cr_assert_eq(clock_gettime(CLOCK_REALTIME_COARSE, &now), 0);
        cr_expect_gt((int64_t)now.tv_sec * 1000000000 + now.tv_nsec, file.mtime);
    }
    folder_leave(&folder);
}

Test(catalog_build, does_not_wait_for_the_future)
{
    struct folder folder = folder_enter();
    struct bl_input_file file;
    folder_write("a.bc", text_view("text"));
    folder_set_time("a.bc", time(NULL) + 3600);
    cr_expect(bl_input_examine("a.bc", "a.bc", &file), "at once");
    folder_leave(&folder);
}

/* Kernels before 6.13 give what is written within one tick one time. */
Test(catalog_build, changes_at_once)
{
    for (int i = 0; i < 20; i++) {
        struct folder folder = folder_enter();
        cr_assert_eq(mkdir("d", 0700), 0);
        folder_write("d/a.bc", text_view("BC\xC0\xDE 1"));
        struct bl_catalog *c = BUILD("d");
        folder_write("d/a.bc", text_view("BC\xC0\xDE 2"));
        folder_write("d/b.bc", text_view("BC\xC0\xDE 1"));
        cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_CHANGED, "directory, %d", i);
        cr_expect_eq(bl_catalog_state(c, 1, false, NULL), BL_STATE_CHANGED, "file, %d", i);
        bl_catalog_close(c);
        folder_leave(&folder);
    }
}

Test(catalog_build, absolute_paths_have_no_base)
{
    struct folder folder = folder_enter();
    char path[128];
    folder_stream("a.bc");
    snprintf(path, sizeof path, "%s/a.bc", folder.path);
    struct bl_catalog *c = BUILD(path, "a.bc");
    cr_assert_eq(bl_catalog_get_counts(c).n_sources, 2);
    cr_expect_eq(source_of(c, find_source(c, path)).base.size, 0);
    cr_expect_gt(source_of(c, find_source(c, "a.bc")).base.size, 0);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* ---- Standard input ---- */

Test(catalog_build, standard_input)
{
    struct folder folder = folder_enter();
    folder_stream("a.bc");
    int fd = open("a.bc", O_RDONLY);
    cr_assert(fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO);
    struct bl_catalog *c = BUILD("-");
    struct bl_stream stream;
    cr_expect_eq(bl_catalog_get_counts(c).n_streams, 1);
    cr_expect_eq(source_of(c, 0).base.size, 0);
    cr_expect_eq(bl_catalog_load(c, 0, &stream, NULL), BL_OK);
    cr_expect_eq(stream.kind, BL_STREAM_LLVM_IR);
    cr_expect_eq(bl_catalog_write(c, "x.blx", NULL), BL_E_ARGUMENT);
    bl_catalog_close(c);
    close(fd);
    folder_leave(&folder);
}

/* ---- Problems ---- */

Test(catalog_build, problems)
{
    struct folder folder = folder_enter();
    folder_stream("good.bc");
    folder_write("text", text_view("no bitcode at all"));
    folder_write("cut.bc", text_view("BC\xC0\xDE\x35\x14"));
    folder_write("bad.o", text_view("\x7F"
                                    "ELF"));
    struct bl_catalog *c = BUILD("none", "text", "cut.bc", "bad.o", "good.bc");
    cr_expect_eq(bl_catalog_get_counts(c).n_problems, 4);
    cr_expect_eq(bl_catalog_get_counts(c).n_sources, 5);
    expect_problem(c, "none", BL_E_SYSTEM, "cannot examine", "");
    expect_problem(c, "cut.bc", BL_E_TRUNCATED, "", "");
    expect_problem(c, "bad.o", BL_E_CONTAINER, "", "");
    cr_expect_eq(source_of(c, find_source(c, "good.bc")).n_problems, 0);
    cr_expect_eq(source_of(c, find_source(c, "cut.bc")).n_streams, 1);
    expect_whole(c);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* A stream may have many, and a long path: it is kept once, wherever they are moved. */
Test(catalog_build, problems_of_one_path)
{
    static const uint8_t path[5000];
    const struct bl_error problem = {.status = BL_E_MALFORMED, .what = "bad"};
    struct bl_record_buffer found = {0};
    struct bl_record_buffer copied = {0};
    uint8_t at[4];
    struct bl_view text = {.data = path, .size = sizeof path};
    bl_record_buffer_add_text(&found, text, at);
    for (int i = 0; i < 10; i++)
        bl_record_buffer_add_problem_at(&found, i < 5, at, 0, &problem);
    bl_record_buffer_copy_problems(&copied, &found);
    bl_record_buffer_sort_problems(&copied);
    cr_assert(found.status == BL_OK && copied.status == BL_OK);
    cr_expect_eq(bl_record_buffer_count(&copied, BL_BLX_PROB), 10);
    cr_expect_lt(copied.chunks[BL_BLX_STRS].size, 2 * sizeof path);
    const struct bl_blx_problem *last = (const void *)copied.chunks[BL_BLX_PROB].data;
    cr_expect_eq(bl_record_buffer_text(&copied, last[9].path).size, sizeof path);
    cr_expect(bl_load_le32(last[4].source) == 0 && bl_load_le32(last[5].source) == 1);
    for (int i = 1; i < 10; i++)
        cr_expect(i == 5 || bl_load_le32(last[i].what) > bl_load_le32(last[i - 1].what));
    bl_record_buffer_release(&found);
    bl_record_buffer_release(&copied);
}

/* From now on the process may have N descriptors. How many it might have before. */
static rlim_t allow_descriptors(rlim_t n)
{
    struct rlimit limit;
    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = n;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    return before;
}

/* Archives are open while their members are shared out. */
Test(catalog_build, more_archives_than_descriptors)
{
    enum {
        N = 40,
        FEW_DESCRIPTORS = 32,
    };
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("d", 0700), 0);
    write_archive("d/0.a", false);
    for (int i = 1; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "d/%d.a", i);
        cr_assert_eq(link("d/0.a", name), 0);
    }
    rlim_t before = allow_descriptors(FEW_DESCRIPTORS);
    struct bl_catalog *c = build_with(
        &(struct bl_catalog_options){.parts = BL_CATALOG_MODULES | BL_CATALOG_LINKS}, PATHS("d"));
    (void)allow_descriptors(before);
    cr_expect_eq(bl_catalog_get_counts(c).n_sources, N + 1);
    cr_expect_eq(bl_catalog_get_counts(c).n_problems, 0);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* A file of several names is read once: under the one that was given, one that is no symbolic link,
 * or the first. */
Test(catalog_build, links)
{
    static const struct {
        unsigned parts;
        const char *named, *read;
        uint32_t n_links, n_streams;
    } rows[] = {
        {BL_CATALOG_HASHES, "d/c.bc", "d/c.bc", 3, 2},
        {BL_CATALOG_HASHES, "d/z.bc", "d/z.bc", 3, 2},
        {BL_CATALOG_HASHES, "d", "d/b.bc", 3, 2},
        {BL_CATALOG_HASHES | BL_CATALOG_LINKS, "d", "d/b.bc", 0, 5},
    };
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("d", 0700), 0);
    folder_stream("d/b.bc");
    cr_assert_eq(link("d/b.bc", "d/c.bc"), 0);
    cr_assert_eq(symlink("b.bc", "d/a.bc"), 0);
    cr_assert_eq(symlink("c.bc", "d/z.bc"), 0);
    folder_stream("d/other.bc");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_catalog *c = build_with(&(struct bl_catalog_options){.parts = rows[i].parts},
                                          PATHS("d", rows[i].named));
        uint32_t n_links = 0;
        for (uint32_t s = 0; s < bl_catalog_get_counts(c).n_sources; s++) {
            struct bl_source source = source_of(c, s);
            n_links += source.kind == BL_SOURCE_LINK;
            cr_expect(source.kind != BL_SOURCE_LINK || source.n_streams == 0);
            for (int by_content = 0; by_content < 2; by_content++)
                cr_expect_eq(bl_catalog_state(c, s, by_content, NULL), BL_STATE_SAME);
        }
        cr_expect_eq(n_links, rows[i].n_links, "row %zu", i);
        cr_expect_eq(bl_catalog_get_counts(c).n_streams, rows[i].n_streams, "row %zu", i);
        cr_expect_eq(source_of(c, find_source(c, rows[i].read)).n_streams, 1, "row %zu", i);
        bl_catalog_close(c);
    }
    /* When one of the names becomes a file of its own, it is read. */
    struct bl_catalog *old =
        build_with(&(struct bl_catalog_options){.parts = BL_CATALOG_HASHES}, PATHS("d"));
    struct bl_catalog *updated;
    cr_assert_eq(unlink("d/c.bc"), 0);
    folder_stream("d/c.bc");
    cr_expect_eq(bl_catalog_state(old, find_source(old, "d/c.bc"), true, NULL), BL_STATE_CHANGED);
    cr_assert_eq(bl_catalog_update(&updated, old, NULL, NULL), BL_OK);
    cr_expect_eq(source_of(updated, find_source(updated, "d/c.bc")).kind, BL_SOURCE_FILE);
    cr_expect_eq(bl_catalog_get_counts(updated).n_streams, 3);
    bl_catalog_close(updated);
    bl_catalog_close(old);
    folder_leave(&folder);
}

/* That one file is too large for the address space is no matter of the others. */
Test(catalog_build, file_that_cannot_be_mapped)
{
    enum {
        SPACE = 1 << 30, /* bytes; the file has half as many more */
    };
    const struct rlimit limit = {.rlim_cur = SPACE, .rlim_max = SPACE};
    bool is_limited = !HAS_ASAN && !HAS_TSAN && setrlimit(RLIMIT_AS, &limit) == 0;
    if (!is_limited ||
        mmap(NULL, SPACE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
        cr_skip_test("the address space has no limit");
    struct folder folder = folder_enter();
    folder_stream("good.bc");
    folder_write("huge.bc", text_view("BC\xC0\xDE"));
    cr_assert_eq(truncate("huge.bc", (off_t)SPACE / 2 * 3), 0);
    struct bl_catalog *c =
        build_with(&(struct bl_catalog_options){.n_threads = 1}, PATHS("good.bc", "huge.bc"));
    expect_problem(c, "huge.bc", BL_E_SYSTEM, "no memory for a copy", "");
    cr_expect_eq(bl_catalog_get_counts(c).n_problems, 1);
    cr_expect_eq(bl_catalog_get_counts(c).n_streams, 1);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* What the system refused it may grant now: that is a change, if not of the file. */
Test(catalog_build, problem_that_has_passed)
{
    struct folder folder = folder_enter();
    folder_stream("a.bc");
    rlim_t before = allow_descriptors(0);
    struct bl_catalog *c = BUILD("a.bc");
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_SAME);
    (void)allow_descriptors(before);
    expect_problem(c, "a.bc", BL_E_SYSTEM, "cannot open", "");
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_CHANGED);
    cr_expect_eq(bl_catalog_state(c, 0, true, NULL), BL_STATE_CHANGED);
    struct bl_catalog *updated =
        build_with(&(struct bl_catalog_options){.parts = ALL_PARTS, .reuse = c}, PATHS("a.bc"));
    cr_expect_eq(bl_catalog_get_counts(updated).n_problems, 0);
    cr_expect_eq(bl_catalog_get_counts(updated).n_streams, 1);
    cr_expect_eq(bl_catalog_state(updated, 0, false, NULL), BL_STATE_SAME);
    bl_catalog_close(updated);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* What cannot be read still is as it was, by content, too; what cannot be any more is not. Without
 * descriptors no test can report a failure. */
Test(catalog_build, problem_that_has_not_passed)
{
    struct folder folder = folder_enter();
    int by_time[2], by_content[2], of_good[2];
    folder_stream("a.bc");
    cr_assert_eq(mkdir("d", 0700), 0);
    struct bl_catalog *good = BUILD("a.bc", "d");
    rlim_t before = allow_descriptors(0);
    struct bl_catalog *bad = BUILD("a.bc", "d");
    for (uint32_t i = 0; i < 2; i++) {
        by_time[i] = bl_catalog_state(bad, i, false, NULL);
        by_content[i] = bl_catalog_state(bad, i, true, NULL);
        of_good[i] = bl_catalog_state(good, i, true, NULL);
    }
    folder_set_time("a.bc", 1000);
    int touched = bl_catalog_state(bad, 0, true, NULL);
    (void)allow_descriptors(before);
    for (uint32_t i = 0; i < 2; i++) {
        cr_expect_eq(source_of(bad, i).n_problems, 1, "source %u", i);
        cr_expect_eq(by_time[i], BL_STATE_SAME, "source %u", i);
        cr_expect_eq(by_content[i], BL_STATE_SAME, "source %u", i);
        cr_expect_eq(of_good[i], BL_STATE_OUT_OF_REACH, "source %u", i);
        cr_expect_eq(bl_catalog_state(bad, i, true, NULL), BL_STATE_CHANGED, "source %u", i);
    }
    cr_expect_eq(touched, BL_STATE_OUT_OF_REACH);
    bl_catalog_close(bad);
    bl_catalog_close(good);
    folder_leave(&folder);
}

/* A stream that an index has beyond the end of its file is not hashed there. */
Test(catalog_build, stream_beyond_its_file)
{
    struct folder folder = folder_enter();
    folder_stream("a.bc");
    struct bl_catalog *c = BUILD("a.bc");
    struct bl_blx_stream *stream = c->made[BL_BLX_STRM];
    struct bl_error err;
    bl_store_le64(stream->file_offset, 1);
    cr_expect_eq(bl_catalog_state(c, 0, true, &err), BL_E_CONTAINER);
    cr_expect_str_eq(err.what, "chunk STRM: contradicts what it belongs to");
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* Two functions are said to have a body; N_BODIES are there. */
static struct bl_catalog *build_bodies(uint32_t n_bodies)
{
    enum {
        FUNCTION = 8
    };
    struct bl_writer *w = build_begin();
    struct module_build b;
    module_begin(&b, w, 2);
    module_value(&b, "one", FUNCTION, BUILD_OPS(0, 0, 0, 0, 0, 0, 0, 0));
    module_value(&b, "two", FUNCTION, BUILD_OPS(0, 0, 0, 0, 0, 0, 0, 0));
    for (uint32_t i = 0; i < n_bodies; i++)
        module_body(&b, 1);
    module_end(&b);
    module_strtab(&b);
    folder_write("bodies.bc", build_bytes(w));
    bl_writer_close(w);
    /* What is in the bodies would be wrong. */
    const struct bl_catalog_options options = {.parts = ALL_PARTS & ~(unsigned)BL_CATALOG_BODIES};
    return build_with(&options, PATHS("bodies.bc"));
}

Test(catalog_build, bodies_are_as_many_as_functions)
{
    struct folder folder = folder_enter();
    static const char *const whats[] = {"", "function without a FUNCTION block", NULL,
                                        "FUNCTION block without a function"};
    for (uint32_t n = 1; n <= 3; n++) {
        struct bl_catalog *c = build_bodies(n);
        cr_expect_eq(bl_catalog_get_counts(c).n_problems, n == 2 ? 0 : 1, "%u bodies", n);
        if (whats[n])
            expect_problem(c, "bodies.bc", BL_E_MISMATCH, whats[n], "");
        cr_expect_eq(bl_catalog_get_counts(c).n_functions, n < 2 ? n : 2, "%u bodies", n);
        expect_whole(c);
        bl_catalog_close(c);
    }
    folder_leave(&folder);
}

/* What is readable of a damaged file is there, and the damage. */
Test(catalog_build, damaged_files_are_read_as_far_as_they_go)
{
    struct folder folder = folder_enter();
    folder_copy("c-O0.clang22.bc", "a.bc");
    struct bl_file *file;
    cr_assert_eq(bl_file_open(&file, "a.bc", BL_OPEN_COPY, NULL), BL_OK);
    struct bl_view bytes = bl_file_view(file);
    enum {
        MAGIC_BYTES = 4,
        IDENTIFICATION_END = 32,
    };
    for (size_t size = 0; size < bytes.size; size += 1 + size / 16) {
        folder_write("a.bc", (struct bl_view){.data = bytes.data, .size = size});
        struct bl_catalog *c = BUILD("a.bc");
        bool is_stream = size == MAGIC_BYTES || size == IDENTIFICATION_END; /* if a short one */
        cr_expect_eq(bl_catalog_get_counts(c).n_problems == 0, is_stream, "cut to %zu bytes", size);
        expect_whole(c);
        bl_catalog_close(c);
    }
    for (size_t at = 0; at < bytes.size; at += 1 + bytes.size / 500) {
        uint8_t *flipped = malloc(bytes.size);
        memcpy(flipped, bytes.data, bytes.size);
        flipped[at] ^= (uint8_t)(1 << at % 8);
        folder_write("a.bc", (struct bl_view){.data = flipped, .size = bytes.size});
        struct bl_catalog *c = BUILD("a.bc");
        expect_whole(c);
        bl_catalog_close(c);
        free(flipped);
    }
    bl_file_close(file);
    folder_leave(&folder);
}

/* ---- Stopping, and what may be asked ---- */

struct watch {
    uint32_t n, stop_at;
    struct bl_catalog_progress last;
};

static bool watch(void *context, const struct bl_catalog_progress *progress)
{
    struct watch *w = context;
    cr_expect_leq(progress->n_bytes, progress->all_bytes);
    cr_expect_leq(progress->n_sources, progress->all_sources);
    cr_expect_geq(progress->n_bytes, w->last.n_bytes);
    w->last = *progress;
    return ++w->n != w->stop_at;
}

Test(catalog_build, progress)
{
    const char *root = folder_corpus("");
    struct watch w = {0};
    struct bl_catalog_options options = {
        .parts = ALL_PARTS, .n_threads = 2, .progress = watch, .context = &w};
    bl_catalog_close(build_with(&options, PATHS(root)));
    cr_expect_gt(w.n, 10);
    cr_expect_eq(w.last.n_bytes, w.last.all_bytes);
    cr_expect_eq(w.last.n_sources, w.last.all_sources);
    for (uint32_t at = 1; at < 30; at += 7) {
        struct bl_catalog *c;
        struct bl_error err;
        w = (struct watch){.stop_at = at};
        cr_expect_eq(bl_catalog_build(&c, PATHS(root), &options, &err), BL_E_STOPPED);
        cr_expect_null(c);
        cr_expect_eq(err.status, BL_E_STOPPED);
        cr_expect_eq(w.n, at, "it went on");
    }
}

/* Written, it is not taken for a whole one. It becomes one, whose index file has the same bytes. */
static void expect_completion(struct bl_catalog *stopped, const struct bl_catalog *whole)
{
    struct folder folder = folder_enter();
    struct bl_catalog *c;
    struct bl_error err;
    struct bl_catalog_options options = {.n_threads = 2};
    cr_assert_eq(bl_catalog_write(stopped, "x.blx", NULL), BL_OK);
    cr_expect_eq(bl_catalog_open(&c, "x.blx", 0, &err), BL_E_MISMATCH);
    cr_expect_null(c);
    cr_assert_eq(bl_catalog_open(&c, "x.blx", BL_OPEN_INCOMPLETE, &err), BL_OK, "%s", err.what);
    cr_expect_eq(bl_catalog_check(c, NULL), BL_OK);
    cr_expect_eq(bl_catalog_get_counts(c).parts,
                 bl_catalog_get_counts(whole).parts | BL_CATALOG_INCOMPLETE);
    struct bl_catalog *updated;
    cr_assert_eq(bl_catalog_update(&updated, c, &options, &err), BL_OK, "%s", err.what);
    expect_same("update", whole, updated);
    cr_expect_eq(bl_catalog_get_counts(updated).parts, bl_catalog_get_counts(whole).parts);
    bl_catalog_close(updated);
    bl_catalog_close(c);
    folder_leave(&folder);
}

Test(catalog_build, what_is_kept_of_a_stopped_one)
{
    const char *root = folder_corpus("");
    struct watch w = {0};
    struct bl_catalog_options options = {.parts = ALL_PARTS, .n_threads = 2};
    struct bl_catalog *whole = build_with(&options, PATHS(root));
    uint32_t n_whole = bl_catalog_get_counts(whole).n_sources;
    uint32_t n_before = 0;
    options.progress = watch;
    options.context = &w;
    options.keep_stopped = true;
    for (uint32_t at = 1; at < 200; at += 40) {
        struct bl_catalog *c;
        struct bl_error err;
        w = (struct watch){.stop_at = at};
        int status = bl_catalog_build(&c, PATHS(root), &options, &err);
        cr_expect_eq(w.n, at, "it went on");
        if (status == BL_E_STOPPED) { /* nothing was done yet */
            cr_expect_null(c);
            continue;
        }
        cr_assert_eq(status, BL_OK, "%s", err.what);
        uint32_t n = bl_catalog_get_counts(c).n_sources;
        cr_expect_lt(n, n_whole);
        cr_expect_geq(n, n_before);
        n_before = n;
        expect_completion(c, whole);
        bl_catalog_close(c);
    }
    cr_expect_gt(n_before, 0);
    bl_catalog_close(whole);
}

/* How much is to be read of members of a thin archive is known when that has been looked at. */
Test(catalog_build, progress_in_a_thin_archive)
{
    enum {
        MANY = 3000
    };
    static struct archive ar;
    struct folder folder = folder_enter();
    folder_write("m.bc",
                 text_view("BC\xC0\xDE and more than a header of an archive has of bytes, so "
                           "that members have more than the archive that names them"));
    FILE *out = fopen("x.a", "wb");
    cr_assert(out);
    fputs("!<thin>\n", out);
    archive_begin(&ar, "");
    archive_header(&ar, "m.bc/", "4");
    for (int i = 0; i < MANY; i++)
        fwrite(ar.bytes, 1, ar.size, out);
    fclose(out);
    struct watch w = {0};
    struct bl_catalog_options options = {
        .parts = ALL_PARTS, .n_threads = 2, .progress = watch, .context = &w};
    bl_catalog_close(build_with(&options, PATHS("x.a")));
    cr_expect_gt(w.n, 1);
    cr_expect_eq(w.last.n_bytes, w.last.all_bytes);
    folder_leave(&folder);
}

Test(catalog_build, wrong_options)
{
    static const struct bl_catalog_options rows[] = {
        {.parts = BL_CATALOG_BODIES * 2},
        {.parts = 1, .shard = 1},
        {.parts = 1, .n_shards = 2},
        {.parts = 1, .shard = 3, .n_shards = 2},
        {.parts = 1, .directory = "relative"},
        {.parts = 1, .directory = ""},
        {.parts = 1, .open_flags = BL_OPEN_ENDLESS * 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_catalog *c;
        cr_expect_eq(bl_catalog_build(&c, PATHS("."), &rows[i], NULL), BL_E_ARGUMENT, "row %zu", i);
        cr_expect_null(c);
    }
    struct bl_catalog *none = build_with(&(struct bl_catalog_options){.parts = 7}, NULL, 0);
    cr_expect_eq(bl_catalog_get_counts(none).n_sources, 0);
    expect_whole(none);
    /* Which an update does not look at. */
    struct bl_catalog_options elsewhere = {.parts = 7, .directory = "relative"};
    struct bl_catalog *updated;
    cr_assert_eq(bl_catalog_update(&updated, none, &elsewhere, NULL), BL_OK);
    bl_catalog_close(updated);
    bl_catalog_close(none);
}
