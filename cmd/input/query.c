/* cmd/input/query.c - the catalog that a query is put to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/query.h"

#include "base/array.h"
#include "base/text.h"
#include "input/catalog_report.h"
#include "input/paths.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_NOTES = 8 /* on single files that have changed */
};

/* ---- Streams ---- */

/* False: damage, which is reported. */
static bool get_stream(struct query *q, uint32_t number, struct bl_catalog_stream *stream)
{
    struct bl_error err;
    int status = bl_catalog_get_stream(q->catalog, number, stream, &err);
    if (status < 0)
        report_catalog(q->context, &err);
    return status == BL_OK;
}

char *query_stream_path(struct query *q, uint32_t stream)
{
    struct bl_catalog_stream s;
    struct bl_source source;
    bool is_known =
        get_stream(q, stream, &s) && get_named(q->context, q->catalog, s.source, &source);
    return is_known ? source_path(q->context, &source, s.path) : string_of((struct bl_view){0});
}

void query_put_stream(struct query *q, struct out *o, uint32_t stream)
{
    char *path = query_stream_path(q, stream);
    out_path(o, path);
    free(path);
}

void query_json_stream(struct query *q, struct out *o, uint32_t stream)
{
    char *path = query_stream_path(q, stream);
    if (*path)
        json_text(o, "file", path);
    free(path);
}

void query_report(struct query *q, uint32_t stream, const struct bl_error *err)
{
    struct bl_catalog_stream s;
    struct bl_source named;
    struct bl_stream loaded;
    if (stream == BL_NONE || bl_catalog_get_stream(q->catalog, stream, &s, NULL) < 0) {
        report_catalog(q->context, err);
    } else if (get_named(q->context, q->catalog, s.source, &named)) {
        bool has_place = err->has_pos && err->status != BL_E_CONTAINER &&
                         bl_catalog_load(q->catalog, stream, &loaded, NULL) == BL_OK;
        report_source(q->context, &named, s.path, has_place ? &loaded : NULL, err);
    }
}

/* ---- Scopes ---- */

static char *absolute_of(struct bl_view base, struct bl_view path)
{
    char *directory = string_of(base);
    char *absolute = absolute_path(directory, path);
    free(directory);
    return absolute;
}

/* Whether NESTED, a path in SOURCE, was asked for; NULL: anything in it. */
static bool is_wanted(struct query *q, const struct bl_source *source, const struct bl_view *nested)
{
    if (q->scopes.n == 0)
        return true;
    char *absolute = absolute_of(source->base, source->path);
    char *path = nested ? string_of(*nested) : NULL;
    bool wanted = scopes_have(&q->scopes, absolute, path);
    free(absolute);
    free(path);
    return wanted;
}

/* False, too, where damage hides it: all else is answered. */
static bool find_out(struct query *q, uint32_t stream)
{
    struct bl_catalog_stream s;
    struct bl_source source;
    return get_stream(q, stream, &s) && get_named(q->context, q->catalog, s.source, &source) &&
           is_wanted(q, &source, &s.path);
}

bool query_has_stream(struct query *q, uint32_t stream)
{
    enum {
        UNKNOWN,
        WANTED,
        NOT_WANTED
    };
    uint32_t n_streams = bl_catalog_get_counts(q->catalog).n_streams;
    if (q->scopes.n == 0 || stream >= n_streams)
        return q->scopes.n == 0;
    if (!q->wanted && !(q->wanted = calloc(n_streams, sizeof *q->wanted)))
        return find_out(q, stream);
    if (q->wanted[stream] == UNKNOWN)
        q->wanted[stream] = find_out(q, stream) ? WANTED : NOT_WANTED;
    return q->wanted[stream] == WANTED;
}

bool query_has_problem(struct query *q, uint32_t number, struct bl_catalog_problem *problem)
{
    struct bl_source named;
    return get_problem(q->context, q->catalog, number, problem, &named) &&
           is_wanted(q, &named, &problem->path);
}

/* Whether all below the directory at PATH, which is absolute, was to be indexed. */
static bool is_whole(struct query *q, const char *path)
{
    uint32_t n = bl_catalog_get_counts(q->catalog).n_inputs;
    bool is = false;
    for (uint32_t i = 0; i < n && !is; i++) {
        struct bl_catalog_input input;
        if (bl_catalog_get_input(q->catalog, i, &input, NULL) < 0 || input.n_shards > 0)
            continue;
        char *around = absolute_of(input.base, input.path);
        is = is_below(path, around);
        free(around);
    }
    return is;
}

/* Whether there is something in source NUMBER or, of a thin archive, in a file that it names. */
static bool has_content(const struct query *q, uint32_t number)
{
    struct bl_source source;
    uint32_t i = number;
    while (bl_catalog_get_source(q->catalog, i, &source, NULL) == BL_OK &&
           (i == number || source.parent == number)) {
        if (source.n_streams + source.n_problems > 0)
            return true;
        i++;
    }
    return false;
}

/* Whether a name that was left out below the directory at PATH, which is absolute, may be one of a
 * file elsewhere: if only the directory is asked, that file is read under this name. */
static bool has_links_outwards(struct query *q, const char *path)
{
    uint32_t n = q->n_links > 0 ? bl_catalog_get_counts(q->catalog).n_sources : 0;
    bool has_link = false;
    bool has_other = false;
    for (uint32_t i = 0; i < n && !(has_link && has_other); i++) {
        struct bl_source source;
        if (bl_catalog_get_source(q->catalog, i, &source, NULL) < 0)
            continue;
        char *absolute = absolute_of(source.base, source.path);
        bool is_inside = is_below(absolute, path);
        has_link |= is_inside && source.kind == BL_SOURCE_LINK;
        has_other |= !is_inside && source.kind == BL_SOURCE_FILE;
        free(absolute);
    }
    return has_link && has_other;
}

/* Whether source NUMBER is what scopes name, those from *FIRST on before *END, and all of that. A
 * file without bitcode is reported only where it is named. */
static bool is_scope(struct query *q, uint32_t number, const struct bl_source *source,
                     uint32_t *first, uint32_t *end)
{
    if (source->parent != BL_NONE)
        return false; /* is found by way of its archive, not by its own path */
    char *absolute = absolute_of(source->base, source->path);
    *end = scopes_find(&q->scopes, absolute, strlen(absolute), first);
    bool is = *first < *end;
    if (is && source->kind == BL_SOURCE_DIRECTORY)
        is = is_whole(q, absolute) && !has_links_outwards(q, absolute);
    else if (is)
        is = has_content(q, number);
    free(absolute);
    return is;
}

uint32_t query_count_links(struct query *q)
{
    uint32_t n = q->catalog ? bl_catalog_get_counts(q->catalog).n_sources : 0;
    uint32_t n_links = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_source source;
        n_links += bl_catalog_get_source(q->catalog, i, &source, NULL) == BL_OK &&
                   source.kind == BL_SOURCE_LINK && is_wanted(q, &source, NULL);
    }
    return n_links;
}

void put_links(struct out *o, uint32_t n)
{
    if (n > 0) {
        out_text(o, " (");
        out_count(o, n, "link not counted again)", "links not counted again)");
    }
}

/* Whether the catalog has all that was asked for. */
static bool is_covered(struct query *q)
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(q->catalog);
    uint32_t n_left = q->scopes.n;
    q->n_links = query_count_links(q);
    for (uint32_t i = 0; i < counts.n_sources && n_left > 0; i++) {
        struct bl_source source;
        uint32_t k;
        uint32_t end;
        if (bl_catalog_get_source(q->catalog, i, &source, NULL) < 0)
            return false;
        if (!is_scope(q, i, &source, &k, &end))
            continue;
        for (; k < end; k++) {
            n_left -= !q->scopes.items[k].is_covered;
            q->scopes.items[k].is_covered = true;
        }
    }
    return n_left == 0;
}

/* ---- Index files ---- */

/* Those that were named, open. */
struct indexes {
    struct bl_catalog **all;
    uint32_t n;
    bool are_alike; /* they have the same parts */
};

/* Ask index file PATH, too. */
static void add_index(struct query *q, struct indexes *indexes, const char *path)
{
    struct bl_catalog *index;
    struct bl_error err;
    if (bl_catalog_open(&index, path, context_open_flags(q->context), &err) < 0) {
        report_error(q->context, path, NULL, &err);
        return;
    }
    indexes->all[indexes->n++] = index;
    indexes->are_alike &= check_alike(q->context, indexes->all[0], index, path);
}

/* The catalog of all of them: none, if they have different parts. */
static void join_indexes(struct query *q, struct indexes *indexes)
{
    struct bl_error err;
    if (indexes->n == 1) {
        q->catalog = indexes->all[0];
    } else if (indexes->n > 1 && indexes->are_alike &&
               bl_catalog_merge(&q->catalog, indexes->all, indexes->n, &err) < 0) {
        q->catalog = NULL;
        report_error(q->context, "index", NULL, &err);
    }
    for (uint32_t i = 0; i < indexes->n; i++)
        if (indexes->all[i] != q->catalog)
            bl_catalog_close(indexes->all[i]);
    free(indexes->all);
}

static unsigned parts_of(const struct context *c, const char *path)
{
    struct bl_catalog *index;
    if (bl_catalog_open(&index, path, context_open_flags(c), NULL) < 0)
        return 0;
    unsigned parts = bl_catalog_get_counts(index).parts;
    bl_catalog_close(index);
    return parts;
}

unsigned index_parts(const struct context *c)
{
    bool has_index = c->index;
    unsigned parts = has_index ? parts_of(c, c->index) : ~0U;
    for (int i = 0; i < c->n_operands; i++)
        if (is_index_file(c->operands[i])) {
            has_index = true;
            parts &= parts_of(c, c->operands[i]);
        }
    return has_index ? parts : 0;
}

static void note_change(struct query *q, const struct bl_source *source, int state)
{
    static const char *const what[] = {
        [BL_STATE_CHANGED] = "changed",
        [BL_STATE_GONE] = "gone",
        [BL_STATE_OUT_OF_REACH] = "out of reach",
    };
    char *path = source_path(q->context, source, (struct bl_view){0});
    put_note(q->context, "%s: %s since it was indexed", path, what[state]);
    free(path);
}

/* Whether sources that were asked for are what they were. Some of those that are not are noted. */
static bool is_fresh(struct query *q)
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(q->catalog);
    uint32_t n_changed = 0;
    for (uint32_t i = 0; i < counts.n_sources; i++) {
        struct bl_source source;
        struct bl_source named;
        struct bl_error err;
        int state = bl_catalog_get_source(q->catalog, i, &source, &err);
        if (state < 0 || !get_named(q->context, q->catalog, i, &named))
            return false;
        if (!is_wanted(q, &named, NULL))
            continue;
        state = out_need(bl_catalog_state(q->catalog, i, q->context->by_content, &err));
        if (state == BL_STATE_SAME)
            continue;
        if (n_changed++ < MOST_NOTES)
            note_change(q, &source, state);
    }
    if (n_changed > MOST_NOTES)
        put_note(q->context, "%" PRIu32 " more have changed", n_changed - MOST_NOTES);
    return n_changed == 0;
}

/* ---- The catalog ---- */

static bool has_parts(const struct query *q)
{
    unsigned parts = bl_catalog_get_counts(q->catalog).parts;
    if (parts & BL_CATALOG_SYMBOLS)
        parts |= BL_CATALOG_PLACES;
    unsigned wanted = q->needs.parts | (q->context->by_content ? BL_CATALOG_HASHES : 0);
    return (wanted & ~parts) == 0;
}

/* Of an index only a catalog of its own parts can take anything over, and where it can, gathering
 * more of what has changed than was asked for costs less than gathering all again. */
static struct bl_catalog_options build_options(const struct query *q)
{
    bool has = q->scopes.n == 0; /* something that was asked for */
    for (uint32_t i = 0; i < q->scopes.n && !has; i++)
        has = q->scopes.items[i].is_covered;
    has = has && q->catalog && has_parts(q);
    return (struct bl_catalog_options){.parts = has ? bl_catalog_get_counts(q->catalog).parts
                                                    : q->needs.parts,
                                       .n_threads = q->context->n_threads,
                                       .by_content = q->context->by_content,
                                       .keep_mapped = q->needs.streams,
                                       .open_flags = context_open_flags(q->context),
                                       .reuse = q->catalog};
}

/* Read the files that were asked for, except what the index has of them. */
static int build(struct query *q, struct bl_catalog **built, struct bl_error *err)
{
    struct bl_catalog_options options = build_options(q);
    const char **paths = array_new(q->scopes.n, sizeof *paths);
    for (uint32_t i = 0; i < q->scopes.n; i++)
        paths[i] = q->scopes.items[i].path;
    int rc = bl_catalog_build(built, paths, q->scopes.n, &options, err);
    free(paths);
    return rc;
}

/* Paths beside an index file say what of it is meant: users that meant both see a note. */
static void note_uncovered(struct query *q)
{
    for (uint32_t i = 0; i < q->scopes.n; i++)
        if (!q->scopes.items[i].is_covered) {
            put_note(
                q->context,
                "%s: not in the index, and read by itself; of the index only what the paths name "
                "is asked",
                q->scopes.items[i].path);
            return;
        }
}

/* Bring up to date what of the index was asked for. */
static int update(struct query *q, struct bl_catalog **updated, struct bl_error *err)
{
    struct bl_catalog_options options = build_options(q);
    uint32_t n_sources = bl_catalog_get_counts(q->catalog).n_sources;
    uint32_t n = 0;
    if (q->scopes.n == 0)
        return bl_catalog_update(updated, q->catalog, &options, err);
    uint32_t *asked = array_new(n_sources, sizeof *asked);
    for (uint32_t i = 0; i < n_sources; i++) {
        struct bl_source source;
        uint32_t first;
        uint32_t end;
        if (bl_catalog_get_source(q->catalog, i, &source, NULL) == BL_OK &&
            is_scope(q, i, &source, &first, &end))
            asked[n++] = i;
    }
    int rc = bl_catalog_update_sources(updated, q->catalog, asked, n, &options, err);
    free(asked);
    return rc;
}

static bool get_catalog(struct query *q)
{
    struct bl_catalog *built = NULL;
    struct bl_error err;
    bool covers = q->catalog && is_covered(q);
    if (covers && has_parts(q) && is_fresh(q))
        return true;
    if (q->catalog && !covers && q->has_index_operand)
        note_uncovered(q);
    if ((covers ? update(q, &built, &err) : build(q, &built, &err)) < 0) {
        report_error(q->context, q->scopes.n == 1 ? q->scopes.items[0].path : "catalog", NULL,
                     &err);
        return false;
    }
    bl_catalog_close(q->catalog);
    q->catalog = built;
    q->is_built = true;
    return true;
}

/* Note the scopes in which something of source NUMBER is. */
static void meet_source(struct query *q, uint32_t number)
{
    struct bl_source source;
    struct bl_source named;
    if (bl_catalog_get_source(q->catalog, number, &source, NULL) < 0 ||
        (source.kind != BL_SOURCE_LINK && source.n_streams + source.n_problems == 0) ||
        !get_named(q->context, q->catalog, number, &named))
        return;
    char *absolute = absolute_of(named.base, named.path);
    bool has = scopes_have(&q->scopes, absolute, NULL);
    if (has && source.kind == BL_SOURCE_LINK && has_bitcode(q->context, absolute))
        scopes_meet(&q->scopes, absolute, (struct bl_view){0});
    for (uint32_t i = 0; i < source.n_streams && has; i++) {
        struct bl_catalog_stream stream;
        if (get_stream(q, source.first_stream + i, &stream))
            scopes_meet(&q->scopes, absolute, stream.path);
    }
    for (uint32_t i = 0; i < source.n_problems && has; i++) {
        struct bl_catalog_problem problem;
        if (bl_catalog_get_problem(q->catalog, source.first_problem + i, &problem, NULL) == BL_OK)
            scopes_meet(&q->scopes, absolute, problem.path);
    }
    free(absolute);
}

/* Report the scopes in which there is nothing. What a damaged index hides may be in there. */
static void report_unmet(struct query *q)
{
    uint32_t n = bl_catalog_get_counts(q->catalog).n_sources;
    for (uint32_t i = 0; i < n && q->scopes.n_met < q->scopes.n; i++)
        meet_source(q, i);
    for (uint32_t i = 0; i < q->scopes.n; i++) {
        const struct scope *scope = &q->scopes.items[i];
        struct bl_error err = {.status = BL_E_CONTAINER, .what = "no bitcode in any file below"};
        if (scope->is_met || q->context->catalog_is_damaged ||
            (q->needs.may_be_empty && !*scope->nested))
            continue;
        if (*scope->nested)
            explain_nothing(q->context, scope->path, scope->nested, &err);
        report_error(q->context, scope->operand, NULL, &err);
    }
}

/* Whether the query reads what has the problem: an index may have others. Symbols are in a catalog
 * by their places or as a whole. */
static bool is_met(void *data, const struct bl_catalog_problem *problem,
                   const struct bl_source *named)
{
    struct query *q = data;
    bool by_symbols = q->needs.parts & BL_CATALOG_PLACES &&
                      bl_catalog_get_counts(q->catalog).parts & BL_CATALOG_SYMBOLS;
    unsigned parts = q->needs.parts | (by_symbols ? BL_CATALOG_SYMBOLS : 0);
    return (!q->needs.files || named->kind == BL_SOURCE_DIRECTORY) &&
           (problem->parts == 0 || problem->parts & parts) && is_wanted(q, named, &problem->path);
}

/* The index files and scopes that were named. False: the reason was reported. */
static bool sort_operands(struct query *q, int n, char **operands)
{
    const char *index = q->context->index;
    struct indexes indexes = {.all = array_new((size_t)n, sizeof(struct bl_catalog *)),
                              .are_alike = true};
    bool good = true;
    if (index)
        add_index(q, &indexes, index);
    for (int i = 0; i < n && good; i++)
        if (!is_index_file(operands[i])) {
            good = scopes_add(&q->scopes, q->context, operands[i]);
        } else {
            add_index(q, &indexes, operands[i]);
            q->has_index_operand = true;
        }
    join_indexes(q, &indexes);
    scopes_settle(&q->scopes);
    return good;
}

bool query_open(struct query *q, struct context *c, struct query_needs needs, int n,
                char **operands)
{
    *q = (struct query){.context = c, .needs = needs};
    if (n == 0 && !c->index)
        usage_error(c->command, "no file given");
    if (c->follows_links)
        q->needs.parts |= BL_CATALOG_LINKS;
    if (!sort_operands(q, n, operands) || (!q->catalog && q->scopes.n == 0) || !get_catalog(q))
        return false;
    report_problems(c, q->catalog, is_met, q);
    report_unmet(q);
    /* A catalog that was built for the scopes has no more than was asked for, unless only a part of
     * a file was. */
    bool has_all = q->is_built;
    for (uint32_t i = 0; i < q->scopes.n && has_all; i++)
        has_all = !*q->scopes.items[i].nested;
    if (has_all)
        scopes_clear(&q->scopes);
    return true;
}

/* Whether files were all the time what was read of them. */
static void check_files(struct query *q)
{
    const char *index = q->context->index;
    struct bl_error err;
    uint32_t source;
    struct bl_source named;
    if (bl_catalog_check_files(q->catalog, &source, &err) == BL_OK)
        return;
    bool is_damaged = source == BL_NONE && err.status == BL_E_CONTAINER;
    q->context->has_changed |= !is_damaged;
    if (is_damaged)
        report_catalog(q->context, &err);
    else if (source == BL_NONE)
        report_error(q->context, index ? index : "index", NULL, &err);
    else if (get_named(q->context, q->catalog, source, &named))
        report_source(q->context, &named, (struct bl_view){0}, NULL, &err);
}

void query_close(struct query *q)
{
    if (q->catalog)
        check_files(q);
    scopes_clear(&q->scopes);
    free(q->wanted);
    bl_catalog_close(q->catalog);
}

/* ---- Decoding ---- */

void query_close_module(struct open_module *m)
{
    bl_function_close(m->function);
    bl_module_close(m->module);
    bl_index_close(m->index);
    if (m->index)
        bl_catalog_unload(m->catalog, m->stream);
    *m = (struct open_module){.module = NULL};
}

int query_open_module(const struct query *q, struct open_module *m, uint32_t number,
                      struct bl_error *err)
{
    struct bl_catalog_module found;
    struct bl_stream stream;
    if (m->module && m->number == number)
        return BL_OK;
    int rc = bl_catalog_get_module(q->catalog, number, &found, err);
    if (rc == BL_OK && (!m->index || m->stream != found.stream)) {
        query_close_module(m);
        rc = bl_catalog_load(q->catalog, found.stream, &stream, err);
        if (rc == BL_OK && (rc = bl_index_open(&m->index, &stream, err)) < 0)
            bl_catalog_unload(q->catalog, found.stream);
        m->catalog = q->catalog;
        m->stream = found.stream;
    } else {
        bl_function_close(m->function);
        bl_module_close(m->module);
        m->function = NULL;
        m->module = NULL;
    }
    if (rc == BL_OK)
        rc = bl_module_open(&m->module, m->index, found.block, err);
    if (rc == BL_OK)
        rc = bl_function_open(&m->function, m->module, BL_NONE, err);
    m->number = number;
    if (rc < 0)
        query_close_module(m);
    return rc;
}

const char *global_kind_name(enum bl_global_kind kind)
{
    switch (kind) {
    case BL_GLOBAL_VARIABLE: return "variable";
    case BL_GLOBAL_FUNCTION: return "function";
    case BL_GLOBAL_ALIAS: return "alias";
    case BL_GLOBAL_IFUNC: return "ifunc";
    case BL_GLOBAL_NONE: break;
    }
    return "assembly";
}
