/* numbers/type_slots.h - which structs a module uses, in the order in which LLVM looks for them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_NUMBERS_TYPE_SLOTS_H
#define BL_NUMBERS_TYPE_SLOTS_H

#include "numbers/slots.h"

/* The number of identified struct TYPE, which has no name; BL_NONE: it has none. */
uint32_t bl_type_slot(struct bl_slots *slots, uint32_t type);

/* Whether all structs of the table have been met. */
bool bl_types_are_found(const struct bl_slots *slots);

/* Where llvm looks for types, in its order (TypeFinder). */
void bl_find_types_of_globals(struct bl_loaded_body *b, struct bl_slots *slots);
void bl_find_types_of_function(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value);
void bl_find_types_of_named_metadata(struct bl_loaded_body *b, struct bl_slots *slots);

#endif
