/* rewrite/ideal.c - how few bits the records of modules could have
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A stream is read twice: for the choice of abbreviations, and to measure by them.
 */
#include "bitleap_ideal.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "bitleap_repack.h"
#include "bitleap_walk.h"
#include "rewrite/adaptive_cost.h"
#include "rewrite/rewriter.h"

#include <string.h>

enum {
    /* Of all rows together; those after share the last one of their row. Compilers' modules have
     * some thousand. */
    MAX_PLACES = 16384,
    MAX_ROWS = 8192,
};

/* Of records of one kind: how many operands there are, and each of them. Of a block, with the code
 * BL_NONE: codes. */
struct places {
    struct bl_adaptive *items[1 + BL_IDEAL_PLACES];
};

struct bl_ideal {
    struct bl_ideal_row *rows;
    uint32_t n, cap;
    struct places *places; /* of each row */
    uint32_t cap_places;
    uint32_t n_places;     /* in all rows */
    struct bl_map numbers; /* of the rows, while a stream is added */
    struct bl_logs logs;
};

/* A stream that is added. */
struct measuring {
    struct bl_ideal *ideal;
    struct bl_walk *walk;
    struct bl_event event;
    const struct bl_recodings *recodings;
    const struct bl_recoding *recoding; /* of the module at hand, or NULL */
    struct bl_budget budget;            /* operands */
    struct bl_error *err;
};

int bl_ideal_open(struct bl_ideal **ideal, struct bl_error *err)
{
    *ideal = bl_new(sizeof **ideal);
    if (!*ideal)
        return bl_fail(err, BL_E_NOMEM, "no memory for costs of records");
    bl_logs_init(&(*ideal)->logs);
    return BL_OK;
}

/* What has been learnt goes; places stay. */
static void forget(struct bl_ideal *ideal)
{
    for (uint32_t i = 0; i < ideal->n; i++)
        for (uint32_t k = 0; k <= BL_IDEAL_PLACES; k++)
            if (ideal->places[i].items[k]) {
                bl_adaptive_release(ideal->places[i].items[k]);
                bl_drop(ideal->places[i].items[k]);
                ideal->places[i].items[k] = NULL;
            }
    ideal->n_places = 0;
}

void bl_ideal_close(struct bl_ideal *ideal)
{
    if (!ideal)
        return;
    forget(ideal);
    bl_drop(ideal->rows);
    bl_drop(ideal->places);
    bl_map_release(&ideal->numbers);
    bl_drop(ideal);
}

/* ---- Rows ---- */

/* The number of the row for CODE in blocks with BLOCK_ID, or an error. */
static int64_t find_row(struct bl_ideal *ideal, uint32_t block_id, uint32_t code)
{
    uint64_t key = (uint64_t)block_id << 32 | code;
    uint32_t number = bl_map_find(&ideal->numbers, key);
    if (number != BL_MAP_NONE)
        return number;
    number = ideal->n;
    if (number == MAX_ROWS)
        return BL_E_LIMIT;
    struct bl_ideal_row row = {.block_id = block_id, .code = code};
    if (bl_grow(&ideal->places, &ideal->cap_places, (uint64_t)number + 1) < 0 ||
        bl_map_add(&ideal->numbers, key, number) < 0)
        return BL_E_NOMEM;
    ideal->places[number] = (struct places){{NULL}};
    int status = bl_append(&ideal->rows, &ideal->n, &ideal->cap, row);
    return status < 0 ? status : (int64_t)number;
}

/* VALUE comes in PLACE of ROW. */
static int add_value(struct bl_ideal *ideal, uint32_t row, uint32_t place, uint64_t value,
                     uint64_t *cost)
{
    struct bl_adaptive **items = ideal->places[row].items;
    while (!items[place] && ideal->n_places >= MAX_PLACES && place > 0)
        place--;
    if (!items[place]) {
        items[place] = bl_new(sizeof **items);
        ideal->n_places++;
    }
    return items[place] ? bl_adaptive_add(items[place], &ideal->logs, value, cost) : BL_E_NOMEM;
}

/* Rows may be in another order than before. */
static int number_rows(struct bl_ideal *ideal)
{
    int status = BL_OK;
    bl_map_clear(&ideal->numbers);
    for (uint32_t i = 0; i < ideal->n && status == BL_OK; i++)
        status = bl_map_add(&ideal->numbers,
                            (uint64_t)ideal->rows[i].block_id << 32 | ideal->rows[i].code, i);
    return status;
}

/* ---- Records ---- */

/* Bits of RECORD, without its abbreviation id and a blob. */
static int add_bound(struct bl_ideal *ideal, uint32_t block_row, uint32_t row,
                     const struct bl_record *record, uint64_t *bits)
{
    uint64_t cost = 0;
    int status = add_value(ideal, block_row, 0, record->code, &cost);
    if (status == BL_OK)
        status = add_value(ideal, row, 0, record->n_ops, &cost);
    for (uint32_t i = 0; i < record->n_ops && status == BL_OK; i++) {
        uint32_t place = 1 + (i < BL_IDEAL_PLACES ? i : BL_IDEAL_PLACES - 1);
        status = add_value(ideal, row, place, record->ops[i], &cost);
    }
    *bits = (cost + BL_COST_BIT / 2) / BL_COST_BIT;
    return status;
}

/* Bits of RECORD, which is in BLOCK, by what was chosen for the module. */
static uint64_t best_bits(const struct measuring *m, const struct bl_record *record)
{
    const struct bl_block *block = m->event.block;
    uint64_t bits = record->end_pos - record->bit_pos;
    const struct bl_chosen *chosen = bl_recoded_block(m->recoding, block->block_id);
    if (!chosen)
        return bits;
    if (record->has_blob)
        return bits - block->id_width + chosen->id_width;
    struct bl_new_record as_new = {
        .code = record->code, .ops = record->ops, .n_ops = record->n_ops};
    return chosen->id_width + bl_recoded_bits(chosen, &as_new);
}

static int measure_record(struct measuring *m)
{
    const struct bl_record *record = m->event.record;
    uint32_t block_id = m->event.block->block_id;
    if (!bl_budget_spend_whole(&m->budget, record->n_ops))
        return BL_E_LIMIT;
    int64_t block_row = find_row(m->ideal, block_id, BL_NONE);
    int64_t number = block_row < 0 ? block_row : find_row(m->ideal, block_id, record->code);
    if (number < 0)
        return (int)number;
    uint64_t bound;
    int status = add_bound(m->ideal, (uint32_t)block_row, (uint32_t)number, record, &bound);
    struct bl_ideal_row *row = &m->ideal->rows[number];
    row->n++;
    row->bits += record->end_pos - record->bit_pos;
    row->best_bits += best_bits(m, record);
    row->bound_bits += bound + (uint64_t)record->blob.size * 8;
    return status;
}

/* Bits of a definition, or of a record in BLOCKINFO: there are none, or others, in a module that is
 * written anew. */
static int measure_definition(struct measuring *m, uint64_t bits, uint64_t best)
{
    int64_t number = find_row(m->ideal, m->event.block->block_id, BL_NONE);
    if (number < 0)
        return (int)number;
    m->ideal->rows[number].n += bits > 0;
    m->ideal->rows[number].bits += bits;
    m->ideal->rows[number].best_bits += best;
    return BL_OK;
}

/* What the definitions of the module that has begun take. */
static int measure_chosen(struct measuring *m)
{
    const struct bl_chosen *own = bl_recoded_block(m->recoding, BL_BLOCK_MODULE);
    uint64_t bits = m->recoding ? (uint64_t)m->recoding->info.size * 8 : 0;
    for (uint32_t i = 0; own && i < own->n; i++)
        bits += own->id_width + bl_definition_bits(own->items[i].ops, own->items[i].n_ops);
    return measure_definition(m, 0, bits);
}

static int measure_event(struct measuring *m)
{
    const struct bl_event *e = &m->event;
    bool is_module = e->depth == 0 && e->block->block_id == BL_BLOCK_MODULE;
    uint64_t bits = e->end_pos - e->bit_pos;
    switch (e->kind) {
    case BL_EVENT_BLOCK:
        if (e->depth == 0)
            m->recoding = is_module ? bl_recoding_of(m->recodings, e->bit_pos) : NULL;
        return is_module ? measure_chosen(m) : BL_OK;
    case BL_EVENT_ABBREV: return measure_definition(m, bits, m->recoding ? 0 : bits);
    case BL_EVENT_RECORD:
        return e->block->block_id == BL_BLOCK_BLOCKINFO
                   ? measure_definition(m, bits, m->recoding ? 0 : bits)
                   : measure_record(m);
    default: return BL_OK;
    }
}

static int measure(struct measuring *m)
{
    int rc;
    while ((rc = bl_walk_next(m->walk, &m->event, m->err)) > 0) {
        rc = measure_event(m);
        if (rc < 0)
            return bl_fail_at(m->err, rc,
                              rc == BL_E_LIMIT
                                  ? "more kinds of records, or operands, than the limit"
                                  : "no memory for costs of records",
                              m->event.bit_pos);
    }
    return rc;
}

int bl_ideal_add(struct bl_ideal *ideal, const struct bl_stream *stream, unsigned n_threads,
                 struct bl_error *err)
{
    struct bl_rewrite *rewrite;
    if (number_rows(ideal) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for costs of records");
    int status = bl_rewrite_open(&rewrite, stream, 0, err);
    if (status < 0)
        return status;
    status = bl_repack_choose(rewrite, n_threads, NULL, err);
    struct measuring m = {
        .ideal = ideal,
        .recodings = &rewrite->recodings,
        .budget = bl_recoding_budget(stream),
        .err = err,
    };
    if (status == BL_OK)
        status = bl_walk_open(&m.walk, stream, 0, NULL, err);
    if (status == BL_OK)
        status = measure(&m);
    bl_walk_close(m.walk);
    bl_rewrite_close(rewrite);
    forget(ideal);
    return status;
}

/* ---- Results ---- */

static int by_kind(const void *a, const void *b)
{
    const struct bl_ideal_row *r = a;
    const struct bl_ideal_row *s = b;
    return r->block_id != s->block_id ? bl_order(r->block_id, s->block_id)
                                      : bl_order(r->code, s->code);
}

uint32_t bl_ideal_rows(struct bl_ideal *ideal, const struct bl_ideal_row **rows)
{
    bl_sort(ideal->rows, ideal->n, sizeof *ideal->rows, by_kind);
    *rows = ideal->rows;
    return ideal->n;
}
