/* make_bad.c - write malformed and odd files into a directory
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: make_bad DIRECTORY [GOOD.bc…]
 *
 * See support/synthetic.h. Damage is done to each good file as well. Prints how many were written.
 */
#include "support/synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct output {
    const char *directory;
    unsigned n;
};

static void save(void *context, const char *name, struct bl_view bytes)
{
    struct output *output = context;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.bc", output->directory, name);
    FILE *file = fopen(path, "wbx"); /* names must be unique */
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    output->n++;
}

/* The file's name without directory and suffix. */
static const char *stem(const char *path)
{
    static char text[256];
    const char *slash = strrchr(path, '/');
    snprintf(text, sizeof text, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(text, '.');
    if (dot)
        *dot = '\0';
    return text;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: make_bad DIRECTORY [GOOD.bc...]\n");
        return 2;
    }
    struct output output = {.directory = argv[1]};
    synthetic_grammar(save, &output);
    synthetic_files(save, &output);
    for (int i = 2; i < argc; i++) {
        struct bl_file *file;
        struct bl_error err;
        if (bl_file_open(&file, argv[i], 0, &err) < 0) {
            fprintf(stderr, "%s: %s\n", argv[i], err.what);
            return 1;
        }
        synthetic_damage(stem(argv[i]), bl_file_view(file), save, &output);
        bl_file_close(file);
    }
    printf("%u files\n", output.n);
    return 0;
}
