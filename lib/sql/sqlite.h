/* sql/sqlite.h - SQLite, by the table of its functions that it gives to extensions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SQL_SQLITE_H
#define BL_SQL_SQLITE_H

#define sqlite3_api bl_sqlite3_api
#include <sqlite3ext.h>

#include "tables/table.h"

extern const sqlite3_api_routines *bl_sqlite3_api;

/* Add all tables, whose connection is CONNECTION. Returns a code of SQLite. */
int bl_sql_add_tables(sqlite3 *db, struct bl_sql_connection *connection);

/* TEXT as the result of a function: what is no UTF-8 becomes U+0080 … U+00FF, byte by byte. */
void bl_sql_result_text(sqlite3_context *context, struct bl_view text, bool is_static);

/* The function regexp(pattern, text), which `text REGEXP pattern` calls. */
void bl_sql_regexp(sqlite3_context *context, int argc, sqlite3_value **argv);

/* CREATE statements for a view of each table over what ARGUMENT, a literal of SQL, names, and for
 * the usual questions. */
void bl_sql_put_views(struct bl_sql_text *text, const char *argument);

#endif
