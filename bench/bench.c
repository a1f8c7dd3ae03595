/* bench/bench.c - how fast streams are decoded, skipped and indexed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: bitleap-bench [FILE…]; without files, synthetic VBR streams. bench/README.md has the method.
 */
#include "bitleap.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    N_RUNS = 9,
    N_WARM_UP = 2,
    SYNTHETIC_RECORDS = 20000,
    SYNTHETIC_OPERANDS = 12
};

/* What a run has seen; all ways of reading a stream must agree on the records. */
struct seen {
    uint64_t records, operands, blocks;
};

typedef int work_fn(const struct bl_stream *stream, struct seen *seen);

static int walk(const struct bl_stream *stream, unsigned flags, struct seen *seen)
{
    struct bl_walk *w;
    struct bl_event event;
    int rc = bl_walk_open(&w, stream, flags, NULL, NULL);
    while (rc >= 0 && (rc = bl_walk_next(w, &event, NULL)) > 0) {
        seen->blocks += event.kind == BL_EVENT_BLOCK;
        seen->records += event.kind == BL_EVENT_RECORD;
        seen->operands += event.kind == BL_EVENT_RECORD && event.record ? event.record->n_ops : 0;
    }
    bl_walk_close(w);
    return rc;
}

static int decode_all(const struct bl_stream *stream, struct seen *seen)
{
    return walk(stream, 0, seen);
}

static int skip_all(const struct bl_stream *stream, struct seen *seen)
{
    return walk(stream, BL_WALK_SKIP, seen);
}

static int index_all(const struct bl_stream *stream, struct seen *seen)
{
    struct bl_index *index;
    int rc = bl_index_open(&index, stream, NULL);
    if (rc == BL_OK)
        rc = bl_index_expand(index, BL_NO_BLOCK, UINT32_MAX, NULL);
    for (uint32_t i = 0; rc == BL_OK && i < bl_index_count(index); i++)
        seen->records += bl_index_get(index, i).n_records;
    seen->blocks = rc == BL_OK ? bl_index_count(index) : 0;
    bl_index_close(index);
    return rc;
}

static const struct {
    const char *name;
    work_fn *work;
} ways[] = {{"decode", decode_all}, {"skip", skip_all}, {"index", index_all}};

enum {
    N_WAYS = sizeof ways / sizeof ways[0]
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All ways in turn, again and again, so that a drift of the machine meets all of them. */
static bool measure(const char *name, const struct bl_stream *stream)
{
    double times[N_WAYS][N_RUNS];
    struct seen seen[N_WAYS];
    for (int run = -N_WARM_UP; run < N_RUNS; run++)
        for (int i = 0; i < N_WAYS; i++) {
            seen[i] = (struct seen){0};
            double begin = now();
            if (ways[i].work(stream, &seen[i]) < 0) {
                fprintf(stderr, "bitleap-bench: %s: cannot be read\n", name);
                return false;
            }
            if (run >= 0)
                times[i][run] = now() - begin;
        }
    for (int i = 0; i < N_WAYS; i++) {
        if (seen[i].records != seen[0].records || seen[i].blocks != seen[0].blocks) {
            fprintf(stderr, "bitleap-bench: %s: %s and %s differ\n", name, ways[0].name,
                    ways[i].name);
            return false;
        }
        qsort(times[i], N_RUNS, sizeof times[i][0], compare_times);
        double median = times[i][N_RUNS / 2];
        printf("%-40.40s %-7s %9.3f %9.3f %9.0f %9.1f", name, ways[i].name, median * 1e3,
               times[i][0] * 1e3, (double)stream->bytes.size / median / 1e6,
               (double)seen[i].records / median / 1e6);
        if (seen[i].operands)
            printf(" %9.1f", (double)seen[i].operands / median / 1e6);
        putchar('\n');
    }
    return true;
}

/* A block of unabbreviated records, whose operands are VBR6: N_CHUNKS chunks each, or 0: a mix of one
 * (80 %), two, three and more as real files have. */
static bool measure_synthetic(const char *name, unsigned n_chunks)
{
    static const unsigned mix[20] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3};
    struct bl_writer *w;
    struct bl_view bytes;
    struct bl_stream stream;
    uint64_t state = 1;
    if (bl_writer_open(&w) < 0)
        return false;
    bl_writer_magic(w, "BC\xC0\xDE");
    bl_writer_enter(w, 12, 4);
    for (int i = 0; i < SYNTHETIC_RECORDS; i++) {
        uint64_t ops[SYNTHETIC_OPERANDS];
        for (int k = 0; k < SYNTHETIC_OPERANDS; k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            unsigned chunks = n_chunks ? n_chunks : mix[(state >> 33) % 20];
            ops[k] = UINT64_C(1) << (5 * (chunks - 1)) | (state >> 60);
        }
        bl_writer_record(w, 2, ops, SYNTHETIC_OPERANDS);
    }
    bl_writer_exit(w);
    bool good = bl_writer_finish(w, &bytes) == BL_OK &&
                bl_stream_locate(bytes, &stream, NULL) == BL_OK && measure(name, &stream);
    bl_writer_close(w);
    return good;
}

static bool measure_file(const char *path)
{
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_error err;
    if (bl_file_open(&file, path, BL_OPEN_SEQUENTIAL, &err) < 0) {
        fprintf(stderr, "bitleap-bench: %s: %s\n", path, err.what);
        return false;
    }
    bool good = bl_stream_locate(bl_file_view(file), &stream, &err) == BL_OK;
    if (good)
        good = measure(path, &stream);
    else
        fprintf(stderr, "bitleap-bench: %s: %s\n", path, err.what);
    bl_file_close(file);
    return good;
}

int main(int argc, char **argv)
{
    printf("%-40s %-7s %9s %9s %9s %9s %9s\n", "stream", "way", "median ms", "least ms", "MB/s",
           "Mrec/s", "Mvalues/s");
    bool good = true;
    for (int i = 1; i < argc; i++)
        good &= measure_file(argv[i]);
    if (argc < 2) {
        good &= measure_synthetic("vbr6, one chunk", 1);
        good &= measure_synthetic("vbr6, two chunks", 2);
        good &= measure_synthetic("vbr6, mixed", 0);
    }
    return good ? 0 : 1;
}
