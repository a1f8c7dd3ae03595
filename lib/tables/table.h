/* tables/table.h - a table: its columns, and how its rows come about
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Knows no SQL engine: one for SQLite and one for DuckDB sit on top. A cursor goes through the
 * units of a table, sources, streams, modules or bodies, which begin() looks at; then next() goes
 * through the rows of the unit. Damage ends a unit, and is noted for bitcode_errors.
 */
#ifndef BL_TABLES_TABLE_H
#define BL_TABLES_TABLE_H

#include "bitleap_function.h"
#include "bitleap_print.h"
#include "bitleap_tables.h"
#include "bitleap_walk.h"
#include "inputs/inputs_opened.h"

#include <stddef.h>

enum bl_sql_type {
    BL_SQL_INTEGER,
    BL_SQL_NUMBER, /* the same; NULL where the field is BL_NONE */
    BL_SQL_BOOL,   /* 0 or 1 */
    BL_SQL_TEXT,
    BL_SQL_NUMBERS, /* a list; a JSON array where there are no lists */
};

enum bl_sql_unit {
    BL_SQL_ONCE, /* one unit, of all inputs */
    BL_SQL_SOURCES,
    BL_SQL_STREAMS,
    BL_SQL_MODULES,
    BL_SQL_BODIES,
};

/* Columns that rows are found by; a table has each at most once. */
enum bl_sql_key {
    BL_SQL_NO_KEY,
    BL_SQL_FILE,
    BL_SQL_MODULE,
    BL_SQL_VALUE, /* number of a global value */
    BL_SQL_NAME,
    BL_SQL_WORD, /* a second name: attribute, callee */
};

/* What is computed for a row only if a column needs it. */
enum bl_sql_need {
    BL_SQL_NEED_COUNTS = 1,     /* of a body's records */
    BL_SQL_NEED_PROPERTIES = 2, /* of a body's instructions */
    BL_SQL_NEED_OPERANDS = 4,   /* of records */
};

/* A column is a field of the row, or what the table's column() makes of its id; those of the file
 * and of the module are neither, and the same in all tables. */
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which tables give them
struct bl_sql_column {
    const char *name;
    uint8_t type;    /* bl_sql_type */
    const char *doc; /* what it is, in a line */
    const char *unit;
    uint8_t key;  /* bl_sql_key */
    uint8_t need; /* bl_sql_need */
    uint16_t id;
    uint16_t at, size; /* BL_SQL_FIELD(); size 0: no field */
    uint16_t given;    /* of the row: a bool that says whether the field has a value; 0: always */
    uint32_t mask;     /* of the field: whether any of these bits is set; 0: its number */
    /* Names of the field's numbers; NULL: if it is a text, a bl_view, or a static string */
    const char *(*names)(unsigned);
    const char *prefix; /* of the name; NULL: none */
    bool is_json;       /* a text that is a value of JSON */
    bool is_hidden;     /* from the * of SQLite: large, and there for who names it */
    bool is_plain;      /* a field that is just a number; set by bl_table_open() */
};

/* FIELD of cursor->row, which is a struct ROW. */
#define BL_SQL_FIELD(row, field) \
    .at = offsetof(struct row, field), .size = sizeof(((struct row *)NULL)->field)
/* The same, NULL unless GIVEN, a bool of the row. */
#define BL_SQL_OPTIONAL(row, field, given_by) \
    BL_SQL_FIELD(row, field), .given = offsetof(struct row, given_by)

/* The columns that most tables begin with. */
#define BL_SQL_FILE_COLUMN                                                                 \
    {                                                                                      \
        "file", BL_SQL_TEXT,                                                               \
            "path of the file and of what is nested in it, as commands print and take it", \
            .key = BL_SQL_FILE                                                             \
    }
#define BL_SQL_MODULE_COLUMN                                                       \
    {                                                                              \
        "module", BL_SQL_INTEGER, "number of the module in its stream, from 0 on", \
            .key = BL_SQL_MODULE                                                   \
    }

/* A value of a row. */
struct bl_sql_cell {
    enum {
        BL_SQL_IS_NULL,
        BL_SQL_IS_INTEGER,
        BL_SQL_IS_TEXT, /* borrowed until the next row */
        BL_SQL_IS_STATIC,
        BL_SQL_IS_NUMBERS, /* borrowed as texts are */
    } kind;
    int64_t integer;
    struct bl_view text;
    const uint64_t *numbers;
    uint64_t n_numbers;
};

/* Which rows are asked for. */
struct bl_sql_filter {
    bool has_file, has_module, has_value, has_names, has_prefix, has_rowid, has_word;
    struct bl_view file, prefix, word;
    int64_t module, value, rowid;
    struct bl_view *names; /* sorted, without doubles */
    uint32_t n_names;
    unsigned needs;     /* bl_sql_need */
    unsigned n_threads; /* 0: all cores */
};

struct bl_sql_cursor;

struct bl_sql_table {
    const char *name, *summary;
    const struct bl_sql_column *columns;
    uint32_t n_columns;
    /* Those after them; NULL: there are none. */
    struct bl_sql_column (*more_columns)(uint32_t number);
    uint32_t n_more_columns;
    enum bl_sql_unit unit;
    size_t state_size;  /* of cursor->state */
    double rows_per_kb; /* of a stream, for estimates */
    bool needs_no_inputs;
    /* Whether the module at hand may have rows: if not, it has no units. NULL: each may. */
    bool (*may_have_rows)(struct bl_sql_cursor *c);
    /* Begin unit: 0; 1: it has no rows; or a negative status, which is noted. */
    int (*begin)(struct bl_sql_cursor *c, struct bl_error *err);
    /* 1 a row, whose key it sets, 0 the end, negative: damage ends the unit. NULL: each unit is one
     * row. */
    int (*next)(struct bl_sql_cursor *c, struct bl_error *err);
    /* The key of a row, where next() does not know it without more ado; NULL: what it has set. */
    uint64_t (*key)(const struct bl_sql_cursor *c);
    /* Read what has the fields, where begin() has set cursor->row to NULL. */
    const void *(*row)(struct bl_sql_cursor *c);
    void (*column)(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell);
    void (*end_unit)(struct bl_sql_cursor *c); /* may be NULL */
    void (*end)(struct bl_sql_cursor *c);      /* may be NULL; once, if begin() was ever called */
    /* The same rows from index files that have symbols, if all inputs are such; NULL: there is none
     * */
    const struct bl_sql_table *in_index;
};

struct bl_sql_cursor {
    const struct bl_sql_table *table;
    struct bl_sql_connection *connection;
    struct bl_sql_inputs *inputs;       /* NULL: none, where a table can do without */
    const struct bl_table_place *place; /* all that is read, the caller's; NULL: of the inputs */
    struct bl_sql_filter filter;
    /* The unit. */
    uint32_t stream_number; /* BL_NONE: before the first */
    struct bl_sql_stream_info info;
    struct bl_sql_text path; /* of the stream */
    struct bl_stream stream;
    struct bl_index *index;
    uint32_t block, module_number; /* of the module; BL_NONE: before the first */
    /* What is open: the number of the stream, and the block of the module. */
    uint32_t open_stream, open_block;
    struct bl_module *module;
    struct bl_function *function; /* BL_SQL_BODIES */
    uint32_t value;               /* of the body */
    struct bl_slots *slots;       /* of the module; NULL until bl_sql_printer() */
    struct bl_printer *printer;
    uint32_t printed_module; /* of the stream, the last one with a printer; BL_NONE: none */
    uint64_t text_left;      /* by the printer before */
    uint32_t source, part;   /* BL_SQL_SOURCES */
    bool is_in_unit, is_in_module, has_begun, has_stream;
    bool has_row; /* where the unit is one row: it has been returned */
    /* For one row. */
    uint64_t key;    /* a number that is its own in its stream, of 40 bits */
    const void *row; /* what has its fields: the state, unless the table sets another */
    struct bl_sql_text text;
    void *state; /* of the table; zero before the first begin() */
};

/* Whether values of TYPE are texts for an engine without lists. */
static inline bool bl_sql_is_text(unsigned type)
{
    return type == BL_SQL_TEXT || type == BL_SQL_NUMBERS;
}

/* Column NUMBER of TABLE. */
static inline struct bl_sql_column bl_sql_column_at(const struct bl_sql_table *table,
                                                    uint32_t number)
{
    return number < table->n_columns ? table->columns[number]
                                     : table->more_columns(number - table->n_columns);
}

static inline uint32_t bl_sql_n_columns(const struct bl_sql_table *table)
{
    return table->n_columns + table->n_more_columns;
}

/* Begin to read: 0, or BL_E_NOMEM. FILTER and what it refers to stay until the cursor is closed;
 * TABLE and so on are set by bl_sql_cursor_init(). */
int bl_sql_cursor_init(struct bl_sql_cursor *c, const struct bl_sql_table *table,
                       struct bl_sql_connection *connection, struct bl_sql_inputs *inputs);
/* Have it read what is open at PLACE, which stays until the cursor is closed. Errors: BL_E_NOMEM,
 * those of bl_function_open(); BL_E_ARGUMENT: the table has other units. */
int bl_sql_cursor_set_place(struct bl_sql_cursor *c, const struct bl_table_place *place,
                            struct bl_error *err);
/* Begin again, for the rows that FILTER asks for; streams and modules that are open may be of use.
 */
void bl_sql_cursor_restart(struct bl_sql_cursor *c, const struct bl_sql_filter *filter);
/* Leaves the inputs, too. */
void bl_sql_cursor_close(struct bl_sql_cursor *c);

/* 1 a row, 0 the end, BL_E_NOMEM. */
int bl_sql_cursor_next(struct bl_sql_cursor *c);
int64_t bl_sql_cursor_rowid(const struct bl_sql_cursor *c);
/* The row's value of COLUMN, which is one of the table's. */
void bl_sql_cursor_value(struct bl_sql_cursor *c, const struct bl_sql_column *column,
                         struct bl_sql_cell *cell);
/* Make CELL, of numbers, a text: [1,2]. */
void bl_sql_cell_as_text(struct bl_sql_cursor *c, struct bl_sql_cell *cell);
/* Column NUMBER of the row, for engines without lists: numbers become a text. */
void bl_sql_cursor_column(struct bl_sql_cursor *c, uint32_t number, struct bl_sql_cell *cell);

/* What prints the module at hand, which is made when a column first asks. NULL: no memory. */
struct bl_printer *bl_sql_printer(struct bl_sql_cursor *c);

/* TYPE, as PRINTER (NULL: nothing) prints it. */
void bl_sql_set_type(struct bl_sql_cursor *c, struct bl_printer *printer, uint32_t type,
                     struct bl_sql_cell *cell);

/* Ask for rows with any of N names, which are sorted for that. */
void bl_sql_filter_set_names(struct bl_sql_filter *filter, struct bl_view *names, uint32_t n);

/* Whether NAME is one that the filter asks for. */
bool bl_sql_name_is_wanted(const struct bl_sql_cursor *c, struct bl_view name);

/* Note what is wrong in the stream at hand. */
void bl_sql_cursor_note(struct bl_sql_cursor *c, const struct bl_error *err);

/* ---- Cells ---- */

/* STATUS of what a column needs: without memory, it is not the cell that is NULL, but the row that
 * fails. */
static inline int bl_sql_seen(struct bl_sql_cursor *c, int status)
{
    c->text.has_lacked |= status == BL_E_NOMEM;
    return status;
}

static inline void bl_sql_set_integer(struct bl_sql_cell *cell, uint64_t v)
{
    cell->kind = BL_SQL_IS_INTEGER;
    cell->integer = (int64_t)v;
}

/* NULL where V is BL_NONE. */
static inline void bl_sql_set_number(struct bl_sql_cell *cell, uint32_t v)
{
    cell->kind = v == BL_NONE ? BL_SQL_IS_NULL : BL_SQL_IS_INTEGER;
    cell->integer = v;
}

static inline void bl_sql_set_view(struct bl_sql_cell *cell, struct bl_view text)
{
    cell->kind = BL_SQL_IS_TEXT;
    cell->text = text;
}

/* NULL where NAME cannot be read: it has no bytes then. */
static inline void bl_sql_set_name(struct bl_sql_cell *cell, struct bl_view name)
{
    cell->kind = name.data ? BL_SQL_IS_TEXT : BL_SQL_IS_NULL;
    cell->text = name;
}

/* N NUMBERS, which stay until the next row. */
static inline void bl_sql_set_numbers(struct bl_sql_cell *cell, const uint64_t *numbers, uint64_t n)
{
    cell->kind = BL_SQL_IS_NUMBERS;
    cell->numbers = numbers;
    cell->n_numbers = n;
}

/* TEXT is static, or NULL. */
static inline void bl_sql_set_string(struct bl_sql_cell *cell, const char *text)
{
    cell->kind = text ? BL_SQL_IS_STATIC : BL_SQL_IS_NULL;
    cell->text = bl_sql_view(text);
}

/* What c->text has. */
static inline void bl_sql_set_text(struct bl_sql_cursor *c, struct bl_sql_cell *cell)
{
    cell->kind = c->text.has_lacked ? BL_SQL_IS_NULL : BL_SQL_IS_TEXT;
    cell->text = bl_sql_text_get(&c->text);
}

/* "function"; "assembly": of none of them. */
const char *bl_sql_global_kind(unsigned kind);
/* In LLVM's spelling, with words for what it does not write. */
const char *bl_sql_linkage_name(unsigned linkage);
const char *bl_sql_visibility_name(unsigned visibility);
/* The name of the comdat of GLOBAL; nothing, where it is in none. */
void bl_sql_set_comdat(struct bl_sql_cursor *c, const struct bl_global *global,
                       struct bl_sql_cell *cell);

#define BL_SQL_COLUMNS(array) .columns = (array), .n_columns = sizeof(array) / sizeof *(array)

/* All tables; ends with NULL. */
extern const struct bl_sql_table *const bl_sql_tables[];

extern const struct bl_sql_table bl_sql_catalog_symbols;
extern const struct bl_sql_table bl_sql_files, bl_sql_streams, bl_sql_modules, bl_sql_symbols,
    bl_sql_functions, bl_sql_globals, bl_sql_instructions, bl_sql_calls, bl_sql_types,
    bl_sql_attributes, bl_sql_metadata, bl_sql_strings, bl_sql_remarks, bl_sql_blocks,
    bl_sql_records, bl_sql_errors, bl_sql_summaries;

#endif
