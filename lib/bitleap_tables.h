/* bitleap_tables.h - what is in bitcode, as tables: symbols, functions, types, records and others
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each table has the rows of all streams of the inputs, file by file; nothing is read before a row
 * needs it. A damaged file ends its own rows only: what was wrong is kept for bl_inputs_problem().
 *
 *   struct bl_table_query query = {.name = "main*"};
 *   if (bl_table_open(&table, "symbols", inputs, &query, &err) == BL_OK)
 *       while (bl_table_next(table, &err) > 0)
 *           … bl_table_cell(table, column, &cell, &err)
 *   bl_table_close(table);
 *
 * Rows come one by one, in batches by column, or as a stream of Arrow. lib/sql/README.md says what
 * the tables are; lib/examples/print_table.c prints any of them.
 */
#ifndef BITLEAP_TABLES_H
#define BITLEAP_TABLES_H

#include "bitleap_base.h"

BL_BEGIN_DECLS

struct bl_index;
struct bl_module;
struct bl_printer;
struct bl_stream;

/* ---- Inputs ---- */

/* Files, archives, directories, index files, nested paths: what rows are read from. */
struct bl_inputs;

/* Open the N PATHS, each as an operand of the command names it: a file, an archive, a directory, an
 * index file, or what is nested in one. What cannot be read in them is left out, and is a problem
 * (bl_inputs_problem()). *INPUTS is to be closed after all its tables. Errors: BL_E_NOMEM,
 * BL_E_SYSTEM, BL_E_ARGUMENT (no path, or an empty one), BL_E_CONTAINER. */
BL_API int bl_inputs_open(struct bl_inputs **inputs, const char *const *paths, size_t n,
                          struct bl_error *err);
BL_API void bl_inputs_close(struct bl_inputs *inputs);

/* ---- What tables there are ---- */

/* Of what kind the values of a column are; any of them may be NULL. */
enum bl_column_type {
    BL_COLUMN_INTEGER = 0, /* of 64 bits, signed */
    BL_COLUMN_BOOL = 1,    /* an integer, 0 or 1 */
    BL_COLUMN_TEXT = 2,    /* bytes, mostly UTF-8: names in files may have any */
    BL_COLUMN_NUMBERS = 3, /* a list of unsigned numbers of 64 bits: the operands of a record */
};

/* A table. All texts are static. */
struct bl_table_info {
    const char *name;    /* "symbols"; in SQL it is bitcode_symbols */
    const char *summary; /* what its rows are, in a line */
    uint32_t n_columns;
    BL_SLACK(3)
};

/* A column of a table. */
struct bl_column {
    char name[56];       /* the same in SQL, and as a key of JSON */
    const char *summary; /* what it says, in a line; static */
    const char *unit;    /* "bit", "byte", "word", "nanosecond"; NULL: none; static */
    uint8_t type;        /* bl_column_type */
    bool is_json;        /* texts are values of JSON, such as lists */
    BL_SLACK(3)
};

/* Table NUMBER, from 0 on. False: there are no more. */
BL_API bool bl_table_get(uint32_t number, struct bl_table_info *info);
/* The table named NAME, with or without "bitcode_". False: there is none. */
BL_API bool bl_table_find(const char *name, struct bl_table_info *info);
/* Column NUMBER, from 0 on, of the table named TABLE. False: there is none. */
BL_API bool bl_table_column(const char *table, uint32_t number, struct bl_column *column);

/* ---- Rows ---- */

struct bl_table;

/* Which rows and columns are wanted; zeroes: all of them. Texts and columns are borrowed for the
 * call of bl_table_open() only. A condition on a column that the table lacks is BL_E_ARGUMENT. */
struct bl_table_query {
    const uint32_t *columns; /* their numbers; NULL: all. Others cost nothing */
    uint32_t n_columns;
    bool has_module, has_value;
    uint32_t module;    /* rows of this module of a stream, */
    uint32_t value;     /* and of this global value */
    const char *file;   /* rows of the stream at this path, as the column file has it */
    const char *name;   /* rows of this name; with any of * ? [ it is a pattern, as in a shell */
    uint64_t first_row; /* so many rows are skipped */
    uint64_t most_rows; /* 0: all that there are */
    unsigned n_threads; /* that count what is in functions; 0: bl_cores() */
    /* Rows of this attribute, in bitcode_attributes, or with this callee, in bitcode_calls. */
    const char *word;
    BL_SLACK(3)
};

/* A value of a row. */
struct bl_cell {
    uint8_t type; /* bl_column_type */
    bool is_null;
    int64_t integer; /* BL_COLUMN_INTEGER, BL_COLUMN_BOOL */
    /* BL_COLUMN_TEXT: borrowed until the next call for the table; where it lies in the file it is
     * not copied. */
    struct bl_view text;
    const uint64_t *numbers; /* BL_COLUMN_NUMBERS: n_numbers of them, borrowed likewise */
    uint64_t n_numbers;
    BL_SLACK(2)
};

/* Open the table named NAME over INPUTS, which stay open until it is closed; QUERY may be NULL.
 * Several tables may be open at a time, each used by one thread. Close *TABLE with
 * bl_table_close(). Errors: BL_E_NOMEM; BL_E_ARGUMENT: no such table, column or condition. */
BL_API int bl_table_open(struct bl_table **table, const char *name, struct bl_inputs *inputs,
                         const struct bl_table_query *query, struct bl_error *err);
BL_API void bl_table_close(struct bl_table *table);

/* What a client that goes through modules itself has open. */
struct bl_table_place {
    const char *file; /* what the column file says */
    const struct bl_stream *stream;
    struct bl_index *index;     /* of the stream */
    struct bl_module *module;   /* NULL: for tables of streams alone */
    uint32_t block;             /* of the module in the index */
    uint32_t number;            /* of the module in its stream, from 0 on */
    struct bl_printer *printer; /* of the module, with its numbers; NULL: the table makes one */
    /* Called for what is wrong; it ends the rows, or leaves a row or a value out. */
    void (*meet)(void *context, const struct bl_error *err, bool ends_rows);
    void *context;
    BL_SLACK(4)
};

/* The same over the module at PLACE alone or, for blocks and records, over its stream. PLACE and
 * what is open there is borrowed until the table is closed. Errors: BL_E_NOMEM; BL_E_ARGUMENT: no
 * such table, column or condition, or a table of whole files. */
BL_API int bl_table_open_at(struct bl_table **table, const char *name,
                            const struct bl_table_place *place, const struct bl_table_query *query,
                            struct bl_error *err);

/* Go to the next row, at first to the first: 1, 0 at the end, or BL_E_NOMEM. */
BL_API int bl_table_next(struct bl_table *table, struct bl_error *err);
/* The value of the row in COLUMN, a place in the query's columns or, if it has none, the number of
 * the column. Returns 0; BL_E_NOMEM, BL_E_ARGUMENT: there is no such column. */
BL_API int bl_table_cell(struct bl_table *table, uint32_t column, struct bl_cell *cell,
                         struct bl_error *err);

/* Print the value of the row in COLUMN as text: numbers in decimal, lists as JSON has them, of NULL
 * nothing. Returns 1, 0: it is NULL; BL_E_NOMEM, BL_E_ARGUMENT: there is no such column. */
BL_API int bl_table_print(struct bl_table *table, uint32_t column, bl_put_fn *put, void *context);

/* ---- Batches ---- */

/* The values of one column in the rows of a batch. */
struct bl_vector {
    uint8_t type; /* bl_column_type */
    /* Bit i % 8 of byte i / 8: row i has a value. NULL: all rows have. */
    const uint8_t *validity;
    uint64_t n_nulls;
    const int64_t *integers; /* BL_COLUMN_INTEGER, BL_COLUMN_BOOL: one for each row */
    /* Otherwise: the value of row i are the bytes, or the numbers, from offsets[i] to
     * offsets[i + 1]. */
    const int64_t *offsets;
    const uint8_t *bytes;
    const uint64_t *numbers;
    BL_SLACK(2)
};

/* Rows that follow one another, by column. */
struct bl_table_batch {
    uint64_t n_rows;
    uint32_t n_columns; /* those of the query */
    const struct bl_vector *vectors;
    BL_SLACK(2)
};

/* The next rows, at most MOST of them, fewer where their texts are long; 0: as many as are
 * usual. *BATCH is valid until the next call for the table, or its end. Do not mix with
 * bl_table_next() between the rows of one batch. Returns 1, 0 at the end, or BL_E_NOMEM. */
BL_API int bl_table_next_batch(struct bl_table *table, uint32_t most, struct bl_table_batch *batch,
                               struct bl_error *err);

/* ---- Arrow ---- */

/* Structures of Arrow's C Data and C Stream Interfaces, which its specification has everyone copy.
 */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset;
    int64_t n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};
#endif

/* Make *STREAM of the rows of TABLE that have not been read: a struct for each row; integers and
 * bools as int64, texts as large_utf8 (bytes that are no UTF-8 become U+0080 to U+00FF), lists of
 * numbers as large_list of uint64. The table is the stream's, and closed with it: its inputs stay
 * open until STREAM is released, schemas and arrays stay valid after that, until they are released
 * themselves. The stream is used by one thread. Its functions return 0 or ENOMEM. Errors:
 * BL_E_NOMEM, with which the table is still the caller's. */
BL_API int bl_table_export_arrow(struct bl_table *table, struct ArrowArrayStream *stream,
                                 struct bl_error *err);

/* ---- What was wrong ---- */

/* A problem that rows ended at. Texts are borrowed from the inputs. */
struct bl_table_problem {
    const char *file, *path, *cause; /* path: the blocks around the place, "" if there are none */
    const char *kind;                /* bl_error_kind() */
    bool has_pos;
    uint64_t bit_pos, file_byte; /* in the stream, in the file */
    BL_SLACK(2)
};

/* Problem NUMBER, from 0 on, of all that tables of INPUTS have met so far. False: there are no
 * more. While another thread reads a table of INPUTS there may be more later. */
BL_API bool bl_inputs_problem(struct bl_inputs *inputs, uint32_t number,
                              struct bl_table_problem *problem);

BL_END_DECLS

#endif /* BITLEAP_TABLES_H */
