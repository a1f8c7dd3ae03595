/* tables/opened_table.c - tables for clients: what there is, rows one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/opened_table.h"

#include "base/grow.h"
#include "base/view.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "bitcode_";

static int fail_open(struct bl_error *err, int status, const char *what)
{
    if (err)
        *err = (struct bl_error){.status = status, .what = what};
    return status;
}

static int lack(struct bl_error *err)
{
    return fail_open(err, BL_E_NOMEM, "no memory for a table");
}

/* ---- Inputs ---- */

struct bl_inputs {
    struct bl_sql_connection *connection;
    struct bl_sql_text argument; /* the paths, as the connection knows them */
};

/* One path is an argument itself, unless it looks like a list. */
static void put_paths(struct bl_sql_text *argument, const char *const *paths, size_t n)
{
    if (n == 1 && strncmp(paths[0], "[\"", 2) != 0) {
        bl_sql_text_string(argument, paths[0]);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        bl_sql_text_string(argument, i > 0 ? "," : "[");
        bl_sql_text_json(argument, bl_sql_view(paths[i]));
    }
    bl_sql_text_string(argument, "]");
}

/* Open them as an argument of a table, which the connection keeps for the next table. */
static int use_inputs(struct bl_inputs *inputs, struct bl_sql_inputs **opened, struct bl_error *err)
{
    struct bl_sql_text message = {.data = NULL};
    errno = 0;
    int rc =
        bl_sql_open_paths(inputs->connection, bl_sql_text_get(&inputs->argument), opened, &message);
    int error = errno;
    bl_sql_text_release(&message);
    if (rc < 0)
        (void)fail_open(err, rc, "cannot open");
    if (rc == BL_E_SYSTEM && err)
        err->sys_errno = error;
    return rc;
}

int bl_inputs_open(struct bl_inputs **inputs, const char *const *paths, size_t n,
                   struct bl_error *err)
{
    struct bl_sql_inputs *opened = NULL;
    *inputs = NULL;
    if (n == 0)
        return fail_open(err, BL_E_ARGUMENT, "no path");
    struct bl_inputs *made = bl_new(sizeof *made);
    if (!made)
        return lack(err);
    made->connection = bl_sql_connection_new(true);
    put_paths(&made->argument, paths, n);
    int rc =
        !made->connection || made->argument.has_lacked ? lack(err) : use_inputs(made, &opened, err);
    if (rc < 0) {
        bl_inputs_close(made);
        return rc;
    }
    bl_sql_inputs_leave(made->connection, opened);
    *inputs = made;
    return BL_OK;
}

void bl_inputs_close(struct bl_inputs *inputs)
{
    if (!inputs)
        return;
    if (inputs->connection)
        bl_sql_connection_leave(inputs->connection);
    bl_sql_text_release(&inputs->argument);
    bl_drop(inputs);
}

bool bl_inputs_problem(struct bl_inputs *inputs, uint32_t number, struct bl_table_problem *problem)
{
    struct bl_sql_connection *c = inputs->connection;
    pthread_mutex_lock(&c->lock);
    bool is_there = number < c->problems.n;
    if (is_there) {
        const struct bl_sql_problem *p = &c->problems.items[number];
        *problem = (struct bl_table_problem){
            .file = p->file,
            .path = p->path,
            .cause = p->cause,
            .kind = p->kind,
            .has_pos = p->has_pos,
            .bit_pos = p->bit_pos,
            .file_byte = p->file_byte,
        };
    }
    pthread_mutex_unlock(&c->lock);
    return is_there;
}

/* ---- What there is ---- */

const struct bl_sql_table *bl_table_kind(const char *name)
{
    size_t n = strlen(prefix);
    name += strncmp(name, prefix, n) == 0 ? n : 0;
    for (const struct bl_sql_table *const *t = bl_sql_tables; *t; t++)
        if (strcmp((*t)->name + n, name) == 0)
            return *t;
    return NULL;
}

static void describe(const struct bl_sql_table *kind, struct bl_table_info *info)
{
    *info = (struct bl_table_info){
        .name = kind->name + strlen(prefix),
        .summary = kind->summary,
        .n_columns = bl_sql_n_columns(kind),
    };
}

bool bl_table_get(uint32_t number, struct bl_table_info *info)
{
    uint32_t i = 0;
    while (i < number && bl_sql_tables[i])
        i++;
    if (bl_sql_tables[i])
        describe(bl_sql_tables[i], info);
    return bl_sql_tables[i] != NULL;
}

bool bl_table_find(const char *name, struct bl_table_info *info)
{
    const struct bl_sql_table *kind = bl_table_kind(name);
    if (kind)
        describe(kind, info);
    return kind != NULL;
}

uint8_t bl_column_type(uint8_t type)
{
    return type == BL_SQL_TEXT      ? BL_COLUMN_TEXT
           : type == BL_SQL_BOOL    ? BL_COLUMN_BOOL
           : type == BL_SQL_NUMBERS ? BL_COLUMN_NUMBERS
                                    : BL_COLUMN_INTEGER;
}

bool bl_table_column(const char *table, uint32_t number, struct bl_column *column)
{
    const struct bl_sql_table *kind = bl_table_kind(table);
    if (!kind || number >= bl_sql_n_columns(kind))
        return false;
    struct bl_sql_column c = bl_sql_column_at(kind, number);
    *column = (struct bl_column){
        .summary = c.doc, .unit = c.unit, .type = bl_column_type(c.type), .is_json = c.is_json};
    snprintf(column->name, sizeof column->name, "%s%s", c.prefix ? c.prefix : "", c.name);
    return true;
}

/* ---- Opening ---- */

static int set_columns(struct bl_table *t, const struct bl_sql_table *kind,
                       const struct bl_table_query *query, struct bl_error *err)
{
    uint32_t n_all = bl_sql_n_columns(kind);
    uint32_t n = query->columns ? query->n_columns : n_all;
    t->columns = calloc(n + (size_t)1, sizeof *t->columns);
    t->buffers = calloc(n + (size_t)1, sizeof *t->buffers);
    t->vectors = calloc(n + (size_t)1, sizeof *t->vectors);
    if (!t->columns || !t->buffers || !t->vectors)
        return lack(err);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = query->columns ? query->columns[i] : i;
        if (number >= n_all)
            return fail_open(err, BL_E_ARGUMENT, "the table has no such column");
        struct bl_sql_column *column = &t->columns[i];
        *column = bl_sql_column_at(kind, number);
        bool is_number = column->type == BL_SQL_NUMBER && column->size == 4;
        bool is_integer = column->type == BL_SQL_INTEGER && column->size >= 4;
        column->is_plain = (is_number || is_integer) && !column->mask && !column->names;
        t->rows.filter.needs |= column->need;
    }
    t->n_columns = n;
    return BL_OK;
}

/* The column of KIND that rows are found by; NULL: it has none. */
static const struct bl_sql_column *find_key(const struct bl_sql_table *kind, enum bl_sql_key key)
{
    for (uint32_t i = 0; i < kind->n_columns; i++)
        if (kind->columns[i].key == key)
            return &kind->columns[i];
    return NULL;
}

/* All of a name or, if it has one of * ? [, what comes before that. */
static void set_name(struct bl_table *t)
{
    struct bl_sql_filter *f = &t->rows.filter;
    size_t n = strcspn(t->name, "*?[");
    t->name_view = bl_sql_view(t->name);
    t->has_pattern = n < t->name_view.size;
    if (t->has_pattern) {
        f->has_prefix = true;
        f->prefix = (struct bl_view){t->name_view.data, n};
    } else {
        bl_sql_filter_set_names(f, &t->name_view, 1);
    }
    f->needs |= t->name_column.need;
}

static int set_conditions(struct bl_table *t, const struct bl_sql_table *kind,
                          const struct bl_table_query *query, struct bl_error *err)
{
    struct bl_sql_filter *f = &t->rows.filter;
    const struct bl_sql_column *name = find_key(kind, BL_SQL_NAME);
    if ((query->file && !find_key(kind, BL_SQL_FILE)) || (query->name && !name) ||
        (query->has_module && !find_key(kind, BL_SQL_MODULE)) ||
        (query->has_value && !find_key(kind, BL_SQL_VALUE)) ||
        (query->word && !find_key(kind, BL_SQL_WORD)))
        return fail_open(err, BL_E_ARGUMENT, "the table has no column for a condition");
    t->file = query->file ? strdup(query->file) : NULL;
    t->name = query->name ? strdup(query->name) : NULL;
    t->word = query->word ? strdup(query->word) : NULL;
    if ((query->file && !t->file) || (query->name && !t->name) || (query->word && !t->word))
        return lack(err);
    f->has_word = query->word != NULL;
    f->word = bl_sql_view(t->word);
    f->n_threads = query->n_threads;
    f->has_file = query->file != NULL;
    f->file = bl_sql_view(t->file);
    f->has_module = query->has_module;
    f->module = query->module;
    f->has_value = query->has_value;
    f->value = query->value;
    if (name)
        t->name_column = *name;
    if (t->name)
        set_name(t);
    return BL_OK;
}

int bl_table_open_on(struct bl_table **table, const struct bl_sql_table *kind,
                     struct bl_sql_connection *connection, struct bl_sql_inputs *inputs,
                     const struct bl_table_query *query, struct bl_error *err)
{
    static const struct bl_table_query all = {.columns = NULL};
    query = query ? query : &all;
    *table = NULL;
    struct bl_table *t = bl_new(sizeof *t);
    if (!t || bl_sql_cursor_init(&t->rows, kind, connection, inputs) < 0) {
        bl_drop(t);
        return lack(err);
    }
    t->n_skipped = query->first_row;
    t->n_left = query->most_rows ? query->most_rows : UINT64_MAX;
    int rc = set_columns(t, kind, query, err);
    if (rc == BL_OK)
        rc = set_conditions(t, kind, query, err);
    if (rc < 0) {
        t->rows.inputs = NULL; /* the caller's */
        bl_table_close(t);
        return rc;
    }
    *table = t;
    return BL_OK;
}

int bl_table_open(struct bl_table **table, const char *name, struct bl_inputs *inputs,
                  const struct bl_table_query *query, struct bl_error *err)
{
    const struct bl_sql_table *kind = bl_table_kind(name);
    struct bl_sql_inputs *opened = NULL;
    *table = NULL;
    if (!kind)
        return fail_open(err, BL_E_ARGUMENT, "no such table");
    int rc = use_inputs(inputs, &opened, err);
    if (rc == BL_OK)
        rc = bl_table_open_on(table, kind, inputs->connection, opened, query, err);
    if (rc < 0 && opened)
        bl_sql_inputs_leave(inputs->connection, opened);
    return rc;
}

int bl_table_open_at(struct bl_table **table, const char *name, const struct bl_table_place *place,
                     const struct bl_table_query *query, struct bl_error *err)
{
    const struct bl_sql_table *kind = bl_table_kind(name);
    struct bl_error why;
    *table = NULL;
    if (!kind)
        return fail_open(err, BL_E_ARGUMENT, "no such table");
    int rc = bl_table_open_on(table, kind, NULL, NULL, query, err);
    if (rc < 0)
        return rc;
    rc = bl_sql_cursor_set_place(&(*table)->rows, place, &why);
    if (rc == BL_OK)
        return rc;
    bl_table_close(*table);
    *table = NULL;
    return rc == BL_E_NOMEM ? lack(err) : fail_open(err, rc, why.what);
}

void bl_table_close(struct bl_table *table)
{
    if (!table)
        return;
    for (uint32_t i = 0; i < table->n_columns; i++)
        bl_column_buffer_release(&table->buffers[i]);
    bl_sql_cursor_close(&table->rows);
    bl_sql_text_release(&table->text);
    free(table->columns);
    free(table->buffers);
    free(table->vectors);
    free(table->word);
    free(table->file);
    free(table->name);
    bl_drop(table);
}

/* ---- Rows ---- */

static bool has_right_name(struct bl_table *t)
{
    struct bl_sql_cell cell = {.kind = BL_SQL_IS_NULL};
    if (!t->name)
        return true;
    bl_sql_cursor_value(&t->rows, &t->name_column, &cell);
    if (cell.kind != BL_SQL_IS_TEXT && cell.kind != BL_SQL_IS_STATIC)
        return false;
    if (!t->has_pattern)
        return bl_view_equal(cell.text, t->name_view);
    t->text.size = 0;
    bl_sql_text_view(&t->text, cell.text);
    bl_sql_text_put(&t->text, "", 1);
    return !t->text.has_lacked && fnmatch(t->name, t->text.data, FNM_NOESCAPE) == 0;
}

int bl_table_next(struct bl_table *t, struct bl_error *err)
{
    int rc = 0;
    while (!t->has_ended && t->n_left > 0 && (rc = bl_sql_cursor_next(&t->rows)) > 0) {
        if (!has_right_name(t)) {
            if (t->text.has_lacked)
                return lack(err);
            continue;
        }
        if (t->n_skipped == 0) {
            t->n_left--;
            return 1;
        }
        t->n_skipped--;
        rc = 0;
    }
    t->has_ended = true;
    return rc < 0 ? lack(err) : 0;
}

int bl_table_cell(struct bl_table *t, uint32_t column, struct bl_cell *cell, struct bl_error *err)
{
    struct bl_sql_cell value = {.kind = BL_SQL_IS_NULL};
    if (column >= t->n_columns)
        return fail_open(err, BL_E_ARGUMENT, "the table has no such column");
    bl_sql_cursor_value(&t->rows, &t->columns[column], &value);
    if (t->rows.text.has_lacked)
        return lack(err);
    *cell = (struct bl_cell){
        .type = bl_column_type(t->columns[column].type),
        .is_null = value.kind == BL_SQL_IS_NULL,
        .integer = value.integer,
        .text = value.text,
        .numbers = value.numbers,
        .n_numbers = value.n_numbers,
    };
    return BL_OK;
}

int bl_table_print(struct bl_table *t, uint32_t column, bl_put_fn *put, void *context)
{
    struct bl_sql_cell cell = {.kind = BL_SQL_IS_NULL};
    char number[24];
    if (column >= t->n_columns)
        return BL_E_ARGUMENT;
    bl_sql_cursor_value(&t->rows, &t->columns[column], &cell);
    if (cell.kind == BL_SQL_IS_NUMBERS)
        bl_sql_cell_as_text(&t->rows, &cell);
    if (t->rows.text.has_lacked)
        return BL_E_NOMEM;
    if (cell.kind == BL_SQL_IS_INTEGER)
        put(context, number,
            (size_t)snprintf(number, sizeof number, "%lld", (long long)cell.integer));
    else if (cell.kind != BL_SQL_IS_NULL)
        put(context, (const char *)cell.text.data, cell.text.size);
    return cell.kind != BL_SQL_IS_NULL;
}
