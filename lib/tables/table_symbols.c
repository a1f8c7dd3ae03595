/* tables/table_symbols.c - symbols as linkers see them, read from streams
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/symbol_columns.h"

const struct bl_sql_column bl_sql_symbol_columns[] = {
    BL_SQL_FILE_COLUMN,
    BL_SQL_MODULE_COLUMN,
    {"value", BL_SQL_INTEGER, "number of the global value; NULL for symbols of inline assembly",
     .id = BL_SQL_SYMBOL_VALUE},
    {"name", BL_SQL_TEXT, "name, as linkers see it", .key = BL_SQL_NAME, .id = BL_SQL_SYMBOL_NAME},
    BL_SQL_DEMANGLED_COLUMNS(BL_SQL_SYMBOL_DEMANGLED, BL_SQL_SYMBOL_SCOPE, BL_SQL_SYMBOL_TEMPLATE),
    {"role", BL_SQL_TEXT, "defines or references", .id = BL_SQL_SYMBOL_ROLE},
    {"defined", BL_SQL_BOOL, "whether it is defined here", .id = BL_SQL_SYMBOL_DEFINED},
    {"kind", BL_SQL_TEXT, "function, variable, alias, ifunc or assembly", .id = BL_SQL_SYMBOL_KIND},
    {"binding", BL_SQL_TEXT, "local, global, weak or common", .id = BL_SQL_SYMBOL_BINDING},
    {"visibility", BL_SQL_TEXT, "default, hidden or protected", .id = BL_SQL_SYMBOL_VISIBILITY},
    {"bit_pos", BL_SQL_INTEGER, "where the record of its global value begins", .unit = "bit",
     .id = BL_SQL_SYMBOL_BIT_POS},
    {"bytes", BL_SQL_INTEGER,
     "what a function's body takes of the file, with the header of the block", .unit = "byte",
     .id = BL_SQL_SYMBOL_BYTES},
    {"format_specific", BL_SQL_BOOL, "whether linkers pass it over, as names of LLVM",
     .id = BL_SQL_SYMBOL_FORMAT_SPECIFIC},
};

struct state {
    struct bl_symbols *symbols;
    struct bl_symbol found;
    uint64_t module_pos; /* bit */
    struct bl_global global;
    uint32_t value;
    bool has_value, knows_value;
    bool has_all_values; /* a symbol without one is of assembly */
};

/* ---- Both tables ---- */

static const char *binding_name(unsigned flags)
{
    return flags & BL_SYMBOL_COMMON   ? "common"
           : flags & BL_SYMBOL_WEAK   ? "weak"
           : flags & BL_SYMBOL_GLOBAL ? "global"
                                      : "local";
}

bool bl_sql_symbol_flags(unsigned flags, unsigned visibility, uint32_t column,
                         struct bl_sql_cell *cell)
{
    static const char *const visibilities[] = {"default", "hidden", "protected"};
    bool is_undefined = flags & BL_SYMBOL_UNDEFINED;
    switch (column) {
    case BL_SQL_SYMBOL_ROLE:
        bl_sql_set_string(cell, is_undefined ? "references" : "defines");
        break;
    case BL_SQL_SYMBOL_DEFINED: bl_sql_set_integer(cell, !is_undefined); break;
    case BL_SQL_SYMBOL_BINDING: bl_sql_set_string(cell, binding_name(flags)); break;
    case BL_SQL_SYMBOL_VISIBILITY: bl_sql_set_string(cell, visibilities[visibility % 3]); break;
    case BL_SQL_SYMBOL_FORMAT_SPECIFIC:
        bl_sql_set_integer(cell, (flags & BL_SYMBOL_FORMAT_SPECIFIC) != 0);
        break;
    default: return false;
    }
    return true;
}

void bl_sql_set_demangled(struct bl_sql_cursor *c, struct bl_view name, struct bl_sql_cell *cell)
{
    c->text.size = 0;
    if (bl_demangle(name, bl_sql_text_put, &c->text))
        bl_sql_set_text(c, cell);
}

void bl_sql_set_name_part(struct bl_sql_cursor *c, struct bl_view name, unsigned part,
                          struct bl_sql_cell *cell)
{
    c->text.size = 0;
    if (bl_demangle_part(name, (enum bl_name_part)part, bl_sql_text_put, &c->text))
        bl_sql_set_text(c, cell);
}

/* ---- Rows ---- */

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    uint32_t n;
    s->module_pos = bl_index_get(c->index, c->block).block.bit_pos;
    s->has_all_values = bl_sql_seen(c, bl_module_count(c->module, &n, err)) == BL_OK;
    if (!s->has_all_values)
        bl_sql_cursor_note(c, err);
    return bl_symbols_open(&s->symbols, c->module, 0, err);
}

static void end_unit(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_symbols_close(s->symbols);
    s->symbols = NULL;
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    int rc;
    s->knows_value = s->has_value = false;
    while ((rc = bl_symbols_next(s->symbols, &s->found, err)) > 0)
        if (bl_sql_name_is_wanted(c, s->found.name))
            break;
    c->key = s->module_pos + s->found.number;
    return rc;
}

/* Which global value it is, found when a column asks. */
static bool find_value(struct bl_sql_cursor *c, struct state *s)
{
    if (!s->knows_value)
        s->has_value =
            bl_sql_seen(c, bl_symbols_value(s->symbols, &s->found, &s->value, NULL)) > 0 &&
            bl_sql_seen(c, bl_module_global(c->module, s->value, &s->global, NULL)) == BL_OK;
    s->knows_value = true;
    return s->has_value;
}

/* 1 found, 0 none, or a failure, which is noted. */
static int find_body(struct bl_sql_cursor *c, struct state *s, struct bl_block *block)
{
    struct bl_error err;
    if (!find_value(c, s) || s->global.kind != BL_GLOBAL_FUNCTION || s->global.is_declaration)
        return 0;
    int rc = bl_sql_seen(c, bl_module_body(c->module, s->value, block, &err));
    if (rc < 0)
        bl_sql_cursor_note(c, &err);
    return rc;
}

static void place_column(struct bl_sql_cursor *c, uint32_t column, struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    struct bl_block block;
    int has_body = column >= BL_SQL_SYMBOL_BIT_POS ? find_body(c, s, &block) : 0;
    if (column == BL_SQL_SYMBOL_KIND && find_value(c, s))
        bl_sql_set_string(cell, bl_sql_global_kind(s->global.kind));
    else if (column == BL_SQL_SYMBOL_KIND && s->has_all_values)
        bl_sql_set_string(cell, bl_sql_global_kind(BL_GLOBAL_NONE));
    else if (column == BL_SQL_SYMBOL_VALUE && find_value(c, s))
        bl_sql_set_integer(cell, s->value);
    else if (column == BL_SQL_SYMBOL_BYTES && has_body > 0)
        bl_sql_set_integer(cell, bl_block_bytes(block.n_words));
    else if (column == BL_SQL_SYMBOL_BIT_POS && s->has_value && has_body >= 0)
        bl_sql_set_integer(cell, has_body > 0 ? block.bit_pos : s->global.bit_pos);
}

static void column(struct bl_sql_cursor *c, uint32_t number, struct bl_sql_cell *cell)
{
    const struct state *s = c->state;
    switch (number) {
    case BL_SQL_SYMBOL_NAME: bl_sql_set_name(cell, s->found.name); break;
    case BL_SQL_SYMBOL_DEMANGLED: bl_sql_set_demangled(c, s->found.name, cell); break;
    case BL_SQL_SYMBOL_SCOPE: bl_sql_set_name_part(c, s->found.name, BL_NAME_SCOPE, cell); break;
    case BL_SQL_SYMBOL_TEMPLATE:
        bl_sql_set_name_part(c, s->found.name, BL_NAME_TEMPLATE, cell);
        break;
    default:
        if (!bl_sql_symbol_flags(s->found.flags, s->found.visibility, number, cell))
            place_column(c, number, cell);
    }
}

const struct bl_sql_table bl_sql_symbols = {
    .name = "bitcode_symbols",
    .summary = "symbols, as linkers see them",
    BL_SQL_COLUMNS(bl_sql_symbol_columns),
    .unit = BL_SQL_MODULES,
    .state_size = sizeof(struct state),
    .rows_per_kb = 4,
    .begin = begin,
    .next = next,
    .column = column,
    .end_unit = end_unit,
    .in_index = &bl_sql_catalog_symbols,
};
