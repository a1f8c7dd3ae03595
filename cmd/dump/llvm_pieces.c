/* dump/llvm_pieces.c - what pieces of a stream must know of each other, to be dumped as LLVM does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Pieces are found and read by block lengths, and BLOCKINFO ends with the block around it; LLVM
 * looks at no length, and has BLOCKINFO hold until the next one. Both come to the same where blocks
 * are as long as they say, which each piece checks, and where BLOCKINFO is in the usual places
 * and does not describe what is outside of its reach, which is checked before.
 */
#include "dump/llvm_pieces.h"

#include "base/array.h"

#include <pthread.h>

enum {
    MOST_TOP_BLOCKS = 1 << 12,
    MOST_DESCRIBED = 1 << 8
};

struct index_place {
    uint64_t body_pos; /* of the METADATA block */
    uint64_t index_pos;
};

struct llvm_pieces {
    const struct bl_stream *stream;
    uint64_t *blockinfos; /* where they are */
    uint32_t n_blockinfos, cap_blockinfos;
    uint32_t described[MOST_DESCRIBED]; /* block ids, by any BLOCKINFO inside a block */
    uint32_t n_described;
    bool has_names;
    pthread_mutex_t lock; /* guards the rest */
    struct index_place *indexes;
    uint32_t n_indexes, cap_indexes;
};

/* ---- Places of BLOCKINFO ---- */

static bool is_described(const struct llvm_pieces *p, uint32_t block_id)
{
    for (uint32_t i = 0; i < p->n_described; i++)
        if (p->described[i] == block_id)
            return true;
    return false;
}

/* A record of a BLOCKINFO that is in a block of AROUND_ID, or at the top level. False: it
 * describes a block that is inside of itself, around it, or one too many. */
static bool read_blockinfo_record(struct llvm_pieces *p, uint32_t around_id,
                                  const struct bl_record *rec)
{
    p->has_names |=
        rec->code == BL_CODE_BLOCKINFO_BLOCKNAME || rec->code == BL_CODE_BLOCKINFO_SETRECORDNAME;
    if (rec->code != BL_CODE_BLOCKINFO_SETBID || rec->n_ops < 1)
        return true;
    uint32_t block_id = (uint32_t)rec->ops[0];
    if (block_id == BL_BLOCK_BLOCKINFO || block_id == around_id)
        return false;
    if (around_id == BL_NONE || is_described(p, block_id))
        return true;
    if (p->n_described == MOST_DESCRIBED)
        return false;
    p->described[p->n_described++] = block_id;
    return true;
}

static bool read_blockinfo(struct llvm_pieces *p, uint32_t around_id, uint64_t bit_pos,
                           struct bl_walk *walk)
{
    array_add(&p->blockinfos, &p->n_blockinfos, &p->cap_blockinfos, bit_pos);
    struct bl_event event;
    int rc;
    while ((rc = bl_walk_next(walk, &event, NULL)) > 0 && event.kind != BL_EVENT_BLOCK_END)
        if (event.kind == BL_EVENT_RECORD && !read_blockinfo_record(p, around_id, event.record))
            return false;
    return rc > 0;
}

/* A block at the top level: itself a BLOCKINFO, or one may be the first block in it. */
static bool read_top_block(struct llvm_pieces *p, struct bl_walk *walk)
{
    struct bl_event event;
    if (bl_walk_next(walk, &event, NULL) <= 0)
        return false;
    uint32_t top_id = event.block->block_id;
    if (top_id == BL_BLOCK_BLOCKINFO)
        return read_blockinfo(p, BL_NONE, event.bit_pos, walk);
    bool after_others = p->n_described > 0;
    if (is_described(p, top_id))
        return false;
    int rc;
    while ((rc = bl_walk_next(walk, &event, NULL)) > 0 && event.kind != BL_EVENT_BLOCK)
        continue;
    if (rc > 0 && event.block->block_id == BL_BLOCK_BLOCKINFO)
        return read_blockinfo(p, top_id, event.bit_pos, walk);
    return rc == 0 || (rc > 0 && !after_others);
}

/* Whether LLVM's rules give the same as the lengths of blocks, as far as is known from here. */
static bool reads_alike(struct llvm_pieces *p, struct bl_index *ix)
{
    uint64_t end;
    uint32_t n = bl_index_count(ix);
    bool alike = bl_index_end(ix, &end, NULL) == BL_OK && end == p->stream->bytes.size * 8 &&
                 n <= MOST_TOP_BLOCKS;
    for (uint32_t i = 0; alike && i < n; i++) {
        struct bl_walk *walk;
        alike = bl_index_walk(ix, i, 0, &walk, NULL) == BL_OK && read_top_block(p, walk);
        bl_walk_close(walk);
    }
    return alike;
}

struct llvm_pieces *llvm_pieces_open(const struct bl_stream *stream, bool *has_names)
{
    struct llvm_pieces *p = array_new(1, sizeof *p);
    struct bl_index *ix;
    p->stream = stream;
    pthread_mutex_init(&p->lock, NULL); /* cannot fail without attributes */
    bool alike = out_need(bl_index_open(&ix, stream, NULL)) == BL_OK && reads_alike(p, ix);
    bl_index_close(ix);
    *has_names = p->has_names;
    if (alike)
        return p;
    llvm_pieces_close(p);
    return NULL;
}

void llvm_pieces_close(struct llvm_pieces *p)
{
    free(p->blockinfos);
    free(p->indexes);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

bool llvm_pieces_expect_blockinfo(const struct llvm_pieces *p, uint64_t bit_pos)
{
    for (uint32_t i = 0; i < p->n_blockinfos; i++)
        if (p->blockinfos[i] == bit_pos)
            return true;
    return false;
}

/* ---- Indexes ---- */

static const struct index_place *find_place(const struct llvm_pieces *p, uint64_t body_pos)
{
    for (uint32_t i = p->n_indexes; i > 0; i--)
        if (p->indexes[i - 1].body_pos == body_pos)
            return &p->indexes[i - 1];
    return NULL;
}

bool llvm_pieces_find_index(struct llvm_pieces *p, uint64_t body_pos, uint64_t *index_pos)
{
    pthread_mutex_lock(&p->lock);
    const struct index_place *place = find_place(p, body_pos);
    *index_pos = place ? place->index_pos : 0;
    pthread_mutex_unlock(&p->lock);
    return place != NULL;
}

bool llvm_pieces_keep_index(struct llvm_pieces *p, uint64_t body_pos, uint64_t index_pos)
{
    pthread_mutex_lock(&p->lock);
    const struct index_place *known = find_place(p, body_pos);
    bool good = !known || known->index_pos == index_pos;
    if (!known)
        array_add(&p->indexes, &p->n_indexes, &p->cap_indexes,
                  (struct index_place){body_pos, index_pos});
    pthread_mutex_unlock(&p->lock);
    return good;
}
