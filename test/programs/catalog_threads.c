/* catalog_threads.c - threads share a catalog without locks
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: catalog_threads [ROUNDS]; 200 without. In each round the sample's index file is opened,
 * and four threads begin at the same time to read all of it: pages that nobody has held against
 * their sums, and sources that nobody has mapped. All must see the same. Then they load and
 * unload the streams of more sources than stay open. For ThreadSanitizer.
 */
#include "base/load.h"
#include "catalog/catalog.h"
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
    uint32_t number;
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

/* ---- Streams that come and go ---- */

enum {
    FILES = BL_MOST_IDLE_SOURCES + 64,
    LOADS = 20000 /* a thread */
};

/* Each in another order, with two streams loaded at a time. */
static void *load_and_unload(void *argument)
{
    struct work *work = argument;
    uint32_t random = work->number;
    uint32_t last = BL_NONE;
    pthread_barrier_wait(work->start);
    for (int i = 0; i < LOADS && !work->problem; i++) {
        random = random * 1664525 + 1013904223;
        uint32_t number = (random >> 16) % FILES;
        struct bl_stream stream;
        struct bl_error err;
        if (bl_catalog_load(work->catalog, number, &stream, &err) < 0)
            work->problem = err.what;
        else if (stream.bytes.size != 8 || bl_load_le32(stream.bytes.data + 4) != number)
            work->problem = "another file";
        bl_catalog_unload(work->catalog, last);
        last = number;
    }
    return NULL;
}

static void fail(const char *what)
{
    fprintf(stderr, "catalog_threads: %s\n", what);
    exit(1);
}

/* Have all THREADS do READ with CATALOG. */
static void run(const struct bl_catalog *catalog, void *read(void *), struct work work[THREADS])
{
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        work[i] = (struct work){.catalog = catalog, .start = &start, .number = (uint32_t)i};
        if (pthread_create(&threads[i], NULL, read, &work[i]) != 0)
            fail("no thread");
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        if (work[i].problem)
            fail(work[i].problem);
    pthread_barrier_destroy(&start);
}

static void run_round(const char *index)
{
    struct bl_catalog *catalog;
    struct bl_error err;
    struct work work[THREADS];
    if (bl_catalog_open(&catalog, index, 0, &err) < 0)
        fail(err.what);
    run(catalog, read_all, work);
    for (int i = 0; i < THREADS; i++)
        if (memcmp(work[i].names, work[0].names, sizeof work[i].names) != 0)
            fail("a source was mapped twice");
    bl_catalog_close(catalog);
}

static void run_unloading(void)
{
    const char *directory = scratch_begin();
    struct bl_catalog *catalog;
    struct work work[THREADS];
    struct bl_error err;
    for (int i = 0; i < FILES; i++) {
        char name[16];
        snprintf(name, sizeof name, "%04d.bc", i);
        FILE *file = fopen(scratch_path(name), "wb");
        if (!file || fprintf(file, "BC\xC0\xDE%c%c%c%c", i & 0xFF, i >> 8, 0, 0) < 0 ||
            fclose(file) != 0)
            fail("cannot write");
    }
    const struct bl_catalog_options options = {.n_threads = 1};
    if (bl_catalog_build(&catalog, &directory, 1, &options, &err) < 0)
        fail(err.what);
    run(catalog, load_and_unload, work);
    bl_catalog_close(catalog);
    scratch_empty();
    scratch_end();
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
    run_unloading();
    printf("%d rounds of %d threads\n", rounds, THREADS);
    return 0;
}
