/* test_search_thin.c - streams in thin archives, whose members are files of their own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/archive.h"
#include "support/least_stream.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_file(const char *folder, const char *name, struct bl_view bytes)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size);
    fclose(file);
}

static void remove_file(const char *folder, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

/* What was opened is beside the archive, or is reported whole; its name begins the nested path. */
static void expect_member_file(const char *file_path, const struct bl_found *found)
{
    const char *slash = strrchr(file_path, '/');
    const char *name = found->path + 1;
    char expected[256];
    cr_assert(found->member_file, "%s: in no file", found->path);
    int folder = *name == '/' ? 0 : slash ? (int)(slash - file_path) + 1 : 2;
    snprintf(expected, sizeof expected, "%.*s%.*s", folder, slash ? file_path : "./",
             (int)strcspn(name, "#)"), name);
    cr_expect_str_eq(found->member_file, expected, "%s: in %s", found->path, found->member_file);
}

/* Members of thin archives: what the N-th call answers, a path and the status. */
static void expect_thin(struct bl_view bytes, const char *file_path, const char *const (*rows)[2],
                        size_t n_rows)
{
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    cr_assert_eq(bl_search_open(&search, bytes, file_path, &err), BL_OK);
    for (size_t i = 0; i < n_rows; i++) {
        int rc = bl_search_next(search, &found, &err);
        cr_expect_str_eq(found.path, rows[i][0], "%s, not %s", found.path, rows[i][0]);
        cr_assert_neq(rc, 0);
        cr_expect_eq(rc > 0, !rows[i][1], "%s: %s", rows[i][0], rc < 0 ? err.what : "found");
        expect_member_file(file_path, &found);
        if (rc < 0) {
            cr_expect(rows[i][1] && strstr(err.what, rows[i][1]), "%s: %s", found.path, err.what);
            continue;
        }
        cr_expect_eq(found.stream.bytes.size, STREAM_BYTES);
        cr_expect_arr_eq(found.stream.bytes.data, STREAM, STREAM_BYTES);
    }
    cr_expect_eq(bl_search_next(search, &found, &err), 0);
    bl_search_close(search);
}

Test(search_thin, members)
{
    char folder[] = "/tmp/bitleap-search-XXXXXX";
    char absolute[64];
    char archive_path[64];
    char fifo[64];
    static struct archive ar;
    static struct archive plain;
    cr_assert(mkdtemp(folder));
    snprintf(archive_path, sizeof archive_path, "%s/x.a", folder);
    snprintf(fifo, sizeof fifo, "%s/fifo", folder);
    cr_assert_eq(mkfifo(fifo, 0600), 0);
    write_file(folder, "a.o", VIEW(STREAM));
    write_file(folder, "text", VIEW("text"));
    archive_begin(&plain, "!<arch>\n");
    archive_member(&plain, "m.o/", STREAM, STREAM_BYTES);
    archive_member(&plain, "thin.a/", "!<thin>\n", 8);
    write_file(folder, "plain.a", archive_view(&plain));

    char table[256];
    snprintf(absolute, sizeof absolute, "%s/a.o", folder);
    int n = snprintf(table, sizeof table, "%s/\n", absolute);
    archive_begin(&ar, "!<thin>\n");
    archive_member(&ar, "//", table, (size_t)n);
    static const char *const fields[] = {"a.o/", "missing.o/", "text/", "fifo/", "plain.a/",
                                         "x.a/", "/0",         "/0:8",  "./",    "a.o/"};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        archive_header(&ar, fields[i], "16");
    write_file(folder, "x.a", archive_view(&ar));

    char long_path[80];
    snprintf(long_path, sizeof long_path, "(%s)", absolute);
    const char *const rows[][2] = {
        {"(a.o)", NULL},
        {"(missing.o)", "cannot open"},
        {"(fifo)", "no regular file"},
        {"(plain.a)(m.o)", NULL},
        {"(plain.a)(thin.a)", "thin archive in a member"},
        {"(x.a)", "thin archive in a member"},
        {NULL, NULL},
        {NULL, "not an archive"},
        {"(.)", "no regular file"},
        {"(a.o#2)", NULL},
    };
    enum {
        N = sizeof rows / sizeof rows[0]
    };
    const char *filled[N][2];
    memcpy(filled, rows, sizeof filled);
    filled[6][0] = long_path;
    filled[7][0] = long_path; /* archives are not counted: it is the member's name that is */
    expect_thin(archive_view(&ar), archive_path, (const char *const(*)[2])filled, N);

    /* Relative to where the process stands, and "-" is a file as any other. */
    cr_assert_eq(chdir(folder), 0);
    write_file(folder, "-", VIEW(STREAM));
    archive_begin(&ar, "!<thin>\n");
    archive_header(&ar, "-/", "16");
    archive_header(&ar, "a.o/", "16");
    static const char *const here[][2] = {{"(-)", NULL}, {"(a.o)", NULL}};
    expect_thin(archive_view(&ar), "x.a", here, 2);
    static const char *const files[] = {"-", "a.o", "text", "fifo", "plain.a", "x.a"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        remove_file(folder, files[i]);
    cr_expect_eq(rmdir(folder), 0);
}

/* "ar rcT all.a lib.a" reports the members of lib.a by where their headers are in it. */
Test(search_thin, members_of_archives)
{
    char folder[] = "/tmp/bitleap-search-XXXXXX";
    char archive_path[64];
    static struct archive lib;
    static struct archive thin;
    static struct archive all;
    cr_assert(mkdtemp(folder));
    snprintf(archive_path, sizeof archive_path, "%s/all.a", folder);
    archive_begin(&lib, "!<arch>\n");
    archive_member(&lib, "//", "a_name_that_is_long.o/\n", 23);
    archive_member(&lib, "m.o/", STREAM, STREAM_BYTES);
    archive_member(&lib, "text/", "text", 4);
    archive_member(&lib, "m.o/", STREAM, STREAM_BYTES);
    archive_member(&lib, "/0", STREAM, STREAM_BYTES);
    write_file(folder, "lib.a", archive_view(&lib));
    archive_begin(&thin, "!<thin>\n");
    archive_header(&thin, "m.o/", "16");
    write_file(folder, "thin.a", archive_view(&thin));

    /* Member of LIB; where it is reported to be is moved by this. */
    static const struct {
        int member, moved;
    } rows_of_names[] = {
        {1, 0}, {2, 0}, {3, 0}, {4, 0}, {1, 1}, {4, ARCHIVE_HEADER + STREAM_BYTES}, {1, 1 << 20}};
    archive_begin(&all, "!<thin>\n");
    archive_member(&all, "//", "lib.a/\nthin.a/\nmissing.a/\n", 26);
    for (size_t i = 0; i < sizeof rows_of_names / sizeof rows_of_names[0]; i++) {
        char name[16];
        snprintf(name, sizeof name, "/0:%d",
                 (int)lib.headers[rows_of_names[i].member] + rows_of_names[i].moved);
        archive_header(&all, name, "16");
    }
    archive_header(&all, "/7:8", "16");
    archive_header(&all, "/15:8", "16");
    static const char *const rows[][2] = {
        {"(lib.a)(m.o)", NULL},
        {"(lib.a)(m.o#2)", NULL},
        {"(lib.a)(a_name_that_is_long.o)", NULL},
        {"(lib.a)", "header"},
        {"(lib.a)", "ends before the member"},
        {"(lib.a)", "ends before the member"},
        {"(thin.a)", "thin archive in a member"},
        {"(missing.a)", "cannot open"},
    };
    expect_thin(archive_view(&all), archive_path, rows, sizeof rows / sizeof rows[0]);
    static const char *const files[] = {"lib.a", "thin.a"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        remove_file(folder, files[i]);
    cr_expect_eq(rmdir(folder), 0);
}

/* More members than a process can have files open. */
Test(search_thin, many_members)
{
    enum {
        N = 3000
    };
    char folder[] = "/tmp/bitleap-search-XXXXXX";
    char path[64];
    cr_assert(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.a", folder);
    write_file(folder, "a.o", VIEW(STREAM));
    size_t size = 8 + (size_t)N * ARCHIVE_HEADER;
    uint8_t *data = malloc(size);
    cr_assert(data);
    memcpy(data, "!<thin>\n", 8);
    struct archive ar;
    archive_begin(&ar, "");
    archive_header(&ar, "a.o/", "16");
    for (size_t i = 0; i < N; i++)
        memcpy(data + 8 + i * ARCHIVE_HEADER, ar.bytes, ARCHIVE_HEADER);
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    cr_assert_eq(bl_search_open(&search, (struct bl_view){.data = data, .size = size}, path, NULL),
                 BL_OK);
    for (int i = 0; i < N; i++)
        cr_assert_eq(bl_search_next(search, &found, &err), 1, "%d: %s", i, err.what);
    cr_expect_str_eq(found.path, "(a.o#3000)");
    cr_expect_eq(bl_search_next(search, &found, &err), 0);
    bl_search_close(search);
    free(data);
    remove_file(folder, "a.o");
    cr_expect_eq(rmdir(folder), 0);
}

enum {
    MANY = 8000,  /* members of lib.a */
    N_STEPS = 100 /* on the spot, to make the paths long */
};

/* lib.a in FOLDER; how many bytes it has. */
static size_t write_library(const char *folder)
{
    static struct archive member;
    archive_begin(&member, "");
    archive_member(&member, "m.o/", STREAM, STREAM_BYTES);
    size_t size = 8 + MANY * member.size;
    uint8_t *data = malloc(size);
    cr_assert(data);
    memcpy(data, "!<arch>\n", 8);
    for (size_t i = 0; i < MANY; i++)
        memcpy(data + 8 + i * member.size, member.bytes, member.size);
    write_file(folder, "lib.a", (struct bl_view){.data = data, .size = size});
    free(data);
    return size;
}

/* A thin archive that names it N times, each time by a step less. */
static void name_library(struct archive *thin, int n)
{
    static const char step[] = "./";
    char steps[2 * N_STEPS + 16];
    size_t size = 0;
    for (size_t i = 0; i < N_STEPS; i++, size += sizeof step - 1)
        memcpy(steps + size, step, sizeof step);
    snprintf(steps + size, sizeof steps - size, "lib.a/\n");
    archive_begin(thin, "!<thin>\n");
    archive_member(thin, "//", steps, strlen(steps));
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "/%d", 2 * i);
        archive_header(thin, name, "16");
    }
}

/* Paths of what is in a file that is named are in proportion to that file. */
Test(search_thin, many_members_of_an_archive)
{
    static struct archive thin;
    char folder[] = "/tmp/bitleap-search-XXXXXX";
    char path[64];
    cr_assert(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.a", folder);
    (void)write_library(folder);
    name_library(&thin, 1);
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    size_t n_bytes = 0;
    cr_assert_eq(bl_search_open(&search, archive_view(&thin), path, NULL), BL_OK);
    for (int i = 0; i < MANY; i++) {
        cr_assert_eq(bl_search_next(search, &found, &err), 1, "%d: %s", i, err.what);
        n_bytes += strlen(found.path);
    }
    cr_expect_eq(bl_search_next(search, &found, &err), 0);
    cr_expect_gt(n_bytes, BL_MAX_PATH_BYTES_FLOOR);
    bl_search_close(search);
    remove_file(folder, "lib.a");
    cr_expect_eq(rmdir(folder), 0);
}

/* And no more than that, however often the file is named, and by however many paths. */
Test(search_thin, an_archive_again_and_again)
{
    static struct archive thin;
    char folder[] = "/tmp/bitleap-search-XXXXXX";
    char path[64];
    cr_assert(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.a", folder);
    size_t most =
        BL_MAX_PATH_BYTES_FLOOR + write_library(folder) * (size_t)BL_MAX_PATH_BYTES_PER_BYTE;
    name_library(&thin, 20);
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    size_t n_bytes = 0;
    int rc;
    cr_assert_eq(bl_search_open(&search, archive_view(&thin), path, NULL), BL_OK);
    while ((rc = bl_search_next(search, &found, &err)) > 0)
        n_bytes += strlen(found.path);
    cr_expect_eq(rc, BL_E_LIMIT);
    cr_expect_leq(n_bytes, most);
    cr_expect_gt(n_bytes, most / 2);
    cr_expect_eq(bl_search_next(search, &found, &err), 0);
    bl_search_close(search);
    remove_file(folder, "lib.a");
    cr_expect_eq(rmdir(folder), 0);
}

/* Bytes that are no file's open none. */
Test(search_thin, members_of_no_file)
{
    static const char table[] = "/dev/null/\n";
    static struct archive ar;
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    archive_begin(&ar, "!<thin>\n");
    archive_member(&ar, "//", table, sizeof table - 1);
    archive_header(&ar, "a.o/", "16");
    archive_header(&ar, "/0", "16");
    cr_assert_eq(bl_search_open(&search, archive_view(&ar), NULL, &err), BL_OK);
    static const char *const paths[] = {"(a.o)", "(/dev/null)"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        cr_expect_eq(bl_search_next(search, &found, &err), BL_E_CONTAINER);
        cr_expect_str_eq(err.what, "the member is a file, and the archive is none");
        cr_expect_str_eq(found.path, paths[i]);
        cr_expect_null(found.member_file);
    }
    cr_expect_eq(bl_search_next(search, &found, &err), 0);
    bl_search_close(search);
}
