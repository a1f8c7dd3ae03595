/* inputs/query_problems.c - what was wrong with what operands name
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/growing_text.h"
#include "base/status.h"
#include "base/view.h"
#include "inputs/operand_paths.h"
#include "inputs/query_catalog.h"

#include <stdlib.h>

enum {
    MOST_SEARCHED = 1 << 24 /* streams, for those that problems are in */
};

int bl_query_need(struct bl_query *in, int status)
{
    in->has_lacked |= status == BL_E_NOMEM;
    return status;
}

/* ---- Paths ---- */

/* The way from the current directory to BASE, and where it is not that one itself the slash after
 * it. What is not below it begins at the root. */
static void put_base(const struct bl_query *in, struct bl_view base, bl_put_fn *put, void *context)
{
    const char *text = (const char *)base.data;
    size_t n = in->directory ? strlen(in->directory) : 0;
    if (n > 0 && in->directory[n - 1] == '/')
        n--;
    bool is_below = in->directory && base.size >= n &&
                    (n == 0 || memcmp(text, in->directory, n) == 0) &&
                    (base.size == n || text[n] == '/');
    size_t skipped = !is_below ? 0 : base.size > n ? n + 1 : n;
    put(context, text + skipped, base.size - skipped);
    if (base.size > skipped && text[base.size - 1] != '/')
        put(context, "/", 1);
}

static void put_path(const struct bl_query *in, const struct bl_source *named,
                     struct bl_view nested, bl_put_fn *put, void *context)
{
    if (named->base.size > 0)
        put_base(in, named->base, put, context);
    put(context, (const char *)named->path.data, named->path.size);
    if (nested.size > 0)
        put(context, (const char *)nested.data, nested.size);
}

/* Malloc'ed; NULL: no memory. */
static char *path_of(const struct bl_query *in, const struct bl_source *named,
                     struct bl_view nested)
{
    struct bl_sql_text path = {.data = NULL};
    put_path(in, named, nested, bl_sql_text_put, &path);
    char *copy = path.has_lacked ? NULL : bl_copy_text(bl_sql_text_get(&path));
    bl_sql_text_release(&path);
    return copy;
}

bool bl_query_named(struct bl_query *in, uint32_t number, struct bl_source *named)
{
    struct bl_error err;
    int rc = bl_catalog_get_source(in->catalog, number, named, &err);
    if (rc == BL_OK && named->parent != BL_NONE)
        rc = bl_catalog_get_source(in->catalog, named->parent, named, &err);
    if (rc < 0)
        bl_query_note_catalog(in, &err);
    return rc == BL_OK;
}

void bl_query_put_path(struct bl_query *query, uint32_t stream, bl_put_fn *put, void *context)
{
    struct bl_catalog_stream s;
    struct bl_error err;
    int rc = bl_catalog_get_stream(query->catalog, stream, &s, &err);
    if (rc < 0)
        bl_query_note_catalog(query, &err);
    else
        bl_query_put_source(query, s.source, s.path, put, context);
}

void bl_query_put_source(struct bl_query *query, uint32_t source, struct bl_view nested,
                         bl_put_fn *put, void *context)
{
    struct bl_source named;
    if (bl_query_named(query, source, &named))
        put_path(query, &named, nested, put, context);
}

/* ---- Noting ---- */

static void release_noted(struct bl_noted *noted)
{
    free(noted->path);
    free(noted->text);
}

/* NOTED, whose texts are malloc'ed; NULL for its path: no memory. */
static void add(struct bl_query *in, struct bl_noted noted)
{
    if (noted.text)
        noted.error.what = noted.text;
    if (!noted.path || bl_append(&in->noted, &in->n_noted, &in->cap_noted, noted) < 0) {
        in->has_lacked = true;
        release_noted(&noted);
    }
}

void bl_query_note_at(struct bl_query *in, unsigned kind, const char *path,
                      const struct bl_error *err, char *text)
{
    add(in, (struct bl_noted){.path = bl_copy_text(bl_sql_view(path)),
                              .text = text,
                              .error = *err,
                              .kind = (uint8_t)kind});
}

void bl_query_note_source(struct bl_query *in, unsigned kind, const struct bl_source *named,
                          struct bl_view nested, const struct bl_error *err)
{
    add(in, (struct bl_noted){
                .path = path_of(in, named, nested), .error = *err, .kind = (uint8_t)kind});
}

void bl_query_note_catalog(struct bl_query *in, const struct bl_error *err)
{
    bool is_damage = err->status == BL_E_CONTAINER;
    if (is_damage && in->is_damaged) /* noted once: whatever is asked may fail with that */
        return;
    in->is_damaged |= is_damage;
    bl_query_note_at(in, BL_PROBLEM_INDEX, "catalog", err, NULL);
}

void bl_query_note(struct bl_query *query, uint32_t stream, const struct bl_error *err)
{
    struct bl_catalog_stream s;
    struct bl_source named;
    if (stream == BL_NONE || bl_catalog_get_stream(query->catalog, stream, &s, NULL) < 0) {
        bl_query_note_catalog(query, err);
    } else if (bl_query_named(query, s.source, &named)) {
        struct bl_noted noted = {
            .path = path_of(query, &named, s.path), .error = *err, .kind = BL_PROBLEM_INPUT};
        noted.has_stream = err->has_pos && !bl_is_of_container(err->status) &&
                           bl_catalog_load(query->catalog, stream, &noted.stream, NULL) == BL_OK;
        add(query, noted);
    }
}

void bl_query_note_module(struct bl_query *in, uint32_t module, const struct bl_error *err)
{
    struct bl_catalog_module m;
    bool is_known = bl_catalog_get_module(in->catalog, module, &m, NULL) == BL_OK;
    bl_query_note(in, is_known ? m.stream : BL_NONE, err);
}

/* ---- Returning ---- */

/* Whether PROBLEM is in a stream, which in->problem_stream then is, without its bytes if its file
 * cannot be read any more. It is in the stream of the problem before it, or in one after that. */
static bool find_stream(struct bl_query *in, const struct bl_catalog_problem *problem)
{
    struct bl_source source;
    struct bl_catalog_stream found;
    if (bl_catalog_get_source(in->catalog, problem->source, &source, NULL) < 0)
        return false;
    uint32_t last = in->stream_of_problem;
    uint32_t end = source.first_stream + source.n_streams;
    bool is_inside = last >= source.first_stream && last < end;
    for (uint32_t i = is_inside ? last : source.first_stream; i < end; i++) {
        if (in->n_searched++ >= MOST_SEARCHED ||
            bl_catalog_get_stream(in->catalog, i, &found, NULL) < 0)
            return false;
        if (!bl_view_equal(found.path, problem->path))
            continue;
        if (bl_query_need(in, bl_catalog_load(in->catalog, i, &in->problem_stream, NULL)) < 0)
            in->problem_stream =
                (struct bl_stream){.file_offset = found.file_offset, .kind = found.kind};
        in->stream_of_problem = i;
        return true;
    }
    return false;
}

/* The next problem of the catalog that is met. False: there is none. */
static bool next_of_catalog(struct bl_query *in, struct bl_query_problem *problem)
{
    uint32_t n = in->catalog ? bl_catalog_get_counts(in->catalog).n_problems : 0;
    while (in->next_of_catalog < n) {
        struct bl_catalog_problem p;
        struct bl_source named;
        struct bl_error err;
        if (bl_catalog_get_problem(in->catalog, in->next_of_catalog++, &p, &err) < 0) {
            bl_query_note_catalog(in, &err);
            break;
        }
        if (!bl_query_named(in, p.source, &named))
            break;
        if (!in->takes_all_problems && !bl_query_meet_problem(in, &p, &named))
            continue;
        bool counts_from_stream = p.error.has_pos && !bl_is_of_container(p.error.status);
        bool has_stream = counts_from_stream && find_stream(in, &p);
        free(in->problem_path);
        in->problem_path = path_of(in, &named, p.path);
        in->has_lacked |= !in->problem_path;
        *problem = (struct bl_query_problem){
            .path = in->problem_path ? in->problem_path : "",
            .error = p.error,
            .stream = has_stream ? &in->problem_stream : NULL,
            .kind = BL_PROBLEM_INPUT,
        };
        return true;
    }
    in->next_of_catalog = n;
    return false;
}

int bl_query_next_problem(struct bl_query *query, struct bl_query_problem *problem)
{
    bool is_before = query->next_noted < query->n_noted_before;
    if (!is_before && !query->has_returned_those_of_catalog) {
        if (next_of_catalog(query, problem))
            return 1;
        query->has_returned_those_of_catalog = true;
        bl_query_note_unmet(query);
    }
    if (query->next_noted == query->n_noted)
        return query->has_lacked ? BL_E_NOMEM : 0;
    const struct bl_noted *noted = &query->noted[query->next_noted++];
    *problem = (struct bl_query_problem){
        .path = noted->path,
        .error = noted->error,
        .stream = noted->has_stream ? &noted->stream : NULL,
        .kind = noted->kind,
    };
    return 1;
}
