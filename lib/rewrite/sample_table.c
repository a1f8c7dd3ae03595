/* rewrite/sample_table.c - samples of records with one code, by operand
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/sample_table.h"

#include "bits/reader.h"

#include <string.h>

/* Numbers of the values of a column. */
struct numbering {
    struct bl_map *map;
    uint32_t n;
    uint32_t of_small[256]; /* values; BL_MAP_NONE: not seen yet */
};

static int number_of(struct numbering *all, uint64_t value, uint32_t *number)
{
    bool is_small = value < sizeof all->of_small / sizeof *all->of_small;
    *number = is_small ? all->of_small[value] : bl_map_find(all->map, value);
    if (*number != BL_MAP_NONE)
        return BL_OK;
    *number = all->n++;
    if (is_small)
        all->of_small[value] = *number;
    return is_small ? BL_OK : bl_map_add(all->map, value, *number);
}

static int add_column(struct bl_sample_table *t, uint32_t operand, struct bl_map *map)
{
    const struct bl_code_samples *s = t->samples;
    uint8_t *widths = t->columns + (size_t)operand * s->n_items;
    uint16_t *numbers = t->numbers + (size_t)operand * s->n_items;
    uint32_t number = 0;
    struct numbering all = {.map = map};
    memset(all.of_small, 0xFF, sizeof all.of_small);
    bl_map_clear(map);
    for (uint32_t row = 0; row < s->n_items; row++) {
        if (operand >= s->items[row].n_kept)
            continue;
        uint64_t value = bl_row_ops(t, row)[operand];
        if (number_of(&all, value, &number) < 0)
            return BL_E_NOMEM;
        widths[row] = (uint8_t)bl_width_of(value);
        numbers[row] = (uint16_t)number;
    }
    return BL_OK;
}

static void add_row(struct bl_sample_table *t, uint32_t row)
{
    const struct bl_sample *sample = &t->samples->items[row];
    const uint64_t *ops = bl_row_ops(t, row);
    for (uint32_t i = 0; i < sample->n_kept; i++)
        t->widths[sample->first + i] = (uint8_t)bl_width_of(ops[i]);
    uint32_t from = sample->n_kept;
    while (from > 0 && bl_is_char6(ops[from - 1]))
        from--;
    t->char6_from[row] = (uint16_t)from;
}

int bl_sample_table_init(struct bl_sample_table *t, const struct bl_code_samples *samples,
                         struct bl_arena *arena, struct bl_map *map)
{
    const uint32_t n = samples->n_items;
    uint32_t most = 0;
    for (uint32_t row = 0; row < n; row++)
        most = samples->items[row].n_kept > most ? samples->items[row].n_kept : most;
    *t = (struct bl_sample_table){
        .samples = samples,
        .n_columns = most < BL_MAX_COLUMNS ? most : BL_MAX_COLUMNS,
    };
    size_t n_cells = (size_t)t->n_columns * n;
    t->widths = bl_arena_room(arena, samples->n_ops + (size_t)1);
    t->columns = bl_arena_room(arena, n_cells + 1);
    t->numbers = bl_arena_room(arena, (n_cells + 1) * sizeof *t->numbers);
    t->char6_from = bl_arena_room(arena, (n + (size_t)1) * sizeof *t->char6_from);
    if (!t->widths || !t->columns || !t->numbers || !t->char6_from)
        return BL_E_NOMEM;
    for (uint32_t row = 0; row < n; row++)
        add_row(t, row);
    int status = BL_OK;
    for (uint32_t i = 0; i < t->n_columns && status == BL_OK; i++)
        status = add_column(t, i, map);
    return status;
}
