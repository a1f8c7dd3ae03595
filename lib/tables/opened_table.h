/* tables/opened_table.h - a table that is open: which rows and columns, and the batch at hand
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_TABLES_OPENED_TABLE_H
#define BL_TABLES_OPENED_TABLE_H

#include "bitleap_tables.h"
#include "tables/table.h"

/* The values of a column in a batch: arrays that grow and are kept for the next batch, unless
 * somebody takes them. */
struct bl_column_buffer {
    uint8_t *validity; /* NULL: no row has been NULL yet */
    uint64_t n_nulls;
    int64_t *integers; /* or offsets */
    uint8_t *bytes;
    uint64_t *numbers;
    size_t cap_validity, cap_integers, cap_bytes, cap_numbers;
    int64_t n_items; /* bytes or numbers */
};

void bl_column_buffer_release(struct bl_column_buffer *buffer);

struct bl_table {
    struct bl_sql_cursor rows;
    struct bl_sql_column *columns; /* those that are wanted */
    uint32_t n_columns;
    struct bl_column_buffer *buffers; /* one for each of them */
    struct bl_vector *vectors;
    uint64_t n_skipped, n_left; /* rows to be passed over, and to be returned, yet */
    bool has_ended;
    bool is_utf8; /* texts in batches are to be */
    /* The conditions that the filter refers to. */
    char *file, *name, *word;
    struct bl_view name_view;
    struct bl_sql_column name_column;
    bool has_pattern;
    struct bl_sql_text text; /* a name for a pattern, or numbers as JSON */
};

/* As bl_table_open(), over inputs that the caller has opened for CONNECTION; on success they are
 * the table's. INPUTS is NULL where a table can do without. */
int bl_table_open_on(struct bl_table **table, const struct bl_sql_table *kind,
                     struct bl_sql_connection *connection, struct bl_sql_inputs *inputs,
                     const struct bl_table_query *query, struct bl_error *err);

/* The bl_column_type of a bl_sql_type. */
uint8_t bl_column_type(uint8_t type);

/* The kind of table named NAME, with or without "bitcode_"; NULL: none. */
const struct bl_sql_table *bl_table_kind(const char *name);

/* Read at most MOST rows into the buffers of TABLE: their number, or BL_E_NOMEM. */
int64_t bl_table_fill(struct bl_table *table, uint32_t most);

#endif
