/* ir/value_print.c - values as operands are written
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Names of values and, in full, constants: numbers, aggregates, constant expressions. What is large or
 * deep is cut with "...".
 */
#include "ir/instruction.h"
#include "ir/print.h"
#include "ir/vbr.h"

#include <string.h>

enum {
    MOST_DEPTH = 6,
    MOST_ELEMENTS = 64,
    MOST_CHARACTERS = 256,
    MOST_VALUES = 512, /* in one */
};

/* Codes of CONSTANTS records (LLVMBitCodes.h, ConstantsCodes). */
enum constant_code {
    NULL_VALUE = 2,
    UNDEF = 3,
    INTEGER = 4,
    WIDE_INTEGER = 5,
    FLOAT = 6,
    AGGREGATE = 7,
    STRING = 8,
    CSTRING = 9,
    CE_BINOP = 10,
    CE_CAST = 11,
    CE_GEP_OLD = 12,
    CE_SELECT = 13,
    CE_CMP = 17,
    INLINEASM_OLD = 18,
    CE_INBOUNDS_GEP = 20,
    BLOCKADDRESS = 21,
    DATA = 22,
    INLINEASM_OLD2 = 23,
    CE_UNOP = 25,
    POISON = 26,
    DSO_LOCAL_EQUIVALENT = 27,
    INLINEASM_OLD3 = 28,
    NO_CFI = 29,
    INLINEASM = 30,
    CE_GEP = 32,
};

struct printer {
    struct bl_function *f;
    struct bl_print p;
    const struct bl_record *rec; /* of the constant */
    uint32_t type;               /* its */
    unsigned depth;
    unsigned *n_values; /* so far */
};

static void put_value(struct printer *pr, uint64_t number);

static void text(const struct printer *pr, const char *s)
{
    bl_print_text(&pr->p, s);
}

/* Operand I of the record; 0: there is none. */
static uint64_t op(const struct printer *pr, uint32_t i)
{
    return i < pr->rec->n_ops ? pr->rec->ops[i] : 0;
}

static void put_type(const struct printer *pr, uint32_t type)
{
    bl_type_print(&pr->f->types.pub, type, pr->p.put, pr->p.context);
}

/* With its type in front. */
static void put_typed(struct printer *pr, uint64_t value)
{
    if (value <= UINT32_MAX) {
        put_type(pr, bl_function_type_of(pr->f, (uint32_t)value));
        text(pr, " ");
    }
    put_value(pr, value);
}

/* Operands FIRST to END of the record, every STEP-th, as values. */
static void put_list(struct printer *pr, uint32_t first, uint32_t end, uint32_t step)
{
    for (uint32_t i = first; i < end; i += step) {
        if (i > first)
            text(pr, ", ");
        if ((i - first) / step == MOST_ELEMENTS) {
            text(pr, "...");
            return;
        }
        put_typed(pr, op(pr, i));
    }
}

/* ---- Numbers ---- */

static void put_hex(const struct printer *pr, const char *prefix, uint64_t bits)
{
    char digits[16];
    unsigned n = 0;
    do {
        digits[sizeof digits - ++n] = "0123456789ABCDEF"[bits & 15];
        bits >>= 4;
    } while (bits != 0);
    text(pr, prefix);
    bl_print_view(&pr->p,
                  (struct bl_view){.data = (uint8_t *)digits + sizeof digits - n, .size = n});
}

static void put_integer(const struct printer *pr, uint32_t type, int64_t v)
{
    const struct bl_type *integer = bl_type_of(&pr->f->types, type);
    if (integer && integer->kind == BL_TYPE_INTEGER && integer->count == 1)
        text(pr, v ? "true" : "false");
    else
        bl_print_i64(&pr->p, v);
}

/* LEAST digits or more. */
static void put_digits(const struct printer *pr, uint64_t v, unsigned least)
{
    uint64_t power = 1;
    for (unsigned i = 1; i < least; i++)
        power *= 10;
    for (; v < power && power > 1; power /= 10)
        text(pr, "0");
    bl_print_u64(&pr->p, v);
}

/* As a decimal of few places where that is exact; false: it is not. */
static bool put_decimal(const struct printer *pr, double v)
{
    static const double most = 9007199254740992.0; /* 2^53: up to there integers are exact */
    double scale = 1;
    for (unsigned places = 1; places <= 6; places++) {
        scale *= 10;
        double scaled = (v < 0 ? -v : v) * scale;
        if (!(scaled < most))
            return false;
        uint64_t n = (uint64_t)scaled;
        if ((double)n != scaled || (double)n / scale != (v < 0 ? -v : v))
            continue;
        if (v < 0)
            text(pr, "-");
        bl_print_u64(&pr->p, n / (uint64_t)scale);
        text(pr, ".");
        put_digits(pr, n % (uint64_t)scale, places);
        return true;
    }
    return false;
}

/* BITS of a float with EXPONENT and MANTISSA bits, as a double. */
static double widen(uint64_t bits, unsigned exponent_bits, unsigned mantissa_bits)
{
    uint64_t mantissa = bits & ((UINT64_C(1) << mantissa_bits) - 1);
    int exponent = (int)(bits >> mantissa_bits & ((1U << exponent_bits) - 1));
    int bias = (1 << (exponent_bits - 1)) - 1;
    double v = (double)mantissa;
    if (exponent != 0)
        v += (double)(UINT64_C(1) << mantissa_bits);
    int power = (exponent != 0 ? exponent : 1) - bias - (int)mantissa_bits;
    for (; power > 0; power--)
        v *= 2;
    for (; power < 0; power++)
        v /= 2;
    return bits >> (exponent_bits + mantissa_bits) & 1 ? -v : v;
}

static void put_float(const struct printer *pr, uint32_t type, uint64_t bits)
{
    static const struct {
        uint8_t exponent, mantissa;
    } formats[] = {
        [BL_TYPE_HALF] = {5, 10},
        [BL_TYPE_BFLOAT] = {8, 7},
        [BL_TYPE_FLOAT] = {8, 23},
        [BL_TYPE_DOUBLE] = {11, 52},
    };
    unsigned kind = bl_type_kind_of(&pr->f->types, type);
    unsigned exponent = kind < sizeof formats / sizeof *formats ? formats[kind].exponent : 0;
    unsigned mantissa = exponent ? formats[kind].mantissa : 0;
    uint64_t all_ones = (UINT64_C(1) << exponent) - 1;
    bool is_finite = exponent != 0 && (bits >> mantissa & all_ones) != all_ones;
    bool is_minus_zero = exponent && bits == UINT64_C(1) << (exponent + mantissa);
    if (is_minus_zero)
        text(pr, "-0.0");
    else if (!is_finite || !put_decimal(pr, widen(bits, exponent, mantissa)))
        put_hex(pr, "0x", bits);
}

static void put_wide_float(const struct printer *pr)
{
    for (uint32_t i = 0; i < pr->rec->n_ops; i++)
        put_hex(pr, i == 0 ? "0x" : ":0x", op(pr, i));
}

static void put_wide_integer(const struct printer *pr)
{
    uint64_t words[16];
    uint32_t n = pr->rec->n_ops < 16 ? pr->rec->n_ops : 16;
    const struct bl_type *type = bl_type_of(&pr->f->types, pr->type);
    for (uint32_t i = 0; i < n; i++)
        words[i] = (uint64_t)bl_signed_vbr(op(pr, i));
    if (!type || type->count > sizeof words * 8 || pr->rec->n_ops > 16)
        text(pr, "...");
    else
        bl_print_wide(&pr->p, words, n, (uint32_t)type->count, true);
}

/* ---- Aggregates ---- */

static void put_null(const struct printer *pr)
{
    switch (bl_type_kind_of(&pr->f->types, pr->type)) {
    case BL_TYPE_INTEGER: put_integer(pr, pr->type, 0); break;
    case BL_TYPE_HALF:
    case BL_TYPE_BFLOAT:
    case BL_TYPE_FLOAT:
    case BL_TYPE_DOUBLE:
    case BL_TYPE_X86_FP80:
    case BL_TYPE_FP128:
    case BL_TYPE_PPC_FP128: text(pr, "0.0"); break;
    case BL_TYPE_POINTER: text(pr, "null"); break;
    case BL_TYPE_TOKEN: text(pr, "none"); break;
    default: text(pr, "zeroinitializer"); break;
    }
}

struct brackets {
    const char *open, *close;
};

static struct brackets brackets_of(const struct printer *pr)
{
    static const struct brackets of_array = {"[", "]"};
    static const struct brackets of_vector = {"<", ">"};
    static const struct brackets of_struct = {"{ ", " }"};
    static const struct brackets of_packed = {"<{ ", " }>"};
    const struct bl_type *type = bl_type_of(&pr->f->types, pr->type);
    if (!type || type->kind == BL_TYPE_ARRAY)
        return of_array;
    if (type->kind == BL_TYPE_VECTOR)
        return of_vector;
    return type->is_packed ? of_packed : of_struct;
}

static void put_aggregate(struct printer *pr)
{
    struct brackets brackets = brackets_of(pr);
    text(pr, brackets.open);
    put_list(pr, 0, pr->rec->n_ops, 1);
    text(pr, brackets.close);
}

/* Numbers as they stand in the record. */
static void put_data(struct printer *pr)
{
    struct brackets brackets = brackets_of(pr);
    uint32_t element = bl_type_part(&pr->f->types, pr->type, 0);
    bool is_float = bl_type_kind_of(&pr->f->types, element) != BL_TYPE_INTEGER;
    text(pr, brackets.open);
    for (uint32_t i = 0; i < pr->rec->n_ops && i <= MOST_ELEMENTS; i++) {
        if (i > 0)
            text(pr, ", ");
        if (i == MOST_ELEMENTS) {
            text(pr, "...");
            break;
        }
        put_type(pr, element);
        text(pr, " ");
        if (is_float)
            put_float(pr, element, op(pr, i));
        else
            put_integer(pr, element, (int64_t)op(pr, i));
    }
    text(pr, brackets.close);
}

/* N operands from FIRST on, one a character. */
static void put_characters(struct printer *pr, uint32_t first, uint64_t n)
{
    uint8_t bytes[MOST_CHARACTERS];
    uint32_t n_bytes = 0;
    for (; n_bytes < n && n_bytes < sizeof bytes; n_bytes++)
        bytes[n_bytes] = (uint8_t)op(pr, first + n_bytes);
    bl_print_quoted(&pr->p, (struct bl_view){.data = bytes, .size = n_bytes});
    if (n_bytes < n)
        text(pr, "...");
}

/* ---- Expressions ---- */

/* [flags, size, character…, size, character…], INLINEASM with a type in front */
static void put_assembly(struct printer *pr)
{
    uint32_t at = pr->rec->code == INLINEASM ? 2 : 1;
    uint64_t size = op(pr, at);
    if (pr->rec->n_ops < at + 2 || size > pr->rec->n_ops - at - 2) {
        text(pr, "<asm>");
        return;
    }
    uint32_t end = at + 1 + (uint32_t)size;
    text(pr, op(pr, at - 1) & 1 ? "asm sideeffect " : "asm ");
    put_characters(pr, at + 1, size);
    text(pr, ", ");
    uint64_t left = pr->rec->n_ops - end - 1;
    put_characters(pr, end + 1, op(pr, end) < left ? op(pr, end) : left);
}

static void put_opcode(struct printer *pr, enum bl_opcode opcode)
{
    const char *name = bl_opcode_name(opcode);
    if (name)
        text(pr, name);
    else
        bl_print_unknown(&pr->p, "operation", op(pr, 0));
    text(pr, " (");
}

/* [operation, type, value] */
static void put_cast(struct printer *pr)
{
    put_opcode(pr, bl_cast_opcode(op(pr, 0)));
    put_typed(pr, op(pr, 2));
    text(pr, " to ");
    put_type(pr, pr->type);
    text(pr, ")");
}

/* [operation, value, value] */
static void put_binary(struct printer *pr)
{
    uint32_t scalar = bl_type_scalar(&pr->f->types, pr->type);
    bool is_integer = bl_type_kind_of(&pr->f->types, scalar) == BL_TYPE_INTEGER;
    put_opcode(pr, bl_binary_opcode(op(pr, 0), !is_integer));
    put_list(pr, 1, pr->rec->n_ops < 3 ? pr->rec->n_ops : 3, 1);
    text(pr, ")");
}

/* [type of what is indexed, flags, (type, value)…]; the old forms have no flags, and a type only where
 * the number of operands is odd */
static void put_gep(struct printer *pr)
{
    bool is_old = pr->rec->code != CE_GEP;
    bool has_type = !is_old || pr->rec->n_ops % 2 == 1;
    bool is_inbounds = is_old ? pr->rec->code == CE_INBOUNDS_GEP : op(pr, 1) & 1;
    uint32_t first = is_old ? has_type : 2;
    text(pr, is_inbounds ? "getelementptr inbounds (" : "getelementptr (");
    if (has_type) {
        put_type(pr, op(pr, 0) < BL_NONE ? (uint32_t)op(pr, 0) : BL_NONE);
        text(pr, ", ");
    }
    put_list(pr, first + 1, pr->rec->n_ops, 2);
    text(pr, ")");
}

/* [type of the value, value, value, predicate] */
static void put_compare(struct printer *pr)
{
    const char *predicate = op(pr, 3) < 64 ? bl_predicate_name((unsigned)op(pr, 3)) : NULL;
    text(pr, op(pr, 3) < 32 ? "fcmp " : "icmp ");
    text(pr, predicate ? predicate : "?");
    text(pr, " (");
    put_list(pr, 1, 3, 1);
    text(pr, ")");
}

/* [type, function, basic block] */
static void put_block_address(struct printer *pr)
{
    text(pr, "blockaddress(");
    put_value(pr, op(pr, 1));
    text(pr, ", block ");
    bl_print_u64(&pr->p, op(pr, 2));
    text(pr, ")");
}

static void put_others(struct printer *pr)
{
    switch (pr->rec->code) {
    case CE_BINOP: put_binary(pr); return;
    case CE_CAST: put_cast(pr); return;
    case CE_GEP:
    case CE_GEP_OLD:
    case CE_INBOUNDS_GEP: put_gep(pr); return;
    case CE_CMP: put_compare(pr); return;
    case BLOCKADDRESS: put_block_address(pr); return;
    case INLINEASM:
    case INLINEASM_OLD:
    case INLINEASM_OLD2:
    case INLINEASM_OLD3: put_assembly(pr); return;
    case DSO_LOCAL_EQUIVALENT:
    case NO_CFI:
        text(pr, pr->rec->code == NO_CFI ? "no_cfi " : "dso_local_equivalent ");
        put_value(pr, op(pr, 1));
        return;
    case CE_SELECT:
        text(pr, "select (");
        put_list(pr, 0, pr->rec->n_ops, 1);
        text(pr, ")");
        return;
    default: bl_print_unknown(&pr->p, "constant of code", pr->rec->code); return;
    }
}

static void put_constant(struct printer *pr)
{
    switch (pr->rec->code) {
    case NULL_VALUE: put_null(pr); return;
    case UNDEF: text(pr, "undef"); return;
    case POISON: text(pr, "poison"); return;
    case INTEGER: put_integer(pr, pr->type, bl_signed_vbr(op(pr, 0))); return;
    case WIDE_INTEGER: put_wide_integer(pr); return;
    case FLOAT:
        if (pr->rec->n_ops > 1)
            put_wide_float(pr);
        else
            put_float(pr, pr->type, op(pr, 0));
        return;
    case AGGREGATE: put_aggregate(pr); return;
    case DATA: put_data(pr); return;
    case STRING:
    case CSTRING:
        text(pr, "c");
        put_characters(pr, 0, pr->rec->n_ops);
        return;
    default: put_others(pr); return;
    }
}

/* ---- Any value ---- */

static void put_local(struct printer *pr, uint32_t value)
{
    struct bl_view name;
    (void)bl_function_value_name(pr->f, value, &name, NULL);
    text(pr, "%");
    if (name.size > 0)
        bl_name_print(name, pr->p.put, pr->p.context);
    else
        bl_print_u64(&pr->p, value - pr->f->body.first_argument);
}

static void put_global(struct printer *pr, uint32_t value)
{
    struct bl_view name;
    (void)bl_module_name(pr->f->module, value, &name, NULL);
    text(pr, "@");
    if (name.size > 0)
        bl_name_print(name, pr->p.put, pr->p.context);
    else
        bl_print_u64(&pr->p, value);
}

/* The record of a constant is lent from the function, and the operands of it need the same place. */
static void put_record(struct printer *pr, uint32_t value)
{
    struct bl_record own = pr->f->constant_rec;
    pr->f->constant_rec = (struct bl_record){0};
    struct printer inner = *pr;
    inner.rec = &own;
    inner.type = bl_function_type_of(pr->f, value);
    inner.depth++;
    put_constant(&inner);
    bl_record_release(&own);
}

static void put_value(struct printer *pr, uint64_t number)
{
    uint32_t value = (uint32_t)number;
    if (number > UINT32_MAX)
        bl_print_unknown(&pr->p, "value", number);
    else if (value < pr->f->n_globals)
        put_global(pr, value);
    else if (pr->depth >= MOST_DEPTH || ++*pr->n_values > MOST_VALUES)
        text(pr, "...");
    else if (bl_function_constant(pr->f, value))
        put_record(pr, value);
    else if (value < pr->f->n_module_values)
        bl_print_unknown(&pr->p, "constant", value);
    else
        put_local(pr, value);
}

void bl_function_print_value(struct bl_function *f, uint32_t value, bl_put_fn *put, void *context)
{
    unsigned n_values = 0;
    struct printer pr = {.f = f, .p = {put, context}, .n_values = &n_values};
    put_value(&pr, value);
}
