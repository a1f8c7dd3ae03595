/* test_catalog_spill.c - catalogs with more records than stay in memory
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/load.h"
#include "base/store.h"
#include "catalog/catalog_builder.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum {
    A_RANGE = 100000, /* symbols */
    N_RANGES = 18,    /* two pieces are put aside, and some is left */
    N = A_RANGE * N_RANGES,
};

static uint32_t hash_of(uint32_t symbol)
{
    return symbol * 2654435761U;
}

/* The symbols of range NUMBER, and a function for each, which refers to it. */
static void make_range(struct bl_record_buffer *records, uint32_t number)
{
    bl_record_buffer_clear(records);
    for (uint32_t i = 0; i < A_RANGE; i++) {
        struct bl_blx_symbol *symbol =
            bl_record_buffer_add(records, BL_BLX_SYMS, sizeof(struct bl_blx_symbol));
        struct bl_blx_function *function =
            bl_record_buffer_add(records, BL_BLX_FUNS, sizeof(struct bl_blx_function));
        memset(symbol, 0, sizeof *symbol);
        memset(function, 0, sizeof *function);
        bl_store_le32(symbol->hash, hash_of(number * A_RANGE + i));
        bl_store_le32(symbol->value, i);
        bl_store_le32(function->symbol, i);
    }
    cr_assert_eq(records->status, BL_OK);
}

static struct bl_catalog *build(void)
{
    struct bl_catalog_builder builder = {0};
    struct bl_record_buffer records = {0};
    struct bl_catalog *catalog;
    struct bl_error err;
    for (uint32_t i = 0; i < N_RANGES; i++) {
        make_range(&records, i);
        struct bl_source_range range = bl_record_buffer_range(&records);
        cr_assert_eq(bl_catalog_builder_append(&builder, &range), BL_OK);
    }
    bl_record_buffer_release(&records);
    cr_assert_eq(bl_catalog_builder_finish(&builder, BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS, 2,
                                           &catalog, &err),
                 BL_OK, "%s", err.what);
    return catalog;
}

static void expect_records(const struct bl_catalog *c)
{
    cr_assert_eq(bl_catalog_n_records(c, BL_BLX_SYMS), N);
    cr_assert_eq(bl_catalog_n_records(c, BL_BLX_FUNS), N);
    const struct bl_blx_symbol *symbols = (const void *)c->chunks[BL_BLX_SYMS].data;
    const struct bl_blx_function *functions = (const void *)c->chunks[BL_BLX_FUNS].data;
    for (uint32_t i = 0; i < N; i++) {
        cr_assert_eq(bl_load_le32(symbols[i].hash), hash_of(i), "symbol %u", i);
        cr_assert_eq(bl_load_le32(symbols[i].value), i % A_RANGE, "symbol %u", i);
        cr_assert_eq(bl_load_le32(functions[i].symbol), i, "function %u", i);
    }
}

/* By hash; those of one hash, of which there are none here, by number. */
static void expect_sorted(const struct bl_catalog *c)
{
    struct bl_error err;
    cr_assert_eq(bl_catalog_need_name_table(c, &err), BL_OK, "%s", err.what);
    const uint8_t *numbers = c->chunks[BL_BLX_HASH].data;
    for (uint32_t i = 1; i < N; i++)
        cr_assert_lt(hash_of(bl_load_le32(numbers + ((size_t)i - 1) * 4)),
                     hash_of(bl_load_le32(numbers + (size_t)i * 4)), "entry %u", i);
}

Test(catalog_spill, on_disk)
{
    struct bl_catalog *c = build();
    cr_expect(c->spilled[BL_BLX_SYMS] && c->spilled[BL_BLX_FUNS]);
    cr_expect_not(c->spilled[BL_BLX_STRS]);
    expect_records(c);
    expect_sorted(c);
    expect_records(c);
    bl_catalog_close(c);
}

/* Where nothing can be put aside all is in memory, and the same. */
Test(catalog_spill, in_memory)
{
    setenv("TMPDIR", "/nonexistent", 1);
    struct bl_catalog *c = build();
    cr_expect_not(c->spilled[BL_BLX_SYMS]);
    expect_records(c);
    expect_sorted(c);
    bl_catalog_close(c);
}

/* The disk is full in the middle: what is on it is read back. */
Test(catalog_spill, back_into_memory)
{
    struct bl_catalog_builder builder = {0};
    struct bl_record_buffer records = {0};
    struct bl_catalog *c;
    struct bl_error err;
    for (uint32_t i = 0; i < N_RANGES; i++) {
        make_range(&records, i);
        struct bl_source_range range = bl_record_buffer_range(&records);
        cr_assert_eq(bl_catalog_builder_append(&builder, &range), BL_OK);
        builder.is_disk_full |= builder.spills[BL_BLX_SYMS].size > 0;
    }
    bl_record_buffer_release(&records);
    cr_expect(builder.is_disk_full);
    cr_assert_eq(
        bl_catalog_builder_finish(&builder, BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS, 1, &c, &err),
        BL_OK, "%s", err.what);
    expect_records(c);
    expect_sorted(c);
    bl_catalog_close(c);
}
