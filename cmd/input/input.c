/* cmd/input/input.c - the streams of the files that a command was given, one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/input.h"

#include "analysis/catalog_values.h"
#include "analysis/pattern.h"
#include "base/array.h"
#include "base/large_pages.h"
#include "base/name_sort.h"
#include "input/paths.h"
#include "input/query.h"

#include <stdlib.h>
#include <string.h>

struct visits {
    struct context *context;
    const struct visitor *visitor;
    struct input input;
    unsigned open_flags;
    const char *path, *nested;
    bool is_named;                    /* the file is, not the directory that it is in */
    const struct bl_catalog *catalog; /* that led to the file; NULL: none */
    uint32_t source;                  /* there */
    uint32_t n_passed;                /* of its streams, up to the one that was found last */
    uint32_t n_visited;               /* streams of the file, and errors in their place */
    uint32_t n_ir;                    /* of these, LLVM IR */
    struct packed_count packed;       /* in files that were not named */
};

/* ---- Files ---- */

static void report_found(struct visits *v, const struct bl_error *err)
{
    char *path = join_path(v->path, v->input.found.path);
    v->n_visited++;
    report_error(v->context, path, NULL, err);
    free(path);
}

/* The stream that was found, in the catalog: both have them in the same order. */
static void find_in_catalog(struct visits *v)
{
    struct bl_source source;
    struct bl_catalog_stream stream;
    const char *path = v->input.found.path;
    v->input.number = BL_NONE;
    if (!v->input.catalog || bl_catalog_get_source(v->catalog, v->source, &source, NULL) < 0)
        return;
    for (uint32_t i = v->n_passed; i < source.n_streams && v->input.number == BL_NONE; i++) {
        if (bl_catalog_get_stream(v->catalog, source.first_stream + i, &stream, NULL) < 0 ||
            stream.size != v->input.found.stream.bytes.size ||
            bl_view_compare(stream.path, view_of(path)) != 0)
            continue;
        v->input.number = source.first_stream + i;
        v->n_passed = i + 1;
    }
}

/* Output may be as long as BYTES allow. */
static void allow_output(struct visits *v, struct bl_view bytes)
{
    const struct context *c = v->context;
    bool is_any = c->is_unlimited || c->command->own_parser; /* as LLVM's tools print */
    out_allow(&v->context->out, is_any ? UINT64_MAX : bytes.size);
}

/* Whether the stream that was found is in another file than the one that is visited, as that of a
 * member of a thin archive. */
static bool is_elsewhere(const struct visits *v)
{
    struct bl_view file = bl_file_view(v->input.file);
    uintptr_t at = (uintptr_t)v->input.found.stream.bytes.data;
    return at - (uintptr_t)file.data >= file.size;
}

static void visit_stream(struct visits *v)
{
    char *path = join_path(v->path, v->input.found.path);
    find_in_catalog(v);
    expect_stream(v->input.found.stream.bytes.size);
    if (is_elsewhere(v))
        allow_output(v, v->input.found.stream.bytes);
    v->n_visited++;
    v->input.path = path;
    v->input.stream = v->input.found.stream;
    v->n_ir += v->input.stream.kind == BL_STREAM_LLVM_IR ||
               (v->context->command->reads_asts && is_ast(&v->input.stream));
    v->input.is_alone = v->is_named && !*v->input.found.path;
    v->input.needs_name = v->context->n_operands > 1 || !v->input.is_alone;
    v->visitor->stream(v->visitor->data, &v->input);
    free(path);
}

static void visit_image(void *data, const struct bl_image *image)
{
    struct visits *v = data;
    char *path = join_path(v->path, image->path);
    v->n_visited++;
    v->n_ir++; /* a command that takes images has use for the file */
    v->input.path = path;
    v->visitor->image(v->visitor->data, &v->input, image);
    free(path);
}

/* The file has nothing for the command, or not all of it was looked into, and ERR says why. */
static void report_lack(struct visits *v, const struct bl_error *err)
{
    char *path = join_path(v->path, v->nested);
    if (v->context->command->skips_archives && !*v->nested && err->status == BL_E_CONTAINER &&
        bl_is_archive(bl_file_view(v->input.file)))
        put_note(v->context, "%s: %s", path, err->what);
    else
        report_error(v->context, path, NULL, err);
    free(path);
}

/* As bl_search_explain(), which looks at all bytes of a file: only of one that is named. */
static int explain(const struct visits *v, const struct bl_search *search, struct bl_error *err)
{
    const char *with, *hint = bl_search_hint(search);
    if (v->is_named)
        return bl_search_explain(search, err);
    *err = (struct bl_error){.status = bl_search_packed(search, &with) > 0 ? BL_E_UNSUPPORTED
                                                                           : BL_E_CONTAINER,
                             .what = hint ? hint : "no bitcode"};
    return err->status;
}

static void search_file(struct visits *v, struct bl_search *search)
{
    struct bl_error err;
    int rc;
    while (out_need(rc = bl_search_next(search, &v->input.found, &err)) != 0) {
        /* A file that is too short for a magic number is none with bitcode, if that is asked. */
        bool is_short = v->visitor->file && rc == BL_E_TRUNCATED && !*v->input.found.path;
        if (rc > 0)
            visit_stream(v);
        else if (!is_short)
            report_found(v, &err);
        if (bl_search_check(search, &err) < 0) {
            report_found(v, &err);
            v->context->has_changed = true;
        }
    }
}

static void visit_file(struct visits *v, const char *operand)
{
    struct context *c = v->context;
    uint64_t n_errors = c->n_errors;
    struct visited_file visited = {.operand = operand, .is_named = v->is_named};
    struct bl_search *search = NULL;
    struct bl_error err;
    char *path;
    v->n_visited = 0;
    v->n_ir = 0;
    if (open_operand(operand, v->open_flags, &v->input.file, &path, &v->nested, &err) < 0 ||
        open_search(v->input.file, path, v->nested, v->open_flags, &search, &err) < 0) {
        report_error(c, operand, NULL, &err);
    } else {
        v->path = path;
        v->input.search = search;
        allow_output(v, bl_file_view(v->input.file));
        v->n_passed = 0;
        v->input.catalog =
            v->catalog && bl_catalog_state(v->catalog, v->source, false, NULL) == BL_STATE_SAME
                ? v->catalog
                : NULL;
        if (v->visitor->image)
            bl_search_report_images(search, visit_image, v);
        search_file(v, search);
        /* A file that has nothing for the command, unless something bad of it was reported. Below a
         * directory many have no LLVM IR. */
        int lack = explain(v, search, &err);
        visited.packed.n = bl_search_packed(search, &visited.packed.with);
        bool strays = lack == BL_E_UNSUPPORTED && visited.packed.n == 0;
        bool says_it = v->visitor->file && bl_search_met(search) && !strays;
        if (!says_it && (v->n_visited == 0 || (v->is_named && lack == BL_E_UNSUPPORTED)))
            report_lack(v, &err);
        else if (c->command->wants_ir && v->n_ir == 0 && v->is_named && c->n_errors == n_errors)
            report_lack(v, &(struct bl_error){.status = BL_E_CONTAINER,
                                              .what = "no LLVM IR module in any stream"});
        visited.is_readable = bl_search_met(search);
        visited.hint = c->n_errors == n_errors ? bl_search_hint(search) : NULL;
        if (bl_file_check(v->input.file, &err) < 0) {
            report_error(c, path, NULL, &err);
            c->has_changed = true;
            visited.is_readable = false;
        }
    }
    if (!v->is_named && !v->visitor->file)
        count_packed(&v->packed, visited.packed.n, visited.packed.with);
    visited.n_errors = c->n_errors - n_errors;
    if (v->visitor->file)
        v->visitor->file(v->visitor->data, &visited);
    bl_search_close(search);
    bl_file_close(v->input.file);
    free(path);
}

/* ---- Directories and index files ---- */

struct file_of_catalog {
    char *path;
    uint32_t source;
};

struct files {
    struct file_of_catalog *items;
    uint32_t n, cap;
};

/* Those of Q that have streams or problems. Members' files of a thin archive are sources of their
 * own, and it is what is visited. */
static void list_files(struct query *q, struct files *files, uint64_t *n_without,
                       struct packed_count *packed)
{
    uint32_t n = bl_catalog_get_counts(q->catalog).n_sources;
    uint32_t last = BL_NONE;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_source source;
        if (bl_catalog_get_source(q->catalog, i, &source, NULL) < 0 ||
            source.kind == BL_SOURCE_DIRECTORY)
            continue;
        if (source.n_streams + source.n_problems == 0) {
            *n_without += source.kind == BL_SOURCE_FILE;
            count_packed(packed, source.n_packed, source.packed);
            continue;
        }
        uint32_t file = source.kind == BL_SOURCE_MEMBER ? source.parent : i;
        if (file == last)
            continue;
        last = file;
        char *path = query_source_path(q, i, (struct bl_view){0});
        array_add(&files->items, &files->n, &files->cap,
                  ((struct file_of_catalog){.path = path, .source = i}));
    }
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t *x = a;
    const uint32_t *y = b;
    return bl_order(*x, *y);
}

/* Whether an index can say where the names are. */
static bool are_names(const struct name_patterns *wanted)
{
    uint32_t n = wanted ? wanted->n : 0;
    for (uint32_t i = 0; i < n; i++)
        if (wanted->items[i].pattern.kind != PATTERN_EXACT ||
            strchr("%!#", *wanted->items[i].wanted))
            return false;
    return n > 0;
}

/* The streams of Q that know one of the names. */
static void list_streams_with(struct query *q, const struct name_patterns *wanted,
                              struct files *files)
{
    struct value_list streams = {.n = 0};
    struct bl_catalog_stream stream;
    struct bl_catalog_module module;
    for (uint32_t i = 0; i < wanted->n; i++) {
        struct bl_module_value *values;
        uint32_t n;
        find_values(q, wanted->items[i].wanted, &values, &n);
        for (uint32_t k = 0; k < n; k++)
            if (bl_catalog_get_module(q->catalog, values[k].module, &module, NULL) == BL_OK)
                array_add(&streams.items, &streams.n, &streams.cap, module.stream);
        free(values);
    }
    array_sort(streams.items, streams.n, sizeof *streams.items, compare_numbers);
    for (uint32_t i = 0; i < streams.n; i++)
        if ((i == 0 || streams.items[i] != streams.items[i - 1]) &&
            bl_catalog_get_stream(q->catalog, streams.items[i], &stream, NULL) == BL_OK)
            array_add(&files->items, &files->n, &files->cap,
                      ((struct file_of_catalog){.path = query_stream_path(q, streams.items[i]),
                                                .source = stream.source}));
    free(streams.items);
}

static void visit_files(struct visits *v, char *operand)
{
    struct query q;
    struct files files = {.items = NULL};
    uint64_t n_without = 0;
    struct query_needs needs = {.files = true, .may_be_empty = v->visitor->may_be_empty};
    bool is_open = query_open(&q, v->context, needs, 1, &operand);
    bool has_names = are_names(v->visitor->wanted) && bl_path_is_index(operand);
    if (is_open && has_names)
        list_streams_with(&q, v->visitor->wanted, &files);
    else if (is_open)
        list_files(&q, &files, &n_without, &v->packed);
    if (v->visitor->n_without)
        *v->visitor->n_without += n_without;
    v->catalog = q.catalog;
    for (uint32_t i = 0; i < files.n; i++) {
        v->source = files.items[i].source;
        visit_file(v, files.items[i].path);
        free(files.items[i].path);
    }
    v->catalog = NULL;
    query_close(&q);
    free(files.items);
}

static void note_packed(struct context *c, const struct packed_count *packed)
{
    char text[256];
    struct out line = {.data = text, .cap = sizeof text};
    put_packed(&line, packed);
    put_note(c, "%.*s", (int)line.n - 2, text + 2); /* as a statement of its own */
}

void visit_streams(struct context *c, const struct visitor *visitor)
{
    struct visits v = {.context = c,
                       .visitor = visitor,
                       .open_flags = visitor->open_flags | context_open_flags(c)};
    if (c->n_operands == 0)
        usage_error(c->command, "no file given");
    for (int i = 0; i < c->n_operands; i++) {
        v.is_named = !is_directory(c->operands[i]) && !bl_path_is_index(c->operands[i]);
        if (v.is_named)
            visit_file(&v, c->operands[i]);
        else
            visit_files(&v, c->operands[i]);
    }
    if (visitor->packed)
        *visitor->packed = v.packed;
    else if (v.packed.n > 0)
        note_packed(c, &v.packed);
}
