/* ir/constant_record.c - what the records of constants are made of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/constant_record.h"

static uint64_t op_of_constant(const struct bl_record *rec, uint32_t i)
{
    return i < rec->n_ops ? rec->ops[i] : 0;
}

static void read_range(const struct bl_record *rec, struct bl_gep *g)
{
    g->range_bits = (uint32_t)op_of_constant(rec, g->at++);
    uint64_t n_words = g->range_bits > 64 ? op_of_constant(rec, g->at++) : (UINT64_C(1) << 32 | 1);
    g->n_lower = (uint32_t)n_words;
    g->n_upper = (uint32_t)(n_words >> 32);
    uint64_t end = (uint64_t)g->at + g->n_lower + g->n_upper;
    g->has_range = end <= rec->n_ops;
    g->lower_at = g->at;
    g->upper_at = g->at + g->n_lower;
    g->at = g->has_range ? (uint32_t)end : rec->n_ops;
}

struct bl_gep bl_constant_gep(const struct bl_record *rec)
{
    enum {
        INBOUNDS = 1
    };
    uint32_t code = rec->code;
    struct bl_gep g = {.in_range_index = UINT64_MAX};
    bool is_new = code == BL_CODE_CONSTANTS_CE_GEP || code == BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE;
    g.has_type =
        is_new || code == BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE_INDEX_OLD || rec->n_ops % 2;
    if (g.has_type)
        g.type = op_of_constant(rec, g.at++);
    if (is_new)
        g.flags = op_of_constant(rec, g.at++);
    if (code == BL_CODE_CONSTANTS_CE_INBOUNDS_GEP)
        g.flags = INBOUNDS;
    if (code == BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE_INDEX_OLD) {
        g.flags = op_of_constant(rec, g.at) & INBOUNDS;
        g.in_range_index = op_of_constant(rec, g.at++) >> 1;
    }
    if (code == BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE)
        read_range(rec, &g);
    return g;
}

/* ---- Parts ---- */

#define ALL UINT32_MAX

/* Which operands are values: N of them from FIRST on, STEP apart; N is 0 for
 * codes that have none. */
struct parts {
    uint32_t first, step, n;
};

/* By record code. Where expressions that index begin, is seen in the record. */
static const struct parts layouts[] = {
    [BL_CODE_CONSTANTS_AGGREGATE] = {0, 1, ALL},
    [BL_CODE_CONSTANTS_CE_BINOP] = {1, 1, 2},
    [BL_CODE_CONSTANTS_CE_CAST] = {2, 1, 1},
    [BL_CODE_CONSTANTS_CE_GEP_OLD] = {0, 2, ALL},
    [BL_CODE_CONSTANTS_CE_SELECT] = {0, 1, 3},
    [BL_CODE_CONSTANTS_CE_EXTRACTELT] = {1, 1, 2}, /* [type, vector, (type,) index] */
    [BL_CODE_CONSTANTS_CE_INSERTELT] = {0, 1, 3},  /* [vector, element, (type,) index] */
    [BL_CODE_CONSTANTS_CE_SHUFFLEVEC] = {0, 1, 3},
    [BL_CODE_CONSTANTS_CE_CMP] = {1, 1, 2},
    [BL_CODE_CONSTANTS_CE_SHUFVEC_EX] = {1, 1, 3},
    [BL_CODE_CONSTANTS_CE_INBOUNDS_GEP] = {0, 2, ALL},
    [BL_CODE_CONSTANTS_BLOCKADDRESS] = {1, 1, 1},
    [BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE_INDEX_OLD] = {0, 2, ALL},
    [BL_CODE_CONSTANTS_CE_UNOP] = {1, 1, 1},
    [BL_CODE_CONSTANTS_DSO_LOCAL_EQUIVALENT] = {1, 1, 1},
    [BL_CODE_CONSTANTS_NO_CFI_VALUE] = {1, 1, 1},
    [BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE] = {0, 2, ALL},
    [BL_CODE_CONSTANTS_CE_GEP] = {0, 2, ALL},
    [BL_CODE_CONSTANTS_PTRAUTH] = {0, 1, ALL},
    [BL_CODE_CONSTANTS_PTRAUTH2] = {0, 1, ALL},
};

static struct parts layout_of(uint32_t code)
{
    return code < sizeof layouts / sizeof *layouts ? layouts[code] : (struct parts){0};
}

bool bl_constant_has_parts(uint32_t code)
{
    return layout_of(code).n > 0;
}

bool bl_constant_is_assembly(uint32_t code)
{
    return code == BL_CODE_CONSTANTS_INLINEASM || code == BL_CODE_CONSTANTS_INLINEASM_OLD ||
           code == BL_CODE_CONSTANTS_INLINEASM_OLD2 || code == BL_CODE_CONSTANTS_INLINEASM_OLD3;
}

bool bl_constant_is_short(uint32_t code)
{
    switch (code) {
    case BL_CODE_CONSTANTS_NULL:
    case BL_CODE_CONSTANTS_UNDEF:
    case BL_CODE_CONSTANTS_POISON:
    case BL_CODE_CONSTANTS_INTEGER:
    case BL_CODE_CONSTANTS_FLOAT: return true;
    default: return bl_constant_has_parts(code) && layout_of(code).n != ALL;
    }
}

bool bl_constant_part_at(const struct bl_record *rec, uint32_t number, uint32_t *op)
{
    struct parts parts = layout_of(rec->code);
    if (number >= parts.n)
        return false;
    if (parts.step == 2)
        parts.first = bl_constant_gep(rec).at + 1;
    uint64_t at = parts.first + (uint64_t)number * parts.step;
    if (at >= rec->n_ops)
        return false;
    /* The index comes last, after its type where that is written. */
    if (number == parts.n - 1 && (rec->code == BL_CODE_CONSTANTS_CE_EXTRACTELT ||
                                  rec->code == BL_CODE_CONSTANTS_CE_INSERTELT))
        at = rec->n_ops - UINT64_C(1);
    *op = (uint32_t)at;
    return true;
}

bool bl_constant_part(const struct bl_record *rec, uint32_t number, uint64_t *value)
{
    uint32_t op;
    if (!bl_constant_part_at(rec, number, &op))
        return false;
    *value = rec->ops[op];
    return true;
}

bool bl_constant_is_cast(const struct bl_record *rec)
{
    enum {
        BITCAST = 11,
        ADDRSPACECAST = 12
    };
    return rec->code == BL_CODE_CONSTANTS_DSO_LOCAL_EQUIVALENT ||
           rec->code == BL_CODE_CONSTANTS_NO_CFI_VALUE ||
           (rec->code == BL_CODE_CONSTANTS_CE_CAST &&
            (op_of_constant(rec, 0) == BITCAST || op_of_constant(rec, 0) == ADDRSPACECAST));
}
