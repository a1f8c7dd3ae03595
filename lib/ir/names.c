/* ir/names.c - what the block ids and record codes of LLVM IR are called
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One table of names per block, indexed by record code, and one table of blocks, indexed by block
 * id: a look-up is two bounds checks and two loads. Each row says how the two vocabularies relate:
 *
 *   SAME   llvm-bcanalyzer 22 prints our name
 *   OURS   llvm-bcanalyzer 22 does not know the number
 *   BOTH   llvm-bcanalyzer 22 prints something else
 *
 * Names follow the enumerators of the newest LLVM, which renames a form when it replaces it
 * (..._OLD). Where an old form was dropped before it could be renamed, the name is ours; the
 * comment beside it says what it was. Within a block no name stands twice.
 */
#include "bitleap_ir.h"
#include "index/stats.h"
#include "stream/walk.h"

#include <stddef.h>
#include <string.h>

struct name {
    const char *ours;
    const char *llvm;
};

/* clang-format off */
#define SAME(ours) {ours, ours}
#define OURS(ours) {ours, NULL}
#define BOTH(ours, llvm) {ours, llvm}

static const struct name blockinfo_records[] = {
    [1] = SAME("SETBID"),
    [2] = SAME("BLOCKNAME"),
    [3] = SAME("SETRECORDNAME"),
};

static const struct name module_records[] = {
    [1] = SAME("VERSION"),
    [2] = SAME("TRIPLE"),
    [3] = SAME("DATALAYOUT"),
    [4] = SAME("ASM"),
    [5] = SAME("SECTIONNAME"),
    [6] = SAME("DEPLIB"),
    [7] = SAME("GLOBALVAR"),
    [8] = SAME("FUNCTION"),
    [9] = OURS("ALIAS_OLD"),
    [10] = OURS("PURGEVALS"), /* dropped between 4.0 and 13 */
    [11] = SAME("GCNAME"),
    [12] = SAME("COMDAT"),
    [13] = SAME("VSTOFFSET"),
    [14] = SAME("ALIAS"),
    [15] = SAME("METADATA_VALUES_UNUSED"),
    [16] = SAME("SOURCE_FILENAME"),
    [17] = SAME("HASH"),
    [18] = OURS("IFUNC"),
};

static const struct name paramattr_records[] = {
    [1] = BOTH("ENTRY_OLD", "ENTRY"),
    [2] = SAME("ENTRY"),
};

static const struct name paramattr_group_records[] = {
    [3] = SAME("ENTRY"),
};

static const struct name constants_records[] = {
    [1] = SAME("SETTYPE"),
    [2] = SAME("NULL"),
    [3] = SAME("UNDEF"),
    [4] = SAME("INTEGER"),
    [5] = SAME("WIDE_INTEGER"),
    [6] = SAME("FLOAT"),
    [7] = SAME("AGGREGATE"),
    [8] = SAME("STRING"),
    [9] = SAME("CSTRING"),
    [10] = SAME("CE_BINOP"),
    [11] = SAME("CE_CAST"),
    [12] = OURS("CE_GEP_OLD"),
    [13] = SAME("CE_SELECT"),
    [14] = SAME("CE_EXTRACTELT"),
    [15] = SAME("CE_INSERTELT"),
    [16] = SAME("CE_SHUFFLEVEC"),
    [17] = SAME("CE_CMP"),
    [18] = OURS("INLINEASM_OLD"),
    [19] = SAME("CE_SHUFVEC_EX"),
    [20] = SAME("CE_INBOUNDS_GEP"),
    [21] = BOTH("BLOCKADDRESS", "CST_CODE_BLOCKADDRESS"),
    [22] = SAME("DATA"),
    [23] = OURS("INLINEASM_OLD2"),
    [24] = OURS("CE_GEP_WITH_INRANGE_INDEX_OLD"),
    [25] = SAME("CE_UNOP"),
    [26] = OURS("POISON"),
    [27] = SAME("DSO_LOCAL_EQUIVALENT"),
    [28] = OURS("INLINEASM_OLD3"),
    [29] = SAME("NO_CFI_VALUE"),
    [30] = SAME("INLINEASM"),
    [31] = OURS("CE_GEP_WITH_INRANGE"),
    [32] = SAME("CE_GEP"),
    [33] = SAME("PTRAUTH"),
    [34] = OURS("PTRAUTH2"),
};

static const struct name function_records[] = {
    [1] = SAME("DECLAREBLOCKS"),
    [2] = SAME("INST_BINOP"),
    [3] = SAME("INST_CAST"),
    [4] = SAME("INST_GEP_OLD"),
    [5] = SAME("INST_SELECT"),
    [6] = SAME("INST_EXTRACTELT"),
    [7] = SAME("INST_INSERTELT"),
    [8] = SAME("INST_SHUFFLEVEC"),
    [9] = SAME("INST_CMP"),
    [10] = SAME("INST_RET"),
    [11] = SAME("INST_BR"),
    [12] = SAME("INST_SWITCH"),
    [13] = SAME("INST_INVOKE"),
    [14] = OURS("INST_UNWIND"), /* to 3.0 */
    [15] = SAME("INST_UNREACHABLE"),
    [16] = SAME("INST_PHI"),
    [17] = OURS("INST_MALLOC"), /* read to 2.9 */
    [18] = OURS("INST_FREE"),   /* read to 2.9 */
    [19] = SAME("INST_ALLOCA"),
    [20] = SAME("INST_LOAD"),
    [21] = OURS("INST_STORE_OLDEST"), /* read to 2.9; STORE there, and 24 is STORE2 */
    [22] = OURS("INST_CALL_OLD"),     /* read to 2.9; CALL there, and 34 is CALL2 */
    [23] = SAME("INST_VAARG"),
    [24] = OURS("INST_STORE_OLD"),
    [25] = OURS("INST_GETRESULT"), /* read to 2.9 */
    [26] = SAME("INST_EXTRACTVAL"),
    [27] = SAME("INST_INSERTVAL"),
    [28] = SAME("INST_CMP2"),
    [29] = SAME("INST_VSELECT"),
    [30] = SAME("INST_INBOUNDS_GEP_OLD"),
    [31] = OURS("INST_INDIRECTBR"),
    [32] = OURS("DEBUG_LOC_OLD"), /* read to 2.9; DEBUG_LOC there, and 35 is DEBUG_LOC2 */
    [33] = SAME("DEBUG_LOC_AGAIN"),
    [34] = SAME("INST_CALL"),
    [35] = SAME("DEBUG_LOC"),
    [36] = SAME("INST_FENCE"),
    [37] = OURS("INST_CMPXCHG_OLD"),
    [38] = OURS("INST_ATOMICRMW_OLD"),
    [39] = OURS("INST_RESUME"),
    [40] = OURS("INST_LANDINGPAD_OLD"),
    [41] = SAME("INST_LOADATOMIC"),
    [42] = OURS("INST_STOREATOMIC_OLD"),
    [43] = SAME("INST_GEP"),
    [44] = SAME("INST_STORE"),
    [45] = SAME("INST_STOREATOMIC"),
    [46] = SAME("INST_CMPXCHG"),
    [47] = OURS("INST_LANDINGPAD"),
    [48] = SAME("INST_CLEANUPRET"),
    [49] = SAME("INST_CATCHRET"),
    [50] = SAME("INST_CATCHPAD"),
    [51] = OURS("INST_CLEANUPPAD"),
    [52] = OURS("INST_CATCHSWITCH"),
    [53] = OURS("INST_CATCHENDPAD"),   /* only between 3.7 and 3.8, in no release */
    [54] = OURS("INST_CLEANUPENDPAD"), /* likewise */
    [55] = SAME("OPERAND_BUNDLE"),
    [56] = SAME("INST_UNOP"),
    [57] = SAME("INST_CALLBR"),
    [58] = OURS("INST_FREEZE"),
    [59] = SAME("INST_ATOMICRMW"),
    [60] = SAME("BLOCKADDR_USERS"),
    [61] = SAME("DEBUG_RECORD_VALUE"),
    [62] = SAME("DEBUG_RECORD_DECLARE"),
    [63] = SAME("DEBUG_RECORD_ASSIGN"),
    [64] = SAME("DEBUG_RECORD_VALUE_SIMPLE"),
    [65] = SAME("DEBUG_RECORD_LABEL"),
    [66] = SAME("DEBUG_RECORD_DECLARE_VALUE"),
};

static const struct name identification_records[] = {
    [1] = SAME("STRING"),
    [2] = SAME("EPOCH"),
};

static const struct name value_symtab_records[] = {
    [1] = SAME("ENTRY"),
    [2] = SAME("BBENTRY"),
    [3] = SAME("FNENTRY"),
    [4] = OURS("COMBINED_GVDEFENTRY"), /* 3.9; COMBINED_FNENTRY in 3.8 */
    [5] = SAME("COMBINED_ENTRY"),
};

/* LLVM 2.7 wrote other records as 2, 3, 5 and 7 (NODE, FN_NODE, NAMED_NODE, ATTACHMENT); it is
 * outside our range. */
static const struct name metadata_records[] = {
    [1] = SAME("STRING_OLD"),
    [2] = SAME("VALUE"),
    [3] = SAME("NODE"),
    [4] = SAME("NAME"),
    [5] = SAME("DISTINCT_NODE"),
    [6] = SAME("KIND"), /* to 3.7; in METADATA_KIND_BLOCK since */
    [7] = SAME("LOCATION"),
    [8] = SAME("OLD_NODE"),
    [9] = SAME("OLD_FN_NODE"),
    [10] = SAME("NAMED_NODE"),
    [11] = OURS("ATTACHMENT"), /* belongs in METADATA_ATTACHMENT_BLOCK; numbered here */
    [12] = SAME("GENERIC_DEBUG"),
    [13] = SAME("SUBRANGE"),
    [14] = SAME("ENUMERATOR"),
    [15] = SAME("BASIC_TYPE"),
    [16] = SAME("FILE"),
    [17] = SAME("DERIVED_TYPE"),
    [18] = SAME("COMPOSITE_TYPE"),
    [19] = SAME("SUBROUTINE_TYPE"),
    [20] = SAME("COMPILE_UNIT"),
    [21] = SAME("SUBPROGRAM"),
    [22] = SAME("LEXICAL_BLOCK"),
    [23] = SAME("LEXICAL_BLOCK_FILE"),
    [24] = SAME("NAMESPACE"),
    [25] = SAME("TEMPLATE_TYPE"),
    [26] = SAME("TEMPLATE_VALUE"),
    [27] = SAME("GLOBAL_VAR"),
    [28] = SAME("LOCAL_VAR"),
    [29] = SAME("EXPRESSION"),
    [30] = SAME("OBJC_PROPERTY"),
    [31] = SAME("IMPORTED_ENTITY"),
    [32] = SAME("MODULE"),
    [33] = SAME("MACRO"),
    [34] = SAME("MACRO_FILE"),
    [35] = SAME("STRINGS"),
    [36] = SAME("GLOBAL_DECL_ATTACHMENT"),
    [37] = SAME("GLOBAL_VAR_EXPR"),
    [38] = SAME("INDEX_OFFSET"),
    [39] = SAME("INDEX"),
    [40] = OURS("LABEL"),
    [41] = OURS("STRING_TYPE"),
    /* 42 and 43 are reserved for Fortran; no LLVM release has used them. */
    [44] = OURS("COMMON_BLOCK"),
    [45] = OURS("GENERIC_SUBRANGE"),
    [46] = SAME("ARG_LIST"),
    [47] = OURS("ASSIGN_ID"),
    [48] = OURS("SUBRANGE_TYPE"),
    [49] = OURS("FIXED_POINT_TYPE"),
};

static const struct name metadata_attachment_records[] = {
    [7] = OURS("ATTACHMENT_OLD"), /* written by 2.7 */
    [11] = SAME("ATTACHMENT"),
};

static const struct name type_records[] = {
    [1] = SAME("NUMENTRY"),
    [2] = SAME("VOID"),
    [3] = SAME("FLOAT"),
    [4] = SAME("DOUBLE"),
    [5] = SAME("LABEL"),
    [6] = SAME("OPAQUE"),
    [7] = SAME("INTEGER"),
    [8] = SAME("POINTER"),
    [9] = OURS("FUNCTION_OLD"),
    [10] = SAME("HALF"),
    [11] = SAME("ARRAY"),
    [12] = SAME("VECTOR"),
    [13] = SAME("X86_FP80"),
    [14] = SAME("FP128"),
    [15] = SAME("PPC_FP128"),
    [16] = SAME("METADATA"),
    [17] = SAME("X86_MMX"),
    [18] = SAME("STRUCT_ANON"),
    [19] = SAME("STRUCT_NAME"),
    [20] = SAME("STRUCT_NAMED"),
    [21] = SAME("FUNCTION"),
    [22] = SAME("TOKEN"),
    [23] = SAME("BFLOAT"),
    [24] = OURS("X86_AMX"),
    [25] = OURS("OPAQUE_POINTER"),
    [26] = OURS("TARGET_TYPE"),
};

static const struct name type_old_records[] = {
    [1] = OURS("NUMENTRY"),
    [2] = OURS("VOID"),
    [3] = OURS("FLOAT"),
    [4] = OURS("DOUBLE"),
    [5] = OURS("LABEL"),
    [6] = OURS("OPAQUE"),
    [7] = OURS("INTEGER"),
    [8] = OURS("POINTER"),
    [9] = OURS("FUNCTION_OLD"),
    [10] = OURS("STRUCT_OLD"),
    [11] = OURS("ARRAY"),
    [12] = OURS("VECTOR"),
    [13] = OURS("X86_FP80"),
    [14] = OURS("FP128"),
    [15] = OURS("PPC_FP128"),
    [16] = OURS("METADATA"),
    [17] = OURS("X86_MMX"),
};

static const struct name type_symtab_old_records[] = {
    [1] = OURS("ENTRY"),
};

static const struct name uselist_records[] = {
    [1] = BOTH("DEFAULT", "USELIST_CODE_DEFAULT"),
    [2] = BOTH("BB", "USELIST_CODE_BB"),
};

static const struct name module_strtab_records[] = {
    [1] = SAME("ENTRY"),
    [2] = SAME("HASH"),
};

/* In LLVM 3.8 the block was FUNCTION_SUMMARY_BLOCK, with 1 PERMODULE_ENTRY and 2 COMBINED_ENTRY. */
static const struct name summary_records[] = {
    [1] = SAME("PERMODULE"),
    [2] = SAME("PERMODULE_PROFILE"),
    [3] = SAME("PERMODULE_GLOBALVAR_INIT_REFS"),
    [4] = SAME("COMBINED"),
    [5] = SAME("COMBINED_PROFILE"),
    [6] = SAME("COMBINED_GLOBALVAR_INIT_REFS"),
    [7] = SAME("ALIAS"),
    [8] = SAME("COMBINED_ALIAS"),
    [9] = SAME("COMBINED_ORIGINAL_NAME"),
    [10] = SAME("VERSION"),
    [11] = SAME("TYPE_TESTS"),
    [12] = SAME("TYPE_TEST_ASSUME_VCALLS"),
    [13] = SAME("TYPE_CHECKED_LOAD_VCALLS"),
    [14] = SAME("TYPE_TEST_ASSUME_CONST_VCALL"),
    [15] = SAME("TYPE_CHECKED_LOAD_CONST_VCALL"),
    [16] = SAME("VALUE_GUID"),
    [17] = SAME("CFI_FUNCTION_DEFS"),
    [18] = SAME("CFI_FUNCTION_DECLS"),
    [19] = SAME("PERMODULE_RELBF"),
    [20] = SAME("FLAGS"),
    [21] = SAME("TYPE_ID"),
    [22] = SAME("TYPE_ID_METADATA"),
    [23] = SAME("PERMODULE_VTABLE_GLOBALVAR_INIT_REFS"),
    [24] = SAME("BLOCK_COUNT"),
    [25] = SAME("PARAM_ACCESS"),
    [26] = SAME("PERMODULE_CALLSITE_INFO"),
    [27] = SAME("PERMODULE_ALLOC_INFO"),
    [28] = SAME("COMBINED_CALLSITE_INFO"),
    [29] = SAME("COMBINED_ALLOC_INFO"),
    [30] = SAME("STACK_IDS"),
    [31] = SAME("ALLOC_CONTEXT_IDS"),
    [32] = SAME("CONTEXT_RADIX_TREE_ARRAY"),
    [33] = SAME("COMBINED_ALLOC_INFO_NO_CONTEXT"),
};

static const struct name operand_bundle_tags_records[] = {
    [1] = SAME("OPERAND_BUNDLE_TAG"),
};

static const struct name metadata_kind_records[] = {
    [6] = SAME("KIND"),
};

/* STRTAB_BLOCK and SYMTAB_BLOCK */
static const struct name blob_records[] = {
    [1] = SAME("BLOB"),
};

static const struct name sync_scope_names_records[] = {
    [1] = OURS("SYNC_SCOPE_NAME"),
};

struct block {
    struct name name;
    const struct name *records; /* by code */
    uint32_t n_codes;           /* 0 for an unknown block */
};

#define N(array) (sizeof(array) / sizeof((array)[0]))
#define RECORDS(array) (array), N(array)

static const struct block blocks[] = {
    [0] = {SAME("BLOCKINFO_BLOCK"), RECORDS(blockinfo_records)},
    /* 1 to 7 are reserved by the container format. */
    [BL_MODULE_BLOCK] = {SAME("MODULE_BLOCK"), RECORDS(module_records)},
    [BL_PARAMATTR_BLOCK] = {SAME("PARAMATTR_BLOCK"), RECORDS(paramattr_records)},
    [BL_PARAMATTR_GROUP_BLOCK] = {BOTH("PARAMATTR_GROUP_BLOCK", "PARAMATTR_GROUP_BLOCK_ID"), RECORDS(paramattr_group_records)},
    [BL_CONSTANTS_BLOCK] = {SAME("CONSTANTS_BLOCK"), RECORDS(constants_records)},
    [BL_FUNCTION_BLOCK] = {SAME("FUNCTION_BLOCK"), RECORDS(function_records)},
    [BL_IDENTIFICATION_BLOCK] = {BOTH("IDENTIFICATION_BLOCK", "IDENTIFICATION_BLOCK_ID"), RECORDS(identification_records)},
    [BL_VALUE_SYMTAB_BLOCK] = {BOTH("VALUE_SYMTAB_BLOCK", "VALUE_SYMTAB"), RECORDS(value_symtab_records)},
    [BL_METADATA_BLOCK] = {SAME("METADATA_BLOCK"), RECORDS(metadata_records)},
    [BL_METADATA_ATTACHMENT_BLOCK] = {SAME("METADATA_ATTACHMENT_BLOCK"), RECORDS(metadata_attachment_records)},
    [BL_TYPE_BLOCK] = {BOTH("TYPE_BLOCK", "TYPE_BLOCK_ID"), RECORDS(type_records)},
    [BL_USELIST_BLOCK] = {BOTH("USELIST_BLOCK", "USELIST_BLOCK_ID"), RECORDS(uselist_records)},
    [BL_MODULE_STRTAB_BLOCK] = {SAME("MODULE_STRTAB_BLOCK"), RECORDS(module_strtab_records)},
    [BL_GLOBALVAL_SUMMARY_BLOCK] = {SAME("GLOBALVAL_SUMMARY_BLOCK"), RECORDS(summary_records)},
    [BL_OPERAND_BUNDLE_TAGS_BLOCK] = {SAME("OPERAND_BUNDLE_TAGS_BLOCK"), RECORDS(operand_bundle_tags_records)},
    [BL_METADATA_KIND_BLOCK] = {SAME("METADATA_KIND_BLOCK"), RECORDS(metadata_kind_records)},
    [BL_STRTAB_BLOCK] = {SAME("STRTAB_BLOCK"), RECORDS(blob_records)},
    [BL_FULL_LTO_SUMMARY_BLOCK] = {SAME("FULL_LTO_GLOBALVAL_SUMMARY_BLOCK"), RECORDS(summary_records)},
    [BL_SYMTAB_BLOCK] = {SAME("SYMTAB_BLOCK"), RECORDS(blob_records)},
    [BL_SYNC_SCOPE_NAMES_BLOCK] = {OURS("SYNC_SCOPE_NAMES_BLOCK"), RECORDS(sync_scope_names_records)},
};

static const struct block type_block_old = {OURS("TYPE_BLOCK_OLD"), RECORDS(type_old_records)};
static const struct block type_symtab_block_old = {OURS("TYPE_SYMTAB_BLOCK_OLD"), RECORDS(type_symtab_old_records)};
/* clang-format on */

static const struct block unknown_block;
static const struct name unknown_name;

_Static_assert(N(blocks) == BL_IR_BLOCK_ID_END, "BL_IR_BLOCK_ID_END is one past the last block id");
_Static_assert(N(function_records) == BL_IR_CODE_END,
               "BL_IR_CODE_END is one past the highest code, a function block's");

static const struct block *get_block(uint32_t block_id)
{
    if (block_id < N(blocks))
        return &blocks[block_id];
    if (block_id == BL_TYPE_BLOCK_OLD)
        return &type_block_old;
    if (block_id == BL_TYPE_SYMTAB_BLOCK_OLD)
        return &type_symtab_block_old;
    return &unknown_block;
}

static const struct name *get_record(uint32_t block_id, uint32_t code)
{
    const struct block *block = get_block(block_id);
    return code < block->n_codes ? &block->records[code] : &unknown_name;
}

const char *bl_ir_block_name(uint32_t parent_id, uint32_t block_id)
{
    if (block_id == BL_IDENTIFICATION_BLOCK && parent_id == BL_MODULE_BLOCK)
        return type_symtab_block_old.name.ours;
    return get_block(block_id)->name.ours;
}

const char *bl_ir_record_name(uint32_t block_id, uint32_t code)
{
    return get_record(block_id, code)->ours;
}

const char *bl_llvm_block_name(uint32_t block_id)
{
    return get_block(block_id)->name.llvm;
}

const char *bl_llvm_record_name(uint32_t block_id, uint32_t code)
{
    return get_record(block_id, code)->llvm;
}

/* What is left of a block name without its suffixes; two names of one block have equal stems. */
struct stem {
    const char *start;
    size_t length;
    bool is_old;
};

static char ascii_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool equal_ignoring_case(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (ascii_upper(a[i]) != ascii_upper(b[i]))
            return false;
    return true;
}

static bool drop_suffix(struct stem *stem, const char *suffix, size_t length)
{
    if (stem->length <= length ||
        !equal_ignoring_case(stem->start + stem->length - length, suffix, length))
        return false;
    stem->length -= length;
    return true;
}

static struct stem get_stem(const char *name)
{
    struct stem stem = {name, strlen(name), false};
    stem.is_old = drop_suffix(&stem, "_OLD", 4);
    if (!drop_suffix(&stem, "_BLOCK_ID", 9))
        drop_suffix(&stem, "_BLOCK", 6);
    return stem;
}

static bool is_named(const struct block *block, struct stem wanted)
{
    /* Our name and llvm-bcanalyzer's differ in nothing but the suffix, so ours stands for both. */
    if (!block->name.ours)
        return false;
    struct stem stem = get_stem(block->name.ours);
    return stem.length == wanted.length && stem.is_old == wanted.is_old &&
           equal_ignoring_case(stem.start, wanted.start, wanted.length);
}

bool bl_ir_block_by_name(const char *name, uint32_t *block_id)
{
    static const uint32_t old_ids[] = {BL_TYPE_BLOCK_OLD, BL_TYPE_SYMTAB_BLOCK_OLD};
    struct stem wanted = get_stem(name);

    for (uint32_t id = 0; id < N(blocks); id++) {
        if (is_named(&blocks[id], wanted)) {
            *block_id = id;
            return true;
        }
    }
    for (size_t i = 0; i < N(old_ids); i++) {
        if (is_named(get_block(old_ids[i]), wanted)) {
            *block_id = old_ids[i];
            return true;
        }
    }
    return false;
}

uint32_t bl_ir_block_role(uint32_t parent_id, uint32_t block_id, uint32_t first_code)
{
    enum {
        PARAMATTR_GROUP = 10,
        IDENTIFICATION = 13,
        NUMENTRY = 1
    };
    if (parent_id == BL_NO_BLOCK)
        return block_id;
    if (block_id == PARAMATTR_GROUP && first_code == NUMENTRY)
        return BL_TYPE_BLOCK_OLD;
    return block_id == IDENTIFICATION ? BL_TYPE_SYMTAB_BLOCK_OLD : block_id;
}

/* A bl_role_fn. */
static uint32_t role_in_walk(const struct bl_walk *walk, uint32_t level)
{
    uint32_t parent_id;
    uint32_t code = UINT32_MAX;
    const struct bl_block *block = bl_walk_open_block(walk, level, &parent_id);
    if (block->block_id == (BL_TYPE_BLOCK_OLD & 0xFF))
        (void)bl_walk_first_code(walk, level, &code);
    return bl_ir_block_role(parent_id, block->block_id, code);
}

int bl_stats_open(struct bl_stats **stats, unsigned flags, struct bl_error *err)
{
    return bl_stats_open_by(stats, flags, role_in_walk, err);
}

uint32_t bl_ir_record_text_at(uint32_t block_id, uint32_t code)
{
    static const struct {
        uint32_t block_id;
        uint64_t from_0, from_1, from_2; /* bit N: text of code N begins there */
    } texts[] = {
        /* TRIPLE DATALAYOUT ASM SECTIONNAME DEPLIB GCNAME SOURCE_FILENAME */
        {8, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 11 | 1 << 16, 0, 0},
        {11, 1 << 8 | 1 << 9, 0, 0},              /* STRING CSTRING */
        {13, 1 << 1, 0, 0},                       /* STRING */
        {14, 0, 1 << 1 | 1 << 2, 1 << 3},         /* ENTRY BBENTRY, FNENTRY */
        {15, 1 << 1 | 1 << 4, 1 << 6, 0},         /* STRING_OLD NAME, KIND */
        {17, 1 << 19, 0, 0},                      /* STRUCT_NAME */
        {19, 0, 1 << 1, 0},                       /* ENTRY */
        {21, 1 << 1, 0, 0},                       /* OPERAND_BUNDLE_TAG */
        {22, 0, 1 << 6, 0},                       /* KIND */
        {26, 1 << 1, 0, 0},                       /* SYNC_SCOPE_NAME */
        {BL_TYPE_SYMTAB_BLOCK_OLD, 0, 1 << 1, 0}, /* ENTRY */
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0] && code < 64; i++) {
        if (texts[i].block_id != block_id)
            continue;
        uint64_t bit = UINT64_C(1) << code;
        if (texts[i].from_0 & bit)
            return 0;
        if (texts[i].from_1 & bit)
            return 1;
        return (texts[i].from_2 & bit) ? 2 : UINT32_MAX;
    }
    return UINT32_MAX;
}
