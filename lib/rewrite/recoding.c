/* rewrite/recoding.c - the abbreviations by which the records of modules are written anew
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/recoding.h"

#include "base/bound.h"
#include "base/grow.h"
#include "bits/reader.h"

const struct bl_recoding *bl_recoding_of(const struct bl_recodings *all, uint64_t module_pos)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (all->items[i].module_pos == module_pos)
            return &all->items[i];
    return NULL;
}

const struct bl_chosen *bl_recoded_block(const struct bl_recoding *recoding, uint32_t block_id)
{
    for (uint32_t i = 0; recoding && i < recoding->n; i++)
        if (recoding->blocks[i].block_id == block_id)
            return &recoding->blocks[i].chosen;
    return NULL;
}

void bl_recoding_release(struct bl_recoding *recoding)
{
    for (uint32_t i = 0; i < recoding->n; i++)
        bl_arena_release(&recoding->blocks[i].arena);
    bl_drop(recoding->blocks);
    bl_arena_release(&recoding->arena);
    *recoding = (struct bl_recoding){0};
}

void bl_recodings_release(struct bl_recodings *all)
{
    for (uint32_t i = 0; i < all->n; i++)
        bl_recoding_release(&all->items[i]);
    bl_drop(all->items);
    *all = (struct bl_recodings){0};
}

/* ---- Bits of a record ---- */

static BL_ALWAYS_INLINE uint64_t scalar_bits(const struct bl_abbrev_op *op, uint64_t value)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_LITERAL: return value == op->literal ? 0 : BL_DOES_NOT_FIT;
    case BL_ENC_FIXED: return value >> op->width == 0 ? op->width : BL_DOES_NOT_FIT;
    case BL_ENC_VBR: /* one bit has no room for a value */
        return op->width > 1 || value == 0 ? bl_vbr_bits(value, op->width) : BL_DOES_NOT_FIT;
    case BL_ENC_CHAR6: return bl_is_char6(value) ? 6 : BL_DOES_NOT_FIT;
    default: return BL_DOES_NOT_FIT;
    }
}

/* As bl_record_bits(), of a record whose code OPS have. */
static uint64_t operand_bits(const struct bl_abbrev_op *ops, uint32_t n_ops,
                             const struct bl_new_record *record, uint64_t most)
{
    uint64_t bits = 0;
    size_t used = 0;
    bool has_blob = false;
    for (uint32_t i = 1; i < n_ops && bits < most; i++) {
        const struct bl_abbrev_op *op = &ops[i];
        if (op->encoding == BL_ENC_BLOB) {
            has_blob = true;
            continue;
        }
        size_t end = used + 1;
        if (op->encoding == BL_ENC_ARRAY) {
            end = record->n_ops;
            bits += bl_vbr_bits(end - used, 6);
            op = &ops[++i];
        }
        if (end > record->n_ops)
            return BL_DOES_NOT_FIT;
        for (; used < end && bits < most; used++) {
            uint64_t n = scalar_bits(op, record->ops[used]);
            if (n == BL_DOES_NOT_FIT)
                return BL_DOES_NOT_FIT;
            bits += n;
        }
    }
    bool fits = bits >= most || (used == record->n_ops && has_blob == record->has_blob);
    return fits ? bits : BL_DOES_NOT_FIT;
}

uint64_t bl_record_bits(const struct bl_abbrev_op *ops, uint32_t n_ops,
                        const struct bl_new_record *record, uint64_t most)
{
    struct bl_abbrev_op code = ops[0];
    code.literal = (uint32_t)code.literal; /* as codes are read */
    if (scalar_bits(&code, record->code) == BL_DOES_NOT_FIT)
        return BL_DOES_NOT_FIT;
    return operand_bits(ops, n_ops, record, most);
}

static uint64_t unabbreviated_bits(const struct bl_new_record *record, uint64_t most)
{
    uint64_t bits = bl_vbr_bits(record->code, 6) + bl_vbr_bits(record->n_ops, 6);
    for (size_t i = 0; i < record->n_ops && bits < most; i++)
        bits += bl_vbr_bits(record->ops[i], 6);
    return bits;
}

/* The definition by which RECORD has the fewest bits, *BITS after the id; NULL: it has them without
 * one. */
static const struct bl_new_abbrev *find_best(const struct bl_chosen *chosen,
                                             const struct bl_new_record *record, uint64_t *bits_out)
{
    const struct bl_new_abbrev *best = NULL;
    uint64_t least = BL_DOES_NOT_FIT;
    uint32_t i = 0;
    uint32_t end = chosen->n;
    BL_LOWER_BOUND(i, end, mid, chosen->items[mid].code < record->code);
    for (; i < chosen->n && chosen->items[i].code == record->code; i++) {
        const struct bl_new_abbrev *d = &chosen->items[i];
        if (d->least_bits >= least)
            break; /* so have all that follow */
        if (d->n_scalars > record->n_ops || (d->n_scalars < record->n_ops && !d->has_more))
            continue;
        uint64_t bits = operand_bits(d->ops, d->n_ops, record, least);
        if (bits >= least)
            continue;
        least = bits;
        best = d;
        if (d->is_required)
            break;
    }
    *bits_out = least;
    if (best && (best->is_required || record->has_blob))
        return best;
    uint64_t plain = unabbreviated_bits(record, least);
    if (plain >= least) /* it may be more than is said */
        return best;
    *bits_out = plain;
    return NULL;
}

const struct bl_new_abbrev *bl_recode(const struct bl_chosen *chosen,
                                      const struct bl_new_record *record, uint32_t *abbrev_id)
{
    uint64_t bits;
    const struct bl_new_abbrev *best = find_best(chosen, record, &bits);
    *abbrev_id = best ? BL_ABBREV_FIRST + (uint32_t)(best - chosen->items) : BL_ABBREV_UNABBREV;
    return best;
}

uint64_t bl_recoded_bits(const struct bl_chosen *chosen, const struct bl_new_record *record)
{
    uint64_t bits;
    (void)find_best(chosen, record, &bits);
    return bits;
}
