/* ir/constant_record.h - what the records of constants are made of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_CONSTANT_RECORD_H
#define BL_IR_CONSTANT_RECORD_H

#include "bitleap_function.h"

/* Whether records of that code have a fixed number of operands, a few. */
bool bl_constant_is_short(uint32_t code);

/* What comes before the pairs of types and values: the type that is indexed, which old LLVMs
 * left to the pointer; flags; a range. */
struct bl_gep {
    uint32_t at; /* next operand */
    bool has_type, has_range;
    uint64_t type, flags;
    uint64_t in_range_index; /* UINT64_MAX: none */
    uint32_t range_bits, lower_at, n_lower, upper_at, n_upper;
};

static inline bool bl_constant_is_gep(uint32_t code)
{
    return code == BL_CODE_CONSTANTS_CE_GEP_OLD || code == BL_CODE_CONSTANTS_CE_INBOUNDS_GEP ||
           code == BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE_INDEX_OLD ||
           code == BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE || code == BL_CODE_CONSTANTS_CE_GEP;
}

/* REC is a record of one of these codes. */
struct bl_gep bl_constant_gep(const struct bl_record *rec);

/* Where in REC the part is that bl_constant_part() gives. False: there is none of this NUMBER. */
bool bl_constant_part_at(const struct bl_record *rec, uint32_t number, uint32_t *op);

#endif
