/* rewrite/lower_records.c - single records as an older LLVM reads them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "bitleap_constants.h"
#include "ir/constant_record.h"
#include "ir/min_version.h"
#include "ir/module.h"
#include "rewrite/lower.h"

#include <string.h>

enum {
    OR = 11,
    PTR_TO_INT = 9,
    GEP_IN_BOUNDS = 1,
    GEP_NUSW = 2,
    GEP_NUW = 4,
    LOCATION_OPS = 5, /* of DEBUG_LOC up to LLVM 21 */
};

/* ---- Operands ---- */

/* The rows of the table that are about operands: those to be dropped are the last ones. */
static void lower_operands(struct bl_lower *l, const struct bl_record *rec, uint32_t block_id)
{
    for (uint32_t i = 0; bl_min_version_next(block_id, rec, l->version > 0, &i); i++) {
        const struct bl_min_version_operand *row = bl_min_version_row(i);
        uint32_t end = bl_min_version_place(row, rec) + row->n_behind;
        const char *what = row->what ? row->what : "";
        if (!bl_feature_is_new(bl_feature_of_operand(i), l->options))
            continue;
        uint8_t remedy = bl_lower_note(l, bl_feature_of_operand(i), rec->bit_pos, bl_view_of(what));
        if (remedy == BL_REMEDY_DROP && !row->anywhere && end < l->n_ops)
            l->n_ops = end;
        if (remedy == BL_REMEDY_REWRITE && strcmp(what, "Apple") == 0)
            l->ops[end] = 0;
        if (remedy == BL_REMEDY_REWRITE && strcmp(what, "ptrtoaddr") == 0) {
            l->ops[end] = PTR_TO_INT;
            if (l->has_narrow_addresses && bl_lower_needs(l, BL_OTHER_NARROW_ADDRESS))
                (void)bl_lower_other(l, BL_OTHER_NARROW_ADDRESS, rec->bit_pos);
        }
    }
}

/* ---- Instructions ---- */

/* How many operands the value at AT has: with its type, where it leads ahead. */
static uint32_t pair_size(const struct bl_record *rec, uint32_t at)
{
    return at < rec->n_ops && (uint32_t)rec->ops[at] - 1U < INT32_MAX ? 1 : 2;
}

static void lower_or(struct bl_lower *l, const struct bl_record *rec)
{
    uint32_t opcode = pair_size(rec, 0) + 1;
    if (!bl_lower_needs(l, BL_OTHER_DISJOINT) || opcode + 1 >= rec->n_ops ||
        rec->ops[opcode] != OR || rec->ops[opcode + 1] == 0)
        return;
    (void)bl_lower_other(l, BL_OTHER_DISJOINT, rec->bit_pos);
    l->n_ops = opcode + 1;
}

static uint64_t old_gep_flags(struct bl_lower *l, uint64_t flags, uint64_t bit_pos)
{
    bool is_known = flags <= GEP_IN_BOUNDS || flags == (GEP_IN_BOUNDS | GEP_NUSW);
    bool is_noted = flags == GEP_NUSW || flags == GEP_NUW || flags == (GEP_NUSW | GEP_NUW);
    if (!is_known && !is_noted)
        (void)bl_lower_other(l, BL_OTHER_GEP_FLAGS, bit_pos);
    return is_known ? flags : flags & GEP_IN_BOUNDS;
}

/* Tags of bundles that change which code is generated, and the LLVM that came with them. */
static int lower_bundle(struct bl_lower *l, const struct bl_record *rec)
{
    static const struct {
        const char *tag;
        unsigned sure;
    } tags[] = {
        {"kcfi", 16}, {"ptrauth", 16}, {"convergencectrl", 19}, {"deactivation-symbol", 22}};
    struct bl_module_info facts;
    int status = bl_module_get_texts(l->module, &facts, l->err);
    if (status < 0 || rec->n_ops == 0 || rec->ops[0] >= facts.bundle_tags.n)
        return status < 0 ? status : BL_OK;
    struct bl_view tag = facts.bundle_tags.texts[rec->ops[0]];
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (l->llvm < tags[i].sure && bl_view_is(tag, tags[i].tag) &&
            bl_lower_needs(l, BL_OTHER_BUNDLE))
            (void)bl_lower_note(l, bl_feature_other(BL_OTHER_BUNDLE), rec->bit_pos, tag);
    return BL_OK;
}

static void lower_location(struct bl_lower *l, const struct bl_record *rec)
{
    bool has_atoms = false;
    if (rec->n_ops <= LOCATION_OPS || !bl_lower_needs(l, BL_OTHER_LOCATION_ATOMS))
        return;
    for (uint32_t i = LOCATION_OPS; i < rec->n_ops; i++)
        has_atoms |= rec->ops[i] != 0;
    /* Older LLVM looks for implicit code only where the operands end with it. */
    if (!has_atoms && rec->ops[LOCATION_OPS - 1] == 0)
        return;
    (void)bl_lower_other(l, BL_OTHER_LOCATION_ATOMS, rec->bit_pos);
    l->n_ops = LOCATION_OPS;
}

static int lower_in_body(struct bl_lower *l, const struct bl_record *rec)
{
    switch (rec->code) {
    case BL_CODE_FUNCTION_INST_BINOP: lower_or(l, rec); break;
    case BL_CODE_FUNCTION_INST_GEP:
        if (bl_lower_needs(l, BL_OTHER_GEP_FLAGS) && rec->n_ops > 0)
            l->ops[0] = old_gep_flags(l, rec->ops[0], rec->bit_pos);
        break;
    case BL_CODE_FUNCTION_OPERAND_BUNDLE: return lower_bundle(l, rec);
    case BL_CODE_FUNCTION_DEBUG_LOC: lower_location(l, rec); break;
    default: break;
    }
    return BL_OK;
}

/* ---- Constants ---- */

/* [type, flags, range, operands] becomes [type, operands]. */
static void lower_gep(struct bl_lower *l, const struct bl_record *rec)
{
    struct bl_gep gep = bl_constant_gep(rec);
    if (rec->n_ops < 2 || gep.at > rec->n_ops)
        return;
    uint64_t flags = old_gep_flags(l, rec->ops[1], rec->bit_pos);
    uint32_t n = rec->n_ops - gep.at;
    memmove(l->ops + 1, l->ops + gep.at, n * sizeof *l->ops);
    l->n_ops = n + 1;
    l->code =
        flags & GEP_IN_BOUNDS ? BL_CODE_CONSTANTS_CE_INBOUNDS_GEP : BL_CODE_CONSTANTS_CE_GEP_OLD;
}

/* "!i" is a label of callbr, which was an argument before. [type, flags, size, assembly, size,
 * constraints]. */
static void look_for_labels(struct bl_lower *l, const struct bl_record *rec)
{
    enum {
        SIZE_AT = 2
    };
    uint64_t at = rec->n_ops > SIZE_AT ? SIZE_AT + 2 + rec->ops[SIZE_AT] : rec->n_ops;
    if (!bl_lower_needs(l, BL_OTHER_ASM_LABEL))
        return;
    for (; at < rec->n_ops; at++)
        if (rec->ops[at] == '!') {
            (void)bl_lower_other(l, BL_OTHER_ASM_LABEL, rec->bit_pos);
            return;
        }
}

static void lower_constant(struct bl_lower *l, const struct bl_record *rec, bool is_new)
{
    if (rec->code == BL_CODE_CONSTANTS_INLINEASM)
        look_for_labels(l, rec);
    if (!is_new)
        return;
    switch (rec->code) {
    case BL_CODE_CONSTANTS_CE_GEP:
    case BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE: lower_gep(l, rec); break;
    case BL_CODE_CONSTANTS_INLINEASM:
        memmove(l->ops, l->ops + 1, (l->n_ops - 1) * sizeof *l->ops);
        l->n_ops--;
        l->code = BL_CODE_CONSTANTS_INLINEASM_OLD3;
        break;
    default: break;
    }
}

/* ---- All of them ---- */

void bl_lower_find_wanted(struct bl_lower *l)
{
    uint32_t n;
    const struct bl_feature *rows = bl_feature_rows(&n);
    for (uint32_t i = 0; i < n; i++)
        if (rows[i].block <= BL_BLOCK_METADATA && bl_feature_is_new(&rows[i], l->options))
            l->wants[rows[i].block][rows[i].code] = true;
    bool *in_body = l->wants[BL_BLOCK_FUNCTION];
    in_body[BL_CODE_FUNCTION_INST_BINOP] |= bl_lower_needs(l, BL_OTHER_DISJOINT);
    in_body[BL_CODE_FUNCTION_DEBUG_LOC] |= bl_lower_needs(l, BL_OTHER_LOCATION_ATOMS);
    in_body[BL_CODE_FUNCTION_OPERAND_BUNDLE] |= bl_lower_needs(l, BL_OTHER_BUNDLE);
    l->wants[BL_BLOCK_CONSTANTS][BL_CODE_CONSTANTS_INLINEASM] |=
        bl_lower_needs(l, BL_OTHER_ASM_LABEL);
    bool *in_metadata = l->wants[BL_BLOCK_METADATA];
    in_metadata[BL_CODE_METADATA_EXPRESSION] |= bl_lower_needs(l, BL_OTHER_DEBUG_OPERATION);
    in_metadata[BL_CODE_METADATA_EXPRESSION] |= bl_lower_needs(l, BL_OTHER_COMPARISON);
    in_metadata[BL_CODE_METADATA_GLOBAL_VAR_EXPR] |= bl_lower_needs(l, BL_OTHER_COMPARISON);
    in_metadata[BL_CODE_METADATA_SUBRANGE] |= bl_lower_needs(l, BL_OTHER_COMPARISON);
    in_metadata[BL_CODE_METADATA_GENERIC_SUBRANGE] |= bl_lower_needs(l, BL_OTHER_COMPARISON);
    in_metadata[BL_CODE_METADATA_STRING_TYPE] |= bl_lower_needs(l, BL_OTHER_COMPARISON);
    in_metadata[BL_CODE_METADATA_BASIC_TYPE] |= bl_lower_needs(l, BL_OTHER_SIZE_NODE);
    in_metadata[BL_CODE_METADATA_DERIVED_TYPE] |= bl_lower_needs(l, BL_OTHER_TEMPLATE_ALIAS);
    in_metadata[BL_CODE_METADATA_COMPOSITE_TYPE] |= bl_lower_needs(l, BL_OTHER_VARIANT);
    in_metadata[BL_CODE_METADATA_COMPILE_UNIT] |= bl_lower_needs(l, BL_OTHER_LANGUAGE_NAME);
    in_metadata[BL_CODE_METADATA_SUBPROGRAM] |= bl_lower_needs(l, BL_OTHER_LOCAL_IMPORT);
}

static unsigned ask_rules(const struct bl_lower *l, uint32_t block_id, uint32_t code)
{
    const struct bl_feature *feature = bl_feature_of_code(block_id, code);
    const struct bl_min_version *version = bl_min_version_of_code(block_id, code);
    unsigned rules = BL_LOWER_ASKED;
    if (feature && bl_feature_is_new(feature, l->options))
        rules |= BL_LOWER_IS_NEW;
    if (bl_min_version_has_rows(block_id, code))
        rules |= BL_LOWER_OPERANDS;
    if (version && version->sure == 0)
        rules |= BL_LOWER_IS_UNKNOWN;
    return rules;
}

/* Of each code the table is asked once. */
static unsigned rules_of(struct bl_lower *l, uint32_t block_id, uint32_t code)
{
    if (block_id > BL_BLOCK_METADATA || code >= BL_LOWER_CODES)
        return ask_rules(l, block_id, code);
    uint8_t *rules = &l->rules[block_id][code];
    if (*rules == 0)
        *rules = (uint8_t)ask_rules(l, block_id, code);
    return *rules;
}

int bl_lower_record(struct bl_lower *l, const struct bl_record *rec, uint32_t block_id)
{
    if (block_id == BL_BLOCK_METADATA_ATTACHMENT)
        return bl_lower_attached(l, rec);
    unsigned rules = rules_of(l, block_id, rec->code);
    bool is_new = rules & BL_LOWER_IS_NEW;
    if (rules & BL_LOWER_IS_UNKNOWN)
        return bl_fail_at(l->err, BL_E_MISMATCH, "record that is not known", rec->bit_pos);
    if (is_new && bl_lower_note(l, bl_feature_of_code(block_id, rec->code), rec->bit_pos,
                                (struct bl_view){0}) == BL_REMEDY_DROP) {
        l->goes = true;
        return BL_OK;
    }
    if (rules & BL_LOWER_OPERANDS)
        lower_operands(l, rec, block_id);
    if (block_id == BL_BLOCK_FUNCTION)
        return lower_in_body(l, rec);
    if (block_id == BL_BLOCK_CONSTANTS)
        lower_constant(l, rec, is_new);
    return block_id == BL_BLOCK_METADATA ? bl_lower_metadata(l, rec, is_new) : BL_OK;
}
