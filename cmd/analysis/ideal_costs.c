/* analysis/ideal_costs.c - what records cost, and what they need not
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/ideal_costs.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

static int by_saved(const void *a, const void *b)
{
    const struct ideal_cost *c = a;
    const struct ideal_cost *d = b;
    int order = bl_order(d->saved, c->saved);
    return order ? order : bl_order(c->number, d->number);
}

static void add_rows(struct ideal_costs *costs, struct bl_ideal *ideal)
{
    const struct bl_ideal_row *rows;
    costs->n = bl_ideal_rows(ideal, &rows);
    costs->items = array_new(costs->n, sizeof *costs->items);
    for (uint32_t i = 0; i < costs->n; i++) {
        const struct bl_ideal_row *row = &rows[i];
        bool is_better = row->best_bits < row->bits;
        costs->items[i] = (struct ideal_cost){*row, is_better ? row->bits - row->best_bits : 0, i};
        costs->sum.row.n += row->code == BL_NONE ? 0 : row->n;
        costs->sum.row.bits += row->bits;
        costs->sum.row.best_bits += row->best_bits;
        costs->sum.row.bound_bits += row->bound_bits;
    }
    const struct bl_ideal_row *sum = &costs->sum.row;
    costs->sum.saved = sum->best_bits < sum->bits ? sum->bits - sum->best_bits : 0;
    array_sort(costs->items, costs->n, sizeof *costs->items, by_saved);
}

struct ideal_costs ideal_costs_of(const struct streams *streams, uint64_t most)
{
    struct ideal_costs costs = {0};
    struct context *c = streams->query.context;
    struct bl_ideal *ideal;
    struct bl_error err;
    uint64_t n_bytes = 0;
    (void)out_need(bl_ideal_open(&ideal, NULL));
    for (uint32_t i = 0; i < streams->n; i++) {
        const struct bl_stream *stream = &streams->items[i].input.stream;
        if (stream->kind != BL_STREAM_LLVM_IR)
            continue;
        n_bytes += stream->bytes.size;
        if (n_bytes > most) {
            costs.n_left_out++;
            continue;
        }
        costs.n_streams++;
        if (out_need(bl_ideal_add(ideal, stream, context_threads(c), &err)) < 0)
            streams_report(streams, i, &err);
    }
    add_rows(&costs, ideal);
    bl_ideal_close(ideal);
    return costs;
}

void ideal_costs_release(struct ideal_costs *costs)
{
    free(costs->items);
    *costs = (struct ideal_costs){0};
}

void ideal_cost_label(const struct ideal_cost *cost, bl_put_fn *put, void *context)
{
    static const char definitions[] = ": abbreviation definitions";
    bl_block_label_print(BL_STREAM_LLVM_IR, (struct bl_view){0}, BL_NONE, cost->row.block_id, put,
                         context);
    if (cost->row.code == BL_NONE) {
        put(context, definitions, strlen(definitions));
        return;
    }
    put(context, ": ", 2);
    bl_record_label_print(BL_STREAM_LLVM_IR, (struct bl_view){0}, cost->row.block_id,
                          cost->row.code, put, context);
}
