/* numbers/slots.c - the numbers that LLVM gives: scans of the module, as far as they are needed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "numbers/slots.h"

#include "base/grow.h"
#include "base/status.h"
#include "ir/function_values.h"
#include "ir/metadata.h"
#include "numbers/attribute_slots.h"
#include "numbers/kept_slots.h"
#include "numbers/metadata_slots.h"
#include "numbers/new_structs.h"
#include "numbers/type_slots.h"

#include <stdlib.h>
#include <string.h>

/* ---- Memory ---- */

/* N items, all bytes of them BYTE. */
static void *new_array(struct bl_slots *slots, uint64_t n, size_t size, int byte)
{
    bool fits = n < SIZE_MAX / size - 1;
    char *items = !fits ? NULL : byte ? malloc((size_t)n * size + 1) : calloc((size_t)n + 1, size);
    slots->has_lacked |= items == NULL;
    if (items && byte)
        memset(items, byte, (size_t)n * size);
    return items;
}

static void make_arrays(struct bl_slots *slots, const struct bl_loaded_body *b)
{
    struct bl_slots_making *making = slots->making;
    struct bl_metadata_counts counts = {0};
    if (b->tables->metadata)
        counts = bl_metadata_get_counts(b->tables->metadata);
    slots->n_types = b->types->n;
    slots->n_values = b->tables->n_globals;
    slots->n_nodes = counts.end;
    making->n_nodes_met = counts.end;
    making->n_strings = b->tables->metadata ? bl_metadata_leading_strings(b->tables->metadata) : 0;
    for (uint32_t i = 0; i < b->types->n; i++)
        making->n_identified += bl_type_is_identified(&b->types->types[i]);
    slots->type_slots = new_array(slots, slots->n_types, sizeof *slots->type_slots, 0xFF);
    slots->structs = new_array(slots, making->n_identified, sizeof *slots->structs, 0);
    slots->node_slots = new_array(slots, slots->n_nodes, sizeof *slots->node_slots, 0xFF);
    slots->n_lists = b->tables->attributes->n_lists;
    slots->list_slots = new_array(slots, slots->n_lists, sizeof *slots->list_slots, 0xFF);
    slots->group_slots =
        new_array(slots, b->tables->attributes->n_groups, sizeof *slots->group_slots, 0xFF);
    slots->slot_groups =
        new_array(slots, b->tables->attributes->n_groups, sizeof *slots->slot_groups, 0);
    slots->functions = new_array(slots, slots->n_values, sizeof *slots->functions, 0);
    making->types_met = new_array(slots, slots->n_types, sizeof *making->types_met, 0);
    making->stack = new_array(slots, slots->n_types, sizeof *making->stack, 0);
    making->hot = new_array(slots, slots->n_types, sizeof *making->hot, 0);
    making->hot_lists = new_array(slots, slots->n_lists, sizeof *making->hot_lists, 0);
    making->constants_met =
        new_array(slots, b->tables->n_constants, sizeof *making->constants_met, 0);
    making->nodes_met = new_array(slots, counts.end, sizeof *making->nodes_met, 0);
}

static void end_making(struct bl_slots *slots)
{
    struct bl_slots_making *making = slots->making;
    if (!making)
        return;
    free(making->types_met);
    free(making->stack);
    free(making->hot);
    free(making->hot_lists);
    bl_constants_release(&making->body_constants);
    bl_batch_release(&making->batch);
    free(making->constants_met);
    free(making->nodes_met);
    bl_drop(making->body_constants_met);
    bl_drop(making->local_nodes_met);
    bl_drop(making->pending);
    bl_drop(making->uses);
    bl_drop(making->used_locations);
    bl_record_release(&making->rec);
    bl_map_release(&making->location_slots);
    bl_map_release(&making->local_location_slots);
    bl_restored_close(making->restored);
    bl_loaded_release(&making->loaded);
    bl_drop(making);
    slots->making = NULL;
}

/* ---- Attribute groups of calls ---- */

struct calls {
    struct bl_loaded_body *b;
    struct bl_slots *slots;
};

static bool slot_call(void *context, const struct bl_instruction *inst, uint32_t number)
{
    const struct calls *calls = context;
    (void)number;
    if (inst->attributes != BL_NONE)
        bl_slot_attributes(calls->slots, inst->attributes);
    return true;
}

/* Instructions are not decoded: all that records of calls begin with is the number of their list.
 */
static void slot_calls(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value)
{
    uint32_t n;
    int status =
        bl_function_skim(b->function, value, slot_call, &(struct calls){b, slots}, &n, NULL);
    (void)bl_module_note(b->tables->module, status);
}

/* The callee counts, too. */
static void slot_upgraded_calls(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value)
{
    struct bl_instruction inst;
    int status = bl_function_load(b->function, value, NULL);
    while (status >= 0 && (status = bl_function_next(b->function, &inst, NULL)) > 0) {
        uint32_t list = bl_call_attributes(b->tables, value, &inst);
        if (list != BL_NONE)
            bl_slot_attributes(slots, list);
    }
    (void)bl_module_note(b->tables->module, status);
}

static void slot_calls_of_code(struct bl_loaded_body *b, struct bl_slots *slots)
{
    for (uint32_t i = 0; i < b->code.n_noted; i++) {
        uint32_t list = bl_code_at(&b->code, b->code.noted[i])->attributes;
        if (list != BL_NONE)
            bl_slot_attributes(slots, list);
    }
}

static void slot_attributes_of_globals(struct bl_loaded_body *b, struct bl_slots *slots)
{
    static const enum bl_global_kind kinds[] = {BL_GLOBAL_VARIABLE, BL_GLOBAL_FUNCTION};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint32_t i = 0; i < b->tables->n_listed; i++) {
            uint32_t list = bl_kind_of(b->tables, i) == kinds[k]
                                ? bl_module_upgraded_attributes_at(b->tables->module, i)
                                : BL_NONE;
            if (list != BL_NONE)
                bl_slot_attributes(slots, list);
        }
}

/* ---- The scans ---- */

static void begin_scan(struct bl_slots *slots, enum bl_scan scan)
{
    struct bl_loaded_body *b = &slots->making->loaded;
    struct bl_scan_place *place = &slots->making->scans[scan];
    if (place->has_begun)
        return;
    place->has_begun = true; /* now, as attachments are looked up on the way */
    switch (scan) {
    case BL_SCAN_TYPES: bl_find_types_of_globals(b, slots); break;
    case BL_SCAN_ATTRIBUTES: slot_attributes_of_globals(b, slots); break;
    case BL_SCAN_METADATA: bl_slot_module_metadata(b, slots); break;
    case BL_N_SCANS: break;
    }
}

static bool can_read(struct bl_loaded_body *b, uint32_t value)
{
    if (bl_module_global_at(b->tables->module, value)->body == BL_NONE)
        return false;
    return b->function ||
           bl_module_note(b->tables->module, bl_function_open(&b->function, b->tables->module,
                                                              BL_NONE, NULL)) == BL_OK;
}

static void find_types(struct bl_slots *slots, uint32_t value)
{
    struct bl_loaded_body *b = &slots->making->loaded;
    struct bl_error err;
    if (bl_types_are_found(slots))
        return;
    if (can_read(b, value) && bl_may_have_new_structs(b, slots, value))
        (void)bl_module_note(b->tables->module, bl_loaded_read(b, value, &err));
    bl_find_types_of_function(b, slots, value);
    bl_loaded_forget(b);
}

/* From the code that P has loaded, if it is that of VALUE and sound, or from a pass over the
 * records, after which P has none. */
static void number_function(struct bl_slots *slots, struct bl_loaded_body *b, uint32_t value,
                            unsigned scans)
{
    bool has_body = can_read(b, value);
    bool is_loaded = b->body && b->code.failure.status == BL_OK;
    bool for_calls = scans & 1 << BL_SCAN_ATTRIBUTES;
    bool for_metadata = scans & 1 << BL_SCAN_METADATA;
    if (for_calls && is_loaded)
        slot_calls_of_code(b, slots);
    else if (for_calls && has_body && !for_metadata)
        (b->tables->has_upgraded_calls ? slot_upgraded_calls : slot_calls)(b, slots, value);
    if (for_metadata && has_body)
        bl_slot_body_metadata(b, slots, value, for_calls && !is_loaded);
    else if (for_metadata)
        bl_slot_declaration_metadata(b, slots, value);
    if (!is_loaded)
        bl_loaded_forget(b);
}

void bl_slots_number_metadata(struct bl_slots *slots, uint32_t value)
{
    number_function(slots, &slots->making->loaded, value, 1U << BL_SCAN_METADATA);
}

/* Those of SCANS, bits 1 << bl_scan, that have done all before VALUE, do that. */
static void scan_value(struct bl_slots *slots, struct bl_loaded_body *b, uint32_t value,
                       unsigned scans)
{
    struct bl_slots_making *making = slots->making;
    for (int i = 0; i < BL_N_SCANS; i++) {
        if (making->scans[i].next > value)
            scans &= ~(1U << i);
        else if (scans & 1U << i)
            making->scans[i].next = value + 1;
    }
    if (scans == 0 || bl_kind_of(b->tables, value) != BL_GLOBAL_FUNCTION)
        return;
    if (scans & 1 << BL_SCAN_TYPES)
        find_types(slots, value);
    else
        number_function(slots, b, value, scans);
    slots->has_lacked |= bl_module_lacked(b->tables->module);
}

bool bl_slots_advance(struct bl_slots *slots, enum bl_scan scan)
{
    struct bl_slots_making *making = slots->making;
    if (!making || making->is_shared || making->restored || slots->has_lacked ||
        making->scans[scan].is_over)
        return false;
    struct bl_scan_place *place = &making->scans[scan];
    if (!place->has_begun) {
        begin_scan(slots, scan);
    } else if (place->next < slots->n_values) {
        scan_value(slots, &making->loaded, place->next, 1U << scan);
    } else {
        place->is_over = true;
        if (scan == BL_SCAN_TYPES)
            bl_find_types_of_named_metadata(&making->loaded, slots);
    }
    slots->has_lacked |= bl_module_lacked(making->tables.module);
    return true;
}

bool bl_slots_reach(struct bl_slots *slots, uint32_t slot)
{
    if (slots->making && slots->making->restored)
        return bl_restored_has(slots, slot);
    while (slot >= slots->n_places && bl_slots_advance(slots, BL_SCAN_METADATA))
        continue;
    return slot < slots->n_places;
}

struct bl_node_place bl_place_of(struct bl_slots *slots, uint32_t slot)
{
    if (slots->making && slots->making->restored)
        return bl_restored_place(slots, slot);
    return *bl_kept_place(slots, slot);
}

static int result_of(const struct bl_slots *slots, struct bl_error *err)
{
    return slots->has_lacked ? bl_fail(err, BL_E_NOMEM, "no memory for the numbers of a module")
                             : BL_OK;
}

int bl_slots_share(struct bl_slots *slots, struct bl_error *err)
{
    if (slots->making) {
        bl_forget_restored(slots);
        while (bl_slots_advance(slots, BL_SCAN_TYPES))
            continue;
        begin_scan(slots, BL_SCAN_ATTRIBUTES);
        begin_scan(slots, BL_SCAN_METADATA);
        slots->has_lacked |= bl_module_lacked(slots->making->tables.module);
        slots->making->is_shared = true;
    }
    return result_of(slots, err);
}

void bl_slots_number(struct bl_slots *slots, struct bl_loaded_body *b, uint32_t value)
{
    if (slots->making && !slots->has_lacked)
        scan_value(slots, b, value, 1U << BL_SCAN_ATTRIBUTES | 1U << BL_SCAN_METADATA);
}

void bl_slots_begin(struct bl_slots *slots, struct bl_kept_slots *kept)
{
    struct bl_slots_making *making = slots->making;
    const struct bl_types *types = making->tables.types;
    uint32_t n_unnamed = 0;
    for (uint32_t i = 0; i < types->n; i++)
        n_unnamed += bl_type_is_identified(&types->types[i]) && types->types[i].name.size == 0;
    while (making->n_unnamed < n_unnamed && bl_slots_advance(slots, BL_SCAN_TYPES))
        continue;
    making->kept = kept;
    begin_scan(slots, BL_SCAN_ATTRIBUTES);
    begin_scan(slots, BL_SCAN_METADATA);
    kept->n_module_slots = slots->n_places;
    kept->is_damaged = making->tables.failure.status != BL_OK;
    making->is_shared = true;
}

void bl_slots_number_alone(struct bl_slots *slots, uint32_t value)
{
    if (value >= slots->n_values)
        return; /* global values after one that is damaged are not printed */
    slots->making->kept->is_damaged |=
        bl_module_global_at(slots->making->tables.module, value)->body != BL_NONE;
    bl_slots_number(slots, &slots->making->loaded, value);
    bl_keep_function(slots, value);
}

int bl_slots_complete(struct bl_slots *slots, struct bl_error *err)
{
    struct bl_slots_making *making = slots->making;
    if (!making || bl_slots_share(slots, err) < 0)
        return result_of(slots, err);
    for (uint32_t i = 0; i < slots->n_values && !slots->has_lacked; i++)
        bl_slots_number(slots, &making->loaded, i);
    end_making(slots);
    return result_of(slots, err);
}

/* ---- Open and close ---- */

int bl_slots_open(struct bl_slots **slots, struct bl_module *module, struct bl_error *err)
{
    struct bl_slots *s = bl_new(sizeof *s);
    struct bl_slots_making *making = s ? bl_new(sizeof *making) : NULL;
    *slots = NULL;
    if (!making) {
        bl_drop(s);
        return bl_fail(err, BL_E_NOMEM, "no memory for the numbers of a module");
    }
    s->making = making;
    int status = bl_module_tables_read(&making->tables, module, err);
    if (status == BL_OK) {
        s->shape = bl_module_shape_of(&making->tables);
        bl_loaded_begin(&making->loaded, &making->tables);
        make_arrays(s, &making->loaded);
        status = result_of(s, err);
    }
    if (status == BL_OK)
        *slots = s;
    else
        bl_slots_close(s);
    return status;
}

int bl_slots_check(const struct bl_slots *slots, const struct bl_module_tables *t,
                   struct bl_error *err)
{
    struct bl_module_shape shape = bl_module_shape_of(t);
    return bl_module_shapes_equal(&slots->shape, &shape)
               ? BL_OK
               : bl_fail(err, BL_E_MISMATCH, "numbers are those of another module");
}

void bl_slots_close(struct bl_slots *slots)
{
    if (!slots)
        return;
    end_making(slots);
    free(slots->type_slots);
    free(slots->structs);
    free(slots->node_slots);
    free(slots->functions);
    free(slots->list_slots);
    free(slots->group_slots);
    free(slots->slot_groups);
    bl_arena_release(&slots->arena);
    bl_chunks_release(&slots->locations);
    bl_chunks_release(&slots->places);
    bl_drop(slots->long_locations);
    free(slots->attachments);
    bl_drop(slots);
}
