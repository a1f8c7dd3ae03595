/* fuzz_symtab.c - read any bytes as a symbol table
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The first two bytes are the size of the table, what is after it is the STRTAB. Properties:
 * strings lie within the STRTAB, symbols of a module within the table; of a table that has no fault
 * all symbols can be read.
 */
#include "fuzz/target.h"
#include "ir/symtab.h"

static void require_inside(const struct bl_symtab_view *table, struct bl_view text)
{
    REQUIRE(text.size == 0 || (text.data >= table->strtab.data &&
                               text.data + text.size <= table->strtab.data + table->strtab.size));
}

/* Whether all its symbols could be read. */
static bool read_module(const struct bl_symtab_view *table, uint32_t module)
{
    uint32_t begin;
    uint32_t end;
    uint32_t uncommon;
    struct bl_symbol symbol;
    if (!bl_symtab_module(table, module, &begin, &end, &uncommon))
        return false;
    REQUIRE(begin <= end && end <= table->symbols.n);
    for (; begin < end && bl_symtab_symbol(table, begin, &uncommon, &symbol); begin++) {
        require_inside(table, symbol.name);
        require_inside(table, symbol.ir_name);
        require_inside(table, symbol.comdat);
        require_inside(table, symbol.fallback);
        require_inside(table, symbol.section);
    }
    return begin == end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_symtab_view table;
    if (size < 2)
        return 0;
    size_t n = (size_t)data[0] | (size_t)data[1] << 8;
    n = n > size - 2 ? size - 2 : n;
    struct bl_view blob = {.data = data + 2, .size = n};
    struct bl_view strtab = {.data = data + 2 + n, .size = size - 2 - n};
    bool has_fault = bl_symtab_fault(blob, strtab) != NULL;
    if (!bl_symtab_open(&table, blob, strtab))
        return 0;
    /* No more than there is room for. */
    REQUIRE((uint64_t)table.symbols.n * table.symbols.stride <= n);
    REQUIRE((uint64_t)table.modules.n * table.modules.stride <= n);
    for (uint32_t i = 0; i < table.modules.n; i++)
        REQUIRE(read_module(&table, i) || has_fault);
    for (uint32_t i = 0; i < table.libraries.n; i++)
        require_inside(&table, bl_symtab_library(&table, i));
    require_inside(&table, bl_symtab_text(&table, BL_SYMTAB_TRIPLE));
    require_inside(&table, bl_symtab_text(&table, BL_SYMTAB_PRODUCER));
    return 0;
}
