/* ir/constant_value.c - constants decoded: integers, floats, texts, parts, expressions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A module keeps one of them, and what its pointers lead to, until the next one is asked for.
 */
#include "base/grow.h"
#include "base/status.h"
#include "bits/reader.h"
#include "ir/constant_record.h"
#include "ir/instruction.h"
#include "ir/module.h"
#include "ir/record_texts.h"
#include "ir/vbr.h"

#include <string.h>

struct part {
    struct bl_record rec;
    struct bl_constant_value value;
    uint64_t *words;
    uint32_t *parts;
    uint8_t *text;
    uint32_t cap_words, cap_parts;
    size_t cap_text;
    const struct bl_types *types;
};

static void release_constant_value(void *data)
{
    struct part *p = data;
    bl_record_release(&p->rec);
    bl_drop(p->words);
    bl_drop(p->parts);
    bl_drop(p->text);
}

static uint64_t op(const struct part *p, uint32_t i)
{
    return i < p->rec.n_ops ? p->rec.ops[i] : 0;
}

/* That of the constant or, of a vector of equal numbers and of data, that of an element. */
static struct bl_type scalar_type(const struct part *p)
{
    uint32_t number = p->value.type;
    for (unsigned i = 0; i < 2 && number < p->types->n; i++) {
        const struct bl_type *type = &p->types->types[number];
        if ((type->kind != BL_TYPE_VECTOR && type->kind != BL_TYPE_ARRAY) || !type->n_parts)
            return *type;
        number = p->types->parts[type->first_part];
    }
    return (struct bl_type){0};
}

static int make_words(struct part *p, uint32_t n)
{
    if (bl_grow(&p->words, &p->cap_words, (size_t)n + 1) < 0)
        return BL_E_NOMEM;
    p->value.words = p->words;
    p->value.n_words = n;
    return BL_OK;
}

/* ---- Numbers ---- */

/* Of EXPONENT_BITS and, below them, MANTISSA_BITS, as float and double are laid out. */
static double small_float(uint64_t bits, unsigned exponent_bits, unsigned mantissa_bits)
{
    uint64_t mantissa = bits & bl_low_bits(mantissa_bits);
    uint64_t exponent = bits >> mantissa_bits & bl_low_bits(exponent_bits);
    uint64_t sign = bits >> (mantissa_bits + exponent_bits) & 1;
    uint64_t most = bl_low_bits(exponent_bits);
    uint64_t bias = most >> 1;
    double real;
    if (exponent == 0) { /* zero, or a number without the leading bit */
        real = (double)mantissa;
        for (uint64_t i = bias + mantissa_bits - 1; i > 0; i--)
            real /= 2;
        return sign ? -real : real;
    }
    uint64_t wide = sign << 63 | (exponent == most ? 0x7FF : exponent - bias + 1023) << 52 |
                    mantissa << (52 - mantissa_bits);
    memcpy(&real, &wide, sizeof real);
    return real;
}

static double real_of(unsigned type_kind, uint64_t bits)
{
    double real = 0;
    switch (type_kind) {
    case BL_TYPE_HALF: return small_float(bits, 5, 10);
    case BL_TYPE_BFLOAT: return small_float(bits, 8, 7);
    case BL_TYPE_FLOAT: return small_float(bits, 8, 23);
    case BL_TYPE_DOUBLE: memcpy(&real, &bits, sizeof real); return real;
    default: return real;
    }
}

static int read_integer(struct part *p)
{
    bool is_wide = p->rec.code == BL_CODE_CONSTANTS_WIDE_INTEGER;
    uint32_t n = is_wide ? p->rec.n_ops : 1;
    if (make_words(p, n) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < n; i++)
        p->words[i] = (uint64_t)bl_signed_vbr(op(p, i));
    p->value.kind = BL_CONSTANT_INTEGER;
    p->value.integer = n == 1 ? (int64_t)p->words[0] : 0;
    return BL_OK;
}

static int read_float(struct part *p)
{
    struct bl_type type = scalar_type(p);
    bool is_two = type.kind >= BL_TYPE_X86_FP80 && type.kind <= BL_TYPE_PPC_FP128;
    if (make_words(p, is_two ? 2 : 1) < 0)
        return BL_E_NOMEM;
    p->value.kind = BL_CONSTANT_FLOAT;
    p->words[0] = op(p, 0);
    if (is_two)
        p->words[1] = op(p, 1);
    if (type.kind == BL_TYPE_X86_FP80) { /* the record has the upper 64 bits first */
        p->words[0] = op(p, 0) << 16 | (op(p, 1) & 0xFFFF);
        p->words[1] = op(p, 0) >> 48;
    }
    p->value.real = real_of(type.kind, p->words[0]);
    return BL_OK;
}

static int read_data(struct part *p)
{
    if (make_words(p, p->rec.n_ops) < 0)
        return BL_E_NOMEM;
    if (p->rec.n_ops > 0)
        memcpy(p->words, p->rec.ops, p->rec.n_ops * sizeof *p->words);
    p->value.kind = BL_CONSTANT_DATA;
    return BL_OK;
}

/* ---- Texts ---- */

/* Append N operands from FIRST on, one byte each, to N_TEXT bytes of text. */
static int add_text(struct part *p, size_t n_text, uint32_t first, uint32_t n)
{
    if (bl_grow(&p->text, &p->cap_text, n_text + n + 1) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < n; i++)
        p->text[n_text + i] = (uint8_t)op(p, first + i);
    p->text[n_text + n] = 0;
    return BL_OK;
}

static int read_string(struct part *p)
{
    uint32_t n = p->rec.n_ops;
    if (add_text(p, 0, 0, n) < 0)
        return BL_E_NOMEM;
    p->value.kind = BL_CONSTANT_STRING;
    p->value.text = (struct bl_view){
        .data = p->text, .size = n + (size_t)(p->rec.code == BL_CODE_CONSTANTS_CSTRING)};
    return BL_OK;
}

static int read_assembly(struct part *p)
{
    struct bl_text_ops texts[2] = {{0}};
    uint32_t at = 0;
    unsigned n = bl_constant_texts(&p->rec, &at, texts);
    uint32_t sizes[2] = {n > 0 ? texts[0].n : 0, n > 1 ? texts[1].n : 0};
    if (add_text(p, 0, texts[0].first, sizes[0]) < 0 ||
        add_text(p, sizes[0], texts[1].first, sizes[1]) < 0)
        return BL_E_NOMEM;
    p->value.kind = BL_CONSTANT_ASSEMBLY;
    p->value.text = (struct bl_view){.data = p->text, .size = sizes[0]};
    p->value.constraints = (struct bl_view){.data = p->text + sizes[0], .size = sizes[1]};
    p->value.flags = op(p, p->rec.code == BL_CODE_CONSTANTS_INLINEASM);
    return BL_OK;
}

/* ---- Made of other constants ---- */

static int read_parts(struct part *p)
{
    uint64_t value;
    uint32_t n = 0;
    while (bl_constant_part(&p->rec, n, &value)) {
        uint32_t part = value < BL_NONE ? (uint32_t)value : BL_NONE;
        if (bl_append(&p->parts, &n, &p->cap_parts, part) < 0)
            return BL_E_NOMEM;
    }
    p->value.parts = p->parts;
    p->value.n_parts = n;
    return BL_OK;
}

/* [opcode, value, value, flags] */
static void describe_binary(struct part *p)
{
    unsigned kind = scalar_type(p).kind;
    bool is_float = kind >= BL_TYPE_HALF && kind <= BL_TYPE_PPC_FP128;
    struct bl_constant_value *v = &p->value;
    v->opcode = (uint8_t)bl_binary_opcode(op(p, 0), is_float);
    bool wraps = v->opcode == BL_OP_ADD || v->opcode == BL_OP_SUB || v->opcode == BL_OP_MUL ||
                 v->opcode == BL_OP_SHL;
    uint64_t flags = op(p, 3);
    if (wraps)
        v->flags = (flags & 1 ? BL_INST_NUW : 0U) | (flags & 2 ? BL_INST_NSW : 0U);
    else if (flags & 1)
        v->flags = BL_INST_EXACT;
}

static void describe_gep(struct part *p)
{
    struct bl_gep gep = bl_constant_gep(&p->rec);
    p->value.opcode = BL_OP_GETELEMENTPTR;
    p->value.flags = (gep.flags & 1 ? BL_INST_INBOUNDS | BL_INST_NUSW : 0U) |
                     (gep.flags & 2 ? BL_INST_NUSW : 0U) | (gep.flags & 4 ? BL_INST_NUW : 0U);
    if (gep.has_type && gep.type < BL_NONE)
        p->value.source_type = (uint32_t)gep.type;
}

/* Where a function is in the record, its basic block follows. */
static void describe_block_address(struct part *p)
{
    p->value.kind = BL_CONSTANT_BLOCK_ADDRESS;
    if (p->rec.n_ops > 2 && p->rec.ops[2] < BL_NONE)
        p->value.basic_block = (uint32_t)p->rec.ops[2];
}

static void describe(struct part *p)
{
    enum {
        FIRST_ICMP = 32,
        PREDICATE_AT = 3
    };
    struct bl_constant_value *v = &p->value;
    v->kind = BL_CONSTANT_EXPRESSION;
    switch (p->rec.code) {
    case BL_CODE_CONSTANTS_AGGREGATE: v->kind = BL_CONSTANT_AGGREGATE; return;
    case BL_CODE_CONSTANTS_BLOCKADDRESS: describe_block_address(p); return;
    case BL_CODE_CONSTANTS_DSO_LOCAL_EQUIVALENT: v->kind = BL_CONSTANT_DSO_LOCAL; return;
    case BL_CODE_CONSTANTS_NO_CFI_VALUE: v->kind = BL_CONSTANT_NO_CFI; return;
    case BL_CODE_CONSTANTS_PTRAUTH:
    case BL_CODE_CONSTANTS_PTRAUTH2: v->kind = BL_CONSTANT_SIGNED_POINTER; return;
    case BL_CODE_CONSTANTS_CE_BINOP: describe_binary(p); return;
    case BL_CODE_CONSTANTS_CE_UNOP: v->opcode = BL_OP_FNEG; return;
    case BL_CODE_CONSTANTS_CE_CAST: v->opcode = (uint8_t)bl_cast_opcode(op(p, 0)); return;
    case BL_CODE_CONSTANTS_CE_SELECT: v->opcode = BL_OP_SELECT; return;
    case BL_CODE_CONSTANTS_CE_EXTRACTELT: v->opcode = BL_OP_EXTRACTELEMENT; return;
    case BL_CODE_CONSTANTS_CE_INSERTELT: v->opcode = BL_OP_INSERTELEMENT; return;
    case BL_CODE_CONSTANTS_CE_SHUFFLEVEC:
    case BL_CODE_CONSTANTS_CE_SHUFVEC_EX: v->opcode = BL_OP_SHUFFLEVECTOR; return;
    case BL_CODE_CONSTANTS_CE_CMP:
        v->predicate = (uint8_t)op(p, PREDICATE_AT);
        v->opcode = v->predicate < FIRST_ICMP ? BL_OP_FCMP : BL_OP_ICMP;
        return;
    default: describe_gep(p);
    }
}

static int decode_constant(struct part *p)
{
    struct bl_constant_value *v = &p->value;
    switch (p->rec.code) {
    case BL_CODE_CONSTANTS_NULL: v->kind = BL_CONSTANT_NULL; return BL_OK;
    case BL_CODE_CONSTANTS_UNDEF: v->kind = BL_CONSTANT_UNDEF; return BL_OK;
    case BL_CODE_CONSTANTS_POISON: v->kind = BL_CONSTANT_POISON; return BL_OK;
    case BL_CODE_CONSTANTS_INTEGER:
    case BL_CODE_CONSTANTS_WIDE_INTEGER: return read_integer(p);
    case BL_CODE_CONSTANTS_FLOAT: return read_float(p);
    case BL_CODE_CONSTANTS_STRING:
    case BL_CODE_CONSTANTS_CSTRING: return read_string(p);
    case BL_CODE_CONSTANTS_DATA: return read_data(p);
    default: break;
    }
    if (bl_constant_is_assembly(p->rec.code))
        return read_assembly(p);
    if (!bl_constant_has_parts(p->rec.code))
        return BL_OK;
    describe(p);
    return read_parts(p);
}

int bl_constant_decode(struct bl_module *module, const struct bl_constant *constant,
                       const struct bl_constant_value **value, struct bl_error *err)
{
    struct part *p =
        bl_module_part(module, BL_PART_CONSTANT_VALUE, sizeof *p, release_constant_value);
    *value = NULL;
    if (!p || bl_module_types(module, &p->types, NULL) == BL_E_NOMEM)
        return bl_fail(err, BL_E_NOMEM, "no memory for a constant");
    int status = bl_constant_read(module, constant, &p->rec, err);
    if (status < 0)
        return status;
    p->value = (struct bl_constant_value){
        .type = constant->type, .source_type = BL_NONE, .basic_block = BL_NONE};
    if (decode_constant(p) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for a constant");
    *value = &p->value;
    return BL_OK;
}

/* ---- Values by number ---- */

int bl_module_value_kind(struct bl_module *module, uint32_t value, struct bl_error *err)
{
    const struct bl_constant *constants;
    uint32_t n = 0;
    int status = bl_module_read_header(module, err);
    if (value < module->header.n_places)
        return BL_VALUE_GLOBAL;
    if (status == BL_OK)
        status = bl_module_constants(module, &constants, &n, err);
    if (status < 0)
        return status;
    return value - module->header.n_places < n ? BL_VALUE_CONSTANT : BL_VALUE_NONE;
}
