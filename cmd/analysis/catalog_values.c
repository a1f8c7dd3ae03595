/* analysis/catalog_values.c - global values of a catalog's modules, by the names that LLVM writes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/catalog_values.h"

#include "analysis/pattern.h"
#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"
#include "input/modules.h"

#include <stdlib.h>
#include <string.h>

/* Whether the target of MODULE puts something before all names. */
static bool changes_names(const struct bl_catalog_module *module)
{
    static const char *const parts[] = {"apple", "darwin", "macos",  "ios",  "windows",
                                        "win32", "mingw",  "cygwin", "uefi", "aix"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (memmem(module->triple.data, module->triple.size, parts[i], strlen(parts[i])))
            return true;
    return false;
}

/* Whether NAME, which linkers see, is that of SYMBOL in its module, too, whose target changes
 * nothing. A byte 1 before a name keeps it as it is. */
static bool is_own_name(const struct bl_catalog_symbol *symbol, struct bl_view name,
                        struct bl_view stream)
{
    bool is_inside = name.data > stream.data && name.data < stream.data + stream.size;
    bool is_private =
        !(symbol->flags & BL_SYMBOL_GLOBAL) && symbol->flags & BL_SYMBOL_FORMAT_SPECIFIC;
    return is_inside && name.data[-1] != 1 && !is_private && symbol->value != BL_NONE &&
           name.size > 0 && name.data[0] != '.' &&
           memcmp(name.data, "__unnamed", name.size < 9 ? name.size : 9) != 0;
}

/* ---- By name ---- */

struct finding {
    struct query *query;
    struct bl_view name;
    struct name_patterns wanted; /* it alone */
    struct bl_query_module open;
    struct bl_module_value *values;
    uint32_t n, cap;
};

/* SYMBOL has the name, perhaps with something before it, as linkers see it. */
static int add_symbol(struct finding *f, uint32_t number, bool is_whole, struct bl_error *err,
                      uint32_t *stream)
{
    struct bl_catalog_symbol symbol;
    struct bl_catalog_symbols symbols = {.catalog = NULL};
    struct bl_view name;
    int rc = bl_catalog_get_symbol(f->query->catalog, number, &symbol, err);
    if (rc == BL_OK)
        rc = bl_catalog_symbols_init(&symbols, f->query->catalog, symbol.module, err);
    if (rc < 0)
        return rc;
    *stream = symbols.module.stream;
    if (!query_has_stream(f->query, *stream))
        return BL_OK;
    struct bl_module_value found = {.module = symbol.module, .value = symbol.value};
    rc = bl_catalog_symbols_name(&symbols, number, &name, err);
    bool is_plain = rc == BL_OK && is_whole && is_own_name(&symbol, name, symbols.bytes) &&
                    !changes_names(&symbols.module);
    bl_catalog_symbols_release(&symbols);
    if (rc == BL_OK && !is_plain)
        rc = bl_query_module_open(&f->open, f->query->catalog, symbol.module, err);
    if (rc == BL_OK && !is_plain &&
        (rc = find_global(f->open.module, f->name, &found.value, err)) == 0)
        return BL_OK;
    if (rc >= 0)
        array_add(&f->values, &f->n, &f->cap, found);
    return rc < 0 ? rc : BL_OK;
}

static void add_symbols(struct finding *f, struct bl_view name, bool is_whole)
{
    struct bl_catalog_hits hits;
    struct bl_error err;
    uint32_t symbol;
    int rc = bl_catalog_find(f->query->catalog, name, &hits, &err);
    if (rc < 0)
        query_report(f->query, BL_NONE, &err);
    while (rc >= 0 && (rc = bl_catalog_next(&hits, &symbol, &err)) != 0) {
        uint32_t stream = BL_NONE;
        if (rc > 0)
            rc = add_symbol(f, symbol, is_whole, &err, &stream);
        if (rc < 0)
            query_report(f->query, stream, &err);
        rc = BL_OK;
    }
}

static int by_module(const void *a, const void *b)
{
    const struct bl_module_value *x = a;
    const struct bl_module_value *y = b;
    int order = bl_order(x->module, y->module);
    return order ? order : bl_order(x->value, y->value);
}

/* In whatever way the name is written: module by module. */
static void search_modules(struct finding *f)
{
    struct value_list values = {.n = 0};
    struct bl_error err;
    int rc;
    while ((rc = bl_query_next_module(f->query->inputs, &f->open, &err)) != 0) {
        values.n = 0;
        if (rc > 0)
            rc = name_pattern_values(f->wanted.items, f->query->context, f->open.module, &values,
                                     &err);
        for (uint32_t i = 0; i < values.n; i++)
            array_add(&f->values, &f->n, &f->cap,
                      (struct bl_module_value){f->open.number, values.items[i]});
        if (rc < 0)
            query_report(f->query, f->open.stream, &err);
    }
    free(values.items);
}

/* By the names that linkers see. */
static void search_symbols(struct finding *f)
{
    add_symbols(f, f->name, true);
    for (const char *const *prefix = name_prefixes; *prefix; prefix++) {
        struct text longer = {0};
        text_put(&longer, *prefix, strlen(*prefix));
        text_put(&longer, (const char *)f->name.data, f->name.size);
        add_symbols(f, text_view(&longer), false);
        free(longer.data);
    }
}

void find_values(struct query *q, const char *name, struct bl_module_value **values, uint32_t *n)
{
    struct finding f = {.query = q, .name = view_of(name)};
    name_patterns_add(&f.wanted, q->context, name);
    bool is_name = f.wanted.items[0].pattern.kind == PATTERN_EXACT;
    /* As LLVM writes it, with quotes and numbers, or as people do. */
    if (!is_name || *name == '@' || is_demangled(f.name))
        search_modules(&f);
    else
        search_symbols(&f);
    array_sort(f.values, f.n, sizeof *f.values, by_module);
    *n = 0;
    for (uint32_t i = 0; i < f.n; i++)
        if (*n == 0 || f.values[*n - 1].module != f.values[i].module || !is_name)
            f.values[(*n)++] = f.values[i];
    *values = f.values;
    bl_query_module_close(&f.open);
    name_patterns_release(&f.wanted);
}

/* ---- Names ---- */

void value_names_close(struct value_names *names)
{
    bl_catalog_symbols_release(&names->symbols);
    bl_query_module_close(&names->open);
}

/* The name that the catalog has, where that is the value's own. */
static bool find_own_name(struct value_names *names, struct bl_module_value value,
                          struct bl_view *name)
{
    struct bl_catalog_symbols *symbols = &names->symbols;
    struct bl_catalog_symbol symbol;
    uint32_t number;
    if (!symbols->catalog || symbols->number != value.module) {
        bl_catalog_symbols_release(symbols);
        if (bl_catalog_symbols_init(symbols, names->query->catalog, value.module, NULL) < 0) {
            symbols->catalog = NULL;
            return false;
        }
        names->is_changed = changes_names(&symbols->module);
    }
    return !names->is_changed && bl_catalog_symbols_find(symbols, value.value, &number, NULL) > 0 &&
           bl_catalog_symbols_get(symbols, number, &symbol, NULL) == BL_OK &&
           bl_catalog_symbols_name(symbols, number, name, NULL) == BL_OK &&
           is_own_name(&symbol, *name, symbols->bytes);
}

struct bl_view value_name(struct value_names *names, struct bl_module_value value)
{
    struct bl_view name = {0};
    if (!find_own_name(names, value, &name) &&
        (bl_query_module_open(&names->open, names->query->catalog, value.module, NULL) < 0 ||
         out_need(bl_module_name(names->open.module, value.value, &name, NULL)) < 0))
        return (struct bl_view){0};
    return name;
}

void put_value_name(struct value_names *names, struct bl_module_value value, bl_put_fn *put,
                    void *context)
{
    const struct context *c = names->query->context;
    struct bl_view name;
    if (find_own_name(names, value, &name)) {
        if (put_demangled(c, name, put, context))
            return;
        put(context, "@", 1);
        bl_name_print(name, put, context);
    } else if (bl_query_module_open(&names->open, names->query->catalog, value.module, NULL) ==
               BL_OK) {
        put_global_name(c, names->open.module, value.value, put, context);
    } else {
        put(context, "@?", 2);
    }
}
