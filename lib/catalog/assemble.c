/* catalog/assemble.c - slices put together to the chunks of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Texts are told apart and stand in the order in which they are first referred to: inputs,
 * and of each group of sources their paths, those of their streams with the texts of
 * modules, their problems.
 */
#include "catalog/assemble.h"

#include "base/grow.h"
#include "base/load.h"
#include "base/status.h"
#include "base/store.h"
#include "base/view.h"
#include "catalog/name_table.h"

#include <assert.h>
#include <string.h>

void bl_assembly_release(struct bl_assembly *a)
{
    bl_fragment_release(&a->made);
    bl_map_release(&a->texts);
}

/* ---- Texts ---- */

/* Store at FIELD where TEXT is, which is added where it is new. */
static int put_text(struct bl_assembly *a, struct bl_view text, uint8_t field[4])
{
    uint64_t key = bl_map_key(&a->texts, text);
    uint32_t at;
    while ((at = bl_map_find(&a->texts, key)) != BL_MAP_NONE) {
        bl_store_le32(field, at);
        if (bl_view_equal(bl_fragment_text_at(&a->made, field), text))
            return BL_OK;
        key++; /* another one has its hash */
    }
    int status = bl_fragment_text(&a->made, text, field);
    return status < 0 ? status : bl_map_add(&a->texts, key, bl_load_le32(field));
}

/* FIELD tells a text of SLICE: make it tell that of the assembly. */
static int move_text(struct bl_assembly *a, const struct bl_slice *slice, uint8_t field[4])
{
    const struct bl_run *run = &slice->runs[BL_BLX_STRS];
    uint32_t at = bl_load_le32(field);
    if (run->n < 4 || at > run->n - 4)
        return BL_E_CONTAINER;
    struct bl_view text = {.data = run->data + at + 4, .size = bl_load_le32(run->data + at)};
    return text.size > run->n - 4 - at ? BL_E_CONTAINER : put_text(a, text, field);
}

int bl_assembly_input(struct bl_assembly *a, struct bl_view path, struct bl_view base,
                      uint32_t shard, uint32_t n_shards)
{
    struct bl_blx_input *input = bl_fragment_add(&a->made, BL_BLX_INPT);
    if (!input)
        return BL_E_NOMEM;
    bl_store_le32(input->shard, shard);
    bl_store_le32(input->n_shards, n_shards);
    int status = put_text(a, path, input->path);
    return status < 0 ? status : put_text(a, base, input->base);
}

/* ---- Records ---- */

/* A copy of all of SLICE's records of CHUNK. NULL with *STATUS told, or there are none. */
static void *copy_run(struct bl_assembly *a, const struct bl_slice *slice, enum bl_blx_chunk chunk,
                      int *status)
{
    const struct bl_run *run = &slice->runs[chunk];
    uint64_t size = run->n * bl_blx_record_bytes(chunk);
    struct bl_buffer *made = &a->made.chunks[chunk];
    *status = BL_OK;
    if (run->n == 0)
        return NULL;
    if (size > bl_blx_most_bytes(chunk) - made->size) {
        *status = BL_E_LIMIT;
        return NULL;
    }
    void *copy = bl_buffer_add(made, (size_t)size);
    if (!copy) {
        *status = BL_E_NOMEM;
        return NULL;
    }
    return memcpy(copy, run->data, (size_t)size);
}

/* What has to be added to numbers of CHUNK in SLICE, whose records come next. */
static uint32_t delta_of(const struct bl_assembly *a, const struct bl_slice *slice,
                         enum bl_blx_chunk chunk)
{
    return bl_fragment_count(&a->made, chunk) - (uint32_t)slice->runs[chunk].first;
}

static void move(uint8_t field[4], uint32_t delta)
{
    bl_store_le32(field, bl_load_le32(field) + delta);
}

static uint32_t source_delta(const struct bl_assembly *a, const struct bl_slice *slice)
{
    return a->first_source - (uint32_t)slice->runs[BL_BLX_SRCS].first;
}

int bl_assembly_begin(struct bl_assembly *a, const struct bl_slice *slice)
{
    int status;
    a->first_source = bl_fragment_count(&a->made, BL_BLX_SRCS);
    a->first_stream = bl_fragment_count(&a->made, BL_BLX_STRM);
    a->first_problem = bl_fragment_count(&a->made, BL_BLX_PROB);
    uint32_t stream = delta_of(a, slice, BL_BLX_STRM);
    uint32_t problem = delta_of(a, slice, BL_BLX_PROB);
    struct bl_blx_source *source = copy_run(a, slice, BL_BLX_SRCS, &status);
    for (uint64_t i = 0; i < slice->runs[BL_BLX_SRCS].n && status == BL_OK; i++, source++) {
        if (bl_load_le32(source->parent) != BL_NONE)
            move(source->parent, source_delta(a, slice));
        move(source->first_stream, stream);
        move(source->first_problem, problem);
        status = move_text(a, slice, source->path);
        if (status == BL_OK)
            status = move_text(a, slice, source->base);
    }
    return status;
}

struct bl_blx_source *bl_assembly_source(struct bl_assembly *a, uint32_t number)
{
    struct bl_blx_source *sources = (void *)a->made.chunks[BL_BLX_SRCS].data;
    return &sources[a->first_source + number];
}

/* ---- Streams and modules ---- */

/* What has to be added to numbers in a slice. */
struct deltas {
    uint32_t source, stream, module, symbol, function, block;
};

static int move_module(struct bl_assembly *a, const struct bl_slice *slice, const struct deltas *d,
                       struct bl_blx_module *module)
{
    move(module->stream, d->stream);
    move(module->first_symbol, d->symbol);
    move(module->first_function, d->function);
    int status = move_text(a, slice, module->producer);
    if (status == BL_OK)
        status = move_text(a, slice, module->triple);
    return status < 0 ? status : move_text(a, slice, module->source_file);
}

/* Streams one by one, each with its modules. */
static int append_streams(struct bl_assembly *a, const struct bl_slice *slice,
                          const struct deltas *d)
{
    int status;
    uint32_t n_modules = (uint32_t)slice->runs[BL_BLX_MODS].n;
    struct bl_blx_stream *stream = copy_run(a, slice, BL_BLX_STRM, &status);
    if (status < 0)
        return status;
    struct bl_blx_module *module = copy_run(a, slice, BL_BLX_MODS, &status);
    uint32_t at = 0;
    for (uint64_t i = 0; i < slice->runs[BL_BLX_STRM].n && status == BL_OK; i++, stream++) {
        uint32_t end = at + bl_load_le32(stream->n_modules);
        move(stream->source, d->source);
        move(stream->first_module, d->module);
        move(stream->first_block, d->block);
        status = move_text(a, slice, stream->path);
        for (; at < end && at < n_modules && status == BL_OK; at++)
            status = move_module(a, slice, d, &module[at]);
    }
    return status < 0 ? status : at == n_modules ? BL_OK : BL_E_CONTAINER;
}

/* ---- Symbols, functions, blocks ---- */

/* Offsets in NAME are those of the slice. */
static void move_names(struct bl_blx_symbol *symbols, uint64_t n, uint64_t delta)
{
    for (uint64_t i = 0; i < n; i++)
        if (bl_blx_is_in_names(&symbols[i]))
            bl_store_le64(symbols[i].name, bl_load_le64(symbols[i].name) + delta);
}

static int append_symbols(struct bl_assembly *a, const struct bl_slice *slice,
                          const struct deltas *d)
{
    int status;
    uint64_t names = a->made.chunks[BL_BLX_NAME].size - slice->runs[BL_BLX_NAME].first;
    struct bl_blx_symbol *symbols = copy_run(a, slice, BL_BLX_SYMS, &status);
    if (status == BL_OK && slice->runs[BL_BLX_NAME].n > 0) {
        move_names(symbols, slice->runs[BL_BLX_SYMS].n, names);
        (void)copy_run(a, slice, BL_BLX_NAME, &status);
    }
    if (status < 0)
        return status;
    struct bl_blx_function *functions = copy_run(a, slice, BL_BLX_FUNS, &status);
    for (uint64_t i = 0; i < slice->runs[BL_BLX_FUNS].n && status == BL_OK; i++)
        move(functions[i].symbol, d->symbol);
    return status;
}

static int append_blocks(struct bl_assembly *a, const struct bl_slice *slice,
                         const struct deltas *d)
{
    int status;
    struct bl_blx_block *blocks = copy_run(a, slice, BL_BLX_BLKS, &status);
    for (uint64_t i = 0; i < slice->runs[BL_BLX_BLKS].n && status == BL_OK; i++)
        if (bl_load_le32(blocks[i].parent) != BL_NONE)
            move(blocks[i].parent, d->block);
    return status;
}

int bl_assembly_append(struct bl_assembly *a, const struct bl_slice *slice)
{
    struct deltas d = {
        .source = source_delta(a, slice),
        .stream = delta_of(a, slice, BL_BLX_STRM),
        .module = delta_of(a, slice, BL_BLX_MODS),
        .symbol = delta_of(a, slice, BL_BLX_SYMS),
        .function = delta_of(a, slice, BL_BLX_FUNS),
        .block = delta_of(a, slice, BL_BLX_BLKS),
    };
    int status = append_streams(a, slice, &d);
    if (status == BL_OK)
        status = append_symbols(a, slice, &d);
    return status < 0 ? status : append_blocks(a, slice, &d);
}

/* ---- Problems, and the end ---- */

int bl_assembly_end(struct bl_assembly *a, const struct bl_slice *slice)
{
    int status;
    uint32_t path = 0; /* of the one before, in the slice */
    struct bl_blx_problem *problem = copy_run(a, slice, BL_BLX_PROB, &status);
    for (uint64_t i = 0; i < slice->runs[BL_BLX_PROB].n && status == BL_OK; i++, problem++) {
        move(problem->source, source_delta(a, slice));
        bool has_same = i > 0 && bl_load_le32(problem->path) == path;
        path = bl_load_le32(problem->path);
        if (has_same) /* which is often, and may be long */
            memcpy(problem->path, problem[-1].path, sizeof problem->path);
        else
            status = move_text(a, slice, problem->path);
        if (status == BL_OK)
            status = move_text(a, slice, problem->what);
        if (status == BL_OK)
            status = move_text(a, slice, problem->steps);
    }
    return status;
}

int bl_assembly_add(struct bl_assembly *a, const struct bl_slice *slice)
{
    int status = bl_assembly_begin(a, slice);
    if (status == BL_OK)
        status = bl_assembly_append(a, slice);
    return status < 0 ? status : bl_assembly_end(a, slice);
}

/* Room for FANO and HASH, which are filled when they are needed. */
static int reserve_name_table(struct bl_fragment *made)
{
    uint32_t n = bl_fragment_count(made, BL_BLX_SYMS);
    if (n == 0)
        return BL_OK;
    size_t fanout = (size_t)bl_name_table_fanout(n) * bl_blx_record_bytes(BL_BLX_FANO);
    size_t numbers = (size_t)n * bl_blx_record_bytes(BL_BLX_HASH);
    bool has_room = bl_buffer_add(&made->chunks[BL_BLX_FANO], fanout) &&
                    bl_buffer_add(&made->chunks[BL_BLX_HASH], numbers);
    return has_room ? BL_OK : BL_E_NOMEM;
}

int bl_assembly_finish(struct bl_assembly *a, unsigned parts, unsigned n_threads,
                       struct bl_catalog **catalog, struct bl_error *err)
{
    void *made[BL_BLX_N_CHUNKS];
    uint64_t sizes[BL_BLX_N_CHUNKS];
    *catalog = NULL;
    bool has_table = parts & BL_CATALOG_SYMBOLS;
    struct bl_name_table *table = has_table ? bl_name_table_new() : NULL;
    if (has_table && (!table || reserve_name_table(&a->made) < 0)) {
        bl_name_table_drop(table);
        bl_assembly_release(a);
        return bl_fail(err, BL_E_NOMEM, "no memory for the table of names");
    }
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++) {
        made[i] = a->made.chunks[i].data;
        sizes[i] = a->made.chunks[i].size;
    }
    a->made = (struct bl_fragment){0};
    bl_assembly_release(a);
    int status = bl_catalog_from_chunks(catalog, parts, made, sizes, err);
    if (status < 0) {
        bl_name_table_drop(table);
        return status;
    }
    (*catalog)->name_table = table;
    (*catalog)->n_threads = n_threads;
    return BL_OK;
}
