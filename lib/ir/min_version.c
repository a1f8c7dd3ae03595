/* ir/min_version.c - which LLVM was the first to know a code, or an operand
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/min_version.h"

#include "ir/codes.h"

static const struct bl_min_version table[] = {
#define BL_NEW_CODE(block, name, code, llvm, traits, least, sure) {NULL, block, code, least, sure},
#define BL_NEW_ATTRIBUTE(name, kind, spelling, least, sure) \
    {NULL, BL_MIN_VERSION_ATTRIBUTE, kind, least, sure},
#include "bitleap_codes.def"
};

/* Blocks that most versions have added codes to: one after all of the table's is newer. */
static const uint32_t growing[] = {
    BL_BLOCK_TYPE,     BL_BLOCK_CONSTANTS,         BL_BLOCK_FUNCTION,
    BL_BLOCK_METADATA, BL_BLOCK_GLOBALVAL_SUMMARY, BL_MIN_VERSION_ATTRIBUTE,
};

#define NUMBER_AS_TEXT(number) #number
#define NEWER_THAN(newest) "newer than LLVM " NUMBER_AS_TEXT(newest)

#define ON(block, name) BL_BLOCK_##block, BL_CODE_##block##_##name
#define ANY 0, UINT64_MAX
#define ONLY(value) value, value
#define FROM(value) value, UINT64_MAX

#define BETWEEN(low, high) low, high

static const struct bl_min_version_operand operands[] = {
#define BL_FEATURE_OPERAND(feature, what, block, name, least, sure, n_pairs, at, n_behind, \
                           anywhere, range, remedy, reason)                                \
    {what, ON(block, name), least, sure, n_pairs, at, n_behind, anywhere, range},
#include "ir/features.def"
};

static const struct bl_min_version newer = {"a code " NEWER_THAN(BL_NEWEST_LLVM), 0, 0,
                                            BL_NEWEST_LLVM + 1, 0};

/* "Version should be in the range …": what llvm-dis 13, 16, 19 and 22 say. */
const struct bl_min_version *bl_min_version_of_summary(uint64_t version)
{
    static const struct bl_min_version rows[] = {
        {"summary version 10", BL_BLOCK_GLOBALVAL_SUMMARY, 0, 17, 19},
        {"summary version 12", BL_BLOCK_GLOBALVAL_SUMMARY, 0, 20, 22},
    };
    return version <= 9 ? NULL : version <= 10 ? &rows[0] : version <= 12 ? &rows[1] : &newer;
}

/* Two bits a location, as print/attribute_argument_text.c has them. LLVM 16 to 20 take what is done
 * to errno for what is done to all other memory, and LLVM 21 does not look at targets. Neither
 * matters where that says of some memory that more is done to it. */
static const struct bl_min_version *of_memory(uint64_t integer)
{
    static const struct bl_min_version of_errno = {"errnomem", BL_MIN_VERSION_ATTRIBUTE, 86, 21,
                                                   22};
    static const struct bl_min_version of_targets = {"target_mem", BL_MIN_VERSION_ATTRIBUTE, 86, 22,
                                                     22};
    uint64_t to_errno = integer >> 4 & 3;
    uint64_t to_other = integer >> 6 & 3;
    uint64_t to_targets = (integer >> 8 | integer >> 10) & 3;
    if (integer >> 56 == 0)
        return NULL;
    if (to_targets & ~to_other)
        return &of_targets;
    return (to_other & ~to_errno) ? &of_errno : NULL;
}

/* LLVM 13 and 14 want it without a number. */
const struct bl_min_version *bl_min_version_of_form(const struct bl_attribute *a)
{
    static const struct bl_min_version of_tables = {"integer", BL_MIN_VERSION_ATTRIBUTE,
                                                    BL_ATTR_KIND_UW_TABLE, 15, 15};
    if (a->kind == BL_ATTR_KIND_MEMORY)
        return of_memory(a->integer);
    return a->kind == BL_ATTR_KIND_UW_TABLE && a->form == BL_ATTRIBUTE_INTEGER ? &of_tables : NULL;
}

const struct bl_min_version *bl_min_version_of_epoch(uint64_t epoch)
{
    return epoch == 0 ? NULL : &newer;
}

const struct bl_min_version *bl_min_version_of_module(uint64_t version)
{
    return version <= 2 ? NULL : &newer;
}

enum {
    MOST_CODES = 256, /* the table has none above */
};

static bool is_growing(uint32_t block)
{
    for (size_t i = 0; i < sizeof growing / sizeof *growing; i++)
        if (growing[i] == block)
            return true;
    return false;
}

static bool is_known(uint32_t block, uint32_t code)
{
    return block == BL_MIN_VERSION_ATTRIBUTE ? bl_attribute_name(code) != NULL
                                             : bl_ir_record_name(block, code) != NULL;
}

/* Whether the table has neither CODE nor any after it. */
static bool is_newer(uint32_t block, uint32_t code)
{
    while (code < MOST_CODES && !is_known(block, code))
        code++;
    return code >= MOST_CODES;
}

const struct bl_min_version *bl_min_version_of_code(uint32_t block, uint32_t code)
{
    if (block == BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY)
        block = BL_BLOCK_GLOBALVAL_SUMMARY;
    if (is_growing(block) && is_newer(block, code))
        return &newer;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].block == block && table[i].code == code)
            return &table[i];
    return NULL;
}

/* ---- Operands ---- */

/* Where the operand is that ROW asks for, if the record has that many. A distance back is positive
 * and has 31 bits; what leads ahead is followed by its type. */
static uint64_t place_of_operand(const struct bl_min_version_operand *row,
                                 const struct bl_record *rec)
{
    uint64_t at = 0;
    for (unsigned i = 0; i < row->n_pairs && at < rec->n_ops; i++)
        at += (uint32_t)rec->ops[at] - 1U < INT32_MAX ? 1 : 2;
    return at + row->at;
}

static bool holds(const struct bl_min_version_operand *row, const struct bl_record *rec)
{
    uint64_t at = place_of_operand(row, rec);
    uint64_t end = row->anywhere ? rec->n_ops : at + 1;
    for (; at < end && at + row->n_behind < rec->n_ops; at++)
        if (rec->ops[at] >= row->low && rec->ops[at] <= row->high)
            return true;
    return false;
}

bool bl_min_version_next(uint32_t block, const struct bl_record *rec, bool is_relative, uint32_t *i)
{
    for (; *i < sizeof operands / sizeof *operands; ++*i) {
        const struct bl_min_version_operand *row = &operands[*i];
        if (row->block == block && row->code == rec->code && (row->n_pairs == 0 || is_relative) &&
            holds(row, rec))
            return true;
    }
    return false;
}

bool bl_min_version_has_rows(uint32_t block, uint32_t code)
{
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
        if (operands[i].block == block && operands[i].code == code)
            return true;
    return false;
}

const struct bl_min_version_operand *bl_min_version_row(uint32_t i)
{
    return &operands[i];
}

uint32_t bl_min_version_place(const struct bl_min_version_operand *row, const struct bl_record *rec)
{
    return (uint32_t)place_of_operand(row, rec);
}

const struct bl_min_version_operand *bl_min_version_of_operand(uint32_t block,
                                                               const struct bl_record *rec,
                                                               bool is_relative)
{
    const struct bl_min_version_operand *newest = NULL;
    for (uint32_t i = 0; bl_min_version_next(block, rec, is_relative, &i);) {
        const struct bl_min_version_operand *row = &operands[i++];
        if (!newest || row->least > newest->least)
            newest = row;
    }
    return newest;
}

/* ---- Codes at once ---- */

static void set_code(struct bl_code_set *codes, uint32_t code)
{
    codes->bits[code / 64] |= UINT64_C(1) << code % 64;
}

struct bl_code_set bl_codes_above(uint32_t block, unsigned needed)
{
    struct bl_code_set codes = {0};
    if (block == BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY)
        block = BL_BLOCK_GLOBALVAL_SUMMARY;
    if (is_growing(block))
        for (uint32_t code = 128; code-- > 0 && !is_known(block, code);)
            set_code(&codes, code);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].block == block && table[i].least > needed)
            set_code(&codes, table[i].code);
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
        if (operands[i].block == block && operands[i].least > needed)
            set_code(&codes, operands[i].code);
    return codes;
}
