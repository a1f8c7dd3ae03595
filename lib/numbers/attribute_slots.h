/* numbers/attribute_slots.h - the numbers #N of attribute groups
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_NUMBERS_ATTRIBUTE_SLOTS_H
#define BL_NUMBERS_ATTRIBUTE_SLOTS_H

#include "numbers/slots.h"

/* #N of attribute list LIST, BL_NONE: it has none. */
uint32_t bl_list_slot(struct bl_slots *slots, uint32_t list);
/* LIST is met next in the order of numbers. */
void bl_slot_attributes(struct bl_slots *slots, uint32_t list);

#endif
