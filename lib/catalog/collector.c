/* catalog/collector.c - from a stream to records of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A module's header is read, its bodies are skipped, and the symbols get the bodies that they have,
 * which belong to defined functions by their order. The stream as a whole is hashed in strides
 * ahead of what is skipped, and the bodies after it: so memory is read once, in order.
 *
 * Where nothing is hashed, no body need be touched: the VALUE_SYMTAB has where they begin. That is
 * believed as far as it is possible, bodies in order of definition from the first FUNCTION block
 * on; it is verified when one of them is used (catalog/symbol.c). Otherwise they are skipped.
 *
 * Of a global value only its place is looked at (ir/module.h); a record is decoded only for symbols
 * that a symbol table does not have, or where no table of names is wanted.
 */
#include "catalog/collector.h"

#include "catalog/block_sums.h"

#include "base/grow.h"
#include "base/load.h"
#include "base/status.h"
#include "base/store.h"
#include "catalog/content_list.h"
#include "catalog/reference_list.h"
#include "catalog/slot_list.h"
#include "contents/contents.h"
#include "ir/function_values.h"
#include "ir/globals.h"
#include "ir/references.h"
#include "ir/symbols.h"
#include "stream/cursor.h"

#include <string.h>

void bl_collector_release(struct bl_collector *col)
{
    bl_drop(col->bodies);
    bl_drop(col->spans.items);
    bl_drop(col->numbers);
}

/* Keep STATUS where it is the end of the work. True: go on. */
static bool goes_on(struct bl_collector *col, int status)
{
    bool is_end = status == BL_E_NOMEM || status == BL_E_LIMIT;
    return bl_record_buffer_note(col->records, is_end ? status : BL_OK);
}

/* ---- Problems ---- */

enum {
    REMEMBERED = 16 /* problems back that one is compared with */
};

/* Record that the stream has PROBLEM, once, which collecting any of PARTS finds (0: whatever is
 * collected). */
static void add_problem(struct bl_collector *col, unsigned parts, const struct bl_error *problem)
{
    struct bl_record_buffer *records = col->records;
    struct bl_blx_problem *known = (void *)records->chunks[BL_BLX_PROB].data;
    uint32_t n = bl_record_buffer_count(records, BL_BLX_PROB);
    uint64_t bit_pos = problem->has_pos ? problem->bit_pos : 0;
    for (uint32_t i = n; i > col->first_problem && i + REMEMBERED > n; i--) {
        uint8_t *field = known[i - 1].parts;
        unsigned before = bl_load_le16(field);
        if (bl_load_le32(known[i - 1].status) != (uint32_t)problem->status ||
            bl_load_le64(known[i - 1].bit_pos) != bit_pos)
            continue;
        if (before != 0)
            bl_store_le16(field, (uint16_t)(parts ? before | parts : 0));
        return;
    }
    bl_record_buffer_add_problem_at(records, col->source, col->path_at, parts, problem);
}

/* ---- Hashes ---- */

enum {
    STRIDE = 128 << 10 /* bytes: they are still near when the bodies in them are hashed */
};

/* Hash the stream at least to its byte END. */
static void hash_to(struct bl_collector *col, uint64_t end)
{
    struct bl_view bytes = col->stream->bytes;
    if (!(col->parts & BL_CATALOG_HASHES) || end <= col->n_hashed)
        return;
    size_t size = bytes.size - col->n_hashed;
    if (end < bytes.size && size > end - col->n_hashed + STRIDE)
        size = (size_t)(end - col->n_hashed) + STRIDE;
    col->hash->add(&col->hasher,
                   (struct bl_view){.data = bytes.data + col->n_hashed, .size = size});
    col->n_hashed += size;
}

/* ---- Bodies ---- */

static void add_body(struct bl_collector *col, const struct bl_collected_body *body)
{
    (void)goes_on(col, bl_append(&col->bodies, &col->n_bodies, &col->cap_bodies, *body));
}

/* Those that have been added since the last time. */
static void hash_bodies(struct bl_collector *col)
{
    if (!(col->parts & BL_CATALOG_HASHES))
        return;
    for (; col->n_hashed_bodies < col->n_bodies; col->n_hashed_bodies++) {
        struct bl_collected_body *body = &col->bodies[col->n_hashed_bodies];
        body->hash = col->hash->bytes((struct bl_view){
            .data = col->stream->bytes.data + (body->bit_pos + body->body_at) / 8,
            .size = (size_t)body->n_words * 4,
        });
    }
}

static unsigned flag_of_block(uint32_t block_id)
{
    return block_id == BL_BLOCK_GLOBALVAL_SUMMARY            ? BL_MODULE_THIN_LTO
           : block_id == BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY ? BL_MODULE_FULL_LTO
                                                             : 0;
}

/* Skip what is before the next block, and the block. 1, 0 the end, or a failure, whose block may be
 * known, too. */
static int skip_next(struct bl_cursor *c, struct bl_block *block)
{
    struct bl_entry entry;
    uint64_t n_records = 0;
    int rc;
    if (bl_cursor_leap_next(c, block))
        return 1;
    *block = (struct bl_block){0};
    do
        rc = bl_record_skip_all(c, &n_records);
    while (rc == BL_OK && (rc = bl_cursor_next(c, &entry)) > 0 && entry.kind != BL_ENTRY_BLOCK);
    if (rc <= 0)
        return rc;
    *block = entry.block;
    rc = bl_cursor_leap(c);
    return rc < 0 ? rc : 1;
}

/* From the first FUNCTION block, which C has announced, to the end of the module. Bodies are
 * skipped first and then hashed, many at a time: a leap has to wait for the one before it, and
 * nothing can be done meanwhile where a hash, which takes its time to end, is between them. */
static int skip_bodies(struct bl_collector *col, struct bl_cursor *c, unsigned *flags)
{
    struct bl_block block;
    int rc = 1;
    c->bits.pos = c->entry_pos;
    c->pending = 0;
    while (rc > 0 && col->records->status == BL_OK) {
        rc = skip_next(c, &block);
        *flags |= flag_of_block(block.block_id);
        if (rc > 0 && block.block_id == BL_BLOCK_FUNCTION && col->parts & BL_SYMBOL_PARTS)
            add_body(col, &(struct bl_collected_body){
                              .bit_pos = block.bit_pos,
                              .n_words = block.n_words,
                              .body_at = (uint16_t)(block.body_pos - block.bit_pos),
                          });
        if (c->bits.pos / 8 > col->n_hashed) {
            hash_to(col, c->bits.pos / 8);
            hash_bodies(col);
        }
    }
    hash_bodies(col);
    return rc;
}

enum {
    HEADER_BITS = 64, /* of a FUNCTION block, at least: it begins at a word's boundary */
};

/* Add the bodies as the VALUE_SYMTAB has them, each with as many words as there is room for before
 * the next, except the last one, *LAST. False: what it says is impossible. */
static bool add_bodies_of_symtab(struct bl_collector *col, struct bl_module *m, uint64_t *last)
{
    const struct bl_module_header *head = &m->header;
    const uint64_t *positions;
    uint64_t before = 0;
    if (!goes_on(col, bl_module_body_table(m, &positions)) || !positions)
        return false;
    for (uint32_t value = 0; value < head->n_places; value++) {
        if (!head->places[value].has_body)
            continue;
        uint64_t at = positions[value];
        if (before ? at <= before + HEADER_BITS : at != head->at_bodies.child.bit_pos)
            return false;
        if (before) {
            uint64_t n_words = (at - before - HEADER_BITS) / 32;
            add_body(col, &(struct bl_collected_body){
                              .bit_pos = before,
                              .n_words = n_words < UINT32_MAX ? (uint32_t)n_words : UINT32_MAX,
                          });
        }
        before = at;
    }
    *last = before;
    return before > 0 && col->records->status == BL_OK;
}

/* Move C, which has announced the first FUNCTION block, to the last one, and add what is before it,
 * if that is possible. */
static void go_to_last_body(struct bl_collector *col, struct bl_module *m, struct bl_cursor *c)
{
    struct bl_block last;
    uint64_t bit_pos;
    if (col->parts & BL_CATALOG_HASHES || !add_bodies_of_symtab(col, m, &bit_pos) ||
        !bl_module_block_at(m, bit_pos, BL_BLOCK_FUNCTION, &last)) {
        col->n_bodies = 0;
        return;
    }
    c->child = last;
    c->entry_pos = bit_pos;
}

/* What is after the header: bodies, and blocks that mean flags. */
static void read_after_head(struct bl_collector *col, struct bl_module *m, unsigned *flags)
{
    const struct bl_module_header *head = &m->header;
    struct bl_error err;
    for (uint32_t i = 0; i < head->n_blocks; i++)
        *flags |= flag_of_block(head->blocks[i].block_id);
    if (head->at_bodies.pending != BL_ENTRY_BLOCK ||
        head->at_bodies.child.block_id != BL_BLOCK_FUNCTION)
        return;
    struct bl_cursor c = head->at_bodies;
    c.own = (struct bl_abbrev_set){0}; /* the head keeps its own */
    if (goes_on(col, bl_abbrev_set_copy(&c.own, &head->at_bodies.own)))
        go_to_last_body(col, m, &c);
    if (col->records->status == BL_OK && skip_bodies(col, &c, flags) < 0) {
        bl_module_error(m, &c, &err);
        add_problem(col, BL_CATALOG_MODULES, &err);
    }
    bl_abbrev_set_release(&c.own);
}

/* What is needed for the symbols of a module. */
struct work {
    struct bl_collector *col;
    struct bl_module *m;
    /* Functions with a body before value COUNTED_TO. Asking in ascending order counts once. */
    uint32_t counted_to, n_counted;
};

/* ---- Names of symbols ---- */

/* What bl_blx_symbol.name is, and the flag in its place; the name is added to
 * NAME if it must be. */
static uint64_t place_name(struct bl_collector *col, struct bl_view name, uint64_t *place)
{
    const struct bl_view *bytes = &col->stream->bytes;
    uint64_t offset = (uint64_t)((uintptr_t)name.data - (uintptr_t)bytes->data);
    bool is_long = name.size >= BL_BLX_LONG_NAME;
    uint64_t size = is_long ? BL_BLX_LONG_NAME : name.size;
    if (name.size == 0)
        return 0;
    if (offset < bytes->size && !is_long)
        return size << BL_BLX_OFFSET_BITS | offset;
    offset = col->records->chunks[BL_BLX_NAME].size;
    size_t before = is_long ? 4 : 0;
    uint8_t *at = name.size > UINT32_MAX
                      ? NULL
                      : bl_buffer_add(&col->records->chunks[BL_BLX_NAME], before + name.size);
    if (!at) {
        (void)goes_on(col, BL_E_NOMEM);
        return 0;
    }
    if (is_long)
        bl_store_le32(at, (uint32_t)name.size);
    memcpy(at + before, name.data, name.size);
    *place |= (uint64_t)1 << (BL_BLX_OFFSET_BITS + BL_BLX_IN_NAMES_AT);
    return size << BL_BLX_OFFSET_BITS | offset;
}

/* ---- Functions ---- */

/* The body of function VALUE; NULL: none, or it is not there. */
static struct bl_collected_body *body_of(struct work *w, uint32_t value)
{
    const struct bl_global_place *places = w->m->header.places;
    if (!places[value].has_body)
        return NULL;
    if (value < w->counted_to) {
        w->counted_to = 0;
        w->n_counted = 0;
    }
    for (; w->counted_to < value; w->counted_to++)
        w->n_counted += places[w->counted_to].has_body;
    return w->n_counted < w->col->n_bodies ? &w->col->bodies[w->n_counted] : NULL;
}

static void put_body_record(struct work *w, struct bl_collected_body *body, uint32_t symbol)
{
    struct bl_blx_function *function =
        bl_record_buffer_add(w->col->records, BL_BLX_FUNS, sizeof *function);
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
    struct bl_collector *col = w->col;
    uint32_t number = bl_record_buffer_count(col->records, BL_BLX_SYMS);
    struct bl_blx_symbol *record = bl_record_buffer_add(col->records, BL_BLX_SYMS, sizeof *record);
    uint64_t place = 0;
    unsigned kind = 0;
    if (value != BL_NONE) {
        struct bl_collected_body *body = body_of(w, value);
        place = body ? body->bit_pos : w->m->header.places[value].bit_pos;
        kind = w->m->header.places[value].kind;
        if (body && !body->is_named)
            put_body_record(w, body, number);
    }
    uint64_t bits = symbol->flags >> FIRST_FLAG & ((1U << BL_BLX_FLAGS_BITS) - 1);
    bits |= (uint64_t)(symbol->visibility & 3) << BL_BLX_VISIBILITY_AT | kind << BL_BLX_KIND_AT;
    bits |= (uint64_t)is_unseen << BL_BLX_UNSEEN_AT;
    place |= bits << BL_BLX_OFFSET_BITS;
    uint64_t name = place_name(col, symbol->name, &place);
    bl_store_le64(record->name, name);
    bl_store_le64(record->place, place);
    bool has_table = col->parts & BL_CATALOG_SYMBOLS;
    bl_store_le32(record->hash, has_table ? bl_catalog_name_hash(symbol->name) : 0);
    bl_store_le32(record->value, value);
}

/* As the module has them. */
static void add_symbols(struct work *w, struct bl_symbols *symbols)
{
    struct bl_symbol symbol;
    struct bl_error err;
    int rc;
    while ((rc = bl_symbols_next(symbols, &symbol, &err)) > 0 && w->col->records->status == BL_OK) {
        uint32_t value = BL_NONE;
        if (!goes_on(w->col, bl_symbols_value(symbols, &symbol, &value, NULL)))
            return;
        put_symbol(w, &symbol, value, bl_symbols_left_name(symbols));
    }
    if (rc < 0)
        /* Catalogs that read the same find it: with a table of names, all of each symbol is
         * read. */
        add_problem(w->col,
                    w->col->parts & BL_CATALOG_SYMBOLS ? BL_CATALOG_SYMBOLS : BL_CATALOG_PLACES,
                    &err);
}

/* One for each function that no symbol names. */
static void make_symbols(struct work *w)
{
    uint64_t name_bytes_left = bl_module_name_bytes(w->m);
    for (uint32_t value = 0; value < w->m->header.n_places && w->col->records->status == BL_OK;
         value++) {
        struct bl_collected_body *body = body_of(w, value);
        struct bl_global v = {0};
        struct bl_error err;
        if (!body || body->is_named)
            continue;
        if (bl_module_global(w->m, value, &v, &err) < 0 ||
            bl_module_spend_name(w->m, v.name, &name_bytes_left, &err) < 0) {
            add_problem(w->col, BL_SYMBOL_PARTS, &err);
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

static void add_mismatch(struct work *w, const char *what, uint64_t bit_pos)
{
    struct bl_error err;
    bl_module_fail(w->m, BL_E_MISMATCH, what, bit_pos, &err);
    add_problem(w->col, BL_SYMBOL_PARTS, &err);
}

/* As many FUNCTION blocks as functions that are said to have one. */
static void check_bodies(struct work *w)
{
    const struct bl_module_header *head = &w->m->header;
    uint32_t n = 0;
    for (uint32_t value = 0; value < head->n_places; value++)
        if (head->places[value].has_body && n++ >= w->col->n_bodies) {
            add_mismatch(w, "function without a FUNCTION block", head->places[value].bit_pos);
            return;
        }
    if (n < w->col->n_bodies)
        add_mismatch(w, "FUNCTION block without a function", w->col->bodies[n].bit_pos);
}

/* Room for N records more at once: to grow step by step copies what is there each time. */
static void expect_records(struct bl_collector *col, enum bl_blx_chunk chunk, uint32_t n)
{
    struct bl_buffer *records = &col->records->chunks[chunk];
    bl_buffer_expect(records, records->size + (size_t)n * bl_blx_record_bytes(chunk));
}

static void collect_symbols(struct bl_collector *col, struct bl_module *m,
                            struct bl_blx_module *record)
{
    struct work w = {.col = col, .m = m};
    uint32_t first_symbol = bl_record_buffer_count(col->records, BL_BLX_SYMS);
    uint32_t first_function = bl_record_buffer_count(col->records, BL_BLX_FUNS);
    bool has_table = col->parts & BL_CATALOG_SYMBOLS;
    struct bl_symbols *symbols;
    if (!m->header.is_read || !goes_on(col, has_table ? bl_symbols_open(&symbols, m, 0, NULL)
                                                      : bl_symbols_open_unseen(&symbols, m, NULL)))
        return;
    expect_records(col, BL_BLX_SYMS, m->header.n_places);
    expect_records(col, BL_BLX_FUNS, col->n_bodies);
    add_symbols(&w, symbols);
    bl_symbols_close(symbols);
    if (bl_record_buffer_count(col->records, BL_BLX_FUNS) - first_function < col->n_bodies)
        make_symbols(&w);
    check_bodies(&w);
    bl_store_le32(record->n_symbols,
                  bl_record_buffer_count(col->records, BL_BLX_SYMS) - first_symbol);
    bl_store_le32(record->n_bodies,
                  bl_record_buffer_count(col->records, BL_BLX_FUNS) - first_function);
}

/* ---- Bodies ---- */

/* What a module's values use, what they say, and how they are numbered, for all of which each body
 * is read once. */
struct bodies {
    struct bl_collector *col;
    struct bl_module *module;
    struct bl_function *function;
    struct bl_references *references;
    struct bl_contents *contents; /* NULL: none, or no more */
    struct bl_slots *slots;
    struct bl_kept_slots numbers;
    struct bl_reference_list uses;
    struct bl_content_list said;
};

/* A failure of CONTENTS. A module that comes to a limit is left to readers: they hash no more of it
 * at once, and so come to none where it does not. What is damaged is reported elsewhere. */
static bool can_hash(struct bodies *b, int status)
{
    (void)goes_on(b->col, status == BL_E_NOMEM ? status : BL_OK);
    if (status == BL_E_NOMEM || status == BL_E_LIMIT) {
        bl_contents_close(b->contents);
        b->contents = NULL;
        b->said.n = 0;
    }
    return status >= 0;
}

/* The body of function VALUE, for references and, if HASHES, for CONTENT. Whether that is all of
 * it. */
static bool read_body(struct bodies *b, uint32_t value, bool hashes, struct bl_content *content,
                      bool *is_numbered)
{
    struct bl_instruction inst;
    uint32_t n;
    struct bl_error err;
    struct bl_error of_contents;
    uint32_t n_spans = b->col->spans.n;
    int rc = bl_function_load(b->function, value, &err);
    if (rc < 0) {
        b->col->spans.n = n_spans;
        add_problem(b->col, BL_CATALOG_BODIES, &err);
        return false;
    }
    bl_references_begin_body(b->references, bl_function_body(b->function));
    hashes = hashes && can_hash(b, bl_contents_begin_body(b->contents, b->function, &of_contents));
    bl_slots_begin_body(b->slots, value);
    for (n = 0; (rc = bl_function_next(b->function, &inst, &err)) > 0; n++) {
        bl_references_add(b->references, &inst);
        if (hashes)
            bl_contents_add(b->contents, &inst);
        bl_slots_add(b->slots, n, &inst);
    }
    if (rc < 0) {
        b->col->spans.n = n_spans;
        add_problem(b->col, BL_CATALOG_BODIES, &err);
    } else {
        bl_slots_end_body(b->slots, b->function, n, value);
    }
    *is_numbered = rc == BL_OK;
    return hashes && can_hash(b, bl_contents_end_body(b->contents, rc, 0, content, &of_contents));
}

/* Global value VALUE. Contents are kept of what is defined and can be hashed in full without what
 * it is in; the others are hashed by readers. */
static void collect_value(struct bodies *b, uint32_t value)
{
    struct bl_global global = {.kind = BL_GLOBAL_NONE};
    struct bl_content content = {.has_body = false};
    const struct bl_reference *list;
    uint32_t n;
    struct bl_error err;
    bool is_known = bl_module_global(b->module, value, &global, &err) == BL_OK;
    bool has_body = global.kind == BL_GLOBAL_FUNCTION && !global.is_declaration;
    bool is_numbered = false;
    bool hashes = is_known && !global.is_declaration && b->contents &&
                  can_hash(b, bl_contents_stated(b->contents, value, 0, &content, &err));
    bl_references_begin(b->references, value);
    if (has_body)
        hashes = read_body(b, value, hashes, &content, &is_numbered);
    if (!is_numbered)
        bl_slots_number_alone(b->slots, value);
    if (bl_references_end(b->references, &list, &n, &err) < 0)
        add_problem(b->col, BL_CATALOG_BODIES, &err);
    (void)goes_on(b->col, bl_reference_list_add(&b->uses, list, n));
    if (hashes && !content.is_cut)
        (void)goes_on(b->col, bl_content_list_add(&b->said, value, &content));
}

static int open_bodies(struct bodies *b, struct bl_error *err)
{
    int status = bl_references_open(&b->references, b->module, err);
    if (status == BL_OK)
        status = bl_function_open(&b->function, b->module, BL_NONE, err);
    if (status == BL_OK)
        status = bl_slots_open(&b->slots, b->module, err);
    if (status < 0)
        return status;
    bl_slots_begin(b->slots, &b->numbers);
    bl_function_note_spans(b->function, &b->col->spans);
    (void)can_hash(b, bl_contents_open(&b->contents, b->module, NULL));
    return BL_OK;
}

/* The bytes of chunk BODY after the first BEFORE. */
static uint32_t bytes_since(struct bl_collector *col, uint64_t before)
{
    uint64_t n = col->records->chunks[BL_BLX_BODY].size - before;
    (void)goes_on(col, n > UINT32_MAX ? BL_E_LIMIT : BL_OK);
    return (uint32_t)n;
}

static void put_bodies(struct bodies *b, struct bl_blx_module *record)
{
    struct bl_collector *col = b->col;
    struct bl_buffer *chunk = &col->records->chunks[BL_BLX_BODY];
    uint64_t before = chunk->size;
    (void)goes_on(col, bl_reference_list_put(&b->uses, chunk));
    bl_store_le32(record->n_reference_bytes, bytes_since(col, before));
    before = chunk->size;
    (void)goes_on(col, bl_content_list_put(&b->said, chunk));
    bl_store_le32(record->n_content_bytes, bytes_since(col, before));
    before = chunk->size;
    if (goes_on(col, bl_slots_end(b->slots, NULL)))
        (void)goes_on(col, bl_slot_list_put(&b->numbers, chunk));
    bl_store_le32(record->n_slot_bytes, bytes_since(col, before));
}

static void collect_bodies(struct bl_collector *col, struct bl_module *m,
                           struct bl_blx_module *record)
{
    struct bodies b = {.col = col, .module = m};
    struct bl_error err;
    uint32_t n_values = 0;
    int status = open_bodies(&b, &err);
    if (status == BL_OK)
        status = bl_module_count(m, &n_values, &err);
    if (status < 0)
        add_problem(col, BL_CATALOG_BODIES, &err);
    for (uint32_t value = 0; value < n_values && col->records->status == BL_OK; value++)
        collect_value(&b, value);
    if (status == BL_OK && col->records->status == BL_OK)
        put_bodies(&b, record);
    bl_contents_close(b.contents);
    bl_references_close(b.references);
    bl_slots_close(b.slots);
    bl_kept_slots_release(&b.numbers);
    bl_function_close(b.function);
    bl_reference_list_release(&b.uses);
    bl_content_list_release(&b.said);
}

/* ---- Blocks ---- */

/* PARENT comes before it in stream order. */
static void put_block(struct bl_collector *col, const struct bl_index_entry *entry, uint32_t parent)
{
    struct bl_blx_block *record = bl_record_buffer_add(col->records, BL_BLX_BLKS, sizeof *record);
    const struct bl_block *block = &entry->block;
    bl_store_le64(record->bit_pos, block->bit_pos);
    bl_store_le16(record->body_at, (uint16_t)(block->body_pos - block->bit_pos));
    bl_store_le16(record->id_width, (uint16_t)block->id_width);
    bl_store_le32(record->block_id, block->block_id);
    bl_store_le32(record->n_words, block->n_words);
    bl_store_le32(record->parent, parent);
}

static void collect_blocks(struct bl_collector *col, struct bl_index *index)
{
    struct bl_error err;
    int status = bl_index_expand(index, BL_NONE, BL_MAX_DEPTH, &err);
    if (!goes_on(col, status == BL_E_NOMEM ? status : BL_OK) ||
        !goes_on(col, bl_grow(&col->numbers, &col->cap_numbers, (size_t)bl_index_count(index) + 1)))
        return;
    uint32_t level = 0;
    uint32_t block = BL_NONE;
    while ((block = bl_index_next(index, block, BL_MAX_DEPTH, &level)) != BL_NONE &&
           col->records->status == BL_OK) {
        struct bl_index_entry entry = bl_index_get(index, block);
        uint32_t unused;
        col->numbers[block] = bl_record_buffer_count(col->records, BL_BLX_BLKS);
        put_block(col, &entry, entry.parent == BL_NONE ? BL_NONE : col->numbers[entry.parent]);
        if (entry.damaged && bl_index_children(index, block, &unused, &unused, &err) < 0)
            add_problem(col, BL_CATALOG_BLOCKS, &err);
    }
}

/* ---- Modules ---- */

static void put_module(struct bl_collector *col, const struct bl_module *m,
                       const struct bl_module_info *f, struct bl_blx_module *record)
{
    bl_store_le32(record->stream, col->number);
    bl_store_le32(record->block, m->block);
    bl_store_le64(record->bit_pos, m->place.bit_pos);
    bl_store_le32(record->epoch, f->epoch);
    bl_store_le32(record->version, f->version);
    bl_store_le32(record->flags, f->flags);
    bl_store_le32(record->n_variables, f->n_variables);
    bl_store_le32(record->n_functions, f->n_functions);
    bl_store_le32(record->n_defined, f->n_defined);
    bl_store_le32(record->n_aliases, f->n_aliases);
    bl_store_le32(record->n_ifuncs, f->n_ifuncs);
    bl_store_le32(record->n_comdats, f->n_comdats);
    bl_store_le32(record->first_symbol, bl_record_buffer_count(col->records, BL_BLX_SYMS));
    bl_store_le32(record->first_function, bl_record_buffer_count(col->records, BL_BLX_FUNS));
    bl_store_le32(record->n_symbols, 0);
    bl_store_le32(record->n_bodies, 0);
    bl_store_le64(record->references, col->records->chunks[BL_BLX_BODY].size);
    bl_store_le32(record->n_reference_bytes, 0);
    bl_store_le32(record->n_content_bytes, 0);
    bl_store_le32(record->n_slot_bytes, 0);
    bl_record_buffer_add_text(col->records, f->producer, record->producer);
    bl_record_buffer_add_text(col->records, f->triple, record->triple);
    bl_record_buffer_add_text(col->records, f->source_file, record->source_file);
}

static void collect_module(struct bl_collector *col, struct bl_module *m)
{
    struct bl_module_info facts;
    struct bl_error err;
    struct bl_blx_module *record = bl_record_buffer_add(col->records, BL_BLX_MODS, sizeof *record);
    col->n_bodies = 0;
    col->n_hashed_bodies = 0;
    if (col->parts & BL_CATALOG_PLACES)
        bl_module_expect_globals(m, bl_global_decode);
    if (bl_module_brief(m, &facts, &err) < 0)
        add_problem(col, BL_CATALOG_MODULES, &err);
    if (m->header.is_read)
        read_after_head(col, m, &facts.flags);
    put_module(col, m, &facts, record);
    if (col->parts & BL_SYMBOL_PARTS && col->records->status == BL_OK)
        collect_symbols(col, m, record);
    if (col->parts & BL_CATALOG_BODIES && col->records->status == BL_OK)
        collect_bodies(col, m, record);
}

static void collect_modules(struct bl_collector *col, struct bl_index *index)
{
    uint32_t block = BL_NONE;
    while (col->records->status == BL_OK && (block = bl_module_next(index, block)) != BL_NONE) {
        struct bl_module *m;
        if (!goes_on(col, bl_module_open(&m, index, block, NULL)))
            break;
        collect_module(col, m);
        bl_module_close(m);
    }
}

/* ---- Streams ---- */

enum {
    INSIDE = BL_CATALOG_MODULES | BL_CATALOG_BLOCKS /* parts for which streams are looked into */
};

/* The sums come before what the modules have, from BEFORE on, and are made after it, so that the
 * records of bodies are read once. */
static void collect_sums(struct bl_collector *col, size_t before, struct bl_blx_stream *record)
{
    struct bl_record_buffer *records = col->records;
    struct bl_buffer *chunk = &records->chunks[BL_BLX_BODY];
    struct bl_buffer sums = {.size = 0};
    size_t n_after = chunk->size - before;
    uint8_t *end = NULL;
    if (goes_on(col, bl_block_sums_put(col->stream, &col->spans, &sums)) && sums.size > 0) {
        end = bl_buffer_add(chunk, sums.size);
        (void)goes_on(col, end ? BL_OK : BL_E_NOMEM);
    }
    if (end) {
        uint8_t *at = end - n_after;
        memmove(at + sums.size, at, n_after);
        memcpy(at, sums.data, sums.size);
        struct bl_blx_module *modules = (void *)records->chunks[BL_BLX_MODS].data;
        uint32_t n = bl_record_buffer_count(records, BL_BLX_MODS);
        for (uint32_t i = bl_load_le32(record->first_module); i < n; i++)
            bl_store_le64(modules[i].references, bl_load_le64(modules[i].references) + sums.size);
    }
    bl_store_le32(record->n_sum_bytes, (uint32_t)sums.size);
    bl_drop(sums.data);
}

/* What is inside, of streams within the limit. */
static void collect_inside(struct bl_collector *col, struct bl_blx_stream *record)
{
    struct bl_index *index;
    struct bl_error err;
    uint64_t end;
    if (bl_index_open(&index, col->stream, &err) < 0) {
        add_problem(col, INSIDE, &err);
        return;
    }
    if (bl_index_end(index, &end, &err) < 0)
        add_problem(col, INSIDE, &err);
    bool has_modules = col->parts & BL_CATALOG_MODULES && col->stream->kind == BL_STREAM_LLVM_IR;
    size_t before = col->records->chunks[BL_BLX_BODY].size;
    col->spans.n = col->spans.next = 0;
    if (has_modules)
        collect_modules(col, index);
    if (has_modules && col->parts & BL_CATALOG_BODIES &&
        bl_record_buffer_count(col->records, BL_BLX_MODS) > bl_load_le32(record->first_module))
        collect_sums(col, before, record);
    if (col->parts & BL_CATALOG_BLOCKS && col->records->status == BL_OK)
        collect_blocks(col, index);
    bl_index_close(index);
}

int bl_collect_stream(struct bl_collector *col, const struct bl_stream *stream, struct bl_view path,
                      uint32_t source)
{
    struct bl_record_buffer *records = col->records;
    uint32_t first_module = bl_record_buffer_count(records, BL_BLX_MODS);
    uint32_t first_block = bl_record_buffer_count(records, BL_BLX_BLKS);
    col->stream = stream;
    col->source = source;
    col->number = bl_record_buffer_count(records, BL_BLX_STRM);
    col->first_problem = bl_record_buffer_count(records, BL_BLX_PROB);
    col->n_hashed = 0;
    col->hash = bl_hash_best();
    bl_hasher_begin(&col->hasher);
    struct bl_blx_stream *record = bl_record_buffer_add(records, BL_BLX_STRM, sizeof *record);
    memset(record, 0, sizeof *record);
    bl_store_le32(record->source, source);
    bl_store_le64(record->file_offset, stream->file_offset);
    bl_store_le64(record->size, stream->bytes.size);
    bl_store_le32(record->kind, stream->kind);
    bl_store_le32(record->first_module, first_module);
    bl_store_le32(record->first_block, first_block);
    bl_record_buffer_add_text(records, path, record->path);
    memcpy(col->path_at, record->path, sizeof col->path_at);
    if (records->status < 0)
        return records->status;
    if (stream->bytes.size > BL_MAX_CATALOG_STREAM) {
        struct bl_error err;
        bl_fail_at(&err, BL_E_LIMIT, "stream larger than a catalog can describe", 0);
        add_problem(col, 0, &err);
    } else if (col->parts & INSIDE) {
        collect_inside(col, record);
    }
    bl_store_le32(record->n_modules, bl_record_buffer_count(records, BL_BLX_MODS) - first_module);
    bl_store_le32(record->n_blocks, bl_record_buffer_count(records, BL_BLX_BLKS) - first_block);
    if (col->parts & BL_CATALOG_HASHES && records->status == BL_OK) {
        hash_to(col, stream->bytes.size);
        struct bl_hash hash = bl_hasher_end(&col->hasher);
        bl_store_le64(record->hash, hash.low);
        bl_store_le64(record->hash + 8, hash.high);
    }
    return records->status;
}
