/* numbers/metadata_slots.c - the numbers !N of metadata
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM numbers nodes as it meets them, each before those that it refers to: from global variables,
 * named nodes, and function by function from what is attached, debug records, locations, operands
 * of intrinsics. Strings, values, expressions and lists of arguments have no numbers. What
 * DEBUG_LOC records say is a node, too: equal ones share a number, also with nodes that have a
 * record.
 */
#include "numbers/metadata_slots.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/map.h"
#include "ir/function_values.h"
#include "ir/metadata.h"
#include "numbers/attribute_slots.h"
#include "numbers/kept_slots.h"
#include "numbers/node_operands.h"

#include <stdlib.h>
#include <string.h>

/* ---- Where a number is kept ---- */

/* FUNCTION is the one that is loaded, BL_NONE: none is. NULL: there is no such node. */
static uint32_t *slot_of(struct bl_slots *slots, uint32_t function, uint64_t number)
{
    if (number < slots->n_nodes)
        return &slots->node_slots[number];
    number -= slots->n_nodes;
    if (function == BL_NONE || number >= slots->functions[function].n_local)
        return NULL;
    return &slots->functions[function].local[number];
}

/* What is no node, or is printed in place, need not be looked for. */
static bool may_be_numbered(const struct bl_loaded_body *b, uint64_t number)
{
    struct bl_record_head head;
    return number < BL_NONE && b->metadata &&
           bl_metadata_peek(b->metadata, (uint32_t)number, &head) &&
           head.code != BL_CODE_METADATA_STRING_OLD && !bl_node_is_inline(head.code);
}

/* While other threads number what comes later. */
static uint32_t value_of(const uint32_t *slot)
{
    return slot ? __atomic_load_n(slot, __ATOMIC_RELAXED) : BL_NONE;
}

// NOLINTNEXTLINE(readability-non-const-parameter): it is written to
static void set_slot(uint32_t *slot, uint32_t value)
{
    __atomic_store_n(slot, value, __ATOMIC_RELAXED);
}

static void number_up_to(struct bl_slots *slots, uint32_t function)
{
    struct bl_slots_making *making = slots->making;
    if (making && making->restored) {
        bl_restore_function(slots, function);
        return;
    }
    while (making && !making->is_shared && making->scans[BL_SCAN_METADATA].next <= function &&
           bl_slots_advance(slots, BL_SCAN_METADATA))
        continue;
}

/* What code refers to is numbered by its function, or before it; what is numbered later, which
 * nobody writes, has no number there. */
static uint32_t slot_in_code(struct bl_slots *slots, const struct bl_loaded_body *b,
                             uint32_t function, uint64_t number)
{
    const struct bl_function_slots *of_function = &slots->functions[function];
    uint32_t slot = value_of(slot_of(slots, function, number));
    if (slot < of_function->first_slot + of_function->n_slots || slot == BL_NODE_INLINE)
        return slot;
    if (!may_be_numbered(b, number))
        return slot;
    number_up_to(slots, function);
    slot = value_of(slot_of(slots, function, number));
    return slot < of_function->first_slot + of_function->n_slots ? slot : BL_NONE;
}

uint32_t bl_node_slot(struct bl_slots *slots, const struct bl_loaded_body *b, uint64_t number)
{
    uint32_t function = b->body ? b->body->function : BL_NONE;
    if (b->is_in_code && b->body)
        return slot_in_code(slots, b, function, number);
    const uint32_t *slot = slot_of(slots, function, number);
    if ((!slot || *slot == BL_NONE) && slots->making && may_be_numbered(b, number)) {
        if (slots->making->restored && function != BL_NONE) {
            bl_restore_function(slots, function);
            slot = slot_of(slots, function, number);
        }
        while ((!slot || *slot == BL_NONE) && bl_slots_advance(slots, BL_SCAN_METADATA))
            slot = slot_of(slots, function, number);
    }
    return slot ? *slot : BL_NONE;
}

uint32_t bl_location_slot(struct bl_slots *slots, struct bl_loaded_body *b)
{
    uint32_t function = b->body->function;
    number_up_to(slots, function);
    const struct bl_function_slots *of_function = &slots->functions[function];
    if (b->next_location >= of_function->n_locations)
        return BL_NONE;
    return of_function->location_of[b->next_location++];
}

/* Whether SLOT has been given: what is restored and met later has a number, too. */
static bool is_given(const struct bl_slots *slots, uint32_t slot)
{
    return slot < slots->n_places || slot == BL_NODE_INLINE;
}

/* BL_NONE: there is no memory, or an index file says that there is no such number. */
static uint32_t add_place(struct bl_slots *slots, uint32_t function, uint32_t node,
                          bool is_location)
{
    const struct bl_restored_slots *restored = slots->making->restored;
    uint32_t first = 0;
    if (slots->making->kept)
        return slots->n_places++;
    if (restored) {
        first = restored->first_place;
        if (slots->n_places == restored->end_place)
            return BL_NONE;
    }
    struct bl_node_place place = {
        .function = function, .node = node & INT32_MAX, .is_location = is_location};
    if (place.node != node ||
        bl_chunks_grow(&slots->places, sizeof place, slots->n_places - first) < 0) {
        slots->has_lacked = true;
        return BL_NONE;
    }
    *bl_kept_place(slots, slots->n_places - first) = place;
    return slots->n_places++;
}

/* ---- Locations ---- */

/* Of nodes that a body has there are no locations outside of it. */
static struct bl_map *map_of(const struct bl_slots *slots, const struct bl_debug_location *l)
{
    bool is_local = (l->scope >= slots->n_nodes && l->scope != BL_NONE) ||
                    (l->inlined_at >= slots->n_nodes && l->inlined_at != BL_NONE);
    return is_local ? &slots->making->local_location_slots : &slots->making->location_slots;
}

/* What makes two locations equal. */
static uint64_t key_of(const struct bl_slots *slots, const struct bl_debug_location *l)
{
    uint64_t factor = slots->making->factor;
    uint64_t key = bl_map_spread((uint64_t)l->line << 32 | l->column, factor);
    key = bl_map_spread(key ^ ((uint64_t)l->scope << 32 | l->inlined_at), factor);
    key = bl_map_spread(key ^ l->atom_group, factor);
    return bl_map_spread(key ^ ((uint64_t)l->atom_rank << 1 | l->is_implicit), factor);
}

static void find_in_node(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t function,
                         uint64_t number);

static int keep_location(struct bl_slots *slots, const struct bl_debug_location *l)
{
    struct bl_kept_location kept = {
        .line = l->line,
        .scope = l->scope,
        .inlined_at = l->inlined_at,
        .column = (uint16_t)l->column,
        .is_long = l->column > UINT16_MAX || l->is_implicit || l->atom_group || l->atom_rank,
    };
    if (kept.is_long) {
        kept.line = slots->n_long_locations;
        if (bl_append(&slots->long_locations, &slots->n_long_locations, &slots->cap_long_locations,
                      *l) < 0)
            return BL_E_NOMEM;
    }
    if (bl_chunks_grow(&slots->locations, sizeof kept, slots->n_locations) < 0)
        return BL_E_NOMEM;
    *(struct bl_kept_location *)bl_chunks_at(&slots->locations, sizeof kept, slots->n_locations++) =
        kept;
    return BL_OK;
}

struct bl_debug_location bl_location_at(const struct bl_slots *slots, uint32_t number)
{
    const struct bl_kept_location *kept = bl_chunks_at(&slots->locations, sizeof *kept, number);
    if (kept->is_long)
        return slots->long_locations[kept->line];
    return (struct bl_debug_location){
        .line = kept->line,
        .column = kept->column,
        .scope = kept->scope,
        .inlined_at = kept->inlined_at,
    };
}

static uint32_t slot_location(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t function,
                              const struct bl_used_location *used)
{
    const struct bl_debug_location *location = &used->location;
    struct bl_map *map = map_of(slots, location);
    uint32_t slot = bl_map_find(map, used->key);
    if (slot != BL_MAP_NONE)
        return slot;
    if (!slots->making->kept && keep_location(slots, location) < 0) {
        slots->has_lacked = true;
        return BL_NONE;
    }
    slot = add_place(slots, function, slots->n_locations - 1, true);
    if (slot == BL_NONE)
        return BL_NONE;
    slots->has_lacked |= bl_map_add(map, used->key, slot) < 0;
    if (location->scope != BL_NONE)
        find_in_node(b, slots, function, location->scope);
    if (location->inlined_at != BL_NONE)
        find_in_node(b, slots, function, location->inlined_at);
    return slot;
}

static bool is_uniqued_location(const struct bl_record *rec)
{
    return rec->code == BL_CODE_METADATA_LOCATION && rec->n_ops >= 5 && !(rec->ops[0] & 1);
}

static struct bl_debug_location location_in(const struct bl_record *rec)
{
    return (struct bl_debug_location){
        .line = (uint32_t)rec->ops[1],
        .column = (uint32_t)rec->ops[2],
        .scope = bl_metadata_number(rec->ops[3]),
        .inlined_at = rec->ops[4] ? bl_metadata_number(rec->ops[4] - 1) : BL_NONE,
        .is_implicit = rec->n_ops > 5 && rec->ops[5],
        .atom_group = rec->n_ops > 6 ? rec->ops[6] : 0,
        .atom_rank = rec->n_ops > 7 ? (uint8_t)rec->ops[7] : 0,
    };
}

/* ---- Nodes ---- */

/* Most of what nodes refer to are strings, or have been met before. */
static void push_node(struct bl_slots *slots, uint64_t number)
{
    struct bl_slots_making *making = slots->making;
    if (number < making->n_strings || number >= BL_NONE ||
        (number < slots->n_nodes && is_given(slots, slots->node_slots[number])))
        return;
    if (bl_grow(&making->pending, &making->cap_pending, making->n_pending + 1U) < 0) {
        slots->has_lacked = true;
        return;
    }
    making->pending[making->n_pending++] = (uint32_t)number;
}

/* What REC refers to, the first one on top. */
static void push_operands(const struct bl_loaded_body *b, struct bl_slots *slots,
                          const struct bl_record *rec)
{
    struct bl_node_operands operands = bl_node_operands(rec);
    if (operands.first_of_rest <= rec->n_ops)
        for (uint32_t i = rec->n_ops; i-- > operands.first_of_rest;)
            push_node(slots, bl_node_of_rest(b->types, rec, i));
    for (uint32_t i = operands.n; i-- > 0;) {
        uint32_t at = operands.operands[i];
        if (at < rec->n_ops)
            push_node(slots, rec->ops[at] - !operands.is_plain[i]);
    }
}

/* STATUS, with DAMAGE, of what was read of a body or a node: what the rest leads to has no number,
 * or one that another had. */
static int note_status(const struct bl_loaded_body *b, struct bl_slots *slots, int status,
                       const struct bl_error *damage)
{
    if (status < 0 && slots->damage.status == BL_OK)
        slots->damage = *damage;
    return bl_module_note(b->tables->module, status);
}

/* Number NODE, if it has none yet and may have one, and leave what it refers to on the stack. */
static void number_node(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t function,
                        uint32_t number)
{
    struct bl_slots_making *making = slots->making;
    struct bl_record *rec = &making->rec;
    uint32_t *slot = slot_of(slots, function, number);
    uint64_t bit_pos;
    if (!slot || is_given(slots, *slot) || !bl_metadata_place(b->metadata, number, &bit_pos))
        return;
    struct bl_error damage;
    int status =
        note_status(b, slots, bl_metadata_read(b->metadata, number, rec, &damage), &damage);
    if (status == BL_OK && bl_node_is_inline(rec->code)) {
        set_slot(slot, BL_NODE_INLINE);
        return;
    }
    if (status == BL_OK && rec->code == BL_CODE_METADATA_STRING_OLD)
        return;
    uint32_t owner = number < slots->n_nodes ? BL_NONE : function;
    if (status == BL_OK && is_uniqued_location(rec)) {
        struct bl_debug_location location = location_in(rec);
        struct bl_map *map = map_of(slots, &location);
        uint64_t key = key_of(slots, &location);
        uint32_t known = bl_map_find(map, key);
        if (known != BL_MAP_NONE) {
            set_slot(slot, known);
            if (making->kept && owner == BL_NONE)
                bl_keep_shared(slots, number);
            return;
        }
        slots->has_lacked |= bl_map_add(map, key, slots->n_places) < 0;
    }
    uint32_t given = add_place(slots, owner, number, false);
    if (given == BL_NONE)
        return;
    set_slot(slot, given);
    if (status == BL_OK)
        push_operands(b, slots, rec);
}

/* NUMBER and all that it leads to. Locations call it for what they refer to. */
static void find_in_node(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t function,
                         uint64_t number)
{
    struct bl_slots_making *making = slots->making;
    const uint32_t *slot = slot_of(slots, function, number);
    if (!slot || is_given(slots, *slot))
        return;
    push_node(slots, number);
    while (making->n_pending > 0 && !slots->has_lacked)
        number_node(b, slots, function, making->pending[--making->n_pending]);
    making->n_pending = 0;
}

/* ---- The module ---- */

/* Attachments by value, those of one by kind. */
static int compare_attachments(const void *a, const void *b)
{
    const struct bl_metadata_attachment *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

static void sort_attachments(struct bl_slots *slots, const struct bl_metadata_counts *counts)
{
    uint32_t n = counts->n_attachments;
    slots->attachments = calloc(n + 1ULL, sizeof *slots->attachments);
    slots->has_lacked |= slots->attachments == NULL;
    if (!slots->attachments || n == 0)
        return;
    memcpy(slots->attachments, counts->attachments, n * sizeof *slots->attachments);
    qsort(slots->attachments, n, sizeof *slots->attachments, compare_attachments);
    slots->n_attachments = n;
}

static void begin_attachments(struct bl_slots *slots)
{
    struct bl_slots_making *making = slots->making;
    if (!making || making->scans[BL_SCAN_METADATA].has_begun)
        return;
    if (!making->restored) {
        (void)bl_slots_advance(slots, BL_SCAN_METADATA);
        return;
    }
    making->scans[BL_SCAN_METADATA].has_begun = true;
    if (making->tables.metadata) {
        struct bl_metadata_counts counts = bl_metadata_get_counts(making->tables.metadata);
        sort_attachments(slots, &counts);
    }
}

const struct bl_metadata_attachment *bl_global_attachments(struct bl_slots *slots, uint32_t value,
                                                           uint32_t *n)
{
    begin_attachments(slots);
    uint32_t first = 0, end = slots->n_attachments;
    BL_LOWER_BOUND(first, end, mid, slots->attachments[mid].value < value);
    while (end < slots->n_attachments && slots->attachments[end].value == value)
        end++;
    *n = end - first;
    return *n ? slots->attachments + first : NULL;
}

static void find_in_attachments(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value,
                                uint32_t function)
{
    uint32_t n;
    const struct bl_metadata_attachment *a = bl_global_attachments(slots, value, &n);
    for (uint32_t i = 0; i < n; i++)
        find_in_node(b, slots, function, a[i].node);
}

void bl_slot_module_metadata(struct bl_loaded_body *b, struct bl_slots *slots)
{
    slots->making->factor = bl_map_seed() | 1;
    if (!b->tables->metadata)
        return;
    struct bl_metadata_counts counts = bl_metadata_get_counts(b->tables->metadata);
    sort_attachments(slots, &counts);
    for (uint32_t i = 0; i < b->tables->n_listed && slots->n_attachments; i++)
        if (bl_kind_of(b->tables, i) != BL_GLOBAL_FUNCTION)
            find_in_attachments(b, slots, i, BL_NONE);
    for (uint32_t i = 0; i < counts.n_named; i++)
        for (uint32_t k = 0; k < counts.named[i].n_nodes; k++)
            find_in_node(b, slots, BL_NONE, counts.named[i].nodes[k]);
}

void bl_slot_declaration_metadata(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value)
{
    struct bl_function_slots *of_function = &slots->functions[value];
    of_function->first_slot = slots->n_places;
    begin_attachments(slots);
    if (slots->n_attachments)
        find_in_attachments(b, slots, value, BL_NONE);
    of_function->n_slots = slots->n_places - of_function->first_slot;
}

/* ---- Bodies ---- */

/* N numbers that are not known yet. */
static uint32_t *new_slots(struct bl_slots *slots, uint32_t n)
{
    uint32_t *items = n > 0 ? bl_arena_room(&slots->arena, n * sizeof *items) : NULL;
    if (items)
        memset(items, 0xFF, n * sizeof *items);
    slots->has_lacked |= n > 0 && !items;
    return items;
}

/* Room for the numbers of the body's own metadata. */
static void begin_body(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value)
{
    struct bl_function_slots *of_function = &slots->functions[value];
    bl_map_clear(&slots->making->local_location_slots);
    uint32_t end = b->metadata ? bl_metadata_get_counts(b->metadata).end : 0;
    uint32_t n = end > slots->n_nodes ? end - slots->n_nodes : 0;
    *of_function = (struct bl_function_slots){.first_slot = slots->n_places};
    of_function->local = new_slots(slots, n);
    of_function->n_local = of_function->local ? n : 0;
    of_function->location_of = new_slots(slots, slots->making->n_used_locations);
    if (slots->making->restored && !slots->has_lacked)
        bl_restore_exceptions(slots, value, slots->making->n_used_locations);
}

/* NODE (BL_NONE: LOCATION, the next one of making->locations) is used by INSTRUCTION. */
static void note_use(struct bl_slots *slots, uint32_t instruction, uint64_t node)
{
    struct bl_slots_making *making = slots->making;
    if (node > BL_NONE)
        return;
    if (bl_grow(&making->uses, &making->cap_uses, making->n_uses + 1U) < 0)
        slots->has_lacked = true;
    else
        making->uses[making->n_uses++] =
            (struct bl_metadata_use){.instruction = instruction, .node = (uint32_t)node};
}

static void note_location(struct bl_slots *slots, uint32_t instruction,
                          const struct bl_debug_location *location)
{
    struct bl_slots_making *making = slots->making;
    if (bl_grow(&making->used_locations, &making->cap_used_locations,
                making->n_used_locations + 1U) < 0) {
        slots->has_lacked = true;
        return;
    }
    making->used_locations[making->n_used_locations++] =
        (struct bl_used_location){.location = *location, .key = key_of(slots, location)};
    note_use(slots, instruction, BL_NONE);
}

static void note_node(struct bl_slots *slots, uint32_t instruction, uint64_t node)
{
    if (node < BL_NONE)
        note_use(slots, instruction, node);
}

static void note_debug_record(struct bl_slots *slots, uint32_t instruction,
                              const struct bl_debug_record *record)
{
    if (record->value.kind == BL_OPERAND_METADATA)
        note_node(slots, instruction, record->value.number);
    note_node(slots, instruction, record->variable);
    note_node(slots, instruction, record->assign_id);
    note_node(slots, instruction, record->address);
    note_node(slots, instruction, record->location);
}

/* Metadata operands of an intrinsic that is called directly. */
static void note_call(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t instruction,
                      const struct bl_instruction *inst)
{
    if (inst->n_operands == 0 || inst->operands[0].number >= b->tables->n_globals)
        return;
    const struct bl_global *callee =
        bl_module_global_at(b->tables->module, (uint32_t)inst->operands[0].number);
    if (callee->kind != BL_GLOBAL_FUNCTION || callee->name.size < 5 ||
        memcmp(callee->name.data, "llvm.", 5) != 0)
        return;
    for (uint32_t i = 1; i < inst->n_operands; i++)
        if (inst->operands[i].kind == BL_OPERAND_METADATA)
            note_node(slots, instruction, inst->operands[i].number);
}

/* INST, of which at least what bl_function_skim() leaves has been decoded. */
static void note_instruction(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t number,
                             const struct bl_instruction *inst)
{
    for (uint32_t k = 0; k < inst->n_debug_records; k++)
        note_debug_record(slots, number, &inst->debug_records[k]);
    if (inst->opcode == BL_OP_CALL)
        note_call(b, slots, number, inst);
    if (inst->has_location)
        note_location(slots, number, &inst->location);
}

struct skimming {
    struct bl_loaded_body *b;
    struct bl_slots *slots;
    bool with_attributes;     /* those of calls are numbered, too */
    bool calls_with_metadata; /* their operands have to be decoded */
};

static bool takes_metadata(const struct bl_types *types, uint32_t type)
{
    if (type >= types->n || types->types[type].kind != BL_TYPE_FUNCTION)
        return true; /* not known */
    const struct bl_type *t = &types->types[type];
    for (uint32_t i = 1; i < t->n_parts; i++) {
        uint32_t part = types->parts[t->first_part + i];
        if (part < types->n && types->types[part].kind == BL_TYPE_METADATA)
            return true;
    }
    return false;
}

static bool note_skimmed(void *context, const struct bl_instruction *inst, uint32_t number)
{
    struct skimming *s = context;
    note_instruction(s->b, s->slots, number, inst);
    if (s->with_attributes && inst->attributes != BL_NONE)
        bl_slot_attributes(s->slots, inst->attributes);
    bool is_call =
        inst->code == BL_CODE_FUNCTION_INST_CALL || inst->code == BL_CODE_FUNCTION_INST_CALL_OLD;
    s->calls_with_metadata = is_call && takes_metadata(s->b->types, inst->source_type);
    return !s->calls_with_metadata;
}

static void forget_uses(struct bl_slots_making *making)
{
    making->n_uses = 0;
    making->n_used_locations = 0;
}

/* What the instructions of body VALUE use; returns how many there are. */
static uint32_t note_body(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value,
                          bool with_attributes)
{
    struct skimming s = {.b = b, .slots = slots, .with_attributes = with_attributes};
    struct bl_instruction inst;
    uint32_t n = 0;
    int status = BL_OK;
    struct bl_error damage;
    if (!b->tables->has_upgraded_calls) {
        status = bl_function_skim(b->function, value, note_skimmed, &s, &n, &damage);
        (void)note_status(b, slots, status, &damage);
        if (!s.calls_with_metadata)
            return n;
    }
    forget_uses(slots->making);
    n = 0;
    status = bl_function_load(b->function, value, &damage);
    if (note_status(b, slots, status, &damage) < 0)
        return 0;
    while ((status = bl_function_next(b->function, &inst, &damage)) > 0) {
        note_instruction(b, slots, n++, &inst);
        uint32_t list = with_attributes ? bl_call_attributes(b->tables, value, &inst) : BL_NONE;
        if (list != BL_NONE)
            bl_slot_attributes(slots, list);
    }
    (void)note_status(b, slots, status, &damage);
    return n;
}

/* What instructions use, and after that of each what is attached to it. */
static void find_in_uses(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value,
                         uint32_t n_instructions)
{
    const struct bl_slots_making *making = slots->making;
    const struct bl_body_code *code = &b->code;
    struct bl_function_slots *of_function = &slots->functions[value];
    uint32_t at = code->n_attached_to_function;
    for (uint32_t i = 0; i < making->n_uses && !slots->has_lacked; i++) {
        const struct bl_metadata_use *use = &making->uses[i];
        for (; at < code->n_attached && code->attached[at].instruction < use->instruction; at++)
            find_in_node(b, slots, value, code->attached[at].node);
        if (use->node != BL_NONE) {
            find_in_node(b, slots, value, use->node);
        } else {
            uint32_t k = of_function->n_locations++;
            uint32_t *slot = &of_function->location_of[k];
            const struct bl_used_location *used = &making->used_locations[k];
            if (*slot == BL_NONE) /* many instructions have the location of the one before */
                *slot = k > 0 && used->key == used[-1].key ? slot[-1]
                                                           : slot_location(b, slots, value, used);
        }
    }
    for (; at < code->n_attached && code->attached[at].instruction < n_instructions; at++)
        find_in_node(b, slots, value, code->attached[at].node);
}

static void find_in_body(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value,
                         uint32_t n_instructions)
{
    const struct bl_body_code *code = &b->code;
    begin_body(b, slots, value);
    if (!b->metadata || slots->has_lacked)
        return;
    begin_attachments(slots);
    if (slots->n_attachments)
        find_in_attachments(b, slots, value, value);
    for (uint32_t at = 0; at < code->n_attached_to_function; at++)
        find_in_node(b, slots, value, code->attached[at].node);
    find_in_uses(b, slots, value, n_instructions);
    struct bl_function_slots *of_function = &slots->functions[value];
    of_function->n_slots = slots->n_places - of_function->first_slot;
}

void bl_slot_body_metadata(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value,
                           bool with_attributes)
{
    uint32_t n = b->code.n_instructions;
    forget_uses(slots->making);
    if (b->body && b->code.failure.status == BL_OK) {
        for (uint32_t i = 0; i < b->code.n_noted; i++)
            note_instruction(b, slots, b->code.noted[i], bl_code_at(&b->code, b->code.noted[i]));
    } else {
        bl_loaded_forget(b);
        n = note_body(b, slots, value, with_attributes);
        (void)bl_loaded_read_attached(b);
        (void)bl_module_note(b->tables->module,
                             bl_function_metadata(b->function, &b->metadata, NULL));
    }
    find_in_body(b, slots, value, n);
}

/* ---- Bodies that somebody else reads ---- */

void bl_slots_begin_body(struct bl_slots *slots, uint32_t value)
{
    forget_uses(slots->making);
    slots->making->body = value;
}

void bl_slots_add(struct bl_slots *slots, uint32_t number, const struct bl_instruction *inst)
{
    struct bl_loaded_body *b = &slots->making->loaded;
    note_instruction(b, slots, number, inst);
    uint32_t list = bl_call_attributes(b->tables, slots->making->body, inst);
    if (list != BL_NONE)
        bl_slot_attributes(slots, list);
}

void bl_slots_end_body(struct bl_slots *slots, struct bl_function *function, uint32_t n,
                       uint32_t value)
{
    struct bl_loaded_body *b = &slots->making->loaded;
    struct bl_function *own = b->function;
    if (value >= slots->n_values || slots->has_lacked)
        return;
    b->function = function;
    int attached = bl_loaded_read_attached(b);
    int nodes =
        bl_module_note(b->tables->module, bl_function_metadata(function, &b->metadata, NULL));
    slots->making->kept->is_damaged |= attached < 0 || nodes < 0;
    find_in_body(b, slots, value, n);
    bl_loaded_forget(b);
    b->function = own;
    bl_keep_function(slots, value);
}
