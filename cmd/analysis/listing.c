/* cmd/listing.c - instructions as text
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Near to LLVM's assembly, but each operand has its type, and everything is in the order in which
 * bl_instruction has it, so that nothing must be known to read it.
 */
#include "analysis/listing.h"

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

static void put(struct listing *l, const char *words)
{
    text_put(&l->text, words, strlen(words));
}

__attribute__((format(printf, 2, 3))) static void putf(struct listing *l, const char *format, ...)
{
    char line[96];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    put(l, line);
}

static void put_type(struct listing *l, uint32_t type)
{
    if (type == BL_NONE)
        put(l, "?");
    else
        bl_type_print(bl_function_types(l->function), type, text_put, &l->text);
}

void listing_put_value(struct listing *l, uint32_t value)
{
    out_need(bl_function_print_value(l->function, value, text_put, &l->text));
}

static void put_block(struct listing *l, uint64_t block)
{
    struct bl_view name;
    out_need(bl_function_block_name(l->function, (uint32_t)block, &name, NULL));
    if (name.size) {
        put(l, "label %");
        bl_name_print(name, text_put, &l->text);
    } else {
        putf(l, "block %" PRIu64, block);
    }
}

void listing_put_metadata(struct listing *l, uint32_t number)
{
    l->has_metadata = true;
    out_need(bl_function_print_metadata(l->function, number, text_put, &l->text));
}

bool listing_is_wide(const struct listing *l, const struct bl_operand *operand)
{
    return l->inst && l->inst->words &&
           (operand->kind == BL_OPERAND_INTEGER || operand->kind == BL_OPERAND_RANGE);
}

void listing_put_integer(struct listing *l, const struct bl_operand *operand)
{
    if (!listing_is_wide(l, operand)) {
        putf(l, "%" PRId64, (int64_t)operand->number);
        return;
    }
    const struct bl_type *type = &bl_function_types(l->function)->types[l->inst->operands[0].type];
    const uint64_t *words = l->inst->words + operand->number;
    bl_wide_print(words + 1, (uint32_t)words[0], (uint32_t)type->count, true, text_put, &l->text);
}

static void put_operand(struct listing *l, const struct bl_operand *operand)
{
    switch (operand->kind) {
    case BL_OPERAND_VALUE:
        put_type(l, operand->type);
        put(l, " ");
        listing_put_value(l, (uint32_t)operand->number);
        return;
    case BL_OPERAND_BLOCK: put_block(l, operand->number); return;
    case BL_OPERAND_METADATA:
        put(l, "metadata ");
        listing_put_metadata(l, (uint32_t)operand->number);
        return;
    case BL_OPERAND_RANGE: put(l, "to "); break;
    default: break;
    }
    listing_put_integer(l, operand);
}

static void put_operands(struct listing *l, const struct bl_operand *operands, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            put(l, ", ");
        put_operand(l, &operands[i]);
    }
}

/* ---- Flags ---- */

void each_flag(unsigned flags, word_fn *word, void *context)
{
    static const struct {
        unsigned flag;
        const char *word;
    } words[] = {
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
    if ((flags & BL_INST_FAST) == BL_INST_FAST) {
        word(context, "fast");
        flags &= ~(unsigned)BL_INST_FAST;
    }
    if (flags & BL_INST_INBOUNDS)
        flags &= ~(unsigned)BL_INST_NUSW;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (flags & words[i].flag)
            word(context, words[i].word);
}

static void put_word(void *context, const char *word)
{
    put(context, " ");
    put(context, word);
}

/* ---- Instructions ---- */

static void put_name_or_number(struct listing *l, const char *name, uint64_t number)
{
    if (name)
        putf(l, " %s", name);
    else
        putf(l, " %" PRIu64, number);
}

const struct bl_attributes *listing_attributes(struct listing *l)
{
    if (!l->attributes)
        out_need(bl_module_attributes(l->in->module, &l->attributes, NULL));
    return l->attributes;
}

static void put_attributes_for(struct listing *l, const struct bl_instruction *inst, uint32_t place)
{
    if (inst->attributes != BL_NONE)
        put_attributes(listing_attributes(l), bl_function_types(l->function), inst->attributes,
                       place, text_put, &l->text);
}

static void put_arguments(struct listing *l, const struct bl_instruction *inst)
{
    put(l, "(");
    for (uint32_t i = 1; i <= inst->n_arguments; i++) {
        const struct bl_operand *operand = &inst->operands[i];
        put(l, i > 1 ? ", " : "");
        if (operand->kind == BL_OPERAND_VALUE) {
            put_type(l, operand->type);
            put_attributes_for(l, inst, i);
            put(l, " ");
            listing_put_value(l, (uint32_t)operand->number);
        } else {
            put_operand(l, operand);
        }
    }
    put(l, ")");
    put_attributes_for(l, inst, BL_ATTRIBUTE_FUNCTION);
}

/* As LLVM does it, only where the callee takes arguments that its type does not tell. */
static void put_function_type(struct listing *l, uint32_t number)
{
    const struct bl_types *types = bl_function_types(l->function);
    if (number < types->n && types->types[number].is_vararg) {
        put(l, " ");
        put_type(l, number);
    }
}

/* callee(arguments), and the blocks behind */
static void put_call(struct listing *l, const struct bl_instruction *inst)
{
    if (inst->calling_convention) {
        const char *name = bl_calling_convention_name(inst->calling_convention);
        if (name)
            putf(l, " %s", name);
        else
            putf(l, " cc%" PRIu32, inst->calling_convention);
    }
    put_attributes_for(l, inst, BL_ATTRIBUTE_RETURN);
    put_function_type(l, inst->source_type);
    put(l, " ");
    if (inst->n_operands > 0)
        listing_put_value(l, (uint32_t)inst->operands[0].number);
    put_arguments(l, inst);
    uint32_t n_done = inst->n_arguments + 1;
    for (uint32_t i = n_done; i < inst->n_operands; i++) {
        put(l, i == n_done ? " to " : ", ");
        put_operand(l, &inst->operands[i]);
    }
}

/* The kind of each clause is in front of its value. */
static void put_clauses(struct listing *l, const struct bl_instruction *inst)
{
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct bl_operand *operand = &inst->operands[i];
        if (operand->kind == BL_OPERAND_INTEGER) {
            put(l, operand->number ? " filter" : " catch");
        } else {
            put(l, " ");
            put_operand(l, operand);
        }
    }
}

static bool is_call(const struct bl_instruction *inst)
{
    return inst->opcode == BL_OP_CALL || inst->opcode == BL_OP_INVOKE ||
           inst->opcode == BL_OP_CALLBR;
}

/* The facts are read for these lists alone; what is damaged is not in them. */
static const struct bl_module_facts *facts_of(struct listing *l)
{
    if (!l->has_facts && out_need(bl_module_facts(l->in->module, 0, &l->facts, &l->unread)) == 0)
        l->unread.status = BL_OK;
    l->has_facts = true;
    return &l->facts;
}

static struct bl_view text_at(const struct bl_texts *texts, uint32_t number)
{
    return number < texts->n ? texts->texts[number] : (struct bl_view){0};
}

struct bl_view listing_tag(struct listing *l, uint32_t tag)
{
    return text_at(&facts_of(l)->bundle_tags, tag);
}

struct bl_view listing_scope(struct listing *l, uint32_t scope)
{
    return text_at(&facts_of(l)->sync_scopes, scope);
}

static void put_quoted(struct listing *l, struct bl_view name, uint32_t number)
{
    if (name.size)
        bl_string_print(name, text_put, &l->text);
    else
        putf(l, "%" PRIu32, number);
}

static void put_bundles(struct listing *l, const struct bl_instruction *inst)
{
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        put(l, i == 0 ? " [ " : ", ");
        put_quoted(l, listing_tag(l, bundle->tag), bundle->tag);
        put(l, "(");
        put_operands(l, inst->bundle_operands + bundle->first, bundle->n);
        put(l, ")");
    }
    put(l, inst->n_bundles > 0 ? " ]" : "");
}

static void put_atomic(struct listing *l, const struct bl_instruction *inst)
{
    if (inst->sync_scope != SYSTEM_SCOPE) {
        put(l, " syncscope(");
        put_quoted(l, listing_scope(l, inst->sync_scope), inst->sync_scope);
        put(l, ")");
    }
    put_name_or_number(l, bl_ordering_name(inst->ordering), inst->ordering);
    if (inst->opcode == BL_OP_CMPXCHG)
        put_name_or_number(l, bl_ordering_name(inst->failure_ordering), inst->failure_ordering);
}

void listing_put_instruction(struct listing *l, const struct bl_instruction *inst)
{
    const char *name = bl_opcode_name(inst->opcode);
    if (name)
        put(l, name);
    else
        putf(l, "unknown %" PRIu32 ":", inst->code);
    if (inst->is_atomic && (inst->opcode == BL_OP_LOAD || inst->opcode == BL_OP_STORE))
        put(l, " atomic");
    each_flag(inst->flags, put_word, l);
    if (inst->opcode == BL_OP_ICMP || inst->opcode == BL_OP_FCMP)
        put_name_or_number(l, bl_predicate_name(inst->predicate), inst->predicate);
    if (inst->opcode == BL_OP_ATOMICRMW)
        put_name_or_number(l, bl_rmw_name(inst->operation), inst->operation);
    if (is_call(inst)) {
        put_call(l, inst);
    } else if (inst->opcode == BL_OP_LANDINGPAD) {
        put_clauses(l, inst);
    } else {
        if (inst->source_type != BL_NONE) {
            put(l, " ");
            put_type(l, inst->source_type);
            put(l, ",");
        }
        if (inst->n_operands > 0)
            put(l, " ");
        put_operands(l, inst->operands, inst->n_operands);
    }
    if (inst->is_atomic)
        put_atomic(l, inst);
    if (inst->alignment)
        putf(l, ", align %" PRIu64, inst->alignment);
    put_bundles(l, inst);
}

/* ---- Rows ---- */

/* Write out the text, in COLUMNS columns at least. */
static void take_text(struct listing *l, size_t columns)
{
    out_view(l->out, text_view(&l->text));
    if (l->text.n < columns)
        out_fill(l->out, ' ', columns - l->text.n);
    l->text.n = 0;
}

void listing_put_header(struct listing *l)
{
    struct out *o = l->out;
    const struct bl_body *body = bl_function_body(l->function);
    put_module_path(o, l->in);
    out_text(o, ": ");
    out_colour(o, COLOUR_NAME);
    out_need(bl_global_print_name(l->in->module, body->function, out_put, o));
    out_plain(o);
    out_text(o, ", ");
    put_type(l, body->type);
    take_text(l, 0);
    out_text(o, ", ");
    out_count(o, body->n_blocks, "block", "blocks");
    out_printf(o, ", %" PRIu64 " bytes at bit %" PRIu64 "\n", (uint64_t)body->block.n_words * 4,
               body->block.bit_pos);
    for (uint32_t i = 0; i < body->n_arguments; i++) {
        uint32_t value = body->first_argument + i;
        out_text(o, "  ");
        listing_put_value(l, value);
        take_text(l, VALUE_COLUMNS);
        out_char(o, ' ');
        put_type(l, bl_function_type_of(l->function, value));
        take_text(l, TYPE_COLUMNS);
        out_printf(o, " argument %" PRIu32 "\n", i);
    }
}

static void put_block_line(struct listing *l, uint32_t block)
{
    struct bl_view name;
    out_need(bl_function_block_name(l->function, block, &name, NULL));
    out_colour(l->out, COLOUR_NAME);
    out_printf(l->out, "block %" PRIu32, block);
    if (name.size) {
        out_text(l->out, " %");
        bl_name_print(name, out_put, l->out);
    }
    out_plain(l->out);
    out_char(l->out, '\n');
}

enum {
    FIRST_DEBUG_RECORD = 61,
    DEBUG_LABEL = 65
};

static const char *record_name(uint32_t code)
{
    static const char *const names[] = {"value",        "declare", "assign",
                                        "value_simple", "label",   "declare_value"};
    uint32_t i = code - FIRST_DEBUG_RECORD;
    return i < sizeof names / sizeof *names ? names[i] : "unknown";
}

bool listing_is_label(const struct bl_debug_record *record)
{
    return record->code == DEBUG_LABEL;
}

static void put_part(struct listing *l, const char *words, uint32_t number)
{
    if (number == BL_NONE)
        return;
    put(l, words);
    listing_put_metadata(l, number);
}

static void put_debug_record(struct listing *l, const struct bl_debug_record *record)
{
    out_colour(l->out, COLOUR_DIM);
    out_printf(l->out, "  %*s #dbg_%s", VALUE_COLUMNS + TYPE_COLUMNS + 1, "",
               record_name(record->code));
    put_part(l, listing_is_label(record) ? " label " : " variable ", record->variable);
    if (record->expression != BL_NONE) {
        put(l, ", ");
        put_operand(l, &record->value);
    }
    put_part(l, ", expression ", record->expression);
    put_part(l, ", id ", record->assign_id);
    put_part(l, ", address ", record->address);
    put_part(l, ", expression ", record->address_expression);
    put_part(l, ", at ", record->location);
    take_text(l, 0);
    out_plain(l->out);
    out_char(l->out, '\n');
}

static void put_location(struct listing *l, const struct bl_instruction *inst)
{
    if (!inst->has_location)
        return;
    out_colour(l->out, COLOUR_DIM);
    out_printf(l->out, "  ; %" PRIu32 ":%" PRIu32, inst->location.line, inst->location.column);
    if (inst->location.scope != BL_NONE)
        out_printf(l->out, " in !%" PRIu32, inst->location.scope);
    if (inst->location.inlined_at != BL_NONE)
        out_printf(l->out, " inlined at !%" PRIu32, inst->location.inlined_at);
    out_plain(l->out);
}

void listing_put_row(struct listing *l, const struct bl_instruction *inst, bool begins_block)
{
    struct out *o = l->out;
    if (begins_block)
        put_block_line(l, inst->block);
    for (uint32_t i = 0; i < inst->n_debug_records; i++)
        put_debug_record(l, &inst->debug_records[i]);
    out_text(o, "  ");
    if (inst->value != BL_NONE)
        listing_put_value(l, inst->value);
    take_text(l, VALUE_COLUMNS);
    out_char(o, ' ');
    if (inst->value != BL_NONE)
        put_type(l, inst->type);
    take_text(l, TYPE_COLUMNS);
    out_char(o, ' ');
    l->inst = inst;
    listing_put_instruction(l, inst);
    l->inst = NULL;
    take_text(l, 0);
    put_location(l, inst);
    if (inst->numbers_uncertain)
        out_text(o, "  ; numbers uncertain");
    out_char(o, '\n');
}

/* ---- What could not be read ---- */

/* Whether STATUS is none; *ERR is reported otherwise. */
static bool check(struct listing *l, const struct common *common, int status,
                  const struct bl_error *err)
{
    return out_need(status) >= 0 || report_in_module(l->out, common, l->in, err);
}

bool listing_check_function(struct listing *l, const struct common *common)
{
    struct bl_metadata *metadata;
    struct bl_view name;
    struct bl_error err;
    bool good = check(l, common, bl_function_block_name(l->function, 0, &name, &err), &err);
    if (l->has_metadata)
        good &= check(l, common, bl_function_metadata(l->function, &metadata, &err), &err);
    return good;
}

bool listing_check_module(struct listing *l, const struct common *common)
{
    struct bl_module *module = l->in->module;
    struct bl_error err;
    bool good = check(l, common, bl_module_check_names(module, &err), &err);
    if (l->attributes)
        good &= check(l, common, bl_module_attributes(module, &l->attributes, &err), &err);
    return check(l, common, l->unread.status, &l->unread) && good;
}
