/* list_functions.c - the functions that a file defines: linkage, bytes of the body, name
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: list_functions FILE [MEMBER]
 */
#include <bitleap.h>
#include <inttypes.h>
#include <stdio.h>

static int fail(const char *path, const struct bl_module *module, const struct bl_error *err)
{
    char text[512];
    bl_error_format(err, module ? bl_module_stream(module) : NULL, text, sizeof text);
    fprintf(stderr, "%s: %s\n", path, text);
    return 1;
}

int main(int argc, char **argv)
{
    struct bl_module *module;
    const struct bl_global *globals;
    struct bl_block body;
    struct bl_error err;
    uint32_t n;
    int status = 0;
    if (argc < 2)
        return 2;
    if (bl_module_open_file(&module, argv[1], argc > 2 ? argv[2] : NULL, 0, &err) < 0)
        return fail(argv[1], NULL, &err);
    if (bl_module_globals(module, &globals, &n, &err) < 0)
        status = fail(argv[1], module, &err); /* those before the damage are there */
    for (uint32_t value = 0; value < n; value++) {
        const struct bl_global *g = &globals[value];
        if (g->kind != BL_GLOBAL_FUNCTION || g->is_declaration)
            continue;
        if (bl_module_body(module, value, &body, &err) < 0)
            status = fail(argv[1], module, &err);
        else
            printf("%-12s %6" PRIu64 "  %.*s\n",
                   g->linkage ? bl_linkage_name(g->linkage) : "external",
                   bl_block_bytes(body.n_words), (int)g->name.size, (const char *)g->name.data);
    }
    bl_module_close(module);
    return status;
}
