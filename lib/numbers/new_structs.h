/* numbers/new_structs.h - which bodies cannot have a struct that nothing before them has
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_NUMBERS_NEW_STRUCTS_H
#define BL_NUMBERS_NEW_STRUCTS_H

#include "numbers/slots.h"

static inline bool bl_type_is_identified(const struct bl_type *type)
{
    return type->kind == BL_TYPE_STRUCT && !type->is_literal;
}

/* Whether the body of function VALUE may have a struct that has not been met. Many that have none
 * are told apart by their records alone, in a fraction of the time. */
bool bl_may_have_new_structs(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value);

/* The same, of the function that has been asked for last, of the constants that metadata of the
 * module holds. */
static inline bool bl_metadata_may_have_structs(const struct bl_slots *slots)
{
    return slots->making->hot_work == 0 || slots->making->has_hot_constants;
}

#endif
