/* ir/since.h - which LLVM was the first to know a code
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_SINCE_H
#define BL_IR_SINCE_H

#include "ir/module.h"

/* In place of a block: code is the kind of an attribute. */
#define BL_SINCE_ATTRIBUTE_KIND UINT32_C(0x80000000)

struct bl_since {
    const char *name; /* of the enumerator in LLVMBitCodes.h */
    uint32_t block;   /* id, or BL_SINCE_ATTRIBUTE_KIND */
    uint32_t code;
    uint8_t least; /* no LLVM before this one reads it */
    uint8_t sure;  /* this one does; 0: not known */
};

/* NULL: LLVM 13 knows it, or the block is none of those that are looked at. */
const struct bl_since *bl_since_find(uint32_t block, uint32_t code);

/* The same for the VERSION of a summary. */
const struct bl_since *bl_since_summary(uint64_t version);

/* For the epoch of a stream and the version of a module's records: all LLVMs up to 22 refuse an
 * epoch that is not 0, and a version above 2. */
const struct bl_since *bl_since_epoch(uint64_t epoch);
const struct bl_since *bl_since_version(uint64_t version);

/* All rows, for tests. */
const struct bl_since *bl_since_table(size_t *n);

#endif
