/* cmd/heads.c - how the lines of records begin: made once for all records of a kind
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/heads.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_HEADS = HEADS_PLACES / 2,
    CACHE_LINE = 64,
    MOST_BYTES = 1024 /* made of a text that is too long to be kept, at a time */
};

void heads_release(struct heads *heads)
{
    free(heads->places);
    *heads = (struct heads){0};
}

static void empty(struct heads *heads)
{
    heads->n = 0;
    for (uint32_t i = 0; i < HEADS_PLACES; i++)
        heads->places[i].key = HEADS_NO_KEY;
}

void heads_clear(struct heads *heads)
{
    heads->n_forgotten++;
    if (!heads->places)
        return;
    if (heads->forgets)
        heads->forgets(heads->context, heads);
    empty(heads);
}

void heads_begin(struct heads *heads, const void *names)
{
    if (heads->has_changed || heads->names != names)
        heads_clear(heads);
    heads->names = names;
    heads->has_changed = false;
}

uint32_t heads_find_block(struct heads *heads, uint32_t block_id)
{
    for (uint32_t i = 0; i < heads->n_blocks; i++)
        if (heads->block_ids[i] == block_id)
            return i;
    if (heads->n_blocks == HEADS_BLOCKS)
        return HEADS_BLOCKS;
    heads->block_ids[heads->n_blocks++] = block_id;
    if (block_id < HEADS_BLOCKS)
        heads->numbers[block_id] = (uint8_t)heads->n_blocks;
    return heads->n_blocks - 1;
}

static bool begin(struct heads *heads)
{
    if (heads->is_broken)
        return false;
    if (heads->places)
        return true;
    heads->places = aligned_alloc(CACHE_LINE, HEADS_PLACES * sizeof *heads->places);
    heads->is_broken = !heads->places;
    if (!heads->is_broken)
        empty(heads);
    return !heads->is_broken;
}

struct head *heads_add(struct heads *heads, uint32_t block, uint32_t code, uint32_t abbrev_id,
                       make_head_fn *make, void *context)
{
    char text[MOST_BYTES];
    struct out o = {.data = text, .cap = sizeof text};
    uint64_t key = heads_key(code, abbrev_id);
    if (block >= HEADS_BLOCKS || key & ~HEADS_KEY_BITS || !begin(heads))
        return NULL;
    make(context, &o, code, abbrev_id);
    if (o.failed || o.n > HEAD_BYTES)
        return NULL;
    if (heads->n == MOST_HEADS)
        heads_clear(heads);
    key |= (uint64_t)block << HEADS_BLOCK_SHIFT;
    uint32_t i = heads_place(key);
    while (heads->places[i].key != HEADS_NO_KEY)
        i = (i + 1) % HEADS_PLACES;
    heads->places[i] = (struct head){.key = key, .kept.size = (uint32_t)o.n};
    memcpy(heads->places[i].kept.text, text, o.n);
    heads->n++;
    return &heads->places[i];
}
