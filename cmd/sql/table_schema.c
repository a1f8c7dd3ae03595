/* sql/table_schema.c - what tables and columns there are: .tables and .schema
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "sql/table_schema.h"

#include "base/nearest.h"
#include "base/text.h"
#include "bitleap.h"

#include <stdlib.h>
#include <string.h>

static const char prefix[] = "bitcode_";

static const char *short_name(const char *name)
{
    bool has_prefix = strncmp(name, prefix, sizeof prefix - 1) == 0;
    return has_prefix ? name + sizeof prefix - 1 : name;
}

/* ---- Tables ---- */

static void put_columns(struct out *o, const struct bl_table_info *table)
{
    static const char *const types[] = {[BL_COLUMN_INTEGER] = "INTEGER",
                                        [BL_COLUMN_BOOL] = "INTEGER",
                                        [BL_COLUMN_TEXT] = "TEXT",
                                        [BL_COLUMN_NUMBERS] = "TEXT"};
    struct bl_column column;
    out_printf(o, "-- %s\nCREATE TABLE %s (\n", table->summary, short_name(table->name));
    for (uint32_t i = 0; bl_table_column(table->name, i, &column); i++) {
        out_printf(o, "    \"%s\" %s%s -- %s", column.name, types[column.type],
                   i + 1 < table->n_columns ? "," : "", column.summary);
        if (column.unit)
            out_printf(o, ", in %ss", column.unit);
        out_char(o, '\n');
    }
    out_text(o, ");\n");
}

/* ---- Views for usual questions ---- */

/* Call SHOW for each view that is no table, or for the one called NAME: how many. */
static unsigned for_each_view(sqlite3 *db, const char *name,
                              void (*show)(struct out *o, const char *name, const char *sql),
                              struct out *o)
{
    static const char question[] =
        "SELECT name, sql FROM sqlite_temp_master WHERE type = 'view' ORDER BY name";
    sqlite3_stmt *views = NULL;
    unsigned n = 0;
    if (sqlite3_prepare_v2(db, question, -1, &views, NULL) == SQLITE_OK)
        while (sqlite3_step(views) == SQLITE_ROW) {
            const char *view = (const char *)sqlite3_column_text(views, 0);
            const char *sql = (const char *)sqlite3_column_text(views, 1);
            struct bl_table_info table;
            if (!view || !sql || bl_table_find(view, &table) || (name && strcmp(view, name) != 0))
                continue;
            show(o, view, sql);
            n++;
        }
    sqlite3_finalize(views);
    return n;
}

static void put_statement(struct out *o, const char *name, const char *sql)
{
    (void)name;
    out_printf(o, "%s;\n", sql);
}

/* Its question is the comment of the first line. */
static void put_question(struct out *o, const char *name, const char *sql)
{
    const char *comment = strstr(sql, "-- ");
    const char *end = comment ? strchr(comment, '\n') : NULL;
    out_printf(o, "%-16s view: ", name);
    if (end)
        out_printf(o, "%.*s", (int)(end - comment - 3), comment + 3);
    out_char(o, '\n');
}

/* ---- Commands ---- */

/* The words after a command at TEXT, without blanks around them, and with no semicolon. */
static struct bl_view words_after(const char *text)
{
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\n;", text[size - 1]))
        size--;
    size_t blanks = strspn(text, " \t\n");
    return blanks < size ? (struct bl_view){(const uint8_t *)text + blanks, size - blanks}
                         : (struct bl_view){0};
}

static char *put_schema(const char *name, sqlite3 *db, struct out *o)
{
    struct bl_table_info table;
    struct nearest nearest = nearest_to(view_of(name));
    if (bl_table_find(name, &table)) {
        put_columns(o, &table);
        return NULL;
    }
    if (for_each_view(db, name, put_statement, o) > 0)
        return NULL;
    for (uint32_t i = 0; bl_table_get(i, &table); i++)
        nearest_try(&nearest, view_of(table.name));
    if (nearest.found.size > 0)
        return string_printf("no table '%s'; did you mean '%.*s'?", name, (int)nearest.found.size,
                             (const char *)nearest.found.data);
    return string_printf("no table '%s'; .tables lists them", name);
}

bool is_shell_command(const char *statements)
{
    return statements[strspn(statements, " \t\n")] == '.';
}

char *answer_shell_command(const char *command, sqlite3 *db, struct out *o)
{
    struct bl_table_info table;
    const char *word = command + strspn(command, " \t\n");
    size_t size = strcspn(word, " \t\n;");
    struct bl_view rest = words_after(word + size);
    bool is_tables = size == strlen(".tables") && memcmp(word, ".tables", size) == 0;
    bool is_schema = size == strlen(".schema") && memcmp(word, ".schema", size) == 0;
    if (is_schema && rest.size > 0) {
        char *name = string_of(rest);
        char *problem = put_schema(name, db, o);
        free(name);
        return problem;
    }
    if (!is_schema && (!is_tables || rest.size > 0))
        return string_printf("'%.*s': .tables, .schema and .schema NAME are answered; --shell has "
                             "all commands of the shell",
                             (int)size, word);
    for (uint32_t i = 0; bl_table_get(i, &table); i++)
        if (is_schema)
            put_columns(o, &table);
        else
            out_printf(o, "%-16s %s\n", short_name(table.name), table.summary);
    (void)for_each_view(db, NULL, is_schema ? put_statement : put_question, o);
    return NULL;
}
