/* support/everything.h - read all that can be read of a file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_EVERYTHING_H
#define BL_SUPPORT_EVERYTHING_H

#include "bitleap.h"

/* A file, its first stream, and what threads may share of it. */
struct everything {
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_index *index; /* all of it is known */
    struct bl_split *split;
};

/* False: there is no stream that can be indexed. FLAGS: bl_open_flags. */
bool everything_open(struct everything *everything, const char *path, unsigned flags);
void everything_close(struct everything *everything);

/* A sum over it: blocks, records, pieces, modules with their symbols, metadata and bodies, counts.
 * Any number of threads may do so at the same time. */
uint64_t everything_read(const struct everything *everything);

#endif
