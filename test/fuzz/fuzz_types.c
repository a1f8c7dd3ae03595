/* fuzz_types.c - the type table of any module, printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: parts and integers lie in their lists, and parts in the table; every type is printed in a
 * number of pieces that its own parts bound; asking again gives the same table.
 */
#include "fuzz/each_module.h"

static void check_type(const struct bl_types *types, uint32_t number)
{
    const struct bl_type *type = &types->types[number];
    struct fuzz_text text = {0};
    for (uint32_t i = 0; i < type->n_parts; i++) {
        uint32_t part = types->parts[type->first_part + i];
        REQUIRE(part < types->n || part == BL_NONE);
    }
    for (uint32_t i = 0; i < type->n_ints; i++)
        text.bytes += types->ints[type->first_int + i] & 1;
    bl_type_print(types, number, fuzz_put, &text);
    bl_type_print_body(types, number, fuzz_put, &text);
    /* A name is one piece for each byte that must be escaped, and some types have the same. */
    REQUIRE(text.calls > 0);
}

static void check_module(struct bl_module *module)
{
    const struct bl_types *types;
    const struct bl_types *again;
    int status = bl_module_types(module, &types, NULL);
    REQUIRE(bl_module_types(module, &again, NULL) == status && again == types);
    for (uint32_t i = 0; i < types->n && i < FUZZ_MANY; i++)
        check_type(types, i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
