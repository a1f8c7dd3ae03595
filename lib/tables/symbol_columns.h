/* tables/symbol_columns.h - columns of the two tables of symbols: of streams, and of index files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_TABLES_SYMBOL_COLUMNS_H
#define BL_TABLES_SYMBOL_COLUMNS_H

#include "bitleap_symbols.h"
#include "tables/table.h"

/* Ids of those after file and module. */
enum bl_sql_symbol_column {
    BL_SQL_SYMBOL_VALUE,
    BL_SQL_SYMBOL_NAME,
    BL_SQL_SYMBOL_DEMANGLED,
    BL_SQL_SYMBOL_SCOPE,
    BL_SQL_SYMBOL_TEMPLATE,
    BL_SQL_SYMBOL_ROLE,
    BL_SQL_SYMBOL_DEFINED,
    BL_SQL_SYMBOL_KIND,
    BL_SQL_SYMBOL_BINDING,
    BL_SQL_SYMBOL_VISIBILITY,
    BL_SQL_SYMBOL_BIT_POS,
    BL_SQL_SYMBOL_BYTES,
    BL_SQL_SYMBOL_FORMAT_SPECIFIC,
    BL_SQL_N_SYMBOL_IDS
};

extern const struct bl_sql_column bl_sql_symbol_columns[2 + BL_SQL_N_SYMBOL_IDS];

/* Columns that flags and visibility show. False: COLUMN is another. */
bool bl_sql_symbol_flags(unsigned flags, unsigned visibility, uint32_t column,
                         struct bl_sql_cell *cell);

/* The columns of a mangled name after it. */
#define BL_SQL_DEMANGLED_COLUMNS(demangled, scope, template)                                       \
    {"demangled", BL_SQL_TEXT,                                                                     \
     "name as people write it in C++ or Rust; NULL if it is not mangled", .id = (demangled)},      \
        {"scope", BL_SQL_TEXT, "namespaces and classes of that, or modules and types; NULL: none", \
         .id = (scope)},                                                                           \
    {                                                                                              \
        "template", BL_SQL_TEXT, "of an instance of a template the name without arguments",        \
            .id = (template)                                                                       \
    }

/* What C++ calls NAME; nothing, where it is no mangled name. */
void bl_sql_set_demangled(struct bl_sql_cursor *c, struct bl_view name, struct bl_sql_cell *cell);
/* BL_NAME_SCOPE or BL_NAME_TEMPLATE of NAME; nothing, where it has none. */
void bl_sql_set_name_part(struct bl_sql_cursor *c, struct bl_view name, unsigned part,
                          struct bl_sql_cell *cell);

#endif
