/* test_metadata.c - strings, nodes with and without an index, fields, and what is broken about them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/opened.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))
#define SIGNED(v) ((v) < 0 ? (uint64_t) - (v) << 1 | 1 : (uint64_t)(v) << 1)

#define ONE_WORD (UINT64_C(1) << 32 | 64) /* before a number of 64 bits */

enum {
    STRING_OLD = 1,
    VALUE = 2,
    NODE = 3,
    NAME = 4,
    KIND = 6,
    LOCATION = 7,
    DI_FILE = 16,
    SUBPROGRAM = 21,
    LEXICAL_BLOCK = 22,
    LEXICAL_BLOCK_FILE = 23,
    NAMED_NODE = 10,
    STRINGS = 35,
    GLOBAL_DECL_ATTACHMENT = 36,
    INDEX_OFFSET = 38,
    INDEX = 39,
};

/* A string for each letter of TEXT: "a", "bb", "ccc" … of growing length. */
static void write_strings(struct bl_writer *w, const char *text, uint64_t claimed)
{
    uint8_t blob[4096];
    struct bl_writer *lengths;
    struct bl_view bits;
    size_t n = strlen(text);
    cr_assert_eq(bl_writer_open(&lengths, NULL), BL_OK);
    for (size_t i = 0; i < n; i++)
        bl_writer_vbr(lengths, i + 1, 6);
    cr_assert_eq(bl_writer_finish(lengths, &bits, NULL), BL_OK);
    memcpy(blob, bits.data, bits.size);
    size_t at = bits.size;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++)
            blob[at++] = (uint8_t)text[i];
    uint32_t id = BUILD_DEFINE(w, LIT(STRINGS), VBR(6), VBR(6), BLOB);
    bl_writer_abbreviated(w, id, STRINGS, BUILD_OPS(claimed, bits.size),
                          &(struct bl_view){.data = blob, .size = at});
    bl_writer_close(lengths);
}

/* Numbers in TEXT are those that LLVM gives. */
static void expect_text(struct opened *o, uint32_t number, const char *text)
{
    struct printed p = {0};
    struct opened_printer printer = open_printer(o);
    cr_expect_geq(bl_printer_put_node(printer.printer, number, print_into, &p), 0);
    cr_expect_str_eq(p.text, text, "%u is \"%s\", not \"%s\"", number, p.text, text);
    close_printer(&printer);
}

static struct bl_metadata *metadata_of(struct opened *o)
{
    struct bl_metadata *md;
    struct bl_error err = {0};
    cr_assert_eq(bl_module_metadata(o->module, &md, &err), BL_OK, "%s", err.what);
    return md;
}

/* ---- Strings ---- */

/* More than are found at once. */
#define LETTERS                                                       \
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz01234567890" \
    "abcdefghij"

Test(metadata, strings_are_views_into_the_stream)
{
    struct bl_view text;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, METADATA, WIDTH);
    write_strings(w, LETTERS, strlen(LETTERS));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    struct bl_metadata *md = metadata_of(&o);
    uint32_t n = (uint32_t)strlen(LETTERS);
    cr_assert_eq(bl_metadata_get_counts(md).n_strings, n);
    cr_assert_eq(bl_metadata_get_counts(md).end, n);
    for (uint32_t i = n; i-- > 0;) {
        cr_assert_eq(bl_metadata_string(md, i, &text, NULL), 1);
        cr_assert_eq(text.size, i + 1);
        for (uint32_t k = 0; k <= i; k++)
            cr_assert_eq(text.data[k], LETTERS[i]);
        cr_expect(text.data >= o.guard.bytes.data &&
                  text.data + text.size <= o.guard.bytes.data + o.guard.bytes.size);
    }
    cr_expect_eq(bl_metadata_string(md, n, &text, NULL), 0);
    expect_text(&o, 1, "!\"bb\"");
    close_module(&o);
}

Test(metadata, strings_that_do_not_fit)
{
    static const struct {
        uint64_t claimed, lengths_end, length;
        int status; /* of opening */
        int first;  /* of the first string */
        int second; /* 0: whatever it is */
    } rows[] = {
        {1, 4, 3, BL_OK, 1, 0},
        {1, 4, 4, BL_OK, BL_E_MALFORMED, 0}, /* longer than the characters */
        {5, 4, 3, BL_OK, 1, 0},              /* room for five lengths, zeroes */
        {6, 4, 3, BL_E_MALFORMED, 1, 0},     /* more than can be */
        {UINT64_MAX, 4, 3, BL_E_MALFORMED, 1, 0},
        {1, 8, 3, BL_E_MALFORMED, 0, 0}, /* characters after the blob */
        /* with a second one: all that is left, and more than that */
        {3, 4, 1 | 2 << 6, BL_OK, 1, 1},
        {3, 4, 1 | 3 << 6, BL_OK, 1, BL_E_MALFORMED},
    };
    for (size_t i = 0; i < N(rows); i++) {
        struct bl_metadata *md;
        struct bl_view text;
        struct bl_record rec = {0};
        struct bl_error err;
        uint8_t blob[7] = {(uint8_t)rows[i].length, 0, 0, 0, 'x', 'y', 'z'};
        struct bl_writer *w = begin_module();
        bl_writer_enter(w, METADATA, WIDTH);
        uint32_t id = BUILD_DEFINE(w, LIT(STRINGS), VBR(6), VBR(6), BLOB);
        bl_writer_abbreviated(w, id, STRINGS, BUILD_OPS(rows[i].claimed, rows[i].lengths_end),
                              &(struct bl_view){.data = blob, .size = sizeof blob});
        bl_writer_exit(w);
        struct opened o = end_module(w);
        cr_expect_eq(bl_module_metadata(o.module, &md, &err), rows[i].status, "row %zu", i);
        cr_assert_not_null(md);
        err = (struct bl_error){0};
        cr_expect_eq(bl_metadata_string(md, 0, &text, &err), rows[i].first, "row %zu", i);
        cr_expect_eq(err.status, rows[i].first < 0 ? rows[i].first : BL_OK, "row %zu", i);
        cr_expect(rows[i].first >= 0 || err.has_pos, "row %zu: no place", i);
        if (rows[i].second)
            cr_expect_eq(bl_metadata_string(md, 1, &text, NULL), rows[i].second, "row %zu", i);
        int status = bl_metadata_read(md, 0, &rec, &err);
        cr_expect_eq(status, rows[i].first < 0 ? rows[i].first : BL_E_ARGUMENT, "row %zu", i);
        cr_expect(rows[i].first >= 0 || err.has_pos, "row %zu: no place", i);
        close_module(&o);
    }
}

/* ---- Nodes ---- */

/* Nodes 2 to 5 after two strings. With INDEX: OFFSET and the DELTAS are written, too. *STARTS gets
 * where the first one may begin, each node, and what is after the last one. */
static void write_nodes(struct bl_writer *w, bool index, uint64_t offset, const uint64_t *deltas,
                        uint64_t starts[6])
{
    bl_writer_enter(w, METADATA, WIDTH);
    write_strings(w, "ab", 2);
    uint32_t id = BUILD_DEFINE(w, LIT(INDEX_OFFSET), FIXED(32), FIXED(32));
    if (index)
        bl_writer_abbreviated(w, id, INDEX_OFFSET, BUILD_OPS(offset & UINT32_MAX, offset >> 32),
                              NULL);
    starts[0] = bl_writer_pos(w);
    starts[1] = bl_writer_pos(w);
    bl_writer_record(w, NODE, BUILD_OPS(1, 0, 4));
    starts[2] = bl_writer_pos(w);
    bl_writer_record(w, 16, BUILD_OPS(0, 1, 2, 0, 0));
    starts[3] = bl_writer_pos(w);
    bl_writer_record(w, 777, BUILD_OPS(5, 6)); /* of the future */
    starts[4] = bl_writer_pos(w);
    bl_writer_record(w, 29, BUILD_OPS(7, 0x23, 8));
    starts[5] = bl_writer_pos(w);
    if (index)
        bl_writer_record(w, INDEX, deltas, 4);
    build_text_record(w, NAME, "the.name");
    bl_writer_record(w, NAMED_NODE, BUILD_OPS(3, 2, UINT64_MAX));
    bl_writer_record(w, GLOBAL_DECL_ATTACHMENT, BUILD_OPS(9, 0, 3, 4, 2, 1));
    bl_writer_exit(w);
}

static void expect_nodes(struct opened *o, bool has_index)
{
    struct bl_metadata *md = metadata_of(o);
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    cr_expect_eq(counts.has_index, has_index);
    cr_assert_eq(counts.end, 6);
    expect_text(o, 5, "!DIExpression(DW_OP_plus_uconst, 8)");
    expect_text(o, 4, "!{}");
    expect_text(o, 3, "!DIFile(filename: \"a\", directory: \"bb\")");
    expect_text(o, 2, "!{!\"a\", null, !0}");
    cr_assert_eq(counts.n_named, 1);
    cr_expect_arr_eq(counts.named[0].name.data, "the.name", 8);
    cr_assert_eq(counts.named[0].n_nodes, 3);
    cr_expect_eq(counts.named[0].nodes[0], 3);
    cr_expect_eq(counts.named[0].nodes[2], BL_NONE);
    cr_assert_eq(counts.n_attachments, 2);
    cr_expect_eq(counts.attachments[1].value, 9);
    cr_expect_eq(counts.attachments[1].kind, 4);
    cr_expect_eq(counts.attachments[1].node, 2);
    struct bl_record rec = {0};
    cr_expect_eq(bl_metadata_read(md, 0, &rec, NULL), BL_E_ARGUMENT); /* a string */
    cr_expect_eq(bl_metadata_read(md, 6, &rec, NULL), BL_E_ARGUMENT);
    bl_record_release(&rec);
}

/* What is wrong with an index; one that does not hold is as if there were none. */
enum wrong {
    RIGHT,
    NO_INDEX,
    OFFSET_LOW,
    OFFSET_HIGH,
    DELTA_ZERO,
    DELTA_BEYOND,
    DELTA_HUGE
};

Test(metadata, nodes_are_found_with_and_without_an_index)
{
    for (enum wrong wrong = RIGHT; wrong <= DELTA_HUGE; wrong++) {
        uint64_t starts[6];
        uint64_t deltas[4] = {0};
        struct bl_writer *w = begin_module();
        write_nodes(w, true, 0, deltas, starts);
        bl_writer_close(w);
        uint64_t offset = starts[5] - starts[0];
        for (int i = 0; i < 4; i++)
            deltas[i] = starts[i + 1] - starts[i];
        offset += wrong == OFFSET_LOW ? 1 : wrong == OFFSET_HIGH ? UINT64_C(1) << 40 : 0;
        deltas[2] = wrong == DELTA_ZERO     ? 0
                    : wrong == DELTA_BEYOND ? 1000
                    : wrong == DELTA_HUGE   ? UINT64_MAX
                                            : deltas[2];
        w = begin_module();
        write_nodes(w, wrong != NO_INDEX, offset, deltas, starts);
        struct opened o = end_module(w);
        expect_nodes(&o, wrong == RIGHT);
        close_module(&o);
    }
}

/* An index may lead anywhere: what is there is no node, or another one, but never
 * out of the block. */
Test(metadata, an_index_that_leads_between_records_is_read_safely)
{
    uint64_t starts[6];
    uint64_t deltas[4] = {0};
    struct bl_writer *w = begin_module();
    write_nodes(w, true, 0, deltas, starts);
    bl_writer_close(w);
    for (uint64_t shift = 1; shift < 40; shift++) {
        uint64_t shifted[4] = {shift, 20, 20, 20};
        w = begin_module();
        write_nodes(w, true, starts[5] - starts[0], shifted, starts);
        struct opened o = end_module(w);
        struct bl_metadata *md = metadata_of(&o);
        cr_assert_eq(bl_metadata_get_counts(md).end, 6);
        struct opened_printer printer = open_printer(&o);
        for (uint32_t i = 2; i < 6; i++) {
            struct printed p = {0};
            cr_expect_geq(bl_printer_put_node(printer.printer, i, print_into, &p), 0);
        }
        close_printer(&printer);
        close_module(&o);
    }
}

/* ---- Fields ---- */

struct row {
    const char *text;
    uint32_t code, n_ops;
    uint64_t ops[24];
};

/* Strings 0 "a" and 1 "bb", values 2 (i32 7), 3 (i32 0), then ROWS: 4 is !0, 5 is !1. */
static void check(const struct row *rows, size_t n)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 7, BUILD_OPS(32));
    bl_writer_record(w, 16, NULL, 0);
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_exit(w);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(0));
    bl_writer_record(w, 4, BUILD_OPS(SIGNED(7)));
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_exit(w);
    bl_writer_enter(w, METADATA, WIDTH);
    write_strings(w, "ab", 2);
    bl_writer_record(w, VALUE, BUILD_OPS(0, 0));
    bl_writer_record(w, VALUE, BUILD_OPS(0, 1));
    for (size_t i = 0; i < n; i++)
        bl_writer_record(w, rows[i].code, rows[i].ops, rows[i].n_ops);
    bl_writer_record(w, NAME, BUILD_OPS('n'));
    bl_writer_record(w, NAMED_NODE, BUILD_OPS(4, 5));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    for (uint32_t i = 0; i < n; i++)
        expect_text(&o, i + 4, rows[i].text);
    close_module(&o);
}

/* As LLVM 22 writes them: constants, which have a sign where they are bounds. */
Test(metadata, sizes_have_no_sign)
{
    static const struct row rows[] = {
        {"!DIBasicType(size: 18446744073709551615)", 15, 4, {2, 0x24, 0, 1}},
        {"!DIBasicType(size: 4294967295)", 15, 4, {2, 0x24, 0, 2}},
        {"!DISubrange(count: -1)", 13, 5, {4, 1, 0, 0, 0}},
    };
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 7, BUILD_OPS(64));
    bl_writer_record(w, 7, BUILD_OPS(32));
    bl_writer_exit(w);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(0));
    bl_writer_record(w, 4, BUILD_OPS(SIGNED(-1)));
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_record(w, 4, BUILD_OPS(SIGNED(-1)));
    bl_writer_exit(w);
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, VALUE, BUILD_OPS(0, 0));
    bl_writer_record(w, VALUE, BUILD_OPS(1, 1));
    for (size_t i = 0; i < N(rows); i++)
        bl_writer_record(w, rows[i].code, rows[i].ops, rows[i].n_ops);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    for (uint32_t i = 0; i < N(rows); i++)
        expect_text(&o, i + 2, rows[i].text);
    close_module(&o);
}

Test(metadata, nodes_have_fields)
{
    static const struct row rows[] = {
        {"!DILocation(line: 0, scope: !0)", 7, 5, {0, 0, 0, 4, 0}},
        {"distinct !DILocation(line: 3, column: 5, scope: !0, inlinedAt: !1, isImplicitCode: true, "
         "atomGroup: 6, atomRank: 7)",
         7,
         8,
         {1, 3, 5, 4, 6, 1, 6, 7}},
        {"!DIBasicType(name: \"a\", size: 7, encoding: DW_ATE_signed)",
         15,
         6,
         {2, 0x24, 1, 3, 0, 5}},
        {"!DIBasicType(name: \"a\", size: 32, encoding: 99)", 15, 6, {0, 0x24, 1, 32, 0, 99}},
        {"!DIBasicType(tag: DW_TAG_unspecified_type)", 15, 6, {2, 0x3b, 0, 4, 0, 0}},
        {"!DISubrange(count: 7, lowerBound: 0)", 13, 5, {4, 3, 4, 0, 0}},
        {"!DISubrange(count: -1, lowerBound: -2)", 13, 3, {0, UINT64_MAX, SIGNED(-2)}},
        {"!DISubrange(count: 7, lowerBound: 0)", 13, 3, {2, 3, 0}},
        {"!DIEnumerator(name: \"a\", value: -4)", 14, 3, {0, SIGNED(-4), 1}},
        {"!DIEnumerator(name: \"bb\", value: 18446744073709551615, isUnsigned: true)",
         14,
         4,
         {6, 64, 2, SIGNED(-1)}},
        {"!DISubprogram(name: \"a\", scope: null, isLocal: true, isDefinition: false, isOptimized: "
         "true, unit: !0)",
         21,
         19,
         {2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0}},
        {"!DISubprogram(scope: null, spFlags: 0)", 21, 18, {6}},
        {"!DISubprogram(scope: null, virtualIndex: 0, flags: DIFlagPublic | DIFlagFwdDecl, "
         "spFlags: DISPFlagVirtual | DISPFlagDefinition | 1024)",
         21,
         18,
         {6, 0, 0, 0, 0, 0, 0, 0, 0, 0x409, 0, 0x80000007}},
        {"!DINamespace(name: \"a\", scope: null, file: !0, line: 9)", 24, 5, {0, 0, 5, 1, 9}},
        {"!DINamespace(name: \"a\", scope: null, exportSymbols: true)", 24, 3, {2, 0, 1}},
        {"!DITemplateValueParameter(name: \"a\", value: i32 7)", 26, 5, {0, 0x30, 1, 0, 3}},
        {"!DIGlobalVariable(name: \"a\", scope: null, isLocal: false, isDefinition: true, "
         "variable: i32 7)",
         27,
         11,
         {0, 0, 1, 0, 0, 0, 0, 0, 1, 3, 0}},
        {"!DILocalVariable(name: \"a\", arg: 2, scope: !0)", 28, 9, {2, 5, 1, 0, 0, 0, 2, 0, 0}},
        {"!DILocalVariable(tag: 256, name: \"a\", scope: !0)",
         28,
         9,
         {0, 0x100, 5, 1, 0, 0, 0, 0, 0}},
        {"!DIExpression(DW_OP_plus, 3)", 29, 3, {0, 0x22, 3}},
        {"!DIExpression(34, 51)", 29, 3, {6, 0x22, 0x33}},
        {"!DIExpression(DW_OP_breg7, 5, DW_OP_LLVM_convert, 8, DW_ATE_signed, )",
         29,
         7,
         {6, 0x77, 5, 0x1001, 8, 5, 0xF000}},
        {"!DIExpression(4096, 0)", 29, 3, {6, 0x1000, 0}}, /* cut short */
        {"!DIObjCProperty(setter: \"bb\", getter: \"a\")", 30, 8, {0, 0, 0, 0, 2, 1, 0, 0}},
        {"!DIMacroFile(line: 1, file: null)", 34, 5, {0, 1, 1, 0, 0}},
        {"!DIArgList(i32 7, !0)", 46, 2, {2, 4}},
        {"!DIGenericSubrange(lowerBound: 5)", 45, 5, {0, 0, 32, 0, 0}},
        {"!DIExpression(DW_OP_consts, 5)", 29, 3, {6, 0x11, 5}},
        {"distinct !DIAssignID()", 47, 1, {1}},
        {"!DISubrange(lowerBound: !DIExpression(DW_OP_consts, 5))", 13, 5, {4, 0, 32, 0, 0}},
        {"!DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !0, ptrAuthKey: 1, "
         "ptrAuthIsAddressDiscriminated: false, ptrAuthIsaPointer: false, "
         "ptrAuthAuthenticatesNullValues: false)",
         17,
         15,
         {0, 0x4300, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1}},
        {"!DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !0, "
         "ptrAuthIsAddressDiscriminated: false, ptrAuthIsaPointer: false, "
         "ptrAuthAuthenticatesNullValues: false)",
         17,
         15,
         {0, 0x4300, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0}},
        {"!DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !0, "
         "ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 3, ptrAuthIsaPointer: "
         "true, ptrAuthAuthenticatesNullValues: true)",
         17,
         15,
         {0, 0x4300, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 3 << 21 | 3 << 5 | 1 << 4}},
        {"!DIDerivedType(tag: DW_TAG_pointer_type, baseType: !0)", /* no pointer of that kind */
         17,
         15,
         {0, 0x0f, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1}},
        {"!DIFixedPointType(encoding: DW_ATE_signed_fixed, kind: Rational, numerator: -7, "
         "denominator: 3)",
         49,
         13,
         {0, 0x24, 0, 0, 0, 0x0d, 0, 2, 0, ONE_WORD, SIGNED(-7), ONE_WORD, SIGNED(3)}},
        {"!DIFixedPointType(encoding: DW_ATE_unsigned_fixed, kind: Rational, numerator: 7, "
         "denominator: 18446744073709551613)",
         49,
         13,
         {0, 0x24, 0, 0, 0, 0x0e, 0, 2, 0, ONE_WORD, SIGNED(7), ONE_WORD, SIGNED(-3)}},
        {"!GenericDINode(tag: DW_TAG_array_type, header: \"a\", operands: {!0, null})",
         12,
         6,
         {0, 1, 0, 1, 5, 0}},
        {"!GenericDINode(tag: DW_TAG_array_type, header: \"a\")", 12, 4, {0, 1, 0, 1}},
        {"!GenericDINode(tag: DW_TAG_array_type, operands: {null})", 12, 5, {0, 1, 0, 0, 0}},
        {"!DICompositeType(tag: DW_TAG_structure_type, offset: 8, num_extra_inhabitants: 3, "
         "flags: DIFlagPrivate)",
         18,
         23,
         {0, 0x13, 0, 0, 0, 0, 0, 0, 0, 8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3}},
        {"!{i32 7, null, !0}", 8, 6, {0, 0, 2, 0, 1, 4}}, /* before LLVM 3.6 */
        {"i32 7", 9, 2, {0, 0}},
        {"!{<no type> <badref>}", 9, 3, {UINT64_MAX, 9, 1}},
        {"!DIExpression(DW_OP_breg7, 5)", 29, 3, {6, 0x77, 5}},
        {"!DIExpression(DW_OP_plus, DW_OP_LLVM_convert, 8, DW_ATE_signed, DW_OP_LLVM_convert, 64, "
         "DW_ATE_unsigned)",
         29,
         8,
         {6, 0x22, 0x1001, 8, 5, 0x1001, 64, 7}},
    };
    check(rows, N(rows));
}

Test(metadata, fields_have_numbers_also_where_they_are_printed_as_words)
{
    static uint64_t rational[] = {0, 0x24, 0,        32,        0,        0x0e,     0,
                                  2, 0,    ONE_WORD, SIGNED(7), ONE_WORD, SIGNED(3)};
    static uint64_t wide[] = {6, 128, 2, SIGNED(-2), SIGNED(-1)};
    static uint64_t small[] = {0, SIGNED(-4), 1};
    static uint64_t member[] = {0, 0x0d, 0, 0, UINT64_MAX, 0};
    static uint64_t range[] = {0, UINT64_MAX};
    static const struct {
        struct bl_record rec;
        const char *field, *text;
    } rows[] = {
        {{.code = 13, .n_ops = N(range), .ops = range}, "count", "-1"},
        {{.code = 14, .n_ops = N(small), .ops = small}, "value", "-4"},
        {{.code = 14, .n_ops = N(wide), .ops = wide},
         "value",
         "340282366920938463463374607431768211454"},
        {{.code = 14, .n_ops = N(wide), .ops = wide}, "isUnsigned", "1"},
        {{.code = 17, .n_ops = N(member), .ops = member}, "tag", "13"},
        {{.code = 17, .n_ops = N(member), .ops = member}, "line", "18446744073709551615"},
        {{.code = 49, .n_ops = N(rational), .ops = rational}, "kind", "2"},
        {{.code = 49, .n_ops = N(rational), .ops = rational}, "numerator", "7"},
        {{.code = 49, .n_ops = N(rational), .ops = rational}, "denominator", "3"},
    };
    for (size_t i = 0; i < N(rows); i++) {
        struct printed p = {0};
        struct bl_metadata_node node;
        bl_metadata_fields(&rows[i].rec, &node);
        for (uint32_t k = 0; k < node.n_fields; k++)
            if (strcmp(node.fields[k].name, rows[i].field) == 0)
                bl_metadata_print_number(&rows[i].rec, &node.fields[k], print_into, &p);
        cr_expect_str_eq(p.text, rows[i].text, "row %zu: %s", i, p.text);
    }
}

Test(metadata, nodes_that_are_not_sound_are_told_as_far_as_they_go)
{
    static const struct row rows[] = {
        {"!DILocation(line: 1)", 7, 2, {0, 1}},
        {"!DILocation()", 7, 0, {0}},
        {"!DIFile()", 16, 1, {0}},
        {"!DIFile(filename: <badref>, directory: <badref>)", 16, 3, {0, 5001, 4}}, /* no strings */
        {"!{<badref>, <badref>}", 3, 2, {4000001, UINT64_MAX - 1}},
        {"!{<badref>}", 3, 1, {10}}, /* itself, to which nothing leads */
        {"!DIArgList(!DIArgList(!DIArgList(!DIArgList(...))))", 46, 1, {10}},
        {"!DIEnumerator(name: \"a\")", 14, 3, {4, 200, 1}},
        {"!DIFixedPointType(kind: 9)", 49, 8, {0, 0x24, 0, 0, 0, 0, 0, 9}},
        {"!DIFixedPointType(kind: Rational)",
         49,
         11,
         {0, 0x24, 0, 0, 0, 0, 0, 2, 0, UINT64_MAX, 4}},
        {"!value()", 2, 0, {0}},
        {"!{}", 50, 0, {0}},
        {"!GenericDINode(tag: 65535)", 12, 2, {0, 65535}},
        {"!DIDerivedType(tag: 18446744073709551615)", 17, 2, {0, UINT64_MAX}},
        {"i32 7", 2, 3, {0, 0, 0}},
        {"!{i32 7}", 3, 1, {19}}, /* a value with an operand too many */
    };
    check(rows, N(rows));
}

/* A constant's text has a limit of its own; a node may name many. */
Test(metadata, of_many_large_constants_is_cut)
{
    enum {
        N_PARTS = 1000,
        N_VALUES = 5000
    };
    static const uint64_t parts[N_PARTS]; /* each is constant 0 */
    static uint64_t operands[N_VALUES];
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 7, BUILD_OPS(32)); /* 0: i32 */
    bl_writer_exit(w);
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(0)); /* SETTYPE */
    bl_writer_record(w, 2, NULL, 0);      /* NULL */
    bl_writer_record(w, 7, parts, N_PARTS);
    bl_writer_exit(w);
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, VALUE, BUILD_OPS(0, 1));
    for (size_t i = 0; i < N_VALUES; i++)
        operands[i] = 1;
    bl_writer_record(w, NODE, operands, N_VALUES);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    struct printed one = {0};
    struct printed many = {0};
    struct opened_printer printer = open_printer(&o);
    cr_assert_eq(bl_printer_put_node(printer.printer, 0, print_into, &one), BL_OK);
    cr_assert_eq(bl_printer_put_node(printer.printer, 1, print_into, &many), 1);
    close_printer(&printer);
    cr_expect_gt(one.n, N_PARTS);
    cr_expect_gt(many.n, 2 * one.n);
    cr_expect_lt(many.n, MOST_BYTES);
    close_module(&o);
}

/* ---- Blocks ---- */

Test(metadata, of_llvm_3_8_has_strings_among_nodes_and_kinds)
{
    struct bl_view text;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, NODE, BUILD_OPS(2));
    build_text_record(w, STRING_OLD, "old\n");
    bl_writer_record(w, KIND, BUILD_OPS(17, 'd', 'b', 'g'));
    bl_writer_record(w, NODE, BUILD_OPS(1, 2));
    bl_writer_record(w, NAME, BUILD_OPS('n'));
    bl_writer_record(w, NAMED_NODE, BUILD_OPS(2));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    struct bl_metadata *md = metadata_of(&o);
    cr_expect_eq(bl_metadata_get_counts(md).end, 3);
    expect_text(&o, 0, "!{!\"old\\0A\"}");
    expect_text(&o, 1, "!\"old\\0A\"");
    expect_text(&o, 2, "!{!1, !\"old\\0A\"}");
    cr_expect_eq(bl_metadata_string(md, 1, &text, NULL), 1);
    cr_expect_eq(bl_metadata_string(md, 0, &text, NULL), 0);
    cr_expect_eq(bl_metadata_kind_name(o.module, 17, &text, NULL), 1);
    cr_assert_eq(text.size, 3);
    cr_expect_arr_eq(text.data, "dbg", 3);
    cr_expect_eq(bl_metadata_kind_name(o.module, 18, &text, NULL), 0);
    close_module(&o);
}

Test(metadata, before_the_damage_is_told)
{
    struct bl_metadata *md;
    struct bl_error err;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, NODE, BUILD_OPS(0));
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 9, WIDTH);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    for (int again = 0; again < 2; again++) {
        cr_expect_eq(bl_module_metadata(o.module, &md, &err), BL_E_MALFORMED);
        cr_expect_eq(err.bit_pos, at);
        cr_assert_not_null(md);
        cr_expect_eq(bl_metadata_get_counts(md).end, 1);
        expect_text(&o, 0, "!{null}");
    }
    close_module(&o);
}

Test(metadata, strings_behind_nodes_would_renumber_them)
{
    struct bl_metadata *md;
    struct bl_error err;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, NODE, BUILD_OPS(0));
    write_strings(w, "ab", 2);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_metadata(o.module, &md, &err), BL_E_MALFORMED);
    cr_expect_eq(bl_metadata_get_counts(md).end, 1);
    close_module(&o);
}

/* A function's numbers go on after the module's, which it refers to. */
Test(metadata, of_a_function_goes_on_behind_the_modules)
{
    struct bl_metadata *md;
    struct bl_block block;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, NODE, NULL, 0);
    bl_writer_exit(w);
    bl_writer_enter(w, 12, WIDTH);
    bl_writer_enter(w, METADATA, WIDTH);
    write_strings(w, "ab", 2);
    bl_writer_record(w, NODE, BUILD_OPS(1, 2, 4));
    bl_writer_exit(w);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    uint32_t first;
    uint32_t n;
    cr_assert_eq(bl_index_expand(o.index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    cr_assert_eq(bl_index_children(o.index, 0, &first, &n, NULL), BL_OK);
    uint32_t body = first + 1;
    cr_assert_eq(bl_index_children(o.index, body, &first, &n, NULL), BL_OK);
    block = bl_index_get(o.index, first).block;
    cr_assert_eq(bl_metadata_open(&md, o.module, &block, NULL), BL_OK);
    cr_expect_eq(bl_metadata_get_counts(md).first, 1);
    cr_expect_eq(bl_metadata_get_counts(md).end, 4);
    struct bl_record rec = {0};
    struct bl_view text;
    cr_expect_eq(bl_metadata_read(md, 0, &rec, NULL), BL_OK);
    cr_expect(rec.code == NODE && rec.n_ops == 0);
    cr_assert_eq(bl_metadata_string(md, 2, &text, NULL), 1);
    cr_expect(text.size == 2 && memcmp(text.data, "bb", 2) == 0);
    cr_expect_eq(bl_metadata_read(md, 3, &rec, NULL), BL_OK);
    cr_expect(rec.code == NODE && rec.n_ops == 3 && rec.ops[2] == 4);
    bl_record_release(&rec);
    bl_metadata_close(md);
    bl_metadata_close(NULL);
    close_module(&o);
}

/* LLVM writes one block, and reads several. */
Test(metadata, of_several_blocks_is_numbered_through)
{
    struct bl_view text;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, METADATA, WIDTH);
    write_strings(w, "ab", 2);
    bl_writer_record(w, NODE, BUILD_OPS(2, 7));
    bl_writer_exit(w);
    bl_writer_enter(w, METADATA, WIDTH); /* one without numbers */
    bl_writer_exit(w);
    bl_writer_enter(w, METADATA, WIDTH);
    write_strings(w, "cde", 3);
    bl_writer_record(w, NODE, BUILD_OPS(3, 6));
    bl_writer_record(w, NAME, BUILD_OPS('n'));
    bl_writer_record(w, NAMED_NODE, BUILD_OPS(2, 6));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    struct bl_metadata *md = metadata_of(&o);
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    cr_expect_eq(counts.end, 7);
    cr_expect_eq(counts.n_strings, 5);
    cr_assert_eq(counts.n_named, 1);
    cr_expect_eq(counts.named[0].nodes[1], 6);
    cr_expect_eq(bl_metadata_string(md, 2, &text, NULL), 0);
    cr_expect_eq(bl_metadata_string(md, 5, &text, NULL), 1);
    expect_text(&o, 2, "!{!\"bb\", !1}");
    expect_text(&o, 3, "!\"c\"");
    expect_text(&o, 5, "!\"eee\"");
    expect_text(&o, 6, "!{!0, !\"eee\"}");
    expect_text(&o, 7, "<badref>");
    close_module(&o);
}

Test(metadata, of_too_many_blocks_is_refused)
{
    enum {
        MOST = 4096
    };
    struct bl_metadata *md;
    struct bl_error err;
    struct bl_writer *w = begin_module();
    for (int i = 0; i <= MOST; i++) {
        bl_writer_enter(w, METADATA, WIDTH);
        bl_writer_record(w, NODE, NULL, 0);
        bl_writer_exit(w);
    }
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_metadata(o.module, &md, &err), BL_E_LIMIT);
    cr_assert_not_null(md);
    cr_expect_eq(bl_metadata_get_counts(md).end, MOST);
    close_module(&o);
}

Test(metadata, codes_of_dwarf_have_names)
{
    cr_expect_str_eq(bl_dwarf_name(BL_DWARF_TAG, 1), "DW_TAG_array_type");
    cr_expect_str_eq(bl_dwarf_name(BL_DWARF_OPERATION, 0x1007), "DW_OP_LLVM_extract_bits_zext");
    cr_expect_str_eq(bl_dwarf_name(BL_DWARF_LANGUAGE, 0x1D), "DW_LANG_C11");
    cr_expect_null(bl_dwarf_name(BL_DWARF_TAG, 0x7777));
    cr_expect_null(bl_dwarf_name(BL_DWARF_ENUM_KIND, 2));
    cr_expect_null(bl_dwarf_name((enum bl_dwarf)99, 1));
}
