/* numbers/attribute_slots.c - the numbers #N of attribute groups
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "numbers/attribute_slots.h"

void bl_slot_attributes(struct bl_slots *slots, uint32_t list)
{
    uint32_t n = 0;
    if (list >= slots->n_lists || slots->list_slots[list] != BL_NONE)
        return;
    const uint32_t *groups =
        bl_attributes_at(slots->making->tables.attributes, list, BL_FUNCTION_INDEX, &n);
    if (n == 0)
        return;
    uint32_t *slot = &slots->group_slots[groups[0]];
    if (*slot == BL_NONE) {
        *slot = slots->n_attribute_slots;
        slots->slot_groups[slots->n_attribute_slots++] = groups[0];
    }
    slots->list_slots[list] = *slot;
}

uint32_t bl_list_slot(struct bl_slots *slots, uint32_t list)
{
    uint32_t n = 0;
    if (list >= slots->n_lists)
        return BL_NONE;
    if (slots->list_slots[list] == BL_NONE && slots->making) {
        const uint32_t *groups =
            bl_attributes_at(slots->making->tables.attributes, list, BL_FUNCTION_INDEX, &n);
        while (n > 0 && slots->list_slots[list] == BL_NONE &&
               bl_slots_advance(slots, BL_SCAN_ATTRIBUTES))
            continue;
        if (n > 0 && slots->making->restored)
            slots->list_slots[list] = slots->group_slots[groups[0]];
    }
    return slots->list_slots[list];
}
