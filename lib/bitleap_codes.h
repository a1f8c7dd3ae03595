/* bitleap_codes.h - numbers of LLVM IR's blocks, records and kinds of attributes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The rows of bitleap_codes.def, which is installed beside this file, as enumerators. Names are
 * those of LLVMBitCodes.h with our prefixes: BL_BLOCK_METADATA, BL_CODE_METADATA_STRINGS,
 * BL_CODE_FUNCTION_INST_CALL, BL_CODE_SUMMARY_PERMODULE, BL_ATTR_KIND_MEMORY.
 */
#ifndef BITLEAP_CODES_H
#define BITLEAP_CODES_H

/* The newest LLVM whose codes, attributes, operands and spelling are known. */
#define BL_NEWEST_LLVM 22

/* Ids of blocks: of a bl_block and a bl_index_entry. */
enum bl_ir_block {
#define BL_BLOCK(name, id, llvm) BL_BLOCK_##name = (id),
#include "bitleap_codes.def"
};

/* Codes of records, BL_CODE_ and the block and the record: of a bl_record. */
enum bl_code {
#define BL_CODE(block, name, code, llvm, traits) BL_CODE_##block##_##name = (code),
#define BL_NEW_CODE(block, name, code, llvm, traits, least, sure) BL_CODE_##block##_##name = (code),
#include "bitleap_codes.def"
};

/* Kinds of a bl_attribute. */
enum bl_attribute_kind {
#define BL_ATTRIBUTE(name, kind, spelling) BL_ATTR_KIND_##name = (kind),
#define BL_NEW_ATTRIBUTE(name, kind, spelling, least, sure) BL_ATTR_KIND_##name = (kind),
#include "bitleap_codes.def"
};

#endif
