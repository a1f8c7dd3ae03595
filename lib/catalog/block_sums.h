/* catalog/block_sums.h - where the bits of a stream go, as an index file has it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_BLOCK_SUMS_H
#define BL_CATALOG_BLOCK_SUMS_H

#include "catalog/record_buffer.h"
#include "stream/walk.h"

/* Append those of STREAM, LLVM IR, to BUFFER as layout.h says; nothing if not all of it can be
 * read, or a block has a name of its own. SPANS of it are not read again. BL_E_NOMEM. */
int bl_block_sums_put(const struct bl_stream *stream, struct bl_read_spans *spans,
                      struct bl_buffer *buffer);

#endif
