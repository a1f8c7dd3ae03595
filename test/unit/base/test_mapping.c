/* test_mapping.c - bl_file_open() on every kind of file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/file.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A temporary file of N bytes, byte I being I * 7; the path is to be unlinked. */
static const char *make_file(size_t n)
{
    static char path[64];
    strcpy(path, "/tmp/bitleap-file-XXXXXX");
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    for (size_t i = 0; i < n; i++) {
        uint8_t byte = (uint8_t)(i * 7);
        cr_assert_eq(write(fd, &byte, 1), 1);
    }
    close(fd);
    return path;
}

/* VIEW has N bytes, the first one being byte FROM of make_file(). */
static void expect_bytes(struct bl_view view, size_t from, size_t n)
{
    cr_assert_eq(view.size, n);
    cr_expect_not_null(view.data);
    for (size_t i = 0; i < n; i++)
        cr_assert_eq(view.data[i], (uint8_t)((from + i) * 7));
}

Test(file, regular)
{
    static const size_t sizes[] = {1, 3, 4095, 4096, 4097, 10000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *path = make_file(sizes[i]);
        for (unsigned flags = 0; flags < 4; flags++) {
            struct bl_file *file;
            struct bl_error err;
            cr_assert_eq(bl_file_open(&file, path, flags, &err), BL_OK);
            cr_expect_eq(bl_file_is_mapped(file), !(flags & BL_OPEN_COPY));
            expect_bytes(bl_file_view(file), 0, sizes[i]);
            bl_file_close(file);
        }
        unlink(path);
    }
    bl_file_close(NULL);
}

/* A copy stays what it was when the file shrinks. */
Test(file, copy_outlives_the_file)
{
    const char *path = make_file(5000);
    struct bl_file *file;
    cr_assert_eq(bl_file_open(&file, path, BL_OPEN_COPY, NULL), BL_OK);
    cr_assert_eq(truncate(path, 0), 0);
    expect_bytes(bl_file_view(file), 0, 5000);
    bl_file_close(file);
    unlink(path);
}

Test(file, empty)
{
    const char *path = make_file(0);
    for (unsigned flags = 0; flags < 4; flags++) {
        struct bl_file *file;
        cr_assert_eq(bl_file_open(&file, path, flags, NULL), BL_OK);
        cr_expect(!bl_file_is_mapped(file));
        expect_bytes(bl_file_view(file), 0, 0);
        bl_file_close(file);
    }
    unlink(path);
    struct bl_file *file;
    cr_assert_eq(bl_file_open(&file, "/dev/null", 0, NULL), BL_OK);
    expect_bytes(bl_file_view(file), 0, 0);
    bl_file_close(file);
}

Test(file, what_cannot_be_opened)
{
    static const struct {
        const char *path;
        int sys_errno;
    } rows[] = {
        {"/nonexistent/file", ENOENT},
        {"", ENOENT},
        {"/tmp", EISDIR},
        {"/dev/null/x", ENOTDIR},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_error err;
        struct bl_file *file = (struct bl_file *)(void *)&err;
        cr_expect_eq(bl_file_open(&file, rows[i].path, 0, &err), BL_E_SYSTEM);
        cr_expect_null(file);
        cr_expect(err.status == BL_E_SYSTEM && err.sys_errno == rows[i].sys_errno, "%s: %d",
                  rows[i].path, err.sys_errno);
        cr_expect_eq(bl_file_open(&file, rows[i].path, 0, NULL), BL_E_SYSTEM);
    }
}

/* Files in /proc have a size of 0, and contents. */
Test(file, without_a_size)
{
    struct bl_file *file;
    cr_assert_eq(bl_file_open(&file, "/proc/self/status", 0, NULL), BL_OK);
    cr_expect(!bl_file_is_mapped(file));
    cr_expect_gt(bl_file_view(file).size, 100);
    bl_file_close(file);
}

Test(file, pipe)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    if (fork() == 0) {
        for (size_t i = 0; i < 200000; i++) { /* more than a pipe holds */
            uint8_t byte = (uint8_t)(i * 7);
            if (write(ends[1], &byte, 1) != 1)
                _exit(1);
        }
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    struct bl_file *file;
    cr_assert_eq(bl_file_open(&file, "-", 0, NULL), BL_OK);
    cr_expect(!bl_file_is_mapped(file));
    expect_bytes(bl_file_view(file), 0, 200000);
    bl_file_close(file);
}

static bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

/* Only standard input stays open, not what is called by a name and got its number. */
Test(file, descriptor_of_standard_input)
{
    const char *path = make_file(10000);
    struct bl_file *file;
    close(STDIN_FILENO);
    cr_assert_eq(bl_file_open(&file, path, 0, NULL), BL_OK);
    cr_assert(is_open(STDIN_FILENO));
    bl_file_close(file);
    cr_expect_not(is_open(STDIN_FILENO));
    cr_assert_eq(open(path, O_RDONLY), STDIN_FILENO);
    cr_assert_eq(bl_file_open(&file, "-", 0, NULL), BL_OK);
    cr_expect(bl_file_is_mapped(file));
    bl_file_close(file);
    cr_expect(is_open(STDIN_FILENO));
    unlink(path);
}

/* Standard input that is a file is mapped from its start, and copied from anywhere else. */
Test(file, standard_input_at_an_offset)
{
    static const off_t offsets[] = {0, 1, 4096, 9999, 10000, 20000};
    const char *path = make_file(10000);
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        int fd = open(path, O_RDONLY);
        cr_assert_geq(fd, 0);
        cr_assert_eq(lseek(fd, offsets[i], SEEK_SET), offsets[i]);
        dup2(fd, STDIN_FILENO);
        close(fd);
        struct bl_file *file;
        cr_assert_eq(bl_file_open(&file, "-", 0, NULL), BL_OK);
        cr_expect_eq(bl_file_is_mapped(file), offsets[i] == 0);
        size_t from = (size_t)offsets[i];
        expect_bytes(bl_file_view(file), from, from < 10000 ? 10000 - from : 0);
        bl_file_close(file);
    }
    unlink(path);
    close(STDIN_FILENO);
    struct bl_file *file;
    struct bl_error err;
    cr_expect_eq(bl_file_open(&file, "-", 0, &err), BL_E_SYSTEM);
    cr_expect_eq(err.sys_errno, EBADF);
}

Test(file, flags_that_are_none)
{
    static const unsigned flags[] = {BL_OPEN_ENDLESS * 2, 0xFFF0, 1U << 16, UINT_MAX};
    const char *path = make_file(1);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        struct bl_file *file;
        struct bl_error err;
        cr_expect_eq(bl_file_open(&file, path, flags[i], &err), BL_E_ARGUMENT);
        cr_expect_str_eq(err.what, "flags that are not possible here");
        cr_expect_null(file);
        cr_expect_eq(bl_file_open_regular(&file, path, flags[i], &err), BL_E_ARGUMENT);
        cr_expect_null(file);
    }
    unlink(path);
}

/* The input may name what never ends: no more is read than the file says it has. */
Test(file, only_regular)
{
    struct bl_file *file;
    struct bl_error err;
    for (unsigned flags = 0; flags < 4; flags++) {
        const char *path = make_file(5000);
        cr_assert_eq(bl_file_open_regular(&file, path, flags, &err), BL_OK);
        cr_expect_eq(bl_file_is_mapped(file), !(flags & BL_OPEN_COPY));
        expect_bytes(bl_file_view(file), 0, 5000);
        bl_file_close(file);
        unlink(path);

        cr_assert_eq(bl_file_open_regular(&file, "/proc/self/pagemap", flags, &err), BL_OK);
        expect_bytes(bl_file_view(file), 0, 0);
        cr_expect_eq(bl_file_check(file, &err), BL_OK);
        bl_file_close(file);

        cr_expect_eq(bl_file_open_regular(&file, "/dev/zero", flags, &err), BL_E_CONTAINER);
        cr_expect_str_eq(err.what, "no regular file");
        cr_expect_eq(bl_file_open_regular(&file, "/nothing/here", flags, &err), BL_E_SYSTEM);
        cr_expect_eq(err.sys_errno, ENOENT);
        cr_expect_null(file);
    }
}
