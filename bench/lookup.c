/* lookup.c - names that are looked up in a catalog of many files, as a JIT or a service does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The catalog is built once, of all files below a directory; then each round looks up a thousand
 * names from all over it, a third of which it does not have, and reads where each symbol is.
 */
#include "clock.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    N_NAMES = 1000,
    MOST_ROUNDS = 501,
    LEAST_ROUNDS = 5,
    ONE_IN = 3,  /* names is a miss, */
    MISSED = '$' /* which ends so */
};

struct lookups {
    struct bl_catalog *catalog;
    char *names[N_NAMES];
};

void rows_add_lookup(struct rows *rows, const char *corpora)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/small", corpora);
    if (access(path, R_OK) < 0)
        return;
    struct row *row = rows_add(rows, 0, "catalog/lookup");
    row->path = path;
    row->measure = measure_lookup;
}

/* Names of symbols all over the catalog; one in three with a byte more, so that it misses. */
static bool choose_names(struct lookups *l)
{
    uint32_t n = bl_catalog_get_counts(l->catalog).n_symbols;
    for (uint64_t i = 0; i < N_NAMES; i++) {
        struct bl_view name;
        if (n == 0 ||
            bl_catalog_get_name(l->catalog, (uint32_t)(i * n / N_NAMES), &name, NULL) < 0 ||
            !(l->names[i] = calloc(1, name.size + 2)))
            return false;
        memcpy(l->names[i], name.data, name.size);
        if (i % ONE_IN == 0)
            l->names[i][name.size] = MISSED;
    }
    return true;
}

/* All of them: how many hits and misses there were, negative on failure. */
static int look_up(const struct lookups *l)
{
    int rc = 0;
    int n = 0;
    for (int i = 0; i < N_NAMES && rc >= 0; i++) {
        struct bl_view name = {(const uint8_t *)l->names[i], strlen(l->names[i])};
        struct bl_catalog_symbol symbol;
        struct bl_catalog_hits hits;
        uint32_t number;
        rc = bl_catalog_find(l->catalog, name, &hits, NULL);
        n += l->names[i][name.size - 1] == MISSED;
        for (; rc >= 0 && (rc = bl_catalog_next(&hits, &number, NULL)) > 0; n++)
            rc = bl_catalog_get_symbol(l->catalog, number, &symbol, NULL);
    }
    return rc < 0 ? rc : n;
}

static void print(const struct row *row, const struct estimate *seconds, int rounds, bool json)
{
    if (json) {
        printf("{\"type\": \"lookup\", \"row\": \"%s\", \"engine\": \"bitleap\", \"rounds\": %d, "
               "\"seconds\": %.9g, \"seconds_low\": %.9g, \"seconds_high\": %.9g}\n",
               row->name, rounds, seconds->median, seconds->low, seconds->high);
        return;
    }
    printf("\n%s: %d rounds\n    %-16s %10.3f us a hit or miss  (%.3f to %.3f)\n", row->name,
           rounds, "bitleap", seconds->median * 1e6, seconds->low * 1e6, seconds->high * 1e6);
}

/* The catalog is built anew, so that choosing names has opened none of its files. */
static bool open_catalog(struct lookups *l, const char *path)
{
    const struct bl_catalog_options options = {.parts = BL_CATALOG_SYMBOLS, .n_threads = 1};
    if (bl_catalog_build(&l->catalog, &path, 1, &options, NULL) < 0 || !choose_names(l))
        return false;
    bl_catalog_close(l->catalog);
    l->catalog = NULL;
    return bl_catalog_build(&l->catalog, &path, 1, &options, NULL) == BL_OK;
}

bool measure_lookup(const struct method *method, const struct row *row, bool json)
{
    struct lookups l = {0};
    static double times[MOST_ROUNDS];
    int rounds = 0;
    int least = method->seconds > 0 ? LEAST_ROUNDS : 1;
    bool good = open_catalog(&l, row->path) && look_up(&l) > 0; /* opens the files */
    uint64_t end = clock_ticks() + (uint64_t)(method->seconds * clock_ticks_per_second());
    for (; good && rounds < MOST_ROUNDS && (rounds < least || clock_ticks() < end); rounds++) {
        uint64_t begin = clock_ticks();
        int n = look_up(&l);
        times[rounds] = (double)(clock_ticks() - begin) / clock_ticks_per_second() / n;
        good = n > 0;
    }
    struct estimate seconds = estimate_median(times, rounds);
    if (good)
        print(row, &seconds, rounds, json);
    else
        fprintf(stderr, "bitleap-bench: %s: cannot read this\n", row->name);
    bl_catalog_close(l.catalog);
    for (int i = 0; i < N_NAMES; i++)
        free(l.names[i]);
    return good;
}
