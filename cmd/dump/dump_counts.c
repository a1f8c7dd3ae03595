/* dump/dump_counts.c - counting blocks and records while they are dumped
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/dump_counts.h"

#include <string.h>

static void check_counts(struct dump_counts *c, int status)
{
    c->failed |= status < 0;
}

static void move_prefixes(void *context, struct line_prefixes *prefixes)
{
    struct dump_counts *c = context;
    for (uint32_t i = 0; prefixes->places && i < PREFIX_PLACES; i++) {
        struct line_prefix *prefix = &prefixes->places[i];
        if (prefix->key == PREFIX_NO_KEY || prefix->n == 0)
            continue;
        uint32_t block_id;
        struct bl_stats_count count = {.n = prefix->n, .bits = prefix->bits};
        line_prefix_get_key(prefixes, prefix, &block_id, &count.code, &count.abbrev_id);
        check_counts(c, bl_stats_add_records(c->stats, c->kind, block_id, &count, NULL));
        prefix->n = 0;
        prefix->bits = 0;
    }
}

bool dump_counts_init(struct dump_counts *c, enum bl_stream_kind kind,
                      struct line_prefixes *prefixes)
{
    struct bl_error err;
    *c = (struct dump_counts){.kind = kind, .prefixes = prefixes};
    prefixes->on_clear = move_prefixes;
    prefixes->context = c;
    return bl_stats_open(&c->stats, BL_STATS_LLVM, &err) == BL_OK;
}

void dump_counts_release(struct dump_counts *c)
{
    if (c->prefixes)
        c->prefixes->on_clear = NULL;
    bl_stats_close(c->stats);
}

static void add_sum(struct dump_counts *c, uint32_t block_id, const struct dump_sum *sum)
{
    const struct bl_stats_block inner = {
        .kind = c->kind,
        .block_id = block_id,
        .n = sum->n - sum->n_top,
        .bits = sum->bits,
        .n_sub_blocks = sum->n_sub_blocks,
        .n_abbrevs = sum->n_abbrevs,
        .abbrev_bits = sum->abbrev_bits,
    };
    const struct bl_stats_block top = {
        .kind = c->kind, .block_id = block_id, .parent_id = BL_NONE, .n = sum->n_top};
    check_counts(c, bl_stats_add_blocks(c->stats, &inner, NULL));
    if (sum->n_top)
        check_counts(c, bl_stats_add_blocks(c->stats, &top, NULL));
}

bool dump_counts_add_to(struct dump_counts *c, struct bl_stats *stats)
{
    move_prefixes(c, c->prefixes);
    for (uint32_t i = 0; i < c->prefixes->n_blocks; i++) {
        const struct dump_sum *sum = &c->sums[i];
        if (sum->n || sum->bits || sum->n_sub_blocks || sum->n_abbrevs)
            add_sum(c, c->prefixes->block_ids[i], sum);
    }
    memset(c->sums, 0, sizeof c->sums);
    check_counts(c, bl_stats_join(stats, c->stats, NULL));
    return !c->failed;
}

static struct dump_sum *sum_of(struct dump_counts *c, const struct dump_level *block)
{
    return &c->sums[block->prefix_block];
}

/* After something in BLOCK was added up: what belongs to no block alone cannot stay. */
static inline void settle(struct dump_counts *c, const struct dump_level *block)
{
    if (__builtin_expect(block->prefix_block < PREFIX_BLOCKS, 1))
        return;
    struct dump_sum *sum = sum_of(c, block);
    add_sum(c, block->block_id, sum);
    *sum = (struct dump_sum){0};
}

void dump_counts_begin(struct dump_counts *c, const struct dump_level *block,
                       const struct dump_level *around, uint64_t header_pos)
{
    struct dump_sum *sum = sum_of(c, block);
    sum->n++;
    sum->n_top += !around;
    sum->bits -= header_pos;
    settle(c, block);
    if (!around)
        return;
    sum = sum_of(c, around);
    sum->n_sub_blocks++;
    sum->bits += header_pos;
    settle(c, around);
}

void dump_counts_end(struct dump_counts *c, const struct dump_level *block,
                     const struct dump_level *around, uint64_t end_pos)
{
    sum_of(c, block)->bits += end_pos;
    settle(c, block);
    if (!around)
        return;
    sum_of(c, around)->bits -= end_pos;
    settle(c, around);
}

void dump_counts_abbrev(struct dump_counts *c, const struct dump_level *block, uint64_t bits)
{
    struct dump_sum *sum = sum_of(c, block);
    sum->n_abbrevs++;
    sum->abbrev_bits += bits;
    settle(c, block);
}

void dump_counts_record(struct dump_counts *c, const struct dump_level *block,
                        const struct bl_batch_record *rec)
{
    const struct bl_stats_count count = {.code = rec->code,
                                         .abbrev_id = rec->abbrev_id,
                                         .n = 1,
                                         .bits = rec[1].bit_pos - rec->bit_pos};
    check_counts(c, bl_stats_add_records(c->stats, c->kind, block->block_id, &count, NULL));
}
