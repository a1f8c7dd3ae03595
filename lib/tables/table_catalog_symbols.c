/* tables/table_catalog_symbols.c - symbols of index files: numbers of a catalog, names by its table
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/symbol_columns.h"

#include <string.h>

struct state {
    /* What is left to go through: */
    uint32_t part, end_part;
    uint32_t module, end_module; /* of the part */
    uint32_t symbol, end_symbol; /* of the module */
    bool is_looking;             /* for names: */
    uint32_t name;
    bool has_hits;
    struct bl_catalog_hits hits;
    /* The row: */
    const struct bl_catalog *catalog;
    uint32_t number;
    struct bl_catalog_symbol at;
    bool has_at;
    struct bl_view text;
    bool has_text;
    uint32_t row_module; /* whose symbols these are; BL_NONE */
    struct bl_catalog_symbols symbols;
    uint32_t failed; /* module whose symbols could not be read last */
};

/* Note ERR once of each module, and not of each of its symbols. */
static void note(struct bl_sql_cursor *c, struct state *s, const struct bl_error *err)
{
    if (s->failed != s->row_module)
        bl_sql_cursor_note(c, err);
    s->failed = s->row_module;
}

/* ---- The row ---- */

/* Set the module of the row to MODULE: facts, number in its stream, path. */
static int enter_module(struct bl_sql_cursor *c, struct state *s, uint32_t module,
                        struct bl_error *err)
{
    struct bl_catalog_stream stream = {.source = BL_NONE};
    if (s->row_module == module)
        return BL_OK;
    bl_catalog_symbols_release(&s->symbols);
    int rc = bl_catalog_symbols_init(&s->symbols, s->catalog, module, err);
    if (rc == BL_OK)
        rc = bl_catalog_get_stream(s->catalog, s->symbols.module.stream, &stream, err);
    if (rc < 0)
        return rc;
    s->row_module = module;
    c->module_number = module - stream.first_module;
    uint32_t number = c->inputs->parts[s->part].first_stream + s->symbols.module.stream;
    if (number == c->stream_number)
        return BL_OK;
    c->stream_number = number;
    c->path.size = 0;
    rc = bl_sql_stream(c->inputs, number, &c->info, &c->path, err);
    return rc < 0 ? rc : BL_OK;
}

static const struct bl_catalog_symbol *symbol_at(struct bl_sql_cursor *c, struct state *s)
{
    struct bl_error err;
    if (!s->has_at && bl_catalog_symbols_get(&s->symbols, s->number, &s->at, &err) < 0) {
        note(c, s, &err);
        s->at = (struct bl_catalog_symbol){.value = BL_NONE, .function = BL_NONE};
    }
    s->has_at = true;
    return &s->at;
}

static struct bl_view name_at(struct bl_sql_cursor *c, struct state *s)
{
    struct bl_error err;
    if (!s->has_text && bl_catalog_symbols_name(&s->symbols, s->number, &s->text, &err) < 0) {
        note(c, s, &err);
        s->text = (struct bl_view){.data = NULL};
    }
    s->has_text = true;
    return s->text;
}

/* ---- One after the other ---- */

static void enter_part(struct bl_sql_cursor *c, struct state *s, uint32_t part)
{
    s->part = part;
    s->catalog = c->inputs->parts[part].catalog;
    s->module = 0;
    s->end_module = bl_catalog_get_counts(s->catalog).n_modules;
    s->symbol = s->end_symbol = 0;
    s->row_module = s->failed = BL_NONE;
    s->name = 0;
    s->has_hits = false;
}

/* Only the modules of stream NUMBER. */
static int enter_stream(struct bl_sql_cursor *c, struct state *s, uint32_t number,
                        struct bl_error *err)
{
    struct bl_sql_stream_info info;
    struct bl_catalog_stream stream;
    int rc = bl_sql_stream(c->inputs, number, &info, NULL, err);
    if (rc <= 0)
        return rc;
    enter_part(c, s, info.part);
    s->end_part = info.part + 1;
    rc = bl_catalog_get_stream(s->catalog, info.number, &stream, err);
    if (rc < 0)
        return rc;
    s->module = stream.first_module;
    s->end_module = stream.first_module + stream.n_modules;
    return 1;
}

/* Bytes that are no UTF-8 are changed for SQL, so that a name with such characters may be one of
 * those, and is not the one in the table. */
static bool may_be_changed(struct bl_view name)
{
    return name.size > 0 &&
           (memchr(name.data, 0xC2, name.size) || memchr(name.data, 0xC3, name.size));
}

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    const struct bl_sql_filter *f = &c->filter;
    uint32_t number = (uint32_t)((uint64_t)f->rowid >> 40);
    int rc = 1;
    s->end_part = c->inputs->n_parts;
    s->is_looking = f->has_names;
    for (uint32_t i = 0; i < f->n_names && s->is_looking; i++)
        s->is_looking = !may_be_changed(f->names[i]);
    enter_part(c, s, 0);
    if (f->has_rowid)
        rc = f->rowid >= 0 && (uint64_t)f->rowid >> 40 < c->inputs->n_streams;
    else if (f->has_file)
        rc = bl_sql_stream_at(c->connection, c->inputs, f->file, &number);
    if (rc > 0 && (f->has_rowid || f->has_file))
        rc = enter_stream(c, s, number, err);
    if (rc == 0)
        s->part = s->end_part; /* no rows */
    return rc < 0 ? rc : BL_OK;
}

/* The next symbol of the modules that are left: 1, 0, or a negative status. */
static int next_in_order(struct bl_sql_cursor *c, struct state *s, struct bl_error *err)
{
    while (s->symbol == s->end_symbol) {
        if (s->module == s->end_module) {
            if (s->part + 1 >= s->end_part)
                return 0;
            enter_part(c, s, s->part + 1);
            continue;
        }
        int rc = enter_module(c, s, s->module++, err);
        if (rc < 0)
            return rc;
        bool is_wanted = !c->filter.has_module || c->filter.module == c->module_number;
        s->symbol = s->symbols.module.first_symbol;
        s->end_symbol = s->symbol + (is_wanted ? s->symbols.module.n_symbols : 0);
    }
    s->number = s->symbol++;
    return 1;
}

/* ---- By name ---- */

/* Whether symbol NUMBER is in the modules that are asked for; it becomes the row. */
static int take_hit(struct bl_sql_cursor *c, struct state *s, uint32_t number, struct bl_error *err)
{
    s->number = number;
    s->has_at = s->has_text = false;
    int rc = bl_catalog_get_symbol(s->catalog, number, &s->at, err);
    if (rc < 0 && s->at.module == BL_NONE)
        return rc;
    bool is_read = rc == BL_OK;
    if (s->at.module < s->module || s->at.module >= s->end_module)
        return 0;
    struct bl_error first = is_read ? (struct bl_error){.status = BL_OK} : *err;
    rc = enter_module(c, s, s->at.module, err);
    if (rc < 0)
        return rc;
    if (!is_read)
        note(c, s, &first);
    s->has_at = is_read;
    return is_read && (!c->filter.has_module || c->filter.module == c->module_number);
}

static int next_hit(struct bl_sql_cursor *c, struct state *s, struct bl_error *err)
{
    uint32_t number;
    int rc;
    for (;;) {
        if (!s->has_hits && s->name == c->filter.n_names) {
            if (s->part + 1 >= s->end_part)
                return 0;
            enter_part(c, s, s->part + 1);
            continue;
        }
        if (!s->has_hits) {
            rc = bl_catalog_find(s->catalog, c->filter.names[s->name++], &s->hits, err);
            if (rc < 0)
                return rc;
            s->has_hits = true;
        }
        rc = bl_catalog_next(&s->hits, &number, err);
        if (rc == 0) {
            s->has_hits = false;
        } else if (rc < 0) {
            /* of another name perhaps, in a source that cannot be read */
            struct bl_error first = *err;
            if (number == BL_NONE || take_hit(c, s, number, err) < 0)
                return rc;
            note(c, s, &first);
        } else if ((rc = take_hit(c, s, number, err)) != 0) {
            return rc;
        }
    }
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    const struct bl_sql_filter *f = &c->filter;
    if (s->part >= s->end_part)
        return 0;
    for (;;) {
        s->has_at = s->has_text = false;
        int rc = s->is_looking ? next_hit(c, s, err) : next_in_order(c, s, err);
        c->key = s->symbols.module.bit_pos + (s->number - s->symbols.module.first_symbol);
        if (rc <= 0 || !(f->has_prefix || (f->has_names && !s->is_looking)) ||
            bl_sql_name_is_wanted(c, name_at(c, s)))
            return rc;
    }
}

/* ---- Columns ---- */

/* Of a damaged module what is no global value need not be of assembly. */
static bool kind_is_known(struct bl_sql_cursor *c, struct state *s)
{
    struct bl_catalog_stream stream;
    struct bl_source source;
    if (symbol_at(c, s)->kind != BL_GLOBAL_NONE)
        return true;
    return bl_catalog_get_stream(s->catalog, s->symbols.module.stream, &stream, NULL) == BL_OK &&
           bl_sql_seen(c, bl_catalog_get_source(s->catalog, stream.source, &source, NULL)) ==
               BL_OK &&
           source.n_problems == 0;
}

static void place_column(struct bl_sql_cursor *c, struct state *s, uint32_t column,
                         struct bl_sql_cell *cell)
{
    const struct bl_catalog_symbol *symbol = symbol_at(c, s);
    struct bl_catalog_function function;
    if (column == BL_SQL_SYMBOL_VALUE)
        bl_sql_set_number(cell, symbol->value);
    else if (column == BL_SQL_SYMBOL_KIND && kind_is_known(c, s))
        bl_sql_set_string(cell, bl_sql_global_kind(symbol->kind));
    else if (column == BL_SQL_SYMBOL_BIT_POS && symbol->value != BL_NONE)
        bl_sql_set_integer(cell, symbol->bit_pos);
    else if (column == BL_SQL_SYMBOL_BYTES && symbol->function != BL_NONE &&
             bl_sql_seen(c, bl_catalog_get_function(s->catalog, symbol->function, &function,
                                                    NULL)) == BL_OK)
        bl_sql_set_integer(cell, bl_block_bytes(function.n_words));
}

static void column(struct bl_sql_cursor *c, uint32_t number, struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    switch (number) {
    case BL_SQL_SYMBOL_NAME:
        cell->text = name_at(c, s);
        cell->kind = cell->text.size > 0 ? BL_SQL_IS_TEXT : BL_SQL_IS_NULL;
        break;
    case BL_SQL_SYMBOL_DEMANGLED: bl_sql_set_demangled(c, name_at(c, s), cell); break;
    case BL_SQL_SYMBOL_SCOPE: bl_sql_set_name_part(c, name_at(c, s), BL_NAME_SCOPE, cell); break;
    case BL_SQL_SYMBOL_TEMPLATE:
        bl_sql_set_name_part(c, name_at(c, s), BL_NAME_TEMPLATE, cell);
        break;
    default:
        /* Of a function that no symbol is known of, it is not known how it is bound. */
        if (number == BL_SQL_SYMBOL_BINDING && name_at(c, s).size == 0)
            break;
        if (!bl_sql_symbol_flags(symbol_at(c, s)->flags, s->at.visibility, number, cell))
            place_column(c, s, number, cell);
    }
}

static void end(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_catalog_symbols_release(&s->symbols);
}

const struct bl_sql_table bl_sql_catalog_symbols = {
    .name = "bitcode_symbols",
    .summary = "symbols, as linkers see them",
    BL_SQL_COLUMNS(bl_sql_symbol_columns),
    .unit = BL_SQL_ONCE,
    .state_size = sizeof(struct state),
    .begin = begin,
    .next = next,
    .column = column,
    .end = end,
};
