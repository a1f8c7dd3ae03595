/* cmd/input/catalog_report.c - the files of a catalog: their paths, and what is wrong with them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/catalog_report.h"

#include "base/name_sort.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void report_catalog(struct context *c, const struct bl_error *err)
{
    bool is_damage = err->status == BL_E_CONTAINER;
    if (is_damage && c->catalog_is_damaged)
        return;
    c->catalog_is_damaged |= is_damage;
    report_error(c, "catalog", NULL, err);
}

bool check_alike(struct context *c, const struct bl_catalog *first, const struct bl_catalog *index,
                 const char *path)
{
    if (bl_catalog_get_counts(index).parts == bl_catalog_get_counts(first).parts)
        return true;
    report_text(c, path, BL_E_ARGUMENT,
                "has more or less in it than the index file before it, as with --lean, --blocks or "
                "--follow");
    return false;
}

bool get_named(struct context *c, const struct bl_catalog *catalog, uint32_t number,
               struct bl_source *named)
{
    struct bl_error err;
    int rc = bl_catalog_get_source(catalog, number, named, &err);
    if (rc == BL_OK && named->parent != BL_NONE)
        rc = bl_catalog_get_source(catalog, named->parent, named, &err);
    if (rc < 0)
        report_catalog(c, &err);
    return rc == BL_OK;
}

bool get_problem(struct context *c, const struct bl_catalog *catalog, uint32_t number,
                 struct bl_catalog_problem *problem, struct bl_source *named)
{
    struct bl_error err;
    if (bl_catalog_get_problem(catalog, number, problem, &err) == BL_OK)
        return get_named(c, catalog, problem->source, named);
    report_catalog(c, &err);
    return false;
}

/* The way from directory FROM, which is absolute or NULL, to BASE, and where it is not FROM itself
 * the slash after that. What is not below it begins at the root. */
static void put_base(struct text *path, struct bl_view base, const char *from)
{
    const char *text = (const char *)base.data;
    size_t n = from ? strlen(from) : 0;
    if (n > 0 && from[n - 1] == '/')
        n--;
    bool is_below = from && base.size >= n && (n == 0 || memcmp(text, from, n) == 0) &&
                    (base.size == n || text[n] == '/');
    size_t skipped = !is_below ? 0 : base.size > n ? n + 1 : n;
    text_put(path, text + skipped, base.size - skipped);
    if (base.size > skipped && text[base.size - 1] != '/')
        text_put(path, "/", 1);
}

char *source_path(const struct context *c, const struct bl_source *named, struct bl_view nested)
{
    struct text path = {0};
    if (named->base.size > 0)
        put_base(&path, named->base, c->directory);
    text_put(&path, (const char *)named->path.data, named->path.size);
    text_put(&path, (const char *)nested.data, nested.size);
    text_put(&path, "", 1);
    return path.data;
}

void report_source(struct context *c, const struct bl_source *named, struct bl_view nested,
                   const struct bl_stream *stream, const struct bl_error *err)
{
    char *path = source_path(c, named, nested);
    report_error(c, path, stream, err);
    free(path);
}

/* ---- Problems ---- */

enum {
    MOST_SEARCHED = 1 << 24
};

/* Finds the streams that problems are in. These come in the order of streams: each is in the stream
 * of the last one, or in one after it. The search for what is in none is limited. */
struct stream_finder {
    const struct bl_catalog *catalog;
    uint32_t stream; /* of the last problem */
    uint32_t n_searched;
};

/* Whether PROBLEM is in a stream, which *STREAM then is, without its bytes if its file cannot be
 * read any more. */
static bool find_stream(struct stream_finder *f, const struct bl_catalog_problem *problem,
                        struct bl_stream *stream)
{
    struct bl_source source;
    struct bl_catalog_stream found;
    if (bl_catalog_get_source(f->catalog, problem->source, &source, NULL) < 0)
        return false;
    uint32_t end = source.first_stream + source.n_streams;
    bool is_inside = f->stream >= source.first_stream && f->stream < end;
    for (uint32_t i = is_inside ? f->stream : source.first_stream; i < end; i++) {
        if (f->n_searched++ >= MOST_SEARCHED ||
            bl_catalog_get_stream(f->catalog, i, &found, NULL) < 0)
            return false;
        if (compare_names(found.path, problem->path) != 0)
            continue;
        if (out_need(bl_catalog_load(f->catalog, i, stream, NULL)) < 0)
            *stream = (struct bl_stream){.file_offset = found.file_offset, .kind = found.kind};
        f->stream = i;
        return true;
    }
    return false;
}

void report_problems(struct context *c, const struct bl_catalog *catalog, problem_fn *is_wanted,
                     void *data)
{
    uint32_t n = bl_catalog_get_counts(catalog).n_problems;
    struct stream_finder finder = {.catalog = catalog};
    struct bl_catalog_problem problem;
    struct bl_source named;
    for (uint32_t i = 0; i < n; i++) {
        if (!get_problem(c, catalog, i, &problem, &named))
            return;
        if (is_wanted && !is_wanted(data, &problem, &named))
            continue;
        struct bl_stream stream;
        bool counts_from_stream = problem.error.has_pos && problem.error.status != BL_E_CONTAINER;
        bool found = counts_from_stream && find_stream(&finder, &problem, &stream);
        report_source(c, &named, problem.path, found ? &stream : NULL, &problem.error);
    }
}
