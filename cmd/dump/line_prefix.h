/* dump/line_prefix.h - the beginnings of lines, made once for all records of one block and code
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_LINE_PREFIX_H
#define CMD_LINE_PREFIX_H

#include "base/out.h"

enum {
    PREFIX_PLACE_BITS = 9,
    PREFIX_PLACES = 1 << PREFIX_PLACE_BITS,
    PREFIX_BLOCKS = 64,
    PREFIX_BYTES = 96, /* longer ones are not kept */
    PREFIX_STEP = 32   /* texts are copied in steps of that many bytes */
};
_Static_assert(PREFIX_BYTES % PREFIX_STEP == 0, "the last step copies bytes that are there");

#define PREFIX_NO_KEY UINT64_MAX

/* The prefix of records of one block, code and abbreviation: two cache lines. */
struct line_prefix {
    uint64_t key;     /* all three; PREFIX_NO_KEY: a free place */
    uint64_t n, bits; /* records that had it, and their bits, for callers that count them */
    uint32_t size;
    char text[PREFIX_BYTES];
    uint32_t text_at; /* what the printer's text_at() needs to know; 0 where it is made */
};

/* A cache of them. Zero-initialise to make an empty one. */
struct line_prefixes {
    struct line_prefix *places; /* PREFIX_PLACES, hashed with linear probing; NULL: none yet */
    uint32_t n;
    uint32_t block_ids[PREFIX_BLOCKS];
    uint32_t n_blocks;
    const void *names;  /* bl_walk_names() */
    bool has_changed;   /* they are others than at the beginning of the walk */
    uint32_t n_cleared; /* how often the cache was */
    /* Not NULL: called before prefixes are dropped, for what was counted. */
    void (*on_clear)(void *context, struct line_prefixes *prefixes);
    void *context;
};

void line_prefixes_release(struct line_prefixes *prefixes);

/* NAMES are in force where a walk begins. What was kept of another walk stays if they are the same
 * ones, and not in that walk's own memory. */
void line_prefixes_begin(struct line_prefixes *prefixes, const void *names);

/* NAMES are in force from here on. */
void line_prefixes_use(struct line_prefixes *prefixes, const void *names);

/* The number of BLOCK_ID in the functions below; PREFIX_BLOCKS: nothing is kept for it. */
uint32_t line_prefixes_block(struct line_prefixes *prefixes, uint32_t block_id);

/* Write a prefix to O. */
typedef void make_prefix_fn(void *context, struct out *o, uint32_t code, uint32_t abbrev_id);

/* Make and keep a prefix. NULL: it cannot be kept. */
struct line_prefix *line_prefix_add(struct line_prefixes *prefixes, uint32_t block, uint32_t code,
                                    uint32_t abbrev_id, make_prefix_fn *make, void *context);

/* Where codes and abbreviation ids are small, so that the number of the block has room above. */
#define PREFIX_KEY_BITS UINT64_C(0x000000FF0000FFFF)
#define PREFIX_BLOCK_SHIFT 56

static inline uint64_t line_prefix_key(uint32_t code, uint32_t abbrev_id)
{
    return (uint64_t)abbrev_id << 32 | code;
}

static inline uint32_t line_prefix_place(uint64_t key)
{
    return (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - PREFIX_PLACE_BITS));
}

/* Prefixes of one block, to look for some until one is added. */
struct block_prefixes {
    struct line_prefix *places; /* NULL: nothing is kept */
    uint64_t block;
};

static inline struct block_prefixes line_prefixes_of(const struct line_prefixes *prefixes,
                                                     uint32_t block)
{
    return (struct block_prefixes){.places = block < PREFIX_BLOCKS ? prefixes->places : NULL,
                                   .block = (uint64_t)block << PREFIX_BLOCK_SHIFT};
}

/* The prefix that was made for such a record; NULL where there is none. */
static inline struct line_prefix *line_prefix_find(struct block_prefixes prefixes, uint32_t code,
                                                   uint32_t abbrev_id)
{
    struct line_prefix *places = prefixes.places;
    uint64_t key = line_prefix_key(code, abbrev_id);
    if (!places || key & ~PREFIX_KEY_BITS)
        return NULL;
    key |= prefixes.block;
    uint32_t i = line_prefix_place(key);
    while (__builtin_expect(places[i].key != key, 0)) {
        if (places[i].key == PREFIX_NO_KEY)
            return NULL;
        i = (i + 1) % PREFIX_PLACES;
    }
    return &places[i];
}

/* What the prefix was made for. */
static inline void line_prefix_get_key(const struct line_prefixes *prefixes,
                                       const struct line_prefix *prefix, uint32_t *block_id,
                                       uint32_t *code, uint32_t *abbrev_id)
{
    uint64_t key = prefix->key & PREFIX_KEY_BITS;
    *block_id = prefixes->block_ids[prefix->key >> PREFIX_BLOCK_SHIFT];
    *abbrev_id = (uint32_t)(key >> 32);
    *code = (uint32_t)key;
}

/* Copy PREFIX to P, where PREFIX_BYTES must be free. */
static inline char *line_prefix_put(const struct line_prefix *prefix, char *p)
{
    __builtin_memcpy(p, prefix->text, PREFIX_STEP);
    for (uint32_t i = PREFIX_STEP; i < prefix->size; i += PREFIX_STEP)
        __builtin_memcpy(p + i, prefix->text + i, PREFIX_STEP);
    return p + prefix->size;
}

#endif
