/* ir/field_names.c - fields of metadata nodes by name: what they are called, one field of a node
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "ir/metadata.h"

enum {
    MOST_OPERANDS = 64 /* of a node that has fields */
};

const struct bl_short_name bl_field_names[BL_DI_END] = {
    [BL_DI_ITEMS] = BL_SHORT_NAME(""),
    [BL_DI_ALIGN] = BL_SHORT_NAME("align"),
    [BL_DI_ALLOCATED] = BL_SHORT_NAME("allocated"),
    [BL_DI_ANNOTATIONS] = BL_SHORT_NAME("annotations"),
    [BL_DI_APINOTES] = BL_SHORT_NAME("apinotes"),
    [BL_DI_ARG] = BL_SHORT_NAME("arg"),
    [BL_DI_ASSOCIATED] = BL_SHORT_NAME("associated"),
    [BL_DI_ATOM_GROUP] = BL_SHORT_NAME("atomGroup"),
    [BL_DI_ATOM_RANK] = BL_SHORT_NAME("atomRank"),
    [BL_DI_ATTRIBUTES] = BL_SHORT_NAME("attributes"),
    [BL_DI_BASE_TYPE] = BL_SHORT_NAME("baseType"),
    [BL_DI_BIAS] = BL_SHORT_NAME("bias"),
    [BL_DI_BIT_STRIDE] = BL_SHORT_NAME("bitStride"),
    [BL_DI_CC] = BL_SHORT_NAME("cc"),
    [BL_DI_CHECKSUM] = BL_SHORT_NAME("checksum"),
    [BL_DI_CHECKSUMKIND] = BL_SHORT_NAME("checksumkind"),
    [BL_DI_COLUMN] = BL_SHORT_NAME("column"),
    [BL_DI_CONFIG_MACROS] = BL_SHORT_NAME("configMacros"),
    [BL_DI_CONTAINING_TYPE] = BL_SHORT_NAME("containingType"),
    [BL_DI_CORO_SUSPEND_IDX] = BL_SHORT_NAME("coroSuspendIdx"),
    [BL_DI_COUNT] = BL_SHORT_NAME("count"),
    [BL_DI_DATA_LOCATION] = BL_SHORT_NAME("dataLocation"),
    [BL_DI_DATA_SIZE] = BL_SHORT_NAME("dataSize"),
    [BL_DI_DEBUG_INFO_FOR_PROFILING] = BL_SHORT_NAME("debugInfoForProfiling"),
    [BL_DI_DECLARATION] = BL_SHORT_NAME("declaration"),
    [BL_DI_DEFAULTED] = BL_SHORT_NAME("defaulted"),
    [BL_DI_DENOMINATOR] = BL_SHORT_NAME("denominator"),
    [BL_DI_DIRECTORY] = BL_SHORT_NAME("directory"),
    [BL_DI_DISCRIMINATOR] = BL_SHORT_NAME("discriminator"),
    [BL_DI_DWARF_ADDRESS_SPACE] = BL_SHORT_NAME("dwarfAddressSpace"),
    [BL_DI_DWO_ID] = BL_SHORT_NAME("dwoId"),
    [BL_DI_ELEMENTS] = BL_SHORT_NAME("elements"),
    [BL_DI_EMISSION_KIND] = BL_SHORT_NAME("emissionKind"),
    [BL_DI_ENCODING] = BL_SHORT_NAME("encoding"),
    [BL_DI_ENTITY] = BL_SHORT_NAME("entity"),
    [BL_DI_ENUM_KIND] = BL_SHORT_NAME("enumKind"),
    [BL_DI_ENUMS] = BL_SHORT_NAME("enums"),
    [BL_DI_EXPORT_SYMBOLS] = BL_SHORT_NAME("exportSymbols"),
    [BL_DI_EXPR] = BL_SHORT_NAME("expr"),
    [BL_DI_EXTRA_DATA] = BL_SHORT_NAME("extraData"),
    [BL_DI_FACTOR] = BL_SHORT_NAME("factor"),
    [BL_DI_FILE] = BL_SHORT_NAME("file"),
    [BL_DI_FILENAME] = BL_SHORT_NAME("filename"),
    [BL_DI_FLAGS] = BL_SHORT_NAME("flags"),
    [BL_DI_FUNCTION] = BL_SHORT_NAME("function"),
    [BL_DI_GETTER] = BL_SHORT_NAME("getter"),
    [BL_DI_GLOBALS] = BL_SHORT_NAME("globals"),
    [BL_DI_HEADER] = BL_SHORT_NAME("header"),
    [BL_DI_IDENTIFIER] = BL_SHORT_NAME("identifier"),
    [BL_DI_IMPORTS] = BL_SHORT_NAME("imports"),
    [BL_DI_INCLUDE_PATH] = BL_SHORT_NAME("includePath"),
    [BL_DI_INLINED_AT] = BL_SHORT_NAME("inlinedAt"),
    [BL_DI_IS_ARTIFICIAL] = BL_SHORT_NAME("isArtificial"),
    [BL_DI_IS_DECL] = BL_SHORT_NAME("isDecl"),
    [BL_DI_IS_DEFINITION] = BL_SHORT_NAME("isDefinition"),
    [BL_DI_IS_IMPLICIT_CODE] = BL_SHORT_NAME("isImplicitCode"),
    [BL_DI_IS_LOCAL] = BL_SHORT_NAME("isLocal"),
    [BL_DI_IS_OPTIMIZED] = BL_SHORT_NAME("isOptimized"),
    [BL_DI_IS_UNSIGNED] = BL_SHORT_NAME("isUnsigned"),
    [BL_DI_KEY_INSTRUCTIONS] = BL_SHORT_NAME("keyInstructions"),
    [BL_DI_KIND] = BL_SHORT_NAME("kind"),
    [BL_DI_LANGUAGE] = BL_SHORT_NAME("language"),
    [BL_DI_LINE] = BL_SHORT_NAME("line"),
    [BL_DI_LINKAGE_NAME] = BL_SHORT_NAME("linkageName"),
    [BL_DI_LOWER_BOUND] = BL_SHORT_NAME("lowerBound"),
    [BL_DI_MACROS] = BL_SHORT_NAME("macros"),
    [BL_DI_NAME] = BL_SHORT_NAME("name"),
    [BL_DI_NAME_TABLE_KIND] = BL_SHORT_NAME("nameTableKind"),
    [BL_DI_NODES] = BL_SHORT_NAME("nodes"),
    [BL_DI_NUM_EXTRA_INHABITANTS] = BL_SHORT_NAME("num_extra_inhabitants"),
    [BL_DI_NUMERATOR] = BL_SHORT_NAME("numerator"),
    [BL_DI_OFFSET] = BL_SHORT_NAME("offset"),
    [BL_DI_OPERANDS] = BL_SHORT_NAME("operands"),
    [BL_DI_PRODUCER] = BL_SHORT_NAME("producer"),
    [BL_DI_PTR_AUTH_AUTHENTICATES_NULL_VALUES] = BL_SHORT_NAME("ptrAuthAuthenticatesNullValues"),
    [BL_DI_PTR_AUTH_EXTRA_DISCRIMINATOR] = BL_SHORT_NAME("ptrAuthExtraDiscriminator"),
    [BL_DI_PTR_AUTH_IS_ADDRESS_DISCRIMINATED] = BL_SHORT_NAME("ptrAuthIsAddressDiscriminated"),
    [BL_DI_PTR_AUTH_ISA_POINTER] = BL_SHORT_NAME("ptrAuthIsaPointer"),
    [BL_DI_PTR_AUTH_KEY] = BL_SHORT_NAME("ptrAuthKey"),
    [BL_DI_RANGES_BASE_ADDRESS] = BL_SHORT_NAME("rangesBaseAddress"),
    [BL_DI_RANK] = BL_SHORT_NAME("rank"),
    [BL_DI_RETAINED_NODES] = BL_SHORT_NAME("retainedNodes"),
    [BL_DI_RETAINED_TYPES] = BL_SHORT_NAME("retainedTypes"),
    [BL_DI_RUNTIME_LANG] = BL_SHORT_NAME("runtimeLang"),
    [BL_DI_RUNTIME_VERSION] = BL_SHORT_NAME("runtimeVersion"),
    [BL_DI_SCOPE] = BL_SHORT_NAME("scope"),
    [BL_DI_SCOPE_LINE] = BL_SHORT_NAME("scopeLine"),
    [BL_DI_SDK] = BL_SHORT_NAME("sdk"),
    [BL_DI_SETTER] = BL_SHORT_NAME("setter"),
    [BL_DI_SIZE] = BL_SHORT_NAME("size"),
    [BL_DI_SOURCE] = BL_SHORT_NAME("source"),
    [BL_DI_SOURCE_LANGUAGE_NAME] = BL_SHORT_NAME("sourceLanguageName"),
    [BL_DI_SOURCE_LANGUAGE_VERSION] = BL_SHORT_NAME("sourceLanguageVersion"),
    [BL_DI_SPECIFICATION] = BL_SHORT_NAME("specification"),
    [BL_DI_SP_FLAGS] = BL_SHORT_NAME("spFlags"),
    [BL_DI_SPLIT_DEBUG_FILENAME] = BL_SHORT_NAME("splitDebugFilename"),
    [BL_DI_SPLIT_DEBUG_INLINING] = BL_SHORT_NAME("splitDebugInlining"),
    [BL_DI_STRIDE] = BL_SHORT_NAME("stride"),
    [BL_DI_STRING_LENGTH] = BL_SHORT_NAME("stringLength"),
    [BL_DI_STRING_LENGTH_EXPRESSION] = BL_SHORT_NAME("stringLengthExpression"),
    [BL_DI_STRING_LOCATION_EXPRESSION] = BL_SHORT_NAME("stringLocationExpression"),
    [BL_DI_SUBPROGRAMS] = BL_SHORT_NAME("subprograms"),
    [BL_DI_SYSROOT] = BL_SHORT_NAME("sysroot"),
    [BL_DI_TAG] = BL_SHORT_NAME("tag"),
    [BL_DI_TARGET_FUNC_NAME] = BL_SHORT_NAME("targetFuncName"),
    [BL_DI_TEMPLATE_PARAMS] = BL_SHORT_NAME("templateParams"),
    [BL_DI_THIS_ADJUSTMENT] = BL_SHORT_NAME("thisAdjustment"),
    [BL_DI_THROWN_TYPES] = BL_SHORT_NAME("thrownTypes"),
    [BL_DI_TYPE] = BL_SHORT_NAME("type"),
    [BL_DI_TYPES] = BL_SHORT_NAME("types"),
    [BL_DI_UNIT] = BL_SHORT_NAME("unit"),
    [BL_DI_UPPER_BOUND] = BL_SHORT_NAME("upperBound"),
    [BL_DI_VALUE] = BL_SHORT_NAME("value"),
    [BL_DI_VAR] = BL_SHORT_NAME("var"),
    [BL_DI_VARIABLE] = BL_SHORT_NAME("variable"),
    [BL_DI_VIRTUAL_INDEX] = BL_SHORT_NAME("virtualIndex"),
    [BL_DI_VIRTUALITY] = BL_SHORT_NAME("virtuality"),
    [BL_DI_VTABLE_HOLDER] = BL_SHORT_NAME("vtableHolder"),
};

const char *bl_di_field_name(unsigned id)
{
    return id < BL_DI_END ? bl_field_names[id].text : NULL;
}

const struct bl_metadata_field *bl_metadata_find_field(const struct bl_metadata_node *node,
                                                       unsigned id)
{
    for (uint32_t i = 0; i < node->n_fields; i++)
        if (node->fields[i].id == id)
            return &node->fields[i];
    return NULL;
}

/* ---- One field of a node ---- */

int bl_metadata_hold(struct bl_metadata *md, uint32_t number, struct bl_error *err)
{
    struct bl_record_head head;
    if (md->is_held && md->held_number == number)
        return 1;
    if (number == BL_NONE || !bl_metadata_peek(md, number, &head) || head.n_ops > MOST_OPERANDS)
        return 0;
    md->held_number = number;
    int status = bl_metadata_read(md, number, &md->held, err);
    md->is_held = status == BL_OK;
    return status < 0 ? status : 1;
}

static int find_field(struct bl_metadata *md, uint32_t number, unsigned id,
                      struct bl_metadata_field *f, struct bl_error *err)
{
    int rc = bl_metadata_hold(md, number, err);
    return rc > 0 ? bl_record_field(&md->held, id, f) : rc;
}

int bl_metadata_field_ref(struct bl_metadata *md, uint32_t number, unsigned id, uint32_t *node,
                          struct bl_error *err)
{
    struct bl_metadata_field f;
    int rc = find_field(md, number, id, &f, err);
    *node = BL_NONE;
    if (rc <= 0)
        return rc;
    bool has_null = f.kind == BL_FIELD_REF || f.kind == BL_FIELD_BOUND || f.kind == BL_FIELD_SIZE;
    if (has_null && f.value > 0)
        *node = bl_metadata_number(f.value - 1);
    else if (f.kind == BL_FIELD_NUMBER)
        *node = bl_metadata_number(f.value);
    return *node != BL_NONE;
}

int bl_metadata_field_string(struct bl_metadata *md, uint32_t number, unsigned id,
                             struct bl_view *text, struct bl_error *err)
{
    struct bl_metadata_field f;
    int rc = find_field(md, number, id, &f, err);
    *text = (struct bl_view){0};
    if (rc <= 0 || f.kind != BL_FIELD_STRING || f.value == 0)
        return rc < 0 ? rc : 0;
    return bl_metadata_string(md, bl_metadata_number(f.value - 1), text, err);
}

int bl_metadata_field_number(struct bl_metadata *md, uint32_t number, unsigned id, uint64_t *value,
                             struct bl_error *err)
{
    struct bl_metadata_field f;
    int rc = find_field(md, number, id, &f, err);
    *value = 0;
    if (rc <= 0)
        return rc;
    bool refers = f.kind == BL_FIELD_STRING || f.kind == BL_FIELD_REF || f.kind == BL_FIELD_BOUND ||
                  f.kind == BL_FIELD_SIZE || f.kind == BL_FIELD_NUMBER;
    if (refers || f.n_ops != 1 || f.kind == BL_FIELD_WIDE)
        return 0;
    *value = f.value;
    return 1;
}
