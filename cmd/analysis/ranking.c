/* analysis/ranking.c - what streams are made of, to be sorted by size
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/ranking.h"

#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"
#include "input/name_budget.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct ranker {
    struct ranking *ranking;
    enum rank_by by;
    const struct grouping *grouping;
    struct streams *streams;
    pthread_mutex_t lock;          /* of the rows and groups */
    _Atomic uint64_t in_modules;   /* bits */
    _Atomic uint64_t in_constants; /* bits of records that are in no row */
};

static void add_row(struct ranker *r, const struct ranked *row)
{
    struct ranking *ranking = r->ranking;
    pthread_mutex_lock(&r->lock);
    array_add(&ranking->rows, &ranking->n, &ranking->cap, *row);
    pthread_mutex_unlock(&r->lock);
}

/* From its abbreviation id to its last bit; a length that is too large ends with the stream. */
static uint64_t bits_of(const struct bl_block *block, const struct bl_stream *stream)
{
    uint64_t end = block->body_pos + (uint64_t)block->n_words * 32;
    uint64_t stream_end = (uint64_t)stream->bytes.size * 8;
    return (end < stream_end ? end : stream_end) - block->bit_pos;
}

/* ---- Functions ---- */

static void rank_functions(struct ranker *r, struct bl_index *index, const struct ranked *module,
                           struct bl_error *first_error)
{
    const struct bl_stream *stream = &r->streams->items[module->in.item].input.stream;
    struct bl_error err;
    uint32_t first, n;
    if (bl_index_children(index, module->in.block, &first, &n, &err) < 0)
        keep_error(first_error, &err);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_block block = bl_index_get(index, first + i).block;
        struct ranked row = *module;
        row.bits = bits_of(&block, stream);
        row.bit_pos = block.bit_pos;
        row.value = BL_NONE;
        if (block.block_id == BL_BLOCK_FUNCTION)
            add_row(r, &row);
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
    struct bl_error *first_error;
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
static uint64_t count_constants(struct initializers *in, uint64_t value)
{
    uint64_t bits = 0;
    see_value(in, value);
    while (in->n_left > 0) {
        const struct bl_constant *constant = &in->constants[in->left[--in->n_left]];
        struct bl_error err;
        uint64_t inner;
        if (bl_constant_read(in->module, constant, &in->rec, &err) < 0) {
            keep_error(in->first_error, &err);
            continue;
        }
        bits += in->rec.end_pos - in->rec.bit_pos;
        for (uint32_t i = 0; bl_constant_part(&in->rec, i, &inner); i++)
            see_value(in, inner);
    }
    return bits;
}

/* Count BITS of global value VALUE where it belongs. */
static void add_to_group(struct ranker *r, struct group_reader *reader,
                         const struct bl_global *global, uint32_t value, uint64_t bits)
{
    struct text names[MOST_GROUP_LEVELS] = {0};
    uint32_t group = BL_NONE;
    for (uint32_t level = 0; level < r->grouping->n; level++)
        group_put(reader, level, global, value, text_put, &names[level]);
    pthread_mutex_lock(&r->lock);
    for (uint32_t level = 0; level < r->grouping->n && (level == 0 || group != BL_NONE); level++)
        group = groups_add(&r->ranking->groups, group, text_view(&names[level]), bits);
    pthread_mutex_unlock(&r->lock);
    for (uint32_t level = 0; level < r->grouping->n; level++)
        free(names[level].data);
}

static void count_body(struct ranker *r, struct initializers *in, struct group_reader *reader,
                       const struct bl_global *global, const struct ranked *module, uint32_t value)
{
    struct bl_block block;
    struct bl_error err;
    int rc = out_need(bl_module_body(in->module, value, &block, &err));
    if (rc < 0)
        keep_error(in->first_error, &err);
    if (rc > 0)
        add_to_group(r, reader, global, value,
                     bits_of(&block, &r->streams->items[module->in.item].input.stream));
}

/* In groups bodies of functions count, too. */
static void count_globals(struct ranker *r, struct initializers *in, const struct ranked *module)
{
    struct group_reader reader = {.grouping = r->grouping};
    bool in_groups = ranks_groups(r->by);
    const struct bl_global *globals;
    struct bl_error err;
    if (bl_module_globals(in->module, &globals, &in->n_globals, &err) < 0 ||
        bl_module_constants(in->module, &in->constants, &in->n_constants, &err) < 0)
        keep_error(in->first_error, &err);
    in->seen = array_new(in->n_constants, sizeof *in->seen);
    in->left = array_new(in->n_constants, sizeof *in->left);
    if (in_groups)
        group_reader_open(&reader, in->module, in->n_globals, in->first_error);
    for (uint32_t i = 0; i < in->n_globals; i++) {
        struct ranked row = *module;
        row.value = i;
        row.bit_pos = globals[i].bit_pos;
        if (in_groups && globals[i].kind == BL_GLOBAL_FUNCTION)
            count_body(r, in, &reader, &globals[i], module, i);
        if (globals[i].kind != BL_GLOBAL_VARIABLE || globals[i].initializer == BL_NONE)
            continue;
        row.bits = count_constants(in, globals[i].initializer);
        if (in_groups)
            add_to_group(r, &reader, &globals[i], i, row.bits);
        else
            add_row(r, &row);
    }
    group_reader_close(&reader);
    for (uint32_t i = 0; i < in->n_constants; i++)
        r->in_constants += count_constants(in, (uint64_t)in->n_globals + i);
}

static void rank_globals(struct ranker *r, struct bl_index *index, const struct ranked *module,
                         struct bl_error *first_error)
{
    struct initializers in = {.first_error = first_error};
    struct bl_error err;
    if (bl_module_open(&in.module, index, module->in.block, &err) < 0)
        keep_error(first_error, &err);
    else
        count_globals(r, &in, module);
    free(in.seen);
    free(in.left);
    bl_record_release(&in.rec);
    bl_module_close(in.module);
}

static void rank_module(void *context, struct bl_index *index, const struct stream_module *in,
                        struct bl_error *first_error)
{
    struct ranker *r = context;
    struct bl_block block = bl_index_get(index, in->block).block;
    struct ranked row = {.in = *in,
                         .bits = bits_of(&block, &r->streams->items[in->item].input.stream),
                         .bit_pos = block.bit_pos};
    r->in_modules += row.bits;
    if (r->by == RANK_FUNCTIONS)
        rank_functions(r, index, &row, first_error);
    else if (r->by == RANK_GLOBALS || ranks_groups(r->by))
        rank_globals(r, index, &row, first_error);
    else
        add_row(r, &row);
}

/* ---- Blocks and records ---- */

static struct ranked row_of_block(const struct bl_stats_block *block)
{
    return (struct ranked){.bits = block->bits,
                           .count = block->n,
                           .in.item = BL_NONE,
                           .kind = block->kind,
                           .block_id = block->block_id,
                           .parent_id = block->parent_id,
                           .code = BL_NONE,
                           .name = block->name};
}

/* Rows for the kinds of records of a metadata block. */
static void rank_records(struct ranker *r, uint32_t number)
{
    struct bl_stats_block block = bl_stats_get_block(r->ranking->stats, number);
    const struct bl_stats_count *counts;
    uint32_t n = bl_stats_counts(r->ranking->stats, number, false, &counts);
    for (uint32_t i = 0; i < n; i++) {
        struct ranked row = row_of_block(&block);
        row.bits = counts[i].bits;
        row.count = counts[i].n;
        row.code = counts[i].code;
        add_row(r, &row);
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
        {y->bits, x->bits},         {x->in.item, y->in.item}, {x->in.number, y->in.number},
        {x->bit_pos, y->bit_pos},   {x->value, y->value},     {x->kind, y->kind},
        {x->block_id, y->block_id}, {x->code, y->code},
    };
    int order = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && order == 0; i++)
        order = bl_order(keys[i][0], keys[i][1]);
    return order ? order : bl_view_compare(x->name, y->name);
}

/* ---- By what ---- */

const char *of_no_group(enum group_by by)
{
    static const char *const of_none[] = {
        [GROUP_CRATE] = "of no crate: names of C, C++ and others",
        [GROUP_NAMESPACE] = "of no namespace, as names of C",
        [GROUP_TEMPLATE] = "of no template",
        [GROUP_DIRECTORY] = "of no source file that is known",
        [GROUP_SECTION] = "of no section that is named",
        [GROUP_SYMBOL] = "of no name",
    };
    return of_none[by];
}

static void add_groups(struct ranker *r)
{
    struct groups *groups = &r->ranking->groups;
    groups_sort(groups);
    for (uint32_t i = 0; i < groups->n; i++) {
        const struct group *group = &groups->groups[i];
        if (group->level > 0)
            continue;
        add_row(r, &(struct ranked){.bits = group->bits,
                                    .count = group->count,
                                    .in.item = BL_NONE,
                                    .code = BL_NONE,
                                    .name = group->name,
                                    .group = i});
    }
    add_rest(r->ranking, of_no_group(r->grouping->by[0]), groups->bits_of_none);
}

static void rank_in_modules(struct ranker *r, uint64_t in_streams)
{
    struct ranking *ranking = r->ranking;
    ranking->groups.bytes_left = bytes_of_names(0, ranking->bits / 8);
    for_each_stream_module(r->streams, rank_module, r);
    if (ranks_groups(r->by))
        add_groups(r);
    uint64_t in_rows = sum_of_rows(ranking) + ranking->groups.bits_of_none;
    if (r->by == RANK_FUNCTIONS)
        add_rest(ranking, "of modules, outside of function bodies", r->in_modules - in_rows);
    if (r->by == RANK_GLOBALS || ranks_groups(r->by)) {
        add_rest(ranking, "constants of no initializer", r->in_constants);
        add_rest(ranking,
                 r->by == RANK_GLOBALS ? "of modules, outside of their constants"
                                       : "of modules, outside of function bodies and constants",
                 r->in_modules - in_rows - r->in_constants);
    }
    add_rest(ranking, "of streams, outside of modules", in_streams - r->in_modules);
}

static void rank_in_blocks(struct ranker *r, uint64_t in_streams)
{
    struct ranking *ranking = r->ranking;
    uint64_t in_blocks = 0;
    uint64_t in_others = 0;
    (void)out_need(bl_stats_open(&ranking->stats, BL_STATS_ROLES, NULL));
    streams_count(r->streams, ranking->stats);
    for (uint32_t i = 0; i < bl_stats_n_blocks(ranking->stats); i++) {
        struct bl_stats_block block = bl_stats_get_block(ranking->stats, i);
        struct ranked row = row_of_block(&block);
        bool is_metadata =
            block.kind == BL_STREAM_LLVM_IR && (block.block_id == BL_BLOCK_METADATA ||
                                                block.block_id == BL_BLOCK_METADATA_ATTACHMENT ||
                                                block.block_id == BL_BLOCK_METADATA_KIND);
        in_blocks += block.bits;
        if (r->by == RANK_BLOCKS)
            add_row(r, &row);
        else if (is_metadata)
            rank_records(r, i);
        else
            in_others += block.bits;
    }
    if (r->by == RANK_METADATA) {
        add_rest(ranking, "of blocks of metadata, outside of records",
                 in_blocks - in_others - sum_of_rows(ranking));
        add_rest(ranking, "of other blocks", in_others);
    }
    add_rest(ranking, "of streams, outside of blocks", in_streams - in_blocks);
}

void ranking_make(struct ranking *ranking, enum rank_by by, const struct grouping *grouping,
                  struct streams *streams)
{
    struct ranker r = {.ranking = ranking,
                       .by = by,
                       .grouping = grouping,
                       .streams = streams,
                       .lock = PTHREAD_MUTEX_INITIALIZER};
    uint64_t in_streams = 0;
    *ranking = (struct ranking){.n_files = streams->n_sources};
    for (uint32_t i = 0; i < streams->n_sources; i++) {
        struct ranked row = {.bits = streams->sources[i].size * 8, .in.item = i};
        ranking->bits += row.bits;
        if (by == RANK_SOURCES)
            add_row(&r, &row);
    }
    for (uint32_t i = 0; i < streams->n; i++)
        in_streams += (uint64_t)streams->items[i].input.stream.bytes.size * 8;
    if (by == RANK_METADATA || by == RANK_BLOCKS)
        rank_in_blocks(&r, in_streams);
    else if (by != RANK_SOURCES)
        rank_in_modules(&r, in_streams);
    if (by != RANK_SOURCES)
        add_rest(ranking, "of files, outside of streams", ranking->bits - in_streams);
    array_sort(ranking->rows, ranking->n, sizeof *ranking->rows, by_bits);
}

void ranking_release(struct ranking *ranking)
{
    free(ranking->rows);
    bl_stats_close(ranking->stats);
    groups_release(&ranking->groups);
    *ranking = (struct ranking){0};
}

/* ---- Which functions ---- */

static int by_place(const void *a, const void *b)
{
    const struct ranked *x = *(struct ranked *const *)a;
    const struct ranked *y = *(struct ranked *const *)b;
    int order = compare_stream_modules(&x->in, &y->in);
    return order ? order : bl_order(x->bit_pos, y->bit_pos);
}

/* ROWS are those of MODULE. */
static void find_in_module(struct ranked **rows, uint32_t n, struct bl_module *module)
{
    uint32_t n_globals;
    (void)out_need(bl_module_count(module, &n_globals, NULL));
    for (uint32_t value = 0; value < n_globals; value++) {
        struct bl_block block;
        if (out_need(bl_module_body(module, value, &block, NULL)) <= 0)
            continue;
        struct ranked key = {.in = rows[0]->in, .bit_pos = block.bit_pos};
        const struct ranked *wanted = &key;
        struct ranked **row = bsearch(&wanted, rows, n, sizeof(struct ranked *), by_place);
        if (row)
            (*row)->value = value;
    }
}

void ranking_find_values(struct ranking *ranking, uint32_t n, const struct streams *streams)
{
    struct ranked **rows = array_new(n, sizeof(struct ranked *));
    struct module_reader reader = {0};
    for (uint32_t i = 0; i < n; i++)
        rows[i] = &ranking->rows[i];
    qsort(rows, n, sizeof(struct ranked *), by_place);
    for (uint32_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n; end++)
            if (compare_stream_modules(&rows[end]->in, &rows[first]->in) != 0)
                break;
        if (out_need(module_reader_open(&reader, streams, &rows[first]->in, NULL)) == BL_OK)
            find_in_module(rows + first, end - first, reader.module);
    }
    module_reader_close(&reader);
    free(rows);
}
