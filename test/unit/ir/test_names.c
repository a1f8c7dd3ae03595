/* test_names.c - names of blocks and records: unique, found again, bounded
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MODULE_BLOCK = 8,
    TEXT = 128
};

static const uint32_t pseudo_ids[] = {BL_BLOCK_TYPE_OLD, BL_BLOCK_TYPE_SYMTAB_OLD};

/* The I-th id that may have a name, real ones first. False after the last. */
static bool id_at(uint32_t i, uint32_t *block_id)
{
    uint32_t n_pseudo = sizeof pseudo_ids / sizeof *pseudo_ids;
    if (i >= BL_IR_BLOCK_ID_END + n_pseudo)
        return false;
    *block_id = i < BL_IR_BLOCK_ID_END ? i : pseudo_ids[i - BL_IR_BLOCK_ID_END];
    return true;
}

static bool is_house_style(const char *name)
{
    return name[0] && strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(name);
}

Test(names, blocks_are_unique)
{
    uint32_t a;
    uint32_t b;
    for (uint32_t i = 0; id_at(i, &a); i++) {
        const char *name = bl_ir_block_name(BL_NONE, a);
        /* 1 to 7 are the container format's. */
        cr_assert_eq(name == NULL, a >= 1 && a <= 7, "block %u", a);
        if (!name)
            continue;
        cr_expect(is_house_style(name), "%s", name);
        cr_expect(strstr(name, "_BLOCK"), "%s", name);
        for (uint32_t k = 0; k < i; k++) {
            cr_assert(id_at(k, &b));
            const char *other = bl_ir_block_name(BL_NONE, b);
            cr_expect(!other || strcmp(name, other) != 0, "%u and %u are both %s", a, b, name);
        }
    }
}

Test(names, records_are_unique_within_a_block)
{
    uint32_t block;
    for (uint32_t i = 0; id_at(i, &block); i++)
        for (uint32_t code = 0; code < BL_IR_CODE_END; code++) {
            const char *name = bl_ir_record_name(block, code);
            if (!name)
                continue;
            cr_expect(bl_ir_block_name(BL_NONE, block), "%s in a block without a name", name);
            cr_expect(is_house_style(name), "%s", name);
            for (uint32_t k = 0; k < code; k++) {
                const char *other = bl_ir_record_name(block, k);
                cr_expect(!other || strcmp(name, other) != 0, "block %u: %u and %u are both %s",
                          block, k, code, name);
            }
        }
}

/* What llvm-bcanalyzer knows, we know. */
Test(names, llvm_names_are_a_part_of_ours)
{
    uint32_t block;
    for (uint32_t i = 0; id_at(i, &block); i++) {
        if (bl_llvm_block_name(block))
            cr_expect(bl_ir_block_name(BL_NONE, block), "block %u", block);
        for (uint32_t code = 0; code < BL_IR_CODE_END; code++)
            if (bl_llvm_record_name(block, code))
                cr_expect(bl_ir_record_name(block, code), "block %u, code %u", block, code);
    }
}

static bool same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

Test(names, of_some_blocks)
{
    static const struct {
        uint32_t parent_id, block_id;
        const char *ours, *llvm;
    } rows[] = {
        {BL_NONE, 0, "BLOCKINFO_BLOCK", "BLOCKINFO_BLOCK"},
        {BL_NONE, MODULE_BLOCK, "MODULE_BLOCK", "MODULE_BLOCK"},
        {BL_NONE, 13, "IDENTIFICATION_BLOCK", "IDENTIFICATION_BLOCK_ID"},
        {MODULE_BLOCK, 13, "TYPE_SYMTAB_BLOCK_OLD", "IDENTIFICATION_BLOCK_ID"},
        {12, 13, "IDENTIFICATION_BLOCK", "IDENTIFICATION_BLOCK_ID"},
        {MODULE_BLOCK, 10, "PARAMATTR_GROUP_BLOCK", "PARAMATTR_GROUP_BLOCK_ID"},
        {MODULE_BLOCK, 14, "VALUE_SYMTAB_BLOCK", "VALUE_SYMTAB"},
        {MODULE_BLOCK, 26, "SYNC_SCOPE_NAMES_BLOCK", NULL},
        {BL_NONE, 23, "STRTAB_BLOCK", "STRTAB_BLOCK"},
        {MODULE_BLOCK, BL_BLOCK_TYPE_OLD, "TYPE_BLOCK_OLD", NULL},
        {MODULE_BLOCK, BL_BLOCK_TYPE_SYMTAB_OLD, "TYPE_SYMTAB_BLOCK_OLD", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *ours = bl_ir_block_name(rows[i].parent_id, rows[i].block_id);
        cr_expect(same(ours, rows[i].ours), "%s, not %s", ours, rows[i].ours);
        const char *llvm = bl_llvm_block_name(rows[i].block_id);
        cr_expect(same(llvm, rows[i].llvm), "%s, not %s", llvm, rows[i].llvm);
    }
}

Test(names, of_some_records)
{
    static const struct {
        uint32_t block_id, code;
        const char *ours, *llvm;
    } rows[] = {
        {0, 1, "SETBID", "SETBID"},
        {MODULE_BLOCK, 17, "HASH", "HASH"},
        {MODULE_BLOCK, 18, "IFUNC", NULL},
        {9, 1, "ENTRY_OLD", "ENTRY"},
        {11, 21, "BLOCKADDRESS", "CST_CODE_BLOCKADDRESS"},
        {12, 34, "INST_CALL", "INST_CALL"},
        {14, 3, "FNENTRY", "FNENTRY"},
        {15, 38, "INDEX_OFFSET", "INDEX_OFFSET"},
        {15, 39, "INDEX", "INDEX"},
        {17, 25, "OPAQUE_POINTER", NULL},
        {23, 1, "BLOB", "BLOB"},
        {BL_BLOCK_TYPE_OLD, 1, "NUMENTRY", NULL}, /* distinguishes it from PARAMATTR_GROUP */
        {10, 1, NULL, NULL},
        {BL_BLOCK_TYPE_SYMTAB_OLD, 1, "ENTRY", NULL},
        {13, 1, "STRING", "STRING"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *ours = bl_ir_record_name(rows[i].block_id, rows[i].code);
        cr_expect(same(ours, rows[i].ours), "%s, not %s", ours, rows[i].ours);
        const char *llvm = bl_llvm_record_name(rows[i].block_id, rows[i].code);
        cr_expect(same(llvm, rows[i].llvm), "%s: %s, not %s", ours, llvm, rows[i].llvm);
    }
}

Test(names, of_calling_conventions)
{
    cr_expect_str_eq(bl_calling_convention_name(0), "");
    cr_expect_str_eq(bl_calling_convention_name(12), "webkit_jscc");
    cr_expect_str_eq(bl_calling_convention_name(13), "anyregcc");
    cr_expect_null(bl_calling_convention_name(11));
    cr_expect_null(bl_calling_convention_name(UINT32_MAX));
}

Test(names, bounds)
{
    static const uint32_t far[] = {
        0x7FFFFFFF, 0x80000000, BL_BLOCK_TYPE_OLD - 1, BL_BLOCK_TYPE_OLD + 1, 0xFFFFFFFE, BL_NONE};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        cr_expect_null(bl_ir_block_name(BL_NONE, far[i]), "block %u", far[i]);
        cr_expect_null(bl_llvm_block_name(far[i]), "block %u", far[i]);
        cr_expect_null(bl_ir_record_name(far[i], 1), "block %u", far[i]);
        cr_expect_null(bl_llvm_record_name(far[i], 1), "block %u", far[i]);
        for (uint32_t block = 0; block < BL_IR_BLOCK_ID_END; block++) {
            cr_expect_null(bl_ir_record_name(block, far[i]), "code %u", far[i]);
            cr_expect_null(bl_llvm_record_name(block, far[i]), "code %u", far[i]);
        }
    }
    /* Both ends are tight. */
    cr_expect_null(bl_ir_block_name(BL_NONE, BL_IR_BLOCK_ID_END));
    cr_expect(bl_ir_block_name(BL_NONE, BL_IR_BLOCK_ID_END - 1));
    bool last_code_has_a_name = false;
    for (uint32_t block = 0; block < BL_IR_BLOCK_ID_END; block++) {
        cr_expect_null(bl_ir_record_name(block, BL_IR_CODE_END));
        last_code_has_a_name |= bl_ir_record_name(block, BL_IR_CODE_END - 1) != NULL;
    }
    cr_expect(last_code_has_a_name);
}

/* ---- Blocks by name ---- */

static void expect_found(const char *name, uint32_t expected)
{
    uint32_t found = 12345;
    cr_expect(bl_ir_block_by_name(name, &found), "%s is not found", name);
    cr_expect_eq(found, expected, "%s is %u, not %u", name, found, expected);
}

/* In capitals, small letters, and both. */
static void expect_found_in_any_case(const char *name, uint32_t expected)
{
    char text[TEXT];
    for (int step = 1; step <= 3; step++) {
        snprintf(text, sizeof text, "%s", name);
        for (size_t i = 0; text[i]; i++)
            if (step < 3 && i % (size_t)step == 0 && text[i] >= 'A' && text[i] <= 'Z')
                text[i] = (char)(text[i] - 'A' + 'a');
        expect_found(text, expected);
    }
}

Test(names, every_spelling_of_a_block_is_found)
{
    static const char *const suffixes[] = {"", "_BLOCK", "_BLOCK_ID"};
    uint32_t block;
    for (uint32_t i = 0; id_at(i, &block); i++) {
        const char *name = bl_ir_block_name(BL_NONE, block);
        if (!name)
            continue;
        bool is_old = block >= BL_IR_BLOCK_ID_END;
        int stem = (int)(strstr(name, "_BLOCK") - name);
        for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++) {
            char text[TEXT];
            snprintf(text, sizeof text, "%.*s%s%s", stem, name, suffixes[k], is_old ? "_OLD" : "");
            expect_found_in_any_case(text, block);
        }
        expect_found(name, block);
        if (bl_llvm_block_name(block))
            expect_found(bl_llvm_block_name(block), block);
    }
}

Test(names, no_other_spelling_is_found)
{
    static const char *const rows[] = {
        "",
        "_",
        "_BLOCK",
        "_BLOCK_ID",
        "_OLD",
        "_BLOCK_OLD",
        "MODULE_",
        "MODULE_BLOC",
        "MODULE_BLOCK_",
        "MODULE_BLOCK_BLOCK",
        "MODULE_BLOCK_ID_BLOCK",
        "MODULE_OLD",
        "MODULE_BLOCK_OLD",
        " MODULE_BLOCK",
        "MODULE_BLOCK ",
        "MODUL\xC5_BLOCK",
        "TYPE_OLD_BLOCK",
        "TYPE_BLOCK_OLD_OLD",
        "UnknownBlock8",
        "8",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t found = 12345;
        cr_expect_not(bl_ir_block_by_name(rows[i], &found), "%s is block %u", rows[i], found);
        cr_expect_eq(found, 12345, "%s", rows[i]);
    }
}

/* ---- The table and LLVM ---- */

/* The value of enumerator NAME in HEADER, or -1. */
static long value_in(const char *header, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = strstr(header, name); at; at = strstr(at + 1, name)) {
        const char *behind = at + n + strspn(at + n, " ");
        if (*behind == '=' && (at[-1] == ' ' || at[-1] == '\n'))
            return strtol(behind + 1, NULL, 10);
    }
    return -1;
}

static char *read_header(unsigned version)
{
    char path[128];
    snprintf(path, sizeof path, "/usr/lib/llvm-%u/include/llvm/Bitcode/LLVMBitCodes.h", version);
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    char *text = calloc(1, 1 << 20);
    cr_assert_not_null(text);
    cr_assert_gt(fread(text, 1, (1 << 20) - 1, file), 0);
    fclose(file);
    return text;
}

/* The rows of the table. */
struct row {
    const char *prefix, *name;
    uint32_t number;
    unsigned least, sure;
    bool is_dropped; /* maybe: llvm-bcanalyzer does not know it */
};

#define BLOCKINFO NULL
#define MODULE "MODULE_CODE_"
#define PARAMATTR "PARAMATTR_CODE_"
#define PARAMATTR_GROUP "PARAMATTR_GRP_CODE_"
#define CONSTANTS "CST_CODE_"
#define FUNCTION "FUNC_CODE_"
#define IDENTIFICATION "IDENTIFICATION_CODE_"
#define VALUE_SYMTAB "VST_CODE_"
#define METADATA "METADATA_"
#define METADATA_ATTACHMENT "METADATA_"
#define TYPE "TYPE_CODE_"
#define USELIST "USELIST_CODE_"
#define MODULE_STRTAB "MST_CODE_"
#define SUMMARY "FS_"
#define OPERAND_BUNDLE_TAGS ""
#define METADATA_KIND "METADATA_"
#define STRTAB "STRTAB_"
#define SYMTAB "SYMTAB_"
#define SYNC_SCOPE_NAMES ""
#define TYPE_OLD NULL
#define TYPE_SYMTAB_OLD NULL
#define SAME ""

static const struct row table[] = {
#define BL_CODE(block, name, code, llvm, traits) {block, #name, code, 0, 0, !(llvm)},
#define BL_NEW_CODE(block, name, code, llvm, traits, least, sure) \
    {block, #name, code, least, sure, false},
#define BL_ATTRIBUTE(name, kind, spelling) {"ATTR_KIND_", #name, kind, 0, 0, false},
#define BL_NEW_ATTRIBUTE(name, kind, spelling, least, sure) \
    {"ATTR_KIND_", #name, kind, least, sure, false},
#include "bitleap_codes.def"
};

static void check_row(const struct row *row, const char *header, unsigned version)
{
    char name[TEXT];
    bool is_new = row->least > 0;
    if (!row->prefix || (is_new && row->sure == 0))
        return; /* what is written, but not read, is in headers */
    snprintf(name, sizeof name, "%s%s", row->prefix, row->name);
    long value = value_in(header, name);
    /* Names move to new codes, and old LLVM has other names; opaque pointers were known before they
     * were the rule. */
    if (is_new ? version >= row->sure : version == 22 && !(row->is_dropped && value < 0))
        cr_expect_eq(value, (long)row->number, "%s in LLVM %u", name, version);
    else if (version < row->least && strcmp(name, "TYPE_CODE_OPAQUE_POINTER") != 0)
        cr_expect_neq(value, (long)row->number, "%s in LLVM %u", name, version);
}

/* Each row of the table is held against the headers that are installed. */
Test(names, table_against_headers)
{
    uint32_t n_headers = 0;
    for (unsigned version = 13; version <= 22; version++) {
        char *header = read_header(version);
        if (!header)
            continue;
        n_headers++;
        for (size_t i = 0; i < sizeof table / sizeof *table; i++)
            check_row(&table[i], header, version);
        free(header);
    }
    if (n_headers == 0)
        cr_skip_test("no LLVM headers are installed");
}

/* Operands by position; those of global values have two more in front since version 2. */
Test(names, operands)
{
    const uint64_t ops[64] = {0};
    static const struct {
        uint32_t block_id, code, number;
        uint64_t version;
        const char *name;
    } rows[] = {
        {BL_BLOCK_MODULE, BL_CODE_MODULE_FUNCTION, 0, 2, "strtab_offset"},
        {BL_BLOCK_MODULE, BL_CODE_MODULE_FUNCTION, 5, 2, "linkage"},
        {BL_BLOCK_MODULE, BL_CODE_MODULE_FUNCTION, 3, 1, "linkage"},
        {BL_BLOCK_MODULE, BL_CODE_MODULE_FUNCTION, 60, 2, ""},
        {BL_BLOCK_MODULE, BL_CODE_MODULE_VERSION, 0, 0, "version"},
        {BL_BLOCK_TYPE, BL_CODE_TYPE_FUNCTION, 1, 2, "return_type"},
        {BL_BLOCK_TYPE, BL_CODE_TYPE_FUNCTION, 40, 2, "parameter_type"},
        {BL_BLOCK_METADATA, BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT, 1, 2, "kind"},
        {BL_BLOCK_METADATA, BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT, 2, 2, "node"},
        {BL_BLOCK_METADATA, BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT, 5, 2, "kind"},
        {BL_BLOCK_METADATA, BL_CODE_METADATA_LOCATION, 1, 2, "line"},
        {BL_BLOCK_METADATA, BL_CODE_METADATA_NODE, 1, 2, ""},
        {BL_BLOCK_FUNCTION, BL_CODE_FUNCTION_INST_SWITCH, 5, 2, "case"},
        {9999, 1, 0, 2, ""},
        {BL_BLOCK_MODULE, 9999, 0, 2, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct bl_record rec = {.code = rows[i].code, .ops = ops, .n_ops = 64};
        struct bl_view name =
            bl_ir_operand_name(rows[i].block_id, &rec, rows[i].number, rows[i].version);
        cr_expect(name.size == strlen(rows[i].name) &&
                      (name.size == 0 || memcmp(name.data, rows[i].name, name.size) == 0),
                  "row %zu: %.*s", i, (int)name.size, (const char *)name.data);
    }
}
