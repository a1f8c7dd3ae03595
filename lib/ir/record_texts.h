/* ir/record_texts.h - texts between the other operands of records
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_RECORD_TEXTS_H
#define BL_IR_RECORD_TEXTS_H

#include "bitleap_function.h"

/* As bl_ir_record_texts(), of a record in a block of constants, */
unsigned bl_constant_texts(const struct bl_record *rec, uint32_t *at, struct bl_text_ops texts[2]);

/* and of one in a block of attribute groups: key and value of an attribute, or the key alone. */
unsigned bl_attribute_texts(const struct bl_record *rec, uint32_t *at, struct bl_text_ops texts[2]);

#endif
