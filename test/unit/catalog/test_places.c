/* test_places.c - catalogs of places: no name and no body is looked at before it is asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/build_module.h"
#include "support/catalog_contents.h"
#include "unit/catalog/folder.h"

enum {
    GLOBALVAR = 7,
    FUNCTION = 8,
    DATALAYOUT = 3,
    SYNC_SCOPE_NAMES = 26,
    MODULE_ASM = 4,
    INTERNAL = 3, /* linkages as records have them */
    PRIVATE = 9,
};

static struct bl_catalog *build_parts(unsigned parts, const char *path)
{
    return build_with(&(struct bl_catalog_options){.parts = parts}, PATHS(path));
}

static struct bl_catalog_symbol symbol_of(const struct bl_catalog *c, uint32_t number)
{
    struct bl_catalog_symbol symbol;
    struct bl_error err = {0};
    cr_assert_eq(bl_catalog_get_symbol(c, number, &symbol, &err), BL_OK, "%s", err.what);
    return symbol;
}

static struct bl_view name_of(const struct bl_catalog *c, uint32_t number)
{
    struct bl_view name;
    cr_assert_eq(bl_catalog_get_name(c, number, &name, NULL), BL_OK);
    return name;
}

/* How many symbols are found under NAME; the last one is *SYMBOL. */
static uint32_t find(const struct bl_catalog *c, struct bl_view name, uint32_t *symbol)
{
    struct bl_catalog_hits hits;
    uint32_t hit;
    uint32_t n = 0;
    cr_assert_eq(bl_catalog_find(c, name, &hits, NULL), BL_OK);
    for (; bl_catalog_next(&hits, &hit, NULL) > 0; n++)
        *symbol = hit;
    return n;
}

/* ---- The same answers ---- */

static void expect_same_function(const char *path, const struct bl_catalog *all, uint32_t a,
                                 const struct bl_catalog *places, uint32_t b)
{
    struct bl_catalog_function one;
    struct bl_catalog_function other;
    struct bl_error err = {0};
    cr_assert_eq(a == BL_NONE, b == BL_NONE, "%s: only one has a body", path);
    if (a == BL_NONE)
        return;
    cr_assert_eq(bl_catalog_get_function(all, a, &one, NULL), BL_OK);
    cr_assert_eq(bl_catalog_get_function(places, b, &other, &err), BL_OK, "%s: %s", path, err.what);
    cr_expect(one.symbol == other.symbol && one.n_words == other.n_words, "%s", path);
    cr_expect(other.hash.low == 0 && other.hash.high == 0);
}

static void expect_same_symbols(const char *path, const struct bl_catalog *all,
                                const struct bl_catalog *places)
{
    const unsigned may_lack = BL_SYMBOL_USED | BL_SYMBOL_MAY_OMIT;
    uint32_t n = bl_catalog_get_counts(all).n_symbols;
    cr_assert_eq(bl_catalog_get_counts(places).n_symbols, n, "%s", path);
    cr_expect_eq(bl_catalog_get_counts(places).n_problems, bl_catalog_get_counts(all).n_problems,
                 "%s", path);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_catalog_symbol a = symbol_of(all, i);
        struct bl_catalog_symbol b = symbol_of(places, i);
        struct bl_view one = name_of(all, i);
        struct bl_view other = name_of(places, i);
        cr_assert(one.size == other.size && memcmp(one.data, other.data, one.size) == 0,
                  "%s: %.*s, %.*s", path, (int)one.size, (const char *)one.data, (int)other.size,
                  (const char *)other.data);
        cr_expect_eq(((a.flags ^ b.flags) & ~may_lack), 0, "%s: %.*s has flags %X, not %X", path,
                     (int)one.size, (const char *)one.data, b.flags, a.flags);
        cr_expect(a.module == b.module && a.visibility == b.visibility && a.kind == b.kind &&
                      a.value == b.value && a.bit_pos == b.bit_pos && a.name_size == b.name_size,
                  "%s: %.*s", path, (int)one.size, (const char *)one.data);
        expect_same_function(path, all, a.function, places, b.function);
    }
}

/* Of everything in corpora/small that has no damage. */
Test(catalog_places, tell_what_all_parts_do)
{
    const char *root = folder_corpus("");
    cr_assert_eq(chdir(root), 0);
    struct bl_catalog *list = BUILD(".");
    uint32_t n_checked = 0;
    for (uint32_t i = 0; i < bl_catalog_get_counts(list).n_sources; i++) {
        struct bl_source source = source_of(list, i);
        char path[256];
        snprintf(path, sizeof path, "%.*s", (int)source.path.size, (const char *)source.path.data);
        if (source.kind != BL_SOURCE_FILE || source.n_problems > 0)
            continue;
        struct bl_catalog *all = BUILD(path);
        const unsigned rows[] = {BL_CATALOG_PLACES, BL_CATALOG_SYMBOLS};
        for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
            struct bl_catalog *places = build_parts(rows[row], path);
            expect_whole(places);
            expect_same_symbols(path, all, places);
            const char *fault = catalog_contents_check(places, 0, path);
            cr_expect(!fault || source.n_streams == 0, "%s: %s", path, fault);
            bl_catalog_close(places);
        }
        n_checked++;
        bl_catalog_close(all);
    }
    cr_expect_gt(n_checked, 100);
    bl_catalog_close(list);
}

/* ---- Bodies ---- */

/* Where a VALUE_SYMTAB says that three bodies are. */
struct lie {
    const char *name;
    int32_t by[3];   /* words that the offset of each is wrong by */
    int8_t of[3];    /* whose body it gives; -1: it gives none */
    bool no_symtab;  /* VSTOFFSET leads nowhere */
    uint8_t refused; /* functions that then cannot be read, a bit each */
};

enum {
    N_BODIES = 3,
};

static uint32_t write_module(struct bl_writer *w, const struct lie *lie, uint32_t words,
                             uint64_t bodies[N_BODIES])
{
    static const char *const names[] = {"first", "second", "third"};
    struct module_build b;
    module_begin(&b, w, 2);
    module_value(&b, "absent", FUNCTION, BUILD_OPS(0, 0, 1, 0, 0, 0, 0, 0));
    for (int i = 0; i < N_BODIES; i++)
        module_value(&b, names[i], FUNCTION, BUILD_OPS(0, 0, 0, 0, 0, 0, 0, 0));
    module_offset(&b, lie->no_symtab ? words + 1 : words);
    bl_writer_enter(w, SYNC_SCOPE_NAMES, 3); /* after a block they begin at words' boundaries */
    bl_writer_exit(w);
    for (int i = 0; i < N_BODIES; i++)
        module_body(&b, UINT64_C(1) << 60); /* several words */
    memcpy(bodies, b.bodies, N_BODIES * sizeof *bodies);
    module_symtab_begin(&b);
    for (int i = 0; i < N_BODIES; i++) {
        if (lie->of[i] < 0)
            continue;
        b.bodies[MAX_BODIES - 1] = bodies[lie->of[i]] + (uint64_t)(int64_t)lie->by[i] * 32;
        module_fnentry(&b, (uint64_t)i + 1, MAX_BODIES - 1, "");
    }
    module_symtab_end(&b);
    module_end(&b);
    module_strtab(&b);
    return b.symtab_words;
}

static void write_lie(const char *path, const struct lie *lie, uint64_t bodies[N_BODIES])
{
    struct bl_writer *w = build_begin();
    uint32_t words = write_module(w, lie, 0, bodies);
    bl_writer_close(w);
    w = build_begin();
    write_module(w, lie, words, bodies);
    folder_write(path, build_bytes(w));
    bl_writer_close(w);
}

/* What the catalog says of function I is right, or refused. */
static void expect_body(const struct lie *lie, const struct bl_catalog *c, int i,
                        const uint64_t bodies[N_BODIES])
{
    static const char *const names[] = {"first", "second", "third"};
    struct bl_catalog_function function;
    struct bl_error err = {0};
    uint32_t number = BL_NONE;
    cr_assert_eq(find(c, text_view(names[i]), &number), 1, "%s: %s", lie->name, names[i]);
    struct bl_catalog_symbol symbol = symbol_of(c, number);
    int status = bl_catalog_get_function(c, symbol.function, &function, &err);
    if (lie->refused >> i & 1) {
        cr_expect_eq(status, BL_E_MISMATCH, "%s: %s: status %d", lie->name, names[i], status);
        cr_expect(err.has_pos && err.bit_pos == symbol.bit_pos, "%s", lie->name);
        return;
    }
    cr_expect_eq(status, BL_OK, "%s: %s: %s", lie->name, names[i], err.what);
    cr_expect_eq(symbol.bit_pos, bodies[i], "%s: %s", lie->name, names[i]);
    cr_expect_eq(function.n_words, (bodies[1] - bodies[0] - 64) / 32, "%s: %s has %u words",
                 lie->name, names[i], function.n_words);
}

/* A VALUE_SYMTAB that cannot be true is not believed; one that could be is found
 * out when it is used. */
Test(catalog_places, value_symtabs_that_lie)
{
    static const struct lie lies[] = {
        {.name = "true", .of = {0, 1, 2}},
        {.name = "none", .of = {0, 1, 2}, .no_symtab = true},
        {.name = "empty", .of = {-1, -1, -1}},
        {.name = "first is missing", .of = {-1, 1, 2}},
        {.name = "last is missing", .of = {0, 1, -1}},
        {.name = "exchanged", .of = {0, 2, 1}},
        {.name = "twice the same", .of = {0, 0, 2}},
        {.name = "not from the first on", .of = {1, 1, 2}},
        {.name = "first inside of itself", .of = {0, 1, 2}, .by = {1, 0, 0}},
        {.name = "before all", .of = {0, 1, 2}, .by = {-2, 0, 0}},
        {.name = "last one word on", .of = {0, 1, 2}, .by = {0, 0, 1}},
        {.name = "last after the end", .of = {0, 1, 2}, .by = {0, 0, 1 << 20}},
        {.name = "second one word on", .of = {0, 1, 2}, .by = {0, 1, 0}, .refused = 1 << 1},
        {.name = "second one word before", .of = {0, 1, 2}, .by = {0, -1, 0}, .refused = 3},
    };
    struct folder folder = folder_enter();
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        uint64_t bodies[N_BODIES];
        write_lie("a.bc", &lies[i], bodies);
        const unsigned rows[] = {BL_CATALOG_PLACES, BL_CATALOG_SYMBOLS};
        for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
            struct bl_catalog *c = build_parts(rows[row], "a.bc");
            cr_expect_eq(bl_catalog_get_counts(c).n_problems, 0, "%s", lies[i].name);
            expect_whole(c);
            for (int k = 0; k < N_BODIES; k++)
                expect_body(&lies[i], c, k, bodies);
            bl_catalog_close(c);
        }
        struct lie hashed = lies[i]; /* hashing bodies reads them all */
        hashed.refused = 0;
        struct bl_catalog *c = build_parts(ALL_PARTS, "a.bc");
        for (int k = 0; k < N_BODIES; k++)
            expect_body(&hashed, c, k, bodies);
        bl_catalog_close(c);
    }
    folder_leave(&folder);
}

/* The stream at PATH, with the words from BEGIN to END, in bits, overwritten. */
static void spoil(const char *path, uint64_t begin, uint64_t end)
{
    FILE *file = fopen(path, "r+b");
    cr_assert(file);
    cr_assert_eq(fseek(file, (long)(begin / 8), SEEK_SET), 0);
    for (uint64_t at = begin; at < end; at += 8)
        fputc(0xFF, file);
    fclose(file);
}

/* Bodies except the last one, of which the header of the module and what follows bodies says,
 * may be anything. */
Test(catalog_places, bodies_are_not_read)
{
    struct folder folder = folder_enter();
    struct lie honest = {.name = "spoilt", .of = {0, 1, 2}, .refused = 1 << 1};
    uint64_t bodies[N_BODIES];
    write_lie("a.bc", &honest, bodies);
    spoil("a.bc", bodies[1], bodies[2]);
    struct bl_catalog *c = build_parts(BL_CATALOG_PLACES, "a.bc");
    cr_expect_eq(bl_catalog_get_counts(c).n_problems, 0);
    for (int k = 0; k < N_BODIES; k++)
        expect_body(&honest, c, k, bodies);
    bl_catalog_close(c);
    c = build_parts(ALL_PARTS, "a.bc");
    cr_expect_gt(bl_catalog_get_counts(c).n_problems, 0);
    bl_catalog_close(c);
    folder_leave(&folder);
}

/* ---- Names ---- */

struct named {
    const char *ir_name, *name;
    uint32_t code, linkage;
    bool is_specific; /* BL_SYMBOL_FORMAT_SPECIFIC */
};

static void write_names(const char *path, const char *layout, bool has_assembly,
                        const struct named *rows, size_t n)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    build_text_record(w, DATALAYOUT, layout);
    if (has_assembly)
        build_text_record(w, MODULE_ASM, ".globl assembled\nassembled:\n");
    for (size_t i = 0; i < n; i++)
        if (rows[i].code == GLOBALVAR)
            module_value(&b, rows[i].ir_name, GLOBALVAR, BUILD_OPS(0, 2, 0, rows[i].linkage));
        else
            module_value(&b, rows[i].ir_name, FUNCTION, BUILD_OPS(0, 0, 1, rows[i].linkage));
    module_end(&b);
    module_strtab(&b);
    folder_write(path, build_bytes(w));
    bl_writer_close(w);
}

static void expect_names(const struct bl_catalog *c, const struct named *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t number = BL_NONE;
        cr_assert_eq(find(c, text_view(rows[i].name), &number), 1, "%s", rows[i].name);
        struct bl_catalog_symbol symbol = symbol_of(c, number);
        cr_expect_eq(symbol.name_size, strlen(rows[i].name), "%s", rows[i].name);
        cr_expect_eq((symbol.flags & BL_SYMBOL_FORMAT_SPECIFIC) != 0, rows[i].is_specific, "%s",
                     rows[i].name);
        cr_expect_eq(symbol.value, i, "%s", rows[i].name);
    }
    uint32_t unused;
    cr_expect_eq(find(c, text_view("nobody"), &unused), 0);
    cr_expect_eq(find(c, text_view(""), &unused), 0);
}

/* What follows from a name alone is returned as if it had been looked at before. */
Test(catalog_places, names)
{
    static const struct named elf[] = {
        {"variable", "variable", GLOBALVAR, 0, false},
        {".str", ".L.str", GLOBALVAR, PRIVATE, true},
        {"\1marked", "marked", GLOBALVAR, 0, false},
        {"\1private", "private", GLOBALVAR, PRIVATE, true},
        {"llvm.used", "llvm.used", GLOBALVAR, 2, true},

        {"function", "function", FUNCTION, 0, false},
        {"llvm.trap", "llvm.trap", FUNCTION, 0, true},
        {"\1llvm.none", "llvm.none", FUNCTION, 0, false},
        {"internal", "internal", FUNCTION, INTERNAL, false},
    };
    static const struct named macho[] = {
        {"variable", "_variable", GLOBALVAR, 0, false},
        {"\1marked", "marked", GLOBALVAR, 0, false},
        {"llvm.trap", "_llvm.trap", FUNCTION, 0, true},
    };
    static const struct {
        const char *layout;
        bool has_assembly;
        const struct named *rows;
        size_t n;
    } modules[] = {
        {"e-m:e-i64:64", false, elf, sizeof elf / sizeof *elf},
        {"e-m:e-i64:64", true, elf, sizeof elf / sizeof *elf},
        {"e-m:o-i64:64", false, macho, sizeof macho / sizeof *macho},
    };
    struct folder folder = folder_enter();
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        write_names("a.bc", modules[i].layout, modules[i].has_assembly, modules[i].rows,
                    modules[i].n);
        const unsigned rows[] = {BL_CATALOG_PLACES, BL_CATALOG_SYMBOLS};
        for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
            struct bl_catalog *c = build_parts(rows[row], "a.bc");
            uint32_t assembled;
            expect_whole(c);
            cr_expect_eq(bl_catalog_get_counts(c).n_symbols,
                         modules[i].n + modules[i].has_assembly);
            cr_expect_eq(find(c, text_view("assembled"), &assembled), modules[i].has_assembly);
            const char *fault = catalog_contents_check(c, 0, "a.bc");
            cr_expect_null(fault, "%s", fault);
            expect_names(c, modules[i].rows, modules[i].n);
            bl_catalog_close(c);
        }
    }
    folder_leave(&folder);
}
