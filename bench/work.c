/* work.c - what is common to all rows and inputs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "work.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    FUNCTION = 12,
    MAX_BLOCK_ID = 256
};

struct row *rows_add(struct rows *rows, enum bench_way way, const char *format, ...)
{
    if (rows->n < MAX_ROWS)
        rows->n++;
    struct row *row = &rows->list[rows->n - 1];
    va_list args;
    va_start(args, format);
    *row = (struct row){.way = way, .input_bytes = rows->input_bytes};
    vsnprintf(row->name, sizeof row->name, format, args);
    va_end(args);
    return row;
}

const char *way_unit(enum bench_way way)
{
    static const char *const units[BENCH_N_WAYS] = {
        [BENCH_ARRAYS] = "value",     [BENCH_TEXT] = "value",       [BENCH_SKIP_ARRAYS] = "value",
        [BENCH_READ] = "record",      [BENCH_SKIP] = "record",      [BENCH_TALLY] = "record",
        [BENCH_INDEX_READ] = "block", [BENCH_INDEX_SKIP] = "block", [BENCH_FIND] = "call",
        [BENCH_DUMP] = "call",        [BENCH_TALLY_ALL] = "record", [BENCH_BODIES] = "record",
        [BENCH_DIS] = "call",         [BENCH_DIS_PART] = "call",
    };
    return units[way];
}

uint64_t way_units(enum bench_way way, const struct bench_sink *sink)
{
    uint64_t n = 1;
    switch (way_unit(way)[0]) {
    case 'v': n = sink->values; break;
    case 'r': n = sink->records; break;
    case 'b': n = sink->blocks; break;
    default: break;
    }
    return n ? n : 1;
}

static bool one_stream(struct work *work, struct bl_view bytes)
{
    work->streams = malloc(sizeof *work->streams);
    if (!work->streams) {
        fputs("bitleap-bench: no memory\n", stderr);
        return false;
    }
    work->streams[0] = (struct bench_stream){bytes.data, bytes.size};
    work->n_streams = 1;
    work->bytes = bytes.size;
    return true;
}

bool work_from_writer(struct work *work, struct bl_writer *writer)
{
    struct bl_view bytes;
    struct bl_error err;
    work->writer = writer;
    if (bl_writer_finish(writer, &bytes, &err) < 0) {
        fprintf(stderr, "bitleap-bench: an input cannot be written: %s\n", err.what);
        return false;
    }
    return one_stream(work, bytes);
}

static void put(void *file, const char *text, size_t size)
{
    fwrite(text, 1, size, file);
}

bool work_fail(const char *path, const struct bl_stream *stream, const struct bl_error *err)
{
    fprintf(stderr, "bitleap-bench: %s: ", path);
    bl_error_print(err, stream, put, stderr);
    putc('\n', stderr);
    return false;
}

bool work_open_file(struct work *work, const char *path, unsigned flags)
{
    struct bl_error err;
    struct bl_stream stream;
    if (bl_file_open(&work->file, path, flags, &err) < 0) {
        work->file = NULL;
        return work_fail(path, NULL, &err);
    }
    if (bl_stream_locate(bl_file_view(work->file), &stream, &err) < 0)
        return work_fail(path, NULL, &err);
    return one_stream(work, stream.bytes);
}

/* Sub-blocks of top-level blocks, by id. */
static bool count_blocks(struct bl_index *index, uint32_t *counts)
{
    uint32_t n_top = bl_index_count(index);
    for (uint32_t i = 0; i < n_top; i++) {
        uint32_t first;
        uint32_t n;
        if (bl_index_children(index, i, &first, &n, NULL) < 0)
            return false;
        for (uint32_t k = first; k < first + n; k++) {
            uint32_t id = bl_index_get(index, k).block.block_id;
            if (id > 0 && id < MAX_BLOCK_ID)
                counts[id]++;
        }
    }
    return true;
}

bool work_choose_block(struct work *work)
{
    struct bl_stream stream;
    struct bl_index *index;
    uint32_t counts[MAX_BLOCK_ID] = {0};
    if (bl_stream_locate(work_view(work->streams[0]), &stream, NULL) < 0 ||
        bl_index_open(&index, &stream, NULL) < 0)
        return false;
    bool good = count_blocks(index, counts);
    bl_index_close(index);
    uint32_t id = FUNCTION;
    for (uint32_t i = 0; counts[FUNCTION] == 0 && i < MAX_BLOCK_ID; i++)
        if (counts[i] > counts[id])
            id = i;
    work->task.block_id = id;
    work->task.nth = counts[id] / 2;
    if (!good)
        fputs("bitleap-bench: an input is damaged\n", stderr);
    return good;
}

void work_release(struct work *work)
{
    free(work->streams);
    bl_writer_close(work->writer);
    if (work->file)
        bl_file_close(work->file);
    free(work->copies);
    *work = (struct work){0};
}
