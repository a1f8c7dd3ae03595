/* cmd/progress.h - how far long work has come, on a terminal
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include "bitleap.h"

#include <time.h>

struct progress {
    bool is_shown; /* standard error is a terminal that can go back in a line */
    struct timespec begin, shown;
};

/* Begin to show progress of work that a signal may end at any moment. */
void progress_begin(struct progress *p);

/* A bl_catalog_progress_fn; true. */
bool progress_show(void *progress, const struct bl_catalog_progress *now);

/* Take the line away. */
void progress_end(struct progress *p);

#endif
