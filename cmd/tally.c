/* cmd/tally.c - counting where the bits of streams go
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tally.h"

#include "array.h"

#include <stdlib.h>
#include <string.h>

/* ---- Counts by code (and abbreviation) ---- */

static uint32_t bucket_of(const struct tally_counts *counts, uint32_t code, uint32_t abbrev_id)
{
    uint64_t h = ((uint64_t)abbrev_id << 32 | code) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(h >> 40) & (counts->n_buckets - 1);
}

static bool more_buckets(struct tally_counts *counts)
{
    uint32_t n = counts->n_buckets ? counts->n_buckets : 64;
    while (n <= counts->n * 2)
        n *= 2;
    uint32_t *buckets = calloc(n, sizeof *buckets);
    if (!buckets)
        return false;
    free(counts->buckets);
    counts->buckets = buckets;
    counts->n_buckets = n;
    for (uint32_t i = 0; i < counts->n; i++) {
        uint32_t b = bucket_of(counts, counts->v[i].code, counts->v[i].abbrev_id);
        while (buckets[b])
            b = (b + 1) & (n - 1);
        buckets[b] = i + 1;
    }
    return true;
}

static struct tally_count *add_count(struct tally_counts *counts, uint32_t *place, uint32_t code,
                                     uint32_t abbrev_id)
{
    if (!array_room(&counts->v, &counts->cap, counts->n))
        return NULL;
    *place = counts->n + 1;
    counts->v[counts->n] = (struct tally_count){.code = code, .abbrev_id = abbrev_id};
    return &counts->v[counts->n++];
}

/* The count of the pair, made if there is none yet; NULL: no memory. Nearly all codes are small, and
 * most callers do not tell abbreviations apart: those need no hash. */
static inline struct tally_count *find_count(struct tally_counts *counts, uint32_t code,
                                             uint32_t abbrev_id)
{
    if (code < TALLY_SMALL && abbrev_id == 0) {
        uint32_t *place = &counts->small[code];
        return *place ? &counts->v[*place - 1] : add_count(counts, place, code, 0);
    }
    if (counts->n * 2 >= counts->n_buckets && !more_buckets(counts))
        return NULL;
    uint32_t b = bucket_of(counts, code, abbrev_id);
    for (; counts->buckets[b]; b = (b + 1) & (counts->n_buckets - 1)) {
        struct tally_count *count = &counts->v[counts->buckets[b] - 1];
        if (count->code == code && count->abbrev_id == abbrev_id)
            return count;
    }
    return add_count(counts, &counts->buckets[b], code, abbrev_id);
}

/* ---- Blocks ---- */

/* There are few kinds of blocks, and the next one is mostly among the first of them. */
static uint32_t find_block(struct tally *t, enum bl_stream_kind kind, uint32_t block_id)
{
    for (uint32_t i = 0; i < t->n_blocks; i++)
        if (t->blocks[i].block_id == block_id && t->blocks[i].kind == kind)
            return i;
    if (!array_room(&t->blocks, &t->cap_blocks, t->n_blocks))
        return UINT32_MAX;
    t->blocks[t->n_blocks] = (struct tally_block){.kind = kind, .block_id = block_id};
    return t->n_blocks++;
}

static bool push_level(struct tally *t, uint32_t block, uint64_t begin)
{
    if (!array_room(&t->levels, &t->cap_levels, t->n_levels))
        return false;
    t->levels[t->n_levels++] = (struct tally_level){.block = block, .begin = begin};
    return true;
}

static void begin_block(struct tally *t, enum bl_stream_kind kind, const struct bl_walk *walk,
                        const struct bl_event *event)
{
    uint32_t id = event->block->block_id;
    uint32_t code = UINT32_MAX;
    if (t->roles && kind == BL_STREAM_LLVM_IR) {
        if (id == (BL_BLOCK_TYPE_OLD & 0xFF))
            (void)bl_walk_peek_code(walk, &code);
        id = bl_ir_block_role(event->parent_id, id, code);
    }
    uint32_t number = find_block(t, kind, id);
    if (number == UINT32_MAX || !push_level(t, number, event->header_pos)) {
        t->no_memory = true;
        return;
    }
    struct tally_block *block = &t->blocks[number];
    block->parent_id = block->n++ ? block->parent_id : event->parent_id;
    struct bl_view stated = bl_walk_block_name(walk, event->block->block_id);
    if (!block->name && stated.size)
        block->name = strndup((const char *)stated.data, stated.size);
}

static void end_block(struct tally *t, uint64_t end_pos)
{
    struct tally_level *level = &t->levels[--t->n_levels];
    uint64_t bits = end_pos - level->begin;
    t->blocks[level->block].bits += bits - level->bits_out;
    if (t->n_levels == 0) {
        t->n_top_blocks++;
        return;
    }
    struct tally_level *around = &t->levels[t->n_levels - 1];
    around->bits_out += bits;
    t->blocks[around->block].n_sub_blocks++;
}

static void add_record(struct tally *t, struct tally_count *count, const struct bl_event *event)
{
    if (!count) {
        t->no_memory = true;
        return;
    }
    count->n++;
    count->n_abbreviated += event->abbrev_id != BL_ABBREV_UNABBREV;
    count->bits += event->end_pos - event->bit_pos;
}

static void count_record(struct tally *t, struct tally_block *block, const struct bl_event *event)
{
    add_record(t, find_count(&block->by_code, event->code, 0), event);
    if (t->want_abbrevs)
        add_record(t, find_count(&block->by_abbrev, event->code, event->abbrev_id), event);
}

void tally_break(struct tally *t, uint64_t end_pos)
{
    while (t->n_levels > 0)
        end_block(t, end_pos);
}

struct tally_block *tally_current(struct tally *t)
{
    return t->n_levels ? &t->blocks[t->levels[t->n_levels - 1].block] : NULL;
}

void tally_event(struct tally *t, enum bl_stream_kind kind, const struct bl_walk *walk,
                 const struct bl_event *event)
{
    if (t->no_memory)
        return;
    struct tally_block *block = tally_current(t);
    switch (event->kind) {
    case BL_EVENT_BLOCK: begin_block(t, kind, walk, event); break;
    case BL_EVENT_BLOCK_END: end_block(t, event->end_pos); break;
    case BL_EVENT_ABBREV:
        block->n_abbrevs++;
        block->abbrev_bits += event->end_pos - event->bit_pos;
        break;
    case BL_EVENT_RECORD: count_record(t, block, event); break;
    }
}

void tally_release(struct tally *t)
{
    for (uint32_t i = 0; i < t->n_blocks; i++) {
        free(t->blocks[i].by_code.v);
        free(t->blocks[i].by_code.buckets);
        free(t->blocks[i].by_abbrev.v);
        free(t->blocks[i].by_abbrev.buckets);
        free(t->blocks[i].name);
    }
    free(t->blocks);
    free(t->levels);
    *t = (struct tally){0};
}

struct tally_count tally_records(const struct tally_block *block)
{
    struct tally_count sum = {0};
    for (uint32_t i = 0; i < block->by_code.n; i++) {
        sum.n += block->by_code.v[i].n;
        sum.n_abbreviated += block->by_code.v[i].n_abbreviated;
        sum.bits += block->by_code.v[i].bits;
    }
    return sum;
}

/* ---- Order ---- */

static int compare_blocks(const void *a, const void *b)
{
    const struct tally_block *x = *(struct tally_block *const *)a;
    const struct tally_block *y = *(struct tally_block *const *)b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->block_id > y->block_id) - (x->block_id < y->block_id);
}

struct tally_block **tally_sorted(const struct tally *t)
{
    struct tally_block **sorted = malloc((t->n_blocks + 1) * sizeof(struct tally_block *));
    if (!sorted)
        return NULL;
    for (uint32_t i = 0; i < t->n_blocks; i++)
        sorted[i] = &t->blocks[i];
    qsort(sorted, t->n_blocks, sizeof(struct tally_block *), compare_blocks);
    return sorted;
}

static int compare_counts(const void *a, const void *b)
{
    const struct tally_count *x = *(struct tally_count *const *)a;
    const struct tally_count *y = *(struct tally_count *const *)b;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    if (x->code != y->code)
        return x->code > y->code ? -1 : 1;
    return (x->abbrev_id > y->abbrev_id) - (x->abbrev_id < y->abbrev_id);
}

struct tally_count **tally_counts_sorted(const struct tally_counts *counts)
{
    struct tally_count **sorted = malloc((counts->n + 1) * sizeof(struct tally_count *));
    if (!sorted)
        return NULL;
    for (uint32_t i = 0; i < counts->n; i++)
        sorted[i] = &counts->v[i];
    qsort(sorted, counts->n, sizeof(struct tally_count *), compare_counts);
    return sorted;
}
