/* test_words.c - what blocks and records are called, and errors in words
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/build.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

struct words {
    char text[BL_ERROR_TEXT_MAX + 1];
    size_t n;
};

static void put(void *context, const char *text, size_t size)
{
    struct words *words = context;
    cr_assert_leq(words->n + size, BL_ERROR_TEXT_MAX);
    memcpy(words->text + words->n, text, size);
    words->n += size;
    words->text[words->n] = '\0';
}

static struct bl_view view(const char *text)
{
    return (struct bl_view){(const uint8_t *)text, strlen(text)};
}

/* ---- Labels ---- */

Test(words, blocks)
{
    static const struct {
        enum bl_stream_kind kind;
        const char *stated;
        uint32_t parent_id, block_id;
        const char *label;
    } rows[] = {
        {BL_STREAM_LLVM_IR, "", BL_NONE, 8, "MODULE_BLOCK"},
        {BL_STREAM_LLVM_IR, "", BL_NONE, 13, "IDENTIFICATION_BLOCK"},
        {BL_STREAM_LLVM_IR, "", 8, 13, "TYPE_SYMTAB_BLOCK_OLD"},
        {BL_STREAM_LLVM_IR, "", 8, 1000, "block 1000"},
        {BL_STREAM_LLVM_IR, "Mine", BL_NONE, 8, "Mine"},
        {BL_STREAM_CLANG_AST, "", BL_NONE, 8, "block 8"},
        {BL_STREAM_CLANG_AST, "AST_BLOCK", BL_NONE, 8, "AST_BLOCK"},
        {BL_STREAM_UNKNOWN, "", BL_NONE, 0, "BLOCKINFO_BLOCK"},
        {BL_STREAM_UNKNOWN, "Mine", BL_NONE, 0, "BLOCKINFO_BLOCK"},
        {BL_STREAM_UNKNOWN, "a\n\"b\\\x1b[0m", BL_NONE, 9, "a\\0A\\22b\\\\\\1B[0m"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct words words = {.n = 0};
        bl_block_label_print(rows[i].kind, view(rows[i].stated), rows[i].parent_id,
                             rows[i].block_id, put, &words);
        cr_expect_str_eq(words.text, rows[i].label, "row %zu: %s", i, words.text);
    }
}

Test(words, records)
{
    static const struct {
        enum bl_stream_kind kind;
        const char *stated;
        uint32_t block_id, code;
        const char *label;
    } rows[] = {
        {BL_STREAM_LLVM_IR, "", 8, BL_CODE_MODULE_TRIPLE, "TRIPLE"},
        {BL_STREAM_LLVM_IR, "", 8, 1000, "record 1000"},
        {BL_STREAM_LLVM_IR, "Mine", 8, BL_CODE_MODULE_TRIPLE, "Mine"},
        {BL_STREAM_DIAGNOSTICS, "", 8, 2, "record 2"},
        {BL_STREAM_DIAGNOSTICS, "DiagInfo", 8, 2, "DiagInfo"},
        {BL_STREAM_DIAGNOSTICS, "Mine", 0, 1, "SETBID"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct words words = {.n = 0};
        bl_record_label_print(rows[i].kind, view(rows[i].stated), rows[i].block_id, rows[i].code,
                              put, &words);
        cr_expect_str_eq(words.text, rows[i].label, "row %zu: %s", i, words.text);
    }
}

Test(words, long_names_are_cut)
{
    char name[1000];
    memset(name, 1, sizeof name - 1);
    name[sizeof name - 1] = '\0';
    struct words words = {.n = 0};
    bl_block_label_print(BL_STREAM_UNKNOWN, view(name), BL_NONE, 9, put, &words);
    cr_expect_eq(words.n, 128 * strlen("\\01") + strlen("..."));
    cr_expect_leq(words.n, BL_LABEL_MAX);
    cr_expect_str_eq(words.text + words.n - 6, "\\01...");
    name[128] = '\0';
    words.n = 0;
    bl_block_label_print(BL_STREAM_UNKNOWN, view(name), BL_NONE, 9, put, &words);
    cr_expect_str_eq(words.text + words.n - 6, "\\01\\01");
}

/* ---- Errors ---- */

static void expect_words(const struct bl_error *err, const struct bl_stream *stream,
                         const char *expected)
{
    struct words words = {.n = 0};
    cr_expect_eq(bl_error_print(err, stream, put, &words), BL_OK);
    cr_expect_str_eq(words.text, expected, "%s", words.text);
}

Test(words, cause)
{
    expect_words(&(struct bl_error){.status = BL_E_LIMIT}, NULL, "over a limit");
    expect_words(&(struct bl_error){.status = BL_E_MALFORMED, .what = "no good"}, NULL, "no good");
    struct bl_error err;
    cr_assert_lt(bl_file_open(&(struct bl_file *){NULL}, "/no/such/file", 0, &err), 0);
    struct words words = {.n = 0};
    bl_error_print(&err, NULL, put, &words);
    cr_expect(strstr(words.text, err.what) == words.text, "%s", words.text);
    cr_expect_str_eq(words.text + strlen(err.what) + 2, strerror(ENOENT));
}

Test(words, place)
{
    struct bl_error err = {
        .status = BL_E_MALFORMED, .what = "no good", .has_pos = true, .bit_pos = 817};
    struct bl_stream stream = {.file_offset = 16, .kind = BL_STREAM_LLVM_IR};
    expect_words(&err, NULL, "bit 817 (byte 0x66): no good");
    expect_words(&err, &stream, "bit 817 (byte 0x76): no good");
    cr_expect_eq(bl_error_byte(&err, &stream), 0x76);
    err.status = BL_E_CONTAINER; /* counts from the file */
    expect_words(&err, &stream, "bit 817 (byte 0x66): no good");
    err.status = BL_E_MALFORMED;
    err.depth = 2;
    err.path[0] = (struct bl_path_step){8, 64};
    err.path[1] = (struct bl_path_step){12, 256};
    expect_words(&err, &stream,
                 "bit 817 (byte 0x76) in MODULE_BLOCK@64/FUNCTION_BLOCK@256: no good");
    expect_words(&err, NULL, "bit 817 (byte 0x66) in block 8@64/block 12@256: no good");
    err.has_pos = false;
    cr_expect_eq(bl_error_byte(&err, &stream), 0);
    expect_words(&err, &stream, "in MODULE_BLOCK@64/FUNCTION_BLOCK@256: no good");
}

Test(words, deep_paths_are_cut)
{
    struct bl_error err = {.status = BL_E_LIMIT, .depth = BL_ERROR_PATH_MAX + 3};
    for (uint32_t i = 0; i < BL_ERROR_PATH_MAX; i++)
        err.path[i] = (struct bl_path_step){.block_id = 100 + i, .bit_pos = i};
    struct words words = {.n = 0};
    cr_expect_eq(bl_error_print_path(&err, NULL, NULL, put, &words), BL_OK);
    static const char end[] = "/block 115@15/…(3 more)";
    cr_expect_str_eq(words.text + words.n - strlen(end), end);
    err.depth = BL_ERROR_PATH_MAX;
    words.n = 0;
    bl_error_print_path(&err, NULL, NULL, put, &words);
    cr_expect_null(strstr(words.text, "more"));
}

/* Names in the BLOCKINFO of a stream that is no LLVM IR, given by an index of the user's, or by one
 * that is made for it. A step at which no block begins has no name. */
Test(words, names_that_the_stream_states)
{
    struct bl_writer *w;
    cr_assert_eq(bl_writer_open(&w, NULL), BL_OK);
    bl_writer_magic(w, "DIAG");
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, 9);
    build_text_record(w, BUILD_BLOCKNAME, "Inner");
    bl_writer_exit(w);
    bl_writer_enter(w, 8, 3);
    bl_writer_enter(w, 9, 3);
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_exit(w);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    uint32_t inner;
    uint32_t n;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_children(index, 1, &inner, &n, NULL), BL_OK);
    cr_assert_eq(n, 1);
    struct bl_error err = {.status = BL_E_MALFORMED};
    bl_index_path(index, inner, &err);
    for (int i = 0; i < 2; i++) {
        struct words words = {.n = 0};
        char expected[100];
        cr_expect_eq(bl_error_print_path(&err, &stream, i ? index : NULL, put, &words), BL_OK);
        snprintf(expected, sizeof expected, "block 8@%d/Inner@%d", (int)err.path[0].bit_pos,
                 (int)err.path[1].bit_pos);
        cr_expect_str_eq(words.text, expected, "%s", words.text);
    }
    err.path[1].bit_pos++;
    struct words words = {.n = 0};
    bl_error_print_path(&err, &stream, index, put, &words);
    cr_expect(strstr(words.text, "/block 9@"), "%s", words.text);
    bl_index_close(index);
    bl_writer_close(w);
}
