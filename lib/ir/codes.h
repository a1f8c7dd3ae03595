/* ir/codes.h - what the columns of bitleap_codes.def mean
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_CODES_H
#define BL_IR_CODES_H

#include "bitleap_module.h"

/* Blocks as BL_CODE() names them: their ids; those without an id of their own come after. */
enum bl_code_block {
    BLOCKINFO = BL_BLOCK_BLOCKINFO,
#define BL_BLOCK(name, id, llvm) name = (id),
#include "bitleap_codes.def"
    SUMMARY = GLOBALVAL_SUMMARY,
    TYPE_OLD = BL_IR_BLOCK_ID_END,
    TYPE_SYMTAB_OLD,
    N_CODE_BLOCKS
};

enum bl_code_trait {
    TEXT_0 = 1, /* text begins at operand 0 */
    TEXT_1,
    TEXT_2,
    TEXT_MASK = 3,
    NO_NUMBER = 4 /* METADATA: makes no node, value or string */
};

#endif
