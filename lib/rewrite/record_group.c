/* rewrite/record_group.c - records of one code that are written alike, and how they are parted
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/record_group.h"

#include "bits/reader.h"
#include "rewrite/abbrev_chooser.h"

#include <string.h>

enum {
    LEAST_SPLIT = 24, /* samples */
    LEAST_GROUP = 8,
    N_TRIED_WIDTHS = 2,
    LENGTH_CHUNK = 6, /* bits; of the number of elements of an array */
    MAX_WIDTH = 64,
    N_WIDTHS,
};

/* ---- Fields ---- */

/* Values, by their width, which is MOST or less: what is above is not set. */
struct widths {
    uint32_t n_of[N_WIDTHS];
    uint32_t n;
    unsigned most;
};

static void clear(struct widths *h, unsigned most)
{
    memset(h->n_of, 0, (most + (size_t)1) * sizeof *h->n_of);
    h->n = 0;
    h->most = most;
}

/* The best way to write the values of H, which are not all equal, and its bits. */
static uint64_t best_field(const struct widths *h, bool is_char6, struct bl_field *field)
{
    static const uint8_t chunks[] = {2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24};
    uint32_t above[N_WIDTHS]; /* values of more bits than this */
    unsigned most = h->most;
    while (most > 1 && h->n_of[most] == 0)
        most--;
    above[most] = 0;
    for (unsigned w = most; w > 0; w--)
        above[w - 1] = above[w] + h->n_of[w];
    uint64_t least = UINT64_MAX;
    if (most <= BL_MAX_WIDTH) {
        least = (uint64_t)h->n * most;
        *field = (struct bl_field){0, BL_ENC_FIXED, (uint8_t)most};
    }
    for (size_t i = 0; i < sizeof chunks && chunks[i] <= most + 1; i++) {
        uint64_t n_chunks = h->n;
        for (unsigned w = chunks[i] - 1U; w < most; w += chunks[i] - 1U)
            n_chunks += above[w];
        if (n_chunks * chunks[i] < least) {
            least = n_chunks * chunks[i];
            *field = (struct bl_field){0, BL_ENC_VBR, chunks[i]};
        }
    }
    if (is_char6 && most > 6) {
        least = (uint64_t)h->n * 6;
        *field = (struct bl_field){0, BL_ENC_CHAR6, 6};
    }
    return least;
}

/* Some rows of a table. */
struct rows {
    const struct bl_sample_table *table;
    const uint16_t *items;
    uint32_t n;
};

static void count_column(struct rows r, uint32_t operand, struct widths *h, unsigned most)
{
    const uint8_t *widths = bl_column_widths(r.table, operand);
    clear(h, most);
    h->n = r.n;
    for (uint32_t i = 0; i < r.n; i++)
        h->n_of[widths[r.items[i]]]++;
}

/* Bits of OPERAND, whose widths are H. */
static uint64_t column_bits(struct rows r, uint32_t operand, const struct widths *h,
                            struct bl_field *field)
{
    const uint16_t *numbers = bl_column_numbers(r.table, operand);
    uint16_t first = numbers[r.items[0]];
    uint32_t i = 1;
    while (i < r.n && numbers[r.items[i]] == first)
        i++;
    if (i < r.n)
        return best_field(h, false, field);
    *field = (struct bl_field){bl_row_ops(r.table, r.items[0])[operand], BL_ENC_LITERAL, 0};
    return 0;
}

/* Elements from operand FIRST on. */
static void count_elements(struct rows r, uint32_t first, struct widths *h, unsigned most)
{
    clear(h, most);
    for (uint32_t i = 0; i < r.n; i++) {
        const struct bl_sample *sample = &r.table->samples->items[r.items[i]];
        const uint8_t *widths = r.table->widths + sample->first;
        for (uint32_t k = first; k < sample->n_kept; k++)
            h->n_of[widths[k]]++;
        h->n += sample->n_kept > first ? sample->n_kept - first : 0;
    }
}

/* Bits of the elements from operand FIRST on, whose widths are H, with the counts of them. */
static double elements_bits(struct rows r, uint32_t first, const struct widths *h,
                            struct bl_field *field)
{
    uint64_t lengths = 0;
    uint64_t n_elements = 0;
    bool are_char6 = true;
    for (uint32_t i = 0; i < r.n; i++) {
        uint64_t n = r.table->samples->items[r.items[i]].n_ops - first;
        n_elements += n;
        lengths += bl_vbr_bits(n, LENGTH_CHUNK);
        are_char6 = are_char6 && r.table->char6_from[r.items[i]] <= first;
    }
    if (h->n == 0) {
        *field = (struct bl_field){0, BL_ENC_VBR, LENGTH_CHUNK};
        return (double)lengths;
    }
    double bits = (double)best_field(h, are_char6, field);
    return (double)lengths + bits * (double)n_elements / h->n;
}

/* Bits of ROWS, written by SHAPE with the best FIELDS. */
static double measure(struct rows r, struct bl_shape shape, struct bl_field *fields)
{
    struct widths h;
    double bits = 0;
    for (uint32_t i = 0; i < shape.n_fixed; i++) {
        count_column(r, i, &h, MAX_WIDTH);
        bits += (double)column_bits(r, i, &h, &fields[i]);
    }
    if (!shape.has_array)
        return bits;
    count_elements(r, shape.n_fixed, &h, MAX_WIDTH);
    return bits + elements_bits(r, shape.n_fixed, &h, &fields[shape.n_fixed]);
}

/* ---- Groups ---- */

static struct rows rows_of(const struct bl_group *g)
{
    return (struct rows){g->table, g->rows, g->n};
}

/* How many records a sample stands for. */
static double scale_of(const struct bl_group *g)
{
    const struct bl_code_samples *samples = g->table->samples;
    return (double)samples->n / samples->n_items;
}

double bl_group_plain_bits(const struct bl_group *g)
{
    const struct bl_code_samples *samples = g->table->samples;
    double bits = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        const struct bl_sample *sample = &samples->items[g->rows[i]];
        uint64_t kept = 0;
        for (uint32_t k = 0; k < sample->n_kept; k++)
            kept += bl_vbr_bits(samples->ops[sample->first + k], 6);
        bits += bl_vbr_bits(samples->code, 6) + bl_vbr_bits(sample->n_ops, 6);
        bits += sample->n_kept ? (double)kept * (double)sample->n_ops / sample->n_kept : 0;
    }
    return bits * scale_of(g);
}

uint32_t bl_group_define(const struct bl_group *g, struct bl_abbrev_op ops[BL_MAX_DEFINED])
{
    uint32_t n = 0;
    ops[n++] =
        (struct bl_abbrev_op){.literal = g->table->samples->code, .encoding = BL_ENC_LITERAL};
    for (uint32_t i = 0; i < g->shape.n_fixed + g->shape.has_array; i++) {
        const struct bl_field *f = &g->fields[i];
        if (i == g->shape.n_fixed)
            ops[n++] = (struct bl_abbrev_op){.encoding = BL_ENC_ARRAY};
        ops[n++] = (struct bl_abbrev_op){.literal = f->encoding == BL_ENC_LITERAL ? f->literal : 0,
                                         .encoding = f->encoding,
                                         .width = f->width};
    }
    return n;
}

void bl_group_evaluate(struct bl_group *g)
{
    struct bl_abbrev_op ops[BL_MAX_DEFINED];
    g->packed = measure(rows_of(g), g->shape, g->fields) * scale_of(g);
    uint32_t n = bl_group_define(g, ops);
    g->definition = (double)(BL_INFO_ID_WIDTH + bl_definition_bits(ops, n)); /* in BLOCKINFO */
    g->was_looked_at = false;
}

/* ---- Splits ---- */

/* A group that is to be split, with the widths of all its fields. */
struct candidate {
    struct bl_group *g;
    uint16_t *scratch;
    struct widths fields[BL_MAX_COLUMNS + 1];
};

static inline bool is_in(const struct bl_group *g, const struct bl_split *s,
                         enum bl_split_kind kind, uint16_t row)
{
    if (kind == BL_SPLIT_COUNT)
        return g->table->samples->items[row].n_ops == s->value;
    return kind == BL_SPLIT_VALUE ? bl_column_numbers(g->table, s->operand)[row] == s->value
                                  : bl_column_widths(g->table, s->operand)[row] <= s->value;
}

/* Without a branch that nobody could guess. KIND, that of S, is constant. */
static inline uint32_t part_by(const struct bl_group *g, const struct bl_split *s,
                               enum bl_split_kind kind, uint16_t *restrict out)
{
    const uint32_t n = g->n;
    const uint16_t *rows = g->rows;
    uint32_t n_in = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool in = is_in(g, s, kind, rows[i]);
        out[in ? n_in : n - 1 - (i - n_in)] = rows[i];
        n_in += in;
    }
    return n_in;
}

/* The rows of G, those that are in S first, to OUT; returns how many are. */
static uint32_t part(const struct bl_group *g, const struct bl_split *s, uint16_t *out)
{
    switch (s->kind) {
    case BL_SPLIT_VALUE: return part_by(g, s, BL_SPLIT_VALUE, out);
    case BL_SPLIT_WIDTH: return part_by(g, s, BL_SPLIT_WIDTH, out);
    default: return part_by(g, s, BL_SPLIT_COUNT, out);
    }
}

/* The shape of those that are in a split. */
static struct bl_shape shape_in(const struct bl_group *g, const struct bl_split *s)
{
    return s->kind == BL_SPLIT_COUNT ? (struct bl_shape){s->value, false} : g->shape;
}

/* ALL, of which LESS has some, without those. */
static void subtract(const struct widths *all, const struct widths *less, struct widths *rest)
{
    rest->n = all->n - less->n;
    rest->most = all->most;
    for (unsigned w = 0; w <= all->most; w++)
        rest->n_of[w] = all->n_of[w] - less->n_of[w];
}

/* Bits of both parts, of which FEW has fewer rows and is counted; MOST or more if they are. */
static double measure_parts(const struct candidate *c, struct rows few, struct rows many,
                            double most)
{
    struct bl_shape shape = c->g->shape;
    struct bl_field field;
    struct widths h;
    struct widths rest;
    double bits = 0;
    for (uint32_t i = 0; i < shape.n_fixed && bits < most; i++) {
        if (c->g->fields[i].encoding == BL_ENC_LITERAL)
            continue;
        count_column(few, i, &h, c->fields[i].most);
        subtract(&c->fields[i], &h, &rest);
        bits += (double)column_bits(few, i, &h, &field);
        bits += (double)column_bits(many, i, &rest, &field);
    }
    if (!shape.has_array || bits >= most)
        return bits;
    count_elements(few, shape.n_fixed, &h, c->fields[shape.n_fixed].most);
    subtract(&c->fields[shape.n_fixed], &h, &rest);
    bits += elements_bits(few, shape.n_fixed, &h, &field);
    return bits + elements_bits(many, shape.n_fixed, &rest, &field);
}

/* N_IN rows are in S. */
static void try_split(struct candidate *c, struct bl_split s, uint32_t n_in)
{
    struct bl_field fields[BL_MAX_COLUMNS + 1];
    struct bl_group *g = c->g;
    if (n_in < LEAST_GROUP || g->n - n_in < LEAST_GROUP)
        return;
    part(g, &s, c->scratch);
    struct rows in = {g->table, c->scratch, n_in};
    struct rows out = {g->table, c->scratch + n_in, g->n - n_in};
    double bits;
    if (s.kind == BL_SPLIT_COUNT)
        bits = measure(in, shape_in(g, &s), fields) + measure(out, g->shape, fields);
    else
        bits = measure_parts(c, in.n <= out.n ? in : out, in.n <= out.n ? out : in,
                             (g->packed - g->split.gain) / scale_of(g));
    s.gain = g->packed - bits * scale_of(g);
    if (s.gain > g->split.gain)
        g->split = s;
}

/* The number of the most frequent value of OPERAND, which N rows have. */
static uint32_t most_frequent(const struct bl_group *g, uint32_t operand, uint32_t *n)
{
    uint16_t counts[BL_MAX_SAMPLES];
    const uint16_t *numbers = bl_column_numbers(g->table, operand);
    memset(counts, 0, g->table->samples->n_items * sizeof *counts);
    uint32_t best = numbers[g->rows[0]];
    for (uint32_t i = 0; i < g->n; i++) {
        uint16_t number = numbers[g->rows[i]];
        if (++counts[number] > counts[best])
            best = number;
    }
    *n = counts[best];
    return best;
}

/* By the most frequent value of OPERAND, and by two of its widths, unless that is the same. */
static void try_operand(struct candidate *c, uint32_t operand)
{
    const struct widths *h = &c->fields[operand];
    uint32_t n_same;
    uint32_t n_tried = 0;
    uint32_t n = 0;
    uint32_t number = most_frequent(c->g, operand, &n_same);
    try_split(c, (struct bl_split){.kind = BL_SPLIT_VALUE, .operand = operand, .value = number},
              n_same);
    for (unsigned w = 0; w < h->most && n_tried < N_TRIED_WIDTHS; w++) {
        n += h->n_of[w];
        if (h->n_of[w] == 0 || (uint64_t)n * 4 <= (uint64_t)h->n * (n_tried + 1))
            continue;
        n_tried++;
        if (w > 0 || n != n_same) /* 0 is the only value without bits */
            try_split(c, (struct bl_split){.kind = BL_SPLIT_WIDTH, .operand = operand, .value = w},
                      n);
    }
}

/* By the most frequent number of operands that has columns. */
static void try_count(struct candidate *c)
{
    const struct bl_group *g = c->g;
    const struct bl_sample *samples = g->table->samples->items;
    uint32_t counts[BL_MAX_COLUMNS + 1] = {0};
    uint32_t best = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        uint64_t n_ops = samples[g->rows[i]].n_ops;
        if (n_ops <= BL_MAX_COLUMNS && ++counts[n_ops] > counts[best])
            best = (uint32_t)n_ops;
    }
    if (counts[best] > 0)
        try_split(c, (struct bl_split){.kind = BL_SPLIT_COUNT, .value = best}, counts[best]);
}

void bl_group_find_split(struct bl_group *g, uint16_t *scratch)
{
    struct candidate c;
    c.g = g;
    c.scratch = scratch;
    g->was_looked_at = true;
    g->split = (struct bl_split){.kind = BL_SPLIT_NONE, .gain = g->definition}; /* to be exceeded */
    if (g->n < LEAST_SPLIT || g->packed <= g->definition)
        return;
    for (uint32_t i = 0; i < g->shape.n_fixed; i++)
        count_column(rows_of(g), i, &c.fields[i], MAX_WIDTH);
    if (g->shape.has_array)
        count_elements(rows_of(g), g->shape.n_fixed, &c.fields[g->shape.n_fixed], MAX_WIDTH);
    for (uint32_t i = 0; i < g->shape.n_fixed + g->shape.has_array; i++)
        while (c.fields[i].most > 1 && c.fields[i].n_of[c.fields[i].most] == 0)
            c.fields[i].most--;
    for (uint32_t i = 0; i < g->shape.n_fixed; i++)
        if (g->fields[i].encoding != BL_ENC_LITERAL)
            try_operand(&c, i);
    if (g->shape.has_array)
        try_count(&c);
}

void bl_group_part(struct bl_group *g, struct bl_group *in, uint16_t *scratch)
{
    in->table = g->table;
    in->shape = shape_in(g, &g->split);
    in->n = part(g, &g->split, scratch);
    g->n -= in->n;
    memcpy(in->rows, scratch, in->n * sizeof *in->rows);
    memcpy(g->rows, scratch + in->n, g->n * sizeof *g->rows);
    bl_group_evaluate(in);
    bl_group_evaluate(g);
}
