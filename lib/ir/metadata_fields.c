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
    uint8_t name; /* bl_di_field */
    uint8_t kind; /* bl_field_kind */
    uint8_t op;
    uint8_t show;
    uint8_t how;
    uint8_t bit, n_bits; /* BITS, AUTHENTICATED */
    uint16_t usual;
};

/* clang-format off */
#define FIELD(kind, op, name)        {BL_DI_##name, BL_FIELD_##kind, op, UNLESS_ZERO, PLAIN, 0, 0, 0}
#define SHOWN(kind, op, name)        {BL_DI_##name, BL_FIELD_##kind, op, ALWAYS, PLAIN, 0, 0, 0}
#define USUAL(kind, op, name, usual) {BL_DI_##name, BL_FIELD_##kind, op, UNLESS_USUAL, PLAIN, 0, 0, usual}
#define TRUE_BY_DEFAULT(op, name)    {BL_DI_##name, BL_FIELD_BOOL, op, UNLESS_ONE, PLAIN, 0, 0, 0}
#define HOW(how, kind, op, name)     {BL_DI_##name, BL_FIELD_##kind, op, UNLESS_ZERO, how, 0, 0, 0}
#define SHOWN_HOW(how, kind, op, name) {BL_DI_##name, BL_FIELD_##kind, op, ALWAYS, how, 0, 0, 0}
#define PART(kind, op, bit, n_bits, name) {BL_DI_##name, BL_FIELD_##kind, op, UNLESS_ZERO, BITS, bit, n_bits, 0}
#define OF_POINTER(show, kind, bit, n_bits, name) {BL_DI_##name, BL_FIELD_##kind, 14, show, AUTHENTICATED, bit, n_bits, 0}
#define END {BL_DI_ITEMS, 0, 0, 0, 0, 0, 0, 0}

static const struct bl_field_row tuple[] = {SHOWN_HOW(REST, REFS, 0, ITEMS), END};
static const struct bl_field_row old_tuple[] = {SHOWN_HOW(REST, TYPED, 0, ITEMS), END};
static const struct bl_field_row value[] = {SHOWN(TYPE, 0, TYPE), SHOWN(VALUE, 1, VALUE), END};
static const struct bl_field_row argument_list[] = {SHOWN_HOW(REST, NUMBERS, 0, ITEMS), END};
static const struct bl_field_row no_fields[] = {END};

static const struct bl_field_row location[] = {
    SHOWN(UNSIGNED, 1, LINE), FIELD(UNSIGNED, 2, COLUMN), SHOWN(NUMBER, 3, SCOPE),
    FIELD(REF, 4, INLINED_AT), FIELD(BOOL, 5, IS_IMPLICIT_CODE), FIELD(UNSIGNED, 6, ATOM_GROUP),
    FIELD(UNSIGNED, 7, ATOM_RANK), END,
};
static const struct bl_field_row generic[] = {
    SHOWN(TAG, 1, TAG), FIELD(STRING, 3, HEADER),
    {BL_DI_OPERANDS, BL_FIELD_REFS, 4, UNLESS_EMPTY, REST, 0, 0, 0}, END,
};
static const struct bl_field_row subrange_0[] = {
    SHOWN(SIGNED, 1, COUNT), SHOWN(SIGNED_VBR, 2, LOWER_BOUND), END,
};
static const struct bl_field_row subrange_1[] = {
    FIELD(BOUND, 1, COUNT), SHOWN(SIGNED_VBR, 2, LOWER_BOUND), END,
};
static const struct bl_field_row subrange_2[] = {
    FIELD(BOUND, 1, COUNT), FIELD(BOUND, 2, LOWER_BOUND), FIELD(BOUND, 3, UPPER_BOUND),
    FIELD(BOUND, 4, STRIDE), END,
};
static const struct bl_field_row enumerator[] = {
    SHOWN(STRING, 2, NAME), SHOWN(SIGNED_VBR, 1, VALUE), PART(BOOL, 0, 1, 1, IS_UNSIGNED), END,
};
static const struct bl_field_row wide_enumerator[] = {
    SHOWN(STRING, 2, NAME), SHOWN_HOW(WIDE_AT_REST, WIDE, 3, VALUE),
    PART(BOOL, 0, 1, 1, IS_UNSIGNED), END,
};
static const struct bl_field_row basic_type[] = {
    USUAL(TAG, 1, TAG, 0x24), FIELD(STRING, 2, NAME), HOW(SIZE_2, UNSIGNED, 3, SIZE),
    FIELD(UNSIGNED, 4, ALIGN), FIELD(UNSIGNED, 8, DATA_SIZE), FIELD(ENCODING, 5, ENCODING),
    FIELD(UNSIGNED, 7, NUM_EXTRA_INHABITANTS), FIELD(FLAGS, 6, FLAGS), END,
};
static const struct bl_field_row fixed_point_type[] = {
    USUAL(TAG, 1, TAG, 0x24), FIELD(STRING, 2, NAME), HOW(SIZE_2, UNSIGNED, 3, SIZE),
    FIELD(UNSIGNED, 4, ALIGN), FIELD(ENCODING, 5, ENCODING), FIELD(FLAGS, 6, FLAGS),
    SHOWN(FIXED_POINT, 7, KIND), FIELD(SIGNED, 8, FACTOR),
    HOW(WIDE, WIDE, 9, NUMERATOR), HOW(WIDE_BEHIND, WIDE, 9, DENOMINATOR), END,
};
static const struct bl_field_row string_type[] = {
    USUAL(TAG, 1, TAG, 0x12), FIELD(STRING, 2, NAME), FIELD(REF, 3, STRING_LENGTH),
    FIELD(REF, 4, STRING_LENGTH_EXPRESSION), FIELD(REF, 5, STRING_LOCATION_EXPRESSION),
    HOW(SIZE_2, UNSIGNED, 6, SIZE), FIELD(UNSIGNED, 7, ALIGN), FIELD(ENCODING, 8, ENCODING),
    END,
};
static const struct bl_field_row string_type_13[] = {
    USUAL(TAG, 1, TAG, 0x12), FIELD(STRING, 2, NAME), FIELD(REF, 3, STRING_LENGTH),
    FIELD(REF, 4, STRING_LENGTH_EXPRESSION), FIELD(UNSIGNED, 5, SIZE),
    FIELD(UNSIGNED, 6, ALIGN), FIELD(ENCODING, 7, ENCODING), END,
};
static const struct bl_field_row file[] = {
    SHOWN(STRING, 1, FILENAME), SHOWN(STRING, 2, DIRECTORY),
    HOW(WITH_CHECKSUM, CHECKSUM, 3, CHECKSUMKIND), HOW(WITH_CHECKSUM, STRING, 4, CHECKSUM),
    FIELD(STRING, 5, SOURCE), END,
};
static const struct bl_field_row derived_type[] = {
    SHOWN(TAG, 1, TAG), FIELD(STRING, 2, NAME), FIELD(REF, 5, SCOPE), FIELD(REF, 3, FILE),
    FIELD(UNSIGNED, 4, LINE), SHOWN(REF, 6, BASE_TYPE), HOW(SIZE_2, UNSIGNED, 7, SIZE),
    FIELD(UNSIGNED, 8, ALIGN), HOW(SIZE_2, UNSIGNED, 9, OFFSET), FIELD(FLAGS, 10, FLAGS),
    FIELD(REF, 11, EXTRA_DATA), SHOWN_HOW(LESS_ONE, UNSIGNED, 12, DWARF_ADDRESS_SPACE),
    FIELD(REF, 13, ANNOTATIONS), OF_POINTER(UNLESS_ZERO, UNSIGNED, 0, 4, PTR_AUTH_KEY),
    OF_POINTER(ALWAYS, BOOL, 4, 1, PTR_AUTH_IS_ADDRESS_DISCRIMINATED),
    OF_POINTER(UNLESS_ZERO, UNSIGNED, 5, 16, PTR_AUTH_EXTRA_DISCRIMINATOR),
    OF_POINTER(ALWAYS, BOOL, 21, 1, PTR_AUTH_ISA_POINTER),
    OF_POINTER(ALWAYS, BOOL, 22, 1, PTR_AUTH_AUTHENTICATES_NULL_VALUES), END,
};
static const struct bl_field_row composite_type[] = {
    SHOWN(TAG, 1, TAG), FIELD(STRING, 2, NAME), FIELD(REF, 5, SCOPE), FIELD(REF, 3, FILE),
    FIELD(UNSIGNED, 4, LINE), FIELD(REF, 6, BASE_TYPE), HOW(SIZE_4, UNSIGNED, 7, SIZE),
    FIELD(UNSIGNED, 8, ALIGN), HOW(SIZE_4, UNSIGNED, 9, OFFSET),
    FIELD(UNSIGNED, 22, NUM_EXTRA_INHABITANTS), FIELD(FLAGS, 10, FLAGS),
    FIELD(REF, 11, ELEMENTS), FIELD(LANGUAGE, 12, RUNTIME_LANG), FIELD(REF, 13, VTABLE_HOLDER),
    FIELD(REF, 14, TEMPLATE_PARAMS), FIELD(STRING, 15, IDENTIFIER),
    FIELD(REF, 16, DISCRIMINATOR), FIELD(REF, 17, DATA_LOCATION), FIELD(REF, 18, ASSOCIATED),
    FIELD(REF, 19, ALLOCATED), FIELD(BOUND, 20, RANK), FIELD(REF, 21, ANNOTATIONS),
    FIELD(REF, 23, SPECIFICATION), USUAL(ENUM_KIND, 24, ENUM_KIND, MINUS_ONE),
    FIELD(REF, 25, BIT_STRIDE), END,
};
static const struct bl_field_row subrange_type[] = {
    FIELD(STRING, 1, NAME), FIELD(REF, 4, SCOPE), FIELD(REF, 2, FILE),
    FIELD(UNSIGNED, 3, LINE), HOW(SIZE_2, UNSIGNED, 5, SIZE), FIELD(UNSIGNED, 6, ALIGN),
    FIELD(FLAGS, 7, FLAGS), SHOWN(REF, 8, BASE_TYPE), FIELD(REF, 9, LOWER_BOUND),
    FIELD(REF, 10, UPPER_BOUND), FIELD(REF, 11, STRIDE), FIELD(REF, 12, BIAS), END,
};
static const struct bl_field_row subroutine_type[] = {
    FIELD(FLAGS, 1, FLAGS), FIELD(CONVENTION, 3, CC), SHOWN(REF, 2, TYPES), END,
};
static const struct bl_field_row compile_unit[] = {
    SHOWN_HOW(UNVERSIONED, LANGUAGE, 1, LANGUAGE),
    SHOWN_HOW(VERSIONED, LANGUAGE_NAME, 1, SOURCE_LANGUAGE_NAME),
    FIELD(UNSIGNED, 22, SOURCE_LANGUAGE_VERSION), SHOWN(REF, 2, FILE),
    FIELD(STRING, 3, PRODUCER), SHOWN(BOOL, 4, IS_OPTIMIZED), FIELD(STRING, 5, FLAGS),
    SHOWN(UNSIGNED, 6, RUNTIME_VERSION), FIELD(STRING, 7, SPLIT_DEBUG_FILENAME),
    SHOWN(EMISSION, 8, EMISSION_KIND), FIELD(REF, 9, ENUMS), FIELD(REF, 10, RETAINED_TYPES),
    FIELD(REF, 11, SUBPROGRAMS), FIELD(REF, 12, GLOBALS), FIELD(REF, 13, IMPORTS),
    FIELD(REF, 15, MACROS), FIELD(UNSIGNED, 14, DWO_ID),
    TRUE_BY_DEFAULT(16, SPLIT_DEBUG_INLINING), FIELD(BOOL, 17, DEBUG_INFO_FOR_PROFILING),
    FIELD(NAME_TABLE, 18, NAME_TABLE_KIND), FIELD(BOOL, 19, RANGES_BASE_ADDRESS),
    FIELD(STRING, 20, SYSROOT), FIELD(STRING, 21, SDK), END,
};
static const struct bl_field_row subprogram[] = {
    FIELD(STRING, 2, NAME), FIELD(STRING, 3, LINKAGE_NAME), SHOWN(REF, 1, SCOPE),
    FIELD(REF, 4, FILE), FIELD(UNSIGNED, 5, LINE), FIELD(REF, 6, TYPE),
    FIELD(UNSIGNED, 7, SCOPE_LINE), FIELD(REF, 8, CONTAINING_TYPE),
    {BL_DI_VIRTUAL_INDEX, BL_FIELD_UNSIGNED, 10, IF_VIRTUAL, PLAIN, 0, 0, 0}, FIELD(SIGNED, 16, THIS_ADJUSTMENT),
    FIELD(FLAGS, 11, FLAGS), SHOWN(SUBPROGRAM_FLAGS, 9, SP_FLAGS), FIELD(REF, 12, UNIT),
    FIELD(REF, 13, TEMPLATE_PARAMS), FIELD(REF, 14, DECLARATION),
    FIELD(REF, 15, RETAINED_NODES), FIELD(REF, 17, THROWN_TYPES), FIELD(REF, 18, ANNOTATIONS),
    FIELD(STRING, 19, TARGET_FUNC_NAME), FIELD(BOOL, 20, KEY_INSTRUCTIONS), END,
};
/* Before LLVM 8: single flags, and before 4.0 a function where the unit is now. */
static const struct bl_field_row subprogram_old[] = {
    FIELD(STRING, 2, NAME), FIELD(STRING, 3, LINKAGE_NAME), SHOWN(REF, 1, SCOPE),
    FIELD(REF, 4, FILE), FIELD(UNSIGNED, 5, LINE), FIELD(REF, 6, TYPE),
    SHOWN(BOOL, 7, IS_LOCAL), SHOWN(BOOL, 8, IS_DEFINITION), FIELD(UNSIGNED, 9, SCOPE_LINE),
    FIELD(REF, 10, CONTAINING_TYPE), FIELD(UNSIGNED, 11, VIRTUALITY),
    FIELD(UNSIGNED, 12, VIRTUAL_INDEX), FIELD(SIGNED, 19, THIS_ADJUSTMENT),
    FIELD(FLAGS, 13, FLAGS), SHOWN(BOOL, 14, IS_OPTIMIZED), FIELD(REF, 15, UNIT),
    FIELD(REF, 16, TEMPLATE_PARAMS), FIELD(REF, 17, DECLARATION), FIELD(REF, 18, RETAINED_NODES),
    FIELD(REF, 20, THROWN_TYPES), END,
};
static const struct bl_field_row subprogram_oldest[] = {
    FIELD(STRING, 2, NAME), FIELD(STRING, 3, LINKAGE_NAME), SHOWN(REF, 1, SCOPE),
    FIELD(REF, 4, FILE), FIELD(UNSIGNED, 5, LINE), FIELD(REF, 6, TYPE),
    SHOWN(BOOL, 7, IS_LOCAL), SHOWN(BOOL, 8, IS_DEFINITION), FIELD(UNSIGNED, 9, SCOPE_LINE),
    FIELD(REF, 10, CONTAINING_TYPE), FIELD(UNSIGNED, 11, VIRTUALITY),
    FIELD(UNSIGNED, 12, VIRTUAL_INDEX), FIELD(FLAGS, 13, FLAGS), SHOWN(BOOL, 14, IS_OPTIMIZED),
    FIELD(REF, 15, FUNCTION), FIELD(REF, 16, TEMPLATE_PARAMS), FIELD(REF, 17, DECLARATION),
    FIELD(REF, 18, RETAINED_NODES), END,
};
static const struct bl_field_row lexical_block[] = {
    SHOWN(REF, 1, SCOPE), FIELD(REF, 2, FILE), FIELD(UNSIGNED, 3, LINE),
    FIELD(UNSIGNED, 4, COLUMN), END,
};
static const struct bl_field_row lexical_block_file[] = {
    SHOWN(REF, 1, SCOPE), FIELD(REF, 2, FILE), SHOWN(UNSIGNED, 3, DISCRIMINATOR), END,
};
static const struct bl_field_row namespace[] = {
    FIELD(STRING, 2, NAME), SHOWN(REF, 1, SCOPE), PART(BOOL, 0, 1, 1, EXPORT_SYMBOLS), END,
};
/* Before LLVM 5. */
static const struct bl_field_row namespace_old[] = {
    FIELD(STRING, 3, NAME), SHOWN(REF, 1, SCOPE), FIELD(REF, 2, FILE),
    FIELD(UNSIGNED, 4, LINE), PART(BOOL, 0, 1, 1, EXPORT_SYMBOLS), END,
};
static const struct bl_field_row template_type[] = {
    FIELD(STRING, 1, NAME), SHOWN(REF, 2, TYPE), FIELD(BOOL, 3, DEFAULTED), END,
};
static const struct bl_field_row template_value[] = {
    USUAL(TAG, 1, TAG, 0x30), FIELD(STRING, 2, NAME), FIELD(REF, 3, TYPE),
    FIELD(BOOL, 4, DEFAULTED), SHOWN(REF, 5, VALUE), END,
};
/* Before LLVM 11. */
static const struct bl_field_row template_value_old[] = {
    USUAL(TAG, 1, TAG, 0x30), FIELD(STRING, 2, NAME), FIELD(REF, 3, TYPE),
    SHOWN(REF, 4, VALUE), END,
};
static const struct bl_field_row global_variable[] = {
    FIELD(STRING, 2, NAME), FIELD(STRING, 3, LINKAGE_NAME), SHOWN(REF, 1, SCOPE),
    FIELD(REF, 4, FILE), FIELD(UNSIGNED, 5, LINE), FIELD(REF, 6, TYPE),
    SHOWN(BOOL, 7, IS_LOCAL), SHOWN(BOOL, 8, IS_DEFINITION), FIELD(REF, 9, DECLARATION),
    FIELD(REF, 10, TEMPLATE_PARAMS), FIELD(UNSIGNED, 11, ALIGN), FIELD(REF, 12, ANNOTATIONS),
    END,
};
/* Before LLVM 7: with what the variable is, a value or an expression. */
static const struct bl_field_row global_variable_old[] = {
    FIELD(STRING, 2, NAME), FIELD(STRING, 3, LINKAGE_NAME), SHOWN(REF, 1, SCOPE),
    FIELD(REF, 4, FILE), FIELD(UNSIGNED, 5, LINE), FIELD(REF, 6, TYPE),
    SHOWN(BOOL, 7, IS_LOCAL), SHOWN(BOOL, 8, IS_DEFINITION), FIELD(REF, 10, DECLARATION),
    FIELD(REF, 9, VARIABLE), FIELD(UNSIGNED, 11, ALIGN), END,
};
static const struct bl_field_row local_variable[] = {
    FIELD(STRING, 2, NAME), FIELD(UNSIGNED, 6, ARG), SHOWN(REF, 1, SCOPE),
    FIELD(REF, 3, FILE), FIELD(UNSIGNED, 4, LINE), FIELD(REF, 5, TYPE),
    FIELD(FLAGS, 7, FLAGS), FIELD(UNSIGNED, 8, ALIGN), FIELD(REF, 9, ANNOTATIONS), END,
};
/* Before LLVM 3.8: with a tag in front. */
static const struct bl_field_row local_variable_old[] = {
    SHOWN(TAG, 1, TAG), FIELD(STRING, 3, NAME), FIELD(UNSIGNED, 7, ARG),
    SHOWN(REF, 2, SCOPE), FIELD(REF, 4, FILE), FIELD(UNSIGNED, 5, LINE),
    FIELD(REF, 6, TYPE), FIELD(FLAGS, 8, FLAGS), END,
};
static const struct bl_field_row label[] = {
    SHOWN(REF, 1, SCOPE), FIELD(STRING, 2, NAME), FIELD(REF, 3, FILE),
    FIELD(UNSIGNED, 4, LINE), FIELD(UNSIGNED, 5, COLUMN), PART(BOOL, 0, 1, 1, IS_ARTIFICIAL),
    USUAL(UNSIGNED, 6, CORO_SUSPEND_IDX, MINUS_ONE), END,
};
static const struct bl_field_row expression[] = {SHOWN_HOW(REST, OPERATIONS, 1, ITEMS), END};
static const struct bl_field_row global_variable_expression[] = {
    SHOWN(REF, 1, VAR), SHOWN(REF, 2, EXPR), END,
};
static const struct bl_field_row objc_property[] = {
    FIELD(STRING, 1, NAME), FIELD(REF, 2, FILE), FIELD(UNSIGNED, 3, LINE),
    FIELD(STRING, 4, SETTER), FIELD(STRING, 5, GETTER), FIELD(UNSIGNED, 6, ATTRIBUTES),
    FIELD(REF, 7, TYPE), END,
};
static const struct bl_field_row imported_entity[] = {
    SHOWN(TAG, 1, TAG), FIELD(STRING, 5, NAME), SHOWN(REF, 2, SCOPE), FIELD(REF, 3, ENTITY),
    FIELD(REF, 6, FILE), FIELD(UNSIGNED, 4, LINE), FIELD(REF, 7, ELEMENTS), END,
};
static const struct bl_field_row module[] = {
    SHOWN(REF, 2, SCOPE), FIELD(STRING, 3, NAME), FIELD(STRING, 4, CONFIG_MACROS),
    FIELD(STRING, 5, INCLUDE_PATH), FIELD(STRING, 6, APINOTES), FIELD(REF, 1, FILE),
    FIELD(UNSIGNED, 7, LINE), FIELD(BOOL, 8, IS_DECL), END,
};
/* Before LLVM 11. */
static const struct bl_field_row module_old[] = {
    SHOWN(REF, 1, SCOPE), FIELD(STRING, 2, NAME), FIELD(STRING, 3, CONFIG_MACROS),
    FIELD(STRING, 4, INCLUDE_PATH), FIELD(STRING, 5, APINOTES), END,
};
static const struct bl_field_row macro[] = {
    SHOWN(MACRO, 1, TYPE), FIELD(UNSIGNED, 2, LINE), FIELD(STRING, 3, NAME),
    FIELD(STRING, 4, VALUE), END,
};
static const struct bl_field_row macro_file[] = {
    {BL_DI_TYPE, BL_FIELD_MACRO, 1, NEVER, PLAIN, 0, 0, 0}, FIELD(UNSIGNED, 2, LINE),
    SHOWN(REF, 3, FILE),
    FIELD(REF, 4, NODES), END,
};
static const struct bl_field_row common_block[] = {
    SHOWN(REF, 1, SCOPE), SHOWN(REF, 2, DECLARATION), FIELD(STRING, 3, NAME),
    FIELD(REF, 4, FILE), FIELD(UNSIGNED, 5, LINE), END,
};
static const struct bl_field_row generic_subrange[] = {
    FIELD(BOUND, 1, COUNT), FIELD(BOUND, 2, LOWER_BOUND), FIELD(BOUND, 3, UPPER_BOUND),
    FIELD(BOUND, 4, STRIDE), END,
};

/* A layout fits where operand 0 has BITS of MASK, and there are MIN_OPS operands or more. */
struct layout {
    uint8_t mask, bits;
    uint8_t min_ops;
    struct bl_short_name name;
    const struct bl_field_row *rows; /* NULL: there are no more layouts */
};

#define LAYOUTS(...) (const struct layout[]){__VA_ARGS__, {0, 0, 0, BL_SHORT_NAME(""), NULL}}
#define ANY 0, 0, 0
static const struct layout *const layouts[] = {
    [BL_CODE_METADATA_VALUE] = LAYOUTS({ANY, BL_SHORT_NAME("value"), value}),
    [BL_CODE_METADATA_NODE] = LAYOUTS({ANY, BL_SHORT_NAME(""), tuple}),
    [BL_CODE_METADATA_DISTINCT_NODE] = LAYOUTS({ANY, BL_SHORT_NAME(""), tuple}),
    [BL_CODE_METADATA_LOCATION] = LAYOUTS({ANY, BL_SHORT_NAME("DILocation"), location}),
    [BL_CODE_METADATA_OLD_NODE] = LAYOUTS({ANY, BL_SHORT_NAME(""), old_tuple}),
    [BL_CODE_METADATA_OLD_FN_NODE] = LAYOUTS({ANY, BL_SHORT_NAME(""), old_tuple}),
    [BL_CODE_METADATA_GENERIC_DEBUG] = LAYOUTS({ANY, BL_SHORT_NAME("GenericDINode"), generic}),
    [BL_CODE_METADATA_SUBRANGE] = LAYOUTS(
        {6, 4, 0, BL_SHORT_NAME("DISubrange"), subrange_2},
        {6, 2, 0, BL_SHORT_NAME("DISubrange"), subrange_1},
        {ANY, BL_SHORT_NAME("DISubrange"), subrange_0}),
    [BL_CODE_METADATA_ENUMERATOR] = LAYOUTS(
        {4, 4, 0, BL_SHORT_NAME("DIEnumerator"), wide_enumerator},
        {ANY, BL_SHORT_NAME("DIEnumerator"), enumerator}),
    [BL_CODE_METADATA_BASIC_TYPE] = LAYOUTS({ANY, BL_SHORT_NAME("DIBasicType"), basic_type}),
    [BL_CODE_METADATA_FILE] = LAYOUTS({ANY, BL_SHORT_NAME("DIFile"), file}),
    [BL_CODE_METADATA_DERIVED_TYPE] = LAYOUTS({ANY, BL_SHORT_NAME("DIDerivedType"), derived_type}),
    [BL_CODE_METADATA_COMPOSITE_TYPE] = LAYOUTS({ANY, BL_SHORT_NAME("DICompositeType"), composite_type}),
    [BL_CODE_METADATA_SUBROUTINE_TYPE] = LAYOUTS({ANY, BL_SHORT_NAME("DISubroutineType"), subroutine_type}),
    [BL_CODE_METADATA_COMPILE_UNIT] = LAYOUTS({ANY, BL_SHORT_NAME("DICompileUnit"), compile_unit}),
    [BL_CODE_METADATA_SUBPROGRAM] = LAYOUTS(
        {4, 4, 0, BL_SHORT_NAME("DISubprogram"), subprogram},
        {2, 2, 0, BL_SHORT_NAME("DISubprogram"), subprogram_old},
        {ANY, BL_SHORT_NAME("DISubprogram"), subprogram_oldest}),
    [BL_CODE_METADATA_LEXICAL_BLOCK] = LAYOUTS({ANY, BL_SHORT_NAME("DILexicalBlock"), lexical_block}),
    [BL_CODE_METADATA_LEXICAL_BLOCK_FILE] = LAYOUTS(
        {ANY, BL_SHORT_NAME("DILexicalBlockFile"), lexical_block_file}),
    [BL_CODE_METADATA_NAMESPACE] = LAYOUTS(
        {0, 0, 5, BL_SHORT_NAME("DINamespace"), namespace_old},
        {ANY, BL_SHORT_NAME("DINamespace"), namespace}),
    [BL_CODE_METADATA_TEMPLATE_TYPE] = LAYOUTS({ANY, BL_SHORT_NAME("DITemplateTypeParameter"), template_type}),
    [BL_CODE_METADATA_TEMPLATE_VALUE] = LAYOUTS(
        {0, 0, 6, BL_SHORT_NAME("DITemplateValueParameter"), template_value},
        {ANY, BL_SHORT_NAME("DITemplateValueParameter"), template_value_old}),
    [BL_CODE_METADATA_GLOBAL_VAR] = LAYOUTS(
        {4, 4, 0, BL_SHORT_NAME("DIGlobalVariable"), global_variable},
        {ANY, BL_SHORT_NAME("DIGlobalVariable"), global_variable_old}),
    [BL_CODE_METADATA_LOCAL_VAR] = LAYOUTS(
        {2, 2, 0, BL_SHORT_NAME("DILocalVariable"), local_variable},
        {0, 0, 9, BL_SHORT_NAME("DILocalVariable"), local_variable_old},
        {ANY, BL_SHORT_NAME("DILocalVariable"), local_variable}),
    [BL_CODE_METADATA_EXPRESSION] = LAYOUTS({ANY, BL_SHORT_NAME("DIExpression"), expression}),
    [BL_CODE_METADATA_OBJC_PROPERTY] = LAYOUTS({ANY, BL_SHORT_NAME("DIObjCProperty"), objc_property}),
    [BL_CODE_METADATA_IMPORTED_ENTITY] = LAYOUTS({ANY, BL_SHORT_NAME("DIImportedEntity"), imported_entity}),
    [BL_CODE_METADATA_MODULE] = LAYOUTS(
        {0, 0, 9, BL_SHORT_NAME("DIModule"), module},
        {ANY, BL_SHORT_NAME("DIModule"), module_old}),
    [BL_CODE_METADATA_MACRO] = LAYOUTS({ANY, BL_SHORT_NAME("DIMacro"), macro}),
    [BL_CODE_METADATA_MACRO_FILE] = LAYOUTS({ANY, BL_SHORT_NAME("DIMacroFile"), macro_file}),
    [BL_CODE_METADATA_GLOBAL_VAR_EXPR] = LAYOUTS(
        {ANY, BL_SHORT_NAME("DIGlobalVariableExpression"), global_variable_expression}),
    [BL_CODE_METADATA_LABEL] = LAYOUTS({ANY, BL_SHORT_NAME("DILabel"), label}),
    [BL_CODE_METADATA_STRING_TYPE] = LAYOUTS(
        {0, 0, 9, BL_SHORT_NAME("DIStringType"), string_type},
        {ANY, BL_SHORT_NAME("DIStringType"), string_type_13}),
    [BL_CODE_METADATA_COMMON_BLOCK] = LAYOUTS({ANY, BL_SHORT_NAME("DICommonBlock"), common_block}),
    [BL_CODE_METADATA_GENERIC_SUBRANGE] = LAYOUTS({ANY, BL_SHORT_NAME("DIGenericSubrange"), generic_subrange}),
    [BL_CODE_METADATA_ARG_LIST] = LAYOUTS({ANY, BL_SHORT_NAME("DIArgList"), argument_list}),
    [BL_CODE_METADATA_ASSIGN_ID] = LAYOUTS({ANY, BL_SHORT_NAME("DIAssignID"), no_fields}),
    [BL_CODE_METADATA_SUBRANGE_TYPE] = LAYOUTS({ANY, BL_SHORT_NAME("DISubrangeType"), subrange_type}),
    [BL_CODE_METADATA_FIXED_POINT_TYPE] = LAYOUTS({ANY, BL_SHORT_NAME("DIFixedPointType"), fixed_point_type}),
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
        .name = row->name != BL_DI_ITEMS ? bl_field_names[row->name].text : NULL,
        .id = row->name,
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
    return row->name == BL_DI_ITEMS && row->how != REST;
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
        return &bl_field_names[row->name];
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

bool bl_record_field(const struct bl_record *rec, unsigned id, struct bl_metadata_field *f)
{
    const struct layout *layout = find_layout(rec);
    for (const struct bl_field_row *row = layout ? layout->rows : NULL; row && !is_end(row); row++)
        if (row->name == id && read_field(rec, row, false, f))
            return true;
    return false;
}
