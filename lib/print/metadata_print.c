/* print/metadata_print.c - metadata in LLVM's syntax
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "ir/metadata.h"
#include "ir/vbr.h"
#include "print/print.h"

enum {
    /* Pieces of text for a node's constants; what has begun is finished. */
    MAX_CONSTANT_PIECES = 1 << 14
};

struct printer {
    struct bl_print p;
    struct bl_metadata *md;
    const struct bl_record *rec;      /* of the node that is printed */
    struct bl_print_count *constants; /* of it, and of those that are printed inside of it */
};

static void print_record(struct printer *pr);

/* As bl_metadata_string(), but notes that there is no memory. */
static int string_of(const struct printer *pr, uint32_t number, struct bl_view *text)
{
    return bl_module_note(pr->md->module, bl_metadata_string(pr->md, number, text));
}

/* At the end of a text: whether there was memory for all of it. */
static int completed(const struct printer *pr, struct bl_error *err)
{
    return bl_module_lacked(pr->md->module)
               ? bl_fail(err, BL_E_NOMEM, "no memory for the text of metadata")
               : BL_OK;
}

/* ---- Values ---- */

/* A constant may unfold to much text, and a node may have it many times. */
static bool may_print_constant(const struct printer *pr)
{
    if (pr->constants->n < MAX_CONSTANT_PIECES)
        return true;
    bl_print_text(&pr->p, "...");
    return false;
}

static void print_typed_value(const struct printer *pr, uint64_t type, uint64_t value)
{
    if (may_print_constant(pr))
        bl_value_print(pr->md->module, type < BL_NONE ? (uint32_t)type : BL_NONE, value,
                       bl_print_counted, pr->constants);
}

static void print_bare_value(const struct printer *pr, uint64_t value)
{
    if (may_print_constant(pr))
        bl_value_print_local(pr->md->module, value, NULL, NULL, bl_print_counted, pr->constants);
}

/* ---- References ---- */

/* Whether a node is printed where something refers to it, as it has no number in LLVM's syntax.
 * DEPTH is how many may be in each other: a list might contain itself. */
static bool is_inline(const struct printer *pr, uint32_t number, unsigned depth)
{
    struct bl_record_head head;
    if (!bl_metadata_peek(pr->md, number, &head))
        return false;
    return (head.code == BL_CODE_METADATA_VALUE && head.n_ops == BL_MD_VALUE_OPS) ||
           head.code == BL_CODE_METADATA_EXPRESSION ||
           (head.code == BL_CODE_METADATA_ARG_LIST && depth > 1);
}

static void print_ref(const struct printer *pr, uint32_t number, unsigned depth)
{
    struct bl_view text;
    struct bl_record rec = {0};
    if (string_of(pr, number, &text) > 0) {
        bl_print_text(&pr->p, "!");
        bl_print_quoted(&pr->p, text);
        return;
    }
    if (is_inline(pr, number, depth) && bl_metadata_read_node(pr->md, number, &rec)) {
        struct printer inner = *pr;
        inner.rec = &rec;
        print_record(&inner);
    } else {
        bl_print_numbered(&pr->p, "!", number);
    }
    bl_record_release(&rec);
}

/* An operand that is a number plus one. */
static void print_ref_or_null(const struct printer *pr, uint64_t operand)
{
    if (operand == 0)
        bl_print_text(&pr->p, "null");
    else if (operand > BL_NONE)
        bl_print_unknown(&pr->p, "metadata", operand - 1);
    else
        print_ref(pr, (uint32_t)operand - 1, 2);
}

static void print_string(const struct printer *pr, uint64_t operand)
{
    struct bl_view text = {0};
    if (operand != 0 && (operand > BL_NONE || string_of(pr, (uint32_t)operand - 1, &text) <= 0)) {
        bl_print_numbered(&pr->p, "!", operand - 1);
        return;
    }
    bl_print_quoted(&pr->p, text);
}

/* A number where the metadata is an integer constant or, in a DIGenericSubrange, an expression that
 * is one signed constant. */
static void print_bound(const struct printer *pr, uint64_t operand)
{
    enum {
        DW_OP_CONSTS = 0x11
    };
    struct bl_record rec = {0};
    if (bl_metadata_read_node_of(pr->md, operand - 1, BL_CODE_METADATA_VALUE, BL_MD_VALUE_OPS,
                                 &rec))
        print_bare_value(pr, rec.ops[1]);
    else if (pr->rec->code == BL_CODE_METADATA_GENERIC_SUBRANGE &&
             bl_metadata_read_node_of(pr->md, operand - 1, BL_CODE_METADATA_EXPRESSION, 3, &rec) &&
             rec.ops[1] == DW_OP_CONSTS)
        bl_print_i64(&pr->p, (int64_t)rec.ops[2]);
    else
        print_ref_or_null(pr, operand);
    bl_record_release(&rec);
}

/* A size, which has no sign. False: the metadata is no integer constant. */
static bool read_size(const struct printer *pr, uint64_t operand, uint64_t *size)
{
    struct bl_record rec = {0};
    bool is_size = bl_metadata_read_node_of(pr->md, operand - 1, BL_CODE_METADATA_VALUE,
                                            BL_MD_VALUE_OPS, &rec) &&
                   bl_value_unsigned(pr->md->module, rec.ops[1], size);
    bl_record_release(&rec);
    return is_size;
}

static void print_size(const struct printer *pr, uint64_t operand)
{
    uint64_t size;
    if (read_size(pr, operand, &size))
        bl_print_u64(&pr->p, size);
    else
        print_bound(pr, operand);
}

/* ---- Lists ---- */

static void print_refs(const struct printer *pr, const struct bl_metadata_field *f)
{
    for (uint32_t i = 0; i < f->n_ops; i++) {
        bl_print_comma(&pr->p, i);
        print_ref_or_null(pr, pr->rec->ops[f->op + i]);
    }
}

/* Values alone, or a list might contain itself. */
static void print_numbers(const struct printer *pr, const struct bl_metadata_field *f)
{
    for (uint32_t i = 0; i < f->n_ops; i++) {
        uint64_t number = pr->rec->ops[f->op + i];
        bl_print_comma(&pr->p, i);
        if (number < BL_NONE)
            print_ref(pr, (uint32_t)number, 1);
        else
            bl_print_unknown(&pr->p, "metadata", number);
    }
}

/* Before LLVM 3.6: pairs of a type and a value, which is metadata where the type is. */
static void print_typed(const struct printer *pr, const struct bl_metadata_field *f)
{
    const struct bl_types *types;
    (void)bl_module_note(pr->md->module, bl_module_types(pr->md->module, &types, NULL));
    for (uint32_t i = 0; i + 1 < f->n_ops; i += 2) {
        uint64_t type = pr->rec->ops[f->op + i];
        uint64_t value = pr->rec->ops[f->op + i + 1];
        uint8_t kind = type < types->n ? types->types[type].kind : BL_TYPE_UNKNOWN;
        bl_print_comma(&pr->p, i);
        if (kind == BL_TYPE_METADATA && value < BL_NONE)
            print_ref(pr, (uint32_t)value, 1);
        else if (kind == BL_TYPE_VOID)
            bl_print_text(&pr->p, "null");
        else
            print_typed_value(pr, type, value);
    }
}

/* ---- Expressions ---- */

enum operation {
    OP_CONSTU = 0x10,
    OP_CONSTS = 0x11,
    OP_MINUS = 0x1c,
    OP_PLUS = 0x22,
    OP_PLUS_UCONST = 0x23,
    OP_BREG0 = 0x70,
    OP_BREG31 = 0x8f,
    OP_REGX = 0x90,
    OP_BREGX = 0x92,
    OP_DEREF_SIZE = 0x94,
    OP_BIT_PIECE = 0x9d,
    OP_FRAGMENT = 0x1000,
    OP_CONVERT = 0x1001,
    OP_TAG_OFFSET = 0x1002,
    OP_ENTRY_VALUE = 0x1003,
    OP_ARG = 0x1005,
    OP_EXTRACT_BITS_SEXT = 0x1006,
    OP_EXTRACT_BITS_ZEXT = 0x1007,
};

/* Up to VERSION 2, of LLVM 5, addition and subtraction had an argument. */
static uint32_t n_arguments(uint64_t operation, uint64_t version)
{
    switch (operation) {
    case OP_CONSTU:
    case OP_CONSTS:
    case OP_PLUS_UCONST:
    case OP_REGX:
    case OP_DEREF_SIZE:
    case OP_TAG_OFFSET:
    case OP_ENTRY_VALUE:
    case OP_ARG: return 1;
    case OP_BREGX:
    case OP_FRAGMENT:
    case OP_CONVERT:
    case OP_BIT_PIECE:
    case OP_EXTRACT_BITS_SEXT:
    case OP_EXTRACT_BITS_ZEXT: return 2;
    case OP_PLUS:
    case OP_MINUS: return version < 3;
    default: return operation >= OP_BREG0 && operation <= OP_BREG31;
    }
}

static void print_operations(const struct printer *pr, const struct bl_metadata_field *f)
{
    uint64_t version = pr->rec->n_ops ? pr->rec->ops[0] >> 1 : 0;
    uint64_t operation = 0;
    uint32_t n_left = 0; /* arguments */
    for (uint32_t i = 0; i < f->n_ops; i++) {
        uint64_t v = pr->rec->ops[f->op + i];
        const char *name = bl_dwarf_name(BL_DWARF_OPERATION, v);
        if (n_left > 0) {
            bool is_encoding = operation == OP_CONVERT && --n_left == 0;
            n_left -= operation != OP_CONVERT;
            name = is_encoding ? bl_dwarf_name(BL_DWARF_ENCODING, v) : NULL;
        } else {
            operation = v;
            n_left = n_arguments(v, version);
        }
        bl_print_comma(&pr->p, i);
        if (name)
            bl_print_text(&pr->p, name);
        else
            bl_print_u64(&pr->p, v);
    }
}

/* ---- Words for numbers ---- */

struct flag {
    uint32_t mask; /* what to look at */
    uint32_t bits; /* and what it must be */
    const char *name;
};

/* llvm/IR/DebugInfoFlags.def */
static const struct flag flags[] = {
    {3, 1, "DIFlagPrivate"},
    {3, 2, "DIFlagProtected"},
    {3, 3, "DIFlagPublic"},
    {3 << 16, 1 << 16, "DIFlagSingleInheritance"},
    {3 << 16, 2 << 16, "DIFlagMultipleInheritance"},
    {3 << 16, 3 << 16, "DIFlagVirtualInheritance"},
    {0x24, 0x24, "DIFlagIndirectVirtualBase"},
    {1 << 2, 1 << 2, "DIFlagFwdDecl"},
    {1 << 3, 1 << 3, "DIFlagAppleBlock"},
    {1 << 4, 1 << 4, "DIFlagReservedBit4"},
    {1 << 5, 1 << 5, "DIFlagVirtual"},
    {1 << 6, 1 << 6, "DIFlagArtificial"},
    {1 << 7, 1 << 7, "DIFlagExplicit"},
    {1 << 8, 1 << 8, "DIFlagPrototyped"},
    {1 << 9, 1 << 9, "DIFlagObjcClassComplete"},
    {1 << 10, 1 << 10, "DIFlagObjectPointer"},
    {1 << 11, 1 << 11, "DIFlagVector"},
    {1 << 12, 1 << 12, "DIFlagStaticMember"},
    {1 << 13, 1 << 13, "DIFlagLValueReference"},
    {1 << 14, 1 << 14, "DIFlagRValueReference"},
    {1 << 15, 1 << 15, "DIFlagExportSymbols"},
    {1 << 18, 1 << 18, "DIFlagIntroducedVirtual"},
    {1 << 19, 1 << 19, "DIFlagBitField"},
    {1 << 20, 1 << 20, "DIFlagNoReturn"},
    {1 << 22, 1 << 22, "DIFlagTypePassByValue"},
    {1 << 23, 1 << 23, "DIFlagTypePassByReference"},
    {1 << 24, 1 << 24, "DIFlagEnumClass"},
    {1 << 25, 1 << 25, "DIFlagThunk"},
    {1 << 26, 1 << 26, "DIFlagNonTrivial"},
    {1 << 27, 1 << 27, "DIFlagBigEndian"},
    {1 << 28, 1 << 28, "DIFlagLittleEndian"},
    {1 << 29, 1 << 29, "DIFlagAllCallsDescribed"},
    {1 << 30, 1 << 30, "DIFlagNameIsSimplified"},
    {0, 0, NULL},
};

static const struct flag subprogram_flags[] = {
    {1, 1, "DISPFlagVirtual"},
    {2, 2, "DISPFlagPureVirtual"},
    {1 << 2, 1 << 2, "DISPFlagLocalToUnit"},
    {1 << 3, 1 << 3, "DISPFlagDefinition"},
    {1 << 4, 1 << 4, "DISPFlagOptimized"},
    {1 << 5, 1 << 5, "DISPFlagPure"},
    {1 << 6, 1 << 6, "DISPFlagElemental"},
    {1 << 7, 1 << 7, "DISPFlagRecursive"},
    {1 << 8, 1 << 8, "DISPFlagMainSubprogram"},
    {1 << 9, 1 << 9, "DISPFlagDeleted"},
    {1 << 11, 1 << 11, "DISPFlagObjCDirect"},
    {0, 0, NULL},
};

static void print_flags(const struct printer *pr, uint64_t v, const struct flag *known)
{
    const char *separator = "";
    for (; known->name; known++) {
        if ((v & known->mask) != known->bits)
            continue;
        bl_print_text(&pr->p, separator);
        bl_print_text(&pr->p, known->name);
        v &= ~(uint64_t)known->mask;
        separator = " | ";
    }
    if (v != 0 || !*separator)
        bl_print_numbered(&pr->p, separator, v);
}

/* Names for small numbers; NULL where there is none. */
static const char *word_for(enum bl_field_kind kind, uint64_t v)
{
    static const char *const words[][4] = {
        {"NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"},
        {"Default", "GNU", "None", "Apple"},
        {NULL, "CSK_MD5", "CSK_SHA1", "CSK_SHA256"},
        {"Binary", "Decimal", "Rational", NULL},
    };
    return v < 4 ? words[kind - BL_FIELD_EMISSION][v] : NULL;
}

static const char *dwarf_name_for(enum bl_field_kind kind, uint64_t v)
{
    static const enum bl_dwarf spaces[] = {
        [BL_FIELD_TAG] = BL_DWARF_TAG,
        [BL_FIELD_LANGUAGE] = BL_DWARF_LANGUAGE,
        [BL_FIELD_LANGUAGE_NAME] = BL_DWARF_LANGUAGE_NAME,
        [BL_FIELD_ENCODING] = BL_DWARF_ENCODING,
        [BL_FIELD_CONVENTION] = BL_DWARF_CONVENTION,
        [BL_FIELD_MACRO] = BL_DWARF_MACRO,
        [BL_FIELD_ENUM_KIND] = BL_DWARF_ENUM_KIND,
    };
    return bl_dwarf_name(spaces[kind], v);
}

/* ---- Fields ---- */

void bl_metadata_print_number(const struct bl_record *rec, const struct bl_metadata_field *field,
                              bl_put_fn *put, void *context)
{
    struct bl_print p = {put, context};
    if (field->kind == BL_FIELD_WIDE)
        bl_print_wide_ops(&p, rec->ops + field->op, field->n_ops, field->bits, !field->is_unsigned);
    else if (field->kind == BL_FIELD_SIGNED)
        bl_print_i64(&p, (int64_t)field->value);
    else if (field->kind == BL_FIELD_SIGNED_VBR && !field->is_unsigned)
        bl_print_i64(&p, bl_signed_vbr(field->value));
    else if (field->kind == BL_FIELD_SIGNED_VBR)
        bl_print_u64(&p, (uint64_t)bl_signed_vbr(field->value));
    else
        bl_print_u64(&p, field->value);
}

static void print_value(const struct printer *pr, const struct bl_metadata_field *f)
{
    const char *word = NULL;
    switch (f->kind) {
    case BL_FIELD_BOOL: word = f->value ? "true" : "false"; break;
    case BL_FIELD_STRING: print_string(pr, f->value); return;
    case BL_FIELD_REF: print_ref_or_null(pr, f->value); return;
    case BL_FIELD_BOUND: print_bound(pr, f->value); return;
    case BL_FIELD_SIZE: print_size(pr, f->value); return;
    case BL_FIELD_NUMBER: print_ref_or_null(pr, f->value + 1); return;
    case BL_FIELD_REFS: print_refs(pr, f); return;
    case BL_FIELD_NUMBERS: print_numbers(pr, f); return;
    case BL_FIELD_TYPED: print_typed(pr, f); return;
    case BL_FIELD_OPERATIONS: print_operations(pr, f); return;
    case BL_FIELD_FLAGS: print_flags(pr, f->value, flags); return;
    case BL_FIELD_SUBPROGRAM_FLAGS: print_flags(pr, f->value, subprogram_flags); return;
    case BL_FIELD_TAG:
    case BL_FIELD_LANGUAGE:
    case BL_FIELD_LANGUAGE_NAME:
    case BL_FIELD_ENCODING:
    case BL_FIELD_CONVENTION:
    case BL_FIELD_MACRO:
    case BL_FIELD_ENUM_KIND: word = dwarf_name_for(f->kind, f->value); break;
    case BL_FIELD_EMISSION:
    case BL_FIELD_NAME_TABLE:
    case BL_FIELD_CHECKSUM:
    case BL_FIELD_FIXED_POINT: word = word_for(f->kind, f->value); break;
    default: break;
    }
    if (word)
        bl_print_text(&pr->p, word);
    else
        bl_metadata_print_number(pr->rec, f, pr->p.put, pr->p.context);
}

/* Whether LLVM leaves F out. */
static bool is_left_out(const struct printer *pr, const struct bl_metadata_field *f)
{
    uint64_t size;
    if (f->is_default || f->kind != BL_FIELD_SIZE)
        return f->is_default;
    return read_size(pr, f->value, &size) && size == 0;
}

static void print_fields(const struct printer *pr, const struct bl_metadata_node *node)
{
    uint32_t n_printed = 0;
    for (uint32_t i = 0; i < node->n_fields; i++) {
        const struct bl_metadata_field *f = &node->fields[i];
        if (is_left_out(pr, f))
            continue;
        bl_print_comma(&pr->p, n_printed++);
        if (f->name) {
            bl_print_text(&pr->p, f->name);
            bl_print_text(&pr->p, ": ");
        }
        bool in_braces = f->name && f->kind == BL_FIELD_REFS;
        bl_print_text(&pr->p, in_braces ? "{" : "");
        print_value(pr, f);
        bl_print_text(&pr->p, in_braces ? "}" : "");
    }
}

/* ---- Nodes ---- */

static void print_record(struct printer *pr)
{
    struct bl_metadata_node node;
    const struct bl_record *rec = pr->rec;
    if (rec->code == BL_CODE_METADATA_VALUE && rec->n_ops >= 2) {
        print_typed_value(pr, rec->ops[0], rec->ops[1]);
        return;
    }
    bl_metadata_fields(rec, pr->md->counts.llvm, &node);
    if (!node.name) {
        bl_print_unknown(&pr->p, "metadata code", rec->code);
        bl_print_text(&pr->p, "(");
        for (uint32_t i = 0; i < rec->n_ops; i++)
            bl_print_numbered(&pr->p, i > 0 ? ", " : "", rec->ops[i]);
        bl_print_text(&pr->p, ")");
        return;
    }
    if (node.is_distinct)
        bl_print_text(&pr->p, "distinct ");
    bl_print_text(&pr->p, "!");
    bl_print_text(&pr->p, node.name);
    bl_print_text(&pr->p, *node.name ? "(" : "{");
    print_fields(pr, &node);
    bl_print_text(&pr->p, *node.name ? ")" : "}");
}

int bl_metadata_print(struct bl_metadata *md, uint32_t number, bl_put_fn *put, void *context,
                      struct bl_error *err)
{
    struct bl_view text;
    struct bl_record rec = {0};
    struct bl_print_count constants = {.p = {put, context}};
    struct printer pr = {.p = {put, context}, .md = md, .rec = &rec, .constants = &constants};
    int status = string_of(&pr, number, &text);
    if (status > 0)
        print_ref(&pr, number, 1);
    if (status > 0 || status == BL_E_NOMEM)
        return completed(&pr, err);
    status = bl_metadata_read(md, number, &rec, err);
    if (status == BL_OK)
        print_record(&pr);
    bl_record_release(&rec);
    return status < 0 ? status : completed(&pr, err);
}

int bl_metadata_print_ref(struct bl_metadata *md, uint32_t number, bl_put_fn *put, void *context)
{
    struct bl_print_count constants = {.p = {put, context}};
    struct printer pr = {.p = {put, context}, .md = md, .constants = &constants};
    print_ref(&pr, number, 2);
    return completed(&pr, NULL);
}
