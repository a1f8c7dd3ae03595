/* index/skim_program.c - abbreviations as the loop over four lanes skips them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "index/skim_program.h"

#include "bits/reader.h"

enum {
    MIN_VBR_WIDTH =
        2, /* a VBR that ends within a window is not too long: 57 chunks of a payload bit */
    MAX_SHIFT = 48,       /* of pre and mid; more leaves no bits to look at */
    MAX_FIXED_BITS = 4096 /* of one record */
};

/* The top bits of chunks of WIDTH bits, as far as they go into 64. */
static uint64_t top_bits(unsigned width)
{
    uint64_t mask = 0;
    for (unsigned at = width - 1; at < 64; at += width)
        mask |= (uint64_t)1 << at;
    return mask;
}

/* Fields up to the next VBR, array or blob, from OP on; their bits are added up. */
static const struct bl_abbrev_op *take_fixed(const struct bl_abbrev_op *op,
                                             const struct bl_abbrev_op *end, uint32_t *n_bits)
{
    for (; op < end; op++) {
        if (op->encoding != BL_ENC_LITERAL && op->encoding != BL_ENC_FIXED &&
            op->encoding != BL_ENC_CHAR6)
            break;
        if (op->encoding != BL_ENC_LITERAL && *n_bits < MAX_FIXED_BITS)
            *n_bits += op->width;
    }
    return op;
}

static bool is_vbr(const struct bl_abbrev_op *op, const struct bl_abbrev_op *end)
{
    return op < end && op->encoding == BL_ENC_VBR && op->width >= MIN_VBR_WIDTH;
}

/* The VBR at OP is field one or two. */
static const struct bl_abbrev_op *take_vbr(const struct bl_abbrev_op *op,
                                           const struct bl_abbrev_op *end, uint64_t *mask,
                                           uint8_t *is_missing, uint32_t *n_bits)
{
    if (!is_vbr(op, end)) {
        *is_missing = 1;
        return op;
    }
    *mask = top_bits(op->width);
    *n_bits = 1;
    return op + 1;
}

static struct bl_skim_program with_array(struct bl_skim_program p,
                                         const struct bl_abbrev_op *element)
{
    if (element->encoding == BL_ENC_VBR)
        p.scheme = element->width == 6 ? BL_SKIM_ARRAY_VBR6 : BL_SKIM_SLOW;
    else
        p.scheme = BL_SKIM_ARRAY;
    p.element_width = element->width;
    return p;
}

struct bl_skim_program bl_skim_compile(const struct bl_abbrev *abbrev,
                                       const struct bl_abbrev_op *ops)
{
    const struct bl_abbrev_op *end = ops + abbrev->n_ops;
    struct bl_skim_program p = {.code = (uint32_t)ops[0].literal};
    if (abbrev->defect || ops[0].encoding != BL_ENC_LITERAL ||
        abbrev->n_values > BL_MAX_OPERANDS_FLOOR / 2)
        return p;
    uint32_t pre = 0;
    uint32_t mid = 0;
    uint32_t post = 0;
    const struct bl_abbrev_op *op = take_fixed(ops + 1, end, &pre);
    p.pre = (uint16_t)pre;
    if (op == end) {
        p.scheme = pre < MAX_FIXED_BITS ? BL_SKIM_FIXED : BL_SKIM_SLOW;
        return p;
    }
    op = take_vbr(op, end, &p.first_mask, &p.no_first, &mid);
    op = take_fixed(op, end, &mid);
    if (pre > MAX_SHIFT || mid > MAX_SHIFT)
        return p;
    p.mid = (uint8_t)mid;
    if (op + 1 < end && op->encoding == BL_ENC_ARRAY)
        return with_array(p, op + 1);
    op = take_vbr(op, end, &p.second_mask, &p.no_second, &post);
    op = take_fixed(op, end, &post);
    p.post = (uint16_t)post;
    p.scheme = op == end && post < MAX_FIXED_BITS ? BL_SKIM_SCALARS : BL_SKIM_SLOW;
    return p;
}
