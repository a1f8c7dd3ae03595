/* analysis/equal_bodies.c - bodies of functions that are equal
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/equal_bodies.h"

#include "base/array.h"
#include "input/name_budget.h"

#include <xxhash.h>

/* ---- Gathering ---- */

/* False: no more names may be read. */
static bool add_module(struct equal_bodies *e, struct query *query, struct name_budget *budget,
                       uint32_t number)
{
    const struct bl_catalog *catalog = query->catalog;
    struct bl_catalog_symbols symbols;
    struct bl_catalog_stream stream;
    struct bl_error err;
    uint64_t origin = 0; /* two modules of one are the same, with all numbers in them */
    int rc = bl_catalog_symbols_init(&symbols, catalog, number, &err);
    const struct bl_catalog_module *module = &symbols.module;
    if (rc == BL_OK && !query_has_stream(query, module->stream))
        return true;
    e->n_modules++;
    if (rc == BL_OK)
        rc = bl_catalog_get_stream(catalog, module->stream, &stream, &err);
    if (rc == BL_OK)
        origin = XXH3_64bits_withSeed(&stream.hash, sizeof stream.hash, module->block);
    for (uint32_t i = 0; rc == BL_OK && i < module->n_bodies; i++) {
        struct bl_catalog_function function;
        struct bl_catalog_symbol symbol;
        rc = bl_catalog_get_function(catalog, module->first_function + i, &function, &err);
        if (rc == BL_OK)
            rc = bl_catalog_symbols_get(&symbols, function.symbol, &symbol, &err);
        if (rc != BL_OK)
            break;
        if (name_budget_spend(budget, module->stream, symbol.name_size, &err) < 0) {
            query_report_module(query, number, &err);
            return false;
        }
        array_add(&e->bodies, &e->n_bodies, &e->cap_bodies,
                  (struct body){.hash = function.hash,
                                .origin = origin,
                                .symbol = function.symbol,
                                .module = function.module,
                                .n_words = function.n_words,
                                .is_weak = symbol.flags & BL_SYMBOL_WEAK});
    }
    if (rc < 0)
        query_report_module(query, number, &err);
    return true;
}

static int by_hash(const void *a, const void *b)
{
    const struct body *s = a;
    const struct body *t = b;
    int order = compare_hashes(&s->hash, &t->hash);
    return order ? order : bl_order(s->symbol, t->symbol);
}

enum {
    N_PARTS = 256
};

/* Bodies in parts by the first byte of their hash. */
struct parts {
    struct body *bodies;
    uint32_t first[N_PARTS + 1];
};

static unsigned part_of_body(const struct body *body)
{
    return body->hash.high >> 56;
}

static int sort_part(void *context, unsigned thread, uint64_t part)
{
    const struct parts *p = context;
    uint32_t first = p->first[part];
    (void)thread;
    array_sort(p->bodies + first, p->first[part + 1] - first, sizeof *p->bodies, by_hash);
    return BL_OK;
}

/* By hash, on all threads. */
static void sort_bodies(struct equal_bodies *e, unsigned n_threads)
{
    struct parts parts = {.bodies = array_new(e->n_bodies, sizeof *e->bodies)};
    uint32_t next[N_PARTS];
    for (uint32_t i = 0; i < e->n_bodies; i++)
        parts.first[part_of_body(&e->bodies[i]) + 1]++;
    for (unsigned part = 0; part < N_PARTS; part++) {
        next[part] = parts.first[part];
        parts.first[part + 1] += parts.first[part];
    }
    for (uint32_t i = 0; i < e->n_bodies; i++)
        parts.bodies[next[part_of_body(&e->bodies[i])]++] = e->bodies[i];
    free(e->bodies);
    e->bodies = parts.bodies;
    e->cap_bodies = e->n_bodies;
    (void)bl_parallel(n_threads, N_PARTS, 0, sort_part, NULL, &parts);
}

/* ---- What they say ---- */

struct definitions {
    struct bl_definition *items;
    uint32_t n, cap;
};

struct bl_definition definition_of_body(struct body *body, uint8_t wanted)
{
    body->is_unread = true; /* until it has been */
    return (struct bl_definition){.symbol = body->symbol,
                                  .module = body->module,
                                  .n_words = body->n_words,
                                  .wanted = wanted,
                                  .body_bytes = body->hash.low,
                                  .data = body};
}

/* Whether the same bytes mean the same for sure. */
static bool is_alike(const struct body *a, const struct body *b)
{
    return a->origin == b->origin && is_same_hash(&a->hash, &b->hash);
}

/* The end of the bodies from FIRST on that have the same bytes. */
static uint32_t end_of_bytes(const struct equal_bodies *e, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < e->n_bodies && is_same_hash(&e->bodies[first].hash, &e->bodies[end].hash))
        end++;
    return end;
}

/* Read what decides whether bodies from FIRST to END - 1, which have the same bytes, say the same:
 * of alike ones the first. Those of one module say so without that. */
static void add_unsure(struct definitions *unsure, const struct equal_bodies *e, uint32_t first,
                       uint32_t end)
{
    bool is_sure = !e->by_meaning;
    for (uint32_t i = first + 1; i < end && is_sure; i++)
        is_sure = is_alike(&e->bodies[first], &e->bodies[i]);
    for (uint32_t i = first; i < end && !is_sure; i++) {
        struct body *body = &e->bodies[i];
        if (i > first && is_alike(&e->bodies[i - 1], body))
            continue;
        array_add(&unsure->items, &unsure->n, &unsure->cap,
                  definition_of_body(body, BL_DEFINITION_BODY));
    }
}

/* Bodies with the same bytes: numbers of the first and of the one after the last. */
struct set {
    uint32_t first, end;
    uint64_t saved; /* bytes, if all say the same */
};

struct sets {
    struct set *items;
    uint32_t n, cap;
};

static int compare_sets(const void *a, const void *b)
{
    const struct set *s = a;
    const struct set *t = b;
    int order = bl_order(t->saved, s->saved);
    return order ? order : bl_order(s->first, t->first);
}

/* All bodies are one set where they are told apart by meaning. */
static struct sets find_sets(struct equal_bodies *e)
{
    struct sets sets = {.items = NULL};
    for (uint32_t first = 0, end; first < e->n_bodies; first = end) {
        end = e->by_meaning ? e->n_bodies : end_of_bytes(e, first);
        if (end - first > 1)
            array_add(&sets.items, &sets.n, &sets.cap,
                      (struct set){first, end,
                                   (end - first - UINT64_C(1)) *
                                       bl_block_bytes(e->bodies[first].n_words)});
    }
    if (e->most > 0 && sets.n > e->most) {
        array_sort(sets.items, sets.n, sizeof *sets.items, compare_sets);
        e->n_left_out = sets.n - e->most;
        sets.n = e->most;
    }
    return sets;
}

static void read_contents(struct equal_bodies *e, struct query *query, const struct sets *sets)
{
    struct definitions unsure = {.items = NULL};
    for (uint32_t i = 0; i < sets->n; i++)
        add_unsure(&unsure, e, sets->items[i].first, sets->items[i].end);
    query_read_definitions(query, unsure.items, unsure.n);
    for (uint32_t i = 0; i < unsure.n; i++) {
        struct body *body = unsure.items[i].data;
        body->content = unsure.items[i].content.parts[BL_CONTENT_BODY];
        body->calls = unsure.items[i].content.parts[BL_CONTENT_CALLS];
        body->is_unread = !unsure.items[i].is_read;
    }
    free(unsure.items);
    for (uint32_t i = 1; i < e->n_bodies; i++)
        if (is_alike(&e->bodies[i - 1], &e->bodies[i])) {
            e->bodies[i].content = e->bodies[i - 1].content;
            e->bodies[i].calls = e->bodies[i - 1].calls;
            e->bodies[i].is_unread = e->bodies[i - 1].is_unread;
        }
}

/* ---- Equal bodies ---- */

static int by_content(const void *a, const void *b)
{
    const struct body *s = a;
    const struct body *t = b;
    int order = bl_order(s->is_unread, t->is_unread);
    order = order ? order : bl_order(s->content, t->content);
    order = order ? order : bl_order(s->calls, t->calls);
    return order ? order : bl_order(s->symbol, t->symbol);
}

/* Sort bodies from FIRST to END - 1, and group those that say the same. */
static void group_contents(struct equal_bodies *e, uint32_t first, uint32_t end)
{
    array_sort(e->bodies + first, end - first, sizeof *e->bodies, by_content);
    for (uint32_t next; first < end && !e->bodies[first].is_unread; first = next) {
        uint64_t largest = bl_block_bytes(e->bodies[first].n_words);
        uint64_t n_bytes = largest;
        for (next = first + 1; next < end && !e->bodies[next].is_unread; next++) {
            const struct body *body = &e->bodies[next];
            if (e->bodies[first].content != body->content || e->bodies[first].calls != body->calls)
                break;
            uint64_t bytes = bl_block_bytes(body->n_words);
            n_bytes += bytes;
            largest = bytes > largest ? bytes : largest;
        }
        struct body_group group = {
            .first = first,
            .n = next - first,
            .symbol = e->bodies[first].symbol,
            .saved = n_bytes - largest,
        };
        if (group.n == 1)
            continue;
        array_add(&e->groups, &e->n_groups, &e->cap_groups, group);
        e->n_saved += group.saved;
        e->n_copies += group.n;
    }
}

static int by_saved(const void *a, const void *b)
{
    const struct body_group *s = a;
    const struct body_group *t = b;
    int order = bl_order(t->saved, s->saved);
    return order ? order : bl_order(s->symbol, t->symbol);
}

bool equal_bodies_find(struct equal_bodies *equal, struct query *query)
{
    uint32_t n_modules = bl_catalog_get_counts(query->catalog).n_modules;
    struct name_budget budget = name_budget_from(query->catalog, 0);
    for (uint32_t i = 0; i < n_modules; i++)
        if (!add_module(equal, query, &budget, i))
            return false;
    sort_bodies(equal, query->context->n_threads);
    struct sets sets = find_sets(equal);
    read_contents(equal, query, &sets);
    for (uint32_t i = 0; i < sets.n; i++)
        group_contents(equal, sets.items[i].first, sets.items[i].end);
    free(sets.items);
    array_sort(equal->groups, equal->n_groups, sizeof *equal->groups, by_saved);
    return true;
}

void equal_bodies_release(struct equal_bodies *equal)
{
    free(equal->bodies);
    free(equal->groups);
}
