/* catalog/gather_symbols.c - symbols and functions of a module, and blocks of a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Of a global value only its place is looked at (ir/module.h), no record is decoded but for symbols
 * that a symbol table does not tell, or should not be asked for: where no table of names is wanted.
 * Bodies belong to defined functions by their order.
 */
#include "base/grow.h"
#include "base/load.h"
#include "base/store.h"
#include "catalog/catalog.h"
#include "catalog/gather.h"
#include "ir/symbols.h"

#include <string.h>

struct work {
    struct bl_gather *g;
    struct bl_module *m;
    /* Functions with a body before value COUNTED_TO. Who asks in ascending order counts once. */
    uint32_t counted_to, n_counted;
};

/* ---- Names ---- */

/* What bl_blx_symbol.name is, and the flag in its place; the name is added to
 * NAME if it must be. */
static uint64_t place_name(struct bl_gather *g, struct bl_view name, uint64_t *place)
{
    const struct bl_view *bytes = &g->stream->bytes;
    uint64_t offset = (uint64_t)((uintptr_t)name.data - (uintptr_t)bytes->data);
    bool is_long = name.size >= BL_BLX_LONG_NAME;
    uint64_t size = is_long ? BL_BLX_LONG_NAME : name.size;
    if (name.size == 0)
        return 0;
    if (offset < bytes->size && !is_long)
        return size << BL_BLX_OFFSET_BITS | offset;
    offset = g->fragment->chunks[BL_BLX_NAME].size;
    size_t before = is_long ? 4 : 0;
    uint8_t *at = name.size > UINT32_MAX
                      ? NULL
                      : bl_buffer_add(&g->fragment->chunks[BL_BLX_NAME], before + name.size);
    if (!at) {
        bl_gather_no_memory(g);
        return 0;
    }
    if (is_long)
        bl_store_le32(at, (uint32_t)name.size);
    memcpy(at + before, name.data, name.size);
    *place |= (uint64_t)1 << (BL_BLX_OFFSET_BITS + BL_BLX_IN_NAMES_AT);
    return size << BL_BLX_OFFSET_BITS | offset;
}

/* ---- Bodies ---- */

/* The body of function VALUE; NULL: none, or it is not there. */
static struct bl_gathered_body *body_of(struct work *w, uint32_t value)
{
    const struct bl_global_place *places = w->m->head.places;
    if (!places[value].has_body)
        return NULL;
    if (value < w->counted_to) {
        w->counted_to = 0;
        w->n_counted = 0;
    }
    for (; w->counted_to < value; w->counted_to++)
        w->n_counted += places[w->counted_to].has_body;
    return w->n_counted < w->g->n_bodies ? &w->g->bodies[w->n_counted] : NULL;
}

static void put_function(struct work *w, struct bl_gathered_body *body, uint32_t symbol)
{
    struct bl_blx_function *function =
        bl_buffer_add(&w->g->fragment->chunks[BL_BLX_FUNS], sizeof *function);
    if (!function) {
        bl_gather_no_memory(w->g);
        return;
    }
    body->is_named = true;
    bl_store_le64(function->hash, body->hash.low);
    bl_store_le64(function->hash + 8, body->hash.high);
    bl_store_le32(function->n_words, body->n_words);
    bl_store_le32(function->symbol, symbol);
}

/* ---- Symbols ---- */

enum {
    FIRST_FLAG = 3 /* BL_SYMBOL_UNDEFINED */
};

/* The symbol of global value VALUE, or BL_NONE. */
static void put_symbol(struct work *w, const struct bl_symbol *symbol, uint32_t value,
                       bool is_unseen)
{
    struct bl_gather *g = w->g;
    struct bl_buffer *records = &g->fragment->chunks[BL_BLX_SYMS];
    uint32_t number = (uint32_t)(records->size / sizeof(struct bl_blx_symbol));
    struct bl_blx_symbol *record = bl_buffer_add(records, sizeof *record);
    if (!record) {
        bl_gather_no_memory(g);
        return;
    }
    uint64_t place = 0;
    unsigned kind = 0;
    if (value != BL_NONE) {
        struct bl_gathered_body *body = body_of(w, value);
        place = body ? body->bit_pos : w->m->head.places[value].bit_pos;
        kind = w->m->head.places[value].kind;
        if (body && !body->is_named)
            put_function(w, body, number);
    }
    uint64_t bits = symbol->flags >> FIRST_FLAG & ((1U << BL_BLX_FLAGS_BITS) - 1);
    bits |= (uint64_t)(symbol->visibility & 3) << BL_BLX_VISIBILITY_AT | kind << BL_BLX_KIND_AT;
    bits |= (uint64_t)is_unseen << BL_BLX_UNSEEN_AT;
    place |= bits << BL_BLX_OFFSET_BITS;
    uint64_t name = place_name(g, symbol->name, &place);
    bl_store_le64(record->name, name);
    bl_store_le64(record->place, place);
    bool has_table = g->parts & BL_CATALOG_SYMBOLS;
    bl_store_le32(record->hash, has_table ? bl_catalog_name_hash(symbol->name) : 0);
    bl_store_le32(record->value, value);
}

/* Those that would read the same: with a table of names, all of each symbol is. */
static unsigned parts_of_symbols(const struct bl_gather *g)
{
    return g->parts & BL_CATALOG_SYMBOLS ? BL_CATALOG_SYMBOLS : BL_CATALOG_PLACES;
}

/* As the module tells them. */
static void take_symbols(struct work *w, struct bl_symbols *symbols)
{
    struct bl_symbol symbol;
    struct bl_error err;
    int rc;
    while ((rc = bl_symbols_next(symbols, &symbol, &err)) > 0 && w->g->status == BL_OK) {
        uint32_t value = BL_NONE;
        if (!bl_gather_goes_on(w->g, bl_symbols_value(symbols, &symbol, &value, NULL)))
            return;
        put_symbol(w, &symbol, value, bl_symbols_left_name(symbols));
    }
    if (rc < 0)
        bl_gather_problem(w->g, parts_of_symbols(w->g), &err);
}

/* One for each function that no symbol names. */
static void make_symbols(struct work *w)
{
    uint64_t name_bytes_left = bl_symbols_name_bytes(w->m);
    for (uint32_t value = 0; value < w->m->head.n_places && w->g->status == BL_OK; value++) {
        struct bl_gathered_body *body = body_of(w, value);
        struct bl_global v = {0};
        struct bl_error err;
        if (!body || body->is_named)
            continue;
        if (bl_module_global(w->m, value, &v, &err) < 0 ||
            bl_symbols_take_name(w->m, v.name, &name_bytes_left, &err) < 0) {
            bl_gather_problem(w->g, BL_SYMBOL_PARTS, &err);
            v.name = (struct bl_view){0};
        }
        struct bl_symbol symbol = {
            .name = v.name,
            .visibility = v.visibility,
            .flags = BL_SYMBOL_FORMAT_SPECIFIC | BL_SYMBOL_EXECUTABLE,
        };
        put_symbol(w, &symbol, value, false);
    }
}

static void tell_mismatch(struct work *w, const char *what, uint64_t bit_pos)
{
    struct bl_error err;
    bl_module_fail(w->m, BL_E_MISMATCH, what, bit_pos, &err);
    bl_gather_problem(w->g, BL_SYMBOL_PARTS, &err);
}

/* As many FUNCTION blocks as functions that are said to have one. */
static void check_bodies(struct work *w)
{
    const struct bl_module_head *head = &w->m->head;
    uint32_t n = 0;
    for (uint32_t value = 0; value < head->n_places; value++)
        if (head->places[value].has_body && n++ >= w->g->n_bodies) {
            tell_mismatch(w, "function without a FUNCTION block", head->places[value].bit_pos);
            return;
        }
    if (n < w->g->n_bodies)
        tell_mismatch(w, "FUNCTION block without a function", w->g->bodies[n].bit_pos);
}

static int open_symbols(const struct bl_gather *g, struct bl_module *m, struct bl_symbols **symbols)
{
    return g->parts & BL_CATALOG_SYMBOLS ? bl_symbols_open(symbols, m, 0, NULL)
                                         : bl_symbols_open_unseen(symbols, m, NULL);
}

/* Room for N records more at once: to grow step by step copies what is there each time. */
static void expect_records(struct bl_gather *g, enum bl_blx_chunk chunk, uint32_t n)
{
    struct bl_buffer *records = &g->fragment->chunks[chunk];
    bl_buffer_expect(records, records->size + (size_t)n * bl_blx_record_bytes(chunk));
}

void bl_gather_symbols(struct bl_gather *g, struct bl_module *m, struct bl_blx_module *record)
{
    struct work w = {.g = g, .m = m};
    uint32_t first_symbol = bl_fragment_count(g->fragment, BL_BLX_SYMS);
    uint32_t first_function = bl_fragment_count(g->fragment, BL_BLX_FUNS);
    struct bl_symbols *symbols;
    if (!m->head.is_read || !bl_gather_goes_on(g, open_symbols(g, m, &symbols)))
        return;
    expect_records(g, BL_BLX_SYMS, m->head.n_places);
    expect_records(g, BL_BLX_FUNS, g->n_bodies);
    take_symbols(&w, symbols);
    bl_symbols_close(symbols);
    if (bl_fragment_count(g->fragment, BL_BLX_FUNS) - first_function < g->n_bodies)
        make_symbols(&w);
    check_bodies(&w);
    bl_store_le32(record->n_symbols, bl_fragment_count(g->fragment, BL_BLX_SYMS) - first_symbol);
    bl_store_le32(record->n_bodies, bl_fragment_count(g->fragment, BL_BLX_FUNS) - first_function);
}

/* ---- Blocks ---- */

/* PARENT in stream order; siblings and all that is inside a block come behind it. */
static void put_block(struct bl_gather *g, const struct bl_index_entry *entry, uint32_t parent)
{
    struct bl_blx_block *record = bl_fragment_add(g->fragment, BL_BLX_BLKS);
    if (!record) {
        bl_gather_no_memory(g);
        return;
    }
    const struct bl_block *block = &entry->block;
    bl_store_le64(record->bit_pos, block->bit_pos);
    bl_store_le16(record->body_at, (uint16_t)(block->body_pos - block->bit_pos));
    bl_store_le16(record->id_width, (uint16_t)block->id_width);
    bl_store_le32(record->block_id, block->block_id);
    bl_store_le32(record->n_words, block->n_words);
    bl_store_le32(record->parent, parent);
}

void bl_gather_blocks(struct bl_gather *g, struct bl_index *index)
{
    struct bl_error err;
    int status = bl_index_expand(index, BL_NO_BLOCK, BL_MAX_DEPTH, &err);
    if (!bl_gather_goes_on(g, status == BL_E_NOMEM ? status : BL_OK) ||
        !bl_gather_goes_on(
            g, bl_grow(&g->numbers, &g->cap_numbers, (size_t)bl_index_count(index) + 1)))
        return;
    uint32_t level = 0;
    uint32_t block = BL_NO_BLOCK;
    while ((block = bl_index_next(index, block, BL_MAX_DEPTH, &level)) != BL_NO_BLOCK &&
           g->status == BL_OK) {
        struct bl_index_entry entry = bl_index_get(index, block);
        uint32_t unused;
        g->numbers[block] = bl_fragment_count(g->fragment, BL_BLX_BLKS);
        put_block(g, &entry, entry.parent == BL_NO_BLOCK ? BL_NONE : g->numbers[entry.parent]);
        if (entry.damaged && bl_index_children(index, block, &unused, &unused, &err) < 0)
            bl_gather_problem(g, BL_CATALOG_BLOCKS, &err);
    }
}
