/* make_extreme.c - write files that claim, or are, far more than any compiler writes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: make_extreme DIRECTORY
 */
#include "support/extreme_files.h"

#include <stdio.h>
#include <stdlib.h>

static void save(void *directory, const struct extreme_file *extreme)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.bc", (const char *)directory, extreme->name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(extreme->bytes.data, 1, extreme->bytes.size, file) != extreme->bytes.size ||
        fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make_extreme DIRECTORY\n");
        return 2;
    }
    extreme_files(save, argv[1]);
    return 0;
}
