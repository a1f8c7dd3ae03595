/* cmd/base/progress.h - how far long work has come, on a terminal
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include "bitleap.h"

#include <time.h>

struct progress {
    bool is_shown;  /* standard error is a terminal that can go back in a line */
    bool may_stop;  /* a signal stops the work in order, once some is done; another one ends it */
    bool has_begun; /* some is done */
    struct timespec begin, shown;
};

/* Begin to show progress of work that a signal may end at any moment or, if MAY_STOP, stop. */
void progress_begin(struct progress *p, bool may_stop);

/* A bl_catalog_progress_fn; false: a signal has stopped the work. */
bool progress_show(void *progress, const struct bl_catalog_progress *now);

/* Take the line away. Returns the signal that has stopped the work, to be raised again; or 0. */
int progress_end(struct progress *p);

#endif
