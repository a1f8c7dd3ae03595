/* catalog/catalog_builder.c - ranges put together to the chunks of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each text is there once, and texts are in the order in which they are first referred to: inputs,
 * and of each group of sources their paths, those of their streams with the texts of
 * modules, their problems.
 */
#include "catalog/catalog_builder.h"

#include "base/grow.h"
#include "base/load.h"
#include "base/status.h"
#include "base/store.h"
#include "base/view.h"
#include "catalog/catalog.h"

#include <string.h>

void bl_catalog_builder_release(struct bl_catalog_builder *b)
{
    bl_record_buffer_release(&b->made);
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        bl_spill_release(&b->spills[i]);
    bl_map_release(&b->texts);
}

/* ---- Texts ---- */

/* Store at FIELD where TEXT is, which is added where it is new. */
static void store_text(struct bl_catalog_builder *b, struct bl_view text, uint8_t field[4])
{
    uint64_t key = bl_map_key(&b->texts, text);
    uint32_t at;
    while ((at = bl_map_find(&b->texts, key)) != BL_MAP_NONE) {
        bl_store_le32(field, at);
        if (bl_view_equal(bl_record_buffer_text(&b->made, field), text))
            return;
        key++; /* another one has its hash */
    }
    bl_record_buffer_add_text(&b->made, text, field);
    if (b->made.status == BL_OK)
        (void)bl_record_buffer_note(&b->made, bl_map_add(&b->texts, key, bl_load_le32(field)));
}

/* FIELD refers to a text of RANGE: make it refer to that of the builder. */
static void move_text(struct bl_catalog_builder *b, const struct bl_source_range *range,
                      uint8_t field[4])
{
    const struct bl_record_range *texts = &range->chunks[BL_BLX_STRS];
    uint32_t at = bl_load_le32(field);
    if (b->made.status < 0)
        return;
    bool has_size = texts->n >= 4 && at <= texts->n - 4;
    uint32_t size = has_size ? bl_load_le32(texts->data + at) : 0;
    if (has_size && size <= texts->n - 4 - at)
        store_text(b, (struct bl_view){.data = texts->data + at + 4, .size = size}, field);
    else
        (void)bl_record_buffer_note(&b->made, BL_E_CONTAINER);
}

int bl_catalog_builder_input(struct bl_catalog_builder *b, const struct bl_catalog_input *input)
{
    struct bl_blx_input *record = bl_record_buffer_add(&b->made, BL_BLX_INPT, sizeof *record);
    bl_store_le32(record->shard, input->shard);
    bl_store_le32(record->n_shards, input->n_shards);
    store_text(b, input->path, record->path);
    store_text(b, input->base, record->base);
    return b->made.status;
}

/* ---- Records ---- */

/* All bytes of CHUNK so far. */
static uint64_t chunk_size(const struct bl_catalog_builder *b, enum bl_blx_chunk chunk)
{
    return b->spills[chunk].size + b->made.chunks[chunk].size;
}

static uint32_t n_records(const struct bl_catalog_builder *b, enum bl_blx_chunk chunk)
{
    return (uint32_t)(chunk_size(b, chunk) / bl_blx_record_bytes(chunk));
}

/* Records of a range, in the builder, where their numbers are to become the catalog's. */
struct copy {
    void *records;
    uint64_t n; /* 0: there are none, or they could not be copied */
};

static struct copy copy_records(struct bl_catalog_builder *b, const struct bl_source_range *range,
                                enum bl_blx_chunk chunk)
{
    const struct bl_record_range *from = &range->chunks[chunk];
    uint64_t size = from->n * bl_blx_record_bytes(chunk);
    struct bl_buffer *made = &b->made.chunks[chunk];
    if (from->n == 0 || b->made.status < 0)
        return (struct copy){0};
    bool has_room = size <= bl_blx_most_bytes(chunk) - chunk_size(b, chunk);
    void *copy = has_room ? bl_buffer_add(made, (size_t)size) : NULL;
    if (!bl_record_buffer_note(&b->made, copy       ? BL_OK
                                         : has_room ? BL_E_NOMEM
                                                    : BL_E_LIMIT) ||
        !copy)
        return (struct copy){0};
    return (struct copy){memcpy(copy, from->data, (size_t)size), from->n};
}

/* What has to be added to numbers of CHUNK in RANGE, whose records come next. */
static uint32_t delta_of(const struct bl_catalog_builder *b, const struct bl_source_range *range,
                         enum bl_blx_chunk chunk)
{
    return n_records(b, chunk) - (uint32_t)range->chunks[chunk].first;
}

static uint32_t source_delta(const struct bl_catalog_builder *b,
                             const struct bl_source_range *range)
{
    return b->first_source - (uint32_t)range->chunks[BL_BLX_SRCS].first;
}

static void move(uint8_t field[4], uint32_t delta)
{
    bl_store_le32(field, bl_load_le32(field) + delta);
}

/* A record that may have no parent. */
static void move_parent(uint8_t field[4], uint32_t delta)
{
    if (bl_load_le32(field) != BL_NONE)
        move(field, delta);
}

int bl_catalog_builder_begin(struct bl_catalog_builder *b, const struct bl_source_range *range)
{
    b->first_source = bl_record_buffer_count(&b->made, BL_BLX_SRCS);
    b->first_stream = bl_record_buffer_count(&b->made, BL_BLX_STRM);
    b->first_problem = bl_record_buffer_count(&b->made, BL_BLX_PROB);
    struct copy copy = copy_records(b, range, BL_BLX_SRCS);
    struct bl_blx_source *source = copy.records;
    for (uint64_t i = 0; i < copy.n; i++, source++) {
        move_parent(source->parent, source_delta(b, range));
        move(source->first_stream, delta_of(b, range, BL_BLX_STRM));
        move(source->first_problem, delta_of(b, range, BL_BLX_PROB));
        move_text(b, range, source->path);
        move_text(b, range, source->base);
    }
    return b->made.status;
}

struct bl_blx_source *bl_catalog_builder_source(struct bl_catalog_builder *b, uint32_t number)
{
    struct bl_blx_source *sources = (void *)b->made.chunks[BL_BLX_SRCS].data;
    return &sources[b->first_source + number];
}

/* ---- Streams, and what is in them ---- */

/* What has to be added to numbers in a range. */
struct deltas {
    uint32_t source, stream, module, symbol, function, block;
    uint64_t reference;
};

/* Streams one by one, each with its modules. */
static void append_streams(struct bl_catalog_builder *b, const struct bl_source_range *range,
                           const struct deltas *d)
{
    struct copy streams = copy_records(b, range, BL_BLX_STRM);
    struct copy modules = copy_records(b, range, BL_BLX_MODS);
    struct bl_blx_stream *stream = streams.records;
    struct bl_blx_module *module = modules.records;
    uint64_t at = 0;
    for (uint64_t i = 0; i < streams.n; i++, stream++) {
        uint64_t end = at + bl_load_le32(stream->n_modules);
        move(stream->source, d->source);
        move(stream->first_module, d->module);
        move(stream->first_block, d->block);
        move_text(b, range, stream->path);
        for (; at < end && at < modules.n; at++, module++) {
            move(module->stream, d->stream);
            move(module->first_symbol, d->symbol);
            move(module->first_function, d->function);
            bl_store_le64(module->references, bl_load_le64(module->references) + d->reference);
            move_text(b, range, module->producer);
            move_text(b, range, module->triple);
            move_text(b, range, module->source_file);
        }
    }
    (void)bl_record_buffer_note(&b->made, at == modules.n ? BL_OK : BL_E_CONTAINER);
}

static void append_symbols(struct bl_catalog_builder *b, const struct bl_source_range *range,
                           const struct deltas *d)
{
    /* Offsets in NAME are those of the range. */
    uint64_t name_delta = chunk_size(b, BL_BLX_NAME) - range->chunks[BL_BLX_NAME].first;
    struct copy copy = copy_records(b, range, BL_BLX_SYMS);
    struct bl_blx_symbol *symbols = copy.records;
    if (copy_records(b, range, BL_BLX_NAME).n > 0)
        for (uint64_t i = 0; i < copy.n; i++)
            if (bl_blx_is_in_names(&symbols[i]))
                bl_store_le64(symbols[i].name, bl_load_le64(symbols[i].name) + name_delta);
    copy = copy_records(b, range, BL_BLX_FUNS);
    struct bl_blx_function *functions = copy.records;
    for (uint64_t i = 0; i < copy.n; i++)
        move(functions[i].symbol, d->symbol);
}

/* Put aside what is large and complete: no record of these chunks changes after it was appended. */
static void spill(struct bl_catalog_builder *b)
{
    static const enum bl_blx_chunk chunks[] = {BL_BLX_SYMS, BL_BLX_FUNS, BL_BLX_NAME, BL_BLX_BODY,
                                               BL_BLX_BLKS};
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks && !b->is_disk_full; i++) {
        struct bl_buffer *made = &b->made.chunks[chunks[i]];
        if (made->size < BL_SPILL_BYTES)
            continue;
        if (bl_spill_add(&b->spills[chunks[i]], made->data, made->size))
            made->size = 0;
        else
            b->is_disk_full = true;
    }
}

int bl_catalog_builder_append(struct bl_catalog_builder *b, const struct bl_source_range *range)
{
    struct deltas d = {
        .source = source_delta(b, range),
        .stream = delta_of(b, range, BL_BLX_STRM),
        .module = delta_of(b, range, BL_BLX_MODS),
        .symbol = delta_of(b, range, BL_BLX_SYMS),
        .function = delta_of(b, range, BL_BLX_FUNS),
        .block = delta_of(b, range, BL_BLX_BLKS),
        .reference = chunk_size(b, BL_BLX_BODY) - range->chunks[BL_BLX_BODY].first,
    };
    append_streams(b, range, &d);
    append_symbols(b, range, &d);
    (void)copy_records(b, range, BL_BLX_BODY);
    struct copy copy = copy_records(b, range, BL_BLX_BLKS);
    struct bl_blx_block *blocks = copy.records;
    for (uint64_t i = 0; i < copy.n; i++)
        move_parent(blocks[i].parent, d.block);
    spill(b);
    return b->made.status;
}

/* ---- Problems, and the end ---- */

int bl_catalog_builder_end(struct bl_catalog_builder *b, const struct bl_source_range *range)
{
    uint32_t path = 0; /* of the one before, in the range */
    struct copy copy = copy_records(b, range, BL_BLX_PROB);
    struct bl_blx_problem *problem = copy.records;
    for (uint64_t i = 0; i < copy.n; i++, problem++) {
        move(problem->source, source_delta(b, range));
        bool has_same = i > 0 && bl_load_le32(problem->path) == path;
        path = bl_load_le32(problem->path);
        if (has_same) /* which is often, and may be long */
            memcpy(problem->path, problem[-1].path, sizeof problem->path);
        else
            move_text(b, range, problem->path);
        move_text(b, range, problem->what);
        move_text(b, range, problem->steps);
    }
    return b->made.status;
}

int bl_catalog_builder_add(struct bl_catalog_builder *b, const struct bl_source_range *range)
{
    (void)bl_catalog_builder_begin(b, range);
    (void)bl_catalog_builder_append(b, range);
    return bl_catalog_builder_end(b, range);
}

/* All of what has been put aside of CHUNK, and of what comes after it: mapped, or where the disk is
 * full in memory. */
static void end_spill(struct bl_catalog_builder *b, enum bl_blx_chunk chunk, void **mapping)
{
    struct bl_spill *aside = &b->spills[chunk];
    struct bl_buffer *made = &b->made.chunks[chunk];
    uint64_t size = chunk_size(b, chunk);
    *mapping = NULL;
    if (aside->size == 0)
        return;
    if (!b->is_disk_full && bl_spill_add(aside, made->data, made->size)) {
        made->size = 0;
        *mapping = bl_spill_map(aside);
    }
    if (*mapping) {
        bl_drop(made->data);
        *made = (struct bl_buffer){0};
        return;
    }
    struct bl_buffer all = {0};
    uint8_t *bytes = size <= SIZE_MAX ? bl_buffer_add(&all, (size_t)size) : NULL;
    if (!bytes || !bl_spill_read(aside, bytes)) {
        (void)bl_record_buffer_note(&b->made, BL_E_NOMEM);
        bl_drop(all.data);
        return;
    }
    if (made->data)
        memcpy(bytes + aside->size, made->data, made->size);
    bl_drop(made->data);
    *made = all;
}

/* Room for FANO and HASH, which are filled when they are needed. */
static void reserve_name_table(struct bl_record_buffer *made, uint32_t n)
{
    size_t fanout = (size_t)bl_name_table_fanout(n) * bl_blx_record_bytes(BL_BLX_FANO);
    size_t numbers = (size_t)n * bl_blx_record_bytes(BL_BLX_HASH);
    bool has_room = n == 0 || (bl_buffer_add(&made->chunks[BL_BLX_FANO], fanout) &&
                               bl_buffer_add(&made->chunks[BL_BLX_HASH], numbers));
    (void)bl_record_buffer_note(made, has_room ? BL_OK : BL_E_NOMEM);
}

int bl_catalog_builder_finish(struct bl_catalog_builder *b, unsigned parts, unsigned n_threads,
                              struct bl_catalog **catalog, struct bl_error *err)
{
    void *made[BL_BLX_N_CHUNKS];
    void *mappings[BL_BLX_N_CHUNKS];
    uint64_t sizes[BL_BLX_N_CHUNKS];
    struct bl_name_table *table = NULL;
    int status = BL_OK;
    *catalog = NULL;
    if (parts & BL_CATALOG_SYMBOLS) {
        reserve_name_table(&b->made, n_records(b, BL_BLX_SYMS));
        table = bl_name_table_new();
        (void)bl_record_buffer_note(&b->made, table ? BL_OK : BL_E_NOMEM);
    }
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++) {
        sizes[i] = chunk_size(b, i);
        end_spill(b, i, &mappings[i]);
        made[i] = b->made.chunks[i].data;
    }
    if (b->made.status < 0) {
        status = bl_fail(err, BL_E_NOMEM, "no memory for the table of names");
    } else {
        b->made = (struct bl_record_buffer){0};
        status = bl_catalog_from_chunks(catalog, parts, made, sizes, err);
    }
    bl_catalog_builder_release(b);
    if (status < 0) {
        for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
            bl_spill_unmap(mappings[i], sizes[i]);
        bl_name_table_drop(table);
        return status;
    }
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++) {
        if (!mappings[i])
            continue;
        (*catalog)->spilled[i] = mappings[i];
        (*catalog)->chunks[i].data = mappings[i];
    }
    (*catalog)->name_table = table;
    (*catalog)->n_threads = n_threads;
    return BL_OK;
}
