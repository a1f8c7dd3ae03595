/* replay.c - runs one fuzz target over the files and directories named on its command line
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Stands in for libFuzzer in `make test`. Each name is printed before its input runs, so the last
 * one is the culprit. Every input lies in a block of exactly its size, so that the address
 * sanitizer sees a read past its end.
 */

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t n_inputs;

static void die(const char *path)
{
    fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
    exit(1);
}

static void replay_file(const char *path, size_t byte_size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(byte_size);

    if (!file || (byte_size && !data) || fread(data, 1, byte_size, file) != byte_size)
        die(path);
    fclose(file);
    puts(path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, byte_size);
    free(data);
    n_inputs++;
}

static void replay_path(const char *path)
{
    struct stat status;
    struct dirent **entries;

    if (stat(path, &status) < 0) {
        if (errno == ENOENT)
            return; // a target without seeds is fine
        die(path);
    }
    if (!S_ISDIR(status.st_mode)) {
        replay_file(path, (size_t)status.st_size);
        return;
    }
    int n_entries = scandir(path, &entries, NULL, alphasort);
    if (n_entries < 0)
        die(path);
    for (int i = 0; i < n_entries; i++) {
        char child[4096];

        if (entries[i]->d_name[0] != '.') {
            snprintf(child, sizeof(child), "%s/%s", path, entries[i]->d_name);
            replay_path(child);
        }
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < argc; i++)
        replay_path(argv[i]);
    printf("%zu inputs\n", n_inputs);
    return 0;
}
