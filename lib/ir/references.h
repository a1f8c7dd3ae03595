/* ir/references.h - references of a function whose body is read for something else, too
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_REFERENCES_H
#define BL_IR_REFERENCES_H

#include "bitleap_references.h"

/* bl_references_of() in steps: what the record of global value VALUE, of the module, uses; */
void bl_references_begin(struct bl_references *references, uint32_t value);
/* if its body is to be read, that; */
void bl_references_begin_body(struct bl_references *references, const struct bl_body *body);
void bl_references_add(struct bl_references *references, const struct bl_instruction *instruction);
/* and all of it, in any order, borrowed until the next call. Errors: BL_E_NOMEM, BL_E_LIMIT. */
int bl_references_end(struct bl_references *references, const struct bl_reference **list,
                      uint32_t *n, struct bl_error *err);

#endif
