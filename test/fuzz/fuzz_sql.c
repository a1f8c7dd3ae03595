/* fuzz_sql.c - all tables of SQL over any bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: every column of every row can be read; texts are there; a row of a table is found
 * again by its rowid, with the same cells.
 */
#include "fuzz/mutator.h"
#include "fuzz/target.h"
#include "tables/table.h"

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
