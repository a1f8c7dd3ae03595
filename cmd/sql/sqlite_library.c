/* sql/sqlite_library.c - SQLite, loaded when it is asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "sql/sqlite_library.h"

#include "bitleap.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

const sqlite3_api_routines *cmd_sqlite3_api;

#ifndef SQLITE_LIBRARY
#define SQLITE_LIBRARY "libsqlite3.so.0"
#endif

/* SQLite calls it for each database that is opened. */
static int begin_database(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    cmd_sqlite3_api = api;
    return bl_sql_init(db, message, api);
}

sqlite3 *sqlite_open(char *message, int size)
{
    static const char name[] = SQLITE_LIBRARY;
    int (*open)(const char *path, sqlite3 **db, int flags, const char *vfs) = NULL;
    int (*add)(void (*entry)(void)) = NULL;
    const char *(*why)(sqlite3 * db) = NULL;
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    void *symbols[3] = {NULL, NULL, NULL};
    sqlite3 *db = NULL;
    if (library) {
        symbols[0] = dlsym(library, "sqlite3_open_v2");
        symbols[1] = dlsym(library, "sqlite3_auto_extension");
        symbols[2] = dlsym(library, "sqlite3_errmsg");
    }
    if (!symbols[0] || !symbols[1] || !symbols[2]) {
        snprintf(message, (size_t)size, "cannot load SQLite: %s", dlerror());
        return NULL;
    }
    memcpy(&open, &symbols[0], sizeof open);
    memcpy(&add, &symbols[1], sizeof add);
    memcpy(&why, &symbols[2], sizeof why);
    int rc = add((void (*)(void))begin_database);
    if (rc == SQLITE_OK)
        rc = open(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                  NULL);
    if (rc == SQLITE_OK && cmd_sqlite3_api)
        return db;
    snprintf(message, (size_t)size, "cannot open SQLite: %s", db ? why(db) : "no memory");
    return NULL;
}
