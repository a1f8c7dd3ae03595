/* bitleap_sql.h - bitcode as tables of SQLite and DuckDB
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Table-valued functions over files, archives, directories and index files,
 * bitcode_symbols('lib.a') and others: lib/sql/README.md lists them and their columns. The library
 * does not link SQLite: the functions below are entry points of an extension, which SQLite calls
 * with its own functions. A program that has SQLite already registers them once for all
 * connections:
 *
 *   sqlite3_auto_extension((void (*)(void))bl_sql_init);
 *
 * or for one of them: bl_sql_init(db, NULL, api), where it has api from an extension of its own.
 */
#ifndef BITLEAP_SQL_H
#define BITLEAP_SQL_H

#include "bitleap_base.h"

BL_BEGIN_DECLS

struct sqlite3;
struct sqlite3_api_routines;

/* Add tables and functions to DB. Returns a code of SQLite; on failure *MESSAGE, if MESSAGE is not
 * NULL, is a text from sqlite3_malloc(). API must be the same in every call of a process. Tables
 * are SQLITE_DIRECTONLY: no view or trigger of a database file can read files. Errors:
 * SQLITE_NOMEM, SQLITE_ERROR (an SQLite before 3.38). */
BL_API int bl_sql_init(struct sqlite3 *db, char **message, const struct sqlite3_api_routines *api);

/* As bl_sql_init(), without access to files: arguments are the bytes, as a blob,
 * bitcode_symbols(?1). */
BL_API int bl_sql_no_read_init(struct sqlite3 *db, char **message,
                               const struct sqlite3_api_routines *api);

struct duckdb_extension_access;

/* As bl_sql_init(), for DuckDB, 1.2 or newer: the entry point of an extension,
 * bitleap_init_c_api(). INFO and ACCESS are DuckDB's, and are the same in every call of a process.
 * Errors are reported to DuckDB, and false. */
BL_API bool bl_sql_duckdb_init(void *info, struct duckdb_extension_access *access);

BL_END_DECLS

#endif /* BITLEAP_SQL_H */
