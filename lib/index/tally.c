/* index/tally.c - where the bits of streams go
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A stream is skimmed (index/skim.h); where that is not possible, because of damage or of anything
 * else that is unusual, it is walked.
 */
#include "index/tally.h"

#include "base/grow.h"
#include "base/status.h"
#include "index/skim.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEW_COUNTS = 16
};

/* ---- Rows ---- */

uint32_t bl_tally_row(struct bl_tally_rows *rows, enum bl_stream_kind kind, uint32_t id)
{
    uint64_t key = (uint64_t)kind << 32 | id;
    uint32_t row = bl_map_find(&rows->by_id, key);
    if (row != BL_MAP_NONE)
        return row;
    if (bl_grow(&rows->v, &rows->cap, (size_t)rows->n + 1) < 0 ||
        bl_map_add(&rows->by_id, key, rows->n) < 0)
        return UINT32_MAX;
    rows->v[rows->n] = (struct bl_tally_row){
        .told = {.kind = kind, .block_id = id},
        .first = {UINT64_MAX, 0},
        .named = {UINT64_MAX, 0},
    };
    return rows->n++;
}

static bool is_before(struct bl_tally_place a, struct bl_tally_place b)
{
    return a.stream != b.stream ? a.stream < b.stream : a.bit_pos < b.bit_pos;
}

int bl_tally_see(struct bl_tally_row *row, struct bl_tally_place place, uint32_t parent_id,
                 struct bl_view name)
{
    if (is_before(place, row->first)) {
        row->first = place;
        row->told.parent_id = parent_id;
    }
    if (!name.size || !is_before(place, row->named))
        return BL_OK;
    if (bl_grow(&row->name, &row->name_cap, name.size) < 0)
        return BL_E_NOMEM;
    memcpy(row->name, name.data, name.size);
    row->told.name = (struct bl_view){.data = (const uint8_t *)row->name, .size = name.size};
    row->named = place;
    return BL_OK;
}

static uint64_t key_of(uint32_t code, uint32_t abbrev_id)
{
    return (uint64_t)abbrev_id << 32 | code;
}

/* As long as there are few, they are looked through. */
static int add_key(struct bl_tally_row *row, uint64_t key)
{
    if (row->n_counts < FEW_COUNTS)
        return BL_OK;
    for (uint32_t i = row->by_code.n; i < row->n_counts; i++)
        if (bl_map_add(&row->by_code, key_of(row->counts[i].code, row->counts[i].abbrev_id), i) < 0)
            return BL_E_NOMEM;
    return bl_map_add(&row->by_code, key, row->n_counts);
}

static uint32_t find_key(const struct bl_tally_row *row, uint32_t code, uint32_t abbrev_id)
{
    if (row->n_counts > FEW_COUNTS)
        return bl_map_find(&row->by_code, key_of(code, abbrev_id));
    for (uint32_t i = 0; i < row->n_counts; i++)
        if (row->counts[i].code == code && row->counts[i].abbrev_id == abbrev_id)
            return i;
    return BL_MAP_NONE;
}

uint32_t bl_tally_find_count(struct bl_tally_row *row, uint32_t code, uint32_t abbrev_id)
{
    uint32_t i = find_key(row, code, abbrev_id);
    if (i != BL_MAP_NONE)
        return i;
    if (bl_grow(&row->counts, &row->cap_counts, (size_t)row->n_counts + 1) < 0 ||
        add_key(row, key_of(code, abbrev_id)) < 0)
        return UINT32_MAX;
    row->counts[row->n_counts] = (struct bl_tally_count){.code = code, .abbrev_id = abbrev_id};
    return row->n_counts++;
}

int bl_tally_count_in(struct bl_tally_row *row, uint32_t code, uint32_t abbrev_id, uint64_t n,
                      uint64_t bits)
{
    uint32_t i = bl_tally_find_count(row, code, abbrev_id);
    if (i == UINT32_MAX)
        return BL_E_NOMEM;
    assert(row->counts && i < row->n_counts);
    row->counts[i].n += n;
    row->counts[i].bits += bits;
    return BL_OK;
}

static int merge_row(struct bl_tally_row *row, const struct bl_tally_row *from)
{
    row->told.n += from->told.n;
    row->told.bits += from->told.bits;
    row->told.n_sub_blocks += from->told.n_sub_blocks;
    row->told.n_abbrevs += from->told.n_abbrevs;
    row->told.abbrev_bits += from->told.abbrev_bits;
    int status = bl_tally_see(row, from->first, from->told.parent_id, (struct bl_view){0});
    if (status == BL_OK)
        status = bl_tally_see(row, from->named, from->told.parent_id, from->told.name);
    for (uint32_t i = 0; i < from->n_counts && status == BL_OK; i++) {
        const struct bl_tally_count *count = &from->counts[i];
        status = bl_tally_count_in(row, count->code, count->abbrev_id, count->n, count->bits);
    }
    return status;
}

int bl_tally_merge(struct bl_tally_rows *rows, const struct bl_tally_rows *from)
{
    rows->n_top_blocks += from->n_top_blocks;
    for (uint32_t i = 0; i < from->n; i++) {
        uint32_t row = bl_tally_row(rows, from->v[i].told.kind, from->v[i].told.block_id);
        if (row == UINT32_MAX || merge_row(&rows->v[row], &from->v[i]) < 0)
            return BL_E_NOMEM;
    }
    return BL_OK;
}

void bl_tally_rows_release(struct bl_tally_rows *rows)
{
    for (uint32_t i = 0; i < rows->n; i++) {
        bl_drop(rows->v[i].name);
        bl_drop(rows->v[i].counts);
        bl_map_release(&rows->v[i].by_code);
    }
    bl_drop(rows->v);
    bl_map_release(&rows->by_id);
    *rows = (struct bl_tally_rows){0};
}

/* ---- Walking ---- */

struct level {
    uint32_t row;
    uint64_t begin;
    uint64_t bits_inside; /* of sub-blocks */
};

struct bl_tally {
    unsigned flags;
    struct bl_tally_rows rows;
    struct bl_skim *skim; /* kept from stream to stream; NULL: not made yet */
    struct level *levels;
    uint32_t n_levels, cap_levels;
    uint64_t n_streams;
    const struct bl_tally_row **sorted; /* n_sorted of them are; 0: it is not up to date */
    uint32_t n_sorted, cap_sorted;
    struct bl_walk *walk;        /* of the last stream, for its names; or NULL: it was skimmed */
    struct bl_tally_count *told; /* by bl_tally_counts() */
    uint32_t cap_told;
};

static uint32_t role_of(const struct bl_tally *t, const struct bl_stream *stream,
                        const struct bl_walk *walk, const struct bl_event *event)
{
    uint32_t id = event->block->block_id;
    uint32_t code = UINT32_MAX;
    if (!(t->flags & BL_TALLY_ROLES) || stream->kind != BL_STREAM_LLVM_IR)
        return id;
    if (id == (BL_BLOCK_TYPE_OLD & 0xFF))
        (void)bl_walk_peek_code(walk, &code);
    return bl_ir_block_role(event->parent_id, id, code);
}

static int begin_block(struct bl_tally *t, const struct bl_stream *stream,
                       const struct bl_walk *walk, const struct bl_event *event)
{
    uint32_t row = bl_tally_row(&t->rows, stream->kind, role_of(t, stream, walk, event));
    if (row == UINT32_MAX || bl_grow(&t->levels, &t->cap_levels, (size_t)t->n_levels + 1) < 0)
        return BL_E_NOMEM;
    t->levels[t->n_levels++] = (struct level){.row = row, .begin = event->header_pos};
    t->rows.v[row].told.n++;
    return bl_tally_see(&t->rows.v[row], (struct bl_tally_place){t->n_streams, event->bit_pos},
                        event->parent_id, bl_walk_block_name(walk, event->block->block_id));
}

static void end_block(struct bl_tally *t, uint64_t end_pos)
{
    const struct level *level = &t->levels[--t->n_levels];
    uint64_t bits = end_pos - level->begin;
    t->rows.v[level->row].told.bits += bits - level->bits_inside;
    if (t->n_levels == 0) {
        t->rows.n_top_blocks++;
        return;
    }
    struct level *around = &t->levels[t->n_levels - 1];
    around->bits_inside += bits;
    t->rows.v[around->row].told.n_sub_blocks++;
}

static int take_event(struct bl_tally *t, const struct bl_stream *stream,
                      const struct bl_walk *walk, const struct bl_event *event)
{
    if (event->kind == BL_EVENT_BLOCK)
        return begin_block(t, stream, walk, event);
    if (event->kind == BL_EVENT_BLOCK_END) {
        end_block(t, event->end_pos);
        return BL_OK;
    }
    struct bl_tally_row *row = &t->rows.v[t->levels[t->n_levels - 1].row];
    uint64_t bits = event->end_pos - event->bit_pos;
    if (event->kind == BL_EVENT_RECORD)
        return bl_tally_count_in(row, event->code, event->abbrev_id, 1, bits);
    row->told.n_abbrevs++;
    row->told.abbrev_bits += bits;
    return BL_OK;
}

static int walk_stream(struct bl_tally *t, const struct bl_stream *stream,
                       const struct bl_stream *blockinfo_of, struct bl_error *err)
{
    unsigned rules = t->flags & BL_TALLY_LLVM ? BL_WALK_LLVM : 0;
    int rc = bl_walk_open(&t->walk, stream, rules | BL_WALK_SKIP, blockinfo_of, err);
    uint64_t read_to = 0;
    struct bl_event event;
    while (rc >= 0 && (rc = bl_walk_next(t->walk, &event, err)) > 0) {
        read_to = event.end_pos;
        if (take_event(t, stream, t->walk, &event) < 0)
            rc = bl_fail(err, BL_E_NOMEM, "no memory for counts");
    }
    while (t->n_levels > 0)
        end_block(t, read_to);
    return rc;
}

/* ---- Public: counting ---- */

int bl_tally_open(struct bl_tally **tally, unsigned flags, struct bl_error *err)
{
    *tally = bl_new(sizeof **tally);
    if (!*tally)
        return bl_fail(err, BL_E_NOMEM, "no memory for counts");
    (*tally)->flags = flags;
    return BL_OK;
}

void bl_tally_close(struct bl_tally *t)
{
    if (!t)
        return;
    bl_tally_rows_release(&t->rows);
    bl_skim_close(t->skim);
    bl_walk_close(t->walk);
    bl_drop(t->levels);
    bl_drop(t->sorted);
    bl_drop(t->told);
    bl_drop(t);
}

/* Room for all answers, so that none of them can fail. */
static int reserve(struct bl_tally *t)
{
    uint32_t n_counts = 0;
    for (uint32_t i = 0; i < t->rows.n; i++)
        if (n_counts < t->rows.v[i].n_counts)
            n_counts = t->rows.v[i].n_counts;
    return bl_grow(&t->told, &t->cap_told, n_counts) < 0
               ? BL_E_NOMEM
               : bl_grow(&t->sorted, &t->cap_sorted, t->rows.n);
}

int bl_tally_add(struct bl_tally *t, const struct bl_stream *stream,
                 const struct bl_stream *blockinfo_of, unsigned n_threads, struct bl_error *err)
{
    bl_walk_close(t->walk);
    t->walk = NULL;
    t->n_sorted = 0;
    t->n_streams++;
    int rc = blockinfo_of
                 ? 0
                 : bl_skim_stream(&t->skim, stream, t->flags, n_threads, t->n_streams, &t->rows);
    if (rc == 0)
        rc = walk_stream(t, stream, blockinfo_of, err);
    else if (rc < 0)
        rc = bl_fail(err, rc, "no memory for counts");
    if (reserve(t) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for counts");
    return rc < 0 ? rc : BL_OK;
}

/* After a change of ROW: with STATUS, or the failure to keep room for the answers. */
static int changed(struct bl_tally *t, const struct bl_tally_row *row, int status)
{
    t->n_sorted = 0;
    if (bl_grow(&t->told, &t->cap_told, row->n_counts) < 0 ||
        bl_grow(&t->sorted, &t->cap_sorted, t->rows.n) < 0)
        return BL_E_NOMEM;
    return status;
}

int bl_tally_add_blocks(struct bl_tally *t, const struct bl_tally_block *block)
{
    uint32_t number = bl_tally_row(&t->rows, block->kind, block->block_id);
    if (number == UINT32_MAX)
        return BL_E_NOMEM;
    struct bl_tally_block *told = &t->rows.v[number].told;
    told->n += block->n;
    told->bits += block->bits;
    told->n_sub_blocks += block->n_sub_blocks;
    told->n_abbrevs += block->n_abbrevs;
    told->abbrev_bits += block->abbrev_bits;
    if (block->parent_id == BL_NO_BLOCK)
        t->rows.n_top_blocks += block->n;
    return changed(t, &t->rows.v[number], BL_OK);
}

int bl_tally_add_records(struct bl_tally *t, enum bl_stream_kind kind, uint32_t block_id,
                         const struct bl_tally_count *count)
{
    uint32_t number = bl_tally_row(&t->rows, kind, block_id);
    if (number == UINT32_MAX)
        return BL_E_NOMEM;
    struct bl_tally_row *row = &t->rows.v[number];
    int status = bl_tally_count_in(row, count->code, count->abbrev_id, count->n, count->bits);
    return changed(t, row, status);
}

int bl_tally_join(struct bl_tally *t, const struct bl_tally *from)
{
    int status = bl_tally_merge(&t->rows, &from->rows);
    t->n_sorted = 0;
    return reserve(t) < 0 ? BL_E_NOMEM : status;
}

/* ---- Public: what was counted ---- */

static int compare_rows(const void *a, const void *b)
{
    const struct bl_tally_block *x = &(*(const struct bl_tally_row *const *)a)->told;
    const struct bl_tally_block *y = &(*(const struct bl_tally_row *const *)b)->told;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->block_id > y->block_id) - (x->block_id < y->block_id);
}

uint32_t bl_tally_n_blocks(struct bl_tally *t)
{
    if (t->n_sorted < t->rows.n && t->rows.n <= t->cap_sorted) {
        for (uint32_t i = 0; i < t->rows.n; i++)
            t->sorted[i] = &t->rows.v[i];
        qsort(t->sorted, t->rows.n, sizeof(struct bl_tally_row *), compare_rows);
        t->n_sorted = t->rows.n;
    }
    return t->n_sorted;
}

uint64_t bl_tally_n_top_blocks(const struct bl_tally *t)
{
    return t->rows.n_top_blocks;
}

struct bl_tally_block bl_tally_block(const struct bl_tally *t, uint32_t block)
{
    const struct bl_tally_row *row = t->sorted[block];
    struct bl_tally_block told = row->told;
    for (uint32_t i = 0; i < row->n_counts; i++) {
        const struct bl_tally_count *count = &row->counts[i];
        told.n_records += count->n;
        told.n_abbreviated += count->abbrev_id == BL_ABBREV_UNABBREV ? 0 : count->n;
        told.record_bits += count->bits;
    }
    return told;
}

static int compare_codes(const void *a, const void *b)
{
    const struct bl_tally_count *x = a;
    const struct bl_tally_count *y = b;
    if (x->code != y->code)
        return x->code > y->code ? -1 : 1;
    return (x->abbrev_id > y->abbrev_id) - (x->abbrev_id < y->abbrev_id);
}

static int compare_counts(const void *a, const void *b)
{
    const struct bl_tally_count *x = a;
    const struct bl_tally_count *y = b;
    return x->n != y->n ? (x->n > y->n ? -1 : 1) : compare_codes(a, b);
}

/* Join the counts of each code into one. */
static uint32_t join_codes(struct bl_tally_count *counts, uint32_t n)
{
    uint32_t n_joined = 0;
    qsort(counts, n, sizeof *counts, compare_codes);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_tally_count *last = n_joined ? &counts[n_joined - 1] : NULL;
        if (last && last->code == counts[i].code) {
            last->n += counts[i].n;
            last->n_abbreviated += counts[i].n_abbreviated;
            last->bits += counts[i].bits;
        } else {
            counts[n_joined] = counts[i];
            counts[n_joined++].abbrev_id = 0;
        }
    }
    return n_joined;
}

uint32_t bl_tally_counts(struct bl_tally *t, uint32_t block, bool by_abbrev,
                         const struct bl_tally_count **counts)
{
    const struct bl_tally_row *row = t->sorted[block];
    uint32_t n = row->n_counts;
    *counts = t->told;
    if (n == 0)
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        t->told[i] = row->counts[i];
        t->told[i].n_abbreviated = t->told[i].abbrev_id == BL_ABBREV_UNABBREV ? 0 : t->told[i].n;
    }
    if (!by_abbrev)
        n = join_codes(t->told, n);
    qsort(t->told, n, sizeof *t->told, compare_counts);
    return n;
}

struct bl_view bl_tally_block_name(const struct bl_tally *t, uint32_t block_id)
{
    return t->walk ? bl_walk_block_name(t->walk, block_id)
                   : bl_blockinfo_block_name(bl_skim_last_info(t->skim), block_id);
}

struct bl_view bl_tally_record_name(const struct bl_tally *t, uint32_t block_id, uint32_t code)
{
    return t->walk ? bl_walk_record_name(t->walk, block_id, code)
                   : bl_blockinfo_record_name(bl_skim_last_info(t->skim), block_id, code);
}
