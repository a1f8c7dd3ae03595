/* index/stats_rows.c - counts of blocks and records, to be added up
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "index/stats_rows.h"

#include "base/grow.h"

#include <assert.h>
#include <string.h>

enum {
    FEW_COUNTS = 16
};

uint32_t bl_stats_make_row(struct bl_stats_rows *rows, enum bl_stream_kind kind, uint32_t id)
{
    uint64_t key = (uint64_t)kind << 32 | id;
    uint32_t *last = &rows->last[id % BL_STATS_LAST];
    uint32_t row = bl_map_find(&rows->by_id, key);
    if (row != BL_MAP_NONE)
        return *last = row;
    if (bl_grow(&rows->v, &rows->cap, (size_t)rows->n + 1) < 0 ||
        bl_map_add(&rows->by_id, key, rows->n) < 0)
        return UINT32_MAX;
    rows->v[rows->n] = (struct bl_stats_row){
        .block = {.kind = kind, .block_id = id, .parent_id = BL_NONE},
        .first = {UINT64_MAX, 0},
        .named = {UINT64_MAX, 0},
    };
    return rows->n++;
}

static bool is_before(struct bl_stats_place a, struct bl_stats_place b)
{
    return a.stream != b.stream ? a.stream < b.stream : a.bit_pos < b.bit_pos;
}

int bl_stats_see(struct bl_stats_row *row, struct bl_stats_place place, uint32_t parent_id,
                 struct bl_view name)
{
    if (is_before(place, row->first)) {
        row->first = place;
        row->block.parent_id = parent_id;
    }
    if (!name.size || !is_before(place, row->named))
        return BL_OK;
    if (bl_grow(&row->name, &row->name_cap, name.size) < 0)
        return BL_E_NOMEM;
    memcpy(row->name, name.data, name.size);
    row->block.name = (struct bl_view){.data = (const uint8_t *)row->name, .size = name.size};
    row->named = place;
    return BL_OK;
}

static uint64_t key_of(uint32_t code, uint32_t abbrev_id)
{
    return (uint64_t)abbrev_id << 32 | code;
}

/* As long as there are few, they are looked through. */
static int add_key(struct bl_stats_row *row, uint64_t key)
{
    if (row->n_counts < FEW_COUNTS)
        return BL_OK;
    for (uint32_t i = row->by_code.n; i < row->n_counts; i++)
        if (bl_map_add(&row->by_code, key_of(row->counts[i].code, row->counts[i].abbrev_id), i) < 0)
            return BL_E_NOMEM;
    return bl_map_add(&row->by_code, key, row->n_counts);
}

static uint32_t find_key(const struct bl_stats_row *row, uint32_t code, uint32_t abbrev_id)
{
    if (row->n_counts > FEW_COUNTS)
        return bl_map_find(&row->by_code, key_of(code, abbrev_id));
    for (uint32_t i = 0; i < row->n_counts; i++)
        if (row->counts[i].code == code && row->counts[i].abbrev_id == abbrev_id)
            return i;
    return BL_MAP_NONE;
}

/* The number of a count of ROW, one of ROWS, made if there is none, which stays; UINT32_MAX: no
 * memory. */
static uint32_t need_count(struct bl_stats_rows *rows, struct bl_stats_row *row, uint32_t code,
                           uint32_t abbrev_id)
{
    uint32_t i = find_key(row, code, abbrev_id);
    if (i != BL_MAP_NONE)
        return i;
    if (bl_grow(&row->counts, &row->cap_counts, (size_t)row->n_counts + 1) < 0 ||
        add_key(row, key_of(code, abbrev_id)) < 0)
        return UINT32_MAX;
    row->counts[row->n_counts] = (struct bl_stats_count){.code = code, .abbrev_id = abbrev_id};
    if (rows->max_counts <= row->n_counts)
        rows->max_counts = row->n_counts + 1;
    return row->n_counts++;
}

int bl_stats_count_in(struct bl_stats_rows *rows, struct bl_stats_row *row, uint32_t code,
                      uint32_t abbrev_id, uint64_t n, uint64_t bits)
{
    uint32_t i = need_count(rows, row, code, abbrev_id);
    if (i == UINT32_MAX)
        return BL_E_NOMEM;
    assert(row->counts && i < row->n_counts);
    row->counts[i].n += n;
    row->counts[i].bits += bits;
    return BL_OK;
}

/* COUNT of ROW begins anew. */
static int settle_count(struct bl_stats_rows *rows, struct bl_stats_row *row, uint32_t code,
                        uint32_t abbrev_id, struct bl_record_count *count)
{
    struct bl_record_count sum = *count;
    *count = (struct bl_record_count){0, 0};
    return sum.n ? bl_stats_count_in(rows, row, code, abbrev_id, sum.n, sum.bits) : BL_OK;
}

int bl_stats_count_other(struct bl_stats_rows *rows, struct bl_stats_row *row)
{
    struct bl_record_counts *recent = row->recent;
    uint32_t id = recent->abbrev_id;
    if (id == BL_ABBREV_UNABBREV || id >= BL_COUNT_IDS)
        return bl_stats_count_in(rows, row, recent->code, id, 1, recent->bits);
    struct bl_record_count *count = &recent->abbreviated[id];
    int status = settle_count(rows, row, (uint32_t)(recent->code_of[id] - 1), id, count);
    *count = (struct bl_record_count){1, recent->bits};
    recent->code_of[id] = (uint64_t)recent->code + 1;
    return status;
}

static int settle_row(struct bl_stats_rows *rows, struct bl_stats_row *row)
{
    struct bl_record_counts *recent = row->recent;
    int status = BL_OK;
    for (uint32_t code = 0; recent && code < BL_COUNT_CODES && status == BL_OK; code++)
        status = settle_count(rows, row, code, BL_ABBREV_UNABBREV, &recent->unabbreviated[code]);
    for (uint32_t id = 0; recent && id < BL_COUNT_IDS && status == BL_OK; id++)
        status = settle_count(rows, row, (uint32_t)(recent->code_of[id] - 1), id,
                              &recent->abbreviated[id]);
    return status;
}

int bl_stats_settle(struct bl_stats_rows *rows)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < rows->n && status == BL_OK; i++)
        status = settle_row(rows, &rows->v[i]);
    return status;
}

int bl_stats_need_recent(struct bl_stats_rows *rows, uint32_t row)
{
    struct bl_stats_row *owner = &rows->v[rows->last_recent];
    struct bl_record_counts **recent = &rows->v[row].recent;
    if (*recent)
        return BL_OK;
    if (rows->n_recent < BL_STATS_RECENT) {
        *recent = bl_new(sizeof **recent);
        rows->n_recent += *recent != NULL;
    } else if (settle_row(rows, owner) == BL_OK) {
        *recent = owner->recent;
        owner->recent = NULL;
    }
    if (!*recent)
        return BL_E_NOMEM;
    rows->last_recent = row;
    return BL_OK;
}

/* UINT64_MAX stays: it was not seen. */
static struct bl_stats_place shift(uint64_t n_before, struct bl_stats_place place)
{
    if (place.stream != UINT64_MAX)
        place.stream += n_before;
    return place;
}

static int merge_row(struct bl_stats_rows *rows, struct bl_stats_row *row,
                     const struct bl_stats_row *from, uint64_t n_before)
{
    struct bl_stats_place first = shift(n_before, from->first);
    struct bl_stats_place named = shift(n_before, from->named);
    row->block.n += from->block.n;
    row->block.bits += from->block.bits;
    row->block.n_sub_blocks += from->block.n_sub_blocks;
    row->block.n_abbrevs += from->block.n_abbrevs;
    row->block.abbrev_bits += from->block.abbrev_bits;
    row->block.unread_bits += from->block.unread_bits;
    int status = bl_stats_see(row, first, from->block.parent_id, (struct bl_view){0});
    if (status == BL_OK)
        status = bl_stats_see(row, named, from->block.parent_id, from->block.name);
    for (uint32_t i = 0; i < from->n_counts && status == BL_OK; i++) {
        const struct bl_stats_count *count = &from->counts[i];
        status = bl_stats_count_in(rows, row, count->code, count->abbrev_id, count->n, count->bits);
    }
    return status;
}

int bl_stats_merge(struct bl_stats_rows *rows, const struct bl_stats_rows *from, uint64_t n_before)
{
    rows->n_top_blocks += from->n_top_blocks;
    for (uint32_t i = 0; i < from->n; i++) {
        uint32_t row = bl_stats_row(rows, from->v[i].block.kind, from->v[i].block.block_id);
        if (row == UINT32_MAX || merge_row(rows, &rows->v[row], &from->v[i], n_before) < 0)
            return BL_E_NOMEM;
    }
    return BL_OK;
}

void bl_stats_rows_release(struct bl_stats_rows *rows)
{
    for (uint32_t i = 0; i < rows->n; i++) {
        bl_drop(rows->v[i].name);
        bl_drop(rows->v[i].counts);
        bl_drop(rows->v[i].recent);
        bl_map_release(&rows->v[i].by_code);
    }
    bl_drop(rows->v);
    bl_map_release(&rows->by_id);
    *rows = (struct bl_stats_rows){0};
}
