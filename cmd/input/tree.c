/* cmd/tree.c - the files below a directory that have bitcode inside
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A catalog of nothing but streams finds them, on all cores.
 */
#include "input/tree.h"

#include "base/array.h"
#include "base/text.h"
#include "input/input.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void add_file(struct tree *tree, char *path)
{
    if (!array_room(&tree->files, &tree->cap, tree->n))
        out_no_memory();
    tree->files[tree->n++] = path;
}

struct finder {
    struct tree *tree;
    const struct common *common;
    struct out *out;
    const struct bl_catalog *catalog;
    uint32_t last; /* source whose file was added; BL_NONE */
    bool good;
};

static void fail(struct finder *f, const char *path, const struct bl_error *err)
{
    report_error(f->out, f->common, NULL, path, err);
    f->good = false;
}

/* What is wrong with a directory itself. */
static void tell_problems(struct finder *f, const struct bl_source *source)
{
    struct bl_catalog_problem problem;
    struct bl_error err;
    char *path = text_of(source->path);
    for (uint32_t i = 0; i < source->n_problems; i++)
        if (bl_catalog_problem(f->catalog, source->first_problem + i, &problem, &err) == BL_OK)
            fail(f, path, &problem.error);
    free(path);
}

/* Of a thin archive the members' files are sources of their own, and it is what is asked. */
static void take_source(struct finder *f, uint32_t number, const struct bl_source *source)
{
    uint32_t file = source->kind == BL_SOURCE_MEMBER ? source->parent : number;
    struct bl_source archive;
    if (source->n_streams == 0 && source->n_problems == 0)
        return;
    if (source->kind == BL_SOURCE_DIRECTORY) {
        tell_problems(f, source);
    } else if (file != f->last && bl_catalog_source(f->catalog, file, &archive, NULL) == BL_OK) {
        add_file(f->tree, text_of(archive.path));
        f->last = file;
    }
}

bool tree_find(struct tree *tree, const char *directory, unsigned open_flags,
               const struct common *common, struct out *o)
{
    struct finder f = {.tree = tree, .common = common, .out = o, .last = BL_NONE, .good = true};
    struct bl_catalog_options options = {.open_flags = open_flags | BL_OPEN_GUARDED};
    struct bl_catalog *catalog;
    struct bl_error err;
    if (bl_catalog_build(&catalog, &directory, 1, &options, &err) < 0) {
        fail(&f, directory, &err);
        return false;
    }
    f.catalog = catalog;
    uint32_t n = bl_catalog_counts(catalog).n_sources;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_source source;
        if (bl_catalog_source(catalog, i, &source, &err) == BL_OK)
            take_source(&f, i, &source);
    }
    if (tree->n == 0 && f.good)
        fail(&f, directory,
             &(struct bl_error){.status = BL_E_CONTAINER, .what = "no bitcode in any file below"});
    bl_catalog_close(catalog);
    return f.good;
}

void tree_release(struct tree *tree)
{
    for (uint32_t i = 0; i < tree->n; i++)
        free(tree->files[i]);
    free(tree->files);
    *tree = (struct tree){.files = NULL};
}
