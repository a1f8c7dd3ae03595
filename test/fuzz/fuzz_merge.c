/* fuzz_merge.c - merge any bytes that open as an index file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * With all checksums made right, so that what is after them is reached. Properties: what is whole
 * can be merged, alone and with itself, to the same catalog, which is whole; what is not is
 * refused, or becomes something that can be read without harm.
 */
#include "catalog/catalog.h"
#include "fuzz/target.h"
#include "support/catalog_check.h"
#include "support/make_catalog.h"

#include <stdlib.h>
#include <string.h>

static bool is_same(const struct bl_catalog *a, const struct bl_catalog *b)
{
    if (bl_catalog_need_name_table(a, NULL) < 0 || bl_catalog_need_name_table(b, NULL) < 0)
        return false;
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++)
        if (a->chunks[i].size != b->chunks[i].size ||
            memcmp(a->chunks[i].data, b->chunks[i].data, (size_t)a->chunks[i].size) != 0)
            return false;
    return true;
}

static void merge(struct bl_catalog *catalog)
{
    struct bl_catalog *const twice[] = {catalog, catalog};
    struct bl_catalog *one;
    struct bl_catalog *both;
    struct bl_error err;
    bool is_whole = bl_catalog_check(catalog, NULL) == BL_OK;
    int status = bl_catalog_merge(&one, twice, 1, &err);
    REQUIRE(!is_whole || status == BL_OK);
    REQUIRE(bl_catalog_merge(&both, twice, 2, NULL) == status);
    if (status < 0) {
        REQUIRE(!one && !both && err.status == status && err.what[0]);
        return;
    }
    REQUIRE(is_same(one, both));
    REQUIRE(!is_whole || bl_catalog_check(one, NULL) == BL_OK);
    REQUIRE(!catalog_check(one, false));
    bl_catalog_close(one);
    bl_catalog_close(both);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_catalog *catalog;
    uint8_t *copy = malloc(size ? size : 1);
    REQUIRE(copy);
    if (size > 0)
        memcpy(copy, data, size);
    make_sums(copy, size);
    struct bl_view bytes = {.data = copy, .size = size};
    if (bl_catalog_open_bytes(&catalog, bytes, NULL) == BL_OK) {
        merge(catalog);
        bl_catalog_close(catalog);
    }
    free(copy);
    return 0;
}
