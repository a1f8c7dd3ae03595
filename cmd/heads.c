/* cmd/heads.c - how the lines of records begin: made once for all records of a kind
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "heads.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_HEADS = HEADS_PLACES / 2,
    TEXT_BYTES = 1 << (32 - HEAD_SIZE_BITS)
};

void heads_release(struct heads *heads)
{
    free(heads->places);
    out_close(&heads->text);
    *heads = (struct heads){0};
}

void heads_clear(struct heads *heads)
{
    if (!heads->places)
        return;
    if (heads->forgets)
        heads->forgets(heads->context, heads);
    memset(heads->places, 0, HEADS_PLACES * sizeof *heads->places);
    out_reset(&heads->text);
    heads->n = 0;
}

void heads_begin(struct heads *heads, const void *names)
{
    if (heads->has_changed || heads->names != names)
        heads_clear(heads);
    heads->names = names;
    heads->has_changed = false;
}

uint32_t heads_block(struct heads *heads, uint32_t block_id)
{
    for (uint32_t i = 0; i < heads->n_blocks; i++)
        if (heads->block_ids[i] == block_id)
            return i;
    if (heads->n_blocks == HEADS_BLOCKS)
        return HEADS_BLOCKS;
    heads->block_ids[heads->n_blocks] = block_id;
    return heads->n_blocks++;
}

static bool begin(struct heads *heads)
{
    if (heads->is_broken)
        return false;
    if (heads->places)
        return true;
    heads->places = calloc(HEADS_PLACES, sizeof *heads->places);
    heads->is_broken = !heads->places || !out_init_memory(&heads->text, TEXT_BYTES, false);
    return !heads->is_broken;
}

struct head *heads_add(struct heads *heads, uint32_t block, uint32_t code, uint32_t abbrev_id,
                       make_head_fn *make, void *context)
{
    if (!heads_has_key(block, code, abbrev_id) || !begin(heads))
        return NULL;
    if (heads->n == MOST_HEADS || heads->text.n > TEXT_BYTES / 2)
        heads_clear(heads);
    size_t at = heads->text.n;
    make(context, &heads->text, code, abbrev_id);
    size_t size = heads->text.n - at;
    /* Behind the text there must be something to copy, too. */
    (void)out_room(&heads->text, HEAD_STEP);
    if (heads->text.failed) { /* other texts may have been written over */
        heads_clear(heads);
        return NULL;
    }
    if (size > HEAD_MOST_BYTES) {
        heads->text.n = at;
        return NULL;
    }
    uint32_t key = heads_key(block, code, abbrev_id);
    uint32_t i = heads_place(key);
    while (heads->places[i].text)
        i = (i + 1) % HEADS_PLACES;
    heads->places[i] =
        (struct head){.key = key, .text = (uint32_t)at << HEAD_SIZE_BITS | (uint32_t)size};
    heads->n++;
    return &heads->places[i];
}
