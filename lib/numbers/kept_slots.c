/* numbers/kept_slots.c - numbers of a module that were found before, and are not found again
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "numbers/kept_slots.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "numbers/new_structs.h"

#include <stdlib.h>
#include <string.h>

/* ---- What is kept ---- */

void bl_kept_slots_release(struct bl_kept_slots *kept)
{
    free(kept->groups);
    free(kept->structs);
    bl_drop(kept->functions);
    bl_drop(kept->exceptions);
    bl_drop(kept->shared);
    *kept = (struct bl_kept_slots){0};
}

/* Those of the N numbers of locations, or of nodes of the body, that were given before SLOT: how
 * many there are. */
static uint32_t keep_exceptions(struct bl_slots *slots, const uint32_t *of_body, uint32_t n,
                                bool are_locations, uint32_t slot)
{
    struct bl_kept_slots *kept = slots->making->kept;
    uint32_t before = kept->n_exceptions;
    for (uint32_t i = 0; i < n; i++) {
        if (of_body[i] >= slot)
            continue;
        if (bl_grow(&kept->exceptions, &kept->cap_exceptions, kept->n_exceptions + 1U) < 0) {
            slots->has_lacked = true;
            break;
        }
        kept->exceptions[kept->n_exceptions++] =
            (struct bl_kept_exception){.slot = of_body[i], .at = i, .is_location = are_locations};
    }
    return kept->n_exceptions - before;
}

void bl_keep_function(struct bl_slots *slots, uint32_t value)
{
    struct bl_kept_slots *kept = slots->making->kept;
    struct bl_function_slots *of_function = &slots->functions[value];
    uint32_t first = of_function->first_slot;
    uint32_t first_exception = kept->n_exceptions;
    uint32_t n_exceptions =
        keep_exceptions(slots, of_function->location_of, of_function->n_locations, true, first);
    n_exceptions += keep_exceptions(slots, of_function->local, of_function->n_local, false, first);
    if (of_function->n_slots > 0 || n_exceptions > 0) {
        if (bl_grow(&kept->functions, &kept->cap_functions, kept->n_functions + 1U) == BL_OK)
            kept->functions[kept->n_functions++] = (struct bl_kept_function){
                .function = value,
                .first_slot = first,
                .n_slots = of_function->n_slots,
                .first_exception = first_exception,
                .n_exceptions = n_exceptions,
            };
        else
            slots->has_lacked = true;
    }
    *of_function = (struct bl_function_slots){0};
    bl_arena_reset(&slots->arena);
}

void bl_keep_shared(struct bl_slots *slots, uint32_t node)
{
    struct bl_kept_slots *kept = slots->making->kept;
    if (bl_grow(&kept->shared, &kept->cap_shared, kept->n_shared + 1U) < 0)
        slots->has_lacked = true;
    else
        kept->shared[kept->n_shared++] = node;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int bl_slots_end(struct bl_slots *slots, struct bl_error *err)
{
    struct bl_kept_slots *kept = slots->making->kept;
    kept->n_slots = slots->n_places;
    kept->n_groups = slots->n_attribute_slots;
    kept->n_nodes = slots->n_nodes;
    kept->groups = slots->slot_groups;
    kept->node_slots = slots->node_slots;
    slots->slot_groups = NULL;
    kept->structs = malloc((slots->n_structs + 1U) * sizeof *kept->structs);
    slots->has_lacked |= kept->structs == NULL;
    for (uint32_t i = 0; i < slots->n_structs && !slots->has_lacked; i++)
        if (slots->type_slots[slots->structs[i]] != BL_NONE)
            kept->structs[kept->n_structs++] = slots->structs[i];
    for (uint32_t i = 0; i < kept->n_nodes; i++)
        if (kept->node_slots[i] >= kept->n_slots)
            kept->node_slots[i] = BL_NONE;
    bl_sort(kept->shared, kept->n_shared, sizeof *kept->shared, compare_numbers);
    return slots->has_lacked ? bl_fail(err, BL_E_NOMEM, "no memory for the numbers of a module")
                             : BL_OK;
}

/* ---- Whether it can be of the module ---- */

static bool is_unnamed_struct(const struct bl_types *types, uint32_t number)
{
    return number < types->n && bl_type_is_identified(&types->types[number]) &&
           types->types[number].name.size == 0;
}

static bool restore_groups(struct bl_slots *slots, const struct bl_kept_slots *kept)
{
    const struct bl_attributes *all = slots->making->tables.attributes;
    bool is_right = kept->n_groups <= all->n_groups;
    for (uint32_t i = 0; i < kept->n_groups && is_right; i++) {
        uint32_t group = kept->groups[i];
        is_right = group < all->n_groups && slots->group_slots[group] == BL_NONE;
        if (is_right) {
            slots->group_slots[group] = i;
            slots->slot_groups[slots->n_attribute_slots++] = group;
        }
    }
    return is_right;
}

static bool restore_structs(struct bl_slots *slots, const struct bl_kept_slots *kept)
{
    bool is_right = true;
    for (uint32_t i = 0; i < kept->n_structs && is_right; i++) {
        uint32_t type = kept->structs[i];
        is_right = is_unnamed_struct(slots->making->tables.types, type) &&
                   slots->type_slots[type] == BL_NONE;
        if (is_right)
            slots->type_slots[type] = i;
    }
    return is_right;
}

/* Nothing has a number. */
static void begin_again(struct bl_slots *slots)
{
    memset(slots->node_slots, 0xFF, slots->n_nodes * sizeof *slots->node_slots);
    memset(slots->type_slots, 0xFF, slots->n_types * sizeof *slots->type_slots);
    memset(slots->list_slots, 0xFF, slots->n_lists * sizeof *slots->list_slots);
    memset(slots->group_slots, 0xFF,
           slots->making->tables.attributes->n_groups * sizeof *slots->group_slots);
    slots->n_attribute_slots = 0;
}

struct bl_kept_slots bl_slots_to_restore(struct bl_slots *slots)
{
    return (struct bl_kept_slots){.node_slots = slots->node_slots, .n_nodes = slots->n_nodes};
}

static bool can_restore(struct bl_slots *slots, const struct bl_kept_slots *kept)
{
    uint32_t n = kept->n_functions;
    return (n == 0 || kept->functions[n - 1].function < slots->n_values) &&
           restore_groups(slots, kept) && restore_structs(slots, kept);
}

void bl_slots_restore(struct bl_slots *slots, struct bl_kept_slots *kept)
{
    bool can = kept && can_restore(slots, kept);
    struct bl_restored_slots *restored = can ? bl_new(sizeof *restored) : NULL;
    slots->has_lacked |= can && !restored;
    if (!restored) {
        begin_again(slots);
        return;
    }
    restored->kept = *kept;
    *kept = (struct bl_kept_slots){0};
    slots->making->restored = restored;
    slots->making->factor = bl_map_seed() | 1;
}

/* ---- What follows from it ---- */

void bl_restored_close(struct bl_restored_slots *restored)
{
    if (!restored)
        return;
    bl_kept_slots_release(&restored->kept);
    free(restored->slot_nodes);
    bl_drop(restored);
}

void bl_forget_restored(struct bl_slots *slots)
{
    struct bl_slots_making *making = slots->making;
    if (!making->restored)
        return;
    begin_again(slots);
    memset(slots->functions, 0, slots->n_values * sizeof *slots->functions);
    free(slots->attachments);
    slots->attachments = NULL;
    slots->n_attachments = 0;
    slots->n_places = 0;
    slots->n_locations = slots->n_long_locations = 0;
    memset(making->scans, 0, sizeof making->scans);
    bl_map_release(&making->location_slots);
    bl_restored_close(making->restored);
    making->restored = NULL;
}

/* The last of the functions at or before VALUE; NULL: there is none. */
static const struct bl_kept_function *find_function(const struct bl_kept_slots *kept,
                                                    uint32_t value)
{
    uint32_t low = 0;
    uint32_t high = kept->n_functions;
    BL_LOWER_BOUND(low, high, mid, kept->functions[mid].function <= value);
    return low > 0 ? &kept->functions[low - 1] : NULL;
}

/* That which gives !SLOT; NULL: none does. */
static const struct bl_kept_function *find_giver(const struct bl_kept_slots *kept, uint32_t slot)
{
    uint32_t low = 0;
    uint32_t high = kept->n_functions;
    BL_LOWER_BOUND(low, high, mid,
                   kept->functions[mid].first_slot + kept->functions[mid].n_slots <= slot);
    return low < kept->n_functions && slot >= kept->functions[low].first_slot
               ? &kept->functions[low]
               : NULL;
}

/* The places of what VALUE has given are needed as long as all others are. */
static void keep_places(struct bl_slots *slots, uint32_t value)
{
    struct bl_function_slots *of_function = &slots->functions[value];
    uint32_t n = slots->n_places - slots->making->restored->first_place;
    if (n == 0 || slots->has_lacked)
        return;
    of_function->places = bl_arena_room(&slots->arena, n * sizeof *of_function->places);
    slots->has_lacked |= of_function->places == NULL;
    for (uint32_t i = 0; of_function->places && i < n; i++)
        of_function->places[i] = *bl_kept_place(slots, i);
}

void bl_restore_function(struct bl_slots *slots, uint32_t value)
{
    struct bl_slots_making *making = slots->making;
    struct bl_restored_slots *restored = making->restored;
    struct bl_function_slots *of_function = &slots->functions[value];
    const struct bl_kept_function *kept = find_function(&restored->kept, value);
    uint32_t first = restored->kept.n_module_slots;
    if (of_function->is_restored || slots->has_lacked)
        return;
    if (kept)
        first = kept->first_slot + (kept->function < value ? kept->n_slots : 0);
    restored->first_place = slots->n_places = first;
    restored->end_place = first + (kept && kept->function == value ? kept->n_slots : 0);
    bl_map_release(&making->location_slots);
    bl_slots_number_metadata(slots, value);
    of_function->first_slot = first;
    of_function->n_slots = slots->n_places - first;
    keep_places(slots, value);
    of_function->is_restored = true;
    slots->has_lacked |= bl_module_lacked(making->tables.module);
}

void bl_restore_exceptions(struct bl_slots *slots, uint32_t value, uint32_t n_locations)
{
    const struct bl_kept_slots *kept = &slots->making->restored->kept;
    const struct bl_kept_function *function = find_function(kept, value);
    struct bl_function_slots *of_function = &slots->functions[value];
    if (!function || function->function != value)
        return;
    for (uint32_t i = 0; i < function->n_exceptions; i++) {
        const struct bl_kept_exception *exception =
            &kept->exceptions[function->first_exception + i];
        if (exception->is_location && exception->at < n_locations)
            of_function->location_of[exception->at] = exception->slot;
        else if (!exception->is_location && exception->at < of_function->n_local)
            of_function->local[exception->at] = exception->slot;
    }
}

bool bl_restored_has(const struct bl_slots *slots, uint32_t slot)
{
    return slot < slots->making->restored->kept.n_slots;
}

/* What nodes of the module are by number. */
static const uint32_t *list_nodes(struct bl_slots *slots)
{
    struct bl_restored_slots *restored = slots->making->restored;
    const struct bl_kept_slots *kept = &restored->kept;
    size_t n = kept->n_slots;
    uint32_t at = 0;
    if (restored->slot_nodes)
        return restored->slot_nodes;
    restored->slot_nodes = malloc((n + 1) * sizeof *restored->slot_nodes);
    slots->has_lacked |= restored->slot_nodes == NULL;
    if (!restored->slot_nodes)
        return NULL;
    memset(restored->slot_nodes, 0xFF, n * sizeof *restored->slot_nodes);
    for (uint32_t i = 0; i < slots->n_nodes; i++) {
        bool is_shared = at < kept->n_shared && kept->shared[at] == i;
        at += is_shared;
        if (!is_shared && slots->node_slots[i] < n)
            restored->slot_nodes[slots->node_slots[i]] = i;
    }
    return restored->slot_nodes;
}

struct bl_node_place bl_restored_place(struct bl_slots *slots, uint32_t slot)
{
    static const struct bl_node_place nothing = {.function = BL_NONE, .node = INT32_MAX};
    const struct bl_kept_slots *kept = &slots->making->restored->kept;
    const uint32_t *nodes = list_nodes(slots);
    if (nodes && nodes[slot] != BL_NONE)
        return (struct bl_node_place){.function = BL_NONE, .node = nodes[slot]};
    const struct bl_kept_function *giver = nodes ? find_giver(kept, slot) : NULL;
    if (!giver)
        return nothing;
    bl_restore_function(slots, giver->function);
    const struct bl_function_slots *of_function = &slots->functions[giver->function];
    bool is_known = of_function->places && slot - giver->first_slot < of_function->n_slots;
    return is_known ? of_function->places[slot - giver->first_slot] : nothing;
}
