/* cmd/query.c - the catalog that a query is put to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/query.h"

#include "base/array.h"
#include "base/text.h"
#include "input/input.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    MOST_NOTES = 8 /* on single files that have changed */
};

/* ---- Telling ---- */

/* One line on stderr that is no failure. */
__attribute__((format(printf, 2, 3))) static void note(struct query *q, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_formatted(format, args);
    va_end(args);
    out_flush(q->reporter.out);
    say_line(view_of(text));
    free(text);
}

static void fail(struct query *q, const char *path, const struct bl_error *err)
{
    reporter_fail(&q->reporter, path, err);
}

static bool get_named(struct query *q, uint32_t number, struct bl_source *source)
{
    return reporter_get_named(&q->reporter, q->catalog, number, source);
}

/* False: damage, which is told. */
static bool get_stream(struct query *q, uint32_t number, struct bl_catalog_stream *stream)
{
    struct bl_error err;
    int status = bl_catalog_stream(q->catalog, number, stream, &err);
    if (status < 0)
        reporter_fail_catalog(&q->reporter, &err);
    return status == BL_OK;
}

static struct text stream_path(struct query *q, uint32_t stream)
{
    struct bl_catalog_stream s;
    struct bl_source source;
    struct text path = {0};
    if (get_stream(q, stream, &s) && get_named(q, s.source, &source))
        reporter_put_path(&q->reporter, &path, &source, s.path);
    return path;
}

void query_put_stream(struct query *q, struct out *o, uint32_t stream)
{
    struct text path = stream_path(q, stream);
    put_visible(out_put, o, text_view(&path));
    free(path.data);
}

void query_json_stream(struct query *q, struct out *o, uint32_t stream)
{
    char *path = query_stream_path(q, stream);
    if (path && *path)
        json_text(o, "file", path);
    free(path);
}

char *query_stream_path(struct query *q, uint32_t stream)
{
    struct text path = stream_path(q, stream);
    text_put(&path, "", 1);
    return path.data;
}

/* Stands for a problem: by place and cause, for the path to the block is not in the catalog. */
static uint64_t sign_problem(uint32_t source, struct bl_view nested, const struct bl_error *err)
{
    const char *cause = err->what ? err->what : "";
    const uint64_t parts[] = {
        source,
        err->has_pos ? err->bit_pos + 1 : 0,
        XXH3_64bits(nested.size ? (const void *)nested.data : "", nested.size),
        XXH3_64bits(cause, strlen(cause)),
    };
    return XXH3_64bits(parts, sizeof parts);
}

static int by_sign(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;
    return (*x > *y) - (*x < *y);
}

bool query_was_told(const struct query *q, uint32_t stream, const struct bl_error *err)
{
    struct bl_catalog_stream s;
    if (bl_catalog_stream(q->catalog, stream, &s, NULL) < 0)
        return false;
    uint64_t sign = sign_problem(s.source, s.path, err);
    return sign == q->last_told ||
           (q->n_told && bsearch(&sign, q->told, q->n_told, sizeof *q->told, by_sign));
}

void query_report(struct query *q, uint32_t stream, const struct bl_error *err)
{
    struct bl_catalog_stream s;
    struct bl_source named;
    struct bl_stream loaded;
    if (stream != BL_NONE && query_was_told(q, stream, err))
        q->reporter.good = false;
    else if (stream == BL_NONE || bl_catalog_stream(q->catalog, stream, &s, NULL) < 0)
        reporter_fail_catalog(&q->reporter, err);
    else if (get_named(q, s.source, &named)) {
        bool has_place = err->has_pos && err->status != BL_E_CONTAINER &&
                         bl_catalog_load(q->catalog, stream, &loaded, NULL) == BL_OK;
        reporter_fail_in(&q->reporter, &named, s.path, has_place ? &loaded : NULL, err);
        q->last_told = sign_problem(s.source, s.path, err);
    }
}

/* ---- Scopes ---- */

static char *absolute_of(const struct query *q, struct bl_view base, struct bl_view path)
{
    char *directory = text_of(base);
    char *absolute = scopes_absolute(&q->scopes, directory, path);
    free(directory);
    return absolute;
}

/* Whether NESTED, a path in SOURCE, was asked for; NULL: anything in it. */
static bool is_wanted(struct query *q, const struct bl_source *source, const struct bl_view *nested)
{
    if (q->scopes.n == 0)
        return true;
    char *absolute = absolute_of(q, source->base, source->path);
    char *path = nested ? text_of(*nested) : NULL;
    bool wanted = scopes_have(&q->scopes, absolute, path);
    free(absolute);
    free(path);
    return wanted;
}

/* Of what cannot be told it is not known, and all else is answered. */
static bool find_out(struct query *q, uint32_t stream)
{
    struct bl_catalog_stream s;
    struct bl_source source;
    return get_stream(q, stream, &s) && get_named(q, s.source, &source) &&
           is_wanted(q, &source, &s.path);
}

bool query_has_stream(struct query *q, uint32_t stream)
{
    enum {
        UNKNOWN,
        WANTED,
        NOT_WANTED
    };
    uint32_t n_streams = bl_catalog_counts(q->catalog).n_streams;
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
    return reporter_get_problem(&q->reporter, q->catalog, number, problem, &named) &&
           is_wanted(q, &named, &problem->path);
}

/* Whether all below the directory at PATH, which is absolute, was to be indexed. */
static bool is_whole(struct query *q, const char *path)
{
    uint32_t n = bl_catalog_counts(q->catalog).n_inputs;
    bool is = false;
    for (uint32_t i = 0; i < n && !is; i++) {
        struct bl_catalog_input input;
        if (bl_catalog_input(q->catalog, i, &input, NULL) < 0 || input.n_shards > 0)
            continue;
        char *around = absolute_of(q, input.base, input.path);
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
    while (bl_catalog_source(q->catalog, i, &source, NULL) == BL_OK &&
           (i == number || source.parent == number)) {
        if (source.n_streams + source.n_problems > 0)
            return true;
        i++;
    }
    return false;
}

/* Whether what the catalog has of source NUMBER, which is at PATH, is all that a scope there wants.
 * A file without bitcode is told only where it is named. */
static bool covers(struct query *q, uint32_t number, const struct bl_source *source,
                   const char *path)
{
    return source->kind == BL_SOURCE_DIRECTORY ? is_whole(q, path) : has_content(q, number);
}

/* Whether source NUMBER is what scopes name, those from *FIRST on before *END, and all of that. */
static bool is_scope(struct query *q, uint32_t number, const struct bl_source *source,
                     uint32_t *first, uint32_t *end)
{
    if (source->parent != BL_NONE)
        return false; /* is found by way of its archive, not by its own path */
    char *absolute = absolute_of(q, source->base, source->path);
    *end = scopes_find(&q->scopes, absolute, strlen(absolute), first);
    bool is = *first < *end && covers(q, number, source, absolute);
    free(absolute);
    return is;
}

/* Whether the catalog tells of all that was asked for. */
static bool is_covered(struct query *q)
{
    struct bl_catalog_counts counts = bl_catalog_counts(q->catalog);
    uint32_t n_left = q->scopes.n;
    for (uint32_t i = 0; i < counts.n_sources && n_left > 0; i++) {
        struct bl_source source;
        uint32_t k;
        uint32_t end;
        if (bl_catalog_source(q->catalog, i, &source, NULL) < 0)
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

static unsigned open_flags(const struct query *q)
{
    return BL_OPEN_GUARDED | (q->reporter.common->copy ? BL_OPEN_COPY : 0);
}

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
    if (bl_catalog_open(&index, path, open_flags(q), &err) < 0) {
        fail(q, path, &err);
        return;
    }
    indexes->all[indexes->n++] = index;
    indexes->are_alike &= reporter_check_alike(&q->reporter, indexes->all[0], index, path);
}

/* The catalog of all of them: none, if it would tell of some things only in some of its files. */
static void join_indexes(struct query *q, struct indexes *indexes)
{
    struct bl_error err;
    if (indexes->n == 1) {
        q->catalog = indexes->all[0];
    } else if (indexes->n > 1 && indexes->are_alike &&
               bl_catalog_merge(&q->catalog, indexes->all, indexes->n, &err) < 0) {
        q->catalog = NULL;
        fail(q, "index", &err);
    }
    for (uint32_t i = 0; i < indexes->n; i++)
        if (indexes->all[i] != q->catalog)
            bl_catalog_close(indexes->all[i]);
    free(indexes->all);
}

static void note_change(struct query *q, const struct bl_source *source, int state)
{
    static const char *const what[] = {
        [BL_SOURCE_CHANGED] = "changed",
        [BL_SOURCE_GONE] = "gone",
        [BL_SOURCE_OUT_OF_REACH] = "out of reach",
    };
    struct text path = {0};
    reporter_put_path(&q->reporter, &path, source, (struct bl_view){0});
    note(q, "%.*s: %s since it was indexed", (int)path.n, path.data, what[state]);
    free(path.data);
}

/* Whether sources that were asked for are what they were. Some of those that are not are told. */
static bool is_fresh(struct query *q)
{
    struct bl_catalog_counts counts = bl_catalog_counts(q->catalog);
    uint32_t n_changed = 0;
    for (uint32_t i = 0; i < counts.n_sources; i++) {
        struct bl_source source;
        struct bl_source named;
        struct bl_error err;
        int state = bl_catalog_source(q->catalog, i, &source, &err);
        if (state < 0 || !get_named(q, i, &named))
            return false;
        if (!is_wanted(q, &named, NULL))
            continue;
        state = out_need(bl_catalog_state(q->catalog, i, q->reporter.common->by_content, &err));
        if (state == BL_SOURCE_SAME)
            continue;
        if (n_changed++ < MOST_NOTES)
            note_change(q, &source, state);
    }
    if (n_changed > MOST_NOTES)
        note(q, "%" PRIu32 " more have changed", n_changed - MOST_NOTES);
    return n_changed == 0;
}

/* ---- The catalog ---- */

static bool has_parts(const struct query *q)
{
    unsigned parts = bl_catalog_counts(q->catalog).parts;
    if (parts & BL_CATALOG_SYMBOLS)
        parts |= BL_CATALOG_PLACES;
    unsigned wanted = q->needs.parts | (q->reporter.common->by_content ? BL_CATALOG_HASHES : 0);
    return (wanted & ~parts) == 0;
}

/* Whether something that was asked for is in the index. */
static bool has_some(const struct query *q)
{
    bool has = q->scopes.n == 0;
    for (uint32_t i = 0; i < q->scopes.n && !has; i++)
        has = q->scopes.items[i].is_covered;
    return has;
}

/* Of an index only a catalog of its own parts can take anything over, and where it can, gathering
 * more of what has changed than was asked for costs less than gathering all again. */
static struct bl_catalog_options build_options(const struct query *q)
{
    bool has = q->catalog && has_parts(q) && has_some(q);
    return (struct bl_catalog_options){.parts = has ? bl_catalog_counts(q->catalog).parts
                                                    : q->needs.parts,
                                       .n_threads = q->reporter.common->n_threads,
                                       .by_content = q->reporter.common->by_content,
                                       .keep_mapped = q->needs.streams,
                                       .open_flags = open_flags(q),
                                       .reuse = q->catalog};
}

/* Read the files that were asked for, but for what the index has of them. */
static int build(struct query *q, struct bl_catalog **built, struct bl_error *err)
{
    struct bl_catalog_options options = build_options(q);
    const char **paths = calloc(q->scopes.n, sizeof *paths);
    if (!paths)
        out_no_memory();
    for (uint32_t i = 0; i < q->scopes.n; i++)
        paths[i] = q->scopes.items[i].path;
    int rc = bl_catalog_build(built, paths, q->scopes.n, &options, err);
    free(paths);
    return rc;
}

/* A catalog that was built for them has no more than was asked for, unless only a part of a file
 * was. */
static void drop_idle_scopes(struct query *q)
{
    if (!q->is_built)
        return;
    for (uint32_t i = 0; i < q->scopes.n; i++)
        if (*q->scopes.items[i].nested)
            return;
    scopes_drop(&q->scopes);
}

/* Paths beside an index file say what of it is meant: who meant both is told. */
static void note_uncovered(struct query *q)
{
    for (uint32_t i = 0; i < q->scopes.n; i++)
        if (!q->scopes.items[i].is_covered) {
            note(q,
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
    uint32_t n_sources = bl_catalog_counts(q->catalog).n_sources;
    uint32_t n = 0;
    if (q->scopes.n == 0)
        return bl_catalog_update(updated, q->catalog, &options, err);
    uint32_t *asked = calloc((size_t)n_sources + 1, sizeof *asked);
    if (!asked)
        out_no_memory();
    for (uint32_t i = 0; i < n_sources; i++) {
        struct bl_source source;
        uint32_t first;
        uint32_t end;
        if (bl_catalog_source(q->catalog, i, &source, NULL) == BL_OK &&
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
        fail(q, q->scopes.n == 1 ? q->scopes.items[0].path : "catalog", &err);
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
    if (bl_catalog_source(q->catalog, number, &source, NULL) < 0 ||
        source.n_streams + source.n_problems == 0 || !get_named(q, number, &named))
        return;
    char *absolute = absolute_of(q, named.base, named.path);
    bool has = scopes_have(&q->scopes, absolute, NULL);
    for (uint32_t i = 0; i < source.n_streams && has; i++) {
        struct bl_catalog_stream stream;
        if (get_stream(q, source.first_stream + i, &stream))
            scopes_meet(&q->scopes, absolute, stream.path);
    }
    for (uint32_t i = 0; i < source.n_problems && has; i++) {
        struct bl_catalog_problem problem;
        if (bl_catalog_problem(q->catalog, source.first_problem + i, &problem, NULL) == BL_OK)
            scopes_meet(&q->scopes, absolute, problem.path);
    }
    free(absolute);
}

/* Tell the scopes in which there is nothing. What a damaged index cannot tell may be in there. */
static void report_unmet(struct query *q)
{
    uint32_t n = bl_catalog_counts(q->catalog).n_sources;
    for (uint32_t i = 0; i < n && q->scopes.n_met < q->scopes.n; i++)
        meet_source(q, i);
    for (uint32_t i = 0; i < q->scopes.n; i++) {
        const struct scope *scope = &q->scopes.items[i];
        struct bl_error err = {.status = BL_E_CONTAINER, .what = "no bitcode in any file below"};
        if (scope->is_met || q->reporter.told_damage)
            continue;
        if (*scope->nested)
            explain_nothing(scope->path, scope->nested, open_flags(q), &err);
        fail(q, scope->operand, &err);
    }
}

/* What of the catalog the query looks at. Symbols are there by their places or as a whole. */
static unsigned looked_at(const struct query *q)
{
    bool by_symbols = q->needs.parts & BL_CATALOG_PLACES &&
                      bl_catalog_counts(q->catalog).parts & BL_CATALOG_SYMBOLS;
    return q->needs.parts | (by_symbols ? BL_CATALOG_SYMBOLS : 0);
}

/* What is wrong, as far as the query looks: an index may tell of more. */
static void report_problems(struct query *q)
{
    struct bl_catalog_counts counts = bl_catalog_counts(q->catalog);
    unsigned parts = looked_at(q);
    struct bl_catalog_problem problem;
    struct bl_source named;
    for (uint32_t i = 0; i < counts.n_problems; i++) {
        if (!reporter_get_problem(&q->reporter, q->catalog, i, &problem, &named))
            break;
        bool is_found = problem.parts == 0 || problem.parts & parts;
        if (!is_found || !is_wanted(q, &named, &problem.path))
            continue;
        reporter_fail_problem(&q->reporter, q->catalog, &problem, &named);
        if (!array_room(&q->told, &q->cap_told, q->n_told))
            out_no_memory();
        q->told[q->n_told++] = sign_problem(problem.source, problem.path, &problem.error);
    }
    if (q->n_told > 1)
        qsort(q->told, q->n_told, sizeof *q->told, by_sign);
}

static bool add_scope(struct query *q, const char *operand)
{
    struct bl_error err;
    bool good = scopes_add(&q->scopes, operand, &err);
    if (!good)
        fail(q, operand, &err);
    return good;
}

/* The index files and scopes that were named. False: the reason was told. */
static bool take_operands(struct query *q, int n, char **operands)
{
    const char *index = q->reporter.common->index;
    struct indexes indexes = {.all = calloc((size_t)n + 1, sizeof(struct bl_catalog *)),
                              .are_alike = true};
    if (!indexes.all)
        out_no_memory();
    scopes_open(&q->scopes);
    q->reporter.directory = q->scopes.directory;
    bool good = true;
    if (index)
        add_index(q, &indexes, index);
    for (int i = 0; i < n && good; i++)
        if (!is_index_file(operands[i])) {
            good = add_scope(q, operands[i]);
        } else {
            add_index(q, &indexes, operands[i]);
            q->has_index_operand = true;
        }
    join_indexes(q, &indexes);
    scopes_settle(&q->scopes);
    return good;
}

bool query_open(struct query *q, const struct common *common, struct out *o,
                struct query_needs needs, int n, char **operands)
{
    *q = (struct query){.reporter = {.out = o, .common = common, .good = true}, .needs = needs};
    if (!take_operands(q, n, operands) || (!q->catalog && q->scopes.n == 0) || !get_catalog(q))
        return false;
    report_problems(q);
    report_unmet(q);
    drop_idle_scopes(q);
    return true;
}

/* Whether files were all the time what was read of them. */
static void check_files(struct query *q)
{
    const char *index = q->reporter.common->index;
    struct bl_error err;
    uint32_t source;
    struct bl_source named;
    if (bl_catalog_check_files(q->catalog, &source, &err) == BL_OK)
        return;
    if (source == BL_NONE && err.status == BL_E_CONTAINER)
        reporter_fail_catalog(&q->reporter, &err);
    else if (source == BL_NONE)
        fail(q, index ? index : "index", &err);
    else if (get_named(q, source, &named))
        reporter_fail_in(&q->reporter, &named, (struct bl_view){0}, NULL, &err);
}

bool query_close(struct query *q)
{
    if (q->catalog)
        check_files(q);
    scopes_close(&q->scopes);
    free(q->wanted);
    free(q->told);
    bl_catalog_close(q->catalog);
    return q->reporter.good;
}

/* ---- Decoding ---- */

void query_close_module(struct open_module *m)
{
    bl_function_close(m->function);
    bl_module_close(m->module);
    bl_index_close(m->index);
    *m = (struct open_module){.module = NULL};
}

int query_open_module(const struct query *q, struct open_module *m, uint32_t number,
                      struct bl_error *err)
{
    struct bl_catalog_module told;
    struct bl_stream stream;
    if (m->module && m->number == number)
        return BL_OK;
    int rc = bl_catalog_module(q->catalog, number, &told, err);
    if (rc == BL_OK && (!m->index || m->stream != told.stream)) {
        query_close_module(m);
        rc = bl_catalog_load(q->catalog, told.stream, &stream, err);
        if (rc == BL_OK)
            rc = bl_index_open(&m->index, &stream, err);
        m->stream = told.stream;
    } else {
        bl_function_close(m->function);
        bl_module_close(m->module);
        m->function = NULL;
        m->module = NULL;
    }
    if (rc == BL_OK)
        rc = bl_module_open(&m->module, m->index, told.block, err);
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
    }
    return "assembly";
}
