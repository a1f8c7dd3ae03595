/* tables/table_batch.c - rows of a table in batches, column by column
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/opened_table.h"

#include "base/grow.h"

#include <string.h>

enum {
    USUAL_ROWS = 4096,
    MOST_ITEMS = 16 << 20, /* bytes or numbers of a column: then the batch ends */
};

void bl_column_buffer_release(struct bl_column_buffer *buffer)
{
    bl_drop(buffer->validity);
    bl_drop(buffer->integers);
    bl_drop(buffer->bytes);
    bl_drop(buffer->numbers);
    *buffer = (struct bl_column_buffer){.validity = NULL};
}

/* Make room for ROWS rows: offsets are one more. */
static int make_room(struct bl_table *t, uint32_t rows)
{
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct bl_column_buffer *b = &t->buffers[i];
        if (bl_grow(&b->integers, &b->cap_integers, rows + UINT64_C(1)) < 0)
            return BL_E_NOMEM;
        b->integers[0] = 0;
        b->n_nulls = 0;
        b->n_items = 0;
    }
    return BL_OK;
}

/* Row ROW is NULL. The bits of all rows are 1 from the first NULL of a batch on. */
static int put_null(struct bl_column_buffer *b, uint32_t row, uint32_t rows)
{
    if (b->n_nulls == 0) {
        size_t size = (size_t)rows / 8 + 1;
        if (bl_grow(&b->validity, &b->cap_validity, size) < 0)
            return BL_E_NOMEM;
        memset(b->validity, 0xFF, size);
    }
    b->n_nulls++;
    b->validity[row / 8] &= (uint8_t) ~(1U << row % 8);
    return BL_OK;
}

static int put_items(struct bl_column_buffer *b, const struct bl_sql_cell *cell)
{
    int rc = BL_OK;
    if (cell->kind == BL_SQL_IS_NUMBERS) {
        rc = bl_grow(&b->numbers, &b->cap_numbers, (uint64_t)b->n_items + cell->n_numbers);
        if (rc == BL_OK && cell->n_numbers > 0)
            memcpy(b->numbers + b->n_items, cell->numbers, cell->n_numbers * sizeof *b->numbers);
        b->n_items += rc == BL_OK ? (int64_t)cell->n_numbers : 0;
    } else if (cell->kind != BL_SQL_IS_NULL) {
        rc = bl_grow(&b->bytes, &b->cap_bytes, (uint64_t)b->n_items + cell->text.size);
        if (rc == BL_OK && cell->text.size > 0)
            memcpy(b->bytes + b->n_items, cell->text.data, cell->text.size);
        b->n_items += rc == BL_OK ? (int64_t)cell->text.size : 0;
    }
    return rc;
}

/* What is not just a field. */
static int put_value(struct bl_table *t, uint32_t number, uint32_t row, uint32_t rows)
{
    struct bl_column_buffer *b = &t->buffers[number];
    const struct bl_sql_column *column = &t->columns[number];
    bool has_items = column->type == BL_SQL_TEXT || column->type == BL_SQL_NUMBERS;
    struct bl_sql_cell cell = {.kind = BL_SQL_IS_NULL};
    bl_sql_cursor_value(&t->rows, column, &cell);
    if (t->is_utf8 && (cell.kind == BL_SQL_IS_TEXT || cell.kind == BL_SQL_IS_STATIC))
        cell.text = bl_sql_repair(cell.text, &t->text);
    int rc = t->rows.text.has_lacked || t->text.has_lacked ? BL_E_NOMEM : BL_OK;
    if (rc == BL_OK && cell.kind == BL_SQL_IS_NULL)
        rc = put_null(b, row, rows);
    if (has_items && rc == BL_OK)
        rc = put_items(b, &cell);
    b->integers[has_items ? row + 1 : row] = has_items ? b->n_items : cell.integer;
    return rc;
}

/* A number that is a field: most cells of most tables. False: it is NULL, or something else. */
static bool put_field(struct bl_column_buffer *b, const struct bl_sql_column *column,
                      const char *record, uint32_t row)
{
    if (!column->is_plain || !record || (column->given && !*(const bool *)(record + column->given)))
        return false;
    if (column->size == 8) {
        memcpy(&b->integers[row], record + column->at, 8);
        return true;
    }
    uint32_t number;
    memcpy(&number, record + column->at, sizeof number);
    b->integers[row] = number;
    return number != BL_NONE || column->type != BL_SQL_NUMBER;
}

static int put_row(struct bl_table *t, uint32_t row, uint32_t rows)
{
    int rc = BL_OK;
    for (uint32_t i = 0; i < t->n_columns && rc == BL_OK; i++)
        if (!put_field(&t->buffers[i], &t->columns[i], t->rows.row, row))
            rc = put_value(t, i, row, rows);
    return rc;
}

static bool is_long(const struct bl_table *t)
{
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (t->buffers[i].n_items >= MOST_ITEMS)
            return true;
    return false;
}

int64_t bl_table_fill(struct bl_table *t, uint32_t most)
{
    uint32_t rows = most ? most : (uint32_t)USUAL_ROWS;
    uint32_t row = 0;
    int rc = make_room(t, rows);
    while (rc == BL_OK && row < rows && !is_long(t)) {
        rc = bl_table_next(t, NULL);
        if (rc <= 0)
            break;
        rc = put_row(t, row++, rows);
    }
    return rc < 0 ? rc : (int64_t)row;
}

int bl_table_next_batch(struct bl_table *t, uint32_t most, struct bl_table_batch *batch,
                        struct bl_error *err)
{
    int64_t n = bl_table_fill(t, most);
    *batch = (struct bl_table_batch){.n_columns = t->n_columns, .vectors = t->vectors};
    if (n < 0) {
        if (err)
            *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory for rows"};
        return BL_E_NOMEM;
    }
    batch->n_rows = (uint64_t)n;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct bl_column_buffer *b = &t->buffers[i];
        uint8_t type = bl_column_type(t->columns[i].type);
        bool has_items = type == BL_COLUMN_TEXT || type == BL_COLUMN_NUMBERS;
        t->vectors[i] = (struct bl_vector){
            .type = type,
            .validity = b->n_nulls > 0 ? b->validity : NULL,
            .n_nulls = b->n_nulls,
            .integers = has_items ? NULL : b->integers,
            .offsets = has_items ? b->integers : NULL,
            .bytes = b->bytes,
            .numbers = b->numbers,
        };
    }
    return n > 0;
}
