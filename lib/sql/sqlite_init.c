/* sql/sqlite_init.c - the extension's entry points, its functions, views for the usual questions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_sql.h"
#include "sql/sqlite.h"

#include "bitleap_bits.h"
#include "bitleap_parallel.h"

#include <pthread.h>
#include <string.h>

/* The one table of SQLite's functions in the process. */
const sqlite3_api_routines *bl_sqlite3_api;

enum {
    LEAST_SQLITE = 3038000 /* sqlite3_vtab_in(), sqlite3_vtab_rhs_value() */
};

/* ---- Views ---- */

static const struct {
    const char *name, *question, *select;
} questions[] = {
    {"undefined", "referred to, and defined nowhere",
     "SELECT name, min(demangled) AS demangled, count(*) AS files, min(file) AS file FROM symbols "
     "WHERE NOT format_specific GROUP BY name HAVING max(defined) = 0"},
    {"conflicts", "several definitions of one name that may be merged, and are not the same",
     "SELECT name, min(demangled) AS demangled, count(*) AS definitions, "
     "count(DISTINCT body_hash) AS versions, min(file) AS file FROM functions WHERE linkage IN "
     "('linkonce', 'linkonce_odr', 'weak', 'weak_odr') GROUP BY name HAVING versions > 1"},
    {"largest", "the largest functions",
     "SELECT bytes, name, demangled, file FROM functions ORDER BY bytes DESC"},
    {"callers", "who calls what, how often",
     "SELECT callee, function AS caller, count(*) AS calls, file FROM calls "
     "WHERE callee IS NOT NULL GROUP BY callee, function, file"},
    {"dead_linkonce", "functions that may be dropped, and that nothing in their module calls",
     "SELECT name, demangled, bytes, file FROM functions WHERE linkage IN ('linkonce', "
     "'linkonce_odr') AND called = 0"},
    {"unreferenced", "exported, and referred to from nowhere else",
     "SELECT name, demangled, kind, bytes, file FROM symbols WHERE defined AND binding <> 'local' "
     "AND NOT format_specific AND visibility <> 'hidden' AND name NOT IN "
     "(SELECT name FROM symbols WHERE NOT defined)"},
    {"producers", "which LLVM made the modules",
     "SELECT producer, count(*) AS modules, sum(bytes) AS bytes, min(file) AS file FROM modules "
     "GROUP BY producer"},
    {"texts", "strings, with their positions in bytes of the stream",
     "SELECT text, kind, text_pos / 8 AS byte, file FROM strings"},
};

void bl_sql_put_views(struct bl_sql_text *text, const char *argument)
{
    static const char prefix[] = "bitcode_";
    for (const struct bl_sql_table *const *t = bl_sql_tables; *t; t++) {
        bl_sql_text_string(text, "CREATE VIRTUAL TABLE temp.");
        bl_sql_text_string(text, (*t)->name + strlen(prefix));
        bl_sql_text_string(text, " USING ");
        bl_sql_text_string(text, (*t)->name);
        bl_sql_text_string(text, "(");
        bl_sql_text_string(text, argument);
        bl_sql_text_string(text, ");\n");
    }
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        bl_sql_text_string(text, "CREATE TEMP VIEW ");
        bl_sql_text_string(text, questions[i].name);
        bl_sql_text_string(text, " AS -- ");
        bl_sql_text_string(text, questions[i].question);
        bl_sql_text_string(text, "\n    ");
        bl_sql_text_string(text, questions[i].select);
        bl_sql_text_string(text, ";\n");
    }
}

/* ---- Functions ---- */

/* TEXT, which is released, as a function's result. */
static void put_result(sqlite3_context *context, struct bl_sql_text *text)
{
    if (text->has_lacked)
        sqlite3_result_error_nomem(context);
    else
        bl_sql_result_text(context, bl_sql_text_get(text), false);
    bl_sql_text_release(text);
}

static void get_version(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_text(context, bl_version(), -1, SQLITE_STATIC);
}

static void get_debug(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct bl_sql_text text = {.data = NULL};
    (void)argc;
    (void)argv;
    bl_sql_text_printf(&text, "bitleap %s, SQLite %s, CPU variant %s, %u cores", bl_version(),
                       sqlite3_libversion(), bl_cpu_name(BL_CPU_BEST), bl_cores());
    put_result(context, &text);
}

static void get_demangled(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct bl_sql_text text = {.data = NULL};
    struct bl_view name = {.data = sqlite3_value_text(argv[0])};
    (void)argc;
    name.size = name.data ? (size_t)sqlite3_value_bytes(argv[0]) : 0;
    if (bl_demangle(name, bl_sql_text_put, &text) || text.has_lacked)
        put_result(context, &text);
    else
        bl_sql_text_release(&text);
}

/* Statements that make the views, for the paths that the arguments are. */
static void get_views(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct bl_sql_text text = {.data = NULL};
    const char *path = (const char *)sqlite3_value_text(argv[0]);
    char *literal = path ? sqlite3_mprintf("%Q", path) : NULL;
    (void)argc;
    if (literal)
        bl_sql_put_views(&text, literal);
    else
        text.has_lacked = path != NULL;
    sqlite3_free(literal);
    if (path)
        put_result(context, &text);
}

static const struct {
    const char *name;
    void (*function)(sqlite3_context *context, int argc, sqlite3_value **argv);
    int n_arguments;
    bool reads; /* of use only where files can be read */
} functions[] = {
    {"bitleap_version", get_version, 0, false},
    {"bitleap_debug", get_debug, 0, false},
    {"bitleap_demangle", get_demangled, 1, false},
    {"bitleap_views", get_views, 1, true},
};

/* Whether there is a regexp() already, as in the shell sqlite3. */
static bool has_regexp(sqlite3 *db)
{
    static const char question[] =
        "SELECT 1 FROM pragma_function_list WHERE name = 'regexp' AND narg IN (2, -1)";
    sqlite3_stmt *statement = NULL;
    bool is_there = sqlite3_prepare_v2(db, question, -1, &statement, NULL) == SQLITE_OK &&
                    sqlite3_step(statement) == SQLITE_ROW;
    sqlite3_finalize(statement);
    return is_there;
}

static int add_function(sqlite3 *db, const char *name, int n_arguments,
                        void (*function)(sqlite3_context *, int, sqlite3_value **))
{
    return sqlite3_create_function_v2(db, name, n_arguments,
                                      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL,
                                      function, NULL, NULL, NULL);
}

static int add_functions(sqlite3 *db, bool may_read)
{
    int rc = has_regexp(db) ? SQLITE_OK : add_function(db, "regexp", 2, bl_sql_regexp);
    for (size_t i = 0; i < sizeof functions / sizeof *functions && rc == SQLITE_OK; i++)
        if (may_read || !functions[i].reads)
            rc = add_function(db, functions[i].name, functions[i].n_arguments,
                              functions[i].function);
    return rc;
}

/* ---- Entry points ---- */

/* The first call sets it, while no other thread reads it yet. */
static void set_api(const sqlite3_api_routines *api)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_set;
    pthread_mutex_lock(&lock);
    if (!is_set)
        bl_sqlite3_api = api;
    is_set = true;
    pthread_mutex_unlock(&lock);
}

static int init(sqlite3 *db, char **message, const sqlite3_api_routines *api, bool may_read)
{
    set_api(api);
    if (sqlite3_libversion_number() < LEAST_SQLITE) {
        if (message)
            *message = sqlite3_mprintf("bitleap needs SQLite 3.38 or newer, this is %s",
                                       sqlite3_libversion());
        return SQLITE_ERROR;
    }
    struct bl_sql_connection *connection = bl_sql_connection_new(may_read);
    if (!connection)
        return SQLITE_NOMEM;
    int rc = bl_sql_add_tables(db, connection);
    if (rc == SQLITE_OK)
        rc = add_functions(db, may_read);
    bl_sql_connection_leave(connection);
    return rc;
}

int bl_sql_init(struct sqlite3 *db, char **message, const struct sqlite3_api_routines *api)
{
    return init(db, message, api, true);
}

int bl_sql_no_read_init(struct sqlite3 *db, char **message, const struct sqlite3_api_routines *api)
{
    return init(db, message, api, false);
}
