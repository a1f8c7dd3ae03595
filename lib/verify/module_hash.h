/* verify/module_hash.h - the HASH of a module, computed as LLVM's writer does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_VERIFY_MODULE_HASH_H
#define BL_VERIFY_MODULE_HASH_H

#include "ir/module.h"

/* What the HASH at HASH_POS, in MODULE block number BLOCK of INDEX, has to be: SHA-1 of names as
 * they were added to STRTAB, then of the module's bytes up to the last whole word that the writer
 * had written before the record. *BYTES_LEFT is what may still be hashed of names. Errors:
 * BL_E_MISMATCH (a name is not in STRTAB), BL_E_LIMIT, BL_E_NOMEM, those of reading the block. */
int bl_module_hash(struct bl_index *index, uint32_t block, struct bl_view strtab, uint64_t hash_pos,
                   uint64_t *bytes_left, uint32_t words[BL_HASH_WORDS]);

#endif
