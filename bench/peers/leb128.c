/* peers/leb128.c - the loop that everybody writes first
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "peers/peers.h"

void decode_leb128(const uint8_t *in, size_t size, uint64_t *out, size_t n)
{
    (void)size;
    for (size_t i = 0; i < n; i++) {
        uint64_t value = *in & 127;
        for (unsigned shift = 7; *in++ & 128 && shift < 64; shift += 7)
            value |= (uint64_t)(*in & 127) << shift;
        out[i] = value;
    }
}
