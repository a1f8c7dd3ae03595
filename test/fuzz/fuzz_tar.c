/* fuzz_tar.c - read any bytes as tar archives
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what is handed out lies in the input, where it says; positions of errors too; the
 * end comes before there are more parts than bytes, and stays; all the same from an odd address.
 * Headers get right checksums first, or hardly any mutant would be read.
 */
#include "format/tar.h"
#include "fuzz/mutator.h"
#include "support/parts.h"

#include <stdio.h>

PARTS_OF(tar, (void))

enum {
    BLOCK = 512,
    CHECKSUM_AT = 148,
    CHECKSUM_BYTES = 8,
};

/* Give the header at HEADER its checksum. */
static void seal(uint8_t *header)
{
    unsigned sum = 0;
    char text[CHECKSUM_BYTES + 1];
    memset(header + CHECKSUM_AT, ' ', CHECKSUM_BYTES);
    for (size_t i = 0; i < BLOCK; i++)
        sum += header[i];
    snprintf(text, sizeof text, "%06o", sum);
    memcpy(header + CHECKSUM_AT, text, CHECKSUM_BYTES);
}

static void require_same(struct bl_view bytes, struct bl_view odd)
{
    struct parts parts;
    struct parts again;
    parts_of_tar(bytes, &parts);
    parts_of_tar(odd, &again);
    parts_require_equal(bytes, &parts, odd, &again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *even = malloc(size + 2);
    uint8_t *odd = malloc(size + 1);
    REQUIRE(even && odd);
    if (size > 0)
        memcpy(even, data, size);
    for (int sealed = 0; sealed < 2; sealed++) {
        for (size_t at = 0; sealed && at + BLOCK <= size; at += BLOCK)
            if (at == 0 || memcmp(even + at + 257, "ustar", 5) == 0)
                seal(even + at);
        if (size > 0)
            memcpy(odd + 1, even, size);
        require_same((struct bl_view){even, size}, (struct bl_view){odd + 1, size});
    }
    free(even);
    free(odd);
    return 0;
}
