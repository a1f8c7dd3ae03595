/* print/metadata_text.c - metadata as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/metadata_text.h"

#include "ir/metadata.h"
#include "ir/vbr.h"
#include "numbers/slots.h"
#include "print/annotation_text.h"
#include "print/closure.h"
#include "print/constant_text.h"
#include "print/expression_text.h"
#include "print/line.h"
#include "print/print.h"
#include "print/printed_body.h"
#include "print/text_limit.h"

enum {
    MAX_DEPTH = 4, /* of what is printed in place: a list might contain itself */
    /* Loading a body goes over its code: so many words cost as much as an operand. */
    WORDS_PER_WORK = 8,
};

/* A node that is printed. */
struct node {
    struct bl_printer *p;
    const struct bl_record *rec;
    unsigned depth;
    struct bl_known_slots known;
};

static void put_record(const struct node *n);

/* ---- References ---- */

/* REC is overwritten. */
static void put_read(struct bl_printer *p, uint32_t number, unsigned depth, struct bl_record *rec)
{
    struct bl_error err;
    p->node_depth++;
    if (bl_module_note(p->tables.module, bl_metadata_read(p->loaded.metadata, number, rec, &err)) <
        0) {
        bl_text_put(&p->text, "<badref>");
        bl_printer_note(p, &err);
    } else {
        struct node n = {p, rec, depth + 1, bl_known_slots(p)};
        bl_printer_work(p, rec->n_ops);
        put_record(&n);
    }
    p->node_depth--;
}

/* Texts that depend on nothing else in the module are short on purpose. */
static void put_too_deep(struct bl_printer *p)
{
    struct bl_error err;
    bl_text_put(&p->text, "...");
    p->is_shortened = true;
    if (p->is_portable || p->text.is_cut)
        return;
    (void)bl_module_fail(p->tables.module, BL_E_LIMIT, "metadata in place is nested too deep",
                         p->tables.module->place.bit_pos, &err);
    bl_printer_note(p, &err);
}

static void put_inline(struct bl_printer *p, uint32_t number, unsigned depth)
{
    if (depth == MAX_DEPTH || p->text.is_cut) {
        put_too_deep(p);
    } else if (p->node_depth == 0) {
        put_read(p, number, depth, &p->node_rec);
    } else {
        struct bl_record inner = {0};
        put_read(p, number, depth, &inner);
        bl_record_release(&inner);
    }
}

/* NUMBER in place: mostly an expression, as code refers to few of them, and to each many times. */
static void put_in_place(struct bl_printer *p, uint32_t number, unsigned depth)
{
    struct bl_known_expression *known = bl_known_expression(p, number);
    struct bl_record_head head;
    size_t begin = p->text.size;
    if (depth < MAX_DEPTH && known->size && known->number == number) {
        bl_text_bytes(&p->text, known->text, known->size);
        return;
    }
    put_inline(p, number, depth);
    size_t size = p->text.size - begin;
    if (size <= sizeof known->text && depth < MAX_DEPTH && !p->text.is_cut &&
        p->noted.status == BL_OK && bl_metadata_peek(p->loaded.metadata, number, &head) &&
        head.code == BL_CODE_METADATA_EXPRESSION) {
        known->number = number;
        known->size = (uint8_t)size;
        memcpy(known->text, p->text.data + begin, size);
    }
}

static bool is_string(struct bl_printer *p, uint32_t number, struct bl_view *text)
{
    struct bl_error err;
    int rc = p->loaded.metadata ? bl_metadata_string(p->loaded.metadata, number, text, &err) : 0;
    if (bl_module_note(p->tables.module, rc) < 0)
        bl_printer_note_damage(p, &err);
    return rc > 0;
}

/* What has no number may be a string, or be printed in place, if it could not be reached from
 * anything that has. */
static void put_unnumbered(struct bl_printer *p, uint32_t number, unsigned depth)
{
    struct bl_view text;
    struct bl_record_head head;
    if (is_string(p, number, &text)) {
        bl_text_char(&p->text, '!');
        bl_text_quoted(&p->text, text);
    } else if (p->loaded.metadata && bl_metadata_peek(p->loaded.metadata, number, &head) &&
               bl_node_is_inline(head.code)) {
        put_in_place(p, number, depth);
    } else {
        bl_text_put(&p->text, "<badref>");
    }
}

/* Node NUMBER without a number of its own: tuples with what is in them, others by their names. */
static void put_in_short(struct bl_printer *p, uint32_t number, unsigned depth)
{
    struct bl_record rec = {0};
    struct bl_metadata_node node = {0};
    struct bl_view name = {0};
    if (bl_module_note(p->tables.module,
                       bl_metadata_read(p->loaded.metadata, number, &rec, NULL)) == BL_OK)
        bl_metadata_fields(&rec, &node);
    bl_printer_work(p, rec.n_ops);
    if (!node.name || !*node.name || depth == MAX_DEPTH) {
        bl_record_release(&rec);
        put_inline(p, number, depth);
        return;
    }
    (void)bl_module_note(p->tables.module, bl_metadata_field_string(p->loaded.metadata, number,
                                                                    BL_DI_NAME, &name, NULL));
    bl_text_char(&p->text, '!');
    bl_text_put(&p->text, node.name);
    bl_text_char(&p->text, '(');
    bl_text_view(&p->text, name);
    bl_text_char(&p->text, ')');
    bl_record_release(&rec);
}

static void put_portable(struct bl_printer *p, uint64_t number, unsigned depth)
{
    struct bl_record_head head;
    if (number < BL_NONE && p->loaded.metadata &&
        bl_metadata_peek(p->loaded.metadata, (uint32_t)number, &head) &&
        !bl_node_is_inline(head.code))
        put_in_short(p, (uint32_t)number, depth);
    else if (number < BL_NONE)
        put_unnumbered(p, (uint32_t)number, depth);
    else
        bl_text_put(&p->text, "<badref>");
}

static void put_ref(struct bl_printer *p, uint64_t number, unsigned depth)
{
    if (p->is_portable) {
        put_portable(p, number, depth);
        return;
    }
    uint32_t slot = bl_node_slot(p->slots, &p->loaded, number);
    if (p->closure && slot < BL_NODE_INLINE)
        bl_closure_note(p->closure, BL_CLOSURE_METADATA, slot);
    if (slot < BL_NODE_INLINE)
        bl_text_numbered(&p->text, "!", slot);
    else if (slot == BL_NODE_INLINE)
        put_in_place(p, (uint32_t)number, depth);
    else if (number < BL_NONE)
        put_unnumbered(p, (uint32_t)number, depth);
    else
        bl_text_put(&p->text, "<badref>");
}

void bl_put_metadata(struct bl_printer *p, uint32_t number)
{
    put_ref(p, number, 0);
}

void bl_put_node(struct bl_printer *p, uint32_t number)
{
    struct bl_view text;
    if (!p->loaded.metadata || is_string(p, number, &text))
        put_unnumbered(p, number, 0);
    else
        put_inline(p, number, 0);
}

/* An operand that is a number plus one. */
static void put_ref_or_null(const struct node *n, uint64_t operand)
{
    if (operand == 0)
        bl_text_put(&n->p->text, "null");
    else
        put_ref(n->p, operand - 1, n->depth);
}

/* False: it cannot be read. */
static bool string_of(const struct node *n, uint64_t operand, struct bl_view *text)
{
    *text = (struct bl_view){0};
    return operand == 0 || (operand <= BL_NONE && is_string(n->p, (uint32_t)operand - 1, text));
}

/* A number where the metadata is an integer constant or, in a DIGenericSubrange, an expression that
 * is one signed constant. */
static void put_bound(const struct node *n, uint64_t operand)
{
    enum {
        DW_OP_CONSTS = 0x11
    };
    struct bl_record rec = {0};
    struct bl_metadata *md = n->p->loaded.metadata;
    if (bl_metadata_read_node_of(md, operand - 1, BL_CODE_METADATA_VALUE, BL_MD_VALUE_OPS, &rec))
        bl_put_value(n->p, rec.ops[1]);
    else if (n->rec->code == BL_CODE_METADATA_GENERIC_SUBRANGE &&
             bl_metadata_read_node_of(md, operand - 1, BL_CODE_METADATA_EXPRESSION, 3, &rec) &&
             rec.ops[1] == DW_OP_CONSTS)
        bl_text_i64(&n->p->text, (int64_t)rec.ops[2]);
    else
        put_ref_or_null(n, operand);
    bl_printer_work(n->p, rec.n_ops);
    bl_record_release(&rec);
}

/* A size, which has no sign. False: the metadata is no integer constant. */
static bool read_size(const struct node *n, uint64_t operand, uint64_t *size)
{
    struct bl_printer *p = n->p;
    struct bl_record *rec = &p->short_rec;
    rec->n_ops = 0;
    bool is_value = bl_metadata_read_node_of(p->loaded.metadata, operand - 1,
                                             BL_CODE_METADATA_VALUE, BL_MD_VALUE_OPS, rec);
    bl_printer_work(p, rec->n_ops);
    return is_value && bl_constant_bits(p, rec->ops[1], size);
}

/* The same: of many types, sizes are few. */
static bool find_size(const struct node *n, uint64_t operand, uint64_t *size)
{
    struct bl_printer *p = n->p;
    struct bl_known_size *known = &p->sizes[operand % BL_KNOWN_SIZES];
    if (known->is_known && known->number == operand - 1) {
        bl_printer_work(p, BL_MD_VALUE_OPS);
        *size = known->size;
        return true;
    }
    if (!read_size(n, operand, size))
        return false;
    if (operand - 1 < p->tables.n_metadata)
        *known = (struct bl_known_size){*size, (uint32_t)operand - 1, true};
    return true;
}

/* ---- Lists ---- */

static void put_field_numbers(const struct node *n, const struct bl_metadata_field *f)
{
    for (uint32_t i = 0; i < f->n_ops && !n->p->text.is_cut; i++) {
        bl_text_comma(&n->p->text, i);
        put_ref(n->p, n->rec->ops[f->op + i], n->depth);
    }
}

/* Before LLVM 3.6: pairs of a type and a value, which is metadata where the type is. */
static void put_typed(const struct node *n, const struct bl_metadata_field *f)
{
    const struct bl_types *types = n->p->loaded.types;
    for (uint32_t i = 0; i + 1 < f->n_ops && !n->p->text.is_cut; i += 2) {
        uint64_t type = n->rec->ops[f->op + i];
        uint64_t value = n->rec->ops[f->op + i + 1];
        uint8_t kind = type < types->n ? types->types[type].kind : BL_TYPE_UNKNOWN;
        bl_text_comma(&n->p->text, i);
        if (kind == BL_TYPE_METADATA)
            put_ref(n->p, value, n->depth);
        else if (kind == BL_TYPE_VOID)
            bl_text_put(&n->p->text, "null");
        else
            bl_put_typed_value(n->p, type < BL_NONE ? (uint32_t)type : BL_NONE, value);
    }
}

/* ---- Expressions ---- */

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

/* Bits above the last flag that a version has, VALID, go as soon as any flag has been found. */
static void put_field_flags(struct bl_text *t, uint64_t v, const struct flag *known, uint32_t valid)
{
    const char *separator = "";
    for (; known->name; known++) {
        if ((v & known->mask) != known->bits || !(known->bits & valid))
            continue;
        bl_text_put(t, separator);
        bl_text_put(t, known->name);
        v &= valid & ~known->mask;
        separator = " | ";
    }
    if (v != 0 || !*separator)
        bl_text_numbered(t, separator, v);
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

/* The first LLVM to know the name of V; older ones print its number. */
static unsigned first_to_name(enum bl_field_kind kind, uint64_t v)
{
    static const struct {
        enum bl_field_kind kind;
        uint16_t first, last;
        unsigned llvm;
    } since[] = {
        {BL_FIELD_TAG, 0x4300, 0x4300, 16},    {BL_FIELD_TAG, 0x6000, 0x6000, 14},
        {BL_FIELD_LANGUAGE, 0x26, 0x2f, 16},   {BL_FIELD_LANGUAGE, 0x30, 0x3c, 18},
        {BL_FIELD_LANGUAGE, 0x3d, 0x3d, 20},   {BL_FIELD_LANGUAGE, 0x40, 0x42, 18},
        {BL_FIELD_CONVENTION, 0xcc, 0xcc, 18}, {BL_FIELD_CONVENTION, 0xcd, 0xcf, 19},
        {BL_FIELD_CONVENTION, 0xd0, 0xd0, 20},
    };
    for (size_t i = 0; i < sizeof since / sizeof *since; i++)
        if (since[i].kind == kind && v >= since[i].first && v <= since[i].last)
            return since[i].llvm;
    return 0;
}

static const char *dwarf_name_for(enum bl_field_kind kind, uint64_t v, unsigned llvm)
{
    enum {
        KERNEL_CONVENTION = 0xC7,
        FIRST_WITH_DEVICE_KERNEL = 21
    };
    static const enum bl_dwarf spaces[] = {
        [BL_FIELD_TAG] = BL_DWARF_TAG,
        [BL_FIELD_LANGUAGE] = BL_DWARF_LANGUAGE,
        [BL_FIELD_LANGUAGE_NAME] = BL_DWARF_LANGUAGE_NAME,
        [BL_FIELD_ENCODING] = BL_DWARF_ENCODING,
        [BL_FIELD_CONVENTION] = BL_DWARF_CONVENTION,
        [BL_FIELD_MACRO] = BL_DWARF_MACRO,
        [BL_FIELD_ENUM_KIND] = BL_DWARF_ENUM_KIND,
    };
    if (kind == BL_FIELD_CONVENTION && v == KERNEL_CONVENTION && llvm < FIRST_WITH_DEVICE_KERNEL)
        return "DW_CC_LLVM_OpenCLKernel";
    return llvm < first_to_name(kind, v) ? NULL : bl_dwarf_name(spaces[kind], v);
}

/* ---- Fields ---- */

void bl_metadata_print_number(const struct bl_record *rec, const struct bl_metadata_field *f,
                              bl_put_fn *put, void *context)
{
    struct bl_print out = {put, context};
    if (f->kind == BL_FIELD_WIDE)
        bl_print_wide_ops(&out, rec->ops + f->op, f->n_ops, f->bits, !f->is_unsigned);
    else if (f->kind == BL_FIELD_SIGNED)
        bl_print_i64(&out, (int64_t)f->value);
    else if (f->kind == BL_FIELD_SIGNED_VBR && !f->is_unsigned)
        bl_print_i64(&out, bl_signed_vbr(f->value));
    else if (f->kind == BL_FIELD_SIGNED_VBR)
        bl_print_u64(&out, (uint64_t)bl_signed_vbr(f->value));
    else
        bl_print_u64(&out, f->value);
}

static uint32_t valid_flags(unsigned llvm)
{
    enum {
        FIRST_WITH_SIMPLIFIED_NAMES = 22
    };
    return llvm < FIRST_WITH_SIMPLIFIED_NAMES ? 0x3FFFFFFF : 0x7FFFFFFF;
}

static void put_field_value(const struct node *n, const struct bl_metadata_field *f)
{
    struct bl_text *t = &n->p->text;
    const char *word = NULL;
    switch (f->kind) {
    case BL_FIELD_BOOL: word = f->value ? "true" : "false"; break;
    case BL_FIELD_BOUND:
    case BL_FIELD_SIZE: put_bound(n, f->value); return;
    case BL_FIELD_NUMBERS: put_field_numbers(n, f); return;
    case BL_FIELD_TYPED: put_typed(n, f); return;
    case BL_FIELD_OPERATIONS:
        bl_put_operations(n->p, n->rec->ops + f->op, f->n_ops,
                          n->rec->n_ops ? n->rec->ops[0] >> 1 : 0);
        return;
    case BL_FIELD_FLAGS: put_field_flags(t, f->value, flags, valid_flags(n->p->llvm)); return;
    case BL_FIELD_SUBPROGRAM_FLAGS: put_field_flags(t, f->value, subprogram_flags, 0xFFF); return;
    case BL_FIELD_TAG:
    case BL_FIELD_LANGUAGE:
    case BL_FIELD_LANGUAGE_NAME:
    case BL_FIELD_ENCODING:
    case BL_FIELD_CONVENTION:
    case BL_FIELD_MACRO:
    case BL_FIELD_ENUM_KIND: word = dwarf_name_for(f->kind, f->value, n->p->llvm); break;
    case BL_FIELD_EMISSION:
    case BL_FIELD_NAME_TABLE:
    case BL_FIELD_CHECKSUM:
    case BL_FIELD_FIXED_POINT: word = word_for(f->kind, f->value); break;
    default: break;
    }
    if (word)
        bl_text_put(t, word);
    else if (f->kind == BL_FIELD_CONVENTION)
        bl_text_char(t, (char)f->value); /* LLVM takes the byte for a character */
    else
        bl_metadata_print_number(n->rec, f, bl_text_append, t);
}

/* ---- Fields on a line ---- */

static void line_reference(const struct node *n, struct bl_line *line, uint64_t operand)
{
    if (operand == 0) {
        bl_line_put(line, "null");
    } else if (!bl_line_slot(line, &n->known, operand - 1)) {
        bl_line_end(line);
        put_ref(n->p, operand - 1, n->depth);
        *line = bl_line_begin(line->t);
    }
}

static void line_string(const struct node *n, struct bl_line *line, uint64_t operand)
{
    enum {
        SHORT = BL_LINE_SPARE / 2 /* so that there is room for a name, too */
    };
    struct bl_view text;
    if (!string_of(n, operand, &text)) {
        bl_line_put(line, "<badref>");
    } else if (text.size <= SHORT && bl_print_is_plain(text)) {
        bl_line_put(line, "\"");
        if (text.size) /* or there may be no data */
            memcpy(line->at, text.data, text.size);
        line->at += text.size;
        bl_line_put(line, "\"");
    } else {
        bl_line_end(line);
        bl_text_quoted(line->t, text);
        *line = bl_line_begin(line->t);
    }
}

static void line_references(const struct node *n, struct bl_line *line,
                            const struct bl_metadata_field *f)
{
    for (uint32_t i = 0; i < f->n_ops && !line->t->is_cut; i++) {
        bl_line_more(line);
        if (i > 0)
            bl_line_put(line, ", ");
        line_reference(n, line, n->rec->ops[f->op + i]);
    }
}

/* All kinds; those that there are many of in place. */
static void line_value(const struct node *n, struct bl_line *line,
                       const struct bl_metadata_field *f)
{
    switch (f->kind) {
    case BL_FIELD_REF: line_reference(n, line, f->value); return;
    case BL_FIELD_NUMBER: line_reference(n, line, f->value + 1); return;
    case BL_FIELD_REFS: line_references(n, line, f); return;
    case BL_FIELD_STRING: line_string(n, line, f->value); return;
    case BL_FIELD_UNSIGNED: bl_line_u64(line, f->value); return;
    default: break;
    }
    bl_line_end(line);
    put_field_value(n, f);
    *line = bl_line_begin(line->t);
}

static BL_ALWAYS_INLINE void line_name(struct bl_line *line, const struct bl_short_name *name)
{
    memcpy(line->at, name->text, sizeof name->text); /* a constant number of bytes */
    line->at += name->size;
}

static void line_field(const struct node *n, struct bl_line *line, const struct bl_short_name *name,
                       const struct bl_metadata_field *f)
{
    bool in_braces = name->size && f->kind == BL_FIELD_REFS;
    line_name(line, name);
    if (name->size)
        bl_line_put(line, ": ");
    if (in_braces)
        bl_line_put(line, "{");
    line_value(n, line, f);
    if (in_braces)
        bl_line_put(line, "}");
}

static void line_fields(const struct node *n, struct bl_line *line, struct bl_shown_fields *fields)
{
    struct bl_metadata_field f;
    const struct bl_short_name *name;
    bool is_first = true;
    while ((name = bl_shown_fields_next(fields, &f))) {
        if (f.kind == BL_FIELD_SIZE && find_size(n, f.value, &f.value)) {
            f.kind = BL_FIELD_UNSIGNED;
            if (f.value == 0)
                continue; /* LLVM leaves it out */
        }
        bl_line_more(line);
        if (!is_first)
            bl_line_put(line, ", ");
        is_first = false;
        line_field(n, line, name, &f);
    }
}

/* ---- Nodes ---- */

/* LLVM writes that these are distinct, but its reader does not ask; expressions are printed where
 * they are used, without it. */
static bool is_never_distinct(uint32_t code)
{
    return code == BL_CODE_METADATA_SUBRANGE || code == BL_CODE_METADATA_GENERIC_SUBRANGE ||
           code == BL_CODE_METADATA_EXPRESSION;
}

enum {
    OBJC_SETTER = 4, /* operands of DIObjCProperty, which has so many */
    OBJC_GETTER = 5,
    OBJC_PROPERTY_OPS = 8
};

/* Whether LLVM's reader takes the setter in REC for the getter. */
static bool is_swapped(const struct bl_printer *p, const struct bl_record *rec)
{
    return p->tables.module->is_as_llvm && p->llvm < 22 &&
           rec->code == BL_CODE_METADATA_OBJC_PROPERTY && rec->n_ops == OBJC_PROPERTY_OPS;
}

static void put_record(const struct node *n)
{
    struct bl_text *t = &n->p->text;
    const struct bl_record *rec = n->rec;
    struct bl_record swapped;
    uint64_t ops[OBJC_PROPERTY_OPS];
    struct bl_shown_fields fields;
    if (bl_node_is_value(rec->code) &&
        (rec->n_ops == BL_MD_VALUE_OPS ||
         (rec->code == BL_CODE_METADATA_VALUE && rec->n_ops > BL_MD_VALUE_OPS))) {
        bl_put_typed_value(n->p, rec->ops[0] < BL_NONE ? (uint32_t)rec->ops[0] : BL_NONE,
                           rec->ops[1]);
        return;
    }
    if (is_swapped(n->p, rec)) {
        memcpy(ops, rec->ops, sizeof ops);
        ops[OBJC_SETTER] = rec->ops[OBJC_GETTER];
        ops[OBJC_GETTER] = rec->ops[OBJC_SETTER];
        swapped = *rec;
        swapped.ops = ops;
        rec = &swapped;
    }
    const struct bl_short_name *name = bl_shown_fields_begin(&fields, rec);
    if (!name) {
        bl_text_put(t, "!{}");
        struct bl_error err;
        (void)bl_module_fail(n->p->tables.module, BL_E_MALFORMED,
                             "metadata of a kind that is not known", rec->bit_pos, &err);
        bl_printer_note(n->p, &err);
        return;
    }
    if (!bl_text_room(t, BL_LINE_ROOM))
        return;
    struct bl_line line = bl_line_begin(t);
    if (fields.is_distinct && !is_never_distinct(rec->code))
        bl_line_put(&line, "distinct ");
    bl_line_put(&line, "!");
    line_name(&line, name);
    bl_line_put(&line, name->size ? "(" : "{");
    line_fields(n, &line, &fields);
    bl_line_put(&line, name->size ? ")" : "}");
    bl_line_end(&line);
}

static void put_location_node(struct bl_printer *p, struct bl_debug_location l)
{
    if (!bl_text_room(&p->text, BL_LINE_ROOM))
        return;
    struct node n = {p, NULL, 0, bl_known_slots(p)};
    struct bl_line line = bl_line_begin(&p->text);
    bl_line_put(&line, "!DILocation(line: ");
    bl_line_u64(&line, l.line);
    if (l.column) {
        bl_line_put(&line, ", column: ");
        bl_line_u64(&line, l.column);
    }
    bl_line_put(&line, ", scope: ");
    line_reference(&n, &line, l.scope == BL_NONE ? 0 : l.scope + UINT64_C(1));
    if (l.inlined_at != BL_NONE) {
        bl_line_put(&line, ", inlinedAt: ");
        line_reference(&n, &line, l.inlined_at + UINT64_C(1));
    }
    if (l.is_implicit)
        bl_line_put(&line, ", isImplicitCode: true");
    if (l.atom_group) {
        bl_line_put(&line, ", atomGroup: ");
        bl_line_u64(&line, l.atom_group);
    }
    if (l.atom_rank) {
        bl_line_put(&line, ", atomRank: ");
        bl_line_u64(&line, l.atom_rank);
    }
    bl_line_put(&line, ")");
    bl_line_end(&line);
}

/* See to it that the metadata of FUNCTION can be read; BL_NONE: that of the module. False: it
 * cannot. */
static bool reach_metadata(struct bl_printer *p, uint32_t function)
{
    struct bl_error err;
    if (function == BL_NONE || (p->loaded.body && p->loaded.body->function == function))
        return true;
    bl_unload_body(p);
    int status = p->loaded.function
                     ? bl_function_load(p->loaded.function, function, &err)
                     : bl_function_open(&p->loaded.function, p->tables.module, function, &err);
    if (bl_module_note(p->tables.module, status) < 0)
        return false;
    p->loaded.reading = p->loaded.function;
    p->loaded.body = bl_function_body(p->loaded.function);
    (void)bl_module_note(p->tables.module,
                         bl_function_metadata(p->loaded.function, &p->loaded.metadata, NULL));
    bl_printer_work(p, p->loaded.body->block.n_words / WORDS_PER_WORK);
    return true;
}

/* Locations in scopes of the module need no metadata of a body. */
static uint32_t function_of(const struct bl_slots *slots, const struct bl_node_place *place)
{
    if (!place->is_location)
        return place->function;
    struct bl_debug_location l = bl_location_at(slots, place->node);
    bool is_of_module = (l.scope < slots->n_nodes || l.scope == BL_NONE) &&
                        (l.inlined_at < slots->n_nodes || l.inlined_at == BL_NONE);
    return is_of_module ? BL_NONE : place->function;
}

/* Whether all of it could be reached. */
static bool put_node_place(struct bl_printer *p, const struct bl_node_place *place)
{
    uint32_t function = function_of(p->slots, place);
    bool is_there = reach_metadata(p, function) && p->loaded.metadata;
    const struct bl_body *body = p->loaded.body;
    struct bl_metadata *metadata = p->loaded.metadata;
    if (function == BL_NONE) { /* it cannot refer to what a body has */
        p->loaded.body = NULL;
        p->loaded.metadata = p->tables.metadata;
    }
    if (!is_there)
        bl_text_put(&p->text, "<badref>");
    else if (place->is_location)
        put_location_node(p, bl_location_at(p->slots, place->node));
    else
        put_inline(p, place->node, 0);
    p->loaded.body = body;
    p->loaded.metadata = metadata;
    return is_there;
}

void bl_put_slot(struct bl_printer *p, uint32_t slot)
{
    struct bl_node_place place = bl_place_of(p->slots, slot);
    (void)put_node_place(p, &place);
}

void bl_put_metadata_nodes_in(struct bl_printer *p, uint32_t first, uint32_t n)
{
    for (uint32_t slot = first; slot < first + n && !p->text.is_cut; slot++) {
        struct bl_node_place place = bl_place_of(p->slots, slot);
        bl_text_numbered(&p->text, "!", slot);
        bl_text_put(&p->text, " = ");
        uint64_t bit_pos;
        if (put_node_place(p, &place) && p->is_annotated && !place.is_location &&
            bl_metadata_place(p->loaded.metadata, place.node, &bit_pos))
            bl_put_annotation(p, bit_pos);
        bl_text_char(&p->text, '\n');
        bl_printer_put_noted(p);
        bl_printer_flush(p);
    }
}

/* ---- Named nodes ---- */

static bool is_plain_letter(uint8_t c, bool is_first)
{
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (!is_first && c >= '0' && c <= '9') || c == '-' || c == '$' || c == '.' ||
           c == '_';
}

/* A name after a !: what is no letter is \XX. */
static void put_metadata_name(struct bl_text *t, struct bl_view name)
{
    for (size_t i = 0; i < name.size && !t->is_cut; i++) {
        if (is_plain_letter(name.data[i], i == 0)) {
            bl_text_char(t, (char)name.data[i]);
        } else {
            bl_text_char(t, '\\');
            bl_text_hex(t, name.data[i], 2);
        }
    }
    if (name.size == 0)
        bl_text_put(t, "<empty name> ");
}

void bl_put_named_node(struct bl_printer *p, const struct bl_named_metadata *named)
{
    struct bl_text *t = &p->text;
    bl_text_char(t, '!');
    put_metadata_name(t, named->name);
    bl_text_put(t, " = !{");
    for (uint32_t i = 0; i < named->n_nodes && !t->is_cut; i++) {
        bl_text_comma(t, i);
        put_ref(p, named->nodes[i], 0);
    }
    bl_text_char(t, '}');
}

void bl_put_named_metadata(struct bl_printer *p)
{
    struct bl_text *t = &p->text;
    if (!p->tables.metadata)
        return;
    struct bl_metadata_counts counts = bl_metadata_get_counts(p->tables.metadata);
    if (counts.n_named)
        bl_text_char(t, '\n');
    for (uint32_t i = 0; i < counts.n_named && !t->is_cut; i++) {
        bl_put_named_node(p, &counts.named[i]);
        bl_end_line(p, counts.named[i].bit_pos);
    }
}

/* ---- Attachments ---- */

/* " !dbg " */
static void put_kind(struct bl_printer *p, uint32_t kind)
{
    struct bl_view name;
    bl_text_put(&p->text, " !");
    if (bl_module_note(p->tables.module,
                       bl_metadata_kind_name(p->tables.module, kind, &name, NULL)) > 0) {
        put_metadata_name(&p->text, name);
    } else {
        bl_text_numbered(&p->text, "<unknown kind #", kind);
        bl_text_char(&p->text, '>');
    }
    bl_text_char(&p->text, ' ');
}

void bl_put_attachment(struct bl_printer *p, uint32_t kind, uint32_t node)
{
    if (!bl_text_kept(&p->text, &p->kind_texts, kind)) {
        size_t begin = p->text.size;
        put_kind(p, kind);
        bl_printer_keep(p, &p->kind_texts, kind, begin);
    }
    put_ref(p, node, 0);
}

void bl_put_lost_attachments(struct bl_printer *p, const char *separator)
{
    bl_text_put(&p->text, separator);
    bl_text_put(&p->text, " !<badref>");
}

void bl_put_global_attachments(struct bl_printer *p, uint32_t value, const char *separator)
{
    uint32_t n;
    const struct bl_metadata_attachment *a = bl_global_attachments(p->slots, value, &n);
    for (uint32_t i = 0; i < n; i++) {
        bl_text_put(&p->text, separator);
        bl_put_attachment(p, a[i].kind, a[i].node);
    }
    if (p->tables.lacks_metadata)
        bl_put_lost_attachments(p, separator);
}
