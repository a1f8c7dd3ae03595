/* sql/duckdb_tables.c - tables as table functions of DuckDB
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * DuckDB hands no conditions to table functions: those columns that rows are found by are named
 * arguments, as in bitcode_symbols('lib.a', name := 'foo*'). A call, as it is bound, may be run
 * several times, and calls run on several threads.
 */
#include "sql/duckdb_api.h"
#include "tables/opened_table.h"

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
    struct bl_sql_text file, name, word;
    struct bl_table_query query; /* refers to the texts above */
    bool has_no_rows;            /* whatever is asked for has none */
};

/* One run of a call. */
struct scan {
    struct bl_table *rows;
    struct bl_sql_text text; /* of a list */
    uint32_t *places;        /* which of DuckDB's vectors a column of the table is for */
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

static int type_of_argument(bl_duckdb_value value)
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
static void put_json_value(struct bl_sql_text *text, bl_duckdb_value value)
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
        put_json_value(text, item);
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
    int type = type_of_argument(value);
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

/* A text argument, with a NUL after it. */
static const char *put_argument_text(struct bl_sql_text *text, bl_duckdb_value value)
{
    put_value(text, value);
    bl_sql_text_put(text, "", 1);
    return text->data;
}

/* An argument that is no number of 32 bits is one that no row has. */
static uint32_t number_of(struct call *call, bl_duckdb_value value)
{
    int64_t number = bl_duckdb->get_int64(value);
    call->has_no_rows |= number < 0 || number >= BL_NONE;
    return (uint32_t)number;
}

static void set_key(struct call *call, uint32_t column, bl_duckdb_value value)
{
    struct bl_table_query *query = &call->query;
    switch (bl_sql_column_at(call->table, column).key) {
    case BL_SQL_FILE: query->file = put_argument_text(&call->file, value); break;
    case BL_SQL_WORD: query->word = put_argument_text(&call->word, value); break;
    case BL_SQL_MODULE:
        query->has_module = true;
        query->module = number_of(call, value);
        break;
    case BL_SQL_VALUE:
        query->has_value = true;
        query->value = number_of(call, value);
        break;
    default: query->name = put_argument_text(&call->name, value); break;
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
    bl_sql_text_release(&call->word);
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
                                          bl_sql_is_text(column.type) ? varchar : integer);
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
    if (call->query.file)
        rows /= n_streams;
    if (call->query.name)
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
    bool has_lacked = call->argument.has_lacked || call->file.has_lacked || call->name.has_lacked ||
                      call->word.has_lacked;
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
    bl_table_close(scan->rows);
    bl_sql_text_release(&scan->text);
    free(scan->places);
    free(scan);
}

/* The columns that are asked for: their numbers, *N. A number that is none of a column's asks only
 * for rows. */
static uint32_t *find_columns(struct scan *scan, const struct bl_sql_table *table,
                              bl_duckdb_info info, uint32_t *n)
{
    uint64_t n_asked = bl_duckdb->init_get_column_count(info);
    uint32_t *columns = calloc(n_asked + 1, sizeof *columns);
    scan->places = calloc(n_asked + 1, sizeof *scan->places);
    *n = 0;
    for (uint32_t i = 0; i < n_asked && columns && scan->places; i++) {
        uint64_t number = bl_duckdb->init_get_column_index(info, i);
        if (number >= bl_sql_n_columns(table))
            continue;
        columns[*n] = (uint32_t)number;
        scan->places[(*n)++] = i;
    }
    if (scan->places)
        return columns;
    free(columns);
    return NULL;
}

static int open_rows(struct scan *scan, const struct call *call, bl_duckdb_info info,
                     struct bl_sql_text *message)
{
    struct bl_table_query query = call->query;
    struct bl_sql_inputs *inputs = NULL;
    struct bl_error err = {.what = no_memory};
    uint32_t *columns = find_columns(scan, call->table, info, &query.n_columns);
    int rc = BL_E_NOMEM;
    query.columns = columns;
    if (columns)
        rc = open_inputs(call, &inputs, message);
    if (rc == BL_OK) {
        rc = bl_table_open_on(&scan->rows, call->table, call->connection, inputs, &query, &err);
        if (rc < 0 && inputs) /* the table did not get them */
            bl_sql_inputs_leave(call->connection, inputs);
    }
    free(columns);
    if (scan->rows) {
        scan->rows->is_utf8 = true;
        scan->rows->has_ended = call->has_no_rows;
    }
    return rc;
}

static void init(bl_duckdb_info info)
{
    const struct call *call = bl_duckdb->init_get_bind_data(info);
    struct scan *scan = calloc(1, sizeof *scan);
    struct bl_sql_text message = {.data = NULL};
    if (scan && open_rows(scan, call, info, &message) == BL_OK) {
        bl_duckdb->init_set_init_data(info, scan, free_scan);
    } else {
        bl_duckdb->init_set_error(info, message.data ? message.data : no_memory);
        if (scan)
            free_scan(scan);
    }
    bl_sql_text_release(&message);
}

/* DuckDB's bits are in words of 64, of which ours are the bytes. */
static void put_validity(bl_duckdb_vector vector, const struct bl_vector *from, uint64_t n)
{
    if (from->n_nulls == 0)
        return;
    bl_duckdb->vector_ensure_validity_writable(vector);
    uint64_t *words = bl_duckdb->vector_get_validity(vector);
    for (uint64_t i = 0; i < n; i++)
        if (!(from->validity[i / 8] >> i % 8 & 1))
            words[i / 64] &= ~(UINT64_C(1) << i % 64);
}

static void put_numbers(struct bl_sql_text *text, const uint64_t *numbers, int64_t n)
{
    text->size = 0;
    bl_sql_text_string(text, "[");
    for (int64_t i = 0; i < n; i++)
        bl_sql_text_printf(text, i > 0 ? ",%llu" : "%llu", (unsigned long long)numbers[i]);
    bl_sql_text_string(text, "]");
}

static void put_vector(struct scan *scan, bl_duckdb_vector vector, const struct bl_vector *from,
                       uint64_t n)
{
    put_validity(vector, from, n);
    if (from->integers) {
        memcpy(bl_duckdb->vector_get_data(vector), from->integers, n * sizeof *from->integers);
        return;
    }
    for (uint64_t i = 0; i < n; i++) {
        int64_t at = from->offsets[i];
        int64_t size = from->offsets[i + 1] - at;
        const char *text = from->bytes ? (const char *)from->bytes + at : "";
        if (from->type == BL_COLUMN_NUMBERS) {
            put_numbers(&scan->text, from->numbers + at, size);
            text = scan->text.data;
            size = (int64_t)scan->text.size;
        }
        bl_duckdb->vector_assign_string_element_len(vector, i, text, (uint64_t)size);
    }
}

static void fill(bl_duckdb_info info, bl_duckdb_chunk output)
{
    struct scan *scan = bl_duckdb->function_get_init_data(info);
    struct bl_table_batch batch;
    int rc = bl_table_next_batch(scan->rows, (uint32_t)bl_duckdb->vector_size(), &batch, NULL);
    for (uint32_t i = 0; i < batch.n_columns && rc > 0; i++)
        put_vector(scan, bl_duckdb->data_chunk_get_vector(output, scan->places[i]),
                   &batch.vectors[i], batch.n_rows);
    bl_duckdb->data_chunk_set_size(output, rc > 0 ? batch.n_rows : 0);
    if (rc < 0 || scan->text.has_lacked)
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
            bl_sql_is_text(column->type) ? BL_DUCKDB_VARCHAR : BL_DUCKDB_BIGINT);
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
