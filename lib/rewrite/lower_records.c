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

/* Whether the older LLVM does not read FEATURE; if it is found, it is noted. */
static bool is_found(struct bl_lower *l, const struct bl_feature *feature, uint64_t bit_pos,
                     uint8_t *remedy)
{
    if (!feature || !bl_feature_is_new(feature, l->llvm))
        return false;
    *remedy = bl_lower_note(l, feature, bit_pos, (struct bl_view){0});
    return true;
}

/* ---- Operands ---- */

/* The rows of the table that are about operands: those to be dropped are the last ones. */
static void lower_operands(struct bl_lower *l, const struct bl_record *rec, uint32_t block_id)
{
    for (uint32_t i = 0; bl_min_version_next(block_id, rec, l->version > 0, &i); i++) {
        const struct bl_min_version_operand *row = bl_min_version_row(i);
        uint32_t end = bl_min_version_place(row, rec) + row->n_behind;
        const char *what = row->what ? row->what : "";
        if (!bl_feature_is_new(bl_feature_of_operand(i), l->llvm))
            continue;
        uint8_t remedy = bl_lower_note(l, bl_feature_of_operand(i), rec->bit_pos, bl_view_of(what));
        if (remedy == BL_REMEDY_DROP && !row->anywhere && end < l->n_ops)
            l->n_ops = end;
        if (remedy == BL_REMEDY_REWRITE && strcmp(what, "ptrtoaddr") == 0) {
            l->ops[end] = PTR_TO_INT;
            if (l->has_narrow_addresses)
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
        if (l->llvm < tags[i].sure && bl_view_is(tag, tags[i].tag))
            (void)bl_lower_note(l, bl_feature_other(BL_OTHER_BUNDLE), rec->bit_pos, tag);
    return BL_OK;
}

static void lower_location(struct bl_lower *l, const struct bl_record *rec)
{
    bool is_plain = rec->n_ops <= LOCATION_OPS;
    for (uint32_t i = LOCATION_OPS - 1; i < rec->n_ops && !is_plain; i++)
        is_plain = i + 1 == rec->n_ops && rec->ops[i] == 0;
    if (is_plain || !bl_lower_needs(l, BL_OTHER_LOCATION_ATOMS))
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

static void lower_constant(struct bl_lower *l, const struct bl_record *rec)
{
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

/* ---- Metadata ---- */

/* The number that node NUMBER, a constant, is; 0: it is none. */
static int number_of_node(struct bl_lower *l, uint32_t number, uint64_t *found)
{
    const struct bl_constant *constants;
    const struct bl_constant_value *value;
    uint32_t n;
    struct bl_metadata *metadata = l->body_metadata ? l->body_metadata : l->metadata;
    int status = metadata ? bl_metadata_read(metadata, number, &l->other, l->err) : BL_OK;
    *found = 0;
    if (status < 0 || !metadata || l->other.code != BL_CODE_METADATA_VALUE || l->other.n_ops < 2)
        return status < 0 ? status : BL_OK;
    status = bl_module_constants(l->module, &constants, &n, l->err);
    uint64_t at = l->other.ops[1] - l->n_globals;
    if (status < 0 || at >= n)
        return status < 0 ? status : BL_OK;
    status = bl_constant_decode(l->module, &constants[at], &value, l->err);
    if (status >= 0 && value->kind == BL_CONSTANT_INTEGER)
        *found = (uint64_t)value->integer;
    return status < 0 ? status : BL_OK;
}

/* Sizes that are nodes become numbers. */
static int lower_sizes(struct bl_lower *l, const struct bl_record *rec)
{
    struct bl_metadata_node node;
    bool is_found = false;
    uint64_t flag = rec->code == BL_CODE_METADATA_COMPOSITE_TYPE ? 4 : 2;
    bool has_row =
        rec->code == BL_CODE_METADATA_DERIVED_TYPE || rec->code == BL_CODE_METADATA_STRING_TYPE;
    bl_metadata_fields(rec, &node);
    for (uint32_t i = 0; i < node.n_fields; i++) {
        const struct bl_metadata_field *f = &node.fields[i];
        uint64_t number = 0;
        if (f->kind != BL_FIELD_SIZE || f->op >= rec->n_ops)
            continue;
        uint64_t op = rec->ops[f->op];
        int status = BL_OK;
        if (op > 0 && op <= BL_NONE)
            status = number_of_node(l, (uint32_t)(op - 1), &number);
        if (status < 0)
            return status;
        l->ops[f->op] = number;
        is_found = true;
    }
    if (!is_found)
        return BL_OK;
    l->ops[0] &= ~flag;
    if (!has_row)
        (void)bl_lower_other(l, BL_OTHER_SIZE_NODE, rec->bit_pos);
    return BL_OK;
}

/* How many operands OPERATION has, of those that LLVM writes. */
static uint32_t n_arguments(uint64_t operation)
{
    switch (operation) {
    case 0x08:   /* DW_OP_const1u and others */
    case 0x10:   /* constu */
    case 0x11:   /* consts */
    case 0x23:   /* plus_uconst */
    case 0x90:   /* regx */
    case 0x94:   /* deref_size */
    case 0x1002: /* LLVM_tag_offset */
    case 0x1003: /* LLVM_entry_value */
    case 0x1005: /* LLVM_arg */ return 1;
    case 0x92:   /* bregx */
    case 0xa8:   /* convert */
    case 0x1000: /* LLVM_fragment */
    case 0x1001: /* LLVM_convert */
    case 0x100b: /* LLVM_extract_bits_sext */
    case 0x100c: return 2;
    default: return operation >= 0x70 && operation <= 0x8f; /* breg0 to breg31 */
    }
}

/* Operations that an older LLVM calls invalid: it would leave out all debug information. */
static void lower_expression(struct bl_lower *l, const struct bl_record *rec)
{
    enum {
        EQ = 0x29,
        NE = 0x2e,
        EXTRACT_BITS_SEXT = 0x100b,
        EXTRACT_BITS_ZEXT = 0x100c
    };
    for (uint32_t i = 1; i < rec->n_ops; i += 1 + n_arguments(rec->ops[i])) {
        uint64_t op = rec->ops[i];
        bool compares = op >= EQ && op <= NE;
        bool extracts = op == EXTRACT_BITS_SEXT || op == EXTRACT_BITS_ZEXT;
        enum bl_other_feature feature = extracts ? BL_OTHER_DEBUG_OPERATION : BL_OTHER_COMPARISON;
        if ((compares || extracts) && bl_lower_needs(l, feature))
            (void)bl_lower_other(l, feature, rec->bit_pos);
    }
}

/* Static members are variables since LLVM 18. */
static void lower_member(struct bl_lower *l, const struct bl_record *rec)
{
    enum {
        TAG_AT = 1,
        FLAGS_AT = 10,
        MEMBER = 0x0d,
        VARIABLE = 0x34,
        STATIC_MEMBER = 1 << 12
    };
    if (rec->n_ops <= FLAGS_AT || rec->ops[TAG_AT] != VARIABLE ||
        !(rec->ops[FLAGS_AT] & STATIC_MEMBER) || !bl_lower_needs(l, BL_OTHER_STATIC_MEMBER))
        return;
    (void)bl_lower_other(l, BL_OTHER_STATIC_MEMBER, rec->bit_pos);
    l->ops[TAG_AT] = MEMBER;
}

/* The operand of REC that is its field NAME, a reference; 0: it has none. */
static uint64_t reference_of(const struct bl_record *rec, const char *name)
{
    struct bl_metadata_node node;
    bl_metadata_fields(rec, &node);
    for (uint32_t i = 0; i < node.n_fields; i++) {
        const struct bl_metadata_field *f = &node.fields[i];
        if (f->name && strcmp(f->name, name) == 0 && f->op < rec->n_ops)
            return rec->ops[f->op];
    }
    return 0;
}

/* What a function imports is in its list of nodes since LLVM 17, where those before call it
 * invalid. */
static int look_for_imports(struct bl_lower *l, const struct bl_record *rec)
{
    struct bl_metadata *metadata = l->body_metadata ? l->body_metadata : l->metadata;
    uint64_t list = reference_of(rec, "retainedNodes");
    struct bl_record nodes = {0};
    int status = BL_OK;
    if (metadata && list > 0 && list <= BL_NONE)
        status = bl_metadata_read(metadata, (uint32_t)(list - 1), &nodes, l->err);
    for (uint32_t i = 0; status >= 0 && i < nodes.n_ops; i++) {
        if (nodes.ops[i] == 0 || nodes.ops[i] > BL_NONE)
            continue;
        status = bl_metadata_read(metadata, (uint32_t)(nodes.ops[i] - 1), &l->other, l->err);
        if (status >= 0 && l->other.code == BL_CODE_METADATA_IMPORTED_ENTITY)
            (void)bl_lower_other(l, BL_OTHER_LOCAL_IMPORT, rec->bit_pos);
    }
    bl_record_release(&nodes);
    return status < 0 ? status : BL_OK;
}

static void lower_language(struct bl_lower *l, const struct bl_record *rec)
{
    static const uint64_t is_versioned = UINT64_C(1) << 63;
    static const uint8_t codes[][2] = {/* DW_LNAME_…, DW_LANG_… */
                                       {0x03, 0x1d},
                                       {0x04, 0x21},
                                       {0x0e, 0x13},
                                       {0x13, 0x1c},
                                       {0x17, 0x1c}};
    if (rec->n_ops < 2 || !(rec->ops[1] & is_versioned))
        return;
    (void)bl_lower_other(l, BL_OTHER_LANGUAGE_NAME, rec->bit_pos);
    uint64_t name = rec->ops[1] & ~is_versioned;
    l->ops[1] = 0x1d;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i][0] == name)
            l->ops[1] = codes[i][1];
}

/* DW_TAG_unspecified_type, without a name. */
static int put_nameless_type(struct bl_lower *l)
{
    enum {
        UNSPECIFIED_TYPE = 0x3b,
        N_OPS = 7
    };
    if (bl_lower_room(l, N_OPS) < 0)
        return BL_E_NOMEM;
    memset(l->ops, 0, N_OPS * sizeof *l->ops);
    l->ops[1] = UNSPECIFIED_TYPE;
    l->n_ops = N_OPS;
    l->code = BL_CODE_METADATA_BASIC_TYPE;
    return BL_OK;
}

static int lower_metadata(struct bl_lower *l, const struct bl_record *rec, bool is_new)
{
    switch (rec->code) {
    case BL_CODE_METADATA_BASIC_TYPE:
    case BL_CODE_METADATA_DERIVED_TYPE:
    case BL_CODE_METADATA_COMPOSITE_TYPE:
    case BL_CODE_METADATA_STRING_TYPE:
        if (rec->code == BL_CODE_METADATA_DERIVED_TYPE)
            lower_member(l, rec);
        return bl_lower_needs(l, BL_OTHER_SIZE_NODE) ? lower_sizes(l, rec) : BL_OK;
    case BL_CODE_METADATA_EXPRESSION:
        if (bl_lower_needs(l, BL_OTHER_DEBUG_OPERATION))
            lower_expression(l, rec);
        break;
    case BL_CODE_METADATA_SUBPROGRAM:
        return bl_lower_needs(l, BL_OTHER_LOCAL_IMPORT) ? look_for_imports(l, rec) : BL_OK;
    case BL_CODE_METADATA_COMPILE_UNIT:
        if (bl_lower_needs(l, BL_OTHER_LANGUAGE_NAME))
            lower_language(l, rec);
        break;
    case BL_CODE_METADATA_ASSIGN_ID:
        if (is_new) {
            l->n_ops = 0;
            l->code = BL_CODE_METADATA_DISTINCT_NODE;
        }
        break;
    case BL_CODE_METADATA_SUBRANGE_TYPE:
    case BL_CODE_METADATA_FIXED_POINT_TYPE: return is_new ? put_nameless_type(l) : BL_OK;
    default: break;
    }
    return BL_OK;
}

/* ---- All of them ---- */

/* What no row is about, and no LLVM up to 22 knows. */
static int check_known(struct bl_lower *l, const struct bl_record *rec, uint32_t block_id)
{
    const struct bl_min_version *row = bl_min_version_of_code(block_id, rec->code);
    if (row && row->sure == 0)
        return bl_fail_at(l->err, BL_E_MISMATCH, "record that is not known", rec->bit_pos);
    return BL_OK;
}

int bl_lower_record(struct bl_lower *l, const struct bl_record *rec, uint32_t block_id)
{
    uint8_t remedy = 0;
    int status = check_known(l, rec, block_id);
    const struct bl_feature *feature = bl_feature_of_code(block_id, rec->code);
    bool is_new = is_found(l, feature, rec->bit_pos, &remedy);
    if (status < 0)
        return status;
    if (is_new && remedy == BL_REMEDY_DROP) {
        l->goes = true;
        return BL_OK;
    }
    lower_operands(l, rec, block_id);
    if (block_id == BL_BLOCK_FUNCTION)
        status = lower_in_body(l, rec);
    else if (block_id == BL_BLOCK_CONSTANTS && is_new)
        lower_constant(l, rec);
    else if (block_id == BL_BLOCK_METADATA)
        status = lower_metadata(l, rec, is_new);
    return status;
}
