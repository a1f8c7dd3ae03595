/* ir/since.h - which LLVM was the first to know a code, or an operand
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

/* An operand that LLVMs refuse, or misread, although they know the code of its record. */
struct bl_since_operand {
    const char *what; /* NULL: that there is one at this place */
    uint32_t block, code;
    uint8_t least, sure; /* as above */
    uint8_t n_pairs;     /* values in front, each with its type where it leads ahead */
    uint8_t at;          /* number of the operand, behind the pairs */
    uint8_t n_behind;    /* how many must follow */
    bool anywhere;       /* at AT or behind */
    uint64_t low, high;  /* what it is */
};

/* What in REC, of BLOCK, needs the newest LLVM; NULL: nothing. Operands of the module's records
 * count back if IS_RELATIVE; where they do not, pairs cannot be told, and no LLVM of our days wrote
 * them. */
const struct bl_since_operand *bl_since_operand(uint32_t block, const struct bl_record *rec,
                                                bool is_relative);

/* Codes of a block that are worth a look. */
struct bl_since_codes {
    uint64_t bits[2]; /* by code; from 128 on, all are */
};

/* Those that can need an LLVM newer than NEEDED. */
struct bl_since_codes bl_since_codes(uint32_t block, unsigned needed);

static inline bool bl_since_is_among(const struct bl_since_codes *codes, uint32_t code)
{
    return code >= 128 || (codes->bits[code / 64] >> code % 64 & 1);
}

/* As bl_since_find() for the INTEGER of attribute memory: whether LLVMs that do not tell its kinds
 * of memory apart take it for less than is done. The name is that of the kind. */
const struct bl_since *bl_since_memory(uint64_t integer);

/* As bl_since_find() for the VERSION of a summary. */
const struct bl_since *bl_since_summary(uint64_t version);

/* For the epoch of a stream and the version of a module's records: all LLVMs up to 22 refuse an
 * epoch that is not 0, and a version above 2. */
const struct bl_since *bl_since_epoch(uint64_t epoch);
const struct bl_since *bl_since_version(uint64_t version);

/* All rows, for tests. */
const struct bl_since *bl_since_table(size_t *n);

#endif
