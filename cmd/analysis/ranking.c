/* analysis/ranking.c - what streams are made of, to be sorted by size
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/ranking.h"

#include "base/array.h"
#include "base/out.h"

#include <stdlib.h>
#include <string.h>

/* What one stream has; sums are bits. */
struct part {
    struct ranked *rows;
    uint32_t n, cap;
    uint64_t in_modules;
    uint64_t in_constants; /* records that are in no row */
    bool no_memory;
    struct bl_error err; /* the first one; its status is BL_OK: none */
};

struct ranker {
    struct ranking *ranking;
    enum rank_by by;
    const struct streams *streams;
    unsigned n_threads;
    bl_tally_fail_fn *fail;
    void *context;
    struct part *parts; /* by stream */
};

static void keep_error(struct part *part, const struct bl_error *err)
{
    if (part->err.status == BL_OK)
        part->err = *err;
}

static void add_row(struct part *part, const struct ranked *row)
{
    if (array_room(&part->rows, &part->cap, part->n))
        part->rows[part->n++] = *row;
    else
        part->no_memory = true;
}

/* From its abbreviation id to its last bit; a length that is too large ends with the stream. */
static uint64_t bits_of(const struct bl_block *block, const struct bl_stream *stream)
{
    uint64_t end = block->body_pos + (uint64_t)block->n_words * 32;
    uint64_t stream_end = (uint64_t)stream->bytes.size * 8;
    return (end < stream_end ? end : stream_end) - block->bit_pos;
}

/* ---- Functions ---- */

static void rank_functions(struct part *part, struct bl_index *index, const struct ranked *module,
                           const struct bl_stream *stream)
{
    struct bl_error err;
    uint32_t first, n;
    if (bl_index_children(index, module->block, &first, &n, &err) < 0)
        keep_error(part, &err);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_block block = bl_index_get(index, first + i).block;
        struct ranked row = *module;
        row.bits = bits_of(&block, stream);
        row.bit_pos = block.bit_pos;
        row.value = BL_NONE;
        if (block.block_id == BL_FUNCTION_BLOCK)
            add_row(part, &row);
    }
}

/* ---- Constants of variables ---- */

struct initializers {
    struct bl_module *module;
    const struct bl_constant *constants;
    uint32_t n_globals, n_constants;
    bool *seen;     /* by constant */
    uint32_t *left; /* constants to be counted */
    uint32_t n_left;
    struct bl_record rec;
};

static void see_value(struct initializers *in, uint64_t value)
{
    uint64_t i = value - in->n_globals;
    if (value < in->n_globals || i >= in->n_constants || in->seen[i])
        return;
    in->seen[i] = true;
    in->left[in->n_left++] = (uint32_t)i;
}

/* Bits of the constants that VALUE is made of and that have not been counted. */
static uint64_t count_constants(struct initializers *in, uint64_t value, struct part *part)
{
    uint64_t bits = 0;
    see_value(in, value);
    while (in->n_left > 0) {
        const struct bl_constant *constant = &in->constants[in->left[--in->n_left]];
        struct bl_error err;
        uint64_t inner;
        if (bl_constant_read(in->module, constant, &in->rec, &err) < 0) {
            keep_error(part, &err);
            continue;
        }
        bits += in->rec.end_pos - in->rec.bit_pos;
        for (uint32_t i = 0; bl_constant_part(&in->rec, i, &inner); i++)
            see_value(in, inner);
    }
    return bits;
}

static void count_globals(struct part *part, struct initializers *in, const struct ranked *module)
{
    const struct bl_global *globals;
    struct bl_error err;
    if (bl_module_globals(in->module, &globals, &in->n_globals, &err) < 0 ||
        bl_module_constants(in->module, &in->constants, &in->n_constants, &err) < 0)
        keep_error(part, &err);
    in->seen = calloc((size_t)in->n_constants + 1, sizeof *in->seen);
    in->left = malloc(((size_t)in->n_constants + 1) * sizeof *in->left);
    part->no_memory |= !in->seen || !in->left;
    for (uint32_t i = 0; i < in->n_globals && !part->no_memory; i++) {
        struct ranked row = *module;
        row.value = i;
        row.bit_pos = globals[i].bit_pos;
        if (globals[i].kind != BL_GLOBAL_VARIABLE || globals[i].initializer == BL_NONE)
            continue;
        row.bits = count_constants(in, globals[i].initializer, part);
        add_row(part, &row);
    }
    for (uint32_t i = 0; i < in->n_constants && !part->no_memory; i++)
        part->in_constants += count_constants(in, (uint64_t)in->n_globals + i, part);
}

static void rank_globals(struct part *part, struct bl_index *index, const struct ranked *module)
{
    struct initializers in = {0};
    struct bl_error err;
    if (bl_module_open(&in.module, index, module->block, &err) < 0)
        keep_error(part, &err);
    else
        count_globals(part, &in, module);
    free(in.seen);
    free(in.left);
    bl_record_release(&in.rec);
    bl_module_close(in.module);
}

/* ---- Streams ---- */

static void rank_module(const struct ranker *r, struct part *part, struct bl_index *index,
                        const struct ranked *module)
{
    const struct bl_stream *stream = &r->streams->items[module->item].input.stream;
    if (r->by == RANK_FUNCTIONS)
        rank_functions(part, index, module, stream);
    else if (r->by == RANK_GLOBALS)
        rank_globals(part, index, module);
    else
        add_row(part, module);
}

static int rank_stream(void *context, unsigned thread, uint64_t job)
{
    struct ranker *r = context;
    struct part *part = &r->parts[job];
    const struct bl_stream *stream = &r->streams->items[job].input.stream;
    struct ranked module = {.item = (uint32_t)job};
    struct bl_index *index;
    struct bl_error err;
    uint64_t end;
    (void)thread;
    if (stream->kind != BL_STREAM_LLVM_IR)
        return BL_OK;
    if (bl_index_open(&index, stream, &err) < 0) {
        keep_error(part, &err);
        return BL_OK;
    }
    module.block = bl_module_next(index, BL_NO_BLOCK);
    module.is_alone =
        module.block != BL_NO_BLOCK && bl_module_next(index, module.block) == BL_NO_BLOCK;
    for (; module.block != BL_NO_BLOCK; module.block = bl_module_next(index, module.block)) {
        struct bl_block block = bl_index_get(index, module.block).block;
        module.bits = bits_of(&block, stream);
        module.bit_pos = block.bit_pos;
        part->in_modules += module.bits;
        rank_module(r, part, index, &module);
        module.module++;
    }
    if (bl_index_end(index, &end, &err) < 0)
        keep_error(part, &err);
    bl_index_close(index);
    return BL_OK;
}

/* ---- Blocks and records ---- */

static bool is_metadata(const struct bl_tally_block *block)
{
    return block->kind == BL_STREAM_LLVM_IR && (block->block_id == BL_METADATA_BLOCK ||
                                                block->block_id == BL_METADATA_ATTACHMENT_BLOCK ||
                                                block->block_id == BL_METADATA_KIND_BLOCK);
}

static struct ranked row_of_block(const struct bl_tally_block *block)
{
    return (struct ranked){.bits = block->bits,
                           .count = block->n,
                           .item = BL_NONE,
                           .kind = block->kind,
                           .block_id = block->block_id,
                           .parent_id = block->parent_id,
                           .code = BL_NONE,
                           .name = block->name};
}

/* Rows for the kinds of records of a metadata block. */
static void rank_records(struct part *part, struct bl_tally *tally, uint32_t number)
{
    struct bl_tally_block block = bl_tally_block(tally, number);
    const struct bl_tally_count *counts;
    uint32_t n = bl_tally_counts(tally, number, false, &counts);
    for (uint32_t i = 0; i < n; i++) {
        struct ranked row = row_of_block(&block);
        row.bits = counts[i].bits;
        row.count = counts[i].n;
        row.code = counts[i].code;
        add_row(part, &row);
    }
}

/* Rows into PART; bits of all blocks into *IN_BLOCKS, of those that are of no interest
 * into *IN_OTHERS. */
static void rank_tally(const struct ranker *r, struct part *part, struct bl_tally *tally,
                       uint64_t *in_blocks, uint64_t *in_others)
{
    uint32_t n = bl_tally_n_blocks(tally);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_tally_block block = bl_tally_block(tally, i);
        struct ranked row = row_of_block(&block);
        *in_blocks += block.bits;
        if (r->by == RANK_BLOCKS)
            add_row(part, &row);
        else if (is_metadata(&block))
            rank_records(part, tally, i);
        else
            *in_others += block.bits;
    }
}

/* ---- Sums ---- */

static void add_rest(struct ranking *ranking, const char *what, uint64_t bits)
{
    ranking->rests[ranking->n_rests++] = (struct rest){what, bits};
}

static uint64_t sum_of_rows(const struct ranking *ranking)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < ranking->n; i++)
        sum += ranking->rows[i].bits;
    return sum;
}

/* Ties are as in the streams, so the answer does not depend on threads. */
static int by_bits(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;
    const uint64_t keys[][2] = {
        {y->bits, x->bits},         {x->item, y->item},   {x->module, y->module},
        {x->bit_pos, y->bit_pos},   {x->value, y->value}, {x->kind, y->kind},
        {x->block_id, y->block_id}, {x->code, y->code},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

/* Append the rows of PART, which are given up. False: no memory. */
static bool take_rows(struct ranking *ranking, struct part *part)
{
    bool good = !part->no_memory;
    for (uint32_t i = 0; i < part->n && good; i++) {
        good = array_room(&ranking->rows, &ranking->cap, ranking->n);
        if (good)
            ranking->rows[ranking->n++] = part->rows[i];
    }
    free(part->rows);
    return good;
}

/* ---- By what ---- */

static bool rank_in_modules(struct ranker *r, uint64_t in_streams)
{
    struct ranking *ranking = r->ranking;
    uint64_t in_modules = 0;
    uint64_t in_constants = 0;
    bool good = true;
    r->parts = calloc((size_t)r->streams->n + 1, sizeof *r->parts);
    if (!r->parts)
        return false;
    (void)bl_parallel(r->n_threads, r->streams->n, 0, rank_stream, NULL, r);
    for (uint32_t i = 0; i < r->streams->n; i++) {
        struct part *part = &r->parts[i];
        if (part->err.status < 0)
            r->fail(r->context, i, &part->err);
        in_modules += part->in_modules;
        in_constants += part->in_constants;
        good &= take_rows(ranking, part);
    }
    free(r->parts);
    uint64_t in_rows = sum_of_rows(ranking);
    if (r->by == RANK_FUNCTIONS)
        add_rest(ranking, "of modules, outside of function bodies", in_modules - in_rows);
    if (r->by == RANK_GLOBALS) {
        add_rest(ranking, "constants of no initializer", in_constants);
        add_rest(ranking, "of modules, outside of their constants",
                 in_modules - in_rows - in_constants);
    }
    add_rest(ranking, "of streams, outside of modules", in_streams - in_modules);
    return good;
}

static bool rank_in_blocks(struct ranker *r, uint64_t in_streams)
{
    struct ranking *ranking = r->ranking;
    struct part part = {0};
    struct bl_error err;
    uint64_t in_blocks = 0;
    uint64_t in_others = 0;
    if (bl_tally_open(&ranking->tally, BL_TALLY_ROLES, &err) < 0)
        return false;
    if (!streams_count(r->streams, ranking->tally, r->n_threads, r->fail, r->context))
        return false;
    rank_tally(r, &part, ranking->tally, &in_blocks, &in_others);
    bool good = take_rows(ranking, &part);
    if (r->by == RANK_METADATA) {
        add_rest(ranking, "of blocks of metadata, outside of records",
                 in_blocks - in_others - sum_of_rows(ranking));
        add_rest(ranking, "of other blocks", in_others);
    }
    add_rest(ranking, "of streams, outside of blocks", in_streams - in_blocks);
    return good;
}

static bool rank_sources(struct ranking *ranking, const struct streams *streams)
{
    struct part part = {0};
    for (uint32_t i = 0; i < streams->n_sources; i++)
        add_row(&part, &(struct ranked){.bits = streams->sources[i].size * 8, .item = i});
    return take_rows(ranking, &part);
}

/* ---- All of it ---- */

/* Bits of files and of streams. */
static uint64_t sum_up(struct ranking *ranking, const struct streams *streams)
{
    uint64_t in_streams = 0;
    ranking->n_files = streams->n_sources;
    for (uint32_t i = 0; i < streams->n_sources; i++)
        ranking->bits += streams->sources[i].size * 8;
    for (uint32_t i = 0; i < streams->n; i++)
        in_streams += (uint64_t)streams->items[i].input.stream.bytes.size * 8;
    return in_streams;
}

bool ranking_make(struct ranking *ranking, enum rank_by by, const struct streams *streams,
                  unsigned n_threads, bl_tally_fail_fn *fail, void *context)
{
    struct ranker r = {ranking, by, streams, n_threads, fail, context, NULL};
    bool good;
    *ranking = (struct ranking){0};
    uint64_t in_streams = sum_up(ranking, streams);
    if (by == RANK_SOURCES)
        good = rank_sources(ranking, streams);
    else if (by == RANK_METADATA || by == RANK_BLOCKS)
        good = rank_in_blocks(&r, in_streams);
    else
        good = rank_in_modules(&r, in_streams);
    if (by != RANK_SOURCES)
        add_rest(ranking, "of files, outside of streams", ranking->bits - in_streams);
    if (ranking->n > 1)
        qsort(ranking->rows, ranking->n, sizeof *ranking->rows, by_bits);
    return good;
}

void ranking_release(struct ranking *ranking)
{
    free(ranking->rows);
    bl_tally_close(ranking->tally);
    *ranking = (struct ranking){0};
}

/* ---- Which functions ---- */

static int by_place(const void *a, const void *b)
{
    const struct ranked *x = *(struct ranked *const *)a;
    const struct ranked *y = *(struct ranked *const *)b;
    if (x->item != y->item)
        return x->item < y->item ? -1 : 1;
    return (x->bit_pos > y->bit_pos) - (x->bit_pos < y->bit_pos);
}

static struct ranked *find_row(struct ranked **rows, uint32_t n, uint64_t bit_pos)
{
    uint32_t low = 0;
    uint32_t high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (rows[middle]->bit_pos < bit_pos)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && rows[low]->bit_pos == bit_pos ? rows[low] : NULL;
}

/* ROWS are those of one module. */
static void find_in_module(struct ranked **rows, uint32_t n, struct bl_index *index)
{
    struct bl_module *module = NULL;
    struct bl_block block;
    uint32_t n_globals = 0;
    if (out_need(bl_module_open(&module, index, rows[0]->block, NULL)) == BL_OK)
        (void)out_need(bl_module_count(module, &n_globals, NULL));
    for (uint32_t value = 0; value < n_globals; value++) {
        struct ranked *row = out_need(bl_module_body(module, value, &block, NULL)) > 0
                                 ? find_row(rows, n, block.bit_pos)
                                 : NULL;
        if (row)
            row->value = value;
    }
    bl_module_close(module);
}

/* ROWS are those of one stream. */
static void find_in_stream(struct ranked **rows, uint32_t n, const struct bl_stream *stream)
{
    struct bl_index *index;
    if (out_need(bl_index_open(&index, stream, NULL)) < 0)
        return;
    for (uint32_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && rows[end]->module == rows[first]->module;)
            end++;
        find_in_module(rows + first, end - first, index);
    }
    bl_index_close(index);
}

void ranking_find_values(struct ranking *ranking, uint32_t n, const struct streams *streams)
{
    struct ranked **rows = malloc(((size_t)n + 1) * sizeof(struct ranked *));
    if (!rows)
        out_no_memory();
    for (uint32_t i = 0; i < n; i++)
        rows[i] = &ranking->rows[i];
    qsort(rows, n, sizeof(struct ranked *), by_place);
    for (uint32_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && rows[end]->item == rows[first]->item;)
            end++;
        find_in_stream(rows + first, end - first, &streams->items[rows[first]->item].input.stream);
    }
    free(rows);
}
