/* cmd/input/streams.h - all streams that a query was given, at once
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For commands that read the streams themselves, all of them in the same way, on several threads.
 * They come from the query's catalog, in its order, so that no answer depends on the order of
 * operands, or on how often one was given.
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
    struct input input; /* without file, found, needs_name */
    char *path;         /* the same as input.path */
    uint32_t number;    /* in the catalog */
    uint32_t source;    /* in struct streams; BL_NONE: it is not known */
};

struct streams {
    struct query query;
    struct stream_source *sources;
    uint32_t n_sources, cap_sources;
    struct stream_item *items;
    uint32_t n, cap;
};

/* Find the streams of the operands and of the index that C names, with PARTS (bl_catalog_part) of
 * what is in them. What is bad on the way is reported, and the rest found all the same. False:
 * there is no catalog, or no memory, which has been reported. streams_close() in any case. */
bool streams_open(struct streams *streams, struct context *c, unsigned parts);
void streams_close(struct streams *streams);

/* Count all of them in STATS, and report what is wrong in them. */
void streams_count(struct streams *streams, struct bl_stats *stats);

/* Report that there are none, unless it was reported why. */
void streams_report_none(const struct streams *streams);

/* Report what was wrong in ITEM. */
void streams_report(const struct streams *streams, uint32_t item, const struct bl_error *err);

#endif
