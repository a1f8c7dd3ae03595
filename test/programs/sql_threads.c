/* sql_threads.c - threads read tables of SQL, through one connection and each through its own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: sql_threads [ROUNDS]; 3 without. One connection is what threads of DuckDB have. In each
 * round the threads begin at the same time to read all tables of files, one of which is damaged,
 * and look for a stream by its path; then each asks an SQLite of its own. All must see the same.
 * For ThreadSanitizer.
 */
#include "sql/sqlite_library.h"
#include "tables/table.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 3,
    THREADS = 4,
};

static const char paths[] =
    "[\"corpora/small/thin-b.clang22.bc\",\"corpora/small/ar-mixed.llvm22.a\","
    "\"corpora/small/header.clang22.pch\"]";

struct work {
    struct bl_sql_connection *shared;
    sqlite3 *db; /* NULL: there is no SQLite */
    pthread_barrier_t *start;
    uint64_t sum; /* of all that was read */
    uint64_t n_rows;
};

static void fail(const char *what)
{
    fprintf(stderr, "sql_threads: %s\n", what);
    exit(1);
}

static void add_bytes(struct work *work, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        work->sum = (work->sum ^ bytes[i]) * UINT64_C(1099511628211);
}

static void read_table(struct work *work, const struct bl_sql_table *table, struct bl_view file)
{
    struct bl_sql_inputs *inputs = NULL;
    struct bl_sql_text message = {.data = NULL};
    struct bl_sql_cursor c;
    if (bl_sql_open_paths(work->shared, bl_sql_view(paths), &inputs, &message) < 0 ||
        bl_sql_cursor_init(&c, table, work->shared, inputs) < 0)
        fail("cannot open");
    c.filter.needs = ~0U;
    c.filter.has_file = file.size > 0;
    c.filter.file = file;
    for (; bl_sql_cursor_next(&c) > 0; work->n_rows++)
        for (uint32_t i = 0; i < bl_sql_n_columns(table); i++) {
            struct bl_sql_cell cell = {.kind = BL_SQL_IS_NULL};
            bl_sql_cursor_column(&c, i, &cell);
            add_bytes(work, (const uint8_t *)&cell.integer, sizeof cell.integer);
            add_bytes(work, cell.text.data, cell.text.size);
        }
    bl_sql_cursor_close(&c);
    bl_sql_text_release(&message);
}

static void ask(struct work *work, const char *question)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(work->db, question, -1, &statement, NULL) != SQLITE_OK)
        fail(sqlite3_errmsg(work->db));
    sqlite3_bind_text(statement, 1, paths, -1, SQLITE_STATIC);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(statement, 0);
        add_bytes(work, text, (size_t)sqlite3_column_bytes(statement, 0));
    }
    sqlite3_finalize(statement);
}

static void *read_all(void *argument)
{
    struct work *work = argument;
    pthread_barrier_wait(work->start);
    for (const struct bl_sql_table *const *t = bl_sql_tables; *t; t++) {
        read_table(work, *t, (struct bl_view){0});
        if ((*t)->columns[0].key == BL_SQL_FILE)
            read_table(work, *t, bl_sql_view("corpora/small/thin-b.clang22.bc"));
    }
    if (!work->db)
        return NULL;
    ask(work, "SELECT name || file FROM bitcode_symbols(?1) WHERE defined");
    ask(work, "SELECT sum(TotalInstructionCount) FROM bitcode_functions(?1)");
    ask(work, "SELECT bitleap_demangle(name) FROM bitcode_globals(?1)");
    ask(work, "SELECT cause FROM bitcode_errors ORDER BY 1");
    return NULL;
}

static void run_round(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    struct work work[THREADS];
    char message[256];
    struct bl_sql_connection *shared = bl_sql_connection_new(true);
    if (!shared)
        fail("no memory");
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        work[i] = (struct work){
            .shared = shared, .db = sqlite_open(message, sizeof message), .start = &start};
    for (int i = 0; i < THREADS; i++) {
        bl_sql_connection_share(shared);
        if (pthread_create(&threads[i], NULL, read_all, &work[i]) != 0)
            fail("no thread");
    }
    bl_sql_connection_leave(shared);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        if (work[i].sum != work[0].sum || work[i].n_rows != work[0].n_rows || !work[i].n_rows)
            fail("threads have seen different rows");
        if (work[i].db)
            sqlite3_close(work[i].db);
        bl_sql_connection_leave(shared);
    }
    pthread_barrier_destroy(&start);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
    for (int i = 0; i < rounds; i++)
        run_round();
    printf("%d rounds of %d threads\n", rounds, THREADS);
    return 0;
}
