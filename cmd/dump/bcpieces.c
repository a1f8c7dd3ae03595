/* cmd/bcpieces.c - llvm-bcanalyzer's dump on several threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Pieces are found and read by block lengths, and BLOCKINFO ends with the block around it; LLVM
 * looks at no length, and has BLOCKINFO hold until the next one. Both come to the same where blocks
 * are as long as they say, which each piece checks, and where BLOCKINFO stands in the usual places
 * and does not describe what is outside of its reach, which is looked at before.
 */
#include "dump/bcpieces.h"

#include "base/array.h"
#include "dump/pieces.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    SETBID = 1,
    BLOCKNAME = 2,
    SETRECORDNAME = 3,
    TEXT_PER_BYTE = 8,
    MOST_TOP_BLOCKS = 1 << 12,
    MOST_DESCRIBED = 1 << 8
};

struct thread {
    struct bcdump dump;
    struct bccount count;
    char apart[THREADS_APART];
};

/* Where the index of a METADATA block that goes on behind a piece is said to be. */
struct index_place {
    uint64_t body_pos; /* of the block */
    uint64_t index_pos;
};

struct bcpieces {
    const struct bl_stream *stream;
    struct thread *threads; /* and one more, which does not count */
    unsigned n_threads;
    uint64_t *blockinfos; /* where they stand */
    uint32_t n_blockinfos, cap_blockinfos;
    uint32_t described[MOST_DESCRIBED]; /* block ids, by any BLOCKINFO inside a block */
    uint32_t n_described;
    bool states_names;    /* a BLOCKINFO has names, which a summary would want */
    pthread_mutex_t lock; /* guards the rest */
    struct index_place *indexes;
    uint32_t n_indexes, cap_indexes;
};

/* ---- Places of BLOCKINFO ---- */

static bool is_described(const struct bcpieces *b, uint32_t block_id)
{
    for (uint32_t i = 0; i < b->n_described; i++)
        if (b->described[i] == block_id)
            return true;
    return false;
}

/* A record of a BLOCKINFO that stands in a block of AROUND_ID, or at the top level. False: it
 * describes a block that is inside of itself, around it, or one too many. */
static bool take_blockinfo_record(struct bcpieces *b, uint32_t around_id,
                                  const struct bl_record *rec)
{
    b->states_names |= rec->code == BLOCKNAME || rec->code == SETRECORDNAME;
    if (rec->code != SETBID || rec->n_ops < 1)
        return true;
    uint32_t block_id = (uint32_t)rec->ops[0];
    if (block_id == BL_BLOCKINFO_BLOCK || block_id == around_id)
        return false;
    if (around_id == BL_NO_BLOCK || is_described(b, block_id))
        return true;
    if (b->n_described == MOST_DESCRIBED)
        return false;
    b->described[b->n_described++] = block_id;
    return true;
}

static bool take_blockinfo(struct bcpieces *b, uint32_t around_id, uint64_t bit_pos,
                           struct bl_walk *walk)
{
    if (!array_room(&b->blockinfos, &b->cap_blockinfos, b->n_blockinfos))
        return false;
    b->blockinfos[b->n_blockinfos++] = bit_pos;
    struct bl_event event;
    int rc;
    while ((rc = bl_walk_next(walk, &event, NULL)) > 0 && event.kind != BL_EVENT_BLOCK_END)
        if (event.kind == BL_EVENT_RECORD && !take_blockinfo_record(b, around_id, event.record))
            return false;
    return rc > 0;
}

/* A block at the top level: itself a BLOCKINFO, or one may be the first block in it. */
static bool take_top_block(struct bcpieces *b, struct bl_walk *walk)
{
    struct bl_event event;
    if (bl_walk_next(walk, &event, NULL) <= 0)
        return false;
    uint32_t top_id = event.block->block_id;
    if (top_id == BL_BLOCKINFO_BLOCK)
        return take_blockinfo(b, BL_NO_BLOCK, event.bit_pos, walk);
    bool after_others = b->n_described > 0;
    if (is_described(b, top_id))
        return false;
    int rc;
    while ((rc = bl_walk_next(walk, &event, NULL)) > 0 && event.kind != BL_EVENT_BLOCK)
        continue;
    if (rc > 0 && event.block->block_id == BL_BLOCKINFO_BLOCK)
        return take_blockinfo(b, top_id, event.bit_pos, walk);
    return rc == 0 || (rc > 0 && !after_others);
}

/* Whether LLVM's rules give the same as the lengths of blocks, as far as can be told from here. */
static bool reads_alike(struct bcpieces *b, struct bl_index *ix)
{
    uint64_t end;
    uint32_t n = bl_index_count(ix);
    bool alike = bl_index_end(ix, &end, NULL) == BL_OK && end == b->stream->bytes.size * 8 &&
                 n <= MOST_TOP_BLOCKS;
    for (uint32_t i = 0; alike && i < n; i++) {
        struct bl_walk *walk;
        alike = bl_index_walk(ix, i, 0, &walk, NULL) == BL_OK && take_top_block(b, walk);
        bl_walk_close(walk);
    }
    return alike;
}

static bool find_blockinfos(struct bcpieces *b)
{
    struct bl_index *ix;
    bool alike = bl_index_open(&ix, b->stream, NULL) == BL_OK && reads_alike(b, ix);
    bl_index_close(ix);
    return alike;
}

/* ---- Printing ---- */

static bool foresees(const void *context, uint64_t bit_pos)
{
    const struct bcpieces *b = context;
    for (uint32_t i = 0; i < b->n_blockinfos; i++)
        if (b->blockinfos[i] == bit_pos)
            return true;
    return false;
}

static const struct index_place *find_index(const struct bcpieces *b, uint64_t body_pos)
{
    for (uint32_t i = b->n_indexes; i > 0; i--)
        if (b->indexes[i - 1].body_pos == body_pos)
            return &b->indexes[i - 1];
    return NULL;
}

/* What the piece before has not told yet is known when it is this one's turn to be printed again,
 * to standard output. */
static uint64_t recall_index(void *context, uint64_t body_pos, struct out *out)
{
    struct bcpieces *b = context;
    pthread_mutex_lock(&b->lock);
    const struct index_place *place = find_index(b, body_pos);
    uint64_t index_pos = place ? place->index_pos : 0;
    pthread_mutex_unlock(&b->lock);
    if (!place)
        out_drop(out);
    return index_pos;
}

/* False: the block has two of them, or no memory. */
static bool keep_index(struct bcpieces *b, struct index_place place)
{
    pthread_mutex_lock(&b->lock);
    const struct index_place *known = find_index(b, place.body_pos);
    bool good = known ? known->index_pos == place.index_pos
                      : array_room(&b->indexes, &b->cap_indexes, b->n_indexes);
    if (good && !known)
        b->indexes[b->n_indexes++] = place;
    pthread_mutex_unlock(&b->lock);
    return good;
}

/* What is known of the blocks that D has left open. */
static bool keep_indexes(struct bcpieces *b, const struct bcdump *d)
{
    bool good = true;
    for (uint32_t i = 0; i < d->n_levels && good; i++) {
        const struct bcdump_level *level = &d->levels[i];
        good = level->index_pos == 0 ||
               keep_index(b, (struct index_place){level->body_pos, level->index_pos});
    }
    return good;
}

/* What does not fit a buffer is printed again, to standard output; it has been counted then. */
static int print_piece(void *context, unsigned thread, struct bl_walk *walk, struct out *out)
{
    struct bcpieces *b = context;
    struct bl_error err;
    struct bcdump *d = &b->threads[out->kind == OUT_STDOUT ? b->n_threads : thread].dump;
    bcdump_restart(d, out);
    int status = bcdump_walk(d, walk, &err);
    return d->is_lost || !keep_indexes(b, d) ? BL_E_MISMATCH : status;
}

static bool init_threads(struct bcpieces *b, const struct bcdump_options *options)
{
    for (unsigned i = 0; i <= b->n_threads; i++) {
        struct thread *t = &b->threads[i];
        bcdump_init(&t->dump, NULL, options, b->stream);
        t->dump.foresees = foresees;
        t->dump.recalls = recall_index;
        t->dump.context = b;
        if (i == b->n_threads || b->states_names)
            continue;
        if (!bccount_init(&t->count, b->stream->kind, &t->dump.heads))
            return false;
        t->dump.count = &t->count;
    }
    return true;
}

static bool pour(struct bcpieces *b, struct bl_tally *tally)
{
    bool good = true;
    for (unsigned i = 0; i < b->n_threads && good; i++)
        good = bccount_pour(&b->threads[i].count, tally);
    return good;
}

static void release(struct bcpieces *b)
{
    for (unsigned i = 0; i <= b->n_threads && b->threads; i++) {
        bccount_release(&b->threads[i].count);
        bcdump_release(&b->threads[i].dump);
    }
    free(b->threads);
    free(b->blockinfos);
    free(b->indexes);
    pthread_mutex_destroy(&b->lock);
}

int bcdump_pieces(struct out *out, const struct bcdump_options *options,
                  const struct bl_stream *stream, unsigned n_threads, struct bl_tally *tally,
                  bool *counted)
{
    struct bcpieces b = {.stream = stream,
                         .n_threads = n_threads,
                         .threads = calloc((size_t)n_threads + 1, sizeof *b.threads)};
    const struct piece_printer printer = {.print = print_piece,
                                          .context = &b,
                                          .expansion = TEXT_PER_BYTE,
                                          .walk_flags = bcdump_walk_flags(options)};
    pthread_mutex_init(&b.lock, NULL); /* cannot fail without attributes */
    int rc = b.threads && find_blockinfos(&b) && init_threads(&b, options) &&
             print_pieces(out, stream, n_threads, &printer);
    *counted = rc > 0 && !b.states_names;
    if (*counted && !pour(&b, tally))
        rc = BL_E_NOMEM;
    release(&b);
    return rc;
}
