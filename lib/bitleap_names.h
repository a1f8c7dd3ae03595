/* bitleap_names.h - names of blocks and records of LLVM IR
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_NAMES_H
#define BITLEAP_NAMES_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* ---- Names in LLVM IR ---- */

/* LLVM has used two block ids twice. These pseudo ids have the old meaning; the functions below
 * accept them instead of 10 and 13.
 *
 *   TYPE_OLD         block 10 up to LLVM 2.9; since 3.3 PARAMATTR_GROUP. The old block's first
 *                    record has code 1 (NUMENTRY), the new one holds only code 3 (ENTRY).
 *   TYPE_SYMTAB_OLD  block 13 up to LLVM 2.9; since 3.8 IDENTIFICATION. The old block is in a
 *                    module, the new one at the top level. */
#define BL_BLOCK_TYPE_OLD 0x8000000Au
#define BL_BLOCK_TYPE_SYMTAB_OLD 0x8000000Du

/* Every block and record code that LLVM 2.9 to 22 wrote, in one style (LLVMBitCodes.h): TYPE_BLOCK,
 * INST_CALL. They are valid in LLVM IR streams only; a name in the stream's own BLOCKINFO has
 * precedence. PARENT_ID (BL_NONE: top level) decides between the meanings of block 13. NULL:
 * unknown. Static. */
BL_API const char *bl_ir_block_name(uint32_t parent_id, uint32_t block_id);
BL_API const char *bl_ir_record_name(uint32_t block_id, uint32_t code);

/* For records of text, one character an operand, as TRIPLE: the number of the operand with the
 * first character. BL_NONE for all others. */
BL_API uint32_t bl_ir_record_text_at(uint32_t block_id, uint32_t code);

/* N operands from FIRST on, one character each. */
struct bl_text_ops {
    uint32_t first, n;
};

/* For records with texts between other operands: inline assembly and its constraints; the
 * attributes of a group; a COMDAT's name, before version 2 of modules. Puts the next one or two,
 * possibly empty, into TEXTS and advances *AT, 0 at first, past them. Returns how many; 0: there
 * are no more. */
BL_API unsigned bl_ir_record_texts(uint32_t block_id, uint32_t code, const uint64_t *ops,
                                   uint32_t n_ops, uint32_t *at, struct bl_text_ops texts[2]);

/* What operand NUMBER of RECORD is, in a block of BLOCK_ID in a module of MODULE_VERSION:
 * "linkage", after LLVM's BitcodeWriter.cpp; of metadata nodes the field's name in LLVM assembly.
 * Empty where it is not known, or has no name. Of records whose operands depend on those before
 * them, the first 64 have names. Static. */
BL_API struct bl_view bl_ir_operand_name(uint32_t block_id, const struct bl_record *record,
                                         uint32_t number, uint64_t module_version);

/* BLOCK_ID, or the pseudo id if the block has the old meaning, judging by its parent's id and the
 * code of its first record (without a record: any other code). */
BL_API uint32_t bl_ir_block_role(uint32_t parent_id, uint32_t block_id, uint32_t first_code);

/* What llvm-bcanalyzer 22 prints; NULL where it prints UnknownBlock<N> or
 * UnknownCode<N>. Static. */
BL_API const char *bl_llvm_block_name(uint32_t block_id);
BL_API const char *bl_llvm_record_name(uint32_t block_id, uint32_t code);

/* Names of real blocks have ids below BL_IR_BLOCK_ID_END, and codes below BL_IR_CODE_END. */
enum bl_ir_end {
    BL_IR_BLOCK_ID_END = 27,
    BL_IR_CODE_END = 67,
    BL_IR_MAX = 256, /* none will ever be greater */
};

/* Find a block by either kind of name. Case is ignored, _BLOCK or _BLOCK_ID at the end may be
 * missing or exchanged; _OLD at the very end finds an old block, with its pseudo id. False if there
 * is none; *block_id is then unchanged. */
BL_API bool bl_ir_block_by_name(const char *name, uint32_t *block_id);

BL_END_DECLS

#endif /* BITLEAP_NAMES_H */
