/* dump/line_prefix.c - the beginnings of lines, made once for all records of one block and code
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/line_prefix.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_PREFIXES = PREFIX_PLACES / 2,
    CACHE_LINE = 64,
    MOST_BYTES = 1024 /* made of a text that is too long to be kept, at a time */
};

void line_prefixes_release(struct line_prefixes *prefixes)
{
    free(prefixes->places);
    *prefixes = (struct line_prefixes){0};
}

static void clear(struct line_prefixes *prefixes)
{
    prefixes->n_cleared++;
    if (!prefixes->places)
        return;
    if (prefixes->on_clear)
        prefixes->on_clear(prefixes->context, prefixes);
    prefixes->n = 0;
    for (uint32_t i = 0; i < PREFIX_PLACES; i++)
        prefixes->places[i].key = PREFIX_NO_KEY;
}

void line_prefixes_begin(struct line_prefixes *prefixes, const void *names)
{
    if (prefixes->has_changed || prefixes->names != names)
        clear(prefixes);
    prefixes->names = names;
    prefixes->has_changed = false;
}

void line_prefixes_use(struct line_prefixes *prefixes, const void *names)
{
    if (names == prefixes->names)
        return;
    line_prefixes_begin(prefixes, names);
    prefixes->has_changed = true;
}

uint32_t line_prefixes_block(struct line_prefixes *prefixes, uint32_t block_id)
{
    for (uint32_t i = 0; i < prefixes->n_blocks; i++)
        if (prefixes->block_ids[i] == block_id)
            return i;
    if (prefixes->n_blocks == PREFIX_BLOCKS)
        return PREFIX_BLOCKS;
    prefixes->block_ids[prefixes->n_blocks++] = block_id;
    return prefixes->n_blocks - 1;
}

struct line_prefix *line_prefix_add(struct line_prefixes *prefixes, uint32_t block, uint32_t code,
                                    uint32_t abbrev_id, make_prefix_fn *make, void *context)
{
    char text[MOST_BYTES];
    struct out o = {.data = text, .cap = sizeof text};
    uint64_t key = line_prefix_key(code, abbrev_id);
    if (block >= PREFIX_BLOCKS || key & ~PREFIX_KEY_BITS)
        return NULL;
    make(context, &o, code, abbrev_id);
    if (o.failed || o.n > PREFIX_BYTES)
        return NULL;
    if (!prefixes->places) {
        prefixes->places = aligned_alloc(CACHE_LINE, PREFIX_PLACES * sizeof *prefixes->places);
        if (!prefixes->places)
            out_no_memory();
        for (uint32_t i = 0; i < PREFIX_PLACES; i++)
            prefixes->places[i].key = PREFIX_NO_KEY;
    }
    if (prefixes->n == MOST_PREFIXES)
        clear(prefixes);
    key |= (uint64_t)block << PREFIX_BLOCK_SHIFT;
    uint32_t i = line_prefix_place(key);
    while (prefixes->places[i].key != PREFIX_NO_KEY)
        i = (i + 1) % PREFIX_PLACES;
    prefixes->places[i] = (struct line_prefix){.key = key, .size = (uint32_t)o.n};
    memcpy(prefixes->places[i].text, text, o.n);
    prefixes->n++;
    return &prefixes->places[i];
}
