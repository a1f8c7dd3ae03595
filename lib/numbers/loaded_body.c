/* numbers/loaded_body.c - all of a body at once: its instructions, what is attached to them, the
 * order of uses
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Text refers to what comes later: numbers of values and blocks, attachments, which LLVM writes
 * after the instructions, and predecessors.
 */
#include "numbers/loaded_body.h"

#include "base/grow.h"
#include "base/status.h"
#include "ir/function_values.h"

#include <stdlib.h>
#include <string.h>

/* ---- Memory ---- */

static void reset(struct bl_body_code *code)
{
    code->n_instructions = code->n_blocks = code->n_attached = code->n_uses = 0;
    code->n_noted = 0;
    code->n_kept = 0;
    code->n_attached_to_function = 0;
    code->is_uncertain = code->lacks_ends = false;
    code->failure = (struct bl_error){0};
    bl_arena_reset(&code->arena);
}

void bl_loaded_release(struct bl_loaded_body *b)
{
    struct bl_body_code *code = &b->code;
    bl_function_close(b->function);
    bl_drop(code->instructions);
    bl_packed_close(code->packed);
    bl_drop(code->starts);
    bl_drop(code->noted);
    bl_drop(code->attached);
    bl_drop(code->uses);
    bl_arena_release(&code->arena);
}

/* Whether N more operands, or what takes as much memory, may be kept: records by an abbreviation of
 * literals have a thousand in three bits. */
static bool may_keep(struct bl_loaded_body *b, uint64_t n)
{
    b->code.n_kept += n;
    return b->code.n_kept <= b->function->cursor.max_operands;
}

static int fail_by_limit(struct bl_error *err)
{
    return bl_fail(err, BL_E_LIMIT, "more operands in a body than the limit");
}

static const void *keep_items(struct bl_body_code *code, const void *items, uint32_t n, size_t size,
                              int *status)
{
    void *copy = bl_arena_room(&code->arena, n * size);
    if (!copy)
        *status = BL_E_NOMEM;
    else if (n > 0)
        memcpy(copy, items, n * size);
    return copy;
}

/* ---- Instructions ---- */

/* What INST takes: operands, those of bundles, and debug records, which are four times as large. */
static uint64_t size_in_operands(const struct bl_instruction *inst)
{
    uint64_t n = inst->n_operands + UINT64_C(4) * inst->n_debug_records;
    const struct bl_bundle *last = inst->n_bundles ? &inst->bundles[inst->n_bundles - 1] : NULL;
    return last ? n + inst->n_bundles + last->first + last->n : n;
}

/* What of INST, which is in CODE, would be lost when the next one is read: not its operands. */
static int keep_lists(struct bl_body_code *code, struct bl_instruction *inst)
{
    int status = BL_OK;
    if (inst->n_bundles) {
        uint32_t n =
            inst->bundles[inst->n_bundles - 1].first + inst->bundles[inst->n_bundles - 1].n;
        inst->bundles =
            keep_items(code, inst->bundles, inst->n_bundles, sizeof *inst->bundles, &status);
        inst->bundle_operands =
            keep_items(code, inst->bundle_operands, n, sizeof *inst->bundle_operands, &status);
    }
    if (inst->n_debug_records)
        inst->debug_records = keep_items(code, inst->debug_records, inst->n_debug_records,
                                         sizeof *inst->debug_records, &status);
    return status;
}

/* The words of wide integers end with those of the last operand that is one. */
static int keep_words(struct bl_loaded_body *b, struct bl_instruction *inst)
{
    int status = BL_OK;
    uint64_t n = 0;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct bl_operand *op = &inst->operands[i];
        if (op->kind == BL_OPERAND_INTEGER || op->kind == BL_OPERAND_RANGE) {
            uint64_t end = op->number + 1 + inst->words[op->number];
            n = end > n ? end : n;
        }
    }
    if (!may_keep(b, n))
        return BL_E_LIMIT;
    inst->words = keep_items(&b->code, inst->words, (uint32_t)n, sizeof *inst->words, &status);
    return status;
}

/* BLOCK begins with the next instruction, and VALUE. */
static int note_block(struct bl_body_code *code, uint32_t block, uint32_t value)
{
    while (code->n_blocks <= block) {
        int status = bl_grow(&code->starts, &code->cap_blocks, code->n_blocks + 2U);
        if (status < 0)
            return status;
        code->starts[code->n_blocks++] =
            (struct bl_block_start){.instruction = code->n_instructions, .value = value};
    }
    return BL_OK;
}

/* Where the next instruction of a window goes, once a full one is packed. NULL: no memory. */
static struct bl_instruction *place_in_window(struct bl_body_code *code)
{
    uint32_t n = code->n_instructions - BL_FIRST_PACKED, at = n % BL_WINDOW_INSTRUCTIONS;
    if (n == 0 && bl_packed_begin(&code->packed) < 0)
        return NULL;
    if (n > 0 && at == 0 && bl_packed_append(code->packed, BL_WINDOW_INSTRUCTIONS) < 0)
        return NULL;
    return &code->packed->window[at];
}

static struct bl_instruction *next_place(struct bl_body_code *code)
{
    if (BL_UNLIKELY(code->n_instructions >= BL_FIRST_PACKED))
        return place_in_window(code);
    if (code->n_instructions >= code->cap_instructions &&
        bl_grow(&code->instructions, &code->cap_instructions, code->n_instructions + 1U) < 0)
        return NULL;
    return &code->instructions[code->n_instructions];
}

/* The last window, which may not be full. */
static int end_windows(struct bl_body_code *code)
{
    if (code->n_instructions <= BL_FIRST_PACKED)
        return BL_OK;
    uint32_t n = code->n_instructions - BL_FIRST_PACKED;
    uint32_t n_packed = code->packed->n_windows * BL_WINDOW_INSTRUCTIONS;
    return n == n_packed ? BL_OK : bl_packed_append(code->packed, n - n_packed);
}

static int read_instructions(struct bl_loaded_body *b, struct bl_error *err)
{
    struct bl_body_code *code = &b->code;
    uint64_t most = bl_most_instructions(b->body);
    for (;;) {
        struct bl_instruction *inst = next_place(code);
        if (!inst)
            break;
        int rc = bl_function_next(b->function, inst, err);
        if (rc <= 0)
            return rc;
        if (code->n_instructions >= most)
            return bl_fail(err, BL_E_LIMIT, "more instructions in a body than its size allows");
        int status = may_keep(b, size_in_operands(inst)) ? BL_OK : BL_E_LIMIT;
        if (inst->flags & BL_INST_WIDE && status >= 0)
            status = keep_words(b, inst);
        if (status == BL_E_LIMIT)
            return fail_by_limit(err);
        inst->attributes = bl_call_attributes(b->tables, b->body->function, inst);
        uint32_t value = b->function->next_value - (inst->value != BL_NONE);
        if (inst->basic_block >= code->n_blocks && note_block(code, inst->basic_block, value) < 0)
            break;
        code->n_instructions++;
        code->is_uncertain |= inst->numbers_uncertain;
        code->lacks_ends |=
            inst->numbers_uncertain || (inst->opcode == BL_OP_UNKNOWN && b->function->ends_block);
        if ((inst->opcode == BL_OP_CALL || inst->attributes != BL_NONE || inst->has_location ||
             inst->n_debug_records) &&
            bl_append(&code->noted, &code->n_noted, &code->cap_noted, code->n_instructions - 1) < 0)
            break;
        if (status < 0 ||
            ((inst->n_bundles || inst->n_debug_records) && keep_lists(code, inst) < 0))
            break;
    }
    return bl_fail(err, BL_E_NOMEM, "no memory for the instructions of a body");
}

/* ---- Blocks around the instructions ---- */

struct attaching {
    struct bl_loaded_body *b;
    int status;
};

static void note_attached(void *context, const struct bl_attached *attached)
{
    struct attaching *to = context;
    struct bl_body_code *code = &to->b->code;
    if (!may_keep(to->b, 2))
        to->status = BL_E_LIMIT;
    else if (bl_append(&code->attached, &code->n_attached, &code->cap_attached, *attached) < 0)
        to->status = BL_E_NOMEM;
}

/* In order of instructions, the function's first, then as LLVM keeps them: by kind. */
static int compare_attached(const void *a, const void *b)
{
    const struct bl_attached *x = a, *y = b;
    uint32_t at_x = x->instruction + 1, at_y = y->instruction + 1;
    if (at_x != at_y)
        return at_x < at_y ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->bit_pos < y->bit_pos ? -1 : x->bit_pos > y->bit_pos;
}

static void sort_attached(struct bl_body_code *code)
{
    uint32_t n_sorted = 1; /* as LLVM writes them, mostly all */
    while (n_sorted < code->n_attached &&
           compare_attached(&code->attached[n_sorted - 1], &code->attached[n_sorted]) <= 0)
        n_sorted++;
    if (n_sorted < code->n_attached)
        qsort(code->attached, code->n_attached, sizeof *code->attached, compare_attached);
    while (code->n_attached_to_function < code->n_attached &&
           code->attached[code->n_attached_to_function].instruction == BL_NONE)
        code->n_attached_to_function++;
}

static int note_uses(struct bl_loaded_body *b, const struct bl_record *rec)
{
    struct bl_body_code *code = &b->code;
    if (!may_keep(b, rec->n_ops))
        return BL_E_LIMIT;
    int status = bl_grow(&code->uses, &code->cap_uses, code->n_uses + 1U);
    uint32_t n = rec->n_ops - 1;
    uint32_t *positions = status < 0 ? NULL : bl_arena_take(&code->arena, n * sizeof *positions);
    if (!positions || rec->ops[n] >= BL_NONE)
        return positions ? BL_OK : BL_E_NOMEM;
    for (uint32_t i = 0; i < n; i++)
        positions[i] = rec->ops[i] < n ? (uint32_t)rec->ops[i] : 0;
    code->uses[code->n_uses++] =
        (struct bl_block_uses){.block = (uint32_t)rec->ops[n], .n = n, .positions = positions};
    return BL_OK;
}

/* [position, …, block] */
static int read_uses(void *context, struct bl_cursor *cursor, const struct bl_record *rec)
{
    (void)cursor;
    if (rec->code != BL_CODE_USELIST_BB || rec->n_ops < 2)
        return BL_OK;
    return note_uses(context, rec);
}

static int read_blocks(struct bl_loaded_body *b, bool with_uses, struct bl_error *err)
{
    const struct bl_block *blocks;
    uint32_t n = bl_function_blocks(b->function, &blocks);
    struct attaching to = {.b = b};
    int status = BL_OK;
    for (uint32_t i = 0; i < n && status >= 0; i++) {
        if (blocks[i].block_id == BL_BLOCK_METADATA_ATTACHMENT)
            status = bl_metadata_attached(b->tables->module, &blocks[i], note_attached, &to, err);
        else if (with_uses && blocks[i].block_id == BL_BLOCK_USELIST)
            status = bl_module_read_block(b->tables->module, &blocks[i], read_uses, b, err);
    }
    sort_attached(&b->code);
    if (to.status == BL_E_NOMEM)
        return bl_fail(err, BL_E_NOMEM, "no memory for the attachments of a body");
    return to.status == BL_E_LIMIT || status == BL_E_LIMIT ? fail_by_limit(err) : status;
}

int bl_loaded_read_attached(struct bl_loaded_body *b)
{
    return bl_module_note(b->tables->module, read_blocks(b, false, NULL));
}

/* ---- The whole body ---- */

void bl_loaded_begin(struct bl_loaded_body *b, const struct bl_module_tables *tables)
{
    *b = (struct bl_loaded_body){
        .tables = tables, .types = tables->types, .metadata = tables->metadata};
}

void bl_loaded_forget(struct bl_loaded_body *b)
{
    b->body = NULL;
    b->is_in_code = false;
    b->metadata = b->tables->metadata;
    reset(&b->code);
    b->types = b->tables->types;
}

static int open_function(struct bl_loaded_body *b, struct bl_error *err)
{
    int status =
        b->function ? BL_OK : bl_function_open(&b->function, b->tables->module, BL_NONE, err);
    if (status == BL_OK)
        bl_function_keep(b->function, &b->code.arena);
    return status;
}

int bl_loaded_read(struct bl_loaded_body *b, uint32_t value, struct bl_error *err)
{
    bl_loaded_forget(b);
    struct bl_body_code *code = &b->code;
    int status = open_function(b, err);
    if (status == BL_OK)
        status = bl_function_load(b->function, value, err);
    if (status < 0)
        return status;
    code->function = value;
    b->reading = b->function;
    b->body = bl_function_body(b->function);
    b->next_location = 0;
    struct bl_error failure;
    status = read_instructions(b, &code->failure);
    if (end_windows(code) < 0)
        status = BL_E_NOMEM;
    b->types = bl_function_types(b->function);
    /* Also after damage: what is attached to the instructions before it may be there. */
    int attached = read_blocks(b, true, &failure);
    if (attached < 0 && status >= 0)
        code->failure = failure;
    int nodes = bl_function_metadata(b->function, &b->metadata, &failure);
    if (nodes < 0 && attached >= 0 && status >= 0)
        code->failure = failure;
    if (nodes >= 0 && attached >= 0 && status >= 0)
        code->failure = (struct bl_error){0};
    if (status == BL_E_NOMEM || attached == BL_E_NOMEM || nodes == BL_E_NOMEM ||
        note_block(code, b->body->n_basic_blocks ? b->body->n_basic_blocks - 1 : 0,
                   b->function->next_value) < 0) {
        bl_loaded_forget(b);
        return bl_module_note(b->tables->module,
                              bl_fail(err, BL_E_NOMEM, "no memory for the code of a body"));
    }
    code->starts[code->n_blocks] = (struct bl_block_start){.instruction = code->n_instructions,
                                                           .value = b->function->next_value};
    b->is_in_code = true;
    return BL_OK;
}
