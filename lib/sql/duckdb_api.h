/* sql/duckdb_api.h - DuckDB, by the table of its functions that it gives to extensions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Version 1.2.0 of its C API for extensions, which is stable: a function keeps its place in the
 * table. Only those that are called here have a name; the numbers are their places.
 */
#ifndef BL_SQL_DUCKDB_API_H
#define BL_SQL_DUCKDB_API_H

#include "tables/table.h"

#define BL_DUCKDB_API_VERSION "v1.2.0"

/* Handles, each of which is a pointer to one pointer. */
typedef struct bl_duckdb_object {
    void *internal;
} * bl_duckdb_object;

typedef bl_duckdb_object bl_duckdb_database, bl_duckdb_connection, bl_duckdb_value, bl_duckdb_type,
    bl_duckdb_chunk, bl_duckdb_vector, bl_duckdb_table, bl_duckdb_scalar, bl_duckdb_info;

typedef struct {
    void *data;
    uint64_t size;
} bl_duckdb_blob;

/* A text in a vector: up to 12 bytes are in it, others at DATA. */
typedef union {
    struct {
        uint32_t size;
        char data[12];
    } inlined;
    struct {
        uint32_t size;
        char prefix[4];
        const char *data;
    } pointer;
} bl_duckdb_string;

enum bl_duckdb_type_id {
    BL_DUCKDB_BIGINT = 5,
    BL_DUCKDB_VARCHAR = 17,
    BL_DUCKDB_BLOB = 18,
    BL_DUCKDB_LIST = 24,
    BL_DUCKDB_ANY = 34,
};

typedef void (*bl_duckdb_delete_fn)(void *data);
typedef void (*bl_duckdb_bind_fn)(bl_duckdb_info info);
typedef void (*bl_duckdb_table_fn)(bl_duckdb_info info, bl_duckdb_chunk output);
typedef void (*bl_duckdb_scalar_fn)(bl_duckdb_info info, bl_duckdb_chunk input,
                                    bl_duckdb_vector output);
typedef void (*bl_duckdb_replacement_fn)(bl_duckdb_info info, const char *name, void *data);
typedef void (*bl_duckdb_unused_fn)(void);

/* What returns int returns 0 if it succeeded. */
struct bl_duckdb_api {
    bl_duckdb_unused_fn unused_0[3];
    int (*connect)(bl_duckdb_database database, bl_duckdb_connection *connection); /* 3 */
    bl_duckdb_unused_fn unused_4[2];
    void (*disconnect)(bl_duckdb_connection *connection); /* 6 */
    bl_duckdb_unused_fn unused_7[18];
    void (*free)(void *memory);    /* 25 */
    uint64_t (*vector_size)(void); /* 26 */
    bl_duckdb_unused_fn unused_27[65];
    void (*destroy_value)(bl_duckdb_value *value); /* 92 */
    bl_duckdb_unused_fn unused_93[1];
    bl_duckdb_value (*create_varchar_length)(const char *text, uint64_t size); /* 94 */
    bl_duckdb_unused_fn unused_95[30];
    int64_t (*get_int64)(bl_duckdb_value value); /* 125 */
    bl_duckdb_unused_fn unused_126[10];
    bl_duckdb_type (*get_value_type)(bl_duckdb_value value); /* 136; the value's */
    bl_duckdb_blob (*get_blob)(bl_duckdb_value value);       /* 137 */
    bl_duckdb_unused_fn unused_138[4];
    char *(*get_varchar)(bl_duckdb_value value); /* 142 */
    bl_duckdb_unused_fn unused_143[6];
    bool (*is_null_value)(bl_duckdb_value value); /* 149 */
    bl_duckdb_unused_fn unused_150[1];
    uint64_t (*get_list_size)(bl_duckdb_value value);                         /* 151 */
    bl_duckdb_value (*get_list_child)(bl_duckdb_value value, uint64_t index); /* 152 */
    bl_duckdb_unused_fn unused_153[3];
    bl_duckdb_type (*create_logical_type)(int id); /* 156 */
    bl_duckdb_unused_fn unused_157[9];
    int (*get_type_id)(bl_duckdb_type type); /* 166 */
    bl_duckdb_unused_fn unused_167[17];
    void (*destroy_logical_type)(bl_duckdb_type *type); /* 184 */
    bl_duckdb_unused_fn unused_185[5];
    bl_duckdb_vector (*data_chunk_get_vector)(bl_duckdb_chunk chunk, uint64_t column); /* 190 */
    uint64_t (*data_chunk_get_size)(bl_duckdb_chunk chunk);                            /* 191 */
    void (*data_chunk_set_size)(bl_duckdb_chunk chunk, uint64_t size);                 /* 192 */
    bl_duckdb_unused_fn unused_193[1];
    void *(*vector_get_data)(bl_duckdb_vector vector);                /* 194 */
    uint64_t *(*vector_get_validity)(bl_duckdb_vector vector);        /* 195 */
    void (*vector_ensure_validity_writable)(bl_duckdb_vector vector); /* 196 */
    bl_duckdb_unused_fn unused_197[1];
    void (*vector_assign_string_element_len)(bl_duckdb_vector vector, uint64_t index,
                                             const char *text, uint64_t size); /* 198 */
    bl_duckdb_unused_fn unused_199[10];
    bl_duckdb_scalar (*create_scalar_function)(void);                              /* 209 */
    void (*destroy_scalar_function)(bl_duckdb_scalar *function);                   /* 210 */
    void (*scalar_function_set_name)(bl_duckdb_scalar function, const char *name); /* 211 */
    bl_duckdb_unused_fn unused_212[3];
    void (*scalar_function_add_parameter)(bl_duckdb_scalar function, bl_duckdb_type type); /* 215 */
    void (*scalar_function_set_return_type)(bl_duckdb_scalar function,
                                            bl_duckdb_type type); /* 216 */
    bl_duckdb_unused_fn unused_217[1];
    void (*scalar_function_set_function)(bl_duckdb_scalar function,
                                         bl_duckdb_scalar_fn call); /* 218 */
    int (*register_scalar_function)(bl_duckdb_connection connection,
                                    bl_duckdb_scalar function); /* 219 */
    bl_duckdb_unused_fn unused_220[22];
    bl_duckdb_table (*create_table_function)(void);                                      /* 242 */
    void (*destroy_table_function)(bl_duckdb_table *function);                           /* 243 */
    void (*table_function_set_name)(bl_duckdb_table function, const char *name);         /* 244 */
    void (*table_function_add_parameter)(bl_duckdb_table function, bl_duckdb_type type); /* 245 */
    void (*table_function_add_named_parameter)(bl_duckdb_table function, const char *name,
                                               bl_duckdb_type type); /* 246 */
    void (*table_function_set_extra_info)(bl_duckdb_table function, void *extra,
                                          bl_duckdb_delete_fn destroy);                /* 247 */
    void (*table_function_set_bind)(bl_duckdb_table function, bl_duckdb_bind_fn bind); /* 248 */
    void (*table_function_set_init)(bl_duckdb_table function, bl_duckdb_bind_fn init); /* 249 */
    bl_duckdb_unused_fn unused_250[1];
    void (*table_function_set_function)(bl_duckdb_table function,
                                        bl_duckdb_table_fn call); /* 251 */
    void (*table_function_supports_projection_pushdown)(bl_duckdb_table function,
                                                        bool does); /* 252 */
    int (*register_table_function)(bl_duckdb_connection connection,
                                   bl_duckdb_table function); /* 253 */
    void *(*bind_get_extra_info)(bl_duckdb_info info);        /* 254 */
    void (*bind_add_result_column)(bl_duckdb_info info, const char *name,
                                   bl_duckdb_type type); /* 255 */
    bl_duckdb_unused_fn unused_256[1];
    bl_duckdb_value (*bind_get_parameter)(bl_duckdb_info info, uint64_t number);        /* 257 */
    bl_duckdb_value (*bind_get_named_parameter)(bl_duckdb_info info, const char *name); /* 258 */
    void (*bind_set_bind_data)(bl_duckdb_info info, void *data,
                               bl_duckdb_delete_fn destroy);                           /* 259 */
    void (*bind_set_cardinality)(bl_duckdb_info info, uint64_t n_rows, bool is_exact); /* 260 */
    void (*bind_set_error)(bl_duckdb_info info, const char *text);                     /* 261 */
    bl_duckdb_unused_fn unused_262[1];
    void *(*init_get_bind_data)(bl_duckdb_info info); /* 263 */
    void (*init_set_init_data)(bl_duckdb_info info, void *data,
                               bl_duckdb_delete_fn destroy);                 /* 264 */
    uint64_t (*init_get_column_count)(bl_duckdb_info info);                  /* 265 */
    uint64_t (*init_get_column_index)(bl_duckdb_info info, uint64_t number); /* 266 */
    bl_duckdb_unused_fn unused_267[1];
    void (*init_set_error)(bl_duckdb_info info, const char *text); /* 268 */
    bl_duckdb_unused_fn unused_269[2];
    void *(*function_get_init_data)(bl_duckdb_info info); /* 271 */
    bl_duckdb_unused_fn unused_272[1];
    void (*function_set_error)(bl_duckdb_info info, const char *text); /* 273 */
    void (*add_replacement_scan)(bl_duckdb_database database, bl_duckdb_replacement_fn replace,
                                 void *data, bl_duckdb_delete_fn destroy);              /* 274 */
    void (*replacement_scan_set_function_name)(bl_duckdb_info info, const char *name);  /* 275 */
    void (*replacement_scan_add_parameter)(bl_duckdb_info info, bl_duckdb_value value); /* 276 */
};

/* What DuckDB calls an extension's entry point with. */
struct duckdb_extension_access {
    void (*set_error)(bl_duckdb_info info, const char *text);
    bl_duckdb_database *(*get_database)(bl_duckdb_info info);
    const void *(*get_api)(bl_duckdb_info info, const char *version);
};

/* Set by the entry point. */
extern const struct bl_duckdb_api *bl_duckdb;

/* Add all tables to what CONNECTION is connected to: 0, or an error of DuckDB's. */
int bl_duckdb_add_tables(bl_duckdb_connection connection, struct bl_sql_connection *shared);

#endif
