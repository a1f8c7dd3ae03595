/* support/scratch.c - a directory for the files of one test
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/scratch.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char directory[64];

const char *scratch_begin(void)
{
    strcpy(directory, "/tmp/bitleap-XXXXXX");
    if (!mkdtemp(directory))
        abort();
    return directory;
}

const char *scratch_path(const char *name)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

/* Call EACH, if there is one, with the path of each file. How many there are. */
static unsigned list(int (*each)(const char *))
{
    DIR *open = opendir(directory);
    struct dirent *entry;
    unsigned n = 0;
    if (!open)
        abort();
    while ((entry = readdir(open))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        n++;
        if (each)
            (void)each(scratch_path(entry->d_name));
    }
    closedir(open);
    return n;
}

unsigned scratch_count(void)
{
    return list(NULL);
}

void scratch_end(void)
{
    (void)list(unlink);
    (void)rmdir(directory);
}
