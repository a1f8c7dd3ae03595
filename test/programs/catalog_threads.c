/* catalog_threads.c - threads share a catalog without locks
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: catalog_threads [ROUNDS]; 200 without. In each round the sample's index file is opened,
 * and four threads begin at the same time to read all of it: pages that nobody has held against
 * their sums, and sources that nobody has mapped. All must see the same. For ThreadSanitizer.
 */
#include "support/catalog_check.h"
#include "support/make_catalog.h"
#include "support/scratch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 200,
    THREADS = 4,
};

struct work {
    const struct bl_catalog *catalog;
    pthread_barrier_t *start;
    const char *problem;
    const uint8_t *names[SAMPLE_SYMBOLS]; /* where they are */
};

static void *read_all(void *argument)
{
    struct work *work = argument;
    struct bl_error err;
    pthread_barrier_wait(work->start);
    for (uint32_t i = 0; i < SAMPLE_SYMBOLS; i++) {
        struct bl_view name;
        if (bl_catalog_get_name(work->catalog, i, &name, &err) < 0)
            work->problem = err.what;
        else if (memcmp(name.data, sample_names[i], name.size) != 0)
            work->problem = "another name";
        work->names[i] = name.data;
    }
    if (!work->problem)
        work->problem = catalog_check(work->catalog, true);
    return NULL;
}

static void fail(const char *what)
{
    fprintf(stderr, "catalog_threads: %s\n", what);
    exit(1);
}

static void run_round(const char *index)
{
    struct bl_catalog *catalog;
    struct bl_error err;
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    struct work work[THREADS];
    if (bl_catalog_open(&catalog, index, 0, &err) < 0)
        fail(err.what);
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        work[i] = (struct work){.catalog = catalog, .start = &start};
        if (pthread_create(&threads[i], NULL, read_all, &work[i]) != 0)
            fail("no thread");
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        if (work[i].problem)
            fail(work[i].problem);
        if (memcmp(work[i].names, work[0].names, sizeof work[i].names) != 0)
            fail("a source was mapped twice");
    }
    pthread_barrier_destroy(&start);
    bl_catalog_close(catalog);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
    struct bl_catalog *sample = make_sample(scratch_begin());
    struct bl_error err;
    char *index = strdup(scratch_path("x.blx"));
    if (bl_catalog_write(sample, index, &err) < 0)
        fail(err.what);
    for (int round = 0; round < rounds; round++)
        run_round(index);
    bl_catalog_close(sample);
    free(index);
    scratch_end();
    printf("%d rounds of %d threads\n", rounds, THREADS);
    return 0;
}
