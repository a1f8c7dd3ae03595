/* test_base.c - maps, growing arrays, status texts
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/chunks.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/map.h"
#include "base/status.h"
#include "base/store.h"
#include "support/spread.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

Test(base, map)
{
    struct bl_map map = {0};
    cr_expect_eq(bl_map_find(&map, 0), BL_MAP_NONE);
    for (uint32_t i = 0; i < 5000; i++) {
        uint64_t key = i % 2 ? i : (uint64_t)i << 32; /* as block ids, and as ids with codes */
        cr_assert_eq(bl_map_find(&map, key), BL_MAP_NONE);
        cr_assert_eq(bl_map_add(&map, key, i), BL_OK);
    }
    cr_assert_eq(bl_map_add(&map, UINT64_MAX, UINT32_MAX - 1), BL_OK);
    for (uint32_t i = 0; i < 5000; i++) {
        cr_assert_eq(bl_map_find(&map, i % 2 ? i : (uint64_t)i << 32), i);
        cr_assert_eq(bl_map_find(&map, (uint64_t)i << 40 | 1 << 20), BL_MAP_NONE);
    }
    cr_expect_eq(bl_map_find(&map, UINT64_MAX), UINT32_MAX - 1);
    for (uint32_t i = 0; i < 3; i++) { /* many, many again, few, and with less memory after that */
        bl_map_clear(&map);
        cr_expect_eq(map.n, 0);
        cr_expect_eq(bl_map_find(&map, 1), BL_MAP_NONE);
        cr_expect_eq(map.cap > 64, i < 2, "%u: %u", i, map.cap);
        for (uint32_t key = 0; key < (i ? 5U : 5000U); key++)
            cr_assert_eq(bl_map_add(&map, key, key), BL_OK);
        cr_expect_eq(bl_map_find(&map, 4), 4);
    }
    bl_map_release(&map);
    cr_expect_eq(bl_map_find(&map, 1), BL_MAP_NONE);
    bl_map_clear(&map);
    cr_expect_eq(bl_map_find(&map, 1), BL_MAP_NONE);
}

enum {
    N_KEYS = 20000
};

/* Keys at DISTANCE from each other, folded or not, in a map of FACTOR. */
static void expect_spread(uint64_t factor, uint64_t distance, bool folded)
{
    struct bl_map map = {.factor = factor};
    for (uint32_t i = 0; i < N_KEYS; i++) {
        uint64_t key = i * distance;
        cr_assert_eq(bl_map_add(&map, folded ? key ^ key >> 32 : key, i), BL_OK);
    }
    uint32_t stride = sizeof *map.entries / sizeof map.entries->value;
    cr_expect_lt(longest_run(&map.entries->value, map.cap, stride), N_KEYS / 20,
                 "distance %" PRIx64 ", factor %" PRIx64, distance, map.factor);
    bl_map_release(&map);
}

/* Keys whose product with a factor that everybody knows has nothing in the upper half; and such as
 * have little in common but their distances. */
Test(base, map_of_keys_made_to_share_places)
{
    uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t inverse = factor; /* right in three bits; each step doubles them */
    for (int i = 0; i < 5; i++)
        inverse *= 2 - factor * inverse;
    cr_assert_eq(factor * inverse, 1);
    const uint64_t distances[] = {inverse, 1, 4096, UINT64_C(1) << 32, UINT64_C(1) << 48};
    for (unsigned k = 0; k < sizeof distances / sizeof distances[0]; k++)
        for (int folded = 0; folded <= 1; folded++)
            expect_spread(0, distances[k], folded);
}

/* Factors by which two multiplications leave much of such a distance. */
Test(base, map_with_an_unlucky_factor)
{
    expect_spread(UINT64_C(0x08EFED01BB975103), UINT64_C(1) << 32, false);
    expect_spread(UINT64_C(0x9364F44209E2A967), UINT64_C(1) << 48, false);
}

/* Where the first eight bytes are those of XXH3's own secret, the second eight have no say. */
Test(base, names_made_to_share_a_hash)
{
    struct bl_map map = {0};
    uint8_t name[32] = {0xB8, 0xFE, 0x6C, 0x39, 0x23, 0xA4, 0x4B, 0xBE};
    uint64_t shared = XXH3_64bits(name, sizeof name);
    for (uint32_t i = 0; i < 1000; i++) {
        bl_store_le32(name + 8, i);
        cr_assert_eq(XXH3_64bits(name, sizeof name), shared);
        uint64_t key = bl_map_key(&map, (struct bl_view){name, sizeof name});
        cr_assert_eq(bl_map_find(&map, key), BL_MAP_NONE);
        cr_assert_eq(bl_map_add(&map, key, i), BL_OK);
        cr_assert_eq(bl_map_key(&map, (struct bl_view){name, sizeof name}), key, "while it grows");
    }
    bl_map_release(&map);
}

Test(base, chunks)
{
    enum {
        N = 3 * BL_CHUNK_ITEMS + 1
    };
    struct bl_chunks array = {0};
    for (uint32_t i = 0; i < N; i++) {
        cr_assert_eq(bl_chunks_grow(&array, sizeof i, i), BL_OK);
        *(uint32_t *)bl_chunks_at(&array, sizeof i, i) = i;
    }
    const uint32_t *first = bl_chunks_at(&array, sizeof *first, 0);
    cr_expect_eq(array.n, 4);
    cr_assert_eq(bl_chunks_grow(&array, sizeof *first, N - 1), BL_OK);
    cr_expect_eq(array.n, 4);
    for (uint32_t i = 0; i < N; i++)
        cr_assert_eq(*(uint32_t *)bl_chunks_at(&array, sizeof i, i), i);
    cr_assert_eq(bl_chunks_grow(&array, sizeof *first, 4 * BL_CHUNK_ITEMS), BL_OK);
    cr_expect_eq(bl_chunks_at(&array, sizeof *first, 0), first, "it has not moved");
    bl_chunks_release(&array);
    cr_expect_eq(array.n, 0);
}

Test(base, grow)
{
    uint32_t *array = NULL;
    uint32_t cap = 0;
    cr_expect_eq(bl_grow(&array, &cap, 0), BL_OK);
    cr_expect(array == NULL && cap == 0);
    uint32_t n_moves = 0;
    for (uint32_t i = 0; i < 100000; i++) {
        uint32_t before = cap;
        cr_assert_eq(bl_grow(&array, &cap, (size_t)i + 1), BL_OK);
        n_moves += cap != before;
        array[i] = i;
    }
    cr_expect_leq(n_moves, 20);
    for (uint32_t i = 0; i < 100000; i++)
        cr_assert_eq(array[i], i);
    bl_drop(array);
    bl_drop(NULL);
}

Test(base, grow_that_overflows)
{
    uint64_t *array = NULL;
    size_t cap = 0;
    cr_assert_eq(bl_grow(&array, &cap, 1), BL_OK);
    uint64_t *before = array;
    size_t cap_before = cap;
    static const size_t needed[] = {SIZE_MAX, SIZE_MAX / 2 + 2, SIZE_MAX / 8 + 1, SIZE_MAX / 16};
    for (size_t i = 0; i + 1 < sizeof needed / sizeof *needed; i++) {
        cr_expect_eq(bl_grow(&array, &cap, needed[i]), BL_E_NOMEM, "%zu", needed[i]);
        cr_expect(array == before && cap == cap_before);
    }
    bl_drop(array);
}

Test(base, loads)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 0x88, 9};
    cr_expect_eq(bl_load_le32(bytes + 1), 0x05040302);
    cr_expect_eq(bl_load_le64(bytes), 0x8807060504030201);
    cr_expect_eq(bl_load_le_partial(bytes, 0), 0);
    cr_expect_eq(bl_load_le_partial(bytes + 6, 2), 0x8807);
    cr_expect_eq(bl_load_le_partial(bytes, 7), 0x07060504030201);
}

Test(base, status)
{
    cr_expect_str_eq(bl_version(), "0.2.0");
    for (int status = BL_OK; status >= BL_E_UNSUPPORTED; status--) {
        cr_expect(bl_status_text(status)[0] != '\0');
        cr_expect_str_neq(bl_status_text(status), "unknown status", "%d", status);
    }
    cr_expect_str_eq(bl_status_text(BL_E_UNSUPPORTED - 1), "unknown status");
    cr_expect_str_eq(bl_status_text(1), "ok");

    static const struct {
        struct bl_error err;
        const char *kind;
    } kinds[] = {
        {{.status = BL_E_ARGUMENT}, "argument"},
        {{.status = BL_E_CONTAINER}, "no bitcode"},
        {{.status = BL_E_CONTAINER, .has_pos = true}, "damaged"},
        {{.status = BL_E_UNSUPPORTED}, "unsupported"},
        {{.status = BL_E_UNSUPPORTED, .has_pos = true}, "unsupported"},
        {{.status = BL_E_MALFORMED, .has_pos = true}, "damaged"},
        {{.status = BL_E_LIMIT}, "damaged"},
        {{.status = BL_E_STALE}, "unreadable"},
        {{.status = BL_E_SYSTEM}, "unreadable"},
        {{.status = BL_E_NOMEM}, "unreadable"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        cr_expect_str_eq(bl_error_kind(&kinds[i].err), kinds[i].kind, "%zu", i);

    struct bl_error err;
    cr_expect_eq(bl_fail(NULL, BL_E_LIMIT, "x"), BL_E_LIMIT);
    errno = ENOENT;
    cr_expect_eq(bl_fail_errno(&err, "cannot"), BL_E_SYSTEM);
    cr_expect(err.sys_errno == ENOENT && !err.has_pos && err.depth == 0);
    bl_fail_at(&err, BL_E_LIMIT, "x", 5);
    for (uint32_t i = 0; i < BL_ERROR_PATH_MAX + 4; i++)
        bl_error_push(&err, i, i * 100);
    cr_expect_eq(err.depth, BL_ERROR_PATH_MAX + 4);
    cr_expect_eq(err.path[BL_ERROR_PATH_MAX - 1].block_id, BL_ERROR_PATH_MAX - 1);
    cr_expect(err.has_pos && err.bit_pos == 5);
    bl_error_push(NULL, 1, 1);
}
