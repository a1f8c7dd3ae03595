/* cold.c - work on a file that is not in memory: which pages are read, and how long that takes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Before each run the file is dropped from the page cache and mapped anew; after it mincore()
 * counts what has been read, read-ahead included. Engines take turns.
 */
#include "cold.h"

#include "clock.h"
#include "report.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct cold {
    double times[MAX_ENGINES][COLD_MOST_ROUNDS];
    size_t pages[MAX_ENGINES], pages_of_file;
    int rounds;
};

bool cold_drop(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool good = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0;
    close(fd);
    return good;
}

size_t cold_pages(struct bl_view bytes, size_t *all)
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
    good = good && cold_drop(row->path) && work_open_file(&work, row->path, 0);
    if (good) {
        size_t already = cold_pages(work_view(work.streams[0]), &cold->pages_of_file);
        uint64_t begin = clock_ticks();
        void *state = engine->open(engine, work.streams[0].data, work.streams[0].size);
        good = state && engine->run[row->way](state, &task, &sink) >= 0;
        cold->times[i][cold->rounds] = (double)(clock_ticks() - begin) / clock_ticks_per_second();
        size_t now = cold_pages(work_view(work.streams[0]), &cold->pages_of_file);
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
    int least = method->seconds > 0 ? COLD_LEAST_ROUNDS : 1;
    for (; cold->rounds < COLD_MOST_ROUNDS && (cold->rounds < least || clock_ticks() < end);
         cold->rounds++)
        for (int i = 0; i < engines->n; i++)
            if (engines->list[i]->run[row->way] && !run_once(cold, engines->list[i], i, row)) {
                fprintf(stderr, "bitleap-bench: %s: %s: cannot read this\n", row->name,
                        engines->list[i]->name);
                return false;
            }
    return true;
}

static void print_json(const struct cold_result *result)
{
    fputs("{\"type\": \"cold\", \"row\": ", stdout);
    json_string(result->row);
    fputs(", \"engine\": ", stdout);
    json_string(result->name);
    printf(", \"rounds\": %d, \"seconds\": %.9g, \"seconds_low\": %.9g, \"seconds_high\": %.9g",
           result->rounds, result->seconds.median, result->seconds.low, result->seconds.high);
    printf(", \"pages\": %zu, \"pages_of_file\": %zu}\n", result->pages, result->pages_of_file);
}

void cold_tell(const struct cold_result *result, bool json)
{
    if (json) {
        print_json(result);
        return;
    }
    printf("    %-16s %10.3f ms  (%.3f to %.3f) %8zu of %zu pages, %5.1f %%\n", result->name,
           result->seconds.median * 1e3, result->seconds.low * 1e3, result->seconds.high * 1e3,
           result->pages, result->pages_of_file,
           100.0 * (double)result->pages / (double)result->pages_of_file);
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
        struct cold_result result = {
            .row = row->name,
            .name = engines->list[i]->name,
            .rounds = cold->rounds,
            .seconds = estimate_median(cold->times[i], cold->rounds),
            .pages = cold->pages[i],
            .pages_of_file = cold->pages_of_file,
        };
        cold_tell(&result, json);
    }
    free(cold);
    return good;
}
