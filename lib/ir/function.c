/* ir/function.c - the records of a function's body, one instruction after the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An instruction is made of several records: operand bundles before it, itself, and after it
 * the debug location and debug records.
 */
#include "ir/function_values.h"

#include "base/arena.h"
#include "base/compiler.h"
#include "base/grow.h"
#include "base/status.h"
#include "ir/instruction.h"
#include "ir/opcodes.h"
#include "ir/operand.h"
#include "ir/seek.h"
#include "stream/cursor.h"

#include <stddef.h>
#include <string.h>

static int fail_no_memory(struct bl_function *f)
{
    return bl_function_fail(f, BL_E_NOMEM, "no memory for a function", f->body.block.bit_pos);
}

static int fail_by_cursor(struct bl_function *f, const struct bl_cursor *cursor)
{
    bl_module_error(f->module, cursor, &f->failure);
    return f->failure.status;
}

/* ---- Sub-blocks ---- */

/* The values of a CONSTANTS block. */
static int read_constants(struct bl_function *f, const struct bl_block *block)
{
    /* Those before the first instruction have been handed out, and stay where they are. */
    struct bl_constant_list *list = f->body.constants ? &f->late_constants : &f->constants;
    uint32_t n_before = list->n;
    struct bl_cursor *cursor = bl_constants_cursor(f->module);
    if (!cursor)
        return fail_no_memory(f);
    bl_module_cursor_inside(f->module, &f->cursor, block, cursor);
    int status = bl_constants_append(list, cursor, f->types.n_listed, &f->constant_rec);
    if (status < 0)
        (void)fail_by_cursor(f, cursor);
    for (uint32_t i = n_before; i < list->n && status >= 0; i++)
        if (bl_function_define(f, list->items[i].type) < 0)
            status = fail_no_memory(f);
    return status;
}

static int read_function_block(struct bl_function *f, const struct bl_block *block)
{
    if (block->block_id == BL_BLOCK_CONSTANTS)
        return f->is_skimmed ? BL_OK : read_constants(f, block);
    if (bl_grow(&f->blocks, &f->cap_blocks, (size_t)f->n_blocks + 1) < 0)
        return fail_no_memory(f);
    f->blocks[f->n_blocks++] = *block;
    return BL_OK;
}

/* ---- Records ---- */

/* What a record of a body is; all others are instructions. */
enum record_kind {
    INSTRUCTION,
    BLOCK_COUNT,
    BUNDLE,     /* of the next instruction */
    DEBUG,      /* of the one before */
    BLOCK_USERS /* nothing for us */
};

static inline enum record_kind kind_of_record(uint32_t code)
{
    static const uint8_t kinds[] = {
        [BL_CODE_FUNCTION_DECLAREBLOCKS] = BLOCK_COUNT,
        [BL_CODE_FUNCTION_OPERAND_BUNDLE] = BUNDLE,
        [BL_CODE_FUNCTION_BLOCKADDR_USERS] = BLOCK_USERS,
        [BL_CODE_FUNCTION_DEBUG_LOC] = DEBUG,
        [BL_CODE_FUNCTION_DEBUG_LOC_AGAIN] = DEBUG,
        [BL_CODE_FUNCTION_DEBUG_RECORD_VALUE] = DEBUG,
        [BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE] = DEBUG,
        [BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN] = DEBUG,
        [BL_CODE_FUNCTION_DEBUG_RECORD_VALUE_SIMPLE] = DEBUG,
        [BL_CODE_FUNCTION_DEBUG_RECORD_LABEL] = DEBUG,
        [BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE_VALUE] = DEBUG,
    };
    return code < sizeof kinds ? kinds[code] : INSTRUCTION;
}

bool bl_function_is_unknown(uint32_t code)
{
    return kind_of_record(code) == INSTRUCTION && !bl_instruction_is_known(code);
}

bool bl_function_is_debug(uint32_t code)
{
    return kind_of_record(code) == DEBUG;
}

/* The record that the cursor has announced, where a batch has none. */
static int read_single(struct bl_function *f)
{
    int status = bl_cursor_read(&f->cursor, &f->single);
    if (status < 0)
        return fail_by_cursor(f, &f->cursor);
    f->single_record[0] =
        (struct bl_batch_record){.bit_pos = f->single.bit_pos, .code = f->single.code};
    f->single_record[1] =
        (struct bl_batch_record){.bit_pos = f->single.end_pos, .first_op = f->single.n_ops};
    f->rec = f->single_record;
    f->rec_end = f->rec + 1;
    f->ops = f->single.ops;
    return 1;
}

/* All up to TO has been read; NEXT is where to go on. */
static int note_span(struct bl_function *f, uint64_t to, uint64_t next)
{
    struct bl_read_spans *spans = f->spans;
    if (!spans)
        return BL_OK;
    if (bl_grow(&spans->items, &spans->cap, (uint64_t)spans->n + 1) < 0)
        return fail_no_memory(f);
    spans->items[spans->n++] = (struct bl_read_span){f->span_from, to};
    f->span_from = next;
    return BL_OK;
}

/* As bl_cursor_read_batch(), without a last record that runs into bytes that are missing. */
static int read_batch(struct bl_function *f)
{
    int rc = bl_cursor_read_batch(&f->cursor, &f->batch);
    int doubt = rc > 0 ? bl_batch_doubt(&f->batch, &f->cursor, rc) : rc;
    return doubt < 0 ? doubt : rc;
}

/* Read on, through sub-blocks, up to a record. */
static int read_records(struct bl_function *f)
{
    struct bl_entry entry;
    int rc;
    while ((rc = f->is_at_front ? 0 : read_batch(f)) == 0 &&
           (rc = bl_cursor_next(&f->cursor, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_RECORD)
            return read_single(f);
        if (entry.kind != BL_ENTRY_BLOCK)
            continue;
        uint64_t after = entry.block.body_pos + (uint64_t)entry.block.n_words * 32;
        if (read_function_block(f, &entry.block) < 0 ||
            note_span(f, entry.block.bit_pos, after) < 0)
            return f->failure.status;
    }
    if (rc == 0)
        return note_span(f, f->cursor.entry_pos, 0);
    if (rc < 0)
        return fail_by_cursor(f, &f->cursor);
    f->rec = f->batch.records;
    f->rec_end = f->rec + f->batch.n_records;
    f->ops = f->batch.ops;
    return 1;
}

/* 1 there is a next record, 0 the end, negative failure. */
static inline int ahead(struct bl_function *f)
{
    return BL_LIKELY(f->rec < f->rec_end) ? 1 : read_records(f);
}

static int read_declared_blocks(struct bl_function *f)
{
    /* Each ends in a record, which has a bit or more. */
    uint64_t n_bits = f->cursor.bits.end - f->rec[1].bit_pos;
    bool is_empty = f->rec[1].first_op == f->rec->first_op;
    uint64_t n_blocks = is_empty ? UINT64_MAX : f->ops[f->rec->first_op];
    if (n_blocks > UINT32_MAX || n_blocks > n_bits)
        return bl_function_fail(f, BL_E_MALFORMED, "more basic blocks than the body has room for",
                                f->rec->bit_pos);
    f->body.n_basic_blocks = (uint32_t)n_blocks;
    return BL_OK;
}

/* Records before an instruction. 1: the next one is an instruction's; 0 the end. */
static int read_front(struct bl_function *f)
{
    int rc;
    while ((rc = ahead(f)) > 0) {
        switch (kind_of_record(f->rec->code)) {
        case INSTRUCTION: return 1;
        case BLOCK_COUNT: rc = read_declared_blocks(f); break;
        case BUNDLE: rc = bl_bundle_decode(f); break;
        case BLOCK_USERS: break;
        case DEBUG:
            return bl_function_fail(f, BL_E_MALFORMED, "debug location without an instruction",
                                    f->rec->bit_pos);
        }
        if (rc < 0)
            return rc;
        f->rec++;
    }
    return rc;
}

/* ---- Instructions ---- */

/* All but what is set for each. One assignment would become "rep stos", which takes as long as all
 * the rest of an instruction. */
static BL_ALWAYS_INLINE void empty(struct bl_instruction *inst)
{
    memset(inst, 0, offsetof(struct bl_instruction, n_operands));
    inst->type = BL_NONE;
    inst->value = BL_NONE;
    inst->source_type = BL_NONE;
    inst->attributes = BL_NONE;
    inst->n_bundles = 0;
    inst->bundles = NULL;
    inst->bundle_operands = NULL;
    inst->words = NULL;
    inst->location = (struct bl_debug_location){0};
    inst->n_debug_records = 0;
    inst->debug_records = NULL;
}

/* The operands of a record that is not known, or whose meaning is not. */
static struct bl_operand *read_raw(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    while (t.op < t.end)
        bl_add_integer(&t, BL_OPERAND_RAW, *t.op++);
    f->ends_block = false;
    /* Where the operation alone is not known, its type is. */
    bool is_operation = bl_instruction_is_known(inst->code) && !bl_forms[inst->code].opcode;
    if (is_operation || f->uncertain)
        return t.out;
    const struct bl_guess *guess = bl_function_guess(f, inst->code);
    if (!guess) {
        f->uncertain = f->asks = true;
        return t.out;
    }
    if (guess->what & BL_GUESS_VALUE)
        bl_set_result(&t, guess->type);
    f->ends_block = guess->what & BL_GUESS_END;
    return t.out;
}

static bool make_room_for_operands(struct bl_function *f, size_t n)
{
    enum {
        AT_ONCE = 512
    };
    if (!f->keeper)
        return bl_grow(&f->operands, &f->cap_operands, n) == BL_OK;
    n = n < AT_ONCE ? AT_ONCE : n;
    f->operands = bl_arena_room(f->keeper, n * sizeof *f->operands);
    f->cap_operands = f->operands ? (uint32_t)n : 0;
    return f->operands != NULL;
}

static BL_ALWAYS_INLINE int decode_instruction(struct bl_function *f, struct bl_instruction *inst)
{
    uint32_t code = f->rec->code;
    size_t n_operands = f->rec[1].first_op - f->rec->first_op + BL_SPARE_OPERANDS;
    if (BL_UNLIKELY(n_operands > f->cap_operands) && !make_room_for_operands(f, n_operands))
        return fail_no_memory(f);
    empty(inst);
    inst->bit_pos = f->rec->bit_pos;
    inst->code = code;
    inst->operands = f->operands;
    struct bl_operand *end = f->operands;
    if (BL_LIKELY(bl_instruction_is_known(code) && !f->uncertain)) {
        inst->opcode = bl_forms[code].opcode;
        end = bl_forms[code].decode(f, inst);
    }
    if (BL_UNLIKELY(inst->opcode == BL_OP_UNKNOWN && f->failure.status == BL_OK))
        end = read_raw(f, inst);
    inst->n_operands = (uint32_t)(end - f->operands);
    if (f->keeper) {
        f->cap_operands -= inst->n_operands;
        f->operands = end;
    }
    return f->failure.status;
}

/* A type makes a value unless it is void: of calls, any may be. */
static BL_ALWAYS_INLINE int define_result(struct bl_function *f, struct bl_instruction *inst)
{
    if (inst->value == BL_NONE)
        return BL_OK;
    if (BL_UNLIKELY(bl_function_define(f, inst->type) < 0))
        return fail_no_memory(f);
    bool is_void = bl_type_kind_of(&f->types, inst->type) == BL_TYPE_VOID;
    f->next_value -= is_void;
    inst->value = is_void ? BL_NONE : f->next_value - 1;
    return BL_OK;
}

/* Those before INST are its own. */
static int give_bundles(struct bl_function *f, struct bl_instruction *inst)
{
    if (!bl_opcode_is(inst->opcode, BL_IS_CALL) && inst->opcode != BL_OP_UNKNOWN)
        return bl_function_fail(f, BL_E_MISMATCH, "operand bundle in front of what is no call",
                                inst->bit_pos);
    inst->bundles = f->bundles;
    inst->n_bundles = f->n_bundles;
    inst->bundle_operands = f->bundle_operands;
    f->n_bundles = 0;
    f->n_bundle_operands = 0;
    return BL_OK;
}

static BL_ALWAYS_INLINE int read_instruction(struct bl_function *f, struct bl_instruction *inst)
{
    if (decode_instruction(f, inst) < 0 || define_result(f, inst) < 0 ||
        (BL_UNLIKELY(f->n_bundles > 0) && give_bundles(f, inst) < 0))
        return f->failure.status;
    inst->numbers_uncertain = f->uncertain;
    inst->basic_block = f->block;
    if (BL_UNLIKELY(f->block >= f->body.n_basic_blocks) && !f->uncertain)
        return bl_function_fail(f, BL_E_MISMATCH, "more basic blocks than DECLAREBLOCKS says",
                                inst->bit_pos);
    f->block += bl_opcode_is(inst->opcode, BL_IS_TERMINATOR);
    if (BL_UNLIKELY(inst->opcode == BL_OP_UNKNOWN))
        f->block += f->ends_block;
    f->rec++;
    return BL_OK;
}

/* Records after an instruction that say something about it. */
static int read_behind(struct bl_function *f, struct bl_instruction *inst)
{
    int rc;
    while ((rc = ahead(f)) > 0 && kind_of_record(f->rec->code) == DEBUG) {
        rc = bl_debug_decode(f, inst);
        if (rc < 0)
            return rc;
        f->rec++;
    }
    return rc;
}

static int check_end(struct bl_function *f)
{
    uint64_t bit_pos = f->cursor.bits.pos;
    if (f->n_bundles > 0)
        return bl_function_fail(f, BL_E_MALFORMED, "operand bundle without a call", bit_pos);
    if (f->block != f->body.n_basic_blocks && !f->uncertain)
        return bl_function_fail(f, BL_E_MISMATCH, "fewer basic blocks than DECLAREBLOCKS says",
                                bit_pos);
    return bl_function_check_forwards(f);
}

static BL_ALWAYS_INLINE int next_instruction(struct bl_function *f, struct bl_instruction *inst)
{
    bool is_at_one = f->rec < f->rec_end && bl_instruction_is_known(f->rec->code);
    int rc = BL_LIKELY(is_at_one) ? 1 : read_front(f);
    if (BL_UNLIKELY(rc == 0)) {
        f->is_over = true;
        return check_end(f);
    }
    if (BL_UNLIKELY(rc < 0) || read_instruction(f, inst) < 0 || read_behind(f, inst) < 0)
        return f->failure.status;
    return 1;
}

int bl_function_next(struct bl_function *f, struct bl_instruction *inst, struct bl_error *err)
{
    if (f->failure.status < 0)
        return bl_fail_again(err, &f->failure);
    if (!f->is_loaded)
        return bl_fail(err, BL_E_ARGUMENT, "no function has been loaded");
    if (f->is_over)
        return 0;
    int rc = next_instruction(f, inst);
    if (BL_LIKELY(rc > 0 && !f->module->lacked_memory && !f->types.no_memory))
        return rc;
    bool lacked = bl_module_lacked(f->module) || f->types.no_memory;
    if (rc >= 0 && !lacked)
        return rc;
    if (rc >= 0 || lacked)
        (void)fail_no_memory(f);
    return bl_fail_again(err, &f->failure);
}

/* ---- Loading ---- */

static void forget(struct bl_function *f)
{
    if (f->is_loaded)
        bl_cursor_release(&f->cursor);
    bl_function_forget_names(f);
    bl_function_forget_metadata(f);
    bl_function_forget_unknowns(f);
    if (f->keeper) {
        f->operands = NULL;
        f->cap_operands = 0;
    }
    f->is_loaded = false;
    f->uncertain = false;
    f->is_over = false;
    f->is_skimmed = false;
    f->asks = false;
    f->rec = f->rec_end = NULL;
    f->n_bundles = 0;
    f->n_bundle_operands = 0;
    f->has_location = false;
    f->failure.status = BL_OK;
    f->constants.n = 0;
    f->late_constants.n = 0;
    f->n_forwards = 0;
    f->n_blocks = 0;
    f->block = 0;
    f->next_value = f->n_module_values;
    f->body = (struct bl_body){
        .function = BL_NONE, .type = BL_NONE, .first_constant = f->n_module_values};
}

enum {
    MOST_COPIED = 256
};

/* The type of the function. Its arguments are the first values: they have the types of its parts.
 * Many bodies may have a type of many parts: these are not copied each time. */
static int define_arguments(struct bl_function *f)
{
    uint32_t type = f->global.value_type < f->types.n_listed ? f->global.value_type : BL_NONE;
    if (bl_type_kind_of(&f->types, type) == BL_TYPE_POINTER)
        type = bl_type_part(&f->types, type, 0);
    if (bl_type_kind_of(&f->types, type) != BL_TYPE_FUNCTION)
        return bl_module_fail(f->module, BL_E_MISMATCH, "function whose type is none of a function",
                              f->global.bit_pos, &f->failure);
    f->body.type = type;
    f->body.first_argument = f->next_value;
    f->body.n_arguments = f->types.pub.types[type].n_parts - 1;
    if (f->body.n_arguments >= BL_NONE - f->next_value)
        return bl_module_fail(f->module, BL_E_LIMIT, "more values than can be numbered",
                              f->global.bit_pos, &f->failure);
    if (bl_function_make_room(f, f->body.n_arguments) < 0)
        return fail_no_memory(f);
    f->asks = f->body.n_arguments > MOST_COPIED;
    if (f->body.n_arguments > 0 && !f->asks)
        memcpy(f->value_types + f->next_value,
               f->types.pub.parts + f->types.pub.types[type].first_part + 1,
               f->body.n_arguments * sizeof *f->value_types);
    f->next_value += f->body.n_arguments;
    f->body.first_constant = f->next_value;
    return BL_OK;
}

static int find_body(struct bl_function *f, uint32_t value)
{
    struct bl_error err; /* may be filled on success, too, with what is wrong elsewhere */
    int rc = bl_function_read_global(f, value, &f->global, &err);
    if (rc == BL_OK)
        rc = bl_module_body(f->module, value, &f->body.block, &err);
    if (rc == 0)
        rc = bl_fail(&err, BL_E_ARGUMENT, "function without a body");
    if (rc < 0) {
        f->failure = err;
        return rc;
    }
    f->body.function = value;
    rc = bl_module_cursor(f->module, &f->body.block, &f->cursor, NULL);
    f->span_from = f->body.block.body_pos;
    f->is_loaded = true;
    return rc < 0 ? fail_by_cursor(f, &f->cursor) : BL_OK;
}

int bl_function_load(struct bl_function *f, uint32_t value, struct bl_error *err)
{
    forget(f);
    if (find_body(f, value) == BL_OK && define_arguments(f) == BL_OK) {
        f->is_at_front = true;
        (void)read_front(f); /* what fails is kept */
        f->is_at_front = false;
        f->body.n_constants = f->constants.n;
        f->body.constants = f->constants.items;
        f->body.first_instruction = f->next_value;
    }
    return bl_fail_again(err, &f->failure);
}

int bl_function_open(struct bl_function **function, struct bl_module *module, uint32_t value,
                     struct bl_error *err)
{
    struct bl_function *f = bl_new(sizeof *f);
    *function = f;
    if (!f)
        return bl_fail(err, BL_E_NOMEM, "no memory for a function");
    f->module = module;
    int status = bl_function_read_module(f, err);
    if (status == BL_OK && value != BL_NONE)
        status = bl_function_load(f, value, err);
    else
        forget(f);
    if (status < 0) {
        bl_function_close(f);
        *function = NULL;
    }
    return status;
}

void bl_function_close(struct bl_function *f)
{
    if (!f)
        return;
    forget(f);
    bl_function_release_names(f);
    bl_function_release_unknowns(f);
    bl_implied_types_release(&f->types);
    bl_constants_release(&f->constants);
    bl_constants_release(&f->late_constants);
    bl_batch_release(&f->batch);
    bl_record_release(&f->single);
    bl_record_release(&f->constant_rec);
    bl_drop(f->value_types);
    bl_drop(f->forwards);
    bl_drop(f->blocks);
    if (!f->keeper)
        bl_drop(f->operands);
    bl_drop(f->bundle_operands);
    bl_drop(f->words);
    bl_drop(f->bundles);
    bl_drop(f->debug_records);
    bl_drop(f);
}

void bl_function_keep(struct bl_function *f, struct bl_arena *keeper)
{
    if (!f->keeper)
        bl_drop(f->operands);
    f->operands = NULL;
    f->cap_operands = 0;
    f->keeper = keeper;
}

void bl_function_note_spans(struct bl_function *f, struct bl_read_spans *spans)
{
    f->spans = spans;
}

const struct bl_body *bl_function_body(const struct bl_function *f)
{
    return &f->body;
}

unsigned bl_function_value_kind(const struct bl_function *f, uint32_t value)
{
    const struct bl_body *body = &f->body;
    if (value < f->n_globals)
        return BL_VALUE_GLOBAL;
    if (value < f->n_module_values)
        return BL_VALUE_CONSTANT;
    uint64_t n_bits = (uint64_t)body->block.n_words * 32; /* no more instructions */
    if (!f->is_loaded || value >= body->first_instruction + n_bits)
        return BL_VALUE_NONE;
    if (value < body->first_constant)
        return BL_VALUE_ARGUMENT;
    return value < body->first_instruction ? BL_VALUE_CONSTANT : BL_VALUE_INSTRUCTION;
}

const struct bl_constant *bl_function_constant(const struct bl_function *f, uint32_t value)
{
    if (bl_function_value_kind(f, value) != BL_VALUE_CONSTANT)
        return NULL;
    return value < f->n_module_values ? &f->module_constants[value - f->n_globals]
                                      : &f->body.constants[value - f->body.first_constant];
}

const struct bl_types *bl_function_types(const struct bl_function *f)
{
    return &f->types.pub;
}

uint32_t bl_function_blocks(const struct bl_function *f, const struct bl_block **blocks)
{
    *blocks = f->blocks;
    return f->n_blocks;
}

/* ---- Skimming ---- */

static bool is_call(uint32_t code)
{
    return code == BL_CODE_FUNCTION_INST_CALL || code == BL_CODE_FUNCTION_INST_CALL_OLD ||
           code == BL_CODE_FUNCTION_INST_INVOKE || code == BL_CODE_FUNCTION_INST_CALLBR;
}

/* An instruction in the making. */
struct skimmed {
    struct bl_instruction inst;
    bool is_wanted; /* it is a call, or there is a debug record: EACH gets it */
    bl_skim_fn *each;
    void *context;
    uint32_t n; /* instructions so far, this one included */
};

/* False: that is enough. */
static bool hand_out(struct skimmed *s)
{
    if (!s->is_wanted)
        return true;
    s->is_wanted = false;
    return s->each(s->context, &s->inst, s->n - 1);
}

static void begin_wanted(struct skimmed *s, const struct bl_batch_record *rec)
{
    empty(&s->inst);
    s->inst.code = rec->code;
    s->inst.bit_pos = rec->bit_pos;
    s->is_wanted = true;
}

static int skim(struct bl_function *f, struct skimmed *s)
{
    struct bl_batch_record last = {0}; /* of the instruction */
    int rc;
    while ((rc = ahead(f)) > 0) {
        enum record_kind kind = kind_of_record(f->rec->code);
        if (kind == INSTRUCTION) {
            if (!hand_out(s))
                return BL_OK;
            last = *f->rec;
            s->n++;
            if (is_call(last.code)) {
                begin_wanted(s, &last);
                bl_call_skim(f, &s->inst);
            }
        } else if (kind == DEBUG) {
            if (s->n == 0)
                return bl_function_fail(f, BL_E_MALFORMED, "debug location without an instruction",
                                        f->rec->bit_pos);
            if (!s->is_wanted)
                begin_wanted(s, &last);
            rc = bl_debug_decode(f, &s->inst);
            if (rc < 0)
                break;
        }
        f->rec++;
    }
    (void)hand_out(s);
    return rc < 0 ? rc : BL_OK;
}

int bl_function_skim(struct bl_function *f, uint32_t value, bl_skim_fn *each, void *context,
                     uint32_t *n_instructions, struct bl_error *err)
{
    forget(f);
    f->is_skimmed = true;
    struct skimmed s = {.each = each, .context = context};
    if (find_body(f, value) == BL_OK)
        (void)skim(f, &s); /* what fails is kept */
    *n_instructions = s.n;
    f->is_over = true;
    return bl_fail_again(err, &f->failure);
}

/* ---- Counting, by the codes of records ---- */

/* DECLAREBLOCKS, at BIT_POS, has been passed by C: go back and read it. */
static int read_declared(struct bl_cursor *c, uint64_t bit_pos, struct bl_body_counts *counts)
{
    struct bl_record rec = {0};
    c->bits.pos = bit_pos;
    int rc = bl_record_next(c, &rec);
    if (rc > 0 && rec.n_ops > 0 && rec.ops[0] <= UINT32_MAX)
        counts->n_basic_blocks = (uint32_t)rec.ops[0];
    bl_record_release(&rec);
    return rc;
}

static int count_records(struct bl_cursor *c, struct bl_body_counts *counts)
{
    uint32_t code;
    uint64_t bit_pos;
    int rc;
    while ((rc = bl_seek_skip(c, &code, &bit_pos)) > 0) {
        bool is_known = bl_instruction_is_known(code);
        bool is_unknown = bl_function_is_unknown(code);
        counts->n_instructions += is_known || is_unknown;
        counts->n_unknown += is_unknown;
        if (code == BL_CODE_FUNCTION_DECLAREBLOCKS && (rc = read_declared(c, bit_pos, counts)) < 0)
            break;
    }
    return rc;
}

int bl_function_count(struct bl_module *module, uint32_t value, struct bl_body_counts *counts,
                      struct bl_error *err)
{
    *counts = (struct bl_body_counts){0};
    int rc = bl_module_body(module, value, &counts->block, err);
    if (rc <= 0)
        return rc;
    struct bl_cursor cursor;
    rc = bl_module_cursor(module, &counts->block, &cursor, NULL);
    if (rc == BL_OK)
        rc = count_records(&cursor, counts);
    if (rc < 0)
        bl_module_error(module, &cursor, err);
    bl_cursor_release(&cursor);
    return rc < 0 ? rc : 1;
}
