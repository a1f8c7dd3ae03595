/* rewrite/sample_table.h - samples of records with one code, by operand
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a choice asks of a value again and again is how many bits it has, and which others are
 * equal. Both are found once.
 */
#ifndef BL_REWRITE_SAMPLE_TABLE_H
#define BL_REWRITE_SAMPLE_TABLE_H

#include "base/arena.h"
#include "rewrite/record_samples.h"

/* Operands that are columns: those before an array, or all of a record without one. */
enum {
    BL_MAX_COLUMNS = 40
};

/* A sample is a row. Of rows that lack an operand, its column says nothing. */
struct bl_sample_table {
    const struct bl_code_samples *samples;
    uint32_t n_columns;
    uint8_t *widths;      /* bits of all operands that are kept, as they are in the samples */
    uint8_t *columns;     /* those of a column, one after the other */
    uint16_t *numbers;    /* by column: equal ones are of equal values */
    uint16_t *char6_from; /* by row: the kept operands from this one on are Char6 */
};

/* Bits of VALUE. */
static inline unsigned bl_width_of(uint64_t value)
{
    return value ? 64 - (unsigned)__builtin_clzll(value) : 0;
}

/* The operands of ROW. */
static inline const uint64_t *bl_row_ops(const struct bl_sample_table *t, uint32_t row)
{
    const uint64_t *ops = t->samples->ops; /* NULL: no row has any */
    return ops ? ops + t->samples->items[row].first : NULL;
}

/* Widths of OPERAND, by row. */
static inline const uint8_t *bl_column_widths(const struct bl_sample_table *t, uint32_t operand)
{
    return t->columns + (size_t)operand * t->samples->n_items;
}

static inline const uint16_t *bl_column_numbers(const struct bl_sample_table *t, uint32_t operand)
{
    return t->numbers + (size_t)operand * t->samples->n_items;
}

/* Tabulate SAMPLES, which TABLE borrows. MAP is used meanwhile. BL_E_NOMEM. */
int bl_sample_table_init(struct bl_sample_table *table, const struct bl_code_samples *samples,
                         struct bl_arena *arena, struct bl_map *map);

#endif
