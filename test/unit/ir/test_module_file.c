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
    cr_expect_eq(bl_module_block(module), bl_module_next(bl_module_index(module), BL_NONE));
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

/* ---- Symbols, GUIDs, sub-blocks ---- */

Test(module_file, symbols_at_random)
{
    static const char *const files[] = {"thin-b.clang22.bc", "c-O0.clang13.bc", "values.llvm22.bc"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        for (unsigned flags = 0; flags <= BL_SYMBOLS_FROM_RECORDS; flags++) {
            char *path = corpus_path(files[i]);
            struct bl_module *module;
            struct bl_symbols *symbols;
            struct bl_symbol symbol;
            uint32_t n;
            uint32_t n_seen = 0;
            cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, NULL), BL_OK);
            cr_assert_eq(bl_symbols_open(&symbols, module, flags, NULL), BL_OK);
            cr_expect_null(bl_symbols_at(symbols, 0)); /* they have not been counted */
            cr_assert_eq(bl_symbols_next(symbols, &symbol, NULL), 1);
            cr_assert_eq(bl_symbols_count(symbols, &n, NULL), BL_OK);
            do {
                const struct bl_symbol *same = bl_symbols_at(symbols, n_seen++);
                cr_assert_not_null(same);
                cr_expect_eq(same->number, symbol.number);
                cr_expect_eq(same->flags, symbol.flags);
                cr_expect(same->name.size == symbol.name.size &&
                          memcmp(same->name.data, symbol.name.data, same->name.size) == 0);
            } while (bl_symbols_next(symbols, &symbol, NULL) > 0);
            cr_expect_eq(n, n_seen, "%s: %u, %u", files[i], n, n_seen);
            cr_expect_null(bl_symbols_at(symbols, n));
            bl_symbols_close(symbols);
            bl_module_close(module);
            free(path);
        }
}

/* Those of the combined index, which LLVM computed. */
Test(module_file, guids_are_those_of_the_index)
{
    char *path = corpus_path("thin-a.clang22.bc");
    struct bl_module *module;
    uint32_t value;
    uint64_t guid;
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, NULL), BL_OK);
    cr_assert_eq(bl_module_find(module, bl_view_of("from_a"), &value, NULL), 1);
    cr_expect_eq(bl_module_guid(module, value, &guid, NULL), BL_OK);
    cr_expect_eq(guid, bl_guid(bl_view_of("from_a")));
    cr_expect_eq(bl_guid(bl_view_of("main")), UINT64_C(15822663052811949562)); /* of llvm-lto2 */
    cr_expect_eq(bl_module_guid(module, BL_NONE, &guid, NULL), BL_E_ARGUMENT);
    bl_module_close(module);
    free(path);
}

/* Of functions in their bodies, of variables in the module. */
Test(module_file, what_is_attached_to_a_value)
{
    static const struct {
        const char *name, *kind;
        uint32_t code; /* of the record; 0: nothing is attached */
    } rows[] = {
        {"colour_name", "dbg", BL_CODE_METADATA_SUBPROGRAM},
        {"table", "dbg", BL_CODE_METADATA_GLOBAL_VAR_EXPR},
        {"colour_name", "prof", 0},
        {"table", "no such kind", 0},
    };
    char *path = corpus_path("c-g-O2.clang22.bc");
    struct bl_record rec = {0};
    struct bl_metadata *metadata;
    struct bl_module *module;
    uint32_t value, node;
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, NULL), BL_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert_eq(bl_module_find(module, bl_view_of(rows[i].name), &value, NULL), 1);
        int rc = bl_metadata_find_attached(module, value, bl_view_of(rows[i].kind), &node, NULL);
        cr_assert_eq(rc, rows[i].code != 0, "%s", rows[i].name);
        if (rc <= 0)
            continue;
        struct bl_function *function;
        int has_body = bl_module_find_function(module, bl_view_of(rows[i].name), &function, NULL);
        if (has_body > 0)
            cr_assert_eq(bl_function_metadata(function, &metadata, NULL), BL_OK);
        else
            cr_assert_eq(bl_module_metadata(module, &metadata, NULL), BL_OK);
        cr_assert_eq(bl_metadata_read(metadata, node, &rec, NULL), BL_OK);
        cr_expect_eq(rec.code, rows[i].code, "%s", rows[i].name);
        bl_function_close(function);
    }
    cr_expect_eq(bl_metadata_find_attached(module, BL_NONE, bl_view_of("dbg"), &node, NULL),
                 BL_E_ARGUMENT);
    bl_record_release(&rec);
    bl_module_close(module);
    free(path);
}

/* All blocks that CURSOR leads to, entered one in the other. */
static uint32_t count_blocks(struct bl_index *index, struct bl_cursor *cursor)
{
    struct bl_entry entry;
    uint32_t n = 0;
    int rc;
    while ((rc = bl_cursor_next(cursor, &entry)) > 0) {
        struct bl_cursor child;
        struct bl_error err;
        if (entry.kind != BL_ENTRY_BLOCK) {
            cr_expect_eq(bl_index_enter(index, cursor, &child, &err), BL_E_ARGUMENT);
            cr_expect_str_eq(err.what, "no sub-block was announced");
            cr_expect_eq(bl_cursor_next(&child, &entry), BL_E_ARGUMENT);
            continue;
        }
        cr_assert_eq(bl_index_enter(index, cursor, &child, NULL), BL_OK);
        n += 1 + count_blocks(index, &child);
        bl_cursor_release(&child);
    }
    cr_expect_eq(rc, 0);
    return n;
}

Test(module_file, sub_blocks_are_entered)
{
    char *path = corpus_path("thin-b.clang22.bc");
    struct bl_module *module;
    struct bl_cursor top;
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, NULL), BL_OK);
    struct bl_index *index = bl_module_index(module);
    cr_assert_eq(bl_index_cursor(index, BL_NONE, &top, NULL), BL_OK);
    uint32_t n = count_blocks(index, &top);
    bl_cursor_release(&top);
    cr_expect_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    cr_expect_eq(n, bl_index_count(index));
    bl_module_close(module);
    free(path);
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
