/* cmd/query.c - the catalog that a query is put to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "query.h"

#include "array.h"
#include "input.h"
#include "text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum {
    MOST_NOTES = 8 /* on single files that have changed */
};

/* An operand that is not an index file. */
struct scope {
    char *path;         /* of a file or directory, as it was given */
    char *absolute;     /* the same, behind directories; "-" as it is */
    const char *nested; /* behind it, or "" */
    bool is_covered;    /* the index tells of it */
};

/* ---- Telling ---- */

/* One line on stderr that is no failure. */
__attribute__((format(printf, 2, 3))) static void note(struct query *q, const char *format, ...)
{
    va_list args;
    out_flush(q->reporter.out);
    fputs("bitleap: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

static void fail(struct query *q, const char *path, const struct bl_error *err)
{
    reporter_fail(&q->reporter, path, err);
}

static bool get_named(struct query *q, uint32_t number, struct bl_source *source)
{
    return reporter_get_named(&q->reporter, q->catalog, number, source);
}

void query_put_stream(struct query *q, struct out *o, uint32_t stream)
{
    struct bl_catalog_stream s;
    struct bl_source source;
    if (bl_catalog_stream(q->catalog, stream, &s, NULL) < 0 || !get_named(q, s.source, &source))
        return;
    out_view(o, source.path);
    out_view(o, s.path);
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
    struct bl_catalog_stream s;
    struct bl_source source;
    struct text path = {0};
    if (bl_catalog_stream(q->catalog, stream, &s, NULL) == BL_OK && get_named(q, s.source, &source))
        put_nested_path(&path, &source, s.path);
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
    if (q->n_told == 0 || bl_catalog_stream(q->catalog, stream, &s, NULL) < 0)
        return false;
    uint64_t sign = sign_problem(s.source, s.path, err);
    return bsearch(&sign, q->told, q->n_told, sizeof *q->told, by_sign) != NULL;
}

void query_report(struct query *q, uint32_t stream, const struct bl_error *err)
{
    struct bl_catalog_stream s;
    struct bl_source named;
    struct bl_stream loaded;
    if (stream != BL_NONE && query_was_told(q, stream, err))
        q->reporter.good = false;
    else if (stream == BL_NONE || bl_catalog_stream(q->catalog, stream, &s, NULL) < 0)
        fail(q, "catalog", err);
    else if (get_named(q, s.source, &named)) {
        bool has_place = err->has_pos && err->status != BL_E_CONTAINER &&
                         bl_catalog_load(q->catalog, stream, &loaded, NULL) == BL_OK;
        reporter_fail_in(&q->reporter, &named, s.path, has_place ? &loaded : NULL, err);
    }
}

/* ---- Scopes ---- */

/* PATH, absolute, without "./" in front and slashes behind; malloc'ed. */
static char *make_absolute(const struct query *q, const char *base, struct bl_view path)
{
    size_t n = path.size;
    const char *text = (const char *)path.data;
    while (n > 2 && text[0] == '.' && text[1] == '/') {
        text += 2;
        n -= 2;
    }
    while (n > 1 && text[n - 1] == '/')
        n--;
    bool stays = n > 0 && (text[0] == '/' || (n == 1 && text[0] == '-'));
    const char *before = stays ? "" : base ? base : q->directory;
    char *absolute = malloc(strlen(before) + n + 2);
    if (!absolute)
        return NULL;
    size_t length = strlen(before);
    memcpy(absolute, before, length);
    if (length > 0 && absolute[length - 1] != '/')
        absolute[length++] = '/';
    if (n == 1 && text[0] == '.')
        n = 0;
    memcpy(absolute + length, text, n);
    length += n;
    if (length > 1 && absolute[length - 1] == '/')
        length--;
    absolute[length] = '\0';
    return absolute;
}

static bool add_scope(struct query *q, const char *operand)
{
    struct scope scope = {.path = split_operand(operand, &scope.nested)};
    if (scope.path)
        scope.absolute = make_absolute(q, NULL, view_of(scope.path));
    if (!scope.absolute || !array_room(&q->scopes, &q->cap_scopes, q->n_scopes)) {
        free(scope.path);
        free(scope.absolute);
        return false;
    }
    q->scopes[q->n_scopes++] = scope;
    return true;
}

/* By the file, so that those of one file follow each other. */
static int by_file(const void *a, const void *b)
{
    const struct scope *s = a;
    const struct scope *t = b;
    return strcmp(s->absolute, t->absolute);
}

/* Scopes whose file is the first N bytes of PATH: from *FIRST on, before the number returned. */
static uint32_t find_scopes(const struct query *q, const char *path, size_t n, uint32_t *first)
{
    uint32_t low = 0;
    uint32_t high = q->n_scopes;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strncmp(q->scopes[middle].absolute, path, n) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    while (low < q->n_scopes && strncmp(q->scopes[low].absolute, path, n) == 0 &&
           !q->scopes[low].absolute[n])
        low++;
    return low;
}

static char *absolute_of(struct query *q, const struct bl_source *source)
{
    char *base = strndup((const char *)source->base.data, source->base.size);
    char *absolute = base ? make_absolute(q, *base ? base : NULL, source->path) : NULL;
    free(base);
    if (!absolute)
        out_no_memory();
    return absolute;
}

/* Whether what is at NESTED in the first N bytes of PATH, or below them, was asked for; NULL:
 * anything in there. */
static bool is_in_scope(const struct query *q, const char *path, size_t n, const char *nested)
{
    uint32_t i;
    uint32_t end = find_scopes(q, path, n, &i);
    for (; i < end; i++)
        if (!nested || is_inside(nested, q->scopes[i].nested))
            return true;
    return false;
}

/* Whether NESTED, a path in SOURCE, was asked for; NULL: anything in it. */
static bool is_wanted(struct query *q, const struct bl_source *source, const struct bl_view *nested)
{
    if (q->n_scopes == 0)
        return true;
    char *absolute = absolute_of(q, source);
    char *path = nested ? strndup((const char *)nested->data, nested->size) : NULL;
    bool wanted = is_in_scope(q, absolute, strlen(absolute), path) ||
                  (*absolute == '/' && is_in_scope(q, absolute, 1, path));
    if (nested && !path)
        out_no_memory();
    for (size_t n = 1; absolute[n] && !wanted; n++)
        wanted = absolute[n] == '/' && is_in_scope(q, absolute, n, path);
    free(absolute);
    free(path);
    return wanted;
}

static bool find_out(struct query *q, uint32_t stream)
{
    struct bl_catalog_stream s;
    struct bl_source source;
    return bl_catalog_stream(q->catalog, stream, &s, NULL) == BL_OK &&
           get_named(q, s.source, &source) && is_wanted(q, &source, &s.path);
}

bool query_has_stream(struct query *q, uint32_t stream)
{
    enum {
        UNKNOWN,
        WANTED,
        NOT_WANTED
    };
    uint32_t n_streams = bl_catalog_counts(q->catalog).n_streams;
    if (q->n_scopes == 0 || stream >= n_streams)
        return q->n_scopes == 0;
    if (!q->wanted && !(q->wanted = calloc(n_streams, sizeof *q->wanted)))
        return find_out(q, stream);
    if (q->wanted[stream] == UNKNOWN)
        q->wanted[stream] = find_out(q, stream) ? WANTED : NOT_WANTED;
    return q->wanted[stream] == WANTED;
}

/* Whether the catalog tells of all that was asked for. */
static bool is_covered(struct query *q)
{
    struct bl_catalog_counts counts = bl_catalog_counts(q->catalog);
    uint32_t n_left = q->n_scopes;
    for (uint32_t i = 0; i < counts.n_sources && n_left > 0; i++) {
        struct bl_source source;
        if (bl_catalog_source(q->catalog, i, &source, NULL) < 0)
            return false;
        char *absolute = absolute_of(q, &source);
        uint32_t k;
        uint32_t end = find_scopes(q, absolute, strlen(absolute), &k);
        for (; k < end; k++) {
            n_left -= !q->scopes[k].is_covered;
            q->scopes[k].is_covered = true;
        }
        free(absolute);
    }
    return n_left == 0;
}

/* ---- Index files ---- */

static unsigned open_flags(const struct query *q)
{
    return BL_OPEN_GUARDED | (q->reporter.common->copy ? BL_OPEN_COPY : 0);
}

/* Ask index file PATH, too. */
static void add_index(struct query *q, const char *path)
{
    struct bl_catalog *index;
    struct bl_catalog *both;
    struct bl_error err;
    int rc = bl_catalog_open(&index, path, open_flags(q), &err);
    if (rc == BL_OK && q->catalog) {
        rc = bl_catalog_merge(&both, (struct bl_catalog *[]){q->catalog, index}, 2, &err);
        bl_catalog_close(index);
        if (rc == BL_OK) {
            bl_catalog_close(q->catalog);
            q->catalog = both;
        }
    } else if (rc == BL_OK) {
        q->catalog = index;
    }
    if (rc < 0)
        fail(q, path, &err);
}

static void note_change(struct query *q, const struct bl_source *source, int state)
{
    static const char *const what[] = {
        [BL_SOURCE_CHANGED] = "changed",
        [BL_SOURCE_GONE] = "gone",
        [BL_SOURCE_OUT_OF_REACH] = "out of reach",
    };
    note(q, "%.*s: %s since it was indexed", (int)source->path.size,
         (const char *)source->path.data, what[state]);
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

static struct bl_catalog_options build_options(const struct query *q,
                                               const struct bl_catalog *reuse)
{
    return (struct bl_catalog_options){.parts = q->needs.parts,
                                       .n_threads = q->reporter.common->n_threads,
                                       .by_content = q->reporter.common->by_content,
                                       .keep_mapped = q->needs.streams,
                                       .open_flags = open_flags(q),
                                       .reuse = reuse};
}

/* Read the files that were asked for, but for what the index has of them. */
static int build(struct query *q, struct bl_catalog **built, struct bl_error *err)
{
    struct bl_catalog_options options = build_options(q, q->catalog);
    const char **paths = calloc(q->n_scopes, sizeof *paths);
    if (!paths) {
        *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory"};
        return BL_E_NOMEM;
    }
    for (uint32_t i = 0; i < q->n_scopes; i++)
        paths[i] = q->scopes[i].path;
    int rc = bl_catalog_build(built, paths, q->n_scopes, &options, err);
    free(paths);
    return rc;
}

static void drop_scopes(struct query *q)
{
    for (uint32_t i = 0; i < q->n_scopes; i++) {
        free(q->scopes[i].path);
        free(q->scopes[i].absolute);
    }
    q->n_scopes = 0;
}

/* The catalog has no more than was asked for, unless only a part of a file was. */
static void drop_idle_scopes(struct query *q)
{
    for (uint32_t i = 0; i < q->n_scopes; i++)
        if (*q->scopes[i].nested)
            return;
    drop_scopes(q);
}

static bool has_parts(const struct query *q)
{
    unsigned parts = bl_catalog_counts(q->catalog).parts;
    if (parts & BL_CATALOG_SYMBOLS)
        parts |= BL_CATALOG_PLACES;
    unsigned wanted = q->needs.parts | (q->reporter.common->by_content ? BL_CATALOG_HASHES : 0);
    return (wanted & ~parts) == 0;
}

/* Paths beside an index file say what of it is meant: who meant both is told. */
static void note_uncovered(struct query *q)
{
    for (uint32_t i = 0; i < q->n_scopes; i++)
        if (!q->scopes[i].is_covered) {
            note(q, "%s: not in the index, of which only what the paths name is asked",
                 q->scopes[i].path);
            return;
        }
}

static bool get_catalog(struct query *q)
{
    struct bl_catalog *built = NULL;
    struct bl_error err;
    bool covers = q->catalog && is_covered(q);
    int rc;
    if (covers && has_parts(q) && is_fresh(q))
        return true;
    if (!covers && q->has_index_operand)
        note_uncovered(q);
    if (covers) {
        struct bl_catalog_options options = build_options(q, NULL);
        rc = bl_catalog_update(&built, q->catalog, &options, &err);
    } else {
        rc = build(q, &built, &err);
    }
    if (rc < 0) {
        fail(q, q->n_scopes == 1 ? q->scopes[0].path : "catalog", &err);
        return false;
    }
    bl_catalog_close(q->catalog);
    q->catalog = built;
    if (!covers)
        drop_idle_scopes(q);
    return true;
}

static void report_problems(struct query *q)
{
    struct bl_catalog_counts counts = bl_catalog_counts(q->catalog);
    struct bl_catalog_problem problem;
    struct bl_source named;
    for (uint32_t i = 0; i < counts.n_problems; i++) {
        if (!reporter_get_problem(&q->reporter, q->catalog, i, &problem, &named))
            break;
        if (!is_wanted(q, &named, &problem.path))
            continue;
        reporter_fail_problem(&q->reporter, q->catalog, &problem, &named);
        if (!array_room(&q->told, &q->cap_told, q->n_told))
            out_no_memory();
        q->told[q->n_told++] = sign_problem(problem.source, problem.path, &problem.error);
    }
    if (q->n_told > 1)
        qsort(q->told, q->n_told, sizeof *q->told, by_sign);
}

static char *current_directory(void)
{
    char *directory = getcwd(NULL, 0);
    size_t n = directory ? strlen(directory) : 0;
    char *slashed = directory ? realloc(directory, n + 2) : NULL;
    if (!slashed) {
        free(directory);
        return NULL;
    }
    memcpy(slashed + n, "/", 2);
    return slashed;
}

bool query_open(struct query *q, const struct common *common, struct out *o,
                struct query_needs needs, int n, char **operands)
{
    *q = (struct query){.reporter = {.out = o, .common = common, .good = true}, .needs = needs};
    q->directory = current_directory();
    bool has_room = q->directory != NULL;
    if (common->index)
        add_index(q, common->index);
    for (int i = 0; i < n && has_room; i++)
        if (is_index_file(operands[i])) {
            add_index(q, operands[i]);
            q->has_index_operand |= q->catalog != NULL;
        } else {
            has_room = add_scope(q, operands[i]);
        }
    if (!has_room) {
        struct bl_error err = {.status = BL_E_NOMEM, .what = "no memory"};
        fail(q, "catalog", &err);
        return false;
    }
    if (q->n_scopes > 1)
        qsort(q->scopes, q->n_scopes, sizeof *q->scopes, by_file);
    if ((!q->catalog && q->n_scopes == 0) || !get_catalog(q))
        return false;
    report_problems(q);
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
    if (source == BL_NONE)
        fail(q, index ? index : "index", &err);
    else if (get_named(q, source, &named))
        reporter_fail_in(&q->reporter, &named, (struct bl_view){0}, NULL, &err);
}

bool query_close(struct query *q)
{
    if (q->catalog)
        check_files(q);
    drop_scopes(q);
    free(q->scopes);
    free(q->wanted);
    free(q->told);
    free(q->directory);
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
