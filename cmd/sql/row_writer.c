/* sql/row_writer.c - rows of a statement in one of several formats
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All of them stream: a box gets its widths from the first rows, and a longer cell later sticks
 * out. Native and RowBinaryWithNamesAndTypes are ClickHouse's; every column is Nullable there and
 * in Parquet, of the type that is declared, or else of the first row's.
 */
#include "sql/row_writer.h"

#include "base/array.h"
#include "sql/parquet_writer.h"

#include <stdlib.h>
#include <string.h>

enum {
    BOX_ROWS = 1000,        /* that widths are taken from */
    NATIVE_ROWS = 1 << 14,  /* of a block */
    PARQUET_ROWS = 1 << 17, /* of a row group */
    CELL_CHARACTERS = 100,  /* of a box or a table: most that a column is made wide for */
};

enum cell_type {
    TYPE_INTEGER,
    TYPE_REAL,
    TYPE_TEXT,
};

/* Values of a column of a block. */
struct column {
    enum cell_type type;
    struct out nulls, values;
    struct out key; /* of JSON: the name, quoted */
};

struct writer {
    sqlite3_stmt *statement;
    struct out *out;
    enum row_format format;
    int n_columns;
    struct column *columns;
    unsigned *widths;
    uint64_t n_rows;
    uint32_t n_block; /* rows of the block at hand */
    struct parquet parquet;
    struct parquet_column *parquet_columns;
    int bad_column; /* -1: none */
};

/* Of a cell of TYPE. A text is read as its bytes: to end it with a NUL, which nobody asks for,
 * would copy it. */
static struct bl_view text_of(const struct writer *w, int i, int type)
{
    struct bl_view text = {.data = type == SQLITE_TEXT ? sqlite3_column_blob(w->statement, i)
                                                       : sqlite3_column_text(w->statement, i)};
    text.size = text.data ? (size_t)sqlite3_column_bytes(w->statement, i) : 0;
    return text;
}

static struct bl_view cell_text(const struct writer *w, int i)
{
    return text_of(w, i, sqlite3_column_type(w->statement, i));
}

/* ---- Text ---- */

static void put_csv_cell(struct out *o, struct bl_view text)
{
    bool is_plain = true;
    for (size_t i = 0; i < text.size && is_plain; i++)
        is_plain = text.data[i] != '"' && text.data[i] != ',' && text.data[i] != '\n' &&
                   text.data[i] != '\r';
    if (is_plain) {
        out_view(o, text);
        return;
    }
    out_char(o, '"');
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"')
            out_char(o, '"');
        out_char(o, (char)text.data[i]);
    }
    out_char(o, '"');
}

static void put_sql_number(const struct writer *w, int i)
{
    int64_t v = sqlite3_column_int64(w->statement, i);
    if (v < 0)
        out_char(w->out, '-');
    out_u64(w->out, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

static void put_csv_row(const struct writer *w)
{
    for (int i = 0; i < w->n_columns; i++) {
        if (i > 0)
            out_char(w->out, ',');
        int type = sqlite3_column_type(w->statement, i);
        if (type == SQLITE_INTEGER)
            put_sql_number(w, i);
        else if (type != SQLITE_NULL)
            put_csv_cell(w->out, text_of(w, i, type));
    }
    out_char(w->out, '\n');
}

static void put_json_row(const struct writer *w)
{
    struct out *o = w->out;
    out_char(o, '{');
    for (int i = 0; i < w->n_columns; i++) {
        out_text(o, i > 0 ? "," : "");
        out_bytes(o, w->columns[i].key.data, w->columns[i].key.n);
        int type = sqlite3_column_type(w->statement, i);
        switch (type) {
        case SQLITE_NULL: out_text(o, "null"); break;
        case SQLITE_INTEGER: put_sql_number(w, i); break;
        case SQLITE_FLOAT: out_view(o, text_of(w, i, type)); break;
        default: json_string(o, text_of(w, i, type)); break;
        }
    }
    out_char(o, '}');
}

static void put_markdown_cell(struct out *o, struct bl_view text)
{
    for (size_t i = 0; i < text.size; i++) {
        char c = (char)text.data[i];
        if (c == '|')
            out_text(o, "\\|");
        else if (c == '\n')
            out_text(o, "<br>");
        else
            out_char(o, c);
    }
}

static void put_markdown_row(const struct writer *w)
{
    out_char(w->out, '|');
    for (int i = 0; i < w->n_columns; i++) {
        out_char(w->out, ' ');
        put_markdown_cell(w->out, cell_text(w, i));
        out_text(w->out, " |");
    }
    out_char(w->out, '\n');
}

static void put_markdown_head(const struct writer *w)
{
    out_char(w->out, '|');
    for (int i = 0; i < w->n_columns; i++) {
        out_char(w->out, ' ');
        put_markdown_cell(w->out, view_of(sqlite3_column_name(w->statement, i)));
        out_text(w->out, " |");
    }
    out_text(w->out, "\n|");
    for (int i = 0; i < w->n_columns; i++)
        out_text(w->out, " --- |");
    out_char(w->out, '\n');
}

/* ---- A box ---- */

/* Rows until widths are known: cells one after the other, sizes first. */
struct box {
    char **cells; /* malloc'ed; NULL is NULL */
    uint32_t n, cap;
};

static unsigned n_characters(struct bl_view text)
{
    unsigned n = 0;
    for (size_t i = 0; i < text.size; i++)
        n += (text.data[i] & 0xC0) != 0x80;
    return n;
}

static void put_rule(const struct writer *w, const char *left, const char *middle,
                     const char *right)
{
    for (int i = 0; i < w->n_columns; i++) {
        out_text(w->out, i == 0 ? left : middle);
        for (unsigned k = 0; k < w->widths[i] + 2; k++)
            out_text(w->out, "─");
    }
    out_text(w->out, right);
    out_char(w->out, '\n');
}

/* Control characters would break the box. */
static void put_visible(void *out, const char *text, size_t size)
{
    out_bytes(out, text, size);
}

static void put_box_cell(const struct writer *w, int i, struct bl_view text, bool is_number)
{
    char data[4096];
    struct out visible = {.data = data, .cap = sizeof data};
    if (text.size <= sizeof data / 4) {
        bl_visible_print(text, put_visible, &visible);
        text = (struct bl_view){.data = (const uint8_t *)data, .size = visible.n};
    }
    unsigned n = n_characters(text);
    unsigned pad = n < w->widths[i] ? w->widths[i] - n : 0;
    out_text(w->out, "│ ");
    out_spaces(w->out, is_number ? pad : 0);
    if (text.size <= sizeof data)
        out_view(w->out, text);
    else
        bl_visible_print(text, put_visible, w->out);
    out_spaces(w->out, is_number ? 1 : pad + 1);
}

static void widen(struct writer *w, int i, struct bl_view text)
{
    unsigned *width = &w->widths[i];
    unsigned n = n_characters(text);
    if (*width < n)
        *width = n < CELL_CHARACTERS ? n : CELL_CHARACTERS;
}

/* Whether the column's values are numbers, which a box has on the right. */
static bool is_number(const struct writer *w, int i)
{
    return w->columns[i].type != TYPE_TEXT;
}

static void put_box_head(const struct writer *w, const struct box *box)
{
    put_rule(w, "┌", "┬", "┐");
    for (int i = 0; i < w->n_columns; i++)
        put_box_cell(w, i, view_of(sqlite3_column_name(w->statement, i)), is_number(w, i));
    out_text(w->out, "│\n");
    put_rule(w, "├", "┼", "┤");
    for (uint32_t k = 0; k < box->n; k++) {
        int i = (int)(k % (unsigned)w->n_columns);
        put_box_cell(w, i, view_of(box->cells[k]), is_number(w, i));
        if (i + 1 == w->n_columns)
            out_text(w->out, "│\n");
    }
}

static int write_box(struct writer *w)
{
    struct box box = {.cells = NULL};
    int rc = SQLITE_ROW;
    for (int i = 0; i < w->n_columns; i++)
        widen(w, i, view_of(sqlite3_column_name(w->statement, i)));
    while (w->n_rows < BOX_ROWS && (rc = sqlite3_step(w->statement)) == SQLITE_ROW) {
        for (int i = 0; i < w->n_columns; i++) {
            struct bl_view text = cell_text(w, i);
            char *copy = text.data ? strndup((const char *)text.data, text.size) : NULL;
            if (text.data && !copy)
                out_no_memory();
            w->columns[i].type = sqlite3_column_type(w->statement, i) == SQLITE_TEXT
                                     ? TYPE_TEXT
                                     : w->columns[i].type;
            widen(w, i, text);
            array_add(&box.cells, &box.n, &box.cap, copy);
        }
        w->n_rows++;
    }
    if (w->n_rows > 0)
        put_box_head(w, &box);
    while (rc == SQLITE_ROW && (rc = sqlite3_step(w->statement)) == SQLITE_ROW) {
        for (int i = 0; i < w->n_columns; i++)
            put_box_cell(w, i, cell_text(w, i), is_number(w, i));
        out_text(w->out, "│\n");
    }
    if (w->n_rows > 0)
        put_rule(w, "└", "┴", "┘");
    for (uint32_t i = 0; i < box.n; i++)
        free(box.cells[i]);
    free(box.cells);
    return rc;
}

/* ---- ClickHouse ---- */

static void put_varuint(struct out *o, uint64_t v)
{
    for (; v >= 0x80; v >>= 7)
        out_char(o, (char)(0x80 | (v & 0x7F)));
    out_char(o, (char)v);
}

static void put_sql_string(struct out *o, struct bl_view text)
{
    put_varuint(o, text.size);
    out_view(o, text);
}

/* N_BYTES of V, little-endian. */
static void put_bytes_of(struct out *o, uint64_t v, int n_bytes)
{
    char bytes[8];
    for (int i = 0; i < n_bytes; i++)
        bytes[i] = (char)(v >> (8 * i));
    out_bytes(o, bytes, (size_t)n_bytes);
}

static void put_64(struct out *o, uint64_t v)
{
    put_bytes_of(o, v, 8);
}

static const char *type_name(enum cell_type type)
{
    static const char *const names[] = {"Nullable(Int64)", "Nullable(Float64)", "Nullable(String)"};
    return names[type];
}

/* The column's type, on its first row. */
static enum cell_type find_type(const struct writer *w, int i)
{
    const char *declared = sqlite3_column_decltype(w->statement, i);
    if (declared && strcmp(declared, "TEXT") == 0)
        return TYPE_TEXT;
    if (declared && strcmp(declared, "INTEGER") == 0)
        return TYPE_INTEGER;
    switch (sqlite3_column_type(w->statement, i)) {
    case SQLITE_INTEGER: return TYPE_INTEGER;
    case SQLITE_FLOAT: return TYPE_REAL;
    default: return TYPE_TEXT;
    }
}

/* The value of a cell that is not NULL, but IS of SQLite. */
static void put_sql_value(struct writer *w, int i, int is, enum cell_type type, struct out *o)
{
    double real;
    uint64_t bits;
    switch (type) {
    case TYPE_INTEGER:
        if (is != SQLITE_INTEGER)
            w->bad_column = i;
        put_64(o, (uint64_t)sqlite3_column_int64(w->statement, i));
        break;
    case TYPE_REAL:
        if (is != SQLITE_FLOAT && is != SQLITE_INTEGER)
            w->bad_column = i;
        real = sqlite3_column_double(w->statement, i);
        memcpy(&bits, &real, sizeof bits);
        put_64(o, bits);
        break;
    case TYPE_TEXT:
        if (w->format == FORMAT_PARQUET) {
            struct bl_view text = text_of(w, i, is);
            put_bytes_of(o, text.size, 4);
            out_view(o, text);
        } else {
            put_sql_string(o, text_of(w, i, is));
        }
        break;
    }
}

static void put_null_value(enum cell_type type, struct out *o)
{
    if (type == TYPE_TEXT)
        put_varuint(o, 0);
    else
        put_64(o, 0);
}

static void put_rowbinary_head(const struct writer *w)
{
    put_varuint(w->out, (uint64_t)w->n_columns);
    for (int i = 0; i < w->n_columns; i++)
        put_sql_string(w->out, view_of(sqlite3_column_name(w->statement, i)));
    for (int i = 0; i < w->n_columns; i++)
        put_sql_string(w->out, view_of(type_name(w->columns[i].type)));
}

static void put_rowbinary_row(struct writer *w)
{
    for (int i = 0; i < w->n_columns; i++) {
        int is = sqlite3_column_type(w->statement, i);
        out_char(w->out, is == SQLITE_NULL);
        if (is != SQLITE_NULL)
            put_sql_value(w, i, is, w->columns[i].type, w->out);
    }
}

static void flush_block(struct writer *w)
{
    bool is_native = w->format == FORMAT_NATIVE;
    if (w->n_block == 0)
        return;
    if (is_native) {
        put_varuint(w->out, (uint64_t)w->n_columns);
        put_varuint(w->out, w->n_block);
    }
    for (int i = 0; i < w->n_columns; i++) {
        struct column *column = &w->columns[i];
        if (out_is_full(&column->values) || out_is_full(&column->nulls))
            out_no_memory();
        if (is_native) {
            put_sql_string(w->out, view_of(sqlite3_column_name(w->statement, i)));
            put_sql_string(w->out, view_of(type_name(column->type)));
            out_append(w->out, &column->nulls);
            out_append(w->out, &column->values);
        } else {
            parquet_put_column(&w->parquet, &column->nulls, &column->values);
        }
        out_reset(&column->nulls);
        out_reset(&column->values);
    }
    if (!is_native)
        parquet_end_group(&w->parquet, w->n_block);
    w->n_block = 0;
}

/* A block ends where it has many rows or bytes, so that memory is bounded. In Parquet a NULL has no
 * value. */
static void put_block_row(struct writer *w)
{
    enum {
        MOST_BYTES = 1 << 24
    };
    uint32_t most_rows = w->format == FORMAT_NATIVE ? NATIVE_ROWS : PARQUET_ROWS;
    size_t most = 0;
    for (int i = 0; i < w->n_columns; i++) {
        struct column *column = &w->columns[i];
        int is = sqlite3_column_type(w->statement, i);
        out_char(&column->nulls, is == SQLITE_NULL);
        if (is != SQLITE_NULL)
            put_sql_value(w, i, is, column->type, &column->values);
        else if (w->format == FORMAT_NATIVE)
            put_null_value(column->type, &column->values);
        most = column->values.n > most ? column->values.n : most;
    }
    if (++w->n_block == most_rows || most > MOST_BYTES)
        flush_block(w);
}

/* ---- All of them ---- */

static void begin_parquet(struct writer *w)
{
    static const uint8_t types[] = {
        [TYPE_INTEGER] = PARQUET_INT64, [TYPE_REAL] = PARQUET_DOUBLE, [TYPE_TEXT] = PARQUET_UTF8};
    w->parquet_columns = array_new((size_t)w->n_columns, sizeof *w->parquet_columns);
    for (int i = 0; i < w->n_columns; i++)
        w->parquet_columns[i] =
            (struct parquet_column){.name = sqlite3_column_name(w->statement, i),
                                    .type = (enum parquet_type)types[w->columns[i].type]};
    w->parquet = (struct parquet){
        .out = w->out, .columns = w->parquet_columns, .n_columns = (uint32_t)w->n_columns};
    parquet_begin(&w->parquet);
}

static void begin_rows(struct writer *w)
{
    bool is_typed =
        w->format == FORMAT_NATIVE || w->format == FORMAT_ROWBINARY || w->format == FORMAT_PARQUET;
    for (int i = 0; i < w->n_columns && is_typed; i++)
        w->columns[i].type = find_type(w, i);
    bool is_json = w->format == FORMAT_JSON || w->format == FORMAT_NDJSON;
    for (int i = 0; i < w->n_columns && is_json; i++) {
        json_string(&w->columns[i].key, view_of(sqlite3_column_name(w->statement, i)));
        out_char(&w->columns[i].key, ':');
    }
    if (w->format == FORMAT_ROWBINARY)
        put_rowbinary_head(w);
    if (w->format == FORMAT_PARQUET)
        begin_parquet(w);
}

static void put_head(struct writer *w)
{
    if (w->format == FORMAT_JSON)
        out_char(w->out, '[');
    if (w->format == FORMAT_MARKDOWN)
        put_markdown_head(w);
    if (w->format != FORMAT_CSV)
        return;
    for (int i = 0; i < w->n_columns; i++) {
        out_text(w->out, i > 0 ? "," : "");
        put_csv_cell(w->out, view_of(sqlite3_column_name(w->statement, i)));
    }
    out_char(w->out, '\n');
}

static void put_sql_row(struct writer *w)
{
    switch (w->format) {
    case FORMAT_CSV: put_csv_row(w); break;
    case FORMAT_JSON:
        out_text(w->out, w->n_rows > 0 ? ",\n" : "");
        put_json_row(w);
        break;
    case FORMAT_NDJSON:
        put_json_row(w);
        out_char(w->out, '\n');
        break;
    case FORMAT_MARKDOWN: put_markdown_row(w); break;
    case FORMAT_ROWBINARY: put_rowbinary_row(w); break;
    case FORMAT_NATIVE:
    case FORMAT_PARQUET: put_block_row(w); break;
    case FORMAT_BOX: break;
    }
    w->n_rows++;
}

static int write_streamed(struct writer *w)
{
    int rc;
    put_head(w);
    while ((rc = sqlite3_step(w->statement)) == SQLITE_ROW && w->bad_column < 0) {
        if (w->n_rows == 0)
            begin_rows(w);
        put_sql_row(w);
    }
    flush_block(w);
    if (w->n_rows == 0)
        begin_rows(w);
    if (w->format == FORMAT_JSON)
        out_text(w->out, "]\n");
    if (w->format == FORMAT_PARQUET && rc == SQLITE_DONE && w->bad_column < 0)
        parquet_end(&w->parquet);
    parquet_release(&w->parquet);
    free(w->parquet_columns);
    return rc;
}

int write_rows(sqlite3_stmt *statement, enum row_format format, struct out *o, int *column)
{
    struct writer w = {.statement = statement, .out = o, .format = format, .bad_column = -1};
    w.n_columns = sqlite3_column_count(statement);
    if (w.n_columns == 0)
        return sqlite3_step(statement);
    w.columns = array_new((size_t)w.n_columns, sizeof *w.columns);
    w.widths = array_new((size_t)w.n_columns, sizeof *w.widths);
    for (int i = 0; i < w.n_columns && format != FORMAT_BOX; i++)
        if (!out_init_memory(&w.columns[i].nulls, OUT_LEAST_BYTES, SIZE_MAX / 2, false) ||
            !out_init_memory(&w.columns[i].values, OUT_LEAST_BYTES, SIZE_MAX / 2, false) ||
            !out_init_memory(&w.columns[i].key, OUT_LEAST_BYTES, SIZE_MAX / 2, false))
            out_no_memory();
    int rc = format == FORMAT_BOX ? write_box(&w) : write_streamed(&w);
    for (int i = 0; i < w.n_columns; i++) {
        free(w.columns[i].nulls.data);
        free(w.columns[i].values.data);
        free(w.columns[i].key.data);
    }
    free(w.columns);
    free(w.widths);
    *column = w.bad_column;
    return w.bad_column >= 0 ? SQLITE_MISMATCH : rc;
}
