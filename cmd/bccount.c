/* cmd/bccount.c - counting blocks and records while they are dumped
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bccount.h"

#include <string.h>

static void check(struct bccount *c, int status)
{
    c->failed |= status < 0;
}

static void pour_heads(void *context, struct heads *heads)
{
    struct bccount *c = context;
    for (uint32_t i = 0; heads->places && i < HEADS_PLACES; i++) {
        struct head *head = &heads->places[i];
        if (head->n == 0)
            continue;
        uint32_t block_id;
        struct bl_tally_count count = {.n = head->n, .bits = head->bits};
        heads_split_key(heads, head->key, &block_id, &count.code, &count.abbrev_id);
        check(c, bl_tally_add_records(c->tally, c->kind, block_id, &count));
        head->n = 0;
        head->bits = 0;
    }
}

bool bccount_init(struct bccount *c, enum bl_stream_kind kind, struct heads *heads)
{
    struct bl_error err;
    *c = (struct bccount){.kind = kind, .heads = heads};
    heads->forgets = pour_heads;
    heads->context = c;
    return bl_tally_open(&c->tally, BL_TALLY_LLVM, &err) == BL_OK;
}

void bccount_release(struct bccount *c)
{
    if (c->heads)
        c->heads->forgets = NULL;
    bl_tally_close(c->tally);
}

/* Of N blocks N_TOP are at the top level. */
static void add_blocks(struct bccount *c, const struct bl_tally_block *blocks, uint64_t n_top)
{
    struct bl_tally_block inner = *blocks;
    struct bl_tally_block top = {
        .kind = c->kind, .block_id = blocks->block_id, .parent_id = BL_NO_BLOCK, .n = n_top};
    inner.kind = c->kind;
    inner.n -= n_top;
    check(c, bl_tally_add_blocks(c->tally, &inner));
    if (n_top)
        check(c, bl_tally_add_blocks(c->tally, &top));
}

bool bccount_pour(struct bccount *c, struct bl_tally *tally)
{
    pour_heads(c, c->heads);
    for (uint32_t i = 0; i < c->heads->n_blocks; i++) {
        struct bl_tally_block blocks = c->blocks[i];
        blocks.block_id = c->heads->block_ids[i];
        if (blocks.n || blocks.bits || blocks.n_sub_blocks || blocks.n_abbrevs)
            add_blocks(c, &blocks, c->n_top[i]);
    }
    memset(c->blocks, 0, sizeof c->blocks);
    memset(c->n_top, 0, sizeof c->n_top);
    check(c, bl_tally_join(tally, c->tally));
    return !c->failed;
}

/* MORE is added up in its place, or, where there is none, in the tally. */
static void add(struct bccount *c, struct bccount_place place, const struct bl_tally_block *more,
                bool is_top)
{
    if (place.heads_block == HEADS_BLOCKS) {
        struct bl_tally_block blocks = *more;
        blocks.block_id = place.block_id;
        add_blocks(c, &blocks, is_top);
        return;
    }
    struct bl_tally_block *sum = &c->blocks[place.heads_block];
    sum->n += more->n;
    sum->bits += more->bits;
    sum->n_sub_blocks += more->n_sub_blocks;
    sum->n_abbrevs += more->n_abbrevs;
    sum->abbrev_bits += more->abbrev_bits;
    c->n_top[place.heads_block] += is_top;
}

void bccount_begin(struct bccount *c, struct bccount_place block,
                   const struct bccount_place *around, uint64_t header_pos)
{
    add(c, block, &(struct bl_tally_block){.n = 1, .bits = 0 - header_pos}, !around);
    if (around)
        add(c, *around, &(struct bl_tally_block){.n_sub_blocks = 1, .bits = header_pos}, false);
}

void bccount_end(struct bccount *c, struct bccount_place block, const struct bccount_place *around,
                 uint64_t end_pos)
{
    add(c, block, &(struct bl_tally_block){.bits = end_pos}, false);
    if (around)
        add(c, *around, &(struct bl_tally_block){.bits = 0 - end_pos}, false);
}

void bccount_abbrev(struct bccount *c, struct bccount_place block, uint64_t bits)
{
    add(c, block, &(struct bl_tally_block){.n_abbrevs = 1, .abbrev_bits = bits}, false);
}

void bccount_record(struct bccount *c, uint32_t block_id, uint32_t code, uint32_t abbrev_id,
                    uint64_t bits)
{
    check(c, bl_tally_add_records(c->tally, c->kind, block_id,
                                  &(struct bl_tally_count){
                                      .code = code, .abbrev_id = abbrev_id, .n = 1, .bits = bits}));
}
