/* ir/metadata_fields.c - what the operands of metadata nodes mean
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One table of rows per layout of a record, in the order in which LLVM prints the fields. A code
 * has several layouts where LLVM changed it in a way that more operands at the end do not tell: the
 * first one that fits counts. Operand 0 is a set of bits everywhere: 1 is "distinct", others tell
 * about the layout.
 */
#include "ir/metadata.h"
#include "ir/vbr.h"

#include <string.h>

enum {
    SUBPROGRAM_FLAGS_AT = 9,
    IS_VIRTUAL = 3,
    IS_UNSIGNED = 2, /* operand 0 of an ENUMERATOR */
    FIXED_POINT_ENCODING_AT = 5,
    SIGNED_FIXED = 0x0d, /* DW_ATE_signed_fixed */
    MINUS_ONE = UINT16_MAX,
    TAG_AT = 1,
    AUTHENTICATED_POINTER = 0x4300, /* DW_TAG_LLVM_ptrauth_type */
};

/* When LLVM does not print a field. */
enum show {
    UNLESS_ZERO,
    ALWAYS,
    NEVER, /* LLVM keeps it, and does not print it */
    UNLESS_ONE,
    UNLESS_USUAL, /* row.usual, which may be MINUS_ONE */
    IF_VIRTUAL,   /* index of a virtual function */
    UNLESS_EMPTY, /* a list */
};

/* How to get a value from its operand. */
enum how {
    PLAIN,
    SIZE_2,       /* a reference where bit 2 of operand 0 is set, otherwise a number */
    SIZE_4,       /* likewise, bit 4 */
    LESS_ONE,     /* 0: there is none */
    BITS,         /* row.n_bits from row.bit on */
    VERSIONED,    /* a language: a name with a version where bit 63 is set */
    UNVERSIONED,  /* a language where bit 63 is not set */
    REST,         /* all operands from this one on */
    WIDE_AT_REST, /* likewise, of so many bits as operand 1 says */
    WIDE,         /* [bits, words << 32], words */
    WIDE_BEHIND,  /* the same after another such */
    WITH_CHECKSUM,
    AUTHENTICATED, /* as BITS, of types that are such pointers; others do not have it */
};

struct bl_field_row {
    struct bl_short_name name; /* "": elements */
    uint8_t kind;              /* bl_field_kind */
    uint8_t op;
    uint8_t show;
    uint8_t how;
    uint8_t bit, n_bits; /* BITS, AUTHENTICATED */
    uint16_t usual;
};

/* clang-format off */
#define NAME(name) {name, sizeof(name) - 1}
#define FIELD(kind, op, name)        {NAME(name), BL_FIELD_##kind, op, UNLESS_ZERO, PLAIN, 0, 0, 0}
#define SHOWN(kind, op, name)        {NAME(name), BL_FIELD_##kind, op, ALWAYS, PLAIN, 0, 0, 0}
#define USUAL(kind, op, name, usual) {NAME(name), BL_FIELD_##kind, op, UNLESS_USUAL, PLAIN, 0, 0, usual}
#define TRUE_BY_DEFAULT(op, name)    {NAME(name), BL_FIELD_BOOL, op, UNLESS_ONE, PLAIN, 0, 0, 0}
#define HOW(how, kind, op, name)     {NAME(name), BL_FIELD_##kind, op, UNLESS_ZERO, how, 0, 0, 0}
#define SHOWN_HOW(how, kind, op, name) {NAME(name), BL_FIELD_##kind, op, ALWAYS, how, 0, 0, 0}
#define PART(kind, op, bit, n_bits, name) {NAME(name), BL_FIELD_##kind, op, UNLESS_ZERO, BITS, bit, n_bits, 0}
#define OF_POINTER(show, kind, bit, n_bits, name) {NAME(name), BL_FIELD_##kind, 14, show, AUTHENTICATED, bit, n_bits, 0}
#define END {NAME(""), 0, 0, 0, 0, 0, 0, 0}

static const struct bl_field_row tuple[] = {SHOWN_HOW(REST, REFS, 0, ""), END};
static const struct bl_field_row old_tuple[] = {SHOWN_HOW(REST, TYPED, 0, ""), END};
static const struct bl_field_row value[] = {SHOWN(TYPE, 0, "type"), SHOWN(VALUE, 1, "value"), END};
static const struct bl_field_row argument_list[] = {SHOWN_HOW(REST, NUMBERS, 0, ""), END};
static const struct bl_field_row no_fields[] = {END};

static const struct bl_field_row location[] = {
    SHOWN(UNSIGNED, 1, "line"), FIELD(UNSIGNED, 2, "column"), SHOWN(NUMBER, 3, "scope"),
    FIELD(REF, 4, "inlinedAt"), FIELD(BOOL, 5, "isImplicitCode"), FIELD(UNSIGNED, 6, "atomGroup"),
    FIELD(UNSIGNED, 7, "atomRank"), END,
};
static const struct bl_field_row generic[] = {
    SHOWN(TAG, 1, "tag"), FIELD(STRING, 3, "header"),
    {NAME("operands"), BL_FIELD_REFS, 4, UNLESS_EMPTY, REST, 0, 0, 0}, END,
};
static const struct bl_field_row subrange_0[] = {
    SHOWN(SIGNED, 1, "count"), SHOWN(SIGNED_VBR, 2, "lowerBound"), END,
};
static const struct bl_field_row subrange_1[] = {
    FIELD(BOUND, 1, "count"), SHOWN(SIGNED_VBR, 2, "lowerBound"), END,
};
static const struct bl_field_row subrange_2[] = {
    FIELD(BOUND, 1, "count"), FIELD(BOUND, 2, "lowerBound"), FIELD(BOUND, 3, "upperBound"),
    FIELD(BOUND, 4, "stride"), END,
};
static const struct bl_field_row enumerator[] = {
    SHOWN(STRING, 2, "name"), SHOWN(SIGNED_VBR, 1, "value"), PART(BOOL, 0, 1, 1, "isUnsigned"), END,
};
static const struct bl_field_row wide_enumerator[] = {
    SHOWN(STRING, 2, "name"), SHOWN_HOW(WIDE_AT_REST, WIDE, 3, "value"),
    PART(BOOL, 0, 1, 1, "isUnsigned"), END,
};
static const struct bl_field_row basic_type[] = {
    USUAL(TAG, 1, "tag", 0x24), FIELD(STRING, 2, "name"), HOW(SIZE_2, UNSIGNED, 3, "size"),
    FIELD(UNSIGNED, 4, "align"), FIELD(UNSIGNED, 8, "dataSize"), FIELD(ENCODING, 5, "encoding"),
    FIELD(UNSIGNED, 7, "num_extra_inhabitants"), FIELD(FLAGS, 6, "flags"), END,
};
static const struct bl_field_row fixed_point_type[] = {
    USUAL(TAG, 1, "tag", 0x24), FIELD(STRING, 2, "name"), HOW(SIZE_2, UNSIGNED, 3, "size"),
    FIELD(UNSIGNED, 4, "align"), FIELD(ENCODING, 5, "encoding"), FIELD(FLAGS, 6, "flags"),
    SHOWN(FIXED_POINT, 7, "kind"), FIELD(SIGNED, 8, "factor"),
    HOW(WIDE, WIDE, 9, "numerator"), HOW(WIDE_BEHIND, WIDE, 9, "denominator"), END,
};
static const struct bl_field_row string_type[] = {
    USUAL(TAG, 1, "tag", 0x12), FIELD(STRING, 2, "name"), FIELD(REF, 3, "stringLength"),
    FIELD(REF, 4, "stringLengthExpression"), FIELD(REF, 5, "stringLocationExpression"),
    HOW(SIZE_2, UNSIGNED, 6, "size"), FIELD(UNSIGNED, 7, "align"), FIELD(ENCODING, 8, "encoding"),
    END,
};
static const struct bl_field_row string_type_13[] = {
    USUAL(TAG, 1, "tag", 0x12), FIELD(STRING, 2, "name"), FIELD(REF, 3, "stringLength"),
    FIELD(REF, 4, "stringLengthExpression"), FIELD(UNSIGNED, 5, "size"),
    FIELD(UNSIGNED, 6, "align"), FIELD(ENCODING, 7, "encoding"), END,
};
static const struct bl_field_row file[] = {
    SHOWN(STRING, 1, "filename"), SHOWN(STRING, 2, "directory"),
    HOW(WITH_CHECKSUM, CHECKSUM, 3, "checksumkind"), HOW(WITH_CHECKSUM, STRING, 4, "checksum"),
    FIELD(STRING, 5, "source"), END,
};
static const struct bl_field_row derived_type[] = {
    SHOWN(TAG, 1, "tag"), FIELD(STRING, 2, "name"), FIELD(REF, 5, "scope"), FIELD(REF, 3, "file"),
    FIELD(UNSIGNED, 4, "line"), SHOWN(REF, 6, "baseType"), HOW(SIZE_2, UNSIGNED, 7, "size"),
    FIELD(UNSIGNED, 8, "align"), HOW(SIZE_2, UNSIGNED, 9, "offset"), FIELD(FLAGS, 10, "flags"),
    FIELD(REF, 11, "extraData"), SHOWN_HOW(LESS_ONE, UNSIGNED, 12, "dwarfAddressSpace"),
    FIELD(REF, 13, "annotations"), OF_POINTER(UNLESS_ZERO, UNSIGNED, 0, 4, "ptrAuthKey"),
    OF_POINTER(ALWAYS, BOOL, 4, 1, "ptrAuthIsAddressDiscriminated"),
    OF_POINTER(UNLESS_ZERO, UNSIGNED, 5, 16, "ptrAuthExtraDiscriminator"),
    OF_POINTER(ALWAYS, BOOL, 21, 1, "ptrAuthIsaPointer"),
    OF_POINTER(ALWAYS, BOOL, 22, 1, "ptrAuthAuthenticatesNullValues"), END,
};
static const struct bl_field_row composite_type[] = {
    SHOWN(TAG, 1, "tag"), FIELD(STRING, 2, "name"), FIELD(REF, 5, "scope"), FIELD(REF, 3, "file"),
    FIELD(UNSIGNED, 4, "line"), FIELD(REF, 6, "baseType"), HOW(SIZE_4, UNSIGNED, 7, "size"),
    FIELD(UNSIGNED, 8, "align"), HOW(SIZE_4, UNSIGNED, 9, "offset"),
    FIELD(UNSIGNED, 22, "num_extra_inhabitants"), FIELD(FLAGS, 10, "flags"),
    FIELD(REF, 11, "elements"), FIELD(LANGUAGE, 12, "runtimeLang"), FIELD(REF, 13, "vtableHolder"),
    FIELD(REF, 14, "templateParams"), FIELD(STRING, 15, "identifier"),
    FIELD(REF, 16, "discriminator"), FIELD(REF, 17, "dataLocation"), FIELD(REF, 18, "associated"),
    FIELD(REF, 19, "allocated"), FIELD(BOUND, 20, "rank"), FIELD(REF, 21, "annotations"),
    FIELD(REF, 23, "specification"), USUAL(ENUM_KIND, 24, "enumKind", MINUS_ONE),
    FIELD(REF, 25, "bitStride"), END,
};
static const struct bl_field_row subrange_type[] = {
    FIELD(STRING, 1, "name"), FIELD(REF, 4, "scope"), FIELD(REF, 2, "file"),
    FIELD(UNSIGNED, 3, "line"), HOW(SIZE_2, UNSIGNED, 5, "size"), FIELD(UNSIGNED, 6, "align"),
    FIELD(FLAGS, 7, "flags"), SHOWN(REF, 8, "baseType"), FIELD(REF, 9, "lowerBound"),
    FIELD(REF, 10, "upperBound"), FIELD(REF, 11, "stride"), FIELD(REF, 12, "bias"), END,
};
static const struct bl_field_row subroutine_type[] = {
    FIELD(FLAGS, 1, "flags"), FIELD(CONVENTION, 3, "cc"), SHOWN(REF, 2, "types"), END,
};
static const struct bl_field_row compile_unit[] = {
    SHOWN_HOW(UNVERSIONED, LANGUAGE, 1, "language"),
    SHOWN_HOW(VERSIONED, LANGUAGE_NAME, 1, "sourceLanguageName"),
    FIELD(UNSIGNED, 22, "sourceLanguageVersion"), SHOWN(REF, 2, "file"),
    FIELD(STRING, 3, "producer"), SHOWN(BOOL, 4, "isOptimized"), FIELD(STRING, 5, "flags"),
    SHOWN(UNSIGNED, 6, "runtimeVersion"), FIELD(STRING, 7, "splitDebugFilename"),
    SHOWN(EMISSION, 8, "emissionKind"), FIELD(REF, 9, "enums"), FIELD(REF, 10, "retainedTypes"),
    FIELD(REF, 11, "subprograms"), FIELD(REF, 12, "globals"), FIELD(REF, 13, "imports"),
    FIELD(REF, 15, "macros"), FIELD(UNSIGNED, 14, "dwoId"),
    TRUE_BY_DEFAULT(16, "splitDebugInlining"), FIELD(BOOL, 17, "debugInfoForProfiling"),
    FIELD(NAME_TABLE, 18, "nameTableKind"), FIELD(BOOL, 19, "rangesBaseAddress"),
    FIELD(STRING, 20, "sysroot"), FIELD(STRING, 21, "sdk"), END,
};
static const struct bl_field_row subprogram[] = {
    FIELD(STRING, 2, "name"), FIELD(STRING, 3, "linkageName"), SHOWN(REF, 1, "scope"),
    FIELD(REF, 4, "file"), FIELD(UNSIGNED, 5, "line"), FIELD(REF, 6, "type"),
    FIELD(UNSIGNED, 7, "scopeLine"), FIELD(REF, 8, "containingType"),
    {NAME("virtualIndex"), BL_FIELD_UNSIGNED, 10, IF_VIRTUAL, PLAIN, 0, 0, 0}, FIELD(SIGNED, 16, "thisAdjustment"),
    FIELD(FLAGS, 11, "flags"), SHOWN(SUBPROGRAM_FLAGS, 9, "spFlags"), FIELD(REF, 12, "unit"),
    FIELD(REF, 13, "templateParams"), FIELD(REF, 14, "declaration"),
    FIELD(REF, 15, "retainedNodes"), FIELD(REF, 17, "thrownTypes"), FIELD(REF, 18, "annotations"),
    FIELD(STRING, 19, "targetFuncName"), FIELD(BOOL, 20, "keyInstructions"), END,
};
/* Before LLVM 8: single flags, and before 4.0 a function where the unit is now. */
static const struct bl_field_row subprogram_old[] = {
    FIELD(STRING, 2, "name"), FIELD(STRING, 3, "linkageName"), SHOWN(REF, 1, "scope"),
    FIELD(REF, 4, "file"), FIELD(UNSIGNED, 5, "line"), FIELD(REF, 6, "type"),
    SHOWN(BOOL, 7, "isLocal"), SHOWN(BOOL, 8, "isDefinition"), FIELD(UNSIGNED, 9, "scopeLine"),
    FIELD(REF, 10, "containingType"), FIELD(UNSIGNED, 11, "virtuality"),
    FIELD(UNSIGNED, 12, "virtualIndex"), FIELD(SIGNED, 19, "thisAdjustment"),
    FIELD(FLAGS, 13, "flags"), SHOWN(BOOL, 14, "isOptimized"), FIELD(REF, 15, "unit"),
    FIELD(REF, 16, "templateParams"), FIELD(REF, 17, "declaration"), FIELD(REF, 18, "retainedNodes"),
    FIELD(REF, 20, "thrownTypes"), END,
};
static const struct bl_field_row subprogram_oldest[] = {
    FIELD(STRING, 2, "name"), FIELD(STRING, 3, "linkageName"), SHOWN(REF, 1, "scope"),
    FIELD(REF, 4, "file"), FIELD(UNSIGNED, 5, "line"), FIELD(REF, 6, "type"),
    SHOWN(BOOL, 7, "isLocal"), SHOWN(BOOL, 8, "isDefinition"), FIELD(UNSIGNED, 9, "scopeLine"),
    FIELD(REF, 10, "containingType"), FIELD(UNSIGNED, 11, "virtuality"),
    FIELD(UNSIGNED, 12, "virtualIndex"), FIELD(FLAGS, 13, "flags"), SHOWN(BOOL, 14, "isOptimized"),
    FIELD(REF, 15, "function"), FIELD(REF, 16, "templateParams"), FIELD(REF, 17, "declaration"),
    FIELD(REF, 18, "retainedNodes"), END,
};
static const struct bl_field_row lexical_block[] = {
    SHOWN(REF, 1, "scope"), FIELD(REF, 2, "file"), FIELD(UNSIGNED, 3, "line"),
    FIELD(UNSIGNED, 4, "column"), END,
};
static const struct bl_field_row lexical_block_file[] = {
    SHOWN(REF, 1, "scope"), FIELD(REF, 2, "file"), SHOWN(UNSIGNED, 3, "discriminator"), END,
};
static const struct bl_field_row namespace[] = {
    FIELD(STRING, 2, "name"), SHOWN(REF, 1, "scope"), PART(BOOL, 0, 1, 1, "exportSymbols"), END,
};
/* Before LLVM 5. */
static const struct bl_field_row namespace_old[] = {
    FIELD(STRING, 3, "name"), SHOWN(REF, 1, "scope"), FIELD(REF, 2, "file"),
    FIELD(UNSIGNED, 4, "line"), PART(BOOL, 0, 1, 1, "exportSymbols"), END,
};
static const struct bl_field_row template_type[] = {
    FIELD(STRING, 1, "name"), SHOWN(REF, 2, "type"), FIELD(BOOL, 3, "defaulted"), END,
};
static const struct bl_field_row template_value[] = {
    USUAL(TAG, 1, "tag", 0x30), FIELD(STRING, 2, "name"), FIELD(REF, 3, "type"),
    FIELD(BOOL, 4, "defaulted"), SHOWN(REF, 5, "value"), END,
};
/* Before LLVM 11. */
static const struct bl_field_row template_value_old[] = {
    USUAL(TAG, 1, "tag", 0x30), FIELD(STRING, 2, "name"), FIELD(REF, 3, "type"),
    SHOWN(REF, 4, "value"), END,
};
static const struct bl_field_row global_variable[] = {
    FIELD(STRING, 2, "name"), FIELD(STRING, 3, "linkageName"), SHOWN(REF, 1, "scope"),
    FIELD(REF, 4, "file"), FIELD(UNSIGNED, 5, "line"), FIELD(REF, 6, "type"),
    SHOWN(BOOL, 7, "isLocal"), SHOWN(BOOL, 8, "isDefinition"), FIELD(REF, 9, "declaration"),
    FIELD(REF, 10, "templateParams"), FIELD(UNSIGNED, 11, "align"), FIELD(REF, 12, "annotations"),
    END,
};
/* Before LLVM 7: with what the variable is, a value or an expression. */
static const struct bl_field_row global_variable_old[] = {
    FIELD(STRING, 2, "name"), FIELD(STRING, 3, "linkageName"), SHOWN(REF, 1, "scope"),
    FIELD(REF, 4, "file"), FIELD(UNSIGNED, 5, "line"), FIELD(REF, 6, "type"),
    SHOWN(BOOL, 7, "isLocal"), SHOWN(BOOL, 8, "isDefinition"), FIELD(REF, 10, "declaration"),
    FIELD(REF, 9, "variable"), FIELD(UNSIGNED, 11, "align"), END,
};
static const struct bl_field_row local_variable[] = {
    FIELD(STRING, 2, "name"), FIELD(UNSIGNED, 6, "arg"), SHOWN(REF, 1, "scope"),
    FIELD(REF, 3, "file"), FIELD(UNSIGNED, 4, "line"), FIELD(REF, 5, "type"),
    FIELD(FLAGS, 7, "flags"), FIELD(UNSIGNED, 8, "align"), FIELD(REF, 9, "annotations"), END,
};
/* Before LLVM 3.8: with a tag in front. */
static const struct bl_field_row local_variable_old[] = {
    SHOWN(TAG, 1, "tag"), FIELD(STRING, 3, "name"), FIELD(UNSIGNED, 7, "arg"),
    SHOWN(REF, 2, "scope"), FIELD(REF, 4, "file"), FIELD(UNSIGNED, 5, "line"),
    FIELD(REF, 6, "type"), FIELD(FLAGS, 8, "flags"), END,
};
static const struct bl_field_row label[] = {
    SHOWN(REF, 1, "scope"), FIELD(STRING, 2, "name"), FIELD(REF, 3, "file"),
    FIELD(UNSIGNED, 4, "line"), FIELD(UNSIGNED, 5, "column"), PART(BOOL, 0, 1, 1, "isArtificial"),
    USUAL(UNSIGNED, 6, "coroSuspendIdx", MINUS_ONE), END,
};
static const struct bl_field_row expression[] = {SHOWN_HOW(REST, OPERATIONS, 1, ""), END};
static const struct bl_field_row global_variable_expression[] = {
    SHOWN(REF, 1, "var"), SHOWN(REF, 2, "expr"), END,
};
static const struct bl_field_row objc_property[] = {
    FIELD(STRING, 1, "name"), FIELD(REF, 2, "file"), FIELD(UNSIGNED, 3, "line"),
    FIELD(STRING, 4, "setter"), FIELD(STRING, 5, "getter"), FIELD(UNSIGNED, 6, "attributes"),
    FIELD(REF, 7, "type"), END,
};
static const struct bl_field_row imported_entity[] = {
    SHOWN(TAG, 1, "tag"), FIELD(STRING, 5, "name"), SHOWN(REF, 2, "scope"), FIELD(REF, 3, "entity"),
    FIELD(REF, 6, "file"), FIELD(UNSIGNED, 4, "line"), FIELD(REF, 7, "elements"), END,
};
static const struct bl_field_row module[] = {
    SHOWN(REF, 2, "scope"), FIELD(STRING, 3, "name"), FIELD(STRING, 4, "configMacros"),
    FIELD(STRING, 5, "includePath"), FIELD(STRING, 6, "apinotes"), FIELD(REF, 1, "file"),
    FIELD(UNSIGNED, 7, "line"), FIELD(BOOL, 8, "isDecl"), END,
};
/* Before LLVM 11. */
static const struct bl_field_row module_old[] = {
    SHOWN(REF, 1, "scope"), FIELD(STRING, 2, "name"), FIELD(STRING, 3, "configMacros"),
    FIELD(STRING, 4, "includePath"), FIELD(STRING, 5, "apinotes"), END,
};
static const struct bl_field_row macro[] = {
    SHOWN(MACRO, 1, "type"), FIELD(UNSIGNED, 2, "line"), FIELD(STRING, 3, "name"),
    FIELD(STRING, 4, "value"), END,
};
static const struct bl_field_row macro_file[] = {
    {NAME("type"), BL_FIELD_MACRO, 1, NEVER, PLAIN, 0, 0, 0}, FIELD(UNSIGNED, 2, "line"),
    SHOWN(REF, 3, "file"),
    FIELD(REF, 4, "nodes"), END,
};
static const struct bl_field_row common_block[] = {
    SHOWN(REF, 1, "scope"), SHOWN(REF, 2, "declaration"), FIELD(STRING, 3, "name"),
    FIELD(REF, 4, "file"), FIELD(UNSIGNED, 5, "line"), END,
};
static const struct bl_field_row generic_subrange[] = {
    FIELD(BOUND, 1, "count"), FIELD(BOUND, 2, "lowerBound"), FIELD(BOUND, 3, "upperBound"),
    FIELD(BOUND, 4, "stride"), END,
};

/* A layout fits where operand 0 has BITS of MASK, and there are MIN_OPS operands or more. */
struct layout {
    uint8_t mask, bits;
    uint8_t min_ops;
    struct bl_short_name name;
    const struct bl_field_row *rows; /* NULL: there are no more layouts */
};

#define LAYOUTS(...) (const struct layout[]){__VA_ARGS__, {0, 0, 0, NAME(""), NULL}}
#define ANY 0, 0, 0
static const struct layout *const layouts[] = {
    [BL_CODE_METADATA_VALUE] = LAYOUTS({ANY, NAME("value"), value}),
    [BL_CODE_METADATA_NODE] = LAYOUTS({ANY, NAME(""), tuple}),
    [BL_CODE_METADATA_DISTINCT_NODE] = LAYOUTS({ANY, NAME(""), tuple}),
    [BL_CODE_METADATA_LOCATION] = LAYOUTS({ANY, NAME("DILocation"), location}),
    [BL_CODE_METADATA_OLD_NODE] = LAYOUTS({ANY, NAME(""), old_tuple}),
    [BL_CODE_METADATA_OLD_FN_NODE] = LAYOUTS({ANY, NAME(""), old_tuple}),
    [BL_CODE_METADATA_GENERIC_DEBUG] = LAYOUTS({ANY, NAME("GenericDINode"), generic}),
    [BL_CODE_METADATA_SUBRANGE] = LAYOUTS(
        {6, 4, 0, NAME("DISubrange"), subrange_2},
        {6, 2, 0, NAME("DISubrange"), subrange_1},
        {ANY, NAME("DISubrange"), subrange_0}),
    [BL_CODE_METADATA_ENUMERATOR] = LAYOUTS(
        {4, 4, 0, NAME("DIEnumerator"), wide_enumerator},
        {ANY, NAME("DIEnumerator"), enumerator}),
    [BL_CODE_METADATA_BASIC_TYPE] = LAYOUTS({ANY, NAME("DIBasicType"), basic_type}),
    [BL_CODE_METADATA_FILE] = LAYOUTS({ANY, NAME("DIFile"), file}),
    [BL_CODE_METADATA_DERIVED_TYPE] = LAYOUTS({ANY, NAME("DIDerivedType"), derived_type}),
    [BL_CODE_METADATA_COMPOSITE_TYPE] = LAYOUTS({ANY, NAME("DICompositeType"), composite_type}),
    [BL_CODE_METADATA_SUBROUTINE_TYPE] = LAYOUTS({ANY, NAME("DISubroutineType"), subroutine_type}),
    [BL_CODE_METADATA_COMPILE_UNIT] = LAYOUTS({ANY, NAME("DICompileUnit"), compile_unit}),
    [BL_CODE_METADATA_SUBPROGRAM] = LAYOUTS(
        {4, 4, 0, NAME("DISubprogram"), subprogram},
        {2, 2, 0, NAME("DISubprogram"), subprogram_old},
        {ANY, NAME("DISubprogram"), subprogram_oldest}),
    [BL_CODE_METADATA_LEXICAL_BLOCK] = LAYOUTS({ANY, NAME("DILexicalBlock"), lexical_block}),
    [BL_CODE_METADATA_LEXICAL_BLOCK_FILE] = LAYOUTS(
        {ANY, NAME("DILexicalBlockFile"), lexical_block_file}),
    [BL_CODE_METADATA_NAMESPACE] = LAYOUTS(
        {0, 0, 5, NAME("DINamespace"), namespace_old},
        {ANY, NAME("DINamespace"), namespace}),
    [BL_CODE_METADATA_TEMPLATE_TYPE] = LAYOUTS({ANY, NAME("DITemplateTypeParameter"), template_type}),
    [BL_CODE_METADATA_TEMPLATE_VALUE] = LAYOUTS(
        {0, 0, 6, NAME("DITemplateValueParameter"), template_value},
        {ANY, NAME("DITemplateValueParameter"), template_value_old}),
    [BL_CODE_METADATA_GLOBAL_VAR] = LAYOUTS(
        {4, 4, 0, NAME("DIGlobalVariable"), global_variable},
        {ANY, NAME("DIGlobalVariable"), global_variable_old}),
    [BL_CODE_METADATA_LOCAL_VAR] = LAYOUTS(
        {2, 2, 0, NAME("DILocalVariable"), local_variable},
        {0, 0, 9, NAME("DILocalVariable"), local_variable_old},
        {ANY, NAME("DILocalVariable"), local_variable}),
    [BL_CODE_METADATA_EXPRESSION] = LAYOUTS({ANY, NAME("DIExpression"), expression}),
    [BL_CODE_METADATA_OBJC_PROPERTY] = LAYOUTS({ANY, NAME("DIObjCProperty"), objc_property}),
    [BL_CODE_METADATA_IMPORTED_ENTITY] = LAYOUTS({ANY, NAME("DIImportedEntity"), imported_entity}),
    [BL_CODE_METADATA_MODULE] = LAYOUTS(
        {0, 0, 9, NAME("DIModule"), module},
        {ANY, NAME("DIModule"), module_old}),
    [BL_CODE_METADATA_MACRO] = LAYOUTS({ANY, NAME("DIMacro"), macro}),
    [BL_CODE_METADATA_MACRO_FILE] = LAYOUTS({ANY, NAME("DIMacroFile"), macro_file}),
    [BL_CODE_METADATA_GLOBAL_VAR_EXPR] = LAYOUTS(
        {ANY, NAME("DIGlobalVariableExpression"), global_variable_expression}),
    [BL_CODE_METADATA_LABEL] = LAYOUTS({ANY, NAME("DILabel"), label}),
    [BL_CODE_METADATA_STRING_TYPE] = LAYOUTS(
        {0, 0, 9, NAME("DIStringType"), string_type},
        {ANY, NAME("DIStringType"), string_type_13}),
    [BL_CODE_METADATA_COMMON_BLOCK] = LAYOUTS({ANY, NAME("DICommonBlock"), common_block}),
    [BL_CODE_METADATA_GENERIC_SUBRANGE] = LAYOUTS({ANY, NAME("DIGenericSubrange"), generic_subrange}),
    [BL_CODE_METADATA_ARG_LIST] = LAYOUTS({ANY, NAME("DIArgList"), argument_list}),
    [BL_CODE_METADATA_ASSIGN_ID] = LAYOUTS({ANY, NAME("DIAssignID"), no_fields}),
    [BL_CODE_METADATA_SUBRANGE_TYPE] = LAYOUTS({ANY, NAME("DISubrangeType"), subrange_type}),
    [BL_CODE_METADATA_FIXED_POINT_TYPE] = LAYOUTS({ANY, NAME("DIFixedPointType"), fixed_point_type}),
};
/* clang-format on */

/* ---- One field ---- */

static uint64_t op_of_node(const struct bl_record *rec, uint32_t i)
{
    return i < rec->n_ops ? rec->ops[i] : 0;
}

/* A wide integer of a fixed-point type, at operand AT: its sign, which the encoding has, its
 * width and where its words are. False: it is cut short. */
static bool read_wide(const struct bl_record *rec, uint32_t at, struct bl_metadata_field *f)
{
    uint64_t head = op_of_node(rec, at);
    f->is_unsigned = op_of_node(rec, FIXED_POINT_ENCODING_AT) != SIGNED_FIXED;
    f->bits = (uint32_t)head;
    f->op = at + 1;
    f->n_ops = (uint32_t)(head >> 32);
    return at < rec->n_ops && f->n_ops <= rec->n_ops - f->op;
}

static bool is_zero(const struct bl_record *rec, const struct bl_metadata_field *f)
{
    for (uint32_t i = 0; i < f->n_ops; i++)
        if (op_of_node(rec, f->op + i) != 0)
            return false;
    return true;
}

/* The value as ROW->how says. False: the record does not have the field. */
static bool read_value(const struct bl_record *rec, const struct bl_field_row *row,
                       struct bl_metadata_field *f)
{
    static const uint64_t is_versioned = UINT64_C(1) << 63;
    uint64_t flags = op_of_node(rec, 0);
    switch ((enum how)row->how) {
    case PLAIN:
        f->is_unsigned = rec->code == BL_CODE_METADATA_ENUMERATOR && (flags & IS_UNSIGNED);
        return true;
    case SIZE_2:
    case SIZE_4:
        if (flags & (row->how == SIZE_2 ? 2 : 4))
            f->kind = BL_FIELD_SIZE;
        return true;
    case LESS_ONE: return f->value-- != 0;
    case BITS:
    case AUTHENTICATED:
        f->value = f->value >> row->bit & ((1U << row->n_bits) - 1);
        return row->how == BITS || op_of_node(rec, TAG_AT) == AUTHENTICATED_POINTER;
    case VERSIONED: return (f->value & is_versioned) && (f->value -= is_versioned, true);
    case UNVERSIONED: return !(f->value & is_versioned);
    case REST: f->n_ops = rec->n_ops - row->op; return true;
    case WIDE_AT_REST:
        f->n_ops = rec->n_ops - row->op;
        f->bits = (uint32_t)op_of_node(rec, 1);
        f->is_unsigned = flags & IS_UNSIGNED;
        return true;
    case WIDE: return read_wide(rec, row->op, f);
    case WIDE_BEHIND: return read_wide(rec, row->op, f) && read_wide(rec, f->op + f->n_ops, f);
    case WITH_CHECKSUM: return op_of_node(rec, 4) != 0;
    }
    return false;
}

static bool is_default(const struct bl_record *rec, const struct bl_field_row *row,
                       const struct bl_metadata_field *f)
{
    switch ((enum show)row->show) {
    case ALWAYS: return false;
    case NEVER: return true;
    case UNLESS_ONE: return f->value == 1;
    /* Minus one is written in 32 bits or in 64. */
    case UNLESS_USUAL:
        return f->value == row->usual ||
               (row->usual == MINUS_ONE && (uint32_t)f->value == UINT32_MAX);
    case UNLESS_EMPTY: return f->n_ops == 0;
    case IF_VIRTUAL: return f->value == 0 && !(op_of_node(rec, SUBPROGRAM_FLAGS_AT) & IS_VIRTUAL);
    default: return row->kind == BL_FIELD_WIDE ? is_zero(rec, f) : f->value == 0;
    }
}

/* The whole operand. */
static inline struct bl_metadata_field field_of(const struct bl_record *rec,
                                                const struct bl_field_row *row)
{
    return (struct bl_metadata_field){
        .name = row->name.size ? row->name.text : NULL,
        .kind = row->kind,
        .op = row->op,
        .n_ops = 1,
        .value = op_of_node(rec, row->op),
    };
}

/* The field of ROW. False: the record does not have it, or only what is SHOWN is wanted. */
static bool read_field(const struct bl_record *rec, const struct bl_field_row *row, bool only_shown,
                       struct bl_metadata_field *f)
{
    if (row->op >= rec->n_ops && row->how != REST)
        return false;
    *f = field_of(rec, row);
    if (row->op > rec->n_ops || !read_value(rec, row, f))
        return false;
    f->is_default = is_default(rec, row, f);
    return !(only_shown && f->is_default);
}

/* ---- A node ---- */

static const struct layout *find_layout(const struct bl_record *rec)
{
    const struct layout *l =
        rec->code < sizeof layouts / sizeof(void *) ? layouts[rec->code] : NULL;
    for (; l && l->rows; l++)
        if ((op_of_node(rec, 0) & l->mask) == l->bits && rec->n_ops >= l->min_ops)
            return l;
    return NULL;
}

/* Nodes whose operand 0 is an operand like the others. */
static bool has_flags(uint32_t code)
{
    return code != BL_CODE_METADATA_VALUE && code != BL_CODE_METADATA_NODE &&
           code != BL_CODE_METADATA_DISTINCT_NODE && code != BL_CODE_METADATA_OLD_NODE &&
           code != BL_CODE_METADATA_OLD_FN_NODE && code != BL_CODE_METADATA_ARG_LIST;
}

static bool is_end(const struct bl_field_row *row)
{
    return row->name.size == 0 && row->how != REST;
}

const struct bl_short_name *bl_shown_fields_begin(struct bl_shown_fields *fields,
                                                  const struct bl_record *rec)
{
    const struct layout *layout = find_layout(rec);
    if (!layout)
        return NULL;
    *fields = (struct bl_shown_fields){
        .rec = rec,
        .next = layout->rows,
        .is_distinct = rec->code == BL_CODE_METADATA_DISTINCT_NODE ||
                       (has_flags(rec->code) && (op_of_node(rec, 0) & 1)),
    };
    return &layout->name;
}

const struct bl_short_name *bl_shown_fields_next(struct bl_shown_fields *fields,
                                                 struct bl_metadata_field *f)
{
    const struct bl_record *rec = fields->rec;
    for (const struct bl_field_row *row = fields->next; !is_end(row); row++) {
        bool is_usual = row->how == PLAIN && row->show == UNLESS_ZERO;
        if (is_usual && op_of_node(rec, row->op) == 0)
            continue;
        if (is_usual && rec->code != BL_CODE_METADATA_ENUMERATOR)
            *f = field_of(rec, row); /* there is no more to it */
        else if (!read_field(rec, row, true, f))
            continue;
        fields->next = row + 1;
        return &row->name;
    }
    return NULL;
}

void bl_metadata_fields(const struct bl_record *rec, struct bl_metadata_node *node)
{
    struct bl_shown_fields fields;
    const struct bl_short_name *name = bl_shown_fields_begin(&fields, rec);
    node->name = name ? name->text : NULL;
    node->is_distinct = name && fields.is_distinct;
    node->n_fields = 0;
    for (; name && !is_end(fields.next); fields.next++)
        node->n_fields += read_field(rec, fields.next, false, &node->fields[node->n_fields]);
}
