/* cmd/heads.h - how the lines of records begin: made once for all records of a kind
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_HEADS_H
#define CMD_HEADS_H

#include "out.h"

enum {
    HEADS_PLACE_BITS = 10,
    HEADS_PLACES = 1 << HEADS_PLACE_BITS,
    HEADS_BLOCKS = 64,
    HEAD_SIZE_BITS = 12,
    HEAD_MOST_BYTES = (1 << HEAD_SIZE_BITS) - 1, /* longer ones are not kept */
    HEAD_STEP = 32                               /* texts are copied in steps of that many bytes */
};

/* The head of records of one block, code and abbreviation. */
struct head {
    uint32_t key;     /* all three */
    uint32_t text;    /* where it is in heads.text, and its size; 0: a free place */
    uint64_t n, bits; /* records that had it, and their bits, for who counts them */
};

/* Zero-initialise to make empty ones. */
struct heads {
    struct head *places; /* HEADS_PLACES of them, hashed with linear probing; NULL: none yet */
    struct out text;
    uint32_t n;
    uint32_t block_ids[HEADS_BLOCKS];
    uint32_t n_blocks;
    bool is_broken;    /* no memory: nothing is kept */
    const void *names; /* bl_walk_names() */
    bool has_changed;  /* they are others than at the beginning of the walk */
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
uint32_t heads_block(struct heads *heads, uint32_t block_id);

/* Write the head for a record to O. */
typedef void make_head_fn(void *context, struct out *o, uint32_t code, uint32_t abbrev_id);

/* What KEY is made of. */
static inline void heads_split_key(const struct heads *heads, uint32_t key, uint32_t *block_id,
                                   uint32_t *code, uint32_t *abbrev_id)
{
    *block_id = heads->block_ids[key >> 24];
    *abbrev_id = key >> 16 & 0xFF;
    *code = key & 0xFFFF;
}

/* Make and keep a head. NULL: it cannot be kept. */
struct head *heads_add(struct heads *heads, uint32_t block, uint32_t code, uint32_t abbrev_id,
                       make_head_fn *make, void *context);

static inline uint32_t heads_key(uint32_t block, uint32_t code, uint32_t abbrev_id)
{
    return block << 24 | abbrev_id << 16 | code;
}

static inline bool heads_has_key(uint32_t block, uint32_t code, uint32_t abbrev_id)
{
    return block < HEADS_BLOCKS && (code >> 16 | abbrev_id >> 8) == 0;
}

static inline uint32_t heads_place(uint32_t key)
{
    return key * UINT32_C(0x9E3779B1) >> (32 - HEADS_PLACE_BITS);
}

/* The head that was made for such a record; NULL where there is none. */
static inline struct head *heads_find(const struct heads *heads, uint32_t block, uint32_t code,
                                      uint32_t abbrev_id)
{
    uint32_t key = heads_key(block, code, abbrev_id);
    if (!heads->places || !heads_has_key(block, code, abbrev_id))
        return NULL;
    uint32_t i = heads_place(key);
    while (heads->places[i].key != key && heads->places[i].text)
        i = (i + 1) % HEADS_PLACES;
    return heads->places[i].text ? &heads->places[i] : NULL;
}

/* Copy HEAD's text to P, where HEAD_STEP bytes more than its size must be free. */
static inline char *head_put(const struct heads *heads, const struct head *head, char *p)
{
    const char *text = heads->text.data + (head->text >> HEAD_SIZE_BITS);
    uint32_t size = head->text & HEAD_MOST_BYTES;
    __builtin_memcpy(p, text, HEAD_STEP);
    for (uint32_t i = HEAD_STEP; i < size; i += HEAD_STEP)
        __builtin_memcpy(p + i, text + i, HEAD_STEP);
    return p + size;
}

#endif
