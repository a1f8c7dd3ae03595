/* cmd/analysis/line_diff.h - which lines of two texts of LLVM assembly differ
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers of values and blocks (%7) follow from what is before them: one instruction more changes
 * all that come after it. Lines are matched without these numbers; then a line counts as changed
 * only where its numbers are not those that the matching gives to each other.
 */
#ifndef CMD_LINE_DIFF_H
#define CMD_LINE_DIFF_H

#include "bitleap.h"

struct line {
    struct bl_view text; /* without its end */
    uint64_t key;        /* of the text without numbers */
    uint32_t other;      /* the line of the other text that is the same; BL_NONE: it is changed */
};

struct lines {
    struct line *lines;
    uint32_t n, cap;
};

/* The lines of TEXT, which must stay. */
void lines_split(struct lines *lines, struct bl_view text);
void lines_release(struct lines *lines);

/* Match the lines of BEFORE and AFTER. *N_COMPARED, 0 at first, sums up the work for all that a
 * command matches. False: it would be too much, and only lines at both ends are matched. */
bool lines_match(struct lines *before, struct lines *after, uint64_t *n_compared);

#endif
