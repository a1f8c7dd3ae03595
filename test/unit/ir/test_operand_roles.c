/* unit/ir/test_operand_roles.c - what operands of records are the numbers of, and their names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "bitleap_codes.h"
#include "bitleap_names.h"
#include "ir/operand_roles.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Places as "op:role number": t type, v value, m metadata, b block, l attributes, x STRTAB. */
static void put_places(char *text, size_t size, const struct bl_places *places)
{
    static const char letters[] = " tvmblcngx";
    size_t at = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < places->n && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%u:%c%u", i ? " " : "", places->items[i].op,
                               letters[places->items[i].role], places->items[i].number);
}

#define AHEAD(n) (uint32_t)(0 - (uint32_t)(n))

struct row {
    uint32_t block, code;
    unsigned n;
    uint64_t ops[12];
    const char *places;
    const char *names;
};

/* The next value is 100; type 1 is a function of (value, metadata, ...). */
static const struct row rows[] = {
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_LOAD,
     4,
     {3, 7, 0, 1},
     "0:v97 1:t7",
     "pointer type alignment is_volatile"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_LOAD,
     3,
     {3, 0, 1},
     "0:v97",
     "pointer alignment is_volatile"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_STORE,
     5,
     {3, AHEAD(2), 6, 0, 0},
     "0:v97 1:v102 2:t6",
     "pointer value type alignment is_volatile"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_PHI,
     6,
     {4, 6, 0, 7, 1, 3},
     "0:t4 1:v97 2:b0 3:v103 4:b1",
     "type value block value block value"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_CALL,
     8,
     {2, 1 << 15 | 1 << 17, 8, 1, 99, 5, 6, 7},
     "0:l1 3:t1 4:v1 5:v95 6:m94 7:v93",
     "paramattr cc fast_math_flags function_type callee argument argument argument"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_INVOKE,
     7,
     {0, 1 << 13, 1, 2, 1, 99, 5},
     "2:b1 3:b2 4:t1 5:v1 6:v95",
     "paramattr cc normal_block unwind_block function_type callee argument"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_CALLBR,
     8,
     {0, 1 << 15, 1, 2, 3, 4, 1, 99},
     "2:b1 4:b3 5:b4 6:t1 7:v1",
     "paramattr cc fallthrough_block n_blocks block block function_type callee"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_CALLBR,
     6,
     {0, 1 << 15, 1, 0, 1, 99},
     "2:b1 4:t1 5:v1",
     "paramattr cc fallthrough_block n_blocks function_type callee"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_OPERAND_BUNDLE,
     4,
     {1, 5, 0x80000000, 90},
     "1:v95 3:m10",
     "tag operand operand metadata"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_SWITCH,
     5,
     {1, 2, 3, 50, 4},
     "0:t1 1:v98 2:b3 3:v50 4:b4",
     "type condition default_block case block"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_INST_SWITCH,
     4,
     {0x4B50000, 1, 2, 3},
     "1:t1 2:v98 3:b3",
     "magic type condition default_block"},
    {BL_BLOCK_FUNCTION,
     BL_CODE_FUNCTION_DEBUG_LOC,
     4,
     {1, 2, 5, 0},
     "2:m4",
     "line column scope inlined_at"},
    {BL_BLOCK_CONSTANTS,
     BL_CODE_CONSTANTS_CE_GEP_OLD,
     5,
     {4, 5, 6, 5, 7},
     "0:t4 1:t5 2:v6 3:t5 4:v7",
     "element_type operand_type operand operand_type operand"},
    {BL_BLOCK_CONSTANTS,
     BL_CODE_CONSTANTS_CE_GEP_OLD,
     4,
     {5, 6, 5, 7},
     "0:t5 1:v6 2:t5 3:v7",
     "operand_type operand operand_type operand"},
    {BL_BLOCK_CONSTANTS,
     BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE,
     7,
     {4, 1, 64, 2, 4, 5, 6},
     "0:t4 5:t5 6:v6",
     "element_type flags range range range operand_type operand"},
    {BL_BLOCK_CONSTANTS,
     BL_CODE_CONSTANTS_CE_EXTRACTELT,
     4,
     {1, 2, 3, 4},
     "0:t1 1:v2 2:t3 3:v4",
     "vector_type vector index_type index"},
    {BL_BLOCK_MODULE,
     BL_CODE_MODULE_FUNCTION,
     7,
     {9, 3, 1, 0, 0, 0, 4},
     "0:x9 2:t1 6:l3",
     "strtab_offset strtab_size type callingconv isproto linkage paramattr"},
    {BL_BLOCK_USELIST, BL_CODE_USELIST_DEFAULT, 3, {1, 0, 7}, "2:v7", "index index index"},
    {BL_BLOCK_METADATA_ATTACHMENT,
     BL_CODE_METADATA_ATTACHMENT_ATTACHMENT,
     3,
     {5, 0, 7},
     "2:m7",
     "instruction kind node"},
    {BL_BLOCK_METADATA_ATTACHMENT,
     BL_CODE_METADATA_ATTACHMENT_ATTACHMENT,
     2,
     {0, 7},
     "1:m7",
     "kind node"},
    {BL_BLOCK_PARAMATTR_GROUP,
     BL_CODE_PARAMATTR_GROUP_ENTRY,
     11,
     {1, 2, 3, 65, 0, 6, 3, 8, 1, 1, 16},
     "7:t8",
     NULL},
    {BL_BLOCK_METADATA, BL_CODE_METADATA_VALUE, 2, {3, 4}, "0:t3 1:v4", "type value"},
    {BL_BLOCK_METADATA, BL_CODE_METADATA_NODE, 2, {0, 4}, "1:m3", NULL},
};

Test(operand_roles, places_and_names)
{
    static const struct bl_type types[] = {
        {.kind = BL_TYPE_INTEGER},
        {.kind = BL_TYPE_FUNCTION, .n_parts = 3, .is_vararg = true},
        {.kind = BL_TYPE_METADATA},
    };
    static const uint32_t parts[] = {0, 0, 2};
    const struct bl_types table = {.types = types, .n = 3, .parts = parts};
    struct bl_places places = {0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *r = &rows[i];
        struct bl_record rec = {.code = r->code, .ops = r->ops, .n_ops = r->n};
        struct bl_around around = {r->block, 2, 100, &table, BL_NONE};
        char text[256];
        cr_assert_eq(bl_places_find(&places, &around, &rec), 1);
        put_places(text, sizeof text, &places);
        cr_expect_str_eq(text, r->places, "row %zu: %s", i, text);
        size_t at = 0;
        for (uint32_t op = 0; op < r->n && r->names; op++) {
            struct bl_view name = bl_ir_operand_name(r->block, &rec, op, 2);
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%.*s", op ? " " : "",
                                   (int)name.size, (const char *)name.data);
        }
        cr_expect(!r->names || strcmp(text, r->names) == 0, "row %zu: %s", i, text);
        for (uint32_t k = 0; k < places.n; k++)
            cr_expect_eq(bl_place_operand(&places.items[k], places.items[k].number, 100),
                         r->ops[places.items[k].op], "row %zu", i);
    }
    bl_places_release(&places);
}

/* A record that has no row may hold anything. */
Test(operand_roles, unknown)
{
    const uint64_t ops[] = {1, 2};
    struct bl_places places = {0};
    struct bl_around around = {BL_BLOCK_FUNCTION, 2, 100, NULL, BL_NONE};
    struct bl_record rec = {.code = 500, .ops = ops, .n_ops = 2};
    cr_expect_eq(bl_places_find(&places, &around, &rec), 0);
    around.block_id = BL_BLOCK_METADATA;
    cr_expect_eq(bl_places_find(&places, &around, &rec), 0);
    around.block_id = BL_BLOCK_PARAMATTR_GROUP;
    const uint64_t form[] = {1, 2, 77, 1};
    rec = (struct bl_record){.code = BL_CODE_PARAMATTR_GROUP_ENTRY, .ops = form, .n_ops = 4};
    cr_expect_eq(bl_places_find(&places, &around, &rec), 0);
    bl_places_release(&places);
}
