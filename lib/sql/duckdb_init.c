/* sql/duckdb_init.c - the entry point of the extension of DuckDB, its functions, names of files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_sql.h"
#include "sql/duckdb_api.h"

#include <pthread.h>
#include <string.h>

/* The one table of DuckDB's functions in the process: DuckDB's own goes after loading. */
static struct bl_duckdb_api copied_api;
const struct bl_duckdb_api *bl_duckdb;

/* ---- Functions ---- */

static void get_version(bl_duckdb_info info, bl_duckdb_chunk input, bl_duckdb_vector output)
{
    const char *version = bl_version();
    (void)info;
    for (uint64_t i = 0; i < bl_duckdb->data_chunk_get_size(input); i++)
        bl_duckdb->vector_assign_string_element_len(output, i, version, strlen(version));
}

static struct bl_view view_of(const bl_duckdb_string *string)
{
    uint32_t size = string->inlined.size;
    bool is_inlined = size <= sizeof string->inlined.data;
    const char *data = is_inlined ? string->inlined.data : string->pointer.data;
    return (struct bl_view){(const uint8_t *)data, size};
}

/* NULL where a name is not mangled. */
static void get_demangled(bl_duckdb_info info, bl_duckdb_chunk input, bl_duckdb_vector output)
{
    struct bl_sql_text text = {.data = NULL};
    struct bl_sql_text repaired = {.data = NULL};
    bl_duckdb_vector names = bl_duckdb->data_chunk_get_vector(input, 0);
    const bl_duckdb_string *strings = bl_duckdb->vector_get_data(names);
    const uint64_t *validity = bl_duckdb->vector_get_validity(names); /* NULL: all are valid */
    (void)info;
    bl_duckdb->vector_ensure_validity_writable(output);
    uint64_t *valid = bl_duckdb->vector_get_validity(output);
    for (uint64_t i = 0; i < bl_duckdb->data_chunk_get_size(input); i++) {
        text.size = 0;
        if ((validity && !(validity[i / 64] >> i % 64 & 1)) ||
            !bl_demangle(view_of(&strings[i]), bl_sql_text_put, &text)) {
            valid[i / 64] &= ~(UINT64_C(1) << i % 64);
            continue;
        }
        struct bl_view demangled = bl_sql_repair(bl_sql_text_get(&text), &repaired);
        bl_duckdb->vector_assign_string_element_len(output, i, (const char *)demangled.data,
                                                    demangled.size);
    }
    bl_sql_text_release(&text);
    bl_sql_text_release(&repaired);
}

static int add_function(bl_duckdb_connection connection, const char *name,
                        bl_duckdb_scalar_fn function, bool has_argument)
{
    bl_duckdb_scalar scalar = bl_duckdb->create_scalar_function();
    bl_duckdb_type type = bl_duckdb->create_logical_type(BL_DUCKDB_VARCHAR);
    bl_duckdb->scalar_function_set_name(scalar, name);
    if (has_argument)
        bl_duckdb->scalar_function_add_parameter(scalar, type);
    bl_duckdb->scalar_function_set_return_type(scalar, type);
    bl_duckdb->scalar_function_set_function(scalar, function);
    int rc = bl_duckdb->register_scalar_function(connection, scalar);
    bl_duckdb->destroy_logical_type(&type);
    bl_duckdb->destroy_scalar_function(&scalar);
    return rc;
}

/* ---- Names of files ---- */

/* FROM 'x.blx': its symbols. */
static void replace(bl_duckdb_info info, const char *name, void *data)
{
    static const char *const endings[] = {".blx", ".bc"};
    size_t size = strlen(name);
    (void)data;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t n = strlen(endings[i]);
        if (size <= n || strcmp(name + size - n, endings[i]) != 0)
            continue;
        bl_duckdb_value path = bl_duckdb->create_varchar_length(name, size);
        bl_duckdb->replacement_scan_set_function_name(info, bl_sql_symbols.name);
        bl_duckdb->replacement_scan_add_parameter(info, path);
        bl_duckdb->destroy_value(&path);
        return;
    }
}

/* ---- The entry point ---- */

/* The first call sets it, while no other thread reads it yet. */
static bool set_api(const struct bl_duckdb_api *api)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (!bl_duckdb && api) {
        copied_api = *api;
        bl_duckdb = &copied_api;
    }
    pthread_mutex_unlock(&lock);
    return api != NULL;
}

bool bl_sql_duckdb_init(void *info, struct duckdb_extension_access *access)
{
    bl_duckdb_connection connection = NULL;
    if (!set_api(access->get_api(info, BL_DUCKDB_API_VERSION)))
        return false; /* DuckDB says why */
    bl_duckdb_database *database = access->get_database(info);
    struct bl_sql_connection *shared = bl_sql_connection_new(true);
    if (!database || !shared || bl_duckdb->connect(*database, &connection) != 0) {
        if (shared)
            bl_sql_connection_leave(shared);
        access->set_error(info, "bitleap: no memory, or no connection");
        return false;
    }
    int rc = bl_duckdb_add_tables(connection, shared);
    if (rc == 0)
        rc = add_function(connection, "bitleap_version", get_version, false);
    if (rc == 0)
        rc = add_function(connection, "bitleap_demangle", get_demangled, true);
    if (rc == 0)
        bl_duckdb->add_replacement_scan(*database, replace, NULL, NULL);
    else
        access->set_error(info, "bitleap: cannot add its tables");
    bl_duckdb->disconnect(&connection);
    bl_sql_connection_leave(shared);
    return rc == 0;
}
