/* catalog/symbol.c - symbols and functions of a catalog, and the way from one to what it is in
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/catalog.h"

#include "base/load.h"
#include "base/status.h"
#include "ir/symbols.h"
#include "stream/cursor.h"

/* ---- The way up and down ---- */

/* What is wrong with record NUMBER, which cannot be read. */
static int fail_unread(const struct bl_catalog *c, enum bl_blx_chunk chunk, uint32_t number,
                       struct bl_error *err)
{
    (void)bl_catalog_record(c, chunk, number, err);
    return BL_E_CONTAINER;
}

/* Where a module's symbols and functions are. */
struct ranges {
    uint32_t first_symbol, n_symbols;
    uint32_t first_function, n_bodies;
};

/* The module that SYMBOL is in, and its ranges: those of functions are inside the chunk. */
static int find_module(const struct bl_catalog *c, uint32_t symbol, uint32_t *module,
                       struct ranges *ranges, struct bl_error *err)
{
    static const struct bl_catalog_keys by_symbol = {BL_BLX_MODS,
                                                     offsetof(struct bl_blx_module, first_symbol)};
    struct bl_catalog_last last;
    *ranges = (struct ranges){0};
    int status = bl_catalog_find_last(c, by_symbol, 0, bl_catalog_n_records(c, BL_BLX_MODS), symbol,
                                      &last, err);
    *module = last.number;
    if (status < 0)
        return status;
    const struct bl_blx_module *r = bl_catalog_record(c, BL_BLX_MODS, *module, err);
    if (!r)
        return BL_E_CONTAINER;
    *ranges = (struct ranges){
        .first_symbol = bl_load_le32(r->first_symbol),
        .n_symbols = bl_load_le32(r->n_symbols),
        .first_function = bl_load_le32(r->first_function),
        .n_bodies = bl_load_le32(r->n_bodies),
    };
    uint32_t n_functions = bl_catalog_n_records(c, BL_BLX_FUNS);
    bool has = symbol >= ranges->first_symbol && symbol - ranges->first_symbol < ranges->n_symbols;
    if (!has && last.unread != BL_NONE)
        return fail_unread(c, BL_BLX_MODS, last.unread, err);
    if (!has)
        return bl_catalog_bad_record(c, BL_BLX_MODS, *module, BL_BLX_BAD_ORDER, err);
    if (ranges->first_function > n_functions ||
        ranges->n_bodies > n_functions - ranges->first_function)
        return bl_catalog_bad_record(c, BL_BLX_MODS, *module, BL_BLX_BAD_NUMBER, err);
    return BL_OK;
}

/* The function of SYMBOL in a module of these RANGES; BL_NONE: it has no body. */
static int find_function(const struct bl_catalog *c, uint32_t symbol, const struct ranges *ranges,
                         uint32_t *function, struct bl_error *err)
{
    static const struct bl_catalog_keys by_symbol = {BL_BLX_FUNS,
                                                     offsetof(struct bl_blx_function, symbol)};
    *function = BL_NONE;
    if (ranges->n_bodies == 0)
        return BL_OK;
    struct bl_catalog_last last;
    int status =
        bl_catalog_find_last(c, by_symbol, ranges->first_function,
                             ranges->first_function + ranges->n_bodies, symbol, &last, err);
    if (status < 0)
        return status;
    const struct bl_blx_function *r = bl_catalog_record(c, BL_BLX_FUNS, last.number, err);
    if (!r)
        return BL_E_CONTAINER;
    if (bl_load_le32(r->symbol) == symbol)
        *function = last.number;
    else if (last.unread != BL_NONE)
        return fail_unread(c, BL_BLX_FUNS, last.unread, err);
    return BL_OK;
}

/* ---- Symbols ---- */

/* What the upper bits of its place say. */
static bool load_place(struct bl_catalog_symbol *symbol, const struct bl_blx_symbol *r)
{
    uint64_t place = bl_load_le64(r->place);
    uint32_t upper = (uint32_t)(place >> BL_BLX_OFFSET_BITS);
    symbol->bit_pos = place & (((uint64_t)1 << BL_BLX_OFFSET_BITS) - 1);
    symbol->flags = (upper & ((1U << BL_BLX_FLAGS_BITS) - 1)) * BL_SYMBOL_UNDEFINED;
    symbol->visibility = upper >> BL_BLX_VISIBILITY_AT & 3;
    symbol->kind = upper >> BL_BLX_KIND_AT & 7;
    return symbol->visibility <= 2 && symbol->kind <= BL_GLOBAL_IFUNC &&
           upper >> BL_BLX_PLACE_END == 0;
}

/* What is stored of symbol NUMBER, whose name has NAME_SIZE bytes, except its function. */
static int read_symbol(const struct bl_catalog *c, uint32_t number, uint32_t name_size,
                       struct bl_catalog_symbol *symbol, struct bl_error *err)
{
    const struct bl_blx_symbol *r = bl_catalog_record(c, BL_BLX_SYMS, number, err);
    if (!r)
        return BL_E_CONTAINER;
    symbol->name_size = name_size;
    symbol->value = bl_load_le32(r->value);
    if (!load_place(symbol, r))
        return bl_catalog_bad_record(c, BL_BLX_SYMS, number, BL_BLX_BAD_VALUE, err);
    return BL_OK;
}

int bl_catalog_stored_symbol(const struct bl_catalog *catalog, uint32_t number,
                             struct bl_catalog_symbol *symbol, struct bl_error *err)
{
    struct bl_name_place name;
    struct ranges ranges = {0};
    *symbol = (struct bl_catalog_symbol){.module = BL_NONE, .function = BL_NONE};
    int status = bl_catalog_name_place(catalog, number, &name, err);
    if (status < 0)
        return status;
    uint32_t module;
    status = find_module(catalog, number, &module, &ranges, err);
    if (status < 0)
        return status;
    symbol->module = module;
    status = read_symbol(catalog, number, name.size, symbol, err);
    if (status < 0 || symbol->kind != BL_GLOBAL_FUNCTION)
        return status;
    return find_function(catalog, number, &ranges, &symbol->function, err);
}

int bl_catalog_stored_function(const struct bl_catalog *catalog, uint32_t number,
                               struct bl_catalog_function *function, struct bl_error *err)
{
    *function = (struct bl_catalog_function){0};
    if (number >= bl_catalog_n_records(catalog, BL_BLX_FUNS))
        return bl_fail(err, BL_E_ARGUMENT, "the catalog has no function of that number");
    const struct bl_blx_function *r = bl_catalog_record(catalog, BL_BLX_FUNS, number, err);
    if (!r)
        return BL_E_CONTAINER;
    function->symbol = bl_load_le32(r->symbol);
    function->n_words = bl_load_le32(r->n_words);
    function->hash.low = bl_load_le64(r->hash);
    function->hash.high = bl_load_le64(r->hash + 8);
    if (function->symbol >= bl_catalog_n_records(catalog, BL_BLX_SYMS))
        return bl_catalog_bad_record(catalog, BL_BLX_FUNS, number, BL_BLX_BAD_NUMBER, err);
    struct ranges ranges;
    int status = find_module(catalog, function->symbol, &function->module, &ranges, err);
    if (status < 0)
        return status;
    if (number < ranges.first_function || number - ranges.first_function >= ranges.n_bodies)
        return bl_catalog_bad_record(catalog, BL_BLX_FUNS, number, BL_BLX_CONTRADICTS, err);
    return BL_OK;
}

/* ---- Names ---- */

int bl_catalog_name_place(const struct bl_catalog *catalog, uint32_t symbol,
                          struct bl_name_place *place, struct bl_error *err)
{
    *place = (struct bl_name_place){0};
    if (symbol >= bl_catalog_n_records(catalog, BL_BLX_SYMS))
        return bl_fail(err, BL_E_ARGUMENT, "the catalog has no symbol of that number");
    const struct bl_blx_symbol *r = bl_catalog_record(catalog, BL_BLX_SYMS, symbol, err);
    if (!r)
        return BL_E_CONTAINER;
    uint64_t name = bl_load_le64(r->name);
    uint64_t upper = bl_load_le64(r->place) >> BL_BLX_OFFSET_BITS;
    *place = (struct bl_name_place){
        .in_names = bl_blx_is_in_names(r),
        .is_unseen = upper >> BL_BLX_UNSEEN_AT & 1,
        .offset = name & (((uint64_t)1 << BL_BLX_OFFSET_BITS) - 1),
        .size = (uint32_t)(name >> BL_BLX_OFFSET_BITS),
    };
    /* What is stored has been looked at, and so has what is in a table. */
    if (place->is_unseen && (place->in_names || catalog->parts & BL_CATALOG_SYMBOLS))
        return bl_catalog_bad_record(catalog, BL_BLX_SYMS, symbol, BL_BLX_BAD_VALUE, err);
    if (place->size != BL_BLX_LONG_NAME)
        return BL_OK;
    if (!place->in_names)
        return bl_catalog_bad_record(catalog, BL_BLX_SYMS, symbol, BL_BLX_BAD_VALUE, err);
    const uint8_t *length = bl_catalog_bytes(catalog, BL_BLX_NAME, place->offset, 4, err);
    if (!length)
        return BL_E_CONTAINER;
    place->offset += 4;
    place->size = bl_load_le32(length);
    return BL_OK;
}

/* The stream of MODULE, and its *NUMBER, to be unloaded; BL_NONE: it could not be loaded. */
static int load_stream(const struct bl_catalog *c, uint32_t module, struct bl_stream *stream,
                       uint32_t *number, struct bl_error *err)
{
    const struct bl_blx_module *r = bl_catalog_record(c, BL_BLX_MODS, module, err);
    *number = BL_NONE;
    if (!r)
        return BL_E_CONTAINER;
    uint32_t found = bl_load_le32(r->stream);
    if (found >= bl_catalog_n_records(c, BL_BLX_STRM))
        return bl_catalog_bad_record(c, BL_BLX_MODS, module, BL_BLX_BAD_NUMBER, err);
    int status = bl_catalog_load(c, found, stream, err);
    *number = status < 0 ? BL_NONE : found;
    return status;
}

/* A view into BYTES, its module's stream, of SYMBOL. */
static int name_in_bytes(const struct bl_catalog *c, uint32_t symbol, struct bl_view bytes,
                         const struct bl_name_place *place, struct bl_view *name,
                         struct bl_error *err)
{
    if (place->offset > bytes.size || place->size > bytes.size - place->offset)
        return bl_catalog_bad_record(c, BL_BLX_SYMS, symbol, BL_BLX_CONTRADICTS, err);
    *name = (struct bl_view){.data = bytes.data + place->offset, .size = place->size};
    return BL_OK;
}

/* The same, of SYMBOL in MODULE, whose stream is loaded: NUMBER, on success. */
static int name_in_stream(const struct bl_catalog *c, uint32_t symbol, uint32_t module,
                          const struct bl_name_place *place, struct bl_view *name, uint32_t *number,
                          struct bl_error *err)
{
    struct bl_stream stream = {0};
    int status = load_stream(c, module, &stream, number, err);
    if (status == BL_OK)
        status = name_in_bytes(c, symbol, stream.bytes, place, name, err);
    if (status < 0)
        bl_catalog_unload(c, *number);
    return status;
}

/* What the symbol of a global value is called that has IR_NAME. */
static struct bl_view name_of_value(struct bl_view ir_name)
{
    bool is_marked = ir_name.size > 0 && ir_name.data[0] == 1;
    return (struct bl_view){.data = ir_name.data + is_marked, .size = ir_name.size - is_marked};
}

int bl_catalog_name_at(const struct bl_catalog *catalog, uint32_t symbol,
                       const struct bl_name_place *place, struct bl_view *name, uint32_t *stream,
                       struct bl_error *err)
{
    *stream = BL_NONE;
    if (!place->in_names) {
        uint32_t module;
        struct ranges ranges;
        int status = find_module(catalog, symbol, &module, &ranges, err);
        if (status == BL_OK)
            status = name_in_stream(catalog, symbol, module, place, name, stream, err);
        if (status == BL_OK && place->is_unseen)
            *name = name_of_value(*name);
        return status;
    }
    const uint8_t *bytes = bl_catalog_bytes(catalog, BL_BLX_NAME, place->offset, place->size, err);
    if (!bytes)
        return BL_E_CONTAINER;
    *name = (struct bl_view){.data = bytes, .size = place->size};
    return BL_OK;
}

int bl_catalog_get_name(const struct bl_catalog *catalog, uint32_t symbol, struct bl_view *name,
                        struct bl_error *err)
{
    struct bl_name_place place;
    uint32_t stream; /* stays loaded */
    *name = (struct bl_view){0};
    int status = bl_catalog_name_place(catalog, symbol, &place, err);
    return status < 0 ? status : bl_catalog_name_at(catalog, symbol, &place, name, &stream, err);
}

/* ---- What is read in the source ---- */

/* What only the NAME shows. */
static void finish_unseen(struct bl_catalog_symbol *symbol, struct bl_view name)
{
    if (bl_symbol_is_intrinsic(name))
        symbol->flags |= BL_SYMBOL_FORMAT_SPECIFIC;
    symbol->name_size = (uint32_t)name_of_value(name).size;
}

int bl_catalog_get_symbol(const struct bl_catalog *catalog, uint32_t number,
                          struct bl_catalog_symbol *symbol, struct bl_error *err)
{
    struct bl_name_place place = {0};
    struct bl_view name = {0};
    uint32_t stream;
    int status = bl_catalog_stored_symbol(catalog, number, symbol, err);
    if (status == BL_OK)
        status = bl_catalog_name_place(catalog, number, &place, err);
    if (status < 0 || !place.is_unseen)
        return status;
    status = name_in_stream(catalog, number, symbol->module, &place, &name, &stream, err);
    if (status < 0)
        return status;
    finish_unseen(symbol, name);
    bl_catalog_unload(catalog, stream);
    return BL_OK;
}

/* ---- Symbols of one module ---- */

int bl_catalog_symbols_init(struct bl_catalog_symbols *symbols, const struct bl_catalog *catalog,
                            uint32_t module, struct bl_error *err)
{
    *symbols = (struct bl_catalog_symbols){.catalog = catalog, .number = module};
    int status = bl_catalog_get_module(catalog, module, &symbols->module, err);
    symbols->function = symbols->module.first_function;
    return status;
}

void bl_catalog_symbols_release(struct bl_catalog_symbols *symbols)
{
    if (symbols->has_stream)
        bl_catalog_unload(symbols->catalog, symbols->module.stream);
    symbols->has_stream = false;
}

/* Where the name of symbol NUMBER is; bl_catalog_get_module() has seen that a search for each of
 * the module's symbols ends at the module. */
static int place_in_module(const struct bl_catalog_symbols *s, uint32_t number,
                           struct bl_name_place *place, struct bl_error *err)
{
    *place = (struct bl_name_place){0};
    if (number < s->module.first_symbol || number - s->module.first_symbol >= s->module.n_symbols)
        return bl_fail(err, BL_E_ARGUMENT, "the module has no symbol of that number");
    return bl_catalog_name_place(s->catalog, number, place, err);
}

static int name_of_module(struct bl_catalog_symbols *s, uint32_t number,
                          const struct bl_name_place *place, struct bl_view *name,
                          struct bl_error *err)
{
    struct bl_stream stream = {0};
    int status =
        s->has_stream ? BL_OK : bl_catalog_load(s->catalog, s->module.stream, &stream, err);
    if (status < 0)
        return status;
    if (!s->has_stream)
        s->bytes = stream.bytes;
    s->has_stream = true;
    return name_in_bytes(s->catalog, number, s->bytes, place, name, err);
}

/* The symbol of function NUMBER. False: it cannot be read. */
static bool symbol_of_function(const struct bl_catalog *c, uint32_t number, uint32_t *symbol)
{
    const struct bl_blx_function *r = bl_catalog_record(c, BL_BLX_FUNS, number, NULL);
    *symbol = r ? bl_load_le32(r->symbol) : BL_NONE;
    return r != NULL;
}

/* The function of SYMBOL: the one at hand or the next one, if either is not before SYMBOL and the
 * one before it is; else it is looked for. */
static int function_of(struct bl_catalog_symbols *s, uint32_t symbol, uint32_t *function,
                       struct bl_error *err)
{
    uint32_t first = s->module.first_function;
    uint32_t end = first + s->module.n_bodies;
    uint32_t found = BL_NONE, before = BL_NONE;
    for (uint32_t i = s->function; i <= end && i - s->function < 2; i++) {
        if (i > first && (!symbol_of_function(s->catalog, i - 1, &before) || before >= symbol))
            break;
        if (i < end && (!symbol_of_function(s->catalog, i, &found) || found < symbol))
            continue;
        *function = i < end && found == symbol ? i : BL_NONE;
        s->function = i;
        return BL_OK;
    }
    const struct ranges ranges = {.first_function = first, .n_bodies = s->module.n_bodies};
    int status = find_function(s->catalog, symbol, &ranges, function, err);
    if (*function != BL_NONE)
        s->function = *function;
    return status;
}

int bl_catalog_symbols_get(struct bl_catalog_symbols *symbols, uint32_t number,
                           struct bl_catalog_symbol *symbol, struct bl_error *err)
{
    struct bl_name_place place;
    struct bl_view name = {0};
    *symbol = (struct bl_catalog_symbol){.module = symbols->number, .function = BL_NONE};
    int status = place_in_module(symbols, number, &place, err);
    if (status == BL_OK)
        status = read_symbol(symbols->catalog, number, place.size, symbol, err);
    if (status == BL_OK && symbol->kind == BL_GLOBAL_FUNCTION)
        status = function_of(symbols, number, &symbol->function, err);
    if (status == BL_OK && place.is_unseen) {
        status = name_of_module(symbols, number, &place, &name, err);
        if (status == BL_OK)
            finish_unseen(symbol, name);
    }
    return status;
}

int bl_catalog_symbols_name(struct bl_catalog_symbols *symbols, uint32_t number,
                            struct bl_view *name, struct bl_error *err)
{
    struct bl_name_place place;
    *name = (struct bl_view){0};
    int status = place_in_module(symbols, number, &place, err);
    if (status < 0)
        return status;
    if (place.in_names) {
        uint32_t none;
        return bl_catalog_name_at(symbols->catalog, number, &place, name, &none, err);
    }
    status = name_of_module(symbols, number, &place, name, err);
    if (status == BL_OK && place.is_unseen)
        *name = name_of_value(*name);
    return status;
}

/* 1: symbol AT of the module is that of VALUE; 0: of another one. */
static int is_symbol_of(const struct bl_catalog_symbols *s, uint64_t at, uint32_t value,
                        struct bl_error *err)
{
    if (at >= s->module.n_symbols)
        return 0;
    const struct bl_blx_symbol *record =
        bl_catalog_record(s->catalog, BL_BLX_SYMS, s->module.first_symbol + (uint32_t)at, err);
    return record ? bl_load_le32(record->value) == value : BL_E_CONTAINER;
}

/* Symbols are functions first and then variables, aliases, ifuncs, as a rule, and values variables
 * first and then the others. Where that is not so, all have to be gone through. */
int bl_catalog_symbols_find(struct bl_catalog_symbols *symbols, uint32_t value, uint32_t *number,
                            struct bl_error *err)
{
    const struct bl_catalog_module *m = &symbols->module;
    uint64_t at = value < m->n_variables ? (uint64_t)value + m->n_functions
                  : value < (uint64_t)m->n_variables + m->n_functions ? value - m->n_variables
                                                                      : value;
    int rc = is_symbol_of(symbols, at, value, err);
    for (uint32_t i = 0; rc == 0 && i < m->n_symbols; i++) {
        at = i;
        rc = is_symbol_of(symbols, at, value, err);
    }
    *number = rc > 0 ? m->first_symbol + (uint32_t)at : BL_NONE;
    return rc;
}

/* ---- Functions ---- */

/* The FUNCTION block at BIT_POS, if there is one in the module at MODULE_POS. */
static bool read_body_header(const struct bl_stream *stream, uint64_t module_pos, uint64_t bit_pos,
                             struct bl_block *body)
{
    struct bl_cursor top;
    struct bl_cursor inside = {0};
    struct bl_entry entry;
    bl_cursor_at_top(&top, stream, true);
    top.bits.pos = module_pos;
    if (bl_cursor_next(&top, &entry) <= 0 || entry.kind != BL_ENTRY_BLOCK ||
        bit_pos < entry.block.body_pos)
        return false;
    bl_cursor_enter(&inside, &top, &entry.block, NULL);
    inside.bits.pos = bit_pos;
    bool found = bl_cursor_next(&inside, &entry) > 0 && entry.kind == BL_ENTRY_BLOCK &&
                 entry.block.block_id == BL_BLOCK_FUNCTION && bl_cursor_leap(&inside) == BL_OK;
    bl_cursor_release(&inside);
    *body = entry.block;
    return found;
}

/* The VALUE_SYMTAB said where the body of FUNCTION is, and how long it is at most. */
static int look_at_body(const struct bl_catalog *c, struct bl_catalog_function *function,
                        struct bl_error *err)
{
    struct bl_catalog_symbol symbol;
    struct bl_stream stream;
    struct bl_block body;
    uint32_t number = BL_NONE;
    int status = bl_catalog_stored_symbol(c, function->symbol, &symbol, err);
    if (status == BL_OK)
        status = load_stream(c, symbol.module, &stream, &number, err);
    if (status < 0)
        return status;
    const struct bl_blx_module *r = bl_catalog_record(c, BL_BLX_MODS, symbol.module, err);
    bool has_body = r &&
                    read_body_header(&stream, bl_load_le64(r->bit_pos), symbol.bit_pos, &body) &&
                    body.n_words <= function->n_words;
    bl_catalog_unload(c, number);
    if (!r)
        return BL_E_CONTAINER;
    if (!has_body)
        return bl_fail_at(err, BL_E_MISMATCH, "no FUNCTION block where the VALUE_SYMTAB leads to",
                          symbol.bit_pos);
    function->n_words = body.n_words;
    return BL_OK;
}

int bl_catalog_get_function(const struct bl_catalog *catalog, uint32_t number,
                            struct bl_catalog_function *function, struct bl_error *err)
{
    int status = bl_catalog_stored_function(catalog, number, function, err);
    bool was_seen = catalog->parts & BL_CATALOG_HASHES;
    return status < 0 || was_seen ? status : look_at_body(catalog, function, err);
}
