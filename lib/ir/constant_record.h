/* ir/constant_record.h - what the records of constants are made of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_CONSTANT_RECORD_H
#define BL_IR_CONSTANT_RECORD_H

#include "bitleap_function.h"

enum constant_code {
    NULL_VALUE = 2,
    UNDEF = 3,
    INTEGER = 4,
    WIDE_INTEGER = 5,
    FLOAT = 6,
    AGGREGATE = 7,
    STRING = 8,
    CSTRING = 9,
    CE_BINOP = 10,
    CE_CAST = 11,
    CE_GEP_OLD = 12,
    CE_SELECT = 13,
    CE_EXTRACTELT = 14,
    CE_INSERTELT = 15,
    CE_SHUFFLEVEC = 16,
    CE_CMP = 17,
    INLINEASM_OLD = 18,
    CE_SHUFVEC_EX = 19,
    CE_INBOUNDS_GEP = 20,
    BLOCKADDRESS = 21,
    DATA = 22,
    INLINEASM_OLD2 = 23,
    CE_GEP_WITH_INRANGE_INDEX_OLD = 24,
    CE_UNOP = 25,
    POISON = 26,
    DSO_LOCAL_EQUIVALENT = 27,
    INLINEASM_OLD3 = 28,
    NO_CFI_VALUE = 29,
    INLINEASM = 30,
    CE_GEP_WITH_INRANGE = 31,
    CE_GEP = 32,
    PTRAUTH = 33,
    PTRAUTH2 = 34,
};

/* Whether records of that code have a fixed number of operands, a few. */
bool bl_constant_is_short(uint32_t code);

/* What stands in front of the pairs of types and values: the type that is indexed, which old LLVMs
 * left to the pointer; flags; a range. */
struct bl_gep {
    uint32_t at; /* next operand */
    bool has_type, has_range;
    uint64_t type, flags;
    uint64_t in_range_index; /* UINT64_MAX: none */
    uint32_t range_bits, lower_at, n_lower, upper_at, n_upper;
};

/* REC is a record of one of the codes CE_GEP, CE_INBOUNDS_GEP, CE_GEP_WITH_... */
struct bl_gep bl_constant_gep(const struct bl_record *rec);

#endif
