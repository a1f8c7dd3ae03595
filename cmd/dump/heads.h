/* cmd/heads.h - how the lines of records begin: made once for all records of a kind
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_HEADS_H
#define CMD_HEADS_H

#include "base/out.h"

enum {
    HEADS_PLACE_BITS = 9,
    HEADS_PLACES = 1 << HEADS_PLACE_BITS,
    HEADS_BLOCKS = 64,
    HEAD_BYTES = 96, /* longer ones are not kept */
    HEAD_STEP = 32   /* texts are copied in steps of that many bytes */
};

#define HEADS_NO_KEY UINT64_MAX

/* A text that is copied often. */
struct kept_text {
    uint32_t size; /* 0: none is kept */
    char text[HEAD_BYTES];
};
_Static_assert(HEAD_BYTES % HEAD_STEP == 0, "behind the text there is something to copy, too");

/* The head of records of one block, code and abbreviation: two cache lines. */
struct head {
    uint64_t key;     /* all three; HEADS_NO_KEY: a free place */
    uint64_t n, bits; /* records that had it, and their bits, for who counts them */
    struct kept_text kept;
    char unused[4];
};

/* Zero-initialise to make empty ones. */
struct heads {
    struct head *places; /* HEADS_PLACES of them, hashed with linear probing; NULL: none yet */
    uint32_t n;
    uint32_t block_ids[HEADS_BLOCKS];
    uint32_t n_blocks;
    uint8_t numbers[HEADS_BLOCKS]; /* by block id: one more than its place in block_ids, or 0 */
    bool is_broken;                /* no memory: nothing is kept */
    const void *names;             /* bl_walk_names() */
    bool has_changed;              /* they are others than at the beginning of the walk */
    uint32_t n_forgotten;          /* how often all was */
    /* Not NULL: called before heads are forgotten, for what was counted. */
    void (*forgets)(void *context, struct heads *heads);
    void *context;
};

void heads_release(struct heads *heads);

/* Forget all. */
void heads_clear(struct heads *heads);

/* NAMES are in force where a walk begins. What was kept of another walk stays if they are the same
 * ones, and not in that walk's own memory. */
void heads_begin(struct heads *heads, const void *names);

/* NAMES are in force from here on. */
static inline void heads_use(struct heads *heads, const void *names)
{
    if (names == heads->names)
        return;
    heads_clear(heads);
    heads->names = names;
    heads->has_changed = true;
}

/* What stands for BLOCK_ID in the functions below; HEADS_BLOCKS: nothing is kept
 * for its records. */
uint32_t heads_find_block(struct heads *heads, uint32_t block_id);
static inline uint32_t heads_block(struct heads *heads, uint32_t block_id)
{
    if (__builtin_expect(block_id < HEADS_BLOCKS && heads->numbers[block_id], 1))
        return heads->numbers[block_id] - UINT32_C(1);
    return heads_find_block(heads, block_id);
}

/* Write the head for a record to O. */
typedef void make_head_fn(void *context, struct out *o, uint32_t code, uint32_t abbrev_id);

/* Make and keep a head. NULL: it cannot be kept. */
struct head *heads_add(struct heads *heads, uint32_t block, uint32_t code, uint32_t abbrev_id,
                       make_head_fn *make, void *context);

/* Where codes and abbreviation ids are small, so that the number of the block has room above. */
#define HEADS_KEY_BITS UINT64_C(0x000000FF0000FFFF)
#define HEADS_BLOCK_SHIFT 56

static inline uint64_t heads_key(uint32_t code, uint32_t abbrev_id)
{
    return (uint64_t)abbrev_id << 32 | code;
}

static inline uint32_t heads_place(uint64_t key)
{
    return (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - HEADS_PLACE_BITS));
}

/* Heads of one block, to look for some until one is added. */
struct block_heads {
    struct head *places; /* NULL: nothing is kept */
    uint64_t block;
};

static inline struct block_heads heads_of(const struct heads *heads, uint32_t block)
{
    return (struct block_heads){.places = block < HEADS_BLOCKS ? heads->places : NULL,
                                .block = (uint64_t)block << HEADS_BLOCK_SHIFT};
}

/* The head that was made for such a record; NULL where there is none. */
static inline struct head *heads_find(struct block_heads heads, uint32_t code, uint32_t abbrev_id)
{
    struct head *places = heads.places;
    uint64_t key = heads_key(code, abbrev_id);
    if (!places || key & ~HEADS_KEY_BITS)
        return NULL;
    key |= heads.block;
    uint32_t i = heads_place(key);
    while (__builtin_expect(places[i].key != key, 0)) {
        if (places[i].key == HEADS_NO_KEY)
            return NULL;
        i = (i + 1) % HEADS_PLACES;
    }
    return &places[i];
}

/* What the head was made for. */
static inline void head_tell(const struct heads *heads, const struct head *head, uint32_t *block_id,
                             uint32_t *code, uint32_t *abbrev_id)
{
    uint64_t key = head->key & HEADS_KEY_BITS;
    *block_id = heads->block_ids[head->key >> HEADS_BLOCK_SHIFT];
    *abbrev_id = (uint32_t)(key >> 32);
    *code = (uint32_t)key;
}

/* A record of BITS bits had HEAD. */
static inline void head_count(struct head *head, uint64_t bits)
{
    head->n++;
    head->bits += bits;
}

/* Copy KEPT to P, where HEAD_BYTES must be free. */
static inline char *kept_put(const struct kept_text *kept, char *p)
{
    __builtin_memcpy(p, kept->text, HEAD_STEP);
    for (uint32_t i = HEAD_STEP; i < kept->size; i += HEAD_STEP)
        __builtin_memcpy(p + i, kept->text + i, HEAD_STEP);
    return p + kept->size;
}

#endif
