/* client_zero_copy.c - how many names, and strings of metadata, are bytes of the file itself
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: client_zero_copy FILE
 */
#include <bitleap.h>
#include <inttypes.h>
#include <stdio.h>

struct tally {
    struct bl_view file;
    uint64_t n, n_bytes, n_copied;
};

static void add(struct tally *t, struct bl_view text)
{
    const uint8_t *end = t->file.data + t->file.size;
    t->n++;
    t->n_bytes += text.size;
    t->n_copied += text.size > 0 && (text.data < t->file.data || text.data + text.size > end);
}

static void print(const char *what, const struct tally *t)
{
    printf("%" PRIu64 " %s, %" PRIu64 " bytes, %" PRIu64 " copied\n", t->n, what, t->n_bytes,
           t->n_copied);
}

int main(int argc, char **argv)
{
    struct bl_module *module;
    struct bl_metadata *metadata = NULL;
    struct bl_error err;
    struct bl_view text;
    uint32_t n = 0;
    int rc = bl_module_open_file(&module, argc > 1 ? argv[1] : "-", NULL, 0, &err);
    if (rc < 0) {
        fprintf(stderr, "%s\n", err.what);
        return 1;
    }
    struct tally names = {.file = bl_module_stream(module)->bytes}, strings = names;
    rc = bl_module_count(module, &n, &err);
    for (uint32_t i = 0; rc >= 0 && i < n; i++)
        if ((rc = bl_module_name(module, i, &text, &err)) >= 0)
            add(&names, text);
    if (rc >= 0 && (rc = bl_module_metadata(module, &metadata, &err)) >= 0)
        for (uint32_t i = 0; bl_metadata_string(metadata, i, &text, &err) > 0; i++)
            add(&strings, text);
    print("names", &names);
    print("strings", &strings);
    bl_module_close(module);
    return rc < 0;
}
