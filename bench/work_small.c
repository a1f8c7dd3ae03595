/* work_small.c - a thousand small streams: what it costs to begin with one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "inputs.h"
#include "work.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    N_SMALL = 1000,
    LEAST_BYTES = 2000,
    MOST_BYTES = 20000,
    MAX_SEARCH_DEPTH = 6
};

/* Append BYTES to the copies; where each is, settle() returns it. */
static bool add_copy(struct work *work, struct bl_view bytes)
{
    uint8_t *copies = realloc(work->copies, work->bytes + bytes.size);
    if (!copies)
        return false;
    memcpy(copies + work->bytes, bytes.data, bytes.size);
    work->copies = copies;
    work->streams[work->n_streams++].size = bytes.size;
    work->bytes += bytes.size;
    return true;
}

static void settle(struct work *work)
{
    const uint8_t *next = work->copies;
    for (size_t i = 0; i < work->n_streams; next += work->streams[i++].size)
        work->streams[i].data = next;
}

static bool no_memory(void)
{
    fputs("bitleap-bench: no memory\n", stderr);
    return false;
}

/* ---- Synthetic ones ---- */

static bool add_writer(struct work *work, struct bl_writer *writer)
{
    struct bl_view bytes;
    bool good = writer && bl_writer_finish(writer, &bytes, NULL) == BL_OK && add_copy(work, bytes);
    bl_writer_close(writer);
    return good;
}

static bool make_small(const struct row *row, struct work *work)
{
    struct random random = {7};
    uint64_t n = (N_SMALL * row->input_bytes + INPUT_BYTES - 1) / INPUT_BYTES;
    work->streams = calloc(n, sizeof *work->streams);
    bool good = work->streams != NULL;
    for (uint64_t i = 0; good && i < n; i++)
        good = add_writer(work, write_module(random_between(&random, LEAST_BYTES, MOST_BYTES), i));
    settle(work);
    work->task.threads = row->threads;
    return good || no_memory();
}

/* ---- Files ---- */

static bool is_bitcode(struct bl_view bytes)
{
    return bytes.size >= 4 && memcmp(bytes.data, "BC\xC0\xDE", 4) == 0;
}

static bool add_file(struct work *work, const char *path)
{
    struct bl_file *file;
    bool good = true;
    if (bl_file_open(&file, path, BL_OPEN_COPY, NULL) < 0)
        return true;
    if (is_bitcode(bl_file_view(file)))
        good = add_copy(work, bl_file_view(file));
    bl_file_close(file);
    return good;
}

static bool search(struct work *work, size_t most, const char *directory, int depth);

/* A file or directory; links are not followed. */
static bool take_name(struct work *work, size_t most, const char *directory, const char *name,
                      int depth)
{
    char path[PATH_MAX];
    struct stat status;
    if (name[0] == '.' || work->n_streams == most ||
        snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path ||
        lstat(path, &status) < 0)
        return true;
    if (S_ISDIR(status.st_mode))
        return search(work, most, path, depth - 1);
    bool is_small = status.st_size >= LEAST_BYTES && status.st_size <= MOST_BYTES;
    return !S_ISREG(status.st_mode) || !is_small || add_file(work, path);
}

/* The first MOST by name, so that the streams are always the same. */
static bool search(struct work *work, size_t most, const char *directory, int depth)
{
    struct dirent **entries;
    int n = depth > 0 ? scandir(directory, &entries, NULL, alphasort) : -1;
    bool good = true;
    for (int i = 0; i < n; i++) {
        good = good && take_name(work, most, directory, entries[i]->d_name, depth);
        free(entries[i]);
    }
    if (n >= 0)
        free((void *)entries);
    return good;
}

static bool find_small(struct work *work, size_t most, const char *corpora)
{
    char directory[PATH_MAX];
    snprintf(directory, sizeof directory, "%s/large", corpora);
    work->streams = calloc(most, sizeof *work->streams);
    bool good = work->streams && search(work, most, directory, MAX_SEARCH_DEPTH);
    settle(work);
    return good || no_memory();
}

/* row->path: the corpora. */
static bool make_small_files(const struct row *row, struct work *work)
{
    work->task.threads = row->threads;
    return find_small(work, N_SMALL, row->path);
}

static bool has_small_files(const char *corpora)
{
    struct work work = {0};
    bool found = find_small(&work, 1, corpora) && work.n_streams > 0;
    work_release(&work);
    return found;
}

/* ---- Rows ---- */

void rows_add_small(struct rows *rows, const char *corpora)
{
    static const struct {
        enum bench_way way;
        const char *name;
        unsigned threads;
    } ways[] = {{BENCH_READ, "read", 0},
                {BENCH_SKIP, "skip", 0},
                {BENCH_TALLY, "tally", 0},
                {BENCH_TALLY_ALL, "tally-all", 0},
                {BENCH_TALLY_ALL, "tally-all-threads-2", 2},
                {BENCH_INDEX_SKIP, "index-skip", 0}};
    enum {
        N_WAYS = sizeof ways / sizeof ways[0]
    };
    for (int i = 0; i < N_WAYS; i++) {
        struct row *row = rows_add(rows, ways[i].way, "small/%s", ways[i].name);
        row->make = make_small;
        row->threads = ways[i].threads;
    }
    int n_of_files = has_small_files(corpora) ? N_WAYS : 0;
    for (int i = 0; i < n_of_files; i++) {
        struct row *row = rows_add(rows, ways[i].way, "small-files/%s", ways[i].name);
        row->make = make_small_files;
        row->path = corpora;
        row->threads = ways[i].threads;
    }
}
