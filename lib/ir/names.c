/* ir/names.c - names of blocks, record codes and kinds of attributes, and where records are text
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All from the rows of bitleap_codes.def. A look-up is two bounds checks and two loads.
 */
#include "bitleap_metadata.h"
#include "bitleap_types.h"
#include "index/stats.h"
#include "ir/codes.h"
#include "ir/operand_roles.h"
#include "stream/walk.h"

#include <stddef.h>
#include <string.h>

struct name {
    const char *ours;
    const char *llvm; /* what llvm-bcanalyzer 22 prints: SAME, NULL: nothing, or something else */
};

static const char same[] = "";
#define SAME same

#define N(array) (sizeof(array) / sizeof((array)[0]))

static const struct name blocks[] = {
    [BLOCKINFO] = {"BLOCKINFO_BLOCK", SAME},
#define BL_BLOCK(name, id, llvm) [id] = {#name "_BLOCK", llvm},
#include "bitleap_codes.def"
    [TYPE_OLD] = {"TYPE_BLOCK_OLD", NULL},
    [TYPE_SYMTAB_OLD] = {"TYPE_SYMTAB_BLOCK_OLD", NULL},
};

static const struct name codes[] = {
    {NULL, NULL},
#define BL_CODE(block, name, code, llvm, traits) {#name, llvm},
#include "bitleap_codes.def"
};

static const uint8_t traits_of[] = {
    0,
#define BL_CODE(block, name, code, llvm, traits) traits,
#include "bitleap_codes.def"
};

/* Rows in the order of the table; 0 is none. */
enum row {
    NO_ROW,
#define BL_CODE(block, name, code, llvm, traits) ROW_##block##_##name,
#include "bitleap_codes.def"
};

static const uint16_t rows[N_CODE_BLOCKS][BL_IR_CODE_END] = {
#define BL_CODE(block, name, code, llvm, traits) [block][code] = ROW_##block##_##name,
#include "bitleap_codes.def"
};

static const char *const operands[] = {
#define BL_OPERANDS(block, name, operands) [ROW_##block##_##name] = (operands),
#include "bitleap_codes.def"
};

static const char *const attributes[] = {
#define BL_ATTRIBUTE(name, kind, spelling) [kind] = (spelling),
#include "bitleap_codes.def"
};

_Static_assert((int)SYNC_SCOPE_NAMES + 1 == BL_IR_BLOCK_ID_END, "one past the last block id");

/* Where BLOCK_ID is in `blocks`; N_CODE_BLOCKS: nowhere. */
static uint32_t block_row(uint32_t block_id)
{
    return block_id < BL_IR_BLOCK_ID_END          ? block_id
           : block_id == BL_BLOCK_TYPE_OLD        ? TYPE_OLD
           : block_id == BL_BLOCK_TYPE_SYMTAB_OLD ? TYPE_SYMTAB_OLD
                                                  : N_CODE_BLOCKS;
}

static struct name block_name(uint32_t block_id)
{
    uint32_t row = block_row(block_id);
    return row < N_CODE_BLOCKS ? blocks[row] : (struct name){0};
}

static unsigned code_row(uint32_t block_id, uint32_t code)
{
    uint32_t block =
        block_id == BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY ? SUMMARY : block_row(block_id);
    return block < N_CODE_BLOCKS && code < BL_IR_CODE_END ? rows[block][code] : NO_ROW;
}

static const char *llvm_name(struct name name)
{
    return name.llvm == same ? name.ours : name.llvm;
}

const char *bl_ir_block_name(uint32_t parent_id, uint32_t block_id)
{
    if (block_id == BL_BLOCK_IDENTIFICATION && parent_id == BL_BLOCK_MODULE)
        block_id = BL_BLOCK_TYPE_SYMTAB_OLD;
    return block_name(block_id).ours;
}

const char *bl_ir_record_name(uint32_t block_id, uint32_t code)
{
    return codes[code_row(block_id, code)].ours;
}

const char *bl_llvm_block_name(uint32_t block_id)
{
    return llvm_name(block_name(block_id));
}

const char *bl_llvm_record_name(uint32_t block_id, uint32_t code)
{
    return llvm_name(codes[code_row(block_id, code)]);
}

uint32_t bl_ir_record_text_at(uint32_t block_id, uint32_t code)
{
    unsigned text = traits_of[code_row(block_id, code)] & TEXT_MASK;
    return text ? text - TEXT_0 : UINT32_MAX;
}

const char *bl_attribute_name(uint32_t kind)
{
    return kind < N(attributes) ? attributes[kind] : NULL;
}

/* A field of a node of metadata. */
static struct bl_view field_name(const struct bl_record *rec, uint32_t number)
{
    struct bl_metadata_node node;
    bl_metadata_fields(rec, &node);
    for (uint32_t i = 0; i < node.n_fields; i++) {
        const struct bl_metadata_field *f = &node.fields[i];
        if (f->name && f->op <= number && number - f->op < f->n_ops)
            return (struct bl_view){(const uint8_t *)f->name, strlen(f->name)};
    }
    return (struct bl_view){0};
}

/* Word NUMBER of NAMES. */
static struct bl_view nth_name(const char *names, uint64_t number)
{
    const char *repeated = NULL;
    while (true) {
        size_t size = strcspn(names, " ");
        bool is_repeated = size > 0 && names[size - 1] == '.';
        if (is_repeated && !repeated)
            repeated = names;
        if (number-- == 0)
            return (struct bl_view){(const uint8_t *)names, strcspn(names, " :.")};
        names += size + (names[size] == ' ');
        if (*names)
            continue;
        if (!repeated)
            return (struct bl_view){0};
        uint64_t n_repeated = 1;
        for (const char *c = repeated; *c; c++)
            n_repeated += *c == ' ';
        number %= n_repeated;
        names = repeated;
    }
}

const char *bl_operands_row(uint32_t block_id, uint32_t code)
{
    unsigned row = code_row(block_id, code);
    return row < N(operands) ? operands[row] : NULL;
}

/* Whether which operand has which name depends on others. */
static bool depends_on_others(const char *names)
{
    return strpbrk(names, "*?|") || strstr(names, ":w") || strstr(names, ":e") ||
           strstr(names, ":r") || strstr(names, "default_block");
}

struct bl_view bl_ir_operand_name(uint32_t block_id, const struct bl_record *rec, uint32_t number,
                                  uint64_t module_version)
{
    enum {
        WITH_STRTAB = 2,
        N_STRTAB_OPERANDS = 2
    };
    const char *names = bl_operands_row(block_id, rec->code);
    if (!names && block_id == BL_BLOCK_METADATA)
        return field_name(rec, number);
    if (!names)
        return (struct bl_view){0};
    if (depends_on_others(names))
        return bl_operand_name_in(names, rec, number);
    bool has_strtab = strncmp(names, "strtab", 6) == 0;
    bool is_older = has_strtab && module_version < WITH_STRTAB;
    return nth_name(names, number + (uint64_t)N_STRTAB_OPERANDS * is_older);
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

static bool is_named(const struct name *block, struct stem wanted)
{
    /* Our name and llvm-bcanalyzer's differ only in the suffix, so ours serves for both. */
    if (!block->ours)
        return false;
    struct stem stem = get_stem(block->ours);
    return stem.length == wanted.length && stem.is_old == wanted.is_old &&
           equal_ignoring_case(stem.start, wanted.start, wanted.length);
}

bool bl_ir_block_by_name(const char *name, uint32_t *block_id)
{
    struct stem wanted = get_stem(name);
    for (uint32_t i = 0; i < N(blocks); i++) {
        if (!is_named(&blocks[i], wanted))
            continue;
        *block_id = i == TYPE_OLD          ? BL_BLOCK_TYPE_OLD
                    : i == TYPE_SYMTAB_OLD ? BL_BLOCK_TYPE_SYMTAB_OLD
                                           : i;
        return true;
    }
    return false;
}

uint32_t bl_ir_block_role(uint32_t parent_id, uint32_t block_id, uint32_t first_code)
{
    if (parent_id == BL_NONE)
        return block_id;
    if (block_id == BL_BLOCK_PARAMATTR_GROUP && first_code == BL_CODE_TYPE_OLD_NUMENTRY)
        return BL_BLOCK_TYPE_OLD;
    return block_id == BL_BLOCK_IDENTIFICATION ? BL_BLOCK_TYPE_SYMTAB_OLD : block_id;
}

/* A bl_role_fn. */
static uint32_t role_in_walk(const struct bl_walk *walk, uint32_t level)
{
    uint32_t parent_id;
    uint32_t code = UINT32_MAX;
    const struct bl_block *block = bl_walk_open_block(walk, level, &parent_id);
    if (block->block_id == BL_BLOCK_PARAMATTR_GROUP)
        (void)bl_walk_first_code(walk, level, &code);
    return bl_ir_block_role(parent_id, block->block_id, code);
}

int bl_stats_open(struct bl_stats **stats, unsigned flags, struct bl_error *err)
{
    return bl_stats_open_by(stats, flags, role_in_walk, err);
}
