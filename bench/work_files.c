/* work_files.c - files of the user's, and the largest ones of the corpora
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "work.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool make_file(const struct row *row, struct work *work)
{
    work->task.path = row->path;
    work->task.threads = row->threads;
    return work_open_file(work, row->path, 0) && work_choose_block(work);
}

const char *short_name(const char *path)
{
    const char *name = path;
    int left = 2;
    for (const char *p = path + strlen(path); p > path && left > 0; p--)
        if (p[-1] == '/' && --left == 0)
            name = p;
    return name;
}

/* Whether it can be read at least from block to block. */
static bool is_bitstream(const char *path)
{
    struct work work = {0};
    struct bl_stream stream = {0};
    struct bl_index *index = NULL;
    struct bl_error err = {.what = "no memory"};
    uint64_t pos;
    bool good = work_open_file(&work, path, 0);
    if (good) {
        good = bl_stream_locate(work_view(work.streams[0]), &stream, &err) == BL_OK &&
               bl_index_open(&index, &stream, &err) == BL_OK &&
               bl_index_end(index, &pos, &err) == BL_OK;
        if (index)
            bl_index_close(index);
        if (!good)
            work_fail(path, &stream, &err);
    }
    work_release(&work);
    return good;
}

bool rows_add_file(struct rows *rows, const char *path)
{
    static const struct {
        enum bench_way way;
        const char *name;
        unsigned threads;
    } ways[] = {
        {BENCH_READ, "read", 0},
        {BENCH_SKIP, "skip", 0},
        {BENCH_TALLY, "tally", 0},
        {BENCH_INDEX_READ, "index-read", 0},
        {BENCH_INDEX_SKIP, "index-skip", 0},
        {BENCH_FIND, "find", 0},
        {BENCH_READ, "threads-2", 2},
        {BENCH_DUMP, "dump", 0},
    };
    bool good = is_bitstream(path);
    for (size_t i = 0; good && i < sizeof ways / sizeof ways[0]; i++) {
        struct row *row =
            rows_add(rows, ways[i].way, "file/%.60s/%s", short_name(path), ways[i].name);
        row->make = make_file;
        row->path = path;
        row->threads = ways[i].threads;
    }
    return good;
}

/* ---- The largest ones ---- */

struct found {
    char path[PATH_MAX];
    off_t size;
};

enum {
    MAX_SEARCH_DEPTH = 6
};

static bool is_bitcode(const char *path)
{
    unsigned char magic[4] = {0};
    FILE *file = fopen(path, "rb");
    bool read = file && fread(magic, 1, sizeof magic, file) == sizeof magic;
    if (file)
        fclose(file);
    return read && memcmp(magic, "BC\xC0\xDE", 4) == 0;
}

/* Put FOUND in its place among the N best, the largest first. */
static void rank(struct found *best, int n, const struct found *found)
{
    int at = n;
    while (at > 0 && best[at - 1].size < found->size)
        at--;
    if (at == n)
        return;
    memmove(&best[at + 1], &best[at], (size_t)(n - 1 - at) * sizeof *best);
    best[at] = *found;
}

/* The largest file of DIRECTORY takes part, and those of the directories in it. Links are not
 * followed: they may lead back. */
static void search(const char *directory, struct found *best, int n, int depth)
{
    struct found largest = {"", 0};
    DIR *dir = depth > 0 ? opendir(directory) : NULL;
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        struct found found;
        struct stat status;
        if (entry->d_name[0] == '.' || snprintf(found.path, sizeof found.path, "%s/%s", directory,
                                                entry->d_name) >= (int)sizeof found.path)
            continue;
        if (lstat(found.path, &status) < 0)
            continue;
        found.size = status.st_size;
        if (S_ISDIR(status.st_mode))
            search(found.path, best, n, depth - 1);
        else if (S_ISREG(status.st_mode) && found.size > largest.size && is_bitcode(found.path))
            largest = found;
    }
    if (dir)
        closedir(dir);
    if (largest.size > 0)
        rank(best, n, &largest);
}

static void find_in(const char *corpora, const char *part, const char **paths, int n)
{
    char directory[PATH_MAX];
    struct found *best = calloc((size_t)n, sizeof *best);
    snprintf(directory, sizeof directory, "%s%s", corpora, part);
    if (best)
        search(directory, best, n, MAX_SEARCH_DEPTH);
    for (int i = 0; i < n; i++)
        paths[i] = best && best[i].size > 0 ? strdup(best[i].path) : NULL;
    free(best);
}

void find_corpora(const char *directory, const char **paths, int n)
{
    find_in(directory, "/large", paths, n - 1);
    find_in(directory, paths[0] ? "/small" : "", paths + n - 1, 1);
}
