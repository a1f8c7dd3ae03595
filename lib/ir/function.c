/* ir/function.c - the records of a function's body, one instruction after the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An instruction is made of several records: operand bundles before it, itself, and after it
 * the debug location and debug records.
 */
#include "ir/function_values.h"

#include "base/grow.h"
#include "base/status.h"
#include "ir/instruction.h"
#include "ir/seek.h"
#include "stream/cursor.h"

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
    struct bl_cursor cursor;
    bl_module_cursor_inside(f->module, &f->cursor, block, &cursor);
    bl_constants_expect(f->module, block);
    int status = bl_constants_append(list, &cursor, f->types.n_listed, &f->constant_rec);
    if (status < 0)
        (void)fail_by_cursor(f, &cursor);
    bl_cursor_release(&cursor);
    for (uint32_t i = n_before; i < list->n && status >= 0; i++)
        if (bl_function_define(f, list->items[i].type) < 0)
            status = fail_no_memory(f);
    return status;
}

static int read_block(struct bl_function *f, const struct bl_block *block)
{
    if (block->block_id == BL_CONSTANTS_BLOCK)
        return read_constants(f, block);
    if (bl_grow(&f->blocks, &f->cap_blocks, (size_t)f->n_blocks + 1) < 0)
        return fail_no_memory(f);
    f->blocks[f->n_blocks++] = *block;
    return BL_OK;
}

/* ---- Records ---- */

/* Read up to the next record, if that has not been done. 1 there is one, 0 the end,
 * negative failure. */
static int ahead(struct bl_function *f)
{
    struct bl_entry entry;
    if (f->has_ended)
        return 0;
    int rc = f->has_record ? 1 : bl_record_next(&f->cursor, &f->rec);
    while (rc == 0 && (rc = bl_cursor_next(&f->cursor, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_RECORD)
            rc = bl_cursor_read(&f->cursor, &f->rec) < 0 ? f->cursor.status : 1;
        else if (entry.kind == BL_ENTRY_BLOCK && read_block(f, &entry.block) < 0)
            return f->failure.status;
        else
            rc = bl_record_next(&f->cursor, &f->rec);
    }
    f->has_record = rc > 0;
    f->has_ended = rc == 0;
    return rc < 0 ? fail_by_cursor(f, &f->cursor) : rc;
}

static int read_declared_blocks(struct bl_function *f)
{
    /* Each ends in a record, which has a bit or more. */
    uint64_t n_bits = f->cursor.bits.end - f->cursor.bits.pos;
    if (f->rec.n_ops < 1 || f->rec.ops[0] > UINT32_MAX || f->rec.ops[0] > n_bits)
        return bl_function_fail(f, BL_E_MALFORMED, "more basic blocks than the body has room for",
                                f->rec.bit_pos);
    f->body.n_blocks = (uint32_t)f->rec.ops[0];
    return BL_OK;
}

/* Records before an instruction. 1: the next one is an instruction's; 0 the end. */
static int read_front(struct bl_function *f)
{
    int rc;
    while ((rc = ahead(f)) > 0) {
        uint32_t code = f->rec.code;
        if (bl_is_debug_code(code))
            return bl_function_fail(f, BL_E_MALFORMED, "debug location without an instruction",
                                    f->rec.bit_pos);
        if (code == BL_CODE_FUNCTION_OPERAND_BUNDLE)
            rc = bl_bundle_decode(f);
        else if (code == BL_CODE_FUNCTION_DECLAREBLOCKS)
            rc = read_declared_blocks(f);
        else if (code != BL_CODE_FUNCTION_BLOCKADDR_USERS)
            return 1;
        if (rc < 0)
            return rc;
        f->has_record = false;
    }
    return rc;
}

/* ---- Instructions ---- */

static void empty(struct bl_function *f)
{
    f->n_operands = 0;
    f->n_bundles = 0;
    f->n_bundle_operands = 0;
    f->n_words = 0;
    f->n_debug_records = 0;
}

/* A type makes a value unless it is void. */
static int define_result(struct bl_function *f, struct bl_instruction *inst)
{
    if (inst->opcode == BL_OP_UNKNOWN && !bl_instruction_is_known(inst->code))
        f->uncertain = true;
    if (inst->value == BL_NONE)
        return BL_OK;
    inst->value = f->next_value;
    if (bl_type_kind_of(&f->types, inst->type) == BL_TYPE_VOID) {
        inst->value = BL_NONE;
        return BL_OK;
    }
    return bl_function_define(f, inst->type) < 0 ? fail_no_memory(f) : BL_OK;
}

static int read_instruction(struct bl_function *f, struct bl_instruction *inst)
{
    int status = bl_instruction_decode(f, inst);
    if (status == BL_OK)
        status = define_result(f, inst);
    if (status < 0)
        return status;
    if (f->n_bundles > 0 && inst->opcode != BL_OP_CALL && inst->opcode != BL_OP_INVOKE &&
        inst->opcode != BL_OP_CALLBR && inst->opcode != BL_OP_UNKNOWN)
        return bl_function_fail(f, BL_E_MISMATCH, "operand bundle in front of what is no call",
                                inst->bit_pos);
    inst->block = f->block;
    if (f->block >= f->body.n_blocks && !f->uncertain)
        return bl_function_fail(f, BL_E_MISMATCH, "more basic blocks than DECLAREBLOCKS says",
                                inst->bit_pos);
    f->block += inst->opcode >= BL_OP_RET && inst->opcode <= BL_OP_UNWIND;
    return BL_OK;
}

/* Records after an instruction that say something about it. */
static int read_behind(struct bl_function *f, struct bl_instruction *inst)
{
    int rc;
    while ((rc = ahead(f)) > 0 && bl_is_debug_code(f->rec.code)) {
        rc = bl_debug_decode(f, inst);
        if (rc < 0)
            return rc;
        f->has_record = false;
    }
    return rc;
}

static int check_end(struct bl_function *f)
{
    uint64_t bit_pos = f->cursor.bits.pos;
    if (f->n_bundles > 0)
        return bl_function_fail(f, BL_E_MALFORMED, "operand bundle without a call", bit_pos);
    if (f->block != f->body.n_blocks && !f->uncertain)
        return bl_function_fail(f, BL_E_MISMATCH, "fewer basic blocks than DECLAREBLOCKS says",
                                bit_pos);
    return bl_function_check_forwards(f);
}

static int next(struct bl_function *f, struct bl_instruction *inst)
{
    /* Bundles before the first instruction have been read by loading. */
    if (f->is_handed_out)
        empty(f);
    int rc = read_front(f);
    if (rc == 0) {
        f->is_over = true;
        return check_end(f);
    }
    if (rc > 0 && (rc = read_instruction(f, inst)) == BL_OK) {
        f->has_record = false;
        rc = read_behind(f, inst);
    }
    if (rc < 0)
        return rc;
    f->is_handed_out = true;
    inst->numbers_uncertain = f->uncertain;
    inst->operands = f->operands;
    inst->n_operands = f->n_operands;
    inst->bundles = f->bundles;
    inst->n_bundles = f->n_bundles;
    inst->bundle_operands = f->bundle_operands;
    inst->words = inst->flags & BL_INST_WIDE ? f->words : NULL;
    inst->debug_records = f->debug_records;
    inst->n_debug_records = f->n_debug_records;
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
    int rc = next(f, inst);
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
    empty(f);
    f->is_loaded = false;
    f->uncertain = false;
    f->is_over = false;
    f->has_record = false;
    f->has_ended = false;
    f->is_handed_out = false;
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

/* The type of the function. Its arguments are the first values: they have the types of its parts,
 * and many bodies may have a type of many parts, so that these are not written down again. */
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
    f->next_value += f->body.n_arguments;
    f->body.first_constant = f->next_value;
    return BL_OK;
}

static int open_body(struct bl_function *f, uint32_t value)
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
    rc = bl_module_cursor(f->module, &f->body.block, &f->cursor);
    f->is_loaded = true;
    return rc < 0 ? fail_by_cursor(f, &f->cursor) : define_arguments(f);
}

int bl_function_load(struct bl_function *f, uint32_t value, struct bl_error *err)
{
    forget(f);
    if (open_body(f, value) == BL_OK) {
        (void)read_front(f); /* what fails is kept */
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
    bl_implied_types_release(&f->types);
    bl_constants_release(&f->constants);
    bl_constants_release(&f->late_constants);
    bl_record_release(&f->rec);
    bl_record_release(&f->constant_rec);
    bl_drop(f->global_types);
    bl_drop(f->value_types);
    bl_drop(f->forwards);
    bl_drop(f->blocks);
    bl_drop(f->operands);
    bl_drop(f->bundle_operands);
    bl_drop(f->words);
    bl_drop(f->bundles);
    bl_drop(f->debug_records);
    bl_map_release(&f->nodes_read);
    bl_drop(f);
}

const struct bl_body *bl_function_body(const struct bl_function *f)
{
    return &f->body;
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

/* ---- Counting, by the codes of records ---- */

/* DECLAREBLOCKS, at BIT_POS, has been passed by C: go back and read it. */
static int read_declared(struct bl_cursor *c, uint64_t bit_pos, struct bl_body_counts *counts)
{
    struct bl_record rec = {0};
    c->bits.pos = bit_pos;
    int rc = bl_record_next(c, &rec);
    if (rc > 0 && rec.n_ops > 0 && rec.ops[0] <= UINT32_MAX)
        counts->n_blocks = (uint32_t)rec.ops[0];
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
        bool is_aside = code == BL_CODE_FUNCTION_DECLAREBLOCKS ||
                        code == BL_CODE_FUNCTION_OPERAND_BUNDLE ||
                        code == BL_CODE_FUNCTION_BLOCKADDR_USERS || bl_is_debug_code(code);
        counts->n_instructions += is_known || !is_aside;
        counts->n_unknown += !is_known && !is_aside;
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
    rc = bl_module_cursor(module, &counts->block, &cursor);
    if (rc == BL_OK)
        rc = count_records(&cursor, counts);
    if (rc < 0)
        bl_module_error(module, &cursor, err);
    bl_cursor_release(&cursor);
    return rc < 0 ? rc : 1;
}
