/* rewrite/abbrev_chooser.c - the abbreviations that make records smallest
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Greedy: at first no record has an abbreviation. Then, as long as that saves bits, a group of
 * records with one code gets one, or a group that has one is split in two: by whether an operand
 * has its most frequent value, by how many bits it has, or by the number of operands. Whichever
 * saves most comes next, after the bits of its definition.
 *
 * Bits are those of all records, estimated from samples, without ids. What ids cost is added where
 * they become one bit longer; the cheapest such point is taken.
 */
#include "rewrite/abbrev_chooser.h"

#include "base/bound.h"
#include "base/grow.h"
#include "bits/reader.h"

#include <string.h>

enum {
    MAX_FIXED = 40, /* operands before an array, or without one */
    MAX_ARRAY_FIXED = 12,
    MAX_SIZES = 3,    /* of records, for which each has a group of its own */
    LEAST_SPLIT = 24, /* samples */
    LEAST_GROUP = 8,
    MOST_VALUES = 8, /* that are candidates for the most frequent one */
    N_TRIED_VALUES = 1,
    N_TRIED_WIDTHS = 2,
    FIRST_ID = 4,
    MAX_DEFINED = 1 + MAX_FIXED + 2, /* operands of a definition */
};

/* How an operand is written. */
struct field {
    uint64_t literal;
    uint8_t encoding, width;
};

/* What records of a group look like: N_FIXED operands, and the rest in an array if there is one. */
struct shape {
    uint32_t n_fixed;
    bool has_array;
};

enum split_kind {
    SPLIT_NONE,
    SPLIT_VALUE, /* operand is VALUE */
    SPLIT_WIDTH, /* operand has at most VALUE bits */
    SPLIT_COUNT, /* VALUE operands */
};

struct split {
    enum split_kind kind;
    uint32_t operand;
    uint64_t value;
    double gain; /* bits; of the records */
};

/* Records of one code that are written alike. */
struct group {
    const struct bl_code_samples *code;
    uint32_t *rows; /* numbers of its samples */
    uint32_t n;
    struct shape shape;
    struct field fields[MAX_FIXED + 1];
    double packed, plain; /* bits: with this abbreviation, and without one */
    double definition;
    bool is_on;
    bool was_looked_at; /* split is known */
    struct split split;
};

struct chooser {
    const struct bl_block_samples *block;
    struct bl_arena *arena;
    struct group *groups;
    uint32_t n, cap;
    uint32_t n_on;
    double bits, best; /* so far; the least with ids */
    uint32_t *scratch; /* rows */
};

static unsigned width_of(uint64_t value)
{
    return value ? 64 - (unsigned)__builtin_clzll(value) : 0;
}

/* ---- Fields ---- */

/* Values of an operand. */
struct histogram {
    uint32_t n_of_width[65];
    uint32_t n;
    unsigned most; /* bits */
    uint64_t first;
    bool is_same, is_char6;
};

static bool is_char6(uint64_t value)
{
    return value < 128 && memchr(bl_char6, (int)value, sizeof bl_char6) != NULL;
}

static inline void count(struct histogram *h, uint64_t value)
{
    unsigned width = width_of(value);
    if (h->n++ == 0)
        h->first = value;
    h->is_same &= value == h->first;
    h->most = width > h->most ? width : h->most;
    h->n_of_width[width]++;
}

/* The best way to write the values of H, and its bits. */
static uint64_t best_field(const struct histogram *h, bool is_element, struct field *field)
{
    static const uint8_t chunks[] = {2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24};
    *field = (struct field){h->first, BL_ENC_LITERAL, 0};
    if (h->is_same && !is_element)
        return 0;
    unsigned most = h->most ? h->most : 1;
    uint64_t least = UINT64_MAX;
    if (most <= BL_MAX_WIDTH) {
        least = (uint64_t)h->n * most;
        *field = (struct field){0, BL_ENC_FIXED, (uint8_t)most};
    }
    for (size_t i = 0; i < sizeof chunks && chunks[i] <= most + 1; i++) {
        uint64_t bits = 0;
        for (unsigned w = 0; w <= most; w++)
            bits += (uint64_t)h->n_of_width[w] *
                    bl_vbr_bits(w > 0 ? UINT64_C(1) << (w - 1) : 0, chunks[i]);
        if (bits < least) {
            least = bits;
            *field = (struct field){0, BL_ENC_VBR, chunks[i]};
        }
    }
    if (is_element && h->is_char6 && h->n > 0 && most > 6) {
        least = (uint64_t)h->n * 6;
        *field = (struct field){0, BL_ENC_CHAR6, 6};
    }
    return least;
}

/* ---- Groups ---- */

static const uint64_t *ops_of(const struct bl_code_samples *c, uint32_t row)
{
    return c->ops + c->items[row].first;
}

static uint64_t fixed_bits(const struct bl_code_samples *c, const uint32_t *rows, uint32_t n,
                           uint32_t operand, struct field *field)
{
    struct histogram h = {.is_same = true};
    for (uint32_t i = 0; i < n; i++)
        count(&h, ops_of(c, rows[i])[operand]);
    return best_field(&h, false, field);
}

/* Elements from operand FIRST on, with the counts of them; FIELD is how an element is written. */
static double array_bits(const struct bl_code_samples *c, const uint32_t *rows, uint32_t n,
                         uint32_t first, struct field *field)
{
    struct histogram h = {.is_same = true, .is_char6 = true};
    uint64_t lengths = 0;
    uint64_t n_elements = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_sample *sample = &c->items[rows[i]];
        const uint64_t *ops = c->ops + sample->first;
        for (uint32_t k = first; k < sample->n_kept; k++) {
            count(&h, ops[k]);
            h.is_char6 = h.is_char6 && is_char6(ops[k]);
        }
        n_elements += sample->n_ops - first;
        lengths += bl_vbr_bits(sample->n_ops - first, 6);
    }
    double bits = h.n ? (double)best_field(&h, true, field) : 0;
    if (h.n == 0)
        *field = (struct field){0, BL_ENC_VBR, 6};
    return (double)lengths + (h.n ? bits * (double)n_elements / h.n : 0);
}

/* Bits of the samples ROWS, written by SHAPE with the best FIELDS. */
static double measure(const struct bl_code_samples *c, const uint32_t *rows, uint32_t n,
                      struct shape shape, struct field *fields)
{
    double bits = 0;
    for (uint32_t i = 0; i < shape.n_fixed; i++)
        bits += (double)fixed_bits(c, rows, n, i, &fields[i]);
    return shape.has_array ? bits + array_bits(c, rows, n, shape.n_fixed, &fields[shape.n_fixed])
                           : bits;
}

/* How many records a sample stands for. */
static double scale_of(const struct bl_code_samples *c)
{
    return (double)c->n / c->n_items;
}

static double plain_bits(const struct group *g)
{
    const struct bl_code_samples *c = g->code;
    double bits = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        const struct bl_sample *sample = &c->items[g->rows[i]];
        uint64_t kept = 0;
        for (uint32_t k = 0; k < sample->n_kept; k++)
            kept += bl_vbr_bits(c->ops[sample->first + k], 6);
        bits += bl_vbr_bits(c->code, 6) + bl_vbr_bits(sample->n_ops, 6);
        bits += sample->n_kept ? (double)kept * (double)sample->n_ops / sample->n_kept : 0;
    }
    return bits;
}

static uint32_t n_fields(struct shape shape)
{
    return shape.n_fixed + shape.has_array;
}

uint64_t bl_definition_bits(const struct bl_abbrev_op *ops, uint32_t n_ops)
{
    uint64_t bits = bl_vbr_bits(n_ops, 5);
    for (uint32_t i = 0; i < n_ops; i++)
        switch ((enum bl_encoding)ops[i].encoding) {
        case BL_ENC_LITERAL: bits += 1 + bl_vbr_bits(ops[i].literal, 8); break;
        case BL_ENC_FIXED:
        case BL_ENC_VBR: bits += 4 + bl_vbr_bits(ops[i].width, 5); break;
        default: bits += 4; break;
        }
    return bits;
}

/* The operands of G's definition; returns how many. */
static uint32_t make_ops(const struct group *g, struct bl_abbrev_op ops[MAX_DEFINED])
{
    uint32_t n = 0;
    ops[n++] = (struct bl_abbrev_op){.literal = g->code->code, .encoding = BL_ENC_LITERAL};
    for (uint32_t i = 0; i < n_fields(g->shape); i++) {
        const struct field *f = &g->fields[i];
        if (i == g->shape.n_fixed)
            ops[n++] = (struct bl_abbrev_op){.encoding = BL_ENC_ARRAY};
        ops[n++] = (struct bl_abbrev_op){.literal = f->encoding == BL_ENC_LITERAL ? f->literal : 0,
                                         .encoding = f->encoding,
                                         .width = f->width};
    }
    return n;
}

/* In BLOCKINFO, with its id. */
static double definition_bits(const struct group *g)
{
    struct bl_abbrev_op ops[MAX_DEFINED];
    uint32_t n = make_ops(g, ops);
    return (double)(BL_INFO_ID_WIDTH + bl_definition_bits(ops, n));
}

static void evaluate(struct group *g)
{
    double scale = scale_of(g->code);
    g->packed = measure(g->code, g->rows, g->n, g->shape, g->fields) * scale;
    g->plain = plain_bits(g) * scale;
    g->definition = definition_bits(g);
    g->was_looked_at = false;
}

/* ---- Splits ---- */

static bool is_in(const struct bl_code_samples *c, uint32_t row, const struct split *s)
{
    switch (s->kind) {
    case SPLIT_VALUE: return ops_of(c, row)[s->operand] == s->value;
    case SPLIT_WIDTH: return width_of(ops_of(c, row)[s->operand]) <= s->value;
    case SPLIT_COUNT: return c->items[row].n_ops == s->value;
    default: return false;
    }
}

/* The rows of G, those that are in S first, to OUT; returns how many are. */
static uint32_t part(const struct group *g, const struct split *s, uint32_t *out)
{
    uint32_t n_in = 0;
    uint32_t n_out = 0;
    for (uint32_t i = 0; i < g->n; i++)
        if (is_in(g->code, g->rows[i], s))
            out[n_in++] = g->rows[i];
        else
            out[g->n - ++n_out] = g->rows[i];
    return n_in;
}

/* The shape of those that are in a split. */
static struct shape shape_in(const struct group *g, const struct split *s)
{
    return s->kind == SPLIT_COUNT ? (struct shape){(uint32_t)s->value, false} : g->shape;
}

static void try_split(struct chooser *ch, struct group *g, struct split s)
{
    struct field fields[MAX_FIXED + 1];
    uint32_t n_in = part(g, &s, ch->scratch);
    if (n_in < LEAST_GROUP || g->n - n_in < LEAST_GROUP)
        return;
    double bits = measure(g->code, ch->scratch, n_in, shape_in(g, &s), fields) +
                  measure(g->code, ch->scratch + n_in, g->n - n_in, g->shape, fields);
    s.gain = g->packed - bits * scale_of(g->code);
    if (s.gain > g->split.gain)
        g->split = s;
}

/* A value and how often it was seen. */
struct frequency {
    uint64_t value;
    uint32_t n;
};

static int by_frequency(const void *a, const void *b)
{
    const struct frequency *f = a;
    const struct frequency *g = b;
    return f->n != g->n ? bl_order(g->n, f->n) : bl_order(f->value, g->value);
}

/* Count VALUE among the N candidates: any value that makes up more than one in MOST_VALUES + 1
 * stays among them. */
static void see(struct frequency *candidates, uint64_t value)
{
    struct frequency *free = NULL;
    for (int i = 0; i < MOST_VALUES; i++) {
        if (candidates[i].n > 0 && candidates[i].value == value) {
            candidates[i].n++;
            return;
        }
        if (candidates[i].n == 0)
            free = &candidates[i];
    }
    if (free)
        *free = (struct frequency){value, 1};
    for (int i = 0; i < MOST_VALUES && !free; i++)
        candidates[i].n--;
}

/* What OPERAND is of ROW of C; MAX_FIXED + 1 is the number of operands. */
static uint64_t property_of(const struct bl_code_samples *c, uint32_t row, uint32_t operand)
{
    return operand > MAX_FIXED ? c->items[row].n_ops : ops_of(c, row)[operand];
}

/* The most frequent values of OPERAND in G, in order; those that are rare have no n. */
static void frequent_values(const struct group *g, uint32_t operand, struct frequency *values)
{
    memset(values, 0, MOST_VALUES * sizeof *values);
    for (uint32_t i = 0; i < g->n; i++)
        see(values, property_of(g->code, g->rows[i], operand));
    for (int i = 0; i < MOST_VALUES; i++) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < g->n && values[i].n > 0; k++)
            n += property_of(g->code, g->rows[k], operand) == values[i].value;
        values[i].n = n;
    }
    bl_sort(values, MOST_VALUES, sizeof *values, by_frequency);
}

static void try_values(struct chooser *ch, struct group *g, uint32_t operand)
{
    struct frequency values[MOST_VALUES];
    frequent_values(g, operand, values);
    for (int i = 0; i < N_TRIED_VALUES && values[i].n > 0; i++)
        try_split(
            ch, g,
            (struct split){.kind = SPLIT_VALUE, .operand = operand, .value = values[i].value});
}

static void try_widths(struct chooser *ch, struct group *g, uint32_t operand)
{
    uint32_t n_of_width[65] = {0};
    for (uint32_t i = 0; i < g->n; i++)
        n_of_width[width_of(ops_of(g->code, g->rows[i])[operand])]++;
    uint64_t n = 0;
    uint32_t n_tried = 0;
    for (unsigned w = 0; w < 64 && n_tried < N_TRIED_WIDTHS; w++) {
        n += n_of_width[w];
        if (n_of_width[w] == 0 || n * 4 <= (uint64_t)g->n * (n_tried + 1))
            continue;
        try_split(ch, g, (struct split){.kind = SPLIT_WIDTH, .operand = operand, .value = w});
        n_tried++;
    }
}

static void try_counts(struct chooser *ch, struct group *g)
{
    struct frequency values[MOST_VALUES];
    frequent_values(g, MAX_FIXED + 1, values);
    for (int i = 0; i < N_TRIED_VALUES && values[i].n > 0; i++)
        if (values[i].value <= MAX_FIXED)
            try_split(ch, g, (struct split){.kind = SPLIT_COUNT, .value = values[i].value});
}

static void find_split(struct chooser *ch, struct group *g)
{
    g->was_looked_at = true;
    g->split = (struct split){.kind = SPLIT_NONE};
    if (g->n < LEAST_SPLIT || g->packed <= g->definition)
        return;
    for (uint32_t i = 0; i < g->shape.n_fixed; i++) {
        if (g->fields[i].encoding == BL_ENC_LITERAL)
            continue;
        try_values(ch, g, i);
        try_widths(ch, g, i);
    }
    if (g->shape.has_array)
        try_counts(ch, g);
}

/* ---- The first groups ---- */

static int add_group(struct chooser *ch, const struct bl_code_samples *c, struct shape shape,
                     struct group **out)
{
    struct group group = {.code = c, .shape = shape};
    group.rows = bl_arena_room(ch->arena, (c->n_items + (size_t)1) * sizeof *group.rows);
    if (!group.rows || bl_append(&ch->groups, &ch->n, &ch->cap, group) < 0)
        return BL_E_NOMEM;
    *out = &ch->groups[ch->n - 1];
    return BL_OK;
}

/* The different numbers of operands in C, at most MAX_SIZES + 1, in SIZES. */
static uint32_t find_sizes(const struct bl_code_samples *c, uint64_t *sizes)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_items && n <= MAX_SIZES; i++) {
        uint32_t k = 0;
        while (k < n && sizes[k] != c->items[i].n_ops)
            k++;
        if (k == n)
            sizes[n++] = c->items[i].n_ops;
    }
    return n;
}

/* Records of C with SIZE operands; UINT64_MAX: all of them, with an array. */
static int begin_group(struct chooser *ch, const struct bl_code_samples *c, uint64_t size)
{
    struct group *g;
    bool has_array = size == UINT64_MAX;
    uint64_t least = size;
    for (uint32_t i = 0; i < c->n_items; i++)
        least = c->items[i].n_ops < least ? c->items[i].n_ops : least;
    if (has_array && least > MAX_ARRAY_FIXED)
        least = MAX_ARRAY_FIXED;
    struct shape shape = {(uint32_t)(has_array ? least : size), has_array};
    if (add_group(ch, c, shape, &g) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < c->n_items; i++)
        if (has_array || c->items[i].n_ops == size)
            g->rows[g->n++] = i;
    evaluate(g);
    ch->bits += g->plain;
    return BL_OK;
}

static int begin_code(struct chooser *ch, const struct bl_code_samples *c)
{
    uint64_t sizes[MAX_SIZES + 1];
    uint32_t n = find_sizes(c, sizes);
    bool are_fixed = n <= MAX_SIZES;
    for (uint32_t i = 0; i < n && are_fixed; i++)
        are_fixed = sizes[i] <= MAX_FIXED;
    if (!are_fixed)
        return begin_group(ch, c, UINT64_MAX);
    int status = BL_OK;
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        status = begin_group(ch, c, sizes[i]);
    return status;
}

/* ---- Choosing ---- */

static int define(struct bl_arena *arena, const struct group *g, struct bl_new_abbrev *d)
{
    struct bl_abbrev_op ops[MAX_DEFINED];
    uint32_t n = make_ops(g, ops);
    struct bl_abbrev_op *copy = bl_arena_room(arena, n * sizeof *ops);
    if (!copy)
        return BL_E_NOMEM;
    memcpy(copy, ops, n * sizeof *ops);
    *d = (struct bl_new_abbrev){.code = g->code->code, .n_ops = n, .ops = copy};
    return BL_OK;
}

/* If this is the best so far it is what is chosen, after the first N_GIVEN. */
static int consider(struct chooser *ch, uint32_t n_given, struct bl_chosen *chosen)
{
    unsigned width = 2;
    while (1U << width < FIRST_ID + n_given + ch->n_on)
        width++;
    double bits = ch->bits + (double)ch->block->n_entries * width;
    if (bits >= ch->best)
        return BL_OK;
    ch->best = bits;
    chosen->id_width = width;
    chosen->n = n_given;
    for (uint32_t i = 0; i < ch->n; i++)
        if (ch->groups[i].is_on &&
            define(ch->arena, &ch->groups[i], &chosen->items[chosen->n++]) < 0)
            return BL_E_NOMEM;
    return BL_OK;
}

/* The group by which most bits are saved by one more abbreviation, and how many. */
static struct group *find_best(struct chooser *ch, double *gain)
{
    struct group *best = NULL;
    *gain = 0;
    for (uint32_t i = 0; i < ch->n; i++) {
        struct group *g = &ch->groups[i];
        if (g->is_on && !g->was_looked_at)
            find_split(ch, g);
        double saved = g->is_on ? g->split.gain : g->plain - g->packed;
        saved -= g->definition;
        if (saved > *gain && (!g->is_on || g->split.kind != SPLIT_NONE)) {
            *gain = saved;
            best = g;
        }
    }
    return best;
}

/* Split group NUMBER in two, both with abbreviations. */
static int split_group(struct chooser *ch, uint32_t number)
{
    struct split s = ch->groups[number].split;
    struct group *in;
    struct shape shape = shape_in(&ch->groups[number], &s);
    if (add_group(ch, ch->groups[number].code, shape, &in) < 0)
        return BL_E_NOMEM;
    struct group *rest = &ch->groups[number];
    in->n = part(rest, &s, ch->scratch);
    rest->n -= in->n;
    memcpy(in->rows, ch->scratch, in->n * sizeof *in->rows);
    memcpy(rest->rows, ch->scratch + in->n, rest->n * sizeof *rest->rows);
    ch->bits -= rest->packed + rest->definition;
    evaluate(in);
    evaluate(rest);
    in->is_on = true;
    ch->bits += in->packed + in->definition + rest->packed + rest->definition;
    return BL_OK;
}

static int choose(struct chooser *ch, uint32_t n_given, struct bl_chosen *chosen)
{
    double gain;
    struct group *g;
    int status = consider(ch, n_given, chosen);
    while (status == BL_OK && n_given + ch->n_on < BL_MAX_CHOSEN &&
           (g = find_best(ch, &gain)) != NULL) {
        if (g->is_on) {
            status = split_group(ch, (uint32_t)(g - ch->groups));
        } else {
            g->is_on = true;
            ch->bits -= gain;
        }
        ch->n_on++;
        uint32_t n_ids = FIRST_ID + n_given + ch->n_on;
        if (status == BL_OK && (n_ids & (n_ids - 1)) == 0)
            status = consider(ch, n_given, chosen);
    }
    return status == BL_OK ? consider(ch, n_given, chosen) : status;
}

static uint32_t least_bits(const struct bl_new_abbrev *d)
{
    uint32_t bits = 0;
    for (uint32_t i = 1; i < d->n_ops; i++) {
        if (d->ops[i].encoding == BL_ENC_ARRAY)
            return bits + 6;
        bits += d->ops[i].encoding == BL_ENC_BLOB ? 0 : d->ops[i].width;
    }
    return bits;
}

static bool is_before(const struct bl_new_abbrev *a, const struct bl_new_abbrev *b)
{
    return a->code != b->code ? a->code < b->code : a->least_bits < b->least_bits;
}

/* By code; of one code those first that may be the smallest. */
static void sort(struct bl_chosen *chosen)
{
    for (uint32_t i = 0; i < chosen->n; i++) {
        struct bl_new_abbrev d = chosen->items[i];
        d.least_bits = least_bits(&d);
        uint32_t k = i;
        for (; k > 0 && is_before(&d, &chosen->items[k - 1]); k--)
            chosen->items[k] = chosen->items[k - 1];
        chosen->items[k] = d;
    }
}

int bl_choose_abbrevs(const struct bl_block_samples *block, struct bl_arena *arena,
                      struct bl_chosen *chosen)
{
    struct chooser ch = {.block = block, .arena = arena, .best = 1e300};
    uint32_t n_given = chosen->n;
    int status = BL_OK;
    ch.scratch = bl_arena_room(arena, BL_MAX_SAMPLES * sizeof *ch.scratch);
    if (!ch.scratch)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < block->n_codes && status == BL_OK; i++) {
        bool is_given = false;
        for (uint32_t k = 0; k < n_given; k++)
            is_given |= chosen->items[k].code == block->codes[i].code;
        if (!is_given)
            status = begin_code(&ch, &block->codes[i]);
    }
    if (status == BL_OK)
        status = choose(&ch, n_given, chosen);
    bl_drop(ch.groups);
    if (status == BL_OK)
        sort(chosen);
    return status;
}
