/* client_call_graph.c - who calls whom in a module, as a graph for Graphviz
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: client_call_graph FILE
 */
#include <bitleap.h>
#include <stdio.h>

static void put(void *file, const char *text, size_t size)
{
    fwrite(text, 1, size, file);
}

/* What VALUE calls by name; calls of several kinds are one edge. */
static int print_calls(struct bl_module *module, struct bl_references *references, uint32_t value,
                       struct bl_error *err)
{
    const struct bl_reference *list;
    uint32_t n, last = BL_NONE;
    int rc = bl_references_of(references, value, &list, &n, err);
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_reference *r = &list[i];
        if (r->kind > BL_REFERENCE_CALLBR || r->is_within || r->to >= BL_CALLED_ASSEMBLY ||
            r->to == last)
            continue;
        last = r->to;
        printf("  \"");
        bl_global_print_name(module, value, put, stdout, NULL);
        printf("\" -> \"");
        bl_global_print_name(module, r->to, put, stdout, NULL);
        printf("\";\n");
    }
    return rc;
}

int main(int argc, char **argv)
{
    struct bl_module *module;
    struct bl_references *references = NULL;
    struct bl_error err;
    uint32_t n = 0;
    int rc = bl_module_open_file(&module, argc > 1 ? argv[1] : "-", NULL, 0, &err);
    if (rc >= 0)
        rc = bl_module_count(module, &n, &err);
    if (rc >= 0)
        rc = bl_references_open(&references, module, &err);
    printf("digraph calls {\n");
    for (uint32_t value = 0; rc >= 0 && value < n; value++)
        rc = print_calls(module, references, value, &err);
    printf("}\n");
    if (rc < 0)
        fprintf(stderr, "%s\n", err.what);
    bl_references_close(references);
    bl_module_close(module);
    return rc < 0;
}
