/* test_printer.c - LLVM assembly: its limit, threads, parts, constants without end, deep ones
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_contents.h"
#include "bitleap_limits.h"
#include "support/all_text.h"
#include "support/corpus.h"
#include "unit/ir/bodies.h"

#include <stdlib.h>

static const char at_limit[] = ": text is longer than the limit\n";

static bool is_same(const struct all_text *a, const struct all_text *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* All of MODULE on N_THREADS threads, at most LIMIT bytes (0: as it is). */
static int print(struct bl_module *module, unsigned n_threads, uint64_t limit,
                 struct all_text *text)
{
    struct bl_slots *slots;
    struct bl_printer *printer;
    cr_assert_eq(bl_slots_open(&slots, module, NULL), BL_OK);
    cr_assert_eq(bl_printer_open(&printer, module, slots, NULL), BL_OK);
    if (limit)
        bl_printer_limit(printer, limit);
    int status =
        bl_printer_print_module(printer, (struct bl_view){0}, n_threads, append, text, NULL);
    bl_printer_close(printer);
    bl_slots_close(slots);
    return status;
}

/* ---- Constants ---- */

enum {
    ARRAY_OF_2 = 2, /* and so on: type N is [2 x type N - 1] */
    N_DOUBLED = 18,
    GLOBALVAR = 7,
    AGGREGATE = 7,
    INTEGER = 4,
    SETTYPE = 1,
};

/* i32, ptr, and arrays of two that are nested N times. */
static void write_nested_types(struct bl_writer *w, uint64_t n)
{
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(n + 2));
    bl_writer_record(w, 7, BUILD_OPS(32));
    bl_writer_record(w, 25, BUILD_OPS(0));
    for (uint64_t i = 0; i < n; i++)
        bl_writer_record(w, 11, BUILD_OPS(2, i ? i + 1 : 0));
    bl_writer_exit(w);
}

static void write_variable(struct bl_writer *w, uint64_t type, uint64_t initializer)
{
    /* [pointer type, explicit type and not constant, initializer + 1, linkage, alignment,
     * section] */
    bl_writer_record(w, GLOBALVAR, BUILD_OPS(type, 2, initializer + 1, 0, 0, 0));
}

/* "@0 = global [2 x [2 x …]] …", whose text doubles with each constant. */
static struct opened doubled(void)
{
    struct bl_writer *w = begin_module();
    write_nested_types(w, N_DOUBLED);
    write_variable(w, N_DOUBLED + 1, 1 + N_DOUBLED);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(0));
    bl_writer_record(w, INTEGER, BUILD_OPS(14));
    for (uint64_t i = 0; i < N_DOUBLED; i++) {
        bl_writer_record(w, SETTYPE, BUILD_OPS(i + 2));
        bl_writer_record(w, AGGREGATE, BUILD_OPS(i + 1, i + 1));
    }
    bl_writer_exit(w);
    return end_module(w);
}

Test(printer, limit)
{
    struct opened o = doubled();
    struct all_text limited = {0}, whole = {0};
    uint64_t most = BL_MAX_TEXT_BYTES_FLOOR + o.stream.bytes.size * BL_MAX_TEXT_BYTES_PER_BYTE;
    cr_expect_eq(print(o.module, 1, 0, &limited), BL_E_LIMIT);
    cr_expect(limited.size <= most + BL_ERROR_TEXT_MAX);
    cr_expect(strstr(limited.data, at_limit), "%s", limited.data);
    cr_expect_eq(print(o.module, 1, UINT64_MAX, &whole), BL_OK);
    cr_expect_gt(whole.size, most);
    cr_expect(!strstr(whole.data, at_limit));
    free(limited.data);
    free(whole.data);
    close_module(&o);
}

/* Parts and pieces share it, and what is over is over. */
Test(printer, limit_of_parts)
{
    struct opened o = doubled();
    struct bl_printer *printer;
    struct bl_error err;
    struct all_text text = {0}, before = {0};
    cr_assert_eq(bl_printer_open(&printer, o.module, NULL, NULL), BL_OK);
    bl_printer_limit(printer, 20);
    cr_expect_eq(bl_printer_put_type(printer, 2, append, &text), BL_OK);
    cr_expect_str_eq(text.data, "[2 x i32]");
    cr_expect_eq(bl_printer_left(printer), 20 - text.size);
    cr_expect_eq(bl_printer_check(printer, &err), BL_OK);
    cr_expect_eq(bl_printer_put_type(printer, 3, append, &text), BL_OK);
    cr_expect_str_eq(text.data, "[2 x i32][2 x [2 x i...");
    cr_expect_eq(bl_printer_check(printer, &err), BL_E_LIMIT);
    cr_expect_eq(bl_printer_left(printer), 0);
    cr_expect_eq(bl_printer_print_global(printer, 0, append, &before, &err), BL_E_LIMIT);
    cr_expect_eq(err.status, BL_E_LIMIT);
    cr_expect_eq(strncmp(before.data, "; error: ", 9), 0, "%s", before.data);
    free(text.data);
    free(before.data);
    bl_printer_close(printer);
    close_module(&o);
}

/* ---- Locations ---- */

/* What few locations have, and the longest column that there is room for with the others. */
Test(printer, locations)
{
    enum {
        DEBUG_LOC = 35,
        FENCE = 36,
        UNREACHABLE = 15,
        DISTINCT_NODE = 5,
    };
    struct bl_writer *w = begin_body(1, false, 1);
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, DISTINCT_NODE, BUILD_OPS(0));
    bl_writer_exit(w);
    bl_writer_record(w, FENCE, BUILD_OPS(2, 1));
    bl_writer_record(w, DEBUG_LOC, BUILD_OPS(7, 65535, 1, 0));
    bl_writer_record(w, FENCE, BUILD_OPS(2, 1));
    bl_writer_record(w, DEBUG_LOC, BUILD_OPS(UINT32_MAX, 65536, 1, 0));
    bl_writer_record(w, FENCE, BUILD_OPS(2, 1));
    bl_writer_record(w, DEBUG_LOC, BUILD_OPS(8, 1, 1, 0, 1));
    bl_writer_record(w, FENCE, BUILD_OPS(2, 1));
    bl_writer_record(w, DEBUG_LOC, BUILD_OPS(8, 1, 1, 0, 0, UINT64_MAX));
    bl_writer_record(w, FENCE, BUILD_OPS(2, 1));
    bl_writer_record(w, DEBUG_LOC, BUILD_OPS(8, 1, 1, 0, 0, 0, 3));
    bl_writer_record(w, UNREACHABLE, NULL, 0);
    bl_writer_record(w, DEBUG_LOC, BUILD_OPS(8, 1, 1, 0));
    struct opened o = end_body(w);
    struct all_text text = {0};
    cr_expect_eq(print(o.module, 1, 0, &text), BL_OK, "%s", text.data);
    static const char *const wanted[] = {
        "!0 = !DILocation(line: 7, column: 65535, scope: !1)\n!1 = distinct !{null}\n"
        "!2 = !DILocation(line: 4294967295, column: 65536, scope: !1)\n"
        "!3 = !DILocation(line: 8, column: 1, scope: !1, isImplicitCode: true)\n"
        "!4 = !DILocation(line: 8, column: 1, scope: !1, atomGroup: 18446744073709551615)\n"
        "!5 = !DILocation(line: 8, column: 1, scope: !1, atomRank: 3)\n"
        "!6 = !DILocation(line: 8, column: 1, scope: !1)\n",
        "  unreachable, !dbg !6\n",
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        cr_expect(strstr(text.data, wanted[i]), "%s", text.data);
    free(text.data);
    close_module(&o);
}

/* ---- Constants of constants ---- */

/* Values 1 and 2 are made of each other, value 3 of both, value 4 of numbers. */
static struct opened circle(void)
{
    struct bl_writer *w = begin_module();
    write_nested_types(w, 1);
    write_variable(w, ARRAY_OF_2, 3);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(ARRAY_OF_2));
    bl_writer_record(w, AGGREGATE, BUILD_OPS(2, 5));
    bl_writer_record(w, AGGREGATE, BUILD_OPS(1, 5));
    bl_writer_record(w, AGGREGATE, BUILD_OPS(1, 2));
    bl_writer_record(w, AGGREGATE, BUILD_OPS(5, 5));
    bl_writer_record(w, SETTYPE, BUILD_OPS(0));
    bl_writer_record(w, INTEGER, BUILD_OPS(14));
    bl_writer_exit(w);
    return end_module(w);
}

Test(printer, constants_of_themselves)
{
    static const char *const wanted[] = {
        NULL,
        "[[2 x i32] ..., i32 7]",
        "[[2 x i32] ..., i32 7]",
        "[[2 x i32] ..., [2 x i32] ...]",
        "[i32 7, i32 7]",
        "7",
    };
    struct opened o = circle();
    for (uint32_t first = 1; first <= 5; first++) {
        struct bl_printer *printer;
        struct bl_error err;
        cr_assert_eq(bl_printer_open(&printer, o.module, NULL, NULL), BL_OK);
        for (uint32_t i = 0; i < 10; i++) {
            struct all_text text = {0};
            uint32_t value = 1 + (first + i) % 5;
            cr_expect_eq(bl_printer_put_value(printer, value, append, &text),
                         strstr(wanted[value], "...") != NULL);
            cr_expect_str_eq(text.data, wanted[value], "%u, from %u on: %s", value, first,
                             text.data);
            free(text.data);
        }
        cr_expect_eq(bl_printer_check(printer, &err), BL_E_MALFORMED);
        cr_expect_str_eq(err.what, "a constant that contains itself");
        bl_printer_close(printer);
    }
    close_module(&o);
}

/* ---- Depth ---- */

enum {
    N_DEEP = 100000,
    BINOP = 10,
};

/* Whether TEXT is BEGIN, N_DEEP times PIECE, MIDDLE, N_DEEP times CLOSE, and END. */
static bool is_nested(const char *text, const char *begin, const char *piece, const char *middle,
                      const char *close, const char *end)
{
    const char *const parts[] = {begin, piece, middle, close, end};
    const size_t n[] = {1, N_DEEP, 1, N_DEEP, 1};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++)
        for (size_t k = 0; k < n[i]; k++) {
            size_t size = strlen(parts[i]);
            if (strncmp(text, parts[i], size) != 0)
                return false;
            text += size;
        }
    return *text == '\0';
}

/* @0 = global [1 x [1 x …]] undef, and @1, a sum of sums: the lower a constant's number, the deeper
 * is what it is made of. */
static struct opened deep(void)
{
    enum {
        UNDEF = 3
    };
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(N_DEEP + 1));
    bl_writer_record(w, 7, BUILD_OPS(32));
    for (uint64_t i = 0; i < N_DEEP; i++)
        bl_writer_record(w, 11, BUILD_OPS(1, i));
    bl_writer_exit(w);
    write_variable(w, N_DEEP, 2);
    write_variable(w, 0, 4);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(N_DEEP));
    bl_writer_record(w, UNDEF, NULL, 0);
    bl_writer_record(w, SETTYPE, BUILD_OPS(0));
    bl_writer_record(w, INTEGER, BUILD_OPS(14));
    for (uint64_t i = 0; i < N_DEEP; i++)
        bl_writer_record(w, BINOP, BUILD_OPS(0, 3, i + 1 < N_DEEP ? i + 5 : 3));
    bl_writer_exit(w);
    return end_module(w);
}

/* Texts end where they should, not at any depth, and the stack does not grow with it. */
Test(printer, depth)
{
    struct opened o = deep();
    struct bl_printer *printer;
    struct all_text type = {0}, sum = {0}, all = {0};
    cr_assert_eq(bl_printer_open(&printer, o.module, NULL, NULL), BL_OK);
    cr_expect_eq(bl_printer_put_type(printer, N_DEEP, append, &type), BL_OK);
    cr_expect(is_nested(type.data, "", "[1 x ", "i32", "]", ""));
    cr_expect_eq(bl_printer_put_value(printer, 4, append, &sum), BL_OK);
    cr_expect(is_nested(sum.data, "", "add (i32 7, i32 ", "7", ")", ""));
    cr_expect_eq(bl_printer_check(printer, NULL), BL_OK);
    bl_printer_close(printer);
    cr_expect_eq(print(o.module, 1, 0, &all), BL_OK);
    const char *at = strstr(all.data, "@0 = global ");
    cr_assert(at);
    cr_expect_eq(strncmp(at + strlen("@0 = global "), type.data, type.size), 0);
    at = strstr(at, "\n@1 = global i32 ");
    cr_assert(at);
    cr_expect_eq(strncmp(at + strlen("\n@1 = global i32 "), sum.data, sum.size), 0);
    free(type.data);
    free(sum.data);
    free(all.data);
    close_module(&o);
}

/* { { {}, {} }, { {}, {} } }, and so on: what the limit of a type cuts is damage. */
Test(printer, limit_of_types)
{
    enum {
        STRUCT_ANON = 18,
        N_HALVES = 20
    };
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(N_HALVES));
    bl_writer_record(w, STRUCT_ANON, BUILD_OPS(0));
    for (uint64_t i = 0; i + 1 < N_HALVES; i++)
        bl_writer_record(w, STRUCT_ANON, BUILD_OPS(0, i, i));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    struct bl_printer *printer;
    struct bl_error err;
    struct all_text text = {0};
    cr_assert_eq(bl_printer_open(&printer, o.module, NULL, NULL), BL_OK);
    bl_printer_limit(printer, UINT64_MAX);
    cr_expect_eq(bl_printer_put_type(printer, 2, append, &text), BL_OK);
    cr_expect_str_eq(text.data, "{ { {}, {} }, { {}, {} } }");
    cr_expect_eq(bl_printer_check(printer, NULL), BL_OK);
    cr_expect_eq(bl_printer_put_type(printer, N_HALVES - 1, append, &text), 1);
    cr_expect_eq(bl_printer_check(printer, &err), BL_E_LIMIT);
    cr_expect_str_eq(err.what, "a type with more parts than the limit");
    free(text.data);
    bl_printer_close(printer);
    close_module(&o);
}

/* ---- Contents ---- */

/* @0 and @1 = global { i32, { i32, … } }, whose innermost number is 7, and OTHER. */
static struct opened lists(uint64_t other)
{
    enum {
        STRUCT_ANON = 18,
        N_LEVELS = 400,
        VALUES = 2,           /* the two variables come first */
        ONE = VALUES,         /* two numbers, then the lists of each */
        FIRST_LIST = ONE + 2, /* two values a level */
    };
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(N_LEVELS + 1));
    bl_writer_record(w, 7, BUILD_OPS(32));
    for (uint64_t i = 0; i < N_LEVELS; i++)
        bl_writer_record(w, STRUCT_ANON, BUILD_OPS(0, 0, i));
    bl_writer_exit(w);
    write_variable(w, N_LEVELS, FIRST_LIST);
    write_variable(w, N_LEVELS, FIRST_LIST + 1);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(0));
    bl_writer_record(w, INTEGER, BUILD_OPS(14));
    bl_writer_record(w, INTEGER, BUILD_OPS(2 * other));
    for (uint64_t i = 0; i < N_LEVELS; i++) {
        bool is_last = i + 1 == N_LEVELS;
        bl_writer_record(w, SETTYPE, BUILD_OPS(N_LEVELS - i));
        for (uint64_t k = 0; k < 2; k++)
            bl_writer_record(w, AGGREGATE,
                             BUILD_OPS(ONE, is_last ? ONE + k : FIRST_LIST + 2 * (i + 1) + k));
    }
    bl_writer_exit(w);
    return end_module(w);
}

/* What is nested deep is compared by what it is made of, whatever is hashed first. */
Test(printer, contents_of_deep_constants)
{
    for (uint64_t other = 7; other < 9; other++)
        for (uint32_t first = 0; first < 2; first++) {
            struct opened o = lists(other);
            struct bl_contents *contents;
            struct bl_content content[2] = {0};
            cr_assert_eq(bl_contents_open(&contents, o.module, NULL), BL_OK);
            for (uint32_t i = 0; i < 2; i++)
                cr_expect_eq(bl_contents_stated(contents, first ^ i, 0, &content[first ^ i], NULL),
                             BL_OK);
            cr_expect_eq(content[0].parts[BL_CONTENT_TYPE], content[1].parts[BL_CONTENT_TYPE]);
            cr_expect_eq(content[0].parts[BL_CONTENT_VALUE] == content[1].parts[BL_CONTENT_VALUE],
                         other == 7);
            bl_contents_close(contents);
            close_module(&o);
        }
}

/* ---- Threads ---- */

static struct bl_module *open_file(const char *name, struct bl_file **file, struct bl_index **index)
{
    struct bl_stream stream;
    struct bl_module *module;
    char *path = corpus_path(name);
    cr_assert_eq(bl_file_open(file, path, 0, NULL), BL_OK);
    cr_assert_eq(bl_stream_locate(bl_file_view(*file), &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_open(index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_module_open(&module, *index, bl_module_next(*index, BL_NONE), NULL), BL_OK);
    free(path);
    return module;
}

/* With any limit the text is that of one thread; what a thread has no room for is made again. */
Test(printer, limit_on_threads)
{
    struct bl_file *file;
    struct bl_index *index;
    struct bl_module *module = open_file("cxx-g-O2.clang22.bc", &file, &index);
    struct all_text whole = {0};
    cr_assert_eq(print(module, 1, 0, &whole), BL_OK);
    for (int i = 1; i <= 16; i++) {
        struct all_text one = {0}, three = {0};
        uint64_t limit = whole.size * (uint64_t)i / 15 + (i == 15);
        int status = print(module, 1, limit, &one);
        cr_expect_eq(status, i < 15 ? BL_E_LIMIT : BL_OK, "%d: %d", i, status);
        cr_expect_eq(print(module, 3, limit, &three), status, "%d", i);
        cr_expect(is_same(&one, &three), "%d: %zu and %zu bytes", i, one.size, three.size);
        size_t n = status == BL_OK ? one.size : (size_t)(strstr(one.data, at_limit) - one.data);
        while (n > 0 && status < 0 && one.data[n - 1] != '\n')
            n--; /* of the comment */
        cr_expect(n <= limit && memcmp(one.data, whole.data, n) == 0, "%d", i);
        free(one.data);
        free(three.data);
    }
    free(whole.data);
    bl_module_close(module);
    bl_index_close(index);
    bl_file_close(file);
}
