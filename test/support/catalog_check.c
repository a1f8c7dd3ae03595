/* support/catalog_check.c - what must hold for any catalog whatever
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/catalog_check.h"

#include "catalog/catalog.h"
#include "catalog/slot_list.h"

#include <string.h>

/* ---- All numbers ---- */

/* What the getters give. */
union item {
    struct bl_catalog_input input;
    struct bl_source source;
    struct bl_catalog_problem problem;
    struct bl_catalog_stream stream;
    struct bl_catalog_module module;
    struct bl_catalog_symbol symbol;
    struct bl_catalog_function function;
    struct bl_catalog_block block;
};

#define GETTER(name)                                                                     \
    static int get_##name(const struct bl_catalog *c, uint32_t number, union item *item, \
                          struct bl_error *err)                                          \
    {                                                                                    \
        return bl_catalog_get_##name(c, number, &item->name, err);                       \
    }
GETTER(input)
GETTER(source)
GETTER(problem)
GETTER(stream)
GETTER(module)
GETTER(symbol)
GETTER(function)
GETTER(block)

enum {
    N_GETTERS = 8,
};

struct getter {
    uint32_t n; /* numbers there are */
    int (*get)(const struct bl_catalog *, uint32_t, union item *, struct bl_error *);
};

static void list_getters(const struct bl_catalog *c, struct getter getters[N_GETTERS])
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(c);
    const struct getter all[N_GETTERS] = {
        {counts.n_inputs, get_input},       {counts.n_sources, get_source},
        {counts.n_problems, get_problem},   {counts.n_streams, get_stream},
        {counts.n_modules, get_module},     {counts.n_symbols, get_symbol},
        {counts.n_functions, get_function}, {counts.n_blocks, get_block},
    };
    memcpy(getters, all, sizeof all);
}

int catalog_first_failure(const struct bl_catalog *catalog, struct bl_error *err)
{
    struct getter getters[N_GETTERS];
    union item item;
    int status = BL_OK;
    list_getters(catalog, getters);
    for (int i = 0; i < N_GETTERS && status == BL_OK; i++)
        for (uint32_t k = 0; k < getters[i].n && status == BL_OK; k++)
            status = getters[i].get(catalog, k, &item, err);
    return status;
}

static bool names_a_chunk(const struct bl_error *err)
{
    return err->status == BL_E_CONTAINER && strncmp(err->what, "chunk ", 6) == 0;
}

/* What can go wrong with the source of a symbol or function whose catalog has not all
 * that is asked for. */
static bool is_of_source(const struct bl_catalog *c, int status)
{
    unsigned parts = bl_catalog_get_counts(c).parts;
    bool asks_source = parts & BL_CATALOG_PLACES || !(parts & BL_CATALOG_HASHES);
    return asks_source &&
           (status == BL_E_SYSTEM || status == BL_E_STALE || status == BL_E_MISMATCH);
}

/* *WORST is a failure of any of them. */
static const char *ask_all(const struct bl_catalog *c, int *worst)
{
    struct getter getters[N_GETTERS];
    union item item;
    list_getters(c, getters);
    for (int i = 0; i < N_GETTERS; i++) {
        for (uint32_t k = 0; k < getters[i].n; k++) {
            struct bl_error err = {0};
            int status = getters[i].get(c, k, &item, &err);
            if (is_of_source(c, status))
                continue;
            if (status < 0 && !names_a_chunk(&err))
                return "a failure that names no chunk";
            if (status < 0)
                *worst = status;
        }
        if (getters[i].get(c, getters[i].n, &item, NULL) != BL_E_ARGUMENT ||
            getters[i].get(c, UINT32_MAX, &item, NULL) != BL_E_ARGUMENT)
            return "a number beyond the end is no wrong argument";
    }
    return NULL;
}

/* ---- Names ---- */

/* Look for NAME. *FOUND: SYMBOL is among them. */
static const char *look_up(const struct bl_catalog *c, struct bl_view name, uint32_t symbol,
                           bool *found)
{
    struct bl_catalog_hits hits;
    struct bl_error err = {0};
    uint32_t hit;
    uint32_t before = BL_NONE;
    uint32_t n_left = bl_catalog_get_counts(c).n_symbols;
    *found = false;
    int rc = bl_catalog_find(c, name, &hits, &err);
    if (rc < 0)
        return names_a_chunk(&err) ? NULL : "finding fails without naming a chunk";
    while ((rc = bl_catalog_next(&hits, &hit, &err)) != 0) {
        if (n_left-- == 0)
            return "more hits than symbols";
        if (is_of_source(c, rc))
            continue;
        if (hit == BL_NONE)
            return rc == BL_E_CONTAINER && names_a_chunk(&err) ? NULL : "no hit and no damage";
        if (hit >= bl_catalog_get_counts(c).n_symbols)
            return "a hit that is no symbol";
        if (rc > 0 && before != BL_NONE && hit <= before && bl_catalog_check(c, NULL) == BL_OK)
            return "hits do not ascend";
        before = hit;
        *found = *found || (rc > 0 && hit == symbol);
    }
    return hit == BL_NONE ? NULL : "a symbol at the end";
}

/* Ask for the name of each symbol that is in NAME, or in a source that may be asked for. */
static const char *ask_names(const struct bl_catalog *c, bool with_sources, bool is_right)
{
    for (uint32_t i = 0; i < bl_catalog_get_counts(c).n_symbols; i++) {
        struct bl_name_place place;
        struct bl_view name;
        bool found;
        if (bl_catalog_name_place(c, i, &place, NULL) < 0 || (!place.in_names && !with_sources))
            continue;
        int status = bl_catalog_get_name(c, i, &name, NULL);
        if (status < 0 && is_right && place.in_names)
            return "a name is not there";
        if (status < 0)
            continue;
        if (name.size != place.size && !(place.is_unseen && name.size + 1 == place.size))
            return "a name of another size";
        const char *problem = look_up(c, name, i, &found);
        if (problem)
            return problem;
        if (is_right && place.in_names && !found)
            return "a symbol is not found by its name";
    }
    return NULL;
}

/* ---- Symbols of a module ---- */

static bool is_same(const struct bl_catalog_symbol *a, const struct bl_catalog_symbol *b)
{
    return a->module == b->module && a->flags == b->flags && a->visibility == b->visibility &&
           a->kind == b->kind && a->value == b->value && a->bit_pos == b->bit_pos &&
           a->function == b->function && a->name_size == b->name_size;
}

/* Ask for symbol NUMBER in both ways; only where nothing is damaged must both say the same. */
static const char *ask_symbol(struct bl_catalog_symbols *symbols, uint32_t number,
                              bool with_sources, bool is_right)
{
    struct bl_catalog_symbol one, other;
    struct bl_view name, other_name;
    struct bl_name_place place;
    if (bl_catalog_name_place(symbols->catalog, number, &place, NULL) < 0 ||
        (!place.in_names && !with_sources))
        return NULL;
    int status = bl_catalog_get_symbol(symbols->catalog, number, &one, NULL);
    if (bl_catalog_symbols_get(symbols, number, &other, NULL) != status && is_right)
        return "a symbol of a module has another status";
    if (is_right && status == BL_OK && !is_same(&one, &other))
        return "a symbol of a module is another";
    status = bl_catalog_get_name(symbols->catalog, number, &name, NULL);
    if (bl_catalog_symbols_name(symbols, number, &other_name, NULL) != status && is_right)
        return "a name of a module has another status";
    if (is_right && status == BL_OK &&
        (name.data != other_name.data || name.size != other_name.size))
        return "a name of a module is another";
    return NULL;
}

/* All symbols of each module, from the first to the last, then back in larger steps. */
static const char *ask_modules(const struct bl_catalog *c, bool with_sources, bool is_right)
{
    struct bl_catalog_symbols symbols;
    const char *problem = NULL;
    for (uint32_t i = 0; i < bl_catalog_get_counts(c).n_modules; i++) {
        if (bl_catalog_symbols_init(&symbols, c, i, NULL) < 0)
            continue;
        uint32_t first = symbols.module.first_symbol;
        uint32_t n = symbols.module.n_symbols;
        struct bl_catalog_symbol symbol;
        if (bl_catalog_symbols_get(&symbols, first + n, &symbol, NULL) != BL_E_ARGUMENT)
            return "a symbol that is none of the module's";
        for (uint32_t k = 0; k < n && !problem; k++)
            problem = ask_symbol(&symbols, first + k, with_sources, is_right);
        for (uint32_t k = n; k > 0 && !problem; k -= k < 3 ? k : 3)
            problem = ask_symbol(&symbols, first + k - 1, with_sources, is_right);
        if (problem)
            return problem;
    }
    return NULL;
}

/* ---- References ---- */

static bool is_same_use(const struct bl_reference *a, const struct bl_reference *b)
{
    return a->from == b->from && a->to == b->to && a->kind == b->kind &&
           a->is_within == b->is_within && a->n == b->n;
}

/* Whether asking for uses of one value finds what asking for all finds of it, from FIRST on. */
static const char *ask_uses_of(const struct bl_catalog_references *first, uint32_t module)
{
    struct bl_catalog_references all = *first;
    struct bl_catalog_references some;
    struct bl_reference one, other;
    uint32_t to = BL_NONE;
    while (bl_catalog_references_next(&all, &one, NULL) > 0) {
        if (to != one.to && bl_catalog_references_init(&some, all.catalog, module, one.to, NULL))
            return "references of a value cannot be asked for";
        to = one.to;
        if (bl_catalog_references_next(&some, &other, NULL) <= 0 || !is_same_use(&one, &other))
            return "references of a value are others";
    }
    return NULL;
}

static const char *ask_references(const struct bl_catalog *c, bool is_right)
{
    struct bl_catalog_references references;
    bool has = bl_catalog_get_counts(c).parts & BL_CATALOG_BODIES;
    for (uint32_t i = 0; i < bl_catalog_get_counts(c).n_modules; i++) {
        struct bl_error err = {0};
        struct bl_reference use;
        int rc = bl_catalog_references_init(&references, c, i, BL_NONE, &err);
        if (!has && rc == BL_OK)
            return "references without bodies";
        if (rc < 0 && has && (is_right || !names_a_chunk(&err)))
            return "references that cannot be asked for";
        const struct bl_catalog_references first = references;
        while (rc >= 0 && (rc = bl_catalog_references_next(&references, &use, &err)) > 0)
            if (use.n == 0 || !bl_reference_kind_name(use.kind))
                return "a reference that cannot be";
        if (rc < 0 && has && (is_right || !names_a_chunk(&err)))
            return "references that cannot be read";
        const char *problem = has && rc == 0 ? ask_uses_of(&first, i) : NULL;
        if (problem)
            return problem;
    }
    return NULL;
}

/* ---- Contents ---- */

static const char *ask_contents_of(struct bl_catalog_contents *contents, uint32_t n_values,
                                   struct bl_error *err)
{
    struct bl_content content;
    uint32_t value, next = 0;
    int rc;
    while ((rc = bl_catalog_contents_next(contents, &value, &content, err)) > 0) {
        if (value < next || value >= n_values)
            return "contents of a value that cannot be";
        if (!content.has_body &&
            (content.parts[BL_CONTENT_BODY] || content.parts[BL_CONTENT_CALLS]))
            return "contents of no body";
        next = value + 1;
    }
    return rc < 0 && !names_a_chunk(err) ? "contents that cannot be read" : NULL;
}

static const char *ask_contents(const struct bl_catalog *c, bool is_right)
{
    bool has = bl_catalog_get_counts(c).parts & BL_CATALOG_BODIES;
    for (uint32_t i = 0; i < bl_catalog_get_counts(c).n_modules; i++) {
        struct bl_error err = {0};
        struct bl_catalog_contents contents;
        int rc = bl_catalog_contents_init(&contents, c, i, &err);
        if (!has && rc == BL_OK)
            return "contents without bodies";
        if (rc < 0 && has && (is_right || !names_a_chunk(&err)))
            return "contents that cannot be asked for";
        const char *problem = rc < 0 ? NULL : ask_contents_of(&contents, contents.n_values, &err);
        if (problem || (is_right && has && err.status < 0))
            return problem ? problem : "right contents that cannot be read";
    }
    return NULL;
}

/* ---- Numbers ---- */

/* As if there were nodes for some of them. */
static const char *ask_slots(const struct bl_catalog *c, bool is_right)
{
    enum {
        N_NODES = 7
    };
    for (uint32_t i = 0; i < bl_catalog_get_counts(c).n_modules; i++) {
        struct bl_error err = {0};
        uint32_t numbers[N_NODES];
        struct bl_kept_slots kept = {.node_slots = numbers, .n_nodes = N_NODES};
        int rc = bl_slot_list_read(c, i, &kept, &err);
        bool is_wrong = rc > 0 && kept.n_functions > 0 &&
                        kept.functions[kept.n_functions - 1].first_slot > kept.n_slots;
        bl_kept_slots_release(&kept);
        if (is_wrong)
            return "numbers that cannot be";
        if (rc < 0 && !names_a_chunk(&err))
            return "numbers that cannot be read";
        rc = bl_slot_list_read(c, i, NULL, &err);
        if (rc < 0 && is_right)
            return "right numbers that cannot be read";
    }
    return NULL;
}

/* ---- Sums ---- */

static const char *ask_sums(const struct bl_catalog *c, bool is_right)
{
    struct bl_error err = {0};
    struct bl_stats *stats;
    bool has = bl_catalog_get_counts(c).parts & BL_CATALOG_BODIES;
    const char *problem = NULL;
    if (bl_stats_open(&stats, BL_STATS_ROLES, NULL) < 0)
        return "no memory";
    for (uint32_t i = 0; i < bl_catalog_get_counts(c).n_streams && !problem; i++) {
        int rc = bl_catalog_add_sums(c, i, stats, &err);
        if (rc < 0 && (is_right || !names_a_chunk(&err)))
            problem = "sums that cannot be read";
        else if (rc > 0 && is_right && (!has || bl_stats_n_blocks(stats) == 0))
            problem = "sums of nothing";
    }
    bl_stats_close(stats);
    return problem;
}

/* ---- All ---- */

static const char *ask_for_names(const struct bl_catalog *c, bool with_sources, bool is_right)
{
    static const char absent[] = "no symbol has this name";
    struct bl_view name = {.data = (const uint8_t *)absent, .size = sizeof absent - 1};
    struct bl_catalog_hits hits;
    bool found;
    if (!(bl_catalog_get_counts(c).parts & (BL_CATALOG_SYMBOLS | BL_CATALOG_PLACES)))
        return bl_catalog_find(c, name, &hits, NULL) == BL_E_ARGUMENT ? NULL
                                                                      : "found without symbols";
    const char *problem = look_up(c, name, BL_NONE, &found);
    if (!problem)
        problem = ask_modules(c, with_sources, is_right);
    return problem ? problem : ask_names(c, with_sources, is_right);
}

const char *catalog_check(const struct bl_catalog *catalog, bool with_sources)
{
    struct bl_error err = {0};
    int status = bl_catalog_check(catalog, &err);
    int worst = BL_OK;
    if (status < 0 && !names_a_chunk(&err))
        return "a check that fails without naming a chunk";
    const char *problem = ask_all(catalog, &worst);
    if (!problem && status == BL_OK && worst < 0)
        return "the check finds nothing, but not all is answered";
    if (!problem)
        problem = ask_references(catalog, status == BL_OK);
    if (!problem)
        problem = ask_contents(catalog, status == BL_OK);
    if (!problem)
        problem = ask_slots(catalog, status == BL_OK);
    if (!problem)
        problem = ask_sums(catalog, status == BL_OK);
    return problem ? problem : ask_for_names(catalog, with_sources, status == BL_OK);
}
