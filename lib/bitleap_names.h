/* bitleap_names.h - names of blocks and records of LLVM IR
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_NAMES_H
#define BITLEAP_NAMES_H

#include "bitleap_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Names in LLVM IR ---- */

/* Two block ids were given up and later taken again. These pseudo ids stand for the old meaning:
 * the functions below take them in place of 10 and 13.
 *
 *   TYPE_OLD         block 10 up to LLVM 2.9; since 3.3 PARAMATTR_GROUP. The old block's first
 *                    record has code 1 (NUMENTRY), the new one holds only code 3 (ENTRY).
 *   TYPE_SYMTAB_OLD  block 13 up to LLVM 2.9; since 3.8 IDENTIFICATION. The old block stands in a
 *                    module, the new one at the top level. */
#define BL_TYPE_BLOCK_OLD UINT32_C(0x8000000A)
#define BL_TYPE_SYMTAB_BLOCK_OLD UINT32_C(0x8000000D)

/* Every block and record code that LLVM 2.9 to 22 wrote, in one style (LLVMBitCodes.h): TYPE_BLOCK,
 * INST_CALL. They mean something in LLVM IR streams only; a name from the stream's own
 * BLOCKINFO goes before them. NULL: not known. Static. PARENT_ID (BL_NO_BLOCK: top level)
 * decides what 13 means. */
BL_API const char *bl_ir_block_name(uint32_t parent_id, uint32_t block_id);
BL_API const char *bl_ir_record_name(uint32_t block_id, uint32_t code);

/* For records that hold text, one character an operand, as TRIPLE does: the number of the first
 * one. UINT32_MAX for all others. */
BL_API uint32_t bl_ir_record_text_at(uint32_t block_id, uint32_t code);

/* N operands from FIRST on, one character each. */
struct bl_text_ops {
    uint32_t first, n;
};

/* For records that hold texts between other operands: inline assembly and its constraints; the
 * attributes of a group; a COMDAT's name, before version 2 of modules. Puts the next one or two
 * into TEXTS, which may be empty, and moves *AT, 0 to begin with, behind them. Returns how many; 0:
 * there are no more. */
BL_API unsigned bl_ir_record_texts(uint32_t block_id, uint32_t code, const uint64_t *ops,
                                   uint32_t n_ops, uint32_t *at, struct bl_text_ops texts[2]);

/* BLOCK_ID, or the pseudo id where it has its old meaning, which its parent's id and the code of
 * its first record tell (any other code where it has none). */
BL_API uint32_t bl_ir_block_role(uint32_t parent_id, uint32_t block_id, uint32_t first_code);

/* What llvm-bcanalyzer 22 prints; NULL where it prints UnknownBlock<N> or
 * UnknownCode<N>. Static. */
BL_API const char *bl_llvm_block_name(uint32_t block_id);
BL_API const char *bl_llvm_record_name(uint32_t block_id, uint32_t code);

/* Names of real blocks have ids below BL_IR_BLOCK_ID_END, and codes below BL_IR_CODE_END. */
enum {
    BL_IR_BLOCK_ID_END = 27,
    BL_IR_CODE_END = 67
};

/* Find a block by either kind of name. Case is ignored, _BLOCK or _BLOCK_ID at the end may be
 * missing or exchanged; an old block is found with _OLD at the very end and gives its pseudo id.
 * False, leaving *block_id alone, when there is none. */
BL_API bool bl_ir_block_by_name(const char *name, uint32_t *block_id);

#ifdef __cplusplus
}
#endif

#endif /* BITLEAP_NAMES_H */
