/* arrow_scan.c - what DuckDB reads of a table by Arrow is what the extension gives
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: arrow_scan LIBDUCKDB EXTENSION FILE. DuckDB is loaded, as Debian has none. Each table is
 * read by duckdb_arrow_scan() and by the extension; rows that only one of them has are counted.
 */
#include "bitleap_tables.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *handle;

static int (*query)(handle connection, const char *sql, void *result);
static int64_t (*value_int64)(void *result, uint64_t column, uint64_t row);
static const char *(*result_error)(void *result);
static void (*destroy_result)(void *result);

/* The first number of the answer, which must not fail. */
static int64_t ask(handle connection, const char *sql)
{
    uint64_t result[16] = {0}; /* a struct of six words */
    if (query(connection, sql, result) != 0) {
        fprintf(stderr, "%s: %s\n", sql, result_error(result));
        exit(1);
    }
    int64_t number = value_int64(result, 0, 0);
    destroy_result(result);
    return number;
}

static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "no %s\n", name);
        exit(1);
    }
    return found;
}

#define LOAD(variable, name) memcpy(&(variable), &(void *){symbol(library, name)}, sizeof(variable))

static bool compare(handle connection, int (*scan)(handle, const char *, handle), const char *name,
                    struct bl_inputs *inputs, const char *path)
{
    bool has_list = strcmp(name, "records") == 0;
    struct ArrowArrayStream stream;
    struct bl_table *table;
    char sql[1024];
    if (bl_table_open(&table, name, inputs, NULL, NULL) < 0 ||
        bl_table_export_arrow(table, &stream, NULL) < 0)
        return false;
    snprintf(sql, sizeof sql, "arrow_%s", name);
    if (scan(connection, sql, &stream) != 0)
        return false;
    snprintf(sql, sizeof sql, "CREATE OR REPLACE TABLE b AS SELECT * FROM bitcode_%s('%s')", name,
             path);
    ask(connection, sql);
    snprintf(sql, sizeof sql, "CREATE OR REPLACE TABLE a AS SELECT * FROM arrow_%s", name);
    if (has_list)
        strcpy(sql, "CREATE OR REPLACE TABLE a AS SELECT * REPLACE ('[' || "
                    "array_to_string(ops, ',') || ']' AS ops) FROM arrow_records");
    ask(connection, sql);
    if (stream.release)
        stream.release(&stream);
    int64_t n = ask(connection, "SELECT count(*) FROM b");
    int64_t n_other = ask(connection, "SELECT count(*) FROM a");
    int64_t n_differ = ask(connection, "SELECT count(*) FROM ((FROM a EXCEPT ALL FROM b) UNION ALL "
                                       "(FROM b EXCEPT ALL FROM a))");
    printf("%s: %lld rows, %lld differ\n", name, (long long)n, (long long)n_differ);
    return n == n_other && n_differ == 0;
}

int main(int argc, char **argv)
{
    void *library = argc == 4 ? dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
    int (*create_config)(handle *), (*set_config)(handle, const char *, const char *);
    int (*open)(const char *, handle *, handle, char **), (*connect)(handle, handle *);
    int (*scan)(handle, const char *, handle);
    void (*disconnect)(handle *), (*close)(handle *);
    handle config, database, connection;
    struct bl_inputs *inputs;
    struct bl_table_info info;
    char sql[1024];
    bool is_right = true;
    if (!library) {
        fprintf(stderr, "arrow_scan: %s\n", argc == 4 ? dlerror() : "LIBDUCKDB EXTENSION FILE");
        return 2;
    }
    LOAD(query, "duckdb_query");
    LOAD(value_int64, "duckdb_value_int64");
    LOAD(result_error, "duckdb_result_error");
    LOAD(destroy_result, "duckdb_destroy_result");
    LOAD(create_config, "duckdb_create_config");
    LOAD(set_config, "duckdb_set_config");
    LOAD(open, "duckdb_open_ext");
    LOAD(connect, "duckdb_connect");
    LOAD(scan, "duckdb_arrow_scan");
    LOAD(disconnect, "duckdb_disconnect");
    LOAD(close, "duckdb_close");
    const char *path = argv[3];
    if (create_config(&config) || set_config(config, "allow_unsigned_extensions", "true") ||
        open(NULL, &database, config, NULL) || connect(database, &connection) ||
        bl_inputs_open(&inputs, &path, 1, NULL) < 0)
        return 2;
    snprintf(sql, sizeof sql, "LOAD '%s'", argv[2]);
    ask(connection, sql);
    for (uint32_t n = 0; bl_table_get(n, &info); n++)
        is_right &= compare(connection, scan, info.name, inputs, path);
    disconnect(&connection);
    close(&database);
    bl_inputs_close(inputs);
    return !is_right;
}
