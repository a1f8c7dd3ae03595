/* print/attribute_argument_text.h - one attribute as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_ATTRIBUTE_ARGUMENT_TEXT_H
#define BL_PRINT_ATTRIBUTE_ARGUMENT_TEXT_H

#include "print/printer.h"

/* "align 8", "memory(read)", "\"key\"=\"value\""; IN_GROUP: as within "attributes #0 = { … }",
 * where align and others are written differently. */
/* byval, sret, inalloca. */
bool bl_attribute_is_of_memory(uint32_t kind);
void bl_put_attribute(struct bl_printer *p, const struct bl_attribute *attribute, bool in_group);

#endif
