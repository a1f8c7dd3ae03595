/* analysis/body_json.c - instructions as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/body_json.h"

#include "analysis/source_json.h"

#include "analysis/attribute_words.h"
#include "base/text.h"

#include <stdlib.h>

/* One function that is written. */
struct body_writer {
    struct out *out;
    const struct module_input *in;
    struct bl_printer *printer;
    struct bl_function *function; /* that it has loaded */
    struct bl_view name;          /* the function's */
    struct text text;             /* for putting pieces together */
    struct bl_module_info info;   /* read when the name of a bundle or scope is needed */
    bool has_info;
    const struct bl_attributes *attributes; /* read when a call has some; NULL: not yet */
};

enum {
    MOST_FLAG_WORDS = 32
};

/* LLVM's words for the flags of an instruction; how many there are. */
static unsigned flag_words(uint64_t flags, const char *words[static MOST_FLAG_WORDS])
{
    static const struct {
        unsigned flag;
        const char *word;
    } all[] = {
        {BL_INST_TAIL, "tail"},
        {BL_INST_MUSTTAIL, "musttail"},
        {BL_INST_NOTAIL, "notail"},
        {BL_INST_WEAK, "weak"},
        {BL_INST_VOLATILE, "volatile"},
        {BL_INST_INALLOCA, "inalloca"},
        {BL_INST_SWIFTERROR, "swifterror"},
        {BL_INST_INBOUNDS, "inbounds"},
        {BL_INST_NUSW, "nusw"},
        {BL_INST_NUW, "nuw"},
        {BL_INST_NSW, "nsw"},
        {BL_INST_EXACT, "exact"},
        {BL_INST_DISJOINT, "disjoint"},
        {BL_INST_NNEG, "nneg"},
        {BL_INST_SAMESIGN, "samesign"},
        {BL_INST_REASSOC, "reassoc"},
        {BL_INST_NNAN, "nnan"},
        {BL_INST_NINF, "ninf"},
        {BL_INST_NSZ, "nsz"},
        {BL_INST_ARCP, "arcp"},
        {BL_INST_CONTRACT, "contract"},
        {BL_INST_AFN, "afn"},
        {BL_INST_CLEANUP, "cleanup"},
        {BL_INST_PERSONALITY, "personality"},
        {BL_INST_UNWINDS, "unwinds"},
    };
    _Static_assert(sizeof all / sizeof *all < MOST_FLAG_WORDS, "room for them and \"fast\"");
    unsigned n = 0;
    if ((flags & BL_INST_FAST) == BL_INST_FAST) {
        words[n++] = "fast";
        flags &= ~(unsigned)BL_INST_FAST;
    }
    if (flags & BL_INST_INBOUNDS)
        flags &= ~(unsigned)BL_INST_NUSW;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (flags & all[i].flag)
            words[n++] = all[i].word;
    return n;
}

/* The module's lists of texts; they lack what is damaged, which the printer reports. */
static const struct bl_module_info *info_of(struct body_writer *b)
{
    if (!b->has_info)
        (void)out_need(bl_module_get_info(b->in->module, 0, &b->info, NULL));
    b->has_info = true;
    return &b->info;
}

static void json_text_of(struct out *o, const char *key, const struct bl_texts *texts,
                         uint32_t number)
{
    if (number < texts->n && texts->texts[number].size)
        json_view(o, key, texts->texts[number]);
}

static const struct bl_attributes *attributes_of(struct body_writer *b)
{
    if (!b->attributes)
        (void)out_need(bl_module_attributes(b->in->module, &b->attributes, NULL));
    return b->attributes;
}

static void json_number_or_null(struct out *o, const char *key, uint32_t number)
{
    json_u64_or_null(o, key, number, number != BL_NONE);
}

static void json_type(struct body_writer *b, const char *key, uint32_t type)
{
    if (type == BL_NONE) {
        json_null(b->out, key);
        return;
    }
    out_need(bl_printer_put_type(b->printer, type, text_put, &b->text));
    json_take_text(b->out, key, &b->text);
}

static void json_begin_row(struct body_writer *b, const char *type)
{
    json_begin_in(b->out, type, b->in);
    json_name(b->out, "function", b->name);
}

static void json_body(struct body_writer *b)
{
    struct out *o = b->out;
    const struct bl_body *body = bl_function_body(b->function);
    json_begin_row(b, "body");
    json_u64(o, "value", body->function);
    json_type(b, "function_type", body->type);
    json_u64(o, "bit_pos", body->block.bit_pos);
    json_u64(o, "body_pos", body->block.body_pos);
    json_u64(o, "bytes", bl_block_bytes(body->block.n_words));
    json_u64(o, "blocks", body->n_basic_blocks);
    json_u64(o, "first_argument", body->first_argument);
    json_u64(o, "arguments", body->n_arguments);
    json_u64(o, "first_constant", body->first_constant);
    json_u64(o, "constants", body->n_constants);
    json_u64(o, "first_instruction", body->first_instruction);
    json_end(o);
}

static void json_operand(struct body_writer *b, const struct bl_instruction *inst,
                         const struct bl_operand *operand)
{
    static const char *const kinds[] = {
        [BL_OPERAND_VALUE] = "value",       [BL_OPERAND_BLOCK] = "block",
        [BL_OPERAND_METADATA] = "metadata", [BL_OPERAND_INTEGER] = "integer",
        [BL_OPERAND_RANGE] = "range",       [BL_OPERAND_RAW] = "raw",
    };
    struct out *o = b->out;
    out_text(o, "{\"kind\":");
    json_string(o, view_of(kinds[operand->kind]));
    bool is_number = operand->kind == BL_OPERAND_INTEGER || operand->kind == BL_OPERAND_RANGE;
    if (inst->words && is_number) { /* of more than 64 bits, of a case or an index */
        const struct bl_types *types = bl_function_types(b->function);
        const struct bl_type *type = &types->types[inst->operands[0].type];
        const uint64_t *words = inst->words + operand->number;
        bl_wide_print(words + 1, (uint32_t)words[0], (uint32_t)type->count, true, text_put,
                      &b->text);
        json_take_text(o, "text", &b->text);
    } else {
        json_u64(o, "number", operand->number);
    }
    if (operand->kind == BL_OPERAND_METADATA) {
        out_need(
            bl_printer_put_metadata(b->printer, (uint32_t)operand->number, text_put, &b->text));
        json_take_text(o, "text", &b->text);
    }
    if (operand->kind == BL_OPERAND_VALUE) {
        json_type(b, "type", operand->type);
        out_need(bl_printer_put_value(b->printer, (uint32_t)operand->number, text_put, &b->text));
        json_take_text(o, "text", &b->text);
    }
    out_char(o, '}');
}

static void json_operands(struct body_writer *b, const struct bl_instruction *inst, const char *key,
                          const struct bl_operand *operands, uint32_t n)
{
    json_array(b->out, key);
    for (uint32_t i = 0; i < n; i++) {
        out_text(b->out, i > 0 ? "," : "");
        json_operand(b, inst, &operands[i]);
    }
    out_char(b->out, ']');
}

static void json_bundles(struct body_writer *b, const struct bl_instruction *inst)
{
    struct out *o = b->out;
    json_array(o, "bundles");
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        out_printf(o, "%s{\"tag\":%u", i > 0 ? "," : "", (unsigned)bundle->tag);
        json_text_of(o, "name", &info_of(b)->bundle_tags, bundle->tag);
        json_operands(b, inst, "operands", inst->bundle_operands + bundle->first, bundle->n);
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void json_location(struct body_writer *b, const struct bl_debug_location *location)
{
    struct out *o = b->out;
    struct bl_metadata *metadata;
    (void)out_need(bl_function_metadata(b->function, &metadata, NULL));
    json_key(o, "location");
    out_printf(o, "{\"implicit\":%s", location->is_implicit ? "true" : "false");
    json_source(o, metadata, location);
    json_number_or_null(o, "scope", location->scope);
    json_number_or_null(o, "inlined_at", location->inlined_at);
    json_u64(o, "atom_group", location->atom_group);
    json_u64(o, "atom_rank", location->atom_rank);
    out_char(o, '}');
}

static void json_debug_records(struct body_writer *b, const struct bl_instruction *inst)
{
    struct out *o = b->out;
    json_array(o, "debug_records");
    for (uint32_t i = 0; i < inst->n_debug_records; i++) {
        const struct bl_debug_record *record = &inst->debug_records[i];
        bool is_label = record->code == BL_CODE_FUNCTION_DEBUG_RECORD_LABEL;
        out_printf(o, "%s{\"code\":%u", i > 0 ? "," : "", (unsigned)record->code);
        json_u64(o, "bit_pos", record->bit_pos);
        json_u64(o, "location", record->location);
        json_u64(o, is_label ? "label" : "variable", record->variable);
        if (record->expression != BL_NONE) {
            json_u64(o, "expression", record->expression);
            json_operands(b, inst, "value", &record->value, 1);
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
static void json_details(struct body_writer *b, const struct bl_instruction *inst)
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
        json_text_of(o, "sync_scope_name", &info_of(b)->sync_scopes, inst->sync_scope);
    }
    if (inst->opcode == BL_OP_CMPXCHG)
        json_text(o, "failure_ordering", bl_ordering_name(inst->failure_ordering));
    if (inst->alignment)
        json_u64(o, "alignment", inst->alignment);
    if (bl_opcode_calls(inst->opcode)) {
        json_u64(o, "calling_convention", inst->calling_convention);
        json_number_or_null(o, "attributes", inst->attributes);
        json_attribute_groups(o, attributes_of(b), inst->attributes);
        json_u64(o, "arguments", inst->n_arguments);
    }
    if (inst->n_bundles > 0)
        json_bundles(b, inst);
    if (inst->has_location)
        json_location(b, &inst->location);
    if (inst->n_debug_records > 0)
        json_debug_records(b, inst);
}

/* LINE is its text. */
static void json_row(struct body_writer *b, const struct bl_instruction *inst, struct text *line)
{
    struct out *o = b->out;
    struct bl_view name = {0};
    const char *words[MOST_FLAG_WORDS];
    unsigned n_words = flag_words(inst->flags, words);
    json_begin_row(b, "instruction");
    json_u64(o, "bit_pos", inst->bit_pos);
    json_u64(o, "code", inst->code);
    json_text_or_null(o, "opcode", bl_opcode_name(inst->opcode));
    json_u64(o, "block", inst->basic_block);
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
    json_operands(b, inst, "operands", inst->operands, inst->n_operands);
    json_details(b, inst);
    json_take_text(o, "text", line);
    json_end(o);
}

int body_json(const struct module_input *in, struct bl_printer *printer, struct bl_error *err)
{
    struct body_writer b = {.out = &in->context->out, .in = in, .printer = printer};
    struct text line = {0};
    const struct bl_instruction *inst;
    int rc;
    b.function = bl_printer_function(printer);
    out_need(bl_module_name(in->module, bl_function_body(b.function)->function, &b.name, NULL));
    json_body(&b);
    while ((rc = bl_printer_next(printer, &inst, text_put, &line, err)) > 0)
        json_row(&b, inst, &line);
    free(line.data);
    free(b.text.data);
    return rc;
}
