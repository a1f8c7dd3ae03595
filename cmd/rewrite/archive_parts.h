/* cmd/rewrite/archive_parts.h - the members of a large archive, changed in several processes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_ARCHIVE_PARTS_H
#define CMD_ARCHIVE_PARTS_H

#include "rewrite/places.h"

struct archive_parts {
    struct context *context;
    struct places *places; /* of the archive: what is changed is noted there */
    /* In a process: change the members that begin in RANGE, at PLACES, and leave in SUM what there
     * is to be counted. False: that has failed. */
    bool (*work)(void *data, struct places *places, struct bl_view range);
    void (*add)(void *data); /* here, after each of them: add what is in SUM */
    void *data;
    void *sum;
    size_t n_sum;
};

/* False: nothing has been changed or printed, as the archive is small, there is one core, or a
 * process has failed: then the same is to be done here, which says why. */
bool archive_parts_change(const struct archive_parts *parts);

#endif
