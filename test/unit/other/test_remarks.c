/* test_remarks.c - optimization remarks: all fields, and what is wrong with one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/opened.h"

enum {
    META = 8,
    REMARK = 9,
    STRING_TABLE = 3,
    EXTERNAL_FILE = 4,
    HEADER = 5,
    LOCATION = 6,
    HOTNESS = 7,
    ARGUMENT_WITH_LOCATION = 8,
    ARGUMENT = 9,
    MAX_OPS = 5
};

static const char strings[] = "pass\0name\0\0function"; /* 4 of them; the last without a NUL */

static void put_blob(struct bl_writer *w, uint32_t code, const char *bytes, size_t size)
{
    struct bl_view blob = {.data = (const uint8_t *)bytes, .size = size};
    bl_writer_enter(w, META, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(code), BLOB);
    bl_writer_abbreviated(w, id, code, NULL, 0, &blob);
    bl_writer_exit(w);
}

static struct bl_remarks *open_written(struct bl_writer *w, struct guard *guard,
                                       const struct bl_remarks *strings_of)
{
    struct bl_remarks *remarks;
    *guard = guard_copy(build_bytes(w));
    struct bl_stream stream = build_locate(guard->bytes);
    stream.kind = BL_STREAM_REMARKS;
    cr_assert_eq(bl_remarks_open(&remarks, &stream, strings_of, NULL), BL_OK);
    bl_writer_close(w);
    return remarks;
}

static void expect_text(struct bl_view view, const char *text)
{
    cr_assert(view.size == strlen(text) && memcmp(view.data, text, view.size) == 0, "not %s", text);
}

static void put_whole_remark(struct bl_writer *w)
{
    bl_writer_enter(w, REMARK, WIDTH);
    bl_writer_record(w, HEADER, BUILD_OPS(2, 1, 0, 3));
    bl_writer_record(w, LOCATION, BUILD_OPS(2, UINT32_MAX, 7));
    bl_writer_record(w, HOTNESS, BUILD_OPS(UINT64_MAX));
    bl_writer_record(w, ARGUMENT, BUILD_OPS(1, 2));
    bl_writer_record(w, 99, BUILD_OPS(1)); /* of a later LLVM */
    bl_writer_record(w, ARGUMENT_WITH_LOCATION, BUILD_OPS(0, 3, 1, 5, 6));
    bl_writer_exit(w);
}

static void expect_whole_remark(struct bl_remarks *remarks)
{
    struct bl_remark r;
    cr_assert_eq(bl_remarks_next(remarks, &r, NULL), 1);
    cr_assert_eq(r.kind, BL_REMARK_MISSED);
    expect_text(r.pass, "pass");
    expect_text(r.name, "name");
    expect_text(r.function, "function");
    cr_assert(r.has_location && r.location.line == UINT32_MAX && r.location.column == 7);
    expect_text(r.location.file, "");
    cr_assert(r.has_hotness && r.hotness == UINT64_MAX);
    cr_assert_eq(r.n_arguments, 2);
    cr_assert(!r.arguments[0].has_location && r.arguments[1].has_location);
    expect_text(r.arguments[1].key, "pass");
    expect_text(r.arguments[1].value, "function");
    expect_text(r.arguments[1].location.file, "name");
    cr_assert_eq(bl_remarks_next(remarks, &r, NULL), 0);
}

Test(remarks, strings_come_before_or_after_or_from_another_stream)
{
    struct guard guards[3];
    struct bl_remark remark;
    struct bl_writer *w = build_begin();
    put_blob(w, STRING_TABLE, strings, sizeof strings - 1);
    put_blob(w, EXTERNAL_FILE, "elsewhere", 9);
    put_whole_remark(w);
    struct bl_remarks *first = open_written(w, &guards[0], NULL);
    expect_text(bl_remarks_file(first), "elsewhere");
    expect_whole_remark(first);

    w = build_begin();
    put_whole_remark(w);
    put_blob(w, STRING_TABLE, strings, sizeof strings - 1);
    struct bl_remarks *second = open_written(w, &guards[1], NULL);
    expect_whole_remark(second);

    w = build_begin();
    put_whole_remark(w);
    struct bl_remarks *third = open_written(w, &guards[2], first);
    cr_assert_eq(bl_remarks_file(third).size, 0);
    expect_whole_remark(third);
    bl_remarks_close(third);
    struct bl_stream stream = build_locate(guards[2].bytes);
    cr_assert_eq(bl_remarks_open(&third, &stream, NULL, NULL), BL_E_ARGUMENT);
    stream.kind = BL_STREAM_REMARKS;
    cr_assert_eq(bl_remarks_open(&third, &stream, NULL, NULL), BL_OK);
    cr_assert_eq(bl_remarks_next(third, &remark, NULL), BL_E_MALFORMED);
    cr_assert_eq(bl_remarks_next(third, &remark, NULL), 0, "said once");
    bl_remarks_close(third);
    bl_remarks_close(second);
    bl_remarks_close(first);
    for (int i = 0; i < 3; i++)
        guard_release(&guards[i]);
}

/* One record of a remark that follows a header; the remark after it is read all the same. */
Test(remarks, damage)
{
    static const struct {
        const char *what;
        uint32_t code, n_ops;
        uint64_t ops[MAX_OPS];
    } rows[] = {
        {"remark of an unknown kind", HEADER, 4, {7, 0, 0, 0}},
        {"wrong number of operands in a remark", HEADER, 3, {1, 0, 0}},
        {"wrong number of operands in a remark", LOCATION, 2, {1, 0}},
        {"wrong number of operands in a remark", HOTNESS, 0, {0}},
        {"wrong number of operands in a remark", ARGUMENT, 5, {0, 0, 0, 0, 0}},
        {"wrong number of operands in a remark", ARGUMENT_WITH_LOCATION, 2, {0, 0}},
        {"string that is not in the string table", HEADER, 4, {1, 4, 0, 0}},
        {"string that is not in the string table", HEADER, 4, {1, 0, 0, UINT64_MAX}},
        {"string that is not in the string table", LOCATION, 3, {4, 1, 1}},
        {"string that is not in the string table", ARGUMENT, 2, {0, 4}},
        {"line or column of more than 32 bits", LOCATION, 3, {0, UINT64_C(1) << 32, 1}},
        {"line or column of more than 32 bits", LOCATION, 3, {0, 1, UINT64_C(1) << 32}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct guard guard;
        struct bl_remark remark;
        struct bl_error err;
        struct bl_writer *w = build_begin();
        put_blob(w, STRING_TABLE, strings, sizeof strings - 1);
        bl_writer_enter(w, REMARK, WIDTH);
        bl_writer_record(w, HEADER, BUILD_OPS(1, 0, 0, 0));
        bl_writer_record(w, rows[i].code, rows[i].ops, rows[i].n_ops);
        bl_writer_exit(w);
        bl_writer_enter(w, REMARK, WIDTH);
        bl_writer_exit(w);
        put_whole_remark(w);
        struct bl_remarks *remarks = open_written(w, &guard, NULL);
        cr_assert_eq(bl_remarks_next(remarks, &remark, &err), BL_E_MALFORMED);
        cr_assert_str_eq(err.what, rows[i].what, "row %zu: %s", i, err.what);
        cr_assert_eq(bl_remarks_next(remarks, &remark, &err), BL_E_MALFORMED);
        cr_assert_str_eq(err.what, "remark without a header");
        expect_whole_remark(remarks);
        bl_remarks_close(remarks);
        guard_release(&guard);
    }
}

Test(remarks, bad_metadata)
{
    for (int has_two = 0; has_two < 2; has_two++) {
        struct bl_remarks *remarks;
        struct bl_error err;
        struct bl_writer *w = build_begin();
        if (has_two) {
            put_blob(w, STRING_TABLE, strings, sizeof strings);
            put_blob(w, STRING_TABLE, strings, sizeof strings);
        } else {
            bl_writer_enter(w, META, WIDTH);
            bl_writer_record(w, STRING_TABLE, BUILD_OPS('a', 0));
            bl_writer_exit(w);
        }
        struct guard guard = guard_copy(build_bytes(w));
        struct bl_stream stream = build_locate(guard.bytes);
        stream.kind = BL_STREAM_REMARKS;
        cr_assert_eq(bl_remarks_open(&remarks, &stream, NULL, &err), BL_E_MALFORMED);
        cr_assert_str_eq(err.what,
                         has_two ? "second string table" : "string table or path without a blob");
        bl_writer_close(w);
        guard_release(&guard);
    }
}
