/* analysis/stream_modules.h - the modules of all streams that a command was given
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_STREAM_MODULES_H
#define CMD_STREAM_MODULES_H

#include "input/streams.h"

struct stream_module {
    uint32_t item;   /* number of its stream */
    uint32_t number; /* in the stream, from 0 */
    uint32_t block;
    bool is_alone; /* the stream has no other */
};

/* Keep ERR in *FIRST unless one is kept there. */
static inline void keep_error(struct bl_error *first, const struct bl_error *err)
{
    if (first->status == BL_OK)
        *first = *err;
}

/* Call VISIT for all modules of LLVM IR, on all threads, then report the first error of each
 * stream, in order. VISIT keeps its own errors in *FIRST. */
typedef void stream_module_fn(void *context, struct bl_index *index,
                              const struct stream_module *module, struct bl_error *first);
void for_each_stream_module(const struct streams *streams, stream_module_fn *visit, void *context);

/* By stream, then by number. */
int compare_stream_modules(const struct stream_module *a, const struct stream_module *b);

/* "PATH" or, among several, "PATH[module 2]". */
void put_stream_module(struct out *o, const struct streams *streams,
                       const struct stream_module *module);

/* A module that is open. Zeroes: none. */
struct module_reader {
    struct stream_module of;
    struct bl_index *index;
    struct bl_module *module; /* NULL: none */
};

/* Open MODULE in place of the one before, unless that is it. The index stays where it is that of
 * the same stream. On failure none is open. */
int module_reader_open(struct module_reader *r, const struct streams *streams,
                       const struct stream_module *module, struct bl_error *err);
void module_reader_close(struct module_reader *r);

#endif
