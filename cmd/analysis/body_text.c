/* analysis/body_text.c - instructions as text
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Like LLVM's assembly, but each operand has its type, and all is in the order of bl_instruction: a
 * reader need not know how LLVM writes each kind of instruction.
 */
#include "analysis/body_printer.h"

#include "analysis/attribute_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    VALUE_COLUMNS = 16,
    TYPE_COLUMNS = 14,
    SYSTEM_SCOPE = 1, /* which LLVM does not write down */
};

/* ---- Pieces ---- */

static void put(struct body_printer *b, const char *words)
{
    text_put(&b->text, words, strlen(words));
}

__attribute__((format(printf, 2, 3))) static void putf(struct body_printer *b, const char *format,
                                                       ...)
{
    char line[96];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    put(b, line);
}

static void put_type(struct body_printer *b, uint32_t type)
{
    if (type == BL_NONE)
        put(b, "?");
    else
        bl_type_print(bl_function_types(b->function), type, text_put, &b->text);
}

void body_put_value(struct body_printer *b, uint32_t value)
{
    out_need(bl_function_print_value(b->function, value, text_put, &b->text));
}

static void put_block(struct body_printer *b, uint64_t block)
{
    struct bl_view name;
    out_need(bl_function_block_name(b->function, (uint32_t)block, &name, NULL));
    if (name.size) {
        put(b, "label %");
        bl_name_print(name, text_put, &b->text);
    } else {
        putf(b, "block %" PRIu64, block);
    }
}

void body_put_metadata(struct body_printer *b, uint32_t number)
{
    b->has_metadata = true;
    out_need(bl_function_print_metadata(b->function, number, text_put, &b->text));
}

bool body_is_wide(const struct body_printer *b, const struct bl_operand *operand)
{
    return b->inst && b->inst->words &&
           (operand->kind == BL_OPERAND_INTEGER || operand->kind == BL_OPERAND_RANGE);
}

void body_put_integer(struct body_printer *b, const struct bl_operand *operand)
{
    if (!body_is_wide(b, operand)) {
        putf(b, "%" PRId64, (int64_t)operand->number);
        return;
    }
    const struct bl_type *type = &bl_function_types(b->function)->types[b->inst->operands[0].type];
    const uint64_t *words = b->inst->words + operand->number;
    bl_wide_print(words + 1, (uint32_t)words[0], (uint32_t)type->count, true, text_put, &b->text);
}

static void put_operand(struct body_printer *b, const struct bl_operand *operand)
{
    switch (operand->kind) {
    case BL_OPERAND_VALUE:
        put_type(b, operand->type);
        put(b, " ");
        body_put_value(b, (uint32_t)operand->number);
        return;
    case BL_OPERAND_BLOCK: put_block(b, operand->number); return;
    case BL_OPERAND_METADATA:
        put(b, "metadata ");
        body_put_metadata(b, (uint32_t)operand->number);
        return;
    case BL_OPERAND_RANGE: put(b, "to "); break;
    default: break;
    }
    body_put_integer(b, operand);
}

static void put_operands(struct body_printer *b, const struct bl_operand *operands, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            put(b, ", ");
        put_operand(b, &operands[i]);
    }
}

/* ---- Flags ---- */

unsigned flag_words(unsigned flags, const char *words[static MOST_FLAG_WORDS])
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

/* ---- Instructions ---- */

static void put_name_or_number(struct body_printer *b, const char *name, uint64_t number)
{
    if (name)
        putf(b, " %s", name);
    else
        putf(b, " %" PRIu64, number);
}

const struct bl_attributes *body_attributes(struct body_printer *b)
{
    if (!b->attributes)
        out_need(bl_module_attributes(b->in->module, &b->attributes, NULL));
    return b->attributes;
}

static void put_attributes_for(struct body_printer *b, const struct bl_instruction *inst,
                               uint32_t place)
{
    if (inst->attributes != BL_NONE)
        put_attributes(body_attributes(b), bl_function_types(b->function), inst->attributes, place,
                       text_put, &b->text);
}

static void put_arguments(struct body_printer *b, const struct bl_instruction *inst)
{
    put(b, "(");
    for (uint32_t i = 1; i <= inst->n_arguments; i++) {
        const struct bl_operand *operand = &inst->operands[i];
        put(b, i > 1 ? ", " : "");
        if (operand->kind == BL_OPERAND_VALUE) {
            put_type(b, operand->type);
            put_attributes_for(b, inst, i);
            put(b, " ");
            body_put_value(b, (uint32_t)operand->number);
        } else {
            put_operand(b, operand);
        }
    }
    put(b, ")");
    put_attributes_for(b, inst, BL_ATTRIBUTE_FUNCTION);
}

/* callee(arguments), then the blocks */
static void put_call(struct body_printer *b, const struct bl_instruction *inst)
{
    const char *convention = bl_calling_convention_name(inst->calling_convention);
    if (inst->calling_convention && convention)
        putf(b, " %s", convention);
    else if (inst->calling_convention)
        putf(b, " cc%" PRIu32, inst->calling_convention);
    put_attributes_for(b, inst, BL_ATTRIBUTE_RETURN);
    /* As LLVM does it, only where the callee has more arguments than its type states. */
    const struct bl_types *types = bl_function_types(b->function);
    if (inst->source_type < types->n && types->types[inst->source_type].is_vararg) {
        put(b, " ");
        put_type(b, inst->source_type);
    }
    put(b, " ");
    if (inst->n_operands > 0)
        body_put_value(b, (uint32_t)inst->operands[0].number);
    put_arguments(b, inst);
    uint32_t n_done = inst->n_arguments + 1;
    for (uint32_t i = n_done; i < inst->n_operands; i++) {
        put(b, i == n_done ? " to " : ", ");
        put_operand(b, &inst->operands[i]);
    }
}

/* The kind of each clause comes before its value. */
static void put_clauses(struct body_printer *b, const struct bl_instruction *inst)
{
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct bl_operand *operand = &inst->operands[i];
        if (operand->kind == BL_OPERAND_INTEGER) {
            put(b, operand->number ? " filter" : " catch");
        } else {
            put(b, " ");
            put_operand(b, operand);
        }
    }
}

/* The facts are read for their lists of tags and scopes alone, which lack what is damaged. */
static const struct bl_module_info *facts_of(struct body_printer *b)
{
    if (!b->has_facts && out_need(bl_module_get_info(b->in->module, 0, &b->facts, &b->unread)) == 0)
        b->unread.status = BL_OK;
    b->has_facts = true;
    return &b->facts;
}

static struct bl_view text_at(const struct bl_texts *texts, uint32_t number)
{
    return number < texts->n ? texts->texts[number] : (struct bl_view){0};
}

struct bl_view body_tag(struct body_printer *b, uint32_t tag)
{
    return text_at(&facts_of(b)->bundle_tags, tag);
}

struct bl_view body_scope(struct body_printer *b, uint32_t scope)
{
    return text_at(&facts_of(b)->sync_scopes, scope);
}

static void put_quoted(struct body_printer *b, struct bl_view name, uint32_t number)
{
    if (name.size)
        bl_string_print(name, text_put, &b->text);
    else
        putf(b, "%" PRIu32, number);
}

static void put_bundles(struct body_printer *b, const struct bl_instruction *inst)
{
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        put(b, i == 0 ? " [ " : ", ");
        put_quoted(b, body_tag(b, bundle->tag), bundle->tag);
        put(b, "(");
        put_operands(b, inst->bundle_operands + bundle->first, bundle->n);
        put(b, ")");
    }
    put(b, inst->n_bundles > 0 ? " ]" : "");
}

static void put_atomic(struct body_printer *b, const struct bl_instruction *inst)
{
    if (inst->sync_scope != SYSTEM_SCOPE) {
        put(b, " syncscope(");
        put_quoted(b, body_scope(b, inst->sync_scope), inst->sync_scope);
        put(b, ")");
    }
    put_name_or_number(b, bl_ordering_name(inst->ordering), inst->ordering);
    if (inst->opcode == BL_OP_CMPXCHG)
        put_name_or_number(b, bl_ordering_name(inst->failure_ordering), inst->failure_ordering);
}

void body_put_instruction(struct body_printer *b, const struct bl_instruction *inst)
{
    const char *name = bl_opcode_name(inst->opcode);
    if (name)
        put(b, name);
    else
        putf(b, "unknown %" PRIu32 ":", inst->code);
    if (inst->is_atomic && (inst->opcode == BL_OP_LOAD || inst->opcode == BL_OP_STORE))
        put(b, " atomic");
    const char *words[MOST_FLAG_WORDS];
    unsigned n_words = flag_words(inst->flags, words);
    for (unsigned i = 0; i < n_words; i++)
        putf(b, " %s", words[i]);
    if (inst->opcode == BL_OP_ICMP || inst->opcode == BL_OP_FCMP)
        put_name_or_number(b, bl_predicate_name(inst->predicate), inst->predicate);
    if (inst->opcode == BL_OP_ATOMICRMW)
        put_name_or_number(b, bl_rmw_name(inst->operation), inst->operation);
    if (is_call(inst)) {
        put_call(b, inst);
    } else if (inst->opcode == BL_OP_LANDINGPAD) {
        put_clauses(b, inst);
    } else {
        if (inst->source_type != BL_NONE) {
            put(b, " ");
            put_type(b, inst->source_type);
            put(b, ",");
        }
        if (inst->n_operands > 0)
            put(b, " ");
        put_operands(b, inst->operands, inst->n_operands);
    }
    if (inst->is_atomic)
        put_atomic(b, inst);
    if (inst->alignment)
        putf(b, ", align %" PRIu64, inst->alignment);
    put_bundles(b, inst);
}

/* ---- Rows ---- */

/* Write out the text, in COLUMNS columns at least. */
static void out_collected(struct body_printer *b, size_t columns)
{
    out_view(b->out, text_view(&b->text));
    if (b->text.n < columns)
        out_fill(b->out, ' ', columns - b->text.n);
    b->text.n = 0;
}

void body_put_header(struct body_printer *b)
{
    struct out *o = b->out;
    const struct bl_body *body = bl_function_body(b->function);
    put_module_path(o, b->in);
    out_text(o, ": ");
    out_colour(o, COLOUR_NAME);
    out_need(bl_global_print_name(b->in->module, body->function, out_put, o));
    out_plain(o);
    out_text(o, ", ");
    put_type(b, body->type);
    out_collected(b, 0);
    out_text(o, ", ");
    out_count(o, body->n_blocks, "block", "blocks");
    out_printf(o, ", %" PRIu64 " bytes at bit %" PRIu64 "\n", (uint64_t)body->block.n_words * 4,
               body->block.bit_pos);
    for (uint32_t i = 0; i < body->n_arguments; i++) {
        uint32_t value = body->first_argument + i;
        out_text(o, "  ");
        body_put_value(b, value);
        out_collected(b, VALUE_COLUMNS);
        out_char(o, ' ');
        put_type(b, bl_function_type_of(b->function, value));
        out_collected(b, TYPE_COLUMNS);
        out_printf(o, " argument %" PRIu32 "\n", i);
    }
}

static void put_block_line(struct body_printer *b, uint32_t block)
{
    struct bl_view name;
    out_need(bl_function_block_name(b->function, block, &name, NULL));
    out_colour(b->out, COLOUR_NAME);
    out_printf(b->out, "block %" PRIu32, block);
    if (name.size) {
        out_text(b->out, " %");
        bl_name_print(name, out_put, b->out);
    }
    out_plain(b->out);
    out_char(b->out, '\n');
}

bool body_is_label(const struct bl_debug_record *record)
{
    return record->code == BL_CODE_FUNCTION_DEBUG_RECORD_LABEL;
}

static void put_part(struct body_printer *b, const char *words, uint32_t number)
{
    if (number == BL_NONE)
        return;
    put(b, words);
    body_put_metadata(b, number);
}

static void put_debug_record(struct body_printer *b, const struct bl_debug_record *record)
{
    static const char *const names[] = {"value",        "declare", "assign",
                                        "value_simple", "label",   "declare_value"};
    uint32_t i = record->code - BL_CODE_FUNCTION_DEBUG_RECORD_VALUE;
    out_colour(b->out, COLOUR_DIM);
    out_printf(b->out, "  %*s #dbg_%s", VALUE_COLUMNS + TYPE_COLUMNS + 1, "",
               i < sizeof names / sizeof *names ? names[i] : "unknown");
    put_part(b, body_is_label(record) ? " label " : " variable ", record->variable);
    if (record->expression != BL_NONE) {
        put(b, ", ");
        put_operand(b, &record->value);
    }
    put_part(b, ", expression ", record->expression);
    put_part(b, ", id ", record->assign_id);
    put_part(b, ", address ", record->address);
    put_part(b, ", expression ", record->address_expression);
    put_part(b, ", at ", record->location);
    out_collected(b, 0);
    out_plain(b->out);
    out_char(b->out, '\n');
}

static void put_location(struct body_printer *b, const struct bl_instruction *inst)
{
    if (!inst->has_location)
        return;
    out_colour(b->out, COLOUR_DIM);
    out_printf(b->out, "  ; %" PRIu32 ":%" PRIu32, inst->location.line, inst->location.column);
    if (inst->location.scope != BL_NONE)
        out_printf(b->out, " in !%" PRIu32, inst->location.scope);
    if (inst->location.inlined_at != BL_NONE)
        out_printf(b->out, " inlined at !%" PRIu32, inst->location.inlined_at);
    out_plain(b->out);
}

void body_put_row(struct body_printer *b, const struct bl_instruction *inst, bool begins_block)
{
    struct out *o = b->out;
    if (begins_block)
        put_block_line(b, inst->block);
    for (uint32_t i = 0; i < inst->n_debug_records; i++)
        put_debug_record(b, &inst->debug_records[i]);
    out_text(o, "  ");
    if (inst->value != BL_NONE)
        body_put_value(b, inst->value);
    out_collected(b, VALUE_COLUMNS);
    out_char(o, ' ');
    if (inst->value != BL_NONE)
        put_type(b, inst->type);
    out_collected(b, TYPE_COLUMNS);
    out_char(o, ' ');
    b->inst = inst;
    body_put_instruction(b, inst);
    b->inst = NULL;
    out_collected(b, 0);
    put_location(b, inst);
    if (inst->numbers_uncertain)
        out_text(o, "  ; numbers uncertain");
    out_char(o, '\n');
}

/* ---- What could not be read ---- */

static void check(struct body_printer *b, int status, const struct bl_error *err)
{
    if (out_need(status) < 0)
        report_in_module(b->in, err);
}

void body_check_function(struct body_printer *b)
{
    struct bl_metadata *metadata;
    struct bl_view name;
    struct bl_error err;
    check(b, bl_function_block_name(b->function, 0, &name, &err), &err);
    if (b->has_metadata)
        check(b, bl_function_metadata(b->function, &metadata, &err), &err);
}

void body_check_module(struct body_printer *b)
{
    struct bl_module *module = b->in->module;
    struct bl_error err;
    check(b, bl_module_check_names(module, &err), &err);
    if (b->attributes)
        check(b, bl_module_attributes(module, &b->attributes, &err), &err);
    check(b, b->unread.status, &b->unread);
}
