/* unit/ir/bodies.h - modules with one function, and instructions as a line of text
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All modules have the same values, so that records can be written down:
 *
 *   type                              value
 *    0 void      8 metadata            0 @f      the function, i32 (of arguments below)
 *    1 i1        9 token               1 @g      i32 (i32, ...)
 *    2 i32      10 <4 x i32>           2 @v      i32 variable
 *    3 i64      11 <4 x float>         3 i32 0   4 i32 1   5 i1 true   6 <4 x i32> 0
 *    4 float    12 { i32, float }      7 token none        8 i64 0
 *    5 double   13 [4 x i32]           9 i32     10 i64    11 float    12 pointer
 *    6 pointer  14 i32 (i32, ...)     13 <4 x i32>         14 { i32, float }   15 double
 *    7 label    15 type of @f         16 the first of an instruction
 *
 * Pointers are opaque, or to i32 (then type 16 is a pointer to @g's type).
 */
#ifndef BL_UNIT_IR_BODIES_H
#define BL_UNIT_IR_BODIES_H

#include "ir/function_values.h"
#include "unit/ir/opened.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    FUNCTION = 12,
    VALUE_SYMTAB = 14,
    FIRST = 16, /* value */
    MOST_OPS = 16,
    T_VOID = 0,
    T_I1,
    T_I32,
    T_I64,
    T_FLOAT,
    T_DOUBLE,
    T_PTR,
    T_LABEL,
    T_METADATA,
    T_TOKEN,
    T_VECTOR,
    T_FLOATS,
    T_PAIR,
    T_ARRAY,
    T_CALLEE,
    T_FUNCTION,
    T_CALLEE_PTR, /* with typed pointers */
    V_F = 0,
    V_G,
    V_V,
    V_ZERO,
    V_ONE,
    V_TRUE,
    V_MASK,
    V_NONE,
    V_LONG_ZERO,
    V_I32,
    V_I64,
    V_FLOAT,
    V_PTR,
    V_VECTOR,
    V_PAIR,
    V_DOUBLE,
};

/* The operand that counts back from the first instruction to VALUE. */
#define REL(value) (FIRST - (value))

struct body_record {
    uint32_t code;
    uint32_t n_ops;
    uint64_t ops[MOST_OPS];
};

static inline void write_types(struct bl_writer *w, bool typed)
{
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(17));
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_record(w, 7, BUILD_OPS(1));
    bl_writer_record(w, 7, BUILD_OPS(32));
    bl_writer_record(w, 7, BUILD_OPS(64));
    bl_writer_record(w, 3, NULL, 0);
    bl_writer_record(w, 4, NULL, 0);
    if (typed)
        bl_writer_record(w, 8, BUILD_OPS(T_I32, 0));
    else
        bl_writer_record(w, 25, BUILD_OPS(0));
    bl_writer_record(w, 5, NULL, 0);
    bl_writer_record(w, 16, NULL, 0);
    bl_writer_record(w, 22, NULL, 0);
    bl_writer_record(w, 12, BUILD_OPS(4, T_I32));
    bl_writer_record(w, 12, BUILD_OPS(4, T_FLOAT));
    bl_writer_record(w, 18, BUILD_OPS(0, T_I32, T_FLOAT));
    bl_writer_record(w, 11, BUILD_OPS(4, T_I32));
    bl_writer_record(w, 21, BUILD_OPS(1, T_I32, T_I32));
    bl_writer_record(w, 21,
                     BUILD_OPS(0, T_I32, T_I32, T_I64, T_FLOAT, T_PTR, T_VECTOR, T_PAIR, T_DOUBLE));
    if (typed)
        bl_writer_record(w, 8, BUILD_OPS(T_CALLEE, 0));
    bl_writer_exit(w);
}

static inline void write_constants(struct bl_writer *w)
{
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(T_I32));
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_record(w, 4, BUILD_OPS(2));
    bl_writer_record(w, 1, BUILD_OPS(T_I1));
    bl_writer_record(w, 4, BUILD_OPS(3));
    bl_writer_record(w, 1, BUILD_OPS(T_VECTOR));
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_record(w, 1, BUILD_OPS(T_TOKEN));
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_record(w, 1, BUILD_OPS(T_I64));
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_exit(w);
}

/* A writer in the body of @f, after DECLAREBLOCKS. */
static inline struct bl_writer *begin_body(uint32_t version, bool typed, uint64_t n_blocks)
{
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 1, BUILD_OPS(version));
    write_types(w, typed);
    bl_writer_record(w, 8, BUILD_OPS(T_FUNCTION, 0, 0, 0, 0, 0, 0, 0));
    bl_writer_record(w, 8, BUILD_OPS(T_CALLEE, 0, 1, 0, 0, 0, 0, 0));
    bl_writer_record(w, 7, BUILD_OPS(T_I32, 2, 0, 0, 0, 0));
    write_constants(w);
    bl_writer_enter(w, FUNCTION, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(n_blocks));
    return w;
}

static inline struct opened end_body(struct bl_writer *w)
{
    bl_writer_exit(w);
    return end_module(w);
}

static inline void write_body_record(struct bl_writer *w, const struct body_record *record)
{
    bl_writer_record(w, record->code, record->ops, record->n_ops);
}

/* ---- Instructions as text ---- */

/* PREFIX and NUMBER, in hexadecimal where asked for. */
static inline void printed_number(struct printed *p, const char *prefix, uint64_t number, bool hex)
{
    char text[96];
    int n = hex ? snprintf(text, sizeof text, "%s%" PRIx64, prefix, number)
                : snprintf(text, sizeof text, "%s%" PRIu64, prefix, number);
    print_into(p, text, (size_t)n);
}

static inline void printed_text(struct printed *p, const char *text)
{
    print_into(p, text, strlen(text));
}

static inline void printed_type(struct printed *p, struct bl_function *f, uint32_t type)
{
    struct bl_printer *printer;
    if (type == BL_NONE) {
        printed_text(p, "?");
        return;
    }
    cr_assert_eq(bl_printer_open(&printer, f->module, NULL, NULL), BL_OK);
    bl_printer_use(printer, f);
    cr_expect_eq(bl_printer_put_type(printer, type, print_into, p), BL_OK);
    bl_printer_close(printer);
}

static inline void printed_operand(struct printed *p, struct bl_function *f,
                                   const struct bl_operand *operand)
{
    static const char *const prefixes[] = {
        [BL_OPERAND_VALUE] = " v",  [BL_OPERAND_BLOCK] = " b", [BL_OPERAND_METADATA] = " m",
        [BL_OPERAND_INTEGER] = " ", [BL_OPERAND_RANGE] = "-",  [BL_OPERAND_RAW] = " r",
    };
    printed_number(p, prefixes[operand->kind], operand->number, false);
    if (operand->kind == BL_OPERAND_VALUE) {
        printed_text(p, ":");
        printed_type(p, f, operand->type);
    }
}

/* "16 add i32 v9:i32 v9:i32 flags 3": what the instruction makes, if anything, its operands, and
 * what it has beside that is not zero. */
static inline void describe(struct printed *p, struct bl_function *f,
                            const struct bl_instruction *inst)
{
    const char *name = bl_opcode_name(inst->opcode);
    *p = (struct printed){0};
    if (inst->value != BL_NONE) {
        printed_number(p, "", inst->value, false);
        printed_text(p, " ");
    }
    printed_text(p, name ? name : "unknown");
    if (inst->value != BL_NONE) {
        printed_text(p, " ");
        printed_type(p, f, inst->type);
    }
    for (uint32_t i = 0; i < inst->n_operands; i++)
        printed_operand(p, f, &inst->operands[i]);
    if (inst->source_type != BL_NONE) {
        printed_text(p, " of ");
        printed_type(p, f, inst->source_type);
    }
    if (inst->flags)
        printed_number(p, " flags ", inst->flags, true);
    if (inst->alignment)
        printed_number(p, " align ", inst->alignment, false);
    if (inst->predicate)
        printed_number(p, " predicate ", inst->predicate, false);
    if (inst->operation)
        printed_number(p, " operation ", inst->operation, false);
    if (inst->is_atomic) {
        printed_number(p, " ordering ", inst->ordering, false);
        printed_number(p, " scope ", inst->sync_scope, false);
    }
    if (inst->failure_ordering)
        printed_number(p, " failure ", inst->failure_ordering, false);
    if (inst->calling_convention)
        printed_number(p, " cc ", inst->calling_convention, false);
    if (inst->attributes != BL_NONE)
        printed_number(p, " attributes ", inst->attributes, false);
}

#endif
