/* fuzz_ar.c - read any bytes as an archive
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: those of archive_check(), for the bytes as they are, and after a magic.
 */
#include "fuzz/mutator.h"
#include "support/archive.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const magics[] = {"!<arch>\n", "!<thin>\n"};
    require_none(archive_check((struct bl_view){.data = data, .size = size}));
    if (size < 8)
        return 0;
    /* A block of its own, so that the address sanitizer sees its end. */
    uint8_t *copy = malloc(size);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        memcpy(copy, magics[i], 8);
        require_none(archive_check((struct bl_view){.data = copy, .size = size}));
    }
    free(copy);
    return 0;
}
