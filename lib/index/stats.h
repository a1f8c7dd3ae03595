/* index/stats.h - counting where blocks differ by more than their id
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_INDEX_STATS_H
#define BL_INDEX_STATS_H

#include "bitleap_stats.h"
#include "bitleap_walk.h"
#include "stream/walk.h"

/* What block number LEVEL of those that are open in WALK counts as, instead of its id;
 * bl_walk_open_block() and bl_walk_first_code() know it. */
typedef uint32_t bl_role_fn(const struct bl_walk *walk, uint32_t level);

/* As bl_stats_open(); ROLE is asked in LLVM IR with BL_STATS_ROLES. */
int bl_stats_open_by(struct bl_stats **stats, unsigned flags, bl_role_fn *role,
                     struct bl_error *err);

/* The next stream that is added has SPANS, whose records are not counted, only their bits. */
void bl_stats_pass(struct bl_stats *stats, struct bl_read_spans *spans);

/* As bl_stats_add_blocks(), of blocks in a stream after all that were added, so that what is around
 * them counts where nothing else is known. */
int bl_stats_add_later(struct bl_stats *stats, const struct bl_stats_block *block);

#endif
