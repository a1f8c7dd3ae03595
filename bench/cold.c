/* cold.c - work on a file that is not in memory: which pages are read, and how long that takes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Before each run the file is dropped from the page cache and mapped anew; behind it mincore() counts what
 * has been read, read-ahead included. Engines take turns.
 */
#include "clock.h"
#include "report.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    LEAST_ROUNDS = 5,
    MOST_ROUNDS = 51
};

struct cold {
    double times[MAX_ENGINES][MOST_ROUNDS];
    size_t pages[MAX_ENGINES], pages_of_file;
    int rounds;
};

static bool drop_from_cache(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool good = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0;
    close(fd);
    return good;
}

/* Pages of BYTES in memory; *ALL: pages there are. */
static size_t resident(struct bench_stream bytes, size_t *all)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)bytes.data / page * page;
    size_t length = (uintptr_t)bytes.data + bytes.size - begin;
    size_t in_memory = 0;
    *all = (length + page - 1) / page;
    unsigned char *map = malloc(*all);
    if (map && mincore((void *)begin, length, map) == 0)
        for (size_t i = 0; i < *all; i++)
            in_memory += map[i] & 1;
    free(map);
    return in_memory;
}

static bool run_once(struct cold *cold, const struct bench_engine *engine, int i,
                     const struct row *row)
{
    struct work work = {0};
    struct bench_sink sink = bench_sink_empty(false);
    struct work warm = {0};
    /* What is looked for has to be known before the cache is emptied. */
    bool good = row->make(row, &warm);
    struct bench_task task = warm.task;
    work_release(&warm);
    good = good && drop_from_cache(row->path) && work_open_file(&work, row->path, 0);
    if (good) {
        size_t already = resident(work.streams[0], &cold->pages_of_file);
        uint64_t begin = clock_ticks();
        void *state = engine->open(engine, work.streams[0].data, work.streams[0].size);
        good = state && engine->run[row->way](state, &task, &sink) >= 0;
        cold->times[i][cold->rounds] = (double)(clock_ticks() - begin) / clock_ticks_per_second();
        size_t now = resident(work.streams[0], &cold->pages_of_file);
        cold->pages[i] = now > already ? now - already : 0;
        if (state)
            engine->close(state);
    }
    work_release(&work);
    return good;
}

static bool run_rounds(struct cold *cold, const struct method *method,
                       const struct engines *engines, const struct row *row)
{
    uint64_t end = clock_ticks() + (uint64_t)(method->seconds * clock_ticks_per_second());
    int least = method->seconds > 0 ? LEAST_ROUNDS : 1;
    for (; cold->rounds < MOST_ROUNDS && (cold->rounds < least || clock_ticks() < end);
         cold->rounds++)
        for (int i = 0; i < engines->n; i++)
            if (engines->list[i]->run[row->way] && !run_once(cold, engines->list[i], i, row)) {
                fprintf(stderr, "bitleap-bench: %s: %s: cannot read this\n", row->name,
                        engines->list[i]->name);
                return false;
            }
    return true;
}

static void print_json(const struct cold *cold, int i, const struct estimate *seconds,
                       const struct bench_engine *engine, const struct row *row)
{
    fputs("{\"type\": \"cold\", \"row\": ", stdout);
    json_string(row->name);
    fputs(", \"engine\": ", stdout);
    json_string(engine->name);
    printf(", \"rounds\": %d, \"seconds\": %.9g, \"seconds_low\": %.9g, \"seconds_high\": %.9g",
           cold->rounds, seconds->median, seconds->low, seconds->high);
    printf(", \"pages\": %zu, \"pages_of_file\": %zu}\n", cold->pages[i], cold->pages_of_file);
}

static void print_line(const struct cold *cold, int i, const struct estimate *seconds,
                       const struct bench_engine *engine)
{
    printf("    %-16s %10.3f ms  (%.3f to %.3f) %8zu of %zu pages, %5.1f %%\n", engine->name,
           seconds->median * 1e3, seconds->low * 1e3, seconds->high * 1e3, cold->pages[i],
           cold->pages_of_file, 100.0 * (double)cold->pages[i] / (double)cold->pages_of_file);
}

bool measure_cold(const struct method *method, const struct engines *engines, const struct row *row,
                  bool json)
{
    struct cold *cold = calloc(1, sizeof *cold);
    bool good = cold && run_rounds(cold, method, engines, row);
    if (good && !json)
        printf("\n%s, cold: %d rounds\n", row->name, cold->rounds);
    for (int i = 0; good && i < engines->n; i++) {
        if (!engines->list[i]->run[row->way])
            continue;
        struct estimate seconds = estimate_median(cold->times[i], cold->rounds);
        if (json)
            print_json(cold, i, &seconds, engines->list[i], row);
        else
            print_line(cold, i, &seconds, engines->list[i]);
    }
    free(cold);
    return good;
}
