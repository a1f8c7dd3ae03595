/* report/report_strings.h - texts and names outside of function bodies, by weight
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_REPORT_STRINGS_H
#define CMD_REPORT_STRINGS_H

#include "analysis/string_finder.h"
#include "input/streams.h"

/* All texts that are the same. */
struct text_weight {
    char *text; /* at most MOST_TEXT bytes of it */
    uint64_t hash, count, bytes;
    enum string_kind kind;
};

enum {
    MOST_TEXT = 160
};

/* The heaviest first; malloc'ed, as are their texts. *BYTES are those of all. What cannot be read
 * is left out. */
struct text_weight *weigh_texts(const struct streams *streams, uint32_t *n, uint64_t *bytes);

#endif
