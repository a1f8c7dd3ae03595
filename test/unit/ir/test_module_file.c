/* test_module_file.c - modules by the path of their file; what is said where none can be opened
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "support/corpus.h"
#include "support/scratch.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Open FILE of the corpus, with REST after its path, and close it. The text of the error, or "". */
static const char *open_text(const char *file, const char *rest, const char *name)
{
    static char text[512];
    struct bl_module *module;
    struct bl_error err;
    char *path = file[0] == '/' ? strdup(file) : corpus_path(file);
    char *whole = malloc(strlen(path) + strlen(rest) + 1);
    cr_assert_not_null(whole);
    strcat(strcpy(whole, path), rest);
    int status = bl_module_open_file(&module, whole, name, 0, &err);
    text[0] = '\0';
    if (status < 0) {
        cr_expect_null(module, "%s", whole);
        bl_error_format(&err, NULL, text, sizeof text);
    } else {
        cr_expect_not_null(module, "%s", whole);
    }
    bl_module_close(module);
    free(whole);
    free(path);
    return text;
}

Test(module_file, finds_one_or_says_why_not)
{
    static const struct {
        const char *file, *rest, *name, *expected;
    } rows[] = {
        {"thin-a.clang22.bc", "", NULL, ""},
        {"wrapper-thin.clang22.bc", "", NULL, ""},
        {"elf-x86_64.clang22.o", "", NULL, ""},
        {"ar-mixed.llvm22.a", "(one.bc)", NULL, ""},
        {"ar-mixed.llvm22.a", "", "one.bc", ""},
        {"ar-mixed.llvm22.a", "", "(two.o)!.llvmbc", ""},
        {"ar-mixed.llvm22.a", "(two.o)", "!.llvmbc", ""},
        {"ar-mixed.llvm22.a", "", NULL, "archive of several modules: name one of 3"},
        {"ar-mixed.llvm22.a", "", "none.o", "nothing has this path in the file"},
        {"ar-thin.llvm22.a", "", "elf-x86_64.clang22.o", ""},
        {"multi.llvm22.bc", "", NULL,
         "several modules in one stream: bl_module_open() opens one of 2"},
        {"linked.lld22.so", "", NULL, "several modules: name one of 2"},
        {"linked.lld22.so", "!.llvmbc[2]", NULL, ""},
        {"drawing.clang22.pcm", "", NULL, "a serialized AST of clang, no LLVM IR"},
        {"warn.clang22.dia", "", NULL, "serialized diagnostics, no LLVM IR"},
        {"remarks.clang22.opt.bitstream", "", NULL, "optimization remarks, no LLVM IR"},
        {"index.llvm22.bc", "", NULL, ""},
        {"MANIFEST.tsv", "", NULL, "text, no bitcode"},
        {"ar-empty.llvm22.a", "", NULL, "ar archive without bitcode inside"},
        {"none.bc", "", NULL, "cannot open: No such file or directory"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = open_text(rows[i].file, rows[i].rest, rows[i].name);
        cr_expect_str_eq(text, rows[i].expected, "%s%s %s: '%s'", rows[i].file, rows[i].rest,
                         rows[i].name ? rows[i].name : "", text);
    }
}

Test(module_file, finds_a_body_by_name)
{
    char *path = corpus_path("thin-b.clang22.bc");
    struct bl_module *module;
    struct bl_function *function;
    struct bl_instruction instruction;
    unsigned n = 0;
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, NULL), BL_OK);
    cr_assert_eq(bl_module_find_function(module, bl_view_of("remember"), &function, NULL), 1);
    while (bl_function_next(function, &instruction, NULL) > 0)
        n++;
    cr_expect_eq(n, 8);
    bl_function_close(function);
    cr_expect_eq(bl_module_find_function(module, bl_view_of("from_a"), &function, NULL), 0);
    cr_expect_null(function); /* a declaration */
    cr_expect_eq(bl_module_find_function(module, bl_view_of("history"), &function, NULL), 0);
    cr_expect_eq(bl_module_find_function(module, bl_view_of("none"), &function, NULL), 0);
    cr_expect_eq(bl_module_stream(module)->kind, BL_STREAM_LLVM_IR);
    cr_expect_eq(bl_module_block(module), bl_module_next(bl_module_index(module), BL_NO_BLOCK));
    bl_module_close(module);
    free(path);
}

/* ---- Cut short ---- */

struct whole {
    char *bytes;
    size_t size;
};

static struct whole read_whole(const char *name)
{
    char *path = corpus_path(name);
    struct bl_file *file;
    cr_assert_eq(bl_file_open(&file, path, 0, NULL), BL_OK);
    struct bl_view view = bl_file_view(file);
    struct whole whole = {.bytes = malloc(view.size), .size = view.size};
    cr_assert_not_null(whole.bytes);
    memcpy(whole.bytes, view.data, view.size);
    bl_file_close(file);
    free(path);
    return whole;
}

/* Ask for what a client asks for. True: something failed; TEXT says how. */
static bool fails(struct bl_module *module, char text[512])
{
    struct bl_function *function = NULL;
    struct bl_instruction instruction;
    struct bl_symbols *symbols = NULL;
    struct bl_symbol symbol;
    struct bl_error err = {0};
    int rc = bl_module_find_function(module, bl_view_of("from_b"), &function, &err);
    while (rc > 0)
        rc = bl_function_next(function, &instruction, &err);
    bl_function_close(function);
    if (rc == 0)
        rc = bl_symbols_open(&symbols, module, 0, &err);
    if (rc == 0)
        while ((rc = bl_symbols_next(symbols, &symbol, &err)) > 0)
            ;
    bl_symbols_close(symbols);
    if (rc < 0)
        bl_error_format(&err, bl_module_stream(module), text, 512);
    return rc < 0;
}

/* At every length the cause is the same as that of bl_verify(), wherever reading meets the end. */
Test(module_file, says_that_a_file_is_cut_off)
{
    struct whole whole = read_whole("thin-b.clang22.bc");
    unsigned n_opened = 0;
    scratch_begin();
    for (size_t size = 40; size < whole.size; size += 148) {
        struct bl_module *module;
        struct bl_error err;
        uint64_t end;
        char said[512] = "";
        char expected[512];
        const char *path = scratch_path("cut.bc");
        FILE *file = fopen(path, "wb");
        cr_assert(file && fwrite(whole.bytes, 1, size, file) == size && fclose(file) == 0);
        if (bl_module_open_file(&module, path, NULL, 0, &err) < 0)
            continue;
        n_opened++;
        if (bl_index_end(bl_module_index(module), &end, &err) == BL_E_TRUNCATED) {
            bl_error_format(&err, bl_module_stream(module), expected, sizeof expected);
            cr_expect(strstr(expected, "blocklen reaches beyond the stream"), "%zu: %s", size,
                      expected);
            bool has_failed = fails(module, said);
            cr_expect(has_failed, "%zu bytes: nothing failed", size);
            cr_expect_str_eq(has_failed ? said : expected, expected, "%zu bytes: %s", size, said);
        }
        bl_module_close(module);
    }
    cr_expect_gt(n_opened, 10);
    scratch_end();
    free(whole.bytes);
}

/* ---- Small ones ---- */

Test(module_file, formats_errors_as_snprintf_does)
{
    struct bl_error err = {.status = BL_E_NOMEM};
    char text[16];
    memset(text, '#', sizeof text);
    cr_expect_eq(bl_error_format(&err, NULL, text, 0), strlen("no memory"));
    cr_expect_eq(text[0], '#');
    cr_expect_eq(bl_error_format(&err, NULL, text, 4), strlen("no memory"));
    cr_expect_str_eq(text, "no ");
    cr_expect_eq(text[4], '#');
    cr_expect_eq(bl_error_format(&err, NULL, text, sizeof text), strlen("no memory"));
    cr_expect_str_eq(text, "no memory");
}

Test(module_file, versions_agree)
{
    char text[32];
    unsigned n = bl_version_number();
    cr_expect_eq(n, (unsigned)BL_VERSION_NUMBER);
    snprintf(text, sizeof text, "%u.%u.%u", n / 10000, n / 100 % 100, n % 100);
    cr_expect_str_eq(text, bl_version());
}
