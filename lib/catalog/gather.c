/* catalog/gather.c - from a stream to records of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A module's head is read, its bodies are leapt over, and the symbols are told what bodies they
 * have. The stream as a whole is hashed in strides in front of what is leapt over, and the bodies
 * behind it: so memory is read once, in order.
 *
 * Where nothing is hashed, no body need be touched: the VALUE_SYMTAB tells where they begin. What
 * it tells is believed as far as it can be what it says, bodies in order of definition from the
 * first FUNCTION block on; whoever uses one of them looks at it then (catalog/symbol.c). Otherwise
 * they are leapt over all the same.
 */
#include "catalog/gather.h"

#include "base/grow.h"
#include "base/load.h"
#include "base/store.h"
#include "catalog/hash.h"
#include "ir/globals.h"
#include "stream/cursor.h"

#include <string.h>

void bl_gather_release(struct bl_gather *g)
{
    bl_drop(g->bodies);
    bl_drop(g->numbers);
}

bool bl_gather_goes_on(struct bl_gather *g, int status)
{
    if ((status == BL_E_NOMEM || status == BL_E_LIMIT) && g->status == BL_OK)
        g->status = status;
    return g->status == BL_OK;
}

void bl_gather_no_memory(struct bl_gather *g)
{
    (void)bl_gather_goes_on(g, BL_E_NOMEM);
}

/* ---- Problems ---- */

enum {
    REMEMBERED = 16 /* problems back that one is held against */
};

/* NULL: it has not been told. */
static struct bl_blx_problem *find_told(const struct bl_gather *g, const struct bl_error *problem)
{
    struct bl_blx_problem *told = (void *)g->fragment->chunks[BL_BLX_PROB].data;
    uint32_t n = bl_fragment_count(g->fragment, BL_BLX_PROB);
    uint64_t bit_pos = problem->has_pos ? problem->bit_pos : 0;
    for (uint32_t i = n; i > g->first_problem && i + REMEMBERED > n; i--)
        if (bl_load_le32(told[i - 1].status) == (uint32_t)problem->status &&
            bl_load_le64(told[i - 1].bit_pos) == bit_pos)
            return &told[i - 1];
    return NULL;
}

void bl_gather_problem(struct bl_gather *g, unsigned parts, const struct bl_error *problem)
{
    if (problem->status == BL_E_NOMEM) {
        (void)bl_gather_goes_on(g, BL_E_NOMEM);
        return;
    }
    struct bl_blx_problem *told = find_told(g, problem);
    unsigned before = told ? bl_load_le16(told->parts) : 0;
    if (!told)
        (void)bl_gather_goes_on(
            g, bl_fragment_problem_at(g->fragment, g->source, g->path_at, parts, problem));
    else if (before != 0)
        bl_store_le16(told->parts, (uint16_t)(parts ? before | parts : 0));
}

static void tell(struct bl_gather *g, int status, const char *what, uint64_t bit_pos)
{
    bl_gather_problem(
        g, 0,
        &(struct bl_error){.status = status, .what = what, .has_pos = true, .bit_pos = bit_pos});
}

/* ---- Hashes ---- */

enum {
    STRIDE = 128 << 10 /* bytes: they are still near when the bodies in them are hashed */
};

/* Hash the stream at least to its byte END. */
static void hash_to(struct bl_gather *g, uint64_t end)
{
    struct bl_view bytes = g->stream->bytes;
    if (!(g->parts & BL_CATALOG_HASHES) || end <= g->n_hashed)
        return;
    size_t size = bytes.size - g->n_hashed;
    if (end < bytes.size && size > end - g->n_hashed + STRIDE)
        size = (size_t)(end - g->n_hashed) + STRIDE;
    bl_hasher_add(&g->hasher, (struct bl_view){.data = bytes.data + g->n_hashed, .size = size});
    g->n_hashed += size;
}

/* ---- Bodies ---- */

static struct bl_gathered_body *add_body(struct bl_gather *g, uint64_t bit_pos, uint32_t n_words)
{
    if (bl_grow(&g->bodies, &g->cap_bodies, (size_t)g->n_bodies + 1) < 0) {
        (void)bl_gather_goes_on(g, BL_E_NOMEM);
        return NULL;
    }
    struct bl_gathered_body *body = &g->bodies[g->n_bodies++];
    *body = (struct bl_gathered_body){.bit_pos = bit_pos, .n_words = n_words};
    return body;
}

static void take_body(struct bl_gather *g, const struct bl_block *block)
{
    struct bl_gathered_body *body = add_body(g, block->bit_pos, block->n_words);
    if (body)
        body->body_at = (uint16_t)(block->body_pos - block->bit_pos);
}

/* Those that have been taken since the last time. */
static void hash_bodies(struct bl_gather *g)
{
    if (!(g->parts & BL_CATALOG_HASHES))
        return;
    for (; g->n_hashed_bodies < g->n_bodies; g->n_hashed_bodies++) {
        struct bl_gathered_body *body = &g->bodies[g->n_hashed_bodies];
        body->hash = g->hash->bytes((struct bl_view){
            .data = g->stream->bytes.data + (body->bit_pos + body->body_at) / 8,
            .size = (size_t)body->n_words * 4,
        });
    }
}

static unsigned flag_of_block(uint32_t block_id)
{
    return block_id == BL_GLOBALVAL_SUMMARY_BLOCK  ? BL_MODULE_THIN_LTO
           : block_id == BL_FULL_LTO_SUMMARY_BLOCK ? BL_MODULE_FULL_LTO
                                                   : 0;
}

/* Leap over what stands in front of the next block, and over that. 1, 0 the end, or a failure, of
 * which the block may be told, too. */
static int leap_next(struct bl_cursor *c, struct bl_block *block)
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

/* From the first FUNCTION block, which C has announced, to the end of the module. Bodies are leapt
 * over first and then hashed, many at a time: a leap has to wait for the one before it, and nothing
 * can be done meanwhile where a hash, which takes its time to end, stands between them. */
static int leap_over_bodies(struct bl_gather *g, struct bl_cursor *c, unsigned *flags)
{
    struct bl_block block;
    int rc = 1;
    c->bits.pos = c->entry_pos;
    c->pending = 0;
    while (rc > 0 && g->status == BL_OK) {
        rc = leap_next(c, &block);
        *flags |= flag_of_block(block.block_id);
        if (rc > 0 && block.block_id == BL_FUNCTION_BLOCK && g->parts & BL_SYMBOL_PARTS)
            take_body(g, &block);
        if (c->bits.pos / 8 > g->n_hashed) {
            hash_to(g, c->bits.pos / 8);
            hash_bodies(g);
        }
    }
    hash_bodies(g);
    return rc;
}

enum {
    HEADER_BITS = 64, /* of a FUNCTION block, at least: it begins at a word's boundary */
};

/* The body at BEGIN has as many words as there is room for before END. */
static bool add_unseen_body(struct bl_gather *g, uint64_t begin, uint64_t end)
{
    uint64_t n_words = (end - begin - HEADER_BITS) / 32;
    return add_body(g, begin, n_words < UINT32_MAX ? (uint32_t)n_words : UINT32_MAX) != NULL;
}

/* Take the bodies as the VALUE_SYMTAB tells them, but for the last one, *LAST. False: what it
 * tells cannot be. */
static bool take_bodies_by_symtab(struct bl_gather *g, struct bl_module *m, uint64_t *last)
{
    const struct bl_module_head *head = &m->head;
    const uint64_t *positions;
    uint64_t before = 0;
    if (!bl_gather_goes_on(g, bl_module_body_table(m, &positions)) || !positions)
        return false;
    for (uint32_t value = 0; value < head->n_places; value++) {
        if (!head->places[value].has_body)
            continue;
        uint64_t at = positions[value];
        bool can_be = before ? at > before + HEADER_BITS : at == head->at_bodies.child.bit_pos;
        if (!can_be || (before && !add_unseen_body(g, before, at)))
            return false;
        before = at;
    }
    *last = before;
    return before > 0;
}

/* Move C, which has announced the first FUNCTION block, to the last one; what is before it is
 * taken. False: C is where it was. */
static bool go_to_last_body(struct bl_gather *g, struct bl_module *m, struct bl_cursor *c)
{
    struct bl_block last;
    uint64_t bit_pos;
    if (g->parts & BL_CATALOG_HASHES || !take_bodies_by_symtab(g, m, &bit_pos) ||
        !bl_module_block_at(m, bit_pos, BL_FUNCTION_BLOCK, &last)) {
        g->n_bodies = 0;
        return false;
    }
    c->child = last;
    c->entry_pos = bit_pos;
    return true;
}

/* What stands behind the head: bodies, and blocks that tell flags. */
static void read_behind_head(struct bl_gather *g, struct bl_module *m, unsigned *flags)
{
    const struct bl_module_head *head = &m->head;
    struct bl_error err;
    for (uint32_t i = 0; i < head->n_blocks; i++)
        *flags |= flag_of_block(head->blocks[i].block_id);
    if (head->at_bodies.pending != BL_ENTRY_BLOCK ||
        head->at_bodies.child.block_id != BL_FUNCTION_BLOCK)
        return;
    struct bl_cursor c = head->at_bodies;
    c.own = (struct bl_abbrev_set){0}; /* the head keeps its own */
    if (bl_gather_goes_on(g, bl_abbrev_set_copy(&c.own, &head->at_bodies.own)))
        (void)go_to_last_body(g, m, &c);
    if (g->status == BL_OK && leap_over_bodies(g, &c, flags) < 0) {
        bl_module_error(m, &c, &err);
        bl_gather_problem(g, BL_CATALOG_MODULES, &err);
    }
    bl_abbrev_set_release(&c.own);
}

/* ---- Modules ---- */

static void put_module(struct bl_gather *g, const struct bl_module *m,
                       const struct bl_module_facts *f, struct bl_blx_module *record)
{
    bl_store_le32(record->stream, g->number);
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
    bl_store_le32(record->first_symbol, bl_fragment_count(g->fragment, BL_BLX_SYMS));
    bl_store_le32(record->first_function, bl_fragment_count(g->fragment, BL_BLX_FUNS));
    bl_store_le32(record->n_symbols, 0);
    bl_store_le32(record->n_bodies, 0);
    (void)(bl_gather_goes_on(g, bl_fragment_text(g->fragment, f->producer, record->producer)) &&
           bl_gather_goes_on(g, bl_fragment_text(g->fragment, f->triple, record->triple)) &&
           bl_gather_goes_on(g,
                             bl_fragment_text(g->fragment, f->source_file, record->source_file)));
}

static void gather_module(struct bl_gather *g, struct bl_module *m)
{
    struct bl_module_facts facts;
    struct bl_error err;
    struct bl_blx_module *record = bl_fragment_add(g->fragment, BL_BLX_MODS);
    if (!record) {
        (void)bl_gather_goes_on(g, BL_E_NOMEM);
        return;
    }
    g->n_bodies = 0;
    g->n_hashed_bodies = 0;
    if (g->parts & BL_CATALOG_PLACES)
        bl_module_expect_globals(m);
    if (bl_module_brief(m, &facts, &err) < 0)
        bl_gather_problem(g, BL_CATALOG_MODULES, &err);
    if (m->head.is_read)
        read_behind_head(g, m, &facts.flags);
    put_module(g, m, &facts, record);
    if (g->parts & BL_SYMBOL_PARTS && g->status == BL_OK)
        bl_gather_symbols(g, m, record);
}

static void gather_modules(struct bl_gather *g, struct bl_index *index)
{
    uint32_t block = BL_NO_BLOCK;
    while (g->status == BL_OK && (block = bl_module_next(index, block)) != BL_NO_BLOCK) {
        struct bl_module *m;
        if (!bl_gather_goes_on(g, bl_module_open(&m, index, block, NULL)))
            break;
        gather_module(g, m);
        bl_module_close(m);
    }
}

/* ---- Streams ---- */

enum {
    INSIDE = BL_CATALOG_MODULES | BL_CATALOG_BLOCKS /* parts for which streams are looked into */
};

/* What stands inside, of streams within the limit. */
static void gather_inside(struct bl_gather *g)
{
    struct bl_index *index;
    struct bl_error err;
    uint64_t end;
    if (!(g->parts & INSIDE))
        return;
    if (bl_index_open(&index, g->stream, &err) < 0) {
        bl_gather_problem(g, INSIDE, &err);
        return;
    }
    if (bl_index_end(index, &end, &err) < 0)
        bl_gather_problem(g, INSIDE, &err);
    if (g->parts & BL_CATALOG_MODULES && g->stream->kind == BL_STREAM_LLVM_IR)
        gather_modules(g, index);
    if (g->parts & BL_CATALOG_BLOCKS && g->status == BL_OK)
        bl_gather_blocks(g, index);
    bl_index_close(index);
}

/* Numbers of what will have been found in the stream, as far as they are known beforehand. */
static void begin_stream(struct bl_gather *g, struct bl_blx_stream *record)
{
    memset(record, 0, sizeof *record);
    bl_store_le32(record->source, g->source);
    bl_store_le64(record->file_offset, g->stream->file_offset);
    bl_store_le64(record->size, g->stream->bytes.size);
    bl_store_le32(record->kind, g->stream->kind);
    bl_store_le32(record->first_module, bl_fragment_count(g->fragment, BL_BLX_MODS));
    bl_store_le32(record->first_block, bl_fragment_count(g->fragment, BL_BLX_BLKS));
    (void)bl_gather_goes_on(g, bl_fragment_text(g->fragment, g->path, record->path));
    memcpy(g->path_at, record->path, sizeof g->path_at);
}

static void end_stream(struct bl_gather *g, struct bl_blx_stream *record)
{
    uint32_t n_modules =
        bl_fragment_count(g->fragment, BL_BLX_MODS) - bl_load_le32(record->first_module);
    uint32_t n_blocks =
        bl_fragment_count(g->fragment, BL_BLX_BLKS) - bl_load_le32(record->first_block);
    bl_store_le32(record->n_modules, n_modules);
    bl_store_le32(record->n_blocks, n_blocks);
    if (g->parts & BL_CATALOG_HASHES) {
        hash_to(g, g->stream->bytes.size);
        struct bl_hash hash = bl_hasher_end(&g->hasher);
        bl_store_le64(record->hash, hash.low);
        bl_store_le64(record->hash + 8, hash.high);
    }
}

int bl_gather_stream(struct bl_gather *g, const struct bl_stream *stream, struct bl_view path,
                     uint32_t source)
{
    struct bl_blx_stream *record;
    g->stream = stream;
    g->path = path;
    g->source = source;
    g->number = bl_fragment_count(g->fragment, BL_BLX_STRM);
    g->first_problem = bl_fragment_count(g->fragment, BL_BLX_PROB);
    g->n_hashed = 0;
    g->hash = bl_hash_best();
    bl_hasher_begin(&g->hasher);
    record = bl_fragment_add(g->fragment, BL_BLX_STRM);
    if (!record)
        bl_gather_no_memory(g);
    if (!record || g->status < 0)
        return g->status;
    begin_stream(g, record);
    if (stream->bytes.size > BL_MAX_CATALOG_STREAM)
        tell(g, BL_E_LIMIT, "stream larger than a catalog can tell of", 0);
    else
        gather_inside(g);
    if (g->status == BL_OK)
        end_stream(g, record);
    return g->status;
}
