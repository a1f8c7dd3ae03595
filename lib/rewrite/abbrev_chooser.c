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
#include "rewrite/record_group.h"

#include <string.h>

enum {
    MAX_ARRAY_FIXED = 12, /* operands before an array */
    MAX_SIZES = 3,        /* of records, for which each has a group of its own */
    FIRST_ID = 4,
};

struct chooser {
    const struct bl_block_samples *block;
    struct bl_arena arena; /* for the search */
    struct bl_arena *kept; /* for what is chosen */
    struct bl_map map;
    struct bl_group *groups;
    uint32_t n, cap;
    uint32_t n_on;
    double bits, best; /* so far; the least with ids */
    uint16_t *scratch; /* rows */
};

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

/* ---- The first groups ---- */

static int add_group(struct chooser *ch, const struct bl_sample_table *table, struct bl_group **out)
{
    struct bl_group group = {.table = table};
    uint32_t n_rows = table->samples->n_items;
    group.rows = bl_arena_room(&ch->arena, (n_rows + (size_t)1) * sizeof *group.rows);
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

/* Records of TABLE with SIZE operands; UINT64_MAX: all of them, with an array. */
static int begin_group(struct chooser *ch, const struct bl_sample_table *table, uint64_t size)
{
    struct bl_group *g;
    const struct bl_code_samples *c = table->samples;
    bool has_array = size == UINT64_MAX;
    uint64_t least = size;
    for (uint32_t i = 0; i < c->n_items; i++)
        least = c->items[i].n_ops < least ? c->items[i].n_ops : least;
    if (has_array && least > MAX_ARRAY_FIXED)
        least = MAX_ARRAY_FIXED;
    if (add_group(ch, table, &g) < 0)
        return BL_E_NOMEM;
    g->shape = (struct bl_shape){(uint32_t)(has_array ? least : size), has_array};
    for (uint32_t i = 0; i < c->n_items; i++)
        if (has_array || c->items[i].n_ops == size)
            g->rows[g->n++] = (uint16_t)i;
    bl_group_evaluate(g);
    g->plain = bl_group_plain_bits(g);
    ch->bits += g->plain;
    return BL_OK;
}

static int begin_code(struct chooser *ch, const struct bl_code_samples *c)
{
    uint64_t sizes[MAX_SIZES + 1];
    uint32_t n = find_sizes(c, sizes);
    bool are_fixed = n <= MAX_SIZES;
    struct bl_sample_table *table = bl_arena_room(&ch->arena, sizeof *table);
    if (!table || bl_sample_table_init(table, c, &ch->arena, &ch->map) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < n && are_fixed; i++)
        are_fixed = sizes[i] <= BL_MAX_COLUMNS;
    if (!are_fixed)
        return begin_group(ch, table, UINT64_MAX);
    int status = BL_OK;
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        status = begin_group(ch, table, sizes[i]);
    return status;
}

/* ---- Choosing ---- */

static int define(struct bl_arena *arena, const struct bl_group *g, struct bl_new_abbrev *d)
{
    struct bl_abbrev_op ops[BL_MAX_DEFINED];
    uint32_t n = bl_group_define(g, ops);
    struct bl_abbrev_op *copy = bl_arena_room(arena, n * sizeof *ops);
    if (!copy)
        return BL_E_NOMEM;
    memcpy(copy, ops, n * sizeof *ops);
    *d = (struct bl_new_abbrev){.code = g->table->samples->code, .n_ops = n, .ops = copy};
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
            define(ch->kept, &ch->groups[i], &chosen->items[chosen->n++]) < 0)
            return BL_E_NOMEM;
    return BL_OK;
}

/* The group by which most bits are saved by one more abbreviation, and how many. */
static struct bl_group *find_best(struct chooser *ch, double *gain)
{
    struct bl_group *best = NULL;
    *gain = 0;
    for (uint32_t i = 0; i < ch->n; i++) {
        struct bl_group *g = &ch->groups[i];
        if (g->is_on && !g->was_looked_at)
            bl_group_find_split(g, ch->scratch);
        double saved = g->is_on ? g->split.gain : g->plain - g->packed;
        saved -= g->definition;
        if (saved > *gain && (!g->is_on || g->split.kind != BL_SPLIT_NONE)) {
            *gain = saved;
            best = g;
        }
    }
    return best;
}

/* Split group NUMBER in two, both with abbreviations. */
static int split_group(struct chooser *ch, uint32_t number)
{
    struct bl_group *in;
    if (add_group(ch, ch->groups[number].table, &in) < 0)
        return BL_E_NOMEM;
    struct bl_group *rest = &ch->groups[number];
    ch->bits -= rest->packed + rest->definition;
    bl_group_part(rest, in, ch->scratch);
    in->is_on = true;
    ch->bits += in->packed + in->definition + rest->packed + rest->definition;
    return BL_OK;
}

static int choose(struct chooser *ch, uint32_t n_given, struct bl_chosen *chosen)
{
    double gain;
    struct bl_group *g;
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

/* Find what is known of all records by D. */
static void settle(struct bl_new_abbrev *d)
{
    d->least_bits = d->n_scalars = 0;
    d->has_more = false;
    for (uint32_t i = 1; i < d->n_ops && !d->has_more; i++) {
        uint8_t encoding = d->ops[i].encoding;
        d->has_more = encoding == BL_ENC_ARRAY || encoding == BL_ENC_BLOB;
        d->n_scalars += !d->has_more;
        d->least_bits += encoding == BL_ENC_ARRAY ? 6 : d->has_more ? 0 : d->ops[i].width;
    }
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
        settle(&d);
        uint32_t k = i;
        for (; k > 0 && is_before(&d, &chosen->items[k - 1]); k--)
            chosen->items[k] = chosen->items[k - 1];
        chosen->items[k] = d;
    }
}

int bl_choose_abbrevs(const struct bl_block_samples *block, struct bl_arena *arena,
                      struct bl_chosen *chosen)
{
    uint16_t scratch[BL_MAX_SAMPLES];
    struct chooser ch = {.block = block, .kept = arena, .best = 1e300, .scratch = scratch};
    uint32_t n_given = chosen->n;
    int status = BL_OK;
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
    bl_map_release(&ch.map);
    bl_arena_release(&ch.arena);
    if (status == BL_OK)
        sort(chosen);
    return status;
}
