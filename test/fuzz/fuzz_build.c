/* fuzz_build.c - catalogs of files with any bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: the catalog is made, whatever is in the file, and it is whole; what it says of the file is what
 * reading the file tells, where that has no problem.
 */
#include "fuzz/target.h"
#include "support/catalog_contents.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bl_catalog_options options = {
        .parts = BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES | BL_CATALOG_BLOCKS, .n_threads = 1};
    struct bl_catalog *catalog;
    char path[64];
    int fd = memfd_create("input", MFD_CLOEXEC);
    REQUIRE(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const char *const paths[] = {path};
    REQUIRE(bl_catalog_build(&catalog, paths, 1, &options, NULL) == BL_OK);
    REQUIRE(bl_catalog_check(catalog, NULL) == BL_OK);
    if (bl_catalog_counts(catalog).n_problems == 0)
        REQUIRE(!catalog_contents_check(catalog, 0, path));
    bl_catalog_close(catalog);
    close(fd);
    return 0;
}
