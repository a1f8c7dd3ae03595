/* fuzz_catalog.c - open any bytes as an index file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As they are, and once more with all checksums made right, so that what is after them is reached.
 * Properties: support/catalog_check.h; what opens as it is opens with the same sums; a refusal
 * reports a place in the bytes.
 */
#include "fuzz/target.h"
#include "support/catalog_check.h"
#include "support/make_catalog.h"

#include <stdlib.h>
#include <string.h>

static bool try_bytes(struct bl_view bytes)
{
    struct bl_catalog *catalog;
    struct bl_error err;
    int status = bl_catalog_open_bytes(&catalog, bytes, &err);
    if (status < 0) {
        REQUIRE(!catalog && err.status == status && err.what[0]);
        REQUIRE(!err.has_pos || err.bit_pos <= (uint64_t)bytes.size * 8);
        return false;
    }
    REQUIRE(bl_catalog_is_index(bytes));
    REQUIRE(!catalog_check(catalog, false));
    bl_catalog_close(catalog);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool is_right = try_bytes((struct bl_view){.data = data, .size = size});
    uint8_t *copy = malloc(size ? size : 1);
    REQUIRE(copy);
    if (size > 0)
        memcpy(copy, data, size);
    make_sums(copy, size);
    bool is_mended = try_bytes((struct bl_view){.data = copy, .size = size});
    REQUIRE(is_mended || !is_right);
    free(copy);
    return 0;
}
