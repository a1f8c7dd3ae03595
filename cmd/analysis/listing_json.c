/* cmd/listing_json.c - instructions as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/listing.h"

#include "analysis/attribute_text.h"

static void json_number_or_null(struct out *o, const char *key, uint32_t number)
{
    if (number == BL_NONE)
        json_null(o, key);
    else
        json_u64(o, key, number);
}

static void json_type(struct listing *l, const char *key, uint32_t type)
{
    if (type == BL_NONE) {
        json_null(l->out, key);
        return;
    }
    bl_type_print(bl_function_types(l->function), type, text_put, &l->text);
    json_take_text(l->out, key, &l->text);
}

static void json_begin_row(struct listing *l, const char *type)
{
    json_begin_in(l->out, type, l->in);
    json_key(l->out, "function");
    json_string(l->out, l->name);
}

void listing_json_header(struct listing *l)
{
    struct out *o = l->out;
    const struct bl_body *body = bl_function_body(l->function);
    json_begin_row(l, "body");
    json_u64(o, "value", body->function);
    json_type(l, "function_type", body->type);
    json_u64(o, "bit_pos", body->block.bit_pos);
    json_u64(o, "body_pos", body->block.body_pos);
    json_u64(o, "bytes", (uint64_t)body->block.n_words * 4);
    json_u64(o, "blocks", body->n_blocks);
    json_u64(o, "first_argument", body->first_argument);
    json_u64(o, "arguments", body->n_arguments);
    json_u64(o, "first_constant", body->first_constant);
    json_u64(o, "constants", body->n_constants);
    json_u64(o, "first_instruction", body->first_instruction);
    json_end(o);
}

struct list {
    struct out *out;
    bool has_items;
};

static void json_word(void *context, const char *word)
{
    struct list *list = context;
    if (list->has_items)
        out_char(list->out, ',');
    list->has_items = true;
    json_string(list->out, view_of(word));
}

static void json_flags(struct out *o, unsigned flags)
{
    struct list list = {.out = o};
    json_key(o, "flags");
    out_char(o, '[');
    each_flag(flags, json_word, &list);
    out_char(o, ']');
}

static void json_operand(struct listing *l, const struct bl_operand *operand)
{
    static const char *const kinds[] = {
        [BL_OPERAND_VALUE] = "value",       [BL_OPERAND_BLOCK] = "block",
        [BL_OPERAND_METADATA] = "metadata", [BL_OPERAND_INTEGER] = "integer",
        [BL_OPERAND_RANGE] = "range",       [BL_OPERAND_RAW] = "raw",
    };
    struct out *o = l->out;
    out_text(o, "{\"kind\":");
    json_string(o, view_of(kinds[operand->kind]));
    if (listing_is_wide(l, operand)) {
        listing_put_integer(l, operand);
        json_take_text(o, "text", &l->text);
    } else {
        json_u64(o, "number", operand->number);
    }
    if (operand->kind == BL_OPERAND_METADATA) {
        listing_put_metadata(l, (uint32_t)operand->number);
        json_take_text(o, "text", &l->text);
    }
    if (operand->kind == BL_OPERAND_VALUE) {
        json_type(l, "type", operand->type);
        listing_put_value(l, (uint32_t)operand->number);
        json_take_text(o, "text", &l->text);
    }
    out_char(o, '}');
}

static void json_operands(struct listing *l, const char *key, const struct bl_operand *operands,
                          uint32_t n)
{
    json_key(l->out, key);
    out_char(l->out, '[');
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            out_char(l->out, ',');
        json_operand(l, &operands[i]);
    }
    out_char(l->out, ']');
}

static void json_bundles(struct listing *l, const struct bl_instruction *inst)
{
    struct out *o = l->out;
    json_key(o, "bundles");
    out_char(o, '[');
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        struct bl_view name = listing_tag(l, bundle->tag);
        out_printf(o, "%s{\"tag\":%u", i > 0 ? "," : "", (unsigned)bundle->tag);
        if (name.size) {
            json_key(o, "name");
            json_string(o, name);
        }
        json_operands(l, "operands", inst->bundle_operands + bundle->first, bundle->n);
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void json_location(struct out *o, const struct bl_debug_location *location)
{
    json_key(o, "location");
    out_printf(o, "{\"line\":%u", (unsigned)location->line);
    json_u64(o, "column", location->column);
    json_number_or_null(o, "scope", location->scope);
    json_number_or_null(o, "inlined_at", location->inlined_at);
    json_bool(o, "implicit", location->is_implicit);
    json_u64(o, "atom_group", location->atom_group);
    json_u64(o, "atom_rank", location->atom_rank);
    out_char(o, '}');
}

static void json_debug_records(struct listing *l, const struct bl_instruction *inst)
{
    struct out *o = l->out;
    l->has_metadata |= inst->n_debug_records > 0;
    json_key(o, "debug_records");
    out_char(o, '[');
    for (uint32_t i = 0; i < inst->n_debug_records; i++) {
        const struct bl_debug_record *record = &inst->debug_records[i];
        out_printf(o, "%s{\"code\":%u", i > 0 ? "," : "", (unsigned)record->code);
        json_u64(o, "bit_pos", record->bit_pos);
        json_u64(o, "location", record->location);
        json_u64(o, listing_is_label(record) ? "label" : "variable", record->variable);
        if (record->expression != BL_NONE) {
            json_u64(o, "expression", record->expression);
            json_operands(l, "value", &record->value, 1);
        }
        if (record->assign_id != BL_NONE) {
            json_u64(o, "assign_id", record->assign_id);
            json_u64(o, "address_expression", record->address_expression);
            json_u64(o, "address", record->address);
        }
        out_char(o, '}');
    }
    out_char(o, ']');
}

/* The operation of an atomicrmw; of one that is not known the number. */
static void json_operation(struct out *o, unsigned operation)
{
    const char *name = bl_rmw_name(operation);
    if (name) {
        json_text(o, "operation", name);
    } else {
        json_null(o, "operation");
        json_u64(o, "operation_number", operation);
    }
}

/* What only some instructions have. */
static void json_details(struct listing *l, const struct bl_instruction *inst)
{
    struct out *o = l->out;
    if (inst->source_type != BL_NONE)
        json_type(l, "source_type", inst->source_type);
    if (inst->opcode == BL_OP_ICMP || inst->opcode == BL_OP_FCMP)
        json_text(o, "predicate", bl_predicate_name(inst->predicate));
    if (inst->opcode == BL_OP_ATOMICRMW)
        json_operation(o, inst->operation);
    if (inst->is_atomic) {
        json_text(o, "ordering", bl_ordering_name(inst->ordering));
        json_u64(o, "sync_scope", inst->sync_scope);
        struct bl_view name = listing_scope(l, inst->sync_scope);
        if (name.size) {
            json_key(o, "sync_scope_name");
            json_string(o, name);
        }
    }
    if (inst->opcode == BL_OP_CMPXCHG)
        json_text(o, "failure_ordering", bl_ordering_name(inst->failure_ordering));
    if (inst->alignment)
        json_u64(o, "alignment", inst->alignment);
    if (inst->opcode == BL_OP_CALL || inst->opcode == BL_OP_INVOKE ||
        inst->opcode == BL_OP_CALLBR) {
        json_u64(o, "calling_convention", inst->calling_convention);
        json_number_or_null(o, "attributes", inst->attributes);
        json_attribute_groups(o, listing_attributes(l), inst->attributes);
        json_u64(o, "arguments", inst->n_arguments);
    }
    if (inst->n_bundles > 0)
        json_bundles(l, inst);
    if (inst->has_location)
        json_location(o, &inst->location);
    if (inst->n_debug_records > 0)
        json_debug_records(l, inst);
}

void listing_json_row(struct listing *l, const struct bl_instruction *inst)
{
    struct out *o = l->out;
    struct bl_view name = {0};
    json_begin_row(l, "instruction");
    json_u64(o, "bit_pos", inst->bit_pos);
    json_u64(o, "code", inst->code);
    if (bl_opcode_name(inst->opcode))
        json_text(o, "opcode", bl_opcode_name(inst->opcode));
    else
        json_null(o, "opcode");
    json_u64(o, "block", inst->block);
    json_number_or_null(o, "value", inst->value);
    if (inst->value != BL_NONE) {
        out_need(bl_function_value_name(l->function, inst->value, &name, NULL));
        json_type(l, "result", inst->type);
    }
    if (name.size) {
        json_key(o, "name");
        json_string(o, name);
    }
    json_bool(o, "numbers_uncertain", inst->numbers_uncertain);
    json_flags(o, inst->flags);
    l->inst = inst;
    json_operands(l, "operands", inst->operands, inst->n_operands);
    json_details(l, inst);
    listing_put_instruction(l, inst);
    l->inst = NULL;
    json_take_text(o, "text", &l->text);
    json_end(o);
}
