/* index/index.h - what the layer above needs of an index, beside the public functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_INDEX_INDEX_H
#define BL_INDEX_INDEX_H

#include "bitleap.h"

/* The stream it was opened on. */
const struct bl_stream *bl_index_stream(const struct bl_index *ix);

/* What BLOCKINFO blocks in front of BLOCK have put in force for it; NULL: nothing.
 * Borrowed. BL_E_NOMEM. */
int bl_index_read_blockinfo(struct bl_index *ix, uint32_t block, const struct bl_blockinfo **info);

#endif
