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

unsigned scratch_each(scratch_each_fn *each, void *context)
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
            each(context, scratch_path(entry->d_name));
    }
    closedir(open);
    return n;
}

unsigned scratch_count(void)
{
    return scratch_each(NULL, NULL);
}

static void remove_one(void *context, const char *path)
{
    (void)context;
    (void)unlink(path);
}

void scratch_empty(void)
{
    scratch_each(remove_one, NULL);
}

void scratch_end(void)
{
    scratch_empty();
    (void)rmdir(directory);
}
