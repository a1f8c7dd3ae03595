/* catalog/check.c - all of a catalog: bytes against their sums, numbers against what they count
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Goes down from sources to symbols. What one source, stream or module has must begin where that of
 * the one before it ends, so that in the end all records have been seen, each in one place.
 */
#include "base/load.h"
#include "base/map.h"
#include "base/status.h"
#include "bitleap_limits.h"
#include "catalog/catalog.h"
#include "catalog/hash.h"
#include "catalog/slot_list.h"

struct check {
    const struct bl_catalog *c;
    struct bl_error *err;
    uint32_t n_seen[BL_BLX_N_CHUNKS]; /* records that something above them has */
    uint64_t names_end;               /* of the names in NAME that symbols have */
    uint64_t bodies_end;              /* of what modules have in BODY */
};

static int bad(const struct check *check, enum bl_blx_chunk chunk, uint32_t number,
               enum bl_blx_fault fault)
{
    return bl_catalog_bad_record(check->c, chunk, number, fault, check->err);
}

/* The N records of CHUNK from FIRST on come next. */
static bool count(struct check *check, enum bl_blx_chunk chunk, uint32_t first, uint32_t n)
{
    bool is_next = first == check->n_seen[chunk];
    check->n_seen[chunk] += n;
    return is_next;
}

/* ---- Bytes ---- */

static bool is_zero(const uint8_t *data, const uint8_t *end)
{
    while (data < end && *data == 0)
        data++;
    return data >= end;
}

/* Sums, and the padding between chunks. */
static int check_bytes(struct check *check)
{
    const struct bl_chunk *chunks = check->c->chunks;
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        if (!bl_catalog_bytes(check->c, i, 0, chunks[i].size, check->err))
            return BL_E_CONTAINER;
    if (!check->c->start)
        return BL_OK;
    uint32_t n = bl_blx_n_chunks(check->c->parts);
    const uint8_t *end = chunks[n - 1].sums + bl_blx_n_pages(chunks[n - 1].size) * 8;
    for (uint32_t i = 0; i < n; i++) {
        if (!is_zero(end, chunks[i].data))
            return bad(check, i, 0, BL_BLX_BAD_PADDING);
        end = chunks[i].data + chunks[i].size;
    }
    return BL_OK;
}

/* ---- Symbols and functions ---- */

static uint32_t stored_hash(const struct bl_catalog *c, uint32_t symbol, struct bl_error *err)
{
    const struct bl_blx_symbol *r = bl_catalog_record(c, BL_BLX_SYMS, symbol, err);
    return r ? bl_load_le32(r->hash) : 0;
}

/* Names are in NAME in the order of their symbols, and have the hash that is stored; others are in
 * the stream. */
static int check_name(struct check *check, uint32_t symbol, uint64_t stream_size)
{
    struct bl_name_place place;
    struct bl_view name;
    uint32_t none; /* is loaded for what is in NAME */
    if (bl_catalog_name_place(check->c, symbol, &place, check->err) < 0)
        return BL_E_CONTAINER;
    if (!place.in_names)
        return place.offset <= stream_size && place.size <= stream_size - place.offset
                   ? BL_OK
                   : bad(check, BL_BLX_SYMS, symbol, BL_BLX_CONTRADICTS);
    bool is_long = place.size >= BL_BLX_LONG_NAME;
    if (place.offset != check->names_end + (is_long ? 4 : 0))
        return bad(check, BL_BLX_SYMS, symbol, BL_BLX_BAD_ORDER);
    check->names_end = place.offset + place.size;
    if (bl_catalog_name_at(check->c, symbol, &place, &name, &none, check->err) < 0)
        return BL_E_CONTAINER;
    if (check->c->parts & BL_CATALOG_SYMBOLS &&
        bl_catalog_name_hash(name) != stored_hash(check->c, symbol, check->err))
        return bad(check, BL_BLX_SYMS, symbol, BL_BLX_BAD_HASH);
    return BL_OK;
}

static int check_symbol(struct check *check, uint32_t number, uint64_t stream_size)
{
    struct bl_catalog_symbol symbol;
    if (bl_catalog_stored_symbol(check->c, number, &symbol, check->err) < 0 ||
        check_name(check, number, stream_size) < 0)
        return BL_E_CONTAINER;
    bool is_assembly = symbol.kind == 0;
    if (is_assembly != (symbol.value == BL_NONE) || (is_assembly && symbol.bit_pos != 0))
        return bad(check, BL_BLX_SYMS, number, BL_BLX_BAD_VALUE);
    if (symbol.bit_pos >= stream_size * 8)
        return bad(check, BL_BLX_SYMS, number, BL_BLX_CONTRADICTS);
    return BL_OK;
}

/* Functions ascend by symbol; the symbol leads back, and the body is inside the stream. */
static int check_function(const struct check *check, uint32_t number, uint32_t *next_symbol,
                          uint64_t stream_size)
{
    struct bl_catalog_function function;
    struct bl_catalog_symbol symbol;
    if (bl_catalog_stored_function(check->c, number, &function, check->err) < 0 ||
        bl_catalog_stored_symbol(check->c, function.symbol, &symbol, check->err) < 0)
        return BL_E_CONTAINER;
    if (function.symbol < *next_symbol)
        return bad(check, BL_BLX_FUNS, number, BL_BLX_BAD_ORDER);
    *next_symbol = function.symbol + 1;
    if (symbol.function != number ||
        symbol.bit_pos + (uint64_t)function.n_words * 32 > stream_size * 8)
        return bad(check, BL_BLX_FUNS, number, BL_BLX_CONTRADICTS);
    return BL_OK;
}

/* ---- Modules and blocks ---- */

static int check_references(const struct check *check, uint32_t number)
{
    struct bl_catalog_references references = {.catalog = NULL};
    struct bl_reference reference;
    int rc = bl_catalog_references_init(&references, check->c, number, BL_NONE, check->err);
    while (rc >= 0 && (rc = bl_catalog_references_next(&references, &reference, check->err)) > 0)
        continue;
    return rc;
}

static int check_contents(const struct check *check, uint32_t number)
{
    struct bl_catalog_contents contents = {.catalog = NULL};
    struct bl_content content;
    uint32_t value;
    int rc = bl_catalog_contents_init(&contents, check->c, number, check->err);
    while (rc >= 0 && (rc = bl_catalog_contents_next(&contents, &value, &content, check->err)) > 0)
        continue;
    return rc;
}

/* What the bodies of module NUMBER show. */
static int check_bodies(struct check *check, uint32_t number)
{
    const struct bl_blx_module *r = bl_catalog_record(check->c, BL_BLX_MODS, number, check->err);
    if (!r)
        return BL_E_CONTAINER;
    if (bl_load_le64(r->references) != check->bodies_end)
        return bad(check, BL_BLX_MODS, number, BL_BLX_BAD_ORDER);
    check->bodies_end += bl_load_le32(r->n_reference_bytes);
    check->bodies_end += bl_load_le32(r->n_content_bytes);
    check->bodies_end += bl_load_le32(r->n_slot_bytes);
    if (!(check->c->parts & BL_CATALOG_BODIES))
        return BL_OK;
    int rc = check_references(check, number);
    if (rc == BL_OK)
        rc = check_contents(check, number);
    if (rc == BL_OK)
        rc = bl_slot_list_read(check->c, number, NULL, check->err);
    return rc < 0 ? rc : BL_OK;
}

static int check_module(struct check *check, uint32_t number, uint32_t stream, uint64_t stream_size)
{
    struct bl_catalog_module module;
    int status = bl_catalog_get_module(check->c, number, &module, check->err);
    if (status < 0)
        return status;
    if (module.stream != stream || module.bit_pos >= stream_size * 8)
        return bad(check, BL_BLX_MODS, number, BL_BLX_CONTRADICTS);
    if (!count(check, BL_BLX_SYMS, module.first_symbol, module.n_symbols) ||
        !count(check, BL_BLX_FUNS, module.first_function, module.n_bodies))
        return bad(check, BL_BLX_MODS, number, BL_BLX_BAD_ORDER);
    for (uint32_t i = 0; i < module.n_symbols && status == BL_OK; i++)
        status = check_symbol(check, module.first_symbol + i, stream_size);
    uint32_t next_symbol = module.first_symbol;
    for (uint32_t i = 0; i < module.n_bodies && status == BL_OK; i++)
        status = check_function(check, module.first_function + i, &next_symbol, stream_size);
    return status < 0 ? status : check_bodies(check, number);
}

/* A block begins inside its parent and the stream, whose blocks begin with number FIRST; after the
 * one before it, at bit *NEXT or later. Where it ends is as its header has it, which may be
 * wrong. */
static int check_block(const struct check *check, uint32_t number, uint32_t first,
                       uint64_t stream_size, uint64_t *next)
{
    struct bl_catalog_block block;
    struct bl_catalog_block parent = {.block = {.n_words = 0}};
    uint64_t stream_end = stream_size * 8;
    uint64_t end = stream_end;
    if (bl_catalog_get_block(check->c, number, &block, check->err) < 0)
        return BL_E_CONTAINER;
    if (block.parent != BL_NONE) {
        if (block.parent < first)
            return bad(check, BL_BLX_BLKS, number, BL_BLX_CONTRADICTS);
        if (bl_catalog_get_block(check->c, block.parent, &parent, check->err) < 0)
            return BL_E_CONTAINER;
        end = parent.block.body_pos + (uint64_t)parent.block.n_words * 32;
    }
    if (block.block.bit_pos < *next)
        return bad(check, BL_BLX_BLKS, number, BL_BLX_BAD_ORDER);
    *next = block.block.bit_pos + 1;
    if (block.block.bit_pos < parent.block.body_pos || block.block.body_pos > end ||
        block.block.body_pos > stream_end)
        return bad(check, BL_BLX_BLKS, number, BL_BLX_CONTRADICTS);
    return BL_OK;
}

/* ---- Sources and streams ---- */

/* Of stream NUMBER, which take N_BYTES. */
static int check_sums(struct check *check, uint32_t number, uint32_t n_bytes)
{
    check->bodies_end += n_bytes;
    if (n_bytes > 0 && !(check->c->parts & BL_CATALOG_BODIES))
        return bad(check, BL_BLX_STRM, number, BL_BLX_BAD_VALUE);
    int rc = bl_catalog_add_sums(check->c, number, NULL, check->err);
    return rc < 0 ? rc : BL_OK;
}

/* How many bytes the streams of a source may still have, those that rows of equal values repeat
 * apart. */
struct bytes_left {
    uint64_t once, repeated;
    struct bl_map met; /* where streams are */
};

static struct bytes_left bytes_of_source(uint64_t size)
{
    bool is_huge = size > UINT64_MAX / 2 / BL_MAX_REPEATED_BYTES_PER_BYTE;
    uint64_t repeated = is_huge ? UINT64_MAX : size * BL_MAX_REPEATED_BYTES_PER_BYTE;
    return (struct bytes_left){
        .once = size, .repeated = is_huge ? repeated : repeated + BL_MAX_REPEATED_BYTES_FLOOR};
}

/* STREAM number NUMBER has bytes of its own, or those of one before it again. */
static int spend(const struct check *check, uint32_t number, const struct bl_catalog_stream *stream,
                 struct bytes_left *left)
{
    uint64_t place[2] = {stream->file_offset, stream->size};
    uint64_t key = bl_map_key(
        &left->met, (struct bl_view){.data = (const uint8_t *)place, .size = sizeof place});
    bool is_met = bl_map_find(&left->met, key) != BL_MAP_NONE;
    uint64_t *from = is_met ? &left->repeated : &left->once;
    if (stream->size > *from)
        return bad(check, BL_BLX_STRM, number, BL_BLX_CONTRADICTS);
    *from -= stream->size;
    if (!is_met && bl_map_add(&left->met, key, 0) < 0)
        return bl_fail(check->err, BL_E_NOMEM, "no memory");
    return BL_OK;
}

static int check_stream(struct check *check, uint32_t number, uint32_t source, uint64_t source_size,
                        struct bytes_left *left)
{
    struct bl_catalog_stream stream;
    int status = bl_catalog_get_stream(check->c, number, &stream, check->err);
    const struct bl_blx_stream *r =
        status < 0 ? NULL : bl_catalog_record(check->c, BL_BLX_STRM, number, check->err);
    if (!r)
        return BL_E_CONTAINER;
    if (stream.source != source || stream.size > source_size ||
        stream.file_offset > source_size - stream.size)
        return bad(check, BL_BLX_STRM, number, BL_BLX_CONTRADICTS);
    if (!count(check, BL_BLX_MODS, stream.first_module, stream.n_modules) ||
        !count(check, BL_BLX_BLKS, stream.first_block, stream.n_blocks))
        return bad(check, BL_BLX_STRM, number, BL_BLX_BAD_ORDER);
    status = check_sums(check, number, bl_load_le32(r->n_sum_bytes));
    for (uint32_t i = 0; i < stream.n_modules && status == BL_OK; i++)
        status = check_module(check, stream.first_module + i, number, stream.size);
    uint64_t next = 0;
    for (uint32_t i = 0; i < stream.n_blocks && status == BL_OK; i++)
        status = check_block(check, stream.first_block + i, stream.first_block, stream.size, &next);
    return status == BL_OK ? spend(check, number, &stream, left) : status;
}

static int check_problem(const struct check *check, uint32_t number, uint32_t source)
{
    struct bl_catalog_problem problem;
    if (bl_catalog_get_problem(check->c, number, &problem, check->err) < 0)
        return BL_E_CONTAINER;
    return problem.source == source ? BL_OK : bad(check, BL_BLX_PROB, number, BL_BLX_CONTRADICTS);
}

/* The last source that is no member. */
struct leader {
    uint32_t number; /* BL_NONE: there is none yet */
    struct bl_view path, base;
};

static bool follows(const struct bl_source *source, const struct leader *leader)
{
    if (source->kind == BL_SOURCE_MEMBER)
        return source->parent == leader->number;
    if (leader->number == BL_NONE)
        return true;
    return bl_compare_places(leader->path, leader->base, source->path, source->base) < 0;
}

static int check_source(struct check *check, uint32_t number, struct leader *leader)
{
    struct bl_source source;
    int status = bl_catalog_get_source(check->c, number, &source, check->err);
    if (status < 0)
        return status;
    if (!follows(&source, leader) ||
        !count(check, BL_BLX_STRM, source.first_stream, source.n_streams) ||
        !count(check, BL_BLX_PROB, source.first_problem, source.n_problems))
        return bad(check, BL_BLX_SRCS, number, BL_BLX_BAD_ORDER);
    if (source.kind != BL_SOURCE_MEMBER)
        *leader = (struct leader){.number = number, .path = source.path, .base = source.base};
    uint64_t size = bl_catalog_is_packed(check->c, number) ? BL_MAX_UNPACKED_BYTES : source.size;
    struct bytes_left left = bytes_of_source(size);
    for (uint32_t i = 0; i < source.n_streams && status == BL_OK; i++)
        status = check_stream(check, source.first_stream + i, number, size, &left);
    bl_map_release(&left.met);
    for (uint32_t i = 0; i < source.n_problems && status == BL_OK; i++)
        status = check_problem(check, source.first_problem + i, number);
    return status;
}

static int check_sources(struct check *check)
{
    struct leader leader = {.number = BL_NONE};
    int status = BL_OK;
    uint32_t n = bl_catalog_n_records(check->c, BL_BLX_SRCS);
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        status = check_source(check, i, &leader);
    return status;
}

static int check_inputs(struct check *check)
{
    struct bl_catalog_input input;
    int status = BL_OK;
    uint32_t n = bl_catalog_n_records(check->c, BL_BLX_INPT);
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        status = bl_catalog_get_input(check->c, i, &input, check->err);
    return status;
}

/* Records that nothing has. */
static int check_rest(struct check *check)
{
    static const enum bl_blx_chunk owned[] = {BL_BLX_STRM, BL_BLX_PROB, BL_BLX_MODS,
                                              BL_BLX_SYMS, BL_BLX_FUNS, BL_BLX_BLKS};
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++)
        if (check->n_seen[owned[i]] != bl_catalog_n_records(check->c, owned[i]))
            return bad(check, owned[i], check->n_seen[owned[i]], BL_BLX_BAD_COUNT);
    if (check->names_end != check->c->chunks[BL_BLX_NAME].size)
        return bl_catalog_damage(check->c, BL_BLX_NAME, check->names_end, BL_BLX_BAD_COUNT,
                                 check->err);
    if (check->bodies_end != check->c->chunks[BL_BLX_BODY].size)
        return bl_catalog_damage(check->c, BL_BLX_BODY, check->bodies_end, BL_BLX_BAD_COUNT,
                                 check->err);
    return BL_OK;
}

/* ---- The table of names ---- */

/* Entry BUCKET of FANO, and those after it up to bucket LAST, are AT. */
static int check_fanout(const struct check *check, uint32_t *bucket, uint32_t last, uint32_t at)
{
    for (; *bucket <= last; ++*bucket) {
        const uint8_t *entry = bl_catalog_record(check->c, BL_BLX_FANO, *bucket, check->err);
        if (!entry)
            return BL_E_CONTAINER;
        if (bl_load_le32(entry) != at)
            return bad(check, BL_BLX_FANO, *bucket, BL_BLX_CONTRADICTS);
    }
    return BL_OK;
}

/* Every symbol is there once: there are as many entries, and hash and number ascend. */
static int check_name_table(struct check *check)
{
    uint64_t least = 0; /* that comes next: hash, and number in the lower half */
    uint32_t bucket = 0;
    uint32_t n = bl_catalog_n_records(check->c, BL_BLX_HASH);
    uint32_t n_entries = bl_catalog_n_records(check->c, BL_BLX_FANO);
    if (!(check->c->parts & BL_CATALOG_SYMBOLS))
        return BL_OK; /* there is none: bl_catalog_open() has looked */
    if (n != bl_catalog_n_records(check->c, BL_BLX_SYMS))
        return bad(check, BL_BLX_HASH, n, BL_BLX_BAD_COUNT);
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *entry = bl_catalog_record(check->c, BL_BLX_HASH, i, check->err);
        if (!entry)
            return BL_E_CONTAINER;
        uint32_t symbol = bl_load_le32(entry);
        if (symbol >= n)
            return bad(check, BL_BLX_HASH, i, BL_BLX_BAD_NUMBER);
        uint32_t hash = stored_hash(check->c, symbol, check->err);
        uint64_t key = (uint64_t)hash << 32 | symbol;
        if (key < least)
            return bad(check, BL_BLX_HASH, i, BL_BLX_BAD_ORDER);
        least = key + 1;
        uint32_t last = (uint32_t)((uint64_t)hash * (n_entries - 1) >> 32);
        if (check_fanout(check, &bucket, last, i) < 0)
            return BL_E_CONTAINER;
    }
    return n_entries ? check_fanout(check, &bucket, n_entries - 1, n) : BL_OK;
}

int bl_catalog_check(const struct bl_catalog *catalog, struct bl_error *err)
{
    static int (*const checks[])(struct check *) = {check_bytes, check_inputs, check_sources,
                                                    check_rest, check_name_table};
    struct check check = {.c = catalog, .err = err};
    int status = bl_catalog_need_name_table(catalog, err);
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && status == BL_OK; i++)
        status = checks[i](&check);
    return status;
}
