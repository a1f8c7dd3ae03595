/* plugin_symbols.c - what a linker's plug-in says of a file that it is asked to claim
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The linker has the file open, and says where the member is in it (ld_plugin_input_file).
 *
 * Usage: plugin_symbols FILE [OFFSET SIZE]
 */
#include <bitleap.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *definition(const struct bl_symbol *symbol)
{
    if (symbol->flags & BL_SYMBOL_UNDEFINED)
        return symbol->flags & BL_SYMBOL_WEAK ? "WEAKUNDEF" : "UNDEF";
    if (symbol->flags & BL_SYMBOL_COMMON)
        return "COMMON";
    return symbol->flags & BL_SYMBOL_WEAK ? "WEAKDEF" : "DEF";
}

static void claim(struct bl_symbols *symbols, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_symbol *symbol = bl_symbols_at(symbols, i);
        if (symbol->flags & BL_SYMBOL_GLOBAL && !(symbol->flags & BL_SYMBOL_FORMAT_SPECIFIC))
            printf("%-9s %-9s %.*s\n", definition(symbol), bl_visibility_name(symbol->visibility),
                   (int)symbol->name.size, (const char *)symbol->name.data);
    }
}

int main(int argc, char **argv)
{
    struct bl_file *file = NULL;
    struct bl_stream stream;
    struct bl_index *index = NULL;
    struct bl_module *module = NULL;
    struct bl_symbols *symbols = NULL;
    struct bl_error err;
    uint32_t n = 0;
    err.status = 0;
    int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    uint64_t offset = argc > 3 ? strtoull(argv[2], NULL, 0) : 0;
    uint64_t size = argc > 3 ? strtoull(argv[3], NULL, 0) : 0;
    if (bl_file_open_fd(&file, fd, offset, size, 0, &err) == 0 &&
        bl_stream_locate(bl_file_view(file), &stream, &err) == 0 &&
        bl_index_open(&index, &stream, &err) == 0 && bl_module_first(&module, index, &err) == 0 &&
        bl_symbols_open(&symbols, module, 0, &err) == 0 && bl_symbols_count(symbols, &n, &err) == 0)
        claim(symbols, n);
    if (err.status < 0)
        fprintf(stderr, "not claimed: %s\n", err.what);
    bl_symbols_close(symbols);
    bl_module_close(module);
    bl_index_close(index);
    bl_file_close(file);
    return err.status < 0;
}
