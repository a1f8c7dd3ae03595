/* test_function.c - bodies: values, names, debug locations, bundles; and what is wrong with them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/bodies.h"

enum {
    BINOP = 2,
    CALL = 34,
    DEBUG_AGAIN = 33,
    DEBUG_LOC = 35,
    BUNDLE = 55,
    FENCE = 36,
    FREEZE = 58,
    RET = 10,
    BR = 11,
    UNREACHABLE = 15,
    USELIST = 18,
    ATTACHMENT = 16,
};

static struct bl_function *open_function(struct opened *o)
{
    struct bl_function *f;
    struct bl_error err = {0};
    cr_assert_eq(bl_function_open(&f, o->module, V_F, &err), BL_OK, "%s", err.what);
    return f;
}

static struct bl_instruction next(struct bl_function *f)
{
    struct bl_instruction inst;
    struct bl_error err = {0};
    cr_assert_eq(bl_function_next(f, &inst, &err), 1, "%s", err.what);
    return inst;
}

static void expect_end(struct bl_function *f)
{
    struct bl_instruction inst;
    struct bl_error err = {0};
    cr_expect_eq(bl_function_next(f, &inst, &err), 0, "%s", err.what);
    cr_expect_eq(bl_function_next(f, &inst, &err), 0);
}

static void expect_next(struct bl_function *f, const char *text)
{
    struct bl_instruction inst = next(f);
    struct printed p;
    describe(&p, f, &inst);
    cr_expect_str_eq(p.text, text, "\"%s\", not \"%s\"", p.text, text);
}

/* The failure at the end of O; closes it. */
static void expect_failure(struct opened *o, int status, const char *what)
{
    struct bl_function *f;
    struct bl_instruction inst;
    struct bl_error err = {0};
    int rc = bl_function_open(&f, o->module, V_F, &err);
    if (rc == BL_OK) {
        while ((rc = bl_function_next(f, &inst, &err)) > 0)
            ;
        struct bl_error again = {0};
        cr_expect_eq(bl_function_next(f, &inst, &again), rc, "failures stick");
        cr_expect_eq(again.bit_pos, err.bit_pos);
    }
    cr_expect_eq(rc, status, "%d: %s", rc, err.what);
    cr_expect(err.what && strstr(err.what, what), "\"%s\", not \"%s\"", err.what, what);
    bl_function_close(f);
    close_module(o);
}

static void expect_value(struct bl_function *f, uint32_t value, const char *text)
{
    struct printed p = {0};
    struct bl_printer *printer;
    cr_assert_eq(bl_printer_open(&printer, f->module, NULL, NULL), BL_OK);
    cr_assert_eq(bl_printer_load(printer, bl_function_body(f)->function, NULL), BL_OK);
    cr_expect_eq(bl_printer_put_value(printer, value, print_into, &p), BL_OK);
    cr_expect_str_eq(p.text, text, "\"%s\", not \"%s\"", p.text, text);
    bl_printer_close(printer);
}

/* ---- Values ---- */

Test(function, tells_what_it_has_before_instructions)
{
    struct bl_writer *w = begin_body(1, false, 2);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(T_I32));
    bl_writer_record(w, 4, BUILD_OPS(2 * 42));
    bl_writer_record(w, 4, BUILD_OPS(2 * 7 + 1));
    bl_writer_exit(w);
    bl_writer_record(w, BINOP, BUILD_OPS(2, 1, 0));
    bl_writer_record(w, BR, BUILD_OPS(1));
    bl_writer_record(w, RET, BUILD_OPS(1));
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    const struct bl_body *body = bl_function_body(f);
    cr_expect(body->function == V_F && body->type == T_FUNCTION && body->n_basic_blocks == 2);
    cr_expect(body->first_argument == V_I32 && body->n_arguments == 7);
    cr_expect(body->first_constant == FIRST && body->n_constants == 2);
    cr_expect(body->first_instruction == FIRST + 2 && body->constants[1].type == T_I32);
    cr_expect_eq(body->block.block_id, FUNCTION);
    expect_next(f, "18 add i32 v16:i32 v17:i32");
    expect_next(f, "br b1");
    struct bl_instruction last = next(f);
    cr_expect(last.basic_block == 1 && last.operands[0].number == 18 &&
              last.operands[0].type == T_I32);
    expect_value(f, 16, "42");
    expect_value(f, 17, "-7");
    expect_value(f, 18, "%8"); /* after seven arguments and a block */
    expect_value(f, V_TRUE, "true");
    expect_value(f, V_MASK, "zeroinitializer");
    expect_value(f, V_NONE, "none");
    expect_value(f, V_I32, "%0");
    expect_value(f, V_V, "@0"); /* no name: variables are counted before functions */
    cr_expect_eq(bl_function_type_of(f, V_VECTOR), T_VECTOR);
    cr_expect_eq(bl_function_type_of(f, 19), BL_NONE);
    expect_end(f);
    bl_function_close(f);
    close_module(&o);
}

/* No LLVM writes constants after an instruction; many of them need room elsewhere. */
Test(function, keeps_its_constants_when_others_follow)
{
    enum {
        MANY = 1000
    };
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(T_I32));
    bl_writer_record(w, 4, BUILD_OPS(2 * 42));
    bl_writer_record(w, 4, BUILD_OPS(2 * 7));
    bl_writer_exit(w);
    bl_writer_record(w, BINOP, BUILD_OPS(2, 1, 0));
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(T_I32));
    for (int i = 0; i < MANY; i++)
        bl_writer_record(w, 4, BUILD_OPS(2));
    bl_writer_exit(w);
    bl_writer_record(w, BINOP, BUILD_OPS(MANY + 3, MANY + 2, 0));
    bl_writer_record(w, RET, BUILD_OPS(1));
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    struct bl_error err;
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(bl_function_load(f, V_F, &err), BL_OK);
        expect_next(f, "18 add i32 v16:i32 v17:i32");
        expect_next(f, "1019 add i32 v16:i32 v17:i32");
        cr_expect_eq(bl_function_body(f)->n_constants, 2);
        expect_value(f, 16, "42");
        expect_value(f, 17, "7");
        expect_next(f, "ret v1019:i32");
        expect_end(f);
    }
    bl_function_close(f);
    close_module(&o);
}

Test(function, is_loaded_again)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_record(w, 28, BUILD_OPS(REL(V_VECTOR), REL(V_VECTOR), 32));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f;
    struct bl_instruction inst;
    struct bl_error err;
    cr_assert_eq(bl_function_open(&f, o.module, BL_NONE, &err), BL_OK);
    cr_expect_eq(bl_function_next(f, &inst, &err), BL_E_ARGUMENT);
    uint32_t n_types = 0;
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(bl_function_load(f, V_F, &err), BL_OK);
        expect_next(f, "16 icmp <4 x i1> v13:<4 x i32> v13:<4 x i32> predicate 32");
        /* A type that the table lacks is put after it once. */
        cr_expect(n_types == 0 || n_types == bl_function_types(f)->n);
        n_types = bl_function_types(f)->n;
        cr_expect_eq(bl_function_load(f, V_G, &err), BL_E_ARGUMENT, "a declaration");
        cr_expect_eq(bl_function_next(f, &inst, &err), BL_E_ARGUMENT);
        cr_expect_eq(bl_function_load(f, V_V, &err), BL_E_ARGUMENT, "a variable");
        cr_expect_eq(bl_function_load(f, V_I32, &err), BL_E_ARGUMENT, "an argument");
    }
    cr_expect_eq(n_types, 17);
    bl_function_close(f);
    cr_expect_eq(bl_function_open(&f, o.module, V_G, &err), BL_E_ARGUMENT);
    cr_expect_null(f);
    bl_function_close(NULL);
    close_module(&o);
}

Test(function, has_operands_that_lead_ahead)
{
    struct bl_writer *w = begin_body(1, false, 2);
    bl_writer_record(w, BR, BUILD_OPS(1));
    bl_writer_record(w, FREEZE, BUILD_OPS(UINT32_MAX, T_FLOAT)); /* 17, a float */
    bl_writer_record(w, FREEZE, BUILD_OPS(REL(V_FLOAT) + 1));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    expect_next(f, "br b1");
    expect_next(f, "16 freeze float v17:float");
    expect_next(f, "17 freeze float v11:float");
    expect_next(f, "unreachable");
    expect_end(f);
    bl_function_close(f);
    close_module(&o);
}

Test(function, takes_room_where_the_data_layout_says)
{
    static const char *const layouts[] = {"e-A5-p:64:64", "A5", "e-p:64:64-A5"};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        struct bl_writer *w = begin_module();
        bl_writer_record(w, 1, BUILD_OPS(1));
        build_text_record(w, 3, layouts[i]);
        write_types(w, false);
        bl_writer_record(w, 8, BUILD_OPS(T_FUNCTION, 0, 0, 0, 0, 0, 0, 0));
        bl_writer_enter(w, CONSTANTS, WIDTH);
        bl_writer_record(w, 1, BUILD_OPS(T_I32));
        bl_writer_record(w, 4, BUILD_OPS(2));
        bl_writer_exit(w);
        bl_writer_enter(w, FUNCTION, WIDTH);
        bl_writer_record(w, 1, BUILD_OPS(1));
        bl_writer_record(w, 19, BUILD_OPS(T_I64, T_I32, 1, 64));
        bl_writer_record(w, UNREACHABLE, NULL, 0);
        struct opened o = end_body(w);
        struct bl_function *f = open_function(&o);
        expect_next(f, "9 alloca ptr addrspace(5) v1:i32 of i64");
        bl_function_close(f);
        close_module(&o);
    }
}

/* ---- What is around instructions ---- */

Test(function, has_debug_locations_and_records)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_record(w, FENCE, BUILD_OPS(6, 1));
    bl_writer_record(w, DEBUG_AGAIN, NULL, 0); /* of none */
    bl_writer_record(w, FREEZE, BUILD_OPS(REL(V_I32)));
    bl_writer_record(w, DEBUG_LOC, BUILD_OPS(12, 5, 3, 0, 1, 9, 2));
    bl_writer_record(w, 61, BUILD_OPS(1, 2, 3, 4));
    bl_writer_record(w, 64, BUILD_OPS(1, 2, 3, 1)); /* 17 - 1: the freeze */
    bl_writer_record(w, FREEZE, BUILD_OPS(1));
    bl_writer_record(w, DEBUG_AGAIN, NULL, 0);
    bl_writer_record(w, 63, BUILD_OPS(1, 2, 3, 4, 5, 6, 7));
    bl_writer_record(w, 65, BUILD_OPS(1, 2));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    struct bl_instruction inst = next(f);
    cr_expect(!inst.has_location);
    inst = next(f);
    cr_expect(inst.has_location && inst.location.line == 12 && inst.location.column == 5);
    cr_expect(inst.location.scope == 2 && inst.location.inlined_at == BL_NONE);
    cr_expect(inst.location.is_implicit && inst.location.atom_group == 9);
    cr_expect_eq(inst.location.atom_rank, 2);
    cr_assert_eq(inst.n_debug_records, 2);
    cr_expect(inst.debug_records[0].value.kind == BL_OPERAND_METADATA &&
              inst.debug_records[0].value.number == 4 && inst.debug_records[0].expression == 3);
    cr_expect(inst.debug_records[1].value.kind == BL_OPERAND_VALUE &&
              inst.debug_records[1].value.number == 16 &&
              inst.debug_records[1].value.type == T_I32);
    inst = next(f);
    cr_expect(inst.has_location && inst.location.line == 12);
    cr_assert_eq(inst.n_debug_records, 2);
    cr_expect(inst.debug_records[0].assign_id == 5 && inst.debug_records[0].address == 7);
    cr_expect(inst.debug_records[1].code == 65 && inst.debug_records[1].variable == 2);
    inst = next(f);
    cr_expect(!inst.has_location && inst.n_debug_records == 0);
    bl_function_close(f);
    close_module(&o);
}

Test(function, has_operand_bundles)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_record(w, BUNDLE, BUILD_OPS(3, REL(V_I32), REL(V_FLOAT)));
    bl_writer_record(w, BUNDLE, BUILD_OPS(0));
    bl_writer_record(w, CALL, BUILD_OPS(0, 1 << 15, T_CALLEE, REL(V_G), REL(V_ZERO)));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    struct bl_instruction inst = next(f);
    cr_assert(inst.n_bundles == 2 && inst.opcode == BL_OP_CALL && inst.n_operands == 2);
    cr_expect(inst.bundles[0].tag == 3 && inst.bundles[0].n == 2 && inst.bundles[1].n == 0);
    cr_expect_eq(inst.bundle_operands[inst.bundles[0].first + 1].number, V_FLOAT);
    inst = next(f);
    cr_expect_eq(inst.n_bundles, 0);
    bl_function_close(f);
    close_module(&o);
}

/* There is something to add to where none has any. */
Test(function, has_operand_bundles_without_operands)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_record(w, BUNDLE, BUILD_OPS(0));
    bl_writer_record(w, CALL, BUILD_OPS(0, 1 << 15, T_CALLEE, REL(V_G), REL(V_ZERO)));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    struct bl_instruction inst = next(f);
    cr_expect(inst.n_bundles == 1 && inst.bundles[0].n == 0 && inst.bundle_operands != NULL);
    bl_function_close(f);
    close_module(&o);
}

/* LLVM 22 has metadata in them. */
Test(function, has_metadata_in_operand_bundles)
{
    const uint64_t mark = 0x80000000;
    struct bl_error err;
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_record(w, BUNDLE, BUILD_OPS(3, mark, REL(7), REL(V_I32), mark, (uint32_t)REL(5000)));
    bl_writer_record(w, CALL, BUILD_OPS(0, 1 << 15, T_CALLEE, REL(V_G), REL(V_ZERO)));
    bl_writer_record(w, BUNDLE, BUILD_OPS(3, mark));
    bl_writer_record(w, CALL, BUILD_OPS(0, 1 << 15, T_CALLEE, REL(V_G), REL(V_ZERO)));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    struct bl_instruction inst = next(f);
    cr_assert(inst.n_bundles == 1 && inst.bundles[0].n == 3);
    const struct bl_operand *operands = inst.bundle_operands + inst.bundles[0].first;
    cr_expect(operands[0].kind == BL_OPERAND_METADATA && operands[0].number == 7);
    cr_expect(operands[1].kind == BL_OPERAND_VALUE && operands[1].number == V_I32);
    cr_expect(operands[2].kind == BL_OPERAND_METADATA && operands[2].number == 5000);
    cr_expect_eq(bl_function_next(f, &inst, &err), BL_E_MALFORMED); /* a mark without metadata */
    bl_function_close(f);
    close_module(&o);
}

/* What an abbreviation makes out of its id is kept up to a limit. */
Test(function, has_bundles_up_to_a_limit)
{
    enum {
        MOST = BL_MAX_OPERANDS_FLOOR / (BUILD_ALIKE_OPS - 1) /* after the tag */
    };
    for (uint32_t n = MOST; n <= MOST + 1; n++) {
        struct bl_writer *w = begin_body(1, false, 1);
        build_alike(w, BUNDLE, 0, REL(V_DOUBLE), n);
        bl_writer_record(w, CALL, BUILD_OPS(0, 1 << 15, T_CALLEE, REL(V_G), REL(V_ZERO)));
        bl_writer_record(w, UNREACHABLE, NULL, 0);
        struct opened o = end_body(w);
        if (n > MOST) {
            expect_failure(&o, BL_E_LIMIT, "more operands of bundles than the limit");
            continue;
        }
        struct bl_function *f = open_function(&o);
        cr_expect_eq(next(f).n_bundles, MOST);
        expect_next(f, "unreachable");
        expect_end(f);
        bl_function_close(f);
        close_module(&o);
    }
}

/* Those without operands, too, and debug records. */
Test(function, has_small_records_up_to_a_limit)
{
    static const struct {
        uint32_t code;
        uint64_t ops[2];
        uint32_t n_ops;
        const char *what;
    } rows[] = {
        {BUNDLE, {0}, 1, "more bundles than the limit"},
        {65, {0, 0}, 2, "more debug records than the limit"}, /* DEBUG_RECORD_LABEL */
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        uint32_t code = rows[i / 2].code;
        uint32_t n = i % 2 ? 2000 : 20;
        const struct bl_abbrev_op literals[] = {LIT(code), LIT(0), LIT(0)};
        struct bl_writer *w = begin_body(1, false, 1);
        bl_writer_record(w, CALL, BUILD_OPS(0, 1 << 15, T_CALLEE, REL(V_G), REL(V_ZERO)));
        uint32_t id = bl_writer_define(w, literals, 1 + rows[i / 2].n_ops);
        for (uint32_t r = 0; r < n; r++)
            bl_writer_abbreviated(w, id, code, rows[i / 2].ops, rows[i / 2].n_ops, NULL);
        bl_writer_record(w, CALL, BUILD_OPS(0, 1 << 15, T_CALLEE, REL(V_G), REL(V_ZERO)));
        bl_writer_record(w, UNREACHABLE, NULL, 0);
        struct opened o = end_body(w);
        if (i % 2) {
            expect_failure(&o, BL_E_LIMIT, rows[i / 2].what);
            continue;
        }
        struct bl_function *f = open_function(&o);
        uint32_t n_kept = 0;
        for (int r = 0; r < 2; r++) {
            struct bl_instruction inst = next(f);
            n_kept += inst.n_bundles + inst.n_debug_records;
        }
        cr_expect_eq(n_kept, n);
        bl_function_close(f);
        close_module(&o);
    }
}

Test(function, has_operands_that_lead_ahead_up_to_a_limit)
{
    enum {
        PHI = 16,
        MOST = BL_MAX_OPERANDS_FLOOR / ((BUILD_ALIKE_OPS - 2) / 2) /* type, value, block, … flags */
    };
    for (uint32_t n = MOST; n <= MOST + 1; n++) {
        struct bl_writer *w = begin_body(1, false, 1);
        build_alike(w, PHI, T_I32, 0, n); /* of itself */
        bl_writer_record(w, UNREACHABLE, NULL, 0);
        struct opened o = end_body(w);
        if (n > MOST) {
            expect_failure(&o, BL_E_LIMIT, "more operands that lead ahead than the limit");
            continue;
        }
        struct bl_function *f = open_function(&o);
        for (uint32_t i = 0; i < n; i++)
            cr_expect_eq(next(f).n_operands, BUILD_ALIKE_OPS - 2);
        expect_next(f, "unreachable");
        expect_end(f);
        bl_function_close(f);
        close_module(&o);
    }
}

Test(function, has_names_up_to_a_limit)
{
    enum {
        MOST = BL_MAX_OPERANDS_FLOOR / (BUILD_ALIKE_OPS - 1)
    };
    for (uint32_t n = MOST; n <= MOST + 1; n++) {
        struct bl_view name;
        struct bl_writer *w = begin_body(1, false, 1);
        bl_writer_record(w, UNREACHABLE, NULL, 0);
        bl_writer_enter(w, VALUE_SYMTAB, WIDTH);
        build_alike(w, 1, V_I32, 'a', n);
        bl_writer_exit(w);
        struct opened o = end_body(w);
        struct bl_function *f = open_function(&o);
        cr_expect_eq(bl_function_value_name(f, V_I32, &name, NULL), n > MOST ? BL_E_LIMIT : BL_OK);
        bl_function_close(f);
        close_module(&o);
    }
}

static void write_name(struct bl_writer *w, uint32_t code, uint64_t number, const char *name)
{
    uint64_t ops[32] = {number};
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        ops[i + 1] = (uint64_t)name[i];
    bl_writer_record(w, code, ops, n + 1);
}

Test(function, has_names_and_other_blocks)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_exit(w);
    bl_writer_record(w, FREEZE, BUILD_OPS(REL(V_I32)));
    bl_writer_record(w, 60, BUILD_OPS(1));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    bl_writer_enter(w, VALUE_SYMTAB, WIDTH);
    write_name(w, 1, V_I32, "count");
    write_name(w, 1, FIRST, "a b");
    write_name(w, 2, 0, "entry");
    write_name(w, 2, UINT64_MAX, "none");
    bl_writer_exit(w);
    bl_writer_enter(w, ATTACHMENT, WIDTH);
    bl_writer_exit(w);
    bl_writer_enter(w, USELIST, WIDTH);
    bl_writer_exit(w);
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    struct bl_view name;
    const struct bl_block *blocks;
    struct bl_body_counts counts;
    expect_value(f, V_I32, "%count");
    expect_value(f, FIRST, "%\"a b\"");
    cr_assert_eq(bl_function_basic_block_name(f, 0, &name, NULL), BL_OK);
    cr_expect(name.size == 5 && memcmp(name.data, "entry", 5) == 0);
    cr_assert_eq(bl_function_value_name(f, V_I64, &name, NULL), BL_OK);
    cr_expect_eq(name.size, 0);
    cr_expect_eq(bl_function_blocks(f, &blocks), 1);
    expect_next(f, "16 freeze i32 v9:i32");
    expect_next(f, "unreachable");
    expect_end(f);
    cr_assert_eq(bl_function_blocks(f, &blocks), 4);
    cr_expect(blocks[1].block_id == VALUE_SYMTAB && blocks[3].block_id == USELIST);
    cr_assert_eq(bl_function_count(o.module, V_F, &counts, NULL), 1);
    cr_expect(counts.n_basic_blocks == 1 && counts.n_instructions == 2 && counts.n_unknown == 0);
    cr_expect_eq(bl_function_count(o.module, V_G, &counts, NULL), 0);
    cr_expect_eq(bl_function_count(o.module, 77, &counts, NULL), BL_E_ARGUMENT);
    cr_assert_eq(bl_function_load(f, V_F, NULL), BL_OK);
    expect_value(f, V_I32, "%count");
    bl_function_close(f);
    close_module(&o);
}

/* An empty name is none. Where there are no others, there are no bytes that names could be in. */
Test(function, has_an_empty_name)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_record(w, FREEZE, BUILD_OPS(REL(V_I32)));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    bl_writer_enter(w, VALUE_SYMTAB, WIDTH);
    write_name(w, 1, FIRST, "");
    bl_writer_exit(w);
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    struct bl_view name;
    cr_assert_eq(bl_function_value_name(f, FIRST, &name, NULL), BL_OK);
    cr_expect(!name.data && name.size == 0);
    bl_function_close(f);
    close_module(&o);
}

/* A call of what takes metadata, with OPERAND. */
static struct opened call_with_metadata(uint64_t operand)
{
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_record(w, 16, NULL, 0);
    bl_writer_record(w, 25, BUILD_OPS(0));
    bl_writer_record(w, 21, BUILD_OPS(0, 0, 1));
    bl_writer_record(w, 21, BUILD_OPS(0, 0));
    bl_writer_exit(w);
    bl_writer_record(w, 8, BUILD_OPS(4, 0, 0, 0, 0, 0, 0, 0));
    bl_writer_record(w, 8, BUILD_OPS(3, 0, 1, 0, 0, 0, 0, 0));
    bl_writer_enter(w, FUNCTION, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_record(w, CALL, BUILD_OPS(0, 1 << 15, 3, 1, operand));
    bl_writer_record(w, RET, NULL, 0);
    return end_body(w);
}

/* Arguments of type metadata are numbers of metadata. */
Test(function, passes_metadata)
{
    struct opened o = call_with_metadata(UINT32_MAX - 4);
    struct bl_function *f = open_function(&o);
    expect_next(f, "call v1:ptr m7 of void (metadata)");
    expect_next(f, "ret");
    expect_end(f);
    bl_function_close(f);
    close_module(&o);
}

Test(function, passes_no_metadata_over_32_bits)
{
    struct opened o = call_with_metadata(UINT64_C(1) << 32);
    expect_failure(&o, BL_E_MALFORMED, "over 32 bits");
}

/* ---- Constants as text ---- */

/* Constants of the body refer to those of the module, and are read by turns with them. */
Test(function, prints_constants)
{
    static const struct {
        const char *text;
        uint32_t type;
        struct body_record record;
    } rows[] = {
        {"poison", T_I32, {26, 0, {0}}},
        {"1.500000e+00", T_FLOAT, {6, 1, {0x3FC00000}}},
        {"<i32 0, i32 1, i32 0, i32 1>", T_VECTOR, {7, 4, {V_ZERO, V_ONE, V_ZERO, V_ONE}}},
        {"[i32 5, i32 6, i32 7, i32 8]", T_ARRAY, {22, 4, {5, 6, 7, 8}}},
        {"{ i32 1, float 1.500000e+00 }", T_PAIR, {7, 2, {V_ONE, FIRST + 1}}},
        {"add (i32 1, i32 1)", T_I32, {10, 3, {0, V_ONE, V_ONE}}},
    };
    enum {
        N_ROWS = sizeof rows / sizeof *rows
    };
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    for (uint32_t i = 0; i < N_ROWS; i++) {
        bl_writer_record(w, 1, BUILD_OPS(rows[i].type));
        write_body_record(w, &rows[i].record);
    }
    bl_writer_exit(w);
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < N_ROWS; i++) {
            expect_value(f, FIRST + i, rows[i].text);
            expect_value(f, V_ONE, "1");
        }
        cr_assert_eq(bl_function_load(f, V_F, NULL), BL_OK);
    }
    bl_function_close(f);
    close_module(&o);
}

/* ---- Damage ---- */

Test(function, that_has_other_blocks_than_declared)
{
    struct bl_writer *w = begin_body(1, false, 2);
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    expect_failure(&o, BL_E_MISMATCH, "fewer basic blocks");
    w = begin_body(1, false, 1);
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    o = end_body(w);
    expect_failure(&o, BL_E_MISMATCH, "more basic blocks");
    w = begin_body(1, false, UINT32_MAX);
    o = end_body(w);
    expect_failure(&o, BL_E_MALFORMED, "has room for");
}

Test(function, whose_records_stand_alone)
{
    static const struct {
        const char *what;
        int status;
        struct body_record records[2];
    } rows[] = {
        {"without an instruction", BL_E_MALFORMED, {{DEBUG_LOC, 4, {1, 1, 1, 0}}}},
        {"without an instruction", BL_E_MALFORMED, {{DEBUG_AGAIN, 0, {0}}}},
        {"too few", BL_E_MALFORMED, {{UNREACHABLE, 0, {0}}, {DEBUG_LOC, 3, {1, 1, 1}}}},
        {"too few", BL_E_MALFORMED, {{UNREACHABLE, 0, {0}}, {61, 3, {1, 1, 1}}}},
        {"no call", BL_E_MISMATCH, {{BUNDLE, 1, {0}}, {UNREACHABLE, 0, {0}}}},
        {"without a call", BL_E_MALFORMED, {{UNREACHABLE, 0, {0}}, {BUNDLE, 1, {0}}}},
        {"too few", BL_E_MALFORMED, {{BUNDLE, 0, {0}}, {UNREACHABLE, 0, {0}}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = begin_body(1, false, 1);
        for (size_t k = 0; k < 2; k++)
            if (rows[i].records[k].code)
                write_body_record(w, &rows[i].records[k]);
        struct opened o = end_body(w);
        expect_failure(&o, rows[i].status, rows[i].what);
    }
}

Test(function, whose_type_is_none_of_a_function)
{
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 1, BUILD_OPS(1));
    write_types(w, false);
    bl_writer_record(w, 8, BUILD_OPS(T_I32, 0, 0, 0, 0, 0, 0, 0));
    bl_writer_enter(w, FUNCTION, WIDTH);
    struct opened o = end_body(w);
    expect_failure(&o, BL_E_MISMATCH, "none of a function");
}

/* A type that was derived has a number, which no record of the file can mean. */
Test(function, names_no_types_but_the_modules)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_record(w, 28, BUILD_OPS(REL(V_VECTOR), REL(V_VECTOR), 32));
    bl_writer_record(w, 20, BUILD_OPS(REL(V_PTR) + 1, 16, 0, 0));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f = open_function(&o);
    struct bl_instruction inst = next(f);
    cr_assert_eq(inst.type, 16);
    bl_function_close(f);
    expect_failure(&o, BL_E_MALFORMED, "no type of this number");
}

/* What is wrong after a body is no matter for it, first time or again. */
Test(function, in_front_of_damage)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    bl_writer_exit(w);
    bl_writer_enter(w, FUNCTION, WIDTH);
    uint64_t body_pos = bl_writer_pos(w);
    struct opened o;
    bl_writer_exit(w);
    bl_writer_patch32(w, body_pos - 32, 1000); /* its length */
    o = end_module(w);
    struct bl_function *f = open_function(&o);
    for (int i = 0; i < 2; i++) {
        expect_next(f, "unreachable");
        expect_end(f);
        cr_assert_eq(bl_function_load(f, V_F, NULL), BL_OK);
    }
    bl_function_close(f);
    close_module(&o);
}

/* ---- Every cut, every bit ---- */

static void write_sample(struct bl_writer *w)
{
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(T_I32));
    bl_writer_record(w, 4, BUILD_OPS(6));
    bl_writer_exit(w);
    bl_writer_record(w, BINOP, BUILD_OPS(REL(V_I32) + 1, 1, 0, 1));
    bl_writer_record(w, DEBUG_LOC, BUILD_OPS(1, 2, 3, 0));
    bl_writer_record(w, CALL, BUILD_OPS(0, 1 << 15, T_CALLEE, REL(V_G) + 2, 1));
    bl_writer_record(w, 43, BUILD_OPS(1, T_I32, REL(V_PTR) + 3, REL(V_LONG_ZERO) + 3));
    bl_writer_record(w, BR, BUILD_OPS(1));
    bl_writer_record(w, RET, BUILD_OPS(2));
    bl_writer_enter(w, VALUE_SYMTAB, WIDTH);
    write_name(w, 2, 1, "done");
    bl_writer_exit(w);
}

/* Operands that are values. */
static void print_operands(struct bl_module *module)
{
    struct bl_slots *slots;
    struct bl_printer *printer;
    const struct bl_instruction *inst;
    struct printed p = {0};
    cr_assert_eq(bl_slots_open(&slots, module, NULL), BL_OK);
    cr_assert_eq(bl_printer_open(&printer, module, slots, NULL), BL_OK);
    if (bl_printer_load(printer, V_F, NULL) == BL_OK)
        while (bl_printer_next(printer, &inst, print_into, &p, NULL) > 0)
            for (uint32_t i = 0; i < inst->n_operands; i++)
                if (inst->operands[i].kind == BL_OPERAND_VALUE)
                    cr_expect_geq(bl_printer_put_value(printer, (uint32_t)inst->operands[i].number,
                                                       print_into, &p),
                                  0);
    bl_printer_close(printer);
    bl_slots_close(slots);
}

/* Everything about @f, whatever it is. */
static void read_sample(struct bl_view bytes)
{
    struct bl_stream stream;
    struct bl_index *index;
    struct bl_module *module;
    struct bl_function *f;
    struct bl_instruction inst;
    struct bl_body_counts counts;
    struct bl_error err;
    if (bl_stream_locate(bytes, &stream, NULL) < 0 || bl_index_open(&index, &stream, NULL) < 0)
        return;
    uint32_t block = bl_module_next(index, BL_NONE);
    if (block != BL_NONE && bl_module_open(&module, index, block, NULL) == BL_OK) {
        (void)bl_function_count(module, V_F, &counts, &err);
        if (bl_function_open(&f, module, V_F, &err) == BL_OK)
            while (bl_function_next(f, &inst, &err) > 0)
                continue;
        bl_function_close(f);
        print_operands(module);
        bl_module_close(module);
    }
    bl_index_close(index);
}

Test(function, that_is_cut_or_flipped)
{
    struct bl_writer *w = begin_body(1, false, 2);
    write_sample(w);
    bl_writer_exit(w);
    bl_writer_exit(w);
    guard_try_damaged(build_bytes(w), read_sample);
    bl_writer_close(w);
}
