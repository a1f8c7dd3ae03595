/* test_instructions.c - every record of an instruction, old and new
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/bodies.h"

#include "ir/opcodes.h"

enum {
    UNREACHABLE = 15,
    HUGE_CODE = 99,
};

/* The magic of LLVM 3.2's switch; the bits that say that a call's type is reported. */
#define MAGIC (UINT64_C(0x4B5) << 16)
#define CALL_TYPED (UINT64_C(1) << 15)
#define INVOKE_TYPED (UINT64_C(1) << 13)
#define ROW(code, ...)                                              \
    {                                                               \
        code, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), \
        {                                                           \
            __VA_ARGS__                                             \
        }                                                           \
    }

struct row {
    const char *text; /* as describe() has it */
    struct body_record record;
};

/* Each is alone in a body of version 1 with opaque pointers. */
static const struct row rows[] = {
    {"16 add i32 v9:i32 v4:i32", ROW(2, REL(V_I32), REL(V_ONE), 0)},
    {"16 add i32 v9:i32 v4:i32 flags 3", ROW(2, REL(V_I32), REL(V_ONE), 0, 3)},
    {"16 fadd float v11:float v11:float flags 7f00", ROW(2, REL(V_FLOAT), REL(V_FLOAT), 0, 1)},
    {"16 sub i32 v9:i32 v9:i32 flags 2", ROW(2, REL(V_I32), REL(V_I32), 1, 2)},
    {"16 fsub float v11:float v11:float flags 200", ROW(2, REL(V_FLOAT), REL(V_FLOAT), 1, 2)},
    {"16 mul i64 v10:i64 v10:i64 flags 1", ROW(2, REL(V_I64), REL(V_I64), 2, 1)},
    {"16 fmul double v15:double v15:double flags 100",
     ROW(2, REL(V_DOUBLE), REL(V_DOUBLE), 2, 128)},
    {"16 udiv i32 v9:i32 v9:i32 flags 4", ROW(2, REL(V_I32), REL(V_I32), 3, 1)},
    {"16 sdiv i32 v9:i32 v9:i32", ROW(2, REL(V_I32), REL(V_I32), 4)},
    {"16 fdiv float v11:float v11:float", ROW(2, REL(V_FLOAT), REL(V_FLOAT), 4)},
    {"16 urem i32 v9:i32 v9:i32", ROW(2, REL(V_I32), REL(V_I32), 5)},
    {"16 srem i32 v9:i32 v9:i32", ROW(2, REL(V_I32), REL(V_I32), 6)},
    {"16 frem float v11:float v11:float", ROW(2, REL(V_FLOAT), REL(V_FLOAT), 6)},
    {"16 shl i32 v9:i32 v9:i32 flags 3", ROW(2, REL(V_I32), REL(V_I32), 7, 3)},
    {"16 lshr i32 v9:i32 v9:i32 flags 4", ROW(2, REL(V_I32), REL(V_I32), 8, 1)},
    {"16 ashr i32 v9:i32 v9:i32", ROW(2, REL(V_I32), REL(V_I32), 9)},
    {"16 and i32 v9:i32 v9:i32", ROW(2, REL(V_I32), REL(V_I32), 10)},
    {"16 or i32 v9:i32 v9:i32 flags 8", ROW(2, REL(V_I32), REL(V_I32), 11, 1)},
    {"16 xor <4 x i32> v13:<4 x i32> v6:<4 x i32>", ROW(2, REL(V_VECTOR), REL(V_MASK), 12)},
    {"16 unknown i32 r7 r7 r77", ROW(2, REL(V_I32), REL(V_I32), 77)},
    {"16 fneg float v11:float flags 200", ROW(56, REL(V_FLOAT), 0, 2)},

    {"16 trunc i32 v10:i64 flags 3", ROW(3, REL(V_I64), T_I32, 0, 3)},
    {"16 zext i64 v9:i32 flags 10", ROW(3, REL(V_I32), T_I64, 1, 1)},
    {"16 sext i64 v9:i32", ROW(3, REL(V_I32), T_I64, 2)},
    {"16 fptoui i32 v11:float", ROW(3, REL(V_FLOAT), T_I32, 3)},
    {"16 fptosi i32 v11:float", ROW(3, REL(V_FLOAT), T_I32, 4)},
    {"16 uitofp float v9:i32 flags 10", ROW(3, REL(V_I32), T_FLOAT, 5, 1)},
    {"16 sitofp <4 x float> v13:<4 x i32>", ROW(3, REL(V_VECTOR), T_FLOATS, 6)},
    {"16 fptrunc float v15:double flags 400", ROW(3, REL(V_DOUBLE), T_FLOAT, 7, 4)},
    {"16 fpext double v11:float", ROW(3, REL(V_FLOAT), T_DOUBLE, 8)},
    {"16 ptrtoint i64 v12:ptr", ROW(3, REL(V_PTR), T_I64, 9)},
    {"16 inttoptr ptr v10:i64", ROW(3, REL(V_I64), T_PTR, 10)},
    {"16 bitcast float v9:i32", ROW(3, REL(V_I32), T_FLOAT, 11)},
    {"16 addrspacecast ptr v12:ptr", ROW(3, REL(V_PTR), T_PTR, 12)},
    {"16 ptrtoaddr i64 v12:ptr", ROW(3, REL(V_PTR), T_I64, 13)},

    {"16 select i32 v5:i1 v9:i32 v3:i32", ROW(5, REL(V_I32), REL(V_ZERO), REL(V_TRUE))},
    {"16 select i32 v5:i1 v9:i32 v3:i32", ROW(29, REL(V_I32), REL(V_ZERO), REL(V_TRUE))},
    {"16 select float v5:i1 v11:float v11:float flags 200",
     ROW(29, REL(V_FLOAT), REL(V_FLOAT), REL(V_TRUE), 2)},
    {"16 extractelement i32 v13:<4 x i32> v3:i32", ROW(6, REL(V_VECTOR), REL(V_ZERO))},
    {"16 insertelement <4 x i32> v13:<4 x i32> v9:i32 v8:i64",
     ROW(7, REL(V_VECTOR), REL(V_I32), REL(V_LONG_ZERO))},
    {"16 shufflevector <4 x i32> v13:<4 x i32> v13:<4 x i32> v6:<4 x i32>",
     ROW(8, REL(V_VECTOR), REL(V_VECTOR), REL(V_MASK))},
    {"16 icmp i1 v9:i32 v3:i32 predicate 32", ROW(9, REL(V_I32), REL(V_ZERO), 32)},
    {"16 icmp i1 v9:i32 v3:i32 flags 20 predicate 36", ROW(28, REL(V_I32), REL(V_ZERO), 36, 1)},
    {"16 icmp <4 x i1> v13:<4 x i32> v6:<4 x i32> predicate 33",
     ROW(28, REL(V_VECTOR), REL(V_MASK), 33)},
    {"16 icmp i1 v12:ptr v12:ptr predicate 32", ROW(28, REL(V_PTR), REL(V_PTR), 32)},
    {"16 fcmp i1 v11:float v11:float flags 200 predicate 1",
     ROW(28, REL(V_FLOAT), REL(V_FLOAT), 1, 2)},
    {"16 freeze i32 v9:i32", ROW(58, REL(V_I32))},
    {"16 extractvalue float v14:{ i32, float } 1", ROW(26, REL(V_PAIR), 1)},
    {"16 insertvalue { i32, float } v14:{ i32, float } v9:i32 0",
     ROW(27, REL(V_PAIR), REL(V_I32), 0)},
    {"16 va_arg i64 v12:ptr", ROW(23, T_PTR, REL(V_PTR), T_I64)},

    {"16 alloca ptr v4:i32 of i64 align 8", ROW(19, T_I64, T_I32, V_ONE, 64 | 4)},
    {"16 alloca ptr v4:i32 of i64 flags 300000", ROW(19, T_I64, T_I32, V_ONE, 64 | 32 | 128)},
    {"16 alloca ptr addrspace(5) v4:i32 of i64 align 4294967296",
     ROW(19, T_I64, T_I32, V_ONE, 64 | 1 | 1 << 8, 5)},
    {"16 load i32 v12:ptr align 4", ROW(20, REL(V_PTR), T_I32, 3, 0)},
    {"16 load i32 v12:ptr flags 8000", ROW(20, REL(V_PTR), T_I32, 0, 1)},
    {"16 load i32 v12:ptr align 4 ordering 6 scope 1", ROW(41, REL(V_PTR), T_I32, 3, 0, 6, 1)},
    {"store v9:i32 v12:ptr align 4", ROW(44, REL(V_PTR), REL(V_I32), 3, 0)},
    {"store v9:i32 v12:ptr flags 8000 align 4 ordering 4 scope 0",
     ROW(45, REL(V_PTR), REL(V_I32), 3, 1, 4, 0)},
    {"16 getelementptr ptr v12:ptr v8:i64 of i32 flags c0",
     ROW(43, 1, T_I32, REL(V_PTR), REL(V_LONG_ZERO))},
    {"16 getelementptr ptr v12:ptr v8:i64 v4:i32 of { i32, float } flags 81",
     ROW(43, 6, T_PAIR, REL(V_PTR), REL(V_LONG_ZERO), REL(V_ONE))},
    {"16 getelementptr <4 x ptr> v12:ptr v13:<4 x i32> of i32",
     ROW(43, 0, T_I32, REL(V_PTR), REL(V_VECTOR))},
    {"fence ordering 5 scope 1", ROW(36, 5, 1)},
    {"16 cmpxchg { i32, i1 } v12:ptr v9:i32 v4:i32 flags 18000 align 4 ordering 6 scope 1 failure "
     "2",
     ROW(46, REL(V_PTR), REL(V_I32), REL(V_ONE), 1, 6, 1, 2, 1, 3)},
    {"16 atomicrmw i32 v12:ptr v9:i32 align 4 operation 1 ordering 6 scope 1",
     ROW(59, REL(V_PTR), REL(V_I32), 1, 0, 6, 1, 3)},
    {"16 atomicrmw float v12:ptr v11:float flags 8000 operation 11 ordering 2 scope 7",
     ROW(59, REL(V_PTR), REL(V_FLOAT), 11, 1, 2, 7)},

    {"16 phi i32 v3:i32 b0 v16:i32 b0", ROW(16, T_I32, 2 * REL(V_ZERO), 0, 0, 0)},
    {"16 phi float v11:float b0 flags 200", ROW(16, T_FLOAT, 2 * REL(V_FLOAT), 0, 2)},
    {"16 call i32 v1:ptr v9:i32 of i32 (i32, ...)",
     ROW(34, 0, CALL_TYPED, T_CALLEE, REL(V_G), REL(V_I32))},
    {"16 call i32 v1:ptr v9:i32 v11:float v16:i64 of i32 (i32, ...) flags 20000 cc 8 attributes 4",
     ROW(34, 5, CALL_TYPED | 8 << 1 | 1, T_CALLEE, REL(V_G), REL(V_I32), REL(V_FLOAT), 0, T_I64)},
    {"16 call i32 v1:ptr v9:i32 of i32 (i32, ...) flags 40200",
     ROW(34, 0, CALL_TYPED | 1 << 17 | 1 << 14, 2, T_CALLEE, REL(V_G), REL(V_I32))},
    {"16 call i32 v1:ptr v9:i32 of i32 (i32, ...) flags 80000",
     ROW(34, 0, CALL_TYPED | 1 << 16, T_CALLEE, REL(V_G), REL(V_I32))},
    {"16 invoke i32 v1:ptr v9:i32 b0 b0 of i32 (i32, ...) cc 3",
     ROW(13, 0, INVOKE_TYPED | 3, 0, 0, T_CALLEE, REL(V_G), REL(V_I32))},
    {"16 callbr i32 v1:ptr v9:i32 b0 b0 b0 of i32 (i32, ...)",
     ROW(57, 0, CALL_TYPED, 0, 2, 0, 0, T_CALLEE, REL(V_G), REL(V_I32))},
    {"16 landingpad { i32, float } 0 v12:ptr 1 v12:ptr flags 400000",
     ROW(47, T_PAIR, 1, 2, 0, REL(V_PTR), 1, REL(V_PTR))},
    {"16 landingpad { i32, float } v1:ptr 0 v12:ptr flags 800000",
     ROW(40, T_PAIR, REL(V_G), 0, 1, 0, REL(V_PTR))},
    {"16 cleanuppad token v7:token v9:i32", ROW(51, REL(V_NONE), 1, REL(V_I32))},
    {"16 catchpad token v7:token v12:ptr", ROW(50, REL(V_NONE), 1, REL(V_PTR))},
    {"16 catchswitch token v7:token b0 b0 flags 1000000", ROW(52, REL(V_NONE), 1, 0, 0)},

    {"ret v9:i32", ROW(10, REL(V_I32))},
    {"br b0", ROW(11, 0)},
    {"br v5:i1 b0 b0", ROW(11, 0, 0, REL(V_TRUE))},
    {"switch v9:i32 b0 v3:i32 b0 v4:i32 b0", ROW(12, T_I32, REL(V_I32), 0, V_ZERO, 0, V_ONE, 0)},
    {"switch v9:i32 b0 1-2 18446744073709551615 b0",
     ROW(12, MAGIC, T_I32, REL(V_I32), 0, 1, 2, 0, 2, 4, 1, 3, 0)},
    {"indirectbr v12:ptr b0 b0", ROW(31, T_PTR, REL(V_PTR), 0, 0)},
    {"resume v14:{ i32, float }", ROW(39, REL(V_PAIR))},
    {"cleanupret v7:token", ROW(48, REL(V_NONE))},
    {"cleanupret v7:token b0 flags 1000000", ROW(48, REL(V_NONE), 0)},
    {"catchret v7:token b0", ROW(49, REL(V_NONE), 0)},
    {"unreachable", {UNREACHABLE, 0, {0}}},
};

/* The same in version 0, where operands are numbers of values, with pointers to i32. */
static const struct row old_rows[] = {
    {"16 add i32 v9:i32 v4:i32", ROW(2, V_I32, V_ONE, 0)},
    {"16 getelementptr i32* v12:i32* v8:i64 of i32", ROW(4, V_PTR, V_LONG_ZERO)},
    {"16 getelementptr i32* v12:i32* v8:i64 of i32 flags c0", ROW(30, V_PTR, V_LONG_ZERO)},
    {"16 getelementptr i32* v2:i32* v8:i64 of i32 flags c0", ROW(30, V_V, V_LONG_ZERO)},
    {"16 load i32 v12:i32* align 4", ROW(20, V_PTR, 3, 0)},
    {"16 load i32 v2:i32* align 4", ROW(20, V_V, 3, 0)},
    {"16 load i32 v12:i32* ordering 1 scope 0", ROW(41, V_PTR, 0, 0, 1, 0)},
    {"store v4:i32 v12:i32* align 4", ROW(24, V_PTR, V_ONE, 3, 0)},
    {"store v4:i32 v12:i32* ordering 6 scope 1", ROW(42, V_PTR, V_ONE, 0, 0, 6, 1)},
    {"16 cmpxchg i32 v12:i32* v3:i32 v4:i32 ordering 6 scope 1 failure 6",
     ROW(37, V_PTR, V_ZERO, V_ONE, 0, 6, 1)},
    {"16 cmpxchg i32 v12:i32* v3:i32 v4:i32 ordering 6 scope 1 failure 2",
     ROW(37, V_PTR, V_ZERO, V_ONE, 0, 6, 1, 2)},
    {"16 cmpxchg { i32, i1 } v12:i32* v3:i32 v4:i32 flags 10000 ordering 6 scope 1 failure 2",
     ROW(37, V_PTR, V_ZERO, V_ONE, 0, 6, 1, 2, 1)},
    {"16 atomicrmw i32 v12:i32* v4:i32 operation 2 ordering 6 scope 1",
     ROW(38, V_PTR, V_ONE, 2, 0, 6, 1)},
    {"16 alloca i32* v4:i32 of i32 align 4", ROW(19, T_PTR, T_I32, V_ONE, 3)},
    {"16 alloca i64* v4:i32 of i64", ROW(19, T_I64, T_I32, V_ONE, 64)},
    {"16 phi i32 v3:i32 b0 v16:i32 b0", ROW(16, T_I32, V_ZERO, 0, FIRST, 0)},
    {"16 call i32 v1:i32 (i32, ...)* v9:i32 v11:float of i32 (i32, ...) flags 20000",
     ROW(34, 0, 1, V_G, V_I32, V_FLOAT)},
    {"16 invoke i32 v1:i32 (i32, ...)* v9:i32 b0 b0 of i32 (i32, ...)",
     ROW(13, 0, 0, 0, 0, V_G, V_I32)},
    {"16 landingpad { i32, float } v1:i32 (i32, ...)* 0 v12:i32* flags c00000",
     ROW(40, T_PAIR, V_G, 1, 1, 0, V_PTR)},
    {"switch v9:i32 b0 v4:i32 b0", ROW(12, T_I32, V_I32, 0, V_ONE, 0)},
    {"br v5:i1 b0 b0", ROW(11, 0, 0, V_TRUE)},
    {"unwind", {14, 0, {0}}},
    {"ret v16:i32", ROW(10, FIRST, T_I32)}, /* never defined: reported, and found at the end */
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* A body of RECORD, and an end after it unless it is one itself. */
static struct opened body_of(const struct body_record *record, uint32_t version, bool typed,
                             bool is_end)
{
    struct bl_writer *w = begin_body(version, typed, 1);
    write_body_record(w, record);
    if (!is_end)
        bl_writer_record(w, UNREACHABLE, NULL, 0);
    return end_body(w);
}

static bool is_end(const struct body_record *record)
{
    static const uint8_t ends[] = {10, 11, 12, 13, 14, 15, 31, 39, 48, 49, 52, 57};
    return memchr(ends, (int)record->code, sizeof ends) != NULL;
}

static void expect_row(const struct row *row, uint32_t version, bool typed)
{
    struct opened o = body_of(&row->record, version, typed, is_end(&row->record));
    struct bl_function *f;
    struct bl_instruction inst;
    struct bl_error err = {0};
    struct printed p;
    cr_assert_eq(bl_function_open(&f, o.module, V_F, &err), BL_OK, "%s", err.what);
    cr_expect_eq(bl_function_next(f, &inst, &err), 1, "%s: %s", row->text, err.what);
    describe(&p, f, &inst);
    cr_expect_str_eq(p.text, row->text, "\"%s\", not \"%s\"", p.text, row->text);
    cr_expect_eq(inst.code, row->record.code);
    cr_expect_eq(bl_opcode_is(inst.opcode, BL_IS_TERMINATOR), is_end(&row->record));
    bl_function_close(f);
    close_module(&o);
}

Test(instructions, of_every_code)
{
    for (size_t i = 0; i < N(rows); i++)
        expect_row(&rows[i], 1, false);
}

Test(instructions, of_old_modules)
{
    for (size_t i = 0; i < N(old_rows); i++)
        expect_row(&old_rows[i], 0, true);
}

/* Gone before LLVM 3.0: MALLOC, FREE, STORE_OLDEST, CALL_OLD, GETRESULT; never in a release:
 * CATCHENDPAD, CLEANUPENDPAD. */
static bool is_older(uint32_t code)
{
    static const uint8_t older[] = {17, 18, 21, 22, 25, 53, 54};
    return memchr(older, (int)code, sizeof older) != NULL;
}

/* Every other code is in the tables above. */
Test(instructions, are_all_tested)
{
    for (uint32_t code = 2; code <= 59; code++) {
        bool is_tested = false;
        for (size_t i = 0; i < N(rows); i++)
            is_tested |= rows[i].record.code == code;
        for (size_t i = 0; i < N(old_rows); i++)
            is_tested |= old_rows[i].record.code == code;
        const char *name = bl_ir_record_name(FUNCTION, code);
        bool is_instruction = name && strncmp(name, "INST_", 5) == 0 && !is_older(code);
        cr_expect(is_tested || !is_instruction, "%s is not tested", name);
    }
}

/* ---- Damage ---- */

/* The first failure, or BL_OK, of reading all of @f. */
static int read_all(struct opened *o, struct bl_error *err)
{
    struct bl_function *f;
    struct bl_instruction inst;
    int rc = bl_function_open(&f, o->module, V_F, err);
    if (rc == BL_OK)
        while ((rc = bl_function_next(f, &inst, err)) > 0)
            ;
    bl_function_close(f);
    return rc;
}

static int read_record(const struct body_record *record, uint32_t version, bool typed)
{
    struct opened o = body_of(record, version, typed, is_end(record));
    struct bl_error err = {0};
    int rc = read_all(&o, &err);
    if (rc < 0) {
        cr_expect(rc == BL_E_MALFORMED || rc == BL_E_MISMATCH, "%d: %s", rc, err.what);
        cr_expect(err.what && err.has_pos && err.depth == 2);
    }
    close_module(&o);
    return rc;
}

/* Without its last operands no record is taken for a whole one, but those whose last
 * ones may be missing. */
static void cut_rows(const struct row *table, size_t n, uint32_t version, bool typed)
{
    for (size_t i = 0; i < n; i++) {
        for (uint32_t n_ops = 0; n_ops < table[i].record.n_ops; n_ops++) {
            struct body_record cut = table[i].record;
            cut.n_ops = n_ops;
            int rc = read_record(&cut, version, typed);
            bool may_be_empty = cut.code == 10;
            if (n_ops == 0 && !may_be_empty)
                cr_expect_lt(rc, 0, "%s without operands", table[i].text);
        }
    }
}

Test(instructions, that_are_cut)
{
    cut_rows(rows, N(rows), 1, false);
    cut_rows(old_rows, N(old_rows), 0, true);
}

/* Any operand may be anything. */
static void spoil_rows(const struct row *table, size_t n, uint32_t version, bool typed)
{
    static const uint64_t values[] = {
        0, 1, 2, 3, 7, 16, 17, 100, UINT32_C(1) << 16, INT32_MAX, UINT32_MAX, UINT64_MAX};
    for (size_t i = 0; i < n; i++)
        for (uint32_t op = 0; op < table[i].record.n_ops; op++)
            for (size_t k = 0; k < N(values); k++) {
                struct body_record spoilt = table[i].record;
                spoilt.ops[op] = values[k];
                (void)read_record(&spoilt, version, typed);
            }
}

Test(instructions, with_any_operand)
{
    spoil_rows(rows, N(rows), 1, false);
    spoil_rows(old_rows, N(old_rows), 0, true);
}

struct bad {
    const char *what; /* part of the text */
    int status;
    struct body_record record;
};

Test(instructions, that_contradict)
{
    static const struct bad bads[] = {
        {"in front of the first", BL_E_MALFORMED, ROW(58, 17)},
        {"over 32 bits", BL_E_MALFORMED, ROW(58, UINT64_C(1) << 32)},
        {"in front of the first", BL_E_MALFORMED, ROW(16, T_I32, 2 * 17, 0)},
        {"no value", BL_E_MISMATCH, ROW(58, UINT32_MAX - 7, T_I32)},
        {"another type than the value", BL_E_MISMATCH, ROW(28, 0, T_FLOAT, REL(V_FLOAT), 1)},
        {"no type", BL_E_MALFORMED, ROW(58, 0, 200)},
        {"no type", BL_E_MALFORMED, ROW(20, REL(V_PTR), 200, 0, 0)},
        {"another type", BL_E_MISMATCH, ROW(2, REL(V_I32), REL(V_I64), 0)},
        {"no number", BL_E_MISMATCH, ROW(2, REL(V_PTR), REL(V_PTR), 0)},
        {"integers on floats", BL_E_MISMATCH, ROW(2, REL(V_FLOAT), REL(V_FLOAT), 12)},
        {"no float", BL_E_MISMATCH, ROW(56, REL(V_I32), 0)},
        {"cast from", BL_E_MISMATCH, ROW(3, REL(V_FLOAT), T_I32, 0)},
        {"cast to", BL_E_MISMATCH, ROW(3, REL(V_I32), T_FLOAT, 1)},
        {"predicate", BL_E_MALFORMED, ROW(28, REL(V_I32), REL(V_I32), 20)},
        {"predicate", BL_E_MALFORMED, ROW(28, REL(V_I32), REL(V_I32), 256)},
        {"comparison of a type", BL_E_MISMATCH, ROW(28, REL(V_FLOAT), REL(V_FLOAT), 32)},
        {"no i1", BL_E_MISMATCH, ROW(29, REL(V_I32), REL(V_I32), REL(V_I32))},
        {"no vector", BL_E_MISMATCH, ROW(6, REL(V_I32), REL(V_ZERO))},
        {"no integer", BL_E_MISMATCH, ROW(6, REL(V_VECTOR), REL(V_FLOAT))},
        {"another type", BL_E_MISMATCH, ROW(7, REL(V_VECTOR), REL(V_FLOAT), REL(V_ZERO))},
        {"out of the aggregate", BL_E_MISMATCH, ROW(26, REL(V_PAIR), 2)},
        {"out of the aggregate", BL_E_MISMATCH, ROW(26, REL(V_I32), 0)},
        {"another type", BL_E_MISMATCH, ROW(27, REL(V_PAIR), REL(V_FLOAT), 0)},
        {"without a pointer", BL_E_MISMATCH, ROW(20, REL(V_I32), T_I32, 0, 0)},
        {"without a pointer", BL_E_MISMATCH, ROW(44, REL(V_I32), REL(V_I32), 0, 0)},
        {"without a pointer", BL_E_MISMATCH, ROW(43, 0, T_I32, REL(V_I32))},
        {"no integer", BL_E_MISMATCH, ROW(43, 0, T_I32, REL(V_PTR), REL(V_FLOAT))},
        {"alignment", BL_E_MALFORMED, ROW(20, REL(V_PTR), T_I32, 34, 0)},
        {"ordering", BL_E_MALFORMED, ROW(36, 7, 1)},
        {"operation", BL_E_MALFORMED, ROW(59, REL(V_PTR), REL(V_I32), 256, 0, 6, 1)},
        {"count", BL_E_MISMATCH, ROW(19, T_I32, T_FLOAT, V_FLOAT, 64)},
        {"no pointer", BL_E_MISMATCH, ROW(19, T_I32, T_I32, V_ONE, 3)},
        {"no basic block", BL_E_MALFORMED, ROW(11, 1)},
        {"another type", BL_E_MISMATCH, ROW(11, 0, 0, REL(V_I32))},
        {"no integer", BL_E_MISMATCH, ROW(12, T_FLOAT, REL(V_FLOAT), 0)},
        {"another type", BL_E_MISMATCH, ROW(12, T_I32, REL(V_I32), 0, V_LONG_ZERO, 0)},
        {"too few", BL_E_MALFORMED, ROW(12, T_I32, REL(V_I32), 0, V_ZERO)},
        {"too few", BL_E_MALFORMED, ROW(12, MAGIC, T_I32, REL(V_I32), 0, UINT64_MAX)},
        {"another type than the function's", BL_E_MISMATCH, ROW(10, REL(V_I64))},
        {"without a value", BL_E_MISMATCH, {10, 0, {0}}},
        {"no pointer", BL_E_MISMATCH, ROW(34, 0, CALL_TYPED, T_CALLEE, REL(V_I32), REL(V_I32))},
        {"none of a function", BL_E_MISMATCH, ROW(34, 0, CALL_TYPED, T_I32, REL(V_G), REL(V_I32))},
        {"none of a function", BL_E_MISMATCH, ROW(34, 0, 0, REL(V_G), REL(V_I32))},
        {"another type", BL_E_MISMATCH, ROW(34, 0, CALL_TYPED, T_CALLEE, REL(V_G), REL(V_I64))},
        {"too few", BL_E_MALFORMED, ROW(34, 0, CALL_TYPED, T_CALLEE, REL(V_G))},
        {"too few", BL_E_MALFORMED, ROW(57, 0, CALL_TYPED, 0, UINT32_MAX, 0)},
        {"clause", BL_E_MALFORMED, ROW(47, T_PAIR, 0, 1, 2, REL(V_PTR))},
        {"too few", BL_E_MALFORMED, ROW(47, T_PAIR, 0, UINT32_MAX)},
        {"another type", BL_E_MISMATCH, ROW(48, REL(V_I32))},
    };
    for (size_t i = 0; i < N(bads); i++) {
        struct opened o = body_of(&bads[i].record, 1, false, is_end(&bads[i].record));
        struct bl_error err = {0};
        cr_expect_eq(read_all(&o, &err), bads[i].status, "%zu: %s, not %s", i, err.what,
                     bads[i].what);
        cr_expect(err.what && strstr(err.what, bads[i].what), "%zu: %s, not %s", i, err.what,
                  bads[i].what);
        close_module(&o);
    }
}

/* Old records take the types of what pointers point to. */
Test(instructions, that_contradict_their_pointer)
{
    static const struct bad bads[] = {
        {"points to", BL_E_MISMATCH, ROW(20, REL(V_PTR), T_I64, 0, 0)},
        {"points to", BL_E_MISMATCH, ROW(44, REL(V_PTR), REL(V_I64), 0, 0)},
        {"another type", BL_E_MISMATCH, ROW(24, REL(V_PTR), REL(V_I64), 0, 0)},
        {"points to", BL_E_MISMATCH, ROW(43, 0, T_I64, REL(V_PTR))},
        {"than the callee's", BL_E_MISMATCH,
         ROW(34, 0, CALL_TYPED, T_FUNCTION, REL(V_G), REL(V_I32))},
        {"none of a function", BL_E_MISMATCH, ROW(34, 0, 0, REL(V_PTR), REL(V_I32))},
    };
    for (size_t i = 0; i < N(bads); i++) {
        struct opened o = body_of(&bads[i].record, 1, true, is_end(&bads[i].record));
        struct bl_error err = {0};
        cr_expect_eq(read_all(&o, &err), bads[i].status, "%zu: %s", i, err.what);
        cr_expect(err.what && strstr(err.what, bads[i].what), "%zu: %s, not %s", i, err.what,
                  bads[i].what);
        close_module(&o);
    }
}

Test(instructions, of_codes_that_are_not_known)
{
    struct bl_writer *w = begin_body(1, false, 3);
    bl_writer_record(w, HUGE_CODE, BUILD_OPS(5, 6));
    bl_writer_record(w, 2, BUILD_OPS(1, 2, 10));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f;
    struct bl_instruction inst;
    struct bl_body_counts counts;
    struct printed p;
    cr_assert_eq(bl_function_open(&f, o.module, V_F, NULL), BL_OK);
    cr_assert_eq(bl_function_next(f, &inst, NULL), 1);
    describe(&p, f, &inst);
    cr_expect_str_eq(p.text, "unknown r5 r6");
    cr_expect(inst.numbers_uncertain && inst.code == HUGE_CODE);
    cr_assert_eq(bl_function_next(f, &inst, NULL), 1);
    describe(&p, f, &inst);
    cr_expect_str_eq(p.text, "unknown r1 r2 r10");
    cr_expect(inst.numbers_uncertain);
    cr_assert_eq(bl_function_next(f, &inst, NULL), 1);
    cr_expect(inst.opcode == BL_OP_UNKNOWN && inst.numbers_uncertain);
    /* How many blocks there are cannot be reported any more. */
    cr_expect_eq(bl_function_next(f, &inst, NULL), 0);
    cr_expect_eq(bl_function_count(o.module, V_F, &counts, NULL), 1);
    cr_expect(counts.n_instructions == 3 && counts.n_unknown == 1 && counts.n_basic_blocks == 3);
    bl_function_close(f);
    close_module(&o);
}

/* Where numbers are uncertain, a distance may be any that 64 bits hold. */
Test(instructions, that_refer_from_afar)
{
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_record(w, HUGE_CODE, BUILD_OPS(5, 6));
    bl_writer_record(w, 16, BUILD_OPS(T_I32, 1, 0)); /* 1 is "minus zero": the least integer */
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct bl_function *f;
    struct bl_instruction inst;
    struct printed p;
    cr_assert_eq(bl_function_open(&f, o.module, V_F, NULL), BL_OK);
    cr_assert_eq(bl_function_next(f, &inst, NULL), 1);
    cr_assert_eq(bl_function_next(f, &inst, NULL), 1);
    describe(&p, f, &inst);
    cr_expect_str_eq(p.text, "unknown r2 r1 r0");
    bl_function_close(f);
    close_module(&o);
}

/* As in llvm/IR/Instruction.def of LLVM 22, and unwind. */
Test(instructions, have_traits)
{
    static const uint8_t terminators[] = {
        BL_OP_RET,      BL_OP_BR,          BL_OP_SWITCH,      BL_OP_INDIRECTBR,
        BL_OP_INVOKE,   BL_OP_RESUME,      BL_OP_UNREACHABLE, BL_OP_CLEANUPRET,
        BL_OP_CATCHRET, BL_OP_CATCHSWITCH, BL_OP_CALLBR,      BL_OP_UNWIND,
    };
    static const uint8_t calls[] = {BL_OP_CALL, BL_OP_INVOKE, BL_OP_CALLBR};
    static const uint8_t casts[] = {
        BL_OP_TRUNC,    BL_OP_ZEXT,    BL_OP_SEXT,          BL_OP_FPTOUI,    BL_OP_FPTOSI,
        BL_OP_UITOFP,   BL_OP_SITOFP,  BL_OP_FPTRUNC,       BL_OP_FPEXT,     BL_OP_PTRTOINT,
        BL_OP_INTTOPTR, BL_OP_BITCAST, BL_OP_ADDRSPACECAST, BL_OP_PTRTOADDR,
    };
    uint8_t traits[BL_OP_MAX] = {0};
    for (size_t i = 0; i < N(terminators); i++)
        traits[terminators[i]] |= BL_IS_TERMINATOR;
    for (size_t i = 0; i < N(calls); i++)
        traits[calls[i]] |= BL_IS_CALL;
    for (size_t i = 0; i < N(casts); i++)
        traits[casts[i]] |= BL_IS_CAST;
    for (unsigned i = 0; i < BL_OP_MAX; i++) {
        cr_expect_eq(bl_opcode_is(i, BL_IS_TERMINATOR), (traits[i] & BL_IS_TERMINATOR) != 0, "%u",
                     i);
        cr_expect_eq(bl_opcode_is(i, BL_IS_CALL), (traits[i] & BL_IS_CALL) != 0, "%u", i);
        cr_expect_eq(bl_opcode_is(i, BL_IS_CAST), (traits[i] & BL_IS_CAST) != 0, "%u", i);
        cr_expect_eq(bl_opcode_calls(i), (traits[i] & BL_IS_CALL) != 0, "%u", i);
    }
}

Test(instructions, have_names)
{
    for (unsigned i = 1; i < BL_OP_END; i++)
        cr_expect_not_null(bl_opcode_name(i), "%u", i);
    cr_expect_null(bl_opcode_name(BL_OP_UNKNOWN));
    cr_expect_null(bl_opcode_name(BL_OP_END));
    cr_expect_str_eq(bl_predicate_name(33), "ne");
    cr_expect_null(bl_predicate_name(16));
    cr_expect_null(bl_predicate_name(42));
    cr_expect_str_eq(bl_ordering_name(6), "seq_cst");
    cr_expect_null(bl_ordering_name(7));
    cr_expect_str_eq(bl_rmw_name(20), "fminimum");
    cr_expect_null(bl_rmw_name(21));
}

/* ---- More than 64 bits ---- */

/* @f of void (i128), and in it a switch over its argument. */
static struct opened switch_of(const uint64_t *ops, uint32_t n_ops)
{
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(4));
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_record(w, 7, BUILD_OPS(128));
    bl_writer_record(w, 21, BUILD_OPS(0, 0, 1));
    bl_writer_exit(w);
    bl_writer_record(w, 8, BUILD_OPS(2, 0, 0, 0, 0, 0, 0, 0));
    bl_writer_enter(w, FUNCTION, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_record(w, 12, ops, n_ops);
    bl_writer_exit(w);
    return end_module(w);
}

/* LLVM 3.2 wrote the integers of cases into the record. */
Test(instructions, have_cases_of_more_than_64_bits)
{
    static const char *const texts[] = {"18446744073709551617",
                                        "-170141183460469231731687303715884105728"};
    struct bl_function *f;
    struct bl_instruction inst;
    struct opened o = switch_of(BUILD_OPS(MAGIC, 1, 1, 0, 1, 1, 0, 2, 2, 2, 2, 0, 1, 0));
    cr_assert_eq(bl_function_open(&f, o.module, 0, NULL), BL_OK);
    cr_assert_eq(bl_function_next(f, &inst, NULL), 1);
    cr_assert(inst.flags & BL_INST_WIDE);
    cr_assert_eq(inst.n_operands, 5);
    cr_assert_eq(inst.operands[2].kind, BL_OPERAND_INTEGER);
    cr_assert_eq(inst.operands[3].kind, BL_OPERAND_RANGE);
    for (uint32_t i = 0; i < N(texts); i++) {
        struct printed p = {0};
        const uint64_t *words = inst.words + inst.operands[i + 2].number;
        bl_wide_print(words + 1, (uint32_t)words[0], 128, true, print_into, &p);
        cr_expect_str_eq(p.text, texts[i], "%s", p.text);
    }
    bl_function_close(f);
    close_module(&o);
}

Test(instructions, have_cases_whose_words_are_not_there)
{
    struct bl_function *f;
    struct bl_instruction inst;
    struct bl_error err;
    struct opened o = switch_of(BUILD_OPS(MAGIC, 1, 1, 0, 1, 1, 1, UINT64_MAX, 2));
    cr_assert_eq(bl_function_open(&f, o.module, 0, NULL), BL_OK);
    cr_expect_eq(bl_function_next(f, &inst, &err), BL_E_MALFORMED);
    cr_expect(strstr(err.what, "too few"), "%s", err.what);
    bl_function_close(f);
    close_module(&o);
}

/* ---- Metadata ---- */

/* An argument and a constant by their names; expressions in full; nodes that nothing leads to have
 * no number. */
Test(instructions, take_metadata_that_stands_for_values)
{
    static const char *const texts[] = {
        "<badref>",        "i32 %0",  "i32 1", "!DIArgList(i32 %0, i32 1, !DIExpression())",
        "!DIExpression()", "<badref>"};
    enum {
        VALUE = 2,
        NODE = 3,
        EXPRESSION = 29,
        ARG_LIST = 46
    };
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, NODE, NULL, 0);
    bl_writer_record(w, VALUE, BUILD_OPS(T_I32, V_I32));
    bl_writer_record(w, VALUE, BUILD_OPS(T_I32, V_ONE));
    bl_writer_exit(w);
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, ARG_LIST, BUILD_OPS(1, 2, 4));
    bl_writer_record(w, EXPRESSION, BUILD_OPS(6));
    bl_writer_exit(w);
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    struct opened_printer printer = open_printer(&o);
    cr_assert_eq(bl_printer_load(printer.printer, 0, NULL), BL_OK);
    for (uint32_t i = 0; i < N(texts); i++) {
        struct printed p = {0};
        cr_expect_eq(bl_printer_put_metadata(printer.printer, i, print_into, &p), BL_OK);
        cr_expect_str_eq(p.text, texts[i], "%u: %s, not %s", i, p.text, texts[i]);
    }
    close_printer(&printer);
    close_module(&o);
}

/* Numbers of the module and, after them, of the body; before any instruction is read, too. */
Test(instructions, metadata_of_a_body)
{
    enum {
        NODE = 3,
        EXPRESSION = 29
    };
    struct bl_function *f;
    struct bl_metadata *md;
    struct bl_record rec = {0};
    struct bl_error err;
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, NODE, NULL, 0);
    bl_writer_record(w, EXPRESSION, BUILD_OPS(6));
    bl_writer_exit(w);
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    struct opened o = end_body(w);
    cr_assert_eq(bl_function_open(&f, o.module, 0, NULL), BL_OK);
    cr_assert_eq(bl_function_metadata(f, &md, &err), BL_OK);
    cr_expect_eq(bl_metadata_get_counts(md).end, bl_metadata_get_counts(md).first + 2);
    cr_expect_eq(bl_metadata_read(md, bl_metadata_get_counts(md).first + 1, &rec, &err), BL_OK);
    cr_expect_eq(rec.code, EXPRESSION);
    bl_record_release(&rec);
    bl_function_close(f);
    close_module(&o);
}

/* A METADATA block whose second node is cut off, which only the INDEX hides. */
static void write_cut_node(struct bl_writer *w, uint32_t code, uint32_t n_ops)
{
    enum {
        VBR = 6, /* of code, number of operands and operands */
        N_CUT = 20,
        NODE = 3,
        INDEX_OFFSET = 38,
        INDEX = 39
    };
    uint32_t n_vbrs = 2 + (code < 32 ? 1 : 2) + 1 + N_CUT;
    bl_writer_enter(w, METADATA, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(INDEX_OFFSET), FIXED(32), FIXED(32));
    bl_writer_abbreviated(w, id, INDEX_OFFSET, BUILD_OPS(2 * WIDTH + n_vbrs * VBR, 0), NULL);
    uint64_t start = bl_writer_pos(w);
    bl_writer_record(w, NODE, NULL, 0);
    uint64_t cut = bl_writer_pos(w);
    bl_writer_fixed(w, BL_ABBREV_UNABBREV, WIDTH);
    bl_writer_vbr(w, code, VBR);
    bl_writer_vbr(w, n_ops, VBR);
    for (int i = 0; i < N_CUT; i++)
        bl_writer_fixed(w, 63, VBR); /* an operand that does not end */
    bl_writer_record(w, INDEX, BUILD_OPS(0, cut - start));
    bl_writer_exit(w);
}

/* What was to be printed and cannot be read is reported, for each body, whatever its head says. */
Test(instructions, metadata_that_cannot_be_read)
{
    static const struct {
        uint32_t code, n_ops;
        bool is_told; /* of others only the number is printed */
    } nodes[] = {
        {2, 2, true},  /* VALUE */
        {29, 3, true}, /* EXPRESSION */
        {46, 4, true}, /* ARG_LIST */
        {3, 4, false},
    };
    for (size_t i = 0; i < N(nodes); i++) {
        struct bl_error err;
        struct bl_writer *w = begin_body(1, false, 1);
        write_cut_node(w, nodes[i].code, nodes[i].n_ops);
        bl_writer_record(w, UNREACHABLE, NULL, 0);
        struct opened o = end_body(w);
        struct opened_printer printer = open_printer(&o);
        (void)bl_printer_check(printer.printer, NULL);
        for (int turn = 0; turn < 2; turn++) {
            struct printed p = {0};
            cr_assert_eq(bl_printer_load(printer.printer, 0, NULL), BL_OK, "row %zu", i);
            cr_expect_eq(bl_printer_put_metadata(printer.printer, 1, print_into, &p), BL_OK);
            cr_expect_str_eq(p.text, "<badref>", "row %zu: %s", i, p.text);
            int status = bl_printer_check(printer.printer, &err);
            cr_expect_eq(status, nodes[i].is_told ? BL_E_MALFORMED : BL_OK, "row %zu", i);
        }
        close_printer(&printer);
        close_module(&o);
    }
}
