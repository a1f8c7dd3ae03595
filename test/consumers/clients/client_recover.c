/* client_recover.c - what is left of a damaged module: bodies that can be read, and strings
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: client_recover FILE
 */
#include <bitleap.h>
#include <stdio.h>

static void put(void *file, const char *text, size_t size)
{
    fwrite(text, 1, size, file);
}

/* A function of N instructions; 0: its body is lost. */
static uint32_t measure(struct bl_function *function, uint32_t value, struct bl_error *err)
{
    struct bl_instruction inst;
    uint32_t n = 0;
    int rc = bl_function_load(function, value, err);
    for (; rc >= 0 && (rc = bl_function_next(function, &inst, err)) > 0; n++)
        ;
    return rc < 0 ? 0 : n;
}

int main(int argc, char **argv)
{
    struct bl_module *module;
    struct bl_function *function = NULL;
    struct bl_metadata *metadata;
    const struct bl_global *globals;
    struct bl_error err;
    struct bl_view text;
    uint32_t n, n_lost = 0, n_strings = 0;
    if (bl_module_open_file(&module, argc > 1 ? argv[1] : "-", NULL, 0, &err) < 0) {
        fprintf(stderr, "%s\n", err.what);
        return 1;
    }
    int status = bl_module_globals(module, &globals, &n, &err) < 0;
    if (bl_function_open(&function, module, BL_NONE, &err) < 0)
        n = 0;
    for (uint32_t value = 0; value < n; value++) {
        if (globals[value].kind != BL_GLOBAL_FUNCTION || globals[value].is_declaration)
            continue;
        uint32_t n_instructions = measure(function, value, &err);
        n_lost += n_instructions == 0;
        if (n_instructions > 0) {
            printf("%u\t%u\t", value, n_instructions);
            bl_global_print_name(module, value, put, stdout, NULL);
            printf("\n");
        }
    }
    status |= bl_module_metadata(module, &metadata, &err) < 0;
    while (metadata && bl_metadata_string(metadata, n_strings, &text, &err) > 0)
        n_strings++;
    fprintf(stderr, "%u bodies lost, %u strings\n", n_lost, n_strings);
    bl_function_close(function);
    bl_module_close(module);
    return status || n_lost > 0;
}
