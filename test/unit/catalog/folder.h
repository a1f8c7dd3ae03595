/* unit/catalog/folder.h - files in a folder of their own, and catalogs of them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_UNIT_CATALOG_FOLDER_H
#define BL_UNIT_CATALOG_FOLDER_H

#include "catalog/catalog.h"
#include "support/build_module.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ALL_PARTS = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES | BL_CATALOG_BLOCKS |
                BL_CATALOG_BODIES
};

/* The process goes into a new folder. */
struct folder {
    char path[64];
};

static inline struct folder folder_enter(void)
{
    struct folder folder = {.path = "/tmp/bitleap-catalog-XXXXXX"};
    cr_assert(mkdtemp(folder.path));
    cr_assert_eq(chdir(folder.path), 0);
    return folder;
}

static inline int folder_remove_one(const char *path, const struct stat *st, int type,
                                    struct FTW *at)
{
    (void)st;
    (void)type;
    (void)at;
    return remove(path);
}

static inline void folder_leave(struct folder *folder)
{
    cr_assert_eq(chdir("/"), 0);
    cr_assert_eq(nftw(folder->path, folder_remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

static inline void folder_write(const char *name, struct bl_view bytes)
{
    FILE *file = fopen(name, "wb");
    cr_assert(file, "%s", name);
    cr_assert_eq(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
}

/* A stream with a module of nothing. */
static inline void folder_stream(const char *name)
{
    struct module_build b;
    struct bl_view bytes;
    struct bl_writer *w;
    cr_assert_eq(bl_writer_open(&w, NULL), BL_OK);
    bl_writer_magic(w, "BC\xC0\xDE");
    module_begin(&b, w, 2);
    module_end(&b);
    module_strtab(&b);
    cr_assert_eq(bl_writer_finish(w, &bytes, NULL), BL_OK);
    folder_write(name, bytes);
    bl_writer_close(w);
}

static inline struct bl_view text_view(const char *text)
{
    return (struct bl_view){.data = (const uint8_t *)text, .size = strlen(text)};
}

/* SECONDS since 1970, so that tests do not depend on how fast they run. */
static inline void folder_set_time(const char *name, long seconds)
{
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    cr_assert_eq(utimensat(AT_FDCWD, name, times, 0), 0);
}

/* The path of NAME in corpora/small. Static. */
static inline const char *folder_corpus(const char *name)
{
    static char path[4096];
    const char *root = getenv("BITLEAP_SRC");
    cr_assert_not_null(root, "BITLEAP_SRC does not name the tree");
    snprintf(path, sizeof path, "%s/corpora/small/%s", root, name);
    return path;
}

/* A copy of NAME of corpora/small, as COPY. */
static inline void folder_copy(const char *name, const char *copy)
{
    struct bl_file *file;
    cr_assert_eq(bl_file_open(&file, folder_corpus(name), 0, NULL), BL_OK, "%s", name);
    folder_write(copy, bl_file_view(file));
    bl_file_close(file);
}

/* ---- Catalogs ---- */

static inline struct bl_catalog *build_with(const struct bl_catalog_options *options,
                                            const char *const *paths, size_t n)
{
    struct bl_catalog *catalog;
    struct bl_error err;
    cr_assert_eq(bl_catalog_build(&catalog, paths, n, options, &err), BL_OK, "%s", err.what);
    return catalog;
}

#define PATHS(...) \
    (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

/* With all parts, of the paths that follow. */
#define BUILD(...) build_with(&(struct bl_catalog_options){.parts = ALL_PARTS}, PATHS(__VA_ARGS__))

static inline void expect_whole(const struct bl_catalog *catalog)
{
    struct bl_error err;
    cr_expect_eq(bl_catalog_check(catalog, &err), BL_OK, "%s", err.what);
}

/* Two catalogs are the same to the last byte. */
static inline void expect_same(const char *row, const struct bl_catalog *a,
                               const struct bl_catalog *b)
{
    cr_expect_eq(a->parts, b->parts, "%s: other parts", row);
    cr_assert_eq(bl_catalog_need_name_table(a, NULL), BL_OK);
    cr_assert_eq(bl_catalog_need_name_table(b, NULL), BL_OK);
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++) {
        cr_assert_eq(a->chunks[i].size, b->chunks[i].size, "%s: chunk %u has %u bytes, not %u", row,
                     i, (unsigned)a->chunks[i].size, (unsigned)b->chunks[i].size);
        cr_expect_eq(memcmp(a->chunks[i].data, b->chunks[i].data, a->chunks[i].size), 0,
                     "%s: chunk %u differs", row, i);
    }
}

static inline struct bl_source source_of(const struct bl_catalog *catalog, uint32_t number)
{
    struct bl_source source;
    cr_assert_eq(bl_catalog_get_source(catalog, number, &source, NULL), BL_OK);
    return source;
}

/* The number of the source of this path. */
static inline uint32_t find_source(const struct bl_catalog *catalog, const char *path)
{
    uint32_t n = bl_catalog_get_counts(catalog).n_sources;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_view path_of_source = source_of(catalog, i).path;
        if (path_of_source.size == strlen(path) &&
            memcmp(path_of_source.data, path, path_of_source.size) == 0)
            return i;
    }
    return BL_NONE;
}

/* Source PATH has one problem: WHAT is in its text, NESTED is its path. */
static inline void expect_problem(const struct bl_catalog *catalog, const char *path, int status,
                                  const char *what, const char *nested)
{
    struct bl_catalog_problem problem;
    uint32_t number = find_source(catalog, path);
    cr_assert_neq(number, BL_NONE, "%s is no source", path);
    struct bl_source source = source_of(catalog, number);
    cr_assert_geq(source.n_problems, 1, "%s: no problem", path);
    cr_assert_eq(bl_catalog_get_problem(catalog, source.first_problem, &problem, NULL), BL_OK);
    cr_expect_eq(problem.source, number);
    cr_expect_eq(problem.error.status, status, "%s: status %d", path, problem.error.status);
    cr_expect(strstr(problem.error.what, what), "%s: %s", path, problem.error.what);
    cr_expect(problem.path.size == strlen(nested) &&
                  memcmp(problem.path.data, nested, problem.path.size) == 0,
              "%s: at %.*s", path, (int)problem.path.size, (const char *)problem.path.data);
}

#endif
