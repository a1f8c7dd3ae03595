/* sql/sqlite_library.h - SQLite, loaded when it is asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Only one command needs it, and to link it would cost every other one a millisecond. Its functions
 * are called by the table that it gives to extensions.
 */
#ifndef CMD_SQLITE_LIBRARY_H
#define CMD_SQLITE_LIBRARY_H

#define sqlite3_api cmd_sqlite3_api
#include <sqlite3ext.h>

extern const sqlite3_api_routines *cmd_sqlite3_api;

/* A database in memory with all tables. On failure NULL, and a text in MESSAGE. */
sqlite3 *sqlite_open(char *message, int size);

#endif
