/* fuzz_types.c - the type table of any module, printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: parts lie in the table; every type is printed, the same when asked again, in a
 * number of pieces that its own parts and the longest name bound, however it unfolds; asking again
 * gives the same table.
 */
#include "fuzz/choosy.h"
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"

static struct choice *choice; /* of the input at hand */

static size_t longest_name(const struct bl_types *types)
{
    size_t longest = 0;
    for (uint32_t i = 0; i < types->n; i++)
        if (types->types[i].name.size > longest)
            longest = types->types[i].name.size;
    return longest;
}

/* What is limited takes some pieces each; names are escaped byte by byte, and the last one
 * is printed whole. */
static size_t most_pieces(const struct bl_type *type, size_t longest)
{
    return (1024 + (size_t)16 * type->n_parts + (size_t)16 * type->n_ints) * (16 + 32) + longest;
}

static void check_type(const struct bl_types *types, uint32_t number, size_t longest)
{
    const struct bl_type *type = &types->types[number];
    struct fuzz_text texts[4] = {{0}};
    uint64_t sum = 0;
    for (uint32_t i = 0; i < type->n_parts; i++) {
        uint32_t part = types->parts[type->first_part + i];
        REQUIRE(part < types->n || part == BL_NONE);
    }
    for (uint32_t i = 0; i < type->n_ints; i++)
        sum += types->ints[type->first_int + i];
    for (int i = 0; i < 2; i++) {
        texts[i].hash = texts[i + 2].hash = sum;
        bl_type_print(types, number, fuzz_put, &texts[i]);
        bl_type_print_body(types, number, fuzz_put, &texts[i + 2]);
    }
    fuzz_require_text(&texts[0], &texts[1], most_pieces(type, longest));
    fuzz_require_text(&texts[2], &texts[3], most_pieces(type, longest));
}

static void check_module(struct bl_module *module)
{
    const struct bl_types *types;
    const struct bl_types *again;
    struct bl_error err;
    int status = bl_module_types(module, &types, &err);
    fuzz_require_cause(status, &err);
    REQUIRE(bl_module_types(module, &again, NULL) == status && again == types);
    size_t longest = longest_name(types);
    for (struct chosen c = choice_of(choice, fuzz_most(types->n), FUZZ_FEW); c.i < c.end; c.i++)
        check_type(types, c.i, longest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choice by_input;
    choice = fuzz_choice(&by_input, (struct bl_view){.data = data, .size = size});
    fuzz_each_module(data, size, check_module);
    return 0;
}
