/* ir/module_file.c - a module by the path of its file, with all that it needs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_search.h"
#include "index/index.h"
#include "ir/module.h"

#include <stdlib.h>
#include <string.h>

/* What a module keeps that was opened by a path; all of it is borrowed from what comes before. */
struct bl_module_file {
    struct bl_file *file;
    struct bl_search *search; /* it keeps the file of a thin archive's member open */
    struct bl_stream stream;
    struct bl_index *index;
};

/* What a file has, as far as it was searched. */
struct choice {
    struct bl_module_file *file; /* the first module is in its stream and index */
    uint32_t block;              /* of the first module */
    uint32_t n_modules, n_streams;
    enum bl_stream_kind kind; /* of the first stream */
    bool is_in_thin_member;
    char *path;              /* of the first module: nested */
    struct bl_error failure; /* of the first part that cannot be read */
};

/* Where the modules of FOUND are; only those of the first stream that has any are kept. */
static int look_at(struct choice *c, const struct bl_found *found, struct bl_error *err)
{
    struct bl_index *index;
    uint32_t block = BL_NONE;
    if (c->n_streams++ == 0)
        c->kind = found->stream.kind;
    if (found->stream.kind != BL_STREAM_LLVM_IR)
        return BL_OK;
    int status = bl_index_open(&index, &found->stream, err);
    if (status < 0)
        return status;
    uint32_t n_before = c->n_modules;
    while ((block = bl_module_next(index, block)) != BL_NONE)
        if (c->n_modules++ == 0)
            c->block = block;
    if (n_before > 0 || c->n_modules == 0) {
        uint64_t end;
        if (c->n_modules == 0 && c->failure.status == BL_OK)
            (void)bl_index_end(index, &end, &c->failure);
        bl_index_close(index);
        return BL_OK;
    }
    c->file->stream = found->stream;
    c->file->index = index;
    c->is_in_thin_member = found->member_file != NULL;
    c->path = strdup(found->path);
    return c->path ? BL_OK : bl_fail(err, BL_E_NOMEM, "no memory for a path");
}

static int open_search(struct bl_module_file *f, const char *path, const char *nested,
                       unsigned flags, struct bl_error *err)
{
    bl_search_close(f->search);
    int status = bl_search_open(&f->search, bl_file_view(f->file), path, err);
    if (status < 0)
        return status;
    bl_search_within(f->search, nested);
    bl_search_open_members(f->search, flags);
    return BL_OK;
}

/* Why a whole stream of KIND has no module. */
static int fail_kind(enum bl_stream_kind kind, struct bl_error *err)
{
    switch (kind) {
    case BL_STREAM_UNKNOWN: return bl_fail(err, BL_E_CONTAINER, "no bitcode: unknown magic number");
    case BL_STREAM_LLVM_IR: return bl_fail(err, BL_E_CONTAINER, "LLVM IR without a module");
    case BL_STREAM_CLANG_AST:
        return bl_fail(err, BL_E_CONTAINER, "a serialized AST of clang, no LLVM IR");
    case BL_STREAM_DIAGNOSTICS:
        return bl_fail(err, BL_E_CONTAINER, "serialized diagnostics, no LLVM IR");
    case BL_STREAM_REMARKS: return bl_fail(err, BL_E_CONTAINER, "optimization remarks, no LLVM IR");
    case BL_STREAM_SWIFT: return bl_fail(err, BL_E_CONTAINER, "a Swift module, no LLVM IR");
    case BL_STREAM_SWIFT_DOC:
    case BL_STREAM_SWIFT_SOURCE_INFO: break;
    }
    return bl_fail(err, BL_E_CONTAINER, "what a Swift module has beside it, no LLVM IR");
}

/* Why the file has no module. */
static int fail_without(const struct choice *c, struct bl_error *err)
{
    const struct bl_search *search = c->file->search;
    if (c->failure.status < 0)
        return bl_fail_again(err, &c->failure);
    return c->n_streams == 0 ? bl_search_explain(search, err) : fail_kind(c->kind, err);
}

static int fail_ambiguous(const struct choice *c, struct bl_error *err)
{
    bool is_archive = bl_is_archive(bl_file_view(c->file->file));
    int status =
        bl_fail(err, BL_E_CONTAINER,
                c->n_streams == 1 ? "several modules in one stream: bl_module_open() opens one"
                : is_archive      ? "archive of several modules: name one"
                                  : "several modules: name one");
    if (err)
        err->n_choices = c->n_modules;
    return status;
}

/* Find the one module at NESTED. */
static int choose(struct choice *c, const char *path, const char *nested, unsigned flags,
                  struct bl_error *err)
{
    struct bl_found found;
    struct bl_error failure;
    int rc = open_search(c->file, path, nested, flags, err);
    if (rc < 0)
        return rc;
    while ((rc = bl_search_next(c->file->search, &found, &failure)) != 0) {
        if (rc < 0 && c->failure.status == BL_OK)
            c->failure = failure;
        if (rc == BL_E_NOMEM)
            return bl_fail_again(err, &failure);
        if (rc > 0 && (rc = look_at(c, &found, err)) < 0)
            return rc;
    }
    if (c->n_modules == 0)
        return fail_without(c, err);
    return c->n_modules == 1 ? BL_OK : fail_ambiguous(c, err);
}

/* The search goes back to the only module, so that the member's file is open. */
static int reopen_member(struct choice *c, const char *path, unsigned flags, struct bl_error *err)
{
    struct bl_found found;
    bl_index_close(c->file->index);
    c->file->index = NULL;
    int rc = open_search(c->file, path, c->path, flags, err);
    if (rc == BL_OK)
        rc = bl_search_next(c->file->search, &found, err);
    if (rc < 0)
        return rc;
    if (rc == 0)
        return bl_fail(err, BL_E_STALE, "the archive has changed meanwhile");
    c->file->stream = found.stream;
    return bl_index_open(&c->file->index, &c->file->stream, err);
}

void bl_module_file_close(struct bl_module_file *f)
{
    if (!f)
        return;
    bl_index_close(f->index);
    bl_search_close(f->search);
    bl_file_close(f->file);
    bl_drop(f);
}

static int open_at(struct choice *c, const char *path, const char *nested, unsigned flags,
                   struct bl_module **module, struct bl_error *err)
{
    int status = bl_file_open(&c->file->file, path, flags, err);
    if (status == BL_OK)
        status = bl_file_unpack(c->file->file, err);
    if (status >= 0)
        status = choose(c, path, nested, flags, err);
    if (status == BL_OK && c->is_in_thin_member) {
        status = reopen_member(c, path, flags, err);
    } else {
        bl_search_close(c->file->search);
        c->file->search = NULL;
    }
    return status < 0 ? status : bl_module_open(module, c->file->index, c->block, err);
}

int bl_module_open_file(struct bl_module **module, const char *path, const char *name,
                        unsigned flags, struct bl_error *err)
{
    *module = NULL;
    struct bl_module_file *file = bl_new(sizeof *file);
    size_t n_file = bl_path_split(path);
    size_t n_path = strlen(path);
    size_t n_name = name ? strlen(name) : 0;
    bool is_member = n_name > 0 && !strchr(BL_PATH_PARTS, *name);
    char *paths = malloc(n_path + n_name + sizeof "\0()");
    struct choice c = {.file = file};
    int status = BL_E_NOMEM;
    if (file && paths) {
        char *nested = paths + n_file + 1;
        memcpy(paths, path, n_file);
        paths[n_file] = '\0';
        memcpy(nested, path + n_file, n_path - n_file + 1);
        char *end = nested + (n_path - n_file);
        if (is_member)
            *end++ = '(';
        memcpy(end, name ? name : "", n_name + 1);
        memcpy(end + n_name, is_member ? ")" : "", is_member ? 2 : 1);
        status = open_at(&c, paths, nested, flags, module, err);
    } else {
        bl_fail(err, BL_E_NOMEM, "no memory for a module");
    }
    bl_drop(c.path);
    free(paths);
    if (status < 0)
        bl_module_file_close(file);
    else
        (*module)->file = file;
    return status;
}

int bl_module_first(struct bl_module **module, struct bl_index *index, struct bl_error *err)
{
    uint64_t end;
    uint32_t block = bl_module_next(index, BL_NONE);
    *module = NULL;
    if (block != BL_NONE)
        return bl_module_open(module, index, block, err);
    struct bl_stream stream;
    int status = bl_stream_locate(bl_index_stream(index)->bytes, &stream, err);
    if (status == BL_OK)
        status = bl_index_end(index, &end, err);
    return status < 0 ? status : fail_kind(stream.kind, err);
}

/* ---- What it is in ---- */

struct bl_index *bl_module_index(const struct bl_module *module)
{
    return module->index;
}

const struct bl_stream *bl_module_stream(const struct bl_module *module)
{
    return bl_index_stream(module->index);
}

uint32_t bl_module_block(const struct bl_module *module)
{
    return module->block;
}

/* ---- A body in it ---- */

int bl_module_find_function(struct bl_module *module, struct bl_view name,
                            struct bl_function **function, struct bl_error *err)
{
    uint32_t value;
    *function = NULL;
    int rc = bl_module_find(module, name, &value, err);
    if (rc <= 0 || !module->header.places[value].has_body)
        return rc < 0 ? rc : 0;
    rc = bl_function_open(function, module, value, err);
    return rc < 0 ? rc : 1;
}
