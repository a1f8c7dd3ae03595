/* base/spill.h - bytes that are put aside on disk while more are made
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In a file without a name, below TMPDIR or, without that, in /var/tmp, which is on a disk more
 * often than /tmp. Bytes are only appended; when all are there they are mapped.
 */
#ifndef BL_BASE_SPILL_H
#define BL_BASE_SPILL_H

#include "bitleap_base.h"

/* Zero-initialise to make it empty. */
struct bl_spill {
    uint64_t size;
    int fd; /* while size > 0, or is_open */
    bool is_open;
};

/* Make the file of an empty one, for a process that is begun next to add to it. False: there cannot
 * be one. */
bool bl_spill_open(struct bl_spill *spill);
/* What another process has added is there. False: how much it is cannot be known. */
bool bl_spill_added(struct bl_spill *spill);

/* Append SIZE bytes. False: that is not possible, and what was there before still is. */
bool bl_spill_add(struct bl_spill *spill, const void *data, size_t size);

/* All bytes, to be read only; there are some. NULL: they cannot be mapped. Not of the spill any
 * more: bl_spill_unmap() gives them back. */
void *bl_spill_map(const struct bl_spill *spill);
void bl_spill_unmap(void *data, uint64_t size);

/* Let the memory go that has been filled by reading SIZE bytes at DATA, which lie in such a mapping
 * and stay there. */
void bl_spill_rest(const void *data, uint64_t size);

/* Copy all bytes to DATA. False: they cannot be read. */
bool bl_spill_read(const struct bl_spill *spill, uint8_t *data);

/* Empty again. */
void bl_spill_release(struct bl_spill *spill);

#endif
