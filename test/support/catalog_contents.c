/* support/catalog_contents.c - a catalog holds what reading the files themselves finds
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/catalog_contents.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

struct check {
    const struct bl_catalog *catalog;
    unsigned parts;
    const char *fault;
    const struct bl_stream *stream;
    uint32_t stream_number, module_number;
    uint32_t n_functions; /* of the module, so far */
};

#define EXPECT(check, condition)                           \
    do {                                                   \
        if (!(check)->fault && !(condition))               \
            (check)->fault = "does not hold: " #condition; \
    } while (0)

static bool is_equal(struct bl_view a, struct bl_view b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool is_text(struct bl_view a, const char *text)
{
    return a.size == strlen(text) && (a.size == 0 || memcmp(a.data, text, a.size) == 0);
}

/* Without hashes it is zero. */
static bool is_hash(const struct check *c, struct bl_hash hash, const uint8_t *data, size_t size)
{
    if (!(c->parts & BL_CATALOG_HASHES))
        return hash.low == 0 && hash.high == 0;
    XXH128_hash_t h = XXH3_128bits(data, size);
    return hash.low == h.low64 && hash.high == h.high64;
}

/* ---- Symbols ---- */

/* Whether looking for its name finds symbol NUMBER. */
static bool is_found(const struct bl_catalog *catalog, struct bl_view name, uint32_t number)
{
    struct bl_catalog_hits hits;
    uint32_t symbol;
    if (bl_catalog_find(catalog, name, &hits, NULL) < 0)
        return false;
    while (bl_catalog_next(&hits, &symbol, NULL) > 0)
        if (symbol == number)
            return true;
    return false;
}

static void check_function(struct check *c, const struct bl_catalog_symbol *symbol, uint32_t number,
                           const struct bl_block *body)
{
    struct bl_catalog_function function;
    EXPECT(c, symbol->function != BL_NONE);
    int status = bl_catalog_get_function(c->catalog, symbol->function, &function, NULL);
    if (status == BL_E_MISMATCH && !(c->parts & BL_CATALOG_HASHES)) {
        c->n_functions++; /* the VALUE_SYMTAB is wrong */
        return;
    }
    EXPECT(c, status == BL_OK);
    EXPECT(c, symbol->bit_pos == body->bit_pos);
    EXPECT(c, function.symbol == number);
    EXPECT(c, function.module == c->module_number);
    EXPECT(c, function.n_words == body->n_words);
    EXPECT(c, is_hash(c, function.hash, c->stream->bytes.data + body->body_pos / 8,
                      (size_t)body->n_words * 4));
    c->n_functions++;
}

/* Bodies that are not hashed are not looked at, so that damage before one does not hide it, or
 * what is after it, from the catalog; from the module it does. */
static bool sees_past_damage(const struct check *c)
{
    return !(c->parts & BL_CATALOG_HASHES);
}

/* What the catalog says of symbol NUMBER is what is there of global value VALUE. */
static void check_value(struct check *c, struct bl_module *module, uint32_t number,
                        const struct bl_catalog_symbol *symbol, uint32_t value)
{
    struct bl_global global;
    struct bl_block body;
    uint64_t told_pos = 0;
    EXPECT(c, symbol->value == value);
    /* A record that is damaged is in nobody's way who asks the symbol table, and a VALUE_SYMTAB
     * that contradicts the order of bodies is believed by the module alone. */
    if (bl_module_global(module, value, &global, NULL) < 0 ||
        (bl_module_body_pos(module, value, &told_pos, NULL) > 0 && told_pos != symbol->bit_pos)) {
        c->n_functions += symbol->function != BL_NONE;
        return;
    }
    EXPECT(c, symbol->kind == global.kind);
    int has_body = c->fault ? 0 : bl_module_body(module, value, &body, NULL);
    if (has_body > 0) {
        check_function(c, symbol, number, &body);
        return;
    }
    if (has_body < 0 && sees_past_damage(c)) {
        c->n_functions += symbol->function != BL_NONE;
        return;
    }
    EXPECT(c, symbol->function == BL_NONE);
    EXPECT(c, symbol->bit_pos == global.bit_pos);
}

/* Without a table of names symbol tables are not asked. */
static unsigned flags_that_may_lack(const struct check *c)
{
    return c->parts & BL_CATALOG_SYMBOLS ? 0 : BL_SYMBOL_USED | BL_SYMBOL_MAY_OMIT;
}

static void check_symbol(struct check *c, struct bl_module *module, struct bl_symbols *symbols,
                         const struct bl_symbol *read, uint32_t number)
{
    struct bl_catalog_symbol symbol;
    struct bl_view name;
    uint32_t value;
    EXPECT(c, bl_catalog_get_symbol(c->catalog, number, &symbol, NULL) == BL_OK);
    EXPECT(c, symbol.module == c->module_number);
    EXPECT(c, ((symbol.flags ^ read->flags) & ~flags_that_may_lack(c)) == 0);
    EXPECT(c, symbol.visibility == read->visibility);
    EXPECT(c, symbol.name_size == read->name.size);
    EXPECT(c, bl_catalog_get_name(c->catalog, number, &name, NULL) == BL_OK);
    EXPECT(c, is_equal(name, read->name));
    EXPECT(c, is_found(c->catalog, read->name, number));
    if (bl_symbols_value(symbols, read, &value, NULL) > 0) {
        check_value(c, module, number, &symbol, value);
        return;
    }
    EXPECT(c, symbol.kind == 0);
    EXPECT(c, symbol.value == BL_NONE);
    EXPECT(c, symbol.function == BL_NONE);
    EXPECT(c, symbol.bit_pos == 0);
}

/* Made for a function that bl_symbols does not name. */
static void check_made(struct check *c, struct bl_module *module, uint32_t number)
{
    struct bl_catalog_symbol symbol;
    struct bl_view name;
    struct bl_view own_name;
    EXPECT(c, bl_catalog_get_symbol(c->catalog, number, &symbol, NULL) == BL_OK);
    EXPECT(c, symbol.flags == (BL_SYMBOL_FORMAT_SPECIFIC | BL_SYMBOL_EXECUTABLE));
    EXPECT(c, bl_catalog_get_name(c->catalog, number, &name, NULL) == BL_OK);
    EXPECT(c, bl_module_name(module, symbol.value, &own_name, NULL) == BL_OK);
    EXPECT(c, is_equal(name, own_name));
    if (!c->fault)
        check_value(c, module, number, &symbol, symbol.value);
}

/* As bl_symbols returns them, opened with FLAGS. */
static void check_told(struct check *c, struct bl_module *module, const struct bl_catalog_module *m,
                       unsigned flags)
{
    struct bl_symbols *symbols;
    struct bl_symbol read;
    uint32_t n = 0;
    int rc;
    c->n_functions = 0;
    if (bl_symbols_open(&symbols, module, flags, NULL) < 0) {
        c->fault = "symbols could not be opened";
        return;
    }
    while ((rc = bl_symbols_next(symbols, &read, NULL)) > 0 && !c->fault) {
        EXPECT(c, n < m->n_symbols);
        check_symbol(c, module, symbols, &read, m->first_symbol + n++);
    }
    bl_symbols_close(symbols);
    for (; n < m->n_symbols && !c->fault; n++)
        check_made(c, module, m->first_symbol + n);
    EXPECT(c, c->n_functions == m->n_bodies);
}

/* Without a table of names they may come from the records, though a symbol table
 * says something else. */
static void check_symbols(struct check *c, struct bl_module *module,
                          const struct bl_catalog_module *m)
{
    check_told(c, module, m, 0);
    if (c->fault && !(c->parts & BL_CATALOG_SYMBOLS)) {
        c->fault = NULL;
        check_told(c, module, m, BL_SYMBOLS_FROM_RECORDS);
    }
}

/* ---- Modules ---- */

static void check_module(struct check *c, struct bl_index *index, uint32_t block, uint32_t number)
{
    struct bl_catalog_module m;
    struct bl_module *module;
    struct bl_module_info f;
    c->module_number = number;
    if (bl_catalog_get_module(c->catalog, number, &m, NULL) < 0 ||
        bl_module_open(&module, index, block, NULL) < 0) {
        c->fault = "no such module";
        return;
    }
    int status = bl_module_get_info(module, 0, &f, NULL);
    EXPECT(c, m.stream == c->stream_number);
    EXPECT(c, m.block == block);
    EXPECT(c, m.bit_pos == bl_index_get(index, block).block.bit_pos);
    EXPECT(c, is_equal(m.producer, f.producer));
    EXPECT(c, is_equal(m.triple, f.triple));
    EXPECT(c, is_equal(m.source_file, f.source_file));
    EXPECT(c, m.epoch == f.epoch && m.version == f.version);
    EXPECT(c, m.flags == (f.flags & ~(unsigned)BL_MODULE_DEBUG_INFO) ||
                  (status < 0 && sees_past_damage(c)));
    EXPECT(c, m.n_variables == f.n_variables && m.n_functions == f.n_functions);
    EXPECT(c, m.n_aliases == f.n_aliases && m.n_ifuncs == f.n_ifuncs);
    EXPECT(c, m.n_defined == f.n_defined && m.n_comdats == f.n_comdats);
    if (c->parts & (BL_CATALOG_SYMBOLS | BL_CATALOG_PLACES))
        check_symbols(c, module, &m);
    bl_module_close(module);
}

/* ---- Blocks ---- */

static bool is_block(const struct bl_block *a, const struct bl_block *b)
{
    return a->bit_pos == b->bit_pos && a->body_pos == b->body_pos && a->block_id == b->block_id &&
           a->id_width == b->id_width && a->n_words == b->n_words;
}

static void check_blocks(struct check *c, struct bl_index *index,
                         const struct bl_catalog_stream *stream)
{
    uint32_t level = 0;
    uint32_t at = BL_NONE;
    uint32_t n = 0;
    (void)bl_index_expand(index, BL_NONE, BL_MAX_DEPTH, NULL);
    while ((at = bl_index_next(index, at, BL_MAX_DEPTH, &level)) != BL_NONE && !c->fault) {
        struct bl_index_entry entry = bl_index_get(index, at);
        struct bl_catalog_block block;
        EXPECT(c, n < stream->n_blocks);
        EXPECT(c, bl_catalog_get_block(c->catalog, stream->first_block + n, &block, NULL) == BL_OK);
        EXPECT(c, is_block(&block.block, &entry.block));
        EXPECT(c, (block.parent == BL_NONE) == (entry.parent == BL_NONE));
        if (!c->fault && block.parent != BL_NONE) {
            struct bl_block around = bl_index_get(index, entry.parent).block;
            EXPECT(c, block.parent < stream->first_block + n);
            EXPECT(c, bl_catalog_get_block(c->catalog, block.parent, &block, NULL) == BL_OK);
            EXPECT(c, block.block.bit_pos == around.bit_pos);
        }
        n++;
    }
    EXPECT(c, n == stream->n_blocks);
}

/* ---- Streams ---- */

static void check_inside(struct check *c, const struct bl_catalog_stream *stream)
{
    struct bl_index *index;
    uint32_t block = BL_NONE;
    uint32_t n = 0;
    if (bl_index_open(&index, c->stream, NULL) < 0) {
        c->fault = "the index could not be opened";
        return;
    }
    while (c->stream->kind == BL_STREAM_LLVM_IR && !c->fault &&
           (block = bl_module_next(index, block)) != BL_NONE)
        check_module(c, index, block, stream->first_module + n++);
    EXPECT(c, n == stream->n_modules);
    if (c->parts & BL_CATALOG_BLOCKS)
        check_blocks(c, index, stream);
    bl_index_close(index);
}

static void check_stream(struct check *c, const struct bl_found *found, uint32_t source,
                         uint32_t number)
{
    struct bl_catalog_stream s;
    struct bl_stream loaded;
    c->stream = &found->stream;
    c->stream_number = number;
    EXPECT(c, bl_catalog_get_stream(c->catalog, number, &s, NULL) == BL_OK);
    EXPECT(c, s.source == source);
    EXPECT(c, is_text(s.path, found->path));
    EXPECT(c, s.file_offset == found->stream.file_offset);
    EXPECT(c, s.size == found->stream.bytes.size);
    EXPECT(c, s.kind == found->stream.kind);
    EXPECT(c, is_hash(c, s.hash, found->stream.bytes.data, found->stream.bytes.size));
    EXPECT(c, bl_catalog_load(c->catalog, number, &loaded, NULL) == BL_OK);
    EXPECT(c, is_equal(loaded.bytes, found->stream.bytes));
    if (!c->fault)
        check_inside(c, &s);
}

/* The next source after SOURCE that is the file at PATH. */
static uint32_t find_member(const struct bl_catalog *catalog, uint32_t source, const char *path)
{
    struct bl_source s;
    char text[4096];

    while (bl_catalog_get_source(catalog, ++source, &s, NULL) == BL_OK &&
           s.kind == BL_SOURCE_MEMBER) {
        int n = bl_catalog_source_path(catalog, source, text, sizeof text, NULL);

        size_t size = strlen(path);
        if (n >= 0 && (size_t)n >= size && strcmp(text + (size_t)n - size, path) == 0)
            return source;
    }
    return BL_NONE;
}

static void check_file(struct check *c, uint32_t number, struct bl_search *search)
{
    struct bl_found found;
    struct bl_source source;
    uint32_t own = 0;
    uint32_t member = number;
    uint32_t of_member = 0;
    char last[4096] = "";
    EXPECT(c, bl_catalog_get_source(c->catalog, number, &source, NULL) == BL_OK);
    while (bl_search_next(search, &found, NULL) > 0 && !c->fault) {
        if (!found.member_file) {
            check_stream(c, &found, number, source.first_stream + own++);
            continue;
        }
        struct bl_source in;
        if (strcmp(last, found.member_file) != 0) {
            member = find_member(c->catalog, member, found.member_file);
            of_member = 0;
            (void)snprintf(last, sizeof last, "%s", found.member_file);
        }
        EXPECT(c, bl_catalog_get_source(c->catalog, member, &in, NULL) == BL_OK);
        EXPECT(c, in.parent == number);
        check_stream(c, &found, member, in.first_stream + of_member++);
    }
    EXPECT(c, own == source.n_streams);
}

const char *catalog_contents_check(const struct bl_catalog *catalog, uint32_t number,
                                   const char *path)
{
    struct check c = {.catalog = catalog, .parts = bl_catalog_get_counts(catalog).parts};
    struct bl_file *file;
    struct bl_search *search;
    if (bl_file_open(&file, path, 0, NULL) < 0)
        return "the file cannot be opened";
    (void)bl_file_unpack(file, NULL);
    if (bl_search_open(&search, bl_file_view(file), path, NULL) == BL_OK) {
        check_file(&c, number, search);
        bl_search_close(search);
    }
    bl_file_close(file);
    return c.fault;
}
