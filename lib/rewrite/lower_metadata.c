/* rewrite/lower_metadata.c - nodes of metadata, and attachments, as an older LLVM reads them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/metadata.h"
#include "rewrite/lower.h"

#include <string.h>

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

/* How many operands OPERATION has, as LLVM counts them: DIExpression::ExprOperand::getSize(). */
static uint32_t n_arguments(uint64_t operation)
{
    switch (operation) {
    case 0x10:   /* DW_OP_constu */
    case 0x11:   /* consts */
    case 0x23:   /* plus_uconst */
    case 0x90:   /* regx */
    case 0x94:   /* deref_size */
    case 0x1002: /* LLVM_tag_offset */
    case 0x1003: /* LLVM_entry_value */
    case 0x1005: /* LLVM_arg */ return 1;
    case 0x92:   /* bregx */
    case 0x1000: /* LLVM_fragment */
    case 0x1001: /* LLVM_convert */
    case 0x1006: /* LLVM_extract_bits_sext */
    case 0x1007: /* LLVM_extract_bits_zext */ return 2;
    default: return operation >= 0x70 && operation <= 0x8f; /* breg0 to breg31 */
    }
}

/* The operand of REC that is field F, if that is a reference with a name; 0: it is not. */
static uint64_t reference_in(const struct bl_record *rec, const struct bl_metadata_field *f)
{
    bool is_reference = f->kind == BL_FIELD_REF || f->kind == BL_FIELD_BOUND;
    return is_reference && f->name && f->op < rec->n_ops ? rec->ops[f->op] : 0;
}

/* That of its field ID; 0: it has none. */
static uint64_t reference_of(const struct bl_record *rec, unsigned id)
{
    struct bl_metadata_field f;
    return bl_record_field(rec, id, &f) ? reference_in(rec, &f) : 0;
}

/* Operations that an older LLVM calls invalid: it would leave out all debug information. */
bool bl_lower_has_new_operations(const struct bl_record *rec)
{
    enum {
        EQ = 0x29,
        NE = 0x2e,
        EXTRACT_BITS_SEXT = 0x1006,
        EXTRACT_BITS_ZEXT = 0x1007
    };
    if (rec->code != BL_CODE_METADATA_EXPRESSION)
        return false;
    for (uint32_t i = 1; i < rec->n_ops; i += 1 + n_arguments(rec->ops[i])) {
        uint64_t op = rec->ops[i];
        if ((op >= EQ && op <= NE) || op == EXTRACT_BITS_SEXT || op == EXTRACT_BITS_ZEXT)
            return true;
    }
    return false;
}

/* An expression that cannot be said becomes an empty one, of the same part of the variable; what
 * uses it says nothing of the value then. */
static void lower_expression(struct bl_lower *l, const struct bl_record *rec)
{
    enum {
        ROT = 0x17,
        ABS = 0x19,
        NEG = 0x1f,
        FRAGMENT = 0x1000,
        N_FRAGMENT_OPS = 3
    };
    bool is_new = bl_lower_needs(l, BL_OTHER_COMPARISON) && bl_lower_has_new_operations(rec);
    uint32_t n_kept = 1;
    for (uint32_t i = 1; i < rec->n_ops; i += 1 + n_arguments(rec->ops[i])) {
        uint64_t op = rec->ops[i];
        if ((op == ROT || op == ABS || op == NEG) && bl_lower_needs(l, BL_OTHER_DEBUG_OPERATION))
            (void)bl_lower_other(l, BL_OTHER_DEBUG_OPERATION, rec->bit_pos);
        if (is_new && op == FRAGMENT && i + N_FRAGMENT_OPS <= rec->n_ops) {
            memmove(l->ops + 1, l->ops + i, N_FRAGMENT_OPS * sizeof *l->ops);
            n_kept = 1 + N_FRAGMENT_OPS;
        }
    }
    if (!is_new)
        return;
    (void)bl_lower_other(l, BL_OTHER_COMPARISON, rec->bit_pos);
    l->has_new_operations = true;
    l->n_ops = n_kept;
}

/* Whether field ID, a reference, may lead to an expression. */
static bool leads_to_expression(unsigned id)
{
    static const uint8_t ids[] = {
        BL_DI_EXPR,
        BL_DI_DATA_LOCATION,
        BL_DI_ASSOCIATED,
        BL_DI_ALLOCATED,
        BL_DI_RANK,
        BL_DI_COUNT,
        BL_DI_BIAS,
        BL_DI_LOWER_BOUND,
        BL_DI_UPPER_BOUND,
        BL_DI_STRIDE,
        BL_DI_STRING_LENGTH,
        BL_DI_STRING_LENGTH_EXPRESSION,
        BL_DI_STRING_LOCATION_EXPRESSION,
    };
    return memchr(ids, (int)id, sizeof ids);
}

/* What is no variable of a body has no way to say nothing. */
static int look_for_operations(struct bl_lower *l, const struct bl_record *rec)
{
    struct bl_metadata *metadata = l->body_metadata ? l->body_metadata : l->metadata;
    struct bl_metadata_node node;
    int status = BL_OK;
    bl_metadata_fields(rec, &node);
    for (uint32_t i = 0; status >= 0 && metadata && i < node.n_fields; i++) {
        uint64_t op = reference_in(rec, &node.fields[i]);
        if (op == 0 || op > BL_NONE || !leads_to_expression(node.fields[i].id))
            continue;
        status = bl_metadata_read(metadata, (uint32_t)(op - 1), &l->other, l->err);
        if (status >= 0 && bl_lower_has_new_operations(&l->other))
            (void)bl_lower_other(l, BL_OTHER_COMPARISON_ELSEWHERE, rec->bit_pos);
    }
    return status < 0 ? status : BL_OK;
}

/* Tags that an older LLVM calls invalid. Static members are variables since LLVM 18. */
static void lower_tag(struct bl_lower *l, const struct bl_record *rec)
{
    static const struct {
        uint32_t code, tag;
        enum bl_other_feature feature;
        uint32_t before;
    } tags[] = {
        {BL_CODE_METADATA_DERIVED_TYPE, 0x34, BL_OTHER_STATIC_MEMBER, 0x0d},
        {BL_CODE_METADATA_DERIVED_TYPE, 0x43, BL_OTHER_TEMPLATE_ALIAS, 0x16},
        {BL_CODE_METADATA_DERIVED_TYPE, 0x4300, BL_OTHER_SIGNED_POINTER, 0},
        {BL_CODE_METADATA_COMPOSITE_TYPE, 0x19, BL_OTHER_VARIANT, 0},
    };
    for (size_t i = 0; rec->n_ops > 1 && i < sizeof tags / sizeof *tags; i++)
        if (tags[i].code == rec->code && tags[i].tag == rec->ops[1] &&
            bl_lower_needs(l, tags[i].feature) &&
            bl_lower_other(l, tags[i].feature, rec->bit_pos) == BL_REMEDY_REWRITE)
            l->ops[1] = tags[i].before;
}

/* The list of nodes that REC, a subprogram, has; *METADATA is where they are. */
static int read_retained(struct bl_lower *l, const struct bl_record *rec, struct bl_record *nodes,
                         struct bl_metadata **metadata)
{
    uint64_t list = reference_of(rec, BL_DI_RETAINED_NODES);
    *metadata = l->body_metadata ? l->body_metadata : l->metadata;
    if (!*metadata || list == 0 || list > BL_NONE)
        return BL_OK;
    return bl_metadata_read(*metadata, (uint32_t)(list - 1), nodes, l->err);
}

/* What a function imports is in its list of nodes since LLVM 17, where those before call it
 * invalid: the list is written again without. */
static int lower_retained(struct bl_lower *l, const struct bl_record *rec)
{
    struct bl_metadata *metadata;
    struct bl_record nodes = {0};
    uint32_t n_kept = 0;
    int status = read_retained(l, rec, &nodes, &metadata);
    if (status >= 0 && nodes.n_ops > 0)
        status = bl_lower_room(l, l->n_ops + nodes.n_ops);
    uint64_t *kept = l->ops + l->n_ops;
    for (uint32_t i = 0; status >= 0 && i < nodes.n_ops; i++) {
        bool is_node = nodes.ops[i] > 0 && nodes.ops[i] <= BL_NONE;
        if (is_node)
            status = bl_metadata_read(metadata, (uint32_t)(nodes.ops[i] - 1), &l->other, l->err);
        if (is_node && status >= 0 && l->other.code == BL_CODE_METADATA_IMPORTED_ENTITY)
            (void)bl_lower_other(l, BL_OTHER_LOCAL_IMPORT, rec->bit_pos);
        else
            kept[n_kept++] = nodes.ops[i];
    }
    if (status >= 0 && n_kept < nodes.n_ops && l->rewrite) {
        struct bl_new_record list = {.code = nodes.code, .ops = kept, .n_ops = n_kept};
        status = bl_rewrite_replace(l->rewrite, nodes.bit_pos, &list, l->err);
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

int bl_lower_metadata(struct bl_lower *l, const struct bl_record *rec, bool is_new)
{
    switch (rec->code) {
    case BL_CODE_METADATA_BASIC_TYPE:
    case BL_CODE_METADATA_DERIVED_TYPE:
    case BL_CODE_METADATA_COMPOSITE_TYPE:
    case BL_CODE_METADATA_STRING_TYPE:
        lower_tag(l, rec);
        if (rec->code != BL_CODE_METADATA_BASIC_TYPE &&
            bl_lower_needs(l, BL_OTHER_COMPARISON_ELSEWHERE)) {
            int status = look_for_operations(l, rec);
            if (status < 0)
                return status;
        }
        return bl_lower_needs(l, BL_OTHER_SIZE_NODE) ? lower_sizes(l, rec) : BL_OK;
    case BL_CODE_METADATA_EXPRESSION: lower_expression(l, rec); break;
    case BL_CODE_METADATA_GLOBAL_VAR_EXPR:
    case BL_CODE_METADATA_SUBRANGE:
    case BL_CODE_METADATA_GENERIC_SUBRANGE:
        return bl_lower_needs(l, BL_OTHER_COMPARISON_ELSEWHERE) ? look_for_operations(l, rec)
                                                                : BL_OK;
    case BL_CODE_METADATA_SUBPROGRAM:
        return bl_lower_needs(l, BL_OTHER_LOCAL_IMPORT) ? lower_retained(l, rec) : BL_OK;
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

/* ---- Attachments ---- */

/* Whether node NUMBER is a list of strings. */
static int is_of_strings(struct bl_lower *l, uint64_t number)
{
    struct bl_metadata *metadata = l->body_metadata ? l->body_metadata : l->metadata;
    struct bl_record node = {0};
    struct bl_view text;
    int rc = number < BL_NONE ? bl_metadata_read(metadata, (uint32_t)number, &node, NULL)
                              : BL_E_ARGUMENT;
    bool is = rc >= 0;
    for (uint32_t i = 0; is && i < node.n_ops; i++) {
        rc = bl_metadata_string(metadata, (uint32_t)node.ops[i] - 1, &text, NULL);
        is = node.ops[i] != 0 && node.ops[i] < UINT32_MAX && rc > 0;
    }
    bl_record_release(&node);
    return rc == BL_E_NOMEM ? rc : is;
}

int bl_lower_attached(struct bl_lower *l, const struct bl_record *rec)
{
    struct bl_view name;
    if (!bl_lower_needs(l, BL_OTHER_ANNOTATION_TUPLE) || !l->metadata)
        return BL_OK;
    for (uint32_t i = rec->n_ops % 2; i + 1 < rec->n_ops; i += 2) {
        uint32_t kind = rec->ops[i] < BL_NONE ? (uint32_t)rec->ops[i] : BL_NONE;
        int rc = bl_metadata_kind_name(l->module, kind, &name, l->err);
        if (rc < 0)
            return rc;
        if (rc == 0 || !bl_view_is(name, "annotation"))
            continue;
        rc = is_of_strings(l, rec->ops[i + 1]);
        if (rc < 0)
            return bl_fail(l->err, rc, "no memory for metadata");
        if (rc == 0)
            (void)bl_lower_note(l, bl_feature_other(BL_OTHER_ANNOTATION_TUPLE), rec->bit_pos,
                                bl_view_of("of tuples"));
    }
    return BL_OK;
}
