/* analysis/body_json.c - instructions as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/body_printer.h"

#include "analysis/attribute_text.h"

static void json_number_or_null(struct out *o, const char *key, uint32_t number)
{
    json_u64_or_null(o, key, number, number != BL_NONE);
}

static void json_type(struct body_printer *b, const char *key, uint32_t type)
{
    if (type == BL_NONE) {
        json_null(b->out, key);
        return;
    }
    bl_type_print(bl_function_types(b->function), type, text_put, &b->text);
    json_take_text(b->out, key, &b->text);
}

static void json_begin_row(struct body_printer *b, const char *type)
{
    json_begin_in(b->out, type, b->in);
    json_view(b->out, "function", b->name);
}

void body_json_header(struct body_printer *b)
{
    struct out *o = b->out;
    const struct bl_body *body = bl_function_body(b->function);
    json_begin_row(b, "body");
    json_u64(o, "value", body->function);
    json_type(b, "function_type", body->type);
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

static void json_operand(struct body_printer *b, const struct bl_operand *operand)
{
    static const char *const kinds[] = {
        [BL_OPERAND_VALUE] = "value",       [BL_OPERAND_BLOCK] = "block",
        [BL_OPERAND_METADATA] = "metadata", [BL_OPERAND_INTEGER] = "integer",
        [BL_OPERAND_RANGE] = "range",       [BL_OPERAND_RAW] = "raw",
    };
    struct out *o = b->out;
    out_text(o, "{\"kind\":");
    json_string(o, view_of(kinds[operand->kind]));
    if (body_is_wide(b, operand)) {
        body_put_integer(b, operand);
        json_take_text(o, "text", &b->text);
    } else {
        json_u64(o, "number", operand->number);
    }
    if (operand->kind == BL_OPERAND_METADATA) {
        body_put_metadata(b, (uint32_t)operand->number);
        json_take_text(o, "text", &b->text);
    }
    if (operand->kind == BL_OPERAND_VALUE) {
        json_type(b, "type", operand->type);
        body_put_value(b, (uint32_t)operand->number);
        json_take_text(o, "text", &b->text);
    }
    out_char(o, '}');
}

static void json_operands(struct body_printer *b, const char *key,
                          const struct bl_operand *operands, uint32_t n)
{
    json_array(b->out, key);
    for (uint32_t i = 0; i < n; i++) {
        out_text(b->out, i > 0 ? "," : "");
        json_operand(b, &operands[i]);
    }
    out_char(b->out, ']');
}

static void json_bundles(struct body_printer *b, const struct bl_instruction *inst)
{
    struct out *o = b->out;
    json_array(o, "bundles");
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        struct bl_view name = body_tag(b, bundle->tag);
        out_printf(o, "%s{\"tag\":%u", i > 0 ? "," : "", (unsigned)bundle->tag);
        if (name.size)
            json_view(o, "name", name);
        json_operands(b, "operands", inst->bundle_operands + bundle->first, bundle->n);
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

static void json_debug_records(struct body_printer *b, const struct bl_instruction *inst)
{
    struct out *o = b->out;
    b->has_metadata |= inst->n_debug_records > 0;
    json_array(o, "debug_records");
    for (uint32_t i = 0; i < inst->n_debug_records; i++) {
        const struct bl_debug_record *record = &inst->debug_records[i];
        out_printf(o, "%s{\"code\":%u", i > 0 ? "," : "", (unsigned)record->code);
        json_u64(o, "bit_pos", record->bit_pos);
        json_u64(o, "location", record->location);
        json_u64(o, body_is_label(record) ? "label" : "variable", record->variable);
        if (record->expression != BL_NONE) {
            json_u64(o, "expression", record->expression);
            json_operands(b, "value", &record->value, 1);
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

/* What only some instructions have. */
static void json_details(struct body_printer *b, const struct bl_instruction *inst)
{
    struct out *o = b->out;
    if (inst->source_type != BL_NONE)
        json_type(b, "source_type", inst->source_type);
    if (inst->opcode == BL_OP_ICMP || inst->opcode == BL_OP_FCMP)
        json_text(o, "predicate", bl_predicate_name(inst->predicate));
    if (inst->opcode == BL_OP_ATOMICRMW) {
        json_text_or_null(o, "operation", bl_rmw_name(inst->operation));
        if (!bl_rmw_name(inst->operation))
            json_u64(o, "operation_number", inst->operation);
    }
    if (inst->is_atomic) {
        json_text(o, "ordering", bl_ordering_name(inst->ordering));
        json_u64(o, "sync_scope", inst->sync_scope);
        struct bl_view name = body_scope(b, inst->sync_scope);
        if (name.size)
            json_view(o, "sync_scope_name", name);
    }
    if (inst->opcode == BL_OP_CMPXCHG)
        json_text(o, "failure_ordering", bl_ordering_name(inst->failure_ordering));
    if (inst->alignment)
        json_u64(o, "alignment", inst->alignment);
    if (is_call(inst)) {
        json_u64(o, "calling_convention", inst->calling_convention);
        json_number_or_null(o, "attributes", inst->attributes);
        json_attribute_groups(o, body_attributes(b), inst->attributes);
        json_u64(o, "arguments", inst->n_arguments);
    }
    if (inst->n_bundles > 0)
        json_bundles(b, inst);
    if (inst->has_location)
        json_location(o, &inst->location);
    if (inst->n_debug_records > 0)
        json_debug_records(b, inst);
}

void body_json_row(struct body_printer *b, const struct bl_instruction *inst)
{
    struct out *o = b->out;
    struct bl_view name = {0};
    const char *words[MOST_FLAG_WORDS];
    unsigned n_words = flag_words(inst->flags, words);
    json_begin_row(b, "instruction");
    json_u64(o, "bit_pos", inst->bit_pos);
    json_u64(o, "code", inst->code);
    json_text_or_null(o, "opcode", bl_opcode_name(inst->opcode));
    json_u64(o, "block", inst->block);
    json_number_or_null(o, "value", inst->value);
    if (inst->value != BL_NONE) {
        out_need(bl_function_value_name(b->function, inst->value, &name, NULL));
        json_type(b, "result", inst->type);
    }
    if (name.size)
        json_view(o, "name", name);
    json_bool(o, "numbers_uncertain", inst->numbers_uncertain);
    json_array(o, "flags");
    for (unsigned i = 0; i < n_words; i++)
        out_printf(o, "%s\"%s\"", i > 0 ? "," : "", words[i]);
    out_char(o, ']');
    b->inst = inst;
    json_operands(b, "operands", inst->operands, inst->n_operands);
    json_details(b, inst);
    body_put_instruction(b, inst);
    b->inst = NULL;
    json_take_text(o, "text", &b->text);
    json_end(o);
}
