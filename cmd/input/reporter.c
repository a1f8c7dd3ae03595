/* cmd/reporter.c - failures in what a catalog tells of, told
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/reporter.h"

#include "input/input.h"

#include <stdlib.h>
#include <string.h>

void reporter_fail(struct reporter *r, const char *path, const struct bl_error *err)
{
    report_error(r->out, r->common, NULL, path, err);
    r->good = false;
}

void reporter_fail_catalog(struct reporter *r, const struct bl_error *err)
{
    bool is_damage = err->status == BL_E_CONTAINER;
    if (!is_damage || !r->told_damage)
        reporter_fail(r, "catalog", err);
    r->told_damage |= is_damage;
}

bool reporter_check_alike(struct reporter *r, const struct bl_catalog *first,
                          const struct bl_catalog *index, const char *path)
{
    struct bl_error err = {.status = BL_E_ARGUMENT,
                           .what = "tells more or less than the index file before it, as "
                                   "with --lean or --blocks"};
    if (bl_catalog_counts(index).parts == bl_catalog_counts(first).parts)
        return true;
    reporter_fail(r, path, &err);
    return false;
}

/* The way from directory FROM, which is absolute or NULL, to BASE, and where it is not FROM itself
 * the slash behind that. What is not below it is told from the root. */
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

void reporter_put_path(const struct reporter *r, struct text *path, const struct bl_source *named,
                       struct bl_view nested)
{
    if (named->base.size > 0)
        put_base(path, named->base, r->directory);
    text_put(path, (const char *)named->path.data, named->path.size);
    text_put(path, (const char *)nested.data, nested.size);
}

void reporter_fail_in(struct reporter *r, const struct bl_source *named, struct bl_view nested,
                      const struct bl_stream *stream, const struct bl_error *err)
{
    struct text path = {0};
    reporter_put_path(r, &path, named, nested);
    text_put(&path, "", 1);
    struct input input = {.path = path.data};
    if (stream)
        input.stream = *stream;
    report_error(r->out, r->common, stream ? &input : NULL, path.data, err);
    r->good = false;
    free(path.data);
}

bool reporter_get_named(struct reporter *r, const struct bl_catalog *catalog, uint32_t number,
                        struct bl_source *named)
{
    struct bl_error err;
    int rc = bl_catalog_source(catalog, number, named, &err);
    if (rc == BL_OK && named->parent != BL_NONE)
        rc = bl_catalog_source(catalog, named->parent, named, &err);
    if (rc < 0)
        reporter_fail_catalog(r, &err);
    return rc == BL_OK;
}

bool reporter_get_problem(struct reporter *r, const struct bl_catalog *catalog, uint32_t number,
                          struct bl_catalog_problem *problem, struct bl_source *named)
{
    struct bl_error err;
    if (bl_catalog_problem(catalog, number, problem, &err) == BL_OK)
        return reporter_get_named(r, catalog, problem->source, named);
    reporter_fail_catalog(r, &err);
    return false;
}

/* ---- Problems ---- */

enum {
    MOST_LOOKED_AT = 1 << 24
};

/* Whether PROBLEM is in a stream, which is told without its bytes. Problems come in the order of
 * streams: it is that of the last one, or one behind it. What is in none is looked for in vain,
 * which is not done for ever. */
static bool find_stream(struct reporter *r, const struct bl_catalog *catalog,
                        const struct bl_catalog_problem *problem, struct bl_stream *stream)
{
    struct bl_source source;
    struct bl_catalog_stream told;
    if (bl_catalog_source(catalog, problem->source, &source, NULL) < 0)
        return false;
    uint32_t end = source.first_stream + source.n_streams;
    bool is_inside = r->stream >= source.first_stream && r->stream < end;
    for (uint32_t i = is_inside ? r->stream : source.first_stream; i < end; i++) {
        if (r->n_looked_at++ >= MOST_LOOKED_AT || bl_catalog_stream(catalog, i, &told, NULL) < 0)
            return false;
        if (told.path.size != problem->path.size ||
            (told.path.size && memcmp(told.path.data, problem->path.data, told.path.size) != 0))
            continue;
        *stream = (struct bl_stream){.file_offset = told.file_offset, .kind = told.kind};
        r->stream = i;
        return true;
    }
    return false;
}

void reporter_fail_problem(struct reporter *r, const struct bl_catalog *catalog,
                           const struct bl_catalog_problem *problem, const struct bl_source *named)
{
    struct bl_stream stream;
    const struct bl_error *err = &problem->error;
    bool counts_from_stream = err->has_pos && err->status != BL_E_CONTAINER;
    bool found = counts_from_stream && find_stream(r, catalog, problem, &stream);
    reporter_fail_in(r, named, problem->path, found ? &stream : NULL, err);
}
