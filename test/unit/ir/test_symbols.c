/* test_symbols.c - symbols from symbol tables of all versions, from records, and from assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/store.h"
#include "ir/module_asm.h"
#include "ir/symtab.h"
#include "support/build_module.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct bl_view view(const char *text)
{
    return (struct bl_view){.data = (const uint8_t *)text, .size = strlen(text)};
}

static void expect_text(struct bl_view text, const char *expected)
{
    cr_expect(text.size == strlen(expected) &&
                  (text.size == 0 || memcmp(text.data, expected, text.size) == 0),
              "'%.*s', not '%s'", (int)text.size, (const char *)text.data, expected);
}

/* ---- Symbol tables ---- */

/* Strings at 0 to 63. */
#define STRTAB "22.1.8x86_64src.c-lm_mainmainkdatasec"
#define AT(name) ((uint32_t)(strstr(STRTAB, name) - STRTAB)), (uint32_t)(sizeof(name) - 1)

enum {
    MAX_WORDS = 96
};

/* A table with one module, COMDAT and library, and two symbols; N is the number of words. */
static void write_table(uint32_t version, uint32_t words[MAX_WORDS], uint32_t *n)
{
    uint32_t header = version >= 2 ? 19 : 17;
    uint32_t comdat = version >= 3 ? 3 : 2;
    uint32_t uncommon = version >= 1 ? 6 : 4;
    uint32_t comdats = header + 3;
    uint32_t symbols = comdats + comdat;
    uint32_t uncommons = symbols + 12;
    uint32_t libraries = uncommons + uncommon;
    const uint32_t head[19] = {version,
                               AT("22.1.8"),
                               header * 4,
                               1,
                               comdats * 4,
                               1,
                               symbols * 4,
                               2,
                               uncommons * 4,
                               1,
                               AT("x86_64"),
                               AT("src.c"),
                               0,
                               0,
                               libraries * 4,
                               1};
    const uint32_t rest[] = {0, 2, 0};
    memset(words, 0, MAX_WORDS * sizeof *words);
    memcpy(words, head, header * 4);
    memcpy(words + header, rest, sizeof rest);
    const uint32_t name[] = {AT("k"), 3};
    memcpy(words + comdats, name, comdat * 4);
    /* Function: global, executable, hidden, COMDAT 0. Variable: common with an Uncommon. */
    const uint32_t both[] = {AT("_main"), AT("main"), 0,          1 | 1 << 10 | 1 << 13,
                             AT("data"),  AT("data"), UINT32_MAX, 1 << 2 | 1 << 5 | 1 << 10};
    memcpy(words + symbols, both, sizeof both);
    const uint32_t more[] = {24, 8, 0, 0, AT("sec")};
    memcpy(words + uncommons, more, uncommon * 4);
    const uint32_t library[] = {AT("-lm")};
    if (version >= 2)
        memcpy(words + libraries, library, sizeof library);
    *n = libraries + (version >= 2 ? 2 : 0);
}

/* WORDS become those of the blob, little-endian, where they stand. */
static bool open_words(struct bl_symtab_view *table, uint32_t *words, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        bl_store_le32((uint8_t *)&words[i], words[i]);
    struct bl_view blob = {.data = (const uint8_t *)words, .size = (size_t)n * 4};
    return bl_symtab_open(table, blob, view(STRTAB));
}

Test(symtab, all_versions)
{
    for (uint32_t version = 0; version <= 3; version++) {
        uint32_t words[MAX_WORDS];
        uint32_t n;
        struct bl_symtab_view table;
        struct bl_symbol s;
        uint32_t begin;
        uint32_t end;
        uint32_t uncommon;
        write_table(version, words, &n);
        cr_assert(open_words(&table, words, n), "version %u", version);
        cr_expect_null(bl_symtab_fault(table.blob, table.strtab), "version %u", version);
        cr_assert_eq(table.modules.n, 1);
        cr_assert(bl_symtab_module(&table, 0, &begin, &end, &uncommon));
        cr_assert(begin == 0 && end == 2 && uncommon == 0);
        cr_assert(bl_symtab_symbol(&table, 0, &uncommon, &s), "version %u", version);
        expect_text(s.name, "_main");
        expect_text(s.ir_name, "main");
        expect_text(s.comdat, "k");
        cr_expect_eq(s.flags, BL_SYMBOL_GLOBAL | BL_SYMBOL_EXECUTABLE);
        cr_expect_eq(s.visibility, 1);
        cr_assert(bl_symtab_symbol(&table, 1, &uncommon, &s), "version %u", version);
        expect_text(s.name, "data");
        cr_expect_eq(s.flags, BL_SYMBOL_GLOBAL | BL_SYMBOL_COMMON);
        cr_expect(s.common_size == 24 && s.common_align == 8 && s.comdat.size == 0);
        expect_text(s.section, version >= 1 ? "sec" : "");
        expect_text(bl_symtab_text(&table, BL_SYMTAB_PRODUCER), "22.1.8");
        expect_text(bl_symtab_text(&table, BL_SYMTAB_TRIPLE), "x86_64");
        expect_text(bl_symtab_text(&table, BL_SYMTAB_SOURCE_FILE), "src.c");
        cr_assert_eq(table.libraries.n, version >= 2);
        if (version >= 2)
            expect_text(bl_symtab_library(&table, 0), "-lm");
    }
}

/* Two bits have room for one visibility more than there are. */
Test(symtab, unknown_visibility)
{
    uint32_t words[MAX_WORDS];
    uint32_t n;
    struct bl_symtab_view table;
    struct bl_symbol s;
    uint32_t uncommon = 0;
    write_table(0, words, &n);
    uint32_t flags = words[7] / 4 + 5; /* of the first symbol */
    words[flags] |= 3;
    cr_assert(open_words(&table, words, n) && bl_symtab_symbol(&table, 0, &uncommon, &s));
    cr_expect_eq(s.visibility, 0);
}

/* Word WORD becomes VALUE: the table, its module or one of its symbols is refused. */
Test(symtab, corrupt_words)
{
    static const struct {
        const char *name;
        uint32_t word, value;
    } rows[] = {
        {"version", 0, 4},
        {"modules' offset", 3, 4 * 100},
        {"modules' number", 4, 2},
        {"modules' number, largest", 4, UINT32_MAX},
        {"COMDATs' offset, largest", 5, UINT32_MAX},
        {"symbols' offset", 7, 0},
        {"symbols' number", 8, 3},
        {"uncommons' offset", 9, 4 * 1000},
        {"uncommons' number", 10, 100},
        {"libraries' offset", 17, 4 * 1000},
        {"libraries' number", 18, 2},
        {"module's end", 20, 3},
        {"module's begin", 19, 3},
        {"module's Uncommon", 21, 2},
        {"COMDAT's name", 22, 1000},
        {"symbol's name", 25, 1000},
        {"symbol's size", 26, UINT32_MAX},
        {"symbol's IR name", 27, 1000},
        {"symbol's COMDAT", 29, 1},
        {"Uncommon's section", 41, 1000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t words[MAX_WORDS];
        uint32_t n;
        struct bl_symtab_view table;
        struct bl_symbol s;
        uint32_t begin;
        uint32_t end;
        uint32_t uncommon;
        write_table(3, words, &n);
        words[rows[i].word] = rows[i].value;
        bool good =
            open_words(&table, words, n) && bl_symtab_module(&table, 0, &begin, &end, &uncommon);
        for (uint32_t k = 0; good && k < 2; k++)
            good = bl_symtab_symbol(&table, k, &uncommon, &s);
        cr_expect(!good, "%s", rows[i].name);
        /* A table of a later version may be good in its own way. */
        const char *fault = bl_symtab_fault(table.blob, table.strtab);
        cr_expect_eq(fault == NULL, rows[i].word == 0, "%s", rows[i].name);
    }
}

/* Words that no symbol needs: the table can be used, but has a fault. */
Test(symtab, corrupt_words_of_no_symbol)
{
    static const struct {
        const char *name;
        uint32_t word, value;
    } rows[] = {
        {"producer", 1, 1000},           {"target triple's size", 12, 1000},
        {"source file", 13, UINT32_MAX}, {"linker options", 15, 1000},
        {"library's size", 44, 1000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t words[MAX_WORDS];
        uint32_t n;
        struct bl_symtab_view table;
        write_table(3, words, &n);
        words[rows[i].word] = rows[i].value;
        cr_assert(open_words(&table, words, n), "%s", rows[i].name);
        const char *fault = bl_symtab_fault(table.blob, table.strtab);
        cr_assert_not_null(fault, "%s", rows[i].name);
        cr_expect_str_eq(fault, "symbol table that reaches beyond the STRTAB or its own end");
    }
}

/* Every library is checked, not the first one only, and each in its own place. */
Test(symtab, corrupt_second_library)
{
    uint32_t words[MAX_WORDS];
    uint32_t n;
    struct bl_symtab_view table;
    const uint32_t library[] = {AT("sec")};
    write_table(3, words, &n);
    words[18] = 2;
    memcpy(words + n, library, sizeof library);
    cr_assert(open_words(&table, words, n + 2));
    cr_expect_null(bl_symtab_fault(table.blob, table.strtab));
    expect_text(bl_symtab_library(&table, 1), "sec");
    bl_store_le32((uint8_t *)&words[n], 1000);
    const char *fault = bl_symtab_fault(table.blob, table.strtab);
    cr_assert_not_null(fault);
    cr_expect_str_eq(fault, "symbol table that reaches beyond the STRTAB or its own end");
}

/* Many modules with the same symbols would make a small table take long. */
Test(symtab, corrupt_module_begin)
{
    uint32_t words[32] = {0, 0, 0, 17 * 4, 2, 23 * 4, 0, 23 * 4, 1, 29 * 4};
    struct bl_symtab_view table;
    words[18] = words[21] = 1; /* their ends; both begin with symbol 0 */
    words[27] = UINT32_MAX;    /* no COMDAT */
    cr_assert(open_words(&table, words, 29));
    const char *fault = bl_symtab_fault(table.blob, table.strtab);
    cr_assert_not_null(fault);
    cr_expect_str_eq(fault, "symbol table with a symbol of two modules");
    bl_store_le32((uint8_t *)&words[20], 1);
    cr_expect_null(bl_symtab_fault(table.blob, table.strtab), "the second has none");
}

Test(symtab, every_truncation)
{
    uint32_t words[MAX_WORDS];
    uint32_t n;
    struct bl_symtab_view table;
    write_table(3, words, &n);
    cr_assert(open_words(&table, words, n)); /* as they are in a file */
    for (size_t size = 0; size < (size_t)n * 4; size++) {
        struct bl_view blob = {.data = (const uint8_t *)words, .size = size};
        cr_expect(!bl_symtab_open(&table, blob, view(STRTAB)), "%zu bytes", size);
        cr_expect_not_null(bl_symtab_fault(blob, view(STRTAB)), "%zu bytes", size);
    }
}

/* ---- From records ---- */

/* "name flags" of all symbols of the one module that W has written, without llvm.*
 * ones' sake left out. */
static void list_symbols(struct bl_writer *w, char *out, size_t size)
{
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_module *module;
    struct bl_symbols *symbols;
    struct bl_symbol s;
    size_t n = 0;
    int rc;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL), BL_OK);
    cr_assert_eq(bl_symbols_open(&symbols, module, 0, NULL), BL_OK);
    while ((rc = bl_symbols_next(symbols, &s, NULL)) > 0) {
        uint32_t value = 99;
        int found = bl_symbols_value(symbols, &s, &value, NULL);
        n += (size_t)snprintf(out + n, size - n, "%.*s %x %d\n", (int)s.name.size,
                              (const char *)s.name.data, s.flags, found > 0 ? (int)value : -1);
    }
    cr_expect_eq(rc, 0);
    bl_symbols_close(symbols);
    bl_module_close(module);
    bl_index_close(index);
    bl_writer_close(w);
}

enum {
    ASM = 4,
    DATALAYOUT = 3,
    SECTIONNAME = 5,
    GLOBALVAR = 7,
    FUNCTION = 8,
    ALIAS = 14
};

Test(symbols, from_records)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    char list[1024];
    module_begin(&b, w, 2);
    build_text_record(w, DATALAYOUT, "e-m:o-i64:64");
    build_text_record(w, ASM, ".globl extra\nextra: nop\n");
    build_text_record(w, SECTIONNAME, "llvm.metadata");
    module_value(&b, "common", GLOBALVAR, BUILD_OPS(0, 2, 1, 8));
    module_value(&b, "private", GLOBALVAR, BUILD_OPS(0, 2, 1, 9));
    module_value(&b, "\1raw", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
    module_value(&b, "meta", GLOBALVAR, BUILD_OPS(0, 2, 1, 0, 0, 1));
    module_value(&b, "", GLOBALVAR, BUILD_OPS(0, 2, 1, 0));
    module_value(&b, "tls", GLOBALVAR, BUILD_OPS(0, 2, 1, 0, 0, 0, 0, 1, 1));
    module_value(&b, "f", FUNCTION, BUILD_OPS(0, 0, 0, 12, 0, 0, 0, 0));
    module_value(&b, "llvm.trap", FUNCTION, BUILD_OPS(0, 0, 1, 0, 0, 0, 0, 0));
    module_value(&b, "a", ALIAS, BUILD_OPS(0, 0, 6, 3));
    module_value(&b, "aa", ALIAS, BUILD_OPS(0, 0, 8, 16));
    module_value(&b, "self", ALIAS, BUILD_OPS(0, 0, 10, 0));
    module_body(&b, 1);
    module_end(&b);
    module_strtab(&b);
    list_symbols(w, list, sizeof list);
    cr_expect_str_eq(list, "_f 2408 6\n"          /* available_externally: undefined */
                           "_llvm.trap 2c08 7\n"  /* format specific */
                           "_common 420 0\n"      /* common */
                           "L_private 800 1\n"    /* format specific, local */
                           "raw 408 2\n"          /* undefined */
                           "_meta c00 3\n"        /* format specific by its section */
                           "___unnamed_1 400 4\n" /* global */
                           "_tls 1500 5\n"        /* thread-local, unnamed_addr */
                           "_a 2040 8\n"          /* code through one alias */
                           "_aa 2450 9\n"         /* through two */
                           "_self 440 10\n"       /* for ever: no code */
                           "extra 2400 -1\n");
}

/* Versions are what IR says of their symbols, where assembly does not. */
Test(symbols, versions)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    char list[1024];
    module_begin(&b, w, 2);
    build_text_record(w, DATALAYOUT, "e-m:e");
    build_text_record(w, ASM,
                      ".symver a, a@V; .symver b, b@@@V; .symver c, c@V; .symver d, d@@@V\n"
                      ".symver e, e@V; .symver f, f@@@V; .symver g, g@@@V; .symver h, h@@@V\n"
                      ".symver .Li, i@@@V; .symver i, i@W; .symver none, none@V\n"
                      ".globl g; .weak h; h:");
    module_value(&b, "a", GLOBALVAR, BUILD_OPS(0, 2, 1, 0));
    module_value(&b, "b", GLOBALVAR, BUILD_OPS(0, 2, 1, 8));
    module_value(&b, "c", GLOBALVAR, BUILD_OPS(0, 2, 1, 3));
    module_value(&b, "\1d", GLOBALVAR, BUILD_OPS(0, 2, 1, 16));
    module_value(&b, "e", GLOBALVAR, BUILD_OPS(0, 2, 1, 12));
    module_value(&b, "f", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
    module_value(&b, "g", GLOBALVAR, BUILD_OPS(0, 2, 1, 3));
    module_value(&b, "h", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
    module_value(&b, "i", GLOBALVAR, BUILD_OPS(0, 2, 1, 9));
    module_end(&b);
    module_strtab(&b);
    list_symbols(w, list, sizeof list);
    const char *versions = strstr(list, "a@V");
    cr_assert_not_null(versions, "%s", list);
    cr_expect_str_eq(versions, "a@V 2400 -1\n"  /* as external */
                               "b@@V 2410 -1\n" /* common: weak */
                               "c@V 2000 -1\n"  /* internal */
                               "d@@V 2410 -1\n" /* weak */
                               /* e: available_externally */
                               "f@V 2408 -1\n"  /* a declaration */
                               "g@@V 2400 -1\n" /* bound by assembly, defined in IR */
                               "h@@V 2410 -1\n" /* all from assembly */
                               "i@@V 2000 -1\n" /* private, by the linker's name */
                               "i@W 2000 -1\n");
}

/* An alias of a constant expression is code where that leads to a function. */
Test(symbols, aliases_of_constants)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    char list[256];
    module_begin(&b, w, 2);
    bl_writer_enter(w, 17, 4);
    bl_writer_record(w, 25, BUILD_OPS(0)); /* a pointer */
    bl_writer_exit(w);
    module_value(&b, "f", FUNCTION, BUILD_OPS(0, 0, 0, 0, 0, 0, 0, 0));
    module_value(&b, "v", GLOBALVAR, BUILD_OPS(0, 2, 1, 0));
    module_value(&b, "a", ALIAS, BUILD_OPS(0, 0, 8, 0));
    module_value(&b, "b", ALIAS, BUILD_OPS(0, 0, 9, 0));
    module_value(&b, "c", ALIAS, BUILD_OPS(0, 0, 10, 0));
    module_value(&b, "d", ALIAS, BUILD_OPS(0, 0, 11, 0));
    module_value(&b, "e", ALIAS, BUILD_OPS(0, 0, 12, 0));
    module_value(&b, "g", ALIAS, BUILD_OPS(0, 0, 99, 0));
    bl_writer_enter(w, 11, 4);
    bl_writer_record(w, 1, BUILD_OPS(0));                 /* SETTYPE */
    bl_writer_record(w, 11, BUILD_OPS(11, 0, 0));         /* 8: bitcast of f */
    bl_writer_record(w, 12, BUILD_OPS(0, 1, 0, 1));       /* 9: old GEP of v */
    bl_writer_record(w, 20, BUILD_OPS(0, 0, 8, 0, 1));    /* 10: GEP of value 8, type stated */
    bl_writer_record(w, 32, BUILD_OPS(0, 0, 0, 0, 0, 1)); /* 11: GEP of f */
    bl_writer_record(w, 11, BUILD_OPS(11, 0, 12));        /* 12: of itself */
    bl_writer_exit(w);
    module_body(&b, 1);
    module_end(&b);
    module_strtab(&b);
    list_symbols(w, list, sizeof list);
    cr_expect_str_eq(list, "f 2400 0\nv 400 1\na 2440 2\nb 440 3\nc 2440 4\nd 2440 5\n"
                           "e 440 6\ng 440 7\n");
}

/* A STRTAB or SYMTAB. */
static void write_blob(struct bl_writer *w, uint32_t block_id, struct bl_view blob)
{
    bl_writer_enter(w, block_id, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    bl_writer_abbreviated(w, id, 1, NULL, 0, &blob);
    bl_writer_exit(w);
}

Test(symbols, table_that_does_not_fit_is_passed_over)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    char list[256];
    module_begin(&b, w, 2);
    module_value(&b, "x", GLOBALVAR, BUILD_OPS(0, 2, 1, 0));
    module_end(&b);
    uint32_t words[MAX_WORDS];
    uint32_t n;
    write_table(3, words, &n);
    words[4] = 0; /* of no module */
    write_blob(w, 25, (struct bl_view){(const uint8_t *)words, (size_t)n * 4});
    module_strtab(&b);
    list_symbols(w, list, sizeof list);
    cr_expect_str_eq(list, "x 400 0\n");
}

/* The symbols of the first module are those of one more. */
static void give_to_one_more(uint32_t words[MAX_WORDS], uint32_t *n)
{
    enum {
        MODULES = 19, /* words: the first one, and what one takes */
        MODULE = 3
    };
    memmove(words + MODULES + MODULE, words + MODULES, (*n - MODULES) * sizeof *words);
    *n += MODULE;
    words[4]++;
    const uint32_t offsets_behind[] = {5, 7, 9, 17};
    for (size_t i = 0; i < sizeof offsets_behind / sizeof *offsets_behind; i++)
        words[offsets_behind[i]] += MODULE * 4;
}

/* Each of many modules could be given the same ones; a macro in the assembly of one may make more
 * than the module has words. */
Test(symbols, table_of_more_symbols_than_words)
{
    static const struct {
        uint32_t n_modules;
        bool is_larger, is_used;
    } rows[] = {{1, false, true},
                {BL_MAX_NAME_BYTES_PER_BYTE, false, true},
                {BL_MAX_NAME_BYTES_PER_BYTE + 1, true, true},
                {BL_MAX_NAME_BYTES_PER_BYTE + 1, false, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        uint32_t words[MAX_WORDS];
        uint32_t n;
        char list[256] = "";
        write_table(3, words, &n);
        for (uint32_t m = 1; m < rows[i].n_modules; m++)
            give_to_one_more(words, &n);
        for (uint32_t k = 0; k < n; k++)
            bl_store_le32((uint8_t *)&words[k], words[k]);
        for (uint32_t m = 0; m < rows[i].n_modules; m++) {
            bl_writer_enter(w, 8, 4);
            bl_writer_record(w, 1, BUILD_OPS(2)); /* VERSION, in one word with the end */
            if (rows[i].is_larger)
                bl_writer_record(w, 99, BUILD_OPS(0));
            bl_writer_exit(w);
        }
        write_blob(w, 25, (struct bl_view){(const uint8_t *)words, (size_t)n * 4});
        write_blob(w, 23, view(STRTAB));
        list_symbols(w, list, sizeof list);
        cr_expect_str_eq(list, rows[i].is_used ? "_main 2400 -1\ndata 420 -1\n" : "", "row %zu", i);
    }
}

/* Symbols of all modules in what W has written: how many there are, the bytes of their names, and
 * the first failure. */
struct symbol_counts {
    uint32_t n;
    size_t name_bytes;
    struct bl_error err;
};

static struct symbol_counts count_symbols(struct bl_writer *w)
{
    struct symbol_counts counts = {0};
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_module *module;
    struct bl_symbols *symbols;
    struct bl_symbol s;
    struct bl_error err;
    int rc;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    for (uint32_t block = BL_NONE; (block = bl_module_next(index, block)) != BL_NONE;) {
        cr_assert_eq(bl_module_open(&module, index, block, NULL), BL_OK);
        cr_assert_eq(bl_symbols_open(&symbols, module, 0, NULL), BL_OK);
        for (; (rc = bl_symbols_next(symbols, &s, &err)) > 0; counts.n++)
            counts.name_bytes += s.name.size;
        if (rc < 0 && counts.err.status == BL_OK)
            counts.err = err;
        bl_symbols_close(symbols);
        bl_module_close(module);
    }
    bl_index_close(index);
    return counts;
}

/* Names that share bytes of the STRTAB would make much of a small file. */
Test(symbols, overlapping_names)
{
    enum {
        NAME_BYTES = 40000
    };
    static uint8_t name[NAME_BYTES];
    static const struct {
        uint32_t n_modules, n_values;
        bool good;
    } rows[] = {
        {1, 1, true},  {1, 1000, false}, {8, 1, true}, /* so many may share all of them */
        {9, 1, false}, {1000, 1, false},
    };
    memset(name, 'n', sizeof name);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        for (uint32_t m = 0; m < rows[i].n_modules; m++) {
            bl_writer_enter(w, 8, 4);
            bl_writer_record(w, 1, BUILD_OPS(2)); /* VERSION */
            for (uint32_t value = 0; value < rows[i].n_values; value++)
                bl_writer_record(w, GLOBALVAR, BUILD_OPS(0, NAME_BYTES, 0, 2, 1, 0));
            bl_writer_exit(w);
        }
        write_blob(w, 23, (struct bl_view){name, sizeof name});
        struct symbol_counts counts = count_symbols(w);
        size_t most = BL_MAX_NAME_BYTES_PER_BYTE * build_bytes(w).size;
        cr_expect(counts.name_bytes <= most, "row %zu: %zu bytes", i, counts.name_bytes);
        cr_expect_eq(counts.err.status, rows[i].good ? BL_OK : BL_E_LIMIT, "row %zu", i);
        if (!rows[i].good)
            cr_expect_str_eq(counts.err.what, "names of symbols longer than the limit");
        bl_writer_close(w);
    }
}

/* All global values are listed as far as their names are in proportion; each is reported alone. */
Test(symbols, overlapping_names_of_globals)
{
    enum {
        N_VALUES = 1000,
        NAME_BYTES = 4000
    };
    static uint8_t name[NAME_BYTES];
    memset(name, 'n', sizeof name);
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 4);
    bl_writer_record(w, 1, BUILD_OPS(2)); /* VERSION */
    for (uint32_t value = 0; value < N_VALUES; value++)
        bl_writer_record(w, GLOBALVAR, BUILD_OPS(0, NAME_BYTES, 0, 2, 1, 0));
    bl_writer_exit(w);
    write_blob(w, 23, (struct bl_view){name, sizeof name});

    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_module *module;
    const struct bl_global *globals;
    struct bl_global last;
    struct bl_error err;
    uint32_t n;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL), BL_OK);
    cr_expect_eq(bl_module_globals(module, &globals, &n, &err), BL_E_LIMIT);
    cr_expect_gt(n, 0);
    cr_expect_leq((size_t)n * NAME_BYTES, BL_MAX_NAME_BYTES_PER_BYTE * stream.bytes.size);
    cr_expect_eq(bl_module_global(module, N_VALUES - 1, &last, NULL), BL_OK);
    cr_expect_eq(last.name.size, NAME_BYTES);
    bl_module_close(module);
    bl_index_close(index);
    bl_writer_close(w);
}

/* Each of N_MODULES, or only the one at LARGE, has all names of the STRTAB. */
static void expect_all_names(uint32_t n_modules, uint32_t large)
{
    enum {
        N_VALUES = 500,
        NAME_BYTES = 700
    };
    static uint8_t names[N_VALUES * NAME_BYTES];
    memset(names, 'n', sizeof names);
    struct bl_writer *w = build_begin();
    uint32_t n_symbols = 0;
    for (uint32_t m = 0; m < n_modules; m++) {
        uint32_t n_values = large == BL_NONE || m == large ? N_VALUES : 1;
        bl_writer_enter(w, 8, 4);
        bl_writer_record(w, 1, BUILD_OPS(2)); /* VERSION */
        for (uint32_t value = 0; value < n_values; value++)
            bl_writer_record(
                w, GLOBALVAR,
                BUILD_OPS((uint64_t)value * NAME_BYTES, NAME_BYTES, 0, 2, 1, 0, 0, 0, 0, 0, 0));
        bl_writer_exit(w);
        n_symbols += n_values;
    }
    write_blob(w, 23, (struct bl_view){names, sizeof names});
    struct symbol_counts counts = count_symbols(w);
    cr_expect_eq(counts.err.status, BL_OK, "%u: %s", n_modules, counts.err.what);
    cr_expect_eq(counts.n, n_symbols, "%u modules: %u symbols", n_modules, counts.n);
    bl_writer_close(w);
}

/* LLVM's cat makes such of many modules: what all of them name is there once. */
Test(symbols, names_that_modules_share)
{
    expect_all_names(100, BL_NONE);
    for (uint32_t large = 0; large < 61; large += 30)
        expect_all_names(61, large);
}

/* ---- Assembly ---- */

/* TEXT, for TRIPLE, has the symbols of EXPECTED: name, letter. */
static void expect_assembly(const char *text, const char *triple, const char *expected)
{
    struct bl_asm_symbols symbols = {0};
    struct bl_arena arena = {0};
    char list[256] = "";
    size_t n = 0;
    cr_assert_eq(bl_asm_symbols_read(&symbols, view(text), view(triple)), BL_OK);
    cr_assert_eq(bl_asm_symbols_add_versions(&symbols, &arena), BL_OK);
    for (uint32_t k = 0; k < symbols.n; k++) {
        unsigned flags = bl_asm_symbol_flags(&symbols.symbols[k]);
        bool is_undefined = flags & BL_SYMBOL_UNDEFINED;
        char letter = flags & BL_SYMBOL_WEAK     ? (is_undefined ? 'w' : 'W')
                      : is_undefined             ? 'U'
                      : flags & BL_SYMBOL_GLOBAL ? 'T'
                                                 : 't';
        n += (size_t)snprintf(list + n, sizeof list - n, "%.*s %c ",
                              (int)symbols.symbols[k].name.size,
                              (const char *)symbols.symbols[k].name.data, letter);
    }
    cr_expect_str_eq(list, expected, "%s: %s", text, list);
    bl_asm_symbols_release(&symbols);
    bl_arena_release(&arena);
}

Test(symbols, of_assembly)
{
    static const struct {
        const char *text;
        const char *expected; /* name, letter */
    } rows[] = {
        {"", ""},
        {"a: nop", "a t "},
        {".globl a\na:", "a T "},
        {"a: .global a, b", "a T b U "},
        {".weak w\nw: ; .weak u", "w W u w "},
        {".set s, t + 4", "s t t U "},
        {"s = \"t u\" - v", "s t t u U v U "},
        {".comm c,8,8", "c t "},
        {"one: two: .long three, 4, four-5", "one t two t three U four U "},
        {"# a: b:\nc: # d:", "c t "},
        {"/*\n.globl a\n*/ .globl b, /* c\n */ d", "b U d U "},
        {"a /* : */ : nop /*; b:\nc:*/; d:", "a t d t "},
        {".long a /* b; c: */ + e /*/ f */ - g", "a U e U g U "},
        {"a: /* b:\nc:", "a t "},
        {"nop // a: ; b:\n// c: /*\nd:", "d t "},
        {".long a / b // c", "a U b U "},
        {".ascii \"/* x\"; a: .ascii \"// x\"; b:", "a t b t "},
        {".ascii \"x: ; y:\"\nz:", "z t "},
        {".globl f; f: nop; .symver f, f@V", "f T f@V T "},
        {".weak f; .symver f, f@@@V; .symver f, g@V", "f w f@V w g@V w "},
        {"f: .symver f, f@@@V", "f t f@@V t "},
        {"f: .symver f, f@@@; .symver f, f@@@@V", "f t f@@@ t f@@@@V t "},
        {".symver f, f@V; .symver g; .symver h,",
         "f U g U h U "}, /* it is not known of what kind */
        {".globl f@V; .symver f, f@V", "f@V U f U "},
        {"1: jmp 1b", ""},
        {"\"quoted name\": nop", "quoted name t "},
        {"\"open: nop", ""},
        {"used: .quad used", "used t "},
        {".long x\nx:", "x t "},
        {". = . + 8; .long a - .", "a U "}, /* "." is here, no symbol */
        {"call far", ""},                   /* what instructions refer to is not seen */
        /* How a symbol is referred to is not of its name. */
        {".long f@PLT, (g@GOTOFF) + 4; .quad \"h\"@ha", "f U g U h U "},
        {".long \"f@V\"; f@@W: .globl f@@W", "f@V U f@@W T "},
        {".word %lo(f), a % b", "f U a U b U "},
        {".byte 'a', b; .byte '\\'', '\"'; c: .byte ';'; d:", "b U c t d t "},
        {".ascii \"\na:\n\"; b:", "b t "},
        {".globl a?b; c?:", "a?b U c? t "},
        /* Not what macros would say. */
        {".macro m\na:\n.macro n; b: ; .endm\nc:\n.endmacro\nd:", "d t "},
        {".macro m; a:", ""},
        {"a: .end\nb:", "a t "},
        {".value a; .dc.l b; .dword c; .common d,4", "a U b U c U d t "},
        {".zerofill __DATA,__bss,_z,4; .zerofill __DATA,__bss; .zerofill", "_z t "},
        {".weak_definition _d; .lazy_reference _l", "_l U "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_assembly(rows[i].text, "x86_64-linux-gnu", rows[i].expected);
}

/* "#" first in the text is first in its line, whatever precedes the text in memory. */
Test(symbols, of_assembly_that_begins_with_a_comment)
{
    static const char memory[] = "x  # comment; f:\nx # y; g:";
    struct bl_asm_symbols symbols = {0};
    struct bl_view text = view(memory + 3);
    cr_assert_eq(bl_asm_symbols_read(&symbols, text, view("aarch64-linux-gnu")), BL_OK);
    cr_assert_eq(symbols.n, 1);
    expect_text(symbols.symbols[0].name, "g");
    bl_asm_symbols_release(&symbols);
}

/* Comments and separators differ, and "@" belongs to names of Windows. */
Test(symbols, of_assembly_of_targets)
{
    static const struct {
        const char *text;
        const char *expected;
        const char *triple;
    } rows[] = {
        {".long _f@4, @g@8", "_f@4 U @g@8 U ", "i686-pc-windows-msvc"},
        {".long f @ g\n@ a: ; b:\nc:", "f U c t ", "armv7-linux-gnueabihf"},
        {"add r0, #1; a:\n # b:\n", "a t ", "thumbv7-linux-gnueabihf"},
        {"add x0, x0, #1; a: // b:\n# c:", "a t ", "aarch64-linux-gnu"},
        {"nop ; a:\nb: %% c: nop // %% d:", "b t c t ", "arm64-apple-ios"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_assembly(rows[i].text, rows[i].triple, rows[i].expected);
}
