/* cmd/input/query.c - the catalog that a query is put to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/query.h"

#include "base/text.h"

#include <stdlib.h>

/* ---- What was wrong ---- */

/* Report damage, or another failure, of the catalog itself. That it is damaged is reported once, as
 * whatever is asked of it may fail with that. */
static void report_catalog(struct context *c, const struct bl_error *err)
{
    bool is_damage = err->status == BL_E_CONTAINER;
    if (is_damage && c->catalog_is_damaged)
        return;
    c->catalog_is_damaged |= is_damage;
    report_error(c, "catalog", NULL, err);
}

static void report_problem(struct context *c, const struct bl_query_problem *problem)
{
    switch (problem->kind) {
    case BL_PROBLEM_NOTE:
        put_note(c, "%s%s%s", problem->path, *problem->path ? ": " : "", problem->error.what);
        break;
    case BL_PROBLEM_INDEX: report_catalog(c, &problem->error); break;
    default:
        c->has_changed |= problem->kind == BL_PROBLEM_CHANGED;
        report_error(c, problem->path, problem->stream, &problem->error);
    }
}

void report_inputs(struct context *c, struct bl_query *inputs)
{
    struct bl_query_problem problem;
    while (out_need(bl_query_next_problem(inputs, &problem)) > 0)
        report_problem(c, &problem);
}

void report_problems(struct context *c, const struct bl_catalog *catalog)
{
    struct bl_query *inputs;
    out_need(bl_query_of_catalog(&inputs, catalog, NULL));
    report_inputs(c, inputs);
    bl_query_close(inputs);
}

void query_report(struct query *q, uint32_t stream, const struct bl_error *err)
{
    bl_query_note(q->inputs, stream, err);
    report_inputs(q->context, q->inputs);
}

/* ---- Streams ---- */

/* What was put into TEXT, malloc'ed, after what was wrong with it is reported. */
static char *end_path(struct query *q, struct text *text)
{
    report_inputs(q->context, q->inputs);
    text_put(text, "", 1);
    return text->data;
}

char *query_stream_path(struct query *q, uint32_t stream)
{
    struct text text = {0};
    bl_query_put_path(q->inputs, stream, text_put, &text);
    return end_path(q, &text);
}

char *query_source_path(struct query *q, uint32_t source, struct bl_view nested)
{
    struct text text = {0};
    bl_query_put_source(q->inputs, source, nested, text_put, &text);
    return end_path(q, &text);
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

bool query_has_stream(struct query *q, uint32_t stream)
{
    bool has = bl_query_has_stream(q->inputs, stream);
    if (!has)
        report_inputs(q->context, q->inputs);
    return has;
}

bool query_has_problem(struct query *q, uint32_t number, struct bl_catalog_problem *problem)
{
    bool has = bl_query_has_problem(q->inputs, number, problem);
    report_inputs(q->context, q->inputs);
    return has;
}

uint32_t query_count_links(struct query *q)
{
    return q->catalog ? bl_query_count_links(q->inputs) : 0;
}

void put_links(struct out *o, uint32_t n)
{
    if (n > 0) {
        out_text(o, " (");
        out_count(o, n, "link not counted again)", "links not counted again)");
    }
}

void count_packed(struct packed_count *packed, uint64_t n, const char *with)
{
    packed->n += n;
    if (!packed->with)
        packed->with = with;
}

void put_packed(struct out *o, const struct packed_count *packed)
{
    const char *library = packed->with ? bl_packed_library(packed->with) : NULL;
    if (packed->n == 0)
        return;
    out_text(o, "; ");
    out_count(o, packed->n, "packed file", "packed files");
    if (packed->with)
        out_printf(o, " (%s%s%s)", packed->with, library ? ": needs " : "", library ? library : "");
    out_text(o, packed->n == 1 ? " was not looked into" : " were not looked into");
}

void json_packed(struct out *o, const struct packed_count *packed)
{
    json_u64(o, "packed", packed->n);
    if (packed->with)
        json_text(o, "packed_with", packed->with);
}

struct packed_count query_count_packed(const struct query *q)
{
    struct packed_count packed = {.n = 0};
    struct bl_source source;
    uint32_t n = q->catalog ? bl_catalog_get_counts(q->catalog).n_sources : 0;
    for (uint32_t i = 0; i < n; i++)
        if (bl_catalog_get_source(q->catalog, i, &source, NULL) == BL_OK)
            count_packed(&packed, source.n_packed, source.packed);
    return packed;
}

void query_report_module(struct query *q, uint32_t module, const struct bl_error *err)
{
    struct bl_catalog_module m;
    bool is_known = bl_catalog_get_module(q->catalog, module, &m, NULL) == BL_OK;
    query_report(q, is_known ? m.stream : BL_NONE, err);
}

void query_read_definitions(struct query *q, struct bl_definition *definitions, uint32_t n)
{
    out_need(bl_definitions_read(q->inputs, definitions, n));
    report_inputs(q->context, q->inputs);
}

/* ---- Opening ---- */

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
        if (bl_path_is_index(c->operands[i])) {
            has_index = true;
            parts &= parts_of(c, c->operands[i]);
        }
    return has_index ? parts : 0;
}

bool query_open(struct query *q, struct context *c, struct query_needs needs, int n,
                char **operands)
{
    const struct bl_query_options options = {
        .parts = needs.parts | (c->follows_links ? BL_CATALOG_LINKS : 0),
        .n_threads = c->n_threads,
        .open_flags = context_open_flags(c),
        .index = c->index,
        .by_content = c->by_content,
        .reads_streams = needs.streams,
        .reads_files = needs.files,
        .may_be_empty = needs.may_be_empty,
    };
    *q = (struct query){.context = c};
    out_allow(&c->out, UINT64_MAX); /* names have a budget of their own */
    if (n == 0 && !c->index)
        usage_error(c->command, "no file given");
    int rc = bl_query_open(&q->inputs, (const char *const *)operands, (size_t)n, &options, NULL);
    if (!q->inputs)
        out_no_memory();
    report_inputs(c, q->inputs);
    q->catalog = bl_query_catalog(q->inputs);
    return rc == BL_OK;
}

void query_close(struct query *q)
{
    if (!q->inputs)
        return;
    bl_query_check(q->inputs);
    report_inputs(q->context, q->inputs);
    bl_query_close(q->inputs);
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
