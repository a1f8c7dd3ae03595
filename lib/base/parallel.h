/* base/parallel.h - how many threads there are going to be
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_PARALLEL_H
#define BL_BASE_PARALLEL_H

#include "bitleap_parallel.h"

#include <stdint.h>

enum {
    /* However many a caller wants: each has memory of its own. */
    BL_MAX_THREADS = 1024
};

/* The threads that bl_parallel() works on with these arguments, at least 1: for callers that keep
 * something for each. */
unsigned bl_threads_for(unsigned n_threads, uint64_t n_jobs);

#endif
