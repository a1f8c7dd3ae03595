/* cmd/diff/sizes.h - which blocks, and which records in them, take more bits or fewer on one side
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_DIFF_SIZES_H
#define CMD_DIFF_SIZES_H

#include "diff/side.h"

/* What takes other bits on both sides: blocks of a kind, or records of a code in them. */
struct size_row {
    char *name;
    uint64_t bits[2]; /* before and after */
    uint64_t n[2];    /* records */
};

struct block_sizes {
    struct size_row whole;
    struct size_row *records;
    uint32_t n_records, cap_records;
};

struct sizes {
    struct block_sizes *blocks; /* in the order of their ids */
    uint32_t n_blocks, cap_blocks;
};

/* Of SIDES, before and after. What damage hides may belong to any. */
void sizes_find(struct sizes *sizes, const struct diff_side sides[2]);
void sizes_release(struct sizes *sizes);

/* Whether blocks of any kind take other bits. */
bool sizes_differ(const struct sizes *sizes);

/* Print them, most change first; JSON has them in order. WITH_RECORDS: also those of records. */
void sizes_put(struct sizes *sizes, struct context *c, bool with_records);

#endif
