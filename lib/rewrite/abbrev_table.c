/* rewrite/abbrev_table.c - abbreviations that were learnt once, of modules of many kinds
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The table is what the search chooses for samples of all those modules together, and how much each
 * definition saved then, for each record with its code. It is made by abbrev_table.sh.
 */
#include "rewrite/abbrev_table.h"

struct learnt {
    uint32_t block_id;
    struct bl_new_abbrev definition;
};

#define LITERAL(value)                                 \
    {                                                  \
        .literal = (value), .encoding = BL_ENC_LITERAL \
    }
#define FIXED(bits)                               \
    {                                             \
        .encoding = BL_ENC_FIXED, .width = (bits) \
    }
#define VBR(bits)                               \
    {                                           \
        .encoding = BL_ENC_VBR, .width = (bits) \
    }
#define CHAR6                                \
    {                                        \
        .encoding = BL_ENC_CHAR6, .width = 6 \
    }
#define ARRAY                    \
    {                            \
        .encoding = BL_ENC_ARRAY \
    }
#define ABBREVIATION(block, number, bits, n, ...) \
    {(block),                                     \
     {.code = (number),                           \
      .saves = (bits),                            \
      .n_ops = (n),                               \
      .ops = (const struct bl_abbrev_op[]){LITERAL(number), __VA_ARGS__}}},

static const struct learnt table[] = {
#include "rewrite/abbrev_table.def"
};

/* Bits that a definition saves in BLOCK; negative: it is not worth its own. */
static double gain_of(const struct bl_block_samples *block, const struct bl_new_abbrev *d)
{
    uint32_t number = bl_map_find(&block->numbers, d->code);
    double n = number == BL_MAP_NONE ? 0 : (double)block->codes[number].n;
    return n * d->saves / 100 - (double)(BL_INFO_ID_WIDTH + bl_definition_bits(d->ops, d->n_ops));
}

static bool is_given(const struct bl_chosen *chosen, uint32_t n_given, uint32_t code)
{
    for (uint32_t i = 0; i < n_given; i++)
        if (chosen->items[i].code == code)
            return true;
    return false;
}

/* The next best one after those with a gain of MOST, at place LAST; NULL: no other is worth it. */
static const struct learnt *find_next(const struct bl_block_samples *block,
                                      const struct bl_chosen *chosen, uint32_t n_given,
                                      double *most, const struct learnt *last)
{
    const struct learnt *best = NULL;
    double gain = 0;
    for (const struct learnt *l = table; l < table + sizeof table / sizeof *table; l++) {
        if (l->block_id != block->block_id || is_given(chosen, n_given, l->definition.code))
            continue;
        double own = gain_of(block, &l->definition);
        bool is_left = own < *most || (own == *most && l > last);
        if (is_left && own > gain) {
            gain = own;
            best = l;
        }
    }
    *most = gain;
    return best;
}

void bl_choose_from_table(const struct bl_block_samples *block, struct bl_chosen *chosen)
{
    enum {
        FIRST_ID = 4
    };
    uint32_t n_given = chosen->n;
    uint32_t n_best = n_given;
    double saved = 0;
    double best = -1e300;
    double gain = 1e300;
    const struct learnt *next = NULL;
    for (unsigned width = 2; width <= BL_MAX_CHOSEN_WIDTH; width++) {
        while (FIRST_ID + chosen->n < 1U << width &&
               (next = find_next(block, chosen, n_given, &gain, next)) != NULL) {
            chosen->items[chosen->n++] = next->definition;
            saved += gain;
        }
        double bits = saved - (double)block->n_entries * width;
        if (FIRST_ID + n_given <= 1U << width && bits > best) {
            best = bits;
            n_best = chosen->n;
            chosen->id_width = width;
        }
        if (!next && chosen->n > n_given)
            break;
    }
    chosen->n = n_best;
    bl_sort_chosen(chosen);
}
