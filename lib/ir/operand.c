/* ir/operand.c - operands of records, as values, blocks, types and numbers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/operand.h"

#include "base/grow.h"
#include "ir/limit.h"
#include "ir/vbr.h"

void bl_reader_fail(struct bl_operand_reader *t, int status, const char *what)
{
    if (t->status < 0)
        return;
    t->status = status;
    t->what = what;
}

/* ---- Numbers ---- */

uint64_t bl_read_op(struct bl_operand_reader *t)
{
    if (t->status < 0)
        return 0;
    if (t->at < t->rec->n_ops)
        return t->rec->ops[t->at++];
    bl_reader_fail(t, BL_E_MALFORMED, "instruction with too few operands");
    return 0;
}

uint32_t bl_read_number(struct bl_operand_reader *t)
{
    uint64_t op = bl_read_op(t);
    if (op > UINT32_MAX)
        bl_reader_fail(t, BL_E_MALFORMED, "instruction's operand is over 32 bits");
    return (uint32_t)op;
}

uint32_t bl_read_type(struct bl_operand_reader *t)
{
    uint64_t type = bl_read_op(t);
    if (t->status < 0)
        return BL_NONE;
    if (type < t->f->types.n_listed)
        return (uint32_t)type;
    bl_reader_fail(t, BL_E_MALFORMED, "no type of this number");
    return BL_NONE;
}

struct bl_operand bl_read_block(struct bl_operand_reader *t)
{
    struct bl_operand operand = {.kind = BL_OPERAND_BLOCK, .type = BL_NONE};
    operand.number = bl_read_op(t);
    if (t->status == BL_OK && operand.number >= t->f->body.n_blocks)
        bl_reader_fail(t, BL_E_MALFORMED, "no basic block of this number");
    return operand;
}

/* ---- Values ---- */

/* The value that an operand stands for. What is over 32 bits, or leads before
 * value 0, is none. */
static uint32_t number_of(struct bl_operand_reader *t, uint64_t op)
{
    uint32_t next = t->f->next_value;
    if (op > UINT32_MAX)
        bl_reader_fail(t, BL_E_MALFORMED, "value's number is over 32 bits");
    if (!t->f->is_relative)
        return (uint32_t)op;
    if (op > next && op <= INT32_MAX && !t->f->uncertain)
        bl_reader_fail(t, BL_E_MALFORMED, "value that leads in front of the first one");
    return next - (uint32_t)op;
}

static void note_forward(struct bl_operand_reader *t, uint32_t value, uint32_t type)
{
    struct bl_function *f = t->f;
    if (f->uncertain || t->status < 0)
        return;
    if (bl_limit_operands(&f->cursor, (uint64_t)f->n_forwards + 1,
                          "more operands that lead ahead than the limit") < 0) {
        bl_reader_fail(t, BL_E_LIMIT, f->cursor.what);
        return;
    }
    if (bl_grow(&f->forwards, &f->cap_forwards, (size_t)f->n_forwards + 1) < 0) {
        bl_reader_fail(t, BL_E_NOMEM, "no memory for a function");
        return;
    }
    f->forwards[f->n_forwards++] =
        (struct bl_forward){.bit_pos = t->rec->bit_pos, .value = value, .type = type};
}

/* Value NUMBER, of which TYPE is needed. */
static struct bl_operand typed(struct bl_operand_reader *t, uint32_t number, uint32_t type)
{
    struct bl_operand operand = {.kind = BL_OPERAND_VALUE, .type = type, .number = number};
    if (number >= t->f->next_value) {
        note_forward(t, number, type);
        return operand;
    }
    uint32_t own = bl_function_type_of(t->f, number);
    if (!bl_types_agree(&t->f->types, own, type))
        bl_reader_fail(t, BL_E_MISMATCH, "operand of another type than the instruction needs");
    if (own != BL_NONE)
        operand.type = own;
    return operand;
}

static struct bl_operand none(void)
{
    return (struct bl_operand){.kind = BL_OPERAND_VALUE, .type = BL_NONE};
}

bool bl_next_leads_ahead(const struct bl_operand_reader *t)
{
    if (bl_operands_left(t) == 0)
        return false;
    uint32_t op = (uint32_t)t->rec->ops[t->at];
    uint32_t next = t->f->next_value;
    return (t->f->is_relative ? next - op : op) >= next;
}

struct bl_operand bl_read_pair(struct bl_operand_reader *t)
{
    uint64_t op = bl_read_op(t);
    uint32_t number = number_of(t, op);
    if (t->status < 0)
        return none();
    if (number >= t->f->next_value)
        return typed(t, number, bl_read_type(t));
    return (struct bl_operand){
        .kind = BL_OPERAND_VALUE, .type = bl_function_type_of(t->f, number), .number = number};
}

struct bl_operand bl_read_metadata(struct bl_operand_reader *t, uint32_t type)
{
    uint64_t op = bl_read_op(t);
    if (op > UINT32_MAX)
        bl_reader_fail(t, BL_E_MALFORMED, "metadata's number is over 32 bits");
    return (struct bl_operand){
        .kind = BL_OPERAND_METADATA,
        .type = type,
        .number = t->f->is_relative ? t->f->next_value - (uint32_t)op : op,
    };
}

struct bl_operand bl_read_value(struct bl_operand_reader *t, uint32_t type)
{
    if (bl_type_kind_of(&t->f->types, type) == BL_TYPE_METADATA)
        return bl_read_metadata(t, type);
    uint64_t op = bl_read_op(t);
    return t->status < 0 ? none() : typed(t, number_of(t, op), type);
}

struct bl_operand bl_read_absolute(struct bl_operand_reader *t, uint32_t type)
{
    uint32_t number = bl_read_number(t);
    return t->status < 0 ? none() : typed(t, number, type);
}

struct bl_operand bl_read_signed(struct bl_operand_reader *t, uint32_t type)
{
    if (!t->f->is_relative)
        return bl_read_absolute(t, type);
    int64_t distance = bl_signed_vbr(bl_read_op(t));
    int64_t next = t->f->next_value;
    if (t->status == BL_OK && !t->f->uncertain && (distance > next || distance < next - UINT32_MAX))
        bl_reader_fail(t, BL_E_MALFORMED, "value that leads in front of the first one");
    return t->status < 0 ? none() : typed(t, (uint32_t)((uint64_t)next - (uint64_t)distance), type);
}

/* ---- The instruction's ---- */

void bl_add_operand(struct bl_operand_reader *t, struct bl_operand operand)
{
    struct bl_function *f = t->f;
    if (t->status < 0)
        return;
    if (bl_grow(&f->operands, &f->cap_operands, (size_t)f->n_operands + 1) < 0) {
        bl_reader_fail(t, BL_E_NOMEM, "no memory for a function");
        return;
    }
    f->operands[f->n_operands++] = operand;
}

struct bl_operand bl_add_pair(struct bl_operand_reader *t)
{
    struct bl_operand operand = bl_read_pair(t);
    bl_add_operand(t, operand);
    return operand;
}

void bl_add_integer(struct bl_operand_reader *t, enum bl_operand_kind kind, uint64_t integer)
{
    bl_add_operand(t,
                   (struct bl_operand){.kind = (uint8_t)kind, .type = BL_NONE, .number = integer});
}

uint32_t bl_pointee_of(struct bl_operand_reader *t, uint32_t type)
{
    const struct bl_type *pointer = bl_type_of(&t->f->types, type);
    if (!pointer || pointer->kind != BL_TYPE_POINTER)
        return BL_NONE;
    return bl_type_part(&t->f->types, type, 0);
}

/* ---- Flags ---- */

unsigned bl_flags_of(uint64_t bits, const unsigned *flags, unsigned n)
{
    unsigned result = 0;
    for (unsigned i = 0; i < n; i++)
        if (bits >> i & 1)
            result |= flags[i];
    return result;
}

unsigned bl_fast_math_flags(uint64_t bits)
{
    /* The lowest bit was "fast" as one flag, up to LLVM 5. */
    static const unsigned flags[] = {BL_INST_FAST, BL_INST_NNAN,     BL_INST_NINF, BL_INST_NSZ,
                                     BL_INST_ARCP, BL_INST_CONTRACT, BL_INST_AFN,  BL_INST_REASSOC};
    return bl_flags_of(bits, flags, sizeof flags / sizeof *flags);
}
