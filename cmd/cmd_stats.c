/* cmd/cmd_stats.c - where the bits go, over several files at once
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every bit of every stream is in exactly one row: the blocks' rows and "outside of blocks" (magic,
 * headers of top-level blocks, wrapper, padding, what could not be read there) sum up to the
 * streams' sizes; the rows of a block sum up to the block's.
 */
#include "analysis/ideal_costs.h"
#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"
#include "commands.h"
#include "input/streams.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_SORT,
    OPT_BLOCKS,
    OPT_ABBREVS,
    OPT_IDEAL
};

#define LEAST_PERCENT 1 /* of all bytes, for a row of its own */

enum sort {
    BY_BYTES, /* most first */
    BY_ID
};

const struct option_spec stats_options[] = {
    [OPT_SORT] = {"sort", 's', "bytes|id", "most bytes first, or by block id and record code"},
    [OPT_BLOCKS] = {"blocks", 0, NULL, "only a row per block id, none per record code"},
    [OPT_ABBREVS] = {"abbrevs", 0, NULL, "a row per record code and abbreviation"},
    [OPT_IDEAL] = {"ideal", 0, NULL, "what records would cost by the best abbreviations"},
    {NULL, 0, NULL, NULL},
};

struct stats {
    struct context *context;
    struct bl_stats *stats;
    struct streams streams;
    bool blocks_only, by_abbrev, is_ideal;
    uint64_t n_streams, n_bytes;
};

struct totals {
    uint64_t blocks, records, abbreviated, bits;
};

static struct totals sum_up(struct bl_stats *stats, uint32_t n)
{
    struct totals sum = {0};
    for (uint32_t i = 0; i < n; i++) {
        struct bl_stats_block block = bl_stats_get_block(stats, i);
        sum.blocks += block.n;
        sum.records += block.n_records;
        sum.abbreviated += block.n_abbreviated;
        sum.bits += block.bits;
    }
    return sum;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? (double)part * 100.0 / (double)whole : 0;
}

/* count, bytes, share of the whole, bits each, per cent abbreviated */
static void put_stats_row(const struct stats *s, struct out *o, uint64_t n, uint64_t bits,
                          double abbreviated)
{
    out_u64_wide(o, n, 10);
    out_char(o, ' ');
    out_bits_wide(o, bits, 13);
    out_printf(o, " %6.2f%% %10.1f", percent(bits, s->n_bytes * 8),
               n ? (double)bits / (double)n : 0);
    if (abbreviated >= 0)
        out_printf(o, " %6.1f%%  ", abbreviated);
    else
        out_text(o, "       -  ");
}

static void put_code_row(const struct stats *s, struct out *o, const struct bl_stats_block *block,
                         const struct bl_stats_count *c)
{
    put_stats_row(s, o, c->n, c->bits, percent(c->n_abbreviated, c->n));
    out_text(o, "  ");
    bl_record_label_print(block->kind, (struct bl_view){0}, block->block_id, c->code, out_put, o);
    if (s->by_abbrev && c->abbrev_id == BL_ABBREV_UNABBREV)
        out_text(o, ", unabbreviated");
    else if (s->by_abbrev)
        out_printf(o, ", abbreviation %" PRIu32, c->abbrev_id);
    out_char(o, '\n');
}

/* ---- Order ---- */

/* A row of a block: of records with a code, or of a kind of other bits. */
struct row {
    const struct bl_stats_count *count; /* NULL: of WHAT */
    const char *what;
    uint64_t n, bits;
    uint32_t number; /* before all others of the same size */
};

static int compare_rows(const void *a, const void *b)
{
    const struct row *s = a, *t = b;
    int order = bl_order(t->bits, s->bits);
    return order ? order : bl_order(s->number, t->number);
}

/* Into the order of the call; the N rows are in that of their numbers. */
static void sort_rows(const struct stats *s, struct row *rows, uint32_t n)
{
    if (s->context->sort == BY_BYTES)
        array_sort(rows, n, sizeof *rows, compare_rows);
    if (s->context->reverse)
        array_reverse(rows, n);
}

/* ---- Text ---- */

/* The rows of BLOCK below its own: records, then all its other bits. Malloc'ed. */
static struct row *rows_of(const struct stats *s, uint32_t number,
                           const struct bl_stats_block *block, uint32_t *n)
{
    enum {
        MOST_OTHERS = 3
    };
    const struct bl_stats_count *counts;
    *n = bl_stats_counts(s->stats, number, s->by_abbrev, &counts);
    struct row *rows = array_new((size_t)*n + MOST_OTHERS, sizeof *rows);
    const struct row others[MOST_OTHERS] = {
        {.what = "abbreviation definitions", .n = block->n_abbrevs, .bits = block->abbrev_bits},
        {.what = "what could not be read", .n = block->n, .bits = block->unread_bits},
        {.what = "headers, ends, padding",
         .n = block->n,
         .bits = block->bits - block->record_bits - block->abbrev_bits - block->unread_bits}};
    for (uint32_t i = 0; i < *n; i++)
        rows[i] = (struct row){.count = &counts[i], .n = counts[i].n, .bits = counts[i].bits};
    for (int i = 0; i < MOST_OTHERS; i++)
        if (others[i].bits > 0 || i == MOST_OTHERS - 1)
            rows[(*n)++] = others[i];
    for (uint32_t i = 0; i < *n; i++)
        rows[i].number = i;
    sort_rows(s, rows, *n);
    return rows;
}

static bool is_small(const struct stats *s, const struct row *row)
{
    return !s->context->all && !s->by_abbrev && percent(row->bits, s->n_bytes * 8) < LEAST_PERCENT;
}

/* All small rows of a block are one, unless there is only one. */
static void put_rows_in(const struct stats *s, struct out *o, uint32_t number,
                        const struct bl_stats_block *block)
{
    uint32_t n, n_small = 0;
    struct row *rows = rows_of(s, number, block, &n);
    struct row small = {0};
    for (uint32_t i = 0; i < n; i++)
        if (is_small(s, &rows[i])) {
            n_small++;
            small.bits += rows[i].bits;
            small.n += rows[i].count ? rows[i].n : 0;
        }
    for (uint32_t i = 0; i < n; i++) {
        const struct row *row = &rows[i];
        if (n_small > 1 && is_small(s, row))
            continue;
        if (row->count) {
            put_code_row(s, o, block, row->count);
        } else {
            put_stats_row(s, o, row->n, row->bits, -1);
            out_printf(o, "  %s\n", row->what);
        }
    }
    if (n_small > 1) {
        put_stats_row(s, o, small.n, small.bits, -1);
        out_printf(o, "  %" PRIu32 " rows below %d %%\n", n_small, LEAST_PERCENT);
    }
    free(rows);
}

static void put_block_rows(const struct stats *s, struct out *o, uint32_t number)
{
    struct bl_stats_block found = bl_stats_get_block(s->stats, number);
    const struct bl_stats_block *block = &found;
    put_stats_row(s, o, block->n, block->bits, percent(block->n_abbreviated, block->n_records));
    out_colour(o, COLOUR_NAME);
    bl_block_label_print(block->kind, block->name, block->parent_id, block->block_id, out_put, o);
    if (block->kind != BL_STREAM_LLVM_IR)
        out_printf(o, " (%s)", bl_stream_kind_name(block->kind));
    out_plain(o);
    out_char(o, '\n');
    if (!s->blocks_only)
        put_rows_in(s, o, number, block);
}

static void put_stats(struct stats *s)
{
    struct out *o = &s->context->out;
    uint32_t n = bl_stats_n_blocks(s->stats);
    struct totals sum = sum_up(s->stats, n);
    out_count(o, s->n_streams, "stream", "streams");
    out_printf(o, ", %" PRIu64 " bytes\n\n", s->n_bytes);
    out_printf(o, "%10s %13s %7s %10s %7s  %s\n", "count", "bytes  ", "share", "bits each",
               "abbrev", "block, record");
    struct row *rows = array_new(n, sizeof *rows);
    for (uint32_t i = 0; i < n; i++)
        rows[i] = (struct row){.bits = bl_stats_get_block(s->stats, i).bits, .number = i};
    sort_rows(s, rows, n);
    for (uint32_t i = 0; i < n; i++)
        put_block_rows(s, o, rows[i].number);
    free(rows);
    put_stats_row(s, o, s->n_streams, s->n_bytes * 8 - sum.bits, -1);
    out_text(o, "outside of blocks\n");
    put_stats_row(s, o, sum.records, s->n_bytes * 8, percent(sum.abbreviated, sum.records));
    out_text(o, "all records, all bytes\n");
}

static void json_label(struct out *o, const struct bl_stats_block *block,
                       const struct bl_stats_count *c)
{
    struct text name = {0};
    bl_block_label_print(block->kind, block->name, block->parent_id, block->block_id, text_put,
                         &name);
    json_text(o, "kind", bl_stream_kind_name(block->kind));
    json_u64(o, "id", block->block_id);
    json_take_text(o, "name", &name);
    if (c) {
        bl_record_label_print(block->kind, (struct bl_view){0}, block->block_id, c->code, text_put,
                              &name);
        json_u64(o, "code", c->code);
        json_take_text(o, "record", &name);
    }
    free(name.data);
}

static void json_block(const struct stats *s, struct out *o, uint32_t number)
{
    struct bl_stats_block found = bl_stats_get_block(s->stats, number);
    const struct bl_stats_block *block = &found;
    json_begin(o, "block");
    json_label(o, block, NULL);
    json_u64(o, "count", block->n);
    json_u64(o, "bits", block->bits);
    json_u64(o, "blocks", block->n_sub_blocks);
    json_u64(o, "records", block->n_records);
    json_u64(o, "abbreviated", block->n_abbreviated);
    json_u64(o, "record_bits", block->record_bits);
    json_u64(o, "abbreviations", block->n_abbrevs);
    json_u64(o, "abbreviation_bits", block->abbrev_bits);
    json_u64(o, "unread_bits", block->unread_bits);
    json_end(o);
    if (s->blocks_only)
        return;
    const struct bl_stats_count *rows;
    uint32_t n = bl_stats_counts(s->stats, number, s->by_abbrev, &rows);
    for (uint32_t i = 0; i < n; i++) {
        json_begin(o, "record");
        json_label(o, block, &rows[i]);
        if (s->by_abbrev)
            json_u64(o, "abbrev", rows[i].abbrev_id);
        json_u64(o, "count", rows[i].n);
        json_u64(o, "abbreviated", rows[i].n_abbreviated);
        json_u64(o, "bits", rows[i].bits);
        json_end(o);
    }
}

static void put_json_stats(struct stats *s)
{
    struct out *o = &s->context->out;
    uint32_t n = bl_stats_n_blocks(s->stats);
    struct totals sum = sum_up(s->stats, n);
    for (uint32_t i = 0; i < n; i++)
        json_block(s, o, i);
    json_begin(o, "total");
    json_u64(o, "streams", s->n_streams);
    json_u64(o, "bytes", s->n_bytes);
    json_u64(o, "blocks", sum.blocks);
    json_u64(o, "records", sum.records);
    json_u64(o, "abbreviated", sum.abbreviated);
    json_u64(o, "outside_bits", s->n_bytes * 8 - sum.bits);
    json_end(o);
}

/* ---- Ideal ---- */

static void put_cost(struct out *o, const struct ideal_cost *cost, uint64_t all_bits)
{
    out_u64_wide(o, cost->row.n, 10);
    out_char(o, ' ');
    out_bits_wide(o, cost->row.bits, 13);
    out_char(o, ' ');
    out_bits_wide(o, cost->row.best_bits, 13);
    out_char(o, ' ');
    out_bits_wide(o, cost->row.bound_bits, 13);
    out_printf(o, " %6.2f%%  ", percent(cost->saved, all_bits));
}

static void put_costs(const struct stats *s, const struct ideal_costs *costs)
{
    struct out *o = &s->context->out;
    const struct ideal_cost *sum = &costs->sum;
    out_count(o, costs->n_streams, "module stream", "module streams");
    out_printf(o, "\n\n%10s %13s %13s %13s %7s  %s\n", "count", "bytes  ", "best  ", "bound  ",
               "saved", "block: record");
    uint32_t n = costs->n;
    while (n > 0 && !s->context->all &&
           percent(costs->items[n - 1].saved, sum->row.bits) < LEAST_PERCENT)
        n--;
    for (uint32_t i = 0; i < n; i++) {
        const struct ideal_cost *cost = &costs->items[s->context->reverse ? n - 1 - i : i];
        put_cost(o, cost, sum->row.bits);
        ideal_cost_label(cost, out_put, o);
        out_char(o, '\n');
    }
    put_cost(o, sum, sum->row.bits);
    out_text(o, "all records and definitions\n");
}

static void json_cost(struct out *o, const struct ideal_cost *cost)
{
    const struct bl_ideal_row *row = &cost->row;
    struct text label = {0};
    ideal_cost_label(cost, text_put, &label);
    json_begin(o, "ideal");
    json_u64(o, "id", row->block_id);
    json_u64_or_null(o, "code", row->code, row->code != BL_NONE);
    json_take_text(o, "record", &label);
    json_u64(o, "count", row->n);
    json_u64(o, "bits", row->bits);
    json_u64(o, "best_bits", row->best_bits);
    json_u64(o, "bound_bits", row->bound_bits);
    json_end(o);
    free(label.data);
}

static void put_ideal(struct stats *s)
{
    struct ideal_costs costs = ideal_costs_of(&s->streams, UINT64_MAX);
    if (!s->context->json)
        put_costs(s, &costs);
    for (uint32_t i = 0; s->context->json && i < costs.n; i++)
        json_cost(&s->context->out, &costs.items[i]);
    ideal_costs_release(&costs);
}

/* ---- The call ---- */

static void count_and_put(struct stats *s)
{
    out_need(bl_stats_open(&s->stats, BL_STATS_ROLES, NULL));
    streams_count(&s->streams, s->stats);
    s->n_streams = s->streams.n;
    for (uint32_t i = 0; i < s->streams.n; i++)
        s->n_bytes += s->streams.items[i].input.stream.bytes.size;
    if (s->context->json)
        put_json_stats(s);
    else
        put_stats(s);
    bl_stats_close(s->stats);
}

bool cmd_stats(struct context *c)
{
    struct stats s = {.context = c};
    int option;
    while ((option = next_option(c, NULL)) >= 0) {
        s.blocks_only |= option == OPT_BLOCKS;
        s.by_abbrev |= option == OPT_ABBREVS;
        s.is_ideal |= option == OPT_IDEAL;
    }
    if (s.is_ideal && (s.blocks_only || s.by_abbrev))
        usage_error(c->command, "--ideal has rows of its own");
    if (streams_open(&s.streams, c, 0)) {
        if (s.streams.n == 0)
            streams_report_none(&s.streams);
        else if (s.is_ideal)
            put_ideal(&s);
        else
            count_and_put(&s);
    }
    streams_close(&s.streams);
    return true;
}
