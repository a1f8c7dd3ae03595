/* sql_queries.c - generated questions: what tables are given must not change the answer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: sql_queries [N] | sql_queries --print N FILE. Each of N questions, ten thousand without,
 * is asked twice: as it is, and of all rows of the table, where SQLite hands it nothing and tests
 * each row itself. Half of the files are cut, which must not change that either. --print prints
 * questions about FILE that each engine answers alike, one a line, for other clients.
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
    MOST_DEPTH = 4, /* of conditions in each other */
};

/* What rows are read from, in a question. */
struct relation {
    const char *alias, *table;
    char *columns[MOST_COLUMNS];
    bool is_text[MOST_COLUMNS];
    int n;
};

/* How a question is made. */
struct maker {
    const char *path;
    bool is_hidden;   /* tables are hidden from what asks them */
    bool is_portable; /* only what all engines understand in the same way: */
    bool is_flat;     /* DuckDB has no questions within the ON of an outer join */
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

static void find_columns(struct relation *relation)
{
    sqlite3_stmt *statement = NULL;
    char *question =
        sqlite3_mprintf("SELECT name, type FROM pragma_table_info('bitcode_%s')", relation->table);
    relation->n = 0;
    if (sqlite3_prepare_v2(db, question, -1, &statement, NULL) != SQLITE_OK)
        fail(question, sqlite3_errmsg(db));
    while (relation->n < MOST_COLUMNS && sqlite3_step(statement) == SQLITE_ROW) {
        const char *type = (const char *)sqlite3_column_text(statement, 1);
        relation->is_text[relation->n] = strcmp(type, "TEXT") == 0;
        relation->columns[relation->n++] = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    sqlite3_free(question);
}

static struct relation *new_relation(const char *alias, const char *table)
{
    struct relation *relation = calloc(1, sizeof *relation);
    if (!relation)
        fail(table, "no memory");
    *relation = (struct relation){.alias = alias, .table = table};
    find_columns(relation);
    return relation;
}

static void free_relation(struct relation *relation)
{
    for (int i = 0; i < relation->n; i++)
        sqlite3_free(relation->columns[i]);
    free(relation);
}

static const char *choose_joined(void)
{
    return joined[choose(sizeof joined / sizeof *joined)];
}

/* What rows of TABLE are read from: the table itself or, if they are hidden, all of them. */
static char *source_of(const struct maker *m, const char *table)
{
    return sqlite3_mprintf(m->is_hidden ? "(SELECT * FROM bitcode_%s(%Q) LIMIT -1)"
                                        : "bitcode_%s(%Q)",
                           table, m->path);
}

/* A column of RELATION, mostly one that rows are found by. */
static int choose_column(const struct relation *relation)
{
    static const char *const keys[] = {"file", "module", "value", "name"};
    const char *key = keys[choose(4)];
    int column = (int)choose((unsigned)relation->n);
    for (int k = 0; k < relation->n; k++)
        if (strcmp(relation->columns[k], key) == 0)
            column = k;
    return column;
}

/* A literal; a portable one is of the column's type. */
static const char *choose_value(const struct maker *m, bool is_text)
{
    for (;;) {
        const char *value = values[choose((unsigned)n_values)];
        bool is_number = strspn(value, "-0123456789") == strlen(value);
        if (!m->is_portable || (is_text ? value[0] == '\'' : is_number))
            return value;
    }
}

static char *comparison(const struct maker *m, const struct relation *relation)
{
    int column = choose_column(relation);
    bool is_text = relation->is_text[column];
    unsigned kind = choose(8);
    const char *one = choose_value(m, is_text);
    const char *other = choose_value(m, is_text);
    char *name = sqlite3_mprintf("%s.\"%w\"", relation->alias, relation->columns[column]);
    if (m->is_portable && (kind > 4 || (kind == 3 && !is_text)))
        kind = m->is_flat ? 2 : 7;
    switch (kind) {
    case 0:
    case 1: return sqlite3_mprintf("%z = %s", name, one);
    case 2: return sqlite3_mprintf("%z IN (%s, %s)", name, one, other);
    case 3: return sqlite3_mprintf("%z GLOB substr(%s, 1, 3) || '*'", name, one);
    case 4: return sqlite3_mprintf("%z > %s", name, one);
    case 5: return sqlite3_mprintf("%z IS %s", name, one);
    case 6: return sqlite3_mprintf("%z = %s COLLATE NOCASE", name, one);
    default: return sqlite3_mprintf("%z IN (SELECT %s)", name, one);
    }
}

static char *predicate(const struct maker *m, const struct relation *relation, unsigned depth);

/* A question in a condition, about a small table: of its own, or of the row at hand. */
static char *subquery(const struct maker *m, const struct relation *outer, unsigned depth)
{
    static const char *const aliases[MOST_DEPTH] = {"s0", "s1", "s2", "s3"};
    struct relation *inner = new_relation(aliases[depth], choose_joined());
    char *source = source_of(m, inner->table);
    bool has_module = outer->n > 1 && strcmp(outer->columns[1], "module") == 0;
    unsigned kind = choose(has_module ? 4 : 3);
    bool is_negated = choose(2);
    char *rows = choose(2) ? sqlite3_mprintf("%s.file = %s.file", inner->alias, outer->alias)
                           : sqlite3_mprintf("1 = 1");
    char *where = predicate(m, inner, depth);
    char *from = sqlite3_mprintf("FROM %z %s WHERE %z AND (%z)", source, inner->alias, rows, where);
    free_relation(inner);
    switch (kind) {
    case 0: return sqlite3_mprintf("%sEXISTS (SELECT 1 %z)", is_negated ? "NOT " : "", from);
    case 1: return sqlite3_mprintf("(SELECT count(*) %z) > %u", from, choose(3));
    case 2:
        return sqlite3_mprintf("%s.file %sIN (SELECT file %z)", outer->alias,
                               is_negated ? "NOT " : "", from);
    default:
        return sqlite3_mprintf("%s.module %sIN (SELECT module %z)", outer->alias,
                               is_negated ? "NOT " : "", from);
    }
}

/* A condition on rows of RELATION, with up to DEPTH others around each of its comparisons. */
static char *predicate(const struct maker *m, const struct relation *relation, unsigned depth)
{
    unsigned kind = depth == 0 ? 0 : choose(9);
    if (kind < 2)
        return comparison(m, relation);
    char *p = predicate(m, relation, depth - 1);
    if (kind == 2)
        return sqlite3_mprintf("NOT (%z)", p);
    char *q = kind == 8 ? subquery(m, relation, depth - 1) : predicate(m, relation, depth - 1);
    if (kind == 3)
        return sqlite3_mprintf("(%z AND %z)", p, q);
    if (kind == 4)
        return sqlite3_mprintf("CASE WHEN %z THEN %z ELSE %s.\"%w\" IS NULL END", p, q,
                               relation->alias, relation->columns[relation->n - 1]);
    return sqlite3_mprintf("(%z OR %z)", p, q);
}

/* What is asked of rows of R, a portable question without numbers that depend on their order. */
static char *results(const struct maker *m, const struct relation *r)
{
    const char *shown = r->columns[choose((unsigned)r->n)];
    const char *other = r->columns[choose((unsigned)r->n)];
    return sqlite3_mprintf(m->is_portable
                               ? "count(*), count(%s.\"%w\"), count(DISTINCT %s.\"%w\")"
                               : "count(*), total(length(%s.\"%w\")), total(length(%s.\"%w\"))",
                           r->alias, shown, r->alias, other);
}

/* Two tables, joined in one of the ways there are. SQLite does not hand the argument of the table
 * on the right of a RIGHT or FULL JOIN to its search for rows without a partner: there it is a
 * view. */
static char *join_question(const struct maker *m)
{
    static const char *const joins[] = {"JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"};
    struct relation *a = new_relation("a", choose_joined());
    struct relation *b = new_relation("b", choose_joined());
    char *left = source_of(&(struct maker){.path = m->path}, a->table);
    char *right = source_of(m, b->table);
    unsigned how = choose(5);
    const char *join = joins[how];
    if (how > 2)
        right = sqlite3_mprintf("(SELECT * FROM %z)", right);
    bool is_plain = choose(2);
    struct maker on = {m->path, m->is_hidden, m->is_portable, m->is_portable};
    char *more = is_plain ? sqlite3_mprintf("a.module = b.module") : comparison(&on, b);
    char *other = comparison(&on, a);
    char *shown = results(m, b);
    char *where = choose(2) ? predicate(m, b, 2) : sqlite3_mprintf("1 = 1");
    char *question = sqlite3_mprintf("SELECT %z FROM %z a %s %z b ON a.file = b.file AND "
                                     "(%z%s%z) WHERE %z",
                                     shown, left, join, right, more, is_plain ? " AND " : " OR ",
                                     is_plain ? sqlite3_mprintf("1 = 1") : other, where);
    if (is_plain)
        sqlite3_free(other);
    free_relation(a);
    free_relation(b);
    return question;
}

/* Rows of TABLE in another's FROM, in a WITH, or in two halves. */
static char *nested_question(const struct maker *m, struct relation *r)
{
    static const char *const sets[] = {"UNION ALL", "UNION", "EXCEPT", "INTERSECT"};
    unsigned kind = choose(3);
    const char *set = sets[choose(4)];
    char *source = source_of(m, r->table);
    char *inner = predicate(m, r, 2);
    char *outer = predicate(m, r, 2);
    char *shown = results(m, r);
    if (kind == 0)
        return sqlite3_mprintf("WITH w AS (SELECT * FROM %z r WHERE %z) SELECT %z FROM w r WHERE "
                               "%z",
                               source, inner, shown, outer);
    if (kind == 1)
        return sqlite3_mprintf("SELECT %z FROM (SELECT * FROM %z r WHERE %z) r WHERE %z", shown,
                               source, inner, outer);
    const char *key = r->columns[choose_column(r)];
    char *again = source_of(m, r->table);
    sqlite3_free(shown);
    return sqlite3_mprintf("SELECT count(*) FROM (SELECT r.\"%w\" FROM %z r WHERE %z %s SELECT "
                           "r.\"%w\" FROM %z r WHERE %z) x",
                           key, source, inner, set, key, again, outer);
}

static char *plain_question(const struct maker *m, struct relation *r)
{
    unsigned kind = m->is_portable ? 2 : choose(3);
    const char *shown = r->columns[choose((unsigned)r->n)];
    char *source = source_of(m, r->table);
    char *where = predicate(m, r, choose(MOST_DEPTH));
    if (kind == 0)
        return sqlite3_mprintf("SELECT count(*) FROM (SELECT 1 FROM %z r WHERE %z LIMIT %u OFFSET "
                               "%u)",
                               source, where, choose(9), choose(9));
    if (kind == 1)
        return sqlite3_mprintf("SELECT \"%w\", count(*) FROM %z r WHERE %z GROUP BY 1 ORDER BY "
                               "2 DESC, 1 LIMIT 9",
                               shown, source, where);
    char *results_of = results(m, r);
    return sqlite3_mprintf("SELECT %z FROM %z r WHERE %z", results_of, source, where);
}

/* The same question for the same SEED, with and without hidden tables. */
static char *make_question(const struct maker *m, uint64_t seed)
{
    state = seed;
    unsigned kind = choose(4);
    if (kind == 0)
        return join_question(m);
    struct relation *r = new_relation("r", tables[choose(sizeof tables / sizeof *tables)]);
    if (kind == 1) {
        free_relation(r);
        r = new_relation("r", choose_joined());
    }
    char *question = kind == 1 ? nested_question(m, r) : plain_question(m, r);
    free_relation(r);
    return question;
}

static void ask_twice(const char *path, uint64_t seed)
{
    char *question = make_question(&(struct maker){.path = path}, seed);
    char *plain = make_question(&(struct maker){.path = path, .is_hidden = true}, seed);
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

static uint64_t seed_of(int number)
{
    return (uint64_t)number * UINT64_C(0x9E3779B97F4A7C15) + 1;
}

static int print(int n, const char *path)
{
    struct maker maker = {.path = path, .is_portable = true};
    find_values(path);
    for (int i = 0; i < n; i++) {
        char *question = make_question(&maker, seed_of(i));
        printf("%s;\n", question);
        sqlite3_free(question);
    }
    return 0;
}

int main(int argc, char **argv)
{
    bool is_print = argc > 3 && strcmp(argv[1], "--print") == 0;
    int n = is_print ? atoi(argv[2]) : argc > 1 ? atoi(argv[1]) : QUESTIONS;
    static const char small[] = "corpora/small/thin-b.clang22.bc";
    char message[256];
    db = sqlite_open(message, sizeof message);
    if (!db) {
        printf("%s\n", message);
        return 0;
    }
    if (is_print)
        return print(n, argv[3]);
    scratch_begin();
    char *damaged = strdup(scratch_path("cut.bc"));
    for (int i = 0; i < n; i++) {
        bool is_cut = i % 2;
        if (is_cut && i % 200 == 1)
            cut(small, 200 + (size_t)choose(5000), damaged);
        if (i % 200 < 2)
            find_values(is_cut ? damaged : small);
        ask_twice(is_cut ? damaged : small, seed_of(i));
    }
    while (n_values > 0)
        sqlite3_free(values[--n_values]);
    free(damaged);
    sqlite3_close(db);
    scratch_end();
    printf("%d questions\n", n);
    return 0;
}
