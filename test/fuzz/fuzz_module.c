/* fuzz_module.c - read the modules in any bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: those of support/module_check.h.
 */
#include "fuzz/mutator.h"
#include "support/module_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    require_none(module_check((struct bl_view){.data = data, .size = size}));
    return 0;
}
