/* client_places.c - where in the source each instruction comes from, through all that was inlined
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * By nodes of metadata; bl_source_print() has the same text in one call.
 *
 * Usage: client_places FILE
 */
#include <bitleap.h>
#include <stdio.h>

static void print(struct bl_view text)
{
    fwrite(text.data, 1, text.size, stdout);
}

/* LOCATION alone, with the name of its subprogram if any of it was inlined. */
static int print_place(struct bl_metadata *metadata, const struct bl_debug_location *location,
                       bool is_inlined, struct bl_error *err)
{
    struct bl_view file, directory, name;
    uint32_t subprogram;
    int rc = bl_debug_file(metadata, location->scope, &file, &directory, err);
    if (rc >= 0) {
        print(file);
        printf(":%u:%u", location->line, location->column);
        rc = bl_debug_subprogram(metadata, location->scope, &subprogram, err);
    }
    if (rc > 0 && is_inlined &&
        (rc = bl_metadata_field_string(metadata, subprogram, BL_DI_NAME, &name, err)) > 0) {
        printf(" in ");
        print(name);
    }
    return rc;
}

static int print_places(struct bl_function *function, struct bl_view name, struct bl_error *err)
{
    struct bl_metadata *metadata;
    struct bl_instruction inst;
    int rc = bl_function_metadata(function, &metadata, err);
    while (rc >= 0 && (rc = bl_function_next(function, &inst, err)) > 0) {
        if (!inst.has_location)
            continue;
        bool is_inlined = inst.location.inlined_at != BL_NONE;
        print(name);
        printf("\t");
        rc = print_place(metadata, &inst.location, is_inlined, err);
        while (rc >= 0 && (rc = bl_debug_next_inlined(metadata, &inst.location, err)) > 0) {
            printf(", inlined at ");
            rc = print_place(metadata, &inst.location, is_inlined, err);
        }
        printf("\n");
    }
    return rc;
}

int main(int argc, char **argv)
{
    struct bl_module *module;
    struct bl_function *function = NULL;
    const struct bl_global *globals;
    struct bl_error err;
    uint32_t n = 0;
    int rc = bl_module_open_file(&module, argc > 1 ? argv[1] : "-", NULL, 0, &err);
    if (rc >= 0 && (rc = bl_module_globals(module, &globals, &n, &err)) >= 0)
        rc = bl_function_open(&function, module, BL_NONE, &err);
    for (uint32_t i = 0; rc >= 0 && i < n; i++)
        if (globals[i].kind == BL_GLOBAL_FUNCTION && !globals[i].is_declaration &&
            (rc = bl_function_load(function, i, &err)) >= 0)
            rc = print_places(function, globals[i].name, &err);
    if (rc < 0)
        fprintf(stderr, "%s\n", err.what);
    bl_function_close(function);
    bl_module_close(module);
    return rc < 0;
}
