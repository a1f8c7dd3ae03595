/* fuzz_sql.c - all tables of SQL over any bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: every column of every row can be read; texts are there; a row of a table is found
 * again by its rowid, with the same cells; batches have as many rows, and what they have is right.
 */
#include "fuzz/mutator.h"
#include "fuzz/target.h"
#include "tables/opened_table.h"

enum {
    MOST_ROWS = 200,
    MOST_COLUMNS = 256
};

struct row {
    int64_t rowid;
    uint64_t sum; /* of what is in its cells */
};

static struct row read_row(struct bl_sql_cursor *c)
{
    struct row row = {.rowid = bl_sql_cursor_rowid(c)};
    REQUIRE(bl_sql_n_columns(c->table) < MOST_COLUMNS);
    for (uint32_t i = 0; i < bl_sql_n_columns(c->table); i++) {
        struct bl_sql_cell cell = {.kind = BL_SQL_IS_NULL};
        bl_sql_cursor_column(c, i, &cell);
        row.sum = row.sum * 31 + (uint64_t)cell.integer;
        for (size_t k = 0; k < cell.text.size; k++)
            row.sum = row.sum * 31 + cell.text.data[k];
    }
    return row;
}

static bool open_cursor(struct bl_sql_cursor *c, const struct bl_sql_table *table,
                        struct bl_sql_connection *connection, struct bl_view bytes)
{
    struct bl_sql_inputs *inputs = NULL;
    struct bl_sql_text message = {.data = NULL};
    int rc = bl_sql_open_blob(connection, bytes, &inputs, &message);
    bl_sql_text_release(&message);
    if (rc < 0 || bl_sql_cursor_init(c, table, connection, inputs) < 0)
        return false;
    c->filter.needs = ~0U;
    return true;
}

static void check_vector(const struct bl_vector *v, uint64_t n_rows)
{
    uint64_t n_nulls = 0;
    for (uint64_t i = 0; i < n_rows; i++) {
        bool is_null = v->validity && !(v->validity[i / 8] >> i % 8 & 1);
        n_nulls += is_null;
        if (v->offsets)
            REQUIRE(v->offsets[i] <= v->offsets[i + 1]);
        if (v->offsets && is_null)
            REQUIRE(v->offsets[i] == v->offsets[i + 1]);
    }
    REQUIRE(n_nulls == v->n_nulls);
}

/* All N first rows of the table, a few at a time. */
static void check_batches(const struct bl_sql_table *kind, struct bl_sql_connection *connection,
                          struct bl_view bytes, uint64_t n)
{
    struct bl_table_query query = {.most_rows = n};
    struct bl_sql_inputs *inputs = NULL;
    struct bl_sql_text message = {.data = NULL};
    struct bl_table *table;
    struct bl_table_batch batch;
    uint64_t n_read = 0;
    REQUIRE(bl_sql_open_blob(connection, bytes, &inputs, &message) >= 0);
    REQUIRE(bl_table_open_on(&table, kind, connection, inputs, &query, NULL) == BL_OK);
    while (bl_table_next_batch(table, 7, &batch, NULL) > 0) {
        for (uint32_t i = 0; i < batch.n_columns; i++)
            check_vector(&batch.vectors[i], batch.n_rows);
        n_read += batch.n_rows;
    }
    REQUIRE(n_read == n);
    bl_table_close(table);
    bl_sql_text_release(&message);
}

static void check_table(const struct bl_sql_table *table, struct bl_sql_connection *connection,
                        struct bl_view bytes)
{
    struct bl_sql_cursor c;
    struct row last = {.rowid = -1};
    int n = 0;
    if (!open_cursor(&c, table, connection, bytes))
        return;
    while (n < MOST_ROWS && bl_sql_cursor_next(&c) > 0) {
        last = read_row(&c);
        n++;
    }
    bl_sql_cursor_close(&c);
    if (n > 0)
        check_batches(table, connection, bytes, (uint64_t)n);
    if (n == 0 || table->unit == BL_SQL_ONCE || !open_cursor(&c, table, connection, bytes))
        return;
    c.filter.has_rowid = true;
    c.filter.rowid = last.rowid;
    bool is_found = false;
    while (!is_found && bl_sql_cursor_next(&c) > 0)
        is_found = read_row(&c).sum == last.sum;
    REQUIRE(is_found);
    bl_sql_cursor_close(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_sql_connection *connection = bl_sql_connection_new(false);
    REQUIRE(connection != NULL);
    for (const struct bl_sql_table *const *t = bl_sql_tables; *t; t++)
        if ((*t)->unit != BL_SQL_SOURCES)
            check_table(*t, connection, (struct bl_view){data, size});
    bl_sql_connection_leave(connection);
    return 0;
}
