/* test_catalog_find.c - symbols by name, and names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/load.h"
#include "catalog/catalog.h"
#include "catalog/hash.h"
#include "support/make_catalog.h"
#include "support/scratch.h"
#include "unit/catalog/folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct bl_view view_of(const char *text)
{
    return (struct bl_view){.data = (const uint8_t *)text, .size = strlen(text)};
}

/* What looking for NAME gives, "0 4 "; a symbol that failed with its status, "0:-9 ". */
static const char *hits_of(const struct bl_catalog *c, const char *name)
{
    static char text[256];
    struct bl_catalog_hits hits;
    uint32_t symbol;
    size_t n = 0;
    int rc = bl_catalog_find(c, view_of(name), &hits, NULL);
    cr_assert_eq(rc, BL_OK);
    text[0] = '\0';
    while ((rc = bl_catalog_next(&hits, &symbol, NULL)) != 0) {
        n += (size_t)snprintf(text + n, sizeof text - n, "%d", (int)symbol);
        n += (size_t)snprintf(text + n, sizeof text - n, rc < 0 ? ":%d " : " ", rc);
        cr_assert(n < sizeof text - 32);
    }
    cr_expect_eq(symbol, BL_NONE);
    cr_expect_eq(bl_catalog_next(&hits, &symbol, NULL), 0);
    return text;
}

static void expect_hits(const struct bl_catalog *c)
{
    cr_expect_str_eq(hits_of(c, "alpha"), "0 4 ");
    cr_expect_str_eq(hits_of(c, "beta"), "1 ");
    cr_expect_str_eq(hits_of(c, "f_asm"), "2 ");
    cr_expect_str_eq(hits_of(c, "_gamma"), "3 ");
    cr_expect_str_eq(hits_of(c, "delta"), "5 ");
    cr_expect_str_eq(hits_of(c, "alph"), "");
    cr_expect_str_eq(hits_of(c, ""), "");
    for (uint32_t i = 0; i < SAMPLE_SYMBOLS; i++) {
        struct bl_view name;
        struct bl_error err;
        cr_assert_eq(bl_catalog_get_name(c, i, &name, &err), BL_OK, "%s", err.what);
        cr_expect_eq(name.size, strlen(sample_names[i]));
        cr_expect_eq(memcmp(name.data, sample_names[i], name.size), 0);
    }
}

Test(catalog_find, by_name)
{
    const char *directory = scratch_begin();
    struct bl_catalog *made = make_sample(directory);
    struct bl_view index = make_index(made);
    struct bl_catalog *opened;
    cr_assert_eq(bl_catalog_open_bytes(&opened, index, NULL), BL_OK);
    expect_hits(made);
    expect_hits(opened);
    bl_catalog_close(opened);
    bl_catalog_close(made);
    free((void *)(uintptr_t)index.data);
    scratch_end();
}

/* Only names of the right size are looked for in a source; one that is not there is
 * reported. */
Test(catalog_find, without_sources)
{
    struct bl_catalog *c = make_sample(NULL);
    cr_expect_str_eq(hits_of(c, "alpha"), "0:-2 4:-2 ");
    cr_expect_str_eq(hits_of(c, "f_asm"), "2 ");
    bl_catalog_close(c);
}

Test(catalog_find, where_there_are_no_symbols)
{
    struct make_catalog m = {.parts = BL_CATALOG_MODULES};
    struct bl_catalog *c = make_done(&m);
    struct bl_catalog_hits hits;
    struct bl_error err;
    uint32_t symbol;
    cr_expect_eq(bl_catalog_find(c, view_of("x"), &hits, &err), BL_E_ARGUMENT);
    cr_expect_eq(bl_catalog_next(&hits, &symbol, &err), 0);
    bl_catalog_close(c);
    m = (struct make_catalog){.parts = BL_CATALOG_SYMBOLS};
    c = make_done(&m);
    cr_expect_str_eq(hits_of(c, "x"), "");
    bl_catalog_close(c);
}

/* ---- Tables of names ---- */

/* A catalog of symbols in NAME alone: N of them, "sNUMBER". With SAME_HASH all have the same. */
static struct bl_catalog *many(uint32_t n, unsigned bits, bool same_hash)
{
    struct make_catalog m = {.parts = BL_CATALOG_SYMBOLS};
    struct bl_blx_module *module = make_record(&m, BL_BLX_MODS);
    MAKE_SET(module->n_symbols, n);
    for (uint32_t i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%u", i);
        make_symbol(&m, &(struct make_symbol){.name = name, .in_names = true, .value = BL_NONE});
        if (same_hash)
            bl_store_le32(((struct bl_blx_symbol *)(void *)m.chunks[BL_BLX_SYMS])[i].hash,
                          bl_catalog_name_hash(view_of("s7")));
    }
    make_name_table(&m, bits);
    return make_done(&m);
}

Test(catalog_find, for_any_size_of_table)
{
    enum {
        N = 300
    };
    for (unsigned bits = 0; bits <= 12; bits++) {
        struct bl_catalog *c = many(N, bits, false);
        for (uint32_t i = 0; i < N; i++) {
            char name[16];
            char expected[16];
            snprintf(name, sizeof name, "s%u", i);
            snprintf(expected, sizeof expected, "%u ", i);
            cr_assert_str_eq(hits_of(c, name), expected, "%u bits: %s", bits, name);
        }
        cr_expect_str_eq(hits_of(c, "s300"), "");
        bl_catalog_close(c);
    }
}

Test(catalog_find, among_names_of_one_hash)
{
    struct bl_catalog *c = many(100, 4, true);
    cr_expect_str_eq(hits_of(c, "s7"), "7 ");
    cr_expect_str_eq(hits_of(c, "s8"), ""); /* is looked for where its own hash leads */
    bl_catalog_close(c);
}

/* A name whose length does not fit the record. */
Test(catalog_find, a_long_name)
{
    static const uint32_t sizes[] = {BL_BLX_LONG_NAME - 1, BL_BLX_LONG_NAME, BL_BLX_LONG_NAME + 9};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct make_catalog m = {.parts = BL_CATALOG_SYMBOLS};
        struct bl_blx_module *module = make_record(&m, BL_BLX_MODS);
        MAKE_SET(module->n_symbols, 2);
        char *name = malloc(sizes[i] + 1);
        memset(name, 'x', sizes[i]);
        name[sizes[i]] = '\0';
        make_symbol(&m, &(struct make_symbol){.name = name, .in_names = true, .value = BL_NONE});
        make_symbol(&m, &(struct make_symbol){.name = "y", .in_names = true, .value = BL_NONE});
        make_name_table(&m, 1);
        struct bl_catalog *c = make_done(&m);
        struct bl_catalog_symbol symbol;
        struct bl_view found;
        cr_expect_str_eq(hits_of(c, name), "0 ");
        cr_expect_str_eq(hits_of(c, "y"), "1 ");
        cr_assert_eq(bl_catalog_get_symbol(c, 0, &symbol, NULL), BL_OK);
        cr_expect_eq(symbol.name_size, sizes[i]);
        cr_assert_eq(bl_catalog_get_name(c, 0, &found, NULL), BL_OK);
        cr_expect(found.size == sizes[i] && memcmp(found.data, name, found.size) == 0);
        bl_catalog_close(c);
        free(name);
    }
}

/* Damage ends a search: there is no symbol to report. */
Test(catalog_find, in_a_damaged_table)
{
    static const struct {
        enum bl_blx_chunk chunk;
        const char *what;
    } rows[] = {{BL_BLX_FANO, "chunk FANO: the checksum of a page is wrong"},
                {BL_BLX_HASH, "chunk HASH: the checksum of a page is wrong"},
                {BL_BLX_SYMS, "chunk SYMS: the checksum of a page is wrong"},
                {BL_BLX_NAME, "chunk NAME: the checksum of a page is wrong"}};
    struct bl_catalog *made = many(20, 2, false);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_view index = make_index(made);
        struct bl_catalog *c;
        struct bl_catalog_hits hits;
        struct bl_error err;
        uint32_t symbol = 0;
        uint64_t size;
        make_chunk_of((uint8_t *)(uintptr_t)index.data, rows[i].chunk, &size)[0] ^= 1;
        cr_assert_eq(bl_catalog_open_bytes(&c, index, NULL), BL_OK);
        int rc = bl_catalog_find(c, view_of("s7"), &hits, &err);
        if (rc == BL_OK) {
            rc = bl_catalog_next(&hits, &symbol, &err);
            cr_expect_eq(symbol, BL_NONE);
        }
        cr_expect_eq(rc, BL_E_CONTAINER);
        cr_expect_str_eq(err.what, rows[i].what);
        cr_expect_eq(bl_catalog_next(&hits, &symbol, &err), 0);
        bl_catalog_close(c);
        free((void *)(uintptr_t)index.data);
    }
    bl_catalog_close(made);
}

/* ---- In many files ---- */

enum {
    FILES = 200,
    NAMES_A_FILE = 5
};

/* File NUMBER, whose functions are fNUMBER_0 and so on. */
static void write_file(uint32_t number)
{
    struct module_build b;
    struct bl_view bytes;
    struct bl_writer *w;
    char name[16];
    cr_assert_eq(bl_writer_open(&w, NULL), BL_OK);
    bl_writer_magic(w, "BC\xC0\xDE");
    module_begin(&b, w, 2);
    for (unsigned i = 0; i < NAMES_A_FILE; i++) {
        snprintf(name, sizeof name, "f%u_%u", number, i);
        module_value(&b, name, BL_CODE_MODULE_FUNCTION, BUILD_OPS(0, 0, 1, 0, 0, 0, 0, 0));
    }
    module_end(&b);
    module_strtab(&b);
    cr_assert_eq(bl_writer_finish(w, &bytes, NULL), BL_OK);
    snprintf(name, sizeof name, "%u.bc", number);
    folder_write(name, bytes);
    bl_writer_close(w);
}

/* How many of 1,000 names C has; those of WORD, which it does not have, included. */
static uint32_t n_found(const struct bl_catalog *c, const char *word)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < FILES * NAMES_A_FILE; i++) {
        char name[32];
        struct bl_catalog_hits hits;
        uint32_t symbol;
        snprintf(name, sizeof name, "%s%u_%u", word, i % FILES, i / FILES);
        cr_assert_eq(bl_catalog_find(c, text_view(name), &hits, NULL), BL_OK);
        int rc;
        while ((rc = bl_catalog_next(&hits, &symbol, NULL)) > 0)
            n++;
        cr_assert_eq(rc, 0, "%s", name);
    }
    return n;
}

/* Misses open no file, and look-ups of many names each but once, whatever their order: all that is
 * asked later is answered without the files. Of kept mappings none is opened at all. */
Test(catalog_find, opens_each_file_once)
{
    static const char *const paths[] = {"."};
    for (unsigned kept = 0; kept < 2; kept++) {
        struct folder folder = folder_enter();
        for (uint32_t i = 0; i < FILES; i++)
            write_file(i);
        const struct bl_catalog_options options = {.parts = BL_CATALOG_SYMBOLS,
                                                   .keep_mapped = kept != 0};
        struct bl_catalog *c = build_with(&options, paths, 1);
        cr_assert_eq(bl_catalog_get_counts(c).n_symbols, FILES * NAMES_A_FILE);
        uint32_t n_mapped = c->open->n_mapped;
        cr_expect_eq(n_mapped, kept ? FILES : 0);
        cr_expect_eq(n_found(c, "g"), 0);
        cr_expect_eq(c->open->n_mapped, n_mapped);
        if (!kept)
            cr_expect_eq(n_found(c, "f"), FILES * NAMES_A_FILE);
        for (uint32_t i = 0; i < FILES; i++) {
            char name[16];
            snprintf(name, sizeof name, "%u.bc", i);
            cr_assert_eq(remove(name), 0);
        }
        cr_expect_eq(n_found(c, "f"), FILES * NAMES_A_FILE);
        cr_expect_eq(c->open->n_mapped, FILES);
        bl_catalog_close(c);
        folder_leave(&folder);
    }
}
