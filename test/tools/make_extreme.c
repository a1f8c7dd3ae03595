/* make_extreme.c - write files that claim, or are, far more than any compiler writes, or index does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: make_extreme DIRECTORY
 */
#include "support/extreme_files.h"
#include "support/make_catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* The file at PATH, the source that the index file is of. */
static void add_source(struct make_catalog *m, const char *path)
{
    struct stat info;
    char *absolute = realpath(path, NULL);
    if (!absolute || stat(absolute, &info) != 0) {
        perror(path);
        exit(1);
    }
    uint32_t text = make_text(m, absolute);
    uint32_t base = make_text(m, "");
    struct bl_blx_source *source = make_record(m, BL_BLX_SRCS);
    MAKE_SET(source->path, text);
    MAKE_SET(source->base, base);
    MAKE_SET(source->kind, BL_SOURCE_FILE);
    MAKE_SET(source->parent, BL_NONE);
    MAKE_SET(source->size, info.st_size);
    MAKE_SET(source->mtime, (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec);
    MAKE_SET(source->n_streams, 1);
    free(absolute);
}

/* Functions of one module, said to be in the file at PATH, that all have one long name, the same
 * bytes of the index file. */
static struct bl_catalog *one_name(const char *path)
{
    enum {
        N_FUNCTIONS = 10000
    };
    static char name[200000];
    struct make_catalog m = {.parts = BL_CATALOG_MODULES | BL_CATALOG_PLACES | BL_CATALOG_SYMBOLS |
                                      BL_CATALOG_HASHES};
    add_source(&m, path);
    uint32_t none = make_text(&m, "");
    struct bl_blx_stream *stream = make_record(&m, BL_BLX_STRM);
    MAKE_SET(stream->path, none);
    MAKE_SET(stream->n_modules, 1);
    struct bl_blx_module *module = make_record(&m, BL_BLX_MODS);
    MAKE_SET(module->producer, none);
    MAKE_SET(module->triple, none);
    MAKE_SET(module->source_file, none);
    MAKE_SET(module->n_symbols, N_FUNCTIONS);
    MAKE_SET(module->n_bodies, N_FUNCTIONS);
    make_symbol(&m, &(struct make_symbol){.name = memset(name, 'a', sizeof name - 1),
                                          .in_names = true,
                                          .kind = BL_GLOBAL_FUNCTION});
    (void)make_record(&m, BL_BLX_FUNS);
    for (uint32_t i = 1; i < N_FUNCTIONS; i++) {
        void *symbol = make_record(&m, BL_BLX_SYMS);
        memcpy(symbol, m.chunks[BL_BLX_SYMS], sizeof(struct bl_blx_symbol));
        struct bl_blx_function *function = make_record(&m, BL_BLX_FUNS);
        MAKE_SET(function->symbol, i);
    }
    make_name_table(&m, 4);
    return make_done(&m);
}

static bool save_index(const char *directory)
{
    char path[4096];
    struct bl_error err;
    snprintf(path, sizeof path, "%s/module.bc", directory);
    struct bl_catalog *catalog = one_name(path);
    snprintf(path, sizeof path, "%s/one-name.blx", directory);
    int status = bl_catalog_write(catalog, path, &err);
    bl_catalog_close(catalog);
    if (status < 0)
        fprintf(stderr, "%s: %s\n", path, err.what);
    return status == BL_OK;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make_extreme DIRECTORY\n");
        return 2;
    }
    extreme_files(save, argv[1]);
    return save_index(argv[1]) ? 0 : 1;
}
