/* cmd/diff/sizes.c - which blocks, and which records in them, take more bits or fewer on one side
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "diff/sizes.h"

#include "base/array.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Rows of each kind, if no option says how many. */
enum {
    MOST_BLOCKS = 8,
    MOST_RECORDS = 5
};

/* ---- Finding ---- */

static bool differs(const struct size_row *row)
{
    return row->bits[0] != row->bits[1] || row->n[0] != row->n[1];
}

/* In the order of bl_stats_get_block(). */
static bool is_block_before(const struct bl_stats_block *a, const struct bl_stats_block *b)
{
    return a->kind != b->kind ? a->kind < b->kind : a->block_id < b->block_id;
}

/* Records of one code on one side. */
struct code_count {
    struct bl_stats_count count;
    int side;
};

static int by_code(const void *a, const void *b)
{
    return bl_order(((const struct code_count *)a)->count.code,
                    ((const struct code_count *)b)->count.code);
}

/* The records of the blocks whose numbers on both sides are NUMBERS; BL_NONE: there are none. */
static void find_records(struct block_sizes *sizes, const struct diff_side sides[2],
                         const struct bl_stats_block *block, const uint32_t numbers[2])
{
    struct code_count *all = NULL;
    uint32_t n_all = 0, cap = 0;
    for (int side = 0; side < 2; side++) {
        const struct bl_stats_count *counts;
        uint32_t n = 0;
        if (numbers[side] != BL_NONE)
            n = bl_stats_counts(sides[side].stats, numbers[side], false, &counts);
        for (uint32_t i = 0; i < n; i++)
            array_add(&all, &n_all, &cap, (struct code_count){counts[i], side});
    }
    array_sort(all, n_all, sizeof *all, by_code);
    for (uint32_t i = 0; i < n_all;) {
        uint32_t code = all[i].count.code;
        struct size_row row = {.name = NULL};
        struct text name = {0};
        for (; i < n_all && all[i].count.code == code; i++) {
            row.bits[all[i].side] = all[i].count.bits;
            row.n[all[i].side] = all[i].count.n;
        }
        if (!differs(&row))
            continue;
        bl_record_label_print(block->kind, (struct bl_view){0}, block->block_id, code, text_put,
                              &name);
        text_put(&name, "", 1);
        row.name = name.data;
        array_add(&sizes->records, &sizes->n_records, &sizes->cap_records, row);
    }
    free(all);
}

/* NAME is malloc'ed, and taken. */
static void add_sizes(struct sizes *sizes, struct block_sizes found, char *name)
{
    found.whole.name = name;
    if (differs(&found.whole) || found.n_records > 0)
        array_add(&sizes->blocks, &sizes->n_blocks, &sizes->cap_blocks, found);
    else
        free(name);
}

void sizes_find(struct sizes *sizes, const struct diff_side sides[2])
{
    struct block_sizes unread = {.records = NULL}, outside = {.records = NULL};
    uint32_t n[2], at[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        n[side] = bl_stats_n_blocks(sides[side].stats);
        outside.whole.bits[side] = sides[side].n_bytes * 8;
    }
    while (at[0] < n[0] || at[1] < n[1]) {
        struct bl_stats_block blocks[2], block;
        uint32_t numbers[2] = {BL_NONE, BL_NONE};
        struct block_sizes found = {.records = NULL};
        struct text name = {0};
        for (int side = 0; side < 2; side++)
            if (at[side] < n[side])
                blocks[side] = bl_stats_get_block(sides[side].stats, at[side]);
        int first = at[0] == n[0] || (at[1] < n[1] && is_block_before(&blocks[1], &blocks[0]));
        block = blocks[first];
        for (int side = 0; side < 2; side++) {
            if (at[side] == n[side] || is_block_before(&block, &blocks[side]))
                continue;
            numbers[side] = at[side]++;
            found.whole.bits[side] = blocks[side].bits - blocks[side].unread_bits;
            unread.whole.bits[side] += blocks[side].unread_bits;
            outside.whole.bits[side] -= blocks[side].bits;
        }
        find_records(&found, sides, &block, numbers);
        bl_block_label_print(block.kind, block.name, block.parent_id, block.block_id, text_put,
                             &name);
        text_put(&name, "", 1);
        add_sizes(sizes, found, name.data);
    }
    add_sizes(sizes, unread, string_printf("what could not be read"));
    add_sizes(sizes, outside, string_printf("outside of blocks"));
}

void sizes_release(struct sizes *sizes)
{
    for (uint32_t i = 0; i < sizes->n_blocks; i++) {
        struct block_sizes *block = &sizes->blocks[i];
        for (uint32_t k = 0; k < block->n_records; k++)
            free(block->records[k].name);
        free(block->records);
        free(block->whole.name);
    }
    free(sizes->blocks);
}

/* ---- Output ---- */

static uint64_t bits_of_change(const struct size_row *row)
{
    return row->bits[0] < row->bits[1] ? row->bits[1] - row->bits[0] : row->bits[0] - row->bits[1];
}

bool sizes_differ(const struct sizes *sizes)
{
    for (uint32_t i = 0; i < sizes->n_blocks; i++)
        if (bits_of_change(&sizes->blocks[i].whole) > 0)
            return true;
    return false;
}

/* The order of two struct size_row, or of two struct block_sizes. */
static int by_change(const void *a, const void *b)
{
    const struct size_row *s = a, *t = b;
    int order = bl_order(bits_of_change(t), bits_of_change(s));
    return order ? order : strcmp(s->name, t->name);
}

static void put_row(struct out *o, const struct size_row *row, const char *indent)
{
    out_bits_wide(o, row->bits[0], 13);
    out_char(o, ' ');
    out_bits_wide(o, row->bits[1], 13);
    out_printf(o, row->bits[1] % 8 == row->bits[0] % 8 ? " %+11.0f    " : " %+13.1f  ",
               ((double)row->bits[1] - (double)row->bits[0]) / 8);
    out_printf(o, "%s%s\n", indent, row->name);
}

/* Those of one block that changed most, and the others as one. */
static void put_records(struct context *c, struct block_sizes *block)
{
    struct row_limit limit = {.n_left = c->all ? UINT64_MAX : MOST_RECORDS};
    char others_name[] = "all other records";
    struct size_row others = {.name = others_name};
    array_sort(block->records, block->n_records, sizeof *block->records, by_change);
    for (uint32_t i = 0; i < block->n_records; i++) {
        const struct size_row *row = &block->records[i];
        if (take_row(&limit)) {
            put_row(&c->out, row, "  ");
            continue;
        }
        for (int side = 0; side < 2; side++)
            others.bits[side] += row->bits[side];
    }
    if (limit.n_more > 0)
        put_row(&c->out, &others, "  ");
}

static void json_row(struct out *o, const struct block_sizes *block, const struct size_row *record)
{
    const struct size_row *row = record ? record : &block->whole;
    json_begin(o, record ? "record" : "block");
    if (record)
        json_text(o, "block", block->whole.name);
    json_text(o, "name", row->name);
    json_u64(o, "before_bits", row->bits[0]);
    json_u64(o, "after_bits", row->bits[1]);
    if (record) {
        json_u64(o, "before_records", row->n[0]);
        json_u64(o, "after_records", row->n[1]);
    }
    json_end(o);
}

void sizes_put(struct sizes *sizes, struct context *c, bool with_records)
{
    struct row_limit limit = limit_rows(c, MOST_BLOCKS);
    if (!c->json && sizes->n_blocks > 0) {
        array_sort(sizes->blocks, sizes->n_blocks, sizeof *sizes->blocks, by_change);
        out_printf(&c->out, "%13s %13s %13s  block\n", "bytes before", "after  ", "change  ");
    }
    for (uint32_t i = 0; i < sizes->n_blocks; i++) {
        struct block_sizes *block = &sizes->blocks[i];
        if ((!with_records && bits_of_change(&block->whole) == 0) || !take_row(&limit))
            continue;
        if (c->json)
            json_row(&c->out, block, NULL);
        else
            put_row(&c->out, &block->whole, "");
        if (with_records && !c->json)
            put_records(c, block);
        for (uint32_t k = 0; with_records && c->json && k < block->n_records; k++)
            json_row(&c->out, block, &block->records[k]);
    }
    put_more_rows(c, &limit, "kind of blocks", "kinds of blocks");
}
