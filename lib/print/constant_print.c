/* print/constant_print.c - constants in LLVM's syntax
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Constants refer to each other, in a damaged file also to themselves, and may share parts that
 * unfold to more text than there is memory: depth and the numbers of values, of their operands and
 * characters, and of pieces of text for their types are limited.
 */
#include "base/budget.h"
#include "bits/reader.h"
#include "ir/constant_record.h"
#include "ir/constants.h"
#include "ir/globals.h"
#include "ir/instruction.h"
#include "ir/metadata.h"
#include "ir/record_texts.h"
#include "ir/vbr.h"
#include "print/print.h"

#include <string.h>

enum {
    MAX_DEPTH = 24,
    MAX_VALUES = 4096,
    MAX_TYPE_PIECES = 32 * MAX_VALUES, /* pieces of text for types */
    MAX_CHARACTERS = 64 * MAX_VALUES,  /* of strings and wide integers */
    MAX_OPERANDS = 256 * MAX_VALUES,   /* of records that were read, except strings */
    DIGITS_PER_WORD = 20,
};

struct printer {
    struct bl_print p;
    struct bl_module *module;
    const struct bl_types *types;
    const struct bl_constant *constants;
    uint32_t n_globals, n_constants;
    const struct bl_local_constants *locals;
    struct bl_function *function; /* of which names are known; NULL: none */
    unsigned depth;
    struct bl_budget values, type_pieces, characters, operands;
};

/* The constant that is printed. */
struct constant {
    const struct bl_type *type;
    const struct bl_record *rec;
    uint32_t type_number;
};

static void print_value(struct printer *pr, uint64_t number, bool with_type);
static const struct bl_constant *find_constant(const struct printer *pr, uint64_t number);

static const struct bl_type *type_of(const struct printer *pr, uint64_t number)
{
    static const struct bl_type unknown;
    return number < pr->types->n ? &pr->types->types[number] : &unknown;
}

static void print_type(struct printer *pr, uint64_t number)
{
    struct bl_print_count text = {.p = pr->p};
    if (pr->type_pieces.left == 0)
        bl_print_text(&pr->p, "...");
    else
        bl_type_print(pr->types, number < BL_NONE ? (uint32_t)number : BL_NONE, bl_print_counted,
                      &text);
    (void)bl_budget_spend(&pr->type_pieces, text.n);
}

static uint64_t op(const struct constant *c, uint32_t i)
{
    return i < c->rec->n_ops ? c->rec->ops[i] : 0;
}

/* ---- Floating point ---- */

static void print_double_bits(const struct bl_print *p, uint64_t bits)
{
    double v;
    bool is_finite = (bits >> 52 & 0x7FF) != 0x7FF;
    memcpy(&v, &bits, sizeof v);
    if (is_finite && bl_print_short_double(p, v))
        return;
    unsigned digits = 1;
    while (digits < 16 && bits >> 4 * digits != 0)
        digits++;
    bl_print_hex(p, "0x", bits, digits);
}

/* As a double; the bits of what is no number stay. */
static void print_float_bits(const struct bl_print *p, uint32_t bits)
{
    float f;
    uint64_t wide =
        (uint64_t)(bits >> 31) << 63 | (uint64_t)0x7FF << 52 | (uint64_t)(bits & 0x7FFFFF) << 29;
    if ((bits >> 23 & 0xFF) != 0xFF) {
        memcpy(&f, &bits, sizeof f);
        double v = (double)f;
        memcpy(&wide, &v, sizeof wide);
    }
    print_double_bits(p, wide);
}

static bool is_float(const struct bl_type *type)
{
    return type->kind >= BL_TYPE_HALF && type->kind <= BL_TYPE_PPC_FP128;
}

/* FIRST and SECOND are the operands of a FLOAT record. */
static void print_float(const struct bl_print *p, uint8_t kind, uint64_t first, uint64_t second)
{
    switch ((enum bl_type_kind)kind) {
    case BL_TYPE_HALF: bl_print_hex(p, "0xH", first, 4); return;
    case BL_TYPE_BFLOAT: bl_print_hex(p, "0xR", first, 4); return;
    case BL_TYPE_FLOAT: print_float_bits(p, (uint32_t)first); return;
    case BL_TYPE_DOUBLE: print_double_bits(p, first); return;
    case BL_TYPE_X86_FP80:
        bl_print_hex(p, "0xK", first >> 48, 4);
        bl_print_hex(p, "", first << 16 | (second & 0xFFFF), 16);
        return;
    case BL_TYPE_FP128: bl_print_hex(p, "0xL", first, 16); break;
    case BL_TYPE_PPC_FP128: bl_print_hex(p, "0xM", first, 16); break;
    default: bl_print_hex(p, "0x", first, 16); return;
    }
    bl_print_hex(p, "", second, 16);
}

/* ---- Integers, elements, strings ---- */

static void print_integer(const struct printer *pr, const struct bl_type *type, int64_t v)
{
    if (type->kind == BL_TYPE_INTEGER && type->count == 1)
        bl_print_text(&pr->p, v ? "true" : "false");
    else
        bl_print_i64(&pr->p, v);
}

/* Whether N more of BUDGET may be printed; otherwise "..." replaces them. */
static bool may_print(const struct printer *pr, struct bl_budget *budget, uint64_t n)
{
    bool may = bl_budget_spend(budget, n);
    if (!may)
        bl_print_text(&pr->p, "...");
    return may;
}

static void print_wide(struct printer *pr, const struct constant *c)
{
    bool has_width = c->type->kind == BL_TYPE_INTEGER && c->type->count <= UINT32_MAX;
    uint32_t bits = has_width ? (uint32_t)c->type->count : 0;
    if (may_print(pr, &pr->characters, (uint64_t)c->rec->n_ops * DIGITS_PER_WORD))
        bl_print_wide_ops(&pr->p, c->rec->ops, c->rec->n_ops, bits, true);
}

static void print_scalar(struct printer *pr, const struct constant *c)
{
    if (c->rec->code == BL_CODE_CONSTANTS_WIDE_INTEGER)
        print_wide(pr, c);
    else if (c->rec->code == BL_CODE_CONSTANTS_INTEGER)
        print_integer(pr, c->type, bl_signed_vbr(op(c, 0)));
    else
        print_float(&pr->p, c->type->kind, op(c, 0), op(c, 1));
}

/* An element of a DATA record: its bits as they are. */
static void print_element(const struct printer *pr, const struct bl_type *type, uint64_t bits)
{
    if (type->kind != BL_TYPE_INTEGER) {
        print_float(&pr->p, type->kind, bits, 0);
        return;
    }
    unsigned unused = type->count > 0 && type->count < 64 ? 64 - (unsigned)type->count : 0;
    print_integer(pr, type, (int64_t)(bits << unused) >> unused);
}

static const char *opening(const struct bl_type *type)
{
    if (type->kind == BL_TYPE_STRUCT)
        return type->is_packed ? "<{ " : "{ ";
    return type->kind == BL_TYPE_VECTOR ? "<" : "[";
}

static const char *closing(const struct bl_type *type)
{
    if (type->kind == BL_TYPE_STRUCT)
        return type->is_packed ? " }>" : " }";
    return type->kind == BL_TYPE_VECTOR ? ">" : "]";
}

/* LLVM 20 and later write a vector of equal numbers as one. */
static void begin_splat(struct printer *pr, uint64_t element)
{
    bl_print_text(&pr->p, "splat (");
    print_type(pr, element);
    bl_print_text(&pr->p, " ");
}

static uint64_t element_of(const struct printer *pr, const struct bl_type *type)
{
    return type->n_parts ? pr->types->parts[type->first_part] : BL_NONE;
}

static bool all_operands_equal(const struct bl_record *rec)
{
    for (uint32_t i = 1; i < rec->n_ops; i++)
        if (rec->ops[i] != rec->ops[0])
            return false;
    return rec->n_ops > 0;
}

static bool has_code(const struct printer *pr, uint64_t number, uint32_t code)
{
    const struct bl_constant *constant = find_constant(pr, number);
    return number >= pr->n_globals && constant && constant->code == code;
}

static bool is_number(const struct printer *pr, uint64_t number)
{
    return has_code(pr, number, BL_CODE_CONSTANTS_INTEGER) ||
           has_code(pr, number, BL_CODE_CONSTANTS_WIDE_INTEGER) ||
           has_code(pr, number, BL_CODE_CONSTANTS_FLOAT);
}

static bool is_splat(const struct printer *pr, const struct constant *c)
{
    return c->type->kind == BL_TYPE_VECTOR && all_operands_equal(c->rec) &&
           (c->rec->code == BL_CODE_CONSTANTS_DATA || is_number(pr, c->rec->ops[0]));
}

/* Of a vector it is each element. */
static void print_number(struct printer *pr, const struct constant *c)
{
    struct constant scalar = *c;
    if (c->type->kind != BL_TYPE_VECTOR) {
        print_scalar(pr, c);
        return;
    }
    scalar.type = type_of(pr, element_of(pr, c->type));
    begin_splat(pr, element_of(pr, c->type));
    print_scalar(pr, &scalar);
    bl_print_text(&pr->p, ")");
}

static void print_splat(struct printer *pr, uint64_t element)
{
    bl_print_text(&pr->p, "splat (");
    print_value(pr, element, true);
    bl_print_text(&pr->p, ")");
}

static void print_aggregate(struct printer *pr, const struct constant *c)
{
    if (is_splat(pr, c)) {
        print_splat(pr, op(c, 0));
        return;
    }
    bl_print_text(&pr->p, opening(c->type));
    for (uint32_t i = 0; i < c->rec->n_ops; i++) {
        bl_print_comma(&pr->p, i);
        bool is_last = pr->values.left == 0;
        print_value(pr, op(c, i), true);
        if (is_last)
            break;
    }
    bl_print_text(&pr->p, closing(c->type));
}

static void print_string(struct printer *pr, const struct constant *c)
{
    if (!may_print(pr, &pr->characters, c->rec->n_ops))
        return;
    bl_print_text(&pr->p, "c");
    bl_print_quoted_ops(&pr->p, c->rec->ops, c->rec->n_ops,
                        c->rec->code == BL_CODE_CONSTANTS_CSTRING);
}

/* Whether a record of CODE and TYPE is printed as characters. */
static bool is_string(const struct printer *pr, uint32_t code, const struct bl_type *type)
{
    if (code != BL_CODE_CONSTANTS_DATA || type->kind != BL_TYPE_ARRAY)
        return code == BL_CODE_CONSTANTS_STRING || code == BL_CODE_CONSTANTS_CSTRING;
    const struct bl_type *element = type_of(pr, element_of(pr, type));
    return element->kind == BL_TYPE_INTEGER && element->count == 8;
}

static void print_data(struct printer *pr, const struct constant *c)
{
    uint64_t element = element_of(pr, c->type);
    const struct bl_type *type = type_of(pr, element);
    if (is_splat(pr, c)) {
        begin_splat(pr, element);
        print_element(pr, type, op(c, 0));
        bl_print_text(&pr->p, ")");
        return;
    }
    if (is_string(pr, c->rec->code, c->type)) {
        print_string(pr, c);
        return;
    }
    bl_print_text(&pr->p, opening(c->type));
    for (uint32_t i = 0; i < c->rec->n_ops; i++) {
        bl_print_comma(&pr->p, i);
        if (!may_print(pr, &pr->values, 1))
            break;
        print_type(pr, element);
        bl_print_text(&pr->p, " ");
        print_element(pr, type, op(c, i));
    }
    bl_print_text(&pr->p, closing(c->type));
}

static void print_null(const struct printer *pr, const struct constant *c)
{
    const char *word = c->type->kind == BL_TYPE_POINTER ? "null"
                       : c->type->kind == BL_TYPE_TOKEN ? "none"
                                                        : "zeroinitializer";
    if (c->type->kind == BL_TYPE_INTEGER)
        print_integer(pr, c->type, 0);
    else if (is_float(c->type))
        print_float(&pr->p, c->type->kind, 0, 0);
    else
        bl_print_text(&pr->p, word);
}

/* ---- Expressions ---- */

/* N operands from FIRST on, all values, with their types. */
static void print_values(struct printer *pr, const struct constant *c, uint32_t first, uint32_t n)
{
    bl_print_text(&pr->p, " (");
    for (uint32_t i = first; i < first + n; i++) {
        bl_print_comma(&pr->p, i - first);
        print_value(pr, op(c, i), true);
    }
    bl_print_text(&pr->p, ")");
}

static void print_named(struct printer *pr, const struct constant *c, const char *name,
                        uint32_t first, uint32_t n)
{
    bl_print_text(&pr->p, name);
    print_values(pr, c, first, n);
}

/* [type, global value] */
static void print_reference(struct printer *pr, const struct constant *c, const char *word)
{
    bl_print_text(&pr->p, word);
    print_value(pr, op(c, 1), false);
}

/* The name of OPCODE; of one that is not known, WHAT and its CODE. */
static void print_opcode(const struct printer *pr, enum bl_opcode opcode, const char *what,
                         uint64_t code)
{
    if (opcode == BL_OP_UNKNOWN)
        bl_print_unknown(&pr->p, what, code);
    else
        bl_print_text(&pr->p, bl_opcode_name(opcode));
}

/* [opcode, value, value, flags] */
static void print_binary(struct printer *pr, const struct constant *c)
{
    enum {
        ADD_SUB_MUL = 2, /* codes up to this one */
        SHL = 7
    };
    uint64_t code = op(c, 0);
    uint64_t flags = op(c, 3);
    enum bl_opcode opcode = bl_binary_opcode(code, is_float(c->type));
    print_opcode(pr, opcode, "binary operation", code);
    if (code <= ADD_SUB_MUL || code == SHL)
        bl_print_text(&pr->p, flags & 1 && flags & 2 ? " nuw nsw"
                              : flags & 1            ? " nuw"
                              : flags & 2            ? " nsw"
                                                     : "");
    else if (flags & 1)
        bl_print_text(&pr->p, " exact");
    print_values(pr, c, 1, 2);
}

/* [opcode, type, value] */
static void print_cast(struct printer *pr, const struct constant *c)
{
    print_opcode(pr, bl_cast_opcode(op(c, 0)), "cast", op(c, 0));
    bl_print_text(&pr->p, " (");
    print_value(pr, op(c, 2), true);
    bl_print_text(&pr->p, " to ");
    print_type(pr, c->type_number);
    bl_print_text(&pr->p, ")");
}

/* [type, value, value, predicate] */
static void print_compare(struct printer *pr, const struct constant *c)
{
    enum {
        FIRST_ICMP = 32
    };
    uint64_t predicate = op(c, 3);
    const char *name = predicate <= UINT8_MAX ? bl_predicate_name((unsigned)predicate) : NULL;
    if (name) {
        bl_print_text(&pr->p, predicate < FIRST_ICMP ? "fcmp " : "icmp ");
        bl_print_text(&pr->p, name);
    } else {
        bl_print_unknown(&pr->p, "predicate", predicate);
    }
    print_values(pr, c, 1, 2);
}

static void print_gep(struct printer *pr, const struct constant *c)
{
    struct bl_gep g = bl_constant_gep(c->rec);
    bl_print_text(&pr->p, "getelementptr");
    bl_print_text(&pr->p, g.flags & 1 ? " inbounds" : g.flags & 2 ? " nusw" : "");
    bl_print_text(&pr->p, g.flags & 4 ? " nuw" : "");
    if (g.has_range) {
        bl_print_text(&pr->p, " inrange(");
        bl_print_wide_ops(&pr->p, c->rec->ops + g.lower_at, g.n_lower, g.range_bits, true);
        bl_print_text(&pr->p, ", ");
        bl_print_wide_ops(&pr->p, c->rec->ops + g.upper_at, g.n_upper, g.range_bits, true);
        bl_print_text(&pr->p, ")");
    }
    bl_print_text(&pr->p, " (");
    if (g.has_type)
        print_type(pr, g.type);
    for (uint32_t i = g.at, n = 0; i + 1 < c->rec->n_ops; i += 2, n++) {
        if (n > 0 || g.has_type)
            bl_print_text(&pr->p, ", ");
        /* The index is counted without the pointer. */
        if (n > 0 && n - 1 == g.in_range_index)
            bl_print_text(&pr->p, "inrange ");
        print_value(pr, op(c, i + 1), true);
    }
    bl_print_text(&pr->p, ")");
}

/* [type, vector, (type,) index] and [vector, element, (type,) index] */
static void print_element_access(struct printer *pr, const struct constant *c)
{
    bool is_extract = c->rec->code == BL_CODE_CONSTANTS_CE_EXTRACTELT;
    uint32_t first = is_extract ? 1 : 0;
    bl_print_text(&pr->p, is_extract ? "extractelement (" : "insertelement (");
    print_value(pr, op(c, first), true);
    bl_print_text(&pr->p, ", ");
    if (!is_extract) {
        print_value(pr, op(c, 1), true);
        bl_print_text(&pr->p, ", ");
    }
    print_value(pr, op(c, c->rec->n_ops - 1), true);
    bl_print_text(&pr->p, ")");
}

static void print_assembly(const struct printer *pr, const struct constant *c)
{
    static const char *const words[] = {" sideeffect", " alignstack", " inteldialect", " unwind"};
    struct bl_text_ops texts[2];
    uint32_t at = 0;
    unsigned n = bl_constant_texts(c->rec, &at, texts);
    uint64_t flags = op(c, c->rec->code == BL_CODE_CONSTANTS_INLINEASM);
    bl_print_text(&pr->p, "asm");
    for (unsigned i = 0; i < 4; i++)
        if (flags >> i & 1)
            bl_print_text(&pr->p, words[i]);
    for (unsigned i = 0; i < n; i++) {
        bl_print_text(&pr->p, i ? ", " : " ");
        bl_print_quoted_ops(&pr->p, c->rec->ops + texts[i].first, texts[i].n, false);
    }
}

/* LLVM writes the block's name or, where it has none, its number among the values of its function,
 * which only reading the body would show. */
static void print_block_address(struct printer *pr, const struct constant *c)
{
    uint64_t block = op(c, 2);
    struct bl_view name = {0};
    bl_print_text(&pr->p, "blockaddress(");
    print_value(pr, op(c, 1), false);
    if (pr->function && bl_function_body(pr->function)->function == op(c, 1) && block < BL_NONE)
        (void)bl_module_note(pr->module,
                             bl_function_block_name(pr->function, (uint32_t)block, &name, NULL));
    if (name.size) {
        bl_print_text(&pr->p, ", %");
        bl_name_print(name, pr->p.put, pr->p.context);
    } else {
        bl_print_numbered(&pr->p, ", block ", block);
    }
    bl_print_text(&pr->p, ")");
}

static bool is_null(const struct printer *pr, uint64_t number)
{
    return has_code(pr, number, BL_CODE_CONSTANTS_NULL);
}

/* [pointer, key, discriminator, address discriminator, deactivation symbol], without
 * nulls at the end */
static void print_authenticated(struct printer *pr, const struct constant *c)
{
    uint32_t n = c->rec->n_ops;
    while (n > 2 && is_null(pr, op(c, n - 1)))
        n--;
    print_named(pr, c, "ptrauth", 0, n);
}

static bool is_undefined(const struct printer *pr, uint64_t number)
{
    return has_code(pr, number, BL_CODE_CONSTANTS_UNDEF) ||
           has_code(pr, number, BL_CODE_CONSTANTS_POISON);
}

/* Whether INSERT puts *ELEMENT, a number, at place 0 of a vector of which nothing is known. */
static bool is_first_element(const struct printer *pr, uint64_t insert, uint64_t *element)
{
    struct bl_record rec = {0};
    const struct bl_constant *constant = find_constant(pr, insert);
    bool is_one = false;
    if (has_code(pr, insert, BL_CODE_CONSTANTS_CE_INSERTELT) &&
        bl_module_note(pr->module, bl_constant_read(pr->module, constant, &rec, NULL)) == BL_OK &&
        rec.n_ops >= 3) {
        *element = rec.ops[1];
        is_one = is_undefined(pr, rec.ops[0]) && is_null(pr, rec.ops[rec.n_ops - 1]) &&
                 is_number(pr, *element);
    }
    bl_record_release(&rec);
    return is_one;
}

/* [vector, vector, mask]. A splat of a scalable vector can only be written as one. */
static void print_shuffle(struct printer *pr, const struct constant *c)
{
    uint64_t element;
    if (!is_undefined(pr, op(c, 1)) || !is_null(pr, op(c, 2)) ||
        !is_first_element(pr, op(c, 0), &element))
        print_named(pr, c, "shufflevector", 0, 3);
    else
        print_splat(pr, element);
}

/* ---- All of them ---- */

static void print_constant(struct printer *pr, const struct constant *c)
{
    switch (c->rec->code) {
    case BL_CODE_CONSTANTS_NULL: print_null(pr, c); return;
    case BL_CODE_CONSTANTS_UNDEF: bl_print_text(&pr->p, "undef"); return;
    case BL_CODE_CONSTANTS_POISON: bl_print_text(&pr->p, "poison"); return;
    case BL_CODE_CONSTANTS_INTEGER:
    case BL_CODE_CONSTANTS_WIDE_INTEGER:
    case BL_CODE_CONSTANTS_FLOAT: print_number(pr, c); return;
    case BL_CODE_CONSTANTS_AGGREGATE: print_aggregate(pr, c); return;
    case BL_CODE_CONSTANTS_STRING:
    case BL_CODE_CONSTANTS_CSTRING: print_string(pr, c); return;
    case BL_CODE_CONSTANTS_DATA: print_data(pr, c); return;
    case BL_CODE_CONSTANTS_CE_UNOP: print_named(pr, c, "fneg", 1, 1); return;
    case BL_CODE_CONSTANTS_CE_BINOP: print_binary(pr, c); return;
    case BL_CODE_CONSTANTS_CE_CAST: print_cast(pr, c); return;
    case BL_CODE_CONSTANTS_CE_CMP: print_compare(pr, c); return;
    case BL_CODE_CONSTANTS_CE_SELECT: print_named(pr, c, "select", 0, 3); return;
    case BL_CODE_CONSTANTS_CE_EXTRACTELT:
    case BL_CODE_CONSTANTS_CE_INSERTELT: print_element_access(pr, c); return;
    case BL_CODE_CONSTANTS_CE_SHUFFLEVEC: print_shuffle(pr, c); return;
    case BL_CODE_CONSTANTS_CE_SHUFVEC_EX: print_named(pr, c, "shufflevector", 1, 3); return;
    case BL_CODE_CONSTANTS_CE_GEP_OLD:
    case BL_CODE_CONSTANTS_CE_INBOUNDS_GEP:
    case BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE_INDEX_OLD:
    case BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE:
    case BL_CODE_CONSTANTS_CE_GEP: print_gep(pr, c); return;
    case BL_CODE_CONSTANTS_INLINEASM_OLD:
    case BL_CODE_CONSTANTS_INLINEASM_OLD2:
    case BL_CODE_CONSTANTS_INLINEASM_OLD3:
    case BL_CODE_CONSTANTS_INLINEASM: print_assembly(pr, c); return;
    case BL_CODE_CONSTANTS_BLOCKADDRESS: print_block_address(pr, c); return;
    case BL_CODE_CONSTANTS_DSO_LOCAL_EQUIVALENT:
        print_reference(pr, c, "dso_local_equivalent ");
        return;
    case BL_CODE_CONSTANTS_NO_CFI_VALUE: print_reference(pr, c, "no_cfi "); return;
    case BL_CODE_CONSTANTS_PTRAUTH:
    case BL_CODE_CONSTANTS_PTRAUTH2: print_authenticated(pr, c); return;
    default: bl_print_unknown(&pr->p, "constant code", c->rec->code); return;
    }
}

/* ---- Values ---- */

/* The type of a global value, a pointer, which need not be in the table. */
static void print_global_type(struct printer *pr, const struct bl_global *g)
{
    bool is_typed = pr->types->has_typed_pointers;
    if (is_typed)
        print_type(pr, g->value_type);
    else
        bl_print_text(&pr->p, "ptr");
    bl_print_address_space(&pr->p, g->address_space);
    bl_print_text(&pr->p, is_typed ? "* " : " ");
}

static void print_global_name(struct bl_module *module, const struct bl_print *p, uint32_t number)
{
    struct bl_view name;
    (void)bl_module_note(module, bl_module_name(module, number, &name, NULL));
    uint32_t unnamed = name.size ? 0 : bl_module_unnamed_number(module, number);
    if (unnamed == BL_NONE)
        bl_print_unknown(p, "global", number);
    else
        bl_print_named(p, "@", name, unnamed);
}

static void print_global(struct printer *pr, uint32_t number, bool with_type)
{
    struct bl_global g;
    if (with_type) {
        if (bl_module_note(pr->module, bl_module_global(pr->module, number, &g, NULL)) < 0)
            g = (struct bl_global){.value_type = BL_NONE};
        print_global_type(pr, &g);
    }
    print_global_name(pr->module, &pr->p, number);
}

static const struct bl_constant *find_constant(const struct printer *pr, uint64_t number)
{
    const struct bl_local_constants *locals = pr->locals;
    if (number >= pr->n_globals && number - pr->n_globals < pr->n_constants)
        return &pr->constants[number - pr->n_globals];
    if (locals && number >= locals->first && number - locals->first < locals->n)
        return &locals->constants[number - locals->first];
    return NULL;
}

/* Whether "..." replaces a constant, which then need not be read. */
static bool is_left_out(const struct printer *pr, const struct bl_constant *constant)
{
    bool is_text = is_string(pr, constant->code, type_of(pr, constant->type));
    return (is_text ? pr->characters.left : pr->operands.left) == 0;
}

static void print_found(struct printer *pr, const struct bl_constant *constant, bool with_type)
{
    struct bl_record rec = {0};
    struct constant c = {
        .type = type_of(pr, constant->type),
        .rec = &rec,
        .type_number = constant->type,
    };
    if (with_type) {
        print_type(pr, constant->type);
        bl_print_text(&pr->p, " ");
    }
    if (pr->depth == MAX_DEPTH || is_left_out(pr, constant))
        bl_print_text(&pr->p, "...");
    else if (bl_module_note(pr->module, bl_constant_read(pr->module, constant, &rec, NULL)) < 0)
        bl_print_text(&pr->p, "<unreadable>");
    else {
        if (!is_string(pr, rec.code, c.type))
            (void)bl_budget_spend(&pr->operands, rec.n_ops);
        pr->depth++;
        print_constant(pr, &c);
        pr->depth--;
    }
    bl_record_release(&rec);
}

static void print_value(struct printer *pr, uint64_t number, bool with_type)
{
    if (!may_print(pr, &pr->values, 1))
        return;
    const struct bl_constant *constant = find_constant(pr, number);
    if (number < pr->n_globals)
        print_global(pr, (uint32_t)number, with_type);
    else if (constant)
        print_found(pr, constant, with_type);
    else
        bl_print_unknown(&pr->p, "value", number);
}

static struct printer printer_for(struct bl_module *module, bl_put_fn *put, void *context)
{
    struct printer pr = {.p = {put, context},
                         .module = module,
                         .values = {MAX_VALUES},
                         .type_pieces = {MAX_TYPE_PIECES},
                         .characters = {MAX_CHARACTERS},
                         .operands = {MAX_OPERANDS}};
    (void)bl_module_note(module, bl_module_types(module, &pr.types, NULL));
    (void)bl_module_note(module, bl_module_count(module, &pr.n_globals, NULL));
    (void)bl_module_note(module, bl_module_constants(module, &pr.constants, &pr.n_constants, NULL));
    return pr;
}

int bl_constant_print(struct bl_module *module, const struct bl_constant *constant,
                      const struct bl_local_constants *locals, bl_put_fn *put, void *context)
{
    struct printer pr = printer_for(module, put, context);
    pr.locals = locals;
    print_found(&pr, constant, true);
    return bl_module_lacked(module) ? BL_E_NOMEM : BL_OK;
}

int bl_global_print_name(struct bl_module *module, uint32_t value, bl_put_fn *put, void *context)
{
    print_global_name(module, &(struct bl_print){put, context}, value);
    return bl_module_lacked(module) ? BL_E_NOMEM : BL_OK;
}

void bl_value_print(struct bl_module *module, uint32_t type, uint64_t value, bl_put_fn *put,
                    void *context)
{
    struct printer pr = printer_for(module, put, context);
    if (value >= pr.n_globals && !find_constant(&pr, value)) {
        print_type(&pr, type);
        bl_print_text(&pr.p, " ");
    }
    print_value(&pr, value, true);
}

void bl_value_print_local(struct bl_module *module, uint64_t value,
                          const struct bl_local_constants *locals, struct bl_function *function,
                          bl_put_fn *put, void *context)
{
    struct printer pr = printer_for(module, put, context);
    pr.locals = locals;
    pr.function = function;
    print_value(&pr, value, false);
}

bool bl_value_unsigned(struct bl_module *module, uint64_t value, uint64_t *number)
{
    struct printer pr = printer_for(module, NULL, NULL);
    struct bl_record rec = {0};
    *number = 0;
    if (is_null(&pr, value))
        return true;
    if (!has_code(&pr, value, BL_CODE_CONSTANTS_INTEGER))
        return false;
    const struct bl_constant *constant = find_constant(&pr, value);
    const struct bl_type *type = type_of(&pr, constant->type);
    bool is_read = bl_module_note(module, bl_constant_read(module, constant, &rec, NULL)) == BL_OK;
    if (is_read && rec.n_ops > 0)
        *number = (uint64_t)bl_signed_vbr(rec.ops[0]);
    if (type->kind == BL_TYPE_INTEGER && type->count < 64)
        *number &= bl_low_bits((unsigned)type->count);
    bl_record_release(&rec);
    return is_read;
}
