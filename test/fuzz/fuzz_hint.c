/* fuzz_hint.c - hints about any bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: a hint is a phrase of one line that does not end in a full stop; the same bytes get
 * the same one; and bytes that begin with the magic of a known stream and are no text get none.
 */
#include "format/hint.h"
#include "fuzz/mutator.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_view bytes = {.data = data, .size = size};
    struct bl_stream stream;
    const char *hint = bl_format_hint(bytes);
    REQUIRE(bl_format_hint(bytes) == hint);
    if (hint) {
        size_t n = strlen(hint);
        REQUIRE(n > 0 && n < 100 && !strchr(hint, '\n') && hint[n - 1] != '.');
    }
    if (bl_stream_locate(bytes, &stream, NULL) == BL_OK && stream.kind != BL_STREAM_UNKNOWN &&
        memchr(data, 0, size < 4096 ? size : 4096))
        REQUIRE(!hint || (size >= 262 && memcmp(data + 257, "ustar", 5) == 0));
    return 0;
}
