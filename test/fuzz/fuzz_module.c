/* fuzz_module.c - read the modules in any bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: those of support/module_check.h.
 */
#include "support/module_check.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *problem = module_check((struct bl_view){.data = data, .size = size});
    if (problem) {
        fprintf(stderr, "%s\n", problem);
        abort();
    }
    return 0;
}
