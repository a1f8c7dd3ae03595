/* ir/min_version.h - which LLVM was the first to know a code, or an operand
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_MIN_VERSION_H
#define BL_IR_MIN_VERSION_H

#include "ir/module.h"

/* In place of a block: code is the kind of an attribute. */
#define BL_MIN_VERSION_ATTRIBUTE UINT32_C(0x80000000)

struct bl_min_version {
    const char *what; /* NULL: its code says it all */
    uint32_t block;   /* id, or BL_MIN_VERSION_ATTRIBUTE */
    uint32_t code;
    uint8_t least; /* no LLVM before this one reads it */
    uint8_t sure;  /* this one does; 0: not known */
};

/* NULL: LLVM 13 knows it, or the block is none of those that are looked at. */
const struct bl_min_version *bl_min_version_of_code(uint32_t block, uint32_t code);

/* An operand that LLVMs refuse, or misread, although they know the code of its record. */
struct bl_min_version_operand {
    const char *what; /* NULL: that there is one at this place */
    uint32_t block, code;
    uint8_t least, sure; /* as above */
    uint8_t n_pairs;     /* values in front, each with its type where it leads ahead */
    uint8_t at;          /* number of the operand, after the pairs */
    uint8_t n_behind;    /* how many must follow */
    bool anywhere;       /* at AT or after */
    uint64_t low, high;  /* what it is */
};

/* The operand of REC (in BLOCK) that needs the newest LLVM, or NULL. Operands of the module's
 * records count back if IS_RELATIVE; where they do not, pairs cannot be distinguished, and no LLVM
 * of our days wrote them. */
const struct bl_min_version_operand *bl_min_version_of_operand(uint32_t block,
                                                               const struct bl_record *rec,
                                                               bool is_relative);

/* Whether row *I of these, or one after it, finds something in REC, and *I is that one. They are in
 * the order of features.def. */
bool bl_min_version_next(uint32_t block, const struct bl_record *rec, bool is_relative,
                         uint32_t *i);
const struct bl_min_version_operand *bl_min_version_row(uint32_t i);
/* Whether one of them is about CODE. */
bool bl_min_version_has_rows(uint32_t block, uint32_t code);
/* Where in REC the operand is that ROW is about. */
uint32_t bl_min_version_place(const struct bl_min_version_operand *row,
                              const struct bl_record *rec);

/* Codes of a block that are worth a look. */
struct bl_code_set {
    uint64_t bits[2]; /* by code; from 128 on, all are */
};

/* Those that can need an LLVM newer than NEEDED. */
struct bl_code_set bl_codes_above(uint32_t block, unsigned needed);

static inline bool bl_code_set_has(const struct bl_code_set *codes, uint32_t code)
{
    return code >= 128 || (codes->bits[code / 64] >> code % 64 & 1);
}

/* As bl_min_version_of_code() for the form of attribute A, whose kind older LLVMs know: that it has
 * an integer, or, of memory, that LLVMs which do not distinguish its kinds take it for less than is
 * done. WHAT says which. */
const struct bl_min_version *bl_min_version_of_form(const struct bl_attribute *a);

/* As bl_min_version_of_code() for the VERSION of a summary. */
const struct bl_min_version *bl_min_version_of_summary(uint64_t version);

/* For the epoch of a stream and the version of a module's records: all LLVMs up to 22 refuse an
 * epoch that is not 0, and a version above 2. */
const struct bl_min_version *bl_min_version_of_epoch(uint64_t epoch);
const struct bl_min_version *bl_min_version_of_module(uint64_t version);

#endif
