/* fuzz_assembly.c - read any text as a module's assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The first byte chooses the target. Properties: symbols lie in the text, have a name that no other
 * one has, and something is said of them; the same text gives the same again; versions are of
 * symbols that there are, and add no more symbols than there are versions.
 */
#include "base/view.h"
#include "fuzz/target.h"
#include "ir/module_asm.h"

#include <string.h>

static const char *const triples[] = {
    "",
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "arm64-apple-macosx14.0.0",
    "armv7-unknown-linux-gnueabihf",
    "x86_64-pc-windows-msvc",
};
#define N_TRIPLES (sizeof triples / sizeof *triples)

static void require_inside(struct bl_view text, struct bl_view name)
{
    REQUIRE(name.size == 0 ||
            (name.data >= text.data && name.data + name.size <= text.data + text.size));
}

static void require_symbols(struct bl_view text, const struct bl_asm_symbols *symbols)
{
    for (uint32_t i = 0; i < symbols->n; i++) {
        struct bl_view name = symbols->symbols[i].name;
        REQUIRE(name.size > 0 && symbols->symbols[i].state != 0);
        require_inside(text, name);
        for (uint32_t k = symbols->same_hash[i]; k != BL_MAP_NONE; k = symbols->same_hash[k])
            REQUIRE(k < i && !bl_view_equal(symbols->symbols[k].name, name));
    }
    for (uint32_t i = 0; i < symbols->n_versions; i++) {
        REQUIRE(symbols->versions[i].of < symbols->n);
        require_inside(text, symbols->versions[i].name);
    }
}

static void require_same(const struct bl_asm_symbols *a, const struct bl_asm_symbols *b)
{
    REQUIRE(a->n == b->n && a->n_versions == b->n_versions);
    for (uint32_t i = 0; i < a->n; i++)
        REQUIRE(bl_view_equal(a->symbols[i].name, b->symbols[i].name) &&
                a->symbols[i].state == b->symbols[i].state);
}

static void require_versions(struct bl_asm_symbols *symbols)
{
    struct bl_arena arena = {0};
    uint32_t n = symbols->n;
    for (uint32_t i = 0; i < n; i += 2)
        bl_asm_symbols_note_ir(symbols, symbols->symbols[i].name, BL_ASM_DEFINED | BL_ASM_GLOBAL);
    REQUIRE(bl_asm_symbols_add_versions(symbols, &arena) == BL_OK);
    REQUIRE(symbols->n >= n && symbols->n - n <= symbols->n_versions);
    for (uint32_t i = n; i < symbols->n; i++)
        REQUIRE(symbols->symbols[i].name.size > 0);
    for (uint32_t i = 0; i < symbols->n; i++)
        (void)bl_asm_symbol_flags(&symbols->symbols[i]);
    bl_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_asm_symbols symbols = {0};
    struct bl_asm_symbols again = {0};
    if (size == 0)
        return 0;
    const char *name = triples[data[0] % N_TRIPLES];
    struct bl_view triple = {.data = (const uint8_t *)name, .size = strlen(name)};
    struct bl_view text = {.data = data + 1, .size = size - 1};
    REQUIRE(bl_asm_symbols_read(&symbols, text, triple) == BL_OK);
    REQUIRE(bl_asm_symbols_read(&again, text, triple) == BL_OK);
    require_symbols(text, &symbols);
    require_same(&symbols, &again);
    require_versions(&symbols);
    bl_asm_symbols_release(&symbols);
    bl_asm_symbols_release(&again);
    return 0;
}
