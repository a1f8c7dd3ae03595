/* fuzz_kernels.c - read any bytes as runs of values with every CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Four bytes choose what is read: the width, the first bit, the number of values. Property: all
 * variants agree, and touch nothing after the bytes and the values.
 */
#include "fuzz/target.h"
#include "support/kernels_agree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum {
        HEADER = 4,
        MAX_BYTES = 8192
    };
    if (size < HEADER || size > MAX_BYTES)
        return 0;
    unsigned width = data[0] % (BL_MAX_WIDTH + 1);
    uint64_t pos = data[1] % 64;
    struct guard g = guard_copy((struct bl_view){.data = data + HEADER, .size = size - HEADER});
    /* As many as the bytes can hold, and some more. */
    size_t n = (data[2] | (size_t)data[3] << 8) % (g.bytes.size * 8 / (width ? width : 1) + 3);
    struct kernels_room room = kernels_room(n);
    if (width)
        require_none(kernels_agree_vbr(&room, g.bytes, pos, width, n));
    require_none(kernels_agree_fixed(&room, g.bytes, pos, width, n));
    require_none(kernels_agree_char6(&room, g.bytes, pos, n));
    kernels_room_release(&room);
    guard_release(&g);
    return 0;
}
