/* index/skim_program.c - abbreviations as the loop over four lanes skips them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "index/skim_program.h"

#include "bits/reader.h"

enum {
    MIN_VBR_WIDTH =
        2, /* a VBR that ends within a window is not too long: 57 chunks of a payload bit */
    MAX_BITS = 2048, /* of fixed fields in a row */
    NOT_THERE = 64   /* where the end of a VBR is found that is not there */
};
_Static_assert(MAX_BITS * 2 + 3 * 64 < BL_SKIM_READ_AHEAD * 8,
               "the loop looks at 128 bits behind the last field");

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
        bool is_fixed = op->encoding == BL_ENC_FIXED || op->encoding == BL_ENC_CHAR6;
        if (!is_fixed && op->encoding != BL_ENC_LITERAL)
            break;
        if (is_fixed && *n_bits < MAX_BITS)
            *n_bits += op->width;
    }
    return op;
}

/* Whether a VBR is at OP. Its top bit is the first of those behind it. */
static bool take_vbr(const struct bl_abbrev_op *op, const struct bl_abbrev_op *end, uint64_t *mask,
                     uint32_t *n_bits)
{
    if (op == end || op->encoding != BL_ENC_VBR || op->width < MIN_VBR_WIDTH)
        return false;
    *mask = top_bits(op->width);
    *n_bits = 1;
    return true;
}

/* The array whose elements are ELEMENT. False: it does not fit. */
static bool take_array(struct bl_skim_program *p, const struct bl_abbrev_op *element)
{
    p->second_mask = BL_SKIM_ONE_TOP;
    p->number_mask = BL_SKIM_ONE_CHUNK;
    p->post = 1;
    if (element->encoding == BL_ENC_VBR)
        return element->width == 6;
    p->element_width = element->width;
    return true;
}

void bl_skim_leave(struct bl_skim_program *program)
{
    *program = (struct bl_skim_program){.n_bits = (int64_t)2 * NOT_THERE};
}

void bl_skim_unabbrev(struct bl_skim_program *program, unsigned id_width, uint64_t *counts,
                      uint32_t n_codes)
{
    *program = (struct bl_skim_program){
        .first_mask = BL_SKIM_TWO_TOPS,
        .code_mask = BL_SKIM_TWO_CHUNKS,
        .second_mask = BL_SKIM_ONE_TOP,
        .number_mask = BL_SKIM_ONE_CHUNK,
        .pre = (uint8_t)id_width,
        .n_bits = id_width + 1,
        .post = 1,
        .n_codes = n_codes,
    };
    program->counts = counts;
}

/* Whether OPS, up to END, fit the scheme. */
static bool compile(struct bl_skim_program *p, unsigned id_width, const struct bl_abbrev_op *ops,
                    const struct bl_abbrev_op *end)
{
    uint32_t pre = 0;
    uint32_t mid = 0;
    uint32_t post = 0;
    const struct bl_abbrev_op *op = take_fixed(ops + 1, end, &pre);
    if (op == end) { /* bits that nobody looks at may be as many as they like */
        p->post = (uint16_t)(id_width + pre);
        p->n_bits = -(int64_t)2 * NOT_THERE;
        return pre < MAX_BITS;
    }
    bool has_first = take_vbr(op, end, &p->first_mask, &mid);
    op = take_fixed(op + has_first, end, &mid);
    bool has_array = end - op == 2 && op->encoding == BL_ENC_ARRAY;
    bool has_second = !has_array && take_vbr(op, end, &p->second_mask, &post);
    if (has_first && !has_second && op == end) {
        post = mid - 1;
        mid = 1;
    }
    if (id_width + pre + mid >= BL_PEEK_BITS)
        return false;
    p->pre = (uint8_t)(id_width + pre);
    p->n_bits = id_width + pre + mid;
    p->n_bits -= has_first ? 0 : NOT_THERE;
    p->n_bits -= has_second || has_array ? 0 : NOT_THERE;
    if (has_array)
        return take_array(p, op + 1);
    bool fits = take_fixed(op + has_second, end, &post) == end && post < MAX_BITS;
    p->post = (uint16_t)post;
    return fits;
}

void bl_skim_compile(struct bl_skim_program *program, unsigned id_width,
                     const struct bl_abbrev *abbrev, const struct bl_abbrev_op *ops,
                     uint64_t *count)
{
    bool can_be_used = !abbrev->defect && ops[0].encoding == BL_ENC_LITERAL &&
                       abbrev->n_values <= BL_MAX_OPERANDS_FLOOR / 2;
    bl_skim_leave(program);
    struct bl_skim_program fast = {0};
    fast.counts = count;
    if (can_be_used && compile(&fast, id_width, ops, ops + abbrev->n_ops)) {
        *program = fast;
        program->n_codes = program->element_width ? 0 : 1;
    }
    program->code = (uint32_t)ops[0].literal;
    program->has_code = ops[0].encoding == BL_ENC_LITERAL;
}
