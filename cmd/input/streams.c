/* cmd/input/streams.c - all streams that a query was given, at once
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/streams.h"

#include "base/array.h"

#include <stdlib.h>

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

/* SOURCE, which has STREAM. A file that a thin archive names may be there by itself, too: it is
 * called as its streams are. */
static void add_source(struct streams *s, const struct bl_source *source,
                       const struct bl_catalog_stream *stream)
{
    struct bl_view nested = {0};
    if (source->parent != BL_NONE)
        nested = (struct bl_view){.data = stream->path.data, .size = member_size(stream->path)};
    char *path = query_source_path(&s->query, stream->source, nested);
    array_add(&s->sources, &s->n_sources, &s->cap_sources,
              (struct stream_source){.path = path, .size = source->size});
}

/* Stream NUMBER, and its source if that is not *LAST_SOURCE. */
static int add_stream(struct streams *s, uint32_t number, uint32_t *last_source,
                      struct bl_error *err)
{
    struct bl_catalog_stream found;
    struct bl_source source;
    struct bl_stream stream;
    int status = bl_catalog_get_stream(s->query.catalog, number, &found, err);
    if (status == BL_OK)
        status = bl_catalog_load(s->query.catalog, number, &stream, err);
    if (status == BL_OK)
        status = bl_catalog_get_source(s->query.catalog, found.source, &source, err);
    if (status != BL_OK)
        return status;
    char *path = query_stream_path(&s->query, number);
    struct input input = {.path = path, .stream = stream, .is_alone = found.path.size == 0};
    uint32_t at = s->n > 0 ? s->items[s->n - 1].source : BL_NONE;
    if (found.source != *last_source) {
        add_source(s, &source, &found);
        at = s->n_sources - 1;
    }
    array_add(&s->items, &s->n, &s->cap, (struct stream_item){input, path, number, at});
    *last_source = found.source;
    return BL_OK;
}

bool streams_open(struct streams *streams, struct context *c, unsigned parts)
{
    struct query_needs needs = {.parts = parts, .streams = true};
    uint32_t last_source = BL_NONE;
    *streams = (struct streams){.n = 0};
    if (!query_open(&streams->query, c, needs, c->n_operands, c->operands))
        return false;
    uint32_t n = bl_catalog_get_counts(streams->query.catalog).n_streams;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_error err;
        if (!query_has_stream(&streams->query, i) ||
            add_stream(streams, i, &last_source, &err) == BL_OK)
            continue;
        query_report(&streams->query, i, &err);
        if (err.status == BL_E_NOMEM)
            return false;
    }
    return true;
}

void streams_report(const struct streams *streams, uint32_t item, const struct bl_error *err)
{
    const struct input *input = &streams->items[item].input;
    report_error(streams->query.context, input->path, &input->stream, err);
}

void streams_report_none(const struct streams *streams)
{
    struct context *c = streams->query.context;
    if (c->n_errors == 0)
        report_text(c, c->command->name, BL_E_CONTAINER, "no bitcode in any of the paths");
}

static void report_item(void *streams, uint64_t item, const struct bl_error *err)
{
    streams_report(streams, (uint32_t)item, err);
}

void streams_count(struct streams *streams, struct bl_stats *stats)
{
    const struct bl_stream **all = array_new(streams->n, sizeof(struct bl_stream *));
    for (uint32_t i = 0; i < streams->n; i++)
        all[i] = &streams->items[i].input.stream;
    out_need(bl_stats_add_all(stats, all, streams->n, streams->query.context->n_threads,
                              report_item, streams, NULL));
    free(all);
}

void streams_close(struct streams *streams)
{
    for (uint32_t i = 0; i < streams->n; i++)
        free(streams->items[i].path);
    for (uint32_t i = 0; i < streams->n_sources; i++)
        free(streams->sources[i].path);
    free(streams->items);
    free(streams->sources);
    query_close(&streams->query);
}
