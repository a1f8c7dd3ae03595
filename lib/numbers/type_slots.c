/* numbers/type_slots.c - which structs a module uses, in the order in which LLVM looks for them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM's TypeFinder walks over globals, functions and instructions, and from each type to those it
 * is made of, each before its parts. A type counts where it is met first, so that the walk is over
 * as soon as all structs of the table have been met.
 */
#include "numbers/type_slots.h"

#include "base/grow.h"
#include "ir/constant_record.h"
#include "ir/metadata.h"
#include "ir/opcodes.h"
#include "numbers/new_structs.h"
#include "numbers/node_operands.h"

#include <string.h>

/* ---- Types ---- */

uint32_t bl_type_slot(struct bl_slots *slots, uint32_t type)
{
    if (type >= slots->n_types)
        return BL_NONE;
    while (slots->type_slots[type] == BL_NONE && bl_slots_advance(slots, BL_SCAN_TYPES))
        continue;
    return slots->type_slots[type];
}

bool bl_types_are_found(const struct bl_slots *slots)
{
    return slots->n_structs == slots->making->n_identified;
}

static void meet(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t number)
{
    const struct bl_type *type = &b->types->types[number];
    if (!bl_type_is_identified(type))
        return;
    slots->structs[slots->n_structs++] = number;
    if (type->name.size == 0)
        slots->type_slots[number] = slots->making->n_unnamed++;
}

/* TYPE is below the size of the module's table. Each type is put on the stack once. */
static void find_in_type(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t number)
{
    struct bl_slots_making *making = slots->making;
    if (number >= slots->n_types || making->types_met[number])
        return;
    uint32_t n = 0;
    making->types_met[number] = true;
    making->stack[n++] = number;
    while (n > 0) {
        number = making->stack[--n];
        const struct bl_type *type = &b->types->types[number];
        meet(b, slots, number);
        for (uint32_t i = type->n_parts; i-- > 0;) {
            uint32_t part = b->types->parts[type->first_part + i];
            if (part < slots->n_types && !making->types_met[part]) {
                making->types_met[part] = true;
                making->stack[n++] = part;
            }
        }
    }
}

/* ---- Constants ---- */

enum {
    MAX_DEPTH = 200
};

static void find_in_value(struct bl_loaded_body *b, struct bl_slots *slots, uint64_t value,
                          unsigned depth);

static void find_in_parts(struct bl_loaded_body *b, struct bl_slots *slots,
                          const struct bl_constant *constant, unsigned depth)
{
    struct bl_record rec = {0};
    uint64_t part;
    if (!bl_constant_has_parts(constant->code) || depth == MAX_DEPTH)
        return;
    if (bl_module_note(b->tables->module,
                       bl_constant_read(b->tables->module, constant, &rec, NULL)) == BL_OK) {
        struct bl_gep gep = {.has_type = false};
        if (bl_constant_is_gep(constant->code))
            gep = bl_constant_gep(&rec);
        if (gep.has_type && gep.type < BL_NONE)
            find_in_type(b, slots, (uint32_t)gep.type);
        for (uint32_t i = 0; bl_constant_part(&rec, i, &part); i++)
            find_in_value(b, slots, part, depth + 1);
    }
    bl_record_release(&rec);
}

/* Constants of the module are looked at once; those of a body once in it. */
static void find_in_value(struct bl_loaded_body *b, struct bl_slots *slots, uint64_t value,
                          unsigned depth)
{
    struct bl_slots_making *making = slots->making;
    uint64_t in_module = value - b->tables->n_globals;
    const struct bl_constant *constant = NULL;
    if (value < b->tables->n_globals)
        return;
    if (in_module < b->tables->n_constants) {
        constant = &b->tables->constants[in_module];
        if (making->constants_met[in_module])
            return;
        making->constants_met[in_module] = true;
    } else if (b->body && value >= b->body->first_constant &&
               value - b->body->first_constant < b->body->n_constants) {
        uint64_t i = value - b->body->first_constant;
        constant = &b->body->constants[i];
        if (i < making->n_body_constants_met) {
            if (making->body_constants_met[i])
                return;
            making->body_constants_met[i] = true;
        }
    }
    if (!constant || bl_constant_is_assembly(constant->code))
        return;
    find_in_type(b, slots, constant->type);
    find_in_parts(b, slots, constant, depth);
}

/* ---- Metadata ---- */

/* Where it is noted that NUMBER has been looked at; NULL: there is no such metadata. */
static bool *met_mark(struct bl_slots_making *making, uint64_t number)
{
    if (number < making->n_nodes_met)
        return &making->nodes_met[number];
    number -= making->n_nodes_met;
    return number < making->n_local_nodes_met ? &making->local_nodes_met[number] : NULL;
}

static void push_node(struct bl_slots *slots, uint64_t number)
{
    struct bl_slots_making *making = slots->making;
    if (number >= BL_NONE)
        return;
    if (bl_grow(&making->pending, &making->cap_pending, making->n_pending + 1U) < 0)
        slots->has_lacked = true;
    else
        making->pending[making->n_pending++] = (uint32_t)number;
}

/* What REC refers to, the first one on top. */
static void push_operands(struct bl_loaded_body *b, struct bl_slots *slots,
                          const struct bl_record *rec)
{
    struct bl_node_operands operands = bl_node_operands(rec);
    for (uint32_t i = operands.first_of_rest; i < rec->n_ops; i++)
        if (bl_is_value_in_node(b->types, rec, i))
            find_in_value(b, slots, rec->ops[i], 0);
    for (uint32_t i = rec->n_ops; i > 0 && i - 1 >= operands.first_of_rest; i--)
        push_node(slots, bl_node_of_rest(b->types, rec, i - 1));
    for (uint32_t i = operands.n; i-- > 0;)
        if (operands.operands[i] < rec->n_ops)
            push_node(slots, rec->ops[operands.operands[i]] - !operands.is_plain[i]);
}

/* Constants that metadata NUMBER, or what it leads to, holds have types. */
static void find_in_metadata(struct bl_loaded_body *b, struct bl_slots *slots, uint64_t number)
{
    struct bl_slots_making *making = slots->making;
    struct bl_record *rec = &making->rec;
    uint64_t first = bl_metadata_may_have_structs(slots) ? 0 : making->n_nodes_met;
    if (!b->metadata || number < first)
        return;
    push_node(slots, number);
    while (making->n_pending > 0 && !bl_types_are_found(slots)) {
        uint32_t next = making->pending[--making->n_pending];
        bool *is_met = met_mark(making, next);
        if (next < first || !is_met || *is_met)
            continue;
        *is_met = true;
        if (bl_module_note(b->tables->module, bl_metadata_read(b->metadata, next, rec, NULL)) < 0)
            continue;
        if (bl_node_is_value(rec->code) && rec->n_ops == 2)
            find_in_value(b, slots, rec->ops[1], 0);
        else
            push_operands(b, slots, rec);
    }
    making->n_pending = 0;
}

/* ---- The walk ---- */

void bl_find_types_of_globals(struct bl_loaded_body *b, struct bl_slots *slots)
{
    for (uint32_t kind = BL_GLOBAL_VARIABLE; kind <= BL_GLOBAL_IFUNC; kind++) {
        for (uint32_t i = 0; i < b->tables->n_listed && !bl_types_are_found(slots); i++) {
            if (bl_kind_of(b->tables, i) != kind || kind == BL_GLOBAL_FUNCTION)
                continue;
            const struct bl_global *g = bl_module_global_at(b->tables->module, i);
            find_in_type(b, slots, g->value_type);
            if (g->initializer != BL_NONE && kind != BL_GLOBAL_IFUNC)
                find_in_value(b, slots, g->initializer, 0);
        }
    }
}

/* Types that attributes name: byval(T), sret(T). */
static void find_in_attributes(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t list)
{
    const struct bl_attributes *a = b->tables->attributes;
    if (!a || list >= a->n_lists)
        return;
    for (uint32_t i = a->lists[list]; i < a->lists[list + 1]; i++) {
        const struct bl_attribute_group *group = &a->groups[a->list_groups[i]];
        for (uint32_t k = 0; k < group->n; k++)
            if (a->attributes[group->first + k].form == BL_ATTRIBUTE_TYPED)
                find_in_type(b, slots, a->attributes[group->first + k].type);
    }
}

static void find_in_operand(struct bl_loaded_body *b, struct bl_slots *slots,
                            const struct bl_operand *op)
{
    if (op->kind == BL_OPERAND_VALUE)
        find_in_value(b, slots, op->number, 0);
    else if (op->kind == BL_OPERAND_METADATA)
        find_in_metadata(b, slots, op->number);
}

static void find_in_instruction(struct bl_loaded_body *b, struct bl_slots *slots,
                                const struct bl_instruction *inst)
{
    bool is_call = bl_opcode_is(inst->opcode, BL_IS_CALL);
    find_in_type(b, slots, inst->type);
    /* LLVM has the callee after all others. */
    for (uint32_t i = is_call; i < inst->n_operands; i++)
        find_in_operand(b, slots, &inst->operands[i]);
    for (uint32_t i = 0; i < inst->n_bundles; i++)
        for (uint32_t k = 0; k < inst->bundles[i].n; k++)
            find_in_operand(b, slots, &inst->bundle_operands[inst->bundles[i].first + k]);
    if (is_call && inst->n_operands > 0)
        find_in_operand(b, slots, &inst->operands[0]);
    if (inst->opcode == BL_OP_GETELEMENTPTR || inst->opcode == BL_OP_ALLOCA)
        find_in_type(b, slots, inst->source_type);
    if (is_call)
        find_in_attributes(b, slots, inst->attributes);
}

static void find_in_debug_record(struct bl_loaded_body *b, struct bl_slots *slots,
                                 const struct bl_debug_record *record)
{
    find_in_operand(b, slots, &record->value);
    if (record->address != BL_NONE)
        find_in_metadata(b, slots, record->address);
}

static void find_in_code(struct bl_loaded_body *b, struct bl_slots *slots)
{
    const struct bl_body_code *code = &b->code;
    uint32_t at = code->n_attached_to_function;
    for (uint32_t i = 0; i < code->n_instructions && !bl_types_are_found(slots); i++) {
        const struct bl_instruction *inst = bl_code_at(code, i);
        find_in_instruction(b, slots, inst);
        for (; at < code->n_attached && code->attached[at].instruction <= i; at++)
            find_in_metadata(b, slots, code->attached[at].node);
        for (uint32_t k = 0; k < inst->n_debug_records; k++)
            find_in_debug_record(b, slots, &inst->debug_records[k]);
    }
}

/* N marks, none of which is set; returns N, or 0: there is no memory. */
static uint32_t clear(struct bl_slots *slots, bool **marks, uint32_t *cap, uint32_t n)
{
    if (bl_grow(marks, cap, n) < 0) {
        slots->has_lacked = true;
        return 0;
    }
    if (n)
        memset(*marks, 0, n * sizeof **marks);
    return n;
}

void bl_find_types_of_function(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value)
{
    struct bl_slots_making *making = slots->making;
    const struct bl_global *g = bl_module_global_at(b->tables->module, value);
    if (bl_types_are_found(slots))
        return;
    find_in_type(b, slots, g->value_type);
    find_in_attributes(b, slots, g->attributes);
    uint32_t operands[] = {g->personality, g->prefix, g->prologue};
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
        if (operands[i] != BL_NONE)
            find_in_value(b, slots, operands[i], 0);
    if (!b->body)
        return;
    uint32_t n_nodes = b->metadata ? bl_metadata_get_counts(b->metadata).end : 0;
    making->n_body_constants_met = clear(slots, &making->body_constants_met,
                                         &making->cap_body_constants_met, b->body->n_constants);
    making->n_local_nodes_met =
        clear(slots, &making->local_nodes_met, &making->cap_local_nodes_met,
              n_nodes > making->n_nodes_met ? n_nodes - making->n_nodes_met : 0);
    find_in_code(b, slots);
}

void bl_find_types_of_named_metadata(struct bl_loaded_body *b, struct bl_slots *slots)
{
    if (!b->tables->metadata || bl_types_are_found(slots))
        return;
    struct bl_metadata_counts counts = bl_metadata_get_counts(b->tables->metadata);
    for (uint32_t i = 0; i < counts.n_named && !bl_types_are_found(slots); i++)
        for (uint32_t k = 0; k < counts.named[i].n_nodes; k++)
            find_in_metadata(b, slots, counts.named[i].nodes[k]);
}
