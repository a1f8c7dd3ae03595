/* cmd/streams.c - all streams that a query was given, at once
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/streams.h"

#include "base/array.h"
#include "base/text.h"

#include <stdlib.h>

struct finder {
    struct query query;
    const struct common *common;
    struct out *out;
    struct query_needs needs;
    int n;
    char **operands;
    streams_fn *work;
    void *context;
    struct streams streams;
    bool good;
};

static void report(struct finder *f, uint32_t stream, const struct bl_error *err)
{
    query_report(&f->query, stream, err);
    f->good = false;
}

static void report_no_memory(struct finder *f)
{
    report(f, BL_NONE, &(struct bl_error){.status = BL_E_NOMEM, .what = "no memory for streams"});
}

/* How long the first part of NESTED is, a member of an archive: up to the parenthesis that ends it.
 * Those in its name are in quotes. */
static size_t member_size(struct bl_view nested)
{
    bool is_quoted = false;
    for (size_t i = 0; i < nested.size; i++) {
        if (nested.data[i] == '\\')
            i++;
        else if (nested.data[i] == '"')
            is_quoted = !is_quoted;
        else if (nested.data[i] == ')' && !is_quoted)
            return i + 1;
    }
    return nested.size;
}

/* SOURCE, which has the stream that is TOLD of. A file that a thin archive names may be there by
 * itself, too: it is called as its streams are. */
static bool add_source(struct finder *f, const struct bl_source *source,
                       const struct bl_catalog_stream *told)
{
    struct streams *s = &f->streams;
    struct bl_source named;
    struct bl_view nested = {0};
    struct text path = {0};
    if (!array_room(&s->sources, &s->cap_sources, s->n_sources))
        return false;
    if (!reporter_get_named(&f->query.reporter, f->query.catalog, told->source, &named))
        return true;
    if (source->parent != BL_NONE)
        nested = (struct bl_view){.data = told->path.data, .size = member_size(told->path)};
    reporter_put_path(&f->query.reporter, &path, &named, nested);
    text_put(&path, "", 1);
    s->sources[s->n_sources] = (struct stream_source){.path = path.data, .size = source->size};
    s->n_sources += path.data != NULL;
    return path.data != NULL;
}

static bool add_stream(struct finder *f, uint32_t number, const struct bl_stream *stream,
                       bool is_alone)
{
    struct streams *s = &f->streams;
    if (!array_room(&s->items, &s->cap, s->n))
        return false;
    struct stream_item *item = &s->items[s->n];
    item->path = query_stream_path(&f->query, number);
    if (!item->path)
        return false;
    item->number = number;
    item->input = (struct input){.path = item->path, .stream = *stream, .is_alone = is_alone};
    s->n++;
    return true;
}

/* Stream NUMBER, and the source of it that was not there before. */
static bool take_stream(struct finder *f, uint32_t number, uint32_t *last_source)
{
    struct bl_catalog_stream told;
    struct bl_source source;
    struct bl_stream stream;
    struct bl_error err;
    if (!query_has_stream(&f->query, number))
        return true;
    int status = bl_catalog_stream(f->query.catalog, number, &told, &err);
    if (status == BL_OK)
        status = bl_catalog_load(f->query.catalog, number, &stream, &err);
    if (status == BL_OK)
        status = bl_catalog_source(f->query.catalog, told.source, &source, &err);
    if (status != BL_OK) {
        report(f, number, &err);
        return status != BL_E_NOMEM;
    }
    bool is_new = told.source != *last_source;
    *last_source = told.source;
    return add_stream(f, number, &stream, told.path.size == 0) &&
           (!is_new || add_source(f, &source, &told));
}

static void find_and_work(struct finder *f)
{
    uint32_t last_source = BL_NONE;
    if (!query_open(&f->query, f->common, f->out, f->needs, f->n, f->operands)) {
        f->good = false;
        return;
    }
    uint32_t n = bl_catalog_counts(f->query.catalog).n_streams;
    for (uint32_t i = 0; i < n; i++)
        if (!take_stream(f, i, &last_source)) {
            report_no_memory(f);
            return;
        }
    f->good &= f->work(f->context, &f->streams);
}

void streams_report(const struct streams *streams, uint32_t item, const struct bl_error *err)
{
    const struct query *q = streams->query;
    const struct input *input = &streams->items[item].input;
    if (!query_was_told(q, streams->items[item].number, err))
        report_error(q->reporter.out, q->reporter.common, input, input->path, err);
}

void streams_report_none(const struct streams *streams, const struct command *command)
{
    const struct reporter *reporter = &streams->query->reporter;
    struct bl_error err = {.status = BL_E_ARGUMENT, .what = "no bitcode in any of the paths"};
    if (reporter->good)
        report_error(reporter->out, reporter->common, NULL, command->name, &err);
}

bool streams_count(const struct streams *streams, struct bl_stats *stats, unsigned n_threads,
                   bl_stats_fail_fn *fail, void *context)
{
    const struct bl_stream **all = calloc((size_t)streams->n + 1, sizeof(struct bl_stream *));
    if (!all)
        return false;
    for (uint32_t i = 0; i < streams->n; i++)
        all[i] = &streams->items[i].input.stream;
    int status = bl_stats_add_all(stats, all, streams->n, n_threads, fail, context, NULL);
    free(all);
    return status == BL_OK;
}

/* Whether all was good to the end. */
static bool release(struct finder *f)
{
    struct streams *s = &f->streams;
    for (uint32_t i = 0; i < s->n; i++)
        free(s->items[i].path);
    for (uint32_t i = 0; i < s->n_sources; i++)
        free(s->sources[i].path);
    free(s->items);
    free(s->sources);
    return query_close(&f->query) && f->good;
}

int with_streams(const struct common *common, struct out *o, unsigned parts, int n, char **operands,
                 streams_fn *work, void *context)
{
    struct finder f = {.common = common,
                       .out = o,
                       .needs = {.parts = parts, .streams = true},
                       .n = n,
                       .operands = operands,
                       .work = work,
                       .context = context,
                       .good = true};
    f.streams.query = &f.query;
    find_and_work(&f);
    return release(&f) ? EXIT_OK : EXIT_BAD_INPUT;
}
