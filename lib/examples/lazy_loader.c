/* lazy_loader.c - a JIT's loader: a body is read when its function is called first, by its name
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The caller gets each instruction, with its operands: values by kind, constants decoded.
 *
 * Usage: lazy_loader FILE FUNCTION...
 */
#include <bitleap.h>
#include <inttypes.h>
#include <stdio.h>

static int print_operand(struct bl_module *module, struct bl_function *function,
                         const struct bl_operand *operand, struct bl_error *err)
{
    static const char *const kinds[] = {"forward", "global", "constant", "argument", "result"};
    uint32_t value = (uint32_t)operand->number;
    const struct bl_constant *constant = bl_function_constant(function, value);
    const struct bl_constant_value *decoded;
    if (operand->kind != BL_OPERAND_VALUE)
        return printf(" %" PRIu64, operand->number);
    if (!constant)
        return printf(" %s%" PRIu32, kinds[bl_function_value_kind(function, value)], value);
    int rc = bl_constant_decode(module, constant, &decoded, err);
    if (rc == 0 && decoded->kind == BL_CONSTANT_INTEGER && decoded->n_words == 1)
        return printf(" %" PRId64, decoded->integer);
    return rc < 0 ? rc : printf(" constant%" PRIu32, value);
}

static int load(struct bl_module *module, const char *name, struct bl_error *err)
{
    struct bl_function *function;
    struct bl_instruction inst;
    int rc = bl_module_find_function(module, bl_view_of(name), &function, err);
    printf(rc == 0 ? "%s: to be found elsewhere\n" : "%s:\n", name);
    while (function && rc > 0 && (rc = bl_function_next(function, &inst, err)) > 0) {
        const char *opcode = bl_opcode_name(inst.opcode);
        printf("  %s", opcode ? opcode : "unknown");
        for (uint32_t i = 0; rc >= 0 && i < inst.n_operands; i++)
            rc = print_operand(module, function, &inst.operands[i], err);
        printf("\n");
        rc = rc < 0 ? rc : 1;
    }
    bl_function_close(function);
    return rc;
}

int main(int argc, char **argv)
{
    struct bl_module *module;
    struct bl_error err;
    int rc = argc < 2 ? BL_E_ARGUMENT : bl_module_open_file(&module, argv[1], NULL, 0, &err);
    for (int i = 2; rc >= 0 && i < argc; i++)
        rc = load(module, argv[i], &err);
    if (argc >= 2 && rc < 0)
        fprintf(stderr, "%s: %s\n", argv[1], err.what);
    if (argc >= 2)
        bl_module_close(module);
    return rc < 0;
}
