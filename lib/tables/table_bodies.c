/* tables/table_bodies.c - instructions, and those that call
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/table.h"

#include "base/grow.h"
#include "base/view.h"
#include "bitleap_debug.h"

enum {
    RESULT_TYPE, /* of both tables */
    SOURCE,
    DIRECTORY,
    SUBPROGRAM,
    PLACES,
    FLAGS, /* of instructions */
    OPERANDS,
    ALIGNMENT,
    PREDICATE,
    SOURCE_TYPE,
    OPERAND_VALUES,
    CALLEE_VALUE, /* of calls */
    CALLEE,
    HOW,
    TAIL,
    ARGUMENT_TEXT,
};

struct state {
    struct bl_instruction inst;
    uint32_t value, number; /* of the body; of the instruction in it */
    bool is_loaded;         /* the body, by the printer */
    uint32_t n_globals;
    struct bl_view name;          /* of the function */
    struct bl_metadata *metadata; /* of the body, once a column asks; */
    bool knows_metadata;
    bool knows_place;             /* of the instruction, likewise */
    struct bl_source_place place; /* NULL: not known */
    /* Of a call, likewise: */
    bool knows_callee, is_assembly;
    uint32_t callee;          /* value; BL_NONE: none that is known */
    uint64_t *operand_values; /* of the row */
    size_t cap_operand_values;
};

#define BOTH                                                                                       \
    BL_SQL_FILE_COLUMN, BL_SQL_MODULE_COLUMN,                                                      \
        {"value", BL_SQL_INTEGER, "number of the global value in its module", .key = BL_SQL_VALUE, \
         BL_SQL_FIELD(state, value)},                                                              \
        {"function", BL_SQL_TEXT, "name of the function", .key = BL_SQL_NAME,                      \
         BL_SQL_FIELD(state, name)},                                                               \
        {"instruction", BL_SQL_INTEGER, "number of the instruction in its function, from 0 on",    \
         BL_SQL_FIELD(state, number)},                                                             \
        {"bit_pos", BL_SQL_INTEGER, "where the record or block begins in its stream",              \
         .unit = "bit", BL_SQL_FIELD(state, inst.bit_pos)},                                        \
        {"block", BL_SQL_INTEGER, "number of its basic block",                                     \
         BL_SQL_FIELD(state, inst.basic_block)},                                                   \
        {"opcode", BL_SQL_TEXT, "name of the instruction", BL_SQL_FIELD(state, inst.opcode),       \
         .names = bl_opcode_name},                                                                 \
        {"result_value", BL_SQL_NUMBER, "number of the value that it makes",                       \
         BL_SQL_FIELD(state, inst.value)},                                                         \
        {"result", BL_SQL_TEXT, "type of its result, in LLVM assembly", .id = RESULT_TYPE},        \
        {"line", BL_SQL_NUMBER, "line of the source, from 1 on",                                   \
         BL_SQL_OPTIONAL(state, inst.location.line, inst.has_location)},                           \
        {"column", BL_SQL_NUMBER, "column in that line, from 1 on",                                \
         BL_SQL_OPTIONAL(state, inst.location.column, inst.has_location)},                         \
        {"scope", BL_SQL_NUMBER, "number of the metadata node of the scope",                       \
         BL_SQL_OPTIONAL(state, inst.location.scope, inst.has_location)},                          \
        {"inlined_at", BL_SQL_NUMBER,                                                              \
         "number of the metadata node of the call that it was inlined at",                         \
         BL_SQL_OPTIONAL(state, inst.location.inlined_at, inst.has_location)},                     \
        {"source", BL_SQL_TEXT, "file that the line is in, as its debug information has it",       \
         .id = SOURCE},                                                                            \
        {"directory", BL_SQL_TEXT, "where that file's name begins", .id = DIRECTORY},              \
        {"subprogram", BL_SQL_TEXT, "function that the line is in, which may be inlined here",     \
         .id = SUBPROGRAM},                                                                        \
    {                                                                                              \
        "places", BL_SQL_TEXT, "file, line and column, also of the calls it was inlined at",       \
            .id = PLACES                                                                           \
    }

static const struct bl_sql_column instruction_columns[] = {
    BOTH,
    {"code", BL_SQL_INTEGER, "number of the record code", BL_SQL_FIELD(state, inst.code)},
    {"flags", BL_SQL_TEXT, "nuw, nsw, fast …, separated by spaces", .id = FLAGS},
    {"n_operands", BL_SQL_INTEGER, "number of operands", BL_SQL_FIELD(state, inst.n_operands)},
    {"operands", BL_SQL_TEXT, "operands in LLVM assembly", .id = OPERANDS},
    {"alignment", BL_SQL_INTEGER, "alignment of a load, store or alloca", .unit = "byte",
     .id = ALIGNMENT},
    {"predicate", BL_SQL_TEXT, "predicate of a comparison", .id = PREDICATE},
    {"ordering", BL_SQL_TEXT, "atomic ordering",
     BL_SQL_OPTIONAL(state, inst.ordering, inst.is_atomic), .names = bl_ordering_name},
    {"source_type", BL_SQL_TEXT, "type that is loaded, allocated or indexed, in LLVM assembly",
     .id = SOURCE_TYPE},
    {"operand_values", BL_SQL_NUMBERS,
     "numbers of the values that the operands are; 4294967295 of one that is none",
     .id = OPERAND_VALUES},
};

static const struct bl_sql_column call_columns[] = {
    BOTH,
    {"callee_value", BL_SQL_INTEGER, "number of the global value that is called",
     .id = CALLEE_VALUE},
    {"callee", BL_SQL_TEXT, "name of what is called", .key = BL_SQL_WORD, .id = CALLEE},
    {"how", BL_SQL_TEXT, "direct, indirect or assembly", .id = HOW},
    {"tail", BL_SQL_TEXT, "tail, musttail or notail", .id = TAIL},
    {"arguments", BL_SQL_INTEGER, "number of arguments", BL_SQL_FIELD(state, inst.n_arguments)},
    {"calling_convention", BL_SQL_INTEGER,
     "number of the calling convention, as in llvm/IR/CallingConv.h",
     BL_SQL_FIELD(state, inst.calling_convention)},
    {"function_type", BL_SQL_TEXT, "type of what is called, in LLVM assembly", .id = SOURCE_TYPE},
    {"argument_text", BL_SQL_TEXT, "the arguments in LLVM assembly", .id = ARGUMENT_TEXT},
};

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    const struct bl_global *globals;
    s->value = c->value;
    s->number = BL_NONE;
    s->is_loaded = s->knows_metadata = false;
    (void)bl_module_globals(c->module, &globals, &s->n_globals, NULL);
    if (bl_sql_seen(c, bl_module_name(c->module, c->value, &s->name, err)) < 0) {
        bl_sql_cursor_note(c, err);
        s->name = (struct bl_view){.data = NULL};
    }
    /* a body with another name has no rows */
    return bl_sql_name_is_wanted(c, s->name) ? BL_OK : 1;
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    s->number++;
    s->knows_callee = s->knows_place = false;
    int rc = bl_function_next(c->function, &s->inst, err);
    c->key = s->inst.bit_pos;
    return rc;
}

/* ---- Columns of both ---- */

/* What prints pieces of the body. */
static struct bl_printer *body_printer(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    struct bl_printer *printer = bl_sql_printer(c);
    if (printer && !s->is_loaded && bl_sql_seen(c, bl_printer_load(printer, c->value, NULL)) < 0)
        return NULL;
    s->is_loaded = true;
    return printer;
}

static void put_type(struct bl_sql_cursor *c, uint32_t type, struct bl_sql_cell *cell)
{
    bl_sql_set_type(c, type != BL_NONE ? body_printer(c) : NULL, type, cell);
}

static struct bl_metadata *body_metadata(struct bl_sql_cursor *c, struct state *s)
{
    if (!s->knows_metadata)
        (void)bl_sql_seen(c, bl_function_metadata(c->function, &s->metadata, NULL));
    s->knows_metadata = true;
    return s->metadata;
}

static void put_place(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    struct bl_metadata *metadata = s->inst.has_location ? body_metadata(c, s) : NULL;
    if (!metadata)
        return;
    if (id == PLACES) {
        c->text.size = 0;
        (void)bl_sql_seen(
            c, bl_source_print(metadata, &s->inst.location, bl_sql_text_put, &c->text, NULL));
        bl_sql_set_text(c, cell);
        return;
    }
    if (!s->knows_place)
        (void)bl_sql_seen(c, bl_source_place_find(metadata, &s->inst.location, &s->place, NULL));
    s->knows_place = true;
    struct bl_view text = id == SOURCE      ? s->place.file
                          : id == DIRECTORY ? s->place.directory
                                            : s->place.function;
    if (text.data)
        bl_sql_set_view(cell, text);
}

static void both_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    const struct state *s = c->state;
    if (id == RESULT_TYPE)
        put_type(c, s->inst.value != BL_NONE ? s->inst.type : BL_NONE, cell);
    else
        put_place(c, id, cell);
}

/* ---- Instructions ---- */

static void put_operand(struct bl_sql_cursor *c, struct bl_printer *printer,
                        const struct bl_operand *op)
{
    uint32_t number = (uint32_t)op->number;
    if (op->kind == BL_OPERAND_VALUE)
        (void)bl_sql_seen(c, bl_printer_put_value(printer, number, bl_sql_text_put, &c->text));
    else if (op->kind == BL_OPERAND_METADATA)
        (void)bl_sql_seen(c, bl_printer_put_metadata(printer, number, bl_sql_text_put, &c->text));
    else
        bl_sql_text_printf(&c->text, op->kind == BL_OPERAND_BLOCK ? "block %llu" : "%llu",
                           (unsigned long long)op->number);
}

static void put_operands(struct bl_sql_cursor *c, const struct bl_operand *operands, uint32_t n,
                         struct bl_sql_cell *cell)
{
    struct bl_printer *printer = body_printer(c);
    c->text.size = 0;
    for (uint32_t i = 0; i < n && printer; i++) {
        bl_sql_text_string(&c->text, i > 0 ? ", " : "");
        put_operand(c, printer, &operands[i]);
    }
    if (printer)
        bl_sql_set_text(c, cell);
}

static void put_operand_values(struct bl_sql_cursor *c, struct state *s, struct bl_sql_cell *cell)
{
    uint32_t n = s->inst.n_operands;
    if (bl_sql_seen(c, bl_grow(&s->operand_values, &s->cap_operand_values, n)) < 0)
        return;
    for (uint32_t i = 0; i < n; i++)
        s->operand_values[i] =
            s->inst.operands[i].kind == BL_OPERAND_VALUE ? s->inst.operands[i].number : BL_NONE;
    bl_sql_set_numbers(cell, s->operand_values, n);
}

static void put_flags(struct bl_sql_cursor *c, uint64_t flags, struct bl_sql_cell *cell)
{
    static const char *const words[] = {
        "nuw",     "nsw",  "exact",    "disjoint", "nneg",     "samesign",   "inbounds", "nusw",
        "reassoc", "nnan", "ninf",     "nsz",      "arcp",     "contract",   "afn",      "volatile",
        "weak",    "tail", "musttail", "notail",   "inalloca", "swifterror", "cleanup"};
    c->text.size = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (flags >> i & 1) {
            bl_sql_text_string(&c->text, c->text.size > 0 ? " " : "");
            bl_sql_text_string(&c->text, words[i]);
        }
    bl_sql_set_text(c, cell);
}

static void instruction_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    const struct bl_instruction *inst = &s->inst;
    switch (id) {
    case FLAGS: put_flags(c, inst->flags, cell); break;
    case OPERANDS: put_operands(c, inst->operands, inst->n_operands, cell); break;
    case ALIGNMENT:
        if (inst->alignment)
            bl_sql_set_integer(cell, inst->alignment);
        break;
    case PREDICATE:
        if (inst->opcode == BL_OP_ICMP || inst->opcode == BL_OP_FCMP)
            bl_sql_set_string(cell, bl_predicate_name(inst->predicate));
        break;
    case SOURCE_TYPE: put_type(c, inst->source_type, cell); break;
    case OPERAND_VALUES: put_operand_values(c, s, cell); break;
    default: both_column(c, id, cell); break;
    }
}

static void end(struct bl_sql_cursor *c)
{
    const struct state *s = c->state;
    bl_drop(s->operand_values);
}

/* ---- Calls ---- */

/* What is called, without casts of it. */
static void find_callee(struct bl_sql_cursor *c, struct state *s)
{
    enum {
        MOST_CASTS = 8
    };
    const struct bl_instruction *inst = &s->inst;
    struct bl_record rec = {.code = 0};
    if (s->knows_callee)
        return;
    s->knows_callee = true;
    s->is_assembly = false;
    s->callee = BL_NONE;
    if (inst->n_operands == 0 || inst->operands[0].kind != BL_OPERAND_VALUE)
        return;
    uint64_t value = inst->operands[0].number;
    const struct bl_constant *constant;
    for (int i = 0; i < MOST_CASTS && value < BL_NONE &&
                    (constant = bl_function_constant(c->function, (uint32_t)value));
         i++) {
        uint64_t part;
        s->is_assembly = bl_constant_is_assembly(constant->code);
        if (!bl_constant_has_parts(constant->code) ||
            bl_sql_seen(c, bl_constant_read(c->module, constant, &rec, NULL)) < 0 ||
            !bl_constant_is_cast(&rec) || !bl_constant_part(&rec, 0, &part))
            break;
        value = part;
    }
    if (value < s->n_globals)
        s->callee = (uint32_t)value;
    bl_record_release(&rec);
}

static void put_callee(struct bl_sql_cursor *c, const struct state *s, struct bl_sql_cell *cell)
{
    struct bl_view name;
    if (s->callee != BL_NONE &&
        bl_sql_seen(c, bl_module_name(c->module, s->callee, &name, NULL)) >= 0)
        bl_sql_set_view(cell, name);
}

/* A module without the name that is asked for calls nothing of it. */
static bool may_have_calls(struct bl_sql_cursor *c)
{
    const struct bl_global *globals;
    uint32_t n = 0;
    bool may = !c->filter.has_word;
    int rc = may ? BL_OK : bl_module_globals(c->module, &globals, &n, NULL);
    for (uint32_t i = 0; i < n && !may; i++)
        may = bl_view_compare(globals[i].name, c->filter.word) == 0;
    return may || rc < 0; /* what is wrong is noted where it is read */
}

static bool is_wanted(struct bl_sql_cursor *c, struct state *s)
{
    struct bl_sql_cell callee = {.kind = BL_SQL_IS_NULL};
    if (!c->filter.has_word)
        return true;
    find_callee(c, s);
    put_callee(c, s, &callee);
    return callee.kind == BL_SQL_IS_TEXT && bl_view_compare(callee.text, c->filter.word) == 0;
}

static int next_call(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    int rc;
    while ((rc = next(c, err)) > 0 && !(bl_opcode_calls(s->inst.opcode) && is_wanted(c, s)))
        ;
    return rc;
}

static const char *how_called(const struct state *s)
{
    return s->callee != BL_NONE ? "direct" : s->is_assembly ? "assembly" : "indirect";
}

static const char *tail_word(uint64_t flags)
{
    return flags & BL_INST_MUSTTAIL ? "musttail"
           : flags & BL_INST_TAIL   ? "tail"
           : flags & BL_INST_NOTAIL ? "notail"
                                    : NULL;
}

static void call_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    const struct bl_instruction *inst = &s->inst;
    uint32_t n_left = inst->n_operands > 0 ? inst->n_operands - 1 : 0;
    switch (id) {
    case CALLEE_VALUE:
        find_callee(c, s);
        bl_sql_set_number(cell, s->callee);
        break;
    case CALLEE:
        find_callee(c, s);
        put_callee(c, s, cell);
        break;
    case HOW:
        find_callee(c, s);
        bl_sql_set_string(cell, how_called(s));
        break;
    case TAIL: bl_sql_set_string(cell, tail_word(inst->flags)); break;
    case SOURCE_TYPE: put_type(c, inst->source_type, cell); break;
    case ARGUMENT_TEXT:
        put_operands(c, inst->operands + 1, inst->n_arguments < n_left ? inst->n_arguments : n_left,
                     cell);
        break;
    default: both_column(c, id, cell); break;
    }
}

const struct bl_sql_table bl_sql_instructions = {
    .name = "bitcode_instructions",
    .summary = "instructions of all bodies",
    BL_SQL_COLUMNS(instruction_columns),
    .unit = BL_SQL_BODIES,
    .state_size = sizeof(struct state),
    .rows_per_kb = 60,
    .begin = begin,
    .next = next,
    .column = instruction_column,
    .end = end,
};

const struct bl_sql_table bl_sql_calls = {
    .name = "bitcode_calls",
    .summary = "calls: who calls what, and where",
    BL_SQL_COLUMNS(call_columns),
    .unit = BL_SQL_BODIES,
    .state_size = sizeof(struct state),
    .rows_per_kb = 10,
    .may_have_rows = may_have_calls,
    .begin = begin,
    .next = next_call,
    .column = call_column,
};
