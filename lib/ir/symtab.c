/* ir/symtab.c - the symbol table that LLVM puts into the SYMTAB block, read in place
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/symtab.h"

#include "base/load.h"

enum {
    NEWEST_VERSION = 3,
    VERSION_WITH_LIBRARIES = 2,
    HEADER_BYTES_OLD = 17 * 4,
    HEADER_BYTES = 19 * 4,
};

enum {
    MODULES = 3,
    COMDATS = 5,
    SYMBOLS = 7,
    UNCOMMONS = 9,
    LIBRARIES = 17
};

/* Bytes of an item; where versions differ, of the shortest. */
enum {
    TEXT_BYTES = 8,
    MODULE_BYTES = 12,
    COMDAT_BYTES = 8,
    SYMBOL_BYTES = 24,
    UNCOMMON_BYTES = 16,
    UNCOMMON_WITH_SECTION_BYTES = 24,
};

enum {
    FLAG_HAS_UNCOMMON = 1 << 2,
    VISIBILITY_MASK = 3,
    PROTECTED = 2, /* the last one there is */
};

static uint32_t word_at(const uint8_t *at, uint32_t i)
{
    return bl_load_le32(at + (size_t)i * 4);
}

/* The table at word I of the header, whose items have LEAST bytes or more. How many they have, the
 * place of what follows says: END, an offset in the blob. */
static bool read_table(const struct bl_symtab_view *t, uint32_t i, uint32_t least, size_t end,
                       struct bl_symtab_table *table)
{
    size_t offset = word_at(t->blob.data, i);
    uint32_t n = word_at(t->blob.data, i + 1);
    if (offset > end || end > t->blob.size)
        return false;
    uint64_t stride = n > 0 ? (end - offset) / n : least;
    if (stride < least)
        return false;
    *table = (struct bl_symtab_table){
        .at = t->blob.data + offset,
        .n = n,
        .stride = stride < UINT32_MAX ? (uint32_t)stride : UINT32_MAX,
    };
    return true;
}

bool bl_symtab_open(struct bl_symtab_view *t, struct bl_view blob, struct bl_view strtab)
{
    *t = (struct bl_symtab_view){.blob = blob, .strtab = strtab};
    if (blob.size < HEADER_BYTES_OLD)
        return false;
    const uint8_t *header = blob.data;
    t->version = word_at(header, 0);
    bool has_libraries = t->version >= VERSION_WITH_LIBRARIES;
    if (t->version > NEWEST_VERSION || (has_libraries && blob.size < HEADER_BYTES))
        return false;
    size_t uncommons_end = has_libraries ? word_at(header, LIBRARIES) : blob.size;
    if (!read_table(t, MODULES, MODULE_BYTES, word_at(header, COMDATS), &t->modules) ||
        !read_table(t, COMDATS, COMDAT_BYTES, word_at(header, SYMBOLS), &t->comdats) ||
        !read_table(t, SYMBOLS, SYMBOL_BYTES, word_at(header, UNCOMMONS), &t->symbols) ||
        !read_table(t, UNCOMMONS, UNCOMMON_BYTES, uncommons_end, &t->uncommons))
        return false;
    /* Of these, size is known: a longer one would hide that the table is not what it seems. */
    bool fits = t->modules.stride == MODULE_BYTES && t->symbols.stride == SYMBOL_BYTES;
    return fits &&
           (!has_libraries || read_table(t, LIBRARIES, TEXT_BYTES, blob.size, &t->libraries));
}

bool bl_symtab_module(const struct bl_symtab_view *t, uint32_t i, uint32_t *begin, uint32_t *end,
                      uint32_t *uncommon)
{
    const uint8_t *module = t->modules.at + (size_t)i * t->modules.stride;
    *begin = word_at(module, 0);
    *end = word_at(module, 1);
    *uncommon = word_at(module, 2);
    return *begin <= *end && *end <= t->symbols.n && *uncommon <= t->uncommons.n;
}

/* The string at word I of AT. */
static bool read_symtab_text(const struct bl_symtab_view *t, const uint8_t *at, uint32_t i,
                             struct bl_view *text)
{
    size_t offset = word_at(at, i);
    size_t size = word_at(at, i + 1);
    if (offset > t->strtab.size || size > t->strtab.size - offset)
        return false;
    *text = (struct bl_view){.data = t->strtab.data + offset, .size = size};
    return true;
}

static bool read_uncommon(const struct bl_symtab_view *t, uint32_t i, struct bl_symbol *symbol)
{
    if (i >= t->uncommons.n)
        return false;
    const uint8_t *at = t->uncommons.at + (size_t)i * t->uncommons.stride;
    symbol->common_size = word_at(at, 0);
    symbol->common_align = word_at(at, 1);
    return read_symtab_text(t, at, 2, &symbol->fallback) &&
           (t->uncommons.stride < UNCOMMON_WITH_SECTION_BYTES ||
            read_symtab_text(t, at, 4, &symbol->section));
}

bool bl_symtab_symbol(const struct bl_symtab_view *t, uint32_t i, uint32_t *uncommon,
                      struct bl_symbol *symbol)
{
    const uint8_t *at = t->symbols.at + (size_t)i * SYMBOL_BYTES;
    uint32_t comdat = word_at(at, 4);
    uint32_t flags = word_at(at, 5);
    uint32_t visibility = flags & VISIBILITY_MASK;
    uint32_t its_uncommon = *uncommon;
    *uncommon += (flags & FLAG_HAS_UNCOMMON) != 0; /* also if something else cannot be read */
    *symbol = (struct bl_symbol){
        .flags = flags & BL_SYMBOL_FLAGS,
        .visibility = visibility <= PROTECTED ? (uint8_t)visibility : 0,
    };
    if (!read_symtab_text(t, at, 0, &symbol->name) || !read_symtab_text(t, at, 2, &symbol->ir_name))
        return false;
    if (comdat != UINT32_MAX &&
        (comdat >= t->comdats.n ||
         !read_symtab_text(t, t->comdats.at + (size_t)comdat * t->comdats.stride, 0,
                           &symbol->comdat)))
        return false;
    return !(flags & FLAG_HAS_UNCOMMON) || read_uncommon(t, its_uncommon, symbol);
}

struct bl_view bl_symtab_text(const struct bl_symtab_view *t, enum bl_symtab_word word)
{
    struct bl_view text = {0};
    (void)read_symtab_text(t, t->blob.data, word, &text);
    return text;
}

struct bl_view bl_symtab_library(const struct bl_symtab_view *t, uint32_t i)
{
    struct bl_view text = {0};
    (void)read_symtab_text(t, t->libraries.at + (size_t)i * t->libraries.stride, 0, &text);
    return text;
}

/* ---- Checks ---- */

static bool check_texts(const struct bl_symtab_view *t)
{
    static const uint8_t words[] = {BL_SYMTAB_PRODUCER, BL_SYMTAB_TRIPLE, BL_SYMTAB_SOURCE_FILE,
                                    BL_SYMTAB_LINKER_OPTIONS};
    struct bl_view text;
    bool good = true;
    for (size_t i = 0; good && i < sizeof words; i++)
        good = read_symtab_text(t, t->blob.data, words[i], &text);
    for (size_t i = 0; good && i < t->libraries.n; i++)
        good = read_symtab_text(t, t->libraries.at + i * t->libraries.stride, 0, &text);
    return good;
}

static const char beyond[] = "symbol table that reaches beyond the STRTAB or its own end";

/* Modules follow each other in the table as in the file, and so no symbol is looked at twice. */
static const char *symbols_fault(const struct bl_symtab_view *t)
{
    uint32_t before = 0; /* symbols of the modules so far */
    for (uint32_t i = 0; i < t->modules.n; i++) {
        uint32_t at;
        uint32_t end;
        uint32_t uncommon;
        struct bl_symbol symbol;
        if (!bl_symtab_module(t, i, &at, &end, &uncommon))
            return beyond;
        if (at < before)
            return "symbol table with a symbol of two modules";
        while (at < end)
            if (!bl_symtab_symbol(t, at++, &uncommon, &symbol))
                return beyond;
        before = end;
    }
    return NULL;
}

const char *bl_symtab_fault(struct bl_view blob, struct bl_view strtab)
{
    struct bl_symtab_view t;
    if (!bl_symtab_open(&t, blob, strtab))
        return t.version > NEWEST_VERSION ? NULL
                                          : "symbol table whose header does not fit its size";
    return check_texts(&t) ? symbols_fault(&t) : beyond;
}
