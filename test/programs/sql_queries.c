/* sql_queries.c - generated questions: what tables are given must not change the answer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: sql_queries [N]; ten thousand without. Each question is asked twice: as it is, and of all
 * rows of the table, where SQLite hands it nothing and tests each row itself. Half of the files are
 * cut, which must not change that either.
 */
#include "sql/sqlite_library.h"
#include "support/scratch.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUESTIONS = 10000,
    MOST_COLUMNS = 256,
    MOST_VALUES = 32,
};

static const char *const tables[] = {"files",    "streams", "modules", "symbols", "functions",
                                     "globals",  "calls",   "types",   "strings", "attributes",
                                     "metadata", "blocks",  "records", "errors",  "instructions"};
/* Those with file and module, to be joined. */
static const char *const joined[] = {"modules", "symbols", "functions",  "globals",
                                     "calls",   "types",   "attributes", "metadata"};

static uint64_t state = 1;
static sqlite3 *db;
static char *values[MOST_VALUES]; /* literals of SQL */
static int n_values;

static unsigned choose(unsigned n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % n;
}

static void fail(const char *question, const char *what)
{
    fprintf(stderr, "sql_queries: %s: %s\n", question, what);
    exit(1);
}

/* The rows of QUESTION as one text, to be freed by sqlite3_free(). */
static char *ask(const char *question)
{
    sqlite3_stmt *statement = NULL;
    char *rows = sqlite3_mprintf("");
    if (sqlite3_prepare_v2(db, question, -1, &statement, NULL) != SQLITE_OK)
        fail(question, sqlite3_errmsg(db));
    int rc;
    while ((rc = sqlite3_step(statement)) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *cell = (const char *)sqlite3_column_text(statement, i);
            rows = sqlite3_mprintf("%z%s|", rows, cell ? cell : "NULL");
        }
    if (rc != SQLITE_DONE)
        fail(question, sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    return rows;
}

/* What conditions compare with: values that are there, and others. */
static void find_values(const char *path)
{
    static const char *const others[] = {"0", "1", "3", "-1", "NULL", "''", "2.5", "x'00'", "'é'"};
    sqlite3_stmt *statement = NULL;
    char *question = sqlite3_mprintf("SELECT quote(file) FROM bitcode_streams(%Q) UNION ALL SELECT "
                                     "quote(name) FROM bitcode_symbols(%Q) LIMIT 20",
                                     path, path);
    while (n_values > 0)
        sqlite3_free(values[--n_values]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        values[n_values++] = sqlite3_mprintf("%s", others[i]);
    if (sqlite3_prepare_v2(db, question, -1, &statement, NULL) != SQLITE_OK)
        fail(question, sqlite3_errmsg(db));
    while (n_values < MOST_VALUES && sqlite3_step(statement) == SQLITE_ROW)
        values[n_values++] = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_free(question);
}

static int find_columns(const char *table, char *columns[MOST_COLUMNS])
{
    sqlite3_stmt *statement = NULL;
    char *question = sqlite3_mprintf("SELECT name FROM pragma_table_info('bitcode_%s')", table);
    int n = 0;
    if (sqlite3_prepare_v2(db, question, -1, &statement, NULL) != SQLITE_OK)
        fail(question, sqlite3_errmsg(db));
    while (n < MOST_COLUMNS && sqlite3_step(statement) == SQLITE_ROW)
        columns[n++] = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_free(question);
    return n;
}

static char *condition(const char *column, unsigned kind, const char *one, const char *other)
{
    switch (kind) {
    case 0:
    case 1: return sqlite3_mprintf("\"%w\" = %s", column, one);
    case 2: return sqlite3_mprintf("\"%w\" IN (%s, %s)", column, one, other);
    case 3: return sqlite3_mprintf("\"%w\" GLOB substr(%s, 1, 3) || '*'", column, one);
    case 4: return sqlite3_mprintf("\"%w\" > %s", column, one);
    case 5: return sqlite3_mprintf("\"%w\" IS %s", column, one);
    case 6: return sqlite3_mprintf("\"%w\" = %s COLLATE NOCASE", column, one);
    default: return sqlite3_mprintf("\"%w\" IN (SELECT %s)", column, one);
    }
}

static char *conditions(char *const *columns, int n, uint64_t seed)
{
    static const char *const keys[] = {"file", "module", "value", "name"};
    char *text = sqlite3_mprintf("1");
    state = seed;
    for (unsigned i = choose(4); i > 0; i--) {
        const char *column = columns[choose((unsigned)n)];
        const char *key = keys[choose(4)];
        bool has_key = false;
        for (int k = 0; k < n; k++)
            has_key |= strcmp(columns[k], key) == 0;
        unsigned kind = choose(8);
        const char *one = values[choose((unsigned)n_values)];
        const char *other = values[choose((unsigned)n_values)];
        text =
            sqlite3_mprintf("%z AND %z", text, condition(has_key ? key : column, kind, one, other));
    }
    return text;
}

/* What rows of TABLE are read from: the table itself or, if they are HIDDEN, all of them. */
static char *source_of(const char *table, const char *path, bool hidden)
{
    return sqlite3_mprintf(hidden ? "(SELECT * FROM bitcode_%s(%Q) LIMIT -1)" : "bitcode_%s(%Q)",
                           table, path);
}

/* The same question for the same SEED. */
static char *make_question(const char *path, bool hidden, uint64_t seed)
{
    state = seed;
    unsigned kind = choose(4);
    const char *table = tables[choose(sizeof tables / sizeof *tables)];
    const char *a = joined[choose(sizeof joined / sizeof *joined)];
    const char *b = joined[choose(sizeof joined / sizeof *joined)];
    unsigned limit = choose(9);
    unsigned offset = choose(9);
    if (kind == 0) {
        char *left = source_of(a, path, false);
        char *right = source_of(b, path, hidden);
        char *join =
            sqlite3_mprintf("SELECT count(*), total(length(b.file)) FROM %z a JOIN %z b ON "
                            "b.file = a.file AND b.module = a.module",
                            left, right);
        return join;
    }
    char *columns[MOST_COLUMNS];
    int n = find_columns(table, columns);
    const char *shown = columns[choose((unsigned)n)];
    const char *other = columns[choose((unsigned)n)];
    char *where = conditions(columns, n, state);
    char *source = source_of(table, path, hidden);
    char *question =
        kind == 1
            ? sqlite3_mprintf("SELECT count(*) FROM (SELECT 1 FROM %s WHERE %s LIMIT %u OFFSET %u)",
                              source, where, limit, offset)
        : kind == 2
            ? sqlite3_mprintf("SELECT \"%w\", count(*) FROM %s WHERE %s GROUP BY 1 ORDER BY "
                              "2 DESC, 1 LIMIT 9",
                              shown, source, where)
            : sqlite3_mprintf("SELECT count(*), total(length(\"%w\")), "
                              "total(length(\"%w\")) FROM %s WHERE %s",
                              shown, other, source, where);
    for (int i = 0; i < n; i++)
        sqlite3_free(columns[i]);
    sqlite3_free(where);
    sqlite3_free(source);
    return question;
}

static void ask_twice(const char *path, uint64_t seed)
{
    char *question = make_question(path, false, seed);
    char *plain = make_question(path, true, seed);
    char *rows = ask(question);
    char *wanted = ask(plain);
    if (strcmp(rows, wanted) != 0) {
        fprintf(stderr, "%s\n%s\n", plain, wanted);
        fail(question, rows);
    }
    sqlite3_free(question);
    sqlite3_free(plain);
    sqlite3_free(rows);
    sqlite3_free(wanted);
}

/* The beginning of FILE, of SIZE bytes, at scratch PATH. */
static void cut(const char *file, size_t size, const char *path)
{
    char *bytes = malloc(size);
    FILE *from = fopen(file, "rb");
    FILE *to = fopen(path, "wb");
    if (!bytes || !from || !to)
        fail(file, "cannot cut");
    size_t n = fread(bytes, 1, size, from);
    if (fwrite(bytes, 1, n, to) != n || fclose(to) != 0)
        fail(file, "cannot write");
    fclose(from);
    free(bytes);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : QUESTIONS;
    static const char small[] = "corpora/small/thin-b.clang22.bc";
    char message[256];
    db = sqlite_open(message, sizeof message);
    if (!db) {
        printf("%s\n", message);
        return 0;
    }
    scratch_begin();
    char *damaged = strdup(scratch_path("cut.bc"));
    for (int i = 0; i < n; i++) {
        bool is_cut = i % 2;
        if (is_cut && i % 200 == 1)
            cut(small, 200 + (size_t)choose(5000), damaged);
        if (i % 200 < 2)
            find_values(is_cut ? damaged : small);
        ask_twice(is_cut ? damaged : small, (uint64_t)i * UINT64_C(0x9E3779B97F4A7C15) + 1);
    }
    while (n_values > 0)
        sqlite3_free(values[--n_values]);
    free(damaged);
    sqlite3_close(db);
    scratch_end();
    printf("%d questions\n", n);
    return 0;
}
