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

/* "LLVM19.1.7" */
static unsigned first_number(struct bl_view text)
{
    unsigned n = 0;
    for (size_t i = 0; i < text.size && (n == 0 || (text.data[i] >= '0' && text.data[i] <= '9'));
         i++)
        if (text.data[i] >= '0' && text.data[i] <= '9')
            n = n * 10 + (unsigned)(text.data[i] - '0');
    return n;
}

/* Whether the file's first stream has a function with a body: TASK gets the one in the middle, and
 * what wrote the file. */
static bool rows_find_body(const char *path, struct bench_task *task)
{
    static char name[4096];
    struct work work = {0};
    struct bl_stream stream;
    struct bl_index *index = NULL;
    struct bl_module *module = NULL;
    struct bl_module_info info;
    const struct bl_global *globals;
    uint32_t n = 0, n_bodies = 0;
    bool good = work_open_file(&work, path, 0) &&
                bl_stream_locate(work_view(work.streams[0]), &stream, NULL) == BL_OK &&
                bl_index_open(&index, &stream, NULL) == BL_OK &&
                bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL) == BL_OK &&
                bl_module_get_info(module, 0, &info, NULL) == BL_OK &&
                bl_module_globals(module, &globals, &n, NULL) == BL_OK;
    for (uint32_t i = 0; good && i < n; i++)
        n_bodies += globals[i].body != BL_NONE && globals[i].name.size > 0;
    uint32_t left = n_bodies / 2 + 1;
    for (uint32_t i = 0; good && task && i < n; i++)
        if (globals[i].body != BL_NONE && globals[i].name.size > 0 && --left == 0) {
            snprintf(name, sizeof name, "%.*s", (int)globals[i].name.size,
                     (const char *)globals[i].name.data);
            task->name = name;
        }
    if (good && task)
        task->llvm = first_number(info.producer);
    bl_module_close(module);
    bl_index_close(index);
    work_release(&work);
    return good && n_bodies > 0;
}

static bool make_file(const struct row *row, struct work *work)
{
    work->task.path = row->path;
    work->task.threads = row->threads;
    if (!work_open_file(work, row->path, 0))
        return false;
    if (row->way >= BENCH_BODIES)
        return rows_find_body(row->path, &work->task);
    return work_choose_block(work);
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
        {BENCH_BODIES, "bodies", 0},
        {BENCH_DIS, "dis", 0},
        {BENCH_DIS_PART, "dis-function", 0},
    };
    bool good = is_bitstream(path);
    bool has_bodies = good && rows_find_body(path, NULL);
    for (size_t i = 0; good && i < sizeof ways / sizeof ways[0]; i++) {
        if (ways[i].way >= BENCH_BODIES && !has_bodies)
            break;
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
