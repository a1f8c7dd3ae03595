/* fuzz_fat.c - any bytes as a universal file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: a slice lies in the bytes, where it says, and is shorter than the file; its name is
 * one or can be read until the next call; failures report a place in the header; there are as many
 * calls as slices.
 */
#include "format/fat.h"
#include "fuzz/mutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_view bytes = {.data = data, .size = size};
    struct bl_fat it;
    struct bl_part part;
    struct bl_error err;
    int status = bl_fat_open(&it, bytes, &err);
    REQUIRE(bl_fat_probe(bytes) || status < 0);
    if (status < 0) {
        REQUIRE(err.what && err.bit_pos <= (uint64_t)size * 8);
        return 0;
    }
    uint32_t n = 0;
    for (; (status = bl_fat_next(&it, &part, &err)) != 0; n++) {
        REQUIRE(part.kind == BL_PART_SLICE);
        REQUIRE(part.name.size >= 3 && part.name.size < sizeof it.name);
        for (size_t i = 0; i < part.name.size; i++)
            REQUIRE(part.name.data[i] > ' ' && part.name.data[i] < 0x7F);
        if (status < 0) {
            REQUIRE(err.what && err.bit_pos < (uint64_t)size * 8 && part.bytes.size == 0);
            continue;
        }
        REQUIRE(part.offset <= size && part.size <= size - part.offset);
        REQUIRE(part.bytes.data == data + part.offset && part.bytes.size == part.size);
        REQUIRE(part.size < size);
    }
    REQUIRE(n == it.n_slices && n > 0 && n <= size / 20);
    REQUIRE(bl_fat_next(&it, &part, NULL) == 0);
    return 0;
}
