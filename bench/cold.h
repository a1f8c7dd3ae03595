/* cold.h - files that are not in memory, and how much of them is read
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BENCH_COLD_H
#define BENCH_COLD_H

#include "measure.h"

enum {
    COLD_LEAST_ROUNDS = 5,
    COLD_MOST_ROUNDS = 51
};

/* Drop PATH from the page cache. */
bool cold_drop(const char *path);

/* Pages of BYTES, a mapped file, that are in memory; *ALL: pages there are. */
size_t cold_pages(struct bl_view bytes, size_t *all);

struct cold_result {
    const char *row, *name;
    int rounds;
    struct estimate seconds;
    size_t pages, pages_of_file;
};

void cold_tell(const struct cold_result *result, bool json);

#endif
