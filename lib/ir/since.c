/* ir/since.c - which LLVM was the first to know a code, or an operand
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

#define ANY 0, UINT64_MAX
#define ONLY(value) value, value
#define FROM(value) value, UINT64_MAX

/* What llvm-dis 13, 14 and 19 refuse or misread. Not in here is what they pass over: flags of
 * arithmetic, and calling conventions. */
static const struct bl_since_operand operands[] = {
    {"ptrtoaddr", BL_FUNCTION_BLOCK, 3, 20, 22, 1, 1, 0, false, ONLY(13)},
    {"cast newer than LLVM 22", BL_FUNCTION_BLOCK, 3, 23, 0, 1, 1, 0, false, FROM(14)},
    {"flags", BL_FUNCTION_BLOCK, 3, 17, 19, 1, 2, 0, false, ANY},
    {"address space", BL_FUNCTION_BLOCK, 19, 15, 19, 0, 4, 0, false, ANY},
    /* Comparisons of floats have had flags for long: predicates of integers are 32 and above. */
    {"flags of icmp", BL_FUNCTION_BLOCK, 28, 20, 22, 1, 1, 1, false, FROM(32)},
    /* Older LLVM takes each of them for inbounds. */
    {"nusw", BL_FUNCTION_BLOCK, 43, 17, 19, 0, 0, 0, false, ONLY(2)},
    {"nuw", BL_FUNCTION_BLOCK, 43, 17, 19, 0, 0, 0, false, ONLY(4)},
    {"nusw nuw", BL_FUNCTION_BLOCK, 43, 17, 19, 0, 0, 0, false, ONLY(6)},
    {"metadata", BL_FUNCTION_BLOCK, 55, 20, 22, 0, 1, 1, true, ONLY(0x80000000)},
    {"fmax or fmin", BL_FUNCTION_BLOCK, 59, 15, 15, 2, 0, 0, false, 13, 14},
    {"uinc_wrap or udec_wrap", BL_FUNCTION_BLOCK, 59, 16, 19, 2, 0, 0, false, 15, 16},
    {"usub_cond or usub_sat", BL_FUNCTION_BLOCK, 59, 20, 22, 2, 0, 0, false, 17, 18},
    {"fmaximum or fminimum", BL_FUNCTION_BLOCK, 59, 20, 22, 2, 0, 0, false, 19, 20},
    {"operation newer than LLVM 22", BL_FUNCTION_BLOCK, 59, 23, 0, 2, 0, 0, false, FROM(21)},
    {"ptrtoaddr", BL_CONSTANTS_BLOCK, 11, 20, 22, 0, 0, 0, false, ONLY(13)},
    {"cast newer than LLVM 22", BL_CONSTANTS_BLOCK, 11, 23, 0, 0, 0, 0, false, FROM(14)},
    {NULL, BL_METADATA_BLOCK, 7, 20, 22, 0, 6, 0, false, ANY},   /* LOCATION */
    {NULL, BL_METADATA_BLOCK, 15, 20, 22, 0, 7, 0, false, ANY},  /* BASIC_TYPE */
    {NULL, BL_METADATA_BLOCK, 17, 14, 14, 0, 13, 0, false, ANY}, /* DERIVED_TYPE */
    {NULL, BL_METADATA_BLOCK, 17, 17, 19, 0, 14, 0, false, ANY},
    /* Older LLVM takes the references for numbers. */
    {"size as metadata", BL_METADATA_BLOCK, 17, 20, 22, 0, 0, 0, false, 2, 3},
    {NULL, BL_METADATA_BLOCK, 18, 14, 14, 0, 21, 0, false, ANY}, /* COMPOSITE_TYPE */
    {NULL, BL_METADATA_BLOCK, 18, 20, 22, 0, 22, 0, false, ANY},
    {NULL, BL_METADATA_BLOCK, 20, 20, 22, 0, 22, 0, false, ANY}, /* COMPILE_UNIT */
    {NULL, BL_METADATA_BLOCK, 21, 20, 22, 0, 21, 0, false, ANY}, /* SUBPROGRAM */
    {NULL, BL_METADATA_BLOCK, 31, 14, 14, 0, 7, 0, false, ANY},  /* IMPORTED_ENTITY */
    {NULL, BL_METADATA_BLOCK, 40, 20, 22, 0, 5, 0, false, ANY},  /* LABEL */
    {NULL, BL_METADATA_BLOCK, 41, 14, 14, 0, 8, 0, false, ANY},  /* STRING_TYPE */
    {"size as metadata", BL_METADATA_BLOCK, 41, 20, 22, 0, 0, 0, false, 2, 3},
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

/* Two bits a location, as ir/attribute_print.c has them. LLVM 16 to 20 take what is done to errno
 * for what is done to all other memory, and LLVM 21 does not look at targets. Neither matters where
 * that says of some memory that more is done to it. */
const struct bl_since *bl_since_memory(uint64_t integer)
{
    static const struct bl_since of_errno = {"errnomem", BL_SINCE_ATTRIBUTE_KIND, 86, 21, 22};
    static const struct bl_since of_targets = {"target_mem", BL_SINCE_ATTRIBUTE_KIND, 86, 22, 22};
    uint64_t to_errno = integer >> 4 & 3;
    uint64_t to_other = integer >> 6 & 3;
    uint64_t to_targets = (integer >> 8 | integer >> 10) & 3;
    if (integer >> 56 == 0)
        return NULL;
    if (to_targets & ~to_other)
        return &of_targets;
    return (to_other & ~to_errno) ? &of_errno : NULL;
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

/* ---- Operands ---- */

/* Where the operand is that ROW asks for, if the record has that many. A distance back is positive
 * and has 31 bits; what leads ahead is followed by its type. */
static uint64_t place_of(const struct bl_since_operand *row, const struct bl_record *rec)
{
    uint64_t at = 0;
    for (unsigned i = 0; i < row->n_pairs && at < rec->n_ops; i++)
        at += (uint32_t)rec->ops[at] - 1U < INT32_MAX ? 1 : 2;
    return at + row->at;
}

static bool holds(const struct bl_since_operand *row, const struct bl_record *rec)
{
    uint64_t at = place_of(row, rec);
    uint64_t end = row->anywhere ? rec->n_ops : at + 1;
    for (; at < end && at + row->n_behind < rec->n_ops; at++)
        if (rec->ops[at] >= row->low && rec->ops[at] <= row->high)
            return true;
    return false;
}

const struct bl_since_operand *bl_since_operand(uint32_t block, const struct bl_record *rec,
                                                bool is_relative)
{
    const struct bl_since_operand *newest = NULL;
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        const struct bl_since_operand *row = &operands[i];
        if (row->block == block && row->code == rec->code && (row->n_pairs == 0 || is_relative) &&
            (!newest || row->least > newest->least) && holds(row, rec))
            newest = row;
    }
    return newest;
}

/* ---- Codes at once ---- */

static void set_code(struct bl_since_codes *codes, uint32_t code)
{
    codes->bits[code / 64] |= UINT64_C(1) << code % 64;
}

struct bl_since_codes bl_since_codes(uint32_t block, unsigned needed)
{
    struct bl_since_codes codes = {0};
    if (block == BL_FULL_LTO_SUMMARY_BLOCK)
        block = BL_GLOBALVAL_SUMMARY_BLOCK;
    for (size_t i = 0; i < sizeof highest / sizeof *highest; i++)
        for (uint32_t code = highest[i].code + 1; highest[i].block == block && code < 128; code++)
            set_code(&codes, code);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].block == block && table[i].least > needed)
            set_code(&codes, table[i].code);
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
        if (operands[i].block == block && operands[i].least > needed)
            set_code(&codes, operands[i].code);
    return codes;
}
