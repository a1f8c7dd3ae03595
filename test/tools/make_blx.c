/* make_blx.c - writes the sample index files that fuzzing begins with
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: make_blx FULL EMPTY; the sample of support/make_catalog.h, and a catalog of nothing.
 */
#include "support/make_catalog.h"

#include <stdio.h>

static bool write_one(struct bl_catalog *catalog, const char *path)
{
    struct bl_error err;
    int status = bl_catalog_write(catalog, path, &err);
    bl_catalog_close(catalog);
    if (status < 0)
        fprintf(stderr, "make_blx: %s: %s\n", path, err.what);
    return status == BL_OK;
}

int main(int argc, char **argv)
{
    struct make_catalog nothing = {.parts = BL_CATALOG_MODULES};
    if (argc != 3) {
        fputs("usage: make_blx FULL EMPTY\n", stderr);
        return 2;
    }
    return write_one(make_sample(NULL), argv[1]) && write_one(make_done(&nothing), argv[2]) ? 0 : 1;
}
