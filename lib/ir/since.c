/* ir/since.c - which LLVM was the first to know a code
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/since.h"

/* From llvm/Bitcode/LLVMBitCodes.h of LLVM 13, 14, 15, 16, 19 and 22: the first of them that has
 * the code, and the version behind the last one that has not. What LLVM 13 has is not in here. */
static const struct bl_since table[] = {
    /* LLVM 13 and 14 have the code, but refuse such modules unless told otherwise. */
    {"TYPE_CODE_OPAQUE_POINTER", BL_TYPE_BLOCK, 25, 15, 15},
    {"TYPE_CODE_TARGET_TYPE", BL_TYPE_BLOCK, 26, 16, 16},
    {"CST_CODE_NO_CFI_VALUE", BL_CONSTANTS_BLOCK, 29, 14, 14},
    {"CST_CODE_INLINEASM", BL_CONSTANTS_BLOCK, 30, 14, 14},
    {"CST_CODE_CE_GEP_WITH_INRANGE", BL_CONSTANTS_BLOCK, 31, 17, 19},
    {"CST_CODE_CE_GEP", BL_CONSTANTS_BLOCK, 32, 17, 19},
    {"CST_CODE_PTRAUTH", BL_CONSTANTS_BLOCK, 33, 17, 19},
    {"CST_CODE_PTRAUTH2", BL_CONSTANTS_BLOCK, 34, 20, 22},
    {"FUNC_CODE_BLOCKADDR_USERS", BL_FUNCTION_BLOCK, 60, 15, 15},
    {"FUNC_CODE_DEBUG_RECORD_VALUE", BL_FUNCTION_BLOCK, 61, 17, 19},
    {"FUNC_CODE_DEBUG_RECORD_DECLARE", BL_FUNCTION_BLOCK, 62, 17, 19},
    {"FUNC_CODE_DEBUG_RECORD_ASSIGN", BL_FUNCTION_BLOCK, 63, 17, 19},
    {"FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE", BL_FUNCTION_BLOCK, 64, 17, 19},
    {"FUNC_CODE_DEBUG_RECORD_LABEL", BL_FUNCTION_BLOCK, 65, 17, 19},
    {"FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE", BL_FUNCTION_BLOCK, 66, 20, 22},
    {"METADATA_ASSIGN_ID", BL_METADATA_BLOCK, 47, 16, 16},
    {"METADATA_SUBRANGE_TYPE", BL_METADATA_BLOCK, 48, 20, 22},
    {"METADATA_FIXED_POINT_TYPE", BL_METADATA_BLOCK, 49, 20, 22},
    {"FS_PERMODULE_CALLSITE_INFO", BL_GLOBALVAL_SUMMARY_BLOCK, 26, 16, 16},
    {"FS_PERMODULE_ALLOC_INFO", BL_GLOBALVAL_SUMMARY_BLOCK, 27, 16, 16},
    {"FS_COMBINED_CALLSITE_INFO", BL_GLOBALVAL_SUMMARY_BLOCK, 28, 16, 16},
    {"FS_COMBINED_ALLOC_INFO", BL_GLOBALVAL_SUMMARY_BLOCK, 29, 16, 16},
    {"FS_STACK_IDS", BL_GLOBALVAL_SUMMARY_BLOCK, 30, 16, 16},
    {"FS_ALLOC_CONTEXT_IDS", BL_GLOBALVAL_SUMMARY_BLOCK, 31, 20, 22},
    {"FS_CONTEXT_RADIX_TREE_ARRAY", BL_GLOBALVAL_SUMMARY_BLOCK, 32, 20, 22},
    {"FS_COMBINED_ALLOC_INFO_NO_CONTEXT", BL_GLOBALVAL_SUMMARY_BLOCK, 33, 20, 22},
    {"ATTR_KIND_DISABLE_SANITIZER_INSTRUMENTATION", BL_SINCE_ATTRIBUTE_KIND, 78, 14, 14},
    {"ATTR_KIND_NO_SANITIZE_BOUNDS", BL_SINCE_ATTRIBUTE_KIND, 79, 15, 15},
    {"ATTR_KIND_ALLOC_ALIGN", BL_SINCE_ATTRIBUTE_KIND, 80, 15, 15},
    {"ATTR_KIND_ALLOCATED_POINTER", BL_SINCE_ATTRIBUTE_KIND, 81, 15, 15},
    {"ATTR_KIND_ALLOC_KIND", BL_SINCE_ATTRIBUTE_KIND, 82, 15, 15},
    {"ATTR_KIND_PRESPLIT_COROUTINE", BL_SINCE_ATTRIBUTE_KIND, 83, 15, 15},
    {"ATTR_KIND_FNRETTHUNK_EXTERN", BL_SINCE_ATTRIBUTE_KIND, 84, 15, 15},
    {"ATTR_KIND_SKIP_PROFILE", BL_SINCE_ATTRIBUTE_KIND, 85, 16, 16},
    {"ATTR_KIND_MEMORY", BL_SINCE_ATTRIBUTE_KIND, 86, 16, 16},
    {"ATTR_KIND_NOFPCLASS", BL_SINCE_ATTRIBUTE_KIND, 87, 17, 19},
    {"ATTR_KIND_OPTIMIZE_FOR_DEBUGGING", BL_SINCE_ATTRIBUTE_KIND, 88, 17, 19},
    {"ATTR_KIND_WRITABLE", BL_SINCE_ATTRIBUTE_KIND, 89, 17, 19},
    {"ATTR_KIND_CORO_ONLY_DESTROY_WHEN_COMPLETE", BL_SINCE_ATTRIBUTE_KIND, 90, 17, 19},
    {"ATTR_KIND_DEAD_ON_UNWIND", BL_SINCE_ATTRIBUTE_KIND, 91, 17, 19},
    {"ATTR_KIND_RANGE", BL_SINCE_ATTRIBUTE_KIND, 92, 17, 19},
    {"ATTR_KIND_SANITIZE_NUMERICAL_STABILITY", BL_SINCE_ATTRIBUTE_KIND, 93, 17, 19},
    {"ATTR_KIND_INITIALIZES", BL_SINCE_ATTRIBUTE_KIND, 94, 17, 19},
    /* LLVM 19 to 22 write it, but their readers do not know it. */
    {"ATTR_KIND_HYBRID_PATCHABLE", BL_SINCE_ATTRIBUTE_KIND, 95, 23, 0},
    {"ATTR_KIND_SANITIZE_REALTIME", BL_SINCE_ATTRIBUTE_KIND, 96, 20, 22},
    {"ATTR_KIND_SANITIZE_REALTIME_BLOCKING", BL_SINCE_ATTRIBUTE_KIND, 97, 20, 22},
    {"ATTR_KIND_CORO_ELIDE_SAFE", BL_SINCE_ATTRIBUTE_KIND, 98, 20, 22},
    {"ATTR_KIND_NO_EXT", BL_SINCE_ATTRIBUTE_KIND, 99, 20, 22},
    {"ATTR_KIND_NO_DIVERGENCE_SOURCE", BL_SINCE_ATTRIBUTE_KIND, 100, 20, 22},
    {"ATTR_KIND_SANITIZE_TYPE", BL_SINCE_ATTRIBUTE_KIND, 101, 20, 22},
    {"ATTR_KIND_CAPTURES", BL_SINCE_ATTRIBUTE_KIND, 102, 20, 22},
    {"ATTR_KIND_DEAD_ON_RETURN", BL_SINCE_ATTRIBUTE_KIND, 103, 20, 22},
    {"ATTR_KIND_SANITIZE_ALLOC_TOKEN", BL_SINCE_ATTRIBUTE_KIND, 104, 20, 22},
    {"ATTR_KIND_NO_CREATE_UNDEF_OR_POISON", BL_SINCE_ATTRIBUTE_KIND, 105, 20, 22},
};

/* The highest codes of LLVM 22: what is above is newer. */
static const struct {
    uint32_t block, code;
} highest[] = {
    {BL_TYPE_BLOCK, 26},     {BL_CONSTANTS_BLOCK, 34},         {BL_FUNCTION_BLOCK, 66},
    {BL_METADATA_BLOCK, 49}, {BL_GLOBALVAL_SUMMARY_BLOCK, 33}, {BL_SINCE_ATTRIBUTE_KIND, 105},
};

static const struct bl_since newer = {"a code newer than LLVM 22", 0, 0, 23, 0};

/* "Version should be in the range …": what llvm-dis 13, 16, 19 and 22 say. */
const struct bl_since *bl_since_summary(uint64_t version)
{
    static const struct bl_since since[] = {
        {"summary version 10", BL_GLOBALVAL_SUMMARY_BLOCK, 0, 17, 19},
        {"summary version 12", BL_GLOBALVAL_SUMMARY_BLOCK, 0, 20, 22},
    };
    return version <= 9 ? NULL : version <= 10 ? &since[0] : version <= 12 ? &since[1] : &newer;
}

const struct bl_since *bl_since_epoch(uint64_t epoch)
{
    return epoch == 0 ? NULL : &newer;
}

const struct bl_since *bl_since_version(uint64_t version)
{
    return version <= 2 ? NULL : &newer;
}

const struct bl_since *bl_since_table(size_t *n)
{
    *n = sizeof table / sizeof *table;
    return table;
}

const struct bl_since *bl_since_find(uint32_t block, uint32_t code)
{
    if (block == BL_FULL_LTO_SUMMARY_BLOCK)
        block = BL_GLOBALVAL_SUMMARY_BLOCK;
    for (size_t i = 0; i < sizeof highest / sizeof *highest; i++)
        if (highest[i].block == block && code > highest[i].code)
            return &newer;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].block == block && table[i].code == code)
            return &table[i];
    return NULL;
}
