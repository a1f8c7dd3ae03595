/* cmd/streams.h - all streams that a query was given, at once
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For commands that ask the streams themselves, all of them the same, on several threads. They come
 * from the query's catalog, in its order, so that no answer depends on the order of operands, or on
 * how often one was given.
 */
#ifndef CMD_STREAMS_H
#define CMD_STREAMS_H

#include "input/input.h"
#include "input/query.h"

/* A file that has some. */
struct stream_source {
    char *path;    /* nested, of one that a thin archive names */
    uint64_t size; /* bytes */
};

struct stream_item {
    struct input input; /* file, found, needs_name are not told */
    char *path;         /* what input.path points at */
    uint32_t number;    /* in the catalog */
};

struct streams {
    const struct query *query;
    struct stream_source *sources;
    uint32_t n_sources, cap_sources;
    struct stream_item *items;
    uint32_t n, cap;
};

/* Find the streams of the N operands and of the index that COMMON names, with PARTS
 * (bl_catalog_part) of what is in them, and call WORK once with all of them. What is bad on the way
 * is told, and the rest found all the same. Returns the exit status, which is EXIT_BAD_INPUT too
 * where WORK returns false. */
typedef bool streams_fn(void *context, const struct streams *streams);
int with_streams(const struct common *common, struct out *o, unsigned parts, int n, char **operands,
                 streams_fn *work, void *context);

/* Count all of them in STATS, on N_THREADS threads (0: all cores); FAIL is called for what is wrong
 * in an item. False: no memory. */
bool streams_count(const struct streams *streams, struct bl_stats *stats, unsigned n_threads,
                   bl_stats_fail_fn *fail, void *context);

/* Tell COMMAND's user that there are none, unless it was told why. */
void streams_report_none(const struct streams *streams, const struct command *command);

/* Tell what was wrong in ITEM, unless that was told when it was found. */
void streams_report(const struct streams *streams, uint32_t item, const struct bl_error *err);

#endif
