/* sql/duckdb_tables.c - tables as table functions of DuckDB
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * DuckDB hands no conditions to table functions: those columns that rows are found by are named
 * arguments, as in bitcode_symbols('lib.a', name := 'foo*'). A call, as it is bound, may be run
 * several times, and calls run on several threads.
 */
#include "sql/duckdb_api.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

struct function {
    const struct bl_sql_table *table;
    struct bl_sql_connection *connection;
};

/* A call and its arguments. */
struct call {
    const struct bl_sql_table *table;
    struct bl_sql_connection *connection;
    struct bl_sql_text argument; /* paths, or bytes */
    bool has_argument, is_blob;
    struct bl_sql_text file, name;
    struct bl_view name_view;
    uint32_t name_column;
    bool has_pattern;
    struct bl_sql_filter filter; /* refers to the texts above */
};

struct scan_column {
    uint32_t number;
    bool is_text;
    bl_duckdb_vector vector;
    int64_t *integers;
    uint64_t *validity; /* NULL: nothing has been NULL yet */
};

/* One run of a call. */
struct scan {
    const struct call *call;
    struct bl_sql_cursor rows;
    struct bl_sql_text text; /* of a name, or repaired */
    bool has_ended;
    uint32_t n_columns;
    struct scan_column *columns;
};

static const char no_memory[] = "no memory";

/* ---- Arguments ---- */

static void fail_bind(bl_duckdb_info info, const struct bl_sql_table *table, const char *what)
{
    struct bl_sql_text text = {.data = NULL};
    bl_sql_text_string(&text, table->name);
    bl_sql_text_string(&text, ": ");
    bl_sql_text_string(&text, what);
    bl_sql_text_put(&text, "", 1);
    bl_duckdb->bind_set_error(info, text.has_lacked ? no_memory : text.data);
    bl_sql_text_release(&text);
}

static int type_of(bl_duckdb_value value)
{
    return bl_duckdb->get_type_id(bl_duckdb->get_value_type(value));
}

static void put_value(struct bl_sql_text *text, bl_duckdb_value value)
{
    char *string = bl_duckdb->get_varchar(value);
    if (string)
        bl_sql_text_string(text, string);
    else
        text->has_lacked = true;
    bl_duckdb->free(string);
}

/* VALUE as a text of JSON. */
static void put_json(struct bl_sql_text *text, bl_duckdb_value value)
{
    char *string = bl_duckdb->get_varchar(value);
    bl_sql_text_json(text, bl_sql_view(string));
    text->has_lacked |= !string;
    bl_duckdb->free(string);
}

/* Paths as the tables know several: a JSON array. */
static void put_list(struct bl_sql_text *text, bl_duckdb_value list)
{
    uint64_t n = bl_duckdb->get_list_size(list);
    for (uint64_t i = 0; i < n; i++) {
        bl_duckdb_value item = bl_duckdb->get_list_child(list, i);
        bl_sql_text_string(text, i > 0 ? "," : "[");
        put_json(text, item);
        bl_duckdb->destroy_value(&item);
    }
    if (n > 0)
        bl_sql_text_string(text, "]");
}

/* False: of a type that none is. */
static bool set_argument(struct call *call, bl_duckdb_value value)
{
    if (!value || bl_duckdb->is_null_value(value))
        return true;
    int type = type_of(value);
    call->has_argument = true;
    if (type == BL_DUCKDB_LIST) {
        put_list(&call->argument, value);
    } else if (type == BL_DUCKDB_BLOB && call->table->unit != BL_SQL_SOURCES) {
        bl_duckdb_blob blob = bl_duckdb->get_blob(value);
        call->is_blob = true;
        bl_sql_text_put(&call->argument, blob.data, blob.size);
        bl_duckdb->free(blob.data);
    } else if (type == BL_DUCKDB_VARCHAR) {
        put_value(&call->argument, value);
    } else {
        return false;
    }
    return true;
}

/* All of a name or, if it has one of * ? [, what comes before that, as GLOB has it. */
static void set_name(struct call *call, uint32_t column, bl_duckdb_value value)
{
    struct bl_sql_filter *f = &call->filter;
    put_value(&call->name, value);
    call->name_view = bl_sql_text_get(&call->name);
    call->name_column = column;
    bl_sql_text_put(&call->name, "", 1);
    call->name_view.data = (const uint8_t *)call->name.data;
    size_t n = call->name.data ? strcspn(call->name.data, "*?[") : 0;
    call->has_pattern = n < call->name_view.size;
    if (call->has_pattern) {
        f->has_prefix = true;
        f->prefix = (struct bl_view){call->name_view.data, n};
    } else {
        bl_sql_filter_set_names(f, &call->name_view, 1);
    }
    f->needs |= bl_sql_column_at(call->table, column).need;
}

static void set_key(struct call *call, uint32_t column, bl_duckdb_value value)
{
    struct bl_sql_filter *f = &call->filter;
    switch (bl_sql_column_at(call->table, column).key) {
    case BL_SQL_FILE:
        put_value(&call->file, value);
        f->has_file = true;
        f->file = bl_sql_text_get(&call->file);
        break;
    case BL_SQL_MODULE:
        f->has_module = true;
        f->module = bl_duckdb->get_int64(value);
        break;
    case BL_SQL_VALUE:
        f->has_value = true;
        f->value = bl_duckdb->get_int64(value);
        break;
    default: set_name(call, column, value); break;
    }
}

/* Named arguments; one that is NULL is as good as none. */
static void set_keys(struct call *call, bl_duckdb_info info)
{
    for (uint32_t i = 0; i < call->table->n_columns; i++) {
        const struct bl_sql_column *column = &call->table->columns[i];
        bl_duckdb_value value =
            column->key ? bl_duckdb->bind_get_named_parameter(info, column->name) : NULL;
        if (!value)
            continue;
        if (!bl_duckdb->is_null_value(value))
            set_key(call, i, value);
        bl_duckdb->destroy_value(&value);
    }
}

/* ---- Binding ---- */

static void free_call(void *data)
{
    struct call *call = data;
    bl_sql_text_release(&call->argument);
    bl_sql_text_release(&call->file);
    bl_sql_text_release(&call->name);
    free(call);
}

static int open_inputs(const struct call *call, struct bl_sql_inputs **inputs,
                       struct bl_sql_text *message)
{
    struct bl_view argument = bl_sql_text_get(&call->argument);
    *inputs = NULL;
    if (!call->has_argument)
        return BL_OK;
    int rc = call->is_blob ? bl_sql_open_blob(call->connection, argument, inputs, message)
                           : bl_sql_open_paths(call->connection, argument, inputs, message);
    if (rc < 0 && message->size == 0)
        bl_sql_text_string(message, bl_status_text((enum bl_status)rc));
    bl_sql_text_put(message, "", 1);
    return rc;
}

static void add_columns(bl_duckdb_info info, const struct bl_sql_table *table)
{
    bl_duckdb_type integer = bl_duckdb->create_logical_type(BL_DUCKDB_BIGINT);
    bl_duckdb_type varchar = bl_duckdb->create_logical_type(BL_DUCKDB_VARCHAR);
    struct bl_sql_text name = {.data = NULL};
    for (uint32_t i = 0; i < bl_sql_n_columns(table); i++) {
        struct bl_sql_column column = bl_sql_column_at(table, i);
        name.size = 0;
        bl_sql_text_string(&name, column.prefix ? column.prefix : "");
        bl_sql_text_string(&name, column.name);
        bl_sql_text_put(&name, "", 1);
        bl_duckdb->bind_add_result_column(info, name.has_lacked ? column.name : name.data,
                                          column.type == BL_SQL_TEXT ? varchar : integer);
    }
    bl_sql_text_release(&name);
    bl_duckdb->destroy_logical_type(&integer);
    bl_duckdb->destroy_logical_type(&varchar);
}

static uint64_t estimate(const struct call *call, const struct bl_sql_inputs *inputs)
{
    uint32_t n_streams = 1;
    double rows = inputs ? (double)bl_sql_inputs_size(inputs, &n_streams) / 1024 : 0;
    rows *= call->table->rows_per_kb;
    if (inputs && call->table->in_index && bl_sql_has_symbols(inputs))
        rows = (double)bl_sql_inputs_n_symbols(inputs);
    if (call->filter.has_file)
        rows /= n_streams;
    if (call->filter.has_names)
        rows /= 1000;
    return (uint64_t)rows + 1;
}

/* Look at the inputs, so that errors come early; each run opens them again, as they may change. */
static bool check_inputs(bl_duckdb_info info, const struct call *call)
{
    struct bl_sql_inputs *inputs = NULL;
    struct bl_sql_text message = {.data = NULL};
    bool is_right = open_inputs(call, &inputs, &message) >= 0;
    if (!is_right)
        fail_bind(info, call->table, message.data ? message.data : no_memory);
    else
        bl_duckdb->bind_set_cardinality(info, estimate(call, inputs), false);
    if (inputs)
        bl_sql_inputs_leave(call->connection, inputs);
    bl_sql_text_release(&message);
    return is_right;
}

static void bind(bl_duckdb_info info)
{
    const struct function *function = bl_duckdb->bind_get_extra_info(info);
    const struct bl_sql_table *table = function->table;
    struct call *call = calloc(1, sizeof *call);
    if (!call) {
        bl_duckdb->bind_set_error(info, no_memory);
        return;
    }
    call->table = table;
    call->connection = function->connection;
    bl_duckdb_value value = bl_duckdb->bind_get_parameter(info, 0);
    bool is_right = set_argument(call, value);
    bl_duckdb->destroy_value(&value);
    set_keys(call, info);
    bool has_lacked = call->argument.has_lacked || call->file.has_lacked || call->name.has_lacked;
    if (has_lacked)
        fail_bind(info, table, no_memory);
    else if (!is_right || (!call->has_argument && !table->needs_no_inputs))
        fail_bind(info, table,
                  "its argument is the path of a file, directory or index file, or a list of them");
    else if (check_inputs(info, call)) {
        add_columns(info, table);
        bl_duckdb->bind_set_bind_data(info, call, free_call);
        return;
    }
    free_call(call);
}

/* ---- Runs ---- */

static void free_scan(void *data)
{
    struct scan *scan = data;
    if (scan->rows.table)
        bl_sql_cursor_close(&scan->rows);
    bl_sql_text_release(&scan->text);
    free(scan->columns);
    free(scan);
}

/* Columns that are asked for; a number that is none of a column's asks only for rows. */
static bool set_columns(struct scan *scan, bl_duckdb_info info, unsigned *needs)
{
    const struct bl_sql_table *table = scan->call->table;
    uint64_t n = bl_duckdb->init_get_column_count(info);
    scan->columns = calloc(n + 1, sizeof *scan->columns);
    if (!scan->columns)
        return false;
    scan->n_columns = (uint32_t)n;
    for (uint32_t i = 0; i < scan->n_columns; i++) {
        uint64_t number = bl_duckdb->init_get_column_index(info, i);
        bool is_column = number < bl_sql_n_columns(table);
        scan->columns[i].number = is_column ? (uint32_t)number : BL_NONE;
        if (!is_column)
            continue;
        struct bl_sql_column column = bl_sql_column_at(table, (uint32_t)number);
        scan->columns[i].is_text = column.type == BL_SQL_TEXT;
        *needs |= column.need;
    }
    return true;
}

static void init(bl_duckdb_info info)
{
    const struct call *call = bl_duckdb->init_get_bind_data(info);
    struct scan *scan = calloc(1, sizeof *scan);
    struct bl_sql_inputs *inputs = NULL;
    struct bl_sql_text message = {.data = NULL};
    unsigned needs = call->filter.needs;
    int rc = BL_E_NOMEM;
    if (scan)
        scan->call = call;
    if (scan && set_columns(scan, info, &needs))
        rc = open_inputs(call, &inputs, &message);
    if (rc == BL_OK) {
        rc = bl_sql_cursor_init(&scan->rows, call->table, call->connection, inputs);
        if (rc < 0 && inputs) /* the cursor did not get them */
            bl_sql_inputs_leave(call->connection, inputs);
        scan->rows.table = rc < 0 ? NULL : scan->rows.table;
    }
    if (rc == BL_OK) {
        scan->rows.filter = call->filter;
        scan->rows.filter.needs = needs;
        bl_duckdb->init_set_init_data(info, scan, free_scan);
    } else {
        bl_duckdb->init_set_error(info, message.data ? message.data : no_memory);
        if (scan)
            free_scan(scan);
    }
    bl_sql_text_release(&message);
}

static bool has_right_name(struct scan *scan)
{
    const struct call *call = scan->call;
    struct bl_sql_cell cell = {.kind = BL_SQL_IS_NULL};
    if (!call->name.data)
        return true;
    bl_sql_cursor_column(&scan->rows, call->name_column, &cell);
    if (cell.kind != BL_SQL_IS_TEXT && cell.kind != BL_SQL_IS_STATIC)
        return false;
    if (!call->has_pattern)
        return bl_sql_name_is_wanted(&scan->rows, cell.text);
    scan->text.size = 0;
    bl_sql_text_view(&scan->text, cell.text);
    bl_sql_text_put(&scan->text, "", 1);
    return !scan->text.has_lacked && fnmatch(call->name.data, scan->text.data, FNM_NOESCAPE) == 0;
}

static int next_row(struct scan *scan)
{
    int rc;
    while ((rc = bl_sql_cursor_next(&scan->rows)) > 0 && !has_right_name(scan))
        if (scan->text.has_lacked)
            return BL_E_NOMEM;
    return rc;
}

static void put_null(struct scan_column *column, uint64_t row)
{
    if (!column->validity) {
        bl_duckdb->vector_ensure_validity_writable(column->vector);
        column->validity = bl_duckdb->vector_get_validity(column->vector);
    }
    column->validity[row / 64] &= ~(UINT64_C(1) << row % 64);
}

static bool put_row(struct scan *scan, uint64_t row)
{
    for (uint32_t i = 0; i < scan->n_columns; i++) {
        struct scan_column *column = &scan->columns[i];
        struct bl_sql_cell cell = {.kind = BL_SQL_IS_NULL};
        if (column->number == BL_NONE)
            continue;
        bl_sql_cursor_column(&scan->rows, column->number, &cell);
        if (scan->rows.text.has_lacked)
            return false;
        if (cell.kind == BL_SQL_IS_NULL) {
            put_null(column, row);
        } else if (!column->is_text) {
            column->integers[row] = cell.integer;
        } else {
            struct bl_view text = bl_sql_repair(cell.text, &scan->text);
            bl_duckdb->vector_assign_string_element_len(
                column->vector, row, text.size ? (const char *)text.data : "", text.size);
        }
    }
    return !scan->text.has_lacked;
}

static void fill(bl_duckdb_info info, bl_duckdb_chunk output)
{
    struct scan *scan = bl_duckdb->function_get_init_data(info);
    uint64_t most = bl_duckdb->vector_size();
    uint64_t n = 0;
    int rc = 1;
    for (uint32_t i = 0; i < scan->n_columns; i++) {
        struct scan_column *column = &scan->columns[i];
        column->vector = bl_duckdb->data_chunk_get_vector(output, i);
        column->integers = bl_duckdb->vector_get_data(column->vector);
        column->validity = NULL;
    }
    while (n < most && !scan->has_ended && (rc = next_row(scan)) > 0)
        if (!put_row(scan, n++))
            rc = BL_E_NOMEM;
    scan->has_ended |= rc <= 0;
    bl_duckdb->data_chunk_set_size(output, n);
    if (rc < 0)
        bl_duckdb->function_set_error(info, no_memory);
}

/* ---- Adding ---- */

static void free_function(void *data)
{
    struct function *function = data;
    bl_sql_connection_leave(function->connection);
    free(function);
}

static void add_keys(bl_duckdb_table function, const struct bl_sql_table *table)
{
    for (uint32_t i = 0; i < table->n_columns; i++) {
        const struct bl_sql_column *column = &table->columns[i];
        if (!column->key)
            continue;
        bl_duckdb_type type = bl_duckdb->create_logical_type(
            column->type == BL_SQL_TEXT ? BL_DUCKDB_VARCHAR : BL_DUCKDB_BIGINT);
        bl_duckdb->table_function_add_named_parameter(function, column->name, type);
        bl_duckdb->destroy_logical_type(&type);
    }
}

/* Its argument is of any type, as a name can be added only once. */
static int add_table(bl_duckdb_connection connection, struct bl_sql_connection *shared,
                     const struct bl_sql_table *table)
{
    struct function *extra = calloc(1, sizeof *extra);
    if (!extra)
        return BL_E_NOMEM;
    *extra = (struct function){.table = table, .connection = shared};
    bl_sql_connection_share(shared);
    bl_duckdb_table function = bl_duckdb->create_table_function();
    bl_duckdb_type any = bl_duckdb->create_logical_type(BL_DUCKDB_ANY);
    bl_duckdb->table_function_set_name(function, table->name);
    bl_duckdb->table_function_add_parameter(function, any);
    bl_duckdb->destroy_logical_type(&any);
    add_keys(function, table);
    bl_duckdb->table_function_set_extra_info(function, extra, free_function);
    bl_duckdb->table_function_set_bind(function, bind);
    bl_duckdb->table_function_set_init(function, init);
    bl_duckdb->table_function_set_function(function, fill);
    bl_duckdb->table_function_supports_projection_pushdown(function, true);
    int rc = bl_duckdb->register_table_function(connection, function);
    bl_duckdb->destroy_table_function(&function);
    return rc;
}

int bl_duckdb_add_tables(bl_duckdb_connection connection, struct bl_sql_connection *shared)
{
    int rc = 0;
    for (const struct bl_sql_table *const *t = bl_sql_tables; *t && rc == 0; t++)
        rc = add_table(connection, shared, *t);
    return rc;
}
