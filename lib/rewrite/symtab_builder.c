/* rewrite/symtab_builder.c - the symbol table of the SYMTAB block, made anew from modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The order in which strings are added is that of llvm::irsymtab::build(): where a string stands in
 * the STRTAB follows from it.
 */
#include "rewrite/symtab_builder.h"

#include "base/grow.h"
#include "base/status.h"
#include "base/store.h"
#include "base/view.h"
#include "bitleap_layout.h"
#include "index/index.h"
#include "ir/globals.h"
#include "ir/linker_name.h"

enum {
    VERSION_WITH_SECTIONS = 1,
    VERSION_WITH_LIBRARIES = 2,
    VERSION_WITH_SELECTION = 3,
};

/* Words of an item. */
enum {
    TEXT_WORDS = 2,
    HEADER_WORDS_OLD = 17,
    HEADER_WORDS = 19,
    MODULE_WORDS = 3,
    COMDAT_WORDS = 3,
    SYMBOL_WORDS = 6,
    UNCOMMON_WORDS = 6,
};

enum {
    HAS_UNCOMMON = 1 << 2,
    NO_COMDAT = -1,
};

/* Words of one of the tables. */
struct words {
    uint32_t *words;
    size_t n, cap;
};

struct builder {
    const struct bl_symtab_view *old;
    struct bl_string_table *strings;
    struct words modules, comdats, symbols, uncommons, libraries;
    bool is_coff;
    int status; /* the first failure; 0 so far */
    /* Of the module at hand. */
    struct bl_module *module;
    struct bl_symbols *list;
    struct bl_layout *layout;
    struct bl_string_table was_named; /* names in IR of the old table's symbols */
    struct words was_used;            /* and whether they are marked as used, by entry */
    struct bl_map used;               /* values in llvm.used and llvm.compiler.used */
    struct bl_string_table comdat_names;
    struct words comdat_numbers; /* in the table, plus 1; by entry of comdat_names */
};

/* ---- Words ---- */

static void fail(struct builder *b, int status)
{
    if (b->status == 0)
        b->status = status;
}

/* STATUS, of what may lack memory: then the table would lack something. */
static int heed(struct builder *b, int status)
{
    if (status == BL_E_NOMEM)
        fail(b, status);
    return status;
}

static void put(struct builder *b, struct words *to, uint32_t word)
{
    if (bl_append(&to->words, &to->n, &to->cap, word) < 0)
        fail(b, BL_E_NOMEM);
}

static void put_text(struct builder *b, struct words *to, struct bl_view text)
{
    uint32_t offset = 0;
    int status = bl_string_table_add(b->strings, text, &offset);
    if (status < 0)
        fail(b, status);
    put(b, to, offset);
    put(b, to, (uint32_t)text.size);
}

static const struct bl_view no_text = {.data = (const uint8_t *)"", .size = 0};

/* ---- What the old table says ---- */

/* The names of module I of the old table, with their marks. */
static void read_old(struct builder *b, uint32_t i)
{
    uint32_t at;
    uint32_t end;
    uint32_t uncommon;
    struct bl_symbol symbol;
    if (i >= b->old->modules.n || !bl_symtab_module(b->old, i, &at, &end, &uncommon))
        return;
    while (b->status == 0 && at < end && bl_symtab_symbol(b->old, at++, &uncommon, &symbol)) {
        uint32_t offset;
        uint32_t n = b->was_named.n;
        int status = bl_string_table_add(&b->was_named, symbol.ir_name, &offset);
        if (status < 0)
            fail(b, status);
        else if (b->was_named.n > n)
            put(b, &b->was_used, symbol.flags & BL_SYMBOL_USED);
    }
}

/* ---- llvm.used ---- */

/* Value VALUE, or what it is the address of, is in such a list. */
static void note_used(struct builder *b, uint64_t value, uint32_t n_globals)
{
    const struct bl_constant *constants;
    struct bl_record rec = {0};
    uint32_t n = 0;
    uint64_t part;
    if (value < n_globals) {
        if (bl_map_set(&b->used, value, 1) < 0)
            fail(b, BL_E_NOMEM);
        return;
    }
    (void)heed(b, bl_module_constants(b->module, &constants, &n, NULL));
    if (value - n_globals < n &&
        heed(b, bl_constant_read(b->module, &constants[value - n_globals], &rec, NULL)) == BL_OK &&
        bl_constant_part(&rec, 0, &part) && part < n_globals)
        note_used(b, part, n_globals);
    bl_record_release(&rec);
}

static void read_used(struct builder *b, const char *name)
{
    struct bl_view text = {.data = (const uint8_t *)name, .size = strlen(name)};
    const struct bl_constant *constants;
    struct bl_global list;
    struct bl_record rec = {0};
    uint32_t value;
    uint32_t n_globals;
    uint32_t n;
    if (heed(b, bl_module_count(b->module, &n_globals, NULL)) < 0 ||
        heed(b, bl_module_find(b->module, text, &value, NULL)) <= 0 ||
        heed(b, bl_module_global(b->module, value, &list, NULL)) < 0 ||
        heed(b, bl_module_constants(b->module, &constants, &n, NULL)) < 0)
        return;
    uint32_t number = list.initializer - n_globals;
    if (list.initializer < n_globals || number >= n ||
        heed(b, bl_constant_read(b->module, &constants[number], &rec, NULL)) < 0)
        return;
    uint64_t part;
    for (uint32_t i = 0; bl_constant_part(&rec, i, &part); i++)
        note_used(b, part, n_globals);
    bl_record_release(&rec);
}

/* ---- COMDATs ---- */

static void read_comdats(struct builder *b)
{
    const struct bl_comdat *comdats = NULL;
    uint32_t n = 0;
    uint32_t offset;
    if (heed(b, bl_module_comdats(b->module, &comdats, &n, NULL)) < 0)
        fail(b, BL_E_MISMATCH);
    for (uint32_t i = 0; b->status == 0 && i < n; i++) {
        int status = bl_string_table_add(&b->comdat_names, comdats[i].name, &offset);
        if (status < 0)
            fail(b, status);
        else if (b->comdat_names.n != i + 1)
            fail(b, BL_E_MISMATCH); /* two of one name */
        put(b, &b->comdat_numbers, 0);
    }
}

/* What a COMDAT is called in the table; false: its leader is local, and so it has no place there.
 */
static bool find_comdat_name(struct builder *b, struct bl_view name, struct bl_view *called)
{
    struct bl_global leader;
    uint32_t value;
    uint32_t n = 0;
    *called = name;
    if (!b->is_coff)
        return true;
    if (heed(b, bl_module_find(b->module, name, &value, NULL)) <= 0 ||
        heed(b, bl_module_global(b->module, value, &leader, NULL)) < 0) {
        fail(b, BL_E_MISMATCH);
        return false;
    }
    (void)heed(b, bl_symbols_count(b->list, &n, NULL));
    for (uint32_t i = 0; i < n; i++)
        if (bl_view_equal(bl_symbols_at(b->list, i)->ir_name, name))
            *called = bl_symbols_at(b->list, i)->name;
    return leader.linkage != BL_LINKAGE_INTERNAL && leader.linkage != BL_LINKAGE_PRIVATE;
}

static uint32_t comdat_number(struct builder *b, struct bl_view name)
{
    const struct bl_comdat *comdats;
    struct bl_view called;
    uint32_t n;
    if (name.size == 0)
        return (uint32_t)NO_COMDAT;
    uint32_t i = bl_string_table_find(&b->comdat_names, name);
    if (i == BL_MAP_NONE || heed(b, bl_module_comdats(b->module, &comdats, &n, NULL)) < 0) {
        fail(b, BL_E_MISMATCH);
        return (uint32_t)NO_COMDAT;
    }
    uint32_t *number = &b->comdat_numbers.words[i];
    if (*number == 0 && find_comdat_name(b, name, &called)) {
        bool has_selection = b->old->version >= VERSION_WITH_SELECTION;
        put_text(b, &b->comdats, called);
        if (has_selection)
            put(b, &b->comdats, comdats[i].selection - 1);
        *number = (uint32_t)(b->comdats.n / (has_selection ? COMDAT_WORDS : TEXT_WORDS));
    }
    return *number - 1;
}

/* ---- Symbols ---- */

/* llvm::GlobalValue::canBeOmittedFromSymbolTable() */
static bool may_omit(const struct bl_global *v)
{
    if (v->linkage != BL_LINKAGE_LINK_ONCE_ODR || v->unnamed_addr == BL_UNNAMED_ADDR_NONE)
        return false;
    return v->unnamed_addr == BL_UNNAMED_ADDR_GLOBAL || v->kind != BL_GLOBAL_VARIABLE ||
           v->is_constant;
}

static bool is_used(struct builder *b, uint32_t value, const struct bl_symbol *symbol)
{
    uint32_t old = bl_string_table_find(&b->was_named, symbol->ir_name);
    if (old != BL_MAP_NONE && symbol->ir_name.size > 0)
        return b->was_used.words[old] != 0;
    return bl_map_find(&b->used, value) != BL_MAP_NONE;
}

/* What most symbols do not have. */
struct uncommon {
    bool is_there;
    uint32_t size, align;
    struct bl_view fallback, section;
};

static void read_common(struct builder *b, const struct bl_global *v, struct uncommon *u)
{
    uint64_t n_bytes = 0;
    if (!b->layout && bl_layout_open(&b->layout, b->module, NULL) == BL_E_NOMEM)
        fail(b, BL_E_NOMEM);
    if (!b->layout || v->kind != BL_GLOBAL_VARIABLE ||
        !bl_layout_size(b->layout, v->value_type, &n_bytes))
        fail(b, BL_E_MISMATCH);
    u->is_there = true;
    u->size = (uint32_t)n_bytes;
    u->align = (uint32_t)v->alignment;
}

/* The symbol that an undefined weak external of COFF, alias V, is replaced by. */
static void find_fallback(struct builder *b, const struct bl_global *v, struct uncommon *u)
{
    struct bl_symbol symbol;
    uint32_t value;
    uint32_t n = 0;
    (void)heed(b, bl_symbols_count(b->list, &n, NULL));
    for (uint32_t i = 0; i < n; i++) {
        symbol = *bl_symbols_at(b->list, i);
        if (heed(b, bl_symbols_value(b->list, &symbol, &value, NULL)) > 0 &&
            value == v->initializer) {
            u->is_there = true;
            u->fallback = symbol.name;
            return;
        }
    }
    fail(b, BL_E_MISMATCH);
}

static void put_uncommon(struct builder *b, const struct uncommon *u)
{
    /* Both are empty at first, and an empty string has a place, too. */
    uint32_t offset;
    (void)heed(b, bl_string_table_add(b->strings, no_text, &offset));
    put(b, &b->uncommons, u->size);
    put(b, &b->uncommons, u->align);
    put_text(b, &b->uncommons, u->fallback);
    if (b->old->version >= VERSION_WITH_SECTIONS)
        put_text(b, &b->uncommons, u->section);
}

static void put_symbol(struct builder *b, const struct bl_symbol *symbol)
{
    struct uncommon u = {.fallback = no_text, .section = no_text};
    struct bl_global v;
    uint32_t value;
    uint32_t comdat = (uint32_t)NO_COMDAT;
    uint32_t flags = symbol->flags & ~(unsigned)(BL_SYMBOL_USED | BL_SYMBOL_MAY_OMIT);
    put_text(b, &b->symbols, symbol->name);
    put_text(b, &b->symbols, symbol->ir_name);
    if (heed(b, bl_symbols_value(b->list, symbol, &value, NULL)) > 0) {
        if (heed(b, bl_module_global(b->module, value, &v, NULL)) < 0)
            fail(b, BL_E_MISMATCH);
        flags |= symbol->visibility;
        flags |= is_used(b, value, symbol) ? BL_SYMBOL_USED : 0;
        flags |= may_omit(&v) ? BL_SYMBOL_MAY_OMIT : 0;
        if (flags & BL_SYMBOL_COMMON)
            read_common(b, &v, &u);
        comdat = comdat_number(b, symbol->comdat);
        if (b->is_coff && flags & BL_SYMBOL_WEAK && flags & BL_SYMBOL_INDIRECT)
            find_fallback(b, &v, &u);
        u.section = symbol->section.size > 0 ? symbol->section : no_text;
        u.is_there |= u.section.size > 0;
    } else {
        flags |= flags & BL_SYMBOL_UNDEFINED ? BL_SYMBOL_USED : 0;
    }
    put(b, &b->symbols, comdat);
    put(b, &b->symbols, flags | (u.is_there ? HAS_UNCOMMON : 0));
    if (u.is_there)
        put_uncommon(b, &u);
}

/* ---- Modules ---- */

static void close_module(struct builder *b)
{
    bl_symbols_close(b->list);
    bl_layout_close(b->layout);
    bl_string_table_release(&b->was_named);
    bl_string_table_release(&b->comdat_names);
    bl_map_release(&b->used);
    b->list = NULL;
    b->layout = NULL;
    b->was_used.n = b->comdat_numbers.n = 0;
}

static uint32_t n_symbols(const struct builder *b)
{
    return (uint32_t)(b->symbols.n / SYMBOL_WORDS);
}

static void add_module(struct builder *b, struct bl_module *module, uint32_t i)
{
    struct bl_symbol symbol;
    int rc = 0;
    bool has_sections = b->old->version >= VERSION_WITH_SECTIONS;
    uint32_t uncommon_words = has_sections ? UNCOMMON_WORDS : UNCOMMON_WORDS - TEXT_WORDS;
    uint32_t uncommon = (uint32_t)(b->uncommons.n / uncommon_words);
    uint32_t begin = n_symbols(b);
    b->module = module;
    read_old(b, i);
    read_used(b, "llvm.used");
    read_used(b, "llvm.compiler.used");
    read_comdats(b);
    int status = bl_symbols_open(&b->list, module, BL_SYMBOLS_FROM_RECORDS, NULL);
    if (status < 0)
        fail(b, status);
    while (b->status == 0 && (rc = bl_symbols_next(b->list, &symbol, NULL)) > 0)
        put_symbol(b, &symbol);
    if (rc < 0)
        fail(b, rc);
    put(b, &b->modules, begin);
    put(b, &b->modules, n_symbols(b));
    put(b, &b->modules, uncommon);
    close_module(b);
}

/* ---- The table ---- */

/* Words of a header, and what follows it. */
static void put_table(struct builder *b, struct words *all, size_t at, const struct words *table,
                      size_t n_words)
{
    all->words[at] = (uint32_t)(all->n * 4);
    all->words[at + 1] = (uint32_t)(table->n / n_words);
    for (size_t i = 0; i < table->n; i++)
        put(b, all, table->words[i]);
}

static void put_tables(struct builder *b, struct words *all)
{
    uint32_t version = b->old->version;
    put_table(b, all, BL_SYMTAB_PRODUCER + TEXT_WORDS, &b->modules, MODULE_WORDS);
    put_table(b, all, 5, &b->comdats,
              version >= VERSION_WITH_SELECTION ? COMDAT_WORDS : TEXT_WORDS);
    put_table(b, all, 7, &b->symbols, SYMBOL_WORDS);
    put_table(b, all, 9, &b->uncommons,
              version >= VERSION_WITH_SECTIONS ? UNCOMMON_WORDS : UNCOMMON_WORDS - TEXT_WORDS);
    if (version >= VERSION_WITH_LIBRARIES)
        put_table(b, all, 17, &b->libraries, TEXT_WORDS);
}

/* The text at word WORD of the header. */
static void put_header_text(struct builder *b, struct words *all, enum bl_symtab_word word,
                            struct bl_view text)
{
    struct words pair = {0};
    put_text(b, &pair, text);
    if (b->status == 0) {
        all->words[word] = pair.words[0];
        all->words[word + 1] = pair.words[1];
    }
    bl_drop(pair.words);
}

static struct bl_view or_empty(struct bl_view text)
{
    return text.size > 0 ? text : no_text;
}

static void build(struct builder *b, struct bl_symtab_modules modules, struct words *all)
{
    struct bl_module_info info = {0};
    bool has_libraries = b->old->version >= VERSION_WITH_LIBRARIES;
    for (size_t i = 0; i < (has_libraries ? HEADER_WORDS : HEADER_WORDS_OLD); i++)
        put(b, all, 0);
    if (b->status < 0 || heed(b, bl_module_get_texts(modules.modules[0], &info, NULL)) < 0) {
        fail(b, BL_E_MISMATCH);
        return;
    }
    enum bl_name_style style = bl_name_style(info.data_layout);
    b->is_coff = style == BL_NAMES_COFF || style == BL_NAMES_COFF_X86;
    all->words[0] = b->old->version;
    put_header_text(b, all, BL_SYMTAB_PRODUCER, bl_symtab_text(b->old, BL_SYMTAB_PRODUCER));
    put_header_text(b, all, BL_SYMTAB_TRIPLE, or_empty(info.triple));
    put_header_text(b, all, BL_SYMTAB_SOURCE_FILE, or_empty(info.source_file));
    for (uint32_t i = 0; i < b->old->libraries.n; i++)
        put_text(b, &b->libraries, bl_symtab_library(b->old, i));
    for (uint32_t i = 0; b->status == 0 && i < modules.n; i++)
        add_module(b, modules.modules[i], i);
    put_header_text(b, all, BL_SYMTAB_LINKER_OPTIONS,
                    or_empty(bl_symtab_text(b->old, BL_SYMTAB_LINKER_OPTIONS)));
    if (b->status == 0)
        put_tables(b, all);
}

/* Options that export symbols name them. */
static bool names_exports(const struct bl_symtab_view *old)
{
    struct bl_view options = bl_symtab_text(old, BL_SYMTAB_LINKER_OPTIONS);
    return bl_view_has(options, "EXPORT:") || bl_view_has(options, "-export:");
}

static void release(struct builder *b)
{
    close_module(b);
    bl_drop(b->modules.words);
    bl_drop(b->comdats.words);
    bl_drop(b->symbols.words);
    bl_drop(b->uncommons.words);
    bl_drop(b->libraries.words);
    bl_drop(b->was_used.words);
    bl_drop(b->comdat_numbers.words);
}

static int give_back(struct words *all, struct bl_view *blob)
{
    uint8_t *bytes = NULL;
    size_t cap = 0;
    if (bl_grow(&bytes, &cap, all->n * 4) < 0)
        return BL_E_NOMEM;
    for (size_t i = 0; i < all->n; i++)
        bl_store_le32(bytes + i * 4, all->words[i]);
    *blob = (struct bl_view){.data = bytes, .size = all->n * 4};
    return BL_OK;
}

int bl_symtab_build(struct bl_symtab_modules modules, const struct bl_symtab_view *old,
                    struct bl_string_table *strings, struct bl_view *blob, struct bl_error *err)
{
    struct builder b = {.old = old, .strings = strings};
    struct words all = {0};
    *blob = (struct bl_view){0};
    if (modules.n == 0 || names_exports(old))
        return 0;
    build(&b, modules, &all);
    if (b.status == 0)
        b.status = give_back(&all, blob);
    release(&b);
    bl_drop(all.words);
    if (b.status == BL_E_NOMEM || b.status == BL_E_LIMIT)
        return bl_fail(err, b.status, "no memory for a symbol table");
    return b.status == 0;
}

/* ---- Names of the records ---- */

/* The texts in the STRTAB that records of a module name, one after the other. */
struct texts {
    const struct bl_global *globals;
    const struct bl_comdat *comdats;
    uint32_t n_globals, n_comdats;
};

static int open_texts(struct bl_module *module, struct texts *t, struct bl_error *err)
{
    int status = bl_module_globals(module, &t->globals, &t->n_globals, err);
    return status < 0 ? status : bl_module_comdats(module, &t->comdats, &t->n_comdats, err);
}

/* Text I: names of COMDATs, then name and partition of each global value. */
static bool text_at(const struct texts *t, uint64_t i, struct bl_view *text)
{
    if (i < t->n_comdats) {
        *text = t->comdats[i].name;
        return true;
    }
    i -= t->n_comdats;
    if (i / 2 >= t->n_globals)
        return false;
    const struct bl_global *global = &t->globals[i / 2];
    *text = i % 2 == 0 ? global->name : global->partition;
    return true;
}

static bool is_inside(struct bl_view strtab, struct bl_view text)
{
    return text.data && text.data >= strtab.data &&
           (size_t)(text.data - strtab.data) <= strtab.size - text.size;
}

static size_t end_of(const struct texts *t, struct bl_view strtab, size_t end)
{
    struct bl_view text;
    for (uint64_t i = 0; text_at(t, i, &text); i++)
        if (is_inside(strtab, text) && (size_t)(text.data - strtab.data) + text.size > end)
            end = (size_t)(text.data - strtab.data) + text.size;
    return end;
}

static int note_texts(const struct texts *t, struct bl_view strtab, struct bl_string_table *strings)
{
    struct bl_view text;
    int status = BL_OK;
    for (uint64_t i = 0; status == BL_OK && text_at(t, i, &text); i++)
        if (is_inside(strtab, text))
            status = bl_string_table_note(strings, (uint32_t)(text.data - strtab.data),
                                          (uint32_t)text.size);
    return status;
}

int bl_symtab_of(struct bl_module *module, struct bl_symtab_view *table)
{
    struct bl_module_group group = bl_module_group(module);
    struct bl_view blob;
    struct bl_view strtab;
    if (group.symtab == BL_NONE)
        return 0;
    int rc = bl_index_blob(module->index, group.symtab, &blob);
    if (rc > 0)
        rc = bl_module_strtab(module, &strtab);
    if (rc == BL_E_NOMEM)
        return rc;
    return rc > 0 && bl_symtab_open(table, blob, strtab);
}

int bl_symtab_seed(struct bl_symtab_modules modules, struct bl_string_table *strings,
                   struct bl_error *err)
{
    struct bl_view strtab;
    struct texts texts;
    size_t end = 0;
    int status = modules.n > 0 ? bl_module_strtab(modules.modules[0], &strtab) : 0;
    if (status <= 0)
        return status == BL_E_NOMEM ? bl_fail(err, status, "no memory for a string table") : 0;
    for (uint32_t i = 0; i < modules.n; i++) {
        status = open_texts(modules.modules[i], &texts, err);
        if (status < 0)
            return status == BL_E_NOMEM ? status : 0;
        end = end_of(&texts, strtab, end);
    }
    strtab.size = end;
    status = bl_string_table_begin(strings, strtab);
    for (uint32_t i = 0; status == BL_OK && i < modules.n; i++) {
        (void)open_texts(modules.modules[i], &texts, NULL); /* they are in memory */
        status = note_texts(&texts, strtab, strings);
    }
    return status < 0 ? bl_fail(err, status, "no memory for a string table") : 1;
}

int bl_symtab_can_be_built(struct bl_symtab_modules modules, const struct bl_symtab_view *old,
                           struct bl_error *err)
{
    struct bl_string_table strings = {0};
    struct bl_view blob = {0};
    int rc = bl_symtab_seed(modules, &strings, err);
    if (rc > 0)
        rc = bl_symtab_build(modules, old, &strings, &blob, err);
    struct bl_view made = {.data = strings.bytes, .size = strings.n_bytes};
    if (rc > 0)
        rc = bl_view_equal(blob, old->blob) && bl_view_equal(made, old->strtab);
    bl_drop((void *)(uintptr_t)blob.data);
    bl_string_table_release(&strings);
    return rc;
}
