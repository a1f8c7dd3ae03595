/* one_body.c - how many instructions of each opcode one function has; nothing else is decoded
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: one_body FILE FUNCTION [MEMBER]
 */
#include <bitleap.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    struct bl_module *module = NULL;
    struct bl_function *function = NULL;
    struct bl_instruction instruction;
    struct bl_error err;
    unsigned long count[BL_OP_MAX] = {0};
    char text[512];
    int rc;
    if (argc < 3)
        return 2;
    rc = bl_module_open_file(&module, argv[1], argc > 3 ? argv[3] : NULL, 0, &err);
    if (rc == 0)
        rc = bl_module_find_function(module, bl_view_of(argv[2]), &function, &err);
    if (rc == 0)
        printf("%s: no body of that name\n", argv[2]);
    while (function && (rc = bl_function_next(function, &instruction, &err)) > 0)
        count[instruction.opcode]++;
    for (unsigned opcode = 0; opcode < BL_OP_MAX; opcode++)
        if (count[opcode])
            printf("%6lu  %s\n", count[opcode], opcode ? bl_opcode_name(opcode) : "unknown");
    if (rc < 0) {
        bl_error_format(&err, module ? bl_module_stream(module) : NULL, text, sizeof text);
        fprintf(stderr, "%s: %s\n", argv[1], text);
    }
    bl_function_close(function);
    bl_module_close(module);
    return rc < 0;
}
