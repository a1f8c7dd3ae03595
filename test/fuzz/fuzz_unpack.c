/* fuzz_unpack.c - unpack any bytes, and search what comes out
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: it ends, with no more bytes than the limits leave room for; a failure has a cause and
 * leaves the file as it was; nothing that is packed is left to be unpacked, but what cannot be; all
 * the same when it is done again; and a search of the result ends.
 */
#include "bitleap.h"
#include "fuzz/target.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct bl_file *open_copy(const uint8_t *data, size_t size)
{
    struct bl_file *file;
    int fd = memfd_create("input", MFD_CLOEXEC);
    REQUIRE(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    REQUIRE(bl_file_open_fd(&file, fd, 0, 0, 0, NULL) == BL_OK);
    close(fd);
    return file;
}

static void search_all(struct bl_view bytes)
{
    struct bl_search *search;
    struct bl_found found;
    if (bl_search_open(&search, bytes, NULL, NULL) < 0)
        return;
    while (bl_search_next(search, &found, NULL) != 0)
        continue;
    bl_search_close(search);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_error err = {.status = BL_OK};
    struct bl_file *file = open_copy(data, size), *again = open_copy(data, size);
    int rc = bl_file_unpack(file, &err);
    struct bl_view bytes = bl_file_view(file);
    REQUIRE(rc == 1 || (rc == 0 && !bl_file_is_unpacked(file)) || (rc < 0 && err.what));
    REQUIRE(rc == 1 || (bytes.size == size && memcmp(bytes.data, data, size) == 0));
    REQUIRE(bl_file_unpack(again, NULL) == rc);
    struct bl_view same = bl_file_view(again);
    REQUIRE(same.size == bytes.size && memcmp(same.data, bytes.data, same.size) == 0);
    REQUIRE(rc < 0 || bl_file_unpack(file, NULL) == 0);
    REQUIRE(bl_file_check(file, NULL) == BL_OK);
    if (bytes.size < 1 << 22)
        search_all(bytes);
    bl_file_close(file);
    bl_file_close(again);
    return 0;
}
