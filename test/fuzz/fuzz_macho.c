/* fuzz_macho.c - any bytes as a Mach-O file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what is handed out lies in the bytes, where it says; failures report a place in
 * them; the calls are bounded by the commands and sections there is room for; and a second
 * round is the same.
 */
#include "format/macho.h"
#include "fuzz/mutator.h"

enum {
    COMMAND_BYTES = 8 /* the least that can lead to a call's answer */
};

static void require_part(struct bl_view bytes, const struct bl_part *part, int status)
{
    REQUIRE(part->name.size > 0 && part->name.data);
    REQUIRE(part->kind == BL_PART_BITCODE || part->kind == BL_PART_COMMANDS ||
            part->kind == BL_PART_AST || part->kind == BL_PART_OFFLOAD);
    REQUIRE(status < 0 || part->bytes.size == part->size);
    if (part->bytes.size == 0)
        return;
    REQUIRE(part->offset <= bytes.size && part->bytes.size <= bytes.size - part->offset);
    REQUIRE(part->bytes.data == bytes.data + part->offset);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_view bytes = {.data = data, .size = size};
    struct bl_macho it, again;
    struct bl_part part, same;
    struct bl_error err;
    int status = bl_macho_open(&it, bytes, &err);
    REQUIRE(bl_macho_probe(bytes) || status < 0);
    REQUIRE(bl_macho_open(&again, bytes, NULL) == status);
    REQUIRE(status == 0 || err.bit_pos <= (uint64_t)size * 8);
    if (status < 0)
        return 0;
    for (size_t n = 0; (status = bl_macho_next(&it, &part, &err)) != 0; n++) {
        REQUIRE(n < size / COMMAND_BYTES);
        REQUIRE(bl_macho_next(&again, &same, NULL) == status);
        REQUIRE(same.offset == part.offset && same.bytes.size == part.bytes.size);
        if (part.kind)
            require_part(bytes, &part, status);
        if (status < 0)
            REQUIRE(err.status == status && err.what && err.bit_pos <= (uint64_t)size * 8);
        else
            REQUIRE(part.kind);
    }
    return 0;
}
