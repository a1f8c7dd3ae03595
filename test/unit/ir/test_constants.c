/* test_constants.c - constants by number, and what each is printed as
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/opened.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))
#define SIGNED(v) ((v) < 0 ? (uint64_t) - (v) << 1 | 1 : (uint64_t)(v) << 1)

enum {
    SETTYPE = 1,
    GLOBALVAR = 7,
    FIRST = 1, /* value number of the first constant: there is one global */
};

/* Numbers of the types below. */
enum {
    I32,
    PTR,
    FLOAT,
    DOUBLE,
    HALF,
    FP80,
    FP128,
    I8,
    ARRAY_I8,
    ARRAY_I32,
    VECTOR_F,
    STRUCT_T,
    I1,
    I128,
    FN,
    TOKEN_T,
    PPC,
    I16,
    ARRAY_I16,
    PACKED
};

static void write_types(struct bl_writer *w)
{
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 7, BUILD_OPS(32));
    bl_writer_record(w, 25, BUILD_OPS(0));
    bl_writer_record(w, 3, NULL, 0);
    bl_writer_record(w, 4, NULL, 0);
    bl_writer_record(w, 10, NULL, 0);
    bl_writer_record(w, 13, NULL, 0);
    bl_writer_record(w, 14, NULL, 0);
    bl_writer_record(w, 7, BUILD_OPS(8));
    bl_writer_record(w, 11, BUILD_OPS(3, I8));
    bl_writer_record(w, 11, BUILD_OPS(2, I32));
    bl_writer_record(w, 12, BUILD_OPS(2, FLOAT));
    bl_writer_record(w, 18, BUILD_OPS(0, I32, PTR));
    bl_writer_record(w, 7, BUILD_OPS(1));
    bl_writer_record(w, 7, BUILD_OPS(128));
    bl_writer_record(w, 21, BUILD_OPS(0, I32));
    bl_writer_record(w, 22, NULL, 0);
    bl_writer_record(w, 15, NULL, 0);
    bl_writer_record(w, 7, BUILD_OPS(16));
    bl_writer_record(w, 11, BUILD_OPS(2, I16));
    bl_writer_record(w, 18, BUILD_OPS(1, I32));
    bl_writer_exit(w);
}

/* Constant NUMBER of the module's, of which there are CONSTANTS, with its type. Returns what
 * bl_printer_put_value() does. */
static int print_constant(struct opened *o, const struct bl_constant *constants, uint32_t number,
                          struct printed *p)
{
    struct opened_printer printer = open_printer(o);
    uint32_t n_globals;
    cr_assert_eq(bl_module_count(o->module, &n_globals, NULL), BL_OK);
    cr_expect_geq(bl_printer_put_type(printer.printer, constants[number].type, print_into, p), 0);
    print_into(p, " ", 1);
    int status = bl_printer_put_value(printer.printer, n_globals + number, print_into, p);
    close_printer(&printer);
    return status;
}

struct row {
    const char *text;
    uint32_t type, code, n_ops;
    uint64_t ops[8];
};

/* A module with global @g and the constants of ROWS; each must be printed as it says. */
static void check(const struct row *rows, size_t n)
{
    const struct bl_constant *constants;
    uint32_t count;
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 1, BUILD_OPS(2));
    write_types(w);
    bl_writer_record(w, GLOBALVAR, BUILD_OPS(0, 1, I32, 3, 0, 0, 0, 0));
    bl_writer_enter(w, CONSTANTS, WIDTH);
    for (size_t i = 0; i < n; i++) {
        bl_writer_record(w, SETTYPE, BUILD_OPS(rows[i].type));
        bl_writer_record(w, rows[i].code, rows[i].ops, rows[i].n_ops);
    }
    bl_writer_exit(w);
    bl_writer_exit(w);
    bl_writer_enter(w, 23, WIDTH); /* STRTAB */
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    bl_writer_abbreviated(w, id, 1, NULL, 0,
                          &(struct bl_view){.data = (const uint8_t *)"g", .size = 1});
    bl_writer_exit(w);
    struct opened o = open_module(w);
    cr_assert_eq(bl_module_constants(o.module, &constants, &count, NULL), BL_OK);
    cr_assert_eq(count, n);
    cr_expect_null(bl_module_constant(o.module, 0)); /* the variable */
    cr_expect_null(bl_module_constant(o.module, 1 + count));
    cr_expect_null(bl_module_constant(o.module, BL_NONE));
    for (uint32_t i = 0; i < count; i++)
        cr_expect_eq(bl_module_constant(o.module, 1 + i), &constants[i]);
    /* From the last to the first: order does not matter. */
    for (size_t i = n; i-- > 0;) {
        struct printed p = {0};
        cr_expect_eq(print_constant(&o, constants, (uint32_t)i, &p), BL_OK);
        cr_expect_str_eq(p.text, rows[i].text, "constant %zu is \"%s\", not \"%s\"", i, p.text,
                         rows[i].text);
        cr_expect_eq(constants[i].code, rows[i].code);
    }
    close_module(&o);
}

Test(constants, that_are_data)
{
    static const struct row rows[] = {
        {"i32 0", I32, 2, 0, {0}},
        {"ptr null", PTR, 2, 0, {0}},
        {"i1 false", I1, 2, 0, {0}},
        {"float 0.000000e+00", FLOAT, 2, 0, {0}},
        {"[2 x i32] zeroinitializer", ARRAY_I32, 2, 0, {0}},
        {"token none", TOKEN_T, 2, 0, {0}},
        {"i32 undef", I32, 3, 0, {0}},
        {"i32 poison", I32, 26, 0, {0}},
        {"i32 -7", I32, 4, 1, {SIGNED(-7)}},
        {"i1 true", I1, 4, 1, {SIGNED(1)}},
        {"i32 -9223372036854775808", I32, 4, 1, {1}}, /* minus zero */
        {"i128 -18446744073709551616", I128, 5, 2, {SIGNED(0), SIGNED(-1)}},
        {"i128 170141183460469231731687303715884105727",
         I128,
         5,
         2,
         {SIGNED(-1), (UINT64_MAX >> 1) << 1}},
        {"float 1.500000e+00", FLOAT, 6, 1, {0x3FC00000}},
        {"float 0x3FB99999A0000000", FLOAT, 6, 1, {0x3DCCCCCD}},
        {"float 0x7FF0000000000000", FLOAT, 6, 1, {0x7F800000}},
        {"double -2.000000e+00", DOUBLE, 6, 1, {0xC000000000000000}},
        {"double 1.000000e-01", DOUBLE, 6, 1, {0x3FB999999999999A}},
        {"double 0x3FD5555555555555", DOUBLE, 6, 1, {0x3FD5555555555555}},
        {"double 1.968750e+00", DOUBLE, 6, 1, {0x3FFF800000000000}},
        {"double 0x3FFFC00000000000", DOUBLE, 6, 1, {0x3FFFC00000000000}}, /* 1.984375: 7 digits */
        {"double 0x3EB0C6F7A0B5ED8D", DOUBLE, 6, 1, {0x3EB0C6F7A0B5ED8D}}, /* nearly 1e-06 */
        {"double 1.000000e-05", DOUBLE, 6, 1, {0x3EE4F8B588E368F1}},
        {"double -0.000000e+00", DOUBLE, 6, 1, {0x8000000000000000}},
        {"double 0x600000000", DOUBLE, 6, 1, {0x600000000}},
        {"half 0xH3C00", HALF, 6, 1, {0x3C00}},
        {"x86_fp80 0xK3FFF8000000000000000", FP80, 6, 2, {0x3FFF800000000000, 0}},
        {"fp128 0xL00000000000000013FFF000000000000", FP128, 6, 2, {1, 0x3FFF000000000000}},
        {"ppc_fp128 0xM3FF00000000000000000000000000000", PPC, 6, 2, {0x3FF0000000000000, 0}},
        {"[3 x i8] c\"a\\22\\00\"", ARRAY_I8, 8, 3, {'a', '"', 0}},
        {"[3 x i8] c\"ab\\00\"", ARRAY_I8, 9, 2, {'a', 'b'}},
        {"[3 x i8] c\"abc\"", ARRAY_I8, 22, 3, {'a', 'b', 'c'}},
        {"[2 x i32] [i32 1, i32 -1]", ARRAY_I32, 22, 2, {1, 0xFFFFFFFF}},
        {"[2 x i16] [i16 -32768, i16 2]", ARRAY_I16, 22, 2, {0x8000, 2}},
        {"<2 x float> <float 1.000000e+00, float 2.000000e+00>",
         VECTOR_F,
         22,
         2,
         {0x3F800000, 0x40000000}},
        {"{ i32, ptr } { i32 0, ptr @g }", STRUCT_T, 7, 2, {FIRST, 0}},
        {"<{ i32 }> <{ i32 0 }>", PACKED, 7, 1, {FIRST}},
    };
    check(rows, N(rows));
}

Test(constants, that_are_expressions)
{
    static const struct row rows[] = {
        {"i32 5", I32, 4, 1, {SIGNED(5)}},
        {"i32 add nsw (i32 5, i32 5)", I32, 10, 4, {0, FIRST, FIRST, 2}},
        {"i32 sub (i32 5, i32 5)", I32, 10, 3, {1, FIRST, FIRST}},
        {"i32 lshr exact (i32 5, i32 5)", I32, 10, 4, {8, FIRST, FIRST, 1}},
        {"i32 <unknown> (i32 5, i32 5)", I32, 10, 3, {40, FIRST, FIRST}},
        {"double fdiv (i32 5, i32 5)", DOUBLE, 10, 3, {4, FIRST, FIRST}},
        {"i32 ptrtoint (ptr @g to i32)", I32, 11, 3, {9, PTR, 0}},
        {"i32 <unknown> (ptr @g to i32)", I32, 11, 3, {99, PTR, 0}},
        {"ptr getelementptr inbounds ([2 x i32], ptr @g, i32 5)",
         PTR,
         20,
         5,
         {ARRAY_I32, PTR, 0, I32, FIRST}},
        {"ptr getelementptr (ptr @g, i32 5)", PTR, 12, 4, {PTR, 0, I32, FIRST}},
        {"ptr getelementptr inbounds (i32, ptr @g, inrange i32 5)",
         PTR,
         24,
         6,
         {I32, 1, PTR, 0, I32, FIRST}},
        {"ptr getelementptr nusw nuw (i32, ptr @g, i32 5)",
         PTR,
         32,
         6,
         {I32, 6, PTR, 0, I32, FIRST}},
        {"ptr getelementptr inrange(-8, 16) (i32, ptr @g)",
         PTR,
         31,
         7,
         {I32, 0, 64, SIGNED(-8), SIGNED(16), PTR, 0}},
        {"i1 icmp slt (i32 5, i32 5)", I1, 17, 4, {I32, FIRST, FIRST, 40}},
        {"i1 fcmp oeq (i32 5, i32 5)", I1, 17, 4, {I32, FIRST, FIRST, 1}},
        {"i1 fcmp <unknown> (i32 5, i32 5)", I1, 17, 4, {I32, FIRST, FIRST, 20}},
        {"i32 select (i32 5, i32 5, i32 5)", I32, 13, 3, {FIRST, FIRST, FIRST}},
        {"float fneg (i32 5)", FLOAT, 25, 2, {0, FIRST}},
        {"i32 extractelement (ptr @g, i32 5)", I32, 14, 4, {PTR, 0, I32, FIRST}},
        {"i32 insertelement (ptr @g, i32 5, i32 5)", I32, 15, 4, {0, FIRST, I32, FIRST}},
        {"i32 shufflevector (i32 5, i32 5, ptr @g)", I32, 16, 3, {FIRST, FIRST, 0}},
        {"i32 shufflevector (i32 5, i32 5, ptr @g)", I32, 19, 4, {I32, FIRST, FIRST, 0}},
        {"ptr blockaddress(@g, %<badref>)", PTR, 21, 3, {FN, 0, 3}},
        {"ptr dso_local_equivalent @g", PTR, 27, 2, {PTR, 0}},
        {"ptr no_cfi @g", PTR, 29, 2, {PTR, 0}},
        {"ptr ptrauth (ptr @g, i32 5, i32 5, ptr @g)", PTR, 33, 4, {0, FIRST, FIRST, 0}},
        {"ptr null", PTR, 2, 0, {0}},
        {"ptr ptrauth (ptr @g, i32 5)", PTR, 34, 5, {0, FIRST, FIRST + 26, FIRST + 26, FIRST + 26}},
        {"ptr asm sideeffect \"x\", \"r\"", PTR, 30, 6, {FN, 1, 1, 'x', 1, 'r'}},
        {"ptr asm alignstack inteldialect \"x\", \"r\"", PTR, 23, 5, {6, 1, 'x', 1, 'r'}},
        {"ptr asm unwind \"x\"", PTR, 28, 3, {8, 1, 'x'}},
    };
    check(rows, N(rows));
}

Test(constants, that_are_not_sound_are_told_as_far_as_they_go)
{
    static const struct row rows[] = {
        {"i32 <unknown constant>", I32, 90, 2, {1, 2}},
        {"<no type> undef", 400, 3, 0, {0}},
        {"i32 0", I32, 4, 0, {0}},
        {"ptr getelementptr (i32)", PTR, 32, 0, {0}}, /* an operand that is missing is 0 */
        {"ptr getelementptr (i32)", PTR, 31, 4, {I32, 0, 128, UINT64_MAX}}, /* a range cut short */
        {"ptr asm", PTR, 30, 0, {0}},
        {"ptr asm \"x\"", PTR, 30, 4, {FN, 0, UINT64_MAX, 'x'}},
        {"i32 add (<no type> <badref>, <no type> <badref>)", I32, 10, 3, {0, 7777, UINT64_MAX}},
        {"i32 select (<no type> <badref>, <no type> <badref>, <no type> <badref>)",
         I32,
         13,
         0,
         {0}},
    };
    check(rows, N(rows));
}

Test(constants, that_hold_themselves_are_cut)
{
    const struct bl_constant *constants;
    uint32_t n;
    struct bl_writer *w = begin_module();
    write_types(w);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(STRUCT_T));
    bl_writer_record(w, 7, BUILD_OPS(0, 0, 0, 0, 0, 0, 0, 0));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_constants(o.module, &constants, &n, NULL), BL_OK);
    struct printed p = {0};
    cr_expect_eq(print_constant(&o, constants, 0, &p), 1);
    cr_expect(strstr(p.text, "{ i32, ptr } { { i32, ptr } "));
    cr_expect_lt(p.n, MOST_BYTES);
    close_module(&o);
}

/* Of each part the type is reported, which may be long itself. */
Test(constants, of_types_that_unfold_are_cut)
{
    const struct bl_constant *constants;
    uint32_t n;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 21, BUILD_OPS(1, 1, 0)); /* 0: a function that takes its like */
    bl_writer_exit(w);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(0));
    bl_writer_record(w, 7, BUILD_OPS(1, 1, 1)); /* of constants like it */
    bl_writer_record(w, 7, BUILD_OPS(0, 0, 1));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_constants(o.module, &constants, &n, NULL), BL_OK);
    struct printed p = {0};
    cr_expect_eq(print_constant(&o, constants, 1, &p), 1);
    cr_expect_gt(p.n, 4096);
    cr_expect_lt(p.n, MOST_BYTES);
    close_module(&o);
}

/* A string that has begun is printed whole; of one that is met again and again there is enough some
 * time. */
Test(constants, of_strings_that_unfold_are_cut)
{
    enum {
        LENGTH = 10000,
        N_PARTS = 1000,
        SIXTEEN_TIMES = 16
    };
    static uint64_t characters[LENGTH];
    static const uint64_t parts[N_PARTS]; /* each is constant 0 */
    const struct bl_constant *constants;
    uint32_t n;
    struct bl_writer *w = begin_module();
    for (size_t i = 0; i < LENGTH; i++)
        characters[i] = 'x';
    write_types(w);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(STRUCT_T));
    bl_writer_record(w, 8, characters, LENGTH);
    bl_writer_record(w, 7, parts, N_PARTS);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_constants(o.module, &constants, &n, NULL), BL_OK);
    struct printed whole = {0};
    cr_expect_eq(print_constant(&o, constants, 0, &whole), BL_OK);
    cr_expect_gt(whole.n, LENGTH);
    struct printed many = {0};
    cr_expect_eq(print_constant(&o, constants, 1, &many), 1);
    cr_expect_gt(many.n, SIXTEEN_TIMES * LENGTH);
    cr_expect_lt(many.n, MOST_BYTES);
    close_module(&o);
}

/* Nor is a number of hundreds of digits printed for each of many parts. */
Test(constants, of_wide_integers_that_unfold_are_cut)
{
    enum {
        WORDS = 32,
        N_PARTS = 20000
    };
    uint64_t words[WORDS];
    static const uint64_t parts[N_PARTS]; /* each is constant 0 */
    const struct bl_constant *constants;
    uint32_t n;
    struct bl_writer *w = begin_module();
    for (size_t i = 0; i < WORDS; i++)
        words[i] = SIGNED(INT64_MAX);
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 7, BUILD_OPS(WORDS * 64));
    bl_writer_record(w, 18, BUILD_OPS(0, 0, 0));
    bl_writer_exit(w);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(0));
    bl_writer_record(w, 5, words, WORDS);
    bl_writer_record(w, SETTYPE, BUILD_OPS(1));
    bl_writer_record(w, 7, parts, N_PARTS);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_constants(o.module, &constants, &n, NULL), BL_OK);
    struct printed whole = {0};
    cr_expect_eq(print_constant(&o, constants, 0, &whole), BL_OK);
    cr_expect_gt(whole.n, WORDS * 19);
    struct printed many = {0};
    cr_expect_eq(print_constant(&o, constants, 1, &many), 1);
    cr_expect_gt(many.n, whole.n);
    cr_expect_lt(many.n, MOST_BYTES);
    close_module(&o);
}

Test(constants, need_the_abbreviations_before_them)
{
    const struct bl_constant *constants;
    struct bl_record rec = {0};
    struct bl_error err;
    uint32_t n;
    struct bl_writer *w = begin_module();
    write_types(w);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, 4, BUILD_OPS(2)); /* before any SETTYPE */
    uint32_t settype = BUILD_DEFINE(w, LIT(SETTYPE), VBR(6));
    bl_writer_abbreviated(w, settype, SETTYPE, BUILD_OPS(I32), NULL);
    uint32_t integer = BUILD_DEFINE(w, LIT(4), FIXED(20));
    bl_writer_abbreviated(w, integer, 4, BUILD_OPS(77), NULL);
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 9, WIDTH); /* damage */
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_constants(o.module, &constants, &n, &err), BL_E_MALFORMED);
    cr_expect_eq(err.bit_pos, at);
    cr_assert_eq(n, 2);
    cr_expect_eq(constants[0].type, BL_NONE);
    cr_expect_eq(constants[1].type, I32);
    cr_assert_eq(bl_constant_read(o.module, &constants[1], &rec, NULL), BL_OK);
    cr_expect_eq(rec.n_ops, 1);
    cr_expect_eq(rec.ops[0], 77);
    struct bl_constant wrong = {.bit_pos = 40};
    cr_expect_eq(bl_constant_read(o.module, &wrong, &rec, &err), BL_E_ARGUMENT);
    wrong.bit_pos = constants[0].bit_pos + 1;
    (void)bl_constant_read(o.module, &wrong, &rec, NULL); /* whatever is there, it is read safely */
    bl_record_release(&rec);
    close_module(&o);
}

/* Single constants of small and large blocks in turn, each block with an abbreviation of its own
 * that is defined before its last constant. */
Test(constants, of_several_blocks)
{
    enum {
        N_BLOCKS = 6,
        N_SMALL = 3,
        N_LARGE = 2000
    };
    const struct bl_constant *constants;
    struct bl_record rec = {0};
    uint32_t count;
    struct bl_writer *w = begin_module();
    write_types(w);
    for (unsigned block = 0; block < N_BLOCKS; block++) {
        bl_writer_enter(w, CONSTANTS, WIDTH);
        bl_writer_record(w, SETTYPE, BUILD_OPS(I32));
        for (unsigned i = 0; i < (block % 2 ? N_LARGE : N_SMALL); i++)
            bl_writer_record(w, 4, BUILD_OPS(SIGNED((int)(block * N_LARGE + i))));
        uint32_t id = BUILD_DEFINE(w, LIT(4), FIXED(32));
        bl_writer_abbreviated(w, id, 4, BUILD_OPS(SIGNED(-1 - (int)block)), NULL);
        bl_writer_exit(w);
    }
    bl_writer_exit(w);
    struct opened o = open_module(w);
    cr_assert_eq(bl_module_constants(o.module, &constants, &count, NULL), BL_OK);
    cr_assert_eq(count, N_BLOCKS / 2 * (N_SMALL + N_LARGE + 2));
    for (unsigned round = 0; round < 2 * N_LARGE; round++) {
        uint32_t first = 0;
        for (unsigned block = 0; block < N_BLOCKS; block++) {
            unsigned n = block % 2 ? N_LARGE : N_SMALL;
            unsigned i = round % (n + 1);
            int expected = i < n ? (int)(block * N_LARGE + i) : -1 - (int)block;
            cr_assert_eq(bl_constant_read(o.module, &constants[first + i], &rec, NULL), BL_OK);
            cr_assert_eq(rec.ops[0], SIGNED(expected), "constant %u of block %u", i, block);
            first += n + 1;
        }
    }
    struct bl_error err;
    struct bl_constant nowhere = constants[0];
    nowhere.bit_pos = constants[count - 1].bit_pos + 1000;
    cr_expect_eq(bl_constant_read(o.module, &nowhere, &rec, &err), BL_E_ARGUMENT);
    nowhere.bit_pos = 40; /* before all blocks of the module */
    cr_expect_eq(bl_constant_read(o.module, &nowhere, &rec, &err), BL_E_ARGUMENT);
    bl_record_release(&rec);
    close_module(&o);
}

/* What is after the operands that count does no harm, unless there is much of it; aggregates have
 * any number. */
Test(constants, with_too_many_operands)
{
    enum {
        AGGREGATE = 7
    };
    static const uint64_t ops[BL_MAX_FIXED_OPERANDS + 1] = {SIGNED(5)};
    static const char *const texts[] = {"i32 5", "i32 <unreadable>", "i32 <unreadable>",
                                        "float <unreadable>"};
    const struct bl_constant *constants;
    struct bl_record rec = {0};
    uint32_t count;
    struct bl_writer *w = begin_module();
    write_types(w);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(I32));
    bl_writer_record(w, 4, ops, BL_MAX_FIXED_OPERANDS);
    bl_writer_record(w, 4, ops, BL_MAX_FIXED_OPERANDS + 1);
    uint32_t id = BUILD_DEFINE(w, LIT(4), VBR(1)); /* which might go on and on */
    bl_writer_abbreviated(w, id, 4, BUILD_OPS(0), NULL);
    bl_writer_record(w, SETTYPE, BUILD_OPS(FLOAT));
    bl_writer_record(w, 6, ops, BL_MAX_FIXED_OPERANDS + 1);
    bl_writer_record(w, SETTYPE, BUILD_OPS(ARRAY_I32));
    bl_writer_record(w, AGGREGATE, ops, BL_MAX_FIXED_OPERANDS + 1);
    uint32_t bits = BUILD_DEFINE(w, LIT(AGGREGATE), VBR(1));
    bl_writer_abbreviated(w, bits, AGGREGATE, BUILD_OPS(0), NULL);
    bl_writer_exit(w);
    bl_writer_exit(w);
    struct opened o = open_module(w);
    cr_assert_eq(bl_module_constants(o.module, &constants, &count, NULL), BL_OK);
    cr_assert_eq(count, N(texts) + 2);
    for (size_t i = 0; i < N(texts); i++) {
        struct printed p = {0};
        struct bl_error err;
        int wanted = i > 0 ? BL_E_LIMIT : BL_OK;
        cr_expect_eq(bl_constant_read(o.module, &constants[i], &rec, &err), wanted, "%zu", i);
        cr_expect(wanted == BL_OK || err.bit_pos == constants[i].bit_pos);
        cr_expect_eq(print_constant(&o, constants, (uint32_t)i, &p), BL_OK);
        cr_expect_str_eq(p.text, texts[i], "%s", p.text);
    }
    for (size_t i = N(texts); i < count; i++)
        cr_expect_eq(bl_constant_read(o.module, &constants[i], &rec, NULL), BL_OK);
    bl_record_release(&rec);
    close_module(&o);
}

Test(constants, assembly)
{
    for (uint32_t code = 0; code < BL_IR_CODE_END; code++) {
        const char *name = bl_ir_record_name(BL_BLOCK_CONSTANTS, code);
        cr_expect_eq(bl_constant_is_assembly(code), name && strstr(name, "INLINEASM"), "%u", code);
    }
    cr_expect_not(bl_constant_is_assembly(UINT32_MAX));
}

Test(constants, parts)
{
    static const struct {
        uint32_t code, n_ops;
        uint64_t ops[8];
        uint32_t n;
        uint64_t parts[4];
        bool is_cast;
    } rows[] = {
        {2, 0, {0}, 0, {0}, false},                           /* NULL */
        {4, 1, {7}, 0, {0}, false},                           /* INTEGER */
        {8, 3, {1, 2, 3}, 0, {0}, false},                     /* STRING */
        {7, 3, {5, 6, 7}, 3, {5, 6, 7}, false},               /* AGGREGATE */
        {10, 4, {0, 5, 6, 2}, 2, {5, 6}, false},              /* CE_BINOP */
        {11, 3, {11, PTR, 5}, 1, {5}, true},                  /* bitcast */
        {11, 3, {12, PTR, 5}, 1, {5}, true},                  /* addrspacecast */
        {11, 3, {9, PTR, 5}, 1, {5}, false},                  /* ptrtoint */
        {11, 2, {11, PTR}, 0, {0}, true},                     /* cut off */
        {12, 4, {PTR, 5, I32, 6}, 2, {5, 6}, false},          /* CE_GEP_OLD */
        {20, 5, {I32, PTR, 5, I32, 6}, 2, {5, 6}, false},     /* CE_INBOUNDS_GEP */
        {24, 6, {I32, 1, PTR, 5, I32, 6}, 2, {5, 6}, false},  /* with an index in range */
        {31, 7, {I32, 0, 64, 16, 32, PTR, 5}, 1, {5}, false}, /* with a range */
        {32, 6, {I32, 6, PTR, 5, I32, 6}, 2, {5, 6}, false},  /* CE_GEP */
        {13, 3, {5, 6, 7}, 3, {5, 6, 7}, false},              /* CE_SELECT */
        {14, 4, {PTR, 5, I32, 6}, 2, {5, 6}, false},          /* CE_EXTRACTELT */
        {14, 3, {PTR, 5, 6}, 2, {5, 6}, false},               /* up to LLVM 3.3 */
        {15, 4, {5, 6, I32, 7}, 3, {5, 6, 7}, false},         /* CE_INSERTELT */
        {15, 2, {5, 6}, 2, {5, 6}, false},                    /* without an index */
        {14, 2, {PTR, 5}, 1, {5}, false},                     /* without an index */
        {16, 3, {5, 6, 7}, 3, {5, 6, 7}, false},              /* CE_SHUFFLEVEC */
        {19, 4, {I32, 5, 6, 7}, 3, {5, 6, 7}, false},         /* CE_SHUFVEC_EX */
        {17, 4, {I32, 5, 6, 40}, 2, {5, 6}, false},           /* CE_CMP */
        {21, 3, {FN, 5, 3}, 1, {5}, false},                   /* BLOCKADDRESS */
        {25, 2, {0, 5}, 1, {5}, false},                       /* CE_UNOP */
        {27, 2, {PTR, 5}, 1, {5}, true},                      /* DSO_LOCAL_EQUIVALENT */
        {29, 2, {PTR, 5}, 1, {5}, true},                      /* NO_CFI_VALUE */
        {33, 4, {5, 6, 7, 8}, 4, {5, 6, 7, 8}, false},        /* PTRAUTH */
        {99, 2, {5, 6}, 0, {0}, false},                       /* not known */
    };
    for (size_t i = 0; i < N(rows); i++) {
        struct bl_record rec = {.code = rows[i].code, .ops = rows[i].ops, .n_ops = rows[i].n_ops};
        uint64_t part;
        uint32_t n = 0;
        while (bl_constant_part(&rec, n, &part)) {
            cr_assert_lt(n, rows[i].n, "row %zu has no part %u", i, n);
            cr_expect_eq(part, rows[i].parts[n], "row %zu, part %u is %llu", i, n,
                         (unsigned long long)part);
            n++;
        }
        cr_expect_eq(n, rows[i].n, "row %zu has %u parts", i, n);
        cr_expect(n == 0 || bl_constant_has_parts(rows[i].code), "row %zu", i);
        cr_expect_eq(bl_constant_is_cast(&rec), rows[i].is_cast, "row %zu", i);
    }
    cr_expect_not(bl_constant_has_parts(4));
    cr_expect_not(bl_constant_has_parts(UINT32_MAX));
}

Test(constants, that_are_vectors_of_one_number)
{
    static const struct row rows[] = {
        {"float 1.500000e+00", FLOAT, 6, 1, {0x3FC00000}},
        {"<2 x float> splat (float 1.500000e+00)", VECTOR_F, 7, 2, {FIRST, FIRST}},
        {"<2 x float> splat (float 1.500000e+00)", VECTOR_F, 22, 2, {0x3FC00000, 0x3FC00000}},
        {"<2 x float> splat (float 1.500000e+00)", VECTOR_F, 6, 1, {0x3FC00000}},
        {"<2 x float> <float 1.500000e+00, float 2.000000e+00>",
         VECTOR_F,
         22,
         2,
         {0x3FC00000, 0x40000000}},
        {"[2 x i32] [i32 7, i32 7]", ARRAY_I32, 22, 2, {7, 7}},
        {"<2 x float> poison", VECTOR_F, 26, 0, {0}},
        {"i32 0", I32, 2, 0, {0}},
        {"<2 x float> insertelement (<2 x float> poison, float 1.500000e+00, i32 0)",
         VECTOR_F,
         15,
         4,
         {FIRST + 6, FIRST, I32, FIRST + 7}},
        {"<2 x float> splat (float 1.500000e+00)",
         VECTOR_F,
         16,
         3,
         {FIRST + 8, FIRST + 6, FIRST + 7}},
        {"<2 x float> shufflevector (<2 x float> poison, <2 x float> poison, i32 0)",
         VECTOR_F,
         16,
         3,
         {FIRST + 6, FIRST + 6, FIRST + 7}},
    };
    check(rows, N(rows));
}

/* Variables come first, then functions, whatever their values are; @g has a name. */
Test(constants, refer_to_what_has_no_name_by_its_number)
{
    static const char *const texts[] = {"{ i32, ptr } { i32 5, ptr @1 }",
                                        "{ i32, ptr } { i32 5, ptr @0 }"};
    const struct bl_constant *constants;
    uint32_t n;
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 1, BUILD_OPS(2));
    write_types(w);
    bl_writer_record(w, 8, BUILD_OPS(0, 0, FN, 0, 1, 0, 0, 0, 0, 0));
    bl_writer_record(w, GLOBALVAR, BUILD_OPS(0, 0, I32, 3, 0, 0, 0, 0));
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(I32));
    bl_writer_record(w, 4, BUILD_OPS(SIGNED(5)));
    bl_writer_record(w, SETTYPE, BUILD_OPS(STRUCT_T));
    bl_writer_record(w, 7, BUILD_OPS(2, 0));
    bl_writer_record(w, 7, BUILD_OPS(2, 1));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_constants(o.module, &constants, &n, NULL), BL_OK);
    cr_assert_eq(n, 3);
    for (uint32_t i = 0; i < N(texts); i++) {
        struct printed p = {0};
        cr_expect_eq(print_constant(&o, constants, i + 1, &p), BL_OK);
        cr_expect_str_eq(p.text, texts[i], "%s, not %s", p.text, texts[i]);
    }
    close_module(&o);
}

Test(constants, of_any_width_are_exact)
{
    static const struct {
        const char *text;
        uint64_t words[3];
        uint32_t n_words, bits;
        bool is_signed;
    } rows[] = {
        {"0", {0}, 0, 128, true},
        {"0", {0, 0}, 2, 128, true},
        {"18446744073709551616", {0, 1}, 2, 128, true},
        {"-1", {UINT64_MAX, UINT64_MAX}, 2, 128, true},
        {"340282366920938463463374607431768211455", {UINT64_MAX, UINT64_MAX}, 2, 128, false},
        {"-170141183460469231731687303715884105728", {0, UINT64_C(1) << 63}, 2, 128, true},
        {"18446744073709551615", {UINT64_MAX}, 1, 128, true}, /* the upper word is 0 */
        {"-1", {UINT64_MAX, 1}, 2, 65, true},
        {"-18446744073709551616", {0, 0xFF}, 2, 65, true}, /* what is above does not count */
        {"1000000000000000000000000000", {0x9FD0803CE8000000, 0x33B2E3C}, 2, 128, true},
        {"5", {5}, 1, 1 << 20, true},
    };
    for (size_t i = 0; i < N(rows); i++) {
        struct printed p = {0};
        bl_wide_print(rows[i].words, rows[i].n_words, rows[i].bits, rows[i].is_signed, print_into,
                      &p);
        cr_expect_str_eq(p.text, rows[i].text, "%zu: %s, not %s", i, p.text, rows[i].text);
    }
}

/* 257 words: of minus one the magnitude is small, of what is positive it is not. */
Test(constants, of_very_many_bits_are_hexadecimal)
{
    enum {
        WORDS = 257,
        BITS = WORDS * 64
    };
    uint64_t words[WORDS];
    struct printed p = {0};
    memset(words, 0xFF, sizeof words);
    bl_wide_print(words, WORDS, BITS, true, print_into, &p);
    cr_expect_str_eq(p.text, "-1");
    memset(words, 0, sizeof words);
    words[WORDS - 1] = 1;
    p = (struct printed){0};
    bl_wide_print(words, WORDS, BITS, true, print_into, &p);
    cr_expect_eq(strncmp(p.text, "u0x00000000000000010000", 23), 0, "%s", p.text);
}
