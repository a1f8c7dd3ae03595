/* cmd/diff/side.c - the two sides of a comparison: what a path defines, and where its bits go
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "diff/side.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- Gathering ---- */

/* Fill in what there is of symbol NUMBER, if its module defines it and it is not a private constant
 * or the like, whose name has no meaning. 1, 0 or negative. */
static int read_definition(struct bl_catalog_symbols *symbols, uint32_t number,
                           struct definition *definition, struct bl_error *err)
{
    const struct bl_catalog_symbol *symbol = &definition->symbol;
    struct bl_catalog_function function = {.hash = definition->stream_hash};
    definition->number = number;
    int rc = bl_catalog_symbols_get(symbols, number, &definition->symbol, err);
    bool has_body = symbol->function != BL_NONE;
    if (rc < 0 || (symbol->flags & BL_SYMBOL_UNDEFINED) || symbol->value == BL_NONE ||
        (!has_body && (symbol->flags & BL_SYMBOL_FORMAT_SPECIFIC)))
        return rc;
    if (has_body)
        rc = bl_catalog_get_function(symbols->catalog, symbol->function, &function, err);
    definition->n_words = function.n_words;
    definition->hash = function.hash;
    return rc < 0 ? rc : 1;
}

static int by_way(const void *a, const void *b)
{
    const struct bl_catalog_input *x = a;
    const struct bl_catalog_input *y = b;
    int order = bl_view_compare(x->path, y->path);
    return order ? order : bl_view_compare(x->base, y->base);
}

static bool sort_inputs(struct diff_side *side)
{
    uint32_t n = bl_catalog_get_counts(side->query.catalog).n_inputs;
    struct bl_error err;
    side->inputs = array_new(n, sizeof *side->inputs);
    for (; side->n_inputs < n; side->n_inputs++)
        if (bl_catalog_get_input(side->query.catalog, side->n_inputs, &side->inputs[side->n_inputs],
                                 &err) < 0) {
            query_report(&side->query, BL_NONE, &err);
            return false;
        }
    array_sort(side->inputs, n, sizeof *side->inputs, by_way);
    return true;
}

/* How many bytes of SOURCE's path are the way to an input, the innermost that it is in. */
static size_t input_size(const struct diff_side *side, const struct bl_source *source)
{
    struct bl_catalog_input input = {.path = source->path, .base = source->base};
    for (; input.path.size > 0; input.path.size--) {
        size_t n = input.path.size;
        bool ends = n == source->path.size || source->path.data[n] == '/' ||
                    source->path.data[n - 1] == '/';
        if (ends && bsearch(&input, side->inputs, side->n_inputs, sizeof input, by_way))
            break;
    }
    return input.path.size;
}

static bool find_path(const struct diff_side *side, uint32_t number, struct bl_view nested,
                      struct relative_path *path)
{
    const struct bl_catalog *catalog = side->query.catalog;
    struct bl_source source;
    if (bl_catalog_get_source(catalog, number, &source, NULL) < 0 ||
        (source.parent != BL_NONE &&
         bl_catalog_get_source(catalog, source.parent, &source, NULL) < 0))
        return false;
    size_t n = input_size(side, &source);
    while (n < source.path.size && source.path.data[n] == '/')
        n++;
    path->file = (struct bl_view){.data = source.path.data + n, .size = source.path.size - n};
    path->nested = nested;
    return true;
}

bool diff_side_find_path(const struct diff_side *side, uint32_t stream, struct relative_path *path)
{
    struct bl_catalog_stream s;
    return bl_catalog_get_stream(side->query.catalog, stream, &s, NULL) == BL_OK &&
           find_path(side, s.source, s.path, path);
}

/* False: no more names may be read. */
static bool add_definition(struct diff_side *side, struct bl_catalog_symbols *symbols,
                           const struct definition *definition)
{
    struct bl_error err;
    uint32_t n_names = side->n_definitions;
    struct bl_name_item item = {.number = n_names};
    bool may_be_read = name_budget_spend(&side->budget, definition->stream,
                                         definition->symbol.name_size, &err) == BL_OK;
    if (!may_be_read || bl_catalog_symbols_name(symbols, definition->number, &item.name, &err) < 0)
        query_report(&side->query, definition->stream, &err);
    if (!may_be_read)
        return false;
    array_add(&side->names, &n_names, &side->cap_names, item);
    array_add(&side->definitions, &side->n_definitions, &side->cap_definitions, *definition);
    return true;
}

/* The stream, into which names are views, stays loaded. False: no more names may be read. */
static bool add_module(struct diff_side *side, uint32_t number)
{
    const struct bl_catalog *catalog = side->query.catalog;
    struct bl_catalog_symbols symbols = {.module = {.stream = BL_NONE}};
    struct bl_catalog_stream stream;
    struct relative_path path;
    struct bl_error err;
    uint64_t place = 0;
    int rc = bl_catalog_symbols_init(&symbols, catalog, number, &err);
    const struct bl_catalog_module *module = &symbols.module;
    if (rc == BL_OK && !query_has_stream(&side->query, module->stream))
        return true;
    if (rc == BL_OK)
        rc = bl_catalog_get_stream(catalog, module->stream, &stream, &err);
    if (rc == BL_OK && diff_side_find_path(side, module->stream, &path))
        place = XXH3_64bits_withSeed(path.nested.data, path.nested.size,
                                     XXH3_64bits(path.file.data, path.file.size));
    for (uint32_t i = 0; rc >= 0 && i < module->n_symbols; i++) {
        struct definition definition = {
            .stream = module->stream, .stream_hash = stream.hash, .place = place};
        rc = read_definition(&symbols, module->first_symbol + i, &definition, &err);
        if (rc > 0 && !add_definition(side, &symbols, &definition))
            return false;
    }
    if (rc < 0)
        query_report(&side->query, module->stream, &err);
    return true;
}

static int by_path(const void *a, const void *b)
{
    const struct relative_path *x = a;
    const struct relative_path *y = b;
    int order = bl_view_compare(x->file, y->file);
    return order ? order : bl_view_compare(x->nested, y->nested);
}

/* What could not be read when the side was indexed; those whose walk failed have been found. */
static void sort_damaged(struct diff_side *side)
{
    uint32_t n = bl_catalog_get_counts(side->query.catalog).n_problems;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_catalog_problem problem;
        struct relative_path path;
        if (!query_has_problem(&side->query, i, &problem) ||
            !find_path(side, problem.source, problem.path, &path))
            continue;
        int status = problem.error.status;
        if (status == BL_E_CONTAINER ||
            status == BL_E_UNSUPPORTED) /* what follows in it is not known either */
            path.nested.size = 0;
        array_add(&side->damaged, &side->n_damaged, &side->cap_damaged, path);
    }
    array_sort(side->damaged, side->n_damaged, sizeof *side->damaged, by_path);
}

/* Read STREAM for the bits of its blocks. */
static int read_blocks(struct diff_side *side, uint32_t number, unsigned n_threads,
                       struct bl_error *err)
{
    struct bl_stream stream;
    int rc = bl_catalog_load(side->query.catalog, number, &stream, err);
    side->n_bytes += rc == BL_OK ? stream.bytes.size : 0;
    if (rc == BL_OK)
        rc = bl_stats_add(side->stats, &stream, NULL, n_threads, err);
    bl_catalog_unload(side->query.catalog, stream.bytes.data ? number : BL_NONE);
    return rc;
}

/* Count the streams and the bits of their blocks, out of an index file where it has all that is
 * wanted. */
static void count_blocks(struct diff_side *side, unsigned n_threads, bool records)
{
    const struct bl_catalog *catalog = side->query.catalog;
    uint32_t n = bl_catalog_get_counts(catalog).n_streams;
    (void)out_need(bl_stats_open(&side->stats, BL_STATS_ROLES, NULL));
    for (uint32_t i = 0; i < n; i++) {
        struct bl_catalog_stream stream;
        struct bl_error err;
        struct relative_path path;
        if (!query_has_stream(&side->query, i))
            continue;
        side->n_streams++;
        int rc = records ? 0 : bl_catalog_add_sums(catalog, i, side->stats, &err);
        if (rc > 0 && bl_catalog_get_stream(catalog, i, &stream, NULL) == BL_OK)
            side->n_bytes += stream.size;
        else
            rc = read_blocks(side, i, n_threads, &err);
        if (rc < 0)
            query_report(&side->query, i, &err);
        if (rc < 0 && diff_side_find_path(side, i, &path))
            array_add(&side->damaged, &side->n_damaged, &side->cap_damaged, path);
    }
}

bool diff_side_open(struct diff_side *side, struct context *c, char *operand, bool records)
{
    const struct query_needs needs = {.parts = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS |
                                               BL_CATALOG_HASHES};
    uint64_t n_errors = c->n_errors;
    if (!query_open(&side->query, c, needs, 1, &operand))
        return false;
    bool good = c->n_errors == n_errors;
    uint32_t n = bl_catalog_get_counts(side->query.catalog).n_modules;
    side->budget = name_budget_from(side->query.catalog, 0);
    if (!sort_inputs(side))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!add_module(side, i))
            return false;
    bl_sort_names(side->names, side->n_definitions);
    count_blocks(side, c->n_threads, records);
    sort_damaged(side);
    return side->n_streams > 0 || good;
}

/* ---- Damage on the other side ---- */

/* Whether there is damage on SIDE where PATH is on the other one, or in a container around it: at
 * one of the beginnings of its nested path that end where a part does. */
static bool is_damaged(const struct diff_side *side, const struct relative_path *path)
{
    static const char begins_part[] = {'(', '!', ':', '['};
    struct relative_path around = *path;
    for (;; around.nested.size--) {
        size_t n = around.nested.size;
        bool ends = n == path->nested.size || n == 0 ||
                    memchr(begins_part, path->nested.data[n], sizeof begins_part);
        if (ends && bsearch(&around, side->damaged, side->n_damaged, sizeof around, by_path))
            return true;
        if (n == 0)
            return false;
    }
}

void diff_side_look_across(struct diff_side *side, const struct diff_side *other)
{
    uint32_t n = bl_catalog_get_counts(side->query.catalog).n_streams;
    side->may_be_there = array_new(n, sizeof *side->may_be_there);
    for (uint32_t i = 0; i < n && other->n_damaged > 0; i++) {
        struct relative_path path;
        side->may_be_there[i] = query_has_stream(&side->query, i) &&
                                diff_side_find_path(side, i, &path) && is_damaged(other, &path);
    }
}

/* ---- All of it ---- */

struct bl_hash *diff_side_stream_hashes(struct diff_side *side, uint32_t *n)
{
    uint32_t n_streams = bl_catalog_get_counts(side->query.catalog).n_streams;
    struct bl_hash *hashes = array_new(n_streams, sizeof *hashes);
    *n = 0;
    for (uint32_t i = 0; i < n_streams; i++) {
        struct bl_catalog_stream stream;
        if (query_has_stream(&side->query, i) &&
            bl_catalog_get_stream(side->query.catalog, i, &stream, NULL) == BL_OK)
            hashes[(*n)++] = stream.hash;
    }
    qsort(hashes, *n, sizeof *hashes, compare_hashes);
    return hashes;
}

void diff_side_close(struct diff_side *side)
{
    query_close(&side->query);
    free(side->definitions);
    free(side->names);
    free(side->inputs);
    free(side->damaged);
    free(side->may_be_there);
    bl_stats_close(side->stats);
}
