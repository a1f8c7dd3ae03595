/* test_types.c - the type table, from the oldest records to the newest, sound and broken
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/opened.h"

enum {
    NUMENTRY = 1,
    STRUCT_NAME = 19
};

static void expect_type(struct opened *o, uint32_t number, const char *text)
{
    struct printed p = {0};
    struct opened_printer printer = open_printer(o);
    cr_expect_eq(bl_printer_put_type(printer.printer, number, print_into, &p), BL_OK);
    close_printer(&printer);
    cr_expect_str_eq(p.text, text, "type %u is \"%s\", not \"%s\"", number, p.text, text);
}

static void expect_body(struct opened *o, uint32_t number, const char *text)
{
    struct printed p = {0};
    struct opened_printer printer = open_printer(o);
    cr_expect_eq(bl_printer_put_struct_body(printer.printer, number, print_into, &p), BL_OK);
    close_printer(&printer);
    cr_expect_str_eq(p.text, text, "the body of %u is \"%s\", not \"%s\"", number, p.text, text);
}

struct row {
    const char *text;
    uint32_t code;
    uint32_t n_ops;
    uint64_t ops[6];
    const char *name; /* of a STRUCT_NAME in front */
};

static void write_rows(struct bl_writer *w, const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (rows[i].name)
            build_text_record(w, STRUCT_NAME, rows[i].name);
        bl_writer_record(w, rows[i].code, rows[i].ops, rows[i].n_ops);
    }
}

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* A TYPE block of ROWS; each must be printed as it says. */
static void check(const struct row *rows, size_t n)
{
    const struct bl_types *types;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, NUMENTRY, BUILD_OPS(n));
    write_rows(w, rows, n);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_types(o.module, &types, NULL), BL_OK);
    cr_assert_eq(types->n, n);
    for (uint32_t i = 0; i < n; i++)
        expect_type(&o, i, rows[i].text);
    close_module(&o);
}

Test(types, of_every_code)
{
    static const struct row rows[] = {
        {"void", 2, 0, {0}, NULL},
        {"float", 3, 0, {0}, NULL},
        {"double", 4, 0, {0}, NULL},
        {"label", 5, 0, {0}, NULL},
        {"%hidden", 6, 1, {0}, "hidden"},
        {"i32", 7, 1, {32}, NULL},
        {"i32*", 8, 1, {5}, NULL},
        {"i32 addrspace(3)*", 8, 2, {5, 3}, NULL},
        {"void (i32, ...)", 9, 4, {1, 0, 0, 5}, NULL},
        {"half", 10, 0, {0}, NULL},
        {"[4 x i32]", 11, 2, {4, 5}, NULL},
        {"<4 x float>", 12, 2, {4, 1}, NULL},
        {"<vscale x 4 x float>", 12, 3, {4, 1, 1}, NULL},
        {"x86_fp80", 13, 0, {0}, NULL},
        {"fp128", 14, 0, {0}, NULL},
        {"ppc_fp128", 15, 0, {0}, NULL},
        {"metadata", 16, 0, {0}, NULL},
        {"x86_mmx", 17, 0, {0}, NULL},
        {"{ i32, float }", 18, 3, {0, 5, 1}, NULL},
        {"<{ i32, float }>", 18, 3, {1, 5, 1}, NULL},
        {"{}", 18, 1, {0}, NULL},
        {"%\"a b\\0A\"", 20, 2, {0, 5}, "a b\n"},
        {"%plain.name-1_", 20, 2, {1, 5}, "plain.name-1_"},
        {"%\"1st\"", 20, 2, {0, 5}, "1st"},
        {"%\"type 24\"", 20, 2, {0, 5}, NULL} /* nothing uses it */,
        {"%\"type 25\"", 20, 3, {0, 5, 5}, NULL},
        {"void ()", 21, 2, {0, 0}, NULL},
        {"i32 (...)", 21, 2, {1, 5}, NULL},
        {"float (i32, i32)", 21, 4, {0, 1, 5, 5}, NULL},
        {"token", 22, 0, {0}, NULL},
        {"bfloat", 23, 0, {0}, NULL},
        {"x86_amx", 24, 0, {0}, NULL},
        {"ptr", 25, 1, {0}, NULL},
        {"ptr addrspace(5)", 25, 1, {5}, NULL},
        {"target(\"spirv.Image\", i32, float, 7, 8)", 26, 5, {2, 5, 1, 7, 8}, "spirv.Image"},
        {"target(\"none\")", 26, 1, {0}, "none"},
        {"target(\"ints\", 9)", 26, 2, {0, 9}, "ints"},
        {"[18446744073709551615 x i8388607]", 11, 2, {UINT64_MAX, 38}, NULL},
        {"i8388607", 7, 1, {8388607}, NULL}, /* the one before names this one */
    };
    check(rows, N(rows));
}

Test(types, that_are_not_known_keep_their_number)
{
    static const struct row rows[] = {
        {"<type 0>", 99, 3, {1, 2, 3}, NULL}, /* a code of the future */
        {"<type 1>", 7, 0, {0}, NULL},        /* INTEGER without a width */
        {"<type 2>", 8, 0, {0}, NULL},        /* POINTER to nothing */
        {"<type 3>", 21, 1, {0}, NULL},       /* FUNCTION that returns nothing, not even void */
        {"<type 4>", 11, 1, {4}, NULL},       /* ARRAY of nothing */
        {"<type 5>", 18, 0, {0}, NULL},       /* STRUCT_ANON without a flag */
        {"<type 6>", 26, 2, {2, 0}, NULL},    /* TARGET_TYPE with fewer types than it says */
        {"<no type>*", 8, 1, {400}, NULL},    /* beyond the table */
        {"{ <no type>, i32 }", 18, 3, {0, UINT64_MAX, 9}, NULL},
        {"i32", 7, 1, {32}, NULL},
        {"[2 x <type 0>]", 11, 2, {2, 0}, NULL},
        {"<type 11>", 9, 2, {0, 0}, NULL}, /* FUNCTION_OLD without a type */
        {"<type 12>", 25, 0, {0}, NULL},
        {"<type 13>", 26, 2, {0, UINT64_C(1) << 32 | 7}, NULL}, /* not 7 */
        {"target(\"\", 4294967295)", 26, 2, {0, UINT32_MAX}, NULL},
    };
    check(rows, N(rows));
}

Test(types, that_hold_themselves_are_cut)
{
    static const uint64_t to_itself[] = {0};
    static const uint64_t twice_the_next[] = {0, 2, 2};
    const struct bl_types *types;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, NUMENTRY, BUILD_OPS(UINT32_MAX)); /* a claim, no more */
    bl_writer_record(w, 8, to_itself, 1);
    bl_writer_record(w, 21, BUILD_OPS(0, 1, 1));
    /* 2^60 leaves, if it were printed. */
    for (uint64_t i = 2; i < 60; i++)
        bl_writer_record(w, 18, BUILD_OPS(0, i + 1, i + 1));
    bl_writer_record(w, 18, twice_the_next, 3);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_types(o.module, &types, NULL), BL_OK);
    struct opened_printer printer = open_printer(&o);
    for (uint32_t i = 0; i < types->n; i++) {
        struct printed p = {0};
        int status = bl_printer_put_type(printer.printer, i, print_into, &p);
        cr_expect_eq(status, 1, "type %u is not cut", i);
        cr_expect_lt(p.n, MOST_BYTES, "type %u has %zu bytes", i, p.n);
    }
    close_printer(&printer);
    close_module(&o);
}

/* Types that an abbreviation makes out of five bits each. */
Test(types, too_many)
{
    const struct bl_types *types;
    struct bl_error err;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(2));
    for (int i = 0; i < 1000; i++)
        bl_writer_abbreviated(w, id, 2, NULL, 0, NULL);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_types(o.module, &types, &err), BL_E_LIMIT);
    cr_expect_eq(types->n, o.stream.bytes.size / BL_MIN_TYPE_BYTES);
    expect_type(&o, types->n - 1, "void");
    close_module(&o);
}

/* "i8**…", as LLVM 14 writes it: each is an abbreviation's id and the number of the one before. */
Test(types, many_pointers)
{
    enum {
        N_POINTERS = 8000,
        BITS = 13, /* of a number below */
        ID_WIDTH = 4
    };
    const struct bl_types *types;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, ID_WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(8), FIXED(BITS), LIT(0));
    bl_writer_record(w, 7, BUILD_OPS(8)); /* INTEGER */
    for (uint64_t i = 0; i < N_POINTERS; i++)
        bl_writer_abbreviated(w, id, 8, BUILD_OPS(i, 0), NULL);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_types(o.module, &types, NULL), BL_OK);
    cr_expect_eq(types->n, N_POINTERS + 1);
    close_module(&o);
}

/* CODE with operands of a bit each, again and again. */
static void expect_too_many_parts(uint32_t code)
{
    static const uint64_t ops[BL_MAX_OPERANDS_FLOOR / 4];
    const struct bl_types *types;
    struct bl_error err;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(code), ARRAY, FIXED(1));
    for (int i = 0; i < 5; i++)
        bl_writer_abbreviated(w, id, code, ops, sizeof ops / sizeof *ops, NULL);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_types(o.module, &types, &err), BL_E_LIMIT);
    cr_expect_eq(types->n, 4);
    close_module(&o);
}

Test(types, too_many_parts)
{
    expect_too_many_parts(18); /* STRUCT_ANON */
    expect_too_many_parts(26); /* TARGET_TYPE: integers */
}

/* Parts that are no types, or too deep, integers and long names unfold as types do. */
Test(types, that_unfold_are_cut_whatever_they_hold)
{
    enum {
        STRUCT_ANON = 18,
        TARGET_TYPE = 26,
        N_PARTS = 2000,
        N_OUTER = 50
    };
    uint64_t ops[N_PARTS];
    uint64_t inner[3][N_OUTER] = {{0}};
    const struct bl_types *types;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    for (int i = 0; i < N_PARTS; i++)
        ops[i] = 77;
    ops[0] = 0;
    bl_writer_record(w, STRUCT_ANON, ops, N_PARTS); /* 0: parts that are not there */
    for (int i = 0; i < N_PARTS; i++)
        ops[i] = 'n';
    bl_writer_record(w, STRUCT_NAME, ops, N_PARTS);
    bl_writer_record(w, TARGET_TYPE, ops, N_PARTS); /* 1: no types, many integers, a long name */
    for (uint64_t i = 0; i < 2; i++) {
        for (int k = 1; k < N_OUTER; k++)
            inner[i][k] = i;
        bl_writer_record(w, STRUCT_ANON, inner[i], N_OUTER); /* 2 and 3: of 0, of 1 */
    }
    for (int i = 0; i < N_PARTS; i++)
        ops[i] = 4;
    bl_writer_record(w, STRUCT_ANON, ops, N_OUTER * 10); /* 4: of itself */
    bl_writer_exit(w);
    struct opened o = end_module(w);
    (void)bl_module_types(o.module, &types, NULL);
    cr_assert_eq(types->n, 5);
    struct opened_printer printer = open_printer(&o);
    for (uint32_t i = 2; i < types->n; i++) {
        struct printed p = {0};
        cr_expect_geq(bl_printer_put_type(printer.printer, i, print_into, &p), 0);
        cr_expect_lt(p.n, MOST_BYTES, "type %u has %zu bytes", i, p.n);
        cr_expect_gt(p.n, N_OUTER);
    }
    close_printer(&printer);
    close_module(&o);
}

Test(types, of_llvm_2_9_have_a_table_and_names_of_their_own)
{
    static const struct row rows[] = {
        {"i8", 7, 1, {8}, NULL},
        {"%pair", 10, 3, {0, 0, 0}, NULL},        /* STRUCT_OLD, named below */
        {"<{ i8, i8 }>", 10, 3, {1, 0, 0}, NULL}, /* and one that is not */
        {"i8 (%pair*)", 9, 4, {0, 7, 0, 4}, NULL},
        {"%pair*", 8, 1, {1}, NULL},
        {"%gone", 6, 0, {0}, NULL},
    };
    const struct bl_types *types;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, PARAMATTR_GROUP, WIDTH); /* the id meant TYPE_BLOCK then */
    bl_writer_record(w, NUMENTRY, BUILD_OPS(N(rows)));
    write_rows(w, rows, N(rows));
    bl_writer_exit(w);
    bl_writer_enter(w, IDENTIFICATION, WIDTH); /* and this one TYPE_SYMTAB */
    bl_writer_record(w, 1, BUILD_OPS(1, 'p', 'a', 'i', 'r'));
    bl_writer_record(w, 1, BUILD_OPS(5, 'g', 'o', 'n', 'e'));
    bl_writer_record(w, 1, BUILD_OPS(0, 'b', 'y', 't', 'e')); /* no struct */
    bl_writer_record(w, 1, BUILD_OPS(77, 'x'));               /* no type */
    bl_writer_record(w, 1, BUILD_OPS(2));                     /* no name */
    bl_writer_record(w, 2, BUILD_OPS(2, 'n', 'o'));           /* no ENTRY */
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_types(o.module, &types, NULL), BL_OK);
    cr_assert_eq(types->n, N(rows));
    for (uint32_t i = 0; i < types->n; i++)
        expect_type(&o, i, rows[i].text);
    expect_body(&o, 1, "{ i8, i8 }");
    expect_body(&o, 5, "opaque");
    cr_expect(types->has_typed_pointers);
    close_module(&o);
}

/* The block with the id that TYPE_BLOCK_OLD had is PARAMATTR_GROUP, as its first record says. */
Test(types, are_not_taken_from_attribute_groups)
{
    const struct bl_types *types;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, PARAMATTR_GROUP, WIDTH);
    bl_writer_record(w, 3, BUILD_OPS(1, UINT32_MAX, 0, 18));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_types(o.module, &types, NULL), BL_OK);
    cr_expect_eq(types->n, 0);
    expect_type(&o, 0, "<type 0>");
    expect_type(&o, BL_NONE, "<no type>");
    close_module(&o);
}

Test(types, before_the_damage_are_told)
{
    const struct bl_types *types;
    struct bl_error err;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_record(w, 7, BUILD_OPS(32));
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 9, WIDTH); /* an abbreviation that nobody defined */
    bl_writer_exit(w);
    struct opened o = end_module(w);
    for (int again = 0; again < 2; again++) {
        cr_expect_eq(bl_module_types(o.module, &types, &err), BL_E_MALFORMED);
        cr_expect_eq(err.bit_pos, at);
        cr_expect_eq(err.depth, 2);
        cr_assert_eq(types->n, 2);
        expect_type(&o, 1, "i32");
    }
    close_module(&o);
}
