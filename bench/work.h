/* work.h - rows, and the inputs that they measure
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A row is known by name and cheap; its work, the input, is made when the row's turn comes.
 */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#include "engine.h"

#include "bitleap.h"

enum {
    /* Bytes of a synthetic input, unless stated otherwise: larger than the first level cache, small
     * enough to be measured often. */
    INPUT_BYTES = 1 << 20,
    LEAST_INPUT_BYTES = 1 << 12,
    MOST_INPUT_BYTES = 1 << 26,
    MAX_ROWS = 1024,
    MAX_ROW_NAME = 96,
};

struct row;

/* What engines are given. */
struct work {
    struct bench_stream *streams; /* each is opened, worked on and closed in turn */
    size_t n_streams;
    uint64_t bytes; /* of all streams */
    bool keep_open; /* opening is no part of the time */
    struct bench_task task;
    bool is_known; /* the hash that the input was made from */
    uint64_t hash;
    /* Who owns the bytes. */
    struct bl_writer *writer;
    struct bl_file *file;
    uint8_t *copies;
};

typedef bool make_fn(const struct row *row, struct work *work);

/* Measures, and prints, at once. False: reported on standard error. */
struct method;
typedef bool measure_fn(const struct method *method, const struct row *row, bool json);

struct row {
    char name[MAX_ROW_NAME];
    enum bench_way way;
    make_fn *make;      /* false: reported on standard error */
    const void *recipe; /* for make() */
    uint64_t number;    /* for make() */
    const char *path;   /* of a file */
    unsigned threads;
    uint64_t input_bytes; /* of a synthetic input */
    measure_fn *measure;  /* of a catalog: not the work of an engine */
};

struct rows {
    struct row list[MAX_ROWS];
    int n;
    uint64_t input_bytes; /* of those that are added */
};

/* A new row with this name (printf), or the last one again where there is no room. */
__attribute__((format(printf, 3, 4))) struct row *rows_add(struct rows *rows, enum bench_way way,
                                                           const char *format, ...);

void rows_add_arrays(struct rows *rows);
void rows_add_records(struct rows *rows);
/* Synthetic ones, and those in the directory CORPORA, whose name stays in use. */
void rows_add_small(struct rows *rows, const char *corpora);
void rows_add_sizes(struct rows *rows);
/* PATH stays in use. False: it has no stream; reported on standard error. */
bool rows_add_file(struct rows *rows, const char *path);

/* Catalogs of the file at PATH, which stays in use; with --cold. */
void rows_add_catalogs(struct rows *rows, const char *path);

/* Look-ups of names in a catalog of the small files in the directory CORPORA, if they are there. */
void rows_add_lookup(struct rows *rows, const char *corpora);

/* Whether the file at PATH is a container, of which a row is nothing but catalogs. */
bool is_container(const char *path);

/* Its last two names, which are mostly enough to distinguish it from others. */
const char *short_name(const char *path);

/* The largest file of DIRECTORY/small, and of the directories in DIRECTORY/large, N in all; or just
 * the largest one of DIRECTORY. The caller's, NULL where there is none. */
void find_corpora(const char *directory, const char **paths, int n);

/* What one unit of a row is, in which its speed is given: "value", "record", "block", "call". */
const char *way_unit(enum bench_way way);
uint64_t way_units(enum bench_way way, const struct bench_sink *sink);

/* Set WORK up to read WRITER's stream, which it takes over. False: reported on standard error. */
bool work_from_writer(struct work *work, struct bl_writer *writer);
/* What BENCH_FIND looks for: the middle one of the functions, or of the
 * sub-blocks that are most. */
bool work_choose_block(struct work *work);
/* STREAM's bytes for the library. */
static inline struct bl_view work_view(struct bench_stream stream)
{
    return (struct bl_view){stream.data, stream.size};
}

/* Print ERR to standard error, with the file at PATH, and STREAM unless it is NULL. Returns
 * false. */
bool work_fail(const char *path, const struct bl_stream *stream, const struct bl_error *err);

/* The stream of a file. False: reported on standard error. */
bool work_open_file(struct work *work, const char *path, unsigned flags);
void work_release(struct work *work);

/* A stream like a module, of about BYTES bytes, with functions and debug info in
 * the usual records. */
struct bl_writer *write_module(uint64_t bytes, uint64_t seed);

#endif
