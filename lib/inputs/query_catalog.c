/* inputs/query_catalog.c - the catalog of what operands name: an index file, or one that is built
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "inputs/query_catalog.h"

#include "base/grow.h"
#include "base/status.h"
#include "catalog/catalog.h"
#include "inputs/operand_paths.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_NOTES = 8 /* on single files that have changed */
};

const struct bl_catalog *bl_query_catalog(const struct bl_query *query)
{
    return query->catalog;
}

/* ---- What was asked for ---- */

/* The path of SOURCE from the root, malloc'ed; NULL: no memory, which is noted. */
static char *absolute_of(struct bl_query *in, struct bl_view base, struct bl_view path)
{
    char *absolute = bl_absolute_path(base, path);
    in->has_lacked |= !absolute;
    return absolute;
}

bool bl_query_want(struct bl_query *in, const struct bl_source *source,
                   const struct bl_view *nested)
{
    if (in->asks_all)
        return true;
    char *absolute = absolute_of(in, source->base, source->path);
    bool wanted = absolute && bl_scopes_have(&in->scopes, absolute, nested);
    free(absolute);
    return wanted;
}

static bool get_stream(struct bl_query *in, uint32_t number, struct bl_catalog_stream *stream)
{
    struct bl_error err;
    int rc = bl_catalog_get_stream(in->catalog, number, stream, &err);
    if (rc < 0)
        bl_query_note_catalog(in, &err);
    return rc == BL_OK;
}

static bool find_out(struct bl_query *in, uint32_t stream)
{
    struct bl_catalog_stream s;
    struct bl_source named;
    return get_stream(in, stream, &s) && bl_query_named(in, s.source, &named) &&
           bl_query_want(in, &named, &s.path);
}

bool bl_query_has_stream(struct bl_query *query, uint32_t stream)
{
    enum {
        UNKNOWN,
        WANTED,
        NOT_WANTED
    };
    uint32_t n_streams = bl_catalog_get_counts(query->catalog).n_streams;
    if (query->asks_all || stream >= n_streams)
        return query->asks_all;
    if (!query->wanted && !(query->wanted = calloc(n_streams, sizeof *query->wanted)))
        return find_out(query, stream);
    if (query->wanted[stream] == UNKNOWN)
        query->wanted[stream] = find_out(query, stream) ? WANTED : NOT_WANTED;
    return query->wanted[stream] == WANTED;
}

bool bl_query_has_problem(struct bl_query *query, uint32_t number,
                          struct bl_catalog_problem *problem)
{
    struct bl_source named;
    struct bl_error err;
    if (bl_catalog_get_problem(query->catalog, number, problem, &err) < 0) {
        bl_query_note_catalog(query, &err);
        return false;
    }
    return bl_query_named(query, problem->source, &named) &&
           bl_query_want(query, &named, &problem->path);
}

/* Symbols are in a catalog by their places or as a whole. */
bool bl_query_meet_problem(struct bl_query *in, const struct bl_catalog_problem *problem,
                           const struct bl_source *named)
{
    unsigned parts = in->options.parts;
    if (parts & BL_CATALOG_PLACES)
        parts |= bl_catalog_get_counts(in->catalog).parts & BL_CATALOG_SYMBOLS;
    return (!in->options.reads_files || named->kind == BL_SOURCE_DIRECTORY) &&
           (problem->parts == 0 || problem->parts & parts) &&
           bl_query_want(in, named, &problem->path);
}

uint32_t bl_query_count_links(struct bl_query *query)
{
    uint32_t n = query->catalog ? bl_catalog_get_counts(query->catalog).n_sources : 0;
    uint32_t n_links = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_source source;
        n_links += bl_catalog_get_source(query->catalog, i, &source, NULL) == BL_OK &&
                   source.kind == BL_SOURCE_LINK && bl_query_want(query, &source, NULL);
    }
    return n_links;
}

/* ---- What an index covers ---- */

/* Whether all below the directory at PATH, which is absolute, was to be indexed. */
static bool is_whole(struct bl_query *in, const char *path)
{
    uint32_t n = bl_catalog_get_counts(in->catalog).n_inputs;
    bool is = false;
    for (uint32_t i = 0; i < n && !is; i++) {
        struct bl_catalog_input input;
        if (bl_catalog_get_input(in->catalog, i, &input, NULL) < 0 || input.n_shards > 0)
            continue;
        char *around = absolute_of(in, input.base, input.path);
        is = around && bl_path_is_below(path, around);
        free(around);
    }
    return is;
}

/* Whether there is something in source NUMBER or, of a thin archive, in a file that it names, and
 * nothing of it elsewhere. */
static bool has_content(const struct bl_query *in, uint32_t number)
{
    struct bl_source source;
    uint32_t i = number;
    if (bl_catalog_names_others(in->catalog, number))
        return false;
    while (bl_catalog_get_source(in->catalog, i, &source, NULL) == BL_OK &&
           (i == number || source.parent == number)) {
        if (source.n_streams + source.n_problems > 0)
            return true;
        i++;
    }
    return false;
}

/* Whether a name that was left out below the directory at PATH, which is absolute, may be one of a
 * file elsewhere: if only the directory is asked, that file is read under this name. */
static bool has_links_outwards(struct bl_query *in, const char *path)
{
    uint32_t n = in->n_links > 0 ? bl_catalog_get_counts(in->catalog).n_sources : 0;
    bool has_link = false;
    bool has_other = false;
    for (uint32_t i = 0; i < n && !(has_link && has_other); i++) {
        struct bl_source source;
        if (bl_catalog_get_source(in->catalog, i, &source, NULL) < 0)
            continue;
        char *absolute = absolute_of(in, source.base, source.path);
        bool is_inside = absolute && bl_path_is_below(absolute, path);
        has_link |= is_inside && source.kind == BL_SOURCE_LINK;
        has_other |= !is_inside && source.kind == BL_SOURCE_FILE;
        free(absolute);
    }
    return has_link && has_other;
}

/* Whether source NUMBER is what scopes name, those from *FIRST on before *END, and all of that. A
 * file without bitcode is a problem only where it is named. */
static bool is_scope(struct bl_query *in, uint32_t number, const struct bl_source *source,
                     uint32_t *first, uint32_t *end)
{
    if (source->parent != BL_NONE)
        return false; /* is found by way of its archive, not by its own path */
    char *absolute = absolute_of(in, source->base, source->path);
    if (!absolute)
        return false;
    *end = bl_scopes_find(&in->scopes, absolute, strlen(absolute), first);
    bool is = *first < *end;
    if (is && source->kind == BL_SOURCE_DIRECTORY)
        is = is_whole(in, absolute) && !has_links_outwards(in, absolute);
    else if (is)
        is = has_content(in, number);
    free(absolute);
    return is;
}

/* Whether the catalog has all that was asked for. */
static bool is_covered(struct bl_query *in)
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(in->catalog);
    uint32_t n_left = in->scopes.n;
    in->n_links = n_left > 0 ? bl_query_count_links(in) : 0;
    for (uint32_t i = 0; i < counts.n_sources && n_left > 0; i++) {
        struct bl_source source;
        uint32_t k;
        uint32_t end;
        if (bl_catalog_get_source(in->catalog, i, &source, NULL) < 0)
            return false;
        if (!is_scope(in, i, &source, &k, &end))
            continue;
        for (; k < end; k++) {
            n_left -= !in->scopes.items[k].is_covered;
            in->scopes.items[k].is_covered = true;
        }
    }
    return n_left == 0;
}

/* ---- What has changed since ---- */

static void note_change(struct bl_query *in, const struct bl_source *source, int state)
{
    static const char *const what[] = {
        [BL_STATE_CHANGED] = "changed since it was indexed",
        [BL_STATE_GONE] = "gone since it was indexed",
        [BL_STATE_OUT_OF_REACH] = "out of reach since it was indexed",
    };
    const struct bl_error note = {.what = what[state]};
    bl_query_note_source(in, BL_PROBLEM_NOTE, source, (struct bl_view){0}, &note);
}

static void note_more_changes(struct bl_query *in, uint32_t n)
{
    enum {
        MOST_BYTES = 40
    };
    char *text = malloc(MOST_BYTES);
    if (text)
        (void)snprintf(text, MOST_BYTES, "%" PRIu32 " more have changed", n);
    in->has_lacked |= !text;
    bl_query_note_at(in, BL_PROBLEM_NOTE, "", &(struct bl_error){.what = ""}, text);
}

/* Whether sources that were asked for are what they were. Some of those that are not are noted. */
static bool is_fresh(struct bl_query *in)
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(in->catalog);
    uint32_t n_changed = 0;
    for (uint32_t i = 0; i < counts.n_sources; i++) {
        struct bl_source source;
        struct bl_source named;
        int state = bl_catalog_get_source(in->catalog, i, &source, NULL);
        if (state < 0)
            return false;
        named = source;
        if (source.parent != BL_NONE && !bl_query_named(in, source.parent, &named))
            return false;
        if (!bl_query_want(in, &named, NULL))
            continue;
        state = bl_query_need(in, bl_catalog_state(in->catalog, i, in->options.by_content, NULL));
        if (state < 0)
            return false;
        if (state != BL_STATE_SAME && n_changed++ < MOST_NOTES)
            note_change(in, &source, state);
    }
    if (n_changed > MOST_NOTES)
        note_more_changes(in, n_changed - MOST_NOTES);
    return n_changed == 0;
}

/* ---- The catalog ---- */

static bool has_parts(const struct bl_query *in)
{
    unsigned parts = bl_catalog_get_counts(in->catalog).parts;
    if (parts & BL_CATALOG_SYMBOLS)
        parts |= BL_CATALOG_PLACES;
    unsigned wanted = in->options.parts | (in->options.by_content ? BL_CATALOG_HASHES : 0);
    return (wanted & ~parts) == 0;
}

/* Of an index only a catalog of its own parts can take anything over, and where it can, gathering
 * more of what has changed than was asked for costs less than gathering all again. */
static struct bl_catalog_options build_options(const struct bl_query *in)
{
    bool has = in->scopes.n == 0; /* something that was asked for */
    for (uint32_t i = 0; i < in->scopes.n && !has; i++)
        has = in->scopes.items[i].is_covered;
    has = has && in->catalog && has_parts(in);
    return (struct bl_catalog_options){.parts = has ? bl_catalog_get_counts(in->catalog).parts
                                                    : in->options.parts,
                                       .n_threads = in->options.n_threads,
                                       .by_content = in->options.by_content,
                                       .keep_mapped = in->options.reads_streams,
                                       .open_flags = in->options.open_flags,
                                       .reuse = in->catalog};
}

/* Read the files that were asked for, except what the index has of them. */
static int build(struct bl_query *in, struct bl_catalog **built, struct bl_error *err)
{
    struct bl_catalog_options options = build_options(in);
    const char **paths = calloc(in->scopes.n, sizeof *paths);
    if (!paths)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    for (uint32_t i = 0; i < in->scopes.n; i++)
        paths[i] = in->scopes.items[i].path;
    int rc = bl_catalog_build(built, paths, in->scopes.n, &options, err);
    free(paths);
    return rc;
}

/* Paths beside an index file say what of it is meant: users that meant both see a note. */
static void note_uncovered(struct bl_query *in)
{
    static const struct bl_error note = {
        .what = "not in the index, and read by itself; of the index only what the paths name is "
                "asked"};
    for (uint32_t i = 0; i < in->scopes.n; i++)
        if (!in->scopes.items[i].is_covered) {
            bl_query_note_at(in, BL_PROBLEM_NOTE, in->scopes.items[i].path, &note, NULL);
            return;
        }
}

/* Bring up to date what of the index was asked for. */
static int update(struct bl_query *in, struct bl_catalog **updated, struct bl_error *err)
{
    struct bl_catalog_options options = build_options(in);
    uint32_t n_sources = bl_catalog_get_counts(in->catalog).n_sources;
    uint32_t n = 0;
    if (in->scopes.n == 0)
        return bl_catalog_update(updated, in->catalog, &options, err);
    uint32_t *asked = calloc((size_t)n_sources + 1, sizeof *asked);
    if (!asked)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    for (uint32_t i = 0; i < n_sources; i++) {
        struct bl_source source;
        uint32_t first;
        uint32_t end;
        if (bl_catalog_get_source(in->catalog, i, &source, NULL) == BL_OK &&
            is_scope(in, i, &source, &first, &end))
            asked[n++] = i;
    }
    int rc = bl_catalog_update_sources(updated, in->catalog, asked, n, &options, err);
    free(asked);
    return rc;
}

/* From here on CATALOG is asked. */
static void set_catalog(struct bl_query *in, struct bl_catalog *catalog)
{
    bl_catalog_close(in->own);
    in->own = catalog;
    in->catalog = catalog;
}

static int get_catalog(struct bl_query *in, struct bl_error *err)
{
    struct bl_catalog *built = NULL;
    bool covers = in->catalog && is_covered(in);
    if (covers && has_parts(in) && is_fresh(in))
        return BL_OK;
    if (in->catalog && !covers && in->has_index_operand)
        note_uncovered(in);
    int rc = covers ? update(in, &built, err) : build(in, &built, err);
    if (rc < 0)
        bl_query_note_at(in, BL_PROBLEM_INPUT,
                         in->scopes.n == 1 ? in->scopes.items[0].path : "catalog", err, NULL);
    set_catalog(in, built);
    in->is_built = rc == BL_OK;
    return rc;
}

/* ---- What was not met ---- */

/* Note the scopes in which something of source NUMBER is. */
static void meet_source(struct bl_query *in, uint32_t number)
{
    struct bl_source source;
    struct bl_source named;
    bool names_others = bl_catalog_names_others(in->catalog, number);
    if (bl_catalog_get_source(in->catalog, number, &source, NULL) < 0 ||
        (source.kind != BL_SOURCE_LINK && !names_others &&
         source.n_streams + source.n_problems == 0) ||
        !bl_query_named(in, number, &named))
        return;
    char *absolute = absolute_of(in, named.base, named.path);
    bool has = absolute && bl_scopes_have(&in->scopes, absolute, NULL);
    bool is_elsewhere =
        has &&
        (names_others || (source.kind == BL_SOURCE_LINK &&
                          bl_query_need(in, bl_has_bitcode(absolute, in->options.open_flags)) > 0));
    if (is_elsewhere)
        bl_scopes_meet(&in->scopes, absolute, (struct bl_view){0});
    for (uint32_t i = 0; i < source.n_streams && has; i++) {
        struct bl_catalog_stream stream;
        if (get_stream(in, source.first_stream + i, &stream))
            bl_scopes_meet(&in->scopes, absolute, stream.path);
    }
    for (uint32_t i = 0; i < source.n_problems && has; i++) {
        struct bl_catalog_problem problem;
        if (bl_catalog_get_problem(in->catalog, source.first_problem + i, &problem, NULL) == BL_OK)
            bl_scopes_meet(&in->scopes, absolute, problem.path);
    }
    free(absolute);
}

/* What a damaged index hides may be in there. */
void bl_query_note_unmet(struct bl_query *in)
{
    uint32_t n = in->catalog ? bl_catalog_get_counts(in->catalog).n_sources : 0;
    for (uint32_t i = 0; i < n && in->scopes.n_met < in->scopes.n; i++)
        meet_source(in, i);
    for (uint32_t i = 0; i < in->scopes.n && in->catalog; i++) {
        const struct bl_scope *scope = &in->scopes.items[i];
        struct bl_error err = {.status = BL_E_CONTAINER, .what = "no bitcode in any file below"};
        if (scope->is_met || in->is_damaged || (in->options.may_be_empty && !*scope->nested))
            continue;
        if (*scope->nested)
            (void)bl_query_need(in, bl_path_explain_nothing(scope->path, scope->nested,
                                                            in->options.open_flags, &err));
        bl_query_note_at(in, BL_PROBLEM_INPUT, scope->operand, &err, NULL);
    }
}

/* ---- Operands ---- */

/* Those that are index files, open. */
struct indexes {
    struct bl_catalog **all;
    uint32_t n;
    bool are_alike; /* they have the same parts */
};

/* Ask index file PATH, too. */
static void add_index(struct bl_query *in, struct indexes *indexes, const char *path,
                      struct bl_error *err)
{
    static const struct bl_error differs = {
        .status = BL_E_ARGUMENT,
        .what = "has more or less in it than the index file before it, as with --lean, --blocks or "
                "--follow",
    };
    struct bl_catalog *index;
    if (bl_query_need(in, bl_catalog_open(&index, path, in->options.open_flags, err)) < 0) {
        bl_query_note_at(in, BL_PROBLEM_INPUT, path, err, NULL);
        return;
    }
    indexes->all[indexes->n++] = index;
    if (bl_catalog_get_counts(index).parts == bl_catalog_get_counts(indexes->all[0]).parts)
        return;
    indexes->are_alike = false;
    *err = differs;
    bl_query_note_at(in, BL_PROBLEM_INPUT, path, err, NULL);
}

/* The catalog of all of them: none, if they have different parts. */
static void join_indexes(struct bl_query *in, struct indexes *indexes, struct bl_error *err)
{
    struct bl_catalog *joined = NULL;
    if (indexes->n == 1)
        joined = indexes->all[0];
    else if (indexes->n > 1 && indexes->are_alike &&
             bl_query_need(in, bl_catalog_merge(&joined, indexes->all, indexes->n, err)) < 0)
        bl_query_note_at(in, BL_PROBLEM_INPUT, "index", err, NULL);
    for (uint32_t i = 0; i < indexes->n; i++)
        if (indexes->all[i] != joined)
            bl_catalog_close(indexes->all[i]);
    set_catalog(in, joined);
}

static int add_scope(struct bl_query *in, const char *operand, struct bl_error *err)
{
    int rc = bl_scopes_add(&in->scopes, in->directory, operand);
    if (rc == BL_E_NOMEM)
        return bl_fail(err, rc, "no memory");
    if (rc < 0) {
        *err = (struct bl_error){.status = rc,
                                 .sys_errno = in->directory_errno,
                                 .what = "cannot find the current directory"};
        bl_query_note_at(in, BL_PROBLEM_INPUT, operand, err, NULL);
    }
    return rc;
}

/* The index files and scopes that were named. What is wrong with an index file is no failure if
 * there is something else to ask. */
static int sort_operands(struct bl_query *in, const char *const *paths, size_t n,
                         struct bl_error *err)
{
    struct indexes indexes = {.all = calloc(n + 1, sizeof(struct bl_catalog *)), .are_alike = true};
    int rc = BL_OK;
    if (!indexes.all)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    if (in->options.index)
        add_index(in, &indexes, in->options.index, err);
    for (size_t i = 0; i < n && rc == BL_OK; i++)
        if (!bl_path_is_index(paths[i])) {
            rc = add_scope(in, paths[i], err);
        } else {
            add_index(in, &indexes, paths[i], err);
            in->has_index_operand = true;
        }
    join_indexes(in, &indexes, err);
    free(indexes.all);
    if (rc == BL_OK && bl_scopes_settle(&in->scopes) < 0)
        rc = bl_fail(err, BL_E_NOMEM, "no memory");
    if (rc == BL_OK && !in->catalog && in->scopes.n == 0)
        rc = err->status < 0 ? err->status : bl_fail(err, BL_E_ARGUMENT, "no path");
    return rc;
}

/* ---- Opening and closing ---- */

static struct bl_query *new_inputs(const struct bl_query_options *options)
{
    struct bl_query *in = bl_new(sizeof *in);
    if (!in)
        return NULL;
    if (options)
        in->options = *options;
    in->directory = getcwd(NULL, 0);
    in->directory_errno = in->directory ? 0 : errno;
    if (in->directory_errno == ENOMEM) {
        bl_query_close(in);
        return NULL;
    }
    return in;
}

int bl_query_open(struct bl_query **query, const char *const *paths, size_t n,
                  const struct bl_query_options *options, struct bl_error *err)
{
    struct bl_error failure = {.status = BL_OK};
    struct bl_query *in = new_inputs(options);
    *query = in;
    if (!in)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    int rc = sort_operands(in, paths, n, &failure);
    in->asks_all = in->scopes.n == 0;
    if (rc == BL_OK)
        rc = get_catalog(in, &failure);
    if (in->has_lacked)
        rc = bl_fail(&failure, BL_E_NOMEM, "no memory");
    if (rc < 0)
        set_catalog(in, NULL);
    in->has_lacked |= rc == BL_E_NOMEM;
    in->n_noted_before = in->n_noted;
    /* A catalog that was built for the scopes has no more than was asked for, unless only a part of
     * a file was. */
    in->asks_all |= in->is_built;
    for (uint32_t i = 0; i < in->scopes.n && in->asks_all; i++)
        in->asks_all = !*in->scopes.items[i].nested;
    if (rc < 0 && err)
        *err = failure;
    return rc;
}

int bl_query_of_catalog(struct bl_query **query, const struct bl_catalog *catalog,
                        struct bl_error *err)
{
    *query = new_inputs(NULL);
    if (!*query)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    (*query)->catalog = catalog;
    (*query)->asks_all = true;
    (*query)->takes_all_problems = true;
    return BL_OK;
}

void bl_query_check(struct bl_query *query)
{
    struct bl_error err;
    uint32_t source;
    struct bl_source named;
    const char *index = query->options.index;
    if (!query->catalog || bl_catalog_check_files(query->catalog, &source, &err) == BL_OK)
        return;
    if (source == BL_NONE && err.status == BL_E_CONTAINER)
        bl_query_note_catalog(query, &err);
    else if (source == BL_NONE)
        bl_query_note_at(query, BL_PROBLEM_CHANGED, index ? index : "index", &err, NULL);
    else if (bl_query_named(query, source, &named))
        bl_query_note_source(query, BL_PROBLEM_CHANGED, &named, (struct bl_view){0}, &err);
}

void bl_query_close(struct bl_query *query)
{
    if (!query)
        return;
    for (uint32_t i = 0; i < query->n_noted; i++) {
        free(query->noted[i].path);
        free(query->noted[i].text);
    }
    bl_drop(query->noted);
    free(query->problem_path);
    bl_scopes_clear(&query->scopes);
    free(query->wanted);
    free(query->directory);
    bl_catalog_close(query->own);
    bl_drop(query);
}
