/* cmd/cmd_sql.c - questions in SQL
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Tables without the prefix bitcode_ are views over the paths. What queries met is reported at the
 * end.
 */
#include "base/context.h"
#include "base/text.h"
#include "commands.h"
#include "sql/row_writer.h"
#include "sql/table_schema.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPT_FILE,
    OPT_FORMAT,
    OPT_JSON,
    OPT_DDL,
    OPT_SHELL
};

const struct option_spec sql_options[] = {
    [OPT_FILE] = {"file", 0, "FILE", "run the statements in FILE; - is standard input"},
    [OPT_FORMAT] = {"format", 0, FORMAT_WORDS, "box is the default"},
    [OPT_JSON] = {"json", 0, NULL, "print one JSON object a line: --format=ndjson"},
    [OPT_DDL] = {"ddl", 0, "sqlite|duckdb|clickhouse|postgres",
                 "print statements that make tables for what is exported"},
    [OPT_SHELL] = {"shell", 0, NULL, "start sqlite3 with the tables and views"},
    {NULL, 0, NULL, NULL},
};

struct sql {
    struct context *context;
    sqlite3 *db;
    const char *file;
    enum row_format format;
    int ddl; /* of the option's words; -1: not asked for */
    bool shell;
    char *argument; /* paths as a table takes them; NULL: none */
};

static void fail_sql(struct sql *s, const char *what, const char *why)
{
    s->context->n_errors++;
    context_fail(s->context, EXIT_USAGE);
    put_note(s->context, "%s: %s", what, why);
}

/* What SQLite says of its last failure. */
static const char *why(const struct sql *s)
{
    return sqlite3_errcode(s->db) == SQLITE_NOMEM ? "no memory" : sqlite3_errmsg(s->db);
}

/* ---- Paths ---- */

/* "a.bc", or a JSON array of several. */
static char *join_paths(const struct context *c)
{
    struct out o;
    if (c->n_operands == 0)
        return NULL;
    if (!out_init_memory(&o, OUT_LEAST_BYTES, SIZE_MAX / 2, false))
        out_no_memory();
    if (c->n_operands == 1 && c->operands[0][0] != '[') {
        out_text(&o, c->operands[0]);
    } else {
        for (int i = 0; i < c->n_operands; i++) {
            out_char(&o, i > 0 ? ',' : '[');
            json_string(&o, view_of(c->operands[i]));
        }
        out_char(&o, ']');
    }
    out_char(&o, '\0');
    return o.data;
}

/* The statements that make the views, from sqlite3_malloc(); NULL: failed, which is reported. */
static char *view_statements(struct sql *s)
{
    sqlite3_stmt *statement = NULL;
    char *views = NULL;
    if (sqlite3_prepare_v2(s->db, "SELECT bitleap_views(?1)", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_text(statement, 1, s->argument, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        views = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    if (!views)
        fail_sql(s, "sql", why(s));
    return views;
}

static bool make_views(struct sql *s)
{
    if (!s->argument)
        return true;
    char *views = view_statements(s);
    if (!views)
        return false;
    bool is_made = sqlite3_exec(s->db, views, NULL, NULL, NULL) == SQLITE_OK;
    if (!is_made)
        fail_sql(s, "sql", why(s));
    sqlite3_free(views);
    return is_made;
}

/* ---- Statements ---- */

/* One after the other, until one fails. */
static bool run(struct sql *s, const char *statements)
{
    while (*statements) {
        sqlite3_stmt *statement = NULL;
        const char *rest = statements;
        int column = -1;
        int rc = sqlite3_prepare_v2(s->db, statements, -1, &statement, &rest);
        if (rc == SQLITE_OK && s->format == FORMAT_PARQUET && out_total(&s->context->out) > 0 &&
            sqlite3_column_count(statement) > 0) {
            fail_sql(s, "sql", "a Parquet file has the rows of one statement");
            sqlite3_finalize(statement);
            return false;
        }
        if (rc == SQLITE_OK && statement)
            rc = write_rows(statement, s->format, &s->context->out, &column);
        if (rc == SQLITE_MISMATCH && column >= 0)
            fail_sql(s, sqlite3_column_name(statement, column),
                     "has values of several types, which this format cannot hold: CAST it to one");
        else if (rc != SQLITE_OK && rc != SQLITE_DONE)
            fail_sql(s, "sql", why(s));
        sqlite3_finalize(statement);
        if (rc != SQLITE_OK && rc != SQLITE_DONE)
            return false;
        statements = rest;
    }
    return true;
}

static void answer(struct sql *s, const char *command)
{
    char *problem = answer_shell_command(command, s->db, &s->context->out);
    if (problem)
        fail_sql(s, "sql", problem);
    free(problem);
}

/* All of the file, malloc'ed; NULL: it cannot be read, which is reported. */
static char *read_statements(struct sql *s)
{
    struct bl_file *file;
    struct bl_error err;
    if (bl_file_open(&file, s->file, BL_OPEN_COPY, &err) < 0) {
        report_error(s->context, s->file, NULL, &err);
        return NULL;
    }
    struct bl_view view = bl_file_view(file);
    char *text = strndup((const char *)view.data, view.size);
    if (!text)
        out_no_memory();
    bl_file_close(file);
    return text;
}

/* What could not be read: rows of bitcode_errors. */
static void report_problems_met(struct sql *s)
{
    static const char question[] =
        "SELECT file, bit_pos, file_byte, path, cause, kind FROM bitcode_errors";
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(s->db, question, -1, &statement, NULL) != SQLITE_OK)
        return;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *file = (const char *)sqlite3_column_text(statement, 0);
        const char *path = (const char *)sqlite3_column_text(statement, 3);
        const char *cause = (const char *)sqlite3_column_text(statement, 4);
        s->context->n_errors++;
        context_fail_kind(s->context, (const char *)sqlite3_column_text(statement, 5));
        if (sqlite3_column_type(statement, 1) == SQLITE_NULL)
            put_note(s->context, "%s: %s", file, cause);
        else
            put_note(s->context, "%s: bit %" PRIu64 " (byte 0x%" PRIx64 ")%s%s: %s", file,
                     (uint64_t)sqlite3_column_int64(statement, 1),
                     (uint64_t)sqlite3_column_int64(statement, 2), *path ? " in " : "", path,
                     cause);
    }
    sqlite3_finalize(statement);
}

/* ---- Tables of other engines ---- */

static const char *type_for(int engine, bool is_text)
{
    static const char *const types[][2] = {{"INTEGER", "TEXT"},
                                           {"BIGINT", "VARCHAR"},
                                           {"Nullable(Int64)", "Nullable(String)"},
                                           {"BIGINT", "TEXT"}};
    return types[engine][is_text];
}

static void put_table(struct sql *s, const char *table)
{
    enum {
        CLICKHOUSE = 2
    };
    static const char prefix[] = "bitcode_";
    struct out *o = &s->context->out;
    sqlite3_stmt *columns = NULL;
    int n = 0;
    if (sqlite3_prepare_v2(s->db, "SELECT name, type FROM pragma_table_info(?1)", -1, &columns,
                           NULL) != SQLITE_OK ||
        sqlite3_bind_text(columns, 1, table, -1, SQLITE_STATIC) != SQLITE_OK) {
        fail_sql(s, "sql", why(s));
        sqlite3_finalize(columns);
        return;
    }
    out_printf(o, "CREATE TABLE %s (", table + strlen(prefix));
    while (sqlite3_step(columns) == SQLITE_ROW) {
        const char *type = (const char *)sqlite3_column_text(columns, 1);
        out_printf(o, "%s\n    \"%s\" %s", n++ > 0 ? "," : "", sqlite3_column_text(columns, 0),
                   type_for(s->ddl, strcmp(type, "TEXT") == 0));
    }
    out_text(o, "\n)");
    if (s->ddl == CLICKHOUSE)
        out_text(o, " ENGINE = MergeTree ORDER BY tuple()");
    out_text(o, ";\n");
    sqlite3_finalize(columns);
}

static void put_tables(struct sql *s)
{
    static const char question[] =
        "SELECT name FROM pragma_module_list WHERE name GLOB 'bitcode_*' "
        "ORDER BY name";
    sqlite3_stmt *tables = NULL;
    if (sqlite3_prepare_v2(s->db, question, -1, &tables, NULL) != SQLITE_OK)
        fail_sql(s, "sql", why(s));
    while (sqlite3_step(tables) == SQLITE_ROW)
        put_table(s, (const char *)sqlite3_column_text(tables, 0));
    sqlite3_finalize(tables);
}

/* ---- The shell ---- */

/* Where the extension is: beside the command, or in the lib directory beside its directory. */
static char *find_extension(void)
{
    static const char *const places[] = {"bitleap0.so", "../lib/bitleap0.so"};
    char path[4096]; /* PATH_MAX */
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    while (n > 0 && path[n - 1] != '/')
        n--;
    for (size_t i = 0; i < sizeof places / sizeof *places && n > 0; i++) {
        char *found = string_printf("%.*s%s", (int)n, path, places[i]);
        if (access(found, R_OK) == 0)
            return found;
        free(found);
    }
    return NULL;
}

static void start_shell(struct sql *s)
{
    char *extension = find_extension();
    char *views = s->argument ? view_statements(s) : NULL;
    if (!extension) {
        fail_sql(s, "sql", "no bitleap0.so beside the command or in ../lib");
        return;
    }
    char *load = string_printf(".load '%s' sqlite3_bitleap_init", extension);
    out_flush(&s->context->out);
    if (views)
        execlp("sqlite3", "sqlite3", "-cmd", load, "-cmd", views, (char *)NULL);
    else
        execlp("sqlite3", "sqlite3", "-cmd", load, (char *)NULL);
    fail_sql(s, "sqlite3", strerror(errno));
    free(load);
    free(extension);
    sqlite3_free(views);
}

/* ---- The call ---- */

static void parse_sql_options(struct sql *s)
{
    struct context *c = s->context;
    const char *argument;
    int option;
    while ((option = next_option(c, &argument)) >= 0) {
        switch (option) {
        case OPT_FILE: s->file = argument; break;
        case OPT_FORMAT:
            s->format = (enum row_format)choose_word(c->command, &sql_options[option], argument);
            break;
        case OPT_JSON: s->format = FORMAT_NDJSON; break;
        case OPT_DDL: s->ddl = choose_word(c->command, &sql_options[option], argument); break;
        default: s->shell = true; break;
        }
    }
}

bool cmd_sql(struct context *c)
{
    struct sql s = {.context = c, .ddl = -1};
    char message[512];
    parse_sql_options(&s);
    bool has_statements = !s.file && s.ddl < 0 && !s.shell;
    if (has_statements && c->n_operands == 0)
        usage_error(c->command, "no statement given");
    const char *statements = has_statements ? take_operand(c) : NULL;
    s.db = sqlite_open(message, sizeof message);
    if (!s.db) {
        fail_sql(&s, "sql", message);
        return false;
    }
    s.argument = join_paths(c);
    char *text = s.file ? read_statements(&s) : NULL;
    if (s.shell)
        start_shell(&s);
    else if (s.ddl >= 0)
        put_tables(&s);
    else if (statements && is_shell_command(statements) && make_views(&s))
        answer(&s, statements);
    else if ((text || statements) && make_views(&s))
        (void)run(&s, text ? text : statements);
    report_problems_met(&s);
    free(text);
    free(s.argument);
    sqlite3_close(s.db);
    return true;
}
