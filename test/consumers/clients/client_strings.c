/* client_strings.c - variables that are strings, and their bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: client_strings FILE
 */
#include <bitleap.h>
#include <stdio.h>

static void put(void *file, const char *text, size_t size)
{
    fwrite(text, 1, size, file);
}

static void print(struct bl_view text)
{
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        printf(c < 32 || c > 126 || c == '"' || c == '\\' ? "\\%02X" : "%c", c);
    }
}

int main(int argc, char **argv)
{
    struct bl_module *module;
    const struct bl_global *globals;
    const struct bl_constant_value *value;
    struct bl_error err;
    uint32_t n = 0;
    int rc = bl_module_open_file(&module, argc > 1 ? argv[1] : "-", NULL, 0, &err);
    if (rc >= 0)
        rc = bl_module_globals(module, &globals, &n, &err);
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_constant *initializer =
            globals[i].kind == BL_GLOBAL_VARIABLE
                ? bl_module_constant(module, globals[i].initializer)
                : NULL;
        if (!initializer || (rc = bl_constant_decode(module, initializer, &value, &err)) < 0 ||
            value->kind != BL_CONSTANT_STRING)
            continue;
        bl_global_print_name(module, i, put, stdout, NULL);
        printf(" c\"");
        print(value->text);
        printf("\"\n");
    }
    if (rc < 0)
        fprintf(stderr, "%s\n", err.what);
    bl_module_close(module);
    return rc < 0;
}
