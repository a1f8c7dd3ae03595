/* cold_catalog.c - catalogs of a file that is not in memory: which pages are read, in what time
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As cold.c, but what is done is `bitleap index` with more or less in it, and `bitleap find`
 * without an index; by the library that this program is linked with, on one thread, without
 * writing anything.
 */
#include "clock.h"
#include "cold.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

/* What catalogs have, ascending. */
struct job {
    const char *name;
    unsigned parts;
    bool finds; /* and a name is looked for */
};

static const struct job jobs[] = {
    {"facts", BL_CATALOG_MODULES, false},
    {"places", BL_CATALOG_PLACES, false}, /* index --lean */
    {"find", BL_CATALOG_PLACES, true},
    {"names", BL_CATALOG_SYMBOLS, false},
    {"all", BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES, false}, /* index */
};

enum {
    N_JOBS = sizeof jobs / sizeof jobs[0]
};

void rows_add_catalogs(struct rows *rows, const char *path)
{
    for (int i = 0; i < N_JOBS; i++) {
        struct row *row = rows_add(rows, 0, "catalog/%.60s/%s", short_name(path), jobs[i].name);
        row->recipe = &jobs[i];
        row->path = path;
        row->measure = measure_cold_catalog;
    }
}

bool is_container(const char *path)
{
    struct bl_file *file;
    struct bl_search *search;
    struct bl_found found;
    bool is_found = false;
    if (bl_file_open(&file, path, 0, NULL) < 0)
        return false;
    if (bl_search_open(&search, bl_file_view(file), path, NULL) == BL_OK) {
        is_found = bl_search_next(search, &found, NULL) > 0 && *found.path;
        bl_search_close(search);
    }
    bl_file_close(file);
    return is_found;
}

/* ---- A name ---- */

enum {
    MAX_NAME = 4096
};

struct wanted {
    char name[MAX_NAME];
    size_t size;
};

/* The name in the middle of all symbols, which has to be known before the cache is emptied.
 * False: there is none. */
static bool choose_name(const char *path, struct wanted *wanted)
{
    const struct bl_catalog_options options = {.parts = BL_CATALOG_PLACES, .n_threads = 1};
    struct bl_catalog *catalog;
    struct bl_view name = {0};
    if (bl_catalog_build(&catalog, &path, 1, &options, NULL) < 0)
        return false;
    bool good = bl_catalog_get_name(catalog, bl_catalog_get_counts(catalog).n_symbols / 2, &name,
                                    NULL) == BL_OK &&
                name.size <= MAX_NAME;
    if (good)
        memcpy(wanted->name, name.data, name.size);
    wanted->size = name.size;
    bl_catalog_close(catalog);
    return good;
}

static bool find(const struct bl_catalog *catalog, const struct wanted *wanted)
{
    struct bl_view name = {.data = (const uint8_t *)wanted->name, .size = wanted->size};
    struct bl_catalog_hits hits;
    struct bl_catalog_symbol symbol;
    struct bl_catalog_function function;
    uint32_t number;
    int rc = bl_catalog_find(catalog, name, &hits, NULL);
    uint32_t n = 0;
    for (; rc >= 0 && (rc = bl_catalog_next(&hits, &number, NULL)) > 0; n++) {
        rc = bl_catalog_get_symbol(catalog, number, &symbol, NULL);
        if (rc == BL_OK && symbol.function != BL_NONE)
            rc = bl_catalog_get_function(catalog, symbol.function, &function, NULL);
    }
    return rc == 0 && n > 0;
}

/* ---- Rounds ---- */

struct run {
    double seconds;
    size_t pages, pages_of_file;
};

static bool work(const char *path, const struct job *job, const struct wanted *wanted)
{
    const struct bl_catalog_options options = {.parts = job->parts, .n_threads = 1};
    struct bl_catalog *catalog;
    if (bl_catalog_build(&catalog, &path, 1, &options, NULL) < 0)
        return false;
    bool good = bl_catalog_get_counts(catalog).n_streams > 0;
    if (good && job->finds)
        good = find(catalog, wanted);
    bl_catalog_close(catalog);
    return good;
}

static bool run_once(const char *path, const struct job *job, const struct wanted *wanted,
                     struct run *run)
{
    struct bl_file *file;
    /* Mapped for counting; nothing is read of it. */
    if (!cold_drop(path) || bl_file_open(&file, path, 0, NULL) < 0)
        return false;
    size_t already = cold_pages(bl_file_view(file), &run->pages_of_file);
    uint64_t begin = clock_ticks();
    bool good = work(path, job, wanted);
    run->seconds = (double)(clock_ticks() - begin) / clock_ticks_per_second();
    size_t now = cold_pages(bl_file_view(file), &run->pages_of_file);
    run->pages = now > already ? now - already : 0;
    bl_file_close(file);
    return good;
}

bool measure_cold_catalog(const struct method *method, const struct row *row, bool json)
{
    const struct job *job = row->recipe;
    struct wanted wanted;
    struct run run;
    double times[COLD_MOST_ROUNDS];
    struct cold_result result = {.row = row->name, .name = "bitleap"};
    uint64_t end = clock_ticks() + (uint64_t)(method->seconds * clock_ticks_per_second());
    int least = method->seconds > 0 ? COLD_LEAST_ROUNDS : 1;
    if (job->finds && !choose_name(row->path, &wanted))
        return true; /* there is nothing to look for */
    for (; result.rounds < COLD_MOST_ROUNDS && (result.rounds < least || clock_ticks() < end);
         result.rounds++) {
        if (!run_once(row->path, job, &wanted, &run)) {
            fprintf(stderr, "bitleap-bench: %s: cannot read this\n", row->name);
            return false;
        }
        times[result.rounds] = run.seconds;
    }
    result.seconds = estimate_median(times, result.rounds);
    result.pages = run.pages;
    result.pages_of_file = run.pages_of_file;
    if (!json)
        printf("\n%s, cold: %d rounds\n", row->name, result.rounds);
    cold_tell(&result, json);
    return true;
}
