/* fuzz_symtab_builder.c - symbol tables made anew from any modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what was made has no fault; a table that can be made again is made again by the same
 * table after itself.
 */
#include "base/grow.h"
#include "fuzz/each_module.h"
#include "rewrite/symtab_builder.h"

static void check_module(struct bl_module *module)
{
    struct bl_symtab_modules modules = {.modules = &module, .n = 1};
    struct bl_symtab_view old;
    struct bl_symtab_view made;
    struct bl_string_table strings = {0};
    struct bl_view blob = {0};
    struct bl_error err;
    if (bl_symtab_of(module, &old) <= 0)
        return;
    int can = bl_symtab_can_be_built(modules, &old, &err);
    fuzz_require_cause(can < 0 ? can : 0, &err);
    int rc = bl_symtab_seed(modules, &strings, &err);
    if (rc > 0)
        rc = bl_symtab_build(modules, &old, &strings, &blob, &err);
    fuzz_require_cause(rc < 0 ? rc : 0, &err);
    REQUIRE(can <= 0 || rc > 0);
    struct bl_view strtab = {.data = strings.bytes, .size = strings.n_bytes};
    if (rc > 0)
        REQUIRE(bl_symtab_open(&made, blob, strtab) && !bl_symtab_fault(blob, strtab));
    if (can > 0)
        REQUIRE(bl_symtab_can_be_built(modules, &made, &err) == 1);
    bl_drop((void *)(uintptr_t)blob.data);
    bl_string_table_release(&strings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
