/* test_record_texts.c - texts between the other operands of records
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum {
    MAX_OPS = 16,
    GROUP = 3,
    COMDAT = 12,
};

struct row {
    const char *texts; /* each in brackets, with a slash after each time some are reported */
    uint32_t block_id, code, n_ops;
    uint64_t ops[MAX_OPS];
};

static void check_row(const struct row *row)
{
    char text[128] = "";
    size_t size = 0;
    struct bl_text_ops texts[2];
    uint32_t at = 0;
    unsigned n;
    while ((n = bl_ir_record_texts(row->block_id, row->code, row->ops, row->n_ops, &at, texts))) {
        cr_assert_leq(n, 2);
        cr_assert_leq(at, row->n_ops);
        for (unsigned i = 0; i < n; i++) {
            text[size++] = '[';
            for (uint32_t k = 0; k < texts[i].n; k++)
                text[size++] = (char)row->ops[texts[i].first + k];
            text[size++] = ']';
        }
        text[size++] = '/';
    }
    cr_expect_str_eq(text, row->texts, "%s, not %s", text, row->texts);
}

static void check(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        check_row(&rows[i]);
}

/* Sizes are characters, too, some of them. */
Test(record_texts, of_assembly)
{
    static const struct row rows[] = {
        {"[a][b]/", BL_BLOCK_CONSTANTS, 18, 5, {1, 1, 'a', 1, 'b'}},
        {"[a][b]/", BL_BLOCK_CONSTANTS, 23, 5, {1, 1, 'a', 1, 'b'}},
        {"[a][b]/", BL_BLOCK_CONSTANTS, 28, 5, {1, 1, 'a', 1, 'b'}},
        {"[a][b]/", BL_BLOCK_CONSTANTS, 30, 6, {40, 1, 1, 'a', 1, 'b'}},
        {"[\t234567890][]/",
         BL_BLOCK_CONSTANTS,
         30,
         14,
         {40, 1, 10, '\t', '2', '3', '4', '5', '6', '7', '8', '9', '0', 0}},
        {"[a]/", BL_BLOCK_CONSTANTS, 30, 4, {40, 1, 1, 'a'}},
        {"[a]/", BL_BLOCK_CONSTANTS, 30, 4, {40, 1, UINT64_MAX, 'a'}},
        {"", BL_BLOCK_CONSTANTS, 30, 2, {40, 1}},
        {"", BL_BLOCK_CONSTANTS, 30, 0, {0}},
        {"", BL_BLOCK_CONSTANTS, 22, 5, {1, 1, 'a', 1, 'b'}},
    };
    check(rows, sizeof rows / sizeof *rows);
}

Test(record_texts, of_attributes)
{
    static const struct row rows[] = {
        {"[k]/[k][v]/",
         BL_BLOCK_PARAMATTR_GROUP,
         GROUP,
         13,
         {'i', 'd', 0, 18, 3, 'k', 0, 4, 'k', 0, 'v', 0, 0}},
        /* "range(i32 33, 40)" */
        {"[k]/", BL_BLOCK_PARAMATTR_GROUP, GROUP, 11, {1, 0, 7, 92, 32, 66, 80, 3, 'k', 0, 9}},
        {"", BL_BLOCK_PARAMATTR_GROUP, GROUP, 8, {1, 0, 9, 3, 'k', 'e', 'y', 0}},
        {"[][]/", BL_BLOCK_PARAMATTR_GROUP, GROUP, 3, {1, 0, 4}},
        {"[k][v]/", BL_BLOCK_PARAMATTR_GROUP, GROUP, 6, {1, 0, 4, 'k', 0, 'v'}},
        {"", BL_BLOCK_PARAMATTR_GROUP, GROUP, 1, {1}},
        {"", BL_BLOCK_PARAMATTR_GROUP, 4, 5, {1, 0, 3, 'k', 0}},
    };
    check(rows, sizeof rows / sizeof *rows);
}

Test(record_texts, of_comdats)
{
    static const struct row rows[] = {
        {"[c]/", BL_BLOCK_MODULE, COMDAT, 3, {1, 1, 'c'}},
        {"[cd]/", BL_BLOCK_MODULE, COMDAT, 4, {1, 2, 'c', 'd'}},
        {"[c]/", BL_BLOCK_MODULE, COMDAT, 3, {1, 99, 'c'}},
        {"", BL_BLOCK_MODULE, COMDAT, 3, {40, 1, 2}}, /* since version 2: in the STRTAB */
        {"", BL_BLOCK_MODULE, COMDAT, 2, {1, 0}},
        {"", BL_BLOCK_MODULE, COMDAT, 0, {0}},
        {"", BL_BLOCK_MODULE, COMDAT + 1, 4, {1, 2, 'c', 'd'}},
        {"", 12, COMDAT, 4, {1, 2, 'c', 'd'}},
    };
    check(rows, sizeof rows / sizeof *rows);
}
