/* print/constant_text.c - constants as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Constants are operands again and again: the text of each is kept, unless it is long. They refer
 * to each other, in a damaged file also to themselves, and may share parts that unfold to more
 * text than there is memory: the text is limited, and not the depth (nested_text.h). What is
 * printed depends on the constant alone, whatever was printed before it.
 */
#include "print/constant_text.h"
#include "base/grow.h"
#include "base/map.h"
#include "base/status.h"
#include "bits/reader.h"
#include "ir/constant_record.h"
#include "ir/globals.h"
#include "ir/implied_types.h"
#include "ir/instruction.h"
#include "ir/record_texts.h"
#include "ir/vbr.h"
#include "print/closure.h"
#include "print/constant_nesting.h"
#include "print/float_text.h"
#include "print/nested_text.h"
#include "print/other_blocks.h"
#include "print/print.h"
#include "print/text_limit.h"
#include "print/type_text.h"

#include <stdlib.h>

enum {
    FIRST_WITH_SPLAT = 20, /* "splat (i32 1)" for a vector of equal numbers */
};

/* What is known of constants that are nested deep. */
struct bl_constant_state {
    bool is_in_endless;           /* a constant is printed that leads back to itself */
    bool is_deep;                 /* printing came deep: it is to begin again, with */
    bool knows_nesting;           /* this */
    uint64_t n_holes;             /* left so far, */
    struct bl_nested_text nested; /* here */
    struct bl_nesting module_nesting, body_nesting;
};

static struct bl_constant_state *state_of(struct bl_printer *p)
{
    if (!p->constant_state) {
        p->constant_state = bl_new(sizeof(struct bl_constant_state));
        p->text.is_cut |= p->constant_state == NULL;
        p->text.has_lacked |= p->constant_state == NULL;
    }
    return p->constant_state;
}

void bl_constants_forget_body(struct bl_printer *p)
{
    p->locals.n = 0;
    if (p->constant_state)
        bl_nesting_release(&p->constant_state->body_nesting);
}

void bl_constants_release_state(struct bl_printer *p)
{
    struct bl_constant_state *state = p->constant_state;
    bl_record_release(&p->constant_rec);
    if (!state)
        return;
    bl_nesting_release(&state->module_nesting);
    bl_nesting_release(&state->body_nesting);
    bl_drop(state);
    p->constant_state = NULL;
}

/* ---- Operands ---- */

struct constant {
    const struct bl_type *type;
    const struct bl_record *rec;
    uint32_t type_number;
};

static const struct bl_type *type_at(const struct bl_printer *p, uint64_t number)
{
    static const struct bl_type unknown;
    return number < p->loaded.types->n ? &p->loaded.types->types[number] : &unknown;
}

static uint64_t op(const struct constant *c, uint32_t i)
{
    return i < c->rec->n_ops ? c->rec->ops[i] : 0;
}

/* A value: none, where the record is too short. */
static uint64_t value_op(const struct constant *c, uint32_t i)
{
    return i < c->rec->n_ops ? c->rec->ops[i] : UINT64_MAX;
}

static void put_type(struct bl_printer *p, uint64_t number)
{
    bl_put_type(p, number < BL_NONE ? (uint32_t)number : BL_NONE);
}

static void put_typed(struct bl_printer *p, uint64_t value)
{
    bl_put_typed_value(p, BL_NONE, value);
}

static const struct bl_constant *find_constant(const struct bl_printer *p, uint64_t value)
{
    uint64_t in_module = value - p->tables.n_globals;
    const struct bl_body *body = p->loaded.body;
    if (value < p->tables.n_globals)
        return NULL;
    if (in_module < p->tables.n_constants)
        return &p->tables.constants[in_module];
    if (body && value >= body->first_constant && value - body->first_constant < body->n_constants)
        return &body->constants[value - body->first_constant];
    return NULL;
}

static bool has_code(const struct bl_printer *p, uint64_t value, uint32_t code)
{
    const struct bl_constant *constant = find_constant(p, value);
    return constant && constant->code == code;
}

static bool is_null(const struct bl_printer *p, uint64_t value)
{
    return has_code(p, value, BL_CODE_CONSTANTS_NULL);
}

static bool is_number(const struct bl_printer *p, uint64_t value)
{
    return has_code(p, value, BL_CODE_CONSTANTS_INTEGER) ||
           has_code(p, value, BL_CODE_CONSTANTS_WIDE_INTEGER) ||
           has_code(p, value, BL_CODE_CONSTANTS_FLOAT);
}

/* ---- Numbers ---- */

static bool is_float(const struct bl_type *type)
{
    return type->kind >= BL_TYPE_HALF && type->kind <= BL_TYPE_PPC_FP128;
}

static void put_integer(struct bl_printer *p, const struct bl_type *type, int64_t v)
{
    if (type->kind == BL_TYPE_INTEGER && type->count == 1)
        bl_text_put(&p->text, v ? "true" : "false");
    else
        bl_text_i64(&p->text, v);
}

static void put_wide(struct bl_printer *p, const struct constant *c)
{
    bool has_width = c->type->kind == BL_TYPE_INTEGER && c->type->count <= UINT32_MAX;
    struct bl_print out = {bl_text_append, &p->text};
    bl_print_wide_ops(&out, c->rec->ops, c->rec->n_ops, has_width ? (uint32_t)c->type->count : 0,
                      true);
}

static void put_scalar(struct bl_printer *p, const struct constant *c)
{
    if (c->rec->code == BL_CODE_CONSTANTS_WIDE_INTEGER)
        put_wide(p, c);
    else if (c->rec->code == BL_CODE_CONSTANTS_INTEGER)
        put_integer(p, c->type, bl_signed_vbr(op(c, 0)));
    else
        bl_put_float(&p->text, c->type->kind, op(c, 0), op(c, 1));
}

/* An element of a DATA record: its bits as they are. */
static void put_element(struct bl_printer *p, const struct bl_type *type, uint64_t bits)
{
    if (type->kind != BL_TYPE_INTEGER) {
        bl_put_float(&p->text, type->kind, bits, 0);
        return;
    }
    unsigned unused = type->count > 0 && type->count < 64 ? 64 - (unsigned)type->count : 0;
    put_integer(p, type, (int64_t)(bits << unused) >> unused);
}

static void put_null(struct bl_printer *p, const struct constant *c)
{
    if (c->type->kind == BL_TYPE_INTEGER)
        put_integer(p, c->type, 0);
    else if (is_float(c->type))
        bl_put_float(&p->text, c->type->kind, 0, 0);
    else if (c->type->kind == BL_TYPE_POINTER)
        bl_text_put(&p->text, "null");
    else if (c->type->kind == BL_TYPE_TOKEN)
        bl_text_put(&p->text, "none");
    else
        bl_text_put(&p->text, "zeroinitializer");
}

/* ---- Aggregates ---- */

static void put_opening(struct bl_printer *p, const struct bl_type *type)
{
    if (type->kind == BL_TYPE_STRUCT)
        bl_text_put(&p->text, type->is_packed ? "<{ " : "{ ");
    else
        bl_text_put(&p->text, type->kind == BL_TYPE_VECTOR ? "<" : "[");
}

static void put_closing(struct bl_printer *p, const struct bl_type *type)
{
    if (type->kind == BL_TYPE_STRUCT)
        bl_text_put(&p->text, type->is_packed ? " }>" : " }");
    else
        bl_text_put(&p->text, type->kind == BL_TYPE_VECTOR ? ">" : "]");
}

static uint64_t element_of(const struct bl_printer *p, const struct bl_type *type)
{
    return type->n_parts ? p->loaded.types->parts[type->first_part] : BL_NONE;
}

static void begin_splat(struct bl_printer *p, uint64_t element)
{
    bl_text_put(&p->text, "splat (");
    put_type(p, element);
    bl_text_char(&p->text, ' ');
}

static bool is_splat(const struct bl_printer *p, const struct constant *c)
{
    if (p->llvm < FIRST_WITH_SPLAT || p->has_no_splat || c->type->kind != BL_TYPE_VECTOR ||
        c->rec->n_ops == 0)
        return false;
    for (uint32_t i = 1; i < c->rec->n_ops; i++)
        if (c->rec->ops[i] != c->rec->ops[0])
            return false;
    return c->rec->code == BL_CODE_CONSTANTS_DATA || is_number(p, c->rec->ops[0]);
}

/* Of a vector it is each element. */
static void put_number(struct bl_printer *p, const struct constant *c)
{
    struct constant scalar = *c;
    if (c->type->kind != BL_TYPE_VECTOR) {
        put_scalar(p, c);
        return;
    }
    uint64_t element = element_of(p, c->type);
    scalar.type = type_at(p, element);
    begin_splat(p, element);
    put_scalar(p, &scalar);
    bl_text_char(&p->text, ')');
}

static void put_splat(struct bl_printer *p, uint64_t element)
{
    bl_text_put(&p->text, "splat (");
    put_typed(p, element);
    bl_text_char(&p->text, ')');
}

static void put_aggregate(struct bl_printer *p, const struct constant *c)
{
    if (is_splat(p, c)) {
        put_splat(p, op(c, 0));
        return;
    }
    put_opening(p, c->type);
    for (uint32_t i = 0; i < c->rec->n_ops && !p->text.is_cut; i++) {
        bl_text_comma(&p->text, i);
        put_typed(p, value_op(c, i));
    }
    put_closing(p, c->type);
}

/* Operands that are characters. */
static void put_characters(struct bl_printer *p, const uint64_t *ops, uint32_t n)
{
    uint8_t text[64];
    for (uint32_t i = 0; i < n && !p->text.is_cut;) {
        size_t size = 0;
        while (size < sizeof text && i < n)
            text[size++] = (uint8_t)ops[i++];
        bl_text_escaped(&p->text, (struct bl_view){.data = text, .size = size});
    }
}

static void put_string_constant(struct bl_printer *p, const struct constant *c)
{
    bl_text_put(&p->text, "c\"");
    put_characters(p, c->rec->ops, c->rec->n_ops);
    bl_text_put(&p->text, c->rec->code == BL_CODE_CONSTANTS_CSTRING ? "\\00\"" : "\"");
}

static void put_data(struct bl_printer *p, const struct constant *c)
{
    uint64_t element = element_of(p, c->type);
    const struct bl_type *type = type_at(p, element);
    if (is_splat(p, c)) {
        begin_splat(p, element);
        put_element(p, type, op(c, 0));
        bl_text_char(&p->text, ')');
        return;
    }
    if (c->type->kind == BL_TYPE_ARRAY && type->kind == BL_TYPE_INTEGER && type->count == 8) {
        put_string_constant(p, c);
        return;
    }
    put_opening(p, c->type);
    for (uint32_t i = 0; i < c->rec->n_ops && !p->text.is_cut; i++) {
        bl_text_comma(&p->text, i);
        put_type(p, element);
        bl_text_char(&p->text, ' ');
        put_element(p, type, op(c, i));
    }
    put_closing(p, c->type);
}

/* ---- Expressions ---- */

/* N operands from FIRST on, all values, with their types. */
static void put_elements(struct bl_printer *p, const struct constant *c, uint32_t first, uint32_t n)
{
    bl_text_put(&p->text, " (");
    for (uint32_t i = first; i < first + n; i++) {
        bl_text_comma(&p->text, i - first);
        put_typed(p, value_op(c, i));
    }
    bl_text_char(&p->text, ')');
}

static void put_opcode(struct bl_printer *p, enum bl_opcode opcode)
{
    bl_text_put(&p->text, opcode == BL_OP_UNKNOWN ? "<unknown>" : bl_opcode_name(opcode));
}

/* [opcode, value, value, flags] */
static void put_binary(struct bl_printer *p, const struct constant *c)
{
    enum {
        ADD_SUB_MUL = 2, /* codes up to this one */
        SHL = 7
    };
    uint64_t code = op(c, 0);
    uint64_t flags = op(c, 3);
    put_opcode(p, bl_binary_opcode(code, is_float(c->type)));
    if (code <= ADD_SUB_MUL || code == SHL) {
        bl_text_put(&p->text, flags & 1 ? " nuw" : "");
        bl_text_put(&p->text, flags & 2 ? " nsw" : "");
    } else if (flags & 1) {
        bl_text_put(&p->text, " exact");
    }
    put_elements(p, c, 1, 2);
}

/* [opcode, type, value] */
static void put_cast(struct bl_printer *p, const struct constant *c)
{
    put_opcode(p, bl_cast_opcode(op(c, 0)));
    bl_text_put(&p->text, " (");
    put_typed(p, value_op(c, 2));
    bl_text_put(&p->text, " to ");
    put_type(p, c->type_number);
    bl_text_char(&p->text, ')');
}

/* [type, value, value, predicate] */
static void put_compare(struct bl_printer *p, const struct constant *c)
{
    enum {
        FIRST_ICMP = 32
    };
    uint64_t predicate = op(c, 3);
    const char *name = predicate <= UINT8_MAX ? bl_predicate_name((unsigned)predicate) : NULL;
    bl_text_put(&p->text, predicate < FIRST_ICMP ? "fcmp " : "icmp ");
    bl_text_put(&p->text, name ? name : "<unknown>");
    put_elements(p, c, 1, 2);
}

static void put_range(struct bl_printer *p, const struct constant *c, const struct bl_gep *g)
{
    struct bl_print out = {bl_text_append, &p->text};
    bl_text_put(&p->text, " inrange(");
    bl_print_wide_ops(&out, c->rec->ops + g->lower_at, g->n_lower, g->range_bits, true);
    bl_text_put(&p->text, ", ");
    bl_print_wide_ops(&out, c->rec->ops + g->upper_at, g->n_upper, g->range_bits, true);
    bl_text_char(&p->text, ')');
}

/* What TYPE, a pointer or a vector of them, points to. */
static uint32_t pointee_of(const struct bl_printer *p, uint64_t type)
{
    const struct bl_types *types = p->loaded.types;
    const struct bl_type *t = type < types->n ? &types->types[type] : NULL;
    if (t && t->kind == BL_TYPE_VECTOR && types->parts[t->first_part] < types->n)
        type = types->parts[t->first_part];
    return bl_types_pointee(types, type);
}

/* Up to LLVM 3.6 the type of what is there is that of the pointer. */
static void put_gep(struct bl_printer *p, const struct constant *c)
{
    struct bl_gep g = bl_constant_gep(c->rec);
    bl_text_put(&p->text, "getelementptr");
    bl_text_put(&p->text, g.flags & 1 ? " inbounds" : g.flags & 2 ? " nusw" : "");
    bl_text_put(&p->text, g.flags & 4 ? " nuw" : "");
    if (g.has_range)
        put_range(p, c, &g);
    bl_text_put(&p->text, " (");
    uint64_t type = g.has_type ? g.type : pointee_of(p, op(c, g.at));
    bool has_type = g.has_type || type != BL_NONE;
    if (has_type)
        put_type(p, type);
    for (uint32_t i = g.at, n = 0; i + 1 < c->rec->n_ops && !p->text.is_cut; i += 2, n++) {
        if (n > 0 || has_type)
            bl_text_put(&p->text, ", ");
        /* The index is counted without the pointer. */
        if (n > 0 && n - 1 == g.in_range_index)
            bl_text_put(&p->text, "inrange ");
        put_typed(p, value_op(c, i + 1));
    }
    bl_text_char(&p->text, ')');
}

/* [type, vector, (type,) index] and [vector, element, (type,) index] */
static void put_element_access(struct bl_printer *p, const struct constant *c)
{
    bool is_extract = c->rec->code == BL_CODE_CONSTANTS_CE_EXTRACTELT;
    bl_text_put(&p->text, is_extract ? "extractelement (" : "insertelement (");
    put_typed(p, value_op(c, is_extract));
    bl_text_put(&p->text, ", ");
    if (!is_extract) {
        put_typed(p, value_op(c, 1));
        bl_text_put(&p->text, ", ");
    }
    put_typed(p, value_op(c, c->rec->n_ops - 1));
    bl_text_char(&p->text, ')');
}

/* Whether INSERT puts *ELEMENT, a number, at place 0 of a vector of which nothing is known. */
static bool is_first_element(struct bl_printer *p, uint64_t insert, uint64_t *element)
{
    struct bl_record rec = {0};
    const struct bl_constant *constant = find_constant(p, insert);
    bool is_one = false;
    if (has_code(p, insert, BL_CODE_CONSTANTS_CE_INSERTELT) &&
        bl_module_note(p->tables.module,
                       bl_constant_read(p->tables.module, constant, &rec, NULL)) == BL_OK &&
        rec.n_ops >= 3) {
        *element = rec.ops[1];
        is_one = (has_code(p, rec.ops[0], BL_CODE_CONSTANTS_UNDEF) ||
                  has_code(p, rec.ops[0], BL_CODE_CONSTANTS_POISON)) &&
                 is_null(p, rec.ops[rec.n_ops - 1]) && is_number(p, *element);
    }
    bl_record_release(&rec);
    return is_one;
}

/* [vector, vector, mask], after a type in the longer form. A splat of a scalable vector can only be
 * written as one. */
static void put_shuffle(struct bl_printer *p, const struct constant *c, uint32_t first)
{
    uint64_t element, other = value_op(c, first + 1);
    if (p->llvm >= FIRST_WITH_SPLAT && is_null(p, op(c, first + 2)) &&
        (has_code(p, other, BL_CODE_CONSTANTS_UNDEF) ||
         has_code(p, other, BL_CODE_CONSTANTS_POISON)) &&
        is_first_element(p, op(c, first), &element)) {
        put_splat(p, element);
        return;
    }
    bl_text_put(&p->text, "shufflevector (");
    put_typed(p, value_op(c, first));
    bl_text_put(&p->text, ", ");
    put_typed(p, other);
    bl_text_put(&p->text, ", ");
    bool had_no_splat = p->has_no_splat;
    p->has_no_splat = true;
    put_typed(p, value_op(c, first + 2));
    p->has_no_splat = had_no_splat;
    bl_text_char(&p->text, ')');
}

static void put_inline_assembly(struct bl_printer *p, const struct constant *c)
{
    static const char *const words[] = {" sideeffect", " alignstack", " inteldialect", " unwind"};
    struct bl_text_ops texts[2];
    uint32_t at = 0;
    unsigned n = bl_constant_texts(c->rec, &at, texts);
    uint64_t flags = op(c, c->rec->code == BL_CODE_CONSTANTS_INLINEASM);
    bl_text_put(&p->text, "asm");
    for (unsigned i = 0; i < 4; i++)
        if (flags >> i & 1)
            bl_text_put(&p->text, words[i]);
    for (unsigned i = 0; i < n; i++) {
        bl_text_put(&p->text, i ? ", \"" : " \"");
        put_characters(p, c->rec->ops + texts[i].first, texts[i].n);
        bl_text_char(&p->text, '"');
    }
}

/* [type, function, block] */
static void put_block_address(struct bl_printer *p, const struct constant *c)
{
    uint64_t function = value_op(c, 1), block = value_op(c, 2);
    bl_text_put(&p->text, "blockaddress(");
    bl_put_value(p, function);
    if (p->closure && function < p->tables.n_globals)
        bl_closure_note(p->closure, BL_CLOSURE_DEFINITIONS, (uint32_t)function);
    bl_text_put(&p->text, ", ");
    if (function < p->tables.n_globals && block < BL_NONE)
        bl_put_block_of(p, (uint32_t)function, (uint32_t)block);
    else
        bl_text_put(&p->text, "%<badref>");
    bl_text_char(&p->text, ')');
}

/* [pointer, key, discriminator, address discriminator, deactivation symbol], without
 * nulls at the end */
static void put_authenticated(struct bl_printer *p, const struct constant *c)
{
    uint32_t n = c->rec->n_ops;
    while (n > 2 && is_null(p, op(c, n - 1)))
        n--;
    bl_text_put(&p->text, "ptrauth");
    put_elements(p, c, 0, n);
}

/* ---- All of them ---- */

static void put_named(struct bl_printer *p, const struct constant *c, const char *name,
                      uint32_t first, uint32_t n)
{
    bl_text_put(&p->text, name);
    put_elements(p, c, first, n);
}

static void put_read(struct bl_printer *p, const struct constant *c)
{
    switch (c->rec->code) {
    case BL_CODE_CONSTANTS_NULL: put_null(p, c); return;
    case BL_CODE_CONSTANTS_UNDEF: bl_text_put(&p->text, "undef"); return;
    case BL_CODE_CONSTANTS_POISON: bl_text_put(&p->text, "poison"); return;
    case BL_CODE_CONSTANTS_INTEGER:
    case BL_CODE_CONSTANTS_WIDE_INTEGER:
    case BL_CODE_CONSTANTS_FLOAT: put_number(p, c); return;
    case BL_CODE_CONSTANTS_AGGREGATE: put_aggregate(p, c); return;
    case BL_CODE_CONSTANTS_STRING:
    case BL_CODE_CONSTANTS_CSTRING: put_string_constant(p, c); return;
    case BL_CODE_CONSTANTS_DATA: put_data(p, c); return;
    case BL_CODE_CONSTANTS_CE_UNOP: put_named(p, c, "fneg", 1, 1); return;
    case BL_CODE_CONSTANTS_CE_BINOP: put_binary(p, c); return;
    case BL_CODE_CONSTANTS_CE_CAST: put_cast(p, c); return;
    case BL_CODE_CONSTANTS_CE_CMP: put_compare(p, c); return;
    case BL_CODE_CONSTANTS_CE_SELECT: put_named(p, c, "select", 0, 3); return;
    case BL_CODE_CONSTANTS_CE_EXTRACTELT:
    case BL_CODE_CONSTANTS_CE_INSERTELT: put_element_access(p, c); return;
    case BL_CODE_CONSTANTS_CE_SHUFFLEVEC: put_shuffle(p, c, 0); return;
    case BL_CODE_CONSTANTS_CE_SHUFVEC_EX: put_shuffle(p, c, 1); return;
    case BL_CODE_CONSTANTS_CE_GEP_OLD:
    case BL_CODE_CONSTANTS_CE_INBOUNDS_GEP:
    case BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE_INDEX_OLD:
    case BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE:
    case BL_CODE_CONSTANTS_CE_GEP: put_gep(p, c); return;
    case BL_CODE_CONSTANTS_INLINEASM_OLD:
    case BL_CODE_CONSTANTS_INLINEASM_OLD2:
    case BL_CODE_CONSTANTS_INLINEASM_OLD3:
    case BL_CODE_CONSTANTS_INLINEASM: put_inline_assembly(p, c); return;
    case BL_CODE_CONSTANTS_BLOCKADDRESS: put_block_address(p, c); return;
    case BL_CODE_CONSTANTS_DSO_LOCAL_EQUIVALENT:
        bl_text_put(&p->text, "dso_local_equivalent ");
        bl_put_value(p, value_op(c, 1));
        return;
    case BL_CODE_CONSTANTS_NO_CFI_VALUE:
        bl_text_put(&p->text, "no_cfi ");
        bl_put_value(p, value_op(c, 1));
        return;
    case BL_CODE_CONSTANTS_PTRAUTH:
    case BL_CODE_CONSTANTS_PTRAUTH2: put_authenticated(p, c); return;
    default: bl_text_put(&p->text, "<unknown constant>"); return;
    }
}

/* What the code says is all there is. */
static bool is_without_operands(uint32_t code)
{
    return code == BL_CODE_CONSTANTS_NULL || code == BL_CODE_CONSTANTS_UNDEF ||
           code == BL_CODE_CONSTANTS_POISON;
}

/* CONSTANT, which is VALUE. */
static void put_constant(struct bl_printer *p, const struct bl_constant *constant, uint64_t value)
{
    struct bl_record inner = {0};
    struct bl_record *rec = p->constant_depth ? &inner : &p->constant_rec;
    struct constant c = {
        .type = type_at(p, constant->type),
        .rec = rec,
        .type_number = constant->type,
    };
    struct bl_error err;
    struct bl_constant_state *state = p->constant_state;
    if (p->text.is_cut)
        return;
    if (p->constant_depth == BL_MAX_NESTING) {
        state->is_deep |= !state->knows_nesting;
        if (state->is_deep)
            bl_text_cut(&p->text);
        else
            bl_nested_leave(&state->nested, &p->text,
                            (struct bl_hole){.number = value, .has_no_splat = p->has_no_splat});
        state->n_holes++;
        return;
    }
    p->constant_depth++;
    if (is_without_operands(constant->code)) {
        rec->code = constant->code;
        rec->n_ops = 0;
        put_read(p, &c);
    } else if (bl_module_note(p->tables.module,
                              bl_constant_read(p->tables.module, constant, rec, &err)) < 0) {
        bl_text_put(&p->text, "<unreadable>");
        bl_printer_note(p, &err);
    } else {
        bl_printer_work(p, rec->n_ops);
        put_read(p, &c);
    }
    p->constant_depth--;
    bl_record_release(&inner);
}

/* A bl_fill_fn. */
static void fill_hole(void *context, const struct bl_hole *hole)
{
    struct bl_printer *p = context;
    const struct bl_constant *constant = find_constant(p, hole->number);
    const struct bl_body *body = p->loaded.body;
    if (!constant)
        return;
    if (hole->number - p->tables.n_globals < p->tables.n_constants)
        p->loaded.body = NULL; /* whose values it cannot have */
    p->has_no_splat = hole->has_no_splat;
    put_constant(p, constant, hole->number);
    p->loaded.body = body;
}

/* From BEGIN on, again, after finding out what is endless. */
static void put_again(struct bl_printer *p, const struct bl_constant *constant, uint64_t value,
                      const struct bl_nesting *nesting, uint64_t i, size_t begin)
{
    struct bl_constant_state *state = p->constant_state;
    bool had_no_splat = p->has_no_splat;
    p->text.size = begin;
    p->text.is_cut = p->text.has_lacked;
    state->is_deep = false;
    if (!bl_nesting_find(p, &state->module_nesting, &state->body_nesting))
        p->text.is_cut = p->text.has_lacked = true;
    state->knows_nesting = true;
    state->is_in_endless = bl_nesting_is_endless(nesting, i);
    put_constant(p, constant, value);
    bl_nested_fill(&state->nested, &p->text, fill_hole, p);
    p->has_no_splat = had_no_splat;
    state->is_in_endless = false;
    state->knows_nesting = false;
}

/* Constant I of those that NESTING is of, which is VALUE, text PLACE of KEPT. */
static void put_and_keep(struct bl_printer *p, const struct bl_constant *constant, uint64_t value,
                         struct bl_kept_texts *kept, uint64_t place,
                         const struct bl_nesting *nesting, uint64_t i)
{
    struct bl_constant_state *state = p->constant_state;
    size_t begin = p->text.size;
    uint64_t n_damages = p->n_damages, n_holes = state->n_holes;
    bool had_noted = p->noted.status != BL_OK, was_in_endless = state->is_in_endless;
    state->is_in_endless |= bl_nesting_is_endless(nesting, i);
    put_constant(p, constant, value);
    state->is_in_endless = was_in_endless;
    if (p->constant_depth == 0 && state->is_deep) {
        p->n_damages = n_damages;
        if (!had_noted)
            p->noted.status = BL_OK;
        put_again(p, constant, value, nesting, i, begin);
    }
    /* What is damaged is to be noted each time. */
    if (p->n_damages == n_damages && state->n_holes == n_holes)
        bl_printer_keep(p, kept, place, begin);
}

/* Of CONSTANT, which leads back to itself. */
static void put_endless(struct bl_printer *p, const struct bl_constant *constant)
{
    struct bl_error err;
    bl_text_put(&p->text, "...");
    p->is_shortened = true;
    (void)bl_module_fail(p->tables.module, BL_E_MALFORMED, "a constant that contains itself",
                         constant->bit_pos, &err);
    bl_printer_note(p, &err);
}

/* Constant VALUE of the module or the body, without its type. False: it is no constant. */
static bool put_constant_value(struct bl_printer *p, uint64_t value)
{
    const struct bl_constant *constant = find_constant(p, value);
    struct bl_constant_state *state = state_of(p);
    const struct bl_body *body = p->loaded.body;
    if (!state || !constant)
        return false;
    bool is_of_module = value - p->tables.n_globals < p->tables.n_constants;
    struct bl_kept_texts *kept = is_of_module ? &p->value_texts : &p->locals;
    uint64_t place = is_of_module ? value : value - body->first_argument;
    /* What is in a text that is kept has been noted once, as a declaration. */
    bool is_made_anew = p->has_no_splat || (p->closure && p->closure->takes_definitions);
    if (!is_made_anew && bl_text_kept(&p->text, kept, place))
        return true;
    const struct bl_nesting *nesting = is_of_module ? &state->module_nesting : &state->body_nesting;
    uint64_t i = is_of_module ? value - p->tables.n_globals : value - body->first_constant;
    if (state->is_in_endless && bl_nesting_is_endless(nesting, i)) {
        put_endless(p, constant);
        return true;
    }
    if (is_of_module)
        p->loaded.body = NULL; /* whose values it cannot have */
    put_and_keep(p, constant, value, kept, place, nesting, i);
    p->loaded.body = body;
    return true;
}

bool bl_constant_bits(struct bl_printer *p, uint64_t value, uint64_t *bits)
{
    struct bl_record *rec = &p->short_rec;
    const struct bl_constant *constant = find_constant(p, value);
    *bits = 0;
    if (is_null(p, value))
        return true;
    if (!constant || constant->code != BL_CODE_CONSTANTS_INTEGER)
        return false;
    const struct bl_type *type = type_at(p, constant->type);
    bool is_read = bl_module_note(p->tables.module,
                                  bl_constant_read(p->tables.module, constant, rec, NULL)) == BL_OK;
    if (is_read && rec->n_ops > 0)
        *bits = (uint64_t)bl_signed_vbr(rec->ops[0]);
    if (type->kind == BL_TYPE_INTEGER && type->count < 64)
        *bits &= bl_low_bits((unsigned)type->count);
    return is_read;
}

/* ---- Names of global values ---- */

static void make_global_name(struct bl_printer *p, uint32_t value)
{
    struct bl_view name = bl_global_of(p, value)->name;
    uint32_t unnamed = name.size ? 0 : bl_module_unnamed_number(p->tables.module, value);
    bl_text_put(&p->text, unnamed == BL_NONE ? "<badref>" : "@");
    if (name.size)
        bl_text_name(&p->text, name);
    else if (unnamed != BL_NONE)
        bl_text_u64(&p->text, unnamed);
}

int bl_global_print_name(struct bl_module *module, uint32_t value, bl_put_fn *put, void *context,
                         struct bl_error *err)
{
    struct bl_print out = {put, context};
    struct bl_view name;
    (void)bl_module_note(module, bl_module_name(module, value, &name, NULL));
    uint32_t unnamed = name.size ? 0 : bl_module_unnamed_number(module, value);
    if (unnamed == BL_NONE) {
        bl_print_text(&out, "<badref>");
    } else if (name.size) {
        bl_print_text(&out, "@");
        bl_name_print(name, put, context);
    } else {
        bl_print_numbered(&out, "@", unnamed);
    }
    return bl_module_lacked(module) ? bl_fail(err, BL_E_NOMEM, "no memory for names") : BL_OK;
}

void bl_put_global_name(struct bl_printer *p, uint32_t value)
{
    if (value >= p->tables.n_globals) {
        bl_text_put(&p->text, "<badref>");
        return;
    }
    if (p->closure)
        bl_closure_note_global(p->closure, value);
    if (bl_text_kept(&p->text, &p->value_texts, value))
        return;
    size_t begin = p->text.size;
    make_global_name(p, value);
    bl_printer_keep(p, &p->value_texts, value, begin);
}

/* The type of VALUE, as bl_put_type() takes it; BL_NONE: not known, or not in the table. */
static uint32_t type_of_value(struct bl_printer *p, uint64_t value)
{
    if (value < p->tables.n_globals)
        return bl_global_of(p, value)->type;
    if (value - p->tables.n_globals < p->tables.n_constants)
        return p->tables.constants[value - p->tables.n_globals].type;
    if (p->loaded.body && value < BL_NONE)
        return bl_function_type_of(p->loaded.reading, (uint32_t)value);
    return BL_NONE;
}

static void put_local(struct bl_printer *p, uint32_t value)
{
    if (!bl_text_kept(&p->text, &p->locals, value - p->loaded.body->first_argument))
        bl_text_put(&p->text, "<badref>");
}

void bl_put_value(struct bl_printer *p, uint64_t value)
{
    if (value < p->tables.n_globals)
        bl_put_global_name(p, (uint32_t)value);
    else if (put_constant_value(p, value))
        return;
    else if (p->loaded.body && value >= p->loaded.body->first_argument && value < BL_NONE)
        put_local(p, (uint32_t)value);
    else
        bl_text_put(&p->text, "<badref>");
}

void bl_put_typed_value(struct bl_printer *p, uint32_t type, uint64_t value)
{
    uint32_t known = value < p->tables.n_globals ? BL_NONE : type_of_value(p, value);
    if (value < p->tables.n_globals)
        bl_put_global_type(p, bl_global_of(p, value));
    else
        bl_put_type(p, known != BL_NONE ? known : type);
    bl_text_char(&p->text, ' ');
    bl_put_value(p, value);
}
