/* fuzz_types.c - the type table of any module, printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: parts lie in the table; every type is printed, the same when asked again, as a text
 * of bounded size, however it unfolds; only structs have a body; asking again gives the same table.
 */
#include "fuzz/choosy.h"
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"

static struct choice *choice; /* of the input at hand */

static void check_type(struct bl_printer *printer, const struct bl_types *types, uint32_t number)
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
    int status = BL_OK;
    int body_status = BL_OK;
    for (int i = 0; i < 2; i++) {
        texts[i].hash = texts[i + 2].hash = sum;
        status = bl_printer_put_type(printer, number, fuzz_put, &texts[i]);
        body_status = bl_printer_put_struct_body(printer, number, fuzz_put, &texts[i + 2]);
        REQUIRE(body_status >= 0);
    }
    fuzz_require_text(status, &texts[0], &texts[1]);
    if (type->kind == BL_TYPE_STRUCT)
        fuzz_require_text(body_status, &texts[2], &texts[3]);
    else
        REQUIRE(body_status > 0 || texts[2].size == 0);
}

static void check_module(struct bl_module *module)
{
    const struct bl_types *types;
    const struct bl_types *again;
    struct bl_error err;
    int status = bl_module_types(module, &types, &err);
    fuzz_require_cause(status, &err);
    REQUIRE(bl_module_types(module, &again, NULL) == status && again == types);
    struct fuzz_printer p;
    fuzz_open_printer(&p, module);
    for (struct chosen c = choice_of(choice, fuzz_most(types->n), FUZZ_FEW); c.i < c.end; c.i++)
        check_type(p.printer, types, c.i);
    fuzz_close_printer(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choice by_input;
    choice = fuzz_choice(&by_input, (struct bl_view){.data = data, .size = size});
    fuzz_each_module(data, size, check_module);
    return 0;
}
