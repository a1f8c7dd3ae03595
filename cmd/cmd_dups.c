/* cmd_dups.c - functions of which there is more than one copy
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Two questions: which bodies are equal, so that one copy would do; and which functions that
 * promise to be the same everywhere (linkonce_odr, weak_odr) are not. For the second one, and with
 * --meaning for the first, bodies are compared by what they say, whatever their bytes: numbers of
 * types and values are each module's own.
 */
#include "analysis/equal_bodies.h"
#include "base/array.h"
#include "base/name_sort.h"
#include "commands.h"
#include "input/query.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_LIST,
    OPT_MEANING
};

const struct option_spec dups_options[] = {
    [OPT_LIST] = {"list", 'l', NULL, "list where each copy is"},
    [OPT_MEANING] = {"meaning", 'm', NULL, "also find bodies that differ in numbers alone"},
    {NULL, 0, NULL, NULL},
};

enum {
    MOST_ROWS = 20 /* of each question, if no option says how many */
};

struct dups {
    struct context *context;
    struct query query;
    struct equal_bodies equal;
    bool list;
    struct bl_name_item *names; /* of weak ones; number: of the body */
    uint32_t n_names, cap_names;
    struct body_group *differing; /* names */
    uint32_t n_differing, cap_differing;
};

/* ---- Bodies that differ ---- */

static void add_names(struct dups *d)
{
    for (uint32_t i = 0; i < d->equal.n_bodies; i++) {
        struct bl_name_item item = {.number = i};
        struct bl_error err;
        if (!d->equal.bodies[i].is_weak)
            continue;
        if (bl_catalog_get_name(d->query.catalog, d->equal.bodies[i].symbol, &item.name, &err) < 0)
            query_report_module(&d->query, d->equal.bodies[i].module, &err);
        else
            array_add(&d->names, &d->n_names, &d->cap_names, item);
    }
    bl_sort_names(d->names, d->n_names);
}

static const struct body *named(const struct dups *d, uint32_t i)
{
    return &d->equal.bodies[d->names[i].number];
}

/* Whether the bodies of two names say the same for sure. */
static bool is_alike(const struct dups *d, uint32_t a, uint32_t b)
{
    return named(d, a)->origin == named(d, b)->origin &&
           is_same_hash(&named(d, a)->hash, &named(d, b)->hash);
}

/* Names whose bodies may differ. */
static void group_differing(struct dups *d)
{
    for (uint32_t first = 0, end; first < d->n_names; first = end) {
        bool differ = false;
        for (end = first + 1; end < d->n_names; end++) {
            if (bl_view_compare(d->names[first].name, d->names[end].name) != 0)
                break;
            differ |= !is_alike(d, first, end);
        }
        if (differ)
            array_add(&d->differing, &d->n_differing, &d->cap_differing,
                      (struct body_group){.first = first, .n = end - first});
    }
}

/* Read what decides whether bodies really differ: linkage, and what is in them. Of alike bodies
 * that follow each other in a group only the first one is read. */
static void read_bodies(struct dups *d)
{
    struct bl_definition *definitions = NULL;
    uint32_t n = 0, cap = 0;
    for (uint32_t g = 0; g < d->n_differing; g++) {
        const struct body_group *group = &d->differing[g];
        for (uint32_t i = group->first; i < group->first + group->n; i++)
            if (i == group->first || !is_alike(d, i - 1, i))
                array_add(&definitions, &n, &cap,
                          definition_of_body(&d->equal.bodies[d->names[i].number],
                                             BL_DEFINITION_BODY | BL_DEFINITION_IF_ODR));
    }
    query_read_definitions(&d->query, definitions, n);
    for (uint32_t i = 0; i < n; i++) {
        struct body *body = definitions[i].data;
        body->content = definitions[i].content.parts[BL_CONTENT_BODY];
        body->is_unread = !definitions[i].is_read;
        body->is_odr = definitions[i].content.is_odr && !body->is_unread;
    }
    free(definitions);
}

static int compare_contents(const void *a, const void *b)
{
    return bl_order(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* How many bodies of different content GROUP has that must not differ. CONTENTS has room for them
 * all. */
static uint32_t count_contents(const struct dups *d, const struct body_group *group,
                               uint64_t *contents)
{
    uint32_t n_odr = 0;
    uint32_t n = 0;
    for (uint32_t i = group->first; i < group->first + group->n; i++)
        if (named(d, i)->is_odr)
            contents[n_odr++] = named(d, i)->content;
    array_sort(contents, n_odr, sizeof *contents, compare_contents);
    for (uint32_t i = 0; i < n_odr; i++)
        n += i == 0 || contents[i - 1] != contents[i];
    return n;
}

/* Keep those that differ in what they say. */
static void drop_alike(struct dups *d)
{
    uint64_t *contents = array_new(d->n_names, sizeof *contents);
    uint32_t n = 0;
    for (uint32_t g = 0; g < d->n_differing; g++) {
        struct body_group *group = &d->differing[g];
        group->n_contents = count_contents(d, group, contents);
        if (group->n_contents > 1)
            d->differing[n++] = *group;
    }
    d->n_differing = n;
    free(contents);
}

/* ---- Output ---- */

static void put_function_name(struct dups *d, uint32_t symbol)
{
    struct out *o = &d->context->out;
    struct bl_view name = {0};
    int rc = out_need(bl_catalog_get_name(d->query.catalog, symbol, &name, NULL));
    if (d->context->json) {
        json_name(o, "name", name.size > 0 ? name : (struct bl_view){0});
    } else if (rc == BL_OK) {
        out_colour(o, COLOUR_NAME);
        if (name.size > 0)
            put_linker_name(d->context, o, name);
        else
            out_text(o, "<badref>");
        out_plain(o);
    }
}

static void json_place(struct dups *d, const struct body *body, uint32_t stream,
                       const struct bl_catalog_symbol *symbol)
{
    struct out *o = &d->context->out;
    struct bl_catalog_stream s = {.first_module = body->module};
    (void)bl_catalog_get_stream(d->query.catalog, stream, &s, NULL);
    json_begin(o, "copy");
    query_json_stream(&d->query, o, stream);
    json_u64(o, "module", body->module - s.first_module);
    put_function_name(d, body->symbol);
    json_u64(o, "value", symbol->value);
    json_u64(o, "bit_pos", symbol->bit_pos);
    json_u64(o, "bytes", bl_block_bytes(body->n_words));
    json_end(o);
}

/* Where BODY is; with its name, or with its size. */
static void put_copy(struct dups *d, const struct body *body, bool with_name)
{
    struct out *o = &d->context->out;
    struct bl_catalog_module module = {.stream = BL_NONE};
    struct bl_catalog_symbol symbol = {.bit_pos = 0};
    (void)bl_catalog_get_module(d->query.catalog, body->module, &module, NULL);
    (void)bl_catalog_get_symbol(d->query.catalog, body->symbol, &symbol, NULL);
    if (d->context->json) {
        json_place(d, body, module.stream, &symbol);
        return;
    }
    out_fill(o, ' ', 30);
    query_put_stream(&d->query, o, module.stream);
    out_printf(o, " at bit %" PRIu64, symbol.bit_pos);
    if (with_name) {
        out_text(o, ": ");
        put_function_name(d, body->symbol);
    } else {
        out_printf(o, ", %" PRIu64 " bytes", bl_block_bytes(body->n_words));
    }
    out_char(o, '\n');
}

static void put_equal(struct dups *d, const struct body_group *group)
{
    const struct body *first = &d->equal.bodies[group->first];
    struct out *o = &d->context->out;
    if (d->context->json) {
        json_begin(o, "equal");
        put_function_name(d, first->symbol);
        json_u64(o, "copies", group->n);
        json_u64(o, "bytes", bl_block_bytes(first->n_words));
        json_u64(o, "saved", group->saved);
        json_end(o);
    } else {
        out_u64_wide(o, group->saved, 10);
        out_u64_wide(o, group->n, 8);
        out_u64_wide(o, bl_block_bytes(first->n_words), 10);
        out_text(o, "  ");
        put_function_name(d, first->symbol);
        out_char(o, '\n');
    }
    for (uint32_t i = 0; i < group->n && d->list; i++)
        put_copy(d, first + i, true);
}

static void put_differing(struct dups *d, const struct body_group *group)
{
    struct out *o = &d->context->out;
    if (d->context->json) {
        json_begin(o, "differing");
        json_view(o, "name", d->names[group->first].name);
        json_u64(o, "bodies", group->n_contents);
        json_u64(o, "copies", group->n);
        json_end(o);
    } else {
        out_printf(o, "%10s%8" PRIu32 "%10s  ", "differ", group->n, "");
        put_function_name(d, named(d, group->first)->symbol);
        out_printf(o, ": %" PRIu32 " different bodies\n", group->n_contents);
    }
    for (uint32_t i = 0; i < group->n && d->list; i++)
        put_copy(d, named(d, group->first + i), false);
}

static void put_summary(struct dups *d)
{
    struct out *o = &d->context->out;
    if (d->equal.n_groups > 0) {
        out_printf(o, "%" PRIu32 " functions; %" PRIu64 " of them are copies of ",
                   d->equal.n_bodies, d->equal.n_copies);
        out_count(o, d->equal.n_groups, "body", "bodies");
        out_printf(o, ", %" PRIu64 " bytes more than needed", d->equal.n_saved);
    } else {
        out_printf(o, "no duplicates among %" PRIu32 " functions", d->equal.n_bodies);
    }
    out_printf(o, "; %" PRIu32 " differ under one name", d->n_differing);
    put_links(o, query_count_links(&d->query));
    out_char(o, '\n');
    if (d->equal.n_groups + d->n_differing > 0)
        out_printf(o, "%10s %7s %9s  function\n", "saved", "copies", "bytes");
}

static void json_summary(struct dups *d)
{
    struct out *o = &d->context->out;
    json_begin(o, "total");
    json_u64(o, "functions", d->equal.n_bodies);
    json_u64(o, "copies", d->equal.n_copies);
    json_u64(o, "equal", d->equal.n_groups);
    json_u64(o, "saved", d->equal.n_saved);
    json_u64(o, "differing", d->n_differing);
    json_u64(o, "links", query_count_links(&d->query));
    json_end(o);
}

/* ---- The call ---- */

static void work(struct dups *d)
{
    if (!equal_bodies_find(&d->equal, &d->query))
        return;
    if (d->equal.n_modules == 0 && d->context->n_errors > 0)
        return; /* it has been reported why there is nothing to count */
    add_names(d);
    group_differing(d);
    read_bodies(d);
    drop_alike(d);
    if (!d->context->json)
        put_summary(d);
    struct row_limit limit = limit_rows(d->context, MOST_ROWS);
    for (uint32_t i = 0; i < d->equal.n_groups; i++)
        if (take_row(&limit))
            put_equal(d, &d->equal.groups[i]);
    put_more_rows(d->context, &limit, "body", "bodies");
    limit = limit_rows(d->context, MOST_ROWS);
    for (uint32_t i = 0; i < d->n_differing; i++)
        if (take_row(&limit))
            put_differing(d, &d->differing[i]);
    put_more_rows(d->context, &limit, "name", "names");
    if (d->context->json)
        json_summary(d);
}

bool cmd_dups(struct context *c)
{
    struct dups d = {.context = c};
    const struct query_needs needs = {.parts = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS |
                                               BL_CATALOG_HASHES};
    int option;
    while ((option = next_option(c, NULL)) >= 0) {
        d.list |= option == OPT_LIST;
        d.equal.by_meaning |= option == OPT_MEANING;
    }
    if (query_open(&d.query, c, needs, c->n_operands, c->operands))
        work(&d);
    query_close(&d.query);
    equal_bodies_release(&d.equal);
    free(d.names);
    free(d.differing);
    return true;
}
