/* test_catalog_write.c - an index file beside the one whose place it takes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/make_catalog.h"
#include "support/scratch.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *name, const char *text)
{
    FILE *file = fopen(scratch_path(name), "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static bool has(const char *name, struct bl_view expected)
{
    struct bl_file *file;
    cr_assert_eq(bl_file_open(&file, scratch_path(name), BL_OPEN_COPY, NULL), BL_OK);
    struct bl_view bytes = bl_file_view(file);
    bool same = bytes.size == expected.size && memcmp(bytes.data, expected.data, bytes.size) == 0;
    bl_file_close(file);
    return same;
}

static bool has_text(const char *name, const char *text)
{
    return has(name, (struct bl_view){.data = (const uint8_t *)text, .size = strlen(text)});
}

static mode_t mode_of(const char *name)
{
    struct stat st;
    cr_assert_eq(stat(scratch_path(name), &st), 0);
    return st.st_mode & 07777;
}

/* ---- Success ---- */

Test(catalog_write, gives_the_same_bytes_again)
{
    struct bl_catalog *made = make_sample(NULL);
    struct bl_view index = make_index(made);
    struct bl_catalog *opened;
    scratch_begin();
    cr_assert_eq(bl_catalog_write(made, scratch_path("x.blx"), NULL), BL_OK);
    cr_expect(has("x.blx", index));
    cr_assert_eq(bl_catalog_open(&opened, scratch_path("x.blx"), 0, NULL), BL_OK);
    /* One that was opened, over itself. */
    cr_assert_eq(bl_catalog_write(opened, scratch_path("x.blx"), NULL), BL_OK);
    cr_expect(has("x.blx", index));
    cr_expect_eq(bl_catalog_check(opened, NULL), BL_OK);
    cr_expect_eq(scratch_count(), 1);
    bl_catalog_close(opened);
    bl_catalog_close(made);
    free((void *)(uintptr_t)index.data);
    scratch_end();
}

Test(catalog_write, mode)
{
    struct bl_catalog *c = make_sample(NULL);
    scratch_begin();
    umask(027);
    cr_assert_eq(bl_catalog_write(c, scratch_path("new"), NULL), BL_OK);
    cr_expect_eq(mode_of("new"), 0640);
    put("old", "x");
    cr_assert_eq(chmod(scratch_path("old"), 0606), 0);
    cr_assert_eq(bl_catalog_write(c, scratch_path("old"), NULL), BL_OK);
    cr_expect_eq(mode_of("old"), 0606);
    bl_catalog_close(c);
    scratch_end();
}

/* The file that a link leads to is replaced, not the link. */
Test(catalog_write, behind_a_link)
{
    struct bl_catalog *c = make_sample(NULL);
    struct bl_catalog *opened;
    struct stat st;
    scratch_begin();
    put("file", "x");
    cr_assert_eq(symlink("file", scratch_path("link")), 0);
    cr_assert_eq(bl_catalog_write(c, scratch_path("link"), NULL), BL_OK);
    cr_expect(lstat(scratch_path("link"), &st) == 0 && S_ISLNK(st.st_mode));
    cr_assert_eq(bl_catalog_open(&opened, scratch_path("file"), 0, NULL), BL_OK);
    bl_catalog_close(opened);
    bl_catalog_close(c);
    scratch_end();
}

Test(catalog_write, to_a_name_without_a_directory)
{
    struct bl_catalog *c = make_sample(NULL);
    cr_assert_eq(chdir(scratch_begin()), 0);
    cr_assert_eq(bl_catalog_write(c, "x.blx", NULL), BL_OK);
    cr_assert_eq(bl_catalog_write(c, "x.blx", NULL), BL_OK);
    cr_expect_eq(scratch_count(), 1);
    bl_catalog_close(c);
    cr_assert_eq(chdir("/"), 0);
    scratch_end();
}

/* ---- What killed writers have left ---- */

/* Only files that have the name of a temporary one of this target, and nobody has locked. */
Test(catalog_write, removes_what_is_left)
{
    static const struct {
        const char *name;
        bool stays;
    } rows[] = {
        {"x.blx.0123456789abcdef.tmp", false},
        {"x.blx.fedcba9876543210.tmp", true}, /* will be locked */
        {"y.blx.0123456789abcdef.tmp", true},
        {"x.blx.0123456789abcde.tmp", true},
        {"x.blx.0123456789abcdef0.tmp", true},
        {"x.blx.0123456789abcdeg.tmp", true},
        {"x.blx.0123456789abcdef.tmp2", true},
        {"x.blx.0123456789ABCDEF.tmp", true},
        {"x.blx.tmp", true},
    };
    struct bl_catalog *c = make_sample(NULL);
    scratch_begin();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        put(rows[i].name, "left");
    int fd = open(scratch_path(rows[1].name), O_RDONLY);
    cr_assert(fd >= 0 && flock(fd, LOCK_EX) == 0);
    cr_assert_eq(bl_catalog_write(c, scratch_path("x.blx"), NULL), BL_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_eq(access(scratch_path(rows[i].name), F_OK) == 0, rows[i].stays, "%s",
                     rows[i].name);
    close(fd);
    cr_assert_eq(bl_catalog_write(c, scratch_path("x.blx"), NULL), BL_OK);
    cr_expect_neq(access(scratch_path(rows[1].name), F_OK), 0);
    bl_catalog_close(c);
    scratch_end();
}

/* ---- Failure ---- */

static struct bl_catalog *with_path(const char *path, const char *base)
{
    struct make_catalog m = {0};
    uint32_t path_at = make_text(&m, path);
    uint32_t base_at = make_text(&m, base);
    struct bl_blx_source *source = make_record(&m, BL_BLX_SRCS);
    MAKE_SET(source->path, path_at);
    MAKE_SET(source->base, base_at);
    MAKE_SET(source->kind, BL_SOURCE_FILE);
    MAKE_SET(source->parent, BL_NONE);
    return make_done(&m);
}

Test(catalog_write, refuses_standard_input)
{
    struct bl_catalog *c = with_path("-", "");
    struct bl_error err;
    scratch_begin();
    cr_expect_eq(bl_catalog_write(c, scratch_path("x"), &err), BL_E_ARGUMENT);
    cr_expect(strstr(err.what, "standard input"));
    cr_expect_eq(scratch_count(), 0);
    bl_catalog_close(c);
    scratch_end();
}

/* A damaged page does not get a new sum. */
Test(catalog_write, refuses_damage)
{
    struct bl_catalog *made = make_sample(NULL);
    struct bl_view index = make_index(made);
    struct bl_catalog *opened;
    struct bl_error err;
    uint64_t size;
    scratch_begin();
    make_chunk_of((uint8_t *)(uintptr_t)index.data, BL_BLX_BLKS, &size)[9] ^= 1;
    cr_assert_eq(bl_catalog_open_bytes(&opened, index, NULL), BL_OK);
    cr_expect_eq(bl_catalog_write(opened, scratch_path("x"), &err), BL_E_CONTAINER);
    cr_expect_eq(scratch_count(), 0);
    bl_catalog_close(opened);
    bl_catalog_close(made);
    free((void *)(uintptr_t)index.data);
    scratch_end();
}

Test(catalog_write, to_where_nothing_can_be)
{
    static const struct {
        const char *name;
        int status, sys_errno;
    } rows[] = {
        {"none/x.blx", BL_E_SYSTEM, ENOENT},
        {"file/x.blx", BL_E_SYSTEM, ENOTDIR},
        {"directory", BL_E_ARGUMENT, 0},
        {"pipe", BL_E_ARGUMENT, 0},
    };
    struct bl_catalog *c = make_sample(NULL);
    struct bl_error err;
    scratch_begin();
    put("file", "x");
    cr_assert(mkdir(scratch_path("directory"), 0700) == 0 &&
              mkfifo(scratch_path("pipe"), 0600) == 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(bl_catalog_write(c, scratch_path(rows[i].name), &err), rows[i].status, "%s",
                     rows[i].name);
        cr_expect_eq(err.sys_errno, rows[i].sys_errno, "%s: %s", rows[i].name,
                     strerror(err.sys_errno));
        cr_expect_eq(scratch_count(), 3);
    }
    cr_expect_eq(bl_catalog_write(c, "/dev/null", &err), BL_E_ARGUMENT);
    bl_catalog_close(c);
    cr_expect_eq(rmdir(scratch_path("directory")), 0);
    scratch_end();
}

/* A file that may not grow as far as the index: what was there stays, nothing else is left. */
Test(catalog_write, with_every_limit_of_size)
{
    struct bl_catalog *c = make_sample(NULL);
    struct bl_view index = make_index(c);
    struct rlimit limit;
    scratch_begin();
    put("x.blx", "old");
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    for (size_t size = 0; size < index.size; size += 97) {
        struct bl_error err;
        limit.rlim_cur = size;
        cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
        int status = bl_catalog_write(c, scratch_path("x.blx"), &err);
        limit.rlim_cur = limit.rlim_max;
        cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
        cr_assert_eq(status, BL_E_SYSTEM);
        cr_expect_eq(err.sys_errno, EFBIG);
        cr_assert(has_text("x.blx", "old"));
        cr_assert_eq(scratch_count(), 1);
    }
    cr_expect_eq(bl_catalog_write(c, scratch_path("x.blx"), NULL), BL_OK);
    cr_expect(has("x.blx", index));
    bl_catalog_close(c);
    free((void *)(uintptr_t)index.data);
    scratch_end();
}

Test(catalog_write, without_descriptors)
{
    struct bl_catalog *c = make_sample(NULL);
    struct rlimit limit;
    struct bl_error err;
    scratch_begin();
    getrlimit(RLIMIT_NOFILE, &limit);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = 0;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    int status = bl_catalog_write(c, scratch_path("x.blx"), &err);
    limit.rlim_cur = before;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    cr_expect_eq(status, BL_E_SYSTEM);
    cr_expect_eq(err.sys_errno, EMFILE);
    cr_expect_eq(scratch_count(), 0);
    bl_catalog_close(c);
    scratch_end();
}
