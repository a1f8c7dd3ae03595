/* sql/sqlite_none.c - no SQLite, in a static command
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "sql/sqlite_library.h"

#include <stdio.h>

const sqlite3_api_routines *cmd_sqlite3_api;

sqlite3 *sqlite_open(char *message, int size)
{
    snprintf(message, (size_t)size,
             "a static bitleap has no SQLite in it: use one that is linked dynamically");
    return NULL;
}
