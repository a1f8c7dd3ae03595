/* build_threads.c - several threads build the catalog that one builds
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: build_threads [PATH…]; without any, corpora/small. Not a Criterion test, so that
 * ThreadSanitizer can watch. Everything is built twice, once from nothing, once with what was built
 * before at hand; then threads look for a name in it before any has been sorted.
 */
#include "bitleap.h"
#include "catalog/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const usual[] = {"corpora/small"};

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "build_threads: %s\n", what);
    exit(1);
}

static struct bl_catalog *build(unsigned n_threads, const struct bl_catalog *reuse,
                                const char *const *paths, size_t n)
{
    struct bl_catalog_options options = {
        .parts = BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES | BL_CATALOG_BLOCKS,
        .n_threads = n_threads,
        .reuse = reuse,
        .by_content = true,
    };
    struct bl_catalog *catalog;
    struct bl_error err;
    if (bl_catalog_build(&catalog, paths, n, &options, &err) < 0)
        fail(err.what);
    return catalog;
}

/* Threads that look for a name while none has been sorted yet. */
static int find_nothing(void *context, unsigned thread, uint64_t job)
{
    struct bl_catalog_hits hits;
    struct bl_view name = {.data = (const uint8_t *)"no such name", .size = 12};
    uint32_t symbol;
    (void)thread;
    (void)job;
    if (bl_catalog_find(context, name, &hits, NULL) < 0 ||
        bl_catalog_next(&hits, &symbol, NULL) != 0)
        fail("a name is found that is not there");
    return BL_OK;
}

static void compare(struct bl_catalog *a, struct bl_catalog *b)
{
    bl_parallel(4, 8, 8, find_nothing, NULL, a);
    bl_parallel(4, 8, 8, find_nothing, NULL, b);
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++)
        if (a->chunks[i].size != b->chunks[i].size ||
            memcmp(a->chunks[i].data, b->chunks[i].data, (size_t)a->chunks[i].size) != 0)
            fail("threads build something else");
}

int main(int argc, char **argv)
{
    const char *const *paths = argc > 1 ? (const char *const *)(argv + 1) : usual;
    size_t n = argc > 1 ? (size_t)argc - 1 : sizeof usual / sizeof *usual;
    struct bl_catalog *one = build(1, NULL, paths, n);
    for (unsigned n_threads = 2; n_threads <= 8; n_threads += 3) {
        struct bl_catalog *more = build(n_threads, NULL, paths, n);
        struct bl_catalog *again = build(n_threads, more, paths, n);
        compare(one, more);
        compare(one, again);
        bl_catalog_close(again);
        bl_catalog_close(more);
    }
    bl_catalog_close(one);
    return 0;
}
