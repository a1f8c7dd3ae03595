/* peers/stream_vbyte.c - two bits for the length of each value apart from their bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * After Daniel Lemire, Nathan Kurz and Christoph Rupp, "Stream VByte: Faster Byte-Oriented Integer
 * Compression", Information Processing Letters 130, 2018. First all lengths, four to a byte, then
 * all values of one to four bytes: not VBRs, so that no bitstream can be read like this. Debian's
 * libstreamvbyte is the same built without SSSE3, and takes 15 cycles a value.
 */
#include "peers/peers.h"

#include <immintrin.h>
#include <string.h>

static uint8_t shuffles[256][16], sizes[256];

__attribute__((constructor)) static void add_shuffles(void)
{
    memset(shuffles, 128, sizeof shuffles);
    for (unsigned lengths = 0; lengths < 256; lengths++)
        for (unsigned i = 0; i < 4; i++)
            for (unsigned k = 0; k <= (lengths >> 2 * i & 3); k++)
                shuffles[lengths][4 * i + k] = sizes[lengths]++;
}

size_t encode_stream_vbyte(const uint32_t *values, size_t n, uint8_t *out)
{
    uint8_t *lengths = out;
    uint8_t *bytes = out + (n + 3) / 4;
    memset(lengths, 0, (n + 3) / 4);
    for (size_t i = 0; i < n; i++) {
        unsigned length = values[i] < 1 << 8    ? 0
                          : values[i] < 1 << 16 ? 1
                          : values[i] < 1 << 24 ? 2
                                                : 3;
        lengths[i / 4] |= (uint8_t)(length << i % 4 * 2);
        memcpy(bytes, &values[i], sizeof *values);
        bytes += length + 1;
    }
    return (size_t)(bytes - out);
}

void decode_stream_vbyte(const uint8_t *in, size_t size, uint32_t *out, size_t n)
{
    const uint8_t *lengths = in;
    (void)size;
    in += (n + 3) / 4;
    for (size_t i = 0; i < n; i += 4, lengths++) {
        __m128i bytes = _mm_loadu_si128((const void *)in);
        bytes = _mm_shuffle_epi8(bytes, _mm_loadu_si128((const void *)shuffles[*lengths]));
        _mm_storeu_si128((void *)(out + i), bytes);
        in += sizes[*lengths];
    }
}
