/* stream/walk.h - what the index needs of a walk
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_STREAM_WALK_H
#define BL_STREAM_WALK_H

#include "bitleap.h"

/* A walk of one block: PATH is the blocks around it, outermost first, and itself, N_PATH of them (at
 * least 1). INFO is the BLOCKINFO in force for it, or NULL; it must stay until bl_walk_close(). */
int bl_walk_open_inside(struct bl_walk **walk, const struct bl_stream *stream, unsigned flags,
                        const struct bl_block *path, uint32_t n_path,
                        const struct bl_blockinfo *info, struct bl_error *err);

#endif
