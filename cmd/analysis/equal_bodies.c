/* analysis/equal_bodies.c - bodies of functions that are equal, byte for byte
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/equal_bodies.h"

#include "base/array.h"

#include <xxhash.h>

void fail_in_module(struct query *query, uint32_t module, const struct bl_error *err)
{
    struct bl_catalog_module m;
    bool is_known = bl_catalog_get_module(query->catalog, module, &m, NULL) == BL_OK;
    query_report(query, is_known ? m.stream : BL_NONE, err);
}

/* ---- Gathering ---- */

/* False: no more names may be read. */
static bool add_module(struct equal_bodies *e, struct query *query, struct name_budget *budget,
                       uint32_t number)
{
    const struct bl_catalog *catalog = query->catalog;
    struct bl_catalog_module module;
    struct bl_catalog_stream stream;
    struct bl_error err;
    uint64_t origin = 0; /* two modules of one are the same, with all numbers in them */
    int rc = bl_catalog_get_module(catalog, number, &module, &err);
    if (rc == BL_OK && !query_has_stream(query, module.stream))
        return true;
    e->n_modules++;
    if (rc == BL_OK)
        rc = bl_catalog_get_stream(catalog, module.stream, &stream, &err);
    if (rc == BL_OK)
        origin = XXH3_64bits_withSeed(&stream.hash, sizeof stream.hash, module.block);
    for (uint32_t i = 0; rc == BL_OK && i < module.n_bodies; i++) {
        struct bl_catalog_function function;
        struct bl_catalog_symbol symbol;
        rc = bl_catalog_get_function(catalog, module.first_function + i, &function, &err);
        if (rc == BL_OK)
            rc = bl_catalog_get_symbol(catalog, function.symbol, &symbol, &err);
        if (rc != BL_OK)
            break;
        if (name_budget_spend(budget, module.stream, symbol.name_size, &err) < 0) {
            fail_in_module(query, number, &err);
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
        fail_in_module(query, number, &err);
    return true;
}

static int by_hash(const void *a, const void *b)
{
    const struct body *s = a;
    const struct body *t = b;
    int order = compare_hashes(&s->hash, &t->hash);
    return order ? order : in_order(s->symbol, t->symbol);
}

enum {
    N_PARTS = 256
};

/* Bodies in parts by the first byte of their hash. */
struct parts {
    struct body *bodies;
    uint32_t first[N_PARTS + 1];
};

static unsigned part_of(const struct body *body)
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
        parts.first[part_of(&e->bodies[i]) + 1]++;
    for (unsigned part = 0; part < N_PARTS; part++) {
        next[part] = parts.first[part];
        parts.first[part + 1] += parts.first[part];
    }
    for (uint32_t i = 0; i < e->n_bodies; i++)
        parts.bodies[next[part_of(&e->bodies[i])]++] = e->bodies[i];
    free(e->bodies);
    e->bodies = parts.bodies;
    e->cap_bodies = e->n_bodies;
    (void)bl_parallel(n_threads, N_PARTS, 0, sort_part, NULL, &parts);
}

/* ---- Equal bodies ---- */

static void group_equal(struct equal_bodies *e)
{
    for (uint32_t first = 0, end; first < e->n_bodies; first = end) {
        for (end = first + 1; end < e->n_bodies; end++)
            if (!is_same_hash(&e->bodies[first].hash, &e->bodies[end].hash))
                break;
        struct body_group group = {.first = first, .n = end - first};
        group.saved = (uint64_t)(group.n - 1) * e->bodies[first].n_words * 4;
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
    int order = in_order(t->saved, s->saved);
    return order ? order : in_order(s->first, t->first);
}

bool equal_bodies_find(struct equal_bodies *equal, struct query *query)
{
    uint32_t n_modules = bl_catalog_get_counts(query->catalog).n_modules;
    struct name_budget budget = name_budget_from(query->catalog, 0);
    for (uint32_t i = 0; i < n_modules; i++)
        if (!add_module(equal, query, &budget, i))
            return false;
    sort_bodies(equal, query->context->n_threads);
    group_equal(equal);
    array_sort(equal->groups, equal->n_groups, sizeof *equal->groups, by_saved);
    return true;
}

void equal_bodies_release(struct equal_bodies *equal)
{
    free(equal->bodies);
    free(equal->groups);
}
