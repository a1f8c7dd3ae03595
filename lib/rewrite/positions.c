/* rewrite/positions.c - records of LLVM IR that hold positions, renewed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/positions.h"

#include "base/bound.h"
#include "base/grow.h"
#include "bitleap_codes.h"

enum {
    WORD_BITS = 32
};

bool bl_holds_positions(uint32_t block_id, uint32_t code)
{
    switch (block_id) {
    case BL_BLOCK_MODULE: return code == BL_CODE_MODULE_VSTOFFSET;
    case BL_BLOCK_VALUE_SYMTAB: return code == BL_CODE_VALUE_SYMTAB_FNENTRY;
    case BL_BLOCK_METADATA:
        return code == BL_CODE_METADATA_INDEX_OFFSET || code == BL_CODE_METADATA_INDEX;
    default: return false;
    }
}

void bl_positions_release(struct bl_positions *p)
{
    bl_drop(p->functions);
    bl_drop(p->records);
    bl_drop(p->dropped);
    bl_drop(p->renewed);
    *p = (struct bl_positions){0};
}

void bl_positions_add_base(struct bl_positions *p, uint64_t from, uint64_t to)
{
    if (p->n_bases < BL_MAX_BASES)
        p->bases[p->n_bases++] = (struct bl_moved){from, to};
}

/* The base by which VSTOFFSET leads to the symbol table; the usual one where there is none; NULL:
 * it leads nowhere. Positions before the stream wrap around. */
static const struct bl_moved *find_base(const struct bl_positions *p)
{
    if (!p->vst_offset.is_known || !p->has_vst)
        return p->bases;
    for (uint32_t i = 0; i < p->n_bases; i++)
        if (p->bases[i].from + p->vst_offset.value * WORD_BITS == p->vst.from)
            return &p->bases[i];
    return NULL;
}

static bool has_moved(const struct bl_moved *base, const struct bl_moved *place)
{
    return place->to - base->to != place->from - base->from;
}

bool bl_positions_have_moved(const struct bl_positions *p)
{
    const struct bl_moved *base = find_base(p);
    for (uint32_t i = 0; i < p->n_functions; i++)
        if (has_moved(base ? base : p->bases, &p->functions[i]))
            return true;
    return false;
}

static const struct bl_moved *find(const struct bl_moved *places, uint32_t n, uint64_t from)
{
    uint32_t lo = 0;
    uint32_t hi = n;
    BL_LOWER_BOUND(lo, hi, mid, places[mid].from < from);
    return lo < n && places[lo].from == from ? &places[lo] : NULL;
}

/* Whether FROM is of several that were dropped in a row. */
static bool is_dropped(const struct bl_positions *p, uint64_t from)
{
    uint32_t lo = 0;
    uint32_t hi = p->n_dropped;
    BL_LOWER_BOUND(lo, hi, mid, p->dropped[mid].to <= from);
    return lo < p->n_dropped && p->dropped[lo].from <= from;
}

bool bl_positions_function(const struct bl_positions *p, uint64_t offset, uint64_t *out)
{
    const struct bl_moved *base = find_base(p);
    const struct bl_moved *place =
        base ? find(p->functions, p->n_functions, base->from + offset * WORD_BITS) : NULL;
    if (!place || place->to == BL_DROPPED || (place->to - base->to) % WORD_BITS)
        return false;
    *out = (place->to - base->to) / WORD_BITS;
    return true;
}

bool bl_positions_vst(const struct bl_positions *p, uint64_t *out)
{
    const struct bl_moved *base = find_base(p);
    if (!base || !p->has_vst || (p->vst.to - base->to) % WORD_BITS)
        return false;
    *out = (p->vst.to - base->to) / WORD_BITS;
    return true;
}

int bl_positions_index(struct bl_positions *p, const uint64_t *ops, uint32_t n, uint32_t *n_out)
{
    *n_out = 0;
    if (bl_grow(&p->renewed, &p->cap_renewed, n) < 0)
        return BL_E_NOMEM;
    struct bl_moved at = p->index_base;
    for (uint32_t i = 0; i < n; i++) {
        at.from += ops[i];
        const struct bl_moved *record = find(p->records, p->n_records, at.from);
        if (!record && is_dropped(p, at.from))
            continue;
        if (!record)
            return 0;
        if (record->to == BL_DROPPED)
            continue;
        p->renewed[(*n_out)++] = record->to - at.to;
        at.to = record->to;
    }
    return 1;
}
