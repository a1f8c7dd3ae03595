/* support/repeated.c - files in which something occurs many times; the same for the same number
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/repeated.h"

#include "support/rewrite.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_KINDS = 256,
    MAX_BLOCKS = 4096,
    BLOB_BYTES = 4096 /* about what a record with a blob takes */
};

struct job {
    uint64_t random;
    uint8_t *data;
    size_t size;
    size_t wanted; /* bytes that are to come */
};

static uint64_t below(struct job *job, uint64_t n)
{
    return mutate_chance(&job->random) % n;
}

/* What to take apart: false where the file is not a stream from its first byte on. */
static bool locate(const struct job *job, struct bl_stream *stream)
{
    struct bl_view bytes = {.data = job->data, .size = job->size};
    return bl_stream_locate(bytes, stream, NULL) == BL_OK && stream->bytes.data == bytes.data;
}

static void replace(struct job *job, const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        abort();
    if (size > 0)
        memcpy(copy, data, size);
    free(job->data);
    job->data = copy;
    job->size = size;
}

/* ---- Records ---- */

/* Records of one code in blocks of one id, by their numbers. */
struct kind {
    uint32_t block_id, code;
    uint64_t first, last;
};

struct kinds {
    struct kind list[MAX_KINDS];
    uint32_t n;
    uint64_t n_records;
};

static unsigned note_kind(void *context, struct rewrite_record *record)
{
    struct kinds *kinds = context;
    uint32_t i = 0;
    while (i < kinds->n &&
           (kinds->list[i].block_id != record->block_id || kinds->list[i].code != record->code))
        i++;
    if (i == kinds->n && i < MAX_KINDS)
        kinds->list[kinds->n++] = (struct kind){
            .block_id = record->block_id, .code = record->code, .first = kinds->n_records};
    if (i < MAX_KINDS)
        kinds->list[i].last = kinds->n_records;
    kinds->n_records++;
    return 1;
}

struct growth {
    uint64_t target; /* number of the record */
    uint64_t n_seen;
    size_t wanted;
    bool in_operands;
};

static unsigned grow_record(void *context, struct rewrite_record *record)
{
    struct growth *g = context;
    size_t n = record->n_ops;
    if (g->n_seen++ != g->target)
        return 1;
    if (!g->in_operands || n == 0 || record->has_blob)
        return (unsigned)(g->wanted / (record->has_blob ? BLOB_BYTES : 4 + n)) + 1;
    record->abbrev_id = BL_ABBREV_UNABBREV;
    for (; record->n_ops + n <= REWRITE_MAX_OPS && record->n_ops < g->wanted; record->n_ops += n)
        memcpy(record->ops + record->n_ops, record->ops, n * sizeof *record->ops);
    return 1;
}

/* Write JOB's stream anew, with EDIT's changes. */
static bool rewrite(struct job *job, rewrite_fn *edit, void *context)
{
    struct bl_stream stream;
    struct bl_writer *w;
    struct bl_view bytes;
    if (!locate(job, &stream) || bl_writer_open(&w, NULL) < 0)
        return false;
    bool good =
        rewrite_stream(&stream, w, edit, context) && bl_writer_finish(w, &bytes, NULL) == BL_OK;
    if (good)
        replace(job, bytes.data, bytes.size);
    bl_writer_close(w);
    return good;
}

static bool repeat_in_records(struct job *job, bool in_operands)
{
    struct kinds kinds = {.n = 0};
    if (!rewrite(job, note_kind, &kinds) || kinds.n == 0)
        return false;
    const struct kind *kind = &kinds.list[below(job, kinds.n)];
    struct growth g = {.target = below(job, 2) ? kind->first : kind->last,
                       .wanted = job->wanted,
                       .in_operands = in_operands};
    return rewrite(job, grow_record, &g);
}

static bool repeat_record(struct job *job)
{
    return repeat_in_records(job, false);
}

static bool repeat_operands(struct job *job)
{
    return repeat_in_records(job, true);
}

/* ---- Blocks ---- */

struct block {
    uint64_t bit_pos, body_pos;
    uint32_t n_words;
    uint32_t parent; /* number; BL_NONE: none */
};

struct blocks {
    struct block list[MAX_BLOCKS];
    uint32_t n;
};

static void find_blocks(const struct bl_stream *stream, struct blocks *blocks)
{
    struct bl_walk *walk;
    struct bl_event event;
    uint32_t parent = BL_NONE;
    if (bl_walk_open(&walk, stream, BL_WALK_SKIP, NULL, NULL) < 0)
        abort();
    while (blocks->n < MAX_BLOCKS && bl_walk_next(walk, &event, NULL) > 0)
        if (event.kind == BL_EVENT_BLOCK) {
            blocks->list[blocks->n] = (struct block){event.block->bit_pos, event.block->body_pos,
                                                     event.block->n_words, parent};
            parent = blocks->n++;
        } else if (event.kind == BL_EVENT_BLOCK_END) {
            parent = blocks->list[parent].parent;
        }
    bl_walk_close(walk);
}

/* Blocks around another are N_WORDS longer. */
static void lengthen(uint8_t *data, const struct blocks *blocks, uint32_t block, uint32_t n_words)
{
    while ((block = blocks->list[block].parent) != BL_NONE) {
        uint8_t *length = data + blocks->list[block].body_pos / 8 - 4;
        uint32_t n = blocks->list[block].n_words + n_words;
        for (unsigned i = 0; i < 4; i++)
            length[i] = (uint8_t)(n >> 8 * i);
    }
}

static void repeat(struct job *job, const struct blocks *blocks, uint32_t number)
{
    const struct block *block = &blocks->list[number];
    size_t begin = (size_t)block->bit_pos / 8;
    size_t end = (size_t)block->body_pos / 8 + (size_t)block->n_words * 4;
    size_t size = end - begin;
    size_t n = job->wanted / size + 1;
    uint8_t *data = malloc(job->size + n * size);
    if (!data)
        abort();
    memcpy(data, job->data, end);
    for (size_t i = 0; i < n; i++)
        memcpy(data + end + i * size, job->data + begin, size);
    memcpy(data + end + n * size, job->data + end, job->size - end);
    lengthen(data, blocks, number, (uint32_t)(n * size / 4));
    free(job->data);
    job->data = data;
    job->size += n * size;
}

/* It begins with a word of its own, as those do that follow another block, and ends in the file. */
static bool can_be_repeated(const struct job *job, const struct block *block)
{
    return block->bit_pos % 32 == 0 &&
           block->body_pos / 8 + (uint64_t)block->n_words * 4 <= job->size;
}

static bool repeat_block(struct job *job)
{
    struct bl_stream stream;
    struct blocks *blocks = calloc(1, sizeof *blocks);
    if (!blocks)
        abort();
    if (locate(job, &stream))
        find_blocks(&stream, blocks);
    uint32_t n = 0;
    for (uint32_t i = 0; i < blocks->n; i++)
        n += can_be_repeated(job, &blocks->list[i]);
    uint64_t chosen = n > 0 ? below(job, n) : 0;
    for (uint32_t i = 0; i < blocks->n; i++)
        if (can_be_repeated(job, &blocks->list[i]) && chosen-- == 0) {
            repeat(job, blocks, i);
            break;
        }
    free(blocks);
    return n > 0;
}

/* ---- All of them ---- */

static const struct {
    const char *name;
    bool (*make)(struct job *job); /* false where there is nothing to repeat */
} changes[] = {{"record many times", repeat_record},
               {"operands many times", repeat_operands},
               {"block many times", repeat_block}};

struct mutant repeated(const struct mutate_seed *seeds, uint32_t n_seeds, uint64_t number,
                       size_t bytes)
{
    struct job job = {.random = number << 20};
    struct mutant mutant = {.seed = (uint32_t)below(&job, n_seeds)};
    struct bl_view seed = seeds[mutant.seed].bytes;
    uint64_t n = 1 + below(&job, 2);
    job.wanted = bytes / n;
    replace(&job, seed.data, seed.size);
    while (n-- > 0 && job.size < bytes) {
        uint64_t i = below(&job, sizeof changes / sizeof changes[0]);
        if (changes[i].make(&job))
            mutant.changes[mutant.n_changes++] = changes[i].name;
    }
    mutant.data = job.data;
    mutant.size = job.size;
    return mutant;
}
