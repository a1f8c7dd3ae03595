/* report/report_data.h - what a report shows, as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_REPORT_DATA_H
#define CMD_REPORT_DATA_H

#include "report/report_tree.h"

/* Nodes that are shown by themselves. Cells for the rest of a node and for what is too small come
 * on top, at most about as many. */
enum {
    MOST_CELLS = 10000
};

/* Put one object of type "report" about STREAMS, of which TREE was made, to O. BEFORE are what was
 * before, which TREE was joined with; NULL: nothing to compare with. */
void put_report_data(struct out *o, struct tree *tree, struct streams *streams,
                     const struct streams *before);

#endif
