/* test_archive_members.c - members of archives that are no bitcode, and members by descriptor
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "support/archive.h"
#include "support/corpus.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Test(archive_members, that_are_no_bitcode)
{
    static struct archive built;
    struct bl_archive *archive;
    const struct bl_archive_member *member;
    archive_begin(&built, "!<arch>\n");
    archive_member(&built, "a.txt/", "text", 4);
    cr_assert_eq(bl_archive_open(&archive, archive_view(&built), NULL), BL_OK);
    cr_assert_eq(bl_archive_next(archive, &member, NULL), 1);
    cr_expect_eq(member->size, 4);
    cr_expect_eq(member->bytes.size, 4);
    cr_expect_eq(memcmp(member->bytes.data, "text", 4), 0);
    cr_expect_eq(memcmp(member->name.data, "a.txt", member->name.size), 0);
    cr_expect_eq(bl_archive_next(archive, &member, NULL), 0);
    cr_expect_null(member);
    bl_archive_close(archive);
    cr_expect_eq(bl_archive_open(&archive, bl_view_of("text"), NULL), BL_E_CONTAINER);
    cr_expect_null(archive);
}

/* ---- Members by descriptor, as linkers hand them on ---- */

Test(file_part, is_the_members_bytes)
{
    char *path = corpus_path("ar-gnu.llvm22.a");
    struct bl_file *file;
    struct bl_archive *archive;
    const struct bl_archive_member *member;
    cr_assert_eq(bl_file_open(&file, path, 0, NULL), BL_OK);
    cr_assert_eq(bl_archive_open(&archive, bl_file_view(file), NULL), BL_OK);
    unsigned n = 0;
    while (bl_archive_next(archive, &member, NULL) > 0) {
        static const unsigned flags[] = {0, BL_OPEN_COPY, BL_OPEN_GUARDED};
        for (unsigned i = 0; i < 3; i++) {
            struct bl_file *part;
            int fd = open(path, O_RDONLY);
            cr_assert_geq(fd, 0);
            cr_assert_eq(bl_file_open_fd(&part, fd, member->offset, member->size, flags[i], NULL),
                         BL_OK);
            close(fd);
            struct bl_view view = bl_file_view(part);
            cr_expect_eq(view.size, member->bytes.size);
            cr_expect_eq(memcmp(view.data, member->bytes.data, view.size), 0);
            cr_expect_eq(bl_file_is_mapped(part), flags[i] != BL_OPEN_COPY);
            cr_expect_eq(bl_file_check(part, NULL), BL_OK);
            bl_file_close(part);
            n++;
        }
    }
    cr_expect_gt(n, 3);
    bl_archive_close(archive);
    bl_file_close(file);
    free(path);
}

Test(file_part, that_is_not_there)
{
    char *path = corpus_path("ar-gnu.llvm22.a");
    struct bl_file *file;
    int fds[2];
    int fd = open(path, O_RDONLY);
    off_t size = lseek(fd, 0, SEEK_END);
    cr_assert_gt(size, 0);
    cr_expect_eq(bl_file_open_fd(&file, fd, (uint64_t)size, 0, 0, NULL), BL_OK);
    cr_expect_eq(bl_file_view(file).size, 0);
    bl_file_close(file);
    cr_expect_eq(bl_file_open_fd(&file, fd, (uint64_t)size, 1, 0, NULL), BL_E_ARGUMENT);
    cr_expect_null(file);
    cr_expect_eq(bl_file_open_fd(&file, fd, UINT64_MAX, 1, 0, NULL), BL_E_ARGUMENT);
    cr_expect_eq(bl_file_open_fd(&file, fd, 1, UINT64_MAX, 0, NULL), BL_E_ARGUMENT);
    cr_expect_eq(bl_file_open_fd(&file, -1, 0, 0, 0, NULL), BL_E_SYSTEM);
    close(fd);
    cr_assert_eq(pipe(fds), 0);
    cr_assert_eq(write(fds[1], "BC\300\336", 4), 4);
    close(fds[1]);
    cr_expect_eq(bl_file_open_fd(&file, fds[0], 1, 1, 0, NULL), BL_E_ARGUMENT);
    cr_expect_eq(bl_file_open_fd(&file, fds[0], 0, 0, 0, NULL), BL_OK);
    cr_expect_eq(bl_file_view(file).size, 4);
    bl_file_close(file);
    close(fds[0]);
    free(path);
}
