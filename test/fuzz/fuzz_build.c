/* fuzz_build.c - catalogs of files with any bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: the catalog is made, whatever is in the file and whichever parts it has, and it is
 * whole; what it says of the file is what reading the file reports, where that has no problem.
 */
#include "fuzz/target.h"
#include "support/catalog_contents.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void check_catalog(const char *path, unsigned parts)
{
    const struct bl_catalog_options options = {.parts = parts, .n_threads = 1};
    const char *const paths[] = {path};
    struct bl_catalog *catalog;
    REQUIRE(bl_catalog_build(&catalog, paths, 1, &options, NULL) == BL_OK);
    REQUIRE(bl_catalog_check(catalog, NULL) == BL_OK);
    if (bl_catalog_get_counts(catalog).n_problems == 0)
        REQUIRE(!catalog_contents_check(catalog, 0, path));
    bl_catalog_close(catalog);
}

/* A file of 1970: for one that was just written a catalog waits until the clock has moved on. */
static int make_file(const uint8_t *data, size_t size)
{
    int fd = memfd_create("input", MFD_CLOEXEC);
    REQUIRE(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    REQUIRE(futimens(fd, (const struct timespec[2]){{0}, {0}}) == 0);
    return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    int fd = make_file(data, size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    check_catalog(path, BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES | BL_CATALOG_BLOCKS);
    check_catalog(path, BL_CATALOG_SYMBOLS);
    check_catalog(path, BL_CATALOG_PLACES);
    close(fd);
    return 0;
}
