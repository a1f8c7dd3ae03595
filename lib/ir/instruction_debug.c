/* ir/instruction_debug.c - debug locations and debug records
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Both come after their instruction's record. Debug records, since LLVM 19, are before the
 * instruction by what they mean: bl_instruction has it so.
 */
#include "base/grow.h"
#include "ir/operand.h"
#include "stream/limit.h"

/* ---- Locations ---- */

/* Metadata counted from 1; 0: none. */
static BL_ALWAYS_INLINE uint32_t read_reference(struct bl_operand_reader *t)
{
    return bl_read_number(t) - 1U;
}

/* [line, column, scope + 1, inlined at + 1, is implicit, atom group, atom rank] */
static BL_ALWAYS_INLINE void read_location(struct bl_operand_reader *t,
                                           struct bl_debug_location *location)
{
    *location = (struct bl_debug_location){0};
    location->line = bl_read_number(t);
    location->column = bl_read_number(t);
    location->scope = read_reference(t);
    location->inlined_at = read_reference(t);
    location->is_implicit = bl_read_optional(t) != 0;
    location->atom_group = bl_read_optional(t);
    location->atom_rank = (uint8_t)bl_read_optional(t);
}

/* ---- Records ---- */

/* [location, variable, expression, value], assign: [… id, address expression, address]; label:
 * [location, label] */
static BL_ALWAYS_INLINE void read_debug_record(struct bl_operand_reader *t,
                                               struct bl_debug_record *record)
{
    *record = (struct bl_debug_record){
        .bit_pos = t->f->rec->bit_pos,
        .code = t->f->rec->code,
        .expression = BL_NONE,
        .value = {.kind = BL_OPERAND_METADATA, .number = BL_NONE, .type = BL_NONE},
        .assign_id = BL_NONE,
        .address_expression = BL_NONE,
        .address = BL_NONE,
    };
    record->location = bl_read_number(t);
    record->variable = bl_read_number(t);
    if (record->code == BL_CODE_FUNCTION_DEBUG_RECORD_LABEL)
        return;
    record->expression = bl_read_number(t);
    if (record->code == BL_CODE_FUNCTION_DEBUG_RECORD_VALUE_SIMPLE && t->f->is_skimmed)
        record->value.kind = BL_OPERAND_RAW;
    else if (record->code == BL_CODE_FUNCTION_DEBUG_RECORD_VALUE_SIMPLE)
        record->value = bl_read_pair(t);
    else
        record->value.number = bl_read_number(t);
    if (record->code != BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN)
        return;
    record->assign_id = bl_read_number(t);
    record->address_expression = bl_read_number(t);
    record->address = bl_read_number(t);
}

static BL_ALWAYS_INLINE void add_record(struct bl_operand_reader *t)
{
    struct bl_function *f = t->f;
    struct bl_debug_record record;
    read_debug_record(t, &record);
    if (bl_limit_records(&f->cursor, t->inst->n_debug_records, BL_MIN_GLOBAL_BYTES,
                         "more debug records than the limit") < 0)
        bl_reader_fail(t, BL_E_LIMIT, f->cursor.what);
    else if (bl_append(&f->debug_records, &t->inst->n_debug_records, &f->cap_debug_records,
                       record) < 0)
        bl_reader_fail(t, BL_E_NOMEM, "no memory for a function");
    t->inst->debug_records = f->debug_records;
}

/* ---- Both ---- */

int bl_debug_decode(struct bl_function *f, struct bl_instruction *inst)
{
    struct bl_operand_reader t = bl_operand_reader_of(f, inst);
    uint32_t code = f->rec->code;
    if (code == BL_CODE_FUNCTION_DEBUG_LOC)
        read_location(&t, &f->location);
    else if (code != BL_CODE_FUNCTION_DEBUG_LOC_AGAIN)
        add_record(&t);
    f->has_location |= code == BL_CODE_FUNCTION_DEBUG_LOC;
    /* Again, without one before, LLVM takes for none. */
    if (f->has_location &&
        (code == BL_CODE_FUNCTION_DEBUG_LOC || code == BL_CODE_FUNCTION_DEBUG_LOC_AGAIN)) {
        inst->has_location = true;
        inst->location = f->location;
    }
    return f->failure.status;
}
